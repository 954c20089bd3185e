//! The command line. Everything the window does can be done without one.

mod bench;
mod check;
mod fidelity;
mod files;
mod list;
mod output;
mod replay;
mod run;
mod shot;
mod soak;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use output::{Ending, complain, say};

/// Five French table games on a physical table.
#[derive(Parser, Debug)]
#[command(name = "tocs", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Play a script headless: one line per event, the last with the final hash.
    Run(run::Arguments),
    /// Play a saved session again. With --verify, exit code 1 if it goes another way.
    Replay(replay::Arguments),
    /// A picture of a scene, script or save, no display needed.
    Shot(shot::Arguments),
    /// The physics experiments: expected, got, tolerance. Exit code 1 if a gate fails.
    Fidelity(fidelity::Arguments),
    /// Speed of the table on this machine.
    Bench(bench::Arguments),
    /// Random strikes on a board: nothing may get lost, and every shot must end. Exit code 1 if one does not.
    Soak(soak::Arguments),
    /// Validate scene, script, position and save files.
    Check(check::Arguments),
    /// The scenes, scripts and experiments there are.
    List,
}

/// Runs what the arguments say. Exit codes: 0 done, 1 a check failed, 2 wrong use or bad input.
pub fn run() -> ExitCode {
    let ending = match Arguments::parse().command {
        Some(Command::Run(arguments)) => run::run(&arguments),
        Some(Command::Replay(arguments)) => replay::run(&arguments),
        Some(Command::Shot(arguments)) => shot::run(&arguments),
        Some(Command::Fidelity(arguments)) => fidelity::run(&arguments),
        Some(Command::Bench(arguments)) => bench::run(&arguments),
        Some(Command::Soak(arguments)) => soak::run(&arguments),
        Some(Command::Check(arguments)) => check::run(&arguments),
        Some(Command::List) => list::run(),
        None => {
            say("There is no window yet. `tocs --help` lists what can be done without one.");
            Ending::Done
        }
    };
    ending.into()
}
