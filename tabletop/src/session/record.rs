//! What happened, so that it can happen again.

use std::fmt;
use std::sync::Arc;

use super::{Event, IntentError, Session, Snapshot};
use crate::scene::{Intent, SceneDef};

/// A session that can be played again, and as it was when it was recorded.
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// What it began with.
    pub scene: Arc<SceneDef>,
    /// Seed of all chance in it.
    pub seed: u64,
    /// What was done, in order.
    pub intents: Vec<Timed>,
    /// Hashes to compare, in order; the last is that of the table at the end.
    pub marks: Vec<Mark>,
    /// The table at the end.
    pub table: Snapshot,
}

/// An intent and when it was carried out.
#[derive(Clone, Debug, PartialEq)]
pub struct Timed {
    /// Steps of the table before it.
    pub step: u64,
    /// What was done.
    pub intent: Intent,
}

/// The hash of a table at one moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
        /// Intents before it.
        intents: usize,
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
            Self::Refused { step, intents, error } => {
                write!(f, "after {step} steps, intents[{intents}] was refused: {error}")
            }
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
        Session::replay(self).map(|_| ())
    }

    /// Steps of the whole.
    pub fn end(&self) -> u64 {
        self.table.steps()
    }
}

/// What a replay tells about: the same as whoever played heard, and what was done.
#[derive(Clone, Debug, PartialEq)]
pub enum Replayed {
    /// An intent was carried out again.
    Did(Intent),
    /// A step brought something.
    Came(Event),
}

impl Session {
    /// A session as a record tells it, played from the beginning.
    ///
    /// # Errors
    ///
    /// The first moment at which the replay differs from the record.
    pub fn replay(record: &Record) -> Result<Self, Divergence> {
        Self::new(record.scene.clone(), record.seed).follow(record, true, |_, _| ())
    }

    /// Plays on as a record tells it, to its end, telling what happens. Hashes are compared if it is to `verify`.
    ///
    /// # Errors
    ///
    /// The first moment at which it differs from the record; without `verify`, only what makes it end early.
    pub fn follow(
        mut self,
        record: &Record,
        verify: bool,
        mut tell: impl FnMut(&Replayed, &Self),
    ) -> Result<Self, Divergence> {
        let now = (self.steps(), self.intents().len());
        let mut intents = record.intents.iter().skip(now.1).peekable();
        let mut marks = record.marks.iter().filter(|mark| (mark.step, mark.intents) >= now).peekable();
        loop {
            let (step, count) = (self.steps(), self.intents().len());
            while let Some(mark) = marks.next_if(|mark| (mark.step, mark.intents) == (step, count)) {
                let replayed = self.hash();
                if verify && replayed != mark.hash {
                    return Err(Divergence::Hash { recorded: *mark, replayed });
                }
            }
            if let Some(timed) = intents.next_if(|timed| timed.step == step) {
                let refused = |error| Divergence::Refused { step, intents: count, error };
                self.act(timed.intent.clone()).map_err(refused)?;
                tell(&Replayed::Did(timed.intent.clone()), &self);
            } else if step < record.end() {
                for event in self.step() {
                    tell(&Replayed::Came(event), &self);
                }
            } else {
                let whole = intents.peek().is_none() && marks.peek().is_none();
                return if whole { Ok(self) } else { Err(Divergence::Disorder) };
            }
        }
    }
}
