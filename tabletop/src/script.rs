//! Plays a script: its intents one after the other, telling what happens.

use crate::geometry::Pose;
use crate::rest::{RestReport, RestRules, RestWatch};
use crate::scene::{Height, Intent, SceneDef, ScriptDef, Striker as Held};
use crate::setup::Setting;
use crate::strike::{Strike, Striker};
use crate::table::StepRate;
use crate::units::{Scalar, Vector, from_plan, mm};

/// What happened.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// An intent was carried out.
    Did {
        /// In plain words.
        what: String,
    },
    /// An intent could not be carried out; the script goes on.
    Refused {
        /// Why, in plain words.
        why: String,
    },
    /// Everything rests, or the wait is over.
    Rest {
        /// Simulated seconds since the wait began.
        after: Scalar,
        /// Pieces that still move, in plain words; empty at rest.
        unsettled: Vec<String>,
    },
    /// A picture is wanted now.
    Shot {
        /// Its name.
        name: String,
    },
    /// The script is over.
    Done {
        /// Simulated seconds.
        time: Scalar,
        /// Hash of every pose and velocity.
        hash: u64,
    },
}

/// Plays a script to its end. `tell` hears of everything in order, with the table as it is then.
pub fn play(script: &ScriptDef, mut tell: impl FnMut(&Event, &Setting)) -> u64 {
    let mut setting = Setting::new(&script.scene, StepRate::default());
    for intent in &script.intents {
        let event = carry_out(intent, &script.scene, &mut setting);
        tell(&event, &setting);
    }
    let hash = setting.table.hash();
    tell(&Event::Done { time: setting.table.time(), hash }, &setting);
    hash
}

fn carry_out(intent: &Intent, scene: &SceneDef, setting: &mut Setting) -> Event {
    let done = |what: String| Event::Did { what };
    let missing = |piece: &str| Event::Refused { why: format!("there is no piece {piece} on the table") };
    match intent {
        Intent::Strike { at, height, azimuth, speed, with } => {
            let (sin, cos) = azimuth.sin_cos();
            let direction = from_plan(crate::units::Vector2::new(sin, cos), 0.0);
            let plan = from_plan(*at, 0.0);
            let ahead = setting.piece_over(plan + direction * mm(0.5));
            let middle = ahead.map(|id| setting.table.state(id).pose.position.y);
            let level = height.or(middle).unwrap_or(mm(2.5));
            let strike = match with {
                Held::Bat => Strike::from_below(plan, *speed),
                Held::Finger => Strike {
                    at: plan + Vector::Y * level,
                    direction,
                    speed: *speed,
                    striker: Striker::FINGER,
                },
            };
            let name = match with {
                Held::Finger => "skin",
                Held::Bat => "varnished_wood",
            };
            let material = scene.materials.find(name).map_or(0, |id| id.0);
            match setting.table.strike(&strike, material) {
                Ok(_) => done(format!("strike at {speed} m/s")),
                Err(error) => Event::Refused { why: error.to_string() },
            }
        }
        Intent::Place { piece, at, height, rotation, kind } => {
            place(setting, scene, (piece, *at, height), *rotation, kind)
        }
        Intent::Remove { piece } => {
            if setting.remove(piece) {
                done(format!("{piece} is taken away"))
            } else {
                missing(piece)
            }
        }
        Intent::Throw { piece, velocity, spin } => match setting.piece(piece) {
            Some(id) => {
                setting.table.set_velocity(id, *velocity, *spin);
                done(format!("{piece} is thrown at {:.2} m/s", velocity.length()))
            }
            None => missing(piece),
        },
        Intent::Wait { seconds } => {
            let until = setting.table.time() + seconds;
            while setting.table.time() < until {
                setting.table.step();
            }
            done(format!("{seconds} s pass"))
        }
        Intent::Rest => rest(setting),
        Intent::Shot { name } => Event::Shot { name: name.clone() },
    }
}

fn rest(setting: &mut Setting) -> Event {
    let start = setting.table.time();
    let mut watch = RestWatch::new(RestRules::default());
    let unsettled = loop {
        setting.table.step();
        match watch.feed(&setting.table) {
            RestReport::Resting => break Vec::new(),
            RestReport::Waiting(_) => {}
            RestReport::Unsettled(reasons) => break reasons.iter().map(ToString::to_string).collect(),
        }
    };
    Event::Rest { after: setting.table.time() - start, unsettled }
}

