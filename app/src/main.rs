//! The program.

mod cli;
mod shot;
mod view;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
