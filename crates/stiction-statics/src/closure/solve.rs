//! For which values of one number of a scene do the contacts close?
//!
//! 1. A coefficient of **friction** opens a cone: a squeeze with one is a squeeze with every larger one, and an escape
//!    with one is an escape with every smaller one. The values are those above a threshold, which comes between an
//!    escape below it and a squeeze above it.
//! 2. Any **other** number is asked value by value between two that are given; where the verdict changes, the place is
//!    narrowed between two proofs. Between values that were asked nothing is proved.
//!
//! References: \[MR 12.2.3\].

use super::{Closing, closure};
use stiction_exact::work::{attempt, stopped};
use stiction_proof::{FrictionUse, Problem, Proof, Rational, Touch, Verified};
use stiction_scene::Verdict;
use stiction_scene::lower::{ConeModel, Misfit, Standing, one_body};
use stiction_scene::scene::{Axis, NoAnswer, Scene, Varied};

/// A value, and what was proved of the contacts with it.
#[derive(Debug, Clone, PartialEq)]
pub struct ClosingSample<T: Touch> {
    /// The value.
    pub value: Rational,
    /// The contacts with it.
    pub problem: Problem<T>,
    /// A squeeze or an escape; none where it is undecided.
    pub proof: Option<Verified<Proof<T>>>,
}

impl<T: Touch> ClosingSample<T> {
    /// Whether the contacts close, where that was proved.
    pub fn closes(&self) -> Option<bool> {
        self.proof.as_ref().map(|proof| matches!(proof.proof(), Proof::Closed { .. }))
    }
}

/// The values of a number with which contacts close.
#[derive(Debug, Clone, PartialEq)]
pub struct ClosingValues<T: Touch> {
    /// The number, written as for a map.
    pub path: String,
    /// Its value in the scene; none where many numbers are meant that differ.
    pub value: Option<Rational>,
    /// Whether it is friction: everything above a threshold.
    pub is_friction: bool,
    /// Of friction the ends of the threshold, or the one value that says all: 0 that closes, or the largest that was
    /// asked and does not. Of others the values that were asked, in order.
    pub samples: Vec<ClosingSample<T>>,
}

/// Doublings of a coefficient, from 1, up to which it is asked.
const MOST_DOUBLINGS: usize = 20;
/// Width of a change, relative to the larger of 1 and its place, below which it is not narrowed.
const WIDTH: f64 = 1e-12;
/// Values that are asked between two before changes are narrowed.
const SAMPLES: usize = 33;

/// Whether a number is friction of contacts.
pub fn is_friction(keys: &[&str]) -> bool {
    matches!(keys, ["contacts", _, "friction"] | ["contacts", _, "friction", "static"])
}

/// The contacts of a scene with a value of the number at a path.
pub fn closing_with<S: Standing + Varied>(
    scene: &Scene<S>,
    model: ConeModel,
    path: &str,
    value: &Rational,
) -> Result<Problem<S::Touch>, Vec<Misfit>> {
    let mut changed = scene.clone();
    Axis::of(path).set(&mut changed, value.clone()).map_err(|message| {
        let help = "give the path of a number, e.g. contacts.*.friction, contacts.ID.point.0";
        vec![Misfit::new("path", &["--solve"], message, help)]
    })?;
    one_body(&changed, model).map(|lowered| lowered.problem)
}

