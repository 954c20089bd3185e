//! From the file of a scene, and those it names, to one definition.

use std::path::{Path, PathBuf};

use super::{
    BoardDef, DataProblem, FileKind, KindDef, MaterialTable, PieceDef, Sources,
    board::{Names, board},
    material::{BUILT_IN, materials},
    piece::kind,
    place::Stage,
    problem::Report,
    raw::RawScene,
    script::load_script_with,
    source::SourceText,
};

/// Longest chain of scenes that extend one another.
const MAX_CHAIN: usize = 8;

/// A scene: a board, pieces on it, the materials of both.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneDef {
    /// Title, for menus.
    pub title: String,
    /// The file it was read from, as it was named; for an inline scene, the file around it.
    pub file: PathBuf,
    /// Materials, which all ids in this scene refer to.
    pub materials: MaterialTable,
    /// The board; empty if the scene has none.
    pub board: BoardDef,
    /// Kinds of pieces that can be added.
    pub kinds: Vec<KindDef>,
    /// Pieces, in the order written: ids of bodies follow it.
    pub pieces: Vec<PieceDef>,
    /// Tells scenes apart by the text of all files they were read from; line endings do not count.
    pub fingerprint: u64,
}

impl SceneDef {
    /// The piece of a name.
    pub fn piece(&self, name: &str) -> Option<&PieceDef> {
        self.pieces.iter().find(|piece| piece.name == name)
    }
}

/// Reads and checks a scene; files it names must lie beside it.
pub fn load_scene(path: &Path) -> Result<SceneDef, Vec<DataProblem>> {
    load_scene_with(path, &Sources::default())
}

/// Reads and checks a scene; files it names lie beside it or in a folder of `sources`.
pub fn load_scene_with(path: &Path, sources: &Sources) -> Result<SceneDef, Vec<DataProblem>> {
    chained(path, sources, &[])
}

/// Checks the text of a scene as if it had been read from `path`.
pub fn parse_scene(path: &Path, text: &str, sources: &Sources) -> Result<SceneDef, Vec<DataProblem>> {
    read(&SourceText::new(path, text.to_owned()), sources, &[])
}

fn chained(path: &Path, sources: &Sources, chain: &[PathBuf]) -> Result<SceneDef, Vec<DataProblem>> {
    let source = SourceText::read(path)?;
    read(&source, sources, chain)
}

fn read(source: &SourceText, sources: &Sources, chain: &[PathBuf]) -> Result<SceneDef, Vec<DataProblem>> {
    let mut report = Report::new(source);
    let mut elsewhere = Vec::new();
    let scene = source
        .parse::<RawScene>(&mut report)
        .and_then(|raw| validate(&raw, source, sources, chain, &mut report, &mut elsewhere));
    conclude(report, elsewhere, scene, source)
}

/// The definition if there is no problem in any file, else all problems.
pub(crate) fn conclude<T>(
    report: Report,
    mut elsewhere: Vec<DataProblem>,
    value: Option<T>,
    source: &SourceText,
) -> Result<T, Vec<DataProblem>> {
    if let Err(own) = report.finish() {
        elsewhere.extend(own);
    }
    match value {
        Some(value) if elsewhere.is_empty() => Ok(value),
        None if elsewhere.is_empty() => Err(vec![source.problem("", "nothing of use", "a description", "")]),
        _ => Err(elsewhere),
    }
}

/// Checks a raw scene. Problems of other files go to `elsewhere`; nothing is returned if there is any there.
pub(super) fn validate(
    raw: &RawScene,
    source: &SourceText,
    sources: &Sources,
    chain: &[PathBuf],
    report: &mut Report,
    elsewhere: &mut Vec<DataProblem>,
) -> Option<SceneDef> {
    report.name("title", &raw.title);
    let mut scene = match &raw.extends {
        Some(base) => extended(base, source, sources, chain, report, elsewhere)?,
        None => {
            let (materials, fingerprint) = scene_materials(raw, source, sources, report, elsewhere)?;
            let (title, file) = (String::new(), PathBuf::new());
            let board = BoardDef::default();
            SceneDef { title, file, materials, board, kinds: Vec::new(), pieces: Vec::new(), fingerprint }
        }
    };
    for (field, given) in [("materials", raw.materials.is_some()), ("board", raw.board.is_some())] {
        if given && raw.extends.is_some() {
            let remedy = "remove it, or do not extend a scene";
            report.add(field, format!("`{field}` beside `extends`"), "those of the scene it extends", remedy);
        }
    }
    scene.title.clone_from(&raw.title);
    scene.file.clone_from(&source.path);
    scene.fingerprint = fingerprint(scene.fingerprint, &source.text);
    if let Some(raw) = &raw.board {
        scene.board = board(report, raw, &scene.materials);
    }
    let mut names = Names::new("kind");
    scene.kinds.iter().for_each(|kind| names.claim(report, "the scene it extends", &kind.name));
    for (index, raw) in raw.kinds.iter().enumerate() {
        let place = format!("kinds[{index}]");
        names.claim(report, &format!("{place}.name"), &raw.name);
        scene.kinds.extend(kind(report, &place, raw, &scene.materials));
    }
    let pieces = std::mem::take(&mut scene.pieces);
    let mut stage = Stage { materials: &scene.materials, board: &scene.board, kinds: &scene.kinds, pieces };
    let read = stage.put(report, "pieces", &raw.pieces, &[]);
    stage.check_overlaps(report, &read, sources.overlap);
    scene.pieces = stage.pieces;
    Some(scene)
}

