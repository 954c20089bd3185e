//! `tocs replay`: plays a saved session again.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use tabletop::scene::{FileKind, Sources};
use tabletop::script::{done, retold};
use tabletop::session::{Divergence, Session, load_save};

use super::run::{line, words};
use super::{Ending, complain, list, say};

/// What to play again.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The save.
    save: PathBuf,
    /// Compare every hash of the save, and stop at the first moment that differs. Exit code 1 if one does.
    #[arg(long)]
    verify: bool,
    /// One JSON line per event.
    #[arg(long)]
    json: bool,
}

/// Plays it again from its scene, its seed and its intents.
pub(super) fn run(arguments: &Arguments) -> Ending {
    let sources = Sources { folders: vec![list::scenes()], ..Sources::default() };
    let loaded = FileKind::of(&arguments.save).and_then(|kind| match kind {
        FileKind::Save => load_save(&arguments.save, &sources).map(Ok),
        other => Ok(Err(other)),
    });
    let record = match loaded {
        Ok(Ok(record)) => record,
        Ok(Err(other)) => {
            let file = arguments.save.display();
            let remedy = "`tocs run SCRIPT --record FILE` makes a save";
            return complain([format!("{file}: found {other}, expected a save\n    remedy: {remedy}")]);
        }
        Err(problems) => return complain(problems),
    };
    let tell = |event| say(if arguments.json { line(&event) } else { words(&event) });
    let begun = Session::new(record.scene.clone(), record.seed);
    match begun.follow(&record, arguments.verify, |replayed, session| tell(retold(replayed, session))) {
        Ok(session) => {
            tell(done(&session));
            if arguments.verify {
                let hashes = record.marks.len();
                say(if arguments.json {
                    json!({ "event": "verified", "hashes": hashes }).to_string()
                } else {
                    format!("all {hashes} hashes are those of the save")
                });
            }
            Ending::Done
        }
        Err(divergence) => {
            say(if arguments.json {
                differs(&divergence)
            } else {
                format!("the replay differs from the save: {divergence}")
            });
            Ending::Failed
        }
    }
}

/// A divergence as a line of JSON.
fn differs(divergence: &Divergence) -> String {
    let (step, intents) = match divergence {
        Divergence::Hash { recorded, .. } => (Some(recorded.step), Some(recorded.intents)),
        Divergence::Refused { step, intents, .. } => (Some(*step), Some(*intents)),
        Divergence::Disorder => (None, None),
    };
    json!({ "event": "differs", "step": step, "intents": intents, "why": divergence.to_string() }).to_string()
}
