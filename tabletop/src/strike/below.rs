//! Strokes of a mallet from under a cloth.

use super::{Strike, StrikeError, Striker};
use crate::geometry::Pose;
use crate::table::{PieceId, State, Table};
use crate::units::{Quaternion, Scalar, Vector, mm};

/// Fastest mallet, metres per second (BP-G.12).
pub const MAX_MALLET_SPEED: Scalar = 3.0;

/// Distance under the cloth from which a mallet rises, metres.
const RUN_UP: Scalar = mm(1.0);

/// Longest time for which a mallet is under raised cloth, and a little more, in which it gets clear of it, seconds.
const UNDER_CLOTH: Scalar = 0.036;

impl Strike {
    /// A stroke from below at a point of a cloth; the height of the point does not matter. With the point and the
    /// speed everything about it is said.
    pub fn from_below(at: Vector, speed: Scalar) -> Self {
        Self { at, direction: Vector::Y, speed, striker: Striker::MALLET }
    }
}

impl Table {
    /// Strikes from below with a mallet, whatever the direction of the strike: it rises freely at its speed from
    /// just under the cloth, is turned back by it, and goes. It is gone before it could meet what is far below.
    pub(super) fn strike_from_below(
        &mut self,
        strike: &Strike,
        material: u16,
    ) -> Result<PieceId, StrikeError> {
        let Strike { at, speed, striker, .. } = *strike;
        let Striker::Mallet { radius, half_length, .. } = striker else { return Err(StrikeError::Senseless) };
        let over = self.cloths().find_map(|(plate, cloth)| {
            let frame = self.state(plate).pose;
            let place = frame.to_local(at);
            cloth.grid.compartment(place)?;
            let below = cloth.thickness + RUN_UP + radius + half_length;
            Some((plate, frame.to_world(Vector { y: -below, ..place })))
        });
        let (plate, middle) = over.ok_or(StrikeError::NoCloth)?;
        let pose = Pose::new(middle, Quaternion::IDENTITY);
        // The plate that holds the cloth is solid only to those who come from above.
        let blocks = |id: &PieceId| *id != plate && self.overlaps(*id, &striker.shape(), pose);
        if let Some(piece) = self.pieces().find(blocks) {
            return Err(StrikeError::Blocked(piece));
        }
        let speed = speed.min(MAX_MALLET_SPEED);
        let seconds = 4.0 * RUN_UP / speed + UNDER_CLOTH;
        let steps = (seconds * self.rate().hertz).ceil() as u32;
        let [_, next] = self.next_numbers();
        let state = State { pose, velocity: Vector::Y * speed, spin: Vector::ZERO };
        self.put_striker(PieceId(next), &striker, material, state, steps);
        Ok(PieceId(next))
    }
}
