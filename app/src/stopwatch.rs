//! What measures the wall clock: benchmarks, and nothing else.

use std::time::Instant;

/// Seconds that each of some repetitions took, the shortest first; at least one.
#[expect(clippy::disallowed_methods, reason = "a benchmark is what measures the wall clock")]
pub fn times(repetitions: usize, mut act: impl FnMut()) -> Vec<f64> {
    let mut times: Vec<f64> = (0..repetitions.max(1))
        .map(|_| {
            let start = Instant::now();
            act();
            start.elapsed().as_secs_f64()
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times
}

/// The middle one of sorted times.
pub fn median(times: &[f64]) -> f64 {
    times[times.len() / 2]
}
