//! Contact with a [`Plate`]: of single points, of balls, and of discs at every attitude.
//!
//! A disc meets a plate in one of two ways. Nearly level, its lower face rests on the surface: it bears on
//! true rim points and on the cusps where its rim crosses the rim of a hole or the outline, which together
//! span exactly the region that can carry it. Tilted, or with a part inside a hole, it bears on its lowest
//! rim points, on the edges of holes that touch its body, and with its rims on the walls of holes.

mod hole;

use super::{Hint, Manifold, Rolling};
use crate::geometry::plate::{HoleProfile, Outline, edges, plan};
use crate::geometry::{Plate, Pose};
use crate::units::{Scalar, Vector, Vector2};

/// Sine of the tilt up to which a disc counts as lying on its face: 12°.
const LEVEL: Scalar = 0.2079;

/// Sine of the tilt from which the edges of a hole are felt along a disc's whole body: 1°. Up to [`LEVEL`] the cusps
/// carry it as well, so that nothing changes at once when a wedged disc rocks.
const EDGES: Scalar = 0.0175;

/// Points of a face whose gaps differ by less than this touch together, metres.
const FACE: Scalar = 2.0e-5;

/// Sine of the tilt below which "the lowest point" is rounding noise.
const FLAT: Scalar = 1.0e-6;

/// Ball on plate. Normals point from the ball to the plate.
pub(super) fn ball_plate(
    radius: Scalar,
    pose: Pose,
    plate: &Plate,
    frame: Pose,
    reach: Scalar,
    out: &mut Vec<Manifold>,
) {
    let centre = frame.to_local(pose.position);
    if centre.y < -plate.thickness {
        return;
    }
    let mut push = |point: Vector, normal: Vector, gap: Scalar, feature: u32| {
        if gap < reach {
            let position = frame.to_world(point + normal * (gap / 2.0));
            let mut manifold = Manifold::single(frame.rotation * -normal, position, gap, feature);
            manifold.rolling = Rolling::Sphere(radius);
            out.push(manifold);
        }
    };
    let Some((index, hole)) =
        plate.holes.iter().enumerate().find(|(_, hole)| plan(centre).distance(hole.centre) < hole.mouth())
    else {
        let (distance, normal) = plate.nearest(centre);
        push(centre - normal * distance, normal, distance - radius, 0);
        return;
    };
    // A ball in the mouth of a hole is carried all round: four azimuths, the first one exactly the nearest.
    let feature = 16 * (index as u32 + 1);
    let first = (plan(centre) - hole.centre).try_normalize().unwrap_or(Vector2::X);
    let profile = HoleProfile { radius: hole.radius, chamfer: hole.chamfer };
    let sides = [first, first.perp(), -first, -first.perp()];
    for (side, quarter) in sides.into_iter().zip(0u32..) {
        let across = (plan(centre) - hole.centre).dot(side);
        let y = centre.y - plate.mouth_height(hole, side);
        let (distance, normal) = profile.nearest(across, y);
        let normal = Vector::new(-side.x, 0.0, -side.y) * normal.x + Vector::Y * normal.y;
        push(centre - normal * distance, normal, distance - radius, feature + quarter);
    }
    if let Some(floor) = hole.floor {
        let distance = centre.y - plate.height(hole.centre) + floor;
        push(centre - Vector::Y * distance, Vector::Y, distance - radius, feature + 8);
    }
}

/// A disc in the frame of a plate, its axis turned to the side of the surface's normal.
struct LocalDisc {
    centre: Vector,
    axis: Vector,
    radius: Scalar,
    half: Scalar,
}

impl LocalDisc {
    /// Signed distance of a point to the disc's solid.
    fn gap(&self, point: Vector) -> Scalar {
        let offset = point - self.centre;
        let along = offset.dot(self.axis);
        let side_gap = (offset - self.axis * along).length() - self.radius;
        let face_gap = along.abs() - self.half;
        if side_gap > 0.0 && face_gap > 0.0 {
            (side_gap * side_gap + face_gap * face_gap).sqrt()
        } else {
            side_gap.max(face_gap)
        }
    }

    /// Signed distance of a point to the disc's solid and the unit normal out of it. Where two faces meet and
    /// the point is inside, the nearer one counts.
    fn nearest(&self, point: Vector) -> (Scalar, Vector, Scalar, Scalar) {
        let offset = point - self.centre;
        let along = offset.dot(self.axis);
        let across = offset - self.axis * along;
        let distance = across.length();
        let radial = across.normalize_or(self.axis.any_orthonormal_vector());
        let face = self.axis * 1f64.copysign(along);
        let (side_gap, face_gap) = (distance - self.radius, along.abs() - self.half);
        if side_gap > 0.0 && face_gap > 0.0 {
            let gap = radial * side_gap + face * face_gap;
            (gap.length(), gap.normalize(), side_gap, face_gap)
        } else if side_gap > face_gap {
            (side_gap, radial, side_gap, face_gap)
        } else {
            (face_gap, face, side_gap, face_gap)
        }
    }
}

