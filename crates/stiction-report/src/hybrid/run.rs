//! A run in time: what was measured of two controllers, and their instants.

use crate::number::spoken;
use serde_json::{Value, json};
use stiction::ask::hybrid::run::{Compared, Controller, EventKind, Sample, Setup};
use stiction::scene::RunSection;

/// Frames of the animation at most.
const MOST_FRAMES: usize = 80;

/// Two controllers on one task.
#[derive(Debug, Clone, PartialEq)]
pub struct RunAnswer {
    /// What was wanted.
    pub section: RunSection,
    /// The decoupled controller, then the operational one.
    pub runs: [Compared; 2],
    /// The arm of the first run in some instants: from its root over the joints to the tip.
    pub skeletons: Vec<Skeleton>,
}

/// An arm at an instant.
#[derive(Debug, Clone, PartialEq)]
pub struct Skeleton {
    /// s.
    pub time: f64,
    /// From the root to the tip.
    pub points: Vec<[f64; 3]>,
    /// Centre of what is touched, and its unit quaternion.
    pub environment: ([f64; 3], [f64; 4]),
}

impl RunAnswer {
    pub(super) fn new(setup: &Setup, runs: [Compared; 2]) -> Self {
        let samples = &runs[0].run.samples;
        let every = samples.len().div_ceil(MOST_FRAMES).max(1);
        let skeleton = |sample: &Sample| Skeleton {
            time: sample.time,
            points: setup.skeleton(&sample.joints),
            environment: (sample.environment, sample.turn),
        };
        let skeletons = samples.iter().step_by(every).map(skeleton).collect();
        Self { section: setup.section.clone(), runs, skeletons }
    }

    pub(super) fn json(&self) -> Value {
        let section = &self.section;
        let mut told = json!({
            "duration": section.duration, "rate": section.rate,
            "wanted": {
                "radius": section.radius, "period": section.period,
                "force": { "mean": section.force[0], "amplitude": section.force[1], "period": section.force_period,
                           "shape": if section.square { "square" } else { "sine" } },
            },
        });
        for compared in &self.runs {
            told[word(compared.run.controller)] = run_json(compared);
        }
        told
    }

    pub(super) fn lines(&self) -> Vec<(&'static str, String)> {
        let mut lines = vec![(
            "simulated",
            format!("{} s at {} steps a second", spoken(self.section.duration), spoken(self.section.rate)),
        )];
        for compared in &self.runs {
            let (label, run, talk) = (word(compared.run.controller), &compared.run, &compared.crosstalk);
            let measures = &run.measures;
            let [path, force] = [measures.path, measures.force];
            lines.push((
                label,
                format!(
                    "path off by {} mm rms, {} mm at most; force by {} N rms, {} N at most",
                    spoken(1e3 * path[0]),
                    spoken(1e3 * path[1]),
                    spoken(force[0]),
                    spoken(force[1])
                ),
            ));
            lines.push((
                "crosstalk",
                format!(
                    "at once {} m/s² or rad/s² for each N of feedback; over time {} mm rms of force in the path, {} N rms of motion in the force",
                    spoken(measures.force_leak),
                    spoken(1e3 * talk.force_to_motion[0]),
                    spoken(talk.motion_to_force[0])
                ),
            ));
            lines.extend(disturbances(compared));
        }
        lines
    }
}

fn disturbances(compared: &Compared) -> Option<(&'static str, String)> {
    let (run, measures) = (&compared.run, &compared.run.measures);
    let mut parts = Vec::new();
    if measures.friction[1] > 0.0 {
        let [mean, most] = measures.friction.map(spoken);
        parts.push(format!("friction {mean} N rms, {most} N at most"));
    }
    let count = |kind: EventKind| run.events.iter().filter(|event| event.kind == kind).count();
    if count(EventKind::Lost) > 0 {
        parts.push(format!(
            "contact lost {} times, {} s without",
            count(EventKind::Lost),
            spoken(measures.apart)
        ));
    }
    if count(EventKind::Saturated) > 0 {
        parts.push(format!("a joint at its limit {} times", count(EventKind::Saturated)));
    }
    if count(EventKind::Beyond) > 0 {
        parts.push(format!(
            "a joint beyond its limit of position or velocity {} times, where the run has no stops",
            count(EventKind::Beyond)
        ));
    }
    if let Some(end) = run.events.iter().find(|event| event.kind == EventKind::Stands) {
        parts.push(format!("what is touched stands from {} s on, its trajectory ended", spoken(end.time)));
    }
    if let Some(end) = run.events.iter().find(|event| event.kind == EventKind::Singular) {
        parts.push(format!("ended at {} s: the robot lost a freedom", spoken(end.time)));
    }
    (!parts.is_empty()).then(|| ("disturbed", parts.join("; ")))
}

/// The word of a controller.
pub(crate) fn word(controller: Controller) -> &'static str {
    match controller {
        Controller::Decoupled => "decoupled",
        Controller::Operational => "operational",
    }
}

