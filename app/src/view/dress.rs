//! From a described scene to something to look at.

mod inlay;

use bevy::math::Vec3;
use tabletop::geometry::{Outline, Plate, Pose};
use tabletop::scene::{COLOURS, Colour, LookDef, PieceForm, SceneDef};
use tabletop::setup::Setting;
use tabletop::units::{Quaternion, Scalar, Vector};

use super::focus::Focus;
use super::look::{Emblem, Finish, Look, People, Species};
use super::stage::{Prop, ShotScene};

/// A table as it stands.
pub fn setting(scene: &SceneDef, setting: &Setting) -> ShotScene {
    let mut props = Vec::new();
    let board = &scene.board;
    for (grain, (part, inlays)) in board.parts.iter().zip(inlay::inlays(board)).enumerate() {
        let wide = part.shape.as_plate().is_some();
        let look = look(&part.look, None, wide).with_grain(grain as u32);
        props.push(Prop { inlays, ..Prop::new(part.shape.clone(), part.pose, look) });
    }
    for (number, (name, id)) in setting.pieces.iter().enumerate() {
        let Some(shape) = setting.table.shape(*id) else { continue };
        let known = scene.piece(name).map(|piece| &piece.kind);
        let look = known.map_or(Look::plain(Finish::Wood(Species::Beech)), |kind| {
            look(&kind.look, Some(kind.form), false)
        });
        let pose = setting.table.state(*id).pose;
        let prop = Prop::new(shape.clone(), pose, look.with_grain(1000 + number as u32));
        props.push(Prop { piece: Some(*id), ..prop });
    }
    let mut focus = Focus::on(props.iter().map(|prop| (&prop.shape, prop.pose)), Vec3::ZERO, 0.0);
    let first = setting.pieces.first().map(|(_, id)| setting.table.state(*id).pose.position.as_vec3());
    focus.detail = first.unwrap_or(focus.centre);
    focus.detail_radius = (focus.radius * 0.25).max(0.05);
    put_on_table(&mut props, &focus);
    ShotScene { props, focus }
}

/// Gives endless plates the size of a table, and a scene that has none a table to stand on.
fn put_on_table(props: &mut Vec<Prop>, focus: &Focus) {
    let mut endless = false;
    for prop in props.iter_mut() {
        if let Some(plate) = prop.shape.as_plate()
            && plate.outline == Outline::Infinite
        {
            endless = true;
            prop.shape = Plate { outline: Outline::Circle(1.2), ..plate.clone() }.into();
        }
    }
    if !endless {
        let low = focus.extent.iter().map(|point| point.y).fold(f32::INFINITY, f32::min);
        let top = Plate { outline: Outline::Circle(2.0), thickness: 0.03, ..Plate::plane() };
        let under = Pose::new(Vector::Y * (Scalar::from(low) - 1.0e-3), Quaternion::IDENTITY);
        props.push(Prop::new(top, under, Look::panel(Species::Dark)));
    }
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
    // Painted discs are painted on their faces; the turned edge takes stain.
    let edge = match body {
        Finish::Lacquer(people) if flat => Finish::Stained(people),
        _ => body,
    };
    Look {
        body: edge,
        up: if flat { face(def.up.colour) } else { body },
        down: if flat { face(def.down.colour) } else { body },
        emblem_up: emblem(&def.up.emblem).filter(|_| flat),
        emblem_down: emblem(&def.down.emblem).filter(|_| flat),
        numbered: die,
        staves: wide && matches!(body, Finish::Wood(_)),
        grain: 0,
    }
}

/// A paint: that of a people where the colour bears its name.
fn painted(rgb: [u8; 3]) -> Finish {
    let name = COLOURS.iter().find(|(_, named)| *named == rgb).map(|(name, _)| *name);
    name.and_then(People::named).map_or(Finish::Paint(rgb), Finish::Lacquer)
}
