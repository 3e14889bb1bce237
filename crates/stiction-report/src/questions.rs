//! The table of questions: the word of each, what it is asked of, how it is answered in the plane and in space, how a
//! report is made again, and the keys of its reports.
//!
//! [`answer`](crate::answer), [`verify`](crate::verify), [`report_schema`](crate::report_schema) and the command read
//! this page; text, JSON, verdict and headline follow from what an answer tells ([`Presentation`]). A new question is a
//! row here.

use crate::answer::{AnswerWithNotes, AskError, check_answer, no_scene, planar_only};
use crate::assembly::AssemblyAnswer;
use crate::cases::CasesAnswer;
use crate::check::CheckAnswer;
use crate::closure::{ClosureAnswer, closure_answer};
use crate::closure_space::{ClosureInSpace, spatial_closure_answer};
use crate::contacts::{ContactsAnswer, contacts_answer};
use crate::hybrid::{HybridAnswer, hybrid_answer, hybrid_in_plane_answer};
use crate::jam::{JamAnswer, jam_answer};
use crate::labels::{LabelsAnswer, labels_answer};
use crate::lcp::LcpAnswer;
use crate::modes::{ModesAnswer, modes_answer};
use crate::motions::{MotionsAnswer, motions_answer};
use crate::moving::{MovingAnswer, stand_answer};
use crate::options::Options;
use crate::outcomes::{OutcomesAnswer, OutcomesInSpace, outcomes_answer, spatial_outcomes_answer};
use crate::place::{PlaceAnswer, place_answer};
use crate::push::{PushAnswer, push_answer};
use crate::report::{Presentation, SceneName};
use crate::robot::RobotAnswer;
use crate::robust::{RobustAnswer, robust_answer};
use crate::simulate::{SimulateAnswer, simulate_answer};
use crate::slow::{SlowAnswer, slow_answer};
use crate::verify::{self, Case, NotedFailure, Notes, RemadeAnswer};
use crate::wrenches;
use crate::wrenches::cone::{ConeAnswer, cone_answer};
use crate::wrenches::insert::{InsertAnswer, insert_answer};
use crate::wrenches::stability::{StabilityAnswer, stability_answer};
use std::fmt;
use std::str::FromStr;
use stiction::scene::Scene;
use stiction::screw::{Planar, Spatial};

/// What a question is asked of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// A scene: a file of bodies and contacts, or an assembly.
    Scene,
    /// A matrix and a vector.
    Problem,
    /// A kinematic tree.
    Robot,
}

/// How a question is answered of a scene of this kind, which goes by a name.
pub(crate) type Asking<S> = fn(&Scene<S>, &SceneName, &Options) -> Result<AnswerWithNotes, AskError>;

/// What the table says of a question.
pub(crate) struct Row {
    /// Its word on the command line and in reports.
    pub(crate) word: &'static str,
    pub(crate) input: Input,
    /// Whether its answer is yes or no.
    pub(crate) has_verdict: bool,
    /// Whether it knows what a preloaded contact does.
    pub(crate) takes_preload: bool,
    /// The pages of the keys of its reports.
    pub(crate) keys: &'static [&'static str],
    pub(crate) plane: Asking<Planar>,
    pub(crate) space: Asking<Spatial>,
    /// Makes the answer of a report again, from what its proofs show.
    pub(crate) again: fn(&Case<'_>, &mut Notes<'_>) -> Result<RemadeAnswer, NotedFailure>,
}

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
    /// Where should contacts be put.
    Place,
    /// Does it hold whatever the numbers are within their tolerances.
    Robust,
}

impl Question {
    /// All questions that are asked of scenes, in the order of the manual.
    pub const ALL: [Self; 18] = [
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
        Self::Place,
        Self::Robust,
    ];

    /// All questions that reports answer.
    pub fn every() -> impl Iterator<Item = Self> {
        Self::ALL.into_iter().chain([Self::Lcp, Self::Robot])
    }

    /// The word for it on the command line and in reports.
    pub fn word(self) -> &'static str {
        self.row().word
    }

    /// What it is asked of.
    pub fn input(self) -> Input {
        self.row().input
    }

    /// Whether its answer is yes or no, so that one of them can be expected.
    pub fn has_verdict(self) -> bool {
        self.row().has_verdict
    }
}

