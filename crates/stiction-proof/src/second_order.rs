//! The checkers of immobility by curvature.
//!
//! Motions small enough leave every gap at least at zero.  Let `Fᵢ` be the wrench of the normal of contact `i` and `h`
//! as in [`crate::Curvature`]'s module.
//!
//! **Immobile.**  Let `λ ≥ 0` with `Σ λᵢFᵢ = 0` be an equilibrium.  Positions that no contact forbids, closer
//! and closer to the given one, approach it along some `V ≠ 0` with `Fᵢ·V ≥ 0`; then `Fᵢ·V = 0` where
//! `λᵢ > 0`, and the gaps there, weighed with `λ`, add up to half the square of the distance times
//! `Σ λᵢhᵢ(V)`, which must not be negative.  So the body is held if every `V ≠ 0` with `Fᵢ·V ≥ 0` has an
//! equilibrium with
//!
//! ```text
//!     q(V) = Σ λᵢhᵢ(V) < 0                                                                (1)
//! ```
//!
//! The `V` that are left lie in the space where `Fᵢ·V = 0` for all contacts that some equilibrium uses.  If
//! that is a line, two directions are to be blocked.  If it is a plane, a fan of directions `d₁, d₂, …` that
//! goes once around it cuts it into sectors; `q` is negative on the whole of a sector from `d` to `e`, its
//! edges included, exactly when
//!
//! ```text
//!     q(d) < 0,  q(e) < 0,  and  b ≤ 0 or b² < 4·q(d)·q(e),   b = q(d + e) − q(d) − q(e)    (2)
//! ```
//!
//! and a contact forbids the whole sector when `F·d < 0` and `F·e < 0`.
//!
//! **Mobile.**  With the velocity `V` and the acceleration `A` each gap opens to first order, `Fᵢ·V > 0`, or to second,
//! `Fᵢ·V = 0` and `Fᵢ·A + hᵢ(V) > 0`.
//!
//! **Glides.**  Each contact opens, `Fᵢ·V > 0`, or an outline there moves in itself.
//!
//! References: \[RB\], \[MR 12.1.7\].

use crate::check::{Check, Refusal, moves, power, require};
use crate::curvature::Bound;
use crate::rank::push_independent;
use crate::rational::Rational;
use crate::touch::Inside;
use crate::vectors::triple as determinant;
use crate::{FrictionUse, PlanarContact, PlanarProblem};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A direction of motion, and what blocks the motions from there to the next direction of the fan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Spoke {
    /// The motion `[w, vx, vy]`.
    pub twist: [Rational; 3],
    /// What blocks it, and all others up to the next spoke.
    pub blocked: Blocked,
}

/// What blocks a sector of motions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Blocked {
    /// The curvature sum of this equilibrium is negative, (1).
    Equilibrium(usize),
    /// This contact forbids them at first order.
    Contact(String),
}

/// The fan under examination.
struct Fan<'a> {
    problem: &'a PlanarProblem,
    equilibria: &'a [Vec<Rational>],
}

impl PlanarProblem {
    pub(crate) fn immobile(&self, equilibria: &[Vec<Rational>], spokes: &[Spoke]) -> Check {
        equilibria.iter().try_for_each(|multipliers| self.equilibrium(multipliers))?;
        let used: BTreeSet<usize> = equilibria
            .iter()
            .flat_map(|multipliers| (0..multipliers.len()).filter(|&index| multipliers[index].is_positive()))
            .collect();
        let pressing: Vec<[Rational; 3]> =
            used.iter().map(|&index| self.push(&self.contacts[index])).collect();
        for (index, spoke) in spokes.iter().enumerate() {
            moves(&spoke.twist)?;
            let left = pressing.iter().all(|push| power(push, &spoke.twist).is_zero());
            require(left, Refusal::Fan(index))?;
        }
        let mut span = Vec::new();
        pressing.into_iter().for_each(|push| push_independent(&mut span, push));
        let fan = Fan { problem: self, equilibria };
        match &span[..] {
            [push] => fan.goes_around(push, spokes),
            [_, _] => fan.goes_both_ways(spokes),
            _ => Err(Refusal::Fan(spokes.len())),
        }
    }

    pub(crate) fn mobile(&self, twist: &[Rational; 3], acceleration: &[Rational; 3]) -> Check {
        moves(twist)?;
        self.contacts.iter().try_for_each(|contact| {
            let push = self.push(contact);
            let speed = power(&push, twist);
            require(!speed.is_negative(), Refusal::Resists(contact.id.clone()))?;
            if speed.is_positive() {
                return Ok(());
            }
            let opening = self.opening(contact, twist, Bound::Lower);
            let opening = opening.ok_or_else(|| Refusal::Curvature(contact.id.clone()))?;
            let opens = (power(&push, acceleration) + opening).is_positive();
            require(opens, Refusal::Resists(contact.id.clone()))
        })
    }

