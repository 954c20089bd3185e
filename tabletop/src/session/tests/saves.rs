//! Saves are exact, refuse what does not fit, and survive damage.

use super::*;
use crate::scene::{DataProblem, load_script};

fn told(problems: &[DataProblem]) -> String {
    problems.iter().map(|problem| format!("{problem}\n")).collect()
}

/// Dice thrown, placed, removed and cast, caught in flight.
fn example() -> Record {
    let script = load_script(&folder().join("throw.script.ron")).unwrap();
    let mut session = Session::new(script.scene, u64::MAX);
    session.mark_every_step(true);
    let acts = [
        throw("white d6", Vector::new(0.1 + 0.2, 1.0 / 3.0, -0.0)),
        wait(50),
        remove("red d6"),
        cast("white d12"),
        place("red d6", None, 0.1, 1.0 / 3.0, Height::Top),
        strike(60.0, 0.0, 123.456_789, 1.0 / 7.0),
        wait(7),
    ];
    for act in acts {
        session.play(act).unwrap();
    }
    session.record()
}

fn read(text: &str) -> Result<Record, Vec<DataProblem>> {
    parse_save(&folder().join("test.save.ron"), text, &Sources::default())
}

#[test]
fn a_save_reads_back_to_the_same_bits_and_plays_again() {
    let record = example();
    let text = save_text(&record, "dice.ron").unwrap();
    let again = read(&text).unwrap_or_else(|problems| panic!("{}", told(&problems)));
    assert_eq!(again, record);
    // Equality does not tell -0.0 from 0.0.
    assert_eq!(save_text(&again, "dice.ron").unwrap(), text);
    assert_eq!(again.verify(), Ok(()));
    let mut restored = Session::restore(&again).unwrap();
    assert_eq!(restored.record().table, record.table);
    // It goes on as the one that was saved would have, and can still be undone.
    let mut whole = Session::replay(&record).unwrap();
    for session in [&mut restored, &mut whole] {
        session.play(Intent::Rest).unwrap();
    }
    assert_eq!(restored.hash(), whole.hash());
    assert!(restored.undo() && whole.undo(), "a session that was read can still be undone");
    assert_eq!(restored.hash(), whole.hash());
}

#[test]
fn random_numbers_of_all_sizes_survive_the_text() {
    let mut random = crate::random::Random::new(1);
    let mut tried = 0;
    while tried < 20_000 {
        let number = Scalar::from_bits(random.bits());
        if number.is_finite() {
            let text = ron::to_string(&number).unwrap();
            let again: Scalar = ron::from_str(&text).unwrap();
            assert_eq!(again.to_bits(), number.to_bits(), "{text}");
            tried += 1;
        }
    }
}

#[test]
fn a_save_that_does_not_fit_is_refused() {
    let text = save_text(&example(), "dice.ron").unwrap();
    let body = text.find("pieces: [").unwrap();
    let id = text[body..].split("id: ").nth(1).unwrap().split(',').next().unwrap();
    let next = format!("id: {},", id.parse::<u32>().unwrap() + 1);
    let rows = [
        ("version: 1", "version: 2, tomorrow: 3", "written by a newer program"),
        ("seed: ", "seeed: 1, seed: ", "did you mean `seed`?"),
        ("scene: \"dice.ron\"", "scene: \"dise.ron\"", "does not exist"),
        ("scene: \"dice.ron\"", "scene: \"table.ron\"", "restore the scene"),
        ("hash: \"", "hash: \"z", "16 hexadecimal digits"),
        ("step: 50,", "step: 5000,", "the step of `table`"),
        ("step: 50,", "step: 57,", "the order of their steps"),
        ("rotation: (", "rotation: (1.0, ", "expected"),
        ("position: (", "position: (NaN, ", "expected"),
        ("Remove(\"red d6\")", "Remove(\"red d5\")", "did you mean `red d6`?"),
        ("Remove(\"red d6\")", "Rest", "`step` tells time"),
        (next.as_str(), &format!("id: {id},"), "each number once"),
    ];
    for (old, new, words) in rows {
        assert!(text.contains(old), "{old:?} must stand in the save:\n{}", &text[..1500]);
        let problems = read(&text.replacen(old, new, 1)).unwrap_err();
        assert!(
            told(&problems).contains(words),
            "{new:?} should be refused with {words:?}:\n{}",
            told(&problems)
        );
    }
}

#[test]
fn all_problems_of_a_save_are_told_at_once() {
    let text = save_text(&example(), "dice.ron").unwrap();
    let text = text.replacen("step: 50,", "step: 5000,", 1).replace("red d6", "red d5");
    let problems = read(&text.replacen("hash: \"", "hash: \"z", 1)).unwrap_err();
    assert!(problems.len() >= 4, "{}", told(&problems));
    assert!(problems.iter().all(|problem| problem.line > 0 && problem.file.ends_with("test.save.ron")));
}

#[test]
fn a_number_that_is_not_finite_is_not_saved() {
    let mut record = example();
    record.table.pieces[3].velocity.x = Scalar::NAN;
    assert!(told(&save_text(&record, "dice.ron").unwrap_err()).contains("table.pieces[3].velocity"));
}

#[test]
fn damaged_saves_never_panic() {
    let text = save_text(&example(), "dice.ron").unwrap();
    let survives = |text: &str| {
        if let Ok(record) = read(text) {
            let _ = Session::restore(&record);
        }
    };
    for step in 0..60 {
        assert!(read(&text[..text.len() * step / 60]).is_err());
    }
    for number in ["NaN", "inf", "1e400", "-1", "1e308", "4294967295"] {
        for (at, _) in text.match_indices("0.").step_by(19) {
            survives(&format!("{}{number}{}", &text[..at], &text[at + 2..]));
        }
    }
}

#[test]
fn a_save_is_written_whole_or_not_at_all() {
    let folder = std::env::temp_dir().join(format!("tocs-saves-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("a.save.ron");
    let record = example();
    write_save(&path, &record).unwrap();
    // The way to the scene is part of it; the rest must be the same.
    let text = |record: &Record| save_text(record, "dice.ron").unwrap();
    let again =
        load_save(&path, &Sources::default()).unwrap_or_else(|problems| panic!("{}", told(&problems)));
    assert_eq!(text(&again), text(&record));
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "the draft must be gone");
    assert!(write_save(&folder.join("nowhere/a.save.ron"), &record).is_err());
    // Moved to where the way to the scene is another, it finds a shipped scene by its name.
    let moved = folder.join("deep/er");
    std::fs::create_dir_all(&moved).unwrap();
    std::fs::rename(&path, moved.join("a.save.ron")).unwrap();
    let sources = Sources { folders: vec![super::folder()], ..Sources::default() };
    assert_eq!(text(&load_save(&moved.join("a.save.ron"), &sources).unwrap()), text(&record));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_file_of_100_megabytes_is_refused_unread() {
    let path = std::env::temp_dir().join(format!("tocs-large-{}.save.ron", std::process::id()));
    std::fs::File::create(&path).and_then(|file| file.set_len(100_000_000)).unwrap();
    let problems = load_save(&path, &Sources::default()).unwrap_err();
    std::fs::remove_file(&path).unwrap();
    assert!(told(&problems).contains("at most 8 MiB"), "{}", told(&problems));
}
