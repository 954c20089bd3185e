//! A lean world with one table in it: physics and nothing else, stepped by hand.
//!
//! Bots, scripts, replays, tests and experiments run here. It steps the very schedule that a window runs.

mod cloth;
mod measure;
mod touch;

use std::collections::BTreeMap;

use avian3d::dynamics::solver::solver_body::SolverBody;
use avian3d::prelude::*;
use bevy::prelude::*;
use bevy::transform::TransformPlugin;

use crate::geometry::{Pose, Shape};
pub use crate::physics::StepRate;
use crate::physics::solver::Tuning;
use crate::physics::{
    BodyId, BodyKind, ExactCollider, Heft, MaterialId, Mechanics, PairLaw, PairLaws, TablePhysicsPlugin, step,
};
use crate::units::{Scalar, Vector};
pub use touch::{TOUCHING, Touch};

/// Number of a piece on a [`Table`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PieceId(pub u32);

impl PieceId {
    /// First number of those that are on the table for a moment only, such as a finger: they come after all
    /// pieces and leave the numbers of pieces alone.
    pub const PASSING: u32 = 1 << 31;

    /// Whether it is on the table for a moment only.
    pub const fn is_passing(self) -> bool {
        self.0 >= Self::PASSING
    }
}

/// What to put on the table. SI units.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Its shape.
    pub shape: Shape,
    /// Where it is put.
    pub pose: Pose,
    /// Its mass, kilograms; ignored unless it is dynamic.
    pub mass: Scalar,
    /// Who moves it.
    pub kind: BodyKind,
    /// What it is made of.
    pub material: u16,
}

impl Piece {
    /// A piece moved by contacts and gravity; density in kilograms per cubic metre.
    pub fn dynamic(shape: Shape, density: Scalar, pose: Pose) -> Self {
        Self { mass: shape.volume() * density, shape, pose, kind: BodyKind::Dynamic, material: 0 }
    }

    /// A piece that never moves.
    pub fn fixed(shape: Shape, pose: Pose) -> Self {
        Self { shape, pose, mass: 0.0, kind: BodyKind::Static, material: 0 }
    }

    /// A piece moved from outside, whatever stands in its way.
    pub fn kinematic(shape: Shape, pose: Pose) -> Self {
        Self { shape, pose, mass: 0.0, kind: BodyKind::Kinematic, material: 0 }
    }

    /// The same piece of another material.
    pub fn of(self, material: u16) -> Self {
        Self { material, ..self }
    }
}

/// How a piece moves at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct State {
    /// Where it is.
    pub pose: Pose,
    /// Velocity of its centre of mass.
    pub velocity: Vector,
    /// Angular velocity.
    pub spin: Vector,
}

/// A table.
pub struct Table {
    world: World,
    entities: BTreeMap<PieceId, Entity>,
    /// The next numbers, for pieces and for what is passing.
    next: [u32; 2],
    /// Steps left to what is passing.
    passing: BTreeMap<PieceId, u32>,
    time: Scalar,
}

