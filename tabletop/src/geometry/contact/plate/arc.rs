//! The nearest places of a circle, or of a part of it, to something else.

use crate::geometry::minimum::minimum;
use crate::units::{Scalar, Vector2};

use std::f64::consts::TAU;

/// How exactly a nearest place is found, radians: a nanometre on the rim of a disc.
const PRECISION: Scalar = 1.0e-7;

/// How many places of a circle are looked at before the nearest are refined, and how many of a short arc at least.
const SEARCH: usize = 24;
const LEAST: usize = 8;

/// A part of a circle to be searched.
#[derive(Clone, Copy)]
pub(super) struct Arc {
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
    pub(super) fn whole(radius: Scalar) -> Self {
        Self { from: Vector2::X, span: TAU, radius, places: SEARCH }
    }

    /// The part of a circle that can be within `size` of something seen from its centre at `offset`; `None` if
    /// none of it can.
    pub(super) fn near(radius: Scalar, offset: Vector2, size: Scalar) -> Option<Self> {
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
    pub(super) fn below(height: Scalar, radius: Scalar, tilt: Scalar) -> Option<Self> {
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
pub(super) fn local_minima(
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
