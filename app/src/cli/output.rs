//! Where the program's words go, and how it ends.

use std::io::Write as _;
use std::process::ExitCode;

/// How a command ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// It did what was asked.
    Done,
    /// A check failed.
    Failed,
}

impl From<Ending> for ExitCode {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Done => Self::SUCCESS,
            Ending::Failed => Self::from(1),
        }
    }
}

/// Prints a line. A closed pipe (`tocs list | head`) is no fault of ours and ends the printing quietly.
pub(crate) fn say(line: impl AsRef<str>) {
    let _ = writeln!(std::io::stdout(), "{}", line.as_ref());
}
