//! The report on jamming and wedging: verdicts, the least friction that locks, what goes to infinity; pegs in holes.

mod boundary;
mod compliance;
mod json;
mod map;
mod patches;
mod peg;
mod settled;
mod text;
mod wide;

pub(crate) use boundary::{BoundaryAnswer, Edge, RAYS};
use json::jam_json;
pub(crate) use json::system_json;
pub use map::LockMap;
pub(crate) use map::{CellProof, Sample, changed, proved_places};
pub use patches::PatchesAnswer;
pub use peg::PegAnswer;
pub(crate) use peg::{LEANS, inside_wall};
pub use settled::SettledAnswer;
pub(crate) use settled::Springs;
use stiction::ask::Threshold;
pub use stiction::ask::jam::peg::Lean;
pub use stiction::ask::jam::{Inserted, LockCell, PatchLock, motion};

use crate::answer::{AnswerWithNotes, AskError};
use crate::number::{ReachedEnd, named};
use crate::overlooked::reason;
use crate::report::{Answered, Options, Presentation, paths};
use crate::text::Lines;
use serde_json::Value;
use stiction::ask::Verdict;
use stiction::ask::jam::{
    CLOSE, CellQuestion, LeastScale, Lifted, Locker, Locking, Seated, Sliding, Springy, System, Unfit,
    Yielded, given, inserted, moving, seated, stiff_limit,
};
use stiction::ask::lower::{ConeModel, Misfit};
use stiction::scene::{Doubt, Rounding, Scene, Varied};
use stiction::screw::{Planar, Spatial};
use stiction::shape::Geometry;
use stiction::work::{attempt, attempt_with, note, share};
use stiction_proof::{Answer, JamProof, Rational, Verified};

/// What is said of a peg that is pushed slowly.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Pushed {
    /// A peg between walls, pushed slowly.
    pub peg: Option<PegAnswer>,
    /// A peg in space that touches in patches, pushed slowly.
    pub patches: Option<PatchesAnswer>,
}

/// What contacts that give do, where it was asked.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Giving {
    /// What contacts that give do, the stiffer they are, where it was asked for.
    pub compliance: Vec<Yielded>,
    /// What contacts that are pressed in push with, where that was asked for.
    pub settled: Option<SettledAnswer>,
}

/// What leaves verdicts open.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct LeftOpen {
    /// Whether something was rounded on the way, so that verdicts on the boundary are left open.
    pub rounded: bool,
    /// Whether contacts were left out of it, so that a no is left open, or stray, so that all is.
    pub overlooked: Option<Doubt>,
}

/// Everything that is said about jamming and wedging.
#[derive(Debug, Clone, PartialEq)]
pub struct JamAnswer {
    /// Whom it is about.
    pub subject: String,
    /// The system and what locks it; none where the scene has no more than a peg.
    pub locks: Option<Locks>,
    /// A peg that is pushed slowly.
    pub pushed: Pushed,
    /// The boundary in the plane of two coefficients, where it was asked for.
    pub(crate) boundary: Option<BoundaryAnswer>,
    /// Where it locks over two numbers of the scene, where that was asked for.
    pub map: Option<LockMap>,
    /// What contacts that give do.
    pub giving: Giving,
    /// Ids of the scene's contacts.
    pub contacts: Vec<String>,
    /// What leaves verdicts open.
    pub left_open: LeftOpen,
}

/// A system, and both kinds of locking.
#[derive(Debug, Clone, PartialEq)]
pub struct Locks {
    /// The system.
    pub system: System,
    /// Theorem 1.
    pub jam: Lock,
    /// Theorem 2.
    pub wedge: Lock,
}

/// One kind of locking.
#[derive(Debug, Clone, PartialEq)]
pub struct Lock {
    /// Whether some friction of the box locks it.
    pub found: Verdict<JamProof>,
    /// The least multiple of the box that does.
    pub least: LeastScale,
}

impl Lock {
    fn new(system: &System, kind: Locking) -> Result<Self, AskError> {
        let problem = if kind == Locking::Jam { &system.problem } else { system.wedge_problem() };
        let locker = Locker::new(problem, kind).map_err(unfit)?;
        // When time is up what was not found is open, and what was found before stays.
        // Half of it is left to bracket the least friction, which may be easier.
        let half = share(0.5);
        let found = attempt_with("whether it locks", &half, || locker.locks(&Rational::one()));
        if let Err(stopped) = &found {
            note(*stopped);
        }
        let least = attempt("the least friction that locks", || locker.least_scale());
        Ok(Self {
            found: found.unwrap_or(Ok(Verdict::Undecided))?,
            least: least.unwrap_or(Ok(Threshold::Undecided))?,
        })
    }

