//! From a file to raw values: what may be opened, and what RON makes of it.

use std::{
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
};

use ron::{Options, error::SpannedError, extensions::Extensions};
use serde::de::DeserializeOwned;

use super::{
    DataProblem, OverlapTest, certain_overlap,
    file::refusal,
    outline::Outline,
    problem::{Report, nearest},
};

/// Largest file that is read. A save of 20 000 pieces fits in it three times over.
pub const MAX_BYTES: u64 = 8 * 1024 * 1024;

/// Unknown and repeated fields that are set aside to look for further faults behind them.
const MAX_SET_ASIDE: usize = 30;

/// Where else files are looked for, and how strictly pieces are kept apart.
#[derive(Clone, Debug)]
pub struct Sources {
    /// Folders searched, in order, for scenes and materials that are not beside the file that names them.
    pub folders: Vec<PathBuf>,
    /// Whether two things stand inside one another.
    pub overlap: OverlapTest,
}

impl Default for Sources {
    fn default() -> Self {
        Self { folders: Vec::new(), overlap: certain_overlap }
    }
}

impl Sources {
    /// The file meant by a reference: beside the file that names it, else in one of the folders, else a file of
    /// its name in one of them.
    pub(super) fn resolve(&self, reference: &str, from: &Path) -> Option<PathBuf> {
        let beside = from.parent().unwrap_or(Path::new(""));
        let named = |folder: &PathBuf| Some(folder.join(Path::new(reference).file_name()?));
        std::iter::once(beside)
            .chain(self.folders.iter().map(PathBuf::as_path))
            .map(|folder| folder.join(reference))
            .chain(self.folders.iter().filter_map(named))
            .find(|path| path.is_file())
    }
}

/// The dialect of all our files: `Some(…)` may be left out, and `Variant(a: 1)` needs no doubled brackets.
pub(crate) fn dialect() -> Options {
    Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME | Extensions::UNWRAP_VARIANT_NEWTYPES)
        .with_recursion_limit(64)
}

/// A text and where its values stand.
#[derive(Clone, Debug)]
pub(crate) struct SourceText {
    pub(super) file: String,
    pub(super) path: PathBuf,
    pub(crate) text: String,
    outline: Outline,
}

impl SourceText {
    /// A text that was read already, under the name it is to have in messages.
    pub(crate) fn new(path: &Path, text: String) -> Self {
        let outline = Outline::of(&text);
        Self { file: path.display().to_string(), path: path.to_owned(), text, outline }
    }

