//! A report on an assembly is made again from its problem and its proofs, each accepted by the checker.

use super::reading::{FromJson, at, one_of};
use super::{Case, NotedFailure, Notes, RemadeAnswer, extras};
use crate::assembly::{
    AssemblyAnswer, Depths, FurtherLoad, MANY_CONTACTS, Margins, PartDepth, PushFormat, STRONG_UNASKED,
    StrongAsked, cautious, cautious_alone, depth_reason, downwards, explain, further_loads, is_alone,
    matters, matters_somewhere, reserve_reason, strong_reason, subject, unasked, undecided, warnings,
};
use crate::bound::Bound;
use serde_json::{Map, Value, json};
use std::borrow::Cow;
use std::collections::BTreeMap;
use stiction::ask::Extent;
use stiction::ask::Threshold;
use stiction::ask::lower::Assembly;
use stiction::ask::lower::assembly as lowered;
use stiction::ask::stand::assembly::{
    LeastFriction, Most, Part, Ray, Reserve, ReserveProof, Sideways, StandProof, Tilts, axes, counts,
    deepest, idle_limited, loaded, normals, parts, presses, spared, work,
};
use stiction::ask::strong::{ByModes, strong_by_modes};
use stiction::ask::{Bracket, Verdict};
use stiction::exact::vector::dot;
use stiction::scene::{AnyScene, Rounding, Scene};
use stiction_proof::{
    Answer, AssemblyProblem, AssemblyProof, FrictionUse, Indeterminacy, NonZero, OutcomeProblem, Rational,
    RestProof, Touch, Verified,
};
use stiction_verify::OTHER;
use stiction_verify::stand::load as by_body;

/// What is known of the scene.
struct Facts<S: PushFormat> {
    problem: AssemblyProblem<S::Touch>,
    load: Vec<S::Screw>,
    weights: Vec<S::Vector>,
    rounded: Vec<Rounding>,
    /// Whether a rounding can change the verdict about a body alone.
    matters: bool,
    /// Why it is not asked whether it must stay.
    unasked: Option<&'static str>,
}

