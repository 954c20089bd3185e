//! Corners of lines that were computed apart and are to be one.

use std::collections::BTreeMap;

use tabletop::units::{Scalar, Vector2};

/// Corners this near are one, and a corner this near to a line lies on it, metres. Far finer than anything
/// drawn, and far coarser than what rounding makes of the same corner computed in two ways.
const WELD: Scalar = 1e-8;

/// Corners of a plan, none of them within ten nanometres of another.
#[derive(Default)]
pub(super) struct Corners {
    all: Vec<Vector2>,
    /// Numbers of the corners by their `x`, in cells as wide as the weld.
    by_x: BTreeMap<i64, Vec<usize>>,
}

fn cell(x: Scalar) -> i64 {
    (x / WELD).floor() as i64
}

impl Corners {
    /// All corners, by number.
    pub(super) fn all(&self) -> &[Vector2] {
        &self.all
    }

    /// The number of the corner at a point, which is a new one if there is none yet.
    pub(super) fn add(&mut self, point: Vector2) -> usize {
        let known = self.between(point.x, point.x).find(|i| self.all[*i].distance(point) < WELD);
        known.unwrap_or_else(|| {
            let number = self.all.len();
            self.all.push(point);
            self.by_x.entry(cell(point.x)).or_default().push(number);
            number
        })
    }

    /// The corners on the straight line between two of them, from end to end.
    pub(super) fn along(&self, from: usize, to: usize) -> Vec<usize> {
        let (a, b) = (self.all[from], self.all[to]);
        let length = a.distance(b);
        if from == to {
            return vec![from];
        }
        let side = (b - a) / length;
        let place = |i: &usize| (self.all[*i] - a).dot(side);
        let on =
            |i: &usize| (0.0..=length).contains(&place(i)) && side.perp_dot(self.all[*i] - a).abs() < WELD;
        let inner = self.between(a.x.min(b.x), a.x.max(b.x)).filter(|i| *i != from && *i != to && on(i));
        let mut line = inner.collect::<Vec<_>>();
        line.sort_by(|i, j| place(i).total_cmp(&place(j)));
        line.insert(0, from);
        line.push(to);
        line
    }

    /// Numbers of the corners between two values of `x`, and a little beyond.
    fn between(&self, least: Scalar, most: Scalar) -> impl Iterator<Item = usize> + '_ {
        self.by_x.range(cell(least) - 1..=cell(most) + 1).flat_map(|(_, numbers)| numbers.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_that_rounding_parted_are_one() {
        let mut corners = Corners::default();
        let first = corners.add(Vector2::new(0.3, 0.2));
        assert_eq!(corners.add(Vector2::new(0.1 + 0.2, 0.2 + 4e-9)), first);
        assert_ne!(corners.add(Vector2::new(0.3, 0.2 + 4e-8)), first);
    }

    #[test]
    fn a_line_passes_through_the_corners_on_it() {
        let mut corners = Corners::default();
        let [a, b, on, off] = [(0.0, 0.0), (-1.0, 0.5), (-0.6, 0.3 + 1e-9), (-0.4, 0.201)]
            .map(|(x, y)| corners.add(Vector2::new(x, y)));
        assert_eq!(corners.along(a, b), [a, on, b]);
        assert_eq!(corners.along(b, a), [b, on, a]);
        assert_eq!(corners.along(off, off), [off]);
    }
}
