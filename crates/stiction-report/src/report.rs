//! What is asked, and what comes back.

use crate::closure::ClosureAnswer;
use crate::closure_space::ClosureInSpace;
use crate::contacts::ContactsAnswer;
use crate::further::Further;
use crate::jam::JamAnswer;
use crate::stand::StandAnswer;
use crate::text::Lines;
use serde_json::Value;
use std::fmt;
use std::str::FromStr;
use stiction::ask::lower::ConeModel;
use stiction::scene::Rounding;
use stiction_proof::{Answer, Rational};

/// A question that can be asked of a scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Every question that applies.
    Check,
    /// The contacts, expanded.
    Contacts,
    /// Form and force closure, quality, least friction.
    Closure,
    /// Can the body rest under its loads.
    Stand,
    /// Does friction lock it, by jamming or by wedging.
    Jam,
}

impl Question {
    /// All questions, in the order of the manual.
    pub const ALL: [Self; 5] = [Self::Check, Self::Contacts, Self::Closure, Self::Stand, Self::Jam];

    /// The word for it on the command line and in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::Contacts => "contacts",
            Self::Closure => "closure",
            Self::Stand => "stand",
            Self::Jam => "jam",
        }
    }
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Question {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|question| question.word() == word);
        known.ok_or_else(|| format!("`{word}` is not a question that this version answers"))
    }
}

/// How a question is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// The length that makes moments comparable with forces, m.
    pub length: Rational,
    /// Which cone of friction is meant in space; in the plane a cone has two edges whatever is said here.
    pub cone: ConeModel,
    /// Wrenches that are judged, each the total external wrench about the centre of mass.
    pub wrenches: Vec<Vec<Rational>>,
    /// Twists that are judged, or that replace the contacts.
    pub twists: Vec<Vec<Rational>>,
    /// Points of the plane that are labelled.
    pub points: Vec<[Rational; 2]>,
    /// The contact mode that is meant, as it was written.
    pub mode: Option<String>,
    /// Modes of which a refutation is asked.
    pub explain: Vec<String>,
    /// Whether modes say no more than which contacts are kept.
    pub contacts_only: bool,
    /// Two contacts or constraints, by id, in the plane of whose friction the boundary of what locks is drawn.
    pub boundary: Option<[String; 2]>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            length: Rational::one(),
            cone: ConeModel::Round,
            wrenches: Vec::new(),
            twists: Vec::new(),
            points: Vec::new(),
            mode: None,
            explain: Vec::new(),
            contacts_only: false,
            boundary: None,
        }
    }
}

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
    /// Of what.
    pub scene: SceneName,
    /// Title of the scene.
    pub title: Option<String>,
    /// How.
    pub options: Options,
    /// The answer.
    pub answered: Answered,
    /// Loads, changes and smallest sets, where closure was asked.
    pub further: Option<Further>,
    /// What passed through a rounding.
    pub rounded: Vec<Rounding>,
    /// What the asker should know.
    pub warnings: Vec<String>,
}

/// The answers to the different questions.
#[derive(Debug, Clone, PartialEq)]
pub enum Answered {
    /// One report for each question that applies.
    Check(Vec<Report>),
    /// The contacts.
    Contacts(ContactsAnswer),
    /// Closure.
    Closure(Box<ClosureAnswer>),
    /// Closure in space.
    ClosureInSpace(Box<ClosureInSpace>),
    /// Standing.
    Stand(Box<StandAnswer>),
    /// Jamming and wedging.
    Jam(Box<JamAnswer>),
}

/// What the answer of one question tells every front end.  An answer that implements it is entered in [`Answered::told`], and text,
/// JSON, verdict and headline follow.
pub(crate) trait Told {
    /// The verdict, where the question has one.
    fn verdict(&self) -> Option<Answer>;

    /// The keys of its JSON: those of the manual, `problem`, and what is exact under `exact`.
    fn keys(&self, options: &Options) -> Value;

    /// The report for people: a heading, then indented lines.
    fn lines(&self, options: &Options) -> Lines;

    /// Whom the answer is about.
    fn subject(&self) -> &str;

    /// The one line that a person wants, after the subject: `holds: yes; slips below …`.
    fn words(&self) -> String;
}

impl Answered {
    /// The answer as what every front end can tell; contacts are listed, and a check tells its answers.
    pub(crate) fn told(&self) -> Option<&dyn Told> {
        match self {
            Self::Check(_) | Self::Contacts(_) => None,
            Self::Closure(answer) => Some(&**answer),
            Self::ClosureInSpace(answer) => Some(&**answer),
            Self::Stand(answer) => Some(&**answer),
            Self::Jam(answer) => Some(&**answer),
        }
    }
}

impl Report {
    /// The verdict of the question, where it has one: of `closure` that of force closure, or yes where
    /// curvature alone holds the part, of `check` whether the part holds: whether it stands where something pulls at it, else whether the contacts close.
    pub fn verdict(&self) -> Option<Answer> {
        match &self.answered {
            Answered::Check(reports) => reports.last().and_then(Self::verdict),
            answered => answered.told().and_then(Told::verdict),
        }
    }
}
