//! Experiments with a known answer: they decide whether the table is right, not merely plausible.
//!
//! Each one builds a small scene, lets it run, and sets what it measures against theory: within a gate, which
//! must hold at the shipped step, and within a best, which a good engine reaches. `tocs fidelity` prints them;
//! the tests below run each in its short form. Sections and numbers are those of the physics reference.

mod bench;
mod cloth;
mod dice;
mod edge;
mod flight;
mod impacts;
mod integrity;
mod measure;
mod pairs;
mod repeat;
mod rolling;
mod seams;
mod sliding;
mod spin;
mod stacks;
mod statistics;
mod support;
mod table_top;

pub use measure::{Measure, Outcome, Tolerance, Verdict};

use crate::table::StepRate;

/// How experiments are run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Conditions {
    /// Steps and sub-steps.
    pub rate: StepRate,
    /// All yaws, all headings and statistics whole, instead of the short form.
    pub full: bool,
}

impl Conditions {
    /// The shipped step, in the short form.
    pub fn short() -> Self {
        Self { rate: StepRate::default(), full: false }
    }
}

/// One experiment.
#[derive(Clone, Copy, Debug)]
pub struct Experiment {
    /// Number in the physics reference, such as `PH-05`, or in the rules, such as `BP-G.29`; `TB-01` for experiments
    /// of this project alone.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The section it belongs to.
    pub section: &'static str,
    /// Builds the scenes, runs them and measures.
    pub run: fn(&Conditions) -> Outcome,
}

/// Lists experiments once: the registry, and a test in short form for every entry of it.
macro_rules! experiments {
    ($($section:literal { $($test:ident: $id:literal $name:literal $run:path;)* })*) => {
        /// All experiments, in the order of the reference.
        pub fn experiments() -> Vec<Experiment> {
            vec![$($(Experiment { id: $id, name: $name, section: $section, run: $run },)*)*]
        }

        #[cfg(test)]
        mod tests {
            $($(
                #[test]
                fn $test() {
                    super::check($id);
                }
            )*)*
        }
    };
}

