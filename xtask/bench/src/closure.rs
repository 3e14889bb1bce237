//! Force closure of planar grasps: ours against the linear program [MR 12.1.7] with a rank test, solved by
//! HiGHS through scipy and directly.

use crate::grasps::{Case, Contact, Grasp};
use crate::measure::{Contender, Ours, Standing, disagreements, interleaved};
use crate::peers::{Peer, Script};
use serde_json::Value;
use std::cell::RefCell;
use std::io::Write;
use std::path::Path;
use std::rc::Rc;
use stiction::ask::closure::many::certified_closure;
use stiction_proof::quick::QuickContact;

const GRASPS: usize = 2000;
const ROUNDS: usize = 5;

/// Our side: generators built, solved, and the proof checked, on the same numbers as doubles.
fn ours() -> Box<dyn Contender> {
    let contact = |contact: &Contact| QuickContact {
        point: contact.point.map(|x| x as f64 / 1000.0),
        normal: contact.normal.map(|x| x as f64),
        friction: contact.friction as f64 / 1000.0,
    };
    let prepare = move |grasp: &Grasp| grasp.iter().map(contact).collect::<Vec<_>>();
    let decide =
        |grasp: &Vec<QuickContact>| certified_closure(grasp).is_ok_and(|verdict| verdict.is_closed());
    Box::new(Ours { prepare, decide })
}

pub(crate) fn run(python: &Path, out: &mut dyn Write) -> Result<(), String> {
    let cases: Vec<Case> = (2..=4).map(|contacts| Case::planar(contacts, GRASPS)).collect();
    let problems: Value = cases.iter().map(Case::to_json).collect();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("closure_peers.py");
    let script = Rc::new(RefCell::new(Script::start(python, &script, &problems)?));
    let peer = |name| Box::new(Peer { name, script: Rc::clone(&script) }) as Box<dyn Contender>;
    let mut contenders = vec![ours()];
    contenders.extend(["highs", "scipy"].map(peer));
    let standings = cases
        .iter()
        .map(|case| Ok((case.name.as_str(), interleaved(&mut contenders, case, ROUNDS)?)))
        .collect::<Result<Vec<_>, String>>()?;
    table(&standings, out).map_err(|fault| fault.to_string())?;
    ratios(&standings, out).map_err(|fault| fault.to_string())
}

/// One row a case and contender; verdicts are compared with the first contender's, which is ours.
fn table(standings: &[(&str, Vec<Standing>)], out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "{GRASPS} grasps a case, {ROUNDS} rounds in turns, medians")?;
    writeln!(
        out,
        "{:10} {:10} {:>12} {:>14} {:>7} {:>10}",
        "case", "who", "µs", "verdicts/s", "closed", "disagree"
    )?;
    for (case, standings) in standings {
        for one in standings {
            let (micros, rate) = (one.seconds * 1e6, 1.0 / one.seconds);
            let closed = one.verdicts.iter().filter(|verdict| **verdict).count();
            let disagree = disagreements(&one.verdicts, &standings[0].verdicts);
            writeln!(out, "{case:10} {:10} {micros:12.3} {rate:14.0} {closed:7} {disagree:10}", one.name)?;
        }
    }
    Ok(())
}

/// A `ratio` and a `figure` a case.
fn ratios(standings: &[(&str, Vec<Standing>)], out: &mut dyn Write) -> std::io::Result<()> {
    for (case, standings) in standings {
        let (ours, peers) = (&standings[0], &standings[1..]);
        let fastest = peers.iter().map(|peer| peer.seconds).fold(f64::INFINITY, f64::min);
        writeln!(out, "ratio closure {case} {:.1}", fastest / ours.seconds)?;
        writeln!(out, "figure closure {case} {:.0} verdicts/s", 1.0 / ours.seconds)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ratio_is_the_fastest_peers_time_over_ours() {
        let standing = |name: &str, seconds, verdict| Standing {
            name: name.into(),
            seconds,
            verdicts: vec![verdict, true],
        };
        let standings = [(
            "planar-2",
            vec![standing("stiction", 1e-6, true), standing("a", 4e-5, false), standing("b", 2e-5, true)],
        )];
        let mut out = Vec::new();
        table(&standings, &mut out).unwrap();
        ratios(&standings, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(
            text.ends_with("ratio closure planar-2 20.0\nfigure closure planar-2 1000000 verdicts/s\n"),
            "{text}"
        );
        let row = text.lines().find(|line| line.starts_with("planar-2   a")).unwrap();
        assert!(row.ends_with("1          1"), "{row}");
    }
}
