//! The report on what happens now: every mode with its motion and forces, and why there is no other.

mod log;
mod map;
mod plane;
mod space;

pub(crate) use log::{record, reported};
pub(crate) use map::proved;
pub use map::{OutcomeMap, ProvedCell};
pub(crate) use space::outcomes_in_space_answer;
pub use stiction::ask::outcomes::erdmann::FrictionCone;
pub use stiction::ask::outcomes::{Cell, Outcome};

use crate::answer::{AskError, Found};
use crate::json::doubles;
use crate::number::{spoken, spoken_fraction};
use crate::report::{Answered, Options, Told};
use crate::text::{Lines, plain};
use log::{judged, log_words};
use map::mapped;
use serde::Serialize;
use serde_json::{Map, Value, json};
use stiction::ask::lower::{Misfit, length};
use stiction::ask::outcomes::{AllOutcomes, Judged, OutcomesFault, Reported, lower, outcomes};
use stiction::scene::{Rounding, Scene};
use stiction::screw::Planar;
use stiction::shape::Geometry;
use stiction_proof::{
    Answer, ConeEdge, ContactLaw, Determined, Held, Laid, OutcomeProblem, OutcomeSolution, Rational,
    SpatialOutcomeProblem,
};

/// Everything that is said about what happens, in the plane or in space.
#[derive(Debug, Clone, PartialEq)]
pub struct OutcomesAnswer<P = OutcomeProblem, const A: usize = 3, const F: usize = 2> {
    /// Names of the free bodies, with commas between them.
    pub subject: String,
    /// What the proofs are about.
    pub problem: P,
    /// Every mode with its motion and forces.
    pub all: AllOutcomes<A, F>,
    /// What happens over two numbers of the scene, where that was asked.
    pub map: Option<OutcomeMap>,
    /// What another program reports, each with how far it is from the laws.
    pub log: Vec<(Reported, Judged)>,
}

/// The same about bodies in space.
pub type OutcomesInSpace = OutcomesAnswer<SpatialOutcomeProblem, 6, 3>;

pub(crate) fn outcomes_answer(scene: &Scene<Planar>, options: &Options) -> Result<Found, AskError> {
    let lowered = lower(scene)?;
    let all = outcomes(&lowered.problem).map_err(fault)?;
    let map = mapped(scene, &options.map)?;
    let log = judged(&lowered, &all, options.log.as_deref().unwrap_or_default())?;
    let mut rounded = lowered.rounded;
    for contact in &scene.contacts {
        if !length(&contact.normal).exact {
            let why = "forces are told in newtons, so multiples of the normal are multiplied by its length, an irrational root";
            rounded.push(Rounding { path: format!("contacts.{}.normal", contact.id), why: why.to_owned() });
        }
    }
    let mut warnings = remarks(&scene.rounded, all.outcome);
    warnings.extend(beyond_limits(scene, &lowered.problem, &all));
    let names: Vec<&str> = scene.free_bodies().map(|(_, body)| body.name.as_str()).collect();
    let answer = OutcomesAnswer { subject: names.join(", "), problem: lowered.problem, all, map, log };
    Ok(Found { answered: Answered::Outcomes(Box::new(answer)), rounded, warnings })
}

/// Contacts that push harder than their `limit`, which no rigid contact obeys: a body that cannot yield has no other way.
fn beyond_limits<S: Geometry, P: Spoken<A, F>, const A: usize, const F: usize>(
    scene: &Scene<S>,
    problem: &P,
    all: &AllOutcomes<A, F>,
) -> Vec<String> {
    let mut warnings = Vec::new();
    for (index, contact) in scene.contacts.iter().enumerate() {
        let Some(limit) = &contact.limit else { continue };
        for (happening, held) in all.happenings.iter().zip(&all.proof.held) {
            let pushes = |solution: &OutcomeSolution<A, F>| {
                problem.newtons(index, &solution.forces[index]).0.swap_remove(0)
            };
            let corners = held.family.iter().flat_map(|family| &family.vertices);
            // Of forces that are not unique the least counts; along rays they only grow.
            let least = corners.map(|corner| pushes(&all.laid.solution(corner))).min();
            let force = least.unwrap_or_else(|| pushes(&happening.solution));
            if force > *limit {
                warnings.push(format!(
                    "contact \"{}\" pushes with {} N in mode {}, beyond its limit of {} N: outcomes take contacts as rigid and do not obey limits",
                    plain(&contact.id),
                    spoken(force.to_f64()),
                    problem.shown(&happening.mode),
                    spoken(limit.to_f64())
                ));
            }
        }
    }
    warnings
}