experiments! {
    "free flight" {
        ph_01_free_fall: "PH-01" "free fall" flight::free_fall;
        ph_02_hop_range: "PH-02" "hop range" flight::hop_range;
        ph_03_torque_free_disc: "PH-03" "torque-free disc" flight::torque_free_disc;
        ph_04_air_drag: "PH-04" "air drag" flight::air_drag;
    }
    "sliding, sticking, tipping" {
        ph_05_stop_distance: "PH-05" "stop distance" sliding::stop_distance;
        ph_06_isotropy: "PH-06" "isotropy of friction" sliding::isotropy;
        ph_07_incline: "PH-07" "incline" sliding::sticks_or_slides;
        ph_08_static_and_kinetic: "PH-08" "static and kinetic friction" sliding::static_and_kinetic;
        ph_09_tipping_weights: "PH-09" "tipping weights" support::tipping_weights;
        ph_10_straight_edge: "PH-10" "straight edge" support::straight_edge;
        ph_11_round_hole: "PH-11" "round hole" support::round_hole;
        ph_12_first_instant: "PH-12" "first instant of toppling" support::first_instant;
        ph_13_overhang: "PH-13" "overhanging stack" stacks::overhang;
        ph_14_stack_at_rest: "PH-14" "stack at rest" sliding::stack_at_rest;
        ph_15_standing_on_edge: "PH-15" "standing on edge" support::standing_on_edge;
        ph_16_ring_slope: "PH-16" "ring slope" sliding::ring_slope;
    }
    "spinning discs" {
        ph_17_pure_spin: "PH-17" "pure spin" spin::pure_spin;
        ph_18_slide_and_spin: "PH-18" "slide and spin" spin::slide_and_spin;
        ph_19_curl: "PH-19" "curl" spin::curl;
    }
    "rolling" {
        ph_20_sphere_slides_to_roll: "PH-20" "sphere slides to roll" rolling::sphere_slides_to_roll;
        ph_21_cylinder_slides_to_roll: "PH-21" "cylinder on its side" rolling::cylinder_slides_to_roll;
        ph_22_rolling_down: "PH-22" "rolling down" rolling::rolling_down;
        ph_23_rolling_resistance: "PH-23" "rolling resistance" rolling::rolling_resistance;
        ph_24_spherical_dimple: "PH-24" "ball in a spherical dimple" rolling::spherical_dimple;
        ph_25_ball_in_hole: "PH-25" "ball seated in a hole" rolling::ball_in_hole;
    }
    "impacts" {
        ph_26_bounce_series: "PH-26" "bounce series" impacts::bounce_series;
        ph_27_oblique_sphere: "PH-27" "oblique sphere" impacts::oblique_sphere;
        ph_28_rim_on_wall: "PH-28" "disc rim on a wall" impacts::rim_on_wall;
        ph_29_head_on_equal: "PH-29" "equal discs, head-on" pairs::head_on_equal;
        ph_30_oblique: "PH-30" "equal discs, oblique" pairs::oblique;
        ph_31_throw: "PH-31" "throw" pairs::throw;
        ph_32_head_on_unequal: "PH-32" "unequal discs" pairs::head_on_unequal;
        ph_33_line_of_three: "PH-33" "line of three" pairs::line_of_three;
        ph_34_bat_from_below: "PH-34" "bat from below" impacts::bat_from_below;
        ph_35_level_drop: "PH-35" "level disc drop" impacts::level_drop;
        ph_36_tilted_drop: "PH-36" "tilted disc, first touch" impacts::tilted_drop;
        ph_37_rocking: "PH-37" "rocking impact" impacts::rocking;
    }
    "discs on edge" {
        ph_38_steady_whirl: "PH-38" "steady Euler disc" edge::steady_whirl;
        ph_39_whirl_down: "PH-39" "Euler spin-down" edge::whirl_down;
        ph_40_upright_rolling: "PH-40" "upright rolling" edge::upright_rolling;
    }
    "statistics" {
        ph_41_low_drop: "PH-41" "low-momentum drop" statistics::low_drop;
        ph_42_plane_toss: "PH-42" "in-plane toss" statistics::plane_toss;
        ph_43_bouncing_coin: "PH-43" "bouncing coin" statistics::bouncing_coin;
        ph_44_dice_random_start: "PH-44" "dice, random start" dice::random_start;
        ph_45_dice_fixed_start: "PH-45" "dice, fixed start" dice::fixed_start;
        ph_46_symmetry_replay: "PH-46" "symmetry replay" dice::symmetry_replay;
    }
    "numerical integrity" {
        ph_47_energy: "PH-47" "energy" integrity::energy;
        ph_48_momentum: "PH-48" "momentum" integrity::momentum;
        ph_49_seams: "PH-49" "seams of a board" seams::seams;
        ph_50_near_miss: "PH-50" "near miss" seams::near_miss;
        ph_51_tunnelling: "PH-51" "tunnelling" seams::tunnelling;
        ph_52_hole_passage: "PH-52" "hole passage" seams::hole_passage;
        ph_53_invariance: "PH-53" "invariance" integrity::invariance;
        ph_54_unit_scaling: "PH-54" "unit scaling" integrity::unit_scaling;
        ph_55_convergence: "PH-55" "step convergence" integrity::convergence;
        ph_56_determinism: "PH-56" "determinism" repeat::determinism;
        ph_57_contact_stability: "PH-57" "contact stability" repeat::contact_stability;
        ph_58_sleep_invariance: "PH-58" "sleep invariance" repeat::sleep_invariance;
    }
    "on the table" {
        tb_01_tall_stacks: "TB-01" "tall stacks" table_top::tall_stacks;
        tb_02_leaning_disc: "TB-02" "leaning disc" table_top::leaning_disc;
        tb_03_disc_on_edge: "TB-03" "disc on edge" table_top::disc_on_edge;
        tb_04_wedged_disc: "TB-04" "wedged disc" table_top::wedged_disc;
        tb_05_struck_stack: "TB-05" "struck stack" table_top::struck_stack;
    }
    "taut cloth" {
        bp_g_07_seat: "BP-G.07" "ball at rest on cloth" cloth::laws::seat;
        bp_g_11_walls_stop_the_bat: "BP-G.11" "walls stop the bat" cloth::laws::walls;
        bp_g_12_nothing_is_lost: "BP-G.12" "random strokes, presses and drags" cloth::safety::nothing_is_lost;
        bp_g_14_dead_centre: "BP-G.14" "struck dead centre" cloth::strokes::dead_centre;
        bp_g_17_settling: "BP-G.17" "settling of hops" cloth::landings::settling;
        bp_g_20_drops: "BP-G.20" "drops into compartments" cloth::landings::drops;
        bp_g_24_drop: "BP-G.24" "cloth carries the ball" cloth::laws::drop;
        bp_g_26_direction: "BP-G.26" "direction of the pinch" cloth::strokes::direction;
        bp_g_27_stops_the_bat: "BP-G.27" "cloth stops the bat" cloth::laws::stop;
        bp_g_28_lift: "BP-G.28" "lift before the pinch" cloth::strokes::lift;
        bp_g_29_take_off: "BP-G.29" "take-off" cloth::strokes::take_off;
        bp_g_30_slow_push: "BP-G.30" "slow pushes" cloth::safety::slow_push;
        bp_g_31_two_balls: "BP-G.31" "two balls in a compartment" cloth::strokes::two_balls;
        bp_g_32_neighbours: "BP-G.32" "other compartments" cloth::safety::neighbours;
        bp_g_33_strokes: "BP-G.33" "strokes from a start row" cloth::landings::strokes;
    }
}

