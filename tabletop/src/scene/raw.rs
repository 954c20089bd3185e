//! A scene file as written: names for references, millimetres, grams and degrees, nothing checked.
//!
//! `docs/formats.md` describes every field for whoever writes one. Plan coordinates are (east, north), and
//! every angle of a plan is an azimuth: degrees clockwise from north, seen from above.

use serde::Deserialize;

use crate::units::Scalar;

/// East and north, millimetres.
pub(super) type Plan = (Scalar, Scalar);

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawScene {
    pub(super) title: String,
    pub(super) extends: Option<String>,
    pub(super) materials: Option<String>,
    pub(super) board: Option<RawBoard>,
    #[serde(default)]
    pub(super) kinds: Vec<RawKind>,
    #[serde(default)]
    pub(super) pieces: Vec<RawPiece>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawBoard {
    pub(super) name: String,
    pub(super) parts: Vec<RawPart>,
    #[serde(default)]
    pub(super) zones: Vec<RawZone>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPart {
    pub(super) name: String,
    pub(super) material: String,
    #[serde(default)]
    pub(super) look: RawLook,
    #[serde(default)]
    pub(super) at_mm: Plan,
    #[serde(default)]
    pub(super) height_mm: Scalar,
    #[serde(default)]
    pub(super) azimuth_deg: Scalar,
    pub(super) repeat: Option<RawRepeat>,
    pub(super) shape: RawPartShape,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) enum RawPartShape {
    Plate(RawPlate),
    Ring(RawRing),
    Wall(RawWall),
    Cushion(RawWall),
    Box(RawBox),
    Peg(RawPeg),
    Wire(RawWire),
    Compartments(RawCompartments),
    Cloth(RawCloth),
    Recess(RawRecess),
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPlate {
    pub(super) outline: RawOutline,
    pub(super) thickness_mm: Scalar,
    #[serde(default)]
    pub(super) slope_deg: Scalar,
    #[serde(default)]
    pub(super) holes: Vec<RawHole>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) enum RawOutline {
    Infinite,
    Circle { diameter_mm: Scalar },
    Rectangle { size_mm: Plan },
    Regular { sides: u32, apothem_mm: Scalar },
    Polygon { corners_mm: Vec<Plan> },
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawHole {
    #[serde(default)]
    pub(super) name: String,
    pub(super) at_mm: Option<Plan>,
    pub(super) circle: Option<RawCircle>,
    pub(super) diameter_mm: Scalar,
    #[serde(default)]
    pub(super) chamfer_mm: Scalar,
    pub(super) depth_mm: Option<Scalar>,
}

/// Places evenly or otherwise spread along a circle around the owner's origin.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCircle {
    pub(super) radius_mm: Scalar,
    pub(super) count: u32,
    #[serde(default)]
    pub(super) first_deg: Scalar,
    pub(super) step_deg: Option<Scalar>,
    #[serde(default)]
    pub(super) names: Vec<String>,
}

/// Copies turned around the middle of the board.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRepeat {
    pub(super) count: u32,
    pub(super) step_deg: Option<Scalar>,
    #[serde(default)]
    pub(super) names: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRing {
    pub(super) inner_radius_mm: Scalar,
    pub(super) outer_radius_mm: Scalar,
    #[serde(default)]
    pub(super) overlap_mm: Scalar,
    pub(super) thickness_mm: Scalar,
    #[serde(default)]
    pub(super) slope_deg: Scalar,
    #[serde(default)]
    pub(super) chamfer_mm: Scalar,
    #[serde(default)]
    pub(super) hole: String,
    #[serde(default)]
    pub(super) holes: Vec<RawHole>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawWall {
    pub(super) from_mm: Plan,
    pub(super) to_mm: Plan,
    pub(super) tall_mm: Scalar,
    pub(super) thickness_mm: Scalar,
    #[serde(default)]
    pub(super) rounding_mm: Scalar,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawBox {
    pub(super) size_mm: (Scalar, Scalar, Scalar),
    #[serde(default)]
    pub(super) rounding_mm: Scalar,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPeg {
    pub(super) diameter_mm: Scalar,
    pub(super) tall_mm: Scalar,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawWire {
    pub(super) from_mm: Plan,
    pub(super) to_mm: Plan,
    pub(super) diameter_mm: Scalar,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCompartments {
    pub(super) pitch_mm: Scalar,
    pub(super) columns: u32,
    pub(super) rows: u32,
    pub(super) wall_thickness_mm: Scalar,
    pub(super) wall_tall_mm: Scalar,
    pub(super) rounding_mm: Option<Scalar>,
    #[serde(default)]
    pub(super) closed: Vec<(u32, u32)>,
    pub(super) block_thickness_mm: Option<Scalar>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCloth {
    pub(super) pitch_mm: Scalar,
    pub(super) columns: u32,
    pub(super) rows: u32,
    pub(super) clear_mm: Scalar,
    pub(super) thickness_mm: Scalar,
    #[serde(default)]
    pub(super) closed: Vec<(u32, u32)>,
    #[serde(default)]
    pub(super) law: RawClothLaw,
}

/// Constants of the three laws of the cloth; the defaults are the figures of BP-G.24 to BP-G.27.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct RawClothLaw {
    pub(super) ball_stiffness_n_m: Scalar,
    pub(super) ball_damping_n_s_m: Scalar,
    pub(super) pinch_restitution: Scalar,
    pub(super) bat_stiffness_n_m: Scalar,
    pub(super) bat_stiffness_cubic_n_m3: Scalar,
    pub(super) bat_damping_n_s_m: Scalar,
    pub(super) rigid_at_mm: Scalar,
}

impl Default for RawClothLaw {
    fn default() -> Self {
        Self {
            ball_stiffness_n_m: 700.0,
            ball_damping_n_s_m: 1.2,
            pinch_restitution: 0.45,
            bat_stiffness_n_m: 700.0,
            bat_stiffness_cubic_n_m3: 4.4e7,
            bat_damping_n_s_m: 1.0,
            rigid_at_mm: 14.0,
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRecess {
    pub(super) into: String,
    pub(super) outline: RawRecessOutline,
    pub(super) depth_mm: Scalar,
    #[serde(default)]
    pub(super) chamfer_mm: Scalar,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) enum RawRecessOutline {
    Round { diameter_mm: Scalar },
    Square { size_mm: Plan },
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawZone {
    pub(super) name: String,
    pub(super) shape: RawZoneShape,
    #[serde(default)]
    pub(super) cut: Vec<RawCut>,
    pub(super) material: Option<String>,
    #[serde(default)]
    pub(super) look: RawLook,
    pub(super) repeat: Option<RawRepeat>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) enum RawZoneShape {
    Disc {
        #[serde(default)]
        at_mm: Plan,
        diameter_mm: Scalar,
    },
    Annulus {
        #[serde(default)]
        at_mm: Plan,
        inner_radius_mm: Scalar,
        outer_radius_mm: Scalar,
    },
    Sector {
        #[serde(default)]
        at_mm: Plan,
        inner_radius_mm: Scalar,
        outer_radius_mm: Scalar,
        azimuth_deg: Scalar,
        opening_deg: Scalar,
    },
    Ellipse {
        #[serde(default)]
        at_mm: Plan,
        half_axes_mm: Plan,
        #[serde(default)]
        azimuth_deg: Scalar,
    },
    Trapezoid {
        azimuth_deg: Scalar,
        near_mm: Scalar,
        far_mm: Scalar,
        near_width_mm: Scalar,
        far_width_mm: Scalar,
    },
    Polygon {
        corners_mm: Vec<Plan>,
    },
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCut {
    pub(super) at_mm: Option<Plan>,
    pub(super) circle: Option<RawCircle>,
    pub(super) diameter_mm: Scalar,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct RawLook {
    pub(super) paint: Option<String>,
    pub(super) colour: Option<String>,
    pub(super) up: Option<RawFaceLook>,
    pub(super) down: Option<RawFaceLook>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct RawFaceLook {
    pub(super) colour: Option<String>,
    pub(super) emblem: Option<String>,
}

/// What many pieces have in common.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawKind {
    pub(super) name: String,
    pub(super) shape: RawPieceShape,
    pub(super) material: String,
    pub(super) mass_g: Option<Scalar>,
    pub(super) density_kg_m3: Option<Scalar>,
    #[serde(default)]
    pub(super) look: RawLook,
    #[serde(default)]
    pub(super) tags: Vec<String>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct RawPiece {
    pub(super) name: String,
    pub(super) kind: Option<String>,
    pub(super) shape: Option<RawPieceShape>,
    pub(super) material: Option<String>,
    pub(super) mass_g: Option<Scalar>,
    pub(super) density_kg_m3: Option<Scalar>,
    pub(super) look: Option<RawLook>,
    pub(super) tags: Vec<String>,
    pub(super) at_mm: Option<Plan>,
    pub(super) height_mm: Option<Scalar>,
    pub(super) on: Option<String>,
    pub(super) stack: Option<u32>,
    pub(super) face: Option<RawFace>,
    pub(super) azimuth_deg: Scalar,
    pub(super) on_edge: bool,
    pub(super) tilt_deg: Scalar,
    pub(super) tilt_azimuth_deg: Option<Scalar>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) enum RawPieceShape {
    Disc { diameter_mm: Scalar, thickness_mm: Scalar },
    Weight { diameter_mm: Scalar, tall_mm: Scalar },
    Ball { diameter_mm: Scalar },
    Box(RawBox),
    D6 {
        size_mm: Scalar,
        #[serde(default)]
        rounding_mm: Scalar,
    },
    D12 {
        across_mm: Scalar,
        #[serde(default)]
        rounding_mm: Scalar,
    },
    Capsule { diameter_mm: Scalar, length_mm: Scalar },
}

/// The face that looks up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub(super) enum RawFace {
    Up,
    Down,
    Value(u8),
}
