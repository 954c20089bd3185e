//! Two discs that touch or nearly do: the direction of greatest separation by Newton's method.
//!
//! Along a unit direction `n` the separation is `n·w`, where `w` goes from the first disc's farthest point along `n`
//! to the second's farthest point along `−n`. It is greatest where `w` is parallel to `n`. For discs apart there is
//! only one such direction; where they overlap by a hair, the one nearby is the one meant. Where a flat face or the
//! straight line of a side is what touches, the farthest point jumps: those have forms of their own.

use super::{Candidate, FLAT_BIAS};
use crate::geometry::disc::Disc;
use crate::geometry::gjk::{Closest, Convex, Core};
use crate::units::{Scalar, Vector};

/// Most steps; five do if the guess is fair.
const STEPS: usize = 12;

/// Longest step, radians.
const STRIDE: Scalar = 0.4;

/// A step shorter than this, radians, is the last: the next would be lost in rounding.
const ARRIVED: Scalar = 1.0e-9;

/// Discs that overlap by more than this share of their size may be separated better in another direction.
const SHALLOW: Scalar = 1.0e-3;

/// How near to a kink, as a sine, the farthest point of a disc is not to be trusted.
const KINK: Scalar = 1.0e-5;

impl Disc {
    fn of(shape: &Convex) -> Option<Self> {
        match shape.core {
            Core::Cylinder(radius, half) => {
                Some(Self { centre: shape.position, axis: shape.axis(), radius, half })
            }
            Core::Point | Core::Segment(_) | Core::Polyhedron(_) => None,
        }
    }

    /// The farthest point along a unit direction, from the centre, with how the rim bends there: the direction along
    /// the rim, and how far the point moves along it for a unit turn of the direction. `None` near a kink.
    fn farthest(&self, direction: Vector) -> Option<(Vector, Vector, Scalar)> {
        let along = self.axis.dot(direction);
        let across = direction - self.axis * along;
        let sine = across.length();
        if sine < KINK || along.abs() < KINK {
            return None;
        }
        let radial = across / sine;
        let point = radial * self.radius + self.axis * self.half.copysign(along);
        Some((point, self.axis.cross(radial), self.radius / sine))
    }

    /// From the axis straight towards what lies in a direction.
    fn side(&self, between: Vector) -> Option<Vector> {
        between.reject_from_normalized(self.axis).try_normalize()
    }

    /// Whether a point, looked at along the axis, lies within the face.
    fn covers(&self, point: Vector) -> bool {
        (point - self.centre).reject_from_normalized(self.axis).length_squared() <= self.radius * self.radius
    }
}

/// The direction of greatest separation of two discs, with witnesses; `None` if the shapes are no discs, overlap
/// deeply or lie so that it is not to be had this way. `flat` is the best direction of a face.
pub(super) fn separation(
    a: &Convex,
    b: &Convex,
    flat: Candidate,
    between: Vector,
) -> Option<(Candidate, Closest)> {
    let (one, two) = (Disc::of(a)?, Disc::of(b)?);
    let deepest = -SHALLOW * one.radius.min(two.radius);
    if flat.gap > deepest
        && let Some(found) = on_face(a, b, (&one, &two), flat)
    {
        return Some(found);
    }
    let (normal, on_a, on_b) = rims(&one, &two, flat, between)
        .or_else(|| side_and_rim(&one, &two, between))
        .or_else(|| side_and_rim(&two, &one, -between).map(|(normal, on_b, on_a)| (-normal, on_a, on_b)))
        .or_else(|| sides(&one, &two, between))?;
    let gap = (on_b - on_a).dot(normal);
    if gap < deepest || gap < flat.gap + FLAT_BIAS {
        return None;
    }
    Some((Candidate { normal, gap, flat: false }, Closest { normal, distance: gap, on_a, on_b }))
}

/// The flat candidate, if the other disc's point that is nearest to the face lies over it.
fn on_face(
    a: &Convex,
    b: &Convex,
    (one, two): (&Disc, &Disc),
    flat: Candidate,
) -> Option<(Candidate, Closest)> {
    const SAME: Scalar = 1.0 - 1.0e-12;
    let normal = flat.normal;
    let (on_a, on_b) = if normal.dot(one.axis).abs() > SAME {
        let on_b = b.support(-normal);
        one.covers(on_b).then(|| (on_b - normal * flat.gap, on_b))?
    } else {
        let on_a = a.support(normal);
        two.covers(on_a).then(|| (on_a, on_a + normal * flat.gap))?
    };
    Some((flat, Closest { normal, distance: flat.gap, on_a, on_b }))
}

/// A direction with the farthest point of each disc along it, in the world.
type Meeting = (Vector, Vector, Vector);

/// Rim against rim, from the first of some fair guesses that leads there.
fn rims(one: &Disc, two: &Disc, flat: Candidate, between: Vector) -> Option<Meeting> {
    let (side_a, side_b) = (one.side(between), two.side(between));
    let beside = side_a.zip(side_b).and_then(|(a, b)| (a + b).try_normalize());
    let edge = side_a.and_then(|side| (side + flat.normal).try_normalize());
    [beside, between.try_normalize(), edge, Some(flat.normal)]
        .into_iter()
        .flatten()
        .find_map(|start| climb(one, two, between, start))
}

