//! A straight edge of a plate against a disc's body.

use arrayvec::ArrayVec;

use crate::geometry::contact::{Manifold, patch};
use crate::geometry::disc::Disc;
use crate::geometry::minimum::minimum;
use crate::units::{Scalar, Vector};

use std::f64::consts::PI;

/// Slope between an edge and a face, or between an edge and the disc's axis, up to which the two touch along a line.
const ALONG: Scalar = 0.1;

/// An angle below which directions are the same, radians.
pub(super) const SAME: Scalar = 1.0e-6;

/// How much farther than the gap along the normal the disc may be from the edge, metres: beyond it, the normal does
/// not separate this edge from the disc but something else.
pub(super) const BESIDE: Scalar = 1.0e-5;

/// How far beyond the last direction one is looked at, radians.
const ASIDE: Scalar = 1.0e-4;

/// How exactly a direction is found, radians.
const PRECISION: Scalar = 1.0e-8;

/// A straight convex edge between two faces of a plate.
pub(super) struct Edge {
    /// Its ends.
    pub ends: [Vector; 2],
    /// Unit normals out of the two faces, square to the edge and less than half a turn apart.
    pub faces: [Vector; 2],
    /// Whether the first face is the playing surface: contacts along its normal are found with it.
    pub on_surface: bool,
}

/// Contact of an edge with a disc: along the normal, of all between those of the two faces, that separates them best.
pub(super) fn edge_on_disc(disc: &Disc, edge: &Edge, feature: u32, reach: Scalar, out: &mut Vec<Manifold>) {
    let span = edge.ends[1] - edge.ends[0];
    let (Some(along), Some(first)) = (span.try_normalize(), edge.faces[0].try_normalize()) else { return };
    let offset = edge.ends[0] - disc.centre;
    let foot = (-offset.dot(along)).clamp(0.0, span.length());
    let size = libm::hypot(disc.radius, disc.half) + reach;
    if (offset + along * foot).length_squared() > size * size {
        return;
    }
    let least = if edge.on_surface { SAME } else { 0.0 };
    let Some(normal) = best_normal(disc, offset, (-first, -edge.faces[1]), least) else { return };
    let mut manifold = Manifold::new(normal, feature);
    for (share, which) in places(disc, offset, along, span.length(), normal).into_iter().zip(0u32..) {
        let point = edge.ends[0] + along * share;
        let gap = disc.gap_along(point, normal);
        if gap < reach && gap > -disc.half && disc.gap(point) <= gap.max(0.0) + BESIDE {
            manifold.push(point - normal * (gap / 2.0), gap, which);
        }
    }
    if !manifold.points.is_empty() {
        manifold.patch = patch::radius(&manifold.points, normal);
        out.push(manifold);
    }
}

/// The direction from `first` to `last` along which an endless line through `offset`, seen from
/// the disc's centre and square to all those directions, is farthest outside of the disc; `None` if it is within an
/// angle `least` of the first.
pub(super) fn best_normal(
    disc: &Disc,
    offset: Vector,
    (first, last): (Vector, Vector),
    least: Scalar,
) -> Option<Vector> {
    let second = last.reject_from_normalized(first).try_normalize()?;
    let sweep = libm::acos(first.dot(last).clamp(-1.0, 1.0));
    let at = |angle: Scalar| first * libm::cos(angle) + second * libm::sin(angle);
    let apart = |angle: Scalar| offset.dot(at(angle)) - disc.reach(at(angle));
    // The disc's extent has a kink where the normal is across its axis and, for an edge along a face, on its axis.
    let steepest = libm::atan2(disc.axis.dot(second), disc.axis.dot(first));
    let mut stops = ArrayVec::<Scalar, 6>::new();
    stops.push(0.0);
    let kinks = (-2..=2).map(|quarter| steepest + Scalar::from(quarter) * PI / 2.0);
    for kink in kinks.filter(|kink| (SAME..sweep - SAME).contains(kink)) {
        let _ = stops.try_push(kink);
    }
    stops.push(sweep);
    let ends = [0.0, sweep].map(apart);
    let mut best = if ends[0] > ends[1] { (ends[0], 0.0) } else { (ends[1], sweep) };
    let greatest = |low: Scalar, high: Scalar| {
        let found = minimum((low, f64::midpoint(low, high), high), PRECISION, |angle| -apart(angle));
        (-found.1, found.0)
    };
    for pair in stops.windows(2) {
        for found in [(apart(pair[0]), pair[0]), greatest(pair[0], pair[1])] {
            if found.0 > best.0 {
                best = found;
            }
        }
    }
    // At either end it must be the best of its neighbours on both sides: else what separates is not this edge.
    let beyond = if best.1 < SAME {
        -ASIDE
    } else if best.1 > sweep - SAME {
        sweep + ASIDE
    } else {
        best.1
    };
    (best.1 >= least && apart(beyond) <= best.0).then(|| at(best.1))
}

/// How far along an edge of some length it touches the disc along a normal: the two ends of a line that lies on a
/// face or along the side, else the one point; none where that is beyond the edge.
fn places(disc: &Disc, offset: Vector, along: Vector, length: Scalar, normal: Vector) -> ArrayVec<Scalar, 2> {
    let slope = along.dot(disc.axis);
    let across = |v: Vector| v - disc.axis * v.dot(disc.axis);
    let line = if slope.abs() < ALONG && normal.dot(disc.axis).abs() > 1.0 - ALONG {
        // Over a face: as far as the face goes.
        let (start, step) = (across(offset), across(along));
        let middle = -start.dot(step) / step.length_squared();
        let half = disc.radius * disc.radius - (start + step * middle).length_squared();
        (half > 0.0).then(|| (middle, half.sqrt() / step.length()))
    } else if slope.abs() > 1.0 - ALONG * ALONG && normal.dot(disc.axis).abs() < ALONG {
        // Along the side, from face to face.
        Some((-offset.dot(disc.axis) / slope, disc.half / slope.abs()))
    } else {
        None
    };
    let mut places = ArrayVec::new();
    if let Some((middle, half)) = line {
        let (low, high) = ((middle - half).max(0.0), (middle + half).min(length));
        if low < high {
            places.extend([low, high]);
        }
        return places;
    }
    let place = (disc.support(normal) - disc.centre - offset).dot(along);
    if (0.0..=length).contains(&place) {
        places.push(place);
    }
    places
}
