//! Set-ups that experiments share: reference bodies, boards, inclines, sweeps of directions, thresholds.
//!
//! Angles are degrees in arguments. A heading is counted counter-clockwise from east, seen from above; a yaw
//! turns a body about the vertical in the same sense.

use super::Conditions;
use crate::geometry::{Hole, Outline, Plate, Pose, Shape};
use crate::physics::law::PairLaw;
use crate::table::{Piece, PieceId, State, StepRate, Table};
use crate::units::{GRAVITY, Quaternion, Scalar, Vector, Vector2, from_plan, mm};

/// Beech and maple, kilograms per cubic metre.
pub const DENSITY: Scalar = 720.0;

/// Material of boards and walls where they must differ from the pieces, which have material 0.
pub const BOARD: u16 = 1;

/// A disc by its diameter and thickness in millimetres.
pub fn disc(diameter: Scalar, thickness: Scalar) -> Shape {
    Shape::disc(mm(diameter), mm(thickness))
}

/// D25, the small disc.
pub fn d25() -> Shape {
    disc(25.0, 8.0)
}

/// D35, the large disc.
pub fn d35() -> Shape {
    disc(35.0, 8.0)
}

/// B25, the wooden ball.
pub fn b25() -> Shape {
    Shape::ball(mm(25.0))
}

/// W10, the upright weight, by its height in millimetres.
pub fn w10(height: Scalar) -> Shape {
    disc(20.0, height)
}

/// Radius and half thickness of a disc; radius twice of a ball.
pub fn sizes(shape: &Shape) -> (Scalar, Scalar) {
    match *shape {
        Shape::Disc { radius, half_thickness } => (radius, half_thickness),
        Shape::Ball { radius } | Shape::Capsule { radius, .. } => (radius, radius),
        Shape::Hull(_) | Shape::Plate(_) => (0.0, 0.0),
    }
}

/// Mass and principal moments (about a diameter, about the axis) at the reference density.
pub fn inertia(shape: &Shape) -> (Scalar, Scalar, Scalar) {
    let mass = shape.volume() * DENSITY;
    let moments = shape.unit_inertia() * mass;
    (mass, moments.x, moments.y)
}

/// A law with one coefficient of friction, a restitution, and no rolling resistance.
pub fn law(friction: Scalar, restitution: Scalar) -> PairLaw {
    PairLaw { static_friction: friction, kinetic_friction: friction, restitution, rolling: 0.0 }
}

/// The level unit vector of a heading.
pub fn heading(degrees: Scalar) -> Vector {
    from_plan(Vector2::from_angle(degrees.to_radians()), 0.0)
}

/// The level unit vector to the left of a level one.
pub fn left_of(ahead: Vector) -> Vector {
    Vector::Y.cross(ahead)
}

/// A turn about the vertical.
pub fn yaw(degrees: Scalar) -> Quaternion {
    Quaternion::from_rotation_y(degrees.to_radians())
}

/// Flat on the plane `y = 0` at a level position.
pub fn flat(shape: &Shape, at: Vector, yaw_degrees: Scalar) -> Pose {
    Pose::new(at + Vector::Y * sizes(shape).1, yaw(yaw_degrees))
}

/// The rotation that makes a level board descend towards a heading.
pub fn incline(angle: Scalar, downhill: Scalar) -> Quaternion {
    Quaternion::from_axis_angle(left_of(heading(downhill)), angle.to_radians())
}

/// Gravity as a level board feels it when it is tilted to descend towards a heading.
pub fn tilted_gravity(angle: Scalar, downhill: Scalar) -> Vector {
    let (sin, cos) = angle.to_radians().sin_cos();
    (heading(downhill) * sin - Vector::Y * cos) * GRAVITY
}

/// The rotation of a disc whose axis has been raised by an angle from a heading: 0 stands on edge, 90 lies.
pub fn on_edge(raised: Scalar, facing: Scalar, roll: Scalar) -> Quaternion {
    let (sin, cos) = raised.to_radians().sin_cos();
    Quaternion::from_rotation_arc(Vector::Y, heading(facing) * cos + Vector::Y * sin) * yaw(roll)
}

