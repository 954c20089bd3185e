//! A disc at or in a hole: edges of the hole against its body, its rims against the wall.

use super::LocalDisc;
use crate::geometry::contact::Manifold;
use crate::geometry::minimum::minimum;
use crate::geometry::plate::{Hole, HoleProfile, Plate, plan};
use crate::units::{Scalar, Vector, Vector2};

use std::f64::consts::TAU;

/// A rim that dips into a mouth by less than this has not entered it, metres. What lies on the surface may overlap it
/// by as much.
const MOUTH: Scalar = 1.0e-6;

/// How exactly a nearest place is found, radians: a nanometre on the rim of a disc.
const PRECISION: Scalar = 1.0e-7;

/// How many places of a circle are looked at before the nearest are refined, and how many of a short arc at least.
const SEARCH: usize = 24;
const LEAST: usize = 8;

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
    if plan(disc.centre).distance_squared(hole.centre) > (hole.mouth() + size).powi(2) {
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
    let point_at = |out: Vector2| {
        let p = hole.centre + out * circle;
        Vector::new(p.x, plate.mouth_height(hole, out) + depth, p.y)
    };
    let size = disc.radius + disc.half + reach;
    let Some(arc) = Arc::near(circle, plan(disc.centre) - hole.centre, size) else { return };
    local_minima(
        arc,
        |out| disc.gap(point_at(out)),
        reach,
        |out_of_hole, which| {
            let point = point_at(out_of_hole);
            let (gap, mut normal, side_gap, face_gap) = disc.nearest(point);
            // Where the edge leaves through the disc's own edge both faces are equally near: edge crosses edge,
            // and the normal is square to both.
            if (side_gap - face_gap).abs() < 1.0e-6 {
                let tangent = out_of_hole.perp();
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
    // A rim that is nowhere below the mouth meets no wall.
    let highest = (plate.slope * (hole.centre.length() + hole.mouth())).max(0.0) - MOUTH;
    // Directions in the plane of the rim: straight down, and level.
    let down = (Vector::NEG_Y).reject_from_normalized(disc.axis);
    let across = down.try_normalize().unwrap_or_else(|| disc.axis.any_orthonormal_vector());
    let along = disc.axis.cross(across);
    let Some(arc) = Arc::below(middle.y - highest, disc.radius, down.length()) else { return };
    let point_at = |direction: Vector2| middle + (across * direction.x + along * direction.y) * disc.radius;
    // Only points below the surface and above the wall's foot can touch the wall.
    let gap_at = |direction: Vector2| {
        let point = point_at(direction);
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
    local_minima(arc, gap_at, reach, |direction, which| {
        let point = point_at(direction);
        let (gap, normal) = plate.nearest_in_hole(hole, point);
        out.push(Manifold::single(-normal, point - normal * (gap / 2.0), gap, feature + which));
    });
}

/// A part of a circle to be searched.
#[derive(Clone, Copy)]
struct Arc {
    /// Direction in which it begins, a unit vector of the circle's plane.
    from: Vector2,
    /// How far it goes, radians; a whole turn closes on itself.
    span: Scalar,
    /// Radius: a distance to anything changes by at most this much per radian.
    radius: Scalar,
    /// How many places are looked at.
    places: usize,
}

impl Arc {
    fn whole(radius: Scalar) -> Self {
        Self { from: Vector2::X, span: TAU, radius, places: SEARCH }
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
        let half = libm::asin(share);
        let from = offset.normalize().rotate(turn(-half));
        Some(Self { from, span: 2.0 * half, radius, places: SEARCH })
    }

    /// The part of a rim that dips below a level `height` under its middle; the first direction of its plane points
    /// down, with the sine of the rim's tilt. It ends one place above the level.
    fn below(height: Scalar, radius: Scalar, tilt: Scalar) -> Option<Self> {
        let dip = radius * tilt;
        if height > dip {
            return None;
        }
        if height <= -dip {
            return Some(Self::whole(radius));
        }
        let step = TAU / SEARCH as Scalar;
        let half = libm::acos(height / dip) + 1.5 * step;
        if half >= TAU / 2.0 {
            return Some(Self::whole(radius));
        }
        let places = (libm::ceil(2.0 * half / step) as usize + 1).clamp(LEAST, SEARCH);
        Some(Self { from: turn(-half), span: 2.0 * half, radius, places })
    }
}

/// The unit vector at an angle from the first one.
fn turn(angle: Scalar) -> Vector2 {
    let (sin, cos) = libm::sincos(angle);
    Vector2::new(cos, sin)
}

/// The unit vector at an angle from the first one, by the tangent of half the angle.
fn turn_by_half(tangent: Scalar) -> Vector2 {
    let squared = tangent * tangent;
    Vector2::new(1.0 - squared, 2.0 * tangent) / (1.0 + squared)
}

/// Finds the local minima below `reach` of a distance along an arc and reports the directions of at most four.
fn local_minima(
    arc: Arc,
    value: impl Fn(Vector2) -> Scalar,
    reach: Scalar,
    mut found: impl FnMut(Vector2, u32),
) {
    let closed = arc.span >= TAU;
    let places = arc.places;
    let step = arc.span / (if closed { places } else { places - 1 }) as Scalar;
    let (by_step, half_step) = (turn(step), libm::tan(step / 2.0));
    let mut direction = arc.from;
    let mut samples = [(Vector2::ZERO, 0.0); SEARCH];
    for sample in &mut samples[..places] {
        *sample = (direction, value(direction));
        direction = direction.rotate(by_step);
    }
    let mut reported = 0;
    for i in 0..places {
        if !closed && (i == 0 || i + 1 == places) {
            continue;
        }
        let (before, after) = (samples[(i + places - 1) % places].1, samples[(i + 1) % places].1);
        let (direction, here) = samples[i];
        let too_far = here - step * arc.radius > reach;
        if here > before || here >= after || too_far || reported == 4 {
            continue;
        }
        let aside = |half: Scalar| direction.rotate(turn_by_half(half));
        let (half, least) = minimum((-half_step, 0.0, half_step), PRECISION, |half| value(aside(half)));
        if least < reach {
            found(aside(half), reported);
            reported += 1;
        }
    }
}
