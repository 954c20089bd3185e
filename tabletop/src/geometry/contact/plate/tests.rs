//! Discs, balls and boxes beside, over the end of, and under a plate.

use super::*;
use crate::geometry::contact::collide;
use crate::geometry::samples::{Random, brute_separation};
use crate::geometry::{Hull, Outline, Shape};
use crate::units::{MM, Quaternion, Vector2};

/// A square plate, 80 mm wide and 10 mm thick, and a round one of the same size.
fn plates() -> [Plate; 2] {
    let corners = [(-40.0, -40.0), (40.0, -40.0), (40.0, 40.0), (-40.0, 40.0)];
    let square = Outline::polygon(corners.map(|(x, z)| Vector2::new(x, z) * MM).to_vec());
    [square, Outline::Circle(40.0 * MM)].map(|outline| Plate {
        outline,
        thickness: 10.0 * MM,
        ..Plate::plane()
    })
}

fn touching(shape: &Shape, pose: Pose, plate: &Plate) -> Vec<Manifold> {
    let mut out = Vec::new();
    let plate = Shape::from(plate.clone());
    collide(shape, pose, &plate, Pose::IDENTITY, 0.5 * MM, Hint::default(), &mut out);
    out
}

fn least(manifolds: &[Manifold]) -> Option<(Scalar, Vector)> {
    let points = manifolds.iter().flat_map(|m| m.points.iter().map(|point| (point.gap, m.normal)));
    points.min_by(|a, b| a.0.total_cmp(&b.0))
}

/// The convex solid that a plate of [`plates`] is.
fn solids() -> [(Shape, Pose); 2] {
    let pose = Pose::new(Vector::NEG_Y * 5.0 * MM, Quaternion::IDENTITY);
    let half = Vector::new(40.0, 5.0, 40.0) * MM;
    [(Hull::cuboid(half, 0.0).into(), pose), (Shape::disc(80.0 * MM, 10.0 * MM), pose)]
}

#[test]
fn disc_is_as_far_from_a_plate_as_from_the_solid_it_is_at_every_attitude() {
    let mut random = Random(7);
    let disc = Shape::disc(25.0 * MM, 5.0 * MM);
    let mut found = [0, 0];
    for round in 0..12_000 {
        let pose = Pose::new(
            Vector::new(random.signed() * 55.0, -5.0 + random.signed() * 20.0, random.signed() * 55.0) * MM,
            random.rotation(),
        );
        for (which, (plate, (solid, at))) in plates().iter().zip(&solids()).enumerate() {
            // The reference is slow, and needed only near to touching.
            let far = touching(&disc, pose, plate).is_empty() && round % 32 > 0;
            let (gap, normal) =
                if far { (1.0, Vector::Y) } else { brute_separation((&disc, pose), (solid, *at)) };
            if !(-0.05 * MM..0.1 * MM).contains(&gap) {
                continue;
            }
            found[which] += 1;
            let place = || format!("plate {which}, round {round}: {pose:?}, {gap} along {normal}");
            let Some((felt, along)) = least(&touching(&disc, pose, plate)) else {
                panic!("nothing is felt: {}", place());
            };
            // How deep an overlap is depends on the way out that is chosen, and walls begin a little below their edge.
            let error = felt - gap;
            assert!(
                error > gap.min(0.0) - 0.02 * MM && error < SEAM + 0.02 * MM - gap.min(0.0),
                "felt {felt} along {along}: {}",
                place()
            );
            assert!(along.dot(normal) > 0.98 || gap.abs() < 0.02 * MM, "felt along {along}: {}", place());
        }
    }
    assert!(found.iter().all(|found| *found > 50), "only {found:?} met");
}

