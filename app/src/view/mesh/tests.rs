use std::collections::BTreeMap;
use std::f64::consts::PI;

use bevy::math::Vec3;
use tabletop::geometry::{Hole, Hull, Outline, Plate, Pose, Shape};
use tabletop::units::{Vector, Vector2, mm};

use super::{Cut, Patch, Surface, shape_parts};
use crate::view::look::{Finish, Inlay, Look, Region, Species};

fn cut() -> Cut {
    Cut::of(&Look::plain(Finish::Wood(Species::Maple)))
}

fn whole(shape: &Shape, cut: Cut, inlays: &[Inlay]) -> Patch {
    let mut whole = Patch::default();
    for part in shape_parts(shape, cut, inlays) {
        whole.append(&part.patch);
    }
    whole
}

fn key(p: Vec3) -> [i64; 3] {
    // A tenth of a micrometre: finer than anything drawn, coarser than single precision at a metre.
    p.to_array().map(|x| (f64::from(x) * 1e7).round() as i64)
}

/// Every directed edge must meet exactly its opposite: no gap, no flipped triangle.
fn assert_closed(patch: &Patch) {
    let mut edges: BTreeMap<_, i32> = BTreeMap::new();
    for triangle in patch.indices.chunks(3) {
        let corners = [0, 1, 2].map(|i| key(patch.vertices[triangle[i] as usize].position));
        for i in 0..3 {
            let (a, b) = (corners[i], corners[(i + 1) % 3]);
            if a != b {
                *edges.entry((a.min(b), a.max(b))).or_default() += if a < b { 1 } else { -1 };
            }
        }
    }
    let open = edges.iter().filter(|(_, balance)| **balance != 0).collect::<Vec<_>>();
    assert!(open.is_empty(), "{} of {} edges are open, first {:?}", open.len(), edges.len(), open.first());
}

fn assert_unit_normals(patch: &Patch) {
    for vertex in &patch.vertices {
        assert!(
            (vertex.normal.length() - 1.0).abs() < 1e-4,
            "normal {} is not of unit length",
            vertex.normal
        );
    }
}

fn bounds(patch: &Patch) -> (Vector, Vector) {
    let points = patch.vertices.iter().map(|v| v.position.as_dvec3());
    points.fold((Vector::INFINITY, Vector::NEG_INFINITY), |(min, max), p| (min.min(p), max.max(p)))
}

fn volume(patch: &Patch) -> f64 {
    let corners = |t: &[u32]| [0, 1, 2].map(|i| patch.vertices[t[i] as usize].position.as_dvec3());
    patch.indices.chunks(3).map(corners).map(|[a, b, c]| a.dot(b.cross(c)) / 6.0).sum()
}

fn board() -> Plate {
    let corners = (0..8).map(|k| Vector2::from_angle((f64::from(k) + 0.5) * PI / 4.0) * mm(595.3)).collect();
    let mut holes = vec![Hole { chamfer: mm(0.5), ..Hole::sharp(Vector2::ZERO, mm(30.0)) }];
    holes.extend((0..8).map(|k| Hole {
        chamfer: mm(0.5),
        floor: (k % 2 == 0).then_some(mm(8.0)),
        ..Hole::sharp(Vector2::from_angle(f64::from(k) * PI / 4.0) * mm(115.0), mm(21.0))
    }));
    Plate { outline: Outline::polygon(corners), holes, thickness: mm(20.0), slope: 0.0 }
}

fn ring() -> Plate {
    let holes =
        vec![Hole::sharp(Vector2::ZERO, mm(85.0)), Hole::sharp(Vector2::new(mm(115.0), 0.0), mm(21.0))];
    Plate { outline: Outline::Circle(mm(145.0)), holes, thickness: mm(12.0), slope: 0.026_186 }
}

fn silver() -> Inlay {
    let region = Region::Sector(Vector2::ZERO, [mm(235.0), mm(280.0)], [0.1, 1.3]);
    Inlay { region, finish: Finish::Steel, grain: 0.0 }
}

fn shapes() -> Vec<Shape> {
    vec![
        Shape::ball(mm(12.0)),
        Shape::disc(mm(25.0), mm(5.0)),
        Shape::Capsule { radius: mm(5.0), half_length: mm(40.0) },
        Shape::from(Hull::d6(mm(16.0), mm(2.0))),
        Shape::from(Hull::d12(mm(20.0), mm(1.0))),
        Shape::from(Hull::cuboid(Vector::new(mm(40.0), mm(10.0), mm(5.0)), 0.0)),
        Shape::from(board()),
        Shape::from(ring()),
    ]
}

#[test]
fn every_mesh_is_closed_and_faces_outwards() {
    for shape in shapes() {
        let patch = whole(&shape, cut(), &[]);
        assert_closed(&patch);
        assert!(volume(&patch) > 0.0, "{shape:?} is inside out");
    }
}

#[test]
fn inlays_and_staves_leave_no_gap() {
    let cut = Cut { stave: 0.085, ..cut() };
    assert_closed(&whole(&Shape::from(board()), cut, &[silver()]));
}

#[test]
fn normals_are_of_unit_length() {
    for shape in shapes() {
        assert_unit_normals(&whole(&shape, cut(), &[]));
    }
}

