//! The solver of contacts: small steps, exact geometry in each of them, laws of wood.
//!
//! It knows no engine. [`Dynamics`] holds bodies and the pairs of them that are near each other; a step of
//! length `h` does, for all of them together:
//!
//! 0. let cloths carry, pass on and stop what touches them, in finer parts of the step;
//! 1. look where shapes touch, now or within the step ([`crate::geometry::contact`]);
//! 2. find the instants of impacts within the step, and look there;
//! 3. add gravity and last step's impulses, then solve normal, friction and rolling rows until they agree;
//! 4. move, each body that met something turning its way at the instant it met it;
//! 5. push apart, without speed, what overlaps.
//!
//! Results depend on bodies, pairs and cached impulses only, and on the order of identifiers: never on entity
//! numbers, threads or history.

mod body;
mod cache;
mod cloth;
mod friction;
mod look;
mod pool;
mod prepare;
mod rows;
mod statics;

pub use body::{Body, BodyKind};
pub use cache::{ManifoldCache, PairCache};

use crate::geometry::Pose;
use crate::geometry::contact::Manifold;
use crate::physics::law::PairLaw;
use crate::units::{Scalar, Vector};
use cloth::Press;
use pool::Pool;
use rows::Constraint;
use statics::Statics;

/// Numbers of the solver that were chosen by measurement; see `docs/physics.md`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// Closing speed from which a contact bounces, metres per second.
    pub bounce_threshold: Scalar,
    /// How far beyond the distance covered in a step contacts are looked for, metres.
    pub margin: Scalar,
    /// Most passes over the rows in a step.
    pub passes: u32,
    /// Passes end when no row changes a velocity by more than this, metres per second, ...
    pub tolerance: Scalar,
    /// ... or by more than this share of the speed of the bodies that meet.
    pub relative_tolerance: Scalar,
    /// Overlap that is left alone, metres.
    pub slop: Scalar,
    /// Share of the remaining overlap that is pushed out in a step.
    pub push: Scalar,
    /// Fastest push, metres per second.
    pub push_speed: Scalar,
    /// Whether groups at exact rest are skipped until touched ("sleeping"). It changes no result.
    pub skip_held: bool,
}

impl Tuning {
    /// The same numbers for a world whose unit of length is a `unit`th of a metre, seconds staying seconds.
    pub fn scaled(self, unit: Scalar) -> Self {
        Self {
            bounce_threshold: self.bounce_threshold * unit,
            margin: self.margin * unit,
            tolerance: self.tolerance * unit,
            slop: self.slop * unit,
            push_speed: self.push_speed * unit,
            ..self
        }
    }
}

impl Default for Tuning {
    fn default() -> Self {
        Self {
            bounce_threshold: 0.02,
            margin: 2.0e-4,
            passes: 60,
            tolerance: 1.0e-8,
            relative_tolerance: 1.0e-7,
            slop: 1.0e-6,
            push: 0.2,
            push_speed: 0.5,
            skip_held: true,
        }
    }
}

/// Two bodies near each other, by index, with what their contact knew last.
#[derive(Clone, Debug)]
pub struct Pair {
    /// Index of the first body; the one with the smaller identifier.
    pub a: usize,
    /// Index of the second body.
    pub b: usize,
    /// Identifiers of both.
    pub ids: (u32, u32),
    /// Their law.
    pub law: PairLaw,
    /// What the last step left.
    pub cache: PairCache,
    /// What the step before the last left.
    before: PairCache,
    /// Whether this step looks at it.
    pub(crate) live: bool,
}

impl Pair {
    /// A pair that knows nothing yet.
    pub fn new(a: usize, b: usize, ids: (u32, u32), law: PairLaw) -> Self {
        let (cache, before) = (PairCache::default(), PairCache::default());
        Self { a, b, ids, law, cache, before, live: false }
    }
}

/// Bodies, pairs, and the scratch space to step them.
#[derive(Debug, Default)]
pub struct Dynamics {
    /// Bodies in the order of their identifiers.
    pub bodies: Vec<Body>,
    /// Pairs in the order of the identifiers of their bodies.
    pub pairs: Vec<Pair>,
    /// Acceleration of free bodies, metres per second squared.
    pub gravity: Vector,
    /// How the solver works.
    pub tuning: Tuning,
    constraints: Pool<Constraint>,
    manifolds: Vec<Manifold>,
    statics: Statics,
    /// What cloths gave to balls in this step, in the order of their pairs.
    pressed: Vec<Press>,
}

impl Dynamics {
    /// Advances everything by `h` seconds.
    pub fn step(&mut self, h: Scalar) {
        if self.bodies.iter().all(Body::idle) {
            return;
        }
        for body in &mut self.bodies {
            if !body.held {
                body.begin_step(self.gravity, h);
            }
        }
        self.wake_touched(h);
        self.stretch(h);
        self.prepare(h);
        self.solve();
        self.store();
        self.skip_from_now_on();
        let pushed = self.push_apart(h);
        for body in &mut self.bodies {
            if !body.held {
                body.advance(h, pushed);
            }
        }
    }

