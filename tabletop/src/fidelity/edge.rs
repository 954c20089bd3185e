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
fn whirling(c: &Conditions, law: PairLaw, shape: &Shape, angle: Scalar, (roll, facing): (Scalar, Scalar)) -> (Lone, Scalar) {
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

/// PH-39. The table implements the contour law: power is `c N` times the speed of the contact along the rim.
pub fn whirl_down(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let radius = sizes(&d25()).0;
    let (angle, resistance) = (Scalar::to_radians(10.0), 0.001);
    let wanted = angle.powf(1.5) / (2.0 * resistance * (GRAVITY / radius).sqrt());
    let (mut times, mut exponents, mut speeds_up) = (Vec::new(), Vec::new(), Vec::new());
    for &facing in c.headings() {
        let law = PairLaw { rolling: resistance, ..law(2.0, 0.6) };
        let (mut lone, _) = whirling(c, law, &d25(), 10.0, (0.0, facing));
        let mut samples = Vec::new();
        let mut end = Scalar::NAN;
        lone.run_until(3.0 * wanted, |time, state| {
            let rate = state.spin.dot(left_of(Vector::X).cross(Vector::X)).abs();
            samples.push((time, lean(&state), rate));
            if lean(&state) < 0.05 {
                end = time;
            }
            !end.is_nan()
        });
        times.push(end);
        let logs = samples.iter().filter(|sample| (0.5..8.0).contains(&sample.1));
        let logs = logs.map(|sample| ((end - sample.0).ln(), sample.1.ln())).collect::<Vec<_>>();
        exponents.push(line(&logs).0);
        // Precession from the axis' own turning: azimuth between looks.
        speeds_up.push(precession_exponent(c, facing, end));
    }
    let name = format!("D25 from 10°, c 0.001, worst of {}", c.headings().len());
    let tolerances = (Share(0.25), Share(0.05));
    outcome.measure(format!("{name}: time to lie"), "s", wanted, worst(wanted, times), tolerances);
    let tolerances = (Share(0.20), Share(0.05));
    let exponent = 2.0 / 3.0;
    outcome.measure(format!("{name}: exponent of the tilt"), "", exponent, worst(exponent, exponents), tolerances);
    let exponent = -1.0 / 3.0;
    let got = worst(exponent, speeds_up);
    outcome.measure(format!("{name}: exponent of the precession"), "", exponent, got, tolerances);
    outcome
}

/// Exponent of the precession in the time that remains, over the part in which steps resolve it.
fn precession_exponent(c: &Conditions, facing: Scalar, end: Scalar) -> Scalar {
    let law = PairLaw { rolling: 0.001, ..law(2.0, 0.6) };
    let fine = Conditions { rate: super::bench::every_substep(c.rate), full: c.full };
    let (mut lone, _) = whirling(&fine, law, &d25(), 10.0, (0.0, facing));
    let azimuth = |axis: Vector| (-axis.z).atan2(axis.x);
    let (mut last, mut turned) = (azimuth(lone.state().pose.axis()), 0.0);
    let mut looks = vec![(0.0, 0.0)];
    lone.run_until(end, |time, state| {
        let now = azimuth(state.pose.axis());
        turned += (now - last + PI).rem_euclid(TAU) - PI;
        last = now;
        if time > looks.last().map_or(0.0, |look| look.0) + 0.02 {
            looks.push((time, turned));
        }
        false
    });
    let rates = looks.windows(2).map(|pair| {
        let middle = f64::midpoint(pair[0].0, pair[1].0);
        let rate = (pair[1].1 - pair[0].1) / (pair[1].0 - pair[0].0);
        (end - middle, rate)
    });
    let rates = rates.filter(|(left, _)| *left > 0.05 * end && *left < 0.9 * end);
    line(&rates.map(|(left, rate)| (left.ln(), rate.abs().ln())).collect::<Vec<_>>()).0
}

/// PH-40.
pub fn upright_rolling(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let directions = c.some_directions();
    for diameter in [25.0, 35.0] {
        rolls_upright(c, &mut outcome, diameter, 1.0, &directions);
    }
    outcome
}

fn rolls_upright(c: &Conditions, outcome: &mut Outcome, diameter: Scalar, thickness: Scalar, directions: &[(Scalar, Scalar)]) {
    let shape = disc(diameter, thickness);
    let radius = sizes(&shape).0;
    let limit = (GRAVITY * radius / 3.0).sqrt();
    let falls = |speed: Scalar, (roll, ahead): (Scalar, Scalar)| {
        let pose = Pose::new(Vector::Y * super::bench::edge_height(&shape, 1.0), on_edge(1.0, ahead + 90.0, roll));
        let velocity = heading(ahead) * speed;
        let axis = left_of(heading(ahead));
        let mut lone = Lone::on_plane(c.rate, PairLaw::REFERENCE, &shape, pose).throw(velocity, axis * (speed / radius));
        lone.run_until(1.0, |_, state| lean(&state) < 45.0)
    };
    let name = format!("disc {diameter}x{thickness} mm leaning 1°, {} directions", directions.len());
    outcome.require(format!("{name}: upright after 1 s at 1.5 v"), directions.iter().all(|&at| !falls(1.5 * limit, at)));
    outcome.require(format!("{name}: fallen by 1 s at 0.5 v"), directions.iter().all(|&at| falls(0.5 * limit, at)));
    let limits = directions.iter().map(|&at| threshold(1.5 * limit, 0.5 * limit, 0.005, |speed| falls(speed, at)));
    let tolerances = (Share(0.5), Share(0.10));
    outcome.measure(format!("{name}: falls below"), "m/s", limit, worst(limit, limits), tolerances);
}
