//! Triangulation of a plan with round holes and inlays, borders exact.

use std::f64::consts::TAU;

use spade::{ConstrainedDelaunayTriangulation, Point2, Triangulation};
use tabletop::geometry::Outline;
use tabletop::units::{Scalar, Vector2};

use super::weld::Corners;
use crate::view::look::Region;

/// Facets of a round border. At this number a polygon lacks less than 0.03 % of its circle.
pub(super) const FACETS: usize = 160;

/// The corners of a circle, counter-clockwise in `(x, z)` order, the first along `x`.
pub(super) fn circle(centre: Vector2, radius: Scalar) -> Vec<Vector2> {
    (0..FACETS).map(|i| centre + Vector2::from_angle(i as Scalar / FACETS as Scalar * TAU) * radius).collect()
}

/// The corners of an outline, drawn in by `inset`; an endless plate is shown ten metres each way.
pub(super) fn outline(outline: &Outline, inset: Scalar) -> Vec<Vector2> {
    match outline {
        Outline::Infinite => {
            [(-10.0, -10.0), (10.0, -10.0), (10.0, 10.0), (-10.0, 10.0)].map(Vector2::from).into()
        }
        Outline::Circle(radius) => circle(Vector2::ZERO, radius - inset),
        Outline::Polygon(polygon) => inset_polygon(polygon.corners(), inset),
    }
}

/// A convex polygon with every edge moved inwards.
fn inset_polygon(corners: &[Vector2], inset: Scalar) -> Vec<Vector2> {
    let n = corners.len();
    (0..n)
        .map(|i| {
            let (before, here, after) = (corners[(i + n - 1) % n], corners[i], corners[(i + 1) % n]);
            let (a, b) = ((here - before).normalize(), (after - here).normalize());
            // Along the bisector of the inward normals, as far as both edges have moved.
            let (na, nb) = (a.perp(), b.perp());
            here + (na + nb) * (inset / (1.0 + na.dot(nb)))
        })
        .collect()
}

/// The border loops of a region: one, or two for a full ring, and one for each hole in it.
pub(super) fn loops(region: &Region) -> Vec<Vec<Vector2>> {
    match region {
        Region::Polygon(corners) => vec![corners.clone()],
        Region::Ellipse(centre, half, turn) => {
            let turn = Vector2::from_angle(*turn);
            vec![circle(Vector2::ZERO, 1.0).into_iter().map(|p| centre + turn.rotate(p * *half)).collect()]
        }
        Region::Sector(centre, [inner, outer], [from, to]) => {
            let pie = *inner == 0.0;
            if to - from >= TAU - 1e-9 {
                let inside = (!pie).then(|| circle(*centre, *inner));
                return std::iter::once(circle(*centre, *outer)).chain(inside).collect();
            }
            let steps = (((to - from) / TAU * FACETS as Scalar).round() as usize).max(1);
            let arc = |radius: Scalar, i: usize| {
                *centre + Vector2::from_angle(from + (to - from) * i as Scalar / steps as Scalar) * radius
            };
            let outside = (0..=steps).map(|i| arc(*outer, i));
            let last = if pie { 0 } else { steps };
            vec![outside.chain((0..=last).rev().map(|i| arc(*inner, i))).collect()]
        }
        Region::Pierced(whole, holes) => {
            let holes = holes.iter().map(|(centre, radius)| circle(*centre, *radius));
            loops(whole).into_iter().chain(holes).collect()
        }
    }
}

/// Whether a point lies inside an odd number of loops.
fn inside(loops: &[Vec<Vector2>], p: Vector2) -> bool {
    let crossings = loops
        .iter()
        .flat_map(|corners| edges(corners))
        .filter(|(a, b)| (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x));
    crossings.count() % 2 == 1
}

fn edges(corners: &[Vector2]) -> impl Iterator<Item = (Vector2, Vector2)> + '_ {
    corners.iter().copied().zip(corners.iter().copied().cycle().skip(1))
}

/// A triangle of the plan and the inlay it belongs to.
pub(super) type Cell = ([Vector2; 3], Option<usize>);

/// Cuts what lies within `rim` and outside all `holes` into triangles, none of which crosses a border of
/// a region. Where regions overlap, the first one counts.
pub(super) fn triangulate(rim: &[Vector2], holes: &[Vec<Vector2>], regions: &[Region]) -> Vec<Cell> {
    let borders = regions.iter().map(loops).collect::<Vec<_>>();
    // Neighbouring regions compute their common corners each in its own way, and a border may run along the
    // rim: welded, such lines are one, where the triangulation would see crossings of nearly equal ones.
    let mut corners = Corners::default();
    let lines = std::iter::once(rim).chain(holes.iter().map(Vec::as_slice));
    let lines = lines.chain(borders.iter().flatten().map(Vec::as_slice));
    let rings = lines.map(|line| line.iter().map(|p| corners.add(*p)).collect()).collect::<Vec<Vec<_>>>();
    let mut plan = ConstrainedDelaunayTriangulation::<Point2<Scalar>>::new();
    let handles = corners.all().iter().map(|p| plan.insert(Point2::new(p.x, p.y)).ok()).collect::<Vec<_>>();
    for ring in &rings {
        for (from, to) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            for pair in corners.along(*from, *to).windows(2) {
                if let (Some(from), Some(to)) = (handles[pair[0]], handles[pair[1]]) {
                    plan.add_constraint_and_split(from, to, |point| point);
                }
            }
        }
    }
    let rim = [rim.to_vec()];
    let holes = holes.iter().map(|hole| (bounds(hole), std::slice::from_ref(hole))).collect::<Vec<_>>();
    let owner = |middle: Vector2| {
        let within = |(min, max): &(Vector2, Vector2)| middle.cmpge(*min).all() && middle.cmple(*max).all();
        if !inside(&rim, middle) || holes.iter().any(|(bounds, hole)| within(bounds) && inside(hole, middle))
        {
            return None;
        }
        Some(borders.iter().position(|border| inside(border, middle)))
    };
    // Faces that no border parts belong together. The largest of them is asked where it lies, so that
    // slivers along a border, whose middle may round to the wrong side, need not answer.
    let mut cells = Vec::new();
    let mut seen = vec![false; plan.num_all_faces()];
    for first in plan.inner_faces() {
        let mut group = Vec::new();
        let mut open = false;
        let mut front = vec![first];
        while let Some(face) = front.pop() {
            if std::mem::replace(&mut seen[face.index()], true) {
                continue;
            }
            group.push(face.positions().map(|p| Vector2::new(p.x, p.y)));
            for edge in face.adjacent_edges().iter().filter(|edge| !edge.is_constraint_edge()) {
                match edge.rev().face().as_inner() {
                    Some(next) => front.push(next),
                    None => open = true,
                }
            }
        }
        let area = |c: &[Vector2; 3]| (c[1] - c[0]).perp_dot(c[2] - c[0]).abs();
        let largest = group.iter().max_by(|a, b| area(a).total_cmp(&area(b))).filter(|_| !open);
        if let Some(inlay) = largest.and_then(|c| owner((c[0] + c[1] + c[2]) / 3.0)) {
            cells.extend(group.into_iter().map(|corners| (corners, inlay)));
        }
    }
    cells
}

fn bounds(corners: &[Vector2]) -> (Vector2, Vector2) {
    corners
        .iter()
        .fold((Vector2::INFINITY, Vector2::NEG_INFINITY), |(min, max), p| (min.min(*p), max.max(*p)))
}