fn place(
    setting: &mut Setting,
    scene: &SceneDef,
    (piece, at, height): (&str, Option<crate::units::Vector2>, &Height),
    rotation: crate::units::Quaternion,
    kind: &Option<String>,
) -> Event {
    let refuse = |why: String| Event::Refused { why };
    let under = match height {
        Height::On(name) => match setting.piece(name) {
            Some(id) => Some(id),
            None => return refuse(format!("there is no piece {name} to put {piece} on")),
        },
        _ => None,
    };
    let plan = match (at, under) {
        (Some(at), _) => from_plan(at, 0.0),
        (None, Some(id)) => Vector { y: 0.0, ..setting.table.state(id).pose.position },
        (None, None) => return refuse(format!("{piece} is to be put nowhere: it needs at_mm or on")),
    };
    let known = setting.piece(piece);
    let made = match (known, kind) {
        (Some(_), _) => None,
        (None, Some(kind)) => match scene.kinds.iter().find(|known| known.name == *kind) {
            Some(kind) => Some(kind),
            None => return refuse(format!("the scene has no kind {kind} to make {piece} of")),
        },
        (None, None) => return refuse(format!("there is no piece {piece}, and no kind to make it of")),
    };
    let shape = match (known, made) {
        (Some(id), _) => setting.table.shape(id).cloned(),
        (None, Some(kind)) => Some(kind.shape.clone()),
        (None, None) => None,
    };
    let Some(shape) = shape else { return refuse(format!("{piece} is gone")) };
    let turned = Pose::new(Vector::ZERO, rotation);
    let lowest = -shape.bounds(turned).0.y;
    // The piece itself must not count as what it is put on.
    if let Some(id) = known {
        setting.table.set_pose(id, Pose::new(Vector::Y * 10.0 + Vector::X * 10.0, rotation));
    }
    let base = match height {
        Height::Lowest(level) => *level,
        Height::Top | Height::On(_) => setting.top_over(plan),
    };
    let pose = Pose::new(plan + Vector::Y * (base + lowest), rotation);
    match (known, made) {
        (Some(id), _) => {
            setting.table.set_pose(id, pose);
            setting.table.set_velocity(id, Vector::ZERO, Vector::ZERO);
        }
        (None, Some(kind)) => {
            setting.add(piece.to_owned(), kind, pose);
        }
        (None, None) => {}
    }
    Event::Did { what: format!("{piece} is put down") }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::scene::load_script;

    fn shipped(name: &str) -> ScriptDef {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenes").join(name);
        load_script(&path).unwrap_or_else(|problems| panic!("{problems:?}"))
    }

    #[test]
    fn a_shipped_flick_moves_its_disc_and_comes_to_rest() {
        let mut ways = Vec::new();
        let mut rests = Vec::new();
        play(&shipped("flick.script.ron"), |event, setting| {
            ways.push(setting.table.state(setting.pieces[0].1).pose.position);
            if let Event::Rest { after, unsettled } = event {
                rests.push((*after, unsettled.clone()));
            }
        });
        assert!(ways[0].distance(ways[ways.len() - 1]) > mm(50.0), "the disc stayed: {ways:?}");
        assert_eq!(rests.len(), 1);
        assert!(rests[0].0 < 5.0 && rests[0].1.is_empty(), "{rests:?}");
    }

    #[test]
    fn a_shipped_stroke_from_below_makes_a_ball_hop_over_two_walls() {
        let mut last = Vector::ZERO;
        let mut rests = Vec::new();
        play(&shipped("hop.script.ron"), |event, setting| {
            assert!(!matches!(event, Event::Refused { .. }), "{event:?}");
            if let Event::Rest { unsettled, .. } = event {
                rests.push(unsettled.clone());
            }
            last = setting.piece("yellow 1").map_or(Vector::ZERO, |id| setting.table.state(id).pose.position);
        });
        assert_eq!(rests, [Vec::<String>::new(), Vec::new()]);
        let (column, row) = ((last.x / mm(50.0)).floor() + 1.0, (-last.z / mm(50.0)).floor() + 1.0);
        assert_eq!((column, row), (2.0, 3.0), "it lies at {last}");
    }

    #[test]
    fn the_same_script_ends_in_the_same_bits() {
        let script = shipped("throw.script.ron");
        let hashes = [play(&script, |_, _| {}), play(&script, |_, _| {})];
        assert_eq!(hashes[0], hashes[1]);
    }
}
