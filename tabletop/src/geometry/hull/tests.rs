use super::*;
use crate::units::{MM, Quaternion};

fn assert_close(actual: Scalar, expected: Scalar, tolerance: Scalar) {
    assert!((actual - expected).abs() <= tolerance, "{actual} is not {expected} within {tolerance}");
}

fn tetrahedron() -> (Vec<Vector>, Vec<Vec<u16>>) {
    let vertices =
        [(1.0, 1.0, 1.0), (1.0, -1.0, -1.0), (-1.0, 1.0, -1.0), (-1.0, -1.0, 1.0)].map(Vector::from);
    (vertices.to_vec(), vec![vec![0, 1, 2], vec![0, 3, 1], vec![0, 2, 3], vec![1, 3, 2]])
}

#[test]
fn d12_has_twelve_faces_of_five_corners_at_its_dihedral_angle() {
    let hull = Hull::d12(20.0 * MM, 1.0 * MM);
    assert_eq!((hull.vertices().len(), hull.edges().len(), hull.faces().len()), (20, 30, 12));
    assert!(hull.faces().iter().all(|face| face.corners.len() == 5));
    assert_eq!(hull.edge_directions().len(), 15);
    for edge in hull.edges() {
        let [left, right] = edge.faces.map(|face| hull.faces()[usize::from(face)].normal);
        assert_close(180.0 - left.angle_between(right).to_degrees(), 116.565, 1.0e-3);
    }
}

#[test]
fn opposite_faces_of_a_d12_are_parallel_total_thirteen_and_are_20_mm_apart() {
    let hull = Hull::d12(20.0 * MM, 1.0 * MM);
    for (index, face) in hull.faces().iter().enumerate() {
        let opposite = &hull.faces()[11 - index];
        assert_close(face.normal.dot(opposite.normal), -1.0, 1.0e-12);
        assert_close(face.offset + opposite.offset + 2.0 * hull.rounding(), 20.0 * MM, 1.0e-12);
    }
}

#[test]
fn faces_of_a_d12_are_numbered_as_in_the_rules() {
    let hull = Hull::d12(20.0 * MM, 1.0 * MM);
    let normal = |number: usize| hull.faces()[number - 1].normal;
    assert!(normal(1).abs_diff_eq(Vector::new(0.5257, 0.8507, 0.0), 1.0e-4));
    assert!(normal(10).abs_diff_eq(Vector::new(0.8507, 0.0, -0.5257), 1.0e-4));
    assert!(normal(6).abs_diff_eq(Vector::new(0.0, 0.5257, -0.8507), 1.0e-4));
    assert!(normal(11).abs_diff_eq(Vector::new(0.0, 0.5257, 0.8507), 1.0e-4));
}

#[test]
fn sharp_d12_has_the_circumradius_and_edge_of_the_rules() {
    let hull = Hull::d12(20.0 * MM, 0.0);
    assert_close(hull.bounding_radius(), 12.58 * MM, 0.01 * MM);
    let [start, end] = hull.edges()[0].ends.map(|end| hull.vertices()[usize::from(end)]);
    assert_close(start.distance(end), 8.98 * MM, 0.01 * MM);
}

#[test]
fn dice_have_the_volumes_of_the_rules() {
    assert_close(Hull::d6(15.0 * MM, 1.5 * MM).volume(), 3.29e-6, 0.005e-6);
    assert_close(Hull::d6(30.0 * MM, 3.0 * MM).volume(), 26.3e-6, 0.05e-6);
    assert_close(Hull::d12(20.0 * MM, 1.0 * MM).volume(), 5.53e-6, 0.0553e-6);
}

#[test]
fn volume_by_integration_agrees_with_steiner() {
    for hull in [Hull::d6(15.0 * MM, 1.5 * MM), Hull::d12(20.0 * MM, 4.0 * MM)] {
        // Volume and mean square radius from samples on a skew grid that know only the distance.
        let grid = Quaternion::from_axis_angle(Vector::new(1.0, 2.0, 3.0).normalize(), 0.7);
        let (mut inside, mut spread, step) = (0.0, 0.0, hull.bounding_radius() / 40.0);
        for i in -40..40 {
            for j in -40..40 {
                for k in -40..40 {
                    let point = grid * (Vector::new(f64::from(i), f64::from(j), f64::from(k)) + 0.5) * step;
                    if hull.signed_distance(point).0 <= 0.0 {
                        inside += 1.0;
                        spread += point.length_squared();
                    }
                }
            }
        }
        assert_close(inside * step.powi(3) / hull.volume(), 1.0, 3.0e-3);
        assert_close(spread / inside * 2.0 / hull.unit_inertia().element_sum(), 1.0, 3.0e-3);
    }
}

#[test]
fn sharp_box_has_the_textbook_inertia() {
    let hull = Hull::cuboid(Vector::new(10.0, 20.0, 30.0) * MM, 0.0);
    let expected = Vector::new(20.0 * 20.0 + 30.0 * 30.0, 30.0 * 30.0 + 100.0, 100.0 + 400.0) / 3.0 * MM * MM;
    assert!(hull.unit_inertia().abs_diff_eq(expected, 1.0e-15), "{}", hull.unit_inertia());
}

#[test]
fn almost_round_cube_has_almost_the_inertia_of_a_ball() {
    let hull = Hull::d6(2.0, 0.999);
    assert_close(hull.unit_inertia().x, 0.4, 2.0e-3);
    assert_close(hull.volume(), 4.0 / 3.0 * std::f64::consts::PI, 0.02);
}

