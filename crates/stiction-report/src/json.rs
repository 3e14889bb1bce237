//! A report as JSON: the keys of the manual, numbers as doubles, what is exact mirrored under `exact`.

pub(crate) mod space;

use crate::check::{CheckAnswer, Unanswered};
use crate::closure::{Claim, ClosureAnswer, Escape};
use crate::closure_extras::{ClosureExtras, graft};
use crate::closure_solve::ClosingRanges;
use crate::extras::{AnyExtras, range_reasons, unknown_reasons};
use crate::measures::{Measures, Radius};
use crate::report::{Answered, Options, Presentation, Question, Report, SceneName};
use crate::wrenches::places::write_rings;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value, json};
use stiction::ask::Bracket;
use stiction::ask::Threshold;
use stiction::ask::closure::{
    Exceptional, Gradient, LeastFriction, Measure, Thresholding, least_friction_gradient,
};
use stiction::scene::Rounding;
use stiction::work::{Limit, Stopped};
use stiction_proof::{Answer, PlanarProblem, Problem, Proof, Rational, Verified};

/// The format of reports: since 2 all that is said about balance is said of assemblies, of which a body alone is one.
pub(crate) const FORMAT: u32 = 2;

/// A report with the keys of its question.
#[derive(Serialize)]
struct Written<'r, K: Serialize> {
    stiction: &'static str,
    format: u32,
    question: &'static str,
    /// Null where the question has none, and where it was not answered; a key of the same name says the same again.
    verdict: Option<Answer>,
    scene: WrittenScene<'r>,
    asked: Value,
    #[serde(flatten)]
    keys: K,
    computed: Vec<&'static str>,
    rounded: Vec<WrittenRounding<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    overlooked: Option<Value>,
    warnings: Vec<WrittenWarning<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<WrittenStop>,
}

#[derive(Serialize)]
struct WrittenScene<'r> {
    name: &'r str,
    title: Option<&'r str>,
    sha256: Option<&'r str>,
}

/// A remark of a question, with the keys that warnings about files have.
#[derive(Serialize)]
struct WrittenWarning<'r> {
    code: &'static str,
    path: &'static str,
    line: Option<usize>,
    column: Option<usize>,
    message: &'r str,
    help: &'static str,
}

/// Remarks as they are written.
pub(crate) fn warnings(remarks: &[String]) -> Value {
    serde_json::to_value(remarks.iter().map(|remark| WrittenWarning::new(remark)).collect::<Vec<_>>())
        .unwrap_or_default()
}

impl<'r> WrittenWarning<'r> {
    fn new(message: &'r str) -> Self {
        Self { code: "note", path: "", line: None, column: None, message, help: "" }
    }
}

#[derive(Serialize)]
struct WrittenRounding<'r> {
    path: &'r str,
    why: &'r str,
}

/// What was not finished.
#[derive(Serialize)]
struct WrittenStop {
    /// Seconds that were allowed; null where it was called off, or counted otherwise.
    after: Option<f64>,
    /// What was being done.
    at: &'static str,
    /// What is known where there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    known: Option<String>,
}

impl WrittenStop {
    fn new(stopped: &Stopped) -> Self {
        let after = match stopped.why {
            Limit::Time(time) | Limit::Longer { allowed: time, .. } => Some(time.as_secs_f64()),
            Limit::Steps(_) | Limit::Cancelled => None,
        };
        Self { after, at: stopped.at, known: None }
    }
}

/// What is told in place of a report where the allowance was used up before there was an answer: the head of every
/// report, no answer, what was stopped and what is known.
pub fn unfinished(
    question: Question,
    scene: &SceneName,
    title: Option<&str>,
    options: &Options,
    (stopped, known): (&Stopped, Option<&str>),
) -> Value {
    let head = Written {
        stiction: env!("CARGO_PKG_VERSION"),
        format: FORMAT,
        question: question.word(),
        verdict: None,
        scene: WrittenScene { name: &scene.name, title, sha256: scene.sha256.as_deref() },
        asked: crate::options::written(options),
        keys: Map::new(),
        computed: Vec::new(),
        rounded: Vec::new(),
        overlooked: None,
        warnings: Vec::new(),
        stopped: Some(WrittenStop { known: known.map(str::to_owned), ..WrittenStop::new(stopped) }),
    };
    serde_json::to_value(head).unwrap_or_default()
}

