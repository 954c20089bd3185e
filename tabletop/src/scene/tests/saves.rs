//! Saves are exact, refuse what does not fit, and survive damage.

use super::*;
use crate::{
    geometry::Pose,
    units::{Quaternion, Vector},
};

fn example() -> SaveDef {
    let awkward =
        [0.1 + 0.2, -0.0, 5e-324, 1.797e308, 1.0 / 3.0, -9.368_114e-3, 1e21, 123_456_789.123_456_79];
    let bodies = (0..40)
        .map(|k| BodyState {
            name: format!("piece {k}"),
            pose: Pose::new(
                Vector::new(awkward[k % 8], awkward[(k + 1) % 8], awkward[(k + 3) % 8]),
                Quaternion::from_rotation_y(k as Scalar * 0.7).normalize(),
            ),
            velocity: Vector::new(awkward[(k + 5) % 8], 0.0, -0.0),
            spin: Vector::splat(Scalar::EPSILON * k as Scalar),
        })
        .collect();
    let script = load_script(&folder().join("throw.script.ron")).unwrap();
    let mut intents = script.intents;
    intents.push(Intent::Remove { piece: "red d6".to_owned() });
    intents.push(Intent::Strike {
        at: Vector2::new(0.1, 1.0 / 3.0),
        height: None,
        azimuth: std::f64::consts::PI,
        speed: 1.25,
        with: Striker::Bat,
    });
    intents.push(Intent::Place {
        piece: "new".to_owned(),
        at: None,
        height: Height::On("white d6".to_owned()),
        rotation: Quaternion::IDENTITY,
        kind: Some("d6".to_owned()),
    });
    let intents = (0..)
        .zip(intents)
        .map(|(step, intent)| SavedIntent { step: step * 10, seat: (step % 2 == 0).then_some(3), intent })
        .collect();
    SaveDef {
        scene_file: "dice.ron".to_owned(),
        scene: script.scene,
        seed: u64::MAX,
        intents,
        snapshots: vec![
            Snapshot { step: 0, hash: 7, bodies: Vec::new() },
            Snapshot { step: 480, hash: u64::MAX, bodies },
        ],
    }
}

fn read(text: &str) -> Result<SaveDef, Vec<DataProblem>> {
    parse_save(&folder().join("test.save.ron"), text, &Sources::default())
}

#[test]
fn a_save_reads_back_to_the_same_bits() {
    let save = example();
    let text = save_text(&save).unwrap();
    let again = read(&text).unwrap_or_else(|problems| panic!("{}", told(&problems)));
    assert_eq!(again, save);
    // Equality does not tell -0.0 from 0.0.
    let bits = |save: &SaveDef| {
        let bodies = save.snapshots.iter().flat_map(|snapshot| &snapshot.bodies);
        let numbers = bodies.flat_map(|body| {
            let (p, q) = (body.pose.position, body.pose.rotation);
            let (v, s) = (body.velocity, body.spin);
            [p.x, p.y, p.z, q.x, q.y, q.z, q.w, v.x, v.y, v.z, s.x, s.y, s.z]
        });
        numbers.map(Scalar::to_bits).collect::<Vec<_>>()
    };
    assert_eq!(bits(&again), bits(&save));
    assert_eq!(save_text(&again).unwrap(), text);
}

#[test]
fn random_numbers_of_all_sizes_survive_the_text() {
    let mut state = 1_u64;
    let mut tried = 0;
    while tried < 20_000 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let number = Scalar::from_bits(state ^ (state >> 29));
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
    let text = save_text(&example()).unwrap();
    let rows = [
        ("version: 1", "version: 2", "version 1"),
        ("step: 480", "step: 480, stpe: 1", "did you mean `step`?"),
        ("scene: \"dice.ron\"", "scene: \"dise.ron\"", "does not exist"),
        ("scene: \"dice.ron\"", "scene: \"table.ron\"", "restore the scene"),
        ("hash: \"0000000000000007\"", "hash: \"7\"", "16 hexadecimal digits"),
        ("step: 10,", "step: 1000,", "the order of their steps"),
        ("rotation: (0.0, 0.0, 0.0, 1.0)", "rotation: (0.0, 0.0, 0.0, 2.0)", "a unit quaternion"),
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
fn a_number_that_is_not_finite_is_not_saved() {
    let mut save = example();
    save.snapshots[1].bodies[3].velocity.x = Scalar::NAN;
    assert!(told(&save_text(&save).unwrap_err()).contains("piece 3"));
}

#[test]
fn damaged_saves_never_panic() {
    let text = save_text(&example()).unwrap();
    for step in 0..100 {
        if let Some(cut) = text.get(..text.len() * step / 100) {
            assert!(read(cut).is_err());
        }
    }
    for number in ["NaN", "inf", "1e400", "-1"] {
        for (at, _) in text.match_indices("0.").step_by(9) {
            let _ = read(&format!("{}{number}{}", &text[..at], &text[at + 2..]));
        }
    }
}

#[test]
fn a_save_is_written_whole_or_not_at_all() {
    let folder = std::env::temp_dir().join(format!("tocs-scene-saves-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("a.save.ron");
    write_save(&path, &example()).unwrap();
    let sources = Sources { folders: vec![super::folder()], ..Sources::default() };
    assert_eq!(load_save(&path, &sources).unwrap(), example());
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1, "the draft must be gone");
    assert!(write_save(&folder.join("nowhere/a.save.ron"), &example()).is_err());
    std::fs::remove_dir_all(&folder).unwrap();
}
