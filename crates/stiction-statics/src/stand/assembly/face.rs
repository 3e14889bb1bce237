//! What every balance leaves idle: contacts on the boundary that carry nothing.
//!
//! On a boundary, a block exactly above an edge say, no forces are strictly inside all cones: some contacts
//! carry nothing in any balance, and the others alone are asked for forces strictly inside.
//!
//! ```text
//!     f balances w, strictly inside what is kept of the cones, and nothing of what is left out               (1)
//!     a motion V moves nothing that is kept, and opens what is left out, strictly                             (2)
//! ```
//!
//! **Theorem.** With (1) and (2) nothing of what is left out is used by any balance: by (1) w·V = −Σ f·u = 0, so for
//! any balance f' the works f'·u are none negative and sum to zero, and where a cone opens strictly only f' = 0 does no
//! work.  A little or much of V added to a motion changes nothing at what is kept, and opens the rest as far
//! as is wanted.
//!
//! Which contacts are left out doubles see.  The motions that move nothing of what is kept are all that exact columns
//! do not span, and among them (2) is the one nearest to the motion on which the search ended: it grows without end
//! along (2).
//!
//! References: \[BorweinWolkowicz\].

use super::columns::felt;
use super::decide::{Dropped, Side, StandProof, rests, sides};
use super::search::{Point, Proposal, Searched, Sought, search};
use stiction_exact::double::{elimination, inner};
use stiction_exact::linear::sparse;
use stiction_proof::{AssemblyContact, AssemblyProblem, FrictionUse, Rational, Verified};

/// Forces inside what is kept, and the motion that opens what is not.
pub(super) struct Face<S: Searched> {
    /// The forces (1), in doubles.
    pub(super) point: Point,
    /// The same, exactly.
    pub(super) balance: Verified<StandProof<S>>,
    /// The variables of each contact that are left out; empty where none is.
    pub(super) dropped: Dropped,
    /// The motion (2); none where nothing is left out, or where no one motion opens all of it.
    pub(super) away: Option<Vec<S::Screw>>,
}

impl<S: Searched> Face<S> {
    /// The face on which the forces are that balance a load; none where doubles do not see it.
    pub(super) fn found(problem: &AssemblyProblem<S::Touch>, load: &[S::Screw]) -> Option<Self> {
        let Side::Inside { mut point, mut dropped, mut moved } =
            sides::<S>(problem, load, &GIVEN, false, None)
        else {
            return None;
        };
        let mut balance = rests::<S>(problem, load, &GIVEN, &point);
        if balance.is_none() {
            // Inside by rounding alone: what is nearly nothing is nothing.
            dropped = small::<S>(problem, &point);
            let sought = Sought { dropped: Some(&dropped), ..Sought::new(problem, &GIVEN, load) };
            let Proposal::Inside(within) = search::<S>(sought) else { return None };
            moved = point.twists.take();
            balance = rests::<S>(problem, load, &GIVEN, &within);
            point = within;
        }
        let away = moved.and_then(|moved| away::<S>(problem, &dropped, &moved));
        Some(Self { point, balance: balance?, dropped, away })
    }

    /// Whether every variable is kept.
    pub(super) fn is_whole(&self) -> bool {
        !self.dropped.iter().flatten().any(|&idle| idle)
    }
}

/// The friction that is meant.
const GIVEN: FrictionUse = FrictionUse::Given;
/// Part of the largest force below which one is tried as nothing: doubles end about 1e-11 from the boundary, and a
/// proof says whether it was.
const SMALL: f64 = 1e-7;

/// The variables that are small beside the largest, of a round cone all at once.
fn small<S: Searched>(problem: &AssemblyProblem<S::Touch>, point: &Point) -> Dropped {
    let most = point.variables.iter().flatten().fold(0.0_f64, |most, x| most.max(x.abs()));
    let coefficients = problem.coefficients(&GIVEN);
    let cones = problem.contacts.iter().zip(&coefficients).zip(&point.variables);
    let small = |((contact, own), x): ((&AssemblyContact<S::Touch>, _), &Vec<f64>)| -> Vec<bool> {
        if S::is_round(&contact.touch, own) {
            vec![x.first().is_some_and(|along| *along < SMALL * most); x.len()]
        } else {
            x.iter().map(|x| *x < SMALL * most).collect()
        }
    };
    cones.map(small).collect()
}