/// Solves for the number at a path; one of the geometry between two values.
pub fn closing_values<S>(
    scene: &Scene<S>,
    model: ConeModel,
    path: &str,
    within: Option<&[Rational; 2]>,
) -> Result<ClosingValues<S::Touch>, NoAnswer>
where
    S: Standing<Touch: Closing> + Varied,
{
    let axis = Axis::of(path);
    let ask = |value: &Rational| -> Result<ClosingSample<S::Touch>, NoAnswer> {
        let problem = closing_with(scene, model, path, value)?;
        let found = attempt("values", || closure(&problem, &FrictionUse::Given));
        let verdict: Verdict<Proof<S::Touch>> = match found {
            Ok(decided) => decided?.into(),
            Err(_) => Verdict::Undecided,
        };
        Ok(ClosingSample { value: value.clone(), problem, proof: verdict.verified().cloned() })
    };
    let is_friction = is_friction(&axis.keys(scene));
    let samples = match (is_friction, within) {
        (true, _) => threshold(ask)?,
        (false, Some([from, to])) => between(from, to, ask)?,
        (false, None) => {
            let message = format!("`{path}` changes more than friction");
            let help = "say between which values it is searched: --within LO:HI";
            return Err(vec![Misfit::new("within", &["--within"], message, help)].into());
        }
    };
    Ok(ClosingValues { path: path.to_owned(), value: axis.get(scene), is_friction, samples })
}

type Samples<T> = Vec<ClosingSample<T>>;

/// The two ends of a threshold, or the one value that says all.
fn threshold<T: Touch>(
    ask: impl Fn(&Rational) -> Result<ClosingSample<T>, NoAnswer>,
) -> Result<Samples<T>, NoAnswer> {
    let zero = ask(&Rational::zero())?;
    if zero.closes() != Some(false) {
        return Ok(vec![zero]);
    }
    let (mut low, mut coefficient) = (zero, Rational::one());
    let mut high = None;
    for _ in 0..=MOST_DOUBLINGS {
        let next = ask(&coefficient)?;
        match next.closes() {
            Some(true) => {
                high = Some(next);
                break;
            }
            Some(false) => low = next,
            None => {}
        }
        coefficient = coefficient * Rational::from(2);
    }
    let Some(high) = high else { return Ok(vec![low]) };
    narrowed(low, high, ask)
}

fn width<T: Touch>(low: &ClosingSample<T>, high: &ClosingSample<T>) -> f64 {
    (&high.value - &low.value).to_f64().abs() / high.value.to_f64().abs().max(1.0)
}

/// Two values with different verdicts, closer to each other; where one between them is open they stay.
fn narrowed<T: Touch>(
    mut low: ClosingSample<T>,
    mut high: ClosingSample<T>,
    ask: impl Fn(&Rational) -> Result<ClosingSample<T>, NoAnswer>,
) -> Result<Samples<T>, NoAnswer> {
    let place = |low: &mut ClosingSample<T>, high: &mut ClosingSample<T>, value: &Rational| {
        let middle = ask(value)?;
        let decided = middle.closes();
        if decided == low.closes() {
            *low = middle;
        } else if decided == high.closes() {
            *high = middle;
        } else {
            return Ok(false);
        }
        Ok::<bool, NoAnswer>(true)
    };
    while width(&low, &high) > WIDTH && stopped().is_none() {
        let middle = (&low.value + &high.value) * Rational::new(1, 2);
        if !place(&mut low, &mut high, &middle)? {
            break;
        }
    }
    // The place itself is mostly a short fraction.
    let simplest = Rational::simplest_between(&low.value, &high.value);
    if simplest != low.value && simplest != high.value {
        place(&mut low, &mut high, &simplest)?;
    }
    Ok(vec![low, high])
}

/// Values between two, and where the verdict changes two more that are close to each other.
fn between<T: Touch>(
    from: &Rational,
    to: &Rational,
    ask: impl Fn(&Rational) -> Result<ClosingSample<T>, NoAnswer>,
) -> Result<Samples<T>, NoAnswer> {
    let mut found: Samples<T> = Vec::new();
    for index in 0..SAMPLES {
        let share = Rational::new(index as i64, (SAMPLES - 1) as u64);
        let next = ask(&(from + &((to - from) * share)))?;
        let last = found.last().cloned();
        if let Some(last) = last.filter(|last| last.closes() != next.closes() && stopped().is_none()) {
            let ends = [last.value.clone(), next.value.clone()];
            let more = narrowed(last, next.clone(), &ask)?;
            found.extend(more.into_iter().filter(|one| !ends.contains(&one.value)));
        }
        found.push(next);
    }
    Ok(found)
}
