//! Force closure of grasps: ours against the linear program [MR 12.1.7] with a rank test, solved by HiGHS through
//! scipy and directly; in the plane, in space with pyramids, and in space with round cones, which no peer decides.

use crate::grasps::{Case, Contact, Grasp};
use crate::measure::{Contender, Ours, Standing, disagreements, interleaved};
use crate::peers::{Peer, Script};
use serde_json::Value;
use std::cell::RefCell;
use std::io::Write;
use std::path::Path;
use std::rc::Rc;
use stiction::ask::closure::many::{Desk, Grasps, SpatialGrasps, Tally, certified_closure};
use stiction_proof::quick::QuickContact;
use stiction_proof::quick_space::{Pyramid, QuickModel, QuickSpatialContact};

const GRASPS: usize = 2000;
const ROUNDS: usize = 5;
/// For the figure of all cores: enough that starting threads does not count.
const MANY: usize = 1_000_000;

/// Our side: generators built, solved, and the proof checked, on the same numbers as doubles.
fn ours_in_plane() -> Box<dyn Contender> {
    let prepare = |grasp: &Grasp| grasp.iter().map(Contact::in_plane).collect::<Vec<_>>();
    let decide =
        |grasp: &Vec<QuickContact>| certified_closure(grasp).is_ok_and(|verdict| verdict.is_closed());
    Box::new(Ours { prepare, decide })
}

fn model(edges: usize) -> QuickModel {
    Pyramid::new(edges).map_or(QuickModel::Round, QuickModel::Pyramid)
}

/// The same in space.
fn ours_in_space(edges: usize) -> Box<dyn Contender> {
    let (desk, model) = (RefCell::new(Desk::default()), model(edges));
    let prepare = |grasp: &Grasp| grasp.iter().map(Contact::in_space).collect::<Vec<_>>();
    let decide = move |grasp: &Vec<QuickSpatialContact>| {
        let verdict = desk.borrow_mut().decide(grasp, &model);
        verdict.is_ok_and(|verdict| verdict.is_closed() == Some(true))
    };
    Box::new(Ours { prepare, decide })
}

pub(crate) fn run(python: &Path, out: &mut dyn Write) -> Result<(), String> {
    let mut cases: Vec<Case> = (2..=4).map(|contacts| Case::planar(contacts, GRASPS)).collect();
    cases.extend([3, 5, 10].map(|contacts| Case::spatial(contacts, 8, GRASPS)));
    cases.extend([3, 5].map(|contacts| Case::spatial(contacts, 0, GRASPS)));
    let problems: Value = cases.iter().map(Case::to_json).collect();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("closure_peers.py");
    let script = Rc::new(RefCell::new(Script::start(python, &script, &problems)?));
    let contenders = |case: &Case| {
        let ours = if case.dimensions == 2 { ours_in_plane() } else { ours_in_space(case.edges) };
        let peer = |name| Box::new(Peer { name, script: Rc::clone(&script) }) as Box<dyn Contender>;
        let peers = if case.edges == 0 { vec![] } else { vec![peer("highs"), peer("scipy")] };
        [ours].into_iter().chain(peers).collect::<Vec<_>>()
    };
    let standings = cases
        .iter()
        .map(|case| Ok((case.name.as_str(), interleaved(&mut contenders(case), case, ROUNDS)?)))
        .collect::<Result<Vec<_>, String>>()?;
    table(&standings, out).map_err(|fault| fault.to_string())?;
    slow_paths(&cases, out)?;
    ratios(&standings, out).map_err(|fault| fault.to_string())?;
    all_cores(out)?;
    crate::least_friction::run(out)
}

/// Spatial grasps as flat arrays: points, normals, frictions.
fn arrays(case: &Case) -> [Vec<f64>; 3] {
    let contacts = || case.grasps.iter().flatten().map(Contact::in_space);
    [
        contacts().flat_map(|contact| contact.point).collect(),
        contacts().flat_map(|contact| contact.normal).collect(),
        contacts().map(|contact| contact.friction).collect(),
    ]
}

