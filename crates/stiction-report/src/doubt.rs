//! How far rounding on the way to a problem can move its margin: (2) of [`stiction::exact::doubt`] at the
//! contacts of a body.

use crate::assembly::PushFormat;
use stiction::exact::doubt::push_radius;
use stiction_proof::{Rational, Touch};

/// The most that the wrench of a unit push moves, over the contacts of a body.
pub(crate) fn displacement<'t, S: PushFormat<Touch: 't>>(
    touches: impl Iterator<Item = &'t S::Touch>,
    reference: &S::Vector,
    length: f64,
) -> f64 {
    let reach: f64 = reference.as_ref().iter().map(|entry: &Rational| entry.to_f64().abs()).sum();
    let moved = |touch: &S::Touch| {
        let place: f64 = S::place(touch).iter().map(|entry| entry.abs()).sum();
        let torsion = touch.torsion().map_or(0.0, Rational::to_f64) / length;
        push_radius(touch.friction().to_f64(), torsion, (place + reach) / length)
    };
    touches.map(moved).fold(push_radius(0.0, 0.0, 0.0), f64::max)
}
