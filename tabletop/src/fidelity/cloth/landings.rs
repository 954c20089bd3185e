//! Where balls end that fly over the walls, and when.

use super::{Pirates, RADIUS, SEAT, compartment, is_on_board, middle};
use crate::fidelity::measure::Tolerance::{AtLeast, AtMost, Between, Within};
use crate::fidelity::{Conditions, Outcome};
use crate::random::Random;
use crate::table::PieceId;
use crate::units::{Scalar, Vector, mm};

/// Longest time that a ball is followed, seconds.
const LONGEST: Scalar = 6.0;

/// Where a ball ended.
#[derive(Clone, Copy, Debug, PartialEq)]
enum End {
    /// In a compartment, by column and row, after so many seconds.
    In((i32, i32), Scalar),
    /// Off the board, or in a closed corner.
    Off,
    /// It did neither within the time.
    Never,
}

/// Follows a ball until it has lain still for a while or has left the board.
fn follow(board: &mut Pirates, ball: PieceId) -> End {
    const STILL: u32 = 24;
    let start = board.table.time();
    let mut still = 0;
    while board.table.time() < start + LONGEST {
        board.table.step();
        let place = board.place(ball);
        if !is_on_board(place) {
            return End::Off;
        }
        still = if board.lies(ball) { still + 1 } else { 0 };
        if still == STILL {
            let time = board.table.time() - start - Scalar::from(STILL) / board.table.rate().hertz;
            let (column, row) = compartment(place);
            let corner = [1, 10].contains(&column) && [1, 10].contains(&row);
            return if corner { End::Off } else { End::In((column, row), time) };
        }
    }
    End::Never
}

/// Ends of many runs.
#[derive(Default)]
struct Tally {
    runs: Scalar,
    /// By rows travelled.
    rows: [Scalar; 11],
    aimed: Scalar,
    off: Scalar,
    never: Scalar,
    time: Scalar,
    longest: Scalar,
}

impl Tally {
    /// Counts a run that began in a column of the first row and was aimed so many rows on.
    fn count(&mut self, end: End, column: u32, aim: i32) {
        self.runs += 1.0;
        match end {
            End::In((c, row), time) => {
                self.rows[(row - 1).clamp(0, 10) as usize] += 1.0;
                self.aimed += Scalar::from(u8::from((c, row) == (column as i32, aim + 1)));
                self.time += time;
                self.longest = self.longest.max(time);
            }
            End::Off => self.off += 1.0,
            End::Never => self.never += 1.0,
        }
    }

    fn percent(&self, count: Scalar) -> Scalar {
        100.0 * count / self.runs
    }

    fn mean_time(&self) -> Scalar {
        self.time / (self.runs - self.off - self.never)
    }
}