impl<'r> WrittenRounding<'r> {
    fn new(rounding: &'r Rounding) -> Self {
        Self { path: &rounding.path, why: &rounding.why }
    }
}

/// The keys of `check`.
#[derive(Serialize)]
struct Checked<'r> {
    answers: &'r [Report],
    unanswered: &'r [Unanswered],
}

impl Report {
    /// The report as one JSON object.
    pub fn to_json(&self) -> Value {
        if let Answered::Cases(cases) = &self.answered {
            let mut report = serde_json::to_value(self.with(cases.keys())).unwrap_or_default();
            explain(&mut report);
            return report;
        }
        let Some(told) = self.answered.told() else {
            return serde_json::to_value(self).unwrap_or_default();
        };
        let keys = told.keys(&self.options);
        let mut report = serde_json::to_value(self.with(keys)).unwrap_or_default();
        if let Some(further) = &self.further {
            graft(&mut report, further.to_json());
        }
        if let Some(extras) = &self.extras {
            graft(&mut report, extras.to_json());
        }
        if let Some(solve) = &self.solve {
            report["solve"] = solve.to_json();
        }
        if let Some(map) = &self.map {
            report["map"] = map.to_json();
        }
        explain(&mut report);
        report["computed"] = self.computed(&report);
        report
    }

    /// Paths of what no proof shows, of those that are in a report.
    pub(crate) fn computed(&self, report: &Value) -> Value {
        let told = self.answered.told().map(Presentation::computed).unwrap_or_default();
        let further = self.further.iter().flat_map(ClosureExtras::computed);
        let extras = self.extras.iter().flat_map(AnyExtras::computed);
        let solve = self.solve.iter().flat_map(ClosingRanges::computed);
        let map = self.map.iter().flat_map(|_| crate::report::paths("map.rows map.counts"));
        let computed = told.into_iter().chain(further).chain(extras).chain(map).chain(solve);
        computed.filter(|pattern| is_told(report, pattern)).collect()
    }

    fn with<K: Serialize>(&self, keys: K) -> Written<'_, K> {
        Written {
            stiction: env!("CARGO_PKG_VERSION"),
            format: FORMAT,
            question: self.question.word(),
            verdict: self.verdict(),
            scene: WrittenScene {
                name: &self.scene.name,
                title: self.title.as_deref(),
                sha256: self.scene.sha256.as_deref(),
            },
            asked: crate::options::written(&self.options),
            keys,
            computed: Vec::new(),
            rounded: self.caveats.rounded.iter().map(WrittenRounding::new).collect(),
            overlooked: (!self.caveats.overlooked.is_empty())
                .then(|| crate::overlooked::to_json(&self.caveats.overlooked)),
            warnings: self.caveats.warnings.iter().map(|warning| WrittenWarning::new(warning)).collect(),
            // A run in time tells by a key of its own that it was stopped.
            stopped: self
                .caveats
                .stopped
                .as_ref()
                .filter(|_| !matches!(self.answered, Answered::Simulate(_)))
                .map(WrittenStop::new),
        }
    }
}

/// The same JSON as [`Report::to_json`]; long lists of contacts are written as they are walked.
impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.answered {
            Answered::Check(check) => {
                let CheckAnswer { answers, unanswered, .. } = &**check;
                self.with(Checked { answers, unanswered }).serialize(serializer)
            }
            Answered::Contacts(answer) => self.with(answer).serialize(serializer),
            _ => self.to_json().serialize(serializer),
        }
    }
}

