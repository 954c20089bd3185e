//! Impacts of one piece on something that does not yield. (Section 2.5, first half)

use super::bench::{
    Lone, b25, d25, every_substep, flat, heading, holed, inertia, law, left_of, on_edge, peak, run, sizes,
    w10, worst, yaw,
};
use super::measure::Tolerance::{AtMost, Share, Within};
use super::{Conditions, Outcome};
use crate::geometry::{Plate, Pose, Shape};
use crate::physics::law::PairLaw;
use crate::table::{Piece, Table};
use crate::units::{GRAVITY, Quaternion, Scalar, Vector, mm};

/// What a dropped body does: tops of its flights, instants of its impacts, and when it rests.
struct Bounces {
    tops: Vec<Scalar>,
    instants: Vec<Scalar>,
    rest: Scalar,
}

fn drop_and_bounce(mut lone: Lone, floor: Scalar, seconds: Scalar) -> Bounces {
    let mut found = Bounces { tops: Vec::new(), instants: Vec::new(), rest: Scalar::NAN };
    let mut last = lone.state();
    let mut before = 0.0;
    lone.run_until(seconds, |time, state| {
        let (height, speed) = (last.pose.position.y - floor, last.velocity.y);
        if speed < 0.0 && state.velocity.y > 0.0 {
            // Where the parabola of the last look meets the floor.
            found.instants.push(before + (speed + (speed * speed + 2.0 * GRAVITY * height).sqrt()) / GRAVITY);
        }
        if speed >= 0.0 && state.velocity.y < 0.0 && height > 1.0e-5 {
            found.tops.push(height + speed * speed / (2.0 * GRAVITY));
        }
        if state.velocity.length() < 1.0e-6 && found.rest.is_nan() && !found.instants.is_empty() {
            found.rest = before;
        }
        (last, before) = (state, time);
        false
    });
    // The flight that a start at rest begins has its top at the start.
    found
}

/// PH-26.
pub fn bounce_series(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let radius = sizes(&b25()).0;
    let count = 20;
    let (mut tops, mut above) = (vec![Vec::new(); 3], Vec::new());
    let (mut instants, mut rests) = (vec![Vec::new(); 4], Vec::new());
    for phase in 0..count {
        let height = 0.10 + 0.005 * Scalar::from(phase) / Scalar::from(count);
        let pose = Pose::new(Vector::Y * (radius + height), Quaternion::IDENTITY);
        let mut bounces =
            drop_and_bounce(Lone::on_plane(c.rate, PairLaw::REFERENCE, &b25(), pose), radius, 1.0);
        if bounces.tops.first().is_some_and(|&top| top > 0.9 * height) {
            bounces.tops.remove(0);
        }
        let mut from = height;
        for (bounce, tops) in tops.iter_mut().enumerate() {
            let top = bounces.tops.get(bounce).copied().unwrap_or(Scalar::NAN);
            tops.push(top / (height * 0.36f64.powi(bounce as i32 + 1)));
            above.push(top / (0.36 * from));
            from = top;
        }
        let fall = (2.0 * height / GRAVITY).sqrt();
        let mut expected = fall;
        for (impact, instants) in instants.iter_mut().enumerate() {
            let at = bounces.instants.get(impact).copied().unwrap_or(Scalar::NAN);
            instants.push(at / expected);
            expected += 2.0 * fall * 0.6f64.powi(impact as i32 + 1);
        }
        rests.push(bounces.rest / (fall * 4.0));
    }
    for (bounce, tops) in tops.into_iter().enumerate() {
        let text = format!("B25, top {} over e²ⁿ h0, worst of {count}", bounce + 1);
        outcome.measure(text, "", 1.0, worst(1.0, tops), (Share(0.03), Share(0.005)));
    }
    let highest = above.into_iter().fold(0.0, peak);
    outcome.measure(
        "B25, highest top over e² times the one before",
        "",
        1.0,
        highest,
        (AtMost(1.005), AtMost(1.001)),
    );
    for (impact, instants) in instants.into_iter().enumerate() {
        let text = format!("B25, instant of impact {} over theory, worst of {count}", impact + 1);
        outcome.measure(text, "", 1.0, worst(1.0, instants), (Share(0.03), Share(0.005)));
    }
    let text = format!("B25, instant of rest over theory, worst of {count}");
    outcome.measure(text, "", 1.0, worst(1.0, rests), (Share(0.03), Share(0.02)));
    outcome
}

