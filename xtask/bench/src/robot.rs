//! The dynamics of an arm with seven axes, beside Pinocchio called from Python: Φ and b at the tool, and the
//! recursions.

use crate::measure::median;
use crate::peers::Script;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::hint::black_box;
use std::io::Write;
use std::path::Path;
use std::time::Instant;
use stiction::robot::{Frame, Reference, State, Tree};
use stiction_files::read_urdf;

const STATES: usize = 200;
/// Passes over the states in a round, of which the fastest counts: a pass is shorter than the turns of a busy machine.
const PASSES: usize = 40;
const ROUNDS: usize = 7;
const GRAVITY: [f64; 3] = [0.0, 0.0, -9.81];
const PEER: &str = "pinocchio";
/// Two programs that sum in different orders, on numbers of up to a thousand.
const AGREE: f64 = 1e-9;

struct Bench {
    tree: Tree,
    frame: Frame,
    state: State,
    states: Vec<[Vec<f64>; 3]>,
}

/// Prints a table, ratios and figures, all medians of one state.
pub(crate) fn run(python: &Path, out: &mut dyn Write) -> Result<(), String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/arm.urdf");
    let text = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    let model = read_urdf(&text).map_err(|faults| faults.to_string())?.model;
    let tree = Tree::new(&model, GRAVITY).map_err(|faults| format!("{faults:?}"))?;
    let frame = tree.frame("tool").ok_or("the arm has no tool")?;
    let mut bench = Bench { state: State::new(&tree), states: states(tree.freedoms()), frame, tree };
    let problem = json!({
        "urdf": file.display().to_string(), "passes": PASSES, "frame": "tool", "gravity": GRAVITY, "states": bench.states,
    });
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("robot_peers.py");
    let mut script = Script::start(python, &script, &problem)?;
    let tasks: [(&str, &[&str]); 4] = [
        ("phi_and_b", &["phi_and_b", "phi_and_b_by_cholesky"]),
        ("rnea", &["rnea"]),
        ("crba", &["crba"]),
        ("aba", &["aba"]),
    ];
    let mut times: BTreeMap<String, Vec<f64>> = BTreeMap::new();
    for _ in 0..ROUNDS {
        for (task, offered) in tasks {
            let (seconds, result) = bench.ours(task)?;
            times.entry(format!("stiction {task}")).or_default().push(seconds);
            for peer in offered {
                let answer = script.ask(PEER, peer)?;
                agree(peer, &result, &answer["result"])?;
                let seconds = answer["seconds"].as_f64().ok_or("the peer tells no time")?;
                times.entry(format!("{PEER} {peer}")).or_default().push(seconds);
            }
        }
    }
    let seconds: BTreeMap<String, f64> = times.into_iter().map(|(who, times)| (who, median(times))).collect();
    told(&seconds, &tasks, out).map_err(|error| error.to_string())
}

/// Reproducible states within the limits of the arm.
fn states(n: usize) -> Vec<[Vec<f64>; 3]> {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut unit = move || {
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    };
    let mut list = |scale: f64| (0..n).map(|_| scale * unit()).collect::<Vec<f64>>();
    (0..STATES).map(|_| [list(2.0), list(2.0), list(20.0)]).collect()
}

impl Bench {
    /// Seconds for one state, and the numbers of the first one.
    fn ours(&mut self, task: &str) -> Result<(f64, Vec<f64>), String> {
        let first = self.states[0].clone();
        let result = self.one(task, &first)?;
        let Self { tree, frame, state, states } = self;
        let (tree, frame) = (&*tree, *frame);
        let (seconds, done) = match task {
            "phi_and_b" => fastest(|| {
                each(states, |[q, v, tau]| {
                    tree.place(state, q, v)?;
                    tree.response(state, frame, Reference::Local, tau).map(|response| {
                        black_box(response);
                    })
                })
            }),
            "rnea" => fastest(|| {
                each(states, |[q, v, tau]| {
                    tree.place(state, q, v)?;
                    tree.inverse_dynamics(state, tau).map(|torques| {
                        black_box(torques);
                    })
                })
            }),
            "crba" => fastest(|| {
                each(states, |[q, v, _]| {
                    tree.place(state, q, v)?;
                    black_box(tree.mass_matrix(state));
                    Ok(())
                })
            }),
            _ => fastest(|| {
                each(states, |[q, v, tau]| {
                    tree.place(state, q, v)?;
                    tree.forward_dynamics(state, tau).map(|rates| {
                        black_box(rates);
                    })
                })
            }),
        };
        done.map_err(|fault| fault.to_string())?;
        Ok((seconds / STATES as f64, result))
    }

