//! The values of a number with which a scene stands, with proofs at the ends.

use super::rows;
use crate::number::{is_named, spoken};
use serde_json::{Value, json};
use stiction::ask::Threshold;
use stiction::ask::stand::assembly::Searched;
use stiction::ask::stand::{Interval, Limit, LimitEnd, Sample, SolvedValues, Values};
use stiction_proof::{NonZero, Rational};

/// One end of an interval of values: the number, none where it is not bounded.
pub(crate) type Ends = [Option<Rational>; 2];

/// The intervals of values; none where they are not known.
pub(super) fn intervals<S: Searched>(solved: &SolvedValues<S>) -> Option<Vec<Ends>> {
    match &solved.found {
        Values::Loads { more, from_zero, .. } => {
            let value = solved.value.clone()?;
            match more {
                Interval::Between { least, most } => {
                    let end = |limit: &Limit<S>| limit.end().map(|end| &value + &end.value);
                    Some(clipped([end(least), end(most)], *from_zero))
                }
                Interval::None(_) => Some(Vec::new()),
                Interval::Undecided => None,
            }
        }
        Values::Friction { least, .. } => match least {
            Threshold::None(_) => Some(vec![[Some(Rational::zero()), None]]),
            Threshold::Between(bracket) if is_named([&bracket.lower.0, &bracket.upper.0]) => {
                Some(vec![[Some(bracket.upper.0.clone()), None]])
            }
            Threshold::Never(_) => Some(Vec::new()),
            Threshold::Between(_) | Threshold::Undecided => None,
        },
        Values::Asked(samples) => {
            Some(runs(samples.iter().map(|sample| (sample.stands() == Some(true), sample.value.clone()))))
        }
    }
}

/// An interval without what is below zero, where that has no meaning.
fn clipped([least, most]: Ends, from_zero: bool) -> Vec<Ends> {
    if !from_zero {
        return vec![[least, most]];
    }
    if most.as_ref().is_some_and(Rational::is_negative) {
        return Vec::new();
    }
    vec![[Some(least.unwrap_or_default().max(Rational::zero())), most]]
}

/// The runs of values at which something holds, from the values in their order.
pub(crate) fn runs(samples: impl Iterator<Item = (bool, Rational)>) -> Vec<Ends> {
    let mut runs: Vec<Ends> = Vec::new();
    let mut open = false;
    for (holds, value) in samples {
        match (open, holds, runs.last_mut()) {
            (true, true, Some(run)) => run[1] = Some(value),
            (_, true, _) => runs.push([Some(value.clone()), Some(value)]),
            _ => {}
        }
        open = holds;
    }
    runs
}

/// Between which two numbers each end is; of a threshold that was not narrowed to a number as well.
fn brackets<S: Searched>(solved: &SolvedValues<S>, intervals: Option<&Vec<Ends>>) -> Value {
    if let Some([lower, upper]) = threshold(solved) {
        return json!([[[lower.to_f64(), upper.to_f64()], null]]);
    }
    let both = |end: &Option<Rational>| end.as_ref().map(|end| [end.to_f64(); 2]);
    let all = |all: &Vec<Ends>| all.iter().map(|ends| json!(ends.each_ref().map(both))).collect();
    intervals.map_or(Value::Null, all)
}

/// The two ends of a threshold.
fn threshold<S: Searched>(solved: &SolvedValues<S>) -> Option<[&Rational; 2]> {
    match &solved.found {
        Values::Friction { least: Threshold::Between(bracket), .. } => {
            Some([&bracket.lower.0, &bracket.upper.0])
        }
        _ => None,
    }
}

