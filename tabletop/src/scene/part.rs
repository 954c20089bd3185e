//! From a part of a board as written to exact shapes: the sugar ends here.

use std::sync::Arc;

use super::{
    ClothDef, ClothLaw, LookDef, MaterialId, MaterialTable, PartDef, PartKind, RecessDef,
    board::Builder,
    look::look,
    plan::{self, copies, lean, places, turned, upright, yaw},
    problem::Report,
    raw::{
        RawBox, RawCloth, RawCompartments, RawHole, RawOutline, RawPart, RawPartShape, RawPlate, RawRecessOutline,
        RawRing, RawWall,
    },
    zone::{corners, twice_area},
};
use crate::{
    geometry::{Hole, Hull, Outline, Plate, Pose, Shape},
    units::{MM, Scalar, Vector, Vector2, from_plan, mm, to_plan},
};

/// Least half thickness of a hull's core as a share of its size. A rounded wall whose core had no thickness
/// would have no sides to have normals; this much leaves a flat land that nothing can stand on.
const THINNEST_CORE: Scalar = 4.0e-6;

/// Most columns, and most rows, of a grid.
const MAX_GRID: u32 = 100;

/// A part before its copies are made: what they share.
struct Common<'a> {
    name: &'a str,
    material: MaterialId,
    look: LookDef,
}

impl Common<'_> {
    fn part(&self, kind: PartKind, shape: impl Into<Shape>, pose: Pose) -> PartDef {
        let (name, look) = (self.name.to_owned(), self.look.clone());
        PartDef { name, kind, shape: shape.into(), pose, material: self.material, look }
    }
}

/// Checks a part, and adds it and its copies to the board.
pub(super) fn part(builder: &mut Builder, report: &mut Report, place: &str, raw: &RawPart, materials: &MaterialTable) {
    report.name(&format!("{place}.name"), &raw.name);
    let material = materials.named(report, &format!("{place}.material"), &raw.material);
    let look = look(report, &format!("{place}.look"), &raw.look);
    let at = plan::point(report, &format!("{place}.at_mm"), raw.at_mm);
    let height = report.length(&format!("{place}.height_mm"), raw.height_mm);
    let azimuth = report.number(&format!("{place}.azimuth_deg"), raw.azimuth_deg);
    let shape_place = format!("{place}.shape");
    for copy in copies(report, place, &raw.name, raw.repeat.as_ref()) {
        let pose = upright(turned(at, copy.turn_deg), height, azimuth + copy.turn_deg);
        let common = Common { name: &copy.name, material, look: look.clone() };
        let before = report.count();
        build(builder, report, &shape_place, &raw.shape, pose, &common);
        if report.count() > before {
            return; // every copy would repeat the same problems
        }
    }
}

