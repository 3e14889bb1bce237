//! Closure in the plane, made again from its proofs.

use super::reading::FromJson;
use super::{Case, NotedFailure, Notes, RemadeAnswer};
use crate::closure::{ClosureFacts, ClosureProved, Rings, told, warnings};
use crate::closure_extras::read_planar;
use crate::radius::{Radii, Source};
use crate::report::Answered;
use crate::timely::ComputedNumbers;
use crate::wrenches::places::read_rings;
use serde_json::{Value, json};
use std::collections::HashSet;
use stiction::ask::Threshold;
use stiction::ask::closure::{ClosureSide, Essential, LeastFriction, SecondOrder, second_order};
use stiction::ask::is_narrow;
use stiction::ask::lower::{Lowered, one_body};
use stiction::ask::{Bracket, Decision};
use stiction::screw::Planar;
use stiction_proof::{FrictionUse, PlanarContact, PlanarProblem, Proof};
use stiction_verify::OTHER;
use stiction_verify::closure::Reader;

/// Why a number is not proved by its ends.
const WIDE: &str = "the proved ends are too far apart to name a number";

pub(crate) fn again(case: &Case<'_>, notes: &mut Notes<'_>) -> Result<RemadeAnswer, NotedFailure> {
    let (facts, lowered) = facts(case, notes)?;
    let reader = Reader { report: case.report, problem: &facts.problem };
    let (form, second) = notes.claim("form", reader.form(&facts))?;
    let force = notes.claim("force", reader.sided("force", "force.proof", &FrictionUse::Given))?;
    let least_friction = notes.claim("min_friction", reader.least_friction())?;
    let essential =
        if force.decision.is_yes() { Some(notes.claim("essential", reader.essential())?) } else { None };
    let origins = [form.origin(), force.origin()];
    let radii = Radii::of(&facts.problem, &case.options.length, origins, Source::Report(case.report));
    let radii = notes.claim("quality", radii)?;
    let proved = ClosureProved { form, second_order: second, force, essential, least_friction, radii };
    let answer = told(&facts, proved, &case.options, ComputedNumbers::told_by(case.report));
    let asked = case.besides_closure(!facts.rounded.is_empty());
    let further = notes.further(|note| read_planar(&answer, &asked, note))?;
    let said = |(scene, lowered): (&_, _)| warnings(scene, &lowered, &answer, &case.options);
    let warnings = case.plane().zip(lowered).map(said).map(|said| case.with_loads(said));
    let answered = Answered::Closure(Box::new(answer));
    Ok(RemadeAnswer { further: Some(further), ..RemadeAnswer::new(answered, facts.rounded, warnings) })
}

/// What is known of the scene, or without one what the report says of it.
fn facts(
    case: &Case<'_>,
    notes: &mut Notes<'_>,
) -> Result<(ClosureFacts, Option<Lowered<Planar>>), NotedFailure> {
    let report = case.report;
    if let Some(scene) = case.plane() {
        let lowered =
            notes.need("problem: of the scene", one_body(scene, case.options.cone).map_err(super::why))?;
        let facts = ClosureFacts::of(scene, &lowered);
        notes.of_scene("problem", &report["problem"], &json!(facts.problem));
        notes.of_scene("body", &report["body"], &json!(facts.body));
        return Ok((facts, Some(lowered)));
    }
    let read = || -> Result<ClosureFacts, String> {
        let outline = case.at("exact.outline");
        Ok(ClosureFacts {
            body: String::deserialize_from(&report["body"])?,
            problem: distinct(PlanarProblem::deserialize_from(&report["problem"])?)?,
            rounded: case.rounded()?,
            outline: if outline.is_null() { None } else { Some(read_outline(outline)?) },
        })
    };
    Ok((notes.need("problem", read())?, None))
}

fn read_outline(outline: &Value) -> Result<Rings, String> {
    read_rings(outline)
}

/// A problem whose contacts have names of their own: proofs that leave contacts out name them.
pub(super) fn distinct(problem: PlanarProblem) -> Result<PlanarProblem, String> {
    super::distinct(problem.contacts.iter().map(|contact| contact.id.as_str()))?;
    Ok(problem)
}

