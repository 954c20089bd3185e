//! Impacts of discs on discs on a board without friction. (Section 2.5, second half)

use super::bench::{BOARD, DENSITY, d25, d35, flat, heading, law, left_of, peak, run, sizes, worst};
use super::measure::Tolerance::{AtMost, Share, Within};
use super::{Conditions, Outcome};
use crate::geometry::{Plate, Pose, Shape};
use crate::table::{Piece, PieceId, State, Table};
use crate::units::{Scalar, Vector, mm};

/// A board without friction, and the law between the pieces on it.
pub fn frictionless_board(c: &Conditions, friction: Scalar, restitution: Scalar) -> Table {
    let mut table = Table::new(c.rate, law(friction, restitution));
    table.set_pair_law(0, BOARD, law(0.0, 0.6));
    table.spawn(Piece::fixed(Plate::plane().into(), Pose::IDENTITY).of(BOARD));
    table
}

/// One disc shot at another: where they are aimed and how they are turned.
struct Shot {
    /// Direction of the line of centres at impact, degrees.
    line: Scalar,
    /// Angle from that line to the velocity, degrees.
    cut: Scalar,
    /// Yaws of the two.
    yaws: (Scalar, Scalar),
    /// How far from touching it starts.
    gap: Scalar,
}

/// What they did: momentum before, states after, and how far either left the level.
struct Hit {
    cue: State,
    object: State,
    rise: Scalar,
}

fn shoot(mut table: Table, cue: &Shape, object: &Shape, shot: &Shot) -> Hit {
    let (to, way) = (heading(shot.line), heading(shot.line + shot.cut));
    let start = -to * (sizes(cue).0 + sizes(object).0) - way * shot.gap;
    let first = table.spawn(Piece::dynamic(cue.clone(), DENSITY, flat(cue, start, shot.yaws.0)));
    let second =
        table.spawn(Piece::dynamic(object.clone(), DENSITY, flat(object, Vector::ZERO, shot.yaws.1)));
    table.set_velocity(first, way, Vector::ZERO);
    let heights = [(first, sizes(cue).1), (second, sizes(object).1)];
    let mut rise: Scalar = 0.0;
    while table.time() < shot.gap + 0.015 {
        table.step();
        for (id, height) in heights {
            rise = peak(rise, (table.state(id).pose.position.y - height).abs());
        }
    }
    Hit { cue: table.state(first), object: table.state(second), rise }
}

/// Shots over yaws, headings and phases of the step.
fn shots(c: &Conditions, cut: Scalar) -> Vec<Shot> {
    let directions = c.directions();
    let count = directions.len() as Scalar;
    let shot = |(index, (yaw, line)): (usize, (Scalar, Scalar))| {
        let phase = index as Scalar / count;
        Shot { line, cut, yaws: (yaw, 2.0 * yaw + 11.0), gap: (2.0 + phase) / c.rate.hertz }
    };
    directions.into_iter().enumerate().map(shot).collect()
}

fn angle_from(line: Scalar, velocity: Vector) -> Scalar {
    let to = heading(line);
    velocity.dot(left_of(to)).atan2(velocity.dot(to)).to_degrees()
}

fn head_on(c: &Conditions, outcome: &mut Outcome, name: &str, cue: &Shape, object: &Shape) {
    let (m1, m2) = (cue.volume() * DENSITY, object.volume() * DENSITY);
    let (slow, fast) = ((m1 - 0.8 * m2) / (m1 + m2), 1.8 * m1 / (m1 + m2));
    let (mut cues, mut objects, mut changes, mut rises) = (vec![], vec![], vec![], vec![]);
    for shot in shots(c, 0.0) {
        let hit = shoot(frictionless_board(c, 0.2, 0.8), cue, object, &shot);
        let to = heading(shot.line);
        cues.push(hit.cue.velocity.dot(to));
        objects.push(hit.object.velocity.dot(to));
        changes.push((hit.cue.velocity * m1 + hit.object.velocity * m2 - to * m1).length() / m1);
        rises.push(hit.rise / mm(1e-3));
    }
    let name = format!("{name}, worst of {}", cues.len());
    // Shares of the speed of the shot: one of the two may be nearly still.
    let speeds = (Within(0.01 * slow.abs().max(0.1)), Within(0.001 * slow.abs().max(0.1)));
    outcome.measure(format!("{name}: cue"), "m/s", slow, worst(slow, cues), speeds);
    outcome.measure(
        format!("{name}: object"),
        "m/s",
        fast,
        worst(fast, objects),
        (Share(0.01), Share(0.001)),
    );
    let change = worst(0.0, changes);
    outcome.measure(format!("{name}: momentum, change"), "", 0.0, change, (Within(1e-4), Within(1e-12)));
    let rise = worst(0.0, rises);
    outcome.measure(format!("{name}: off the level"), "µm", 0.0, rise, (AtMost(20.0), AtMost(1.0)));
}

