//! Strikes: a finger, bat or ball that comes, hits what is in its way, follows through and is gone.
//!
//! A strike puts a real body in the world. It flies straight, does not turn and feels no gravity; everything
//! else about it is contact. It may miss, graze, or hit several pieces.

mod below;
#[cfg(test)]
mod tests;

use std::{error::Error, fmt};

use avian3d::prelude::{GravityScale, LockedAxes};
use serde::{Deserialize, Serialize};

use crate::geometry::contact::{Hint, collide};
use crate::geometry::{Pose, Shape};
use crate::physics::law::PairLaw;
use crate::table::{Piece, PieceId, State, Table};
use crate::units::{Quaternion, Scalar, Vector, mm};
pub use below::MAX_MALLET_SPEED;

/// Fastest disc that a strike may make, metres per second.
pub const MAX_DISC_SPEED: Scalar = 8.0;

/// Skin on wood: finger on a disc.
pub const SKIN_ON_WOOD: PairLaw =
    PairLaw { static_friction: 0.8, kinetic_friction: 0.7, restitution: 0.3, rolling: 0.0 };

/// Distance from which a striker comes, metres.
const RUN_UP: Scalar = mm(3.0);

/// Distance beyond the point aimed at after which it would be gone if nothing slowed it, metres.
const FOLLOW_THROUGH: Scalar = mm(12.0);

/// Least distance from the board to a striker that passes over it, metres.
const CLEARANCE: Scalar = mm(0.3);

/// How far below its way a board is looked for, metres.
const LOOK_DOWN: Scalar = mm(60.0);

/// What strikes. Kilograms and metres.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Striker {
    /// The tip of a finger behind its nail: round in plan, and 4 mm high, so that it meets the rim of a flat
    /// disc squarely.
    Finger {
        /// Mass that takes part in the blow, not that of the finger.
        mass: Scalar,
        /// Radius in plan.
        radius: Scalar,
    },
    /// A round stick held level and across the direction of the blow.
    Bat {
        /// Mass that takes part in the blow.
        mass: Scalar,
        /// Radius of the stick.
        radius: Scalar,
        /// Half of its straight length.
        half_length: Scalar,
    },
    /// A sphere.
    Ball {
        /// Its mass.
        mass: Scalar,
        /// Its radius.
        radius: Scalar,
    },
    /// The upright head of a mallet that rises under a cloth, guided so that it moves up and down only.
    Mallet {
        /// Mass that takes part in the blow.
        mass: Scalar,
        /// Radius of the head and of its round ends.
        radius: Scalar,
        /// Half of its straight length.
        half_length: Scalar,
    },
}

impl Striker {
    /// A finger of 15 g with a tip of 6 mm.
    pub const FINGER: Self = Self::Finger { mass: 0.015, radius: mm(6.0) };
    /// A bat of 60 g, 8 mm thick and 40 mm wide.
    pub const BAT: Self = Self::Bat { mass: 0.060, radius: mm(4.0), half_length: mm(16.0) };
    /// The mallet of the Billard des Pirates with its whole mass (BP-G.10).
    pub const MALLET: Self = Self::Mallet { mass: 0.0567, radius: mm(10.0), half_length: mm(25.0) };
    /// The same held loosely by the end of its handle: only its effective mass takes part (BP-G.10).
    pub const LOOSE_MALLET: Self = Self::Mallet { mass: 0.0236, radius: mm(10.0), half_length: mm(25.0) };

    /// Half of the height of a fingertip, metres.
    const HALF_TIP: Scalar = mm(2.0);

    /// Mass that takes part in the blow, kilograms.
    pub const fn mass(&self) -> Scalar {
        match *self {
            Self::Finger { mass, .. }
            | Self::Bat { mass, .. }
            | Self::Ball { mass, .. }
            | Self::Mallet { mass, .. } => mass,
        }
    }

