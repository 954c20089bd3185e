//! Cloth stretched under a grid of compartments: level at rest, a tent where a tip raises it.
//!
//! The frame of a grid has its origin in the middle, `y = 0` on the upper face of the cloth at rest, `x` to the
//! east and `z` to the south. Every compartment is a sheet of its own, clamped along its four walls.

use serde::{Deserialize, Serialize};

use crate::units::{Scalar, Vector};

/// Unit vectors towards the walls of a compartment: west, east, south, north.
pub const SIDES: [Vector; 4] = [Vector::NEG_X, Vector::X, Vector::Z, Vector::NEG_Z];

/// A tip this near to a wall raises nothing, metres.
const CLAMPED: Scalar = 1.0e-6;

/// Square compartments side by side. Metres.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Grid {
    /// Distance between the mid-planes of neighbouring walls.
    pub pitch: Scalar,
    /// Distance between the faces of a compartment's walls.
    pub clear: Scalar,
    /// Compartments from west to east.
    pub columns: u32,
    /// Compartments from south to north.
    pub rows: u32,
    /// Compartments without cloth: (column, row) from 1.
    pub closed: Vec<(u32, u32)>,
}

impl Grid {
    /// The compartment with cloth over or under a point; a point at a wall belongs to the side of the wall's
    /// mid-plane on which it lies. `None` outside the grid and where there is no cloth.
    pub fn compartment(&self, at: Vector) -> Option<Compartment> {
        let place = |along: Scalar, count: u32| {
            let steps = (along / self.pitch + Scalar::from(count) / 2.0).floor();
            (steps >= 0.0 && steps < Scalar::from(count)).then_some(steps as u32 + 1)
        };
        let (column, row) = (place(at.x, self.columns)?, place(-at.z, self.rows)?);
        (!self.closed.contains(&(column, row))).then(|| self.named(column, row))
    }

    /// A compartment by its column and row, from 1; with or without cloth, in the grid or not.
    pub fn named(&self, column: u32, row: u32) -> Compartment {
        let along =
            |index: u32, count: u32| (Scalar::from(index) - 0.5 - Scalar::from(count) / 2.0) * self.pitch;
        let centre = Vector::new(along(column, self.columns), 0.0, -along(row, self.rows));
        Compartment { column, row, centre, half: self.clear / 2.0 }
    }

    /// Half of the grid's extents to the east, `x`, and to the south, `z`.
    pub fn half_extents(&self) -> Vector {
        Vector::new(Scalar::from(self.columns), 0.0, Scalar::from(self.rows)) * (self.pitch / 2.0)
    }
}

/// One compartment of a grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compartment {
    /// Its column, from 1 in the west.
    pub column: u32,
    /// Its row, from 1 in the south.
    pub row: u32,
    /// Its middle, on the cloth at rest.
    pub centre: Vector,
    /// Distance of its walls from the middle.
    pub half: Scalar,
}

impl Compartment {
    /// Distances of a point from the four walls, in the order of [`SIDES`]; negative inside a wall.
    pub fn distances(&self, at: Vector) -> [Scalar; 4] {
        SIDES.map(|side| self.half - side.dot(at - self.centre))
    }
}

/// The cloth of a compartment raised by a tip: a pyramid from the tip to the four walls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tent {
    /// Where.
    pub compartment: Compartment,
    /// Distances of the tip from the four walls.
    tip: [Scalar; 4],
    /// How high the tip is above the cloth at rest.
    pub height: Scalar,
}

impl Tent {
    /// The tent over a tip; `None` where it raises nothing, because it is too low or under a wall.
    pub fn raised(compartment: Compartment, tip: Vector, height: Scalar) -> Option<Self> {
        let distances = compartment.distances(tip);
        let inside = distances.iter().all(|distance| *distance > CLAMPED);
        (inside && height > 0.0).then_some(Self { compartment, tip: distances, height })
    }

    /// The face of the tent over or under a point.
    pub fn face(&self, at: Vector) -> Face {
        let distances = self.compartment.distances(at);
        let shares = std::array::from_fn::<_, 4, _>(|side| distances[side] / self.tip[side]);
        let side = (1..4).fold(0, |least, side| if shares[side] < shares[least] { side } else { least });
        if shares[side] <= 0.0 {
            return Face::LEVEL;
        }
        let slope = self.height / self.tip[side];
        let normal = (Vector::Y + SIDES[side] * slope).normalize();
        Face { share: shares[side], height: self.height * shares[side], normal }
    }
}

