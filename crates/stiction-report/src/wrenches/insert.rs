//! The report on insertion: which wrenches seat the part against its fixels, whatever the start.
//!
//! That what seats must also stay is \[BT (25)\], which holds for three contacts only.

use super::{held_warning, places, refused, show, wrench_misfits};
use crate::answer::{AskError, Found};
use crate::report::{Answered, Options, Told, paths};
use crate::text::Lines;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use stiction::ask::insert::{InsertFault, Insertion, LargestFriction, largest_friction};
pub use stiction::ask::wrenches::{Along, End, Stretch};
use stiction::ask::wrenches::{Finger, PartAsked, Stability, part, push, rings, tilts};
use stiction::cone::{ConeFault, Union};
use stiction::scene::Scene;
use stiction::screw::Planar;
use stiction::shape::Piece;
use stiction_proof::wrenches::{Move, Plan, PlanarPart, Seating};
use stiction_proof::{Answer, Rational};

/// A wrench, judged.
#[derive(Debug, Clone, PartialEq)]
pub struct SeatedWrench {
    /// The total external wrench.
    pub wrench: Vec<Rational>,
    /// Whether it seats the part, and why.
    pub proof: Seating,
}

impl SeatedWrench {
    /// Whether it seats the part.
    pub fn seats(&self) -> bool {
        matches!(self.proof, Seating::Seats { .. })
    }
}

/// The sets of a part with few fixels.
#[derive(Debug, Clone, PartialEq)]
pub struct SeatingSets {
    /// The wrenches of the plan: disjoint cones.
    pub seats: Union,
    /// Those of them under which the seated part then must stay.
    pub stays: Union,
    /// Where a finger's push does it; none without an outline.
    pub push: Option<Vec<Stretch>>,
    /// Directions of gravity that do it.
    pub tilts: Vec<[End; 2]>,
    /// The wrench deepest in the largest of the cones, and a radius about it at unit distance.
    pub best: Option<([f64; 3], f64)>,
}

/// Everything that is said about insertion.
#[derive(Debug, Clone, PartialEq)]
pub struct InsertAnswer {
    /// Name of the body.
    pub body: String,
    /// What the proofs are about.
    pub part: PlanarPart,
    /// What is promised.
    pub plan: Plan,
    /// Friction of the finger that pushes.
    pub finger: Rational,
    /// The outline, ring by ring; empty without one.
    pub outline: Vec<Vec<Piece>>,
    /// The steps between states, each with whether any wrench allows it.
    pub steps: Vec<(Move, bool)>,
    /// The sets; none beyond a few fixels.
    pub sets: Option<SeatingSets>,
    /// The wrenches that were asked about.
    pub wrenches: Vec<SeatedWrench>,
    /// The largest common friction that leaves a plan, where it was asked for.
    pub largest_friction: Option<LargestFriction>,
}

/// Fixels up to which the sets are found.
const MOST_FOR_SETS: usize = 4;

pub(crate) fn insert_answer(scene: &Scene<Planar>, options: &Options) -> Result<Found, AskError> {
    let lowered = part(scene, options.body.as_deref(), PartAsked::default())?;
    let misfits = wrench_misfits(&options.wrenches, 3);
    if !misfits.is_empty() {
        return Err(misfits.into());
    }
    let body = &scene.bodies[lowered.body];
    let insertion = Insertion::new(&lowered.part).map_err(|fault| misfit(fault, &body.name))?;
    let mut wrenches = Vec::new();
    for wrench in &options.wrenches {
        let proof = insertion.seats(options.insert.plan, wrench)?.proof;
        wrenches.push(SeatedWrench { wrench: wrench.clone(), proof });
    }
    let largest = || largest_friction(&lowered.part, options.insert.plan);
    let friction = options.insert.largest_friction.then(largest).transpose();
    let friction = friction.map_err(|fault| misfit(fault, &body.name))?;
    let asked = Asked {
        body: &body.name,
        plan: options.insert.plan,
        finger: options.insert.finger.clone(),
        outline: body.shape.as_ref().map(rings).unwrap_or_default(),
    };
    let answer = InsertAnswer::assemble(asked, &insertion, wrenches, friction).map_err(impossible)?;
    let warnings = warnings(&lowered.held);
    Ok(Found { answered: Answered::Insert(Box::new(answer)), rounded: lowered.rounded, warnings })
}

