//! An intent as written: millimetres, degrees, names.

use serde::{Deserialize, Serialize};

use super::{Intent, Striker, degrees, millimetres};
use crate::{
    scene::{
        Height,
        raw::{Plan, RawFace, RawPiece},
    },
    units::{Scalar, Vector, Vector2, to_plan},
};

/// East, north and up.
pub(super) type World = (Scalar, Scalar, Scalar);

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum RawIntent {
    Strike(RawStrike),
    Place(RawPlace),
    Remove(String),
    Throw(RawThrow),
    Spin(RawSpin),
    Cast(RawCast),
    Wait(Scalar),
    Rest,
    Shot(String),
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawStrike {
    pub(super) at_mm: Plan,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) height_mm: Option<Scalar>,
    #[serde(default)]
    pub(super) azimuth_deg: Scalar,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) rise_deg: Scalar,
    pub(super) speed_m_s: Scalar,
    #[serde(default)]
    pub(super) with: Striker,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawPlace {
    pub(super) piece: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) kind: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) at_mm: Option<Plan>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) height_mm: Option<Scalar>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) on: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) face: Option<RawFace>,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) azimuth_deg: Scalar,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) on_edge: bool,
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(super) tilt_deg: Scalar,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tilt_azimuth_deg: Option<Scalar>,
    /// Unit quaternion (x, y, z, w) of the world, instead of all that turns it otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rotation: Option<[Scalar; 4]>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawThrow {
    pub(super) piece: String,
    pub(super) velocity_m_s: World,
    #[serde(default)]
    pub(super) spin_rad_s: World,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawSpin {
    pub(super) piece: String,
    pub(super) spin_rad_s: World,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawCast {
    pub(super) piece: String,
    pub(super) from_mm: World,
    pub(super) velocity_m_s: World,
    #[serde(default)]
    pub(super) spin_rad_s: Scalar,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn is_zero(value: &Scalar) -> bool {
    *value == 0.0
}

impl RawPlace {
    /// The same as a piece of a scene would be written, to be put down by the same rules.
    pub(super) fn as_piece(&self) -> RawPiece {
        RawPiece {
            at_mm: self.at_mm,
            height_mm: self.height_mm,
            on: self.on.clone(),
            face: self.face,
            azimuth_deg: self.azimuth_deg,
            on_edge: self.on_edge,
            tilt_deg: self.tilt_deg,
            tilt_azimuth_deg: self.tilt_azimuth_deg,
            ..RawPiece::default()
        }
    }

    /// Whether it says how it is turned in any other way than by its rotation.
    pub(super) fn is_turned(&self) -> bool {
        self.face.is_some()
            || self.azimuth_deg != 0.0
            || self.on_edge
            || self.tilt_deg != 0.0
            || self.tilt_azimuth_deg.is_some()
    }
}

fn plan(at: Vector2) -> Plan {
    (millimetres(at.x), millimetres(at.y))
}

fn world(vector: Vector) -> World {
    let plan = to_plan(vector);
    (plan.x, plan.y, vector.y)
}

impl From<&Intent> for RawIntent {
    fn from(intent: &Intent) -> Self {
        match intent.clone() {
            Intent::Strike { at, height, azimuth, rise, speed, with } => Self::Strike(RawStrike {
                at_mm: plan(at),
                height_mm: height.map(millimetres),
                azimuth_deg: degrees(azimuth),
                rise_deg: degrees(rise),
                speed_m_s: speed,
                with,
            }),
            Intent::Place { piece, at, height, rotation, kind } => {
                let (height_mm, on) = match height {
                    Height::Top => (None, None),
                    Height::On(name) => (None, Some(name)),
                    Height::Lowest(level) => (Some(millimetres(level)), None),
                };
                let (at_mm, rotation) = (at.map(plan), Some(rotation.to_array()));
                Self::Place(RawPlace { piece, kind, at_mm, height_mm, on, rotation, ..RawPlace::default() })
            }
            Intent::Remove { piece } => Self::Remove(piece),
            Intent::Throw { piece, velocity, spin } => {
                Self::Throw(RawThrow { piece, velocity_m_s: world(velocity), spin_rad_s: world(spin) })
            }
            Intent::Cast { piece, from, velocity, spin } => Self::Cast(RawCast {
                piece,
                from_mm: world(from.map(millimetres)),
                velocity_m_s: world(velocity),
                spin_rad_s: spin,
            }),
            Intent::Wait { seconds } => Self::Wait(seconds),
            Intent::Rest => Self::Rest,
            Intent::Shot { name } => Self::Shot(name),
        }
    }
}
