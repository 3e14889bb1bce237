//! By how much bodies stand.

use super::{NoAnswer, StandOptions};
use crate::ask::Bracket;
use crate::ask::lower::{Standing, assembly};
use crate::ask::stand::assembly::{LeastFriction, Searched, Sideways, least_friction, sideways};
use crate::scene::Scene;
use stiction_proof::Rational;

/// By how much bodies stand, each measure between two proofs.
#[derive(Debug, Clone, PartialEq)]
pub struct Margins<S: Standing> {
    /// The least factor on all coefficients of friction that still stands.
    pub friction: LeastFriction<S>,
    /// Loads across gravity that stand, as multiples of the weight.
    pub sideways: Sideways<S>,
}

impl<S: Standing> Margins<S> {
    /// Two factors on all coefficients, falling at the lower one and standing at the upper one; none where no
    /// friction is needed, or none is enough.
    pub fn friction_needed(&self) -> Option<[&Rational; 2]> {
        self.friction.bracket().map(Bracket::ends)
    }

    /// The largest load across gravity that stands whatever its direction, as a multiple of the weight, from below
    /// and from above; none where there is no end to it, or nothing is proved.
    pub fn load(&self) -> Option<[f64; 2]> {
        match &self.sideways {
            Sideways::Tilts(tilts) => Some(tilts.radius().into()),
            Sideways::Falls => Some([0.0; 2]),
            _ => None,
        }
    }
}

/// Directions across gravity that are looked at in space.
const RAYS: usize = 32;

/// By how much do bodies stand: with how little of their friction, and under which loads across gravity.
///
/// ```
/// use stiction::prelude::*;
///
/// // A block on a slope of 3 in 10; gravity is tilted instead of the slope.
/// let foot = |id: &str, x: i32| contact(id).on("block").point([x, 0]).normal([0, 1]).friction(2);
/// let scene = plane()
///     .gravity([3, -10])
///     .body(body("block").mass(1).com([0, 1]))
///     .contact(foot("1", -1))
///     .contact(foot("2", 1))
///     .build()?;
/// let by = margins(&scene, &StandOptions::default())?;
/// let [falls, stands] = by.friction_needed().unwrap().map(Rational::to_f64);
/// assert!(falls <= 0.15 && 0.15 <= stands && stands - falls < 1e-9); // of a friction of 2
/// # Ok::<(), NoAnswer>(())
/// ```
///
/// # Errors
/// The scene does not fit, or a proof was refused.
pub fn margins<S: Searched>(scene: &Scene<S>, options: &StandOptions) -> Result<Margins<S>, NoAnswer> {
    let assembly = assembly::<S>(scene, options.cone)?;
    Ok(Margins {
        friction: least_friction::<S>(&assembly.problem, &assembly.load)?,
        sideways: sideways::<S>(&assembly, &scene.gravity, RAYS)?,
    })
}