    /// The verdict; of rounded data none on the boundary.
    pub fn verdict(&self, rounded: bool) -> Answer {
        let boundary = self.scale().is_some_and(|scale| (scale.to_f64() - 1.0).abs() < CLOSE);
        if rounded && boundary { Answer::Undecided } else { self.found.answer() }
    }

    /// The least scale: the simplest fraction of its bracket, or, where that is wide, its upper end, which locks.
    pub fn scale(&self) -> Option<Rational> {
        match &self.least {
            Threshold::Between(bracket) => {
                Some(named([&bracket.lower.0, &bracket.upper.0], bracket.simplest(), ReachedEnd::Upper))
            }
            Threshold::None(_) => Some(Rational::zero()),
            Threshold::Never(_) | Threshold::Undecided => None,
        }
    }

    /// The statement with the least friction that locks, where the given friction does.
    pub fn critical(&self) -> Option<&Verified<JamProof>> {
        let Verdict::Yes(proof) = &self.found else { return None };
        match &self.least {
            Threshold::Between(bracket) if bracket.upper.0 <= Rational::one() => Some(&bracket.upper.1),
            Threshold::None(proof) => Some(proof),
            _ => Some(proof),
        }
    }
}

pub(crate) fn unfit(unfit: Unfit) -> AskError {
    AskError::Misfits(vec![unfit.into()])
}

impl Locks {
    fn new(system: System) -> Result<Self, AskError> {
        let (jam, wedge) = (Lock::new(&system, Locking::Jam)?, Lock::new(&system, Locking::Wedge)?);
        Ok(Self { system, jam, wedge })
    }

    /// Whether it locks, by either.
    pub fn verdict(&self, rounded: bool) -> Answer {
        match (self.jam.verdict(rounded), self.wedge.verdict(rounded)) {
            (Answer::Yes, _) | (_, Answer::Yes) => Answer::Yes,
            (Answer::No, Answer::No) => Answer::No,
            _ => Answer::Undecided,
        }
    }

    /// Ids of the constraints that follow from others.
    pub fn dependent(&self) -> Vec<&str> {
        let constraints = &self.system.problem.constraints;
        let rows: Vec<_> = constraints.iter().map(|one| one.normal.clone()).collect();
        let kept = stiction::ask::jam::independent_rows(&rows);
        let others = (0..constraints.len()).filter(|index| !kept.contains(index));
        others.map(|index| constraints[index].id.as_str()).collect()
    }
}

/// The boundary as points of the plane of two coefficients, one for each ray that has a threshold.
#[derive(Debug, Clone, PartialEq)]
pub struct BoundaryPoints {
    /// The two constraints.
    pub of: [usize; 2],
    /// Where jamming begins.
    pub jam: Vec<Option<[f64; 2]>>,
    /// Where wedging begins.
    pub wedge: Vec<Option<[f64; 2]>>,
}

impl JamAnswer {
    /// What is told of a system alone.
    pub(crate) fn of(subject: String, locks: Option<Locks>, rounded: bool) -> Self {
        Self {
            subject,
            locks,
            pushed: Pushed { peg: None, patches: None },
            boundary: None,
            map: None,
            giving: Giving { compliance: Vec::new(), settled: None },
            contacts: Vec::new(),
            left_open: LeftOpen { rounded, overlooked: None },
        }
    }

    /// The boundary, where it was asked for.
    pub fn boundary_points(&self) -> Option<BoundaryPoints> {
        let boundary = self.boundary.as_ref()?;
        let points = |edges: &[Edge]| edges.iter().map(Edge::point).collect();
        Some(BoundaryPoints { of: boundary.of, jam: points(&boundary.jam), wedge: points(&boundary.wedge) })
    }

    /// Whether it locks: the system, or where there is none the peg.
    pub fn verdict(&self) -> Answer {
        if self.left_open().is_some() { Answer::Undecided } else { self.found() }
    }

    /// The same of the contacts that were taken.
    fn found(&self) -> Answer {
        match (&self.locks, &self.pushed.peg) {
            (Some(locks), _) => locks.verdict(self.left_open.rounded),
            (None, Some(peg)) => peg.verdict(),
            (None, None) => Answer::Undecided,
        }
    }