/// A body thrown at a level plane or at a wall; phases of the step at which it meets it.
const PHASES: [Scalar; 4] = [0.05, 0.3, 0.55, 0.85];

/// PH-27.
pub fn oblique_sphere(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let radius = sizes(&b25()).0;
    for angle in [10.0, 30.0, 45.0, 50.0, 60.0, 70.0, 80.0] {
        let (along, down) = Scalar::to_radians(angle).sin_cos();
        let grip = 0.2 * 1.6 * down;
        let (slides, spins) = if along <= 3.5 * grip {
            (5.0 / 7.0 * along, 5.0 * along / (7.0 * radius))
        } else {
            (along - grip, 5.0 * grip / (2.0 * radius))
        };
        let (mut ups, mut ons, mut turns) = (Vec::new(), Vec::new(), Vec::new());
        for &ahead_of in c.headings() {
            for phase in PHASES {
                let ahead = heading(ahead_of);
                let gap = down * (3.0 + phase) / c.rate.hertz;
                let pose = Pose::new(Vector::Y * (radius + gap), Quaternion::IDENTITY);
                let mut lone = Lone::on_plane(c.rate, PairLaw::REFERENCE, &b25(), pose)
                    .throw(ahead * along - Vector::Y * down, Vector::ZERO);
                lone.table.set_gravity(Vector::ZERO);
                lone.run(8.0 / c.rate.hertz);
                let state = lone.state();
                ups.push(state.velocity.y);
                ons.push(state.velocity.dot(ahead));
                turns.push(state.spin.dot(left_of(ahead)));
            }
        }
        let name = format!("B25 at {angle}°, worst of {}", ups.len());
        let (gate, best) = (Share(0.02), Share(0.003));
        outcome.measure(format!("{name}: vn'"), "m/s", 0.6 * down, worst(0.6 * down, ups), (gate, best));
        outcome.measure(format!("{name}: vt'"), "m/s", slides, worst(slides, ons), (gate, best));
        outcome.measure(format!("{name}: ω"), "rad/s", spins, worst(spins, turns), (Share(0.03), best));
    }
    outcome
}

/// PH-28.
pub fn rim_on_wall(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let radius = sizes(&d25()).0;
    for angle in [30.0, 45.0, 60.0] {
        let (along, into) = Scalar::to_radians(angle).sin_cos();
        let grip = 0.2 * 1.6 * into;
        let (slides, spins) = if along <= 3.0 * grip {
            (2.0 / 3.0 * along, 2.0 / 3.0 * along / radius)
        } else {
            (along - grip, 2.0 * grip / radius)
        };
        let (mut backs, mut ons, mut turns, mut rises) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for (turn, ahead_of) in c.directions() {
            for phase in PHASES {
                let (ahead, left) = (heading(ahead_of), left_of(heading(ahead_of)));
                let wall = Pose::new(Vector::ZERO, Quaternion::from_rotation_arc(Vector::Y, -ahead));
                let gap = into * (3.0 + phase) / c.rate.hertz;
                let pose = Pose::new(-ahead * (radius + gap), yaw(turn));
                let mut lone = Lone::on(c.rate, PairLaw::REFERENCE, (Plate::plane(), wall), &d25(), pose)
                    .throw(ahead * into + left * along, Vector::ZERO);
                lone.table.set_gravity(Vector::ZERO);
                lone.run(8.0 / c.rate.hertz);
                let state = lone.state();
                backs.push(-state.velocity.dot(ahead));
                ons.push(state.velocity.dot(left));
                // The wall is ahead and drags to the right: the disc turns clockwise.
                turns.push(-state.spin.y);
                rises.push(state.velocity.y.abs() + state.spin.x.abs().max(state.spin.z.abs()) * radius);
            }
        }
        let name = format!("D25 into a wall at {angle}°, worst of {}", backs.len());
        let tolerances = (Share(0.02), Share(0.003));
        outcome.measure(format!("{name}: vn'"), "m/s", 0.6 * into, worst(0.6 * into, backs), tolerances);
        outcome.measure(format!("{name}: vt'"), "m/s", slides, worst(slides, ons), tolerances);
        outcome.measure(format!("{name}: ω"), "rad/s", spins, worst(spins, turns), tolerances);
        outcome.measure(
            format!("{name}: out of level"),
            "m/s",
            0.0,
            worst(0.0, rises),
            (Within(0.01), Within(1e-6)),
        );
    }
    outcome
}

