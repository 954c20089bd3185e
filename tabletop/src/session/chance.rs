//! Chance that is the same whenever a session is played again.

use serde::{Deserialize, Serialize};

use crate::units::{Quaternion, Scalar, Vector};

/// The generator `SplitMix64` of Steele, Lea and Flood; all of its state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Chance(pub u64);

impl Chance {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Uniform in `-1..1`.
    fn signed(&mut self) -> Scalar {
        (self.bits() >> 11) as Scalar / (1u64 << 52) as Scalar - 1.0
    }

    /// A direction, uniform on the sphere: a point of the ball, drawn without angles, so that no function of
    /// the platform has a say.
    pub fn direction(&mut self) -> Vector {
        loop {
            let point = Vector::new(self.signed(), self.signed(), self.signed());
            let square = point.length_squared();
            if square > 1.0e-6 && square <= 1.0 {
                return point / square.sqrt();
            }
        }
    }

    /// A rotation, uniform over all of them, by the same way in four dimensions.
    pub fn rotation(&mut self) -> Quaternion {
        loop {
            let point = Quaternion::from_xyzw(self.signed(), self.signed(), self.signed(), self.signed());
            let square = point.length_squared();
            if square > 1.0e-6 && square <= 1.0 {
                return point.normalize();
            }
        }
    }
}
