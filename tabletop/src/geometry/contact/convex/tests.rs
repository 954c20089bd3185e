use super::*;
use crate::{
    geometry::{
        Hull,
        contact::collide,
        samples::{Random, brute_separation, gap_along, poses_at, shapes},
    },
    units::{MM, Quaternion},
};

/// Metres: every contact in these tests is within reach.
const REACH: Scalar = 2.0 * MM;

fn contact_of(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose, load: Vector) -> Option<Manifold> {
    let mut out = Vec::new();
    convex(a, pose_a, b, pose_b, REACH, Hint { load }, &mut out);
    assert!(out.len() < 2, "one pair of convex shapes has one manifold");
    out.pop()
}

fn contact(a: &Shape, pose_a: Pose, b: &Shape, pose_b: Pose) -> Manifold {
    contact_of(a, pose_a, b, pose_b, Vector::ZERO).expect("the shapes are within reach")
}

fn at(x: Scalar, y: Scalar, z: Scalar) -> Pose {
    Pose::new(Vector::new(x, y, z) * MM, Quaternion::IDENTITY)
}

fn turned(pose: Pose, axis: Vector, degrees: Scalar) -> Pose {
    Pose::new(pose.position, Quaternion::from_axis_angle(axis, degrees.to_radians()) * pose.rotation)
}

fn deepest(manifold: &Manifold) -> Scalar {
    manifold.points.iter().map(|point| point.gap).fold(Scalar::INFINITY, Scalar::min)
}

fn assert_close(actual: Scalar, expected: Scalar, tolerance: Scalar) {
    assert!((actual - expected).abs() <= tolerance, "{actual} is not {expected} within {tolerance}");
}

/// A table of wood, its top at `y = 0` when placed by [`floor_pose`].
fn floor() -> Shape {
    Hull::cuboid(Vector::new(100.0, 10.0, 100.0) * MM, 0.0).into()
}

fn floor_pose() -> Pose {
    at(0.0, -10.0, 0.0)
}

fn disc() -> Shape {
    Shape::disc(25.0 * MM, 8.0 * MM)
}

fn d6() -> Shape {
    Hull::d6(15.0 * MM, 1.5 * MM).into()
}

#[test]
fn deepest_point_agrees_with_brute_force_for_every_pair() {
    let shapes = shapes();
    let mut random = Random(7);
    for (i, (name_a, a)) in shapes.iter().enumerate() {
        for (name_b, b) in shapes[i..].iter().filter(|(name, _)| (*name_a, *name) != ("disc", "disc")) {
            for round in 0..100 {
                let gap = Scalar::from(round - 50) / 50.0 * MM;
                let (pose_a, pose_b) = poses_at(&mut random, a, b, gap);
                let manifold = contact(a, pose_a, b, pose_b);
                let (expected, _) = brute_separation((a, pose_a), (b, pose_b));
                let place = || format!("{name_a} on {name_b}, round {round}: {pose_a:?}, {pose_b:?}");
                // The reference climbs from below: what is better is right if it is true.
                let own = gap_along((a, pose_a), (b, pose_b), manifold.normal);
                assert!(deepest(&manifold) > expected - 1.0e-6, "{manifold:?} for {expected}: {}", place());
                assert!((deepest(&manifold) - own).abs() < 1.0e-6, "{manifold:?} is not {own}: {}", place());
            }
        }
    }
}

#[test]
fn swapping_the_shapes_flips_the_normal_and_nothing_else() {
    let shapes = shapes();
    let mut random = Random(3);
    for (i, (name_a, a)) in shapes.iter().enumerate() {
        for (name_b, b) in &shapes[i..] {
            for round in 0..40 {
                let gap = Scalar::from(round - 10) / 40.0 * MM;
                let (pose_a, pose_b) = poses_at(&mut random, a, b, gap);
                let there = contact(a, pose_a, b, pose_b);
                let back = contact(b, pose_b, a, pose_a);
                let place = || format!("{name_a} on {name_b}, round {round}: {there:?} {back:?}");
                assert!(there.normal.abs_diff_eq(-back.normal, 1.0e-5), "{}", place());
                assert_eq!(there.points.len(), back.points.len(), "{}", place());
                assert!((deepest(&there) - deepest(&back)).abs() < 1.0e-8, "{}", place());
                assert!((there.patch - back.patch).abs() < 1.0e-6, "{}", place());
            }
        }
    }
}

