//! A disc at or in a hole: edges of the hole against its body, its rims against the wall.

use super::LocalDisc;
use crate::geometry::contact::Manifold;
use crate::geometry::plate::{Hole, HoleProfile, Plate, plan};
use crate::units::{Scalar, Vector, Vector2};

use std::f64::consts::TAU;

/// How many places of an arc are looked at before the nearest are refined.
const SEARCH: usize = 24;

/// A disc near a hole's mouth or inside it: edges of the hole against its body, its rims against the wall.
pub(super) fn in_hole(
    disc: &LocalDisc,
    plate: &Plate,
    hole: &Hole,
    index: u32,
    edges_too: bool,
    reach: Scalar,
    out: &mut Vec<Manifold>,
) {
    let size = disc.radius + disc.half + reach;
    let distance = plan(disc.centre).distance(hole.centre);
    let in_the_middle = hole.floor.is_none() && distance + size < hole.radius;
    if distance > hole.mouth() + size || in_the_middle {
        return;
    }
    let feature = 0x10_0000 * (index + 1);
    let below = plate.above(disc.centre) < 0.0;
    if edges_too || below {
        let mouth = [(hole.mouth(), 0.0, 0u32), (hole.radius, -hole.chamfer, 1)];
        for (circle, depth, which) in mouth.into_iter().take(if hole.chamfer > 0.0 { 2 } else { 1 }) {
            edge_on_disc(disc, plate, hole, circle, depth, feature + 0x1000 * which, reach, out);
        }
    }
    for (end, which) in [(-disc.half, 2u32), (disc.half, 3)] {
        rim_in_hole(disc, plate, hole, end, feature + 0x1000 * which, reach, out);
    }
}

/// Contacts of a circular edge of a hole with a disc's body: the points of the edge that are locally nearest.
fn edge_on_disc(
    disc: &LocalDisc,
    plate: &Plate,
    hole: &Hole,
    circle: Scalar,
    depth: Scalar,
    feature: u32,
    reach: Scalar,
    out: &mut Vec<Manifold>,
) {
    let point_at = |angle: Scalar| {
        let out = Vector2::from_angle(angle);
        let p = hole.centre + out * circle;
        Vector::new(p.x, plate.mouth_height(hole, out) + depth, p.y)
    };
    let size = disc.radius + disc.half + reach;
    let Some(arc) = Arc::near(circle, plan(disc.centre) - hole.centre, size) else { return };
    local_minima(
        arc,
        |angle| disc.nearest(point_at(angle)).0,
        reach,
        |angle, which| {
            let point = point_at(angle);
            let (gap, mut normal, side_gap, face_gap) = disc.nearest(point);
            // Where the edge leaves through the disc's own edge both faces are equally near: edge crosses edge,
            // and the normal is square to both.
            if (side_gap - face_gap).abs() < 1.0e-6 {
                let tangent = Vector2::from_angle(angle).perp();
                let tangent = Vector::new(tangent.x, 0.0, tangent.y);
                let offset = point - disc.centre;
                let along = offset.dot(disc.axis);
                let radial = (offset - disc.axis * along).normalize_or_zero();
                let face = disc.axis * 1f64.copysign(along);
                let (p, q) = (face.dot(tangent), radial.dot(tangent));
                if p * q < 0.0 {
                    normal = (face * q.abs() + radial * p.abs()).normalize_or(normal);
                }
            }
            out.push(Manifold::single(normal, point - normal * (gap / 2.0), gap, feature + which));
        },
    );
}

