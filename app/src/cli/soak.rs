//! `tocs soak`: random strikes, many of them.

use clap::Args;
use tabletop::scene::load_scene;
use tabletop::soak::soak;

use super::{Ending, complain, list, say};

/// How many and where.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// Name of a shipped scene.
    #[arg(default_value = "oriental")]
    scene: String,
    /// Number of strikes.
    #[arg(long, default_value_t = 10_000)]
    strikes: u32,
    /// Number of the first strike; a fault tells its own.
    #[arg(long, default_value_t = 0)]
    from: u32,
    /// Chooses the strikes.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Strikes, and says what went wrong.
pub(super) fn run(arguments: &Arguments) -> Ending {
    let file = list::scenes().join(format!("{}.ron", arguments.scene));
    if !file.is_file() {
        return complain([format!(
            "no shipped scene is called {}; `tocs list` names them all",
            arguments.scene
        )]);
    }
    let scene = match load_scene(&file) {
        Ok(scene) => scene,
        Err(problems) => return complain(problems),
    };
    let result =
        soak(&scene, arguments.from..arguments.from.saturating_add(arguments.strikes), arguments.seed);
    for fault in &result.faults {
        let at = fault.at * 1000.0;
        say(format!("{} (at {:.0} {:.0} {:.0} mm)", fault.what, at.x, at.y, at.z));
    }
    say(format!(
        "{} strikes, {} pieces fell through a hole or over the edge, {} faults",
        result.strikes,
        result.fallen,
        result.faults.len()
    ));
    if result.faults.is_empty() { Ending::Done } else { Ending::Failed }
}
