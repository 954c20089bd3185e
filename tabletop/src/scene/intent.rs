//! What can be done to a table. Every device, script, save and bot speaks these.

mod check;
mod raw;

use serde::{Deserialize, Serialize};

pub(crate) use check::intents;
pub(crate) use raw::RawIntent;

use super::Height;
use crate::units::{MM, Quaternion, Scalar, Vector, Vector2, mm};

/// Most intents of a script or save.
pub const MAX_INTENTS: usize = 100_000;

/// Fastest strike, metres per second: more than any finger gives a disc.
pub const MAX_STRIKE_SPEED: Scalar = 8.0;

/// What strikes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Striker {
    /// A finger that flicks from the side.
    #[default]
    Finger,
    /// A bat that rises under a cloth.
    Bat,
}

/// One thing done to the table, between two steps. SI units; plan points and world vectors as in [`crate::units`].
#[derive(Clone, Debug, PartialEq)]
pub enum Intent {
    /// A stroke of a finger or bat.
    Strike {
        /// Where, in plan.
        at: Vector2,
        /// Height of the point struck; `None` for half-way up the piece that is there.
        height: Option<Scalar>,
        /// Direction of the stroke in plan, radians clockwise from north.
        azimuth: Scalar,
        /// How much the stroke rises, radians above the plan.
        rise: Scalar,
        /// Speed of the finger or bat, metres per second.
        speed: Scalar,
        /// What strikes.
        with: Striker,
    },
    /// A piece is put down, at rest; it is made if it has never been there.
    Place {
        /// Its name.
        piece: String,
        /// Where, in plan; `None` for above the piece it is put on.
        at: Option<Vector2>,
        /// How high.
        height: Height,
        /// How it is turned.
        rotation: Quaternion,
        /// The kind of the scene to make it of, if it has never been there.
        kind: Option<String>,
    },
    /// A piece is taken away.
    Remove {
        /// Its name.
        piece: String,
    },
    /// A piece gets velocities where it is.
    Throw {
        /// Its name.
        piece: String,
        /// Velocity, world, metres per second.
        velocity: Vector,
        /// Angular velocity, world, radians per second.
        spin: Vector,
    },
    /// A piece is thrown from somewhere, turned and spun by the session's own chance: a die from a hand.
    Cast {
        /// Its name.
        piece: String,
        /// Where it leaves the hand, world.
        from: Vector,
        /// Velocity, world, metres per second.
        velocity: Vector,
        /// How fast it spins, about an axis left to chance; radians per second.
        spin: Scalar,
    },
    /// Time passes.
    Wait {
        /// Seconds.
        seconds: Scalar,
    },
    /// Time passes until the table is still, or is declared unsettled.
    Rest,
    /// A picture is taken.
    Shot {
        /// Name of the picture.
        name: String,
    },
}

impl Intent {
    /// The intent as its file says it: lengths to the nanometre, angles to a thousandth of a millionth of a degree.
    /// Written in millimetres and degrees and read again, it is the same to the last bit.
    pub fn rounded(mut self) -> Self {
        match &mut self {
            Self::Strike { at, height, azimuth, rise, .. } => {
                *at = at.map(length);
                *height = height.map(length);
                (*azimuth, *rise) = (radians(degrees(*azimuth)), radians(degrees(*rise)));
            }
            Self::Place { at, height, .. } => {
                *at = at.map(|at| at.map(length));
                if let Height::Lowest(height) = height {
                    *height = length(*height);
                }
            }
            Self::Cast { from, .. } => *from = from.map(length),
            Self::Remove { .. } | Self::Throw { .. } | Self::Wait { .. } | Self::Rest | Self::Shot { .. } => {
            }
        }
        self
    }

    /// Whether all its numbers are finite.
    pub fn is_finite(&self) -> bool {
        match self {
            Self::Strike { at, height, azimuth, rise, speed, .. } => {
                let numbers = [*azimuth, *rise, *speed, height.unwrap_or_default()];
                at.is_finite() && numbers.iter().all(|number| number.is_finite())
            }
            Self::Place { at, height, rotation, .. } => {
                let level = if let Height::Lowest(level) = height { *level } else { 0.0 };
                at.unwrap_or_default().is_finite() && level.is_finite() && rotation.is_finite()
            }
            Self::Throw { velocity, spin, .. } => velocity.is_finite() && spin.is_finite(),
            Self::Cast { from, velocity, spin, .. } => {
                from.is_finite() && velocity.is_finite() && spin.is_finite()
            }
            Self::Wait { seconds } => seconds.is_finite(),
            Self::Remove { .. } | Self::Rest | Self::Shot { .. } => true,
        }
    }
}

/// Metres to millimetres, to the nanometre.
fn millimetres(metres: Scalar) -> Scalar {
    (metres / MM * 1.0e6).round() / 1.0e6
}

/// Radians to degrees, to a thousandth of a millionth.
fn degrees(radians: Scalar) -> Scalar {
    (radians.to_degrees() * 1.0e9).round() / 1.0e9
}

fn length(metres: Scalar) -> Scalar {
    mm(millimetres(metres))
}

fn radians(degrees: Scalar) -> Scalar {
    degrees.to_radians()
}
