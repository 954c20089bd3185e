//! From corners and faces to a checked hull.

use std::{collections::BTreeMap, error::Error, fmt};

use super::{Edge, Face, Hull, mass};
use crate::units::{Scalar, Vector};

/// Most corners a face may have: contact code keeps them on the stack.
pub const MAX_CORNERS: usize = 16;

/// How far the centre of mass may lie from the origin, as a share of the hull's size: what rounding leaves of it.
const CENTRED: Scalar = 1.0e-12;

/// How far corners may lie off a plane, as a share of the hull's size.
const FLATNESS: Scalar = 1.0e-6;

/// Largest product of inertia, as a share of the largest moment, that still counts as none.
const SKEW: Scalar = 1.0e-6;

/// Why corners and faces do not make a hull. Numbers are indices into what the caller gave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HullError {
    /// A coordinate or the rounding is not a finite number, or the rounding is negative.
    NotFinite,
    /// Fewer than four corners, or more than sixteen bits can count.
    VertexCount(usize),
    /// A face has fewer than three corners or more than sixteen.
    CornerCount {
        /// The face.
        face: usize,
    },
    /// A face names a corner that does not exist.
    UnknownVertex {
        /// The face.
        face: usize,
        /// The corner.
        vertex: u16,
    },
    /// The corners of a face do not lie in one plane.
    NotPlanar {
        /// The face.
        face: usize,
    },
    /// A face has no area, repeats a corner or has a corner that points inwards.
    FaceNotConvex {
        /// The face.
        face: usize,
    },
    /// A face lists its corners clockwise seen from outside.
    InsideOut {
        /// The face.
        face: usize,
    },
    /// A corner lies outside the plane of a face, or in it without belonging to the face.
    NotConvex {
        /// The face.
        face: usize,
        /// The corner.
        vertex: u16,
    },
    /// An edge does not have exactly one face on each side.
    OpenEdge {
        /// Its ends.
        ends: [u16; 2],
    },
    /// A corner belongs to no face.
    UnusedVertex {
        /// The corner.
        vertex: u16,
    },
    /// The principal axes of inertia are not the axes of the frame in which the corners were given.
    NotPrincipal,
}

impl fmt::Display for HullError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite => write!(f, "coordinates must be finite and rounding must not be negative"),
            Self::VertexCount(count) => write!(f, "{count} corners; a hull has at least 4, at most 65535"),
            Self::CornerCount { face } => {
                write!(f, "face {face} must have at least 3 and at most {MAX_CORNERS} corners")
            }
            Self::UnknownVertex { face, vertex } => {
                write!(f, "face {face} names corner {vertex}, which does not exist")
            }
            Self::NotPlanar { face } => write!(f, "the corners of face {face} do not lie in one plane"),
            Self::FaceNotConvex { face } => write!(f, "face {face} is not a convex polygon"),
            Self::InsideOut { face } => {
                write!(f, "face {face} lists its corners clockwise seen from outside")
            }
            Self::NotConvex { face, vertex } => {
                write!(f, "corner {vertex} is not behind the plane of face {face}")
            }
            Self::OpenEdge { ends: [start, end] } => {
                write!(f, "the edge from corner {start} to corner {end} needs one face on each side")
            }
            Self::UnusedVertex { vertex } => write!(f, "corner {vertex} belongs to no face"),
            Self::NotPrincipal => write!(f, "the frame's axes are not principal axes of inertia"),
        }
    }
}

impl Error for HullError {}

impl Hull {
    /// A hull from the corners of its core, faces as loops of indices counter-clockwise seen from outside, and
    /// the radius of the sphere that sweeps the core. Metres. The corners are moved so that the centre of mass
    /// is the origin; those of a hull made before stay to the last bit, and make the very same hull.
    ///
    /// # Errors
    ///
    /// Says what is wrong first when the core is not a closed convex polyhedron, or when its frame is not
    /// along its principal axes of inertia.
    pub fn new(vertices: Vec<Vector>, faces: Vec<Vec<u16>>, rounding: Scalar) -> Result<Self, HullError> {
        let given = Self::about_origin(vertices, faces.clone(), rounding)?;
        let centre = mass::Moments::of(&given).centroid();
        let hull = if centre.length() <= CENTRED * given.core_radius {
            given
        } else {
            let moved = given.vertices.iter().map(|vertex| vertex - centre).collect();
            Self::about_origin(moved, faces, rounding)?
        };
        hull.along_principal_axes()
    }

    /// A hull whose centre of mass need not be the origin yet, without its inertia.
    fn about_origin(
        vertices: Vec<Vector>,
        faces: Vec<Vec<u16>>,
        rounding: Scalar,
    ) -> Result<Self, HullError> {
        if !vertices.iter().all(|vertex| vertex.is_finite()) || !rounding.is_finite() || rounding < 0.0 {
            return Err(HullError::NotFinite);
        }
        if vertices.len() < 4 || vertices.len() > usize::from(u16::MAX) {
            return Err(HullError::VertexCount(vertices.len()));
        }
        let faces =
            faces.into_iter().enumerate().map(|(index, corners)| checked_face(&vertices, index, corners));
        let mut faces = faces.collect::<Result<Vec<_>, _>>()?;
        let edges = join(&mut faces)?;
        if let Some(vertex) =
            (0..vertices.len() as u16).find(|v| faces.iter().all(|f| !f.corners.contains(v)))
        {
            return Err(HullError::UnusedVertex { vertex });
        }
        Ok(Self {
            edge_directions: directions(&vertices, &edges),
            core_radius: vertices.iter().map(|vertex| vertex.length()).fold(0.0, Scalar::max),
            vertices,
            faces,
            edges,
            rounding,
            volume: 0.0,
            unit_inertia: Vector::ZERO,
        })
    }

