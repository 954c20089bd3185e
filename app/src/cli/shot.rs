//! `tocs shot`: a picture without a window.

use std::path::PathBuf;

use bevy::math::UVec2;
use clap::Args;
use tabletop::physics::StepRate;
use tabletop::scene::{FileKind, load_position_with, load_scene_with, load_script_with};
use tabletop::script::play;
use tabletop::session::{Session, load_save};
use tabletop::setup::Setting;

use super::{Ending, complain, files, list};
use crate::shot::{self, CameraName, EXPOSURES, ShotScene};
use crate::view::{dress, samples};

/// What to draw and how.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// A scene, position, script (its end) or save, the name of a shipped scene, or a sample: oriental, stacks, edges, compartments, dice.
    what: String,
    /// The PNG to write.
    #[arg(long)]
    out: PathBuf,
    /// Size in pixels.
    #[arg(long, default_value = "1280x720", value_parser = size)]
    size: UVec2,
    /// Where to look from: default, top, low or close.
    #[arg(long, default_value = "default")]
    camera: CameraName,
    /// Frames that make the picture: fewer are quicker and grainier.
    #[arg(long, default_value_t = EXPOSURES, value_parser = shot::exposures)]
    exposures: usize,
}

/// Draws it.
pub(super) fn run(arguments: &Arguments) -> Ending {
    let scene = match find(&arguments.what) {
        Ok(scene) => scene,
        Err(ending) => return ending,
    };
    match shot::render(&scene, &arguments.out, arguments.size, arguments.camera, arguments.exposures) {
        Ok(()) => Ending::Done,
        Err(error) => complain([error.to_string()]),
    }
}

/// A file, else a shipped scene, else a sample.
fn find(what: &str) -> Result<ShotScene, Ending> {
    let shipped = list::scenes().join(format!("{what}.ron"));
    let Some(file) = [PathBuf::from(what), shipped].into_iter().find(|file| file.is_file()) else {
        return samples::named(what).ok_or_else(|| {
            complain([format!(
                "there is no file, shipped scene or sample called {what}; `tocs list` shows the scenes, the samples are {}",
                samples::NAMES.join(", ")
            )])
        });
    };
    let sources = files::sources();
    let scene = match FileKind::of(&file).map_err(complain)? {
        FileKind::Script => {
            let script = load_script_with(&file, &sources).map_err(complain)?;
            return Ok(of_session(&play(&script, |_, _| ())));
        }
        FileKind::Save => {
            let record = load_save(&file, &sources).map_err(complain)?;
            // The picture shows what was saved, whether or not its hash says that it would come about again.
            return Ok(of_session(&Session::at(&record, &record.table, record.intents.len())));
        }
        FileKind::Position => load_position_with(&file, &sources).map_err(complain)?.scene,
        FileKind::Scene => load_scene_with(&file, &sources).map_err(complain)?,
        FileKind::Materials => {
            return Err(complain([format!("{}: materials have no picture", file.display())]));
        }
    };
    Ok(dress::setting(&scene, &Setting::new(&scene, StepRate::default())))
}

fn of_session(session: &Session) -> ShotScene {
    dress::setting(session.scene(), session.setting())
}

fn size(text: &str) -> Result<UVec2, String> {
    let sides = text.split_once('x').map(|(w, h)| (w.parse(), h.parse()));
    match sides {
        Some((Ok(w), Ok(h))) => Ok(UVec2::new(w, h)),
        _ => Err("a size is written like 1280x720".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_two_numbers_with_an_x_between() {
        assert_eq!(size("1280x720"), Ok(UVec2::new(1280, 720)));
        assert!(size("1280").is_err() && size("ax2").is_err());
    }
}
