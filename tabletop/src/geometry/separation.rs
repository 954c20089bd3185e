//! How far two convex shapes are apart, or how deep they overlap, and along which direction.
//!
//! For a unit direction `n` the signed separation is `min over b of n·x − max over a of n·x`. Its greatest value
//! over all directions is the distance of shapes that are apart and minus the depth of shapes that overlap.

mod round;

use arrayvec::ArrayVec;

use super::gjk::{Closest, Convex, Core, closest};
use crate::units::{Scalar, Vector};

/// The normal of a flat face is preferred to a direction that separates the shapes by no more than this much
/// better, metres: the difference is far below what matters, a full face contact is not.
const FLAT_BIAS: Scalar = 2.0e-7;

/// How many directions are refined when cores overlap.
const STARTS: usize = 8;

/// Most refinements of one direction. Each is the better the shallower the overlap; two do for resting pieces.
const REFINEMENTS: usize = 12;

/// A refinement that gains less than this share of the smaller size is the last.
const GAIN: Scalar = 1.0e-9;

/// The direction along which two shapes are separated best.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    /// Unit vector from the first shape to the second.
    pub normal: Vector,
    /// Signed distance of the surfaces along the normal, negative where they overlap. Metres.
    pub gap: Scalar,
    /// Whether the normal is exactly that of a flat face of one of the shapes.
    pub flat: bool,
    /// Half-way between a nearest, or deepest, point of each surface, in the world.
    pub point: Vector,
}

/// A direction with the signed separation of the cores along it.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    normal: Vector,
    gap: Scalar,
    flat: bool,
}

/// The axis of greatest signed separation, or `None` if the shapes are at least `reach` metres apart.
pub fn separation(a: &Convex, b: &Convex, reach: Scalar) -> Option<Axis> {
    let core_reach = reach + a.radius + b.radius;
    let mut flat = Candidate { normal: Vector::Y, gap: Scalar::NEG_INFINITY, flat: true };
    let faces_a = flat_faces(a).map(|(normal, reach)| (normal, -b.reach(-normal) - reach));
    let faces_b = flat_faces(b).map(|(normal, reach)| (-normal, -a.reach(-normal) - reach));
    for (normal, gap) in faces_a.chain(faces_b) {
        if gap >= core_reach {
            return None;
        }
        if gap > flat.gap {
            flat = Candidate { normal, gap, flat: true };
        }
    }
    let between = b.position - a.position;
    let centres = between.normalize_or(Vector::Y);
    // Most shapes that are near each other do not touch: a few directions that are likely to part them are tried
    // before the search for the best one.
    if likely(a, b, between).into_iter().flatten().any(|normal| core_gap(a, b, normal) >= core_reach) {
        return None;
    }
    let start = if flat.gap > Scalar::NEG_INFINITY { flat.normal } else { centres };
    if let Some((best, witness)) = round::separation(a, b, flat, between) {
        return Some(axis(a, b, best, &witness)).filter(|axis| axis.gap < reach);
    }
    let Some(apart) = closest(a, b, Vector::ZERO, start) else {
        let (deepest, witness) = overlap(a, b, flat);
        return Some(axis(a, b, deepest, &witness)).filter(|axis| axis.gap < reach);
    };
    if apart.distance >= core_reach {
        return None;
    }
    let curved = Candidate { normal: apart.normal, gap: apart.distance, flat: false };
    Some(axis(a, b, prefer_flat(flat, curved), &apart))
}

/// Directions that part most shapes that do not touch: along the line of centres, and across the axis of each
/// round shape.
fn likely(a: &Convex, b: &Convex, between: Vector) -> [Option<Vector>; 3] {
    let across = |shape: &Convex| match shape.core {
        Core::Cylinder(..) | Core::Segment(_) => between.reject_from_normalized(shape.axis()).try_normalize(),
        Core::Point | Core::Polyhedron(_) => None,
    };
    [between.try_normalize(), across(a), across(b)]
}

/// Signed separation of the cores along a unit direction.
fn core_gap(a: &Convex, b: &Convex, normal: Vector) -> Scalar {
    -b.reach(-normal) - a.reach(normal)
}

fn prefer_flat(flat: Candidate, other: Candidate) -> Candidate {
    if flat.gap >= other.gap - FLAT_BIAS { flat } else { other }
}

fn axis(a: &Convex, b: &Convex, candidate: Candidate, witness: &Closest) -> Axis {
    let Candidate { normal, gap, flat } = candidate;
    let point = (witness.on_a + witness.on_b + normal * (a.radius - b.radius)) / 2.0;
    Axis { normal, gap: gap - a.radius - b.radius, flat, point }
}

/// Outward normals of a shape's flat faces, in the world, each with how far the core reaches along it.
fn flat_faces<'a>(shape: &Convex<'a>) -> impl Iterator<Item = (Vector, Scalar)> + 'a {
    let Convex { core, frame, position, .. } = *shape;
    let (faces, caps, half_thickness) = match core {
        Core::Polyhedron(hull) => (hull.faces(), 0, 0.0),
        Core::Cylinder(_, half_thickness) => (&[][..], 2, half_thickness),
        Core::Point | Core::Segment(_) => (&[][..], 0, 0.0),
    };
    let faces = faces.iter().map(move |face| (frame * face.normal, face.offset));
    let caps = [frame.y_axis, -frame.y_axis].map(|axis| (axis, half_thickness)).into_iter().take(caps);
    faces.chain(caps).map(move |(normal, offset)| (normal, normal.dot(position) + offset))
}

