//! What must hold in every scene: energy, momentum, symmetry, scale, step. (Section 2.8, first half)

use super::bench::{
    DENSITY, Lone, b25, d25, d35, disc, flat, heading, holed, law, peak, run, sizes, slide_to_rest,
    threshold, worst, yaw,
};
use super::measure::Tolerance::{AtMost, Between, Share, Within};
use super::spin::glide;
use super::{Conditions, Outcome};
use crate::geometry::{Plate, Pose, Shape};
use crate::physics::law::PairLaw;
use crate::random::Random;
use crate::table::{Piece, PieceId, StepRate, Table};
use crate::units::{GRAVITY, Quaternion, Scalar, Vector, mm};

/// A scene in which nothing drives: name, table, moving pieces with their masses, and how long to watch.
type Scene = (&'static str, Table, Vec<(PieceId, Scalar)>, Scalar);

fn undriven(c: &Conditions) -> Vec<Scene> {
    let reference = PairLaw::REFERENCE;
    let mut scenes = Vec::new();
    let mut lone =
        |name, law: PairLaw, board: Plate, shape: Shape, pose: Pose, velocity: Vector, spin: Vector| {
            let lone = Lone::on(c.rate, law, (board, Pose::IDENTITY), &shape, pose).throw(velocity, spin);
            scenes.push((name, lone.table, vec![(lone.piece, shape.volume() * DENSITY)], 1.2));
        };
    let mut random = Random::new(47);
    let raised = Pose::new(Vector::Y * mm(60.0), random.rotation());
    let ball = Pose::new(Vector::new(mm(2.0), mm(60.0), 0.0), Quaternion::IDENTITY);
    let over = flat(&d25(), Vector::X * mm(7.0), 20.0);
    let spin = random.direction() * 40.0;
    lone("tumbling D25", reference, Plate::plane(), d25(), raised, Vector::X, spin);
    lone("tumbling D35, e 0.9", law(0.5, 0.9), Plate::plane(), d35(), raised, Vector::X, spin);
    lone("tumbling D25, e 1", law(0.3, 1.0), Plate::plane(), d25(), raised, Vector::X, -spin);
    lone("bouncing B25", reference, Plate::plane(), b25(), ball, Vector::X, Vector::ZERO);
    lone("bouncing B25, e 1", law(0.2, 1.0), Plate::plane(), b25(), ball, Vector::X, Vector::ZERO);
    lone("B25 into a hole", reference, holed(mm(8.0)), b25(), ball, Vector::ZERO, Vector::ZERO);
    lone("D25 into a hole", reference, holed(mm(15.0)), d25(), over, Vector::ZERO, Vector::ZERO);
    lone(
        "D25 sliding and spinning",
        reference,
        Plate::plane(),
        d25(),
        flat(&d25(), Vector::ZERO, 20.0),
        Vector::X,
        Vector::Y * 90.0,
    );
    let (table, pieces) = super::repeat::break_shot(c.rate, 12);
    scenes.push(("break of twelve pieces", table, pieces, 1.0));
    scenes
}

/// PH-47.
///
/// The energy is that which the integrator itself keeps in free flight: semi-implicit Euler under gravity lets
/// `v²/2 + g y` swing by `g h v / 2`, which is not a fault of contacts and would hide theirs.
pub fn energy(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    for (name, mut table, pieces, seconds) in undriven(c) {
        let swing = |table: &Table| {
            let rise = pieces.iter().map(|(id, mass)| table.state(*id).velocity.y * mass).sum::<Scalar>();
            rise * GRAVITY * table.substep() / 2.0
        };
        let energy = |table: &Table| table.mechanical_energy() - swing(table);
        let moving = table.kinetic_energy();
        let start = energy(&table);
        let (mut last, mut step, mut above) = (start, Scalar::NEG_INFINITY, Scalar::NEG_INFINITY);
        while table.time() < seconds {
            table.step();
            let now = energy(&table);
            step = peak(step, now - last);
            above = peak(above, now - start);
            last = now;
        }
        outcome.measure(
            format!("{name}: greatest rise in a step"),
            "J",
            0.0,
            step,
            (AtMost(1e-6), AtMost(1e-12)),
        );
        let whole = (1e-3 * moving).max(1e-7);
        outcome.measure(format!("{name}: above start"), "J", 0.0, above, (AtMost(whole), AtMost(1e-12)));
    }
    outcome
}

/// PH-48.
pub fn momentum(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let pairs = [
        ("B25 and B25", b25(), b25()),
        ("B25 and D25", b25(), d25()),
        ("D25 and D35, level", d25(), d35()),
        ("D25 and D35, turned", d25(), d35()),
    ];
    for (which, (name, one, two)) in pairs.into_iter().enumerate() {
        let (mut linear, mut angular, mut met) = (Vec::new(), Vec::new(), 0u32);
        let count = c.runs(200, 24);
        for shot in 0..count {
            let mut random = Random::new(0x48_0000 + 1000 * which as u64 + u64::from(shot));
            let mut table = Table::new(c.rate, law(0.3, 0.7));
            table.set_gravity(Vector::ZERO);
            let level = which == 2;
            let mut turn = || if level { yaw(random.between(0.0, 360.0)) } else { random.rotation() };
            let poses = [turn(), turn()];
            let at = random.direction() * mm(80.0);
            let at = if level { Vector::new(at.x, 0.0, at.z).normalize() * mm(80.0) } else { at };
            let ids = [
                table.spawn(Piece::dynamic(one.clone(), DENSITY, Pose::new(at, poses[0]))),
                table.spawn(Piece::dynamic(two.clone(), DENSITY, Pose::new(Vector::ZERO, poses[1]))),
            ];
            let aside = random.direction() * mm(5.0);
            let aside = if level { Vector::new(aside.x, 0.0, aside.z) } else { aside };
            table.set_velocity(
                ids[0],
                (aside - at) / 0.08,
                if level { Vector::Y * 20.0 } else { random.direction() * 20.0 },
            );
            let masses = [&one, &two].map(|shape| shape.volume() * DENSITY);
            let totals = |table: &Table| {
                let each = ids.iter().zip(masses).map(|(&id, mass)| {
                    let state = table.state(id);
                    let push = state.velocity * mass;
                    (push, state.pose.position.cross(push) + table.angular_momentum(id))
                });
                each.fold((Vector::ZERO, Vector::ZERO), |sum, part| (sum.0 + part.0, sum.1 + part.1))
            };
            let (push, turn) = totals(&table);
            let scale = push.length() * mm(12.5) + turn.length();
            run(&mut table, 0.16);
            let after = totals(&table);
            met += u32::from(table.state(ids[1]).velocity != Vector::ZERO);
            linear.push((after.0 - push).length() / push.length());
            angular.push((after.1 - turn).length() / scale);
        }
        outcome.require(format!("{name}: at least nine in ten of {count} meet"), 10 * met >= 9 * count);
        let tolerances = (Within(1e-4), Within(1e-12));
        outcome.measure(format!("{name}: linear, change"), "", 0.0, worst(0.0, linear), tolerances);
        outcome.measure(format!("{name}: angular, change"), "", 0.0, worst(0.0, angular), tolerances);
    }
    outcome
}

/// A world seen from elsewhere: turned about the vertical, shifted, mirrored; or measured with another metre.
#[derive(Clone, Copy)]
struct View {
    turn: Scalar,
    shift: Vector,
    mirror: bool,
    scale: Scalar,
}

const PLAIN: View = View { turn: 0.0, shift: Vector::ZERO, mirror: false, scale: 1.0 };

impl View {
    fn place(&self, v: Vector) -> Vector {
        let v = if self.mirror { Vector::new(v.x, v.y, -v.z) } else { v };
        yaw(self.turn) * v * self.scale
    }

    fn sense(&self) -> Scalar {
        if self.mirror { -1.0 } else { 1.0 }
    }

    fn lone(&self, c: &Conditions, board: Plate, shape: &Shape, at: Vector) -> Lone {
        let pose = Pose::new(self.place(at) + self.shift, yaw(self.turn + 30.0 * self.sense()));
        let board = (board, Pose::new(self.shift, yaw(self.turn)));
        let mut lone = Lone::on(c.rate, PairLaw::REFERENCE, board, shape, pose);
        lone.table.set_unit(self.scale);
        lone.table.set_gravity(Vector::NEG_Y * (GRAVITY * self.scale));
        lone
    }

    /// D25 in this view's metre.
    fn disc(&self) -> Shape {
        disc(25.0 * self.scale, 8.0 * self.scale)
    }

    fn on_plane(&self, c: &Conditions) -> Lone {
        self.lone(c, Plate::plane(), &self.disc(), Vector::Y * mm(4.0))
    }

    /// PH-05 at 1 m/s: way.
    fn slide(&self, c: &Conditions) -> Scalar {
        let mut lone = self.on_plane(c).throw(self.place(heading(20.0)), Vector::ZERO);
        slide_to_rest(&mut lone, 2.0).way.length() / self.scale
    }

    /// PH-11 with R 15: offset from which D25 rests.
    fn hole(&self, c: &Conditions) -> Scalar {
        threshold(mm(8.6), mm(8.0), mm(0.004), |off| {
            let board = holed(mm(15.0) * self.scale);
            let mut lone = self.lone(c, board, &self.disc(), heading(20.0) * off + Vector::Y * mm(4.0));
            lone.run_until(2.0, |_, state| state.pose.axis().y < Scalar::to_radians(5.0).cos())
        })
    }

    /// PH-18 at 1 m/s and 80 rad/s: way, and distance to the right.
    fn spin(&self, c: &Conditions) -> (Scalar, Scalar) {
        let lone = self.on_plane(c).throw(self.place(heading(20.0)), Vector::Y * (80.0 * self.sense()));
        let radius = sizes(&self.disc()).0;
        let glide = glide(lone, radius);
        let right = self.place(heading(20.0 - 90.0)) / self.scale;
        (glide.way / self.scale, glide.end.dot(right) / self.scale)
    }

    /// PH-27 at 45°: speed along, and spin.
    fn graze(&self, c: &Conditions) -> (Scalar, Scalar) {
        let ball = Shape::ball(mm(25.0) * self.scale);
        let mut lone = self
            .lone(c, Plate::plane(), &ball, Vector::Y * mm(16.0))
            .throw(self.place((heading(20.0) - Vector::Y).normalize()), Vector::ZERO);
        lone.table.set_gravity(Vector::ZERO);
        lone.run(0.03);
        let along = self.place(heading(20.0)) / self.scale;
        (lone.state().velocity.dot(along) / self.scale, lone.state().spin.length())
    }

    /// PH-26: height of the first bounce.
    fn bounce(&self, c: &Conditions) -> Scalar {
        let ball = Shape::ball(mm(25.0) * self.scale);
        let mut lone = self.lone(c, Plate::plane(), &ball, Vector::Y * mm(112.5));
        let mut top: Scalar = 0.0;
        lone.run_until(0.4, |time, state| {
            if time > 0.2 {
                let rest = state.velocity.y.powi(2) / (2.0 * GRAVITY * self.scale);
                top = peak(top, state.pose.position.y + if state.velocity.y > 0.0 { rest } else { 0.0 });
            }
            false
        });
        top / self.scale - mm(12.5)
    }

    /// PH-14 with two D25: height of the upper one after a second.
    fn stack(&self, c: &Conditions) -> Scalar {
        let mut lone = self.on_plane(c);
        let upper = Pose::new(self.place(Vector::Y * mm(12.0)) + self.shift, yaw(self.turn));
        let id = lone.table.spawn(Piece::dynamic(self.disc(), DENSITY, upper));
        lone.run(1.0);
        lone.table.state(id).pose.position.y / self.scale
    }
}

fn compare(
    c: &Conditions,
    outcome: &mut Outcome,
    views: &[(&str, View)],
    tolerances: (Scalar, Scalar),
    scaled: bool,
) {
    let all = |view: &View| {
        let (spin, graze) = (view.spin(c), view.graze(c));
        let mut found = vec![
            ("PH-05 way", "m", view.slide(c)),
            ("PH-11 offset", "m", view.hole(c)),
            ("PH-18 way", "m", spin.0),
            ("PH-18 to the right", "m", spin.1),
        ];
        if scaled {
            found.extend([("PH-14 height", "m", view.stack(c)), ("PH-26 height", "m", view.bounce(c))]);
        } else {
            found.extend([("PH-27 vt'", "m/s", graze.0), ("PH-27 ω", "rad/s", graze.1)]);
        }
        found
    };
    let plain = all(&PLAIN);
    for (name, view) in views {
        for (&(what, unit, wanted), (.., got)) in plain.iter().zip(all(view)) {
            let tolerances = (Share(tolerances.0), Share(tolerances.1));
            outcome.measure(format!("{name}: {what}"), unit, wanted, got, tolerances);
        }
    }
}

/// PH-53.
pub fn invariance(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let views = [
        ("turned by 37°", View { turn: 37.0, ..PLAIN }),
        ("shifted", View { shift: Vector::new(0.31, 0.0, 0.17), ..PLAIN }),
        ("mirrored", View { mirror: true, ..PLAIN }),
    ];
    compare(c, &mut outcome, &views, (0.002, 1e-5), false);
    outcome
}

/// PH-54.
pub fn unit_scaling(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let views =
        [("decimetres", View { scale: 10.0, ..PLAIN }), ("centimetres", View { scale: 100.0, ..PLAIN })];
    compare(c, &mut outcome, &views, (0.01, 0.001), true);
    outcome
}

/// PH-55.
pub fn convergence(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    // The step itself is divided, not only its parts: impacts and looks must converge too.
    let at = |parts: Scalar| Conditions { rate: StepRate { hertz: c.rate.hertz * parts, ..c.rate }, ..*c };
    let roll = |c: &Conditions| {
        let ball = b25();
        let mut lone = Lone::on_plane(c.rate, PairLaw::REFERENCE, &ball, flat(&ball, Vector::ZERO, 0.0))
            .throw(Vector::X, Vector::ZERO);
        lone.run(0.25);
        // The way in the time in which it slides, and rolls from then on at 5/7 of its speed.
        lone.state().pose.position.x
    };
    let (mu, seconds) = (0.2 * GRAVITY, 0.25);
    let grip = 2.0 / (7.0 * mu);
    let rolled = grip - mu * grip * grip / 2.0 + 5.0 / 7.0 * (seconds - grip);
    type Scene<'a> = (&'static str, &'static str, Scalar, &'a dyn Fn(&Conditions) -> Scalar);
    let scenes: [Scene; 6] = [
        ("PH-05 way", "m", 1.0 / (2.0 * mu), &|c| PLAIN.slide(c)),
        ("PH-18 way", "m", 0.3249, &|c| PLAIN.spin(c).0),
        ("PH-20 way in 0.25 s", "m", rolled, &roll),
        ("PH-26 first top", "m", 0.036, &|c| PLAIN.bounce(c)),
        ("PH-27 vt'", "m/s", 5.0 / 7.0 * std::f64::consts::FRAC_1_SQRT_2, &|c| PLAIN.graze(c).0),
        ("PH-27 ω", "rad/s", 5.0 / 7.0 * std::f64::consts::FRAC_1_SQRT_2 / mm(12.5), &|c| PLAIN.graze(c).1),
    ];
    for (name, unit, theory, scene) in scenes {
        let [x1, x2, x3] = [1.0, 2.0, 4.0].map(|parts| scene(&at(parts)));
        let (coarse, fine) = ((x1 - x2).abs(), (x2 - x3).abs());
        // Where even the coarse step errs by less than 1e-4 there is no order left to see.
        if coarse.max(fine) > 1.0e-4 * theory {
            let order = (coarse / fine).log2();
            outcome.measure(format!("{name}: order"), "", 1.0, order, (Between(0.8, 1.3), Between(0.8, 1.3)));
        } else {
            let change = coarse.max(fine) / theory;
            outcome.measure(
                format!("{name}: change with the step"),
                "",
                0.0,
                change,
                (AtMost(1e-4), AtMost(1e-4)),
            );
        }
        let limit = 2.0 * x3 - x2;
        let tolerances = (Share(0.003), Share(0.003));
        outcome.measure(format!("{name}: limit"), unit, theory, limit, tolerances);
    }
    outcome
}
