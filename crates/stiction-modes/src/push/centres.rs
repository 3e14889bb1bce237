//! About which centres may a pusher turn a part that sticks to it?  In doubles, for pictures.

use super::sight::{Believed, Sight};
use super::stays::{below, facets};
use crate::forms::{Described, describe_generated};
use stiction_exact::hull::Workspace;
use stiction_proof::push::{PushProblem, Sense};
use stiction_proof::{Rational, Refusal};

/// What is believed of a centre of rotation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Centre {
    /// No pressure lets the part stay with a pusher that turns about it.
    No,
    /// Some pressure does.
    Some,
    /// Every pressure does.
    Every,
}

/// What is believed of centres on a grid, in the world, row by row, for pushers that turn with a sense.
///
/// # Errors
/// A cone that was not accepted: a defect of this library.
pub fn centres(
    problem: &PushProblem,
    turn: Sense,
    columns: &[f64],
    rows: &[f64],
) -> Result<Vec<Vec<Centre>>, Refusal> {
    let edges = problem.edges(&problem.sticking())?;
    let owned: Vec<(Option<usize>, Vec<Rational>)> = edges.iter().map(|edge| (None, edge.to_vec())).collect();
    let Described { forms, .. } = describe_generated(3, &owned).map_err(|refused| refused.0)?;
    let facets = facets(&forms);
    let sight = Sight::new(problem, &edges);
    let com = problem.com.each_ref().map(Rational::to_f64);
    let sign = if turn == Sense::Cw { -1.0 } else { 1.0 };
    let mut workspace = Workspace::new();
    let mut one = |x: f64, y: f64| {
        let [x, y] = [(x - com[0]) / sight.length, (y - com[1]) / sight.length];
        let twist = [sign, sign * y, -sign * x];
        if facets.iter().all(|facet| below(&sight, &twist, facet).is_some()) {
            return Centre::Every;
        }
        let believed = sight.look(&twist, &[twist], &mut workspace);
        let balanced = believed.iter().any(|one| matches!(one, Believed::Balanced { .. }));
        if balanced { Centre::Some } else { Centre::No }
    };
    Ok(rows.iter().map(|&y| columns.iter().map(|&x| one(x, y)).collect()).collect())
}
