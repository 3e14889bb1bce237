//! Forgeries written down, for a checker that is another program: one a line, with what this verifier says of it.

use super::change::{Forged, forge};
use super::honest::{Honest, asks, honest};
use super::{POOL, read_report, verify};
use crate::Dice;
use serde_json::{Value, json};
use std::io::{self, Write};

/// The questions whose proofs are documented for other checkers; `check` holds answers to them.
const DOCUMENTED: [&str; 8] = ["closure", "stand", "lcp", "modes", "outcomes", "cone", "jam", "check"];
/// Forgeries of a report before the next one is made, so that a few hundred are of many kinds.
const EACH: usize = 20;
/// Bytes of a report beyond which it is left out: the other program is slow, and many small ones find more.
const LARGEST: usize = 300_000;

/// Writes so many forgeries, each after the honest report that it was made of.  The same seed makes the same ones.
///
/// # Errors
///
/// If something cannot be written.
pub fn write(count: usize, seed: u64, out: &mut dyn Write) -> io::Result<()> {
    let mut dice = Dice::new(seed);
    let mut pool: Vec<Honest> = Vec::new();
    let (asks, start) = (asks(), dice.roll() as usize);
    let mut made = 0;
    for ask in (0..asks.len()).cycle().map(|index| &asks[(index + start) % asks.len()]) {
        if made >= count {
            break;
        }
        let Some(one) = honest(ask, 2).filter(|one| fits(&one.report)) else { continue };
        let line = json!({ "name": one.name, "honest": one.report, "accepted": verify(&one.report).holds() });
        writeln!(out, "{line}")?;
        for _ in 0..EACH.min(count - made) {
            made += 1;
            forgery(&one, &pool, dice.roll(), out)?;
        }
        if pool.len() == POOL {
            pool.remove(dice.below(POOL));
        }
        pool.push(one);
    }
    Ok(())
}

fn fits(report: &Value) -> bool {
    let documented = report["question"].as_str().is_some_and(|question| DOCUMENTED.contains(&question));
    documented && report.to_string().len() <= LARGEST
}

/// One forgery as a line; another seed where nothing was changed.
fn forgery(one: &Honest, pool: &[Honest], seed: u64, out: &mut dyn Write) -> io::Result<()> {
    let mut dice = Dice::new(seed);
    let (text, words, accepted) = loop {
        match forge(one, pool, &mut dice) {
            Forged::Nothing => {}
            Forged::Text(text, words) => {
                let accepted = read_report(&text).is_ok_and(|report| verify(&report).holds());
                break (text, words, accepted);
            }
            Forged::Report(report, words) => {
                let accepted = verify(&report).holds();
                break (report.to_string(), words, accepted);
            }
        }
    };
    // As a text: a key that is given twice would be lost in a value.
    let line = json!({ "name": one.name, "seed": seed, "what": words, "forged": text, "accepted": accepted });
    writeln!(out, "{line}")
}
