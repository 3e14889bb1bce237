//! Orders of building, accelerations and ranges: every group and every end is checked, and the search is made
//! again from the groups alone.

use super::moving::is_moving;
use super::ranges::ranges;
use super::reading::{FromJson, at};
use super::unknown::{region, solved};
use super::{Case, NotedFailure, Notes};
use crate::bound::Bound;
use crate::extras::{Accelerated, AnyExtras, BuildingOrder, Extras, order};
use crate::number::is_named;
use serde_json::Value;
use std::cell::OnceCell;
use stiction::ask::Verdict;
use stiction::ask::lower::{Assembly, assembly};
use stiction::ask::stand::assembly::Searched;
use stiction::ask::stand::order::{Group, MOST_BODIES, sequence_of_groups};
use stiction::ask::stand::{Interval, Limit, LimitEnd, direction_load};
use stiction::scene::{Scene, Varied};
use stiction::screw::{Planar, Spatial};
use stiction_proof::{AssemblyProblem, AssemblyProof, FrictionUse, Rational, Verified};

/// A world whose answers are kept in a report.
pub(super) trait StandAgain: Searched + Varied {
    fn kept(extras: Extras<Self>) -> AnyExtras;
}

impl StandAgain for Planar {
    fn kept(extras: Extras<Self>) -> AnyExtras {
        AnyExtras::Plane(Box::new(extras))
    }
}

impl StandAgain for Spatial {
    fn kept(extras: Extras<Self>) -> AnyExtras {
        AnyExtras::Space(Box::new(extras))
    }
}

/// What was asked besides, made again; nothing if nothing was.
pub(super) fn extras<S: Searched + Varied>(
    case: &Case<'_>,
    scene: Option<&Scene<S>>,
    notes: &mut Notes<'_>,
) -> Result<Option<Extras<S>>, NotedFailure> {
    let (options, report) = (&case.options, case.report);
    if options.extras.is_empty() {
        return Ok(None);
    }
    let asking = Asking { case, scene, lowered: OnceCell::new() };
    let building = match &options.extras.sequence {
        Some(names) => Some(notes.claim("sequence", built(&asking, names))?),
        None => None,
    };
    let mut accelerated = Vec::new();
    for (index, direction) in options.extras.accelerate.iter().enumerate() {
        let told = &report["accelerations"][index];
        let found = accelerations(&asking, direction, told);
        accelerated.push(notes.claim(&format!("accelerations.{index}"), found)?);
    }
    let ranges = match &options.extras.ranges {
        Some(names) => Some(notes.claim("ranges", ranges(&asking, names))?),
        None => None,
    };
    let solved = match &options.extras.solve {
        Some(unknown) => Some(notes.claim("solve", solved(&asking, unknown))?),
        None => None,
    };
    if scene.is_none() && solved.is_some() {
        notes.found.unchecked.push(format!("{}solve.path: what the number of the scene is", notes.prefix));
    }
    let region = match options.extras.region {
        true => Some(notes.claim("region", region(&asking))?),
        false => None,
    };
    Ok(Some(Extras { building, accelerated, ranges, solved, solved_in: None, region }))
}

pub(super) const OTHER: &str = "the proof is of another statement";

type ExtrasReading<S> = (
    AssemblyProblem<<S as stiction::ask::lower::Standing>::Touch>,
    Vec<<S as stiction::screw::Space>::Screw>,
);

/// What is asked besides, of a report and of the scene that it is about, which is lowered once.
pub(super) struct Asking<'a, 'c, S: Searched> {
    pub(super) case: &'a Case<'c>,
    pub(super) scene: Option<&'a Scene<S>>,
    lowered: OnceCell<Result<Assembly<S>, String>>,
}

impl<S: Searched> Asking<'_, '_, S> {
    /// The assembly of the scene, where there is one.
    pub(super) fn assembly(&self) -> Result<Option<&Assembly<S>>, String> {
        let Some(scene) = self.scene else { return Ok(None) };
        let lower = || assembly(scene, self.case.options.cone).map_err(super::why);
        self.lowered.get_or_init(lower).as_ref().map(Some).map_err(Clone::clone)
    }

