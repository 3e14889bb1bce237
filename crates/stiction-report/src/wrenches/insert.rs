//! The report on insertion: which wrenches seat the part against its fixels, whatever the start.
//!
//! That what seats must also stay is \[BT (25)\], which holds for three contacts only.

use super::cone::pyramid_warning;
use super::stability::TouchedBodies;
use super::{NamedPart, Parting, held_warning, places, refused, show, wrench_misfits};
use crate::answer::{AnswerWithNotes, AskError};
use crate::report::{Answered, Options, Presentation, paths};
use crate::text::{Lines, plain};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use stiction::ask::Refused;
use stiction::ask::insert::{
    InsertFault, Insertion, LargestFriction, Seeker, largest_friction, steps_at_all,
};
use stiction::ask::lower::Misfit;
pub use stiction::ask::wrenches::{Along, End, Stretch};
use stiction::ask::wrenches::{PartAsked, Stability, part, tilts};
use stiction::cone::{ConeFault, Union};
use stiction::scene::Scene;
use stiction_proof::wrenches::{AnyPart, Move, Part, Plan, Seating};
use stiction_proof::{Answer, Rational, Refusal};

/// A wrench, judged.
#[derive(Debug, Clone, PartialEq)]
pub struct SeatedWrench {
    /// The total external wrench.
    pub wrench: Vec<Rational>,
    /// Whether it seats the part, and why; none where that rests on the boundary of round cones.
    pub proof: Option<Seating>,
}

