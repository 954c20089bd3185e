//! A disc beside a plate or over its end: the upright outer walls and the edges that bound them.

use super::arc::{Arc, local_minima};
use super::edge::{BESIDE, Edge, SAME, best_normal, edge_on_disc};
use super::face::{Face, face_on_disc};
use super::{SEAM, rim};
use crate::geometry::contact::Manifold;
use crate::geometry::disc::{Disc, Nearest};
use crate::geometry::plate::{Outline, Plate, Polygon, edges, plan};
use crate::units::{Scalar, Vector, Vector2};

/// Contacts of a disc with everything upright that bounds a plate. `edges_too` is false for a disc that lies on the
/// surface: there its cusps stand for the upper edge.
pub(super) fn outer(
    disc: &Disc,
    plate: &Plate,
    edges_too: bool,
    reach: Scalar,
    load: Vector,
    out: &mut Vec<Manifold>,
) {
    match &plate.outline {
        Outline::Infinite => {}
        Outline::Circle(radius) => round(disc, plate, *radius, edges_too, reach, out),
        Outline::Polygon(polygon) => straight(disc, plate, polygon, edges_too, reach, load, out),
    }
}

fn straight(
    disc: &Disc,
    plate: &Plate,
    polygon: &Polygon,
    edges_too: bool,
    reach: Scalar,
    load: Vector,
    out: &mut Vec<Manifold>,
) {
    let centre = plan(disc.centre);
    let size = libm::hypot(disc.radius, disc.half) + reach;
    let lift = |p: Vector2, y: Scalar| Vector::new(p.x, y, p.y);
    let mut last = polygon.normals().last().unwrap_or_default();
    for (((a, b), side), number) in edges(polygon.corners()).zip(polygon.normals()).zip(0u32..) {
        let before = std::mem::replace(&mut last, side);
        let off = (centre - a).dot(side);
        if off > size || off < -size {
            continue;
        }
        let feature = 0x100 + 8 * number;
        let outwards = lift(side, 0.0);
        let (top_a, top_b) = (plate.height(a), plate.height(b));
        let foot = -plate.thickness;
        let upper =
            Edge { ends: [lift(a, top_a), lift(b, top_b)], faces: [Vector::Y, outwards], on_surface: true };
        let lower = Edge {
            ends: [lift(a, foot), lift(b, foot)],
            faces: [Vector::NEG_Y, outwards],
            on_surface: false,
        };
        let corner = Edge {
            ends: [lift(a, foot), lift(a, top_a - SEAM)],
            faces: [lift(before, 0.0), outwards],
            on_surface: false,
        };
        if edges_too {
            edge_on_disc(disc, &upper, feature + 1, reach, out);
        }
        edge_on_disc(disc, &lower, feature + 2, reach, out);
        edge_on_disc(disc, &corner, feature + 3, reach, out);
        for (point, level, which) in [(corner.ends[0], Vector::NEG_Y, 5), (upper.ends[0], Vector::Y, 4)]
            .into_iter()
            .take(1 + usize::from(edges_too))
        {
            corner_on_disc(disc, point, [level, lift(before, 0.0), outwards], feature + which, reach, out);
        }
        let top = top_a.min(top_b);
        let wall = Face {
            from: lower.ends[0],
            along: lower.ends[1] - lower.ends[0],
            up: Vector::Y * (top - SEAM - foot),
            out: outwards,
        };
        let depth = |point: Vector| (top - point.y).min(point.y - foot);
        face_on_disc(disc, &wall, depth, (feature, reach), load, out);
    }
}

/// Contact of the corner where three faces meet, if the disc is nearest to it and to none of their edges.
fn corner_on_disc(
    disc: &Disc,
    point: Vector,
    faces: [Vector; 3],
    feature: u32,
    reach: Scalar,
    out: &mut Vec<Manifold>,
) {
    if disc.gap(point) >= reach {
        return;
    }
    let Nearest { gap, normal, .. } = disc.nearest(point);
    if gap > -disc.half && faces.iter().all(|face| normal.dot(*face) <= 0.0) {
        out.push(Manifold::single(normal, point - normal * (gap / 2.0), gap, feature));
    }
}

fn round(
    disc: &Disc,
    plate: &Plate,
    radius: Scalar,
    edges_too: bool,
    reach: Scalar,
    out: &mut Vec<Manifold>,
) {
    let (top, foot) = (plate.slope * radius, -plate.thickness);
    let size = libm::hypot(disc.radius, disc.half) + reach;
    let Some(arc) = Arc::near(radius, plan(disc.centre), size) else { return };
    let borders = [(top, Vector::Y, 0x110), (foot, Vector::NEG_Y, 0x120)];
    for (height, level, feature) in borders.into_iter().skip(usize::from(!edges_too)) {
        let point_at = |side: Vector2| Vector::new(side.x * radius, height, side.y * radius);
        local_minima(
            arc,
            |side| disc.gap(point_at(side)),
            reach,
            |side, which| {
                // Near the place where it is nearest the edge is as good as straight.
                let (point, outwards) = (point_at(side), Vector::new(side.x, 0.0, side.y));
                let least = if height == top { SAME } else { 0.0 };
                let Some(normal) = best_normal(disc, point - disc.centre, (-level, -outwards), least) else {
                    return;
                };
                let gap = disc.gap_along(point, normal);
                if gap < reach && gap > -disc.half && disc.gap(point) <= gap.max(0.0) + BESIDE {
                    out.push(Manifold::single(normal, point - normal * (gap / 2.0), gap, feature + which));
                }
            },
        );
    }
    let across = disc.axis.any_orthonormal_vector();
    let along = disc.axis.cross(across);
    for (end, which) in [(-disc.half, 0u32), (disc.half, 1)] {
        let rim_point = |direction: Vector2| {
            disc.centre + disc.axis * end + (across * direction.x + along * direction.y) * disc.radius
        };
        let gap_at = |direction: Vector2| {
            let point = rim_point(direction);
            let gap = plan(point).length() - radius;
            // Above, below, or nearer to the surface or the underside: not this contact.
            let beyond = (point.y - top + SEAM).max(foot - point.y);
            if beyond > gap.min(0.0) { 1.0 + beyond } else { gap }
        };
        local_minima(Arc::whole(disc.radius), gap_at, reach, |direction, place| {
            let point = rim_point(direction);
            let side = plan(point).normalize_or(Vector2::X);
            let (gap, normal) = (plan(point).length() - radius, -Vector::new(side.x, 0.0, side.y));
            let feature = 0x130 + 16 * which + place;
            let mut manifold = Manifold::single(normal, point + normal * (gap / 2.0), gap, feature);
            let down = normal - disc.axis * normal.dot(disc.axis);
            let tilt = down.length();
            if tilt > 0.5 {
                manifold.rolling = rim(disc.axis, down / tilt, tilt, disc.radius);
            }
            out.push(manifold);
        });
    }
}
