//! Saves: a scene, a seed, the intents with their steps, and how the bodies lay at some of them.
//!
//! A save is written by the program and is exact: lengths in metres and radians, every number in the
//! shortest decimals that read back to the same 64 bits. It may be read, and mended, by hand.

mod raw;

use std::{fs, io::Write, path::Path};

use ron::ser::PrettyConfig;

use self::raw::{RawBody, RawSave, hex, unhex};
use super::{
    DataProblem, Intent, MAX_INTENTS, MAX_PIECES, SceneDef, Sources,
    load::{conclude, referred},
    problem::Report,
    source::{SourceText, dialect},
};
use crate::{geometry::Pose, units::Vector};

/// Version of the format that is written, and the only one that is read.
pub const SAVE_VERSION: u32 = 1;

/// A session that can be played again, checked against its scene.
#[derive(Clone, Debug, PartialEq)]
pub struct SaveDef {
    /// The scene's file, as the save names it.
    pub scene_file: String,
    /// The scene.
    pub scene: SceneDef,
    /// Seed of all chance in it.
    pub seed: u64,
    /// What was done, in order of steps.
    pub intents: Vec<SavedIntent>,
    /// How the bodies lay, in order of steps.
    pub snapshots: Vec<Snapshot>,
}

/// An intent and when it was carried out.
#[derive(Clone, Debug, PartialEq)]
pub struct SavedIntent {
    /// Steps of the table before it.
    pub step: u64,
    /// The seat it came from; `None` for a script.
    pub seat: Option<u8>,
    /// What was done.
    pub intent: Intent,
}

/// All bodies at one moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    /// Steps of the table before it.
    pub step: u64,
    /// Hash of the table at this moment, to verify a replay.
    pub hash: u64,
    /// The bodies, in order of their ids.
    pub bodies: Vec<BodyState>,
}

/// One body at one moment. Metres, metres per second, radians per second, in the world.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyState {
    /// Name of the piece.
    pub name: String,
    /// Where it is.
    pub pose: Pose,
    /// Velocity of its centre of mass.
    pub velocity: Vector,
    /// Angular velocity.
    pub spin: Vector,
}

/// Reads and checks a save; its scene lies beside it or in a folder of `sources`.
pub fn load_save(path: &Path, sources: &Sources) -> Result<SaveDef, Vec<DataProblem>> {
    save(&SourceText::read(path)?, sources)
}

/// Checks the text of a save as if it had been read from `path`.
pub fn parse_save(path: &Path, text: &str, sources: &Sources) -> Result<SaveDef, Vec<DataProblem>> {
    save(&SourceText::new(path, text.to_owned()), sources)
}

/// The text of a save. A number that is not finite cannot be saved: that is a fault of the program, and the
/// problem names the body.
pub fn save_text(save: &SaveDef) -> Result<String, Vec<DataProblem>> {
    let fault = |found: String| {
        vec![DataProblem {
            file: "save".to_owned(),
            line: 0,
            column: 0,
            place: String::new(),
            found,
            expected: "numbers that are finite".to_owned(),
            remedy: String::new(),
        }]
    };
    for snapshot in &save.snapshots {
        if let Some(body) = snapshot.bodies.iter().find(|body| !body.is_finite()) {
            return Err(fault(format!("`{}` somewhere infinite at step {}", body.name, snapshot.step)));
        }
    }
    let raw = RawSave {
        version: SAVE_VERSION,
        scene: save.scene_file.clone(),
        scene_fingerprint: hex(save.scene.fingerprint),
        seed: save.seed,
        intents: save.intents.iter().map(Into::into).collect(),
        snapshots: save.snapshots.iter().map(Into::into).collect(),
    };
    dialect()
        .to_string_pretty(&raw, PrettyConfig::new().depth_limit(4))
        .map_err(|error| fault(error.to_string()))
}

