//! One function for each question: a scene and a few options in, a typed answer with its proofs out.
//!
//! | question | function | answer |
//! |---|---|---|
//! | where do bodies touch | [`contacts`] | [`Touches`] |
//! | do the contacts hold the body whatever pulls at it | [`closure`] | [`Closure`] |
//! | can the contacts balance gravity and the loads | [`stand`] | [`Stand`] |
//! | by how much | [`margins`] | [`Margins`] |
//! | which motions do the contacts allow | [`motions`] | [`MotionSet`] |
//! | which contact modes are possible | [`modes`] | [`Modes`] |
//! | which wrenches can the contacts exert | [`labels`] | [`Exerted`] |
//! | which external wrenches go with a mode | [`cone`] | [`ModeWrenches`] |
//! | under which wrenches does it stay | [`stability`] | [`Stays`] |
//! | which wrenches seat it, whatever the start | [`insert`] | [`Seats`] |
//! | what happens now | [`outcomes`] | [`Happens`] |
//! | does friction lock what slides | [`jam`] | [`Jams`] |
//! | which modes balance while bodies are driven slowly | [`quasistatic`] | [`Manipulation`] |
//! | how a part on a table moves that is pushed | [`push`] | [`Pushing`] |
//! | how planar bodies move in time | [`simulate`] | [`Run`] |
//! | where should contacts be put | [`place`] | [`Place`] |
//! | does it hold whatever the numbers are within their tolerances | [`robust`] | [`Robust`] |
//! | the dynamics of a robot at a frame | [`robot`] | [`RobotDynamics`] |
//! | motion and force at a robot's contact, apart | [`hybrid`] | [`Decoupled`] |
//! | the solutions of a complementarity problem | [`lcp`] | [`AllSolutions`] |
//!
//! An answer is about the problem that the scene was lowered to, which it holds: exact, but for what it lists under
//! `rounded`.  A *yes* and a *no* carry a proof that a checker of `stiction-proof` accepted.  There are two kinds of
//! failure, [`NoAnswer`]: the scene does not fit the question, or a checker refused a proof, which is a defect.
//!
//! Quality, regions, orders of building and maps are asked in [`ask`](crate::ask), each in its own room; the
//! reports of `stiction-report` put all of them together.

mod locking;
mod margins;
mod placing;
mod robots;
mod slowly;
mod tolerances;
mod touching;
mod wrenches;

use crate::ask::Bracket;
use crate::ask::Verdict;
use crate::ask::closure::{ClosureSide, LeastFriction, RoundedClosing, Thresholding, least_friction};
use crate::ask::lcp::{LcpFault, all_solutions, one_of_all};
use crate::ask::lower::{Assembly, Standing, assembly};
use crate::ask::lower::{ConeModel, Misfit, one_body};
use crate::ask::modes::MOST;
use crate::ask::outcomes::{
    AllOutcomes, Cones, ModeLowered, Outcome, OutcomesFault, Outcoming, Supported, lower_with,
};
use crate::ask::stand::assembly::{Searched, Stands, stands};
use crate::ask::stand::left_open;
use crate::scene::{Doubt, Rounding, Scene};
use crate::shape::Geometry;
use stiction_proof::{
    Answer, AssemblyProof, FrictionUse, LcpProblem, MotionProblem, Problem, Proof, Rational, Touch, Verified,
};

pub use crate::ask::lcp::AllSolutions;
pub use crate::ask::modes::Modes;
pub use crate::ask::simulate::Run;
pub use crate::scene::NoAnswer;
pub use locking::{JamOptions, Jams, Locks, jam};
pub use margins::{Margins, margins};
pub use placing::{Place, PlaceOptions, meets, place};
pub use robots::{Decoupled, RobotDynamics, RobotQuestion, hybrid, robot};
pub use slowly::{
    Ambiguous, BalancedMode, Manipulation, Pushing, SimulateOptions, SlowOptions, push, quasistatic, simulate,
};
pub use tolerances::{About, Robust, RobustOptions, robust};
pub use touching::{ContactsOptions, Touches, contacts};
pub use wrenches::{
    Exerted, InsertOptions, LabelsOptions, ModeWrenches, Seats, Stays, WrenchOptions, cone, insert, labels,
    stability,
};

/// How closure is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ClosureOptions {
    /// The cone of friction in space; in the plane a cone has two edges.
    pub cone: ConeModel,
}