/// What is worth knowing besides.
fn remarks(rounded: &[Rounding], outcome: Outcome) -> Vec<String> {
    let mut warnings = Vec::new();
    if !rounded.is_empty() {
        warnings.push(
            "some numbers of the scene were rounded: what is proved is about the rounded ones".to_owned(),
        );
    }
    if outcome == Outcome::Inconsistent {
        warnings.push(
            "no acceleration obeys Newton and Coulomb: rigid bodies are too simple a model here".to_owned(),
        );
    }
    warnings
}

fn fault(fault: OutcomesFault) -> AskError {
    let misfit = |code, message: String, help: &str| {
        AskError::Misfits(vec![Misfit::new(code, &["contacts"], message, help)])
    };
    match fault {
        OutcomesFault::Refused(refused) => AskError::Refused(refused),
        OutcomesFault::Problem(objection) => misfit(
            "outcomes",
            format!("the scene has no equations of motion: {objection}"),
            "give every free body an inertia that is not singular",
        ),
        OutcomesFault::TooMany(effort) => misfit(
            "effort",
            format!("more than {effort} partial modes would have to be looked at"),
            "give fewer contacts",
        ),
    }
}

/// What a report says of a problem's bodies and contacts.
pub trait Spoken<const A: usize, const F: usize>: ContactLaw<A, F> + Serialize {
    /// The free bodies: where each is among all, and its name.
    fn free_bodies(&self) -> Vec<(usize, &str)>;

    /// Names of the contacts.
    fn contact_ids(&self) -> Vec<&str>;

    /// A force of a contact along its unit normal and tangents, and whether nothing was rounded.
    fn newtons(&self, contact: usize, force: &[Rational; F]) -> (Vec<Rational>, bool);

    /// A mode as it is shown, from how the proofs spell it.
    fn shown(&self, mode: &str) -> String;

    /// What the label of a contact says.
    fn doing(&self, contact: usize, label: &str) -> String;

    /// The edges whose multiples the proofs speak of.
    fn edge(&self, edge: &ConeEdge<F>) -> Value;

    /// An acceleration in words.
    fn acceleration_words(acceleration: &[f64; A]) -> String;
}

/// The labels of a mode, one for each contact.
fn labels(mode: &str, contacts: usize) -> Vec<String> {
    if contacts > 1 && !mode.contains(' ') {
        return mode.chars().map(String::from).collect();
    }
    mode.split(' ').map(str::to_owned).collect()
}

/// `{body: acceleration}` and `{contact: force}`, in doubles and exactly where the lengths of normal and tangents are rational.
fn told<P: Spoken<A, F>, const A: usize, const F: usize>(
    problem: &P,
    solution: &OutcomeSolution<A, F>,
) -> [Value; 2] {
    let (mut shown, mut exact) = ([Map::new(), Map::new()], [Map::new(), Map::new()]);
    for (body, name) in problem.free_bodies() {
        let acceleration = &solution.accelerations[body];
        shown[0].insert(name.to_owned(), doubles(acceleration));
        exact[0].insert(name.to_owned(), json!(acceleration.to_vec()));
    }
    for (index, (id, force)) in problem.contact_ids().into_iter().zip(&solution.forces).enumerate() {
        let (force, precise) = problem.newtons(index, force);
        shown[1].insert(id.to_owned(), doubles(&force));
        exact[1].insert(id.to_owned(), if precise { json!(force) } else { Value::Null });
    }
    [shown, exact].map(|[accelerations, forces]| json!({ "acceleration": accelerations, "forces": forces }))
}

