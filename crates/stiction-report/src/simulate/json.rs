//! The keys of `simulate`.

use super::SimulateAnswer;
use serde_json::{Map, Value, json};
use stiction::ask::simulate::{Apart, Comparison, Energy, Event, Frame, Run, Stop};

/// What a run tells.
pub(crate) const KEYS: [&str; 7] =
    ["frames", "events", "energy", "stopped", "residual", "branches", "compare"];

pub(super) fn keys(answer: &SimulateAnswer) -> Value {
    let run = &answer.run;
    let branch = |run: &Run| {
        let mut told = told(run);
        if let Some((t, mode)) = &run.branched {
            told["t"] = json!(t);
            told["mode"] = json!(mode);
        }
        told
    };
    let mut keys = told(run);
    keys["branches"] = run.branches.iter().map(branch).collect();
    keys["compare"] = answer.comparison.as_ref().map_or(Value::Null, compared);
    keys["problem"] = json!({
        "until": answer.asked.until,
        "frames": answer.asked.frames,
        "ambiguous": answer.asked.ambiguous.word(),
        "bodies": run.bodies,
    });
    keys["proof"] = Value::Null;
    keys["reasons"] = json!({ "proof": "a run in time proves nothing; ask `outcomes` of a frame" });
    keys
}

/// A trajectory beside the lawful ones.
fn compared(comparison: &Comparison) -> Value {
    let one = |apart: &Apart| json!({ "t": apart.time, "body": apart.body, "apart": apart.apart });
    json!({
        "tolerance": comparison.tolerance,
        "leaves": comparison.leaves.as_ref().map(one),
        "until": comparison.until,
        "records": comparison.records.iter().map(one).collect::<Vec<_>>(),
    })
}

fn told(run: &Run) -> Value {
    json!({
        "frames": run.frames.iter().map(|one| frame(run, one)).collect::<Vec<_>>(),
        "events": run.events.iter().map(event).collect::<Vec<_>>(),
        "energy": run.frames.iter().map(energy).collect::<Vec<_>>(),
        "stopped": stopped(&run.stopped),
        "residual": run.residual,
    })
}

fn frame(run: &Run, frame: &Frame) -> Value {
    let place = |(name, place): (&String, &stiction::ask::simulate::Place)| {
        (name.clone(), json!({ "com": place.com, "angle": place.angle, "twist": place.twist }))
    };
    let bodies: Map<String, Value> = run.bodies.iter().zip(&frame.places).map(place).collect();
    json!({ "t": frame.time, "bodies": bodies, "mode": frame.mode, "contacts": frame.contacts })
}

fn event(event: &Event) -> Value {
    let Event { time, kind, between, point, simultaneous, stronge, died_out } = event;
    let mut told = json!({ "t": time, "kind": kind.word(), "between": between, "point": point });
    for (said, key) in [(simultaneous, "simultaneous"), (stronge, "stronge"), (died_out, "died_out")] {
        if *said {
            told[key] = json!(true);
        }
    }
    told
}

fn energy(frame: &Frame) -> Value {
    let Energy { kinetic, potential, dissipated, work } = frame.energy;
    json!({ "t": frame.time, "kinetic": kinetic, "potential": potential, "dissipated": dissipated, "work": work })
}

fn stopped(stop: &Stop) -> Value {
    let mut told = json!({ "t": stop.time, "reason": stop.reason.word() });
    if !stop.modes.is_empty() {
        told["modes"] = json!(stop.modes);
    }
    if let Some(twists) = &stop.compliant {
        let twists: Map<String, Value> =
            twists.iter().map(|(name, twist)| (name.clone(), json!(twist))).collect();
        told["compliant"] = json!({ "twists": twists });
    }
    told
}

/// Whether the energies of a report balance up to the residual that it tells, and its frames and events are in order.
pub(crate) fn balances(report: &Value) -> Result<(), String> {
    let number = |value: &Value| value.as_f64().ok_or_else(|| "energy: not a number".to_owned());
    let list = |key: &str| report[key].as_array().ok_or_else(|| format!("{key}: not a list"));
    let (energy, frames) = (list("energy")?, list("frames")?);
    let sum = |one: &Value| -> Result<f64, String> {
        Ok(number(&one["kinetic"])? + number(&one["potential"])? + number(&one["dissipated"])?
            - number(&one["work"])?)
    };
    let Some(first) = energy.first() else { return Err("energy: empty".to_owned()) };
    let (first, residual) = (sum(first)?, number(&report["residual"])?);
    for (at, one) in energy.iter().enumerate() {
        let sum = sum(one)?;
        let size = ["kinetic", "potential", "dissipated", "work"].iter().filter_map(|key| one[key].as_f64());
        let rounding = 1e-14 * size.map(f64::abs).sum::<f64>();
        if (sum - first).abs() > residual + rounding + 1e-14 * first.abs() {
            return Err(format!("energy.{at}: off by more than the residual"));
        }
    }
    let times =
        |list: &[Value]| -> Result<Vec<f64>, String> { list.iter().map(|one| number(&one["t"])).collect() };
    let (instants, measured, events) = (times(frames)?, times(energy)?, times(list("events")?)?);
    let end = number(&report["stopped"]["t"])?;
    if instants != measured || instants.first() != Some(&0.0) || instants.last() != Some(&end) {
        return Err("frames: not from the start to the end".to_owned());
    }
    if instants.windows(2).chain(events.windows(2)).any(|pair| pair[0] > pair[1]) {
        return Err("frames, events: not in order of time".to_owned());
    }
    Ok(())
}
