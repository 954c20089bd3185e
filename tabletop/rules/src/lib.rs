//! The five games as pure rules: values that ask, are answered, observe and give orders.
//!
//! No engine, no clock, no randomness, no input or output. The first game arrives with its own issue; until then
//! this crate only marks its place in the house, and a test keeps the dependencies pointing one way.
