//! Every shipped script ends in the very bits that stand in `tests/golden.txt`, whatever the machine, the
//! threads and the level of optimisation. `make levels` asks the same of builds without optimisation.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use tabletop::scene::{FileKind, load_script};
use tabletop::script::play;

/// Set to write the file anew instead of comparing with it.
const REFRESH: &str = "TOCS_GOLDEN";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A line for each shipped script: its name and the hash it ends in.
fn hashes() -> String {
    let mut lines = String::new();
    let files = std::fs::read_dir(root().join("scenes")).unwrap();
    let mut files: Vec<PathBuf> = files.map(|entry| entry.unwrap().path()).collect();
    files.retain(|file| FileKind::of(file) == Ok(FileKind::Script));
    files.sort();
    for file in files {
        let script = load_script(&file).unwrap();
        let hash = play(&script, |_, _| ()).hash();
        writeln!(lines, "{} {hash:016x}", file.file_name().unwrap().to_string_lossy()).unwrap();
    }
    lines
}

#[test]
fn golden_hashes_of_the_shipped_scripts() {
    let (file, now) = (root().join("tests/golden.txt"), hashes());
    if std::env::var_os(REFRESH).is_some() {
        std::fs::write(&file, &now).unwrap();
    }
    let golden = std::fs::read_to_string(&file).unwrap();
    assert_eq!(
        now, golden,
        "The same scripts end otherwise. If you changed the physics or a shipped scene on purpose, write the new \
         hashes with `make golden` and commit tests/golden.txt. If not, this build or machine computes otherwise."
    );
}
