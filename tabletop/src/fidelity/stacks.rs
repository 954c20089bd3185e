//! Stacks of discs: how they are built and watched, and the harmonic overhang. (Section 2.2)

use super::bench::{DENSITY, d25, heading, law, peak, sizes, threshold, yaw};
use super::measure::Tolerance::Within;
use super::{Conditions, Outcome};
use crate::geometry::{Plate, Pose, Shape};
use crate::physics::law::PairLaw;
use crate::table::{Piece, PieceId, State, StepRate, Table};
use crate::units::{Scalar, Vector, mm};

/// Discs on one another, lowest first, every one with a yaw of its own.
pub struct Stack {
    /// The table they stand on.
    pub table: Table,
    /// The discs, lowest first.
    pub discs: Vec<PieceId>,
    /// Their thicknesses.
    pub thick: Vec<Scalar>,
}

/// What a stack did while it was watched; the greatest value of each.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rest {
    /// Level distance of a disc from where it was set.
    pub drift: Scalar,
    /// Angle of an axis from the vertical, degrees.
    pub tilt: Scalar,
    /// Speed of a rim, one second after the start and later.
    pub late_speed: Scalar,
    /// Overlap of two faces that touch.
    pub overlap: Scalar,
    /// Mechanical energy above that of the start.
    pub energy_rise: Scalar,
    /// Height of the top at the end.
    pub height: Scalar,
}

impl Stack {
    /// A straight stack on a plane.
    pub fn build(rate: StepRate, law: PairLaw, levels: usize, shape: impl Fn(usize) -> Shape) -> Self {
        Self::shifted(rate, law, levels, shape, |_| Vector::ZERO)
    }

    /// A stack whose discs lie at level positions of their own.
    pub fn shifted(
        rate: StepRate,
        law: PairLaw,
        levels: usize,
        shape: impl Fn(usize) -> Shape,
        at: impl Fn(usize) -> Vector,
    ) -> Self {
        let mut table = Table::new(rate, law);
        table.spawn(Piece::fixed(Plate::plane().into(), Pose::IDENTITY));
        let (mut discs, mut thick, mut floor) = (Vec::new(), Vec::new(), 0.0);
        for level in 0..levels {
            let shape = shape(level);
            let half = sizes(&shape).1;
            let turned = yaw(37.0 * level as Scalar);
            let pose = Pose::new(at(level) + Vector::Y * (floor + half), turned);
            discs.push(table.spawn(Piece::dynamic(shape, DENSITY, pose)));
            thick.push(2.0 * half);
            floor += 2.0 * half;
        }
        Self { table, discs, thick }
    }

    /// States of the discs, lowest first.
    pub fn states(&self) -> Vec<State> {
        self.discs.iter().map(|&disc| self.table.state(disc)).collect()
    }

    /// Whether a disc leaves its place by more than a millimetre within a time.
    pub fn collapses(mut self, seconds: Scalar) -> bool {
        let start = self.states();
        while self.table.time() < seconds {
            self.table.step();
            let gone = |(now, then): (&State, &State)| {
                !(0.0..=mm(1.0)).contains(&now.pose.position.distance(then.pose.position))
            };
            if self.states().iter().zip(&start).any(gone) {
                return true;
            }
        }
        false
    }

    /// Lets it stand for a time.
    pub fn watch(mut self, seconds: Scalar) -> Rest {
        let (start, energy) = (self.states(), self.table.mechanical_energy());
        let mut rest = Rest { energy_rise: Scalar::NEG_INFINITY, ..Rest::default() };
        while self.table.time() < seconds {
            self.table.step();
            let late = self.table.time() > 1.0;
            let (mut top, states) = (0.0, self.states());
            for ((now, then), thick) in states.iter().zip(&start).zip(&self.thick) {
                let way = now.pose.position - then.pose.position;
                rest.drift = peak(rest.drift, Vector::new(way.x, 0.0, way.z).length());
                let axis = now.pose.axis();
                rest.tilt = peak(rest.tilt, axis.cross(Vector::Y).length().asin().to_degrees());
                if late {
                    let speed = now.velocity.length() + now.spin.length() * mm(17.5);
                    rest.late_speed = peak(rest.late_speed, speed);
                }
                let bottom = now.pose.position.y - thick / 2.0;
                rest.overlap = peak(rest.overlap, top - bottom);
                top = now.pose.position.y + thick / 2.0;
            }
            rest.height = top;
            rest.energy_rise = peak(rest.energy_rise, self.table.mechanical_energy() - energy);
        }
        rest
    }
}

/// PH-13.
pub fn overhang(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let radius = sizes(&d25()).0;
    // Four shifts, of the top disc by r, of the next by r/2 and so on, over a fifth disc on the plane.
    let collapses = |factor: Scalar, ahead: Scalar| {
        let at = |level: usize| {
            let shift = (1..=level).map(|k| radius / (5 - k) as Scalar).sum::<Scalar>();
            heading(ahead) * (shift * factor)
        };
        Stack::shifted(c.rate, law(0.2, 0.6), 5, |_| d25(), at).collapses(5.0)
    };
    for &ahead in c.headings() {
        outcome.require(
            format!("heading {ahead}°: five levels stand 5 s at 96 % of r/n"),
            !collapses(0.96, ahead),
        );
        outcome.require(format!("heading {ahead}°: they fall at 104 %"), collapses(1.04, ahead));
        let limit = threshold(0.92, 1.08, 0.005, |factor| collapses(factor, ahead));
        let tolerances = (Within(0.04), Within(0.01));
        outcome.measure(
            format!("heading {ahead}°: share of r/n at which they fall"),
            "",
            1.0,
            limit,
            tolerances,
        );
    }
    outcome
}
