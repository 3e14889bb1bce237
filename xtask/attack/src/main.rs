//! `stiction-attack [MINUTES] [SEED] [ATTACK…]`: runs every attack, or those that are named, each for its share of the
//! time.  `stiction-attack forgeries COUNT SEED FILE` writes forgeries for another checker instead.

use std::io::Write;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use stiction_attack::forge::write;
use stiction_attack::{Attack, all};

/// Minutes if none are given.
const MINUTES: f64 = 10.0;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|word| word == "forgeries") {
        return written(&arguments[1..]);
    }
    let number = |place: usize| arguments.get(place).map(|text| text.parse::<f64>());
    let (Some(Ok(_)) | None, Some(Ok(_)) | None) = (number(0), number(1)) else {
        let _ = writeln!(
            std::io::stderr(),
            "usage: cargo xtask attack [MINUTES] [SEED] [piles] [forge] [command]"
        );
        return ExitCode::FAILURE;
    };
    let minutes = number(0).and_then(Result::ok).unwrap_or(MINUTES);
    let seed = number(1).and_then(Result::ok).unwrap_or(1.0) as u64;
    let named = arguments.get(2..).unwrap_or_default();
    let mut attacks = all();
    attacks.retain(|attack| named.is_empty() || named.iter().any(|name| name == attack.name()));
    if !attacks.iter().any(|attack| attack.name() == "command") && named.is_empty() {
        let _ = writeln!(std::io::stderr(), "the command is not built beside this program, and not attacked");
    }
    let share = Duration::from_secs_f64((minutes * 60.0).max(0.0) / attacks.len().max(1) as f64);
    let defects: usize = attacks.iter().map(|attack| attacked(attack.as_ref(), share, seed)).sum();
    if defects == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Writes forgeries into a file, one a line.
fn written(arguments: &[String]) -> ExitCode {
    let usage = "usage: stiction-attack forgeries COUNT SEED FILE".to_owned();
    let done = match arguments {
        [count, seed, file] => match (count.parse(), seed.parse()) {
            (Ok(count), Ok(seed)) => std::fs::File::create(file)
                .and_then(|file| write(count, seed, &mut std::io::BufWriter::new(file)))
                .map_err(|fault| format!("{file}: {fault}")),
            _ => Err(usage),
        },
        _ => Err(usage),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(fault) => {
            let _ = writeln!(std::io::stderr(), "{fault}");
            ExitCode::FAILURE
        }
    }
}

/// Runs one attack, tells what came of it, and how many defects it found.
fn attacked(attack: &dyn Attack, share: Duration, seed: u64) -> usize {
    let start = Instant::now();
    let outcome = attack.run(start + share, usize::MAX, seed);
    let mut out = std::io::stdout().lock();
    let seconds = start.elapsed().as_secs_f64();
    let _ = writeln!(out, "{}: {} attempts in {seconds:.0} s", attack.name(), outcome.attempts);
    for (what, count) in &outcome.figures {
        let _ = writeln!(out, "  {count:>8} {what}");
    }
    for defect in &outcome.defects {
        let _ = writeln!(out, "DEFECT {defect}");
    }
    let _ = writeln!(out, "figure attack {} {} defects", attack.name(), outcome.defects.len());
    outcome.defects.len()
}
