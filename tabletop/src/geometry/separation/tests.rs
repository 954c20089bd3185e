use super::*;
use crate::geometry::samples::{Random, brute_separation, gap_along, poses_at, shapes};
use crate::geometry::{Pose, Shape};
use crate::units::MM;

fn between(a: (&Shape, Pose), b: (&Shape, Pose)) -> Axis {
    separation(&Convex::new(a.0, a.1).unwrap(), &Convex::new(b.0, b.1).unwrap(), 1.0).unwrap()
}

#[test]
fn separation_agrees_with_brute_force_apart_and_in_shallow_overlap() {
    let shapes = shapes();
    let mut random = Random(1);
    for (i, (name_a, a)) in shapes.iter().enumerate() {
        for (name_b, b) in &shapes[i..] {
            for round in 0..PAIRS {
                let (pose_a, pose_b) = poses_at(&mut random, a, b, (random_gap(round)) * MM);
                let (expected, _) = brute_separation((a, pose_a), (b, pose_b));
                let axis = between((a, pose_a), (b, pose_b));
                let place = || format!("{name_a} on {name_b}, round {round}: {pose_a:?}, {pose_b:?}");
                // The reference climbs from below, so ours may be better, but only if it is true.
                let own = gap_along((a, pose_a), (b, pose_b), axis.normal);
                assert!((axis.gap - own).abs() < 1.0e-9, "{} along its own normal {own}: {}", axis.gap, place());
                assert!(axis.gap > expected - 1.0e-6, "{} for {expected}: {}", axis.gap, place());
            }
        }
    }
}

/// Poses for each pair of shapes.
const PAIRS: u32 = 500;

/// From 1 mm deep to 1 mm apart, with every magnitude down to a nanometre.
fn random_gap(round: u32) -> Scalar {
    let magnitude = 10.0_f64.powi(-((round / 2 % 7) as i32));
    if round.is_multiple_of(2) { magnitude } else { -magnitude }
}
