//! Which holes pieces go through, in which order.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::geometry::Hole;
use crate::physics::BodyKind;
use crate::table::{PieceId, Table};
use crate::units::{Scalar, Vector, Vector2};

/// A centre of mass went through the plane of a hole's mouth, within its radius.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passage {
    /// The board.
    pub board: u32,
    /// Number of the hole in it.
    pub hole: u32,
    /// Down or, if not, up.
    pub down: bool,
    /// Step of the table at whose end it was seen.
    pub step: u64,
}

/// Watches pieces pass through holes, from step to step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Passages {
    passed: BTreeMap<PieceId, Vec<Passage>>,
    last: BTreeMap<PieceId, Vector>,
}

impl Passages {
    /// Holes a piece went through since they were last forgotten, in order.
    pub fn of(&self, piece: PieceId) -> &[Passage] {
        self.passed.get(&piece).map_or(&[], Vec::as_slice)
    }

    /// Forgets what was passed, not where pieces are.
    pub fn forget(&mut self) {
        self.passed.clear();
    }

    /// Says that a piece was put somewhere, not moved there.
    pub fn put(&mut self, piece: PieceId, at: Vector) {
        self.last.insert(piece, at);
    }

    /// All that was passed, by piece.
    pub fn all(&self) -> impl Iterator<Item = (PieceId, &[Passage])> {
        self.passed.iter().map(|(id, passed)| (*id, passed.as_slice()))
    }

    /// A watch that already knows what was passed, beginning with the table as it is.
    pub fn resume(table: &Table, passed: impl IntoIterator<Item = (PieceId, Vec<Passage>)>) -> Self {
        let last = movable(table).map(|id| (id, table.state(id).pose.position)).collect();
        Self { passed: passed.into_iter().collect(), last }
    }

    /// Looks at the table, once after every step.
    pub fn feed(&mut self, table: &Table, boards: &[PieceId], step: u64) {
        for piece in movable(table) {
            let to = table.state(piece).pose.position;
            let Some(from) = self.last.insert(piece, to) else { continue };
            if from == to {
                continue;
            }
            for &board in boards {
                let Some(plate) = table.shape(board).and_then(|shape| shape.as_plate()) else { continue };
                let pose = table.state(board).pose;
                let [from, to] = [from, to].map(|point| pose.to_local(point));
                for (hole, number) in plate.holes.iter().zip(0u32..) {
                    let level = plate.height(hole.centre);
                    if let Some(down) = passes(hole, level, from, to) {
                        let passage = Passage { board: board.0, hole: number, down, step };
                        self.passed.entry(piece).or_default().push(passage);
                    }
                }
            }
        }
        self.last.retain(|id, _| table.entity(*id).is_some());
    }
}

/// Pieces that can pass through holes.
fn movable(table: &Table) -> impl Iterator<Item = PieceId> + '_ {
    table.pieces().filter(|id| !id.is_passing() && table.kind(*id) == Some(BodyKind::Dynamic))
}

/// Whether a step from one point to another goes through a hole whose mouth is at `level`, and whether down.
fn passes(hole: &Hole, level: Scalar, from: Vector, to: Vector) -> Option<bool> {
    let (above, below) = (from.y - level, to.y - level);
    if (above > 0.0) == (below > 0.0) {
        return None;
    }
    let crossing = from.lerp(to, above / (above - below));
    let off = Vector2::new(crossing.x, crossing.z) - hole.centre;
    (off.length_squared() <= hole.radius * hole.radius).then_some(above > 0.0)
}
