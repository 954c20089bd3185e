//! Pieces: what moves on the table, from the file's sizes and grams to shapes and kilograms.

use super::{
    LookDef, MaterialId, MaterialTable,
    look::look,
    part::{cuboid, hull, rounding},
    plan::{lean, yaw},
    problem::{Report, did_you_mean},
    raw::{RawFace, RawKind, RawLook, RawPiece, RawPieceShape},
};
use crate::{
    geometry::{Hull, Pose, Shape},
    units::{Quaternion, Scalar, Vector, Vector2, from_plan},
};

/// Heaviest piece, kilograms.
const HEAVIEST: Scalar = 100.0;

/// What a piece was written as; the same shape may be a pion or a weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PieceForm {
    /// A flat disc with two faces.
    Disc,
    /// An upright cylinder.
    Weight,
    /// A ball.
    Ball,
    /// A box.
    Box,
    /// A die of six faces.
    D6,
    /// A die of twelve faces.
    D12,
    /// A capsule.
    Capsule,
}

/// What pieces of one kind have in common.
#[derive(Clone, Debug, PartialEq)]
pub struct KindDef {
    /// Name of the kind; for a piece that describes itself, its own name.
    pub name: String,
    /// What it was written as.
    pub form: PieceForm,
    /// Exact shape.
    pub shape: Shape,
    /// Mass, kilograms.
    pub mass: Scalar,
    /// Material of its surface.
    pub material: MaterialId,
    /// How it looks.
    pub look: LookDef,
    /// Words that games know it by, such as a people and a rank.
    pub tags: Vec<String>,
}

/// A piece and where it starts.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceDef {
    /// Name, unique in its scene.
    pub name: String,
    /// What it is.
    pub kind: KindDef,
    /// Where it starts.
    pub pose: Pose,
}

impl PieceForm {
    /// Direction, in the die's own frame, of the face that shows a value; `None` if this is no die or has no
    /// such face. With 1 up and 2 towards the south, a d6 has 3 to the east (BG-G.11); a d12 is numbered as
    /// in DD-G.10, with that section's axes taken as the die's own `x`, `y`, `z`.
    pub fn face_direction(self, value: u8) -> Option<Vector> {
        const C: Scalar = 0.525_731_112_119_133_6;
        const S: Scalar = 0.850_650_808_352_039_9;
        let rules = |east, north, up| from_plan(Vector2::new(east, north), up);
        let direction = match (self, value) {
            (Self::D6, 1) => Vector::Y,
            (Self::D6, 2) => Vector::Z,
            (Self::D6, 3) => Vector::X,
            (Self::D6, 4..=6) => return self.face_direction(7 - value).map(|opposite| -opposite),
            (Self::D12, 1) => rules(C, 0.0, S),
            (Self::D12, 2) => rules(0.0, S, -C),
            (Self::D12, 3) => rules(-S, -C, 0.0),
            (Self::D12, 4) => rules(S, -C, 0.0),
            (Self::D12, 5) => rules(C, 0.0, -S),
            (Self::D12, 6) => rules(0.0, S, C),
            (Self::D12, 7..=12) => return self.face_direction(13 - value).map(|opposite| -opposite),
            _ => return None,
        };
        Some(direction)
    }
}

/// Checks a kind.
pub(super) fn kind(
    report: &mut Report,
    place: &str,
    raw: &RawKind,
    materials: &MaterialTable,
) -> Option<KindDef> {
    let before = report.count();
    report.name(&format!("{place}.name"), &raw.name);
    let material = materials.named(report, &format!("{place}.material"), &raw.material);
    let (form, shape) = shape(report, &format!("{place}.shape"), &raw.shape);
    let mass = mass(report, place, (raw.mass_g, raw.density_kg_m3), materials.get(material).density, &shape);
    let look = look(report, &format!("{place}.look"), &raw.look);
    let (name, tags) = (raw.name.clone(), raw.tags.clone());
    (report.count() == before).then_some(KindDef { name, form, shape, mass, material, look, tags })
}

