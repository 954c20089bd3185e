//! Where a shape is and how it is turned.

use crate::units::{Quaternion, Vector};

/// A rigid placement: metres and a unit quaternion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Position of the shape's own origin, which for every dynamic shape is its centre of mass.
    pub position: Vector,
    /// Rotation from the shape's frame to the world.
    pub rotation: Quaternion,
}

impl Pose {
    /// The frame of the world itself.
    pub const IDENTITY: Self = Self { position: Vector::ZERO, rotation: Quaternion::IDENTITY };

    /// A placement from its parts.
    pub const fn new(position: Vector, rotation: Quaternion) -> Self {
        Self { position, rotation }
    }

    /// A point of the shape as a point of the world.
    pub fn to_world(self, local: Vector) -> Vector {
        self.position + self.rotation * local
    }

    /// A point of the world as a point of the shape.
    pub fn to_local(self, world: Vector) -> Vector {
        self.rotation.inverse() * (world - self.position)
    }

    /// The shape's own `y` axis in the world: the axis of a disc or capsule, the normal of a board.
    pub fn axis(self) -> Vector {
        self.rotation * Vector::Y
    }

    /// This placement as seen from the frame of `other`.
    pub fn relative_to(self, other: Self) -> Self {
        let inverse = other.rotation.inverse();
        Self::new(inverse * (self.position - other.position), (inverse * self.rotation).normalize())
    }
}

impl Default for Pose {
    fn default() -> Self {
        Self::IDENTITY
    }
}
