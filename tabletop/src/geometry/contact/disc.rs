//! Contact of two discs: face on face, side by side, rim over rim, at every attitude.

use super::{Hint, Manifold};
use crate::geometry::Pose;
use crate::geometry::disc::Disc;
use crate::units::{Scalar, Vector, Vector2};

/// Sine of the angle between the axes up to which two discs count as parallel: 6°.
const PARALLEL: Scalar = 0.1045;

/// Sine of that angle below which its direction is rounding noise.
const FLAT: Scalar = 1.0e-6;

/// Disc on disc; `false` if they stand at an angle, where [`super::convex`] must look.
pub(super) fn disc_disc(
    (radius_a, half_a): (Scalar, Scalar),
    pose_a: Pose,
    (radius_b, half_b): (Scalar, Scalar),
    pose_b: Pose,
    reach: Scalar,
    hint: Hint,
    out: &mut Vec<Manifold>,
) -> bool {
    let between = pose_b.position - pose_a.position;
    let size = radius_a + half_a + radius_b + half_b + reach;
    if between.length_squared() > size * size {
        return true;
    }
    let mut a = Disc { centre: pose_a.position, axis: pose_a.axis(), radius: radius_a, half: half_a };
    let mut b = Disc { centre: pose_b.position, axis: pose_b.axis(), radius: radius_b, half: half_b };
    if a.axis.cross(b.axis).length_squared() > PARALLEL * PARALLEL {
        return false;
    }
    // Turn both axes from a to b.
    if a.axis.dot(between) < 0.0 {
        a.axis = -a.axis;
    }
    if a.axis.dot(b.axis) < 0.0 {
        b.axis = -b.axis;
    }
    let rise = between.dot(a.axis);
    let aside = between - a.axis * rise;
    let distance = aside.length();
    // Tilted against each other the faces come nearer by up to this much.
    let slack = a.axis.cross(b.axis).length() * (a.radius.min(b.radius) + a.half.max(b.half));
    let over = rise - (a.half + b.half);
    let beside = distance - (a.radius + b.radius);
    if over > reach + slack || beside > reach + slack {
        return true;
    }
    if beside < 0.0 && over >= beside.max(-a.half.min(b.half)) {
        faces(a, b, hint.load, reach, out);
    } else {
        sides(a, b, aside / distance.max(1.0e-12), reach, out);
    }
    true
}

/// One face on the other: the corners and far ends of the lens in which they overlap.
fn faces(a: Disc, b: Disc, load: Vector, reach: Scalar, out: &mut Vec<Manifold>) {
    let cross = a.axis.cross(b.axis);
    let tilt = cross.length();
    let top = a.centre + a.axis * a.half;
    let bottom = b.centre - b.axis * b.half;
    // Direction in which the gap narrows: b's face is lowest over a along the part of -a.axis in b's plane.
    let narrow = -a.axis + b.axis * a.axis.dot(b.axis);
    let (normal, origin) = if tilt > FLAT {
        let narrow = narrow / narrow.length();
        // The normal belongs to the face that the other's rim presses into.
        let lowest = bottom + narrow * b.radius - top;
        let over_a = (lowest - a.axis * lowest.dot(a.axis)).length() <= a.radius;
        (if over_a { a.axis } else { b.axis }, top)
    } else {
        (a.axis, top)
    };
    let x = if tilt > FLAT {
        narrow / narrow.length()
    } else {
        let shift = bottom - top;
        let shift = shift - normal * shift.dot(normal);
        let flat_load = load - normal * load.dot(normal);
        if shift.length_squared() > 1.0e-12 {
            shift.normalize()
        } else if flat_load.length_squared() > (0.02 * a.radius.min(b.radius)).powi(2) {
            flat_load.normalize()
        } else {
            (Vector::X - normal * normal.x).normalize_or(normal.any_orthonormal_vector())
        }
    };
    let x = (x - normal * x.dot(normal)).normalize_or(normal.any_orthonormal_vector());
    let y = normal.cross(x);
    let to_plane = |p: Vector| Vector2::new((p - origin).dot(x), (p - origin).dot(y));
    let lens = Lens { a: Vector2::ZERO, radius_a: a.radius, b: to_plane(bottom), radius_b: b.radius };
    let a_height = |p: Vector2| {
        let offset = x * p.x + y * p.y;
        -offset.dot(a.axis) / normal.dot(a.axis)
    };
    let b_height = |p: Vector2| {
        let offset = x * p.x + y * p.y - (bottom - origin);
        -offset.dot(b.axis) / normal.dot(b.axis)
    };

    let mut manifold = Manifold::new(normal, 0);
    let mut taken = arrayvec::ArrayVec::<Vector2, 8>::new();
    let mut add = |p: Vector2, feature: u32| {
        let apart = (0.05 * a.radius.min(b.radius)).powi(2);
        if taken.iter().any(|q| q.distance_squared(p) < apart) || taken.try_push(p).is_err() {
            return;
        }
        let (low, high) = (a_height(p), b_height(p));
        let gap = high - low;
        if gap < reach {
            manifold.push(origin + x * p.x + y * p.y + normal * ((low + high) / 2.0), gap, feature);
        }
    };
    let corners = lens.corners();
    let along = if corners.is_some() { lens.b.normalize_or(Vector2::X) } else { Vector2::X };
    if tilt > FLAT {
        add(lens.support(Vector2::X), 8);
    }
    if let Some(corners) = corners {
        for (corner, feature) in corners.into_iter().zip(4u32..) {
            add(corner, feature);
        }
    }
    for (direction, feature) in [along, -along, along.perp(), -along.perp()].into_iter().zip(0u32..) {
        add(lens.support(direction), feature);
    }
    if corners.is_some() {
        let load = Vector2::new(load.dot(x), load.dot(y));
        if load.length_squared() > (0.1 * a.radius.min(b.radius)).powi(2) {
            add(lens.support(load.normalize()), 9);
        }
    }
    if manifold.points.is_empty() {
        return;
    }
    if manifold.points.len() >= 3 {
        manifold.patch = lens.patch_radius();
    }
    out.push(manifold);
}

