//! How the rim of a disc resists rolling.

use crate::{
    geometry::{
        contact::{ContactPoint, Rolling, patch},
        gjk::{Convex, Core},
    },
    units::{Scalar, Vector},
};

/// Sine of the tilt below which a disc lies flat and does not roll.
const FLAT: Scalar = 1.0e-3;

/// Cosine of the angle between axis and surface above which a disc stands and rolls on its side.
const STANDING: Scalar = 1.0e-2;

/// Largest cotangent of the tilt: nearly flat discs roll around their rim at any speed.
const MAX_COTANGENT: Scalar = 50.0;

/// How near to the rim a point must be to be on it, as a share of the radius.
const ON_RIM: Scalar = 1.0e-3;

/// Rolling of a disc on one point of its rim, or standing on its side; `None` for anything else. `normal` is the
/// contact's, towards the disc.
///
/// A disc that rolls has the angular velocity `s·a + q·n`: around its axis, and with its contact around the
/// normal. The contact runs along the rim at `s` times the radius. The vector `w` with `w·n = 0` and `w·a = 1`
/// gives `s = w·ω`: it is `a + cot α · e`, where α is the tilt and `e` points from the centre to the contact.
pub(super) fn rolling(shape: &Convex, normal: Vector, points: &[ContactPoint]) -> Rolling {
    let Core::Cylinder(radius, _) = shape.core else { return Rolling::None };
    let axis = shape.axis() * 1.0_f64.copysign(shape.axis().dot(normal));
    let (cos, down) = (axis.dot(normal), -normal.reject_from_normalized(axis));
    let sin = down.length();
    let on_rim = |point: &ContactPoint| {
        let arm = (point.position - shape.position).reject_from_normalized(axis);
        arm.length() > (1.0 - ON_RIM) * radius - point.gap.abs()
    };
    let touches_once = patch::bearing(points).count() == 1;
    if sin < FLAT || !(touches_once || cos < STANDING) || !patch::bearing(points).all(on_rim) {
        return Rolling::None;
    }
    Rolling::Rim(axis + down / sin * (cos / sin).min(MAX_COTANGENT), radius)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        geometry::{Pose, Shape},
        units::{MM, Quaternion},
    };

    #[test]
    fn rim_vector_is_across_the_normal_and_has_unit_share_of_the_axis() {
        for degrees in [2.0, 10.0, 45.0, 80.0, 90.0_f64] {
            let shape = Shape::disc(25.0 * MM, 8.0 * MM);
            let pose = Pose::new(Vector::ZERO, Quaternion::from_rotation_z(degrees.to_radians()));
            let disc = Convex::new(&shape, pose).unwrap();
            let lowest = ContactPoint { position: disc.support(Vector::NEG_Y), gap: 0.0, feature: 0 };
            let Rolling::Rim(w, radius) = rolling(&disc, Vector::Y, &[lowest]) else {
                panic!("a disc tilted by {degrees}° rolls on its rim");
            };
            assert_eq!(radius, 12.5 * MM);
            assert!(w.dot(Vector::Y).abs() < 1.0e-9 && (w.dot(disc.axis()).abs() - 1.0).abs() < 1.0e-9);
        }
    }

    #[test]
    fn disc_does_not_roll_on_a_point_inside_its_cap() {
        let shape = Shape::disc(25.0 * MM, 8.0 * MM);
        let disc = Convex::new(&shape, Pose::new(Vector::ZERO, Quaternion::from_rotation_z(0.2))).unwrap();
        let inside = ContactPoint { position: disc.axis() * -4.0 * MM, gap: 0.0, feature: 0 };
        assert_eq!(rolling(&disc, Vector::Y, &[inside]), Rolling::None);
    }
}
