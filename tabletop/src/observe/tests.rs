//! What is seen of discs, dice and holes.

use std::f64::consts::PI;

use super::*;
use crate::geometry::overlap::ZoneShape;
use crate::geometry::{Hole, Hull, Outline, Plate};
use crate::physics::PairLaw;
use crate::table::{Piece, StepRate};
use crate::units::{Quaternion, Vector, from_plan};

const BOARD: PieceId = PieceId(0);

/// A round board at height 0 with a hole at its middle, above a floor.
fn table(hole: Scalar) -> Table {
    let mut table = Table::new(StepRate::default(), PairLaw { rolling: 0.01, ..PairLaw::REFERENCE });
    let holes = vec![Hole::sharp(Vector2::ZERO, hole)];
    let board = Plate { outline: Outline::Circle(0.2), holes, thickness: mm(6.0), slope: 0.0 };
    table.spawn(Piece::fixed(board.into(), Pose::IDENTITY));
    table.spawn(Piece::fixed(Plate::plane().into(), Pose::new(Vector::Y * -mm(60.0), Quaternion::IDENTITY)));
    table
}

fn put(table: &mut Table, shape: Shape, at: Vector2, height: Scalar, rotation: Quaternion) -> PieceId {
    table.spawn(Piece::dynamic(shape, 720.0, Pose::new(from_plan(at, height), rotation)))
}

fn disc(table: &mut Table, at: Vector2, height: Scalar) -> PieceId {
    put(table, Shape::disc(mm(25.0), mm(8.0)), at, height, Quaternion::IDENTITY)
}

fn see(table: &mut Table, seconds: Scalar, pieces: &[PieceId], zones: &[Zone]) -> Observation {
    let mut passages = Passages::default();
    let before = pieces.iter().map(|id| (*id, table.state(*id).pose)).collect();
    for step in 0..(seconds * table.rate().hertz) as u64 {
        table.step();
        passages.feed(table, &[BOARD], step);
    }
    View { pieces, boards: &[BOARD], zones, passages: &passages, before: &before }.observe(table)
}

#[test]
fn a_stack_of_three_knows_its_order() {
    let mut table = table(mm(8.0));
    let at = Vector2::new(0.05, 0.02);
    let stack = [4.0, 12.0, 20.0].map(|height| disc(&mut table, at, mm(height)));
    let apart = disc(&mut table, Vector2::new(-0.05, 0.0), mm(4.0));
    let seen = see(&mut table, 0.2, &[stack[0], stack[1], stack[2], apart], &[]);
    let [low, middle, high] = stack.map(|id| seen.piece(id.0).unwrap());
    assert_eq!((&low.rests_on[..], &low.carries[..]), (&[BOARD.0][..], &[stack[1].0][..]));
    assert_eq!((&middle.rests_on[..], &middle.carries[..]), (&[stack[0].0][..], &[stack[2].0][..]));
    assert_eq!((&high.rests_on[..], &high.carries[..]), (&[stack[1].0][..], &[][..]));
    assert_eq!([low, middle, high].map(|piece| piece.on_board), [true, false, false]);
    assert!(seen.pieces.iter().all(|piece| !piece.off_board && !piece.moved));
    assert!(seen.piece(apart.0).unwrap().carries.is_empty());
}

#[test]
fn a_disc_that_bridges_two_lies_on_both() {
    let mut table = table(mm(8.0));
    let pillars = [0.04, 0.07].map(|x| disc(&mut table, Vector2::new(x, 0.0), mm(4.0)));
    let bridge = disc(&mut table, Vector2::new(0.05, 0.0), mm(12.0));
    let seen = see(&mut table, 0.2, &[bridge], &[]);
    assert_eq!(seen.pieces[0].rests_on, pillars.map(|id| id.0));
}

#[test]
fn faces_are_up_down_and_on_edge() {
    let mut table = table(mm(8.0));
    let shape = Shape::disc(mm(25.0), mm(8.0));
    let up = disc(&mut table, Vector2::new(0.1, 0.0), mm(4.0));
    let down =
        put(&mut table, shape.clone(), Vector2::new(0.1, 0.1), mm(4.0), Quaternion::from_rotation_x(PI));
    let standing =
        put(&mut table, shape, Vector2::new(-0.1, 0.0), mm(12.5), Quaternion::from_rotation_x(PI / 2.0));
    let seen = see(&mut table, 0.1, &[up, down, standing], &[]);
    assert_eq!(seen.pieces[0].face, Face::Up);
    assert_eq!(seen.pieces[1].face, Face::Down);
    let Face::OnEdge { tilt } = seen.pieces[2].face else { panic!("{:?}", seen.pieces[2].face) };
    assert!((tilt - PI / 2.0).abs() < 1.0e-3, "{tilt}");
}

