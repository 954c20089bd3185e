//! Discs on edge that roll around and whirl down: Euler's disc and the upright coin. (Section 2.6)

use std::f64::consts::{PI, TAU};

use super::bench::{Lone, d25, d35, disc, heading, inertia, law, left_of, on_edge, sizes, threshold, worst};
use super::measure::Tolerance::{Share, Within};
use super::{Conditions, Outcome};
use crate::geometry::{Pose, Shape};
use crate::physics::law::PairLaw;
use crate::table::State;
use crate::units::{GRAVITY, Scalar, Vector};

/// A disc in steady whirl: its centre at rest, its plane at an angle to the board. With its precession.
fn whirling(
    c: &Conditions,
    law: PairLaw,
    shape: &Shape,
    angle: Scalar,
    (roll, facing): (Scalar, Scalar),
) -> (Lone, Scalar) {
    let (mass, across, along) = inertia(shape);
    let (radius, half) = sizes(shape);
    let (sin, cos) = angle.to_radians().sin_cos();
    let rate = (mass * GRAVITY * (radius * cos - half * sin)
        / (sin * (across * cos - along * half / radius * sin)))
        .sqrt();
    let out = heading(facing);
    let (axis, lowest) = (out * sin + Vector::Y * cos, out * cos - Vector::Y * sin);
    let spin = lowest * (-rate * sin) + axis * (rate * half / radius * sin);
    let pose = Pose::new(Vector::Y * (radius * sin + half * cos), on_edge(90.0 - angle, facing, roll));
    (Lone::on_plane(c.rate, law, shape, pose).throw(Vector::ZERO, spin), rate)
}

/// Angle between a disc's plane and the board, degrees.
fn lean(state: &State) -> Scalar {
    state.pose.axis().cross(Vector::Y).length().atan2(state.pose.axis().y.abs()).to_degrees()
}

/// PH-38.
pub fn steady_whirl(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let directions = c.directions();
    for (name, shape) in [("D25", d25()), ("D35", d35())] {
        for angle in [10.0, 20.0, 30.0] {
            let (mut leans, mut rates, mut wanted) = (Vec::new(), Vec::new(), 0.0);
            for &at in &directions {
                let (mut lone, rate) = whirling(c, law(2.0, 0.6), &shape, angle, at);
                wanted = rate;
                let azimuth = |axis: Vector| (-axis.z).atan2(axis.x);
                let (mut last, mut turned) = (azimuth(lone.state().pose.axis()), 0.0);
                let (mut sum, mut count) = (0.0, 0.0);
                lone.run_until(0.2, |_, state| {
                    let now = azimuth(state.pose.axis());
                    turned += (now - last + PI).rem_euclid(TAU) - PI;
                    last = now;
                    sum += lean(&state);
                    count += 1.0;
                    false
                });
                leans.push(sum / count);
                rates.push(turned / lone.table.time());
            }
            let name = format!("{name} at {angle}°, worst of {}", directions.len());
            let got = worst(angle, leans);
            outcome.measure(format!("{name}: mean tilt"), "°", angle, got, (Within(2.5), Within(0.5)));
            let got = worst(wanted, rates);
            outcome.measure(format!("{name}: precession"), "rad/s", wanted, got, (Share(0.10), Share(0.02)));
        }
    }
    outcome
}

/// Slope and intercept of a line through points.
fn line(points: &[(Scalar, Scalar)]) -> (Scalar, Scalar) {
    let count = points.len() as Scalar;
    let (x, y) = points.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0 / count, y + point.1 / count));
    let spread = points.iter().map(|point| (point.0 - x).powi(2)).sum::<Scalar>();
    let slope = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum::<Scalar>() / spread;
    (slope, y - slope * x)
}

/// How far the logarithms of points lie from a straight line, and the slope of that line.
fn power_law(points: &[(Scalar, Scalar)], end: Scalar) -> (Scalar, Scalar) {
    let logs = points.iter().map(|point| ((end - point.0).ln(), point.1.ln())).collect::<Vec<_>>();
    let (slope, offset) = line(&logs);
    (logs.iter().map(|log| (log.1 - slope * log.0 - offset).powi(2)).sum(), slope)
}

/// PH-39. The table implements the contour law: power is `c N` times the speed of the contact along the rim.
///
/// The powers of time are those of a thin disc. One 8 mm thick carries angular momentum about the vertical that
/// neither the resistance, which acts about a level axis, nor a centre at rest can take from it: it cannot stay
/// in the family of motions for which the powers hold, at any step.
pub fn whirl_down(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    whirls_down(c, &mut outcome, "D25", &d25());
    whirls_down(c, &mut outcome, "disc 25x0.4 mm", &disc(25.0, 0.4));
    outcome
}

