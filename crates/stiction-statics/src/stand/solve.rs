//! For which values of one number of a scene does it stand?
//!
//! 1. A number of the **loads** (a wrench, a load, a given force, a preload, a mass, gravity) leaves the contacts as
//!    they are and enters the loads as `w + x·u`. What stands is convex, so the values are an interval, [`interval`].
//! 2. A coefficient of **friction** opens a cone: forces that balance with one balance with every larger one, and a
//!    collapse with one is a collapse with every smaller one. The values are those above a threshold, which comes
//!    between a collapse below it and forces above it.
//! 3. Any **other** number is asked value by value between two that are given; where the verdict changes, the place is
//!    narrowed between two proofs.  Between values that were asked nothing is proved.
//!
//! References: \[MR 12.3\].

use super::assembly::{Searched, StandProof, stands};
use super::interval::{Interval, interval};
use stiction_exact::work::{attempt, stopped};
use stiction_proof::{AssemblyProblem, AssemblyProof, FrictionUse, Rational, Touch, Verified};
use stiction_scene::bracket::{Bracket, Probe, Threshold};
use stiction_scene::lower::{Assembly, Standing, assembly};
use stiction_scene::lower::{ConeModel, Misfit};
use stiction_scene::scene::{Axis, NoAnswer, Scene, Varied};
use stiction_scene::{Refused, Verdict};

/// The values of a number with which a scene stands.
#[derive(Debug, Clone, PartialEq)]
pub struct SolvedValues<S: Searched> {
    /// The number, written as for a map.
    pub path: String,
    /// Its value in the scene; none where many numbers are meant that differ.
    pub value: Option<Rational>,
    /// What the scene is lowered to.
    pub problem: AssemblyProblem<S::Touch>,
    /// What pulls at each body with the scene's own value.
    pub load: Vec<S::Screw>,
    /// The values.
    pub found: Values<S>,
}

/// The values, by what the number is.
#[derive(Debug, Clone, PartialEq)]
pub enum Values<S: Searched> {
    /// Of a number of the loads.
    Loads {
        /// What one more of the number adds.
        unit: Vec<S::Screw>,
        /// How much more than the scene's own value stands.
        more: Interval<S>,
        /// Whether the number has no meaning below zero.
        from_zero: bool,
    },
    /// Of friction: from the threshold on.
    Friction {
        /// The contacts of the problem whose coefficient it is.
        contacts: Vec<usize>,
        /// Where the threshold is.
        least: Threshold<StandProof<S>>,
        /// The largest coefficient that is proved to fall, below the threshold or where there is none.
        falls_at: Rational,
    },
    /// Of another number, between two values: for each value that was asked, in order, what was proved.
    Asked(Vec<Sample<S>>),
}

/// A value and what was proved of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample<S: Searched> {
    /// The value.
    pub value: Rational,
    /// What the scene is lowered to with it.
    pub problem: AssemblyProblem<S::Touch>,
    /// What pulls at each body.
    pub load: Vec<S::Screw>,
    /// Forces or a collapse; none where it is undecided.
    pub proof: Option<Verified<StandProof<S>>>,
}

impl<S: Searched> Sample<S> {
    /// Whether it stands, where that was proved.
    pub fn stands(&self) -> Option<bool> {
        self.proof.as_ref().map(|proof| matches!(proof.proof(), AssemblyProof::Rests { .. }))
    }
}

/// Doublings of a coefficient, from 1, up to which it is asked.
const MOST_DOUBLINGS: usize = 20;
/// Width of a threshold, relative to the larger of 1 and itself, below which it is not narrowed.
const WIDTH: f64 = 1e-12;
/// Values that are asked between two before changes are narrowed.
const SAMPLES: usize = 33;

/// What a number does to a scene.
enum Kind {
    Loads { from_zero: bool },
    Friction,
    Other,
}

fn kind(keys: &[&str]) -> Kind {
    match keys {
        ["gravity", _]
        | ["bodies", _, "wrench", _]
        | ["contacts", _, "force", _]
        | ["contacts", _, "approach"]
        | ["loads", ..] => Kind::Loads { from_zero: false },
        ["contacts", _, "preload"] | ["bodies", _, "mass"] => Kind::Loads { from_zero: true },
        ["contacts", _, "friction"] | ["contacts", _, "friction", "static"] => Kind::Friction,
        _ => Kind::Other,
    }
}

/// A scene that is asked with many values of one number.
struct Asker<'a, S: Searched> {
    scene: &'a Scene<S>,
    model: ConeModel,
    axis: Axis,
}

impl<'a, S: Searched + Varied> Asker<'a, S> {
    fn new(scene: &'a Scene<S>, model: ConeModel, path: &str) -> Self {
        let axis = Axis { path: path.to_owned(), from: Rational::zero(), to: Rational::zero(), count: 1 };
        Self { scene, model, axis }
    }