/// Why a quantity that is null is so, where its question has not said it.
const REASONS: &[(&str, &str)] = &[
    ("verdict", "the question is not one of yes or no"),
    ("form.order", "not closed"),
    ("form.second_order", "first order decides, or some input was rounded"),
    ("form.exceptional", "no motion keeps every contact, or the contacts do not press against each other"),
    ("form.proof", "undecided: nothing was proved"),
    ("force.proof", "undecided: nothing was proved"),
    ("min_friction.gradient", "no friction slides at the least coefficient, or there are pyramids"),
    ("quality.gradient", "on the boundary, or the margin is not known"),
    (
        "quality.gradient_linf",
        "open or on the boundary, two sides are equally near, or epsilon_linf is not known",
    ),
    ("form.escape", "closed: there is no escape"),
    ("force.escape", "closed: there is no escape"),
    ("force.forces", "open: no squeeze presses every way"),
    ("force.vectors", "open: no squeeze presses every way"),
    ("quality.bounds.epsilon_l1", "there is no radius"),
    ("quality.bounds.epsilon_linf", "there is no radius"),
    ("essential", "asked of closed grasps"),
    ("essential_undecided", "asked of closed grasps"),
    ("removable", "asked of closed grasps"),
    ("min_friction.bracket", "no coefficient of friction closes"),
    ("forces", "falls: no forces balance the load"),
    ("indeterminacy", "falls: no forces balance the load"),
    ("indeterminacy_proof", "there is no dimension"),
    ("constraint_rates", "needs `rate`"),
    ("strong_proof", "falls, or left open: there is nothing more to prove"),
    ("collapse", "stands: there is no collapse"),
    ("residual", "falls: there is no balance"),
    ("compare", "no trajectory was given to be compared"),
    ("compare.leaves", "it stays with a lawful motion"),
    ("map", "asked with `--map`"),
    ("vectors", "falls: no forces balance the load"),
    ("solve.intervals", "not proved in every case"),
    ("solve.brackets", "not proved in every case"),
    ("brackets.margin", "there is no margin"),
    ("brackets.friction", "there is no least friction"),
    ("brackets.load", "there is no largest load"),
];

/// Gives a reason for every null outside of proofs.
pub(crate) fn explain(report: &mut Value) {
    for (path, why) in range_reasons(report).into_iter().chain(unknown_reasons(report)) {
        report["reasons"][&path] = json!(why);
    }
    let mut nulls = Vec::new();
    find_nulls(report, "", &mut nulls);
    for path in nulls {
        let known = REASONS.iter().find(|(known, _)| *known == path).map(|(_, reason)| *reason);
        let reason = known.unwrap_or("beyond the range of doubles");
        let reasons = &mut report["reasons"];
        if reasons[&path].is_null() {
            reasons[&path] = json!(reason);
        }
    }
}

/// Whether there is something at a path, if only null, in which `*` stands for any name or place and names may have
/// dots in them.
fn is_told(value: &Value, path: &str) -> bool {
    let steps = |entry: &Value, key: &str| match path.strip_prefix(key) {
        Some("") => true,
        Some(rest) => rest.strip_prefix('.').is_some_and(|rest| is_told(entry, rest)),
        None => false,
    };
    let any = |entry: &Value| steps(entry, "*");
    match value {
        Value::Object(entries) => entries.iter().any(|(key, entry)| steps(entry, key) || any(entry)),
        Value::Array(entries) => {
            entries.iter().enumerate().any(|(index, entry)| steps(entry, &index.to_string()) || any(entry))
        }
        _ => false,
    }
}

/// Paths of null values, without the problem, the mirror and proofs, which have no reasons of their own.
fn find_nulls(value: &Value, path: &str, nulls: &mut Vec<String>) {
    match value {
        Value::Null => nulls.push(path.to_owned()),
        Value::Object(entries) => {
            let skipped = [
                "scene",
                "asked",
                "problem",
                "exact",
                "reasons",
                "stopped",
                "margin_proofs",
                "ends",
                // Reports with reasons of their own.
                "cases",
                "warnings",
            ];
            for (key, value) in entries.iter().filter(|(key, _)| !skipped.contains(&key.as_str())) {
                let dot = if path.is_empty() { "" } else { "." };
                find_nulls(value, &format!("{path}{dot}{key}"), nulls);
            }
        }
        Value::Array(entries) => {
            for (index, value) in entries.iter().enumerate() {
                find_nulls(value, &format!("{path}.{index}"), nulls);
            }
        }
        _ => {}
    }
}

pub(crate) fn double(value: &Rational) -> Value {
    json!(value.to_f64())
}

