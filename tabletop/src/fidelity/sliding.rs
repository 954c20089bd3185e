//! Dry sliding and sticking: level, on inclines, at every heading. (Section 2.2, first half)

use super::bench::{
    Lone, d25, d35, flat, heading, incline, law, left_of, slide_to_rest, sizes, worst, yaw,
};
use super::measure::Tolerance::{AtLeast, AtMost, Same, Share, Within};
use super::{Conditions, Outcome};
use crate::geometry::Shape;
use crate::physics::law::PairLaw;
use crate::units::{GRAVITY, Scalar, Vector, mm};

/// Friction of the reference pair.
const MU: Scalar = 0.20;

fn slid(c: &Conditions, shape: &Shape, (yaw, ahead): (Scalar, Scalar), speed: Scalar) -> Lone {
    Lone::on_plane(c.rate, PairLaw::REFERENCE, shape, flat(shape, Vector::ZERO, yaw))
        .throw(heading(ahead) * speed, Vector::ZERO)
}

/// PH-05.
pub fn stop_distance(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let directions = c.directions();
    for (name, shape) in [("D25", d25()), ("D35", d35())] {
        for speed in [0.25, 0.5, 1.0, 2.0, 3.0] {
            let (way, time) = (speed * speed / (2.0 * MU * GRAVITY), speed / (MU * GRAVITY));
            let (mut ways, mut times) = (Vec::new(), Vec::new());
            for &direction in &directions {
                let mut lone = slid(c, &shape, direction, speed);
                let stop = slide_to_rest(&mut lone, 2.0 * time);
                // The integrator stops v h / 2 short: its known limit.
                ways.push(stop.way.length() + speed * lone.table.substep() / 2.0);
                times.push(stop.time);
            }
            let tolerances = (Share(0.01), Share(0.001));
            let name = format!("{name} at {speed} m/s, worst of {}", directions.len());
            outcome.measure(format!("{name}: way"), "m", way, worst(way, ways), tolerances);
            outcome.measure(format!("{name}: time"), "s", time, worst(time, times), tolerances);
        }
    }
    outcome
}

/// PH-06.
pub fn isotropy(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    for (name, shape) in [("D25", d25()), ("D35", d35())] {
        let (mut ways, mut sides) = (Vec::new(), Vec::new());
        for yaw in c.yaws() {
            for step in 0..13 {
                let ahead = 7.5 * Scalar::from(step);
                let stop = slide_to_rest(&mut slid(c, &shape, (yaw, ahead), 1.0), 2.0);
                ways.push(stop.way.dot(heading(ahead)));
                sides.push(stop.way.dot(left_of(heading(ahead))) / stop.way.dot(heading(ahead)));
            }
        }
        let mean = ways.iter().sum::<Scalar>() / ways.len() as Scalar;
        let (shortest, longest) =
            ways.iter().fold((Scalar::INFINITY, 0.0), |(low, high): (Scalar, Scalar), &way| (low.min(way), high.max(way)));
        let name = format!("{name}, {} slides", ways.len());
        let spread = (longest - shortest) / mean;
        outcome.measure(format!("{name}: spread of ways, share"), "", 0.0, spread, (Within(0.005), Within(1e-4)));
        let side = worst(0.0, sides);
        outcome.measure(format!("{name}: sideways, share of way"), "", 0.0, side, (Within(0.001), Within(1e-4)));
    }
    outcome
}

/// What a disc released on an incline does in ten seconds.
struct Creep {
    /// Way from the start, and from one second after it.
    all: Scalar,
    late: Scalar,
    /// Turn about the incline's normal, degrees.
    turn: Scalar,
}

fn creep(mut lone: Lone) -> Creep {
    let start = lone.state().pose;
    lone.run(1.0);
    let settled = lone.state().pose;
    lone.run(9.0);
    let end = lone.state().pose;
    let side = Vector::X;
    Creep {
        all: end.position.distance(start.position),
        late: end.position.distance(settled.position),
        turn: (start.rotation * side).cross(end.rotation * side).length().asin().to_degrees(),
    }
}

/// PH-07.
pub fn sticks_or_slides(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let directions = c.directions();
    let on = |angle: Scalar, (turn, down): (Scalar, Scalar)| {
        Lone::on_incline(c.rate, PairLaw::REFERENCE, incline(angle, down), &d25(), yaw(turn))
    };
    let name = |text: &str| format!("D25, {text}, worst of {}", directions.len());

    let stays = (0.95 * MU).atan().to_degrees();
    let creeps = directions.iter().map(|&direction| creep(on(stays, direction))).collect::<Vec<_>>();
    let all = worst(0.0, creeps.iter().map(|creep| creep.all / mm(1.0)));
    let turn = worst(0.0, creeps.iter().map(|creep| creep.turn));
    let late = worst(0.0, creeps.iter().map(|creep| creep.late / mm(1.0)));
    outcome.measure(name("10.758°: creep in 10 s"), "mm", 0.0, all, (Within(0.05), Within(0.001)));
    outcome.measure(name("10.758°: yaw in 10 s"), "°", 0.0, turn, (Within(0.05), Within(0.001)));
    outcome.measure(name("10.758°: creep after 1 s"), "mm", 0.0, late, (Within(0.05), Same));

    let down = |angle: Scalar, seconds: Scalar, direction: (Scalar, Scalar)| {
        let mut lone = on(angle, direction);
        let start = lone.state().pose.position;
        lone.run(seconds);
        let (way, time) = (lone.state().pose.position - start, lone.table.time());
        let ahead = incline(angle, direction.1) * heading(direction.1);
        (way.dot(ahead), lone.state().velocity.dot(ahead) / time)
    };
    let slides = (1.05 * MU).atan();
    let pull = GRAVITY * (slides.sin() - MU * slides.cos());
    let least = directions.iter().map(|&direction| down(slides.to_degrees(), 1.0, direction).0);
    let least = least.fold(Scalar::INFINITY, Scalar::min) / mm(1.0);
    let wanted = pull / 2.0 / mm(1.0);
    outcome.measure(name("11.860°: way in 1 s"), "mm", wanted, least, (AtLeast(10.0), Share(0.05)));

    let (sin, cos) = Scalar::to_radians(15.0).sin_cos();
    let pull = GRAVITY * (sin - MU * cos);
    let runs = directions.iter().map(|&direction| down(15.0, 0.5, direction)).collect::<Vec<_>>();
    let tolerances = (Share(0.01), Share(0.002));
    let got = worst(pull, runs.iter().map(|run| run.1));
    outcome.measure(name("15°: acceleration"), "m/s²", pull, got, tolerances);
    let way = pull * 0.125;
    outcome.measure(name("15°: way in 0.5 s"), "m", way, worst(way, runs.iter().map(|run| run.0)), tolerances);
    outcome
}

