//! The one door: a scene and a question in, a report or what stands against it out.

use crate::assembly::assembly_answer;
use crate::building::{AnyBesides, Besides, besides};
use crate::check::{CheckAnswer, Demanded, Demanding, Unanswered, demanded, way_out};
use crate::closure::closure_answer;
use crate::closure_space::spatial_closure_answer;
use crate::contacts::contacts_answer;
use crate::further::{Further, further_planar, further_spatial};
use crate::hybrid::{hybrid_answer, hybrid_in_plane_answer};
use crate::jam::{Jammed, jam_answer};
use crate::labels::labels_answer;
use crate::modes::modes_answer;
use crate::motions::motions_answer;
use crate::moving::{Moves, moving_answer};
use crate::outcomes::{outcomes_answer, spatial_outcomes_answer};
use crate::push::push_answer;
use crate::questions::untaken;
use crate::report::{Answered, AskedBesides, Options, Question, Report, SceneName};
use crate::simulate::simulate_answer;
use crate::slow::slow_answer;
use crate::wrenches::Parting;
use crate::wrenches::cone::cone_answer;
use crate::wrenches::insert::insert_answer;
use crate::wrenches::stability::stability_answer;
use std::fmt;
use stiction::ask::Refused;
use stiction::ask::labels::Exerting;
use stiction::ask::lower::Misfit;
use stiction::ask::motions::Outlined;
use stiction::ask::stand::assembly::Searched;
use stiction::ask::stand::moving::is_moving;
use stiction::scene::{AnyScene, NoAnswer, Rounding, Scene, Varied, visible};
use stiction::screw::{Planar, Spatial};
use stiction::shape::Geometry;
use stiction::work::{self, Stopped};
use stiction_proof::Answer;
use stiction_proof::moving::Rides;

/// Why there is no report.
#[derive(Debug, Clone, PartialEq)]
pub enum AskError {
    /// The scene does not fit the question.
    Misfits(Vec<Misfit>),
    /// A checker refused a proof: a defect of this program.
    Refused(Refused),
    /// The allowance was used up before anything was known.
    Stopped(Stopped),
    /// The allowance was used up before there was an answer, but not before something was known.
    Unfinished {
        /// What was stopped.
        stopped: Stopped,
        /// What is known, in words.
        known: String,
    },
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refused) => refused.fmt(f),
            Self::Stopped(stopped) => stopped.fmt(f),
            Self::Unfinished { stopped, known } => write!(f, "{stopped}; {known}"),
            Self::Misfits(misfits) => {
                let lines: Vec<String> = misfits
                    .iter()
                    .map(|misfit| format!("{}: {}; {}", misfit.path.join("."), misfit.message, misfit.help))
                    .map(|line| visible(&line).into_owned())
                    .collect();
                f.write_str(&lines.join("\n"))
            }
        }
    }
}

impl std::error::Error for AskError {}

impl From<Refused> for AskError {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

impl From<Stopped> for AskError {
    fn from(stopped: Stopped) -> Self {
        Self::Stopped(stopped)
    }
}

impl From<NoAnswer> for AskError {
    fn from(why: NoAnswer) -> Self {
        match why {
            NoAnswer::Misfits(misfits) => Self::Misfits(misfits),
            NoAnswer::Defect(refused) => Self::Refused(refused),
        }
    }
}

impl From<Vec<Misfit>> for AskError {
    fn from(misfits: Vec<Misfit>) -> Self {
        Self::Misfits(misfits)
    }
}

/// Answers a question about a scene, within the allowance of the options.
pub fn answer(
    scene: &AnyScene,
    name: &SceneName,
    question: Question,
    options: &Options,
) -> Result<Report, AskError> {
    let ask = || {
        if let Some(misfit) = untaken(question, options) {
            return Err(AskError::Misfits(vec![misfit]));
        }
        if let Some(misfit) = crate::overlooked::misfit(scene, question, options) {
            return Err(AskError::Misfits(vec![misfit]));
        }
        let mut report = match scene {
            AnyScene::Planar(scene) => Asked { scene, name, options }.answer(question),
            AnyScene::Spatial(scene) => Asked { scene, name, options }.answer(question),
        }?;
        if question == Question::Closure {
            report.warnings.extend(loaded_warning(options));
        }
        Ok(report)
    };
    work::attempt_knowing(question.word(), &options.allowance, ask).map_err(
        |(stopped, known)| match known {
            Some(known) => AskError::Unfinished { stopped, known },
            None => AskError::Stopped(stopped),
        },
    )?
}

/// A preload, where the question does not take it: forces would be those of a contact that pushes as hard as it must.
fn preloaded<S: Geometry>(scene: &Scene<S>, question: Question) -> Result<(), AskError> {
    let dynamic = matches!(
        question,
        Question::Cone
            | Question::Stability
            | Question::Insert
            | Question::Outcomes
            | Question::Jam
            | Question::Quasistatic
            | Question::Hybrid
    );
    let contact = scene.contacts.iter().find(|contact| dynamic && contact.preload.is_some());
    let misfit = |id: &str| {
        let message = format!("`{question}` takes no preload");
        Misfit::new("preload", &["contacts", id, "preload"], message, "leave `preload` out, or ask `stand`")
    };
    contact.map_or(Ok(()), |contact| Err(AskError::Misfits(vec![misfit(&contact.id)])))
}

/// What to know about wrenches that closure judges.
pub(crate) fn loaded_warning(options: &Options) -> Option<String> {
    let words = "a wrench is the total load: gravity and the scene's own wrenches are not added to it";
    (!options.wrenches.is_empty()).then(|| words.to_owned())
}

/// The plane or space, with the questions that each answers in its own way or alone.
trait Asking: Moves<Touch: Rides> + Jammed + Parting + Exerting + Outlined + Demanding + Varied {
    /// The answer to one of these questions.
    fn own(scene: &Scene<Self>, question: Question, options: &Options) -> Result<Found, AskError>;

