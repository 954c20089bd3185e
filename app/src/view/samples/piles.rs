//! Discs in piles, on edge and leaning.

use std::f64::consts::{PI, TAU};

use bevy::math::Vec3;
use tabletop::geometry::{Pose, Shape};
use tabletop::units::{Quaternion, Scalar, Vector, Vector2, mm};

use super::oriental::weight;
use super::{Dealer, at, showing, slab, table, turned};
use crate::view::look::{Emblem, Look, People, Species};
use crate::view::stage::{Prop, ShotScene};

fn stage() -> Vec<Prop> {
    let board = Prop::new(
        slab(Vector2::new(mm(210.0), mm(140.0)), mm(18.0)),
        at(0.0, 0.0, 0.0),
        Look::panel(Species::Maple),
    );
    vec![table(mm(-18.0), 0.9), board]
}

fn pion(people: People, adult: bool, pose: Pose, grain: u32) -> Prop {
    let (shape, emblem) = if adult {
        (Shape::disc(mm(35.0), mm(6.0)), if grain.is_multiple_of(2) { Emblem::Crown } else { Emblem::Diadem })
    } else {
        (Shape::disc(mm(25.0), mm(5.0)), Emblem::Dragon)
    };
    Prop::new(shape, pose, Look::pion(people, emblem).with_grain(grain))
}

/// A pile of twenty, and one of ten with small and large in turn.
pub(super) fn stacks() -> ShotScene {
    let mut dealer = Dealer(5);
    let mut props = stage();
    let mut jolt = |by: Scalar| (dealer.next() - 0.5) * mm(by);
    for i in 0..20 {
        let height = mm(5.0) * (f64::from(i) + 0.5);
        let people = People::ALL[(i as usize * 3) % 8];
        props.push(pion(
            people,
            false,
            turned(mm(-45.0) + jolt(1.6), height, jolt(1.6), f64::from(i) * 2.4),
            i,
        ));
    }
    let mut top = 0.0;
    for i in 0..10 {
        let adult = i % 2 == 1;
        let thickness = if adult { mm(6.0) } else { mm(5.0) };
        let people = People::ALL[(i as usize * 5 + 1) % 8];
        let pose =
            turned(mm(45.0) + jolt(2.0), top + thickness / 2.0, mm(12.0) + jolt(2.0), f64::from(i) * 1.7);
        props.push(pion(people, adult, pose, i));
        top += thickness;
    }
    for (i, (x, z)) in [(-6.0, 62.0), (92.0, 48.0), (-100.0, 45.0), (8.0, -48.0)].into_iter().enumerate() {
        let adult = i == 1;
        let thickness = if adult { mm(6.0) } else { mm(5.0) };
        props.push(pion(
            People::ALL[i * 2 + 1],
            adult,
            turned(mm(x), thickness / 2.0, mm(z), i as Scalar - 0.8),
            i as u32,
        ));
    }
    showing(props, 2, Vec3::new(0.045, 0.03, 0.012), 0.055)
}

/// Discs on edge, and one that leans on a weight.
pub(super) fn edges() -> ShotScene {
    let mut props = stage();
    props.extend(weight(Vector::ZERO));
    // The face towards the weight touches the floor with its rim and the weight's top edge with its plane.
    let lean: Scalar = 0.33;
    let (sin, cos) = lean.sin_cos();
    let foot = mm(15.0) + mm(30.0) * lean.tan();
    let centre = Vector::new(foot - mm(17.5) * sin + mm(3.0) * cos, mm(17.5) * cos + mm(3.0) * sin, 0.0);
    let axis = Vector::new(cos, sin, 0.0);
    let turn = Quaternion::from_rotation_y(-0.55);
    let leaning =
        turn * Quaternion::from_rotation_arc(Vector::Y, axis) * Quaternion::from_rotation_y(PI / 2.0);
    props.push(pion(People::Red, true, Pose::new(turn * centre, leaning), 0));

    for (i, (x, z, yaw, adult)) in [
        (-62.0, 18.0, 0.5, true),
        (-28.0, 48.0, 1.2, false),
        (70.0, 52.0, -0.6, false),
        (-80.0, -34.0, 2.2, false),
    ]
    .into_iter()
    .enumerate()
    {
        let radius = if adult { mm(17.5) } else { mm(12.5) };
        // On edge, the face turned so that its mark is upright.
        let rotation = Quaternion::from_rotation_y(yaw) * Quaternion::from_rotation_x(PI / 2.0);
        let people = [People::Gold, People::Blue, People::Green, People::White][i];
        props.push(pion(people, adult, Pose::new(Vector::new(mm(x), radius, mm(z)), rotation), i as u32));
    }
    for (i, (x, z)) in [(34.0, -46.0), (-34.0, -18.0), (24.0, 66.0), (98.0, 0.0)].into_iter().enumerate() {
        let people = [People::Silver, People::Black, People::Brown, People::White][i];
        let yaw = i as Scalar * TAU / 5.0;
        props.push(pion(people, false, turned(mm(x), mm(2.5), mm(z), yaw), i as u32 + 3));
    }
    showing(props, 2, Vec3::new(0.004, 0.014, 0.004), 0.042)
}
