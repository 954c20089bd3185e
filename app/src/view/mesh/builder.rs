//! A patch of triangles under construction.

use bevy::asset::RenderAssetUsages;
use bevy::math::{Vec2, Vec3, Vec4};
use bevy::mesh::{Indices, Mesh, PrimitiveTopology};

/// One corner of a triangle.
#[derive(Clone, Copy, Debug)]
pub struct Vertex {
    /// Metres, in the shape's frame.
    pub position: Vec3,
    /// Unit, outwards.
    pub normal: Vec3,
    /// Directions in which `u` and `v` of the grain grow; made orthogonal to the normal here.
    pub along: [Vec3; 2],
    /// Texture coordinates along and across the grain, metres.
    pub grain: Vec2,
    /// Texture coordinates of what is painted on the face, 0 to 1.
    pub face: Vec2,
    /// Multiplies the finish: staves differ a little, and deep places are darker.
    pub tint: f32,
}

/// Triangles of one surface, counter-clockwise seen from outside.
#[derive(Clone, Debug, Default)]
pub struct Patch {
    /// Corners.
    pub vertices: Vec<Vertex>,
    /// Three per triangle.
    pub indices: Vec<u32>,
}

impl Patch {
    /// Adds a corner and returns its number.
    pub fn vertex(&mut self, vertex: Vertex) -> u32 {
        self.vertices.push(vertex);
        (self.vertices.len() - 1) as u32
    }

    /// Adds a triangle, turned so that it faces the way of its normals; slivers without area are left out.
    pub fn triangle(&mut self, [a, b, c]: [u32; 3]) {
        let [pa, pb, pc] = [a, b, c].map(|i| self.vertices[i as usize].position);
        let outward = [a, b, c].iter().map(|i| self.vertices[*i as usize].normal).sum::<Vec3>();
        let across = (pb - pa).cross(pc - pa);
        if pa == pb || pb == pc || pc == pa {
            return;
        }
        self.indices.extend(if across.dot(outward) < 0.0 { [a, c, b] } else { [a, b, c] });
    }

    /// Joins two rows of corners of equal length by a strip of quads.
    pub fn strip(&mut self, first: &[u32], second: &[u32]) {
        for (a, b) in first.windows(2).zip(second.windows(2)) {
            self.triangle([a[0], a[1], b[1]]);
            self.triangle([a[0], b[1], b[0]]);
        }
    }

    #[cfg(test)]
    /// Adds all triangles of another patch.
    pub fn append(&mut self, other: &Self) {
        let base = self.vertices.len() as u32;
        self.vertices.extend_from_slice(&other.vertices);
        self.indices.extend(other.indices.iter().map(|i| i + base));
    }

    /// The patch as a mesh of the renderer.
    pub fn into_mesh(self) -> Mesh {
        let tangent = |v: &Vertex| -> Vec4 {
            let along = (v.along[0] - v.normal * v.along[0].dot(v.normal))
                .normalize_or(v.normal.any_orthonormal_vector());
            let sign = if v.normal.cross(along).dot(v.along[1]) < 0.0 { -1.0 } else { 1.0 };
            along.extend(sign)
        };
        let column = |f: fn(&Vertex) -> [f32; 3]| self.vertices.iter().map(f).collect::<Vec<_>>();
        let positions = column(|v| v.position.to_array());
        let normals = column(|v| v.normal.to_array());
        let tangents = self.vertices.iter().map(|v| tangent(v).to_array()).collect::<Vec<_>>();
        let grain = self.vertices.iter().map(|v| v.grain.to_array()).collect::<Vec<_>>();
        let face = self.vertices.iter().map(|v| v.face.to_array()).collect::<Vec<_>>();
        let tints = self.vertices.iter().map(|v| [v.tint, v.tint, v.tint, 1.0]).collect::<Vec<_>>();
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::RENDER_WORLD)
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
            .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
            .with_inserted_attribute(Mesh::ATTRIBUTE_TANGENT, tangents)
            .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, grain)
            .with_inserted_attribute(Mesh::ATTRIBUTE_UV_1, face)
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, tints)
            .with_inserted_indices(Indices::U32(self.indices))
    }
}
