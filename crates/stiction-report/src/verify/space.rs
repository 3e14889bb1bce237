//! Closure in space, made again from its proofs.

use super::reading::FromJson;
use super::{Case, NotedFailure, Notes, RemadeAnswer};
use crate::closure_extras::read_spatial;
use crate::closure_space::{SpatialFacts, SpatialProved, told, warnings};
use crate::pyramids::are_of;
use crate::radius::{Radii, Source};
use crate::report::Answered;
use crate::timely::ComputedNumbers;
use serde_json::json;
use stiction::ask::Threshold;
use stiction::ask::closure::{ClosureSide, LeastFriction, WithoutEach};
use stiction::ask::lower::{ConeModel, Lowered, one_body};
use stiction::ask::{Bracket, Verdict};
use stiction::screw::Spatial;
use stiction_proof::{Answer, FrictionUse, Proof, SpatialContact, SpatialProblem, Verified};
use stiction_verify::closure::Reader;

pub(crate) fn again(case: &Case<'_>, notes: &mut Notes<'_>) -> Result<RemadeAnswer, NotedFailure> {
    let (facts, lowered) = facts(case, notes)?;
    let reader = Reader { report: case.report, problem: &facts.problem };
    notes.claim("cone", are_of(facts.cone, facts.problem.contacts.iter()))?;
    let form = notes.claim("form", reader.sided("form", &FrictionUse::None))?;
    let force = notes.claim("force", reader.sided("force", &FrictionUse::Given))?;
    let least_friction = notes.claim("min_friction", reader.least_friction())?;
    let origins = [form.origin(), force.origin()];
    let radii = Radii::of(&facts.problem, &case.options.length, origins, Source::Report(case.report));
    let radii = notes.claim("quality", radii)?;
    let proved = SpatialProved { form, force, least_friction, radii };
    let answer = told(&facts, proved, &case.options, ComputedNumbers::told_by(case.report))
        .map_err(|refused| refused.to_string());
    let mut answer = notes.need("force", answer)?;
    if answer.force.verdict == Answer::Yes {
        answer.essential = Some(notes.claim("essential", reader.essential())?);
    }
    let asked = case.besides_closure(!facts.rounded.is_empty());
    let further = notes.further(|note| read_spatial(&answer, &asked, note))?;
    let said = |(scene, lowered): (&_, _)| warnings(scene, &lowered, &answer);
    let warnings = case.space().zip(lowered).map(said).map(|said| case.with_loads(said));
    let answered = Answered::ClosureInSpace(Box::new(answer));
    Ok(RemadeAnswer { further: Some(further), ..RemadeAnswer::new(answered, facts.rounded, warnings) })
}

fn facts(
    case: &Case<'_>,
    notes: &mut Notes<'_>,
) -> Result<(SpatialFacts, Option<Lowered<Spatial>>), NotedFailure> {
    let report = case.report;
    if let Some(scene) = case.space() {
        let lowered = one_body(scene, case.options.cone).map_err(super::why);
        let lowered = notes.need("problem: of the scene", lowered)?;
        let facts = SpatialFacts::of(scene, &lowered, case.options.cone);
        notes.of_scene("problem", &report["problem"], &json!(facts.problem));
        notes.of_scene("body", &report["body"], &json!(facts.body));
        return Ok((facts, Some(lowered)));
    }
    let read = || -> Result<SpatialFacts, String> {
        let problem = SpatialProblem::deserialize_from(&report["problem"])?;
        super::distinct(problem.contacts.iter().map(|contact| contact.id.as_str()))?;
        let cone: ConeModel = report["cone"].as_str().ok_or("cone is not a word")?.parse()?;
        if cone != case.options.cone {
            return Err("the cone is not the one that was asked for".to_owned());
        }
        Ok(SpatialFacts {
            body: String::deserialize_from(&report["body"])?,
            cone,
            problem,
            rounded: case.rounded()?,
        })
    };
    Ok((notes.need("problem", read())?, None))
}

/// What is made again from the proofs of a report in space.
trait ClosureReading {
    fn sided(&self, claim: &str, friction: &FrictionUse) -> Result<ClosureSide<SpatialContact>, String>;
    fn least_friction(&self) -> Result<LeastFriction<SpatialContact>, String>;
    fn essential(&self) -> Result<WithoutEach, String>;
}

impl ClosureReading for Reader<'_, SpatialContact> {
    fn sided(&self, claim: &str, friction: &FrictionUse) -> Result<ClosureSide<SpatialContact>, String> {
        let decision = match self.accepted_if_any(&format!("{claim}.proof"))? {
            None => Verdict::Undecided,
            Some(proof) if Self::closes(proof.proof(), friction)? => Verdict::Yes(proof),
            Some(proof) => Verdict::No(proof),
        };
        let openness = self.accepted_if_any(&format!("{claim}.openness"))?;
        match openness.as_ref().map(Verified::proof) {
            None => {}
            Some(Proof::Breaks { friction: used, .. } | Proof::Touching { friction: used, .. })
                if used == friction && matches!(decision, Verdict::No(_)) => {}
            Some(_) => return Err("the proof of openness is of another statement".to_owned()),
        }
        Ok(ClosureSide { decision, openness })
    }

    fn least_friction(&self) -> Result<LeastFriction<SpatialContact>, String> {
        match self.friction_kinds() {
            // Nothing is said, so nothing is to be proved.
            [false, false, false] => Ok(Threshold::Undecided),
            [true, false, false] => self.never_closes().map(Threshold::Never),
            [false, true, false] => self.closes_smoothly().map(Threshold::None),
            [false, false, true] => {
                let ends = self.ends()?.filter(|[lower, upper]| lower.0 <= upper.0);
                let [lower, upper] = ends.ok_or("the proofs are not of the ends of a bracket")?;
                Ok(Threshold::Between(Bracket::new(lower, upper)))
            }
            _ => Err("there are proofs of different kinds".to_owned()),
        }
    }

    /// Every contact of a closed grasp is proved essential, proved removable, or said to be neither.
    fn essential(&self) -> Result<WithoutEach, String> {
        let mut found: WithoutEach = vec![Verdict::Undecided; self.problem.contacts.len()];
        for (place, proof) in self.without_each("essential_proofs", false)? {
            found[place] = Verdict::No(proof);
        }
        for (place, proof) in self.without_each("removable.proofs", true)? {
            found[place] = Verdict::Yes(proof);
        }
        Ok(found)
    }
}
