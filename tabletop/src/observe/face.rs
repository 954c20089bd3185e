//! Which face a piece shows.

use serde::{Deserialize, Serialize};

use crate::geometry::{Pose, Shape};
use crate::units::{Scalar, Vector};

/// Cosine of the greatest angle between the vertical and the normal of a die's face that is up: 2 degrees.
const FLAT_DIE: Scalar = 0.999_390_827_019_095_8;

/// Cosine of the angle between the vertical and the axis of a disc from which it is on edge: 45 degrees.
const ON_EDGE: Scalar = std::f64::consts::FRAC_1_SQRT_2;

/// Which way a piece lies.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Face {
    /// A disc with its own `+y` face up, flat or leaning.
    Up,
    /// A disc with its own `-y` face up, flat or leaning.
    Down,
    /// A disc that stands or leans steeply.
    OnEdge {
        /// Angle of its axis from the vertical, radians; a right angle when it stands.
        tilt: Scalar,
    },
    /// A die that shows a face, by the face's number in its hull, from 0.
    Side(u32),
    /// A die of which no face is level.
    Cocked,
    /// A piece without faces.
    Round,
}

impl Face {
    /// Which way a shape lies.
    pub fn of(shape: &Shape, pose: Pose) -> Self {
        match shape {
            Shape::Disc { .. } => {
                let up = pose.axis().y.clamp(-1.0, 1.0);
                if up.abs() <= ON_EDGE {
                    Self::OnEdge { tilt: libm::acos(up) }
                } else if up > 0.0 {
                    Self::Up
                } else {
                    Self::Down
                }
            }
            Shape::Hull(hull) => {
                let up = pose.rotation.inverse() * Vector::Y;
                let heights = hull.face_normals().map(|normal| normal.dot(up));
                let best = heights.zip(0u32..).max_by(|a, b| a.0.total_cmp(&b.0));
                best.filter(|best| best.0 >= FLAT_DIE).map_or(Self::Cocked, |best| Self::Side(best.1))
            }
            Shape::Ball { .. } | Shape::Capsule { .. } | Shape::Plate(_) => Self::Round,
        }
    }
}