/// PH-29.
pub fn head_on_equal(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    head_on(c, &mut outcome, "D25 on D25", &d25(), &d25());
    outcome
}

/// PH-32.
pub fn head_on_unequal(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    head_on(c, &mut outcome, "D25 on D35", &d25(), &d35());
    head_on(c, &mut outcome, "D35 on D25", &d35(), &d25());
    outcome
}

/// PH-30.
pub fn oblique(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    for restitution in [1.0, 0.8] {
        for cut in [15.0, 30.0, 45.0, 60.0] {
            let tangent = Scalar::to_radians(cut).tan();
            let wanted = (2.0 * tangent).atan2(1.0 - restitution).to_degrees();
            let (mut cues, mut objects, mut speeds) = (Vec::new(), Vec::new(), Vec::new());
            for shot in shots(c, cut) {
                let hit = shoot(frictionless_board(c, 0.0, restitution), &d25(), &d25(), &shot);
                cues.push(angle_from(shot.line, hit.cue.velocity));
                objects.push(angle_from(shot.line, hit.object.velocity));
                speeds.push(hit.object.velocity.length());
            }
            let name = format!("D25 on D25, e {restitution}, cut {cut}°, worst of {}", cues.len());
            let tolerances = (Within(0.5), Within(0.05));
            outcome.measure(format!("{name}: object"), "°", 0.0, worst(0.0, objects), tolerances);
            outcome.measure(format!("{name}: cue"), "°", wanted, worst(wanted, cues), tolerances);
            let speed = f64::midpoint(1.0, restitution) * Scalar::to_radians(cut).cos();
            let tolerances = (Share(0.01), Share(0.001));
            outcome.measure(format!("{name}: object"), "m/s", speed, worst(speed, speeds), tolerances);
        }
    }
    outcome
}

/// PH-31.
pub fn throw(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    for cut in [15.0, 30.0, 45.0, 60.0] {
        let tangent = Scalar::to_radians(cut).tan();
        let wanted = (tangent / (3.0 * 1.8)).min(0.10).atan().to_degrees();
        let angles = shots(c, cut).into_iter().map(|shot| {
            let hit = shoot(frictionless_board(c, 0.10, 0.8), &d25(), &d25(), &shot);
            angle_from(shot.line, hit.object.velocity)
        });
        let angles = angles.collect::<Vec<_>>();
        let name = format!("D25 on D25, e 0.8, μ 0.1, cut {cut}°: throw, worst of {}", angles.len());
        outcome.measure(name, "°", wanted, worst(wanted, angles), (Within(0.3), Within(0.05)));
    }
    outcome
}

/// PH-33.
pub fn line_of_three(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let mut speeds = [Vec::new(), Vec::new(), Vec::new()];
    for shot in shots(c, 0.0) {
        let to = heading(shot.line);
        let mut table = frictionless_board(c, 0.0, 1.0);
        let discs: Vec<PieceId> = (0..3)
            .map(|place| {
                let at = to * (mm(25.5) * Scalar::from(place) - if place == 0 { shot.gap } else { 0.0 });
                table.spawn(Piece::dynamic(
                    d25(),
                    DENSITY,
                    flat(&d25(), at, shot.yaws.0 * Scalar::from(place + 1)),
                ))
            })
            .collect();
        table.set_velocity(discs[0], to, Vector::ZERO);
        run(&mut table, shot.gap + 0.02);
        for (speeds, &disc) in speeds.iter_mut().zip(&discs) {
            speeds.push(table.state(disc).velocity.dot(to));
        }
    }
    for ((place, wanted), speeds) in [("first", 0.0), ("second", 0.0), ("third", 1.0)].into_iter().zip(speeds)
    {
        let name = format!("three D25 in line, worst of {}: {place}", speeds.len());
        outcome.measure(name, "m/s", wanted, worst(wanted, speeds), (Within(0.02), Within(0.002)));
    }
    outcome
}
