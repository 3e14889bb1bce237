//! Modes in a report: every listed one by its motion, every explained one by its proof, every contact that never separates by its own.
//!
//! That nothing else than the listed modes is possible is not covered; `--explain` refutes a mode that is absent.

use super::{FromJson, Verification, is_same};
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};
use stiction_proof::{ContactKind, ModeProblem, ModeProof, Rational};

pub(super) fn modes(prefix: &str, report: &Value, found: &mut Verification) {
    let problem = match ModeProblem::deserialize_from(&report["problem"]) {
        Ok(problem) => problem,
        Err(why) => return found.failed.push((format!("{prefix}problem"), why)),
    };
    let checker = Modes { report, problem };
    found.note(format!("{prefix}modes: each of them, not that there are no others"), checker.listed());
    found.note(format!("{prefix}never_separate"), checker.never_separate());
    for (index, one) in report["explained"].as_array().into_iter().flatten().enumerate() {
        found.note(format!("{prefix}explained.{index}"), checker.explained(one));
    }
    if !report["explained"].is_array() {
        found.failed.push((format!("{prefix}explained"), "it is not a list".to_owned()));
    }
}

struct Modes<'a> {
    report: &'a Value,
    problem: ModeProblem,
}

impl Modes<'_> {
    fn texts(&self) -> Result<Vec<&str>, String> {
        let modes = self.report["modes"].as_array().ok_or("there are no modes")?;
        modes.iter().map(|mode| mode["mode"].as_str().ok_or_else(|| "a mode is no text".to_owned())).collect()
    }

    fn contacts_only(&self) -> Result<bool, String> {
        self.report["contacts_only"].as_bool().ok_or_else(|| "contacts_only is not true or false".to_owned())
    }

    /// The labels of a mode, one for each contact.
    fn labels(&self, text: &str) -> Result<Vec<String>, String> {
        let letters = self.problem.dimension == 2 || self.contacts_only()?;
        Ok(if letters {
            text.chars().map(String::from).collect()
        } else {
            text.split_whitespace().map(str::to_owned).collect()
        })
    }

    fn listed(&self) -> Result<(), String> {
        let texts = self.texts()?;
        if self.report["count"].as_u64() != Some(texts.len() as u64) {
            return Err("count is not the number of modes".to_owned());
        }
        let ids: Vec<&str> = self.problem.contacts.iter().map(|contact| contact.id.as_str()).collect();
        if Vec::<String>::deserialize_from(&self.report["contacts"])? != ids {
            return Err("the contacts are not those of the problem".to_owned());
        }
        if texts.iter().collect::<HashSet<_>>().len() != texts.len() {
            return Err("a mode is listed twice".to_owned());
        }
        let contacts_only = self.contacts_only()?;
        let exact = self.report["exact"]["modes"].as_array().ok_or("the exact motions are missing")?;
        if exact.len() != texts.len() {
            return Err("there are not as many exact motions as modes".to_owned());
        }
        for (index, (text, exact)) in texts.iter().zip(exact).enumerate() {
            let labels = self.labels(text)?;
            let plain = |label: &String| matches!(label.as_str(), "m" | "s" | "u");
            let open = |label: &String| label == "m" || label == "?";
            if contacts_only && !labels.iter().all(plain) || !contacts_only && labels.iter().any(open) {
                return Err(format!("`{text}` has labels of the other kind of modes"));
            }
            let twists = BTreeMap::<String, Vec<Rational>>::deserialize_from(&exact["twists"])?;
            self.shown(&self.report["modes"][index]["twists"], &twists)?;
            let proof = ModeProof::Possible { mode: (*text).to_owned(), twists };
            self.problem.check(proof).map_err(|refusal| format!("modes.{index}: {refusal}"))?;
        }
        Ok(())
    }

    /// The doubles are those of the exact twists.
    fn shown(&self, shown: &Value, exact: &BTreeMap<String, Vec<Rational>>) -> Result<(), String> {
        let count = shown.as_object().map_or(0, serde_json::Map::len);
        let same = |(name, twist): (&String, &Vec<Rational>)| {
            is_same(&shown[name], &twist.iter().map(Rational::to_f64).collect::<Vec<_>>())
        };
        let all = count == exact.len() && exact.iter().all(same);
        all.then_some(()).ok_or_else(|| "the twists are not those of the exact numbers".to_owned())
    }

    /// The contacts that no listed mode separates, each with a proof that none can.
    fn never_separate(&self) -> Result<(), String> {
        let named = Vec::<String>::deserialize_from(&self.report["never_separate"])?;
        let labels = self.texts()?.iter().map(|text| self.labels(text)).collect::<Result<Vec<_>, _>>()?;
        let kept = |at: usize| {
            !labels.is_empty() && labels.iter().all(|labels| labels.get(at).is_some_and(|label| label != "s"))
        };
        let contacts = self.problem.contacts.iter().enumerate();
        let expected: Vec<&str> = contacts
            .filter(|(at, contact)| contact.kind != ContactKind::Near && kept(*at))
            .map(|(_, contact)| contact.id.as_str())
            .collect();
        if named != expected {
            return Err("these are not the contacts that no mode separates".to_owned());
        }
        // A contact that rolls by its model has no other label; where nothing is listed, nothing is possible.
        let rolls = |id: &&str| {
            self.problem.contacts.iter().any(|one| one.id == **id && one.kind == ContactKind::Rolls)
        };
        let mut claims: Vec<Option<&str>> =
            expected.iter().filter(|id| !rolls(id)).map(|id| Some(*id)).collect();
        if labels.is_empty() {
            claims.push(None);
        }
        let proofs = Vec::<ModeProof>::deserialize_from(&self.report["never_proofs"])?;
        if proofs.len() != claims.len() {
            return Err("there is not a proof for each contact that never separates".to_owned());
        }
        proofs.into_iter().zip(claims).try_for_each(|(proof, claim)| self.never(proof, claim))
    }

    /// Whether a proof says that this contact never separates, or, of none, that nothing is possible.
    fn never(&self, proof: ModeProof, claim: Option<&str>) -> Result<(), String> {
        let label = |contact: &stiction_proof::ModeContact| {
            if Some(contact.id.as_str()) == claim { 's' } else { '?' }
        };
        let expected: String = self.problem.contacts.iter().map(label).collect();
        let proof = self.problem.check(proof).map_err(|refusal| refusal.to_string())?.into_proof();
        match proof {
            ModeProof::Impossible { mode, .. } if mode.split_whitespace().collect::<String>() == expected => {
                Ok(())
            }
            _ => Err("the proof is of another statement".to_owned()),
        }
    }

    /// The proof is accepted, says what is said, and does not contradict the list.
    fn explained(&self, one: &Value) -> Result<(), String> {
        let proof = ModeProof::deserialize_from(&one["proof"])?;
        let proof = self.problem.check(proof).map_err(|refusal| refusal.to_string())?.into_proof();
        let (mode, possible) = match &proof {
            ModeProof::Possible { mode, .. } => (mode, true),
            ModeProof::Impossible { mode, .. } => (mode, false),
        };
        if one["mode"].as_str() != Some(mode) || one["possible"].as_bool() != Some(possible) {
            return Err("the proof is of another statement".to_owned());
        }
        // A mode with open slips is no entry of a list that states them.
        let any = |label: &String| label == "?" || label == "m";
        let open = !self.contacts_only()? && self.labels(mode)?.iter().any(any) || mode.contains('?');
        let is_listed = self.texts()?.contains(&mode.as_str());
        if !open && is_listed != possible {
            return Err(format!("`{mode}` is proved, and the list says otherwise"));
        }
        Ok(())
    }
}