/// Newton's method for rim against rim.
fn climb(one: &Disc, two: &Disc, between: Vector, start: Vector) -> Option<Meeting> {
    let mut normal = start;
    for _ in 0..STEPS {
        let (on_a, tangent_a, bend_a) = one.farthest(normal)?;
        let (on_b, tangent_b, bend_b) = two.farthest(-normal)?;
        let apart = between + on_b - on_a;
        // In the plane across the normal: (gap + both rims' bends) · turn = what of `apart` lies in that plane.
        let u = tangent_a;
        let v = normal.cross(u);
        let (across_u, across_v) = (tangent_b.dot(u), tangent_b.dot(v));
        let gap = apart.dot(normal);
        let uu = gap + bend_a + bend_b * across_u * across_u;
        let vv = gap + bend_b * across_v * across_v;
        let uv = bend_b * across_u * across_v;
        let determinant = uu * vv - uv * uv;
        if determinant <= 1.0e-6 * uu * uu || uu <= 0.0 {
            return None;
        }
        let (pull_u, pull_v) = (apart.dot(u), apart.dot(v));
        let turn =
            u * ((vv * pull_u - uv * pull_v) / determinant) + v * ((uu * pull_v - uv * pull_u) / determinant);
        let length = turn.length();
        if length < ARRIVED {
            return Some((normal, one.centre + on_a, two.centre + on_b));
        }
        normal = (normal + turn * (STRIDE / length).min(1.0)).normalize();
    }
    None
}

/// The side of the first disc against the rim of the second: the direction turns about the first one's axis only.
fn side_and_rim(one: &Disc, two: &Disc, between: Vector) -> Option<Meeting> {
    let mut normal = one.side(between)?;
    for _ in 0..STEPS {
        let (on_b, tangent, bend) = two.farthest(-normal)?;
        let around = one.axis.cross(normal);
        let point = between + on_b;
        let stiffness = point.dot(normal) + bend * tangent.dot(around).powi(2);
        if stiffness <= 0.0 {
            return None;
        }
        let turn = point.dot(around) / stiffness;
        if turn.abs() < ARRIVED {
            let height = point.dot(one.axis);
            let on_a = normal * one.radius + one.axis * height;
            return (height.abs() <= one.half).then(|| (normal, one.centre + on_a, two.centre + on_b));
        }
        normal = (normal + around * turn.clamp(-STRIDE, STRIDE)).normalize();
    }
    None
}

/// Side against side, crossing.
fn sides(one: &Disc, two: &Disc, between: Vector) -> Option<Meeting> {
    let across = one.axis.cross(two.axis);
    let sine = across.length();
    if sine < KINK {
        return None;
    }
    let normal = across * (1.0_f64.copysign(across.dot(between)) / sine);
    // Where the lines of both axes pass each other.
    let height_a = between.cross(two.axis).dot(across) / (sine * sine);
    let height_b = between.cross(one.axis).dot(across) / (sine * sine);
    let on_a = one.centre + one.axis * height_a + normal * one.radius;
    let on_b = two.centre + two.axis * height_b - normal * two.radius;
    (height_a.abs() <= one.half && height_b.abs() <= two.half).then_some((normal, on_a, on_b))
}

#[cfg(test)]
mod tests {
    use super::super::separation as best;
    use super::*;
    use crate::geometry::gjk::closest;
    use crate::geometry::samples::Random;
    use crate::geometry::{Pose, Shape};
    use crate::units::MM;

    #[test]
    fn agrees_with_the_general_search() {
        let mut random = Random(9);
        let discs = [Shape::disc(25.0 * MM, 8.0 * MM), Shape::disc(35.0 * MM, 8.0 * MM)];
        let (mut apart, mut direct) = (0, 0);
        for _ in 0..2000 {
            let poses = [0.0, 0.03].map(|far| Pose::new(random.unit() * far, random.rotation()));
            let [a, b] = [0, 1].map(|i| Convex::new(&discs[i], poses[i]).unwrap());
            let Some(exact) = closest(&a, &b, Vector::ZERO, Vector::Y) else { continue };
            let found = best(&a, &b, 1.0).unwrap();
            let preferred = if found.flat { FLAT_BIAS } else { 0.0 };
            let less = exact.distance - found.gap;
            assert!((-1.0e-9..preferred + 1.0e-9).contains(&less), "{found:?} {exact:?}");
            assert!(found.flat || found.normal.abs_diff_eq(exact.normal, 2.0e-5), "{found:?} {exact:?}");
            let flat = Candidate { normal: Vector::Y, gap: Scalar::NEG_INFINITY, flat: true };
            apart += usize::from(!found.flat);
            let short = !found.flat && separation(&a, &b, flat, b.position - a.position).is_some();
            direct += usize::from(short);
        }
        assert!(20 * direct > 17 * apart && apart > 500, "{direct} of {apart} pairs were found directly");
    }
}
