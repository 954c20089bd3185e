//! One cloth with the balls on it and the bats under it, integrated through a step in its own frame.
//!
//! Springs and dampers are followed in parts of at most [`PART`], drift, kick, drift. Impacts happen within the
//! drifts, each at its own instant and along the line of centres of that instant.

use crate::geometry::cloth::{Compartment, Face, SIDES, Tent};
use crate::physics::cloth::{Cloth, meeting, stiffening};
use crate::units::{Matrix, Scalar, Vector};

/// Longest part, seconds.
const PART: Scalar = 1.0 / 15_360.0;

/// Most impacts in one drift; what is left then waits for the next.
const IMPACTS: usize = 16;

/// A ball that has sunk by this share of its radius sinks no deeper.
const DEEPEST: Scalar = 0.8;

/// A ball over the cloth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ball {
    pub body: usize,
    pub pair: usize,
    radius: Scalar,
    inverse_mass: Scalar,
    place: Vector,
    pub velocity: Vector,
    /// Acceleration of its free flight.
    pull: Vector,
    /// How far it came in this step.
    pub moved: Vector,
    /// Impulse of law 1 in this step, since the last blow.
    pub press: Vector,
    /// Whether the cloth did anything to it.
    pub felt: bool,
}

impl Ball {
    pub fn new(
        (body, pair): (usize, usize),
        radius: Scalar,
        inverse_mass: Scalar,
        (place, velocity): (Vector, Vector),
        pull: Vector,
    ) -> Self {
        let (moved, press) = (Vector::ZERO, Vector::ZERO);
        Self { body, pair, radius, inverse_mass, place, velocity, pull, moved, press, felt: false }
    }
}

/// The end of a bat under the cloth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tip {
    pub body: usize,
    pub radius: Scalar,
    /// From the bat's centre of mass to the centre of the tip's sphere.
    pub arm: Vector,
    /// Centre of the tip's sphere, and its velocity.
    pub place: Vector,
    pub velocity: Vector,
    /// Velocity of the bat's centre of mass.
    pub carrier: Vector,
    /// Change of the bat's spin in this step.
    pub turn: Vector,
    /// How far the bat's centre came in this step.
    pub moved: Vector,
    /// Velocity of the centre of mass for one unit of impulse.
    pub carried: Matrix,
    pub inverse_inertia: Matrix,
    /// Acceleration of the bat when nothing touches it.
    pub pull: Vector,
    /// The cloth that it raises now.
    pub tent: Option<Tent>,
    pub felt: bool,
}

impl Tip {
    /// Takes an impulse at the centre of the tip's sphere.
    fn take(&mut self, impulse: Vector) {
        self.velocity += self.answer(impulse);
        self.carrier += self.carried * impulse;
        self.turn += self.inverse_inertia * self.arm.cross(impulse);
        self.felt = true;
    }

    /// Change of the tip's velocity under an impulse.
    fn answer(&self, impulse: Vector) -> Vector {
        self.carried * impulse + (self.inverse_inertia * self.arm.cross(impulse)).cross(self.arm)
    }
}

/// Something that happens at an instant.
#[derive(Clone, Copy, Debug)]
enum Impact {
    /// A ball and a tip meet through the cloth.
    Pinch(usize, usize),
    /// A tip meets the lower edge of a wall, which pushes it along a unit vector.
    Rim(usize, Vector),
    /// A tip has raised the cloth as far as it goes.
    Taut(usize),
}

/// A cloth at work.
pub(super) struct Sheet<'a> {
    cloth: &'a Cloth,
    pub balls: Vec<Ball>,
    pub tips: Vec<Tip>,
}

impl<'a> Sheet<'a> {
    pub fn new(cloth: &'a Cloth) -> Self {
        Self { cloth, balls: Vec::new(), tips: Vec::new() }
    }

    /// Lets `h` seconds pass.
    pub fn run(&mut self, h: Scalar) {
        if self.balls.is_empty() && self.tips.is_empty() {
            return;
        }
        let parts = (h / PART - 1.0e-6).ceil().max(1.0);
        let part = h / parts;
        for _ in 0..parts as u32 {
            self.drift(part / 2.0);
            self.raise(part);
            self.carry(part);
            self.drift(part / 2.0);
        }
    }

    /// Law 3 on every tip, and the tents over them.
    fn raise(&mut self, part: Scalar) {
        let Cloth { grid, thickness, law } = self.cloth;
        for tip in &mut self.tips {
            let height = tip.place.y + tip.radius + thickness;
            let compartment = grid.compartment(tip.place);
            tip.tent = compartment.and_then(|cell| Tent::raised(cell, tip.place, height.min(law.rigid_at)));
            if let Some(Tent { compartment, .. }) = tip.tent {
                let stiff = stiffening(compartment.distances(tip.place), compartment.half);
                let force = law.on_bat(stiff, height, tip.velocity.y);
                tip.take(Vector::NEG_Y * (force * part));
            }
            tip.velocity += tip.pull * part;
            tip.carrier += tip.pull * part;
        }
    }

    /// Law 1 on every ball.
    fn carry(&mut self, part: Scalar) {
        for ball in &mut self.balls {
            if let Some(compartment) = self.cloth.grid.compartment(ball.place) {
                let (face, raiser) = under(ball, compartment, &self.tips);
                let depth = face.depth(ball.place, ball.radius);
                let rising = raiser.map_or(0.0, |tip| self.tips[tip].velocity.y * face.share);
                let closing = (Vector::Y * rising - ball.velocity).dot(face.normal);
                let mut impulse = self.cloth.law.on_ball(depth, closing) * part;
                if depth > DEEPEST * ball.radius {
                    impulse = impulse.max(closing / ball.inverse_mass);
                }
                if impulse > 0.0 {
                    ball.press += face.normal * impulse;
                    ball.velocity += face.normal * (impulse * ball.inverse_mass);
                    ball.felt = true;
                    if let Some(tip) = raiser {
                        self.tips[tip].take(Vector::NEG_Y * (impulse * face.share * face.normal.y));
                    }
                }
            }
            ball.velocity += ball.pull * part;
        }
    }

