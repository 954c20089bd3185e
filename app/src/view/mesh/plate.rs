//! Boards, rings, trays: the surface with its true holes, chamfers, walls, floors and edges.

use std::collections::BTreeMap;

use bevy::math::{Vec2, Vec3, ops};
use tabletop::geometry::{Hole, Outline, Plate};
use tabletop::units::{Scalar, Vector, Vector2};

use super::builder::{Patch, Vertex};
use super::plan::{self, Cell};
use super::{CHAMFER, Cut, Part, Surface};
use crate::view::look::{Inlay, Region};

/// How dark the bottom of a wall through the plate is: light reaches it only by way of other walls.
const DEEP: f32 = 0.42;

/// All surfaces of a plate.
pub(super) fn plate(plate: &Plate, cut: Cut, inlays: &[Inlay]) -> Vec<Part> {
    let edge = if plate.outline == Outline::Infinite { 0.0 } else { CHAMFER.min(plate.thickness / 4.0) };
    let joints = Joints::of(cut);
    let (rim, outer) =
        joints.split(&plan::outline(&plate.outline, edge), &plan::outline(&plate.outline, 0.0));
    let lips = plate.holes.iter().map(|hole| {
        joints.split(&plan::circle(hole.centre, hole.mouth()), &plan::circle(hole.centre, hole.radius))
    });
    let (mouths, walls) = lips.unzip::<_, _, Vec<_>, Vec<_>>();
    let regions = inlays.iter().map(|inlay| inlay.region.clone()).collect::<Vec<Region>>();
    let cells = plan::triangulate(&rim, &mouths, &regions);

    let mut parts = vec![Part { surface: Surface::Up, patch: top(plate, cut, &joints, &cells, None) }];
    for (index, inlay) in inlays.iter().enumerate() {
        let grain = Cut {
            turn: inlay.grain as f32,
            offset: cut.offset + Vec2::splat(0.013 * index as f32),
            stave: 0.0,
        };
        parts.push(Part {
            surface: Surface::Inlay(index),
            patch: top(plate, grain, &joints, &cells, Some(index)),
        });
    }

    let mut body = Patch::default();
    edge_strip(plate, cut, &mut body, &rim, &outer, edge);
    let heads =
        |line: &[Vector2], drop: Scalar| line.iter().map(|p| plate.height(*p) - drop).collect::<Vec<_>>();
    wall(plate, cut, &mut body, &outer, &heads(&rim, edge), -plate.thickness, None);
    for ((hole, mouth), wall_line) in plate.holes.iter().zip(&mouths).zip(&walls) {
        edge_strip(plate, cut, &mut body, mouth, wall_line, hole.chamfer);
        let foot = floor_height(plate, hole);
        wall(plate, cut, &mut body, wall_line, &heads(mouth, hole.chamfer), foot, Some(hole.centre));
        if hole.floor.is_some() {
            let cells = plan::triangulate(wall_line, &[], &[]);
            level(&mut body, cut, &cells, foot, 1.0, 0.8);
        }
    }
    parts.push(Part { surface: Surface::Body, patch: body });

    let through = plate.holes.iter().zip(walls).filter(|(hole, _)| hole.floor.is_none());
    let openings = through.map(|(_, wall_line)| wall_line).collect::<Vec<_>>();
    let mut underside = Patch::default();
    level(&mut underside, cut, &plan::triangulate(&outer, &openings, &[]), -plate.thickness, -1.0, 1.0);
    parts.push(Part { surface: Surface::Down, patch: underside });
    parts
}

/// Height of the foot of a hole's wall. A floor is level, measured from the surface at the hole's centre.
fn floor_height(plate: &Plate, hole: &Hole) -> Scalar {
    hole.floor.map_or(-plate.thickness, |depth| plate.height(hole.centre) - depth)
}

/// The part of the upper surface that belongs to an inlay, or to none.
fn top(plate: &Plate, cut: Cut, joints: &Joints, cells: &[Cell], inlay: Option<usize>) -> Patch {
    let mut patch = Patch::default();
    let mut known = BTreeMap::new();
    for (corners, _) in cells.iter().filter(|(_, owner)| *owner == inlay) {
        for (piece, stave) in joints.pieces(corners) {
            let numbers = piece.iter().map(|p| {
                let key = (p.x.to_bits(), p.y.to_bits(), stave);
                *known.entry(key).or_insert_with(|| {
                    let world = Vector::new(p.x, plate.height(*p), p.y).as_vec3();
                    patch.vertex(planar(world, plate.normal(*p).as_vec3(), cut, stave))
                })
            });
            let numbers = numbers.collect::<Vec<u32>>();
            for i in 2..numbers.len() {
                patch.triangle([numbers[0], numbers[i - 1], numbers[i]]);
            }
        }
    }
    patch
}

