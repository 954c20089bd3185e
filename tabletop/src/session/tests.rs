//! What happened happens again: replay, saved moments, undo and redo.

mod cloth;
mod saves;
mod threads;

use std::path::Path;

use super::*;
use crate::observe::Face;
use crate::scene::{Height, Sources, Striker, load_scene, parse_scene};
use crate::units::{Quaternion, Scalar, Vector, Vector2, from_plan, mm};

/// A round board with a hole above a floor: a stack of three, a row of discs, a ball and a die.
const TABLE: &str = r#"(
    title: "Un plateau troué",
    board: (
        name: "board",
        parts: [
            (
                name: "board", material: "varnished_wood",
                shape: Plate(outline: Circle(diameter_mm: 400), thickness_mm: 6, holes: [(name: "hole", at_mm: (0, 100), diameter_mm: 34)]),
            ),
            FLOOR
        ],
        zones: [(name: "ring", shape: Annulus(inner_radius_mm: 30, outer_radius_mm: 120.5), cut: [(at_mm: (0, 75), diameter_mm: 34)])],
    ),
    kinds: [
        (name: "disc", shape: Disc(diameter_mm: 25, thickness_mm: 8), material: "varnished_wood"),
        (name: "large", shape: Disc(diameter_mm: 30, thickness_mm: 8), material: "varnished_wood"),
    ],
    pieces: [
        (name: "low", kind: "disc", at_mm: (50, -60)),
        (name: "middle", kind: "disc", on: "low"),
        (name: "high", kind: "disc", on: "middle"),
        (name: "left", kind: "disc", at_mm: (-50, 0)),
        (name: "right", kind: "disc", at_mm: (-20, 3)),
        (name: "ball", shape: Ball(diameter_mm: 25), material: "varnished_wood", at_mm: (-100, 50)),
        (name: "die", shape: D6(size_mm: 16, rounding_mm: 1.5), material: "bone", at_mm: (100, 50)),
    ],
)"#;

const FLOOR: &str = r#"(name: "floor", material: "table", height_mm: -60, shape: Plate(outline: Infinite, thickness_mm: 50)),"#;

fn folder() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenes")
}

fn scene_over(floor: &str) -> SceneDef {
    let text = TABLE.replace("FLOOR", floor);
    parse_scene(&folder().join("test.ron"), &text, &Sources::default())
        .unwrap_or_else(|problems| panic!("{problems:#?}"))
}

fn scene() -> SceneDef {
    scene_over(FLOOR)
}

/// A level finger at a point of the plan, millimetres and degrees.
fn strike(x: Scalar, y: Scalar, azimuth: Scalar, speed: Scalar) -> Intent {
    let (at, height) = (Vector2::new(mm(x), mm(y)), Some(mm(4.0)));
    Intent::Strike { at, height, azimuth: azimuth.to_radians(), rise: 0.0, speed, with: Striker::Finger }
}

fn cast(piece: &str) -> Intent {
    let (from, velocity) = (from_plan(Vector2::new(-0.03, -0.12), 0.08), Vector::new(-0.4, -0.3, -0.2));
    Intent::Cast { piece: piece.to_owned(), from, velocity, spin: 25.0 }
}

fn throw(piece: &str, velocity: Vector) -> Intent {
    Intent::Throw { piece: piece.to_owned(), velocity, spin: Vector::ZERO }
}

fn place(piece: &str, kind: Option<&str>, x: Scalar, y: Scalar, height: Height) -> Intent {
    Intent::Place {
        piece: piece.to_owned(),
        at: Some(Vector2::new(mm(x), mm(y))),
        height,
        rotation: Quaternion::IDENTITY,
        kind: kind.map(str::to_owned),
    }
}

fn remove(piece: &str) -> Intent {
    Intent::Remove { piece: piece.to_owned() }
}

fn wait(steps: u32) -> Intent {
    Intent::Wait { seconds: Scalar::from(steps) / 480.0 }
}

/// Blows, a cast die and a ball into the hole.
fn script() -> Vec<Intent> {
    vec![
        strike(-62.5, 0.0, 90.0, 1.8),
        wait(100),
        cast("die"),
        Intent::Rest,
        strike(37.0, -60.0, 84.0, 1.2),
        wait(30),
        throw("ball", Vector::new(0.5, 0.0, -0.25)),
        Intent::Rest,
        place("ball", None, 0.0, 100.0, Height::Lowest(mm(17.5))),
        Intent::Rest,
    ]
}

fn played() -> Session {
    let mut session = Session::new(scene(), 11);
    for intent in script() {
        session.play(intent).unwrap();
    }
    session
}