impl SeatedWrench {
    /// Whether it seats the part, where that is proved.
    pub fn seats(&self) -> Option<bool> {
        self.proof.as_ref().map(|proof| matches!(proof, Seating::Seats { .. }))
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
    /// What the proofs are about.
    pub of: NamedPart,
    /// What is promised.
    pub plan: Plan,
    /// The outline and the finger that may push it.
    pub touched: TouchedBodies,
    /// The steps between states, each with whether any wrench allows it.
    pub steps: Vec<(Move, bool)>,
    /// The sets; none beyond a few fixels, and in space.
    pub sets: Option<SeatingSets>,
    /// The wrenches that were asked about.
    pub wrenches: Vec<SeatedWrench>,
    /// The largest common friction that leaves a plan, where it was asked for.
    pub largest_friction: Option<LargestFriction>,
}

/// Fixels up to which the sets are found.
const MOST_FOR_SETS: usize = 4;

pub(crate) fn insert_answer<S: Parting>(
    scene: &Scene<S>,
    options: &Options,
) -> Result<AnswerWithNotes, AskError> {
    let asked = PartAsked { model: options.cone, ..PartAsked::default() };
    let lowered = part(scene, options.body.as_deref(), asked)?;
    let misfits = wrench_misfits(&options.wrenches, S::FREEDOMS);
    if !misfits.is_empty() {
        return Err(misfits.into());
    }
    let body = &scene.bodies[lowered.body];
    let part = S::any(lowered.part);
    let plan = options.insert.plan;
    let wrenches = seated(&part, plan, &options.wrenches).map_err(|fault| fault.told(&body.name))?;
    let friction = match (&part, options.insert.largest_friction) {
        (AnyPart::Planar(part), true) => {
            Some(largest_friction(part, plan).map_err(|fault| misfit(fault, &body.name))?)
        }
        (AnyPart::Spatial(_), true) => return Err(vec![flat("--largest-friction")].into()),
        _ => None,
    };
    let asked = Inquiry { plan, touched: S::touched(body, options) };
    let of = NamedPart { body: body.name.clone(), part };
    let answer = InsertAnswer::assemble(asked, of, wrenches, friction).map_err(refused)?;
    let mut warnings = warnings(&lowered.held);
    warnings.extend(pyramid_warning(options.cone).filter(|_| S::DIMENSION == 3));
    Ok(AnswerWithNotes { answered: Answered::Insert(Box::new(answer)), rounded: lowered.rounded, warnings })
}

/// What is asked of the plane alone.
fn flat(flag: &str) -> Misfit {
    let message = "the largest friction is found for planar parts";
    Misfit::new("dimension", &[flag], message, format!("leave `{flag}` out"))
}

/// Why wrenches are not judged.
enum Unjudged {
    Fault(InsertFault),
    Refused(Refused),
}

impl Unjudged {
    fn told(self, body: &str) -> AskError {
        match self {
            Self::Fault(fault) => misfit(fault, body),
            Self::Refused(refused) => refused.into(),
        }
    }
}

/// Each wrench with whether it seats the part.
fn seated(part: &AnyPart, plan: Plan, wrenches: &[Vec<Rational>]) -> Result<Vec<SeatedWrench>, Unjudged> {
    let seeker = Seeker::new(part, &part.mass()).map_err(Unjudged::Fault)?;
    let one = |wrench: &Vec<Rational>| {
        let proof = seeker.seats(plan, wrench).map_err(Unjudged::Refused)?;
        Ok(SeatedWrench { wrench: wrench.clone(), proof })
    };
    wrenches.iter().map(one).collect()
}

/// What is worth knowing besides.
pub(crate) fn warnings(held: &[String]) -> Vec<String> {
    let mut warnings: Vec<String> = held_warning(held).into_iter().collect();
    warnings.push("every contact is a locator, whatever its gap; velocities are taken as small".to_owned());
    warnings
}

fn misfit(fault: InsertFault, body: &str) -> AskError {
    fault.misfit(body).map_or_else(refused, |misfit| AskError::Misfits(vec![misfit]))
}

/// How it is asked.
pub(crate) struct Inquiry {
    pub(crate) plan: Plan,
    pub(crate) touched: TouchedBodies,
}

impl InsertAnswer {
    /// The answer with its sets, from what its proofs are about.
    pub(crate) fn assemble(
        asked: Inquiry,
        of: NamedPart,
        wrenches: Vec<SeatedWrench>,
        largest_friction: Option<LargestFriction>,
    ) -> Result<Self, Refusal> {
        // All cones are of wrenches of one dimension, so that no fault of theirs happens.
        let shape = |_: ConeFault| Refusal::Shape;
        let (steps, sets) = match &of.part {
            AnyPart::Planar(planar) if planar.contacts.len() <= MOST_FOR_SETS => {
                let insertion = Insertion::new(planar).map_err(|_| Refusal::Shape)?;
                let steps = insertion.steps().iter().map(|(step, set)| (*step, !set.is_empty())).collect();
                (steps, Some(sets(&asked, &insertion).map_err(shape)?))
            }
            part => (steps_at_all(part)?, None),
        };
        let Inquiry { plan, touched } = asked;
        Ok(Self { of, plan, touched, steps, sets, wrenches, largest_friction })
    }