/// The direction of greatest separation of cores that overlap, with witnesses.
///
/// A direction is refined by moving b along it until the cores are just apart and taking the direction of
/// their closest points. The separation never falls: if the moved cores are apart by `d` along `m`, then
/// `d ≥ gap(n) + shift` and `gap(m) = d − shift · n·m`.
fn overlap(a: &Convex, b: &Convex, flat: Candidate) -> (Candidate, Closest) {
    let size = size(a).min(size(b));
    let mut best: Option<(Candidate, Closest)> = None;
    for start in starts(a, b, flat) {
        // Far shallower directions have been found: what lies behind this one cannot beat them.
        if best.as_ref().is_some_and(|(best, _)| start.gap < 8.0 * best.gap - 0.1 * size) {
            continue;
        }
        let mut candidate = start;
        for _ in 0..REFINEMENTS {
            let shift = (0.2 * candidate.gap.abs()).max(1.0e-3 * size) - candidate.gap;
            let Some(found) = closest(a, b, candidate.normal * shift, candidate.normal) else { break };
            let gap = found.distance - shift * candidate.normal.dot(found.normal);
            let gain = gap - candidate.gap;
            let refined = Candidate { normal: found.normal, gap, flat: false };
            if gain > FLAT_BIAS || !candidate.flat {
                candidate = refined;
            }
            // Equally good is better: only a direction that stays what it was has true witnesses.
            if best.as_ref().is_none_or(|(best, _)| candidate.gap >= best.gap - GAIN * size) {
                best = Some((candidate, found));
            }
            if gain <= GAIN * size {
                break;
            }
        }
    }
    let nowhere = Closest { normal: flat.normal, distance: 0.0, on_a: a.position, on_b: b.position };
    match best {
        Some((best, witness)) => (prefer_flat(flat, best), witness),
        None => (flat, nowhere),
    }
}

/// A length that shapes must be moved by to matter.
fn size(shape: &Convex) -> Scalar {
    match shape.core {
        Core::Point => shape.radius,
        Core::Segment(half_length) => shape.radius + half_length,
        Core::Cylinder(radius, _) => radius,
        Core::Polyhedron(hull) => hull.bounding_radius(),
    }
}

/// The most promising directions along which overlapping cores may be separated, best first.
fn starts(a: &Convex, b: &Convex, flat: Candidate) -> ArrayVec<Candidate, STARTS> {
    let mut starts = ArrayVec::<Candidate, STARTS>::new();
    if flat.gap > Scalar::NEG_INFINITY {
        starts.push(flat);
    }
    let centres = b.position - a.position;
    let mut offer = |direction: Vector| {
        let Some(unit) = direction.try_normalize() else { return };
        let [forward, back] =
            [unit, -unit].map(|normal| Candidate { normal, gap: core_gap(a, b, normal), flat: false });
        let candidate = if forward.gap >= back.gap { forward } else { back };
        let normal = candidate.normal;
        let known = |start: &Candidate| start.normal.dot(normal) > 1.0 - 1.0e-6;
        if let Some(twin) = starts.iter_mut().find(|start| known(start)) {
            if candidate.gap > twin.gap {
                *twin = candidate;
            }
            return;
        }
        if starts.is_full() && starts.last().is_some_and(|worst| worst.gap < candidate.gap) {
            starts.pop();
        }
        let place = starts.iter().position(|start| start.gap < candidate.gap).unwrap_or(starts.len());
        let _ = starts.try_insert(place, candidate);
    };
    offer(centres);
    for (round, other) in [(a, b), (b, a)] {
        if let Core::Cylinder(..) | Core::Segment(_) = round.core {
            offer(centres.reject_from_normalized(round.axis()));
            // Corners that press into the curved side.
            if let Core::Polyhedron(hull) = other.core {
                // Edges that press into the rim, which stands across them somewhere near the centre.
                for &edge in hull.edge_directions() {
                    offer(centres.reject_from_normalized(other.frame * edge));
                }
                for &vertex in hull.vertices() {
                    let arm = other.position + other.frame * vertex - round.position;
                    offer(arm.reject_from_normalized(round.axis()));
                }
            }
        }
    }
    for u in line_directions(a) {
        for v in line_directions(b) {
            offer(u.cross(v));
        }
    }
    starts
}

/// Directions of a shape's straight edges and generators, in the world.
fn line_directions<'a>(shape: &Convex<'a>) -> impl Iterator<Item = Vector> + 'a {
    let Convex { core, frame, .. } = *shape;
    let (edges, generators) = match core {
        Core::Polyhedron(hull) => (hull.edge_directions(), 0),
        Core::Cylinder(..) | Core::Segment(_) => (&[][..], 1),
        Core::Point => (&[][..], 0),
    };
    edges.iter().map(move |&edge| frame * edge).chain([frame.y_axis].into_iter().take(generators))
}

#[cfg(test)]
mod tests;