#[test]
fn a_record_plays_again_to_the_last_bit() {
    let record = played().record();
    assert_eq!(record.verify(), Ok(()));
    assert_eq!(played().record(), record);
    let other = Session::replay(&record).unwrap();
    assert_eq!(other.hash(), record.marks.last().unwrap().hash);
}

#[test]
fn another_seed_or_the_least_change_is_noticed_and_where() {
    let mut session = Session::new(scene(), 11);
    session.mark_every_step(true);
    for intent in script().into_iter().take(4) {
        session.play(intent).unwrap();
    }
    let record = session.record();
    assert_eq!(record.verify(), Ok(()));
    // The die is cast at step 100: until then chance has no say.
    let Err(Divergence::Hash { recorded, .. }) = Record { seed: 12, ..record.clone() }.verify() else {
        panic!("another seed passed")
    };
    assert_eq!(recorded.step, 101);
    let mut changed = record.clone();
    let Intent::Strike { speed, .. } = &mut changed.intents[0].intent else { panic!("a strike comes first") };
    *speed *= 1.0 + Scalar::EPSILON;
    let Err(Divergence::Hash { recorded, .. }) = changed.verify() else { panic!("another speed passed") };
    assert!(recorded.step <= 2, "noticed only at step {}", recorded.step);
    let mut changed = record;
    changed.marks[57].hash ^= 1;
    let step = changed.marks[57].step;
    let Err(Divergence::Hash { recorded, .. }) = changed.verify() else { panic!("another hash passed") };
    assert_eq!(recorded.step, step);
}

#[test]
fn any_moment_goes_on_as_it_would_have() {
    let mut session = Session::new(scene(), 11);
    session.mark_every_step(true);
    session.play(strike(-62.5, 0.0, 90.0, 1.8)).unwrap();
    let mut moments = vec![session.snapshot()];
    for step in 0..700 {
        if step == 100 {
            session.play(cast("die")).unwrap();
        }
        session.step();
        // All steps of the blow and of the first impacts, and every seventh of what follows.
        if step < 60 || (100..130).contains(&step) || step % 7 == 0 {
            moments.push(session.snapshot());
        }
    }
    let record = session.record();
    for (moment, done) in moments {
        let text = ron::to_string(&moment).unwrap();
        let read: Snapshot = ron::from_str(&text).unwrap();
        assert_eq!(read, moment);
        let resumed = Session::at(&record, &read, done).follow(&record, true, |_, _| ());
        let end = resumed.map(|session| session.snapshot()).map_err(|error| error.to_string());
        assert!(end == Ok(session.snapshot()), "differs when played on from step {}", moment.steps());
    }
}

#[test]
fn every_rest_is_declared_once_and_seen() {
    let mut session = Session::new(scene(), 11);
    let mut rests = Vec::new();
    for intent in script() {
        for event in session.play(intent).unwrap() {
            let Event::Rest { seen, unsettled } = event else { panic!("{event:?}") };
            assert!(unsettled.is_empty(), "{}", unsettled[0]);
            rests.push(seen);
        }
    }
    assert_eq!(rests.len(), 3);
    let [first, _, last] = &rests[..] else { panic!("three rests") };
    let stack = [2, 3, 4].map(|id| first.piece(id).unwrap()); // after the board and the floor
    assert_eq!(stack.map(|piece| (piece.moved, piece.face)), [(false, Face::Up); 3]);
    assert_eq!(stack[1].rests_on, [2]);
    assert!(first.piece(6).unwrap().moved, "the right disc was hit by the left one");
    let ball = last.piece(7).unwrap();
    assert!(ball.off_board && ball.holes.len() == 1 && ball.holes[0].down, "{ball:?}");
    // Nothing stirs after a rest.
    for _ in 0..500 {
        assert_eq!(session.step(), []);
    }
    for piece in session.observe().pieces {
        assert!(piece.moved_by < 1.0e-6, "{piece:?}");
    }
}

