//! `tocs run`: plays a script headless.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::json;
use tabletop::scene::{FileKind, load_script_with};
use tabletop::script::{Event, play};
use tabletop::session::{Session, write_save};

use super::{Ending, complain, files, say};
use crate::shot::{self, CameraName, EXPOSURES};
use crate::view::dress;

/// What to play.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// The script.
    script: PathBuf,
    /// One JSON line per event.
    #[arg(long)]
    json: bool,
    /// Folder for the pictures that the script takes; without it none are taken.
    #[arg(long)]
    shots: Option<PathBuf>,
    /// Frames that make one picture: fewer are quicker and grainier.
    #[arg(long, default_value_t = EXPOSURES, value_parser = shot::exposures)]
    exposures: usize,
    /// Save to keep of what is played; written anew, whole, at every rest and at the end.
    #[arg(long)]
    record: Option<PathBuf>,
}

/// Plays the script to its end.
pub(super) fn run(arguments: &Arguments) -> Ending {
    let remedy = "`tocs shot FILE` shows a scene, `tocs replay FILE` plays a save";
    if let Err(ending) = files::expect(&arguments.script, FileKind::Script, remedy) {
        return ending;
    }
    let script = match load_script_with(&arguments.script, &files::sources()) {
        Ok(script) => script,
        Err(problems) => return complain(problems),
    };
    if let Some(folder) = &arguments.shots
        && let Err(error) = std::fs::create_dir_all(folder)
    {
        return complain([format!("cannot make the folder {}: {error}", folder.display())]);
    }
    let keep = |session: &Session, file: &Path| write_save(file, &session.record());
    if let Some(file) = &arguments.record
        && let Err(problems) = keep(&Session::new(script.scene.clone(), script.seed), file)
    {
        return complain(problems); // known before anything is played
    }
    let (mut pictures, mut kept) = (Vec::new(), Ok(()));
    play(&script, |event, session| {
        say(if arguments.json { line(event) } else { words(event) });
        if let (Event::Rest { .. } | Event::Done { .. }, Some(file)) = (event, &arguments.record) {
            kept = keep(session, file);
        }
        if let (Event::Shot { name }, Some(folder)) = (event, &arguments.shots) {
            pictures
                .push((folder.join(format!("{name}.png")), dress::setting(&script.scene, session.setting())));
        }
    });
    if let Err(problems) = kept {
        return complain(problems);
    }
    // The table is done before the first picture is drawn: drawing changes nothing.
    for (file, scene) in pictures {
        let size = bevy::math::UVec2::new(1280, 720);
        if let Err(error) = shot::render(&scene, &file, size, CameraName::Default, arguments.exposures) {
            return complain([error.to_string()]);
        }
        say(if arguments.json {
            json!({ "event": "picture", "file": file }).to_string()
        } else {
            format!("picture: {}", file.display())
        });
    }
    Ending::Done
}

/// An event as a line of JSON.
pub(super) fn line(event: &Event) -> String {
    match event {
        Event::Did { what } => json!({ "event": "did", "what": what }),
        Event::Refused { why } => json!({ "event": "refused", "why": why }),
        Event::Lost { piece } => json!({ "event": "lost", "piece": piece }),
        Event::Left { piece } => json!({ "event": "left", "piece": piece }),
        Event::Fell { piece, hole } => json!({ "event": "fell", "piece": piece, "hole": hole }),
        Event::Rest { after, unsettled } => {
            json!({ "event": "rest", "seconds": after, "unsettled": unsettled })
        }
        Event::Shot { name } => json!({ "event": "shot", "name": name }),
        Event::Done { time, hash } => {
            json!({ "event": "done", "seconds": time, "hash": format!("{hash:016x}") })
        }
    }
    .to_string()
}

/// An event in plain words.
pub(super) fn words(event: &Event) -> String {
    match event {
        Event::Did { what } => what.clone(),
        Event::Refused { why } => format!("not done: {why}"),
        Event::Lost { piece } => format!("{piece} is lost"),
        Event::Left { piece } => format!("{piece} left the board"),
        Event::Fell { piece, hole } => format!("{piece} fell through {hole}"),
        Event::Rest { after, unsettled } if unsettled.is_empty() => format!("at rest after {after:.2} s"),
        Event::Rest { after, unsettled } => format!("no rest after {after:.2} s: {}", unsettled.join("; ")),
        Event::Shot { name } => format!("picture {name}"),
        Event::Done { time, hash } => format!("done after {time:.2} s, hash {hash:016x}"),
    }
}