/// PH-08.
pub fn static_and_kinetic(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let directions = c.directions();
    let law = PairLaw { static_friction: 0.30, kinetic_friction: MU, ..PairLaw::REFERENCE };
    let (sin, cos) = Scalar::to_radians(15.0).sin_cos();
    let pull = GRAVITY * (sin - MU * cos);
    let on = |(turn, down): (Scalar, Scalar)| Lone::on_incline(c.rate, law, incline(15.0, down), &d25(), yaw(turn));
    let still = worst(0.0, directions.iter().map(|&direction| creep(on(direction)).all / mm(1.0)));
    let text = format!("D25 at rest on 15°: creep in 10 s, worst of {}", directions.len());
    outcome.measure(text, "mm", 0.0, still, (Within(0.05), Within(0.001)));
    let nudged = directions.iter().map(|&direction| {
        let ahead = incline(15.0, direction.1) * heading(direction.1);
        let mut lone = on(direction).throw(ahead * 0.02, Vector::ZERO);
        lone.run(0.5);
        (lone.state().velocity.dot(ahead) - 0.02) / lone.table.time()
    });
    let text = format!("D25 nudged at 20 mm/s: acceleration, worst of {}", directions.len());
    outcome.measure(text, "m/s²", pull, worst(pull, nudged), (Share(0.02), Share(0.005)));
    outcome
}

/// PH-16.
pub fn ring_slope(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let directions = c.directions();
    for angle in [3.0, 5.0, 8.0] {
        let (sin, cos) = Scalar::to_radians(angle).sin_cos();
        let way = 0.25 / (2.0 * GRAVITY * (sin + MU * cos));
        let (mut ways, mut rises) = (Vec::new(), Vec::new());
        for &(turn, up) in &directions {
            let tilt = incline(angle, up + 180.0);
            let ahead = tilt * heading(up);
            let mut lone = Lone::on_incline(c.rate, PairLaw::REFERENCE, tilt, &d25(), yaw(turn))
                .throw(ahead * 0.5, Vector::ZERO);
            let stop = slide_to_rest(&mut lone, 1.0);
            // As in PH-05, the integrator's own shortfall is not the slope's doing.
            let short = 0.5 * lone.table.substep() / 2.0;
            ways.push(stop.way.dot(ahead) + short);
            rises.push(stop.way.y + short * sin);
        }
        let tolerances = (Share(0.015), Share(0.003));
        let name = format!("D25 up {angle}° at 0.5 m/s, worst of {}", directions.len());
        outcome.measure(format!("{name}: way"), "m", way, worst(way, ways), tolerances);
        outcome.measure(format!("{name}: rise"), "m", way * sin, worst(way * sin, rises), tolerances);
    }
    outcome
}

/// PH-14.
pub fn stack_at_rest(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    for (name, shapes) in [("six D25", [d25(), d25()]), ("six D25 and D35 in turn", [d25(), d35()])] {
        let stack = super::stacks::Stack::build(c.rate, law(MU, 0.6), 6, |level| shapes[level % 2].clone());
        let rest = stack.watch(if c.full { 10.0 } else { 4.0 });
        let drift = rest.drift / mm(1.0);
        outcome.measure(format!("{name}: sideways drift"), "mm", 0.0, drift, (Within(0.05), Within(0.005)));
        outcome.measure(format!("{name}: tilt"), "°", 0.0, rest.tilt, (Within(0.1), Within(0.01)));
        let speed = rest.late_speed / mm(1.0);
        outcome.measure(format!("{name}: speed after 1 s"), "mm/s", 0.0, speed, (AtMost(0.2), AtMost(0.02)));
        let overlap = rest.overlap / mm(1e-3);
        outcome.measure(format!("{name}: overlap of faces"), "µm", 0.0, overlap, (AtMost(20.0), AtMost(5.0)));
        let rise = rest.energy_rise;
        outcome.measure(format!("{name}: energy above start"), "J", 0.0, rise, (AtMost(1e-7), AtMost(1e-9)));
        let height = sizes(&shapes[0]).1 * 2.0 * 6.0 / mm(1.0);
        let stands = Within(0.15);
        outcome.measure(format!("{name}: height"), "mm", height, rest.height / mm(1.0), (stands, stands));
    }
    outcome
}
