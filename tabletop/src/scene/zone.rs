//! Zones: the regions of a board that the referee measures pieces against.

use super::{
    LookDef, MaterialId, MaterialTable,
    look::look,
    plan::{self, Copy, copies, turned},
    problem::Report,
    raw::{Plan, RawZone, RawZoneShape},
};
pub use crate::geometry::overlap::ZoneShape;
use crate::geometry::overlap::{Circle, Zone};
use crate::units::{Scalar, Vector2};

/// A zone.
#[derive(Clone, Debug, PartialEq)]
pub struct ZoneDef {
    /// Name, unique on its board.
    pub name: String,
    /// Where it is, with the holes cut out of it.
    pub zone: Zone,
    /// What covers the board here without a step, such as fabric; `None` for the board's own surface.
    pub material: Option<MaterialId>,
    /// How it is painted.
    pub look: LookDef,
}

/// Checks a zone and makes its copies.
pub(super) fn zone(
    report: &mut Report,
    place: &str,
    raw: &RawZone,
    materials: &MaterialTable,
) -> Vec<ZoneDef> {
    let before = report.count();
    report.name(&format!("{place}.name"), &raw.name);
    let look = look(report, &format!("{place}.look"), &raw.look);
    let material =
        raw.material.as_ref().map(|name| materials.named(report, &format!("{place}.material"), name));
    let mut cut = Vec::new();
    for (index, raw) in raw.cut.iter().enumerate() {
        let place = format!("{place}.cut[{index}]");
        let radius = report.size(&format!("{place}.diameter_mm"), raw.diameter_mm) / 2.0;
        let places = plan::places(report, &place, "", raw.at_mm, raw.circle.as_ref());
        cut.extend(places.into_iter().map(|(_, centre)| (centre, radius)));
    }
    let copies = copies(report, place, &raw.name, raw.repeat.as_ref());
    let shape = shape(report, &format!("{place}.shape"), &raw.shape);
    if report.count() > before {
        return Vec::new();
    }
    let copy = |Copy { name, turn_deg }| {
        let hole = |(centre, radius): &(Vector2, Scalar)| Circle::new(turned(*centre, turn_deg), *radius);
        match Zone::new(turn(&shape, turn_deg), cut.iter().map(hole).collect()) {
            Ok(zone) => Some(ZoneDef { name, zone, material, look: look.clone() }),
            Err(error) => {
                report.add(
                    place,
                    format!("`{name}`: {error}"),
                    "a zone that discs can be measured against",
                    "",
                );
                None
            }
        }
    };
    copies.into_iter().filter_map(copy).collect()
}

fn shape(report: &mut Report, place: &str, raw: &RawZoneShape) -> ZoneShape {
    let field = |name: &str| format!("{place}.{name}");
    let radii = |report: &mut Report, inner: Scalar, outer: Scalar| {
        if inner >= outer {
            let found = format!("{inner} mm inside {outer} mm");
            report.add(&field("inner_radius_mm"), found, "an inner radius below the outer one", "swap them");
        }
        (report.extent(&field("inner_radius_mm"), inner), report.size(&field("outer_radius_mm"), outer))
    };
    match raw {
        RawZoneShape::Disc { at_mm, diameter_mm } => ZoneShape::Disc {
            centre: plan::point(report, &field("at_mm"), *at_mm),
            radius: report.size(&field("diameter_mm"), *diameter_mm) / 2.0,
        },
        RawZoneShape::Annulus { at_mm, inner_radius_mm, outer_radius_mm } => {
            let (inner, outer) = radii(report, *inner_radius_mm, *outer_radius_mm);
            ZoneShape::Annulus { centre: plan::point(report, &field("at_mm"), *at_mm), inner, outer }
        }
        RawZoneShape::Sector { at_mm, inner_radius_mm, outer_radius_mm, azimuth_deg, opening_deg } => {
            let (radius_inner, radius_outer) = radii(report, *inner_radius_mm, *outer_radius_mm);
            ZoneShape::Sector {
                centre: plan::point(report, &field("at_mm"), *at_mm),
                radius_inner,
                radius_outer,
                azimuth: report.number(&field("azimuth_deg"), *azimuth_deg).to_radians(),
                half_angle: report.positive(&field("opening_deg"), *opening_deg, 360.0).to_radians() / 2.0,
            }
        }
        RawZoneShape::Ellipse { at_mm, half_axes_mm, azimuth_deg } => ZoneShape::Ellipse {
            centre: plan::point(report, &field("at_mm"), *at_mm),
            half_axes: Vector2::new(
                report.size(&field("half_axes_mm[0]"), half_axes_mm.0),
                report.size(&field("half_axes_mm[1]"), half_axes_mm.1),
            ),
            rotation: report.number(&field("azimuth_deg"), *azimuth_deg).to_radians(),
        },
        RawZoneShape::Trapezoid { azimuth_deg, near_mm, far_mm, near_width_mm, far_width_mm } => {
            let azimuth = report.number(&field("azimuth_deg"), *azimuth_deg);
            let near = report.extent(&field("near_mm"), *near_mm);
            let far = report.size(&field("far_mm"), *far_mm);
            if near >= far {
                let found = format!("{near_mm} mm before {far_mm} mm");
                report.add(&field("near_mm"), found, "a near side nearer than the far one", "swap them");
            }
            let near_half = report.size(&field("near_width_mm"), *near_width_mm) / 2.0;
            let far_half = report.size(&field("far_width_mm"), *far_width_mm) / 2.0;
            let corners = [(-near_half, near), (-far_half, far), (far_half, far), (near_half, near)];
            ZoneShape::Polygon(
                corners.into_iter().map(|(x, y)| turned(Vector2::new(x, y), azimuth)).collect(),
            )
        }
        RawZoneShape::Polygon { corners_mm } => {
            ZoneShape::Polygon(corners(report, &field("corners_mm"), corners_mm))
        }
    }
}

/// The corners of a polygon: at least three, at most 256, enclosing an area.
pub(super) fn corners(report: &mut Report, place: &str, raw: &[Plan]) -> Vec<Vector2> {
    let before = report.count();
    let corners: Vec<_> = raw
        .iter()
        .take(256)
        .enumerate()
        .map(|(index, corner)| plan::point(report, &format!("{place}[{index}]"), *corner))
        .collect();
    if !(3..=256).contains(&raw.len()) {
        report.add(place, format!("{} corners", raw.len()), "3 to 256", "");
    } else if report.count() == before && twice_area(&corners).abs() < 1.0e-12 {
        report.add(place, "corners on one line", "a polygon that encloses an area", "");
    }
    corners
}

/// Twice the area of a polygon, positive if its corners go round counter-clockwise in plan.
pub(super) fn twice_area(corners: &[Vector2]) -> Scalar {
    crate::geometry::plate::edges(corners).map(|(a, b)| a.perp_dot(b)).sum()
}

fn turn(shape: &ZoneShape, turn_deg: Scalar) -> ZoneShape {
    let mut shape = shape.clone();
    if turn_deg == 0.0 {
        return shape;
    }
    match &mut shape {
        ZoneShape::Disc { centre, .. } | ZoneShape::Annulus { centre, .. } => {
            *centre = turned(*centre, turn_deg);
        }
        ZoneShape::Sector { centre, azimuth: angle, .. }
        | ZoneShape::Ellipse { centre, rotation: angle, .. } => {
            *centre = turned(*centre, turn_deg);
            *angle += turn_deg.to_radians();
        }
        ZoneShape::Everything => {}
        ZoneShape::Polygon(corners) => {
            for corner in corners {
                *corner = turned(*corner, turn_deg);
            }
        }
    }
    shape
}
