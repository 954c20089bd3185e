//! A body as the solver sees it.

use std::sync::Arc;

use super::cloth::Side;
use crate::geometry::{Pose, Shape};
use crate::physics::cloth::Cloth;
use crate::units::{Matrix, Quaternion, Scalar, Vector};

/// No piece is this fast, metres per second; a body that would be is stopped.
const FASTEST: Scalar = 1.0e4;

/// Who moves a body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyKind {
    /// Nobody.
    Static,
    /// A hand or a script, whatever stands in the way.
    Kinematic,
    /// Contacts and gravity.
    Dynamic,
}

/// A rigid body. SI units, world frame unless said otherwise.
#[derive(Clone, Debug)]
pub struct Body {
    /// Stable identifier; bodies and pairs are kept in its order.
    pub id: u32,
    /// Who moves it.
    pub kind: BodyKind,
    /// Its shape.
    pub shape: Shape,
    /// Number of its material.
    pub material: u16,
    /// Where its centre of mass is and how it is turned.
    pub pose: Pose,
    /// Velocity of the centre of mass.
    pub velocity: Vector,
    /// Angular velocity.
    pub spin: Vector,
    /// One over its mass; zero unless dynamic.
    pub inverse_mass: Scalar,
    /// Principal moments of inertia in its own frame; infinite for a body that must not turn.
    pub inertia: Vector,
    /// Share of gravity that it feels.
    pub gravity_scale: Scalar,
    /// Radius of the sphere that holds it; infinite for a plate.
    pub size: Scalar,
    /// The only direction in which it moves, a unit vector, if it is guided.
    pub guide: Option<Vector>,
    /// The cloth that it holds, if it is a plate that holds one.
    pub cloth: Option<Arc<Cloth>>,

    /// World inverse inertia, valid within a step.
    pub(super) inverse_inertia: Matrix,
    /// Velocity and spin at the start of the step, before gravity.
    pub(super) start: (Vector, Vector),
    /// Velocity and spin with this step's gravity, before contacts.
    pub(super) entry: (Vector, Vector),
    /// Instant of this body's first impact within the step; infinite if none.
    pub(super) instant: Scalar,
    /// Where a cloth puts it in this step besides what its velocity at the end says, metres.
    pub(super) drift: Vector,
    /// The cloth it is over or under.
    pub(super) side: Side,
    /// Velocity and spin that only separate overlapping bodies and carry no momentum.
    pub(super) push: (Vector, Vector),
    /// Whether a contact bore something on it in the last step.
    pub(super) borne: bool,
    /// Whether the turning of its spin in this step is already in its velocity, because a rim of it rolls.
    pub(super) foreseen: bool,
    /// Whether it rests in a group that was solved exactly and that nothing has touched since: it is skipped.
    pub(super) held: bool,
    /// Which group, while held.
    pub(super) group: u32,
    /// Whether this step's passes may move it.
    pub(super) restless: bool,
    /// Pass of the solver at which it last changed.
    pub(super) changed: u32,
}

impl Body {
    /// A body at rest. `mass` in kilograms; ignored unless dynamic.
    pub fn new(id: u32, kind: BodyKind, shape: Shape, pose: Pose, mass: Scalar, material: u16) -> Self {
        let dynamic = kind == BodyKind::Dynamic;
        let size = shape.bounding_radius().unwrap_or(Scalar::INFINITY);
        Self {
            id,
            kind,
            material,
            pose,
            velocity: Vector::ZERO,
            spin: Vector::ZERO,
            inverse_mass: if dynamic { 1.0 / mass } else { 0.0 },
            inertia: shape.unit_inertia() * mass,
            gravity_scale: 1.0,
            size,
            guide: None,
            cloth: None,
            shape,
            inverse_inertia: Matrix::ZERO,
            start: (Vector::ZERO, Vector::ZERO),
            entry: (Vector::ZERO, Vector::ZERO),
            instant: Scalar::INFINITY,
            drift: Vector::ZERO,
            side: Side::Clear,
            push: (Vector::ZERO, Vector::ZERO),
            borne: false,
            foreseen: false,
            held: false,
            restless: false,
            group: id,
            changed: 0,
        }
    }