    /// The assembly and the load that something is told of: those of the scene, or without one those that the
    /// report is about.
    pub(super) fn problem(&self, told: &Value) -> Result<ExtrasReading<S>, String> {
        let problem = AssemblyProblem::<S::Touch>::deserialize_from(&told["problem"]["assembly"])?;
        let load = screws::<S>(&told["problem"]["load"])?;
        if load.len() != problem.bodies.len() {
            return Err("there is not one load a body".to_owned());
        }
        match self.assembly()? {
            Some(own) if own.problem != problem || own.load != load => {
                return Err("it is about another problem than the scene".to_owned());
            }
            Some(_) => {}
            None => is_of_report(self.case.report, &told["problem"])?,
        }
        Ok((problem, load))
    }
}

/// Whether an assembly and its load are those that the report is about.
fn is_of_report(report: &Value, told: &Value) -> Result<(), String> {
    let other = || "it is about another problem than the report".to_owned();
    if is_moving(report) {
        return Err("asked of assemblies on a base at rest".to_owned());
    }
    let load = at(report, "exact.load");
    (report["problem"] == told["assembly"]).then_some(()).ok_or_else(other)?;
    let names = told["assembly"]["bodies"].as_array().ok_or_else(other)?;
    let entry = |body: &Value| load[body["name"].as_str().unwrap_or_default()].clone();
    let loads: Value = names.iter().map(entry).collect();
    (loads == told["load"]).then_some(()).ok_or_else(other)
}

pub(super) fn screws<S: Searched>(told: &Value) -> Result<Vec<S::Screw>, String> {
    let rows = Vec::<Vec<Rational>>::deserialize_from(told)?;
    let screw = |row: Vec<Rational>| {
        let mut screw = S::Screw::default();
        let fits = screw.as_ref().len() == row.len();
        screw.as_mut().iter_mut().zip(row).for_each(|(entry, value)| *entry = value);
        fits.then_some(screw).ok_or_else(|| "a wrench has another length".to_owned())
    };
    rows.into_iter().map(screw).collect()
}

