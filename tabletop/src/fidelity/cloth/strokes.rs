//! Strokes from below and how balls take off.

use super::{HEADINGS, Pirates, SEAT, middle};
use crate::fidelity::bench::every_substep;
use crate::fidelity::measure::Tolerance::{AtMost, Share, Within};
use crate::fidelity::{Conditions, Outcome};
use crate::strike::Striker;
use crate::table::StepRate;
use crate::units::{GRAVITY, Scalar, Vector, mm};

/// A ball is clear of all cloth when it has risen by this much.
const CLEAR: Scalar = mm(12.0);

/// Distance between the centres of ball and tip at the pinch.
const APART: Scalar = mm(23.1);

/// Mass of a ball, of the mallet, kilograms.
const BALL: Scalar = 5.73e-3;
const MALLET: Scalar = 56.7e-3;

/// Take-off of BP-G.29: the bat's speed; speed and elevation for a = 0, 2, 4, 6, 8, 10 mm; greatest height.
const TABLE: [(Scalar, [(Scalar, Scalar); 6], Scalar); 8] = [
    (0.8, [(1.05, 90.0), (1.05, 85.0), (1.01, 80.0), (0.94, 77.0), (0.83, 78.0), (0.62, 87.0)], 4.4),
    (1.0, [(1.32, 90.0), (1.31, 85.0), (1.27, 80.0), (1.20, 77.0), (1.08, 75.0), (0.76, 86.0)], 5.2),
    (1.2, [(1.58, 90.0), (1.57, 85.0), (1.53, 80.0), (1.46, 76.0), (1.33, 74.0), (1.15, 75.0)], 5.9),
    (1.4, [(1.84, 90.0), (1.84, 85.0), (1.79, 80.0), (1.71, 76.0), (1.59, 73.0), (1.41, 72.0)], 6.6),
    (1.6, [(2.11, 90.0), (2.10, 85.0), (2.05, 80.0), (1.97, 76.0), (1.85, 72.0), (1.66, 71.0)], 7.1),
    (1.8, [(2.37, 90.0), (2.36, 85.0), (2.31, 80.0), (2.23, 76.0), (2.10, 72.0), (1.91, 69.0)], 7.7),
    (2.0, [(2.63, 90.0), (2.63, 85.0), (2.57, 80.0), (2.49, 76.0), (2.36, 72.0), (2.16, 69.0)], 8.2),
    (2.4, [(3.16, 90.0), (3.15, 85.0), (3.09, 80.0), (3.00, 76.0), (2.86, 71.0), (2.66, 68.0)], 9.2),
];

/// How a ball leaves its seat.
#[derive(Clone, Copy)]
struct TakeOff {
    /// Velocity with which it would have to leave its seat to fly as it does.
    velocity: Vector,
    /// Greatest height of the bat's tip.
    height: Scalar,
}

impl TakeOff {
    /// Of a ball in the middle of a compartment that is to fly towards a heading, struck beside its middle.
    fn of(c: &Conditions, striker: Striker, speed: Scalar, beside: Scalar, heading: Vector) -> Self {
        let mut board = Pirates::new(every_substep(c.rate));
        let ball = board.seated(middle(5, 6));
        let mut height = Scalar::NEG_INFINITY;
        let mut velocity = Vector::NAN;
        if let Some(mallet) = board.strike_with(striker, middle(5, 6) - heading * beside, speed) {
            while board.table.time() < 0.1 && board.place(ball).y < SEAT + CLEAR {
                height = height.max(board.height(mallet));
                board.table.step();
            }
            velocity = board.velocity(ball);
            let fallen = 2.0 * GRAVITY * (board.place(ball).y - SEAT);
            velocity.y = (velocity.y * velocity.y + fallen).sqrt();
            height = height.max(board.greatest_height(mallet, 0.1));
        }
        Self { velocity, height }
    }

    /// Degrees above the level.
    fn elevation(&self, heading: Vector) -> Scalar {
        self.velocity.y.atan2(self.velocity.dot(heading)).to_degrees()
    }
}

