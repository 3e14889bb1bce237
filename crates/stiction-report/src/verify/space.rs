//! Re-checks closure in space.

use super::{
    FRICTION_GRADIENT, FromJson, GRADIENT, LIMITED_GRADIENT, Verification, agree, alike, at, between, close,
    is_same,
};
use crate::closure_space::{escape_twist, is_narrow, origin, squeeze};
use crate::further::verify_spatial;
use crate::measure_space::{Measures, margin, measures};
use crate::pyramids::are_of;
use serde_json::{Value, json};
use stiction::ask::lower::ConeModel;
use stiction_proof::{Answer, FrictionUse, Rational, SpatialProblem, SpatialProof, Verified};

pub(super) fn closure(prefix: &str, report: &Value, found: &mut Verification) {
    let problem = match SpatialProblem::deserialize_from(&report["problem"]) {
        Ok(problem) => problem,
        Err(why) => return found.failed.push((format!("{prefix}problem"), why)),
    };
    let checker = Checker { report, problem };
    let mut note = |path: &str, outcome| found.note(format!("{prefix}{path}"), outcome);
    note("cone", checker.cone());
    note("form", checker.claim("form", &FrictionUse::None));
    note("force", checker.claim("force", &FrictionUse::Given));
    note("min_friction", checker.min_friction());
    note("essential", checker.essential());
    note("quality", checker.quality());
    note("numbers", checker.shown());
    let mut note = |path: String, outcome| note(&path, outcome);
    verify_spatial(&checker.problem, report, &mut note);
}

const ANOTHER: &str = "the proof is of another statement";

struct Checker<'a> {
    report: &'a Value,
    problem: SpatialProblem,
}

