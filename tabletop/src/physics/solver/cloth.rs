//! Cloths among the bodies: who is over or under one, what it did to them in a step.
//!
//! A cloth is integrated on its own, in fine parts of the step and before all other contacts ([`sheet`]). What it
//! leaves behind are velocities, a correction of places that velocities at the end of the step do not tell, and
//! the load under which balls rub on it. The passes then work as if all that were gravity.

mod sheet;

use super::{Body, BodyKind, Dynamics, Pair};
use crate::geometry::contact::{Manifold, Rolling};
use crate::geometry::{Pose, Shape};
use crate::physics::cloth::Cloth;
use crate::units::{Matrix, Scalar, Vector};
use sheet::{Ball, Sheet, Tip};

/// Where a body is with regard to a cloth, by the index of the cloth's body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Side {
    /// Near none.
    #[default]
    Clear,
    /// A ball that the cloth carries or may carry.
    Above(usize),
    /// A bat that raises the cloth or may raise it.
    Below(usize),
}

/// What a cloth gave a ball in a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct Press {
    pair: usize,
    /// Unit vector from the cloth to the ball.
    normal: Vector,
    impulse: Scalar,
}

impl Dynamics {
    /// Lets all cloths act for a step.
    pub(super) fn stretch(&mut self, h: Scalar) {
        self.pressed.clear();
        for index in 0..self.bodies.len() {
            let Some(cloth) = self.bodies[index].cloth.clone() else { continue };
            let mut sheet = self.gather(index, &cloth, h);
            sheet.run(h);
            self.take_back(index, &sheet, h);
        }
        self.pressed.sort_by_key(|press| press.pair);
    }

    /// Finds the balls over a cloth and the bats under it.
    fn gather<'a>(&mut self, index: usize, cloth: &'a Cloth, h: Scalar) -> Sheet<'a> {
        let frame = self.bodies[index].pose;
        let mut sheet = Sheet::new(cloth);
        for (number, pair) in self.pairs.iter().enumerate() {
            let other = match pair {
                Pair { a, b, .. } if *a == index => *b,
                Pair { a, b, .. } if *b == index => *a,
                _ => continue,
            };
            let body = &mut self.bodies[other];
            let place = frame.to_local(body.pose.position);
            let turned = frame.rotation.inverse();
            let pull = turned * self.gravity * body.gravity_scale;
            match body.shape {
                Shape::Ball { radius } if body.kind == BodyKind::Dynamic && place.y > 0.0 => {
                    if cloth.grid.compartment(place).is_none() {
                        continue;
                    }
                    body.side = Side::Above(index);
                    let velocity = turned * body.start.0;
                    let reach = cloth.law.rigid_at + velocity.length() * h;
                    if place.y - radius < reach {
                        sheet.balls.push(Ball::new(
                            (other, number),
                            radius,
                            body.inverse_mass,
                            (place, velocity),
                            pull,
                        ));
                    }
                }
                Shape::Capsule { radius, half_length } if body.kind != BodyKind::Static && place.y < 0.0 => {
                    let limits = cloth.grid.half_extents();
                    if place.x.abs() > limits.x || place.z.abs() > limits.z {
                        continue;
                    }
                    body.side = Side::Below(index);
                    let axis = body.pose.axis();
                    let up = if axis.dot(frame.axis()) < 0.0 { -1.0 } else { 1.0 };
                    let arm = axis * (half_length * up);
                    sheet.tips.push(tip(other, body, frame, arm, radius, pull));
                }
                _ => {}
            }
        }
        sheet
    }

    /// Gives the bodies of a sheet what it found.
    fn take_back(&mut self, index: usize, sheet: &Sheet, h: Scalar) {
        let rotation = self.bodies[index].pose.rotation;
        for ball in sheet.balls.iter().filter(|ball| ball.felt) {
            let body = &mut self.bodies[ball.body];
            body.velocity = rotation * ball.velocity;
            body.drift = rotation * ball.moved - body.velocity * h;
            let load = ball.press.length();
            if load > 0.0 {
                let normal = rotation * (ball.press / load);
                self.pressed.push(Press { pair: ball.pair, normal, impulse: load });
            }
        }
        for tip in sheet.tips.iter().filter(|tip| tip.felt) {
            let body = &mut self.bodies[tip.body];
            if body.kind != BodyKind::Dynamic {
                continue;
            }
            body.velocity = rotation * tip.carrier;
            body.spin += rotation * tip.turn;
            body.drift = rotation * tip.moved - body.velocity * h;
        }
    }

    /// Whether a pair meets through a cloth and not by its shapes.
    pub(super) fn is_veiled(&self, pair: &Pair) -> bool {
        let (a, b) = (&self.bodies[pair.a], &self.bodies[pair.b]);
        let of = |side: Side, cloth: usize| side == Side::Above(cloth) || side == Side::Below(cloth);
        if of(a.side, pair.b) || of(b.side, pair.a) {
            return true;
        }
        match (a.side, b.side) {
            (Side::Above(one), Side::Below(two)) | (Side::Below(one), Side::Above(two)) => one == two,
            _ => false,
        }
    }

    /// Writes the friction of a ball under the load that the cloth gave it.
    pub(super) fn add_pressed(&mut self, index: usize, h: Scalar) {
        let Ok(found) = self.pressed.binary_search_by_key(&index, |press| press.pair) else { return };
        let Press { normal, impulse, .. } = self.pressed[found];
        let pair = &self.pairs[index];
        let (ball, sign) = if self.bodies[pair.a].cloth.is_some() { (pair.b, 1.0) } else { (pair.a, -1.0) };
        let body = &self.bodies[ball];
        let mut manifold = Manifold::single(normal * sign, body.pose.position - normal * body.size, 0.0, 0);
        manifold.rolling = Rolling::Sphere(body.size);
        self.add_constraint(index, &manifold, &manifold, (0.0, 0.0, 0.0), h);
        if let Some(constraint) = self.constraints.last_mut() {
            constraint.bear(impulse);
        }
    }
}

/// A bat under a cloth, in the cloth's frame. `arm` leads from its centre of mass to the centre of its tip.
fn tip(index: usize, body: &Body, frame: Pose, arm: Vector, radius: Scalar, pull: Vector) -> Tip {
    let turned = frame.rotation.inverse();
    let rotation = Matrix::from_quat(turned);
    let inverse_inertia = rotation * body.inverse_inertia * rotation.transpose();
    let guide = body.guide.map(|guide| turned * guide);
    let (carried, pull) = match guide {
        _ if body.kind != BodyKind::Dynamic => (Matrix::ZERO, Vector::ZERO),
        Some(guide) => {
            let along = guide * body.inverse_mass;
            let only = Matrix::from_cols(along * guide.x, along * guide.y, along * guide.z);
            (only, guide * pull.dot(guide))
        }
        None => (Matrix::IDENTITY * body.inverse_mass, pull),
    };
    Tip {
        body: index,
        radius,
        arm: turned * arm,
        place: frame.to_local(body.pose.position + arm),
        velocity: turned * (body.start.0 + body.start.1.cross(arm)),
        carrier: turned * body.start.0,
        turn: Vector::ZERO,
        moved: Vector::ZERO,
        carried,
        inverse_inertia,
        pull,
        tent: None,
        felt: false,
    }
}
