//! Why an intent was not carried out.

use std::{error::Error, fmt};

use crate::strike::StrikeError;

/// Why an intent was refused; the table is as it was.
#[derive(Clone, Debug, PartialEq)]
pub enum IntentError {
    /// There is no such piece on the table.
    NoPiece(String),
    /// The piece has never been there, and no kind to make it of is given.
    NoKind(String),
    /// The scene has no such kind.
    UnknownKind(String),
    /// The piece is of a kind already, and cannot be made of another.
    Made(String),
    /// Neither a point nor a piece to put it on is given.
    Nowhere(String),
    /// A piece cannot be put on itself.
    OnItself(String),
    /// A number is not finite.
    NotFinite,
    /// The strike makes no sense: no speed, or no direction.
    Senseless,
    /// Something is where the striker would start.
    Blocked(String),
    /// It comes from below, and there is no cloth over it.
    NoCloth,
    /// It lets time pass or looks on: nothing that could be done between two steps.
    NotAnAct,
}

impl IntentError {
    /// Why a strike was not made, with the name of what was in its way.
    pub(super) fn of_strike(error: StrikeError, name: impl FnOnce(u32) -> String) -> Self {
        match error {
            StrikeError::Senseless => Self::Senseless,
            StrikeError::NoCloth => Self::NoCloth,
            StrikeError::Blocked(id) => Self::Blocked(name(id.0)),
        }
    }
}

impl fmt::Display for IntentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPiece(name) => write!(f, "there is no piece {name} on the table"),
            Self::NoKind(name) => write!(f, "there is no piece {name}, and no kind to make it of"),
            Self::UnknownKind(kind) => write!(f, "the scene has no kind {kind}"),
            Self::Made(name) => write!(f, "{name} is made already, and cannot be of another kind"),
            Self::Nowhere(name) => {
                write!(f, "{name} is to be put nowhere: it needs a point, or a piece below it")
            }
            Self::OnItself(name) => write!(f, "{name} cannot be put on itself"),
            Self::NotFinite => f.write_str("all numbers must be finite"),
            Self::Senseless => StrikeError::Senseless.fmt(f),
            Self::NoCloth => StrikeError::NoCloth.fmt(f),
            Self::Blocked(name) => write!(f, "{name} leaves no room to strike from there"),
            Self::NotAnAct => f.write_str("waits, rests and pictures are not done between two steps"),
        }
    }
}

impl Error for IntentError {}
