//! A session at a table: a set-up, a seed and intents. From these three it happens again, to the last bit.
//!
//! Intents act between steps. [`Session::act`] does one, [`Session::step`] lets a step pass, and
//! [`Session::play`] does both for scripts. Undo and redo play the session again from a saved moment, silently.

mod chance;
mod described;
mod intent;
mod play;
mod record;
mod scene;
mod setup;
mod snapshot;
#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use described::Form;
pub use intent::{Intent, IntentError, Timed};
pub use play::{Event, Gone};
pub use record::{Divergence, Mark, Record};
pub use setup::{ClothSetup, LawSetup, PieceSetup, Role, Setup, ZoneSetup};
pub use snapshot::Snapshot;

use crate::observe::Observation;
use crate::table::Table;
use play::Play;

/// Saved moments: one before each of the last intents, and before each `STRIDE`th of the older ones.
const RECENT: usize = 16;
const STRIDE: usize = 32;

/// An intent that was undone, and the step up to which its consequences had run.
#[derive(Clone, Debug)]
struct Undone {
    intent: Intent,
    steps: u64,
}

/// A session in play.
pub struct Session {
    seed: u64,
    play: Play,
    intents: Vec<Timed>,
    marks: Vec<Mark>,
    every_step: bool,
    /// Saved moments, by the number of intents before them.
    saved: Vec<(usize, Snapshot)>,
    undone: Vec<Undone>,
}

impl Session {
    /// A session that begins.
    pub fn new(setup: Setup, seed: u64) -> Self {
        let play = Play::new(Arc::new(setup), seed);
        let saved = vec![(0, play.snapshot())];
        Self {
            seed,
            play,
            intents: Vec::new(),
            marks: Vec::new(),
            every_step: false,
            saved,
            undone: Vec::new(),
        }
    }

    /// A session as a record tells it, played from the beginning.
    ///
    /// # Errors
    ///
    /// The first moment at which the replay differs from the record.
    pub fn replay(record: &Record) -> Result<Self, Divergence> {
        let fresh = Self::new(record.setup.clone(), record.seed);
        let play = record.run(fresh.play, 0)?;
        Ok(Self { play, intents: record.intents.clone(), marks: record.marks.clone(), ..fresh })
    }

    /// A session as a record tells it, played from a saved moment that has so many of its intents behind it.
    ///
    /// # Errors
    ///
    /// The first moment at which the replay differs from the record.
    pub fn resume(record: &Record, moment: &Snapshot, done: usize) -> Result<Self, Divergence> {
        let setup = Arc::new(record.setup.clone());
        let play = record.run(Play::resume(setup, moment), done)?;
        let fresh = Self::new(record.setup.clone(), record.seed);
        Ok(Self { play, intents: record.intents.clone(), marks: record.marks.clone(), ..fresh })
    }

    /// Takes a hash after every step from now on, not only before every intent.
    pub fn mark_every_step(&mut self, on: bool) {
        self.every_step = on;
    }

    /// The table, to look at.
    pub fn table(&self) -> &Table {
        &self.play.table
    }

    /// What it began with.
    pub fn setup(&self) -> &Setup {
        &self.play.setup
    }

    /// Steps since the beginning.
    pub fn steps(&self) -> u64 {
        self.play.step
    }

    /// What was done so far.
    pub fn intents(&self) -> &[Timed] {
        &self.intents
    }

    /// Whether the table has come to rest since the last intent.
    pub fn is_resting(&self) -> bool {
        self.play.resting
    }

    /// What lies where now.
    pub fn observe(&self) -> Observation {
        self.play.observe()
    }

    /// A number that differs whenever any bit of any pose or velocity does.
    pub fn hash(&self) -> u64 {
        self.play.table.hash()
    }

    /// Numbers of the pieces on the table and of those gone from it, with where they went, in order.
    pub fn census(&self) -> (Vec<u32>, Vec<(u32, Gone)>) {
        let pieces = self.play.table.pieces().filter(|id| !id.is_passing()).map(|id| id.0);
        (pieces.collect(), self.play.gone.iter().map(|(id, gone)| (id.0, *gone)).collect())
    }