/// BP-G.17 with the bands of BP-G.19, and BP-G.18.
pub fn settling(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    // Aim, speed, in square: expected and least, off board: expected, least and most.
    let lines = [
        (1, 0.95, (100.0, 97.0), (0.0, 0.0, 0.0)),
        (2, 1.30, (100.0, 95.0), (0.0, 0.0, 0.0)),
        (3, 1.60, (90.0, 78.0), (0.0, 0.0, 1.0)),
        (4, 1.85, (77.0, 50.0), (0.0, 0.0, 1.0)),
        (5, 2.07, (57.0, 40.0), (0.5, 0.0, 2.0)),
        (6, 2.25, (44.0, 30.0), (4.0, 0.0, 9.0)),
        (7, 2.42, (36.0, 0.0), (16.0, 8.0, 24.0)),
        (8, 2.58, (20.0, 0.0), (29.0, 20.0, 38.0)),
    ];
    let mut board = Pirates::new(c.rate);
    let ball = board.seated(middle(5, 1));
    let (mut never, mut longest, mut shots) = (0.0, 0.0, 0);
    for (aim, speed, (square, least), (off, low, high)) in lines {
        let runs = c.runs(4_000, if aim < 3 { 60 } else { 150 });
        let mut tally = Tally::default();
        for run in 0..runs {
            let mut random = Random::new(0xb9_1700 + (u64::from(run) << 8) + aim as u64);
            let column = 2 + run % 8;
            let speed = speed * (1.0 + 0.02 * random.normal());
            let azimuth = (1.5 * random.normal()).to_radians();
            let elevation = (72.0 + random.normal()).to_radians();
            let ahead = Vector::new(azimuth.sin(), 0.0, -azimuth.cos());
            let velocity = (ahead * elevation.cos() + Vector::Y * elevation.sin()) * speed;
            board.put(ball, middle(column, 1) + Vector::Y * SEAT, velocity);
            tally.count(follow(&mut board, ball), column, aim);
        }
        shots += runs;
        never += tally.never;
        longest = Scalar::max(longest, tally.longest);
        let name = format!("{aim} rows at {speed} m/s, {runs} shots");
        let got = tally.percent(tally.aimed);
        let gates = (AtLeast(least), Within(if c.full { 6.0 } else { 12.0 }));
        outcome.measure(format!("{name}: in square"), "%", square, got, gates);
        let got = tally.percent(tally.off);
        let gates = (Between(low, high), Within(if c.full { 4.0 } else { 8.0 }));
        outcome.measure(format!("{name}: off board"), "%", off, got, gates);
        let mean = [0.4, 0.5, 0.6, 0.8, 0.9, 0.9, 1.0, 1.0][aim as usize - 1];
        let gates = (Between(0.3, 1.3), Within(0.15));
        outcome.measure(format!("{name}: mean time to rest"), "s", mean, tally.mean_time(), gates);
    }
    let gates = (AtMost(0.0), AtMost(0.0));
    outcome.measure(format!("neither on a floor nor off, of {shots}"), "", 0.0, never, gates);
    outcome.measure("longest time to rest", "s", 2.3, longest, (AtMost(LONGEST), AtMost(2.5)));
    outcome
}

/// BP-G.20. Drops are spread evenly over a square, one at random in each cell of a fine grid.
pub fn drops(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let side = c.runs(45, 15);
    let mut board = Pirates::new(c.rate);
    let ball = board.seated(middle(5, 5));
    let mut share = |height: Scalar, half: Scalar, within: Scalar| {
        let mut random = Random::new(0xb9_2000 + height as u64);
        let (mut drops, mut stayed) = (0.0, 0.0);
        for (i, j) in (0..side).flat_map(|i| (0..side).map(move |j| (i, j))) {
            let mut along =
                |index: u32| half * (2.0 * (Scalar::from(index) + random.unit()) / Scalar::from(side) - 1.0);
            let beside = Vector::new(along(i), 0.0, along(j));
            if beside.length() > within {
                continue;
            }
            board.put(ball, middle(5, 5) + beside + Vector::Y * (RADIUS + mm(height)), Vector::ZERO);
            drops += 1.0;
            stayed += Scalar::from(u8::from(matches!(follow(&mut board, ball), End::In((5, 5), _))));
        }
        100.0 * stayed / drops
    };
    let always = || (AtLeast(100.0), AtLeast(100.0));
    let got = share(60.0, mm(22.0), Scalar::INFINITY);
    outcome.measure("from 60 mm, between the walls: stay", "%", 100.0, got, always());
    for height in [100.0, 200.0] {
        let got = share(height, mm(9.0), mm(9.0));
        outcome.measure(format!("from {height} mm, within 9 mm: stay"), "%", 100.0, got, always());
    }
    for (height, expected) in [(100.0, 74.0), (200.0, 45.0)] {
        let got = share(height, mm(25.0), Scalar::INFINITY);
        let name = format!("from {height} mm, anywhere, {} drops: stay", side * side);
        outcome.measure(name, "%", expected, got, (Within(8.0), Within(4.0)));
    }
    outcome
}

/// A player of BP-G.33.
struct Hand {
    name: &'static str,
    /// Standard deviations of the place, metres, and of the speed, as a share.
    scatter: (Scalar, Scalar),
}

/// Strokes of a hand at a speed.
fn play(board: &mut Pirates, ball: PieceId, hand: &Hand, speed: Scalar, runs: u32) -> Tally {
    let mut tally = Tally::default();
    for run in 0..runs {
        let mut random = Random::new(0xb9_3300 + (u64::from(run) << 12) + (speed * 10.0).round() as u64);
        let column = 2 + run % 8;
        let at = middle(column, 1);
        let (place, share) = hand.scatter;
        let off = Vector::new(random.normal(), 0.0, random.normal()) * place;
        let speed = speed * (1.0 + share * random.normal());
        board.put(ball, at + Vector::Y * SEAT, Vector::ZERO);
        if board.strike(at + Vector::Z * mm(8.0) + off, speed.max(0.05)).is_some() {
            tally.count(follow(board, ball), column, 0);
        }
    }
    tally
}

