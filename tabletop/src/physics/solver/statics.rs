//! Pieces that rest on one another by their faces, solved exactly instead of by passes.
//!
//! A face pressed on a face that does not slip is a weld: it can carry any force and torque whose centre of
//! pressure lies within it and whose share along it friction can hold. Where every piece of a group can be
//! brought to rest through such faces, following them from the ground up, the loads are sums and the answer
//! is exact: nothing in a stack of twenty moves at all, not even in its first step. Where it cannot, nothing
//! is changed and the passes decide.

use super::rows::Constraint;
use super::{Body, BodyKind, Dynamics};
use crate::units::{Matrix, Scalar, Vector};

/// Fastest piece that is worth trying to hold, metres per second.
const SLOW: Scalar = 0.05;

/// Largest gap across which a face still bears, metres.
const TOUCHING: Scalar = 1.0e-6;

/// How a body stands in the search from the ground up.
#[derive(Clone, Copy, Debug, Default)]
struct Standing {
    /// The constraint that carries it.
    carrier: Option<usize>,
    /// Its place in the order of the search.
    found: bool,
    /// Root of its group.
    group: usize,
    /// Impulse and angular impulse (about the world's origin) that bring it and what it carries to rest.
    needed: (Vector, Vector),
}

/// Scratch space, kept between steps.
#[derive(Debug, Default)]
pub(super) struct Statics {
    standing: Vec<Standing>,
    order: Vec<usize>,
    links: Vec<(usize, usize)>,
    failed: Vec<bool>,
}

impl Dynamics {
    /// Brings to rest all groups that their faces can hold. Their bodies are marked as settled (`changed` 0).
    pub(super) fn hold(&mut self) {
        self.statics.order.clear();
        if !self.bodies.iter().any(|body| body.kind == BodyKind::Dynamic && !body.held && slow(body)) {
            return;
        }
        let mut statics = std::mem::take(&mut self.statics);
        self.find_groups(&mut statics);
        if !statics.order.is_empty() {
            self.add_up(&mut statics);
            self.settle(&statics);
        }
        self.statics = statics;
    }

    /// Finds who carries whom, from the ground up, and which groups touch something that spoils the search.
    fn find_groups(&mut self, statics: &mut Statics) {
        let count = self.bodies.len();
        statics.standing.clear();
        statics.standing.resize(count, Standing::default());
        statics.order.clear();
        statics.links.clear();
        statics.failed.clear();
        statics.failed.resize(count, false);
        let standing = &mut statics.standing;
        for (index, body) in self.bodies.iter().enumerate() {
            standing[index].group = index;
            if body.kind == BodyKind::Dynamic && !slow(body) {
                statics.failed[index] = true;
            }
        }
        for (index, constraint) in self.constraints.iter().enumerate() {
            let (a, b) = (constraint.a, constraint.b);
            let free = [a, b].map(|body| self.bodies[body].inverse_mass > 0.0);
            if free[0] && free[1] && touches(constraint) {
                let (root_a, root_b) = (root(standing, a), root(standing, b));
                if root_a != root_b {
                    let (low, high) = (root_a.min(root_b), root_a.max(root_b));
                    standing[high].group = low;
                    statics.failed[low] |= statics.failed[high];
                }
            }
            let moved = self.bodies[a].driven() || self.bodies[b].driven();
            let lively = constraint.rows.iter().any(|row| row.impact || row.target > 0.0);
            if (lively || moved) && touches(constraint) {
                for (body, free) in [(a, free[0]), (b, free[1])] {
                    if free {
                        let group = root(standing, body);
                        statics.failed[group] = true;
                    }
                }
            }
            if welds(constraint) {
                statics.links.push((a, index));
                statics.links.push((b, index));
            }
        }
        // A fast member joined later must spoil the whole group.
        for index in 0..count {
            if statics.failed[index] {
                let group = root(standing, index);
                statics.failed[group] = true;
            }
        }
        statics.links.sort_unstable();
        let mut next = 0;
        let mut ground: Vec<usize> = Vec::new();
        for (index, body) in self.bodies.iter().enumerate() {
            if body.kind != BodyKind::Dynamic {
                ground.push(index);
            }
        }
        let visit = |from: usize, statics: &mut Statics, bodies: &[Body], constraints: &[Constraint]| {
            let start = statics.links.partition_point(|link| link.0 < from);
            for link in start..statics.links.len() {
                let (body, index) = statics.links[link];
                if body != from {
                    break;
                }
                let constraint = &constraints[index];
                let other = if constraint.a == from { constraint.b } else { constraint.a };
                let standing = &mut statics.standing[other];
                if bodies[other].kind == BodyKind::Dynamic && !standing.found {
                    standing.found = true;
                    standing.carrier = Some(index);
                    statics.order.push(other);
                }
            }
        };
        for from in ground {
            visit(from, statics, &self.bodies, &self.constraints);
        }
        while next < statics.order.len() {
            let from = statics.order[next];
            visit(from, statics, &self.bodies, &self.constraints);
            next += 1;
        }
        // Whoever is not carried by a face spoils its group.
        for (index, body) in self.bodies.iter().enumerate() {
            if body.kind == BodyKind::Dynamic && !statics.standing[index].found {
                let group = root(&mut statics.standing, index);
                statics.failed[group] = true;
            }
        }
    }

