//! A first test whether two things stand inside one another: it never accuses wrongly.
//!
//! Balls and upright discs are compared exactly. Anything else is compared by points of one that lie inside
//! the other, so that a slight overlap of edges may pass unseen; [`OverlapTest`] lets the exact contact of
//! `geometry::contact` take its place.

use crate::{
    geometry::{Plate, Pose, Shape},
    units::{Scalar, Vector, Vector2},
};

/// Overlap that is forgiven, metres: a file's decimals may cut off that much where things touch.
pub const FORGIVEN: Scalar = 2.0e-5;

/// Whether two things overlap by more than [`FORGIVEN`].
pub type OverlapTest = fn(&Shape, Pose, &Shape, Pose) -> bool;

/// Whether two things certainly overlap.
pub fn certain_overlap(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> bool {
    match (a, b) {
        (Shape::Plate(_), Shape::Plate(_)) => false,
        (Shape::Plate(plate), solid) => in_plate(plate, pose_a, solid, pose_b),
        (solid, Shape::Plate(plate)) => in_plate(plate, pose_b, solid, pose_a),
        (Shape::Ball { radius: ra }, Shape::Ball { radius: rb }) => {
            pose_a.position.distance(pose_b.position) < ra + rb - FORGIVEN
        }
        (Shape::Disc { radius: ra, half_thickness: ha }, Shape::Disc { radius: rb, half_thickness: hb })
            if upright(pose_a) && upright(pose_b) =>
        {
            let apart = pose_b.position - pose_a.position;
            apart.y.abs() < ha + hb - FORGIVEN && libm::hypot(apart.x, apart.z) < ra + rb - FORGIVEN
        }
        (Shape::Ball { radius }, other) => depth(other, pose_b, pose_a.position) > FORGIVEN - radius,
        (other, Shape::Ball { radius }) => depth(other, pose_a, pose_b.position) > FORGIVEN - radius,
        _ => reaches_into(a, pose_a, b, pose_b) || reaches_into(b, pose_b, a, pose_a),
    }
}

fn upright(pose: Pose) -> bool {
    pose.axis().y.abs() > 1.0 - 1.0e-12
}

/// Whether a point of `a` lies inside `b`: its middle, its far points in all directions, its far point
/// towards `b`.
fn reaches_into(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> bool {
    let toward = pose_b.position - pose_a.position;
    let flat = Vector::new(toward.x, 0.0, toward.z);
    let points = directions().chain([toward, flat]).map(|direction| a.support(pose_a, direction));
    std::iter::once(pose_a.position).chain(points).any(|point| depth(b, pose_b, point) > FORGIVEN)
}

fn directions() -> impl Iterator<Item = Vector> {
    let steps = [-1.0, 0.0, 1.0];
    steps.into_iter().flat_map(move |x| {
        steps.into_iter().flat_map(move |y| steps.into_iter().map(move |z| Vector::new(x, y, z)))
    })
}

/// How deep a point lies in a solid, negative outside; never more than the truth.
fn depth(shape: &Shape, pose: Pose, world: Vector) -> Scalar {
    let local = pose.to_local(world);
    match shape {
        Shape::Ball { radius } => radius - local.length(),
        Shape::Disc { radius, half_thickness } => {
            let (across, along) = (libm::hypot(local.x, local.z) - radius, local.y.abs() - half_thickness);
            if across > 0.0 && along > 0.0 { -libm::hypot(across, along) } else { -across.max(along) }
        }
        Shape::Capsule { radius, half_length } => {
            let nearest = Vector::Y * local.y.clamp(-half_length, *half_length);
            radius - local.distance(nearest)
        }
        Shape::Hull(hull) => -hull.signed_distance(local).0,
        Shape::Plate(_) => Scalar::NEG_INFINITY,
    }
}

fn in_plate(plate: &Plate, pose: Pose, solid: &Shape, solid_pose: Pose) -> bool {
    let inside = |world: Vector| {
        let local = pose.to_local(world);
        let plan = Vector2::new(local.x, local.z);
        let above = plate.above(local);
        above < -FORGIVEN
            && above > FORGIVEN - plate.thickness
            && plate.outside_outline(plan) < -FORGIVEN
            && plate.holes.iter().all(|hole| hole.centre.distance(plan) > hole.mouth() + FORGIVEN)
    };
    let points = directions().map(|direction| solid.support(solid_pose, direction));
    std::iter::once(solid_pose.position).chain(points).any(inside)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::Hull,
        units::{Quaternion, mm},
    };

    fn at(x: Scalar, y: Scalar, z: Scalar) -> Pose {
        Pose::new(Vector::new(mm(x), mm(y), mm(z)), Quaternion::IDENTITY)
    }

    #[test]
    fn things_that_touch_do_not_overlap_and_things_pushed_together_do() {
        let (disc, ball) = (Shape::disc(mm(25.0), mm(5.0)), Shape::ball(mm(25.0)));
        let wall: Shape = Hull::cuboid(Vector::new(mm(50.0), mm(10.0), mm(5.0)), mm(2.0)).into();
        let board: Shape = Plate::plane().into();
        let cases = [
            (&disc, at(0.0, 0.0, 0.0), &disc, at(25.0, 0.0, 0.0), at(24.9, 0.0, 0.0)),
            (&disc, at(0.0, 0.0, 0.0), &disc, at(8.0, 5.0, 0.0), at(8.0, 4.9, 0.0)),
            (&ball, at(0.0, 0.0, 0.0), &ball, at(15.0, 20.0, 0.0), at(15.0, 19.9, 0.0)),
            (&ball, at(0.0, 0.0, 0.0), &disc, at(3.0, 15.0, 0.0), at(3.0, 14.9, 0.0)),
            (&ball, at(0.0, 0.0, 0.0), &wall, at(30.0, 0.0, 17.5), at(30.0, 0.0, 17.4)),
            (&disc, at(0.0, 0.0, 0.0), &wall, at(30.0, 0.0, 17.5), at(30.0, 0.0, 17.4)),
            (&board, at(0.0, 0.0, 0.0), &disc, at(30.0, 2.5, 17.5), at(30.0, 2.4, 17.4)),
            (&board, at(0.0, 0.0, 0.0), &ball, at(30.0, 12.5, 17.5), at(30.0, 12.4, 17.4)),
        ];
        for (index, (a, pose_a, b, touching, inside)) in cases.into_iter().enumerate() {
            assert!(!certain_overlap(a, pose_a, b, touching), "case {index} touching");
            assert!(!certain_overlap(b, touching, a, pose_a), "case {index} touching, swapped");
            assert!(certain_overlap(a, pose_a, b, inside), "case {index} inside");
            assert!(certain_overlap(b, inside, a, pose_a), "case {index} inside, swapped");
        }
    }

    #[test]
    fn a_disc_in_a_hole_is_not_inside_the_board() {
        let mut plate = Plate::plane();
        plate.holes.push(crate::geometry::Hole::sharp(Vector2::ZERO, mm(21.0)));
        let (disc, board) = (Shape::disc(mm(35.0), mm(6.0)), Shape::from(plate));
        assert!(!certain_overlap(&board, Pose::IDENTITY, &disc, at(0.0, -50.0, 0.0)));
        assert!(certain_overlap(&board, Pose::IDENTITY, &disc, at(10.0, -50.0, 0.0)));
    }
}