fn extended(
    base: &str,
    source: &SourceText,
    sources: &Sources,
    chain: &[PathBuf],
    report: &mut Report,
    elsewhere: &mut Vec<DataProblem>,
) -> Option<SceneDef> {
    let path = find(base, "extends", source, sources, report)?;
    let mut chain = chain.to_vec();
    chain.push(std::fs::canonicalize(&source.path).unwrap_or_else(|_| source.path.clone()));
    let next = std::fs::canonicalize(&path).unwrap_or_else(|_| path.clone());
    if chain.contains(&next) || chain.len() >= MAX_CHAIN {
        let expected = format!("a chain of at most {MAX_CHAIN} scenes that does not come back to itself");
        report.add("extends", format!("`{base}`"), expected, "");
        return None;
    }
    chained(&path, sources, &chain).map_err(|problems| elsewhere.extend(problems)).ok()
}

/// The scene that a save was played on: that of a scene's file, or of the script that holds it.
pub(crate) fn played_on(
    reference: &str,
    source: &SourceText,
    sources: &Sources,
    report: &mut Report,
    elsewhere: &mut Vec<DataProblem>,
) -> Option<SceneDef> {
    let load = |path: &Path| match FileKind::of(path)? {
        FileKind::Script => load_script_with(path, sources).map(|script| script.scene),
        _ => load_scene_with(path, sources),
    };
    let path = find(reference, "scene", source, sources, report)?;
    load(&path).map_err(|problems| elsewhere.extend(problems)).ok()
}

/// The scene a script or position refers to.
pub(super) fn referred(
    reference: &str,
    source: &SourceText,
    sources: &Sources,
    report: &mut Report,
    elsewhere: &mut Vec<DataProblem>,
) -> Option<SceneDef> {
    let path = find(reference, "scene", source, sources, report)?;
    load_scene_with(&path, sources).map_err(|problems| elsewhere.extend(problems)).ok()
}

fn find(
    reference: &str,
    place: &str,
    source: &SourceText,
    sources: &Sources,
    report: &mut Report,
) -> Option<PathBuf> {
    let found = sources.resolve(reference, &source.path);
    if found.is_none() {
        let remedy = "paths are relative to this file; shipped scenes are in `scenes/`";
        report.add(place, format!("`{reference}`, which does not exist"), "the file of a scene", remedy);
    }
    found
}

/// The materials a scene names, else `materials.ron` beside it, else those of the program.
fn scene_materials(
    raw: &RawScene,
    source: &SourceText,
    sources: &Sources,
    report: &mut Report,
    elsewhere: &mut Vec<DataProblem>,
) -> Option<(MaterialTable, u64)> {
    let path = match &raw.materials {
        Some(reference) => Some(find(reference, "materials", source, sources, report)?),
        None => sources.resolve("materials.ron", &source.path),
    };
    let text = match path {
        Some(path) => SourceText::read(&path).map_err(|problems| elsewhere.extend(problems)).ok()?,
        None => SourceText::new(Path::new("scenes/materials.ron"), BUILT_IN.to_owned()),
    };
    let table = materials(&text).map_err(|problems| elsewhere.extend(problems)).ok()?;
    Some((table, fingerprint(0xcbf2_9ce4_8422_2325, &text.text)))
}

/// Continues an FNV-1a hash over a text, leaving out carriage returns.
fn fingerprint(start: u64, text: &str) -> u64 {
    text.bytes()
        .filter(|byte| *byte != b'\r')
        .fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
