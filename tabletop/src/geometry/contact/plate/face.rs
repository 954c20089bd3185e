//! A rectangular face of a plate against a disc: outer walls, the walls and the floor of square recesses.

use super::{FLAT, LEVEL, rim};
use crate::geometry::contact::convex::{Cap, Corner, Polygon, Spots, on_polygon};
use crate::geometry::contact::{Manifold, patch};
use crate::geometry::disc::Disc;
use crate::units::{Scalar, Vector};

/// A rectangle.
pub(super) struct Face {
    /// A corner.
    pub from: Vector,
    /// To the next corner.
    pub along: Vector,
    /// To the one before, square to `along`.
    pub up: Vector,
    /// Unit normal out of the plate.
    pub out: Vector,
}

impl Face {
    fn corners(&self) -> [Vector; 4] {
        let Self { from, along, up, .. } = *self;
        [from, from + along, from + along + up, from + up]
    }

    /// Whether the foot of a point is within the rectangle.
    fn holds(&self, point: Vector) -> bool {
        let offset = point - self.from;
        let within = |side: Vector| (0.0..=side.length_squared()).contains(&offset.dot(side));
        within(self.along) && within(self.up)
    }
}

/// Contact of a disc with a face. `depth` tells how deep below the face another face is nearer to a point.
pub(super) fn face_on_disc(
    disc: &Disc,
    face: &Face,
    depth: impl Fn(Vector) -> Scalar,
    (feature, reach): (u32, Scalar),
    load: Vector,
    out: &mut Vec<Manifold>,
) {
    let normal = -face.out;
    let distance = (disc.centre - face.from).dot(face.out);
    let nearest = distance - disc.reach(normal);
    if nearest >= reach || distance < -disc.half {
        return;
    }
    let axis = disc.axis * 1f64.copysign(disc.axis.dot(face.out));
    let down = normal - axis * axis.dot(normal);
    let tilt = down.length();
    let mut manifold = Manifold::new(normal, feature);
    let mut add = |point: Vector, gap: Scalar, feature: u32| {
        if gap < reach && -gap <= depth(point) {
            manifold.push(point, gap, feature);
        }
    };
    if tilt < LEVEL {
        let cap = Cap { centre: disc.centre - axis * disc.half, axis: -axis, radius: disc.radius };
        let corner = |(position, number)| Corner { position, vertex: number, edge: number };
        let corners = face.corners().into_iter().zip(0u16..).map(corner).collect();
        let polygon = Polygon { corners, normal: face.out, radius: 0.0 };
        let mut spots = Spots::new(normal, reach);
        let whole = on_polygon(&cap, &polygon, face.out, load, &mut spots);
        spots.points().iter().for_each(|point| add(point.position, point.gap, point.feature));
        manifold.patch = if tilt < FLAT { whole.unwrap_or(0.0) } else { 0.0 };
    } else {
        for (end, feature) in [(-disc.half, 0u32), (disc.half, 1)] {
            let point = disc.centre + axis * end + down / tilt * disc.radius;
            if face.holds(point) {
                let gap = (point - face.from).dot(face.out);
                add(point + normal * (gap / 2.0), gap, feature);
            }
        }
    }
    if manifold.points.is_empty() {
        return;
    }
    if manifold.patch == 0.0 {
        manifold.patch = patch::radius(&manifold.points, normal);
    }
    if manifold.points.len() <= 2 && tilt > 1.0e-4 {
        manifold.rolling = rim(axis, down / tilt, tilt, disc.radius);
    }
    out.push(manifold);
}
