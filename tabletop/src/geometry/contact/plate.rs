//! Contact with a [`Plate`]: of single points, of balls, and of discs at every attitude.
//!
//! A disc meets a plate in one of two ways. Nearly level, its lower face rests on the surface: it bears on
//! true rim points and on the cusps where its rim crosses the rim of a hole or the outline, which together
//! span exactly the region that can carry it. Tilted, or with a part inside a hole, it bears on its lowest
//! rim points, on the edges of holes that touch its body, and with its rims on the walls of holes.

use super::{Manifold, Rolling};
use crate::geometry::plate::{Hole, Outline, edges};
use crate::geometry::{Plate, Pose, contact::Hint};
use crate::units::{Scalar, Vector, Vector2};

/// Sine of the tilt up to which a disc counts as lying on its face: 12°.
const LEVEL: Scalar = 0.2079;

/// Sine of the tilt below which "the lowest point" is rounding noise.
const FLAT: Scalar = 1.0e-6;

/// Where around a hole its edge is searched for the points nearest to a disc.
const SEARCH: usize = 24;

fn plan(local: Vector) -> Vector2 {
    Vector2::new(local.x, local.z)
}

impl Plate {
    /// Height of the surface at the mouth of a hole, on the side of `out`, a unit direction of the plan.
    fn mouth_height(&self, hole: &Hole, out: Vector2) -> Scalar {
        self.height(hole.centre + out * hole.mouth())
    }

    /// Signed distance of a point, in the plate's frame, to the plate's solid, and the unit normal out of it.
    ///
    /// Exact for points outside the solid near its top, chamfers, hole walls and edges; inside the solid it is
    /// the distance to the nearest of those. The plate's underside is not felt: what is below it has left.
    pub fn nearest(&self, local: Vector) -> (Scalar, Vector) {
        let at = plan(local);
        for hole in &self.holes {
            let offset = at - hole.centre;
            let mouth = hole.mouth();
            if offset.length_squared() < mouth * mouth {
                return self.nearest_in_hole(hole, local);
            }
        }
        let above = self.above(local);
        let outside = self.outside_outline(at);
        if outside > 0.0 {
            let side = self.outline_normal(at);
            let gap = Vector2::new(outside, above.max(0.0));
            let distance = gap.length();
            let normal = (side * gap.x + Vector::Y * gap.y).normalize_or(Vector::Y);
            return (distance, normal);
        }
        if above >= 0.0 || above > outside {
            (above, self.normal(at))
        } else {
            (outside, self.outline_normal(at))
        }
    }

    /// [`Plate::nearest`] for a point whose plan lies within the mouth of `hole`.
    fn nearest_in_hole(&self, hole: &Hole, local: Vector) -> (Scalar, Vector) {
        let offset = plan(local) - hole.centre;
        let distance = offset.length();
        let out = offset.try_normalize().unwrap_or(Vector2::X);
        let y = local.y - self.mouth_height(hole, out);
        let inward = -Vector::new(out.x, 0.0, out.y);
        let profile = HoleProfile { radius: hole.radius, chamfer: hole.chamfer };
        let (mut gap, side) = profile.nearest(distance, y);
        let mut normal = inward * side.x + Vector::Y * side.y;
        if let Some(floor) = hole.floor {
            let above_floor = y + floor;
            if above_floor < gap {
                gap = above_floor;
                normal = Vector::Y;
            }
        }
        (gap, normal)
    }

    /// Horizontal unit vector out of the outline near a point of the plan.
    fn outline_normal(&self, at: Vector2) -> Vector {
        let out = match &self.outline {
            Outline::Infinite => Vector2::ZERO,
            Outline::Circle(_) => at.normalize_or_zero(),
            Outline::Polygon(corners) => edges(corners)
                .map(|(a, b)| {
                    let out = crate::geometry::plate::outward(a, b);
                    (out.dot(at - a), out)
                })
                .fold((Scalar::NEG_INFINITY, Vector2::X), |best, edge| if edge.0 > best.0 { edge } else { best })
                .1,
        };
        Vector::new(out.x, 0.0, out.y)
    }
}

/// The section of a hole's rim: wall below, chamfer above, seen from the hole's axis. Coordinates are the
/// distance from the axis and the height above the surface at the mouth.
struct HoleProfile {
    radius: Scalar,
    chamfer: Scalar,
}

