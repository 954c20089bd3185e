//! Where pieces stand: on what, how high, and not inside anything.

use super::{
    BoardDef, KindDef, MaterialTable, OverlapTest, PieceDef,
    board::Names,
    piece::{identity, rotation},
    plan,
    problem::{Report, did_you_mean},
    raw::RawPiece,
};
use crate::{
    geometry::{Plate, Pose, Shape},
    units::{MM, Quaternion, Scalar, Vector, Vector2, from_plan, to_plan},
};

/// Most pieces of a scene.
pub const MAX_PIECES: usize = 20_000;

/// Most pieces of one `stack`.
const MAX_STACK: u32 = 1000;

/// How high a piece is put.
#[derive(Clone, Debug, PartialEq)]
pub enum Height {
    /// On whatever is highest beneath it.
    Top,
    /// On the piece of this name.
    On(String),
    /// With its lowest point at this height above the plan, metres.
    Lowest(Scalar),
}

/// All that stands already, and what pieces may be made of.
pub(super) struct Stage<'a> {
    pub(super) materials: &'a MaterialTable,
    pub(super) board: &'a BoardDef,
    pub(super) kinds: &'a [KindDef],
    pub(super) pieces: Vec<PieceDef>,
}

/// Pieces that were read from a file: their indices on the stage and their places in the file.
pub(super) type Read = Vec<(usize, String)>;

impl Stage<'_> {
    /// Reads pieces and puts them down one after the other. Those that have the name of a `lifted` piece are
    /// that piece, but for what they say otherwise.
    pub(super) fn put(
        &mut self,
        report: &mut Report,
        list: &str,
        raw: &[RawPiece],
        lifted: &[PieceDef],
    ) -> Read {
        let mut read = Read::new();
        let mut names = Names::new("piece");
        self.pieces.iter().for_each(|piece| names.claim(report, "of the scene itself", &piece.name));
        for (index, raw) in raw.iter().enumerate() {
            let place = format!("{list}[{index}]");
            let wanted = self.pieces.len() + raw.stack.unwrap_or(1) as usize;
            if wanted > MAX_PIECES {
                let remedy = "build a smaller scene";
                report.add(
                    &place,
                    format!("piece number {wanted}"),
                    format!("at most {MAX_PIECES} pieces"),
                    remedy,
                );
                break;
            }
            let known = lifted.iter().find(|piece| piece.name == raw.name).map(|piece| &piece.kind);
            self.put_one(report, &place, raw, known, &mut names, &mut read);
        }
        read
    }

    fn put_one(
        &mut self,
        report: &mut Report,
        place: &str,
        raw: &RawPiece,
        known: Option<&KindDef>,
        names: &mut Names,
        read: &mut Read,
    ) {
        let before = report.count();
        report.name(&format!("{place}.name"), &raw.name);
        let kind = identity(report, place, raw, self.kinds, known, self.materials);
        let (at, height) = target(report, place, raw);
        let Some(kind) = kind else { return };
        let rotation = rotation(report, place, raw, kind.form);
        let count = raw.stack.unwrap_or(1);
        if count == 0 || count > MAX_STACK || (known.is_some() && raw.stack.is_some()) {
            let expected = format!("1 to {MAX_STACK}, and none for a piece that is moved");
            report.add(&format!("{place}.stack"), count.to_string(), expected, "");
        }
        if report.count() > before {
            return;
        }
        let mut height = height;
        for k in 1..=count {
            let name = if raw.stack.is_some() { format!("{} {k}", raw.name) } else { raw.name.clone() };
            names.claim(report, &format!("{place}.name"), &name);
            let Some(pose) = self.settle(report, place, (&kind.shape, rotation), at, &height) else { return };
            read.push((self.pieces.len(), place.to_owned()));
            self.pieces.push(PieceDef { name: name.clone(), kind: kind.clone(), pose });
            height = Height::On(name);
        }
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.pieces.iter().rposition(|piece| piece.name == name)
    }

    /// The pose of a shape over a point of the plan at the height asked for.
    fn settle(
        &self,
        report: &mut Report,
        place: &str,
        (shape, rotation): (&Shape, Quaternion),
        at: Option<Vector2>,
        height: &Height,
    ) -> Option<Pose> {
        let mut over = at.unwrap_or_default();
        let lowest = match height {
            Height::Lowest(height) => *height,
            Height::On(name) => {
                let Some(index) = self.find(name) else {
                    let known = self.pieces.iter().map(|piece| piece.name.as_str());
                    let remedy = did_you_mean(name, known);
                    report.add(
                        &format!("{place}.on"),
                        format!("`{name}`"),
                        "`top` or a piece written above",
                        remedy,
                    );
                    return None;
                };
                let below = &self.pieces[index];
                over = at.unwrap_or(to_plan(below.pose.position));
                below.kind.shape.bounds(below.pose).1.y
            }
            Height::Top => {
                let pose = Pose::new(from_plan(over, 0.0), rotation);
                let Some(top) = self.top(shape, pose) else {
                    let found = format!("nothing beneath ({}, {})", over.x / MM, over.y / MM);
                    report.add(
                        place,
                        found,
                        "a surface to stand on",
                        "move it over the board, or give `height_mm`",
                    );
                    return None;
                };
                top
            }
        };
        let level = Pose::new(from_plan(over, 0.0), rotation);
        let rise = lowest - shape.bounds(level).0.y;
        Some(Pose::new(level.position + Vector::Y * rise, rotation))
    }

    /// Height of the highest surface beneath a shape. A hole that could swallow the shape is no surface.
    fn top(&self, shape: &Shape, pose: Pose) -> Option<Scalar> {
        let at = to_plan(pose.position);
        let radius = footprint(shape, pose);
        let parts = self.board.parts.iter().filter_map(|part| match &part.shape {
            Shape::Plate(plate) => plate_top(plate, part.pose, pose.position, radius),
            solid => {
                let (min, max) = solid.bounds(part.pose);
                let (low, high) = (to_plan(min), to_plan(max));
                let near = at.clamp(low.min(high), low.max(high));
                (near.distance(at) < radius).then_some(max.y)
            }
        });
        let pieces = self.pieces.iter().filter_map(|piece| {
            let reach = radius + footprint(&piece.kind.shape, piece.pose) - 1.0e-9;
            let near = to_plan(piece.pose.position).distance_squared(at) < reach * reach;
            near.then(|| piece.kind.shape.bounds(piece.pose).1.y)
        });
        parts.chain(pieces).reduce(Scalar::max)
    }

    /// Reports pieces of this file that stand inside other pieces or inside the board.
    pub(super) fn check_overlaps(&self, report: &mut Report, read: &Read, test: OverlapTest) {
        let mut places = vec![None; self.pieces.len()];
        for (index, place) in read {
            places[*index] = Some(place.as_str());
        }
        let boxes: Vec<_> = self.pieces.iter().map(|piece| piece.kind.shape.bounds(piece.pose)).collect();
        let apart = |a: &(Vector, Vector), b: &(Vector, Vector)| a.0.cmpgt(b.1).any() || b.0.cmpgt(a.1).any();
        for part in &self.board.parts {
            let bounds = part.shape.bounds(part.pose);
            for (index, piece) in self.pieces.iter().enumerate() {
                let Some(place) = places[index] else { continue };
                if !apart(&bounds, &boxes[index])
                    && test(&piece.kind.shape, piece.pose, &part.shape, part.pose)
                {
                    let found = format!("`{}` inside the part `{}`", piece.name, part.name);
                    report.add(
                        place,
                        found,
                        "room for it",
                        "move it, or leave out `height_mm` to put it on top",
                    );
                }
            }
        }
        // Sweep from west to east: only pieces whose extents overlap there are compared.
        let mut order: Vec<usize> = (0..self.pieces.len()).collect();
        order.sort_by(|a, b| boxes[*a].0.x.total_cmp(&boxes[*b].0.x).then(a.cmp(b)));
        for (rank, &first) in order.iter().enumerate() {
            for &second in order[rank + 1..].iter().take_while(|other| boxes[**other].0.x <= boxes[first].1.x)
            {
                let (earlier, later) = (first.min(second), first.max(second));
                let Some(place) = places[later].or(places[earlier]) else { continue };
                let (a, b) = (&self.pieces[earlier], &self.pieces[later]);
                if !apart(&boxes[first], &boxes[second]) && test(&a.kind.shape, a.pose, &b.kind.shape, b.pose)
                {
                    let found = format!("`{}` inside `{}`", b.name, a.name);
                    report.add(place, found, "room for both", "move one, or put one `on` the other");
                }
            }
        }
    }
}

