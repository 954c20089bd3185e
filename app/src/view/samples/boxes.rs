//! Balls in compartments and dice in a tray.

use std::f64::consts::TAU;

use bevy::math::Vec3;
use tabletop::geometry::{Hull, Pose, Shape};
use tabletop::units::{Quaternion, Scalar, Vector, Vector2, mm};

use super::{Dealer, at, showing, slab, table};
use crate::view::look::{Finish, Look, People, Species};
use crate::view::stage::{Prop, ShotScene};

/// Four rails around a floor of `half` its size; `size` is a rail's width and height.
fn rails(half: Vector2, size: Vector2, species: Species) -> Vec<Prop> {
    let mut props = Vec::new();
    let look = Look::plain(Finish::Wood(species));
    for (side, grain) in [(-1.0, 1), (1.0, 4)] {
        // Long rails run past the short ones, which stand between them a hair lower.
        let long = Hull::cuboid(Vector::new(half.x + size.x, size.y / 2.0, size.x / 2.0), mm(2.5));
        let z = side * (half.y + size.x / 2.0);
        props.push(Prop::new(long, at(0.0, size.y / 2.0 - mm(6.0), z), look.with_grain(grain)));
        let short = Hull::cuboid(Vector::new(size.x / 2.0, size.y / 2.0, half.y + mm(2.0)), mm(2.5));
        let x = side * (half.x + size.x / 2.0);
        props.push(Prop::new(short, at(x, size.y / 2.0 - mm(6.6), 0.0), look.with_grain(grain + 2)));
    }
    props
}

/// A box of ten by ten compartments, some with a ball.
pub(super) fn compartments() -> ShotScene {
    let (cell, half) = (mm(42.0), mm(210.0));
    let floor = slab(Vector2::splat(half + mm(5.0)), mm(6.0));
    let mut props =
        vec![table(mm(-6.0), 1.2), Prop::new(floor, at(0.0, 0.0, 0.0), Look::plain(Finish::Linen))];
    props.extend(rails(Vector2::splat(half), Vector2::new(mm(22.0), mm(38.0)), Species::Walnut));
    let (thickness, height) = (mm(5.0), mm(16.0));
    let wall = Hull::cuboid(Vector::new(half, (height + mm(2.0)) / 2.0, thickness / 2.0), 0.0);
    let top = Shape::Capsule { radius: thickness / 2.0, half_length: half };
    for i in 1..10 {
        let across = f64::from(i) * cell - half;
        for (turn, place) in [(0.0, Vector::Z), (TAU / 4.0, Vector::X)] {
            let turn = Quaternion::from_rotation_y(turn);
            let look = Look::plain(Finish::Wood(Species::Beech)).with_grain(i as u32);
            let middle = place * across + Vector::Y * (height / 2.0 - mm(1.0));
            props.push(Prop::new(wall.clone(), Pose::new(middle, turn), look));
            let along = turn * Quaternion::from_rotation_z(TAU / 4.0);
            props.push(Prop::new(top.clone(), Pose::new(place * across + Vector::Y * height, along), look));
        }
    }
    let mut dealer = Dealer(12);
    for i in 0..100_u32 {
        if dealer.next() > 0.46 {
            continue;
        }
        let place = |n: u32| (f64::from(n) + 0.5) * cell - half;
        let mut off = || (dealer.next() - 0.5) * mm(9.0);
        let (x, z) = (place(i % 10) + off(), place(i / 10) + off());
        let finish = match dealer.index(6) {
            0 => Finish::Lacquer(People::Red),
            1 => Finish::Wood(Species::Maple),
            2 => Finish::Lacquer(People::Blue),
            3 => Finish::Steel,
            4 => Finish::Paint([222, 104, 28]),
            _ => Finish::Glass([20, 96, 64]),
        };
        let tumble =
            Quaternion::from_euler(Default::default(), dealer.next() * TAU, dealer.next() * TAU, 0.0);
        let pose = Pose::new(Vector::new(x, mm(13.5), z), tumble);
        props.push(Prop::new(Shape::ball(mm(27.0)), pose, Look::plain(finish).with_grain(i)));
    }
    showing(props, 1, Vec3::new(0.02, 0.012, 0.05), 0.075)
}

/// Six-sided and twelve-sided dice in a tray lined with felt.
pub(super) fn dice() -> ShotScene {
    let half = Vector2::new(mm(130.0), mm(90.0));
    let floor = slab(half + mm(5.0), mm(6.0));
    let felt = Look::plain(Finish::Felt([24, 78, 52]));
    let mut props = vec![table(mm(-6.0), 0.8), Prop::new(floor, at(0.0, 0.0, 0.0), felt)];
    props.extend(rails(half, Vector2::new(mm(18.0), mm(28.0)), Species::Walnut));
    let colours = [[232, 224, 204], [150, 20, 24], [28, 26, 30], [22, 58, 128]];
    let places = [
        (-52.0, 14.0),
        (-24.0, -30.0),
        (16.0, 26.0),
        (48.0, -16.0),
        (-8.0, 4.0),
        (78.0, 34.0),
        (-84.0, -28.0),
    ];
    let mut dealer = Dealer(8);
    for (i, (x, z)) in places.into_iter().enumerate() {
        let (hull, face) = if i % 2 == 0 {
            (Hull::d6(mm(16.0), mm(1.6)), dealer.index(6))
        } else {
            (Hull::d12(mm(20.0), mm(1.0)), dealer.index(12))
        };
        let pose = resting(&hull, face, mm(x), mm(z), dealer.next() * TAU);
        props.push(Prop::new(hull, pose, Look::die(colours[(i * 3) % 4])));
    }
    showing(props, 1, Vec3::new(0.004, 0.006, 0.006), 0.05)
}

/// A die lying on one of its faces.
fn resting(hull: &Hull, face: usize, x: Scalar, z: Scalar, turn: Scalar) -> Pose {
    let face = &hull.faces()[face];
    let down = Quaternion::from_rotation_arc(face.normal, Vector::NEG_Y);
    let height = face.offset + hull.rounding();
    Pose::new(Vector::new(x, height, z), Quaternion::from_rotation_y(turn) * down)
}
