//! The hulls that games ask for: boxes and dice.

use super::Hull;
use crate::units::{Scalar, Vector};

/// The golden ratio.
const PHI: Scalar = 1.618_033_988_749_895;

/// Faces of a box whose corner `i` is on the positive side of axis `k` where bit `k` of `i` is set.
const BOX_FACES: [[u16; 4]; 6] =
    [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];

impl Hull {
    /// A box from its outer half extents and the radius of its edges and corners. Metres.
    ///
    /// # Panics
    ///
    /// If the rounding is negative or leaves no core: it must be smaller than every half extent.
    pub fn cuboid(half: Vector, rounding: Scalar) -> Self {
        let core = half - rounding;
        assert!(
            rounding >= 0.0 && core.min_element() > 0.0,
            "a box of {half} cannot be rounded by {rounding}"
        );
        let side = |corner: usize, axis: usize| if corner >> axis & 1 == 0 { -1.0 } else { 1.0 };
        let vertices = (0..8).map(|i| core * Vector::new(side(i, 0), side(i, 1), side(i, 2))).collect();
        let faces = BOX_FACES.iter().map(|face| face.to_vec()).collect();
        Self::new(vertices, faces, rounding).expect("a box is convex and lies along its principal axes")
    }

    /// A cube, as six-sided and doubling dice are, from its outer size across faces. Metres.
    ///
    /// # Panics
    ///
    /// As [`Hull::cuboid`].
    pub fn d6(size: Scalar, rounding: Scalar) -> Self {
        Self::cuboid(Vector::splat(size / 2.0), rounding)
    }

    /// A regular dodecahedron from its outer distance across opposite faces. Metres.
    ///
    /// Faces come in the order of their numbers, 1 to 12, opposite faces totalling thirteen.
    ///
    /// # Panics
    ///
    /// If the rounding is negative or not smaller than half of the distance across.
    pub fn d12(across_faces: Scalar, rounding: Scalar) -> Self {
        let inradius = across_faces / 2.0 - rounding;
        assert!(rounding >= 0.0 && inradius > 0.0, "a d12 of {across_faces} cannot be rounded by {rounding}");
        let directions = d12_normals();
        let mut vertices = Vec::with_capacity(20);
        for x in [-1.0, 1.0] {
            for y in [-1.0, 1.0] {
                vertices.extend([-1.0, 1.0].map(|z| Vector::new(x, y, z)));
                let (p, q) = (x / PHI, y * PHI);
                vertices.extend([(0.0, p, q), (p, q, 0.0), (q, 0.0, p)].map(|(x, y, z)| from_rules(x, y, z)));
            }
        }
        let scale = inradius / vertices[0].dot(Vector::new(-1.0, -PHI, 0.0).normalize());
        let faces = directions.map(|normal| face_around(&vertices, normal)).to_vec();
        vertices.iter_mut().for_each(|vertex| *vertex *= scale);
        Self::new(vertices, faces, rounding).expect("a dodecahedron is convex and has equal moments")
    }
}

/// Unit normals of the faces of [`Hull::d12`], face 1 first.
fn d12_normals() -> [Vector; 12] {
    let length = libm::hypot(PHI, 1.0);
    let (s, l) = (1.0 / length, PHI / length);
    [
        (s, 0.0, l),
        (0.0, l, -s),
        (-l, -s, 0.0),
        (l, -s, 0.0),
        (s, 0.0, -l),
        (0.0, l, s),
        (0.0, -l, -s),
        (-s, 0.0, l),
        (-l, s, 0.0),
        (l, s, 0.0),
        (0.0, -l, s),
        (-s, 0.0, -l),
    ]
    .map(|(x, y, z)| from_rules(x, y, z))
}

/// The rules give dice with `x` to the east, `y` to the north and `z` up.
fn from_rules(east: Scalar, north: Scalar, up: Scalar) -> Vector {
    Vector::new(east, up, -north)
}

/// The five corners nearest to a face's plane, counter-clockwise seen from outside.
fn face_around(vertices: &[Vector], normal: Vector) -> Vec<u16> {
    let height = vertices.iter().map(|vertex| vertex.dot(normal)).fold(0.0, Scalar::max);
    let (u, v) = normal.any_orthonormal_pair();
    let angle = |&index: &u16| {
        let vertex = vertices[usize::from(index)];
        libm::atan2(vertex.dot(v), vertex.dot(u))
    };
    let mut corners = (0..vertices.len() as u16)
        .filter(|&index| vertices[usize::from(index)].dot(normal) > height - 1.0e-6)
        .collect::<Vec<_>>();
    corners.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
    corners
}
