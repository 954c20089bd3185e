//! Avian set up for centimetre wood: our collider, our laws of contact, our solver.
//!
//! Avian keeps the bodies, the broad phase, the pairs and the events. Its collider backend is
//! [`collider::ExactCollider`]; its contact solver is replaced by [`solver`], which looks at the exact geometry
//! again in every sub-step. `docs/physics.md` says why, with the figures.

pub mod cloth;
pub mod collider;
pub mod law;
pub mod materials;
pub mod solver;
pub mod step;

use avian3d::collider_tree::{ColliderTreeOptimization, ColliderTreePlugin};
use avian3d::collision::broad_phase::{BroadPhaseCorePlugin, BvhBroadPhasePlugin};
use avian3d::collision::narrow_phase::NarrowPhasePlugin;
use avian3d::dynamics::solver::schedule::SolverSystems;
use avian3d::prelude::*;
use bevy::ecs::intern::Interned;
use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;

use crate::units::{GRAVITY, Scalar, Vector};
pub use cloth::{Cloth, ClothLaw};
pub use collider::{ExactCollider, Heft};
pub use law::PairLaw;
pub use materials::{MaterialId, PairLaws};
pub use solver::BodyKind;
pub use step::{BodyId, Mechanics, StepRate};

/// Avian's length unit, metres. Only the margins of its bounding boxes follow from it: a piece that is struck
/// within a step must already be paired with whatever it can reach in that step, up to 8 m/s.
const LENGTH_UNIT: Scalar = 0.2;

/// Physics of the table, run in the given schedule, or by hand with [`step::advance`].
pub struct TablePhysicsPlugin {
    schedule: Interned<dyn ScheduleLabel>,
}

impl TablePhysicsPlugin {
    /// Physics that steps once whenever `schedule` runs.
    pub fn new(schedule: impl ScheduleLabel) -> Self {
        Self { schedule: schedule.intern() }
    }
}

impl Default for TablePhysicsPlugin {
    fn default() -> Self {
        Self::new(FixedPostUpdate)
    }
}

impl Plugin for TablePhysicsPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(PhysicsLengthUnit(LENGTH_UNIT))
            .insert_resource(Gravity(Vector::NEG_Y * GRAVITY))
            .init_resource::<StepRate>()
            .init_resource::<PairLaws>()
            .init_resource::<Mechanics>();
        app.add_plugins((
            PhysicsSchedulePlugin::new(self.schedule),
            ColliderHierarchyPlugin,
            ColliderTransformPlugin::new(self.schedule),
            ColliderBackendPlugin::<ExactCollider>::new(self.schedule),
            ColliderTreePlugin::<ExactCollider>::default(),
            NarrowPhasePlugin::<ExactCollider>::new(PhysicsSchedule, false),
            BroadPhaseCorePlugin,
            BvhBroadPhasePlugin::<()>::default(),
            PhysicsTransformPlugin::new(self.schedule),
        ));
        // A hundred small boxes are sorted faster here than another thread is woken.
        app.insert_resource(ColliderTreeOptimization {
            optimize_in_place: true,
            use_async_tasks: false,
            ..default()
        });
        // Avian's contact solver is not added; its place in the schedule is kept for what refers to it.
        app.configure_sets(
            PhysicsSchedule,
            (SolverSystems::Substep, SolverSystems::Finalize).chain().in_set(PhysicsStepSystems::Solver),
        );
        app.add_systems(PhysicsSchedule, step::solve.in_set(SolverSystems::Substep));
    }
}
