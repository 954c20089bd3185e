//! Rest comes in time, never in the air, and says what it waits for.

use super::*;
use crate::geometry::{Hull, Plate, Pose};
use crate::physics::PairLaw;
use crate::table::{Piece, StepRate};
use crate::units::{Quaternion, Vector};

fn table() -> Table {
    let mut table = Table::new(StepRate::default(), PairLaw { rolling: 0.01, ..PairLaw::REFERENCE });
    table.spawn(Piece::fixed(Plate::plane().into(), Pose::IDENTITY));
    table
}

fn disc() -> Shape {
    Shape::disc(mm(25.0), mm(8.0))
}

fn put(table: &mut Table, shape: Shape, at: Vector, rotation: Quaternion) -> PieceId {
    table.spawn(Piece::dynamic(shape, 720.0, Pose::new(at, rotation)))
}

fn flat(table: &mut Table) -> PieceId {
    put(table, disc(), Vector::Y * mm(4.0), Quaternion::IDENTITY)
}

/// Steps until the watch no longer waits; the report, and the seconds it took.
fn wait(table: &mut Table, watch: &mut RestWatch) -> (RestReport, Scalar) {
    let start = table.time();
    loop {
        table.step();
        let report = watch.feed(table);
        if !matches!(report, RestReport::Waiting(_)) {
            return (report, table.time() - start);
        }
    }
}

#[test]
fn a_disc_that_lies_still_is_at_rest_after_half_a_second() {
    let mut table = table();
    flat(&mut table);
    let (report, seconds) = wait(&mut table, &mut RestWatch::default());
    assert_eq!(report, RestReport::Resting);
    assert!((seconds - 0.5).abs() < 0.01, "{seconds} s");
}

#[test]
fn rest_is_never_declared_in_the_air() {
    for (shape, height, up) in [
        (disc(), 0.30, 0.0),
        (Shape::ball(mm(25.0)), 0.12, 2.0),
        (Hull::d6(mm(16.0), mm(1.5)).into(), 0.2, 0.5),
    ] {
        let mut table = table();
        let piece = put(&mut table, shape, Vector::Y * height, Quaternion::from_rotation_x(0.3));
        table.set_velocity(piece, Vector::Y * up, Vector::new(1.0, 0.0, 3.0));
        // A watch that needs no time to be sure: support alone must keep it from speaking.
        let rules = RestRules { hold: 0.0, ..RestRules::default() };
        let mut hasty = RestWatch::new(rules);
        let mut watch = RestWatch::default();
        loop {
            table.step();
            let lowest = table.shape(piece).unwrap().bounds(table.state(piece).pose).0.y;
            let (hasty, report) = (hasty.feed(&table), watch.feed(&table));
            if hasty == RestReport::Resting {
                assert!(lowest < 1.0e-5, "at rest {lowest} m above the table");
            }
            if report == RestReport::Resting {
                assert!(lowest < 1.0e-5, "at rest {lowest} m above the table");
                break;
            }
            assert!(matches!(report, RestReport::Waiting(_)), "{report:?}");
        }
    }
}

#[test]
fn a_piece_without_weight_or_support_is_never_at_rest() {
    let mut table = table();
    table.set_gravity(Vector::ZERO);
    put(&mut table, Shape::ball(mm(25.0)), Vector::Y * 0.1, Quaternion::IDENTITY);
    flat(&mut table);
    let mut watch = RestWatch::new(RestRules { budget: 2.0, ..RestRules::default() });
    let (report, seconds) = wait(&mut table, &mut watch);
    let RestReport::Unsettled(reasons) = report else { panic!("{report:?}") };
    assert_eq!(reasons[0].to_string(), "ball 1 is in the air");
    assert!((seconds - 2.0).abs() < 0.01, "{seconds} s");
}

#[test]
fn rest_waits_for_the_last_piece_and_says_for_which() {
    let mut table = table();
    flat(&mut table);
    let ball = put(&mut table, Shape::ball(mm(25.0)), Vector::new(0.2, 0.1, 0.0), Quaternion::IDENTITY);
    let spinning = put(&mut table, disc(), Vector::new(0.1, mm(4.0), 0.0), Quaternion::IDENTITY);
    let mut watch = RestWatch::default();
    table.step();
    let RestReport::Waiting(reason) = watch.feed(&table) else { panic!("too early") };
    assert_eq!((reason.piece, reason.to_string().as_str()), (ball, "ball 2 is in the air"));
    while table.is_loaded(ball) || table.state(ball).pose.position.y > mm(12.6) {
        table.step();
    }
    table.remove(ball);
    table.set_velocity(spinning, Vector::ZERO, Vector::Y * 20.0);
    table.step();
    table.step();
    let RestReport::Waiting(reason) = watch.feed(&table) else { panic!("too early") };
    assert!(reason.to_string().starts_with("disc 3 still spins at 1"), "{reason}");
    table.set_velocity(spinning, Vector::X * 0.5, Vector::ZERO);
    table.step();
    let RestReport::Waiting(reason) = watch.feed(&table) else { panic!("too early") };
    assert!(reason.to_string().starts_with("disc 3 still moves at 4"), "{reason}");
    assert_eq!(wait(&mut table, &mut watch).0, RestReport::Resting);
}

#[test]
fn a_ball_that_rolls_for_ever_is_declared_unsettled_in_time() {
    let mut table = Table::new(StepRate::default(), PairLaw::REFERENCE);
    table.spawn(Piece::fixed(Plate::plane().into(), Pose::IDENTITY));
    let ball = put(&mut table, Shape::ball(mm(25.0)), Vector::Y * mm(12.5), Quaternion::IDENTITY);
    table.set_velocity(ball, Vector::X * 0.3, Vector::ZERO);
    let mut watch = RestWatch::new(RestRules { budget: 4.0, ..RestRules::default() });
    let (report, seconds) = wait(&mut table, &mut watch);
    let RestReport::Unsettled(reasons) = report else { panic!("{report:?}") };
    assert_eq!(reasons.len(), 1);
    assert!(reasons[0].to_string().starts_with("ball 1 still "), "{}", reasons[0]);
    assert!((seconds - 4.0).abs() < 0.01, "{seconds} s");
}

#[test]
fn a_piece_that_fell_far_below_is_not_waited_for() {
    let mut table = table();
    flat(&mut table);
    put(&mut table, Shape::ball(mm(25.0)), Vector::Y * -1.5, Quaternion::IDENTITY);
    let (report, seconds) = wait(&mut table, &mut RestWatch::default());
    assert_eq!(report, RestReport::Resting);
    assert!(seconds < 1.0, "{seconds} s");
}
