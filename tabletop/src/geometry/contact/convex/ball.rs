//! A ball against anything: its centre's distance from the other surface decides.

use crate::{
    geometry::{
        Pose, Shape,
        contact::{Manifold, Rolling},
        disc::Disc,
    },
    units::{Scalar, Vector},
};

/// Contact of a ball, which comes first, with a convex shape.
pub(super) fn contact(
    radius: Scalar,
    centre: Vector,
    other: &Shape,
    pose: Pose,
    reach: Scalar,
) -> Option<Manifold> {
    let (distance, out) = signed_distance(other, pose.to_local(centre))?;
    let gap = distance - radius;
    if gap >= reach {
        return None;
    }
    let out = pose.rotation * out;
    let mut manifold = Manifold::single(-out, centre - out * (radius + gap / 2.0), gap, 0);
    // Of two balls the smaller gives way to rolling more.
    manifold.rolling = Rolling::Sphere(match other {
        Shape::Ball { radius: other } => radius.min(*other),
        _ => radius,
    });
    Some(manifold)
}

/// Distance of a point of the shape's frame from its surface, negative inside, with the unit direction in which
/// it grows; `None` for a plate.
fn signed_distance(shape: &Shape, local: Vector) -> Option<(Scalar, Vector)> {
    match shape {
        Shape::Ball { radius } => Some(from_point(local, *radius)),
        Shape::Capsule { radius, half_length } => {
            let middle = Vector::Y * local.y.clamp(-half_length, *half_length);
            Some(from_point(local - middle, *radius))
        }
        Shape::Disc { radius, half_thickness } => {
            let disc = Disc { centre: Vector::ZERO, axis: Vector::Y, radius: *radius, half: *half_thickness };
            let nearest = disc.nearest(local);
            Some((nearest.gap, nearest.normal))
        }
        Shape::Hull(hull) => Some(hull.signed_distance(local)),
        Shape::Plate(_) => None,
    }
}

fn from_point(arm: Vector, radius: Scalar) -> (Scalar, Vector) {
    (arm.length() - radius, arm.normalize_or(Vector::X))
}