/// Whether the contacts of one body close.
#[derive(Debug, Clone, PartialEq)]
pub struct Closure<S: Standing> {
    /// The index of the body in the scene.
    pub body: usize,
    /// What the proofs speak of.
    pub problem: Problem<S::Touch>,
    /// Form closure of first order: closed without friction; undecided where rounding on the way to the problem may
    /// have decided it, or contacts that were left out.
    pub form: Verdict<Proof<S::Touch>>,
    /// Force closure: closed with the given friction; undecided as well where these may have decided it.
    pub force: Verdict<Proof<S::Touch>>,
    /// The least common coefficient that closes.
    pub least_friction: LeastFriction<S::Touch>,
    /// What was rounded on the way to the problem.
    pub rounded: Vec<Rounding>,
}

impl<S: Standing> Closure<S> {
    /// Two coefficients, open at the lower one and closed above the upper one; none where friction is not needed, or no
    /// use.
    pub fn friction_needed(&self) -> Option<[&Rational; 2]> {
        self.least_friction.bracket().map(Bracket::ends)
    }
}

/// Do the contacts close: with the given friction, and without any.
///
/// ```
/// use stiction::prelude::*;
///
/// let finger = |id: &str, x: i32| contact(id).on("box").point([x, 0]).normal([-x, 0]).friction(0.4);
/// let scene = plane().body(body("box")).contact(finger("left", -1)).contact(finger("right", 1)).build()?;
/// let held = closure(&scene, &ClosureOptions::default())?;
/// assert_eq!((held.force.answer(), held.form.answer()), (Answer::Yes, Answer::No));
/// # Ok::<(), NoAnswer>(())
/// ```
///
/// # Errors
/// The scene has not one free body, or a proof was refused.
pub fn closure<S: Standing>(scene: &Scene<S>, options: &ClosureOptions) -> Result<Closure<S>, NoAnswer>
where
    S::Touch: Thresholding + RoundedClosing,
{
    let lowered = one_body(scene, options.cone)?;
    let problem = &lowered.problem;
    let meant = |side: ClosureSide<S::Touch>, friction: &FrictionUse| {
        let is_meant = S::Touch::is_meant(problem, friction, &side, &lowered.rounded)?;
        let verdict = side.verdict();
        let open = Doubt::of(&scene.overlooked).is_some_and(|doubt| doubt.opens(verdict.answer()));
        Ok::<_, NoAnswer>(if is_meant && !open { verdict } else { Verdict::Undecided })
    };
    let least_friction = least_friction(problem)?;
    let force =
        S::Touch::or_by(ClosureSide::solved(problem, &FrictionUse::Given)?, problem, &least_friction)?;
    Ok(Closure {
        body: lowered.body,
        form: meant(ClosureSide::solved(problem, &FrictionUse::None)?, &FrictionUse::None)?,
        force: meant(force, &FrictionUse::Given)?,
        least_friction,
        problem: lowered.problem,
        rounded: lowered.rounded,
    })
}

/// How standing is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct StandOptions {
    /// The cone of friction in space; in the plane a cone has two edges.
    pub cone: ConeModel,
    /// The coefficients meant: the given ones, a multiple of them, or none.
    pub friction: FrictionUse,
}

impl Default for StandOptions {
    fn default() -> Self {
        Self { cone: ConeModel::default(), friction: FrictionUse::Given }
    }
}

/// Whether the contacts can balance what pulls at the bodies.
#[derive(Debug, Clone, PartialEq)]
pub struct Stand<S: Standing> {
    /// What the proof speaks of: bodies, contacts, loads, and where they are in the scene.
    pub assembly: Assembly<S>,
    /// Forces that balance, or a motion on which it collapses: of the contacts that were taken.
    pub verdict: Stands<S>,
    /// What pairs of bodies leave open that may touch although no contact of theirs was taken.
    pub left_open: Option<Doubt>,
}

impl<S: Standing> Stand<S> {
    /// Yes, no or undecided; undecided where contacts that were left out may have decided it.
    pub fn answer(&self) -> Answer {
        let answer = self.verdict.answer();
        if self.left_open.is_some_and(|doubt| doubt.opens(answer)) { Answer::Undecided } else { answer }
    }