pub(super) fn assembly<S: PushFormat + extras::StandAgain>(
    case: &Case<'_>,
    scene: Option<&Scene<S>>,
    notes: &mut Notes<'_>,
) -> Result<RemadeAnswer, NotedFailure> {
    let (facts, whole) = facts::<S>(case, scene, notes)?;
    let read = AssemblyReading::<S> {
        report: case.report,
        problem: &facts.problem,
        load: &facts.load,
        weights: &facts.weights,
    };
    notes.claim("cone", S::cone(read.problem))?;
    let decided = notes.claim("verdict", read.verdict())?;
    let alone = is_alone::<S>(&facts.problem);
    let measured = alone || facts.problem.contacts.len() <= MANY_CONTACTS;
    let mut reasons = BTreeMap::new();
    let stands = matches!(decided, Verdict::Yes(_));
    let (deepest, depth_unlimited) = if measured && !alone {
        let told = notes.claim("margin", read.deepest(stands))?;
        let reason = match &told {
            (Some(_), _) => None,
            (None, Some(_)) => read.depth_words(),
            (None, None) => notes.need("margin", read.depth_missing(stands, whole.as_ref()))?,
        };
        reason.map(|reason| reasons.insert("margin".to_owned(), reason.to_owned()));
        told
    } else {
        (None, None)
    };
    let parts = match &deepest {
        Some(_) if matters_somewhere(&facts.rounded) => notes.claim("margin_parts", read.parts(stands))?,
        _ => Vec::new(),
    };
    let mut reserve = None;
    if alone {
        let told = notes.claim("margin", read.reserve(&case.options.length))?;
        if let Some(reason) = reserve_reason::<S>(&told) {
            reasons.insert("margin".to_owned(), reason.to_owned());
        }
        reserve = Some(told);
    }
    let verdict = match &reserve {
        Some(reserve) if facts.matters => {
            cautious_alone(&decided, reserve, &facts.problem, &facts.load, &case.options.length)
        }
        Some(_) => decided.answer(),
        None => {
            let whole = deepest.as_ref().map(|depth| (&facts.problem, &facts.load[..], depth));
            cautious::<S>(&decided, whole, &parts, &facts.rounded)
        }
    };
    if verdict == Answer::Undecided {
        let why = undecided::<S>(&decided, facts.problem.contacts.len());
        reasons.insert("proof".to_owned(), why.to_owned());
    }
    let asked = notes.need("strong", read.strong(verdict, facts.unasked, case))?;
    let strong = strong_reason(facts.unasked, read.is_limited(), verdict, asked, &mut reasons);
    if strong.verdict.is_some() {
        notes.note("strong", Ok(()));
    }
    let (mut friction, mut across, mut dimension) = (None, None, None);
    if measured {
        friction = Some(notes.claim("margins.friction", read.friction())?);
        across = Some(notes.claim("margins.load", read.sideways(&decided))?);
        if verdict == Answer::Yes {
            let told = &case.report["indeterminacy_proof"];
            if !told.is_null() {
                dimension = Some(notes.claim("indeterminacy", read.dimension(told))?);
            }
        }
    }
    explain::<S>(measured, verdict, friction.as_ref(), across.as_ref(), dimension.is_some(), &mut reasons);
    let further = notes.claim("further", read.further(&decided, case))?;
    let (subject, counts) = (subject(&facts.problem), counts::<S>(&facts.problem));
    let answer = AssemblyAnswer {
        subject,
        problem: facts.problem,
        load: facts.load,
        weights: facts.weights,
        verdict,
        proof: decided.verified().cloned(),
        margins: Margins { deepest, depth_unlimited, parts, reserve, friction, sideways: across, further },
        strong,
        indeterminacy: dimension,
        counts,
        reasons,
        happens: None,
    };
    let warnings = scene.zip(whole.as_ref()).map(|(scene, lowered)| warnings(scene, lowered));
    let extras = extras::extras::<S>(case, scene, notes)?.map(S::kept);
    Ok(RemadeAnswer { extras, ..RemadeAnswer::new(S::answered(Box::new(answer)), facts.rounded, warnings) })
}

fn facts<S: PushFormat>(
    case: &Case<'_>,
    scene: Option<&Scene<S>>,
    notes: &mut Notes<'_>,
) -> Result<(Facts<S>, Option<Assembly<S>>), NotedFailure> {
    let report = case.report;
    if let Some(scene) = scene {
        let lowered =
            notes.need("problem: of the scene", lowered(scene, case.options.cone).map_err(super::why))?;
        let by_body = |entries: Vec<Value>| -> Value {
            let names = lowered.problem.bodies.iter().map(|body| body.name.clone());
            Value::Object(names.zip(entries).collect::<Map<_, _>>())
        };
        let loads = by_body(lowered.load.iter().map(|load| json!(load.as_ref())).collect());
        let weights = by_body(lowered.weights.iter().map(|weight| json!(weight.as_ref())).collect());
        notes.of_scene("problem", &report["problem"], &json!(lowered.problem));
        notes.of_scene("exact.load", case.at("exact.load"), &loads);
        notes.of_scene("exact.weight", case.at("exact.weight"), &weights);
        let facts = Facts {
            problem: lowered.problem.clone(),
            load: lowered.load.clone(),
            weights: lowered.weights.clone(),
            matters: lowered.rounded.iter().any(|rounding| matters(rounding, scene, &lowered)),
            rounded: lowered.rounded.clone(),
            unasked: unasked(scene, &lowered),
        };
        return Ok((facts, Some(lowered)));
    }
    let read = || -> Result<Facts<S>, String> {
        let problem = AssemblyProblem::<S::Touch>::deserialize_from(&report["problem"])?;
        super::distinct(problem.contacts.iter().map(|contact| contact.touch.id()))?;
        super::distinct(problem.bodies.iter().map(|body| body.name.as_str()))?;
        // Where nothing rubs, all cones are the same.
        let rubs = |touch: &S::Touch| touch.friction().is_positive() || touch.torsion().is_some();
        if S::DIMENSION == 3
            && S::cone(&problem)? != case.options.cone.to_string()
            && problem.contacts.iter().any(|contact| rubs(&contact.touch))
        {
            return Err("the cone is not the one that was asked for".to_owned());
        }
        let rounded = case.rounded()?;
        let unasked =
            one_of(case.at("reasons.strong"), &STRONG_UNASKED).filter(|_| report["strong"].is_null());
        Ok(Facts {
            load: by_body(&problem, case.at("exact.load"))?,
            weights: by_body(&problem, case.at("exact.weight"))?,
            // Which roundings matter is for the scene to say; they only ever leave a verdict open.
            matters: !rounded.is_empty() && report["verdict"] == "undecided",
            rounded,
            unasked,
            problem,
        })
    };
    Ok((notes.need("problem", read())?, None))
}

