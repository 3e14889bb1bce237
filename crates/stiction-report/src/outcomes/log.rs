//! What another program reports of a scene, and how far it is from the laws.

use super::AskError;
use crate::number::spoken;
use serde_json::{Map, Value, json};
use stiction::ask::lower::Misfit;
use stiction::ask::outcomes::{AllOutcomes, Judged, ModeLowered, Reported, judge};
use stiction_proof::Rational;

/// The largest violation with which a reported motion still counts as lawful, N or m/s².
pub(crate) const LAWFUL: f64 = 1e-6;

pub(super) fn judged(
    lowered: &ModeLowered,
    all: &AllOutcomes,
    log: &[Reported],
) -> Result<Vec<(Reported, Judged)>, AskError> {
    let (mut judgements, mut misfits) = (Vec::new(), Vec::new());
    for reported in log {
        match judge(lowered, all, reported) {
            Ok(judged) => judgements.push((reported.clone(), judged)),
            Err(unknown) => misfits.extend(unknown.into_iter().map(|message| {
                Misfit::new("log", &["--log"], message, "name free bodies and contacts as the scene does")
            })),
        }
    }
    if misfits.is_empty() { Ok(judgements) } else { Err(AskError::Misfits(misfits)) }
}

pub(super) fn log_words(reported: &Reported, judged: &Judged) -> String {
    let when =
        reported.time.as_ref().map(|time| format!("at {} s ", spoken(time.to_f64()))).unwrap_or_default();
    let lawful = if judged.worst() <= LAWFUL { "lawful" } else { "breaks the laws" };
    let nearest = match judged.nearest {
        None => "though nothing is possible".to_owned(),
        Some(apart) => format!("nearest possible motion {} away", spoken(apart)),
    };
    let most = |list: &[(String, f64)]| list.iter().map(|(_, by)| *by).fold(0.0, f64::max);
    format!(
        "{when}{lawful}: Newton by {} N, Coulomb by {} N, contacts by {}; {nearest}",
        spoken(most(&judged.newton)),
        spoken(most(&judged.coulomb)),
        spoken(most(&judged.contact))
    )
}

/// One record of a log with its judgement.
pub(crate) fn record(reported: &Reported, judged: &Judged) -> Value {
    let list = |list: &[(String, f64)]| -> Value {
        Value::Object(list.iter().map(|(name, by)| (name.clone(), json!(by))).collect())
    };
    let parts = |list: &[Rational]| list.iter().map(ToString::to_string).collect::<Vec<_>>();
    let accelerations: Map<String, Value> =
        reported.accelerations.iter().map(|(name, list)| (name.clone(), json!(parts(list)))).collect();
    let forces: Map<String, Value> =
        reported.forces.iter().map(|(name, list)| (name.clone(), json!(parts(list)))).collect();
    let mut record = json!({
        "reported": { "acceleration": accelerations, "forces": forces },
        "newton": list(&judged.newton),
        "coulomb": list(&judged.coulomb),
        "contact": list(&judged.contact),
        "worst": judged.worst(),
        "lawful": judged.worst() <= LAWFUL,
        "possible": judged.nearest.is_some(),
    });
    if let Some(time) = &reported.time {
        record["time"] = json!(time.to_f64());
    }
    if let Some(nearest) = judged.nearest {
        record["nearest"] = json!(nearest);
    }
    record
}

/// What a record says was reported, read back.
pub(crate) fn reported(record: &Value) -> Result<Reported, String> {
    let told = &record["reported"];
    Ok(Reported {
        time: record["time"].as_f64().and_then(Rational::from_f64),
        accelerations: named(&told["acceleration"])?,
        forces: named(&told["forces"])?,
    })
}

fn named<const N: usize>(table: &Value) -> Result<Vec<(String, [Rational; N])>, String> {
    let table = table.as_object().ok_or("log has no table of what was reported")?;
    let entry = |(name, list): (&String, &Value)| -> Result<(String, [Rational; N]), String> {
        let list: Vec<Rational> = serde_json::from_value(list.clone()).map_err(|error| error.to_string())?;
        Ok((name.clone(), list.try_into().map_err(|_| format!("log: `{name}` has a wrong number of parts"))?))
    };
    table.iter().map(entry).collect()
}
