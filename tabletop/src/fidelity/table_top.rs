//! What people do with discs on a table: stacks, leaning, standing, wedging, striking. (Our own, not of the reference)

use super::bench::{
    DENSITY, Lone, d25, d35, edge_height, heading, holed, inertia, law, left_of, on_edge, peak, sizes, w10,
    worst,
};
use super::measure::Tolerance::{AtLeast, AtMost, Within};
use super::stacks::Stack;
use super::{Conditions, Outcome};
use crate::geometry::{Plate, Pose, Shape};
use crate::physics::law::PairLaw;
use crate::random::Random;
use crate::table::{Piece, Table};
use crate::units::{GRAVITY, Quaternion, Scalar, Vector, mm};

/// TB-01.
pub fn tall_stacks(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let seconds = if c.full { 60.0 } else { 10.0 };
    for (name, levels, shapes) in
        [("20 D25", 20, [d25(), d25()]), ("10 D25 and D35 in turn", 10, [d25(), d35()])]
    {
        // Not laid down perfectly: every disc up to a tenth of a millimetre off, as a steady hand would.
        for (how, off) in [("straight", 0.0), ("by hand", 0.1)] {
            let at = |level: usize| {
                let mut random = Random::new(0x0101 + level as u64);
                heading(random.between(0.0, 360.0)) * mm(off) * random.unit()
            };
            let stack = Stack::shifted(c.rate, law(0.2, 0.6), levels, |level| shapes[level % 2].clone(), at);
            let height: Scalar = stack.thick.iter().sum::<Scalar>() / mm(1.0);
            let rest = stack.watch(seconds);
            let name = format!("{name}, {how}, {seconds} s");
            let drift = rest.drift / mm(1.0);
            outcome.measure(format!("{name}: drift"), "mm", 0.0, drift, (AtMost(0.1), AtMost(0.01)));
            let top = rest.height / mm(1.0);
            outcome.measure(format!("{name}: height"), "mm", height, top, (Within(0.1), Within(0.02)));
        }
    }
    outcome
}

/// TB-02.
pub fn leaning_disc(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let (mut moves, mut speeds, mut leans) = (Vec::new(), Vec::new(), Vec::new());
    let directions = c.some_directions();
    for &(roll, facing) in &directions {
        let (radius, half) = sizes(&d25());
        let lean = 35.0;
        let (sin, cos) = Scalar::to_radians(lean).sin_cos();
        let toward = heading(facing);
        let mut table = Table::new(c.rate, law(0.5, 0.2));
        table.spawn(Piece::fixed(Plate::plane().into(), Pose::IDENTITY));
        // A brass weight; the upper rim of the disc's lower face touches its side.
        let weight = w10(40.0);
        let at = toward * (radius * sin + half * cos + mm(10.0));
        table.spawn(Piece::dynamic(
            weight.clone(),
            8500.0,
            Pose::new(at + Vector::Y * mm(20.0), Quaternion::IDENTITY),
        ));
        let axis = -toward * cos + Vector::Y * sin;
        let rotation = Quaternion::from_rotation_arc(Vector::Y, axis) * super::bench::yaw(roll);
        let pose = Pose::new(Vector::Y * edge_height(&d25(), lean), rotation);
        let leaning = table.spawn(Piece::dynamic(d25(), DENSITY, pose));
        super::bench::run(&mut table, 1.0);
        let settled = table.state(leaning);
        leans.push(settled.pose.axis().y.abs().asin().to_degrees());
        super::bench::run(&mut table, if c.full { 20.0 } else { 4.0 });
        let end = table.state(leaning);
        moves.push(end.pose.position.distance(settled.pose.position) / mm(1.0));
        speeds.push((end.velocity.length() + end.spin.length() * radius) / mm(1.0));
    }
    let name = format!("D25 leans on a weight, worst of {}", directions.len());
    outcome.measure(
        format!("{name}: lean after 1 s"),
        "°",
        35.0,
        worst(35.0, leans),
        (Within(5.0), Within(1.0)),
    );
    outcome.measure(
        format!("{name}: moves from then on"),
        "mm",
        0.0,
        worst(0.0, moves),
        (AtMost(0.1), AtMost(0.01)),
    );
    outcome.measure(
        format!("{name}: speed at the end"),
        "mm/s",
        0.0,
        worst(0.0, speeds),
        (AtMost(0.2), AtMost(0.02)),
    );
    outcome
}