#[test]
fn common_motion_moves_the_contact_with_the_shapes() {
    let shapes = shapes();
    let mut random = Random(4);
    for (i, (name_a, a)) in shapes.iter().enumerate() {
        for (name_b, b) in &shapes[i..] {
            for round in 0..40 {
                let gap = Scalar::from(round - 10) / 40.0 * MM;
                let (pose_a, pose_b) = poses_at(&mut random, a, b, gap);
                let motion = Pose::new(random.unit(), random.rotation());
                let [moved_a, moved_b] = [pose_a, pose_b].map(|pose| {
                    Pose::new(motion.to_world(pose.position), (motion.rotation * pose.rotation).normalize())
                });
                let here = contact(a, pose_a, b, pose_b);
                let there = contact(a, moved_a, b, moved_b);
                let place = || format!("{name_a} on {name_b}, round {round}: {here:?} {there:?}");
                assert!((motion.rotation * here.normal).abs_diff_eq(there.normal, 1.0e-5), "{}", place());
                assert!((deepest(&here) - deepest(&there)).abs() < 1.0e-8, "{}", place());
            }
        }
    }
}

#[test]
fn points_of_face_contacts_lie_half_way_between_both_surfaces() {
    // Distances from a sharp disc or a hull, each checked by a ball of no size.
    let distance = |shape: &Shape, pose: Pose, point: Vector| {
        let probe = Shape::Ball { radius: 0.0 };
        contact(&probe, Pose::new(point, Quaternion::IDENTITY), shape, pose).points[0].gap
    };
    let mut random = Random(11);
    let d12: Shape = Hull::d12(20.0 * MM, 1.0 * MM).into();
    let capsule = Shape::Capsule { radius: 4.0 * MM, half_length: 15.0 * MM };
    for (shape, height) in [(disc(), 4.0), (d6(), 7.5), (d12, 10.0), (capsule, 4.0)] {
        let rest = match &shape {
            Shape::Hull(hull) => Quaternion::from_rotation_arc(hull.faces()[0].normal, Vector::NEG_Y),
            Shape::Capsule { .. } => Quaternion::from_rotation_x(std::f64::consts::FRAC_PI_2),
            _ => Quaternion::IDENTITY,
        };
        for _ in 0..500 {
            let tilt = 10.0_f64.powf(2.0 * random.signed() - 3.0);
            let spin = Quaternion::from_rotation_y(3.0 * random.signed());
            let lean = Quaternion::from_axis_angle(random.unit(), tilt);
            // Often over the border of the floor.
            let place = Vector::new(90.0 + 15.0 * random.signed(), height + 0.1 * random.signed(), 0.0) * MM;
            let pose = Pose::new(place, lean * spin * rest);
            let Some(manifold) = contact_of(&floor(), floor_pose(), &shape, pose, random.unit() * MM) else {
                continue;
            };
            for point in &manifold.points {
                let half = manifold.normal * (point.gap / 2.0);
                // Rounded edges are raised along the normal, not across themselves.
                let allowed = 3.0e-7 + tilt * tilt * (4.0 * MM + point.gap.abs());
                assert_close(distance(&floor(), floor_pose(), point.position - half), 0.0, allowed);
                assert_close(distance(&shape, pose, point.position + half), 0.0, allowed);
            }
        }
    }
}

#[test]
fn disc_over_a_table_has_its_height_as_gap() {
    let above = contact(&floor(), floor_pose(), &disc(), at(20.0, 4.3, -30.0));
    assert!(above.normal.abs_diff_eq(Vector::Y, 1.0e-12));
    assert_eq!(above.points.len(), 4);
    assert!(above.points.iter().all(|point| (point.gap - 0.3 * MM).abs() < 1.0e-12));
    assert_close(above.patch, 12.5 * MM, 1.0e-12);
    assert_eq!(above.rolling, Rolling::None);
}

