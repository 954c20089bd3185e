//! Outlines of zones: what each kind is, its overlap with a disc and the distance to its boundary.

use std::f64::consts::PI;

use crate::units::{Scalar, Vector2};

use super::{
    Circle, InvalidZone, axes,
    boundary::{Arc, Segment},
    direction, ellipse,
};

/// The outline of a [`Zone`](super::Zone), before holes are cut out. The boundary belongs to it.
#[derive(Clone, Debug, PartialEq)]
pub enum ZoneShape {
    /// The points within `radius` of `centre`.
    Disc {
        /// Centre, metres.
        centre: Vector2,
        /// Radius, metres.
        radius: Scalar,
    },
    /// The part of an annulus whose direction from `centre` is within `half_angle` of `azimuth`.
    Sector {
        /// Common centre of both arcs, metres.
        centre: Vector2,
        /// Radius of the inner arc, metres; zero gives a slice of a pie.
        radius_inner: Scalar,
        /// Radius of the outer arc, metres.
        radius_outer: Scalar,
        /// Direction of the axis of symmetry, radians clockwise from north.
        azimuth: Scalar,
        /// Half of the opening angle, radians; from π on, the sector is the whole annulus.
        half_angle: Scalar,
    },
    /// The points between two concentric circles.
    Annulus {
        /// Centre, metres.
        centre: Vector2,
        /// Radius of the inner circle, metres.
        inner: Scalar,
        /// Radius of the outer circle, metres.
        outer: Scalar,
    },
    /// The interior of an ellipse.
    Ellipse {
        /// Centre, metres.
        centre: Vector2,
        /// Half-axes, metres: `x` along the east and `y` along the north of the unrotated ellipse.
        half_axes: Vector2,
        /// Rotation, radians clockwise: the azimuth at which the half-axis `y` points.
        rotation: Scalar,
    },
    /// The interior of a simple polygon, its vertices in metres and in order, clockwise or not.
    Polygon(Vec<Vector2>),
    /// The whole plane.
    Everything,
}

impl ZoneShape {
    /// Area shared by the shape and a disc, square metres.
    ///
    /// Green's theorem in polar coordinates about the centre of the disc, in closed form between the points
    /// where the boundary crosses the circle. The error is rounding alone: a few `1e-16 · r · (r + R)` for a
    /// disc of radius `r` and coordinates up to `R`.
    pub fn area(&self, disc: Circle) -> Scalar {
        debug_assert!(disc.centre.is_finite() && disc.radius.is_finite());
        if disc.radius <= 0.0 {
            return 0.0;
        }
        let arcs = |arcs: [Arc; 2]| arcs.iter().map(|arc| arc.area_within(disc.radius)).sum::<Scalar>();
        let area = match *self {
            Self::Disc { centre, radius } => arcs(Arc::circle(centre - disc.centre, radius)),
            Self::Annulus { centre, inner, outer } => {
                let centre = centre - disc.centre;
                arcs(Arc::circle(centre, outer)) - arcs(Arc::circle(centre, inner))
            }
            Self::Sector { centre, radius_inner, radius_outer, half_angle, .. } if half_angle >= PI => {
                let annulus = Self::Annulus { centre, inner: radius_inner, outer: radius_outer };
                return annulus.area(disc);
            }
            Self::Sector { centre, radius_inner, radius_outer, azimuth, half_angle } => {
                let centre = centre - disc.centre;
                // Counterclockwise: out along the clockwise edge, back along the other.
                let [clockwise, counterclockwise] =
                    [azimuth + half_angle, azimuth - half_angle].map(direction);
                let edge =
                    |edge: Vector2| Segment(centre + edge * radius_inner, centre + edge * radius_outer);
                let arc = |radius| Arc::circular(centre, radius, azimuth, half_angle);
                edge(clockwise).area_within(disc.radius) + arcs(arc(radius_outer))
                    - edge(counterclockwise).area_within(disc.radius)
                    - arcs(arc(radius_inner))
            }
            Self::Ellipse { centre, half_axes, rotation } => {
                let [first, second] = axes(rotation);
                arcs(Arc::ellipse(centre - disc.centre, first * half_axes.x, second * half_axes.y))
            }
            Self::Polygon(ref vertices) => edges(vertices)
                .map(|Segment(a, b)| Segment(a - disc.centre, b - disc.centre).area_within(disc.radius))
                .sum(),
            Self::Everything => disc.area(),
        };
        // A polygon listed clockwise comes out negative, and rounding may leave the possible range.
        area.abs().min(disc.area())
    }

