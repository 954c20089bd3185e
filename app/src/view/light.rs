//! The lamp over the table and the room's light, and how a camera sees them.

use bevy::camera::Exposure;
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::light::{
    CascadeShadowConfigBuilder, DirectionalLightShadowMap, EnvironmentMapLight, GlobalAmbientLight,
    ShadowFilteringMethod, Skybox,
};
use bevy::math::ops;
use bevy::prelude::*;
use bevy::render::view::{ColorGrading, ColorGradingGlobal, ColorGradingSection};

use super::room;

/// Half the width of the lamp's shade, metres: what makes its shadows soft.
pub const LAMP_RADIUS: f32 = 0.11;

/// Where the lamp hangs and where it points, for a table whose lit circle has this radius, metres.
pub fn lamp_pose(centre: Vec3, reach: f32) -> Transform {
    let height = 1.05 + 0.9 * reach;
    let place = centre + Vec3::new(-0.72, 1.0, -0.12) * height;
    Transform::from_translation(place).looking_at(centre, Vec3::Y)
}

/// Marks the lamp.
#[derive(Component)]
pub struct Lamp;

pub(super) fn plugin(app: &mut App) {
    app.insert_resource(GlobalAmbientLight::NONE).insert_resource(DirectionalLightShadowMap { size: 4096 });
}

/// A lamp that lights a circle of `reach` metres.
pub fn lamp(centre: Vec3, reach: f32) -> impl Bundle {
    let pose = lamp_pose(centre, reach);
    let distance = pose.translation.distance(centre);
    let half_angle = ops::atan2(reach * 1.12, distance);
    (
        Name::new("Lamp"),
        Lamp,
        SpotLight {
            color: Color::srgb(1.0, 0.925, 0.80),
            // The same light on the table from any height: about 620 lux in its middle.
            intensity: 620.0 * 4.0 * std::f32::consts::PI * distance * distance,
            range: 4.0 * distance,
            radius: LAMP_RADIUS,
            shadow_maps_enabled: true,
            shadow_depth_bias: 0.0006,
            shadow_normal_bias: 0.6,
            shadow_map_near_z: 0.4 * distance,
            inner_angle: half_angle * 0.6,
            outer_angle: (half_angle * 2.0).min(1.2),
            ..default()
        },
        pose,
    )
}

/// How much of the room's light on matt surfaces a fill brings.
pub const FILL_SHARE: f32 = 0.7;

/// Marks the fill.
#[derive(Component)]
pub struct Fill;

/// The room's light as a single beam with shadows, to be turned from exposure to exposure. Its shadows
/// reach `farthest` metres from the camera.
pub fn fill(farthest: f32) -> impl Bundle {
    let light = room::total();
    (
        Name::new("Fill"),
        Fill,
        DirectionalLight {
            color: Color::LinearRgba(LinearRgba::from_vec3(light / light.max_element())),
            illuminance: light.max_element() * FILL_SHARE,
            shadow_maps_enabled: true,
            shadow_depth_bias: 0.0006,
            shadow_normal_bias: 1.0,
            ..default()
        },
        CascadeShadowConfigBuilder { num_cascades: 1, maximum_distance: farthest, ..default() }.build(),
        Transform::default().looking_to(Vec3::NEG_Y, Vec3::Z),
    )
}

/// What every camera that looks at a table carries: the room's light, its exposure and its film.
///
/// Of the room's light on matt surfaces only `share` is given here, without shadows; the rest may come from
/// a [`fill`].
pub fn eye(images: &mut Assets<Image>, share: f32) -> impl Bundle {
    let room = images.add(room::specular());
    (
        Skybox { image: Some(room.clone()), brightness: 1.0, ..default() },
        EnvironmentMapLight {
            diffuse_map: images.add(room::diffuse(share)),
            specular_map: room,
            intensity: 1.0,
            ..default()
        },
        Exposure { ev100: 7.3 },
        Tonemapping::TonyMcMapface,
        // AgX is gentle; wood and paint want a little of their colour back.
        ColorGrading {
            global: ColorGradingGlobal { post_saturation: 1.04, ..default() },
            shadows: ColorGradingSection { contrast: 1.08, ..default() },
            midtones: ColorGradingSection { contrast: 1.12, ..default() },
            highlights: ColorGradingSection { contrast: 1.04, ..default() },
        },
        ShadowFilteringMethod::Gaussian,
    )
}
