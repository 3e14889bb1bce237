//! What closure alone does not say: loads, tasks, changes, smallest sets.
//!
//! Plane and space share everything but the places along an outline.  A [`ClosureExtras`] becomes keys of a report
//! ([`ClosureExtras::to_json`], to be put in with [`graft`]) and lines of text; a verifier reads it back from the
//! proofs of a report.

mod changes;
mod extent;
mod few;
mod loads;
mod one_more;
mod setting;

pub use changes::FrictionChange;
pub use one_more::OneMore;

use crate::answer::AskError;
use crate::closure::{ClosureAnswer, Rings};
use crate::closure_space::ClosureInSpace;
use changes::{Least, Place};
use serde_json::{Map, Value, json};
use setting::{ContactSetting, Setting};
use std::collections::BTreeMap;
use std::fmt;
use stiction::ask::closure::{
    Few, LeastFriction, LoadAnswer, Minimal, Removing, Task, load_answer, minimal, task,
};
use stiction::ask::lower::Misfit;
use stiction::scene::visible;
use stiction::screw::Space;
use stiction::work;
use stiction_proof::{Answer, PlanarProblem, Problem, Proof, Rational, SpatialContact, SpatialProblem};

/// Everything of it, in the plane or in space.
#[derive(Debug, Clone, PartialEq)]
pub enum ClosureExtras {
    /// In the plane.
    Planar(Box<FurtherPlanar>),
    /// In space.
    Spatial(Box<FurtherAnswer<SpatialProblem>>),
}

/// Loads, changes of friction and smallest sets of one problem.
#[derive(Debug, Clone, PartialEq)]
pub struct FurtherAnswer<Q: Setting> {
    /// What the proofs are about.
    pub problem: Q,
    /// One answer for each wrench that was asked about.
    pub loads: Vec<LoadAnswer<Q::World>>,
    /// The largest common multiple of the wrenches, if there are some.
    pub task: Option<Task<Q::World>>,
    /// The smallest sets.
    pub minimal: Minimal<Q::Proof>,
    /// The change of friction that changes the verdict, or why there is none.
    pub friction: Result<FrictionChange, &'static str>,
    /// Whether the problem was rounded on the way.
    pub rounded: bool,
}

/// The same in the plane, with places.
#[derive(Debug, Clone, PartialEq)]
pub struct FurtherPlanar {
    /// What plane and space share.
    pub answer: FurtherAnswer<PlanarProblem>,
    places: Result<Vec<Place>, &'static str>,
    /// Where one more frictionless finger would close it, or why that is not asked.
    pub one_more: Result<OneMore, &'static str>,
}

/// Keys of a report, its mirror and its reasons.
#[derive(Default)]
struct Keys {
    report: Map<String, Value>,
    exact: Map<String, Value>,
    reasons: BTreeMap<String, String>,
}

/// A wrench of a problem's world.
type Screw<Q> = <<Q as Setting>::World as Space>::Screw;

/// Wrenches with as many entries as the dimension asks for, or what is wrong with each that has not.
fn wrenches<Q: Setting>(given: &[Vec<Rational>]) -> Result<Vec<Screw<Q>>, Vec<Misfit>> {
    let (mut wrenches, mut misfits) = (Vec::new(), Vec::new());
    for (place, given) in given.iter().enumerate() {
        let mut wrench = Screw::<Q>::default();
        let entries = wrench.as_mut();
        if entries.len() == given.len() {
            entries.clone_from_slice(given);
            wrenches.push(wrench);
        } else {
            let (found, needed) = (given.len(), entries.len());
            misfits.push(Misfit::new(
                "length",
                &["--wrench"],
                format!("wrench {} has {found} numbers; in this scene a wrench has {needed}", place + 1),
                if needed == 3 { "give m,fx,fy" } else { "give mx,my,mz,fx,fy,fz" },
            ));
        }
    }
    if misfits.is_empty() { Ok(wrenches) } else { Err(misfits) }
}

