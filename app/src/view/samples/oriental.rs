//! The board of the Billard oriental, with pieces of the eight peoples.

use std::f64::consts::{PI, TAU};

use bevy::math::Vec3;
use tabletop::geometry::{Hole, Outline, Plate, Pose, Shape};
use tabletop::units::{Quaternion, Scalar, Vector, Vector2, mm};

use super::{Dealer, at, showing, table};
use crate::view::look::{Emblem, Finish, Inlay, Look, People, Region, Species};
use crate::view::stage::{Prop, ShotScene};

/// Rings from the outermost: outer and inner radius, height of the outer edge (millimetres), wood.
const RINGS: [(Scalar, Scalar, Scalar, Species); 4] = [
    (235.0, 190.0, -1.00, Species::Walnut),
    (190.0, 145.0, -3.18, Species::Beech),
    (145.0, 85.0, -5.36, Species::Walnut),
    (85.0, 30.0, -7.93, Species::Beech),
];

/// Tangent of the rings' slope of 1.5 degrees.
const SLOPE: Scalar = 0.026_186;

/// Underside of the board.
const BOTTOM: Scalar = -20.0;

/// The board with `young` dragonets of each people.
pub(super) fn scene(young: usize) -> ShotScene {
    let mut props = vec![table(mm(-75.0), 2.4), frame(), tray(), board()];
    props.extend((0..RINGS.len()).map(ring));
    props.extend((0..8).flat_map(bar));
    props.extend(pieces(young));
    showing(props, 1, Vec3::new(0.0, 0.0, 0.10), 0.15)
}

/// A point at a distance along a seat's axis and across it; azimuths run from `z` towards `x`.
fn seat(k: Scalar, lateral: Scalar, axial: Scalar) -> Vector2 {
    let (sin, cos) = (k * TAU / 8.0).sin_cos();
    Vector2::new(axial * sin + lateral * cos, axial * cos - lateral * sin) * mm(1.0)
}

/// A regular octagon with a side in front of each seat, by the distance of its sides from the middle.
fn octagon(apothem: Scalar) -> Vec<Vector2> {
    let corner = apothem / (PI / 8.0).cos();
    (0..8).map(|k| Vector2::from_angle((f64::from(k) + 0.5) * TAU / 8.0) * mm(corner)).collect()
}

/// The angle from `x` towards `z` of a seat's axis.
fn bearing(k: Scalar) -> Scalar {
    PI / 2.0 - k * TAU / 8.0
}

fn frame() -> Prop {
    let hole = Hole::sharp(Vector2::ZERO, mm(545.0));
    let plate = Plate {
        outline: Outline::polygon(octagon(610.0)),
        holes: vec![hole],
        thickness: mm(63.0),
        slope: 0.0,
    };
    let side = |k: u32| {
        let (inner, outer) = (octagon(540.0), octagon(611.0));
        let next = (k as usize + 1) % 8;
        let corners = [inner[k as usize], outer[k as usize], outer[next], inner[next]];
        let grain = (f64::from(k) + 1.0) * TAU / 8.0 + PI / 2.0;
        Inlay { region: Region::Polygon(corners.into()), finish: Finish::Wood(Species::Walnut), grain }
    };
    Prop {
        inlays: (0..8).map(side).collect(),
        ..Prop::new(plate, at(0.0, mm(-12.0), 0.0), Look::plain(Finish::Wood(Species::Walnut)))
    }
}

fn tray() -> Prop {
    let plate =
        Plate { outline: Outline::Circle(mm(548.0)), holes: Vec::new(), thickness: mm(4.0), slope: 0.0 };
    Prop::new(plate, at(0.0, mm(-70.0), 0.0), Look::plain(Finish::Felt([40, 14, 18])))
}

fn board() -> Prop {
    let mut holes = vec![Hole::sharp(Vector2::ZERO, mm(235.0))];
    holes.extend(
        (0..8).map(|k| Hole {
            chamfer: mm(0.5),
            ..Hole::sharp(seat(f64::from(k) + 0.5, 0.0, 515.0), mm(25.0))
        }),
    );
    let plate = Plate { outline: Outline::polygon(octagon(550.0)), holes, thickness: mm(20.0), slope: 0.0 };
    let mut inlays = Vec::new();
    for (k, people) in (0..8).zip(PEOPLE_BY_AZIMUTH) {
        let k = f64::from(k);
        let zone = [(-155.2, 440.0), (155.2, 440.0), (192.5, 530.0), (-192.5, 530.0)];
        let fabric = if (k as u32).is_multiple_of(2) { [150, 26, 22] } else { [196, 84, 24] };
        inlays.push(Inlay {
            region: Region::Polygon(zone.map(|(lateral, axial)| seat(k, lateral, axial)).into()),
            finish: Finish::Fabric(fabric),
            grain: bearing(k),
        });
        let egg = |grow: Scalar| {
            Region::Ellipse(seat(k, 0.0, 360.0), Vector2::new(40.0 + grow, 32.0 + grow) * mm(1.0), bearing(k))
        };
        inlays.push(Inlay { region: egg(-2.5), finish: Finish::Lacquer(people), grain: bearing(k) });
        inlays.push(Inlay { region: egg(0.0), finish: Finish::Wood(Species::Dark), grain: bearing(k) });
    }
    for j in 0..16 {
        let middle = bearing(f64::from(j) / 2.0);
        let half = TAU / 32.0;
        // The silver ring: plain silver for Movement, silver round a block of wood for Mineral.
        if j % 2 == 1 {
            let block = Region::Sector(
                Vector2::ZERO,
                [mm(243.0), mm(272.0)],
                [middle - half * 0.8, middle + half * 0.8],
            );
            inlays.push(Inlay {
                region: block,
                finish: Finish::Wood(Species::Dark),
                grain: middle + PI / 2.0,
            });
        }
        inlays.push(Inlay {
            // It runs on under the opening, whose border alone then counts.
            region: Region::Sector(Vector2::ZERO, [mm(232.0), mm(280.0)], [middle - half, middle + half]),
            finish: Finish::Lacquer(People::Silver),
            grain: middle,
        });
    }
    Prop { inlays, ..Prop::new(plate, at(0.0, 0.0, 0.0), Look::panel(Species::Maple)) }
}

