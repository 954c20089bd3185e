//! From a described scene to a table with its pieces on it.

use crate::geometry::{Pose, Shape};
use crate::physics::{BodyKind, MaterialId, PairLaw, PairLaws};
use crate::scene::{KindDef, SceneDef};
use crate::table::{Piece, PieceId, StepRate, Table};
use crate::units::{Scalar, Vector};

/// A table set as a scene says, and which of its bodies is what.
pub struct Setting {
    /// The table.
    pub table: Table,
    /// Bodies of the parts of the board, in the order of the scene.
    pub parts: Vec<PieceId>,
    /// Pieces by name, in the order of the scene and then of their making.
    pub pieces: Vec<(String, PieceId)>,
}

impl Setting {
    /// Sets the table.
    pub fn new(scene: &SceneDef, rate: StepRate) -> Self {
        let mut table = Table::new(rate, PairLaw::REFERENCE);
        let materials = &scene.materials;
        let ids = || (0u16..).take(materials.iter().count()).map(MaterialId);
        let mut laws = PairLaws::default();
        for a in ids() {
            for b in ids().filter(|b| *b >= a) {
                laws.set(a, b, materials.pair(a, b));
            }
        }
        table.world_mut().insert_resource(laws);
        let mut setting = Self { table, parts: Vec::new(), pieces: Vec::new() };
        for part in &scene.board.parts {
            let fixed = Piece::fixed(part.shape.clone(), part.pose).of(part.material.0);
            setting.parts.push(setting.table.spawn(fixed));
        }
        for cloth in &scene.board.cloths {
            setting.table.stretch(setting.parts[cloth.part], cloth.cloth.clone());
        }
        for piece in &scene.pieces {
            setting.add(piece.name.clone(), &piece.kind, piece.pose);
        }
        setting
    }

    /// Puts one more piece on the table.
    pub fn add(&mut self, name: String, kind: &KindDef, pose: Pose) -> PieceId {
        let piece = Piece {
            shape: kind.shape.clone(),
            pose,
            mass: kind.mass,
            kind: BodyKind::Dynamic,
            material: kind.material.0,
        };
        let id = self.table.spawn(piece);
        self.pieces.push((name, id));
        id
    }

    /// The body of a piece that is on the table.
    pub fn piece(&self, name: &str) -> Option<PieceId> {
        self.pieces.iter().find(|(known, _)| known == name).map(|(_, id)| *id)
    }

    /// Takes a piece off the table; `false` if it was not there.
    pub fn remove(&mut self, name: &str) -> bool {
        let Some(place) = self.pieces.iter().position(|(known, _)| known == name) else { return false };
        let (_, id) = self.pieces.remove(place);
        self.table.remove(id);
        true
    }

    /// The piece over a point of the plan whose middle is highest.
    pub fn piece_over(&self, at: Vector) -> Option<PieceId> {
        let over = self.pieces.iter().map(|(_, id)| *id).filter(|id| self.covers(*id, at, 1.0e-3));
        over.max_by(|a, b| self.height(*a).total_cmp(&self.height(*b)))
    }

    /// How high the highest thing over a point of the plan reaches; 0 where there is nothing.
    pub fn top_over(&self, at: Vector) -> Scalar {
        let pieces = self.pieces.iter().map(|(_, id)| *id);
        let tops = self.parts.iter().copied().chain(pieces).filter(|id| self.covers(*id, at, 0.0));
        let top = |id: PieceId| match self.table.shape(id) {
            Some(Shape::Plate(plate)) => {
                let pose = self.table.state(id).pose;
                let local = pose.to_local(at);
                let plan = crate::units::Vector2::new(local.x, local.z);
                plate
                    .has_surface(plan)
                    .then(|| pose.to_world(Vector::new(local.x, plate.height(plan), local.z)).y)
            }
            Some(shape) => Some(shape.bounds(self.table.state(id).pose).1.y),
            None => None,
        };
        tops.filter_map(top)
            .fold(None, |highest: Option<Scalar>, y| Some(highest.map_or(y, |h| h.max(y))))
            .unwrap_or(0.0)
    }

    fn covers(&self, id: PieceId, at: Vector, slack: Scalar) -> bool {
        self.table.shape(id).is_some_and(|shape| {
            let (low, high) = shape.bounds(self.table.state(id).pose);
            let inside = |x: Scalar, low: Scalar, high: Scalar| (low - slack..=high + slack).contains(&x);
            inside(at.x, low.x, high.x) && inside(at.z, low.z, high.z)
        })
    }

    fn height(&self, id: PieceId) -> Scalar {
        self.table.state(id).pose.position.y
    }
}
