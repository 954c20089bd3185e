//! A disc lying on its face, or nearly: its true rim points, and the cusps where its rim crosses another border.

use super::{FLAT, Lean, above_surface, rim};
use crate::geometry::contact::Manifold;
use crate::geometry::disc::Disc;
use crate::geometry::plate::{Outline, Plate, edges, plan};
use crate::units::{Scalar, Vector, Vector2};

/// Points of a face whose gaps differ by less than this touch together, metres.
const FACE: Scalar = 2.0e-5;

/// A disc lying on its face, or nearly.
pub(super) fn level(
    disc: &Disc,
    plate: &Plate,
    lean: &Lean,
    load: Vector,
    reach: Scalar,
    out: &mut Vec<Manifold>,
) {
    let Disc { centre, axis, radius, half } = *disc;
    let Lean { up, down, tilt } = *lean;
    let face = centre - axis * half;
    let upright = axis.dot(up);
    let mut manifold = Manifold::new(-up, 0);
    // Depth of the face's plane above a point of the plate, along the surface's normal.
    let clearance = |point: Vector| (face - point).dot(axis) / upright;

    let load = load - axis * load.dot(axis);
    let toward = if tilt > FLAT {
        down / tilt
    } else if load.length_squared() > (0.02 * radius).powi(2) {
        load.normalize()
    } else {
        (Vector::X - axis * axis.x).normalize_or(axis.any_orthonormal_vector())
    };
    let aside = axis.cross(toward);

    let mut cusps = arrayvec::ArrayVec::<Vector, 6>::new();
    let mut add_cusp = |point: Vector, feature: u32, manifold: &mut Manifold| {
        let gap = clearance(point);
        // Far above the face it stands beside the disc, not under it: that is the edge's business.
        if gap < reach && gap > -0.25 * half {
            manifold.push(point + up * (gap / 2.0), gap, feature);
        }
        let _ = cusps.try_push(point);
    };
    for (index, hole) in plate.holes.iter().enumerate() {
        if plan(face).distance_squared(hole.centre) > (hole.mouth() + radius).powi(2) {
            continue;
        }
        let feature = 16 * (index as u32 + 1);
        for (cusp, which) in
            crossings(plate, hole.centre, hole.mouth(), disc, tilt).into_iter().flatten().zip(0u32..)
        {
            add_cusp(cusp, feature + which, &mut manifold);
        }
    }
    match &plate.outline {
        Outline::Infinite => {}
        Outline::Circle(edge) => {
            for (cusp, which) in
                crossings(plate, Vector2::ZERO, *edge, disc, tilt).into_iter().flatten().zip(0u32..)
            {
                add_cusp(cusp, 8 + which, &mut manifold);
            }
        }
        Outline::Polygon(polygon) => {
            if !plate.holds(plan(face), radius) {
                for (edge, (a, b)) in edges(polygon.corners()).enumerate() {
                    let feature = 0x1000 + 16 * edge as u32;
                    for (cusp, which) in
                        edge_crossings(plan(face), radius, a, b).into_iter().flatten().zip(0u32..)
                    {
                        add_cusp(
                            Vector::new(cusp.x, plate.height(cusp), cusp.y),
                            feature + which,
                            &mut manifold,
                        );
                    }
                    if a.distance(plan(face)) < radius {
                        add_cusp(Vector::new(a.x, plate.height(a), a.y), feature + 2, &mut manifold);
                    }
                }
            }
        }
    }
    // Rim points on the surface, unless a cusp already stands for that side.
    for (direction, quarter) in [toward, aside, -toward, -aside].into_iter().zip(0u32..) {
        let point = face + direction * radius;
        let near_cusp = cusps.iter().any(|cusp| (*cusp - point).length_squared() < (0.25 * radius).powi(2));
        if near_cusp && tilt <= FLAT {
            continue;
        }
        let Some(gap) = above_surface(plate, point) else { continue };
        if gap < reach {
            manifold.push(point - up * (gap / 2.0), gap, quarter);
        }
    }
    if manifold.points.is_empty() {
        return;
    }
    // Three points that touch make a face; one or two are a rim, however near the others hover.
    let nearest = manifold.points.iter().map(|point| point.gap).fold(Scalar::INFINITY, Scalar::min);
    let touching = manifold.points.iter().filter(|point| point.gap < nearest + FACE).count();
    if touching >= 3 {
        manifold.patch = radius;
    } else if tilt > 1.0e-4 {
        manifold.rolling = rim(axis, down / tilt, tilt, radius);
    }
    out.push(manifold);
}

/// Where the rim of a nearly level disc's lower face stands over a circle on the plate.
fn crossings(
    plate: &Plate,
    centre: Vector2,
    circle: Scalar,
    disc: &Disc,
    tilt: Scalar,
) -> [Option<Vector>; 2] {
    let face = disc.centre - disc.axis * disc.half;
    let between = plan(face) - centre;
    let distance = between.length();
    let radius = disc.radius;
    if distance >= circle + radius || distance <= (circle - radius).abs() || distance == 0.0 {
        return [None; 2];
    }
    let along = (distance * distance + circle * circle - radius * radius) / (2.0 * distance);
    let height = (circle * circle - along * along).max(0.0).sqrt();
    let unit = between / distance;
    let on_plate = |p: Vector2| Vector::new(p.x, plate.height(p), p.y);
    [1.0, -1.0].map(|side| {
        let mut offset = unit * along + unit.perp() * (height * side);
        if tilt > 1.0e-4 {
            // A tilted face is an ellipse in plan: walk along the circle until the distance from the axis fits.
            for _ in 0..3 {
                let point = on_plate(centre + offset) - disc.centre;
                let across = point - disc.axis * point.dot(disc.axis);
                let tangent = offset.perp();
                let slope = 2.0 * across.dot(Vector::new(tangent.x, 0.0, tangent.y));
                if slope.abs() < 1.0e-12 {
                    break;
                }
                let turn = ((radius * radius - across.length_squared()) / slope).clamp(-0.2, 0.2);
                offset = (offset + tangent * turn).normalize_or(unit) * circle;
            }
        }
        let point = centre + offset;
        // The circle may itself be cut by the plate's end or by a hole; then this crossing does not exist.
        let inside = plate.outside_outline(point) <= 1.0e-9
            && plate.holes.iter().all(|hole| point.distance(hole.centre) > hole.mouth() - 1.0e-9);
        inside.then(|| on_plate(point))
    })
}

/// Where a circle crosses the straight edge from `a` to `b`.
fn edge_crossings(centre: Vector2, radius: Scalar, a: Vector2, b: Vector2) -> [Option<Vector2>; 2] {
    let edge = b - a;
    let length = edge.length();
    let unit = edge / length;
    let foot = (centre - a).dot(unit);
    let off = (centre - a).perp_dot(unit);
    let half_squared = radius * radius - off * off;
    if half_squared <= 0.0 {
        return [None; 2];
    }
    let half = half_squared.sqrt();
    [foot - half, foot + half].map(|t| (0.0..=length).contains(&t).then(|| a + unit * t))
}