    /// The hull with its volume and inertia, if its frame lies along its principal axes.
    fn along_principal_axes(mut self) -> Result<Self, HullError> {
        self.volume = mass::volume(&self);
        let inertia = mass::Moments::of(&self).unit_inertia();
        self.unit_inertia = Vector::new(inertia.x_axis.x, inertia.y_axis.y, inertia.z_axis.z);
        let skew = Vector::new(inertia.x_axis.y, inertia.y_axis.z, inertia.z_axis.x).abs().max_element();
        if skew > SKEW * self.unit_inertia.max_element() {
            return Err(HullError::NotPrincipal);
        }
        Ok(self)
    }
}

/// One face with its plane, if it is a convex polygon with every other corner strictly behind it.
fn checked_face(vertices: &[Vector], index: usize, corners: Vec<u16>) -> Result<Face, HullError> {
    if corners.len() < 3 || corners.len() > MAX_CORNERS {
        return Err(HullError::CornerCount { face: index });
    }
    if let Some(&vertex) = corners.iter().find(|&&corner| usize::from(corner) >= vertices.len()) {
        return Err(HullError::UnknownVertex { face: index, vertex });
    }
    let count = corners.len();
    let at = |corner: usize| vertices[usize::from(corners[corner % count])];
    let doubled_area = (0..count).map(|i| (at(i) - at(0)).cross(at(i + 1) - at(0))).sum::<Vector>();
    let Some(normal) = doubled_area.try_normalize() else {
        return Err(HullError::FaceNotConvex { face: index });
    };
    let size = vertices.iter().map(|vertex| vertex.distance(vertices[0])).fold(0.0, Scalar::max);
    let offset = (0..count).map(|i| normal.dot(at(i))).sum::<Scalar>() / count as Scalar;
    if (0..count).any(|i| (normal.dot(at(i)) - offset).abs() > FLATNESS * size) {
        return Err(HullError::NotPlanar { face: index });
    }
    let turns_left = |i: usize| (at(i + 1) - at(i)).cross(at(i + 2) - at(i + 1)).dot(normal) > 0.0;
    // Turning left everywhere is not enough: a star does too, but it winds round twice.
    let winding =
        (0..count).map(|i| (at(i + 1) - at(i)).angle_between(at(i + 2) - at(i + 1))).sum::<Scalar>();
    if !(0..count).all(turns_left) || winding > 3.0 * std::f64::consts::PI {
        return Err(HullError::FaceNotConvex { face: index });
    }
    let mut others = (0..vertices.len() as u16).filter(|vertex| !corners.contains(vertex)).peekable();
    let above = |vertex: u16| normal.dot(vertices[usize::from(vertex)]) - offset;
    if others.peek().is_some() && others.clone().all(|vertex| above(vertex) > FLATNESS * size) {
        return Err(HullError::InsideOut { face: index });
    }
    if let Some(vertex) = others.find(|&vertex| above(vertex) > -FLATNESS * size) {
        return Err(HullError::NotConvex { face: index, vertex });
    }
    Ok(Face { corners, edges: Vec::new(), normal, offset })
}

/// Finds the edges between faces and tells each face which are its own.
fn join(faces: &mut [Face]) -> Result<Vec<Edge>, HullError> {
    let mut left = BTreeMap::new();
    for (index, face) in faces.iter().enumerate() {
        for [start, end] in sides(&face.corners) {
            if left.insert([start, end], index as u16).is_some() {
                return Err(HullError::OpenEdge { ends: [start, end] });
            }
        }
    }
    let mut edges = Vec::with_capacity(left.len() / 2);
    let mut numbers = BTreeMap::new();
    for (&[start, end], &face) in &left {
        let Some(&other) = left.get(&[end, start]) else {
            return Err(HullError::OpenEdge { ends: [start, end] });
        };
        if start < end {
            let number = edges.len() as u16;
            numbers.insert([start, end], number);
            numbers.insert([end, start], number);
            edges.push(Edge { ends: [start, end], faces: [face, other] });
        }
    }
    for face in faces {
        face.edges = sides(&face.corners).map(|ends| numbers[&ends]).collect();
    }
    Ok(edges)
}

fn sides(corners: &[u16]) -> impl Iterator<Item = [u16; 2]> + '_ {
    corners.iter().zip(corners.iter().cycle().skip(1)).map(|(&start, &end)| [start, end])
}

fn directions(vertices: &[Vector], edges: &[Edge]) -> Vec<Vector> {
    let mut directions: Vec<Vector> = Vec::new();
    for edge in edges {
        let [start, end] = edge.ends.map(|end| vertices[usize::from(end)]);
        let along = (end - start).normalize_or_zero();
        if directions.iter().all(|known| known.cross(along).length_squared() > 1.0e-12) {
            directions.push(along);
        }
    }
    directions
}
