//! A table in play: what intents and steps do to it.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::chance::Chance;
use super::{ClothSetup, Intent, IntentError, PieceSetup, Role, Setup, Snapshot};
use crate::geometry::Pose;
use crate::geometry::overlap::Zone;
use crate::observe::{Observation, Passages, View};
use crate::physics::Mechanics;
use crate::rest::{Reason, RestReport, RestWatch};
use crate::strike::{Strike, Striker};
use crate::table::{PieceId, Table};
use crate::units::Vector;

/// Steps between moments at which everything is woken, whatever anyone saves.
const KEY_STEPS: u64 = 480;

/// What a step brought.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The table came to rest, or was declared unsettled because of somebody.
    Rest {
        /// What lies where.
        seen: Observation,
        /// Who would not rest; empty at rest.
        unsettled: Vec<Reason>,
    },
    /// A piece fell far below the table and was taken away.
    Lost(u32),
}

/// Where a piece that is not on the table has gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Gone {
    /// It was taken away.
    Removed,
    /// It fell.
    Lost,
}

/// A table in play. All that its future depends on is in a [`super::Snapshot`] of it.
pub(super) struct Play {
    pub setup: Arc<Setup>,
    pub table: Table,
    pub step: u64,
    pub chance: Chance,
    pub watch: RestWatch,
    pub passages: Passages,
    /// Pieces on the table that are not those of the set-up.
    pub placed: BTreeMap<PieceId, PieceSetup>,
    pub gone: BTreeMap<PieceId, Gone>,
    /// Where pieces last rested.
    pub before: BTreeMap<PieceId, Pose>,
    /// Strikers under way.
    pub strikers: BTreeMap<PieceId, Striker>,
    /// Whether the last rest still holds.
    pub resting: bool,
    zones: Vec<Zone>,
    /// The last moment at which everything was awake.
    key: Option<Box<Snapshot>>,
}

impl Play {
    /// A table as the set-up has it.
    pub fn new(setup: Arc<Setup>, seed: u64) -> Self {
        let mut play = Self::empty(setup, seed);
        let mut pieces: Vec<_> = play.setup.pieces.iter().collect();
        pieces.sort_by_key(|piece| piece.id);
        for piece in pieces {
            play.table.spawn_as(PieceId(piece.id), piece.piece());
            play.before.insert(PieceId(piece.id), piece.pose);
            play.passages.put(PieceId(piece.id), piece.pose.position);
        }
        play.stretch_cloths();
        play.wake();
        play
    }

    /// Gives the plates of the set-up that are on the table their cloths.
    pub fn stretch_cloths(&mut self) {
        for ClothSetup { plate, cloth } in &self.setup.cloths {
            self.table.stretch(PieceId(*plate), cloth.clone());
        }
    }

    /// A table with its laws and nothing on it.
    pub fn empty(setup: Arc<Setup>, seed: u64) -> Self {
        let mut table = Table::new(setup.rate(), setup.law);
        table.set_gravity(setup.gravity);
        for law in &setup.laws {
            table.set_pair_law(law.materials.0, law.materials.1, law.law);
        }
        Self {
            watch: RestWatch::new(setup.rest),
            zones: setup.zones.iter().map(|zone| zone.zone.clone()).collect(),
            setup,
            table,
            step: 0,
            chance: Chance(seed),
            passages: Passages::default(),
            placed: BTreeMap::new(),
            gone: BTreeMap::new(),
            before: BTreeMap::new(),
            strikers: BTreeMap::new(),
            resting: false,
            key: None,
        }
    }

    /// Wakes everything and remembers the moment. A group that sleeps keeps impulses that differ in the last bits
    /// from those it would be given anew, and who sleeps cannot be saved: so what is saved is a moment at which
    /// nobody did, and the steps since.
    fn wake(&mut self) {
        self.table.world_mut().resource_mut::<Mechanics>().dynamics.wake_all();
        self.key = Some(Box::new(self.capture()));
    }

    /// This moment.
    pub fn snapshot(&self) -> Snapshot {
        let mut moment = self.key.as_ref().map_or_else(|| self.capture(), |key| Snapshot::clone(key));
        moment.then = (self.step - moment.step) as u32;
        moment
    }

    /// A table at that moment. Pieces that the set-up does not know are left out.
    pub fn resume(setup: Arc<Setup>, snapshot: &Snapshot) -> Self {
        let mut play = Self::restore(setup, snapshot);
        play.wake();
        for _ in 0..snapshot.then {
            play.step();
        }
        play
    }

    /// What is known of a piece besides how it moves.
    pub fn setup_of(&self, id: PieceId) -> Option<&PieceSetup> {
        let set_up = || self.setup.pieces.iter().find(|piece| piece.id == id.0);
        self.placed.get(&id).or_else(set_up)
    }

    /// Numbers of all pieces of a role on the table, in order.
    pub fn pieces(&self, role: Role) -> Vec<PieceId> {
        let of_role = |id: &PieceId| self.setup_of(*id).is_some_and(|piece| piece.role == role);
        self.table.pieces().filter(of_role).collect()
    }

