//! Orders of building and accelerations: every group and every end is checked, the search is made again from the groups alone, and the keys are compared.

use super::assembly::is_assembly;
use super::moving::is_moving;
use super::ranges::ranges;
use super::{FromJson, Verification, alike, at};
use crate::building::{Accelerated, Building, accelerated_json, sequence_json};
use serde_json::{Value, json};
use stiction::ask::Verdict;
use stiction::ask::stand::assembly::Searched;
use stiction::ask::stand::order::{Group, MOST_BODIES, sequence_of_groups};
use stiction::ask::stand::{AccelerationEnd, Accelerations};
use stiction::screw::{Planar, Spatial};
use stiction_proof::{
    AssemblyContact, AssemblyProblem, AssemblyProof, FrictionUse, PlanarContact, PlanarProblem, Rational,
    Verified,
};

pub(super) fn besides(prefix: &str, report: &Value, found: &mut Verification) {
    let told = &report["ranges"];
    if !told.is_null() {
        let outcome =
            if in_space(told) { ranges::<Spatial>(report, told) } else { ranges::<Planar>(report, told) };
        found.note(format!("{prefix}ranges"), outcome);
    }
    let sequence = &report["sequence"];
    if !sequence.is_null() {
        let outcome = if in_space(sequence) {
            order::<Spatial>(report, sequence)
        } else {
            order::<Planar>(report, sequence)
        };
        found.note(format!("{prefix}sequence"), outcome);
    }
    for (index, told) in report["accelerations"].as_array().into_iter().flatten().enumerate() {
        let outcome = if in_space(told) {
            accelerated::<Spatial>(report, told)
        } else {
            accelerated::<Planar>(report, told)
        };
        found.note(format!("{prefix}accelerations.{index}"), outcome);
    }
}

fn in_space(told: &Value) -> bool {
    told["problem"]["assembly"]["bodies"][0]["reference"].as_array().is_some_and(|point| point.len() == 3)
}

pub(super) const OTHER: &str = "the proof is of another statement";

type Read<S> = (
    AssemblyProblem<<S as stiction::ask::stand::assembly::Standing>::Touch>,
    Vec<<S as stiction::screw::Space>::Screw>,
);

pub(super) fn problem<S: Searched>(report: &Value, told: &Value) -> Result<Read<S>, String> {
    let problem = AssemblyProblem::<S::Touch>::deserialize_from(&told["problem"]["assembly"])?;
    let load = screws::<S>(&told["problem"]["load"])?;
    if load.len() != problem.bodies.len() {
        return Err("there is not one load a body".to_owned());
    }
    is_of_report(report, &told["problem"])?;
    Ok((problem, load))
}

/// Whether an assembly and its load are those that the report is about.
fn is_of_report(report: &Value, told: &Value) -> Result<(), String> {
    let other = || "it is about another problem than the report".to_owned();
    if is_moving(report) {
        return Err("asked of assemblies on a base at rest".to_owned());
    }
    let load = at(report, "exact.load");
    if is_assembly(report) {
        same(&report["problem"], &told["assembly"]).ok_or_else(other)?;
        let names = told["assembly"]["bodies"].as_array().ok_or_else(other)?;
        let entry = |body: &Value| load[body["name"].as_str().unwrap_or_default()].clone();
        return same(&names.iter().map(entry).collect(), &told["load"]).ok_or_else(other);
    }
    same(&json!([load]), &told["load"]).ok_or_else(other)?;
    one_body(&PlanarProblem::deserialize_from(&report["problem"])?, &told["assembly"]).ok_or_else(other)
}

fn same(one: &Value, other: &Value) -> Option<()> {
    (one == other).then_some(())
}

/// Whether an assembly is one body of the plane: each contact's normal into it, or out of it where it is `against`.
fn one_body(problem: &PlanarProblem, told: &Value) -> Option<()> {
    let assembly = AssemblyProblem::<PlanarContact>::deserialize_from(told).ok()?;
    let [body] = &assembly.bodies[..] else { return None };
    let is_it = |(one, other): (&AssemblyContact<PlanarContact>, &PlanarContact)| {
        let mut touch = PlanarContact { curvature: other.curvature.clone(), ..one.touch.clone() };
        if (one.on, one.against) == (None, Some(0)) {
            touch.normal = touch.normal.map(|entry| -entry);
        }
        [(Some(0), None), (None, Some(0))].contains(&(one.on, one.against)) && touch == *other
    };
    let contacts = assembly.contacts.len() == problem.contacts.len()
        && assembly.contacts.iter().zip(&problem.contacts).all(is_it);
    let whole = body.freedoms.is_none() && body.reference == problem.reference;
    (contacts && whole).then_some(())
}