fn run_json(compared: &Compared) -> Value {
    let (run, talk) = (&compared.run, &compared.crosstalk);
    let pair = |[rms, max]: [f64; 2]| json!({ "rms": rms, "max": max });
    let measures = &run.measures;
    let events: Vec<Value> = run
        .events
        .iter()
        .map(|event| {
            let kind = match event.kind {
                EventKind::Lost => "contact lost",
                EventKind::Struck => "struck",
                EventKind::Saturated => "torque at its limit",
                EventKind::Beyond => "joint beyond its limit",
                EventKind::Stands => "trajectory ended",
                EventKind::Singular => "freedom lost",
            };
            json!({ "time": event.time, "kind": kind })
        })
        .collect();
    json!({
        "path_error": pair(measures.path),
        "force_error": pair(measures.force),
        "residuals": { "a1": measures.motion_residual, "force_variable": measures.force_residual },
        "instantaneous": { "force_to_motion": measures.force_leak, "motion_to_force": measures.motion_leak },
        "crosstalk": { "force_to_motion": pair(talk.force_to_motion), "motion_to_force": pair(talk.motion_to_force) },
        "friction": pair(measures.friction),
        "without_contact": measures.apart,
        "drift": measures.drift,
        "events": events,
        "series": series(&run.samples),
    })
}

/// Columns over time.
fn series(samples: &[Sample]) -> Value {
    fn column<T: serde::Serialize>(samples: &[Sample], of: impl Fn(&Sample) -> T) -> Value {
        json!(samples.iter().map(of).collect::<Vec<T>>())
    }
    json!({
        "time": column(samples, |sample| sample.time),
        "tip": column(samples, |sample| sample.tip.is),
        "wanted": column(samples, |sample| sample.tip.wanted),
        "path_error": column(samples, |sample| sample.path_error),
        "force": column(samples, |sample| sample.force.is),
        "wanted_force": column(samples, |sample| sample.force.wanted),
        "friction": column(samples, |sample| sample.friction),
        "slip": column(samples, |sample| sample.slip),
        "touches": column(samples, |sample| sample.touches),
        "joints": column(samples, |sample| sample.joints.clone()),
        "environment": column(samples, |sample| sample.environment),
        "turn": column(samples, |sample| sample.turn),
    })
}

/// Whether the instants of a run agree with what is measured of it: lists of one length, none beyond the
/// largest, nothing after the end. Where every step is listed, the means are made again.
pub(crate) fn consistent(told: &Value) -> Result<(), String> {
    ["decoupled", "operational"].into_iter().try_for_each(|controller| {
        let faulty = |why: String| format!("{controller}.{why}");
        consistent_run(told, &told[controller]).map_err(faulty)
    })
}

/// A little more than a rounding.
const MORE: f64 = 1.0 + 1e-9;

fn consistent_run(told: &Value, run: &Value) -> Result<(), String> {
    fn list<T: serde::de::DeserializeOwned>(run: &Value, key: &str) -> Result<Vec<T>, String> {
        serde_json::from_value(run["series"][key].clone()).map_err(|error| format!("series.{key}: {error}"))
    }
    let number = |value: &Value, key: &str| value.as_f64().ok_or_else(|| format!("{key} is no number"));
    let (duration, rate) = (number(&told["duration"], "duration")?, number(&told["rate"], "rate")?);
    let times: Vec<f64> = list(run, "time")?;
    let rows = run["series"].as_object().into_iter().flatten();
    if rows.clone().any(|(_, list)| list.as_array().is_none_or(|list| list.len() != times.len())) {
        return Err("series: columns of different lengths".to_owned());
    }
    if times.windows(2).any(|pair| pair[0] >= pair[1]) || times.last().is_some_and(|last| *last > duration) {
        return Err("series.time does not grow to the end of the run".to_owned());
    }
    let (astray, force): (Vec<f64>, Vec<f64>) = (list(run, "path_error")?, list(run, "force")?);
    let (wanted, friction): (Vec<f64>, Vec<f64>) = (list(run, "wanted_force")?, list(run, "friction")?);
    let (tips, aims): (Vec<[f64; 3]>, Vec<[f64; 3]>) = (list(run, "tip")?, list(run, "wanted")?);
    let touches: Vec<bool> = list(run, "touches")?;
    let distance =
        |(a, b): (&[f64; 3], &[f64; 3])| a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt();
    let beyond = |(astray, both): (&f64, _)| *astray > distance(both) * MORE + 1e-12;
    if astray.iter().zip(tips.iter().zip(&aims)).any(beyond) {
        return Err("series.path_error: farther from the path than from its point".to_owned());
    }
    if touches.iter().zip(&force).any(|(touches, force)| if *touches { *force < 0.0 } else { *force != 0.0 })
    {
        return Err("series.force: pulls, or pushes without contact".to_owned());
    }
    let apart: Vec<f64> = force.iter().zip(&wanted).map(|(force, wanted)| force - wanted).collect();
    let whole = times.len() == (duration * rate).round() as usize;
    for (key, values) in [("path_error", &astray), ("force_error", &apart), ("friction", &friction)] {
        let (rms, most) = (number(&run[key]["rms"], key)?, number(&run[key]["max"], key)?);
        if !values.iter().all(|value| value.abs() <= most * MORE) {
            return Err(format!("{key}: an instant is beyond the largest"));
        }
        if !(0.0..=most * MORE).contains(&rms) {
            return Err(format!("{key}: the mean is beyond the largest"));
        }
        let mean = (values.iter().map(|x| x * x).sum::<f64>() / values.len().max(1) as f64).sqrt();
        if whole && (mean - rms).abs() > 1e-9 * most {
            return Err(format!("{key}: the mean is not that of the instants"));
        }
    }
    let without = number(&run["without_contact"], "without_contact")?;
    let events: Vec<f64> = run["events"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|event| number(&event["time"], "events.time"))
        .collect::<Result<_, _>>()?;
    let after = |time: &f64| !(0.0..=duration).contains(time);
    if !(0.0..=duration * MORE).contains(&without)
        || events.iter().any(after)
        || events.windows(2).any(|pair| pair[0] > pair[1])
    {
        return Err("events: outside the run, or out of order".to_owned());
    }
    Ok(())
}
