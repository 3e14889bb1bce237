//! What is asked, and what comes back.
//!
//! **One trait tells an answer.** The answer of a question implements `Told` in `stiction-report`: verdict,
//! JSON keys, lines and the words of its headline. Text, JSON and the headline of `check` are written from
//! it, so a new question adds a file and one line.

use crate::assembly::AssemblyAnswer;
use crate::building::AnyBesides;
use crate::check::CheckAnswer;
use crate::closure::ClosureAnswer;
use crate::closure_space::ClosureInSpace;
use crate::contacts::ContactsAnswer;
use crate::further::Further;
use crate::hybrid::HybridAnswer;
use crate::jam::JamAnswer;
use crate::labels::LabelsAnswer;
use crate::lcp::LcpAnswer;
use crate::modes::ModesAnswer;
use crate::motions::MotionsAnswer;
use crate::moving::MovingAnswer;
use crate::observer::Observer;
use crate::outcomes::{OutcomesAnswer, OutcomesInSpace};
use crate::push::PushAnswer;
use crate::robot::RobotAnswer;
use crate::simulate::{InTime, SimulateAnswer};
use crate::slow::SlowAnswer;
use crate::text::Lines;
use crate::wrenches::cone::ConeAnswer;
use crate::wrenches::insert::InsertAnswer;
use crate::wrenches::stability::StabilityAnswer;
use serde_json::Value;
use std::fmt;
use std::str::FromStr;
use stiction::ask::lower::ConeModel;
use stiction::ask::outcomes::{Reported, Tolerance};
use stiction::scene::{Axis, Overlooked, Rounding};
use stiction::screw::{Planar, Spatial};
use stiction::work::{Allowance, Stopped};
use stiction_proof::wrenches::Plan;
use stiction_proof::{Answer, Rational};

/// A question that can be asked of a scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Every question that applies.
    Check,
    /// The contacts, expanded.
    Contacts,
    /// The twists that contacts allow, and their centres of rotation.
    Motions,
    /// The wrenches that contacts can exert, and their moment labels.
    Labels,
    /// Form and force closure, quality, least friction.
    Closure,
    /// Can the body rest under its loads.
    Stand,
    /// The wrenches of a contact mode.
    Cone,
    /// Under which wrenches the body may stay, and must.
    Stability,
    /// Wrenches that seat the part whatever the start.
    Insert,
    /// The kinematically possible contact modes.
    Modes,
    /// Every motion and force that is possible now.
    Outcomes,
    /// All solutions of a linear complementarity problem, which is no scene.
    Lcp,
    /// The dynamics of a robot at a frame; a robot is no scene.
    Robot,
    /// Does friction lock it, by jamming or by wedging.
    Jam,
    /// Which modes balance while bodies are driven slowly, and what happens in time.
    Quasistatic,
    /// How a part on a table moves that is pushed slowly, whatever the pressure under it.
    Push,
    /// How planar bodies move in time.
    Simulate,
    /// Motion and force at a robot's contact, apart.
    Hybrid,
}

impl Question {
    /// All questions that are asked of scenes, in the order of the manual.
    pub const ALL: [Self; 16] = [
        Self::Check,
        Self::Contacts,
        Self::Motions,
        Self::Modes,
        Self::Labels,
        Self::Closure,
        Self::Cone,
        Self::Stability,
        Self::Insert,
        Self::Outcomes,
        Self::Jam,
        Self::Stand,
        Self::Quasistatic,
        Self::Push,
        Self::Simulate,
        Self::Hybrid,
    ];

    /// All questions that reports answer.
    pub fn every() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().chain([Self::Lcp, Self::Robot])
    }

    /// The word for it on the command line and in reports.
    pub fn word(self) -> &'static str {
        match self {
            Self::Check => "check",
            Self::Contacts => "contacts",
            Self::Motions => "motions",
            Self::Labels => "labels",
            Self::Closure => "closure",
            Self::Stand => "stand",
            Self::Cone => "cone",
            Self::Stability => "stability",
            Self::Insert => "insert",
            Self::Modes => "modes",
            Self::Outcomes => "outcomes",
            Self::Lcp => "lcp",
            Self::Robot => "robot",
            Self::Jam => "jam",
            Self::Hybrid => "hybrid",
            Self::Quasistatic => "quasistatic",
            Self::Push => "push",
            Self::Simulate => "simulate",
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

/// How the meshes of an assembly are taken, as its reader was told.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Meshes {
    /// What coordinates are multiplied with.
    pub scale: Option<Rational>,
    /// The distance within which corners are one, m.
    pub weld: Option<Rational>,
    /// Whether holes are filled.
    pub fill: bool,
    /// Whether convex hulls are meant.
    pub hull: bool,
    /// Whether bare surfaces are meant.
    pub surface: bool,
}