/// BP-G.14.
pub fn dead_centre(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    for (striker, name, gain) in [(Striker::MALLET, "guided", 1.317), (Striker::LOOSE_MALLET, "loose", 1.167)]
    {
        for speed in [0.8, 1.6, 2.4] {
            let off = TakeOff::of(c, striker, speed, 0.0, Vector::X).velocity;
            let what = format!("{name} at {speed} m/s: ball");
            outcome.measure(what, "m/s", gain * speed, off.length(), (Share(0.02), Share(0.005)));
        }
    }
    let mut board = Pirates::new(every_substep(c.rate));
    let ball = board.seated(middle(2, 2));
    if let Some(mallet) = board.strike(middle(2, 2), 1.2) {
        while board.velocity(ball).y < 0.5 && board.table.time() < 0.1 {
            board.table.step();
        }
        let keeps = board.velocity(mallet).y / 1.2;
        outcome.measure("the bat keeps", "", 0.867, keeps, (Share(0.02), Share(0.01)));
    }
    outcome
}

/// BP-G.26.
pub fn direction(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    for (index, (beside, tilt)) in
        [(0.0, 0.0), (2.0, 5.0), (4.0, 10.0), (6.0, 15.1), (8.0, 20.3), (10.0, 25.7)].into_iter().enumerate()
    {
        let heading = HEADINGS[index % 4];
        // So fine that a step holds the blow and next to nothing of what the cloth does around it.
        let mut board = Pirates::new(StepRate { hertz: 16.0 * c.rate.hertz, ..c.rate });
        let ball = board.seated(middle(7, 3));
        let mut blow = Vector::ZERO;
        if board.strike(middle(7, 3) - heading * mm(beside), 2.0).is_some() {
            while board.table.time() < 0.02 {
                let before = board.velocity(ball);
                board.table.step();
                let change = board.velocity(ball) - before;
                if change.length() > blow.length() {
                    blow = change;
                }
            }
        }
        let got = blow.dot(heading).atan2(blow.y).to_degrees();
        let name = format!("{beside} mm beside: the blow leans");
        outcome.measure(name, "°", tilt, got, (Within(1.0), Within(0.5)));
    }
    outcome
}

/// The closed form of BP-G.28: level and upward speed of a ball in the middle of a compartment.
fn foreseen(speed: Scalar, beside: Scalar) -> (Scalar, Scalar) {
    let (stiffness, damping): (Scalar, Scalar) = (700.0, 1.2);
    let (omega, zeta) = ((stiffness / BALL).sqrt(), damping / (2.0 * (stiffness * BALL).sqrt()));
    let damped = omega * (1.0 - zeta * zeta).sqrt();
    let share = mm(22.0) / (mm(22.0) + beside);
    let lean = (beside / APART).asin();
    let decay = |t: Scalar| (-zeta * omega * t).exp();
    let closed = |t: Scalar| {
        (1.0 - share) * speed * t + share * speed * decay(t) * (damped * t).sin() / damped
            - APART * (1.0 - lean.cos())
    };
    // The first root: it comes within a few milliseconds, and nothing turns before it.
    let (mut low, mut high) = (0.0, 0.0);
    while closed(high) < 0.0 && high < 0.02 {
        low = high;
        high += 1.0e-5;
    }
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if closed(middle) < 0.0 { low = middle } else { high = middle }
    }
    let t = high;
    let (sin, cos) = (damped * t).sin_cos();
    let lifted = share * speed * (1.0 - decay(t) * (cos - zeta * omega / damped * sin));
    let height = speed * t;
    let work = 700.0 * height.powi(2) + 4.4e7 * height.powi(4) / 2.0 + 2.0 * speed * speed * t;
    let bat = (speed * speed - work / MALLET).sqrt();
    let blow = 1.45 * (bat - lifted) * lean.cos() / (1.0 + BALL / MALLET * lean.cos().powi(2));
    (blow * lean.sin(), lifted + blow * lean.cos())
}

