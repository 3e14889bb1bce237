//! The report on what happens now: every mode with its motion and forces, and why there is no other.

mod deed;
mod least;
mod log;
mod map;
mod plane;
mod space;

pub(crate) use deed::and;
pub use log::{Balance, JudgedLog};
pub(crate) use log::{checked_balance, records, reported};
pub(crate) use map::read_map;
pub use map::{OutcomeMap, ProvedCell};
pub(crate) use space::{spatial_outcomes_answer, unlisted};
pub use stiction::ask::outcomes::erdmann::FrictionCone;
pub use stiction::ask::outcomes::{Cell, Outcome};

use crate::adrift::Apart;
use crate::answer::{AnswerWithNotes, AskError};
use crate::json::doubles;
use crate::number::{spoken, spoken_fraction};
use crate::report::{Answered, Options, Presentation, paths};
use crate::text::{Lines, plain};
use log::judged;
use map::mapped;
use serde::Serialize;
use serde_json::{Map, Value, json};
use stiction::ask::lower::{ConeModel, Misfit};
use stiction::ask::outcomes::{AllOutcomes, OutcomesFault, Refereed, Supported, Unfinished, lower, outcomes};
use stiction::scene::{Rounding, Scene};
use stiction::screw::Planar;
use stiction::shape::Geometry;
use stiction::work;
use stiction_proof::{
    Answer, ConeEdge, ContactLaw, Determined, Exclusion, Group, OutcomeProblem, OutcomeRows, OutcomeSolution,
    Rational, SolvedMode, SpatialOutcomeProblem,
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
    pub log: JudgedLog,
    /// Whether contacts were left out of it, so that nothing of it stands.
    pub overlooked: bool,
}

/// The same about bodies in space.
pub type OutcomesInSpace = OutcomesAnswer<SpatialOutcomeProblem, 6, 3>;

pub(crate) fn outcomes_answer(scene: &Scene<Planar>, options: &Options) -> Result<AnswerWithNotes, AskError> {
    let lowered = lower(scene)?;
    let (all, log) = listed_and_judged(&lowered.problem, options)?;
    let map = mapped(scene, &options.map)?;
    let rounded = rounded(&lowered.problem, lowered.rounded);
    let warnings = warnings(scene, &lowered.problem, &all, options.cone);
    let names: Vec<&str> = scene.free_bodies().map(|(_, body)| body.name.as_str()).collect();
    let subject = names.join(", ");
    let answer = OutcomesAnswer { subject, problem: lowered.problem, all, map, log, overlooked: false };
    Ok(AnswerWithNotes { answered: Answered::Outcomes(Box::new(answer)), rounded, warnings })
}

/// All modes, and the records of a log. These are judged first: what breaks a law, and whether exact friction can
/// hold the bodies, needs no list of modes, and is told where the list takes longer than it may.
fn listed_and_judged<P: Supported<A, F> + Refereed<A, F>, const A: usize, const F: usize>(
    problem: &P,
    options: &Options,
) -> Result<(AllOutcomes<A, F>, JudgedLog), AskError> {
    if options.log.is_none() {
        let log = JudgedLog { tolerance: options.log_tolerance.clone(), ..JudgedLog::default() };
        return Ok((outcomes(problem).map_err(fault)?, log));
    }
    let laid = || problem.laid().map_err(|objection| fault(OutcomesFault::Problem(objection)));
    let unlisted = |why: Unfinished| laid().map(|laid| AllOutcomes::unlisted(laid, why));
    let mut log = judged(problem, &unlisted(Unfinished::Round)?, options)?;
    let all = match work::attempt("outcomes", || outcomes(problem)) {
        Ok(all) => all.map_err(fault)?,
        Err(stopped) => unlisted(Unfinished::Stopped(stopped))?,
    };
    // Against the modes that are listed, where there is time for it.
    if let Ok(Ok(compared)) = work::attempt("outcomes", || records(problem, &all, options)) {
        log.records = compared.records;
    }
    Ok((all, log))
}

/// What was rounded on the way to the answer.
pub(crate) fn rounded<P: Spoken<A, F>, const A: usize, const F: usize>(
    problem: &P,
    mut rounded: Vec<Rounding>,
) -> Vec<Rounding> {
    let units: [Rational; F] = std::array::from_fn(|_| Rational::one());
    for (index, id) in problem.contact_ids().into_iter().enumerate() {
        if !problem.newtons(index, &units).1 {
            rounded.push(Rounding { path: format!("contacts.{id}.normal"), why: P::IRRATIONAL.to_owned() });
        }
    }
    rounded
}

