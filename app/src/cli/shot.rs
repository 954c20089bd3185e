//! `tocs shot`: a picture without a window.

use std::path::PathBuf;

use bevy::math::UVec2;
use clap::Args;
use tabletop::physics::StepRate;
use tabletop::scene::{load_scene, load_script};
use tabletop::script::play;
use tabletop::setup::Setting;

use super::{Ending, complain, list};
use crate::shot::{self, CameraName, ShotScene};
use crate::view::{dress, samples};

/// What to draw and how.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// A scene or script file, the name of a shipped scene, or a sample: oriental, stacks, edges, compartments, dice.
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
}

/// Draws it.
pub(super) fn run(arguments: &Arguments) -> Ending {
    let scene = match find(&arguments.what) {
        Ok(scene) => scene,
        Err(ending) => return ending,
    };
    match shot::render(&scene, &arguments.out, arguments.size, arguments.camera) {
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
    if file.to_string_lossy().ends_with(".script.ron") {
        let script = load_script(&file).map_err(complain)?;
        let mut last = None;
        play(&script, |_, setting| last = Some(dress::setting(&script.scene, setting)));
        return last.ok_or(Ending::Refused);
    }
    let scene = load_scene(&file).map_err(complain)?;
    Ok(dress::setting(&scene, &Setting::new(&scene, StepRate::default())))
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
