//! What a contact remembers from step to step: impulses to start from, and whether it stuck.

use arrayvec::ArrayVec;

use crate::geometry::contact::{Hint, MAX_POINTS};
use crate::units::{Scalar, Vector};

/// Memory of one manifold.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ManifoldCache {
    /// Which manifold of the pair.
    pub feature: u32,
    /// Normal impulse of each point by its feature, newton seconds.
    pub normal: ArrayVec<(u32, Scalar), MAX_POINTS>,
    /// Friction impulse on the second body, world, newton seconds.
    pub friction: Vector,
    /// Impulse that resists spin about the normal, newton metre seconds.
    pub twist: Scalar,
    /// Impulse that resists rolling, world, newton metre seconds.
    pub rolling: Vector,
    /// Whether it held without sliding.
    pub stuck: bool,
    /// Load relative to the middle of the contact, world, metres.
    pub load: Vector,
}

impl ManifoldCache {
    /// Every number of it, to the last bit.
    fn bits(&self) -> impl Iterator<Item = u64> + '_ {
        let vectors = [self.friction, self.rolling, self.load].into_iter().flat_map(|v| v.to_array());
        let numbers = vectors.chain([self.twist]).map(Scalar::to_bits);
        let points =
            self.normal.iter().flat_map(|(feature, impulse)| [u64::from(*feature), impulse.to_bits()]);
        numbers.chain(points).chain([u64::from(self.feature), u64::from(self.stuck)])
    }

    /// Sum of the normal impulses.
    pub fn total(&self) -> Scalar {
        self.normal.iter().map(|(_, impulse)| impulse).sum()
    }
}

/// Memory of a pair: one entry for each of its manifolds that bore anything.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PairCache {
    /// The manifolds.
    pub manifolds: Vec<ManifoldCache>,
}

impl PairCache {
    /// The entry of a manifold.
    pub fn of(&self, feature: u32) -> Option<&ManifoldCache> {
        self.manifolds.iter().find(|cache| cache.feature == feature)
    }

    /// Whether two memories are the same to the last bit, which equality of numbers does not say of zeros.
    pub fn is_same(&self, other: &Self) -> bool {
        let ours = self.manifolds.iter().flat_map(ManifoldCache::bits);
        ours.eq(other.manifolds.iter().flat_map(ManifoldCache::bits))
    }

    /// What the geometry is told about the last step.
    pub fn hint(&self) -> Hint {
        Hint { load: self.manifolds.first().map_or(Vector::ZERO, |cache| cache.load) }
    }
}