/// A plane piece of cloth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Face {
    /// How much of the tip's rise the cloth makes at the point asked for, 0 to 1.
    pub share: Scalar,
    /// Its height there.
    pub height: Scalar,
    /// Unit normal, upwards.
    pub normal: Vector,
}

impl Face {
    /// Cloth at rest.
    pub const LEVEL: Self = Self { share: 0.0, height: 0.0, normal: Vector::Y };

    /// How far a sphere reaches through the face, negative above it; the face is that under the centre.
    pub fn depth(&self, centre: Vector, radius: Scalar) -> Scalar {
        radius - (centre.y - self.height) * self.normal.y
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::mm;

    fn grid() -> Grid {
        Grid { pitch: mm(50.0), clear: mm(44.0), columns: 10, rows: 10, closed: vec![(1, 1)] }
    }

    #[test]
    fn a_point_is_in_the_compartment_on_its_side_of_the_walls_middle() {
        let named = |x: Scalar, north: Scalar| {
            let at = Vector::new(mm(x - 250.0), 0.0, -mm(north - 250.0));
            grid().compartment(at).map(|cell| (cell.column, cell.row))
        };
        assert_eq!(named(75.0, 25.0), Some((2, 1)));
        assert_eq!(named(99.9, 400.1), Some((2, 9)));
        assert_eq!(named(25.0, 25.0), None, "a closed compartment has no cloth");
        assert_eq!(named(-0.1, 75.0), None);
        assert_eq!(named(75.0, 500.1), None);
    }

    #[test]
    fn bp_g_25_the_tent_is_a_pyramid_from_the_tip_to_the_walls() {
        let cell = grid().named(4, 7);
        let tip = cell.centre + Vector::new(mm(5.0), 0.0, mm(-3.0));
        let tent = Tent::raised(cell, tip, mm(6.0)).unwrap();
        assert!((tent.face(tip).height - mm(6.0)).abs() < 1e-15, "the tip is its top");
        for (side, distance) in SIDES.into_iter().zip(cell.distances(tip)) {
            let foot = tip + side * distance;
            assert!(tent.face(foot).height.abs() < 1e-15, "the walls hold it");
            let half = (tip + foot) / 2.0;
            let face = tent.face(half);
            assert!((face.height - mm(3.0)).abs() < 1e-15, "it is straight between them");
            let slope = mm(6.0) / distance;
            let along = face.normal.dot(side) / face.normal.y;
            assert!((along - slope).abs() < 1e-12, "it falls to the wall by h/d");
        }
    }

    #[test]
    fn bp_g_25_normals_are_square_to_the_surface_and_the_surface_has_no_steps() {
        let cell = grid().named(5, 5);
        let tent = Tent::raised(cell, cell.centre + Vector::new(mm(-8.0), 0.0, mm(4.0)), mm(9.0)).unwrap();
        let step = mm(0.01);
        for i in -21..=21 {
            for j in -21..=21 {
                let at = cell.centre + Vector::new(mm(f64::from(i)), 0.0, mm(f64::from(j) + 0.3));
                let face = tent.face(at);
                for along in [Vector::X, Vector::Z] {
                    let rise = tent.face(at + along * step).height - face.height;
                    assert!(rise.abs() < 1.0 * step, "a step at {at}");
                    let foreseen = -face.normal.dot(along) / face.normal.y * step;
                    // At a ridge two faces meet: there the lower one goes on.
                    assert!(rise <= foreseen + 1e-12, "the surface is above its plane at {at}");
                }
            }
        }
    }

    #[test]
    fn a_low_tip_and_one_under_a_wall_raise_nothing() {
        let cell = grid().named(5, 5);
        assert_eq!(Tent::raised(cell, cell.centre, 0.0), None);
        assert_eq!(Tent::raised(cell, cell.centre + Vector::X * cell.half, mm(1.0)), None);
        let tent = Tent::raised(cell, cell.centre, mm(1.0)).unwrap();
        assert_eq!(tent.face(cell.centre + Vector::X * mm(24.0)), Face::LEVEL);
    }

    #[test]
    fn a_sphere_is_measured_along_the_normal() {
        let level = Face::LEVEL.depth(Vector::Y * mm(12.0), mm(12.5));
        assert!((level - mm(0.5)).abs() < 1e-15);
        let face = Face { share: 0.5, height: mm(3.0), normal: Vector::new(0.6, 0.8, 0.0) };
        let depth = face.depth(Vector::Y * mm(13.0), mm(12.5));
        assert!((depth - mm(4.5)).abs() < 1e-15);
    }
}
