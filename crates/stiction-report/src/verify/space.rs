//! Closure in space, made again from its proofs.

use super::closure::OTHER;
use super::reading::{FromJson, at};
use super::{Case, Noted, Notes, Remade};
use crate::closure_space::{SidedInSpace, SpatialFacts, SpatialProved, told, warnings};
use crate::further::read_spatial;
use crate::pyramids::are_of;
use crate::radius::{Radii, Source};
use crate::report::Answered;
use serde_json::{Value, json};
use stiction::ask::closure::{EssentialInSpace, LeastFrictionInSpace};
use stiction::ask::lower::{ConeModel, SpatialLowered, one_body_in_space};
use stiction::ask::{Bracket, Verdict};
use stiction_proof::{Answer, FrictionUse, SpatialProblem, SpatialProof, Verified};

pub(super) fn again(case: &Case<'_>, notes: &mut Notes<'_>) -> Result<Remade, Noted> {
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
    let answer = told(&facts, proved, &case.options).map_err(|refused| refused.to_string());
    let mut answer = notes.need("force", answer)?;
    if answer.force.verdict == Answer::Yes {
        answer.essential = Some(notes.claim("essential", reader.essential())?);
    }
    let rounded = !facts.rounded.is_empty();
    let prefix = notes.prefix;
    let mut note = |path: String, outcome| notes.found.note(format!("{prefix}{path}"), outcome);
    let further = read_spatial(&answer, &case.options.wrenches, rounded, case.report, &mut note);
    let further = notes.need("further", further)?;
    let warnings = case.space().zip(lowered).map(|(scene, lowered)| {
        let mut warnings = warnings(scene, &lowered, &answer);
        warnings.extend(crate::answer::loaded_warning(&case.options));
        warnings
    });
    let answered = Answered::ClosureInSpace(Box::new(answer));
    Ok(Remade { further: Some(further), ..Remade::new(answered, facts.rounded, warnings) })
}

fn facts(case: &Case<'_>, notes: &mut Notes<'_>) -> Result<(SpatialFacts, Option<SpatialLowered>), Noted> {
    let report = case.report;
    if let Some(scene) = case.space() {
        let lowered = one_body_in_space(scene, case.options.cone).map_err(super::why);
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

struct Reader<'a> {
    report: &'a Value,
    problem: &'a SpatialProblem,
}

impl Reader<'_> {
    fn at(&self, path: &str) -> &Value {
        at(self.report, path)
    }

    /// The proof at a path, accepted by the checker.
    fn accepted(&self, path: &str) -> Result<Verified<SpatialProof>, String> {
        let proof = SpatialProof::deserialize_from(self.at(path)).map_err(|why| format!("{path}: {why}"))?;
        self.problem.check(proof).map_err(|refusal| format!("{path}: {refusal}"))
    }

    /// The same where there may be none.
    fn accepted_if_any(&self, path: &str) -> Result<Option<Verified<SpatialProof>>, String> {
        if self.at(path).is_null() { Ok(None) } else { self.accepted(path).map(Some) }
    }

    fn sided(&self, claim: &str, friction: &FrictionUse) -> Result<SidedInSpace, String> {
        let decision = match self.accepted_if_any(&format!("{claim}.proof"))? {
            None => Verdict::Undecided,
            Some(proof) => match proof.proof() {
                SpatialProof::Closed { friction: used, without, .. }
                    if used == friction && without.is_empty() =>
                {
                    Verdict::Yes(proof)
                }
                SpatialProof::Open { friction: used, without, .. }
                    if used == friction && without.is_empty() =>
                {
                    Verdict::No(proof)
                }
                _ => return Err(OTHER.to_owned()),
            },
        };
        let openness = self.accepted_if_any(&format!("{claim}.openness"))?;
        match openness.as_ref().map(Verified::proof) {
            None => {}
            Some(
                SpatialProof::Breaks { friction: used, .. } | SpatialProof::Touching { friction: used, .. },
            ) if used == friction && matches!(decision, Verdict::No(_)) => {}
            Some(_) => return Err("the proof of openness is of another statement".to_owned()),
        }
        Ok(SidedInSpace { decision, openness })
    }

    fn least_friction(&self) -> Result<LeastFrictionInSpace, String> {
        let told = self.at("min_friction");
        match ["never", "frictionless", "lower"].map(|key| told.get(key).is_some()) {
            // Nothing is said, so nothing is to be proved.
            [false, false, false] => Ok(LeastFrictionInSpace::Undecided),
            [true, false, false] => {
                let never = self.accepted("min_friction.never")?;
                let shows = matches!(never.proof(), SpatialProof::NeverClosed { .. });
                shows.then_some(LeastFrictionInSpace::Never(never)).ok_or_else(|| OTHER.to_owned())
            }
            [false, true, false] => {
                let squeeze = self.accepted("min_friction.frictionless")?;
                match squeeze.proof() {
                    SpatialProof::Closed { friction: FrictionUse::Common(zero), without, .. }
                        if zero.is_zero() && without.is_empty() => {}
                    _ => return Err(OTHER.to_owned()),
                }
                Ok(LeastFrictionInSpace::None(squeeze))
            }
            [false, false, true] => {
                let (lower, upper) =
                    (self.accepted("min_friction.lower")?, self.accepted("min_friction.upper")?);
                let (least, most) = match (lower.proof(), upper.proof()) {
                    (
                        SpatialProof::OpenUpTo { mu: least, .. },
                        SpatialProof::ClosedAbove { mu: most, .. },
                    ) if least <= most => (least.clone(), most.clone()),
                    _ => return Err("the proofs are not of the ends of a bracket".to_owned()),
                };
                Ok(LeastFrictionInSpace::Between(Bracket { lower: (least, lower), upper: (most, upper) }))
            }
            _ => Err("there are proofs of different kinds".to_owned()),
        }
    }

    /// Every contact of a closed grasp is proved essential, proved removable, or said to be neither.
    fn essential(&self) -> Result<EssentialInSpace, String> {
        let mut found: EssentialInSpace = vec![Verdict::Undecided; self.problem.contacts.len()];
        for (path, closed) in [("essential_proofs", false), ("removable.proofs", true)] {
            let count = self.at(path).as_array().ok_or_else(|| format!("{path} is no list"))?.len();
            for index in 0..count {
                let id = String::deserialize_from(self.at(&format!("{path}.{index}.contact")))?;
                let place = self.problem.contacts.iter().position(|contact| contact.id == id);
                let place = place.ok_or_else(|| format!("\"{id}\" is no contact"))?;
                let proof = self.accepted(&format!("{path}.{index}.proof"))?;
                let (shown, without) = match proof.proof() {
                    SpatialProof::Closed { friction: FrictionUse::Given, without, .. } => (true, without),
                    SpatialProof::Open { friction: FrictionUse::Given, without, .. } => (false, without),
                    _ => return Err(OTHER.to_owned()),
                };
                if shown != closed || *without != [id.clone()] {
                    return Err(format!("{path}: nothing proves it of \"{id}\""));
                }
                found[place] = if closed { Verdict::Yes(proof) } else { Verdict::No(proof) };
            }
        }
        Ok(found)
    }
}
