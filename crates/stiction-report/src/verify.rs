//! Re-checks every proof of a report from its JSON alone, without a solver.
//!
//! For each claim of the report the verifier knows which statement would prove it; the proof must make that
//! very statement, about the problem that the report embeds, and the checker must accept it.  A verdict
//! without such a proof, and a number that is not the one that is proved, fail.

mod assembly;
mod building;
mod choices;
mod form;
mod hybrid;
mod jam;
mod modes;
mod moving;
mod ranges;
mod robot;
mod scene;
mod sets;
mod space;

use crate::closure::{physical_forces, unit_twist};
use crate::closure_space::is_narrow;
use crate::further::verify_planar;
use serde_json::{Value, json};
use std::collections::HashSet;
use stiction::ask::closure::{
    Metric, Origin, epsilon_l1, epsilon_l1_gradient, epsilon_linf, epsilon_linf_gradient,
    least_friction_gradient, singular_extremes, volume,
};
use stiction::ask::lower::ConeModel;
use stiction::scene::AnyScene;
use stiction::screw::{Planar, Spatial};
use stiction_proof::{Answer, FrictionUse, PlanarProblem, Proof, Rational};

/// What a verification found.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Verification {
    /// Paths of the claims that are proved.
    pub verified: Vec<String>,
    /// Paths of the claims that are not, and why.
    pub failed: Vec<(String, String)>,
}

impl Verification {
    /// Whether every claim is proved and there was at least one.
    pub fn holds(&self) -> bool {
        self.failed.is_empty() && !self.verified.is_empty()
    }

    /// The verification as JSON.
    pub fn to_json(&self) -> Value {
        let failed: Vec<Value> =
            self.failed.iter().map(|(path, why)| json!({ "path": path, "why": why })).collect();
        json!({ "stiction": env!("CARGO_PKG_VERSION"), "question": "verify", "verified": self.verified, "failed": failed })
    }

    pub(crate) fn note(&mut self, path: String, outcome: Result<(), String>) {
        match outcome {
            Ok(()) => self.verified.push(path),
            Err(why) => self.failed.push((path, why)),
        }
    }
}

/// Verifies a report.
///
/// ```
/// use stiction_report::verify::verify;
/// assert!(!verify(&serde_json::json!({ "question": "closure", "force": { "verdict": "yes" } })).holds());
/// ```
pub fn verify(report: &Value) -> Verification {
    let mut found = Verification::default();
    verify_at("", report, &mut found);
    found
}

/// Verifies a report, and that it is about a scene: what the proofs speak of is what the scene is lowered to.  `cone` is the model of
/// friction where the report does not tell it.
pub fn verify_of(report: &Value, scene: &AnyScene, cone: ConeModel) -> Verification {
    let mut found = verify(report);
    scene::of_scene("", report, scene, cone, &mut found);
    found
}

fn verify_at(prefix: &str, report: &Value, found: &mut Verification) {
    if report["question"] == "stand" {
        building::besides(prefix, report, found);
    }
    match report["question"].as_str() {
        Some("check") => match report["answers"].as_array() {
            Some(answers) if !answers.is_empty() => {
                let last = answers.iter().rev().find_map(verdict);
                let same = report["verdict"].as_str() == last;
                let why = "it is not that of the last answer".to_owned();
                found.note(format!("{prefix}verdict"), same.then_some(()).ok_or(why));
                for (index, answer) in answers.iter().enumerate() {
                    verify_at(&format!("{prefix}answers.{index}."), answer, found);
                }
            }
            _ => found.failed.push((format!("{prefix}answers"), "there are no answers".to_owned())),
        },
        // In space points have three coordinates.
        Some("closure")
            if report["problem"]["reference"].as_array().is_some_and(|point| point.len() == 3) =>
        {
            space::closure(prefix, report, found);
        }
        Some("stand") if moving::is_moving(report) => moving::moving(prefix, report, found),
        Some("stand") if assembly::is_assembly(report) => {
            let first = &report["problem"]["bodies"][0]["reference"];
            if first.as_array().is_some_and(|point| point.len() == 3) {
                assembly::assembly::<Spatial>(prefix, report, found);
            } else {
                assembly::assembly::<Planar>(prefix, report, found);
            }
        }
        Some(question @ ("closure" | "stand")) => match problem(report) {
            Ok(problem) => {
                let mut checker = Checker { report, problem, prefix, found };
                if question == "closure" { checker.closure() } else { checker.stand() }
            }
            Err(why) => found.failed.push((format!("{prefix}problem"), why)),
        },
        Some("motions") => sets::motions(prefix, report, found),
        Some("labels") => sets::labels(prefix, report, found),
        Some("cone") => crate::wrenches::verify::cone(prefix, report, found),
        Some("stability") => crate::wrenches::verify::stability(prefix, report, found),
        Some("insert") => crate::wrenches::verify::insert(prefix, report, found),
        Some("modes") => modes::modes(prefix, report, found),
        Some("outcomes") => choices::outcomes(prefix, report, found),
        Some("lcp") => choices::lcp(prefix, report, found),
        Some("robot") => robot::robot(prefix, report, found),
        Some("jam") => jam::jam(prefix, report, found),
        Some("hybrid") => hybrid::hybrid(prefix, report, found),
        Some("contacts") => found.note(format!("{prefix}contacts"), contacts(report)),
        Some(other) => {
            found
                .failed
                .push((format!("{prefix}question"), format!("a report of `{other}` carries no proofs")));
        }
        None => found.failed.push((format!("{prefix}question"), "this is not a report".to_owned())),
    }
}

