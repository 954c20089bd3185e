//! The room around the table, as light: a dim room with a lamp, a lit ceiling and a tall window.
//!
//! The room is a formula, so its blurred copies are summed here rather than on the graphics card, which then
//! needs no compute shaders and gives the same picture everywhere.

use std::f32::consts::{PI, TAU};

use bevy::asset::RenderAssetUsages;
use bevy::image::Image;
use bevy::math::{Vec2, Vec3, ops};
use bevy::render::render_resource::{
    Extent3d, TextureDataOrder, TextureDimension, TextureFormat, TextureViewDescriptor, TextureViewDimension,
};

use super::noise::step;

/// Texels along an edge of the sharpest copy; each further copy has half, down to [`SMALLEST`].
const SHARPEST: usize = 128;
const SMALLEST: usize = 4;

/// Texels along an edge of the copy for matt surfaces.
const MATT: usize = 16;

/// Directions summed for each texel of a blurred copy.
const SAMPLES: u32 = 64;

/// Radiance of the room in a direction, candela per square metre; red, green, blue.
pub fn radiance(direction: Vec3) -> Vec3 {
    let d = direction;
    // Half-way up, where the table mirrors the room towards whoever sits at it, the walls are dark: varnish
    // then deepens colours instead of veiling them. They are a little lighter at the height of lamps and heads.
    let floor = 1.0 - step(-0.35, 0.0, d.y);
    let dado = step(-0.3, 0.05, d.y) * (1.0 - step(0.1, 0.5, d.y));
    let mut light =
        Vec3::new(3.4, 2.6, 2.0) * floor + Vec3::new(20.0, 16.0, 12.0) * dado + Vec3::new(4.0, 3.6, 3.4);
    // The ceiling is lit from below, around a dark middle that a table seen from straight above mirrors.
    light += Vec3::new(235.0, 225.0, 209.0) * step(0.80, 0.92, d.y) * (1.0 - step(0.95, 0.985, d.y));
    // The lamp's shade, to the left.
    light += Vec3::new(1.0, 0.93, 0.82)
        * 420.0
        * panel(d, Vec3::new(-0.72, 1.0, -0.12), Vec2::new(0.24, 0.24), 0.08);
    // A tall window to the right behind the player, and its bars.
    let window = panel(d, Vec3::new(1.0, 0.55, 0.75), Vec2::new(0.42, 0.34), 0.05);
    let bars = 1.0 - 0.85 * panel(d, Vec3::new(1.0, 0.55, 0.75), Vec2::new(0.02, 0.5), 0.03);
    // A far window: what the first player sees shining on the varnish. Brighter, it veils the far colours.
    let far = panel(d, Vec3::new(-0.30, 0.78, -1.0), Vec2::new(0.13, 0.17), 0.03);
    let cross = panel(d, Vec3::new(-0.30, 0.78, -1.0), Vec2::new(0.012, 0.2), 0.02);
    light += Vec3::new(0.90, 0.95, 1.0) * 420.0 * far * (1.0 - 0.8 * cross);
    light + Vec3::new(0.86, 0.94, 1.0) * 300.0 * window * bars
}

/// How much of a bright rectangle facing the table, `half` its size at unit distance, lies in a direction.
fn panel(d: Vec3, towards: Vec3, half: Vec2, soft: f32) -> f32 {
    let middle = towards.normalize();
    let facing = d.dot(middle);
    if facing <= 0.05 {
        return 0.0;
    }
    let side = if middle.y.abs() > 0.8 { Vec3::X } else { Vec3::Y };
    let u = (side - middle * side.dot(middle)).normalize();
    let v = middle.cross(u);
    let p = Vec2::new(d.dot(u), d.dot(v)).abs() / facing - half;
    (1.0 - step(-soft, soft, p.x)) * (1.0 - step(-soft, soft, p.y))
}

/// The room blurred for surfaces of every roughness, sharpest first.
pub fn specular() -> Image {
    let levels = (SHARPEST / SMALLEST).ilog2() + 1;
    let sizes = (0..levels).map(|level| SHARPEST >> level);
    let level = |size: usize| {
        let roughness = (SHARPEST / size).ilog2() as f32 / (levels - 1) as f32;
        (size, roughness)
    };
    let chain = sizes.map(level).collect::<Vec<_>>();
    // The renderer wants all copies of one side of the cube before the next side.
    let mut data = Vec::new();
    for side in 0..6 {
        for (size, roughness) in &chain {
            data.extend(face(side, *size, |d| {
                if *roughness == 0.0 { radiance(d) } else { gloss(d, *roughness) }
            }));
        }
    }
    cube(SHARPEST, levels, data)
}

/// The room blurred for matt surfaces, dimmed to a share.
pub fn diffuse(share: f32) -> Image {
    cube(MATT, 1, (0..6).flat_map(|side| face(side, MATT, |d| matt(d) * share)).collect())
}

/// Small equal steps over the upper half of the room, each with its light: direction, and radiance times solid
/// angle.
fn patches() -> impl Iterator<Item = (Vec3, Vec3)> {
    const RINGS: usize = 24;
    const AROUND: usize = 72;
    (0..RINGS * AROUND).map(|i| {
        let y = 0.06 + 0.94 * ((i / AROUND) as f32 + 0.5) / RINGS as f32;
        let direction = around(Vec3::Y, y, (i % AROUND) as f32 / AROUND as f32 * TAU);
        (direction, radiance(direction) * (0.94 * TAU / (RINGS * AROUND) as f32))
    })
}

