//! A report on an assembly is made again from its problem and its proofs, each accepted by the checker, and compared.

use super::{FromJson, Verification, alike, at};
use crate::assembly::{
    AssemblyAnswer, FurtherLoad, Shown, StrongProof, assembly_json, push_name, subject, weight_name,
};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;
use stiction::ask::Bracket;
use stiction::ask::stand::ByModes;
use stiction::ask::stand::assembly::{
    LeastFriction, Most, Ray, Sideways, StandProof, Tilts, counts, loaded, normals, presses, spared,
};
use stiction::screw::Planar;
use stiction_proof::{
    Answer, AssemblyBody, AssemblyContact, AssemblyProblem, AssemblyProof, FrictionUse, OutcomeProblem,
    PlanarContact, PlanarProblem, Rational, RestProof, Touch, Verified,
};

/// Whether a report is one on an assembly.
pub(super) fn is_assembly(report: &Value) -> bool {
    report["bodies"].is_array()
}

pub(super) fn assembly<S: Shown>(prefix: &str, report: &Value, found: &mut Verification) {
    let mut notes: Vec<(&str, Result<(), String>)> = Vec::new();
    let outcome = again::<S>(report, &mut |key, outcome| notes.push((key, outcome)));
    for (key, outcome) in notes {
        found.note(format!("{prefix}{key}"), outcome);
    }
    let outcome = outcome.and_then(|answer| {
        let keys = assembly_json(&answer);
        // How many dimensions forces have is computed, not proved.
        let free = |key: &str| ["reasons", "indeterminacy"].contains(&key);
        let mut compared = keys.as_object().into_iter().flatten().filter(|(key, _)| !free(key));
        match compared.find(|(key, value)| !alike(&report[key.as_str()], value)) {
            Some((key, _)) => Err(format!("{key} is not what is proved")),
            None => Ok(()),
        }
    });
    found.note(format!("{prefix}numbers"), outcome);
}

/// What the contact modes of one planar body show.
pub(super) fn modes_of_one(
    told: &Value,
    name: &Value,
    problem: &PlanarProblem,
    load: &[Rational; 3],
) -> Result<Answer, String> {
    let name = String::deserialize_from(name)?;
    let listed = OutcomeProblem::deserialize_from(&told["modes"]["problem"])?;
    let place = |body: Option<usize>| body.and_then(|body| Some(listed.bodies.get(body)?.name == name));
    // Seen from the body, contacts point into it.
    let contacts = problem.contacts.iter().map(|contact| {
        let other = listed.contacts.iter().find(|other| other.id == contact.id);
        let turned = other.is_some_and(|other| place(other.on) != Some(true));
        let mut touch = PlanarContact { curvature: None, ..contact.clone() };
        let (mut on, mut against) = (Some(0), None);
        if turned {
            touch.normal = touch.normal.map(|entry| -entry);
            (on, against) = (None, Some(0));
        }
        AssemblyContact { on, against, touch }
    });
    let bodies = vec![AssemblyBody::new(&name, problem.reference.clone())];
    let assembly = AssemblyProblem { bodies, contacts: contacts.collect() };
    Planar::is_of(&listed, &assembly, std::slice::from_ref(load))?;
    let proof = RestProof::deserialize_from(&told["modes"]["proof"])?;
    let proof = listed.check_rest(proof).map_err(|refusal| refusal.to_string())?;
    Ok(if matches!(proof.proof(), RestProof::Stays(_)) { Answer::Yes } else { Answer::No })
}

type Note<'a> = &'a mut dyn FnMut(&'static str, Result<(), String>);

/// The factor on friction with which it must fall where no factor is said to hold it: half a million million.
pub(super) const NEVER: i64 = 1 << 39;
/// Squares of lengths that passed through a root differ by less than one part in so many.
const ROUNDED: i64 = 1_000_000_000_000;

fn dot(one: &[Rational], other: &[Rational]) -> Rational {
    one.iter().zip(other).map(|(one, other)| one * other).sum()
}

/// A depth between two proofs, and how far contacts may pull at its lower end.
type Depth<S> = (Bracket<StandProof<S>>, Rational);

const OTHER: &str = "the proof is of another statement";

struct Read<'a, S: Shown> {
    report: &'a Value,
    problem: AssemblyProblem<S::Touch>,
    load: Vec<S::Screw>,
}

