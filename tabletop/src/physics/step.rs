//! One step of the table: bodies and pairs from Avian into the solver, and back.

use std::sync::Arc;
use std::time::Duration;

use avian3d::collision::contact_types::ContactGraph;
use avian3d::dynamics::solver::solver_body::SolverBody;
use avian3d::prelude::*;
use bevy::prelude::*;

use super::cloth::Cloth;
use super::collider::{ExactCollider, Heft};
use super::materials::{MaterialId, PairLaws};
use super::solver::{Body, BodyKind, Dynamics, Pair, PairCache};
use crate::geometry::{Pose, Shape};
use crate::units::{Scalar, Vector};

/// Stable number of a body. Results depend on it and never on the number of the entity.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BodyId(pub u32);

/// How often the table steps, and in how many parts. `docs/physics.md` has the measurements behind the default.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct StepRate {
    /// Steps per second.
    pub hertz: Scalar,
    /// Parts of a step.
    pub substeps: u32,
}

impl Default for StepRate {
    fn default() -> Self {
        Self { hertz: 480.0, substeps: 4 }
    }
}

impl StepRate {
    /// Length of a part, seconds.
    pub fn substep(self) -> Scalar {
        1.0 / (self.hertz * Scalar::from(self.substeps))
    }

    /// Length of a step.
    pub fn period(self) -> Duration {
        Duration::from_secs_f64(1.0 / self.hertz)
    }
}

/// The solver and who is who in it.
#[derive(Resource, Debug, Default)]
pub struct Mechanics {
    /// Bodies, pairs and memory of contacts.
    pub dynamics: Dynamics,
    entities: Vec<Entity>,
    /// Index of a body by the index of its entity; `u32::MAX` for none.
    index: Vec<u32>,
    /// The near pairs by index; `None` when the bodies have been listed anew and indices mean something else.
    keys: Option<Vec<(u32, u32)>>,
    laws: u32,
    stale: bool,
}

impl Mechanics {
    /// Index of the body of an entity.
    pub fn index_of(&self, entity: Entity) -> Option<usize> {
        let index = *self.index.get(entity.index_u32() as usize)? as usize;
        (self.entities.get(index) == Some(&entity)).then_some(index)
    }

    /// Entity of a body by its index.
    pub fn entity(&self, index: usize) -> Entity {
        self.entities[index]
    }

    /// Forgets what contacts bore, so that what follows depends on poses and velocities alone.
    pub fn forget_contacts(&mut self) {
        for pair in &mut self.dynamics.pairs {
            pair.cache = PairCache::default();
        }
        self.dynamics.wake_all();
    }

    /// Asks for bodies to be read anew: shapes, masses or materials were changed.
    pub fn invalidate(&mut self) {
        self.stale = true;
    }
}

/// Everything the solver needs to know of a body.
type BodyData = (
    Entity,
    &'static BodyId,
    &'static RigidBody,
    &'static ExactCollider,
    Option<&'static Heft>,
    Option<&'static MaterialId>,
    Option<&'static LockedAxes>,
    Option<&'static GravityScale>,
    Option<&'static Cloth>,
);

/// The part of a body that moves.
type Motion = (
    &'static mut Position,
    &'static mut Rotation,
    Option<&'static mut LinearVelocity>,
    Option<&'static mut AngularVelocity>,
);

/// Steps the solver. Avian's broad and narrow phases have just brought the list of near pairs up to date.
pub(super) fn solve(
    mut mechanics: ResMut<Mechanics>,
    rate: Res<StepRate>,
    gravity: Res<Gravity>,
    laws: Res<PairLaws>,
    graph: Res<ContactGraph>,
    changed: Query<
        (),
        Or<(
            Changed<BodyId>,
            Changed<RigidBody>,
            Changed<ExactCollider>,
            Changed<Heft>,
            Changed<MaterialId>,
            Changed<Cloth>,
        )>,
    >,
    data: Query<BodyData>,
    mut motion: Query<Motion, With<BodyId>>,
) {
    let mechanics = &mut *mechanics;
    mechanics.dynamics.set_gravity(gravity.0);
    if mechanics.stale || data.iter().len() != mechanics.entities.len() || !changed.is_empty() {
        read_bodies(mechanics, &data);
    }
    read_motion(mechanics, &motion);
    read_pairs(mechanics, &graph, &laws);
    let h = rate.substep();
    for _ in 0..rate.substeps {
        mechanics.dynamics.step(h);
    }
    write_motion(mechanics, &mut motion);
}