    /// This moment, to save, and how many intents are behind it.
    pub fn snapshot(&self) -> (Snapshot, usize) {
        (self.play.snapshot(), self.intents.len())
    }

    /// Does an intent now. [`Intent::Wait`] and [`Intent::Rest`] let steps pass.
    ///
    /// # Errors
    ///
    /// Why it was refused; nothing has changed then.
    pub fn play(&mut self, intent: Intent) -> Result<Vec<Event>, IntentError> {
        let mut events = Vec::new();
        match intent {
            Intent::Wait(steps) => {
                for _ in 0..steps {
                    events.extend(self.step());
                }
            }
            Intent::Rest => {
                for _ in 0..self.play.budget() {
                    if self.play.resting {
                        break;
                    }
                    events.extend(self.step());
                }
            }
            act => self.act(act)?,
        }
        Ok(events)
    }

    /// Does an intent now, between two steps. What was undone can no longer be redone.
    ///
    /// # Errors
    ///
    /// Why it was refused; nothing has changed then.
    pub fn act(&mut self, intent: Intent) -> Result<(), IntentError> {
        self.carry_out(intent)?;
        self.undone.clear();
        Ok(())
    }

    fn carry_out(&mut self, intent: Intent) -> Result<(), IntentError> {
        let (step, done) = (self.play.step, self.intents.len());
        let mark = self.mark();
        let moment = self.play.snapshot();
        self.play.apply(&intent)?;
        self.marks.extend((self.marks.last() != Some(&mark)).then_some(mark));
        self.saved
            .retain(|(intents, _)| *intents != done && (intents % STRIDE == 0 || intents + RECENT > done));
        self.saved.push((done, moment));
        self.intents.push(Timed { step, intent });
        Ok(())
    }

    /// Lets a step pass.
    pub fn step(&mut self) -> Vec<Event> {
        let events = self.play.step();
        if self.every_step {
            let mark = self.mark();
            self.marks.push(mark);
        }
        events
    }

    fn mark(&self) -> Mark {
        Mark { step: self.play.step, intents: self.intents.len(), hash: self.hash() }
    }

    /// Goes back to the moment before the last intent; `false` when there is none.
    pub fn undo(&mut self) -> bool {
        let Some(last) = self.intents.pop() else { return false };
        let done = self.intents.len();
        self.saved.retain(|(intents, _)| *intents <= done);
        let end = self.play.step;
        if let Some((intents, moment)) = self.saved.last() {
            let mut play = Play::resume(self.play.setup.clone(), moment);
            for timed in &self.intents[*intents..] {
                run_to(&mut play, timed.step);
                // It was carried out once from the same moment.
                play.apply(&timed.intent).unwrap_or_default();
            }
            run_to(&mut play, last.step);
            self.play = play;
        }
        let now = (last.step, done);
        self.marks.retain(|mark| (mark.step, mark.intents) <= now);
        self.undone.push(Undone { intent: last.intent, steps: end - last.step });
        true
    }

    /// Does again what was undone last, with all that came of it; `false` when there is nothing.
    pub fn redo(&mut self) -> bool {
        let Some(Undone { intent, steps }) = self.undone.pop() else { return false };
        if self.carry_out(intent).is_err() {
            self.undone.clear();
            return false;
        }
        for _ in 0..steps {
            self.step();
        }
        true
    }

    /// The record of the session so far.
    pub fn record(&self) -> Record {
        let mut marks = self.marks.clone();
        let last = self.mark();
        marks.extend((marks.last() != Some(&last)).then_some(last));
        Record {
            setup: self.play.setup.as_ref().clone(),
            seed: self.seed,
            intents: self.intents.clone(),
            end: self.play.step,
            marks,
        }
    }
}

fn run_to(play: &mut Play, step: u64) {
    while play.step < step {
        play.step();
    }
}
