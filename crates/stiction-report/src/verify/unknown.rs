//! Values of a number and places of a centre of mass: every end is checked, and the keys are made again from what is
//! proved.

use super::Case;
use super::extras::{Asking, Limits, OTHER, accepted, screws};
use super::reading::FromJson;
use crate::extras::which;
use crate::report::Unknown;
use serde_json::Value;
use stiction::ask::lower::Assembly;
use stiction::ask::stand::assembly::{Searched, StandProof, loaded};
use stiction::ask::stand::{
    Corner, HalfPlane, Meaning, Region, RegionEnd, Sample, SolvedValues, Values, across_weight, evenly,
    meaning, solve, with_friction, with_value,
};
use stiction::ask::{Bracket, Threshold};
use stiction::scene::{Axis, NoAnswer, Scene, Varied};
use stiction_proof::{AssemblyProblem, AssemblyProof, FrictionUse, Rational, Touch, Verified};

type World<S> = (
    AssemblyProblem<<S as stiction::ask::lower::Standing>::Touch>,
    Vec<<S as stiction::screw::Space>::Screw>,
);

/// The values of a number, from their proofs.
pub(super) fn solved<S: Searched + Varied>(
    asking: &Asking<'_, '_, S>,
    unknown: &Unknown,
) -> Result<SolvedValues<S>, String> {
    let told = &asking.case.report["solve"];
    let (problem, load) = asking.problem(told)?;
    let value = Option::<Rational>::deserialize_from(&told["exact"]["value"])?;
    let proofs = &told["proofs"];
    let found = match told["kind"].as_str() {
        Some("loads") => {
            let unit = screws::<S>(&told["problem"]["unit"])?;
            if unit.len() != load.len() || value.is_none() {
                return Err("there is not one load a body".to_owned());
            }
            let read = Limits::<S> { problem: &problem, load: &load, unit: &unit };
            let more = read.interval(proofs)?;
            let from_zero = unknown.path.ends_with(".preload") || unknown.path.ends_with(".mass");
            Values::Loads { unit, more, from_zero }
        }
        Some("friction") => {
            let contacts = Vec::<usize>::deserialize_from(&told["problem"]["contacts"])?;
            let means = |&index: &usize| {
                problem.contacts.get(index).is_some_and(|one| is_meant(one.touch.id(), &unknown.path))
            };
            if contacts.is_empty() || !contacts.iter().all(means) {
                return Err("the friction is of other contacts".to_owned());
            }
            let world = (problem.clone(), load.clone());
            let (least, falls_at) = threshold::<S>(&world, &contacts, proofs)?;
            Values::Friction { contacts, least, falls_at }
        }
        Some("asked") => Values::Asked(samples::<S>(proofs)?),
        _ => return Err("no such kind of number".to_owned()),
    };
    let solved = SolvedValues { path: unknown.path.clone(), value, problem, load, found };
    match (asking.scene, asking.assembly()?) {
        (Some(scene), Some(own)) => is_of_scene(asking.case, (scene, own), unknown, &solved).map(|()| solved),
        _ => Ok(solved),
    }
}

/// Whether the friction at a path is that of a contact.
fn is_meant(id: &str, path: &str) -> bool {
    let rest = path.strip_prefix("contacts.");
    let name = rest
        .and_then(|rest| rest.strip_suffix(".friction").or_else(|| rest.strip_suffix(".friction.static")));
    name.is_some_and(|name| name == "*" || name == id)
}

/// Whether what a number does is what it does in the scene: the same value, the same load of one more, the same
/// contacts. A number that was asked value by value is asked so again.
fn is_of_scene<S: Searched + Varied>(
    case: &Case<'_>,
    (scene, own): (&Scene<S>, &Assembly<S>),
    unknown: &Unknown,
    told: &SolvedValues<S>,
) -> Result<(), String> {
    let cone = case.options.cone;
    let axis = Axis { path: unknown.path.clone(), from: Rational::zero(), to: Rational::zero(), count: 1 };
    let does = match (&told.found, meaning(scene, cone, own, &unknown.path).map_err(super::why)?) {
        (Values::Loads { unit, .. }, Meaning::Loads { unit: own, .. }) => *unit == own,
        (Values::Friction { contacts, .. }, Meaning::Friction(own)) => *contacts == own,
        // Values that were not asked, because time was up, are left open: the others are of the scene.
        (Values::Asked(samples), Meaning::Other) if case.report["stopped"].is_object() => {
            let is_of_scene = |sample: &Sample<S>| {
                with_value(scene, cone, &unknown.path, &sample.value)
                    .is_ok_and(|own| own.problem == sample.problem && own.load == sample.load)
            };
            let asked = unknown.within.as_ref().map(|[from, to]| evenly(from, to)).unwrap_or_default();
            let is_told = |value: &Rational| samples.iter().any(|sample| sample.value == *value);
            asked.iter().all(is_told) && samples.iter().all(is_of_scene)
        }
        (Values::Asked(_), Meaning::Other) => {
            let again =
                solve(scene, cone, &unknown.path, unknown.within.as_ref()).map_err(|why| match why {
                    NoAnswer::Misfits(misfits) => super::why(misfits),
                    NoAnswer::Defect(refused) => refused.to_string(),
                })?;
            again.found == told.found
        }
        _ => false,
    };
    let same = does && told.value == axis.get(scene);
    same.then_some(()).ok_or_else(|| "the number does something else in the scene".to_owned())
}

