//! A board: static parts, the holes and cloths in them, and the zones the referee reads.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    LookDef, MaterialId, MaterialTable, ZoneDef,
    part::part,
    problem::{Report, did_you_mean},
    raw::RawBoard,
    zone::zone,
};
use crate::{
    geometry::{Hole, Pose, Shape},
    physics::Cloth,
    units::{MM, Scalar, Vector2, to_plan},
};

/// Most parts and most zones of a board, copies included, and most holes in one plate.
const MAX_THINGS: usize = 2000;

/// Slack for sizes that touch exactly on paper, metres.
const ROUNDING: Scalar = 1.0e-9;

/// A board, ready to spawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BoardDef {
    /// Name.
    pub name: String,
    /// Everything that is hit.
    pub parts: Vec<PartDef>,
    /// Holes that have a name, for "which hole did it fall in".
    pub holes: Vec<HoleDef>,
    /// Zones.
    pub zones: Vec<ZoneDef>,
    /// Cloths that a bat can strike from below.
    pub cloths: Vec<ClothDef>,
    /// Square recesses: seen and judged, not felt by pieces.
    pub recesses: Vec<RecessDef>,
}

/// What a part was written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartKind {
    /// A level or conical plate.
    Plate,
    /// A conical plate with a hole in the middle.
    Ring,
    /// A wall or rail.
    Wall,
    /// A cushion.
    Cushion,
    /// A box.
    Box,
    /// An upright peg or leg.
    Peg,
    /// A level wire.
    Wire,
    /// The plate that holds a cloth; see [`ClothDef`].
    Cloth,
}

/// A part of a board that never moves.
#[derive(Clone, Debug, PartialEq)]
pub struct PartDef {
    /// Name; the pieces of a grid share theirs.
    pub name: String,
    /// What it was written as.
    pub kind: PartKind,
    /// Exact shape.
    pub shape: Shape,
    /// Where it is.
    pub pose: Pose,
    /// Material.
    pub material: MaterialId,
    /// How it looks.
    pub look: LookDef,
}

/// A hole that has a name.
#[derive(Clone, Debug, PartialEq)]
pub struct HoleDef {
    /// Name, unique on its board.
    pub name: String,
    /// Index of the plate in [`BoardDef::parts`].
    pub part: usize,
    /// Centre in the plan of the board, metres.
    pub centre: Vector2,
    /// Radius of its wall, metres.
    pub radius: Scalar,
    /// Depth of its floor, metres; `None` if it goes right through.
    pub floor: Option<Scalar>,
}

/// A square recess of a plate.
#[derive(Clone, Debug, PartialEq)]
pub struct RecessDef {
    /// Name.
    pub name: String,
    /// Index of the plate in [`BoardDef::parts`].
    pub part: usize,
    /// Its middle, at the height of the surface it is sunk into.
    pub pose: Pose,
    /// East and north extents before it is turned, metres.
    pub size: Vector2,
    /// Depth, metres.
    pub depth: Scalar,
}

/// Cloth stretched under a grid of compartments, each a sheet of its own clamped along its four sides.
#[derive(Clone, Debug, PartialEq)]
pub struct ClothDef {
    /// Index in [`BoardDef::parts`] of the level plate that holds it; its grid is in that plate's frame.
    pub part: usize,
    /// The cloth.
    pub cloth: Cloth,
}

/// A board while it is read.
#[derive(Default)]
pub(super) struct Builder {
    pub(super) parts: Vec<PartDef>,
    pub(super) cloths: Vec<ClothDef>,
    pub(super) recesses: Vec<RecessDef>,
    holes: Vec<BuiltHole>,
}

struct BuiltHole {
    part: usize,
    hole: Hole,
    name: String,
    place: String,
}

impl Builder {
    /// The plate of a name, which must be written before what is sunk into it.
    pub(super) fn find_plate(&self, report: &mut Report, place: &str, name: &str) -> Option<usize> {
        let found = self.parts.iter().position(|part| part.name == name && part.shape.as_plate().is_some());
        if found.is_none() {
            let plates = self.parts.iter().filter(|part| part.shape.as_plate().is_some());
            let remedy = did_you_mean(name, plates.map(|part| part.name.as_str()));
            report.add(place, format!("`{name}`"), "the name of a plate or ring written above", remedy);
        }
        found
    }

    pub(super) fn add_hole(&mut self, part: usize, hole: Hole, name: &str, place: &str) {
        self.holes.push(BuiltHole { part, hole, name: name.to_owned(), place: place.to_owned() });
    }