/// Where a piece is to go: its point, if written, and its height.
pub(super) fn target(report: &mut Report, place: &str, raw: &RawPiece) -> (Option<Vector2>, Height) {
    let at = raw.at_mm.map(|at| plan::point(report, &format!("{place}.at_mm"), at));
    let height = match (raw.height_mm, raw.on.as_deref()) {
        (Some(_), Some(_)) => {
            report.add(place, "both `height_mm` and `on`", "one of the two", "remove one");
            Height::Top
        }
        (Some(height), None) => Height::Lowest(report.length(&format!("{place}.height_mm"), height)),
        (None, None | Some("top")) => Height::Top,
        (None, Some(name)) => Height::On(name.to_owned()),
    };
    (at, height)
}

/// Radius of the circle in plan, about its position, that holds a shape.
fn footprint(shape: &Shape, pose: Pose) -> Scalar {
    let upright = pose.axis().y.abs() > 1.0 - 1.0e-12;
    match shape {
        Shape::Disc { radius, .. } if upright => *radius,
        shape => {
            let (min, max) = shape.bounds(pose);
            let half = (max - min) / 2.0;
            libm::hypot(half.x, half.z).min(shape.bounding_radius().unwrap_or(Scalar::INFINITY))
        }
    }
}

/// Height of a plate beneath a circle, if the circle's middle is over it and no hole swallows the circle.
fn plate_top(plate: &Plate, pose: Pose, position: Vector, radius: Scalar) -> Option<Scalar> {
    let local = pose.to_local(position);
    let at = Vector2::new(local.x, local.z);
    if plate.outside_outline(at) > 0.0 {
        return None;
    }
    let out = at.normalize_or(Vector2::X) * radius.copysign(plate.slope);
    let reach = if plate.slope < 0.0 && at.length() < radius { Vector2::ZERO } else { at + out };
    let surface = pose.position.y + plate.height(reach);
    match plate.holes.iter().find(|hole| hole.centre.distance(at) + radius < hole.radius) {
        None => Some(surface),
        Some(hole) => hole.floor.map(|depth| pose.position.y + plate.height(hole.centre) - depth),
    }
}
