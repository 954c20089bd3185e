//! What happened happens again: replay, saved moments, undo and redo.

mod cloth;
mod threads;

use super::*;
use crate::geometry::overlap::{Circle, Zone, ZoneShape};
use crate::geometry::{Hole, Hull, Outline, Plate, Pose, Shape};
use crate::observe::Face;
use crate::physics::{BodyKind, PairLaw};
use crate::strike::{Strike, StrikeError, Striker};
use crate::table::PieceId;
use crate::units::{Quaternion, Scalar, Vector, Vector2, from_plan, mm};

fn thing(id: u32, name: &str, shape: Shape, at: Vector) -> PieceSetup {
    let mass = shape.volume() * 720.0;
    let pose = Pose::new(at, Quaternion::IDENTITY);
    let (name, role) = (name.to_owned(), Role::Piece);
    PieceSetup { id, name, shape: shape.into(), pose, mass, kind: BodyKind::Dynamic, material: 0, role }
}

fn fixed(id: u32, name: &str, plate: Plate, height: Scalar, role: Role) -> PieceSetup {
    PieceSetup {
        kind: BodyKind::Static,
        role,
        mass: 0.0,
        ..thing(id, name, plate.into(), Vector::Y * height)
    }
}

/// A round board with a hole above a floor: a stack of three, a row of discs, a ball and a die.
fn setup() -> Setup {
    let disc = || Shape::disc(mm(25.0), mm(8.0));
    let at = |x: Scalar, y: Scalar, height: Scalar| from_plan(Vector2::new(x, y), mm(height));
    let mut setup = Setup::new(PairLaw { rolling: 0.02, ..PairLaw::REFERENCE });
    // A plate's own plan has `z`, which is south, for its second coordinate.
    let holes = vec![Hole::sharp(Vector2::new(0.0, -0.1), mm(17.0))];
    let board = Plate { outline: Outline::Circle(0.2), holes, thickness: mm(6.0), slope: 0.0 };
    setup.pieces = vec![
        fixed(0, "board", board, 0.0, Role::Board),
        fixed(1, "floor", Plate::plane(), -mm(60.0), Role::Scenery),
        thing(2, "low", disc(), at(0.05, -0.06, 4.0)),
        thing(3, "middle", disc(), at(0.05, -0.06, 12.0)),
        thing(4, "high", disc(), at(0.05, -0.06, 20.0)),
        thing(5, "left", disc(), at(-0.05, 0.0, 4.0)),
        thing(6, "right", disc(), at(-0.02, 0.003, 4.0)),
        thing(7, "ball", Shape::ball(mm(25.0)), at(-0.1, 0.05, 12.5)),
        thing(8, "die", Hull::d6(mm(16.0), mm(1.5)).into(), at(0.1, 0.05, 8.0)),
    ];
    let zone = Zone::new(
        ZoneShape::Annulus { centre: Vector2::ZERO, inner: 0.03, outer: 0.12 },
        vec![Circle::new(Vector2::new(0.0, 0.1), mm(17.0))],
    );
    setup.zones = vec![ZoneSetup { name: "ring".to_owned(), zone: zone.unwrap() }];
    setup
}

/// A level finger at a point of the plan.
fn strike(x: Scalar, y: Scalar, azimuth: Scalar, speed: Scalar) -> Intent {
    let direction = from_plan(Vector2::from_angle(azimuth), 0.0);
    let at = from_plan(Vector2::new(x, y), mm(4.0));
    Intent::Strike(Strike { at, direction, speed, striker: Striker::FINGER })
}

fn cast(piece: u32) -> Intent {
    let from = from_plan(Vector2::new(-0.03, -0.12), 0.08);
    Intent::Cast { piece, from, velocity: Vector::new(-0.4, -0.3, -0.2), spin: 25.0 }
}

/// Blows, a cast die and a ball into the hole.
fn script() -> Vec<Intent> {
    vec![
        strike(-0.0625, 0.0, 0.0, 1.8),
        Intent::Wait(100),
        cast(8),
        Intent::Rest,
        strike(0.037, -0.06, 0.1, 1.2),
        Intent::Wait(30),
        Intent::Throw { piece: 7, velocity: Vector::new(0.5, 0.0, -0.25), spin: Vector::ZERO },
        Intent::Rest,
        Intent::Move {
            piece: 7,
            to: Pose::new(from_plan(Vector2::new(0.0, 0.1), 0.03), Quaternion::IDENTITY),
        },
        Intent::Rest,
    ]
}

