//! Standing, made again from its proofs: one body of the plane here, several in `assembly`, on a moving base in `moving`.

use super::assembly::{assembly, is_assembly};
use super::closure::{OTHER, Reader, distinct, narrow};
use super::moving::{is_moving, moving};
use super::reading::{FromJson, one_of};
use super::{Case, Noted, Notes, Remade, building};
use crate::report::Answered;
use crate::stand::{Across, Horizontal, StandFacts, StandProved, UNASKED, told, warnings};
use serde_json::{Value, json};
use stiction::ask::lower::{load, one_body};
use stiction::ask::stand::{ByModes, Dimension, LeastFactor, Reserve, ReserveProof, axes, strong_by_modes};
use stiction::ask::{Bracket, Decision};
use stiction::scene::Scene;
use stiction::screw::{Planar, Spatial};
use stiction_proof::{
    AssemblyBody, AssemblyContact, AssemblyProblem, FrictionUse, Indeterminacy, OutcomeProblem,
    PlanarContact, PlanarProblem, Proof, Rational, RestProof, Verified,
};

/// A report of `stand`, of whatever it is.
pub(super) fn any(case: &Case<'_>, notes: &mut Notes<'_>) -> Result<Remade, Noted> {
    let rides = match (case.plane(), case.space()) {
        (Some(scene), _) => stiction::ask::stand::moving::is_moving(scene),
        (_, Some(scene)) => stiction::ask::stand::moving::is_moving(scene),
        (None, None) => is_moving(case.report),
    };
    if rides {
        return if case.in_space(case.at("problem.moving.gravity")) {
            moving::<Spatial>(case, case.space(), Answered::MovingInSpace, notes)
        } else {
            moving::<Planar>(case, case.plane(), Answered::Moving, notes)
        };
    }
    if case.in_space(case.at("problem.bodies.0.reference")) {
        return assembly::<Spatial>(case, case.space(), Answered::AssemblyInSpace, notes);
    }
    let alone = match case.plane() {
        Some(scene) => stands_alone(scene, case),
        None => !is_assembly(case.report),
    };
    if alone { again(case, notes) } else { assembly::<Planar>(case, case.plane(), Answered::Assembly, notes) }
}

/// Whether a scene is answered as one body with all its freedoms.
fn stands_alone(scene: &Scene<Planar>, case: &Case<'_>) -> bool {
    let alone = scene.free_bodies().count() == 1;
    let whole = scene.free_bodies().all(|(_, body)| body.freedoms.iter().all(|&free| free));
    alone && whole && case.options.body.is_none() && case.options.push.is_empty()
}

fn again(case: &Case<'_>, notes: &mut Notes<'_>) -> Result<Remade, Noted> {
    let facts = facts(case, notes)?;
    let reader = Reader { report: case.report, problem: &facts.problem };
    let standing = Standing { reader, facts: &facts, length: &case.options.length };
    let decision = notes.claim("verdict", standing.decision())?;
    let proved = StandProved {
        normals: standing.normals(&decision),
        margin: notes.claim("margin", standing.margin())?,
        indeterminacy: match decision.is_yes() {
            true => Some(notes.claim("indeterminacy", standing.dimension())?),
            false => None,
        },
        friction: notes.claim("margins.friction", standing.friction())?,
        across: notes.claim("margins.load", standing.across(&decision))?,
        decision,
    };
    let mut modes = Ok(None);
    let answer = told(&facts, proved, &case.options, || {
        modes = standing.modes(case.plane());
        modes.as_ref().ok().cloned().flatten()
    });
    notes.need("strong", modes.map(|_| ()))?;
    if answer.strong.is_some() {
        notes.note("strong", Ok(()));
    }
    let warnings = case.plane().map(|scene| warnings(scene, &facts.load));
    let besides = building::besides::<Planar>(case, case.plane(), notes)?;
    let besides = besides.map(|one| crate::building::AnyBesides::Plane(Box::new(one)));
    let answered = Answered::Stand(Box::new(answer));
    Ok(Remade { besides, ..Remade::new(answered, facts.rounded, warnings) })
}

