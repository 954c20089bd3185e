//! The laws of contact that Avian lacks, as pure functions: friction of a pressed patch, bounce, rolling.

use crate::units::Scalar;

/// What happens where two materials meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairLaw {
    /// Coefficient that a contact at rest must overcome to slide.
    pub static_friction: Scalar,
    /// Coefficient while it slides.
    pub kinetic_friction: Scalar,
    /// Ratio of the normal speeds after and before an impact.
    pub restitution: Scalar,
    /// Offset of the normal force from the middle of a rolling contact, as a share of the radius.
    pub rolling: Scalar,
}

impl PairLaw {
    /// The pair of the reference experiments: friction 0.20, restitution 0.60, no rolling resistance.
    pub const REFERENCE: Self =
        Self { static_friction: 0.20, kinetic_friction: 0.20, restitution: 0.60, rolling: 0.0 };
}

impl Default for PairLaw {
    fn default() -> Self {
        Self::REFERENCE
    }
}

/// Share of `μ N` that a circle of uniform pressure opposes to sliding, and share of `μ N r` that it opposes to
/// spinning, when it slides at `speed` and its rim spins at `rim_speed = r |ω|` (any common unit, not both zero).
///
/// The closed forms are complete elliptic integrals of modulus `ε = speed / rim_speed` or its inverse (Farkas,
/// Bartels, Unger and Wolf, Phys. Rev. Lett. 90, 248302); the limits are (0, 2/3) and (1, 0).
pub fn patch_friction(speed: Scalar, rim_speed: Scalar) -> (Scalar, Scalar) {
    use std::f64::consts::PI;
    if speed <= 1.0e-9 * rim_speed {
        // F ≈ ε for small ε; T = 2/3.
        return (if rim_speed > 0.0 { speed / rim_speed } else { 0.0 }, 2.0 / 3.0);
    }
    if rim_speed <= 1.0e-3 * speed {
        // Series in 1/ε: the closed form would subtract equals.
        let x = rim_speed / speed;
        return (1.0 - x * x / 8.0, x / 4.0);
    }
    if speed <= rim_speed {
        let e = speed / rim_speed;
        let (k, q) = elliptic(e);
        let force = 4.0 / (3.0 * PI) * ((e * e + 1.0) * q + (e * e - 1.0) * k) / e;
        let torque = 4.0 / (9.0 * PI) * ((4.0 - 2.0 * e * e) * q + (e * e - 1.0) * k);
        if e < 2.0e-3 { (e, torque) } else { (force, torque) }
    } else {
        let e = speed / rim_speed;
        let (k, q) = elliptic(1.0 / e);
        let force = 4.0 / (3.0 * PI) * ((e * e + 1.0) * q - (e * e - 1.0) * k);
        let torque =
            4.0 / (9.0 * PI) * e * ((4.0 - 2.0 * e * e) * q + (2.0 * e * e - 5.0 + 3.0 / (e * e)) * k);
        if e > 60.0 { (1.0 - 1.0 / (8.0 * e * e), 1.0 / (4.0 * e)) } else { (force, torque) }
    }
}

/// How much stronger a spinning patch is drawn aside under a pressure that grows linearly to one side than the
/// same patch under uniform pressure moved to the same centre of pressure: 4/3 for pure spin, 1 for pure sliding.
///
/// First order in the offset of the load. Fitted to the integral over the disc within 2 %:
/// `4/3 - 4/15 ε²` below `ε = 1`, `1 + 1/(15 ε³)` above.
pub fn uneven_pressure(speed: Scalar, rim_speed: Scalar) -> Scalar {
    if speed <= rim_speed {
        let e = if rim_speed > 0.0 { speed / rim_speed } else { 0.0 };
        4.0 / 3.0 - 4.0 / 15.0 * e * e
    } else {
        1.0 + (rim_speed / speed).powi(3) / 15.0
    }
}

/// Complete elliptic integrals of the first and second kind of a modulus in `0..=1`, by the arithmetic-geometric
/// mean. At modulus 1 the first is infinite; the products in which it appears vanish there, so it is capped.
pub fn elliptic(modulus: Scalar) -> (Scalar, Scalar) {
    use std::f64::consts::PI;
    let m = (modulus * modulus).min(1.0);
    let (mut a, mut g) = (1.0, (1.0 - m).max(1.0e-30).sqrt());
    let mut sum = m / 2.0;
    let mut power = 1.0;
    for _ in 0..12 {
        let c = (a - g) / 2.0;
        (a, g) = (f64::midpoint(a, g), (a * g).sqrt());
        sum += power * c * c;
        power *= 2.0;
        if c.abs() < 1.0e-15 {
            break;
        }
    }
    let first = PI / (2.0 * a);
    (first, first * (1.0 - sum))
}