fn build(
    builder: &mut Builder,
    report: &mut Report,
    place: &str,
    raw: &RawPartShape,
    pose: Pose,
    common: &Common,
) {
    let field = |name: &str| format!("{place}.{name}");
    match raw {
        RawPartShape::Plate(raw) => plate(builder, report, place, raw, pose, common),
        RawPartShape::Ring(raw) => ring(builder, report, place, raw, pose, common),
        RawPartShape::Wall(raw) => {
            builder.parts.extend(wall(report, place, raw, pose).map(|(hull, pose)| common.part(PartKind::Wall, hull, pose)));
        }
        RawPartShape::Cushion(raw) => {
            builder.parts.extend(wall(report, place, raw, pose).map(|(hull, pose)| common.part(PartKind::Cushion, hull, pose)));
        }
        RawPartShape::Box(raw) => {
            let (half, rounding) = cuboid(report, place, raw);
            let pose = Pose::new(pose.position + Vector::Y * half.y, pose.rotation);
            builder.parts.push(common.part(PartKind::Box, hull(report, place, half, rounding), pose));
        }
        RawPartShape::Peg(raw) => {
            let diameter = report.size(&field("diameter_mm"), raw.diameter_mm);
            let tall = report.size(&field("tall_mm"), raw.tall_mm);
            let pose = Pose::new(pose.position + Vector::Y * (tall / 2.0), pose.rotation);
            builder.parts.push(common.part(PartKind::Peg, Shape::disc(diameter, tall), pose));
        }
        RawPartShape::Wire(raw) => {
            let diameter = report.size(&field("diameter_mm"), raw.diameter_mm);
            let Some((middle, along)) = span(report, place, raw.from_mm, raw.to_mm) else { return };
            let rotation = pose.rotation * lean(90.0, azimuth_of(along));
            let shape = Shape::Capsule { radius: diameter / 2.0, half_length: along.length() / 2.0 };
            let pose = Pose::new(pose.to_world(from_plan(middle, 0.0)), rotation);
            builder.parts.push(common.part(PartKind::Wire, shape, pose));
        }
        RawPartShape::Compartments(raw) => compartments(builder, report, place, raw, pose, common),
        RawPartShape::Cloth(raw) => cloth(builder, report, place, raw, pose, common),
        RawPartShape::Recess(raw) => {
            let depth = report.size(&field("depth_mm"), raw.depth_mm);
            let chamfer = report.extent(&field("chamfer_mm"), raw.chamfer_mm);
            match raw.outline {
                RawRecessOutline::Round { diameter_mm } => {
                    let radius = report.size(&field("outline.diameter_mm"), diameter_mm) / 2.0;
                    let Some(part) = builder.find_plate(report, &field("into"), &raw.into) else { return };
                    let local = builder.parts[part].pose.to_local(pose.position);
                    let centre = Vector2::new(local.x, local.z);
                    let hole = Hole { centre, radius, chamfer, floor: Some(depth) };
                    builder.add_hole(part, hole, common.name, place);
                }
                RawRecessOutline::Square { size_mm } => {
                    let x = report.size(&field("outline.size_mm[0]"), size_mm.0);
                    let y = report.size(&field("outline.size_mm[1]"), size_mm.1);
                    let Some(part) = builder.find_plate(report, &field("into"), &raw.into) else { return };
                    let (name, size) = (common.name.to_owned(), Vector2::new(x, y));
                    builder.recesses.push(RecessDef { name, part, pose, size, depth });
                }
            }
        }
    }
}

fn plate(builder: &mut Builder, report: &mut Report, place: &str, raw: &RawPlate, pose: Pose, common: &Common) {
    let outline = outline(report, &format!("{place}.outline"), &raw.outline);
    let thickness = report.size(&format!("{place}.thickness_mm"), raw.thickness_mm);
    let slope = slope(report, place, raw.slope_deg);
    let plate = Plate { outline, holes: Vec::new(), thickness, slope };
    let part = builder.parts.len();
    builder.parts.push(common.part(PartKind::Plate, plate, pose));
    holes(builder, report, place, part, &raw.holes);
}

/// A ring is a conical plate whose first hole is its inner border; its height is that of its outer edge.
fn ring(builder: &mut Builder, report: &mut Report, place: &str, raw: &RawRing, pose: Pose, common: &Common) {
    let field = |name: &str| format!("{place}.{name}");
    let inner = report.size(&field("inner_radius_mm"), raw.inner_radius_mm);
    let outer = report.size(&field("outer_radius_mm"), raw.outer_radius_mm);
    let overlap = report.extent(&field("overlap_mm"), raw.overlap_mm);
    let thickness = report.size(&field("thickness_mm"), raw.thickness_mm);
    let slope = slope(report, place, raw.slope_deg);
    let chamfer = report.extent(&field("chamfer_mm"), raw.chamfer_mm);
    if inner >= outer {
        let found = format!("{} mm inside {} mm", raw.inner_radius_mm, raw.outer_radius_mm);
        report.add(&field("inner_radius_mm"), found, "an inner radius below the outer one", "swap them");
        return;
    }
    if chamfer >= inner {
        report.add(&field("chamfer_mm"), format!("{} mm", raw.chamfer_mm), "less than the inner radius", "");
        return;
    }
    let outline = Outline::Circle(outer + overlap);
    let plate = Plate { outline, holes: Vec::new(), thickness, slope };
    let pose = Pose::new(pose.position - Vector::Y * (slope * outer), pose.rotation);
    let part = builder.parts.len();
    builder.parts.push(common.part(PartKind::Ring, plate, pose));
    let border = Hole { centre: Vector2::ZERO, radius: inner - chamfer, chamfer, floor: None };
    builder.add_hole(part, border, &raw.hole, place);
    holes(builder, report, place, part, &raw.holes);
}

