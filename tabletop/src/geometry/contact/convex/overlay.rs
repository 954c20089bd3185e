//! A polygon over a polygon: corners within the other and crossings of sides.

use arrayvec::ArrayVec;

use super::{
    facet::Polygon,
    spots::{Feature, Spots},
};
use crate::{
    geometry::hull::MAX_CORNERS,
    units::{Scalar, Vector, Vector2},
};

/// How far outside of a polygon a corner may lie and still count as within. Metres.
const MARGIN: Scalar = 1.0e-7;

/// Sine of the angle below which two lines are parallel and touch along their length.
const PARALLEL: Scalar = 1.0e-3;

/// Adds the points that two polygons share, seen along the normal.
pub(super) fn polygons(a: &Polygon, b: &Polygon, spots: &mut Spots) {
    if a.is_line() && b.is_line() {
        lines(a, b, spots);
        return;
    }
    let normal = spots.normal;
    for corner in a.corners.iter().filter(|corner| b.holds(corner.position, normal, MARGIN)) {
        if let Some(on_b) = b.project(corner.position, normal) {
            spots.add((corner.position, a.radius), (on_b, b.radius), Feature::CornerOfA(corner.vertex));
        }
    }
    for corner in b.corners.iter().filter(|corner| a.holds(corner.position, normal, MARGIN)) {
        if let Some(on_a) = a.project(corner.position, normal) {
            spots.add((on_a, a.radius), (corner.position, b.radius), Feature::CornerOfB(corner.vertex));
        }
    }
    let u = normal.any_orthonormal_vector();
    let v = normal.cross(u);
    let plan = |point: Vector| Vector2::new(point.dot(u), point.dot(v));
    let sides_b = b.sides().map(|(start, end)| (start, end, plan(start.position), plan(end.position)));
    let sides_b = sides_b.collect::<ArrayVec<_, MAX_CORNERS>>();
    for (start_a, end_a) in a.sides() {
        let (plan_a, plan_end_a) = (plan(start_a.position), plan(end_a.position));
        for &(start_b, end_b, plan_b, plan_end_b) in &sides_b {
            if let Some((s, t)) = crossing((plan_a, plan_end_a), (plan_b, plan_end_b)) {
                let on_a = start_a.position.lerp(end_a.position, s);
                let on_b = start_b.position.lerp(end_b.position, t);
                spots.add((on_a, a.radius), (on_b, b.radius), Feature::Crossing(start_a.edge, start_b.edge));
            }
        }
    }
}

/// Where two segments of a plan cross, as shares of both.
fn crossing(a: (Vector2, Vector2), b: (Vector2, Vector2)) -> Option<(Scalar, Scalar)> {
    let (along_a, along_b) = (a.1 - a.0, b.1 - b.0);
    let turn = along_a.perp_dot(along_b);
    if turn.powi(2) <= 1.0e-18 * along_a.length_squared() * along_b.length_squared() {
        return None;
    }
    let s = (b.0 - a.0).perp_dot(along_b) / turn;
    let t = (b.0 - a.0).perp_dot(along_a) / turn;
    let within = 0.0..=1.0;
    (within.contains(&s) && within.contains(&t)).then_some((s, t))
}

/// The two ends of the stretch along which parallel lines lie side by side; nothing for lines that cross.
fn lines(a: &Polygon, b: &Polygon, spots: &mut Spots) {
    let [[start_a, end_a], [start_b, end_b]] = [a, b].map(|line| [&line.corners[0], &line.corners[1]]);
    let (along_a, along_b) = (end_a.position - start_a.position, end_b.position - start_b.position);
    let (length_a, length_b) = (along_a.length(), along_b.length());
    if along_a.cross(along_b).length() > PARALLEL * length_a * length_b {
        return;
    }
    let unit = along_a / length_a;
    let place = |point: Vector| unit.dot(point - start_a.position);
    let [from_b, to_b] = [start_b, end_b].map(|corner| place(corner.position));
    let low = [
        (0.0, Feature::CornerOfA(start_a.vertex)),
        if from_b < to_b {
            (from_b, Feature::CornerOfB(start_b.vertex))
        } else {
            (to_b, Feature::CornerOfB(end_b.vertex))
        },
    ];
    let high = [
        (length_a, Feature::CornerOfA(end_a.vertex)),
        if from_b < to_b {
            (to_b, Feature::CornerOfB(end_b.vertex))
        } else {
            (from_b, Feature::CornerOfB(start_b.vertex))
        },
    ];
    let low = if low[1].0 > low[0].0 { low[1] } else { low[0] };
    let high = if high[1].0 < high[0].0 { high[1] } else { high[0] };
    if high.0 <= low.0 {
        return;
    }
    for (place, feature) in [low, high] {
        let on_a = start_a.position + unit * place;
        let on_b = start_b.position + along_b * ((place - from_b) / (to_b - from_b));
        spots.add((on_a, a.radius), (on_b, b.radius), feature);
    }
}