/// Bits of the multiples of motions, relative to the largest: they choose among motions (2), and decide nothing.
const BITS: i32 = 20;
/// Independent motions that move nothing of what is kept, at most: their products are a matrix of so many rows.
const MOST_MOTIONS: usize = 60;

/// The motion nearest to a given one among those that move nothing of what is kept.
fn away<S: Searched>(
    problem: &AssemblyProblem<S::Touch>,
    dropped: &Dropped,
    moved: &[Vec<f64>],
) -> Option<Vec<S::Screw>> {
    let coefficients = problem.coefficients(&GIVEN);
    let mut columns = Vec::new();
    for ((contact, own), dropped) in problem.contacts.iter().zip(&coefficients).zip(dropped) {
        let kept = |place: usize| !dropped.get(place).copied().unwrap_or(false);
        let all = S::columns(&contact.touch, own);
        let kept = all.iter().enumerate().filter(|(place, _)| kept(*place));
        columns.extend(kept.map(|(_, wrench)| felt::<S>(problem, contact, wrench)));
    }
    let (_, rows) = sparse::span(columns, problem.bodies.len() * S::FREEDOMS);
    // A row of what is held is empty, and a motion of its own.
    let free = |row: &&Vec<Rational>| {
        let mut parts = row.chunks(S::FREEDOMS).zip(&problem.bodies);
        parts.all(|(own, body)| own.iter().enumerate().all(|(k, entry)| entry.is_zero() || body.is_free(k)))
    };
    let rows: Vec<&Vec<Rational>> = rows.iter().filter(free).collect();
    if rows.is_empty() || rows.len() > MOST_MOTIONS {
        return None;
    }
    let doubled: Vec<Vec<f64>> = rows.iter().map(|row| unit(row)).collect::<Option<_>>()?;
    let moved: Vec<f64> = moved.iter().flatten().copied().collect();
    let shares = nearest(&doubled, &moved)?;
    let most = shares.iter().fold(0.0_f64, |most, share| most.max(share.abs()));
    let mut sum = vec![Rational::zero(); moved.len()];
    for (row, share) in rows.iter().zip(shares) {
        let largest = row.iter().map(Rational::abs).max()?;
        let steps = (share / most * f64::from(BITS).exp2()).round();
        let share = Rational::from_f64(steps)?.checked_div(&largest)?;
        if !share.is_zero() {
            sum.iter_mut().zip(row.iter()).for_each(|(sum, entry)| *sum += entry * &share);
        }
    }
    let scale = Rational::from_f64(f64::from(-BITS).exp2())?;
    let mut twists = problem.no_load();
    for (entry, sum) in twists.iter_mut().flat_map(|twist| twist.as_mut()).zip(&sum) {
        *entry = sum * &scale;
    }
    Some(twists)
}

/// A row whose largest entry is one, in doubles.
fn unit(row: &[Rational]) -> Option<Vec<f64>> {
    let largest = row.iter().map(Rational::abs).max()?.recip()?;
    Some(row.iter().map(|entry| (entry * &largest).to_f64()).collect())
}

/// The multiples of rows whose sum is nearest to a vector, by the normal equations.
fn nearest(rows: &[Vec<f64>], vector: &[f64]) -> Option<Vec<f64>> {
    let count = rows.len();
    let equation = |row: &Vec<f64>| -> Vec<f64> {
        rows.iter().map(|other| inner(row, other)).chain([inner(row, vector)]).collect()
    };
    let mut matrix: Vec<Vec<f64>> = rows.iter().map(equation).collect();
    if !elimination::solve(&mut matrix, count, 0.0) {
        return None;
    }
    let solution: Vec<f64> = matrix.iter().map(|row| row[count]).collect();
    solution.iter().all(|share| share.is_finite()).then_some(solution)
}