    fn misfit(&self, message: String) -> Vec<Misfit> {
        let help =
            "give the path of a number, e.g. contacts.ID.friction, bodies.NAME.wrench.1, contacts.ID.preload";
        vec![Misfit::new("path", &["--solve"], message, help)]
    }

    fn at(&self, value: &Rational) -> Result<Assembly<S>, Vec<Misfit>> {
        let mut scene = self.scene.clone();
        self.axis.set(&mut scene, value.clone()).map_err(|message| self.misfit(message))?;
        assembly::<S>(&scene, self.model)
    }
}

/// What a number of a scene does.
#[derive(Debug, Clone, PartialEq)]
pub enum Meaning<S: Searched> {
    /// It loads.
    Loads {
        /// What one more of it adds.
        unit: Vec<S::Screw>,
        /// Whether it has no meaning below zero.
        from_zero: bool,
    },
    /// It is the friction of these contacts of the problem.
    Friction(Vec<usize>),
    /// Something else.
    Other,
}

/// What the number at a path does, in a scene that is lowered to an assembly.
pub fn meaning<S: Searched + Varied>(
    scene: &Scene<S>,
    model: ConeModel,
    own: &Assembly<S>,
    path: &str,
) -> Result<Meaning<S>, Vec<Misfit>> {
    let asker = Asker::new(scene, model, path);
    let keys = asker.axis.keys(scene);
    match kind(&keys) {
        Kind::Loads { from_zero } => {
            let value = asker.axis.get(scene);
            let value = value.ok_or_else(|| asker.misfit(format!("`{path}` is no number of the scene")))?;
            let more = asker.at(&(value + Rational::one()))?;
            Ok(Meaning::Loads { unit: difference::<S>(&more.load, &own.load), from_zero })
        }
        Kind::Friction => {
            asker.at(&Rational::one())?;
            let contacts = rubbing(own, scene, keys[1]);
            match contacts.is_empty() {
                true => Err(asker.misfit(format!("`{path}` is of no contact that touches"))),
                false => Ok(Meaning::Friction(contacts)),
            }
        }
        Kind::Other => asker.at(&asker.axis.get(scene).unwrap_or_default()).map(|_| Meaning::Other),
    }
}

/// What a scene is lowered to with a value of the number at a path.
pub fn with_value<S: Searched + Varied>(
    scene: &Scene<S>,
    model: ConeModel,
    path: &str,
    value: &Rational,
) -> Result<Assembly<S>, Vec<Misfit>> {
    Asker::new(scene, model, path).at(value)
}

/// Solves for the number at a path; one of the geometry between two values.
pub fn solve<S: Searched + Varied>(
    scene: &Scene<S>,
    model: ConeModel,
    path: &str,
    within: Option<&[Rational; 2]>,
) -> Result<SolvedValues<S>, NoAnswer> {
    let own = assembly::<S>(scene, model)?;
    let found = match meaning(scene, model, &own, path)? {
        Meaning::Loads { unit, from_zero } => {
            let more = interval(&own, &unit)?;
            Values::Loads { unit, more, from_zero }
        }
        Meaning::Friction(contacts) => {
            let (least, falls_at) = threshold::<S>(&own.problem, &own.load, &contacts)?;
            Values::Friction { contacts, least, falls_at }
        }
        Meaning::Other => {
            let Some([from, to]) = within else {
                let message = format!("`{path}` changes more than loads and friction");
                let help = "say between which values it is searched: --within LO:HI";
                return Err(vec![Misfit::new("within", &["--within"], message, help)].into());
            };
            Values::Asked(samples(&Asker::new(scene, model, path), from, to)?)
        }
    };
    let value = Asker::new(scene, model, path).axis.get(scene);
    Ok(SolvedValues { path: path.to_owned(), value, problem: own.problem, load: own.load, found })
}

fn difference<S: Standing>(one: &[S::Screw], other: &[S::Screw]) -> Vec<S::Screw> {
    let mut sum = one.to_vec();
    for (sum, other) in sum.iter_mut().zip(other) {
        sum.as_mut().iter_mut().zip(other.as_ref()).for_each(|(sum, other)| *sum -= other);
    }
    sum
}

/// The contacts of the problem that an id, or `*`, means.
fn rubbing<S: Searched>(assembly: &Assembly<S>, scene: &Scene<S>, id: &str) -> Vec<usize> {
    // Guides of preloads are not of the scene, and do not rub.
    let means = |&index: &usize| {
        scene.contacts.get(assembly.contacts[index]).is_some_and(|contact| id == "*" || contact.id == id)
    };
    (0..assembly.contacts.len()).filter(means).collect()
}

/// The problem with another coefficient of friction at some contacts.
pub fn with_friction<T: Touch>(
    problem: &AssemblyProblem<T>,
    contacts: &[usize],
    coefficient: &Rational,
) -> AssemblyProblem<T> {
    let mut changed = problem.clone();
    for &index in contacts {
        changed.contacts[index].touch.set_friction(coefficient.clone());
    }
    changed
}

