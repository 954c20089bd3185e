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
    /// Pieces on the table by name, in the order of their numbers.
    pub pieces: Vec<(String, PieceId)>,
}

impl Setting {
    /// Sets the table: parts of the board are numbered first, then the pieces.
    pub fn new(scene: &SceneDef, rate: StepRate) -> Self {
        let mut setting = Self::bare(scene, rate);
        for piece in &scene.pieces {
            setting.add(piece.name.clone(), &piece.kind, piece.pose);
        }
        setting
    }

    /// Sets the board with nothing on it.
    pub fn bare(scene: &SceneDef, rate: StepRate) -> Self {
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
        setting
    }

    /// Puts one more piece on the table.
    pub fn add(&mut self, name: String, kind: &KindDef, pose: Pose) -> PieceId {
        let [next, _] = self.table.next_numbers();
        self.add_as(PieceId(next), name, kind, pose);
        PieceId(next)
    }

    /// Puts a piece on the table under a number that no other piece there has.
    ///
    /// # Panics
    ///
    /// If the number is taken.
    pub fn add_as(&mut self, id: PieceId, name: String, kind: &KindDef, pose: Pose) {
        let piece = Piece {
            shape: kind.shape.clone(),
            pose,
            mass: kind.mass,
            kind: BodyKind::Dynamic,
            material: kind.material.0,
        };
        self.table.spawn_as(id, piece);
        let place = self.pieces.partition_point(|(_, other)| *other < id);
        self.pieces.insert(place, (name, id));
    }

    /// The body of a piece that is on the table.
    pub fn piece(&self, name: &str) -> Option<PieceId> {
        self.pieces.iter().find(|(known, _)| known == name).map(|(_, id)| *id)
    }

    /// Takes a piece off the table.
    pub fn remove(&mut self, id: PieceId) {
        self.pieces.retain(|(_, known)| *known != id);
        self.table.remove(id);
    }

    /// The piece over a point of the plan whose middle is highest.
    pub fn piece_over(&self, at: Vector) -> Option<PieceId> {
        let over = self.pieces.iter().map(|(_, id)| *id).filter(|id| self.covers(*id, at, 1.0e-3));
        over.max_by(|a, b| self.height(*a).total_cmp(&self.height(*b)))
    }

    /// How high the highest thing over a point of the plan reaches, but for one piece; 0 where there is nothing.
    pub fn top_over(&self, at: Vector, but_for: Option<PieceId>) -> Scalar {
        let pieces = self.pieces.iter().map(|(_, id)| *id).filter(|id| Some(*id) != but_for);
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::scene::{Sources, load_scene, parse_scene};

    /// A disc wedged between two pegs, one on edge in a corner, a leaning row, a stack with a lid across two, a die.
    const WEDGED: &str = r#"(
        title: "Coincés",
        board: (name: "board", parts: [
            (name: "floor", material: "varnished_wood", shape: Plate(outline: Infinite, thickness_mm: 10)),
            (name: "west", material: "varnished_wood", at_mm: (-20, 0), shape: Peg(diameter_mm: 10, tall_mm: 40)),
            (name: "east", material: "varnished_wood", at_mm: (20, 0), shape: Peg(diameter_mm: 10, tall_mm: 40)),
            (name: "wall", material: "varnished_wood", shape: Wall(from_mm: (-100, 60), to_mm: (100, 60), tall_mm: 30, thickness_mm: 6)),
        ]),
        kinds: [(name: "disc", shape: Disc(diameter_mm: 31, thickness_mm: 6), material: "varnished_wood")],
        pieces: [
            (name: "wedged", kind: "disc", at_mm: (0, 0), height_mm: 41, tilt_deg: 20),
            (name: "edge", kind: "disc", at_mm: (0, 50), azimuth_deg: 0, tilt_deg: 80, height_mm: 0.5),
            (name: "lean", kind: "disc", at_mm: (60, 44), tilt_deg: 65, tilt_azimuth_deg: 0, height_mm: 1),
            (name: "left", kind: "disc", at_mm: (-80, -60), stack: 4),
            (name: "right", kind: "disc", at_mm: (-80, -95), stack: 4),
            (name: "lid", kind: "disc", at_mm: (-80, -77.5)),
            (name: "d6", shape: D6(size_mm: 15, rounding_mm: 1.5), material: "bone", at_mm: (60, -60), height_mm: 20, tilt_deg: 30),
        ],
    )"#;

    #[test]
    fn sleeping_changes_no_bit() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenes");
        let shipped = ["stack.ron", "edge-and-leaning.ron", "oriental-full.ron"];
        let mut scenes: Vec<SceneDef> =
            shipped.map(|name| load_scene(&folder.join(name)).unwrap()).into_iter().collect();
        scenes.push(parse_scene(&folder.join("wedged.ron"), WEDGED, &Sources::default()).unwrap());
        for scene in scenes {
            let mut tables = [true, false].map(|sleeping| {
                let mut setting = Setting::new(&scene, StepRate::default());
                setting.table.set_sleeping(sleeping);
                setting
            });
            let steps = if scene.pieces.len() > 50 { 500 } else { 1500 };
            for step in 0..steps {
                for Setting { table, pieces, .. } in &mut tables {
                    if step == steps / 2 {
                        table.set_velocity(pieces[0].1, Vector::new(0.4, 0.0, -0.5), Vector::ZERO);
                    }
                    table.step();
                }
                let [asleep, awake] = tables.each_ref().map(|setting| setting.table.hash());
                assert_eq!(asleep, awake, "`{}` differs after step {step}", scene.title);
            }
        }
    }
}
