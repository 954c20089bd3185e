use std::time::Instant;
use tabletop::geometry::*;
use tabletop::physics::*;
use tabletop::table::*;
use tabletop::units::*;
fn run(name: &str, n: usize, sliding: bool, stack: bool, steps: usize) {
    let mut t = Table::new(StepRate::default(), PairLaw::REFERENCE);
    t.spawn(Piece::fixed(Plate::plane().into(), Pose::IDENTITY));
    let side = (n as f64).sqrt().ceil() as usize;
    for i in 0..n {
        let p = if stack {
            Vector::new(0., 0.004 + 0.008 * i as f64, 0.)
        } else {
            Vector::new((i % side) as f64 * 0.05, 0.004, (i / side) as f64 * 0.05)
        };
        let id = t.spawn(Piece::dynamic(Shape::disc(0.025, 0.008), 720., Pose::new(p, Quaternion::IDENTITY)));
        if sliding {
            t.set_velocity(id, Vector::new(3.0, 0., 0.5), Vector::Y * 5.);
        }
    }
    for _ in 0..5 {
        t.step();
    }
    let t0 = Instant::now();
    for _ in 0..steps {
        t.step();
    }
    let us = t0.elapsed().as_secs_f64() * 1e6 / steps as f64;
    println!("{name}: {us:.1} us/step ({:.1}x real time) hash {:x}", 1e6 / 480. / us, t.hash());
}
fn main() {
    if std::env::args().nth(1).as_deref() == Some("one") {
        run("one", 1, true, false, 60000);
        return;
    }
    if std::env::args().nth(1).as_deref() == Some("many") {
        run("many", 96, true, false, 3000);
        return;
    }
    run("one at rest", 1, false, false, 400);
    run("one", 1, true, false, 400);
    run("96 sliding plane", 96, true, false, 400);
    run("96 rest", 96, false, false, 400);
    run("stack 20", 20, false, true, 400);
    for n in [100, 300, 1000, 3000] {
        run(&format!("{n} sliding"), n, true, false, 100);
    }
}