/// What is made again from the proofs of a report in the plane.
trait ClosureReading {
    fn sided(&self, claim: &str, path: &str, friction: &FrictionUse) -> Result<ClosureSide, String>;
    fn form(&self, facts: &ClosureFacts) -> Result<(ClosureSide, Option<SecondOrder>), String>;
    fn least_friction(&self) -> Result<LeastFriction, String>;
    fn essential(&self) -> Result<Essential, String>;
}

impl ClosureReading for Reader<'_, PlanarContact> {
    /// Whether contacts close, by the proof at a path, and on which side of the boundary they are.
    fn sided(&self, claim: &str, path: &str, friction: &FrictionUse) -> Result<ClosureSide, String> {
        let proof = self.accepted(path)?;
        if Self::closes(proof.proof(), friction)? {
            return Ok(ClosureSide { decision: Decision::Yes(proof), openness: None });
        }
        let openness = self.accepted(&format!("{claim}.openness"))?;
        match openness.proof() {
            Proof::Touching { friction: used, .. } | Proof::Breaks { friction: used, .. }
                if used == friction =>
            {
                Ok(ClosureSide { decision: Decision::No(proof), openness: Some(openness) })
            }
            _ => Err("the proof of openness is of another statement".to_owned()),
        }
    }

    /// Form closure of first order, and what curvature says where it is asked. Where nothing of that is proved, it is
    /// asked again: only so is it known that nothing is.
    fn form(&self, facts: &ClosureFacts) -> Result<(ClosureSide, Option<SecondOrder>), String> {
        let proof = self.accepted("form.proof")?;
        let by_curvature = match proof.proof() {
            Proof::Immobile { .. } => Some(SecondOrder::Immobile(proof)),
            Proof::Mobile { .. } => Some(SecondOrder::Mobile(proof)),
            Proof::Glides { .. } => Some(SecondOrder::Glides(proof)),
            _ => None,
        };
        let path = if by_curvature.is_some() { "form.first_order" } else { "form.proof" };
        let form = self.sided("form", path, &FrictionUse::None)?;
        match (by_curvature, facts.asks_curvature(&form)) {
            (Some(_), false) => Err("second order is asked on the boundary, of exact numbers".to_owned()),
            (Some(found), true) => Ok((form, Some(found))),
            (None, false) => Ok((form, None)),
            (None, true) => {
                let again = second_order(self.problem).map_err(|refused| refused.to_string())?;
                Ok((form, again))
            }
        }
    }

    fn least_friction(&self) -> Result<LeastFriction, String> {
        match self.friction_kinds() {
            [true, false, false] => self.never_closes().map(Threshold::Never),
            [false, true, false] => self.closes_smoothly().map(Threshold::None),
            [false, false, true] => {
                let [lower, upper] = self.ends()?.ok_or(OTHER)?;
                let bracket = Bracket::new(lower, upper);
                let (least, most) = (&bracket.lower.0, &bracket.upper.0);
                if least > most || !is_narrow(least, most) {
                    return Err(WIDE.to_owned());
                }
                Ok(Threshold::Between(bracket))
            }
            _ => Err("nothing proves the least friction".to_owned()),
        }
    }

    /// Every contact is either proved essential or proved removable.
    fn essential(&self) -> Result<Essential, String> {
        let found = Essential {
            essential: self.without_each("essential_proofs", false)?,
            removable: self.without_each("removable.proofs", true)?,
            core: self.accepted("removable.core")?,
        };
        let Proof::Closed { friction: FrictionUse::Given, without, forces } = found.core.proof() else {
            return Err("the core is not a squeeze".to_owned());
        };
        let idle = (0..forces.len()).filter(|&at| forces[at][0].is_zero());
        let named = found.essential.iter().chain(&found.removable).map(|(at, _)| *at);
        let left_out = without.iter().map(|id| self.place(id)).collect::<Result<Vec<_>, _>>()?;
        let shown: HashSet<usize> = named.chain(idle).chain(left_out).collect();
        match (0..self.problem.contacts.len()).find(|at| !shown.contains(at)) {
            None => Ok(found),
            Some(at) => {
                let id = &self.problem.contacts[at].id;
                Err(format!("\"{id}\" is proved neither essential nor removable"))
            }
        }
    }
}
