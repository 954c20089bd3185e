//! Tables to look at until scenes come from files.

mod boxes;
mod oriental;
mod piles;

use bevy::math::Vec3;
use tabletop::geometry::{Outline, Plate, Pose};
use tabletop::units::{Quaternion, Scalar, Vector, Vector2};

use super::focus::Focus;
use super::look::{Look, Species};
use super::stage::{Prop, ShotScene};

/// The names of the samples.
pub const NAMES: [&str; 5] = ["oriental", "stacks", "edges", "compartments", "dice"];

/// The sample of a name.
pub fn named(name: &str) -> Option<ShotScene> {
    match name {
        "oriental" => Some(oriental::scene(2)),
        // All ninety-six pieces: what a full table costs to draw.
        "oriental-full" => Some(oriental::scene(10)),
        "stacks" => Some(piles::stacks()),
        "edges" => Some(piles::edges()),
        "compartments" => Some(boxes::compartments()),
        "dice" => Some(boxes::dice()),
        _ => None,
    }
}

/// The wooden table everything stands on, its top at a height.
fn table(height: Scalar, radius: Scalar) -> Prop {
    let top = Plate { outline: Outline::Circle(radius), holes: Vec::new(), thickness: 0.03, slope: 0.0 };
    Prop::new(top, at(0.0, height, 0.0), Look::panel(Species::Dark))
}

/// A level plate with straight sides, `half` its size.
fn slab(half: Vector2, thickness: Scalar) -> Plate {
    let corners =
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(x, y)| half * Vector2::new(x, y));
    Plate { outline: Outline::polygon(corners.into()), holes: Vec::new(), thickness, slope: 0.0 }
}

/// A scene whose first `stage` things only carry the others.
fn showing(props: Vec<Prop>, stage: usize, detail: Vec3, detail_radius: f32) -> ShotScene {
    let shown = props.iter().skip(stage).map(|prop| (&prop.shape, prop.pose));
    let focus = Focus::on(shown, detail, detail_radius);
    ShotScene { props, focus }
}

const fn at(x: Scalar, y: Scalar, z: Scalar) -> Pose {
    Pose::new(Vector::new(x, y, z), Quaternion::IDENTITY)
}

/// Upright, turned about the vertical.
fn turned(x: Scalar, y: Scalar, z: Scalar, turn: Scalar) -> Pose {
    Pose::new(Vector::new(x, y, z), Quaternion::from_rotation_y(turn))
}

/// Numbers from 0 to 1, the same every time.
struct Dealer(u64);

impl Dealer {
    fn next(&mut self) -> Scalar {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as Scalar / (1_u64 << 53) as Scalar
    }

    fn index(&mut self, count: usize) -> usize {
        ((self.next() * count as Scalar) as usize).min(count - 1)
    }
}
