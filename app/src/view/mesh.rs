//! Meshes from the exact shapes: what is seen is cut from the same description as what is hit.
//!
//! A shape becomes a few [`Part`]s, one for each surface that may have its own finish. Coordinates are the
//! shape's own, in metres. Two sets of texture coordinates are written: `UV_0` runs in metres with `u` along
//! the grain, `UV_1` covers a face once from 0 to 1 for what is painted on it.

mod builder;
mod hull;
mod plan;
mod plate;
mod round;
mod weld;

use bevy::math::Vec2;
use bevy::mesh::Mesh;
use tabletop::geometry::Shape;

pub use builder::Patch;
pub(super) use hull::ATLAS;

use super::look::{Inlay, Look};

/// Chamfer of every worked edge, metres; the half millimetre of the pieces in the rules.
pub const CHAMFER: f64 = 0.5e-3;

/// Which surface of a shape a part covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Surface {
    /// Edges, sides and walls.
    Body,
    /// The upper face.
    Up,
    /// The lower face.
    Down,
    /// The inlay of this index.
    Inlay(usize),
}

/// One surface of a shape as triangles.
pub struct Part {
    /// Which surface.
    pub surface: Surface,
    /// Its triangles.
    pub patch: Patch,
}

/// How a thing is cut from the plank: where its own origin falls in the grain, and how it is turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cut {
    /// Turn of the grain in the plan, radians from `x` towards `z`.
    pub turn: f32,
    /// Place in the plank, metres along and across the grain.
    pub offset: Vec2,
    /// Width of the staves of glued-up plates, metres; zero for one piece.
    pub stave: f32,
}

impl Cut {
    /// How many different cuts there are; things share meshes so that a table full of pieces stays cheap.
    pub const KINDS: u32 = 8;

    /// The cut of a look.
    pub fn of(look: &Look) -> Self {
        let kind = look.grain % Self::KINDS;
        Self {
            turn: if look.staves { 0.0 } else { kind as f32 * 2.4 },
            offset: Vec2::new(kind as f32 * 0.171, (kind * 5 % 8) as f32 * 0.041 + 0.02),
            stave: if look.staves { 0.085 } else { 0.0 },
        }
    }
}

/// The surfaces of a shape, inlays of plates included.
pub fn shape_parts(shape: &Shape, cut: Cut, inlays: &[Inlay]) -> Vec<Part> {
    match shape {
        Shape::Ball { radius } => round::ball(*radius, cut),
        Shape::Disc { radius, half_thickness } => round::disc(*radius, *half_thickness, cut),
        Shape::Capsule { radius, half_length } => round::capsule(*radius, *half_length, cut),
        Shape::Hull(hull) => hull::hull(hull, cut),
        Shape::Plate(plate) => plate::plate(plate, cut, inlays),
    }
}

/// A shape as one mesh, for looks of a single finish: one thing to draw instead of three.
pub fn shape_mesh(shape: &Shape, look: &Look) -> Mesh {
    let mut whole = Patch::default();
    for part in shape_parts(shape, Cut::of(look), &[]) {
        whole.append(&part.patch);
    }
    whole.into_mesh()
}

#[cfg(test)]
mod tests;
