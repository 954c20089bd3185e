//! A disc leaning or standing on the open surface, or under the plate.

use super::{FLAT, Lean, SLACK, above_surface, rim};
use crate::geometry::contact::Manifold;
use crate::geometry::disc::Disc;
use crate::geometry::plate::{Plate, plan};
use crate::units::{Scalar, Vector};

/// A disc on its rim: its lowest rim points.
pub(super) fn tilted(disc: &Disc, plate: &Plate, lean: &Lean, reach: Scalar, out: &mut Vec<Manifold>) {
    let Disc { centre, axis, radius, half } = *disc;
    let Lean { up, tilt, .. } = *lean;
    let down = lean.down / tilt;
    let mut manifold = Manifold::new(-up, 1);
    // The far side of the lower face is felt as well: after a blow on the near side it comes down fast.
    for (end, side, feature) in [(-half, down, 0u32), (half, down, 1), (-half, -down, 2)] {
        let point = centre + axis * end + side * radius;
        let Some(gap) = above_surface(plate, point) else { continue };
        if gap < reach {
            manifold.push(point - up * (gap / 2.0), gap, feature);
        }
    }
    let near = manifold.points.iter().filter(|point| point.feature < 2).count();
    if manifold.points.is_empty() {
        return;
    }
    manifold.rolling = rim(axis, down, tilt, radius);
    if near == 2 && manifold.points.len() == 2 {
        manifold.patch = 0.75 * half;
    }
    out.push(manifold);
}

/// A disc under a plate: its highest rim points.
pub(super) fn under(disc: &Disc, plate: &Plate, reach: Scalar, out: &mut Vec<Manifold>) {
    let axis = disc.axis * 1f64.copysign(disc.axis.y);
    let up = Vector::Y - axis * axis.y;
    let tilt = up.length();
    if -plate.thickness - disc.centre.y - disc.reach(Vector::Y) >= reach {
        return;
    }
    let toward = if tilt > FLAT { up / tilt } else { axis.any_orthonormal_vector() };
    let aside = axis.cross(toward);
    let mut manifold = Manifold::new(Vector::Y, 2);
    for (side, feature) in [toward, aside, -toward, -aside].into_iter().zip(0u32..) {
        let point = disc.centre + axis * disc.half + side * disc.radius;
        let gap = -plate.thickness - point.y;
        let inside = -plate.outside_outline(plan(point));
        let covered = plate.hole_at(plan(point)).is_none_or(|hole| hole.floor.is_some());
        if gap < reach && covered && inside >= 0.0 && -gap <= inside + SLACK {
            manifold.push(point + Vector::Y * (gap / 2.0), gap, feature);
        }
    }
    if manifold.points.is_empty() {
        return;
    }
    if tilt > 1.0e-4 {
        manifold.rolling = rim(axis, toward, tilt, disc.radius);
    }
    out.push(manifold);
}