fn screws<S: Searched>(told: &Value) -> Result<Vec<S::Screw>, String> {
    let rows = Vec::<Vec<Rational>>::deserialize_from(told)?;
    let screw = |row: Vec<Rational>| {
        let mut screw = S::Screw::default();
        let fits = screw.as_ref().len() == row.len();
        screw.as_mut().iter_mut().zip(row).for_each(|(entry, value)| *entry = value);
        fits.then_some(screw).ok_or_else(|| "a wrench has another length".to_owned())
    };
    rows.into_iter().map(screw).collect()
}

fn order<S: Searched>(report: &Value, told: &Value) -> Result<(), String> {
    let (problem, load) = problem::<S>(report, told)?;
    if problem.bodies.len() > MOST_BODIES {
        return Err(format!("orders are shown of at most {MOST_BODIES} bodies"));
    }
    let groups = told["groups"].as_array().ok_or("there are no groups")?;
    let groups = groups.iter().map(|one| group::<S>(&problem, &load, one)).collect::<Result<Vec<_>, _>>()?;
    let asked = Option::<Vec<usize>>::deserialize_from(&told["asked"])?;
    let mut seen = std::collections::HashSet::new();
    if !asked.iter().flatten().all(|&body| body < problem.bodies.len() && seen.insert(body)) {
        return Err("the order names no bodies, or one twice".to_owned());
    }
    let sequence = sequence_of_groups::<S>(&problem, &load, asked.as_deref(), groups)
        .map_err(|refused| refused.to_string())?;
    let again = sequence_json(&Building { problem, load, asked, sequence });
    if alike(told, &again) { Ok(()) } else { Err("it is not what is proved".to_owned()) }
}

/// A group, its proof about the part in which it stands.
fn group<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    told: &Value,
) -> Result<Group<S>, String> {
    let positions = |key: &str| -> Result<Vec<usize>, String> {
        let names = Vec::<String>::deserialize_from(&told[key])?;
        let position = |name: &String| problem.bodies.iter().position(|body| body.name == *name);
        names
            .iter()
            .map(|name| position(name).ok_or_else(|| format!("there is no body \"{name}\"")))
            .collect()
    };
    let (bodies, held) = (positions("bodies")?, positions("held")?);
    let flags = |set: &[usize]| (0..problem.bodies.len()).map(|body| set.contains(&body)).collect::<Vec<_>>();
    let (part, moves) = problem.part(&flags(&bodies), &flags(&held));
    let pulls: Vec<S::Screw> = moves.iter().map(|&body| load[body].clone()).collect();
    let verdict = match told.get("proof") {
        None => Verdict::Undecided,
        Some(proof) => {
            let proof = accepted::<S>(&part, proof)?;
            match proof.proof() {
                AssemblyProof::Rests { friction: FrictionUse::Given, load, .. }
                | AssemblyProof::NearlyRests { friction: FrictionUse::Given, load, .. }
                    if *load == pulls =>
                {
                    Verdict::Yes(proof)
                }
                AssemblyProof::Falls { friction: FrictionUse::Given, load, .. } if *load == pulls => {
                    Verdict::No(proof)
                }
                _ => return Err(OTHER.to_owned()),
            }
        }
    };
    Ok(Group { bodies, held, verdict })
}

pub(super) fn accepted<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    proof: &Value,
) -> Result<Verified<AssemblyProof<S::Touch>>, String> {
    let proof = AssemblyProof::<S::Touch>::deserialize_from(proof)?;
    problem.check(proof).map_err(|refusal| refusal.to_string())
}

