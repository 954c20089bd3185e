//! From a described scene to the set-up of a session.

use super::{ClothSetup, LawSetup, PieceSetup, Role, Setup, ZoneSetup};
use crate::geometry::overlap::{Circle, InvalidZone, Zone, ZoneShape as Outline};
use crate::physics::{BodyKind, MaterialId, PairLaw};
use crate::scene::{ClothDef, PartKind, SceneDef, ZoneDef, ZoneShape};

impl Setup {
    /// The set-up that a scene describes. Parts of its board are numbered first, in their order, then its pieces
    /// in theirs.
    ///
    /// # Errors
    ///
    /// When a zone is one that no disc can be measured against.
    pub fn of_scene(scene: &SceneDef) -> Result<Self, InvalidZone> {
        let materials = &scene.materials;
        let count = materials.iter().count() as u16;
        let pairs = (0..count).flat_map(|a| (a..count).map(move |b| (a, b)));
        let law = |(a, b)| LawSetup { materials: (a, b), law: materials.pair(MaterialId(a), MaterialId(b)) };
        let material = |name| materials.find(name).map_or(0, |id| id.0);
        let parts = scene.board.parts.iter().map(|part| PieceSetup {
            id: 0,
            name: part.name.clone(),
            shape: part.shape.clone().into(),
            pose: part.pose,
            mass: 0.0,
            kind: BodyKind::Static,
            material: part.material.0,
            role: match part.kind {
                PartKind::Plate | PartKind::Ring | PartKind::Cloth => Role::Board,
                _ => Role::Scenery,
            },
        });
        let pieces = scene.pieces.iter().map(|piece| PieceSetup {
            id: 0,
            name: piece.name.clone(),
            shape: piece.kind.shape.clone().into(),
            pose: piece.pose,
            mass: piece.kind.mass,
            kind: BodyKind::Dynamic,
            material: piece.kind.material.0,
            role: Role::Piece,
        });
        let numbered = parts.chain(pieces).zip(0u32..).map(|(piece, id)| PieceSetup { id, ..piece });
        Ok(Self {
            laws: pairs.map(law).collect(),
            skin: material("skin"),
            bat: material("varnished_wood"),
            pieces: numbered.collect(),
            cloths: scene.board.cloths.iter().map(cloth).collect(),
            zones: scene.board.zones.iter().map(zone).collect::<Result<_, _>>()?,
            ..Self::new(PairLaw::REFERENCE)
        })
    }
}

fn cloth(ClothDef { part, cloth }: &ClothDef) -> ClothSetup {
    ClothSetup { plate: *part as u32, cloth: cloth.clone() }
}

fn zone(zone: &ZoneDef) -> Result<ZoneSetup, InvalidZone> {
    let shape = match zone.shape.clone() {
        ZoneShape::Disc { centre, radius } => Outline::Disc { centre, radius },
        ZoneShape::Annulus { centre, inner, outer } => Outline::Annulus { centre, inner, outer },
        ZoneShape::Sector { centre, radius_inner, radius_outer, azimuth, half_angle } => {
            Outline::Sector { centre, radius_inner, radius_outer, azimuth, half_angle }
        }
        ZoneShape::Ellipse { centre, half_axes, rotation } => {
            Outline::Ellipse { centre, half_axes, rotation }
        }
        ZoneShape::Polygon(corners) => Outline::Polygon(corners),
    };
    let holes = zone.cut.iter().map(|(centre, radius)| Circle::new(*centre, *radius)).collect();
    Ok(ZoneSetup { name: zone.name.clone(), zone: Zone::new(shape, holes)? })
}