/// Height of the centre of a disc whose axis has been raised by an angle, when its lowest point touches `y = 0`.
pub fn edge_height(shape: &Shape, raised: Scalar) -> Scalar {
    let (radius, half) = sizes(shape);
    let (sin, cos) = raised.to_radians().sin_cos();
    radius * cos + half * sin
}

/// A level board 6 mm thick without end, with one sharp hole right through at the origin.
pub fn holed(radius: Scalar) -> Plate {
    Plate { thickness: mm(6.0), holes: vec![Hole::sharp(Vector2::ZERO, radius)], ..Plate::plane() }
}

/// A rectangular slab, by its corners in its own plan and its thickness.
pub fn slab(low: Vector2, high: Vector2, thickness: Scalar) -> Plate {
    let corners = vec![low, Vector2::new(high.x, low.y), high, Vector2::new(low.x, high.y)];
    Plate { outline: Outline::polygon(corners), holes: Vec::new(), thickness, slope: 0.0 }
}

/// A table with one board and one piece on it.
pub struct Lone {
    /// The table.
    pub table: Table,
    /// The board, spawned first.
    pub board: PieceId,
    /// The piece.
    pub piece: PieceId,
}

impl Lone {
    /// A piece on a board in a pose.
    pub fn on(rate: StepRate, law: PairLaw, (board, at): (Plate, Pose), shape: &Shape, pose: Pose) -> Self {
        let mut table = Table::new(rate, law);
        let board = table.spawn(Piece::fixed(board.into(), at));
        let piece = table.spawn(Piece::dynamic(shape.clone(), DENSITY, pose));
        Self { table, board, piece }
    }

    /// A piece on a level plane.
    pub fn on_plane(rate: StepRate, law: PairLaw, shape: &Shape, pose: Pose) -> Self {
        Self::on(rate, law, (Plate::plane(), Pose::IDENTITY), shape, pose)
    }

    /// A piece flat on a plane that descends towards a heading.
    pub fn on_incline(
        rate: StepRate,
        law: PairLaw,
        tilt: Quaternion,
        shape: &Shape,
        turned: Quaternion,
    ) -> Self {
        let pose = Pose::new(tilt * Vector::Y * lift(shape, turned), tilt * turned);
        Self::on(rate, law, (Plate::plane(), Pose::new(Vector::ZERO, tilt)), shape, pose)
    }

    /// Sets the piece in motion.
    pub fn throw(mut self, velocity: Vector, spin: Vector) -> Self {
        self.table.set_velocity(self.piece, velocity, spin);
        self
    }

    /// Where the piece is and how it moves.
    pub fn state(&self) -> State {
        self.table.state(self.piece)
    }

    /// Steps for a time.
    pub fn run(&mut self, seconds: Scalar) {
        run(&mut self.table, seconds);
    }

    /// Steps until something is so, at most for a time; tells whether it came to be.
    pub fn run_until(&mut self, seconds: Scalar, mut done: impl FnMut(Scalar, State) -> bool) -> bool {
        let end = self.table.time() + seconds - self.table.substep() / 2.0;
        while self.table.time() < end {
            self.table.step();
            if done(self.table.time(), self.state()) {
                return true;
            }
        }
        false
    }
}

/// Height of the centre of a disc or ball above the plane its lowest point touches.
pub fn lift(shape: &Shape, turned: Quaternion) -> Scalar {
    extent(shape, turned, Vector::Y)
}

/// How far a disc or ball extends from its centre along a unit direction.
pub fn extent(shape: &Shape, turned: Quaternion, along: Vector) -> Scalar {
    let (radius, half) = sizes(shape);
    if let Shape::Ball { .. } = shape {
        return radius;
    }
    let axis = turned * Vector::Y;
    radius * axis.cross(along).length() + half * axis.dot(along).abs()
}

/// Steps a table for a time.
pub fn run(table: &mut Table, seconds: Scalar) {
    let end = table.time() + seconds - table.substep() / 2.0;
    while table.time() < end {
        table.step();
    }
}

