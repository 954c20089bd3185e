//! What must not be felt and must not leak: seams, near misses, thin walls, holes. (Section 2.8, second half)

use super::bench::{
    DENSITY, Lone, b25, d25, extent, flat, heading, holed, left_of, peak, run, sizes, slab, threshold, worst,
    yaw,
};
use super::measure::Tolerance::{AtMost, Same, Share, Within};
use super::{Conditions, Outcome};
use crate::geometry::{Hole, Outline, Plate, Pose, Shape};
use crate::physics::law::PairLaw;
use crate::random::Random;
use crate::table::{Piece, PieceId, StepRate, Table};
use crate::units::{GRAVITY, Quaternion, Scalar, Vector, Vector2, mm};

/// Triangles, slivers among them, that together are a level strip along the plan's first axis. Metres.
fn shards(random: &mut Random, length: Scalar, width: Scalar) -> Vec<[Vector2; 3]> {
    let mut cuts = |from: Scalar, to: Scalar| {
        let mut cuts = vec![from];
        let mut at = from;
        while at < to {
            at += mm(random.between(3.0, 26.0));
            cuts.push(at);
        }
        cuts
    };
    let (xs, zs) = (cuts(-0.05, length), cuts(-width / 2.0, width / 2.0));
    let mut corner = vec![vec![Vector2::ZERO; zs.len()]; xs.len()];
    for (i, x) in xs.iter().enumerate() {
        for (j, z) in zs.iter().enumerate() {
            let shift = Vector2::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0)) * mm(1.0);
            corner[i][j] = Vector2::new(*x, *z) + shift;
        }
    }
    let mut shards = Vec::new();
    for i in 1..xs.len() {
        for j in 1..zs.len() {
            let [a, b, c, d] = [corner[i - 1][j - 1], corner[i][j - 1], corner[i][j], corner[i - 1][j]];
            let halves = if random.unit() < 0.5 { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] };
            shards.extend(halves);
        }
    }
    shards
}

/// What a piece did on a board, against theory or another board.
struct Crossing {
    way: Scalar,
    side: Scalar,
    bob: Scalar,
    tilting: Scalar,
}

fn cross(mut table: Table, piece: PieceId, ahead: Vector, shape: &Shape) -> Crossing {
    let height = sizes(shape).1;
    let ball = matches!(shape, Shape::Ball { .. });
    let (mut bob, mut tilting): (Scalar, Scalar) = (0.0, 0.0);
    let start = table.state(piece).pose.position;
    while table.time() < if ball { 0.3 } else { 0.6 } {
        table.step();
        let state = table.state(piece);
        bob = peak(bob, (state.pose.position.y - height).abs());
        // A disc must not tilt; a ball must turn about the level axis across its way only.
        let spin =
            if ball { state.spin - left_of(ahead) * state.spin.dot(left_of(ahead)) } else { state.spin };
        tilting = peak(tilting, Vector::new(spin.x, if ball { spin.y } else { 0.0 }, spin.z).length());
    }
    let way = table.state(piece).pose.position - start;
    Crossing { way: way.dot(ahead), side: way.dot(left_of(ahead)).abs(), bob, tilting }
}