    /// Sums what each carrier must give, from the top down, and writes it into the rows where they can give it.
    fn add_up(&mut self, statics: &mut Statics) {
        for &index in &statics.order {
            let body = &self.bodies[index];
            let push = body.velocity * (-1.0 / body.inverse_mass);
            let turn = -body.angular_momentum() + body.pose.position.cross(push);
            statics.standing[index].needed = (push, turn);
        }
        for place in (0..statics.order.len()).rev() {
            let index = statics.order[place];
            let group = root(&mut statics.standing, index);
            let Some(carrier) = statics.standing[index].carrier else { continue };
            if statics.failed[group] {
                continue;
            }
            let (push, turn) = statics.standing[index].needed;
            let constraint = &mut self.constraints[carrier];
            let below = if constraint.a == index { constraint.b } else { constraint.a };
            let sign = if constraint.b == index { 1.0 } else { -1.0 };
            if !carry(constraint, push * sign, turn * sign) {
                statics.failed[group] = true;
                continue;
            }
            let under = &mut statics.standing[below].needed;
            under.0 += push;
            under.1 += turn;
        }
    }

    /// Stops the groups that hold; clears what was written for those that do not.
    fn settle(&mut self, statics: &Statics) {
        for index in 0..self.constraints.len() {
            let constraint = &mut self.constraints[index];
            let group = [constraint.a, constraint.b]
                .into_iter()
                .find(|&body| self.bodies[body].inverse_mass > 0.0)
                .map(|body| root_of(&statics.standing, body));
            let Some(group) = group else { continue };
            let carries = |body: usize| statics.standing[body].carrier == Some(index);
            let used = carries(constraint.a) || carries(constraint.b);
            if statics.failed[group] {
                constraint.recall_start();
            } else if !used && touches(constraint) {
                constraint.forget();
            }
        }
        for &index in &statics.order {
            let group = root_of(&statics.standing, index);
            if !statics.failed[group] {
                let body = &mut self.bodies[index];
                body.velocity = Vector::ZERO;
                body.spin = Vector::ZERO;
                body.changed = 0;
                body.group = group as u32;
            }
        }
    }
}

impl Dynamics {
    /// Groups that this step has left as they were, to the last bit of poses, velocities and memories of contacts,
    /// are skipped until something comes near: solving them again would change nothing.
    pub(super) fn skip_from_now_on(&mut self) {
        let statics = &self.statics;
        if !self.tuning.skip_held || statics.order.is_empty() {
            return;
        }
        let still = (Vector::ZERO, Vector::ZERO);
        let mut restless = vec![false; self.bodies.len()];
        for &index in &statics.order {
            let body = &self.bodies[index];
            restless[root_of(&statics.standing, index)] |=
                body.start != still || (body.velocity, body.spin) != still || body.changed > 0;
        }
        let slop = self.tuning.slop;
        for constraint in self.constraints.iter() {
            let overlaps = constraint.rows.iter().any(|row| row.gap < -slop);
            for (body, other) in [(constraint.a, constraint.b), (constraint.b, constraint.a)] {
                let other = &self.bodies[other];
                let company = other.kind == BodyKind::Dynamic && other.changed > 0;
                restless[root_of(&statics.standing, body)] |= overlaps || company || other.driven();
            }
        }
        for pair in self.pairs.iter().filter(|pair| pair.live && !pair.cache.is_same(&pair.before)) {
            for body in [pair.a, pair.b] {
                restless[root_of(&statics.standing, body)] = true;
            }
        }
        for &index in &statics.order {
            let group = root_of(&statics.standing, index);
            if !statics.failed[group] && !restless[group] {
                self.bodies[index].held = true;
            }
        }
    }
}

