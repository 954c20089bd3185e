//! What happened, so that it can happen again.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::play::Play;
use super::{IntentError, Setup, Timed};

/// A session that can be played again: nothing else of it needs to be kept.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// What it began with.
    pub setup: Setup,
    /// Seed of all chance in it.
    pub seed: u64,
    /// What was done, in order.
    pub intents: Vec<Timed>,
    /// Steps of the whole.
    pub end: u64,
    /// Hashes to compare, in order.
    pub marks: Vec<Mark>,
}

/// The hash of a table at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// Steps before it.
    pub step: u64,
    /// Intents before it.
    pub intents: usize,
    /// The hash.
    pub hash: u64,
}

/// The first moment at which a replay differs from its record.
#[derive(Clone, Debug, PartialEq)]
pub enum Divergence {
    /// The tables differ.
    Hash {
        /// What the record says.
        recorded: Mark,
        /// What the replay got.
        replayed: u64,
    },
    /// An intent that was carried out is refused now.
    Refused {
        /// Steps before it.
        step: u64,
        /// Why.
        error: IntentError,
    },
    /// The steps of the record are not in order.
    Disorder,
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hash { recorded: Mark { step, intents, hash }, replayed } => {
                write!(
                    f,
                    "after {step} steps and {intents} intents the table is {replayed:016x}, not {hash:016x}"
                )
            }
            Self::Refused { step, error } => write!(f, "after {step} steps an intent was refused: {error}"),
            Self::Disorder => f.write_str("the steps of the record are not in order"),
        }
    }
}

impl std::error::Error for Divergence {}

impl Record {
    /// Plays it again and compares all hashes.
    ///
    /// # Errors
    ///
    /// The first moment that differs.
    pub fn verify(&self) -> Result<(), Divergence> {
        let play = Play::new(Arc::new(self.setup.clone()), self.seed);
        self.run(play, 0).map(|_| ())
    }

    /// Plays on from the moment after so many intents to the end, and compares the hashes on the way.
    pub(super) fn run(&self, mut play: Play, done: usize) -> Result<Play, Divergence> {
        let mut intents = self.intents.iter().skip(done).peekable();
        let mut count = done;
        let now = (play.step, done);
        let mut marks = self.marks.iter().filter(|mark| (mark.step, mark.intents) >= now).peekable();
        loop {
            while let Some(mark) = marks.next_if(|mark| (mark.step, mark.intents) == (play.step, count)) {
                let replayed = play.table.hash();
                if replayed != mark.hash {
                    return Err(Divergence::Hash { recorded: *mark, replayed });
                }
            }
            if let Some(timed) = intents.next_if(|timed| timed.step == play.step) {
                play.apply(&timed.intent).map_err(|error| Divergence::Refused { step: play.step, error })?;
                count += 1;
            } else if play.step < self.end {
                play.step();
            } else {
                let whole = intents.peek().is_none() && marks.peek().is_none();
                return if whole { Ok(play) } else { Err(Divergence::Disorder) };
            }
        }
    }
}
