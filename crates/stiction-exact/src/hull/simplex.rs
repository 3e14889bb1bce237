//! A first simplex inside a body, reaching toward the origin.

use super::support::Support;
use super::surface::Corner;
use crate::double::{across, dot, length, minus, reach, unit};

/// A body with no extent along a direction, to within rounding.
pub(super) struct Flat<const D: usize> {
    /// Of length 1.
    pub(super) normal: [f64; D],
}

/// An extent below this, as a part of the unit box's reach, is none.
const NO_EXTENT: f64 = 64.0 * f64::EPSILON;
/// An extent that is large enough for a well shaped simplex; otherwise the other side is tried too.
const GOOD: f64 = 0.05;

/// Fills `simplex` with `D + 1` corners that span the space.  The body has coordinates of at most 1.
pub(super) fn simplex<B: Support<D>, const D: usize>(
    body: &B,
    simplex: &mut Vec<Corner<D>>,
) -> Result<(), Flat<D>> {
    let ask = |direction: &[f64; D]| Corner::new(body.farthest(direction), direction);
    simplex.clear();
    let mut axes = [[0.0; D]; D];
    let mut first = [0.0; D];
    first[D - 1] = 1.0;
    simplex.push(ask(&first));
    let base = simplex[0].at;
    for found in 0..D {
        let direction = next_direction(&base, &axes[..found]);
        let toward = ask(&direction);
        let extent = |corner: &Corner<D>| dot(&direction, &minus(&corner.at, &base)).abs();
        let mut chosen = toward;
        if extent(&toward) < GOOD {
            let away = ask(&direction.map(|entry| -entry));
            if extent(&away) > extent(&toward) {
                chosen = away;
            }
        }
        let least = (NO_EXTENT + 2.0 * body.rounding()) * reach(&direction);
        let axis = unit(&across(&minus(&chosen.at, &base), &axes[..found]));
        match axis {
            Some(axis) if extent(&chosen) > least => axes[found] = axis,
            _ => return Err(Flat { normal: direction }),
        }
        simplex.push(chosen);
    }
    Ok(())
}

/// A unit direction across the axes: toward the origin, or where that is among them, the least covered one of space.
fn next_direction<const D: usize>(base: &[f64; D], axes: &[[f64; D]]) -> [f64; D] {
    let toward = across(&base.map(|entry| -entry), axes);
    if length(&toward) > 1e-3
        && let Some(direction) = unit(&toward)
    {
        return direction;
    }
    let mut best = [0.0; D];
    for k in 0..D {
        let mut axis = [0.0; D];
        axis[k] = 1.0;
        let rest = across(&axis, axes);
        if length(&rest) > length(&best) {
            best = rest;
        }
    }
    unit(&best).unwrap_or(best)
}
