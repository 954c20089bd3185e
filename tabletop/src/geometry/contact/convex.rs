//! Contact of two convex shapes.
//!
//! Balls have closed forms. For all others [`separation`] gives the normal; then the parts of both surfaces that
//! face each other along it, [`facet::Facet`]s, are laid over one another, and the corners of what they share
//! become the points.

mod ball;
mod cap;
mod facet;
mod overlay;
mod rim;
mod spots;

use self::facet::Facet;
pub(super) use self::{
    cap::on_polygon,
    facet::{Cap, Corner, Polygon},
    spots::Spots,
};
use super::{Hint, Manifold, Rolling, patch};
use crate::{
    geometry::{Pose, Shape, gjk::Convex, separation::separation},
    units::{Scalar, Vector},
};

/// Appends the contact of two convex shapes, if they are closer than `reach` metres. Gaps are exact where the
/// shapes are nearest. Elsewhere they are measured along the normal between faces, edges and corners, each
/// raised by its rounding.
///
/// Two discs get the one nearest point only: they have a contact of their own.
pub(super) fn convex(
    a: &Shape,
    pose_a: Pose,
    b: &Shape,
    pose_b: Pose,
    reach: Scalar,
    hint: Hint,
    out: &mut Vec<Manifold>,
) {
    let (Some(radius_a), Some(radius_b)) = (a.bounding_radius(), b.bounding_radius()) else { return };
    if pose_a.position.distance_squared(pose_b.position) >= (radius_a + radius_b + reach).powi(2) {
        return;
    }
    let manifold = match (a, b) {
        (Shape::Ball { radius }, _) => ball::contact(*radius, pose_a.position, b, pose_b, reach),
        (_, Shape::Ball { radius }) => {
            ball::contact(*radius, pose_b.position, a, pose_a, reach).map(Manifold::flipped)
        }
        _ => match (Convex::new(a, pose_a), Convex::new(b, pose_b)) {
            (Some(a), Some(b)) => facing(&a, &b, reach, hint),
            _ => None,
        },
    };
    out.extend(manifold);
}

/// Contact of two shapes other than balls.
fn facing(a: &Convex, b: &Convex, reach: Scalar, hint: Hint) -> Option<Manifold> {
    let axis = separation(a, b, reach)?;
    let normal = axis.normal;
    let facets = (Facet::of(a, normal, axis.flat), Facet::of(b, -normal, axis.flat));
    let mut spots = Spots::new(normal, reach);
    let mut full_cap = None;
    match &facets {
        (Facet::Polygon(p), Facet::Polygon(q)) => overlay::polygons(p, q, &mut spots),
        (Facet::Polygon(polygon), Facet::Cap(cap)) => {
            full_cap = on_polygon(cap, polygon, normal, hint.load, &mut spots);
        }
        (Facet::Cap(cap), Facet::Polygon(polygon)) => {
            full_cap = on_polygon(cap, polygon, -normal, hint.load, &mut spots);
        }
        _ => {}
    }
    spots.hold_deepest(&axis, facets.0.number() << 12 | facets.1.number());

    let mut manifold = Manifold::new(normal, 0);
    manifold.patch = full_cap.unwrap_or_else(|| patch::radius(spots.points(), normal));
    manifold.rolling =
        match (rim::rolling(a, -normal, spots.points()), rim::rolling(b, normal, spots.points())) {
            (Rolling::None, other) => other,
            (rolling, _) => rolling,
        };
    let preferred = hint.load.reject_from_normalized(normal).normalize_or(Vector::X);
    match facets {
        (Facet::Polygon(_), Facet::Polygon(_)) => spots.spread(preferred, &mut manifold),
        _ => spots.points().iter().for_each(|point| manifold.push(point.position, point.gap, point.feature)),
    }
    Some(manifold)
}

#[cfg(test)]
mod tests;
