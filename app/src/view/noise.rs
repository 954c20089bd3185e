//! Smooth random fields: the same on every machine, periodic along `x`.

/// A random number from 0 to 1 for a lattice point.
pub fn lattice(x: i32, y: i32, seed: u32) -> f32 {
    let mut h = (x as u32).wrapping_mul(0x8DA6_B343)
        ^ (y as u32).wrapping_mul(0xD816_3841)
        ^ seed.wrapping_mul(0xCB1A_B31F);
    h ^= h >> 13;
    h = h.wrapping_mul(0x9E37_79B1);
    h ^= h >> 16;
    h = h.wrapping_mul(0x85EB_CA6B);
    (h >> 8) as f32 / (1u32 << 24) as f32
}

/// Smooth noise from 0 to 1 with features one unit wide. It repeats along `x` after `period` units.
pub fn noise(x: f32, y: f32, period: i32, seed: u32) -> f32 {
    let (fx, fy) = (x.floor(), y.floor());
    let (ix, iy) = ((fx as i32).rem_euclid(period), fy as i32);
    let next = if ix + 1 == period { 0 } else { ix + 1 };
    let (u, v) = (smooth(x - fx), smooth(y - fy));
    let low = mix(lattice(ix, iy, seed), lattice(next, iy, seed), u);
    let high = mix(lattice(ix, iy + 1, seed), lattice(next, iy + 1, seed), u);
    mix(low, high, v)
}

/// Two octaves of [`noise`].
pub fn rough(x: f32, y: f32, period: i32, seed: u32) -> f32 {
    (2.0 * noise(x, y, period, seed) + noise(2.0 * x, 2.0 * y, 2 * period, seed ^ 0x5bd1)) / 3.0
}

/// From `a` to `b` as `t` goes from 0 to 1.
pub fn mix(a: f32, b: f32, t: f32) -> f32 {
    a + (b - a) * t
}

/// 0 below `low`, 1 above `high`, smooth between.
pub fn step(low: f32, high: f32, x: f32) -> f32 {
    smooth(((x - low) / (high - low)).clamp(0.0, 1.0))
}

fn smooth(t: f32) -> f32 {
    t * t * (3.0 - 2.0 * t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_repeats_along_x_without_a_seam() {
        for y in 0..20 {
            let y = y as f32 * 0.37;
            assert!((noise(0.001, y, 7, 1) - noise(6.999, y, 7, 1)).abs() < 0.01);
            assert!((noise(1.3, y, 7, 1) - noise(8.3, y, 7, 1)).abs() < 1e-5);
        }
    }
}
