//! The report on what happens now: every mode with its motion and forces, and why there is no other.

use crate::answer::{AskError, Found};
use crate::json::doubles;
use crate::number::spoken;
use crate::report::{Answered, Options, Told};
use crate::text::{Lines, plain};
use serde_json::{Map, Value, json};
use stiction::ask::lower::{Misfit, length};
use stiction::ask::outcomes::{
    AllOutcomes, Axis, Cell, Judged, ModeLowered, Outcome, OutcomesFault, Reported, judge, lower, map,
    outcomes,
};
use stiction::scene::{Rounding, Scene};
use stiction::screw::Planar;
use stiction_proof::{Answer, Determined, Held, Laid, OutcomeProblem, OutcomeSolution, Rational, Situation};

/// Everything that is said about what happens.
#[derive(Debug, Clone, PartialEq)]
pub struct OutcomesAnswer {
    /// Names of the free bodies, with commas between them.
    pub subject: String,
    /// What the proofs are about.
    pub problem: OutcomeProblem,
    /// Every mode with its motion and forces.
    pub all: AllOutcomes,
    /// What happens over two numbers of the scene, where that was asked.
    pub map: Option<MapAnswer>,
    /// What another program reports, each with how far it is from the laws.
    pub log: Vec<(Reported, Judged)>,
}

/// A grid of outcomes over two numbers of a scene.
#[derive(Debug, Clone, PartialEq)]
pub struct MapAnswer {
    /// The numbers: along each row, and from row to row.
    pub axes: [Axis; 2],
    /// A row for each value of the second one.
    pub grid: Vec<Vec<Cell>>,
}

/// The largest violation with which a reported motion still counts as lawful, N or m/s².
pub const LAWFUL: f64 = 1e-6;

pub(crate) fn outcomes_answer(scene: &Scene<Planar>, options: &Options) -> Result<Found, AskError> {
    let lowered = lower(scene)?;
    let all = outcomes(&lowered.problem).map_err(fault)?;
    let map = mapped(scene, &options.map)?;
    let log = judged(&lowered, &all, options.log.as_deref().unwrap_or_default())?;
    let mut rounded = lowered.rounded;
    for (contact, length) in scene.contacts.iter().zip(&lowered.lengths) {
        if !length.exact {
            let why = "forces are told in newtons, so multiples of the normal are multiplied by its length, an irrational root";
            rounded.push(Rounding { path: format!("contacts.{}.normal", contact.id), why: why.to_owned() });
        }
    }
    let mut warnings = Vec::new();
    if !scene.rounded.is_empty() {
        warnings.push(
            "some numbers of the scene were rounded: what is proved is about the rounded ones".to_owned(),
        );
    }
    if all.outcome == Outcome::Inconsistent {
        warnings.push(
            "no acceleration obeys Newton and Coulomb: rigid bodies are too simple a model here".to_owned(),
        );
    }
    let names: Vec<&str> = scene.free_bodies().map(|(_, body)| body.name.as_str()).collect();
    let answer = OutcomesAnswer { subject: names.join(", "), problem: lowered.problem, all, map, log };
    Ok(Found { answered: Answered::Outcomes(Box::new(answer)), rounded, warnings })
}

fn mapped(scene: &Scene<Planar>, axes: &[Axis]) -> Result<Option<MapAnswer>, AskError> {
    let misfit = |message: String| AskError::Misfits(vec![Misfit::new("map", &["--map"], message, MAP_HELP)]);
    match axes {
        [] => Ok(None),
        [first, second] => {
            let grid = map(scene, first, second).map_err(misfit)?;
            Ok(Some(MapAnswer { axes: [first.clone(), second.clone()], grid }))
        }
        _ => Err(misfit(format!("a map has two axes; {} are given", axes.len()))),
    }
}

const MAP_HELP: &str = "give --map twice, each as PATH=FROM:TO:COUNT, as in contacts.1.friction=0:2:100";

