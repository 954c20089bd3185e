//! Positions: pieces set out on a scene for the referee to judge.

use std::path::Path;

use serde::Deserialize;

use super::{
    DataProblem, SceneDef, Sources,
    load::conclude,
    place::Stage,
    problem::{Report, did_you_mean},
    raw::{RawPiece, RawScene},
    script::scene_of,
    source::SourceText,
};

/// A position, checked against its scene.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionDef {
    /// Title; may be empty.
    pub title: String,
    /// Name of the game whose referee is asked; empty if the reader of the file is to say.
    pub game: String,
    /// The scene with its pieces where the position puts them.
    pub scene: SceneDef,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPosition {
    #[serde(default)]
    title: String,
    #[serde(default)]
    game: String,
    scene: Option<String>,
    inline: Option<RawScene>,
    #[serde(default)]
    others: RawOthers,
    #[serde(default)]
    off: Vec<String>,
    #[serde(default)]
    pieces: Vec<RawPiece>,
}

/// What happens to pieces of the scene that the position does not mention.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
enum RawOthers {
    #[default]
    Keep,
    Remove,
}

/// Reads and checks a position; the scene it names must lie beside it.
pub fn load_position(path: &Path) -> Result<PositionDef, Vec<DataProblem>> {
    load_position_with(path, &Sources::default())
}

/// Reads and checks a position; the scene it names lies beside it or in a folder of `sources`.
pub fn load_position_with(path: &Path, sources: &Sources) -> Result<PositionDef, Vec<DataProblem>> {
    position(&SourceText::read(path)?, sources)
}

pub(super) fn position(source: &SourceText, sources: &Sources) -> Result<PositionDef, Vec<DataProblem>> {
    let mut report = Report::new(source);
    let mut elsewhere = Vec::new();
    let position = source.parse(&mut report).and_then(|raw: RawPosition| {
        let mut scene = scene_of(
            raw.scene.as_deref(),
            raw.inline.as_ref(),
            source,
            sources,
            &mut report,
            &mut elsewhere,
        )?;
        for (index, name) in raw.off.iter().enumerate() {
            if scene.piece(name).is_none() {
                let remedy = did_you_mean(name, scene.pieces.iter().map(|piece| piece.name.as_str()));
                report.add(
                    &format!("off[{index}]"),
                    format!("the unknown piece `{name}`"),
                    "a piece of the scene",
                    remedy,
                );
            }
            if let Some(at) = raw.pieces.iter().position(|piece| &piece.name == name) {
                report.add(
                    &format!("off[{index}]"),
                    format!("`{name}`"),
                    "a piece that is not put down",
                    format!("it is pieces[{at}]"),
                );
            }
        }
        set_out(&raw, &mut scene, sources, &mut report);
        Some(PositionDef { title: raw.title, game: raw.game, scene })
    });
    conclude(report, elsewhere, position, source)
}

/// Moves and adds the pieces the position lists. Listed pieces are lifted before any is put down, so that
/// two may change places; one that stands on another must be written below it.
fn set_out(raw: &RawPosition, scene: &mut SceneDef, sources: &Sources, report: &mut Report) {
    let all = std::mem::take(&mut scene.pieces);
    let listed = |name: &str| raw.pieces.iter().any(|piece| piece.name == name);
    let stays = |name: &str| raw.others == RawOthers::Keep && !raw.off.iter().any(|off| off == name);
    let lifted: Vec<_> = all.iter().filter(|piece| listed(&piece.name)).cloned().collect();
    let pieces = all.into_iter().filter(|piece| !listed(&piece.name) && stays(&piece.name)).collect();
    let mut stage = Stage { materials: &scene.materials, board: &scene.board, kinds: &scene.kinds, pieces };
    let read = stage.put(report, "pieces", &raw.pieces, &lifted);
    stage.check_overlaps(report, &read, sources.overlap);
    scene.pieces = stage.pieces;
}
