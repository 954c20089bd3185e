//! From painted texels to images of the renderer, with all their smaller copies.

use bevy::asset::RenderAssetUsages;
use bevy::image::{Image, ImageAddressMode, ImageFilterMode, ImageSampler, ImageSamplerDescriptor};
use bevy::render::render_resource::{Extent3d, TextureDataOrder, TextureDimension, TextureFormat};

/// A picture under construction: colour, and the relief that becomes a normal map.
pub struct Canvas {
    /// Texels per side: width, then height.
    pub size: [usize; 2],
    /// sRGB colours, row by row.
    pub colour: Vec<[u8; 4]>,
    /// Height of the surface in texels, row by row.
    pub relief: Vec<f32>,
}

impl Canvas {
    /// Paints every texel: its column and row give its colour (sRGB, 0 to 1) and its height.
    pub fn paint(size: [usize; 2], mut texel: impl FnMut(usize, usize) -> ([f32; 3], f32)) -> Self {
        let count = size[0] * size[1];
        let mut canvas = Self { size, colour: Vec::with_capacity(count), relief: Vec::with_capacity(count) };
        for y in 0..size[1] {
            for x in 0..size[0] {
                let (colour, height) = texel(x, y);
                let [r, g, b] = colour.map(|c| (c.clamp(0.0, 1.0) * 255.0 + 0.5) as u8);
                canvas.colour.push([r, g, b, 255]);
                canvas.relief.push(height);
            }
        }
        canvas
    }

    /// The colours.
    pub fn colour_image(&self) -> Image {
        image(self.size, self.colour.clone(), TextureFormat::Rgba8UnormSrgb)
    }

    /// The relief as a normal map; `strength` exaggerates it, and `stretch` is how much longer a texel is along
    /// `x` than along `y`.
    pub fn normal_image(&self, strength: f32, stretch: f32) -> Image {
        let [w, h] = self.size;
        let mut texels = Vec::with_capacity(w * h);
        for y in 0..h {
            let (above, below) = (y.saturating_sub(1) * w, (y + 1).min(h - 1) * w);
            for x in 0..w {
                let (left, right) = (if x == 0 { w - 1 } else { x - 1 }, if x + 1 == w { 0 } else { x + 1 });
                let dx = (self.relief[y * w + right] - self.relief[y * w + left]) * strength * 0.5 / stretch;
                let dy = (self.relief[below + x] - self.relief[above + x]) * strength * 0.5;
                let scale = 127.5 / (1.0 + dx * dx + dy * dy).sqrt();
                let [r, g, b] = [-dx, -dy, 1.0].map(|c| (c * scale + 128.0) as u8);
                texels.push([r, g, b, 255]);
            }
        }
        image(self.size, texels, TextureFormat::Rgba8Unorm)
    }
}

/// An image with its mip chain. It repeats along `x` and is mirrored along `y`: planks have no period across.
pub fn image(size: [usize; 2], texels: Vec<[u8; 4]>, format: TextureFormat) -> Image {
    let mut levels = 1;
    let mut data = texels.concat();
    let ([mut w, mut h], mut level) = (size, texels);
    while w > 1 && h > 1 {
        let (half_w, half_h) = (w / 2, h / 2);
        let mut smaller = Vec::with_capacity(half_w * half_h);
        for y in 0..half_h {
            let rows = level[2 * y * w..].chunks(2).zip(level[(2 * y + 1) * w..].chunks(2));
            smaller.extend(rows.take(half_w).map(|(above, below)| {
                let sum = |i: usize| {
                    [above[0], above[1], below[0], below[1]].iter().map(|t| u16::from(t[i])).sum::<u16>()
                };
                [0, 1, 2, 3].map(|i| ((sum(i) + 2) / 4) as u8)
            }));
        }
        data.extend(smaller.concat());
        (w, h, level) = (half_w, half_h, smaller);
        levels += 1;
    }
    let extent = Extent3d { width: size[0] as u32, height: size[1] as u32, depth_or_array_layers: 1 };
    let mut image = Image::new_uninit(extent, TextureDimension::D2, format, RenderAssetUsages::RENDER_WORLD);
    image.data = Some(data);
    image.data_order = TextureDataOrder::LayerMajor;
    image.texture_descriptor.mip_level_count = levels;
    image.sampler = ImageSampler::Descriptor(ImageSamplerDescriptor {
        address_mode_u: ImageAddressMode::Repeat,
        address_mode_v: ImageAddressMode::MirrorRepeat,
        mag_filter: ImageFilterMode::Linear,
        min_filter: ImageFilterMode::Linear,
        mipmap_filter: ImageFilterMode::Linear,
        anisotropy_clamp: 8,
        ..ImageSamplerDescriptor::default()
    });
    image
}