/// Disc on plate. Normals point from the disc to the plate.
pub(super) fn disc_plate(
    (radius, half): (Scalar, Scalar),
    pose: Pose,
    plate: &Plate,
    frame: Pose,
    reach: Scalar,
    hint: Hint,
    out: &mut Vec<Manifold>,
) {
    let inverse = frame.rotation.inverse();
    let centre = inverse * (pose.position - frame.position);
    let size = radius + half;
    let height = plate.above(centre);
    if height > size + reach
        || centre.y < -plate.thickness - size
        || plate.falls_through(plan(centre), size + reach)
        || !plate.surely_holds(plan(centre), 0.0) && plate.outside_outline(plan(centre)) > size + reach
    {
        return;
    }
    let up = plate.normal(plan(centre));
    let axis = inverse * pose.axis();
    let axis = if axis.dot(up) < 0.0 { -axis } else { axis };
    let disc = LocalDisc { centre, axis, radius, half };
    let down = -up + axis * axis.dot(up);
    let tilt = down.length();
    let first = out.len();
    if tilt < LEVEL {
        level(&disc, plate, up, down, tilt, inverse * hint.load, reach, out);
    } else {
        tilted(&disc, plate, up, down / tilt, tilt, reach, out);
    }
    let lowest = height - half * axis.dot(up) - radius * tilt;
    if lowest < 0.5 * reach.min(1.0e-4) {
        for (index, hole) in plate.holes.iter().enumerate() {
            hole::in_hole(&disc, plate, hole, index as u32, tilt >= EDGES, reach, out);
        }
    }
    for manifold in &mut out[first..] {
        manifold.normal = frame.rotation * manifold.normal;
        for point in &mut manifold.points {
            point.position = frame.to_world(point.position);
        }
        if let Rolling::Rim(axis, _) = &mut manifold.rolling {
            *axis = frame.rotation * *axis;
        }
    }
}

/// A disc lying on its face, or nearly.
fn level(
    disc: &LocalDisc,
    plate: &Plate,
    up: Vector,
    down: Vector,
    tilt: Scalar,
    load: Vector,
    reach: Scalar,
    out: &mut Vec<Manifold>,
) {
    let LocalDisc { centre, axis, radius, half } = *disc;
    let face = centre - axis * half;
    let upright = axis.dot(up);
    let mut manifold = Manifold::new(-up, 0);
    // Depth of the face's plane above a point of the plate, along the surface's normal.
    let clearance = |point: Vector| (face - point).dot(axis) / upright;

    let load = load - axis * load.dot(axis);
    let toward = if tilt > FLAT {
        down / tilt
    } else if load.length_squared() > (0.02 * radius).powi(2) {
        load.normalize()
    } else {
        (Vector::X - axis * axis.x).normalize()
    };
    let aside = axis.cross(toward);

    let mut cusps = arrayvec::ArrayVec::<Vector, 6>::new();
    let mut add_cusp = |point: Vector, feature: u32, manifold: &mut Manifold| {
        let gap = clearance(point);
        // Far above the face it stands beside the disc, not under it: that is the edge's business.
        if gap < reach && gap > -0.25 * half {
            manifold.push(point + up * (gap / 2.0), gap, feature);
        }
        let _ = cusps.try_push(point);
    };
    for (index, hole) in plate.holes.iter().enumerate() {
        if plan(face).distance_squared(hole.centre) > (hole.mouth() + radius).powi(2) {
            continue;
        }
        let feature = 16 * (index as u32 + 1);
        for (cusp, which) in
            crossings(plate, hole.centre, hole.mouth(), disc, tilt).into_iter().flatten().zip(0u32..)
        {
            add_cusp(cusp, feature + which, &mut manifold);
        }
    }
    match &plate.outline {
        Outline::Infinite => {}
        Outline::Circle(edge) => {
            for (cusp, which) in
                crossings(plate, Vector2::ZERO, *edge, disc, tilt).into_iter().flatten().zip(0u32..)
            {
                add_cusp(cusp, 8 + which, &mut manifold);
            }
        }
        Outline::Polygon(polygon) => {
            if !plate.surely_holds(plan(face), radius) && plate.outside_outline(plan(face)) > -radius {
                for (edge, (a, b)) in edges(polygon.corners()).enumerate() {
                    let feature = 0x1000 + 16 * edge as u32;
                    for (cusp, which) in
                        edge_crossings(plan(face), radius, a, b).into_iter().flatten().zip(0u32..)
                    {
                        add_cusp(
                            Vector::new(cusp.x, plate.height(cusp), cusp.y),
                            feature + which,
                            &mut manifold,
                        );
                    }
                    if a.distance(plan(face)) < radius {
                        add_cusp(Vector::new(a.x, plate.height(a), a.y), feature + 2, &mut manifold);
                    }
                }
            }
        }
    }
    // Rim points on the surface, unless a cusp already stands for that side.
    for (direction, quarter) in [toward, aside, -toward, -aside].into_iter().zip(0u32..) {
        let point = face + direction * radius;
        let near_cusp = cusps.iter().any(|cusp| (*cusp - point).length_squared() < (0.25 * radius).powi(2));
        if near_cusp && tilt <= FLAT || !plate.has_surface(plan(point)) {
            continue;
        }
        let gap = plate.above(point);
        if gap < reach {
            manifold.push(point - up * (gap / 2.0), gap, quarter);
        }
    }
    if manifold.points.is_empty() {
        return;
    }
    // Three points that touch make a face; one or two are a rim, however near the others hover.
    let nearest = manifold.points.iter().map(|point| point.gap).fold(Scalar::INFINITY, Scalar::min);
    let touching = manifold.points.iter().filter(|point| point.gap < nearest + FACE).count();
    if touching >= 3 {
        manifold.patch = radius;
    } else if tilt > 1.0e-4 {
        manifold.rolling = rim(axis, down / tilt, tilt, radius);
    }
    out.push(manifold);
}

