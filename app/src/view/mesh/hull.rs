//! Convex polyhedra with really rounded edges and corners.

use bevy::math::{Vec2, Vec3, ops};
use tabletop::geometry::Hull;
use tabletop::units::Vector;

use super::builder::{Patch, Vertex};
use super::{Cut, Part, Surface};

/// Facets across a rounded edge.
const STEPS: usize = 6;

/// Cells along each side of the square picture of all numbers of a die.
pub(in crate::view) const ATLAS: usize = 4;

/// Flat faces are the upper surface, so that they can carry numbers; everything rounded is the body.
pub(super) fn hull(hull: &Hull, cut: Cut) -> Vec<Part> {
    let normals = hull.face_normals().map(|normal| normal.as_vec3()).collect::<Vec<_>>();
    let size = hull.vertices().iter().fold(Vector::ZERO, |size, v| size.max(v.abs()));
    // Wood is sawn with its grain along the longest side.
    let along = match size.max_element() {
        longest if longest == size.x => Vec3::X,
        longest if longest == size.z => Vec3::Z,
        _ => Vec3::Y,
    };
    let shape = Rounded { hull, normals, rounding: hull.rounding() as f32, along, cut };

    let mut faces = Patch::default();
    for face in 0..hull.faces().len() {
        shape.face(&mut faces, face);
    }
    let mut body = Patch::default();
    if shape.rounding > 0.0 {
        shape.edges(&mut body);
        shape.corners(&mut body);
    }
    vec![Part { surface: Surface::Up, patch: faces }, Part { surface: Surface::Body, patch: body }]
}

struct Rounded<'a> {
    hull: &'a Hull,
    normals: Vec<Vec3>,
    rounding: f32,
    along: Vec3,
    cut: Cut,
}

impl Rounded<'_> {
    fn corner(&self, index: u16) -> Vec3 {
        self.hull.vertices()[usize::from(index)].as_vec3()
    }

    fn vertex(&self, corner: Vec3, normal: Vec3, flat: Vec3, face: Vec2) -> Vertex {
        let position = corner + normal * self.rounding;
        let along =
            if flat.dot(self.along).abs() > 0.9 { self.along.any_orthonormal_vector() } else { self.along };
        let across = flat.cross(along);
        let grain = self.cut.offset + Vec2::new(position.dot(along), position.dot(across));
        Vertex { position, normal, along: [along, across], grain, face, tint: 1.0 }
    }

    /// A flat face; `face` coordinates put the square about its inscribed circle on 0 to 1, each face in its
    /// own cell of [`ATLAS`], upright along its first edge.
    fn face(&self, patch: &mut Patch, number: usize) {
        let (face, normal) = (&self.hull.faces()[number], self.normals[number]);
        let corners = self.hull.corners(face).map(|corner| corner.as_vec3()).collect::<Vec<_>>();
        let cell = Vec2::new((number % ATLAS) as f32, (number / ATLAS) as f32);
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
                patch.vertex(self.vertex(*corner, normal, normal, (cell + place) / ATLAS as f32))
            })
            .collect::<Vec<_>>();
        for i in 2..numbers.len() {
            patch.triangle([numbers[0], numbers[i - 1], numbers[i]]);
        }
    }

    /// Cylinders along the edges.
    fn edges(&self, patch: &mut Patch) {
        for edge in self.hull.edges() {
            let [left, right] = edge.faces.map(|face| self.normals[usize::from(face)]);
            let [first, second] = edge.ends.map(|end| {
                let corner = self.corner(end);
                (0..=STEPS)
                    .map(|step| {
                        patch.vertex(self.vertex(corner, between(left, right, step, STEPS), left, Vec2::ZERO))
                    })
                    .collect::<Vec<_>>()
            });
            patch.strip(&first, &second);
        }
    }

    /// Pieces of spheres on the corners, one sector for each edge that ends there.
    fn corners(&self, patch: &mut Patch) {
        let mut around = vec![Vec3::ZERO; self.hull.vertices().len()];
        for (face, normal) in self.hull.faces().iter().zip(&self.normals) {
            for corner in &face.corners {
                around[usize::from(*corner)] += *normal;
            }
        }
        for edge in self.hull.edges() {
            let sides = edge.faces.map(|face| self.normals[usize::from(face)]);
            for end in edge.ends {
                self.sector(patch, self.corner(end), around[usize::from(end)].normalize(), sides);
            }
        }
    }

    /// The triangle of a corner's sphere between the middle of the corner and two neighbouring faces.
    fn sector(&self, patch: &mut Patch, corner: Vec3, middle: Vec3, [left, right]: [Vec3; 2]) {
        let mut above: Vec<u32> = Vec::new();
        for row in 0..=STEPS {
            let (a, b) = (between(middle, left, row, STEPS), between(middle, right, row, STEPS));
            let line = (0..=row)
                .map(|i| {
                    let normal = if row == 0 { middle } else { between(a, b, i, row) };
                    patch.vertex(self.vertex(corner, normal, left, Vec2::ZERO))
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
    (a * ops::sin((1.0 - t) * angle) + b * ops::sin(t * angle)).normalize()
}
