//! Friction of a contact as one patch: a force and a torque together, and resistance to rolling.

use super::Body;
use super::rows::Motions;
use crate::geometry::contact::Rolling;
use crate::physics::law::{PairLaw, patch_friction, uneven_pressure};
use crate::units::{Matrix, Scalar, Vector, Vector2};

/// The tangential side of a contact.
#[derive(Clone, Debug, Default)]
pub(super) struct Grip {
    /// Two tangents, square to each other and the normal.
    tangents: [Vector; 2],
    /// How each body turns by a unit of impulse along each tangent and about the normal.
    turns_a: Matrix,
    turns_b: Matrix,
    /// How much of each spin counts towards the slip along each tangent, and about the normal.
    levers_a: Matrix,
    levers_b: Matrix,
    /// How slip (two speeds, one spin) answers to the impulse, and the inverse.
    answer: Matrix,
    inverse: Matrix,
    /// Greatest speed one unit of tangential impulse can make.
    softest: Scalar,
    /// Radius of the whole face, and of the circle of it that is pressed; zero for a point.
    face: Scalar,
    patch: Scalar,
    rolling: Rolling,
    /// From the middle of the face to the centre of pressure, along the two tangents.
    off: Vector2,
    /// Impulse along the two tangents, and about the normal.
    impulse: Vector,
    roll: Vector,
    pub stuck: bool,
}

impl Grip {
    /// Prepares friction at `centre`, with the impulses of the last step as world vectors.
    pub fn new(
        (a, b): (&Body, &Body),
        normal: Vector,
        ((arm_a, arm_b), seen): ((Vector, Vector), (Vector, Vector)),
        (face, patch): (Scalar, Scalar),
        rolling: Rolling,
        off: Vector,
    ) -> Self {
        let first = if normal.x.abs() < 0.8 { Vector::X } else { Vector::Z };
        let first = (first - normal * first.dot(normal)).normalize();
        let tangents = [first, normal.cross(first)];
        let mut answer = Matrix::ZERO;
        let levers = |arm: Vector| Matrix::from_cols(arm.cross(tangents[0]), arm.cross(tangents[1]), normal);
        let (levers_a, levers_b) = (levers(seen.0), levers(seen.1));
        let turns = |body: &Body, arm: Vector| {
            if body.inverse_mass == 0.0 { Matrix::ZERO } else { body.inverse_inertia * levers(arm) }
        };
        let (turns_a, turns_b) = (turns(a, arm_a), turns(b, arm_b));
        for (body, levers, turns) in [(a, &levers_a, &turns_a), (b, &levers_b, &turns_b)] {
            if body.inverse_mass == 0.0 {
                continue;
            }
            answer += levers.transpose() * *turns;
            answer.x_axis.x += body.inverse_mass;
            answer.y_axis.y += body.inverse_mass;
        }
        if patch <= 0.0 || answer.z_axis.z <= 0.0 {
            // No lever for a torque: keep spin out of it.
            answer.z_axis = Vector::Z;
            answer.x_axis.z = 0.0;
            answer.y_axis.z = 0.0;
        }
        let mean = (answer.x_axis.x + answer.y_axis.y) / 2.0;
        let spread = libm::hypot((answer.x_axis.x - answer.y_axis.y) / 2.0, answer.x_axis.y);
        Self {
            off: Vector2::new(off.dot(tangents[0]), off.dot(tangents[1])),
            tangents,
            turns_a,
            turns_b,
            levers_a,
            levers_b,
            inverse: answer.inverse(),
            answer,
            softest: mean + spread,
            face,
            patch,
            rolling,
            impulse: Vector::ZERO,
            roll: Vector::ZERO,
            stuck: false,
        }
    }

    pub fn recall(&mut self, friction: Vector, twist: Scalar, roll: Vector, stuck: bool) {
        let twist = if self.patch > 0.0 { twist } else { 0.0 };
        self.impulse = Vector::new(friction.dot(self.tangents[0]), friction.dot(self.tangents[1]), twist);
        self.roll = match self.rolling {
            Rolling::None => Vector::ZERO,
            Rolling::Sphere(_) => roll,
            Rolling::Rim(axis, _) => axis * (roll.dot(axis) / axis.length_squared()),
        };
        self.stuck = stuck;
    }

    /// Friction impulse on the second body (world), twist about the normal, rolling impulse (world).
    pub fn memory(&self) -> (Vector, Scalar, Vector) {
        (self.world(), self.impulse.z, self.roll)
    }

    /// What [`Grip::restore`] needs to undo a trial.
    pub fn memory_state(&self) -> (Vector, Vector, bool) {
        (self.impulse, self.roll, self.stuck)
    }

    pub fn restore(&mut self, (impulse, roll, stuck): (Vector, Vector, bool)) {
        (self.impulse, self.roll, self.stuck) = (impulse, roll, stuck);
    }

    pub fn patch(&self) -> Scalar {
        self.patch
    }

    /// Takes a tangential impulse (world) and a twist if friction under `load` can hold them without slipping.
    pub fn hold(
        &mut self,
        law: PairLaw,
        load: Scalar,
        off: Scalar,
        tangential: Vector,
        twist: Scalar,
    ) -> bool {
        let hold = load * if self.stuck { law.static_friction } else { law.kinetic_friction };
        let patch = self.face * ((1.0 - off / self.face) / 0.75).clamp(0.0, 1.0);
        let used = tangential.length_squared()
            + if twist == 0.0 { 0.0 } else { (1.5 * twist / patch.max(1.0e-9)).powi(2) };
        if used > hold * hold {
            return false;
        }
        self.impulse = Vector::new(tangential.dot(self.tangents[0]), tangential.dot(self.tangents[1]), twist);
        self.roll = Vector::ZERO;
        self.stuck = true;
        true
    }