/// What is worth knowing besides.
pub(crate) fn warnings<S: Apart, P: Spoken<A, F>, const A: usize, const F: usize>(
    scene: &Scene<S>,
    problem: &P,
    all: &AllOutcomes<A, F>,
    cone: ConeModel,
) -> Vec<String> {
    let mut warnings = remarks(&scene.rounded, all);
    warnings.extend(crate::adrift::warnings(scene));
    warnings.extend(beyond_limits(scene, problem, all));
    if problem.has_pyramids() {
        warnings.push(format!(
            "friction is the pyramid {cone} and follows its own law; what happens is not monotone in friction, so this bounds nothing of a round cone"
        ));
    }
    warnings
}

/// Contacts that push harder than their `limit`, which no rigid contact obeys: a body that cannot yield has no other
/// way.
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
fn remarks<const A: usize, const F: usize>(rounded: &[Rounding], all: &AllOutcomes<A, F>) -> Vec<String> {
    let mut warnings = Vec::new();
    match all.unfinished {
        None => {}
        Some(why @ Unfinished::Round) => warnings.push(format!("the modes are {why}")),
        Some(why) => warnings.push(format!("there may be more modes: {why}")),
    }
    if !rounded.is_empty() {
        warnings.push(
            "some numbers of the scene were rounded: what is proved is about the rounded ones".to_owned(),
        );
    }
    if all.outcome == Outcome::Inconsistent {
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
    }
}

/// What a report says of a problem's bodies and contacts.
pub trait Spoken<const A: usize, const F: usize>: ContactLaw<A, F> + Serialize {
    /// Why a force that is told was rounded.
    const IRRATIONAL: &'static str;

    /// Whether some friction is that of a pyramid.
    fn has_pyramids(&self) -> bool {
        false
    }
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

    /// What happens, where that is one thing, as a person would say it.
    fn deed(_: &OutcomesAnswer<Self, A, F>) -> Option<String>
    where
        Self: Sized,
    {
        None
    }

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

/// `{body: acceleration}` and `{contact: force}`, in doubles and exactly where the lengths of normal and tangents are
/// rational.
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
    laid: &OutcomeRows<A, F>,
    held: &[(&SolvedMode, Determined)],
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
    laid: &OutcomeRows<A, F>,
) -> Value {
    laid.edges.iter().map(|edge| problem.edge(edge)).collect()
}

/// Whether what happens follows from the laws: one acceleration is possible, and no other. Two modes that are known
/// say that it does not.
pub(crate) fn verdict(outcome: Outcome, modes: usize) -> Answer {
    match outcome {
        Outcome::Unique => Answer::Yes,
        Outcome::Undecided if modes < 2 => Answer::Undecided,
        _ => Answer::No,
    }
}

/// The word for an outcome; none where it is not known.
pub(crate) fn word(outcome: Outcome) -> Option<&'static str> {
    (outcome != Outcome::Undecided).then(|| outcome.word())
}

/// Names of the free bodies.
pub(crate) fn names<P: Spoken<A, F>, const A: usize, const F: usize>(problem: &P) -> Vec<&str> {
    problem.free_bodies().into_iter().map(|(_, name)| name).collect()
}

/// What is told of bodies: their modes, or those of each group.
fn told_outcomes<P: Spoken<A, F>, const A: usize, const F: usize>(
    problem: &P,
    all: &AllOutcomes<A, F>,
) -> Value {
    let determined = all.happenings.iter().map(|happening| happening.determined);
    let held: Vec<(&SolvedMode, Determined)> = all.proof.held.iter().zip(determined).collect();
    let [shown, exact] = solutions(problem, &all.laid, &held);
    let exclusion =
        |one: &Exclusion| json!({ "mode": one.mode, "proof": { "multipliers": one.multipliers } });
    let mut keys = json!({
        "outcome": word(all.outcome),
        "solutions": shown,
        "excluded": all.proof.excluded.iter().map(exclusion).collect::<Vec<_>>(),
        "edges": edges(problem, &all.laid),
        "held": all.proof.held,
        "reasons": {},
        "exact": { "solutions": exact },
    });
    if !all.groups.is_empty() {
        let group = |(group, all): (&Group, &AllOutcomes<A, F>)| {
            let part = problem.part(group);
            let mut told = told_outcomes(&part, all);
            told["bodies"] = json!(names(&part));
            told["contacts"] = json!(part.contact_ids());
            told
        };
        keys["groups"] = all.laid.groups.iter().zip(&all.groups).map(group).collect();
        (keys["solutions"], keys["exact"]["solutions"]) = (Value::Null, Value::Null);
        let why = "too many products of what the groups do; each lists its own under `groups`";
        keys["reasons"]["solutions"] = json!(why);
    }
    if let Some(why) = all.unfinished {
        keys["unfinished"] = json!(why.to_string());
        if all.outcome == Outcome::Undecided {
            keys["reasons"]["outcome"] = json!(why.to_string());
        }
    }
    keys
}