    /// What each contact does to its body, by its id, where it stands.
    pub fn forces(&self) -> Vec<(&str, &<S::Touch as Touch>::Push)> {
        let Some(AssemblyProof::Rests { forces, .. }) = self.verdict.verified().map(Verified::proof) else {
            return Vec::new();
        };
        let contacts = &self.assembly.problem.contacts;
        contacts.iter().zip(forces).map(|(contact, force)| (contact.touch.id(), force)).collect()
    }

    /// The twist of each free body about its centre of mass, by its name, with which it collapses.
    pub fn collapse(&self) -> Vec<(&str, &S::Screw)> {
        let Some(AssemblyProof::Falls { twists, .. }) = self.verdict.verified().map(Verified::proof) else {
            return Vec::new();
        };
        let bodies = &self.assembly.problem.bodies;
        bodies.iter().zip(twists).map(|(body, twist)| (body.name.as_str(), twist)).collect()
    }
}

/// Can the contacts balance gravity and the loads, of one body or of thousands.
///
/// ```
/// use stiction::prelude::*;
///
/// let up = [0.0, 0.0, 1.0];
/// let foot = |id: &str, x: f64, y: f64| contact(id).on("stool").point([x, y, 0.0]).normal(up).friction(0.5);
/// let scene = space()
///     .gravity([0.0, 0.0, -9.81])
///     .body(body("stool").mass(4).com([0.0, 0.0, 0.4]))
///     .contact(foot("a", 0.2, 0.0))
///     .contact(foot("b", -0.1, 0.17))
///     .contact(foot("c", -0.1, -0.17))
///     .build()?;
/// let stool = stand(&scene, &StandOptions::default())?;
/// assert_eq!((stool.answer(), stool.forces().len()), (Answer::Yes, 3));
/// # Ok::<(), NoAnswer>(())
/// ```
///
/// # Errors
/// The scene does not fit, such as a body of unknown mass under gravity, or a proof was refused.
pub fn stand<S: Searched>(scene: &Scene<S>, options: &StandOptions) -> Result<Stand<S>, NoAnswer> {
    let assembly = assembly::<S>(scene, options.cone)?;
    let verdict = stands::<S>(&assembly.problem, &assembly.load, &options.friction)?;
    let proof = verdict.verified().map(Verified::proof);
    let left_open = left_open(&scene.overlooked, &assembly.problem, proof);
    Ok(Stand { assembly, verdict, left_open })
}

/// The motions that contacts allow.
#[derive(Debug, Clone, PartialEq)]
pub struct MotionSet {
    /// What the proof speaks of.
    pub problem: MotionProblem,
    /// The set, in both forms, or that there is none.
    pub motions: crate::ask::motions::Motions,
}

/// Which motions of the free bodies do the contacts allow.
///
/// ```
/// use stiction::prelude::*;
///
/// // A part on a floor slides along it.
/// let foot = |id: &str, x: i32| contact(id).on("part").point([x, 0]).normal([0, 1]);
/// let scene = plane().body(body("part")).contact(foot("1", -1)).contact(foot("2", 1)).build()?;
/// let set = motions(&scene)?;
/// assert_eq!(set.motions.freedoms(3), Some([1, 3]));
/// # Ok::<(), NoAnswer>(())
/// ```
///
/// # Errors
/// The scene does not fit, or a proof was refused.
pub fn motions<S: crate::ask::motions::Outlined>(scene: &Scene<S>) -> Result<MotionSet, NoAnswer> {
    let problem = crate::ask::motions::motion_problem(scene)?;
    let motions = crate::ask::motions::motions(&problem)?;
    Ok(MotionSet { problem, motions })
}

/// How contact modes are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ModesOptions {
    /// Whether only which contacts are kept is told.
    pub contacts_only: bool,
    /// How many are listed at most.
    pub most: usize,
}

impl Default for ModesOptions {
    fn default() -> Self {
        Self { contacts_only: false, most: MOST }
    }
}

/// The kinematically possible contact modes, each with a motion.
///
/// ```
/// use stiction::prelude::*;
///
/// let foot = contact("foot").on("part").point([0, 0]).normal([0, 1]);
/// let scene = plane().body(body("part")).contact(foot).build()?;
/// assert_eq!(modes(&scene, &ModesOptions::default())?.iter().count(), 4);
/// # Ok::<(), NoAnswer>(())
/// ```
///
/// # Errors
/// There are more than may be listed.
pub fn modes<S: Geometry>(scene: &Scene<S>, options: &ModesOptions) -> Result<Modes, NoAnswer> {
    Ok(crate::ask::modes::modes(scene, options.contacts_only, options.most)?)
}

