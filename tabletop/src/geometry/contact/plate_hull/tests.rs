use super::*;
use crate::{
    geometry::{Hole, Hull},
    units::{MM, Quaternion},
};

fn on_table(shape: &Shape, pose: Pose) -> Vec<Manifold> {
    let mut out = Vec::new();
    hull_plate(shape, pose, &Plate::plane(), Pose::IDENTITY, 0.5 * MM, &mut out);
    out
}

#[test]
fn every_face_of_every_die_rests_on_all_of_its_corners() {
    for hull in [Hull::d6(15.0 * MM, 1.5 * MM), Hull::d12(20.0 * MM, 1.0 * MM)] {
        let faces = hull.faces().to_vec();
        let shape = Shape::from(hull.clone());
        for face in faces {
            let height = face.offset + hull.rounding() + 0.1 * MM;
            let down = Quaternion::from_rotation_arc(face.normal, Vector::NEG_Y);
            let [manifold] = &on_table(&shape, Pose::new(Vector::Y * height, down))[..] else {
                panic!("one surface has one normal");
            };
            assert_eq!(manifold.normal, Vector::NEG_Y);
            let mut corners = face.corners.iter().map(|&corner| u32::from(corner)).collect::<Vec<_>>();
            corners.sort_unstable();
            assert_eq!(manifold.points.iter().map(|p| p.feature).collect::<Vec<_>>(), corners);
            assert!(manifold.points.iter().all(|point| (point.gap - 0.1 * MM).abs() < 1.0e-9));
            assert!(manifold.patch > 0.25 * hull.bounding_radius());
        }
    }
}

#[test]
fn tilted_die_touches_with_its_lowest_corner_first() {
    let shape = Shape::from(Hull::d6(15.0 * MM, 1.5 * MM));
    let down = Quaternion::from_rotation_arc(Vector::ONE.normalize(), Vector::NEG_Y);
    let height = 6.0 * 3.0_f64.sqrt() * MM + 1.5 * MM;
    let out = on_table(&shape, Pose::new(Vector::Y * height, down));
    assert_eq!((out.len(), out[0].points.len()), (1, 1));
    assert!(out[0].points[0].gap.abs() < 1.0e-12);
    assert_eq!(out[0].patch, 0.0);
}

#[test]
fn capsule_lies_on_its_two_ends() {
    let shape = Shape::Capsule { radius: 4.0 * MM, half_length: 15.0 * MM };
    let lying = Quaternion::from_rotation_z(std::f64::consts::FRAC_PI_2);
    let out = on_table(&shape, Pose::new(Vector::Y * 4.1 * MM, lying));
    assert_eq!((out.len(), out[0].points.len()), (1, 2));
    assert!((out[0].patch - 3.0 / 8.0 * 30.0 * MM).abs() < 1.0e-12);
}

#[test]
fn die_over_a_hole_rests_on_the_corners_that_are_not_over_it() {
    let shape = Shape::from(Hull::d6(15.0 * MM, 1.5 * MM));
    // One corner of the die, 6 mm out both ways, is over the middle of the hole.
    let hole = Hole::sharp(Vector2::splat(6.0 * MM), 5.0 * MM);
    let board = Plate { holes: vec![hole], ..Plate::plane() };
    let mut out = Vec::new();
    let pose = Pose::new(Vector::Y * 7.5 * MM, Quaternion::IDENTITY);
    hull_plate(&shape, pose, &board, Pose::IDENTITY, 0.5 * MM, &mut out);
    assert_eq!((out.len(), out[0].points.len()), (1, 3));
    assert_eq!(out[0].normal, Vector::NEG_Y);
}