/// The factor on friction with which it must fall where no factor is said to hold it: half a million million.
pub(super) const NEVER: i64 = 1 << 39;
/// Squares of lengths that passed through a root differ by less than one part in so many.
const ROUNDED: i64 = 1_000_000_000_000;

struct AssemblyReading<'a, S: PushFormat> {
    report: &'a Value,
    problem: &'a AssemblyProblem<S::Touch>,
    load: &'a [S::Screw],
    weights: &'a [S::Vector],
}

/// A proof about a problem, if the checker accepts it.
fn accepted_of<S: PushFormat>(
    problem: &AssemblyProblem<S::Touch>,
    proof: &Value,
) -> Result<Verified<StandProof<S>>, String> {
    stiction_verify::stand::accepted(problem, proof)
}

impl<S: PushFormat> AssemblyReading<'_, S> {
    fn accepted(&self, proof: &Value) -> Result<Verified<StandProof<S>>, String> {
        accepted_of::<S>(self.problem, proof)
    }

    /// Whether it stands, by the proof; without one nothing is said.
    fn verdict(&self) -> Result<Verdict<StandProof<S>>, String> {
        let proof = stiction_verify::stand::verdict(self.problem, self.load, &self.report["proof"])?;
        Ok(match proof {
            None => Verdict::Undecided,
            Some(proof) if matches!(proof.proof(), AssemblyProof::Rests { .. }) => Verdict::Yes(proof),
            Some(proof) => Verdict::No(proof),
        })
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
        let load = loaded::<S>(self.load, further, &-pull.unwrap_or(&zero));
        let left = |multiple: &Rational| match pull {
            Some(pull) => spared::<S>(self.problem, &(multiple - pull)),
            None => Cow::Borrowed(self.problem),
        };
        let shrinks: Vec<Vec<Rational>> = match pull.map(|_| presses::<S>(self.problem)) {
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
        let bound = Bound::of(beyond.proof()).ok_or(OTHER)?;
        let loads =
            bound.load[..] == load[..] && bound.direction[..] == further[..] && bound.taken == shrinks;
        if !loads || !bound.rate.is_positive() || bound.end().as_ref() != Some(&upper) {
            return Err(OTHER.to_owned());
        }
        Ok(Bracket::new((lower, carried), (upper, beyond)))
    }

    /// The dimension of the balancing forces.
    fn dimension(&self, proof: &Value) -> Result<Verified<Indeterminacy<S::Touch>>, String> {
        stiction_verify::stand::indeterminacy(self.problem, self.load, proof)
    }

    fn is_limited(&self) -> bool {
        self.problem.contacts.iter().any(|contact| contact.touch.most().is_some())
    }

    /// Forces that carry a load, and so any multiple of it.
    fn any(&self, proof: &Value, load: &[S::Screw]) -> Result<Verified<StandProof<S>>, String> {
        let forces = accepted_of::<S>(&idle_limited(self.problem), proof)?;
        match forces.proof() {
            AssemblyProof::Rests { friction: FrictionUse::Given, load: carried, .. }
                if carried[..] == *load =>
            {
                Ok(forces)
            }
            _ => Err(OTHER.to_owned()),
        }
    }

    fn deepest(&self, stands: bool) -> Result<Depths<S>, String> {
        let proofs = &self.report["margin_proofs"];
        let further = normals::<S>(self.problem);
        if !proofs["margin_unlimited"].is_null() {
            if !stands || self.is_limited() {
                return Err("a depth without end is of what stands on contacts without limits".to_owned());
            }
            return Ok((None, Some(self.any(&proofs["margin_unlimited"], &further)?)));
        }
        if self.report["margin"].is_null() {
            return Ok((None, None));
        }
        let pull = Rational::deserialize_from(&proofs["margin_pull"])?;
        let ends = <[Rational; 2]>::deserialize_from(at(self.report, "exact.brackets.margin"))?;
        let ends = ends.map(|end| end + &pull);
        let bracket =
            self.bracket(&further, Some(&pull), ends, &proofs["margin_lower"], &proofs["margin_upper"])?;
        Ok((Some((bracket, pull)), None))
    }

    /// The depths of the parts that do not touch each other; none of one alone.
    fn parts(&self, stands: bool) -> Result<Vec<PartDepth<S>>, String> {
        let parts = parts::<S>(self.problem, self.load);
        if parts.len() < 2 {
            return Ok(Vec::new());
        }
        let told = self.report["margin_proofs"]["margin_parts"].as_array();
        let told = told.filter(|told| told.len() == parts.len()).ok_or("there is not one entry a part")?;
        let one = |(part, told): (Part<S>, &Value)| -> Result<PartDepth<S>, String> {
            let read = AssemblyReading::<S> {
                report: self.report,
                problem: &part.problem,
                load: &part.load,
                weights: &[],
            };
            let further = normals::<S>(&part.problem);
            let (mut depth, mut unlimited) = (None, None);
            if !told["unlimited"].is_null() {
                if !stands || read.is_limited() {
                    return Err("a depth without end is of what stands on contacts without limits".to_owned());
                }
                unlimited = Some(read.any(&told["unlimited"], &further)?);
            }
            if !told["ends"].is_null() {
                let pull = Rational::deserialize_from(&told["pull"])?;
                let ends = <[Rational; 2]>::deserialize_from(&told["ends"])?.map(|end| end + &pull);
                let bracket = read.bracket(&further, Some(&pull), ends, &told["lower"], &told["upper"])?;
                depth = Some((bracket, pull));
            }
            Ok(PartDepth { part, depth, unlimited })
        };
        parts.into_iter().zip(told).map(one).collect()
    }

    /// How far the load of a body alone is from the boundary, (1) and (2) of `reserve`.
    fn reserve(&self, length: &Rational) -> Result<Reserve<S>, String> {
        let (axes, proofs) = (axes::<S>(length), &self.report["margin_proofs"]);
        if !proofs["margin_unlimited"].is_null() {
            let one =
                |(index, axis): (usize, &Vec<S::Screw>)| self.any(&proofs["margin_unlimited"][index], axis);
            return axes.iter().enumerate().map(one).collect::<Result<_, _>>().map(Reserve::Unlimited);
        }
        if self.report["margin"].is_null() {
            return Ok(Reserve::Undecided);
        }
        let margin = Rational::deserialize_from(at(self.report, "exact.margin"))?;
        let beyond = self.accepted(&proofs["margin_beyond"])?;
        let Bound { load, direction, taken, rate, bound, twists } = Bound::of(beyond.proof()).ok_or(OTHER)?;
        let ends = rate.is_positive() && *bound == &margin * rate;
        if load != self.load || !ends || !taken.is_empty() || axes.iter().all(|axis| axis[..] != *direction) {
            return Err("the proof is of another load".to_owned());
        }
        let carries = |proof: &Value, wanted: &[S::Screw]| {
            let forces = self.accepted(proof)?;
            match forces.proof() {
                AssemblyProof::Rests { friction: FrictionUse::Given, load, .. } if load[..] == *wanted => {
                    Ok(forces)
                }
                _ => Err("it is of another load".to_owned()),
            }
        };
        if !margin.is_negative() {
            let one = |(index, axis): (usize, &Vec<S::Screw>)| {
                let corner = loaded::<S>(self.load, axis, &margin);
                carries(&proofs["margin_carried"][index], &corner)
            };
            let carried = axes.iter().enumerate().map(one).collect::<Result<_, _>>()?;
            return Ok(Reserve::Stands(margin, ReserveProof { carried, beyond }));
        }
        if axes.iter().any(|axis| work::<S>(axis, twists) > work::<S>(direction, twists)) {
            return Err("a nearer load along another axis is not excluded".to_owned());
        }
        let carried = self.accepted(&proofs["margin_carried"][0])?;
        let AssemblyProof::Rests { friction: FrictionUse::Given, load: reached, .. } = carried.proof() else {
            return Err(OTHER.to_owned());
        };
        let apart = loaded::<S>(reached, self.load, &Rational::from(-1));
        let length =
            NonZero::new(length.clone()).ok_or_else(|| "the length of the margin is zero".to_owned())?;
        let entries = apart.iter().flat_map(|load| load.as_ref().iter().enumerate());
        let far: Rational = entries
            .map(|(row, entry)| match row < S::FREEDOMS - S::DIMENSION {
                true => entry.abs() / &length,
                false => entry.abs(),
            })
            .sum();
        if far > -&margin {
            return Err("the load that stands is further away".to_owned());
        }
        Ok(Reserve::Falls(-margin, ReserveProof { carried: vec![carried], beyond }))
    }

    /// Why a depth has no end.
    fn depth_words(&self) -> Option<&'static str> {
        let words = at(self.report, "reasons.margin");
        one_of(words, &["unbounded: contacts can press against each other as hard as one likes"])
    }

    /// Why there is no depth: it was not found, or none is possible.  That is not claimed of what stands, and
    /// otherwise asked again where there is a scene.
    fn depth_missing(
        &self,
        stands: bool,
        scene: Option<&Assembly<S>>,
    ) -> Result<Option<&'static str>, String> {
        let none = depth_reason::<S>(&Extent::Absent);
        let said = at(self.report, "reasons.margin");
        if none.is_some_and(|none| said == none) {
            let again = scene.map(|lowered| deepest::<S>(lowered, stands)).transpose();
            let again = again.map_err(|refused| refused.to_string())?;
            let shown = again.is_none_or(|(most, _)| matches!(most, Extent::Absent));
            return (!stands && shown).then_some(none).ok_or_else(|| "some pull would hold it".to_owned());
        }
        Ok(depth_reason::<S>(&Extent::Undecided))
    }

    fn friction(&self) -> Result<LeastFriction<S>, String> {
        let proofs = &self.report["margin_proofs"];
        let factor_of = |proof: &StandProof<S>, stands: bool| match (proof, stands) {
            (AssemblyProof::Rests { friction, load, .. }, true)
            | (AssemblyProof::Falls { friction, load, .. }, false)
                if load[..] == *self.load =>
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
            return Ok(Threshold::Never(never));
        }
        if proofs["friction_upper"].is_null() {
            return Ok(Threshold::Undecided);
        }
        let upper = self.accepted(&proofs["friction_upper"])?;
        let most = factor_of(upper.proof(), true)?;
        if proofs["friction_lower"].is_null() {
            return if most.is_zero() { Ok(Threshold::None(upper)) } else { Err(OTHER.to_owned()) };
        }
        let lower = self.accepted(&proofs["friction_lower"])?;
        let least = factor_of(lower.proof(), false)?;
        let about = f64::deserialize_from(&self.report["margins"]["friction"])?;
        super::compare::between("margins.friction", about, &[least.clone(), most.clone()])?;
        let bracket = Bracket { about: Some(about), ..Bracket::new((least, lower), (most, upper)) };
        Ok(Threshold::Between(bracket))
    }

    /// Every ray has its forces and its half-space, or forces that can be added again and again, and the
    /// directions are across the weights.
    fn sideways(&self, decided: &Verdict<StandProof<S>>) -> Result<Sideways<S>, String> {
        let told = &self.report["margin_proofs"]["load"];
        if self.weights.iter().all(|weight| weight.as_ref().iter().all(Rational::is_zero)) {
            return Ok(Sideways::Weightless);
        }
        if told.is_null() {
            return Ok(match decided {
                Verdict::No(_) if self.says("falls without any further load") => Sideways::Falls,
                _ => Sideways::Undecided,
            });
        }
        let directions = Vec::<Vec<S::Screw>>::deserialize_from(&told["directions"])?;
        if directions.len() != S::DIMENSION - 1 || !self.are_across(&directions)? {
            return Err("the directions are not across the weight".to_owned());
        }
        let rays = told["rays"].as_array().ok_or("there are no rays")?;
        let rays = rays.iter().map(|ray| self.ray(ray, &directions)).collect::<Result<Vec<_>, _>>()?;
        let unlimited = rays.iter().all(|ray| ray.any.is_some());
        let tilts = Tilts { directions, rays };
        if !unlimited {
            return Ok(Sideways::Tilts(tilts));
        }
        if !matches!(decided, Verdict::Yes(_)) || !surround(&tilts) {
            return Err("the rays do not go both ways along every direction".to_owned());
        }
        Ok(Sideways::Unlimited(tilts))
    }

    fn says(&self, reason: &str) -> bool {
        self.report["reasons"]["margins.load"] == reason
    }

    fn ray(&self, told: &Value, directions: &[Vec<S::Screw>]) -> Result<Ray<S>, String> {
        let way = Vec::<Rational>::deserialize_from(&told["way"])?;
        let multiple = Rational::deserialize_from(&told["multiple"])?;
        if way.len() != directions.len() {
            return Err("a ray has as many shares as there are directions".to_owned());
        }
        let along = |load: Vec<S::Screw>, multiple: &Rational| {
            directions
                .iter()
                .zip(&way)
                .fold(load, |total, (direction, share)| loaded::<S>(&total, direction, &(share * multiple)))
        };
        let total = along(self.load.to_vec(), &multiple);
        let carried = self.accepted(&told["carried"])?;
        match carried.proof() {
            AssemblyProof::Rests { friction: FrictionUse::Given, load, .. } if *load == total => {}
            _ => return Err(OTHER.to_owned()),
        }
        if told["bound"].is_null() {
            let any = self.any(&told["any"], &along(self.problem.no_load(), &Rational::one()))?;
            return Ok(Ray { way, carried: (multiple, carried), bound: None, any: Some(any) });
        }
        let proof = self.accepted(&told["bound"])?;
        match proof.proof() {
            AssemblyProof::Bounds { friction: FrictionUse::Given, load, directions: of, taken, .. }
                if load[..] == *self.load && of[..] == *directions && taken.is_empty() => {}
            _ => return Err(OTHER.to_owned()),
        }
        Ok(Ray { way, carried: (multiple, carried), bound: Some(proof), any: None })
    }

    /// Whether directions turn gravity: with the heaviest body's weight `w` and its loads `dₖ`, every body of
    /// weight `c·w`, `c ≥ 0`, has the loads `c·dₖ`, without moments, and the `dₖ` are across `w`, across each
    /// other, and as long as `w` up to the rounding of a root.
    fn are_across(&self, directions: &[Vec<S::Screw>]) -> Result<bool, String> {
        let weights = self.weights;
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
        let Some(whole) = NonZero::new(whole) else { return Ok(false) };
        let alike = |(body, weight): (usize, &S::Vector)| {
            let part = dot(weight.as_ref(), down) / &whole;
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

    /// The further loads that were asked about, each with its proofs.
    fn further(
        &self,
        decided: &Verdict<StandProof<S>>,
        case: &Case<'_>,
    ) -> Result<Vec<FurtherLoad<S>>, String> {
        let asked = further_loads::<S>(self.problem, self.weights, &case.options)
            .map_err(|error| error.to_string())?;
        let one = |(index, (name, load)): (usize, (String, Vec<S::Screw>))| {
            let told = &self.report["further"][index];
            let most = self.most(&load, told, decided)?;
            let less = self.less(&load, &most, told)?;
            Ok(FurtherLoad { name, load, most, less })
        };
        asked.into_iter().enumerate().map(one).collect()
    }

    /// How much less than the most of a further load stands, too.
    fn less(
        &self,
        further: &[S::Screw],
        most: &Most<S>,
        told: &Value,
    ) -> Result<Option<Bracket<StandProof<S>>>, String> {
        let Some([with, back]) = downwards::<S>(self.load, further, most).filter(|_| !told["less"].is_null())
        else {
            return Ok(None);
        };
        let ends = <[Rational; 2]>::deserialize_from(&told["less"])?;
        let proofs = &told["proofs"];
        let read = AssemblyReading::<S> { load: &with, ..*self };
        read.bracket(&back, None, ends, &proofs["less_carried"], &proofs["less_beyond"]).map(Some)
    }

    /// How much of a further load stands; what is said of all multiples of it, or of none, rests on the proof
    /// of the verdict, too.
    fn most(
        &self,
        load: &[S::Screw],
        told: &Value,
        decided: &Verdict<StandProof<S>>,
    ) -> Result<Most<S>, String> {
        let proofs = &told["proofs"];
        match (told["state"].as_str(), decided) {
            (Some("bounded"), _) => {
                let ends = <[Rational; 2]>::deserialize_from(&told["exact"])?;
                self.bracket(load, None, ends, &proofs["carried"], &proofs["beyond"]).map(Extent::Between)
            }
            (Some("unlimited"), Verdict::Yes(_)) => self.any(&proofs["any"], load).map(Extent::Unlimited),
            (Some("unlimited"), _) => Err("not every multiple is shown to be carried".to_owned()),
            (Some("falls"), Verdict::No(_)) => Ok(Extent::Absent),
            (Some("falls"), _) => Err("nothing shows that it falls without the further load".to_owned()),
            (Some("undecided"), _) => Ok(Extent::Undecided),
            _ => Err("no such state of a further load".to_owned()),
        }
    }

    /// What is found of whether it must stay.
    fn strong(
        &self,
        verdict: Answer,
        unasked: Option<&'static str>,
        case: &Case<'_>,
    ) -> Result<StrongAsked<S>, String> {
        let told = &self.report["strong_proof"];
        if unasked.is_some() || verdict != Answer::Yes || self.is_limited() {
            return Ok(StrongAsked::Nothing);
        }
        if told.is_null() {
            return Ok(match case.scene {
                // Only so is it known that there are too many modes.
                Some(AnyScene::Planar(scene)) => {
                    strong_by_modes(scene).map_or(StrongAsked::Nothing, StrongAsked::Modes)
                }
                _ => StrongAsked::Nothing,
            });
        }
        if !told["modes"].is_null() {
            let problem = OutcomeProblem::deserialize_from(&told["modes"]["problem"])?;
            S::is_of(&problem, self.problem, self.load)?;
            if let Some(AnyScene::Planar(scene)) = case.scene {
                let lowered = stiction::ask::outcomes::lower(scene).map_err(super::why)?;
                if lowered.problem != problem {
                    return Err("the problem of modes is not that of the scene".to_owned());
                }
            }
            let proof = RestProof::deserialize_from(&told["modes"]["proof"])?;
            let proof = problem.check_rest(proof).map_err(|refusal| refusal.to_string())?;
            return Ok(StrongAsked::Modes(ByModes { problem, proof }));
        }
        let normals = self.accepted(told)?;
        match normals.proof() {
            AssemblyProof::Rests { friction: FrictionUse::None, load, .. } if load[..] == *self.load => {
                Ok(StrongAsked::Normals(normals))
            }
            _ => Err(OTHER.to_owned()),
        }
    }
}

/// Whether rays go both ways along every direction, so that their sums are all there are.
fn surround<S: PushFormat>(tilts: &Tilts<S>) -> bool {
    let count = tilts.directions.len();
    let along = |axis: usize, sign: i64| {
        let unit = |k: usize| Rational::from(if k == axis { sign } else { 0 });
        let way: Vec<Rational> = (0..count).map(unit).collect();
        tilts.rays.iter().any(|ray| ray.way == way)
    };
    (0..count).all(|axis| along(axis, 1) && along(axis, -1))
}
