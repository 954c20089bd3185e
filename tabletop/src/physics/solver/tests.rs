//! A disc thrown at a board: no part of it may be found inside afterwards, whatever it turns.

use super::*;
use crate::geometry::{Plate, Shape};
use crate::units::{Quaternion, mm};

const H: Scalar = 1.0 / 1920.0;

/// The deepest that a disc dips into a board below it within 30 ms, metres; negative if it never does.
fn deepest(position: Vector, axis: Vector, velocity: Vector, spin: Vector) -> Scalar {
    let (radius, half_thickness) = (mm(12.5), mm(4.0));
    let pose = Pose::new(position, Quaternion::from_rotation_arc(Vector::Y, axis.normalize()));
    let board = Plate::plane().into();
    let mut dynamics = Dynamics::default();
    dynamics.bodies.push(Body::new(0, BodyKind::Static, board, Pose::IDENTITY, 0.0, 0));
    let disc = Shape::Disc { radius, half_thickness };
    dynamics.bodies.push(Body::new(1, BodyKind::Dynamic, disc, pose, 2.7e-3, 0));
    dynamics.pairs.push(Pair::new(0, 1, (0, 1), PairLaw::REFERENCE));
    dynamics.set_motion(1, pose, velocity, spin);
    let mut deepest = Scalar::NEG_INFINITY;
    for _ in 0..60 {
        dynamics.step(H);
        let pose = dynamics.bodies[1].pose;
        let up = pose.axis().y;
        deepest = deepest
            .max(half_thickness * up.abs() + radius * (1.0 - up * up).max(0.0).sqrt() - pose.position.y);
    }
    deepest
}

#[test]
fn what_is_a_little_too_deep_already_meets_at_once_and_not_when_its_far_side_does() {
    let axis = Vector::new(0.07537, 0.99668, -0.03081);
    let spin = Vector::new(-40.02, -15.77, -19.33);
    let depth = deepest(Vector::Y * mm(4.9961), axis, Vector::NEG_Y * 3.0, spin);
    assert!(depth < mm(0.02), "{} mm", depth / mm(1.0));
}

#[test]
fn part_that_is_nearest_at_the_end_of_a_step_is_met_though_another_is_nearest_at_its_start() {
    let axis = Vector::new(-0.04735, 0.99716, 0.05864);
    let (velocity, spin) = (Vector::new(0.110, -1.299, 0.322), Vector::new(302.90, 11.58, -92.34));
    let depth = deepest(Vector::Y * mm(6.8471), axis, velocity, spin);
    assert!(depth < mm(0.02), "{} mm", depth / mm(1.0));
}

#[test]
fn far_side_that_a_blow_throws_down_is_met_in_the_same_step() {
    let axis = Vector::new(-0.18173, 0.97785, 0.10383);
    let spin = Vector::new(-7.46, 14.95, 35.28);
    let depth = deepest(Vector::Y * mm(6.5924), axis, Vector::NEG_Y * 8.0, spin);
    assert!(depth < mm(0.02), "{} mm", depth / mm(1.0));
}

#[test]
fn no_shot_of_any_attitude_leaves_the_numbers() {
    // Exactly level, upright and edge-on, with and without spin: where normals would be nothing over nothing.
    for axis in [Vector::X, Vector::Y, Vector::NEG_Y, Vector::new(1.0, 1.0e-170, 0.0)] {
        for spin in [Vector::ZERO, Vector::X * 80.0, Vector::Y * 80.0] {
            assert!(deepest(Vector::Y * mm(20.0), axis, Vector::NEG_Y * 6.0, spin).is_finite());
        }
    }
}
