//! What commands do with the files they are given.

use std::path::Path;

use tabletop::scene::{FileKind, Sources};

use super::{Ending, complain, list};

/// Where files that others name are looked for: beside those, and in the shipped folder.
pub(super) fn sources() -> Sources {
    Sources { folders: vec![list::scenes()], ..Sources::default() }
}

/// Complains unless a file is of the kind a command takes.
pub(super) fn expect(file: &Path, wanted: FileKind, remedy: &str) -> Result<(), Ending> {
    match FileKind::of(file) {
        Ok(kind) if kind == wanted => Ok(()),
        Ok(other) => Err(complain([format!(
            "{}: found {other}, expected {wanted}\n    remedy: {remedy}",
            file.display()
        )])),
        Err(problems) => Err(complain(problems)),
    }
}
