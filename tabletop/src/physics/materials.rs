//! Which law holds where two materials meet.

use bevy::prelude::*;

use super::law::PairLaw;

/// Number of a material in [`PairLaws`].
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MaterialId(pub u16);

/// A law for each pair of materials.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct PairLaws {
    fallback: PairLaw,
    materials: usize,
    table: Vec<PairLaw>,
    generation: u32,
}

impl Default for PairLaws {
    fn default() -> Self {
        Self::uniform(PairLaw::REFERENCE)
    }
}

impl PairLaws {
    /// The same law for everything.
    pub fn uniform(law: PairLaw) -> Self {
        Self { fallback: law, materials: 0, table: Vec::new(), generation: 0 }
    }

    /// Sets the law of a pair, in either order.
    pub fn set(&mut self, a: MaterialId, b: MaterialId, law: PairLaw) {
        let needed = usize::from(a.0.max(b.0)) + 1;
        if needed > self.materials {
            let mut table = vec![self.fallback; needed * needed];
            for (index, old) in self.table.iter().enumerate() {
                table[index / self.materials * needed + index % self.materials] = *old;
            }
            self.table = table;
            self.materials = needed;
        }
        let (a, b) = (usize::from(a.0), usize::from(b.0));
        self.table[a * self.materials + b] = law;
        self.table[b * self.materials + a] = law;
        self.generation += 1;
    }

    /// The law of a pair.
    pub fn of(&self, a: MaterialId, b: MaterialId) -> PairLaw {
        let (a, b) = (usize::from(a.0), usize::from(b.0));
        if a.max(b) < self.materials { self.table[a * self.materials + b] } else { self.fallback }
    }

    /// Changes whenever a law does.
    pub fn generation(&self) -> u32 {
        self.generation
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_has_one_law_in_either_order_and_others_keep_theirs() {
        let slippery = PairLaw { kinetic_friction: 0.01, ..PairLaw::REFERENCE };
        let rough = PairLaw { kinetic_friction: 0.9, ..PairLaw::REFERENCE };
        let mut laws = PairLaws::default();
        laws.set(MaterialId(0), MaterialId(1), slippery);
        laws.set(MaterialId(4), MaterialId(2), rough);
        assert_eq!(laws.of(MaterialId(1), MaterialId(0)), slippery);
        assert_eq!(laws.of(MaterialId(2), MaterialId(4)), rough);
        assert_eq!(laws.of(MaterialId(0), MaterialId(4)), PairLaw::REFERENCE);
        assert_eq!(laws.of(MaterialId(7), MaterialId(9)), PairLaw::REFERENCE);
    }
}
