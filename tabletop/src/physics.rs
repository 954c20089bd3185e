//! Avian set up for centimetre wood: our collider, our laws of contact, our solver.

pub mod law;
pub mod solver;
