//! A robot's contact: the special basis and the command in doubles, the exact decoupling with its proof, and ten
//! seconds of a closed loop; no peer was found.

use crate::measure::{median, per_pass};
use std::hint::black_box;
use std::io::Write;
use std::path::Path;
use std::time::Instant;
use stiction::ask::hybrid::run::{Controller, setup};
use stiction::ask::hybrid::{Fast, interface};
use stiction::scene::{AnyScene, Scene};
use stiction::screw::Spatial;
use stiction_files::{Limits, read_scene_file};
use stiction_proof::Rational;

const ROUNDS: usize = 9;
const SCENE: &str = "examples/wiping.toml";

fn scene() -> Result<Scene<Spatial>, String> {
    let read = read_scene_file(Path::new(SCENE), &Limits::default())
        .map_err(|unread| unread.render(SCENE, false))?;
    match read.scene {
        AnyScene::Spatial(scene) => Ok(scene),
        AnyScene::Planar(_) => Err(format!("{SCENE} is not in space")),
    }
}

/// Prints the figures.
pub(crate) fn run(out: &mut impl Write) -> Result<(), String> {
    let scene = scene()?;
    let found = interface(&scene).map_err(|misfits| format!("{misfits:?}"))?;
    let proof = found.resolve().map_err(|why| format!("{why:?}"))?.into_proof();
    let six = |vector: &[Rational]| -> [f64; 6] { std::array::from_fn(|k| vector[k].to_f64()) };
    let phi: [[f64; 6]; 6] = std::array::from_fn(|row| six(&found.problem.robot.inverse_inertia[row]));
    let bias = six(&found.problem.robot.bias);
    let freedoms: Vec<[f64; 6]> = proof.basis.s1.iter().map(|one| six(one)).collect();
    let forces: Vec<[f64; 6]> = proof.basis.t2.iter().map(|one| six(one)).collect();
    let (motion, force) = (vec![0.5; freedoms.len()], vec![10.0; forces.len()]);
    let once = || {
        let fast = Fast::new(black_box(&phi))?;
        let basis = fast.basis(&freedoms, &forces)?;
        Some((fast.command(&bias, &freedoms, &motion, &forces, &force), basis))
    };
    if once().is_none() {
        return Err("the robot is singular there".to_owned());
    }
    const MANY: usize = 1000;
    let times: Vec<f64> = (0..ROUNDS)
        .map(|_| per_pass(|| (0..MANY).filter(|_| black_box(once()).is_some()).count()).0 / MANY as f64)
        .collect();
    let kernel = median(times);
    let times: Vec<f64> = (0..ROUNDS).map(|_| per_pass(|| black_box(found.resolve()).is_ok()).0).collect();
    let exact = median(times);
    let setup = setup(&scene).map_err(|misfits| format!("{misfits:?}"))?;
    let mut times: Vec<f64> = Vec::new();
    for _ in 0..3 {
        let start = Instant::now();
        let run = setup.run_of(Controller::Decoupled).map_err(|fault| fault.to_string())?;
        times.push(start.elapsed().as_secs_f64());
        black_box(run);
    }
    let seconds = median(times);
    let write =
        |out: &mut dyn Write, line: String| writeln!(out, "{line}").map_err(|error| error.to_string());
    let (duration, rate) = (setup.section.duration, setup.section.rate);
    write(out, format!("{SCENE}: {} joints, {duration} s at {rate} Hz", setup.arm.tree.freedoms()))?;
    write(out, format!("figure hybrid basis-and-command {:.2} us", 1e6 * kernel))?;
    write(out, format!("figure hybrid exact-with-proof {:.2} ms", 1e3 * exact))?;
    write(out, format!("figure hybrid closed-loop {seconds:.3} s"))
}