/// What a piece is: its kind with what the piece says otherwise, or what it says of itself.
/// `known` is a piece of this name that exists already and is only moved.
pub(super) fn identity(
    report: &mut Report,
    place: &str,
    raw: &RawPiece,
    kinds: &[KindDef],
    known: Option<&KindDef>,
    materials: &MaterialTable,
) -> Option<KindDef> {
    let before = report.count();
    let base = match &raw.kind {
        Some(name) => {
            let found = kinds.iter().find(|kind| &kind.name == name);
            if found.is_none() {
                let remedy = did_you_mean(name, kinds.iter().map(|kind| kind.name.as_str()));
                report.add(
                    &format!("{place}.kind"),
                    format!("the unknown kind `{name}`"),
                    "a kind of this scene",
                    remedy,
                );
                return None;
            }
            found
        }
        None => known,
    };
    let material = match &raw.material {
        Some(name) => Some(materials.named(report, &format!("{place}.material"), name)),
        None => base.map(|base| base.material),
    };
    let shape = match &raw.shape {
        Some(raw) => Some(shape(report, &format!("{place}.shape"), raw)),
        None => base.map(|base| (base.form, base.shape.clone())),
    };
    let (Some(material), Some((form, shape))) = (material, shape) else {
        let expected = "a `kind`, or both a `shape` and a `material`";
        report.add(place, "a piece that is nothing in particular", expected, "");
        return None;
    };
    let same_body = raw.shape.is_none() && raw.material.is_none();
    let written = (raw.mass_g, raw.density_kg_m3);
    let mass = match base {
        Some(base) if same_body && written == (None, None) => base.mass,
        _ => mass(report, place, written, materials.get(material).density, &shape),
    };
    let look = match (&raw.look, base) {
        (Some(own), base) => {
            over(look(report, &format!("{place}.look"), own), own, base.map(|base| &base.look))
        }
        (None, Some(base)) => base.look.clone(),
        (None, None) => LookDef::default(),
    };
    let tags = base.into_iter().flat_map(|base| &base.tags).chain(&raw.tags).cloned().collect();
    let name = base.map_or_else(|| raw.name.clone(), |base| base.name.clone());
    (report.count() == before).then_some(KindDef { name, form, shape, mass, material, look, tags })
}

/// A look laid over that of the kind: what the piece does not mention stays.
fn over(own: LookDef, raw: &RawLook, base: Option<&LookDef>) -> LookDef {
    let Some(base) = base.cloned() else { return own };
    LookDef {
        paint: if raw.paint.is_some() { own.paint } else { base.paint },
        colour: own.colour.or(base.colour),
        up: if raw.up.is_some() { own.up } else { base.up },
        down: if raw.down.is_some() { own.down } else { base.down },
    }
}

fn shape(report: &mut Report, place: &str, raw: &RawPieceShape) -> (PieceForm, Shape) {
    let field = |name: &str| format!("{place}.{name}");
    match raw {
        RawPieceShape::Disc { diameter_mm, thickness_mm } => {
            let diameter = report.size(&field("diameter_mm"), *diameter_mm);
            (PieceForm::Disc, Shape::disc(diameter, report.size(&field("thickness_mm"), *thickness_mm)))
        }
        RawPieceShape::Weight { diameter_mm, tall_mm } => {
            let diameter = report.size(&field("diameter_mm"), *diameter_mm);
            (PieceForm::Weight, Shape::disc(diameter, report.size(&field("tall_mm"), *tall_mm)))
        }
        RawPieceShape::Ball { diameter_mm } => {
            (PieceForm::Ball, Shape::ball(report.size(&field("diameter_mm"), *diameter_mm)))
        }
        RawPieceShape::Box(raw) => {
            let (half, rounding) = cuboid(report, place, raw);
            (PieceForm::Box, hull(report, place, half, rounding))
        }
        RawPieceShape::D6 { size_mm, rounding_mm } => {
            let size = report.size(&field("size_mm"), *size_mm);
            let rounding = rounding(report, place, *rounding_mm, size / 4.0);
            (PieceForm::D6, Hull::d6(size, rounding).into())
        }
        RawPieceShape::D12 { across_mm, rounding_mm } => {
            let across = report.size(&field("across_mm"), *across_mm);
            let rounding = rounding(report, place, *rounding_mm, across / 4.0);
            (PieceForm::D12, Hull::d12(across, rounding).into())
        }
        RawPieceShape::Capsule { diameter_mm, length_mm } => {
            let radius = report.size(&field("diameter_mm"), *diameter_mm) / 2.0;
            let half_length = report.size(&field("length_mm"), *length_mm) / 2.0 - radius;
            if half_length < 0.0 {
                let found = format!("{length_mm} mm");
                report.add(
                    &field("length_mm"),
                    found,
                    "at least the diameter",
                    "the length includes both round ends",
                );
            }
            (PieceForm::Capsule, Shape::Capsule { radius, half_length: half_length.max(0.0) })
        }
    }
}

