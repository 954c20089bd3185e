//! Harness and scenarios that cross crates.

#[cfg(test)]
mod house;
