//! The examples of `docs/formats.md` are sound, and its faulty ones give the reports it shows.

use super::*;

/// The blocks of the document: their label and their text.
fn blocks() -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/formats.md");
    let document = std::fs::read_to_string(path).unwrap();
    let mut blocks = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in document.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(label), None) => open = Some((label.to_owned(), String::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some((_, text))) => text.extend([line, "\n"]),
            (None, None) => {}
        }
    }
    blocks
}

fn check_example(kind: &str, text: &str) -> Result<(), Vec<DataProblem>> {
    let file = |name: &str| folder().join(name);
    match kind {
        "materials" => check(&file("example.materials.ron"), text),
        "script" => check(&file("example.script.ron"), text),
        "position" => check(&file("example.position.ron"), text),
        "save" => {
            let fingerprint = format!("{:016x}", scene("dice.ron").fingerprint);
            let text = text.replace("0123456789abcdef", &fingerprint);
            crate::session::parse_save(&file("example.save.ron"), &text, &Sources::default()).map(drop)
        }
        _ => check(&file("example.ron"), text),
    }
}

#[test]
fn every_example_of_the_document_is_accepted() {
    let mut kinds = Vec::new();
    for (label, text) in blocks() {
        let Some(kind) = label.strip_prefix("ron ").filter(|kind| *kind != "faulty") else { continue };
        if let Err(problems) = check_example(kind, &text) {
            panic!("this {kind} should be sound:\n{text}\n{}", told(&problems));
        }
        kinds.push(kind.to_owned());
    }
    for kind in ["materials", "scene", "script", "position", "save"] {
        assert!(kinds.contains(&kind.to_owned()), "no example of {kind}");
    }
}

#[test]
fn every_faulty_example_gives_the_report_shown_below_it() {
    let blocks = blocks();
    let mut faulty = 0;
    for pair in blocks.windows(2) {
        let [(label, text), (shown, report)] = pair else { continue };
        if label == "ron faulty" {
            assert_eq!(shown, "text", "the report must follow the faulty example");
            let problems = check_example("scene", text).unwrap_err();
            let file = folder().join("example.ron").display().to_string();
            assert_eq!(&told(&problems).replace(&file, "example.ron"), report);
            faulty += 1;
        }
    }
    assert!(faulty >= 2);
}
