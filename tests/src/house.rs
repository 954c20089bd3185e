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

/// Sources of a folder, those of tests and of what only measures left out.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let left_out = ["tests", "tests.rs", "fidelity", "fidelity.rs", "samples.rs"];
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if left_out.iter().any(|name| path.file_name().is_some_and(|own| own == *name)) {
            continue;
        }
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

#[test]
fn the_bits_of_the_table_depend_on_no_function_of_the_platform() {
    // The sines of two C libraries, or of two processors, differ in the last bit; those of `libm` do not.
    let functions = [
        "sin_cos", "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "exp", "exp2", "exp_m1", "ln",
        "ln_1p", "log10", "log2", "powf", "hypot", "sinh", "cosh", "tanh", "cbrt", "asinh", "acosh", "atanh",
    ];
    let mut files = Vec::new();
    sources(&root().join("tabletop/src"), &mut files);
    assert!(files.len() > 50, "the sources were not found");
    let mut faults = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let own = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in own.lines().enumerate() {
            let called = |name: &&str| {
                line.contains(&format!(".{name}(")) || line.contains(&format!("Scalar::{name}("))
            };
            if functions.iter().any(called) && !line.trim_start().starts_with("//") {
                faults.push(format!("{}:{}: {}", file.display(), number + 1, line.trim()));
            }
        }
    }
    assert!(faults.is_empty(), "use `libm` here:\n{}", faults.join("\n"));
}