/// The solutions of the modes that are held, in doubles and exactly.
pub(crate) fn solutions<P: Spoken<A, F>, const A: usize, const F: usize>(
    problem: &P,
    laid: &Laid<A, F>,
    held: &[(&Held, Determined)],
) -> [Value; 2] {
    let mut both = [Vec::new(), Vec::new()];
    for (held, determined) in held {
        let mut entry = told(problem, &laid.solution(&held.point));
        let family = held.family.as_ref().filter(|_| !determined.force);
        let corners = family.map(|family| {
            let [vertices, rays] = [
                family
                    .vertices
                    .iter()
                    .map(|vertex| told(problem, &laid.solution(vertex)))
                    .collect::<Vec<_>>(),
                family.rays.iter().map(|ray| told(problem, &laid.change(ray))).collect(),
            ];
            [0, 1].map(|side| {
                let list =
                    |list: &Vec<[Value; 2]>| list.iter().map(|entry| entry[side].clone()).collect::<Value>();
                json!({ "vertices": list(&vertices), "rays": list(&rays) })
            })
        });
        for (side, entry) in entry.iter_mut().enumerate() {
            if let Some(corners) = &corners {
                entry["family"] = corners[side].clone();
            }
        }
        entry[0]["mode"] = json!(problem.shown(&held.mode));
        entry[0]["acceleration_unique"] = json!(determined.acceleration);
        entry[0]["force_unique"] = json!(determined.force);
        if !determined.force && held.family.is_none() {
            entry[0]["family_listed"] = json!(false);
        }
        let [shown, exact] = entry;
        both[0].push(shown);
        both[1].push(exact);
    }
    both.map(Value::Array)
}

/// The edges whose multiples the proofs speak of.
pub(crate) fn edges<P: Spoken<A, F>, const A: usize, const F: usize>(
    problem: &P,
    laid: &Laid<A, F>,
) -> Value {
    laid.edges.iter().map(|edge| problem.edge(edge)).collect()
}

impl<P, const A: usize, const F: usize> OutcomesAnswer<P, A, F> {
    fn held(&self) -> Vec<(&Held, Determined)> {
        self.all
            .proof
            .held
            .iter()
            .zip(self.all.happenings.iter().map(|happening| happening.determined))
            .collect()
    }
}

/// Whether what happens follows from the laws: one acceleration is possible, and no other.
pub(crate) fn verdict(outcome: Outcome) -> Answer {
    if outcome == Outcome::Unique { Answer::Yes } else { Answer::No }
}

impl<P: Spoken<A, F>, const A: usize, const F: usize> Told for OutcomesAnswer<P, A, F> {
    fn verdict(&self) -> Option<Answer> {
        Some(verdict(self.all.outcome))
    }

    fn keys(&self, _: &Options) -> Value {
        let [shown, exact] = solutions(&self.problem, &self.all.laid, &self.held());
        let excluded: Vec<Value> = self
            .all
            .proof
            .excluded
            .iter()
            .map(|exclusion| json!({ "mode": exclusion.mode, "proof": { "multipliers": exclusion.multipliers } }))
            .collect();
        let mut keys = json!({
            "problem": self.problem,
            "verdict": verdict(self.all.outcome),
            "outcome": self.all.outcome.word(),
            "solutions": shown,
            "excluded": excluded,
            "edges": edges(&self.problem, &self.all.laid),
            "held": self.all.proof.held,
            "reasons": {},
            "exact": { "solutions": exact },
        });
        if let Some(map) = &self.map {
            keys["map"] = map.to_json();
        }
        if !self.log.is_empty() {
            keys["log"] = self.log.iter().map(|(reported, judged)| record(reported, judged)).collect();
        }
        keys
    }

    fn lines(&self, _: &Options) -> Lines {
        let mut lines = Vec::new();
        let alone = self.problem.contact_ids().is_empty();
        for happening in self.all.happenings.iter().take(MOST_LISTED) {
            let (mode, words) = (self.problem.shown(&happening.mode), self.modes_in_words(&happening.mode));
            lines.push((
                "mode",
                if alone { "nothing is touched".to_owned() } else { format!("{mode}: {words}") },
            ));
            lines.push(("motion", self.motion_words(&happening.solution, happening.determined)));
            lines.push(("forces", self.force_words(&happening.solution, happening.determined)));
        }
        let more = self.all.happenings.len().saturating_sub(MOST_LISTED);
        if more > 0 {
            lines.push(("and", format!("{more} more modes, in the JSON")));
        }
        for (reported, judged) in self.log.iter().take(MOST_LISTED) {
            lines.push(("log", log_words(reported, judged)));
        }
        if let Some(map) = &self.map {
            lines.push(("map", map.map.words()));
            lines.push(("regions", map.proof_words()));
        }
        lines.push((
            "excluded",
            excluded_words(self.all.proof.excluded.len(), self.all.happenings.is_empty()),
        ));
        Lines { heading: format!("outcome: {}", self.all.outcome.word()), lines, proved: true }
    }

