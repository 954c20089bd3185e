//! Plates and rings: outlines, slopes, holes.

use super::Common;
use crate::{
    geometry::{Hole, Outline, Plate, Pose},
    scene::{
        PartKind,
        board::Builder,
        plan::{self, places},
        problem::Report,
        raw::{RawHole, RawOutline, RawPlate, RawRing},
        zone::{corners, twice_area},
    },
    units::{Scalar, Vector, Vector2, mm},
};

pub(super) fn plate(
    builder: &mut Builder,
    report: &mut Report,
    place: &str,
    raw: &RawPlate,
    pose: Pose,
    common: &Common,
) {
    let outline = outline(report, &format!("{place}.outline"), &raw.outline);
    let thickness = report.size(&format!("{place}.thickness_mm"), raw.thickness_mm);
    let slope = slope(report, place, raw.slope_deg);
    let plate = Plate { outline, holes: Vec::new(), thickness, slope };
    let part = builder.parts.len();
    builder.parts.push(common.part(PartKind::Plate, plate, pose));
    holes(builder, report, place, part, &raw.holes);
}

/// A ring is a conical plate whose first hole is its inner border; its height is that of its outer edge.
pub(super) fn ring(
    builder: &mut Builder,
    report: &mut Report,
    place: &str,
    raw: &RawRing,
    pose: Pose,
    common: &Common,
) {
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
    libm::tan(report.between(&format!("{place}.slope_deg"), slope_deg, -60.0, 60.0).to_radians())
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
                report.add(
                    &format!("{place}.sides"),
                    sides.to_string(),
                    "3 to 64",
                    "use Circle for a round one",
                );
                return Outline::Circle(apothem);
            }
            let step = 360.0 / Scalar::from(*sides);
            let corner = apothem / libm::cos((step / 2.0).to_radians());
            // The middle of the first side is to the north; counter-clockwise in (x, z) is clockwise in plan.
            let corner = |k: u32| plan::direction(step * (Scalar::from(k) - 0.5)) * corner;
            Outline::polygon((0..*sides).map(corner).map(to_local_plan).collect())
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
            Outline::polygon(corners.into_iter().map(to_local_plan).collect())
        }
    }
}

fn to_local_plan(plan: Vector2) -> Vector2 {
    Vector2::new(plan.x, -plan.y)
}

pub(super) fn rectangle(x: Scalar, z: Scalar) -> Outline {
    Outline::polygon([(-x, -z), (x, -z), (x, z), (-x, z)].map(|(x, z)| Vector2::new(x, z)).to_vec())
}