    /// Whether it neither moves nor would begin to by itself.
    pub(super) fn idle(&self) -> bool {
        match self.kind {
            BodyKind::Static => true,
            BodyKind::Dynamic => self.held,
            BodyKind::Kinematic => !self.driven(),
        }
    }

    /// Whether it is moved by outside command.
    pub(super) fn driven(&self) -> bool {
        self.kind == BodyKind::Kinematic && (self.velocity != Vector::ZERO || self.spin != Vector::ZERO)
    }

    /// Velocity of the body's matter at an offset from its centre of mass.
    pub fn velocity_at(&self, offset: Vector) -> Vector {
        self.velocity + self.spin.cross(offset)
    }

    /// Speed of its fastest part at the start of the step, metres per second; of an endless thing that of its middle.
    pub(super) fn speed(&self) -> Scalar {
        let turning = if self.size.is_finite() { self.start.1.length() * self.size } else { 0.0 };
        self.start.0.length() + turning
    }

    /// Kinetic energy, joules; zero unless dynamic.
    pub fn kinetic_energy(&self) -> Scalar {
        if self.inverse_mass == 0.0 {
            return 0.0;
        }
        let spin = self.pose.rotation.inverse() * self.spin;
        let turning = if self.inertia.is_finite() { (spin * spin).dot(self.inertia) } else { 0.0 };
        0.5 * (self.velocity.length_squared() / self.inverse_mass + turning)
    }

    /// Angular momentum about the centre of mass.
    pub fn angular_momentum(&self) -> Vector {
        let rotation = self.pose.rotation;
        rotation * (self.inertia * (rotation.inverse() * self.spin))
    }

    pub(super) fn begin_step(&mut self, gravity: Vector, h: Scalar) {
        self.start = (self.velocity, self.spin);
        self.instant = Scalar::INFINITY;
        self.drift = Vector::ZERO;
        self.side = Side::Clear;
        self.foreseen = false;
        self.push = (Vector::ZERO, Vector::ZERO);
        if self.kind != BodyKind::Dynamic {
            return;
        }
        self.velocity += gravity * (self.gravity_scale * h);
        let inverse = self.inertia.recip();
        self.inverse_inertia = if inverse.x == inverse.y && inverse.y == inverse.z {
            Matrix::from_diagonal(inverse)
        } else if inverse.x == inverse.z {
            // Round about its own axis: two numbers and the axis say it all.
            let axis = self.pose.axis();
            let along = axis * (inverse.y - inverse.x);
            Matrix::from_diagonal(Vector::splat(inverse.x))
                + Matrix::from_cols(along * axis.x, along * axis.y, along * axis.z)
        } else {
            let rotation = Matrix::from_quat(self.pose.rotation);
            rotation * Matrix::from_diagonal(inverse) * rotation.transpose()
        };
    }

    /// Where its centre of mass will be after `time` at its starting speed.
    pub(super) fn centre_after(&self, time: Scalar) -> Vector {
        if self.kind == BodyKind::Static {
            self.pose.position
        } else {
            self.pose.position + self.start.0 * time
        }
    }

    /// Where the body will be after `time` at its starting speed.
    pub(super) fn pose_after(&self, time: Scalar) -> Pose {
        if self.kind == BodyKind::Static || time == 0.0 {
            return self.pose;
        }
        Pose::new(self.pose.position + self.start.0 * time, turned(self.pose.rotation, self.start.1 * time))
    }

