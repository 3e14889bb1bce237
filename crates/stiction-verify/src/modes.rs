//! Contact modes: every listed one by its motion, all others by impossible ones that stand for them, every
//! explained one by its proof, every contact that never separates by its own.

use crate::reading::FromJson;
use crate::{Findings, OTHER};
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};
use stiction_proof::{ContactKind, ModeProblem, ModeProof, Rational, Verified};

/// Checks a report of `modes`.
pub(crate) fn check(report: &Value, found: &mut Findings) {
    let Some(problem) = found.need("problem", ModeProblem::deserialize_from(&report["problem"])) else {
        return;
    };
    let contacts_only = report["asked"]["contacts_only"] == true;
    let modes = Modes { report, problem: &problem, contacts_only };
    let Some(listed) = found.claim("modes", modes.listed()) else { return };
    match found.need("excluded", modes.excluded(&listed)) {
        Some(Some(_)) => {
            found.note("excluded: there are no other modes", Ok(()));
            let counted = report["count"] == listed.len();
            found.note("count", counted.then_some(()).ok_or_else(|| "other modes are listed".to_owned()));
        }
        Some(None) => found.unchecked.push("count: no proof shows that there are no other modes".to_owned()),
        None => {}
    }
    found.claim("never_separate", modes.never_separate(&listed));
    let asked = Option::<Vec<String>>::deserialize_from(&report["asked"]["explain"]);
    for (index, asked) in found.need("asked.explain", asked).flatten().iter().flatten().enumerate() {
        let told = &report["explained"][index];
        let proof = modes.explained(asked, told, &listed);
        if let Some(proof) = found.claim(&format!("explained.{index}"), proof) {
            let possible = matches!(proof.proof(), ModeProof::Possible { .. });
            let same = told["possible"] == possible;
            let why = || "it is not what is proved".to_owned();
            found.note(&format!("explained.{index}.possible"), same.then_some(()).ok_or_else(why));
        }
    }
}

/// A report of `modes`.
#[derive(Debug)]
pub struct Modes<'a> {
    /// The report.
    pub report: &'a Value,
    /// Its problem.
    pub problem: &'a ModeProblem,
    /// Whether contacts keep or part, and how they slip is left out.
    pub contacts_only: bool,
}

/// A mode that a motion has.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedMode {
    /// Its labels.
    pub text: String,
    /// The twist of every body.
    pub twists: Vec<Vec<Rational>>,
}

