//! Zones of a board as inlays of the plates they lie on.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use tabletop::geometry::Pose;
use tabletop::scene::{BoardDef, Colour, ZoneDef, ZoneShape};
use tabletop::units::{Scalar, Vector2, from_plan, mm};

use super::painted;
use crate::view::look::{Finish, Inlay, People, Region, Species};

/// Width of the dark line around a painted patch.
const LINE: Scalar = mm(2.5);

/// What is let into each part of a board, first what lies over the rest.
///
/// A zone belongs to the uppermost plate under it, and lies over the zones that come before it.
pub(super) fn inlays(board: &BoardDef) -> Vec<Vec<Inlay>> {
    let mut inlays = vec![Vec::new(); board.parts.len()];
    for zone in board.zones.iter().rev() {
        let Some(finish) = finish(zone) else { continue };
        let Some((part, plate)) = bearer(board, zone) else { continue };
        let region = region(zone, plate);
        inlays[part].extend(set_in(region, finish, &zone.look.up.emblem));
    }
    inlays
}

/// What a zone is made of, if its look asks for anything.
fn finish(zone: &ZoneDef) -> Option<Finish> {
    let colour = zone.look.colour.map(|Colour(rgb)| rgb);
    match (zone.look.paint.as_str(), colour) {
        ("fabric", rgb) => Some(Finish::Fabric(rgb.unwrap_or([150, 30, 24]))),
        ("felt", rgb) => Some(Finish::Felt(rgb.unwrap_or([36, 74, 52]))),
        ("silver", None) => Some(Finish::Lacquer(People::Silver)),
        (_, rgb) => rgb.map(painted),
    }
}

/// The upright plate that reaches highest under a zone. Where the zone has a hole under it, one looks through
/// to a lower plate, so several points are asked.
fn bearer(board: &BoardDef, zone: &ZoneDef) -> Option<(usize, Pose)> {
    let mut highest = None;
    let mut height = Scalar::NEG_INFINITY;
    for plan in probes(zone.zone.shape()).into_iter().filter(|p| zone.zone.boundary_distance(*p) < 0.0) {
        for (index, part) in board.parts.iter().enumerate() {
            let Some(plate) = part.shape.as_plate() else { continue };
            let point = local(part.pose, plan);
            let top = part.pose.position.y + plate.height(point);
            if part.pose.axis().y > 0.999 && plate.has_surface(point) && top > height {
                (highest, height) = (Some((index, part.pose)), top);
            }
        }
    }
    highest
}

/// Points of the plan that lie well inside a shape: its middle if it has one, and some around it.
fn probes(shape: &ZoneShape) -> Vec<Vector2> {
    let around = |centre: Vector2, radius: Scalar, from: Scalar| {
        (0..8).map(move |i| centre + Vector2::from_angle(from - f64::from(i) * TAU / 8.0) * radius)
    };
    match shape {
        ZoneShape::Disc { centre, radius } => {
            std::iter::once(*centre).chain(around(*centre, radius * 0.8, 0.0)).collect()
        }
        ZoneShape::Annulus { centre, inner, outer } => around(*centre, (inner + outer) / 2.0, 0.0).collect(),
        ZoneShape::Sector { centre, radius_inner, radius_outer, azimuth, .. } => {
            around(*centre, (radius_inner + radius_outer) / 2.0, FRAC_PI_2 - azimuth).collect()
        }
        ZoneShape::Ellipse { centre, half_axes, .. } => {
            std::iter::once(*centre).chain(around(*centre, half_axes.min_element() * 0.8, 0.0)).collect()
        }
        ZoneShape::Polygon(corners) => {
            let middle = corners.iter().sum::<Vector2>() / corners.len() as Scalar;
            std::iter::once(middle).chain(corners.iter().map(|corner| middle.lerp(*corner, 0.8))).collect()
        }
        ZoneShape::Everything => Vec::new(),
    }
}

/// A point of the plan in the plan of an upright plate.
fn local(pose: Pose, plan: Vector2) -> Vector2 {
    let local = pose.to_local(from_plan(plan, pose.position.y));
    Vector2::new(local.x, local.z)
}

/// A zone in the plan of the plate it lies on. Azimuths run clockwise from north, and a region's angles
/// from `x`, which on an unturned plate is east, towards `z`, which is south: clockwise too.
fn region(zone: &ZoneDef, pose: Pose) -> Region {
    let point = |plan: &Vector2| local(pose, *plan);
    let east = local(pose, Vector2::X) - local(pose, Vector2::ZERO);
    let turn = east.y.atan2(east.x);
    let whole = match zone.zone.shape() {
        ZoneShape::Disc { centre, radius } => Region::Ellipse(point(centre), Vector2::splat(*radius), turn),
        ZoneShape::Ellipse { centre, half_axes, rotation } => {
            Region::Ellipse(point(centre), *half_axes, turn + rotation)
        }
        ZoneShape::Annulus { centre, inner, outer } => {
            Region::Sector(point(centre), [*inner, *outer], [0.0, TAU])
        }
        ZoneShape::Sector { centre, radius_inner, radius_outer, azimuth, half_angle } => {
            let (middle, half) = (turn + azimuth - FRAC_PI_2, half_angle.min(PI));
            Region::Sector(point(centre), [*radius_inner, *radius_outer], [middle - half, middle + half])
        }
        ZoneShape::Polygon(corners) => Region::Polygon(corners.iter().map(point).collect()),
        ZoneShape::Everything => Region::Polygon(Vec::new()),
    };
    let holes = zone.zone.holes();
    if holes.is_empty() {
        return whole;
    }
    Region::Pierced(Box::new(whole), holes.iter().map(|hole| (point(&hole.centre), hole.radius)).collect())
}

