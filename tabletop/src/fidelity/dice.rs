//! Dice: fair from random starts, fair from one start, and the same throw whatever face it starts on.
//! (Section 2.7, dice)

use super::bench::{DENSITY, left_of, worst};
use super::measure::Tolerance::{AtLeast, AtMost, Within};
use super::{Conditions, Outcome};
use crate::geometry::{Hull, Plate, Pose, Shape};
use crate::physics::law::PairLaw;
use crate::random::Random;
use crate::table::{Piece, PieceId, State, Table};
use crate::units::{GRAVITY, Matrix, Quaternion, Scalar, Vector, mm};

/// A die under test.
struct Die {
    name: &'static str,
    hull: Hull,
    /// Throws, in the whole and in the short form.
    throws: (u32, u32),
    /// `χ²` that fair dice exceed once in a thousand, and once in a hundred, experiments.
    limits: (Scalar, Scalar),
    /// Rotations that turn it into itself.
    symmetries: usize,
}

fn dice() -> [Die; 2] {
    [
        Die {
            name: "d6 of 16 mm",
            hull: Hull::d6(mm(16.0), mm(1.0)),
            throws: (60_000, 600),
            limits: (20.515, 15.086),
            symmetries: 24,
        },
        Die {
            name: "d12 of 18 mm",
            hull: Hull::d12(mm(18.0), mm(0.6)),
            throws: (120_000, 720),
            limits: (31.264, 24.725),
            symmetries: 60,
        },
    ]
}

/// A die in the air 150 mm above the board.
fn thrown(
    c: &Conditions,
    hull: &Hull,
    rotation: Quaternion,
    velocity: Vector,
    spin: Vector,
) -> (Table, PieceId) {
    let mut table = Table::new(c.rate, PairLaw::REFERENCE);
    table.spawn(Piece::fixed(Plate::plane().into(), Pose::IDENTITY));
    let shape = Shape::from(hull.clone());
    let die = table.spawn(Piece::dynamic(shape, DENSITY, Pose::new(Vector::Y * mm(150.0), rotation)));
    table.set_velocity(die, velocity, spin);
    (table, die)
}

/// The face that looks up, by its place in the hull, and the cosine of its lean.
fn upper_face(hull: &Hull, state: &State) -> (usize, Scalar) {
    let up = state.pose.rotation.inverse() * Vector::Y;
    let best = (0, Scalar::NEG_INFINITY);
    hull.face_normals()
        .map(|normal| normal.dot(up))
        .enumerate()
        .fold(best, |best, face| if face.1 > best.1 { face } else { best })
}

/// Lets a die come to rest on a face; `None` if it is still undecided after some seconds.
fn settle(table: &mut Table, die: PieceId, hull: &Hull) -> Option<usize> {
    // Far less than it takes to turn over the lowest edge, which is a tenth of the radius or more away.
    let quiet = hull.volume() * DENSITY * GRAVITY * hull.bounding_radius() * 0.02;
    while table.time() < 5.0 {
        table.step();
        let (face, lean) = upper_face(hull, &table.state(die));
        if lean > Scalar::to_radians(5.0).cos() && table.kinetic_energy() < quiet {
            return Some(face);
        }
    }
    None
}

fn fairness(
    c: &Conditions,
    seed: u64,
    start: impl Fn(&mut Random) -> (Quaternion, Vector, Vector),
) -> Outcome {
    let mut outcome = Outcome::new();
    for die in dice() {
        let count = c.runs(die.throws.0, die.throws.1);
        let mut faces = vec![0.0; die.hull.face_normals().len()];
        let mut undecided = 0.0;
        for throw in 0..count {
            let mut random = Random::new((seed << 32) + u64::from(throw));
            let (rotation, velocity, spin) = start(&mut random);
            let (mut table, id) = thrown(c, &die.hull, rotation, velocity, spin);
            match settle(&mut table, id, &die.hull) {
                Some(face) => faces[face] += 1.0,
                None => undecided += 1.0,
            }
        }
        let even = faces.iter().sum::<Scalar>() / faces.len() as Scalar;
        let chi = faces.iter().map(|face: &Scalar| (face - even).powi(2) / even).sum::<Scalar>();
        let mean = faces.len() as Scalar - 1.0;
        let text = format!("{}, χ² of {count} throws", die.name);
        outcome.measure(text, "", mean, chi, (AtMost(die.limits.0), AtMost(die.limits.1)));
        let text = format!("{}, undecided of {count} throws", die.name);
        outcome.measure(text, "", 0.0, undecided, (AtMost(0.0), AtMost(0.0)));
    }
    outcome
}

