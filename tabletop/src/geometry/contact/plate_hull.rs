//! A hull or a capsule on a plate: every corner is a sphere of the rounding's radius.

use super::{Manifold, patch};
use crate::{
    geometry::{
        Plate, Pose, Shape,
        gjk::{Convex, Core},
    },
    units::{Scalar, Vector, Vector2},
};

/// Normals that differ by less than this (one minus their cosine) share a manifold.
const SAME_NORMAL: Scalar = 1.0e-10;

/// Appends the contacts of the corners of a hull, or the ends of a capsule, with a plate if they are closer than
/// `reach` metres; one manifold for each distinct normal. Other shapes have none.
///
/// Edges of a hull that hang over a sharp border of the plate with both corners beyond it are not seen.
pub(super) fn hull_plate(
    shape: &Shape,
    pose: Pose,
    plate: &Plate,
    pose_plate: Pose,
    reach: Scalar,
    out: &mut Vec<Manifold>,
) {
    let Some(convex) = Convex::new(shape, pose) else { return };
    let start = out.len();
    let mut add = |corner: Vector, number: u32| {
        let local = pose_plate.to_local(corner);
        // Nothing of a level plate is above its surface: that is a bound, and a cheap one.
        if plate.slope == 0.0 && local.y - convex.radius >= reach {
            return;
        }
        let (distance, out_of_plate) = plate.nearest(local);
        let gap = distance - convex.radius;
        if gap >= reach {
            return;
        }
        let normal = pose_plate.rotation * -out_of_plate;
        let position = corner + normal * (convex.radius + gap / 2.0);
        let same = |manifold: &&mut Manifold| manifold.normal.dot(normal) > 1.0 - SAME_NORMAL;
        if let Some(manifold) = out[start..].iter_mut().find(same) {
            manifold.push(position, gap, number);
        } else {
            // The surface keeps number zero; borders and walls are told apart by the corner that meets them.
            let surface = plate.normal(Vector2::new(local.x, local.z));
            let feature = if surface.dot(out_of_plate) > 1.0 - SAME_NORMAL { 0 } else { number + 1 };
            let mut manifold = Manifold::new(normal, feature);
            manifold.push(position, gap, number);
            out.push(manifold);
        }
    };
    match convex.core {
        Core::Polyhedron(hull) => {
            for (number, &vertex) in hull.vertices().iter().enumerate() {
                add(convex.position + convex.frame * vertex, number as u32);
            }
        }
        Core::Segment(half_length) => {
            add(convex.position - convex.axis() * half_length, 0);
            add(convex.position + convex.axis() * half_length, 1);
        }
        Core::Point | Core::Cylinder(..) => {}
    }
    for manifold in &mut out[start..] {
        manifold.patch = patch::radius(&manifold.points, manifold.normal);
    }
}

#[cfg(test)]
mod tests;
