//! The one door: a scene and a question in, a report or what stands against it out.

use crate::check::{CheckAnswer, Demanded, Demanding, Unanswered, demanded, goes_on, way_out};
use crate::closure_extras::{ClosureExtras, further_planar, further_spatial};
use crate::closure_solve::{self, ClosingRanges};
use crate::extras::{AnyExtras, Extras, extras};
use crate::options::untaken;
use crate::query::Query;
use crate::questions::Asking;
use crate::report::{Answered, Caveats, Options, Question, Report, SceneName, StandExtras};
use crate::verdict_map;
use std::fmt;
use stiction::ask::Refused;
use stiction::ask::closure::Closing;
use stiction::ask::lower::Misfit;
use stiction::ask::motions::Outlined;
use stiction::ask::stand::assembly::Searched;
use stiction::ask::stand::moving::is_moving;
use stiction::scene::{AnyScene, NoAnswer, Rounding, Scene, Varied, visible};
use stiction::screw::{Planar, Spatial};
use stiction::shape::Geometry;
use stiction::work::{self, Stopped};
use stiction_proof::Answer;

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
    let ask = || answer_in_full(scene, name, question, options);
    work::attempt_knowing(question.word(), &options.allowance, ask).map_err(
        |(stopped, known)| match known {
            Some(known) => AskError::Unfinished { stopped, known },
            None => AskError::Stopped(stopped),
        },
    )?
}

fn answer_in_full(
    scene: &AnyScene,
    name: &SceneName,
    question: Question,
    options: &Options,
) -> Result<Report, AskError> {
    if let Some(misfit) = untaken(question, options) {
        return Err(AskError::Misfits(vec![misfit]));
    }
    match &options.case {
        Some(case) => match scene.in_case(case) {
            Some(own) => in_one_case(&own, name, question, options),
            None => Err(AskError::Misfits(vec![crate::cases::unknown(scene, case)])),
        },
        None if crate::cases::are_asked(scene, question) => crate::cases::ask(scene, name, question, options),
        None => in_one_case(scene, name, question, options),
    }
}

/// Asks of a scene in which all loads act that are meant.
pub(crate) fn in_one_case(
    scene: &AnyScene,
    name: &SceneName,
    question: Question,
    options: &Options,
) -> Result<Report, AskError> {
    if let Some(misfit) = crate::overlooked::misfit(scene, question, options) {
        return Err(AskError::Misfits(vec![misfit]));
    }
    let mut found = match scene {
        AnyScene::Planar(scene) => report(scene, name, question, options),
        AnyScene::Spatial(scene) => report(scene, name, question, options),
    }?;
    if question == Question::Closure {
        found.caveats.warnings.extend(loaded_warning(options));
    }
    Ok(found)
}

/// A preload, where the question does not take it: forces would be those of a contact that pushes as hard as it must.
fn preloaded<S: Geometry>(scene: &Scene<S>, question: Question) -> Result<(), AskError> {
    let refused = !question.row().takes_preload;
    let contact = scene.contacts.iter().find(|contact| refused && contact.preload.is_some());
    let misfit = |id: &str| {
        let message = format!("`{question}` takes no preload");
        Misfit::new("preload", &["contacts", id, "preload"], message, "leave `preload` out, or ask `stand`")
    };
    contact.map_or(Ok(()), |contact| Err(AskError::Misfits(vec![misfit(&contact.id)])))
}

/// Answers a question that has its options with it; the setting says what all questions have in common.
///
/// ```
/// use stiction::prelude::{body, contact, plane};
/// use stiction::scene::AnyScene;
/// use stiction_report::{Options, Query, SceneName, StandQuery, ask};
///
/// let foot = |id: &str, x: i32| contact(id).on("block").point([x, 0]).normal([0, 1]).friction(0.5);
/// let block = body("block").mass(2).com([0, 1]);
/// let scene = plane().gravity([0, -10]).body(block).contact(foot("1", -1)).contact(foot("2", 1)).build().unwrap();
/// let push = vec![vec![1.into(), 0.into()]];
/// let query = Query::Stand(StandQuery { push, body: Some("block".into()), ..StandQuery::default() });
/// let report = ask(&AnyScene::Planar(scene), &SceneName::unnamed(), query, Options::default()).unwrap();
/// assert_eq!(report.to_json()["further"][1]["multiple"], 10.0);
/// ```
///
/// # Errors
/// As [`answer`].
pub fn ask(scene: &AnyScene, name: &SceneName, query: Query, setting: Options) -> Result<Report, AskError> {
    let (question, options) = query.with(setting);
    answer(scene, name, question, &options)
}