/// Lists all bodies in the order of their numbers.
fn read_bodies(mechanics: &mut Mechanics, data: &Query<BodyData>) {
    let mut all: Vec<_> = data.iter().collect();
    all.sort_by_key(|body| *body.1);
    mechanics.entities.clear();
    mechanics.index.clear();
    let bodies = &mut mechanics.dynamics.bodies;
    bodies.clear();
    for (entity, id, kind, collider, heft, material, locked, gravity, cloth) in all {
        let slot = entity.index_u32() as usize;
        if mechanics.index.len() <= slot {
            mechanics.index.resize(slot + 1, u32::MAX);
        }
        mechanics.index[slot] = bodies.len() as u32;
        mechanics.entities.push(entity);
        let kind = match kind {
            RigidBody::Dynamic => BodyKind::Dynamic,
            RigidBody::Kinematic => BodyKind::Kinematic,
            RigidBody::Static => BodyKind::Static,
        };
        let mass = heft.map_or_else(|| collider.0.volume() * 700.0, |heft| heft.0);
        let material = material.map_or(0, |material| material.0);
        let mut body = Body::new(id.0, kind, collider.0.clone(), Pose::IDENTITY, mass, material);
        if locked.is_some_and(|locked| locked.is_rotation_x_locked()) {
            body.inertia = Vector::INFINITY;
        }
        if locked.is_some_and(|locked| locked.is_translation_x_locked() && locked.is_translation_z_locked()) {
            body.guide = Some(Vector::Y);
        }
        body.gravity_scale = gravity.map_or(1.0, |gravity| gravity.0);
        body.cloth = cloth.map(|cloth| Arc::new(cloth.clone()));
        bodies.push(body);
    }
    // Pairs refer to bodies by index: find them again by number.
    mechanics.keys = None;
    mechanics.stale = false;
}

fn read_motion(mechanics: &mut Mechanics, motion: &Query<Motion, With<BodyId>>) {
    for (index, entity) in mechanics.entities.iter().enumerate() {
        let Ok((position, rotation, velocity, spin)) = motion.get(*entity) else { continue };
        let velocity = velocity.map_or(Vector::ZERO, |velocity| velocity.0);
        let spin = spin.map_or(Vector::ZERO, |spin| spin.0);
        mechanics.dynamics.set_motion(index, Pose::new(position.0, rotation.0), velocity, spin);
    }
}

/// Takes over Avian's list of near pairs, in the order of the numbers of their bodies, keeping what is known.
fn read_pairs(mechanics: &mut Mechanics, graph: &ContactGraph, laws: &PairLaws) {
    let index = |entity: Entity| mechanics.index.get(entity.index_u32() as usize).copied();
    let mut keys: Vec<(u32, u32)> = graph
        .iter_active()
        .filter(|pair| pair.generates_constraints())
        .filter_map(|pair| {
            let (a, b) = (index(pair.collider1)?, index(pair.collider2)?);
            (a != u32::MAX && b != u32::MAX).then_some((a.min(b), a.max(b)))
        })
        .collect();
    keys.sort_unstable();
    if mechanics.keys.as_ref() == Some(&keys) && mechanics.laws == laws.generation() {
        return;
    }
    let bodies = &mechanics.dynamics.bodies;
    let mut old: Vec<Pair> = std::mem::take(&mut mechanics.dynamics.pairs);
    let mut remembered = old.drain(..).peekable();
    for &(a, b) in &keys {
        let (id_a, id_b) = (bodies[a as usize].id, bodies[b as usize].id);
        while remembered.next_if(|pair| pair.ids < (id_a, id_b)).is_some() {}
        let cache =
            remembered.next_if(|pair| pair.ids == (id_a, id_b)).map(|pair| pair.cache).unwrap_or_default();
        let law = laws.of(MaterialId(bodies[a as usize].material), MaterialId(bodies[b as usize].material));
        let mut pair = Pair::new(a as usize, b as usize, (id_a, id_b), law);
        pair.cache = cache;
        mechanics.dynamics.pairs.push(pair);
    }
    if mechanics.laws != laws.generation() {
        mechanics.dynamics.wake_all();
    }
    mechanics.keys = Some(keys);
    mechanics.laws = laws.generation();
}

fn write_motion(mechanics: &Mechanics, motion: &mut Query<Motion, With<BodyId>>) {
    for (body, entity) in mechanics.dynamics.bodies.iter().zip(&mechanics.entities) {
        if body.kind == BodyKind::Static {
            continue;
        }
        let Ok((mut position, mut rotation, velocity, spin)) = motion.get_mut(*entity) else { continue };
        // Only what moved is marked as changed: Avian's trees follow the marks.
        position.set_if_neq(Position(body.pose.position));
        rotation.set_if_neq(Rotation(body.pose.rotation));
        if let Some(mut velocity) = velocity {
            velocity.set_if_neq(LinearVelocity(body.velocity));
        }
        if let Some(mut spin) = spin {
            spin.set_if_neq(AngularVelocity(body.spin));
        }
    }
}

/// Steps the physics of a world once, without running a frame.
pub fn advance(world: &mut World) {
    let period = world.resource::<StepRate>().period();
    world.resource_mut::<Time<Physics>>().advance_by(period);
    let clock = world.resource::<Time<Physics>>().as_generic();
    world.insert_resource(clock);
    world.run_schedule(PhysicsSchedule);
}

/// The components of a body. `mass` is in kilograms and ignored unless it is dynamic.
pub fn body(
    id: BodyId,
    kind: BodyKind,
    shape: Shape,
    pose: Pose,
    mass: Scalar,
    material: MaterialId,
) -> impl Bundle {
    let rigid = match kind {
        BodyKind::Dynamic => RigidBody::Dynamic,
        BodyKind::Kinematic => RigidBody::Kinematic,
        BodyKind::Static => RigidBody::Static,
    };
    (
        Name::new(format!("Body {}", id.0)),
        id,
        rigid,
        ExactCollider(shape),
        Heft(mass),
        material,
        Position(pose.position),
        Rotation(pose.rotation),
        Transform::from_translation(pose.position.as_vec3()).with_rotation(pose.rotation.as_quat()),
        // Avian sweeps the bounding boxes of what carries this mark.
        SolverBody::default(),
    )
}
