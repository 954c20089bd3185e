//! A vector that keeps its elements' memory when it is emptied.

use std::ops::{Deref, DerefMut};

/// Elements are written in place: a constraint is too large to be built elsewhere and moved in.
#[derive(Debug)]
pub(super) struct Pool<T> {
    items: Vec<T>,
    used: usize,
}

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Self { items: Vec::new(), used: 0 }
    }
}

impl<T: Default> Pool<T> {
    /// Empties the pool.
    pub fn clear(&mut self) {
        self.used = 0;
    }

    /// One more element, with whatever it held before.
    pub fn next(&mut self) -> &mut T {
        if self.used == self.items.len() {
            self.items.push(T::default());
        }
        self.used += 1;
        &mut self.items[self.used - 1]
    }

    /// Gives the last element back.
    pub fn drop_last(&mut self) {
        self.used -= 1;
    }
}

impl<T> Deref for Pool<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.items[..self.used]
    }
}

impl<T> DerefMut for Pool<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..self.used]
    }
}
