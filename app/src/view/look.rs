//! What a thing looks like: the substance of each of its surfaces and the mark painted on its faces.
//!
//! A look says nothing about size or place; those belong to the shape and its pose.

use tabletop::units::{Scalar, Vector2};

/// A kind of wood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Species {
    /// Pale, fine, quiet grain.
    Maple,
    /// Warm, with the short dark flecks that tell beech from every other wood.
    Beech,
    /// Brown, with open pores.
    Walnut,
    /// Oak-like grain under a nearly black stain.
    Dark,
}

/// The eight peoples of the Billard oriental, each a colour of paint and of stain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum People {
    /// Gold.
    Gold,
    /// Silver.
    Silver,
    /// White.
    White,
    /// Blue.
    Blue,
    /// Black.
    Black,
    /// Red.
    Red,
    /// Brown.
    Brown,
    /// Green.
    Green,
}

impl People {
    /// All eight, in the order of the rules.
    pub const ALL: [Self; 8] =
        [Self::Gold, Self::Silver, Self::White, Self::Blue, Self::Black, Self::Red, Self::Brown, Self::Green];

    /// The people whose colour has a name.
    pub fn named(name: &str) -> Option<Self> {
        let names = ["gold", "silver", "white", "blue", "black", "red", "brown", "green"];
        names.iter().zip(Self::ALL).find(|(known, _)| **known == name).map(|(_, people)| people)
    }

    /// The colour of the paint, sRGB. Chosen to stay apart from one another on walnut and on maple, and
    /// in lightness alone for those who do not see hues.
    pub const fn paint(self) -> [u8; 3] {
        match self {
            Self::Gold => [222, 164, 44],
            Self::Silver => [200, 205, 211],
            Self::White => [238, 232, 216],
            Self::Blue => [26, 74, 168],
            Self::Black => [24, 23, 25],
            Self::Red => [176, 24, 28],
            Self::Brown => [106, 58, 28],
            Self::Green => [22, 112, 60],
        }
    }

    /// Whether the paint holds metal flakes.
    pub const fn metallic(self) -> bool {
        matches!(self, Self::Gold | Self::Silver)
    }

    /// The colour of marks painted on this one, sRGB: light on dark, dark on light.
    pub const fn ink(self) -> [u8; 3] {
        match self {
            Self::Gold => [92, 26, 14],
            Self::Silver => [34, 40, 60],
            Self::White => [120, 32, 30],
            Self::Black => [206, 178, 120],
            Self::Brown => [236, 196, 128],
            Self::Blue | Self::Red | Self::Green => [240, 212, 140],
        }
    }
}

/// The substance of a surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Finish {
    /// Varnished wood, along the grain.
    Wood(Species),
    /// Varnished wood cut across the grain.
    EndGrain(Species),
    /// Maple stained in a people's colour: colour and grain both show.
    Stained(People),
    /// Opaque gloss paint in a people's colour.
    Lacquer(People),
    /// Opaque gloss paint in any colour, sRGB.
    Paint([u8; 3]),
    /// Felt, dyed; sRGB.
    Felt([u8; 3]),
    /// Raised woven fabric, dyed; sRGB.
    Fabric([u8; 3]),
    /// Unbleached linen.
    Linen,
    /// Brushed steel.
    Steel,
    /// Polished brass, as in inlays.
    Brass,
    /// Clear coloured glass; sRGB.
    Glass([u8; 3]),
    /// Polished cast resin, as in dice; sRGB.
    Resin([u8; 3]),
}

/// A mark painted on a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Emblem {
    /// A coiled dragon: a dragonet.
    Dragon,
    /// A dragon under a crown of five points: a chief.
    Crown,
    /// A dragon under a diadem with one stone: a queen.
    Diadem,
}

/// What a whole thing looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Look {
    /// Edges, sides, walls, and faces that nothing else covers.
    pub body: Finish,
    /// The upper face, `y > 0` in the shape's own frame.
    pub up: Finish,
    /// The lower face.
    pub down: Finish,
    /// A mark on the upper face.
    pub emblem_up: Option<Emblem>,
    /// A mark on the lower face.
    pub emblem_down: Option<Emblem>,
    /// Numbers on the faces of a die: pips on a cube, figures on any other.
    pub numbered: bool,
    /// Whether wide plates are glued up from staves.
    pub staves: bool,
    /// Chooses the piece of wood: things that differ in it have different grain.
    pub grain: u32,
}

impl Look {
    /// One substance all over.
    pub const fn plain(finish: Finish) -> Self {
        Self {
            body: finish,
            up: finish,
            down: finish,
            emblem_up: None,
            emblem_down: None,
            numbered: false,
            staves: false,
            grain: 0,
        }
    }

    /// Whether all surfaces are of one substance with nothing painted on it.
    pub fn is_plain(&self) -> bool {
        let one = self.up == self.body && self.down == self.body;
        one && self.emblem_up.is_none() && self.emblem_down.is_none() && !self.numbered
    }

    /// A board or table of one wood, glued up from staves.
    pub const fn panel(species: Species) -> Self {
        Self { staves: true, ..Self::plain(Finish::Wood(species)) }
    }

    /// A piece of the Billard oriental: painted faces, stained edge, the mark on the upper face.
    pub const fn pion(people: People, emblem: Emblem) -> Self {
        Self {
            body: Finish::Stained(people),
            emblem_up: Some(emblem),
            // Chiefs and queens must be told apart either way up; the plain face of a dragonet stays plain.
            emblem_down: match emblem {
                Emblem::Dragon => None,
                Emblem::Crown | Emblem::Diadem => Some(emblem),
            },
            ..Self::plain(Finish::Lacquer(people))
        }
    }

    /// A die of cast resin.
    pub const fn die(colour: [u8; 3]) -> Self {
        Self { numbered: true, ..Self::plain(Finish::Resin(colour)) }
    }

    /// The same look on another piece of wood.
    pub const fn with_grain(self, grain: u32) -> Self {
        Self { grain, ..self }
    }
}

/// A part of a plate's surface, in the plate's own plan `(x, z)`, metres.
#[derive(Clone, Debug, PartialEq)]
pub enum Region {
    /// A polygon, in either order.
    Polygon(Vec<Vector2>),
    /// An ellipse: centre, half-axes, and how far its first axis is turned from `x` towards `z`, radians.
    Ellipse(Vector2, Vector2, Scalar),
    /// A ring sector around a centre: inner and outer radius, then first and last angle from `x` towards
    /// `z`, radians. Angles a whole turn apart make a ring.
    Sector(Vector2, [Scalar; 2], [Scalar; 2]),
    /// Another region without some discs that lie wholly in it, clear of one another: centre and radius.
    Pierced(Box<Region>, Vec<(Vector2, Scalar)>),
}

/// A region of a plate with its own finish, let into the surface and level with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Inlay {
    /// Where.
    pub region: Region,
    /// Of what.
    pub finish: Finish,
    /// Direction of its grain in the plan, radians from `x` towards `z`.
    pub grain: Scalar,
}
