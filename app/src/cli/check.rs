//! `tocs check`: validates files and says everything that is wrong with them.

use std::path::{Path, PathBuf};

use clap::Args;
use tabletop::scene::{
    DataProblem, FileKind, load_materials, load_position_with, load_scene_with, load_script_with,
};
use tabletop::session::load_save;

use super::{Ending, complain, files, say};

/// What to check.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// Files. Their names tell what they are (….script.ron, ….position.ron, ….save.ron, …materials.ron), else
    /// their fields.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// Checks every file, and stops at none.
pub(super) fn run(arguments: &Arguments) -> Ending {
    let mut ending = Ending::Done;
    for file in &arguments.files {
        match check(file) {
            Ok(kind) => say(format!("{}: {kind}, no fault found", file.display())),
            Err(problems) => {
                complain(problems);
                ending = Ending::Refused;
            }
        }
    }
    ending
}

fn check(file: &Path) -> Result<FileKind, Vec<DataProblem>> {
    let sources = files::sources();
    let kind = FileKind::of(file)?;
    match kind {
        FileKind::Script => load_script_with(file, &sources).map(drop),
        FileKind::Position => load_position_with(file, &sources).map(drop),
        FileKind::Save => load_save(file, &sources).map(drop),
        FileKind::Materials => load_materials(file).map(drop),
        FileKind::Scene => load_scene_with(file, &sources).map(drop),
    }
    .map(|()| kind)
}