/// BP-G.28.
pub fn lift(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let speeds: &[Scalar] = if c.full { &[0.8, 1.0, 1.2, 1.4, 1.6, 1.8, 2.0, 2.4] } else { &[0.8, 1.4, 2.4] };
    for (index, speed) in speeds.iter().copied().enumerate() {
        for beside in [2.0, 4.0, 6.0, 8.0] {
            let heading = HEADINGS[index % 4];
            let off = TakeOff::of(c, Striker::MALLET, speed, mm(beside), heading);
            let (level, up) = foreseen(speed, mm(beside));
            let name = format!("{speed} m/s, {beside} mm beside");
            let speed = off.velocity.length();
            outcome.measure(
                format!("{name}: speed"),
                "m/s",
                level.hypot(up),
                speed,
                (Share(0.03), Share(0.02)),
            );
            let (expected, got) = (up.atan2(level).to_degrees(), off.elevation(heading));
            outcome.measure(format!("{name}: elevation"), "°", expected, got, (Within(2.0), Within(1.0)));
        }
    }
    outcome
}

/// BP-G.29.
pub fn take_off(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    for (row, (bat, cells, height)) in TABLE.into_iter().enumerate() {
        for (column, (speed, elevation)) in cells.into_iter().enumerate() {
            let beside = 2.0 * column as Scalar;
            let heading = HEADINGS[(row + column) % 4];
            let off = TakeOff::of(c, Striker::MALLET, bat, mm(beside), heading);
            let name = format!("{bat} m/s, {beside} mm beside");
            let (share, angle) = if beside > 9.0 { (0.10, 4.0) } else { (0.05, 2.0) };
            let got = off.velocity.length();
            outcome.measure(format!("{name}: speed"), "m/s", speed, got, (Share(share), Share(0.025)));
            let got = off.elevation(heading);
            outcome.measure(format!("{name}: elevation"), "°", elevation, got, (Within(angle), Within(1.0)));
            if column == 0 {
                let got = off.height / mm(1.0);
                outcome.measure(format!("{name}: tip"), "mm", height, got, (Share(0.05), Share(0.025)));
            }
        }
    }
    let stroke = |rate: StepRate| {
        let c = Conditions { rate, ..*c };
        TakeOff::of(&c, Striker::MALLET, 1.6, mm(6.0), Vector::X).velocity
    };
    let (shipped, finer) = (stroke(c.rate), stroke(StepRate { hertz: 4.0 * c.rate.hertz, ..c.rate }));
    let change = shipped.distance(finer) / finer.length();
    outcome.measure("at four times the rate: changes by", "", 0.0, change, (AtMost(0.02), AtMost(0.01)));
    outcome
}

/// BP-G.31.
pub fn two_balls(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let aside = Vector::new(mm(9.2), 0.0, mm(-9.2));
    for (at, rises, names) in [
        (Vector::ZERO, [(56.0, 15.0), (56.0, 15.0)], ["in the middle: one", "in the middle: other"]),
        (-aside, [(226.0, 20.0), (20.0, 10.0)], ["under one: it", "under one: other"]),
    ] {
        let mut board = Pirates::new(c.rate);
        let home = middle(6, 6);
        let balls = [home - aside, home + aside].map(|at| board.seated(at));
        let mut tops = [Scalar::NAN; 2];
        if board.strike(home + at, 1.6).is_some() {
            tops = [SEAT; 2];
            while board.table.time() < 0.4 {
                board.table.step();
                for (top, ball) in tops.iter_mut().zip(balls) {
                    *top = top.max(board.place(ball).y);
                }
            }
        }
        for ((top, name), (rise, within)) in tops.into_iter().zip(names).zip(rises) {
            let got = (top - SEAT) / mm(1.0);
            outcome.measure(format!("{name} rises"), "mm", rise, got, (Within(within), Within(within / 2.0)));
        }
    }
    outcome
}
