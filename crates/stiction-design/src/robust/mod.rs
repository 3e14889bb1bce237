//! Does it still hold when every number is a little off?
//!
//! The theorems are those of [`stiction_proof::robust`]; here their witnesses are sought. A scale is **proved** by a
//! cover of directions with forces (`cells`), or where there are many bodies by forces that follow the scene
//! (`response`); it is **refuted** by a scene: a motion that no forces keep is a hint, the scene that helps it most is
//! built (`adversary`), and that scene alone is decided as any other is. Between a proved and a refuted scale the
//! bracket is narrowed; what holds at a scale holds at every smaller one.
//!
//! ```
//! use stiction_design::robust::{Effort, robust};
//! use stiction_geometry::screw::Planar;
//! use stiction_proof::Rational;
//! use stiction_proof::robust::About;
//! use stiction_scene::scene::{Body, Contact, Party, Scene, Spread, ToleranceSection};
//!
//! let finger = |x: i64| {
//!     Contact::planar(Party::Body(0), [x, 0], [-x, 0]).with_friction(Rational::new(1, 2))
//! };
//! let friction = Some(Spread::By(Rational::new(1, 4)));
//! let off = ToleranceSection { friction, ..ToleranceSection::default() };
//! let scene = Scene::<Planar>::new().with_body(Body::new("part")).with_contact(finger(-1)).with_contact(finger(1));
//! let found = robust(&scene.with_tolerance(off), About::Closure, &Effort::default()).unwrap();
//! // It closes with any friction above 0: at twice the tolerance there may be none.
//! let proved = found.holds.unwrap().proof().scale().to_f64();
//! assert!(proved > 1.95 && proved <= 2.0 && found.fails.unwrap().proof().scale().to_f64() >= 2.0);
//! ```
//!
//! References: \[MR 12.1.7\], \[MR 12.3\].

mod adversary;
mod cells;
mod lower;
mod response;
mod scale;

pub use lower::{Loose, loose};
pub use stiction_proof::robust::Change;

use cells::Attempt;
use stiction_proof::robust::{About, Corner, Failing, RobustProblem, RobustProof};
use stiction_proof::{AssemblyProof, FrictionUse, Proof, Rational, Verified};
use stiction_scene::lower::Standing;
use stiction_scene::scene::{NoAnswer, Scene};
use stiction_scene::{Refused, Verdict};
use stiction_statics::closure::{Closing, closure};
use stiction_statics::stand::assembly::{Searched, stands};

/// The plane or space, where boxes of scenes are judged.
pub trait Boxed: Searched + Standing<Touch: Closing> {}
impl<S: Searched + Standing<Touch: Closing>> Boxed for S {}

/// How far it is gone.
#[derive(Debug, Clone, PartialEq)]
pub struct Effort {
    /// Relative width of the bracket at which it is narrow enough.
    pub width: f64,
    /// Numbers up to which it is asked of each what it would be worth to know it exactly.
    pub numbers: usize,
}

impl Default for Effort {
    fn default() -> Self {
        Self { width: 1.0 / 512.0, numbers: 24 }
    }
}

/// The largest scale that is tried.
pub const MOST_SCALE: i64 = 100;

/// A proof about a box.
pub type BoxProof<S> = RobustProof<<S as Standing>::Touch>;

/// What is known of a box.
#[derive(Debug, Clone, PartialEq)]
pub struct Robust<S: Standing> {
    /// The problem, and where it came from.
    pub loose: Loose<S>,
    /// The largest scale that was proved; none where not even the scene as it is given holds.
    pub holds: Option<Verified<BoxProof<S>>>,
    /// The smallest scale that was refuted; none where none up to [`MOST_SCALE`] was.
    pub fails: Option<Verified<BoxProof<S>>>,
    /// For each number, by its path, the largest scale that was proved with it exact; most important first.
    pub critical: Vec<(String, Verified<BoxProof<S>>)>,
}

/// Asks how far a scene's tolerances may be scaled.
///
/// # Errors
/// The scene does not fit the question, or a checker refused a proof.
pub fn robust<S: Boxed>(scene: &Scene<S>, about: About, effort: &Effort) -> Result<Robust<S>, NoAnswer> {
    let loose = loose(scene, about)?;
    let bracket = scale::bracket::<S>(&loose.problem, effort)?;
    let critical = scale::critical::<S>(&loose.problem, &bracket, effort)?;
    Ok(Robust { loose, holds: bracket.holds, fails: bracket.fails, critical })
}

/// What came of a scale.
pub(crate) enum ScaleTrial<S: Standing> {
    Holds(Verified<BoxProof<S>>),
    Fails(Verified<BoxProof<S>>),
    Open,
}

/// Tries a scale, from both sides.
pub(crate) fn tried<S: Boxed>(
    problem: &RobustProblem<S::Touch>,
    scale: &Rational,
) -> Result<ScaleTrial<S>, Refused> {
    let mut failed = None;
    let attempt = cells::cover(problem, scale, |motion| {
        failed = failure::<S>(problem, scale, adversary::worst_corner(problem, scale, motion));
        failed.is_some()
    });
    match attempt {
        Attempt::Proof(proof) => match problem.check(proof) {
            Ok(proof) => return Ok(ScaleTrial::Holds(proof)),
            Err(refusal) => return Err(Refused(refusal)),
        },
        Attempt::Motion(motion) => {
            if failed.is_none() {
                failed = failure::<S>(problem, scale, adversary::worst_corner(problem, scale, &motion));
            }
        }
        Attempt::TooMuch if problem.about == About::Stand => {
            if let Some(proof) = response::follows(problem, scale) {
                return Ok(ScaleTrial::Holds(proof));
            }
        }
        Attempt::TooMuch => {}
    }
    Ok(failed.map_or(ScaleTrial::Open, ScaleTrial::Fails))
}

/// That a scene of the box fails, where it does.
pub(crate) fn failure<S: Boxed>(
    problem: &RobustProblem<S::Touch>,
    scale: &Rational,
    corner: Corner<S::Touch>,
) -> Option<Verified<BoxProof<S>>> {
    let failing = match problem.about {
        About::Stand => {
            let (assembly, load) = problem.assembly_at(&corner);
            match stands::<S>(&assembly, &load, &FrictionUse::Given).ok()? {
                Verdict::No(proof) => match proof.into_proof() {
                    AssemblyProof::Falls { twists, resistance, .. } => Failing::Falls { twists, resistance },
                    _ => return None,
                },
                _ => return None,
            }
        }
        About::Closure => match closure(&problem.problem_at(&corner)?, &FrictionUse::Given).ok()?.into() {
            Verdict::No(proof) => match proof.into_proof() {
                Proof::Open { twist, .. } => Failing::Opens { twist },
                _ => return None,
            },
            _ => return None,
        },
    };
    problem.check(RobustProof::Fails { scale: scale.clone(), corner, failing }).ok()
}
