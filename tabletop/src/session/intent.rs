//! What can be done to a table. Every device, script and bot speaks these.

use std::{error::Error, fmt};

use serde::{Deserialize, Serialize};

use super::{PieceSetup, described};
use crate::geometry::Pose;
use crate::strike::{Strike, StrikeError};
use crate::units::{Scalar, Vector};

/// One thing done to the table, between two steps. SI units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Intent {
    /// A blow.
    Strike(Strike),
    /// A piece is put on the table, under a number that is not on it.
    Place(PieceSetup),
    /// A piece is put elsewhere, at rest.
    Move {
        /// Its number.
        piece: u32,
        /// Where to.
        #[serde(with = "described::PoseText")]
        to: Pose,
    },
    /// A piece is taken away.
    Remove {
        /// Its number.
        piece: u32,
    },
    /// A piece gets velocities where it is.
    Throw {
        /// Its number.
        piece: u32,
        /// Velocity of its centre of mass.
        velocity: Vector,
        /// Angular velocity.
        spin: Vector,
    },
    /// A piece is thrown from somewhere, turned and spun by the session's own chance: a die from a hand.
    Cast {
        /// Its number.
        piece: u32,
        /// Where it leaves the hand.
        from: Vector,
        /// Velocity of its centre of mass.
        velocity: Vector,
        /// How fast it spins, about an axis left to chance.
        spin: Scalar,
    },
    /// Steps pass.
    Wait(u32),
    /// Steps pass until the table is still, or is declared unsettled.
    Rest,
}

/// Why an intent was refused; the table is as it was.
#[derive(Clone, Debug, PartialEq)]
pub enum IntentError {
    /// There is no such piece on the table.
    NoPiece(u32),
    /// The number is on the table already, or cannot be that of a piece.
    Taken(u32),
    /// A number is not finite.
    NotFinite,
    /// The strike was not made.
    Strike(StrikeError),
}

impl fmt::Display for IntentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPiece(id) => write!(f, "there is no piece {id} on the table"),
            Self::Taken(id) => write!(f, "a new piece cannot have the number {id}"),
            Self::NotFinite => f.write_str("a place, a velocity and a spin must be finite"),
            Self::Strike(error) => error.fmt(f),
        }
    }
}

impl Error for IntentError {}

impl From<StrikeError> for IntentError {
    fn from(error: StrikeError) -> Self {
        Self::Strike(error)
    }
}

/// An intent and when it was carried out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timed {
    /// Steps of the table before it.
    pub step: u64,
    /// What was done.
    pub intent: Intent,
}
