//! Where and when within a step two bodies meet.

use super::{Body, Dynamics};
use crate::geometry::contact::{Manifold, collide};
use crate::geometry::{Pose, Shape};
use crate::units::{Scalar, Vector};

/// How far a body may turn in a step, radians, before it is looked at where it will be at the end.
const FAST_TURN: Scalar = 2.0e-2;

/// A gap so small that the two have met, metres.
const MET: Scalar = 1.0e-6;

/// A ball that nears an edge more slowly than this may as well be held up by it, metres per second.
const NEARS: Scalar = 1.0e-3;

/// Most looks at a pair to find the instant at which it meets.
const LOOKS: usize = 10;

impl Dynamics {
    /// Finds the contacts of a pair: at the start of the step, or at the instant in it at which the two meet, which is
    /// returned. What overlaps already and still closes at speed meets at once: nothing may go on until something
    /// else is met.
    pub(super) fn look(
        &self,
        index: usize,
        reach: Scalar,
        h: Scalar,
        manifolds: &mut Vec<Manifold>,
    ) -> Option<Scalar> {
        let (a, b) = self.sides(index);
        let mut instant = 0.0;
        let mut meets = false;
        for look in 0..LOOKS {
            let (pose_a, pose_b) = (a.pose_after(instant), b.pose_after(instant));
            self.see(index, instant, reach, manifolds);
            if look == 0 && self.passes_by(index, reach, h, manifolds) {
                manifolds.clear();
                return None;
            }
            let first_meeting = manifolds
                .iter()
                .flat_map(|manifold| manifold.points.iter().map(|point| (manifold.normal, point)))
                .filter_map(|(normal, point)| {
                    let speed = closing_speed(a, b, pose_a, pose_b, normal, point.position);
                    let fast = speed > self.tuning.bounce_threshold;
                    (fast && point.gap < speed * (h - instant)).then_some((point.gap / speed, point.gap))
                })
                .min_by(|one, two| one.0.total_cmp(&two.0));
            let Some((delay, gap)) = first_meeting else {
                break;
            };
            meets = true;
            if look > 0 && gap.abs() < 1.0e-8 || look + 1 == LOOKS {
                break;
            }
            instant = (instant + delay).clamp(0.0, h);
            if instant == 0.0 {
                break;
            }
        }
        if !meets && [a, b].iter().any(|body| body.start.1.length() * h > FAST_TURN) {
            return self.look_at_turning(index, reach, h, manifolds);
        }
        meets.then_some(instant)
    }

    /// [`Dynamics::look`] for a pair in which something turns so far within the step that another part of it may come
    /// down than the one that is nearest now. `manifolds` holds the contacts at the start, and in the end those at the
    /// instant that is returned.
    fn look_at_turning(
        &self,
        index: usize,
        reach: Scalar,
        h: Scalar,
        manifolds: &mut Vec<Manifold>,
    ) -> Option<Scalar> {
        let look = |time: Scalar| {
            let mut seen = Vec::new();
            self.see(index, time, reach, &mut seen);
            (least_gap(&seen).min(reach), seen)
        };
        let (mut low, mut high) = ((0.0, least_gap(manifolds).min(reach)), (h, look(h).0));
        if low.1 <= 0.0 || high.1 >= -self.tuning.slop {
            return None;
        }
        for _ in 0..LOOKS {
            let time = low.0 + (high.0 - low.0) * (low.1 / (low.1 - high.1)).clamp(0.1, 0.9);
            let (gap, seen) = look(time);
            if gap < 0.0 {
                high = (time, gap);
                continue;
            }
            low = (time, gap);
            *manifolds = seen;
            if gap < MET {
                break;
            }
        }
        (low.0 > 0.0).then_some(low.0)
    }

    /// Whether a ball that nears the edge of a plate goes by without touching it. Seen from where it is, it would meet
    /// it; but where two plates lie side by side it rolls over the edge of the next. Should another blow drive it
    /// there all the same, the next step finds it overlapping.
    fn passes_by(&self, index: usize, reach: Scalar, h: Scalar, manifolds: &[Manifold]) -> bool {
        let (a, b) = self.sides(index);
        let ball_and_plate = matches!(
            (&a.shape, &b.shape),
            (Shape::Ball { .. }, Shape::Plate(_)) | (Shape::Plate(_), Shape::Ball { .. })
        );
        if !ball_and_plate {
            return false;
        }
        let nears = |manifold: &Manifold| {
            let point = &manifold.points[0];
            let speed = closing_speed(a, b, a.pose, b.pose, manifold.normal, point.position);
            point.gap > 0.0 && speed > NEARS && point.gap < 1.1 * speed * h
        };
        if !manifolds.iter().any(nears) {
            return false;
        }
        let mut seen = Vec::new();
        [0.25, 0.5, 0.75, 1.0].into_iter().all(|share| {
            self.see(index, share * h, reach, &mut seen);
            least_gap(&seen) > -MET
        })
    }

    /// Contacts of a pair where its bodies would be after a time of the step if nothing were in their way.
    pub(super) fn see(&self, index: usize, time: Scalar, reach: Scalar, seen: &mut Vec<Manifold>) {
        let (a, b) = self.sides(index);
        let (pose_a, pose_b) = (a.pose_after(time), b.pose_after(time));
        seen.clear();
        collide(&a.shape, pose_a, &b.shape, pose_b, reach, self.pairs[index].cache.hint(), seen);
    }

    /// The two bodies of a pair.
    fn sides(&self, index: usize) -> (&Body, &Body) {
        let pair = &self.pairs[index];
        (&self.bodies[pair.a], &self.bodies[pair.b])
    }
}

/// The least gap of any point; infinite if there is none.
fn least_gap(manifolds: &[Manifold]) -> Scalar {
    let gaps = manifolds.iter().flat_map(|manifold| manifold.points.iter().map(|point| point.gap));
    gaps.fold(Scalar::INFINITY, Scalar::min)
}

/// Speed at which the matter of two bodies closes at a point, at the start of the step.
pub(super) fn closing_speed(
    a: &Body,
    b: &Body,
    pose_a: Pose,
    pose_b: Pose,
    normal: Vector,
    point: Vector,
) -> Scalar {
    let at = |body: &Body, pose: Pose| body.start.0 + body.start.1.cross(point - pose.position);
    (at(a, pose_a) - at(b, pose_b)).dot(normal)
}
