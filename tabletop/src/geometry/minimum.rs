//! The least value of a function between two places around it, by Brent's method: parabolas where they fit, golden
//! sections where they do not.

use crate::units::Scalar;

/// Share of the wider part that a golden section cuts off.
const GOLDEN: Scalar = 0.381_966_011_250_105_1;

/// More steps than any function needs.
const MOST: u32 = 60;

/// Where a function of one variable is least between `low` and `high`, to `precision`, and its value there. The
/// search begins at `start`, which lies between them and is lower than both.
///
/// A function that is not smooth costs more steps, never the answer; of several minima it finds one.
pub(crate) fn minimum(
    (low, start, high): (Scalar, Scalar, Scalar),
    precision: Scalar,
    value: impl Fn(Scalar) -> Scalar,
) -> (Scalar, Scalar) {
    let (mut low, mut high) = (low, high);
    // The best three places so far, best first.
    let mut best = (start, value(start));
    let (mut second, mut third) = (best, best);
    let (mut step, mut before) = (0.0_f64, 0.0_f64);
    for _ in 0..MOST {
        let middle = f64::midpoint(low, high);
        if (best.0 - middle).abs() <= 2.0 * precision - (high - low) / 2.0 {
            break;
        }
        let parabola = vertex(best, second, third)
            .filter(|to| (to - best.0).abs() < before.abs() / 2.0 && *to > low && *to < high);
        before = step;
        step = match parabola {
            Some(to) if to - low < 2.0 * precision || high - to < 2.0 * precision => {
                precision.copysign(middle - best.0)
            }
            Some(to) => to - best.0,
            None => {
                before = if best.0 < middle { high - best.0 } else { low - best.0 };
                GOLDEN * before
            }
        };
        let at = best.0 + if step.abs() < precision { precision.copysign(step) } else { step };
        let here = (at, value(at));
        if here.1 <= best.1 {
            if at < best.0 {
                high = best.0;
            } else {
                low = best.0;
            }
            (best, second, third) = (here, best, second);
        } else {
            if at < best.0 {
                low = at;
            } else {
                high = at;
            }
            if here.1 <= second.1 || second.0 == best.0 {
                (second, third) = (here, second);
            } else if here.1 <= third.1 || third.0 == best.0 || third.0 == second.0 {
                third = here;
            }
        }
    }
    best
}

/// Where the parabola through three points is least or greatest; `None` if they do not make one.
fn vertex(a: (Scalar, Scalar), b: (Scalar, Scalar), c: (Scalar, Scalar)) -> Option<Scalar> {
    let (to_b, to_c) = ((a.0 - b.0) * (a.1 - c.1), (a.0 - c.0) * (a.1 - b.1));
    let bottom = 2.0 * (to_b - to_c);
    let top = (a.0 - b.0) * to_b - (a.0 - c.0) * to_c;
    (bottom != 0.0).then(|| a.0 - top / bottom)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn smooth_minima_take_few_looks() {
        let looks = Cell::new(0);
        let (at, least) = minimum((-1.0, 0.2, 1.5), 1.0e-8, |x| {
            looks.set(looks.get() + 1);
            libm::cosh(x - 0.3)
        });
        assert!((at - 0.3).abs() < 2.0e-8 && (least - 1.0).abs() < 1.0e-15, "{at} {least}");
        assert!(looks.get() < 16, "{} looks", looks.get());
    }

    #[test]
    fn kinks_and_walls_are_found_too() {
        let (at, _) = minimum((0.0, 0.5, 1.0), 1.0e-8, |x: Scalar| (x - 0.7).abs());
        assert!((at - 0.7).abs() < 3.0e-8, "{at}");
        let (at, _) = minimum((0.0, 0.5, 1.0), 1.0e-8, |x| if x < 0.4 { 1.0 } else { x });
        assert!((at - 0.4).abs() < 3.0e-8, "{at}");
    }
}
