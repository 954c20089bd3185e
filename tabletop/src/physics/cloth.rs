//! The three laws of a taut cloth, as pure functions: it carries balls, it passes blows, it stops what pushes it.
//!
//! Law 1 carries a ball by a spring and a damper along the normal of the cloth. Law 2 is the pinch: what pushes
//! from below and the ball meet through the cloth in one impact. Law 3 stops what pushes from below. They act in
//! [`super::solver`]; `docs/decisions/0005-cloth.md` says how.

use bevy::prelude::Component;
use serde::{Deserialize, Serialize};

use crate::geometry::cloth::Grid;
#[cfg(test)]
use crate::units::mm;
use crate::units::{Scalar, Vector};

/// Speeds below this are those of a contact that stays, metres per second.
const STILL: Scalar = 1.0e-9;

/// Cloth under a grid of compartments. It belongs to a level plate, which stands for it wherever something
/// other than a ball from above or a bat from below touches it.
#[derive(Component, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cloth {
    /// The compartments, in the frame of the plate.
    pub grid: Grid,
    /// Thickness, metres.
    pub thickness: Scalar,
    /// How it yields.
    pub law: ClothLaw,
}

/// Constants of the laws. SI units; the numbers are clauses of the Billard des Pirates.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClothLaw {
    /// Force on a ball for each metre it sinks (BP-G.24, k).
    pub ball_stiffness: Scalar,
    /// Force on a ball for each metre per second at which it closes (BP-G.24, c).
    pub ball_damping: Scalar,
    /// Restitution of bat and ball through the cloth (BP-G.26).
    pub pinch_restitution: Scalar,
    /// Force on a bat for each metre it raises the cloth (BP-G.27, k1).
    pub bat_stiffness: Scalar,
    /// The same for each cubic metre (BP-G.27, k3).
    pub bat_stiffness_cubic: Scalar,
    /// Force on a bat for each metre per second at which it rises (BP-G.27, c).
    pub bat_damping: Scalar,
    /// Height of the tip at which the cloth yields no more, metres (BP-G.27).
    pub rigid_at: Scalar,
    /// Restitution of a bat at the lower edge of a wall (BP-G.11).
    pub rim_restitution: Scalar,
    /// Speed below which neither bounces, metres per second (BP-G.16).
    pub bounce_threshold: Scalar,
}

impl ClothLaw {
    /// The linen for which the clauses give their numbers.
    #[cfg(test)]
    pub(crate) const LINEN: Self = Self {
        ball_stiffness: 700.0,
        ball_damping: 1.2,
        pinch_restitution: 0.45,
        bat_stiffness: 700.0,
        bat_stiffness_cubic: 4.4e7,
        bat_damping: 1.0,
        rigid_at: mm(14.0),
        rim_restitution: 0.3,
        bounce_threshold: 0.04,
    };

    /// Law 1: force of the cloth on a ball that has sunk by a depth and closes at a speed, newtons.
    pub fn on_ball(&self, depth: Scalar, closing: Scalar) -> Scalar {
        if depth <= 0.0 {
            return 0.0;
        }
        (self.ball_stiffness * depth + self.ball_damping * closing).max(0.0)
    }

    /// Law 3: force of the cloth on a tip that has raised it by a height and rises at a speed, newtons.
    /// `stiffening` is that of the place.
    pub fn on_bat(&self, stiffening: Scalar, height: Scalar, rising: Scalar) -> Scalar {
        if height <= 0.0 {
            return 0.0;
        }
        let spring = self.bat_stiffness * height + self.bat_stiffness_cubic * height.powi(3);
        (stiffening * spring + self.bat_damping * rising).max(0.0)
    }

    /// Share of the closing speed that an impact at that speed gives back.
    pub fn bounce(&self, restitution: Scalar, closing: Scalar) -> Scalar {
        if closing < self.bounce_threshold { 0.0 } else { restitution }
    }
}

/// How much stiffer the cloth of a compartment is at a point at these distances from its walls than in the middle.
pub fn stiffening(distances: [Scalar; 4], half: Scalar) -> Scalar {
    // Nearer to a wall than this the wall itself is in the way before the cloth yields at all.
    let nearest = half / 200.0;
    distances.iter().map(|distance| (half / distance.max(nearest)).powi(2)).sum::<Scalar>() / 4.0
}

/// When two points at an offset come within a distance of each other, if they close at all and it happens within
/// the time given. Nothing when they are nearer already and not closing.
pub fn meeting(offset: Vector, velocity: Vector, distance: Scalar, within: Scalar) -> Option<Scalar> {
    let (apart, closing) = (offset.length(), -offset.dot(velocity));
    if closing <= STILL * apart {
        return None;
    }
    let excess = apart * apart - distance * distance;
    if excess <= 0.0 {
        return Some(0.0);
    }
    let under_root = closing * closing - velocity.length_squared() * excess;
    if under_root < 0.0 {
        return None;
    }
    let time = excess / (closing + under_root.sqrt());
    (time <= within).then_some(time)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::cloth::{Compartment, SIDES};
    use crate::units::GRAVITY;

    #[test]
    fn bp_g_24_a_ball_sinks_by_eight_hundredths_under_its_weight() {
        let weight = 5.73e-3 * GRAVITY;
        assert!((ClothLaw::LINEN.on_ball(mm(0.0803), 0.0) - weight).abs() < 1e-4);
        assert_eq!(ClothLaw::LINEN.on_ball(mm(-0.1), 5.0), 0.0, "cloth does not reach up");
        assert_eq!(ClothLaw::LINEN.on_ball(mm(1.0), -5.0), 0.0, "cloth does not pull");
    }

    #[test]
    fn bp_g_27_forces_that_hold_the_tip() {
        for (force, height) in [(2.0, 2.2), (5.0, 3.8), (10.0, 5.2), (20.0, 7.0), (40.0, 9.1)] {
            let (low, high) = (
                ClothLaw::LINEN.on_bat(1.0, mm(height - 0.2), 0.0),
                ClothLaw::LINEN.on_bat(1.0, mm(height + 0.2), 0.0),
            );
            assert!((low..high).contains(&force), "{force} N at {height} mm: {low} to {high}");
        }
    }

    #[test]
    fn bp_g_27_cloth_is_stiffer_beside_the_middle() {
        let cell = Compartment { column: 1, row: 1, centre: Vector::ZERO, half: mm(22.0) };
        for (off, expected) in [(0.0, 1.0), (8.0, 1.25), (10.0, 1.46)] {
            let got = stiffening(cell.distances(SIDES[1] * mm(off)), cell.half);
            assert!((got - expected).abs() < 0.01, "{got} at {off}");
        }
    }

    #[test]
    fn bp_g_26_a_meeting_is_the_root_of_its_quadratic() {
        let (offset, velocity) = (Vector::new(3.0, 4.0, 0.0), Vector::new(0.0, -2.0, 0.0));
        let time = meeting(offset, velocity, 3.5, 10.0).unwrap();
        assert!(((offset + velocity * time).length() - 3.5).abs() < 1e-12);
        assert!(time < 2.0, "the first of the two: {time}");
        assert_eq!(meeting(offset, velocity, 3.5, time / 2.0), None, "too late");
        assert_eq!(meeting(offset, velocity, 2.9, 10.0), None, "a miss");
        assert_eq!(meeting(offset, -velocity, 6.0, 10.0), None, "they part");
        assert_eq!(meeting(offset, velocity, 6.0, 10.0), Some(0.0), "near already, and closing");
    }
}