/// A region of a finish with what belongs to it: a dark line around round patches of paint, without which
/// pale ones are lost on pale wood, and blocks of wood for mineral.
fn set_in(region: Region, finish: Finish, emblem: &str) -> Vec<Inlay> {
    let dark = Finish::Wood(Species::Dark);
    let grain = grain(&region);
    let inlay = |region: Region, finish: Finish, grain: Scalar| Inlay { region, finish, grain };
    match (&region, finish) {
        (Region::Ellipse(centre, half, turn), Finish::Lacquer(_) | Finish::Paint(_))
            if half.min_element() > 4.0 * LINE =>
        {
            let patch = Region::Ellipse(*centre, *half - LINE, *turn);
            vec![inlay(patch, finish, grain), inlay(region, dark, grain)]
        }
        (Region::Sector(centre, [inner, outer], [from, to]), _) if emblem == "mineral" => {
            let (edge, side) = ((outer - inner) * 0.18, (to - from) * 0.1);
            let block = Region::Sector(*centre, [inner + edge, outer - edge], [from + side, to - side]);
            vec![inlay(block, dark, grain + FRAC_PI_2), inlay(region, finish, grain)]
        }
        _ => vec![inlay(region, finish, grain)],
    }
}

/// The natural run of the grain: along the longest edge or the first axis, outwards in a sector.
fn grain(region: &Region) -> Scalar {
    match region {
        Region::Polygon(corners) => {
            let edges = corners.iter().zip(corners.iter().cycle().skip(1)).map(|(a, b)| *b - *a);
            let longest = edges.max_by(|a, b| a.length_squared().total_cmp(&b.length_squared()));
            longest.map_or(0.0, |edge| edge.y.atan2(edge.x))
        }
        Region::Ellipse(_, _, turn) => *turn,
        Region::Sector(_, _, [from, to]) => (from + to) / 2.0,
        Region::Pierced(whole, _) => grain(whole),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use tabletop::scene::{SceneDef, load_scene};

    use super::*;

    fn shipped(name: &str) -> SceneDef {
        load_scene(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenes").join(name))
            .expect("it is shipped")
    }

    /// The finish of each round inlay of a board, by its centre in tenths of a millimetre.
    fn patches(inlays: &[Inlay]) -> Vec<([i64; 2], Finish)> {
        let tenths = |x: Scalar| (x / mm(0.1)).round() as i64;
        let patch = |inlay: &Inlay| match inlay.region {
            Region::Ellipse(centre, ..) => Some(([tenths(centre.x), tenths(centre.y)], inlay.finish)),
            _ => None,
        };
        inlays.iter().filter_map(patch).collect()
    }

    #[test]
    fn every_painted_zone_shows_once_and_on_top() {
        let scene = shipped("oriental.ron");
        let inlays = inlays(&scene.board);
        // Eight fabrics, eight eggs in their lines, eight plain silver sectors and eight with a block.
        assert_eq!(inlays[0].len(), 8 + 8 * 2 + 8 + 8 * 2);
        assert!(inlays[1..].iter().all(Vec::is_empty), "a part under the board is inlaid");
    }

    #[test]
    fn eggs_have_the_colour_of_the_pieces_that_start_behind_them() {
        let scene = shipped("oriental-full.ron");
        let eggs = patches(&inlays(&scene.board)[0]);
        // Seats 1, 5, 3 and 8 in the plan (east, south).
        let places = [[0, 3600], [2546, 2546], [3600, 0], [-2546, 2546]];
        let peoples = [People::White, People::Blue, People::Brown, People::Silver];
        for (place, people) in places.into_iter().zip(peoples) {
            let first = eggs.iter().find(|(centre, _)| *centre == place).map(|(_, finish)| *finish);
            assert_eq!(first, Some(Finish::Lacquer(people)), "the egg at {place:?}");
        }
    }

    #[test]
    fn neighbouring_start_zones_differ() {
        let board = shipped("oriental.ron").board;
        let colours = inlays(&board)[0]
            .iter()
            .filter_map(|inlay| matches!(inlay.finish, Finish::Fabric(_)).then_some(inlay.finish))
            .collect::<BTreeSet<_>>();
        assert_eq!(colours.len(), 2, "red and orange");
    }

    #[test]
    fn later_zones_lie_over_earlier_ones_and_every_shade_is_its_own() {
        let board = shipped("arena.ron").board;
        let inlays = inlays(&board);
        let silver = inlays[0].iter().position(|inlay| matches!(inlay.region, Region::Sector(..)));
        let ladder = inlays[0].iter().position(|inlay| matches!(inlay.region, Region::Polygon(_)));
        assert!(silver < ladder, "the rings of silver at {silver:?} are under the ladder at {ladder:?}");
        let shades = inlays[0]
            .iter()
            .filter_map(|inlay| matches!(inlay.region, Region::Polygon(_)).then_some(inlay.finish));
        assert_eq!(shades.collect::<BTreeSet<_>>().len(), 16, "fifteen rungs and the square");
    }

    #[test]
    fn a_turned_plate_carries_its_zones_in_their_places() {
        let mut scene = shipped("oriental.ron");
        let egg = |scene: &SceneDef| {
            let eggs = patches(&inlays(&scene.board)[0]);
            eggs.into_iter().find(|(_, finish)| *finish == Finish::Lacquer(People::Brown))
        };
        assert_eq!(egg(&scene).map(|(place, _)| place), Some([3600, 0]));
        // A quarter turn against the clock: what is east in the world is south in the plate's own plan.
        scene.board.parts[0].pose.rotation = tabletop::units::Quaternion::from_rotation_y(FRAC_PI_2);
        assert_eq!(egg(&scene).map(|(place, _)| place), Some([0, 3600]));
    }
}
