//! From bodies and pairs to rows, and back to memory.

use super::cache::ManifoldCache;
use super::friction::Grip;
use super::look::closing_speed;
use super::rows::{Constraint, Row};
use super::{Body, BodyKind, Dynamics, Pair, Tuning};
use crate::geometry::contact::{Manifold, Rolling, collide};
use crate::physics::law::{Approach, bounce};
use crate::units::{Scalar, Vector};

/// Points of one impact that meet within this distance of each other meet together, metres.
const TOGETHER: Scalar = 1.0e-9;

/// How far a contact may run along a rim in a step, radians, before it is looked at half-way.
const FAST_ROLL: Scalar = 2.0e-3;

impl Dynamics {
    /// Finds all contacts of this step and writes their rows.
    pub(super) fn prepare(&mut self, h: Scalar) {
        self.constraints.clear();
        self.find_borne();
        let mut manifolds = std::mem::take(&mut self.manifolds);
        for index in 0..self.pairs.len() {
            let Pair { a, b, .. } = self.pairs[index];
            self.pairs[index].live = !(self.bodies[a].idle() && self.bodies[b].idle());
            if !self.pairs[index].live {
                continue;
            }
            if self.is_veiled(&self.pairs[index]) {
                self.add_pressed(index, h);
                continue;
            }
            let Some(reach) = reach(&self.bodies[a], &self.bodies[b], h, &self.tuning, 0.0) else {
                continue;
            };
            let meeting = self.look(index, reach, h, &mut manifolds);
            for body in [a, b] {
                let body = &mut self.bodies[body];
                body.instant = body.instant.min(meeting.unwrap_or(Scalar::INFINITY));
            }
            // A blow acts where and when it falls: only what rolls on undisturbed is looked at half-way.
            if meeting.is_none() && self.rolls_fast(a, b, &manifolds, h) {
                self.add_rolling(index, reach, h, &mut manifolds);
                continue;
            }
            let instant = meeting.unwrap_or(0.0);
            for manifold in &manifolds {
                self.add_constraint(index, manifold, manifold, (instant, instant, instant), h);
            }
        }
        self.manifolds = manifolds;
    }

    /// Marks what a contact bore in the last step. Read from the memory of the pairs, which is all that is kept.
    fn find_borne(&mut self) {
        for body in &mut self.bodies {
            body.borne = false;
        }
        for pair in self.pairs.iter().filter(|pair| !pair.cache.manifolds.is_empty()) {
            self.bodies[pair.a].borne = true;
            self.bodies[pair.b].borne = true;
        }
    }

    /// Wakes the groups of held bodies that something comes near to, and the groups next to those.
    pub(super) fn wake_touched(&mut self, h: Scalar) {
        let mut manifolds = std::mem::take(&mut self.manifolds);
        let mut again = self.bodies.iter().any(|body| body.held);
        // The held one has not been given this step's gravity: look as far as if it had. To wake too early is no harm.
        let fall = self.gravity.length() * h * h;
        while again {
            again = false;
            for index in 0..self.pairs.len() {
                let pair = &self.pairs[index];
                let (a, b) = (&self.bodies[pair.a], &self.bodies[pair.b]);
                if a.held == b.held || a.kind == BodyKind::Static || b.kind == BodyKind::Static {
                    continue;
                }
                let (held, other) = if a.held { (a, b) } else { (b, a) };
                if other.idle() {
                    continue;
                }
                let Some(reach) = reach(a, b, h, &self.tuning, fall) else { continue };
                manifolds.clear();
                collide(&a.shape, a.pose, &b.shape, b.pose, reach, pair.cache.hint(), &mut manifolds);
                if manifolds.is_empty() {
                    continue;
                }
                let group = held.group;
                let gravity = self.gravity;
                for body in self.bodies.iter_mut().filter(|body| body.held && body.group == group) {
                    body.held = false;
                    body.begin_step(gravity, h);
                }
                again = true;
            }
        }
        self.manifolds = manifolds;
    }

    /// Whether two bodies touch at a rim that runs along the other fast: the point of contact then moves as far
    /// as the piece in a step, and taking it from the start of the step would cost energy of first order.
    fn rolls_fast(&self, a: usize, b: usize, manifolds: &[Manifold], h: Scalar) -> bool {
        let [manifold] = manifolds else {
            // Only a rim on open ground: in a hole or on an edge the place of contact may jump.
            return false;
        };
        let Rolling::Rim(axis, _) = manifold.rolling else { return false };
        let run = axis.dot(self.bodies[a].start.1 - self.bodies[b].start.1).abs() * h;
        run > FAST_ROLL && manifold.points.iter().any(|point| point.gap < 1.0e-5)
    }

