//! The corners GJK works with, and the point of their hull that is nearest to the origin.

use arrayvec::ArrayVec;

use crate::units::{Scalar, Vector};

/// Volumes below this share of the cube of their edges count as flat.
const FLAT: Scalar = 1.0e-14;

/// A point of the difference of two shapes, with the points it comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vertex {
    pub difference: Vector,
    pub on_a: Vector,
    pub on_b: Vector,
}

/// One to four vertices with their shares in the nearest point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Simplex {
    vertices: [Vertex; 4],
    shares: [Scalar; 4],
    len: usize,
}

/// A candidate for the nearest point: which vertices carry it, with what shares, and where it is.
struct Nearest {
    carriers: ArrayVec<(usize, Scalar), 3>,
    point: Vector,
}

impl Simplex {
    pub(super) fn of(vertex: Vertex) -> Self {
        Self { vertices: [vertex; 4], shares: [1.0, 0.0, 0.0, 0.0], len: 1 }
    }

    /// Adds a vertex; there is room, because [`Self::reduce`] leaves three at most.
    pub(super) fn push(&mut self, vertex: Vertex) {
        self.vertices[self.len] = vertex;
        self.len += 1;
    }

    /// Whether a vertex is already there.
    pub(super) fn holds(&self, vertex: &Vertex) -> bool {
        self.vertices[..self.len].iter().any(|known| known.difference == vertex.difference)
    }

    /// Drops the vertices that do not carry the point nearest to the origin and returns that point; `None` if
    /// the origin is inside.
    pub(super) fn reduce(&mut self) -> Option<Vector> {
        let nearest = match self.len {
            1 => Nearest { carriers: ArrayVec::from_iter([(0, 1.0)]), point: self.at(0) },
            2 => self.on_segment(0, 1),
            3 => self.on_triangle(0, 1, 2),
            _ => self.on_tetrahedron()?,
        };
        let vertices = self.vertices;
        self.len = nearest.carriers.len();
        for (slot, &(vertex, share)) in nearest.carriers.iter().enumerate() {
            self.vertices[slot] = vertices[vertex];
            self.shares[slot] = share;
        }
        Some(nearest.point)
    }

    /// The points of both shapes whose difference is the nearest point.
    pub(super) fn witnesses(&self) -> (Vector, Vector) {
        let carriers = self.vertices[..self.len].iter().zip(&self.shares);
        carriers.fold((Vector::ZERO, Vector::ZERO), |(on_a, on_b), (vertex, &share)| {
            (on_a + vertex.on_a * share, on_b + vertex.on_b * share)
        })
    }

    fn at(&self, vertex: usize) -> Vector {
        self.vertices[vertex].difference
    }

    fn on_segment(&self, i: usize, j: usize) -> Nearest {
        let (a, b) = (self.at(i), self.at(j));
        let along = b - a;
        let share = -a.dot(along) / along.length_squared();
        if share >= 1.0 {
            Nearest { carriers: ArrayVec::from_iter([(j, 1.0)]), point: b }
        } else if share > 0.0 {
            let carriers = ArrayVec::from_iter([(i, 1.0 - share), (j, share)]);
            Nearest { carriers, point: a + along * share }
        } else {
            Nearest { carriers: ArrayVec::from_iter([(i, 1.0)]), point: a }
        }
    }

    fn on_triangle(&self, i: usize, j: usize, k: usize) -> Nearest {
        let (a, b, c) = (self.at(i), self.at(j), self.at(k));
        let normal = (b - a).cross(c - a);
        // Areas of the triangles that the origin's projection forms with each side.
        let shares = [normal.dot(b.cross(c)), normal.dot(c.cross(a)), normal.dot(a.cross(b))];
        let sum = shares.iter().sum::<Scalar>();
        if shares.iter().all(|&share| share > 0.0) {
            let carriers = ArrayVec::from([(i, shares[0] / sum), (j, shares[1] / sum), (k, shares[2] / sum)]);
            // By the normal, not by the shares: those are too inexact on slivers for the search to go on.
            return Nearest { carriers, point: normal * (normal.dot(a) / normal.length_squared()) };
        }
        let sides = [self.on_segment(i, j), self.on_segment(j, k), self.on_segment(k, i)];
        nearest_of(sides)
    }

    /// The last vertex lies beyond the face of the other three, so the point is on one of its own faces.
    fn on_tetrahedron(&self) -> Option<Nearest> {
        let apex = self.at(3);
        let mut nearest: Option<Nearest> = None;
        for [i, j, opposite] in [[0, 1, 2], [1, 2, 0], [2, 0, 1]] {
            let (p, q, inside) = (self.at(i) - apex, self.at(j) - apex, self.at(opposite) - apex);
            let normal = p.cross(q);
            let volume = normal.dot(inside);
            let flat = volume.abs() <= FLAT * normal.length() * inside.length();
            if flat || normal.dot(-apex) * volume < 0.0 {
                let candidate = self.on_triangle(i, j, 3);
                if nearest
                    .as_ref()
                    .is_none_or(|n| candidate.point.length_squared() < n.point.length_squared())
                {
                    nearest = Some(candidate);
                }
            }
        }
        nearest
    }
}

fn nearest_of(candidates: [Nearest; 3]) -> Nearest {
    let [first, second, third] = candidates;
    let nearer = |a: Nearest, b: Nearest| {
        if b.point.length_squared() < a.point.length_squared() { b } else { a }
    };
    nearer(nearer(first, second), third)
}