/// Writes a save beside its final place first, so that a crash leaves the old one whole.
pub fn write_save(path: &Path, save: &SaveDef) -> Result<(), Vec<DataProblem>> {
    let mut text = save_text(save)?;
    text.push('\n');
    let mut draft = path.as_os_str().to_owned();
    draft.push(".part");
    fs::File::create(&draft)
        .and_then(|mut file| file.write_all(text.as_bytes()).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&draft, path))
        .map_err(|error| {
            vec![DataProblem {
                file: path.display().to_string(),
                line: 0,
                column: 0,
                place: String::new(),
                found: error.to_string(),
                expected: "a place to write to".to_owned(),
                remedy: "check the folder, its rights and the space left".to_owned(),
            }]
        })
}

fn save(source: &SourceText, sources: &Sources) -> Result<SaveDef, Vec<DataProblem>> {
    let mut report = Report::new(source);
    let mut elsewhere = Vec::new();
    let save = source
        .parse(&mut report)
        .and_then(|raw: RawSave| validate(raw, source, sources, &mut report, &mut elsewhere));
    conclude(report, elsewhere, save, source)
}

fn validate(
    raw: RawSave,
    source: &SourceText,
    sources: &Sources,
    report: &mut Report,
    elsewhere: &mut Vec<DataProblem>,
) -> Option<SaveDef> {
    if raw.version != SAVE_VERSION {
        let found = format!("version {}", raw.version);
        report.add(
            "version",
            found,
            format!("version {SAVE_VERSION}"),
            "open it with the program that wrote it",
        );
        return None;
    }
    let scene = referred(&raw.scene, source, sources, report, elsewhere)?;
    if unhex(report, "scene_fingerprint", &raw.scene_fingerprint) != Some(scene.fingerprint) {
        let found = format!("{}, of another text of `{}`", raw.scene_fingerprint, raw.scene);
        let expected = format!("{}, that of the scene as it is now", hex(scene.fingerprint));
        report.add("scene_fingerprint", found, expected, "restore the scene that the session was played on");
    }
    if raw.intents.len() > MAX_INTENTS {
        report.add("intents", format!("{} intents", raw.intents.len()), format!("at most {MAX_INTENTS}"), "");
    }
    let mut last = 0;
    let mut intents = Vec::new();
    for (index, saved) in raw.intents.into_iter().take(MAX_INTENTS).enumerate() {
        let place = format!("intents[{index}]");
        in_order(report, &place, &mut last, saved.step);
        let intent = saved.intent.check(report, &format!("{place}.intent"));
        intents.push(SavedIntent { step: saved.step, seat: saved.seat, intent });
    }
    let mut last = 0;
    let mut snapshots = Vec::new();
    for (index, snapshot) in raw.snapshots.into_iter().enumerate() {
        let place = format!("snapshots[{index}]");
        in_order(report, &place, &mut last, snapshot.step);
        if snapshot.bodies.len() > MAX_PIECES {
            let found = format!("{} bodies", snapshot.bodies.len());
            report.add(&format!("{place}.bodies"), found, format!("at most {MAX_PIECES}"), "");
            continue;
        }
        let hash = unhex(report, &format!("{place}.hash"), &snapshot.hash).unwrap_or_default();
        let body = |(index, raw): (usize, RawBody)| raw.check(report, &format!("{place}.bodies[{index}]"));
        let bodies = snapshot.bodies.into_iter().enumerate().map(body).collect();
        snapshots.push(Snapshot { step: snapshot.step, hash, bodies });
    }
    Some(SaveDef { scene_file: raw.scene, scene, seed: raw.seed, intents, snapshots })
}

fn in_order(report: &mut Report, place: &str, last: &mut u64, step: u64) {
    if step < *last {
        let expected = format!("at least {last}, the step before it");
        report.add(
            &format!("{place}.step"),
            step.to_string(),
            expected,
            "put them in the order of their steps",
        );
    }
    *last = step;
}

impl BodyState {
    fn is_finite(&self) -> bool {
        self.pose.position.is_finite()
            && self.pose.rotation.is_finite()
            && self.velocity.is_finite()
            && self.spin.is_finite()
    }
}
