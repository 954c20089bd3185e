//! A moment of a table, to the last bit, from which it goes on exactly as it would have.

use std::sync::Arc;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::play::{Gone, Play};
use crate::geometry::Pose;
use crate::geometry::contact::MAX_POINTS;
use crate::observe::{Passage, Passages};
use crate::physics::Mechanics;
use crate::physics::solver::{ManifoldCache, PairCache};
use crate::random::Random;
use crate::rest::RestWatch;
use crate::scene::SceneDef;
use crate::strike::Striker;
use crate::table::{PieceId, State, StepRate};
use crate::units::{Quaternion, Scalar, Vector};

/// All that the future of a table depends on, besides its scene. SI units; numbers as in [`crate::setup::Setting`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Snapshot {
    /// Steps of the table before it.
    pub(super) step: u64,
    pub(super) pieces: Vec<Body>,
    /// Pieces made after those of the scene: names and kinds.
    pub(super) made: Vec<(String, String)>,
    pub(super) gone: Vec<(u32, Gone)>,
    /// Where pieces last rested.
    pub(super) before: Vec<Rested>,
    /// Holes that pieces went through since then.
    pub(super) passed: Vec<(u32, Vec<Passage>)>,
    pub(super) strikers: Vec<Underway>,
    pub(super) contacts: Vec<Memory>,
    /// For how many steps each body has been slow, and for how many rest has been waited for.
    pub(super) slow: Vec<(u32, u32)>,
    pub(super) waited: u32,
    pub(super) resting: bool,
    pub(super) chance: Random,
    /// Number of the next striker.
    pub(super) next_striker: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Body {
    pub(super) id: u32,
    pub(super) position: Vector,
    pub(super) rotation: Quaternion,
    #[serde(default)]
    pub(super) velocity: Vector,
    #[serde(default)]
    pub(super) spin: Vector,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Underway {
    pub(super) striker: Striker,
    pub(super) steps: u32,
    pub(super) body: Body,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Rested {
    pub(super) id: u32,
    pub(super) position: Vector,
    pub(super) rotation: Quaternion,
}

/// What the contact of two bodies bore.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Memory {
    pub(super) ids: (u32, u32),
    pub(super) manifolds: Vec<ManifoldMemory>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ManifoldMemory {
    feature: u32,
    pub(super) normal: Vec<(u32, Scalar)>,
    pub(super) friction: Vector,
    pub(super) twist: Scalar,
    pub(super) rolling: Vector,
    stuck: bool,
    pub(super) load: Vector,
}

impl Snapshot {
    /// Steps of the table before this moment.
    pub fn steps(&self) -> u64 {
        self.step
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
        let normal: ArrayVec<_, _> = memory.normal.iter().copied().take(MAX_POINTS).collect();
        Self { feature, normal, friction, twist, rolling, stuck, load }
    }
}

impl Body {
    fn new(id: PieceId, state: State) -> Self {
        let State { pose: Pose { position, rotation }, velocity, spin } = state;
        Self { id: id.0, position, rotation, velocity, spin }
    }

    fn state(&self) -> State {
        let pose = Pose::new(self.position, self.rotation);
        State { pose, velocity: self.velocity, spin: self.spin }
    }
}

impl Play {
    /// This moment.
    pub(super) fn snapshot(&self) -> Snapshot {
        let table = &self.setting.table;
        let body = |id: PieceId| Body::new(id, table.state(id));
        let underway = |(id, steps): (PieceId, u32)| {
            let striker = *self.strikers.get(&id)?;
            Some(Underway { striker, steps, body: body(id) })
        };
        let pairs = &table.world().resource::<Mechanics>().dynamics.pairs;
        let bearing = pairs.iter().filter(|pair| !pair.cache.manifolds.is_empty());
        let kind = |place: usize| self.scene.kinds[place].name.clone();
        let (slow, waited) = self.watch.memory();
        let [_, next_striker] = table.next_numbers();
        Snapshot {
            step: self.step,
            pieces: self.setting.pieces.iter().map(|(_, id)| body(*id)).collect(),
            made: self.made.iter().map(|(name, place)| (name.clone(), kind(*place))).collect(),
            gone: self.gone.iter().map(|(id, gone)| (id.0, *gone)).collect(),
            before: (self.before.iter())
                .map(|(id, pose)| Rested { id: id.0, position: pose.position, rotation: pose.rotation })
                .collect(),
            passed: self.passages.all().map(|(id, passed)| (id.0, passed.to_vec())).collect(),
            strikers: table.passing().filter_map(underway).collect(),
            contacts: bearing
                .map(|pair| Memory {
                    ids: pair.ids,
                    manifolds: pair.cache.manifolds.iter().map(Into::into).collect(),
                })
                .collect(),
            slow,
            waited,
            resting: self.resting,
            chance: self.chance,
            next_striker,
        }
    }

    /// A table at that moment. Pieces that the scene does not know are left out.
    pub(super) fn resume(scene: Arc<SceneDef>, snapshot: &Snapshot) -> Self {
        let mut play = Self::empty(scene, 0);
        let place = |kind: &str| play.scene.kinds.iter().position(|known| known.name == kind);
        let made = snapshot.made.iter().filter_map(|(name, kind)| Some((name.clone(), place(kind)?)));
        play.made = made.collect();
        for body in &snapshot.pieces {
            let (id, state) = (PieceId(body.id), body.state());
            let Some((name, kind)) = play.piece(id).map(|(name, kind)| (name.to_owned(), kind.clone()))
            else {
                continue;
            };
            play.setting.add_as(id, name, &kind, state.pose);
            play.setting.table.set_velocity(id, state.velocity, state.spin);
        }
        for Underway { striker, steps, body } in &snapshot.strikers {
            let id = PieceId(body.id);
            let material = play.material_of(striker);
            play.setting.table.put_striker(id, striker, material, body.state(), *steps);
            play.strikers.insert(id, *striker);
        }
        play.recall(&snapshot.contacts);
        let next = play.first() + (play.scene.pieces.len() + play.made.len()) as u32;
        play.setting.table.set_next_numbers([next, snapshot.next_striker]);
        play.step = snapshot.step;
        play.chance = snapshot.chance;
        play.watch = RestWatch::with_memory(*play.watch.rules(), &snapshot.slow, snapshot.waited);
        let passed = snapshot.passed.iter().map(|(id, passed)| (PieceId(*id), passed.clone()));
        play.passages = Passages::resume(&play.setting.table, passed);
        play.gone = snapshot.gone.iter().map(|(id, gone)| (PieceId(*id), *gone)).collect();
        let rested = |rested: &Rested| (PieceId(rested.id), Pose::new(rested.position, rested.rotation));
        play.before = snapshot.before.iter().map(rested).collect();
        play.resting = snapshot.resting;
        play
    }

    /// Gives contacts their memory. Pairs exist only once the table has looked for them: it takes a step without
    /// parts, in which nothing moves.
    fn recall(&mut self, contacts: &[Memory]) {
        let world = self.setting.table.world_mut();
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
