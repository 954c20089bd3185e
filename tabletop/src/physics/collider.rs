//! Avian's view of our shapes: a collider backend that answers with exact geometry.

use avian3d::prelude::*;
use bevy::math::Vec3;
use bevy::prelude::*;

use crate::geometry::contact::{Hint, collide};
use crate::geometry::{Pose, Shape};
use crate::units::{Scalar, Vector};

/// Shapes nearer than this touch, as far as Avian's events are concerned, metres.
const TOUCHING: Scalar = 1.0e-5;

/// A shape as Avian's collider.
#[derive(Component, Clone, Debug, PartialEq)]
pub struct ExactCollider(pub Shape);

/// Mass of a body, kilograms. Kept beside Avian's single-precision mass so that the solver's is exact.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Heft(pub Scalar);

impl AnyCollider for ExactCollider {
    type Context = ();

    fn aabb_with_context(
        &self,
        position: Vector,
        rotation: impl Into<Rotation>,
        _context: AabbContext<Self::Context>,
    ) -> ColliderAabb {
        let (min, max) = self.0.bounds(Pose::new(position, rotation.into().0));
        ColliderAabb::from_min_max(min, max)
    }

    fn contact_manifolds_with_context(
        &self,
        other: &Self,
        position1: Vector,
        rotation1: impl Into<Rotation>,
        position2: Vector,
        rotation2: impl Into<Rotation>,
        prediction_distance: Scalar,
        manifolds: &mut Vec<ContactManifold>,
        _context: ContactManifoldContext<Self::Context>,
    ) {
        let (one, two) = (Pose::new(position1, rotation1.into().0), Pose::new(position2, rotation2.into().0));
        // Avian tells who touches whom; what will touch is the solver's to find.
        let reach = prediction_distance.min(TOUCHING);
        let mut found = Vec::new();
        collide(&self.0, one, &other.0, two, reach, Hint::default(), &mut found);
        manifolds.clear();
        manifolds.extend(found.into_iter().map(|manifold| {
            let points = manifold.points.iter().map(|point| {
                let (anchor1, anchor2) = (point.position - position1, point.position - position2);
                ContactPoint::new(anchor1, anchor2, point.position, -point.gap)
            });
            ContactManifold::new(points, manifold.normal)
        }));
    }
}

impl ScalableCollider for ExactCollider {
    fn scale(&self) -> Vector {
        Vector::ONE
    }

    /// Pieces have the size they were made with: scaling a thing of the table would change its mass and its
    /// rules, so it is not offered.
    fn set_scale(&mut self, _scale: Vector, _detail: u32) {}
}

impl ComputeMassProperties3d for ExactCollider {
    fn mass(&self, density: f32) -> f32 {
        self.0.volume() as f32 * density
    }

    fn unit_principal_angular_inertia(&self) -> Vec3 {
        self.0.unit_inertia().as_vec3()
    }

    fn center_of_mass(&self) -> Vec3 {
        Vec3::ZERO
    }
}
