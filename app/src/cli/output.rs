//! Where the program's words go, and how it ends.

use std::fmt::Display;
use std::io::Write as _;
use std::process::ExitCode;

/// How a command ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// It did what was asked.
    Done,
    /// A check failed.
    Failed,
    /// It was used wrongly, or what it was given is bad.
    Refused,
}

impl From<Ending> for ExitCode {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Done => Self::SUCCESS,
            Ending::Failed => Self::from(1),
            Ending::Refused => Self::from(2),
        }
    }
}

/// Prints a line. A closed pipe (`tocs list | head`) is no fault of ours and ends the printing quietly.
pub(super) fn say(line: impl AsRef<str>) {
    let _ = writeln!(std::io::stdout(), "{}", line.as_ref());
}

/// Says what is wrong with what was given.
pub(super) fn complain(problems: impl IntoIterator<Item = impl Display>) -> Ending {
    for problem in problems {
        let _ = writeln!(std::io::stderr(), "{problem}");
    }
    Ending::Refused
}