    /// Writes the rows of a rim that rolls: impulses act where it touches half-way through the step, and what
    /// must come to rest is the matter that touches at its end. This pair of places keeps the energy of a rolling
    /// rim to second order.
    fn add_rolling(&mut self, index: usize, reach: Scalar, h: Scalar, manifolds: &mut Vec<Manifold>) {
        let (a, b) = (self.pairs[index].a, self.pairs[index].b);
        for body in [a, b] {
            self.bodies[body].foresee_turn(h);
        }
        let (one, two) = (&self.bodies[a], &self.bodies[b]);
        let mut look = |time: Scalar| {
            let (pose_a, pose_b) = (one.pose_after(time), two.pose_after(time));
            self.see(index, time, reach, manifolds);
            let mut found = std::mem::take(manifolds);
            // The gap that counts is that at the start of the step.
            for manifold in &mut found {
                for point in &mut manifold.points {
                    point.gap +=
                        time * closing_speed(one, two, pose_a, pose_b, manifold.normal, point.position);
                }
            }
            found
        };
        let (half, end) = (look(h / 2.0), look(h));
        for manifold in &half {
            let measure = end.iter().find(|m| same_rim(manifold, m));
            let at = if measure.is_some() { h } else { h / 2.0 };
            self.add_constraint(index, manifold, measure.unwrap_or(manifold), (0.0, h / 2.0, at), h);
        }
    }

