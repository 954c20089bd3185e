//! What is seen: meshes, finishes, light. It looks on and changes nothing.

pub mod camera;
pub mod cloth;
pub mod dress;
pub mod emblem;
pub mod finish;
pub mod focus;
pub mod light;
pub mod look;
pub mod mesh;
pub mod noise;
pub mod room;
pub mod samples;
pub mod stage;
pub mod texture;
pub mod wood;

use bevy::prelude::App;

/// Everything a table needs to be seen.
pub fn plugin(app: &mut App) {
    app.add_plugins((light::plugin, stage::plugin));
}
