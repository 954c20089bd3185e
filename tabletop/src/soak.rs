//! Random strikes on a board, many of them: nothing may get lost, stuck inside something, or never end.

use std::ops::Range;

use crate::geometry::contact::{Hint, collide};
use crate::geometry::{Pose, Shape};
use crate::random::Random;
use crate::rest::{RestReport, RestRules, RestWatch};
use crate::scene::SceneDef;
use crate::setup::Setting;
use crate::strike::{Strike, Striker};
use crate::table::{PieceId, StepRate};
use crate::units::{Scalar, Vector, Vector2, mm};

/// What a run of random strikes came to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Soak {
    /// Strikes made.
    pub strikes: u32,
    /// Pieces that fell through a hole or over the edge.
    pub fallen: u32,
    /// What went wrong; empty when nothing did.
    pub faults: Vec<Fault>,
}

/// Something that must not happen.
#[derive(Clone, Debug, PartialEq)]
pub struct Fault {
    /// In plain words.
    pub what: String,
    /// Where the piece was, world, metres.
    pub at: Vector,
}

/// How deep a piece may be below the surface it lies on, metres.
const EMBEDDED: Scalar = mm(0.1);

/// How far beyond the board a piece has left, metres.
const AWAY: Scalar = 0.3;

/// Longest simulated time of a shot, seconds.
const LONGEST: Scalar = 12.0;

/// Strikes a disc once for each number, from a random place of the scene's board, at 0.2 to 8 m/s, in a random
/// direction. Every shot stands alone on the empty board, with a second disc in its way, and follows from its number
/// and the seed: a fault can be looked at again by itself.
pub fn soak(scene: &SceneDef, numbers: Range<u32>, seed: u64) -> Soak {
    let mut result = Soak::default();
    let bare = SceneDef { pieces: Vec::new(), ..scene.clone() };
    let Some(reach) = scene.board.parts.iter().find_map(|part| radius(&part.shape)) else {
        let what = "the scene has no board with an end".to_owned();
        result.faults.push(Fault { what, at: Vector::ZERO });
        return result;
    };
    for number in numbers {
        let mut dice = Random::new(seed ^ (u64::from(number) << 20));
        let mut setting = Setting::new(&bare, StepRate::default());
        let disc = put(&mut setting, &mut dice, reach, mm(25.0));
        let other = put(&mut setting, &mut dice, reach, mm(35.0));
        let (Some(disc), Some(other)) = (disc, other) else { continue };
        let angle = dice.unit() * std::f64::consts::TAU;
        let ahead = Vector::new(libm::cos(angle), 0.0, libm::sin(angle));
        let speed = 0.2 + 7.8 * dice.unit();
        let Some(strike) = Strike::aimed(&setting.table, disc, ahead, speed, dice.unit(), Striker::FINGER)
        else {
            continue;
        };
        if setting.table.strike(&strike, 0).is_err() {
            continue;
        }
        result.strikes += 1;
        let fault = follow(&mut setting, &[disc, other], reach, &mut result.fallen);
        if let Some(Fault { what, at }) = fault {
            result.faults.push(Fault { what: format!("strike {number} at {speed:.2} m/s: {what}"), at });
        }
    }
    result
}