/// The rolling direction of a rim that touches at `toward`, with the sine of its tilt from the surface.
fn rim(axis: Vector, toward: Vector, tilt: Scalar, radius: Scalar) -> Rolling {
    let cot = ((1.0 - tilt * tilt).max(0.0).sqrt() / tilt).min(50.0);
    Rolling::Rim(toward * cot + axis, radius)
}

/// Where the rim of a nearly level disc's lower face stands over a circle on the plate.
fn crossings(
    plate: &Plate,
    centre: Vector2,
    circle: Scalar,
    disc: &LocalDisc,
    tilt: Scalar,
) -> [Option<Vector>; 2] {
    let face = disc.centre - disc.axis * disc.half;
    let between = plan(face) - centre;
    let distance = between.length();
    let radius = disc.radius;
    if distance >= circle + radius || distance <= (circle - radius).abs() || distance == 0.0 {
        return [None; 2];
    }
    let along = (distance * distance + circle * circle - radius * radius) / (2.0 * distance);
    let height = (circle * circle - along * along).max(0.0).sqrt();
    let unit = between / distance;
    let on_plate = |p: Vector2| Vector::new(p.x, plate.height(p), p.y);
    [1.0, -1.0].map(|side| {
        let mut offset = unit * along + unit.perp() * (height * side);
        if tilt > 1.0e-4 {
            // A tilted face is an ellipse in plan: walk along the circle until the distance from the axis fits.
            for _ in 0..3 {
                let point = on_plate(centre + offset) - disc.centre;
                let across = point - disc.axis * point.dot(disc.axis);
                let tangent = offset.perp();
                let slope = 2.0 * across.dot(Vector::new(tangent.x, 0.0, tangent.y));
                if slope.abs() < 1.0e-12 {
                    break;
                }
                let turn = ((radius * radius - across.length_squared()) / slope).clamp(-0.2, 0.2);
                offset = (offset + tangent * turn).normalize_or(unit) * circle;
            }
        }
        let point = centre + offset;
        // The circle may itself be cut by the plate's end or by a hole; then this crossing does not exist.
        let inside = plate.outside_outline(point) <= 1.0e-9
            && plate.holes.iter().all(|hole| point.distance(hole.centre) > hole.mouth() - 1.0e-9);
        inside.then(|| on_plate(point))
    })
}

/// Where a circle crosses the straight edge from `a` to `b`.
fn edge_crossings(centre: Vector2, radius: Scalar, a: Vector2, b: Vector2) -> [Option<Vector2>; 2] {
    let edge = b - a;
    let length = edge.length();
    let unit = edge / length;
    let foot = (centre - a).dot(unit);
    let off = (centre - a).perp_dot(unit);
    let half_squared = radius * radius - off * off;
    if half_squared <= 0.0 {
        return [None; 2];
    }
    let half = half_squared.sqrt();
    [foot - half, foot + half].map(|t| (0.0..=length).contains(&t).then(|| a + unit * t))
}

/// A disc leaning or standing on the open surface: its lowest rim points.
fn tilted(
    disc: &LocalDisc,
    plate: &Plate,
    up: Vector,
    down: Vector,
    tilt: Scalar,
    reach: Scalar,
    out: &mut Vec<Manifold>,
) {
    let LocalDisc { centre, axis, radius, half } = *disc;
    let mut manifold = Manifold::new(-up, 1);
    for (end, feature) in [(-half, 0u32), (half, 1)] {
        let point = centre + axis * end + down * radius;
        if !plate.has_surface(plan(point)) {
            continue;
        }
        let gap = plate.above(point);
        if gap < reach && gap > -2.0 * half - radius {
            manifold.push(point - up * (gap / 2.0), gap, feature);
        }
    }
    if manifold.points.is_empty() {
        return;
    }
    manifold.rolling = rim(axis, down, tilt, radius);
    if manifold.points.len() == 2 {
        manifold.patch = 0.75 * half;
    }
    out.push(manifold);
}
