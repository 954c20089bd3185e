//! What `run --record` keeps is whole and can be played again, even when the program is killed.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

fn tocs() -> Command {
    Command::new(env!("CARGO_BIN_EXE_tocs"))
}

fn scenes() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenes")
}

/// A folder of its own, gone with the test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("tocs-record-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for files of the moment");
        Self(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn replay(save: &Path) -> Output {
    tocs().arg("replay").arg(save).arg("--verify").output().expect("the program starts")
}

#[test]
fn what_is_recorded_plays_again_and_a_change_is_found_and_where() {
    let folder = Folder::new("again");
    let save = folder.file("flick.save.ron");
    let script = scenes().join("flick.script.ron");
    let run = tocs().arg("run").arg(script).arg("--record").arg(&save).output().unwrap();
    assert!(run.status.success(), "{}", said(&run));
    let again = replay(&save);
    assert_eq!(again.status.code(), Some(0), "{}", said(&again));
    let last = |text: String, word: &str| text.lines().find(|line| line.contains(word)).unwrap().to_owned();
    assert_eq!(last(said(&run), "hash"), last(said(&again), "hash"));

    let check = tocs().arg("check").arg(&save).output().unwrap();
    assert!(check.status.success() && said(&check).contains("a save, no fault found"), "{}", said(&check));

    let text = std::fs::read_to_string(&save).unwrap();
    std::fs::write(&save, text.replacen("speed_m_s: 1.0", "speed_m_s: 1.0000001", 1)).unwrap();
    let changed = replay(&save);
    assert_eq!(changed.status.code(), Some(1), "{}", said(&changed));
    assert!(said(&changed).contains("steps and 1 intents"), "{}", said(&changed));

    std::fs::write(&save, &text[..text.len() / 2]).unwrap();
    let cut = replay(&save);
    assert_eq!(cut.status.code(), Some(2), "{}", said(&cut));
    assert!(said(&cut).contains("remedy"), "{}", said(&cut));
    let script = replay(&scenes().join("flick.script.ron"));
    assert_eq!(script.status.code(), Some(2), "{}", said(&script));
    assert!(said(&script).contains("found a script, expected a save"), "{}", said(&script));
}

/// A flick, a rest, and so on: far more of them than are played before the program is killed.
fn long_script() -> String {
    let turn =
        "Strike(at_mm: (0, -12.5), speed_m_s: 0.3), Rest, Place(piece: \"disc\", at_mm: (0, 0)), Rest,";
    let pieces = "pieces: [(name: \"disc\", shape: Disc(diameter_mm: 25, thickness_mm: 5), material: \"varnished_wood\")]";
    let board = "board: (name: \"b\", parts: [(name: \"t\", material: \"varnished_wood\", shape: Plate(outline: Infinite, thickness_mm: 9))])";
    format!("(inline: (title: \"Sans fin\", {board}, {pieces}), intents: [{}])", turn.repeat(5000))
}

/// Waits for a file that holds so many intents; the program must not end before.
fn wait_for(save: &Path, intents: usize, run: &mut Child) {
    loop {
        let text = std::fs::read_to_string(save).unwrap_or_default();
        if text.matches("intent: ").count() >= intents {
            return;
        }
        assert!(
            run.try_wait().expect("a child can be asked").is_none(),
            "the run ended before it could be killed"
        );
        std::thread::yield_now();
    }
}

#[test]
fn a_killed_run_leaves_what_was_played_up_to_its_last_rest() {
    let folder = Folder::new("killed");
    let script = folder.file("long.script.ron");
    std::fs::write(&script, long_script()).unwrap();
    for intents in [2, 5] {
        let save = folder.file("long.save.ron");
        let mut command = tocs();
        command.arg("run").arg(&script).arg("--record").arg(&save).stdout(Stdio::null());
        let mut run = command.spawn().unwrap();
        wait_for(&save, intents, &mut run);
        run.kill().unwrap();
        run.wait().unwrap();
        let again = replay(&save);
        assert_eq!(again.status.code(), Some(0), "{}", said(&again));
        assert!(said(&again).contains("at rest"), "{}", said(&again));
        std::fs::remove_file(&save).unwrap();
    }
}
