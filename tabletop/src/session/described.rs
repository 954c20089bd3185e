//! Descriptions in text of values that have none of their own: shapes, zones, laws.
//!
//! Numbers are written in full: what is read back is the same to the
//! last bit.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::geometry::hull::HullError;
use crate::geometry::overlap::{Circle, Zone, ZoneShape};
use crate::geometry::{Hole, Hull, Outline, Plate, Polygon, Pose, Shape};
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

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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
    Polygon(#[serde(with = "polygon")] Polygon),
}

/// A polygon is written as its corners.
mod polygon {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::geometry::Polygon;
    use crate::units::Vector2;

    pub(super) fn serialize<S: Serializer>(polygon: &Polygon, to: S) -> Result<S::Ok, S::Error> {
        polygon.corners().serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Polygon, D::Error> {
        Vec::<Vector2>::deserialize(from).map(Polygon::new)
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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

impl From<&Shape> for ShapeText {
    fn from(shape: &Shape) -> Self {
        match shape {
            Shape::Ball { radius } => Self::Ball { radius: *radius },
            Shape::Disc { radius, half_thickness } => {
                Self::Disc { radius: *radius, half_thickness: *half_thickness }
            }
            Shape::Capsule { radius, half_length } => {
                Self::Capsule { radius: *radius, half_length: *half_length }
            }
            Shape::Hull(hull) => Self::Hull {
                vertices: hull.vertices().to_vec(),
                faces: hull.faces().iter().map(|face| face.corners.clone()).collect(),
                rounding: hull.rounding(),
            },
            Shape::Plate(plate) => {
                let hole = |&Hole { centre, radius, chamfer, floor }: &Hole| HoleText {
                    centre,
                    radius,
                    chamfer,
                    floor,
                };
                Self::Plate {
                    outline: plate.outline.clone(),
                    holes: plate.holes.iter().map(hole).collect(),
                    thickness: plate.thickness,
                    slope: plate.slope,
                }
            }
        }
    }
}

impl ShapeText {
    fn build(&self) -> Result<Shape, HullError> {
        Ok(match self.clone() {
            Self::Ball { radius } => Shape::Ball { radius },
            Self::Disc { radius, half_thickness } => Shape::Disc { radius, half_thickness },
            Self::Capsule { radius, half_length } => Shape::Capsule { radius, half_length },
            Self::Hull { vertices, faces, rounding } => Hull::new(vertices, faces, rounding)?.into(),
            Self::Plate { outline, holes, thickness, slope } => {
                let hole =
                    |HoleText { centre, radius, chamfer, floor }| Hole { centre, radius, chamfer, floor };
                Plate { outline, holes: holes.into_iter().map(hole).collect(), thickness, slope }.into()
            }
        })
    }
}

/// A shape together with the description that it was made from.
///
/// A hull is centred when it is made, which can change its corners in their last bits. What is written down is
/// therefore not the hull but what it was made from, so that reading it makes the very same one.
#[derive(Clone, Debug, PartialEq)]
pub struct Form {
    text: ShapeText,
    shape: Shape,
}

impl Form {
    /// The shape.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }
}

impl From<Shape> for Form {
    fn from(shape: Shape) -> Self {
        let text = ShapeText::from(&shape);
        let shape = text.build().unwrap_or(shape);
        Self { text, shape }
    }
}

impl Serialize for Form {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.text.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Form {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = ShapeText::deserialize(deserializer)?;
        Ok(Self { shape: text.build().map_err(D::Error::custom)?, text })
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
