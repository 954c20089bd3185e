//! How the house is built: which room may know which.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The names under `[dependencies]` of a manifest.
fn dependencies(manifest: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(manifest)).unwrap();
    let section = text.split("[dependencies]").nth(1).unwrap_or_default();
    section
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with('['))
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .filter_map(|line| line.split(['.', '=', ' ']).next().map(str::to_owned))
        .collect()
}

#[test]
fn rules_know_no_engine_no_table_and_no_program() {
    let known = dependencies("tabletop/rules/Cargo.toml");
    for forbidden in ["bevy", "avian3d", "tabletop", "tocs", "rand"] {
        assert!(!known.iter().any(|name| name == forbidden), "tabletop-rules depends on {forbidden}");
    }
    assert!(known.iter().any(|name| name == "serde"), "the manifest was not read: {known:?}");
}

#[test]
fn the_table_knows_the_rules_and_not_the_program() {
    let known = dependencies("tabletop/Cargo.toml");
    assert!(known.iter().any(|name| name == "tabletop-rules"));
    for forbidden in ["tocs", "bevy_egui", "clap", "wgpu"] {
        assert!(!known.iter().any(|name| name == forbidden), "tabletop depends on {forbidden}");
    }
}

#[test]
fn versions_live_in_the_workspace_only() {
    for manifest in ["app/Cargo.toml", "tabletop/Cargo.toml", "tabletop/rules/Cargo.toml", "tests/Cargo.toml"]
    {
        let text = fs::read_to_string(root().join(manifest)).unwrap();
        let own = text.lines().filter(|line| line.contains("version =") || line.contains("= \"")).count();
        // Only the names and the description of the package itself are quoted.
        assert!(own <= 2, "{manifest} names versions of its own");
    }
}