fn holes(builder: &mut Builder, report: &mut Report, place: &str, part: usize, raw: &[RawHole]) {
    for (index, raw) in raw.iter().enumerate() {
        let place = format!("{place}.holes[{index}]");
        let before = report.count();
        let radius = report.size(&format!("{place}.diameter_mm"), raw.diameter_mm) / 2.0;
        let chamfer = report.extent(&format!("{place}.chamfer_mm"), raw.chamfer_mm);
        let floor = raw.depth_mm.map(|depth| report.size(&format!("{place}.depth_mm"), depth));
        let places = places(report, &place, &raw.name, raw.at_mm, raw.circle.as_ref());
        if report.count() > before {
            continue;
        }
        for (name, at) in places {
            let centre = Vector2::new(at.x, -at.y); // a plate's own plan is (x, z)
            builder.add_hole(part, Hole { centre, radius, chamfer, floor }, &name, &place);
        }
    }
}

fn slope(report: &mut Report, place: &str, slope_deg: Scalar) -> Scalar {
    report.between(&format!("{place}.slope_deg"), slope_deg, -60.0, 60.0).to_radians().tan()
}

fn outline(report: &mut Report, place: &str, raw: &RawOutline) -> Outline {
    match raw {
        RawOutline::Infinite => Outline::Infinite,
        RawOutline::Circle { diameter_mm } => {
            Outline::Circle(report.size(&format!("{place}.diameter_mm"), *diameter_mm) / 2.0)
        }
        RawOutline::Rectangle { size_mm } => {
            let x = report.size(&format!("{place}.size_mm[0]"), size_mm.0) / 2.0;
            let y = report.size(&format!("{place}.size_mm[1]"), size_mm.1) / 2.0;
            rectangle(x, y)
        }
        RawOutline::Regular { sides, apothem_mm } => {
            let apothem = report.size(&format!("{place}.apothem_mm"), *apothem_mm);
            if !(3..=64).contains(sides) {
                report.add(&format!("{place}.sides"), sides.to_string(), "3 to 64", "use Circle for a round one");
                return Outline::Circle(apothem);
            }
            let step = 360.0 / Scalar::from(*sides);
            let corner = apothem / (step / 2.0).to_radians().cos();
            // The middle of the first side is to the north; counter-clockwise in (x, z) is clockwise in plan.
            let corner = |k: u32| plan::direction(step * (Scalar::from(k) - 0.5)) * corner;
            Outline::Polygon((0..*sides).map(corner).map(to_local_plan).collect())
        }
        RawOutline::Polygon { corners_mm } => {
            let place = format!("{place}.corners_mm");
            let before = report.count();
            let mut corners = corners(report, &place, corners_mm);
            if report.count() > before {
                return Outline::Infinite;
            }
            if twice_area(&corners) > 0.0 {
                corners.reverse();
            }
            let turns_left = |k: usize| {
                let at = |k: usize| corners[k % corners.len()];
                (at(k + 1) - at(k)).perp_dot(at(k + 2) - at(k + 1)) > 1.0e-12
            };
            if let Some(k) = (0..corners.len()).find(|k| turns_left(*k)) {
                let at = corners[(k + 1) % corners.len()] / mm(1.0);
                let found = format!("a corner that points inwards at ({}, {})", at.x, at.y);
                report.add(&place, found, "a convex polygon", "build it of several plates");
            }
            Outline::Polygon(corners.into_iter().map(to_local_plan).collect())
        }
    }
}

fn to_local_plan(plan: Vector2) -> Vector2 {
    Vector2::new(plan.x, -plan.y)
}

fn rectangle(x: Scalar, z: Scalar) -> Outline {
    Outline::Polygon([(-x, -z), (x, -z), (x, z), (-x, z)].map(|(x, z)| Vector2::new(x, z)).to_vec())
}

/// Half extents and rounding of a box.
pub(super) fn cuboid(report: &mut Report, place: &str, raw: &RawBox) -> (Vector, Scalar) {
    let size = [raw.size_mm.0, raw.size_mm.1, raw.size_mm.2];
    let mut half = [0.0; 3];
    for (axis, (half, size)) in half.iter_mut().zip(size).enumerate() {
        *half = report.size(&format!("{place}.size_mm[{axis}]"), size) / 2.0;
    }
    let [east, north, up] = half;
    let rounding = rounding(report, place, raw.rounding_mm, east.min(north).min(up));
    (Vector::new(east, up, north), rounding)
}