/// Seats by azimuth, each with the people whose egg is painted there.
const PEOPLE_BY_AZIMUTH: [People; 8] = [
    People::Gold,
    People::Black,
    People::White,
    People::Brown,
    People::Silver,
    People::Red,
    People::Blue,
    People::Green,
];

fn ring(index: usize) -> Prop {
    let (outer, inner, height, species) = RINGS[index];
    let origin = height - SLOPE * outer;
    let mut holes = vec![Hole { chamfer: mm(0.5), ..Hole::sharp(Vector2::ZERO, mm(inner)) }];
    if index == 2 {
        holes.extend(
            (0..8)
                .map(|k| Hole { chamfer: mm(0.5), ..Hole::sharp(seat(f64::from(k), 0.0, 115.0), mm(21.0)) }),
        );
    }
    let plate =
        Plate { outline: Outline::Circle(mm(outer)), holes, thickness: mm(origin - BOTTOM), slope: SLOPE };
    // Sixteen staves, each with its grain along the ring.
    let stave = |j: u32| {
        let middle = f64::from(j) * TAU / 16.0;
        let half = TAU / 32.0;
        Inlay {
            region: Region::Sector(
                Vector2::ZERO,
                [mm(inner - 1.0), mm(outer + 1.0)],
                [middle - half, middle + half],
            ),
            finish: Finish::Wood(species),
            grain: middle + PI / 2.0,
        }
    };
    let look = Look::plain(Finish::Wood(species));
    Prop { inlays: (0..16).map(stave).collect(), ..Prop::new(plate, at(0.0, mm(origin), 0.0), look) }
}

/// A counting bar: a wire with thirty beads, some of them told off to one end.
fn bar(k: u32) -> Vec<Prop> {
    let azimuth = f64::from(k) * TAU / 8.0;
    let along = Quaternion::from_rotation_y(azimuth) * Quaternion::from_rotation_z(PI / 2.0);
    let place = |lateral: Scalar, height: Scalar| {
        let plan = seat(k.into(), lateral, 580.0);
        Vector::new(plan.x, mm(height), plan.y)
    };
    let wire = Shape::Capsule { radius: mm(1.0), half_length: mm(160.0) };
    let mut props = vec![Prop::new(wire, Pose::new(place(0.0, -7.0), along), Look::plain(Finish::Steel))];
    for end in [-163.0, 163.0] {
        let post = Shape::disc(mm(8.0), mm(8.5));
        let pose = Pose::new(place(end, -7.8), Quaternion::IDENTITY);
        props.push(Prop::new(post, pose, Look::plain(Finish::Brass)));
    }
    let people = PEOPLE_BY_AZIMUTH[k as usize];
    let told = [4, 9, 0, 6, 13, 2, 7, 5][k as usize];
    for bead in 0..30 {
        let lateral =
            if bead < told { -155.0 + 8.0 * f64::from(bead) } else { 155.0 - 8.0 * f64::from(29 - bead) };
        let pose = Pose::new(place(lateral, -7.0), along);
        props.push(Prop::new(Shape::ball(mm(8.0)), pose, Look::plain(Finish::Lacquer(people))));
    }
    props
}

/// Height and normal of the surface at a distance from the middle, millimetres.
fn surface(radius: Scalar) -> (Scalar, Scalar) {
    let ring = RINGS.iter().find(|(outer, inner, ..)| radius < *outer && radius >= *inner);
    ring.map_or((0.0, 0.0), |(outer, _, height, _)| (height - SLOPE * (outer - radius), SLOPE))
}