/// The keys in place of those of the question where it is asked in several load cases.
const CASES: &str = include_str!("keys/cases.txt");

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

impl Question {
    /// Its row in the table.
    pub(crate) fn row(self) -> Row {
        match self {
            Self::Check => Row {
                word: "check",
                input: Input::Scene,
                has_verdict: true,
                takes_preload: true,
                keys: &[include_str!("keys/check.txt"), CASES],
                plane: check_answer::<Planar>,
                space: check_answer::<Spatial>,
                again: verify::check::none,
            },
            Self::Contacts => Row {
                word: "contacts",
                input: Input::Scene,
                has_verdict: false,
                takes_preload: true,
                keys: &[include_str!("keys/contacts.txt")],
                plane: |scene, _, _| Ok(contacts_answer(scene)),
                space: |scene, _, _| Ok(contacts_answer(scene)),
                again: verify::contacts::again,
            },
            Self::Motions => Row {
                word: "motions",
                input: Input::Scene,
                has_verdict: false,
                takes_preload: true,
                keys: &[include_str!("keys/set.txt"), include_str!("keys/motions.txt")],
                plane: |scene, _, options| motions_answer(scene, options),
                space: |scene, _, options| motions_answer(scene, options),
                again: verify::sets::motions,
            },
            Self::Modes => Row {
                word: "modes",
                input: Input::Scene,
                has_verdict: false,
                takes_preload: true,
                keys: &[include_str!("keys/modes.txt")],
                plane: |scene, _, options| modes_answer(scene, options),
                space: |scene, _, options| modes_answer(scene, options),
                again: verify::modes::again,
            },
            Self::Labels => Row {
                word: "labels",
                input: Input::Scene,
                has_verdict: false,
                takes_preload: true,
                keys: &[include_str!("keys/set.txt"), include_str!("keys/labels.txt")],
                plane: |scene, _, options| labels_answer(scene, options),
                space: |scene, _, options| labels_answer(scene, options),
                again: verify::sets::labels,
            },
            Self::Closure => Row {
                word: "closure",
                input: Input::Scene,
                has_verdict: true,
                takes_preload: true,
                keys: &[include_str!("keys/closure.txt")],
                plane: |scene, _, options| closure_answer(scene, options),
                space: |scene, _, options| spatial_closure_answer(scene, options),
                again: |case, notes| match case.in_space(case.at("problem.reference")) {
                    true => verify::space::again(case, notes),
                    false => verify::closure::again(case, notes),
                },
            },
            Self::Cone => Row {
                word: "cone",
                input: Input::Scene,
                has_verdict: true,
                takes_preload: false,
                keys: &[include_str!("keys/set.txt"), include_str!("keys/cone.txt")],
                plane: |scene, _, options| cone_answer(scene, options),
                space: |scene, _, options| cone_answer(scene, options),
                again: wrenches::verify::cone,
            },
            Self::Stability => Row {
                word: "stability",
                input: Input::Scene,
                has_verdict: true,
                takes_preload: false,
                keys: &[include_str!("keys/stability.txt")],
                plane: |scene, _, options| stability_answer(scene, options),
                space: |scene, _, options| stability_answer(scene, options),
                again: wrenches::verify::stability,
            },
            Self::Insert => Row {
                word: "insert",
                input: Input::Scene,
                has_verdict: true,
                takes_preload: false,
                keys: &[include_str!("keys/insert.txt")],
                plane: |scene, _, options| insert_answer(scene, options),
                space: |scene, _, options| insert_answer(scene, options),
                again: wrenches::verify::insert,
            },
            Self::Outcomes => Row {
                word: "outcomes",
                input: Input::Scene,
                has_verdict: true,
                takes_preload: false,
                keys: &[include_str!("keys/outcomes.txt"), CASES],
                plane: |scene, _, options| outcomes_answer(scene, options),
                space: |scene, _, options| spatial_outcomes_answer(scene, options),
                again: verify::choices::outcomes,
            },
            Self::Jam => Row {
                word: "jam",
                input: Input::Scene,
                has_verdict: true,
                takes_preload: false,
                keys: &[include_str!("keys/jam.txt"), CASES],
                plane: |scene, _, options| jam_answer(scene, options),
                space: |scene, _, options| jam_answer(scene, options),
                again: verify::jam::again,
            },
            Self::Stand => Row {
                word: "stand",
                input: Input::Scene,
                has_verdict: true,
                takes_preload: true,
                keys: &[include_str!("keys/stand.txt"), CASES],
                plane: |scene, _, options| stand_answer(scene, options),
                space: |scene, _, options| stand_answer(scene, options),
                again: verify::stand::any,
            },
            Self::Quasistatic => Row {
                word: "quasistatic",
                input: Input::Scene,
                has_verdict: false,
                takes_preload: false,
                keys: &[include_str!("keys/quasistatic.txt"), CASES],
                plane: |scene, _, options| slow_answer(scene, options),
                space: |_, _, _| Err(planar_only(Self::Quasistatic)),
                again: verify::slow::again,
            },
            Self::Push => Row {
                word: "push",
                input: Input::Scene,
                has_verdict: true,
                takes_preload: true,
                keys: &[include_str!("keys/push.txt")],
                plane: |scene, _, options| push_answer(scene, options),
                space: |_, _, _| Err(planar_only(Self::Push)),
                again: verify::push::again,
            },
            Self::Simulate => Row {
                word: "simulate",
                input: Input::Scene,
                has_verdict: false,
                takes_preload: true,
                keys: &[include_str!("keys/simulate.txt"), CASES],
                plane: |scene, _, options| simulate_answer(scene, options),
                space: |_, _, _| Err(planar_only(Self::Simulate)),
                again: verify::simulate::again,
            },
            Self::Hybrid => Row {
                word: "hybrid",
                input: Input::Scene,
                has_verdict: true,
                takes_preload: false,
                keys: &[include_str!("keys/hybrid.txt"), CASES],
                plane: |scene, _, _| hybrid_in_plane_answer(scene),
                space: |scene, _, options| hybrid_answer(scene, options),
                again: verify::hybrid::again,
            },
            Self::Place => Row {
                word: "place",
                input: Input::Scene,
                has_verdict: true,
                takes_preload: true,
                keys: &[include_str!("keys/place.txt")],
                plane: |scene, _, options| place_answer(scene, options),
                space: |_, _, _| Err(planar_only(Self::Place)),
                again: verify::place::again,
            },
            Self::Robust => Row {
                word: "robust",
                input: Input::Scene,
                has_verdict: true,
                takes_preload: true,
                keys: &[include_str!("keys/robust.txt"), CASES],
                plane: |scene, name, options| robust_answer(scene, name, options, Answered::Robust),
                space: |scene, name, options| robust_answer(scene, name, options, Answered::RobustInSpace),
                again: verify::robust::again,
            },
            Self::Lcp => Row {
                word: "lcp",
                input: Input::Problem,
                has_verdict: false,
                takes_preload: true,
                keys: &[include_str!("keys/lcp.txt")],
                plane: |_, _, _| Err(no_scene(Self::Lcp)),
                space: |_, _, _| Err(no_scene(Self::Lcp)),
                again: verify::choices::lcp,
            },
            Self::Robot => Row {
                word: "robot",
                input: Input::Robot,
                has_verdict: false,
                takes_preload: true,
                keys: &[include_str!("keys/robot.txt")],
                plane: |_, _, _| Err(no_scene(Self::Robot)),
                space: |_, _, _| Err(no_scene(Self::Robot)),
                again: verify::robot::again,
            },
        }
    }
}

/// The answers to the different questions.
#[derive(Debug, Clone, PartialEq)]
pub enum Answered {
    /// One report for each question that applies.
    Check(Box<CheckAnswer>),
    /// One report for each load case.
    Cases(Box<CasesAnswer>),
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
    /// Where contacts should be.
    Place(Box<PlaceAnswer>),
    /// A box of uncertain numbers.
    Robust(Box<RobustAnswer<Planar>>),
    /// The same in space.
    RobustInSpace(Box<RobustAnswer<Spatial>>),
}

impl Answered {
    /// The answer as what every front end can tell; contacts are listed, and a check tells its answers.
    pub(crate) fn told(&self) -> Option<&dyn Presentation> {
        match self {
            Self::Check(_) | Self::Cases(_) | Self::Contacts(_) => None,
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
            Self::Place(answer) => Some(&**answer),
            Self::Robust(answer) => Some(&**answer),
            Self::RobustInSpace(answer) => Some(&**answer),
        }
    }
}
