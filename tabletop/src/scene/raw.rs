//! A scene file as written: names for references, millimetres, grams and degrees, nothing checked.
//!
//! `docs/formats.md` describes every field for whoever writes one. Plan coordinates are (east, north), and
//! every angle of a plan is an azimuth: degrees clockwise from north, seen from above.

mod board;

use serde::{Deserialize, Serialize};

pub(super) use board::*;

use crate::units::Scalar;

/// East and north, millimetres.
pub(crate) type Plan = (Scalar, Scalar);

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
    Disc {
        diameter_mm: Scalar,
        thickness_mm: Scalar,
    },
    Weight {
        diameter_mm: Scalar,
        tall_mm: Scalar,
    },
    Ball {
        diameter_mm: Scalar,
    },
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
    Capsule {
        diameter_mm: Scalar,
        length_mm: Scalar,
    },
}

/// The face that looks up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum RawFace {
    Up,
    Down,
    Value(u8),
}