/// Mass in kilograms: as written, or by the density written, or by that of the material.
fn mass(
    report: &mut Report,
    place: &str,
    written: (Option<Scalar>, Option<Scalar>),
    own_density: Scalar,
    shape: &Shape,
) -> Scalar {
    match written {
        (Some(_), Some(_)) => {
            report.add(place, "both `mass_g` and `density_kg_m3`", "one of the two", "remove one");
            1.0
        }
        (Some(mass_g), None) => {
            report.positive(&format!("{place}.mass_g"), mass_g, HEAVIEST * 1.0e3) * 1.0e-3
        }
        (None, density) => {
            let density = density.map_or(own_density, |density| {
                report.positive(&format!("{place}.density_kg_m3"), density, 25_000.0)
            });
            let mass = density * shape.volume();
            if !(mass.is_finite() && mass > 0.0 && mass <= HEAVIEST) {
                let found = format!("a piece of {mass:.3} kg");
                report.add(
                    &format!("{place}.shape"),
                    found,
                    "more than 0 and at most 100 kg",
                    "check its sizes",
                );
                return 1.0;
            }
            mass
        }
    }
}

/// How a piece is turned: first the face, then the azimuth, then the lean.
pub(super) fn rotation(report: &mut Report, place: &str, raw: &RawPiece, form: PieceForm) -> Quaternion {
    let azimuth = report.number(&format!("{place}.azimuth_deg"), raw.azimuth_deg);
    let tilt = report.between(&format!("{place}.tilt_deg"), raw.tilt_deg, -180.0, 180.0);
    let toward = report.number(&format!("{place}.tilt_azimuth_deg"), raw.tilt_azimuth_deg.unwrap_or(azimuth));
    if raw.on_edge && (tilt != 0.0 || form != PieceForm::Disc) {
        report.add(&format!("{place}.on_edge"), "true", "`on_edge` only for a disc without `tilt_deg`", "");
    }
    let tilt = if raw.on_edge { 90.0 } else { tilt };
    lean(tilt, toward) * yaw(azimuth) * face(report, place, raw.face, form)
}

fn face(report: &mut Report, place: &str, face: Option<RawFace>, form: PieceForm) -> Quaternion {
    match face {
        None | Some(RawFace::Up) => Quaternion::IDENTITY,
        // Half a turn about the north: what was east is west, as when a page is turned.
        Some(RawFace::Down) => Quaternion::from_xyzw(0.0, 0.0, 1.0, 0.0),
        Some(RawFace::Value(value)) => match form.face_direction(value) {
            Some(up) if up.y < -0.999 => Quaternion::from_xyzw(0.0, 0.0, 1.0, 0.0),
            Some(up) => Quaternion::from_rotation_arc(up, Vector::Y),
            None => {
                let expected = "the value of a face: 1 to 6 of a D6, 1 to 12 of a D12";
                report.add(&format!("{place}.face"), format!("Value({value})"), expected, "");
                Quaternion::IDENTITY
            }
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposite_faces_of_a_die_total_one_more_than_its_faces() {
        for (form, faces) in [(PieceForm::D6, 6), (PieceForm::D12, 12)] {
            for value in 1..=faces {
                let up = form.face_direction(value).unwrap();
                let down = form.face_direction(faces + 1 - value).unwrap();
                assert!((up + down).length() < 1e-15, "{form:?} {value}");
                assert!((up.length() - 1.0).abs() < 1e-15, "{form:?} {value}");
                let nearest = (1..=faces)
                    .filter(|v| *v != value)
                    .map(|v| form.face_direction(v).unwrap().dot(up))
                    .fold(-1.0, Scalar::max);
                let expected = if faces == 6 { 0.0 } else { 1.0 / Scalar::sqrt(5.0) };
                assert!((nearest - expected).abs() < 1e-12, "{form:?} {value}: {nearest}");
            }
            assert_eq!(form.face_direction(0), None);
            assert_eq!(form.face_direction(faces + 1), None);
        }
    }
}