#[test]
fn a_disc_flipped_in_the_air_shows_its_other_face() {
    let mut table = table(mm(8.0));
    table.set_pair_law(0, 0, PairLaw { restitution: 0.0, ..PairLaw::REFERENCE });
    let flipped = disc(&mut table, Vector2::new(0.0, 0.08), mm(30.0));
    // It lands flat after 0.209 s.
    table.set_velocity(flipped, Vector::Y * 0.9, Vector::X * PI / 0.209);
    let seen = see(&mut table, 2.0, &[flipped], &[]);
    let piece = &seen.pieces[0];
    assert_eq!(piece.face, Face::Down);
    assert!(piece.moved && piece.on_board);
}

#[test]
fn a_die_shows_a_face_and_a_leaning_one_shows_none() {
    let mut table = table(mm(8.0));
    let die: Shape = Hull::d6(mm(16.0), mm(1.5)).into();
    let turn = Quaternion::from_rotation_x(PI / 2.0);
    let level = put(&mut table, die.clone(), Vector2::new(0.1, 0.0), mm(8.0), turn);
    let seen = see(&mut table, 0.1, &[level], &[]);
    let Face::Side(side) = seen.pieces[0].face else { panic!("{:?}", seen.pieces[0].face) };
    let Shape::Hull(hull) = &die else { unreachable!("a die is a hull") };
    let normal = hull.face_normals().nth(side as usize).unwrap();
    assert!((turn * normal).y > 0.999_999);
    let leaning = Pose::new(Vector::ZERO, Quaternion::from_rotation_z(0.1) * turn);
    assert_eq!(Face::of(&die, leaning), Face::Cocked);
}

#[test]
fn a_zone_says_how_deep_how_much_and_whether_wholly() {
    let mut table = table(mm(8.0));
    let zone = |centre, radius| Zone::new(ZoneShape::Disc { centre, radius }, Vec::new()).unwrap();
    let at = Vector2::new(0.10, 0.0);
    let zones = [zone(at, 0.03), zone(Vector2::new(0.13, 0.0), 0.03), zone(Vector2::new(-0.1, 0.0), 0.03)];
    let disc = disc(&mut table, at, mm(4.0));
    let seen = see(&mut table, 0.1, &[disc], &zones);
    let [within, half] = seen.pieces[0].zones[..] else { panic!("{:?}", seen.pieces[0].zones) };
    assert_eq!((within.zone, within.inside, half.zone, half.inside), (0, true, 1, false));
    assert!((within.area - PI * mm(12.5) * mm(12.5)).abs() < 1.0e-12);
    assert!((half.depth - mm(12.5)).abs() < 1.0e-9, "{}", half.depth);
    assert!(half.area < within.area / 2.0 && half.area > within.area * 0.3);
}

#[test]
fn a_ball_through_a_hole_is_recorded_once_and_is_off_the_board() {
    let mut table = table(mm(20.0));
    let ball = put(&mut table, Shape::ball(mm(25.0)), Vector2::ZERO, mm(30.0), Quaternion::IDENTITY);
    let beside =
        put(&mut table, Shape::ball(mm(25.0)), Vector2::new(0.1, 0.0), mm(30.0), Quaternion::IDENTITY);
    let seen = see(&mut table, 1.0, &[ball, beside], &[]);
    let through = seen.piece(ball.0).unwrap();
    let [Passage { board: 0, hole: 0, down: true, step }] = through.holes[..] else { panic!("{through:?}") };
    // It falls 30 mm to the plane of the mouth.
    let fall = (2.0 * mm(30.0) / 9.81f64).sqrt() * 480.0;
    assert!((step as Scalar - fall).abs() < 2.0, "at step {step}, expected {fall}");
    assert!(through.off_board && !through.on_board);
    let beside = seen.piece(beside.0).unwrap();
    assert!(beside.holes.is_empty() && !beside.off_board);
}