    /// Does what an intent says now; [`Intent::Wait`] and [`Intent::Rest`] are left to whoever counts the steps.
    pub fn apply(&mut self, intent: &Intent) -> Result<(), IntentError> {
        match intent {
            Intent::Strike(strike) => self.strike(strike)?,
            Intent::Place(piece) => self.place(piece)?,
            Intent::Move { piece, to } => {
                let id = self.present(*piece, &[to.position])?;
                self.put(id, *to);
            }
            Intent::Remove { piece } => {
                let id = self.present(*piece, &[])?;
                self.take(id, Gone::Removed);
            }
            Intent::Throw { piece, velocity, spin } => {
                let id = self.present(*piece, &[*velocity, *spin])?;
                self.table.set_velocity(id, *velocity, *spin);
            }
            Intent::Cast { piece, from, velocity, spin } => {
                let id = self.present(*piece, &[*from, *velocity, Vector::splat(*spin)])?;
                let rotation = self.chance.rotation();
                let axis = self.chance.direction();
                self.put(id, Pose::new(*from, rotation));
                self.table.set_velocity(id, *velocity, axis * *spin);
            }
            Intent::Wait(_) | Intent::Rest => return Ok(()),
        }
        self.watch.restart();
        self.resting = false;
        self.wake();
        Ok(())
    }

    fn strike(&mut self, strike: &Strike) -> Result<(), IntentError> {
        let material = match strike.striker {
            Striker::Finger { .. } => self.setup.skin,
            Striker::Bat { .. } | Striker::Ball { .. } | Striker::Mallet { .. } => self.setup.bat,
        };
        let id = self.table.strike(strike, material)?;
        self.strikers.insert(id, strike.striker);
        Ok(())
    }

    fn place(&mut self, piece: &PieceSetup) -> Result<(), IntentError> {
        let id = PieceId(piece.id);
        if id.is_passing() || self.table.entity(id).is_some() {
            return Err(IntentError::Taken(piece.id));
        }
        if !piece.pose.position.is_finite() || !piece.pose.rotation.is_finite() {
            return Err(IntentError::NotFinite);
        }
        self.table.spawn_as(id, piece.piece());
        self.gone.remove(&id);
        self.placed.insert(id, piece.clone());
        self.before.insert(id, piece.pose);
        self.passages.put(id, piece.pose.position);
        self.forget_contacts();
        Ok(())
    }

    fn present(&self, piece: u32, numbers: &[Vector]) -> Result<PieceId, IntentError> {
        let id = PieceId(piece);
        if id.is_passing() || self.table.entity(id).is_none() {
            return Err(IntentError::NoPiece(piece));
        }
        if numbers.iter().all(|number| number.is_finite()) { Ok(id) } else { Err(IntentError::NotFinite) }
    }

    fn put(&mut self, id: PieceId, pose: Pose) {
        self.table.set_pose(id, pose);
        self.table.set_velocity(id, Vector::ZERO, Vector::ZERO);
        self.passages.put(id, pose.position);
        self.forget_contacts();
    }

    fn take(&mut self, id: PieceId, gone: Gone) {
        self.table.remove(id);
        self.before.remove(&id);
        self.gone.insert(id, gone);
    }

    fn forget_contacts(&mut self) {
        self.table.world_mut().resource_mut::<Mechanics>().forget_contacts();
    }

    /// One step, and what it brought.
    pub fn step(&mut self) -> Vec<Event> {
        self.table.step();
        self.step += 1;
        let table = &self.table;
        self.strikers.retain(|id, _| table.entity(*id).is_some());
        let boards = self.pieces(Role::Board);
        self.passages.feed(&self.table, &boards, self.step);
        let mut events = self.lose_fallen();
        let (report, was_resting) = (self.watch.feed(&self.table), self.resting);
        self.resting = !matches!(report, RestReport::Waiting(_));
        if self.resting && !was_resting {
            let unsettled = if let RestReport::Unsettled(reasons) = report { reasons } else { Vec::new() };
            events.push(self.come_to_rest(unsettled));
        }
        if !events.is_empty() || self.step.is_multiple_of(KEY_STEPS) {
            self.wake();
        }
        events
    }

    fn lose_fallen(&mut self) -> Vec<Event> {
        let floor = self.setup.rest.floor;
        let fallen = |id: &PieceId| !id.is_passing() && self.table.state(*id).pose.position.y < floor;
        let fallen: Vec<PieceId> = self.pieces(Role::Piece).into_iter().filter(fallen).collect();
        let lose = |id: PieceId| {
            self.take(id, Gone::Lost);
            Event::Lost(id.0)
        };
        fallen.into_iter().map(lose).collect()
    }

    /// Looks, then makes the world canonical: what follows depends on where pieces are and on nothing else.
    fn come_to_rest(&mut self, unsettled: Vec<Reason>) -> Event {
        let seen = self.observe();
        let rules = self.setup.rest;
        let ids: Vec<PieceId> = self.table.pieces().filter(|id| !id.is_passing()).collect();
        for &id in &ids {
            let state = self.table.state(id);
            if state.velocity.length() < rules.speed && state.spin.length() < rules.spin {
                self.table.set_velocity(id, Vector::ZERO, Vector::ZERO);
            }
        }
        self.forget_contacts();
        self.before = ids.iter().map(|id| (*id, self.table.state(*id).pose)).collect();
        self.passages.forget();
        Event::Rest { seen, unsettled }
    }

    /// What lies where now.
    pub fn observe(&self) -> Observation {
        let (pieces, boards) = (self.pieces(Role::Piece), self.pieces(Role::Board));
        let view = View {
            pieces: &pieces,
            boards: &boards,
            zones: &self.zones,
            passages: &self.passages,
            before: &self.before,
        };
        view.observe(&self.table)
    }

    /// Most steps that a wait for rest can take.
    pub fn budget(&self) -> u64 {
        (self.setup.rest.budget * self.setup.hertz).max(0.0) as u64 + 1
    }
}
