//! The flat face of a disc over a polygon: points of the true circle, crossings of circle and sides, corners.

use super::{
    facet::{Cap, Polygon},
    spots::{Feature, Spots},
};
use crate::units::{Scalar, Vector};

/// Sine of the tilt above which the lowest point of the rim is known.
const TILTED: Scalar = 1.0e-5;

/// Sine of the tilt above which the lowest point of the rim matters more than where the load was.
const STEEPER_THAN_LOAD: Scalar = 1.0e-3;

/// The load has a direction if it is off the middle by more than this share of the radius.
const OFF_CENTRE: Scalar = 0.02;

/// How far outside of a polygon a point of the rim may lie and still count as within. Metres.
const MARGIN: Scalar = 1.0e-9;

/// The slot of the lowest point of the rim when the load decides about the four others.
const LOWEST: u16 = 4;

/// Adds the points that a cap and a polygon share. `up` is the normal from the polygon to the disc. Returns the
/// radius of the cap if it lies on the polygon as a whole.
pub(in crate::geometry::contact) fn on_polygon(
    cap: &Cap,
    polygon: &Polygon,
    up: Vector,
    load: Vector,
    spots: &mut Spots,
) -> Option<Scalar> {
    let disc_is_a = up.dot(spots.normal) < 0.0;
    let mut add = |on_polygon: Vector, on_cap: Vector, feature: Feature| {
        let (polygon, disc) = ((on_polygon, polygon.radius), (on_cap, 0.0));
        let (a, b) = if disc_is_a { (disc, polygon) } else { (polygon, disc) };
        spots.add(a, b, feature);
    };
    let mut whole = 0;
    if !polygon.is_line() {
        for (slot, direction) in rim_directions(cap, polygon, load) {
            let on_cap = cap.centre + direction * cap.radius;
            let on_polygon = polygon.project(on_cap, up).filter(|_| polygon.holds(on_cap, up, MARGIN));
            if let Some(on_polygon) = on_polygon {
                add(on_polygon, on_cap, Feature::Rim(slot));
                whole += usize::from(slot != LOWEST);
            }
        }
    }
    // Corners and sides of the polygon, moved along the normal into the plane of the cap.
    let rise = cap.axis.dot(up);
    let lift = |point: Vector| point + up * ((cap.centre - point).dot(cap.axis) / rise);
    for corner in &polygon.corners {
        let on_cap = lift(corner.position);
        if on_cap.distance_squared(cap.centre) <= cap.radius * cap.radius {
            let feature = if disc_is_a { Feature::CornerOfB } else { Feature::CornerOfA };
            add(corner.position, on_cap, feature(corner.vertex));
        }
    }
    let mut crossed = false;
    for (start, end) in polygon.sides() {
        for (which, share) in crossings(cap, lift(start.position), lift(end.position)) {
            crossed = true;
            let on_side = start.position.lerp(end.position, share);
            add(on_side, lift(on_side), Feature::RimOverEdge(start.edge, which));
        }
    }
    let level = polygon.normal.cross(cap.axis).length() < STEEPER_THAN_LOAD;
    (whole == 4 && !crossed && level).then_some(cap.radius)
}

/// Four directions from the middle of the cap, a quarter turn apart, each with its slot; sometimes a fifth.
fn rim_directions(cap: &Cap, polygon: &Polygon, load: Vector) -> impl Iterator<Item = (u16, Vector)> {
    let across = |v: Vector| v.reject_from_normalized(cap.axis);
    // Down is against the normal out of the polygon; its length is the sine of the tilt.
    let down = across(-polygon.normal);
    let tilt = down.length();
    let loaded = across(load).length() > OFF_CENTRE * cap.radius && tilt < STEEPER_THAN_LOAD;
    let first = match (loaded, tilt > TILTED) {
        (true, _) => across(load).normalize_or_zero(),
        (false, true) => down / tilt,
        (false, false) => {
            across(Vector::X).try_normalize().unwrap_or_else(|| cap.axis.any_orthonormal_vector())
        }
    };
    let beside = cap.axis.cross(first);
    let lowest = (loaded && tilt > TILTED).then(|| (LOWEST, down / tilt));
    [(0, first), (1, beside), (2, -first), (3, -beside)].into_iter().chain(lowest)
}

/// Where a segment in the plane of the cap crosses its rim: which crossing, and the share of the segment.
fn crossings(cap: &Cap, start: Vector, end: Vector) -> impl Iterator<Item = (u16, Scalar)> {
    let (along, arm) = (end - start, start - cap.centre);
    let half = -arm.dot(along) / along.length_squared();
    // From the foot of the centre's perpendicular: exact also for grazing lines.
    let foot = arm + along * half;
    let squared = (cap.radius * cap.radius - foot.length_squared()) / along.length_squared();
    let offset = squared.max(0.0).sqrt();
    let roots = [(0, half - offset), (1, half + offset)];
    roots.into_iter().filter(move |(_, share)| squared > 0.0 && (0.0..=1.0).contains(share))
}
