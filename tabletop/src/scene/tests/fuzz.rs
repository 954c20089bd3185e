//! Damaged files are refused or accepted, and never end the program.

use super::*;

/// A small generator of numbers, the same on every machine (`SplitMix64`).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % most as u64) as usize
    }
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
        let mut numbers = Numbers(index as u64);
        for _ in 0..250 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..=numbers.below(3) {
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
        let mut numbers = Numbers(1000 + index as u64);
        for _ in 0..150 {
            let mut damaged = text.clone();
            let at = digits[numbers.below(digits.len())];
            let number = |letter: char| letter.is_ascii_digit() || letter == '.' || letter == '-';
            let start = text[..at].rfind(|letter| !number(letter)).map_or(0, |at| at + 1);
            let end = at + text[at..].find(|letter| !number(letter)).unwrap_or(text.len() - at);
            if text.is_char_boundary(start) {
                damaged.replace_range(start..end, trouble[numbers.below(trouble.len())]);
                survives(&path, &damaged);
            }
        }
    }
}

fn mutate(bytes: &mut Vec<u8>, numbers: &mut Numbers) {
    if bytes.is_empty() {
        return;
    }
    let at = numbers.below(bytes.len());
    let end = (at + 1 + numbers.below(12)).min(bytes.len());
    match numbers.below(5) {
        0 => bytes[at] = numbers.below(256) as u8,
        1 => drop(bytes.drain(at..end)),
        2 => {
            let piece = bytes[at..end].to_vec();
            bytes.splice(at..at, piece);
        }
        3 => bytes.truncate(at.max(1)),
        _ => drop(bytes.splice(at..at, SPLICES[numbers.below(SPLICES.len())].bytes())),
    }
}
