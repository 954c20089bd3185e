//! The app behind a picture: no window, no clock, frames driven by hand.
//!
//! The renderer's ambient occlusion is of no use here: it looks for obstacles within three quarters of a
//! metre, which on a table is everything. The room's light comes as one beam per exposure instead, from
//! another bright place each time, and its shadows add up to the real thing.

use std::io::{BufWriter, Write};

use bevy::app::PluginsState;
use bevy::asset::RenderAssetUsages;
use bevy::camera::RenderTarget;
use bevy::log::LogPlugin;
use bevy::math::ops;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat, TextureUsages};
use bevy::render::view::Msaa;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::ExitCondition;
use bevy::winit::WinitPlugin;

use super::{CameraName, ShotError, ShotScene};
use crate::view;
use crate::view::camera::{FIELD_OF_VIEW, place};
use crate::view::finish::Finishes;
use crate::view::light::{self, Fill, LAMP_RADIUS, Lamp};
use crate::view::room;
use crate::view::stage::{self, Meshes};

/// Frames drawn before the first exposure, for uploads to arrive and pipelines to be built.
const WARM_UP: u32 = 3;

/// Frames allowed after the last exposure for its picture to come back.
const PATIENCE: u32 = 60;

/// The light gathered so far.
#[derive(Resource, Default)]
struct Film {
    /// Sum over the exposures of red, green and blue, linear, pixel by pixel.
    light: Vec<f32>,
    exposures: usize,
}

/// What the app is asked to draw.
#[derive(Resource)]
struct Order {
    scene: ShotScene,
    size: UVec2,
    camera: CameraName,
}

/// Exposes a picture of a scene.
pub(super) fn expose(
    scene: &ShotScene,
    size: UVec2,
    camera: CameraName,
    exposures: usize,
) -> Result<Image, ShotError> {
    let mut app = app();
    app.insert_resource(Order { scene: scene.clone(), size, camera }).init_resource::<Film>();
    app.add_systems(Startup, set_up).add_observer(gather);
    while app.plugins_state() == PluginsState::Adding {
        bevy::tasks::tick_global_task_pools_on_main_thread();
    }
    app.finish();
    app.cleanup();
    for _ in 0..WARM_UP {
        app.update();
    }
    let target = app.world().resource::<Target>().0.clone();
    let (lamp, eye) = (only::<Lamp>(&mut app)?, only::<Camera3d>(&mut app)?);
    let (fill, _) = only::<Fill>(&mut app)?;
    let pixel_angle = FIELD_OF_VIEW / size.y as f32;
    for (exposure, towards) in room::beams(exposures).into_iter().enumerate() {
        let world = app.world_mut();
        let (shade, pixel) = shifts(exposure, exposures);
        let turn = Quat::from_euler(EulerRot::YXZ, pixel.x * pixel_angle, pixel.y * pixel_angle, 0.0);
        world
            .entity_mut(lamp.0)
            .insert(lamp.1 * Transform::from_translation((shade * LAMP_RADIUS).extend(0.0)));
        world.entity_mut(eye.0).insert(eye.1 * Transform::from_rotation(turn));
        world.entity_mut(fill).insert(Transform::default().looking_to(-towards, Vec3::Z));
        world.spawn(Screenshot::image(target.clone()));
        app.update();
    }
    if let Some(mut camera) = app.world_mut().get_mut::<Camera>(eye.0) {
        camera.is_active = false;
    }
    for _ in 0..PATIENCE {
        if app.world().resource::<Film>().exposures == exposures {
            return Ok(develop(app.world().resource::<Film>(), size));
        }
        app.update();
    }
    Err(ShotError::Unfinished)
}

/// The one entity with a component, and where it is.
fn only<C: Component>(app: &mut App) -> Result<(Entity, Transform), ShotError> {
    let world = app.world_mut();
    let mut query = world.query_filtered::<(Entity, &Transform), With<C>>();
    query.single(world).map(|(entity, place)| (entity, *place)).map_err(|_| ShotError::Unfinished)
}

/// Where in its shade the lamp stands, and where in the pixel the camera looks, in one exposure.
fn shifts(exposure: usize, exposures: usize) -> (Vec2, Vec2) {
    let i = exposure as f32 + 0.5;
    // A sunflower covers the shade evenly; two irrational steps cover the pixel.
    let (sin, cos) = ops::sin_cos(i * 2.399_963);
    let lamp = Vec2::new(cos, sin) * (i / exposures as f32).sqrt();
    let pixel = Vec2::new(i * 0.754_877_7, i * 0.569_840_3).fract() - 0.5;
    (lamp, pixel)
}

fn app() -> App {
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
    .add_plugins(view::plugin);
    app
}

/// The picture the camera draws to.
#[derive(Resource)]
struct Target(Handle<Image>);

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
        stage::spawn(
            prop,
            &mut commands,
            (&mut finishes, &mut made),
            &mut meshes,
            &mut images,
            &mut materials,
        );
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

/// Adds an exposure to the film, as light rather than as numbers of a file.
fn gather(captured: On<ScreenshotCaptured>, mut film: ResMut<Film>) {
    let Some(data) = &captured.image.data else { return };
    film.light.resize(data.len() / 4 * 3, 0.0);
    let pixels = data.chunks_exact(4).flat_map(|pixel| &pixel[..3]);
    let table = std::array::from_fn::<f32, 256, _>(|i| {
        let c = i as f32 / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { ops::powf((c + 0.055) / 1.055, 2.4) }
    });
    for (sum, value) in film.light.iter_mut().zip(pixels) {
        *sum += table[usize::from(*value)];
    }
    film.exposures += 1;
}

fn develop(film: &Film, size: UVec2) -> Image {
    let code = |sum: &f32| {
        let c = sum / film.exposures as f32;
        let c = if c <= 0.003_130_8 { c * 12.92 } else { 1.055 * ops::powf(c, 1.0 / 2.4) - 0.055 };
        (c * 255.0 + 0.5) as u8
    };
    let data = film.light.chunks_exact(3).flat_map(|rgb| [code(&rgb[0]), code(&rgb[1]), code(&rgb[2]), 255]);
    let extent = Extent3d { width: size.x, height: size.y, depth_or_array_layers: 1 };
    let format = TextureFormat::Rgba8UnormSrgb;
    Image::new(extent, TextureDimension::D2, data.collect(), format, RenderAssetUsages::MAIN_WORLD)
}

/// Writes a picture as a PNG.
pub(super) fn encode(picture: Image, file: std::fs::File) -> std::io::Result<()> {
    let mut out = BufWriter::new(file);
    let image = picture.try_into_dynamic().map_err(std::io::Error::other)?.into_rgb8();
    let encoder = image::codecs::png::PngEncoder::new_with_quality(
        &mut out,
        image::codecs::png::CompressionType::Best,
        image::codecs::png::FilterType::Adaptive,
    );
    image.write_with_encoder(encoder).map_err(std::io::Error::other)?;
    out.flush()
}