/// What the reader of a scene or of an assembly was told.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Reading {
    /// What the reader of an assembly was told about the friction of its joints; the scene has it already.
    pub joint_friction: Option<Rational>,
    /// What the reader of an assembly was told about the density of its blocks; the scene has it already.
    pub density: Option<Rational>,
    /// What the reader was told to take as touching, m; the scene has its contacts already.
    pub tolerance: Option<Rational>,
    /// The blocks of an assembly that its reader was told to fix; the scene has them fixed already.
    pub supports: Vec<String>,
    /// How the reader was told to take the meshes of an assembly; the scene has them so already.
    pub meshes: Meshes,
}

/// What is asked of an insertion.
#[derive(Debug, Clone, PartialEq)]
pub struct Insertion {
    /// Which wrenches `insert` promises to seat the part.
    pub plan: Plan,
    /// Friction of the finger that pushes.
    pub finger: Rational,
    /// Whether the largest friction that leaves a plan is sought.
    pub largest_friction: bool,
}

/// What `stand` is asked besides whether an assembly stands.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct AskedBesides {
    /// Whether the order of building is asked, and of which bodies; empty for the file's order.
    pub sequence: Option<Vec<String>>,
    /// Directions along which accelerations of the base are asked.
    pub accelerate: Vec<Vec<Rational>>,
    /// Whether ranges of contact forces are asked, and of which contacts; empty for all.
    pub ranges: Option<Vec<String>>,
    /// The number whose values are sought with which it stands.
    pub solve: Option<Unknown>,
    /// Whether it is asked where the centre of mass may be.
    pub region: bool,
}

impl AskedBesides {
    /// Whether nothing is asked.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The first flag by which something is asked.
    pub(crate) fn flag(&self) -> &'static str {
        match self {
            Self { sequence: Some(_), .. } => "--sequence",
            Self { ranges: Some(_), .. } => "--ranges",
            Self { solve: Some(_), .. } => "--solve",
            Self { region: true, .. } => "--region",
            _ => "--accelerate",
        }
    }
}

/// A number of the scene that is sought.
#[derive(Debug, Clone, PartialEq)]
pub struct Unknown {
    /// Its path, written as for a map.
    pub path: String,
    /// Between which values it is searched, where it is of the geometry.
    pub within: Option<[Rational; 2]>,
}

