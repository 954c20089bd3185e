//! A playing surface: level or slightly conical, with an outline and any number of round holes.
//!
//! In its own frame the surface is the plane `y = 0`, or the cone `y = slope · ρ` around the `y` axis. A ring
//! that descends towards the middle of a board is a plate with a positive slope whose first hole is the
//! ring's inner border. Plan coordinates inside this module are the plate's own `(x, z)`.

mod nearest;
mod polygon;

use super::Pose;
use crate::units::{Scalar, Vector, Vector2};
pub(crate) use nearest::HoleProfile;
pub use polygon::Polygon;

/// A round hole with vertical walls and a 45° chamfer around its mouth. Metres, in the plate's plan.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hole {
    /// Centre.
    pub centre: Vector2,
    /// Radius of the wall.
    pub radius: Scalar,
    /// Width, and depth, of the chamfer; zero for a sharp edge.
    pub chamfer: Scalar,
    /// Depth of the floor below the surface at the mouth, for recesses; `None` for a hole right through.
    pub floor: Option<Scalar>,
}

impl Hole {
    /// A sharp hole right through the plate.
    pub const fn sharp(centre: Vector2, radius: Scalar) -> Self {
        Self { centre, radius, chamfer: 0.0, floor: None }
    }

    /// Radius of the mouth, where the surface begins.
    pub fn mouth(&self) -> Scalar {
        self.radius + self.chamfer
    }
}

/// Where the surface ends.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// Nowhere.
    Infinite,
    /// A circle around the plate's own origin; its radius in metres.
    Circle(Scalar),
    /// A convex polygon.
    Polygon(Polygon),
}

impl Outline {
    /// A convex polygon by its corners, counter-clockwise in `(x, z)` order, at least three, metres.
    pub fn polygon(corners: Vec<Vector2>) -> Self {
        Self::Polygon(Polygon::new(corners))
    }
}

/// A playing surface. See the module for its frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Plate {
    /// Where the surface ends.
    pub outline: Outline,
    /// Holes; they do not overlap one another.
    pub holes: Vec<Hole>,
    /// Thickness below the surface, metres.
    pub thickness: Scalar,
    /// Rise per metre of distance from the axis; zero for a level plate.
    pub slope: Scalar,
}

impl Plate {
    /// A level surface without end or hole: a table.
    pub fn plane() -> Self {
        Self { outline: Outline::Infinite, holes: Vec::new(), thickness: 1.0, slope: 0.0 }
    }

    /// Height of the surface above the plate's origin at a point of its plan.
    pub fn height(&self, plan: Vector2) -> Scalar {
        if self.slope == 0.0 { 0.0 } else { self.slope * plan.length() }
    }

    /// Unit normal of the surface at a point of its plan, upwards.
    pub fn normal(&self, plan: Vector2) -> Vector {
        if self.slope == 0.0 {
            return Vector::Y;
        }
        let out = plan.normalize_or_zero() * self.slope;
        Vector::new(-out.x, 1.0, -out.y).normalize()
    }

    /// Distance from a point in the plate's frame to its surface along the surface's normal, positive above.
    pub fn above(&self, local: Vector) -> Scalar {
        let plan = Vector2::new(local.x, local.z);
        if self.slope == 0.0 {
            local.y
        } else {
            (local.y - self.height(plan)) / (1.0 + self.slope * self.slope).sqrt()
        }
    }

    /// Signed distance of a point of the plan to the outline, negative inside, and the unit direction out of it.
    pub fn outline(&self, plan: Vector2) -> (Scalar, Vector2) {
        match &self.outline {
            Outline::Infinite => (Scalar::NEG_INFINITY, Vector2::X),
            Outline::Circle(radius) => {
                let distance = plan.length();
                (distance - radius, if distance > 0.0 { plan / distance } else { Vector2::X })
            }
            Outline::Polygon(polygon) => polygon.nearest(plan),
        }
    }

    /// How far a point of the plan lies outside the outline, negative inside.
    pub fn outside_outline(&self, plan: Vector2) -> Scalar {
        self.outline(plan).0
    }

    /// Whether a circle of the plan surely lies inside the outline; a cheap answer that may be no near the border.
    pub(crate) fn surely_holds(&self, centre: Vector2, radius: Scalar) -> bool {
        match &self.outline {
            Outline::Infinite => true,
            Outline::Circle(edge) => centre.length_squared() < (edge - radius).max(0.0).powi(2),
            Outline::Polygon(polygon) => polygon.surely_holds(centre, radius),
        }
    }

    /// Whether a circle of the plan lies inside the outline.
    pub(crate) fn holds(&self, centre: Vector2, radius: Scalar) -> bool {
        self.surely_holds(centre, radius) || self.outside_outline(centre) <= -radius
    }

    /// The hole whose mouth holds a point of the plan, if any.
    pub fn hole_at(&self, plan: Vector2) -> Option<&Hole> {
        self.holes.iter().find(|hole| plan.distance_squared(hole.centre) < hole.mouth() * hole.mouth())
    }

    /// Whether a circle in the plan lies wholly inside a hole that goes right through: what is smaller than that
    /// meets nothing of the plate. A ring has such a hole in its middle.
    pub(crate) fn falls_through(&self, plan: Vector2, radius: Scalar) -> bool {
        self.holes.iter().any(|hole| {
            let room = hole.radius - radius;
            hole.floor.is_none() && room > 0.0 && plan.distance_squared(hole.centre) < room * room
        })
    }

    /// Whether the surface exists at a point of the plan.
    pub fn has_surface(&self, plan: Vector2) -> bool {
        self.holds(plan, 0.0) && self.hole_at(plan).is_none()
    }

    /// The axis-aligned box that holds the plate at `pose`; an endless plate gets a kilometre each way.
    pub fn bounds(&self, pose: Pose) -> (Vector, Vector) {
        let reach = match &self.outline {
            Outline::Infinite => 1000.0,
            Outline::Circle(radius) => *radius,
            Outline::Polygon(polygon) => polygon.reach(),
        };
        let rise = (self.slope * reach).abs();
        let mut min = Vector::splat(Scalar::INFINITY);
        let mut max = Vector::splat(Scalar::NEG_INFINITY);
        for x in [-reach, reach] {
            for z in [-reach, reach] {
                for y in [-self.thickness, rise] {
                    let corner = pose.to_world(Vector::new(x, y, z));
                    min = min.min(corner);
                    max = max.max(corner);
                }
            }
        }
        (min, max)
    }
}

/// The edges of a polygon, each from a corner to the next.
pub(crate) fn edges(corners: &[Vector2]) -> impl Iterator<Item = (Vector2, Vector2)> + '_ {
    corners.iter().copied().zip(corners.iter().copied().cycle().skip(1))
}

/// The plan of a point in a plate's frame.
pub(crate) fn plan(local: Vector) -> Vector2 {
    Vector2::new(local.x, local.z)
}
