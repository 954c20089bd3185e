//! The mallet from under a cloth.

use super::*;
use crate::geometry::cloth::Grid;
use crate::physics::{Cloth, ClothLaw};

/// Three by three compartments of cloth, without walls above it, 200 mm up.
fn cloth() -> (Table, PieceId) {
    let mut table = Table::new(StepRate::default(), PairLaw::REFERENCE);
    let plate = Plate { thickness: mm(0.6), ..Plate::plane() };
    let plate = table.spawn(Piece::fixed(plate.into(), Pose::new(Vector::Y * 0.2, Quaternion::IDENTITY)));
    let grid = Grid { pitch: mm(50.0), clear: mm(44.0), columns: 3, rows: 3, closed: Vec::new() };
    table.stretch(plate, Cloth { grid, thickness: mm(0.6), law: ClothLaw::LINEN });
    (table, plate)
}

#[test]
fn a_mallet_rises_is_turned_back_goes_straight_down_and_leaves() {
    for speed in [0.1, 1.0, 3.0] {
        let (mut table, _) = cloth();
        let ball =
            Piece::dynamic(Shape::ball(mm(25.0)), 700.0, Pose::new(Vector::Y * 0.2125, Quaternion::IDENTITY));
        let ball = table.spawn(ball);
        run(&mut table, 0.2);
        let seat = table.state(ball).pose.position;
        let id = table.strike(&Strike::from_below(Vector::new(mm(-6.0), 0.0, mm(2.0)), speed), SKIN).unwrap();
        let start = table.state(id);
        assert_eq!(start.velocity, Vector::Y * speed);
        let (mut highest, mut last) = (start, start);
        while table.entity(id).is_some() {
            last = table.state(id);
            let (at, from) = (last.pose.position, start.pose.position);
            assert_eq!((at.x, at.z), (from.x, from.z), "it was pushed aside at {speed} m/s");
            if at.y > highest.pose.position.y {
                highest = last;
            }
            table.step();
        }
        assert!(
            highest.pose.position.y > start.pose.position.y + mm(1.0),
            "it raised nothing at {speed} m/s"
        );
        assert!(last.velocity.y < 0.0, "it left upwards at {speed} m/s");
        assert!(last.pose.position.y > 0.035, "it met the ground at {speed} m/s");
        assert!(table.time() < 0.4 && table.passing().count() == 0);
        assert!(table.state(ball).pose.position.distance(seat) > mm(0.05), "the ball did not move");
    }
}

#[test]
fn a_mallet_is_no_faster_than_a_hand() {
    let (mut table, _) = cloth();
    let id = table.strike(&Strike::from_below(Vector::ZERO, 100.0), SKIN).unwrap();
    assert_eq!(table.state(id).velocity.y, MAX_MALLET_SPEED);
}

#[test]
fn a_mallet_needs_cloth_above_it_and_room_below() {
    let (mut table, plate) = cloth();
    let strike = |table: &mut Table, x: Scalar| table.strike(&Strike::from_below(Vector::X * x, 1.0), SKIN);
    assert_eq!(strike(&mut table, mm(80.0)), Err(StrikeError::NoCloth));
    assert_eq!(table.strike(&Strike::from_below(Vector::ZERO, 0.0), SKIN), Err(StrikeError::Senseless));
    let block = Piece::fixed(Shape::ball(mm(20.0)), Pose::new(Vector::Y * 0.15, Quaternion::IDENTITY));
    let block = table.spawn(block);
    assert_eq!(strike(&mut table, 0.0), Err(StrikeError::Blocked(block)));
    table.remove(block);
    assert!(strike(&mut table, 0.0).is_ok());
    assert!(table.entity(plate).is_some());
}

#[test]
fn what_is_not_a_ball_lies_on_cloth_as_on_wood() {
    let (mut table, _) = cloth();
    let pose = Pose::new(Vector::Y * 0.204, Quaternion::IDENTITY);
    let disc = table.spawn(Piece::dynamic(Shape::disc(mm(25.0), mm(8.0)), DENSITY, pose));
    run(&mut table, 0.5);
    assert!(table.state(disc).pose.position.distance(pose.position) < 1.0e-6);
}
