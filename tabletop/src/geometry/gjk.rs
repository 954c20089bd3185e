//! Closest points of two convex shapes, by the algorithm of Gilbert, Johnson and Keerthi.
//!
//! Every tolerance is relative to the size of the shapes, so that millimetres are as good as metres. Rounding
//! is taken off first: balls become points, capsules segments and hulls their sharp cores.

mod simplex;

use self::simplex::{Simplex, Vertex};
use super::{Hull, Pose, Shape};
use crate::units::{Matrix, Scalar, Vector};

/// Round shapes need a few dozen steps to reach the last digits, polyhedra fewer than ten.
const MAX_STEPS: usize = 100;

/// How far the squared distance may be above its lower bound, as a share of itself.
const PRECISION: Scalar = 1.0e-15;

/// Rounding errors of one product, as a share of the factors.
const EPSILON: Scalar = 4.0 * Scalar::EPSILON;

/// Cores nearer than this share of their size count as overlapping: their direction would be noise.
const OVERLAP: Scalar = 1.0e-10;

/// A convex shape without its rounding.
#[derive(Clone, Copy, Debug)]
pub enum Core<'a> {
    /// The centre of a ball.
    Point,
    /// The middle line of a capsule, along `y`; its half length.
    Segment(Scalar),
    /// A disc, along `y`: radius and half thickness.
    Cylinder(Scalar, Scalar),
    /// A hull without its rounding.
    Polyhedron(&'a Hull),
}

/// A convex shape in its place, taken apart into a sharp core and the radius that thickens it.
#[derive(Clone, Copy, Debug)]
pub struct Convex<'a> {
    /// The shape without its rounding.
    pub core: Core<'a>,
    /// The radius that thickens it. Metres.
    pub radius: Scalar,
    /// World position of the shape's origin.
    pub position: Vector,
    /// Rotation from the shape's frame to the world.
    pub frame: Matrix,
}

impl<'a> Convex<'a> {
    /// A shape in its place; `None` for a plate, which is not convex.
    pub fn new(shape: &'a Shape, pose: Pose) -> Option<Self> {
        let (core, radius) = match shape {
            Shape::Ball { radius } => (Core::Point, *radius),
            Shape::Disc { radius, half_thickness } => (Core::Cylinder(*radius, *half_thickness), 0.0),
            Shape::Capsule { radius, half_length } => (Core::Segment(*half_length), *radius),
            Shape::Hull(hull) => (Core::Polyhedron(hull), hull.rounding()),
            Shape::Plate(_) => return None,
        };
        Some(Self { core, radius, position: pose.position, frame: Matrix::from_quat(pose.rotation) })
    }

    /// The shape's `y` axis in the world.
    pub fn axis(&self) -> Vector {
        self.frame.y_axis
    }

    /// A direction of the world in the shape's frame.
    pub fn to_local(&self, direction: Vector) -> Vector {
        // A dot product with each axis is the transpose, which is the inverse.
        Vector::new(
            self.frame.x_axis.dot(direction),
            self.frame.y_axis.dot(direction),
            self.frame.z_axis.dot(direction),
        )
    }

    /// The core's farthest point along a direction of any length, in the world.
    pub fn support(&self, direction: Vector) -> Vector {
        self.position + self.arm(direction)
    }

    /// How far the core reaches along a direction, measured from the origin of the world.
    pub fn reach(&self, direction: Vector) -> Scalar {
        direction.dot(self.position) + direction.dot(self.arm(direction))
    }

    /// From the shape's origin to the core's farthest point along a direction.
    fn arm(&self, direction: Vector) -> Vector {
        match self.core {
            Core::Point => Vector::ZERO,
            Core::Segment(half_length) => self.axis() * half_length.copysign(self.axis().dot(direction)),
            Core::Cylinder(radius, half_thickness) => {
                let axis = self.axis();
                let along = axis.dot(direction);
                // Twice: along the axis itself the first remainder is noise that may point anywhere.
                let across = direction.reject_from_normalized(axis).reject_from_normalized(axis);
                across.normalize_or_zero() * radius + axis * half_thickness.copysign(along)
            }
            Core::Polyhedron(hull) => {
                self.frame * hull.vertices()[hull.support_vertex(self.to_local(direction))]
            }
        }
    }
}

/// The closest points of two cores.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Closest {
    /// Unit direction from the first core to the second.
    pub normal: Vector,
    /// Distance between the cores. Metres.
    pub distance: Scalar,
    /// The first core's closest point, in the world.
    pub on_a: Vector,
    /// The second core's closest point, in the world, where it was before the shift.
    pub on_b: Vector,
}

