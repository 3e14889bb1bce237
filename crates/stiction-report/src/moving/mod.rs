//! The report on assemblies on a moving base: until when everything rides along, how it fails, and the fastest pace.

mod json;
mod text;

use json::moving_json;

use crate::answer::{AnswerWithNotes, AskError};
use crate::assembly::{PushFormat, assembly_answer};
use crate::number::is_named;
use crate::report::{Answered, Options, Presentation, paths};
use crate::text::Lines;
use serde_json::Value;
use stiction::ask::stand::moving::{
    Fastest, Followed, Manner, Paced, follow_and_hasten, is_moving, manner, riding,
};
use stiction::scene::{Doubt, Scene};
use stiction::screw::{Planar, Spatial};
use stiction_proof::moving::{MovingProblem, Rides};
use stiction_proof::{Answer, Rational};

/// A world in which bodies ride on moving bases.
pub trait Moves: Paced + PushFormat {
    /// The answer by the name of its world.
    fn carried(answer: Box<MovingAnswer<Self>>) -> Answered
    where
        Self::Touch: Rides;
}

impl Moves for Planar {
    fn carried(answer: Box<MovingAnswer<Self>>) -> Answered {
        Answered::Moving(answer)
    }
}

impl Moves for Spatial {
    fn carried(answer: Box<MovingAnswer<Self>>) -> Answered {
        Answered::MovingInSpace(answer)
    }
}

/// Everything that is said about an assembly on a moving base.
#[derive(Debug, Clone, PartialEq)]
pub struct MovingAnswer<S: Moves>
where
    S::Touch: Rides,
{
    /// The base.
    pub base: String,
    /// The bodies that ride, in one line.
    pub bodies: String,
    /// What proofs speak about.
    pub problem: MovingProblem<S::Touch>,
    /// What became of it.
    pub found: Followed<S>,
    /// The fastest pace.
    pub fastest: Fastest<S>,
    /// Whether something was rounded on the way, so that verdicts on the boundary are left open.
    pub rounded: bool,
    /// Whether contacts may be missing, so that a failure is left open, or stray, so that all is.
    pub overlooked: Option<Doubt>,
}

/// Instants that are listed.
pub(crate) const SAMPLES: usize = 201;

/// Reserves below this are left open where something was rounded: roundings are of the last digits of doubles.
const CLOSE: f64 = 1e-9;

/// The answer to `stand`, on a base that moves or at rest.
pub(crate) fn stand_answer<S: Moves>(scene: &Scene<S>, options: &Options) -> Result<AnswerWithNotes, AskError>
where
    S::Touch: Rides,
{
    if is_moving(scene) { moving_answer(scene, options) } else { assembly_answer(scene, options) }
}

fn moving_answer<S: Moves>(scene: &Scene<S>, options: &Options) -> Result<AnswerWithNotes, AskError>
where
    S::Touch: Rides,
{
    let riding = riding(scene, options.cone)?;
    let (found, fastest) = follow_and_hasten::<S>(&riding.problem)?;
    let warnings = warnings(scene, found.answer);
    let answer = MovingAnswer {
        base: riding.base,
        bodies: names(&riding.problem),
        problem: riding.problem,
        found,
        fastest,
        rounded: !riding.rounded.is_empty(),
        overlooked: None,
    };
    Ok(AnswerWithNotes { answered: S::carried(Box::new(answer)), rounded: riding.rounded, warnings })
}

/// What is worth knowing besides.
pub(crate) fn warnings<S: Moves>(scene: &Scene<S>, answer: Answer) -> Vec<String>
where
    S::Touch: Rides,
{
    let mut warnings = Vec::new();
    if scene.gravity.as_ref().iter().all(Rational::is_zero) {
        warnings.push("gravity is zero: only the motion of the base loads the contacts".to_owned());
    }
    if answer == Answer::Undecided {
        warnings.push(
            "left undecided: on the boundary for a while, or beyond the effort of this version".to_owned(),
        );
    }
    warnings
}

/// The names of the bodies, with commas between them.
pub(crate) fn names<T: Rides>(problem: &MovingProblem<T>) -> String {
    let names: Vec<&str> = problem.assembly.bodies.iter().map(|body| body.name.as_str()).collect();
    match names.len() {
        0..=4 => names.join(", "),
        more => format!("{} and {} more", names[..3].join(", "), more - 3),
    }
}

impl<S: Moves> MovingAnswer<S>
where
    S::Touch: Rides,
{
    /// Whether everything rides along to the end; of rounded data not where the boundary is met.
    pub fn verdict(&self) -> Answer {
        let close = || {
            let reserves = self.samples().into_iter().filter_map(|sample| sample.reserve);
            reserves.reduce(f64::min).is_some_and(|least| least.abs() < CLOSE)
        };
        let open =
            self.overlooked.is_some_and(|doubt| doubt.opens(self.found.answer)) || self.rounded && close();
        if open { Answer::Undecided } else { self.found.answer }
    }

    /// How it fails: the contact that it is told of, and the manner; none where the instant is not known
    /// closely, for the way in which it would fall later need not be the way in which it fails first.
    pub fn manner(&self) -> Option<(&str, Manner)> {
        use stiction_proof::Touch;
        self.found.first_failure()?;
        let (contact, manner) = manner::<S>(&self.problem.assembly, self.found.collapse.as_ref()?)?;
        Some((self.problem.assembly.contacts[contact].touch.id(), manner))
    }

    /// The other manner in which it fails at the same instant, where it does.
    pub fn also(&self) -> Option<(&str, Manner)> {
        use stiction_proof::Touch;
        self.found.first_failure()?;
        let (_, other) = self.found.also.as_ref()?;
        let (contact, other) = manner::<S>(&self.problem.assembly, other)?;
        Some((self.problem.assembly.contacts[contact].touch.id(), other))
    }

    /// Until when everything stays together, in words.
    pub fn kept(&self) -> String {
        match (Self::verdict(self), text::failure(self)) {
            (Answer::Yes, _) => "stays together throughout".to_owned(),
            (Answer::No, Some(failure)) => match failure.strip_prefix("at ") {
                Some(instant) => format!("stays together until {instant}"),
                None => format!("stays together until some time {failure}"),
            },
            (verdict, _) => format!("stays together: {verdict}"),
        }
    }

    /// Instants of the motion, evenly spaced.
    pub fn samples(&self) -> Vec<stiction::ask::stand::moving::Sample> {
        stiction::ask::stand::moving::samples::<S>(&self.problem, &self.found, SAMPLES)
    }
}

impl<S: Moves> Presentation for MovingAnswer<S>
where
    S::Touch: Rides,
{
    fn verdict(&self) -> Option<Answer> {
        Some(Self::verdict(self))
    }
    fn keys(&self, _: &Options) -> Value {
        moving_json(self)
    }
    /// `stays together until 0.981 s, tips about "1"`.
    fn words(&self) -> String {
        format!("{}; fastest: {}", self.kept(), text::fastest(self))
    }
    fn lines(&self, _: &Options) -> Lines {
        text::lines(self)
    }
    fn subject(&self) -> &str {
        &self.bodies
    }

    fn computed(&self) -> Vec<String> {
        let mut computed = paths("samples");
        if let Some([until, at]) = self.found.bracket()
            && self.found.first_failure().is_some()
            && !is_named([&until, &at])
        {
            computed.extend(paths("first_failure failure.t"));
        }
        if let Fastest::Between { slower, faster } = &self.fastest
            && !is_named([json::pace(slower), json::pace(faster)])
        {
            computed.extend(paths("fastest.speed fastest.duration"));
        }
        computed
    }
}
