//! Pieces of the boundary of a zone, each knowing its share of the area that the zone has in a disc.
//!
//! In polar coordinates `(ρ, θ)` about the centre of a disc of radius `r`, the part of a region inside the
//! disc has the area
//!
//! ```text
//! ∮ ½ min(ρ, r)² dθ
//! ```
//!
//! along the boundary of the region, counterclockwise. Where a piece runs inside the disc the integrand is
//! Green's `½ (x dy − y dx)`, where it runs outside it is the angle swept, times `½ r²`. Each piece is cut
//! where it crosses the circle and summed in closed form. The arcs of the circle itself never appear, so
//! there are no cases to tell apart: disjoint, nested and tangent figures come out of the same sum. And as
//! the integrand is continuous across the circle, a crossing misplaced by `δ` costs only `δ²`, which is why
//! tangency, where `δ` is at its worst, does no harm.

use std::f64::consts::{PI, TAU};

use crate::units::{Scalar, Vector2};

use super::{direction, roots};

/// A straight piece from the first point to the second.
#[derive(Clone, Copy, Debug)]
pub(super) struct Segment(pub Vector2, pub Vector2);

impl Segment {
    /// Signed share of the area inside the disc of this radius about the origin, square metres.
    pub fn area_within(self, radius: Scalar) -> Scalar {
        let Self(start, end) = self;
        let length = start.distance(end);
        if length <= 0.0 {
            return 0.0;
        }
        let along = (end - start) / length;
        let outside = |from: Vector2, to: Vector2| 0.5 * radius * radius * angle(from, to);
        let offset = along.perp_dot(start).abs();
        if offset >= radius {
            return outside(start, end);
        }
        // Clip the chord that the line cuts from the disc to the segment; positions are from the start.
        let middle = -start.dot(along);
        let half_chord = ((radius - offset) * (radius + offset)).sqrt();
        let [enter, leave] =
            [middle - half_chord, middle + half_chord].map(|at| start + along * at.clamp(0.0, length));
        outside(start, enter) + 0.5 * enter.perp_dot(leave) + outside(leave, end)
    }

    /// Distance from a point, metres.
    pub fn distance(self, point: Vector2) -> Scalar {
        let Self(start, end) = self;
        let along = end - start;
        let length_squared = along.length_squared();
        if length_squared <= 0.0 {
            return point.distance(start);
        }
        let nearest = (point - start).dot(along) / length_squared;
        if nearest <= 0.0 {
            point.distance(start)
        } else if nearest >= 1.0 {
            point.distance(end)
        } else {
            along.perp_dot(point - start).abs() / length_squared.sqrt()
        }
    }

    /// Whether the ray from a point to the east crosses the segment, its lower end included.
    pub fn is_crossed_by_ray_east(self, point: Vector2) -> bool {
        let Self(start, end) = self;
        let rises = end.y > start.y;
        let spans = (start.y > point.y) != (end.y > point.y);
        spans && ((end - start).perp_dot(point - start) > 0.0) == rises
    }

    /// Whether the interiors of two segments cross in a point.
    pub fn crosses(self, other: Self) -> bool {
        let separates = |line: Self, points: Self| {
            let side = |point: Vector2| (line.1 - line.0).perp_dot(point - line.0);
            side(points.0) * side(points.1) < 0.0
        };
        separates(self, other) && separates(other, self)
    }
}

/// Half an ellipse or less: the points `centre + first · cos τ + second · sin τ` for `|τ| ≤ half_sweep`.
///
/// It runs counterclockwise: `second` is a quarter turn to the left of `first`. At most half a turn keeps
/// `tan(τ / 2)` within ±1 and lets the arc and its chord bound a convex figure; both are relied on below.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arc {
    centre: Vector2,
    first: Vector2,
    second: Vector2,
    half_sweep: Scalar,
}

