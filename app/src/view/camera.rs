//! Where one looks from.

use std::fmt;
use std::str::FromStr;

use bevy::math::{Vec3, ops};
use bevy::prelude::Transform;

use super::focus::Focus;

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

/// How much of the picture's width or height a scene takes, whichever is the narrower for it.
pub const FILLED: f32 = 0.88;

/// The place and direction of a camera for a picture `aspect` times as wide as high.
pub fn place(name: CameraName, focus: &Focus, aspect: f32) -> Transform {
    let (elevation, azimuth) = match name {
        CameraName::Default => (46.0, 0.0),
        CameraName::Top => (90.0, 0.0),
        CameraName::Low => (13.0, 9.0),
        CameraName::Close => (30.0, 16.0),
    };
    let (sin, cos) = ops::sin_cos(f32::to_radians(elevation));
    let (aside, back) = ops::sin_cos(f32::to_radians(azimuth));
    let towards = -Vec3::new(cos * aside, sin, cos * back);
    let up = if name == CameraName::Top { Vec3::NEG_Z } else { Vec3::Y };
    let turned = Transform::default().looking_to(towards, up);
    if name == CameraName::Close {
        let axes = [Vec3::X, Vec3::Y, Vec3::Z, Vec3::NEG_X, Vec3::NEG_Y, Vec3::NEG_Z];
        let around = axes.map(|axis| focus.detail + axis * focus.detail_radius);
        return turned.with_translation(nearest(&turned, &around, aspect));
    }
    turned.with_translation(nearest(&turned, &focus.extent, aspect))
}

/// The nearest place from which a camera turned like this sees all points within the filled part of its
/// picture, as far from its left border as from its right, from its upper as from its lower.
///
/// A camera at `(x, y, z)` of its own frame, `z` forwards, sees a point left of the right border if
/// `p.x - t p.z <= x - t z`, where `t` is the tangent of half its angle of view, and right of the left border
/// if `-p.x - t p.z <= -x - t z`. The point that comes nearest to a border decides for all.
fn nearest(turned: &Transform, points: &[Vec3], aspect: f32) -> Vec3 {
    let tall = ops::tan(FIELD_OF_VIEW / 2.0) * FILLED;
    let forwards = Vec3::from(turned.forward());
    let across = |axis: Vec3, t: f32| {
        let most = |axis: Vec3| {
            points.iter().map(|p| p.dot(axis) - t * p.dot(forwards)).fold(f32::NEG_INFINITY, f32::max)
        };
        let (right, left) = (most(axis), most(-axis));
        ((right - left) / 2.0, -(right + left) / (2.0 * t))
    };
    let (right, up) = (Vec3::from(turned.right()), Vec3::from(turned.up()));
    let ((x, wide), (y, high)) = (across(right, tall * aspect), across(up, tall));
    right * x + up * y + forwards * wide.min(high)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::samples;

    /// How far a point lies from the middle of the picture, 1 at its borders.
    fn seen(eye: &Transform, point: Vec3, aspect: f32) -> [f32; 2] {
        let local = eye.to_matrix().inverse().transform_point3(point);
        assert!(local.z < 0.0, "{point} lies behind the camera");
        let tall = ops::tan(FIELD_OF_VIEW / 2.0);
        [local.x / (-local.z * tall * aspect), local.y / (-local.z * tall)]
    }

    #[test]
    fn every_scene_fills_its_picture_and_stays_within() {
        for (name, aspect) in samples::NAMES.into_iter().flat_map(|name| [(name, 16.0 / 9.0), (name, 0.6)]) {
            let focus = samples::named(name).expect("samples have names").focus;
            for (camera, which) in CameraName::ALL.into_iter().filter(|(camera, _)| *camera != "close") {
                let eye = place(which, &focus, aspect);
                let points = focus.extent.iter().map(|p| seen(&eye, *p, aspect)).collect::<Vec<_>>();
                let extremes = [0, 1].map(|i| {
                    let along = points.iter().map(|p| p[i]);
                    (along.clone().fold(f32::INFINITY, f32::min), along.fold(f32::NEG_INFINITY, f32::max))
                });
                let widest = extremes.iter().map(|(least, most)| most.max(-least)).fold(0.0, f32::max);
                let shown = format!("{name} from {camera} at {aspect}: {extremes:?}");
                assert!((widest - FILLED).abs() < 1e-3, "{shown}");
                // The axis that binds is filled on both sides alike.
                assert!(
                    extremes
                        .iter()
                        .any(|(least, most)| (most - FILLED).abs() < 1e-3 && (least + FILLED).abs() < 1e-3),
                    "{shown}"
                );
            }
        }
    }

    #[test]
    fn an_unknown_camera_is_answered_with_the_known_ones() {
        let error = "side".parse::<CameraName>().unwrap_err().to_string();
        assert!(error.contains("`side`") && error.contains("default, top, low, close"), "{error}");
    }
}
