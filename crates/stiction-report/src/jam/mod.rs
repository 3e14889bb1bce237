//! The report on jamming and wedging: verdicts, the least friction that locks, what goes to infinity.

mod json;
mod text;

pub(crate) use json::locks_json;

use crate::answer::{AskError, Found};
use crate::report::{Answered, Options, Told};
use crate::text::Lines;
use serde_json::Value;
use stiction::ask::Verdict;
use stiction::ask::jam::{LeastScale, Locker, Locking, System, Unfit, given, moving};
use stiction::ask::lower::Misfit;
use stiction::scene::Scene;
use stiction::screw::Planar;
use stiction::shape::Geometry;
use stiction_proof::{Answer, JamProof, Rational, Verified};

/// Everything that is said about jamming and wedging.
#[derive(Debug, Clone, PartialEq)]
pub struct JamAnswer {
    /// Whom it is about.
    pub subject: String,
    /// The system.
    pub system: System,
    /// Theorem 1.
    pub jam: Lock,
    /// Theorem 2.
    pub wedge: Lock,
    /// Whether something was rounded on the way, so that verdicts on the boundary are left open.
    pub rounded: bool,
}

/// One kind of locking.
#[derive(Debug, Clone, PartialEq)]
pub struct Lock {
    /// Whether some friction of the box locks it.
    pub found: Verdict<JamProof>,
    /// The least multiple of the box that does.
    pub least: LeastScale,
}

/// How close to 1 a scale may come before rounded data leave the verdict open.
const CLOSE: f64 = 1e-9;

impl Lock {
    fn new(system: &System, kind: Locking) -> Result<Self, AskError> {
        let locker = Locker::new(&system.problem, kind).map_err(unfit)?;
        Ok(Self { found: locker.locks(&Rational::one())?, least: locker.least_scale()? })
    }

    /// The verdict; of rounded data none on the boundary.
    pub fn verdict(&self, rounded: bool) -> Answer {
        let boundary = self.scale().is_some_and(|scale| (scale.to_f64() - 1.0).abs() < CLOSE);
        if rounded && boundary { Answer::Undecided } else { self.found.answer() }
    }

    /// The least scale: the simplest fraction of its bracket.
    pub fn scale(&self) -> Option<Rational> {
        match &self.least {
            LeastScale::Between(bracket) => Some(bracket.simplest()),
            LeastScale::None(_) => Some(Rational::zero()),
            LeastScale::Never(_) | LeastScale::Unknown => None,
        }
    }

    /// The statement with the least friction that locks, where the given friction does.
    pub fn critical(&self) -> Option<&Verified<JamProof>> {
        let Verdict::Yes(proof) = &self.found else { return None };
        match &self.least {
            LeastScale::Between(bracket) if bracket.upper.0 <= Rational::one() => Some(&bracket.upper.1),
            LeastScale::None(proof) => Some(proof),
            _ => Some(proof),
        }
    }
}

fn unfit(unfit: Unfit) -> AskError {
    let misfit = match unfit {
        Unfit::Mass => Misfit::new(
            "mass-matrix",
            &["jam", "mass"],
            "the mass matrix is singular",
            "give every coordinate inertia",
        ),
        Unfit::Signs => Misfit::new(
            "too-many-signs",
            &["jam", "signs"],
            "more than twelve constraints whose force may have either sign: their patterns are too many",
            "give `signs` of those that can only push or only pull",
        ),
    };
    AskError::Misfits(vec![misfit])
}

impl JamAnswer {
    fn new(subject: String, system: System, rounded: bool) -> Result<Self, AskError> {
        let (jam, wedge) = (Lock::new(&system, Locking::Jam)?, Lock::new(&system, Locking::Wedge)?);
        Ok(Self { subject, system, jam, wedge, rounded })
    }

    /// Whether it locks, by either.
    pub fn verdict(&self) -> Answer {
        match (self.jam.verdict(self.rounded), self.wedge.verdict(self.rounded)) {
            (Answer::Yes, _) | (_, Answer::Yes) => Answer::Yes,
            (Answer::No, Answer::No) => Answer::No,
            _ => Answer::Undecided,
        }
    }

    /// Ids of the constraints that follow from others.
    pub fn dependent(&self) -> Vec<&str> {
        let constraints = &self.system.problem.constraints;
        let rows: Vec<_> = constraints.iter().map(|one| one.normal.clone()).collect();
        let kept = stiction::ask::jam::independent_rows(&rows);
        (0..constraints.len())
            .filter(|index| !kept.contains(index))
            .map(|index| constraints[index].id.as_str())
            .collect()
    }
}

/// The answer to `jam` of the section, or of a scene in the plane that slides.
pub(crate) fn jam_answer(scene: &Scene<Planar>, _: &Options) -> Result<Found, AskError> {
    if scene.jam.is_some() {
        return section_answer(scene);
    }
    let system = moving(scene)?;
    let names: Vec<&str> = scene.free_bodies().map(|(_, body)| body.name.as_str()).collect();
    let answer = JamAnswer::new(names.join(", "), system, !scene.rounded.is_empty())?;
    let warnings = warnings(&answer);
    Ok(Found { answered: Answered::Jam(Box::new(answer)), rounded: scene.rounded.clone(), warnings })
}

/// The answer to `jam` of the section `[jam]`, in the plane or in space: matrices know no dimension.
pub(crate) fn section_answer<S: Geometry>(scene: &Scene<S>) -> Result<Found, AskError> {
    let Some(section) = &scene.jam else {
        let message = "in space `jam` is asked of the section [jam] alone";
        let help = "give the system by its matrices in [jam], or the scene in the plane";
        return Err(AskError::Misfits(vec![Misfit::new("dimension", &["dimension"], message, help)]));
    };
    let answer = JamAnswer::new("system".to_owned(), given(section), false)?;
    let warnings = warnings(&answer);
    Ok(Found { answered: Answered::Jam(Box::new(answer)), rounded: Vec::new(), warnings })
}

fn warnings(answer: &JamAnswer) -> Vec<String> {
    let dependent = answer.dependent();
    if dependent.is_empty() {
        return Vec::new();
    }
    let quoted: Vec<String> = dependent.iter().map(|id| format!("\"{}\"", crate::text::plain(id))).collect();
    vec![format!(
        "the constraints are not independent: {} left out of the equations of motion, which the others imply; all push",
        if quoted.len() == 1 { format!("{} is", quoted[0]) } else { format!("{} are", quoted.join(", ")) }
    )]
}

impl Told for JamAnswer {
    fn verdict(&self) -> Option<Answer> {
        Some(Self::verdict(self))
    }
    fn keys(&self, _: &Options) -> Value {
        locks_json(self)
    }
    fn lines(&self, _: &Options) -> Lines {
        text::lines(self)
    }
    fn subject(&self) -> &str {
        &self.subject
    }
    fn words(&self) -> String {
        text::words(self)
    }
}

/// Whether some body of the scene moves and everything it touches with friction slides: whether `jam` can be asked.
pub(crate) fn slides(scene: &Scene<Planar>) -> bool {
    scene.bodies.iter().any(|body| !body.is_at_rest()) && moving(scene).is_ok()
}
