//! Distance from a point to an ellipse.

use crate::units::{Scalar, Vector2};

use super::{boundary::Segment, roots};

/// Below this ratio of its half-axes an ellipse is the segment that it collapses to, to within rounding.
const FLAT: Scalar = 1.0e-15;

/// Distance from a point to the ellipse `(x / a)² + (y / b)² = 1`, metres; negative inside.
///
/// The nearest point `(u, v)` has the given point on its normal, so that for some `t > -b²` (with `b` the
/// shorter half-axis) `u = a² x / (t + a²)` and `v = b² y / (t + b²)`; putting these into the equation of the
/// ellipse leaves a decreasing function of `t`, whose root is bisected to the last bit. The unknown used is
/// `1 + t / b²`, in which no difference of nearly equal numbers remains.
pub(super) fn boundary_distance(half_axes: Vector2, point: Vector2) -> Scalar {
    // By symmetry: the first quadrant, the longer half-axis first.
    let swap = half_axes.x < half_axes.y;
    let [half_axes, point] =
        [half_axes, point.abs()].map(|vector| if swap { Vector2::new(vector.y, vector.x) } else { vector });
    let (long, short) = (half_axes.x, half_axes.y);
    if short <= FLAT * long {
        return Segment(Vector2::ZERO, Vector2::new(long, 0.0)).distance(point);
    }
    let distance = point.distance(nearest(long, short, point));
    if (point / half_axes).length_squared() < 1.0 { -distance } else { distance }
}

/// Nearest point of the ellipse, for a point of the first quadrant and `long ≥ short > 0`.
fn nearest(long: Scalar, short: Scalar, point: Vector2) -> Vector2 {
    let ratio_squared = (long / short) * (long / short);
    let excess = (long - short) * (long + short) / (short * short);
    let scaled = Vector2::new(ratio_squared * point.x / long, point.y / short);
    if scaled.y <= 0.0 {
        // On the long axis: between the centres of curvature the nearest points leave the axis.
        let cos = if excess > 0.0 { (scaled.x / excess).min(1.0) } else { 1.0 };
        return Vector2::new(long * cos, short * (1.0 - cos * cos).sqrt());
    }
    let is_outside = |unknown: Scalar| {
        Vector2::new(scaled.x / (unknown + excess), scaled.y / unknown).length_squared() > 1.0
    };
    let unknown = roots::bisect(scaled.y, libm::hypot(scaled.x, scaled.y), 0.0, is_outside);
    Vector2::new(ratio_squared * point.x / (unknown + excess), point.y / unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_along_a_normal_are_as_far_as_they_were_moved() {
        for half_axes in [Vector2::new(3.0, 2.0), Vector2::new(0.5, 4.0), Vector2::new(1.0, 1.0)] {
            let shorter = half_axes.min_element();
            // Up to the smallest radius of curvature, the foot of the normal is the nearest point.
            let curvature_radius = shorter * shorter / half_axes.max_element();
            for step in 0..64 {
                let (sin, cos) = libm::sincos(Scalar::from(step) / 64.0 * std::f64::consts::TAU);
                let foot = Vector2::new(half_axes.x * cos, half_axes.y * sin);
                let normal = (foot / (half_axes * half_axes)).normalize();
                for moved in [-0.99 * curvature_radius, -0.2 * curvature_radius, 1.0e-9, 0.3, 50.0] {
                    let found = boundary_distance(half_axes, foot + normal * moved);
                    assert!((found - moved).abs() < 1.0e-13 * (1.0 + moved.abs()), "{found} {moved}");
                }
            }
        }
    }

    #[test]
    fn centre_is_the_shorter_half_axis_inside() {
        for half_axes in [Vector2::new(3.0, 2.0), Vector2::new(2.0, 3.0), Vector2::splat(2.0)] {
            assert_eq!(boundary_distance(half_axes, Vector2::ZERO), -2.0);
        }
    }

    #[test]
    fn nearest_point_is_continuous_onto_the_long_axis() {
        let half_axes = Vector2::new(3.0, 1.0);
        for x in [0.0, 1.0, 2.5, 2.9, 4.0] {
            let on = boundary_distance(half_axes, Vector2::new(x, 0.0));
            for height in [1.0e-300, 1.0e-30, 1.0e-16] {
                let off = boundary_distance(half_axes, Vector2::new(x, height));
                assert!((on - off).abs() < 1.0e-14, "{x} {height}: {on} {off}");
            }
        }
    }

    #[test]
    fn flat_ellipse_is_a_segment() {
        for short in [0.0, 1.0e-18] {
            let distance = |x, y| boundary_distance(Vector2::new(short, 2.0), Vector2::new(x, y));
            assert_eq!(distance(0.5, 1.0), 0.5);
            assert_eq!(distance(0.0, -3.0), 1.0);
        }
        assert_eq!(boundary_distance(Vector2::ZERO, Vector2::new(3.0, 4.0)), 5.0);
    }
}
