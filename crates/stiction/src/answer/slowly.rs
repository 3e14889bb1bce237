//! What happens while bodies are moved slowly, and in time.

use super::{ModesOptions, NoAnswer};
use crate::ask::modes::{Mode, modes};
use crate::ask::push::{push_problem, pushing};
use crate::ask::simulate::{self, Run};
use crate::ask::slow::{driven_now, manipulation, meant, slow_problem};
use crate::scene::{Misfit, Scene};
use crate::screw::Planar;
use stiction_proof::Rational;

pub use crate::ask::simulate::Ambiguous;
pub use crate::ask::slow::{BalancedMode, Manipulation};
pub use stiction_proof::push::Pushing;

/// How slow manipulation is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SlowOptions {
    /// How many modes are listed at most.
    pub most: usize,
}

impl Default for SlowOptions {
    fn default() -> Self {
        Self { most: ModesOptions::default().most }
    }
}

/// Which contact modes balance while bodies are driven slowly.
///
/// ```
/// use stiction::prelude::*;
///
/// // A finger pushes a box slowly, low enough that it slides and does not tip.
/// let foot = |id: &str, x: i32| contact(id).on("box").point([x, 0]).normal([0, 1]).friction(0.3);
/// let scene = plane()
///     .gravity([0, -10])
///     .body(body("box").mass(1).com([0.5, 0.5]))
///     .body(body("finger").driven().twist([0.0, 0.1, 0.0]))
///     .contact(foot("near", 0))
///     .contact(foot("far", 1))
///     .contact(contact("push").on("box").against("finger").point([0.0, 0.5]).normal([1, 0]))
///     .build()?;
/// assert_eq!(quasistatic(&scene, &SlowOptions::default())?.balanced(), ["rrn"]);
/// # Ok::<(), NoAnswer>(())
/// ```
///
/// # Errors
/// The scene does not fit, there are more modes than may be listed, or a proof was refused.
pub fn quasistatic(scene: &Scene<Planar>, options: &SlowOptions) -> Result<Manipulation, NoAnswer> {
    let now = meant(scene)?;
    let problem = slow_problem(&now)?;
    let listed: Vec<Mode> = modes(&now, false, options.most)?.iter().collect();
    Ok(manipulation(problem, listed, scene.meter_stick.as_ref())?)
}

/// How does a part on a table move that is pushed slowly, seen from above, whatever the pressure under it.
///
/// ```
/// use stiction::prelude::*;
///
/// // Two fingers push a disc straight ahead, between them.
/// let finger = |id: &str, x: i32| {
///     contact(id).on("disc").against("pusher").point([x, -1]).normal([0, 1]).friction(0.5)
/// };
/// let scene = plane()
///     .body(body("disc").mass(1).on_table_at([[0, 1], [-1, -1], [1, -1]]))
///     .body(body("pusher").driven().twist([0.0, 0.0, 0.1]))
///     .contact(finger("left", -1))
///     .contact(finger("right", 1))
///     .build()?;
/// assert_eq!(push(&scene, &SlowOptions::default())?.stays(), Some(Answer::Yes));
/// # Ok::<(), NoAnswer>(())
/// ```
///
/// # Errors
/// The scene does not fit, there are more modes than may be listed, or a proof was refused.
pub fn push(scene: &Scene<Planar>, options: &SlowOptions) -> Result<Pushing, NoAnswer> {
    let now = driven_now(scene);
    let problem = push_problem(&now)?;
    let listed: Vec<Mode> = modes(&now, false, options.most)?.iter().collect();
    Ok(pushing(problem, &listed)?)
}

/// How a motion in time is asked.
#[derive(Debug, Clone, PartialEq)]
pub struct SimulateOptions {
    /// How long it lasts, s.
    pub until: Rational,
    /// Into how many equal times it is divided; there is a frame at each and at every event.
    pub frames: usize,
    /// What to do where several things can happen.
    pub ambiguous: Ambiguous,
}

impl Default for SimulateOptions {
    fn default() -> Self {
        Self { until: Rational::one(), frames: 100, ambiguous: Ambiguous::Stop }
    }
}

/// How planar bodies move in time.  It is computed in doubles and proves nothing; the balance of energy of its frames
/// is its check.
///
/// ```
/// use stiction::prelude::*;
///
/// // A ball falls from 5 m and bounces once with half its speed.
/// let ball = Outline::Disc { center: [0.into(), 6.into()], radius: 1.into() };
/// let floor = Outline::HalfPlane { point: [0.into(), 0.into()], normal: [0.into(), 1.into()] };
/// let scene = plane()
///     .gravity([0, -10])
///     .touching(0.3, 0.5)
///     .body(body("ball").mass(1).inertia(1).shape(ball))
///     .body(body("floor").fixed().com([0, 0]).shape(floor))
///     .build()?;
/// let run = simulate(&scene, &SimulateOptions { until: "3/2".parse().unwrap(), ..SimulateOptions::default() })?;
/// assert!((run.events[0].time - 1.0).abs() < 1e-9);
/// # Ok::<(), NoAnswer>(())
/// ```
///
/// # Errors
/// The scene does not fit, or the run is asked to last no time or to have no frames.
pub fn simulate(scene: &Scene<Planar>, options: &SimulateOptions) -> Result<Run, NoAnswer> {
    let mut misfits = Vec::new();
    if !options.until.is_positive() {
        let message = "a run needs a time that it lasts, greater than zero";
        misfits.push(Misfit::new("until", &["until"], message, "give it in seconds"));
    }
    if options.frames == 0 {
        misfits.push(Misfit::new("frames", &["frames"], "a run has at least one frame", "give 100, say"));
    }
    if !misfits.is_empty() {
        return Err(misfits.into());
    }
    let SimulateOptions { until, frames, ambiguous } = options;
    let asked = simulate::Asked { until: until.to_f64(), frames: *frames, ambiguous: *ambiguous };
    Ok(simulate::simulate(scene, &asked)?)
}
