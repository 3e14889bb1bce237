//! What goes with `stand` where it was asked for: the order of building, accelerations of the base along a
//! direction, and the ranges of contact forces.

mod accelerations;
mod json;
mod ranges;
mod region;
mod solve;
mod text;

pub(crate) use accelerations::Accelerated;
use accelerations::accelerated_json;
use json::sequence_json;
use ranges::ranges_json;
pub(crate) use ranges::{Ranges, chosen, reasons as range_reasons};
pub(crate) use region::reasons as unknown_reasons;
use region::region_json;
use solve::solve_json;
pub(crate) use solve::{Ends, between, runs, told};

use crate::answer::AskError;
use crate::report::Options;
use serde_json::{Value, json};
use stiction::ask::lower::Misfit;
use stiction::ask::lower::{PLUNGER, assembly};
use stiction::ask::stand::assembly::Searched;
use stiction::ask::stand::order::{MOST_BODIES, OrderEnd, Sequence, sequence};
use stiction::ask::stand::{Region, SolvedValues, Values, region, solve};
use stiction::scene::{Axis, NoAnswer, Scene, Varied};
use stiction::screw::{Planar, Spatial};
use stiction_proof::{Answer, AssemblyProblem, NonZero, Rational};

/// The order of building, with what its proofs are about.
#[derive(Debug, Clone, PartialEq)]
pub struct BuildingOrder<S: Searched> {
    /// The whole.
    pub problem: AssemblyProblem<S::Touch>,
    /// What pulls at each body.
    pub load: Vec<S::Screw>,
    /// The order that was asked about, by position; none for the file's.
    pub asked: Option<Vec<usize>>,
    /// What was found.
    pub sequence: Sequence<S>,
}

impl<S: Searched> BuildingOrder<S> {
    /// Where contacts may be missing: a step that falls may stand with them, and fewer supports may do.
    fn leave_open(&mut self) {
        let Sequence { given, found, supports, .. } = &mut self.sequence;
        let orders = given.iter_mut().chain(supports.iter_mut().flat_map(|supports| &mut supports.order));
        for step in orders.filter(|step| step.answer == Answer::No) {
            step.answer = Answer::Undecided;
        }
        if matches!(found, OrderEnd::None(_)) {
            *found = OrderEnd::Undecided;
        }
        supports.iter_mut().for_each(|supports| supports.at_least = 0);
    }
}

/// What was asked besides.
#[derive(Debug, Clone, PartialEq)]
pub struct Extras<S: Searched> {
    /// The order of building.
    pub building: Option<BuildingOrder<S>>,
    /// Accelerations along directions.
    pub accelerated: Vec<Accelerated<S>>,
    /// Ranges of contact forces.
    pub ranges: Option<Ranges<S>>,
    /// The values of a number with which it stands.
    pub solved: Option<SolvedValues<S>>,
    /// The unit in which its values are told, with what one of it is in SI units.
    pub solved_in: Option<(String, NonZero)>,
    /// Where the centre of mass of a body may be.
    pub region: Option<Region<S>>,
}

/// In the plane or in space.
#[derive(Debug, Clone, PartialEq)]
pub enum AnyExtras {
    /// In the plane.
    Plane(Box<Extras<Planar>>),
    /// In space.
    Space(Box<Extras<Spatial>>),
}

/// Answers what is asked besides; nothing if nothing is.
pub(crate) fn extras<S: Searched + Varied>(
    scene: &Scene<S>,
    options: &Options,
) -> Result<Option<Extras<S>>, AskError> {
    if options.extras.is_empty() {
        return Ok(None);
    }
    let lowered = assembly(scene, options.cone)?;
    let mut misfits = Vec::new();
    let building = match &options.extras.sequence {
        None => None,
        Some(names) => {
            let asked = order(&lowered.problem, names, &mut misfits);
            if misfits.is_empty() {
                let found = sequence::<S>(&lowered.problem, &lowered.load, asked.as_deref())?;
                let (problem, load) = (lowered.problem.clone(), lowered.load.clone());
                Some(BuildingOrder { problem, load, asked, sequence: found })
            } else {
                None
            }
        }
    };
    let mut accelerated = Vec::new();
    for direction in &options.extras.accelerate {
        match accelerations::accelerated(scene, &lowered, direction)? {
            Ok(found) => accelerated.push(found),
            Err(mut faults) => misfits.append(&mut faults),
        }
    }
    let ranges = match &options.extras.ranges {
        Some(names) => ranges::asked(&lowered, names, options, &mut misfits)?,
        None => None,
    };
    let solved = match &options.extras.solve {
        Some(unknown) => match solve(scene, options.cone, &unknown.path, unknown.within.as_ref()) {
            Ok(solved) => Some(solved),
            Err(NoAnswer::Misfits(mut faults)) => {
                misfits.append(&mut faults);
                None
            }
            Err(NoAnswer::Defect(refused)) => return Err(refused.into()),
        },
        None => None,
    };
    let region = match options.extras.region {
        true => match which(&lowered.problem, options.body.as_deref()) {
            Ok(body) => Some(region(&lowered, body)?),
            Err(fault) => {
                misfits.push(fault);
                None
            }
        },
        false => None,
    };
    if misfits.is_empty() {
        let solved_in = solved.as_ref().and_then(|solved| Axis::of(&solved.path).told_in(scene));
        Ok(Some(Extras { building, accelerated, ranges, solved, solved_in, region }))
    } else {
        Err(misfits.into())
    }
}