    /// What closure alone does not say.
    fn further(found: &Found, options: &Options) -> Result<Option<Further>, AskError>;

    /// What goes with `stand`, by the name of its world.
    fn besides(besides: Box<Besides<Self>>) -> AnyBesides;
}

impl Asking for Planar {
    fn own(scene: &Scene<Self>, question: Question, options: &Options) -> Result<Found, AskError> {
        match question {
            Question::Closure => closure_answer(scene, options),
            Question::Outcomes => outcomes_answer(scene, options),
            Question::Hybrid => hybrid_in_plane_answer(scene),
            Question::Quasistatic => slow_answer(scene, options),
            Question::Push => push_answer(scene, options),
            Question::Simulate => simulate_answer(scene, options),
            _ => Err(no_scene(question)),
        }
    }

    fn further(found: &Found, options: &Options) -> Result<Option<Further>, AskError> {
        let Answered::Closure(answer) = &found.answered else { return Ok(None) };
        let outline = answer.outline.as_ref();
        let (least, wrenches) = (&answer.least_friction, &options.wrenches);
        let closed = answer.force.verdict == Answer::Yes;
        further_planar(&answer.problem, outline, least, wrenches, !found.rounded.is_empty(), closed).map(Some)
    }

    fn besides(besides: Box<Besides<Self>>) -> AnyBesides {
        AnyBesides::Plane(besides)
    }
}

impl Asking for Spatial {
    fn own(scene: &Scene<Self>, question: Question, options: &Options) -> Result<Found, AskError> {
        match question {
            Question::Closure => spatial_closure_answer(scene, options),
            Question::Outcomes => spatial_outcomes_answer(scene, options),
            Question::Hybrid => hybrid_answer(scene, options),
            Question::Quasistatic | Question::Push | Question::Simulate => {
                Err(AskError::Misfits(vec![planar_only(question)]))
            }
            _ => Err(no_scene(question)),
        }
    }

    fn further(found: &Found, options: &Options) -> Result<Option<Further>, AskError> {
        let Answered::ClosureInSpace(answer) = &found.answered else { return Ok(None) };
        let (least, wrenches) = (&answer.least_friction, &options.wrenches);
        further_spatial(&answer.problem, least, wrenches, !found.rounded.is_empty()).map(Some)
    }