/// How a question is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct Options {
    /// The length that makes moments comparable with forces, m.
    pub length: Rational,
    /// Which cone of friction is meant in space; in the plane a cone has two edges whatever is said here.
    pub cone: ConeModel,
    /// What the reader was told; the scene has it already.
    pub reader: Reading,
    /// Wrenches that are judged, each the total external wrench about the centre of mass.
    pub wrenches: Vec<Vec<Rational>>,
    /// Twists that are judged, or that replace the contacts.
    pub twists: Vec<Vec<Rational>>,
    /// Motions that are tried at the contacts.
    pub tests: Vec<Vec<Rational>>,
    /// Points of the plane that are labelled.
    pub points: Vec<[Rational; 2]>,
    /// The contact mode that is meant, as it was written.
    pub mode: Option<String>,
    /// Modes of which a refutation is asked.
    pub explain: Vec<String>,
    /// Whether modes say no more than which contacts are kept.
    pub contacts_only: bool,
    /// The body that is meant, where several are free.
    pub body: Option<String>,
    /// Directions of pushes at the centre of mass of that body, of which the largest safe one is sought.
    pub push: Vec<Vec<Rational>>,
    /// The least acceleration that strict inequalities become.
    pub least: Option<Rational>,
    /// Modes that are wanted besides, where nothing else may happen.
    pub only: Vec<String>,
    /// Modes that the wrenches of `cone` must be consistent with as well.
    pub and: Vec<String>,
    /// Modes that are not wanted.
    pub not: Vec<String>,
    /// What `insert` is asked.
    pub insert: Insertion,
    /// How many modes are listed; more are refused.
    pub most: usize,
    /// Two numbers of the scene over which `outcomes` or `jam` is mapped.
    pub map: Vec<Axis>,
    /// What another program reports of the scene, for `outcomes` to judge.
    pub log: Option<Vec<Reported>>,
    /// Up to what such a report counts as lawful.
    pub log_tolerance: Tolerance,
    /// Two contacts or constraints, by id, in the plane of whose friction the boundary of what locks is drawn.
    pub boundary: Option<[String; 2]>,
    /// Whether a robot's contact is run in time.
    pub simulate: bool,
    /// What is asked of a run in time.
    pub in_time: InTime,
    /// The stiffness from which on contacts are let give, N/m.
    pub compliance: Option<Rational>,
    /// How far contacts that give are pressed in, m.
    pub interference: Option<Rational>,
    /// What `stand` is asked besides.
    pub besides: AskedBesides,
    /// Whether one solution of a complementarity problem is enough.
    pub one: bool,
    /// Who hears how far a long work is.
    pub observer: Observer,
    /// How long the answer may take; what is known when time is up is told.
    pub allowance: Allowance,
}

impl Default for Insertion {
    fn default() -> Self {
        Self { plan: Plan::Complete, finger: Rational::zero(), largest_friction: false }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            length: Rational::one(),
            cone: ConeModel::Round,
            reader: Reading::default(),
            wrenches: Vec::new(),
            twists: Vec::new(),
            tests: Vec::new(),
            points: Vec::new(),
            mode: None,
            explain: Vec::new(),
            contacts_only: false,
            body: None,
            push: Vec::new(),
            least: None,
            only: Vec::new(),
            and: Vec::new(),
            not: Vec::new(),
            insert: Insertion::default(),
            most: stiction::ask::modes::MOST,
            map: Vec::new(),
            log: None,
            log_tolerance: Tolerance::default(),
            boundary: None,
            simulate: false,
            in_time: InTime::default(),
            compliance: None,
            interference: None,
            besides: AskedBesides::default(),
            one: false,
            observer: Observer::default(),
            allowance: Allowance::unlimited(),
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
    /// The order of building and accelerations, where `stand` was asked for them.
    pub besides: Option<AnyBesides>,
    /// What passed through a rounding.
    pub rounded: Vec<Rounding>,
    /// Pairs of bodies that may touch although no contact of theirs was taken.
    pub overlooked: Vec<Overlooked>,
    /// What the asker should know.
    pub warnings: Vec<String>,
    /// What was not finished within the allowance; the rest of the report is what is known without it.
    pub stopped: Option<Stopped>,
}

/// The answers to the different questions.
#[derive(Debug, Clone, PartialEq)]
pub enum Answered {
    /// One report for each question that applies.
    Check(Box<CheckAnswer>),
    /// The contacts.
    Contacts(ContactsAnswer),
    /// Motions.
    Motions(Box<MotionsAnswer>),
    /// Wrenches and moment labels.
    Labels(Box<LabelsAnswer>),
    /// Closure.
    Closure(Box<ClosureAnswer>),
    /// Closure in space.
    ClosureInSpace(Box<ClosureInSpace>),
    /// Standing on a moving base.
    Moving(Box<MovingAnswer<Planar>>),
    /// The same in space.
    MovingInSpace(Box<MovingAnswer<Spatial>>),
    /// Standing, of one body or of several.
    Assembly(Box<AssemblyAnswer<Planar>>),
    /// Standing in space.
    AssemblyInSpace(Box<AssemblyAnswer<Spatial>>),
    /// The wrenches of a mode.
    Cone(Box<ConeAnswer>),
    /// Stability.
    Stability(Box<StabilityAnswer>),
    /// Insertion.
    Insert(Box<InsertAnswer>),
    /// Contact modes, in the plane and in space.
    Modes(Box<ModesAnswer>),
    /// What happens now.
    Outcomes(Box<OutcomesAnswer>),
    /// What happens now, in space.
    OutcomesInSpace(Box<OutcomesInSpace>),
    /// A complementarity problem.
    Lcp(Box<LcpAnswer>),
    /// The dynamics of a robot.
    Robot(Box<RobotAnswer>),
    /// Jamming and wedging.
    Jam(Box<JamAnswer>),
    /// Slow manipulation.
    Slow(Box<SlowAnswer>),
    /// A part that is pushed on a table.
    Push(Box<PushAnswer>),
    /// Motion in time.
    Simulate(Box<SimulateAnswer>),
    /// A robot's contact.
    Hybrid(Box<HybridAnswer>),
}

/// What the answer of one question tells every front end.  An answer that implements it is entered in [`Answered::told`], and text,
/// JSON, verdict and headline follow.
pub(crate) trait Told {
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

