//! Sums over a table: energy, momentum, loads, and the number that stands for all of its bits.

use avian3d::prelude::*;

use super::{PieceId, State, Table};
use crate::physics::solver::Body;
use crate::physics::{BodyKind, ExactCollider, Heft, Mechanics};
use crate::units::{Scalar, Vector};

impl Table {
    /// Angular momentum of a piece about its centre of mass.
    pub fn angular_momentum(&self, id: PieceId) -> Vector {
        self.body(id).map_or(Vector::ZERO, |body| body.angular_momentum())
    }

    /// A piece as the solver would see it now.
    fn body(&self, id: PieceId) -> Option<Body> {
        let entity = self.world.entity(self.entity(id)?);
        let kind =
            if entity.contains::<Heft>() && entity.get::<RigidBody>().is_some_and(RigidBody::is_dynamic) {
                BodyKind::Dynamic
            } else {
                BodyKind::Static
            };
        let state = self.state(id);
        let shape = entity.get::<ExactCollider>()?.0.clone();
        let mut body = Body::new(id.0, kind, shape, state.pose, entity.get::<Heft>()?.0, 0);
        (body.velocity, body.spin) = (state.velocity, state.spin);
        Some(body)
    }

    /// Kinetic energy of all pieces, joules.
    pub fn kinetic_energy(&self) -> Scalar {
        self.pieces().filter_map(|id| self.body(id)).map(|body| body.kinetic_energy()).sum()
    }

    /// Kinetic energy plus potential energy in uniform gravity, joules.
    pub fn mechanical_energy(&self) -> Scalar {
        let gravity = self.world.resource::<Gravity>().0;
        let bodies = self.pieces().filter_map(|id| self.body(id)).filter(|body| body.inverse_mass > 0.0);
        bodies.map(|body| body.kinetic_energy() - gravity.dot(body.pose.position) / body.inverse_mass).sum()
    }

    /// A number that differs whenever any bit of any pose or velocity does (FNV-1a).
    pub fn hash(&self) -> u64 {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        let mut take = |value: Scalar| {
            for byte in value.to_bits().to_le_bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        };
        for id in self.pieces() {
            take(Scalar::from(id.0));
            let State { pose, velocity, spin } = self.state(id);
            for vector in [pose.position, velocity, spin] {
                vector.to_array().into_iter().for_each(&mut take);
            }
            pose.rotation.to_array().into_iter().for_each(&mut take);
        }
        hash
    }

    /// What the contact of two pieces bore in the last sub-step: total normal impulse, newton seconds, and where
    /// its load was relative to its middle, metres. `None` when they bore nothing.
    pub fn bearing(&self, a: PieceId, b: PieceId) -> Option<(Scalar, Vector)> {
        let mechanics = self.world.resource::<Mechanics>();
        let ids = (a.0.min(b.0), a.0.max(b.0));
        let pair = mechanics.dynamics.pairs.iter().find(|pair| pair.ids == ids)?;
        let first = pair.cache.manifolds.first()?;
        Some((first.total(), first.load))
    }
}
