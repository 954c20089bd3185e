//! A playing surface: level or slightly conical, with an outline and any number of round holes.
//!
//! In its own frame the surface is the plane `y = 0`, or the cone `y = slope · ρ` around the `y` axis. A ring
//! that descends towards the middle of a board is a plate with a positive slope whose first hole is the
//! ring's inner border. Plan coordinates inside this module are the plate's own `(x, z)`.

mod nearest;

use super::Pose;
use crate::units::{Scalar, Vector, Vector2};
pub(crate) use nearest::HoleProfile;

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
    /// A convex polygon, counter-clockwise in `(x, z)` order as listed, at least three corners, metres.
    Polygon(Vec<Vector2>),
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
            Outline::Polygon(corners) => {
                let inside = edges(corners).map(|(a, b)| (outward(a, b).dot(plan - a), outward(a, b))).fold(
                    (Scalar::NEG_INFINITY, Vector2::X),
                    |best, edge| if edge.0 > best.0 { edge } else { best },
                );
                if inside.0 <= 0.0 {
                    return inside;
                }
                // Outside, a corner may be nearer than the line of any edge says.
                let nearest = edges(corners)
                    .map(|(a, b)| {
                        let along = ((plan - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
                        plan - (a + (b - a) * along)
                    })
                    .min_by(|one, two| one.length_squared().total_cmp(&two.length_squared()));
                nearest.map_or(inside, |gap| {
                    let distance = gap.length();
                    if distance > 0.0 { (distance, gap / distance) } else { (0.0, inside.1) }
                })
            }
        }
    }

    /// How far a point of the plan lies outside the outline, negative inside.
    pub fn outside_outline(&self, plan: Vector2) -> Scalar {
        self.outline(plan).0
    }

    /// The hole whose mouth holds a point of the plan, if any.
    pub fn hole_at(&self, plan: Vector2) -> Option<&Hole> {
        self.holes.iter().find(|hole| plan.distance_squared(hole.centre) < hole.mouth() * hole.mouth())
    }

    /// Whether the surface exists at a point of the plan.
    pub fn has_surface(&self, plan: Vector2) -> bool {
        self.outside_outline(plan) <= 0.0 && self.hole_at(plan).is_none()
    }

    /// The axis-aligned box that holds the plate at `pose`; an endless plate gets a kilometre each way.
    pub fn bounds(&self, pose: Pose) -> (Vector, Vector) {
        let reach = match &self.outline {
            Outline::Infinite => 1000.0,
            Outline::Circle(radius) => *radius,
            Outline::Polygon(corners) => corners.iter().map(|c| c.length()).fold(0.0, Scalar::max),
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

/// Unit vector out of a counter-clockwise polygon across the edge from `a` to `b`.
pub(crate) fn outward(a: Vector2, b: Vector2) -> Vector2 {
    let along = (b - a).normalize_or_zero();
    Vector2::new(along.y, -along.x)
}

/// The plan of a point in a plate's frame.
pub(crate) fn plan(local: Vector) -> Vector2 {
    Vector2::new(local.x, local.z)
}
