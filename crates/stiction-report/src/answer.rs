//! The one door: a scene and a question in, a report or what stands against it out.

use crate::closure::closure_answer;
use crate::closure_space::closure_in_space_answer;
use crate::contacts::contacts_answer;
use crate::further::{Further, further_planar, further_spatial};
use crate::jam::{is_section, jam_answer, section_answer, slides};
use crate::report::{Answered, Options, Question, Report, SceneName};
use crate::stand::stand_answer;
use std::fmt;
use stiction::ask::Refused;
use stiction::ask::lower::Misfit;
use stiction::scene::{AnyScene, Body, Rounding, Scene};
use stiction::screw::{Planar, Spatial};
use stiction::shape::Geometry;
use stiction_proof::Rational;

/// Why there is no report.
#[derive(Debug, Clone, PartialEq)]
pub enum AskError {
    /// The scene does not fit the question.
    Misfits(Vec<Misfit>),
    /// A checker refused a proof: a defect of this program.
    Refused(Refused),
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refused) => refused.fmt(f),
            Self::Misfits(misfits) => {
                let lines: Vec<String> = misfits
                    .iter()
                    .map(|misfit| format!("{}: {}; {}", misfit.path.join("."), misfit.message, misfit.help))
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

impl From<Vec<Misfit>> for AskError {
    fn from(misfits: Vec<Misfit>) -> Self {
        Self::Misfits(misfits)
    }
}

/// Answers a question about a scene.
pub fn answer(
    scene: &AnyScene,
    name: &SceneName,
    question: Question,
    options: &Options,
) -> Result<Report, AskError> {
    let loaded = !options.wrenches.is_empty();
    if loaded && question != Question::Closure {
        let message = format!("`{question}` takes no wrenches");
        let help = "leave them out, or ask `closure`";
        return Err(AskError::Misfits(vec![Misfit::new("conflict", &["--wrench"], message, help)]));
    }
    if options.boundary.is_some() && question != Question::Jam {
        let message = format!("`{question}` takes no boundary");
        let help = "leave it out, or ask `jam`";
        return Err(AskError::Misfits(vec![Misfit::new("conflict", &["--boundary"], message, help)]));
    }
    let mut report = match scene {
        AnyScene::Planar(scene) => Asked { scene, name, options }.answer(question),
        AnyScene::Spatial(scene) => answer_in_space(scene, name, question, options),
    }?;
    if loaded {
        report.warnings.push(
            "a wrench is the total load: gravity and the scene's own wrenches are not added to it".to_owned(),
        );
    }
    Ok(report)
}

/// In space closure is answered, and the contacts are told.
fn answer_in_space(
    scene: &Scene<Spatial>,
    name: &SceneName,
    question: Question,
    options: &Options,
) -> Result<Report, AskError> {
    let found = match question {
        Question::Contacts => contacts_answer(scene),
        Question::Closure => closure_in_space_answer(scene, options)?,
        Question::Check if is_section(scene) => {
            let reports = vec![answer_in_space(scene, name, Question::Jam, options)?];
            Found { answered: Answered::Check(reports), rounded: Vec::new(), warnings: Vec::new() }
        }
        Question::Check => check_in_space(scene, name, options)?,
        Question::Jam => section_answer(scene, options)?,
        Question::Stand => {
            return Err(AskError::Misfits(vec![Misfit::new(
                "dimension",
                &["dimension"],
                "in space this version answers `closure` and `contacts`",
                "ask `stiction closure`, or set `dimension = 2` and give the scene in the plane",
            )]));
        }
    };
    let further = match &found.answered {
        Answered::ClosureInSpace(answer) => {
            let (least, wrenches) = (&answer.least_friction, &options.wrenches);
            Some(further_spatial(&answer.problem, least, wrenches, !found.rounded.is_empty())?)
        }
        _ => None,
    };
    Ok(Report {
        question,
        scene: name.clone(),
        title: scene.title.clone(),
        options: options.clone(),
        answered: found.answered,
        further,
        rounded: found.rounded,
        warnings: found.warnings,
    })
}

/// Of one free body closure is asked, of several the contacts are told.
fn check_in_space(scene: &Scene<Spatial>, name: &SceneName, options: &Options) -> Result<Found, AskError> {
    let (question, mut warnings) = match scene.free_bodies().count() {
        0 | 1 => (Question::Closure, Vec::new()),
        _ => (Question::Contacts, vec![SEVERAL.to_owned()]),
    };
    if question == Question::Closure && is_loaded(scene) {
        let note = "something pulls at the body; whether it stands is not answered in space by this version";
        warnings.push(note.to_owned());
    }
    if question == Question::Closure {
        warnings.extend(weightless(scene));
    }
    let answered = Answered::Check(vec![answer_in_space(scene, name, question, options)?]);
    Ok(Found { answered, rounded: Vec::new(), warnings })
}

const SEVERAL: &str =
    "of several free bodies this version answers `contacts` alone: `stiction contacts` lists them";

/// Whether weight, a wrench or a force-controlled contact pulls at a free body.
fn is_loaded<S: Geometry>(scene: &Scene<S>) -> bool {
    let nonzero = |entries: &[Rational]| entries.iter().any(|entry| !entry.is_zero());
    let heavy = |body: &Body<S>| body.mass.is_some() || body.mass_matrix.is_some();
    let gravity = nonzero(scene.gravity.as_ref());
    scene.free_bodies().any(|(_, body)| gravity && heavy(body) || nonzero(body.wrench.as_ref()))
        || scene.contacts.iter().any(|contact| contact.force.is_some())
}

struct Asked<'a> {
    scene: &'a Scene<Planar>,
    name: &'a SceneName,
    options: &'a Options,
}

