//! Each law by itself: a ball on the cloth, a bat under it.

use super::{HEADINGS, Pirates, RADIUS, SEAT, middle};
use crate::fidelity::bench::{every_substep, run};
use crate::fidelity::measure::Tolerance::{AtMost, Within};
use crate::fidelity::{Conditions, Outcome};
use crate::rest::{RestReport, RestRules, RestWatch};
use crate::units::{GRAVITY, Scalar, Vector, mm};

/// BP-G.07 and the rest of BP-5.01.
pub fn seat(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let mut board = Pirates::new(c.rate);
    // Set down with its lowest point on the cloth at rest, in the middle and in a corner of the 19 x 19 area.
    let corner = Vector::new(mm(9.5), 0.0, mm(-9.5));
    let balls = [middle(4, 7), middle(2, 3) + corner].map(|at| board.ball(Vector { y: RADIUS, ..at }));
    let mut watch = RestWatch::new(RestRules::default());
    let rested = loop {
        board.table.step();
        match watch.feed(&board.table) {
            RestReport::Resting => break true,
            RestReport::Waiting(_) => {}
            RestReport::Unsettled(_) => break false,
        }
    };
    outcome.require("both come to rest", rested);
    let (time, gates) = (board.table.time(), (AtMost(1.0), AtMost(0.6)));
    outcome.measure("time until rest is declared", "s", 0.5, time, gates);
    for (ball, name) in balls.into_iter().zip(["middle", "corner"]) {
        let height = board.place(ball).y / mm(1.0);
        outcome.measure(format!("{name}: centre"), "mm", 12.42, height, (Within(0.02), Within(0.002)));
    }
    let before = balls.map(|ball| board.table.state(ball));
    run(&mut board.table, 2.0);
    let moved = balls.into_iter().zip(before).map(|(ball, before)| {
        board.place(ball).distance(before.pose.position).max(board.velocity(ball).length())
    });
    let moved = moved.fold(0.0, Scalar::max) / 1.0e-9;
    outcome.measure("moves in 2 s at rest", "nm", 0.0, moved, (AtMost(1.0), AtMost(0.001)));
    outcome
}

/// BP-G.24.
pub fn drop(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    for (height, sinks, lasts, keeps) in [(100.0, Some(2.7), Some(9.5), 0.43), (20.0, None, None, 0.41)] {
        let mut board = Pirates::new(every_substep(c.rate));
        let ball = board.ball(Vector { y: SEAT + mm(height), ..middle(6, 4) });
        while !board.table.is_loaded(ball) && board.table.time() < 1.0 {
            board.table.step();
        }
        let start = board.table.time();
        // The cloth has worked for a part of the step only: the speed of a fall is known better.
        let arrives = (2.0 * GRAVITY * (SEAT + mm(height) - RADIUS)).sqrt();
        let mut lowest = Scalar::INFINITY;
        // In contact while the sphere reaches below the cloth at rest; towards the end the cloth does not follow.
        while board.place(ball).y < RADIUS && board.table.time() < 1.0 {
            lowest = lowest.min(board.place(ball).y);
            board.table.step();
        }
        let name = format!("from {height} mm");
        if let (Some(sinks), Some(lasts)) = (sinks, lasts) {
            let depth = (RADIUS - lowest) / mm(1.0);
            outcome.measure(format!("{name}: sinks"), "mm", sinks, depth, (Within(0.3), Within(0.1)));
            let time = (board.table.time() - start) * 1.0e3;
            outcome.measure(format!("{name}: touches for"), "ms", lasts, time, (Within(1.0), Within(0.5)));
        }
        let share = board.velocity(ball).y / arrives;
        outcome.measure(
            format!("{name}: keeps of its speed"),
            "",
            keeps,
            share,
            (Within(0.03), Within(0.01)),
        );
        let aside = board.place(ball) - middle(6, 4);
        let aside = aside.reject_from_normalized(Vector::Y).length() / mm(1.0);
        outcome.measure(format!("{name}: aside"), "mm", 0.0, aside, (AtMost(1.0e-3), AtMost(1.0e-9)));
    }
    outcome
}

/// BP-G.27.
pub fn stop(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    for (force, height) in [(2.0, 2.2), (5.0, 3.8), (10.0, 5.2), (20.0, 7.0), (40.0, 9.1)] {
        let mut board = Pirates::new(c.rate);
        let mallet = board.push(middle(5, 5), force, true);
        run(&mut board.table, 1.5);
        let got = board.height(mallet) / mm(1.0);
        outcome.measure(format!("held with {force} N"), "mm", height, got, (Within(0.2), Within(0.05)));
    }
    for (speed, height) in [(1.0, 5.8), (2.0, 9.0), (3.0, 11.3)] {
        let mut board = Pirates::new(every_substep(c.rate));
        let Some(mallet) = board.strike(middle(3, 8), speed) else { continue };
        let got = board.greatest_height(mallet, 1.0) / mm(1.0);
        let name = format!("free at {speed} m/s turns back at");
        outcome.measure(name, "mm", height, got, (Within(0.4), Within(0.1)));
    }
    let mut board = Pirates::new(every_substep(c.rate));
    let mallet = board.push(middle(3, 8), 400.0, true);
    let got = board.greatest_height(mallet, 0.5) / mm(1.0);
    outcome.measure("pushed with 400 N", "mm", 14.0, got, (Within(0.1), Within(0.01)));
    outcome
}

/// BP-G.11.
pub fn walls(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let places = [(6.0, 2.0), (4.0, 0.83), (2.0, 0.2), (0.0, 0.0), (-3.0, 0.0)];
    for ((from_wall, height), heading) in places.into_iter().zip(HEADINGS.into_iter().cycle()) {
        let mut board = Pirates::new(every_substep(c.rate));
        let mut seen = [(Scalar::NEG_INFINITY, 0.0); 2];
        if let Some(mallet) = board.strike(middle(4, 4) + heading * mm(22.0 - from_wall), 1.0) {
            while seen[1].1 >= 0.0 && board.table.time() < 0.02 {
                board.table.step();
                seen = [seen[1], (board.height(mallet), board.velocity(mallet).y)];
            }
        }
        // It met the wall between two looks: its way there, at the speed it had, and back.
        let [(before, fast), (after, back)] = seen;
        let step = 1.0 / board.table.rate().hertz;
        let met = (after - before * back / fast - back * step) / (1.0 - back / fast) / mm(1.0);
        let name = format!("{from_wall} mm from a wall");
        let gates = (Within(0.1), Within(0.05));
        outcome.measure(format!("{name}: meets it at a height of"), "mm", height, met, gates);
        // The cloth, too, drives it back.
        let gates = (Within(0.05), Within(0.01));
        outcome.measure(format!("{name}: goes back, of its speed"), "", 0.3, -back / fast, gates);
    }
    outcome
}
