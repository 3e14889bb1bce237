//! What a steady motion that keeps contacts to first order does to them at second.
//!
//! A steady motion turns about a centre that stays, or is a translation.  With that centre as the point that
//! moves straight, the gap of a kept contact grows with half the square of time times `h(V)`
//! (`stiction_proof`'s curvatures): it breaks where `h` is positive, is penetrated where it is negative, and
//! where it is zero the next order decides \[MR 12.2\].
//!
//! What first order allows and second order does not is \[MR Example 12.5\].

use super::centres::{Centre, centre};
use std::cmp::Ordering;
use stiction_proof::{Bound, PlanarProblem, Rational};

/// What becomes of a contact that is kept to first order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bending {
    /// The gap opens.
    Breaks,
    /// It stays to second order.
    Keeps,
    /// The bodies would overlap: a steady motion is not possible.
    Penetrates,
    /// The curvatures are not known, or not well enough.
    Unknown,
}

impl Bending {
    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Breaks => "breaks",
            Self::Keeps => "keeps",
            Self::Penetrates => "penetrates",
            Self::Unknown => "unknown",
        }
    }
}

/// The contacts that a motion keeps to first order, by position, and what becomes of them.
pub fn second_order(problem: &PlanarProblem, twist: &[Rational; 3]) -> Vec<(usize, Bending)> {
    let steady = match centre(twist, &problem.reference) {
        Centre::At { point, .. } => PlanarProblem::new(point, problem.contacts.clone()),
        _ => problem.clone(),
    };
    let (problem, twist) = match twist {
        [turn, ..] if turn.is_zero() => (&steady, twist.clone()),
        [turn, ..] => (&steady, [turn.clone(), Rational::zero(), Rational::zero()]),
    };
    let twist = &twist;
    let kept = problem
        .contacts
        .iter()
        .enumerate()
        .filter(|(_, contact)| problem.velocity(contact, twist)[0].is_zero());
    let bending = |contact| {
        let bound =
            |bound| problem.opening(contact, twist, bound).map(|opening| opening.cmp(&Rational::zero()));
        match (bound(Bound::Lower), bound(Bound::Upper)) {
            (Some(Ordering::Greater), _) => Bending::Breaks,
            (_, Some(Ordering::Less)) => Bending::Penetrates,
            (Some(Ordering::Equal), Some(Ordering::Equal)) => Bending::Keeps,
            _ => Bending::Unknown,
        }
    };
    kept.map(|(at, contact)| (at, bending(contact))).collect()
}