/// A radius that rounds edges, at most half of the thinnest extent.
pub(super) fn rounding(report: &mut Report, place: &str, rounding_mm: Scalar, thinnest_half: Scalar) -> Scalar {
    let place = format!("{place}.rounding_mm");
    let rounding = report.extent(&place, rounding_mm);
    if rounding > thinnest_half + 1.0e-9 {
        let most = thinnest_half / mm(1.0);
        report.add(&place, format!("{rounding_mm} mm"), format!("at most half of the thickness, {most} mm"), "");
    }
    rounding
}

/// A rounded box from its outer half extents, if it is not too thin to be one.
pub(super) fn hull(report: &mut Report, place: &str, half: Vector, rounding: Scalar) -> Shape {
    let thinnest = half.min_element();
    let core = THINNEST_CORE * 2.0 * half.length();
    if thinnest <= core {
        let found = format!("a box {:.6} mm thin and {:.3} mm long", 2.0 * thinnest / MM, 2.0 * half.max_element() / MM);
        report.add(place, found, "a box less thin for its length", "");
        return Shape::ball(thinnest);
    }
    Hull::cuboid(half, rounding.min(thinnest - core)).into()
}

fn span(report: &mut Report, place: &str, from: (Scalar, Scalar), to: (Scalar, Scalar)) -> Option<(Vector2, Vector2)> {
    let from = plan::point(report, &format!("{place}.from_mm"), from);
    let to = plan::point(report, &format!("{place}.to_mm"), to);
    if from.distance(to) < 1.0e-6 {
        report.add(&format!("{place}.to_mm"), "the same point as `from_mm`", "another point", "");
        return None;
    }
    Some(((from + to) / 2.0, to - from))
}

fn azimuth_of(along: Vector2) -> Scalar {
    along.x.atan2(along.y).to_degrees()
}

/// A wall between two points. Its rounding goes all round, so its foot is sunk by as much: seen from above
/// its support, its sides are straight.
fn wall(report: &mut Report, place: &str, raw: &RawWall, pose: Pose) -> Option<(Shape, Pose)> {
    let tall = report.size(&format!("{place}.tall_mm"), raw.tall_mm);
    let thickness = report.size(&format!("{place}.thickness_mm"), raw.thickness_mm);
    let rounding = rounding(report, place, raw.rounding_mm, thickness.min(tall) / 2.0);
    let (middle, along) = span(report, place, raw.from_mm, raw.to_mm)?;
    Some(bar(report, place, pose, middle, along, (-rounding, tall), thickness, rounding))
}

/// A box along a line of the plan, between two heights above the pose.
fn bar(
    report: &mut Report,
    place: &str,
    pose: Pose,
    middle: Vector2,
    along: Vector2,
    (low, high): (Scalar, Scalar),
    thickness: Scalar,
    rounding: Scalar,
) -> (Shape, Pose) {
    let half = Vector::new(along.length(), high - low, thickness) / 2.0;
    let position = pose.to_world(from_plan(middle, (low + high) / 2.0));
    let rotation = pose.rotation * yaw(azimuth_of(along) - 90.0);
    (hull(report, place, half, rounding), Pose::new(position, rotation))
}

/// The inner walls of a grid, and a block of wood in each closed compartment. The origin is the south-west
/// crossing of the outermost lines, where the rails belong. Walls are rounded all round and are not sunk: the
/// bat comes from below.
fn compartments(
    builder: &mut Builder,
    report: &mut Report,
    place: &str,
    raw: &RawCompartments,
    pose: Pose,
    common: &Common,
) {
    let field = |name: &str| format!("{place}.{name}");
    let before = report.count();
    let pitch = report.size(&field("pitch_mm"), raw.pitch_mm);
    grid(report, place, raw.columns, raw.rows, &raw.closed);
    let thickness = report.size(&field("wall_thickness_mm"), raw.wall_thickness_mm);
    let tall = report.size(&field("wall_tall_mm"), raw.wall_tall_mm);
    let half = thickness / 2.0;
    let rounding = rounding(report, place, raw.rounding_mm.unwrap_or(half / mm(1.0)), half);
    let block = report.size(&field("block_thickness_mm"), raw.block_thickness_mm.unwrap_or(20.0));
    if pitch <= thickness {
        report.add(&field("pitch_mm"), format!("{} mm", raw.pitch_mm), "more than a wall's thickness", "");
    }
    if report.count() > before {
        return;
    }
    let (width, depth) = (pitch * Scalar::from(raw.columns), pitch * Scalar::from(raw.rows));
    let mut push = |middle: Vector2, along: Vector2| {
        let (hull, pose) = bar(report, place, pose, middle, along, (0.0, tall), thickness, rounding);
        builder.parts.push(common.part(PartKind::Wall, hull, pose));
    };
    for column in 1..raw.columns {
        push(Vector2::new(pitch * Scalar::from(column), depth / 2.0), Vector2::new(0.0, depth));
    }
    for row in 1..raw.rows {
        push(Vector2::new(width / 2.0, pitch * Scalar::from(row)), Vector2::new(width, 0.0));
    }
    let clear = (pitch - thickness) / 2.0;
    for &cell in &raw.closed {
        let position = pose.to_world(from_plan(cell_centre(cell, pitch), -block / 2.0));
        let hull = hull(report, place, Vector::new(clear, block / 2.0, clear), 0.0);
        builder.parts.push(common.part(PartKind::Box, hull, Pose::new(position, pose.rotation)));
    }
}