/// Typed keys as they stand in a report.
pub(crate) fn written(keys: &impl Serialize) -> Value {
    serde_json::to_value(keys).unwrap_or_default()
}

pub(crate) fn doubles(values: &[Rational]) -> Value {
    values.iter().map(double).collect()
}

fn proof<P: Serialize>(verified: &Verified<P>) -> Value {
    serde_json::to_value(verified.proof()).unwrap_or(Value::Null)
}

fn ids<'a>(problem: &'a PlanarProblem, indices: impl Iterator<Item = usize> + 'a) -> Vec<&'a str> {
    indices.map(|index| problem.contacts[index].id.as_str()).collect()
}

/// `{id: [fn, ft]}`.
fn by_contact(problem: &PlanarProblem, forces: &[[f64; 2]]) -> Value {
    let entry =
        |(contact, force): (&stiction_proof::PlanarContact, &[f64; 2])| (contact.id.clone(), json!(force));
    Value::Object(problem.contacts.iter().zip(forces).map(entry).collect::<Map<_, _>>())
}

fn claim<P: Serialize, H>(claim: &Claim<P, H>, shown: Option<&Verified<P>>) -> Value {
    let shown = shown.map_or(Value::Null, proof);
    let mut entry = json!({ "verdict": claim.verdict, "margin": claim.margin, "proof": shown });
    if let Some(openness) = &claim.openness {
        entry["openness"] = proof(openness);
    }
    entry
}

/// The word for how a body escapes.
fn escape(escape: Option<Escape>) -> Option<&'static str> {
    escape.map(|escape| match escape {
        Escape::Breaking => "breaking",
        Escape::Rolling => "rolling",
    })
}

/// The numbers of quality, and how they change with each contact; `bounds` where there are some.
fn quality<'a, R: Radius>(
    measures: &Measures<R>,
    ids: impl Iterator<Item = &'a str> + Clone,
    reference: &[Rational],
    (length, bounds): (&Rational, Option<Value>),
) -> Value {
    let number = |(key, measure): (&str, Measure)| (key.to_owned(), json!(measure.ok()));
    let mut quality: Map<String, Value> = measures.entries().map(number).into_iter().collect();
    if let Some(bounds) = bounds {
        quality.insert("bounds".to_owned(), bounds);
    }
    for (key, gradients) in [("gradient", &measures.gradient), ("gradient_linf", &measures.gradient_linf)] {
        quality.insert(key.to_owned(), gradient(ids.clone(), gradients, reference.len()));
    }
    quality.insert("length".to_owned(), double(length));
    quality.insert("origin".to_owned(), doubles(reference));
    quality.insert("norm".to_owned(), json!(NORM));
    Value::Object(quality)
}

/// The norm of the measures of quality.
pub(crate) const NORM: &str = "euclidean on (m / length, f)";

pub(crate) fn closure(answer: &ClosureAnswer, length: &Rational) -> Value {
    let closed = answer.force.verdict == Answer::Yes;
    let mut form = claim(&answer.form, Some(&answer.form.proof));
    form["order"] = match answer.form.proof.proof() {
        Proof::Closed { .. } => json!(1),
        Proof::Immobile { .. } => json!(2),
        _ => Value::Null,
    };
    form["second_order"] = json!(crate::form::word(answer.curvature.second_order.as_ref()));
    if let Some(first_order) = &answer.curvature.first_order {
        form["first_order"] = proof(first_order);
    }
    let exceptional = answer.curvature.exceptional.as_ref();
    let special =
        |found: &Exceptional| json!({ "kind": found.kind.word(), "motion": doubles(&found.motion) });
    form["exceptional"] = exceptional.map_or(Value::Null, special);
    form["escape"] = json!(escape(answer.escape));
    let mut force = claim(&answer.force, Some(&answer.force.proof));
    force["forces"] = answer.squeeze().map_or(Value::Null, |forces| by_contact(&answer.problem, &forces));
    force["escape"] = answer.escape_twist().map_or(Value::Null, |twist| json!(twist));
    let (friction, exact_friction) =
        least_friction(&answer.problem, &answer.least_friction, |bracket| Some(bracket.simplest()));
    let (essential, removable) = essential(answer);
    let ids = answer.problem.contacts.iter().map(|contact| contact.id.as_str());
    let mut quality = quality(&answer.measures, ids, &answer.problem.reference, (length, None));
    answer.radii.tell(&mut form, &mut quality);
    json!({
        "body": answer.body,
        "problem": answer.problem,
        "form": form,
        "force": force,
        "essential": if closed { essential["contacts"].clone() } else { Value::Null },
        "essential_proofs": essential["proofs"].clone(),
        "removable": removable,
        "quality": quality,
        "min_friction": friction,
        "reasons": answer.reasons,
        "exact": {
            "form": { "exceptional": exceptional.map(|found| json!({ "motion": found.motion })) },
            "min_friction": exact_friction,
            "quality": { "length": length, "origin": answer.problem.reference },
            "outline": answer.outline.as_deref().map(write_rings),
        },
    })
}

