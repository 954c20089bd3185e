//! What must never happen, whatever is done from below; and what gentle pushes do.

use super::{HEADINGS, Pirates, SEAT, compartment, is_on_board, middle};
use crate::fidelity::bench::run;
use crate::fidelity::measure::Tolerance::{AtLeast, AtMost};
use crate::fidelity::{Conditions, Outcome};
use crate::geometry::{Pose, Shape};
use crate::random::Random;
use crate::strike::Striker;
use crate::table::{Piece, PieceId, State};
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

/// What is done from below.
#[derive(Clone, Copy, PartialEq)]
enum Deed {
    /// A free stroke.
    Stroke,
    /// A constant force of the hand, straight up.
    Press,
    /// The same, and the hand moves about.
    Drag,
}

/// Steps at which something was wrong in the runs of BP-G.12.
#[derive(Default)]
struct Faults {
    /// A ball was under the cloth.
    below: Scalar,
    /// A place or velocity was not a number.
    nowhere: Scalar,
    /// A tip was higher than the cloth lets it.
    tip: Scalar,
}

/// BP-G.12. Every run is one stroke, press or drag under or beside a compartment with one or two balls, looked at
/// after every step.
pub fn nothing_is_lost(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let runs = c.runs(10_000, 300);
    let mut faults = Faults::default();
    let mut board = Pirates::new(c.rate);
    let balls = [2, 3].map(|row| board.seated(middle(1, row)));
    for number in 0..runs {
        let mut random = Random::new(0xb9_0c00 + u64::from(number));
        let deed = [Deed::Stroke, Deed::Press, Deed::Drag][number as usize % 3];
        let index = |random: &mut Random| 3 + (random.unit() * 6.0) as u32;
        let cell = middle(index(&mut random), index(&mut random));
        let mut beside =
            |most: Scalar| Vector::new(random.between(-most, most), 0.0, random.between(-most, most));
        let first = beside(mm(9.5));
        let corner = Vector::new(mm(9.2).copysign(first.x), 0.0, mm(9.2).copysign(first.z));
        let together = number % 2 == 0;
        let seats =
            if together { [corner, -corner] } else { [first, beside(mm(9.5)) + Vector::X * mm(50.0)] };
        for (ball, seat) in balls.into_iter().zip(seats) {
            board.put(ball, cell + seat + Vector::Y * SEAT, Vector::ZERO);
        }
        let at = cell + beside(mm(25.0));
        let hand = if deed == Deed::Stroke {
            board.strike(at, random.between(0.1, 3.0));
            None
        } else {
            Some(board.push(at, random.between(0.5, 40.0), deed == Deed::Press))
        };
        follow(&mut board, cell, balls, hand.filter(|_| deed == Deed::Drag), &mut random, &mut faults);
        if let Some(mallet) = hand {
            board.table.remove(mallet);
        }
    }
    let none = || (AtMost(0.0), AtMost(0.0));
    outcome.measure(format!("{runs} runs: balls under the cloth"), "", 0.0, faults.below, none());
    outcome.measure(format!("{runs} runs: things nowhere"), "", 0.0, faults.nowhere, none());
    outcome.measure(format!("{runs} runs: tips beyond their limit"), "", 0.0, faults.tip, none());
    outcome
}

/// Eight tenths of a second, in which a hand may drag a mallet about under a compartment and its neighbours.
fn follow(
    board: &mut Pirates,
    cell: Vector,
    balls: [PieceId; 2],
    dragged: Option<PieceId>,
    random: &mut Random,
    faults: &mut Faults,
) {
    /// Greatest change of a mallet's speed that 40 N make in a step, metres per second.
    const PULL: Scalar = 40.0 / 0.0567 / 480.0;
    let mut wanted = Vector::ZERO;
    let mut left = [false; 2];
    for step in 0..384 {
        if let Some(mallet) = dragged {
            if step % 24 == 0 {
                let turn = random.between(0.0, std::f64::consts::TAU);
                wanted = Vector::new(turn.cos(), 0.0, turn.sin()) * random.between(0.0, 3.0);
            }
            let off = Vector { y: 0.0, ..board.place(mallet) - cell };
            if off.length() > mm(60.0) {
                wanted = off.normalize() * -3.0;
            }
            let velocity = board.velocity(mallet);
            let level = Vector { y: 0.0, ..velocity };
            let level = level + (wanted - level).clamp_length_max(PULL);
            board.table.set_velocity(mallet, Vector { y: velocity.y.min(3.0), ..level }, Vector::ZERO);
        }
        board.table.step();
        for (ball, left) in balls.into_iter().zip(&mut left) {
            let State { pose: Pose { position, .. }, velocity, .. } = board.table.state(ball);
            if !(position.is_finite() && velocity.is_finite()) {
                faults.nowhere += 1.0;
                return;
            }
            // What has left the board may roll about under it.
            *left |= !is_on_board(position);
            if !*left && position.y < mm(1.0) {
                faults.below += 1.0;
                return;
            }
        }
        let within = |id: PieceId| board.height(id) <= mm(14.05);
        faults.tip += board.table.passing().filter(|(id, _)| !within(*id)).count() as Scalar;
    }
}