#[test]
fn disc_that_leans_on_an_upper_edge_bears_on_a_line_of_it_whatever_its_yaw() {
    let plate = &plates()[0];
    let disc = Shape::disc(25.0 * MM, 5.0 * MM);
    for yaw in [0.0, 0.3, 1.1, 2.0, 3.0] {
        // Its face, leaning by 30° from the upright, touches the edge at x = 40 mm, 3 mm above its middle.
        let lean = Quaternion::from_rotation_z(-60f64.to_radians()) * Quaternion::from_rotation_y(yaw);
        let axis = lean * Vector::Y;
        let up = Vector::new(-axis.y, axis.x, 0.0);
        let centre = Vector::new(40.0, 0.0, 0.0) * MM + axis * 2.5 * MM - up * 3.0 * MM;
        let out = touching(&disc, Pose::new(centre, lean), plate);
        let manifold = out.iter().find(|m| m.points.len() == 2).expect("a line has two ends");
        assert!(manifold.normal.abs_diff_eq(-axis, 1.0e-6), "{manifold:?} for {axis}");
        let length = 2.0 * (12.5_f64 * 12.5 - 9.0).sqrt() * MM;
        let [a, b] = [manifold.points[0], manifold.points[1]];
        assert!((a.position.distance(b.position) - length).abs() < 1.0e-9);
        assert!(a.gap.abs() < 1.0e-9 && b.gap.abs() < 1.0e-9, "{manifold:?}");
    }
}

#[test]
fn disc_flat_against_a_wall_bears_on_all_of_it_that_it_covers() {
    let plate = &plates()[0];
    let disc = Shape::disc(25.0 * MM, 5.0 * MM);
    let upright = Quaternion::from_rotation_z(std::f64::consts::FRAC_PI_2);
    let out = touching(&disc, Pose::new(Vector::new(42.6, -5.0, 0.0) * MM, upright), plate);
    let (gap, normal) = least(&out).expect("it is a tenth of a millimetre away");
    assert!((gap - 0.1 * MM).abs() < 1.0e-9 && normal.abs_diff_eq(Vector::NEG_X, 1.0e-12));
    let points = || out.iter().flat_map(|m| m.points.iter().map(|point| point.position));
    let span = |of: fn(Vector) -> Scalar| {
        points().map(of).fold(Scalar::NEG_INFINITY, Scalar::max)
            - points().map(of).fold(Scalar::INFINITY, Scalar::min)
    };
    assert!(span(|p| p.y) > 9.8 * MM, "from foot to top: {out:?}");
    assert!(span(|p| p.z) > 22.0 * MM, "as wide as it covers the wall: {out:?}");
}

#[test]
fn what_rests_flush_with_a_neighbour_does_not_feel_its_wall() {
    let plate = &plates()[0];
    let disc = Shape::disc(25.0 * MM, 5.0 * MM);
    // On a neighbour to the east, two micrometres too low.
    let out = touching(&disc, Pose::new(Vector::new(52.4, 2.498, 0.0) * MM, Quaternion::IDENTITY), plate);
    assert!(out.iter().all(|manifold| manifold.normal.y < -0.9), "{out:?}");
}

#[test]
fn balls_and_boxes_are_held_by_walls_and_undersides() {
    let ball = Shape::ball(20.0 * MM);
    let cube: Shape = Hull::d6(10.0 * MM, 0.0).into();
    let [square, circle] = plates();
    for (plate, shape, half) in [(&square, &ball, 10.0), (&circle, &ball, 10.0), (&square, &cube, 5.0)] {
        for (at, outwards) in [
            (Vector::new(40.1 + half, -5.0, 0.0), Vector::X),
            (Vector::new(0.0, -10.1 - half, 0.0), Vector::NEG_Y),
        ] {
            let out = touching(shape, Pose::new(at * MM, Quaternion::IDENTITY), plate);
            let (gap, normal) = least(&out).expect("it is near");
            assert!((gap - 0.1 * MM).abs() < 1.0e-5, "{gap} for {shape:?} on {:?}", plate.outline);
            assert!(normal.abs_diff_eq(-outwards, 0.2), "{normal}");
        }
    }
}