/// Gates that do not hold at the shipped step, and why. They stay red in the table and in the exit code of
/// `tocs fidelity`; the tests watch that no other turns red, and that one that turns green leaves this list.
const RED: &[(&str, &str)] = &[
    (
        "PH-39",
        "The powers are those of a thin disc, and the rows with 0.4 mm hold. One 8 mm thick has angular momentum about \
         the vertical that neither the resistance nor a centre at rest can take away: at steps sixteen times finer its \
         centre leaves its place all the same, and the precession grows with a smaller power.",
    ),
    (
        "PH-40",
        "A disc of 1 mm leaning 1 degree must right itself at any speed (PH-15: it would have to lean more than 2.29 or \
         1.64 degrees), so it cannot fall below the critical one. The rows with 0.2 mm, which can fall, hold.",
    ),
    (
        "PH-43",
        "About one nickel in two or three hundred ends on its edge, and a planar model with sharp corners gives one in \
         267. Neither higher tosses, livelier floors, a lower bounce threshold nor finer steps change that; the published \
         one in six thousand is extrapolated from thicker bodies by a model that its abstract does not state.",
    ),
];

/// Why an experiment's gate is known not to hold; `None` where it does.
pub fn known_red(id: &str) -> Option<&'static str> {
    RED.iter().find(|(red, _)| *red == id).map(|(_, why)| *why)
}

/// Runs one experiment in its short form and fails with its table, or if a known red gate has turned green.
#[cfg(test)]
fn check(id: &str) {
    let experiment =
        experiments().into_iter().find(|experiment| experiment.id == id).expect("it is in the registry");
    let outcome = (experiment.run)(&Conditions::short());
    let told = outcome.passes_gate() || outcome.missing.is_some();
    if known_red(id).is_some() {
        assert!(!told, "{} holds now: take it off the list of red gates", experiment.name);
    } else {
        assert!(told, "{}:\n{}", experiment.name, outcome.table(id));
    }
}