    /// Moves the body through the step. A body that met something moved at its old speed until that instant.
    pub(super) fn advance(&mut self, h: Scalar, pushed: bool) {
        if self.kind == BodyKind::Static {
            return;
        }
        // The last line of defence: what no piece on a table can do is not done.
        let possible = self.velocity.length_squared() < FASTEST * FASTEST && self.spin.is_finite();
        if !possible {
            (self.velocity, self.spin) = (Vector::ZERO, Vector::ZERO);
        }
        if let Some(guide) = self.guide {
            self.velocity = guide * self.velocity.dot(guide);
        }
        let mut slide = self.velocity * h;
        let mut turn = self.spin;
        let instant = if self.instant.is_finite() { self.instant } else { 0.0 };
        if self.drift != Vector::ZERO {
            slide += self.drift + (self.entry.0 - self.velocity) * instant;
            turn = turn.lerp(self.start.1, instant / h);
        } else if instant > 0.0 {
            slide += (self.start.0 - self.velocity) * instant;
            turn = turn.lerp(self.start.1, instant / h);
        }
        if pushed {
            slide += self.push.0 * h;
        }
        // Not even a zero is added to what stands still: it would turn -0 into 0 and change a hash.
        if slide != Vector::ZERO {
            self.pose.position += slide;
        }
        if self.foreseen {
            // The spin has turned with the body already: the mean of both ends is right to second order.
            self.pose.position += (self.start.0 - self.velocity) * (h / 2.0);
            self.pose.rotation = turned(self.pose.rotation, (self.start.1 + self.spin) * (h / 2.0));
        } else if self.kind == BodyKind::Dynamic && self.wobbles() {
            self.turn_freely(turn, h);
        } else if turn != Vector::ZERO {
            self.pose.rotation = turned(self.pose.rotation, turn * h);
        }
        if pushed && self.push.1 != Vector::ZERO {
            self.pose.rotation = turned(self.pose.rotation, self.push.1 * h);
        }
    }

    /// Whether its spin will not stay as it is: the moments differ, and it does not turn about a principal axis.
    fn wobbles(&self) -> bool {
        let inertia = self.inertia;
        if inertia.x == inertia.y || self.spin.length_squared() <= 1.0e-6 || !inertia.is_finite() {
            return false;
        }
        if inertia.x == inertia.z {
            let axis = self.pose.axis();
            let along = self.spin.dot(axis);
            let across = (self.spin - axis * along).length_squared();
            return along * along * across > 1.0e-16;
        }
        true
    }

    /// Turns the spin as [`Body::turn_freely`] will, before contacts are solved.
    pub(super) fn foresee_turn(&mut self, h: Scalar) {
        if self.foreseen || self.kind != BodyKind::Dynamic || !self.wobbles() {
            return;
        }
        let rotation = self.pose.rotation;
        self.turn_freely(self.spin, h);
        self.pose.rotation = rotation;
        self.foreseen = true;
    }

    /// Turns a body whose moments differ: angular momentum stays, so the spin follows the turning body. Midpoint
    /// rule, second order in `h`.
    fn turn_freely(&mut self, turn: Vector, h: Scalar) {
        let inertia = self.inertia;
        let spin_for =
            |rotation: Quaternion, momentum: Vector| rotation * ((rotation.inverse() * momentum) / inertia);
        let rotation = self.pose.rotation;
        let momentum_of = |spin: Vector| rotation * (inertia * (rotation.inverse() * spin));
        let path = momentum_of(turn);
        let half = turned(rotation, turn * (h / 2.0));
        let end = turned(rotation, spin_for(half, path) * h);
        self.spin = spin_for(end, momentum_of(self.spin));
        self.pose.rotation = end;
    }
}

/// A rotation turned by a rotation vector.
fn turned(rotation: Quaternion, by: Vector) -> Quaternion {
    let square = by.length_squared();
    let step = if square < 0.04 {
        // Series of sin(θ/2)/θ and cos(θ/2) in (θ/2)²: exact to the last bits up to 0.2 rad, the same everywhere,
        // and without a division.
        let x = square * 0.25;
        let sinc = 0.5 - x * (1.0 / 12.0 - x * (1.0 / 240.0 - x * (1.0 / 10_080.0 - x * (1.0 / 725_760.0))));
        let cos = 1.0
            - x * (0.5
                - x * (1.0 / 24.0 - x * (1.0 / 720.0 - x * (1.0 / 40_320.0 - x * (1.0 / 3_628_800.0)))));
        let v = by * sinc;
        Quaternion::from_xyzw(v.x, v.y, v.z, cos)
    } else {
        Quaternion::from_scaled_axis(by)
    };
    (step * rotation).normalize()
}