    /// Reads a file, or says why it cannot be one of ours.
    pub(crate) fn read(path: &Path) -> Result<Self, Vec<DataProblem>> {
        let refuse = |found: String, expected: &str, remedy: &str| refusal(path, found, expected, remedy);
        let unreadable = |error: std::io::Error| {
            refuse(error.to_string(), "a file that can be read", "check its path and its rights")
        };
        let about = fs::metadata(path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => refuse("no such file".into(), "a file", "check the path"),
            _ => unreadable(error),
        })?;
        if about.is_dir() {
            return Err(refuse("a folder".into(), "a file", "name a file inside it"));
        }
        if !about.is_file() {
            return Err(refuse("a device or pipe".into(), "an ordinary file", "copy its content to a file"));
        }
        if about.len() > MAX_BYTES {
            let found = format!("{} bytes, not read", about.len());
            return Err(refuse(
                found,
                "at most 8 MiB (8 388 608 bytes)",
                "split the scene, or shorten the script",
            ));
        }
        let mut bytes = Vec::new();
        File::open(path).and_then(|file| file.take(MAX_BYTES).read_to_end(&mut bytes)).map_err(unreadable)?;
        let text = String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            let line = 1 + error.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count();
            let mut problem =
                refuse(format!("a byte that is not UTF-8 (byte {at})"), "text in UTF-8", "save it as UTF-8");
            (problem[0].line, problem[0].column) = (line, 1);
            problem
        })?;
        let text = text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text);
        if text.trim().is_empty() {
            return Err(refuse(
                "an empty file".into(),
                "a description in RON",
                "see docs/formats.md for examples",
            ));
        }
        Ok(Self::new(path, text))
    }

    /// Names of the fields at the top.
    pub(super) fn fields(&self) -> Vec<&str> {
        self.outline.fields()
    }

    /// A problem at a place of this text.
    pub(crate) fn problem(
        &self,
        place: &str,
        found: impl Into<String>,
        expected: impl Into<String>,
        remedy: impl Into<String>,
    ) -> DataProblem {
        self.problem_at(self.outline.locate(place), place.to_owned(), found, expected, remedy)
    }

    fn problem_at(
        &self,
        at: usize,
        place: String,
        found: impl Into<String>,
        expected: impl Into<String>,
        remedy: impl Into<String>,
    ) -> DataProblem {
        let before = self.text.get(..at).unwrap_or(&self.text);
        DataProblem {
            file: self.file.clone(),
            line: 1 + before.matches('\n').count(),
            column: 1 + before.chars().rev().take_while(|letter| *letter != '\n').count(),
            place,
            found: found.into(),
            expected: expected.into(),
            remedy: remedy.into(),
        }
    }

    /// The raw value of the text. RON stops at the first fault; unknown and repeated fields are therefore
    /// reported and set aside, and the rest is read again. Any other fault of form ends the reading.
    pub(crate) fn parse<T: DeserializeOwned>(&self, report: &mut Report) -> Option<T> {
        let mut text = self.text.clone();
        let mut last = None;
        for _ in 0..MAX_SET_ASIDE {
            let error = match dialect().from_str(&text) {
                Ok(raw) => return Some(raw),
                Err(error) => error,
            };
            let at = offset(&text, error.span.end.line, error.span.end.col);
            let (problem, extent) = self.explain(&text, &error, at);
            if last.as_ref() == Some(&problem) {
                return None; // setting it aside did not help: the outline of a broken text may be wrong
            }
            last = Some(problem.clone());
            report.push(problem);
            blank(&mut text, extent?);
        }
        None
    }

    /// A fault of form as a problem, and what can be set aside to go on.
    fn explain(&self, text: &str, error: &SpannedError, at: usize) -> (DataProblem, Option<(usize, usize)>) {
        use ron::Error;
        let live = Outline::of(text);
        let (place, start, end) = live.place_of(at);
        let place_of_field = |name: &str| {
            let extent = live.last_field(name, at);
            let start = extent.map_or(start, |(start, _)| start);
            (live.place_of(start).0, start, extent)
        };
        match &error.code {
            Error::NoSuchStructField { expected, found, .. } => {
                let (place, start, extent) = place_of_field(found);
                let remedy = suggestion(found, expected);
                let wanted = format!("one of {}", expected.join(", "));
                (
                    self.problem_at(start, place, format!("the unknown field `{found}`"), wanted, remedy),
                    extent,
                )
            }
            Error::DuplicateStructField { field, .. } => {
                let (place, start, extent) = place_of_field(field);
                let found = format!("the field `{field}` a second time");
                (self.problem_at(start, place, found, "each field once", "keep one of the two"), extent)
            }
            Error::MissingStructField { field, .. } => {
                let remedy = format!("add `{field}: …`");
                (
                    self.problem_at(
                        start,
                        place,
                        "a group without it",
                        format!("the field `{field}`"),
                        remedy,
                    ),
                    None,
                )
            }
            Error::NoSuchEnumVariant { expected, found, .. } => {
                let remedy = suggestion(found, expected);
                let wanted = format!("one of {}", expected.join(", "));
                (self.problem_at(start, place, format!("`{found}`"), wanted, remedy), None)
            }
            code => {
                let (expected, remedy) = expectation(code);
                // A value of the wrong type is shown whole; where brackets or commas fail, what stands there.
                let whole =
                    matches!(code, Error::Message(_) | Error::InvalidValueForType { .. }) || is_type(code);
                let shown = text.get(if whole { start..end } else { at..text.len() }).unwrap_or_default();
                let shown: String =
                    shown.lines().next().unwrap_or_default().trim().chars().take(40).collect();
                let found =
                    if shown.is_empty() { "the end of the line".to_owned() } else { format!("`{shown}`") };
                let at = if whole { start } else { at.min(text.len()) };
                (self.problem_at(at, place, found, expected, remedy), None)
            }
        }
    }
}

fn is_type(code: &ron::Error) -> bool {
    use ron::Error;
    matches!(
        code,
        Error::ExpectedFloat | Error::ExpectedInteger | Error::ExpectedString | Error::ExpectedBoolean
    )
}

/// The known word a mistyped one is nearest to; nothing if none is near.
fn suggestion(found: &str, known: &[&'static str]) -> String {
    nearest(found, known.iter().copied()).map(|near| format!("did you mean `{near}`?")).unwrap_or_default()
}

/// What should have stood there, and what to look for.
fn expectation(code: &ron::Error) -> (String, &'static str) {
    use ron::Error;
    let (expected, remedy) = match code {
        Error::Eof => ("the rest: the text ends here", "a bracket or a quotation mark is not closed"),
        Error::ExpectedFloat => ("a number", ""),
        Error::ExpectedInteger => ("a whole number, not negative", ""),
        Error::ExpectedString => ("a text in quotation marks", ""),
        Error::ExpectedBoolean => ("`true` or `false`", ""),
        Error::ExpectedComma => ("a comma", "fields and elements are separated by commas"),
        Error::ExpectedIdentifier => {
            ("the name of a field", "a bracket may be open, or one too many, before this")
        }
        Error::ExpectedArray => ("a list in `[` and `]`", ""),
        Error::ExpectedMapColon => ("a colon", "a field is written `name: value`"),
        Error::ExpectedStructLikeEnd => ("`)`", "there may be one value too many"),
        code => {
            let words = code.to_string();
            return (words.strip_prefix("Expected ").unwrap_or(&words).to_owned(), "");
        }
    };
    (expected.to_owned(), remedy)
}

/// Byte of a line and a column of a text.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let rest = text.get(start..).unwrap_or_default();
    start + rest.char_indices().nth(column.saturating_sub(1)).map_or(rest.len(), |(at, _)| at)
}

/// Overwrites a field and the comma behind it with as many bytes of space; lines stay as they are.
fn blank(text: &mut String, (start, end): (usize, usize)) {
    let mut bytes = std::mem::take(text).into_bytes();
    let comma = bytes[end..].iter().position(|byte| !byte.is_ascii_whitespace());
    let end = match comma {
        Some(at) if bytes[end + at] == b',' => end + at + 1,
        _ => end,
    };
    bytes[start..end].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
    // Whole values were overwritten, so no letter was cut in two.
    *text = String::from_utf8_lossy(&bytes).into_owned();
}
