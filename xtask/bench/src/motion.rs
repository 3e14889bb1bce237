//! Motion in time and slow pushing: from the scene to the run, or to modes with their proofs. The bars are those of a
//! lecture, a wall and a heap; no peer decides letters, events and paradoxes.

use crate::measure::median;
use std::fmt::Write as _;
use std::io::Write;
use std::time::Instant;
use stiction::ask::modes::{MOST, complete, modes};
use stiction::ask::push::{motions, push_problem, stays};
use stiction::ask::simulate::{Ambiguous, Asked, Reason, Run, simulate};
use stiction::ask::slow::driven_now;
use stiction::scene::{AnyScene, Scene};

use stiction::screw::Planar;
use stiction_files::{Format, read_scene};

const ROUNDS: usize = 5;
/// Plates that a proved wrench seats, and the threads that share them.
const SEATS: usize = 1000;
const THREADS: usize = 2;
const BRICKS: usize = 10;
const SIDE: usize = 10;

/// Small numbers that look random and are the same in every run, from 0 to 1.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as f64 / f64::from(1_u32 << 31)
    }
}

fn planar(text: &str) -> Result<Scene<Planar>, String> {
    let read = read_scene(text, Format::Toml, "bench.toml")
        .map_err(|faults| faults.render("bench.toml", text, false))?;
    match read.scene {
        AnyScene::Planar(scene) => Ok(scene),
        AnyScene::Spatial(_) => Err("the scene is planar".to_owned()),
    }
}

const HEAD: &str = "stiction = 1\ndimension = 2\n";

/// Bricks that lean, each by `lean` over the one below, on a floor.
fn tower(lean: f64) -> String {
    let mut text = format!(
        "{HEAD}gravity = [0, -9.81]\n[detect]\nfriction = 0.6\n[bodies.ground]\nshape.half_plane = {{ point = [0, 0], normal = [0, 1] }}\n"
    );
    for brick in 0..BRICKS {
        let (x, y) = (lean * brick as f64, 0.25 * brick as f64);
        let _ = writeln!(
            text,
            "[bodies.b{brick}]\ndensity = 2000\nshape.polygon = [[{x}, {y}], [{}, {y}], [{}, {}], [{x}, {}]]",
            x + 1.0,
            x + 1.0,
            y + 0.25,
            y + 0.25
        );
    }
    text
}

/// Discs in rows over a box, each a little off its place and of its own size.
fn discs() -> String {
    let mut numbers = Numbers(7);
    let mut text = format!(
        "{HEAD}gravity = [0, -9.81]\n[detect]\nfriction = 0.3\n[bodies.box]\nrole = \"fixed\"\n\
         shape.polygon = [[-1.2, 0], [1.2, 0], [1.2, 3], [1.1, 3], [1.1, 0.1], [-1.1, 0.1], [-1.1, 3], [-1.2, 3]]\n"
    );
    for row in 0..SIDE {
        for column in 0..SIDE {
            let radius = 0.08 + 0.01 * numbers.next();
            let x = 0.22 * (column as f64 + 0.5) - 1.1 + 0.01 * (numbers.next() - 0.5);
            let y = 0.3 + 0.24 * row as f64 + 0.01 * (numbers.next() - 0.5);
            let name = SIDE * row + column;
            let _ = writeln!(
                text,
                "[bodies.d{name}]\ndensity = 1000\nshape.disc = {{ center = [{x:.5}, {y:.5}], radius = {radius:.5} }}"
            );
        }
    }
    text
}

/// A plate a little away from three pins and turned, pushed by a wrench that seats it.
fn seating(numbers: &mut Numbers) -> String {
    let corners = [[-1.5, -1.0], [1.5, -1.0], [1.5, 1.0], [-0.5, 1.0], [-1.5, 0.0]];
    let turn: f64 = 0.01 * (2.0 * numbers.next() - 1.0);
    let left = -0.02 * numbers.next();
    // Clear of every pin, with what turning by so little lifts to second order.
    let up = 0.02 * numbers.next() + turn.abs() + 2e-4;
    let left = left - 2e-4 - turn.abs() * up - turn * turn;
    let (sine, cosine) = turn.sin_cos();
    let placed = corners.map(|[x, y]| [cosine * x - sine * y + left, sine * x + cosine * y + up]);
    let mut text = format!(
        "{HEAD}[detect]\nfriction = 0.15\n[bodies.plate]\nmass = 2\ninertia = 1\ncom = [{left}, {up}]\nwrench = [0, 3, -2]\nshape.polygon = {placed:?}\n"
    );
    for (name, center) in [("left", "[-1, -1.05]"), ("right", "[1, -1.05]"), ("stop", "[1.55, 0]")] {
        let _ = writeln!(
            text,
            "[bodies.{name}]\nrole = \"fixed\"\nshape.disc = {{ center = {center}, radius = 0.05 }}"
        );
    }
    text
}