/// Contacts of one rim of a disc with the wall and chamfer of a hole.
fn rim_in_hole(
    disc: &LocalDisc,
    plate: &Plate,
    hole: &Hole,
    end: Scalar,
    feature: u32,
    reach: Scalar,
    out: &mut Vec<Manifold>,
) {
    let middle = disc.centre + disc.axis * end;
    let across = disc.axis.any_orthonormal_vector();
    let along = disc.axis.cross(across);
    let point_at = |angle: Scalar| {
        let (sin, cos) = angle.sin_cos();
        middle + (across * cos + along * sin) * disc.radius
    };
    // Only points below the surface and above the wall's foot can touch the wall.
    let gap_at = |angle: Scalar| {
        let point = point_at(angle);
        let offset = plan(point) - hole.centre;
        if offset.length() > hole.mouth() + 2.0e-3 || point.y < -plate.thickness {
            return 1.0;
        }
        let side = offset.try_normalize().unwrap_or(Vector2::X);
        let y = point.y - plate.mouth_height(hole, side);
        if y > 0.0 {
            return 1.0 + y;
        }
        let wall = HoleProfile { radius: hole.radius, chamfer: hole.chamfer }.nearest(offset.length(), y).0;
        if wall < y {
            // Nearer to the surface than to the wall: not this contact.
            return 1.0;
        }
        hole.floor.map_or(wall, |floor| wall.min(y + floor))
    };
    local_minima(Arc::whole(disc.radius), gap_at, reach, |angle, which| {
        let point = point_at(angle);
        let (gap, normal) = plate.nearest_in_hole(hole, point);
        out.push(Manifold::single(-normal, point - normal * (gap / 2.0), gap, feature + which));
    });
}

/// A part of a circle to be searched.
#[derive(Clone, Copy)]
struct Arc {
    /// Where it begins, radians.
    from: Scalar,
    /// How far it goes; a whole turn closes on itself.
    span: Scalar,
    /// Radius: a distance to anything changes by at most this much per radian.
    radius: Scalar,
}

impl Arc {
    fn whole(radius: Scalar) -> Self {
        Self { from: 0.0, span: TAU, radius }
    }

    /// The part of a circle that can be within `size` of something seen from its centre at `offset`; `None` if
    /// none of it can.
    fn near(radius: Scalar, offset: Vector2, size: Scalar) -> Option<Self> {
        if (offset.length() - radius).abs() > size {
            return None;
        }
        let share = size / radius;
        if share > 0.8 {
            return Some(Self::whole(radius));
        }
        let half = share.asin();
        Some(Self { from: offset.to_angle() - half, span: 2.0 * half, radius })
    }
}

/// Finds the local minima below `reach` of a distance along an arc and reports at most four of them.
fn local_minima(
    arc: Arc,
    value: impl Fn(Scalar) -> Scalar,
    reach: Scalar,
    mut found: impl FnMut(Scalar, u32),
) {
    let closed = arc.span >= TAU;
    let step = arc.span / SEARCH as Scalar;
    let samples: [Scalar; SEARCH] = std::array::from_fn(|i| value(arc.from + i as Scalar * step));
    let mut reported = 0;
    for i in 0..SEARCH {
        if !closed && (i == 0 || i + 1 == SEARCH) {
            continue;
        }
        let (before, here, after) =
            (samples[(i + SEARCH - 1) % SEARCH], samples[i], samples[(i + 1) % SEARCH]);
        let too_far = here - step * arc.radius > reach;
        if here > before || here >= after || too_far || reported == 4 {
            continue;
        }
        let mut low = arc.from + (i as Scalar - 1.0) * step;
        let mut high = arc.from + (i as Scalar + 1.0) * step;
        const GOLDEN: Scalar = 0.618_033_988_749_894_8;
        let (mut a, mut b) = (high - (high - low) * GOLDEN, low + (high - low) * GOLDEN);
        let (mut at_a, mut at_b) = (value(a), value(b));
        for _ in 0..34 {
            if at_a < at_b {
                high = b;
                (b, at_b) = (a, at_a);
                a = high - (high - low) * GOLDEN;
                at_a = value(a);
            } else {
                low = a;
                (a, at_a) = (b, at_b);
                b = low + (high - low) * GOLDEN;
                at_b = value(b);
            }
        }
        if at_a.min(at_b) < reach {
            found(if at_a < at_b { a } else { b }, reported);
            reported += 1;
        }
    }
}
