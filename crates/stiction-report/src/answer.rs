//! The one door: a scene and a question in, a report or what stands against it out.

use crate::assembly::{assembly_answer, assembly_in_space_answer};
use crate::building::{AnyBesides, Besides, besides};
use crate::closure::closure_answer;
use crate::closure_space::closure_in_space_answer;
use crate::contacts::contacts_answer;
use crate::further::{Further, further_planar, further_spatial};
use crate::hybrid::{hybrid_answer, hybrid_in_plane_answer, is_hybrid};
use crate::jam::{is_section, jam_answer, jam_in_space_answer, slides, slides_in_space};
use crate::labels::labels_answer;
use crate::modes::modes_answer;
use crate::motions::{Lower, motions_answer, vectors};
use crate::moving::moving_answer;
use crate::outcomes::{outcomes_answer, outcomes_in_space_answer};
use crate::report::{Answered, Options, Question, Report, SceneName, Told};
use crate::stand::stand_answer;
use crate::wrenches::cone::{cone_answer, cone_in_space_answer};
use crate::wrenches::insert::insert_answer;
use crate::wrenches::stability::{stability_answer, stability_in_space_answer};
use std::fmt;
use stiction::ask::Refused;
use stiction::ask::labels::{planar_edges, spatial_edges};
use stiction::ask::lower::Misfit;
use stiction::ask::modes::{MOST, modes};
use stiction::ask::motions::{motion_problem, planar_motion_problem};
use stiction::ask::stand::assembly::Searched;
use stiction::ask::stand::moving::is_moving;
use stiction::scene::{AnyScene, Body, Contact, Rounding, Scene};
use stiction::screw::{Planar, Spatial};
use stiction::shape::Geometry;
use stiction_proof::{Answer, Rational};

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
    if loaded && !question.takes_wrenches() {
        let message = format!("`{question}` takes no wrenches");
        let takers = Question::ALL.into_iter().filter(|one| one.takes_wrenches());
        let takers: Vec<String> = takers.map(|one| format!("`{one}`")).collect();
        let help = format!("leave them out, or ask one of {}", takers.join(", "));
        return Err(AskError::Misfits(vec![Misfit::new("conflict", &["--wrench"], message, help)]));
    }
    if let Some(misfit) = untaken(question, options) {
        return Err(AskError::Misfits(vec![misfit]));
    }
    let mut report = match scene {
        AnyScene::Planar(scene) => Asked { scene, name, options }.answer(question),
        AnyScene::Spatial(scene) => answer_in_space(scene, name, question, options),
    }?;
    if loaded && question == Question::Closure {
        report.warnings.push(
            "a wrench is the total load: gravity and the scene's own wrenches are not added to it".to_owned(),
        );
    }
    Ok(report)
}

/// A flag that the question does not take.
fn untaken(question: Question, options: &Options) -> Option<Misfit> {
    let flags = [
        (!options.twists.is_empty(), "--twist", Question::Motions),
        (!options.tests.is_empty(), "--test-twist", Question::Motions),
        (!options.points.is_empty(), "--point", Question::Labels),
        (options.boundary.is_some(), "--boundary", Question::Jam),
        (options.simulate, "--simulate", Question::Hybrid),
        (options.compliance.is_some(), "--compliance", Question::Jam),
        (options.interference.is_some(), "--interference", Question::Jam),
        (options.sequence.is_some(), "--sequence", Question::Stand),
        (!options.accelerate.is_empty(), "--accelerate", Question::Stand),
        (options.ranges.is_some(), "--ranges", Question::Stand),
        (options.contacts_only, "--contacts-only", Question::Modes),
        (!options.explain.is_empty(), "--explain", Question::Modes),
    ];
    let (_, flag, taker) = flags.into_iter().find(|(given, _, taker)| *given && *taker != question)?;
    let message = format!("`{question}` takes no `{flag}`");
    Some(Misfit::new("conflict", &[flag], message, format!("leave it out, or ask `{taker}`")))
}