    fn one(&mut self, task: &str, [q, v, tau]: &[Vec<f64>; 3]) -> Result<Vec<f64>, String> {
        let (tree, state) = (&self.tree, &mut self.state);
        let found = tree.place(state, q, v).and_then(|()| match task {
            "phi_and_b" => tree.response(state, self.frame, Reference::Local, tau).map(|response| {
                let rows = response.phi.rows();
                rows.iter().flatten().chain(&response.bias.to_array()).copied().collect()
            }),
            "rnea" => tree.inverse_dynamics(state, tau).map(<[f64]>::to_vec),
            "crba" => Ok(tree.mass_matrix(state).to_vec()),
            _ => tree.forward_dynamics(state, tau).map(<[f64]>::to_vec),
        });
        found.map_err(|fault| fault.to_string())
    }
}

/// Seconds of the fastest pass, and what the last one gave.
fn fastest(mut pass: impl FnMut() -> Result<(), Fault>) -> (f64, Result<(), Fault>) {
    let mut least = f64::INFINITY;
    let mut last = Ok(());
    for _ in 0..PASSES {
        let start = Instant::now();
        last = pass();
        least = least.min(start.elapsed().as_secs_f64());
    }
    (least, last)
}

type Fault = stiction::robot::StateFault;

fn each(
    states: &[[Vec<f64>; 3]],
    mut ask: impl FnMut(&[Vec<f64>; 3]) -> Result<(), Fault>,
) -> Result<(), Fault> {
    states.iter().try_for_each(|one| ask(black_box(one)))
}

/// Both say the same of the first state.
fn agree(task: &str, ours: &[f64], theirs: &Value) -> Result<(), String> {
    let theirs: Option<Vec<f64>> =
        theirs.as_array().and_then(|list| list.iter().map(Value::as_f64).collect());
    let theirs =
        theirs.filter(|theirs| theirs.len() == ours.len()).ok_or("the peer's answer has another shape")?;
    let scale = theirs.iter().fold(1.0, |most: f64, x| most.max(x.abs()));
    let miss = ours.iter().zip(&theirs).fold(0.0, |most: f64, (x, y)| most.max((x - y).abs())) / scale;
    if miss <= AGREE { Ok(()) } else { Err(format!("{task}: we differ by {miss:e} of the largest number")) }
}

fn told(
    seconds: &BTreeMap<String, f64>,
    tasks: &[(&str, &[&str])],
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let of = |who: &str, what: &str| seconds.get(&format!("{who} {what}")).copied().unwrap_or(f64::NAN);
    writeln!(
        out,
        "an arm with seven axes, {STATES} states, {ROUNDS} rounds in turns, of each the fastest of {PASSES} passes, medians of one state"
    )?;
    writeln!(out, "{:24} {:10} {:>8}", "task", "who", "us")?;
    for (task, offered) in tasks {
        writeln!(out, "{task:24} {:10} {:8.3}", "stiction", of("stiction", task) * 1e6)?;
        for peer in *offered {
            writeln!(out, "{peer:24} {PEER:10} {:8.3}", of(PEER, peer) * 1e6)?;
        }
    }
    for (task, offered) in tasks {
        let fastest = offered.iter().map(|peer| of(PEER, peer)).fold(f64::INFINITY, f64::min);
        writeln!(out, "ratio robot {task} {:.1}", fastest / of("stiction", task))?;
        writeln!(out, "figure robot {task} {:.3} us", of("stiction", task) * 1e6)?;
    }
    Ok(())
}