/// PH-34.
pub fn bat_from_below(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let (radius, hole) = (sizes(&b25()).0, mm(8.0));
    let seat = (radius * radius - hole * hole).sqrt();
    let bat = Shape::Ball { radius: mm(6.0) };
    let mass = b25().volume() * super::bench::DENSITY;
    // A heavy hand, and a bat of 15 g that is thrown.
    for (thrown, speed) in [(None, 0.3), (None, 0.5), (None, 0.8), (Some(0.015), 0.5)] {
        let wanted = 1.6 * speed * thrown.map_or(1.0, |bat: Scalar| bat / (bat + mass));
        let (mut launches, mut tops) = (Vec::new(), Vec::new());
        for phase in 0..20 {
            let mut table = Table::new(c.rate, PairLaw::REFERENCE);
            table.spawn(Piece::fixed(holed(hole).into(), Pose::IDENTITY));
            let at = Pose::new(Vector::Y * seat, Quaternion::IDENTITY);
            let ball = table.spawn(Piece::dynamic(b25(), super::bench::DENSITY, at));
            run(&mut table, 0.1);
            let gap = speed * (2.0 + Scalar::from(phase) / 20.0) / c.rate.hertz;
            let at = Pose::new(Vector::Y * (seat - radius - mm(6.0) - gap), Quaternion::IDENTITY);
            let piece = match thrown {
                None => Piece::kinematic(bat.clone(), at),
                Some(mass) => Piece::dynamic(bat.clone(), mass / bat.volume(), at),
            };
            let striker = table.spawn(piece);
            // A thrown bat loses g gap / V on its way.
            let sent = if thrown.is_some() { (speed * speed + 2.0 * GRAVITY * gap).sqrt() } else { speed };
            table.set_velocity(striker, Vector::Y * sent, Vector::ZERO);
            let (mut launch, mut top) = (Scalar::NAN, seat);
            let end = table.time() + 0.2;
            while table.time() < end {
                table.step();
                let state = table.state(ball);
                if launch.is_nan() && state.velocity.y > 0.3 * speed {
                    launch =
                        (state.velocity.y.powi(2) + 2.0 * GRAVITY * (state.pose.position.y - seat)).sqrt();
                    // The hand stops: it would catch up with the ball.
                    table.set_velocity(striker, Vector::ZERO, Vector::ZERO);
                }
                top = peak(top, state.pose.position.y + state.velocity.y.powi(2) / (2.0 * GRAVITY));
                if state.velocity.y < 0.0 && !launch.is_nan() {
                    break;
                }
            }
            launches.push(launch);
            tops.push((top - seat) / mm(1.0));
        }
        let bat = if thrown.is_some() { "bat of 15 g" } else { "hand" };
        let name = format!("B25 struck by a {bat} at {speed} m/s, worst of 20");
        let tolerances = (Share(0.03), Share(0.005));
        outcome.measure(format!("{name}: v"), "m/s", wanted, worst(wanted, launches), tolerances);
        let height = wanted * wanted / (2.0 * GRAVITY) / mm(1.0);
        outcome.measure(format!("{name}: H"), "mm", height, worst(height, tops), (Share(0.06), Share(0.01)));
    }
    outcome
}

/// PH-35.
pub fn level_drop(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let half = sizes(&d25()).1;
    let (mut tops, mut tilts) = (Vec::new(), Vec::new());
    for yaw in c.yaws() {
        let pose = flat(&d25(), Vector::Y * mm(30.0), yaw);
        let mut lone = Lone::on_plane(c.rate, law(0.0, 0.6), &d25(), pose);
        let (mut bounced, mut last, mut tilting) = (false, lone.state(), 0.0f64);
        lone.run_until(0.3, |_, state| {
            bounced |= state.velocity.y > 0.0;
            if bounced {
                tilting = peak(tilting, state.spin.length());
            }
            let done = bounced && state.velocity.y < 0.0;
            if !done {
                last = state;
            }
            done
        });
        tilts.push(tilting);
        tops.push((last.pose.position.y - half + last.velocity.y.powi(2) / (2.0 * GRAVITY)) / mm(1.0));
    }
    let name = format!("D25 dropped level from 30 mm, worst of {}", tops.len());
    outcome.measure(format!("{name}: rises"), "mm", 10.8, worst(10.8, tops), (Share(0.05), Share(0.01)));
    outcome.measure(format!("{name}: turns"), "rad/s", 0.0, worst(0.0, tilts), (Within(0.5), Within(0.01)));
    outcome
}

