//! A ball on a plate.

use crate::geometry::contact::{Manifold, Rolling};
use crate::geometry::plate::{Hole, HoleProfile, plan};
use crate::geometry::{Plate, Pose};
use crate::units::{Scalar, Vector, Vector2};

/// Ball on plate. Normals point from the ball to the plate.
pub(in crate::geometry::contact) fn ball_plate(
    radius: Scalar,
    pose: Pose,
    plate: &Plate,
    frame: Pose,
    reach: Scalar,
    out: &mut Vec<Manifold>,
) {
    let centre = frame.to_local(pose.position);
    if centre.y < -plate.thickness - radius - reach {
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
    let over = |hole: &Hole| plan(centre).distance(hole.centre) < hole.mouth();
    let beneath = centre.y < -plate.thickness;
    let Some((index, hole)) =
        plate.holes.iter().enumerate().find(|(_, hole)| over(hole)).filter(|_| !beneath)
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
