//! The values of a number with which contacts close, in a report: every value that decides with its contacts and its
//! proof.

use crate::extras::{Ends, between, runs, told};
use crate::number::is_named;
use crate::report::Options;
use crate::verify::reading::FromJson;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use stiction::ask::closure::{Closing, ClosingSample, ClosingValues, closing_values, closing_with};
use stiction::ask::lower::Standing;
use stiction::scene::{Axis, NoAnswer, Scene, Varied};
use stiction_proof::{FrictionUse, NonZero, PlanarContact, Problem, Proof, Rational, SpatialContact, Touch};

/// In the plane or in space.
#[derive(Debug, Clone, PartialEq)]
pub enum ClosingRanges {
    /// In the plane.
    Plane(Box<ClosingRange<PlanarContact>>),
    /// In space.
    Space(Box<ClosingRange<SpatialContact>>),
}

/// The values, and the unit that they are told in with what one of it is in SI units.
#[derive(Debug, Clone, PartialEq)]
pub struct ClosingRange<T: Touch> {
    /// The values.
    pub values: ClosingValues<T>,
    /// The unit.
    pub unit: Option<(String, NonZero)>,
}

/// Solves for the number that was asked for, if one was.
pub(crate) fn solved<S>(
    scene: &Scene<S>,
    options: &Options,
) -> Result<Option<ClosingRange<S::Touch>>, NoAnswer>
where
    S: Standing<Touch: Closing> + Varied,
{
    let Some(unknown) = &options.extras.solve else { return Ok(None) };
    let values = closing_values(scene, options.cone, &unknown.path, unknown.within.as_ref())?;
    let unit = Axis::of(&unknown.path).told_in(scene);
    Ok(Some(ClosingRange { values, unit }))
}

impl<T: Touch> ClosingRange<T> {
    /// The intervals of values that close; none where they are not known.
    fn intervals(&self) -> Option<Vec<Ends>> {
        if !self.values.is_friction {
            let samples = self.values.samples.iter();
            return Some(runs(samples.map(|sample| (sample.closes() == Some(true), sample.value.clone()))));
        }
        match &self.values.samples[..] {
            [one] => match one.closes()? {
                true => Some(vec![[Some(one.value.clone()), None]]),
                false => Some(Vec::new()),
            },
            [low, high] if is_named([&low.value, &high.value]) => {
                Some(vec![[Some(high.value.clone()), None]])
            }
            _ => None,
        }
    }

    fn line(&self) -> String {
        let path = &self.values.path;
        let number = |value: &Rational| told(value, self.unit.as_ref());
        match (self.intervals(), &self.values.samples[..]) {
            (Some(none), _) if none.is_empty() => format!("for no {path}"),
            (Some(all), _) => {
                all.iter().map(|ends| between(path, ends, &number)).collect::<Vec<_>>().join(", or ")
            }
            (None, [low, high]) => format!(
                "with {path} of {} and more, and not with {} and less",
                number(&high.value),
                number(&low.value)
            ),
            _ => format!("undecided for which {path}"),
        }
    }
}

impl<T: Touch> ClosingRange<T>
where
    Problem<T>: Serialize,
    Proof<T>: Serialize,
{
    fn to_json(&self) -> Value {
        let intervals = self.intervals();
        let shown = |ends: &Ends| ends.each_ref().map(|end| end.as_ref().map(Rational::to_f64));
        let one = |sample: &ClosingSample<T>| {
            json!({
                "value": sample.value, "problem": sample.problem,
                "proof": sample.proof.as_ref().map(|proof| proof.proof()),
            })
        };
        json!({
            "path": self.values.path,
            "kind": if self.values.is_friction { "friction" } else { "asked" },
            "intervals": intervals.as_ref().map(|all| all.iter().map(shown).collect::<Vec<_>>()),
            "proofs": self.values.samples.iter().map(one).collect::<Vec<_>>(),
            "exact": { "value": self.values.value, "intervals": intervals },
        })
    }
}

impl ClosingRanges {
    pub(crate) fn to_json(&self) -> Value {
        match self {
            Self::Plane(found) => found.to_json(),
            Self::Space(found) => found.to_json(),
        }
    }

    pub(crate) fn line(&self) -> String {
        match self {
            Self::Plane(found) => found.line(),
            Self::Space(found) => found.line(),
        }
    }

    /// Between values that were asked nothing is proved.
    pub(crate) fn computed(&self) -> Vec<String> {
        let is_friction = match self {
            Self::Plane(found) => found.values.is_friction,
            Self::Space(found) => found.values.is_friction,
        };
        if is_friction { Vec::new() } else { vec!["solve.intervals".to_owned()] }
    }
}

