//! When the table is still, and what it waits for when it is not.
//!
//! A piece is at rest when it has been slow for a while and contacts bear its weight, or when it has fallen far
//! below the table. Nothing is at rest in the air, however slow it is there. Waiting is bounded: after a budget
//! of steps the table is declared unsettled, with the names of those who would not rest.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::geometry::Shape;
use crate::physics::BodyKind;
use crate::table::{PieceId, Table};
use crate::units::{Scalar, mm};

/// Share of its weight that contacts must bear on a piece at rest.
const BORNE: Scalar = 0.5;

/// What counts as rest. SI units.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RestRules {
    /// Speed below which a piece is slow, metres per second.
    pub speed: Scalar,
    /// Spin below which a piece is slow, radians per second.
    pub spin: Scalar,
    /// How long it must have been slow, seconds.
    pub hold: Scalar,
    /// Height below which a piece has left, metres.
    pub floor: Scalar,
    /// Longest wait, seconds.
    pub budget: Scalar,
}

impl Default for RestRules {
    fn default() -> Self {
        Self { speed: mm(5.0), spin: 0.5, hold: 0.5, floor: -2.0, budget: 30.0 }
    }
}

/// Why a piece is not at rest.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Unrest {
    /// It moves, metres per second.
    Moves(Scalar),
    /// It spins, radians per second.
    Spins(Scalar),
    /// Nothing carries it.
    InTheAir,
    /// Something moves it: a hand, or a finger on its way.
    Driven,
    /// It has been slow for this many seconds only.
    Settling(Scalar),
}

/// A piece that is not at rest, and why.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reason {
    /// The piece.
    pub piece: PieceId,
    /// What it is: "disc", "ball", "die".
    pub noun: &'static str,
    /// Why.
    pub unrest: Unrest,
}

impl Reason {
    /// In plain words, with the name of the piece.
    pub fn told(&self, name: &str) -> String {
        if self.piece.is_passing() {
            return "a blow is on its way".to_owned();
        }
        let why = match self.unrest {
            Unrest::Moves(speed) => format!("still moves at {:.0} mm/s", speed / mm(1.0)),
            Unrest::Spins(spin) => format!("still spins at {spin:.1} rad/s"),
            Unrest::InTheAir => "is in the air".to_owned(),
            Unrest::Driven => "is being moved".to_owned(),
            Unrest::Settling(slow) => format!("has been still for {slow:.2} s only"),
        };
        format!("{} {name} {why}", self.noun)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.told(&self.piece.0.to_string()))
    }
}

/// What the watch says after a step.
#[derive(Clone, Debug, PartialEq)]
pub enum RestReport {
    /// Everything rests.
    Resting,
    /// Something does not; the most restless piece.
    Waiting(Reason),
    /// The wait is over its budget; all pieces that do not rest.
    Unsettled(Vec<Reason>),
}

/// Watches a table from step to step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RestWatch {
    rules: RestRules,
    /// Steps for which each piece has been slow.
    slow: BTreeMap<PieceId, u32>,
    /// Steps since the watch began.
    waited: u32,
}

impl RestWatch {
    /// A watch that begins now.
    pub fn new(rules: RestRules) -> Self {
        Self { rules, ..Self::default() }
    }

    /// The rules it goes by.
    pub fn rules(&self) -> &RestRules {
        &self.rules
    }

    /// Begins anew: something was done to the table.
    pub fn restart(&mut self) {
        self.slow.clear();
        self.waited = 0;
    }

    /// What the watch remembers: how long each piece has been slow, and how long it has waited, in steps.
    pub fn memory(&self) -> (Vec<(u32, u32)>, u32) {
        (self.slow.iter().map(|(id, steps)| (id.0, *steps)).collect(), self.waited)
    }

    /// A watch with the memory of another.
    pub fn with_memory(rules: RestRules, slow: &[(u32, u32)], waited: u32) -> Self {
        Self { rules, slow: slow.iter().map(|(id, steps)| (PieceId(*id), *steps)).collect(), waited }
    }

    /// Looks at the table; once after every step.
    pub fn feed(&mut self, table: &Table) -> RestReport {
        self.waited = self.waited.saturating_add(1);
        let hertz = table.rate().hertz;
        let mut reasons: Vec<Reason> = Vec::new();
        let mut still = Vec::new();
        self.slow.retain(|id, _| table.entity(*id).is_some());
        for piece in table.pieces() {
            let Some(noun) = noun(table, piece) else { continue };
            let unrest = self.unrest(table, piece);
            let steps = self.slow.entry(piece).or_default();
            *steps = if unrest.is_none() { steps.saturating_add(1) } else { 0 };
            let slow = Scalar::from(*steps) / hertz;
            match unrest {
                Some(unrest) => reasons.push(Reason { piece, noun, unrest }),
                None if slow < self.rules.hold => {
                    reasons.push(Reason { piece, noun, unrest: Unrest::Settling(slow) });
                }
                None => still.push((piece, noun)),
            }
        }
        if reasons.is_empty() {
            // Exact, and therefore last: who bears whom.
            let touches = table.touches();
            for (piece, noun) in still {
                let dynamic = table.kind(piece) == Some(BodyKind::Dynamic);
                let left = table.state(piece).pose.position.y < self.rules.floor;
                if dynamic && !left && table.borne_share(piece, &touches) < BORNE {
                    reasons.push(Reason { piece, noun, unrest: Unrest::InTheAir });
                }
            }
        }
        if reasons.is_empty() {
            RestReport::Resting
        } else if Scalar::from(self.waited) >= self.rules.budget * hertz {
            RestReport::Unsettled(reasons)
        } else {
            let settling = |reason: &Reason| matches!(reason.unrest, Unrest::Settling(_));
            let first = reasons.iter().find(|reason| !settling(reason)).unwrap_or(&reasons[0]);
            RestReport::Waiting(*first)
        }
    }

    /// Why a piece cannot rest at this moment, if it cannot.
    fn unrest(&self, table: &Table, piece: PieceId) -> Option<Unrest> {
        let state = table.state(piece);
        let (speed, spin) = (state.velocity.length(), state.spin.length());
        let quick = speed >= self.rules.speed || spin >= self.rules.spin;
        match table.kind(piece) {
            _ if piece.is_passing() => Some(Unrest::Driven),
            Some(BodyKind::Kinematic) => (speed > 0.0 || spin > 0.0).then_some(Unrest::Driven),
            _ if state.pose.position.y < self.rules.floor => None,
            _ if !table.is_loaded(piece) => Some(Unrest::InTheAir),
            _ if !quick => None,
            // Whichever is farther over its limit says more.
            _ if speed / self.rules.speed >= spin / self.rules.spin => Some(Unrest::Moves(speed)),
            _ => Some(Unrest::Spins(spin)),
        }
    }
}

/// What a piece is called; `None` for what never moves.
fn noun(table: &Table, piece: PieceId) -> Option<&'static str> {
    if table.kind(piece)? == BodyKind::Static {
        return None;
    }
    Some(match table.shape(piece)? {
        Shape::Ball { .. } => "ball",
        Shape::Disc { .. } => "disc",
        Shape::Capsule { .. } => "stick",
        Shape::Hull(_) => "die",
        Shape::Plate(_) => "plate",
    })
}
