//! Each kind of fault is reported, at its line, with something to do about it.

use super::*;

/// A sound scene; faults are put in by replacing pieces of its text, so that lines can be counted.
const SOUND: &str = r#"(
    title: "Essai",
    board: (
        name: "board",
        parts: [
            (
                name: "board", material: "varnished_wood",
                shape: Plate(
                    outline: Rectangle(size_mm: (400, 300)), thickness_mm: 10,
                    holes: [
                        (name: "west", at_mm: (-100, 0), diameter_mm: 40),
                        (name: "east", at_mm: (100, 0), diameter_mm: 40),
                    ],
                ),
            ),
            (name: "wall", material: "raw_wood", shape: Wall(from_mm: (-200, 140), to_mm: (200, 140), tall_mm: 20, thickness_mm: 10)),
        ],
        zones: [
            (name: "middle", shape: Disc(diameter_mm: 50)),
        ],
    ),
    kinds: [
        (name: "pion", shape: Disc(diameter_mm: 25, thickness_mm: 5), material: "varnished_wood"),
    ],
    pieces: [
        (name: "one", kind: "pion", at_mm: (0, 0)),
        (name: "two", kind: "pion", at_mm: (40, 0)),
    ],
)
"#;

fn problems(text: &str) -> Vec<DataProblem> {
    check(&folder().join("test.ron"), text).err().unwrap_or_default()
}

fn with(old: &str, new: &str) -> String {
    assert_eq!(SOUND.matches(old).count(), 1, "{old:?} must stand once in the sound scene");
    SOUND.replace(old, new)
}

#[test]
fn the_scene_without_faults_has_no_problems() {
    assert_eq!(told(&problems(SOUND)), "");
}