#[test]
fn hull_is_moved_to_its_centre_of_mass() {
    let (mut vertices, faces) = tetrahedron();
    vertices.iter_mut().for_each(|vertex| *vertex += Vector::new(3.0, -2.0, 7.0));
    let hull = Hull::new(vertices, faces, 0.1).unwrap();
    assert!(hull.vertices()[0].abs_diff_eq(Vector::ONE, 1.0e-9), "{}", hull.vertices()[0]);
}

#[test]
fn signed_distance_is_exact_over_faces_edges_and_corners() {
    let hull = Hull::cuboid(Vector::new(2.0, 3.0, 4.0), 1.0);
    let check = |point: Vector, distance: Scalar, direction: Vector| {
        let (actual, gradient) = hull.signed_distance(point);
        assert_close(actual, distance, 1.0e-12);
        assert!(gradient.abs_diff_eq(direction.normalize(), 1.0e-12), "{gradient} at {point}");
    };
    check(Vector::new(5.0, 1.0, -2.0), 3.0, Vector::X);
    check(Vector::new(4.0, 6.0, 0.0), 4.0, Vector::new(3.0, 4.0, 0.0));
    check(Vector::new(2.0, 4.0, 5.0), 9.0_f64.sqrt() - 1.0, Vector::new(1.0, 2.0, 2.0));
    check(Vector::new(0.9, 0.0, 0.0), -1.1, Vector::X);
    check(Vector::new(0.0, -2.5, 0.0), -0.5, Vector::NEG_Y);
}

#[test]
fn bounds_hold_every_support_point() {
    let hull = Hull::d12(20.0 * MM, 1.0 * MM);
    let pose = Pose::new(Vector::new(1.0, 2.0, 3.0), Quaternion::from_rotation_z(0.4));
    let (min, max) = hull.bounds(pose);
    assert_close(hull.support(pose, Vector::X).x, max.x, 1.0e-12);
    assert_close(hull.support(pose, Vector::NEG_Y).y, min.y, 1.0e-12);
}

#[test]
fn what_is_not_a_hull_is_refused_with_the_reason() {
    let (vertices, faces) = tetrahedron();
    let refuse = |vertices: &[Vector], faces: &[Vec<u16>]| {
        Hull::new(vertices.to_vec(), faces.to_vec(), 0.0).unwrap_err()
    };
    assert_eq!(Hull::new(vertices.clone(), faces.clone(), -1.0).unwrap_err(), HullError::NotFinite);
    assert_eq!(refuse(&vertices[..3], &faces), HullError::VertexCount(3));

    let mut broken = faces.clone();
    broken[2] = vec![0, 2, 9];
    assert_eq!(refuse(&vertices, &broken), HullError::UnknownVertex { face: 2, vertex: 9 });
    broken[2] = vec![0, 3, 2];
    assert_eq!(refuse(&vertices, &broken), HullError::InsideOut { face: 2 });
    broken.remove(2);
    assert!(matches!(refuse(&vertices, &broken), HullError::OpenEdge { .. }));

    let inner = [&vertices[..], &[Vector::splat(0.1)]].concat();
    assert_eq!(refuse(&inner, &faces), HullError::UnusedVertex { vertex: 4 });
    let outer = [&vertices[..], &[Vector::splat(-5.0)]].concat();
    assert!(matches!(refuse(&outer, &faces), HullError::NotConvex { vertex: 4, .. }));

    let turned = Quaternion::from_rotation_y(0.3);
    let long = Hull::cuboid(Vector::new(1.0, 2.0, 3.0), 0.0);
    let vertices = long.vertices().iter().map(|&vertex| turned * vertex).collect();
    let faces = long.faces().iter().map(|face| face.corners.clone()).collect();
    assert_eq!(Hull::new(vertices, faces, 0.0).unwrap_err(), HullError::NotPrincipal);
}

#[test]
fn bent_face_is_refused() {
    let cube = Hull::d6(2.0, 0.0);
    let mut vertices = cube.vertices().to_vec();
    vertices[7] += Vector::new(0.01, 0.0, 0.0);
    let faces = cube.faces().iter().map(|face| face.corners.clone()).collect();
    assert_eq!(Hull::new(vertices, faces, 0.0).unwrap_err(), HullError::NotPlanar { face: 1 });
}

#[test]
fn a_hull_made_of_the_corners_of_another_is_the_very_same() {
    let (vertices, faces) = tetrahedron();
    let off = Vector::new(0.1, -1.0 / 3.0, 0.7);
    let moved = vertices.iter().map(|vertex| (*vertex + off) * (MM / 3.0)).collect();
    let hulls = [
        Hull::cuboid(Vector::new(0.01, 0.02 / 3.0, 0.03), 0.001),
        Hull::d6(16.0 * MM, 1.5 * MM),
        Hull::d12(20.0 * MM / 7.0, 0.1 * MM),
        Hull::new(moved, faces, MM / 9.0).unwrap(),
    ];
    for hull in hulls {
        let faces = hull.faces().iter().map(|face| face.corners.clone()).collect();
        let again = Hull::new(hull.vertices().to_vec(), faces, hull.rounding()).unwrap();
        // In text, -0 is not 0: this compares bits.
        assert_eq!(format!("{again:?}"), format!("{hull:?}"));
    }
}
