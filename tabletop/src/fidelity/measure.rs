//! What an experiment found: measures against a gate that must hold and a best that is aimed for.

use std::fmt::{self, Write as _};

use crate::units::Scalar;

/// How far what was measured may be from what theory expects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Tolerance {
    /// This share of the expected value.
    Share(Scalar),
    /// This much either way, in the measure's unit.
    Within(Scalar),
    /// Any value between two, in the measure's unit.
    Between(Scalar, Scalar),
    /// No more than this, in the measure's unit.
    AtMost(Scalar),
    /// No less than this, in the measure's unit.
    AtLeast(Scalar),
    /// The very same number.
    Same,
}

impl Tolerance {
    /// Whether a value passes. What is not a number never does.
    pub fn admits(self, expected: Scalar, got: Scalar) -> bool {
        match self {
            Self::Share(share) => (got - expected).abs() <= share * expected.abs(),
            Self::Within(most) => (got - expected).abs() <= most,
            Self::Between(low, high) => (low..=high).contains(&got),
            Self::AtMost(most) => got <= most,
            Self::AtLeast(least) => got >= least,
            Self::Same => got == expected,
        }
    }
}

impl fmt::Display for Tolerance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Share(share) => write!(f, "±{} %", short(share * 100.0)),
            Self::Within(most) => write!(f, "±{}", short(*most)),
            Self::Between(low, high) => write!(f, "{}…{}", short(*low), short(*high)),
            Self::AtMost(most) => write!(f, "≤ {}", short(*most)),
            Self::AtLeast(least) => write!(f, "≥ {}", short(*least)),
            Self::Same => f.write_str("same"),
        }
    }
}

/// One side of a measure: the tolerance in words and whether it was kept.
#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// The tolerance, in the measure's unit unless it says per cent.
    pub tolerance: String,
    /// Whether the value keeps it.
    pub pass: bool,
}

/// One number with its expectation.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// What was measured, with the number of runs behind it where that matters.
    pub what: String,
    /// Unit of both values; empty for pure numbers.
    pub unit: &'static str,
    /// What theory says.
    pub expected: Scalar,
    /// What the table did; of a sweep, the value farthest from the expectation.
    pub got: Scalar,
    /// Must hold at the shipped step.
    pub gate: Verdict,
    /// What a good engine reaches.
    pub best: Verdict,
}

/// All measures of an experiment, or why there are none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The measures, in the order of the experiment's table.
    pub measures: Vec<Measure>,
    /// Why the experiment does not apply to this table; it then neither passes nor fails.
    pub missing: Option<&'static str>,
}

impl Outcome {
    /// An outcome to be filled.
    pub fn new() -> Self {
        Self::default()
    }

    /// The outcome of an experiment on something that the table does not have.
    pub fn missing(why: &'static str) -> Self {
        Self { measures: Vec::new(), missing: Some(why) }
    }

    /// Adds a measure.
    pub fn measure(
        &mut self,
        what: impl Into<String>,
        unit: &'static str,
        expected: Scalar,
        got: Scalar,
        (gate, best): (Tolerance, Tolerance),
    ) {
        let verdict = |tolerance: Tolerance| Verdict {
            tolerance: tolerance.to_string(),
            pass: tolerance.admits(expected, got),
        };
        let (gate, best) = (verdict(gate), verdict(best));
        self.measures.push(Measure { what: what.into(), unit, expected, got, gate, best });
    }

    /// Adds a statement that must be true; shown as 1 for yes and 0 for no.
    pub fn require(&mut self, what: impl Into<String>, holds: bool) {
        self.measure(what, "", 1.0, Scalar::from(u8::from(holds)), (Tolerance::Same, Tolerance::Same));
    }

    /// Whether every gate holds. An outcome without measures passes nothing.
    pub fn passes_gate(&self) -> bool {
        !self.measures.is_empty() && self.measures.iter().all(|measure| measure.gate.pass)
    }

    /// Whether every best is reached. An outcome without measures reaches nothing.
    pub fn passes_best(&self) -> bool {
        !self.measures.is_empty() && self.measures.iter().all(|measure| measure.best.pass)
    }

