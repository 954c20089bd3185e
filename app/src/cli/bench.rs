//! `tocs bench`: how fast the table steps on this machine, on one core, physics alone.

use std::time::Instant;

use clap::Args;
use serde_json::json;
use tabletop::geometry::{Plate, Pose, Shape};
use tabletop::physics::PairLaw;
use tabletop::scene::{DataProblem, load_scene};
use tabletop::setup::Setting;
use tabletop::table::{Piece, StepRate, Table};
use tabletop::units::{Quaternion, Scalar, Vector, mm};

use super::{Ending, complain, list, say};

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
        let (name, pieces) = (scene.name.clone(), scene.table.pieces().count());
        let (median, least) = time(scene.table, arguments.seconds);
        let real = 1.0e6 / StepRate::default().hertz / median;
        if arguments.json {
            say(json!({ "scene": name, "pieces": pieces, "us_per_step": median, "us_least": least, "times_real_time": real }).to_string());
        } else {
            say(format!("{name:<36} {median:>9.1} µs a step {real:>8.1} × real time (least {least:.1} µs)"));
        }
        median
    };
    match oriental() {
        Ok(scene) => report(scene),
        Err(problems) => return complain(problems),
    };
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
    Ending::Done
}

/// The full board of the Billard oriental, every piece sliding towards the middle.
fn oriental() -> Result<Scene, Vec<DataProblem>> {
    let scene = load_scene(&list::scenes().join("oriental-full.ron"))?;
    let mut setting = Setting::new(&scene, StepRate::default());
    for (_, id) in &setting.pieces {
        let at = setting.table.state(*id).pose.position;
        let inwards = -Vector::new(at.x, 0.0, at.z).normalize_or_zero();
        setting.table.set_velocity(*id, inwards * 2.0, Vector::Y * 5.0);
    }
    Ok(Scene { name: "96 pieces on the oriental board".to_owned(), table: setting.table })
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

/// Median and least time of a step, microseconds, over the given simulated time.
#[expect(clippy::disallowed_methods, reason = "a benchmark is what measures the wall clock")]
fn time(mut table: Table, seconds: Scalar) -> (Scalar, Scalar) {
    // Trees and caches settle first.
    for _ in 0..5 {
        table.step();
    }
    let steps = (seconds * table.rate().hertz).max(1.0) as usize;
    let mut times: Vec<Scalar> = (0..steps)
        .map(|_| {
            let start = Instant::now();
            table.step();
            start.elapsed().as_secs_f64() * 1.0e6
        })
        .collect();
    times.sort_by(Scalar::total_cmp);
    (times[times.len() / 2], times[0])
}
