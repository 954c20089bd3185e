//! The same again: repeated runs, steady contacts, sleep. (Section 2.8, PH-56 and its additions)

use super::bench::{DENSITY, Lone, b25, d25, flat, inertia, law, peak, run, sizes, worst};
use super::measure::Tolerance::{AtMost, Same, Share, Within};
use super::{Conditions, Outcome};
use crate::geometry::{Plate, Pose, Shape};
use crate::physics::law::PairLaw;
use crate::random::Random;
use crate::table::{Piece, PieceId, StepRate, Table};
use crate::units::{GRAVITY, Scalar, Vector, mm};

/// Discs and balls close together, and one that is shot into them: the table, and the pieces with their masses.
pub fn break_shot(rate: StepRate, count: usize) -> (Table, Vec<(PieceId, Scalar)>) {
    let mut random = Random::new(56);
    let mut table = Table::new(rate, PairLaw { rolling: 0.005, ..PairLaw::REFERENCE });
    table.spawn(Piece::fixed(Plate::plane().into(), Pose::IDENTITY));
    let mut pieces = Vec::new();
    let mut place = |table: &mut Table, shape: Shape, at: Vector| {
        let piece = Piece::dynamic(shape.clone(), DENSITY, flat(&shape, at, random.between(0.0, 360.0)));
        let id = table.spawn(piece);
        pieces.push((id, shape.volume() * DENSITY));
        id
    };
    for index in 1..count {
        let (row, column) = ((index - 1) / 7, (index - 1) % 7);
        let at = Vector::new(row as Scalar, 0.0, column as Scalar - 3.0) * mm(27.0);
        place(&mut table, if index % 5 == 0 { b25() } else { d25() }, at);
    }
    let shooter = place(&mut table, d25(), Vector::new(-0.1, 0.0, mm(4.0)));
    table.set_velocity(shooter, Vector::X * 2.5, Vector::Y * 15.0);
    (table, pieces)
}

/// PH-56. Threads, saved games and other builds are for the tests of those parts.
pub fn determinism(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let seconds = if c.full { 5.0 } else { 1.0 };
    let hashes = || {
        let (mut table, _) = break_shot(c.rate, 40);
        let mut hashes = Vec::new();
        while table.time() < seconds {
            table.step();
            hashes.push(table.hash());
        }
        hashes
    };
    let first = hashes();
    let repeats = if c.full { 9 } else { 3 };
    let differ = (0..repeats).map(|_| {
        let again = hashes();
        first.iter().zip(&again).filter(|(one, two)| one != two).count() + first.len().abs_diff(again.len())
    });
    let differ = differ.sum::<usize>() as Scalar;
    let name = format!("40 pieces, {seconds} s, {repeats} repeats: steps whose hash differs");
    outcome.measure(name, "", 0.0, differ, (Same, Same));
    // A hash that never changes would agree with itself too.
    let moving = first.windows(2).filter(|pair| pair[0] != pair[1]).count() as Scalar / first.len() as Scalar;
    outcome.measure(
        "40 pieces: steps that change the hash, share",
        "",
        1.0,
        moving,
        (Within(0.5), Within(0.5)),
    );
    let (mut nudged, pieces) = break_shot(c.rate, 40);
    let (piece, _) = pieces[3];
    let pose = nudged.state(piece).pose;
    nudged.set_pose(piece, Pose::new(pose.position + Vector::X * 1e-15, pose.rotation));
    nudged.step();
    outcome.require("the hash sees a shift of 1e-15 m", nudged.hash() != first[0]);
    outcome
}

/// The first addition to 2.8.
pub fn contact_stability(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    for (name, shape) in [("D25", d25()), ("D35", super::bench::d35())] {
        let (mut off, mut wander, mut loads) = (Vec::new(), Vec::new(), Vec::new());
        let (mass, ..) = inertia(&shape);
        for turn in c.yaws() {
            let mut lone = Lone::on_plane(c.rate, law(0.2, 0.6), &shape, flat(&shape, Vector::ZERO, turn));
            let (mut first, mut farthest) = (None, 0.0f64);
            while lone.table.time() < 1.0 {
                lone.table.step();
                let Some((load, centre)) = lone.table.bearing(lone.board, lone.piece) else {
                    farthest = Scalar::NAN;
                    break;
                };
                // On a whole face the load centre is under the centre of mass: where it is not, the middle is not.
                off.push(centre.length() / mm(1.0));
                farthest = peak(farthest, centre.distance(*first.get_or_insert(centre)));
                loads.push(load / (mass * GRAVITY * lone.table.substep()));
            }
            wander.push(farthest / sizes(&shape).0 * 100.0);
        }
        let name = format!("{name} at rest for 1 s, worst of {}", c.yaws().len());
        outcome.measure(
            format!("{name}: contact wanders, share of r"),
            "%",
            0.0,
            worst(0.0, wander),
            (AtMost(5.0), AtMost(0.1)),
        );
        outcome.measure(
            format!("{name}: load off the middle"),
            "mm",
            0.0,
            worst(0.0, off),
            (AtMost(0.1), AtMost(1e-3)),
        );
        outcome.measure(
            format!("{name}: load over weight"),
            "",
            1.0,
            worst(1.0, loads),
            (Share(0.05), Share(1e-6)),
        );
    }
    outcome
}

/// The second addition to 2.8: skipping what is at exact rest must change no verdict.
pub fn sleep_invariance(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let seconds = if c.full { 5.0 } else { 2.0 };
    let law = PairLaw { rolling: 0.005, ..PairLaw::REFERENCE };
    let stack = |table: &mut Table| {
        for level in 0..6 {
            let at = Vector::Y * mm(8.0 * Scalar::from(level));
            table.spawn(Piece::dynamic(d25(), DENSITY, flat(&d25(), at, 20.0 * Scalar::from(level))));
        }
    };
    // A stack that sleeps for a while and is then struck by a ball; a sleeping field that nothing touches.
    let struck = |table: &mut Table| {
        stack(table);
        let ball = table.spawn(Piece::dynamic(b25(), DENSITY, flat(&b25(), Vector::X * -0.8, 0.0)));
        table.set_velocity(ball, Vector::X, Vector::ZERO);
    };
    let field = |table: &mut Table| {
        for index in 0..40u32 {
            let at = Vector::new(Scalar::from(index / 7), 0.0, Scalar::from(index % 7)) * mm(27.0);
            let shape = if index % 5 == 4 { b25() } else { d25() };
            table.spawn(Piece::dynamic(shape.clone(), DENSITY, flat(&shape, at, 9.0 * Scalar::from(index))));
        }
    };
    let scenes: [(&str, &dyn Fn(&mut Table)); 2] =
        [("sleeping stack struck by a ball", &struck), ("40 pieces left alone", &field)];
    for (name, build) in scenes {
        let places = |sleeping: bool| {
            let mut table = Table::new(c.rate, law);
            table.spawn(Piece::fixed(Plate::plane().into(), Pose::IDENTITY));
            build(&mut table);
            table.set_sleeping(sleeping);
            run(&mut table, seconds);
            table.pieces().map(|id| table.state(id).pose.position).collect::<Vec<_>>()
        };
        let (asleep, awake) = (places(true), places(false));
        let apart = asleep.iter().zip(&awake).map(|(one, two)| one.distance(*two)).fold(0.0, peak);
        let name = format!("{name}, {seconds} s: places differ by");
        outcome.measure(name, "nm", 0.0, apart / 1e-9, (AtMost(1.0), AtMost(1e-3)));
    }
    outcome
}
