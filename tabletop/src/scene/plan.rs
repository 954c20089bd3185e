//! Places in a plan: azimuths, circles of places, copies around the middle, and the names they get.

use super::{
    problem::Report,
    raw::{Plan, RawCircle, RawRepeat},
};
use crate::{
    geometry::Pose,
    units::{Quaternion, Scalar, Vector, Vector2, from_plan},
};

/// Most places on one circle, and most copies of one thing.
const MAX_COPIES: u32 = 1000;

/// The direction of an azimuth: degrees clockwise from north.
pub(super) fn direction(azimuth_deg: Scalar) -> Vector2 {
    let (sin, cos) = sin_cos_deg(azimuth_deg);
    Vector2::new(sin, cos)
}

/// Sine and cosine of an angle in degrees, without rounding at the quarters of a turn.
fn sin_cos_deg(degrees: Scalar) -> (Scalar, Scalar) {
    match degrees.rem_euclid(360.0) {
        0.0 => (0.0, 1.0),
        90.0 => (1.0, 0.0),
        180.0 => (0.0, -1.0),
        270.0 => (-1.0, 0.0),
        degrees => libm::sincos(degrees.to_radians()),
    }
}

/// A point of the plan turned clockwise around the middle.
pub(super) fn turned(point: Vector2, azimuth_deg: Scalar) -> Vector2 {
    let (sin, cos) = sin_cos_deg(azimuth_deg);
    Vector2::new(cos * point.x + sin * point.y, cos * point.y - sin * point.x)
}

/// The rotation that turns north into an azimuth.
pub(super) fn yaw(azimuth_deg: Scalar) -> Quaternion {
    let (sin, cos) = sin_cos_deg(azimuth_deg / 2.0);
    Quaternion::from_xyzw(0.0, -sin, 0.0, cos)
}

/// The rotation that leans what is upright towards an azimuth.
pub(super) fn lean(tilt_deg: Scalar, azimuth_deg: Scalar) -> Quaternion {
    let axis = Vector::Y.cross(from_plan(direction(azimuth_deg), 0.0));
    let (sin, cos) = sin_cos_deg(tilt_deg / 2.0);
    Quaternion::from_xyzw(axis.x * sin, axis.y * sin, axis.z * sin, cos)
}

/// A pose in plan: a point, a height, an azimuth.
pub(super) fn upright(at: Vector2, height: Scalar, azimuth_deg: Scalar) -> Pose {
    Pose::new(from_plan(at, height), yaw(azimuth_deg))
}

/// A point of the plan, metres.
pub(super) fn point(report: &mut Report, place: &str, raw: Plan) -> Vector2 {
    let x = report.length(&format!("{place}[0]"), raw.0);
    Vector2::new(x, report.length(&format!("{place}[1]"), raw.1))
}

/// A copy of something: its name and the angle it is turned by.
pub(super) struct Copy {
    pub(super) name: String,
    pub(super) turn_deg: Scalar,
}

/// The copies that `repeat` asks for; without it, the thing itself.
pub(super) fn copies(report: &mut Report, place: &str, name: &str, repeat: Option<&RawRepeat>) -> Vec<Copy> {
    let Some(repeat) = repeat else {
        return vec![Copy { name: name.to_owned(), turn_deg: 0.0 }];
    };
    let place = format!("{place}.repeat");
    let count = copy_count(report, &place, repeat.count, &repeat.names);
    let step = step(report, &place, repeat.step_deg, count);
    (0..count)
        .map(|k| Copy { name: numbered(name, k, &repeat.names), turn_deg: step * Scalar::from(k) })
        .collect()
}

/// Where `at_mm` or `circle` puts things: names and points, metres.
pub(super) fn places(
    report: &mut Report,
    place: &str,
    name: &str,
    at_mm: Option<Plan>,
    circle: Option<&RawCircle>,
) -> Vec<(String, Vector2)> {
    match (at_mm, circle) {
        (at, None) => {
            let at = point(report, &format!("{place}.at_mm"), at.unwrap_or_default());
            vec![(name.to_owned(), at)]
        }
        (Some(_), Some(_)) => {
            report.add(place, "both `at_mm` and `circle`", "one of the two", "remove one");
            Vec::new()
        }
        (None, Some(circle)) => {
            let place = format!("{place}.circle");
            let radius = report.size(&format!("{place}.radius_mm"), circle.radius_mm);
            let first = report.number(&format!("{place}.first_deg"), circle.first_deg);
            let count = copy_count(report, &place, circle.count, &circle.names);
            let step = step(report, &place, circle.step_deg, count);
            (0..count)
                .map(|k| {
                    let at = direction(first + step * Scalar::from(k)) * radius;
                    (numbered(name, k, &circle.names), at)
                })
                .collect()
        }
    }
}

fn copy_count(report: &mut Report, place: &str, count: u32, names: &[String]) -> u32 {
    if count == 0 || count > MAX_COPIES {
        report.add(&format!("{place}.count"), count.to_string(), format!("1 to {MAX_COPIES}"), "");
        return 1;
    }
    if !names.is_empty() && names.len() != count as usize {
        let found = format!("{} names", names.len());
        report.add(&format!("{place}.names"), found, format!("{count}, one for each copy"), "");
    }
    count
}

fn step(report: &mut Report, place: &str, step_deg: Option<Scalar>, count: u32) -> Scalar {
    let step = step_deg.unwrap_or(360.0 / Scalar::from(count));
    report.number(&format!("{place}.step_deg"), step)
}

/// A name with `{k}` replaced by the copy's own name, or its number from 0; without `{k}` it goes behind.
fn numbered(name: &str, k: u32, names: &[String]) -> String {
    if name.is_empty() {
        return String::new();
    }
    let own = names.get(k as usize).cloned().unwrap_or_else(|| k.to_string());
    if name.contains("{k}") { name.replace("{k}", &own) } else { format!("{name} {own}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn azimuths_turn_clockwise_from_north() {
        assert_eq!(direction(0.0), Vector2::new(0.0, 1.0));
        assert_eq!(direction(90.0), Vector2::new(1.0, 0.0));
        assert_eq!(turned(Vector2::new(0.0, 2.0), 90.0), Vector2::new(2.0, 0.0));
        let north = from_plan(direction(0.0), 0.0);
        for azimuth in [0.0, 30.0, 90.0, 200.0, -45.0] {
            let turned = yaw(azimuth) * north;
            assert!(turned.distance(from_plan(direction(azimuth), 0.0)) < 1e-15, "{azimuth}");
            let leant = lean(90.0, azimuth) * Vector::Y;
            assert!(leant.distance(from_plan(direction(azimuth), 0.0)) < 1e-15, "{azimuth}");
        }
    }
}
