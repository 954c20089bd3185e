//! Contact with a [`Plate`]: of single points, of balls, and of discs at every attitude.
//!
//! A disc meets a plate in one of two ways. Nearly level, its lower face rests on the surface: it bears on
//! true rim points and on the cusps where its rim crosses the rim of a hole or the outline, which together
//! span exactly the region that can carry it. Tilted, or with a part inside a hole or beside the plate, it bears
//! on its lowest rim points, on the edges that touch its body, and with its rims and faces on the walls.

mod arc;
mod ball;
mod edge;
mod face;
mod hole;
mod level;
mod outer;
mod tilted;

use super::{Hint, Manifold, Rolling};
use crate::geometry::disc::Disc;
use crate::geometry::plate::plan;
use crate::geometry::{Plate, Pose};
use crate::units::{Scalar, Vector};
pub(super) use ball::ball_plate;

/// Sine of the tilt up to which a disc counts as lying on its face: 12°.
const LEVEL: Scalar = 0.2079;

/// Sine of the tilt below which "the lowest point" is rounding noise.
const FLAT: Scalar = 1.0e-6;

/// Sine of the tilt from which sharp edges are felt along a disc's whole body: 1°. Up to [`LEVEL`] the cusps carry
/// it as well, so that nothing changes at once when a wedged disc rocks.
const EDGES: Scalar = 0.0175;

/// How much deeper below a face than below the next one a point may be and still be pushed out through the first,
/// metres.
const SLACK: Scalar = 1.0e-4;

/// How far below its upper edge an upright face begins to be felt, metres: where two plates meet flush, what rests on
/// one of them by a micrometre too low must not trip over the other.
const SEAM: Scalar = 5.0e-5;

/// How a disc lies over the surface under it; all in the frame of the plate, the disc's axis turned to the side of the
/// surface's normal.
struct Lean {
    /// Normal of the surface.
    up: Vector,
    /// Down along the disc's faces; its length is the sine of the tilt.
    down: Vector,
    /// Sine of the tilt.
    tilt: Scalar,
}

/// Disc on plate. Normals point from the disc to the plate.
pub(super) fn disc_plate(
    (radius, half): (Scalar, Scalar),
    pose: Pose,
    plate: &Plate,
    frame: Pose,
    reach: Scalar,
    hint: Hint,
    out: &mut Vec<Manifold>,
) {
    let inverse = frame.rotation.inverse();
    let centre = inverse * (pose.position - frame.position);
    let size = radius + half;
    let height = plate.above(centre);
    if height > size + reach
        || centre.y < -plate.thickness - size - reach
        || plate.falls_through(plan(centre), size + reach)
    {
        return;
    }
    let well_inside = plate.surely_holds(plan(centre), size + reach);
    let outside = if well_inside { Scalar::NEG_INFINITY } else { plate.outside_outline(plan(centre)) };
    if outside > size + reach {
        return;
    }
    let up = plate.normal(plan(centre));
    let axis = inverse * pose.axis();
    let axis = if axis.dot(up) < 0.0 { -axis } else { axis };
    let disc = Disc { centre, axis, radius, half };
    let down = -up + axis * axis.dot(up);
    let tilt = down.length();
    let lean = Lean { up, down, tilt };
    let first = out.len();
    let load = inverse * hint.load;
    if centre.y < -plate.thickness {
        tilted::under(&disc, plate, reach, out);
    } else if tilt < LEVEL {
        level::level(&disc, plate, &lean, load, reach, out);
    } else {
        tilted::tilted(&disc, plate, &lean, reach, out);
    }
    let lowest = height - half * axis.dot(up) - radius * tilt;
    let edges_too = tilt >= EDGES || height < 0.0;
    if outside > -size - reach && lowest < if edges_too { reach } else { -SEAM } {
        outer::outer(&disc, plate, edges_too, reach, load, out);
    }
    if lowest < 0.5 * reach.min(1.0e-4) {
        for (index, hole) in plate.holes.iter().enumerate() {
            hole::in_hole(&disc, plate, hole, index as u32, tilt >= EDGES, reach, out);
        }
    }
    for manifold in &mut out[first..] {
        manifold.normal = frame.rotation * manifold.normal;
        for point in &mut manifold.points {
            point.position = frame.to_world(point.position);
        }
        if let Rolling::Rim(axis, _) = &mut manifold.rolling {
            *axis = frame.rotation * *axis;
        }
    }
}

/// The rolling direction of a rim that touches at `toward`, with the sine of its tilt from the surface.
fn rim(axis: Vector, toward: Vector, tilt: Scalar, radius: Scalar) -> Rolling {
    let cot = ((1.0 - tilt * tilt).max(0.0).sqrt() / tilt).min(50.0);
    Rolling::Rim(toward * cot + axis, radius)
}

/// Height of a point above the surface, if the surface is there, and nearer than the outer wall to a point inside.
fn above_surface(plate: &Plate, point: Vector) -> Option<Scalar> {
    let (at, above) = (plan(point), plate.above(point));
    let nearest = plate.has_surface(at) && (above > -SLACK || above > plate.outside_outline(at) - SLACK);
    nearest.then_some(above)
}

#[cfg(test)]
mod tests;
