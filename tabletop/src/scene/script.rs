//! Scripts: a scene and the intents that play on it, one after the other.

mod intents;

use std::path::Path;

use serde::{Deserialize, Serialize};

use self::intents::{RawIntent, intents};
use super::{
    DataProblem, Height, SceneDef, Sources,
    load::{conclude, referred, validate},
    problem::Report,
    raw::RawScene,
    source::SourceText,
};
use crate::units::{Quaternion, Scalar, Vector, Vector2};

/// Most intents of a script or save.
pub const MAX_INTENTS: usize = 100_000;

/// Fastest strike, metres per second: more than any finger gives a disc.
pub const MAX_STRIKE_SPEED: Scalar = 8.0;

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