impl Modes<'_> {
    /// The labels of a mode, one for each contact.
    fn labels(&self, text: &str) -> Vec<String> {
        if self.problem.dimension == 2 || self.contacts_only {
            text.chars().filter(|letter| !letter.is_whitespace()).map(String::from).collect()
        } else {
            text.split_whitespace().map(str::to_owned).collect()
        }
    }

    /// The listed modes, each with a motion that has it.
    pub fn listed(&self) -> Result<Vec<ListedMode>, String> {
        let told = self.report["modes"].as_array().ok_or("there are no modes")?;
        let mut seen = HashSet::new();
        let mut listed = Vec::new();
        for (index, told) in told.iter().enumerate() {
            let text = String::deserialize_from(&told["mode"])?;
            let labels = self.labels(&text);
            if !seen.insert(labels.clone()) {
                return Err(format!("`{text}` is listed twice"));
            }
            let plain = |label: &String| matches!(label.as_str(), "m" | "s" | "u");
            let open = |label: &String| label == "m" || label == "?";
            if self.contacts_only && !labels.iter().all(plain)
                || !self.contacts_only && labels.iter().any(open)
            {
                return Err(format!("`{text}` has labels of the other kind of modes"));
            }
            let exact = &self.report["exact"]["modes"][index]["twists"];
            let twists = BTreeMap::<String, Vec<Rational>>::deserialize_from(exact)?;
            let proof = ModeProof::Possible { mode: text.clone(), twists: twists.clone() };
            self.problem.check(proof).map_err(|refusal| format!("modes.{index}: {refusal}"))?;
            let twists = self.problem.bodies.iter().map(|body| twists[&body.name].clone()).collect();
            listed.push(ListedMode { text, twists });
        }
        Ok(listed)
    }

    /// Impossible modes that stand for everything that is not listed; none where nothing is said of that.
    pub fn excluded(&self, listed: &[ListedMode]) -> Result<Option<Vec<ModeProof>>, String> {
        if self.report["excluded"].is_null() {
            return Ok(None);
        }
        let excluded = Vec::<ModeProof>::deserialize_from(&self.report["excluded"])?;
        let texts: Vec<&str> = listed.iter().map(|mode| mode.text.as_str()).collect();
        let complete = self.problem.check_complete(self.contacts_only, &texts, &excluded);
        complete.map(|()| Some(excluded)).map_err(|refusal| refusal.to_string())
    }

    /// The contacts that no listed mode separates, each with a proof that none can.
    pub fn never_separate(
        &self,
        listed: &[ListedMode],
    ) -> Result<(Vec<usize>, Vec<Verified<ModeProof>>), String> {
        let labels: Vec<Vec<String>> = listed.iter().map(|mode| self.labels(&mode.text)).collect();
        let kept = |at: usize| {
            !labels.is_empty() && labels.iter().all(|labels| labels.get(at).is_some_and(|label| label != "s"))
        };
        let contacts = &self.problem.contacts;
        let never: Vec<usize> =
            (0..contacts.len()).filter(|&at| contacts[at].kind != ContactKind::Near && kept(at)).collect();
        // A contact that rolls by its model has no other label; where nothing is listed, nothing is possible.
        let held = never.iter().filter(|&&at| contacts[at].kind != ContactKind::Rolls);
        let mut claims: Vec<Option<&str>> = held.map(|&at| Some(contacts[at].id.as_str())).collect();
        if labels.is_empty() {
            claims.push(None);
        }
        let proofs = Vec::<ModeProof>::deserialize_from(&self.report["never_proofs"])?;
        if proofs.len() != claims.len() {
            return Err("there is not a proof for each contact that never separates".to_owned());
        }
        let proofs = proofs.into_iter().zip(claims).map(|(proof, claim)| self.never(proof, claim));
        Ok((never, proofs.collect::<Result<_, _>>()?))
    }

    /// Whether a proof says that this contact never separates, or, of none, that nothing is possible.
    fn never(&self, proof: ModeProof, claim: Option<&str>) -> Result<Verified<ModeProof>, String> {
        let label = |contact: &stiction_proof::ModeContact| {
            if Some(contact.id.as_str()) == claim { 's' } else { '?' }
        };
        let expected: String = self.problem.contacts.iter().map(label).collect();
        let proof = self.problem.check(proof).map_err(|refusal| refusal.to_string())?;
        match proof.proof() {
            ModeProof::Impossible { mode, .. } if mode.split_whitespace().collect::<String>() == expected => {
                Ok(proof)
            }
            _ => Err(OTHER.to_owned()),
        }
    }

    /// The proof of a mode that was asked about is accepted, is of that mode, and does not contradict the list.
    pub fn explained(
        &self,
        asked: &str,
        told: &Value,
        listed: &[ListedMode],
    ) -> Result<Verified<ModeProof>, String> {
        let proof = ModeProof::deserialize_from(&told["proof"])?;
        let proof = self.problem.check(proof).map_err(|refusal| refusal.to_string())?;
        let (mode, possible) = match proof.proof() {
            ModeProof::Possible { mode, .. } => (mode, true),
            ModeProof::Impossible { mode, .. } => (mode, false),
        };
        let labels = self.labels(mode);
        if labels != self.labels(asked) {
            return Err(format!("`{mode}` is not the mode that was asked about"));
        }
        // A mode with open slips is no entry of a list that states them.
        let any = |label: &String| label == "?" || label == "m";
        let open = !self.contacts_only && labels.iter().any(any) || mode.contains('?');
        let is_listed = listed.iter().any(|one| self.labels(&one.text) == labels);
        if !open && is_listed != possible {
            return Err(format!("`{mode}` is proved, and the list says otherwise"));
        }
        Ok(proof)
    }
}