/// The same in space, where some questions are not answered.
fn answer_in_space(
    scene: &Scene<Spatial>,
    name: &SceneName,
    question: Question,
    options: &Options,
) -> Result<Report, AskError> {
    let found = match question {
        Question::Contacts => contacts_answer(scene),
        Question::Closure => closure_in_space_answer(scene, options)?,
        Question::Modes => modes_answer(scene, options)?,
        Question::Hybrid => hybrid_answer(scene, options)?,
        Question::Check if is_hybrid(scene) || is_section(scene) => {
            let section = if is_hybrid(scene) { Question::Hybrid } else { Question::Jam };
            let reports = vec![answer_in_space(scene, name, section, options)?];
            Found { answered: Answered::Check(reports), rounded: Vec::new(), warnings: Vec::new() }
        }
        Question::Jam => jam_in_space_answer(scene, options)?,
        Question::Check => check_in_space(scene, name, options)?,
        Question::Motions => motions_answer(scene, &motion_problem, options)?,
        Question::Labels => labels_answer(
            scene,
            &|scene| spatial_edges(scene, options.cone, options.mode.as_deref()),
            options,
        )?,
        Question::Cone => cone_in_space_answer(scene, options)?,
        Question::Stability => stability_in_space_answer(scene, options)?,
        Question::Insert => return Err(AskError::Misfits(vec![planar_only(question)])),
        Question::Lcp | Question::Robot => return Err(no_scene(question)),
        Question::Outcomes => outcomes_in_space_answer(scene, options)?,
        Question::Stand if is_moving(scene) => moving_answer(scene, options, Answered::MovingInSpace)?,
        Question::Stand => assembly_in_space_answer(scene, options)?,
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
        besides: asked_besides(scene, question, options)?.map(|one| AnyBesides::Space(Box::new(one))),
        rounded: found.rounded,
        warnings: found.warnings,
    })
}

