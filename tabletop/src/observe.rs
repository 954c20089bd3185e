//! What lies where, read from the table at rest: the plain values that rules go by.
//!
//! An [`Observation`] knows no engine and no game. Plan coordinates are `x` east and `y` north, metres; heights
//! are above the world's origin.

mod face;
mod passage;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::geometry::overlap::{Circle, Zone};
use crate::geometry::{Pose, Shape};
use crate::table::{PieceId, State, Table, Touch};
use crate::units::{Scalar, Vector2, mm, to_plan};
pub use face::Face;
pub use passage::{Passage, Passages};

/// Steepest slope of a contact, as the height of its unit normal, on which one piece counts as lying on another.
const LIES_ON: Scalar = 0.3;

/// Distance and turn (radians) below which a piece has not moved.
const MOVED: (Scalar, Scalar) = (mm(0.1), 0.01);

/// The table at rest.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    /// Its pieces, in the order of their numbers.
    pub pieces: Vec<PieceObservation>,
}

impl Observation {
    /// What was seen of a piece.
    pub fn piece(&self, id: u32) -> Option<&PieceObservation> {
        self.pieces.iter().find(|piece| piece.id == id)
    }
}

/// One piece.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PieceObservation {
    /// Its number.
    pub id: u32,
    /// Which face it shows.
    pub face: Face,
    /// Plan of its centre of mass, metres.
    pub centre: [Scalar; 2],
    /// Height of its centre of mass, metres.
    pub height: Scalar,
    /// Height of its lowest part, metres.
    pub bottom: Scalar,
    /// Zones that it reaches into, seen from above, by number.
    pub zones: Vec<ZoneTouch>,
    /// Pieces that it lies on, whether they bear it or only touch it.
    pub rests_on: Vec<u32>,
    /// Pieces that lie on it.
    pub carries: Vec<u32>,
    /// Whether it touches a board from above.
    pub on_board: bool,
    /// Whether nothing that it lies on, or that those lie on, is a board; or it was taken for lost.
    pub off_board: bool,
    /// Holes it went through since they were last counted, in order.
    pub holes: Vec<Passage>,
    /// How far its centre is from where it last rested, metres.
    pub moved_by: Scalar,
    /// Whether it moved or turned since the last rest.
    pub moved: bool,
}

/// How a piece lies with respect to a zone that it reaches into. Metres and square metres.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ZoneTouch {
    /// Number of the zone.
    pub zone: u32,
    /// How far it reaches in; its diameter when it is wholly inside.
    pub depth: Scalar,
    /// How much of it is in, seen from above.
    pub area: Scalar,
    /// Whether it is wholly inside.
    pub inside: bool,
}

/// What an observation is made from, besides the table.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// Pieces to look at, in order.
    pub pieces: &'a [PieceId],
    /// The boards.
    pub boards: &'a [PieceId],
    /// Zones of the boards, in the world's plan.
    pub zones: &'a [Zone],
    /// Holes passed.
    pub passages: &'a Passages,
    /// Where pieces last rested.
    pub before: &'a BTreeMap<PieceId, Pose>,
}

impl View<'_> {
    /// Looks at the table. It must have stepped since anything was put, moved or taken away.
    pub fn observe(&self, table: &Table) -> Observation {
        let touches = table.touches();
        let lies = Lies::read(&touches);
        let carried = lies.all_above(self.boards);
        let pieces = self.pieces.iter().filter_map(|&id| {
            let shape = table.shape(id)?;
            let State { pose, .. } = table.state(id);
            let centre = to_plan(pose.position);
            let rests_on = lies.under(id);
            let on_board = rests_on.iter().any(|under| self.boards.contains(under));
            let numbers = |ids: Vec<PieceId>| ids.into_iter().map(|id| id.0).collect();
            let (moved_by, turned) = self.before.get(&id).map_or((0.0, 0.0), |before| {
                (pose.position.distance(before.position), pose.rotation.angle_between(before.rotation))
            });
            Some(PieceObservation {
                id: id.0,
                face: Face::of(shape, pose),
                centre: centre.to_array(),
                height: pose.position.y,
                bottom: shape.bounds(pose).0.y,
                zones: self.zones_of(silhouette(shape, pose, centre)),
                on_board,
                off_board: !carried.contains(&id),
                carries: numbers(lies.over(id)),
                rests_on: numbers(rests_on),
                holes: self.passages.of(id).to_vec(),
                moved_by,
                moved: moved_by > MOVED.0 || turned > MOVED.1,
            })
        });
        Observation { pieces: pieces.collect() }
    }

    fn zones_of(&self, disc: Circle) -> Vec<ZoneTouch> {
        let touched = self.zones.iter().zip(0u32..).filter(|(zone, _)| zone.touches(disc, 0.0));
        touched
            .map(|(zone, number)| ZoneTouch {
                zone: number,
                depth: zone.depth(disc),
                area: zone.area(disc),
                inside: zone.contains_disc(disc, 0.0),
            })
            .collect()
    }
}

/// The circle around the centre of a piece that holds it, seen from above; exact for a flat disc and a ball.
fn silhouette(shape: &Shape, pose: Pose, centre: Vector2) -> Circle {
    let radius = match shape {
        Shape::Disc { radius, half_thickness } => {
            // Flat to within a millionth of a degree it is a circle; tilted, the far edge of a face sticks out.
            let up = pose.axis().y.abs().min(1.0);
            radius + half_thickness * (1.0 - up * up).sqrt()
        }
        Shape::Hull(hull) => {
            let out = hull.vertices().iter().map(|corner| to_plan(pose.to_world(*corner)).distance(centre));
            out.fold(0.0, Scalar::max) + hull.rounding()
        }
        _ => shape.bounding_radius().unwrap_or(0.0),
    };
    Circle::new(centre, radius)
}

/// Who lies on whom: pairs of lower and upper, in order.
struct Lies(Vec<(PieceId, PieceId)>);

impl Lies {
    fn read(touches: &[Touch]) -> Self {
        let pair = |touch: &Touch| {
            let up = touch.normal.y;
            let upright = up.abs() > LIES_ON;
            upright.then_some(if up > 0.0 { (touch.a, touch.b) } else { (touch.b, touch.a) })
        };
        let mut pairs: Vec<_> = touches.iter().filter_map(pair).collect();
        pairs.sort_unstable();
        pairs.dedup();
        Self(pairs)
    }

    fn under(&self, id: PieceId) -> Vec<PieceId> {
        self.0.iter().filter(|pair| pair.1 == id).map(|pair| pair.0).collect()
    }

    fn over(&self, id: PieceId) -> Vec<PieceId> {
        self.0.iter().filter(|pair| pair.0 == id).map(|pair| pair.1).collect()
    }

    /// All that lies on any of these, directly or not.
    fn all_above(&self, grounds: &[PieceId]) -> Vec<PieceId> {
        let mut found: Vec<PieceId> = grounds.to_vec();
        let mut next = 0;
        while let Some(&under) = found.get(next) {
            for over in self.over(under) {
                if !found.contains(&over) {
                    found.push(over);
                }
            }
            next += 1;
        }
        found
    }
}