/// What is worth knowing besides.
pub(crate) fn warnings(held: &[String]) -> Vec<String> {
    let mut warnings: Vec<String> = held_warning(held).into_iter().collect();
    warnings.push("every contact is a fixel, whatever its gap; velocities are taken as small".to_owned());
    warnings
}

/// All cones are of planar wrenches, so that this does not happen.
fn impossible(_: ConeFault) -> AskError {
    refused(stiction_proof::Refusal::Shape)
}

fn misfit(fault: InsertFault, body: &str) -> AskError {
    fault.misfit(body).map_or_else(refused, |misfit| AskError::Misfits(vec![misfit]))
}

/// How it is asked.
pub(crate) struct Asked<'a> {
    pub(crate) body: &'a str,
    pub(crate) plan: Plan,
    pub(crate) finger: Rational,
    pub(crate) outline: Vec<Vec<Piece>>,
}

impl InsertAnswer {
    /// The answer with its sets, from what its proofs are about.
    pub(crate) fn assemble(
        asked: Asked<'_>,
        insertion: &Insertion,
        wrenches: Vec<SeatedWrench>,
        largest_friction: Option<LargestFriction>,
    ) -> Result<Self, ConeFault> {
        let sets = if insertion.fixels() <= MOST_FOR_SETS { Some(sets(&asked, insertion)?) } else { None };
        Ok(Self {
            body: asked.body.to_owned(),
            part: insertion.part().clone(),
            plan: asked.plan,
            finger: asked.finger,
            outline: asked.outline,
            steps: insertion.steps().iter().map(|(step, set)| (*step, !set.is_empty())).collect(),
            sets,
            wrenches,
            largest_friction,
        })
    }

    fn fixels(&self) -> usize {
        self.part.contacts.len()
    }

    /// The states and the steps between them.
    fn graph(&self) -> Value {
        let fixels = self.fixels();
        let name = |state: usize| Move { state, lost: 0, approached: 0 }.step(fixels).state;
        let states: Vec<String> = (0..1 << fixels).map(name).collect();
        let steps: Vec<Value> = self
            .steps
            .iter()
            .map(|(step, ever)| {
                let next: Vec<&String> =
                    (0..states.len()).filter(|&next| step.leads_to(next)).map(|next| &states[next]).collect();
                json!({
                    "state": states[step.state], "mode": step.letters(fixels).concat(), "next": next,
                    "possible": ever,
                })
            })
            .collect();
        json!({ "goal": states[states.len() - 1], "states": states, "steps": steps })
    }

    /// The keys of its JSON.
    pub(crate) fn shown(&self) -> Value {
        let mut reasons = BTreeMap::new();
        let mut exact = json!({
            "outline": places::write_rings(&self.outline), "finger": self.finger,
            "wrenches": self.wrenches.iter().map(|one| &one.wrench).collect::<Vec<_>>(),
        });
        let mut keys = json!({
            "body": self.body, "problem": self.part, "plan": self.plan, "finger": self.finger.to_f64(),
            "graph": self.graph(),
        });
        for key in ["cones", "seated_and_still", "push", "tilts", "best"] {
            keys[key] = Value::Null;
        }
        match &self.sets {
            None => {
                let reason = "too many fixels: wrenches are judged one by one";
                reasons
                    .extend(["cones", "seated_and_still", "push", "tilts", "best"].map(|key| (key, reason)));
            }
            Some(sets) => self.show_sets(sets, &mut keys, &mut exact, &mut reasons),
        }
        keys["largest_friction"] = match &self.largest_friction {
            None => {
                reasons.insert("largest_friction", "asked for by --largest-friction");
                Value::Null
            }
            Some(friction) => {
                let (doubles, all) = friction_keys(friction);
                exact["largest_friction"] = all;
                doubles
            }
        };
        keys["wrenches"] = self.wrenches.iter().map(shown_wrench).collect();
        keys["exact"] = exact;
        keys["reasons"] = json!(reasons);
        keys
    }