/// Contacts claim nothing that could be proved; their doubles must be those of the exact numbers beside them.
fn contacts(report: &Value) -> Result<(), String> {
    let (Some(listed), Some(exact)) = (report["contacts"].as_array(), report["exact"]["contacts"].as_array())
    else {
        return Err("the contacts or their exact numbers are missing".to_owned());
    };
    if listed.len() != exact.len() {
        return Err("there are not as many exact contacts as contacts".to_owned());
    }
    let mut ids = HashSet::new();
    for (index, (listed, exact)) in listed.iter().zip(exact).enumerate() {
        if !listed["id"].as_str().is_some_and(|id| ids.insert(id)) {
            return Err(format!("contacts.{index}.id is none, or another contact's"));
        }
        for key in ["point", "normal", "tangents", "friction", "gap", "limit", "force"] {
            // One number where both coefficients are the same, and nothing for no gap.
            let common = key == "friction" && exact[key]["static"] == exact[key]["kinetic"];
            let exact = if common { &exact[key]["static"] } else { &exact[key] };
            let none = || format!("contacts.{index}.{key} has no exact numbers");
            let doubles = in_doubles(exact).ok_or_else(none)?;
            let silent = key == "gap" && *exact == "0" && listed[key].is_null();
            if listed[key] != doubles && !silent {
                return Err(format!("contacts.{index}.{key} is not what the exact numbers say"));
            }
        }
    }
    Ok(())
}

/// Fractions as doubles, in lists and objects as they are.
fn in_doubles(exact: &Value) -> Option<Value> {
    Some(match exact {
        Value::Null => Value::Null,
        Value::Array(list) => list.iter().map(in_doubles).collect::<Option<Value>>()?,
        Value::Object(keys) => {
            let entry = |(key, value): (&String, &Value)| Some((key.clone(), in_doubles(value)?));
            Value::Object(keys.iter().map(entry).collect::<Option<_>>()?)
        }
        _ => json!(Rational::deserialize_from(exact).ok()?.to_f64()),
    })
}

/// The verdict that an answer gives to `check`.
fn verdict(answer: &Value) -> Option<&str> {
    match answer["question"].as_str() {
        Some("closure") if answer["form"]["order"] == 2 => Some("yes"),
        Some("closure") => answer["force"]["verdict"].as_str(),
        _ => answer["verdict"].as_str(),
    }
}

fn problem(report: &Value) -> Result<PlanarProblem, String> {
    PlanarProblem::deserialize_from(&report["problem"])
}

/// Reading parts of a report.
trait FromJson: Sized {
    fn deserialize_from(value: &Value) -> Result<Self, String>;
}

impl<T: serde::de::DeserializeOwned> FromJson for T {
    fn deserialize_from(value: &Value) -> Result<Self, String> {
        serde_json::from_value(value.clone()).map_err(|error| error.to_string())
    }
}

/// What stands at a dotted path of a report; null where there is nothing.
fn at<'a>(report: &'a Value, path: &str) -> &'a Value {
    path.split('.').fold(report, |value, key| match value {
        Value::Array(_) => key.parse::<usize>().map_or(&Value::Null, |index| &value[index]),
        _ => &value[key],
    })
}