#[test]
fn undo_and_redo_keep_every_piece_and_every_bit() {
    let mut session = Session::new(scene(), 11);
    let mut states = Vec::new();
    let mut acts = script();
    acts.insert(4, remove("left"));
    acts.insert(5, place("new", Some("large"), 0.0, 0.0, Height::Top));
    acts.insert(6, remove("new"));
    acts.insert(7, place("new", None, 0.0, -100.0, Height::Top));
    for act in acts {
        if !matches!(act, Intent::Wait { .. } | Intent::Rest) {
            states.push((session.hash(), session.census()));
        }
        session.play(act).unwrap();
    }
    let end = (session.hash(), session.census(), session.steps());
    let count = session.intents().len();
    assert_eq!(count, states.len());
    // Any walk back and forth passes through the same states.
    let mut place = count;
    for (turn, length) in [3, 2, 5, 5, 1, 4, 7, 7, 7, 9].into_iter().enumerate() {
        for _ in 0..length {
            let back = turn % 2 == 0;
            let done = if back { session.undo() } else { session.redo() };
            assert_eq!(done, if back { place > 0 } else { place < count });
            place = if back { place.saturating_sub(1) } else { (place + 1).min(count) };
            if place < count {
                assert_eq!((session.hash(), session.census()), states[place], "after {place} intents");
            } else {
                assert_eq!((session.hash(), session.census(), session.steps()), end);
            }
            let (present, gone) = session.census();
            let placed = usize::from(place > 3);
            assert_eq!(present.len() + gone.len(), 7 + placed, "census after {place} intents");
        }
    }
    assert_eq!(session.record().verify(), Ok(()));
}

#[test]
fn a_new_intent_ends_what_could_be_redone() {
    let mut session = played();
    assert!(session.undo() && session.undo());
    session.play(strike(37.0, -60.0, 84.0, 1.0)).unwrap();
    assert!(!session.redo());
    assert_eq!(session.record().verify(), Ok(()));
}

#[test]
fn what_falls_off_is_lost_once_and_comes_back_by_undo() {
    let mut session = Session::new(scene_over(""), 0);
    session.play(Intent::Rest).unwrap();
    let before = session.census();
    session.play(throw("ball", Vector::new(-1.5, 0.0, 0.0))).unwrap();
    let events = session.play(Intent::Rest).unwrap();
    assert_eq!(events.iter().filter(|event| **event == Event::Lost(PieceId(6))).count(), 1);
    assert_eq!(session.census().1, [("ball".to_owned(), Gone::Lost)]);
    session.undo();
    assert_eq!(session.census(), before);
}

#[test]
fn a_refused_intent_leaves_no_trace() {
    let mut session = Session::new(scene(), 0);
    session.play(wait(10)).unwrap();
    let before = (session.hash(), session.record());
    let named = |name: &str| name.to_owned();
    for (intent, error) in [
        (remove("ghost"), IntentError::NoPiece(named("ghost"))),
        (place("ghost", None, 0.0, 0.0, Height::Top), IntentError::NoKind(named("ghost"))),
        (place("ghost", Some("cube"), 0.0, 0.0, Height::Top), IntentError::UnknownKind(named("cube"))),
        (place("high", Some("disc"), 0.0, 0.0, Height::Top), IntentError::Made(named("high"))),
        (place("high", None, 0.0, 0.0, Height::On(named("high"))), IntentError::OnItself(named("high"))),
        (place("high", None, 0.0, 0.0, Height::On(named("ghost"))), IntentError::NoPiece(named("ghost"))),
        (throw("high", Vector::splat(Scalar::NAN)), IntentError::NotFinite),
        (strike(50.0, -60.0, 0.0, 1.0), IntentError::Blocked(named("low"))),
        (strike(50.0, -60.0, 0.0, 0.0), IntentError::Senseless),
    ] {
        assert_eq!(session.play(intent).unwrap_err(), error);
    }
    assert_eq!(session.act(Intent::Rest), Err(IntentError::NotAnAct));
    assert_eq!((session.hash(), session.record()), before);
}

#[test]
fn every_shipped_scene_can_be_played_and_observed() {
    let files = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let scenes = files.filter(|path| crate::scene::FileKind::of(path) == Ok(crate::scene::FileKind::Scene));
    let mut played = 0;
    for path in scenes {
        let scene = load_scene(&path).unwrap();
        let mut session = Session::new(scene.clone(), 0);
        for _ in 0..20 {
            session.step();
        }
        let seen = session.observe();
        assert_eq!(seen.pieces.len(), scene.pieces.len(), "{}", path.display());
        for (piece, seen) in scene.pieces.iter().zip(&seen.pieces) {
            assert_eq!(session.name(PieceId(seen.id)), piece.name);
        }
        played += 1;
    }
    assert!(played >= 8, "only {played} scenes in {}", folder().display());
}

#[test]
fn an_intent_is_what_its_file_says_to_the_last_bit() {
    let mut random = crate::random::Random::new(3);
    for _ in 0..2000 {
        let mut number = || random.between(-1.0, 1.0) * random.unit().powi(9);
        let strike = Intent::Strike {
            at: Vector2::new(number(), number()),
            height: Some(number()),
            azimuth: number() * 7.0,
            rise: number(),
            speed: 1.0 + number(),
            with: Striker::Bat,
        };
        let once = strike.rounded();
        assert_eq!(format!("{:?}", once.clone().rounded()), format!("{once:?}"));
    }
}
