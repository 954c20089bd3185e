//! Tocs, the program: command line, pictures, window, menus, sound.

mod cli;
mod live;
mod shot;
mod stopwatch;
mod view;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
