//! `tocs check`: validates files and says everything that is wrong with them.

use std::path::{Path, PathBuf};

use clap::Args;
use tabletop::scene::{
    DataProblem, Sources, load_materials, load_position, load_save, load_scene, load_script,
};

use super::{Ending, complain, say};

/// What to check.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// Files; their names tell their type: …script.ron, …position.ron, …save.ron, materials.ron, other .ron scenes.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Checks every file, and stops at none.
pub(super) fn run(arguments: &Arguments) -> Ending {
    let mut ending = Ending::Done;
    for file in &arguments.files {
        match check(file) {
            Ok(what) => say(format!("{}: {what}, no fault found", file.display())),
            Err(problems) => {
                complain(problems);
                ending = Ending::Refused;
            }
        }
    }
    ending
}

fn check(file: &Path) -> Result<&'static str, Vec<DataProblem>> {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    if name.ends_with(".script.ron") {
        load_script(file).map(|_| "a script")
    } else if name.ends_with(".position.ron") {
        load_position(file).map(|_| "a position")
    } else if name.ends_with(".save.ron") {
        load_save(file, &Sources::default()).map(|_| "a save")
    } else if name == "materials.ron" {
        load_materials(file).map(|_| "materials")
    } else {
        load_scene(file).map(|_| "a scene")
    }
}