fn cloth(builder: &mut Builder, report: &mut Report, place: &str, raw: &RawCloth, pose: Pose, common: &Common) {
    let before = report.count();
    let field = |name: &str| format!("{place}.{name}");
    let pitch = report.size(&field("pitch_mm"), raw.pitch_mm);
    grid(report, place, raw.columns, raw.rows, &raw.closed);
    let clear = report.size(&field("clear_mm"), raw.clear_mm);
    let thickness = report.size(&field("thickness_mm"), raw.thickness_mm);
    let mut constant = |name: &str, value: Scalar| report.between(&field(&format!("law.{name}")), value, 0.0, 1.0e9);
    let law = ClothLaw {
        ball_stiffness: constant("ball_stiffness_n_m", raw.law.ball_stiffness_n_m),
        ball_damping: constant("ball_damping_n_s_m", raw.law.ball_damping_n_s_m),
        pinch_restitution: constant("pinch_restitution", raw.law.pinch_restitution),
        bat_stiffness: constant("bat_stiffness_n_m", raw.law.bat_stiffness_n_m),
        bat_stiffness_cubic: constant("bat_stiffness_cubic_n_m3", raw.law.bat_stiffness_cubic_n_m3),
        bat_damping: constant("bat_damping_n_s_m", raw.law.bat_damping_n_s_m),
        rigid_at: mm(constant("rigid_at_mm", raw.law.rigid_at_mm)),
    };
    if clear > pitch {
        report.add(&field("clear_mm"), format!("{} mm", raw.clear_mm), "at most the pitch", "");
    }
    if report.count() > before {
        return;
    }
    let half = Vector2::new(Scalar::from(raw.columns), Scalar::from(raw.rows)) * (pitch / 2.0);
    let floor = Plate { outline: rectangle(half.x, half.y), holes: Vec::new(), thickness, slope: 0.0 };
    let part = builder.parts.len();
    let middle = Pose::new(pose.to_world(from_plan(half, 0.0)), pose.rotation);
    builder.parts.push(common.part(PartKind::Cloth, Shape::Plate(Arc::new(floor)), middle));
    builder.cloths.push(ClothDef {
        part,
        corner: to_plan(pose.position),
        height: pose.position.y,
        pitch,
        columns: raw.columns,
        rows: raw.rows,
        clear,
        thickness,
        closed: raw.closed.clone(),
        law,
    });
}

fn grid(report: &mut Report, place: &str, columns: u32, rows: u32, closed: &[(u32, u32)]) {
    for (name, count) in [("columns", columns), ("rows", rows)] {
        if count == 0 || count > MAX_GRID {
            report.add(&format!("{place}.{name}"), count.to_string(), format!("1 to {MAX_GRID}"), "");
        }
    }
    for (index, &(column, row)) in closed.iter().enumerate() {
        if column == 0 || row == 0 || column > columns || row > rows {
            let expected = format!("a compartment from (1, 1) to ({columns}, {rows})");
            report.add(&format!("{place}.closed[{index}]"), format!("({column}, {row})"), expected, "");
        }
    }
}

fn cell_centre((column, row): (u32, u32), pitch: Scalar) -> Vector2 {
    Vector2::new(Scalar::from(column) - 0.5, Scalar::from(row) - 0.5) * pitch
}
