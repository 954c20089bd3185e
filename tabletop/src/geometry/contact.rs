//! Where two shapes touch, or will within reach: exact points, exact normals, few and well spread.
//!
//! A [`Manifold`] is a set of points that share one normal. Its normal points from the first shape to the
//! second, as in Avian. Points with a positive gap are predictions: they bear nothing until the gap closes.

mod convex;
mod disc;
mod patch;
mod plate;
mod plate_hull;

use arrayvec::ArrayVec;

use super::{Pose, Shape};
use crate::units::{Scalar, Vector};

/// Most points a manifold can hold.
pub const MAX_POINTS: usize = 8;

/// One point of contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactPoint {
    /// World position, half-way across the gap. Metres.
    pub position: Vector,
    /// Distance between the two surfaces along the normal, negative where they overlap. Metres.
    pub gap: Scalar,
    /// Which feature this is: the same feature keeps its number from step to step.
    pub feature: u32,
}

/// How a contact resists being rolled: the direction of angular velocity that moves the contact along the
/// rolling surface, and the length that turns `c · N` into a torque. See `physics::law::rolling`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Rolling {
    /// Not a rolling contact.
    #[default]
    None,
    /// A sphere of this radius, rolling any way.
    Sphere(Scalar),
    /// The rim of a disc: angular velocity along this vector (world, not of unit length) moves the contact
    /// along the rim; the second value is the rim's radius.
    Rim(Vector, Scalar),
}

/// Points of contact that share a normal.
#[derive(Clone, Debug, PartialEq)]
pub struct Manifold {
    /// Unit normal, from the first shape to the second, in the world.
    pub normal: Vector,
    /// The points.
    pub points: ArrayVec<ContactPoint, MAX_POINTS>,
    /// Radius of the circle of uniform pressure that resists spin as this contact does; zero for a point.
    pub patch: Scalar,
    /// How it resists rolling.
    pub rolling: Rolling,
    /// Tells manifolds of one pair apart, from step to step.
    pub feature: u32,
}

impl Manifold {
    /// An empty manifold.
    pub fn new(normal: Vector, feature: u32) -> Self {
        Self { normal, points: ArrayVec::new(), patch: 0.0, rolling: Rolling::None, feature }
    }

    /// A manifold of one point.
    pub fn single(normal: Vector, position: Vector, gap: Scalar, feature: u32) -> Self {
        let mut manifold = Self::new(normal, feature);
        manifold.push(position, gap, 0);
        manifold
    }

    /// Adds a point; when full, the point that is farthest from touching gives way.
    pub fn push(&mut self, position: Vector, gap: Scalar, feature: u32) {
        let point = ContactPoint { position, gap, feature };
        if self.points.try_push(point).is_ok() {
            return;
        }
        let worst = self.points.iter_mut().max_by(|a, b| a.gap.total_cmp(&b.gap));
        if let Some(worst) = worst.filter(|worst| worst.gap > gap) {
            *worst = point;
        }
    }

    /// The same contact seen from the other shape.
    pub fn flipped(mut self) -> Self {
        self.normal = -self.normal;
        self
    }
}

/// What the contact of the last step knew, offered to the next.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Hint {
    /// Where the load was, relative to the middle of the contact, world metres; zero when unknown. Flat
    /// contacts put a point in this direction, so that the edge a piece tips over is exact.
    pub load: Vector,
}

/// Finds all contacts of two shapes that are closer than `reach` metres and appends them to `out`.
pub fn collide(
    a: &Shape,
    pose_a: Pose,
    b: &Shape,
    pose_b: Pose,
    reach: Scalar,
    hint: Hint,
    out: &mut Vec<Manifold>,
) {
    match (a, b) {
        (Shape::Plate(_), Shape::Plate(_)) => {}
        (_, Shape::Plate(plate)) => match a {
            Shape::Ball { radius } => plate::ball_plate(*radius, pose_a, plate, pose_b, reach, out),
            Shape::Disc { radius, half_thickness } => {
                plate::disc_plate((*radius, *half_thickness), pose_a, plate, pose_b, reach, hint, out);
            }
            _ => plate_hull::hull_plate(a, pose_a, plate, pose_b, reach, out),
        },
        (Shape::Plate(_), _) => {
            let first = out.len();
            collide(b, pose_b, a, pose_a, reach, hint, out);
            for manifold in &mut out[first..] {
                manifold.normal = -manifold.normal;
            }
        }
        (
            Shape::Disc { radius: radius_a, half_thickness: half_a },
            Shape::Disc { radius: radius_b, half_thickness: half_b },
        ) => {
            let parallel =
                disc::disc_disc((*radius_a, *half_a), pose_a, (*radius_b, *half_b), pose_b, reach, hint, out);
            if !parallel {
                convex::convex(a, pose_a, b, pose_b, reach, hint, out);
            }
        }
        _ => convex::convex(a, pose_a, b, pose_b, reach, hint, out),
    }
}