/// What to know about wrenches that closure judges.
pub(crate) fn loaded_warning(options: &Options) -> Option<String> {
    let words = "a wrench is the total load: gravity and the scene's own wrenches are not added to it";
    (!options.wrenches.is_empty()).then(|| words.to_owned())
}

/// What differs between plane and space where a question is answered.
pub(crate) trait Answering: Searched<Touch: Closing> + Varied + Demanding + Outlined {
    /// The column of the table.
    fn asking(question: Question) -> Asking<Self>;

    /// What closure alone does not say.
    fn further(found: &AnswerWithNotes, options: &Options) -> Result<Option<ClosureExtras>, AskError>;

    /// What goes with `stand`, of either kind of space.
    fn extras(extras: Extras<Self>) -> AnyExtras;

    /// The values of a number with which contacts close, of either kind of space.
    fn closing(found: closure_solve::ClosingRange<Self::Touch>) -> ClosingRanges;
}

impl Answering for Planar {
    fn asking(question: Question) -> Asking<Self> {
        question.row().plane
    }

    fn further(found: &AnswerWithNotes, options: &Options) -> Result<Option<ClosureExtras>, AskError> {
        let Answered::Closure(answer) = &found.answered else { return Ok(None) };
        let (outline, least) = (answer.outline.as_ref(), &answer.least_friction);
        let (closed, rounded) = (answer.force.verdict == Answer::Yes, !found.rounded.is_empty());
        further_planar(&answer.problem, outline, least, &options.wrenches, rounded, closed).map(Some)
    }

    fn extras(extras: Extras<Self>) -> AnyExtras {
        AnyExtras::Plane(Box::new(extras))
    }

    fn closing(found: closure_solve::ClosingRange<Self::Touch>) -> ClosingRanges {
        ClosingRanges::Plane(Box::new(found))
    }
}

impl Answering for Spatial {
    fn asking(question: Question) -> Asking<Self> {
        question.row().space
    }

    fn further(found: &AnswerWithNotes, options: &Options) -> Result<Option<ClosureExtras>, AskError> {
        let Answered::ClosureInSpace(answer) = &found.answered else { return Ok(None) };
        let (least, rounded) = (&answer.least_friction, !found.rounded.is_empty());
        further_spatial(&answer.problem, least, &options.wrenches, rounded).map(Some)
    }

    fn extras(extras: Extras<Self>) -> AnyExtras {
        AnyExtras::Space(Box::new(extras))
    }

    fn closing(found: closure_solve::ClosingRange<Self::Touch>) -> ClosingRanges {
        ClosingRanges::Space(Box::new(found))
    }
}

/// The report on a scene of the plane or of space.
fn report<S: Answering>(
    scene: &Scene<S>,
    name: &SceneName,
    question: Question,
    options: &Options,
) -> Result<Report, AskError> {
    preloaded(scene, question)?;
    let order = order_first(scene, question, options)?;
    let found = S::asking(question)(scene, name, options)?;
    let further = S::further(&found, options)?;
    // What is asked besides may be stopped, too.
    let (extras, stopped) = match order {
        Some((extras, stopped)) => (extras, stopped),
        None => (asked_extras(scene, question, options)?, None),
    };
    let map = verdict_map::mapped(scene, name, question, options)?;
    let solve = if question == Question::Closure { closure_solve::solved(scene, options)? } else { None };
    let stopped = stopped.or_else(work::stopped);
    Ok(Report {
        question,
        scene: name.clone(),
        title: scene.title.clone(),
        options: options.clone(),
        answered: found.answered,
        further,
        extras: extras.map(S::extras),
        map,
        solve: solve.map(S::closing),
        caveats: Caveats {
            rounded: found.rounded,
            overlooked: Vec::new(),
            warnings: found.warnings,
            stopped,
        },
    }
    .with_overlooked(&scene.overlooked))
}

/// Every question that a scene demands.
pub(crate) fn check_answer<S: Answering>(
    scene: &Scene<S>,
    name: &SceneName,
    options: &Options,
) -> Result<AnswerWithNotes, AskError> {
    let found = checked(demanded(scene, options), |question| report(scene, name, question, options))?;
    let found = with_fall(found, scene, |question| report(scene, name, question, options))?;
    with_way_out(found, scene)
}