/// The place of the body whose centre of mass is meant.
pub(crate) fn which<T: stiction_proof::Touch>(
    problem: &AssemblyProblem<T>,
    name: Option<&str>,
) -> Result<usize, Misfit> {
    let place = |name: &str| problem.bodies.iter().position(|body| body.name == name);
    let own = problem.bodies.iter().filter(|body| !body.name.ends_with(PLUNGER)).count();
    match (name, &problem.bodies[..]) {
        // Plungers of preloads come after the bodies of the scene.
        (None, _) if own == 1 => Ok(0),
        (None, _) => {
            let message = format!("there are {own} free bodies, and the region is of one");
            Err(Misfit::new("body", &["--region"], message, "say which: `--body NAME`"))
        }
        (Some(name), bodies) => place(name).ok_or_else(|| {
            let names: Vec<&str> = bodies.iter().map(|body| body.name.as_str()).take(8).collect();
            let message = format!("there is no free body \"{name}\"");
            let help = format!("the free bodies are {}", names.join(", "));
            Misfit::new("unknown-body", &["--body"], message, help)
        }),
    }
}

/// The positions of the named bodies; none for the file's own order.
pub(crate) fn order<T: stiction_proof::Touch>(
    problem: &AssemblyProblem<T>,
    names: &[String],
    misfits: &mut Vec<Misfit>,
) -> Option<Vec<usize>> {
    let fault = |code, message: String, help: &str| Misfit::new(code, &["--sequence"], message, help);
    if problem.bodies.len() > MOST_BODIES {
        let message =
            format!("orders are asked of at most {MOST_BODIES} bodies; these are {}", problem.bodies.len());
        misfits.push(fault("too-many-bodies", message, "ask about a part of the assembly"));
        return None;
    }
    if names.is_empty() {
        return None;
    }
    let mut order = Vec::new();
    for name in names {
        match problem.bodies.iter().position(|body| body.name == *name) {
            Some(at) if order.contains(&at) => {
                misfits.push(fault("twice", format!("\"{name}\" is placed twice"), "name each body once"));
            }
            Some(at) => order.push(at),
            None => {
                let message = format!("there is no free body \"{name}\"");
                misfits.push(fault("unknown-body", message, "name free bodies, with commas between them"));
            }
        }
    }
    Some(order)
}

/// Wrenches as lists.
fn rows<S: Searched>(load: &[S::Screw]) -> Vec<&[Rational]> {
    load.iter().map(|wrench| wrench.as_ref()).collect()
}

impl<S: Searched> Extras<S> {
    fn to_json(&self) -> Value {
        let mut keys = json!({});
        if let Some(building) = &self.building {
            keys["sequence"] = sequence_json(building);
        }
        if !self.accelerated.is_empty() {
            keys["accelerations"] = self.accelerated.iter().map(accelerated_json).collect();
        }
        if let Some(ranges) = &self.ranges {
            keys["ranges"] = ranges_json(ranges);
        }
        if let Some(solved) = &self.solved {
            keys["solve"] = solve_json(solved);
        }
        if let Some(region) = &self.region {
            keys["region"] = region_json(region);
        }
        keys
    }

    fn computed(&self) -> Vec<String> {
        let mut paths: Vec<String> = self.ranges.iter().flat_map(ranges::wide).collect();
        // Between values that were asked nothing is proved.
        if self.solved.as_ref().is_some_and(|solved| matches!(solved.found, Values::Asked(_))) {
            paths.push("solve.intervals".to_owned());
        }
        paths
    }

    fn lines(&self, falls: bool) -> Vec<(&'static str, String)> {
        let mut lines = self.building.as_ref().map(text::building).unwrap_or_default();
        lines.extend(self.accelerated.iter().map(accelerations::line));
        lines.extend(self.ranges.iter().flat_map(|ranges| ranges::lines(ranges, falls)));
        lines.extend(self.solved.iter().map(|solved| solve::line(solved, self.solved_in.as_ref())));
        lines.extend(self.region.iter().map(region::line));
        lines
    }
}

impl AnyExtras {
    /// The unit in which the values of what is solved for are told.
    pub(crate) fn solved_in(&self) -> Option<&(String, NonZero)> {
        match self {
            Self::Plane(extras) => extras.solved_in.as_ref(),
            Self::Space(extras) => extras.solved_in.as_ref(),
        }
    }

    /// The keys that are added to the report.
    pub(crate) fn to_json(&self) -> Value {
        match self {
            Self::Plane(extras) => extras.to_json(),
            Self::Space(extras) => extras.to_json(),
        }
    }

    /// Leaves open what of an order of building rests on the lack of contacts.
    pub(crate) fn leave_open(&mut self) {
        match self {
            Self::Plane(extras) => extras.building.iter_mut().for_each(BuildingOrder::leave_open),
            Self::Space(extras) => extras.building.iter_mut().for_each(BuildingOrder::leave_open),
        }
    }

    /// Whether an order of building was asked for.
    pub(crate) fn has_order(&self) -> bool {
        match self {
            Self::Plane(extras) => extras.building.is_some(),
            Self::Space(extras) => extras.building.is_some(),
        }
    }

    /// Paths of what no proof shows: numbers whose proved ends are too far apart to name them.
    pub(crate) fn computed(&self) -> Vec<String> {
        match self {
            Self::Plane(extras) => extras.computed(),
            Self::Space(extras) => extras.computed(),
        }
    }

    /// The lines that are added, to an answer that it falls or to another.
    pub(crate) fn lines(&self, falls: bool) -> Vec<(&'static str, String)> {
        match self {
            Self::Plane(extras) => extras.lines(falls),
            Self::Space(extras) => extras.lines(falls),
        }
    }
}