impl Arc {
    /// A counterclockwise circular arc within `half_angle ≤ π` of an azimuth, in two pieces.
    pub fn circular(centre: Vector2, radius: Scalar, azimuth: Scalar, half_angle: Scalar) -> [Self; 2] {
        let half_sweep = 0.5 * half_angle;
        [azimuth + half_sweep, azimuth - half_sweep].map(|middle| {
            let first = direction(middle) * radius;
            Self { centre, first, second: first.perp(), half_sweep }
        })
    }

    /// A whole circle, counterclockwise.
    pub fn circle(centre: Vector2, radius: Scalar) -> [Self; 2] {
        Self::circular(centre, radius, 0.0, PI)
    }

    /// A whole ellipse, counterclockwise, from its half-axes, the second to the left of the first.
    pub fn ellipse(centre: Vector2, first: Vector2, second: Vector2) -> [Self; 2] {
        [1.0, -1.0].map(|side| Self {
            centre,
            first: first * side,
            second: second * side,
            half_sweep: 0.5 * PI,
        })
    }

    /// Signed share of the area inside the disc of this radius about the origin, square metres.
    pub fn area_within(&self, radius: Scalar) -> Scalar {
        let mut cuts = vec![-self.half_sweep];
        cuts.extend(self.crossings(radius));
        cuts.push(self.half_sweep);
        cuts.windows(2)
            .map(|cut| {
                let (from, to) = (cut[0], cut[1]);
                let (start, end) = (self.point(from), self.point(to));
                if self.point(0.5 * (from + to)).length_squared() < radius * radius {
                    // Triangle to the chord plus cap beyond it: unlike the sectors of Green's theorem about
                    // the centre of the arc, both are no larger than the disc, and nothing cancels.
                    let sweep = to - from;
                    0.5 * (start.perp_dot(end)
                        + self.first.perp_dot(self.second) * (sweep - libm::sin(sweep)))
                } else {
                    0.5 * radius * radius * self.swept_angle(start, end)
                }
            })
            .sum()
    }

    fn point(&self, parameter: Scalar) -> Vector2 {
        let (sin, cos) = libm::sincos(parameter);
        self.centre + self.first * cos + self.second * sin
    }

    /// Parameters, ascending, at which the arc crosses the circle of this radius about the origin.
    ///
    /// With `s = tan(τ / 2)` the points are `(k₀ + k₁ s + k₂ s²) / (1 + s²)` and the crossings the roots of
    /// the quartic `|k₀ + k₁ s + k₂ s²|² − r² (1 + s²)²`.
    fn crossings(&self, radius: Scalar) -> impl Iterator<Item = Scalar> {
        let [k0, k1, k2] = [self.centre + self.first, 2.0 * self.second, self.centre - self.first];
        let squared = radius * radius;
        let quartic = [
            k0.length_squared() - squared,
            2.0 * k0.dot(k1),
            k1.length_squared() + 2.0 * (k0.dot(k2) - squared),
            2.0 * k1.dot(k2),
            k2.length_squared() - squared,
        ];
        let limit = libm::tan(0.5 * self.half_sweep);
        roots::polynomial(&quartic, -limit, limit).into_iter().map(|s| 2.0 * libm::atan(s))
    }

    /// Angle about the origin swept by a part of the arc that keeps clear of the origin.
    fn swept_angle(&self, start: Vector2, end: Vector2) -> Scalar {
        let chord = angle(start, end);
        let turn = self.first.perp_dot(self.second);
        let [across, along] = [self.first.perp_dot(self.centre), self.centre.perp_dot(self.second)];
        // The chord leaves an origin between itself and the arc on its right, the arc on its left.
        let origin_is_in_ellipse = across * across + along * along < turn * turn;
        if origin_is_in_ellipse && chord < 0.0 { chord + TAU } else { chord }
    }
}

/// Angle in `[-π, π]` from one vector to another, counterclockwise positive; zero if either vanishes.
fn angle(from: Vector2, to: Vector2) -> Scalar {
    libm::atan2(from.perp_dot(to), from.dot(to))
}