fn again<S: Shown>(report: &Value, note: Note<'_>) -> Result<AssemblyAnswer<S>, String> {
    let problem = AssemblyProblem::<S::Touch>::deserialize_from(&report["problem"])?;
    let load: Vec<S::Screw> = by_body(&problem, at(report, "exact.load"))?;
    let weights: Vec<S::Vector> = by_body(&problem, at(report, "exact.weight"))?;
    let read = Read::<S> { report, problem, load };
    noted(note, "cone", S::cone(&read.problem))?;
    let verdict = Answer::deserialize_from(&report["verdict"])?;
    let proof = noted(note, "verdict", read.verdict(verdict))?;
    let deepest = noted(note, "margin", read.deepest())?;
    let friction = noted(note, "margins.friction", read.friction())?;
    let sideways = noted(note, "margins.load", read.sideways())?;
    let further = noted(note, "further", read.further(proof.as_ref().map(Verified::proof)))?;
    let (strong, strong_proof) = noted(note, "strong", read.strong(proof.as_ref()))?;
    let counts = counts::<S>(&read.problem);
    Ok(AssemblyAnswer {
        subject: subject(&read.problem),
        problem: read.problem,
        load: read.load,
        weights,
        verdict,
        proof,
        deepest,
        strong,
        strong_proof,
        indeterminacy: None,
        counts,
        friction,
        sideways,
        further,
        reasons: BTreeMap::new(),
    })
}

fn noted<T>(note: Note<'_>, key: &'static str, outcome: Result<T, String>) -> Result<T, String> {
    note(key, outcome.as_ref().map(|_| ()).map_err(String::clone));
    outcome
}

fn by_body<T: Touch, V: serde::de::DeserializeOwned>(
    problem: &AssemblyProblem<T>,
    entries: &Value,
) -> Result<Vec<V>, String> {
    problem.bodies.iter().map(|body| V::deserialize_from(&entries[&body.name])).collect()
}

/// A proof about a problem, if the checker accepts it.
fn accepted_of<S: Shown>(
    problem: &AssemblyProblem<S::Touch>,
    proof: &Value,
) -> Result<Verified<StandProof<S>>, String> {
    let proof = StandProof::<S>::deserialize_from(proof)?;
    problem.check(proof).map_err(|refusal| refusal.to_string())
}

