//! Where each value of a RON text stands: turns a place such as `board.parts[3].holes[1]` into a position.
//!
//! Serde tells where a text stops being well formed, and forgets every position once it is. This pass reads
//! the text a second time, keeps nothing but the extent of each value, and accepts anything: on a text that
//! is not well formed it is as right as it can be, and never fails. Variant names, `Some` and the doubled
//! brackets of `Variant((…))` are not part of a place.

/// Deepest nesting that is told apart; what lies deeper has the position of its parent.
const MAX_DEPTH: usize = 64;

/// The values of a text, each with its extent.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    root: Node,
}

/// A value: its first byte, the byte behind its last, and the values inside.
#[derive(Clone, Debug, Default)]
struct Node {
    start: usize,
    end: usize,
    /// Whether its elements stand in square brackets.
    list: bool,
    entries: Vec<Entry>,
}

/// A value inside another, under its field name or, for elements, its index.
#[derive(Clone, Debug)]
struct Entry {
    field: Option<String>,
    start: usize,
    value: Node,
}

impl Outline {
    /// Reads a text.
    pub(super) fn of(text: &str) -> Self {
        let mut reader = Reader { text: text.as_bytes(), at: 0 };
        if text.trim_start().starts_with("#!") {
            reader.at = text.find(']').map_or(text.len(), |at| at + 1);
        }
        Self { root: reader.value(0) }
    }

    /// Names of the fields of the whole.
    pub(super) fn fields(&self) -> Vec<&str> {
        self.root.entries.iter().filter_map(|entry| entry.field.as_deref()).collect()
    }

    /// First byte of the value at a place, or of the innermost value around it that exists.
    pub(super) fn locate(&self, place: &str) -> usize {
        let mut node = &self.root;
        for step in steps(place) {
            match node.child(step) {
                Some(entry) => node = &entry.value,
                None => break,
            }
        }
        node.start
    }

    /// The place of the innermost value that holds a byte, and the extent of that value.
    pub(super) fn place_of(&self, at: usize) -> (String, usize, usize) {
        let mut node = &self.root;
        let mut place = String::new();
        while let Some((index, entry)) =
            node.entries.iter().enumerate().rfind(|(_, entry)| entry.start <= at && at <= entry.value.end)
        {
            match &entry.field {
                Some(field) if place.is_empty() => place.push_str(field),
                Some(field) => {
                    place.push('.');
                    place.push_str(field);
                }
                None if node.is_wrapper() => {}
                None => place.push_str(&format!("[{index}]")),
            }
            node = &entry.value;
        }
        (place, node.start, node.end)
    }

    /// Extent of the last field of this name that begins before a byte, its name included.
    pub(super) fn last_field(&self, name: &str, before: usize) -> Option<(usize, usize)> {
        fn search(node: &Node, name: &str, before: usize, found: &mut Option<(usize, usize)>) {
            for entry in node.entries.iter().take_while(|entry| entry.start <= before) {
                if entry.field.as_deref() == Some(name) && found.is_none_or(|(start, _)| start < entry.start)
                {
                    *found = Some((entry.start, entry.value.end));
                }
                search(&entry.value, name, before, found);
            }
        }
        let mut found = None;
        search(&self.root, name, before, &mut found);
        found
    }
}

impl Node {
    fn child(&self, step: Step) -> Option<&Entry> {
        let found = match step {
            Step::Field(name) => self.entries.iter().find(|entry| entry.field.as_deref() == Some(name)),
            Step::Index(index) => self.entries.get(index).filter(|entry| entry.field.is_none()),
        };
        match found {
            Some(entry) if !(self.is_wrapper() && matches!(step, Step::Index(_))) => Some(entry),
            _ if self.is_wrapper() => self.entries[0].value.child(step).or(found),
            _ => None,
        }
    }

    /// Whether this is `Some(…)` or a doubled bracket around one other value.
    fn is_wrapper(&self) -> bool {
        !self.list
            && self.entries.len() == 1
            && self.entries[0].field.is_none()
            && !self.entries[0].value.entries.is_empty()
    }
}

/// One step of a place.
#[derive(Clone, Copy)]
enum Step<'a> {
    Field(&'a str),
    Index(usize),
}