    /// Distance from its middle to what strikes, along the direction of the blow, metres.
    pub const fn reach(&self) -> Scalar {
        match *self {
            Self::Finger { radius, .. } | Self::Bat { radius, .. } | Self::Ball { radius, .. } => radius,
            Self::Mallet { radius, half_length, .. } => radius + half_length,
        }
    }

    fn shape(&self) -> Shape {
        match *self {
            Self::Finger { radius, .. } => Shape::Disc { radius, half_thickness: Self::HALF_TIP },
            Self::Bat { radius, half_length, .. } | Self::Mallet { radius, half_length, .. } => {
                Shape::Capsule { radius, half_length }
            }
            Self::Ball { radius, .. } => Shape::Ball { radius },
        }
    }

    /// How it is held when it strikes in a direction.
    fn held(&self, direction: Vector) -> Quaternion {
        let side = direction.cross(Vector::Y).try_normalize().unwrap_or(Vector::X);
        match self {
            Self::Finger { .. } => {
                Quaternion::from_rotation_arc(Vector::Y, side.cross(direction).normalize())
            }
            Self::Bat { .. } => Quaternion::from_rotation_arc(Vector::Y, side),
            Self::Ball { .. } | Self::Mallet { .. } => Quaternion::IDENTITY,
        }
    }

    /// Whether its sizes and mass are those of a thing.
    pub(crate) fn is_sound(&self) -> bool {
        let sizes = match *self {
            Self::Finger { mass, radius } | Self::Ball { mass, radius } => [mass, radius, 1.0],
            Self::Bat { mass, radius, half_length } | Self::Mallet { mass, radius, half_length } => {
                [mass, radius, half_length]
            }
        };
        sizes.iter().all(|size| size.is_finite() && *size > 0.0)
    }
}

/// One blow.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strike {
    /// World point through which the tip passes, metres.
    pub at: Vector,
    /// Which way; its length does not matter.
    pub direction: Vector,
    /// How fast, metres per second.
    pub speed: Scalar,
    /// With what.
    pub striker: Striker,
}

impl Strike {
    /// A level blow at the middle of the near side of a piece: `height` 0 is its lowest part, 1 its highest.
    /// `None` when the piece is not on the table or the direction is upright.
    pub fn aimed(
        table: &Table,
        piece: PieceId,
        direction: Vector,
        speed: Scalar,
        height: Scalar,
        striker: Striker,
    ) -> Option<Self> {
        let direction = Vector::new(direction.x, 0.0, direction.z).try_normalize()?;
        let (shape, pose) = (table.shape(piece)?, table.state(piece).pose);
        let (low, high) = shape.bounds(pose);
        let level = low.y + (high.y - low.y) * height.clamp(0.0, 1.0);
        let near = match shape {
            Shape::Ball { radius } => {
                let off = level - pose.position.y;
                (radius * radius - off * off).max(0.0).sqrt()
            }
            _ => (shape.support(pose, -direction) - pose.position).dot(-direction),
        };
        let at = Vector { y: level, ..pose.position - direction * near };
        Some(Self { at, direction, speed, striker })
    }

    /// Fastest that a striker may come, whatever it hits: the lightest piece leaves at `(1 + e) V`.
    pub fn top_speed() -> Scalar {
        MAX_DISC_SPEED / (1.0 + SKIN_ON_WOOD.restitution)
    }
}

/// Why a strike was not made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StrikeError {
    /// A number is not finite, a size or the speed is not positive, or there is no direction.
    Senseless,
    /// Something is where the striker would start.
    Blocked(PieceId),
    /// It comes from below, and there is no cloth over it.
    NoCloth,
}

impl fmt::Display for StrikeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Senseless => {
                f.write_str("a strike needs a point, a direction, and a speed and sizes above zero")
            }
            Self::NoCloth => f.write_str("there is no cloth to strike from below there"),
            Self::Blocked(piece) => write!(f, "piece {} leaves no room to strike from there", piece.0),
        }
    }
}

impl Error for StrikeError {}