    /// Sets where a body is and how it moves; its group wakes if that is news.
    pub fn set_motion(&mut self, index: usize, pose: Pose, velocity: Vector, spin: Vector) {
        let body = &mut self.bodies[index];
        if body.pose == pose && body.velocity == velocity && body.spin == spin {
            return;
        }
        (body.pose, body.velocity, body.spin) = (pose, velocity, spin);
        if body.kind == BodyKind::Static {
            self.wake_all();
        } else if body.held {
            let group = body.group;
            for body in self.bodies.iter_mut().filter(|body| body.group == group) {
                body.held = false;
            }
        }
    }

    /// Sets the acceleration of free bodies.
    pub fn set_gravity(&mut self, gravity: Vector) {
        if self.gravity != gravity {
            self.gravity = gravity;
            self.wake_all();
        }
    }

    /// Wakes every body.
    pub fn wake_all(&mut self) {
        for body in &mut self.bodies {
            body.held = false;
        }
    }

    /// Passes over all rows until they agree.
    fn solve(&mut self) {
        for body in &mut self.bodies {
            body.entry = (body.velocity, body.spin);
            body.changed = u32::from(!body.held);
        }
        self.hold();
        for body in &mut self.bodies {
            body.restless = body.changed > 0;
        }
        let before = self.restless_energy();
        for constraint in self.constraints.iter() {
            let moving =
                |body: usize| self.bodies[body].kind != BodyKind::Dynamic || self.bodies[body].changed > 0;
            if moving(constraint.a) && moving(constraint.b) {
                constraint.warm_start(&mut self.bodies);
            }
        }
        self.passes();
        // Contacts never add energy. Several blows in one step can disagree about who bounces, and rows that did not
        // agree in time can push too hard: then less is asked of the bounces, in the end nothing.
        if self.driven() || !self.constraints.iter().any(Constraint::has_impact) {
            return;
        }
        for share in [0.5, 0.0] {
            if self.restless_energy() <= before * (1.0 + 1.0e-9) + 1.0e-12 {
                break;
            }
            for body in self.bodies.iter_mut().filter(|body| body.restless) {
                (body.velocity, body.spin) = body.entry;
                body.changed = 1;
            }
            for constraint in self.constraints.iter_mut() {
                if self.bodies[constraint.a].restless || self.bodies[constraint.b].restless {
                    constraint.restart(share);
                }
            }
            self.passes();
        }
    }

    fn passes(&mut self) {
        let tuning = self.tuning;
        for pass in 1..=tuning.passes {
            let mut busy = false;
            for index in 0..self.constraints.len() {
                let constraint = &mut self.constraints[index];
                // Nobody has moved either side since this constraint was last looked at.
                if self.bodies[constraint.a].changed < pass && self.bodies[constraint.b].changed < pass {
                    continue;
                }
                let lively = constraint.lively;
                let change = constraint.solve(&mut self.bodies, &tuning);
                if lively && constraint.has_impact() {
                    self.pass_on(index);
                }
                let constraint = &self.constraints[index];
                if change > constraint.tolerance {
                    busy = true;
                    for index in [constraint.a, constraint.b] {
                        if self.bodies[index].kind == BodyKind::Dynamic {
                            self.bodies[index].changed = pass + 1;
                        }
                    }
                }
            }
            if !busy {
                break;
            }
        }
    }

    /// A blow has gone through the bodies of a constraint to their other side: what they hit before is done.
    fn pass_on(&mut self, index: usize) {
        let (a, b) = (self.constraints[index].a, self.constraints[index].b);
        let movable = |body: usize| self.bodies[body].inverse_mass > 0.0;
        let (a, b) = (movable(a).then_some(a), movable(b).then_some(b));
        for (other, constraint) in self.constraints.iter_mut().enumerate() {
            let shares = [constraint.a, constraint.b].iter().any(|body| a == Some(*body) || b == Some(*body));
            if other != index && shares && constraint.has_impact() {
                constraint.has_bounced();
            }
        }
    }

    /// Whether something moves by outside command and may therefore add energy.
    fn driven(&self) -> bool {
        self.constraints.iter().any(|c| self.bodies[c.a].driven() || self.bodies[c.b].driven())
    }

    /// Kinetic energy of what was not brought to rest exactly: the rest must not lend it room.
    fn restless_energy(&self) -> Scalar {
        self.bodies.iter().filter(|body| body.restless).map(Body::kinetic_energy).sum()
    }

    /// Kinetic energy of all dynamic bodies, joules.
    pub fn kinetic_energy(&self) -> Scalar {
        self.bodies.iter().map(Body::kinetic_energy).sum()
    }
}

#[cfg(test)]
mod tests;
