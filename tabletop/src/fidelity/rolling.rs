//! Balls and cylinders that roll: on planes, down inclines, against rolling resistance, in holes. (Section 2.4)

use super::bench::{
    Lone, b25, d25, heading, holed, incline, law, left_of, on_edge, peak, sizes, threshold, tilted_gravity,
    w10, worst,
};
use super::measure::Tolerance::{AtMost, Share, Within};
use super::{Conditions, Outcome};
use crate::geometry::{Pose, Shape};
use crate::physics::law::PairLaw;
use crate::units::{GRAVITY, Quaternion, Scalar, Vector, mm};

/// Friction of the reference pair.
const MU: Scalar = 0.20;

/// A round thing on its side on a board that descends towards a heading, ready to roll that way.
fn on_side(
    c: &Conditions,
    law: PairLaw,
    shape: &Shape,
    angle: Scalar,
    (roll, ahead): (Scalar, Scalar),
) -> Lone {
    Lone::on_incline(c.rate, law, incline(angle, ahead), shape, on_edge(0.0, ahead + 90.0, roll))
}

/// Rolling bodies: name, shape, and the share `I / (m r²)`.
fn rollers() -> [(&'static str, Shape, Scalar); 3] {
    [("B25", b25(), 0.4), ("D25 on edge", d25(), 0.5), ("W10 on its side", w10(40.0), 0.5)]
}

/// When and where a sliding body begins to roll, and how fast it then is.
struct Grip {
    time: Scalar,
    way: Scalar,
    speed: Scalar,
}

fn until_it_rolls(mut lone: Lone, radius: Scalar, ahead: Vector) -> Grip {
    let axis = left_of(ahead);
    let begin = lone.state().pose.position;
    let mut last = [(0.0, 1.0, 0.0); 2];
    let rolled = lone.run_until(1.0, |time, state| {
        let slip = state.velocity.dot(ahead) - state.spin.dot(axis) * radius;
        if slip < 1.0e-6 {
            return true;
        }
        last = [last[1], (time, slip, (state.pose.position - begin).dot(ahead))];
        false
    });
    let speed = lone.state().velocity.dot(ahead);
    let [(t1, slip1, _), (t2, slip2, way)] = last;
    let wait = slip2 * (t2 - t1) / (slip1 - slip2);
    if rolled {
        Grip { time: t2 + wait, way: way + speed * wait, speed }
    } else {
        Grip { time: Scalar::NAN, way: Scalar::NAN, speed }
    }
}

fn slide_to_roll(c: &Conditions, outcome: &mut Outcome, which: usize, gate: Scalar, best: [Scalar; 3]) {
    let (name, shape, share) = rollers()[which].clone();
    let radius = sizes(&shape).0;
    let speed = 1.0 / (1.0 + share);
    let time = (1.0 - speed) / (MU * GRAVITY);
    let way = time - MU * GRAVITY * time * time / 2.0;
    let directions = c.directions();
    let runs = directions.iter().map(|&at| {
        let ahead = heading(at.1);
        let lone = on_side(c, PairLaw::REFERENCE, &shape, 0.0, at).throw(ahead, Vector::ZERO);
        until_it_rolls(lone, radius, ahead)
    });
    let runs = runs.collect::<Vec<_>>();
    let name = format!("{name}, worst of {}", directions.len());
    let got = worst(speed, runs.iter().map(|run| run.speed));
    outcome.measure(format!("{name}: speed"), "m/s", speed, got, (Share(gate), Share(best[0])));
    let got = worst(way, runs.iter().map(|run| run.way));
    outcome.measure(format!("{name}: way"), "m", way, got, (Share(gate), Share(best[1])));
    let got = worst(time, runs.iter().map(|run| run.time));
    outcome.measure(format!("{name}: time"), "s", time, got, (Share(gate), Share(best[2])));
}

/// PH-20.
pub fn sphere_slides_to_roll(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    slide_to_roll(c, &mut outcome, 0, 0.01, [7.0e-4, 0.005, 0.006]);
    outcome
}

/// PH-21.
pub fn cylinder_slides_to_roll(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    slide_to_roll(c, &mut outcome, 1, 0.015, [0.003; 3]);
    slide_to_roll(c, &mut outcome, 2, 0.015, [0.003; 3]);
    outcome
}

/// PH-22.
pub fn rolling_down(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let directions = c.directions();
    // Acceleration and slip after a while, from rest.
    let down = |shape: &Shape, angle: Scalar, at: (Scalar, Scalar)| {
        let mut lone = on_side(c, PairLaw::REFERENCE, shape, angle, at);
        lone.run(0.4);
        let ahead = incline(angle, at.1) * heading(at.1);
        let (state, time) = (lone.state(), lone.table.time());
        let speed = state.velocity.dot(ahead);
        let rim = state.spin.dot(left_of(heading(at.1))) * sizes(shape).0;
        (speed / time, (speed - rim) / speed)
    };
    for (name, shape, share) in rollers() {
        let pull = GRAVITY * Scalar::to_radians(5.0).sin() / (1.0 + share);
        let runs = directions.iter().map(|&at| down(&shape, 5.0, at)).collect::<Vec<_>>();
        let text = format!("{name} down 5°, worst of {}", directions.len());
        let got = worst(pull, runs.iter().map(|run| run.0));
        outcome.measure(format!("{text}: acceleration"), "m/s²", pull, got, (Share(0.01), Share(5.5e-4)));
        let slip = worst(0.0, runs.iter().map(|run| run.1));
        outcome.measure(format!("{text}: slip, share"), "", 0.0, slip, (Within(0.01), Within(1e-4)));
        let limit = ((1.0 + 1.0 / share) * MU).atan().to_degrees();
        let limits = c
            .some_directions()
            .into_iter()
            .map(|at| threshold(limit - 2.0, limit + 2.0, 0.02, |angle| down(&shape, angle, at).1 > 2.0e-4));
        let text = format!("{name} slips from an incline of, worst of {}", c.some_directions().len());
        outcome.measure(text, "°", limit, worst(limit, limits), (Share(0.01), Share(0.003)));
    }
    outcome
}

/// PH-23.
pub fn rolling_resistance(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let radius = sizes(&b25()).0;
    for resistance in [0.005, 0.010] {
        let law = PairLaw { rolling: resistance, ..PairLaw::REFERENCE };
        let (brake, way) = (5.0 / 7.0 * resistance * GRAVITY, 0.7 * 0.25 / (resistance * GRAVITY));
        let (mut brakes, mut ways, mut backs, mut creeps, mut goes) =
            (vec![], vec![], vec![], vec![], vec![]);
        for &heading_of in c.headings() {
            let (ahead, at) = (heading(heading_of), (0.0, heading_of));
            let mut lone =
                on_side(c, law, &b25(), 0.0, at).throw(ahead * 0.5, left_of(ahead) * (0.5 / radius));
            let begin = lone.state().pose.position;
            lone.run(1.0);
            brakes.push((0.5 - lone.state().velocity.dot(ahead)) / lone.table.time());
            let mut back: Scalar = 0.0;
            lone.run_until(0.7 / (resistance * GRAVITY) * 1.3, |_, state| {
                back = peak(back, -state.velocity.dot(ahead));
                false
            });
            let end = lone.state();
            ways.push(if end.velocity.length() < 1e-4 {
                (end.pose.position - begin).dot(ahead)
            } else {
                Scalar::NAN
            });
            backs.push(back / mm(1.0));
            // What a ball does on an incline of a share of the resistance, in millimetres over five seconds.
            let on_slope = |share: Scalar| {
                let angle = Scalar::atan(share * resistance).to_degrees();
                let mut lone = on_side(c, law, &b25(), angle, at);
                let begin = lone.state().pose.position;
                lone.run(5.0);
                lone.state().pose.position.distance(begin) / mm(1.0)
            };
            creeps.push(on_slope(0.9));
            goes.push(on_slope(1.1));
        }
        let name = format!("B25, c {resistance}, worst of {}", c.headings().len());
        let tolerances = (Share(0.03), Share(0.01));
        outcome.measure(format!("{name}: brake"), "m/s²", brake, worst(brake, brakes), tolerances);
        outcome.measure(format!("{name}: way"), "m", way, worst(way, ways), tolerances);
        let back = worst(0.0, backs);
        outcome.measure(format!("{name}: speed backwards"), "mm/s", 0.0, back, (AtMost(0.01), AtMost(1e-4)));
        let creep = worst(0.0, creeps);
        outcome.measure(
            format!("{name}: creep in 5 s at 0.9 c"),
            "mm",
            0.0,
            creep,
            (AtMost(0.05), AtMost(1e-3)),
        );
        let angle = Scalar::atan(1.1 * resistance);
        let goes_to = 5.0 / 7.0 * GRAVITY * (angle.sin() - resistance * angle.cos()) * 12.5 / mm(1.0);
        let go = worst(goes_to, goes);
        outcome.measure(
            format!("{name}: way in 5 s at 1.1 c"),
            "mm",
            goes_to,
            go,
            (Share(0.03), Share(0.01)),
        );
    }
    outcome
}

/// PH-24.
pub fn spherical_dimple(_: &Conditions) -> Outcome {
    Outcome::missing("no such surface: boards are planes and cones with holes, none is a spherical dimple")
}

/// PH-25.
pub fn ball_in_hole(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let radius = sizes(&b25()).0;
    let azimuths =
        if c.full { (0..24).map(|i| 15.0 * Scalar::from(i)).collect() } else { vec![0.0, 17.0, 45.0, 200.0] };
    let seated = |hole: Scalar, law: PairLaw| {
        let height = (radius * radius - hole * hole).sqrt();
        let pose = Pose::new(Vector::Y * height, Quaternion::IDENTITY);
        Lone::on(c.rate, law, (holed(hole), Pose::IDENTITY), &b25(), pose)
    };
    let gone =
        |position: Vector, hole: Scalar| Vector::new(position.x, 0.0, position.z).length() > 1.2 * hole;
    for hole in [6.0, 8.0, 10.0] {
        let height = (radius * radius - mm(hole).powi(2)).sqrt() / mm(1.0);
        // Dropped from a millimetre above, so that it has to find its seat.
        let mut lone = seated(mm(hole), PairLaw::REFERENCE);
        let pose =
            Pose::new(lone.state().pose.position + Vector::new(0.0, mm(1.0), 0.0), Quaternion::IDENTITY);
        lone.table.set_pose(lone.piece, pose);
        lone.run(2.0);
        let got = lone.state().pose.position.y / mm(1.0);
        outcome.measure(
            format!("B25 in a {hole}: height of centre"),
            "mm",
            height,
            got,
            (Within(0.05), Within(0.01)),
        );
        let tilt = Scalar::asin(hole / 12.5).to_degrees();
        let tilts = azimuths.iter().map(|&azimuth| {
            threshold(tilt - 3.0, tilt + 3.0, 0.05, |angle| {
                let mut lone = seated(mm(hole), PairLaw::REFERENCE);
                lone.table.set_gravity(tilted_gravity(angle, azimuth));
                lone.run_until(1.5, |_, state| gone(state.pose.position, mm(hole)))
            })
        });
        let text = format!("B25 in a {hole}: leaves at a tilt of, worst of {}", azimuths.len());
        outcome.measure(text, "°", tilt, worst(tilt, tilts), (Within(0.5), Within(0.1)));
    }
    let hole = mm(8.0);
    let climb = radius - (radius * radius - hole * hole).sqrt();
    let escapes = |law: PairLaw, spins: bool, speed: Scalar, azimuth: Scalar| {
        let ahead = heading(azimuth);
        let lone = seated(hole, law);
        let height = lone.state().pose.position.y;
        let velocity = (ahead * height + Vector::Y * hole) * (speed / radius);
        let spin = if spins { left_of(ahead) * (speed / radius) } else { Vector::ZERO };
        lone.throw(velocity, spin).run_until(1.0, |_, state| gone(state.pose.position, hole))
    };
    // Rolling needs grip: enough friction for the whole climb.
    let cases = [
        ("rolling", law(1.0, 0.6), (10.0 * GRAVITY * climb / 7.0).sqrt()),
        ("frictionless", law(0.0, 0.6), (2.0 * GRAVITY * climb).sqrt()),
    ];
    for (name, law, speed) in cases {
        let speeds = azimuths.iter().map(|&azimuth| {
            threshold(0.85 * speed, 1.15 * speed, 5.0e-4, |v| escapes(law, name == "rolling", v, azimuth))
        });
        let text = format!("B25 in a 8, {name}: escapes from, worst of {}", azimuths.len());
        outcome.measure(text, "m/s", speed, worst(speed, speeds), (Share(0.05), Share(0.01)));
    }
    outcome
}