    fn besides(besides: Box<Besides<Self>>) -> AnyBesides {
        AnyBesides::Space(besides)
    }
}

/// The answers to the questions that `check` asks.
fn checked(
    demanded: Demanded,
    answer: impl Fn(Question) -> Result<Report, AskError>,
) -> Result<Found, AskError> {
    let deciding = demanded.questions.last().copied();
    let (mut check, mut warnings) = (CheckAnswer { deciding, ..CheckAnswer::default() }, demanded.remarks);
    for question in demanded.questions {
        let ask = || answer(question);
        match work::attempt(question.word(), ask).unwrap_or_else(|stopped| Err(stopped.into())) {
            Ok(report) => check.answers.push(report),
            // What is known without it is told.
            Err(AskError::Stopped(stopped)) => warnings.push(format!("`{question}` was {}", stopped.why)),
            Err(AskError::Unfinished { stopped, known }) => {
                warnings.push(format!("`{question}` was {}; {known}", stopped.why));
            }
            Err(AskError::Misfits(misfits)) => check.unanswered.push(Unanswered { question, misfits }),
            Err(other) => return Err(other),
        }
    }
    if check.answers.is_empty() && !check.unanswered.is_empty() {
        return Err(AskError::Misfits(every_fault(check.unanswered)));
    }
    Ok(Found { answered: Answered::Check(Box::new(check)), rounded: Vec::new(), warnings })
}

/// What stands against any of the questions, each thing once.
fn every_fault(unanswered: Vec<Unanswered>) -> Vec<Misfit> {
    let mut faults: Vec<Misfit> = Vec::new();
    for misfit in unanswered.into_iter().flat_map(|one| one.misfits) {
        if !faults.contains(&misfit) {
            faults.push(misfit);
        }
    }
    faults
}

/// The same, with how an open body can move.
fn with_way_out<S: Outlined>(mut found: Found, scene: &Scene<S>) -> Result<Found, AskError> {
    if let Answered::Check(check) = &found.answered {
        let last = check.answers.last().map(|report| (report.question, report.verdict()));
        found.warnings.splice(0..0, way_out(scene, last)?);
    }
    Ok(found)
}

/// What goes with `stand` where it was asked for, on a base at rest.
fn asked_besides<S: Searched + Varied>(
    scene: &Scene<S>,
    question: Question,
    options: &Options,
) -> Result<Option<Besides<S>>, AskError> {
    if question != Question::Stand || options.besides.is_empty() {
        return Ok(None);
    }
    if is_moving(scene) {
        let flag = options.besides.flag();
        let message = "asked of assemblies on a base at rest; this one follows a trajectory";
        let help = "leave the flag out, or the trajectory";
        return Err(AskError::Misfits(vec![Misfit::new("conflict", &[flag], message, help)]));
    }
    besides(scene, options)
}

/// The part of the time that an order of building may take before whether the whole stands is measured.
const ORDER_SHARE: f64 = 0.6;

/// What is asked besides and what of it was stopped.
type Ordered<S> = (Option<Besides<S>>, Option<Stopped>);

/// The order of building, where it is all that is asked besides: it comes before the margins, which nobody asked for by name, and tells what it
/// knows when its part of the time is over.
fn order_first<S: Searched + Varied>(
    scene: &Scene<S>,
    question: Question,
    options: &Options,
) -> Result<Option<Ordered<S>>, AskError> {
    let alone = AskedBesides { sequence: options.besides.sequence.clone(), ..AskedBesides::default() };
    if options.besides.sequence.is_none() || options.besides != alone {
        return Ok(None);
    }
    let ask = || asked_besides(scene, question, options).map(|besides| (besides, work::stopped()));
    work::attempt_with(question.word(), &work::share(ORDER_SHARE), ask)?.map(Some)
}

/// A question that is about the plane.
fn planar_only(question: Question) -> Misfit {
    let message = format!("`{question}` is asked of planar parts");
    Misfit::new("dimension", &["dimension"], message, "set `dimension = 2` and give the scene in the plane")
}

/// A question that has no scene.
fn no_scene(question: Question) -> AskError {
    let (message, help) = if question == Question::Robot {
        ("`robot` is asked of a URDF file, not of a scene", "ask `stiction robot FILE.urdf`")
    } else {
        ("`lcp` is asked of a file with `M` and `q`, not of a scene", "ask `stiction lcp FILE`")
    };
    AskError::Misfits(vec![Misfit::new("question", &["M"], message, help)])
}

struct Asked<'a, S: Geometry> {
    scene: &'a Scene<S>,
    name: &'a SceneName,
    options: &'a Options,
}

/// An answer with what was rounded and what is worth knowing.
pub(crate) struct Found {
    pub(crate) answered: Answered,
    pub(crate) rounded: Vec<Rounding>,
    pub(crate) warnings: Vec<String>,
}

impl<S: Asking> Asked<'_, S>
where
    Scene<S>: Sync,
{
    fn answer(&self, question: Question) -> Result<Report, AskError> {
        let Self { scene, options, .. } = *self;
        preloaded(scene, question)?;
        let order = order_first(scene, question, options)?;
        let found = match question {
            Question::Check => checked(demanded(scene, options), |question| self.answer(question))
                .and_then(|found| with_way_out(found, scene))?,
            Question::Contacts => contacts_answer(scene),
            Question::Motions => motions_answer(scene, options)?,
            Question::Labels => labels_answer(scene, options)?,
            Question::Stand if is_moving(scene) => moving_answer(scene, options)?,
            Question::Stand => assembly_answer(scene, options)?,
            Question::Cone => cone_answer(scene, options)?,
            Question::Stability => stability_answer(scene, options)?,
            Question::Insert => insert_answer(scene, options)?,
            Question::Modes => modes_answer(scene, options)?,
            Question::Jam => jam_answer(scene, options)?,
            Question::Lcp | Question::Robot => return Err(no_scene(question)),
            Question::Closure
            | Question::Outcomes
            | Question::Hybrid
            | Question::Quasistatic
            | Question::Push
            | Question::Simulate => S::own(scene, question, options)?,
        };
        let further = S::further(&found, options)?;
        Ok(Report {
            question,
            scene: self.name.clone(),
            title: scene.title.clone(),
            options: options.clone(),
            answered: found.answered,
            further,
            stopped: order.as_ref().and_then(|(_, stopped)| *stopped).or_else(work::stopped),
            besides: match order {
                Some((besides, _)) => besides,
                None => asked_besides(scene, question, options)?,
            }
            .map(|one| S::besides(Box::new(one))),
            rounded: found.rounded,
            overlooked: Vec::new(),
            warnings: found.warnings,
        }
        .with_overlooked(&scene.overlooked))
    }
}