    fn subject(&self) -> &str {
        &self.subject
    }

    fn words(&self) -> String {
        let few = self.all.happenings.iter().take(4);
        let modes: Vec<String> = few.map(|happening| self.problem.shown(&happening.mode)).collect();
        let more = if self.all.happenings.len() > 4 { ", …" } else { "" };
        match self.all.outcome {
            Outcome::Inconsistent => "outcome: inconsistent; nothing obeys Newton and Coulomb".to_owned(),
            outcome => format!("outcome: {}; {}{more}", outcome.word(), modes.join(", ")),
        }
    }
}

impl<P: Spoken<A, F>, const A: usize, const F: usize> OutcomesAnswer<P, A, F> {
    /// A mode as it is shown.
    pub fn shown_mode(&self, index: usize) -> String {
        self.problem.shown(&self.all.happenings[index].mode)
    }

    /// What happens in a mode, in words: the contacts, the motion, the forces.
    pub fn mode_lines(&self, index: usize) -> Vec<String> {
        let happening = &self.all.happenings[index];
        vec![
            self.modes_in_words(&happening.mode),
            self.motion_words(&happening.solution, happening.determined),
            format!("forces: {}", self.force_words(&happening.solution, happening.determined)),
        ]
    }

    fn modes_in_words(&self, mode: &str) -> String {
        let ids = self.problem.contact_ids();
        let words: Vec<String> = labels(mode, ids.len())
            .iter()
            .zip(&ids)
            .enumerate()
            .take(MOST_LISTED)
            .map(|(index, (label, id))| format!("\"{}\" {}", plain(id), self.problem.doing(index, label)))
            .collect();
        words.join(", ")
    }

    fn motion_words(&self, solution: &OutcomeSolution<A, F>, determined: Determined) -> String {
        let mut words = Vec::new();
        for (body, name) in self.problem.free_bodies() {
            let acceleration = &solution.accelerations[body];
            let name = plain(name);
            words.push(if acceleration.iter().all(Rational::is_zero) {
                format!("{name} does not accelerate")
            } else {
                format!("{name} {}", P::acceleration_words(&acceleration.each_ref().map(Rational::to_f64)))
            });
        }
        let several = if determined.acceleration { "" } else { ", one of a family" };
        format!("{}{several}", words.join("; "))
    }

    fn force_words(&self, solution: &OutcomeSolution<A, F>, determined: Determined) -> String {
        let mut words = Vec::new();
        for (index, (id, force)) in self.problem.contact_ids().iter().zip(&solution.forces).enumerate() {
            if force.iter().all(Rational::is_zero) {
                continue;
            }
            let (force, _) = self.problem.newtons(index, force);
            let parts: Vec<String> = force.iter().map(spoken_fraction).collect();
            let across = match &parts[1..] {
                [one] => one.clone(),
                several => format!("[{}]", several.join(", ")),
            };
            words.push(format!("\"{}\" {} N normal, {across} N across", plain(id), parts[0]));
        }
        words.truncate(MOST_LISTED);
        let several = if determined.force { "" } else { ", one choice of many" };
        if words.is_empty() { "none".to_owned() } else { format!("{}{several}", words.join("; ")) }
    }
}

fn excluded_words(count: usize, nothing_happens: bool) -> String {
    let which = if nothing_happens { "every mode" } else { "every other mode" };
    match count {
        0 => "none: every mode is possible".to_owned(),
        1 => format!("{which}, by one refutation"),
        _ => format!("{which}, by {count} refutations"),
    }
}

/// Modes listed in a text; the JSON has them all.
const MOST_LISTED: usize = 12;
