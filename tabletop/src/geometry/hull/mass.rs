//! Volume and inertia of a rounded hull.
//!
//! The solid is cut into its core, a slab on each face, a wedge along each edge and a piece of a ball at each
//! corner.

use super::Hull;
use crate::units::{Matrix, Scalar, Vector};

/// Nodes and weights of Gauss's rule with three points on the interval from 0 to 1.
const GAUSS: [(Scalar, Scalar); 3] =
    [(0.112_701_665_379_258_3, 5.0 / 18.0), (0.5, 8.0 / 18.0), (0.887_298_334_620_741_7, 5.0 / 18.0)];

/// How many times the piece of a ball at a corner is quartered.
const QUARTERINGS: u32 = 3;

/// Volume of the rounded solid by Steiner's formula: `V + A·r + Σ(length · angle / 2)·r² + 4/3·π·r³`, where the
/// angles are those between the normals on both sides of an edge.
pub(super) fn volume(hull: &Hull) -> Scalar {
    let r = hull.rounding;
    let core = triangles(hull).map(|(_, [a, b, c])| a.dot(b.cross(c)) / 6.0).sum::<Scalar>();
    let area = triangles(hull).map(|(_, [a, b, c])| (b - a).cross(c - a).length() / 2.0).sum::<Scalar>();
    let bend = edges(hull).map(|edge| edge.start.distance(edge.end) * edge.angle / 2.0).sum::<Scalar>();
    core + area * r + bend * r * r + 4.0 / 3.0 * std::f64::consts::PI * r.powi(3)
}

/// Integrals of `1`, `x` and `x·xᵀ` over the rounded solid.
pub(super) struct Moments {
    volume: Scalar,
    first: Vector,
    second: Matrix,
}

impl Moments {
    pub(super) fn of(hull: &Hull) -> Self {
        let mut moments = Self { volume: 0.0, first: Vector::ZERO, second: Matrix::ZERO };
        moments.add_core(hull);
        if hull.rounding > 0.0 {
            moments.add_slabs(hull);
            moments.add_wedges(hull);
            moments.add_corners(hull);
        }
        moments
    }

    pub(super) fn centroid(&self) -> Vector {
        self.first / self.volume
    }

    /// Tensor of inertia of one kilogram about the origin.
    pub(super) fn unit_inertia(&self) -> Matrix {
        let spread = self.second * (1.0 / self.volume);
        Matrix::from_diagonal(Vector::splat(spread.x_axis.x + spread.y_axis.y + spread.z_axis.z)) - spread
    }

    fn add(&mut self, point: Vector, volume: Scalar) {
        self.volume += volume;
        self.first += point * volume;
        self.second += square(point) * volume;
    }

    fn add_core(&mut self, hull: &Hull) {
        for (_, [a, b, c]) in triangles(hull) {
            let volume = a.dot(b.cross(c)) / 6.0;
            let sum = a + b + c;
            self.volume += volume;
            self.first += sum * (volume / 4.0);
            self.second += (square(a) + square(b) + square(c) + square(sum)) * (volume / 20.0);
        }
    }

    fn add_slabs(&mut self, hull: &Hull) {
        for (normal, [a, b, c]) in triangles(hull) {
            let area = (b - a).cross(c - a).length() / 2.0;
            for middle in [a + b, b + c, c + a].map(|sum| sum / 2.0) {
                for (height, weight) in GAUSS {
                    let height = height * hull.rounding;
                    self.add(middle + normal * height, area / 3.0 * weight * hull.rounding);
                }
            }
        }
    }

    fn add_wedges(&mut self, hull: &Hull) {
        for edge in edges(hull) {
            let length = edge.start.distance(edge.end);
            for (along, along_weight) in GAUSS {
                for (turn, turn_weight) in GAUSS {
                    for (radius, radius_weight) in GAUSS {
                        let radius = radius * hull.rounding;
                        let (sin, cos) = libm::sincos(turn * edge.angle);
                        let out = edge.normal * cos + edge.tangent * sin;
                        let weight = along_weight * turn_weight * radius_weight;
                        let volume = weight * length * edge.angle * hull.rounding * radius;
                        self.add(edge.start.lerp(edge.end, along) + out * radius, volume);
                    }
                }
            }
        }
    }

    fn add_corners(&mut self, hull: &Hull) {
        for (index, &vertex) in hull.vertices.iter().enumerate() {
            let around = hull.faces.iter().filter(|face| face.corners.contains(&(index as u16)));
            let mut normals = around.map(|face| face.normal).collect::<Vec<_>>();
            let middle = normals.iter().sum::<Vector>().normalize_or_zero();
            let (u, v) = middle.any_orthonormal_pair();
            let angle = |normal: &Vector| libm::atan2(normal.dot(v), normal.dot(u));
            normals.sort_by(|a, b| angle(a).total_cmp(&angle(b)));
            for (&a, &b) in normals.iter().zip(normals.iter().cycle().skip(1)) {
                self.add_cone(vertex, hull.rounding, [middle, a, b], QUARTERINGS);
            }
        }
    }

    /// The part of a ball between three radii.
    fn add_cone(&mut self, tip: Vector, length: Scalar, [a, b, c]: [Vector; 3], quarterings: u32) {
        if quarterings > 0 {
            let [ab, bc, ca] = [a + b, b + c, c + a].map(Vector::normalize_or_zero);
            for part in [[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]] {
                self.add_cone(tip, length, part, quarterings - 1);
            }
            return;
        }
        let solid_angle = 2.0 * libm::atan2(a.dot(b.cross(c)).abs(), 1.0 + a.dot(b) + b.dot(c) + c.dot(a));
        let middle = (a + b + c).normalize_or_zero();
        for (radius, weight) in GAUSS {
            let radius = radius * length;
            self.add(tip + middle * radius, solid_angle * radius * radius * weight * length);
        }
    }
}

/// The faces cut into triangles, each with its face's normal.
fn triangles(hull: &Hull) -> impl Iterator<Item = (Vector, [Vector; 3])> + '_ {
    hull.faces.iter().flat_map(move |face| {
        let at = |corner: u16| hull.vertices[usize::from(corner)];
        face.corners
            .windows(2)
            .skip(1)
            .map(move |pair| (face.normal, [at(face.corners[0]), at(pair[0]), at(pair[1])]))
    })
}

struct Bend {
    start: Vector,
    end: Vector,
    /// Normal of the face on one side.
    normal: Vector,
    /// Across the edge and the normal, towards the other face's normal.
    tangent: Vector,
    /// Between the two normals, radians.
    angle: Scalar,
}

fn edges(hull: &Hull) -> impl Iterator<Item = Bend> + '_ {
    hull.edges.iter().map(|edge| {
        let [start, end] = edge.ends.map(|end| hull.vertices[usize::from(end)]);
        let [normal, other] = edge.faces.map(|face| hull.faces[usize::from(face)].normal);
        let tangent = other.reject_from_normalized(normal).normalize_or_zero();
        Bend { start, end, normal, tangent, angle: normal.angle_between(other) }
    })
}

fn square(v: Vector) -> Matrix {
    Matrix::from_cols(v * v.x, v * v.y, v * v.z)
}
