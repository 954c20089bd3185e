//! Exact shapes and closed-form contact. Pure functions of shapes and poses: no engine, no clock, no state.
//!
//! [`Shape`] says what a thing is; [`contact::collide`] says where two of them touch.

pub mod cloth;
pub mod contact;
mod disc;
pub mod gjk;
pub mod hull;
mod minimum;
pub mod overlap;
pub mod plate;
pub mod pose;
pub mod separation;
pub mod shape;

pub use hull::Hull;
pub use plate::{Hole, Outline, Plate, Polygon};
pub use pose::Pose;
pub use shape::Shape;

#[cfg(test)]
mod samples;
