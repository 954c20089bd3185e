//! Convex polyhedra with rounded edges and corners.

use super::Pose;
use crate::units::{Scalar, Vector};

/// A convex polyhedron swept by a sphere. Metres, about its centre of mass.
#[derive(Clone, Debug, PartialEq)]
pub struct Hull {
    /// Corners of the core.
    pub vertices: Vec<Vector>,
    /// Faces of the core as loops of indices, counter-clockwise seen from outside.
    pub faces: Vec<Vec<u16>>,
    /// Radius of the sphere that rounds edges and corners; zero for sharp ones.
    pub rounding: Scalar,
}

impl Hull {
    /// Volume with its rounding, cubic metres.
    pub fn volume(&self) -> Scalar {
        0.0
    }
    /// Principal moments for one kilogram.
    pub fn unit_inertia(&self) -> Vector {
        Vector::ONE
    }
    /// Radius of the enclosing sphere.
    pub fn bounding_radius(&self) -> Scalar {
        0.0
    }
    /// Enclosing box.
    pub fn bounds(&self, pose: Pose) -> (Vector, Vector) {
        (pose.position, pose.position)
    }
    /// Farthest point along a unit direction.
    pub fn support(&self, pose: Pose, unit: Vector) -> Vector {
        pose.position + unit * self.rounding
    }
}
