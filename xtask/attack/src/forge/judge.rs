//! Does an accepted forgery say something else than the honest report of the same scene?
//!
//! Whatever both say alike is no lie.  What differs is one of these:
//!
//! * a *witness*: a proof, or forces and motions that are shown of it. That it is one is what the checkers decide;
//!   another one proves the same;
//! * *less*: a verdict that is left open, a number that is null, or that is marked `computed` where it was not, its
//!   proved ends being far apart;
//! * a *claim* that differs, in which case the forgery is false.

use serde_json::Value;

/// What an accepted forgery is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Judgement {
    /// The same report, numbers up to their last digits.
    Same,
    /// Other proofs of the same claims.
    Witness,
    /// Some claim is left out.
    Withheld,
    /// Without the scene: about another problem, of which nothing is known.
    OtherProblem,
    /// This key says what is not so.
    False(String),
}

/// Keys whose values are proofs, or are shown of them.
const WITNESSES: &[&str] = &[
    "proof",
    "proofs",
    "openness",
    "first_order",
    "essential_proofs",
    "core",
    "because",
    "lower",
    "upper",
    "never",
    "frictionless",
    "beyond",
    "margin_proofs",
    "strong_proof",
    "weak_proof",
    "forces",
    "vectors",
    "collapse",
    "kept",
    "kept_at",
    "shown_at",
    "shown",
    "held",
    "excluded",
    "never_proofs",
    "twists",
    "jumping",
    "pieces",
    "acceleration",
    "slower",
    "faster",
    "groups",
    "indeterminacy_proof",
    "quality_proof",
    "margin_proof",
    "completeness",
];

/// Keys of sets, whose rows may be longer and in another order: that they describe the set of the problem is what the
/// checker decides.
const FORMS: &[&str] = &[
    "rays",
    "lines",
    "normals",
    "offsets",
    "equalities",
    "equality_offsets",
    "vertices",
    "centres",
    "regions",
    "plus",
    "minus",
    "redundant",
    "second_order",
];

/// Points and half-planes of loads across gravity: looser ones are true as well.
const BOUNDS: &[&str] = &["half_spaces", "points"];

/// Keys that only the scene can say: another value means another problem.
const OF_SCENE: &[&str] = &[
    "scene",
    "asked",
    "problem",
    "body",
    "bodies",
    "base",
    "environment",
    "rounded",
    "warnings",
    "question",
    "outline",
    "load",
    "weight",
    "stiction",
    "reasons",
];

/// Judges a forgery that was accepted.
pub fn judge(honest: &Value, forged: &Value, with_scene: bool) -> Judgement {
    let answers = |report: &Value| report["answers"].as_array().cloned();
    let (Some(one), Some(two)) = (answers(honest), answers(forged)) else {
        return judge_one(honest, forged, with_scene);
    };
    let asked = |list: &[Value]| list.iter().map(|answer| answer["question"].clone()).collect::<Vec<_>>();
    if asked(&one) != asked(&two) {
        return if with_scene { Judgement::False("answers".to_owned()) } else { Judgement::OtherProblem };
    }
    let without = |report: &Value| {
        let mut outer = report.clone();
        outer.as_object_mut().map(|keys| keys.remove("answers"));
        outer
    };
    let inner = one.iter().zip(&two).map(|(one, two)| judge_one(one, two, with_scene));
    let mut found: Vec<Judgement> = inner.collect();
    found.push(judge_one(&without(honest), &without(forged), with_scene));
    // The worst counts, but nothing is known of another problem.
    let rank = |judgement: &Judgement| match judgement {
        Judgement::Same => 0,
        Judgement::Witness => 1,
        Judgement::Withheld => 2,
        Judgement::False(_) => 3,
        Judgement::OtherProblem => 4,
    };
    found.into_iter().max_by_key(rank).unwrap_or(Judgement::Same)
}

/// A report whose list of modes is in the order of their letters: a list is a set, and its order says nothing.
fn ordered(report: &Value) -> Value {
    let mut report = report.clone();
    if report["question"] == "modes" {
        for path in ["/modes", "/exact/modes"] {
            if let Some(Value::Array(modes)) = report.pointer_mut(path) {
                modes.sort_by_cached_key(|mode| (mode["mode"].to_string(), mode.to_string()));
            }
        }
    }
    report
}

fn judge_one(honest: &Value, forged: &Value, with_scene: bool) -> Judgement {
    let (honest, forged) = (&ordered(honest), &ordered(forged));
    let mut found =
        Found { honest, forged, witness: false, less: false, other: false, with_scene, lie: None };
    found.differ("", honest, forged, false);
    match found {
        Found { lie: Some(path), other: false, .. } => Judgement::False(path),
        Found { other: true, .. } => Judgement::OtherProblem,
        Found { less: true, .. } => Judgement::Withheld,
        Found { witness: true, .. } => Judgement::Witness,
        _ => Judgement::Same,
    }
}

