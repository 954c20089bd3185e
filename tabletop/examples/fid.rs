use tabletop::fidelity::{Conditions, experiments};
use tabletop::table::StepRate;
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let full = args.iter().any(|a| a == "full");
    let sub: u32 = args.iter().find_map(|a| a.strip_prefix("sub=")).map_or(4, |s| s.parse().unwrap());
    let hz: f64 = args.iter().find_map(|a| a.strip_prefix("hz=")).map_or(480.0, |s| s.parse().unwrap());
    let only: Vec<&String> = args.iter().filter(|a| a.contains('-')).collect();
    let bad = args.iter().any(|a| a == "bad");
    let c = Conditions { rate: StepRate { hertz: hz, substeps: sub }, full };
    let mut total = 0.0;
    for e in experiments() {
        if !only.is_empty() && !only.iter().any(|o| e.id.starts_with(o.as_str())) {
            continue;
        }
        let t = std::time::Instant::now();
        let o = (e.run)(&c);
        let s = t.elapsed().as_secs_f64();
        total += s;
        println!(
            "== {} {} [{:.2} s] gate {} best {}",
            e.id,
            e.name,
            s,
            if o.missing.is_some() { "-".into() } else { o.passes_gate().to_string() },
            o.passes_best()
        );
        for l in o.table(e.id).lines() {
            if !bad || l.contains("FAIL") || l.contains(" miss ") {
                println!("{l}");
            }
        }
    }
    println!("total {total:.1} s");
}
