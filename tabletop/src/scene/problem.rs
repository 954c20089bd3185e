//! What is wrong with a file, said so that whoever wrote it can put it right.

use std::fmt;

use super::source::SourceText;
use crate::units::{Scalar, mm};

/// Problems of one file that are told in full; the rest are counted.
pub const MAX_PROBLEMS: usize = 100;

/// Largest length a file may name, in millimetres: a hall of 100 m. Beyond it, digits were slipped.
pub const MAX_LENGTH_MM: Scalar = 100_000.0;

/// Smallest size that is not zero, in millimetres: below a hundredth of a hair nothing is a thing.
pub const MIN_SIZE_MM: Scalar = 0.001;

/// One thing wrong with one file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DataProblem {
    /// The file, as it was named when it was opened.
    pub file: String,
    /// Line of the fault, from 1; 0 when the fault is the file itself.
    pub line: usize,
    /// Column of the fault in characters, from 1; 0 when the fault is the file itself.
    pub column: usize,
    /// Path inside the file, such as `board.parts[3].shape.holes[1]`; empty for the whole file.
    pub place: String,
    /// What stands there.
    pub found: String,
    /// What should stand there.
    pub expected: String,
    /// What to do about it; may be empty when `expected` says it all.
    pub remedy: String,
}

impl fmt::Display for DataProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if self.line > 0 {
            write!(f, ":{}:{}", self.line, self.column)?;
        }
        if !self.place.is_empty() {
            write!(f, ": {}", self.place)?;
        }
        write!(f, ": found {}, expected {}", self.found, self.expected)?;
        if self.remedy.is_empty() { Ok(()) } else { write!(f, "\n    remedy: {}", self.remedy) }
    }
}

impl std::error::Error for DataProblem {}

/// Gathers the problems of one file while it is read.
///
/// The checks below take a value of the file and give it back in SI units. A value that is refused comes
/// back as a harmless stand-in, so that reading goes on and finds the other faults; whoever asked drops the
/// thing it was building if [`Report::count`] has grown.
pub(crate) struct Report<'a> {
    source: &'a SourceText,
    prefix: &'static str,
    problems: Vec<DataProblem>,
    untold: usize,
}

impl<'a> Report<'a> {
    pub(crate) fn new(source: &'a SourceText) -> Self {
        Self { source, prefix: "", problems: Vec::new(), untold: 0 }
    }

    /// From now on all places lie inside this one, which ends in a dot, or is empty for the whole file.
    pub(crate) fn inside(&mut self, prefix: &'static str) {
        self.prefix = prefix;
    }

    /// How many problems there are so far.
    pub(crate) fn count(&self) -> usize {
        self.problems.len() + self.untold
    }

    pub(crate) fn add(
        &mut self,
        place: &str,
        found: impl Into<String>,
        expected: impl Into<String>,
        remedy: impl Into<String>,
    ) {
        let place = format!("{}{place}", self.prefix);
        let problem = self.source.problem(&place, found.into(), expected.into(), remedy.into());
        self.push(problem);
    }