fn judged(
    lowered: &ModeLowered,
    all: &AllOutcomes,
    log: &[Reported],
) -> Result<Vec<(Reported, Judged)>, AskError> {
    let (mut judgements, mut misfits) = (Vec::new(), Vec::new());
    for reported in log {
        match judge(lowered, all, reported) {
            Ok(judged) => judgements.push((reported.clone(), judged)),
            Err(unknown) => misfits.extend(unknown.into_iter().map(|message| {
                Misfit::new("log", &["--log"], message, "name free bodies and contacts as the scene does")
            })),
        }
    }
    if misfits.is_empty() { Ok(judgements) } else { Err(AskError::Misfits(misfits)) }
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

/// `{body: [α, ax, ay]}` of the free bodies, in doubles and exactly.
fn accelerations(problem: &OutcomeProblem, solution: &OutcomeSolution) -> [Value; 2] {
    let mut both = [Map::new(), Map::new()];
    for body in problem.free() {
        let (name, acceleration) = (&problem.bodies[body].name, &solution.accelerations[body]);
        both[0].insert(name.clone(), doubles(acceleration));
        both[1].insert(name.clone(), json!(acceleration));
    }
    both.map(Value::Object)
}

/// `{contact: [fn, ft]}` for a unit normal, in doubles and, where the normal's length is rational, exactly.
fn forces(problem: &OutcomeProblem, solution: &OutcomeSolution) -> [Value; 2] {
    let mut both = [Map::new(), Map::new()];
    for (contact, force) in problem.contacts.iter().zip(&solution.forces) {
        let length = length(&contact.normal);
        let force = force.each_ref().map(|part| part * &length.value);
        both[0].insert(contact.id.clone(), doubles(&force));
        both[1].insert(contact.id.clone(), if length.exact { json!(force) } else { Value::Null });
    }
    both.map(Value::Object)
}

fn told(problem: &OutcomeProblem, solution: &OutcomeSolution) -> [Value; 2] {
    let [shown, exact] = accelerations(problem, solution);
    let [shown_forces, exact_forces] = forces(problem, solution);
    [
        json!({ "acceleration": shown, "forces": shown_forces }),
        json!({ "acceleration": exact, "forces": exact_forces }),
    ]
}

/// The solutions of the modes that are held, in doubles and exactly.
pub(crate) fn solutions(problem: &OutcomeProblem, laid: &Laid, held: &[(&Held, Determined)]) -> [Value; 2] {
    let mut both = [Vec::new(), Vec::new()];
    for (held, determined) in held {
        let mut entry = told(problem, &laid.solution(problem, &held.point));
        let family = held.family.as_ref().filter(|_| !determined.force);
        let corners = family.map(|family| {
            let [vertices, rays] = [
                family
                    .vertices
                    .iter()
                    .map(|vertex| told(problem, &laid.solution(problem, vertex)))
                    .collect::<Vec<_>>(),
                family.rays.iter().map(|ray| told(problem, &laid.change(problem, ray))).collect(),
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
        entry[0]["mode"] = json!(held.mode);
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
pub(crate) fn edges(problem: &OutcomeProblem, laid: &Laid) -> Value {
    let edge = |edge: &stiction_proof::ConeEdge| json!({ "contact": problem.contacts[edge.contact].id, "across": edge.across });
    laid.edges.iter().map(edge).collect()
}

impl OutcomesAnswer {
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

impl Told for OutcomesAnswer {
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
        for happening in self.all.happenings.iter().take(MOST_LISTED) {
            lines.push(("mode", format!("{}: {}", happening.mode, self.modes_in_words(&happening.mode))));
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
            lines.push(("map", map.words()));
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
        let modes: Vec<&str> =
            self.all.happenings.iter().take(4).map(|happening| happening.mode.as_str()).collect();
        let more = if self.all.happenings.len() > 4 { ", …" } else { "" };
        match self.all.outcome {
            Outcome::Inconsistent => "outcome: inconsistent; nothing obeys Newton and Coulomb".to_owned(),
            outcome => format!("outcome: {}; {}{more}", outcome.word(), modes.join(", ")),
        }
    }
}

impl OutcomesAnswer {
    fn modes_in_words(&self, mode: &str) -> String {
        let word = |(contact, letter): (&stiction_proof::OutcomeContact, char)| {
            let what = match letter {
                's' => "separates",
                'n' => "sticks",
                'l' => "slides left",
                'r' => "slides right",
                _ => "is free",
            };
            format!("\"{}\" {what}", plain(&contact.id))
        };
        let words: Vec<String> =
            self.problem.contacts.iter().zip(mode.chars()).take(MOST_LISTED).map(word).collect();
        words.join(", ")
    }

    fn motion_words(&self, solution: &OutcomeSolution, determined: Determined) -> String {
        let mut words = Vec::new();
        for body in self.problem.free() {
            let [alpha, ax, ay] = solution.accelerations[body].each_ref().map(Rational::to_f64);
            let name = plain(&self.problem.bodies[body].name);
            words.push(if solution.accelerations[body].iter().all(Rational::is_zero) {
                format!("{name} does not accelerate")
            } else {
                format!("{name} [{}, {}] m/s², {} rad/s²", spoken(ax), spoken(ay), spoken(alpha))
            });
        }
        let several = if determined.acceleration { "" } else { ", one of a family" };
        format!("{}{several}", words.join("; "))
    }

    fn force_words(&self, solution: &OutcomeSolution, determined: Determined) -> String {
        let mut words = Vec::new();
        for (contact, force) in self.problem.contacts.iter().zip(&solution.forces) {
            if force.iter().all(Rational::is_zero) {
                continue;
            }
            let size = length(&contact.normal).value.to_f64();
            let [normal, tangent] = force.each_ref().map(|part| part.to_f64() * size);
            words.push(format!(
                "\"{}\" {} N normal, {} N across",
                plain(&contact.id),
                spoken(normal),
                spoken(tangent)
            ));
        }
        words.truncate(MOST_LISTED);
        let several = if determined.force { "" } else { ", one choice of many" };
        if words.is_empty() { "none".to_owned() } else { format!("{}{several}", words.join("; ")) }
    }

    /// Whether some contact slides or leaves already.
    pub fn is_in_motion(&self) -> bool {
        let still = [Situation::AtRest, Situation::Unconstrained];
        self.problem
            .contacts
            .iter()
            .any(|contact| self.problem.situation(contact).is_ok_and(|situation| !still.contains(&situation)))
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

impl MapAnswer {
    /// How many cells of each kind there are, in the order of the letters.
    fn counts(&self) -> Vec<(Cell, usize)> {
        let all =
            [Cell::Unique, Cell::Jammed, Cell::Ambiguous, Cell::Continuum, Cell::Inconsistent, Cell::Fault];
        all.map(|kind| (kind, self.grid.iter().flatten().filter(|cell| **cell == kind).count())).to_vec()
    }

    fn to_json(&self) -> Value {
        let axis = |axis: &Axis| json!({ "path": axis.path, "from": axis.from.to_f64(), "to": axis.to.to_f64(), "count": axis.count });
        let row = |row: &Vec<Cell>| row.iter().map(|cell| cell.letter()).collect::<String>();
        let counts: Map<String, Value> =
            self.counts().into_iter().map(|(kind, count)| (kind.word().to_owned(), json!(count))).collect();
        json!({
            "axes": self.axes.each_ref().map(axis),
            "rows": self.grid.iter().map(row).collect::<Vec<_>>(),
            "counts": counts,
        })
    }

    fn words(&self) -> String {
        let told: Vec<String> = self
            .counts()
            .into_iter()
            .filter(|(_, count)| *count > 0)
            .map(|(kind, count)| format!("{count} {}", kind.word()))
            .collect();
        let [first, second] = self.axes.each_ref().map(|axis| plain(&axis.path));
        format!("{} over {first} and {second}; --json has the grid", told.join(", "))
    }
}

fn log_words(reported: &Reported, judged: &Judged) -> String {
    let when =
        reported.time.as_ref().map(|time| format!("at {} s ", spoken(time.to_f64()))).unwrap_or_default();
    let lawful = if judged.worst() <= LAWFUL { "lawful" } else { "breaks the laws" };
    let nearest = match judged.nearest {
        None => "though nothing is possible".to_owned(),
        Some(apart) => format!("nearest possible motion {} away", spoken(apart)),
    };
    let most = |list: &[(String, f64)]| list.iter().map(|(_, by)| *by).fold(0.0, f64::max);
    format!(
        "{when}{lawful}: Newton by {} N, Coulomb by {} N, contacts by {}; {nearest}",
        spoken(most(&judged.newton)),
        spoken(most(&judged.coulomb)),
        spoken(most(&judged.contact))
    )
}

/// One record of a log with its judgement.
fn record(reported: &Reported, judged: &Judged) -> Value {
    let list = |list: &[(String, f64)]| -> Value {
        Value::Object(list.iter().map(|(name, by)| (name.clone(), json!(by))).collect())
    };
    let mut record = json!({
        "newton": list(&judged.newton),
        "coulomb": list(&judged.coulomb),
        "contact": list(&judged.contact),
        "worst": judged.worst(),
        "lawful": judged.worst() <= LAWFUL,
        "possible": judged.nearest.is_some(),
    });
    if let Some(time) = &reported.time {
        record["time"] = json!(time.to_f64());
    }
    if let Some(nearest) = judged.nearest {
        record["nearest"] = json!(nearest);
    }
    record
}

/// Modes listed in a text; the JSON has them all.
const MOST_LISTED: usize = 12;
