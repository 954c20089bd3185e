//! A save as it stands in its file, and the way there and back.

use serde::{Deserialize, Serialize};

use super::{BodyState, SavedIntent, Snapshot};
use crate::{
    geometry::Pose,
    scene::{Height, Intent, MAX_STRIKE_SPEED, Striker, problem::Report},
    units::{Quaternion, Scalar, Vector, Vector2},
};

type Three = (Scalar, Scalar, Scalar);
type Four = (Scalar, Scalar, Scalar, Scalar);

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSave {
    pub(super) version: u32,
    pub(super) scene: String,
    pub(super) scene_fingerprint: String,
    pub(super) seed: u64,
    pub(super) intents: Vec<RawSaved>,
    pub(super) snapshots: Vec<RawSnapshot>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSaved {
    pub(super) step: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) seat: Option<u8>,
    pub(super) intent: RawSavedIntent,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) enum RawSavedIntent {
    Strike {
        at_m: (Scalar, Scalar),
        height_m: Option<Scalar>,
        azimuth_rad: Scalar,
        speed_m_s: Scalar,
        with: Striker,
    },
    Place {
        piece: String,
        at_m: Option<(Scalar, Scalar)>,
        height: RawHeight,
        rotation: Four,
        kind: Option<String>,
    },
    Remove {
        piece: String,
    },
    Throw {
        piece: String,
        velocity_m_s: Three,
        spin_rad_s: Three,
    },
    Wait {
        seconds: Scalar,
    },
    Rest,
    Shot {
        name: String,
    },
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) enum RawHeight {
    Top,
    On(String),
    Lowest(Scalar),
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSnapshot {
    pub(super) step: u64,
    pub(super) hash: String,
    pub(super) bodies: Vec<RawBody>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawBody {
    pub(super) name: String,
    pub(super) position_m: Three,
    pub(super) rotation: Four,
    #[serde(default)]
    pub(super) velocity_m_s: Three,
    #[serde(default)]
    pub(super) spin_rad_s: Three,
}

pub(super) fn hex(value: u64) -> String {
    format!("{value:016x}")
}

pub(super) fn unhex(report: &mut Report, place: &str, text: &str) -> Option<u64> {
    let value = u64::from_str_radix(text, 16).ok().filter(|_| text.len() == 16);
    if value.is_none() {
        report.add(place, format!("{text:?}"), "16 hexadecimal digits", "");
    }
    value
}

fn three(vector: Vector) -> Three {
    (vector.x, vector.y, vector.z)
}

fn four(rotation: Quaternion) -> Four {
    (rotation.x, rotation.y, rotation.z, rotation.w)
}

fn vector(report: &mut Report, place: &str, (x, y, z): Three) -> Vector {
    let vector = Vector::new(x, y, z);
    if !vector.is_finite() {
        report.add(place, vector.to_string(), "finite numbers", "");
    }
    vector
}

fn quaternion(report: &mut Report, place: &str, (x, y, z, w): Four) -> Quaternion {
    let rotation = Quaternion::from_xyzw(x, y, z, w);
    if !(rotation.is_finite() && (rotation.length_squared() - 1.0).abs() < 1.0e-6) {
        report.add(place, rotation.to_string(), "a unit quaternion (x, y, z, w)", "");
    }
    rotation
}

impl RawBody {
    pub(super) fn check(self, report: &mut Report, place: &str) -> BodyState {
        report.name(&format!("{place}.name"), &self.name);
        let position = vector(report, &format!("{place}.position_m"), self.position_m);
        let rotation = quaternion(report, &format!("{place}.rotation"), self.rotation);
        let velocity = vector(report, &format!("{place}.velocity_m_s"), self.velocity_m_s);
        let spin = vector(report, &format!("{place}.spin_rad_s"), self.spin_rad_s);
        BodyState { name: self.name, pose: Pose::new(position, rotation), velocity, spin }
    }
}

impl From<&Snapshot> for RawSnapshot {
    fn from(snapshot: &Snapshot) -> Self {
        let body = |body: &BodyState| RawBody {
            name: body.name.clone(),
            position_m: three(body.pose.position),
            rotation: four(body.pose.rotation),
            velocity_m_s: three(body.velocity),
            spin_rad_s: three(body.spin),
        };
        let bodies = snapshot.bodies.iter().map(body).collect();
        Self { step: snapshot.step, hash: hex(snapshot.hash), bodies }
    }
}

impl From<&SavedIntent> for RawSaved {
    fn from(saved: &SavedIntent) -> Self {
        let intent = match saved.intent.clone() {
            Intent::Strike { at, height, azimuth, speed, with } => RawSavedIntent::Strike {
                at_m: (at.x, at.y),
                height_m: height,
                azimuth_rad: azimuth,
                speed_m_s: speed,
                with,
            },
            Intent::Place { piece, at, height, rotation, kind } => RawSavedIntent::Place {
                piece,
                at_m: at.map(|at| (at.x, at.y)),
                height: match height {
                    Height::Top => RawHeight::Top,
                    Height::On(name) => RawHeight::On(name),
                    Height::Lowest(height) => RawHeight::Lowest(height),
                },
                rotation: four(rotation),
                kind,
            },
            Intent::Remove { piece } => RawSavedIntent::Remove { piece },
            Intent::Throw { piece, velocity, spin } => {
                RawSavedIntent::Throw { piece, velocity_m_s: three(velocity), spin_rad_s: three(spin) }
            }
            Intent::Wait { seconds } => RawSavedIntent::Wait { seconds },
            Intent::Rest => RawSavedIntent::Rest,
            Intent::Shot { name } => RawSavedIntent::Shot { name },
        };
        Self { step: saved.step, seat: saved.seat, intent }
    }
}

impl RawSavedIntent {
    pub(super) fn check(self, report: &mut Report, place: &str) -> Intent {
        let field = |name: &str| format!("{place}.{name}");
        let point = |report: &mut Report, (x, y): (Scalar, Scalar)| {
            Vector2::new(report.number(&field("at_m[0]"), x), report.number(&field("at_m[1]"), y))
        };
        match self {
            Self::Strike { at_m, height_m, azimuth_rad, speed_m_s, with } => Intent::Strike {
                at: point(report, at_m),
                height: height_m.map(|height| report.number(&field("height_m"), height)),
                azimuth: report.number(&field("azimuth_rad"), azimuth_rad),
                speed: report.positive(&field("speed_m_s"), speed_m_s, MAX_STRIKE_SPEED),
                with,
            },
            Self::Place { piece, at_m, height, rotation, kind } => Intent::Place {
                piece,
                at: at_m.map(|at| point(report, at)),
                height: match height {
                    RawHeight::Top => Height::Top,
                    RawHeight::On(name) => Height::On(name),
                    RawHeight::Lowest(height) => Height::Lowest(report.number(&field("height"), height)),
                },
                rotation: quaternion(report, &field("rotation"), rotation),
                kind,
            },
            Self::Remove { piece } => Intent::Remove { piece },
            Self::Throw { piece, velocity_m_s, spin_rad_s } => Intent::Throw {
                piece,
                velocity: vector(report, &field("velocity_m_s"), velocity_m_s),
                spin: vector(report, &field("spin_rad_s"), spin_rad_s),
            },
            Self::Wait { seconds } => {
                Intent::Wait { seconds: report.positive(&field("seconds"), seconds, 3600.0) }
            }
            Self::Rest => Intent::Rest,
            Self::Shot { name } => Intent::Shot { name },
        }
    }
}