fn threshold<S: Searched>(
    (problem, load): &World<S>,
    contacts: &[usize],
    proofs: &Value,
) -> Result<(Threshold<StandProof<S>>, Rational), String> {
    let end = |key: &str, stands: bool| -> Result<(Rational, Verified<StandProof<S>>), String> {
        let at = Rational::deserialize_from(&proofs[key]["at"])?;
        let proof = accepted::<S>(&with_friction(problem, contacts, &at), &proofs[key]["proof"])?;
        let fits = match proof.proof() {
            AssemblyProof::Rests { friction: FrictionUse::Given, load: own, .. } => stands && own == load,
            AssemblyProof::Falls { friction: FrictionUse::Given, load: own, .. } => !stands && own == load,
            _ => false,
        };
        if fits && !at.is_negative() { Ok((at, proof)) } else { Err(OTHER.to_owned()) }
    };
    Ok(match (proofs["falls"].is_null(), proofs["stands"].is_null()) {
        (true, true) => (Threshold::Undecided, Rational::zero()),
        (true, false) => match end("stands", true)? {
            (at, forces) if at.is_zero() => (Threshold::None(forces), at),
            _ => return Err(OTHER.to_owned()),
        },
        (false, true) => {
            let (at, falls) = end("falls", false)?;
            (Threshold::Never(falls), at)
        }
        (false, false) => {
            let bracket = Bracket::new(end("falls", false)?, end("stands", true)?);
            if bracket.lower.0 > bracket.upper.0 {
                return Err("the proved ends are the wrong way around".to_owned());
            }
            let falls_at = bracket.lower.0.clone();
            (Threshold::Between(bracket), falls_at)
        }
    })
}

fn samples<S: Searched>(proofs: &Value) -> Result<Vec<Sample<S>>, String> {
    let one = |told: &Value| -> Result<Sample<S>, String> {
        let value = Rational::deserialize_from(&told["value"])?;
        let problem = AssemblyProblem::<S::Touch>::deserialize_from(&told["problem"]["assembly"])?;
        let load = screws::<S>(&told["problem"]["load"])?;
        let proof = match &told["proof"] {
            Value::Null => None,
            proof => {
                let proof = accepted::<S>(&problem, proof)?;
                match proof.proof() {
                    AssemblyProof::Rests { friction: FrictionUse::Given, load: own, .. }
                    | AssemblyProof::Falls { friction: FrictionUse::Given, load: own, .. }
                        if *own == load => {}
                    _ => return Err(OTHER.to_owned()),
                }
                Some(proof)
            }
        };
        Ok(Sample { value, problem, load, proof })
    };
    let listed = proofs.as_array().ok_or("there are no values")?;
    let samples = listed.iter().map(one).collect::<Result<Vec<_>, String>>()?;
    let ordered = samples.windows(2).all(|pair| pair[0].value < pair[1].value);
    ordered.then_some(samples).ok_or_else(|| "the values are not in order".to_owned())
}

