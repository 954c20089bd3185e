//! A disc at or in a hole: edges of the hole against its body, its rims against the wall.

use super::arc::{Arc, local_minima};
use crate::geometry::contact::Manifold;
use crate::geometry::disc::{Disc, Nearest};
use crate::geometry::plate::{Hole, HoleProfile, Plate, plan};
use crate::units::{Scalar, Vector, Vector2};

/// A rim that dips into a mouth by less than this has not entered it, metres. What lies on the surface may overlap it
/// by as much.
const MOUTH: Scalar = 1.0e-6;

/// A disc near a hole's mouth or inside it: edges of the hole against its body, its rims against the wall.
pub(super) fn in_hole(
    disc: &Disc,
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
            let Some(arc) = Arc::near(circle, plan(disc.centre) - hole.centre, size) else { continue };
            let point_at = |out: Vector2| {
                let p = hole.centre + out * circle;
                Vector::new(p.x, plate.mouth_height(hole, out) + depth, p.y)
            };
            circle_on_disc(disc, arc, point_at, feature + 0x1000 * which, reach, out);
        }
    }
    for (end, which) in [(-disc.half, 2u32), (disc.half, 3)] {
        rim_in_hole(disc, plate, hole, end, feature + 0x1000 * which, reach, out);
    }
}

/// Contacts of a circular edge with a disc's body: the points of the edge, by their direction from its middle, that are
/// locally nearest.
fn circle_on_disc(
    disc: &Disc,
    arc: Arc,
    point_at: impl Fn(Vector2) -> Vector,
    feature: u32,
    reach: Scalar,
    out: &mut Vec<Manifold>,
) {
    local_minima(
        arc,
        |out| disc.gap(point_at(out)),
        reach,
        |out_of_hole, which| {
            let point = point_at(out_of_hole);
            let Nearest { gap, mut normal, side_gap, face_gap } = disc.nearest(point);
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
    disc: &Disc,
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
