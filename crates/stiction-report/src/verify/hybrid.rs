//! A report of `hybrid` is made again from its bodies and its decoupling, which the checker must accept, and compared.

use super::{Verification, alike};
use crate::hybrid::{HybridAnswer, consistent, hybrid_json, read};
use serde_json::Value;

pub(super) fn hybrid(prefix: &str, report: &Value, found: &mut Verification) {
    let accepted = read(report).and_then(|(interface, proof, (joints, wrist))| {
        let verified = interface.problem.check(proof).map_err(|refusal| refusal.to_string())?;
        Ok(HybridAnswer { joints, wrist, ..HybridAnswer::new(interface, verified) })
    });
    found.note(format!("{prefix}decoupling"), accepted.as_ref().map(|_| ()).map_err(String::clone));
    let outcome = accepted.and_then(|answer| {
        let keys = hybrid_json(&answer);
        let mut differ = keys.as_object().into_iter().flatten().filter(|(key, _)| *key != "reasons");
        match differ.find(|(key, value)| !alike(&report[key.as_str()], value)) {
            Some((key, _)) => Err(format!("{key} is not what is proved")),
            None => Ok(()),
        }
    });
    found.note(format!("{prefix}numbers"), outcome);
    // A run proves nothing; its instants must agree with what is measured of it.
    if let Some(run) = report.get("simulation") {
        found.note(format!("{prefix}simulation (agrees with itself; a run is not proved)"), consistent(run));
    }
}