    pub(crate) fn glides(&self, twist: &[Rational; 3]) -> Check {
        moves(twist)?;
        self.contacts.iter().try_for_each(|contact| {
            let [normal, _] = self.velocity(contact, twist);
            let ok = normal.is_positive() || self.stays(contact, twist);
            require(ok, Refusal::Resists(contact.id.clone()))
        })
    }

    /// Forces along the normals, some positive and none negative, that cancel, at contacts of known curvature.
    fn equilibrium(&self, multipliers: &[Rational]) -> Check {
        let lengths = Refusal::Length { contacts: self.contacts.len(), forces: multipliers.len() };
        require(multipliers.len() == self.contacts.len(), lengths)?;
        require(multipliers.iter().any(Rational::is_positive), Refusal::NoForce)?;
        for (contact, multiplier) in self.contacts.iter().zip(multipliers) {
            require(!multiplier.is_negative(), Refusal::Cone(contact.id.clone()))?;
            let known = multiplier.is_zero() || contact.curvature.is_some();
            require(known, Refusal::Curvature(contact.id.clone()))?;
        }
        let forces: Vec<[Rational; 2]> =
            multipliers.iter().map(|along| [along.clone(), Rational::zero()]).collect();
        self.cancels(&FrictionUse::None, &[], &forces, Inside::Closed)
    }

    /// The wrench of the normal itself.
    fn push(&self, contact: &PlanarContact) -> [Rational; 3] {
        self.wrench(contact, &Rational::one(), &Rational::zero())
    }
}

impl Fan<'_> {
    /// A line of motions: one direction, the opposite one, and each is blocked.
    fn goes_both_ways(&self, spokes: &[Spoke]) -> Check {
        let [there, back] = spokes else { return Err(Refusal::Fan(spokes.len())) };
        let opposed = there.twist.iter().zip(&back.twist).all(|(there, back)| (there + back).is_zero());
        require(opposed, Refusal::Fan(1))?;
        spokes.iter().enumerate().try_for_each(|(index, spoke)| {
            let one = self.is_blocked(&spoke.blocked, &spoke.twist, &spoke.twist);
            require(one, Refusal::Fan(index))
        })
    }

    /// A plane of motions, normal to `push`: each spoke is less than half a turn from the one before, always the
    /// same way round, and each sector is blocked.
    fn goes_around(&self, push: &[Rational; 3], spokes: &[Spoke]) -> Check {
        require(spokes.len() >= 3, Refusal::Fan(spokes.len()))?;
        let sectors = || spokes.iter().zip(spokes.iter().cycle().skip(1)).enumerate();
        let left = |spoke: &Spoke, next: &Spoke| determinant(push, &spoke.twist, &next.twist).is_positive();
        let right = |spoke: &Spoke, next: &Spoke| determinant(push, &spoke.twist, &next.twist).is_negative();
        let is_left = left(&spokes[0], &spokes[1]);
        for (index, (spoke, next)) in sectors() {
            let turns = if is_left { left(spoke, next) } else { right(spoke, next) };
            let ok = turns && self.is_blocked(&spoke.blocked, &spoke.twist, &next.twist);
            require(ok, Refusal::Fan(index))?;
        }
        Ok(())
    }

    /// Whether all motions between two are blocked, (2).
    fn is_blocked(&self, by: &Blocked, from: &[Rational; 3], to: &[Rational; 3]) -> bool {
        match by {
            Blocked::Contact(id) => self.problem.contacts.iter().any(|contact| {
                let forbids = |twist| self.problem.velocity(contact, twist)[0].is_negative();
                contact.id == *id && forbids(from) && forbids(to)
            }),
            Blocked::Equilibrium(index) => {
                let Some(multipliers) = self.equilibria.get(*index) else { return false };
                let middle = std::array::from_fn(|entry| &from[entry] + &to[entry]);
                let sums = [from, to, &middle].map(|twist| self.sum(multipliers, twist));
                matches!(sums, [Some(from), Some(to), Some(middle)] if is_negative_between(&from, &to, &middle))
            }
        }
    }

    /// `q(V)` of (1), never too small.
    fn sum(&self, multipliers: &[Rational], twist: &[Rational; 3]) -> Option<Rational> {
        let pressing =
            self.problem.contacts.iter().zip(multipliers).filter(|(_, multiplier)| multiplier.is_positive());
        let part = |(contact, multiplier): (&PlanarContact, &Rational)| {
            Some(multiplier * self.problem.opening(contact, twist, Bound::Upper)?)
        };
        pressing.map(part).sum()
    }
}

/// (2), from the values at two directions and at their sum.
fn is_negative_between(from: &Rational, to: &Rational, middle: &Rational) -> bool {
    let mixed = middle - from - to;
    let ends = from.is_negative() && to.is_negative();
    ends && (!mixed.is_positive() || &mixed * &mixed < Rational::from(4) * from * to)
}
