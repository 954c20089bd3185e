//! Files as wholes: what is wrong with one, and how one is written.

use std::{
    fs::{self, File},
    io::Write,
    path::Path,
};

use super::DataProblem;

/// A problem of a file as a whole.
pub(super) fn refusal(path: &Path, found: String, expected: &str, remedy: &str) -> Vec<DataProblem> {
    vec![DataProblem {
        file: path.display().to_string(),
        line: 0,
        column: 0,
        place: String::new(),
        found,
        expected: expected.to_owned(),
        remedy: remedy.to_owned(),
    }]
}

/// Writes a file whole or not at all: beside its place first, so that a crash leaves the old one as it was.
pub(crate) fn write_whole(path: &Path, text: &str) -> Result<(), Vec<DataProblem>> {
    // A draft of this program's own: two that write the same file do not write into each other's.
    let mut draft = path.as_os_str().to_owned();
    draft.push(format!(".{}.part", std::process::id()));
    let write = || {
        let mut file = File::create(&draft)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        fs::rename(&draft, path)
    };
    write().map_err(|error: std::io::Error| {
        // Nothing half-written is left behind; that there is nothing to remove is as good.
        let _ = fs::remove_file(&draft);
        let remedy = "check the folder, its rights and the space left";
        refusal(path, error.to_string(), "a place to write to", remedy)
    })
}
