//! Which questions `check` asks of a scene, and what it remarks: functions of the scene alone, so that a verifier
//! asks for the same ones.
//!
//! A section of `jam` or `hybrid`, and what rides on a moving base, has one question. Of several free bodies the
//! contacts are told, of one closure is asked; of both what happens now, where something moves or is driven; and
//! whether they stand where something pulls at them, or would if their masses were known, which then comes last and
//! decides.
//!
//! A question that the scene does not fit, for want of an inertia or a curvature, is told as unanswered with what
//! stands against it, and the others are answered all the same. Without the one that decides nothing is decided;
//! where none fits the scene is at fault.

use crate::answer::AskError;
use crate::hybrid::is_hybrid;
use crate::jam::{is_section, slides};
use crate::motions::{directions, motions_answer};
use crate::report::{Answered, Options, Presentation, Question, Report};
use serde::{Serialize, Serializer};
use serde_json::json;
use stiction::ask::lower::Standing;
use stiction::ask::lower::{ConeModel, Misfit};
use stiction::ask::modes::{MOST, modes};
use stiction::ask::motions::Outlined;
use stiction::ask::stand::moving::is_moving;
use stiction::scene::{Body, Contact, Role, Scene};
use stiction::screw::{Planar, Spatial};
use stiction::shape::Geometry;
use stiction_proof::{Answer, Rational};

/// The questions that are asked, in order, and what is worth knowing whatever the answers.
pub(crate) struct Demanded {
    pub(crate) questions: Vec<Question>,
    pub(crate) remarks: Vec<String>,
}

/// The answers of a check.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CheckAnswer {
    /// The questions that are answered, in the order in which they are asked.
    pub answers: Vec<Report>,
    /// Those that the scene does not fit, in the same order.
    pub unanswered: Vec<Unanswered>,
    /// The question whose answer decides, where there is one.
    pub deciding: Option<Question>,
}

impl CheckAnswer {
    /// The verdict of the answer that decides; undecided where it is missing.
    pub fn verdict(&self) -> Option<Answer> {
        match self.decisive() {
            Some(report) => report.verdict(),
            None => self.deciding.map(|_| Answer::Undecided),
        }
    }

    /// What happens to what does not stand, where that is one thing.
    pub fn fall(&self) -> Option<&Report> {
        let falls = self.decisive()?.verdict() == Some(Answer::No);
        let mut told = self.answers.iter().filter(|one| one.question == Question::Outcomes);
        told.next().filter(|one| falls && one.verdict() == Some(Answer::Yes))
    }

    /// The answer that decides.
    pub fn decisive(&self) -> Option<&Report> {
        self.answers.last().filter(|report| Some(report.question) == self.deciding)
    }
}

/// A question that the scene does not fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unanswered {
    /// The question.
    pub question: Question,
    /// What stands against it.
    pub misfits: Vec<Misfit>,
}

impl Serialize for Unanswered {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let fault = |misfit: &Misfit| {
            let Misfit { code, path, message, help } = misfit;
            json!({ "code": code, "path": path.join("."), "message": message, "help": help })
        };
        let faults: Vec<_> = self.misfits.iter().map(fault).collect();
        json!({ "question": self.question.word(), "faults": faults }).serialize(serializer)
    }
}

impl Demanded {
    fn only(questions: impl IntoIterator<Item = Question>) -> Self {
        Self { questions: questions.into_iter().collect(), remarks: Vec::new() }
    }

    /// Asks whether it stands, which is more than several bodies are told otherwise.
    fn stand_too(&mut self) {
        self.questions.push(Question::Stand);
        self.remarks.retain(|remark| remark != SEVERAL);
    }
}

/// The one question of a scene that is a section, or that rides on a moving base: nothing else is about all its
/// instants.
fn single<S: Standing>(scene: &Scene<S>) -> Option<Demanded> {
    let question = match () {
        () if is_hybrid(scene) => Question::Hybrid,
        () if scene.meter_stick.is_some() && scene.bodies.is_empty() => Question::Quasistatic,
        () if is_section(scene) => Question::Jam,
        () if is_moving(scene) => Question::Stand,
        () => return None,
    };
    Some(Demanded::only([question]))
}