    /// Writes the rows of a contact. Impulses act at the points of `manifold`, seen at time `act` of the step;
    /// speeds are measured at those of `measured`, seen at time `at`. An impact meets at `instant`.
    pub(super) fn add_constraint(
        &mut self,
        index: usize,
        manifold: &Manifold,
        measured: &Manifold,
        (instant, act, at): (Scalar, Scalar, Scalar),
        h: Scalar,
    ) {
        let tuning = self.tuning;
        let pair = &self.pairs[index];
        let (a, b) = (&self.bodies[pair.a], &self.bodies[pair.b]);
        let (centre_a, centre_b) = (a.centre_after(act), b.centre_after(act));
        let (seen_a, seen_b) = (a.centre_after(at), b.centre_after(at));
        let normal = manifold.normal;
        let cache = pair.cache.of(manifold.feature);
        let constraint = self.constraints.next();
        constraint.a = pair.a;
        constraint.b = pair.b;
        constraint.pair = index;
        constraint.feature = manifold.feature;
        constraint.normal = normal;
        constraint.law = pair.law;
        constraint.rows.clear();
        constraint.loaded = cache.is_some();
        constraint.tolerance = tuning.tolerance + tuning.relative_tolerance * a.speed().max(b.speed());
        // Gravity hastens only what falls freely: what lies on something does not accelerate.
        let falls = |body: &Body| body.kind == BodyKind::Dynamic && !body.borne;
        let weight = |body: &Body| if falls(body) { body.gravity_scale } else { 0.0 };
        let pull = -self.gravity.dot(normal) * (weight(b) - weight(a));
        for (point, seen) in manifold.points.iter().zip(&measured.points) {
            let arms = (point.position - centre_a, point.position - centre_b);
            let mut row = Row::new(a, b, normal, point.position, arms);
            row.see_at(normal, (seen.position - seen_a, seen.position - seen_b));
            let speed =
                (a.start.0 + a.start.1.cross(arms.0) - b.start.0 - b.start.1.cross(arms.1)).dot(normal);
            row.arrival = point.gap.max(0.0) / (h - instant).max(1.0e-3 * h);
            if speed > tuning.bounce_threshold && point.gap > speed * (h - instant) + TOGETHER {
                // Gravity may bring it there a little early: that is left to the next step.
                row.coming = true;
                row.target = -row.arrival - pull.max(0.0) * h;
            } else if speed > tuning.bounce_threshold {
                row.impact = true;
                let gap = point.gap + speed * instant;
                let approach = Approach { gap, speed, pull, instant, step: h };
                row.target =
                    if pair.law.restitution > 0.0 { bounce(approach, pair.law.restitution) } else { 0.0 };
            } else {
                row.target = if point.gap > 0.0 { -point.gap / h } else { 0.0 };
            }
            row.gap = point.gap;
            row.feature = point.feature;
            if let Some(cache) = cache {
                row.impulse = cache.normal.iter().find(|(f, _)| *f == point.feature).map_or(0.0, |(_, i)| *i);
            }
            constraint.rows.push(row);
        }
        if constraint.rows.is_empty() {
            self.constraints.drop_last();
            return;
        }
        constraint.lively = !constraint.loaded && !constraint.has_impact() && pair.law.restitution > 0.0;
        constraint.fresh = true;
        constraint.given = false;
        let centre = centre_of_pressure(&constraint.rows);
        let middle =
            constraint.rows.iter().map(|row| row.position).sum::<Vector>() / constraint.rows.len() as Scalar;
        // Uniform pressure turns linear as the load moves off the middle, and leaves the far side from r/4 on.
        let patch = if manifold.patch > 0.0 {
            let off = centre.distance(middle) / manifold.patch;
            manifold.patch * ((1.0 - off) / 0.75).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let arms = (centre - centre_a, centre - centre_b);
        let shift =
            if act == at { Vector::ZERO } else { measured.points[0].position - manifold.points[0].position };
        let seen = (centre + shift - seen_a, centre + shift - seen_b);
        constraint.grip = Grip::new(
            (a, b),
            normal,
            (arms, seen),
            (manifold.patch, patch),
            manifold.rolling,
            centre - middle,
        );
        match cache {
            Some(cache) => constraint.grip.recall(cache.friction, cache.twist, cache.rolling, cache.stuck),
            // A new contact that hardly moves starts out holding.
            None => constraint.grip.stuck = slow(a, b, arms),
        }
        constraint.remember_start();
    }

    /// Writes what the contacts bore into the memory of their pairs.
    pub(super) fn store(&mut self) {
        for pair in self.pairs.iter_mut().filter(|pair| pair.live) {
            std::mem::swap(&mut pair.cache, &mut pair.before);
            pair.cache.manifolds.clear();
        }
        for constraint in self.constraints.iter() {
            let total = constraint.total();
            if total <= 0.0 {
                continue;
            }
            let (friction, twist, rolling) = constraint.grip.memory();
            let rows = &constraint.rows;
            let middle = rows.iter().map(|row| row.position).sum::<Vector>() / rows.len() as Scalar;
            let load = rows.iter().map(|row| row.position * row.impulse).sum::<Vector>() / total - middle;
            self.pairs[constraint.pair].cache.manifolds.push(ManifoldCache {
                feature: constraint.feature,
                normal: rows.iter().map(|row| (row.feature, row.impulse)).collect(),
                friction,
                twist,
                rolling,
                stuck: constraint.grip.stuck,
                load,
            });
        }
    }

    /// Separates what overlaps; tells whether anything did.
    pub(super) fn push_apart(&mut self, h: Scalar) -> bool {
        let slop = self.tuning.slop;
        let overlaps = |constraint: &Constraint| constraint.rows.iter().any(|row| row.gap < -slop);
        if !self.constraints.iter().any(overlaps) {
            return false;
        }
        for _ in 0..4 {
            for constraint in self.constraints.iter_mut() {
                constraint.push_apart(&mut self.bodies, h, &self.tuning);
            }
        }
        true
    }
}

/// Whether two looks at a rolling rim saw the same contact move on.
fn same_rim(one: &Manifold, two: &Manifold) -> bool {
    let Rolling::Rim(_, radius) = one.rolling else { return false };
    one.feature == two.feature
        && one.points.len() == two.points.len()
        && one.normal.dot(two.normal) > 0.999
        && one.points.iter().zip(&two.points).all(|(p, q)| {
            p.feature == q.feature && p.position.distance_squared(q.position) < (0.3 * radius).powi(2)
        })
}

/// How far apart two bodies may be to meet within the step, and `more`; `None` if they cannot.
fn reach(a: &Body, b: &Body, h: Scalar, tuning: &Tuning, more: Scalar) -> Option<Scalar> {
    if a.inverse_mass == 0.0 && b.inverse_mass == 0.0 {
        return None;
    }
    let turning = |body: &Body| if body.size.is_finite() { body.spin.length() * body.size } else { 0.0 };
    let speed = (a.velocity - b.velocity).length() + turning(a) + turning(b);
    // A blow on the near side of a disc throws its far side down at up to twice the speed of both.
    let reach = tuning.margin + 2.0 * speed * h + more;
    let size = a.size + b.size + reach;
    (a.pose.position.distance_squared(b.pose.position) <= size * size).then_some(reach)
}

fn slow(a: &Body, b: &Body, arms: (Vector, Vector)) -> bool {
    const SLOW: Scalar = 1.0e-3;
    let slip = b.start.0 + b.start.1.cross(arms.1) - a.start.0 - a.start.1.cross(arms.0);
    slip.length_squared() < SLOW * SLOW
}

/// Where the load was last step, or, for a new contact, the middle of the points that touch first.
fn centre_of_pressure(rows: &[Row]) -> Vector {
    let total: Scalar = rows.iter().map(|row| row.impulse).sum();
    if total > 0.0 {
        return rows.iter().map(|row| row.position * row.impulse).sum::<Vector>() / total;
    }
    let nearest = rows.iter().map(|row| row.gap).fold(Scalar::INFINITY, Scalar::min);
    let (sum, count) = rows
        .iter()
        .filter(|row| row.gap <= nearest + 1.0e-5)
        .fold((Vector::ZERO, 0.0), |(sum, count), row| (sum + row.position, count + 1.0));
    sum / count
}