/// PH-49. Boards of the table are exact; its equivalent of a tessellation are many parts side by side.
pub fn seams(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let (headings, starts) = if c.full { (24, 20) } else { (5, 1) };
    for (name, shape) in [("D25", d25()), ("D35", super::bench::d35()), ("B25", b25())] {
        let (mut ways, mut sides, mut bobs, mut tilts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for heading_index in 0..headings {
            let degrees = 360.0 * (Scalar::from(heading_index) + 0.2) / Scalar::from(headings);
            let ahead = heading(degrees);
            for start in 0..starts {
                let mut random = Random::new(0x49_0000 + 100 * u64::from(heading_index as u32) + start);
                let pose = flat(&shape, Vector::ZERO, random.between(0.0, 360.0));
                let on = |boards: Vec<Plate>| {
                    let mut table = Table::new(c.rate, PairLaw::REFERENCE);
                    for board in boards {
                        table.spawn(Piece::fixed(board.into(), Pose::new(Vector::ZERO, yaw(degrees))));
                    }
                    let piece = table.spawn(Piece::dynamic(shape.clone(), DENSITY, pose));
                    table.set_velocity(piece, ahead, Vector::ZERO);
                    cross(table, piece, ahead, &shape)
                };
                let parts = shards(&mut random, 0.29, 0.06).into_iter().map(|corners| Plate {
                    outline: Outline::polygon(corners.to_vec()),
                    thickness: mm(6.0),
                    ..Plate::plane()
                });
                let (parts, whole) = (on(parts.collect()), on(vec![Plate::plane()]));
                ways.push(parts.way / whole.way);
                sides.push((parts.side - whole.side) / mm(1.0));
                bobs.push((parts.bob - whole.bob) / mm(1e-3));
                tilts.push(parts.tilting);
            }
        }
        let name = format!("{name} over shards, worst of {}", ways.len());
        outcome.measure(
            format!("{name}: way over that on one plane"),
            "",
            1.0,
            worst(1.0, ways),
            (Share(0.01), Share(0.001)),
        );
        outcome.measure(format!("{name}: aside"), "mm", 0.0, worst(0.0, sides), (Within(0.5), Within(0.05)));
        outcome.measure(
            format!("{name}: up or down"),
            "µm",
            0.0,
            worst(0.0, bobs),
            (Within(100.0), Within(10.0)),
        );
        outcome.measure(
            format!("{name}: tilts"),
            "rad/s",
            0.0,
            worst(0.0, tilts),
            (Within(0.5), Within(0.02)),
        );
    }
    outcome
}

/// PH-50.
pub fn near_miss(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let ball = Shape::ball(mm(27.0));
    let (mut falls, mut pegs, mut edges) = (Vec::new(), Vec::new(), Vec::new());
    for &degrees in c.headings() {
        let (turn, out) = (yaw(degrees), heading(degrees));
        let wall = slab(Vector2::new(-0.1, -0.1), Vector2::new(0.0, 0.1), mm(60.0));
        // Beside the middle of the wall, and off its corner, 0.5 mm away.
        let beside = out * mm(14.0);
        let corner = turn * (Vector::new(0.0, 0.0, 0.1) + Vector::new(1.0, 0.0, 1.0).normalize() * mm(14.0));
        for at in [beside, corner] {
            let pose = Pose::new(at + Vector::Y * mm(80.0), Quaternion::IDENTITY);
            let board = (wall.clone(), Pose::new(Vector::ZERO, turn));
            let mut lone = Lone::on(c.rate, PairLaw::REFERENCE, board, &ball, pose);
            let mut fastest: Scalar = 0.0;
            lone.run_until(0.2, |_, state| {
                fastest = peak(
                    fastest,
                    Vector::new(state.velocity.x, 0.0, state.velocity.z).length()
                        + state.spin.length() * mm(13.5),
                );
                false
            });
            falls.push(fastest / mm(1.0));
        }
        for turned in c.yaws() {
            let past = |table: &mut Table, start: Vector| {
                table.set_gravity(Vector::ZERO);
                let disc = table.spawn(Piece::dynamic(d25(), DENSITY, Pose::new(start, yaw(turned))));
                table.set_velocity(disc, out * 3.0, Vector::ZERO);
                run(table, 0.08);
                let state = table.state(disc);
                ((state.velocity - out * 3.0).length() + state.spin.length() * mm(12.5)) / mm(1.0)
            };
            let mut table = Table::new(c.rate, PairLaw::REFERENCE);
            let peg = Shape::Disc { radius: mm(2.0), half_thickness: mm(15.0) };
            table.spawn(Piece::fixed(peg, Pose::IDENTITY));
            pegs.push(past(&mut table, left_of(out) * mm(15.0) - out * 0.1));
            let mut table = Table::new(c.rate, PairLaw::REFERENCE);
            table.spawn(Piece::fixed(holed(mm(15.0)).into(), Pose::IDENTITY));
            edges.push(past(&mut table, Vector::Y * mm(4.02) + left_of(out) * mm(4.0) - out * 0.1));
        }
    }
    let tolerances = (AtMost(1.0), AtMost(0.0));
    for (name, values) in [
        ("27 mm ball falls 0.5 mm beside a wall and its corner", falls),
        ("D25 at 3 m/s passes 0.5 mm beside a peg", pegs),
        ("D25 at 3 m/s passes 0.02 mm above a hole", edges),
    ] {
        let name = format!("{name}, worst of {}: deflection", values.len());
        outcome.measure(name, "mm/s", 0.0, worst(0.0, values), tolerances);
    }
    outcome
}

/// PH-51.
pub fn tunnelling(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let marble = Shape::ball(mm(16.0));
    let count = c.runs(10_000, 150);
    // Shape, speed, thickness of the obstacle, whether it is a peg; discs against walls fly edge-on or tumbled.
    let cases = [
        ("D25 at 3 m/s on a 2 mm wall", d25(), 3.0, 2.0, false),
        ("D25 at 6 m/s on a 2 mm wall", d25(), 6.0, 2.0, false),
        ("D25 at 3 m/s on a 4 mm peg", d25(), 3.0, 4.0, true),
        ("D25 at 6 m/s on a 4 mm peg", d25(), 6.0, 4.0, true),
        ("B25 at 5 m/s on a 6 mm board", b25(), 5.0, 6.0, false),
        ("M16 at 5 m/s on a 6 mm board", marble, 5.0, 6.0, false),
    ];
    for (which, (name, shape, speed, thickness, peg)) in cases.into_iter().enumerate() {
        let (mut passes, mut depths, mut misses) = (0.0, Vec::new(), 0u32);
        for shot in 0..count {
            let mut random = Random::new(0x51_0000 + 20_000 * which as u64 + u64::from(shot));
            let ahead = heading(random.between(0.0, 360.0));
            let mut table = Table::new(c.rate, PairLaw::REFERENCE);
            table.set_gravity(Vector::ZERO);
            if peg {
                let peg = Shape::Disc { radius: mm(thickness / 2.0), half_thickness: mm(15.0) };
                table.spawn(Piece::fixed(peg, Pose::IDENTITY));
            } else {
                let wall = slab(Vector2::splat(-0.2), Vector2::splat(0.2), mm(thickness));
                table.spawn(Piece::fixed(
                    wall.into(),
                    Pose::new(Vector::ZERO, Quaternion::from_rotation_arc(Vector::Y, -ahead)),
                ));
            }
            let disc = matches!(shape, Shape::Disc { .. });
            // Every third disc flies edge-on and level; pegs are met level, where theory for depth is a circle.
            let rotation = if !disc || peg || shot % 3 == 0 {
                yaw(random.between(0.0, 360.0))
            } else {
                random.rotation()
            };
            let aside = if peg { left_of(ahead) * mm(random.between(-6.0, 6.0)) } else { Vector::ZERO };
            let start = aside - ahead * (0.04 + speed / c.rate.hertz * random.unit());
            let piece = table.spawn(Piece::dynamic(shape.clone(), DENSITY, Pose::new(start, rotation)));
            let spin =
                if disc && !peg { random.direction() * random.between(0.0, 60.0) } else { Vector::ZERO };
            table.set_velocity(piece, ahead * speed, spin);
            let (mut deepest, mut hit) = (Scalar::NEG_INFINITY, false);
            while table.time() < 0.12 / speed {
                table.step();
                let state = table.state(piece);
                let depth = if peg {
                    let level = Vector::new(state.pose.position.x, 0.0, state.pose.position.z).length();
                    sizes(&shape).0 + mm(thickness / 2.0) - level
                } else {
                    state.pose.position.dot(ahead) + extent(&shape, state.pose.rotation, ahead)
                };
                deepest = peak(deepest, depth);
                hit |= (state.velocity - ahead * speed).length() > 0.01;
            }
            let state = table.state(piece);
            let through = if peg { !hit } else { state.pose.position.dot(ahead) > 0.0 };
            passes += Scalar::from(u8::from(through));
            misses += u32::from(!hit);
            depths.push(deepest / mm(thickness) * 100.0);
        }
        let deepest = depths.into_iter().fold(0.0, peak);
        let name = format!("{name}, {count} shots");
        outcome.measure(
            format!("{name}: pass or miss"),
            "",
            0.0,
            passes + Scalar::from(misses),
            (Same, Same),
        );
        outcome.measure(
            format!("{name}: depth, share of thickness"),
            "%",
            0.0,
            deepest,
            (AtMost(10.0), AtMost(1.0)),
        );
    }
    outcome
}

/// PH-52.
pub fn hole_passage(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let time = (2.0 * mm(30.0) / GRAVITY).sqrt();
    for (name, shape, hole) in
        [("D25 over R 13.5", d25(), 13.5), ("D25 over R 20", d25(), 20.0), ("B25 over R 13", b25(), 13.0)]
    {
        let times = c.yaws().into_iter().map(|turn| {
            let pose = flat(&shape, Vector::ZERO, turn);
            let mut lone =
                Lone::on(c.rate, PairLaw::REFERENCE, (holed(mm(hole)), Pose::IDENTITY), &shape, pose);
            let start = pose.position.y;
            let mut last = (0.0, 0.0);
            let mut through = Scalar::NAN;
            lone.run_until(1.0, |now, state| {
                let fallen = start - state.pose.position.y;
                if fallen >= mm(30.0) {
                    through = last.0 + (now - last.0) * (mm(30.0) - last.1) / (fallen - last.1);
                }
                last = (now, fallen);
                fallen >= mm(30.0)
            });
            through
        });
        let got = worst(time, times.collect::<Vec<_>>());
        outcome.measure(
            format!("{name}: time of a free fall of 30 mm"),
            "s",
            time,
            got,
            (Share(0.03), Share(0.005)),
        );
    }
    // The slowest start, one millimetre before the mouth, that carries a D25 across a mouth of R 15. The mouth
    // has the chamfer of a real board: a sharp edge catches a sharp disc that has sunk by any depth at all.
    let mouth = || Plate {
        holes: vec![Hole { centre: Vector2::ZERO, radius: mm(14.5), chamfer: mm(0.5), floor: None }],
        ..holed(mm(15.0))
    };
    let crossing = |rate: StepRate, (turn, ahead): (Scalar, Scalar)| {
        threshold(0.5, 3.0, 0.002, |speed| {
            let pose = flat(&d25(), -heading(ahead) * mm(28.5), turn);
            let mut lone = Lone::on(rate, PairLaw::REFERENCE, (mouth(), Pose::IDENTITY), &d25(), pose)
                .throw(heading(ahead) * speed, Vector::ZERO);
            let mut across = false;
            lone.run_until(1.5, |_, state| {
                across =
                    state.pose.position.dot(heading(ahead)) > mm(28.0) && state.pose.position.y > mm(3.0);
                across || state.pose.position.y < -mm(10.0)
            });
            across
        })
    };
    let directions = c.some_directions();
    let speeds = directions.iter().map(|&at| crossing(c.rate, at)).collect::<Vec<_>>();
    let fine = StepRate { hertz: c.rate.hertz * 8.0, ..c.rate };
    let reference = crossing(fine, directions[0]);
    let tolerances = (Share(0.03), Share(0.005));
    let text = format!("D25 crosses R 15 from, against dt/8, worst of {}", directions.len());
    outcome.measure(text, "m/s", reference, worst(reference, speeds.iter().copied()), tolerances);
    let text = format!("D25 crosses R 15 from, against the first, worst of {}", directions.len());
    outcome.measure(text, "m/s", speeds[0], worst(speeds[0], speeds.iter().copied()), tolerances);
    outcome
}
