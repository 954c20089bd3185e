//! Checks of what stands in a save against itself and its scene.

use std::collections::BTreeSet;

use crate::geometry::contact::MAX_POINTS;
use crate::scene::{RawIntent, Report, SceneDef};
use crate::session::Snapshot;
use crate::table::PieceId;
use crate::units::{Quaternion, Scalar, Vector};

/// Farthest place, metres; fastest, metres per second; quickest spin, radians per second.
const FARTHEST: Scalar = 1.0e4;
const FASTEST: Scalar = 1.0e4;
const QUICKEST: Scalar = 1.0e6;

/// Moments, as steps and what counts within a step, must not go back, nor beyond the end.
pub(super) fn order(report: &mut Report, list: &str, moments: impl Iterator<Item = (u64, usize)>, end: u64) {
    let mut last = (0, 0);
    for (index, moment) in moments.enumerate() {
        let place = format!("{list}[{index}].step");
        if moment < last {
            let expected = format!("at least {}, the step before it", last.0);
            report.add(&place, moment.0.to_string(), expected, "put them in the order of their steps");
        }
        if moment.0 > end {
            report.add(&place, moment.0.to_string(), format!("at most {end}, the step of `table`"), "");
        }
        last = moment;
    }
}

/// A save holds what was done between steps; its steps say how long was waited.
pub(super) fn acts<'a>(report: &mut Report, intents: impl Iterator<Item = &'a RawIntent>) {
    for (index, intent) in intents.enumerate() {
        if matches!(intent, RawIntent::Wait(_) | RawIntent::Rest | RawIntent::Shot(_)) {
            let place = format!("intents[{index}].intent");
            report.add(
                &place,
                "a wait or a picture",
                "something done to the table",
                "remove it: `step` tells time",
            );
        }
    }
}

/// A moment must be one of a table of this scene.
pub(super) fn snapshot(report: &mut Report, table: &Snapshot, scene: &SceneDef) {
    let mut names: BTreeSet<&str> = scene.pieces.iter().map(|piece| piece.name.as_str()).collect();
    for (index, (name, kind)) in table.made.iter().enumerate() {
        let place = format!("table.made[{index}]");
        if !names.insert(name) {
            report.add(&place, format!("the name `{name}` a second time"), "each piece once", "");
        }
        if !scene.kinds.iter().any(|known| known.name == *kind) {
            report.add(&place, format!("the unknown kind `{kind}`"), "a kind of the scene", "");
        }
    }
    let first = scene.board.parts.len() as u32;
    let pieces = first..first + (scene.pieces.len() + table.made.len()) as u32;
    let strikers = PieceId::PASSING..table.next_striker.max(PieceId::PASSING);
    let mut ids = |list: &str, range: &std::ops::Range<u32>, ids: &mut dyn Iterator<Item = u32>| {
        let mut next = 0;
        for (index, id) in ids.enumerate() {
            let place = format!("table.{list}[{index}]");
            if !range.contains(&id) {
                let expected = format!("one from {} to {}", range.start, i64::from(range.end) - 1);
                report.add(&place, format!("the number {id}"), expected, "");
            } else if id < next {
                report.add(&place, format!("the number {id}"), "each number once, in their order", "");
            }
            next = id.saturating_add(1);
        }
    };
    ids("pieces", &pieces, &mut table.pieces.iter().map(|body| body.id));
    ids("gone", &pieces, &mut table.gone.iter().map(|(id, _)| *id));
    ids("before", &pieces, &mut table.before.iter().map(|rested| rested.id));
    ids("passed", &(first..u32::MAX), &mut table.passed.iter().map(|(id, _)| *id));
    ids("slow", &(first..u32::MAX), &mut table.slow.iter().map(|(id, _)| *id));
    ids("strikers", &strikers, &mut table.strikers.iter().map(|striker| striker.body.id));
    if table.next_striker < PieceId::PASSING {
        let expected = format!("at least {}", PieceId::PASSING);
        report.add("table.next_striker", table.next_striker.to_string(), expected, "");
    }
    bodies(report, table);
    contacts(report, table);
}

fn bodies(report: &mut Report, table: &Snapshot) {
    let pieces = table.pieces.iter().enumerate().map(|(index, body)| (format!("pieces[{index}]"), body));
    let strikers = table.strikers.iter().enumerate();
    let strikers = strikers.map(|(index, striker)| (format!("strikers[{index}].body"), &striker.body));
    for (place, body) in pieces.chain(strikers) {
        within(report, &format!("table.{place}.position"), body.position, FARTHEST);
        unit(report, &format!("table.{place}.rotation"), body.rotation);
        within(report, &format!("table.{place}.velocity"), body.velocity, FASTEST);
        within(report, &format!("table.{place}.spin"), body.spin, QUICKEST);
    }
    for (index, rested) in table.before.iter().enumerate() {
        within(report, &format!("table.before[{index}].position"), rested.position, FARTHEST);
        unit(report, &format!("table.before[{index}].rotation"), rested.rotation);
    }
    for (index, striker) in table.strikers.iter().enumerate() {
        if !striker.striker.is_sound() {
            report.add(&format!("table.strikers[{index}].striker"), "no striker", "sizes above 0", "");
        }
    }
}

fn contacts(report: &mut Report, table: &Snapshot) {
    let mut last = None;
    for (index, memory) in table.contacts.iter().enumerate() {
        let place = format!("table.contacts[{index}]");
        if memory.ids.0 >= memory.ids.1 || last >= Some(memory.ids) {
            let found = format!("the numbers {:?}", memory.ids);
            report.add(&place, found, "the smaller first, each pair once, in their order", "");
        }
        last = Some(memory.ids);
        for manifold in &memory.manifolds {
            for vector in [manifold.friction, manifold.rolling, manifold.load, Vector::X * manifold.twist] {
                within(report, &place, vector, FASTEST);
            }
            let sound = |(_, impulse): &(u32, Scalar)| (0.0..FASTEST).contains(impulse);
            if manifold.normal.len() > MAX_POINTS || !manifold.normal.iter().all(sound) {
                report.add(&place, "impulses that no contact bears", "a few finite numbers from 0", "");
            }
        }
    }
}

fn within(report: &mut Report, place: &str, vector: Vector, most: Scalar) {
    if !(vector.is_finite() && vector.length() <= most) {
        report.add(place, vector.to_string(), format!("finite numbers, at most {most}"), "");
    }
}

fn unit(report: &mut Report, place: &str, rotation: Quaternion) {
    if !(rotation.is_finite() && (rotation.length_squared() - 1.0).abs() < 1.0e-6) {
        report.add(place, rotation.to_string(), "a unit quaternion (x, y, z, w)", "");
    }
}
