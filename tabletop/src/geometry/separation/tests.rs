use super::*;
use crate::geometry::samples::{Random, brute_separation, gap_along, poses_at, shapes};
use crate::geometry::{Hull, Pose, Shape};
use crate::units::{MM, Quaternion};

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
                assert!(
                    (axis.gap - own).abs() < 1.0e-9,
                    "{} along its own normal {own}: {}",
                    axis.gap,
                    place()
                );
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

fn assert_close(actual: Scalar, expected: Scalar, tolerance: Scalar) {
    assert!((actual - expected).abs() <= tolerance, "{actual} is not {expected} within {tolerance}");
}

fn at(x: Scalar, y: Scalar, z: Scalar, rotation: Quaternion) -> Pose {
    Pose::new(Vector::new(x, y, z) * MM, rotation)
}

#[test]
fn two_flat_discs_overlap_straight_up_whatever_their_offset_and_yaw() {
    // The pair at which single-precision engines return a tilted normal and a gap of millimetres.
    let disc = Shape::disc(25.0 * MM, 8.0 * MM);
    let upper = at(3.0, 7.98, 2.0, Quaternion::from_rotation_y(0.3));
    let axis = between((&disc, Pose::IDENTITY), (&disc, upper));
    assert!(axis.normal.abs_diff_eq(Vector::Y, 1.0e-12) && axis.flat);
    assert_close(axis.gap, -0.02 * MM, 1.0e-12);
}

#[test]
fn disc_skew_to_the_edge_of_a_box_is_as_far_as_rim_and_edge() {
    // Edge of the box along z at (5, 5); disc tilted by 45° with its lowest rim point over it.
    let block: Shape = Hull::d6(10.0 * MM, 0.0).into();
    let disc = Shape::disc(25.0 * MM, 8.0 * MM);
    let lean = Quaternion::from_rotation_z(std::f64::consts::FRAC_PI_4);
    let rim = lean * Vector::new(-12.5, -4.0, 0.0);
    let place = Vector::new(5.0, 5.0, 0.0) + Vector::new(1.0, 1.0, 0.0) - rim;
    let axis = between((&block, Pose::IDENTITY), (&disc, at(place.x, place.y, place.z, lean)));
    // The lowest point of the rim is 1 mm beside and 1 mm above the edge.
    assert_close(axis.gap, 2.0_f64.sqrt() * MM, 1.0e-12);
    assert!(axis.normal.abs_diff_eq(Vector::new(1.0, 1.0, 0.0).normalize(), 1.0e-7) && !axis.flat);
}

#[test]
fn face_that_overlaps_by_a_nanometre_is_still_a_face() {
    let block: Shape = Hull::cuboid(Vector::new(50.0, 5.0, 50.0) * MM, 0.0).into();
    let disc = Shape::disc(25.0 * MM, 8.0 * MM);
    for gap in [1.0e-9, 1.0e-12, 0.0, -1.0e-12, -1.0e-9, -1.0e-6] {
        let axis =
            between((&block, Pose::IDENTITY), (&disc, at(7.0, 9.0 + gap / MM, 3.0, Quaternion::IDENTITY)));
        assert!(axis.flat && axis.normal.abs_diff_eq(Vector::Y, 1.0e-12));
        assert_close(axis.gap, gap, 1.0e-15);
    }
}

#[test]
fn shapes_at_the_end_of_reach_are_out_of_it() {
    let ball = Shape::ball(10.0 * MM);
    let [a, b] =
        [Pose::IDENTITY, at(12.0, 0.0, 0.0, Quaternion::IDENTITY)].map(|p| Convex::new(&ball, p).unwrap());
    assert_eq!(separation(&a, &b, 2.0 * MM), None);
    assert_close(separation(&a, &b, 2.1 * MM).unwrap().gap, 2.0 * MM, 1.0e-12);
}
