//! Flat discs that spin while they slide: the friction of a pressed circle. (Section 2.3)

use super::bench::{Lone, d25, d35, disc, flat, heading, left_of, sizes, slide_to_rest, worst};
use super::measure::Tolerance::{AtMost, Share, Within};
use super::{Conditions, Outcome};
use crate::geometry::Shape;
use crate::physics::law::PairLaw;
use crate::units::{GRAVITY, Scalar, Vector, mm};

/// Friction of the reference pair.
const MU: Scalar = 0.20;

/// A disc flat on a plane with a speed towards a heading and a spin about the vertical.
fn spun(c: &Conditions, shape: &Shape, (yaw, ahead): (Scalar, Scalar), speed: Scalar, spin: Scalar) -> Lone {
    Lone::on_plane(c.rate, PairLaw::REFERENCE, shape, flat(shape, Vector::ZERO, yaw))
        .throw(heading(ahead) * speed, Vector::Y * spin)
}

/// Where a falling quantity reaches zero, from its last two samples that fall.
fn end_of([(t1, x1), (t2, x2)]: [(Scalar, Scalar); 2]) -> Scalar {
    if x1 > x2 { t2 + x2 * (t2 - t1) / (x1 - x2) } else { t2 }
}

/// PH-17.
pub fn pure_spin(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let yaws = c.yaws();
    for (name, shape) in [("D25", d25()), ("D35", d35())] {
        let radius = sizes(&shape).0;
        let start = 100.0;
        let duration = 3.0 * radius * start / (4.0 * MU * GRAVITY);
        let turns = start * duration / 2.0 / std::f64::consts::TAU;
        let (mut times, mut turned, mut bends, mut moves) = (vec![], vec![], vec![], vec![]);
        for &yaw in &yaws {
            let mut lone = spun(c, &shape, (yaw, 0.0), 0.0, start);
            let begin = lone.state().pose.position;
            let mut samples = vec![(0.0, start)];
            lone.run_until(2.0 * duration, |time, state| {
                samples.push((time, state.spin.y));
                state.spin.length() < 1.0e-3
            });
            moves.push(lone.state().pose.position.distance(begin) / mm(1.0));
            let moving = samples.iter().copied().filter(|sample| sample.1 >= 1.0e-3).collect::<Vec<_>>();
            let last = moving.len().max(2);
            let end = end_of([moving[last - 2], moving[last - 1]]);
            bends.extend(moving.iter().map(|&(time, spin)| spin / start - (1.0 - time / end)));
            turned.push(samples.windows(2).map(|w| (w[1].0 - w[0].0) * f64::midpoint(w[0].1, w[1].1)).sum::<Scalar>());
            times.push(if lone.state().spin.length() < 1.0e-3 { end } else { Scalar::NAN });
        }
        let turned = worst(turns, turned.iter().map(|angle| angle / std::f64::consts::TAU));
        let name = format!("{name} spun at 100 rad/s, worst of {}", yaws.len());
        let (gate, best) = (Share(0.03), Share(0.005));
        outcome.measure(format!("{name}: time"), "s", duration, worst(duration, times), (gate, best));
        outcome.measure(format!("{name}: turns"), "", turns, turned, (gate, best));
        let bend = worst(0.0, bends);
        outcome.measure(format!("{name}: bend of ω(t)"), "", 0.0, bend, (Within(0.03), Within(0.005)));
        let moved = worst(0.0, moves);
        outcome.measure(format!("{name}: centre moves"), "mm", 0.0, moved, (AtMost(0.2), AtMost(0.02)));
    }
    outcome
}

/// A run of PH-18: diameter, speed, spin; then way, time, and `ε` at a tenth of the speed.
type SlideAndSpin = (Scalar, Scalar, Scalar, Scalar, Scalar, Scalar);

const RUNS: [SlideAndSpin; 8] = [
    (25.0, 1.0, 0.0, 0.2548, 0.5097, Scalar::INFINITY),
    (25.0, 1.0, 40.0, 0.2713, 0.5715, 0.843),
    (25.0, 1.0, 80.0, 0.3249, 0.6830, 0.709),
    (25.0, 1.0, 160.0, 0.5013, 0.9699, 0.605),
    (25.0, 0.5, 120.0, 0.1753, 0.6506, 0.510),
    (35.0, 1.0, 40.0, 0.2879, 0.6127, 0.759),
    (35.0, 1.0, 80.0, 0.3903, 0.7895, 0.667),
    (35.0, 1.0, 160.0, 0.6602, 1.2329, 0.528),
];