/// Root of the group of a body, with the path shortened.
fn root(standing: &mut [Standing], mut body: usize) -> usize {
    while standing[body].group != body {
        standing[body].group = standing[standing[body].group].group;
        body = standing[body].group;
    }
    body
}

fn root_of(standing: &[Standing], mut body: usize) -> usize {
    while standing[body].group != body {
        body = standing[body].group;
    }
    body
}

fn slow(body: &Body) -> bool {
    let rim = if body.size.is_finite() { body.size } else { 0.0 };
    body.velocity.length_squared() < SLOW * SLOW && body.spin.length_squared() * rim * rim < SLOW * SLOW
}

/// Whether a constraint could bear anything in this step if its bodies came to rest.
fn touches(constraint: &Constraint) -> bool {
    constraint.rows.iter().any(|row| row.gap <= TOUCHING || row.target > 0.0)
}

/// Whether a constraint is a face that can carry torque: three touching points, not in a line.
fn welds(constraint: &Constraint) -> bool {
    let touching = constraint.rows.iter().filter(|row| row.gap <= TOUCHING).count();
    touching >= 3
        && constraint.grip.patch() > 0.0
        && constraint.law.static_friction > 0.0
        && !constraint.has_impact()
}

/// Writes into a constraint the impulses by which it gives its second body `push` and `turn` (about the world's
/// origin); `false` if its face or its friction cannot.
fn carry(constraint: &mut Constraint, push: Vector, turn: Vector) -> bool {
    let normal = constraint.normal;
    let load = push.dot(normal);
    if load <= 0.0 {
        return false;
    }
    let middle =
        constraint.rows.iter().map(|row| row.position).sum::<Vector>() / constraint.rows.len() as Scalar;
    let about = turn - middle.cross(push);
    // normal × torque points from the middle to the centre of pressure, times the load.
    let lever = normal.cross(about) / load;
    if !spread(constraint, middle, load, lever) {
        return false;
    }
    // Friction acts at the centre of pressure of these very impulses.
    let tangential = push - normal * load;
    let centre = middle + lever;
    let twist = (turn - centre.cross(push)).dot(normal);
    constraint.grip.hold(constraint.law, load, lever.length(), tangential, twist)
}

/// Shares a load with its centre at `lever` from the middle among the touching points, none pulling.
fn spread(constraint: &mut Constraint, middle: Vector, load: Scalar, lever: Vector) -> bool {
    let mut used: u32 = 0;
    for (index, row) in constraint.rows.iter().enumerate() {
        if row.gap <= TOUCHING {
            used |= 1 << index;
        }
    }
    for _ in 0..constraint.rows.len() {
        let points = || constraint.rows.iter().enumerate().filter(|(i, _)| used & (1 << i) != 0);
        if used.count_ones() < 3 {
            return false;
        }
        // Least squares: impulse = p + q · offset, with as many unknowns as there are conditions.
        let (mut sum, mut moment) = (Vector::ZERO, Matrix::ZERO);
        for (_, row) in points() {
            let offset = row.position - middle;
            sum += offset;
            moment += Matrix::from_cols(offset * offset.x, offset * offset.y, offset * offset.z);
        }
        let count = Scalar::from(used.count_ones());
        let mean = sum / count;
        let moment = moment - Matrix::from_cols(sum * mean.x, sum * mean.y, sum * mean.z);
        // The offsets lie in a plane: fill in the normal so that the matrix can be inverted.
        let n = constraint.normal;
        let scale = moment.x_axis.x + moment.y_axis.y + moment.z_axis.z;
        let filled = moment + Matrix::from_cols(n * n.x, n * n.y, n * n.z) * scale;
        if filled.determinant().abs() <= 1.0e-9 * scale.powi(3) {
            return false;
        }
        let slope = filled.inverse() * ((lever - mean) * load);
        let mut worst = (0.0, usize::MAX);
        for (index, row) in points() {
            let impulse = load / count + slope.dot(row.position - middle - mean);
            if impulse < worst.0 {
                worst = (impulse, index);
            }
        }
        if worst.1 == usize::MAX {
            for (index, row) in constraint.rows.iter_mut().enumerate() {
                row.impulse = if used & (1 << index) != 0 {
                    load / count + slope.dot(row.position - middle - mean)
                } else {
                    0.0
                };
            }
            return true;
        }
        used &= !(1 << worst.1);
    }
    false
}
