//! What carries a piece: weights on inclines, discs at edges and holes, discs on edge. (Section 2.2, second half)

use super::bench::{
    Lone, d25, d35, disc, edge_height, flat, heading, holed, inertia, law, on_edge, sizes, slab, threshold,
    tilted_gravity, w10, worst, yaw,
};
use super::measure::Tolerance::{Share, Within};
use super::{Conditions, Outcome};
use crate::geometry::{Hole, Plate, Pose, Shape};
use crate::physics::law::PairLaw;
use crate::units::{GRAVITY, Scalar, Vector, Vector2, mm};

/// PH-09.
pub fn tipping_weights(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    for height in [30.0, 40.0, 50.0] {
        let shape = w10(height);
        let limit = (20.0 / height).atan().to_degrees();
        let tips = |angle: Scalar, (turn, down): (Scalar, Scalar)| {
            let mut lone = Lone::on_plane(c.rate, law(1.5, 0.6), &shape, flat(&shape, Vector::ZERO, turn));
            lone.table.set_gravity(tilted_gravity(angle, down));
            lone.run_until(2.0, |_, state| state.pose.axis().y < Scalar::to_radians(15.0).cos())
        };
        let directions = c.some_directions();
        let angles = directions.iter().map(|&direction| {
            threshold(limit - 1.5, limit + 1.5, 0.02, |angle| tips(angle, direction))
        });
        let angle = worst(limit, angles);
        let name = format!("W10 of {height} mm tips, worst of {}", directions.len());
        outcome.measure(name, "°", limit, angle, (Within(0.5), Within(0.1)));
    }
    outcome
}

/// Whether a flat piece leaves its place within two seconds.
fn leaves(mut lone: Lone) -> bool {
    let start = lone.state().pose.position;
    lone.run_until(2.0, |_, state| {
        state.pose.axis().y < Scalar::to_radians(5.0).cos() || state.pose.position.distance(start) > mm(1.0)
    })
}

/// A disc on a slab, its centre beyond the slab's straight edge towards a heading.
fn at_edge(c: &Conditions, shape: &Shape, beyond: Scalar, (turn, ahead): (Scalar, Scalar)) -> Lone {
    let board = slab(Vector2::new(-0.2, -0.1), Vector2::new(0.0, 0.1), mm(20.0));
    let pose = flat(shape, heading(ahead) * beyond, turn);
    Lone::on(c.rate, PairLaw::REFERENCE, (board, Pose::new(Vector::ZERO, yaw(ahead))), shape, pose)
}

/// A disc on a board, its centre off the middle of a hole towards a heading.
fn at_hole(c: &Conditions, shape: &Shape, board: &Plate, off: Scalar, (turn, ahead): (Scalar, Scalar)) -> Lone {
    let pose = flat(shape, heading(ahead) * off, turn);
    Lone::on(c.rate, PairLaw::REFERENCE, (board.clone(), Pose::IDENTITY), shape, pose)
}

/// PH-10.
pub fn straight_edge(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let directions = c.some_directions();
    for (name, shape) in [("D25", d25()), ("D35", d35())] {
        let limits = directions.iter().map(|&direction| {
            threshold(mm(-0.5), mm(0.5), mm(0.002), |s| leaves(at_edge(c, &shape, s, direction))) / mm(1.0)
        });
        let limit = worst(0.0, limits);
        let name = format!("{name} falls off a slab, centre beyond its edge, worst of {}", directions.len());
        outcome.measure(name, "mm", 0.0, limit, (Within(0.10), Within(0.012)));
    }
    outcome
}

/// PH-11.
pub fn round_hole(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let directions = c.some_directions();
    let holes = [12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0, 21.0, 22.0, 22.5, 25.0];
    for (name, shape, radius) in [("D25", d25(), 12.5), ("D35", d35(), 17.5)] {
        for hole in holes {
            let board = holed(mm(hole));
            if hole <= radius {
                let offsets = (0..12).map(|step| mm(hole) * Scalar::from(step) / 11.0);
                let runs = offsets.zip(directions.iter().cycle());
                let falls = runs.filter(|&(off, &at)| leaves(at_hole(c, &shape, &board, off, at))).count();
                let text = format!("{name} over R {hole}: falls, of 12 offsets");
                outcome.measure(text, "", 0.0, falls as Scalar, (Within(0.0), Within(0.0)));
                continue;
            }
            threshold_over(c, &mut outcome, name, &shape, &board, hole);
            let unsupported = [0.0, 0.9 * mm(hole - radius)];
            let falls = unsupported.iter().all(|&off| leaves(at_hole(c, &shape, &board, off, directions[0])));
            outcome.require(format!("{name} over R {hole}: falls near the middle"), falls);
        }
    }
    // A chamfer moves the edge outwards by its width.
    let hole = Hole { chamfer: mm(0.5), ..Hole::sharp(Vector2::ZERO, mm(14.5)) };
    let board = Plate { holes: vec![hole], ..holed(mm(15.0)) };
    threshold_over(c, &mut outcome, "D25, chamfered,", &d25(), &board, 15.0);
    outcome
}