/// PH-44.
pub fn random_start(c: &Conditions) -> Outcome {
    fairness(c, 44, |random| {
        let rotation = random.rotation();
        (rotation, Vector::ZERO, random.direction() * random.between(20.0, 60.0))
    })
}

/// PH-45.
pub fn fixed_start(c: &Conditions) -> Outcome {
    let rotation = Random::new(45).rotation();
    fairness(c, 45, move |random| {
        let velocity = random.direction() * random.between(1.5, 3.0);
        (rotation, velocity, random.direction() * random.between(20.0, 60.0))
    })
}

/// All rotations that turn a hull into itself: those that carry one pair of neighbouring faces to another.
fn symmetries(hull: &Hull) -> Vec<Quaternion> {
    let normals = hull.face_normals().collect::<Vec<_>>();
    let nearest = normals[1..].iter().map(|normal| normal.dot(normals[0])).fold(-1.0, Scalar::max);
    let frame = |one: Vector, two: Vector| {
        let across = one.cross(two).normalize();
        Matrix::from_cols(one, across, one.cross(across))
    };
    let mut base = None;
    let mut found = Vec::new();
    for one in &normals {
        for two in &normals {
            if (one.dot(*two) - nearest).abs() < 1.0e-6 {
                let frame = frame(*one, *two);
                let base = *base.get_or_insert(frame);
                found.push(Quaternion::from_mat3(&(frame * base.transpose())).normalize());
            }
        }
    }
    found
}

/// PH-46.
pub fn symmetry_replay(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    for die in dice() {
        let turns = symmetries(&die.hull);
        let count = turns.len() as Scalar;
        let wanted = die.symmetries as Scalar;
        outcome.measure(format!("{}: symmetries", die.name), "", wanted, count, (Within(0.0), Within(0.0)));
        let normals = die.hull.face_normals().collect::<Vec<_>>();
        let (mut apart, mut same, mut replays) = (Vec::new(), 0.0, 0.0);
        for throw in 0..c.runs(20, 2) {
            let mut random = Random::new(0x46_0000 + u64::from(throw));
            let (rotation, spin) = (random.rotation(), random.direction() * random.between(20.0, 60.0));
            let ahead = super::bench::heading(random.between(0.0, 360.0));
            let velocity = ahead * 0.5 + left_of(ahead) * 0.1;
            // The path until 50 ms after the first touch, and the face on which the die then comes to rest.
            let follow = |turn: Quaternion| {
                let (mut table, id) = thrown(c, &die.hull, rotation * turn, velocity, spin);
                let (mut path, mut touched) = (Vec::new(), Scalar::INFINITY);
                while table.time() < touched + 0.05 && table.time() < 1.0 {
                    table.step();
                    let state = table.state(id);
                    path.push(state.pose.position);
                    if touched.is_infinite() && (state.velocity.y + GRAVITY * table.time()).abs() > 0.05 {
                        touched = table.time();
                    }
                }
                (path, settle(&mut table, id, &die.hull))
            };
            let (path, face) = follow(Quaternion::IDENTITY);
            for &turn in &turns {
                let (other, landed) = follow(turn);
                let gaps = path.iter().zip(&other).map(|(one, two)| one.distance(*two) / mm(1.0));
                apart.push(gaps.fold(0.0, Scalar::max) + path.len().abs_diff(other.len()) as Scalar);
                replays += 1.0;
                if let (Some(face), Some(landed)) = (face, landed)
                    && (turn * normals[landed]).distance(normals[face]) < 1.0e-6
                {
                    same += 1.0;
                }
            }
        }
        let name = format!("{}, {replays} replays", die.name);
        let far = worst(0.0, apart);
        outcome.measure(
            format!("{name}: paths apart 50 ms after the touch"),
            "mm",
            0.0,
            far,
            (AtMost(0.1), AtMost(1e-6)),
        );
        let share = same / replays;
        outcome.measure(
            format!("{name}: share that land alike"),
            "",
            1.0,
            share,
            (AtLeast(0.95), AtLeast(0.95)),
        );
    }
    outcome
}
