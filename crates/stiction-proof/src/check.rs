//! The checker of statements about one body: put a witness into the statement and see.
//!
//! Follows the definition of each [`Proof`] word by word, in rationals, without a solver.

pub(crate) use crate::refusal::{Check, Refusal, Verified, require};

use crate::touch::{Inside, Numbers, Touch, Unresisted};
use crate::{FrictionUse, Problem, Proof, Rational};
use std::collections::HashSet;

impl<T: Touch> Problem<T> {
    /// Accepts a proof about this problem, or says why it is none.
    pub fn check(&self, proof: Proof<T>) -> Result<Verified<Proof<T>>, Refusal> {
        let sound = |contact: &T| require(contact.is_sound(), Refusal::Contact(contact.id().to_owned()));
        self.contacts.iter().try_for_each(sound)?;
        match &proof {
            Proof::Closed { friction, without, forces } => {
                self.cancels(friction, without, forces, Inside::Strict)?;
                let coefficients = self.coefficients(friction);
                let rubs: Vec<bool> = coefficients.iter().map(|c| c.friction.is_positive()).collect();
                self.spans(friction, forces, &rubs)?;
            }
            Proof::ClosedAbove { mu, forces } => {
                let friction = FrictionUse::Common(mu.clone());
                self.cancels(&friction, &[], forces, Inside::Growing)?;
                self.spans(&friction, forces, &self.sharing())?;
            }
            Proof::Open { friction, without, twist } => {
                self.unresisted(friction, without, twist, Unresisted::Closed)?;
            }
            Proof::OpenUpTo { mu, twist } => {
                self.unresisted(&FrictionUse::Common(mu.clone()), &[], twist, Unresisted::Closed)?;
            }
            Proof::NeverClosed { twist } => self.never_closed(twist)?,
            Proof::Breaks { friction, twist } => {
                self.unresisted(friction, &[], twist, Unresisted::Strict)?;
            }
            Proof::Touching { friction, forces } => {
                self.cancels(friction, &[], forces, Inside::Closed)?;
                require(!forces.iter().all(T::is_absent), Refusal::NoForce)?;
            }
            Proof::Immobile { .. } | Proof::Mobile { .. } | Proof::Glides { .. } => {
                T::second_order(self, &proof)?;
            }
        }
        Ok(Verified::accepted(proof))
    }

    /// `Σ wrench = 0`, every push being in its cone or absent, and absent at contacts that are left out.
    pub(crate) fn cancels(
        &self,
        friction: &FrictionUse,
        without: &[String],
        forces: &[T::Push],
        inside: Inside,
    ) -> Check {
        check_use(friction)?;
        let left_out = self.known(without)?;
        self.one_each(forces.len())?;
        let mut sum = T::Screw::default();
        let cones = self.contacts.iter().zip(self.coefficients(friction));
        for ((contact, coefficients), push) in cones.zip(forces) {
            if T::is_absent(push) {
                continue;
            }
            let id = || contact.id().to_owned();
            require(!left_out.contains(contact.id()), Refusal::LeftOut(id()))?;
            let wrench = contact.wrench_inside(&coefficients, push, inside);
            add(&mut sum, &wrench.ok_or_else(|| Refusal::Cone(id()))?);
        }
        let rest = T::about(sum, &self.reference);
        let rest = rest.as_ref();
        require(rest.iter().all(Rational::is_zero), Refusal::Unbalanced(rest.to_vec()))
    }

    /// Whether the contacts that push have directions that span the wrench space.
    fn spans(&self, friction: &FrictionUse, forces: &[T::Push], rubs: &[bool]) -> Check {
        let mut rows: Vec<T::Screw> = Vec::new();
        let cones = self.contacts.iter().zip(self.coefficients(friction));
        for (((contact, coefficients), push), &rubs) in cones.zip(forces).zip(rubs) {
            if !T::is_absent(push) {
                rows.extend(contact.span(rubs, coefficients.torsion.is_positive()));
            }
        }
        let (found, needed) = (T::Screw::rank(&rows), T::Screw::default().as_ref().len());
        require(found == needed, Refusal::Rank { found, needed })
    }

    fn unresisted(
        &self,
        friction: &FrictionUse,
        without: &[String],
        twist: &T::Screw,
        strictly: Unresisted,
    ) -> Check {
        check_use(friction)?;
        let left_out = self.known(without)?;
        moves(twist.as_ref())?;
        for (contact, coefficients) in self.contacts.iter().zip(self.coefficients(friction)) {
            let free = left_out.contains(contact.id()) || {
                let relative = contact.velocity(&self.reference, twist);
                contact.gives(&coefficients, &relative, strictly)
            };
            require(free, Refusal::Resists(contact.id().to_owned()))?;
        }
        Ok(())
    }

    /// A motion without slip where friction is shared: not even unlimited friction resists it.
    fn never_closed(&self, twist: &T::Screw) -> Check {
        moves(twist.as_ref())?;
        let nothing = FrictionUse::Common(Rational::zero());
        let cones = self.contacts.iter().zip(self.coefficients(&nothing)).zip(self.sharing());
        for ((contact, coefficients), shares) in cones {
            let relative = contact.velocity(&self.reference, twist);
            let slips = shares && contact.slips(&relative);
            let free = !slips && contact.gives(&coefficients, &relative, Unresisted::Closed);
            require(free, Refusal::Resists(contact.id().to_owned()))?;
        }
        Ok(())
    }

    /// The contacts that are left out, if the problem has them.
    fn known<'a>(&self, without: &'a [String]) -> Result<HashSet<&'a str>, Refusal> {
        if without.is_empty() {
            return Ok(HashSet::new());
        }
        let ids: HashSet<&str> = self.contacts.iter().map(Touch::id).collect();
        without.iter().try_for_each(|id| require(ids.contains(id.as_str()), Refusal::LeftOut(id.clone())))?;
        Ok(without.iter().map(String::as_str).collect())
    }

    fn one_each(&self, forces: usize) -> Check {
        let contacts = self.contacts.len();
        require(forces == contacts, Refusal::Length { contacts, forces })
    }
}

pub(crate) fn check_use(friction: &FrictionUse) -> Check {
    match friction {
        FrictionUse::Given | FrictionUse::None => Ok(()),
        FrictionUse::Common(value) | FrictionUse::Scaled(value) => {
            require(!value.is_negative(), Refusal::Bound)
        }
    }
}

pub(crate) fn moves(twist: &[Rational]) -> Check {
    require(twist.iter().any(|x| !x.is_zero()), Refusal::NoMotion)
}

/// The work of a wrench on a twist.
pub(crate) fn power<N: Numbers>(wrench: &N, twist: &N) -> Rational {
    wrench.as_ref().iter().zip(twist.as_ref()).map(|(force, velocity)| force * velocity).sum()
}

fn add<N: Numbers>(sum: &mut N, part: &N) {
    sum.as_mut().iter_mut().zip(part.as_ref()).for_each(|(sum, part)| *sum += part);
}
