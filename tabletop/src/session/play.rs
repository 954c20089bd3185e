//! A table in play: what steps bring.

mod apply;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::geometry::overlap::Zone;
use crate::geometry::{Outline, Pose};
use crate::observe::{Observation, Passages, View};
use crate::physics::Mechanics;
use crate::random::Random;
use crate::rest::{Reason, RestReport, RestRules, RestWatch};
use crate::scene::{KindDef, PartDef, PartKind, SceneDef};
use crate::setup::Setting;
use crate::strike::Striker;
use crate::table::{PieceId, StepRate};
use crate::units::Vector;

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
    Lost(PieceId),
}

/// Where a piece that is not on the table has gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Gone {
    /// It was taken away.
    Removed,
    /// It fell.
    Lost,
}

/// A table in play. All that its future depends on, besides its scene, is in a [`super::Snapshot`] of it.
pub(super) struct Play {
    pub scene: Arc<SceneDef>,
    pub setting: Setting,
    pub step: u64,
    pub chance: Random,
    pub watch: RestWatch,
    pub passages: Passages,
    /// Pieces that were made after those of the scene, numbered on: their names and the places of their kinds.
    pub made: Vec<(String, usize)>,
    pub gone: BTreeMap<PieceId, Gone>,
    /// Where pieces last rested.
    pub before: BTreeMap<PieceId, Pose>,
    /// Strikers under way.
    pub strikers: BTreeMap<PieceId, Striker>,
    /// Whether the last rest still holds.
    pub resting: bool,
    zones: Vec<Zone>,
    boards: Vec<PieceId>,
}

/// What it means to lie on the board: on its plates, rings and cloths. A plate without end is what the board
/// stands on, unless there is nothing else.
fn boards(scene: &SceneDef) -> Vec<PieceId> {
    let parts = scene.board.parts.iter().zip(0..);
    let flat =
        parts.filter(|(part, _)| matches!(part.kind, PartKind::Plate | PartKind::Ring | PartKind::Cloth));
    let ends = |part: &PartDef| part.shape.as_plate().is_none_or(|plate| plate.outline != Outline::Infinite);
    let (boards, floors): (Vec<_>, Vec<_>) = flat.partition(|(part, _)| ends(part));
    let chosen = if boards.is_empty() { floors } else { boards };
    chosen.into_iter().map(|(_, id)| PieceId(id)).collect()
}

impl Play {
    /// A table as the scene has it.
    pub fn new(scene: Arc<SceneDef>, seed: u64) -> Self {
        let mut play = Self::empty(scene, seed);
        let pieces = (play.first()..).zip(play.scene.pieces.clone());
        for (id, piece) in pieces {
            let id = PieceId(id);
            play.before.insert(id, piece.pose);
            play.passages.put(id, piece.pose.position);
            play.setting.add_as(id, piece.name, &piece.kind, piece.pose);
        }
        play
    }

    /// A table with its board and nothing on it.
    pub fn empty(scene: Arc<SceneDef>, seed: u64) -> Self {
        let setting = Setting::bare(&scene, StepRate::default());
        Self {
            boards: boards(&scene),
            zones: scene.board.zones.iter().map(|zone| zone.zone.clone()).collect(),
            scene,
            setting,
            step: 0,
            chance: Random::new(seed),
            watch: RestWatch::new(RestRules::default()),
            passages: Passages::default(),
            made: Vec::new(),
            gone: BTreeMap::new(),
            before: BTreeMap::new(),
            strikers: BTreeMap::new(),
            resting: false,
        }
    }

    /// Number of the first piece: parts of the board come before it.
    pub fn first(&self) -> u32 {
        self.setting.parts.len() as u32
    }

