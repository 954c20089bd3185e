//! The data formats: scenes, materials, scripts, positions, from RON to checked definitions.
//!
//! Every file is read twice over. Serde turns its text into raw values, in the units and names of whoever
//! wrote it; then everything is checked and turned into definitions in SI units, ready to spawn. Whatever is
//! wrong is reported at once, each [`DataProblem`] with its line, what was found, what was expected and what
//! to do. The formats are specified in `docs/formats.md`.

mod board;
mod file;
mod intent;
mod kind;
mod load;
mod look;
mod material;
mod outline;
mod overlap;
mod part;
mod piece;
mod place;
mod plan;
mod position;
mod problem;
mod raw;
mod script;
mod source;
#[cfg(test)]
mod tests;
mod zone;

pub use crate::physics::{MaterialId, PairLaw};
pub use board::{BoardDef, ClothDef, HoleDef, PartDef, PartKind, RecessDef};
pub(crate) use file::write_whole;
pub use intent::{Intent, MAX_INTENTS, MAX_STRIKE_SPEED, Striker};
pub(crate) use intent::{RawIntent, intents};
pub use kind::FileKind;
pub use load::{SceneDef, load_scene, load_scene_with, parse_scene};
pub(crate) use load::{conclude, played_on};
pub use look::{COLOURS, Colour, FaceLook, LookDef};
pub use material::{MAX_MATERIALS, MaterialDef, MaterialTable, built_in_materials, load_materials};
pub use overlap::{FORGIVEN, OverlapTest, certain_overlap};
pub use piece::{KindDef, PieceDef, PieceForm};
pub use place::{Height, MAX_PIECES};
pub use position::{PositionDef, load_position, load_position_with};
pub(crate) use problem::Report;
pub use problem::{DataProblem, MAX_LENGTH_MM, MAX_PROBLEMS, MIN_SIZE_MM};
pub use script::{ScriptDef, load_script, load_script_with};
pub use source::{MAX_BYTES, Sources};
pub(crate) use source::{SourceText, dialect};
pub use zone::{ZoneDef, ZoneShape};