    /// Distance from a point to the boundary of the shape, metres: negative inside, positive outside, `-∞`
    /// for [`ZoneShape::Everything`], which has no boundary.
    ///
    /// Closed forms; for the ellipse a bracketed root carried to the last bit. The error is a few rounding
    /// errors of the largest length involved.
    pub fn boundary_distance(&self, point: Vector2) -> Scalar {
        debug_assert!(point.is_finite());
        match *self {
            Self::Disc { centre, radius } => Circle::new(centre, radius).boundary_distance(point),
            Self::Annulus { centre, inner, outer } => {
                let distance = point.distance(centre);
                // An inner circle of no size bounds nothing.
                if inner > 0.0 { (distance - outer).max(inner - distance) } else { distance - outer }
            }
            Self::Sector { centre, radius_inner, radius_outer, half_angle, .. } if half_angle >= PI => {
                let annulus = Self::Annulus { centre, inner: radius_inner, outer: radius_outer };
                annulus.boundary_distance(point)
            }
            Self::Sector { centre, radius_inner, radius_outer, azimuth, half_angle } => {
                let offset = point - centre;
                let axis = direction(azimuth);
                // The sector is symmetric: fold the plane along its axis, which becomes north.
                let folded = Vector2::new(offset.perp_dot(axis).abs(), offset.dot(axis));
                let edge = direction(half_angle);
                let to_edge = Segment(edge * radius_inner, edge * radius_outer).distance(folded);
                if libm::atan2(folded.x, folded.y) > half_angle {
                    // The ends of the arcs are ends of the edge.
                    return to_edge;
                }
                let distance = offset.length();
                let to_arcs = (distance - radius_outer).max(radius_inner - distance);
                to_arcs.max(-to_edge)
            }
            Self::Ellipse { centre, half_axes, rotation } => {
                let [first, second] = axes(rotation);
                let offset = point - centre;
                ellipse::boundary_distance(half_axes, Vector2::new(offset.dot(first), offset.dot(second)))
            }
            Self::Polygon(ref vertices) => {
                let distance =
                    edges(vertices).map(|edge| edge.distance(point)).fold(Scalar::INFINITY, Scalar::min);
                // Even–odd rule: a ray to the east leaves the inside through an odd number of edges.
                let inside =
                    edges(vertices).filter(|edge| edge.is_crossed_by_ray_east(point)).count() % 2 == 1;
                if inside { -distance } else { distance }
            }
            Self::Everything => Scalar::NEG_INFINITY,
        }
    }

    /// Whether the dimensions describe a shape at all.
    pub(super) fn check(&self) -> Result<(), InvalidZone> {
        let sizes_are_valid = |sizes: &[Scalar]| sizes.iter().all(|size| size.is_finite() && *size >= 0.0);
        let valid = match *self {
            Self::Disc { centre, radius } => centre.is_finite() && sizes_are_valid(&[radius]),
            Self::Sector { centre, radius_inner, radius_outer, azimuth, half_angle } => {
                centre.is_finite()
                    && azimuth.is_finite()
                    && sizes_are_valid(&[radius_inner, radius_outer, half_angle])
                    && radius_inner <= radius_outer
            }
            Self::Annulus { centre, inner, outer } => {
                centre.is_finite() && sizes_are_valid(&[inner, outer]) && inner <= outer
            }
            Self::Ellipse { centre, half_axes, rotation } => {
                centre.is_finite() && rotation.is_finite() && sizes_are_valid(&half_axes.to_array())
            }
            Self::Polygon(ref vertices) => {
                if vertices.len() < 3 || edges_cross(vertices) {
                    return Err(InvalidZone::Polygon);
                }
                vertices.iter().all(|vertex| vertex.is_finite())
            }
            Self::Everything => true,
        };
        if valid { Ok(()) } else { Err(InvalidZone::Dimension) }
    }
}

impl From<Circle> for ZoneShape {
    fn from(Circle { centre, radius }: Circle) -> Self {
        Self::Disc { centre, radius }
    }
}

/// Edges of a polygon, the closing one last.
fn edges(vertices: &[Vector2]) -> impl Iterator<Item = Segment> {
    vertices.iter().zip(vertices.iter().cycle().skip(1)).map(|(&a, &b)| Segment(a, b))
}

/// Whether two edges of a polygon cross. Edges that share or touch a vertex do not.
fn edges_cross(vertices: &[Vector2]) -> bool {
    edges(vertices).enumerate().any(|(i, edge)| edges(vertices).skip(i + 1).any(|other| edge.crosses(other)))
}