#[test]
fn tilted_disc_touches_at_its_lowest_point_and_rolls_on_its_rim() {
    let (sin, cos) = 30.0_f64.to_radians().sin_cos();
    let height = (12.5 * sin + 4.0 * cos) / MM * MM;
    let pose = turned(at(0.0, height, 0.0), Vector::Z, 30.0);
    let manifold = contact(&floor(), floor_pose(), &disc(), pose);
    assert_eq!(manifold.points.len(), 1);
    assert_close(manifold.points[0].gap, 0.0, 1.0e-12);
    assert_close(manifold.points[0].position.x, (4.0 * sin - 12.5 * cos) * MM, 1.0e-12);
    assert!(matches!(manifold.rolling, Rolling::Rim(_, radius) if radius == 12.5 * MM));
    assert_eq!(manifold.patch, 0.0);
}

#[test]
fn load_moves_the_points_of_a_flat_disc_around_its_rim() {
    let load = Vector::new(3.0, 0.0, 4.0) * MM;
    let manifold = contact_of(&floor(), floor_pose(), &disc(), at(0.0, 4.0, 0.0), load).unwrap();
    let tipping = load.normalize() * 12.5 * MM;
    assert!(manifold.points.iter().any(|point| point.position.abs_diff_eq(tipping, 1.0e-9)), "{manifold:?}");
}

#[test]
fn disc_half_over_the_border_stands_on_the_true_crossings_of_its_rim() {
    let manifold = contact(&floor(), floor_pose(), &disc(), at(95.0, 4.0, 0.0));
    let half_chord = (12.5_f64.powi(2) - 5.0_f64.powi(2)).sqrt() * MM;
    for side in [-half_chord, half_chord] {
        let crossing = Vector::new(100.0 * MM, 0.0, side);
        assert!(manifold.points.iter().any(|p| p.position.abs_diff_eq(crossing, 1.0e-9)), "{manifold:?}");
    }
    assert!(manifold.points.iter().all(|point| point.position.x < 100.0 * MM + 1.0e-9));
}

#[test]
fn disc_on_its_side_touches_along_its_generator() {
    let pose = turned(at(0.0, 12.5, 0.0), Vector::X, 90.0);
    let manifold = contact(&floor(), floor_pose(), &disc(), pose);
    assert_eq!(manifold.points.len(), 2);
    assert_close(manifold.points[0].position.distance(manifold.points[1].position), 8.0 * MM, 1.0e-12);
    assert_close(manifold.patch, 3.0 * MM, 1.0e-12);
    assert!(
        matches!(manifold.rolling, Rolling::Rim(w, _) if w.abs_diff_eq(Vector::Z, 1.0e-9) || w.abs_diff_eq(-Vector::Z, 1.0e-9))
    );
}

#[test]
fn disc_beside_a_wall_touches_along_the_height_they_share() {
    let wall: Shape = Hull::cuboid(Vector::new(5.0, 3.0, 50.0) * MM, 0.0).into();
    let manifold = contact(&wall, at(0.0, 3.0, 0.0), &disc(), at(17.6, 4.0, 10.0));
    assert!(manifold.normal.abs_diff_eq(Vector::X, 1.0e-9));
    let mut heights = manifold.points.iter().map(|point| point.position.y / MM).collect::<Vec<_>>();
    heights.sort_by(Scalar::total_cmp);
    assert_eq!(heights.len(), 2);
    assert_close(heights[0], 0.0, 1.0e-9);
    assert_close(heights[1], 6.0, 1.0e-9);
    assert_close(manifold.points[0].gap, 0.1 * MM, 1.0e-12);
}