    /// Why the verdict rests on contacts that were left out, or that stray, where it does.
    fn left_open(&self) -> Option<&'static str> {
        self.left_open.overlooked.filter(|doubt| doubt.opens(self.found())).map(reason)
    }
}

/// The plane or space, with what only one of the two knows of bodies that lock.
pub(crate) trait Jammed: Sliding<Touch: Springy> + Lifted + Varied {
    /// What is rounded of the section `[jam]`.
    fn section_rounded(_scene: &Scene<Self>) -> Vec<Rounding> {
        Vec::new()
    }
    /// The peg between two walls that the scene gives or shows.
    fn inserted(_scene: &Scene<Self>) -> Option<Inserted> {
        None
    }
    /// The peg that touches in patches.
    fn seated(_scene: &Scene<Self>, _cone: ConeModel) -> Option<(Seated, Vec<String>)> {
        None
    }
    /// What is meant by wedging.
    fn meant(_cone: ConeModel) -> Option<String> {
        None
    }
}

impl Jammed for Planar {
    fn section_rounded(scene: &Scene<Self>) -> Vec<Rounding> {
        scene.rounded.clone()
    }

    fn inserted(scene: &Scene<Self>) -> Option<Inserted> {
        inserted(scene)
    }
}

impl Jammed for Spatial {
    fn seated(scene: &Scene<Self>, cone: ConeModel) -> Option<(Seated, Vec<String>)> {
        let seated = seated(scene, cone).filter(|_| scene.jam.is_none())?;
        Some((seated, patch_names(scene)))
    }

    fn meant(cone: ConeModel) -> Option<String> {
        let pyramid = if cone == ConeModel::Round { ConeModel::Inner(8) } else { cone };
        Some(format!(
            "jamming takes the directions of slip, wedging the pyramid {pyramid}: that it does not wedge is said of the pyramid"
        ))
    }
}

/// What a scene asks to be judged: its name, the system, where it is not a peg alone, and what was rounded on the way.
pub(crate) type JamSubject = (String, Option<System>, Vec<Rounding>);

/// The section `[jam]`, whose matrices know no dimension; a peg; or bodies that slide.
pub(crate) fn judged<S: Jammed>(scene: &Scene<S>, cone: ConeModel) -> Result<JamSubject, Vec<Misfit>> {
    match &scene.jam {
        Some(section) => Ok(("system".to_owned(), Some(given(section)), S::section_rounded(scene))),
        None if is_peg(scene) => Ok(("peg".to_owned(), None, scene.rounded.clone())),
        None => {
            let names: Vec<&str> = scene.free_bodies().map(|(_, body)| body.name.as_str()).collect();
            let (system, rounded) = moving(scene, cone)?;
            Ok((names.join(", "), Some(system), rounded))
        }
    }
}

/// Whether the scene is a peg and its hole, and nothing else.
fn is_peg<S: Geometry>(scene: &Scene<S>) -> bool {
    S::DIMENSION == 2 && scene.peg.is_some() && scene.bodies.is_empty()
}

/// The answer to `jam`.
pub(crate) fn jam_answer<S: Jammed>(
    scene: &Scene<S>,
    options: &Options,
) -> Result<AnswerWithNotes, AskError> {
    let (subject, system, rounded) = judged(scene, options.cone)?;
    let peg = S::inserted(scene);
    inside_wall(peg.as_ref())?;
    let mut found = found(subject, system, peg, options, rounded)?;
    if let Answered::Jam(answer) = &mut found.answered {
        let asked = |scene: &Scene<S>| asked(scene, options.cone);
        answer.map = map::mapped(scene, &options.map, asked, S::inserted)?;
        if let Some((seated, names)) = S::seated(scene, options.cone) {
            answer.pushed.patches = Some(PatchesAnswer::new(seated, names)?);
        }
    }
    give_way(scene, options, &mut found)?;
    if let (Some(pressed), Answered::Jam(answer)) = (pressed(options)?, &mut found.answered) {
        answer.giving.settled = Some(SettledAnswer::new(scene, pressed, &mut found.rounded)?);
    }
    found.warnings.extend(S::meant(options.cone).filter(|_| scene.jam.is_none()));
    Ok(found)
}

/// Stiffness and interference, where an interference was given.
fn pressed(options: &Options) -> Result<Option<[&Rational; 2]>, AskError> {
    match (&options.compliance, &options.interference) {
        (_, None) => Ok(None),
        (Some(stiffness), Some(interference)) if stiffness.is_positive() => {
            Ok(Some([stiffness, interference]))
        }
        _ => {
            let message = "contacts that are pressed in have a stiffness, which is not given";
            let help = "give --compliance too, N/m";
            Err(AskError::Misfits(vec![Misfit::new("interference", &["--interference"], message, help)]))
        }
    }
}