fn threshold_over(c: &Conditions, outcome: &mut Outcome, name: &str, shape: &Shape, board: &Plate, hole: Scalar) {
    let directions = c.some_directions();
    let limit = (mm(hole).powi(2) - sizes(shape).0.powi(2)).sqrt() / mm(1.0);
    let limits = directions.iter().map(|&direction| {
        let resolution = if c.full { 0.005 } else { 0.03 };
        threshold(limit + 0.5, limit - 0.5, resolution, |off| leaves(at_hole(c, shape, board, mm(off), direction)))
    });
    let text = format!("{name} over R {hole}: rests from, worst of {}", directions.len());
    outcome.measure(text, "mm", limit, worst(limit, limits), (Within(0.25), Within(0.05)));
}

/// PH-12.
pub fn first_instant(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let directions = c.directions();
    // The mean over the first five milliseconds, or as many whole steps as they hold.
    let turning = |mut lone: Lone| {
        let steps = (0.005 * c.rate.hertz).floor().max(1.0);
        lone.run(steps / c.rate.hertz);
        lone.state().spin.length() / lone.table.time()
    };
    for (name, shape) in [("D25", d25()), ("D35", d35())] {
        let (mass, across, _) = inertia(&shape);
        let half = sizes(&shape).1;
        let expected = |s: Scalar| mass * GRAVITY * s / (across + mass * (s * s + half * half));
        for beyond in [0.5, 1.0, 2.0] {
            let wanted = expected(mm(beyond));
            let got = directions.iter().map(|&at| turning(at_edge(c, &shape, mm(beyond), at)));
            let text = format!("{name} {beyond} mm over an edge, worst of {}", directions.len());
            outcome.measure(text, "rad/s²", wanted, worst(wanted, got), (Share(0.05), Share(0.01)));
        }
    }
    let (hole, radius) = (mm(15.0), sizes(&d25()).0);
    let (mass, across, _) = inertia(&d25());
    for off in [8.0, 7.0, 6.0] {
        let s = (hole * hole - radius * radius - mm(off).powi(2)) / (2.0 * mm(off));
        let wanted = mass * GRAVITY * s / (across + mass * (s * s + mm(4.0).powi(2)));
        let board = holed(hole);
        let got = directions.iter().map(|&at| turning(at_hole(c, &d25(), &board, mm(off), at)));
        let text = format!("D25 {off} mm off the middle of R 15, worst of {}", directions.len());
        outcome.measure(text, "rad/s²", wanted, worst(wanted, got), (Share(0.05), Share(0.01)));
    }
    outcome
}

/// PH-15.
pub fn standing_on_edge(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let directions = c.some_directions();
    for (diameter, thickness) in
        [(25.0, 6.0), (25.0, 8.0), (25.0, 10.0), (35.0, 6.0), (35.0, 8.0), (35.0, 10.0)]
    {
        let shape = disc(diameter, thickness);
        let limit = Scalar::atan(thickness / diameter).to_degrees();
        let falls = |lean: Scalar, (roll, facing): (Scalar, Scalar)| {
            let pose = Pose::new(Vector::Y * edge_height(&shape, lean), on_edge(lean, facing, roll));
            let mut lone = Lone::on_plane(c.rate, law(0.5, 0.0), &shape, pose);
            lone.run_until(2.0, |_, state| state.pose.axis().y.abs() > Scalar::to_radians(60.0).sin())
        };
        let limits = directions.iter().map(|&direction| {
            threshold(limit - 1.0, limit + 1.0, 0.02, |lean| falls(lean, direction))
        });
        let text = format!("D{diameter}x{thickness} falls when it leans, worst of {}", directions.len());
        outcome.measure(text, "°", limit, worst(limit, limits), (Within(0.5), Within(0.1)));
    }
    outcome
}