/// One approach to an impact inside a step of the semi-implicit Euler method.
#[derive(Clone, Copy, Debug)]
pub struct Approach {
    /// Gap at the start of the step, metres.
    pub gap: Scalar,
    /// Closing speed at the start of the step, before this step's gravity, metres per second.
    pub speed: Scalar,
    /// Part of gravity that closes the gap, metres per second squared.
    pub pull: Scalar,
    /// When in the step the surfaces meet, seconds.
    pub instant: Scalar,
    /// Length of the step, seconds.
    pub step: Scalar,
}

/// Separating speed at the end of the step that makes the bounce keep exactly the share `restitution` of the
/// impact speed, whatever the phase of the impact within the step.
///
/// Semi-implicit Euler under a constant pull `g` keeps `v²/2 + g x - g h v/2` unchanged. Taking that as the
/// energy before and after gives the speed with which the integrator itself reaches the height `e² H`.
pub fn bounce(approach: Approach, restitution: Scalar) -> Scalar {
    let Approach { gap, speed, pull, instant, step } = approach;
    let energy = speed * speed / 2.0 + pull * gap + pull * step * speed / 2.0;
    let lag = pull * (step / 2.0 - instant);
    (lag * lag + 2.0 * restitution * restitution * energy.max(0.0)).sqrt() - lag
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patch_friction_has_its_published_spot_values() {
        for (e, force, torque) in [
            (0.2, 0.1990, 0.6468),
            (0.653, 0.6160, 0.4717),
            (0.9, 0.7958, 0.3332),
            (1.0, 0.8488, 0.2829),
            (1.5, 0.9408, 0.1738),
            (3.0, 0.9859, 0.0841),
        ] {
            let (f, t) = patch_friction(e, 1.0);
            assert!((f - force).abs() < 1e-4, "F({e}) = {f}, expected {force}");
            assert!((t - torque).abs() < 1e-4, "T({e}) = {t}, expected {torque}");
        }
    }

    #[test]
    fn uneven_pressure_follows_the_integral_over_the_disc() {
        const N: u32 = 400;
        for e in [0.05, 0.35, 0.653, 1.0, 1.7, 4.0] {
            let (mut force, mut aside) = (0.0, 0.0);
            for i in 0..N {
                let radius = (Scalar::from(i) + 0.5) / Scalar::from(N);
                for j in 0..N {
                    let (sin, cos) =
                        ((Scalar::from(j) + 0.5) / Scalar::from(N) * std::f64::consts::TAU).sin_cos();
                    let (x, vx, vy) = (radius * cos, e - radius * sin, radius * cos);
                    let speed = vx.hypot(vy);
                    force += radius * vx / speed;
                    aside += radius * 4.0 * x * vy / speed;
                }
            }
            let exact = aside * e / force;
            let got = uneven_pressure(e, 1.0);
            assert!((got / exact - 1.0).abs() < 0.02, "at {e}: {got}, integral {exact}");
        }
    }

    #[test]
    fn patch_friction_is_continuous_where_its_branches_meet() {
        for e in [1.0e-9, 2.0e-3, 1.0, 60.0, 1000.0] {
            let (below, above) =
                (patch_friction(e * (1.0 - 1e-9), 1.0), patch_friction(e * (1.0 + 1e-9), 1.0));
            assert!((below.0 - above.0).abs() < 1e-5, "force jumps at {e}: {below:?} {above:?}");
            assert!((below.1 - above.1).abs() < 1e-5, "torque jumps at {e}: {below:?} {above:?}");
        }
    }

    #[test]
    fn a_bounce_rises_to_the_square_of_restitution_times_the_height() {
        let (h, g, e) = (1.0 / 1920.0, 9.81, 0.6);
        for phase in 0..20 {
            let start = 0.1 + 0.005 * Scalar::from(phase) / 20.0;
            let (mut x, mut v) = (start, 0.0);
            // The start itself lies g h v / 2 = 0 from the discrete energy: the height is exact.
            loop {
                let reach = -v * h;
                if v < 0.0 && reach > x {
                    let approach = Approach { gap: x, speed: -v, pull: g, instant: x / -v, step: h };
                    let after = bounce(approach, e);
                    x = after * (h - approach.instant);
                    v = after;
                    break;
                }
                v -= g * h;
                x += v * h;
            }
            let energy = v * v / 2.0 + g * x - g * h * v / 2.0;
            assert!((energy / g / (e * e * start) - 1.0).abs() < 1e-9, "rises to {}", energy / g);
        }
    }
}