impl HoleProfile {
    /// Signed distance of a point to the rim's solid, and its normal as (towards the axis, up).
    fn nearest(&self, distance: Scalar, y: Scalar) -> (Scalar, Vector2) {
        let to_axis = self.radius - distance;
        if self.chamfer <= 0.0 {
            return if y <= 0.0 {
                (to_axis, Vector2::X)
            } else {
                let gap = Vector2::new(to_axis, y);
                (gap.length(), gap.normalize_or(Vector2::Y))
            };
        }
        // Along the chamfer from its foot on the wall (0) to the mouth (chamfer).
        let along = (-to_axis + (y + self.chamfer)) / 2.0;
        if along <= 0.0 && y <= -self.chamfer {
            return (to_axis, Vector2::X);
        }
        let t = along.clamp(0.0, self.chamfer);
        let foot = Vector2::new(-t, t - self.chamfer);
        let gap = Vector2::new(to_axis, y) - foot;
        let face = Vector2::splat(std::f64::consts::FRAC_1_SQRT_2);
        if t > 0.0 && t < self.chamfer || gap.dot(face) <= 0.0 {
            (gap.dot(face), face)
        } else {
            (gap.length(), gap.normalize_or(face))
        }
    }
}

/// Ball on plate. Normals point from the ball to the plate.
pub(super) fn ball_plate(radius: Scalar, pose: Pose, plate: &Plate, frame: Pose, reach: Scalar, out: &mut Vec<Manifold>) {
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
    let up = plate.normal(plan(centre));
    let height = plate.above(centre);
    if height > size + reach || centre.y < -plate.thickness - size || plate.outside_outline(plan(centre)) > size + reach {
        return;
    }
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
            in_hole(&disc, plate, hole, index as u32, tilt >= LEVEL, reach, out);
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
        if gap < reach {
            manifold.push(point + up * (gap / 2.0), gap, feature);
        }
        let _ = cusps.try_push(point);
    };
    for (index, hole) in plate.holes.iter().enumerate() {
        let feature = 16 * (index as u32 + 1);
        for (cusp, which) in crossings(plate, hole.centre, hole.mouth(), disc, tilt).into_iter().flatten().zip(0u32..) {
            add_cusp(cusp, feature + which, &mut manifold);
        }
    }
    match &plate.outline {
        Outline::Infinite => {}
        Outline::Circle(edge) => {
            for (cusp, which) in crossings(plate, Vector2::ZERO, *edge, disc, tilt).into_iter().flatten().zip(0u32..) {
                add_cusp(cusp, 8 + which, &mut manifold);
            }
        }
        Outline::Polygon(corners) => {
            if plate.outside_outline(plan(face)) > -radius {
                for (edge, (a, b)) in edges(corners).enumerate() {
                    let feature = 0x1000 + 16 * edge as u32;
                    for (cusp, which) in edge_crossings(plan(face), radius, a, b).into_iter().flatten().zip(0u32..) {
                        add_cusp(Vector::new(cusp.x, plate.height(cusp), cusp.y), feature + which, &mut manifold);
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
    if manifold.points.len() >= 3 {
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
fn crossings(plate: &Plate, centre: Vector2, circle: Scalar, disc: &LocalDisc, tilt: Scalar) -> [Option<Vector>; 2] {
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
fn tilted(disc: &LocalDisc, plate: &Plate, up: Vector, down: Vector, tilt: Scalar, reach: Scalar, out: &mut Vec<Manifold>) {
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

/// A disc near a hole's mouth or inside it: edges of the hole against its body, its rims against the wall.
fn in_hole(disc: &LocalDisc, plate: &Plate, hole: &Hole, index: u32, edges_too: bool, reach: Scalar, out: &mut Vec<Manifold>) {
    let size = disc.radius + disc.half;
    if plan(disc.centre).distance(hole.centre) > hole.mouth() + size {
        return;
    }
    let feature = 0x10_0000 * (index + 1);
    let below = plate.above(disc.centre) < 0.0;
    if edges_too || below {
        let mouth = [(hole.mouth(), 0.0, 0u32), (hole.radius, -hole.chamfer, 1)];
        for (circle, depth, which) in mouth.into_iter().take(if hole.chamfer > 0.0 { 2 } else { 1 }) {
            edge_on_disc(disc, plate, hole, circle, depth, feature + 0x1000 * which, reach, out);
        }
    }
    for (end, which) in [(-disc.half, 2u32), (disc.half, 3)] {
        rim_in_hole(disc, plate, hole, end, feature + 0x1000 * which, reach, out);
    }
}

/// Contacts of a circular edge of a hole with a disc's body: the points of the edge that are locally nearest.
fn edge_on_disc(
    disc: &LocalDisc,
    plate: &Plate,
    hole: &Hole,
    circle: Scalar,
    depth: Scalar,
    feature: u32,
    reach: Scalar,
    out: &mut Vec<Manifold>,
) {
    let point_at = |angle: Scalar| {
        let out = Vector2::from_angle(angle);
        let p = hole.centre + out * circle;
        Vector::new(p.x, plate.mouth_height(hole, out) + depth, p.y)
    };
    local_minima(|angle| disc.nearest(point_at(angle)).0, reach, |angle, which| {
        let point = point_at(angle);
        let (gap, mut normal, side_gap, face_gap) = disc.nearest(point);
        // Where the edge leaves through the disc's own edge both faces are equally near: edge crosses edge,
        // and the normal is square to both.
        if (side_gap - face_gap).abs() < 1.0e-6 {
            let tangent = Vector2::from_angle(angle).perp();
            let tangent = Vector::new(tangent.x, 0.0, tangent.y);
            let offset = point - disc.centre;
            let along = offset.dot(disc.axis);
            let radial = (offset - disc.axis * along).normalize_or_zero();
            let face = disc.axis * 1f64.copysign(along);
            let (p, q) = (face.dot(tangent), radial.dot(tangent));
            if p * q < 0.0 {
                normal = (face * q.abs() + radial * p.abs()).normalize_or(normal);
            }
        }
        out.push(Manifold::single(normal, point - normal * (gap / 2.0), gap, feature + which));
    });
}

/// Contacts of one rim of a disc with the wall and chamfer of a hole.
fn rim_in_hole(
    disc: &LocalDisc,
    plate: &Plate,
    hole: &Hole,
    end: Scalar,
    feature: u32,
    reach: Scalar,
    out: &mut Vec<Manifold>,
) {
    let middle = disc.centre + disc.axis * end;
    let across = disc.axis.any_orthonormal_vector();
    let along = disc.axis.cross(across);
    let point_at = |angle: Scalar| {
        let (sin, cos) = angle.sin_cos();
        middle + (across * cos + along * sin) * disc.radius
    };
    // Only points below the surface and above the wall's foot can touch the wall.
    let gap_at = |angle: Scalar| {
        let point = point_at(angle);
        let offset = plan(point) - hole.centre;
        if offset.length() > hole.mouth() + 2.0e-3 || point.y < -plate.thickness {
            return 1.0;
        }
        let side = offset.try_normalize().unwrap_or(Vector2::X);
        let y = point.y - plate.mouth_height(hole, side);
        if y > 0.0 {
            return 1.0 + y;
        }
        let wall = HoleProfile { radius: hole.radius, chamfer: hole.chamfer }.nearest(offset.length(), y).0;
        if wall < y {
            // Nearer to the surface than to the wall: not this contact.
            return 1.0;
        }
        hole.floor.map_or(wall, |floor| wall.min(y + floor))
    };
    local_minima(gap_at, reach, |angle, which| {
        let point = point_at(angle);
        let (gap, normal) = plate.nearest_in_hole(hole, point);
        out.push(Manifold::single(-normal, point - normal * (gap / 2.0), gap, feature + which));
    });
}

/// Finds the local minima below `reach` of a function around a circle and reports at most four of them.
fn local_minima(value: impl Fn(Scalar) -> Scalar, reach: Scalar, mut found: impl FnMut(Scalar, u32)) {
    use std::f64::consts::TAU;
    let step = TAU / SEARCH as Scalar;
    let samples: [Scalar; SEARCH] = std::array::from_fn(|i| value(i as Scalar * step));
    // The function's slope is at most a few lengths per radian: nothing near enough, nothing to refine.
    let mut reported = 0;
    for i in 0..SEARCH {
        let (before, here, after) = (samples[(i + SEARCH - 1) % SEARCH], samples[i], samples[(i + 1) % SEARCH]);
        if here > before || here >= after || reported == 4 {
            continue;
        }
        let mut low = (i as Scalar - 1.0) * step;
        let mut high = (i as Scalar + 1.0) * step;
        const GOLDEN: Scalar = 0.618_033_988_749_894_8;
        let (mut a, mut b) = (high - (high - low) * GOLDEN, low + (high - low) * GOLDEN);
        let (mut at_a, mut at_b) = (value(a), value(b));
        for _ in 0..34 {
            if at_a < at_b {
                high = b;
                (b, at_b) = (a, at_a);
                a = high - (high - low) * GOLDEN;
                at_a = value(a);
            } else {
                low = a;
                (a, at_a) = (b, at_b);
                b = low + (high - low) * GOLDEN;
                at_b = value(b);
            }
        }
        if at_a.min(at_b) < reach {
            found(if at_a < at_b { a } else { b }, reported);
            reported += 1;
        }
    }
}