/// Finds the closest points of two cores while the second is moved by `shift`. `start` is any guess of the direction
/// from the first to the second. Returns `None` if the cores touch or overlap.
pub fn closest(a: &Convex, b: &Convex, shift: Vector, start: Vector) -> Option<Closest> {
    // What is sought is the point nearest to the origin in the set of all differences of a point of b and
    // a point of a.
    let difference = |direction: Vector| {
        let on_a = a.support(-direction);
        let on_b = b.support(direction) + shift;
        Vertex { difference: on_b - on_a, on_a, on_b }
    };
    let first = difference(-start);
    let mut simplex = Simplex::of(first);
    let mut nearest = first.difference;
    let mut size = nearest.length();
    let mut best = simplex;
    for _ in 0..MAX_STEPS {
        let squared = nearest.length_squared();
        if squared <= (OVERLAP * size).powi(2) {
            return None;
        }
        let next = difference(-nearest);
        size = size.max(next.difference.length());
        let slack = squared - nearest.dot(next.difference);
        if slack <= PRECISION * squared + EPSILON * size * squared.sqrt() || simplex.holds(&next) {
            break;
        }
        simplex.push(next);
        let nearer = simplex.reduce()?;
        if nearer.length_squared() >= squared {
            break;
        }
        nearest = nearer;
        best = simplex;
    }
    let distance = nearest.length();
    let (on_a, on_b) = best.witnesses();
    Some(Closest { normal: nearest / distance, distance, on_a, on_b: on_b - shift })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::samples::{Random, shapes};

    fn between(a: (&Shape, Pose), b: (&Shape, Pose), shift: Vector) -> Option<Closest> {
        closest(&Convex::new(a.0, a.1).unwrap(), &Convex::new(b.0, b.1).unwrap(), shift, Vector::Y)
    }

    #[test]
    fn witnesses_are_as_far_apart_as_the_distance_and_no_part_is_nearer() {
        let shapes = shapes();
        let mut random = Random(5);
        for (name_a, a) in &shapes {
            for (name_b, b) in &shapes {
                for _ in 0..100 {
                    let poses = [a, b].map(|_| Pose::new(random.unit() * 0.03, random.rotation()));
                    let Some(found) = between((a, poses[0]), (b, poses[1]), Vector::ZERO) else { continue };
                    let [core_a, core_b] =
                        [(a, poses[0]), (b, poses[1])].map(|(shape, pose)| Convex::new(shape, pose).unwrap());
                    let slab = -core_b.reach(-found.normal) - core_a.reach(found.normal);
                    assert!((slab - found.distance).abs() < 1.0e-9, "{name_a}, {name_b}: {slab} {found:?}");
                    let apart = found.on_b - found.on_a;
                    assert!(
                        apart.abs_diff_eq(found.normal * found.distance, 1.0e-7),
                        "{name_a}, {name_b}: {apart} {found:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn size_does_not_matter() {
        // A disc beside another, tilted: the same in kilometres and in micrometres.
        let distance = |scale: Scalar| {
            let disc = Shape::disc(25.0 * scale, 8.0 * scale);
            let lean = crate::units::Quaternion::from_rotation_x(0.7);
            let pose = Pose::new(Vector::new(7.0, 17.0, -3.0) * scale, lean);
            between((&disc, Pose::IDENTITY), (&disc, pose), Vector::ZERO).unwrap().distance / scale
        };
        for scale in [1.0e-6, 1.0e-3, 1.0e3] {
            assert!(
                (distance(scale) - distance(1.0)).abs() < 1.0e-9,
                "{} {}",
                distance(scale),
                distance(1.0)
            );
        }
    }

    #[test]
    fn overlapping_cores_have_no_closest_points_until_they_are_moved_apart() {
        let disc = Shape::disc(25.0, 8.0);
        let inside = Pose::new(Vector::new(1.0, 7.0, 2.0), crate::units::Quaternion::IDENTITY);
        assert_eq!(between((&disc, Pose::IDENTITY), (&disc, inside), Vector::ZERO), None);
        let moved = between((&disc, Pose::IDENTITY), (&disc, inside), Vector::Y * 3.0).unwrap();
        assert!((moved.distance - 2.0).abs() < 1.0e-12);
        assert!((moved.on_b - moved.on_a).abs_diff_eq(Vector::Y * -1.0, 1.0e-12));
    }
}