#[test]
fn bounds_are_those_of_the_shape() {
    let pose = Pose::IDENTITY;
    for shape in shapes() {
        let (min, max) = bounds(&whole(&shape, cut(), &[]));
        // What the geometry says is an enclosing box, tight for pieces and generous for plates.
        let (low, high) = shape.bounds(pose);
        assert!(
            (min - low).min_element() > -1e-6 && (high - max).min_element() > -1e-6,
            "{shape:?}: {min} {max}"
        );
        if shape.as_plate().is_none() {
            assert!(
                (min - low).max_element() < 5e-5 && (high - max).max_element() < 5e-5,
                "{shape:?}: {min} {max}"
            );
        }
    }
}

#[test]
fn mouths_of_holes_lie_exactly_on_their_radius() {
    let board = board();
    let up = shape_parts(&Shape::from(board.clone()), cut(), &[]).swap_remove(0);
    assert_eq!(up.surface, Surface::Up);
    for hole in &board.holes {
        let distances = up.patch.vertices.iter().map(|v| {
            Vector2::new(v.position.x.into(), v.position.z.into()).distance(hole.centre) - hole.mouth()
        });
        let rim = distances.filter(|d| d.abs() < 1e-4).collect::<Vec<_>>();
        assert!(rim.len() >= 96, "a round hole has {} corners", rim.len());
        assert!(rim.iter().all(|d| d.abs() < 1e-7), "a corner of a hole is off its circle");
    }
}

#[test]
fn surface_of_a_board_has_its_exact_area() {
    let board = board();
    let parts = shape_parts(&Shape::from(board.clone()), Cut { stave: 0.085, ..cut() }, &[silver()]);
    let top = parts.iter().filter(|p| matches!(p.surface, Surface::Up | Surface::Inlay(_)));
    let area: f64 = top
        .flat_map(|part| {
            part.patch.indices.chunks(3).map(|t| {
                let [a, b, c] = [0, 1, 2].map(|i| part.patch.vertices[t[i] as usize].position.as_dvec3());
                (b - a).cross(c - a).length() / 2.0
            })
        })
        .sum();
    let apothem = mm(595.3) * (PI / 8.0).cos() - super::CHAMFER;
    let octagon = 8.0 * apothem * apothem * (PI / 8.0).tan();
    let exact = octagon - board.holes.iter().map(|hole| PI * hole.mouth().powi(2)).sum::<f64>();
    assert!((area / exact - 1.0).abs() < 1e-3, "{area} m² for {exact} m²");
}

#[test]
fn inlays_cover_their_region_and_nothing_else() {
    let parts = shape_parts(&Shape::from(board()), cut(), &[silver()]);
    let inlay = parts.iter().find(|part| part.surface == Surface::Inlay(0)).expect("the inlay has a part");
    for vertex in &inlay.patch.vertices {
        let radius = f64::from(vertex.position.x.hypot(vertex.position.z));
        assert!(radius > mm(234.99) && radius < mm(280.01), "a corner of the inlay lies at {radius} m");
    }
}

#[test]
fn inlays_as_large_as_their_plate_leave_no_gap() {
    let ring = Plate { slope: 0.026, ..board() };
    let (hole, rim) = (mm(235.0), mm(700.0));
    let whole_ring = Region::Sector(Vector2::ZERO, [hole, rim], [0.0, 2.0 * PI]);
    for region in
        [whole_ring.clone(), Region::Pierced(Box::new(whole_ring), vec![(Vector2::new(0.3, 0.0), 0.05)])]
    {
        let inlay = Inlay { region, finish: Finish::Wood(Species::Dark), grain: 0.0 };
        assert_closed(&whole(&Shape::from(ring.clone()), cut(), &[inlay]));
    }
}

#[test]
fn slices_of_a_pie_and_pierced_regions_have_their_area() {
    let area = |region: Region| {
        let inlay = Inlay { region, finish: Finish::Wood(Species::Dark), grain: 0.0 };
        let slab = Plate { outline: Outline::Circle(1.0), ..Plate::plane() };
        let parts = shape_parts(&Shape::from(slab), cut(), &[inlay]);
        let part = parts.iter().find(|part| part.surface == Surface::Inlay(0)).expect("the inlay has a part");
        let corners = |t: &[u32]| [0, 1, 2].map(|i| part.patch.vertices[t[i] as usize].position.as_dvec3());
        let triangles = part.patch.indices.chunks(3).map(corners);
        triangles.map(|[a, b, c]| (b - a).cross(c - a).length() / 2.0).sum::<f64>()
    };
    let slice = Region::Sector(Vector2::new(0.1, 0.2), [0.0, 0.3], [0.4, 1.4]);
    let disc = Region::Sector(Vector2::ZERO, [0.0, 0.3], [0.0, 2.0 * PI]);
    let eye = Region::Pierced(Box::new(disc.clone()), vec![(Vector2::new(0.1, 0.0), 0.1)]);
    for (region, exact) in [(slice, 0.045), (disc, PI * 0.09), (eye, PI * 0.08)] {
        let found = area(region.clone());
        assert!((found / exact - 1.0).abs() < 2e-3, "{region:?} covers {found} m² for {exact} m²");
    }
}
