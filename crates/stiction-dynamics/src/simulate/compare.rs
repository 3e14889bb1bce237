//! A referee in reverse: where does the trajectory of another program leave every lawful one?
//!
//! ```text
//!     the scene is followed once more, through every outcome where there are several, with a frame at each record
//!     a body is off by as far as any of its points is:  |Δcom| + reach·|Δangle|  bounds it                     (1)
//!     the record leaves a run where some body is off by more than the tolerance, and all of them where it leaves
//!     the one that it stays with longest
//! ```
//!
//! A run that ends because nothing is possible, or has too many events, ends the comparison: nothing lawful is known
//! beyond.

use super::world::World;
use super::{Asked, Frame, Reason, Run};
use std::collections::BTreeMap;
use stiction_geometry::screw::Planar;
use stiction_scene::lower::Misfit;
use stiction_scene::scene::Scene;

/// When, and where the centre of mass of each body is then and how far it has turned: `[x, y, angle]`.
pub type Recorded = (f64, BTreeMap<String, [f64; 3]>);

/// How far a record is from a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Apart {
    /// When they are apart, in seconds.
    pub time: f64,
    /// Which body is farthest off.
    pub body: String,
    /// How far one of its points is off at most, m.
    pub apart: f64,
}

/// A trajectory beside the lawful ones.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison {
    /// What counts as the same place, m.
    pub tolerance: f64,
    /// Each record beside the run that it stays with longest, as far as that is known.
    pub records: Vec<Apart>,
    /// The first record that is beside no lawful run.
    pub leaves: Option<Apart>,
    /// Until when a lawful run is known.
    pub until: f64,
}

/// The part of how far the smallest body reaches that counts as the same place, where nobody says.
pub const SAME_PLACE: f64 = 1e-3;

/// What a trajectory can be compared with: known bodies, and times in order within the run.
///
/// # Errors
/// Everything that stands against it.
pub fn comparable(scene: &Scene<Planar>, asked: &Asked, log: &[Recorded]) -> Result<(), Vec<Misfit>> {
    let mut misfits = Vec::new();
    let mut before = 0.0;
    let (mut late, mut unknown): (Vec<usize>, Vec<(usize, &String)>) = (Vec::new(), Vec::new());
    for (at, (time, bodies)) in log.iter().enumerate() {
        if !(*time >= before && *time <= asked.until) {
            late.push(at);
        }
        before = *time;
        let others = bodies.keys().filter(|name| !scene.bodies.iter().any(|body| body.name == **name));
        unknown.extend(
            others
                .filter(|name| !unknown.iter().any(|(_, known)| known == name))
                .map(|name| (at, name))
                .collect::<Vec<_>>(),
        );
    }
    // One fault for all records that are out of time, and one for each name.
    if let Some(&at) = late.first() {
        let time = log[at].0;
        let more = if late.len() > 1 {
            format!(", and {} more are as wrong", late.len() - 1)
        } else {
            String::new()
        };
        let until = asked.until;
        let message = format!(
            "record {at} is at {time} s; times are in order, from 0 to the end of the run at {until} s{more}"
        );
        let help = "give a longer `--until`, or fewer records";
        misfits.push(Misfit::new("time", &["--compare", &at.to_string(), "t"], message, help));
    }
    for (at, name) in unknown {
        let message = format!("the scene has no body \"{name}\"");
        let help = "name the bodies as the scene does";
        misfits.push(Misfit::new("body", &["--compare", &at.to_string(), "bodies", name], message, help));
    }
    if misfits.is_empty() { Ok(()) } else { Err(misfits) }
}

/// A trajectory beside all runs of its scene, which have a frame at each of its times as far as they go.
///
/// # Errors
/// What stands against a run of the scene.
pub fn compare(
    scene: &Scene<Planar>,
    run: &Run,
    log: &[Recorded],
    tolerance: Option<f64>,
) -> Result<Comparison, Vec<Misfit>> {
    let world = World::new(scene, 0.0)?;
    let reaches: BTreeMap<&str, f64> =
        world.bodies.iter().map(|body| (body.name.as_str(), body.reach)).collect();
    let finite = world.free.iter().map(|&index| world.bodies[index].reach).filter(|reach| *reach > 0.0);
    let smallest = finite.fold(f64::INFINITY, f64::min);
    let usual = SAME_PLACE * if smallest.is_finite() { smallest } else { world.scales.length };
    let tolerance = tolerance.unwrap_or(usual);
    let beside = |run: &Run| {
        let mut comparison =
            Comparison { tolerance, records: Vec::new(), leaves: None, until: run.stopped.time };
        for (time, places) in log {
            let Some(frame) = at(run, *time) else { break };
            let Some(apart) = farthest(run, frame, *time, places, &reaches) else { continue };
            if comparison.leaves.is_none() && apart.apart > tolerance {
                comparison.leaves = Some(apart.clone());
            }
            comparison.records.push(apart);
        }
        comparison
    };
    let lasts = |one: &Comparison| one.leaves.as_ref().map_or(f64::INFINITY, |apart| apart.time);
    let all = std::iter::once(run).chain(&run.branches).map(beside);
    let longest =
        all.max_by(|a, b| lasts(a).total_cmp(&lasts(b)).then(a.records.len().cmp(&b.records.len())));
    longest.ok_or_else(Vec::new)
}

/// The frame of a run at a time; what rests does so from then on.
fn at(run: &Run, time: f64) -> Option<&Frame> {
    let place = run.frames.partition_point(|frame| frame.time < time);
    match run.frames.get(place) {
        Some(frame) if frame.time == time => Some(frame),
        _ if run.stopped.reason == Reason::Rest => run.frames.last(),
        _ => None,
    }
}

/// The body that is farthest from where it should be (1).
fn farthest(
    run: &Run,
    frame: &Frame,
    time: f64,
    places: &BTreeMap<String, [f64; 3]>,
    reaches: &BTreeMap<&str, f64>,
) -> Option<Apart> {
    let off = |(name, place): (&String, &super::Place)| {
        let [x, y, angle] = *places.get(name)?;
        let turned = super::plane::wrapped(angle - place.angle).abs();
        let reach = reaches.get(name.as_str()).copied().filter(|reach| reach.is_finite()).unwrap_or(0.0);
        let apart = (x - place.com[0]).hypot(y - place.com[1]) + reach * turned;
        Some(Apart { time, body: name.clone(), apart })
    };
    let all = run.bodies.iter().zip(&frame.places).filter_map(off);
    all.max_by(|a, b| a.apart.total_cmp(&b.apart))
}