/// The key `solve`.
pub(crate) fn solve_json<S: Searched>(solved: &SolvedValues<S>) -> Value {
    let intervals = intervals(solved);
    let shown = |ends: &Ends| ends.each_ref().map(|end| end.as_ref().map(Rational::to_f64));
    let mut keys = json!({
        "path": solved.path,
        "intervals": intervals.as_ref().map(|all| all.iter().map(shown).collect::<Vec<_>>()),
        "brackets": brackets(solved, intervals.as_ref()),
        "problem": { "assembly": solved.problem, "load": rows::<S>(&solved.load) },
        "exact": { "value": solved.value, "intervals": intervals },
    });
    match &solved.found {
        Values::Loads { unit, more, .. } => {
            keys["kind"] = json!("loads");
            keys["problem"]["unit"] = json!(rows::<S>(unit));
            keys["proofs"] = interval_proofs(more);
        }
        Values::Friction { contacts, least, falls_at } => {
            keys["kind"] = json!("friction");
            keys["problem"]["contacts"] = json!(contacts);
            keys["proofs"] = match least {
                Threshold::None(forces) => json!({ "stands": { "at": "0", "proof": forces.proof() } }),
                Threshold::Between(bracket) => json!({
                    "falls": { "at": bracket.lower.0, "proof": bracket.lower.1.proof() },
                    "stands": { "at": bracket.upper.0, "proof": bracket.upper.1.proof() },
                }),
                Threshold::Never(falls) => json!({ "falls": { "at": falls_at, "proof": falls.proof() } }),
                Threshold::Undecided => json!({}),
            };
        }
        Values::Asked(samples) => {
            keys["kind"] = json!("asked");
            let one = |sample: &Sample<S>| {
                json!({
                    "value": sample.value,
                    "problem": { "assembly": sample.problem, "load": rows::<S>(&sample.load) },
                    "proof": sample.proof.as_ref().map(|proof| proof.proof()),
                })
            };
            keys["proofs"] = samples.iter().map(one).collect();
        }
    }
    keys
}

/// The proofs of an interval, by its ends.
pub(super) fn interval_proofs<S: Searched>(interval: &Interval<S>) -> Value {
    match interval {
        Interval::Between { least, most } => {
            let end = |limit: &Limit<S>| match limit {
                Limit::End(LimitEnd { value, carried, beyond }) => {
                    json!({ "at": value, "carried": carried.proof(), "beyond": beyond.proof() })
                }
                Limit::Open(tried, carried) => json!({ "tried": tried, "carried": carried.proof() }),
            };
            json!({ "least": end(least), "most": end(most) })
        }
        Interval::None(falls) => json!({ "falls": falls.each_ref().map(|one| one.proof()) }),
        Interval::Undecided => json!({}),
    }
}

/// The values in words.
///
/// With the unit that the number is told in, and what one of it is in SI units.
pub(super) fn line<S: Searched>(
    solved: &SolvedValues<S>,
    unit: Option<&(String, NonZero)>,
) -> (&'static str, String) {
    let path = &solved.path;
    let number = |value: &Rational| told(value, unit);
    let words = match intervals(solved) {
        None => match threshold(solved) {
            Some(ends) => {
                let [lower, upper] = ends.map(number);
                format!("with {path} of {upper} and more, and not with {lower} and less")
            }
            None => format!("undecided for which {path}"),
        },
        Some(intervals) if intervals.is_empty() => format!("for no {path}"),
        Some(intervals) => {
            let all: Vec<String> = intervals.iter().map(|ends| between(path, ends, &number)).collect();
            all.join(", or ")
        }
    };
    ("stands", words)
}

/// A value with its unit.
pub(crate) fn told(value: &Rational, unit: Option<&(String, NonZero)>) -> String {
    let Some((word, one)) = unit else { return spoken(value.to_f64()) };
    let counted = value / one;
    format!("{} {word}", spoken(counted.to_f64()))
}

pub(crate) fn between(
    path: &str,
    ends: &[Option<Rational>; 2],
    number: &dyn Fn(&Rational) -> String,
) -> String {
    match ends {
        [Some(least), Some(most)] if least == most => format!("only with {path} = {}", number(least)),
        [Some(least), Some(most)] => format!("with {path} from {} to {}", number(least), number(most)),
        [Some(least), None] => format!("with {path} of at least {}", number(least)),
        [None, Some(most)] => format!("with {path} of at most {}", number(most)),
        [None, None] => format!("whatever {path} is"),
    }
}