/// Whether two values have the same keys and, but for rounding, the same numbers.
pub(crate) fn alike(shown: &Value, again: &Value) -> bool {
    match (shown, again) {
        (Value::Number(a), Value::Number(b)) => {
            matches!((a.as_f64(), b.as_f64()), (Some(a), Some(b)) if close(a, b))
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| alike(a, b)),
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| alike(a, b)))
        }
        _ => shown == again,
    }
}

const FRICTION_GRADIENT: &str = "min_friction.gradient is not that of the least friction";
const LIMITED_GRADIENT: &str = "quality.gradient_linf is not that of epsilon_linf";
/// Why a number is not proved by its ends.
const WIDE: &str = "the proved ends are too far apart to name a number";
const GRADIENT: &str = "quality.gradient is not that of the margin";

struct Checker<'a> {
    report: &'a Value,
    problem: PlanarProblem,
    prefix: &'a str,
    found: &'a mut Verification,
}

impl Checker<'_> {
    fn at(&self, path: &str) -> &Value {
        at(self.report, path)
    }

    /// The proof at a path, accepted by the checker.
    fn accepted(&self, path: &str) -> Result<Proof, String> {
        let proof = Proof::deserialize_from(self.at(path)).map_err(|why| format!("{path}: {why}"))?;
        self.problem
            .check(proof)
            .map(stiction_proof::Verified::into_proof)
            .map_err(|refusal| refusal.to_string())
    }

    /// A rational at a path of the mirror `exact`.
    fn exact(&self, path: &str) -> Result<Rational, String> {
        Rational::deserialize_from(self.at(path)).map_err(|why| format!("{path}: {why}"))
    }

    fn note(&mut self, path: &str, outcome: Result<(), String>) {
        self.found.note(format!("{}{path}", self.prefix), outcome);
    }

    fn closure(&mut self) {
        let outcome = self.form();
        self.note("form", outcome);
        let outcome = self.claim("force", &FrictionUse::Given);
        self.note("force", outcome);
        let outcome = self.min_friction();
        self.note("min_friction", outcome);
        if self.at("force.verdict") == "yes" {
            let outcome = self.essential();
            self.note("essential", outcome);
        } else if !self.at("essential").is_null()
            || *self.at("essential_proofs") != json!([]) && self.at("force.verdict") == "no"
            || !self.at("removable").is_null() && self.at("force.verdict") == "no"
        {
            self.note("essential", Err("asked of closed grasps only".to_owned()));
        }
        let outcome = self.shown_closure();
        self.note("numbers", outcome);
        let (found, prefix) = (&mut *self.found, self.prefix);
        let mut note = |path: String, outcome| found.note(format!("{prefix}{path}"), outcome);
        verify_planar(&self.problem, self.report, &mut note);
    }

    /// The doubles that a reader looks at are those of the proofs.
    fn shown_closure(&self) -> Result<(), String> {
        let closed = self.accepted("force.proof")?;
        let forces = match &closed {
            Proof::Closed { forces, .. } => {
                Some(crate::closure::proportions(physical_forces(&self.problem, forces)))
            }
            _ => None,
        };
        self.same_forces("force.forces", forces)?;
        let twist = match (self.accepted("force.openness"), &closed) {
            (Ok(Proof::Breaks { twist, .. }), _) => Some(unit_twist(&twist)),
            (_, Proof::Open { twist, .. }) => Some(unit_twist(twist)),
            _ => None,
        };
        self.same_list("force.escape", twist.as_ref().map(<[f64; 3]>::as_slice))?;
        let origin = self.problem.reference.each_ref().map(Rational::to_f64);
        self.same_list("quality.origin", Some(&origin))?;
        let mirrored = <[Rational; 2]>::deserialize_from(self.at("exact.quality.origin"))?;
        if mirrored != self.problem.reference || *self.at("quality.norm") != crate::json::NORM {
            return Err("the origin or the norm of quality is not that of the problem".to_owned());
        }
        if self.at("quality.epsilon_l1") != self.at("force.margin") {
            return Err("quality.epsilon_l1 is not the margin".to_owned());
        }
        self.shown_form()
    }

    /// `{id: [fn, ft]}` at a path.
    fn same_forces(&self, path: &str, forces: Option<Vec<[f64; 2]>>) -> Result<(), String> {
        let shown = self.at(path);
        let Some(forces) = forces else {
            return if shown.is_null() {
                Ok(())
            } else {
                Err(format!("{path}: nothing proves these forces"))
            };
        };
        let count = shown.as_object().map_or(0, serde_json::Map::len);
        if count != forces.len() {
            return Err(format!("{path}: {count} forces for {} contacts", forces.len()));
        }
        self.problem.contacts.iter().zip(forces).try_for_each(|(contact, force)| {
            let same = is_same(&shown[&contact.id], &force);
            same.then_some(()).ok_or_else(|| format!("{path}: not the proved force at \"{}\"", contact.id))
        })
    }

    fn same_list(&self, path: &str, proved: Option<&[f64]>) -> Result<(), String> {
        let same = match proved {
            Some(proved) => is_same(self.at(path), proved),
            None => self.at(path).is_null(),
        };
        same.then_some(()).ok_or_else(|| format!("{path} is not what is proved"))
    }

    /// The same for standing.
    fn shown_stand(&self) -> Result<(), String> {
        let load = self.load()?.map(|entry| entry.to_f64());
        self.same_list("load", Some(&load))?;
        let weight = <[Rational; 2]>::deserialize_from(self.at("exact.weight"))?.map(|entry| entry.to_f64());
        self.same_list("weight", Some(&weight))?;
        let proof = self.accepted("proof")?;
        let forces = match &proof {
            Proof::Rests { forces, .. } => Some(physical_forces(&self.problem, forces)),
            _ => None,
        };
        let stands = forces.is_some();
        self.same_forces("forces", forces)?;
        let twist = match &proof {
            Proof::Falls { twist, .. } => Some(unit_twist(twist)),
            _ => None,
        };
        self.same_list("collapse", twist.as_ref().map(<[f64; 3]>::as_slice))?;
        for key in ["margins.load", "margins.friction"] {
            let mirrored = !self.at(&format!("exact.{key}")).is_null();
            if mirrored == self.at(key).is_null() {
                return Err(format!("{key} is not that of the mirror"));
            }
        }
        let tilt = self.at("margins.load").as_f64().map(f64::atan);
        self.same_or_null("margins.tilt", tilt)?;
        if !self.at("first_failure").is_null() {
            return Err("first_failure is of bases that move".to_owned());
        }
        let length = self.exact("exact.length")?;
        self.same_or_null("length", Some(length.to_f64()))?;
        if *self.at("margin_norm") != crate::json::margin_norm(&length) {
            return Err("margin_norm is not that of the length".to_owned());
        }
        let by_modes = !self.at("strong_proof.modes").is_null();
        if !self.at("strong_proof").is_null() && self.at("strong") != "yes" && !by_modes {
            return Err("strong_proof proves what is not said".to_owned());
        }
        match (self.at("strong").as_str(), stands) {
            (None, _) if !self.at("strong").is_null() => Err("strong is not a word".to_owned()),
            (Some("no"), true) if !by_modes => Err("strong is no, but it stands".to_owned()),
            (Some("undecided") | None, _) if by_modes => Err("strong is what the modes show".to_owned()),
            (Some("yes"), _) if self.at("verdict") != "yes" => {
                Err("it is said that it must stay, and not that it can".to_owned())
            }
            (None | Some("yes" | "no" | "undecided"), _) => Ok(()),
            (Some(word), _) => Err(format!("strong is \"{word}\"")),
        }
    }

    fn same_or_null(&self, path: &str, proved: Option<f64>) -> Result<(), String> {
        let same = match (self.at(path).as_f64(), proved.filter(|proved| proved.is_finite())) {
            (Some(shown), Some(proved)) => close(shown, proved),
            (None, None) => self.at(path).is_null(),
            _ => false,
        };
        same.then_some(()).ok_or_else(|| format!("{path} is not what is proved"))
    }

    fn claim(&self, claim: &str, friction: &FrictionUse) -> Result<(), String> {
        let verdict = Answer::deserialize_from(self.at(&format!("{claim}.verdict")))?;
        let closed = match self.accepted(&format!("{claim}.proof"))? {
            Proof::Closed { friction: used, without, .. } if used == *friction && without.is_empty() => true,
            Proof::Open { friction: used, without, .. } if used == *friction && without.is_empty() => false,
            _ => return Err("the proof is of another statement".to_owned()),
        };
        let openness = if closed { None } else { Some(self.accepted(&format!("{claim}.openness"))?) };
        let outside = match &openness {
            Some(Proof::Breaks { friction: used, .. }) if used == friction => true,
            Some(Proof::Touching { friction: used, .. }) if used == friction => false,
            None => false,
            _ => return Err("the proof of openness is of another statement".to_owned()),
        };
        let margin = self.at(&format!("{claim}.margin")).as_f64();
        let origin = match (closed, outside) {
            (true, _) => Origin::Inside,
            (false, true) => Origin::Outside,
            (false, false) => Origin::Boundary,
        };
        let measured = |measure: Result<f64, &str>| measure.ok().filter(|value| value.is_finite());
        let right_side = match (margin, measured(epsilon_l1(&self.problem, friction, self.metric()?, origin)))
        {
            (Some(margin), Some(again)) => close(margin, again),
            (None, None) => self.at(&format!("{claim}.margin")).is_null(),
            _ => false,
        };
        if claim == "force" {
            let again = epsilon_linf(&self.problem, friction, self.metric()?, origin);
            self.same_or_null("quality.epsilon_linf", measured(again))?;
            let extremes = singular_extremes(&self.problem, friction, self.metric()?);
            self.same_or_null("quality.min_singular", measured(extremes.map(|[least, _]| least)))?;
            self.same_or_null("quality.isotropy", measured(extremes.map(|[least, most]| least / most)))?;
            let again = volume(&self.problem, friction, self.metric()?);
            self.same_or_null("quality.volume", measured(again))?;
            let gradients = epsilon_l1_gradient(&self.problem, friction, self.metric()?, origin);
            let ids = || self.problem.contacts.iter().map(|contact| contact.id.as_str());
            let again = crate::json::gradient(ids(), &gradients, 2);
            alike(self.at("quality.gradient"), &again).then_some(()).ok_or(GRADIENT)?;
            let gradients = epsilon_linf_gradient(&self.problem, friction, self.metric()?, origin);
            let again = crate::json::gradient(ids(), &gradients, 2);
            alike(self.at("quality.gradient_linf"), &again).then_some(()).ok_or(LIMITED_GRADIENT)?;
        }
        let escape = self.at(&format!("{claim}.escape"));
        let right_escape = claim != "form"
            || match escape.as_str() {
                None => closed && escape.is_null(),
                Some("breaking") => outside,
                Some("rolling") => !closed && !outside,
                Some(_) => false,
            };
        if !right_side || !right_escape {
            return Err("margin or escape is not what the proof shows".to_owned());
        }
        agree(verdict, closed)
    }

    /// The length by which moments were made comparable.
    fn metric(&self) -> Result<Metric, String> {
        let length = self.exact("exact.quality.length")?;
        self.same_or_null("quality.length", Some(length.to_f64()))?;
        Ok(Metric { length: length.to_f64() })
    }

    fn min_friction(&self) -> Result<(), String> {
        let mu = self.at("min_friction.mu");
        if mu.is_null() {
            let others = [self.at("min_friction.bracket"), self.at("exact.min_friction.mu")];
            return match self.accepted("min_friction.never")? {
                Proof::NeverClosed { .. } if others.iter().all(|other| other.is_null()) => Ok(()),
                _ => Err("the proof is of another statement".to_owned()),
            };
        }
        let mu = mu.as_f64().ok_or("mu is not a number")?;
        if !self.at("min_friction.frictionless").is_null() {
            return match self.accepted("min_friction.frictionless")? {
                Proof::Closed { friction: FrictionUse::Common(zero), without, .. }
                    if zero.is_zero() && without.is_empty() && mu == 0.0 && self.is_nought()? =>
                {
                    Ok(())
                }
                _ => Err("the proof is of another statement".to_owned()),
            };
        }
        let ends = [self.exact("exact.min_friction.bracket.0")?, self.exact("exact.min_friction.bracket.1")?];
        let proofs = (self.accepted("min_friction.lower")?, self.accepted("min_friction.upper")?);
        match &proofs {
            (Proof::OpenUpTo { mu: lower, .. }, Proof::ClosedAbove { mu: upper, .. })
                if *lower == ends[0] && *upper == ends[1] => {}
            _ => return Err("the proofs are not of the ends of the bracket".to_owned()),
        }
        let ids = self.problem.contacts.iter().map(|contact| contact.id.as_str());
        let gradients = least_friction_gradient(&self.problem, &proofs.0, &proofs.1);
        let again = crate::json::gradient(ids, &gradients, 2);
        alike(self.at("min_friction.gradient"), &again).then_some(()).ok_or(FRICTION_GRADIENT)?;
        let doubles = [ends[0].to_f64(), ends[1].to_f64()];
        self.same_list("min_friction.bracket", Some(&doubles))?;
        let simplest = match self.at("exact.min_friction.mu") {
            Value::Null => None,
            _ => Some(self.exact("exact.min_friction.mu")?),
        };
        if simplest.is_some_and(|exact| ends != [exact.clone(), exact]) {
            return Err("exact.min_friction.mu is not where the ends of the bracket meet".to_owned());
        }
        named("min_friction.mu", self.at("min_friction.mu"), &ends)
    }

    /// Whether the bracket of the least friction is zero, in doubles and in the mirror.
    fn is_nought(&self) -> Result<bool, String> {
        self.same_list("min_friction.bracket", Some(&[0.0, 0.0]))?;
        let mirror =
            ["mu", "bracket.0", "bracket.1"].map(|key| self.exact(&format!("exact.min_friction.{key}")));
        Ok(mirror.into_iter().collect::<Result<Vec<_>, _>>()?.iter().all(Rational::is_zero))
    }

    /// Every contact is either proved essential or proved removable.
    fn essential(&self) -> Result<(), String> {
        let listed = Vec::<String>::deserialize_from(self.at("essential"))?;
        let mut proved = Vec::new();
        for index in 0..self.at("essential_proofs").as_array().map_or(0, Vec::len) {
            let path = format!("essential_proofs.{index}");
            let contact = String::deserialize_from(self.at(&format!("{path}.contact")))?;
            match self.accepted(&format!("{path}.proof"))? {
                Proof::Open { friction: FrictionUse::Given, without, .. } if without == [contact.clone()] => {
                    proved.push(contact);
                }
                _ => return Err(format!("\"{contact}\" is not proved essential")),
            }
        }
        if proved != listed {
            return Err("the essential contacts are not those that are proved so".to_owned());
        }
        let essential: HashSet<&String> = listed.iter().collect();
        let others: Vec<String> = self
            .problem
            .contacts
            .iter()
            .map(|contact| contact.id.clone())
            .filter(|id| !essential.contains(id))
            .collect();
        if Vec::<String>::deserialize_from(self.at("removable.contacts"))? != others {
            return Err("the removable contacts are not the others".to_owned());
        }
        let spared = self.spared()?;
        others.iter().try_for_each(|id| {
            spared.contains(id).then_some(()).ok_or_else(|| format!("\"{id}\" is not proved removable"))
        })
    }

    /// Contacts that are idle in the core or have a squeeze without them.
    fn spared(&self) -> Result<HashSet<String>, String> {
        let Proof::Closed { friction: FrictionUse::Given, without, forces } =
            self.accepted("removable.core")?
        else {
            return Err("the core is not a squeeze".to_owned());
        };
        let idle = self.problem.contacts.iter().zip(&forces).filter(|(_, [along, _])| along.is_zero());
        let mut spared: HashSet<String> =
            idle.map(|(contact, _)| contact.id.clone()).chain(without).collect();
        for index in 0..self.at("removable.proofs").as_array().map_or(0, Vec::len) {
            let contact = String::deserialize_from(self.at(&format!("removable.proofs.{index}.contact")))?;
            match self.accepted(&format!("removable.proofs.{index}.proof"))? {
                Proof::Closed { friction: FrictionUse::Given, without, .. }
                    if without == [contact.clone()] =>
                {
                    spared.insert(contact);
                }
                _ => return Err(format!("\"{contact}\" is not proved removable")),
            }
        }
        Ok(spared)
    }

    fn stand(&mut self) {
        let outcome = self.rest();
        self.note("verdict", outcome);
        if self.at("strong") == "yes" || !self.at("strong_proof.modes").is_null() {
            let outcome = self.strong();
            self.note("strong", outcome);
        }
        if !self.at("margins.load").is_null() {
            let outcome = self.horizontal();
            self.note("margins.load", outcome);
        }
        if !self.at("margins.friction").is_null() || !self.at("margin_proofs.friction_never").is_null() {
            let outcome = self.factor();
            self.note("margins.friction", outcome);
        }
        if !self.at("margin").is_null() || !self.at("exact.margin").is_null() {
            let outcome = self.margin();
            self.note("margin", outcome);
        }
        let outcome = self.shown_stand();
        self.note("numbers", outcome);
    }

    fn load(&self) -> Result<[Rational; 3], String> {
        <[Rational; 3]>::deserialize_from(self.at("exact.load"))
    }

    fn rest(&self) -> Result<(), String> {
        let verdict = Answer::deserialize_from(self.at("verdict"))?;
        let total = self.load()?;
        let stands = match self.accepted("proof")? {
            Proof::Rests { friction: FrictionUse::Given, load, .. } if load == total => true,
            Proof::Falls { friction: FrictionUse::Given, load, .. } if load == total => false,
            _ => return Err("the proof is of another statement".to_owned()),
        };
        agree(verdict, stands)
    }

    fn strong(&self) -> Result<(), String> {
        let total = self.load()?;
        if !self.at("strong_proof.modes").is_null() {
            let told = self.at("strong_proof");
            let shown = assembly::modes_of_one(told, self.at("body"), &self.problem, &total)?;
            let same = self.at("strong") == shown.to_string().as_str();
            return same.then_some(()).ok_or_else(|| "strong is not what the modes show".to_owned());
        }
        // The theorem speaks of contacts that push as hard as they must.
        let unlimited = self.problem.contacts.iter().all(|contact| contact.most.is_none());
        match self.accepted("strong_proof")? {
            Proof::Rests { friction: FrictionUse::None, load, .. } if load == total && unlimited => Ok(()),
            _ => Err("the proof is of another statement".to_owned()),
        }
    }

    /// As much is carried across the weight both ways, and no more the one way.
    fn horizontal(&self) -> Result<(), String> {
        let (total, value) = (self.load()?, self.exact("exact.margins.load")?);
        let Proof::FallsBeyond { load, direction, multiple, .. } =
            self.accepted("margin_proofs.load_beyond")?
        else {
            return Err("the proof is of another statement".to_owned());
        };
        if load != total || multiple != value || !self.is_across_the_weight(&direction)? {
            return Err("the proof is of another load".to_owned());
        }
        self.carries("margin_proofs.load_carried", &total, &direction, &multiple)?;
        self.carries("margin_proofs.load_back", &total, &direction, &-multiple)?;
        between("margins.load", self.at("margins.load").as_f64().unwrap_or(f64::NAN), &[value.clone(), value])
    }

    /// Whether a load is the weight turned by 90°, one way or the other.
    fn is_across_the_weight(&self, direction: &[Rational; 3]) -> Result<bool, String> {
        let [x, y] = <[Rational; 2]>::deserialize_from(self.at("exact.weight"))?;
        let [moment, fx, fy] = direction;
        let turned = (*fx == -&y && *fy == x) || (*fx == y && *fy == -&x);
        Ok(moment.is_zero() && turned)
    }

    /// Whether the proof at a path carries `load + multiple·direction`.
    fn carries(
        &self,
        path: &str,
        load: &[Rational; 3],
        direction: &[Rational; 3],
        multiple: &Rational,
    ) -> Result<(), String> {
        let reached: Vec<Rational> =
            load.iter().zip(direction).map(|(load, part)| load + &(multiple * part)).collect();
        match self.accepted(path)? {
            Proof::Rests { friction: FrictionUse::Given, load, .. } if load[..] == reached[..] => Ok(()),
            _ => Err(format!("{path} is of another load")),
        }
    }

    /// How far the load is from the boundary, in the sum norm on `(m/length, f)`: (3) and (4) of `ask::stand::Reserve`.
    fn margin(&self) -> Result<(), String> {
        let (total, margin, length) =
            (self.load()?, self.exact("exact.margin")?, self.exact("exact.length")?);
        self.same_or_null("margin", Some(margin.to_f64()))?;
        if !length.is_positive() {
            return Err("a length is positive".to_owned());
        }
        let axes: Vec<[Rational; 3]> = (0..3)
            .flat_map(|axis| [(axis, 1), (axis, -1)])
            .map(|(axis, sign)| {
                let size = if axis == 0 { length.clone() } else { Rational::one() } * Rational::from(sign);
                std::array::from_fn(|row| if row == axis { size.clone() } else { Rational::zero() })
            })
            .collect();
        let Proof::FallsBeyond { load, direction, multiple, twist } =
            self.accepted("margin_proofs.margin_beyond")?
        else {
            return Err("the proof is of another statement".to_owned());
        };
        if load != total || multiple != margin || !axes.contains(&direction) {
            return Err("the proof is of another load".to_owned());
        }
        if !margin.is_negative() {
            return axes.iter().enumerate().try_for_each(|(index, axis)| {
                self.carries(&format!("margin_proofs.margin_carried.{index}"), &total, axis, &margin)
            });
        }
        let work = |axis: &[Rational; 3]| -> Rational { axis.iter().zip(&twist).map(|(a, b)| a * b).sum() };
        if axes.iter().any(|axis| work(axis) > work(&direction)) {
            return Err("a nearer load along another axis is not excluded".to_owned());
        }
        let Proof::Rests { friction: FrictionUse::Given, load: reached, .. } =
            self.accepted("margin_proofs.margin_carried.0")?
        else {
            return Err("the proof is of another statement".to_owned());
        };
        let parts: Vec<Rational> = reached.iter().zip(&total).map(|(a, b)| (a - b).abs()).collect();
        let far = parts[0].checked_div(&length).unwrap_or_default() + &parts[1] + &parts[2];
        (far <= -margin).then_some(()).ok_or_else(|| "the load that stands is further away".to_owned())
    }

    fn factor(&self) -> Result<(), String> {
        let total = self.load()?;
        if !self.at("margin_proofs.friction_never").is_null() {
            let shown = self.at("margins.friction").is_null() && self.at("exact.margins.friction").is_null();
            return match self.accepted("margin_proofs.friction_never")? {
                Proof::Falls { friction: FrictionUse::Scaled(factor), load, .. }
                    if shown && load == total && factor >= Rational::from(assembly::NEVER) =>
                {
                    Ok(())
                }
                _ => Err("nothing shows that no factor on friction holds it".to_owned()),
            };
        }
        let ends = [self.exact("exact.margins.friction.0")?, self.exact("exact.margins.friction.1")?];
        match self.accepted("margin_proofs.friction_upper")? {
            Proof::Rests { friction: FrictionUse::Scaled(factor), load, .. }
                if load == total && factor == ends[1] => {}
            _ => return Err("the upper proof is of another statement".to_owned()),
        }
        if !ends[1].is_zero() {
            match self.accepted("margin_proofs.friction_lower")? {
                Proof::Falls { friction: FrictionUse::Scaled(factor), load, .. }
                    if load == total && factor == ends[0] => {}
                _ => return Err("the lower proof is of another statement".to_owned()),
            }
        }
        named("margins.friction", self.at("margins.friction"), &ends)
    }
}