/// All light from the upper half of the room, as if it came from one side. Lux.
pub fn total() -> Vec3 {
    patches().map(|(_, light)| light).sum()
}

/// Directions towards equal shares of the room's light.
pub fn beams(count: usize) -> Vec<Vec3> {
    let share = total().element_sum() / count as f32;
    let mut beams = Vec::with_capacity(count);
    let mut gathered = 0.5 * share;
    for (direction, light) in patches() {
        gathered += light.element_sum();
        while gathered >= share && beams.len() < count {
            beams.push(direction);
            gathered -= share;
        }
    }
    beams.resize(count, Vec3::Y);
    beams
}

fn cube(size: usize, levels: u32, data: Vec<u8>) -> Image {
    let extent = Extent3d { width: size as u32, height: size as u32, depth_or_array_layers: 6 };
    let format = TextureFormat::Rgb9e5Ufloat;
    let mut image = Image::new_uninit(extent, TextureDimension::D2, format, RenderAssetUsages::RENDER_WORLD);
    image.data = Some(data);
    image.data_order = TextureDataOrder::LayerMajor;
    image.texture_descriptor.mip_level_count = levels;
    image.texture_view_descriptor =
        Some(TextureViewDescriptor { dimension: Some(TextureViewDimension::Cube), ..Default::default() });
    image
}

/// One side of a cube map. Its frame is left-handed: `z` is turned round.
fn face(side: usize, size: usize, light: impl Fn(Vec3) -> Vec3) -> Vec<u8> {
    let mut data = Vec::with_capacity(size * size * 4);
    for row in 0..size {
        for column in 0..size {
            let u = (column as f32 + 0.5) / size as f32 * 2.0 - 1.0;
            let v = (row as f32 + 0.5) / size as f32 * 2.0 - 1.0;
            let d = match side {
                0 => Vec3::new(1.0, -v, -u),
                1 => Vec3::new(-1.0, -v, u),
                2 => Vec3::new(u, 1.0, v),
                3 => Vec3::new(u, -1.0, -v),
                4 => Vec3::new(u, -v, 1.0),
                _ => Vec3::new(-u, -v, -1.0),
            };
            data.extend(pack(light((d * Vec3::new(1.0, 1.0, -1.0)).normalize())).to_le_bytes());
        }
    }
    data
}

/// Three numbers of nine bits with a common exponent.
fn pack(light: Vec3) -> u32 {
    let exponent = (light.max_element().max(1e-5).log2().floor() as i32 + 1).clamp(-15, 16);
    let scale = ops::exp2((9 - exponent) as f32);
    let [r, g, b] = (light * scale + 0.5).to_array().map(|c| (c as u32).min(511));
    r | g << 9 | b << 18 | ((exponent + 15) as u32) << 27
}

/// The `i`th of a set of points spread evenly over the unit square.
fn spread(i: u32) -> Vec2 {
    Vec2::new((i as f32 + 0.5) / SAMPLES as f32, (i.reverse_bits() as f32) / u32::MAX as f32)
}

fn around(axis: Vec3, cos: f32, turn: f32) -> Vec3 {
    let (u, v) = axis.any_orthonormal_pair();
    let sin = (1.0 - cos * cos).max(0.0).sqrt();
    let (s, c) = ops::sin_cos(turn);
    u * (c * sin) + v * (s * sin) + axis * cos
}

/// What a glossy surface that faces `d` mirrors towards `d`, with the usual microfacets.
fn gloss(d: Vec3, roughness: f32) -> Vec3 {
    let alpha = roughness * roughness;
    let (mut sum, mut weight) = (Vec3::ZERO, 0.0);
    for i in 0..SAMPLES {
        let p = spread(i);
        let cos = ((1.0 - p.y) / (1.0 + (alpha * alpha - 1.0) * p.y)).sqrt();
        let half = around(d, cos, p.x * TAU);
        let towards = half * (2.0 * d.dot(half)) - d;
        let facing = d.dot(towards).max(0.0);
        sum += radiance(towards) * facing;
        weight += facing;
    }
    sum / weight.max(1e-4)
}

/// What a matt surface that faces `d` receives, as the radiance of an even room.
fn matt(d: Vec3) -> Vec3 {
    let samples = (0..4 * SAMPLES).map(|i| {
        let p = Vec2::new((i as f32 + 0.5) / (4 * SAMPLES) as f32, spread(i).y);
        radiance(around(d, (1.0 - p.y).sqrt(), p.x * TAU * 7.0 + PI))
    });
    samples.sum::<Vec3>() / (4 * SAMPLES) as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_light_keeps_two_digits() {
        for light in [Vec3::new(1.0, 0.5, 0.25), Vec3::splat(700.0), Vec3::new(0.02, 30.0, 3.0)] {
            let bits = pack(light);
            let scale = ops::exp2((bits >> 27) as f32 - 24.0);
            let back =
                Vec3::new((bits & 511) as f32, (bits >> 9 & 511) as f32, (bits >> 18 & 511) as f32) * scale;
            assert!(
                (back - light).abs().max_element() <= light.max_element() / 256.0,
                "{light} came back as {back}"
            );
        }
    }

    #[test]
    fn light_comes_from_above() {
        assert!(matt(Vec3::Y).length() > 4.0 * matt(Vec3::NEG_Y).length());
    }
}
