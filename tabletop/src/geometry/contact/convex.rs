//! Contact of any two convex shapes.

use super::{Hint, Manifold, Rolling};
use crate::geometry::{Pose, Shape};
use crate::units::Scalar;

/// Convex on convex.
pub(super) fn convex(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose, reach: Scalar, hint: Hint, out: &mut Vec<Manifold>) {
    let _ = hint;
    if let (Shape::Ball { radius: ra }, Shape::Ball { radius: rb }) = (a, b) {
        let d = pose_b.position - pose_a.position;
        let gap = d.length() - ra - rb;
        if gap < reach {
            let n = d.normalize();
            let mut m = Manifold::single(n, pose_a.position + n * (ra + gap / 2.0), gap, 0);
            m.rolling = Rolling::Sphere(ra.min(*rb));
            out.push(m);
        }
    } else if let (Shape::Ball { radius }, Shape::Disc { radius: r, half_thickness: l }) = (a, b) {
        let p = pose_b.to_local(pose_a.position);
        let rho = p.x.hypot(p.z);
        let q = crate::units::Vector::new(p.x * (r / rho).min(1.0), p.y.clamp(-l, *l), p.z * (r / rho).min(1.0));
        let q = pose_b.to_world(q);
        let d = q - pose_a.position;
        let gap = d.length() - radius;
        if gap < reach {
            let n = d.normalize();
            out.push(Manifold::single(n, pose_a.position + n * (radius + gap / 2.0), gap, 0));
        }
    } else if let (Shape::Disc { .. }, Shape::Ball { .. }) = (a, b) {
        let first = out.len();
        convex(b, pose_b, a, pose_a, reach, hint, out);
        for m in &mut out[first..] {
            m.normal = -m.normal;
        }
    }
}