fn played() -> Session {
    let mut session = Session::new(setup(), 11);
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
fn a_record_survives_being_written_down() {
    let record = played().record();
    let text = ron::to_string(&record).unwrap();
    let read: Record = ron::from_str(&text).unwrap();
    assert_eq!(read, record);
    assert_eq!(read.verify(), Ok(()));
}

#[test]
fn another_seed_or_the_least_change_is_noticed_and_where() {
    let mut session = Session::new(setup(), 11);
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
    let Intent::Strike(strike) = &mut changed.intents[0].intent else { panic!("a strike comes first") };
    strike.speed *= 1.0 + Scalar::EPSILON;
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
    let mut session = Session::new(setup(), 11);
    session.mark_every_step(true);
    session.play(strike(-0.0625, 0.0, 0.0, 1.8)).unwrap();
    let mut moments = vec![session.snapshot()];
    for step in 0..700 {
        if step == 100 {
            session.play(cast(8)).unwrap();
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
        let resumed = Session::resume(&record, &read, done);
        let end = resumed.map(|session| session.snapshot()).map_err(|error| error.to_string());
        assert!(end == Ok(session.snapshot()), "differs when played on from step {}", moment.steps());
    }
}

#[test]
fn every_rest_is_declared_once_and_seen() {
    let mut session = Session::new(setup(), 11);
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
    let stack = [2, 3, 4].map(|id| first.piece(id).unwrap());
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
    let mut session = Session::new(setup(), 11);
    let mut states = Vec::new();
    let mut acts = script();
    acts.insert(4, Intent::Remove { piece: 5 });
    acts.insert(5, Intent::Place(thing(9, "new", Shape::disc(mm(30.0), mm(8.0)), Vector::Y * mm(4.0))));
    for act in acts {
        if !matches!(act, Intent::Wait(_) | Intent::Rest) {
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
            assert_eq!(present.len() + gone.len(), 9 + placed, "census after {place} intents");
        }
    }
    assert_eq!(session.record().verify(), Ok(()));
}

#[test]
fn a_new_intent_ends_what_could_be_redone() {
    let mut session = played();
    assert!(session.undo() && session.undo());
    session.play(strike(0.037, -0.06, 0.1, 1.0)).unwrap();
    assert!(!session.redo());
    assert_eq!(session.record().verify(), Ok(()));
}

#[test]
fn what_falls_off_is_lost_once_and_comes_back_by_undo() {
    let mut setup = setup();
    setup.pieces.retain(|piece| piece.id != 1);
    let mut session = Session::new(setup, 0);
    session.play(Intent::Rest).unwrap();
    let before = session.census();
    let push = Intent::Throw { piece: 7, velocity: Vector::new(-1.5, 0.0, 0.0), spin: Vector::ZERO };
    session.play(push).unwrap();
    let events = session.play(Intent::Rest).unwrap();
    assert_eq!(events.iter().filter(|event| **event == Event::Lost(7)).count(), 1);
    assert_eq!(session.census().1, [(7, Gone::Lost)]);
    session.undo();
    assert_eq!(session.census(), before);
}

#[test]
fn a_refused_intent_leaves_no_trace() {
    let mut session = Session::new(setup(), 0);
    session.play(Intent::Wait(10)).unwrap();
    let before = (session.hash(), session.record());
    let shape = Shape::ball(mm(20.0));
    for (intent, error) in [
        (Intent::Remove { piece: 99 }, IntentError::NoPiece(99)),
        (Intent::Place(thing(4, "twin", shape.clone(), Vector::Y)), IntentError::Taken(4)),
        (
            Intent::Place(thing(PieceId::PASSING, "high", shape, Vector::Y)),
            IntentError::Taken(PieceId::PASSING),
        ),
        (
            Intent::Throw { piece: 4, velocity: Vector::splat(Scalar::NAN), spin: Vector::ZERO },
            IntentError::NotFinite,
        ),
        (strike(0.05, -0.06, 0.0, 1.0), IntentError::Strike(StrikeError::Blocked(PieceId(2)))),
    ] {
        assert_eq!(session.play(intent).unwrap_err(), error);
    }
    assert_eq!((session.hash(), session.record()), before);
}

#[test]
fn every_scene_becomes_a_session_with_the_same_table() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenes");
    for name in ["stack.ron", "dice.ron", "arena.ron", "oriental.ron"] {
        let scene = crate::scene::load_scene(&folder.join(name)).unwrap();
        let mut set = crate::setup::Setting::new(&scene, crate::table::StepRate::default());
        let mut session = Session::new(Setup::of_scene(&scene).unwrap(), 0);
        let text = ron::to_string(session.setup()).unwrap();
        assert!(
            ron::from_str::<Setup>(&text).unwrap() == *session.setup(),
            "{name} differs when written down"
        );
        for _ in 0..20 {
            set.table.step();
            session.step();
        }
        for (piece, set) in session.table().pieces().zip(set.table.pieces().map(|id| set.table.state(id))) {
            let apart = session.table().state(piece).pose.position.distance(set.pose.position);
            assert!(apart < 1.0e-9, "piece {} of {name} is {apart} m off", piece.0);
        }
        assert_eq!(session.observe().pieces.len(), scene.pieces.len(), "{name}");
    }
}