/// How outcomes are asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OutcomesOptions {
    /// The cone of friction in space; in the plane a cone has two edges.
    pub cone: ConeModel,
}

/// Everything that can happen next.
#[derive(Debug, Clone, PartialEq)]
pub struct Happens<S: Outcoming<A, F>, const A: usize, const F: usize> {
    /// What the proof speaks of, and where it is in the scene.
    pub lowered: ModeLowered<S::Contact, A, F>,
    /// The modes with motions and forces, and the proof that there is no other.
    pub all: AllOutcomes<A, F>,
}

impl<S: Outcoming<A, F>, const A: usize, const F: usize> Happens<S, A, F> {
    /// One, several, a family, none, or not known.
    pub fn outcome(&self) -> Outcome {
        self.all.outcome
    }

    /// The modes in which something happens.
    pub fn modes(&self) -> Vec<&str> {
        self.all.happenings.iter().map(|happening| happening.mode.as_str()).collect()
    }
}

/// Every motion and contact force that is possible now.
///
/// ```
/// use stiction::prelude::*;
///
/// let foot = |id: &str, x: i32| contact(id).on("block").point([x, 0]).normal([0, 1]).friction(0.5);
/// let scene = plane()
///     .gravity([0, -10])
///     .body(body("block").mass(1).inertia(1).com([0, 1]).wrench([0, 3, 0]))
///     .contact(foot("left", -1))
///     .contact(foot("right", 1))
///     .build()?;
/// let next = outcomes(&scene, &OutcomesOptions::default())?;
/// assert_eq!((next.outcome(), next.modes()), (Outcome::Unique, vec!["nn"]));
/// # Ok::<(), NoAnswer>(())
/// ```
///
/// # Errors
/// The scene does not fit, such as a body of unknown inertia, or an answer was refused.
pub fn outcomes<S: Outcoming<A, F>, const A: usize, const F: usize>(
    scene: &Scene<S>,
    options: &OutcomesOptions,
) -> Result<Happens<S, A, F>, NoAnswer>
where
    stiction_proof::OutcomeProblem<S::Contact, A, F>: Supported<A, F>,
{
    let lowered = lower_with(scene, Cones { model: options.cone, ..Cones::default() })?;
    let all = crate::ask::outcomes::outcomes(&lowered.problem).map_err(|fault| match fault {
        OutcomesFault::Refused(refused) => NoAnswer::Defect(refused),
        OutcomesFault::Problem(objection) => {
            let help = "look at bodies and contacts: `stiction check` names what does not fit";
            NoAnswer::Misfits(vec![Misfit::new("problem", &["contacts"], objection.to_string(), help)])
        }
    })?;
    Ok(Happens { lowered, all })
}

/// How a complementarity problem is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LcpOptions {
    /// Whether one solution is enough, and whether it is the only one where the matrix shows it.
    pub one: bool,
}

/// The solutions of a linear complementarity problem, z ≥ 0, Mz + q ≥ 0, z·(Mz + q) = 0, and the proof that there is
/// no other.
///
/// ```
/// use stiction::prelude::*;
///
/// let row = |entries: [i64; 2]| entries.map(Rational::from).to_vec();
/// let problem = LcpProblem { matrix: vec![row([1, 4]), row([2, 3])], q: row([-1, -1]) };
/// assert_eq!(lcp(&problem, &LcpOptions::default())?.found.solutions.len(), 3);
/// # Ok::<(), NoAnswer>(())
/// ```
///
/// # Errors
/// The matrix is not square, `q` is of another length, or a proof was refused.
pub fn lcp(problem: &LcpProblem, options: &LcpOptions) -> Result<AllSolutions, NoAnswer> {
    let sought = if options.one { one_of_all } else { all_solutions };
    sought(problem).map_err(|fault| match fault {
        LcpFault::Refused(refused) => NoAnswer::Defect(refused),
        LcpFault::Shape => {
            let message = "M is not square, or q is of another length";
            let help = "give n rows of n numbers, and n numbers in q";
            NoAnswer::Misfits(vec![Misfit::new("length", &["M"], message, help)])
        }
    })
}
