//! The shipped files against the rules they come from; faults and damaged files in the modules below.

mod documents;
mod faults;
mod fuzz;

use std::path::{Path, PathBuf};

use super::*;
use crate::{
    geometry::{Outline, Plate, Shape},
    units::{MM, Scalar, Vector2, to_plan},
};

/// The folder of the shipped files.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenes")
}

fn shipped() -> Vec<PathBuf> {
    let mut files: Vec<_> = std::fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "ron"));
    files.sort();
    files
}

fn scene(name: &str) -> SceneDef {
    match load_scene(&folder().join(name)) {
        Ok(scene) => scene,
        Err(problems) => panic!("{}", told(&problems)),
    }
}

/// Checks a file of any type, by its name, as if it had this text.
fn check(path: &Path, text: &str) -> Result<(), Vec<DataProblem>> {
    let source = SourceText::new(path, text.to_owned());
    let name = path.display().to_string();
    if name.ends_with(".script.ron") {
        script::script(&source, &Sources::default()).map(drop)
    } else if name.ends_with(".position.ron") {
        position::position(&source, &Sources::default()).map(drop)
    } else if name.ends_with("materials.ron") {
        material::materials(&source).map(drop)
    } else {
        parse_scene(path, text, &Sources::default()).map(drop)
    }
}

fn told(problems: &[DataProblem]) -> String {
    problems.iter().map(|problem| format!("{problem}\n")).collect()
}

fn plate<'a>(scene: &'a SceneDef, name: &str) -> (&'a Plate, &'a PartDef) {
    let part = scene.board.parts.iter().find(|part| part.name == name).unwrap();
    (part.shape.as_plate().unwrap(), part)
}

/// Height of a plate's surface above the plan, millimetres, at a distance from the middle in millimetres.
fn height_mm(scene: &SceneDef, name: &str, radius_mm: Scalar) -> Scalar {
    let (plate, part) = plate(scene, name);
    (part.pose.position.y + plate.height(Vector2::new(radius_mm * MM, 0.0))) / MM
}

#[track_caller]
fn assert_near(got: Scalar, expected: Scalar, tolerance: Scalar) {
    assert!((got - expected).abs() <= tolerance, "got {got}, expected {expected} ± {tolerance}");
}

#[test]
fn every_shipped_file_loads() {
    let files = shipped();
    assert!(files.len() >= 11, "only {} files in {}", files.len(), folder().display());
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        if let Err(problems) = check(&path, &text) {
            panic!("{}", told(&problems));
        }
    }
}

#[test]
fn the_oriental_board_is_the_octagon_of_its_rules() {
    let scene = scene("oriental.ron");
    let (board, _) = plate(&scene, "board");
    let Outline::Polygon(polygon) = &board.outline else { panic!("an octagon is a polygon") };
    assert_eq!(polygon.corners().len(), 8);
    for (a, b) in crate::geometry::plate::edges(polygon.corners()) {
        assert_near(a.length() / MM, 595.3, 0.05);
        assert_near(a.distance(b) / MM, 455.6, 0.05);
    }
    // Sides face the seats: the middle of the southern side is 550 away.
    assert_near(board.outside_outline(Vector2::new(0.0, 0.55)) / MM, 0.0, 1e-9);
    assert!(board.outside_outline(Vector2::ZERO) < -0.549, "corners must go round the right way");
}

#[test]
fn the_oriental_board_has_its_17_holes_where_the_rules_put_them() {
    let scene = scene("oriental.ron");
    assert_eq!(scene.board.holes.len(), 17);
    let hole = |name: String| scene.board.holes.iter().find(|hole| hole.name == name).unwrap();
    // Section 33.4, (x, z); north is -z.
    let traps = [
        (0.0, 115.0),
        (81.3, 81.3),
        (115.0, 0.0),
        (81.3, -81.3),
        (0.0, -115.0),
        (-81.3, -81.3),
        (-115.0, 0.0),
        (-81.3, 81.3),
    ];
    let wells = [
        (197.1, 475.8),
        (475.8, 197.1),
        (475.8, -197.1),
        (197.1, -475.8),
        (-197.1, -475.8),
        (-475.8, -197.1),
        (-475.8, 197.1),
        (-197.1, 475.8),
    ];
    for (name, radius, places) in [("trap", 21.0, traps), ("well", 25.0, wells)] {
        for (k, (x, z)) in places.into_iter().enumerate() {
            let hole = hole(format!("{name} {k}"));
            assert_near(hole.centre.x / MM, x, 0.06);
            assert_near(-hole.centre.y / MM, z, 0.06);
            assert_near(hole.radius / MM, radius, 1e-9);
            assert_eq!(hole.floor, None);
        }
    }
    assert_near(hole("exit".to_owned()).radius / MM, 30.0, 1e-9);
    assert_eq!(hole("exit".to_owned()).centre, Vector2::ZERO);
}

