//! Marks painted on faces: dragons, crowns, pips and figures, drawn from strokes and fills.
//!
//! A mark is a function from the face (`x` right, `y` down, both -1 to 1) to how much ink lies there.

use bevy::math::{Vec2, ops};

use super::look::Emblem;
use super::mesh::ATLAS;
use super::noise::step;
use super::texture::Canvas;

/// Texels across a painted face.
const FACE: usize = 256;

/// Texels across one face of a die.
const DIE_FACE: usize = 128;

/// Something drawn: a line of round brushes, or a filled outline.
enum Drawn {
    /// Points of a line and the radius of the brush at each.
    Stroke(Vec<(Vec2, f32)>),
    /// A polygon.
    Fill(Vec<Vec2>),
}

impl Drawn {
    /// Signed distance to the border, negative inside.
    fn distance(&self, p: Vec2) -> f32 {
        match self {
            Self::Stroke(line) => {
                let single = (line.len() == 1).then(|| p.distance(line[0].0) - line[0].1);
                let parts = line.windows(2).map(|pair| {
                    let [(a, ra), (b, rb)] = [pair[0], pair[1]];
                    let t = ((p - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
                    p.distance(a + (b - a) * t) - (ra + (rb - ra) * t)
                });
                parts.chain(single).fold(f32::INFINITY, f32::min)
            }
            Self::Fill(corners) => {
                let (mut nearest, mut inside) = (f32::INFINITY, false);
                for (i, a) in corners.iter().enumerate() {
                    let b = corners[(i + 1) % corners.len()];
                    let t = ((p - *a).dot(b - *a) / (b - *a).length_squared()).clamp(0.0, 1.0);
                    nearest = nearest.min(p.distance(*a + (b - *a) * t));
                    if (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x) {
                        inside = !inside;
                    }
                }
                if inside { -nearest } else { nearest }
            }
        }
    }

    fn placed(self, scale: f32, offset: Vec2) -> Self {
        match self {
            Self::Stroke(line) => {
                Self::Stroke(line.into_iter().map(|(p, r)| (p * scale + offset, r * scale)).collect())
            }
            Self::Fill(corners) => Self::Fill(corners.into_iter().map(|p| p * scale + offset).collect()),
        }
    }
}

fn stroke(points: &[(f32, f32, f32)]) -> Drawn {
    Drawn::Stroke(points.iter().map(|&(x, y, r)| (Vec2::new(x, y), r)).collect())
}

fn fill(points: &[(f32, f32)]) -> Drawn {
    Drawn::Fill(points.iter().copied().map(Vec2::from).collect())
}

/// A dragon coiled around its tail, with a comb of spikes, horns and one wing.
fn dragon() -> Vec<Drawn> {
    let spine = |t: f32| {
        let (sin, cos) = ops::sin_cos(1.2 + t * 8.2);
        let radius = 0.08 + 0.50 * ops::powf(t, 0.9);
        (Vec2::new(cos, sin) * radius, Vec2::new(cos, sin))
    };
    let body = (0..=60).map(|i| {
        let t = i as f32 / 60.0;
        // Thin at the tail, thickest past the middle, a little slimmer at the neck.
        (spine(t).0, 0.018 + 0.105 * t * (1.35 - 0.62 * t * t))
    });
    let body = body.collect::<Vec<_>>();
    let (neck, width) = body[60];
    let forward = (neck - body[57].0).normalize();
    let left = -forward.perp();
    let at = |f: f32, l: f32| neck + forward * f + left * l;
    let mut drawn = vec![
        Drawn::Stroke(vec![
            (neck, width),
            (at(0.13, 0.02), 0.115),
            (at(0.30, 0.03), 0.055),
            (at(0.34, 0.03), 0.045),
        ]),
        Drawn::Stroke(vec![(at(0.12, -0.06), 0.05), (at(0.29, -0.09), 0.02)]),
        Drawn::Stroke(vec![(at(0.06, 0.09), 0.04), (at(-0.06, 0.20), 0.022), (at(-0.16, 0.23), 0.006)]),
        Drawn::Stroke(vec![(at(0.00, 0.06), 0.035), (at(-0.13, 0.12), 0.018), (at(-0.22, 0.12), 0.005)]),
    ];
    for i in 3..14 {
        let t = i as f32 / 15.0;
        let (place, out) = spine(t);
        let girth = 0.018 + 0.105 * t * (1.35 - 0.62 * t * t);
        let back = spine(t - 0.02).0 - place;
        drawn.push(Drawn::Stroke(vec![
            (place + out * girth * 0.8, 0.026 * (0.5 + t)),
            (place + out * (girth + 0.035 + 0.05 * t) + back.normalize() * 0.03, 0.004),
        ]));
    }
    drawn.push(Drawn::Stroke(body));
    drawn
}

fn crown() -> Vec<Drawn> {
    let points = [
        (-0.62, -0.42),
        (-0.33, -0.02),
        (-0.18, -0.55),
        (0.0, -0.05),
        (0.18, -0.55),
        (0.33, -0.02),
        (0.62, -0.42),
        (0.48, 0.34),
        (-0.48, 0.34),
    ];
    let mut drawn = vec![fill(&points), stroke(&[(-0.47, 0.47, 0.06), (0.47, 0.47, 0.06)])];
    drawn.extend(
        [(-0.64, -0.47), (-0.18, -0.62), (0.18, -0.62), (0.64, -0.47)].map(|(x, y)| stroke(&[(x, y, 0.075)])),
    );
    drawn
}

fn diadem() -> Vec<Drawn> {
    let arc = |depth: f32, brush: f32| {
        let points = (0..=16).map(|i| {
            let x = -0.66 + 1.32 * i as f32 / 16.0;
            (Vec2::new(x, depth - 0.45 * (1.0 - x * x / 0.44) - 0.05), brush)
        });
        Drawn::Stroke(points.collect())
    };
    vec![
        arc(0.48, 0.05),
        arc(0.30, 0.028),
        fill(&[(0.0, -0.68), (0.17, -0.42), (0.0, -0.14), (-0.17, -0.42)]),
        stroke(&[(0.34, -0.20, 0.07)]),
        stroke(&[(-0.34, -0.20, 0.07)]),
        stroke(&[(0.58, 0.04, 0.05)]),
        stroke(&[(-0.58, 0.04, 0.05)]),
    ]
}

fn coverage(drawn: &[Drawn], p: Vec2, blur: f32) -> f32 {
    let distance = drawn.iter().map(|part| part.distance(p)).fold(f32::INFINITY, f32::min);
    1.0 - step(-blur, blur, distance)
}

/// How much ink lies on each texel of a face with this mark, its painted border included.
pub fn mask(emblem: Emblem) -> (usize, Vec<f32>) {
    let placed = |drawn: Vec<Drawn>, scale: f32, y: f32| {
        drawn.into_iter().map(move |d| d.placed(scale, Vec2::new(0.0, y)))
    };
    let drawn = match emblem {
        Emblem::Dragon => placed(dragon(), 0.92, 0.02).collect::<Vec<_>>(),
        Emblem::Crown => placed(dragon(), 0.62, 0.26).chain(placed(crown(), 0.36, -0.53)).collect(),
        Emblem::Diadem => placed(dragon(), 0.62, 0.26).chain(placed(diadem(), 0.40, -0.50)).collect(),
    };
    let texel = 2.0 / FACE as f32;
    let ink = (0..FACE * FACE).map(|i| {
        let p = Vec2::new((i % FACE) as f32 + 0.5, (i / FACE) as f32 + 0.5) * texel - 1.0;
        let border = (p.length() - 0.90).abs() - 0.018;
        coverage(&drawn, p, texel).max(1.0 - step(-texel, texel, border))
    });
    (FACE, ink.collect())
}

/// Centres of the pips of a number, in steps of the grid.
const fn pips(number: usize) -> &'static [(f32, f32)] {
    match number {
        1 => &[(0.0, 0.0)],
        2 => &[(-1.0, -1.0), (1.0, 1.0)],
        3 => &[(-1.0, -1.0), (0.0, 0.0), (1.0, 1.0)],
        4 => &[(-1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (1.0, -1.0)],
        5 => &[(-1.0, -1.0), (1.0, 1.0), (0.0, 0.0), (-1.0, 1.0), (1.0, -1.0)],
        _ => &[(-1.0, -1.0), (1.0, 1.0), (-1.0, 0.0), (1.0, 0.0), (-1.0, 1.0), (1.0, -1.0)],
    }
}

/// A figure as the lines a pen would draw, in a box one wide and two high around the origin.
const fn figure(digit: usize) -> &'static [(f32, f32)] {
    match digit {
        0 => &[
            (0.0, -1.0),
            (0.42, -0.75),
            (0.5, 0.0),
            (0.42, 0.75),
            (0.0, 1.0),
            (-0.42, 0.75),
            (-0.5, 0.0),
            (-0.42, -0.75),
            (0.0, -1.0),
        ],
        1 => &[(-0.3, -0.6), (0.1, -1.0), (0.1, 1.0)],
        2 => {
            &[(-0.45, -0.6), (-0.2, -0.95), (0.2, -0.95), (0.45, -0.6), (0.4, -0.2), (-0.5, 1.0), (0.5, 1.0)]
        }
        3 => &[
            (-0.45, -1.0),
            (0.45, -1.0),
            (0.0, -0.2),
            (0.4, 0.05),
            (0.5, 0.5),
            (0.25, 0.92),
            (-0.2, 1.0),
            (-0.5, 0.75),
        ],
        4 => &[(0.3, 1.0), (0.3, -1.0), (-0.5, 0.45), (0.55, 0.45)],
        5 => &[
            (0.42, -1.0),
            (-0.38, -1.0),
            (-0.45, -0.15),
            (0.1, -0.25),
            (0.48, 0.15),
            (0.45, 0.65),
            (0.05, 1.0),
            (-0.5, 0.8),
        ],
        6 => &[
            (0.3, -1.0),
            (-0.25, -0.35),
            (-0.5, 0.4),
            (-0.25, 0.95),
            (0.25, 0.95),
            (0.5, 0.45),
            (0.25, 0.0),
            (-0.3, 0.05),
        ],
        7 => &[(-0.5, -1.0), (0.5, -1.0), (-0.1, 1.0)],
        8 => &[
            (0.0, -0.1),
            (0.4, -0.4),
            (0.35, -0.85),
            (0.0, -1.0),
            (-0.35, -0.85),
            (-0.4, -0.4),
            (0.0, -0.1),
            (0.48, 0.35),
            (0.4, 0.85),
            (0.0, 1.0),
            (-0.4, 0.85),
            (-0.48, 0.35),
            (0.0, -0.1),
        ],
        _ => &[
            (-0.3, 1.0),
            (0.25, 0.35),
            (0.5, -0.4),
            (0.25, -0.95),
            (-0.25, -0.95),
            (-0.5, -0.45),
            (-0.25, 0.0),
            (0.3, -0.05),
        ],
    }
}

/// The numbers on a face: pips on a cube, figures on any other die; 6 and 9 are underlined.
fn number(cube: bool, value: usize) -> Vec<Drawn> {
    if cube {
        return pips(value).iter().map(|(x, y)| stroke(&[(x * 0.5, y * 0.5, 0.15)])).collect();
    }
    let digits = if value < 10 { vec![value] } else { vec![value / 10, value % 10] };
    let step = 0.42;
    let first = -step * (digits.len() - 1) as f32 / 2.0;
    let mut drawn = Vec::new();
    for (i, digit) in digits.iter().enumerate() {
        let offset = Vec2::new(first + step * i as f32, 0.0);
        let line = figure(*digit).iter().map(|&(x, y)| (Vec2::new(x * 0.32, y * 0.34) + offset, 0.055));
        drawn.push(Drawn::Stroke(line.collect()));
    }
    if matches!(value, 6 | 9) {
        drawn.push(stroke(&[(-0.16, 0.52, 0.035), (0.16, 0.52, 0.035)]));
    }
    drawn
}

/// The value of each face of a die, in the order of its hull's faces.
pub fn values(faces: usize) -> Vec<usize> {
    if faces == 6 { vec![4, 3, 6, 1, 5, 2] } else { (1..=faces).collect() }
}

/// All faces of a die side by side, numbers sunk into the surface and filled with ink.
pub fn die(faces: usize, ground: [f32; 3], ink: [f32; 3]) -> Canvas {
    let drawn = values(faces).into_iter().map(|value| number(faces == 6, value)).collect::<Vec<_>>();
    Canvas::paint([ATLAS * DIE_FACE; 2], |x, y| {
        let Some(drawn) = drawn.get(y / DIE_FACE * ATLAS + x / DIE_FACE) else { return (ground, 0.0) };
        let texel = 2.0 / DIE_FACE as f32;
        let p = Vec2::new((x % DIE_FACE) as f32 + 0.5, (y % DIE_FACE) as f32 + 0.5) * texel - 1.0;
        let distance = drawn.iter().map(|part| part.distance(p)).fold(f32::INFINITY, f32::min);
        let amount = 1.0 - step(-texel, texel, distance);
        let colour = [0, 1, 2].map(|i| ground[i] + (ink[i] - ground[i]) * amount);
        // A pip is the bottom of a spherical cup.
        (colour, distance.min(0.0) * DIE_FACE as f32 * 0.35)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposite_faces_of_a_cube_total_seven() {
        assert!(values(6).chunks(2).all(|pair| pair[0] + pair[1] == 7));
    }

    #[test]
    fn every_mark_leaves_most_of_its_face_free() {
        for emblem in [Emblem::Dragon, Emblem::Crown, Emblem::Diadem] {
            let (size, ink) = mask(emblem);
            let share = ink.iter().sum::<f32>() / (size * size) as f32;
            assert!((0.1..0.5).contains(&share), "{emblem:?} covers {share} of its face");
        }
    }
}