impl Table {
    /// Strikes, with a striker of the given material. It is raised where it would touch a board that it passes
    /// over, and no faster than [`Strike::top_speed`]. After a number of steps that depends on its speed alone it
    /// is gone.
    ///
    /// # Errors
    ///
    /// When the strike makes no sense or there is no room for the striker to start.
    pub fn strike(&mut self, strike: &Strike, material: u16) -> Result<PieceId, StrikeError> {
        let Strike { at, direction, speed, striker } = *strike;
        let unit = direction.try_normalize().filter(|_| at.is_finite() && speed.is_finite() && speed > 0.0);
        let Some(direction) = unit.filter(|_| striker.is_sound()) else { return Err(StrikeError::Senseless) };
        if let Striker::Mallet { .. } = striker {
            return self.strike_from_below(strike, material);
        }
        let speed = speed.min(Strike::top_speed());
        let shape = striker.shape();
        let rotation = striker.held(direction);
        let middle = at - direction * striker.reach();
        let ends = [middle - direction * RUN_UP, middle + direction * FOLLOW_THROUGH];
        let lift = if direction.y.abs() < 0.5 {
            self.lift(&shape, ends.map(|end| Pose::new(end, rotation)))
        } else {
            0.0
        };
        let start = Pose::new(ends[0] + Vector::Y * lift, rotation);
        if let Some(piece) = self.pieces().find(|id| self.overlaps(*id, &shape, start)) {
            return Err(StrikeError::Blocked(piece));
        }
        let steps = ((RUN_UP + FOLLOW_THROUGH) / speed * self.rate().hertz).ceil() as u32;
        let [_, next] = self.next_numbers();
        let state = State { pose: start, velocity: direction * speed, spin: Vector::ZERO };
        self.put_striker(PieceId(next), &striker, material, state, steps);
        Ok(PieceId(next))
    }

    /// Puts a striker in the world as it was, or will be, at some moment of its blow.
    pub(crate) fn put_striker(
        &mut self,
        id: PieceId,
        striker: &Striker,
        material: u16,
        state: State,
        steps: u32,
    ) {
        let piece = Piece { mass: striker.mass(), ..Piece::dynamic(striker.shape(), 1.0, state.pose) };
        self.spawn_passing_as(id, piece.of(material), steps);
        self.set_velocity(id, state.velocity, state.spin);
        if let Some(entity) = self.entity(id) {
            let locked = match striker {
                Striker::Mallet { .. } => {
                    LockedAxes::ROTATION_LOCKED.lock_translation_x().lock_translation_z()
                }
                _ => LockedAxes::ROTATION_LOCKED,
            };
            self.world_mut().entity_mut(entity).insert((locked, GravityScale(0.0)));
        }
    }

    /// How far up a shape must go to pass over all boards that lie under it.
    fn lift(&self, shape: &Shape, along: [Pose; 2]) -> Scalar {
        let mut lift: Scalar = 0.0;
        let mut found = Vec::new();
        for (board, pose) in self.pieces().filter_map(|id| Some((self.shape(id)?, self.state(id).pose))) {
            if board.as_plate().is_none() {
                continue;
            }
            for at in along {
                found.clear();
                collide(board, pose, shape, at, LOOK_DOWN, Hint::default(), &mut found);
                for manifold in found.iter().filter(|manifold| manifold.normal.y > 0.7) {
                    let gap =
                        manifold.points.iter().map(|point| point.gap).fold(Scalar::INFINITY, Scalar::min);
                    lift = lift.max((CLEARANCE - gap) / manifold.normal.y);
                }
            }
        }
        lift
    }

    /// Whether a piece overlaps a shape somewhere.
    fn overlaps(&self, id: PieceId, shape: &Shape, at: Pose) -> bool {
        let Some(other) = self.shape(id) else { return false };
        let mut found = Vec::new();
        collide(other, self.state(id).pose, shape, at, 0.0, Hint::default(), &mut found);
        found.iter().any(|manifold| manifold.points.iter().any(|point| point.gap < 0.0))
    }
}
