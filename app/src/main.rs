//! The program.

mod view;

fn main() {}
