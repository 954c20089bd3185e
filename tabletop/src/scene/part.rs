//! From a part of a board as written to exact shapes: the sugar ends here.

mod grid;
mod plate;

use super::{
    LookDef, MaterialId, MaterialTable, PartDef, PartKind, RecessDef,
    board::Builder,
    look::look,
    plan::{self, copies, lean, turned, upright, yaw},
    problem::Report,
    raw::{RawBox, RawPart, RawPartShape, RawRecess, RawRecessOutline, RawWall},
};
use crate::{
    geometry::{Hole, Hull, Pose, Shape},
    units::{MM, Scalar, Vector, Vector2, from_plan},
};

/// Least half thickness of a hull's core as a share of its size. A rounded wall whose core had no thickness
/// would have no sides to have normals; this much leaves a flat land that nothing can stand on.
const THINNEST_CORE: Scalar = 4.0e-6;

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
pub(super) fn part(
    builder: &mut Builder,
    report: &mut Report,
    place: &str,
    raw: &RawPart,
    materials: &MaterialTable,
) {
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
        RawPartShape::Plate(raw) => plate::plate(builder, report, place, raw, pose, common),
        RawPartShape::Ring(raw) => plate::ring(builder, report, place, raw, pose, common),
        RawPartShape::Wall(raw) => {
            builder.parts.extend(
                wall(report, place, raw, pose).map(|(hull, pose)| common.part(PartKind::Wall, hull, pose)),
            );
        }
        RawPartShape::Cushion(raw) => {
            builder.parts.extend(
                wall(report, place, raw, pose).map(|(hull, pose)| common.part(PartKind::Cushion, hull, pose)),
            );
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
        RawPartShape::Compartments(raw) => grid::compartments(builder, report, place, raw, pose, common),
        RawPartShape::Cloth(raw) => grid::cloth(builder, report, place, raw, pose, common),
        RawPartShape::Recess(raw) => recess(builder, report, place, raw, pose, common),
    }
}

/// A recess of the plate it names: a round one is a hole with a floor, a square one is only kept in mind.
fn recess(
    builder: &mut Builder,
    report: &mut Report,
    place: &str,
    raw: &RawRecess,
    pose: Pose,
    common: &Common,
) {
    let field = |name: &str| format!("{place}.{name}");
    let depth = report.size(&field("depth_mm"), raw.depth_mm);
    let chamfer = report.extent(&field("chamfer_mm"), raw.chamfer_mm);
    let Some(part) = builder.find_plate(report, &field("into"), &raw.into) else { return };
    match raw.outline {
        RawRecessOutline::Round { diameter_mm } => {
            let radius = report.size(&field("outline.diameter_mm"), diameter_mm) / 2.0;
            let local = builder.parts[part].pose.to_local(pose.position);
            let centre = Vector2::new(local.x, local.z);
            let hole = Hole { centre, radius, chamfer, floor: Some(depth) };
            builder.add_hole(part, hole, common.name, place);
        }
        RawRecessOutline::Square { size_mm } => {
            let x = report.size(&field("outline.size_mm[0]"), size_mm.0);
            let y = report.size(&field("outline.size_mm[1]"), size_mm.1);
            let (name, size) = (common.name.to_owned(), Vector2::new(x, y));
            builder.recesses.push(RecessDef { name, part, pose, size, depth });
        }
    }
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

/// A radius that rounds edges, and the most it may be.
pub(super) fn rounding(report: &mut Report, place: &str, rounding_mm: Scalar, most: Scalar) -> Scalar {
    let place = format!("{place}.rounding_mm");
    let rounding = report.extent(&place, rounding_mm);
    if rounding > most + 1.0e-9 {
        let most = most / MM;
        report.add(&place, format!("{rounding_mm} mm"), format!("at most {most} mm here"), "");
        return 0.0;
    }
    rounding
}

/// A rounded box from its outer half extents, if it is not too thin to be one.
pub(super) fn hull(report: &mut Report, place: &str, half: Vector, rounding: Scalar) -> Shape {
    let thinnest = half.min_element();
    let core = THINNEST_CORE * 2.0 * half.length();
    if thinnest <= core {
        let found = format!(
            "a box {:.6} mm thin and {:.3} mm long",
            2.0 * thinnest / MM,
            2.0 * half.max_element() / MM
        );
        report.add(place, found, "a box less thin for its length", "");
        return Shape::ball(thinnest);
    }
    Hull::cuboid(half, rounding.min(thinnest - core)).into()
}

fn span(
    report: &mut Report,
    place: &str,
    from: (Scalar, Scalar),
    to: (Scalar, Scalar),
) -> Option<(Vector2, Vector2)> {
    let from = plan::point(report, &format!("{place}.from_mm"), from);
    let to = plan::point(report, &format!("{place}.to_mm"), to);
    if from.distance(to) < 1.0e-6 {
        report.add(&format!("{place}.to_mm"), "the same point as `from_mm`", "another point", "");
        return None;
    }
    Some(((from + to) / 2.0, to - from))
}

fn azimuth_of(along: Vector2) -> Scalar {
    libm::atan2(along.x, along.y).to_degrees()
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
