//! What a thing on the table is: one closed list of exact shapes.
//!
//! Round shapes have their axis along their own `y`. Dynamic shapes have their centre of mass at their
//! origin; a [`Plate`] has its playing surface at its own `y = 0`.

use std::sync::Arc;

use super::{Hull, Plate, Pose};
use crate::units::{Scalar, Vector};

/// An exact shape. Lengths in metres.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A sphere: ball, marble, bead.
    Ball {
        /// Radius.
        radius: Scalar,
    },
    /// A right circular cylinder, flat or tall: pion, galet, token, weight, peg, leg.
    Disc {
        /// Radius of the flat faces.
        radius: Scalar,
        /// Half of the thickness.
        half_thickness: Scalar,
    },
    /// A segment along `y`, thickened by a sphere: finger, head of a bat, wire.
    Capsule {
        /// Radius of the sphere.
        radius: Scalar,
        /// Half of the distance between the centres of the two end caps.
        half_length: Scalar,
    },
    /// A convex polyhedron whose edges and corners may be rounded: die, cube, tile, wall, cushion.
    Hull(Arc<Hull>),
    /// A level or slightly conical surface with round holes: board, ring, tray, table top. Never moves freely.
    Plate(Arc<Plate>),
}

impl Shape {
    /// A disc from its diameter and thickness.
    pub fn disc(diameter: Scalar, thickness: Scalar) -> Self {
        Self::Disc { radius: diameter / 2.0, half_thickness: thickness / 2.0 }
    }

    /// A ball from its diameter.
    pub fn ball(diameter: Scalar) -> Self {
        Self::Ball { radius: diameter / 2.0 }
    }

    /// Volume in cubic metres; a plate, which has no mass of its own, has none.
    pub fn volume(&self) -> Scalar {
        use std::f64::consts::PI;
        match self {
            Self::Ball { radius } => 4.0 / 3.0 * PI * radius.powi(3),
            Self::Disc { radius, half_thickness } => 2.0 * PI * radius * radius * half_thickness,
            Self::Capsule { radius, half_length } => {
                PI * radius * radius * (2.0 * half_length + 4.0 / 3.0 * radius)
            }
            Self::Hull(hull) => hull.volume(),
            Self::Plate(_) => 0.0,
        }
    }

    /// Principal moments of inertia about the shape's own axes for a mass of one kilogram, square metres.
    pub fn unit_inertia(&self) -> Vector {
        match self {
            Self::Ball { radius } => Vector::splat(0.4 * radius * radius),
            Self::Disc { radius, half_thickness } => {
                let axial = radius * radius / 2.0;
                let diametral = (3.0 * radius * radius + 4.0 * half_thickness * half_thickness) / 12.0;
                Vector::new(diametral, axial, diametral)
            }
            Self::Capsule { radius: r, half_length: l } => {
                let cylinder = 2.0 * l / (2.0 * l + 4.0 / 3.0 * r);
                let caps = 1.0 - cylinder;
                let axial = cylinder * r * r / 2.0 + caps * 0.4 * r * r;
                let diametral = cylinder * (3.0 * r * r + 4.0 * l * l) / 12.0
                    + caps * (0.4 * r * r + l * l + 0.75 * l * r);
                Vector::new(diametral, axial, diametral)
            }
            Self::Hull(hull) => hull.unit_inertia(),
            Self::Plate(_) => Vector::ONE,
        }
    }

    /// Radius of the smallest sphere about the origin that holds the shape; a plate has none.
    pub fn bounding_radius(&self) -> Option<Scalar> {
        match self {
            Self::Ball { radius } => Some(*radius),
            Self::Disc { radius, half_thickness } => Some(libm::hypot(*radius, *half_thickness)),
            Self::Capsule { radius, half_length } => Some(radius + half_length),
            Self::Hull(hull) => Some(hull.bounding_radius()),
            Self::Plate(_) => None,
        }
    }

    /// Half extents and centre of the axis-aligned box that holds the shape at `pose`: `(min, max)`.
    pub fn bounds(&self, pose: Pose) -> (Vector, Vector) {
        let half = match self {
            Self::Ball { radius } => Vector::splat(*radius),
            Self::Disc { radius, half_thickness } => {
                let axis = pose.axis();
                let across = (Vector::ONE - axis * axis).max(Vector::ZERO);
                Vector::new(across.x.sqrt(), across.y.sqrt(), across.z.sqrt()) * *radius
                    + axis.abs() * *half_thickness
            }
            Self::Capsule { radius, half_length } => {
                pose.axis().abs() * *half_length + Vector::splat(*radius)
            }
            Self::Hull(hull) => return hull.bounds(pose),
            Self::Plate(plate) => return plate.bounds(pose),
        };
        (pose.position - half, pose.position + half)
    }

    /// The point of the shape farthest along `direction` (a world vector of any length), in the world.
    /// A plate is not convex and has no such point; its origin is returned.
    pub fn support(&self, pose: Pose, direction: Vector) -> Vector {
        let unit = direction.normalize_or_zero();
        match self {
            Self::Ball { radius } => pose.position + unit * *radius,
            Self::Disc { radius, half_thickness } => {
                let axis = pose.axis();
                let along = unit.dot(axis);
                // Twice: along the axis itself the first remainder is noise that may point anywhere.
                let across = unit.reject_from_normalized(axis).reject_from_normalized(axis);
                pose.position + across.normalize_or_zero() * *radius + axis * half_thickness.copysign(along)
            }
            Self::Capsule { radius, half_length } => {
                let axis = pose.axis();
                pose.position + axis * half_length.copysign(unit.dot(axis)) + unit * *radius
            }
            Self::Hull(hull) => hull.support(pose, unit),
            Self::Plate(_) => pose.position,
        }
    }

    /// The finite plate behind this shape, if it is one.
    pub fn as_plate(&self) -> Option<&Plate> {
        match self {
            Self::Plate(plate) => Some(plate),
            _ => None,
        }
    }
}

impl From<Hull> for Shape {
    fn from(hull: Hull) -> Self {
        Self::Hull(Arc::new(hull))
    }
}

impl From<Plate> for Shape {
    fn from(plate: Plate) -> Self {
        Self::Plate(Arc::new(plate))
    }
}
