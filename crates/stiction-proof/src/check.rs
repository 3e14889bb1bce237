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
                self.balanced(friction, without, forces, Inside::Strict, &T::Screw::default())?;
                let coefficients = self.coefficients(friction);
                let rubs: Vec<bool> = coefficients.iter().map(|c| c.friction.is_positive()).collect();
                self.spans(friction, forces, &rubs)?;
            }
            Proof::ClosedAbove { mu, forces } => {
                let friction = FrictionUse::Common(mu.clone());
                self.balanced(&friction, &[], forces, Inside::Growing, &T::Screw::default())?;
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
                self.balanced(friction, &[], forces, Inside::Closed, &T::Screw::default())?;
                require(!forces.iter().all(T::is_absent), Refusal::NoForce)?;
            }
            Proof::Rests { friction, load, forces } => {
                self.within_limits(friction, forces)?;
                self.balanced(friction, &[], forces, Inside::Closed, load)?;
            }
            Proof::Falls { friction, load, twist, resistance } => {
                let left = power(load, twist) - self.absorbed(friction, twist, None, resistance)?;
                require(left.is_positive(), Refusal::NoWork)?;
            }
            Proof::FallsBeyond { load, direction, multiple, twist, resistance } => {
                let rate = power(direction, twist);
                let absorbed = self.absorbed(&FrictionUse::Given, twist, None, resistance)?;
                let left = power(load, twist) + multiple * &rate - absorbed;
                require(rate.is_positive() && !left.is_negative(), Refusal::NoWork)?;
            }
            Proof::AtLeast { load, weights, bound, twist, resistance } => {
                let absorbed = self.absorbed(&FrictionUse::Given, twist, Some(weights), resistance)?;
                require(power(load, twist) - absorbed >= *bound, Refusal::NoWork)?;
            }
            Proof::Immobile { .. } | Proof::Mobile { .. } | Proof::Glides { .. } => {
                T::second_order(self, &proof)?;
            }
        }
        Ok(Verified::accepted(proof))
    }

    /// `load + Σ wrench = 0`, every push being in its cone or absent, and absent at contacts that are left out.
    pub(crate) fn balanced(
        &self,
        friction: &FrictionUse,
        without: &[String],
        forces: &[T::Push],
        inside: Inside,
        load: &T::Screw,
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
        let mut rest = T::about(sum, &self.reference);
        add(&mut rest, load);
        let rest = rest.as_ref();
        require(rest.iter().all(Rational::is_zero), Refusal::Unbalanced(rest.to_vec()))
    }

    /// The multiple of the normal that a push has is within its contact's limit.
    fn within_limits(&self, friction: &FrictionUse, forces: &[T::Push]) -> Check {
        check_use(friction)?;
        self.one_each(forces.len())?;
        let cones = self.contacts.iter().zip(self.coefficients(friction));
        cones.zip(forces).try_for_each(|((contact, coefficients), push)| {
            let id = || contact.id().to_owned();
            // A push outside of its cone has no multiple to compare.
            require(contact.wrench(&coefficients, push).is_some(), Refusal::Cone(id()))?;
            require(contact.is_within_limit(&coefficients, push), Refusal::Limit(id()))
        })
    }

    /// Most work that the contacts can take up on a motion beyond the weights, `Σ most·resistance`, if the resistances
    /// are large enough, and zero where there is no limit.
    fn absorbed(
        &self,
        friction: &FrictionUse,
        twist: &T::Screw,
        weights: Option<&[Rational]>,
        resistance: &[Rational],
    ) -> Result<Rational, Refusal> {
        check_use(friction)?;
        let given = weights.into_iter().chain(Some(resistance).filter(|given| !given.is_empty()));
        given.map(<[Rational]>::len).try_for_each(|count| self.one_each(count))?;
        let (zero, mut total) = (Rational::zero(), Rational::zero());
        for (index, (contact, coefficients)) in
            self.contacts.iter().zip(self.coefficients(friction)).enumerate()
        {
            let relative = contact.velocity(&self.reference, twist);
            let weight = weights.and_then(|weights| weights.get(index)).unwrap_or(&zero);
            let least =
                || contact.resistance(&coefficients, &relative).map(|most| (most - weight).max(zero.clone()));
            let resisted = resistance.get(index).cloned().or_else(least).unwrap_or_default();
            let resists = || Refusal::Resists(contact.id().to_owned());
            let enough = !resisted.is_negative()
                && contact.resists_at_most(&coefficients, &relative, &(&resisted + weight));
            require(enough, resists())?;
            match contact.most() {
                Some(most) => total += most * &resisted,
                None => require(resisted.is_zero(), resists())?,
            }
        }
        Ok(total)
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