    pub fn forget(&mut self) {
        self.impulse = Vector::ZERO;
        self.roll = Vector::ZERO;
    }

    fn world(&self) -> Vector {
        self.tangents[0] * self.impulse.x + self.tangents[1] * self.impulse.y
    }

    pub fn warm_start(&self, motions: &mut Motions) {
        self.push(self.impulse, motions);
    }

    pub fn warm_start_rolling(&self, (a, b): (usize, usize), bodies: &mut [Body]) {
        if self.roll != Vector::ZERO {
            roll(bodies, (a, b), self.roll);
        }
    }

    fn push(&self, impulse: Vector, motions: &mut Motions) {
        let force = self.tangents[0] * impulse.x + self.tangents[1] * impulse.y;
        motions.push(force, self.turns_a * impulse, self.turns_b * impulse);
    }

    /// One pass over friction under a normal impulse of `load`; returns the change of slip speed it made.
    pub fn solve_slip(&mut self, law: &PairLaw, load: Scalar, motions: &mut Motions) -> Scalar {
        let wanted = if load <= 0.0 || law.static_friction <= 0.0 {
            Vector::ZERO
        } else {
            let apart = motions.b.0 - motions.a.0;
            let turning = |levers: &Matrix, spin: Vector| {
                Vector::new(levers.x_axis.dot(spin), levers.y_axis.dot(spin), levers.z_axis.dot(spin))
            };
            let mut slip = Vector::new(apart.dot(self.tangents[0]), apart.dot(self.tangents[1]), 0.0)
                + turning(&self.levers_b, motions.b.1)
                - turning(&self.levers_a, motions.a.1);
            if self.patch <= 0.0 {
                slip.z = 0.0;
            }
            self.friction(slip - self.answer * self.impulse, law, load)
        };
        let delta = wanted - self.impulse;
        if delta == Vector::ZERO {
            return 0.0;
        }
        self.impulse = wanted;
        self.push(delta, motions);
        let answer = self.answer * delta;
        answer.x.abs().max(answer.y.abs()).max(answer.z.abs() * self.patch)
    }

    /// The impulse that friction gives to a contact that would slip at `slip` without it.
    fn friction(&mut self, slip: Vector, law: &PairLaw, load: Scalar) -> Vector {
        let stop = self.inverse * -slip;
        let hold = load * if self.stuck { law.static_friction } else { law.kinetic_friction };
        let tangential = stop.truncate().length();
        let torque_limit = 2.0 / 3.0 * hold * self.patch;
        let used = (tangential / hold).powi(2)
            + if self.patch > 0.0 { (stop.z / torque_limit).powi(2) } else { 0.0 };
        if used <= 1.0 {
            self.stuck = true;
            return stop;
        }
        self.stuck = false;
        let limit = load * law.kinetic_friction;
        let speed = slip.truncate().length();
        if self.patch > 0.0 {
            let rim_speed = self.patch * slip.z.abs();
            let (force, torque) = patch_friction(speed, rim_speed);
            // Under a load off the middle the matter there also moves by the spin, and pressure grows that way.
            let aside = self.off.perp() * (slip.z * (uneven_pressure(speed, rim_speed) - 1.0));
            let along = (slip.truncate() + aside).normalize_or_zero();
            let force = along * (-limit * force);
            return self.damped(slip, force.extend(-limit * torque * self.patch * slip.z.signum()));
        }
        // Against the slip, unless that could turn it round within the step.
        let force = if speed > self.softest * limit {
            slip.truncate() * (-limit / speed)
        } else {
            stop.truncate() * (limit / tangential)
        };
        self.damped(slip, force.extend(0.0))
    }

    /// Friction only ever takes energy: no more of an impulse than takes the most.
    fn damped(&self, slip: Vector, impulse: Vector) -> Vector {
        let taken = -impulse.dot(slip);
        let cost = impulse.dot(self.answer * impulse);
        if cost > taken { impulse * (taken.max(0.0) / cost) } else { impulse }
    }

    /// One pass over rolling resistance; returns the change of the speed of rolling it made.
    pub fn solve_rolling(
        &mut self,
        (a, b): (usize, usize),
        law: &PairLaw,
        load: Scalar,
        bodies: &mut [Body],
    ) -> Scalar {
        if self.rolling == Rolling::None {
            return 0.0;
        }
        let spin = bodies[b].spin - bodies[a].spin;
        let answer = bodies[a].inverse_inertia + bodies[b].inverse_inertia;
        let (wanted, arm) = match self.rolling {
            Rolling::None => return 0.0,
            Rolling::Sphere(radius) => {
                let softest = answer.x_axis.x.max(answer.y_axis.y).max(answer.z_axis.z);
                ((self.roll - spin / softest).clamp_length_max(law.rolling * radius * load), radius)
            }
            Rolling::Rim(axis, radius) => {
                let softness = axis.dot(answer * axis);
                let limit = law.rolling * radius * load;
                let along = self.roll.dot(axis) / axis.length_squared();
                (axis * (along - spin.dot(axis) / softness).clamp(-limit, limit), radius)
            }
        };
        let delta = wanted - self.roll;
        self.roll = wanted;
        roll(bodies, (a, b), delta);
        (answer * delta).length() * arm
    }
}

/// Gives the second body an angular impulse and the first its opposite.
fn roll(bodies: &mut [Body], (a, b): (usize, usize), impulse: Vector) {
    for (index, turn) in [(a, -impulse), (b, impulse)] {
        let inertia = bodies[index].inverse_inertia;
        bodies[index].spin += inertia * turn;
    }
}
