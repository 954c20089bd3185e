//! Tocs, the program: command line, window, menus, sound.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