    fn fixels(&self) -> usize {
        self.of.part.count()
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
            "outline": places::write_rings(&self.touched.outline), "finger": self.touched.finger,
            "wrenches": self.wrenches.iter().map(|one| &one.wrench).collect::<Vec<_>>(),
        });
        let mut keys = json!({
            "body": self.of.body, "problem": self.of.part, "plan": self.plan, "finger": self.touched.finger.to_f64(),
            "graph": self.graph(),
        });
        for key in ["cones", "seated_and_still", "push", "tilts", "best"] {
            keys[key] = Value::Null;
        }
        match &self.sets {
            None => {
                let reason = if self.of.part.dimension() == 3 {
                    "too many locators: wrenches are judged one by one"
                } else {
                    "in space wrenches are judged one by one"
                };
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
    let mut shown = json!({ "wrench": show::numbers(&judged.wrench), "proof": judged.proof });
    if let Some(seats) = judged.seats() {
        shown["seats"] = json!(seats);
    }
    shown
}

fn sets(asked: &Inquiry, insertion: &Insertion) -> Result<SeatingSets, ConeFault> {
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
    let push = asked.touched.pushes(reference, &seats)?;
    Ok(SeatingSets { push, tilts: tilts(&seats)?, best: best(&seats), stays, seats })
}

/// The deepest direction of the cones, each for itself.
fn best(set: &Union) -> Option<([f64; 3], f64)> {
    let solid = set.cones().iter().filter(|cone| cone.closure().equalities().is_empty());
    let deepest = solid.filter_map(|cone| cone.closure().deepest()).filter(|found| found.depth > 0.0);
    let best = deepest.max_by(|one, other| one.depth.total_cmp(&other.depth))?;
    Some((std::array::from_fn(|at| best.direction[at]), best.depth))
}

impl Presentation for InsertAnswer {
    fn verdict(&self) -> Option<Answer> {
        let told: Vec<Option<bool>> = self.wrenches.iter().map(SeatedWrench::seats).collect();
        match (&told[..], &self.sets) {
            ([], Some(sets)) => Some(if sets.seats.is_empty() { Answer::No } else { Answer::Yes }),
            ([], None) => None,
            (told, _) if told.contains(&Some(false)) => Some(Answer::No),
            (told, _) if told.contains(&None) => Some(Answer::Undecided),
            _ => Some(Answer::Yes),
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
            let still = if stays == 0 { "no wrench".to_owned() } else { cones_of_wrenches(stays) };
            lines.push(("and stays", still));
        }
        if let Some(friction) = &self.largest_friction {
            lines.push(("friction", friction_words(friction)));
        }
        for judged in &self.wrenches {
            lines.push(("wrench", wrench_words(judged, &self.of.part.ids())));
        }
        let verdict = self.verdict().map_or_else(String::new, |verdict| format!(": {verdict}"));
        let proved = !self.wrenches.is_empty() && self.verdict() != Some(Answer::Undecided);
        Lines { heading: format!("seats{verdict}"), lines, proved }
    }

    fn subject(&self) -> &str {
        &self.of.body
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

fn cones_of_wrenches(count: usize) -> String {
    if count == 1 { "1 cone of wrenches".to_owned() } else { format!("{count} cones of wrenches") }
}

fn set_words(sets: &SeatingSets) -> String {
    let count = sets.seats.cones().len();
    match (&sets.best, count) {
        (_, 0) => "no wrench seats the part whatever the start".to_owned(),
        (None, _) => format!("{}, none with an inside", cones_of_wrenches(count)),
        (Some((wrench, radius)), _) => {
            let (wrench, radius) = (show::spoken_vector(*wrench), crate::number::spoken(*radius));
            let cones = if count == 1 { "one cone" } else { "cones" };
            format!("{cones} of wrenches; the best is {wrench}, which may be off by {radius} any way")
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

fn wrench_words(judged: &SeatedWrench, ids: &[&str]) -> String {
    let wrench = show::spoken_vector(judged.wrench.iter().map(Rational::to_f64));
    match &judged.proof {
        None => format!("{wrench}: whether it seats the part rests on the edge of a round cone"),
        Some(Seating::Seats { impossible, .. }) => {
            format!("{wrench} seats the part: it cannot stop or go back before ({} proofs)", impossible.len())
        }
        Some(Seating::Wanders { circle }) => {
            let states: Vec<String> = circle.iter().map(|one| touching(&one.step.state, ids)).collect();
            let stays = states.iter().all(|state| *state == states[0]);
            match &states[..] {
                [first, ..] if stays => format!("{wrench} may leave it stuck {first}"),
                _ => format!("{wrench} may leave it going round: {}", states.join(", then ")),
            }
        }
    }
}

/// Which locators a state touches: `touching "pin 1" and "pin 2"`.
fn touching(state: &str, ids: &[&str]) -> String {
    let those = state.chars().zip(ids).filter(|(touches, _)| *touches == '1');
    let named: Vec<String> = those.map(|(_, id)| format!("\"{}\"", plain(id))).collect();
    match &named[..] {
        [] => "touching nothing".to_owned(),
        [one] => format!("touching {one} alone"),
        [first @ .., last] => format!("touching {} and {last}", first.join(", ")),
    }
}
