//! Boards as written.

use serde::Deserialize;

use super::{Plan, RawLook};
use crate::units::Scalar;

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) struct RawBoard {
    pub(in crate::scene) name: String,
    pub(in crate::scene) parts: Vec<RawPart>,
    #[serde(default)]
    pub(in crate::scene) zones: Vec<RawZone>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) struct RawPart {
    pub(in crate::scene) name: String,
    pub(in crate::scene) material: String,
    #[serde(default)]
    pub(in crate::scene) look: RawLook,
    #[serde(default)]
    pub(in crate::scene) at_mm: Plan,
    #[serde(default)]
    pub(in crate::scene) height_mm: Scalar,
    #[serde(default)]
    pub(in crate::scene) azimuth_deg: Scalar,
    pub(in crate::scene) repeat: Option<RawRepeat>,
    pub(in crate::scene) shape: RawPartShape,
}

#[derive(Clone, Debug, Deserialize)]
pub(in crate::scene) enum RawPartShape {
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
pub(in crate::scene) struct RawPlate {
    pub(in crate::scene) outline: RawOutline,
    pub(in crate::scene) thickness_mm: Scalar,
    #[serde(default)]
    pub(in crate::scene) slope_deg: Scalar,
    #[serde(default)]
    pub(in crate::scene) holes: Vec<RawHole>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) enum RawOutline {
    Infinite,
    Circle { diameter_mm: Scalar },
    Rectangle { size_mm: Plan },
    Regular { sides: u32, apothem_mm: Scalar },
    Polygon { corners_mm: Vec<Plan> },
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) struct RawHole {
    #[serde(default)]
    pub(in crate::scene) name: String,
    pub(in crate::scene) at_mm: Option<Plan>,
    pub(in crate::scene) circle: Option<RawCircle>,
    pub(in crate::scene) diameter_mm: Scalar,
    #[serde(default)]
    pub(in crate::scene) chamfer_mm: Scalar,
    pub(in crate::scene) depth_mm: Option<Scalar>,
}

/// Places evenly or otherwise spread along a circle around the owner's origin.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) struct RawCircle {
    pub(in crate::scene) radius_mm: Scalar,
    pub(in crate::scene) count: u32,
    #[serde(default)]
    pub(in crate::scene) first_deg: Scalar,
    pub(in crate::scene) step_deg: Option<Scalar>,
    #[serde(default)]
    pub(in crate::scene) names: Vec<String>,
}

/// Copies turned around the middle of the board.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) struct RawRepeat {
    pub(in crate::scene) count: u32,
    pub(in crate::scene) step_deg: Option<Scalar>,
    #[serde(default)]
    pub(in crate::scene) names: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) struct RawRing {
    pub(in crate::scene) inner_radius_mm: Scalar,
    pub(in crate::scene) outer_radius_mm: Scalar,
    #[serde(default)]
    pub(in crate::scene) overlap_mm: Scalar,
    pub(in crate::scene) thickness_mm: Scalar,
    #[serde(default)]
    pub(in crate::scene) slope_deg: Scalar,
    #[serde(default)]
    pub(in crate::scene) chamfer_mm: Scalar,
    #[serde(default)]
    pub(in crate::scene) hole: String,
    #[serde(default)]
    pub(in crate::scene) holes: Vec<RawHole>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) struct RawWall {
    pub(in crate::scene) from_mm: Plan,
    pub(in crate::scene) to_mm: Plan,
    pub(in crate::scene) tall_mm: Scalar,
    pub(in crate::scene) thickness_mm: Scalar,
    #[serde(default)]
    pub(in crate::scene) rounding_mm: Scalar,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) struct RawBox {
    pub(in crate::scene) size_mm: (Scalar, Scalar, Scalar),
    #[serde(default)]
    pub(in crate::scene) rounding_mm: Scalar,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) struct RawPeg {
    pub(in crate::scene) diameter_mm: Scalar,
    pub(in crate::scene) tall_mm: Scalar,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) struct RawWire {
    pub(in crate::scene) from_mm: Plan,
    pub(in crate::scene) to_mm: Plan,
    pub(in crate::scene) diameter_mm: Scalar,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) struct RawCompartments {
    pub(in crate::scene) pitch_mm: Scalar,
    pub(in crate::scene) columns: u32,
    pub(in crate::scene) rows: u32,
    pub(in crate::scene) wall_thickness_mm: Scalar,
    pub(in crate::scene) wall_tall_mm: Scalar,
    pub(in crate::scene) rounding_mm: Option<Scalar>,
    #[serde(default)]
    pub(in crate::scene) closed: Vec<(u32, u32)>,
    pub(in crate::scene) block_thickness_mm: Option<Scalar>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) struct RawCloth {
    pub(in crate::scene) pitch_mm: Scalar,
    pub(in crate::scene) columns: u32,
    pub(in crate::scene) rows: u32,
    pub(in crate::scene) clear_mm: Scalar,
    pub(in crate::scene) thickness_mm: Scalar,
    #[serde(default)]
    pub(in crate::scene) closed: Vec<(u32, u32)>,
    #[serde(default)]
    pub(in crate::scene) law: RawClothLaw,
}

/// Constants of the three laws of the cloth; the defaults are the figures of BP-G.11, BP-G.16 and BP-G.24
/// to BP-G.27.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(in crate::scene) struct RawClothLaw {
    pub(in crate::scene) ball_stiffness_n_m: Scalar,
    pub(in crate::scene) ball_damping_n_s_m: Scalar,
    pub(in crate::scene) pinch_restitution: Scalar,
    pub(in crate::scene) bat_stiffness_n_m: Scalar,
    pub(in crate::scene) bat_stiffness_cubic_n_m3: Scalar,
    pub(in crate::scene) bat_damping_n_s_m: Scalar,
    pub(in crate::scene) rigid_at_mm: Scalar,
    pub(in crate::scene) rim_restitution: Scalar,
    pub(in crate::scene) bounce_threshold_m_s: Scalar,
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
            rim_restitution: 0.3,
            bounce_threshold_m_s: 0.04,
        }
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) struct RawRecess {
    pub(in crate::scene) into: String,
    pub(in crate::scene) outline: RawRecessOutline,
    pub(in crate::scene) depth_mm: Scalar,
    #[serde(default)]
    pub(in crate::scene) chamfer_mm: Scalar,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) enum RawRecessOutline {
    Round { diameter_mm: Scalar },
    Square { size_mm: Plan },
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) struct RawZone {
    pub(in crate::scene) name: String,
    pub(in crate::scene) shape: RawZoneShape,
    #[serde(default)]
    pub(in crate::scene) cut: Vec<RawCut>,
    pub(in crate::scene) material: Option<String>,
    #[serde(default)]
    pub(in crate::scene) look: RawLook,
    pub(in crate::scene) repeat: Option<RawRepeat>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::scene) enum RawZoneShape {
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
pub(in crate::scene) struct RawCut {
    pub(in crate::scene) at_mm: Option<Plan>,
    pub(in crate::scene) circle: Option<RawCircle>,
    pub(in crate::scene) diameter_mm: Scalar,
}
