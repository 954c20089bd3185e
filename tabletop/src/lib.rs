//! Everything on and around the table. It runs without a window or a GPU.
//!
//! Each module may use only those listed above it:
//!
//! ```text
//! units      SI in code; millimetres and grams only in files
//! random     numbers that look random and are the same everywhere
//! geometry   exact shapes, closed-form contact, exact overlap of discs and zones
//! physics    Avian set up for centimetre wood: our collider, our contact laws, our solver
//! scene      RON formats: raw, then checked; every problem at once, with file, place and remedy
//! table      a lean world with pieces in it, stepped by hand
//! strike     fingers, bats and balls that hit
//! rest       when the table is still, and what it waits for
//! observe    what lies where: the plain values that rules read
//! setup      from a described scene to a table with its pieces on it
//! session    scene, seed and intents: play, replay, undo, save
//! script     plays a script and tells what happens
//! soak       random strikes: nothing gets lost and every shot ends
//! fidelity   experiments with a known answer
//! ```

pub mod fidelity;
pub mod geometry;
pub mod observe;
pub mod physics;
pub mod random;
pub mod rest;
pub mod scene;
pub mod script;
pub mod session;
pub mod setup;
pub mod soak;
pub mod strike;
pub mod table;
pub mod units;
