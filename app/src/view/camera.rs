//! Where one looks from.

use std::fmt;
use std::str::FromStr;

use bevy::math::{Vec3, ops};
use bevy::prelude::Transform;

/// Vertical field of view, radians: that of a portrait lens, so that far pieces stay round and large.
pub const FIELD_OF_VIEW: f32 = 0.50;

/// A named point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CameraName {
    /// A seated player's.
    #[default]
    Default,
    /// Straight down, the first player's seat below.
    Top,
    /// Chin on the table.
    Low,
    /// Near the scene's most telling detail.
    Close,
}

impl CameraName {
    /// All of them, with the names by which they are called.
    pub const ALL: [(&'static str, Self); 4] =
        [("default", Self::Default), ("top", Self::Top), ("low", Self::Low), ("close", Self::Close)];
}

/// A name that no camera has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownCamera(pub String);

impl fmt::Display for UnknownCamera {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = CameraName::ALL.map(|(name, _)| name).join(", ");
        write!(f, "there is no camera named `{}`; cameras are {names}", self.0)
    }
}

impl std::error::Error for UnknownCamera {}

impl FromStr for CameraName {
    type Err = UnknownCamera;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.iter().find(|(known, _)| *known == name);
        known.map(|(_, camera)| *camera).ok_or_else(|| UnknownCamera(name.to_owned()))
    }
}

/// What there is to see.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Focus {
    /// Middle of the scene, metres.
    pub centre: Vec3,
    /// Radius of the ball around it that must be in the picture.
    pub radius: f32,
    /// The most telling detail.
    pub detail: Vec3,
    /// Radius of what must be in the picture around the detail.
    pub detail_radius: f32,
}

/// The place and direction of a camera for a picture `aspect` times as wide as high.
pub fn place(name: CameraName, focus: Focus, aspect: f32) -> Transform {
    let (elevation, azimuth, target, radius) = match name {
        CameraName::Default => (46.0, 0.0, focus.centre, focus.radius * 0.665),
        CameraName::Top => (90.0, 0.0, focus.centre, focus.radius),
        CameraName::Low => (13.0, 9.0, focus.centre, focus.radius * 0.56),
        CameraName::Close => (30.0, 16.0, focus.detail, focus.detail_radius),
    };
    let narrow = FIELD_OF_VIEW / 2.0 * aspect.min(1.0);
    let distance = radius / ops::sin(narrow);
    let (sin, cos) = ops::sin_cos(f32::to_radians(elevation));
    let (aside, back) = ops::sin_cos(f32::to_radians(azimuth));
    let eye = target + Vec3::new(cos * aside, sin, cos * back) * distance;
    let up = if name == CameraName::Top { Vec3::NEG_Z } else { Vec3::Y };
    Transform::from_translation(eye).looking_at(target, up)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_camera_is_answered_with_the_known_ones() {
        let error = "side".parse::<CameraName>().unwrap_err().to_string();
        assert!(error.contains("`side`") && error.contains("default, top, low, close"), "{error}");
    }
}