/// What goes with `stand` where it was asked for, on a base at rest.
fn asked_besides<S: Searched>(
    scene: &Scene<S>,
    question: Question,
    options: &Options,
) -> Result<Option<Besides<S>>, AskError> {
    let asked = options.sequence.is_some() || !options.accelerate.is_empty() || options.ranges.is_some();
    if question != Question::Stand || !asked {
        return Ok(None);
    }
    if is_moving(scene) {
        let flag = match (options.sequence.is_some(), options.ranges.is_some()) {
            (true, _) => "--sequence",
            (_, true) => "--ranges",
            _ => "--accelerate",
        };
        let message = "asked of assemblies on a base at rest; this one follows a trajectory";
        let help = "leave the flag out, or the trajectory";
        return Err(AskError::Misfits(vec![Misfit::new("conflict", &[flag], message, help)]));
    }
    besides(scene, options)
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

/// Of one free body closure is asked, of several the contacts are told; of both whether they stand, where something pulls
/// at them and they are at rest.
fn check_in_space(scene: &Scene<Spatial>, name: &SceneName, options: &Options) -> Result<Found, AskError> {
    if is_moving(scene) {
        let answered = Answered::Check(vec![answer_in_space(scene, name, Question::Stand, options)?]);
        return Ok(Found { answered, rounded: Vec::new(), warnings: Vec::new() });
    }
    // As in the plane, what slides is asked whether friction locks it.
    if slides_in_space(scene, options.cone) {
        let answered = Answered::Check(vec![answer_in_space(scene, name, Question::Jam, options)?]);
        return Ok(Found { answered, rounded: Vec::new(), warnings: Vec::new() });
    }
    let (question, mut warnings) = match scene.free_bodies().count() {
        0 | 1 => (Question::Closure, Vec::new()),
        _ => (Question::Contacts, vec![SEVERAL.to_owned()]),
    };
    if question == Question::Closure {
        warnings.extend(weightless(scene));
    }
    let mut reports = vec![answer_in_space(scene, name, question, options)?];
    let at_rest = scene.free_bodies().all(|(_, body)| body.is_at_rest());
    if is_loaded(scene) && at_rest {
        stand_too(answer_in_space(scene, name, Question::Stand, options), &mut reports, &mut warnings)?;
    }
    if reports.last().and_then(Report::verdict) == Some(Answer::No) && !is_loaded(scene) {
        warnings.splice(0..0, way_out(scene, &motion_problem)?);
    }
    Ok(Found { answered: Answered::Check(reports), rounded: Vec::new(), warnings })
}

/// Adds the answer of `stand` to a check, or why it was not asked.
fn stand_too(
    asked: Result<Report, AskError>,
    reports: &mut Vec<Report>,
    warnings: &mut Vec<String>,
) -> Result<(), AskError> {
    match asked {
        Ok(report) => {
            reports.push(report);
            warnings.retain(|warning| warning != SEVERAL);
        }
        Err(AskError::Misfits(misfits)) => {
            let why = misfits.first().map_or("", |misfit| misfit.message.as_str());
            warnings.push(format!("whether it stands was not asked: {why}"));
        }
        Err(defect) => return Err(defect),
    }
    Ok(())
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
            Question::Motions => motions_answer(self.scene, &planar_motion_problem, self.options)?,
            Question::Labels => {
                let mode = self.options.mode.as_deref();
                labels_answer(self.scene, &|scene| planar_edges(scene, mode), self.options)?
            }
            Question::Closure => closure_answer(self.scene, self.options)?,
            Question::Stand if is_moving(self.scene) => {
                moving_answer(self.scene, self.options, Answered::Moving)?
            }
            Question::Stand => self.stand()?,
            Question::Cone => cone_answer(self.scene, self.options)?,
            Question::Stability => stability_answer(self.scene, self.options)?,
            Question::Insert => insert_answer(self.scene, self.options)?,
            Question::Modes => modes_answer(self.scene, self.options)?,
            Question::Outcomes => outcomes_answer(self.scene, self.options)?,
            Question::Lcp | Question::Robot => return Err(no_scene(question)),
            Question::Jam => jam_answer(self.scene, self.options)?,
            Question::Hybrid => hybrid_in_plane_answer(self.scene)?,
        };
        let further = self.further(&found)?;
        Ok(Report {
            question,
            scene: self.name.clone(),
            title: self.scene.title.clone(),
            options: self.options.clone(),
            answered: found.answered,
            further,
            besides: asked_besides(self.scene, question, self.options)?
                .map(|one| AnyBesides::Plane(Box::new(one))),
            rounded: found.rounded,
            warnings: found.warnings,
        })
    }

    /// One body with all its freedoms is answered by itself.
    fn stand(&self) -> Result<Found, AskError> {
        let alone = self.scene.free_bodies().count() == 1;
        let whole = self.scene.free_bodies().all(|(_, body)| body.freedoms.iter().all(|&free| free));
        if alone && whole && self.options.body.is_none() && self.options.push.is_empty() {
            stand_answer(self.scene, self.options)
        } else {
            assembly_answer(self.scene, self.options)
        }
    }

    /// What closure alone does not say.
    fn further(&self, found: &Found) -> Result<Option<Further>, AskError> {
        let Answered::Closure(answer) = &found.answered else { return Ok(None) };
        let body = self.scene.bodies.iter().find(|body| body.name == answer.body);
        let outline = body.and_then(|body| body.shape.as_ref());
        let (least, wrenches) = (&answer.least_friction, &self.options.wrenches);
        let closed = answer.force.verdict == Answer::Yes;
        further_planar(&answer.problem, outline, least, wrenches, !found.rounded.is_empty(), closed).map(Some)
    }

    fn is_moving(&self) -> bool {
        self.scene.free_bodies().any(|(_, body)| !body.is_at_rest())
    }

    /// What happens now is told of bodies that move, or that touch something driven; of few contacts, for it is not asked for.
    fn happens(&self) -> Result<Option<Report>, AskError> {
        let driven = self.scene.bodies.iter().any(|body| body.acceleration.is_some());
        let known = self.scene.free_bodies().all(|(_, body)| body.inertia_is_known());
        let telling = self.is_moving() || known && driven;
        if !telling || self.scene.contacts.len() > MOST_CONTACTS {
            return Ok(None);
        }
        self.answer(Question::Outcomes).map(Some)
    }

    /// Of several free bodies the contacts are told.  Closure applies unless a force is given; standing where something pulls at the body, and then it comes last
    /// and decides.
    fn check(&self) -> Result<Found, AskError> {
        if is_hybrid(self.scene) || is_section(self.scene) {
            let section = if is_hybrid(self.scene) { Question::Hybrid } else { Question::Jam };
            let answered = Answered::Check(vec![self.answer(section)?]);
            return Ok(Found { answered, rounded: Vec::new(), warnings: Vec::new() });
        }
        // What rides on a moving base is asked whether it does; nothing else is about all its instants.
        if is_moving(self.scene) {
            let answered = Answered::Check(vec![self.answer(Question::Stand)?]);
            return Ok(Found { answered, rounded: Vec::new(), warnings: Vec::new() });
        }
        let happens = self.happens()?;
        if self.scene.free_bodies().count() > 1 {
            let mut reports = vec![self.answer(Question::Contacts)?];
            reports.extend(happens);
            let mut warnings = vec![SEVERAL.to_owned()];
            if is_loaded(self.scene) && !self.is_moving() {
                stand_too(self.answer(Question::Stand), &mut reports, &mut warnings)?;
            }
            return Ok(Found { answered: Answered::Check(reports), rounded: Vec::new(), warnings });
        }
        let mut reports: Vec<Report> = happens.into_iter().collect();
        if self.is_moving() {
            if slides(self.scene) {
                reports.push(self.answer(Question::Jam)?);
            }
            return Ok(Found {
                answered: Answered::Check(reports),
                rounded: Vec::new(),
                warnings: Vec::new(),
            });
        }
        if !self.scene.contacts.iter().any(|contact| contact.force.is_some()) {
            reports.push(self.answer(Question::Closure)?);
        }
        if is_loaded(self.scene) {
            reports.push(self.answer(Question::Stand)?);
        }
        let mut warnings = Vec::new();
        if reports.last().and_then(Report::verdict) == Some(Answer::No) && !is_loaded(self.scene) {
            warnings.extend(way_out(self.scene, &planar_motion_problem)?);
        }
        warnings.extend(weightless(self.scene));
        Ok(Found { answered: Answered::Check(reports), rounded: Vec::new(), warnings })
    }
}

/// Contacts up to which `check` asks by itself what happens.
const MOST_CONTACTS: usize = 8;

/// Contacts of an open body whose modes are counted in passing; more could take long.
const MOST_COUNTED: usize = 24;

/// How an open body that nothing pulls at but something touches can move, and in how many contact modes; what the questions for it would
/// refuse is not told.
fn way_out<S: Geometry>(scene: &Scene<S>, lower: Lower<'_, S>) -> Result<Option<String>, AskError> {
    if !scene.contacts.iter().any(Contact::is_touching) {
        return Ok(None);
    }
    let found = match motions_answer(scene, lower, &Options::default()) {
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
            words += &format!(", {word} {}", vectors(rows));
        }
    }
    if scene.contacts.len() <= MOST_COUNTED
        && let Ok(modes) = modes(scene, false, MOST)
    {
        words += &format!("; contact modes: {}", modes.count());
    }
    Ok(Some(words + "; ask `stiction motions` and `stiction modes`"))
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