impl<P: Spoken<A, F>, const A: usize, const F: usize> Presentation for OutcomesAnswer<P, A, F> {
    fn verdict(&self) -> Option<Answer> {
        let found = verdict(self.all.outcome, self.all.happenings.len());
        Some(if self.overlooked { Answer::Undecided } else { found })
    }

    fn keys(&self, _: &Options) -> Value {
        let mut keys = told_outcomes(&self.problem, &self.all);
        keys["problem"] = json!(self.problem);
        keys["verdict"] = json!(self.verdict());
        if self.overlooked {
            keys["reasons"]["verdict"] = json!(crate::overlooked::LEFT_OUT_OF_OUTCOMES);
        }
        if let Some(map) = &self.map {
            keys["map"] = map.to_json();
        }
        self.log.keys(&mut keys, if F == 2 { "plane" } else { "round" });
        keys
    }

    fn lines(&self, _: &Options) -> Lines {
        let mut lines = Vec::new();
        let alone = self.problem.contact_ids().is_empty();
        for (index, happening) in self.all.happenings.iter().take(MOST_LISTED).enumerate() {
            let (mode, words) = (self.problem.shown(&happening.mode), self.modes_in_words(&happening.mode));
            let told = match alone {
                true => "nothing is touched".to_owned(),
                // Letters without number are for programs.
                false if mode.chars().count() > MOST_LETTERS => words,
                false => format!("{mode}: {words}"),
            };
            lines.push(("mode", told));
            lines.push(("motion", self.motion_words(&happening.solution, happening.determined)));
            lines.push(("forces", self.force_words(index)));
        }
        lines.extend(self.group_lines());
        let more = self.all.happenings.len().saturating_sub(MOST_LISTED);
        if more > 0 {
            lines.push(("and", format!("{more} more modes, in the JSON")));
        }
        for (reported, judged) in self.log.records.iter().take(MOST_LISTED) {
            lines.push(("log", self.log.words(reported, judged)));
        }
        lines.extend(self.log.summary().map(|summary| ("summary", summary)));
        if let Some(map) = &self.map {
            lines.push(("map", map.map.words()));
            lines.push(("regions", map.proof_words()));
        }
        if self.all.unfinished.is_none() && self.all.groups.is_empty() {
            let excluded = self.all.proof.excluded.len();
            lines.push(("excluded", excluded_words(excluded, self.all.happenings.is_empty())));
        }
        let taken = if self.overlooked { " of the contacts that were taken" } else { "" };
        // Of modes that are not listed nothing is proved but a balance.
        let proved = self.all.unfinished != Some(Unfinished::Round) || self.log.balance.is_some();
        let word = format!("{}{taken}", self.all.outcome.word());
        let heading = match P::deed(self) {
            Some(deed) => {
                lines.insert(0, ("outcome", word));
                deed
            }
            None => format!("outcome: {word}"),
        };
        Lines { heading, lines, proved }
    }

    fn subject(&self) -> &str {
        &self.subject
    }

    fn words(&self) -> String {
        let few = self.all.happenings.iter().take(4);
        let modes: Vec<String> = few.map(|happening| self.problem.shown(&happening.mode)).collect();
        let more = if self.all.happenings.len() > 4 { ", …" } else { "" };
        if let Some(deed) = P::deed(self) {
            return format!("{deed}; outcome: unique");
        }
        match self.all.outcome {
            Outcome::Inconsistent => "outcome: inconsistent; nothing obeys Newton and Coulomb".to_owned(),
            outcome if modes.is_empty() => format!("outcome: {}", outcome.word()),
            outcome => format!("outcome: {}; {}{more}", outcome.word(), modes.join(", ")),
        }
    }

    fn computed(&self) -> Vec<String> {
        // Regions and borders have proofs, cells inside them have none.
        paths("map.rows map.counts map.regions")
    }
}