/// Where a centre of mass may be, from its proofs.
pub(super) fn region<S: Searched>(asking: &Asking<'_, '_, S>) -> Result<Region<S>, String> {
    let case = asking.case;
    let told = &case.report["region"];
    let (problem, load) = asking.problem(told)?;
    let body = which(&problem, case.options.body.as_deref()).map_err(|fault| super::why(vec![fault]))?;
    let listed = Vec::<Rational>::deserialize_from(&told["exact"]["weight"])?;
    let mut weight = S::Vector::default();
    if listed.len() != weight.as_ref().len() {
        return Err("the weight has another length".to_owned());
    }
    weight.as_mut().clone_from_slice(&listed);
    let known = match asking.assembly()? {
        Some(own) => own.weights[body] == weight,
        None => {
            let name = problem.bodies[body].name.as_str();
            let own = &super::reading::at(case.report, "exact.weight")[name];
            Vec::<Rational>::deserialize_from(own).is_ok_and(|own| own == listed)
        }
    };
    if !known {
        return Err("the weight is another".to_owned());
    }
    let (axes, units) = across_weight::<S>(&problem, body, &weight);
    let mut region = Region { body, problem, load, weight, axes, units, found: RegionEnd::Undecided };
    region.found = found(&region, &told["proofs"])?;
    Ok(region)
}

fn found<S: Searched>(region: &Region<S>, proofs: &Value) -> Result<RegionEnd<S>, String> {
    let (problem, load) = (&region.problem, &region.load);
    match &region.units[..] {
        [] => return Ok(RegionEnd::Weightless),
        [unit] => return Limits::<S> { problem, load, unit }.interval(proofs).map(RegionEnd::Interval),
        _ => {}
    }
    if !proofs["falls"].is_null() {
        let falls = accepted::<S>(problem, &proofs["falls"])?;
        let AssemblyProof::Falls { friction: FrictionUse::Given, load: own, twists, .. } = falls.proof()
        else {
            return Err(OTHER.to_owned());
        };
        let idle =
            region.units.iter().all(|unit| stiction::ask::stand::assembly::work::<S>(unit, twists).is_zero());
        return if own == load && idle { Ok(RegionEnd::Nowhere(falls)) } else { Err(OTHER.to_owned()) };
    }
    if !proofs["unlimited"].is_null() {
        let way = <[Rational; 2]>::deserialize_from(&proofs["way"])?;
        let forces = accepted::<S>(problem, &proofs["unlimited"])?;
        let pull = at::<S>(region, &problem.no_load(), &way);
        let fits = matches!(forces.proof(), AssemblyProof::Rests { friction: FrictionUse::Given, load, .. } if *load == pull);
        let limited = problem.contacts.iter().any(|contact| contact.touch.most().is_some());
        let moves = way.iter().any(|entry| !entry.is_zero());
        return if fits && moves && !limited {
            Ok(RegionEnd::Unbounded(way, forces))
        } else {
            Err(OTHER.to_owned())
        };
    }
    if proofs["corners"].is_null() {
        return Ok(RegionEnd::Undecided);
    }
    polygon(region, proofs)
}

/// A load with the moment of a shift.
fn at<S: Searched>(region: &Region<S>, load: &[S::Screw], shift: &[Rational; 2]) -> Vec<S::Screw> {
    region.units.iter().zip(shift).fold(load.to_vec(), |sum, (unit, share)| loaded::<S>(&sum, unit, share))
}

fn polygon<S: Searched>(region: &Region<S>, proofs: &Value) -> Result<RegionEnd<S>, String> {
    let (problem, load) = (&region.problem, &region.load);
    let about = <[Rational; 2]>::deserialize_from(&proofs["about"])?;
    let corner = |told: &Value| -> Result<Corner<S>, String> {
        let place = <[Rational; 2]>::deserialize_from(&told["at"])?;
        let forces = accepted::<S>(problem, &told["proof"])?;
        match forces.proof() {
            AssemblyProof::Rests { friction: FrictionUse::Given, load: own, .. }
                if *own == at(region, load, &place) => {}
            _ => return Err(OTHER.to_owned()),
        }
        Ok(Corner { at: place, forces })
    };
    let from = at(region, load, &about);
    let side = |told: &Value| -> Result<HalfPlane<S>, String> {
        let proof = accepted::<S>(problem, told)?;
        match proof.proof() {
            AssemblyProof::Bounds { friction: FrictionUse::Given, load, directions, taken, .. }
                if *load == from && *directions == region.units && taken.is_empty() => {}
            _ => return Err(OTHER.to_owned()),
        }
        HalfPlane::new(proof, &about).ok_or_else(|| OTHER.to_owned())
    };
    let list = |key: &str| proofs[key].as_array().ok_or_else(|| format!("there are no {key}"));
    let corners = list("corners")?.iter().map(corner).collect::<Result<Vec<_>, _>>()?;
    let sides = list("sides")?.iter().map(side).collect::<Result<Vec<_>, _>>()?;
    Ok(RegionEnd::polygon(about, corners, sides))
}