fn whirls_down(c: &Conditions, outcome: &mut Outcome, name: &str, shape: &Shape) {
    let radius = sizes(shape).0;
    let (angle, resistance) = (Scalar::to_radians(10.0), 0.001);
    let wanted = angle.powf(1.5) / (2.0 * resistance * (GRAVITY / radius).sqrt());
    let (mut times, mut tilts, mut rates) = (Vec::new(), Vec::new(), Vec::new());
    // The precession turns faster than whole steps can follow.
    let fine = Conditions { rate: super::bench::every_substep(c.rate), ..*c };
    for &facing in c.headings() {
        let law = PairLaw { rolling: resistance, ..law(2.0, 0.6) };
        let (mut lone, _) = whirling(&fine, law, shape, 10.0, (0.0, facing));
        let azimuth = |axis: Vector| (-axis.z).atan2(axis.x);
        let (mut last, mut turned) = (azimuth(lone.state().pose.axis()), 0.0);
        // Means over 20 ms: time, tilt, precession.
        let (mut looks, mut sum, mut count, mut from) = (Vec::new(), 0.0, 0.0, (0.0, 0.0));
        lone.run_until(2.0 * wanted, |time, state| {
            let now = azimuth(state.pose.axis());
            turned += (now - last + PI).rem_euclid(TAU) - PI;
            last = now;
            sum += lean(&state);
            count += 1.0;
            if time - from.0 >= 0.02 {
                let rate = (turned - from.1) / (time - from.0);
                looks.push((f64::midpoint(time, from.0), sum / count, rate));
                (sum, count, from) = (0.0, 0.0, (time, turned));
            }
            lean(&state) < 1.5
        });
        let looks = looks.into_iter().filter(|look| (2.0..9.0).contains(&look.1)).collect::<Vec<_>>();
        let tilt = looks.iter().map(|look| (look.0, look.1)).collect::<Vec<_>>();
        let rate = looks.iter().map(|look| (look.0, look.2.abs())).collect::<Vec<_>>();
        // The end is the one that makes the tilt a power of the time left.
        let latest = tilt.last().map_or(Scalar::NAN, |look| look.0);
        let ends = (1..400).map(|step| latest + 0.005 * Scalar::from(step));
        let end = ends.min_by(|a, b| power_law(&tilt, *a).0.total_cmp(&power_law(&tilt, *b).0));
        let end = end.filter(|_| tilt.len() >= 5).unwrap_or(Scalar::NAN);
        times.push(end);
        tilts.push(power_law(&tilt, end).1);
        rates.push(power_law(&rate, end).1);
    }
    let name = format!("{name} from 10°, c 0.001, worst of {}", c.headings().len());
    let tolerances = (Share(0.25), Share(0.05));
    outcome.measure(format!("{name}: time to lie"), "s", wanted, worst(wanted, times), tolerances);
    let tolerances = (Share(0.20), Share(0.05));
    for (what, exponent, got) in [("tilt", 2.0 / 3.0, tilts), ("precession", -1.0 / 3.0, rates)] {
        let text = format!("{name}: exponent of the {what}");
        outcome.measure(text, "", exponent, worst(exponent, got), tolerances);
    }
}

/// PH-40.
pub fn upright_rolling(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let directions = c.some_directions();
    // A disc 1 mm thick, which PH-40 names, rights itself from 1° at any speed (PH-15: it would have to lean
    // 2.29° or 1.64°). The law is that of a disc thinner than its lean, which the second thickness is.
    for thickness in [1.0, 0.2] {
        for diameter in [25.0, 35.0] {
            rolls_upright(c, &mut outcome, diameter, thickness, &directions);
        }
    }
    outcome
}

fn rolls_upright(
    c: &Conditions,
    outcome: &mut Outcome,
    diameter: Scalar,
    thickness: Scalar,
    directions: &[(Scalar, Scalar)],
) {
    let shape = disc(diameter, thickness);
    let radius = sizes(&shape).0;
    let limit = (GRAVITY * radius / 3.0).sqrt();
    let falls = |speed: Scalar, (roll, ahead): (Scalar, Scalar)| {
        let pose =
            Pose::new(Vector::Y * super::bench::edge_height(&shape, 1.0), on_edge(1.0, ahead + 90.0, roll));
        let velocity = heading(ahead) * speed;
        let axis = left_of(heading(ahead));
        let mut lone =
            Lone::on_plane(c.rate, PairLaw::REFERENCE, &shape, pose).throw(velocity, axis * (speed / radius));
        lone.run_until(1.0, |_, state| lean(&state) < 45.0)
    };
    let name = format!("disc {diameter}x{thickness} mm leaning 1°, {} directions", directions.len());
    outcome.require(
        format!("{name}: upright after 1 s at 1.5 v"),
        directions.iter().all(|&at| !falls(1.5 * limit, at)),
    );
    outcome.require(
        format!("{name}: fallen by 1 s at 0.5 v"),
        directions.iter().all(|&at| falls(0.5 * limit, at)),
    );
    let limits =
        directions.iter().map(|&at| threshold(1.5 * limit, 0.5 * limit, 0.005, |speed| falls(speed, at)));
    let tolerances = (Share(0.5), Share(0.10));
    outcome.measure(format!("{name}: falls below"), "m/s", limit, worst(limit, limits), tolerances);
}