    pub(crate) fn push(&mut self, problem: DataProblem) {
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(problem);
        } else {
            self.untold += 1;
        }
    }

    /// The problems in the order of their lines, or nothing if there are none.
    pub(crate) fn finish(mut self) -> Result<(), Vec<DataProblem>> {
        self.problems.sort_by_key(|problem| (problem.line, problem.column));
        if self.untold > 0 {
            let rest = format!("{} more problems", self.untold);
            self.problems.push(self.source.problem("", rest, "none", "put the others right first"));
        }
        if self.problems.is_empty() { Ok(()) } else { Err(self.problems) }
    }

    /// A number that is neither infinite nor missing.
    pub(crate) fn number(&mut self, place: &str, value: Scalar) -> Scalar {
        if value.is_finite() {
            return value;
        }
        self.add(place, value.to_string(), "a finite number", "");
        0.0
    }

    /// A number between two bounds, both allowed.
    pub(crate) fn between(&mut self, place: &str, value: Scalar, least: Scalar, most: Scalar) -> Scalar {
        if value.is_finite() && (least..=most).contains(&value) {
            return value;
        }
        self.add(place, value.to_string(), format!("a number from {least} to {most}"), "");
        least
    }

    /// A place along an axis: millimetres of either sign, to metres.
    pub(crate) fn length(&mut self, place: &str, value_mm: Scalar) -> Scalar {
        mm(self.between(place, value_mm, -MAX_LENGTH_MM, MAX_LENGTH_MM))
    }

    /// A size that may be zero: millimetres, to metres.
    pub(crate) fn extent(&mut self, place: &str, value_mm: Scalar) -> Scalar {
        mm(self.between(place, value_mm, 0.0, MAX_LENGTH_MM))
    }

    /// A size: millimetres above zero, to metres.
    pub(crate) fn size(&mut self, place: &str, value_mm: Scalar) -> Scalar {
        if (MIN_SIZE_MM..=MAX_LENGTH_MM).contains(&value_mm) {
            return mm(value_mm);
        }
        self.add(
            place,
            format!("{value_mm} mm"),
            format!("a size from {MIN_SIZE_MM} mm to {MAX_LENGTH_MM} mm"),
            "sizes are written in millimetres",
        );
        mm(1.0)
    }

    /// A number above zero and at most `most`, in the unit of the file.
    pub(crate) fn positive(&mut self, place: &str, value: Scalar, most: Scalar) -> Scalar {
        if value.is_finite() && value > 0.0 && value <= most {
            return value;
        }
        self.add(place, value.to_string(), format!("a number above 0 and at most {most}"), "");
        1.0
    }

    /// A name: something to read, without line breaks, not too long to show.
    pub(crate) fn name(&mut self, place: &str, name: &str) {
        let sound =
            !name.trim().is_empty() && name.chars().count() <= 80 && !name.chars().any(char::is_control);
        if !sound {
            self.add(place, format!("{name:?}"), "a name of 1 to 80 characters on one line", "");
        }
    }
}

/// The known name that a mistyped one is nearest to, if any is near enough to be meant.
pub(super) fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let close = |known: &&str| distance(name, known);
    let limit = 1 + name.chars().count() / 3;
    known.into_iter().min_by_key(close).filter(|known| distance(name, known) <= limit)
}

/// A remedy that offers the nearest known name, or lists what is known.
pub(super) fn did_you_mean<'n>(name: &str, known: impl IntoIterator<Item = &'n str> + Clone) -> String {
    match nearest(name, known.clone()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => {
            let all: Vec<_> = known.into_iter().take(40).collect();
            if all.is_empty() {
                "none is known here".to_owned()
            } else {
                format!("known: {}", all.join(", "))
            }
        }
    }
}

/// Number of letters to add, drop, change or swap with their neighbour to turn one word into another.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.chars().take(64).collect();
    let b: Vec<char> = b.chars().take(64).collect();
    let mut rows = vec![vec![0_usize; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    for (j, cell) in rows[0].iter_mut().enumerate() {
        *cell = j;
    }
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let change = rows[i - 1][j - 1] + usize::from(!a[i - 1].eq_ignore_ascii_case(&b[j - 1]));
            let mut best = change.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_offered_and_nonsense_is_not_matched() {
        let known = ["diameter_mm", "thickness_mm", "name"];
        assert_eq!(nearest("diamter_mm", known), Some("diameter_mm"));
        assert_eq!(nearest("nmae", known), Some("name"));
        assert_eq!(nearest("diameter", known), Some("diameter_mm"));
        assert_eq!(nearest("q", known), None);
        assert!(did_you_mean("q", known).contains("thickness_mm"));
    }

    #[test]
    fn a_problem_is_one_line_and_its_remedy_another() {
        let problem = DataProblem {
            file: "a.ron".to_owned(),
            line: 3,
            column: 7,
            place: "pieces[0].mass_g".to_owned(),
            found: "-1".to_owned(),
            expected: "a mass".to_owned(),
            remedy: "weigh it".to_owned(),
        };
        assert_eq!(
            problem.to_string(),
            "a.ron:3:7: pieces[0].mass_g: found -1, expected a mass\n    remedy: weigh it"
        );
    }
}
