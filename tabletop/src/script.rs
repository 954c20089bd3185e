//! Plays a script: its intents one after the other in a session, telling what happens.

use crate::observe::Observation;
use crate::rest::Reason;
use crate::scene::{HoleDef, Intent, ScriptDef};
use crate::session::{self, Replayed, Session};
use crate::table::PieceId;
use crate::units::{Scalar, Vector, mm, to_plan};

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
    /// A piece fell far below the table and is gone.
    Lost {
        /// Its name.
        piece: String,
    },
    /// A piece went down through a hole since the last rest.
    Fell {
        /// Its name.
        piece: String,
        /// The hole's.
        hole: String,
    },
    /// A piece has left the board over its edge since the last rest.
    Left {
        /// Its name.
        piece: String,
    },
    /// Everything rests, or the wait is over.
    Rest {
        /// Simulated seconds since the last thing that was done.
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

/// Plays a script to its end. `tell` hears of everything in order, with the session as it is then.
pub fn play(script: &ScriptDef, mut tell: impl FnMut(&Event, &Session)) -> Session {
    let mut session = Session::new(script.scene.clone(), script.seed);
    for intent in &script.intents {
        match session.play(intent.clone()) {
            Ok(events) => {
                let mut heard: Vec<Event> = events.iter().flat_map(|event| came(event, &session)).collect();
                // A rest is told by the table itself, unless nothing has stirred since the last one.
                if heard.is_empty() || !matches!(intent, Intent::Rest) {
                    heard.push(did(intent));
                }
                heard.iter().for_each(|event| tell(event, &session));
            }
            Err(error) => tell(&Event::Refused { why: error.to_string() }, &session),
        }
    }
    tell(&done(&session), &session);
    session
}

/// What a replay tells, as a script would have told it.
pub fn retold(replayed: &Replayed, session: &Session) -> Vec<Event> {
    match replayed {
        Replayed::Did(intent) => vec![did(intent)],
        Replayed::Came(event) => came(event, session),
    }
}

/// The end of a script.
pub fn done(session: &Session) -> Event {
    Event::Done { time: seconds(session.steps(), session), hash: session.hash() }
}

fn seconds(steps: u64, session: &Session) -> Scalar {
    steps as Scalar / session.table().rate().hertz
}

/// An intent that was carried out, in plain words.
fn did(intent: &Intent) -> Event {
    let what = match intent {
        Intent::Strike { speed, .. } => format!("strike at {speed} m/s"),
        Intent::Place { piece, .. } => format!("{piece} is put down"),
        Intent::Remove { piece } => format!("{piece} is taken away"),
        Intent::Throw { piece, velocity, .. } => format!("{piece} is thrown at {:.2} m/s", velocity.length()),
        Intent::Cast { piece, velocity, .. } => format!("{piece} is cast at {:.2} m/s", velocity.length()),
        Intent::Wait { seconds } => format!("{seconds} s pass"),
        Intent::Rest => return Event::Rest { after: 0.0, unsettled: Vec::new() },
        Intent::Shot { name } => return Event::Shot { name: name.clone() },
    };
    Event::Did { what }
}

/// What a step brought, in plain words.
fn came(event: &session::Event, session: &Session) -> Vec<Event> {
    match event {
        session::Event::Lost(piece) => vec![Event::Lost { piece: session.name(*piece) }],
        session::Event::Rest { seen, unsettled } => {
            let last = session.intents().last().map_or(0, |timed| timed.step);
            let name = |reason: &Reason| reason.told(&session.name(reason.piece));
            let mut events = fallen(seen, session);
            events.push(Event::Rest {
                after: seconds(session.steps() - last, session),
                unsettled: unsettled.iter().map(name).collect(),
            });
            events
        }
    }
}

/// Who went down through which named holes since the last rest, and who left the board otherwise.
fn fallen(seen: &Observation, session: &Session) -> Vec<Event> {
    let board = &session.scene().board;
    let mut events = Vec::new();
    for piece in &seen.pieces {
        let mut holes: Vec<&str> = Vec::new();
        for passage in piece.holes.iter().filter(|passage| passage.down) {
            let part = passage.board as usize;
            let centre = board.parts.get(part).and_then(|part| {
                let hole = part.shape.as_plate()?.holes.get(passage.hole as usize)?;
                Some(to_plan(part.pose.to_world(Vector::new(hole.centre.x, 0.0, hole.centre.y))))
            });
            let is_it = |hole: &&HoleDef| {
                hole.part == part && centre.is_some_and(|c| c.distance(hole.centre) < mm(0.01))
            };
            if let Some(hole) = board.holes.iter().find(is_it)
                && !holes.contains(&hole.name.as_str())
            {
                holes.push(&hole.name);
            }
        }
        let name = session.name(PieceId(piece.id));
        if piece.off_board && piece.moved && holes.is_empty() {
            events.push(Event::Left { piece: name.clone() });
        }
        events
            .extend(holes.into_iter().map(|hole| Event::Fell { piece: name.clone(), hole: hole.to_owned() }));
    }
    events
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::scene::{Sources, load_script, parse_scene};

    fn shipped(name: &str) -> ScriptDef {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenes").join(name);
        load_script(&path).unwrap_or_else(|problems| panic!("{problems:?}"))
    }

    #[test]
    fn a_shipped_flick_moves_its_disc_and_comes_to_rest() {
        let mut ways = Vec::new();
        let mut rests = Vec::new();
        play(&shipped("flick.script.ron"), |event, session| {
            let disc = session.setting().pieces[0].1;
            ways.push(session.table().state(disc).pose.position);
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
        play(&shipped("hop.script.ron"), |event, session| {
            assert!(!matches!(event, Event::Refused { .. }), "{event:?}");
            if let Event::Rest { unsettled, .. } = event {
                rests.push(unsettled.clone());
            }
            let ball = session.setting().piece("yellow 1");
            last = ball.map_or(Vector::ZERO, |id| session.table().state(id).pose.position);
        });
        assert_eq!(rests, [Vec::<String>::new(), Vec::new()]);
        let (column, row) = ((last.x / mm(50.0)).floor() + 1.0, (-last.z / mm(50.0)).floor() + 1.0);
        assert_eq!((column, row), (2.0, 3.0), "it lies at {last}");
    }

    #[test]
    fn who_left_the_board_and_how_is_told_once() {
        let text = r#"(
                title: "Un trou", board: (name: "board", parts: [(
                    name: "board", material: "varnished_wood",
                    shape: Plate(outline: Circle(diameter_mm: 300), thickness_mm: 6, holes: [(name: "east", at_mm: (60, 0), diameter_mm: 40)]),
                ), (name: "floor", material: "table", height_mm: -60, shape: Plate(outline: Infinite, thickness_mm: 50))]),
                kinds: [(name: "disc", shape: Disc(diameter_mm: 25, thickness_mm: 8), material: "varnished_wood")],
                pieces: [
                    (name: "one", kind: "disc", at_mm: (60, 0), height_mm: 20), (name: "two", kind: "disc", at_mm: (-60, 0)),
                    (name: "three", kind: "disc", at_mm: (0, 152), height_mm: 20), (name: "four", kind: "disc", at_mm: (0, 400), height_mm: -60),
                ],
        )"#;
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenes/test.ron");
        let scene =
            parse_scene(&path, text, &Sources::default()).unwrap_or_else(|problems| panic!("{problems:?}"));
        let script = ScriptDef { scene, intents: vec![Intent::Rest], ..shipped("flick.script.ron") };
        let mut heard = Vec::new();
        play(&script, |event, _| match event {
            Event::Fell { piece, hole } => heard.push(format!("{piece} through {hole}")),
            Event::Left { piece } => heard.push(format!("{piece} over the edge")),
            _ => {}
        });
        assert_eq!(
            heard,
            ["one through east", "three over the edge"],
            "what lay there already did not leave"
        );
    }

    #[test]
    fn the_same_script_ends_in_the_same_bits() {
        let script = shipped("throw.script.ron");
        let hashes = [play(&script, |_, _| {}).hash(), play(&script, |_, _| {}).hash()];
        assert_eq!(hashes[0], hashes[1]);
    }
}