    /// Checks every hole against its plate and the holes before it, and cuts it.
    fn cut_holes(&mut self, report: &mut Report) -> Vec<HoleDef> {
        let mut named = Vec::new();
        for built in &self.holes {
            let part = &mut self.parts[built.part];
            let Shape::Plate(plate) = &mut part.shape else { continue };
            let plate = Arc::make_mut(plate);
            let (hole, place) = (built.hole, &built.place);
            if plate.holes.len() >= MAX_THINGS {
                report.add(place, "one hole more", format!("at most {MAX_THINGS} holes in a plate"), "");
                break;
            }
            let beyond = plate.outside_outline(hole.centre) + hole.mouth();
            if beyond > ROUNDING {
                let found = format!("a hole whose mouth reaches {:.3} mm beyond the outline", beyond / MM);
                report.add(place, found, "a hole inside its plate", "move it inwards or make it smaller");
            }
            if hole.floor.is_some_and(|depth| depth < hole.chamfer || depth > plate.thickness + ROUNDING) {
                let found = format!("a floor {:.3} mm deep", hole.floor.unwrap_or_default() / MM);
                let expected = "at least the chamfer, at most the thickness of the plate";
                report.add(place, found, expected, "leave out `depth_mm` for a hole right through");
            }
            let gap = |other: &&Hole| other.centre.distance(hole.centre) - other.mouth() - hole.mouth();
            if let Some(other) = plate.holes.iter().find(|other| gap(other) < -ROUNDING) {
                let found = format!("a hole that overlaps another by {:.3} mm", -gap(&other) / MM);
                report.add(place, found, "holes apart from one another", "move one, or make it smaller");
            }
            plate.holes.push(hole);
            if !built.name.is_empty() {
                let centre =
                    to_plan(part.pose.to_world(crate::units::Vector::new(hole.centre.x, 0.0, hole.centre.y)));
                let name = built.name.clone();
                named.push(HoleDef {
                    name,
                    part: built.part,
                    centre,
                    radius: hole.radius,
                    floor: hole.floor,
                });
            }
        }
        named
    }
}

/// Checks a board.
pub(super) fn board(report: &mut Report, raw: &RawBoard, materials: &MaterialTable) -> BoardDef {
    report.name("board.name", &raw.name);
    let mut builder = Builder::default();
    let mut names = Names::new("part");
    for (index, raw) in raw.parts.iter().enumerate() {
        let place = format!("board.parts[{index}]");
        names.claim(report, &format!("{place}.name"), &raw.name);
        part(&mut builder, report, &place, raw, materials);
        if builder.parts.len() > MAX_THINGS {
            report.add(&place, format!("more than {MAX_THINGS} parts"), "a board of fewer parts", "");
            break;
        }
    }
    let holes = builder.cut_holes(report);
    let mut hole_names = Names::new("hole");
    for hole in &holes {
        let built = builder.holes.iter().find(|built| built.name == hole.name);
        hole_names.claim(report, built.map_or("board.parts", |built| &built.place), &hole.name);
    }
    let mut zones = Vec::new();
    let mut zone_names = Names::new("zone");
    for (index, raw) in raw.zones.iter().enumerate() {
        let place = format!("board.zones[{index}]");
        for zone in zone(report, &place, raw, materials) {
            zone_names.claim(report, &format!("{place}.name"), &zone.name);
            zones.push(zone);
        }
        if zones.len() > MAX_THINGS {
            report.add(&place, format!("more than {MAX_THINGS} zones"), "a board of fewer zones", "");
            break;
        }
    }
    let Builder { parts, cloths, recesses, .. } = builder;
    BoardDef { name: raw.name.clone(), parts, holes, zones, cloths, recesses }
}

/// Names that were given, each to one thing only.
pub(super) struct Names {
    what: &'static str,
    given: BTreeMap<String, String>,
}

impl Names {
    pub(super) fn new(what: &'static str) -> Self {
        Self { what, given: BTreeMap::new() }
    }

    /// Gives a name, or reports that it is given already.
    pub(super) fn claim(&mut self, report: &mut Report, place: &str, name: &str) {
        if let Some(first) = self.given.get(name) {
            let found = format!("a second {} named `{name}`", self.what);
            report.add(place, found, "each name once", format!("the first is {first}; rename one"));
        } else {
            self.given.insert(name.to_owned(), place.to_owned());
        }
    }
}
