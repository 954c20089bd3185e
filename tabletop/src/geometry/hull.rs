//! Convex polyhedra with rounded edges and corners.
//!
//! A hull is a sharp core swept by a sphere. Its frame sits at its centre of mass, along its principal axes.

mod build;
mod mass;
mod solids;

pub use build::{HullError, MAX_CORNERS};

use super::Pose;
use crate::units::{Matrix, Scalar, Vector};

/// A face of a core.
#[derive(Clone, Debug, PartialEq)]
pub struct Face {
    /// Corners as indices into [`Hull::vertices`], counter-clockwise seen from outside.
    pub corners: Vec<u16>,
    /// The edge that leaves each corner, as indices into [`Hull::edges`].
    pub edges: Vec<u16>,
    /// Unit normal, outwards.
    pub normal: Vector,
    /// Distance of the face's plane from the centre of mass. Metres.
    pub offset: Scalar,
}

/// An edge of a core.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Edge {
    /// Its ends as indices into [`Hull::vertices`].
    pub ends: [u16; 2],
    /// The faces on its left and on its right, seen from outside, looking from the first end to the second.
    pub faces: [u16; 2],
}

/// A convex polyhedron swept by a sphere. Metres, about its centre of mass.
#[derive(Clone, Debug, PartialEq)]
pub struct Hull {
    vertices: Vec<Vector>,
    faces: Vec<Face>,
    edges: Vec<Edge>,
    edge_directions: Vec<Vector>,
    rounding: Scalar,
    volume: Scalar,
    unit_inertia: Vector,
    core_radius: Scalar,
}

impl Hull {
    /// Corners of the core.
    pub fn vertices(&self) -> &[Vector] {
        &self.vertices
    }

    /// Faces of the core.
    pub fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// Edges of the core, each once.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// Unit vectors along the edges; parallel edges share one.
    pub fn edge_directions(&self) -> &[Vector] {
        &self.edge_directions
    }

    /// Unit outward normals, one for each face.
    pub fn face_normals(&self) -> impl ExactSizeIterator<Item = Vector> + '_ {
        self.faces.iter().map(|face| face.normal)
    }

    /// Radius of the sphere that rounds edges and corners; zero for sharp ones.
    pub fn rounding(&self) -> Scalar {
        self.rounding
    }

    /// Volume with its rounding, cubic metres. Exact.
    pub fn volume(&self) -> Scalar {
        self.volume
    }

    /// Principal moments for one kilogram, square metres. The core's share is exact; that of the rounding is
    /// integrated numerically, with a relative error below 1e-4.
    pub fn unit_inertia(&self) -> Vector {
        self.unit_inertia
    }

    /// Radius of the enclosing sphere about the centre of mass.
    pub fn bounding_radius(&self) -> Scalar {
        self.core_radius + self.rounding
    }

    /// Enclosing axis-aligned box at `pose`: `(min, max)`.
    pub fn bounds(&self, pose: Pose) -> (Vector, Vector) {
        let frame = Matrix::from_quat(pose.rotation);
        let empty = (Vector::INFINITY, Vector::NEG_INFINITY);
        let (min, max) = self.vertices.iter().fold(empty, |(min, max), &vertex| {
            let corner = frame * vertex;
            (min.min(corner), max.max(corner))
        });
        (pose.position + min - self.rounding, pose.position + max + self.rounding)
    }

    /// Farthest point along a unit direction, with its rounding, in the world.
    pub fn support(&self, pose: Pose, unit: Vector) -> Vector {
        let vertex = self.vertices[self.support_vertex(pose.rotation.inverse() * unit)];
        pose.to_world(vertex) + unit * self.rounding
    }

    /// Index of the core's corner farthest along a direction of the hull's own frame; the first of several.
    pub fn support_vertex(&self, local: Vector) -> usize {
        let mut best = (0, Scalar::NEG_INFINITY);
        for (index, vertex) in self.vertices.iter().enumerate() {
            let along = vertex.dot(local);
            if along > best.1 {
                best = (index, along);
            }
        }
        best.0
    }

    /// The corners of a face, in order.
    pub fn corners<'a>(&'a self, face: &'a Face) -> impl ExactSizeIterator<Item = Vector> + 'a {
        face.corners.iter().map(|&corner| self.vertices[usize::from(corner)])
    }

    /// Distance from a point of the hull's frame to the rounded surface, negative inside, and the unit
    /// direction in which it grows fastest. Exact, except that the direction is one of several at creases
    /// inside the core.
    pub fn signed_distance(&self, local: Vector) -> (Scalar, Vector) {
        let mut highest = (Scalar::NEG_INFINITY, Vector::Y);
        let mut nearest = (Scalar::INFINITY, Vector::ZERO);
        for face in &self.faces {
            let above = face.normal.dot(local) - face.offset;
            if above > highest.0 {
                highest = (above, face.normal);
            }
            if above <= 0.0 {
                continue;
            }
            let Some(border) = self.nearest_on_border(face, local) else {
                // Straight above a face no other part of a convex core is nearer.
                return (above - self.rounding, face.normal);
            };
            let distance = local.distance(border);
            if distance < nearest.0 {
                nearest = (distance, local - border);
            }
        }
        match nearest.1.try_normalize() {
            Some(unit) if highest.0 > 0.0 => (nearest.0 - self.rounding, unit),
            _ => (highest.0 - self.rounding, highest.1),
        }
    }

    /// The point of a face's border nearest to a point above its plane; `None` straight above the face.
    fn nearest_on_border(&self, face: &Face, local: Vector) -> Option<Vector> {
        let mut nearest = None;
        let mut best = Scalar::INFINITY;
        let mut start = self.corners(face).last()?;
        for end in self.corners(face) {
            let along = end - start;
            if along.cross(face.normal).dot(local - start) > 0.0 {
                let share = along.dot(local - start) / along.length_squared();
                let point = start + along * share.clamp(0.0, 1.0);
                if point.distance_squared(local) < best {
                    best = point.distance_squared(local);
                    nearest = Some(point);
                }
            }
            start = end;
        }
        nearest
    }
}

#[cfg(test)]
mod tests;