/// What a disc that slides and spins did.
pub struct Glide {
    /// Length of its path; the table of the reference knows no curl.
    pub way: Scalar,
    /// When it stopped sliding, and when it stopped spinning.
    pub times: (Scalar, Scalar),
    /// Speed over rim speed when the speed has dropped to a tenth.
    pub epsilon: Scalar,
    /// Where it stopped.
    pub end: Vector,
}

/// Lets a disc slide and spin until it rests.
pub fn glide(mut lone: Lone, radius: Scalar) -> Glide {
    let begin = lone.state();
    let speed = begin.velocity.length();
    let spin = begin.spin.y.abs();
    let (mut way, mut at) = (0.0, begin.pose.position);
    let mut last = (speed, spin);
    let mut epsilon = Scalar::NAN;
    let (mut slides, mut spins) = ([(0.0, speed); 2], [(0.0, spin); 2]);
    let rested = lone.run_until(5.0, |time, state| {
        way += at.distance(state.pose.position);
        at = state.pose.position;
        let now = (state.velocity.length(), state.spin.y.abs());
        if epsilon.is_nan() && now.0 <= 0.1 * speed {
            let share = (last.0 - 0.1 * speed) / (last.0 - now.0);
            epsilon = 0.1 * speed / (radius * (last.1 + (now.1 - last.1) * share));
        }
        if now.0 > 1.0e-5 {
            slides = [slides[1], (time, now.0)];
        }
        if now.1 > 1.0e-3 {
            spins = [spins[1], (time, now.1)];
        }
        last = now;
        now.0 < 1.0e-5 && now.1 < 1.0e-3
    });
    let times = if rested { (end_of(slides), end_of(spins)) } else { (Scalar::NAN, Scalar::NAN) };
    Glide { way, times, epsilon, end: at - begin.pose.position }
}

/// PH-18.
pub fn slide_and_spin(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let directions = c.directions();
    for (diameter, speed, spin, way, time, epsilon) in RUNS {
        let shape = disc(diameter, 8.0);
        let radius = sizes(&shape).0;
        let runs = directions.iter().map(|&at| glide(spun(c, &shape, at, speed, spin), radius)).collect::<Vec<_>>();
        let name = format!("D{diameter} {speed} m/s, {spin} rad/s, worst of {}", directions.len());
        let got = worst(way, runs.iter().map(|run| run.way));
        outcome.measure(format!("{name}: way"), "m", way, got, (Share(0.015), Share(0.005)));
        let got = worst(time, runs.iter().map(|run| run.times.0));
        outcome.measure(format!("{name}: time"), "s", time, got, (Share(0.02), Share(0.005)));
        if epsilon.is_finite() {
            let got = worst(epsilon, runs.iter().map(|run| run.epsilon));
            outcome.measure(format!("{name}: ε at v/10"), "", epsilon, got, (Share(0.08), Share(0.02)));
            let got = worst(1.0, runs.iter().map(|run| run.times.1 / run.times.0));
            outcome.measure(format!("{name}: spin ends with slide"), "", 1.0, got, (Share(0.02), Share(0.005)));
        }
    }
    outcome
}

/// PH-19.
pub fn curl(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let directions = c.directions();
    for (spin, left) in [(0.0, 0.0), (40.0, -5.6), (80.0, -10.9), (160.0, -18.5)] {
        // Both senses: the curl must turn with the spin.
        for sense in if spin == 0.0 { vec![1.0] } else { vec![1.0, -1.0] } {
            let ends = directions.iter().map(|&at| {
                let mut lone = spun(c, &d25(), at, 1.0, spin * sense);
                slide_to_rest(&mut lone, 3.0).way.dot(left_of(heading(at.1))) / mm(1.0)
            });
            let wanted = left * sense;
            let name = format!("D25 1 m/s, {} rad/s: to the left, worst of {}", spin * sense, directions.len());
            let straight = (Within(0.2), Within(0.02));
            let tolerances = if spin == 0.0 { straight } else { (Share(0.5), Share(0.15)) };
            outcome.measure(name, "mm", wanted, worst(wanted, ends), tolerances);
        }
    }
    outcome
}
