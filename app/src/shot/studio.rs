//! The app behind pictures: no window, no clock, frames driven by hand.

use bevy::app::PluginsState;
use bevy::camera::RenderTarget;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::render::render_resource::{TextureFormat, TextureUsages};
use bevy::render::view::Msaa;
use bevy::window::ExitCondition;
use bevy::winit::WinitPlugin;

use super::{CameraName, ShotScene};
use crate::live::{self, Shows};
use crate::view;
use crate::view::camera::{FIELD_OF_VIEW, place};
use crate::view::finish::Finishes;
use crate::view::light;
use crate::view::stage::{self, Meshes};

/// Frames drawn before the first that counts, for uploads to arrive and pipelines to be built.
const WARM_UP: u32 = 3;

/// What the app is asked to draw.
#[derive(Resource)]
pub(super) struct Order {
    pub(super) scene: ShotScene,
    pub(super) size: UVec2,
    pub(super) camera: CameraName,
}

/// The app that draws an order, as yet without a frame drawn.
pub(super) fn app(order: Order) -> App {
    let mut app = App::new();
    app.add_plugins(
        DefaultPlugins
            .set(WindowPlugin { primary_window: None, exit_condition: ExitCondition::DontExit, ..default() })
            .set(RenderPlugin { synchronous_pipeline_compilation: true, ..default() })
            // One process may draw several pictures, and only one log can be set up in it; what goes wrong is
            // returned to the caller instead.
            .disable::<LogPlugin>()
            .disable::<PipelinedRenderingPlugin>()
            .disable::<WinitPlugin>(),
    )
    .add_plugins((view::plugin, live::plugin))
    .insert_resource(order)
    .add_systems(Startup, set_up);
    app
}

/// Makes it ready: pipelines are built, everything is on the graphics card.
pub(super) fn open(app: &mut App) {
    while app.plugins_state() == PluginsState::Adding {
        bevy::tasks::tick_global_task_pools_on_main_thread();
    }
    app.finish();
    app.cleanup();
    for _ in 0..WARM_UP {
        app.update();
    }
}

/// The picture the camera draws to.
#[derive(Resource)]
pub(super) struct Target(pub(super) Handle<Image>);

fn set_up(
    mut commands: Commands,
    order: Res<Order>,
    mut finishes: ResMut<Finishes>,
    mut made: ResMut<Meshes>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut images: ResMut<Assets<Image>>,
    mut materials: ResMut<Assets<StandardMaterial>>,
) {
    let Order { scene, size, camera } = &*order;
    for prop in &scene.props {
        let shared = (&mut *finishes, &mut *made);
        let thing = stage::spawn(prop, &mut commands, shared, &mut meshes, &mut images, &mut materials);
        if let Some(piece) = prop.piece {
            commands.entity(thing).insert(Shows(piece));
        }
    }
    let mut target = Image::new_target_texture(size.x, size.y, TextureFormat::Rgba8UnormSrgb, None);
    target.texture_descriptor.usage |= TextureUsages::COPY_SRC;
    let target = images.add(target);
    commands.insert_resource(Target(target.clone()));
    commands.spawn(light::lamp(scene.focus.centre, scene.focus.radius));
    let eye = place(*camera, &scene.focus, size.x as f32 / size.y as f32);
    let farthest = eye.translation.distance(scene.focus.centre) + 1.2 * scene.focus.radius;
    commands.spawn(light::fill(farthest));
    commands.spawn((
        Camera3d::default(),
        RenderTarget::Image(target.into()),
        Projection::Perspective(PerspectiveProjection {
            fov: FIELD_OF_VIEW,
            near: 0.02,
            far: 30.0,
            ..default()
        }),
        eye,
        Msaa::Off,
        light::eye(&mut images, 1.0 - light::FILL_SHARE),
    ));
}