/// The same, with what happens to few bodies that do not stand, where that is one thing.
fn with_fall<S: Demanding>(
    mut found: AnswerWithNotes,
    scene: &Scene<S>,
    answer: impl Fn(Question) -> Result<Report, AskError>,
) -> Result<AnswerWithNotes, AskError> {
    let Answered::Check(check) = &mut found.answered else { return Ok(found) };
    if !goes_on(scene, check) {
        return Ok(found);
    }
    // Nobody asked for it: what does not fit, or takes too long, is not missed.
    let told = work::attempt(Question::Outcomes.word(), || answer(Question::Outcomes));
    if let Ok(Ok(report)) = told
        && report.verdict() == Some(Answer::Yes)
    {
        let place = check.answers.iter().take_while(|one| one.question == Question::Contacts).count();
        check.answers.insert(place, report);
    }
    Ok(found)
}

/// The answers to the questions that `check` asks.
fn checked(
    demanded: Demanded,
    answer: impl Fn(Question) -> Result<Report, AskError>,
) -> Result<AnswerWithNotes, AskError> {
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
    Ok(AnswerWithNotes { answered: Answered::Check(Box::new(check)), rounded: Vec::new(), warnings })
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
fn with_way_out<S: Outlined>(
    mut found: AnswerWithNotes,
    scene: &Scene<S>,
) -> Result<AnswerWithNotes, AskError> {
    if let Answered::Check(check) = &found.answered {
        let last = check.answers.last().map(|report| (report.question, report.verdict()));
        found.warnings.splice(0..0, way_out(scene, last)?);
    }
    Ok(found)
}

/// What goes with `stand` where it was asked for, on a base at rest.
fn asked_extras<S: Searched + Varied>(
    scene: &Scene<S>,
    question: Question,
    options: &Options,
) -> Result<Option<Extras<S>>, AskError> {
    if question != Question::Stand || options.extras.is_empty() {
        return Ok(None);
    }
    if is_moving(scene) {
        let flag = options.extras.flag();
        let message = "asked of assemblies on a base at rest; this one follows a trajectory";
        let help = "leave the flag out, or the trajectory";
        return Err(AskError::Misfits(vec![Misfit::new("conflict", &[flag], message, help)]));
    }
    extras(scene, options)
}

/// The part of the time that an order of building may take before whether the whole stands is measured.
const ORDER_SHARE: f64 = 0.6;

/// What is asked besides and what of it was stopped.
type Ordered<S> = (Option<Extras<S>>, Option<Stopped>);

/// The order of building, where it is all that is asked besides: it comes before the margins, which nobody asked for
/// by name, and tells what it knows when its part of the time is over.
fn order_first<S: Searched + Varied>(
    scene: &Scene<S>,
    question: Question,
    options: &Options,
) -> Result<Option<Ordered<S>>, AskError> {
    let alone = StandExtras { sequence: options.extras.sequence.clone(), ..StandExtras::default() };
    if options.extras.sequence.is_none() || options.extras != alone {
        return Ok(None);
    }
    let ask = || asked_extras(scene, question, options).map(|extras| (extras, work::stopped()));
    work::attempt_with(question.word(), &work::share(ORDER_SHARE), ask)?.map(Some)
}

/// A question that is about the plane.
pub(crate) fn planar_only(question: Question) -> AskError {
    let message = format!("`{question}` is asked of planar parts");
    let help = "set `dimension = 2` and give the scene in the plane";
    AskError::Misfits(vec![Misfit::new("dimension", &["dimension"], message, help)])
}

/// A question that has no scene.
pub(crate) fn no_scene(question: Question) -> AskError {
    let (message, help) = if question == Question::Robot {
        ("`robot` is asked of a URDF file, not of a scene", "ask `stiction robot FILE.urdf`")
    } else {
        ("`lcp` is asked of a file with `M` and `q`, not of a scene", "ask `stiction lcp FILE`")
    };
    AskError::Misfits(vec![Misfit::new("question", &["M"], message, help)])
}

/// An answer with what was rounded and what is worth knowing.
pub(crate) struct AnswerWithNotes {
    pub(crate) answered: Answered,
    pub(crate) rounded: Vec<Rounding>,
    pub(crate) warnings: Vec<String>,
}