/// The joints between the staves of a plate: parallel lines of the plan. Borders and inlays are cut at them
/// too, so that all surfaces meet corner to corner.
struct Joints {
    across: Vector2,
    width: Scalar,
}

impl Joints {
    fn of(cut: Cut) -> Self {
        let (sin, cos) = ops::sin_cos(cut.turn);
        Self { across: Vector2::new(-f64::from(sin), cos.into()), width: cut.stave.into() }
    }

    fn place(&self, p: &Vector2) -> Scalar {
        p.dot(self.across) / self.width
    }

    /// The joints, by number, strictly between two points.
    fn between(&self, a: &Vector2, b: &Vector2) -> std::ops::RangeInclusive<i64> {
        let (a, b) = (self.place(a), self.place(b));
        a.min(b).floor() as i64 + 1..=a.max(b).ceil() as i64 - 1
    }

    /// Two closed lines that run side by side, with corners added to both where the first meets a joint.
    fn split(&self, first: &[Vector2], second: &[Vector2]) -> (Vec<Vector2>, Vec<Vector2>) {
        if self.width == 0.0 {
            return (first.to_vec(), second.to_vec());
        }
        let mut split = (Vec::new(), Vec::new());
        for (i, (a, c)) in first.iter().zip(second).enumerate() {
            let (b, d) = (&first[(i + 1) % first.len()], &second[(i + 1) % second.len()]);
            split.0.push(*a);
            split.1.push(*c);
            let mut joints = self.between(a, b).collect::<Vec<_>>();
            if self.place(a) > self.place(b) {
                joints.reverse();
            }
            for joint in joints {
                let point = crossing(a, b, |p| self.place(p) - joint as Scalar);
                let part = a.distance(point) / a.distance(*b);
                split.0.push(point);
                split.1.push(*c + (*d - *c) * part);
            }
        }
        split
    }

    /// Cuts a triangle along the joints; each piece comes with the number of its stave.
    fn pieces(&self, corners: &[Vector2; 3]) -> Vec<(Vec<Vector2>, i64)> {
        if self.width == 0.0 {
            return vec![(corners.to_vec(), 0)];
        }
        let places = corners.each_ref().map(|p| self.place(p));
        let lowest = places.iter().copied().fold(Scalar::INFINITY, Scalar::min).floor() as i64;
        let highest = places.iter().copied().fold(Scalar::NEG_INFINITY, Scalar::max).ceil() as i64;
        let mut pieces = Vec::new();
        for stave in lowest..highest.max(lowest + 1) {
            let above = clip(corners, |p| self.place(p) - stave as Scalar);
            let piece = clip(&above, |p| (stave + 1) as Scalar - self.place(p));
            if piece.len() >= 3 {
                pieces.push((piece, stave));
            }
        }
        pieces
    }
}

/// Where the straight line between two points crosses `side = 0`. Whoever asks about the same two points
/// gets the very same answer, because the ends are always taken in the same order.
fn crossing(a: &Vector2, b: &Vector2, side: impl Fn(&Vector2) -> Scalar) -> Vector2 {
    let (from, to) = if (a.x, a.y) < (b.x, b.y) { (a, b) } else { (b, a) };
    let (u, v) = (side(from), side(to));
    *from + (*to - *from) * (u / (u - v))
}

/// The part of a convex polygon where `side` is not negative.
fn clip(polygon: &[Vector2], side: impl Fn(&Vector2) -> Scalar) -> Vec<Vector2> {
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    for (i, here) in polygon.iter().enumerate() {
        let next = &polygon[(i + 1) % polygon.len()];
        let (a, b) = (side(here), side(next));
        if a >= 0.0 {
            kept.push(*here);
        }
        if (a > 0.0 && b < 0.0) || (a < 0.0 && b > 0.0) {
            kept.push(crossing(here, next, &side));
        }
    }
    kept
}

