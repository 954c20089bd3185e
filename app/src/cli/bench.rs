//! `tocs bench`: how fast the table steps on this machine, on one core, physics alone; and what a frame costs.

use bevy::math::UVec2;
use clap::Args;
use serde_json::json;
use tabletop::geometry::{Plate, Pose, Shape};
use tabletop::physics::PairLaw;
use tabletop::scene::{SceneDef, load_scene};
use tabletop::setup::Setting;
use tabletop::table::{Piece, StepRate, Table};
use tabletop::units::{Quaternion, Scalar, Vector, mm};

use super::{Ending, complain, list, say};
use crate::shot;
use crate::stopwatch::{median, times};

/// How to measure.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// One JSON line per scene.
    #[arg(long)]
    json: bool,
    /// Simulated seconds behind each figure.
    #[arg(long, default_value_t = 0.5)]
    seconds: f64,
}

/// One scene to be timed.
struct Scene {
    name: String,
    table: Table,
}

/// Times every scene.
pub(super) fn run(arguments: &Arguments) -> Ending {
    let report = |scene: Scene| {
        let pieces = scene.table.pieces().count();
        let mut table = scene.table;
        tell(&scene.name, pieces, &step_times(&mut table, arguments.seconds), arguments.json)
    };
    let board = match load_scene(&list::scenes().join("oriental-full.ron")) {
        Ok(board) => board,
        Err(problems) => return complain(problems),
    };
    sliding(&board, arguments);
    report(heap(&board));
    report(plane("96 discs sliding on a plane", 96, 3.0));
    report(plane("96 discs at rest", 96, 0.0));
    report(plane("one disc sliding", 1, 3.0));
    report(stack(20));
    let sizes = [100, 300, 1000, 3000];
    let times = sizes.map(|count| report(plane(&format!("{count} discs sliding on a plane"), count, 3.0)));
    let exponent = (times[3] / times[0]).ln() / (Scalar::from(sizes[3]) / Scalar::from(sizes[0])).ln();
    if arguments.json {
        say(json!({ "growth_exponent": exponent }).to_string());
    } else {
        say(format!("growth exponent from {} to {} discs: {exponent:.3}", sizes[0], sizes[3]));
    }
    frames(&board, arguments)
}

/// The full board of the Billard oriental, every piece sent towards the middle.
fn sent_inwards(board: &SceneDef) -> Setting {
    let mut setting = Setting::new(board, StepRate::default());
    for (_, id) in &setting.pieces {
        let at = setting.table.state(*id).pose.position;
        let inwards = -Vector::new(at.x, 0.0, at.z).normalize_or_zero();
        setting.table.set_velocity(*id, inwards * 2.0, Vector::Y * 5.0);
    }
    setting
}

/// All pieces sliding the same way: only the first tenth of a second counts, before the first leave the board, as
/// often as it takes.
fn sliding(board: &SceneDef, arguments: &Arguments) {
    const APART: Scalar = 0.1;
    let slide = || {
        let mut setting = Setting::new(board, StepRate::default());
        for (_, id) in &setting.pieces {
            setting.table.set_velocity(*id, Vector::new(1.0, 0.0, 0.2), Vector::Y * 5.0);
        }
        setting.table
    };
    let rounds = (arguments.seconds / APART).ceil().max(1.0) as usize;
    let mut times: Vec<Scalar> = (0..rounds).flat_map(|_| step_times(&mut slide(), APART)).collect();
    times.sort_by(Scalar::total_cmp);
    tell("96 pieces sliding on the oriental board", 96, &times, arguments.json);
}

/// All pieces where they run into each other in the middle, over each other and through the holes.
fn heap(board: &SceneDef) -> Scene {
    let mut table = sent_inwards(board).table;
    for _ in 0..120 {
        table.step();
    }
    Scene { name: "96 pieces heaping in its middle".to_owned(), table }
}

/// What a frame of the app costs with all pieces of the board.
fn frames(board: &SceneDef, arguments: &Arguments) -> Ending {
    const SIZE: UVec2 = UVec2::new(1280, 720);
    let rest = Setting::new(board, StepRate::default());
    for (name, setting) in [("at rest", rest), ("sliding", sent_inwards(board))] {
        let cost = match shot::frame_cost(board, setting, SIZE, (30, 3)) {
            Ok(cost) => cost,
            Err(error) => return complain([format!("no frame was timed: {error}")]),
        };
        let (bare, drawn) = (cost.without_drawing * 1.0e3, cost.drawn * 1.0e3);
        if arguments.json {
            say(json!({ "frame": name, "pieces": 96, "ms_without_drawing": bare, "ms_drawn": drawn })
                .to_string());
        } else {
            say(format!(
                "a frame of 1/60 s, 96 pieces {name:<10} {bare:>7.2} ms without drawing, {drawn:.0} ms drawn at 1280x720"
            ));
        }
    }
    Ending::Done
}

/// Discs of 25 mm side by side on an endless table, all sliding and slowly spinning.
fn plane(name: &str, count: u32, speed: Scalar) -> Scene {
    let mut table = Table::new(StepRate::default(), PairLaw::REFERENCE);
    table.spawn(Piece::fixed(Plate::plane().into(), Pose::IDENTITY));
    let side = Scalar::from(count).sqrt().ceil() as u32;
    for index in 0..count {
        let at = Vector::new(Scalar::from(index % side), 0.0, Scalar::from(index / side)) * mm(50.0);
        let id = table.spawn(disc(at + Vector::Y * mm(4.0)));
        if speed > 0.0 {
            table.set_velocity(id, Vector::new(speed, 0.0, 0.5), Vector::Y * 5.0);
        }
    }
    Scene { name: name.to_owned(), table }
}

fn stack(count: u32) -> Scene {
    let mut table = Table::new(StepRate::default(), PairLaw::REFERENCE);
    table.spawn(Piece::fixed(Plate::plane().into(), Pose::IDENTITY));
    for level in 0..count {
        table.spawn(disc(Vector::Y * mm(4.0 + 8.0 * Scalar::from(level))));
    }
    Scene { name: format!("a stack of {count}"), table }
}

fn disc(at: Vector) -> Piece {
    Piece::dynamic(Shape::disc(mm(25.0), mm(8.0)), 720.0, Pose::new(at, Quaternion::IDENTITY))
}

/// Says how long a step takes, in the median and at least, and returns the median, microseconds.
fn tell(name: &str, pieces: usize, times: &[Scalar], as_json: bool) -> Scalar {
    let (median, least) = (median(times) * 1.0e6, times[0] * 1.0e6);
    let real = 1.0e6 / StepRate::default().hertz / median;
    if as_json {
        say(json!({ "scene": name, "pieces": pieces, "us_per_step": median, "us_least": least, "times_real_time": real }).to_string());
    } else {
        say(format!("{name:<40} {median:>9.1} µs a step {real:>8.1} × real time (least {least:.1} µs)"));
    }
    median
}

/// Times of single steps, seconds, over the given simulated time.
fn step_times(table: &mut Table, seconds: Scalar) -> Vec<Scalar> {
    // Trees and caches settle first.
    for _ in 0..5 {
        table.step();
    }
    let steps = (seconds * table.rate().hertz) as usize;
    times(steps, || table.step())
}