/// The questions of a scene.
pub(crate) fn demanded<S: Demanding>(scene: &Scene<S>, options: &Options) -> Demanded {
    single(scene).unwrap_or_else(|| S::several(scene, options))
}

/// The plane or space, with what is asked of its scenes that have more than one question.
pub(crate) trait Demanding: Standing {
    fn several(scene: &Scene<Self>, options: &Options) -> Demanded;

    /// Whether a scene that falls is asked what happens then.
    fn tells_motion(scene: &Scene<Self>) -> bool;
}

/// Whether what is demanded goes on to what happens: it does not stand, which decides, and that was not asked yet.
pub(crate) fn goes_on<S: Demanding>(scene: &Scene<S>, check: &CheckAnswer) -> bool {
    let falls = check
        .decisive()
        .is_some_and(|last| last.question == Question::Stand && last.verdict() == Some(Answer::No));
    let asked = check.answers.iter().any(|one| one.question == Question::Outcomes)
        || check.unanswered.iter().any(|one| one.question == Question::Outcomes);
    falls && !asked && S::tells_motion(scene)
}

impl Demanding for Planar {
    fn tells_motion(scene: &Scene<Self>) -> bool {
        falls_freely(scene)
    }

    fn several(scene: &Scene<Self>, _: &Options) -> Demanded {
        // A part that presses on a table is seen from above, and nothing else is asked of such a scene.
        if scene.free_bodies().any(|(_, body)| body.support.is_some()) {
            return Demanded::only([Question::Push]);
        }
        // Contacts are still to be placed.
        if scene.place.is_some() {
            return Demanded::only([Question::Place]);
        }
        let moving = scene.free_bodies().any(|(_, body)| !body.is_at_rest());
        let happens = happens(scene, moving).then_some(Question::Outcomes);
        if scene.free_bodies().count() > 1 {
            let mut demanded = Demanded::only([Question::Contacts].into_iter().chain(happens));
            demanded.remarks.push(SEVERAL.to_owned());
            if is_pulled(scene) && !moving {
                demanded.stand_too();
            }
            return demanded;
        }
        if moving {
            let slides = slides(scene, ConeModel::Round).then_some(Question::Jam);
            return Demanded::only(happens.into_iter().chain(slides));
        }
        let controlled = scene.contacts.iter().any(|contact| contact.force.is_some());
        let closure = (!controlled).then_some(Question::Closure);
        let stand = is_pulled(scene).then_some(Question::Stand);
        // The given scene decides; what its tolerances do comes before.
        let robust = scene.has_tolerance().then_some(Question::Robust);
        Demanded::only(happens.into_iter().chain(robust).chain(closure).chain(stand))
    }
}

/// Free bodies up to which a scene that falls is asked what happens.
const MOST_FALLING: usize = 3;

/// Whether what happens to bodies at rest follows from the scene without asking for more: few of them, their inertias
/// known, nothing that rigid contacts do not obey.
fn falls_freely(scene: &Scene<Planar>) -> bool {
    let known = |body: &Body<Planar>| {
        let full = body.freedoms.iter().all(|free| *free);
        body.is_at_rest()
            && full
            && (body.mass_matrix.is_some() || body.mass.is_some() && body.inertia.is_some())
    };
    let plain = |contact: &Contact<Planar>| contact.preload.is_none() && contact.limit.is_none();
    (1..=MOST_FALLING).contains(&scene.free_bodies().count())
        && scene.contacts.len() <= MOST_CONTACTS
        && scene.free_bodies().all(|(_, body)| known(body))
        && scene.bodies.iter().all(|body| body.role != Role::Driven)
        && scene.contacts.iter().all(plain)
}