fn facts(case: &Case<'_>, notes: &mut Notes<'_>) -> Result<StandFacts, Noted> {
    let report = case.report;
    if let Some(scene) = case.plane() {
        let lowered = notes.need("problem: of the scene", one_body(scene).map_err(super::why))?;
        let load = notes.need("load: of the scene", load(scene, &lowered).map_err(super::why))?;
        let facts = StandFacts::of(scene, &lowered, &load);
        notes.of_scene("problem", &report["problem"], &json!(facts.problem));
        notes.of_scene("body", &report["body"], &json!(facts.body));
        notes.of_scene("exact.load", case.at("exact.load"), &json!(facts.load));
        notes.of_scene("exact.weight", case.at("exact.weight"), &json!(facts.weight));
        return Ok(facts);
    }
    let read = || -> Result<StandFacts, String> {
        let rounded = case.rounded()?;
        let unasked = one_of(case.at("reasons.strong"), &UNASKED).filter(|_| report["strong"].is_null());
        Ok(StandFacts {
            body: String::deserialize_from(&report["body"])?,
            problem: distinct(PlanarProblem::deserialize_from(&report["problem"])?)?,
            load: <[Rational; 3]>::deserialize_from(case.at("exact.load"))?,
            weight: <[Rational; 2]>::deserialize_from(case.at("exact.weight"))?,
            // Which roundings matter is for the scene to say; they only ever leave a verdict open.
            matters: !rounded.is_empty() && report["verdict"] == "undecided",
            rounded,
            unasked,
        })
    };
    notes.need("problem", read())
}

/// A report about one body that may stand.
struct Standing<'a> {
    reader: Reader<'a>,
    facts: &'a StandFacts,
    length: &'a Rational,
}