    /// Everything moves straight on, but for impacts.
    fn drift(&mut self, time: Scalar) {
        let mut left = time;
        for _ in 0..IMPACTS {
            let Some((delay, impact)) = self.next_impact(left) else { break };
            self.advance(delay);
            left -= delay;
            self.meet(impact);
        }
        self.advance(left);
    }

    fn advance(&mut self, time: Scalar) {
        for ball in &mut self.balls {
            ball.place += ball.velocity * time;
            ball.moved += ball.velocity * time;
        }
        for tip in &mut self.tips {
            tip.place += tip.velocity * time;
            tip.moved += tip.carrier * time;
        }
    }

    /// The first impact within a time, and when.
    fn next_impact(&self, within: Scalar) -> Option<(Scalar, Impact)> {
        let mut first: Option<(Scalar, Impact)> = None;
        let mut offer = |delay: Option<Scalar>, impact: Impact| {
            if let Some(delay) = delay.filter(|delay| first.is_none_or(|(earliest, _)| *delay < earliest)) {
                first = Some((delay, impact));
            }
        };
        for (index, tip) in self.tips.iter().enumerate() {
            for (number, ball) in self.balls.iter().enumerate() {
                let reach = ball.radius + tip.radius + self.cloth.thickness;
                let delay = meeting(ball.place - tip.place, ball.velocity - tip.velocity, reach, within);
                offer(delay, Impact::Pinch(number, index));
            }
            let room = self.cloth.law.rigid_at - self.cloth.thickness - tip.radius - tip.place.y;
            let delay = room.max(0.0) / tip.velocity.y.max(Scalar::MIN_POSITIVE);
            offer((tip.velocity.y > 0.0 && delay <= within).then_some(delay), Impact::Taut(index));
            for (offset, velocity) in self.edges(tip) {
                let delay = meeting(offset, velocity, tip.radius, within);
                offer(
                    delay,
                    Impact::Rim(index, (offset + velocity * delay.unwrap_or(0.0)).normalize_or_zero()),
                );
            }
        }
        first
    }

    /// From the nearest points of what walls a tip in, below the cloth, to its centre; and the part of its
    /// velocity that counts.
    fn edges(&self, tip: &Tip) -> impl Iterator<Item = (Vector, Vector)> {
        let below = (tip.place.y + self.cloth.thickness).min(0.0);
        let distances = match self.cloth.grid.compartment(tip.place) {
            Some(compartment) => compartment.distances(tip.place),
            // Wood from wall to wall.
            None => [0.0, Scalar::INFINITY, Scalar::INFINITY, Scalar::INFINITY],
        };
        let (radius, velocity) = (tip.radius, tip.velocity);
        SIDES.into_iter().zip(distances).filter(move |(_, distance)| *distance < radius).map(
            move |(side, distance)| {
                let inward = if distance > 0.0 { -side } else { Vector::ZERO };
                let down = if below < 0.0 { Vector::Y } else { Vector::ZERO };
                let offset = inward * distance + down * below;
                (offset, inward * velocity.dot(inward) + down * velocity.y)
            },
        )
    }

    fn meet(&mut self, impact: Impact) {
        let law = &self.cloth.law;
        match impact {
            Impact::Pinch(ball, tip) => {
                let (ball, tip) = (&mut self.balls[ball], &mut self.tips[tip]);
                let normal = (ball.place - tip.place).normalize_or(Vector::Y);
                let closing = (tip.velocity - ball.velocity).dot(normal);
                let yielding = ball.inverse_mass + normal.dot(tip.answer(normal));
                let bounce = law.bounce(law.pinch_restitution, closing);
                let impulse = (1.0 + bounce) * closing / yielding;
                if bounce > 0.0 {
                    // It leaves the cloth at a speed that it did not rub at.
                    ball.press = Vector::ZERO;
                }
                ball.velocity += normal * (impulse * ball.inverse_mass);
                ball.felt = true;
                tip.take(normal * -impulse);
            }
            Impact::Rim(tip, normal) => {
                let tip = &mut self.tips[tip];
                let closing = -tip.velocity.dot(normal);
                stop(tip, normal, closing * (1.0 + law.bounce(law.rim_restitution, closing)));
            }
            Impact::Taut(tip) => {
                let tip = &mut self.tips[tip];
                stop(tip, Vector::NEG_Y, tip.velocity.y);
            }
        }
    }
}

/// The cloth under a ball: where two bats raise it, the one into which it has sunk deeper; and who raises it.
fn under(ball: &Ball, compartment: Compartment, tips: &[Tip]) -> (Face, Option<usize>) {
    let mut deepest = (Face::LEVEL, None);
    for (index, tip) in tips.iter().enumerate() {
        let Some(tent) = tip.tent.filter(|tent| tent.compartment == compartment) else { continue };
        let face = tent.face(ball.place);
        if deepest.1.is_none()
            || face.depth(ball.place, ball.radius) > deepest.0.depth(ball.place, ball.radius)
        {
            deepest = (face, Some(index));
        }
    }
    deepest
}

/// Changes the speed of a tip along a direction, if anything can.
fn stop(tip: &mut Tip, along: Vector, change: Scalar) {
    let yielding = along.dot(tip.answer(along));
    if yielding > 0.0 {
        tip.take(along * (change / yielding));
    }
}