/// Lets the contacts give, where that was asked for.
fn give_way<S: Lifted>(
    scene: &Scene<S>,
    options: &Options,
    found: &mut AnswerWithNotes,
) -> Result<(), AskError> {
    if let (Some(stiffness), Answered::Jam(answer)) = (&options.compliance, &mut found.answered) {
        answer.giving.compliance = stiff_limit(scene, stiffness.to_f64())?;
        answer.contacts = scene.contacts.iter().map(|contact| contact.id.clone()).collect();
    }
    Ok(())
}

/// What a cell of a map asks, as [`jam_answer`] does.
pub(crate) fn asked<S: Jammed>(scene: &Scene<S>, cone: ConeModel) -> CellQuestion {
    match (&scene.jam, &scene.peg) {
        (Some(section), _) => {
            CellQuestion::System(Box::new(given(section)), !S::section_rounded(scene).is_empty())
        }
        (None, Some(section)) if is_peg(scene) => map::peg_asked(Inserted::from(section)),
        _ => moving(scene, cone).map_or(CellQuestion::Unfit, |(system, rounded)| {
            CellQuestion::System(Box::new(system), !rounded.is_empty())
        }),
    }
}

/// The patches of the free body of a scene.
fn patch_names(scene: &Scene<Spatial>) -> Vec<String> {
    let free = |id: &String| {
        scene.contact(id).is_some_and(|contact| scene.is_free(contact.on) || scene.is_free(contact.against))
    };
    let touching = scene.patches.iter().filter(|patch| patch.contacts.iter().any(free));
    touching.map(|patch| patch.id.clone()).collect()
}

fn found(
    subject: String,
    system: Option<System>,
    peg: Option<Inserted>,
    options: &Options,
    rounded: Vec<Rounding>,
) -> Result<AnswerWithNotes, AskError> {
    let locks = system.map(Locks::new).transpose()?;
    let boundary = match &options.boundary {
        Some(of) => Some(BoundaryAnswer::new(locks.as_ref(), of)?),
        None => None,
    };
    let peg = peg.map(PegAnswer::new).transpose()?;
    let warnings = locks.as_ref().map(warnings).unwrap_or_default();
    let pushed = Pushed { peg, patches: None };
    let answer = JamAnswer { pushed, boundary, ..JamAnswer::of(subject, locks, !rounded.is_empty()) };
    Ok(AnswerWithNotes { answered: Answered::Jam(Box::new(answer)), rounded, warnings })
}

/// What is worth knowing of a system.
pub(crate) fn warnings(locks: &Locks) -> Vec<String> {
    let dependent = locks.dependent();
    if dependent.is_empty() {
        return Vec::new();
    }
    let quoted: Vec<String> = dependent.iter().map(|id| format!("\"{}\"", crate::text::plain(id))).collect();
    let who = match &quoted[..] {
        [one] => format!("{one} follows from the others and is"),
        many => format!("{} follow from the others and are", many.join(", ")),
    };
    vec![format!(
        "the constraints are not independent: {who} left out of the equations of motion; all of them push"
    )]
}

impl Presentation for JamAnswer {
    fn verdict(&self) -> Option<Answer> {
        Some(Self::verdict(self))
    }
    fn keys(&self, _: &Options) -> Value {
        jam_json(self)
    }
    fn lines(&self, _: &Options) -> Lines {
        text::lines(self)
    }
    fn subject(&self) -> &str {
        &self.subject
    }
    fn words(&self) -> String {
        text::words(self)
    }

    fn computed(&self) -> Vec<String> {
        let mut computed = paths(
            "determinant rank dependent lost motion formulations compliance map.rows map.counts \
             peg.diagram peg.compliance_centre",
        );
        computed.extend(wide::wide(self));
        computed
    }
}

/// Whether some body of the scene moves and everything it touches with friction slides: whether `jam` can be asked.
pub(crate) fn slides<S: Sliding>(scene: &Scene<S>, cone: ConeModel) -> bool {
    scene.bodies.iter().any(|body| !body.is_at_rest()) && moving(scene, cone).is_ok()
}

/// Whether a scene consists of the sections of `jam` alone.
pub(crate) fn is_section<S: Geometry>(scene: &Scene<S>) -> bool {
    (scene.jam.is_some() || scene.peg.is_some()) && scene.bodies.is_empty()
}