struct Found<'a> {
    honest: &'a Value,
    forged: &'a Value,
    witness: bool,
    less: bool,
    other: bool,
    with_scene: bool,
    lie: Option<String>,
}

impl Found<'_> {
    fn differ(&mut self, path: &str, honest: &Value, forged: &Value, proves: bool) {
        if alike(honest, forged) {
            return;
        }
        let inner = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
        match (honest, forged) {
            (Value::Object(one), Value::Object(two)) => {
                let keys = one.keys().chain(two.keys().filter(|key| !one.contains_key(*key)));
                // A table that says what it proves is a proof, whatever its key: what it proves is claimed beside it.
                let proof = one.contains_key("proves") && two.contains_key("proves");
                for key in keys {
                    let (one, two) =
                        (one.get(key).unwrap_or(&Value::Null), two.get(key).unwrap_or(&Value::Null));
                    self.differ(&inner(key), one, two, proves || proof || WITNESSES.contains(&key.as_str()));
                }
            }
            (Value::Array(one), Value::Array(two)) if one.len() == two.len() => {
                for (index, (one, two)) in one.iter().zip(two).enumerate() {
                    self.differ(&inner(&index.to_string()), one, two, proves);
                }
            }
            _ => self.leaf(path, honest, forged, proves),
        }
    }

    fn leaf(&mut self, path: &str, honest: &Value, forged: &Value, proves: bool) {
        let keys: Vec<&str> = path.split('.').collect();
        let last = keys.last().copied().unwrap_or_default();
        if path == "scene.name" || path.ends_with(".scene.name") {
            return;
        }
        // Contacts are nothing but what the scene says. So are the load of the body itself among the wrenches that
        // are answered (those that were asked are told under `asked`, and compared with it), and a peg, whose
        // fractions are below `exact`.
        let data = keys.windows(2).any(|pair| pair == ["exact", "peg"])
            || keys.contains(&"wrenches") && keys.contains(&"wrench");
        let of_scene =
            data || keys.iter().any(|key| OF_SCENE.contains(key)) || self.honest["question"] == "contacts";
        if !self.with_scene && of_scene {
            self.other = true;
            return;
        }
        // An escape is a motion, one of many, and so is that on which a peg is held.
        let motion = keys.contains(&"escape") || keys.contains(&"jam") && keys.contains(&"twist");
        if proves || motion && number(honest).is_some() && number(forged).is_some() {
            self.witness = true;
            return;
        }
        // Brackets are proved by their ends; those that name the same number differ in their last digits.
        let near = |one: &Value, two: &Value| match (number(one), number(two)) {
            (Some(one), Some(two)) => (one - two).abs() <= 1e-6 * (1.0 + one.abs().max(two.abs())),
            _ => false,
        };
        let question = self.honest["question"].as_str().unwrap_or_default();
        let of_a_set =
            ["motions", "labels"].contains(&question) && keys.iter().any(|key| FORMS.contains(key));
        if of_a_set || keys.contains(&"tilts") && keys.iter().any(|key| BOUNDS.contains(key)) {
            self.witness = true;
            return;
        }
        let bracket = keys
            .iter()
            .any(|key| *key == "bracket" || *key == "brackets" || *key == "exact" || *key == "ends");
        if near(honest, forged) && !matches!(honest, Value::Bool(_)) {
            self.witness = true;
            return;
        }
        let marked = |report: &Value, key: &str| {
            report["computed"].as_array().into_iter().flatten().any(|path| path.as_str() == Some(key))
        };
        let loose = |key: &str| marked(self.forged, key) && !marked(self.honest, key);
        let open = *forged == "undecided"
            || forged.is_null() && !honest.is_null()
            || last == "computed"
            || keys.contains(&"reasons")
            || keys.contains(&"stopped");
        if open || loose(path) || bracket && forged_is_looser(self.forged, self.honest) {
            self.less = true;
            return;
        }
        self.lie.get_or_insert_with(|| path.to_owned());
    }
}

/// Whether a forgery marks more numbers as not proved than the honest report.
fn forged_is_looser(forged: &Value, honest: &Value) -> bool {
    let count = |report: &Value| report["computed"].as_array().map_or(0, Vec::len);
    count(forged) > count(honest)
}

/// A number, or a fraction in a string.
fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => {
            text.parse::<stiction_proof::Rational>().ok().map(|fraction| fraction.to_f64())
        }
        _ => None,
    }
}

fn alike(one: &Value, two: &Value) -> bool {
    match (one, two) {
        (Value::Number(a), Value::Number(b)) => match (a.as_f64(), b.as_f64()) {
            (Some(a), Some(b)) => (a - b).abs() <= 1e-12 * a.abs(),
            _ => false,
        },
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| alike(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| alike(a, b)))
        }
        _ => one == two,
    }
}
