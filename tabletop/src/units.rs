//! Units and number types: SI in code (metres, kilograms, seconds), millimetres and grams in files.
//!
//! The world is Bevy's: right-handed, `y` up. Plans of boards are drawn with `x` to the east and `y` to
//! the north, seen from above; [`from_plan`] and [`to_plan`] are the only places that know how the two meet.

pub use avian3d::math::{Matrix3 as Matrix, Quaternion, Scalar, Vector, Vector2};

/// Gravitational acceleration, metres per second squared. The referee's clauses and the experiments use
/// exactly this value.
pub const GRAVITY: Scalar = 9.81;

/// One millimetre in metres.
pub const MM: Scalar = 1.0e-3;

/// Millimetres to metres.
pub const fn mm(value: Scalar) -> Scalar {
    value * MM
}

/// A point of a plan (east, north) at a height above it, as a point of the world.
pub const fn from_plan(plan: Vector2, height: Scalar) -> Vector {
    Vector::new(plan.x, height, -plan.y)
}

/// A point of the world as a point of the plan (east, north), its height dropped.
pub const fn to_plan(world: Vector) -> Vector2 {
    Vector2::new(world.x, -world.z)
}