/// A verdict must be what is proved; `undecided` may always be said.
fn agree(verdict: Answer, proved: bool) -> Result<(), String> {
    match (verdict, proved) {
        (Answer::Yes, true) | (Answer::No, false) | (Answer::Undecided, _) => Ok(()),
        _ => Err(format!("the verdict is {verdict}, the proof shows the opposite")),
    }
}

/// Whether a list of numbers is the proved one, up to the rounding of a root.
fn is_same(shown: &Value, proved: &[f64]) -> bool {
    let Some(shown) = shown.as_array() else { return false };
    // Beyond the range of doubles JSON has null.
    let one = |(shown, proved): (&Value, &f64)| match shown.as_f64() {
        Some(shown) => close(shown, *proved),
        None => shown.is_null() && !proved.is_finite(),
    };
    shown.len() == proved.len() && shown.iter().zip(proved).all(one)
}

fn close(shown: f64, proved: f64) -> bool {
    (shown - proved).abs() <= 4.0 * f64::EPSILON * proved.abs()
}

/// A number that two proved ends name: they are close, and it is between them.
fn named(path: &str, value: &Value, ends: &[Rational; 2]) -> Result<(), String> {
    if ends[0] > ends[1] || !is_narrow(&ends[0], &ends[1]) {
        return Err(format!("{path}: {WIDE}"));
    }
    between(path, value.as_f64().unwrap_or(f64::NAN), ends)
}

/// A double must be in the bracket, up to its own rounding.
fn between(path: &str, value: f64, [lower, upper]: &[Rational; 2]) -> Result<(), String> {
    let ok = value >= lower.to_f64() && value <= upper.to_f64();
    ok.then_some(()).ok_or_else(|| format!("{path} is {value}, which is not what is proved"))
}