fn built<S: Searched>(asking: &Asking<'_, '_, S>, names: &[String]) -> Result<BuildingOrder<S>, String> {
    let told = &asking.case.report["sequence"];
    let (problem, load) = asking.problem(told)?;
    if problem.bodies.len() > MOST_BODIES {
        return Err(format!("orders are shown of at most {MOST_BODIES} bodies"));
    }
    let groups = told["groups"].as_array().ok_or("there are no groups")?;
    let groups = groups.iter().map(|one| group::<S>(&problem, &load, one)).collect::<Result<Vec<_>, _>>()?;
    let mut misfits = Vec::new();
    let asked = order(&problem, names, &mut misfits);
    if !misfits.is_empty() {
        return Err(super::why(misfits));
    }
    let sequence = sequence_of_groups::<S>(&problem, &load, asked.as_deref(), groups)
        .map_err(|refused| refused.to_string())?;
    Ok(BuildingOrder { problem, load, asked, sequence })
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
                AssemblyProof::Rests { friction: FrictionUse::Given, load, .. } if *load == pulls => {
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

fn accelerations<S: Searched>(
    asking: &Asking<'_, '_, S>,
    direction: &[Rational],
    told: &Value,
) -> Result<Accelerated<S>, String> {
    let (problem, load) = asking.problem(told)?;
    let unit = screws::<S>(&told["problem"]["unit"])?;
    let mut along = S::Vector::default();
    if direction.len() != along.as_ref().len() || unit.len() != load.len() {
        return Err("the direction has another length".to_owned());
    }
    along.as_mut().clone_from_slice(direction);
    is_inertia::<S>(asking.case.report, &problem, &unit, direction)?;
    if let (Some(scene), Some(lowered)) = (asking.scene, asking.assembly()?)
        && direction_load(scene, lowered, &along).map_err(super::why)? != unit
    {
        return Err("the load of an acceleration is not that of the scene".to_owned());
    }
    let read = Limits::<S> { problem: &problem, load: &load, unit: &unit };
    let found = match told["verdict"].as_str() {
        Some("yes") => {
            let limit = |key: &str, upper: bool| {
                let open = told["proof"][key]["beyond"].is_null();
                let at = if open { format!("{key}_tried") } else { key.to_owned() };
                read.limit(key, &told["proof"][key], &told["exact"][at], upper)
            };
            Interval::Between { least: limit("least", false)?, most: limit("most", true)? }
        }
        Some("no") => Interval::None(both_ways::<S>(&problem, &load, &unit, &told["proof"]["falls"])?),
        _ => Interval::Undecided,
    };
    Ok(Accelerated { direction: along, problem, load, unit, found })
}

/// The ends of an interval of multiples of a load.
pub(super) struct Limits<'a, S: Searched> {
    pub(super) problem: &'a AssemblyProblem<S::Touch>,
    pub(super) load: &'a [S::Screw],
    pub(super) unit: &'a [S::Screw],
}

impl<S: Searched> Limits<'_, S> {
    /// An interval whose ends tell their multiples themselves.
    pub(super) fn interval(&self, proofs: &Value) -> Result<Interval<S>, String> {
        let limit = |key: &str, upper: bool| {
            let end = &proofs[key];
            let at = if end["beyond"].is_null() { &end["tried"] } else { &end["at"] };
            self.limit(key, end, at, upper)
        };
        Ok(if !proofs["falls"].is_null() {
            Interval::None(both_ways::<S>(self.problem, self.load, self.unit, &proofs["falls"])?)
        } else if proofs["least"].is_null() {
            Interval::Undecided
        } else {
            Interval::Between { least: limit("least", false)?, most: limit("most", true)? }
        })
    }

    fn shifted(&self, value: &Rational) -> Vec<S::Screw> {
        let mut sum = self.load.to_vec();
        for (sum, part) in sum.iter_mut().zip(self.unit) {
            sum.as_mut().iter_mut().zip(part.as_ref()).for_each(|(sum, part)| *sum += part * value);
        }
        sum
    }

    /// One way: forces at the end and a bound beyond it, or forces as far as was looked.
    fn limit(&self, key: &str, proofs: &Value, at: &Value, upper: bool) -> Result<Limit<S>, String> {
        let open = proofs["beyond"].is_null();
        let value = Rational::deserialize_from(at)?;
        let carried = accepted::<S>(self.problem, &proofs["carried"])?;
        match carried.proof() {
            AssemblyProof::Rests { friction: FrictionUse::Given, load, .. }
                if *load == self.shifted(&value) => {}
            _ => return Err(OTHER.to_owned()),
        }
        if open {
            return Ok(Limit::Open(value, carried));
        }
        let beyond = accepted::<S>(self.problem, &proofs["beyond"])?;
        let bound = Bound::of(beyond.proof()).ok_or(OTHER)?;
        let loads = bound.load == self.load && bound.direction == self.unit && bound.taken.is_empty();
        if !loads || if upper { !bound.rate.is_positive() } else { !bound.rate.is_negative() } {
            return Err(OTHER.to_owned());
        }
        let end = bound.end().ok_or(OTHER)?;
        let ends = if upper { [&value, &end] } else { [&end, &value] };
        if ends[0] > ends[1] || !is_named(ends) {
            return Err(format!("{key}: the proved ends are too far apart to name a number"));
        }
        Ok(Limit::End(LimitEnd { value, carried, beyond }))
    }
}

/// Whether a load is that of one m/s² along a direction: `−m·e` on every body, `m > 0` and in proportion to
/// the weights that the report tells.
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
        let told = &weights[name.as_str()];
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

/// Two collapses, on one of which the direction does no negative work and on the other no positive: nothing
/// stands either way.
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