#[test]
fn the_rings_descend_by_steps_of_one_millimetre() {
    let scene = scene("oriental.ron");
    // Section 33.3: name, radius and height of the outer and of the inner edge.
    let rings = [
        ("ring 4", 235.0, -1.00, 190.0, -2.18),
        ("ring 3", 190.0, -3.18, 145.0, -4.36),
        ("ring 2", 145.0, -5.36, 85.0, -6.93),
        ("ring 1", 85.0, -7.93, 30.0, -9.37),
    ];
    let mut above = 0.0;
    for (name, outer, y_outer, inner, y_inner) in rings {
        assert_near(height_mm(&scene, name, outer), y_outer, 0.005);
        assert_near(height_mm(&scene, name, inner), y_inner, 0.005);
        assert_near(above - height_mm(&scene, name, outer), 1.0, 1e-5);
        let (ring, _) = plate(&scene, name);
        let Outline::Circle(reach) = ring.outline else { panic!("a ring is round") };
        assert_near(reach / MM, outer + 6.0, 1e-9);
        assert_near(ring.holes[0].mouth() / MM, inner, 1e-9);
        assert_near(ring.holes[0].chamfer / MM, if inner == 30.0 { 0.0 } else { 1.0 }, 1e-9);
        above = height_mm(&scene, name, inner);
    }
    assert_near(above, -9.37, 0.005);
    assert_near(plate(&scene, "board").0.holes[0].mouth() / MM, 235.0, 1e-9);
}

