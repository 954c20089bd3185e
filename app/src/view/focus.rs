//! What there is to see in a scene, and where its borders are.

use std::f64::consts::TAU;

use bevy::math::Vec3;
use tabletop::geometry::{Outline, Plate, Pose, Shape};
use tabletop::units::{Scalar, Vector, Vector2};

/// What the cameras look at and the lamp lights.
#[derive(Clone, Debug, PartialEq)]
pub struct Focus {
    /// Middle of the scene, metres.
    pub centre: Vec3,
    /// Radius of a ball around it that holds everything.
    pub radius: f32,
    /// Points that span the scene: whatever shows them all shows the whole of it. Never empty.
    pub extent: Vec<Vec3>,
    /// The most telling detail.
    pub detail: Vec3,
    /// Radius of what must be in the picture around the detail.
    pub detail_radius: f32,
}

/// Half the width of what is shown of the smallest scene: a single die fills a hand, not a wall.
const SMALLEST: Scalar = 0.035;

impl Focus {
    /// On things of which each matters. Endless plates have no borders and count for nothing.
    pub fn on<'a>(
        things: impl IntoIterator<Item = (&'a Shape, Pose)>,
        detail: Vec3,
        detail_radius: f32,
    ) -> Self {
        let mut extent = things.into_iter().flat_map(|(shape, pose)| span(shape, pose)).collect::<Vec<_>>();
        let (mut low, mut high) = bounds(&extent);
        if !low.is_finite() {
            (low, high) = (Vector::ZERO, Vector::ZERO);
        }
        let centre = (low + high) / 2.0;
        if (high - low).max_element() < 2.0 * SMALLEST {
            extent.extend(corners(centre - SMALLEST, centre + SMALLEST));
            (low, high) = bounds(&extent);
        }
        Self {
            centre: centre.as_vec3(),
            radius: ((high - low).length() / 2.0) as f32,
            extent: extent.iter().map(|point| point.as_vec3()).collect(),
            detail,
            detail_radius,
        }
    }
}

fn bounds(points: &[Vector]) -> (Vector, Vector) {
    let empty = (Vector::INFINITY, Vector::NEG_INFINITY);
    points.iter().fold(empty, |(low, high), point| (low.min(*point), high.max(*point)))
}

/// The corners of a box.
fn corners(low: Vector, high: Vector) -> impl Iterator<Item = Vector> {
    (0..8).map(move |i| {
        let pick = |bit: u32, low: Scalar, high: Scalar| if i >> bit & 1 == 0 { low } else { high };
        Vector::new(pick(0, low.x, high.x), pick(1, low.y, high.y), pick(2, low.z, high.z))
    })
}

/// Points that span a shape: its own corners where it has any, else those of a box around it.
fn span(shape: &Shape, pose: Pose) -> Vec<Vector> {
    match shape {
        Shape::Plate(plate) => border(plate).into_iter().map(|corner| pose.to_world(corner)).collect(),
        Shape::Hull(hull) => hull.vertices().iter().map(|vertex| pose.to_world(*vertex)).collect(),
        _ => {
            let (low, high) = shape.bounds(pose);
            corners(low, high).collect()
        }
    }
}

/// The upper and lower border of a plate, in its own frame.
fn border(plate: &Plate) -> Vec<Vector> {
    let rim = match &plate.outline {
        Outline::Infinite => Vec::new(),
        Outline::Circle(radius) => {
            (0..48).map(|i| Vector2::from_angle(f64::from(i) * TAU / 48.0) * *radius).collect()
        }
        Outline::Polygon(polygon) => polygon.corners().to_vec(),
    };
    rim.into_iter()
        .flat_map(|p| [plate.height(p), -plate.thickness].map(|y| Vector::new(p.x, y, p.y)))
        .collect()
}

#[cfg(test)]
mod tests {
    use tabletop::units::{Quaternion, mm};

    use super::*;

    #[test]
    fn an_endless_floor_does_not_count() {
        let ball = Shape::ball(mm(100.0));
        let at = Pose::new(Vector::new(0.3, mm(50.0), 0.0), Quaternion::IDENTITY);
        let floor = Shape::from(Plate::plane());
        let focus = Focus::on([(&floor, Pose::IDENTITY), (&ball, at)], Vec3::ZERO, 0.05);
        assert!((focus.centre - Vec3::new(0.3, 0.05, 0.0)).length() < 1e-6, "{}", focus.centre);
        assert!((focus.radius - 0.05 * 3_f32.sqrt()).abs() < 1e-6, "{}", focus.radius);
    }

    #[test]
    fn an_octagon_is_spanned_by_its_own_corners() {
        let corner = |k: i32| Vector2::from_angle((f64::from(k) + 0.5) * TAU / 8.0);
        let outline = Outline::polygon((0..8).map(corner).collect());
        let plate = Shape::from(Plate { outline, holes: Vec::new(), thickness: mm(10.0), slope: 0.0 });
        let focus = Focus::on([(&plate, Pose::IDENTITY)], Vec3::ZERO, 0.05);
        let far = focus.extent.iter().map(|p| p.x.hypot(p.z)).fold(0.0, f32::max);
        assert!((far - 1.0).abs() < 1e-6, "a corner at {far} m");
    }

    #[test]
    fn nothing_and_next_to_nothing_are_seen_from_a_hand_away() {
        for things in [vec![], vec![(&Shape::ball(mm(5.0)), Pose::IDENTITY)]] {
            let focus = Focus::on(things, Vec3::ZERO, 0.05);
            assert!((focus.radius - 0.035 * 3_f32.sqrt()).abs() < 1e-6, "{}", focus.radius);
        }
    }
}