/// BP-G.33.
pub fn strokes(c: &Conditions) -> Outcome {
    let mut outcome = Outcome::new();
    let mut board = Pirates::new(c.rate);
    let ball = board.seated(middle(5, 1));
    let steady = Hand { name: "steady", scatter: (mm(0.5), 0.02) };
    let table: &[(Scalar, &[(usize, Scalar)], Scalar)] = &[
        (0.8, &[(0, 70.0), (1, 30.0)], 0.0),
        (1.0, &[(1, 100.0)], 0.0),
        (1.2, &[(2, 98.0)], 0.0),
        (1.4, &[(3, 66.0), (4, 25.0)], 0.0),
        (1.6, &[(4, 62.0), (5, 22.0), (6, 8.0)], 0.1),
        (1.8, &[(5, 42.0), (7, 16.0), (4, 10.0)], 3.0),
        (2.0, &[(7, 21.0), (6, 14.0), (9, 13.0), (8, 12.0)], 25.0),
        (2.2, &[(8, 18.0), (7, 11.0), (9, 8.0)], 49.0),
    ];
    let band = || (Within(12.0), Within(6.0));
    let runs = c.runs(1_000, 160);
    let chosen = |speed: Scalar| c.full || [1.0, 1.4, 1.8, 2.2].contains(&speed);
    for (speed, rows, off) in table.iter().filter(|(speed, ..)| chosen(*speed)) {
        let tally = play(&mut board, ball, &steady, *speed, runs);
        let name = format!("{} at {speed} m/s, {runs} strokes", steady.name);
        for (row, expected) in *rows {
            let got = tally.percent(tally.rows[*row]);
            outcome.measure(format!("{name}: {row} rows"), "%", *expected, got, band());
        }
        let got = tally.percent(tally.off);
        outcome.measure(format!("{name}: off board"), "%", *off, got, band());
    }
    let free = Hand { name: "free hand", scatter: (mm(2.0), 0.08) };
    let table: &[(Scalar, [Scalar; 7], Scalar)] = &[
        (0.8, [65.0, 35.0, 0.0, 0.0, 0.0, 0.0, 0.0], 0.0),
        (1.0, [27.0, 65.0, 8.0, 1.0, 0.0, 0.0, 0.0], 0.0),
        (1.2, [13.0, 29.0, 43.0, 13.0, 2.0, 0.0, 0.0], 0.0),
        (1.4, [6.0, 10.0, 31.0, 28.0, 18.0, 5.0, 1.0], 0.5),
        (1.6, [3.0, 4.0, 12.0, 22.0, 26.0, 16.0, 15.0], 2.0),
        (1.8, [2.0, 2.0, 5.0, 10.0, 17.0, 21.0, 36.0], 7.0),
        (2.0, [1.0, 1.0, 2.0, 4.0, 8.0, 12.0, 49.0], 23.0),
        (2.2, [1.0, 1.0, 1.0, 2.0, 4.0, 7.0, 38.0], 46.0),
    ];
    let chosen = |speed: Scalar| c.full || [1.0, 1.6].contains(&speed);
    for (speed, rows, off) in table.iter().filter(|(speed, ..)| chosen(*speed)) {
        let tally = play(&mut board, ball, &free, *speed, runs);
        let name = format!("{} at {speed} m/s, {runs} strokes", free.name);
        for (row, expected) in rows.iter().enumerate() {
            let (count, more) =
                if row == 6 { (tally.rows[6..].iter().sum(), " or more") } else { (tally.rows[row], "") };
            outcome.measure(
                format!("{name}: {row}{more} rows"),
                "%",
                *expected,
                tally.percent(count),
                band(),
            );
        }
        let got = tally.percent(tally.off);
        outcome.measure(format!("{name}: off board"), "%", *off, got, band());
    }
    outcome
}
