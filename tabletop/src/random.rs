//! Numbers that look random and are the same on every machine and every run.

use std::f64::consts::TAU;

use serde::{Deserialize, Serialize};

use crate::units::{Quaternion, Scalar, Vector};

/// The generator `SplitMix64` of Steele, Lea and Flood; all of its state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Random(u64);

impl Random {
    /// A sequence of its own for every seed.
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform in `0..1`.
    pub fn unit(&mut self) -> Scalar {
        (self.bits() >> 11) as Scalar / (1u64 << 53) as Scalar
    }

    /// Uniform between two values.
    pub fn between(&mut self, low: Scalar, high: Scalar) -> Scalar {
        low + (high - low) * self.unit()
    }

    /// A normal deviate with a mean of zero and a standard deviation of one; the method of Box and Muller.
    pub fn normal(&mut self) -> Scalar {
        let (length, turn) = ((-2.0 * libm::log(1.0 - self.unit())).sqrt(), self.between(0.0, TAU));
        length * libm::cos(turn)
    }

    /// A direction, uniform on the sphere: a point of the ball, drawn without angles, so that no function of
    /// the platform has a say.
    pub fn direction(&mut self) -> Vector {
        loop {
            let point = Vector::from_array(std::array::from_fn(|_| self.between(-1.0, 1.0)));
            let square = point.length_squared();
            if square > 1.0e-6 && square <= 1.0 {
                return point / square.sqrt();
            }
        }
    }

    /// A rotation, uniform over all of them (Haar), by the same way in four dimensions.
    pub fn rotation(&mut self) -> Quaternion {
        loop {
            let point = Quaternion::from_array(std::array::from_fn(|_| self.between(-1.0, 1.0)));
            let square = point.length_squared();
            if square > 1.0e-6 && square <= 1.0 {
                return point.normalize();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_is_the_published_one() {
        let mut random = Random::new(1_234_567);
        let expected = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423];
        assert_eq!([random.bits(), random.bits(), random.bits()], expected);
    }

    #[test]
    fn normal_deviates_have_their_moments() {
        let mut random = Random::new(3);
        let count = 20_000;
        let (mut mean, mut square, mut fourth) = (0.0, 0.0, 0.0);
        for _ in 0..count {
            let value = random.normal();
            mean += value / Scalar::from(count);
            square += value.powi(2) / Scalar::from(count);
            fourth += value.powi(4) / Scalar::from(count);
        }
        assert!(mean.abs() < 0.03 && (square - 1.0).abs() < 0.04, "mean {mean}, square {square}");
        assert!((fourth - 3.0).abs() < 0.3, "fourth moment {fourth}");
    }

    #[test]
    fn rotations_have_no_favourite_direction() {
        let mut random = Random::new(7);
        let count = 20_000;
        let (mut mean, mut square) = (Vector::ZERO, Vector::ZERO);
        for _ in 0..count {
            let axis = random.rotation() * Vector::Y;
            mean += axis / Scalar::from(count);
            square += axis * axis / Scalar::from(count);
        }
        assert!(mean.length() < 0.02, "mean {mean}");
        assert!((square - 1.0 / 3.0).abs().max_element() < 0.01, "second moments {square}");
    }
}