#[test]
fn sphere_meets_the_edge_of_a_disc_at_its_distance() {
    // The rim is at (12.5, 4); a ball of 5 mm, 3 mm out and 4 mm up from there, just touches.
    let ball = Shape::ball(10.0 * MM);
    let manifold = contact(&ball, at(15.5, 8.0, 0.0), &disc(), Pose::IDENTITY);
    assert_close(manifold.points[0].gap, 0.0, 1.0e-12);
    assert!(manifold.normal.abs_diff_eq(Vector::new(-0.6, -0.8, 0.0), 1.0e-12));
    assert!(manifold.points[0].position.abs_diff_eq(Vector::new(12.5, 4.0, 0.0) * MM, 1.0e-12));
    assert_eq!(manifold.rolling, Rolling::Sphere(5.0 * MM));
}

#[test]
fn crossed_edges_of_two_cubes_touch_in_one_point() {
    let cube: Shape = Hull::d6(10.0 * MM, 0.0).into();
    let below = turned(Pose::IDENTITY, Vector::Z, 45.0);
    let diagonal = 5.0 * 2.0_f64.sqrt();
    let above = turned(turned(at(0.0, 2.0 * diagonal - 0.2, 0.0), Vector::Z, 45.0), Vector::Y, 90.0);
    let manifold = contact(&cube, below, &cube, above);
    assert!(manifold.normal.abs_diff_eq(Vector::Y, 1.0e-9));
    assert_eq!(manifold.points.len(), 1);
    assert_close(manifold.points[0].gap, -0.2 * MM, 1.0e-12);
    assert!(manifold.points[0].position.abs_diff_eq(Vector::Y * (diagonal - 0.1) * MM, 1.0e-9));
}

#[test]
fn parallel_edges_of_two_cubes_touch_in_two_points() {
    let cube: Shape = Hull::d6(10.0 * MM, 1.0 * MM).into();
    let below = turned(Pose::IDENTITY, Vector::Z, 45.0);
    // The cores' edges are 4√2 above the centres, their roundings 1 mm each.
    let above = turned(at(0.0, 8.0 * 2.0_f64.sqrt() + 2.0 + 0.1, 3.0), Vector::Z, 45.0);
    let manifold = contact(&cube, below, &cube, above);
    assert_eq!(manifold.points.len(), 2);
    assert!(manifold.points.iter().all(|point| (point.gap - 0.1 * MM).abs() < 1.0e-9));
    assert_close(manifold.points[0].position.distance(manifold.points[1].position), 5.0 * MM, 1.0e-9);
}

#[test]
fn d12_rests_on_five_points_of_every_face() {
    let hull = Hull::d12(20.0 * MM, 1.0 * MM);
    let normals = hull.face_normals().collect::<Vec<_>>();
    let shape = Shape::from(hull);
    for normal in normals {
        let pose = Pose::new(Vector::Y * 9.99 * MM, Quaternion::from_rotation_arc(normal, Vector::NEG_Y));
        let manifold = contact(&shape, pose, &floor(), floor_pose());
        assert_eq!(manifold.points.len(), 5);
        assert!(manifold.points.iter().all(|point| (point.gap + 0.01 * MM).abs() < 1.0e-9));
        let numbers =
            manifold.points.iter().map(|point| point.feature).collect::<std::collections::BTreeSet<_>>();
        assert_eq!(numbers.len(), 5, "every corner has its own number");
    }
}

#[test]
fn d6_on_a_table_keeps_its_corners_and_their_numbers_as_it_turns() {
    let numbers = |degrees: Scalar| {
        let pose = turned(at(0.0, 7.5, 0.0), Vector::Y, degrees);
        let manifold = contact(&floor(), floor_pose(), &d6(), pose);
        assert_eq!(manifold.points.len(), 4);
        manifold.points.iter().map(|point| point.feature).collect::<std::collections::BTreeSet<_>>()
    };
    let first = numbers(0.0);
    assert!((1..90).all(|degrees| numbers(Scalar::from(degrees)) == first));
}

