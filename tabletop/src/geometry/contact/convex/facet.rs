//! The part of a convex surface that faces along a direction.

use arrayvec::ArrayVec;

use crate::{
    geometry::{
        Hull,
        gjk::{Convex, Core},
        hull::{Edge, MAX_CORNERS},
    },
    units::{Scalar, Vector},
};

/// Cosine of the angle up to which faces count as facing each other although the normal is not exactly theirs.
const NEARLY_FLAT: Scalar = 0.995;

/// Sine of the angle between a line and the plane across the normal up to which it counts as lying in it.
const LEVEL: Scalar = 1.0e-5;

/// A disc steeper than this touches a face with its side rather than its cap: cosine of the angle between its
/// axis and the normal.
const STEEP: Scalar = 0.5;

/// Marks a facet's number as that of an edge.
const EDGE: u32 = 1 << 11;

/// A corner of a [`Polygon`], in the world.
#[derive(Clone, Copy, Debug)]
pub(in crate::geometry::contact) struct Corner {
    pub position: Vector,
    /// The corner's number on its shape.
    pub vertex: u16,
    /// The number of the edge from this corner to the next.
    pub edge: u16,
}

/// A flat convex polygon; two corners make a line.
#[derive(Clone, Debug)]
pub(in crate::geometry::contact) struct Polygon {
    pub corners: ArrayVec<Corner, MAX_CORNERS>,
    /// Unit normal, out of the shape; of no meaning for a line.
    pub normal: Vector,
    /// The surface lies this far outside of the corners. Metres.
    pub radius: Scalar,
}

/// A flat face of a disc, in the world.
#[derive(Clone, Copy, Debug)]
pub(in crate::geometry::contact) struct Cap {
    pub centre: Vector,
    /// Unit normal, out of the disc.
    pub axis: Vector,
    pub radius: Scalar,
}

/// What faces along a direction.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "lives on the stack for one contact; a box would allocate")]
pub(super) enum Facet {
    /// A face of a hull, an edge, the line of a capsule or of the side of a disc.
    Polygon(Polygon),
    /// A flat face of a disc.
    Cap(Cap),
    /// A corner with its number, or a point of a rim.
    Point(u16),
}

impl Facet {
    /// The facet of a shape along a unit direction. `flat` tells that the direction is the normal of a face,
    /// of this shape or the other: then this shape shows the face nearest to it, however much it is tilted.
    pub(super) fn of(shape: &Convex, outward: Vector, flat: bool) -> Self {
        match shape.core {
            Core::Point => Self::Point(0),
            Core::Segment(half_length) => {
                Self::Polygon(line(shape.position, shape.axis() * half_length, shape.radius))
            }
            Core::Cylinder(radius, half_thickness) => {
                Self::of_disc(shape, radius, half_thickness, outward, flat)
            }
            Core::Polyhedron(hull) => Self::of_hull(shape, hull, outward, flat),
        }
    }

    /// Tells the facet of a shape from its others, in twelve bits.
    pub(super) fn number(&self) -> u32 {
        match self {
            Self::Polygon(polygon) => polygon.corners.first().map_or(0, |c| u32::from(c.edge) % EDGE) | EDGE,
            Self::Point(vertex) => u32::from(*vertex) % EDGE,
            Self::Cap(_) => 0,
        }
    }

    fn of_disc(shape: &Convex, radius: Scalar, half: Scalar, outward: Vector, flat: bool) -> Self {
        let along = shape.axis().dot(outward);
        if along.abs() > if flat { STEEP } else { NEARLY_FLAT } {
            let axis = shape.axis() * along.signum();
            return Self::Cap(Cap { centre: shape.position + axis * half, axis, radius });
        }
        if !flat && along.abs() > LEVEL {
            return Self::Point(0);
        }
        let down = outward.reject_from_normalized(shape.axis()).normalize_or_zero();
        Self::Polygon(line(shape.position + down * radius, shape.axis() * half, 0.0))
    }

    fn of_hull(shape: &Convex, hull: &Hull, outward: Vector, flat: bool) -> Self {
        let local = shape.to_local(outward);
        let vertex = hull.support_vertex(local) as u16;
        let corner = |vertex: u16, edge: u16| Corner {
            position: shape.position + shape.frame * hull.vertices()[usize::from(vertex)],
            vertex,
            edge,
        };
        let around = hull.faces().iter().filter(|face| face.corners.contains(&vertex));
        let best = around.max_by(|a, b| a.normal.dot(local).total_cmp(&b.normal.dot(local)));
        if let Some(face) = best.filter(|face| flat || face.normal.dot(local) > NEARLY_FLAT) {
            let corners = face.corners.iter().zip(&face.edges).map(|(&vertex, &edge)| corner(vertex, edge));
            let normal = shape.frame * face.normal;
            return Self::Polygon(Polygon { corners: corners.collect(), normal, radius: shape.radius });
        }
        let rise = |edge: &Edge| {
            let [start, end] = edge.ends.map(|end| hull.vertices()[usize::from(end)]);
            (end - start).normalize_or_zero().dot(local).abs()
        };
        let around = hull.edges().iter().enumerate().filter(|(_, edge)| edge.ends.contains(&vertex));
        let level =
            around.map(|(number, edge)| (rise(edge), number, edge)).min_by(|a, b| a.0.total_cmp(&b.0));
        match level {
            Some((rise, number, edge)) if rise < LEVEL => {
                let corners = edge.ends.map(|end| corner(end, number as u16));
                let corners = corners.into_iter().collect();
                Self::Polygon(Polygon { corners, normal: outward, radius: shape.radius })
            }
            _ => Self::Point(vertex),
        }
    }
}

/// A line from its middle and half of it.
fn line(middle: Vector, half: Vector, radius: Scalar) -> Polygon {
    let corners = [(middle - half, 0), (middle + half, 1)]
        .map(|(position, vertex)| Corner { position, vertex, edge: 0 })
        .into_iter()
        .collect();
    Polygon { corners, normal: Vector::ZERO, radius }
}

impl Polygon {
    /// Whether this is a line only.
    pub(super) fn is_line(&self) -> bool {
        self.corners.len() < 3
    }

    /// The sides, each from a corner to the next; a line has one.
    pub(super) fn sides(&self) -> impl Iterator<Item = (&Corner, &Corner)> + '_ {
        let sides = if self.is_line() { 1 } else { self.corners.len() };
        self.corners.iter().zip(self.corners.iter().cycle().skip(1)).take(sides)
    }

    /// Moves a point along a direction onto the polygon's plane; `None` if that is too steep to mean anything.
    pub(super) fn project(&self, point: Vector, along: Vector) -> Option<Vector> {
        let slope = self.normal.dot(along);
        let corner = self.corners.first().filter(|_| slope.abs() > 0.05)?;
        Some(point + along * ((corner.position - point).dot(self.normal) / slope))
    }

    /// Whether a point, seen along `along`, lies within the polygon widened by `margin` metres.
    pub(super) fn holds(&self, point: Vector, along: Vector, margin: Scalar) -> bool {
        let turn = self.normal.dot(along).signum();
        !self.is_line()
            && self.sides().all(|(start, end)| {
                let inwards = along.cross(end.position - start.position) * turn;
                inwards.dot(point - start.position) >= -margin * inwards.length()
            })
    }
}
