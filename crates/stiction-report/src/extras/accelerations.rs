//! Accelerations of the base along a direction, as an interval with proofs at its ends.

use super::rows;
use crate::answer::AskError;
use crate::number::spoken;
use serde_json::{Value, json};
use stiction::ask::lower::Assembly;
use stiction::ask::lower::Misfit;
use stiction::ask::stand::assembly::Searched;
use stiction::ask::stand::{Interval, Limit, LimitEnd, direction_load, interval};
use stiction::scene::Scene;
use stiction_proof::{Answer, AssemblyProblem, Rational};

/// The accelerations along one direction, with what the proofs are about.
#[derive(Debug, Clone, PartialEq)]
pub struct Accelerated<S: Searched> {
    /// The direction; accelerations are multiples of it.
    pub direction: S::Vector,
    /// The assembly.
    pub problem: AssemblyProblem<S::Touch>,
    /// What pulls at each body without any acceleration.
    pub load: Vec<S::Screw>,
    /// What one unit adds.
    pub unit: Vec<S::Screw>,
    /// The interval.
    pub found: Interval<S>,
}

pub(super) fn accelerated<S: Searched>(
    scene: &Scene<S>,
    assembly: &Assembly<S>,
    along: &[Rational],
) -> Result<Result<Accelerated<S>, Vec<Misfit>>, AskError> {
    let mut direction = S::Vector::default();
    if along.len() != S::DIMENSION || along.iter().all(Rational::is_zero) {
        let message = if along.len() == S::DIMENSION {
            "all numbers of the direction are zero: it points nowhere".to_owned()
        } else {
            format!("a direction here has {} numbers, this one has {}", S::DIMENSION, along.len())
        };
        let help =
            if S::DIMENSION == 2 { "give e.g. --accelerate 1,0" } else { "give e.g. --accelerate 1,0,0" };
        return Ok(Err(vec![Misfit::new("direction", &["--accelerate"], message, help)]));
    }
    direction.as_mut().clone_from_slice(along);
    let unit = match direction_load(scene, assembly, &direction) {
        Ok(unit) => unit,
        Err(misfits) => return Ok(Err(misfits)),
    };
    let found = interval(assembly, &unit)?;
    let (problem, load) = (assembly.problem.clone(), assembly.load.clone());
    Ok(Ok(Accelerated { direction, problem, load, unit, found }))
}

/// One entry of the key `accelerations`.
pub(crate) fn accelerated_json<S: Searched>(accelerated: &Accelerated<S>) -> Value {
    let doubles: Vec<f64> = accelerated.direction.as_ref().iter().map(Rational::to_f64).collect();
    let mut keys = json!({
        "direction": doubles,
        "problem": { "assembly": accelerated.problem, "load": rows::<S>(&accelerated.load), "unit": rows::<S>(&accelerated.unit) },
        "exact": { "direction": accelerated.direction.as_ref() },
    });
    match &accelerated.found {
        Interval::Between { least, most } => {
            keys["verdict"] = json!(Answer::Yes);
            for (key, end) in [("least", least), ("most", most)] {
                match end {
                    Limit::End(LimitEnd { value, carried, beyond }) => {
                        keys[key] = json!(value.to_f64());
                        keys["exact"][key] = json!(value);
                        keys["proof"][key] = json!({ "carried": carried.proof(), "beyond": beyond.proof() });
                    }
                    // What is not there is left out rather than null.
                    Limit::Open(tried, carried) => {
                        keys["exact"][format!("{key}_tried")] = json!(tried);
                        keys["proof"][key] = json!({ "carried": carried.proof() });
                    }
                }
            }
        }
        Interval::None(falls) => {
            keys["verdict"] = json!(Answer::No);
            keys["proof"] = json!({ "falls": falls.iter().map(|one| one.proof()).collect::<Vec<_>>() });
        }
        Interval::Undecided => keys["verdict"] = json!(Answer::Undecided),
    }
    keys
}

pub(super) fn line<S: Searched>(accelerated: &Accelerated<S>) -> (&'static str, String) {
    let along: Vec<String> =
        accelerated.direction.as_ref().iter().map(|entry| spoken(entry.to_f64())).collect();
    let along = along.join(", ");
    let words = match &accelerated.found {
        Interval::Between { least, most } => {
            let end = |limit: &Limit<S>| limit.end().map(|end| spoken(end.value.to_f64()));
            match (end(least), end(most)) {
                (Some(least), Some(most)) => format!("{least} to {most} m/s² along [{along}]"),
                (Some(least), None) => format!("at least {least} m/s² along [{along}]"),
                (None, Some(most)) => format!("at most {most} m/s² along [{along}]"),
                (None, None) => format!("any acceleration along [{along}]"),
            }
        }
        Interval::None(_) => format!("none along [{along}]"),
        Interval::Undecided => format!("undecided along [{along}]"),
    };
    ("carried", words)
}
