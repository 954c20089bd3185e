//! Exact overlap of discs with the scoring zones of a board: areas, depths and containment in plan.
//!
//! Lengths are metres, areas square metres, angles radians; `x` points east and `y` north. Azimuths turn
//! clockwise from north, so that azimuth `a` is the direction `(sin a, cos a)`.
//!
//! Nothing here samples. Areas are integrals along the boundary of the zone, depths are distances to it; both
//! are limited by rounding alone, and both are finite at tangency and for zones and discs that have shrunk
//! to a segment or a point.

mod boundary;
mod ellipse;
mod roots;
mod shape;
#[cfg(test)]
mod tests;

use std::{error::Error, f64::consts::PI, fmt};

use crate::units::{Scalar, Vector2};

pub use shape::ZoneShape;

/// How far, in metres, a hole may stick out of its shape or into another hole before the zone is refused:
/// room for rounding in plans whose holes touch, and far below anything that can be measured on wood.
const HOLE_TOLERANCE: Scalar = 1.0e-9;

/// A circle in plan, together with the disc it bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Circle {
    /// Centre, metres.
    pub centre: Vector2,
    /// Radius, metres; zero makes the circle a point.
    pub radius: Scalar,
}

impl Circle {
    /// The circle of a centre and a radius, both in metres.
    pub const fn new(centre: Vector2, radius: Scalar) -> Self {
        Self { centre, radius }
    }

    /// Area of the disc, square metres.
    pub fn area(&self) -> Scalar {
        PI * self.radius * self.radius
    }

    /// Distance of a point from the circle, metres; negative inside.
    fn boundary_distance(&self, point: Vector2) -> Scalar {
        point.distance(self.centre) - self.radius
    }
}

/// A region of the board: a shape, less the open discs of its holes.
///
/// [`Zone::new`] is the only way to make one. It guarantees that every hole lies inside the shape and that
/// no two holes overlap, which is what makes every quantity below exact. Discs and points asked about must be
/// finite; debug builds check.
#[derive(Clone, Debug, PartialEq)]
pub struct Zone {
    shape: ZoneShape,
    holes: Vec<Circle>,
}

impl Zone {
    /// A shape with circular holes cut out of it. Holes may touch each other and the boundary of the shape,
    /// to within a nanometre.
    ///
    /// # Errors
    ///
    /// [`InvalidZone`] says which dimension, polygon or hole cannot be.
    pub fn new(shape: ZoneShape, holes: Vec<Circle>) -> Result<Self, InvalidZone> {
        shape.check()?;
        for (index, hole) in holes.iter().enumerate() {
            ZoneShape::from(*hole).check()?;
            if shape.boundary_distance(hole.centre) + hole.radius > HOLE_TOLERANCE {
                return Err(InvalidZone::HoleOutside { index });
            }
            let overlaps =
                |other: &Circle| other.boundary_distance(hole.centre) < hole.radius - HOLE_TOLERANCE;
            if let Some(other) = holes[..index].iter().position(overlaps) {
                return Err(InvalidZone::HolesOverlap { indices: [other, index] });
            }
        }
        Ok(Self { shape, holes })
    }

    /// The shape, holes not cut out.
    pub const fn shape(&self) -> &ZoneShape {
        &self.shape
    }

    /// The holes cut out of the shape.
    pub fn holes(&self) -> &[Circle] {
        &self.holes
    }

    /// Area shared by the zone and a disc, square metres; method and error are those of [`ZoneShape::area`].
    pub fn area(&self, disc: Circle) -> Scalar {
        let cut: Scalar = self.holes.iter().map(|hole| ZoneShape::from(*hole).area(disc)).sum();
        (self.shape.area(disc) - cut).max(0.0)
    }

    /// Distance from a point to the boundary of the zone, holes included, metres: negative in the zone,
    /// positive outside it or in a hole. Method and error are those of [`ZoneShape::boundary_distance`].
    pub fn boundary_distance(&self, point: Vector2) -> Scalar {
        let from_holes = self.holes.iter().map(|hole| -hole.boundary_distance(point));
        from_holes.fold(self.shape.boundary_distance(point), Scalar::max)
    }

    /// Whether a point lies in the zone; its boundary belongs to it, to within rounding.
    pub fn contains_point(&self, point: Vector2) -> bool {
        self.boundary_distance(point) <= 0.0
    }

    /// Whether a disc lies wholly in the zone, or sticks out of it by no more than `tolerance` metres.
    pub fn contains_disc(&self, disc: Circle, tolerance: Scalar) -> bool {
        self.boundary_distance(disc.centre) + disc.radius <= tolerance
    }

    /// Length by which a disc reaches into the zone, metres.
    ///
    /// The radius less the distance from the centre of the disc to the zone or, once the centre is inside,
    /// plus its distance to the boundary; never more than the diameter, which means wholly inside. A negative
    /// depth is the width of the gap between disc and zone.
    pub fn depth(&self, disc: Circle) -> Scalar {
        (disc.radius - self.boundary_distance(disc.centre)).min(2.0 * disc.radius)
    }

    /// Whether a disc reaches into the zone, or misses it by no more than `tolerance` metres.
    pub fn touches(&self, disc: Circle, tolerance: Scalar) -> bool {
        self.depth(disc) >= -tolerance
    }
}

/// Why a shape and its holes do not make a [`Zone`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidZone {
    /// A number is not finite, a size is negative, or an inner radius is larger than its outer radius.
    Dimension,
    /// The polygon has fewer than three vertices, or edges that cross.
    Polygon,
    /// A hole is not inside the shape.
    HoleOutside {
        /// Index of the hole.
        index: usize,
    },
    /// Two holes overlap.
    HolesOverlap {
        /// Indices of the holes.
        indices: [usize; 2],
    },
}

impl fmt::Display for InvalidZone {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dimension => {
                formatter.write_str("a zone has a size that is negative, not finite or inside out")
            }
            Self::Polygon => {
                formatter.write_str("a polygon needs three vertices or more and edges that do not cross")
            }
            Self::HoleOutside { index } => {
                write!(formatter, "hole {index} is not inside the shape of its zone")
            }
            Self::HolesOverlap { indices: [first, second] } => {
                write!(formatter, "holes {first} and {second} of a zone overlap")
            }
        }
    }
}

impl Error for InvalidZone {}

/// Unit vector at an azimuth.
fn direction(azimuth: Scalar) -> Vector2 {
    let (sin, cos) = libm::sincos(azimuth);
    Vector2::new(sin, cos)
}

/// Where east and north go under a clockwise rotation.
fn axes(rotation: Scalar) -> [Vector2; 2] {
    let north = direction(rotation);
    [-north.perp(), north]
}