/// Asks what plane and space share.
fn asked<T: ContactSetting + Removing>(
    problem: &Problem<T>,
    least: &Least,
    given: &[Vec<Rational>],
    rounded: bool,
) -> Result<FurtherAnswer<Problem<T>>, AskError> {
    let wrenches = wrenches::<Problem<T>>(given)?;
    let loads = wrenches.iter().map(|wrench| load_answer::<T::World>(problem, wrench));
    Ok(FurtherAnswer {
        problem: problem.clone(),
        loads: loads.collect::<Result<_, _>>()?,
        task: if wrenches.is_empty() { None } else { Some(task::<T::World>(problem, &wrenches)?) },
        minimal: work::attempt("smallest sets", || minimal(problem)).unwrap_or_else(|_| Ok(unfinished()))?,
        friction: changes::friction_change(&problem.frictions(), least),
        rounded,
    })
}

/// Neither set, as time was up.
fn unfinished<P>() -> Minimal<P> {
    Minimal { sufficient: Few::Unfinished, guilty: Few::Unfinished }
}

/// Asks everything further of a planar problem.
pub fn further_planar(
    problem: &PlanarProblem,
    outline: Option<&Rings>,
    least_friction: &LeastFriction,
    given: &[Vec<Rational>],
    rounded: bool,
    closed: bool,
) -> Result<ClosureExtras, AskError> {
    let answer = asked(problem, &Least::from(least_friction), given, rounded)?;
    let places = changes::places(problem, outline)?;
    let one_more = one_more::asked(problem, outline, closed)?;
    Ok(ClosureExtras::Planar(Box::new(FurtherPlanar { answer, places, one_more })))
}

/// Asks everything further of a spatial problem.
pub fn further_spatial(
    problem: &SpatialProblem,
    least_friction: &LeastFriction<SpatialContact>,
    given: &[Vec<Rational>],
    rounded: bool,
) -> Result<ClosureExtras, AskError> {
    asked(problem, &Least::from(least_friction), given, rounded)
        .map(|answer| ClosureExtras::Spatial(Box::new(answer)))
}

impl<Q: Setting> FurtherAnswer<Q> {
    /// Everything but places.
    fn keys(&self) -> Keys {
        let mut keys = Keys::default();
        if !self.loads.is_empty() {
            loads::keys(&self.problem, &self.loads, self.rounded, &mut keys);
        }
        if let Some(task) = &self.task {
            loads::task_keys::<Q>(task, &mut keys);
        }
        few::keys(&self.problem, &self.minimal, &mut keys);
        let friction = changes::friction_keys(&self.friction, &mut keys);
        let mut changes = json!({ "friction": friction });
        if let Some(listed) = keys.report.get("loads").and_then(Value::as_array) {
            let factors: Vec<Value> = listed.iter().map(|load| load["largest"].clone()).collect();
            for (place, _) in factors.iter().enumerate().filter(|(_, factor)| factor.is_null()) {
                let why = keys.reasons.get(&format!("loads.{place}.largest")).cloned();
                keys.reasons.insert(format!("changes.load.{place}"), why.unwrap_or_default());
            }
            changes["load"] = json!(factors);
        }
        keys.report.insert("changes".to_owned(), changes);
        keys
    }

    /// Numbers whose proved ends are too far apart to name them.
    fn computed(&self) -> Vec<String> {
        loads::wide(&self.loads, &self.problem.ids())
    }

    fn lines(&self) -> Vec<(&'static str, String)> {
        let mut lines = loads::lines(&self.problem, &self.loads, self.task.as_ref(), self.rounded);
        lines.extend(few::lines(&self.problem, &self.minimal));
        lines
    }
}

impl ClosureExtras {
    /// The keys, with those of `exact` and `reasons`.
    pub fn to_json(&self) -> Value {
        let keys = match self {
            Self::Spatial(answer) => answer.keys(),
            Self::Planar(planar) => {
                let mut keys = planar.answer.keys();
                let place = changes::place_keys(&planar.answer.problem, &planar.places, &mut keys);
                keys.report.entry("changes").or_insert_with(|| json!({}))["place"] = place;
                one_more::keys(&planar.one_more, &mut keys);
                keys
            }
        };
        let mut report = Value::Object(keys.report);
        report["exact"] = Value::Object(keys.exact);
        report["reasons"] = json!(keys.reasons);
        report
    }

    /// Paths of what no proof shows.
    pub(crate) fn computed(&self) -> Vec<String> {
        match self {
            Self::Spatial(answer) => answer.computed(),
            Self::Planar(planar) => {
                let mut paths = planar.answer.computed();
                paths.extend(changes::computed(&planar.answer.problem, &planar.places));
                paths.push("one_more".to_owned());
                paths
            }
        }
    }

