//! Damaged files are refused or accepted, and never end the program.

use super::*;
use crate::random::Random;

fn below(numbers: &mut Random, most: usize) -> usize {
    (numbers.bits() % most as u64) as usize
}

/// What mutations put in: the letters and words that mean most to a parser, and numbers that mean trouble.
const SPLICES: [&str; 26] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "\"",
    "\\",
    "/*",
    "//",
    "'",
    "r#\"",
    "é",
    "\u{0}",
    "Some(",
    "-",
    "0",
    "1e308",
    "NaN",
    "inf",
    "4294967295",
    "0.001",
    "100000",
    "-0.0",
];

fn survives(path: &Path, text: &str) {
    if let Err(problems) = check(path, text) {
        assert!(!problems.is_empty(), "refused without a reason");
        for problem in problems {
            assert!(
                problem.line <= text.matches('\n').count() + 1 || problem.file != path.display().to_string()
            );
            assert!(!problem.expected.is_empty() && !problem.to_string().is_empty());
        }
    }
}

#[test]
fn truncated_files_never_panic() {
    for path in shipped() {
        let text = std::fs::read_to_string(&path).unwrap();
        for step in 0..60 {
            if let Some(cut) = text.get(..text.len() * step / 60) {
                survives(&path, cut);
            }
        }
    }
}

#[test]
fn mutated_files_never_panic() {
    for (index, path) in shipped().into_iter().enumerate() {
        let text = std::fs::read_to_string(&path).unwrap();
        let mut numbers = Random::new(index as u64);
        for _ in 0..250 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..=below(&mut numbers, 3) {
                mutate(&mut bytes, &mut numbers);
            }
            survives(&path, &String::from_utf8_lossy(&bytes));
        }
    }
}

/// Numbers are replaced by troublesome ones: the text stays well formed, so the checks behind the parser run.
#[test]
fn troublesome_numbers_never_panic() {
    let trouble =
        ["0", "-1", "1e-9", "0.001", "1e5", "1e308", "-1e308", "NaN", "inf", "-inf", "90", "4294967296", "7"];
    for (index, path) in shipped().into_iter().enumerate() {
        let text = std::fs::read_to_string(&path).unwrap();
        let digits: Vec<_> =
            text.char_indices().filter(|(_, letter)| letter.is_ascii_digit()).map(|(at, _)| at).collect();
        let mut numbers = Random::new(1000 + index as u64);
        for _ in 0..150 {
            let mut damaged = text.clone();
            let at = digits[below(&mut numbers, digits.len())];
            let number = |letter: char| letter.is_ascii_digit() || letter == '.' || letter == '-';
            let start = text[..at].rfind(|letter| !number(letter)).map_or(0, |at| at + 1);
            let end = at + text[at..].find(|letter| !number(letter)).unwrap_or(text.len() - at);
            if text.is_char_boundary(start) {
                damaged.replace_range(start..end, trouble[below(&mut numbers, trouble.len())]);
                survives(&path, &damaged);
            }
        }
    }
}

fn mutate(bytes: &mut Vec<u8>, numbers: &mut Random) {
    if bytes.is_empty() {
        return;
    }
    let at = below(numbers, bytes.len());
    let end = (at + 1 + below(numbers, 12)).min(bytes.len());
    match below(numbers, 5) {
        0 => bytes[at] = below(numbers, 256) as u8,
        1 => drop(bytes.drain(at..end)),
        2 => {
            let piece = bytes[at..end].to_vec();
            bytes.splice(at..at, piece);
        }
        3 => bytes.truncate(at.max(1)),
        _ => drop(bytes.splice(at..at, SPLICES[below(numbers, SPLICES.len())].bytes())),
    }
}