/// Lays a disc flat on whatever is at a point of the plan, `level` discs above it.
fn lay(plan: Vector2, thickness: Scalar, level: Scalar, turn: Scalar, flipped: bool) -> Pose {
    let (height, slope) = surface(plan.length() / mm(1.0));
    let out = plan.normalize_or_zero();
    let normal = Vector::new(-out.x * slope, 1.0, -out.y * slope).normalize();
    let position = Vector::new(plan.x, mm(height), plan.y) + normal * thickness * (level + 0.5);
    let flip = if flipped { Quaternion::from_rotation_x(PI) } else { Quaternion::IDENTITY };
    Pose::new(
        position,
        Quaternion::from_rotation_arc(Vector::Y, normal) * Quaternion::from_rotation_y(turn) * flip,
    )
}

fn pieces(young: usize) -> Vec<Prop> {
    let mut dealer = Dealer(2);
    let mut taken: Vec<(Vector2, Scalar)> = Vec::new();
    let mut props = Vec::new();
    for (k, people) in PEOPLE_BY_AZIMUTH.into_iter().enumerate() {
        let adults = [Emblem::Crown, Emblem::Diadem];
        for (i, emblem) in adults.into_iter().chain(std::iter::repeat_n(Emblem::Dragon, young)).enumerate() {
            let adult = i < 2;
            let (diameter, thickness) = if adult { (mm(35.0), mm(6.0)) } else { (mm(25.0), mm(5.0)) };
            let plan = loop {
                // Adults wait in their start zone, one of them sometimes out; the young are anywhere.
                let plan = if i == 0 || (i == 1 && k % 3 != 0) {
                    seat(k as Scalar, (dealer.next() - 0.5) * 260.0, 455.0 + 55.0 * dealer.next())
                } else {
                    let wide = (dealer.next() * 0.8 + 0.05).sqrt() * 530.0;
                    seat(dealer.next() * 8.0, 0.0, wide)
                };
                if free(plan, diameter / 2.0, &taken) {
                    break plan;
                }
            };
            taken.push((plan, diameter / 2.0));
            let flipped = !adult && dealer.next() < 0.3;
            // Adults face their seat, give or take a knock.
            let turn =
                if adult { k as Scalar * TAU / 8.0 + (dealer.next() - 0.5) } else { dealer.next() * TAU };
            let pose = lay(plan, thickness, 0.0, turn, flipped);
            let grain = props.len() as u32;
            let look = Look::pion(people, emblem).with_grain(grain);
            props.push(Prop::new(Shape::disc(diameter, thickness), pose, look));
            if young == 2 && k == 0 && i == 2 {
                // One small stack, a captive on top.
                let captive = Look::pion(People::Blue, Emblem::Dragon).with_grain(3);
                let shift = plan + Vector2::new(mm(1.2), mm(-0.8));
                props.push(Prop::new(
                    Shape::disc(mm(25.0), mm(5.0)),
                    lay(shift, mm(5.0), 1.0, 2.0, false),
                    captive,
                ));
            }
        }
    }
    props.extend(weights(&taken));
    props
}

/// Two weights, as put down by players: beech around a core of steel.
fn weights(taken: &[(Vector2, Scalar)]) -> Vec<Prop> {
    let mut dealer = Dealer(77);
    let mut props = Vec::new();
    while props.len() < 4 {
        let plan = seat(dealer.next() * 8.0, 0.0, 295.0 + 120.0 * dealer.next());
        if free(plan, mm(16.0), taken) {
            props.extend(weight(Vector::new(plan.x, 0.0, plan.y)));
        }
    }
    props
}

/// A weight standing at a point: a beech cylinder 30 by 30 mm whose steel core shows on top.
pub(super) fn weight(foot: Vector) -> [Prop; 2] {
    let wood = Look { body: Finish::Wood(Species::Beech), ..Look::plain(Finish::EndGrain(Species::Beech)) };
    let middle = foot + Vector::Y * mm(15.0);
    [
        Prop::new(Shape::disc(mm(30.0), mm(30.0)), Pose::new(middle, Quaternion::IDENTITY), wood),
        Prop::new(
            Shape::disc(mm(20.0), mm(26.0)),
            // The core stands a hair proud of the wood, as a plug that was filed flush never quite is not.
            Pose::new(middle + Vector::Y * mm(2.35), Quaternion::IDENTITY),
            Look::plain(Finish::Steel),
        ),
    ]
}

/// Whether a disc can lie at a point: on one level, off all holes, clear of the others.
fn free(plan: Vector2, radius: Scalar, taken: &[(Vector2, Scalar)]) -> bool {
    let (place, reach) = (plan.length() / mm(1.0), radius / mm(1.0) + 1.0);
    let borders = [30.0, 85.0, 145.0, 190.0, 235.0];
    let level = borders.iter().all(|border: &Scalar| (place - border).abs() > reach);
    let holes = (0..8).all(|k| {
        let well = seat(f64::from(k) + 0.5, 0.0, 515.0).distance(plan) > radius + mm(26.0);
        well && seat(f64::from(k), 0.0, 115.0).distance(plan) > radius + mm(22.0)
    });
    let clear = taken.iter().all(|(other, size)| other.distance(plan) > radius + size + mm(0.5));
    level && holes && clear && place > 40.0 && place < 535.0
}