/// Steps until everything rests or is gone; says what went wrong.
fn follow(setting: &mut Setting, pieces: &[PieceId], reach: Scalar, fallen: &mut u32) -> Option<Fault> {
    let rules = RestRules { floor: -0.5, budget: LONGEST, ..RestRules::default() };
    let mut watch = RestWatch::new(rules);
    loop {
        setting.table.step();
        for id in pieces {
            let state = setting.table.state(*id);
            if !(state.pose.position.is_finite() && state.velocity.is_finite() && state.spin.is_finite()) {
                return Some(Fault { what: format!("piece {} is nowhere", id.0), at: Vector::ZERO });
            }
            // What rolls away over the table under the board has left.
            if Vector2::new(state.pose.position.x, state.pose.position.z).length() > reach + AWAY {
                setting.table.remove(*id);
                *fallen += 1;
            }
        }
        match watch.feed(&setting.table) {
            RestReport::Waiting(_) => {}
            RestReport::Resting => break,
            RestReport::Unsettled(reasons) => {
                let at = reasons.first().map_or(Vector::ZERO, |r| setting.table.state(r.piece).pose.position);
                let what = reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
                return Some(Fault { what, at });
            }
        }
    }
    for id in pieces.iter().filter(|id| setting.table.entity(**id).is_some()) {
        let Pose { position, .. } = setting.table.state(*id).pose;
        if position.y < mm(-60.0) {
            *fallen += 1;
        }
        let Some(shape) = setting.table.shape(*id) else { continue };
        let depth = embedded(setting, shape, setting.table.state(*id).pose);
        if depth > EMBEDDED {
            let what = format!("piece {} lies {:.2} mm inside something", id.0, depth / mm(1.0));
            return Some(Fault { what, at: position });
        }
    }
    None
}

/// How deep a piece overlaps the board.
fn embedded(setting: &Setting, shape: &Shape, pose: Pose) -> Scalar {
    let mut found = Vec::new();
    for part in &setting.parts {
        let Some(board) = setting.table.shape(*part) else { continue };
        collide(shape, pose, board, setting.table.state(*part).pose, mm(0.1), Hint::default(), &mut found);
    }
    let depths = found.iter().flat_map(|manifold| &manifold.points).map(|point| -point.gap);
    depths.fold(Scalar::NEG_INFINITY, Scalar::max)
}

/// Puts a disc flat on a random place of the board's surface that is free.
fn put(setting: &mut Setting, dice: &mut Random, reach: Scalar, diameter: Scalar) -> Option<PieceId> {
    let shape = Shape::disc(diameter, mm(5.0));
    for _ in 0..60 {
        let at = Vector::new(dice.unit() * 2.0 - 1.0, 0.0, dice.unit() * 2.0 - 1.0) * reach;
        let ring = |turn: u32| {
            let angle = Scalar::from(turn) * std::f64::consts::FRAC_PI_4;
            at + Vector::new(libm::cos(angle), 0.0, libm::sin(angle)) * (diameter / 2.0)
        };
        let heights: Vec<Scalar> = (0..8).map(|turn| setting.top_over(ring(turn), None)).collect();
        let high = heights.iter().copied().fold(Scalar::NEG_INFINITY, Scalar::max);
        let low = heights.iter().copied().fold(Scalar::INFINITY, Scalar::min);
        if high - low > mm(1.5) || setting.top_over(at, None) < high - mm(1.5) {
            continue;
        }
        let pose = Pose { position: Vector::new(at.x, high + mm(2.6), at.z), ..Pose::IDENTITY };
        // A wire between the eight points may still be in its way.
        if embedded(setting, &shape, pose) > 0.0 {
            continue;
        }
        let piece = crate::table::Piece::dynamic(shape.clone(), 700.0, pose);
        let id = setting.table.spawn(piece);
        setting.pieces.push((format!("disc {}", id.0), id));
        return Some(id);
    }
    None
}

/// Radius of the circle that holds a board's playing surface.
fn radius(shape: &Shape) -> Option<Scalar> {
    match &shape.as_plate()?.outline {
        crate::geometry::Outline::Infinite => None,
        crate::geometry::Outline::Circle(radius) => Some(*radius),
        crate::geometry::Outline::Polygon(polygon) => Some(polygon.reach()),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn random_strikes_on_the_oriental_board_lose_nothing_and_end() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenes/oriental.ron");
        let scene = crate::scene::load_scene(&path).unwrap_or_else(|problems| panic!("{problems:?}"));
        let result = soak(&scene, 0..150, 1);
        assert!(result.strikes > 120, "only {} strikes were possible", result.strikes);
        assert!(result.fallen > 0, "nothing ever fell: the strikes were not strikes");
        assert!(result.faults.is_empty(), "{:#?}", result.faults);
    }
}