/// An answer with what was rounded and what is worth knowing.
pub(crate) struct Found {
    pub(crate) answered: Answered,
    pub(crate) rounded: Vec<Rounding>,
    pub(crate) warnings: Vec<String>,
}

impl Asked<'_> {
    fn answer(&self, question: Question) -> Result<Report, AskError> {
        let found = match question {
            Question::Check => self.check()?,
            Question::Contacts => contacts_answer(self.scene),
            Question::Closure => closure_answer(self.scene, self.options)?,
            Question::Stand => stand_answer(self.scene, self.options)?,
            Question::Jam => jam_answer(self.scene, self.options)?,
        };
        let further = self.further(&found)?;
        Ok(Report {
            question,
            scene: self.name.clone(),
            title: self.scene.title.clone(),
            options: self.options.clone(),
            answered: found.answered,
            further,
            rounded: found.rounded,
            warnings: found.warnings,
        })
    }

    /// What closure alone does not say.
    fn further(&self, found: &Found) -> Result<Option<Further>, AskError> {
        let Answered::Closure(answer) = &found.answered else { return Ok(None) };
        let body = self.scene.bodies.iter().find(|body| body.name == answer.body);
        let outline = body.and_then(|body| body.shape.as_ref());
        let (least, wrenches) = (&answer.least_friction, &self.options.wrenches);
        further_planar(&answer.problem, outline, least, wrenches, !found.rounded.is_empty()).map(Some)
    }

    /// Of several free bodies the contacts are told.  Closure applies unless a force is given; standing where something pulls at the body, and then it comes last
    /// and decides.
    fn check(&self) -> Result<Found, AskError> {
        if is_section(self.scene) {
            let answered = Answered::Check(vec![self.answer(Question::Jam)?]);
            return Ok(Found { answered, rounded: Vec::new(), warnings: Vec::new() });
        }
        if self.scene.free_bodies().count() > 1 {
            let answered = Answered::Check(vec![self.answer(Question::Contacts)?]);
            return Ok(Found { answered, rounded: Vec::new(), warnings: vec![SEVERAL.to_owned()] });
        }
        let mut reports = Vec::new();
        if !self.scene.contacts.iter().any(|contact| contact.force.is_some()) {
            reports.push(self.answer(Question::Closure)?);
        }
        if slides(self.scene) {
            reports.push(self.answer(Question::Jam)?);
        } else if is_loaded(self.scene) {
            reports.push(self.answer(Question::Stand)?);
        }
        let warnings = weightless(self.scene).into_iter().collect();
        Ok(Found { answered: Answered::Check(reports), rounded: Vec::new(), warnings })
    }
}

/// Gravity that finds nothing to pull at is probably not meant.
fn weightless<S: Geometry>(scene: &Scene<S>) -> Option<String> {
    let gravity = scene.gravity.as_ref().iter().any(|entry| !entry.is_zero());
    let (_, body) = scene.free_bodies().next()?;
    (gravity && !is_loaded(scene)).then(|| {
        let name = &body.name;
        format!("there is gravity, but \"{name}\" has no mass: whether it stands was not asked; give `mass`")
    })
}
