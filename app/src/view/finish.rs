//! Finishes as materials of the renderer. Each is made when first asked for, and kept.

use std::collections::BTreeMap;

use bevy::color::{Alpha, Color, ColorToComponents, LinearRgba, Srgba};
use bevy::math::{Affine2, Vec2};
use bevy::mesh::UvChannel;
use bevy::pbr::StandardMaterial;
use bevy::prelude::*;

use super::look::{Emblem, Finish, People, Species};
use super::texture::{Canvas, image};
use super::{cloth, emblem, wood};

/// What is painted over a finish.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Mark {
    /// Nothing.
    #[default]
    None,
    /// An emblem.
    Emblem(Emblem),
    /// The numbers of a die with this many faces.
    Numbers(usize),
}

/// Materials and pictures made so far.
#[derive(Resource, Default)]
pub struct Finishes {
    materials: BTreeMap<String, Handle<StandardMaterial>>,
    pictures: BTreeMap<&'static str, [Handle<Image>; 2]>,
    masks: BTreeMap<Emblem, (usize, Vec<f32>)>,
}

impl Finishes {
    /// The material of a finish with what is painted on it.
    pub fn material(
        &mut self,
        finish: Finish,
        mark: Mark,
        images: &mut Assets<Image>,
        materials: &mut Assets<StandardMaterial>,
    ) -> Handle<StandardMaterial> {
        let key = format!("{finish:?} {mark:?}");
        if let Some(known) = self.materials.get(&key) {
            return known.clone();
        }
        let mut material = self.bare(finish, images);
        match mark {
            Mark::None => {}
            Mark::Emblem(emblem) => self.paint(&mut material, finish, emblem, images),
            Mark::Numbers(faces) => number(&mut material, faces, images),
        }
        let handle = materials.add(material);
        self.materials.insert(key, handle.clone());
        handle
    }

    fn bare(&mut self, finish: Finish, images: &mut Assets<Image>) -> StandardMaterial {
        match finish {
            Finish::Wood(species) => self.textured(
                &varnished(species),
                plank_name(species),
                wood::PLANK,
                images,
                || wood::plank(species),
                0.45,
            ),
            Finish::EndGrain(species) => self.textured(
                &varnished(species),
                end_name(species),
                wood::END,
                images,
                || wood::end_grain(species),
                0.3,
            ),
            Finish::Stained(people) => {
                let base = StandardMaterial { base_color: stain(people), ..varnished(Species::Maple) };
                self.textured(
                    &base,
                    plank_name(Species::Maple),
                    wood::PLANK,
                    images,
                    || wood::plank(Species::Maple),
                    0.45,
                )
            }
            Finish::Lacquer(people) if people.metallic() => {
                let base = StandardMaterial {
                    base_color: colour(people.paint()),
                    metallic: 0.5,
                    perceptual_roughness: 0.42,
                    ..gloss()
                };
                self.textured(&base, "leaf", Vec2::splat(cloth::CLOTH), images, cloth::leaf, 0.5)
            }
            Finish::Lacquer(people) => StandardMaterial { base_color: colour(people.paint()), ..gloss() },
            Finish::Paint(rgb) => StandardMaterial { base_color: colour(rgb), ..gloss() },
            Finish::Felt(rgb) => self.cloth("felt", rgb, images, cloth::felt),
            Finish::Fabric(rgb) => self.cloth("fabric", rgb, images, cloth::fabric),
            Finish::Linen => self.cloth("linen", [206, 190, 160], images, cloth::linen),
            Finish::Steel => StandardMaterial {
                base_color: colour([196, 198, 202]),
                metallic: 1.0,
                perceptual_roughness: 0.42,
                ..default()
            },
            Finish::Brass => StandardMaterial {
                base_color: colour([222, 180, 104]),
                metallic: 1.0,
                perceptual_roughness: 0.4,
                ..default()
            },
            // Drawn blended rather than refracted: refraction copies the screen for every layer of depth.
            Finish::Glass(rgb) => StandardMaterial {
                base_color: colour(rgb).with_alpha(0.62),
                alpha_mode: AlphaMode::Blend,
                perceptual_roughness: 0.05,
                reflectance: 0.55,
                ..default()
            },
            Finish::Resin(rgb) => StandardMaterial {
                base_color: colour(rgb),
                perceptual_roughness: 0.32,
                clearcoat: 0.6,
                clearcoat_perceptual_roughness: 0.12,
                ..default()
            },
        }
    }

