//! Wood: growth rings around a wandering pith, cut by a plane, with fibres, pores and medullary flecks.
//!
//! The picture of a species shows a plank [`PLANK`] metres long and wide, sawn through beside the pith: calm
//! stripes at its edges, pointed arches in its middle. Things cut from it at different places look different.

use bevy::math::{Vec2, ops};

use super::look::Species;
use super::noise::{lattice, mix, noise, rough, step};
use super::texture::Canvas;

/// Length and width of the painted plank, metres. Along its length it repeats.
pub const PLANK: Vec2 = Vec2::new(0.72, 0.32);

/// Length and width of the painted end grain, metres.
pub const END: Vec2 = Vec2::new(0.06, 0.06);

const SIZE: [usize; 2] = [1024, 1024];
const END_SIZE: usize = 512;

/// What makes a species.
struct Character {
    /// Colours of early and of late wood, sRGB.
    early: [f32; 3],
    late: [f32; 3],
    /// Width of a growth ring, metres.
    ring: f32,
    /// How abruptly late wood ends and how much of the ring it takes.
    late_from: f32,
    /// Share of the cells that hold a pore, and how dark pores are.
    pores: f32,
    pore_shade: f32,
    /// How visible medullary flecks are; dark for beech, bright for maple.
    fleck: f32,
    /// How streaky the fibres are.
    fibre: f32,
    seed: u32,
}

fn character(species: Species) -> Character {
    match species {
        Species::Maple => Character {
            early: [0.870, 0.710, 0.500],
            late: [0.765, 0.570, 0.360],
            ring: 0.0052,
            late_from: 0.72,
            pores: 0.10,
            pore_shade: 0.93,
            fleck: 0.035,
            fibre: 0.05,
            seed: 11,
        },
        Species::Beech => Character {
            early: [0.815, 0.625, 0.440],
            late: [0.715, 0.505, 0.330],
            ring: 0.0046,
            late_from: 0.6,
            pores: 0.18,
            pore_shade: 0.9,
            fleck: -0.13,
            fibre: 0.05,
            seed: 23,
        },
        Species::Walnut => Character {
            early: [0.500, 0.320, 0.195],
            late: [0.290, 0.170, 0.098],
            ring: 0.0062,
            late_from: 0.3,
            pores: 0.42,
            pore_shade: 0.72,
            fleck: 0.0,
            fibre: 0.10,
            seed: 37,
        },
        Species::Dark => Character {
            early: [0.305, 0.185, 0.115],
            late: [0.150, 0.085, 0.055],
            ring: 0.0055,
            late_from: 0.35,
            pores: 0.5,
            pore_shade: 0.62,
            fleck: 0.03,
            fibre: 0.10,
            seed: 53,
        },
    }
}

/// Where a ring begins its late wood and how far into it a point is: 0 in early wood, 1 at the ring's end.
fn lateness(wood: &Character, rings: f32) -> f32 {
    let within = rings - rings.floor();
    // Each year has its own contrast.
    let year = 0.55 + 0.45 * lattice(rings.floor() as i32, 0, wood.seed ^ 0x77);
    let t = ((within - wood.late_from) / (0.96 - wood.late_from)).clamp(0.0, 1.0);
    year * (t * t * 0.85 + 0.15 * within) * (1.0 - step(0.955, 1.0, within))
}

/// A plank of a species, seen on its broad face.
pub fn plank(species: Species) -> Canvas {
    let wood = character(species);
    let seed = wood.seed;
    let [width, height] = SIZE;
    // What varies along the plank only, once for each column.
    let columns = (0..width)
        .map(|x| {
            let along = x as f32 / width as f32;
            let pith = PLANK.y * (0.5 + 0.12 * (noise(along * 2.0, 0.5, 2, seed) - 0.5));
            let depth = 0.012 + 0.062 * rough(along * 3.0, 7.5, 3, seed ^ 1);
            (along * PLANK.x, pith, depth)
        })
        .collect::<Vec<_>>();
    Canvas::paint(SIZE, |x, y| {
        let (along, pith, depth) = columns[x];
        let across = y as f32 / height as f32 * PLANK.y;
        let warp = 0.010 * (noise(along / 0.12, across / 0.05, 6, seed ^ 2) - 0.5)
            + 0.0022 * (noise(along / 0.03, across / 0.011, 24, seed ^ 3) - 0.5);
        let radius = ((across - pith) * (across - pith) + depth * depth).sqrt() + warp;
        let years = radius / wood.ring;
        let rings = years + 0.8 * noise(years * 0.31, 0.5, 4096, seed ^ 4);
        let late = lateness(&wood, rings);
        let fine = noise(along / 0.012, across / 0.000_45, 60, seed ^ 5) - 0.5;
        let coarse = noise(along / 0.09, across / 0.0024, 8, seed ^ 6) - 0.5;
        let mottle = noise(along / 0.18, across / 0.09, 4, seed ^ 7) - 0.5;
        let (pore, fleck) = (pores(&wood, along, across, late), flecks(&wood, along, across));
        let shade = (1.0 + wood.fibre * (fine * 0.9 + coarse * 1.2) + 0.10 * mottle + fleck)
            * mix(1.0, wood.pore_shade, pore);
        let colour = [0, 1, 2].map(|i| {
            // Red wanders less than blue, as in real wood: dark streaks are warmer, not greyer.
            let warmth = [0.85, 1.0, 1.18][i];
            mix(wood.early[i], wood.late[i], late) * (1.0 + (shade - 1.0) * warmth)
        });
        (colour, late * 0.25 - pore * 1.2 + fine * 0.35)
    })
}

