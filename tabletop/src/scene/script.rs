//! Scripts: a scene and the intents that play on it, one after the other.

use std::{collections::BTreeMap, path::Path};

use serde::{Deserialize, Serialize};

use super::{
    DataProblem, Height, PieceForm, SceneDef, Sources,
    load::{conclude, referred, validate},
    piece::rotation,
    place::target,
    plan,
    problem::{Report, did_you_mean},
    raw::{Plan, RawFace, RawPiece, RawScene},
    source::SourceText,
};
use crate::units::{Quaternion, Scalar, Vector, Vector2, from_plan};

/// Most intents of a script or save.
pub const MAX_INTENTS: usize = 100_000;

/// Fastest strike, metres per second: more than any finger gives a disc.
pub const MAX_STRIKE_SPEED: Scalar = 8.0;

/// Fastest throw, metres per second, and fastest spin, radians per second.
const MAX_THROW: (Scalar, Scalar) = (20.0, 2000.0);

/// A script, checked against its scene.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptDef {
    /// Title; may be empty.
    pub title: String,
    /// The scene it plays on.
    pub scene: SceneDef,
    /// Seed of all chance in it.
    pub seed: u64,
    /// What is done, in order.
    pub intents: Vec<Intent>,
}

/// What strikes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Striker {
    /// A finger that flicks from the side.
    #[default]
    Finger,
    /// A bat that rises under a cloth.
    Bat,
}

/// One thing done to the table. SI units; plan points and world vectors as in [`crate::units`].
#[derive(Clone, Debug, PartialEq)]
pub enum Intent {
    /// A stroke of a finger or bat.
    Strike {
        /// Where, in plan.
        at: Vector2,
        /// Height of the point struck; `None` for half-way up the piece that is there.
        height: Option<Scalar>,
        /// Direction of the stroke in plan, radians clockwise from north.
        azimuth: Scalar,
        /// Speed of the finger or bat, metres per second.
        speed: Scalar,
        /// What strikes.
        with: Striker,
    },
    /// A piece is put down; it is made if it is not there yet.
    Place {
        /// Its name.
        piece: String,
        /// Where, in plan; `None` for above the piece it is put on.
        at: Option<Vector2>,
        /// How high.
        height: Height,
        /// How it is turned.
        rotation: Quaternion,
        /// The kind of the scene to make it of, if it is not there yet.
        kind: Option<String>,
    },
    /// A piece is taken away.
    Remove {
        /// Its name.
        piece: String,
    },
    /// A piece gets velocities where it is.
    Throw {
        /// Its name.
        piece: String,
        /// Velocity, world, metres per second.
        velocity: Vector,
        /// Angular velocity, world, radians per second.
        spin: Vector,
    },
    /// Time passes.
    Wait {
        /// Seconds.
        seconds: Scalar,
    },
    /// Time passes until nothing moves.
    Rest,
    /// A picture is taken.
    Shot {
        /// Name of the picture.
        name: String,
    },
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawScript {
    #[serde(default)]
    title: String,
    scene: Option<String>,
    inline: Option<RawScene>,
    #[serde(default)]
    seed: u64,
    intents: Vec<RawIntent>,
}

#[derive(Debug, Deserialize)]
enum RawIntent {
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
struct RawStrike {
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
struct RawPlace {
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
struct RawThrow {
    piece: String,
    velocity_m_s: (Scalar, Scalar, Scalar),
    #[serde(default)]
    spin_rad_s: (Scalar, Scalar, Scalar),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSpin {
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

/// Reads and checks a script; the scene it names must lie beside it.
pub fn load_script(path: &Path) -> Result<ScriptDef, Vec<DataProblem>> {
    load_script_with(path, &Sources::default())
}

/// Reads and checks a script; the scene it names lies beside it or in a folder of `sources`.
pub fn load_script_with(path: &Path, sources: &Sources) -> Result<ScriptDef, Vec<DataProblem>> {
    script(&SourceText::read(path).map_err(|problem| vec![problem])?, sources)
}

pub(super) fn script(source: &SourceText, sources: &Sources) -> Result<ScriptDef, Vec<DataProblem>> {
    let mut report = Report::new(source);
    let mut elsewhere = Vec::new();
    let script = source.parse(&mut report).and_then(|raw: RawScript| {
        let scene = scene_of(raw.scene.as_deref(), raw.inline.as_ref(), source, sources, &mut report, &mut elsewhere)?;
        let intents = intents(&mut report, &raw.intents, &scene);
        Some(ScriptDef { title: raw.title, scene, seed: raw.seed, intents })
    });
    conclude(report, elsewhere, script, source)
}

/// The scene that a script or position names, or holds.
pub(super) fn scene_of(
    file: Option<&str>,
    inline: Option<&RawScene>,
    source: &SourceText,
    sources: &Sources,
    report: &mut Report,
    elsewhere: &mut Vec<DataProblem>,
) -> Option<SceneDef> {
    match (file, inline) {
        (Some(file), None) => referred(file, source, sources, report, elsewhere),
        (None, Some(raw)) => {
            report.inside("inline.");
            let scene = validate(raw, source, sources, &[], report, elsewhere);
            report.inside("");
            scene
        }
        (None, None) => {
            report.add("", "no scene", "`scene: \"file.ron\"`, or `inline: (…)`", "say what it plays on");
            None
        }
        (Some(_), Some(_)) => {
            report.add("", "both `scene` and `inline`", "one of the two", "remove one");
            None
        }
    }
}

fn intents(report: &mut Report, raw: &[RawIntent], scene: &SceneDef) -> Vec<Intent> {
    if raw.len() > MAX_INTENTS {
        report.add("intents", format!("{} intents", raw.len()), format!("at most {MAX_INTENTS}"), "cut it in two");
        return Vec::new();
    }
    let there: BTreeMap<_, _> = scene.pieces.iter().map(|piece| (piece.name.as_str(), piece.kind.form)).collect();
    let mut reader = Reader { scene, forms: there.clone(), there };
    raw.iter().enumerate().filter_map(|(index, raw)| reader.intent(report, &format!("intents[{index}]"), raw)).collect()
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
                if !name.chars().all(|letter| letter.is_alphanumeric() || "-_ .".contains(letter)) || name.starts_with('.') {
                    report.add(place, format!("{name:?}"), "a name that a file can have", "use letters, digits and -");
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
                    report.add(&format!("{place}.kind"), format!("the unknown kind `{name}`"), "a kind of the scene", remedy);
                    return None;
                };
                kind.form
            }
            (Some(_), Some(_)) => {
                report.add(&format!("{place}.kind"), "a kind", "none: this piece is known already", "remove it");
                return None;
            }
            (None, None) => {
                let remedy = did_you_mean(&raw.piece, self.forms.keys().copied());
                let found = format!("the unknown piece `{}`", raw.piece);
                report.add(&format!("{place}.piece"), found, "a piece of the scene, or a `kind` to make it of", remedy);
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
fn world(report: &mut Report, place: &str, (east, north, up): (Scalar, Scalar, Scalar), most: Scalar) -> Vector {
    let mut part = |index: usize, value: Scalar| report.between(&format!("{place}[{index}]"), value, -most, most);
    let plan = Vector2::new(part(0, east), part(1, north));
    from_plan(plan, part(2, up))
}