/// One fault a row: what is replaced, by what, the line it must be reported at, and words of the report.
#[test]
fn each_fault_is_reported_at_its_line() {
    let rows = [
        (r#"title: "Essai""#, r#"title: """#, 2, "title"),
        (r#"title: "Essai""#, r#"tilte: "Essai""#, 2, "did you mean `title`?"),
        (r#"title: "Essai""#, r#"title: 7"#, 2, "a text in quotation marks"),
        ("thickness_mm: 10,", "thickness_mm: 0,", 9, "thickness_mm"),
        ("thickness_mm: 10,", "thickness_mm: -3,", 9, "-3 mm"),
        ("thickness_mm: 10,", "thickness_mm: inf,", 9, "inf"),
        ("thickness_mm: 10,", "thickness_mm: NaN,", 9, "NaN"),
        ("thickness_mm: 10,", "thickness_mm: 1e400,", 9, "thickness_mm"),
        ("thickness_mm: 10,", "thickness_mm: 10, thickness_mm: 11,", 9, "second time"),
        (
            r#"at_mm: (-100, 0), diameter_mm: 40"#,
            r#"at_mm: (70, 0), diameter_mm: 40"#,
            12,
            "overlaps another by 10.000 mm",
        ),
        (
            r#"at_mm: (-100, 0), diameter_mm: 40"#,
            r#"at_mm: (-190, 0), diameter_mm: 40"#,
            11,
            "10.000 mm beyond the outline",
        ),
        (
            r#"at_mm: (-100, 0), diameter_mm: 40"#,
            r#"at_mm: (-100, 0), diamter_mm: 40"#,
            11,
            "did you mean `diameter_mm`?",
        ),
        (r#"at_mm: (-100, 0), diameter_mm: 40"#, r#"at_mm: (-100, 0)"#, 11, "the field `diameter_mm`"),
        (r#"(name: "west""#, r#"(name: "east""#, 11, "a second hole named `east`"),
        (r#""raw_wood""#, r#""raw_wod""#, 16, "did you mean `raw_wood`?"),
        ("shape: Wall(", "shape: Wal(", 16, "did you mean `Wall`?"),
        ("to_mm: (200, 140)", "to_mm: (-200, 140)", 16, "the same point"),
        (r#"(name: "wall""#, r#"(name: "board""#, 16, "a second part named `board`"),
        (
            "Disc(diameter_mm: 50)",
            "Annulus(inner_radius_mm: 50, outer_radius_mm: 40)",
            19,
            "inner radius below",
        ),
        ("Disc(diameter_mm: 50)", "Polygon(corners_mm: [(0, 0), (1, 1)])", 19, "2 corners"),
        (r#"kind: "pion", at_mm: (0, 0)"#, r#"kind: "poin", at_mm: (0, 0)"#, 26, "did you mean `pion`?"),
        (r#"kind: "pion", at_mm: (0, 0)"#, r#"at_mm: (0, 0)"#, 26, "nothing in particular"),
        (r#"kind: "pion", at_mm: (0, 0)"#, r#"kind: "pion", mass_g: -1"#, 26, "mass_g"),
        (r#"kind: "pion", at_mm: (0, 0)"#, r#"kind: "pion", look: (colour: "purpel")"#, 26, "colour"),
        (r#"kind: "pion", at_mm: (0, 0)"#, r#"kind: "pion", face: Value(3)"#, 26, "Value(3)"),
        (r#"kind: "pion", at_mm: (0, 0)"#, r#"kind: "pion", on: "tow""#, 26, "`tow`"),
        (
            r#"kind: "pion", at_mm: (0, 0)"#,
            r#"kind: "pion", at_mm: (900, 0)"#,
            26,
            "nothing beneath (900, 0)",
        ),
        (r#"(name: "two""#, r#"(name: "one""#, 27, "a second piece named `one`"),
        ("at_mm: (40, 0)", "at_mm: (20, 0), height_mm: 0", 27, "`two` inside `one`"),
        ("at_mm: (40, 0)", "at_mm: (40, 0), height_mm: -2", 27, "inside the part `board`"),
        ("at_mm: (40, 0)", "at_mm: (40, 130), height_mm: 0", 27, "inside the part `wall`"),
        ("at_mm: (40, 0)", "at_mm: (40, 0), stack: 100000", 27, "at most 20000 pieces"),
        ("at_mm: (40, 0)", "at_mm: (40, 0, 0)", 27, "`)`"),
        ("kinds: [", "extends: \"nowhere.ron\",\n    kinds: [", 22, "does not exist"),
        ("kinds: [", "materials: \"nowhere.ron\",\n    kinds: [", 22, "does not exist"),
    ];
    for (old, new, line, words) in rows {
        let problems = problems(&with(old, new));
        let hit = problems.iter().any(|problem| problem.line == line && problem.to_string().contains(words));
        assert!(hit, "{new:?} should be reported at line {line} with {words:?}, got:\n{}", told(&problems));
    }
}

#[test]
fn places_lead_to_the_fault() {
    let problems = problems(&with("at_mm: (100, 0), diameter_mm: 40", "at_mm: (100, 0), diameter_mm: -40"));
    assert_eq!(problems.len(), 1, "{}", told(&problems));
    assert_eq!(problems[0].place, "board.parts[0].shape.holes[1].diameter_mm");
    assert_eq!((problems[0].line, problems[0].column), (12, 70));
}

#[test]
fn all_problems_are_reported_at_once_and_in_order() {
    let text = with("thickness_mm: 10,", "thickness_mm: -1, colour: 3,");
    let text = text.replace(r#"material: "raw_wood""#, r#"material: "wood", tall: 3"#);
    let text = text.replace(r#"kind: "pion", at_mm: (0, 0)"#, r#"kind: "pawn", at_mm: (0, 0)"#);
    let text = text.replace(r#"kind: "pion", at_mm: (40, 0)"#, r#"kind: "pion", at_mm: (inf, 0)"#);
    let problems = problems(&text);
    let lines: Vec<_> = problems.iter().map(|problem| problem.line).collect();
    assert_eq!(lines, [9, 9, 16, 16, 26, 27], "{}", told(&problems));
}

#[test]
fn a_flood_of_problems_is_cut_short_and_counted() {
    let faulty = r#"(name: "x", kind: "nobody"),"#.repeat(500);
    let problems = problems(&with("pieces: [", &format!("pieces: [{faulty}")));
    assert_eq!(problems.len(), MAX_PROBLEMS + 1);
    assert!(problems[MAX_PROBLEMS].found.contains("more problems"), "{}", problems[MAX_PROBLEMS]);
}

#[test]
fn more_than_20_000_pieces_are_refused() {
    let many: String =
        (0..21).map(|k| format!("(name: \"p{k}\", kind: \"pion\", on: \"one\", stack: 1000),")).collect();
    let problems = problems(&with(r#"(name: "two", kind: "pion", at_mm: (40, 0)),"#, &many));
    assert!(told(&problems).contains("at most 20000 pieces"));
}

#[test]
fn files_that_are_no_text_of_ours_are_refused_with_a_reason() {
    let folder = std::env::temp_dir().join(format!("tocs-scene-faults-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    };
    let large = folder.join("large.ron");
    std::fs::File::create(&large).unwrap().set_len(MAX_BYTES + 1).unwrap();
    let cases = [
        (folder.join("missing.ron"), "no such file"),
        (folder.clone(), "a folder"),
        (write("empty.ron", b""), "an empty file"),
        (write("blank.ron", b" \n\n"), "an empty file"),
        (write("latin1.ron", b"(\n title: \"d\xe9s\")"), "not UTF-8"),
        (large, "8388609 bytes, not read"),
    ];
    for (path, words) in cases {
        let problems = load_scene(&path).unwrap_err();
        assert_eq!(problems.len(), 1);
        assert!(problems[0].to_string().contains(words), "{}", problems[0]);
    }
    assert_eq!(load_scene(&folder.join("latin1.ron")).unwrap_err()[0].line, 2);
    // Two scenes that extend one another.
    write("a.ron", b"(title: \"a\", extends: \"b.ron\")");
    write("b.ron", b"(title: \"b\", extends: \"a.ron\")");
    assert!(told(&load_scene(&folder.join("a.ron")).unwrap_err()).contains("come back to itself"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn scripts_name_pieces_that_are_there() {
    let text = |intents: &str| format!("(\n scene: \"dice.ron\",\n intents: [\n{intents}\n],\n)");
    let rows = [
        ("Remove(\"white d6\"),\nRemove(\"white d6\"),", 5, "a piece that is there by then"),
        ("Throw(piece: \"whte d6\", velocity_m_s: (0, 0, 0)),", 4, "did you mean `white d6`?"),
        ("Rest,\nStrike(at_mm: (0, 0), speed_m_s: 80),", 5, "at most 8"),
        ("Place(piece: \"new\"),", 4, "a `kind` to make it of"),
        ("Place(piece: \"new\", kind: \"d6\", face: Value(7)),", 4, "Value(7)"),
        ("Wait(-1),", 4, "above 0"),
        ("Shot(\"../x\"),", 4, "a name that a file can have"),
        ("Jump,", 4, "one of Strike"),
    ];
    for (intents, line, words) in rows {
        let problems = check(&folder().join("test.script.ron"), &text(intents)).unwrap_err();
        let hit = problems.iter().any(|problem| problem.line == line && problem.to_string().contains(words));
        assert!(
            hit,
            "{intents:?} should be reported at line {line} with {words:?}, got:\n{}",
            told(&problems)
        );
    }
    let sound = "Remove(\"white d6\"),\nPlace(piece: \"white d6\", face: Value(6)),\nPlace(piece: \"new\", kind: \"d12\", on: \"white d6\"),";
    assert_eq!(check(&folder().join("test.script.ron"), &text(sound)).err(), None);
}

#[test]
fn an_inline_scene_is_checked_in_its_place() {
    let text = "(\n inline: (\n  title: \"x\",\n  pieces: [\n   (name: \"a\", kind: \"b\"),\n  ],\n ),\n intents: [],\n)";
    let problems = check(&folder().join("test.script.ron"), text).unwrap_err();
    assert_eq!((problems[0].line, problems[0].place.as_str()), (5, "inline.pieces[0].kind"));
}