/// How much of a pore there is at a point: short dark dashes, denser in early wood.
fn pores(wood: &Character, along: f32, across: f32, late: f32) -> f32 {
    const LONG: f32 = 0.006;
    const WIDE: f32 = 0.000_6;
    let column = across / WIDE;
    let row = column.floor();
    // Every column of cells is shifted by its own amount, so that no lattice shows.
    let place = along / LONG + lattice(row as i32, 3, wood.seed) * 9.0;
    let cell = (place.floor() as i32).rem_euclid(120);
    if lattice(cell, row as i32, wood.seed ^ 8) > wood.pores * (1.15 - late) {
        return 0.0;
    }
    let (u, v) = ((place - place.floor()) * 2.0 - 1.0, (column - row) * 2.0 - 1.0);
    let long = 0.35 + 0.6 * lattice(cell, row as i32, wood.seed ^ 9);
    (1.0 - step(long * 0.6, long, u.abs())) * (1.0 - step(0.35, 0.9, v.abs()))
}

/// Medullary rays cut lengthwise: small spindles along the grain, in no order.
fn flecks(wood: &Character, along: f32, across: f32) -> f32 {
    if wood.fleck == 0.0 {
        return 0.0;
    }
    const LONG: f32 = 0.0045;
    const WIDE: f32 = 0.001;
    let column = across / WIDE;
    let row = column.floor();
    let place = along / LONG + lattice(row as i32, 5, wood.seed) * 7.0;
    let cell = (place.floor() as i32).rem_euclid(160);
    let chance = lattice(cell, row as i32, wood.seed ^ 10);
    if chance > 0.42 {
        return 0.0;
    }
    let (u, v) = ((place - place.floor()) * 2.0 - 1.0, (column - row) * 2.0 - 1.0);
    let size = 0.4 + 1.2 * chance;
    wood.fleck * (1.0 - step(0.1, 1.0, (u * u + v * v * 2.0) / size))
}

/// A species cut across the grain: arcs of rings, round pores, rays across the rings.
pub fn end_grain(species: Species) -> Canvas {
    let wood = character(species);
    let seed = wood.seed;
    Canvas::paint([END_SIZE; 2], |x, y| {
        let (along, across) = (x as f32 / END_SIZE as f32, y as f32 / END_SIZE as f32 * END.y);
        let bow = 0.006 * ops::sin(along * std::f32::consts::TAU)
            + 0.002 * (noise(along * 5.0, across / 0.01, 5, seed) - 0.5);
        let late = lateness(&wood, (across + bow + 0.05) / (wood.ring * 0.6));
        let grain = noise(along * 240.0, across / 0.000_25, 240, seed ^ 5);
        let ray = step(0.72, 0.95, noise(along * 90.0, across / 0.02, 90, seed ^ 6)) * 0.07;
        let pore = step(0.80 - 0.3 * wood.pores, 0.9, grain);
        let shade = 0.80 * (1.0 + ray) * mix(1.0, wood.pore_shade * 0.92, pore);
        ([0, 1, 2].map(|i| mix(wood.early[i], wood.late[i], late) * shade), -pore)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planks_repeat_lengthwise_without_a_seam() {
        for species in [Species::Maple, Species::Beech, Species::Walnut, Species::Dark] {
            let canvas = plank(species);
            let [width, height] = canvas.size;
            let difference = |a: usize, b: usize| {
                (0..height)
                    .map(|y| {
                        i32::from(canvas.colour[y * width + a][0])
                            .abs_diff(canvas.colour[y * width + b][0].into())
                    })
                    .sum::<u32>()
            };
            let (seam, inner) = (difference(0, width - 1), difference(300, 301));
            assert!(
                seam < 2 * inner + 512,
                "{species:?}: the seam differs by {seam}, inner columns by {inner}"
            );
        }
    }
}
