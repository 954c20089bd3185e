//! Saves: a session in a file, to be looked at, gone on with, and played again.
//!
//! A save is written by the program and is exact: numbers stand in the shortest decimals that read back to the
//! same 64 bits. It may be read, and mended, by hand.

mod check;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ron::ser::PrettyConfig;
use serde::{Deserialize, Serialize};

use super::{Mark, Record, Snapshot, Timed};
use crate::scene::{
    DataProblem, MAX_BYTES, MAX_INTENTS, RawIntent, Report, SourceText, Sources, conclude, dialect, intents,
    played_on, write_whole,
};

/// Version of the format that is written, and the only one that is read.
pub const SAVE_VERSION: u32 = 1;

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSave {
    version: u32,
    scene: String,
    scene_fingerprint: String,
    seed: u64,
    intents: Vec<RawTimed>,
    hashes: Vec<RawMark>,
    table: Snapshot,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTimed {
    step: u64,
    intent: RawIntent,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawMark {
    step: u64,
    intents: usize,
    hash: String,
}

/// All that is read of a file to know whether the rest can be.
#[derive(Deserialize)]
struct RawVersion {
    version: u32,
}

/// Reads and checks a save; its scene lies where it says or, by its name, in a folder of `sources`.
///
/// # Errors
///
/// All problems of the save, or those of its scene.
pub fn load_save(path: &Path, sources: &Sources) -> Result<Record, Vec<DataProblem>> {
    save(&SourceText::read(path)?, sources)
}

/// Checks the text of a save as if it had been read from `path`.
///
/// # Errors
///
/// As [`load_save`].
pub fn parse_save(path: &Path, text: &str, sources: &Sources) -> Result<Record, Vec<DataProblem>> {
    save(&SourceText::new(path, text.to_owned()), sources)
}

/// The text of a save that names its scene by `scene`.
///
/// # Errors
///
/// When something of the table is not finite: a fault of the program, told with its place.
pub fn save_text(record: &Record, scene: &str) -> Result<String, Vec<DataProblem>> {
    let source = SourceText::new(Path::new("save"), String::new());
    let mut report = Report::new(&source);
    check::snapshot(&mut report, &record.table, &record.scene);
    report.finish()?;
    let raw = RawSave {
        version: SAVE_VERSION,
        scene: scene.to_owned(),
        scene_fingerprint: hex(record.scene.fingerprint),
        seed: record.seed,
        intents: (record.intents.iter())
            .map(|Timed { step, intent }| RawTimed { step: *step, intent: intent.into() })
            .collect(),
        hashes: (record.marks.iter())
            .map(|Mark { step, intents, hash }| RawMark { step: *step, intents: *intents, hash: hex(*hash) })
            .collect(),
        table: record.table.clone(),
    };
    let text = dialect().to_string_pretty(&raw, PrettyConfig::new().depth_limit(3));
    text.map(|text| text + "\n").map_err(|error| vec![source.problem("", error.to_string(), "a save", "")])
}

/// Writes a save whole or not at all: a crash leaves the old one as it was.
///
/// # Errors
///
/// When it cannot be written there, or is larger than what is read back.
pub fn write_save(path: &Path, record: &Record) -> Result<(), Vec<DataProblem>> {
    let text = save_text(record, &reference(&record.scene.file, path))?;
    let source = SourceText::new(path, String::new());
    if text.len() as u64 > MAX_BYTES {
        let remedy = "save earlier, or without the hash of every step";
        return Err(vec![source.problem("", format!("{} bytes", text.len()), "at most 8 MiB", remedy)]);
    }
    write_whole(path, &text)
}

/// How a save names a file: by the way from the save's folder, so that both may move together.
fn reference(file: &Path, save: &Path) -> String {
    let whole = |path: &Path| std::fs::canonicalize(path).ok();
    let folder = save.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let (Some(file), Some(folder)) = (whole(file), whole(folder)) else { return file.display().to_string() };
    let shared = file.components().zip(folder.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(shared).map(|_| PathBuf::from(".."));
    let down = file.components().skip(shared).map(|part| PathBuf::from(part.as_os_str()));
    up.chain(down).collect::<PathBuf>().display().to_string()
}

fn save(source: &SourceText, sources: &Sources) -> Result<Record, Vec<DataProblem>> {
    let mut report = Report::new(source);
    let mut elsewhere = Vec::new();
    let version = dialect().from_str(&source.text).map(|RawVersion { version }| version);
    if let Ok(version) = version.as_ref().copied()
        && version != SAVE_VERSION
    {
        let (found, expected) = (format!("version {version}"), format!("version {SAVE_VERSION}"));
        let remedy = if version > SAVE_VERSION {
            "it was written by a newer program: open it with that one"
        } else {
            "open it with the program that wrote it"
        };
        return Err(vec![source.problem("version", found, expected, remedy)]);
    }
    let record = source.parse(&mut report).and_then(|raw: RawSave| {
        let scene = played_on(&raw.scene, source, sources, &mut report, &mut elsewhere)?;
        if unhex(&mut report, "scene_fingerprint", &raw.scene_fingerprint) != Some(scene.fingerprint) {
            let found = format!("{}, of another text of `{}`", raw.scene_fingerprint, raw.scene);
            let expected = format!("{}, that of the scene as it is now", hex(scene.fingerprint));
            let remedy = "restore the scene that the session was played on";
            report.add("scene_fingerprint", found, expected, remedy);
        }
        let listed = raw.intents.iter().enumerate();
        let listed = listed.map(|(at, raw)| (format!("intents[{at}].intent"), &raw.intent));
        let acts = intents(&mut report, listed, &scene);
        check::order(
            &mut report,
            "intents",
            raw.intents.iter().map(|timed| (timed.step, 0)),
            raw.table.steps(),
        );
        check::acts(&mut report, raw.intents.iter().map(|timed| &timed.intent));
        let marks = marks(&mut report, &raw);
        check::snapshot(&mut report, &raw.table, &scene);
        let steps = raw.intents.iter().map(|timed| timed.step);
        let intents = steps.zip(acts).map(|(step, intent)| Timed { step, intent }).collect();
        Some(Record { scene: Arc::new(scene), seed: raw.seed, intents, marks, table: raw.table })
    });
    conclude(report, elsewhere, record, source)
}

fn marks(report: &mut Report, raw: &RawSave) -> Vec<Mark> {
    let moments = raw.hashes.iter().map(|mark| (mark.step, mark.intents));
    check::order(report, "hashes", moments, raw.table.steps());
    if raw.intents.len() > MAX_INTENTS {
        return Vec::new(); // told already
    }
    let mark = |(at, mark): (usize, &RawMark)| {
        let place = format!("hashes[{at}]");
        if mark.intents > raw.intents.len() {
            let (found, most) = (format!("{} intents", mark.intents), raw.intents.len());
            report.add(&format!("{place}.intents"), found, format!("at most the {most} there are"), "");
        }
        let hash = unhex(report, &format!("{place}.hash"), &mark.hash)?;
        Some(Mark { step: mark.step, intents: mark.intents, hash })
    };
    raw.hashes.iter().enumerate().filter_map(mark).collect()
}

fn hex(value: u64) -> String {
    format!("{value:016x}")
}

fn unhex(report: &mut Report, place: &str, text: &str) -> Option<u64> {
    let value = u64::from_str_radix(text, 16).ok().filter(|_| text.len() == 16);
    if value.is_none() {
        report.add(place, format!("{text:?}"), "16 hexadecimal digits", "");
    }
    value
}
