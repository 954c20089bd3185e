//! One contact of two bodies as the solver works on it: normal rows, then friction and rolling on top.

use arrayvec::ArrayVec;

use super::friction::Grip;
use super::{Body, Tuning};
use crate::geometry::contact::MAX_POINTS;
use crate::physics::law::PairLaw;
use crate::units::{Scalar, Vector};

/// The normal row of one point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub position: Vector,
    /// How much of each spin counts towards the normal speed where it is measured.
    pub lever_a: Vector,
    pub lever_b: Vector,
    /// Change of spin of each body for one unit of impulse.
    pub turn_a: Vector,
    pub turn_b: Vector,
    /// Impulse that changes the normal speed by one.
    pub effective: Scalar,
    pub gap: Scalar,
    pub impulse: Scalar,
    /// The impulse of the last step, from which this one starts.
    pub start: Scalar,
    /// Least normal speed allowed at the end of the step.
    pub target: Scalar,
    /// Whether this point meets at speed in this step.
    pub impact: bool,
    /// It comes at speed but does not arrive in this step, unless another blow hastens it.
    pub coming: bool,
    /// Closing speed at which it arrives in what is left of the step.
    pub arrival: Scalar,
    pub push: Scalar,
    pub feature: u32,
}

impl Row {
    pub fn new(a: &Body, b: &Body, normal: Vector, position: Vector, arms: (Vector, Vector)) -> Self {
        let (arm_a, arm_b) = arms;
        let turn = |body: &Body, arm: Vector| {
            if body.inverse_mass == 0.0 {
                return (Vector::ZERO, 0.0);
            }
            let lever = arm.cross(normal);
            let turn = body.inverse_inertia * lever;
            (turn, body.inverse_mass + turn.dot(lever))
        };
        let ((turn_a, yield_a), (turn_b, yield_b)) = (turn(a, arm_a), turn(b, arm_b));
        Self {
            position,
            lever_a: arm_a.cross(normal),
            lever_b: arm_b.cross(normal),
            turn_a,
            turn_b,
            effective: 1.0 / (yield_a + yield_b),
            gap: 0.0,
            impulse: 0.0,
            start: 0.0,
            target: 0.0,
            impact: false,
            coming: false,
            arrival: 0.0,
            push: 0.0,
            feature: 0,
        }
    }

    /// Measures the speed at other arms than those at which the impulse acts.
    pub fn see_at(&mut self, normal: Vector, (arm_a, arm_b): (Vector, Vector)) {
        (self.lever_a, self.lever_b) = (arm_a.cross(normal), arm_b.cross(normal));
    }

    /// Normal speed of two velocities with spins, positive when they part.
    fn speed(&self, a: &(Vector, Vector), b: &(Vector, Vector), normal: Vector) -> Scalar {
        (b.0 - a.0).dot(normal) + b.1.dot(self.lever_b) - a.1.dot(self.lever_a)
    }
}

/// How the two bodies of a constraint move while it is worked on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Motions {
    /// Velocity and spin.
    pub a: (Vector, Vector),
    pub b: (Vector, Vector),
    /// Zero for what cannot be pushed.
    inverse_mass_a: Scalar,
    inverse_mass_b: Scalar,
}

impl Motions {
    pub fn of(a: &Body, b: &Body) -> Self {
        Self {
            a: (a.velocity, a.spin),
            b: (b.velocity, b.spin),
            inverse_mass_a: a.inverse_mass,
            inverse_mass_b: b.inverse_mass,
        }
    }

    /// Gives the second body an impulse and the first its opposite, with the turns that each gets from it.
    pub fn push(&mut self, impulse: Vector, turn_a: Vector, turn_b: Vector) {
        self.a.0 -= impulse * self.inverse_mass_a;
        self.a.1 -= turn_a;
        self.b.0 += impulse * self.inverse_mass_b;
        self.b.1 += turn_b;
    }

    fn write(&self, bodies: &mut [Body], a: usize, b: usize) {
        for (index, motion) in [(a, &self.a), (b, &self.b)] {
            if bodies[index].inverse_mass > 0.0 {
                (bodies[index].velocity, bodies[index].spin) = *motion;
            }
        }
    }
}

/// A contact under work.
#[derive(Debug, Default)]
pub(super) struct Constraint {
    pub a: usize,
    pub b: usize,
    pub pair: usize,
    pub feature: u32,
    pub normal: Vector,
    pub law: PairLaw,
    pub rows: ArrayVec<Row, MAX_POINTS>,
    pub grip: Grip,
    /// A change of speed that is too small to matter, metres per second.
    pub tolerance: Scalar,
    pub start_grip: (Vector, Vector, bool),
    /// Whether it bore anything in the last step: what is pressed together does not bounce when jolted.
    pub loaded: bool,
    /// Whether bounces may still be found while solving.
    pub lively: bool,
    /// Whether it has a blow that is not whole yet.
    pub fresh: bool,
    /// Whether its normal impulse is given and already in the velocities: only friction is left to find.
    pub given: bool,
}

impl Constraint {
    pub fn has_impact(&self) -> bool {
        self.rows.iter().any(|row| row.impact)
    }

    pub fn total(&self) -> Scalar {
        self.rows.iter().map(|row| row.impulse).sum()
    }