    fn show_sets(
        &self,
        sets: &SeatingSets,
        keys: &mut Value,
        exact: &mut Value,
        reasons: &mut BTreeMap<&'static str, &'static str>,
    ) {
        for (key, union) in [("cones", &sets.seats), ("seated_and_still", &sets.stays)] {
            let (doubles, all): (Vec<Value>, Vec<Value>) = union.cones().iter().map(show::open_cone).unzip();
            (keys[key], exact[key]) = (json!(doubles), json!(all));
        }
        match &sets.push {
            Some(stretches) => keys["push"] = places::write_stretches(stretches),
            None => {
                reasons.insert("push", "the body has no outline");
            }
        }
        keys["tilts"] = places::write_arcs(&sets.tilts);
        match &sets.best {
            Some((wrench, radius)) => keys["best"] = json!({ "wrench": wrench, "radius": radius }),
            None => {
                reasons.insert("best", "no cone of the set has an inside");
            }
        }
    }
}

fn friction_keys(friction: &LargestFriction) -> (Value, Value) {
    match friction {
        LargestFriction::Never => (json!({ "plan": "never" }), Value::Null),
        LargestFriction::Always(most) => {
            (json!({ "plan": "always", "tried": most.to_f64() }), json!({ "tried": most }))
        }
        LargestFriction::Between { leaves, loses, wrench } => (
            json!({ "plan": "below", "bracket": [leaves.to_f64(), loses.to_f64()], "wrench": show::numbers(wrench) }),
            json!({ "bracket": [leaves, loses], "wrench": wrench }),
        ),
    }
}

fn shown_wrench(judged: &SeatedWrench) -> Value {
    json!({ "wrench": show::numbers(&judged.wrench), "seats": judged.seats(), "proof": judged.proof })
}

fn sets(asked: &Asked<'_>, insertion: &Insertion) -> Result<SeatingSets, ConeFault> {
    let seats = match asked.plan {
        Plan::Complete => insertion.complete_set()?,
        Plan::Conservative => insertion.conservative()?,
    };
    let mut seated = insertion.part().clone();
    seated.contacts.iter_mut().for_each(|contact| contact.near = false);
    let stays = match Stability::of(&seated) {
        Ok(stability) => seats.meet(&stability.strong)?,
        Err(_) => Union::empty(3),
    };
    let reference = &insertion.part().reference;
    let finger = Finger { friction: asked.finger.clone() };
    let stretches = push(&asked.outline, reference, &seats, &finger)?;
    let push = (!asked.outline.is_empty()).then_some(stretches);
    Ok(SeatingSets { push, tilts: tilts(&seats)?, best: best(&seats), stays, seats })
}

/// The deepest direction of the cones, each for itself.
fn best(set: &Union) -> Option<([f64; 3], f64)> {
    let solid = set.cones().iter().filter(|cone| cone.closure().equalities().is_empty());
    let deepest = solid.filter_map(|cone| cone.closure().deepest()).filter(|found| found.depth > 0.0);
    let best = deepest.max_by(|one, other| one.depth.total_cmp(&other.depth))?;
    Some((std::array::from_fn(|at| best.direction[at]), best.depth))
}

impl Told for InsertAnswer {
    fn verdict(&self) -> Option<Answer> {
        let all = |yes: bool| Some(if yes { Answer::Yes } else { Answer::No });
        match (&self.wrenches[..], &self.sets) {
            ([], Some(sets)) => all(!sets.seats.is_empty()),
            ([], None) => None,
            (wrenches, _) => all(wrenches.iter().all(SeatedWrench::seats)),
        }
    }

