//! Distance of a point to a plate's solid, holes, chamfers and outline included.

use super::{Hole, Plate, plan};
use crate::units::{Scalar, Vector, Vector2};

impl Plate {
    /// Height of the surface at the mouth of a hole, on the side of `out`, a unit direction of the plan.
    pub(crate) fn mouth_height(&self, hole: &Hole, out: Vector2) -> Scalar {
        self.height(hole.centre + out * hole.mouth())
    }

    /// Signed distance of a point, in the plate's frame, to the plate's solid, and the unit normal out of it.
    ///
    /// Exact for points outside the solid; inside it is the distance to the nearest of surface, underside, outer wall
    /// and, within the mouth of a hole, its chamfer and wall.
    pub fn nearest(&self, local: Vector) -> (Scalar, Vector) {
        let at = plan(local);
        if let Some(hole) = self.hole_at(at) {
            return self.nearest_in_hole(hole, local);
        }
        let (above, below) = (self.above(local), -self.thickness - local.y);
        let (level, up) = if above >= below { (above, self.normal(at)) } else { (below, Vector::NEG_Y) };
        let (outside, out) = self.outline(at);
        let side = Vector::new(out.x, 0.0, out.y);
        if outside > 0.0 {
            let gap = Vector2::new(outside, level.max(0.0));
            let normal = (side * gap.x + Vector::Y * gap.y.copysign(up.y)).normalize_or(side);
            return (gap.length(), normal);
        }
        if level >= 0.0 || level > outside { (level, up) } else { (outside, side) }
    }

    /// [`Plate::nearest`] for a point whose plan lies within the mouth of `hole`.
    pub(crate) fn nearest_in_hole(&self, hole: &Hole, local: Vector) -> (Scalar, Vector) {
        let offset = plan(local) - hole.centre;
        let distance = offset.length();
        let out = offset.try_normalize().unwrap_or(Vector2::X);
        let y = local.y - self.mouth_height(hole, out);
        let inward = -Vector::new(out.x, 0.0, out.y);
        let below = -self.thickness - local.y;
        if below > 0.0 {
            let beside = if hole.floor.is_none() { (hole.radius - distance).max(0.0) } else { 0.0 };
            let gap = Vector2::new(beside, below);
            return (gap.length(), (inward * gap.x + Vector::NEG_Y * gap.y).normalize_or(Vector::NEG_Y));
        }
        let profile = HoleProfile { radius: hole.radius, chamfer: hole.chamfer };
        let (mut gap, side) = profile.nearest(distance, y);
        let mut normal = inward * side.x + Vector::Y * side.y;
        if let Some(floor) = hole.floor {
            let above_floor = y + floor;
            if above_floor < gap {
                gap = above_floor;
                normal = Vector::Y;
            }
        }
        (gap, normal)
    }
}

/// The section of a hole's rim: wall below, chamfer above, seen from the hole's axis. Coordinates are the
/// distance from the axis and the height above the surface at the mouth.
pub(crate) struct HoleProfile {
    pub radius: Scalar,
    pub chamfer: Scalar,
}

impl HoleProfile {
    /// Signed distance of a point to the rim's solid, and its normal as (towards the axis, up).
    pub fn nearest(&self, distance: Scalar, y: Scalar) -> (Scalar, Vector2) {
        let to_axis = self.radius - distance;
        if self.chamfer <= 0.0 {
            return if y <= 0.0 {
                (to_axis, Vector2::X)
            } else {
                let gap = Vector2::new(to_axis, y);
                (gap.length(), gap.normalize_or(Vector2::Y))
            };
        }
        // Along the chamfer from its foot on the wall (0) to the mouth (chamfer).
        let along = (-to_axis + (y + self.chamfer)) / 2.0;
        if along <= 0.0 && y <= -self.chamfer {
            return (to_axis, Vector2::X);
        }
        let t = along.clamp(0.0, self.chamfer);
        let foot = Vector2::new(-t, t - self.chamfer);
        let gap = Vector2::new(to_axis, y) - foot;
        let face = Vector2::splat(std::f64::consts::FRAC_1_SQRT_2);
        if t > 0.0 && t < self.chamfer || gap.dot(face) <= 0.0 {
            (gap.dot(face), face)
        } else {
            (gap.length(), gap.normalize_or(face))
        }
    }
}
