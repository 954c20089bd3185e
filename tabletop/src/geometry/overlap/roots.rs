//! Bracketed real roots: of monotone functions, and of polynomials between two bounds.

use crate::units::Scalar;

/// The point of `[low, high]` where `is_below` turns from true to false, to within `precision`.
///
/// Halving stops at neighbouring numbers in any case, so that a precision of zero asks for the last bit, and
/// at once if a bound is not a number.
pub(super) fn bisect(
    mut low: Scalar,
    mut high: Scalar,
    precision: Scalar,
    is_below: impl Fn(Scalar) -> bool,
) -> Scalar {
    let mut middle = 0.5 * (low + high);
    while high - low > precision && low < middle && middle < high {
        if is_below(middle) {
            low = middle;
        } else {
            high = middle;
        }
        middle = 0.5 * (low + high);
    }
    middle
}

/// Ascending real roots in `[low, high] ⊂ [-1, 1]` of a polynomial given by ascending coefficients.
///
/// Between neighbouring roots of its derivative a polynomial is monotone and has one root at most, which
/// bisection cannot miss: no case is special, whichever leading coefficients vanish. A double root is found
/// twice or not at all, as befits a tangency. Errors are one unit in the last place of 1, beyond what the
/// rounding of the coefficients does.
pub(super) fn polynomial(coefficients: &[Scalar], low: Scalar, high: Scalar) -> Vec<Scalar> {
    if coefficients.len() < 2 {
        return Vec::new();
    }
    let is_negative = |x: Scalar| coefficients.iter().rev().fold(0.0, |value, c| value * x + c) < 0.0;
    let derivative: Vec<_> =
        (1..).zip(&coefficients[1..]).map(|(power, c)| Scalar::from(power) * c).collect();
    let mut bounds = vec![low];
    bounds.extend(polynomial(&derivative, low, high));
    bounds.push(high);
    bounds
        .windows(2)
        .filter_map(|bound| {
            let starts_negative = is_negative(bound[0]);
            (starts_negative != is_negative(bound[1]))
                .then(|| bisect(bound[0], bound[1], Scalar::EPSILON, |x| is_negative(x) == starts_negative))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ascending coefficients of the monic polynomial with these roots.
    fn with_roots(roots: &[Scalar]) -> Vec<Scalar> {
        roots.iter().fold(vec![1.0], |product, root| {
            let mut next = vec![0.0; product.len() + 1];
            for (power, coefficient) in product.iter().enumerate() {
                next[power + 1] += coefficient;
                next[power] -= coefficient * root;
            }
            next
        })
    }

    #[test]
    fn polynomial_finds_the_roots_between_its_bounds_in_order() {
        let found = polynomial(&with_roots(&[2.0, 0.75, -0.5, 0.25]), -1.0, 1.0);
        assert_eq!(found.len(), 3);
        for (found, expected) in found.iter().zip([-0.5, 0.25, 0.75]) {
            assert!((found - expected).abs() < 4.0 * Scalar::EPSILON, "{found} {expected}");
        }
    }

    #[test]
    fn polynomial_bears_vanishing_leading_coefficients() {
        assert_eq!(polynomial(&[-0.5, 1.0, 0.0, 0.0, 0.0], -1.0, 1.0).len(), 1);
        assert!(polynomial(&[0.0; 5], -1.0, 1.0).is_empty());
        assert!(polynomial(&[1.0, 0.0, 1.0], -1.0, 1.0).is_empty());
    }

    #[test]
    fn bisect_reaches_the_last_bit() {
        let root = bisect(1.0, 2.0, 0.0, |x| x * x < 2.0);
        assert!((root - std::f64::consts::SQRT_2).abs() <= Scalar::EPSILON);
    }
}
