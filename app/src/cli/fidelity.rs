//! `tocs fidelity`: the physics experiments.

use clap::Args;
use serde_json::json;
use tabletop::fidelity::{Conditions, Experiment, Measure, Outcome, experiments, known_red};
use tabletop::table::StepRate;

use super::{Ending, complain, say};

/// What to run and how.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    /// Experiments by number, such as PH-05 or PH; all when none is given.
    ids: Vec<String>,
    /// All yaws, all headings and the statistics whole. Takes hours.
    #[arg(long)]
    full: bool,
    /// One JSON line per measure.
    #[arg(long)]
    json: bool,
    /// Steps per second, to see what the step changes.
    #[arg(long, default_value_t = StepRate::default().hertz)]
    hertz: f64,
    /// Parts of a step.
    #[arg(long, default_value_t = StepRate::default().substeps)]
    substeps: u32,
}

/// Runs the experiments and prints them.
pub(super) fn run(arguments: &Arguments) -> Ending {
    let rate = StepRate { hertz: arguments.hertz, substeps: arguments.substeps };
    let conditions = Conditions { rate, full: arguments.full };
    let wanted = |experiment: &Experiment| {
        arguments.ids.is_empty()
            || arguments.ids.iter().any(|id| experiment.id.starts_with(&id.to_uppercase()))
    };
    let chosen: Vec<Experiment> = experiments().into_iter().filter(wanted).collect();
    if chosen.is_empty() {
        let ids = arguments.ids.join(" or ");
        return complain([format!("no experiment is called {ids}; `tocs list` names them all")]);
    }
    let (mut red, mut best, mut run, mut absent) = (0, 0, 0, 0);
    for experiment in chosen {
        let outcome = (experiment.run)(&conditions);
        if arguments.json {
            outcome.measures.iter().for_each(|measure| say(line(&experiment, measure)));
        } else {
            say(format!("{} {}", experiment.id, experiment.name));
            say(outcome.table(experiment.id));
            if let Some(why) = known_red(experiment.id).filter(|_| !outcome.passes_gate()) {
                say(format!("{}  known red: {why}", experiment.id));
            }
        }
        count(&outcome, (&mut run, &mut red, &mut best, &mut absent));
    }
    if !arguments.json {
        say(format!(
            "{run} experiments: {} gates hold, {red} do not; {best} reach their best; {absent} do not apply.",
            run - red
        ));
    }
    if red == 0 { Ending::Done } else { Ending::Failed }
}

fn count(outcome: &Outcome, (run, red, best, absent): (&mut u32, &mut u32, &mut u32, &mut u32)) {
    if outcome.missing.is_some() {
        *absent += 1;
        return;
    }
    *run += 1;
    *red += u32::from(!outcome.passes_gate());
    *best += u32::from(outcome.passes_best());
}

fn line(experiment: &Experiment, measure: &Measure) -> String {
    json!({
        "id": experiment.id,
        "what": measure.what,
        "unit": measure.unit,
        "expected": measure.expected,
        "got": measure.got,
        "gate": { "tolerance": measure.gate.tolerance, "pass": measure.gate.pass },
        "best": { "tolerance": measure.best.tolerance, "pass": measure.best.pass },
    })
    .to_string()
}
