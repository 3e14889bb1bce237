//! The report on tolerances: does it hold for every scene of a box, how far may the box be scaled, and which scene
//! breaks it.

mod json;
mod text;

use crate::answer::{AnswerWithNotes, AskError, answer};
use crate::report::{Answered, Options, Question, Report, SceneName};
use serde_json::Value;
use stiction::ask::lower::{Misfit, Standing};
pub use stiction::ask::robust::loose;
use stiction::ask::robust::{BoxProof, Boxed, Change, Effort, Loose, Robust, robust};
use stiction::scene::{AnyScene, Scene};
use stiction::work::note;
use stiction_proof::robust::{About, Corner, RobustProblem, RobustProof};
use stiction_proof::{Answer, Verified};
use stiction_verify::robust::verdict;

/// The answer of `robust`.
#[derive(Debug, Clone, PartialEq)]
pub struct RobustAnswer<S: Standing> {
    /// What the proofs speak of.
    pub problem: RobustProblem<S::Touch>,
    /// The largest scale that was proved.
    pub holds: Option<Verified<BoxProof<S>>>,
    /// The smallest scale that was refuted.
    pub fails: Option<Verified<BoxProof<S>>>,
    /// For each number the largest scale that was proved with it exact, most important first.
    pub critical: Vec<(String, Verified<BoxProof<S>>)>,
    /// The report about the scene that fails.
    pub corner: Option<Value>,
}

/// What is to hold where nobody says it: closure where nothing pulls, else standing.
pub(crate) fn meant<S: Standing>(scene: &Scene<S>, options: &Options) -> About {
    let zero = |entries: &[stiction_proof::Rational]| entries.iter().all(|entry| entry.is_zero());
    options.about.unwrap_or_else(|| {
        let pulled = !zero(scene.gravity.as_ref())
            || scene.bodies.iter().any(|body| !zero(body.wrench.as_ref()))
            || scene.free_bodies().count() > 1;
        if pulled { About::Stand } else { About::Closure }
    })
}

/// The question that is asked of a single scene.
pub(crate) fn question_of(about: About) -> Question {
    match about {
        About::Closure => Question::Closure,
        About::Stand => Question::Stand,
    }
}

/// How the single scene that fails is asked about.
fn options_of(options: &Options) -> Options {
    Options { case: options.case.clone(), allowance: options.allowance.clone(), ..Options::default() }
}

pub(crate) fn robust_answer<S: Boxed>(
    scene: &Scene<S>,
    name: &SceneName,
    options: &Options,
    wrap: fn(Box<RobustAnswer<S>>) -> Answered,
) -> Result<AnswerWithNotes, AskError>
where
    Scene<S>: Into<AnyScene>,
{
    let about = meant(scene, options);
    if let Some(first) = scene.overlooked.first() {
        let message = crate::overlooked::sentence(first);
        let help =
            "list their contacts, or give --tolerance: a scene that fails may fail for the lack of one";
        return Err(AskError::Misfits(vec![Misfit::new("overlooked", &["contacts"], message, help)]));
    }
    let Robust { loose, holds, fails, critical } = robust(scene, about, &Effort::default())?;
    let corner = match fails.as_ref().map(Verified::proof) {
        Some(RobustProof::Fails { corner, .. }) => corner_report(scene, name, options, &loose, corner)?,
        _ => None,
    };
    let rounded = loose.rounded;
    let answer = RobustAnswer { problem: loose.problem, holds, fails, critical, corner };
    let warnings = answer.warnings();
    Ok(AnswerWithNotes { answered: wrap(Box::new(answer)), rounded, warnings })
}

fn corner_report<S: Boxed>(
    scene: &Scene<S>,
    name: &SceneName,
    options: &Options,
    loose: &Loose<S>,
    corner: &Corner<S::Touch>,
) -> Result<Option<Value>, AskError>
where
    Scene<S>: Into<AnyScene>,
{
    let changed: AnyScene = loose.scene_at(scene, corner).into();
    let name = SceneName { name: name.name.clone(), sha256: None };
    let question = question_of(loose.problem.about);
    match answer(&changed, &name, question, &options_of(options)) {
        Ok(report) => Ok(Some(Report::to_json(&report))),
        // What is known without it is told.
        Err(AskError::Stopped(stopped) | AskError::Unfinished { stopped, .. }) => {
            note(stopped);
            Ok(None)
        }
        Err(other) => Err(other),
    }
}

impl<S: Standing> RobustAnswer<S> {
    /// Whether it holds for every scene of the box.
    pub fn answer(&self) -> Answer {
        verdict(self.holds.as_ref().map(Verified::proof), self.fails.as_ref().map(Verified::proof))
    }

    /// The scene that fails.
    pub fn failing(&self) -> Option<&Corner<S::Touch>> {
        match self.fails.as_ref()?.proof() {
            RobustProof::Fails { corner, .. } => Some(corner),
            _ => None,
        }
    }

    /// The numbers of the file that it changes.
    pub fn changes(&self) -> Vec<Change> {
        self.failing().map(|corner| self.problem.changes(corner)).unwrap_or_default()
    }

    /// What is worth knowing besides.
    pub(crate) fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        let scale = |proof: &Option<Verified<BoxProof<S>>>| {
            proof.as_ref().map(|proof| proof.proof().scale().to_f64())
        };
        let open = match (scale(&self.holds), scale(&self.fails)) {
            (Some(low), Some(high)) => high > low * 1.1 + 1e-6,
            (None, Some(high)) => high > 0.0,
            (_, None) => scale(&self.holds).is_none_or(|low| low < 100.0),
        };
        if open {
            let words = "between the scale that is proved and the one that is refuted nothing is known";
            warnings.push(words.to_owned());
        }
        if self.problem.about == About::Closure && self.problem.numbers().is_empty() {
            let words = "closure depends on points, normals and friction, and of these all are exact";
            warnings.push(words.to_owned());
        }
        warnings
    }
}