    pub fn warm_start(&self, bodies: &mut [Body]) {
        let mut motions = Motions::of(&bodies[self.a], &bodies[self.b]);
        for row in self.rows.iter().filter(|row| row.impulse > 0.0 && !self.given) {
            motions.push(self.normal * row.impulse, row.turn_a * row.impulse, row.turn_b * row.impulse);
        }
        self.grip.warm_start(&mut motions);
        motions.write(bodies, self.a, self.b);
        self.grip.warm_start_rolling((self.a, self.b), bodies);
    }

    /// Bears a normal impulse that something else has given already.
    pub fn bear(&mut self, impulse: Scalar) {
        (self.given, self.lively) = (true, false);
        for row in &mut self.rows {
            (row.impulse, row.start, row.target) = (impulse, impulse, 0.0);
            (row.impact, row.coming) = (false, false);
        }
    }

    /// Notes the impulses as those to start from.
    pub fn remember_start(&mut self) {
        for row in &mut self.rows {
            row.start = row.impulse;
        }
        self.start_grip = self.grip.memory_state();
    }

    /// Goes back to the impulses to start from.
    pub fn recall_start(&mut self) {
        for row in &mut self.rows {
            row.impulse = row.start;
        }
        self.grip.restore(self.start_grip);
    }

    /// Bears nothing.
    pub fn forget(&mut self) {
        self.grip.forget();
        for row in self.rows.iter_mut().filter(|_| !self.given) {
            row.impulse = 0.0;
        }
    }

    /// Forgets what was found and asks for a share of the bounces only.
    pub fn restart(&mut self, share: Scalar) {
        self.grip.forget();
        if self.given {
            return;
        }
        self.lively = false;
        self.fresh = true;
        for row in &mut self.rows {
            row.impulse = 0.0;
            row.coming = false;
            if row.target > 0.0 {
                row.target *= share;
            }
        }
    }

    /// What was in contact before another blow passed through it has bounced: it may stay as it is.
    pub fn has_bounced(&mut self) {
        for row in &mut self.rows {
            row.target = row.target.min(0.0);
        }
    }

    /// One pass; returns the greatest change of a relative speed it made.
    pub fn solve(&mut self, bodies: &mut [Body], tuning: &Tuning) -> Scalar {
        // A blow on several points at once must be whole before it is passed on to the next piece.
        let mut change: Scalar = 0.0;
        let mut motions = Motions::of(&bodies[self.a], &bodies[self.b]);
        for round in 1.. {
            let here = self.solve_normals(&mut motions, tuning);
            change = change.max(here);
            if here <= self.tolerance || round >= if self.fresh { 40 } else { 1 } {
                break;
            }
        }
        self.fresh = false;
        self.lively = self.lively && !self.has_impact();
        let load = self.total();
        change = change.max(self.grip.solve_slip(&self.law, load, &mut motions));
        motions.write(bodies, self.a, self.b);
        if self.law.rolling > 0.0 {
            change = change.max(self.grip.solve_rolling((self.a, self.b), &self.law, load, bodies));
        }
        change
    }

    fn solve_normals(&mut self, motions: &mut Motions, tuning: &Tuning) -> Scalar {
        let mut change: Scalar = 0.0;
        if self.given {
            return change;
        }
        for index in 0..self.rows.len() {
            let row = &mut self.rows[index];
            let speed = row.speed(&motions.a, &motions.b, self.normal);
            // Set in motion by another impact of this very step, it hits at that speed.
            let hastened = (self.lively || row.coming) && !row.impact;
            if hastened && -speed > tuning.bounce_threshold + row.arrival {
                row.impact = true;
                row.target = -speed * self.law.restitution;
                self.fresh = true;
                if row.coming {
                    // It is a second blow: what was struck before it has bounced.
                    for (other, row) in self.rows.iter_mut().enumerate() {
                        if other != index {
                            row.target = row.target.min(0.0);
                        }
                    }
                }
            }
            let row = &mut self.rows[index];
            let impulse = (row.impulse + (row.target - speed) * row.effective).max(0.0);
            let delta = impulse - row.impulse;
            if delta != 0.0 {
                row.impulse = impulse;
                change = change.max(delta.abs() / row.effective);
                motions.push(self.normal * delta, row.turn_a * delta, row.turn_b * delta);
            }
        }
        change
    }

    /// One pass over the rows that overlap, on speeds that carry no momentum.
    pub fn push_apart(&mut self, bodies: &mut [Body], h: Scalar, tuning: &Tuning) {
        for index in 0..self.rows.len() {
            let row = &mut self.rows[index];
            if row.gap >= -tuning.slop {
                continue;
            }
            let (a, b) = (&bodies[self.a].push, &bodies[self.b].push);
            let speed = row.speed(a, b, self.normal);
            let wanted = ((-row.gap - tuning.slop) * tuning.push / h).min(tuning.push_speed);
            let push = (row.push + (wanted - speed) * row.effective).max(0.0);
            let delta = push - row.push;
            row.push = push;
            for (index, sign, turn) in [(self.a, -delta, row.turn_a), (self.b, delta, row.turn_b)] {
                let inverse_mass = bodies[index].inverse_mass;
                let body = &mut bodies[index].push;
                body.0 += self.normal * (sign * inverse_mass);
                body.1 += turn * sign;
            }
        }
    }
}