impl Checker<'_> {
    fn at(&self, path: &str) -> &Value {
        at(self.report, path)
    }

    /// The proof at a path, accepted by the checker.
    fn accepted(&self, path: &str) -> Result<SpatialProof, String> {
        let proof = SpatialProof::deserialize_from(self.at(path)).map_err(|why| format!("{path}: {why}"))?;
        self.problem.check(proof).map(Verified::into_proof).map_err(|refusal| refusal.to_string())
    }

    /// The same where there may be none.
    fn accepted_if_any(&self, path: &str) -> Result<Option<SpatialProof>, String> {
        if self.at(path).is_null() { Ok(None) } else { self.accepted(path).map(Some) }
    }

    fn exact(&self, path: &str) -> Result<Rational, String> {
        Rational::deserialize_from(self.at(path)).map_err(|why| format!("{path}: {why}"))
    }

    /// The cones of the problem are those that the report names.
    fn cone(&self) -> Result<(), String> {
        let model: ConeModel = self.at("cone").as_str().ok_or("cone is not a word")?.parse()?;
        are_of(model, self.problem.contacts.iter())
    }

    /// A verdict, its proof and its margin.
    fn claim(&self, claim: &str, friction: &FrictionUse) -> Result<(), String> {
        let verdict = Answer::deserialize_from(self.at(&format!("{claim}.verdict")))?;
        let proof = self.accepted_if_any(&format!("{claim}.proof"))?;
        let closed = match &proof {
            None => None,
            Some(SpatialProof::Closed { friction: used, without, .. })
                if used == friction && without.is_empty() =>
            {
                Some(true)
            }
            Some(SpatialProof::Open { friction: used, without, .. })
                if used == friction && without.is_empty() =>
            {
                Some(false)
            }
            Some(_) => return Err(ANOTHER.to_owned()),
        };
        let openness = self.accepted_if_any(&format!("{claim}.openness"))?;
        match &openness {
            None => {}
            Some(
                SpatialProof::Breaks { friction: used, .. } | SpatialProof::Touching { friction: used, .. },
            ) if used == friction && closed == Some(false) => {}
            Some(_) => return Err("the proof of openness is of another statement".to_owned()),
        }
        let length = self.exact("exact.quality.length")?;
        let found = margin(&self.problem, friction, &length, origin(proof.as_ref(), openness.as_ref()));
        self.same_or_null(&format!("{claim}.margin"), found.ok().map(|(margin, _)| margin.value))?;
        if claim == "form" {
            self.form(closed, openness.as_ref())?;
        }
        match closed {
            Some(closed) => agree(verdict, closed),
            None if verdict == Answer::Undecided => Ok(()),
            None => Err(format!("the verdict is {verdict}, and nothing proves it")),
        }
    }

    /// Order and way of escape.
    fn form(&self, closed: Option<bool>, openness: Option<&SpatialProof>) -> Result<(), String> {
        let order = if closed == Some(true) { json!(1) } else { Value::Null };
        let escape = match openness {
            Some(SpatialProof::Breaks { .. }) => json!("breaking"),
            Some(_) => json!("rolling"),
            None => Value::Null,
        };
        let same = *self.at("form.order") == order && *self.at("form.escape") == escape;
        same.then_some(()).ok_or_else(|| "order or escape is not what the proof shows".to_owned())
    }

    fn measured(
        &self,
        friction: &FrictionUse,
        proof: Option<&SpatialProof>,
        openness: Option<&SpatialProof>,
    ) -> Result<Measures, String> {
        let length = self.exact("exact.quality.length")?;
        self.same_or_null("quality.length", Some(length.to_f64()))?;
        Ok(measures(&self.problem, friction, &length, origin(proof, openness)))
    }

    fn quality(&self) -> Result<(), String> {
        let proof = self.accepted_if_any("force.proof")?;
        let openness = self.accepted_if_any("force.openness")?;
        let measured = self.measured(&FrictionUse::Given, proof.as_ref(), openness.as_ref())?;
        for (key, measure) in measured.entries() {
            self.same_or_null(&format!("quality.{key}"), measure.ok())?;
        }
        for (key, ends) in measured.bounds() {
            self.same_list(&format!("quality.bounds.{key}"), ends.as_ref().map(|ends| &ends[..]))?;
        }
        let ids = || self.problem.contacts.iter().map(|contact| contact.id.as_str());
        let again = crate::json::gradient(ids(), &measured.gradient, 3);
        alike(self.at("quality.gradient"), &again).then_some(()).ok_or(GRADIENT)?;
        let again = crate::json::gradient(ids(), &measured.gradient_linf, 3);
        alike(self.at("quality.gradient_linf"), &again).then_some(()).ok_or(LIMITED_GRADIENT)?;
        let reference = self.problem.reference.each_ref().map(Rational::to_f64);
        self.same_list("quality.origin", Some(&reference))?;
        if *self.at("quality.norm") != crate::json::NORM {
            return Err("quality.norm is another norm".to_owned());
        }
        let mirrored = <[Rational; 3]>::deserialize_from(self.at("exact.quality.origin"))?;
        (mirrored == self.problem.reference)
            .then_some(())
            .ok_or_else(|| "exact.quality.origin is not the reference of the problem".to_owned())
    }

    fn min_friction(&self) -> Result<(), String> {
        let mu = self.at("min_friction.mu");
        if self.at("min_friction.bracket").is_null() {
            let nothing = mu.is_null()
                && self.at("min_friction").is_object()
                && ["mu", "bracket"]
                    .iter()
                    .all(|key| self.at(&format!("exact.min_friction.{key}")).is_null());
            return match self.accepted_if_any("min_friction.never")? {
                // Nothing is said, so nothing is to be proved.
                None if nothing => Ok(()),
                Some(SpatialProof::NeverClosed { .. }) if nothing => Ok(()),
                _ => Err(ANOTHER.to_owned()),
            };
        }
        if !self.at("min_friction.never").is_null() {
            return Err("there is a bracket, and a proof that there is none".to_owned());
        }
        let ends = [self.exact("exact.min_friction.bracket.0")?, self.exact("exact.min_friction.bracket.1")?];
        self.same_list("min_friction.bracket", Some(&[ends[0].to_f64(), ends[1].to_f64()]))?;
        match self.accepted_if_any("min_friction.frictionless")? {
            Some(SpatialProof::Closed { friction: FrictionUse::Common(zero), without, .. })
                if zero.is_zero() && without.is_empty() && ends.iter().all(Rational::is_zero) => {}
            Some(_) => return Err(ANOTHER.to_owned()),
            None => self.threshold(&ends)?,
        }
        let exact = match self.at("exact.min_friction.mu") {
            Value::Null => None,
            _ => Some(self.exact("exact.min_friction.mu")?),
        };
        if exact.is_some() != (ends[0] == ends[1]) || exact.is_some_and(|exact| exact != ends[0]) {
            return Err("exact.min_friction.mu is not where the ends of the bracket meet".to_owned());
        }
        match (mu.as_f64(), is_narrow(&ends[0], &ends[1])) {
            (Some(mu), true) => between("min_friction.mu", mu, &ends),
            (None, false) if mu.is_null() => Ok(()),
            _ => Err("min_friction.mu is not what the bracket allows".to_owned()),
        }
    }

    /// The proofs of both ends of the bracket, and the gradient that follows from them.
    fn threshold(&self, ends: &[Rational; 2]) -> Result<(), String> {
        let proofs = (self.accepted("min_friction.lower")?, self.accepted("min_friction.upper")?);
        match &proofs {
            (SpatialProof::OpenUpTo { mu: lower, .. }, SpatialProof::ClosedAbove { mu: upper, .. })
                if *lower == ends[0] && *upper == ends[1] => {}
            _ => return Err("the proofs are not of the ends of the bracket".to_owned()),
        }
        let ids = self.problem.contacts.iter().map(|contact| contact.id.as_str());
        let gradients =
            stiction::ask::closure::least_friction_gradient_in_space(&self.problem, &proofs.0, &proofs.1);
        let again = crate::json::gradient(ids, &gradients, 3);
        alike(self.at("min_friction.gradient"), &again).then_some(()).ok_or(FRICTION_GRADIENT.to_owned())
    }

    /// Every contact of a closed grasp is proved essential, proved removable, or said to be neither.
    fn essential(&self) -> Result<(), String> {
        let keys = ["essential", "essential_undecided", "removable"];
        if self.at("force.verdict") != "yes" {
            let silent = keys.iter().all(|key| self.at(key).is_null());
            let silent = silent && *self.at("essential_proofs") == json!([]);
            return silent.then_some(()).ok_or_else(|| "asked of closed grasps only".to_owned());
        }
        let essential = self.proved("essential", "essential_proofs", false)?;
        let removable = self.proved("removable.contacts", "removable.proofs", true)?;
        let undecided = Vec::<String>::deserialize_from(self.at("essential_undecided"))?;
        let mut named: Vec<&String> = essential.iter().chain(&removable).chain(&undecided).collect();
        let mut all: Vec<&String> = self.problem.contacts.iter().map(|contact| &contact.id).collect();
        named.sort();
        all.sort();
        (named == all).then_some(()).ok_or_else(|| "a contact is missing, or named twice".to_owned())
    }

    /// The contacts listed at a path, each with its own proof that the others close, or do not.
    fn proved(&self, names: &str, proofs: &str, closed: bool) -> Result<Vec<String>, String> {
        let listed = Vec::<String>::deserialize_from(self.at(names))?;
        let count = self.at(proofs).as_array().map_or(0, Vec::len);
        if count != listed.len() {
            return Err(format!("{names}: {count} proofs for {} contacts", listed.len()));
        }
        for (index, id) in listed.iter().enumerate() {
            let path = format!("{proofs}.{index}");
            let named = String::deserialize_from(self.at(&format!("{path}.contact")))?;
            let (shown, friction, without) = match self.accepted(&format!("{path}.proof"))? {
                SpatialProof::Closed { friction, without, .. } => (true, friction, without),
                SpatialProof::Open { friction, without, .. } => (false, friction, without),
                _ => return Err(ANOTHER.to_owned()),
            };
            let right = shown == closed && friction == FrictionUse::Given && without == [id.clone()];
            if !right || named != *id {
                return Err(format!("{names}: nothing proves it of \"{id}\""));
            }
        }
        Ok(listed)
    }

    /// The doubles that a reader looks at are those of the proofs.
    fn shown(&self) -> Result<(), String> {
        let proof = self.accepted_if_any("force.proof")?;
        let openness = self.accepted_if_any("force.openness")?;
        let pushes = proof.as_ref().and_then(|proof| squeeze(&self.problem, proof));
        for (path, vectors) in [("force.forces", false), ("force.vectors", true)] {
            let Some(pushes) = &pushes else {
                if self.at(path).is_null() {
                    continue;
                }
                return Err(format!("{path}: nothing proves these forces"));
            };
            let count = self.at(path).as_object().map_or(0, serde_json::Map::len);
            if count != pushes.len() {
                return Err(format!("{path}: {count} forces for {} contacts", pushes.len()));
            }
            for (contact, push) in self.problem.contacts.iter().zip(pushes) {
                let parts: Vec<f64> =
                    if vectors { push.force.to_vec() } else { crate::json::components(push) };
                if !is_same(&self.at(path)[&contact.id], &parts) {
                    return Err(format!("{path}: not the proved force at \"{}\"", contact.id));
                }
            }
        }
        let twist = proof.as_ref().and_then(|proof| escape_twist(proof, openness.as_ref()));
        self.same_list("force.escape", twist.as_ref().map(<[f64; 6]>::as_slice))
    }

    fn same_list(&self, path: &str, proved: Option<&[f64]>) -> Result<(), String> {
        let same = match proved {
            Some(proved) => is_same(self.at(path), proved),
            None => self.at(path).is_null(),
        };
        same.then_some(()).ok_or_else(|| format!("{path} is not what is proved"))
    }

    fn same_or_null(&self, path: &str, proved: Option<f64>) -> Result<(), String> {
        let same = match (self.at(path).as_f64(), proved.filter(|proved| proved.is_finite())) {
            (Some(shown), Some(proved)) => close(shown, proved),
            (None, None) => self.at(path).is_null(),
            _ => false,
        };
        same.then_some(()).ok_or_else(|| format!("{path} is not what is proved"))
    }
}