    /// Name and kind of a piece that is, or was, on the table.
    pub fn piece(&self, id: PieceId) -> Option<(&str, &KindDef)> {
        let place = id.0.checked_sub(self.first())? as usize;
        match self.scene.pieces.get(place) {
            Some(piece) => Some((&piece.name, &piece.kind)),
            None => {
                let (name, kind) = self.made.get(place - self.scene.pieces.len())?;
                Some((name, self.scene.kinds.get(*kind)?))
            }
        }
    }

    /// Number of a piece that is, or was, on the table.
    pub fn number(&self, name: &str) -> Option<PieceId> {
        let names = self.scene.pieces.iter().map(|piece| &piece.name);
        let all = names.chain(self.made.iter().map(|(name, _)| name)).zip(self.first()..);
        all.into_iter().find(|(known, _)| *known == name).map(|(_, id)| PieceId(id))
    }

    /// What a body is called: a piece, a part of the board, or a blow.
    pub fn name(&self, id: PieceId) -> String {
        let part = |id: PieceId| self.scene.board.parts.get(id.0 as usize).map(|part| part.name.as_str());
        match self.piece(id).map(|(name, _)| name).or_else(|| part(id)) {
            Some(name) => name.to_owned(),
            None => "another blow".to_owned(),
        }
    }

    fn forget_contacts(&mut self) {
        self.setting.table.world_mut().resource_mut::<Mechanics>().forget_contacts();
    }

    fn ids(&self) -> Vec<PieceId> {
        self.setting.pieces.iter().map(|(_, id)| *id).collect()
    }

    /// One step, and what it brought.
    pub fn step(&mut self) -> Vec<Event> {
        self.setting.table.step();
        self.step += 1;
        let table = &self.setting.table;
        self.strikers.retain(|id, _| table.entity(*id).is_some());
        self.passages.feed(table, &self.boards, self.step);
        let mut events = self.lose_fallen();
        let (report, was_resting) = (self.watch.feed(&self.setting.table), self.resting);
        self.resting = !matches!(report, RestReport::Waiting(_));
        if self.resting && !was_resting {
            let unsettled = if let RestReport::Unsettled(reasons) = report { reasons } else { Vec::new() };
            events.push(self.come_to_rest(unsettled));
        }
        events
    }

    fn lose_fallen(&mut self) -> Vec<Event> {
        let floor = self.watch.rules().floor;
        let fallen = |id: &PieceId| self.setting.table.state(*id).pose.position.y < floor;
        let fallen: Vec<PieceId> = self.ids().into_iter().filter(fallen).collect();
        let lose = |id: PieceId| {
            self.take(id, Gone::Lost);
            Event::Lost(id)
        };
        fallen.into_iter().map(lose).collect()
    }

    /// Looks, then makes the world canonical: what follows depends on where pieces are and on nothing else.
    fn come_to_rest(&mut self, unsettled: Vec<Reason>) -> Event {
        let seen = self.observe();
        let rules = *self.watch.rules();
        let ids = self.ids();
        let table = &mut self.setting.table;
        for &id in &ids {
            let state = table.state(id);
            if state.velocity.length() < rules.speed && state.spin.length() < rules.spin {
                table.set_velocity(id, Vector::ZERO, Vector::ZERO);
            }
        }
        self.before = ids.iter().map(|id| (*id, table.state(*id).pose)).collect();
        self.passages.forget();
        self.forget_contacts();
        Event::Rest { seen, unsettled }
    }

    fn take(&mut self, id: PieceId, gone: Gone) {
        self.setting.remove(id);
        self.before.remove(&id);
        self.gone.insert(id, gone);
    }

    /// What lies where now.
    pub fn observe(&self) -> Observation {
        let pieces = self.ids();
        let view = View {
            pieces: &pieces,
            boards: &self.boards,
            zones: &self.zones,
            passages: &self.passages,
            before: &self.before,
        };
        view.observe(&self.setting.table)
    }

    /// Most steps that a wait for rest can take.
    pub fn budget(&self) -> u64 {
        (self.watch.rules().budget * self.setting.table.rate().hertz).max(0.0) as u64 + 1
    }
}
