//! What must never happen, whatever is done from below; and what gentle pushes do.

use super::{HEADINGS, Pirates, SEAT, compartment, is_on_board, middle};
use crate::fidelity::bench::run;
use crate::fidelity::measure::Tolerance::{AtLeast, AtMost};
use crate::fidelity::random::Random;
use crate::fidelity::{Conditions, Outcome};
use crate::geometry::{Pose, Shape};
use crate::strike::Striker;
use crate::table::{Piece, PieceId};
use crate::units::{Quaternion, Scalar, Vector, mm};

/// BP-G.30.
pub fn slow_push(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    for (index, beside) in [3.0, 6.0, 9.0].into_iter().enumerate() {
        let heading = HEADINGS[index % 4];
        let mut board = Pirates::new(c.rate);
        let ball = board.seated(middle(4, 4));
        let at = middle(4, 4) - heading * mm(beside) - Vector::Y * (mm(0.6) + Striker::MALLET.reach());
        let shape = Shape::Capsule { radius: mm(10.0), half_length: mm(25.0) };
        let mallet = board.table.spawn(Piece::kinematic(shape, Pose::new(at, Quaternion::IDENTITY)));
        board.table.set_velocity(mallet, Vector::Y * 0.05, Vector::ZERO);
        run(&mut board.table, 0.12);
        board.table.set_velocity(mallet, Vector::ZERO, Vector::ZERO);
        run(&mut board.table, 1.0);
        let name = format!("raised {beside} mm beside");
        let way = (board.place(ball) - middle(4, 4)).dot(heading) / mm(1.0);
        outcome.measure(format!("{name}: goes to the wall"), "mm", 9.5, way, (AtLeast(9.0), AtLeast(9.4)));
        board.table.set_velocity(mallet, Vector::Y * -0.05, Vector::ZERO);
        run(&mut board.table, 0.5);
        board.table.set_velocity(mallet, Vector::ZERO, Vector::ZERO);
        run(&mut board.table, 1.0);
        outcome.require(format!("{name}: lies flat afterwards"), board.lies(ball));
        outcome.require(format!("{name}: stays"), compartment(board.place(ball)) == (4, 4));
    }
    outcome
}

/// BP-G.32.
pub fn neighbours(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let mut board = Pirates::new(c.rate);
    let around = HEADINGS.map(|heading| {
        let at = middle(5, 5) + heading * mm(50.0 - 9.5);
        (at, board.seated(at))
    });
    run(&mut board.table, 0.2);
    for _ in 0..4 {
        outcome.require("the stroke is made", board.strike(middle(5, 5), 3.0).is_some());
        run(&mut board.table, 0.1);
    }
    let shift =
        |(at, ball): (Vector, PieceId)| board.place(ball).distance(Vector { y: SEAT, ..at }) / mm(1.0);
    let shifts = around.map(shift).into_iter().fold(0.0, Scalar::max);
    let gates = (AtMost(0.05), AtMost(0.005));
    outcome.measure("balls next to a stroke of 3 m/s move", "mm", 0.0, shifts, gates);
    outcome
}

/// What a run of random strokes, presses and drags found wrong.
#[derive(Default)]
struct Faults {
    below: Scalar,
    nowhere: Scalar,
    tip: Scalar,
}

/// BP-G.12. Every run is one stroke, or one press or drag of half a second, under a compartment with one or two
/// balls; everything is looked at after every step.
pub fn nothing_is_lost(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let runs = c.runs(10_000, 300);
    let mut faults = Faults::default();
    let mut board = Pirates::new(c.rate);
    let balls = [board.seated(middle(1, 2)), board.seated(middle(1, 3))];
    for number in 0..runs {
        let mut random = Random::new(0xb9_0c00 + u64::from(number));
        let cell = middle(2 + (random.unit() * 8.0) as u32, 2 + (random.unit() * 8.0) as u32);
        let mut beside = |most: Scalar| {
            let (x, z) = (random.between(-most, most), random.between(-most, most));
            Vector::new(x, 0.0, z)
        };
        let first = beside(mm(9.5));
        let second =
            if number % 2 == 0 { -first.signum() * mm(9.2) } else { beside(mm(9.5)) + Vector::X * mm(50.0) };
        let first = if number % 2 == 0 { first.signum() * mm(9.2) } else { first };
        let at = cell + beside(mm(25.0));
        for (ball, at) in balls.into_iter().zip([cell + first, cell + second]) {
            board.put(ball, at + Vector::Y * SEAT, Vector::ZERO);
        }
        match number % 3 {
            0 => {
                let speed = random.between(0.1, 3.0);
                let _ = board.strike(at, speed);
                follow(&mut board, cell, &balls, None, &mut random, &mut faults);
            }
            kind => {
                let mallet = board.push(at, random.between(0.5, 40.0));
                let drags = (kind == 2).then_some(mallet);
                if let (Some(_), Some(entity)) = (drags, board.table.entity(mallet)) {
                    use avian3d::prelude::LockedAxes;
                    board.table.world_mut().entity_mut(entity).insert(LockedAxes::ROTATION_LOCKED);
                }
                follow(&mut board, cell, &balls, Some((mallet, drags.is_some())), &mut random, &mut faults);
                board.table.remove(mallet);
            }
        }
    }
    let none = || (AtMost(0.0), AtMost(0.0));
    outcome.measure(format!("{runs} runs: balls under the cloth"), "", 0.0, faults.below, none());
    outcome.measure(format!("{runs} runs: things nowhere"), "", 0.0, faults.nowhere, none());
    outcome.measure(format!("{runs} runs: tips beyond their limit"), "", 0.0, faults.tip, none());
    outcome
}

/// Half a second, or longer if a stroke's balls still fly.
fn follow(
    board: &mut Pirates,
    cell: Vector,
    balls: &[PieceId],
    hand: Option<(PieceId, bool)>,
    random: &mut Random,
    faults: &mut Faults,
) {
    /// Greatest change of a mallet's speed that 40 N make in a step, metres per second.
    const PULL: Scalar = 40.0 / 0.0567 / 480.0;
    let steps = if hand.is_some() { 240 } else { 400 };
    let mut wanted = Vector::ZERO;
    for step in 0..steps {
        if let Some((mallet, true)) = hand {
            if step % 24 == 0 {
                let turn = random.between(0.0, std::f64::consts::TAU);
                let speed = random.between(0.0, 3.0);
                wanted = Vector::new(turn.cos(), 0.0, turn.sin()) * speed;
                let off = Vector { y: 0.0, ..board.place(mallet) - cell };
                if off.length() > mm(80.0) {
                    wanted = off.normalize() * -speed;
                }
            }
            let velocity = board.velocity(mallet);
            let level = Vector { y: 0.0, ..velocity };
            let level = level + (wanted - level).clamp_length_max(PULL);
            board.table.set_velocity(mallet, Vector { y: velocity.y.min(3.0), ..level }, Vector::ZERO);
        }
        board.table.step();
        for &ball in balls {
            let state = board.table.state(ball);
            let finite = state.pose.position.is_finite() && state.velocity.is_finite();
            faults.nowhere += Scalar::from(u8::from(!finite));
            let below = is_on_board(state.pose.position) && state.pose.position.y < mm(1.0);
            faults.below += Scalar::from(u8::from(below));
            if !finite || below {
                return;
            }
        }
        if let Some((mallet, _)) = hand {
            let height = board.height(mallet);
            faults.tip += Scalar::from(u8::from(!(height < mm(14.05))));
        }
    }
}