    fn textured(
        &mut self,
        base: &StandardMaterial,
        name: &'static str,
        extent: Vec2,
        images: &mut Assets<Image>,
        paint: impl FnOnce() -> Canvas,
        relief: f32,
    ) -> StandardMaterial {
        let [picture, normals] = self.pictures.entry(name).or_insert_with(|| {
            let canvas = paint();
            let stretch = extent.x / extent.y * canvas.size[1] as f32 / canvas.size[0] as f32;
            [images.add(canvas.colour_image()), images.add(canvas.normal_image(relief, stretch))]
        });
        StandardMaterial {
            base_color_texture: Some(picture.clone()),
            normal_map_texture: Some(normals.clone()),
            uv_transform: Affine2::from_scale(extent.recip()),
            ..base.clone()
        }
    }

    fn cloth(
        &mut self,
        name: &'static str,
        rgb: [u8; 3],
        images: &mut Assets<Image>,
        paint: impl FnOnce() -> Canvas,
    ) -> StandardMaterial {
        let base = StandardMaterial {
            base_color: colour(rgb),
            perceptual_roughness: 0.95,
            reflectance: 0.15,
            ..default()
        };
        self.textured(&base, name, Vec2::splat(cloth::CLOTH), images, paint, 0.8)
    }

    /// Paints an emblem on a lacquered face.
    fn paint(
        &mut self,
        material: &mut StandardMaterial,
        finish: Finish,
        emblem: Emblem,
        images: &mut Assets<Image>,
    ) {
        let ink = match finish {
            Finish::Lacquer(people) => people.ink(),
            _ => [30, 24, 20],
        };
        let (size, mask) = self.masks.entry(emblem).or_insert_with(|| emblem::mask(emblem));
        let ground = Srgba::from(material.base_color).to_f32_array();
        let texels = mask.iter().map(|amount| {
            let blend = |i: usize| ground[i] * 255.0 * (1.0 - amount) + f32::from(ink[i]) * amount;
            [blend(0) as u8, blend(1) as u8, blend(2) as u8, 255]
        });
        let picture =
            image([*size; 2], texels.collect(), bevy::render::render_resource::TextureFormat::Rgba8UnormSrgb);
        material.base_color = Color::WHITE;
        material.base_color_texture = Some(images.add(picture));
        material.base_color_channel = UvChannel::Uv1;
        // One transform serves all textures of a material, and a face is covered once.
        material.normal_map_texture = None;
        material.uv_transform = Affine2::IDENTITY;
    }
}

/// Cuts the numbers of a die into its faces.
fn number(material: &mut StandardMaterial, faces: usize, images: &mut Assets<Image>) {
    let ground = Srgba::from(material.base_color);
    let light = ground.red * 0.3 + ground.green * 0.6 + ground.blue * 0.1;
    let ink = if light > 0.4 { [0.09, 0.08, 0.08] } else { [0.95, 0.93, 0.88] };
    let canvas = emblem::die(faces, [ground.red, ground.green, ground.blue], ink);
    material.base_color = Color::WHITE;
    material.base_color_texture = Some(images.add(canvas.colour_image()));
    material.base_color_channel = UvChannel::Uv1;
    material.normal_map_texture = Some(images.add(canvas.normal_image(1.0, 1.0)));
    material.normal_map_channel = UvChannel::Uv1;
}

/// Several coats of satin varnish, rubbed down: smooth on top, the wood's own relief below. Dark wood, that of
/// tables, is only waxed.
fn varnished(species: Species) -> StandardMaterial {
    let waxed = species == Species::Dark;
    StandardMaterial {
        perceptual_roughness: 0.6,
        reflectance: 0.35,
        clearcoat: if waxed { 0.35 } else { 0.9 },
        clearcoat_perceptual_roughness: if waxed { 0.42 } else { 0.2 },
        ..default()
    }
}

/// Enamel under one coat of gloss varnish.
fn gloss() -> StandardMaterial {
    StandardMaterial {
        perceptual_roughness: 0.5,
        reflectance: 0.4,
        clearcoat: 1.0,
        clearcoat_perceptual_roughness: 0.14,
        ..default()
    }
}

fn colour([r, g, b]: [u8; 3]) -> Color {
    Color::srgb_u8(r, g, b)
}

/// What turns the colour of maple into a people's colour while its grain goes on showing.
fn stain(people: People) -> Color {
    let maple = LinearRgba::from(Srgba::rgb(0.85, 0.68, 0.47));
    let paint = LinearRgba::from(colour(people.paint()));
    let channel = |paint: f32, maple: f32| (paint / maple).min(3.0);
    Color::LinearRgba(LinearRgba::rgb(
        channel(paint.red, maple.red),
        channel(paint.green, maple.green),
        channel(paint.blue, maple.blue),
    ))
}

const fn plank_name(species: Species) -> &'static str {
    match species {
        Species::Maple => "maple",
        Species::Beech => "beech",
        Species::Walnut => "walnut",
        Species::Dark => "dark",
    }
}

const fn end_name(species: Species) -> &'static str {
    match species {
        Species::Maple => "maple, end",
        Species::Beech => "beech, end",
        Species::Walnut => "walnut, end",
        Species::Dark => "dark, end",
    }
}
