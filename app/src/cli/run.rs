//! `tocs run`: plays a script headless.

use std::path::PathBuf;

use clap::Args;
use serde_json::json;
use tabletop::scene::load_script;
use tabletop::script::{Event, play};

use super::{Ending, complain, say};
use crate::shot::{self, CameraName};
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
}

/// Plays the script to its end.
pub(super) fn run(arguments: &Arguments) -> Ending {
    let script = match load_script(&arguments.script) {
        Ok(script) => script,
        Err(problems) => return complain(problems),
    };
    if let Some(folder) = &arguments.shots
        && let Err(error) = std::fs::create_dir_all(folder)
    {
        return complain([format!("cannot make the folder {}: {error}", folder.display())]);
    }
    let mut pictures = Vec::new();
    play(&script, |event, setting| {
        say(if arguments.json { line(event) } else { words(event) });
        if let (Event::Shot { name }, Some(folder)) = (event, &arguments.shots) {
            pictures.push((folder.join(format!("{name}.png")), dress::setting(&script.scene, setting)));
        }
    });
    // The table is done before the first picture is drawn: drawing changes nothing.
    for (file, scene) in pictures {
        if let Err(error) =
            shot::render(&scene, &file, bevy::math::UVec2::new(1280, 720), CameraName::Default)
        {
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

fn line(event: &Event) -> String {
    match event {
        Event::Did { what } => json!({ "event": "did", "what": what }),
        Event::Refused { why } => json!({ "event": "refused", "why": why }),
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

fn words(event: &Event) -> String {
    match event {
        Event::Did { what } => what.clone(),
        Event::Refused { why } => format!("not done: {why}"),
        Event::Rest { after, unsettled } if unsettled.is_empty() => format!("at rest after {after:.2} s"),
        Event::Rest { after, unsettled } => format!("no rest after {after:.2} s: {}", unsettled.join("; ")),
        Event::Shot { name } => format!("picture {name}"),
        Event::Done { time, hash } => format!("done after {time:.2} s, hash {hash:016x}"),
    }
}