#[test]
fn crossed_boxes_share_four_points_of_the_overlap() {
    let plank: Shape = Hull::cuboid(Vector::new(30.0, 2.0, 5.0) * MM, 0.0).into();
    let upper = turned(at(0.0, 4.0, 0.0), Vector::Y, 90.0);
    let manifold = contact(&plank, Pose::IDENTITY, &plank, upper);
    assert_eq!(manifold.points.len(), 4);
    for point in &manifold.points {
        assert_close(point.position.x.abs(), 5.0 * MM, 1.0e-9);
        assert_close(point.position.z.abs(), 5.0 * MM, 1.0e-9);
    }
    // A square of side 10 mm.
    let expected = 1.5 * 5.0 * MM * (2.0_f64.sqrt() + 1.0_f64.asinh()) / 3.0;
    assert_close(manifold.patch, expected, 1.0e-9);
}

#[test]
fn many_shared_corners_are_reduced_to_four_that_span_the_face() {
    let plate: Shape = Hull::cuboid(Vector::new(10.0, 1.0, 10.0) * MM, 0.0).into();
    let upper = turned(at(0.0, 2.0, 0.0), Vector::Y, 45.0);
    let manifold = contact(&plate, Pose::IDENTITY, &plate, upper);
    assert_eq!(manifold.points.len(), 4);
    let spread = manifold.points.iter().map(|point| point.position).sum::<Vector>() / 4.0;
    assert!(spread.length() < 3.0 * MM, "{manifold:?}");
}

#[test]
fn die_on_a_disc_stands_on_its_four_corners() {
    let manifold = contact(&disc(), Pose::IDENTITY, &d6(), at(1.0, 11.5, 0.0));
    assert_eq!(manifold.points.len(), 4);
    assert!(manifold.points.iter().all(|point| (point.position.x / MM - 1.0).abs() > 5.999));
    assert_eq!(manifold.rolling, Rolling::None);
}

#[test]
fn capsule_on_a_table_rests_on_both_ends() {
    let capsule = Shape::Capsule { radius: 4.0 * MM, half_length: 15.0 * MM };
    let pose = turned(at(0.0, 4.2, 0.0), Vector::X, 90.0);
    let manifold = contact(&capsule, pose, &floor(), floor_pose());
    assert_eq!(manifold.points.len(), 2);
    assert!(manifold.points.iter().all(|point| (point.gap - 0.2 * MM).abs() < 1.0e-9));
    assert_close(manifold.points[0].position.distance(manifold.points[1].position), 30.0 * MM, 1.0e-9);
}

#[test]
fn side_by_side_capsules_touch_along_their_overlap_and_crossed_ones_once() {
    let capsule = Shape::Capsule { radius: 4.0 * MM, half_length: 15.0 * MM };
    let parallel = contact(&capsule, Pose::IDENTITY, &capsule, at(8.5, 10.0, 0.0));
    assert_eq!(parallel.points.len(), 2);
    assert_close(parallel.points[0].position.distance(parallel.points[1].position), 20.0 * MM, 1.0e-9);
    let crossed = contact(&capsule, Pose::IDENTITY, &capsule, turned(at(8.5, 0.0, 0.0), Vector::X, 70.0));
    assert_eq!(crossed.points.len(), 1);
    assert_close(crossed.points[0].gap, 0.5 * MM, 1.0e-9);
}

#[test]
fn capsule_across_a_disc_touches_at_both_crossings_of_the_rim() {
    let capsule = Shape::Capsule { radius: 4.0 * MM, half_length: 15.0 * MM };
    let pose = turned(at(0.0, 8.0, 5.0), Vector::Z, 90.0);
    let manifold = contact(&disc(), Pose::IDENTITY, &capsule, pose);
    let half_chord = (12.5_f64.powi(2) - 5.0_f64.powi(2)).sqrt() * MM;
    assert_eq!(manifold.points.len(), 2);
    assert!(manifold.points.iter().all(|point| (point.position.x.abs() - half_chord).abs() < 1.0e-9));
}

#[test]
fn shapes_out_of_reach_have_no_contact() {
    let mut out = Vec::new();
    collide(&disc(), Pose::IDENTITY, &d6(), at(0.0, 13.6, 0.0), REACH, Hint::default(), &mut out);
    assert!(out.is_empty());
    collide(&disc(), Pose::IDENTITY, &d6(), at(0.0, 13.4, 0.0), REACH, Hint::default(), &mut out);
    assert_eq!(out.len(), 1);
}