    /// A word of at most nine letters and what it is about, for each line of text.
    pub fn lines(&self) -> Vec<(&'static str, String)> {
        match self {
            Self::Spatial(answer) => answer.lines(),
            Self::Planar(planar) => {
                let mut lines = planar.answer.lines();
                lines.extend(changes::place_line(&planar.answer.problem, &planar.places));
                lines.extend(one_more::line(&planar.one_more));
                lines
            }
        }
    }
}

impl fmt::Display for ClosureExtras {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines().iter().try_for_each(|(word, text)| writeln!(f, "  {word:<9} {}", visible(text)))
    }
}

/// Puts keys into a report: objects are joined, everything else is replaced.
pub fn graft(report: &mut Value, more: Value) {
    match (report, more) {
        (Value::Object(report), Value::Object(more)) => {
            for (key, value) in more {
                match report.get_mut(&key) {
                    Some(there) => graft(there, value),
                    None => {
                        report.insert(key, value);
                    }
                }
            }
        }
        (report, more) => *report = more,
    }
}

type Note<'n> = &'n mut dyn FnMut(String, Result<(), String>);

/// What was asked besides closure, of which numbers, and the report that tells of it.
pub(crate) struct Inquiry<'a> {
    /// Wrenches that are judged.
    pub(crate) given: &'a [Vec<Rational>],
    /// Whether something passed through a rounding.
    pub(crate) rounded: bool,
    /// The report.
    pub(crate) report: &'a Value,
}

/// A planar grasp, the outline of its body where it has one, and whether it is closed.
#[derive(Clone, Copy)]
struct Outlined<'a> {
    problem: &'a PlanarProblem,
    outline: Option<&'a Rings>,
    closed: bool,
}

/// What a report in the plane proves of it; `closed` is whether the contacts close.
pub(crate) fn read_planar(
    answer: &ClosureAnswer,
    asked: &Inquiry<'_>,
    note: Note<'_>,
) -> Result<ClosureExtras, String> {
    let (problem, outline) = (&answer.problem, answer.outline.as_ref());
    let least = Least::from(&answer.least_friction);
    let again = |problem: &PlanarProblem| minimal(problem).map_err(|refused| refused.to_string());
    let (shared, report) = (read(problem, &least, asked, note, again)?, asked.report);
    let closed = matches!(answer.force.proof.proof(), Proof::Closed { .. });
    let of = Outlined { problem, outline, closed };
    let places = changes::read_places(of, report, note)?;
    let one_more =
        one_more::read(Outlined { closed: answer.force.verdict == Answer::Yes, ..of }, report, note)?;
    Ok(ClosureExtras::Planar(Box::new(FurtherPlanar { answer: shared, places, one_more })))
}

/// What a report in space proves of it.
pub(crate) fn read_spatial(
    answer: &ClosureInSpace,
    asked: &Inquiry<'_>,
    note: Note<'_>,
) -> Result<ClosureExtras, String> {
    let least = Least::from(&answer.least_friction);
    let again = |problem: &SpatialProblem| minimal(problem).map_err(|refused| refused.to_string());
    Ok(ClosureExtras::Spatial(Box::new(read(&answer.problem, &least, asked, note, again)?)))
}

fn read<Q: Setting>(
    problem: &Q,
    least: &Least,
    Inquiry { given, rounded, report }: &Inquiry<'_>,
    note: Note<'_>,
    again: impl Fn(&Q) -> Result<Minimal<Q::Proof>, String>,
) -> Result<FurtherAnswer<Q>, String> {
    let wrenches = wrenches::<Q>(given).map_err(|_| "a wrench has another number of entries".to_owned())?;
    let mut loads = Vec::new();
    for (place, wrench) in wrenches.iter().enumerate() {
        let load = loads::read(problem, wrench, &report["loads"][place]);
        note(format!("loads.{place}"), load.as_ref().map(|_| ()).map_err(String::clone));
        loads.push(load?);
    }
    let mut task = None;
    if !wrenches.is_empty() {
        let found = loads::read_task(problem, &wrenches, &report["task"]);
        note("task".to_owned(), found.as_ref().map(|_| ()).map_err(String::clone));
        task = Some(found?);
    }
    Ok(FurtherAnswer {
        problem: problem.clone(),
        loads,
        task,
        minimal: few::read(problem, report, note, again)?,
        friction: changes::friction_change(&problem.frictions(), least),
        rounded: *rounded,
    })
}