fn accelerated<S: Searched>(report: &Value, told: &Value) -> Result<(), String> {
    let (problem, load) = problem::<S>(report, told)?;
    let unit = screws::<S>(&told["problem"]["unit"])?;
    let direction = Vec::<Rational>::deserialize_from(&told["exact"]["direction"])?;
    let mut along = S::Vector::default();
    if direction.len() != along.as_ref().len() || unit.len() != load.len() {
        return Err("the direction has another length".to_owned());
    }
    along.as_mut().clone_from_slice(&direction);
    is_inertia::<S>(report, &problem, &unit, &direction)?;
    let shifted = |value: &Rational| -> Vec<S::Screw> {
        let mut sum = load.clone();
        for (sum, part) in sum.iter_mut().zip(&unit) {
            sum.as_mut().iter_mut().zip(part.as_ref()).for_each(|(sum, part)| *sum += part * value);
        }
        sum
    };
    let end = |key: &str, upper: bool| -> Result<Option<AccelerationEnd<S>>, String> {
        if told["proof"][key].is_null() {
            return Ok(None);
        }
        let value = Rational::deserialize_from(&told["exact"][key])?;
        let carried = accepted::<S>(&problem, &told["proof"][key]["carried"])?;
        let beyond = accepted::<S>(&problem, &told["proof"][key]["beyond"])?;
        let rests = matches!(carried.proof(), AssemblyProof::Rests { friction: FrictionUse::Given, load, .. } if *load == shifted(&value));
        let bounds = match beyond.proof() {
            AssemblyProof::Bounds {
                friction: FrictionUse::Given,
                load: base,
                directions,
                taken,
                normal,
                bound,
                ..
            } => {
                let side = if upper { normal[0].is_positive() } else { normal[0].is_negative() };
                *base == load
                    && directions.len() == 1
                    && taken.is_empty()
                    && directions[0] == unit
                    && side
                    && &value * &normal[0] == *bound
            }
            _ => false,
        };
        if rests && bounds {
            Ok(Some(AccelerationEnd { value, carried, beyond }))
        } else {
            Err(OTHER.to_owned())
        }
    };
    let found = match told["verdict"].as_str() {
        Some("yes") => Accelerations::Between { least: end("least", false)?, most: end("most", true)? },
        Some("no") => Accelerations::None(both_ways::<S>(&problem, &load, &unit, &told["proof"]["falls"])?),
        _ => Accelerations::Undecided,
    };
    let again = accelerated_json(&Accelerated {
        direction: along,
        problem: problem.clone(),
        load: load.clone(),
        unit: unit.clone(),
        found,
    });
    if alike(told, &again) { Ok(()) } else { Err("it is not what is proved".to_owned()) }
}

/// Whether a load is that of one m/s² along a direction: `−m·e` on every body, `m > 0` and in proportion to the weights that the report tells.
fn is_inertia<S: Searched>(
    report: &Value,
    problem: &AssemblyProblem<S::Touch>,
    unit: &[S::Screw],
    direction: &[Rational],
) -> Result<(), String> {
    let other = || "the load of an acceleration is not against its direction, by the masses".to_owned();
    let turns = S::FREEDOMS - S::DIMENSION;
    let square: Rational = direction.iter().map(|entry| entry * entry).sum();
    let mut masses = Vec::new();
    for wrench in unit {
        let (turn, push) = wrench.as_ref().split_at(turns);
        let along: Rational = push.iter().zip(direction).map(|(a, b)| a * b).sum();
        let mass = (-along).checked_div(&square).ok_or_else(other)?;
        let straight = push.iter().zip(direction).all(|(push, along)| *push == -(&mass * along));
        if !straight || !mass.is_positive() || turn.iter().any(|entry| !entry.is_zero()) {
            return Err(other());
        }
        masses.push(mass);
    }
    let weights = at(report, "exact.weight");
    if weights.is_null() {
        return Ok(());
    }
    let weight = |name: &String| {
        let told = if is_assembly(report) { &weights[name.as_str()] } else { weights };
        Vec::<Rational>::deserialize_from(told)
    };
    let weights = problem.bodies.iter().map(|body| weight(&body.name)).collect::<Result<Vec<_>, _>>()?;
    let heaviest = (0..masses.len()).max_by_key(|&body| &masses[body]).ok_or_else(other)?;
    let proportional = weights.iter().zip(&masses).all(|(weight, mass)| {
        weight.len() == weights[heaviest].len()
            && weight.iter().zip(&weights[heaviest]).all(|(one, most)| one * &masses[heaviest] == most * mass)
    });
    proportional.then_some(()).ok_or_else(other)
}

/// Two collapses, on one of which the direction does no negative work and on the other no positive: nothing stands either way.
fn both_ways<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    unit: &[S::Screw],
    told: &Value,
) -> Result<[Verified<AssemblyProof<S::Touch>>; 2], String> {
    let proved = |index: usize, sign: i64| -> Result<_, String> {
        let proof = accepted::<S>(problem, &told[index])?;
        let AssemblyProof::Falls { friction: FrictionUse::Given, load: of, twists, .. } = proof.proof()
        else {
            return Err(OTHER.to_owned());
        };
        let pairs =
            unit.iter().zip(twists).flat_map(|(wrench, twist)| wrench.as_ref().iter().zip(twist.as_ref()));
        let work: Rational = pairs.map(|(a, b)| a * b).sum();
        let along = !(work * Rational::from(sign)).is_negative();
        if *of == load && along { Ok(proof) } else { Err(OTHER.to_owned()) }
    };
    Ok([proved(0, 1)?, proved(1, -1)?])
}
