//! How a thing is to look: a paint by name and colours; the table does not care, the screen does.

use super::{
    problem::{Report, did_you_mean},
    raw::{RawFaceLook, RawLook},
};

/// Colours that have a name in our files, as sRGB.
pub const COLOURS: [(&str, [u8; 3]); 16] = [
    ("white", [0xf2, 0xef, 0xe6]),
    ("black", [0x1b, 0x1a, 0x1a]),
    ("red", [0xb5, 0x23, 0x1f]),
    ("orange", [0xd8, 0x70, 0x1c]),
    ("yellow", [0xe6, 0xb8, 0x22]),
    ("green", [0x2c, 0x7a, 0x3d]),
    ("blue", [0x22, 0x4f, 0x9c]),
    ("brown", [0x6b, 0x42, 0x26]),
    ("gold", [0xc9, 0x9a, 0x2e]),
    ("silver", [0xb9, 0xbd, 0xc1]),
    ("grey", [0x80, 0x80, 0x80]),
    ("beech", [0xd9, 0xb3, 0x8c]),
    ("ivory", [0xee, 0xe4, 0xc8]),
    ("light", [0xe8, 0xd6, 0xb0]),
    ("dark", [0x3a, 0x2a, 0x20]),
    ("brass", [0xb5, 0x8d, 0x3d]),
];

/// A colour: sRGB, 8 bits a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub [u8; 3]);

/// How a thing looks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LookDef {
    /// Name of a wood, fabric or paint; empty for that of the material.
    pub paint: String,
    /// Tint over all.
    pub colour: Option<Colour>,
    /// The face that is up when the piece lies face up.
    pub up: FaceLook,
    /// The opposite face.
    pub down: FaceLook,
}

/// How one face looks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FaceLook {
    /// Its colour, where it differs.
    pub colour: Option<Colour>,
    /// Name of the emblem on it; empty for a plain face.
    pub emblem: String,
}

/// Checks a look.
pub(super) fn look(report: &mut Report, place: &str, raw: &RawLook) -> LookDef {
    if let Some(paint) = &raw.paint {
        report.name(&format!("{place}.paint"), paint);
    }
    LookDef {
        paint: raw.paint.clone().unwrap_or_default(),
        colour: colour(report, &format!("{place}.colour"), raw.colour.as_deref()),
        up: face(report, &format!("{place}.up"), raw.up.as_ref()),
        down: face(report, &format!("{place}.down"), raw.down.as_ref()),
    }
}

fn face(report: &mut Report, place: &str, raw: Option<&RawFaceLook>) -> FaceLook {
    let Some(raw) = raw else { return FaceLook::default() };
    FaceLook {
        colour: colour(report, &format!("{place}.colour"), raw.colour.as_deref()),
        emblem: raw.emblem.clone().unwrap_or_default(),
    }
}

fn colour(report: &mut Report, place: &str, text: Option<&str>) -> Option<Colour> {
    let text = text?;
    let named = COLOURS.iter().find(|(name, _)| *name == text).map(|(_, rgb)| Colour(*rgb));
    let found = named.or_else(|| hex(text));
    if found.is_none() {
        let remedy = did_you_mean(text, COLOURS.iter().map(|(name, _)| *name));
        report.add(place, format!("the colour {text:?}"), "`#rrggbb` or the name of a colour", remedy);
    }
    found
}

fn hex(text: &str) -> Option<Colour> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    let value = u32::from_str_radix(digits, 16).ok()?;
    let [_, rgb @ ..] = value.to_be_bytes();
    Some(Colour(rgb))
}