/// What happens now is told of bodies that move, or that touch something driven; of few contacts, for it is not asked
/// for.
fn happens(scene: &Scene<Planar>, moving: bool) -> bool {
    let driven = scene.bodies.iter().any(|body| body.acceleration.is_some());
    (moving || driven) && scene.contacts.len() <= MOST_CONTACTS
}

impl Demanding for Spatial {
    fn tells_motion(_: &Scene<Self>) -> bool {
        false
    }

    fn several(scene: &Scene<Self>, options: &Options) -> Demanded {
        // As in the plane, what slides is asked whether friction locks it.
        if slides(scene, options.cone) {
            return Demanded::only([Question::Jam]);
        }
        let mut demanded = match scene.free_bodies().count() {
            0 | 1 => Demanded::only([Question::Closure]),
            _ => Demanded { questions: vec![Question::Contacts], remarks: vec![SEVERAL.to_owned()] },
        };
        let at_rest = scene.free_bodies().all(|(_, body)| body.is_at_rest());
        if is_pulled(scene) && at_rest {
            demanded.stand_too();
        }
        demanded
    }
}

const SEVERAL: &str =
    "of several free bodies `stiction contacts`, `motions` and `modes` tell more; closure is asked of one";

/// Whether weight, a wrench or a force-controlled contact pulls at a free body.
fn is_loaded<S: Geometry>(scene: &Scene<S>) -> bool {
    let nonzero = |entries: &[Rational]| entries.iter().any(|entry| !entry.is_zero());
    let heavy = |body: &Body<S>| body.mass.is_some() || body.mass_matrix.is_some();
    let gravity = nonzero(scene.gravity.as_ref());
    scene.free_bodies().any(|(_, body)| gravity && heavy(body) || nonzero(body.wrench.as_ref()))
        || scene.contacts.iter().any(|contact| contact.force.is_some())
}

/// Whether something pulls at a free body, or gravity would if its mass were known: then whether it stands is not
/// answered, and that is told.
fn is_pulled<S: Geometry>(scene: &Scene<S>) -> bool {
    let gravity = scene.gravity.as_ref().iter().any(|entry| !entry.is_zero());
    is_loaded(scene) || gravity && scene.free_bodies().next().is_some()
}

/// Contacts up to which `check` asks by itself what happens.
const MOST_CONTACTS: usize = 8;

/// Contacts of an open body whose modes are counted in passing; more could take long.
const MOST_COUNTED: usize = 24;

/// How an open body that nothing pulls at but something touches can move, and in how many contact modes; what the
/// questions for it would refuse is not told. `last` is the last question with its verdict.
pub(crate) fn way_out<S: Outlined>(
    scene: &Scene<S>,
    last: Option<(Question, Option<Answer>)>,
) -> Result<Option<String>, AskError> {
    let open = last == Some((Question::Closure, Some(Answer::No))) && !is_loaded(scene);
    if !open || !scene.contacts.iter().any(Contact::is_touching) {
        return Ok(None);
    }
    let found = match motions_answer(scene, &Options::default()) {
        Ok(found) => found,
        Err(AskError::Misfits(_)) => return Ok(None),
        Err(defect) => return Err(defect),
    };
    let Answered::Motions(answer) = &found.answered else { return Ok(None) };
    let mut words = format!("friction aside it {}", answer.words());
    // Twists of space are too long for a remark.
    if let Some(forms) = answer.forms().filter(|_| S::DIMENSION == 2) {
        let kinds = [("rays", &forms.rays), ("lines", &forms.lines)];
        for (word, rows) in kinds.into_iter().filter(|(_, rows)| !rows.is_empty()) {
            words += &format!(", {word} {}", directions(rows));
        }
    }
    if scene.contacts.len() <= MOST_COUNTED
        && let Ok(modes) = modes(scene, false, MOST)
    {
        words += &format!("; contact modes: {}", modes.count());
    }
    Ok(Some(words + "; ask `stiction motions` and `stiction modes`"))
}
