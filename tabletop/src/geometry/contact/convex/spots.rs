//! Collects the points of a manifold and keeps the few that matter.

use arrayvec::ArrayVec;

use crate::{
    geometry::{
        contact::{ContactPoint, Manifold},
        separation::Axis,
    },
    units::{Scalar, Vector},
};

/// Two polygons of sixteen corners share no more corners than this.
const MAX_SPOTS: usize = 32;

/// Points nearer to each other than this, in metres, are one.
const SAME: Scalar = 1.0e-6;

/// How much deeper the nearest point must be than all others, in metres, to be added to them.
const MISSED: Scalar = 5.0e-7;

/// Points that spread well enough for a face on a face.
const FEW: usize = 4;

/// Which point is first is decided by depth and, below this slope, by the preferred direction.
const TILT: Scalar = 1.0e-3;

/// What a point's number stands for; corners of either shape keep theirs whichever face comes first.
#[derive(Clone, Copy, Debug)]
pub(super) enum Feature {
    /// A corner of the first shape.
    CornerOfA(u16),
    /// A corner of the second shape.
    CornerOfB(u16),
    /// An edge of the first shape over an edge of the second.
    Crossing(u16, u16),
    /// A slot around the rim of a disc.
    Rim(u16),
    /// The rim of a disc over an edge: the edge and which of the two crossings.
    RimOverEdge(u16, u16),
    /// The nearest point, not a corner of any overlay; numbers of both facets.
    Nearest(u32),
}

impl Feature {
    fn number(self) -> u32 {
        let pack = |kind: u32, high: u16, low: u16| {
            kind << 28 | (u32::from(high) & 0x3fff) << 14 | u32::from(low) & 0x3fff
        };
        match self {
            Self::CornerOfA(vertex) => pack(1, 0, vertex),
            Self::CornerOfB(vertex) => pack(2, 0, vertex),
            Self::Crossing(edge_a, edge_b) => pack(3, edge_a, edge_b),
            Self::Rim(slot) => pack(4, 0, slot),
            Self::RimOverEdge(edge, which) => pack(5, edge, which),
            Self::Nearest(facets) => 6 << 28 | facets & 0x0fff_ffff,
        }
    }
}

/// Candidate points of a manifold.
#[derive(Clone, Debug)]
pub(in crate::geometry::contact) struct Spots {
    /// Unit normal from the first shape to the second.
    pub normal: Vector,
    reach: Scalar,
    points: ArrayVec<ContactPoint, MAX_SPOTS>,
}

impl Spots {
    pub(in crate::geometry::contact) fn new(normal: Vector, reach: Scalar) -> Self {
        Self { normal, reach, points: ArrayVec::new() }
    }

    pub(in crate::geometry::contact) fn points(&self) -> &[ContactPoint] {
        &self.points
    }

    /// Adds the point between two points of the cores that face each other, unless it is out of reach or there
    /// already. The radii are those of the rounding.
    pub(super) fn add(
        &mut self,
        (core_a, radius_a): (Vector, Scalar),
        (core_b, radius_b): (Vector, Scalar),
        feature: Feature,
    ) {
        let gap = (core_b - core_a).dot(self.normal) - radius_a - radius_b;
        let middle = (core_a + core_b + self.normal * (radius_a - radius_b)) / 2.0;
        let known = |point: &ContactPoint| point.position.distance_squared(middle) < SAME * SAME;
        if gap < self.reach && !self.points.iter().any(known) {
            let _ = self.points.try_push(ContactPoint { position: middle, gap, feature: feature.number() });
        }
    }

    /// Adds the nearest point of the shapes if no other is as deep.
    pub(super) fn hold_deepest(&mut self, axis: &Axis, facets: u32) {
        if self.points.iter().all(|point| point.gap > axis.gap + MISSED) {
            self.points.truncate(MAX_SPOTS - 1);
            self.points.push(ContactPoint {
                position: axis.point,
                gap: axis.gap,
                feature: Feature::Nearest(facets).number(),
            });
        }
    }

    /// Hands over the points if they are few or all corners of one face, else four that spread widely: the
    /// deepest, or on level faces the one farthest along `preferred`, the one farthest from it, and one on each
    /// side of the line between them.
    pub(super) fn spread(&self, preferred: Vector, manifold: &mut Manifold) {
        let push = |point: &ContactPoint, manifold: &mut Manifold| {
            manifold.push(point.position, point.gap, point.feature);
        };
        if self.points.len() <= FEW || self.points.len() == FEW + 1 && self.are_corners_of_one_shape() {
            self.points.iter().for_each(|point| push(point, manifold));
            return;
        }
        let most = |score: &dyn Fn(&ContactPoint) -> Scalar| {
            self.points.iter().max_by(|a, b| score(a).total_cmp(&score(b)))
        };
        let Some(first) = most(&|p| TILT * preferred.dot(p.position) - p.gap) else { return };
        let Some(second) = most(&|p| p.position.distance_squared(first.position)) else { return };
        push(first, manifold);
        push(second, manifold);
        let across = self.normal.cross(second.position - first.position);
        for side in [across, -across] {
            let beside = |point: &ContactPoint| side.dot(point.position - first.position);
            if let Some(point) = most(&beside).filter(|&point| beside(point) > SAME * side.length()) {
                push(point, manifold);
            }
        }
    }

    fn are_corners_of_one_shape(&self) -> bool {
        let kinds = [Feature::CornerOfA(0), Feature::CornerOfB(0)].map(|kind| kind.number() >> 28);
        kinds.iter().any(|&kind| self.points.iter().all(|point| point.feature >> 28 == kind))
    }
}