fn followed(scene: &Scene<Planar>, until: f64) -> Result<Run, String> {
    let asked = Asked { until, frames: 1, ambiguous: Ambiguous::Stick };
    simulate(scene, &asked).map_err(|misfits| format!("{misfits:?}"))
}

/// Whether a plate came to rest on all three pins.
fn seated(scene: &Scene<Planar>) -> Result<bool, String> {
    let run = followed(scene, 5.0)?;
    let last = run.frames.last().map_or(0, |frame| frame.contacts.len());
    Ok(run.stopped.reason == Reason::Rest && last == 3)
}

/// Prints the figures of motion in time.
pub(crate) fn run(out: &mut dyn Write) -> Result<(), String> {
    let write =
        |out: &mut dyn Write, line: String| writeln!(out, "{line}").map_err(|error| error.to_string());
    let mut figures = Vec::new();
    for (name, lean) in [("tower-stands", 0.02), ("tower-falls", 0.12)] {
        let scene = planar(&tower(lean))?;
        let (mut times, mut events) = (Vec::new(), 0);
        for _ in 0..ROUNDS {
            let start = Instant::now();
            events = followed(&scene, 1.0)?.events.len();
            times.push(start.elapsed().as_secs_f64());
        }
        let time = median(times);
        write(out, format!("{name:<16} {BRICKS} bricks for 1 s, {events} events: {time:.3} s"))?;
        figures.push(format!("figure simulate {name} {time:.4} s"));
    }
    let mut numbers = Numbers(11);
    let texts: Vec<String> = (0..SEATS).map(|_| seating(&mut numbers)).collect();
    let start = Instant::now();
    let counted = |texts: &[String]| -> Result<usize, String> {
        let seated: Vec<bool> = texts.iter().map(|text| seated(&planar(text)?)).collect::<Result<_, _>>()?;
        Ok(seated.into_iter().filter(|seated| *seated).count())
    };
    let parts: Vec<Result<usize, String>> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            texts.chunks(SEATS.div_ceil(THREADS)).map(|part| scope.spawn(move || counted(part))).collect();
        threads
            .into_iter()
            .map(|one| one.join().unwrap_or_else(|_| Err("a thread ended".to_owned())))
            .collect()
    });
    let seats = parts.into_iter().sum::<Result<usize, String>>()?;
    let time = start.elapsed().as_secs_f64();
    write(out, format!("{:<16} {seats} of {SEATS} seated, {THREADS} threads: {time:.3} s", "seats"))?;
    figures.push(format!("figure simulate seats-{SEATS} {time:.3} s"));
    let scene = planar(&discs())?;
    let start = Instant::now();
    let run = followed(&scene, 1.0)?;
    let time = start.elapsed().as_secs_f64();
    let (reason, events) = (run.stopped.reason.word(), run.events.len());
    write(
        out,
        format!("{:<16} {} into a box for 1 s, {events} events, {reason}: {time:.3} s", "discs", SIDE * SIDE),
    )?;
    figures.push(format!("figure simulate discs-{} {time:.3} s", SIDE * SIDE));
    figures.into_iter().try_for_each(|line| write(out, line))
}

/// Every mode of a push with its proof, and that the part stays: how many motions were decided, and whether it stays.
fn pushed(scene: &Scene<Planar>) -> Result<(usize, bool), String> {
    let moving = driven_now(scene);
    let problem = push_problem(&moving).map_err(|misfits| format!("{misfits:?}"))?;
    let found = modes(&moving, false, MOST).map_err(|why| format!("{why:?}"))?;
    let listed: Vec<_> = found.iter().collect();
    let mut decided = 0;
    for mode in &listed {
        let motions = motions(&problem, &mode.text).map_err(|why| why.to_string())?;
        decided += motions.iter().filter(|motion| motion.proof.is_some()).count();
    }
    complete(&problem.modes, false, &listed).map_err(|why| why.to_string())?.ok_or("modes are missing")?;
    Ok((decided, stays(&problem).map_err(|why| why.to_string())?.is_some()))
}

/// Prints the figures of pushing with unknown pressure.
pub(crate) fn push(out: &mut dyn Write) -> Result<(), String> {
    let write =
        |out: &mut dyn Write, line: String| writeln!(out, "{line}").map_err(|error| error.to_string());
    let mut figures = Vec::new();
    for (name, text) in [
        ("hexagon", include_str!("../../../examples/hexagon.toml")),
        ("fence", include_str!("../../../examples/fence.toml")),
    ] {
        let scene = planar(text)?;
        let (mut times, mut told) = (Vec::new(), (0, false));
        for _ in 0..ROUNDS {
            let start = Instant::now();
            told = pushed(&scene)?;
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
        let time = median(times);
        let (decided, stays) = told;
        let word = if stays { "stays" } else { "is not held by every pressure" };
        write(out, format!("{name:<16} {decided} motions decided, {word}: {time:.1} ms"))?;
        figures.push(format!("figure push {name} {time:.2} ms"));
    }
    figures.into_iter().try_for_each(|line| write(out, line))
}
