//! Cloths on a table.

use super::{PieceId, Table};
use crate::physics::Cloth;

impl Table {
    /// Stretches a cloth under a plate that is on the table, in place of any it had. Its grid has its middle at
    /// the plate's origin.
    pub fn stretch(&mut self, plate: PieceId, cloth: Cloth) {
        if let Some(entity) = self.entity(plate) {
            self.world.entity_mut(entity).insert(cloth);
        }
    }

    /// All cloths with the plates that hold them, in the order of those.
    pub fn cloths(&self) -> impl Iterator<Item = (PieceId, &Cloth)> {
        let cloth = |id| self.world.entity(self.entity(id)?).get::<Cloth>();
        self.pieces().filter_map(move |id| Some((id, cloth(id)?)))
    }
}
