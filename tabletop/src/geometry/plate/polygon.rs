//! A convex outline: where a point of the plan lies to it. Asked several times for every piece in every sub-step.

use super::edges;
use crate::units::{Scalar, Vector2};

/// A convex polygon, counter-clockwise in `(x, z)` order, at least three corners, metres.
#[derive(Clone, Debug, PartialEq)]
pub struct Polygon {
    corners: Vec<Vector2>,
    /// Unit vector out of the edge that begins at each corner, and how far along it the edge lies from the origin.
    normals: Vec<(Vector2, Scalar)>,
    /// Radius of the largest circle around the origin that lies inside; zero if the origin does not.
    inner: Scalar,
}

impl Polygon {
    /// A polygon by its corners.
    pub fn new(corners: Vec<Vector2>) -> Self {
        let normals: Vec<_> = edges(&corners)
            .map(|(a, b)| {
                let along = (b - a).normalize_or_zero();
                let out = Vector2::new(along.y, -along.x);
                (out, out.dot(a))
            })
            .collect();
        let inner =
            normals.iter().map(|(_, distance)| *distance).fold(Scalar::INFINITY, Scalar::min).max(0.0);
        Self { corners, normals, inner }
    }

    /// Its corners.
    pub fn corners(&self) -> &[Vector2] {
        &self.corners
    }

    /// Unit vectors out of its edges, each of the edge that begins at the corner of the same place.
    pub fn normals(&self) -> impl DoubleEndedIterator<Item = Vector2> + '_ {
        self.normals.iter().map(|(out, _)| *out)
    }

    /// Signed distance of a point, negative inside, and the unit direction out of the outline.
    pub fn nearest(&self, point: Vector2) -> (Scalar, Vector2) {
        let inside = self
            .normals
            .iter()
            .map(|(out, distance)| (out.dot(point) - distance, *out))
            .fold((Scalar::NEG_INFINITY, Vector2::X), |best, edge| if edge.0 > best.0 { edge } else { best });
        if inside.0 <= 0.0 {
            return inside;
        }
        // Outside, a corner may be nearer than the line of any edge says.
        let nearest = edges(&self.corners)
            .map(|(a, b)| {
                let along = ((point - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
                point - (a + (b - a) * along)
            })
            .min_by(|one, two| one.length_squared().total_cmp(&two.length_squared()));
        nearest.map_or(inside, |gap| {
            let distance = gap.length();
            if distance > 0.0 { (distance, gap / distance) } else { (0.0, inside.1) }
        })
    }

    /// Whether a circle surely lies inside: it lies inside the largest circle around the origin that does.
    pub(super) fn surely_holds(&self, centre: Vector2, radius: Scalar) -> bool {
        centre.length_squared() < (self.inner - radius).max(0.0).powi(2)
    }

    /// Distance of the farthest corner from the origin of the plan.
    pub fn reach(&self) -> Scalar {
        self.corners.iter().map(|corner| corner.length()).fold(0.0, Scalar::max)
    }
}