impl Table {
    /// An empty table on which everything meets by the same law.
    pub fn new(rate: StepRate, law: PairLaw) -> Self {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, TransformPlugin, TablePhysicsPlugin::default()));
        app.insert_resource(rate).insert_resource(PairLaws::uniform(law));
        app.finish();
        app.cleanup();
        Self {
            world: std::mem::take(app.world_mut()),
            entities: BTreeMap::new(),
            next: [0, PieceId::PASSING],
            passing: BTreeMap::new(),
            time: 0.0,
        }
    }

    /// The world itself, for systems that look on.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The world itself, to add to it.
    pub fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// Sets the acceleration of free bodies, metres per second squared. Tilted, it makes an incline.
    pub fn set_gravity(&mut self, gravity: Vector) {
        self.world.insert_resource(Gravity(gravity));
    }

    /// Says that a unit of length on this table is a `unit`th of a metre: the solver's lengths and speeds follow.
    pub fn set_unit(&mut self, unit: Scalar) {
        self.world.resource_mut::<Mechanics>().dynamics.tuning = Tuning::default().scaled(unit);
    }

    /// Whether pieces at exact rest are skipped until touched; on unless switched off. It changes no result.
    pub fn set_sleeping(&mut self, on: bool) {
        let mut mechanics = self.world.resource_mut::<Mechanics>();
        mechanics.dynamics.tuning.skip_held = on;
        mechanics.dynamics.wake_all();
    }

    /// Sets the law of two materials.
    pub fn set_pair_law(&mut self, a: u16, b: u16, law: PairLaw) {
        self.world.resource_mut::<PairLaws>().set(MaterialId(a), MaterialId(b), law);
    }

    /// Puts a piece on the table.
    pub fn spawn(&mut self, piece: Piece) -> PieceId {
        let id = PieceId(self.next[0]);
        self.spawn_as(id, piece);
        id
    }

    /// Puts a piece on the table under a number that no other piece there has.
    ///
    /// # Panics
    ///
    /// If the number is taken.
    pub fn spawn_as(&mut self, id: PieceId, piece: Piece) {
        assert!(!self.entities.contains_key(&id), "there is a piece {} already", id.0);
        let next = &mut self.next[usize::from(id.is_passing())];
        *next = (*next).max(id.0 + 1);
        let Piece { shape, pose, mass, kind, material } = piece;
        let body = step::body(BodyId(id.0), kind, shape, pose, mass, MaterialId(material));
        let mut entity = self.world.spawn(body);
        if kind == BodyKind::Static {
            entity.remove::<SolverBody>();
        }
        self.entities.insert(id, entity.id());
        self.world.flush();
    }

    /// Puts something on the table for so many steps.
    pub fn spawn_passing(&mut self, piece: Piece, steps: u32) -> PieceId {
        let id = PieceId(self.next[1]);
        self.spawn_passing_as(id, piece, steps);
        id
    }

    /// As [`Table::spawn_passing`], under a number that nothing there has.
    ///
    /// # Panics
    ///
    /// If the number is taken.
    pub fn spawn_passing_as(&mut self, id: PieceId, piece: Piece, steps: u32) {
        self.spawn_as(id, piece);
        self.passing.insert(id, steps);
    }

    /// What is on the table for a moment only, with the steps left to it.
    pub fn passing(&self) -> impl Iterator<Item = (PieceId, u32)> + '_ {
        self.passing.iter().map(|(id, steps)| (*id, *steps))
    }

    /// The numbers that the next piece and the next passing thing will get.
    pub fn next_numbers(&self) -> [u32; 2] {
        self.next
    }

    /// Sets the numbers that the next piece and the next passing thing will get.
    pub fn set_next_numbers(&mut self, next: [u32; 2]) {
        self.next = next;
    }

    /// Takes a piece away; its number is not given again.
    pub fn remove(&mut self, id: PieceId) {
        self.passing.remove(&id);
        if let Some(entity) = self.entities.remove(&id) {
            self.world.despawn(entity);
            self.world.flush();
        }
    }

    /// Entity of a piece that is on the table.
    pub fn entity(&self, id: PieceId) -> Option<Entity> {
        self.entities.get(&id).copied()
    }

    /// Numbers of all pieces on the table, in order.
    pub fn pieces(&self) -> impl Iterator<Item = PieceId> + '_ {
        self.entities.keys().copied()
    }

    /// Shape of a piece that is on the table.
    pub fn shape(&self, id: PieceId) -> Option<&Shape> {
        self.world.entity(self.entity(id)?).get::<ExactCollider>().map(|collider| &collider.0)
    }

    /// Who moves a piece that is on the table.
    pub fn kind(&self, id: PieceId) -> Option<BodyKind> {
        let kind = self.world.entity(self.entity(id)?).get::<RigidBody>()?;
        Some(match kind {
            RigidBody::Dynamic => BodyKind::Dynamic,
            RigidBody::Kinematic => BodyKind::Kinematic,
            RigidBody::Static => BodyKind::Static,
        })
    }

    /// Mass of a piece that is on the table, kilograms.
    pub fn mass(&self, id: PieceId) -> Option<Scalar> {
        self.world.entity(self.entity(id)?).get::<Heft>().map(|heft| heft.0)
    }

    /// Sets how a piece moves.
    pub fn set_velocity(&mut self, id: PieceId, velocity: Vector, spin: Vector) {
        if let Some(entity) = self.entity(id) {
            self.world.entity_mut(entity).insert((LinearVelocity(velocity), AngularVelocity(spin)));
        }
    }

    /// Puts a piece elsewhere.
    pub fn set_pose(&mut self, id: PieceId, pose: Pose) {
        if let Some(entity) = self.entity(id) {
            self.world.entity_mut(entity).insert((Position(pose.position), Rotation(pose.rotation)));
        }
    }

    /// How a piece moves now; a piece that was taken away rests at the origin.
    pub fn state(&self, id: PieceId) -> State {
        let read = |entity: Entity| {
            let entity = self.world.entity(entity);
            let pose = Pose::new(
                entity.get::<Position>().map_or(Vector::ZERO, |p| p.0),
                entity.get::<Rotation>().map_or(crate::units::Quaternion::IDENTITY, |r| r.0),
            );
            State {
                pose,
                velocity: entity.get::<LinearVelocity>().map_or(Vector::ZERO, |v| v.0),
                spin: entity.get::<AngularVelocity>().map_or(Vector::ZERO, |w| w.0),
            }
        };
        self.entity(id)
            .map_or(State { pose: Pose::IDENTITY, velocity: Vector::ZERO, spin: Vector::ZERO }, read)
    }

    /// One full step. What is passing and has had its steps is gone at its end.
    pub fn step(&mut self) {
        step::advance(&mut self.world);
        self.time += 1.0 / self.rate().hertz;
        for steps in self.passing.values_mut() {
            *steps = steps.saturating_sub(1);
        }
        while let Some(id) = self.passing.iter().find(|(_, steps)| **steps == 0).map(|(id, _)| *id) {
            self.remove(id);
        }
    }

    /// How often the table steps.
    pub fn rate(&self) -> StepRate {
        *self.world.resource::<StepRate>()
    }

    /// Length of a sub-step, seconds: the `h` of the experiments.
    pub fn substep(&self) -> Scalar {
        self.rate().substep()
    }

    /// Simulated time, seconds.
    pub fn time(&self) -> Scalar {
        self.time
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Plate;
    use crate::units::{Quaternion, mm};

    #[test]
    fn the_last_piece_near_anything_can_be_taken_away() {
        let mut table = Table::new(StepRate::default(), PairLaw::REFERENCE);
        table.spawn(Piece::fixed(Plate::plane().into(), Pose::IDENTITY));
        let disc = Shape::disc(mm(25.0), mm(8.0));
        let place = Pose::new(Vector::Y * mm(4.0), Quaternion::IDENTITY);
        let id = table.spawn(Piece::dynamic(disc.clone(), 720.0, place));
        table.step();
        table.remove(id);
        table.step();
        let other = table.spawn(Piece::dynamic(disc, 720.0, place));
        table.step();
        assert!(table.bearing(PieceId(0), other).is_some(), "the new disc does not lie on the table");
    }
}