/// TB-03.
pub fn disc_on_edge(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let directions = c.some_directions();
    for (name, shape) in [("D25", d25()), ("D35", d35())] {
        let (mass, across, _) = inertia(&shape);
        let (radius, half) = sizes(&shape);
        let pivot = across + mass * (radius * radius + half * half);
        let needed = (2.0 * mass * GRAVITY * (radius.hypot(half) - radius) / pivot).sqrt();
        let set = |(roll, facing): (Scalar, Scalar), nudge: Scalar| {
            let pose = Pose::new(Vector::Y * radius, on_edge(0.0, facing, roll));
            // Turning about the edge on the side to which it is nudged.
            let spin = left_of(heading(facing)) * (nudge * needed);
            let arm = Vector::Y * radius - heading(facing) * half;
            Lone::on_plane(c.rate, law(0.5, 0.2), &shape, pose).throw(spin.cross(arm), spin)
        };
        let mut still = Vec::new();
        let (mut returns, mut falls) = (0.0, 0.0);
        for &at in &directions {
            let mut lone = set(at, 0.0);
            let start = lone.state().pose;
            lone.run(if c.full { 20.0 } else { 5.0 });
            let end = lone.state().pose;
            still.push(
                (end.position.distance(start.position) + end.axis().distance(start.axis()) * radius)
                    / mm(1.0),
            );
            let fallen =
                |nudge: Scalar| set(at, nudge).run_until(2.0, |_, state| state.pose.axis().y.abs() > 0.9);
            returns += Scalar::from(u8::from(!fallen(0.9)));
            falls += Scalar::from(u8::from(fallen(1.1)));
        }
        let count = directions.len() as Scalar;
        let name = format!("{name} on edge, {count} directions");
        outcome.measure(
            format!("{name}: moves when left alone"),
            "mm",
            0.0,
            worst(0.0, still),
            (AtMost(0.05), AtMost(1e-3)),
        );
        outcome.measure(
            format!("{name}: stands after 0.9 of the blow it takes"),
            "",
            count,
            returns,
            (Within(0.0), Within(0.0)),
        );
        outcome.measure(
            format!("{name}: falls after 1.1 of it"),
            "",
            count,
            falls,
            (Within(0.0), Within(0.0)),
        );
    }
    outcome
}

/// TB-04.
pub fn wedged_disc(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let count = c.runs(400, 24);
    for hole in [11.0, 12.0, 13.0, 14.0] {
        let (mut jittering, mut wedged, mut fastest) = (0.0, 0.0, 0.0f64);
        for run in 0..count {
            let mut random = Random::new(0x0400 + 1000 * hole as u64 + u64::from(run));
            let at = random.direction() * mm(4.0);
            let pose = Pose::new(Vector::new(at.x, mm(18.0), at.z), random.rotation());
            let law = PairLaw { rolling: 0.005, ..law(0.3, 0.4) };
            let mut lone = Lone::on(c.rate, law, (holed(mm(hole)), Pose::IDENTITY), &d25(), pose);
            let fallen = lone.run_until(5.0, |_, state| state.pose.position.y < -mm(20.0));
            if fallen {
                continue;
            }
            let mut speed: Scalar = 0.0;
            lone.run_until(0.2, |_, state| {
                speed = peak(speed, state.velocity.length() + state.spin.length() * mm(12.5));
                false
            });
            fastest = peak(fastest, speed / mm(1.0));
            let tilt = lone.state().pose.axis().y.abs();
            wedged += Scalar::from(u8::from(tilt < Scalar::to_radians(3.0).cos()));
            jittering += Scalar::from(u8::from(!(0.0..=mm(1.0)).contains(&speed)));
        }
        let name = format!("D25 dropped on R {hole}, {count} times");
        outcome.measure(
            format!("{name}: still moving after 5 s"),
            "",
            0.0,
            jittering,
            (AtMost(0.0), AtMost(0.0)),
        );
        outcome.measure(
            format!("{name}: fastest that stayed"),
            "mm/s",
            0.0,
            fastest,
            (AtMost(1.0), AtMost(0.1)),
        );
        // Without a single tilted rest the experiment would show nothing about wedging.
        if hole == 12.0 {
            outcome.measure(format!("{name}: at rest aslant"), "", 1.0, wedged, (AtLeast(1.0), AtLeast(1.0)));
        }
    }
    outcome
}

/// TB-05.
pub fn struck_stack(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let directions = c.some_directions();
    // Struck at a height by a finger of 15 g: states of the discs two seconds later.
    let strike = |radius: Scalar, height: Scalar, speed: Scalar, ahead: Scalar| {
        let striker = Shape::Ball { radius };
        let mut stack = Stack::build(c.rate, PairLaw { rolling: 0.01, ..law(0.25, 0.5) }, 6, |_| d25());
        let start = heading(ahead) * -(mm(14.0) + radius) + Vector::Y * height;
        let finger =
            Piece::dynamic(striker.clone(), 0.015 / striker.volume(), Pose::new(start, Quaternion::IDENTITY));
        let finger = stack.table.spawn(finger);
        stack.table.set_velocity(finger, heading(ahead) * speed, Vector::ZERO);
        super::bench::run(&mut stack.table, 2.0);
        stack.states()
    };
    let aside = |position: Vector| Vector::new(position.x, 0.0, position.z).length() / mm(1.0);
    let (mut lows, mut thrown, mut kept) = (Scalar::INFINITY, Scalar::INFINITY, Vec::new());
    for &(_, ahead) in &directions {
        let low = strike(mm(7.0), mm(8.0), 2.0, ahead);
        let toppled = low.iter().filter(|state| aside(state.pose.position) > 12.5).count();
        lows = lows.min(toppled as Scalar);
        // In the middle of its side, and so small and fast that it passes over the disc below.
        let high = strike(mm(3.5), mm(44.0), 4.0, ahead);
        thrown = thrown.min(aside(high[5].pose.position));
        kept.extend(high[..5].iter().map(|state| aside(state.pose.position)));
    }
    let name = format!("six D25, worst of {}", directions.len());
    outcome.measure(
        format!("{name}: discs off their place, struck low"),
        "",
        6.0,
        lows,
        (AtLeast(4.0), AtLeast(4.0)),
    );
    outcome.measure(
        format!("{name}: way of the top disc, struck there"),
        "mm",
        50.0,
        thrown,
        (AtLeast(25.0), AtLeast(25.0)),
    );
    outcome.measure(
        format!("{name}: way of the five below"),
        "mm",
        0.0,
        worst(0.0, kept),
        (AtMost(2.0), AtMost(1.0)),
    );
    outcome
}
