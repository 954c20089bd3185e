//! Free flight: nothing touches, so only gravity and the body's own inertia act. (Section 2.1)

use std::f64::consts::{PI, TAU};

use super::bench::{DENSITY, b25, d25, heading, inertia, peak, worst};
use super::measure::Tolerance::{Share, Within};
use super::{Conditions, Outcome};
use crate::geometry::Pose;
use crate::physics::law::PairLaw;
use crate::table::{Piece, PieceId, Table};
use crate::units::{GRAVITY, Quaternion, Scalar, Vector, mm};

fn thrown(c: &Conditions, piece: Piece, velocity: Vector, spin: Vector) -> (Table, PieceId) {
    let mut table = Table::new(c.rate, PairLaw::REFERENCE);
    let id = table.spawn(piece);
    table.set_velocity(id, velocity, spin);
    (table, id)
}

/// PH-01.
pub fn free_fall(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let (mut table, ball) =
        thrown(c, Piece::dynamic(b25(), DENSITY, Pose::IDENTITY), Vector::ZERO, Vector::ZERO);
    super::bench::run(&mut table, 0.5);
    let (time, state) = (table.time(), table.state(ball));
    let drop = GRAVITY * time * time / 2.0;
    // The integrator falls g t h / 2 too far: its known limit, not a fault of the model.
    let fall = Within(GRAVITY * time * table.substep() / 2.0 + mm(0.1));
    outcome.measure("B25 drop in 0.5 s", "m", drop, -state.pose.position.y, (fall, fall));
    outcome.measure("B25 speed", "m/s", GRAVITY * time, -state.velocity.y, (Share(1e-4), Share(1e-4)));
    let aside = Vector::new(state.pose.position.x, 0.0, state.pose.position.z).length();
    outcome.measure("B25 sideways", "m", 0.0, aside, (Within(1e-12), Within(0.0)));
    outcome
}

/// PH-02.
pub fn hop_range(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    for (range, angle) in [(mm(40.0), 60.0), (mm(60.0), 75.0)] {
        let elevation = Scalar::to_radians(angle);
        let speed = (range * GRAVITY / (2.0 * elevation).sin()).sqrt();
        let (rise, along) = (speed * elevation.sin(), speed * elevation.cos());
        let (time, height) = (2.0 * rise / GRAVITY, range * elevation.tan() / 4.0);
        let mut landings = Vec::new();
        let mut times = Vec::new();
        let mut tops = Vec::new();
        let mut substep = 0.0;
        for &ahead in c.headings() {
            let velocity = heading(ahead) * along + Vector::Y * rise;
            let (mut table, ball) =
                thrown(c, Piece::dynamic(b25(), DENSITY, Pose::IDENTITY), velocity, Vector::ZERO);
            substep = table.substep();
            let (mut last, mut top) = (table.state(ball), 0.0);
            while table.time() < 1.0 {
                let before = table.time();
                table.step();
                let state = table.state(ball);
                let (high, low) = (last.pose.position.y, state.pose.position.y);
                top = peak(top, state.velocity.y.mul_add(state.velocity.y / (2.0 * GRAVITY), low));
                if low < 0.0 {
                    // The rest of the parabola, from the last look above the board.
                    let up = last.velocity.y;
                    let rest = (up + (up * up + 2.0 * GRAVITY * high).sqrt()) / GRAVITY;
                    landings.push(last.pose.position.dot(heading(ahead)) + along * rest);
                    times.push(before + rest);
                    break;
                }
                last = state;
            }
            tops.push(top);
        }
        let name = format!("hop of {:.0} mm at {angle}°", range * 1e3);
        let gate = along * substep + mm(0.3);
        let tolerances = (Within(gate), Within(along * substep));
        outcome.measure(format!("{name}: range"), "m", range, worst(range, landings), tolerances);
        let tolerances = (Within(gate / along), Within(substep));
        outcome.measure(format!("{name}: time"), "s", time, worst(time, times), tolerances);
        let tolerances = (Within(rise * substep + mm(0.3)), Within(rise * substep));
        outcome.measure(format!("{name}: height"), "m", height, worst(height, tops), tolerances);
    }
    outcome
}

/// PH-03.
pub fn torque_free_disc(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let (_, across, along) = inertia(&d25());
    let (mut momenta, mut energies, mut rates, mut cones) = (vec![], vec![], vec![], vec![]);
    let cone = (across * 10.0 / (along * 100.0)).atan().to_degrees();
    let momentum = (across * 10.0).hypot(along * 100.0);
    let rate = momentum / across;
    // The frame of the world must not matter: level, leaning and hanging upside down.
    let attitudes = [(0.0, 0.0), (37.0, 20.0), (110.0, 75.0), (200.0, 160.0)];
    for (yaw, lean) in attitudes {
        let rotation = super::bench::yaw(yaw) * Quaternion::from_rotation_x(Scalar::to_radians(lean));
        let spin = rotation * Vector::new(10.0, 100.0, 0.0);
        let piece = Piece::dynamic(d25(), DENSITY, Pose::new(Vector::ZERO, rotation));
        let (mut table, disc) = thrown(c, piece, Vector::ZERO, spin);
        table.set_gravity(Vector::ZERO);
        let (start, energy) = (table.angular_momentum(disc), table.kinetic_energy());
        let fixed = start.normalize();
        let (u, v) = fixed.any_orthonormal_pair();
        let azimuth = |axis: Vector| axis.dot(v).atan2(axis.dot(u));
        let mut angle = azimuth(table.state(disc).pose.axis());
        let mut turned = 0.0;
        while table.time() < 2.0 - table.substep() / 2.0 {
            table.step();
            let axis = table.state(disc).pose.axis();
            let now = azimuth(axis);
            turned += (now - angle + PI).rem_euclid(TAU) - PI;
            angle = now;
            momenta.push((table.angular_momentum(disc) - start).length() / start.length());
            energies.push(table.kinetic_energy() / energy);
            cones.push(axis.dot(fixed).acos().to_degrees());
        }
        rates.push(turned / table.time());
    }
    let (gate, best) = (Share(0.01), Share(0.001));
    let drift = worst(0.0, momenta);
    outcome.measure("L vector, greatest change in 2 s", "", 0.0, drift, (Within(0.01), Within(0.001)));
    outcome.measure("kinetic energy, as share of start", "", 1.0, worst(1.0, energies), (gate, best));
    let tolerances = (Share(0.02), Share(0.005));
    outcome.measure("precession of the axis about L", "rad/s", rate, worst(rate, rates), tolerances);
    outcome.measure("half angle of the cone", "°", cone, worst(cone, cones), tolerances);
    outcome
}

/// PH-04.
pub fn air_drag(_: &Conditions) -> Outcome {
    Outcome::missing("not modelled: the table has no air")
}
