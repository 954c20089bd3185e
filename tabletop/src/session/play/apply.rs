//! What intents do to a table in play.

use super::{Gone, Play};
use crate::geometry::{Pose, Shape};
use crate::scene::{Height, Intent, KindDef, Striker as Held};
use crate::session::IntentError;
use crate::strike::{Strike, Striker};
use crate::table::PieceId;
use crate::units::{Quaternion, Scalar, Vector, Vector2, from_plan, mm, to_plan};

/// Height of a strike where nothing tells it, metres above the plan.
const LEVEL: Scalar = mm(2.5);

/// How far ahead of its point a strike looks for what it hits, metres.
const AHEAD: Scalar = mm(0.5);

impl Play {
    /// Does what an intent says now. What lets time pass is left to whoever counts the steps.
    pub fn apply(&mut self, intent: &Intent) -> Result<(), IntentError> {
        if !intent.is_finite() {
            return Err(IntentError::NotFinite);
        }
        match intent {
            Intent::Strike { at, height, azimuth, rise, speed, with } => {
                self.strike(*at, *height, (*azimuth, *rise), *speed, *with)?;
            }
            Intent::Place { piece, at, height, rotation, kind } => {
                self.place(piece, (*at, height), *rotation, kind.as_deref())?;
            }
            Intent::Remove { piece } => {
                let id = self.present(piece)?;
                self.take(id, Gone::Removed);
            }
            Intent::Throw { piece, velocity, spin } => {
                let id = self.present(piece)?;
                self.setting.table.set_velocity(id, *velocity, *spin);
            }
            Intent::Cast { piece, from, velocity, spin } => {
                let id = self.present(piece)?;
                let rotation = self.chance.rotation();
                let axis = self.chance.direction();
                self.put(id, Pose::new(*from, rotation));
                self.setting.table.set_velocity(id, *velocity, axis * *spin);
            }
            Intent::Wait { .. } | Intent::Rest | Intent::Shot { .. } => return Err(IntentError::NotAnAct),
        }
        self.watch.restart();
        self.resting = false;
        Ok(())
    }

    fn strike(
        &mut self,
        at: Vector2,
        height: Option<Scalar>,
        (azimuth, rise): (Scalar, Scalar),
        speed: Scalar,
        with: Held,
    ) -> Result<(), IntentError> {
        // The library's own functions, not those of the platform: the same bits everywhere.
        let ((sin, cos), (up, level)) = (libm::sincos(azimuth), libm::sincos(rise));
        let direction = from_plan(Vector2::new(sin, cos) * level, up);
        let plan = from_plan(at, 0.0);
        let ahead = self.setting.piece_over(plan + Vector { y: 0.0, ..direction } * AHEAD);
        let middle = ahead.map(|id| self.setting.table.state(id).pose.position.y);
        let strike = match with {
            Held::Finger => Strike {
                at: plan + Vector::Y * height.or(middle).unwrap_or(LEVEL),
                direction,
                speed,
                striker: Striker::FINGER,
            },
            Held::Bat => Strike::from_below(plan, speed),
        };
        let striker = strike.striker;
        let material = self.material_of(&striker);
        let id = self
            .setting
            .table
            .strike(&strike, material)
            .map_err(|error| IntentError::of_strike(error, |id| self.name(PieceId(id))))?;
        self.strikers.insert(id, striker);
        Ok(())
    }

    /// What a striker is made of.
    pub(in crate::session) fn material_of(&self, striker: &Striker) -> u16 {
        let name = if matches!(striker, Striker::Finger { .. }) { "skin" } else { "varnished_wood" };
        self.scene.materials.find(name).map_or(0, |id| id.0)
    }

    fn place(
        &mut self,
        piece: &str,
        (at, height): (Option<Vector2>, &Height),
        rotation: Quaternion,
        kind: Option<&str>,
    ) -> Result<(), IntentError> {
        let name = || piece.to_owned();
        let under = match height {
            Height::On(other) if other == piece => return Err(IntentError::OnItself(name())),
            Height::On(other) => Some(self.present(other)?),
            Height::Top | Height::Lowest(_) => None,
        };
        let below = |id: PieceId| to_plan(self.setting.table.state(id).pose.position);
        let at = at.or(under.map(below)).ok_or_else(|| IntentError::Nowhere(name()))?;
        let known = self.number(piece);
        let made = match (known, kind) {
            (Some(_), None) => None,
            (Some(_), Some(_)) => return Err(IntentError::Made(name())),
            (None, None) => return Err(IntentError::NoKind(name())),
            (None, Some(kind)) => {
                let place = self.scene.kinds.iter().position(|known| known.name == kind);
                Some(place.ok_or_else(|| IntentError::UnknownKind(kind.to_owned()))?)
            }
        };
        // Nothing is refused from here on.
        self.made.extend(made.map(|kind| (name(), kind)));
        let Some(id) = known.or_else(|| self.number(piece)) else { return Err(IntentError::NoKind(name())) };
        let Some(kind) = self.piece(id).map(|(_, kind)| kind.clone()) else {
            return Err(IntentError::NoKind(name()));
        };
        let there = self.setting.table.entity(id).is_some();
        let pose = self.pose_over(&kind.shape, there.then_some(id), (at, height), rotation);
        if there {
            self.put(id, pose);
        } else {
            self.bring(id, piece, &kind, pose);
        }
        Ok(())
    }

    /// Where a shape is when it is put down at a point; `itself`, if it is there already, is not in its own way.
    fn pose_over(
        &self,
        shape: &Shape,
        itself: Option<PieceId>,
        (at, height): (Vector2, &Height),
        rotation: Quaternion,
    ) -> Pose {
        let plan = from_plan(at, 0.0);
        let base = match height {
            Height::Lowest(level) => *level,
            Height::Top | Height::On(_) => self.setting.top_over(plan, itself),
        };
        let lowest = shape.bounds(Pose::new(Vector::ZERO, rotation)).0.y;
        Pose::new(plan + Vector::Y * (base - lowest), rotation)
    }

    /// Puts a piece on the table that is not there.
    fn bring(&mut self, id: PieceId, name: &str, kind: &KindDef, pose: Pose) {
        self.setting.add_as(id, name.to_owned(), kind, pose);
        self.gone.remove(&id);
        self.before.insert(id, pose);
        self.passages.put(id, pose.position);
        self.forget_contacts();
    }

    /// Puts a piece of the table elsewhere, at rest.
    fn put(&mut self, id: PieceId, pose: Pose) {
        self.setting.table.set_pose(id, pose);
        self.setting.table.set_velocity(id, Vector::ZERO, Vector::ZERO);
        self.passages.put(id, pose.position);
        self.forget_contacts();
    }

    fn present(&self, piece: &str) -> Result<PieceId, IntentError> {
        self.setting.piece(piece).ok_or_else(|| IntentError::NoPiece(piece.to_owned()))
    }
}
