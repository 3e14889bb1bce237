//! Does it hold whatever the numbers are within their tolerances.

use crate::ask::robust::{Boxed, Effort};
use crate::scene::{NoAnswer, Scene};

pub use crate::ask::robust::Robust;
pub use stiction_proof::robust::About;

/// How tolerances are asked about.
#[derive(Debug, Clone, PartialEq)]
pub struct RobustOptions {
    /// What is to hold.
    pub about: About,
    /// How far the bracket is narrowed, and of how many numbers it is asked what they are worth.
    pub effort: Effort,
}

impl Default for RobustOptions {
    fn default() -> Self {
        Self { about: About::Stand, effort: Effort::default() }
    }
}

/// How far the tolerances of a scene may be scaled until it does not close, or does not stand, any more.
///
/// ```
/// use stiction::prelude::*;
/// use stiction::scene::{Spread, ToleranceSection};
///
/// let finger = |id: &str, x: i32| contact(id).on("box").point([x, 0]).normal([-x, 0]).friction(0.4);
/// let scene = plane().body(body("box")).contact(finger("left", -1)).contact(finger("right", 1)).build()?;
/// let off = ToleranceSection { friction: Some(Spread::By(Rational::new(1, 10))), ..ToleranceSection::default() };
/// let asked = RobustOptions { about: About::Closure, ..RobustOptions::default() };
/// let found = robust(&scene.with_tolerance(off), &asked)?;
/// // The fingers see each other with any friction at all: it fails at four times the tolerance, where none is left.
/// assert!(found.holds.is_some_and(|proof| proof.proof().scale().to_f64() > 3.9));
/// assert!(found.fails.is_some_and(|proof| *proof.proof().scale() >= Rational::from(4)));
/// # Ok::<(), NoAnswer>(())
/// ```
///
/// # Errors
/// The scene does not fit the question, or a proof was refused.
pub fn robust<S: Boxed>(scene: &Scene<S>, options: &RobustOptions) -> Result<Robust<S>, NoAnswer> {
    crate::ask::robust::robust(scene, options.about, &options.effort)
}
