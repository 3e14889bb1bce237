//! Does friction lock what slides.

use super::NoAnswer;
use crate::ask::jam::{LeastScale, Locker, Locking, Sliding, System, given, moving};
use crate::ask::lower::ConeModel;
use crate::ask::{Verdict, jam};
use crate::scene::{Misfit, Rounding, Scene};
use stiction_proof::{Answer, JamProblem, JamProof, Rational};

/// How jamming is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct JamOptions {
    /// The pyramid in which wedging is decided in space; in the plane a cone has two edges.
    pub cone: ConeModel,
}

/// One way of locking.
#[derive(Debug, Clone, PartialEq)]
pub struct Locks {
    /// Whether some friction in the box does, with its proof.
    pub verdict: Verdict<JamProof>,
    /// The least multiple of the box in which some does.
    pub least: LeastScale,
}

/// Whether friction locks a system.
#[derive(Debug, Clone, PartialEq)]
pub struct Jams {
    /// What the proofs speak of.
    pub system: System,
    /// By jamming: the equations of motion have no solution \[DY Theorem 1\].
    pub jam: Locks,
    /// By wedging: forces of the contacts alone hold it \[DY Theorem 2\].
    pub wedge: Locks,
    /// What was rounded on the way.
    pub rounded: Vec<Rounding>,
}

impl Jams {
    /// Yes where it locks either way, no where it is proved to do neither.
    pub fn answer(&self) -> Answer {
        match (self.jam.verdict.answer(), self.wedge.verdict.answer()) {
            (Answer::Yes, _) | (_, Answer::Yes) => Answer::Yes,
            (Answer::No, Answer::No) => Answer::No,
            _ => Answer::Undecided,
        }
    }
}

/// Does friction lock what slides, by jamming or by wedging, and how much friction would.
///
/// ```
/// use stiction::prelude::*;
///
/// // A plate between two walls that face each other: friction holds it, however little.
/// let wall = |id: &str, x: i32| contact(id).on("plate").point([x, 0]).normal([-x, 0]).friction(0.1);
/// let plate = body("plate").mass(1).inertia(1).twist([0, 0, -1]);
/// let scene = plane().body(plate).contact(wall("left", -1)).contact(wall("right", 1)).build()?;
/// assert_eq!(jam(&scene, &JamOptions::default())?.wedge.verdict.answer(), Answer::Yes);
/// # Ok::<(), NoAnswer>(())
/// ```
///
/// # Errors
/// The scene does not fit, such as contacts that do not slide, or a proof was refused.
pub fn jam<S: Sliding>(scene: &Scene<S>, options: &JamOptions) -> Result<Jams, NoAnswer> {
    let (system, rounded) = match &scene.jam {
        Some(section) => (given(section), scene.rounded.clone()),
        None => moving(scene, options.cone)?,
    };
    let jam = locks(&system.problem, Locking::Jam)?;
    let wedge = locks(system.wedge_problem(), Locking::Wedge)?;
    Ok(Jams { system, jam, wedge, rounded })
}

fn locks(problem: &JamProblem, kind: Locking) -> Result<Locks, NoAnswer> {
    let locker = Locker::new(problem, kind).map_err(|unfit: jam::Unfit| vec![Misfit::from(unfit)])?;
    Ok(Locks { verdict: locker.locks(&Rational::one())?, least: locker.least_scale()? })
}
