//! Resistance to spin: the circle of uniform pressure that stands for a contact.
//!
//! Under uniform pressure friction resists spin by `μ · N` times the mean distance of the contact's area from its
//! centre. For a circle that mean is two thirds of the radius, so a contact of any form acts as a circle whose
//! radius is one and a half times its own mean distance.

use arrayvec::ArrayVec;

use super::ContactPoint;
use crate::units::{Scalar, Vector, Vector2};

/// A point bears load if its gap is above the smallest by no more than this. Metres: wood gives way by microns.
const BEARING: Scalar = 2.0e-5;

/// Most points that are considered.
const MAX_POINTS: usize = 32;

/// Radius, in metres, of the circle that stands for a set of points in any order: the points that bear span
/// a convex polygon, a line or nothing.
pub(super) fn radius(points: &[ContactPoint], normal: Vector) -> Scalar {
    let bearing = bearing(points).map(|point| point.position).take(MAX_POINTS);
    let mut corners = bearing.collect::<ArrayVec<_, MAX_POINTS>>();
    match corners[..] {
        [] | [_] => 0.0,
        // A line of length L has a mean distance of L/4.
        [start, end] => 3.0 / 8.0 * start.distance(end),
        _ => {
            let middle = corners.iter().sum::<Vector>() / corners.len() as Scalar;
            let u = (corners[0] - middle).normalize_or(normal.any_orthonormal_vector());
            let v = normal.cross(u);
            let plan = |corner: &Vector| Vector2::new((corner - middle).dot(u), (corner - middle).dot(v));
            let angle = |corner: &Vector| plan(corner).to_angle();
            corners.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
            1.5 * mean_distance(&corners.iter().map(plan).collect::<ArrayVec<_, MAX_POINTS>>())
        }
    }
}

/// The points that bear load, if any of them does.
pub(super) fn bearing(points: &[ContactPoint]) -> impl Iterator<Item = &ContactPoint> + '_ {
    let deepest = points.iter().map(|point| point.gap).fold(Scalar::INFINITY, Scalar::min);
    points.iter().filter(move |point| point.gap <= deepest + BEARING)
}

/// Mean distance of a convex counter-clockwise polygon's area from its centroid, in closed form.
fn mean_distance(corners: &[Vector2]) -> Scalar {
    let sides = || corners.iter().copied().zip(corners.iter().copied().cycle().skip(1));
    let doubled = sides().map(|(a, b)| a.perp_dot(b)).sum::<Scalar>();
    let size = corners.iter().map(|corner| corner.length()).fold(0.0, Scalar::max);
    if doubled <= 1.0e-9 * size * size {
        // Points on a line, however many: the mean distance of a line.
        let spread = corners.iter().map(|corner| corner.distance(corners[0])).fold(0.0, Scalar::max);
        return spread / 4.0;
    }
    let centroid = sides().map(|(a, b)| (a + b) * a.perp_dot(b)).sum::<Vector2>() / (3.0 * doubled);
    let moment = sides().map(|(a, b)| side_moment(a - centroid, b - centroid)).sum::<Scalar>();
    moment / (doubled / 2.0)
}

/// Integral of the distance from the origin over the triangle between the origin and a side.
fn side_moment(a: Vector2, b: Vector2) -> Scalar {
    let along = (b - a).normalize_or_zero();
    let height = a.perp_dot(along);
    if height <= Scalar::EPSILON * a.length() {
        return 0.0;
    }
    // In polar form ∫(h / cos θ)³ / 3 dθ; s is the position along the side from the foot of the height.
    let primitive =
        |s: Scalar| height * s * libm::hypot(s, height) + height.powi(3) * libm::asinh(s / height);
    (primitive(b.dot(along)) - primitive(a.dot(along))) / 6.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn patch(points: &[(Scalar, Scalar)]) -> Scalar {
        let points = points.iter().map(|&(x, z)| ContactPoint {
            position: Vector::new(x, 0.0, z) + Vector::new(3.0, 0.0, -2.0),
            gap: 0.0,
            feature: 0,
        });
        radius(&points.collect::<Vec<_>>(), Vector::Y)
    }

    #[test]
    fn polygon_of_many_corners_acts_as_its_circle() {
        let corners = (0..32).map(|i| (Scalar::from(i) * std::f64::consts::TAU / 32.0).sin_cos());
        let expected = 1.0;
        assert!((patch(&corners.collect::<Vec<_>>()) - expected).abs() < 0.005);
    }

    #[test]
    fn square_has_the_textbook_mean_distance() {
        // Side 2: (√2 + asinh 1) / 3.
        let expected = 1.5 * (2.0_f64.sqrt() + 1.0_f64.asinh()) / 3.0;
        let square = [(1.0, 1.0), (-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0)];
        assert!((patch(&square) - expected).abs() < 1.0e-12);
    }

    #[test]
    fn sliver_tends_to_the_line() {
        assert_eq!(patch(&[(0.0, 0.0), (4.0, 0.0)]), 1.5);
        assert!((patch(&[(0.0, 0.0), (4.0, 0.0), (4.0, 1.0e-4), (0.0, 1.0e-4)]) - 1.5).abs() < 1.0e-6);
        assert!((patch(&[(0.0, 0.0), (4.0, 0.0), (3.0, 0.0)]) - 1.5).abs() < 1.0e-6);
    }

    #[test]
    fn point_does_not_resist_spin() {
        assert_eq!(patch(&[(1.0, 2.0)]), 0.0);
    }
}
