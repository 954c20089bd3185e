//! `tocs list`: what there is.

use std::path::PathBuf;

use tabletop::fidelity::experiments;
use tabletop::scene::{FileKind, load_scene, load_script};

use super::{Ending, complain, say};

/// Folder of the shipped scenes: beside the program's working directory, or in the source tree it was built from.
pub(super) fn scenes() -> PathBuf {
    let here = PathBuf::from("scenes");
    if here.is_dir() { here } else { PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../scenes")) }
}

/// Lists scenes, scripts and experiments.
pub(super) fn run() -> Ending {
    let folder = scenes();
    let entries = match std::fs::read_dir(&folder) {
        Ok(entries) => entries,
        Err(error) => return complain([format!("cannot read the scenes in {}: {error}", folder.display())]),
    };
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    files.retain(|file| file.extension().is_some_and(|ending| ending == "ron"));
    files.sort();
    say("Scenes and scripts:");
    for file in files {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let title = match FileKind::of(&file) {
            Ok(FileKind::Script) => load_script(&file).map(|script| script.title),
            Ok(FileKind::Scene) => load_scene(&file).map(|scene| scene.title),
            Ok(_) => continue,
            Err(problems) => Err(problems),
        };
        match title {
            Ok(title) => say(format!("  {name:<30} {title}")),
            Err(problems) => say(format!("  {name:<30} faulty ({} problems: tocs check)", problems.len())),
        }
    }
    say("Experiments (tocs fidelity ID):");
    for experiment in experiments() {
        say(format!("  {:<8} {}", experiment.id, experiment.name));
    }
    Ending::Done
}
