//! Scripts: a scene and the intents that play on it, one after the other.

use std::path::Path;

use serde::Deserialize;

use super::{
    DataProblem, Intent, SceneDef, Sources,
    intent::{RawIntent, intents},
    load::{conclude, referred, validate},
    problem::Report,
    raw::RawScene,
    source::SourceText,
};

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

/// Reads and checks a script; the scene it names must lie beside it.
pub fn load_script(path: &Path) -> Result<ScriptDef, Vec<DataProblem>> {
    load_script_with(path, &Sources::default())
}

/// Reads and checks a script; the scene it names lies beside it or in a folder of `sources`.
pub fn load_script_with(path: &Path, sources: &Sources) -> Result<ScriptDef, Vec<DataProblem>> {
    script(&SourceText::read(path)?, sources)
}

pub(super) fn script(source: &SourceText, sources: &Sources) -> Result<ScriptDef, Vec<DataProblem>> {
    let mut report = Report::new(source);
    let mut elsewhere = Vec::new();
    let script = source.parse(&mut report).and_then(|raw: RawScript| {
        let scene = scene_of(
            raw.scene.as_deref(),
            raw.inline.as_ref(),
            source,
            sources,
            &mut report,
            &mut elsewhere,
        )?;
        let listed = raw.intents.iter().enumerate();
        let intents = intents(&mut report, listed.map(|(at, raw)| (format!("intents[{at}]"), raw)), &scene);
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