/// A corner of a surface seen from above or below, the grain laid flat on it.
fn planar(position: Vec3, normal: Vec3, cut: Cut, stave: i64) -> Vertex {
    let (sin, cos) = ops::sin_cos(cut.turn);
    let (along, across) = (Vec3::new(cos, 0.0, sin), Vec3::new(-sin, 0.0, cos));
    // Neighbouring staves come from different boards: another place in the plank, another shade, and every
    // other one turned end for end.
    let mut draw = (stave as u32).wrapping_mul(0x9E37_79B9) ^ 0x51ED_270B;
    let mut next = || {
        draw = draw.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (draw >> 8) as f32 / (1u32 << 24) as f32
    };
    let (shift, flip, shade) = if cut.stave > 0.0 {
        let shift = Vec2::new(next() * 3.0, next() * 0.23);
        (shift, if next() < 0.5 { -1.0 } else { 1.0 }, 0.9 + 0.16 * next())
    } else {
        (Vec2::ZERO, 1.0, 1.0)
    };
    let local = position.dot(across) - stave as f32 * cut.stave;
    Vertex {
        position,
        normal,
        along: [along * flip, across * flip],
        grain: cut.offset + shift + Vec2::new(position.dot(along), local) * flip,
        face: Vec2::new(position.x, position.z),
        tint: shade,
    }
}

/// The chamfer between a border of the surface and the head of a wall, `drop` lower.
fn edge_strip(
    plate: &Plate,
    cut: Cut,
    patch: &mut Patch,
    upper: &[Vector2],
    lower: &[Vector2],
    drop: Scalar,
) {
    if drop == 0.0 {
        return;
    }
    let row = |patch: &mut Patch, head: bool| {
        let close = upper.iter().zip(lower).cycle().take(upper.len() + 1);
        close
            .map(|(up, low)| {
                let out = (*low - *up).normalize_or_zero();
                let p = if head { *up } else { *low };
                let height = plate.height(*up) - if head { 0.0 } else { drop };
                // Rounded in light, flat in shape, as on the pieces.
                let lift = if head { 2.6 } else { 0.38 };
                let normal = Vector::new(out.x, lift, out.y).normalize().as_vec3();
                patch.vertex(planar(
                    Vector::new(p.x, height, p.y).as_vec3(),
                    normal,
                    Cut { stave: 0.0, ..cut },
                    0,
                ))
            })
            .collect::<Vec<_>>()
    };
    let (head, foot) = (row(patch, true), row(patch, false));
    patch.strip(&head, &foot);
}

/// An upright wall under a line of the plan, from a head for each corner down to a level foot. Walls of holes
/// are round and look towards `centre`; outer walls of polygons have flat sides.
fn wall(
    plate: &Plate,
    cut: Cut,
    patch: &mut Patch,
    line: &[Vector2],
    heads: &[Scalar],
    foot: Scalar,
    centre: Option<Vector2>,
) {
    let round = centre.or(matches!(plate.outline, Outline::Circle(_)).then_some(Vector2::ZERO));
    let (inwards, deep) = if centre.is_some() { (-1.0, DEEP) } else { (1.0, 1.0) };
    let mut run = 0.0;
    let next = line.iter().zip(heads).cycle().skip(1);
    for ((a, head_a), (b, head_b)) in line.iter().zip(heads).zip(next) {
        let side = (*b - *a).normalize_or_zero();
        let mut corner = |p: Vector2, height: Scalar, run: Scalar, tint: f32| {
            let out = round.map_or(-side.perp(), |c| (p - c).normalize_or_zero() * inwards);
            patch.vertex(Vertex {
                position: Vector::new(p.x, height, p.y).as_vec3(),
                normal: Vector::new(out.x, 0.0, out.y).as_vec3(),
                along: [Vector::new(side.x, 0.0, side.y).as_vec3(), Vec3::Y],
                grain: cut.offset + Vec2::new(run as f32, height as f32),
                face: Vec2::new(run as f32, height as f32),
                tint,
            })
        };
        let end = run + a.distance(*b);
        let first = [corner(*a, *head_a, run, 1.0), corner(*a, foot, run, deep)];
        let second = [corner(*b, *head_b, end, 1.0), corner(*b, foot, end, deep)];
        patch.strip(&first, &second);
        run = end;
    }
}

/// A level surface at a height, facing up or down.
fn level(patch: &mut Patch, cut: Cut, cells: &[Cell], height: Scalar, facing: f32, tint: f32) {
    for (corners, _) in cells {
        let numbers = corners.map(|p| {
            let place = Vector::new(p.x, height, p.y).as_vec3();
            patch.vertex(Vertex { tint, ..planar(place, Vec3::Y * facing, Cut { stave: 0.0, ..cut }, 0) })
        });
        patch.triangle(numbers);
    }
}