/// The same sub-step, with a look at the table after each of them.
pub fn every_substep(rate: StepRate) -> StepRate {
    StepRate { hertz: rate.hertz * Scalar::from(rate.substeps), substeps: 1 }
}

/// How a sliding piece came to rest.
#[derive(Clone, Copy, Debug)]
pub struct Stop {
    /// When, seconds from the start.
    pub time: Scalar,
    /// From where it started to where it stopped.
    pub way: Vector,
}

/// Lets a piece slide until it rests; not a number if it does not within the time.
///
/// The instant is found between two looks from the last two speeds.
pub fn slide_to_rest(lone: &mut Lone, seconds: Scalar) -> Stop {
    let start = lone.state();
    let mut at = start.pose.position;
    let mut last = [(lone.table.time(), start.velocity.length()); 2];
    let rested = lone.run_until(seconds, |time, state| {
        at = state.pose.position;
        let speed = state.velocity.length();
        if speed < 1.0e-5 {
            return true;
        }
        last = [last[1], (time, speed)];
        false
    });
    if !rested {
        return Stop { time: Scalar::NAN, way: Vector::NAN };
    }
    let [(before, fast), (late, slow)] = last;
    let time = if fast > slow { late + slow * (late - before) / (fast - slow) } else { late };
    Stop { time, way: at - start.pose.position }
}

/// Of many values, the one farthest from what is expected; one that is not a number is farthest of all.
pub fn worst(expected: Scalar, values: impl IntoIterator<Item = Scalar>) -> Scalar {
    let far = |value: Scalar| if value.is_nan() { Scalar::INFINITY } else { (value - expected).abs() };
    values
        .into_iter()
        .fold(None, |worst, value| match worst {
            Some(worst) if far(worst) >= far(value) => Some(worst),
            _ => Some(value),
        })
        .unwrap_or(Scalar::NAN)
}

/// The greater of two values; what is not a number stays so, where [`Scalar::max`] would forget it.
pub fn peak(one: Scalar, two: Scalar) -> Scalar {
    if one.is_nan() || two.is_nan() { Scalar::NAN } else { one.max(two) }
}

/// Where something begins to happen between two bounds, to a resolution; not a number unless it does not happen
/// at the first bound and does at the second, which may be the smaller one.
pub fn threshold(
    from: Scalar,
    to: Scalar,
    resolution: Scalar,
    mut happens: impl FnMut(Scalar) -> bool,
) -> Scalar {
    if happens(from) || !happens(to) {
        return Scalar::NAN;
    }
    let (mut before, mut after) = (from, to);
    while (after - before).abs() > resolution {
        let middle = f64::midpoint(before, after);
        if happens(middle) {
            after = middle;
        } else {
            before = middle;
        }
    }
    f64::midpoint(before, after)
}

impl Conditions {
    /// Yaws of a body, degrees.
    pub fn yaws(&self) -> Vec<Scalar> {
        if self.full { (0..12).map(|i| 7.5 * Scalar::from(i)).collect() } else { vec![0.0, 22.5, 52.5] }
    }

    /// Headings of a motion, degrees.
    pub fn headings(&self) -> &'static [Scalar] {
        if self.full { &[0.0, 17.0, 45.0, 73.0] } else { &[17.0, 45.0] }
    }

    /// Every yaw with every heading.
    pub fn directions(&self) -> Vec<(Scalar, Scalar)> {
        let yaws = self.yaws();
        self.headings().iter().flat_map(|&heading| yaws.iter().map(move |&yaw| (yaw, heading))).collect()
    }

    /// Every yaw, each with one heading after the other: for costly searches in the short form.
    pub fn some_directions(&self) -> Vec<(Scalar, Scalar)> {
        if self.full {
            return self.directions();
        }
        self.yaws().into_iter().zip(self.headings().iter().copied().cycle()).collect()
    }

    /// A number of runs: whole, or short.
    pub fn runs(&self, full: u32, short: u32) -> u32 {
        if self.full { full } else { short }
    }
}