#[test]
fn each_start_zone_touches_its_two_wells() {
    let scene = scene("oriental.ron");
    let seats = ["1", "5", "3", "7", "2", "6", "4", "8"];
    for (k, seat) in seats.into_iter().enumerate() {
        let zone = scene.board.zones.iter().find(|zone| zone.name == format!("start {seat}")).unwrap();
        let ZoneShape::Polygon(corners) = zone.zone.shape() else { panic!("a trapezoid is a polygon") };
        let edge_distance = |point: Vector2| {
            crate::geometry::plate::edges(corners)
                .map(|(a, b)| {
                    let t = ((point - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
                    point.distance(a + (b - a) * t)
                })
                .fold(Scalar::INFINITY, Scalar::min)
        };
        for well in [k, (k + 7) % 8] {
            let hole = scene.board.holes.iter().find(|hole| hole.name == format!("well {well}")).unwrap();
            assert_near(edge_distance(hole.centre) / MM, 25.0, 1e-3);
        }
        assert_eq!(scene.materials.get(zone.material.unwrap()).name, "fabric");
    }
}

#[test]
fn the_96_pions_lie_flat_in_their_own_start_zones() {
    let scene = scene("oriental-full.ron");
    let pions: Vec<_> = scene.pieces.iter().filter(|piece| piece.kind.name != "weight").collect();
    assert_eq!(pions.len(), 96);
    for piece in pions {
        let adult = piece.kind.tags.contains(&"adult".to_owned());
        let (mass, half) = if adult { (4.04, 3.0) } else { (1.72, 2.5) };
        assert_near(piece.kind.mass * 1e3, mass, 0.005);
        assert_near(piece.pose.position.y / MM, half, 1e-9);
        // Each faces the middle, from at least 440 mm away.
        let at = to_plan(piece.pose.position);
        let ahead = to_plan(piece.pose.rotation * crate::units::from_plan(Vector2::Y, 0.0));
        assert!(at.dot(-ahead) / MM > 449.0, "{} faces the wrong way or lies outside", piece.name);
        assert_eq!(piece.kind.tags.len(), if adult { 3 } else { 2 });
    }
    let weight = scene.piece("weight 1").unwrap();
    assert_near(weight.kind.mass, 0.0732, 1e-12);
    assert_near(weight.pose.position.y / MM, -80.0 + 15.0, 1e-9);
}

#[test]
fn the_pirates_set_out_32_balls_of_beech_between_18_walls() {
    let scene = scene("pirates.ron");
    let walls = scene.board.parts.iter().filter(|part| part.name == "walls" && part.kind == PartKind::Wall);
    assert_eq!(walls.count(), 18);
    assert_eq!(scene.pieces.len(), 32);
    for ball in &scene.pieces {
        assert_near(ball.kind.mass * 1e3, 5.73, 0.005);
        assert_near(ball.pose.position.y / MM, 12.5, 1e-9);
    }
    let red = scene.piece("red 1").unwrap();
    assert_near(to_plan(red.pose.position).distance(Vector2::new(25.0, 75.0) * MM), 0.0, 1e-12);
    let cloth = &scene.board.cloths[0];
    let (grid, part) = (&cloth.cloth.grid, &scene.board.parts[cloth.part]);
    assert_eq!((grid.columns, grid.rows, grid.closed.len()), (10, 10, 4));
    let home = part.pose.to_world(grid.named(1, 2).centre);
    assert_near(to_plan(home).distance(Vector2::new(25.0, 75.0) * MM), 0.0, 1e-12);
    assert_eq!(cloth.cloth.law.bat_stiffness_cubic, 4.4e7);
    let wall = scene.board.parts.iter().find(|part| part.name == "walls").unwrap();
    let (min, max) = wall.shape.bounds(wall.pose);
    assert_near((max.x - min.x) / MM, 6.0, 1e-6);
    assert_near(max.y / MM, 30.0, 1e-6);
    assert_near((min.x + max.x) / 2.0 / MM, 50.0, 1e-6);
}

#[test]
fn stacks_are_built_from_the_bottom_and_touch() {
    let scene = scene("stack.ron");
    let top = scene.piece("disc 20").unwrap();
    assert_near(top.pose.position.y / MM, 97.5, 1e-9);
    assert_near(scene.piece("alternating 10").unwrap().pose.position.y / MM, 52.5, 1e-9);
    assert_eq!(to_plan(scene.piece("alternating 10").unwrap().pose.position), Vector2::new(0.06, 0.0));
}

#[test]
fn discs_on_edge_stand_on_their_rims_and_the_leaning_one_touches_the_weight() {
    let scene = scene("edge-and-leaning.ron");
    let edge = scene.piece("small on edge").unwrap();
    assert_near(edge.pose.position.y / MM, 12.5, 1e-9);
    assert_near(edge.pose.axis().x, 1.0, 1e-12);
    let leaning = scene.piece("leaning").unwrap();
    let local = leaning.pose.to_local(crate::units::from_plan(Vector2::new(-0.015, 0.0), 0.030));
    assert_near(local.y / MM, -3.0, 1e-4);
    assert!(local.x.hypot(local.z) / MM < 17.5, "the rim of the weight must meet the face of the disc");
}

#[test]
fn dice_show_the_value_asked_for() {
    let scene = scene("dice.ron");
    for (name, value, half) in
        [("white d6", 1, 7.5), ("red d6", 5, 7.5), ("white d12", 12, 10.0), ("black d12", 1, 10.0)]
    {
        let die = scene.piece(name).unwrap();
        let up = die.pose.rotation * die.kind.form.face_direction(value).unwrap();
        assert_near(up.y, 1.0, 1e-12);
        assert_near(die.pose.position.y / MM, half, 1e-6);
        let Shape::Hull(hull) = &die.kind.shape else { panic!("a die is a hull") };
        let normal = die.kind.form.face_direction(value).unwrap();
        let nearest = hull.face_normals().map(|face| face.dot(normal)).fold(-1.0, Scalar::max);
        assert_near(nearest, 1.0, 1e-9);
    }
}

#[test]
fn a_position_moves_adds_and_removes_pieces() {
    let path = folder().join("oriental-egg.position.ron");
    let position = load_position(&path).unwrap();
    assert_eq!(position.game, "oriental");
    assert_eq!(position.scene.pieces.len(), 99);
    assert!(position.scene.piece("red queen").is_none());
    let chief = position.scene.piece("red chief").unwrap();
    assert_near(chief.pose.axis().y, -1.0, 1e-12);
    assert_near(position.scene.piece("black dragonet 1").unwrap().pose.position.y / MM, 6.0 + 2.5, 1e-9);
    assert_near(position.scene.piece("white chief").unwrap().pose.position.y / MM, 3.0, 1e-9);
}

#[test]
fn a_script_is_its_intents_in_si_units() {
    let script = load_script(&folder().join("flick.script.ron")).unwrap();
    assert_eq!(script.seed, 1);
    let Intent::Strike { at, height, azimuth, speed, with, .. } = &script.intents[1] else {
        panic!("a strike")
    };
    assert_eq!((*height, *azimuth, *speed, *with), (Some(0.0025), 0.0, 1.0, Striker::Finger));
    assert_near(at.distance(Vector2::new(0.0, -0.0125)), 0.0, 1e-15);
    assert_eq!(script.intents[2], Intent::Rest);
}

#[test]
fn a_round_recess_is_a_hole_with_a_floor_and_a_square_one_is_remembered() {
    let text = r#"(
    title: "Creux",
    board: (
        name: "tile",
        parts: [
            (
                name: "tile", material: "varnished_wood", at_mm: (100, 0), height_mm: 15,
                shape: Plate(outline: Rectangle(size_mm: (116, 116)), thickness_mm: 15),
            ),
            (
                name: "to", material: "varnished_wood", at_mm: (138, 38), height_mm: 15,
                shape: Recess(into: "tile", outline: Round(diameter_mm: 28), depth_mm: 2),
            ),
            (
                name: "mat", material: "varnished_wood", at_mm: (70, 0), height_mm: 15,
                shape: Recess(into: "tile", outline: Square(size_mm: (20, 30)), depth_mm: 1),
            ),
        ],
    ),
    pieces: [
        (name: "token", shape: Disc(diameter_mm: 22, thickness_mm: 6), material: "bone", at_mm: (138, 38)),
        (name: "beside", shape: Disc(diameter_mm: 22, thickness_mm: 6), material: "bone", at_mm: (110, 38)),
    ],
)"#;
    let scene = parse_scene(&folder().join("test.ron"), text, &Sources::default()).unwrap();
    let (tile, _) = plate(&scene, "tile");
    assert_near(tile.holes[0].centre.distance(Vector2::new(0.038, -0.038)), 0.0, 1e-12);
    assert_eq!(tile.holes[0].floor, Some(0.002));
    assert_near(scene.board.holes[0].centre.distance(Vector2::new(0.138, 0.038)), 0.0, 1e-12);
    assert_eq!(scene.board.recesses[0].size, Vector2::new(0.02, 0.03));
    assert_near(scene.piece("token").unwrap().pose.position.y / MM, 13.0 + 3.0, 1e-9);
    assert_near(scene.piece("beside").unwrap().pose.position.y / MM, 15.0 + 3.0, 1e-9);
}

#[test]
fn the_built_in_materials_serve_where_no_file_does() {
    let text = r#"(title: "x", pieces: [(name: "a", shape: Ball(diameter_mm: 16), material: "glass", height_mm: 0)])"#;
    let scene = parse_scene(Path::new("/nowhere/x.ron"), text, &Sources::default()).unwrap();
    assert_near(scene.pieces[0].kind.mass * 1e3, 5.36, 0.005);
    assert_eq!(scene.pieces[0].pose.position.y, 0.008);
}

/// What the exact contacts say, for comparison with [`certain_overlap`].
fn exact_overlap(a: &Shape, pose_a: crate::geometry::Pose, b: &Shape, pose_b: crate::geometry::Pose) -> bool {
    let mut manifolds = Vec::new();
    crate::geometry::contact::collide(a, pose_a, b, pose_b, 0.0, Default::default(), &mut manifolds);
    manifolds.iter().flat_map(|manifold| &manifold.points).any(|point| point.gap < -FORGIVEN)
}

#[test]
fn nothing_in_a_shipped_scene_overlaps_by_the_exact_contacts_either() {
    let sources = Sources { overlap: exact_overlap, ..Sources::default() };
    for path in shipped() {
        let name = path.display().to_string();
        if [".script.ron", ".position.ron", "materials.ron"].iter().any(|ending| name.ends_with(ending)) {
            continue;
        }
        if let Err(problems) = load_scene_with(&path, &sources) {
            panic!("{}", told(&problems));
        }
    }
}
