//! Everything on and around the table. It runs without a window or a GPU.
//!
//! Each module may use only those listed above it:
//!
//! ```text
//! units      SI in code; millimetres and grams only in files
//! geometry   exact shapes, closed-form contact, exact overlap of discs and zones
//! physics    Avian set up for centimetre wood: our collider, our contact laws, our solver
//! ```

pub mod fidelity;
pub mod geometry;
pub mod physics;
pub mod table;
pub mod units;