/// PH-36.
pub fn tilted_drop(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let (mass, across, _) = inertia(&d25());
    let (radius, half) = sizes(&d25());
    let speed = 0.7672;
    // The far side follows within 0.6 ms at 2°: look after every sub-step, and meet early in one.
    let rate = every_substep(c.rate);
    for angle in [2.0, 5.0, 10.0] {
        let (sin, cos) = Scalar::to_radians(angle).sin_cos();
        let arm = radius * cos - half * sin;
        let blow = 1.6 * mass * speed / (1.0 + mass * arm * arm / across);
        let (after, spin) = (-(speed - blow / mass), arm * blow / across);
        let (mut downs, mut turns) = (Vec::new(), Vec::new());
        for (roll, facing) in c.directions() {
            let gap = speed * 3.05 / rate.hertz;
            let pose =
                Pose::new(Vector::Y * (radius * sin + half * cos + gap), on_edge(90.0 - angle, facing, roll));
            let mut lone =
                Lone::on_plane(rate, law(0.0, 0.6), &d25(), pose).throw(Vector::NEG_Y * speed, Vector::ZERO);
            lone.table.set_gravity(Vector::ZERO);
            lone.run(4.0 / rate.hertz);
            downs.push(lone.state().velocity.y);
            turns.push(lone.state().spin.length());
        }
        let name = format!("D25 falls at {angle}°, worst of {}", downs.len());
        let tolerances = (Share(0.03), Share(0.005));
        outcome.measure(format!("{name}: v'"), "m/s", after, worst(after, downs), tolerances);
        outcome.measure(format!("{name}: ω"), "rad/s", spin, worst(spin, turns), tolerances);
    }
    outcome
}

/// PH-37.
pub fn rocking(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let bodies = [("D25 on its side", d25(), 0.0), ("W10 of 50 mm on its base", w10(50.0), 90.0)];
    for (name, shape, raised) in bodies {
        let (mass, across, _) = inertia(&shape);
        let (radius, half) = sizes(&shape);
        let (a, b) = if raised == 0.0 { (half, radius) } else { (radius, half) };
        let kept = (across + mass * (b * b - a * a)) / (across + mass * (b * b + a * a));
        let lean = (a / b).atan().to_degrees() * 0.4;
        let ratios = c.directions().into_iter().map(|(roll, facing)| {
            // Lean towards the facing: the axis of a disc on its side rises, that of a weight sinks.
            let raised = if raised == 0.0 { lean } else { 90.0 - lean };
            let pose = Pose::new(
                Vector::Y * super::bench::edge_height(&shape, raised),
                on_edge(raised, facing, roll),
            );
            let mut lone = Lone::on_plane(c.rate, law(1.0, 0.0), &shape, pose);
            let base = mass * GRAVITY * b;
            let side = |axis: Vector| if b > a && raised < 45.0 { axis.y } else { axis.dot(heading(facing)) };
            let start = lone.table.mechanical_energy() - base;
            let sense = side(lone.state().pose.axis()).signum();
            // Energy well after the first change of support and before the second, at the far turning point.
            let (mut after, mut far) = (Scalar::NAN, 0.0);
            while lone.table.time() < 2.0 {
                lone.table.step();
                let now = -sense * side(lone.state().pose.axis());
                if now > far {
                    (far, after) = (now, lone.table.mechanical_energy() - base);
                } else if far > 0.0 && now < 0.9 * far {
                    break;
                }
            }
            (after / start).sqrt()
        });
        let ratio = worst(kept, ratios.collect::<Vec<_>>());
        let text = format!("{name}: ω after over before, worst of {}", c.directions().len());
        outcome.measure(text, "", kept, ratio, (Within(0.06), Within(0.02)));
    }
    outcome
}