/// Side by side: the generators that face each other, or the nearest points of two rims.
fn sides(a: Disc, b: Disc, toward: Vector, reach: Scalar, out: &mut Vec<Manifold>) {
    let between = b.centre - a.centre;
    // Heights along a's axis that both sides cover.
    let cos = a.axis.dot(b.axis);
    let rise = between.dot(a.axis);
    let low = (-a.half).max(rise - b.half * cos);
    let high = a.half.min(rise + b.half * cos);
    if high <= low {
        // Rim over rim, apart in both directions.
        let near_a = a.centre + a.axis * a.half + toward * a.radius;
        let toward_b = (toward - b.axis * toward.dot(b.axis)).normalize_or(toward);
        let near_b = b.centre - b.axis * b.half - toward_b * b.radius;
        let gap = near_b - near_a;
        let (outward, upward) = (gap.dot(toward), gap.dot(a.axis));
        let (normal, gap) = if outward > 0.0 && upward > 0.0 {
            (gap.normalize_or(toward), gap.length())
        } else if outward > upward {
            (toward, outward)
        } else {
            (a.axis, upward)
        };
        if gap < reach {
            out.push(Manifold::single(normal, (near_a + near_b) / 2.0, gap, 2));
        }
        return;
    }
    let mut manifold = Manifold::new(toward, 1);
    for (height, feature) in [(low, 0u32), (high, 1)] {
        let on_a = a.centre + a.axis * height;
        // The point of b's axis at the same height.
        let on_b = b.centre + b.axis * ((height - rise) / cos);
        let across = on_b - on_a;
        let distance = across.length();
        let gap = distance - a.radius - b.radius;
        if gap < reach {
            let unit = across / distance.max(1.0e-12);
            manifold.push(on_a + unit * (a.radius + gap / 2.0), gap, feature);
        }
    }
    if !manifold.points.is_empty() {
        out.push(manifold);
    }
}

/// The region two circles of one plane share.
struct Lens {
    a: Vector2,
    radius_a: Scalar,
    b: Vector2,
    radius_b: Scalar,
}

impl Lens {
    /// The two points where the circles cross, if they do.
    fn corners(&self) -> Option<[Vector2; 2]> {
        let between = self.b - self.a;
        let distance = between.length();
        if distance <= (self.radius_a - self.radius_b).abs() || distance == 0.0 {
            return None;
        }
        let along = (distance * distance + self.radius_a * self.radius_a - self.radius_b * self.radius_b)
            / (2.0 * distance);
        let height = (self.radius_a * self.radius_a - along * along).max(0.0).sqrt();
        let unit = between / distance;
        Some([1.0, -1.0].map(|side| self.a + unit * along + unit.perp() * (height * side)))
    }

    /// The point of the lens farthest along a unit direction.
    fn support(&self, direction: Vector2) -> Vector2 {
        let on_a = self.a + direction * self.radius_a;
        if on_a.distance_squared(self.b) <= self.radius_b * self.radius_b {
            return on_a;
        }
        let on_b = self.b + direction * self.radius_b;
        if on_b.distance_squared(self.a) <= self.radius_a * self.radius_a {
            return on_b;
        }
        match self.corners() {
            Some([p, q]) => {
                if p.dot(direction) >= q.dot(direction) {
                    p
                } else {
                    q
                }
            }
            None => on_b,
        }
    }

    /// Radius of the circle of the same area.
    fn patch_radius(&self) -> Scalar {
        let distance = self.a.distance(self.b);
        let (big, small) = (self.radius_a.max(self.radius_b), self.radius_a.min(self.radius_b));
        if distance <= big - small {
            return small;
        }
        let part = |r: Scalar, other: Scalar| {
            let x = (distance * distance + r * r - other * other) / (2.0 * distance);
            r * r * libm::acos((x / r).clamp(-1.0, 1.0)) - x * (r * r - x * x).max(0.0).sqrt()
        };
        ((part(big, small) + part(small, big)) / std::f64::consts::PI).max(0.0).sqrt()
    }
}
