//! The command line: what was asked, done or refused in plain words.

use std::path::PathBuf;
use std::process::ExitCode;

use bevy::math::UVec2;
use clap::{Parser, Subcommand};

use crate::shot::{self, CameraName};
use crate::view::samples;

/// Exit code for wrong use or bad input.
const WRONG_USE: u8 = 2;

/// Five French table games on a physical table.
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// A picture, no display needed.
    Shot {
        /// What to draw: oriental, stacks, edges, compartments or dice.
        sample: String,
        /// The PNG to write.
        #[arg(long)]
        out: PathBuf,
        /// Size in pixels.
        #[arg(long, default_value = "1280x720", value_parser = size)]
        size: UVec2,
        /// Where to look from: default, top, low or close.
        #[arg(long, default_value = "default")]
        camera: CameraName,
    },
}

/// Reads the command line and does what it says.
pub fn run() -> ExitCode {
    match Cli::parse().command {
        Command::Shot { sample, out, size, camera } => {
            let Some(scene) = samples::named(&sample) else {
                eprintln!(
                    "tocs: there is no sample named `{sample}`; samples are {}",
                    samples::NAMES.join(", ")
                );
                return WRONG_USE.into();
            };
            match shot::render(&scene, &out, size, camera) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => {
                    eprintln!("tocs: {error}");
                    WRONG_USE.into()
                }
            }
        }
    }
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
