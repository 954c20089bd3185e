//! Cloth: felt, raised fabric, linen; and leaf metal, which is laid on like cloth.

use super::noise::{lattice, mix, noise, rough};
use super::texture::Canvas;

/// Side of a painted piece of cloth, metres.
pub const CLOTH: f32 = 0.12;

const SIZE: usize = 512;

/// Felt: matted fibres in every direction. Its colour is white, to be dyed by the finish.
pub fn felt() -> Canvas {
    Canvas::paint([SIZE; 2], |x, y| {
        let (u, v) = (x as f32 / SIZE as f32, y as f32 / SIZE as f32);
        let tuft = rough(u * 60.0, v * 60.0, 60, 1);
        let (one, other) =
            (noise(u * 220.0 + v * 90.0, v * 40.0, 220, 2), noise(u * 40.0, v * 220.0 + u * 40.0, 40, 3));
        let hair = lattice(x as i32, y as i32, 4);
        let height = tuft * 0.5 + one.max(other) * 0.5 + hair * 0.12;
        ([mix(0.70, 1.0, height); 3], height * 2.2)
    })
}

/// A plain weave of `threads` threads each way across the piece; `slub` is how uneven they are.
fn weave(threads: usize, slub: f32, seed: u32) -> Canvas {
    Canvas::paint([SIZE; 2], |x, y| {
        let (u, v) = (x as f32 / SIZE as f32 * threads as f32, y as f32 / SIZE as f32 * threads as f32);
        let (column, row) = (u.floor(), v.floor());
        let over = (column as i32 + row as i32) % 2 == 0;
        let (cu, cv) = ((u - column) * 2.0 - 1.0, (v - row) * 2.0 - 1.0);
        // The thread on top bulges across its own width and dips where it dives under its neighbours.
        let (across, lengthwise) = if over { (cv, cu) } else { (cu, cv) };
        let bulge = (1.0 - across * across * 0.75) * (1.0 - 0.45 * lengthwise * lengthwise);
        let (thread, place) = if over { (row as i32, u) } else { (column as i32 + 997, v) };
        let even = noise(place / 9.0, thread as f32 * 7.3, threads as i32 / 9, seed);
        let fibre = noise(place * 3.0, across * 3.0 + thread as f32 * 5.0, 3 * threads as i32, seed ^ 1);
        let shade = mix(0.72, 1.0, bulge) * (1.0 - slub * (even - 0.3)) * mix(0.93, 1.04, fibre);
        ([shade; 3], bulge * 2.0 + fibre * 0.4)
    })
}

/// Linen: fine uneven threads.
pub fn linen() -> Canvas {
    weave(126, 0.22, 7)
}

/// Raised fabric: a coarse even weave.
pub fn fabric() -> Canvas {
    weave(90, 0.08, 9)
}

/// Leaf metal under varnish: sheets that caught the light differently, finely wrinkled. White, to be coloured.
pub fn leaf() -> Canvas {
    Canvas::paint([SIZE; 2], |x, y| {
        let (u, v) = (x as f32 / SIZE as f32, y as f32 / SIZE as f32);
        let cloud = rough(u * 9.0, v * 9.0, 9, 21);
        let wrinkle = rough(u * 48.0 + 3.0 * cloud, v * 48.0, 48, 22);
        let grain = lattice(x as i32, y as i32, 23);
        let shade = 0.80 + 0.17 * cloud + 0.09 * (wrinkle - 0.5) + 0.05 * (grain - 0.5);
        ([shade; 3], wrinkle * 1.2 + grain * 0.10)
    })
}
