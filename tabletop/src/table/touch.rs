//! Where pieces touch one another now, and what they bore in the last sub-step.

use super::{PieceId, Table};
use crate::geometry::contact::collide;
use crate::physics::Mechanics;
use crate::physics::solver::Pair;
use crate::units::{GRAVITY, Scalar, Vector};

/// Largest gap across which two pieces count as touching, metres.
pub const TOUCHING: Scalar = 1.0e-5;

/// A face, rim or point at which two pieces touch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// The piece with the smaller number.
    pub a: PieceId,
    /// The other piece.
    pub b: PieceId,
    /// Unit vector from `a` to `b`.
    pub normal: Vector,
    /// Smallest gap, metres; negative where they overlap.
    pub gap: Scalar,
    /// Normal impulse of the last sub-step, newton seconds.
    pub impulse: Scalar,
    /// Friction impulse of the last sub-step on `b`, newton seconds.
    pub friction: Vector,
}

impl Touch {
    /// The piece at the other end, and the unit vector from it to `id`.
    pub fn seen_from(&self, id: PieceId) -> Option<(PieceId, Vector)> {
        if id == self.b {
            Some((self.a, self.normal))
        } else {
            (id == self.a).then_some((self.b, -self.normal))
        }
    }

    /// Impulse of the last sub-step on `id`, newton seconds.
    pub fn impulse_on(&self, id: PieceId) -> Vector {
        let on_b = self.normal * self.impulse + self.friction;
        if id == self.b {
            on_b
        } else if id == self.a {
            -on_b
        } else {
            Vector::ZERO
        }
    }
}

impl Table {
    /// All touches, in the order of the numbers of their pieces. The table must have stepped since pieces were
    /// put, moved or taken away.
    pub fn touches(&self) -> Vec<Touch> {
        let mut touches = Vec::new();
        let dynamics = &self.world.resource::<Mechanics>().dynamics;
        let mut found = Vec::new();
        for pair in &dynamics.pairs {
            let Pair { ids, cache, .. } = pair;
            let ids = [ids.0, ids.1].map(PieceId);
            let [Some(a), Some(b)] = [pair.a, pair.b].map(|index| dynamics.bodies.get(index)) else {
                continue;
            };
            if ids.iter().any(|id| self.entity(*id).is_none()) {
                continue;
            }
            found.clear();
            collide(&a.shape, a.pose, &b.shape, b.pose, TOUCHING, cache.hint(), &mut found);
            touches.extend(found.iter().filter_map(|manifold| {
                let gap = manifold.points.iter().map(|point| point.gap).fold(Scalar::INFINITY, Scalar::min);
                let bore = cache.of(manifold.feature);
                (gap <= TOUCHING).then(|| Touch {
                    a: ids[0],
                    b: ids[1],
                    normal: manifold.normal,
                    gap,
                    impulse: bore.map_or(0.0, |cache| cache.total()),
                    friction: bore.map_or(Vector::ZERO, |cache| cache.friction),
                })
            }));
        }
        touches
    }

    /// Whether any contact bore anything on a piece in the last sub-step.
    pub fn is_loaded(&self, id: PieceId) -> bool {
        let pairs = &self.world.resource::<Mechanics>().dynamics.pairs;
        let about = |pair: &&Pair| pair.ids.0 == id.0 || pair.ids.1 == id.0;
        pairs.iter().filter(about).any(|pair| pair.cache.manifolds.iter().any(|cache| cache.total() > 0.0))
    }

    /// Share of its weight that contacts bore on a piece in the last sub-step; 1 at rest.
    pub fn borne_share(&self, id: PieceId, touches: &[Touch]) -> Scalar {
        let weight = self.mass(id).unwrap_or(0.0) * GRAVITY * self.substep();
        let borne: Scalar = touches.iter().map(|touch| touch.impulse_on(id).y).sum();
        if weight > 0.0 { borne / weight } else { 0.0 }
    }
}