/// The values of a report, each with its proof checked; those of the scene, where there is one.
pub(crate) fn read<S>(
    scene: Option<&Scene<S>>,
    options: &Options,
    shown: &Value,
) -> Result<Option<ClosingRange<S::Touch>>, String>
where
    S: Standing<Touch: Closing> + Varied,
    Problem<S::Touch>: DeserializeOwned,
    Proof<S::Touch>: DeserializeOwned,
{
    let Some(unknown) = &options.extras.solve else { return Ok(None) };
    let is_friction = match shown["kind"].as_str() {
        Some("friction") => true,
        Some("asked") => false,
        _ => return Err("no such kind of number".to_owned()),
    };
    let mut samples = Vec::new();
    for one in shown["proofs"].as_array().into_iter().flatten() {
        let value = Rational::deserialize_from(&one["value"])?;
        let problem = Problem::<S::Touch>::deserialize_from(&one["problem"])?;
        let proof = Option::<Proof<S::Touch>>::deserialize_from(&one["proof"])?;
        let proof = match proof {
            None => None,
            Some(proof) => {
                let proof = problem.check(proof).map_err(|refusal| refusal.to_string())?;
                match proof.proof() {
                    Proof::Closed { friction: FrictionUse::Given, without, .. }
                    | Proof::Open { friction: FrictionUse::Given, without, .. }
                        if without.is_empty() => {}
                    _ => return Err(stiction_verify::OTHER.to_owned()),
                }
                Some(proof)
            }
        };
        samples.push(ClosingSample { value, problem, proof });
    }
    let value = Option::<Rational>::deserialize_from(&shown["exact"]["value"])?;
    let values = ClosingValues { path: unknown.path.clone(), value, is_friction, samples };
    if is_friction {
        a_threshold(&values)?;
    }
    if let Some(scene) = scene {
        of_scene(scene, options, &values)?;
    }
    Ok(Some(ClosingRange { values, unit: None }))
}

/// Whether values of friction are the ends of a threshold: contacts that differ in that coefficient alone, open with
/// the lower and closed with the upper one; or 0 that closes, or one that does not.
fn a_threshold<T: Touch>(values: &ClosingValues<T>) -> Result<(), String> {
    let name = values.path.strip_prefix("contacts.");
    let name = name.and_then(|rest| rest.strip_suffix(".friction").or(rest.strip_suffix(".friction.static")));
    let name = name.ok_or("the number is no friction")?;
    let is_meant = |id: &str| {
        let point = || id.strip_prefix(name).and_then(|rest| rest.strip_prefix('.'));
        name == "*"
            || id == name
            || point().is_some_and(|rest| rest.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let bare = |sample: &ClosingSample<T>| -> Result<Problem<T>, String> {
        let mut problem = sample.problem.clone();
        for contact in problem.contacts.iter_mut().filter(|contact| is_meant(contact.id())) {
            if *contact.friction() != sample.value {
                return Err("a contact does not have the friction that is told".to_owned());
            }
            contact.set_friction(Rational::zero());
        }
        Ok(problem)
    };
    let fits = match &values.samples[..] {
        [one] => match one.closes() {
            Some(true) => one.value.is_zero() && bare(one).is_ok(),
            Some(false) => bare(one).is_ok(),
            None => true,
        },
        [low, high] => {
            let verdicts = (low.closes(), high.closes()) == (Some(false), Some(true));
            verdicts && low.value < high.value && bare(low)? == bare(high)?
        }
        _ => false,
    };
    fits.then_some(()).ok_or_else(|| "these values are no threshold".to_owned())
}

/// Whether the contacts are those of the scene with each value, and whether as many values were asked.
fn of_scene<S>(scene: &Scene<S>, options: &Options, told: &ClosingValues<S::Touch>) -> Result<(), String>
where
    S: Standing<Touch: Closing> + Varied,
{
    let Some(unknown) = &options.extras.solve else { return Ok(()) };
    let other = || "the number does something else in the scene".to_owned();
    for sample in &told.samples {
        let own = closing_with(scene, options.cone, &unknown.path, &sample.value).map_err(|_| other())?;
        if own != sample.problem {
            return Err(other());
        }
    }
    let axis = Axis::of(&unknown.path);
    let kind = stiction::ask::closure::is_friction(&axis.keys(scene)) == told.is_friction;
    if !kind || axis.get(scene) != told.value {
        return Err(other());
    }
    if !told.is_friction {
        let again = solved(scene, options).map_err(|_| other())?;
        if again.is_none_or(|again| again.values != *told) {
            return Err("the values are others when they are asked again".to_owned());
        }
    }
    Ok(())
}
