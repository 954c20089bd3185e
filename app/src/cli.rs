//! The command line. Everything the window does can be done without one.

mod bench;
mod fidelity;
mod output;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

pub(crate) use output::{Ending, say};

/// Five French table games on a physical table.
#[derive(Parser, Debug)]
#[command(name = "tocs", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// The physics experiments: expected, got, tolerance. Exit code 1 if a gate fails.
    Fidelity(fidelity::Arguments),
    /// Speed of the table on this machine.
    Bench(bench::Arguments),
}

/// Runs what the arguments say. Exit codes: 0 done, 1 a check failed, 2 wrong use or bad input.
pub fn run() -> ExitCode {
    let arguments = Arguments::parse();
    let ending = match arguments.command {
        Some(Command::Fidelity(arguments)) => fidelity::run(&arguments),
        Some(Command::Bench(arguments)) => bench::run(&arguments),
        None => {
            say("The menu is not built yet. `tocs --help` lists what can be done without it.");
            Ending::Done
        }
    };
    ending.into()
}