    /// Lines of a table: id, what, expected, got, gate, best.
    pub fn table(&self, id: &str) -> String {
        let mut text = String::new();
        if let Some(why) = self.missing {
            let _ = writeln!(text, "{id:<6} -    {why}");
        }
        for measure in &self.measures {
            let mark = |verdict: &Verdict| if verdict.pass { "ok" } else { "FAIL" };
            let miss = |verdict: &Verdict| if verdict.pass { "ok" } else { "miss" };
            let _ = writeln!(
                text,
                "{id:<6} {:<4} {:<4} {:<62} expected {:>10} got {:>10} {:<6} gate {:<12} best {}",
                mark(&measure.gate),
                miss(&measure.best),
                measure.what,
                short(measure.expected),
                short(measure.got),
                measure.unit,
                measure.gate.tolerance,
                measure.best.tolerance,
            );
        }
        text
    }

    /// The outcome as an object of JSON.
    pub fn json(&self, id: &str, name: &str, section: &str) -> String {
        let verdict = |verdict: &Verdict| {
            format!("{{\"tolerance\":{},\"pass\":{}}}", quoted(&verdict.tolerance), verdict.pass)
        };
        let number = |value: Scalar| if value.is_finite() { value.to_string() } else { "null".to_owned() };
        let measures = self.measures.iter().map(|measure| {
            format!(
                "{{\"what\":{},\"unit\":{},\"expected\":{},\"got\":{},\"gate\":{},\"best\":{}}}",
                quoted(&measure.what),
                quoted(measure.unit),
                number(measure.expected),
                number(measure.got),
                verdict(&measure.gate),
                verdict(&measure.best),
            )
        });
        let measures = measures.collect::<Vec<_>>().join(",");
        let missing = self.missing.map_or_else(|| "null".to_owned(), quoted);
        format!(
            "{{\"id\":{},\"name\":{},\"section\":{},\"missing\":{missing},\"measures\":[{measures}]}}",
            quoted(id),
            quoted(name),
            quoted(section),
        )
    }
}

/// A number in about five digits.
fn short(value: Scalar) -> String {
    let size = value.abs();
    if value == 0.0 || (1.0e-3..1.0e5).contains(&size) {
        let digits = if size >= 1.0e3 { 1 } else if size >= 10.0 { 3 } else { 5 };
        let text = format!("{value:.digits$}");
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        format!("{value:.2e}")
    }
}

/// A string of JSON.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => quoted.extend(['\\', character]),
            control if u32::from(control) < 0x20 => {
                let _ = write!(quoted, "\\u{:04x}", u32::from(control));
            }
            plain => quoted.push(plain),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_a_number_passes_nothing() {
        use Tolerance::{AtLeast, AtMost, Between, Same, Share, Within};
        for tolerance in [Share(1e9), Within(1e9), Between(-1e9, 1e9), AtMost(1e9), AtLeast(-1e9), Same] {
            assert!(!tolerance.admits(1.0, Scalar::NAN), "{tolerance} admits NaN");
        }
    }

    #[test]
    fn an_outcome_without_measures_neither_passes_nor_hides_why() {
        let outcome = Outcome::missing("no air here");
        assert!(!outcome.passes_gate() && !outcome.passes_best());
        assert!(outcome.table("PH-00").contains("no air here"));
    }

    #[test]
    fn one_failing_measure_fails_the_outcome() {
        let mut outcome = Outcome::new();
        let tolerances = (Tolerance::Share(0.01), Tolerance::Share(0.001));
        outcome.measure("close", "m", 1.0, 1.005, tolerances);
        assert!(outcome.passes_gate() && !outcome.passes_best());
        outcome.measure("far", "m", 1.0, 1.02, tolerances);
        assert!(!outcome.passes_gate());
    }

    #[test]
    fn json_of_an_outcome_escapes_its_text() {
        let mut outcome = Outcome::new();
        outcome.require("a \"quoted\" claim", true);
        assert!(outcome.json("PH-00", "n", "s").contains("a \\\"quoted\\\" claim"));
    }
}
