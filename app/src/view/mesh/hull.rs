//! Convex polyhedra with really rounded edges and corners.

use std::collections::BTreeMap;

use bevy::math::{Vec2, Vec3};
use tabletop::geometry::Hull;
use tabletop::units::Vector;

use super::builder::{Patch, Vertex};
use super::{Cut, Part, Surface};

/// Facets across a rounded edge.
const STEPS: usize = 6;

/// Flat faces are the upper surface, so that they can carry numbers; everything rounded is the body.
pub(super) fn hull(hull: &Hull, cut: Cut) -> Vec<Part> {
    let normals = hull.faces.iter().map(|face| normal(hull, face)).collect::<Vec<_>>();
    let size = hull.vertices.iter().fold(Vector::ZERO, |size, v| size.max(v.abs()));
    // Wood is sawn with its grain along the longest side.
    let along = if size.x >= size.y && size.x >= size.z { Vec3::X } else if size.z >= size.y { Vec3::Z } else { Vec3::Y };
    let shape = Rounded { hull, rounding: hull.rounding as f32, along, cut };

    let mut faces = Patch::default();
    for (face, &normal) in hull.faces.iter().zip(&normals) {
        shape.face(&mut faces, face, normal);
    }
    let mut body = Patch::default();
    if shape.rounding > 0.0 {
        shape.rounds(&mut body, &normals);
    }
    vec![Part { surface: Surface::Up, patch: faces }, Part { surface: Surface::Body, patch: body }]
}

fn normal(hull: &Hull, face: &[u16]) -> Vec3 {
    let corners = face.iter().map(|i| hull.vertices[usize::from(*i)]).collect::<Vec<_>>();
    let (a, rest) = (corners[0], &corners[1..]);
    rest.windows(2).map(|pair| (pair[0] - a).cross(pair[1] - a)).sum::<Vector>().normalize().as_vec3()
}

struct Rounded<'a> {
    hull: &'a Hull,
    rounding: f32,
    along: Vec3,
    cut: Cut,
}

impl Rounded<'_> {
    fn corner(&self, index: u16) -> Vec3 {
        self.hull.vertices[usize::from(index)].as_vec3()
    }

    fn vertex(&self, corner: Vec3, normal: Vec3, flat: Vec3, face: Vec2) -> Vertex {
        let position = corner + normal * self.rounding;
        let along = if flat.dot(self.along).abs() > 0.9 { self.along.any_orthonormal_vector() } else { self.along };
        let across = flat.cross(along);
        let grain = self.cut.offset + Vec2::new(position.dot(along), position.dot(across));
        Vertex { position, normal, along: [along, across], grain, face, tint: 1.0 }
    }

    /// A flat face; `face` coordinates put its inscribed square, upright along its first edge, on 0 to 1.
    fn face(&self, patch: &mut Patch, face: &[u16], normal: Vec3) {
        let corners = face.iter().map(|i| self.corner(*i)).collect::<Vec<_>>();
        let middle = corners.iter().sum::<Vec3>() / corners.len() as f32;
        let right = (corners[1] - corners[0]).normalize();
        let down = right.cross(normal);
        let edge = corners[0] + (corners[1] - corners[0]) * 0.5;
        let reach = middle.distance(edge) + self.rounding;
        let numbers = corners
            .iter()
            .map(|corner| {
                let from = *corner - middle;
                let place = Vec2::new(from.dot(right), from.dot(down)) / (2.0 * reach) + 0.5;
                patch.vertex(self.vertex(*corner, normal, normal, place))
            })
            .collect::<Vec<_>>();
        for i in 2..numbers.len() {
            patch.triangle([numbers[0], numbers[i - 1], numbers[i]]);
        }
    }

    /// Cylinders along the edges, pieces of spheres on the corners.
    fn rounds(&self, patch: &mut Patch, normals: &[Vec3]) {
        // From a directed edge to the face on its left.
        let mut left = BTreeMap::new();
        for (number, face) in self.hull.faces.iter().enumerate() {
            for (i, from) in face.iter().enumerate() {
                left.insert((*from, face[(i + 1) % face.len()]), number);
            }
        }
        for (&(from, to), &here) in &left {
            let Some(&there) = left.get(&(to, from)) else { continue };
            // Each corner gets the sector between two faces from the edge that leaves it.
            self.sector(patch, from, normals, here, there, &left);
            if from < to {
                let rows = [from, to].map(|corner| {
                    (0..=STEPS)
                        .map(|step| {
                            let normal = between(normals[here], normals[there], step, STEPS);
                            patch.vertex(self.vertex(self.corner(corner), normal, normals[here], Vec2::ZERO))
                        })
                        .collect::<Vec<_>>()
                });
                patch.strip(&rows[0], &rows[1]);
            }
        }
    }

    /// The triangle of a corner's sphere between the middle of the corner and two neighbouring faces.
    fn sector(
        &self,
        patch: &mut Patch,
        corner: u16,
        normals: &[Vec3],
        here: usize,
        there: usize,
        left: &BTreeMap<(u16, u16), usize>,
    ) {
        let around = left.iter().filter(|((from, _), _)| *from == corner).map(|(_, face)| normals[*face]);
        let middle = around.sum::<Vec3>().normalize();
        let mut above: Vec<u32> = Vec::new();
        for row in 0..=STEPS {
            let (a, b) = (between(middle, normals[here], row, STEPS), between(middle, normals[there], row, STEPS));
            let line = (0..=row)
                .map(|i| {
                    let normal = if row == 0 { middle } else { between(a, b, i, row) };
                    patch.vertex(self.vertex(self.corner(corner), normal, normals[here], Vec2::ZERO))
                })
                .collect::<Vec<_>>();
            for i in 0..row {
                patch.triangle([above[i], line[i], line[i + 1]]);
                if i > 0 {
                    patch.triangle([above[i - 1], above[i], line[i]]);
                }
            }
            above = line;
        }
    }
}

/// A direction between two, by equal angles; the same, to the last bit, from either end.
fn between(a: Vec3, b: Vec3, step: usize, steps: usize) -> Vec3 {
    if step == 0 {
        return a;
    }
    if step == steps {
        return b;
    }
    let swap = (a.x, a.y, a.z) > (b.x, b.y, b.z);
    let (a, b, step) = if swap { (b, a, steps - step) } else { (a, b, step) };
    let angle = a.angle_between(b);
    if angle < 1e-4 {
        return a;
    }
    let t = step as f32 / steps as f32;
    (a * ((1.0 - t) * angle).sin() + b * (t * angle).sin()).normalize()
}
