//! A moment of a table, to the last bit, from which it goes on exactly as it would have.

use std::sync::Arc;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::chance::Chance;
use super::described;
use super::play::{Gone, Play};
use super::{PieceSetup, Setup};
use crate::geometry::Pose;
use crate::observe::{Passage, Passages};
use crate::physics::Mechanics;
use crate::physics::solver::{ManifoldCache, PairCache};
use crate::rest::RestWatch;
use crate::strike::Striker;
use crate::table::{PieceId, State, StepRate};
use crate::units::{Scalar, Vector};

/// All that the future of a table depends on, besides its set-up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// Steps of the table before what follows was so.
    pub(super) step: u64,
    /// Steps since then, in which nothing was done to the table.
    pub(super) then: u32,
    pieces: Vec<Body>,
    strikers: Vec<Underway>,
    contacts: Vec<Memory>,
    placed: Vec<PieceSetup>,
    gone: Vec<(u32, Gone)>,
    before: Vec<Rested>,
    passed: Vec<(u32, Vec<Passage>)>,
    chance: Chance,
    /// How long pieces have been slow, and how long the watch has waited.
    watch: (Vec<(u32, u32)>, u32),
    resting: bool,
    next: [u32; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Body {
    id: u32,
    #[serde(with = "described::PoseText")]
    pose: Pose,
    velocity: Vector,
    spin: Vector,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Underway {
    striker: Striker,
    material: u16,
    steps: u32,
    body: Body,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Rested {
    id: u32,
    #[serde(with = "described::PoseText")]
    pose: Pose,
}

/// What the contact of two bodies bore.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Memory {
    ids: (u32, u32),
    manifolds: Vec<ManifoldMemory>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct ManifoldMemory {
    feature: u32,
    normal: Vec<(u32, Scalar)>,
    friction: Vector,
    twist: Scalar,
    rolling: Vector,
    stuck: bool,
    load: Vector,
}

impl Snapshot {
    /// Steps of the table before this moment.
    pub fn steps(&self) -> u64 {
        self.step + u64::from(self.then)
    }
}

impl From<&ManifoldCache> for ManifoldMemory {
    fn from(cache: &ManifoldCache) -> Self {
        let ManifoldCache { feature, friction, twist, rolling, stuck, load, .. } = *cache;
        Self { feature, normal: cache.normal.to_vec(), friction, twist, rolling, stuck, load }
    }
}

impl From<&ManifoldMemory> for ManifoldCache {
    fn from(memory: &ManifoldMemory) -> Self {
        let ManifoldMemory { feature, friction, twist, rolling, stuck, load, .. } = *memory;
        let normal: ArrayVec<_, _> =
            memory.normal.iter().copied().take(crate::geometry::contact::MAX_POINTS).collect();
        Self { feature, normal, friction, twist, rolling, stuck, load }
    }
}

impl Play {
    /// All that the future depends on now, but for who sleeps.
    pub(super) fn capture(&self) -> Snapshot {
        let table = &self.table;
        let body = |id: PieceId| {
            let State { pose, velocity, spin } = table.state(id);
            Body { id: id.0, pose, velocity, spin }
        };
        let underway = |(id, steps): (PieceId, u32)| {
            let striker = *self.strikers.get(&id)?;
            let material =
                if matches!(striker, Striker::Finger { .. }) { self.setup.skin } else { self.setup.bat };
            Some(Underway { striker, material, steps, body: body(id) })
        };
        let pairs = &table.world().resource::<Mechanics>().dynamics.pairs;
        let bearing = pairs.iter().filter(|pair| !pair.cache.manifolds.is_empty());
        let passed = |(id, passed): (PieceId, &[Passage])| (id.0, passed.to_vec());
        Snapshot {
            step: self.step,
            then: 0,
            pieces: table.pieces().filter(|id| !id.is_passing()).map(body).collect(),
            strikers: table.passing().filter_map(underway).collect(),
            contacts: bearing
                .map(|pair| Memory {
                    ids: pair.ids,
                    manifolds: pair.cache.manifolds.iter().map(Into::into).collect(),
                })
                .collect(),
            placed: self.placed.values().cloned().collect(),
            gone: self.gone.iter().map(|(id, gone)| (id.0, *gone)).collect(),
            before: self.before.iter().map(|(id, pose)| Rested { id: id.0, pose: *pose }).collect(),
            passed: self.passages.all().map(passed).collect(),
            chance: self.chance,
            watch: self.watch.memory(),
            resting: self.resting,
            next: table.next_numbers(),
        }
    }

    /// A table as it was captured. Pieces that the set-up does not know are left out.
    pub(super) fn restore(setup: Arc<Setup>, snapshot: &Snapshot) -> Self {
        let mut play = Self::empty(setup, 0);
        play.placed = snapshot.placed.iter().map(|piece| (PieceId(piece.id), piece.clone())).collect();
        for body in &snapshot.pieces {
            let Some(piece) = play.setup_of(PieceId(body.id)).map(PieceSetup::piece) else { continue };
            let piece = crate::table::Piece { pose: body.pose, ..piece };
            play.table.spawn_as(PieceId(body.id), piece);
            play.table.set_velocity(PieceId(body.id), body.velocity, body.spin);
        }
        play.stretch_cloths();
        for Underway { striker, material, steps, body } in &snapshot.strikers {
            let state = State { pose: body.pose, velocity: body.velocity, spin: body.spin };
            play.table.put_striker(PieceId(body.id), striker, *material, state, *steps);
            play.strikers.insert(PieceId(body.id), *striker);
        }
        play.recall(&snapshot.contacts);
        play.table.set_next_numbers(snapshot.next);
        play.step = snapshot.step;
        play.chance = snapshot.chance;
        play.watch = RestWatch::with_memory(play.setup.rest, &snapshot.watch.0, snapshot.watch.1);
        let passed = snapshot.passed.iter().map(|(id, passed)| (PieceId(*id), passed.clone()));
        play.passages = Passages::resume(&play.table, passed);
        play.gone = snapshot.gone.iter().map(|(id, gone)| (PieceId(*id), *gone)).collect();
        play.before = snapshot.before.iter().map(|rested| (PieceId(rested.id), rested.pose)).collect();
        play.resting = snapshot.resting;
        play
    }

    /// Gives contacts their memory. Pairs exist only once the table has looked for them: it takes a step without
    /// parts, in which nothing moves.
    fn recall(&mut self, contacts: &[Memory]) {
        let world = self.table.world_mut();
        let rate = *world.resource::<StepRate>();
        world.insert_resource(StepRate { substeps: 0, ..rate });
        crate::physics::step::advance(world);
        world.insert_resource(rate);
        for pair in &mut world.resource_mut::<Mechanics>().dynamics.pairs {
            if let Ok(found) = contacts.binary_search_by_key(&pair.ids, |memory| memory.ids) {
                pair.cache =
                    PairCache { manifolds: contacts[found].manifolds.iter().map(Into::into).collect() };
            }
        }
    }
}
