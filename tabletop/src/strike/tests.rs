//! What strikes do to discs, and what they leave alone.

mod below;

use super::*;
use crate::geometry::Plate;
use crate::physics::PairLaw;
use crate::table::StepRate;

const SKIN: u16 = 2;
const DENSITY: Scalar = 720.0;

fn table() -> Table {
    let mut table = Table::new(StepRate::default(), PairLaw::REFERENCE);
    table.set_pair_law(0, SKIN, SKIN_ON_WOOD);
    table.spawn(Piece::fixed(Plate::plane().into(), Pose::IDENTITY));
    table
}

fn disc(table: &mut Table, x: Scalar, z: Scalar, above: Scalar) -> PieceId {
    let shape = Shape::disc(mm(25.0), mm(8.0));
    let at = Vector::new(x, mm(4.0) + above, z);
    table.spawn(Piece::dynamic(shape, DENSITY, Pose::new(at, Quaternion::IDENTITY)))
}

fn stack(table: &mut Table, count: u32) -> Vec<PieceId> {
    (0..count).map(|level| disc(table, 0.0, 0.0, mm(8.0) * Scalar::from(level))).collect()
}

fn run(table: &mut Table, seconds: Scalar) {
    for _ in 0..(seconds * table.rate().hertz) as u32 {
        table.step();
    }
}

fn hit(table: &mut Table, piece: PieceId, speed: Scalar, height: Scalar) {
    let strike = Strike::aimed(table, piece, Vector::X, speed, height, Striker::FINGER).unwrap();
    table.strike(&strike, SKIN).unwrap();
}

#[test]
fn a_disc_leaves_a_finger_at_the_speed_of_two_masses() {
    for speed in [0.3, 0.5, 1.0, 2.7, 5.0] {
        let mut table = table();
        let disc = disc(&mut table, 0.0, 0.0, 0.0);
        run(&mut table, 0.05);
        let mass = table.mass(disc).unwrap();
        let expected = 1.3 * speed * 0.015 / (0.015 + mass);
        hit(&mut table, disc, speed, 0.5);
        let mut fastest: Scalar = 0.0;
        while table.passing().count() > 0 {
            table.step();
            fastest = fastest.max(table.state(disc).velocity.length());
        }
        assert!((fastest / expected - 1.0).abs() < 0.03, "{speed} m/s gives {fastest}, expected {expected}");
        assert!(table.state(disc).velocity.y.abs() < 0.01 * fastest, "the disc hops");
    }
}

#[test]
fn a_strike_is_capped_at_eight_metres_per_second_of_disc() {
    let mut table = table();
    let disc = disc(&mut table, 0.0, 0.0, 0.0);
    hit(&mut table, disc, 1000.0, 0.5);
    for _ in 0..20 {
        table.step();
        assert!(table.state(disc).velocity.length() <= MAX_DISC_SPEED);
    }
    assert!(table.state(disc).velocity.length() > 5.0, "the strike missed");
}

#[test]
fn a_strike_above_a_disc_misses_and_is_gone_in_bounded_time() {
    let mut table = table();
    let disc = disc(&mut table, 0.0, 0.0, 0.0);
    run(&mut table, 0.05);
    let before = table.state(disc);
    let at = Vector::new(0.0, mm(10.5), 0.0);
    table.strike(&Strike { at, direction: Vector::X, speed: 1.0, striker: Striker::FINGER }, SKIN).unwrap();
    assert_eq!(table.passing().count(), 1);
    run(&mut table, 0.1);
    assert_eq!(table.state(disc), before);
    assert_eq!(table.pieces().count(), 2, "the finger is still there");
}

#[test]
fn a_strike_between_two_discs_hits_both_alike() {
    let mut table = table();
    let discs = [-mm(14.0), mm(14.0)].map(|z| disc(&mut table, 0.0, z, 0.0));
    run(&mut table, 0.05);
    let at = Vector::new(-mm(5.0), mm(4.0), 0.0);
    table.strike(&Strike { at, direction: Vector::X, speed: 1.5, striker: Striker::FINGER }, SKIN).unwrap();
    run(&mut table, 0.03);
    let [one, two] = discs.map(|id| table.state(id).velocity);
    assert!(one.x > 0.2 && two.x > 0.2, "{one} {two}");
    assert!(one.z < 0.0 && two.z > 0.0, "they part: {one} {two}");
}

#[test]
fn a_grazing_strike_sends_a_disc_aside_and_slower() {
    let mut table = table();
    let disc = disc(&mut table, 0.0, mm(16.0), 0.0);
    run(&mut table, 0.05);
    let at = Vector::new(-mm(5.0), mm(4.0), 0.0);
    table.strike(&Strike { at, direction: Vector::X, speed: 1.0, striker: Striker::FINGER }, SKIN).unwrap();
    run(&mut table, 0.03);
    let velocity = table.state(disc).velocity;
    assert!(velocity.z > 0.2 && velocity.length() < 0.8, "{velocity}");
}

#[test]
fn a_strike_high_on_a_stack_moves_the_top_disc_alone() {
    let mut table = table();
    let stack = stack(&mut table, 3);
    run(&mut table, 0.05);
    hit(&mut table, stack[2], 1.5, 0.6);
    run(&mut table, 1.0);
    let at: Vec<Vector> = stack.iter().map(|id| table.state(*id).pose.position).collect();
    assert!(at[2].x > mm(50.0), "the top disc stayed at {}", at[2]);
    for (level, at) in at[..2].iter().enumerate() {
        assert!(Vector { y: 0.0, ..*at }.length() < mm(2.0), "disc {level} went to {at}");
    }
}

#[test]
fn a_strike_low_on_a_stack_topples_it() {
    let mut table = table();
    let stack = stack(&mut table, 6);
    run(&mut table, 0.05);
    hit(&mut table, stack[0], 1.0, 0.5);
    run(&mut table, 1.5);
    let heights: Vec<Scalar> = stack.iter().map(|id| table.state(*id).pose.position.y).collect();
    let top = heights.iter().copied().fold(0.0, Scalar::max);
    assert!(top < mm(43.0), "the stack still stands: {heights:?}");
}

#[test]
fn a_strike_at_the_board_passes_over_it() {
    let mut table = table();
    let at = Vector::new(0.0, -mm(3.0), 0.0);
    let finger = table
        .strike(&Strike { at, direction: Vector::X, speed: 1.0, striker: Striker::FINGER }, SKIN)
        .unwrap();
    while table.passing().count() > 0 {
        assert_eq!(table.state(finger).velocity, Vector::X);
        assert!(table.state(finger).pose.position.y >= mm(2.0) + CLEARANCE - 1.0e-12);
        table.step();
    }
}

#[test]
fn a_strike_without_room_or_sense_is_refused() {
    let mut table = table();
    let target = disc(&mut table, 0.0, 0.0, 0.0);
    let other = disc(&mut table, -mm(25.5), 0.0, 0.0);
    let strike = Strike::aimed(&table, target, Vector::X, 1.0, 0.5, Striker::FINGER).unwrap();
    assert_eq!(table.strike(&strike, SKIN), Err(StrikeError::Blocked(other)));
    for nonsense in [
        Strike { speed: 0.0, ..strike },
        Strike { speed: Scalar::NAN, ..strike },
        Strike { direction: Vector::ZERO, ..strike },
        Strike { striker: Striker::Ball { mass: -1.0, radius: 0.01 }, ..strike },
    ] {
        assert_eq!(table.strike(&nonsense, SKIN), Err(StrikeError::Senseless));
    }
    assert_eq!(table.passing().count(), 0);
}
