//! What a file is: by its name, else by what stands in it.

use std::fmt;
use std::path::Path;

use super::{DataProblem, SourceText};

/// The kinds of files there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// A board, kinds of pieces, pieces.
    Scene,
    /// Materials and their pairs.
    Materials,
    /// A scene and what is done on it.
    Script,
    /// Pieces set out for the referee.
    Position,
    /// A session.
    Save,
}

impl FileKind {
    /// The kind of a file.
    ///
    /// # Errors
    ///
    /// When its name does not tell and it cannot be read.
    pub fn of(path: &Path) -> Result<Self, Vec<DataProblem>> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        match Self::named(&name) {
            Some(kind) => Ok(kind),
            None => SourceText::read(path).map(|source| Self::holding(&source)),
        }
    }

    fn named(name: &str) -> Option<Self> {
        let endings = [
            (".script.ron", Self::Script),
            (".position.ron", Self::Position),
            (".save.ron", Self::Save),
            ("materials.ron", Self::Materials),
        ];
        endings.into_iter().find(|(ending, _)| name.ends_with(ending)).map(|(_, kind)| kind)
    }

    fn holding(source: &SourceText) -> Self {
        let fields = source.fields();
        let has = |name: &str| fields.contains(&name);
        if has("version") || has("scene_fingerprint") {
            Self::Save
        } else if has("intents") {
            Self::Script
        } else if has("scene") || has("inline") || has("others") || has("off") || has("game") {
            Self::Position
        } else if has("pairs") && !has("title") {
            Self::Materials
        } else {
            Self::Scene
        }
    }
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Scene => "a scene",
            Self::Materials => "materials",
            Self::Script => "a script",
            Self::Position => "a position",
            Self::Save => "a save",
        })
    }
}
