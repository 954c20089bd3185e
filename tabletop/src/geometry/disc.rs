//! A disc in its place, as the closed forms of contact see it.

use crate::units::{Scalar, Vector};

/// A solid cylinder. Metres.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Disc {
    /// Middle.
    pub centre: Vector,
    /// Unit vector through the middles of both faces.
    pub axis: Vector,
    /// Radius of the faces.
    pub radius: Scalar,
    /// Half of its thickness.
    pub half: Scalar,
}

/// Where a point is with regard to a [`Disc`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Nearest {
    /// Signed distance to the solid, negative inside.
    pub gap: Scalar,
    /// Unit normal out of the disc. Inside, where two faces meet, that of the nearer one.
    pub normal: Vector,
    /// Signed distance to the endless side.
    pub side_gap: Scalar,
    /// Signed distance to the endless slab between the faces.
    pub face_gap: Scalar,
}

impl Disc {
    /// How far it reaches from its centre along a unit direction.
    pub fn reach(&self, direction: Vector) -> Scalar {
        let along = direction.dot(self.axis);
        self.half * along.abs() + self.radius * (1.0 - along * along).max(0.0).sqrt()
    }

    /// Its farthest point along a unit direction; the middle of a face for one along its axis.
    pub fn support(&self, direction: Vector) -> Vector {
        let along = direction.dot(self.axis);
        let across = (direction - self.axis * along).normalize_or_zero();
        self.centre + self.axis * self.half.copysign(along) + across * self.radius
    }

    /// How far a point is outside of it along a unit direction, negative inside.
    pub fn gap_along(&self, point: Vector, direction: Vector) -> Scalar {
        (point - self.centre).dot(direction) - self.reach(direction)
    }

    /// Signed distance of a point to the solid: that of [`Disc::nearest`], for less.
    pub fn gap(&self, point: Vector) -> Scalar {
        let offset = point - self.centre;
        let along = offset.dot(self.axis);
        let side_gap = (offset - self.axis * along).length() - self.radius;
        let face_gap = along.abs() - self.half;
        if side_gap > 0.0 && face_gap > 0.0 {
            (side_gap * side_gap + face_gap * face_gap).sqrt()
        } else {
            side_gap.max(face_gap)
        }
    }

    /// Where a point is with regard to it.
    pub fn nearest(&self, point: Vector) -> Nearest {
        let offset = point - self.centre;
        let along = offset.dot(self.axis);
        let across = offset - self.axis * along;
        let distance = across.length();
        let radial = across.normalize_or(self.axis.any_orthonormal_vector());
        let face = self.axis * 1f64.copysign(along);
        let (side_gap, face_gap) = (distance - self.radius, along.abs() - self.half);
        let (gap, normal) = if side_gap > 0.0 && face_gap > 0.0 {
            let gap = radial * side_gap + face * face_gap;
            (gap.length(), gap.normalize_or(face))
        } else if side_gap > face_gap {
            (side_gap, radial)
        } else {
            (face_gap, face)
        };
        Nearest { gap, normal, side_gap, face_gap }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::samples::Random;

    #[test]
    fn the_cheap_distance_is_the_distance() {
        let mut random = Random(3);
        for _ in 0..1000 {
            let axis = random.rotation() * Vector::Y;
            let disc = Disc { centre: random.unit() * 0.01, axis, radius: 0.0125, half: 0.004 };
            let point = random.unit() * 0.03;
            let nearest = disc.nearest(point);
            assert!((nearest.gap - disc.gap(point)).abs() < 1e-15, "{nearest:?}");
            // Moved out along the normal it is as much farther away.
            let moved = disc.gap(point + nearest.normal * 1e-6) - nearest.gap;
            assert!((moved - 1e-6).abs() < 1e-12 || nearest.gap < 0.0, "{moved} {nearest:?}");
        }
    }
}
