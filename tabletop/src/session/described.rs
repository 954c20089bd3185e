//! Descriptions in text of values that have none of their own: shapes, zones, laws.
//!
//! Each module is for `#[serde(with = "…")]`. Numbers are written in full: what is read back is the same to the
//! last bit.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::geometry::overlap::{Circle, Zone, ZoneShape};
use crate::geometry::{Hole, Hull, Outline, Plate, Pose, Shape};
use crate::physics::{BodyKind, PairLaw};
use crate::units::{Quaternion, Scalar, Vector, Vector2};

#[derive(Serialize, Deserialize)]
#[serde(remote = "PairLaw", deny_unknown_fields)]
pub(super) struct LawText {
    static_friction: Scalar,
    kinetic_friction: Scalar,
    restitution: Scalar,
    rolling: Scalar,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Pose", deny_unknown_fields)]
pub(super) struct PoseText {
    position: Vector,
    rotation: Quaternion,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "BodyKind")]
pub(super) enum KindText {
    Static,
    Kinematic,
    Dynamic,
}

#[derive(Serialize, Deserialize)]
struct HoleText {
    centre: Vector2,
    radius: Scalar,
    chamfer: Scalar,
    floor: Option<Scalar>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Outline")]
enum OutlineText {
    Infinite,
    Circle(Scalar),
    Polygon(Vec<Vector2>),
}

#[derive(Serialize, Deserialize)]
enum ShapeText {
    Ball {
        radius: Scalar,
    },
    Disc {
        radius: Scalar,
        half_thickness: Scalar,
    },
    Capsule {
        radius: Scalar,
        half_length: Scalar,
    },
    Hull {
        vertices: Vec<Vector>,
        faces: Vec<Vec<u16>>,
        rounding: Scalar,
    },
    Plate {
        #[serde(with = "OutlineText")]
        outline: Outline,
        holes: Vec<HoleText>,
        thickness: Scalar,
        slope: Scalar,
    },
}

pub(super) mod shape {
    use super::*;

    pub fn serialize<S: Serializer>(shape: &Shape, serializer: S) -> Result<S::Ok, S::Error> {
        let text = match shape {
            Shape::Ball { radius } => ShapeText::Ball { radius: *radius },
            Shape::Disc { radius, half_thickness } => {
                ShapeText::Disc { radius: *radius, half_thickness: *half_thickness }
            }
            Shape::Capsule { radius, half_length } => {
                ShapeText::Capsule { radius: *radius, half_length: *half_length }
            }
            Shape::Hull(hull) => ShapeText::Hull {
                vertices: hull.vertices().to_vec(),
                faces: hull.faces().iter().map(|face| face.corners.clone()).collect(),
                rounding: hull.rounding(),
            },
            Shape::Plate(plate) => ShapeText::Plate {
                outline: plate.outline.clone(),
                holes: plate
                    .holes
                    .iter()
                    .map(|&Hole { centre, radius, chamfer, floor }| HoleText {
                        centre,
                        radius,
                        chamfer,
                        floor,
                    })
                    .collect(),
                thickness: plate.thickness,
                slope: plate.slope,
            },
        };
        text.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Shape, D::Error> {
        Ok(match ShapeText::deserialize(deserializer)? {
            ShapeText::Ball { radius } => Shape::Ball { radius },
            ShapeText::Disc { radius, half_thickness } => Shape::Disc { radius, half_thickness },
            ShapeText::Capsule { radius, half_length } => Shape::Capsule { radius, half_length },
            ShapeText::Hull { vertices, faces, rounding } => {
                Hull::new(vertices, faces, rounding).map_err(D::Error::custom)?.into()
            }
            ShapeText::Plate { outline, holes, thickness, slope } => {
                let hole =
                    |HoleText { centre, radius, chamfer, floor }| Hole { centre, radius, chamfer, floor };
                Plate { outline, holes: holes.into_iter().map(hole).collect(), thickness, slope }.into()
            }
        })
    }
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "ZoneShape")]
enum ZoneShapeText {
    Disc {
        centre: Vector2,
        radius: Scalar,
    },
    Sector {
        centre: Vector2,
        radius_inner: Scalar,
        radius_outer: Scalar,
        azimuth: Scalar,
        half_angle: Scalar,
    },
    Annulus {
        centre: Vector2,
        inner: Scalar,
        outer: Scalar,
    },
    Ellipse {
        centre: Vector2,
        half_axes: Vector2,
        rotation: Scalar,
    },
    Polygon(Vec<Vector2>),
    Everything,
}

#[derive(Serialize, Deserialize)]
struct ZoneText {
    #[serde(with = "ZoneShapeText")]
    shape: ZoneShape,
    /// Centres and radii.
    holes: Vec<(Vector2, Scalar)>,
}

pub(super) mod zone {
    use super::*;

    pub fn serialize<S: Serializer>(zone: &Zone, serializer: S) -> Result<S::Ok, S::Error> {
        let holes = zone.holes().iter().map(|hole| (hole.centre, hole.radius)).collect();
        ZoneText { shape: zone.shape().clone(), holes }.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Zone, D::Error> {
        let text = ZoneText::deserialize(deserializer)?;
        let holes = text.holes.into_iter().map(|(centre, radius)| Circle::new(centre, radius)).collect();
        Zone::new(text.shape, holes).map_err(D::Error::custom)
    }
}
