//! From a described scene to something to look at.

use bevy::math::Vec3;
use tabletop::geometry::overlap::ZoneShape;
use tabletop::geometry::{Outline, Plate, Pose, Shape};
use tabletop::scene::{Colour, LookDef, PieceForm, SceneDef, ZoneDef};
use tabletop::setup::Setting;
use tabletop::units::{Quaternion, Scalar, Vector, Vector2};

use super::camera::Focus;
use super::look::{Emblem, Finish, Inlay, Look, People, Region, Species};
use super::stage::{Prop, ShotScene};

/// A table as it stands.
pub fn setting(scene: &SceneDef, setting: &Setting) -> ShotScene {
    let mut props = Vec::new();
    let (mut low, mut high) = (Vector::INFINITY, Vector::NEG_INFINITY);
    let mut endless = false;
    for (grain, part) in scene.board.parts.iter().enumerate() {
        let mut shape = part.shape.clone();
        if let Some(plate) = part.shape.as_plate()
            && plate.outline == Outline::Infinite
        {
            endless = true;
            shape = Plate { outline: Outline::Circle(1.2), ..plate.clone() }.into();
        } else {
            let bounds = shape.bounds(part.pose);
            (low, high) = (low.min(bounds.0), high.max(bounds.1));
        }
        let wide = shape.as_plate().is_some();
        let look = look(&part.look, None, wide).with_grain(grain as u32);
        let mut prop = Prop::new(shape, part.pose, look);
        prop.inlays =
            scene.board.zones.iter().filter_map(|zone| inlay(zone, &part.shape, part.pose)).collect();
        props.push(prop);
    }
    for (number, (name, id)) in setting.pieces.iter().enumerate() {
        let Some(shape) = setting.table.shape(*id) else { continue };
        let pose = setting.table.state(*id).pose;
        let known = scene.piece(name).map(|piece| &piece.kind);
        let look = known.map_or(Look::plain(Finish::Wood(Species::Beech)), |kind| {
            look(&kind.look, Some(kind.form), false)
        });
        let bounds = shape.bounds(pose);
        (low, high) = (low.min(bounds.0), high.max(bounds.1));
        let prop = Prop::new(shape.clone(), pose, look.with_grain(1000 + number as u32));
        props.push(Prop { piece: Some(*id), ..prop });
    }
    if !low.is_finite() {
        (low, high) = (Vector::splat(-0.2), Vector::splat(0.2));
    }
    if !endless {
        let top = Plate { outline: Outline::Circle(2.0), thickness: 0.03, ..Plate::plane() };
        let under = Pose::new(Vector::Y * (low.y - 1.0e-3), Quaternion::IDENTITY);
        props.push(Prop::new(top, under, Look::panel(Species::Dark)));
    }
    let centre = (low + high) / 2.0;
    let radius = ((high - low).length() / 2.0).max(0.06);
    let detail = setting.pieces.first().map_or(centre, |(_, id)| setting.table.state(*id).pose.position);
    let focus = Focus {
        centre: vec3(centre),
        radius: radius as f32,
        detail: vec3(detail),
        detail_radius: (radius * 0.25).max(0.05) as f32,
    };
    ShotScene { props, focus }
}

fn vec3(v: Vector) -> Vec3 {
    v.as_vec3()
}

/// The look a file asks for.
fn look(def: &LookDef, form: Option<PieceForm>, wide: bool) -> Look {
    let colour = def.colour.map(|Colour(rgb)| rgb);
    let body = match def.paint.as_str() {
        "felt" => Finish::Felt(colour.unwrap_or([36, 74, 52])),
        "fabric" => Finish::Fabric(colour.unwrap_or([150, 30, 24])),
        "linen" => Finish::Linen,
        "steel" => Finish::Steel,
        "brass" => Finish::Brass,
        "walnut" => Finish::Wood(Species::Walnut),
        "oak" | "dark" => Finish::Wood(Species::Dark),
        "maple" => Finish::Wood(Species::Maple),
        "beech" | "" if colour.is_none() => Finish::Wood(Species::Beech),
        _ => colour.map_or(Finish::Wood(Species::Beech), painted),
    };
    let face = |face: Option<Colour>| face.map_or(body, |Colour(rgb)| painted(rgb));
    let emblem = |name: &str| match name {
        "dragon" => Some(Emblem::Dragon),
        "dragon_chief" => Some(Emblem::Crown),
        "dragon_queen" => Some(Emblem::Diadem),
        _ => None,
    };
    let die = matches!(form, Some(PieceForm::D6 | PieceForm::D12));
    let body = if die { Finish::Resin(colour.unwrap_or([236, 228, 206])) } else { body };
    let flat = matches!(form, Some(PieceForm::Disc));
    Look {
        body,
        up: if flat { face(def.up.colour) } else { body },
        down: if flat { face(def.down.colour) } else { body },
        emblem_up: emblem(&def.up.emblem).filter(|_| flat),
        emblem_down: emblem(&def.down.emblem).filter(|_| flat),
        numbered: die,
        staves: wide && matches!(body, Finish::Wood(_)),
        grain: 0,
    }
}

/// A paint: that of a people where the colour is theirs.
fn painted(rgb: [u8; 3]) -> Finish {
    let near = |people: &People| {
        let own = people.paint();
        (0..3).map(|i| (i32::from(own[i]) - i32::from(rgb[i])).pow(2)).sum::<i32>()
    };
    People::ALL
        .into_iter()
        .min_by_key(near)
        .filter(|people| near(people) < 2400)
        .map_or(Finish::Paint(rgb), Finish::Lacquer)
}

/// A zone let into the plate it lies on: level, unturned plates whose surface holds the zone's middle.
fn inlay(zone: &ZoneDef, shape: &Shape, pose: Pose) -> Option<Inlay> {
    let plate = shape.as_plate()?;
    if plate.slope != 0.0 || plate.outline == Outline::Infinite || pose.axis().y < 0.999 {
        return None;
    }
    let local = |p: Vector2| {
        let q = pose.to_local(tabletop::units::from_plan(p, pose.position.y));
        Vector2::new(q.x, q.z)
    };
    let colour = zone.look.colour.map(|Colour(rgb)| rgb);
    let finish = match (zone.look.paint.as_str(), colour) {
        ("fabric", rgb) => Finish::Fabric(rgb.unwrap_or([150, 30, 24])),
        ("felt", rgb) => Finish::Felt(rgb.unwrap_or([36, 74, 52])),
        ("silver", None) => Finish::Lacquer(People::Silver),
        (_, Some(rgb)) => painted(rgb),
        _ => return None,
    };
    let (region, probe) = match zone.zone.shape() {
        ZoneShape::Polygon(corners) => {
            let own: Vec<Vector2> = corners.iter().map(|p| local(*p)).collect();
            let middle = own.iter().sum::<Vector2>() / own.len() as Scalar;
            (Region::Polygon(own), middle)
        }
        ZoneShape::Ellipse { centre, half_axes, rotation } => {
            let middle = local(*centre);
            // `half_axes.y` points at the azimuth; the region turns its first axis from x towards z.
            (Region::Ellipse(middle, *half_axes, *rotation), middle)
        }
        _ => return None,
    };
    plate.has_surface(probe).then_some(Inlay { region, finish, grain: 0.0 })
}