    /// Paths of its keys that no proof shows: computed, and only computed again by a verifier.  `*` stands for any name or place.
    fn computed(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Paths, with blanks between them, as a list.
pub(crate) fn paths(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

impl Answered {
    /// The answer as what every front end can tell; contacts are listed, and a check tells its answers.
    pub(crate) fn told(&self) -> Option<&dyn Told> {
        match self {
            Self::Check(_) | Self::Contacts(_) => None,
            Self::Motions(answer) => Some(&**answer),
            Self::Labels(answer) => Some(&**answer),
            Self::Closure(answer) => Some(&**answer),
            Self::ClosureInSpace(answer) => Some(&**answer),
            Self::Moving(answer) => Some(&**answer),
            Self::MovingInSpace(answer) => Some(&**answer),
            Self::Assembly(answer) => Some(&**answer),
            Self::AssemblyInSpace(answer) => Some(&**answer),
            Self::Cone(answer) => Some(&**answer),
            Self::Stability(answer) => Some(&**answer),
            Self::Insert(answer) => Some(&**answer),
            Self::Modes(answer) => Some(&**answer),
            Self::Outcomes(answer) => Some(&**answer),
            Self::OutcomesInSpace(answer) => Some(&**answer),
            Self::Lcp(answer) => Some(&**answer),
            Self::Robot(answer) => Some(&**answer),
            Self::Jam(answer) => Some(&**answer),
            Self::Hybrid(answer) => Some(&**answer),
            Self::Slow(answer) => Some(&**answer),
            Self::Push(answer) => Some(&**answer),
            Self::Simulate(answer) => Some(&**answer),
        }
    }
}

impl Report {
    /// The report of a scene in which these pairs may touch; what a check says, its answers say.
    pub(crate) fn with_overlooked(mut self, overlooked: &[Overlooked]) -> Self {
        if self.question != Question::Check {
            crate::overlooked::leave_open(&mut self.answered, overlooked);
            self.overlooked = overlooked.to_vec();
        }
        self
    }

    /// Whether contacts that may be missing are to be told of: where they leave a verdict open, and where contacts
    /// are listed.
    pub(crate) fn is_left_open(&self) -> bool {
        let open = self.question == Question::Contacts || self.verdict() == Some(Answer::Undecided);
        open && !self.overlooked.is_empty()
    }

    /// Whether an answer of a check is missing: the work was stopped, and not inside of the last answer that there is.
    pub(crate) fn is_cut_short(&self) -> bool {
        let Answered::Check(check) = &self.answered else { return false };
        self.stopped.is_some() && check.answers.last().is_none_or(|last| last.stopped.is_none())
    }

    /// The verdict of the question, where it has one: of `closure` that of force closure, or yes where
    /// curvature alone holds the part, of `check` whether the part holds: whether it stands where something pulls at it, else whether the contacts close.
    pub fn verdict(&self) -> Option<Answer> {
        match &self.answered {
            // Without the answer that decides, nothing is decided.
            Answered::Check(_) if self.is_cut_short() => Some(Answer::Undecided),
            Answered::Check(check) => check.verdict(),
            answered => answered.told().and_then(Told::verdict),
        }
    }
}
