//! The same session on one, two and four threads. Bevy's pools are made once in a process, so each count runs
//! in a process of its own: this very test program, told by its environment to be the child.

use std::process::Command;

use bevy::tasks::{ComputeTaskPool, TaskPoolBuilder};

use super::*;

const THREADS: &str = "TOCS_TEST_THREADS";
const ANSWER: &str = "hash of the session: ";

/// Does nothing unless told by the test below.
#[test]
fn child() {
    let Ok(threads) = std::env::var(THREADS) else { return };
    let threads = threads.parse().unwrap();
    let pool = ComputeTaskPool::get_or_init(|| TaskPoolBuilder::new().num_threads(threads).build());
    assert_eq!(pool.thread_num(), threads);
    let record = played().record();
    eprintln!("{ANSWER}{:016x}", record.marks.last().unwrap().hash);
}

fn hash_on(threads: usize) -> String {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args(["--exact", "session::tests::threads::child", "--nocapture"])
        .env(THREADS, threads.to_string());
    let output = command.output().unwrap();
    let text = String::from_utf8_lossy(&output.stderr);
    let answer = text.lines().find_map(|line| line.strip_prefix(ANSWER));
    answer.unwrap_or_else(|| panic!("no answer on {threads} threads:\n{text}")).to_owned()
}

#[test]
fn a_session_is_the_same_on_one_two_and_four_threads() {
    let here = format!("{:016x}", played().hash());
    for threads in [1, 2, 4] {
        assert_eq!(hash_on(threads), here, "{threads} threads");
    }
}
