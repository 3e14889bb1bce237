//! What comes back.
//!
//! **One trait tells an answer.** The answer of a question implements `Presentation` in `stiction-report`: verdict,
//! JSON keys, lines and the words of its headline. Text, JSON and the headline of `check` are written from it.

use crate::closure_extras::ClosureExtras;
use crate::closure_solve::ClosingRanges;
use crate::extras::AnyExtras;
use crate::measures::Radius;
use crate::text::Lines;
use crate::verdict_map::VerdictMap;
use serde_json::Value;
use stiction::scene::{Overlooked, Rounding};
use stiction::work::Stopped;
use stiction_proof::Answer;

pub use crate::options::{Insertion, Meshes, Options, Reading, StandExtras, Unknown};
pub use crate::questions::{Answered, Question};

/// Which scene a report is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SceneName {
    /// Name of the file, without folders.
    pub name: String,
    /// SHA-256 of its bytes, in hexadecimal, if there were bytes.
    pub sha256: Option<String>,
}

impl SceneName {
    /// A scene that was made in a program.
    pub fn unnamed() -> Self {
        Self { name: "scene".to_owned(), sha256: None }
    }
}

/// An answered question.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// What was asked.
    pub question: Question,
    /// The scene that it was asked of.
    pub scene: SceneName,
    /// Title of the scene.
    pub title: Option<String>,
    /// With which options.
    pub options: Options,
    /// The answer.
    pub answered: Answered,
    /// Loads, changes and smallest sets, where closure was asked.
    pub further: Option<ClosureExtras>,
    /// The order of building and accelerations, where `stand` was asked for them.
    pub extras: Option<AnyExtras>,
    /// A grid of verdicts over two numbers of the scene, where that is asked of `stand`, of `closure`, and in space of
    /// `outcomes`.
    pub map: Option<VerdictMap>,
    /// The values of a number with which contacts close, where that is asked of `closure`.
    pub solve: Option<ClosingRanges>,
    /// What to keep in mind.
    pub caveats: Caveats,
}

/// What a reader of an answer should keep in mind.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Caveats {
    /// What passed through a rounding.
    pub rounded: Vec<Rounding>,
    /// Pairs of bodies that may touch although no contact of theirs was taken.
    pub overlooked: Vec<Overlooked>,
    /// What the asker should know.
    pub warnings: Vec<String>,
    /// What was not finished within the allowance; the rest of the report is what is known without it.
    pub stopped: Option<Stopped>,
}

/// What the answer of one question tells every front end. An answer that implements it is entered in
/// [`Answered::told`], and text, JSON, verdict and headline follow.
pub(crate) trait Presentation {
    /// The verdict, where the question has one.
    fn verdict(&self) -> Option<Answer> {
        None
    }

    /// The keys of its JSON: those of the manual, `problem`, and what is exact under `exact`.
    fn keys(&self, options: &Options) -> Value;

    /// The report for people: a heading, then indented lines.
    fn lines(&self, options: &Options) -> Lines;

    /// Whom the answer is about.
    fn subject(&self) -> &str;

    /// The one line that a person wants, after the subject: `holds: yes; slips below …`.
    fn words(&self) -> String;

    /// Paths of its keys that no proof shows: computed, and only computed again by a verifier. `*` stands for any
    /// name or place.
    fn computed(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Paths, with blanks between them, as a list.
pub(crate) fn paths(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

impl Report {
    /// An answer by itself.
    pub fn new(question: Question, scene: SceneName, title: Option<String>, answered: Answered) -> Self {
        let (options, caveats) = (Options::default(), Caveats::default());
        let (further, extras, map, solve) = (None, None, None, None);
        Self { question, scene, title, options, answered, further, extras, map, solve, caveats }
    }

    /// The report of a scene in which these pairs may touch; what a check says, its answers say.
    pub(crate) fn with_overlooked(mut self, overlooked: &[Overlooked]) -> Self {
        if self.question != Question::Check && !matches!(self.answered, Answered::Cases(_)) {
            crate::overlooked::leave_open(&mut self.answered, self.extras.as_mut(), overlooked);
            self.caveats.overlooked = overlooked.to_vec();
        }
        self
    }

    /// Whether contacts that may be missing are to be told of: where they leave a verdict open, and where contacts
    /// are listed.
    pub(crate) fn is_left_open(&self) -> bool {
        let order = self.extras.as_ref().is_some_and(AnyExtras::has_order);
        let open = self.question == Question::Contacts || self.verdict() == Some(Answer::Undecided) || order;
        open && !self.caveats.overlooked.is_empty()
    }

    /// How good a grasp is: the force that it resists any way for 1 N of squeeze; none of other answers.
    pub fn quality(&self) -> Option<f64> {
        match &self.answered {
            Answered::Closure(answer) => answer.measures.epsilon_l1.as_ref().ok().map(Radius::value),
            Answered::ClosureInSpace(answer) => answer.measures.epsilon_l1.as_ref().ok().map(Radius::value),
            _ => None,
        }
    }

    /// Whether some record of a log breaks a law.
    pub fn breaks_laws(&self) -> bool {
        match &self.answered {
            Answered::Outcomes(answer) => answer.log.unlawful() > 0,
            Answered::OutcomesInSpace(answer) => answer.log.unlawful() > 0,
            Answered::Cases(cases) => cases.cases.iter().any(Self::breaks_laws),
            _ => false,
        }
    }

    /// Whether an answer of a check is missing: the work was stopped, and not inside of the last answer that there is.
    pub(crate) fn is_cut_short(&self) -> bool {
        let Answered::Check(check) = &self.answered else { return false };
        self.caveats.stopped.is_some()
            && check.answers.last().is_none_or(|last| last.caveats.stopped.is_none())
    }

    /// The verdict of the question, where it has one: of `closure` that of force closure, or yes where curvature
    /// alone holds the part, of `check` whether the part holds: whether it stands where something pulls at it, else
    /// whether the contacts close.
    pub fn verdict(&self) -> Option<Answer> {
        match &self.answered {
            // Without the answer that decides, nothing is decided.
            Answered::Check(_) if self.is_cut_short() => Some(Answer::Undecided),
            Answered::Check(check) => check.verdict(),
            Answered::Cases(cases) => cases.verdict(),
            answered => answered.told().and_then(Presentation::verdict),
        }
    }
}
