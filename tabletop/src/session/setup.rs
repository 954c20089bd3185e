//! What a session begins with.

use serde::{Deserialize, Serialize};

use super::described::{self, Form};
use crate::geometry::Pose;
use crate::geometry::overlap::Zone;
use crate::physics::{BodyKind, Cloth, PairLaw};
use crate::rest::RestRules;
use crate::strike::SKIN_ON_WOOD;
use crate::table::{Piece, StepRate};
use crate::units::{GRAVITY, Scalar, Vector};

/// Everything that is on and around a table before anything happens, and its laws. SI units.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// Steps per second.
    pub hertz: Scalar,
    /// Parts of a step.
    pub substeps: u32,
    /// Acceleration of free bodies.
    pub gravity: Vector,
    /// Law of all pairs of materials without one of their own.
    #[serde(with = "described::LawText")]
    pub law: PairLaw,
    /// Laws of pairs of materials.
    pub laws: Vec<LawSetup>,
    /// Material of fingers.
    pub skin: u16,
    /// Material of bats and balls that strike.
    pub bat: u16,
    /// When the table is still.
    pub rest: RestRules,
    /// The pieces, in any order.
    pub pieces: Vec<PieceSetup>,
    /// The zones.
    pub zones: Vec<ZoneSetup>,
    /// The cloths under plates.
    #[serde(default)]
    pub cloths: Vec<ClothSetup>,
}

/// The law of a pair of materials.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LawSetup {
    /// Both materials.
    pub materials: (u16, u16),
    /// Their law.
    #[serde(with = "described::LawText")]
    pub law: PairLaw,
}

/// What a thing on the table is to an observer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Role {
    /// A piece of the game; observed.
    Piece,
    /// A board: to lie on it is to be on the board, and its holes are watched.
    Board,
    /// Anything else: floor, tray, wall, peg.
    Scenery,
}

/// One thing on the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceSetup {
    /// Its number; unlike any other's, and below [`crate::table::PieceId::PASSING`].
    pub id: u32,
    /// Its name.
    pub name: String,
    /// Its shape.
    pub shape: Form,
    /// Where it is put.
    #[serde(with = "described::PoseText")]
    pub pose: Pose,
    /// Its mass; ignored unless it is dynamic.
    pub mass: Scalar,
    /// Who moves it.
    #[serde(with = "described::KindText")]
    pub kind: BodyKind,
    /// What it is made of.
    pub material: u16,
    /// What it is to an observer.
    pub role: Role,
}

impl PieceSetup {
    /// The piece to put on a table.
    pub fn piece(&self) -> Piece {
        let Self { shape, pose, mass, kind, material, .. } = self;
        Piece { shape: shape.shape().clone(), pose: *pose, mass: *mass, kind: *kind, material: *material }
    }
}

/// A cloth that is stretched under a plate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClothSetup {
    /// Number of the plate.
    pub plate: u32,
    /// The cloth.
    pub cloth: Cloth,
}

/// A zone of the boards, in the world's plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ZoneSetup {
    /// Its name.
    pub name: String,
    /// Where it is.
    #[serde(with = "described::zone")]
    pub zone: Zone,
}

impl Setup {
    /// An empty table at the shipped step on which everything meets by one law, except fingers, which are of
    /// material 15.
    pub fn new(law: PairLaw) -> Self {
        const SKIN: u16 = 15;
        let StepRate { hertz, substeps } = StepRate::default();
        let laws = (0..SKIN).map(|other| LawSetup { materials: (other, SKIN), law: SKIN_ON_WOOD }).collect();
        Self {
            hertz,
            substeps,
            gravity: Vector::NEG_Y * GRAVITY,
            law,
            laws,
            skin: SKIN,
            bat: 0,
            rest: RestRules::default(),
            pieces: Vec::new(),
            zones: Vec::new(),
            cloths: Vec::new(),
        }
    }

    /// How often the table steps.
    pub fn rate(&self) -> StepRate {
        StepRate { hertz: self.hertz, substeps: self.substeps }
    }
}
