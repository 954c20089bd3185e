//! A session at a table: a scene, a seed and intents. From these three it happens again, to the last bit.
//!
//! Intents act between steps. [`Session::act`] does one, [`Session::step`] lets a step pass, and
//! [`Session::play`] does both for scripts. Undo and redo play the session again from a saved moment, silently.

mod error;
mod play;
mod record;
mod save;
mod snapshot;
#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use error::IntentError;
pub use play::{Event, Gone};
pub use record::{Divergence, Mark, Record, Replayed, Timed};
pub use save::{SAVE_VERSION, load_save, parse_save, save_text, write_save};
pub use snapshot::Snapshot;

use crate::observe::Observation;
use crate::scene::{Intent, SceneDef};
use crate::setup::Setting;
use crate::table::{PieceId, Table};
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
    pub fn new(scene: impl Into<Arc<SceneDef>>, seed: u64) -> Self {
        let play = Play::new(scene.into(), seed);
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

    /// A session at a moment of its record that has so many of its intents behind it. What came before is taken
    /// at the record's word.
    pub fn at(record: &Record, moment: &Snapshot, done: usize) -> Self {
        let fresh = Self::new(record.scene.clone(), record.seed);
        let now = (moment.steps(), done);
        Self {
            play: Play::resume(record.scene.clone(), moment),
            intents: record.intents.iter().take(done).cloned().collect(),
            marks: record.marks.iter().copied().filter(|mark| (mark.step, mark.intents) < now).collect(),
            ..fresh
        }
    }

    /// A session as it was when it was recorded.
    ///
    /// # Errors
    ///
    /// When the table of the record is not the one whose hash stands there.
    pub fn restore(record: &Record) -> Result<Self, Divergence> {
        let session = Self::at(record, &record.table, record.intents.len());
        let replayed = session.hash();
        match record.marks.last() {
            Some(mark) if mark.hash != replayed => Err(Divergence::Hash { recorded: *mark, replayed }),
            _ => Ok(session),
        }
    }

    /// Takes a hash after every step from now on, not only before every intent.
    pub fn mark_every_step(&mut self, on: bool) {
        self.every_step = on;
    }

    /// The table, to look at.
    pub fn table(&self) -> &Table {
        &self.play.setting.table
    }

    /// The table and who is who on it, to look at.
    pub fn setting(&self) -> &Setting {
        &self.play.setting
    }

    /// What it began with.
    pub fn scene(&self) -> &SceneDef {
        &self.play.scene
    }

    /// What a body is called: a piece that is or was there, or a part of the board.
    pub fn name(&self, id: PieceId) -> String {
        self.play.name(id)
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
        self.table().hash()
    }

    /// Names of the pieces on the table and of those gone from it, with where they went, in order.
    pub fn census(&self) -> (Vec<String>, Vec<(String, Gone)>) {
        let present = self.play.setting.pieces.iter().map(|(name, _)| name.clone());
        (present.collect(), self.play.gone.iter().map(|(id, gone)| (self.name(*id), *gone)).collect())
    }

    /// This moment, to save, and how many intents are behind it.
    pub fn snapshot(&self) -> (Snapshot, usize) {
        (self.play.snapshot(), self.intents.len())
    }

    /// Does an intent now. [`Intent::Wait`] and [`Intent::Rest`] let steps pass; [`Intent::Shot`] does nothing here.
    ///
    /// # Errors
    ///
    /// Why it was refused; nothing has changed then.
    pub fn play(&mut self, intent: Intent) -> Result<Vec<Event>, IntentError> {
        let mut events = Vec::new();
        match intent {
            Intent::Wait { seconds } => {
                // A whole number of steps stays one, however its seconds were rounded.
                let steps = (seconds * self.table().rate().hertz - 1.0e-6).ceil().max(0.0) as u64;
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
            Intent::Shot { .. } => {}
            act => self.act(act)?,
        }
        Ok(events)
    }

    /// Does an intent now, between two steps, as its file would say it. What was undone can no longer be redone.
    ///
    /// # Errors
    ///
    /// Why it was refused; nothing has changed then.
    pub fn act(&mut self, intent: Intent) -> Result<(), IntentError> {
        self.carry_out(intent.rounded())?;
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
            let mut play = Play::resume(self.play.scene.clone(), moment);
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
            scene: self.play.scene.clone(),
            seed: self.seed,
            intents: self.intents.clone(),
            marks,
            table: self.play.snapshot(),
        }
    }
}

fn run_to(play: &mut Play, step: u64) {
    while play.step < step {
        play.step();
    }
}