impl<S: Shown> Read<'_, S> {
    fn accepted(&self, proof: &Value) -> Result<Verified<StandProof<S>>, String> {
        accepted_of::<S>(&self.problem, proof)
    }

    fn verdict(&self, verdict: Answer) -> Result<Option<Verified<StandProof<S>>>, String> {
        if self.report["proof"].is_null() {
            return if verdict == Answer::Undecided {
                Ok(None)
            } else {
                Err("nothing proves the verdict".to_owned())
            };
        }
        let proof = self.accepted(&self.report["proof"])?;
        let (stands, load) = match proof.proof() {
            AssemblyProof::Rests { friction: FrictionUse::Given, load, .. }
            | AssemblyProof::NearlyRests { friction: FrictionUse::Given, load, .. } => (true, load),
            AssemblyProof::Falls { friction: FrictionUse::Given, load, .. } => (false, load),
            _ => return Err(OTHER.to_owned()),
        };
        if *load != self.load {
            return Err("the proof is of another load".to_owned());
        }
        super::agree(verdict, stands)?;
        Ok(Some(proof))
    }

    /// Two ends of a multiple of a further load.  Where contacts press with it, `pull` less at the start, it takes from
    /// their limits.
    fn bracket(
        &self,
        further: &[S::Screw],
        pull: Option<&Rational>,
        ends: [Rational; 2],
        carried: &Value,
        beyond: &Value,
    ) -> Result<Bracket<StandProof<S>>, String> {
        let [lower, upper] = ends;
        let zero = Rational::zero();
        let load = loaded::<S>(&self.load, further, &-pull.unwrap_or(&zero));
        let left = |multiple: &Rational| match pull {
            Some(pull) => spared::<S>(&self.problem, &(multiple - pull)),
            None => Cow::Borrowed(&self.problem),
        };
        let shrinks: Vec<Vec<Rational>> = match pull.map(|_| presses::<S>(&self.problem)) {
            Some(presses) if !presses.is_empty() => vec![presses],
            _ => Vec::new(),
        };
        let carried = accepted_of::<S>(&left(&lower), carried)?;
        let beyond = accepted_of::<S>(&left(&zero), beyond)?;
        match carried.proof() {
            AssemblyProof::Rests { friction: FrictionUse::Given, load: total, .. }
                if *total == loaded::<S>(&load, further, &lower) => {}
            _ => return Err(OTHER.to_owned()),
        }
        match beyond.proof() {
            AssemblyProof::Bounds {
                friction: FrictionUse::Given,
                load: base,
                directions,
                taken,
                normal,
                bound,
                ..
            } if *base == load
                && directions.len() == 1
                && directions[0] == further
                && *taken == shrinks
                && normal[0].is_positive()
                && bound.checked_div(&normal[0]).as_ref() == Some(&upper) => {}
            _ => return Err(OTHER.to_owned()),
        }
        Ok(Bracket { lower: (lower, carried), upper: (upper, beyond) })
    }

    fn is_limited(&self) -> bool {
        self.problem.contacts.iter().any(|contact| contact.touch.most().is_some())
    }

    fn deepest(&self) -> Result<Option<Depth<S>>, String> {
        if self.report["margin"].is_null() {
            return Ok(None);
        }
        let proofs = &self.report["margin_proofs"];
        let pull = Rational::deserialize_from(&proofs["margin_pull"])?;
        let ends = <[Rational; 2]>::deserialize_from(at(self.report, "exact.brackets.margin"))?;
        let further = normals::<S>(&self.problem);
        let ends = ends.map(|end| end + &pull);
        let bracket =
            self.bracket(&further, Some(&pull), ends, &proofs["margin_lower"], &proofs["margin_upper"])?;
        Ok(Some((bracket, pull)))
    }

    fn friction(&self) -> Result<Option<LeastFriction<S>>, String> {
        let proofs = &self.report["margin_proofs"];
        let factor_of = |proof: &StandProof<S>, stands: bool| match (proof, stands) {
            // Without friction patches are seldom enough to make forces exact; what is left is stated in the proof.
            (
                AssemblyProof::Rests { friction, load, .. }
                | AssemblyProof::NearlyRests { friction, load, .. },
                true,
            )
            | (AssemblyProof::Falls { friction, load, .. }, false)
                if *load == self.load =>
            {
                match friction {
                    FrictionUse::Scaled(factor) => Ok(factor.clone()),
                    FrictionUse::None => Ok(Rational::zero()),
                    _ => Err(OTHER.to_owned()),
                }
            }
            _ => Err(OTHER.to_owned()),
        };
        if !proofs["friction_never"].is_null() {
            let never = self.accepted(&proofs["friction_never"])?;
            if factor_of(never.proof(), false)? < Rational::from(NEVER) {
                return Err(
                    "it is not shown to fall with half a million million times its friction".to_owned()
                );
            }
            return Ok(Some(LeastFriction::Never(never)));
        }
        if self.report["margins"]["friction"].is_null() {
            return Ok(None);
        }
        let upper = self.accepted(&proofs["friction_upper"])?;
        let most = factor_of(upper.proof(), true)?;
        if proofs["friction_lower"].is_null() {
            return if most.is_zero() { Ok(Some(LeastFriction::None(upper))) } else { Err(OTHER.to_owned()) };
        }
        let lower = self.accepted(&proofs["friction_lower"])?;
        let least = factor_of(lower.proof(), false)?;
        let about = f64::deserialize_from(&self.report["margins"]["friction"])?;
        super::between("margins.friction", about, &[least.clone(), most.clone()])?;
        let bracket = Bracket { lower: (least, lower), upper: (most, upper) };
        Ok(Some(LeastFriction::Between(bracket, about)))
    }

    /// Every ray has its forces and its half-space, and the directions are across the weights.
    fn sideways(&self) -> Result<Option<Sideways<S>>, String> {
        let told = &self.report["margin_proofs"]["load"];
        if told.is_null() {
            return Ok(None);
        }
        let directions = Vec::<Vec<S::Screw>>::deserialize_from(&told["directions"])?;
        if directions.len() != S::DIMENSION - 1 || !self.are_across(&directions)? {
            return Err("the directions are not across the weight".to_owned());
        }
        let rays = told["rays"].as_array().ok_or("there are no rays")?;
        let rays = rays.iter().map(|ray| self.ray(ray, &directions)).collect::<Result<Vec<_>, _>>()?;
        Ok(Some(Sideways::Tilts(Tilts { directions, rays })))
    }

    fn ray(&self, told: &Value, directions: &[Vec<S::Screw>]) -> Result<Ray<S>, String> {
        let way = Vec::<Rational>::deserialize_from(&told["way"])?;
        let multiple = Rational::deserialize_from(&told["multiple"])?;
        if way.len() != directions.len() {
            return Err("a ray has as many shares as there are directions".to_owned());
        }
        let mut total = self.load.clone();
        for (direction, share) in directions.iter().zip(&way) {
            total = loaded::<S>(&total, direction, &(share * &multiple));
        }
        let carried = self.accepted(&told["carried"])?;
        match carried.proof() {
            AssemblyProof::Rests { friction: FrictionUse::Given, load, .. } if *load == total => {}
            _ => return Err(OTHER.to_owned()),
        }
        let mut bound = None;
        if !told["bound"].is_null() {
            let proof = self.accepted(&told["bound"])?;
            match proof.proof() {
                AssemblyProof::Bounds {
                    friction: FrictionUse::Given, load, directions: of, taken, ..
                } if *load == self.load && of[..] == *directions && taken.is_empty() => {}
                _ => return Err(OTHER.to_owned()),
            }
            bound = Some(proof);
        }
        Ok(Ray { way, carried: (multiple, carried), bound })
    }

    /// Whether directions turn gravity: with the heaviest body's weight `w` and its loads `dₖ`, every body of weight `c·w`, `c ≥ 0`, has
    /// the loads `c·dₖ`, without moments, and the `dₖ` are across `w`, across each other, and as long as `w` up to the rounding of a root.
    fn are_across(&self, directions: &[Vec<S::Screw>]) -> Result<bool, String> {
        let weights: Vec<S::Vector> = by_body(&self.problem, at(self.report, "exact.weight"))?;
        if directions.iter().any(|direction| direction.len() != weights.len()) {
            return Ok(false);
        }
        let square = |body: &usize| dot(weights[*body].as_ref(), weights[*body].as_ref());
        let Some(heaviest) = (0..weights.len()).max_by_key(square).filter(|body| !square(body).is_zero())
        else {
            return Ok(false);
        };
        let (down, whole) = (weights[heaviest].as_ref(), square(&heaviest));
        let parts = |load: &S::Screw| {
            let (turn, push) = load.as_ref().split_at(S::FREEDOMS - S::DIMENSION);
            turn.iter().all(Rational::is_zero).then(|| push.to_vec())
        };
        let Some(axes) = directions.iter().map(|of| parts(&of[heaviest])).collect::<Option<Vec<_>>>() else {
            return Ok(false);
        };
        for (index, axis) in axes.iter().enumerate() {
            let apart = axes[..index].iter().all(|other| dot(axis, other).is_zero());
            let as_long = (dot(axis, axis) - &whole).abs() * Rational::from(ROUNDED) <= whole;
            if !(dot(axis, down).is_zero() && apart && as_long) {
                return Ok(false);
            }
        }
        let alike = |(body, weight): (usize, &S::Vector)| {
            let part = dot(weight.as_ref(), down).checked_div(&whole).unwrap_or_default();
            let times = |one: &[Rational], other: &[Rational]| {
                one.iter().zip(other).all(|(one, other)| *one == &part * other)
            };
            !part.is_negative()
                && times(weight.as_ref(), down)
                && directions
                    .iter()
                    .zip(&axes)
                    .all(|(of, axis)| parts(&of[body]).is_some_and(|push| times(&push, axis)))
        };
        Ok(weights.iter().enumerate().all(alike))
    }

    fn further(&self, proof: Option<&StandProof<S>>) -> Result<Vec<FurtherLoad<S>>, String> {
        let told = self.report["further"].as_array().ok_or("further loads are no list")?;
        told.iter().map(|told| self.further_load(told, proof)).collect()
    }

    /// A further load; what is said of all multiples of it, or of none, rests on the proof of the verdict, too.
    fn further_load(&self, told: &Value, proof: Option<&StandProof<S>>) -> Result<FurtherLoad<S>, String> {
        let load = Vec::<S::Screw>::deserialize_from(&told["load"])?;
        if load.len() != self.problem.bodies.len() {
            return Err("there is not one load a body".to_owned());
        }
        let falls = matches!(proof, Some(AssemblyProof::Falls { .. }));
        let name = self.further_name(&load, &String::deserialize_from(&told["name"])?)?;
        let proofs = &told["proofs"];
        let most = match told["state"].as_str() {
            Some("bounded") => {
                let ends = <[Rational; 2]>::deserialize_from(&told["exact"])?;
                Most::Between(self.bracket(&load, None, ends, &proofs["carried"], &proofs["beyond"])?)
            }
            Some("unlimited") => {
                // Any multiple of these forces is within limits only where limited contacts push with nothing.
                let mut idle = self.problem.clone();
                for contact in idle.contacts.iter_mut().filter(|contact| contact.touch.most().is_some()) {
                    contact.touch.set_most(Some(Rational::zero()));
                }
                let forces = accepted_of::<S>(&idle, &proofs["any"])?;
                match forces.proof() {
                    AssemblyProof::Rests { friction: FrictionUse::Given, load: carried, .. }
                        if *carried == load => {}
                    _ => return Err(OTHER.to_owned()),
                }
                if proof.is_none() || falls {
                    return Err("not every multiple is shown to be carried".to_owned());
                }
                Most::Unlimited(forces)
            }
            Some("falls") if falls => Most::Falls,
            Some("falls") => return Err("nothing shows that it falls without the further load".to_owned()),
            Some("undecided") => Most::Undecided,
            _ => return Err("no such state of a further load".to_owned()),
        };
        Ok(FurtherLoad { name, load, most })
    }

    /// The name of a further load: the weight of one body, or a push at its centre of mass.
    fn further_name(&self, load: &[S::Screw], told: &str) -> Result<String, String> {
        let weights: Vec<S::Vector> = by_body(&self.problem, at(self.report, "exact.weight"))?;
        let turns = S::FREEDOMS - S::DIMENSION;
        for (place, body) in self.problem.bodies.iter().enumerate() {
            let push = &load[place].as_ref()[turns..];
            let alone = load.iter().enumerate().all(|(at, load)| {
                let (turn, push) = load.as_ref().split_at(turns);
                turn.iter().all(Rational::is_zero) && (at == place || push.iter().all(Rational::is_zero))
            });
            let weight = push == weights[place].as_ref();
            let names = [weight.then(|| weight_name(&body.name)), Some(push_name(&body.name, push))];
            if alone && names.iter().flatten().any(|name| name == told) {
                return Ok(told.to_owned());
            }
        }
        Err("a further load is not what it is called".to_owned())
    }

    fn strong(
        &self,
        proof: Option<&Verified<StandProof<S>>>,
    ) -> Result<(Option<Answer>, Option<StrongProof<S>>), String> {
        let strong = Option::<Answer>::deserialize_from(&self.report["strong"])?;
        let told = &self.report["strong_proof"];
        let falls = matches!(proof.map(Verified::proof), Some(AssemblyProof::Falls { .. }));
        if strong == Some(Answer::Yes) && self.report["verdict"] != "yes" {
            return Err("it is said that it must stay, and not that it can".to_owned());
        }
        if told.is_null() {
            return match strong {
                Some(Answer::Yes) => Err("nothing proves that it must stay".to_owned()),
                Some(Answer::No) if !falls => Err("nothing proves that it may move".to_owned()),
                _ => Ok((strong, None)),
            };
        }
        if !told["modes"].is_null() {
            let problem = OutcomeProblem::deserialize_from(&told["modes"]["problem"])?;
            S::is_of(&problem, &self.problem, &self.load)?;
            let proof = RestProof::deserialize_from(&told["modes"]["proof"])?;
            let proof = problem.check_rest(proof).map_err(|refusal| refusal.to_string())?;
            let shown = if matches!(proof.proof(), RestProof::Stays(_)) { Answer::Yes } else { Answer::No };
            if strong != Some(shown) || falls && shown == Answer::Yes {
                return Err("strong is not what the modes show".to_owned());
            }
            return Ok((strong, Some(StrongProof::Modes(ByModes { problem, proof }))));
        }
        let normals = self.accepted(told)?;
        match normals.proof() {
            AssemblyProof::Rests { friction: FrictionUse::None, load, .. }
                if *load == self.load && !self.is_limited() && strong == Some(Answer::Yes) => {}
            _ => return Err(OTHER.to_owned()),
        }
        Ok((strong, Some(StrongProof::Normals(normals))))
    }
}