fn tally(case: &Case, threads: usize) -> Result<(Tally, f64), String> {
    let ([points, normals, frictions], model) = (arrays(case), model(case.edges));
    let contacts = case.grasps.first().map_or(0, Vec::len);
    let grasps = SpatialGrasps {
        contacts,
        points: &points,
        normals: &normals,
        frictions: &frictions,
        torsions: &[],
        model: &model,
    };
    let mut verdicts = vec![0; case.grasps.len()];
    let start = std::time::Instant::now();
    let tally = grasps.decide(threads, &mut verdicts).map_err(|fault| fault.to_string())?;
    Ok((tally, start.elapsed().as_secs_f64()))
}

/// How many spatial grasps doubles did not decide.
fn slow_paths(cases: &[Case], out: &mut dyn Write) -> Result<(), String> {
    for case in cases.iter().filter(|case| case.dimensions == 3) {
        let (tally, _) = tally(case, 1)?;
        let (name, Tally { exact, undecided, .. }) = (&case.name, tally);
        writeln!(out, "{name}: {exact} of {GRASPS} needed exact arithmetic, {undecided} undecided")
            .map_err(|fault| fault.to_string())?;
    }
    Ok(())
}

/// A million grasps in flat arrays on all cores.
fn all_cores(out: &mut dyn Write) -> Result<(), String> {
    let case = Case::spatial(3, 8, MANY);
    let (Tally { exact, .. }, seconds) = tally(&case, 0)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    writeln!(out, "{MANY} grasps at once on {cores} cores: {exact} needed exact arithmetic")
        .and_then(|()| {
            let rate = MANY as f64 / seconds;
            writeln!(out, "figure closure spatial-3x8-all-cores {rate:.0} grasps/s")
        })
        .map_err(|fault| fault.to_string())
}

/// One row a case and contender; verdicts are compared with the first contender's, which is ours.
fn table(standings: &[(&str, Vec<Standing>)], out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "{GRASPS} grasps a case, {ROUNDS} rounds in turns, medians")?;
    writeln!(
        out,
        "{:15} {:10} {:>12} {:>14} {:>7} {:>10}",
        "case", "who", "µs", "verdicts/s", "closed", "disagree"
    )?;
    for (case, standings) in standings {
        for one in standings {
            let (micros, rate) = (one.seconds * 1e6, 1.0 / one.seconds);
            let closed = one.verdicts.iter().filter(|verdict| **verdict).count();
            let disagree = disagreements(&one.verdicts, &standings[0].verdicts);
            writeln!(out, "{case:15} {:10} {micros:12.3} {rate:14.0} {closed:7} {disagree:10}", one.name)?;
        }
    }
    Ok(())
}

/// A `ratio` a case that has peers, and a `figure`.
fn ratios(standings: &[(&str, Vec<Standing>)], out: &mut dyn Write) -> std::io::Result<()> {
    for (case, standings) in standings {
        let (ours, peers) = (&standings[0], &standings[1..]);
        let fastest = peers.iter().map(|peer| peer.seconds).fold(f64::INFINITY, f64::min);
        if !peers.is_empty() {
            writeln!(out, "ratio closure {case} {:.1}", fastest / ours.seconds)?;
        }
        let unit = if case.starts_with("planar") { "verdicts/s" } else { "grasps/s" };
        writeln!(out, "figure closure {case} {:.0} {unit}", 1.0 / ours.seconds)?;
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
        let alone = [("spatial-3-round", vec![standing("stiction", 1e-6, true)])];
        let mut out = Vec::new();
        table(&standings, &mut out).unwrap();
        ratios(&standings, &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        assert!(
            text.ends_with("ratio closure planar-2 20.0\nfigure closure planar-2 1000000 verdicts/s\n"),
            "{text}"
        );
        let mut out = Vec::new();
        ratios(&alone, &mut out).unwrap();
        assert_eq!(
            out, b"figure closure spatial-3-round 1000000 grasps/s\n",
            "without peers there is no ratio"
        );
        let row = text.lines().find(|line| line.starts_with("planar-2        a")).unwrap();
        assert!(row.ends_with("1          1"), "{row}");
    }
}