fn steps(place: &str) -> impl Iterator<Item = Step<'_>> {
    place.split(['.', '[']).filter(|step| !step.is_empty()).map(|step| match step.strip_suffix(']') {
        Some(index) => Step::Index(index.parse().unwrap_or(usize::MAX)),
        None => Step::Field(step),
    })
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn starts_with(&self, what: &[u8]) -> bool {
        self.text[self.at..].starts_with(what)
    }

    fn skip_to_end_of(&mut self, what: &[u8]) {
        while self.at < self.text.len() && !self.starts_with(what) {
            self.at += 1;
        }
        self.at = (self.at + what.len()).min(self.text.len());
    }

    fn skip_space(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => self.at += 1,
                b'/' if self.starts_with(b"//") => self.skip_to_end_of(b"\n"),
                b'/' if self.starts_with(b"/*") => self.skip_block_comment(),
                _ => break,
            }
        }
    }

    fn skip_block_comment(&mut self) {
        let mut depth = 0_usize;
        while self.at < self.text.len() {
            if self.starts_with(b"/*") {
                depth += 1;
                self.at += 2;
            } else if self.starts_with(b"*/") {
                depth -= 1;
                self.at += 2;
                if depth == 0 {
                    return;
                }
            } else {
                self.at += 1;
            }
        }
    }

    fn word(&mut self) -> &str {
        let start = self.at;
        while self
            .peek()
            .is_some_and(|byte| byte.is_ascii_alphanumeric() || b"_+-.#".contains(&byte) || byte > 127)
        {
            self.at += 1;
        }
        std::str::from_utf8(&self.text[start..self.at]).unwrap_or_default()
    }

    fn string(&mut self) {
        self.at += 1;
        while let Some(byte) = self.peek() {
            self.at += if byte == b'\\' { 2 } else { 1 };
            if byte == b'"' {
                break;
            }
        }
        self.at = self.at.min(self.text.len());
    }

    fn raw_string(&mut self) {
        let hashes = self.text[self.at + 1..].iter().take_while(|byte| **byte == b'#').count();
        self.at += 2 + hashes;
        let mut close = vec![b'"'];
        close.resize(1 + hashes, b'#');
        self.at = self.at.min(self.text.len());
        self.skip_to_end_of(&close);
    }

    fn value(&mut self, depth: usize) -> Node {
        self.skip_space();
        let start = self.at;
        let list = self.peek() == Some(b'[');
        let mut entries = Vec::new();
        match self.peek() {
            Some(b'"') => self.string(),
            Some(b'r')
                if self.starts_with(b"r\"") || self.starts_with(b"r#\"") || self.starts_with(b"r##") =>
            {
                self.raw_string();
            }
            Some(b'(' | b'[' | b'{') => self.group(depth, &mut entries),
            Some(_) => {
                self.word();
                let end = self.at;
                self.skip_space();
                if end > start && self.peek() == Some(b'(') {
                    self.group(depth, &mut entries);
                } else {
                    self.at = end;
                }
            }
            None => {}
        }
        Node { start, end: self.at, list, entries }
    }

    fn group(&mut self, depth: usize, entries: &mut Vec<Entry>) {
        self.at += 1;
        loop {
            self.skip_space();
            match self.peek() {
                None => return,
                Some(b')' | b']' | b'}') => {
                    self.at += 1;
                    return;
                }
                Some(b',') => self.at += 1,
                Some(_) if depth < MAX_DEPTH => {
                    let before = self.at;
                    entries.push(self.entry(depth));
                    self.at = self.at.max(before + 1);
                }
                Some(_) => self.at += 1,
            }
        }
    }

    fn entry(&mut self, depth: usize) -> Entry {
        let start = self.at;
        let field = self.word().to_owned();
        self.skip_space();
        if !field.is_empty() && self.peek() == Some(b':') {
            self.at += 1;
            return Entry { field: Some(field), start, value: self.value(depth + 1) };
        }
        self.at = start;
        Entry { field: None, start, value: self.value(depth + 1) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r##"// board: (parts: [wrong])
Scene(
    title: "a ) \" ( title", /* board: /* nested */ ( */
    raw: r#"two " quotes ("#,
    board: Some((
        parts: [
            (name: "one", at_mm: (1, 2), holes: [(diameter_mm: 9)]),
            Plate(name: "two", holes: [(1), Hole(diameter_mm: -3)]),
        ],
    )),
)"##;

    fn at(place: &str) -> &'static str {
        &TEXT[Outline::of(TEXT).locate(place)..]
    }

    #[test]
    fn every_place_is_found_past_comments_strings_and_wrappers() {
        assert!(at("board.parts[1].name").starts_with("\"two\""));
        assert!(at("board.parts[0].at_mm[1]").starts_with("2)"));
        assert!(at("board.parts[1].holes[1].diameter_mm").starts_with("-3"));
        assert!(at("board.parts[1]").starts_with("Plate("));
    }

    #[test]
    fn a_place_that_does_not_exist_has_the_position_of_its_parent() {
        assert!(at("board.parts[1].holes[7].diameter_mm").starts_with("[(1)"));
        assert!(at("nothing").starts_with("Scene("));
    }

    #[test]
    fn a_position_has_a_place() {
        let outline = Outline::of(TEXT);
        let offset = TEXT.find("-3").unwrap();
        assert_eq!(outline.place_of(offset).0, "board.parts[1].holes[1].diameter_mm");
        let offset = TEXT.find("9)").unwrap();
        assert_eq!(outline.place_of(offset).0, "board.parts[0].holes[0].diameter_mm");
    }

    #[test]
    fn a_text_that_never_closes_is_read_to_its_end() {
        for end in 0..TEXT.len() {
            if let Some(text) = TEXT.get(..end) {
                Outline::of(text).locate("board.parts[1].holes[1]");
            }
        }
        Outline::of(&"(".repeat(100_000)).locate("a[0]");
    }
}
