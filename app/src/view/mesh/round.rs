//! Things turned on a lathe: balls, discs, capsules.

use std::f32::consts::{FRAC_PI_2, TAU};

use bevy::math::{Vec2, Vec3, ops};
use tabletop::units::Scalar;

use super::builder::{Patch, Vertex};
use super::{CHAMFER, Cut, Part, Surface};

/// A point of a profile: distance from the axis, height, and the direction of the normal above the horizon.
struct Turn {
    radius: f32,
    height: f32,
    lift: f32,
}

/// A ball, its grain along `y`.
pub(super) fn ball(radius: Scalar, cut: Cut) -> Vec<Part> {
    capsule(radius, 0.0, cut)
}

/// A capsule, its grain along `y`; without length it is a ball.
pub(super) fn capsule(radius: Scalar, half_length: Scalar, cut: Cut) -> Vec<Part> {
    let (radius, half) = (radius as f32, half_length as f32);
    // Small beads are many; a dozen facets across four millimetres cannot be told from a sphere.
    let (rings, segments) = if radius < 0.006 { (6, 16) } else { (16, 48) };
    let mut profile = Vec::new();
    for step in 0..=2 * rings {
        let pole = step == 0 || step == 2 * rings;
        let lift = FRAC_PI_2 * (1.0 - step as f32 / rings as f32);
        let (sin, cos) = ops::sin_cos(lift);
        let turn = |side: f32| Turn {
            radius: if pole { 0.0 } else { radius * cos },
            height: side * half + radius * sin,
            lift,
        };
        if step <= rings {
            profile.push(turn(1.0));
        }
        if step > rings || (step == rings && half > 0.0) {
            profile.push(turn(-1.0));
        }
    }
    vec![Part { surface: Surface::Body, patch: lathe(&profile, segments, cut) }]
}

/// A disc with chamfered edges; the chamfers belong to the body.
pub(super) fn disc(radius: Scalar, half_thickness: Scalar, cut: Cut) -> Vec<Part> {
    let chamfer = CHAMFER.min(radius / 4.0).min(half_thickness / 2.0) as f32;
    let (radius, half) = (radius as f32, half_thickness as f32);
    let segments = if radius < 0.006 { 32 } else { 96 };
    let inner = radius - chamfer;
    // Normals turn over the chamfer as over a rounded edge, so that it catches the light like one.
    let profile = [
        Turn { radius: inner, height: half, lift: 1.25 },
        Turn { radius, height: half - chamfer, lift: 0.3 },
        Turn { radius, height: half - chamfer, lift: 0.0 },
        Turn { radius, height: chamfer - half, lift: 0.0 },
        Turn { radius, height: chamfer - half, lift: -0.3 },
        Turn { radius: inner, height: -half, lift: -1.25 },
    ];
    vec![
        Part { surface: Surface::Up, patch: cap(inner, half, segments, cut) },
        Part { surface: Surface::Down, patch: cap(inner, -half, segments, cut) },
        Part { surface: Surface::Body, patch: lathe(&profile, segments, cut) },
    ]
}

/// Sweeps a profile, given from top to bottom, around the `y` axis.
fn lathe(profile: &[Turn], segments: usize, cut: Cut) -> Patch {
    let mut patch = Patch::default();
    let widest = profile.iter().map(|turn| turn.radius).fold(0.0, f32::max);
    let mut above: Option<Vec<u32>> = None;
    for turn in profile {
        let (sin_lift, cos_lift) = ops::sin_cos(turn.lift);
        let row = (0..=segments)
            .map(|step| {
                // The seam closes on the very same number, not on a rounded full turn.
                let angle = (step % segments) as f32 / segments as f32 * TAU;
                let (sin, cos) = ops::sin_cos(angle);
                let out = Vec3::new(cos, 0.0, sin);
                let round = step as f32 / segments as f32;
                patch.vertex(Vertex {
                    position: out * turn.radius + Vec3::Y * turn.height,
                    normal: out * cos_lift + Vec3::Y * sin_lift,
                    along: [Vec3::Y, Vec3::new(-sin, 0.0, cos)],
                    grain: cut.offset + Vec2::new(turn.height, round * TAU * widest),
                    face: Vec2::new(round, 0.5 - turn.height / (4.0 * widest)),
                    tint: 1.0,
                })
            })
            .collect::<Vec<_>>();
        if let Some(above) = &above {
            patch.strip(above, &row);
        }
        above = Some(row);
    }
    patch
}

/// A flat round face at a height, facing up above the middle and down below it.
fn cap(radius: f32, height: f32, segments: usize, cut: Cut) -> Patch {
    let mut patch = Patch::default();
    let up = if height > 0.0 { 1.0 } else { -1.0 };
    let (sin_turn, cos_turn) = ops::sin_cos(cut.turn);
    let (along, across) = (Vec3::new(cos_turn, 0.0, sin_turn), Vec3::new(-sin_turn, 0.0, cos_turn));
    let mut add = |position: Vec3| {
        patch.vertex(Vertex {
            position,
            normal: Vec3::Y * up,
            along: [along, across],
            grain: cut.offset + Vec2::new(position.dot(along), position.dot(across)),
            // Both faces read the right way round for whoever looks at them.
            face: Vec2::new(0.5 + up * position.x / (2.0 * radius), 0.5 + position.z / (2.0 * radius)),
            tint: 1.0,
        })
    };
    let centre = add(Vec3::Y * height);
    let rim = (0..segments)
        .map(|step| {
            let (sin, cos) = ops::sin_cos(step as f32 / segments as f32 * TAU);
            add(Vec3::new(cos * radius, height, sin * radius))
        })
        .collect::<Vec<_>>();
    for step in 0..segments {
        patch.triangle([centre, rim[step], rim[(step + 1) % segments]]);
    }
    patch
}