impl<P: Spoken<A, F>, const A: usize, const F: usize> OutcomesAnswer<P, A, F> {
    /// What each group does, where there are too many products.
    fn group_lines(&self) -> Vec<(&'static str, String)> {
        let words = |(group, all): (&Group, &AllOutcomes<A, F>)| {
            let part = self.problem.part(group);
            let modes: Vec<String> =
                all.happenings.iter().take(4).map(|happening| part.shown(&happening.mode)).collect();
            let more = if all.happenings.len() > 4 { ", …" } else { "" };
            let bodies = names(&part).iter().map(|name| plain(name)).collect::<Vec<_>>().join(", ");
            ("group", format!("{bodies}: {}; {}{more}", all.outcome.word(), modes.join(", ")))
        };
        let pairs = self.all.laid.groups.iter().zip(&self.all.groups);
        let mut lines: Vec<(&'static str, String)> = pairs.take(MOST_LISTED).map(words).collect();
        let more = self.all.groups.len().saturating_sub(MOST_LISTED);
        if more > 0 {
            lines.push(("and", format!("{more} more groups, in the JSON")));
        }
        lines
    }

    /// What happens, where that is one thing, as a person would say it: `crate slides down "ramp", …`.
    pub fn deed(&self) -> Option<String> {
        P::deed(self)
    }

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
            format!("forces: {}", self.force_words(index)),
        ]
    }

    fn modes_in_words(&self, mode: &str) -> String {
        let ids = self.problem.contact_ids();
        let labels = labels(mode, ids.len());
        for (word, plural) in [("sticks", "stick"), ("separates", "separate")] {
            let mut doing = labels.iter().enumerate().map(|(index, label)| self.problem.doing(index, label));
            if ids.len() > FEW && doing.all(|doing| doing == word) {
                return format!("all {} contacts {plural}", ids.len());
            }
        }
        let words: Vec<String> = labels
            .iter()
            .zip(&ids)
            .enumerate()
            .take(MOST_LISTED)
            .map(|(index, (label, id))| format!("\"{}\" {}", plain(id), self.problem.doing(index, label)))
            .collect();
        words.join(", ")
    }

    fn motion_words(&self, solution: &OutcomeSolution<A, F>, determined: Determined) -> String {
        let free = self.problem.free_bodies();
        let still = |body: usize| solution.accelerations[body].iter().all(Rational::is_zero);
        let mut words: Vec<String> = free
            .iter()
            .filter(|(body, _)| !still(*body))
            .map(|&(body, name)| {
                let acceleration = solution.accelerations[body].each_ref().map(Rational::to_f64);
                format!("{} {}", plain(name), P::acceleration_words(&acceleration))
            })
            .collect();
        match free.iter().filter(|(body, _)| still(*body)).collect::<Vec<_>>()[..] {
            [] => {}
            [(_, name)] => words.push(format!("{} does not accelerate", plain(name))),
            ref all if words.is_empty() => {
                words.push(format!("none of the {} bodies accelerates", all.len()))
            }
            ref others => words.push(format!("{} others do not accelerate", others.len())),
        }
        let several = if determined.acceleration { "" } else { ", one of a family" };
        format!("{}{several}", words.join("; "))
    }

    /// The forces of a mode that are shown: where many are possible, those that push least in all, and of these those
    /// that rub least.
    pub fn shown_solution(&self, index: usize) -> OutcomeSolution<A, F> {
        let happening = &self.all.happenings[index];
        let family = self.all.proof.held.get(index).and_then(|held| held.family.as_ref());
        let Some(family) =
            family.filter(|_| !happening.determined.force && happening.determined.acceleration)
        else {
            return happening.solution.clone();
        };
        let newtons = |corner: &Vec<Rational>| -> Vec<Vec<Rational>> {
            let solution = self.all.laid.solution(corner);
            solution.forces.iter().enumerate().map(|(at, force)| self.problem.newtons(at, force).0).collect()
        };
        let corners: Vec<_> = family.vertices.iter().map(newtons).collect();
        let Some(weights) = least::weights(&corners) else { return happening.solution.clone() };
        let mut point = vec![Rational::zero(); family.vertices.first().map_or(0, Vec::len)];
        for (corner, weight) in weights {
            for (entry, own) in point.iter_mut().zip(&family.vertices[corner]) {
                *entry += own * &weight;
            }
        }
        self.all.laid.solution(&point)
    }

    fn force_words(&self, index: usize) -> String {
        let (solution, determined) = (self.shown_solution(index), self.all.happenings[index].determined);
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
        let many = self.all.proof.held.get(index).is_some_and(|held| held.family.is_some());
        let several = match (determined.force, many && determined.acceleration) {
            (true, _) => "",
            (_, true) => ", the least of many that are possible",
            _ => ", one choice of many",
        };
        if words.is_empty() { "none".to_owned() } else { format!("{}{several}", words.join("; ")) }
    }
}

fn excluded_words(count: usize, nothing_happens: bool) -> String {
    let which = if nothing_happens { "every mode" } else { "every other mode" };
    match count {
        0 => "none: every mode is possible".to_owned(),
        1 => format!("{which}, by one proof"),
        _ => format!("{which}, by {count} proofs"),
    }
}

/// Modes listed in a text; the JSON has them all.
const MOST_LISTED: usize = 12;
/// Contacts that are told one by one though all do the same.
const FEW: usize = 4;
/// Letters of a mode that a text shows.
const MOST_LETTERS: usize = 40;
