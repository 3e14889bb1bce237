//! Modes in a report, made again: every listed one by its motion, all others by impossible ones that stand for them, every explained one by its proof, every contact
//! that never separates by its own.

use super::reading::FromJson;
use super::{Case, Noted, Notes, Remade};
use crate::modes::{ModesAnswer, warnings};
use crate::report::Answered;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};
use stiction::ask::modes::{Mode, complete, mode_problem, modes};
use stiction::scene::AnyScene;
use stiction_proof::{ContactKind, ModeProblem, ModeProof, Rational, Verified};

pub(super) fn again(case: &Case<'_>, notes: &mut Notes<'_>) -> Result<Remade, Noted> {
    let report = case.report;
    let (problem, rounded) = match case.scene {
        Some(scene) => {
            let (problem, rounded) = match scene {
                AnyScene::Planar(scene) => (mode_problem(scene), scene.rounded.clone()),
                AnyScene::Spatial(scene) => (mode_problem(scene), scene.rounded.clone()),
            };
            notes.of_scene("problem", &report["problem"], &json!(problem));
            (problem, rounded)
        }
        None => {
            let problem = ModeProblem::deserialize_from(&report["problem"]);
            (notes.need("problem", problem)?, notes.need("rounded", case.rounded())?)
        }
    };
    let modes = Modes { report, problem: &problem, contacts_only: case.options.contacts_only };
    let listed = notes.claim("modes", modes.listed())?;
    let excluded = notes.need("excluded", modes.excluded(&listed))?;
    match (&excluded, case.scene) {
        (Some(_), _) => notes.note("excluded: there are no other modes", Ok(())),
        (None, Some(scene)) => notes.need("count", again_listed(scene, case, &listed))?,
        (None, None) => notes.found.unchecked.push(format!("{}count: no proof shows it", notes.prefix)),
    }
    let (never_separate, never_proofs) = notes.claim("never_separate", modes.never_separate(&listed))?;
    let mut explained = Vec::new();
    for (index, asked) in case.options.explain.iter().enumerate() {
        let proof = modes.explained(asked, &report["explained"][index], &listed);
        explained.push(notes.claim(&format!("explained.{index}"), proof)?);
    }
    let warnings = case.scene.map(|_| warnings(listed.is_empty(), !rounded.is_empty()));
    let answer = ModesAnswer::new(problem, case.options.contacts_only, listed, excluded)
        .with_never(never_separate, never_proofs)
        .with_explained(explained);
    Ok(Remade::new(Answered::Modes(Box::new(answer)), rounded, warnings))
}

/// Without a proof that there are no others, the modes of the scene are listed again.
pub(super) fn again_listed(scene: &AnyScene, case: &Case<'_>, listed: &[Mode]) -> Result<(), String> {
    let (only, most) = (case.options.contacts_only, listed.len());
    let found = match scene {
        AnyScene::Planar(scene) => modes(scene, only, most),
        AnyScene::Spatial(scene) => modes(scene, only, most),
    };
    let found = found.map_err(|why| why.to_string())?;
    let same = found.iter().map(|mode| mode.text).eq(listed.iter().map(|mode| mode.text.clone()));
    same.then_some(()).ok_or_else(|| "the scene has other modes".to_owned())
}

pub(super) struct Modes<'a> {
    pub(super) report: &'a Value,
    pub(super) problem: &'a ModeProblem,
    pub(super) contacts_only: bool,
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
    pub(super) fn listed(&self) -> Result<Vec<Mode>, String> {
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
            listed.push(Mode { text, marks: Vec::new(), twists });
        }
        Ok(listed)
    }

    /// Impossible modes that stand for everything that is not listed.  Where there are none they are looked for: only so is it known that there are
    /// too many.
    pub(super) fn excluded(&self, listed: &[Mode]) -> Result<Option<Vec<ModeProof>>, String> {
        if self.report["excluded"].is_null() {
            let found = complete(self.problem, self.contacts_only, listed);
            return found.map_err(|refusal| refusal.to_string());
        }
        let excluded = Vec::<ModeProof>::deserialize_from(&self.report["excluded"])?;
        let texts: Vec<&str> = listed.iter().map(|mode| mode.text.as_str()).collect();
        let complete = self.problem.check_complete(self.contacts_only, &texts, &excluded);
        complete.map(|()| Some(excluded)).map_err(|refusal| refusal.to_string())
    }

    /// The contacts that no listed mode separates, each with a proof that none can.
    fn never_separate(&self, listed: &[Mode]) -> Result<(Vec<usize>, Vec<Verified<ModeProof>>), String> {
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
            _ => Err("the proof is of another statement".to_owned()),
        }
    }

    /// The proof of a mode that was asked about is accepted, is of that mode, and does not contradict the list.
    fn explained(&self, asked: &str, told: &Value, listed: &[Mode]) -> Result<Verified<ModeProof>, String> {
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
