//! Strokes from under a cloth happen again like everything else.

use super::*;

/// The board of the Billard des Pirates with all its balls.
fn board() -> Arc<SceneDef> {
    Arc::new(load_scene(&folder().join("pirates.ron")).unwrap_or_else(|problems| panic!("{problems:?}")))
}

/// A stroke from below at a point of the plan, millimetres, at 1.2 m/s.
fn stroke(x: Scalar, y: Scalar) -> Intent {
    let at = Vector2::new(mm(x), mm(y));
    Intent::Strike { at, height: None, azimuth: 0.0, rise: 0.0, speed: 1.2, with: Striker::Bat }
}

/// Under the ball of column 2 in the first row, 8 mm behind its middle.
fn behind_the_ball() -> Intent {
    stroke(75.0, 17.0)
}

#[test]
fn a_stroke_from_below_is_replayed_undone_and_resumed_under_raised_cloth() {
    let mut session = Session::new(board(), 1);
    session.play(Intent::Rest).unwrap();
    let before = session.hash();
    session.play(behind_the_ball()).unwrap();
    session.play(Intent::Wait { seconds: 3.0 / 480.0 }).unwrap();
    let under = session.table().passing().count();
    assert_eq!(under, 1, "the mallet is still there");
    let (moment, done) = session.snapshot();
    session.play(Intent::Rest).unwrap();
    assert!(session.is_resting());

    let record = session.record();
    let replayed = Session::replay(&record).unwrap();
    assert_eq!(replayed.hash(), session.hash());
    let resumed = Session::at(&record, &moment, done).follow(&record, true, |_, _| ()).unwrap();
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
    session.play(behind_the_ball()).unwrap();
    session.play(Intent::Rest).unwrap();
    let ball = session.setting().piece("yellow 1").unwrap();
    let at = session.table().state(ball).pose.position;
    let (column, row) = ((at.x / 0.05).floor() + 1.0, (-at.z / 0.05).floor() + 1.0);
    assert_eq!((column, row), (2.0, 3.0), "it came down at {at}");
    let seen = session.observe();
    assert!(!seen.piece(ball.0).unwrap().off_board, "{seen:?}");
}

#[test]
fn a_stroke_where_there_is_no_cloth_is_refused() {
    let mut session = Session::new(board(), 1);
    assert_eq!(session.play(stroke(25.0, 25.0)), Err(IntentError::NoCloth));
}
