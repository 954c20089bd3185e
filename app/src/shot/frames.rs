//! What a frame of a table in play costs.

use std::time::Duration;

use bevy::math::UVec2;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use tabletop::scene::SceneDef;
use tabletop::setup::Setting;

use super::studio::{self, Order};
use super::{CameraName, ShotError, find_adapter};
use crate::live::InPlay;
use crate::stopwatch::{median, times};
use crate::view::dress;

/// Frames a second of the table that is measured.
const FRAMES: u32 = 60;

/// Median times of a frame, seconds.
#[derive(Clone, Copy, Debug)]
pub struct FrameCost {
    /// Everything but drawing: the physics of a sixtieth of a second, transforms, bounds, visibility.
    pub without_drawing: f64,
    /// All of it, drawn to a picture.
    pub drawn: f64,
}

/// Times frames of a table in play, each a sixtieth of a second of it.
///
/// # Errors
///
/// When nothing can draw here.
pub fn frame_cost(
    scene: &SceneDef,
    setting: Setting,
    size: UVec2,
    frames: (usize, usize),
) -> Result<FrameCost, ShotError> {
    find_adapter()?;
    let order = Order { scene: dress::setting(scene, &setting), size, camera: CameraName::Default };
    let mut app = studio::app(order);
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_secs(1) / FRAMES));
    studio::open(&mut app);
    app.insert_resource(InPlay::new(setting));
    let bare = times(frames.0, || {
        let main = app.main_mut();
        main.run_default_schedule();
        main.world_mut().clear_trackers();
    });
    let drawn = times(frames.1, || app.update());
    Ok(FrameCost { without_drawing: median(&bare), drawn: median(&drawn) })
}
