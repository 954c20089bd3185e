//! The intents of a script: as written, and checked against the pieces that are there by then.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{Intent, MAX_INTENTS, MAX_STRIKE_SPEED, Striker};
use crate::{
    scene::{
        Height, PieceForm, SceneDef,
        piece::rotation,
        place::target,
        plan,
        problem::{Report, did_you_mean},
        raw::{Plan, RawFace, RawPiece},
    },
    units::{Scalar, Vector, Vector2, from_plan},
};

/// Fastest throw, metres per second, and fastest spin, radians per second.
const MAX_THROW: (Scalar, Scalar) = (20.0, 2000.0);

#[derive(Debug, Deserialize)]
pub(super) enum RawIntent {
    Strike(RawStrike),
    Place(RawPlace),
    Remove(String),
    Throw(RawThrow),
    Spin(RawSpin),
    Wait(Scalar),
    Rest,
    Shot(String),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawStrike {
    at_mm: Plan,
    height_mm: Option<Scalar>,
    #[serde(default)]
    azimuth_deg: Scalar,
    speed_m_s: Scalar,
    #[serde(default)]
    with: Striker,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPlace {
    piece: String,
    kind: Option<String>,
    at_mm: Option<Plan>,
    height_mm: Option<Scalar>,
    on: Option<String>,
    face: Option<RawFace>,
    #[serde(default)]
    azimuth_deg: Scalar,
    #[serde(default)]
    on_edge: bool,
    #[serde(default)]
    tilt_deg: Scalar,
    tilt_azimuth_deg: Option<Scalar>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawThrow {
    piece: String,
    velocity_m_s: (Scalar, Scalar, Scalar),
    #[serde(default)]
    spin_rad_s: (Scalar, Scalar, Scalar),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSpin {
    piece: String,
    spin_rad_s: (Scalar, Scalar, Scalar),
}

impl RawPlace {
    /// The same as a piece of a scene would be written, to be put down by the same rules.
    fn as_piece(&self) -> RawPiece {
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
}

/// Checks the intents of a script.
pub(super) fn intents(report: &mut Report, raw: &[RawIntent], scene: &SceneDef) -> Vec<Intent> {
    if raw.len() > MAX_INTENTS {
        report.add(
            "intents",
            format!("{} intents", raw.len()),
            format!("at most {MAX_INTENTS}"),
            "cut it in two",
        );
        return Vec::new();
    }
    let there: BTreeMap<_, _> =
        scene.pieces.iter().map(|piece| (piece.name.as_str(), piece.kind.form)).collect();
    let mut reader = Reader { scene, forms: there.clone(), there };
    raw.iter()
        .enumerate()
        .filter_map(|(index, raw)| reader.intent(report, &format!("intents[{index}]"), raw))
        .collect()
}

/// Reads intents and keeps track of the pieces that are there, and of all that have ever been.
struct Reader<'a> {
    scene: &'a SceneDef,
    there: BTreeMap<&'a str, PieceForm>,
    forms: BTreeMap<&'a str, PieceForm>,
}

impl<'a> Reader<'a> {
    fn intent(&mut self, report: &mut Report, place: &str, raw: &'a RawIntent) -> Option<Intent> {
        let before = report.count();
        let field = |name: &str| format!("{place}.{name}");
        let intent = match raw {
            RawIntent::Strike(raw) => Intent::Strike {
                at: plan::point(report, &field("at_mm"), raw.at_mm),
                height: raw.height_mm.map(|height| report.length(&field("height_mm"), height)),
                azimuth: report.number(&field("azimuth_deg"), raw.azimuth_deg).to_radians(),
                speed: report.positive(&field("speed_m_s"), raw.speed_m_s, MAX_STRIKE_SPEED),
                with: raw.with,
            },
            RawIntent::Place(raw) => self.placed(report, place, raw)?,
            RawIntent::Remove(piece) => {
                self.known(report, place, piece);
                self.there.remove(piece.as_str());
                Intent::Remove { piece: piece.clone() }
            }
            RawIntent::Throw(raw) => {
                self.known(report, &field("piece"), &raw.piece);
                let velocity = world(report, &field("velocity_m_s"), raw.velocity_m_s, MAX_THROW.0);
                let spin = world(report, &field("spin_rad_s"), raw.spin_rad_s, MAX_THROW.1);
                Intent::Throw { piece: raw.piece.clone(), velocity, spin }
            }
            RawIntent::Spin(raw) => {
                self.known(report, &field("piece"), &raw.piece);
                let spin = world(report, &field("spin_rad_s"), raw.spin_rad_s, MAX_THROW.1);
                Intent::Throw { piece: raw.piece.clone(), velocity: Vector::ZERO, spin }
            }
            RawIntent::Wait(seconds) => Intent::Wait { seconds: report.positive(place, *seconds, 3600.0) },
            RawIntent::Rest => Intent::Rest,
            RawIntent::Shot(name) => {
                report.name(place, name);
                if !name.chars().all(|letter| letter.is_alphanumeric() || "-_ .".contains(letter))
                    || name.starts_with('.')
                {
                    report.add(
                        place,
                        format!("{name:?}"),
                        "a name that a file can have",
                        "use letters, digits and -",
                    );
                }
                Intent::Shot { name: name.clone() }
            }
        };
        (report.count() == before).then_some(intent)
    }

    fn placed(&mut self, report: &mut Report, place: &str, raw: &'a RawPlace) -> Option<Intent> {
        report.name(&format!("{place}.piece"), &raw.piece);
        let known = self.forms.get(raw.piece.as_str()).copied();
        let form = match (&raw.kind, known) {
            (None, Some(form)) => form,
            (Some(name), None) => {
                let kinds = &self.scene.kinds;
                let Some(kind) = kinds.iter().find(|kind| &kind.name == name) else {
                    let remedy = did_you_mean(name, kinds.iter().map(|kind| kind.name.as_str()));
                    report.add(
                        &format!("{place}.kind"),
                        format!("the unknown kind `{name}`"),
                        "a kind of the scene",
                        remedy,
                    );
                    return None;
                };
                kind.form
            }
            (Some(_), Some(_)) => {
                report.add(
                    &format!("{place}.kind"),
                    "a kind",
                    "none: this piece is known already",
                    "remove it",
                );
                return None;
            }
            (None, None) => {
                let remedy = did_you_mean(&raw.piece, self.forms.keys().copied());
                let found = format!("the unknown piece `{}`", raw.piece);
                report.add(
                    &format!("{place}.piece"),
                    found,
                    "a piece of the scene, or a `kind` to make it of",
                    remedy,
                );
                return None;
            }
        };
        let piece = raw.as_piece();
        let (at, height) = target(report, place, &piece);
        if let Height::On(name) = &height {
            self.known(report, &format!("{place}.on"), name);
        }
        let rotation = rotation(report, place, &piece, form);
        self.there.insert(&raw.piece, form);
        self.forms.insert(&raw.piece, form);
        Some(Intent::Place { piece: raw.piece.clone(), at, height, rotation, kind: raw.kind.clone() })
    }

    fn known(&self, report: &mut Report, place: &str, name: &str) {
        if !self.there.contains_key(name) {
            let remedy = did_you_mean(name, self.there.keys().copied());
            report.add(place, format!("the unknown piece `{name}`"), "a piece that is there by then", remedy);
        }
    }
}

/// A vector written as (east, north, up).
fn world(
    report: &mut Report,
    place: &str,
    (east, north, up): (Scalar, Scalar, Scalar),
    most: Scalar,
) -> Vector {
    let mut part =
        |index: usize, value: Scalar| report.between(&format!("{place}[{index}]"), value, -most, most);
    let plan = Vector2::new(part(0, east), part(1, north));
    from_plan(plan, part(2, up))
}
