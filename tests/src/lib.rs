//! Harness and scenarios that cross crates.

#[cfg(test)]
mod golden;
#[cfg(test)]
mod house;
