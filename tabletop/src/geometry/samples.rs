//! Shapes, poses and a slow reference for the tests of this module.

use super::{Hull, Pose, Shape, gjk::Convex, separation::separation};
use crate::units::{MM, Quaternion, Scalar, Vector};

/// Knuth's linear congruential generator: the same numbers on every machine.
pub(crate) struct Random(pub u64);

impl Random {
    /// Uniform from -1 to 1.
    pub(crate) fn signed(&mut self) -> Scalar {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as Scalar / (1_u64 << 52) as Scalar - 1.0
    }

    /// Uniform on the sphere.
    pub(crate) fn unit(&mut self) -> Vector {
        loop {
            let v = Vector::new(self.signed(), self.signed(), self.signed());
            if v.length_squared() < 1.0 && v.length_squared() > 1.0e-4 {
                return v.normalize();
            }
        }
    }

    /// Uniform over all rotations.
    pub(crate) fn rotation(&mut self) -> Quaternion {
        Quaternion::from_axis_angle(self.unit(), std::f64::consts::PI * self.signed())
            * Quaternion::from_rotation_arc(Vector::Y, self.unit())
    }
}

/// One of each convex shape, sharp and rounded, of the sizes that games have.
pub(crate) fn shapes() -> Vec<(&'static str, Shape)> {
    vec![
        ("ball", Shape::ball(27.0 * MM)),
        ("disc", Shape::disc(25.0 * MM, 8.0 * MM)),
        ("capsule", Shape::Capsule { radius: 4.0 * MM, half_length: 15.0 * MM }),
        ("box", Hull::cuboid(Vector::new(30.0, 10.0, 15.0) * MM, 0.0).into()),
        ("d6", Hull::d6(15.0 * MM, 1.5 * MM).into()),
        ("d12", Hull::d12(20.0 * MM, 1.0 * MM).into()),
        ("sharp d12", Hull::d12(20.0 * MM, 0.0).into()),
    ]
}

/// Signed separation along a unit direction, from nothing but support points.
pub(crate) fn gap_along(a: (&Shape, Pose), b: (&Shape, Pose), normal: Vector) -> Scalar {
    normal.dot(b.0.support(b.1, -normal)) - normal.dot(a.0.support(a.1, normal))
}

/// The greatest signed separation over a fine sphere of directions, each of the best improved by trial.
pub(crate) fn brute_separation(a: (&Shape, Pose), b: (&Shape, Pose)) -> (Scalar, Vector) {
    const DIRECTIONS: usize = 1000;
    let golden = std::f64::consts::PI * (3.0 - 5.0_f64.sqrt());
    let mut directions = (0..DIRECTIONS)
        .map(|i| {
            let y = 1.0 - (2 * i + 1) as Scalar / DIRECTIONS as Scalar;
            let (sin, cos) = (golden * i as Scalar).sin_cos();
            let normal = Vector::new(cos * (1.0 - y * y).sqrt(), y, sin * (1.0 - y * y).sqrt());
            (gap_along(a, b, normal), normal)
        })
        .collect::<Vec<_>>();
    directions.sort_by(|x, y| y.0.total_cmp(&x.0));
    directions.truncate(6);
    let climbed = directions.into_iter().map(|(gap, normal)| climb(a, b, gap, normal));
    climbed.max_by(|x, y| x.0.total_cmp(&y.0)).unwrap()
}

/// Pattern search on the sphere: turn by smaller and smaller angles while that helps.
fn climb(a: (&Shape, Pose), b: (&Shape, Pose), mut gap: Scalar, mut normal: Vector) -> (Scalar, Vector) {
    let mut angle = 0.1;
    let mut twist: Scalar = 0.0;
    while angle > 1.0e-7 {
        let (u, v) = normal.any_orthonormal_pair();
        twist += 1.0;
        let best = (0..16)
            .map(|i| {
                let (sin, cos) = (twist + Scalar::from(i) * std::f64::consts::TAU / 16.0).sin_cos();
                let turned = (normal + (u * cos + v * sin) * angle).normalize();
                (gap_along(a, b, turned), turned)
            })
            .max_by(|x, y| x.0.total_cmp(&y.0))
            .unwrap();
        if best.0 > gap {
            (gap, normal) = best;
            angle *= 1.5;
        } else {
            angle *= 0.6;
        }
    }
    (gap, normal)
}

/// Two random poses at which the shapes are nearly `gap` metres apart.
pub(crate) fn poses_at(random: &mut Random, a: &Shape, b: &Shape, gap: Scalar) -> (Pose, Pose) {
    let pose_a = Pose::new(random.unit() * 0.3, random.rotation());
    let mut pose_b = Pose::new(pose_a.position + random.unit() * 25.0 * MM, random.rotation());
    // Where to put them need not be found independently: the reference judges the result.
    for _ in 0..3 {
        let [core_a, core_b] =
            [(a, pose_a), (b, pose_b)].map(|(shape, pose)| Convex::new(shape, pose).unwrap());
        let axis = separation(&core_a, &core_b, 1.0).unwrap();
        pose_b.position += axis.normal * (gap - axis.gap);
    }
    (pose_a, pose_b)
}
