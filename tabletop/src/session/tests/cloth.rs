//! Strokes from under a cloth happen again like everything else.

use std::path::Path;

use super::*;
use crate::scene::load_scene;

/// The board of the Billard des Pirates with all its balls.
fn board() -> Setup {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenes/pirates.ron");
    let scene = load_scene(&path).unwrap_or_else(|problems| panic!("{problems:?}"));
    Setup::of_scene(&scene).unwrap()
}

/// A stroke under the ball of column 2 in the first row, 8 mm behind its middle.
fn stroke() -> Intent {
    Intent::Strike(Strike::from_below(from_plan(Vector2::new(0.075, 0.017), 0.0), 1.2))
}

#[test]
fn a_stroke_from_below_is_replayed_undone_and_resumed_under_raised_cloth() {
    let mut session = Session::new(board(), 1);
    session.play(Intent::Rest).unwrap();
    let before = session.hash();
    session.play(stroke()).unwrap();
    session.play(Intent::Wait(3)).unwrap();
    let under = session.table().passing().count();
    assert_eq!(under, 1, "the mallet is still there");
    let (moment, done) = session.snapshot();
    session.play(Intent::Rest).unwrap();
    assert!(session.is_resting());

    let record = session.record();
    let replayed = Session::replay(&record).unwrap();
    assert_eq!(replayed.hash(), session.hash());
    let resumed = Session::resume(&record, &moment, done).unwrap();
    assert_eq!(resumed.hash(), session.hash());

    let after = session.hash();
    assert!(session.undo());
    assert_eq!(session.hash(), before);
    assert!(session.redo());
    assert_eq!(session.hash(), after);
}

#[test]
fn a_ball_that_hopped_rests_in_another_compartment_and_is_on_the_board() {
    let mut session = Session::new(board(), 1);
    session.play(Intent::Rest).unwrap();
    session.play(stroke()).unwrap();
    session.play(Intent::Rest).unwrap();
    let ball = session.setup().pieces.iter().find(|piece| piece.name == "yellow 1").unwrap().id;
    let at = session.table().state(PieceId(ball)).pose.position;
    let (column, row) = ((at.x / 0.05).floor() + 1.0, (-at.z / 0.05).floor() + 1.0);
    assert_eq!((column, row), (2.0, 3.0), "it came down at {at}");
    let seen = session.observe();
    assert!(!seen.piece(ball).unwrap().off_board, "{seen:?}");
}

#[test]
fn a_cloth_is_written_down_to_the_last_bit() {
    let setup = board();
    assert_eq!(setup.cloths.len(), 1);
    let text = ron::to_string(&setup).unwrap();
    assert_eq!(ron::from_str::<Setup>(&text).unwrap(), setup);
}

#[test]
fn a_stroke_where_there_is_no_cloth_is_refused() {
    let mut session = Session::new(board(), 1);
    let corner = Strike::from_below(from_plan(Vector2::new(0.025, 0.025), 0.0), 1.0);
    let refused = session.play(Intent::Strike(corner));
    assert_eq!(refused, Err(IntentError::Strike(StrikeError::NoCloth)));
}