fn threshold<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    contacts: &[usize],
) -> Result<(Threshold<StandProof<S>>, Rational), Refused> {
    // What is not found in the time that was given is undecided.
    let ask = |coefficient: &Rational| {
        let ask = || {
            let problem = with_friction(problem, contacts, coefficient);
            stands::<S>(&problem, load, &FrictionUse::Given)
        };
        attempt("threshold", ask).unwrap_or(Ok(Verdict::Undecided))
    };
    let falls = match ask(&Rational::zero())? {
        Verdict::Yes(forces) => return Ok((Threshold::None(forces), Rational::zero())),
        Verdict::No(falls) => falls,
        Verdict::Undecided => return Ok((Threshold::Undecided, Rational::zero())),
    };
    let (mut lower, mut coefficient) = ((Rational::zero(), falls), Rational::one());
    let mut upper = None;
    for _ in 0..=MOST_DOUBLINGS {
        match ask(&coefficient)? {
            Verdict::Yes(forces) => {
                upper = Some((coefficient, forces));
                break;
            }
            Verdict::No(falls) => lower = (coefficient.clone(), falls),
            Verdict::Undecided => {}
        }
        coefficient = coefficient * Rational::from(2);
    }
    let Some(upper) = upper else {
        return Ok(match stopped() {
            // Larger ones were not asked.
            Some(_) => (Threshold::Undecided, lower.0),
            None => (Threshold::Never(lower.1), lower.0),
        });
    };
    let probe = |middle: &Rational| {
        Ok(match ask(middle)? {
            Verdict::Yes(forces) => Some(Probe::Upper((middle.clone(), forces))),
            Verdict::No(falls) => Some(Probe::Lower((middle.clone(), falls))),
            Verdict::Undecided => None,
        })
    };
    let mut bracket = Bracket::new(lower, upper).narrow_while(WIDTH, probe)?;
    // The threshold itself is mostly a short fraction, and stands.
    if let Some(side) = probe(&bracket.simplest())? {
        bracket.place(side);
    }
    let falls_at = bracket.lower.0.clone();
    Ok((Threshold::Between(bracket), falls_at))
}

fn sample<S: Searched + Varied>(asker: &Asker<'_, S>, value: Rational) -> Result<Sample<S>, NoAnswer> {
    let Assembly { problem, load, .. } = asker.at(&value)?;
    let ask = || stands::<S>(&problem, &load, &FrictionUse::Given);
    let verdict = attempt("values", ask).unwrap_or(Ok(Verdict::Undecided))?;
    Ok(Sample { value, problem, load, proof: verdict.verified().cloned() })
}

/// The values between two that are asked whatever comes of them.
pub fn evenly(from: &Rational, to: &Rational) -> Vec<Rational> {
    let share = |index: usize| Rational::new(index as i64, (SAMPLES - 1) as u64);
    (0..SAMPLES).map(|index| from + &((to - from) * share(index))).collect()
}

/// Asks evenly between two values, and narrows where the verdict changes.
fn samples<S: Searched + Varied>(
    asker: &Asker<'_, S>,
    from: &Rational,
    to: &Rational,
) -> Result<Vec<Sample<S>>, NoAnswer> {
    let mut found: Vec<Sample<S>> = Vec::new();
    for value in evenly(from, to) {
        let next = sample(asker, value)?;
        if let Some(last) = found.pop() {
            found.extend(changed(asker, last, &next)?);
        }
        found.push(next);
    }
    Ok(found)
}

/// The first of two neighbours, and where the verdict changes between them two more that are close to each other.
fn changed<S: Searched + Varied>(
    asker: &Asker<'_, S>,
    first: Sample<S>,
    second: &Sample<S>,
) -> Result<Vec<Sample<S>>, NoAnswer> {
    // Where the time is up, a change that was seen is not narrowed.
    if first.stands() == second.stands() || stopped().is_some() {
        return Ok(vec![first]);
    }
    let (mut low, mut high) = (first.clone(), second.clone());
    let width = |low: &Sample<S>, high: &Sample<S>| {
        (&high.value - &low.value).to_f64().abs() / high.value.to_f64().abs().max(1.0)
    };
    while width(&low, &high) > WIDTH {
        let middle = (&low.value + &high.value) * Rational::new(1, 2);
        let middle = sample(asker, middle)?;
        if middle.stands() == low.stands() { low = middle } else { high = middle }
    }
    // The place itself is mostly a short fraction, and stands.
    let simplest = sample(asker, Rational::simplest_between(&low.value, &high.value))?;
    if simplest.stands() == low.stands() {
        low = simplest
    } else {
        high = simplest
    }
    let mut between = vec![first];
    between.extend([low, high].into_iter().filter(|one| one.value != second.value));
    between.dedup_by(|one, other| one.value == other.value);
    Ok(between)
}