/// `{id: {point, normal, friction}}`: how the margin changes; null where it has no gradient.
pub(crate) fn gradient<'a>(
    ids: impl Iterator<Item = &'a str>,
    gradients: &[Gradient],
    dimension: usize,
) -> Value {
    if gradients.is_empty() {
        return Value::Null;
    }
    let entry = |(id, gradient): (&str, &Gradient)| {
        let (point, normal) = (&gradient.point[..dimension], &gradient.normal[..dimension]);
        (id.to_owned(), json!({ "point": point, "normal": normal, "friction": gradient.friction }))
    };
    Value::Object(ids.zip(gradients).map(entry).collect())
}

fn essential(answer: &ClosureAnswer) -> (Value, Value) {
    let Some(found) = &answer.essential else {
        return (json!({ "contacts": [], "proofs": [] }), Value::Null);
    };
    let problem = &answer.problem;
    let listed = |list: &[(usize, Verified)]| -> Vec<Value> {
        list.iter().map(|(index, verified)| json!({ "contact": problem.contacts[*index].id, "proof": proof(verified) })).collect()
    };
    let essential = json!({
        "contacts": ids(problem, found.essential.iter().map(|(index, _)| *index)),
        "proofs": listed(&found.essential),
    });
    let essential_indices: std::collections::HashSet<usize> =
        found.essential.iter().map(|(index, _)| *index).collect();
    let others = (0..problem.contacts.len()).filter(|index| !essential_indices.contains(index));
    let removable = json!({
        "contacts": ids(problem, others),
        "proofs": listed(&found.removable),
        "core": proof(&found.core),
    });
    (essential, removable)
}

/// The least friction and its exact mirror; `named` is the number that a bracket names, if it is narrow enough.
fn least_friction<T: Thresholding>(
    problem: &Problem<T>,
    least: &LeastFriction<T>,
    named: impl Fn(&Bracket<Proof<T>>) -> Option<Rational>,
) -> (Value, Value) {
    match least {
        Threshold::Never(never) => {
            (json!({ "mu": null, "bracket": null, "never": proof(never) }), json!({ "mu": null }))
        }
        Threshold::Undecided => (json!({ "mu": null, "bracket": null }), json!({ "mu": null })),
        Threshold::None(squeeze) => (
            json!({ "mu": 0.0, "bracket": [0.0, 0.0], "frictionless": proof(squeeze) }),
            json!({ "mu": "0", "bracket": ["0", "0"] }),
        ),
        Threshold::Between(bracket) => {
            let (ends, mu) = ([&bracket.lower.0, &bracket.upper.0], named(bracket));
            let gradients =
                least_friction_gradient(problem, bracket.lower.1.proof(), bracket.upper.1.proof());
            let (ids, axes) = (problem.contacts.iter().map(T::id), problem.reference.as_ref().len());
            (
                json!({
                    "mu": mu.as_ref().map(Rational::to_f64), "bracket": ends.map(Rational::to_f64),
                    "gradient": gradient(ids, &gradients, axes),
                    "lower": proof(&bracket.lower.1), "upper": proof(&bracket.upper.1),
                }),
                json!({ "mu": mu.filter(|_| bracket.is_exact()), "bracket": ends }),
            )
        }
    }
}
