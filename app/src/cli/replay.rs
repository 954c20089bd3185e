//! `tocs replay`: plays a saved session again.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use tabletop::scene::FileKind;
use tabletop::script::{done, retold};
use tabletop::session::{Divergence, Session, load_save};

use super::run::{line, words};
use super::{Ending, complain, files, say};

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
    let remedy = "`tocs run SCRIPT --record FILE` makes a save";
    if let Err(ending) = files::expect(&arguments.save, FileKind::Save, remedy) {
        return ending;
    }
    let record = match load_save(&arguments.save, &files::sources()) {
        Ok(record) => record,
        Err(problems) => return complain(problems),
    };
    let tell = |event| say(if arguments.json { line(&event) } else { words(&event) });
    let begun = Session::new(record.scene.clone(), record.seed);
    match begun.follow(&record, arguments.verify, |replayed, session| {
        retold(replayed, session).into_iter().for_each(tell);
    }) {
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
