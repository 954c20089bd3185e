//! Grids of compartments, and the cloth beneath them.

use super::plate::rectangle;
use super::{Common, bar, hull, rounding};
use crate::{
    geometry::{Plate, Pose, cloth::Grid},
    physics::{Cloth, ClothLaw},
    scene::{
        ClothDef, PartKind,
        board::Builder,
        problem::Report,
        raw::{RawCloth, RawCompartments},
    },
    units::{Scalar, Vector, Vector2, from_plan, mm},
};

/// Most columns, and most rows, of a grid.
const MAX_GRID: u32 = 100;

/// The inner walls of a grid, and a block of wood in each closed compartment. The origin is the south-west
/// crossing of the outermost lines, where the rails belong. Walls are rounded all round and are not sunk: the
/// bat comes from below.
pub(super) fn compartments(
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

pub(super) fn cloth(
    builder: &mut Builder,
    report: &mut Report,
    place: &str,
    raw: &RawCloth,
    pose: Pose,
    common: &Common,
) {
    let before = report.count();
    let field = |name: &str| format!("{place}.{name}");
    let pitch = report.size(&field("pitch_mm"), raw.pitch_mm);
    grid(report, place, raw.columns, raw.rows, &raw.closed);
    let clear = report.size(&field("clear_mm"), raw.clear_mm);
    let thickness = report.size(&field("thickness_mm"), raw.thickness_mm);
    let mut constant =
        |name: &str, value: Scalar| report.between(&field(&format!("law.{name}")), value, 0.0, 1.0e9);
    let law = ClothLaw {
        ball_stiffness: constant("ball_stiffness_n_m", raw.law.ball_stiffness_n_m),
        ball_damping: constant("ball_damping_n_s_m", raw.law.ball_damping_n_s_m),
        pinch_restitution: constant("pinch_restitution", raw.law.pinch_restitution),
        bat_stiffness: constant("bat_stiffness_n_m", raw.law.bat_stiffness_n_m),
        bat_stiffness_cubic: constant("bat_stiffness_cubic_n_m3", raw.law.bat_stiffness_cubic_n_m3),
        bat_damping: constant("bat_damping_n_s_m", raw.law.bat_damping_n_s_m),
        rigid_at: mm(constant("rigid_at_mm", raw.law.rigid_at_mm)),
        rim_restitution: constant("rim_restitution", raw.law.rim_restitution),
        bounce_threshold: constant("bounce_threshold_m_s", raw.law.bounce_threshold_m_s),
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
    builder.parts.push(common.part(PartKind::Cloth, floor, middle));
    let grid = Grid { pitch, clear, columns: raw.columns, rows: raw.rows, closed: raw.closed.clone() };
    builder.cloths.push(ClothDef { part, cloth: Cloth { grid, thickness, law } });
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