impl Standing<'_> {
    fn at(&self, path: &str) -> &Value {
        self.reader.at(path)
    }

    fn accepted(&self, path: &str) -> Result<Verified, String> {
        self.reader.accepted(path)
    }

    fn decision(&self) -> Result<Decision, String> {
        let proof = self.accepted("proof")?;
        match proof.proof() {
            Proof::Rests { friction: FrictionUse::Given, load, .. } if *load == self.facts.load => {
                Ok(Decision::Yes(proof))
            }
            Proof::Falls { friction: FrictionUse::Given, load, .. } if *load == self.facts.load => {
                Ok(Decision::No(proof))
            }
            _ => Err(OTHER.to_owned()),
        }
    }

    /// The dimension of the balancing forces.
    fn dimension(&self) -> Result<Dimension, String> {
        let proof = Indeterminacy::<PlanarContact>::deserialize_from(self.at("indeterminacy_proof"))?;
        if proof.load != [self.facts.load.clone()] {
            return Err("the proof is of another load".to_owned());
        }
        let body = self.facts.problem.as_assembly("body");
        body.check_indeterminacy(proof).map_err(|refusal| refusal.to_string())
    }

    /// Normal forces that balance the load alone, where the report has them.  A proof that is none is not put into the report that is
    /// made again, and so is noticed.
    fn normals(&self, decision: &Decision) -> Option<Verified> {
        let proof = self.accepted("strong_proof").ok().filter(|_| decision.is_yes())?;
        match proof.proof() {
            Proof::Rests { friction: FrictionUse::None, load, .. } if *load == self.facts.load => Some(proof),
            _ => None,
        }
    }

    /// What the contact modes show, where the report has them.  They are asked of the scene where it has not: only so is it known
    /// that there are too many.
    fn modes(&self, scene: Option<&Scene<Planar>>) -> Result<Option<ByModes>, String> {
        let told = self.at("strong_proof.modes");
        if told.is_null() {
            return Ok(scene.and_then(strong_by_modes));
        }
        let problem = OutcomeProblem::deserialize_from(&told["problem"])?;
        if let Some(scene) = scene {
            let lowered = stiction::ask::outcomes::lower(scene).map_err(super::why)?;
            if lowered.problem != problem {
                return Err("the problem of modes is not that of the scene".to_owned());
            }
        }
        is_of_one(&problem, self.facts)?;
        let proof = RestProof::deserialize_from(&told["proof"])?;
        let proof = problem.check_rest(proof).map_err(|refusal| refusal.to_string())?;
        Ok(Some(ByModes { problem, proof }))
    }

    /// Whether the proof at a path carries a load.
    fn carries(&self, path: &str, wanted: &[Rational; 3]) -> Result<Verified, String> {
        let proof = self.accepted(path)?;
        match proof.proof() {
            Proof::Rests { friction: FrictionUse::Given, load, .. } if load == wanted => Ok(proof),
            _ => Err(format!("{path} is of another load")),
        }
    }

    /// Whether the proof at a path carries a direction without the contacts that have limits: then any multiple of it.
    fn carries_any(&self, path: &str, direction: &[Rational; 3]) -> Result<Verified, String> {
        let proof = self.carries(path, direction)?;
        let Proof::Rests { forces, .. } = proof.proof() else { return Err(OTHER.to_owned()) };
        let idle = self
            .facts
            .problem
            .contacts
            .iter()
            .zip(forces)
            .all(|(contact, [along, _])| contact.most.is_none() || along.is_zero());
        idle.then_some(proof).ok_or_else(|| format!("{path}: a contact with a limit pushes"))
    }

    fn added(&self, direction: &[Rational; 3], multiple: &Rational) -> [Rational; 3] {
        std::array::from_fn(|row| &self.facts.load[row] + &(multiple * &direction[row]))
    }

    /// How far the load is from the boundary, in the sum norm on `(m/length, f)`: (3) and (4) of `ask::stand::Reserve`.
    fn margin(&self) -> Result<Reserve, String> {
        let axes: Vec<[Rational; 3]> = axes(self.length).collect();
        if !self.at("margin_proofs.margin_unlimited").is_null() {
            let one = |(index, axis): (usize, &[Rational; 3])| {
                self.carries_any(&format!("margin_proofs.margin_unlimited.{index}"), axis)
            };
            return axes.iter().enumerate().map(one).collect::<Result<_, _>>().map(Reserve::Unlimited);
        }
        let margin = Rational::deserialize_from(self.at("exact.margin"))?;
        let beyond = self.accepted("margin_proofs.margin_beyond")?;
        let Proof::FallsBeyond { load, direction, multiple, twist, .. } = beyond.proof() else {
            return Err(OTHER.to_owned());
        };
        if *load != self.facts.load || *multiple != margin || !axes.contains(direction) {
            return Err("the proof is of another load".to_owned());
        }
        if !margin.is_negative() {
            let one = |(index, axis): (usize, &[Rational; 3])| {
                let path = format!("margin_proofs.margin_carried.{index}");
                self.carries(&path, &self.added(axis, &margin))
            };
            let carried = axes.iter().enumerate().map(one).collect::<Result<_, _>>()?;
            return Ok(Reserve::Stands(margin, ReserveProof { carried, beyond }));
        }
        let work = |axis: &[Rational; 3]| -> Rational { axis.iter().zip(twist).map(|(a, b)| a * b).sum() };
        if axes.iter().any(|axis| work(axis) > work(direction)) {
            return Err("a nearer load along another axis is not excluded".to_owned());
        }
        let carried = self.accepted("margin_proofs.margin_carried.0")?;
        let Proof::Rests { friction: FrictionUse::Given, load: reached, .. } = carried.proof() else {
            return Err(OTHER.to_owned());
        };
        let parts: Vec<Rational> = reached.iter().zip(&self.facts.load).map(|(a, b)| (a - b).abs()).collect();
        let far = parts[0].checked_div(self.length).unwrap_or_default() + &parts[1] + &parts[2];
        if far > -&margin {
            return Err("the load that stands is further away".to_owned());
        }
        Ok(Reserve::Falls(-margin, ReserveProof { carried: vec![carried], beyond }))
    }

    fn friction(&self) -> Result<LeastFactor, String> {
        let proofs = self.at("margin_proofs");
        let scaled = |path: &str, stands: bool| -> Result<(Rational, Verified), String> {
            let proof = self.accepted(path)?;
            let factor = match (proof.proof(), stands) {
                (Proof::Rests { friction: FrictionUse::Scaled(factor), load, .. }, true)
                | (Proof::Falls { friction: FrictionUse::Scaled(factor), load, .. }, false)
                    if *load == self.facts.load =>
                {
                    factor.clone()
                }
                _ => return Err(format!("{path} is of another statement")),
            };
            Ok((factor, proof))
        };
        if proofs.get("friction_never").is_some() {
            let (factor, never) = scaled("margin_proofs.friction_never", false)?;
            let enough = factor >= Rational::from(super::assembly::NEVER);
            let why = "nothing shows that no factor on friction holds it";
            return enough.then_some(LeastFactor::Never(never)).ok_or_else(|| why.to_owned());
        }
        let upper = scaled("margin_proofs.friction_upper", true)?;
        if proofs.get("friction_lower").is_none() {
            let none = upper.0.is_zero();
            return none.then_some(LeastFactor::None(upper.1)).ok_or_else(|| OTHER.to_owned());
        }
        let lower = scaled("margin_proofs.friction_lower", false)?;
        narrow([&lower.0, &upper.0])?;
        Ok(LeastFactor::Between(Bracket { lower, upper }))
    }

    /// As much is carried across the weight both ways, and no more the one way.
    fn across(&self, decision: &Decision) -> Result<Across, String> {
        let Some(ways) = self.facts.across() else { return Ok(Across::Weightless) };
        if !decision.is_yes() {
            return Ok(Across::Falls);
        }
        if !self.at("margin_proofs.load_unlimited").is_null() {
            let one =
                |way: usize| self.carries_any(&format!("margin_proofs.load_unlimited.{way}"), &ways[way]);
            return Ok(Across::Unlimited([one(0)?, one(1)?]));
        }
        let beyond = self.accepted("margin_proofs.load_beyond")?;
        let Proof::FallsBeyond { load, direction, multiple, .. } = beyond.proof() else {
            return Err(OTHER.to_owned());
        };
        if *load != self.facts.load || !ways.contains(direction) {
            return Err("the proof is of another load".to_owned());
        }
        let multiple = multiple.clone();
        let carried = self.carries("margin_proofs.load_carried", &self.added(direction, &multiple))?;
        let back = self.carries("margin_proofs.load_back", &self.added(direction, &-&multiple))?;
        Ok(Across::Most(Horizontal { multiple, carried, back, beyond }))
    }
}

/// Whether a problem of modes is of one body and its load.
fn is_of_one(problem: &OutcomeProblem, facts: &StandFacts) -> Result<(), String> {
    use crate::assembly::Shown;
    let place =
        |body: Option<usize>| body.and_then(|body| Some(problem.bodies.get(body)?.name == facts.body));
    // Seen from the body, contacts point into it.
    let contacts = facts.problem.contacts.iter().map(|contact| {
        let other = problem.contacts.iter().find(|other| other.id == contact.id);
        let turned = other.is_some_and(|other| place(other.on) != Some(true));
        let mut touch = PlanarContact { curvature: None, ..contact.clone() };
        let (mut on, mut against) = (Some(0), None);
        if turned {
            touch.normal = touch.normal.map(|entry| -entry);
            (on, against) = (None, Some(0));
        }
        AssemblyContact { on, against, touch }
    });
    let bodies = vec![AssemblyBody::new(&facts.body, facts.problem.reference.clone())];
    let assembly = AssemblyProblem { bodies, contacts: contacts.collect() };
    Planar::is_of(problem, &assembly, std::slice::from_ref(&facts.load))
}
