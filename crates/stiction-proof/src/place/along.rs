//! Where along a straight track one more contact closes.
//!
//! A force of the new contact with normal part one, `n + τt`, at the place `s` has a wrench that is affine in `(s, τ)`
//! together, for `t` is along the track and turns nothing.  So
//!
//! ```text
//!     a squeeze in the closed cones at a, with the new contact pushing, and one strictly inside all cones at m
//!     make one strictly inside all cones at every place between them but a                                         (1)
//!     what closes is an interval, and it ends where it is open                                                   (2)
//! ```
//!
//! for squeezes may be added, and what the directions span does not change along the track: the new contact's push is
//! minus what the others push. Between two places with motions `V(a)`, `V(b)` of one turn `w`, the motion in between
//! is affine, and so is what it does against every edge, that of the new contact too, for only its moment changes. So
//!
//! ```text
//!     nothing resists V(a) at a and V(b) at b    ⇒    nothing resists the motion between, at the place between     (3)
//! ```

use super::{Course, PlaceProblem};
use crate::check::{Refusal, Verified};
use crate::touch::{Inside, Touch, Unresisted};
use crate::{FrictionUse, PlanarProblem, Proof, Rational};
use serde::{Deserialize, Serialize};

/// An end of the interval.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndProof {
    /// The part of the way along the track.
    pub part: Rational,
    /// A squeeze there, that of the new contact last: in the closed cones where it is open, else strictly inside them.
    pub forces: Vec<[Rational; 2]>,
    /// A motion that nothing resists there; none where it closes there too, which is at an end of the track.
    pub twist: Option<[Rational; 3]>,
}

/// A place with the motions that are not resisted there: to come from the place before it, and to go on from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Knot {
    /// The parts of the way between which it speaks.
    pub parts: [Rational; 2],
    /// The motions there, of one turn.
    pub twists: [[Rational; 3]; 2],
}

/// Where along a track one more contact closes, and why.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum AlongProof {
    /// Between these ends, and nowhere else on the track.
    Between {
        /// The track.
        track: usize,
        /// The ends.
        ends: Box<[EndProof; 2]>,
        /// A part of the way between them.
        inside: Rational,
        /// A squeeze there in which every contact pushes.
        forces: Vec<[Rational; 2]>,
    },
    /// Nowhere on the track.
    Nowhere {
        /// The track.
        track: usize,
        /// Motions all along it.
        knots: Vec<Knot>,
    },
}

const WRONG: Refusal = Refusal::Place("an interval of places is not shown");

impl PlaceProblem {
    /// Accepts where one more contact closes on a track, or says why it is not shown.
    ///
    /// # Errors
    /// It is not shown.
    pub fn check_along(&self, proof: AlongProof) -> Result<Verified<AlongProof>, Refusal> {
        let (AlongProof::Between { track, .. } | AlongProof::Nowhere { track, .. }) = &proof;
        let straight = self
            .tracks
            .get(*track)
            .is_some_and(|track| track.is_sound() && matches!(track.course, Course::Straight { .. }));
        if !straight || self.count != 1 || self.friction.is_negative() {
            return Err(WRONG);
        }
        match &proof {
            AlongProof::Between { track, ends, inside, forces } => {
                let [first, last] = ends.as_ref();
                let is_part = |part: &Rational| !part.is_negative() && *part <= Rational::one();
                let ordered = first.part <= *inside && inside <= &last.part && first.part < last.part;
                if !ordered || !is_part(&first.part) || !is_part(&last.part) {
                    return Err(WRONG);
                }
                self.closes(*track, inside, forces)?;
                if forces.iter().any(crate::PlanarContact::is_absent) {
                    return Err(WRONG);
                }
                self.end(*track, first, &Rational::zero())?;
                self.end(*track, last, &Rational::one())?;
            }
            AlongProof::Nowhere { track, knots } => {
                let mut reached = Rational::zero();
                for knot in knots {
                    let [from, to] = &knot.parts;
                    let [before, after] = &knot.twists;
                    // A translation in between must not vanish.
                    let whole = if before[0].is_zero() { before == after } else { before[0] == after[0] };
                    if *from != reached || to < from || !whole {
                        return Err(WRONG);
                    }
                    self.open(*track, from, before)?;
                    self.open(*track, to, after)?;
                    reached = to.clone();
                }
                if reached != Rational::one() {
                    return Err(WRONG);
                }
            }
        }
        Ok(Verified::accepted(proof))
    }

    fn at(&self, track: usize, part: &Rational) -> Result<PlanarProblem, Refusal> {
        Ok(self.with(&[self.contact("new", track, part).ok_or(WRONG)?]))
    }

    fn closes(&self, track: usize, part: &Rational, forces: &[[Rational; 2]]) -> Result<(), Refusal> {
        let forces = forces.to_vec();
        self.at(track, part)?.check(Proof::Closed {
            friction: FrictionUse::Given,
            without: Vec::new(),
            forces,
        })?;
        Ok(())
    }

    fn open(&self, track: usize, part: &Rational, twist: &[Rational; 3]) -> Result<(), Refusal> {
        let problem = self.at(track, part)?;
        if twist.iter().all(Rational::is_zero) {
            return Err(Refusal::NoMotion);
        }
        for (contact, coefficients) in problem.contacts.iter().zip(problem.coefficients(&FrictionUse::Given))
        {
            let relative = contact.velocity(&problem.reference, twist);
            if !contact.gives(&coefficients, &relative, Unresisted::Closed) {
                return Err(Refusal::Resists(contact.id.clone()));
            }
        }
        Ok(())
    }

    fn end(&self, track: usize, end: &EndProof, own: &Rational) -> Result<(), Refusal> {
        match &end.twist {
            Some(twist) => {
                self.open(track, &end.part, twist)?;
                let problem = self.at(track, &end.part)?;
                problem.cancels(&FrictionUse::Given, &[], &end.forces, Inside::Closed)?;
                let pushes = end.forces.last().is_some_and(|push| push[0].is_positive());
                if pushes { Ok(()) } else { Err(WRONG) }
            }
            None if end.part == *own => self.closes(track, &end.part, &end.forces),
            None => Err(WRONG),
        }
    }
}