    fn keys(&self, _: &Options) -> Value {
        let mut keys = self.shown();
        keys["verdict"] = json!(self.verdict());
        keys
    }

    fn lines(&self, _: &Options) -> Lines {
        let mut lines = Vec::new();
        if let Some(sets) = &self.sets {
            lines.push(("seats", set_words(sets)));
            match &sets.push {
                Some(stretches) if stretches.is_empty() => {
                    lines.push(("push", "nowhere on the outline".to_owned()))
                }
                Some(stretches) => lines.push(("push", places::spoken(stretches))),
                None => {}
            }
            let tilted = match sets.tilts.len() {
                0 => "no direction of gravity seats it".to_owned(),
                _ => sets.tilts.iter().map(tilt_words).collect::<Vec<_>>().join(", "),
            };
            lines.push(("tilt", tilted));
            let stays = sets.stays.cones().len();
            let still =
                if stays == 0 { "no wrench".to_owned() } else { format!("{stays} cones of wrenches") };
            lines.push(("and stays", still));
        }
        if let Some(friction) = &self.largest_friction {
            lines.push(("friction", friction_words(friction)));
        }
        for judged in &self.wrenches {
            lines.push(("wrench", wrench_words(judged)));
        }
        let verdict = self.verdict().map_or_else(String::new, |verdict| format!(": {verdict}"));
        Lines { heading: format!("seats{verdict}"), lines, proved: !self.wrenches.is_empty() }
    }

    fn subject(&self) -> &str {
        &self.body
    }

    fn words(&self) -> String {
        self.verdict().map_or_else(|| "seats".to_owned(), |verdict| format!("seats: {verdict}"))
    }

    fn computed(&self) -> Vec<String> {
        let mut computed = paths("graph cones seated_and_still push tilts best largest_friction");
        if self.wrenches.is_empty() {
            computed.push("verdict".to_owned());
        }
        computed
    }
}

fn set_words(sets: &SeatingSets) -> String {
    let count = sets.seats.cones().len();
    match (&sets.best, count) {
        (_, 0) => "no wrench seats the part whatever the start".to_owned(),
        (None, _) => format!("{count} cones of wrenches, none with an inside"),
        (Some((wrench, radius)), _) => {
            let (wrench, radius) = (show::spoken_vector(*wrench), crate::number::spoken(*radius));
            let cones = if count == 1 { "one cone" } else { "cones" };
            format!("{cones} of wrenches; deepest {wrench}, with {radius} to spare each way")
        }
    }
}

fn tilt_words([from, to]: &[End; 2]) -> String {
    let degrees = |end: &End| crate::number::spoken(end.point[1].atan2(end.point[0]).to_degrees());
    format!("gravity from {}° to {}°", degrees(from), degrees(to))
}

fn friction_words(friction: &LargestFriction) -> String {
    match friction {
        LargestFriction::Never => "no plan at any friction".to_owned(),
        LargestFriction::Always(most) => {
            format!("a plan is left up to μ = {}", crate::number::spoken(most.to_f64()))
        }
        LargestFriction::Between { leaves, .. } => {
            format!("a plan is left below μ = {}", crate::number::spoken(leaves.to_f64()))
        }
    }
}

fn wrench_words(judged: &SeatedWrench) -> String {
    let wrench = show::spoken_vector(judged.wrench.iter().map(Rational::to_f64));
    match &judged.proof {
        Seating::Seats { impossible, .. } => {
            format!("{wrench} seats the part: {} steps back or in place are impossible", impossible.len())
        }
        Seating::Wanders { circle } => {
            let steps: Vec<String> =
                circle.iter().map(|one| format!("{} {}", one.step.state, one.step.mode)).collect();
            format!("{wrench} need not: {}", steps.join(" → "))
        }
    }
}
