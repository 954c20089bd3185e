//! Intents checked against the pieces that are there by then.

use std::collections::BTreeMap;

use super::{
    Intent, MAX_INTENTS, MAX_STRIKE_SPEED,
    raw::{RawCast, RawIntent, RawPlace, RawStrike, World},
};
use crate::{
    scene::{
        Height, PieceForm, SceneDef,
        piece::rotation,
        place::target,
        plan,
        problem::{MAX_LENGTH_MM, Report, did_you_mean},
    },
    units::{Quaternion, Scalar, Vector, Vector2, from_plan, mm},
};

/// Fastest throw, metres per second, and fastest spin, radians per second.
const MAX_THROW: (Scalar, Scalar) = (20.0, 2000.0);

/// Largest azimuth, degrees: a hundred turns.
const MAX_AZIMUTH: Scalar = 36_000.0;

/// Checks intents; each comes with its place in the file.
pub(crate) fn intents<'a>(
    report: &mut Report,
    raw: impl ExactSizeIterator<Item = (String, &'a RawIntent)>,
    scene: &'a SceneDef,
) -> Vec<Intent> {
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
    raw.filter_map(|(place, raw)| reader.intent(report, &place, raw)).collect()
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
            RawIntent::Strike(raw) => strike(report, place, raw),
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
            RawIntent::Cast(raw) => {
                self.known(report, &field("piece"), &raw.piece);
                cast(report, place, raw)
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
        (report.count() == before).then(|| intent.rounded())
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
        let rotation = match raw.rotation {
            None => rotation(report, place, &piece, form),
            Some(rotation) => turned(report, place, raw, Quaternion::from_array(rotation)),
        };
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

fn strike(report: &mut Report, place: &str, raw: &RawStrike) -> Intent {
    let field = |name: &str| format!("{place}.{name}");
    let azimuth = report.between(&field("azimuth_deg"), raw.azimuth_deg, -MAX_AZIMUTH, MAX_AZIMUTH);
    Intent::Strike {
        at: plan::point(report, &field("at_mm"), raw.at_mm),
        height: raw.height_mm.map(|height| report.length(&field("height_mm"), height)),
        azimuth: azimuth.to_radians(),
        rise: report.between(&field("rise_deg"), raw.rise_deg, -90.0, 90.0).to_radians(),
        speed: report.positive(&field("speed_m_s"), raw.speed_m_s, MAX_STRIKE_SPEED),
        with: raw.with,
    }
}

fn cast(report: &mut Report, place: &str, raw: &RawCast) -> Intent {
    let field = |name: &str| format!("{place}.{name}");
    Intent::Cast {
        piece: raw.piece.clone(),
        from: world(report, &field("from_mm"), raw.from_mm, MAX_LENGTH_MM).map(mm),
        velocity: world(report, &field("velocity_m_s"), raw.velocity_m_s, MAX_THROW.0),
        spin: report.between(&field("spin_rad_s"), raw.spin_rad_s, -MAX_THROW.1, MAX_THROW.1),
    }
}

fn turned(report: &mut Report, place: &str, raw: &RawPlace, rotation: Quaternion) -> Quaternion {
    if raw.is_turned() {
        let remedy = "leave out `rotation`, or all of `face`, `azimuth_deg`, `on_edge` and `tilt_…`";
        report.add(place, "two ways to turn it", "one of them", remedy);
    }
    if !(rotation.is_finite() && (rotation.length_squared() - 1.0).abs() < 1.0e-6) {
        let found = rotation.to_string();
        report.add(&format!("{place}.rotation"), found, "a unit quaternion (x, y, z, w)", "");
    }
    rotation
}

/// A vector written as (east, north, up).
fn world(report: &mut Report, place: &str, (east, north, up): World, most: Scalar) -> Vector {
    let mut part =
        |index: usize, value: Scalar| report.between(&format!("{place}[{index}]"), value, -most, most);
    let plan = Vector2::new(part(0, east), part(1, north));
    from_plan(plan, part(2, up))
}
