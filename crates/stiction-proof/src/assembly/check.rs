//! The checker of statements about assemblies: put the witness in and see, in rationals, without a solver.

use super::{AssemblyProblem, AssemblyProof};
use crate::Touch;
use crate::check::{Check, Refusal, Verified, check_use, require};
use crate::{FrictionUse, Rational};

/// What counts besides the twists at the contacts.
#[derive(Clone, Copy)]
enum ExtraWork<'a, T: Touch> {
    Nothing,
    /// Multiples of the normals that are paid for.
    Weights(&'a [Rational]),
    /// One contact's points move relative to each other.
    Velocity(usize, &'a T::Vector),
}

impl<T: Touch> AssemblyProblem<T> {
    /// Accepts a proof about this problem, or says why it is none.
    pub fn check(&self, proof: AssemblyProof<T>) -> Result<Verified<AssemblyProof<T>>, Refusal> {
        self.well_formed()?;
        match &proof {
            AssemblyProof::Rests { friction, load, forces } => {
                for (index, rest) in self.left_over(friction, load, forces)?.iter().enumerate() {
                    let balanced = rest.as_ref().iter().all(Rational::is_zero);
                    require(balanced, self.unbalanced(index, rest.as_ref()))?;
                }
            }
            AssemblyProof::Falls { friction, load, twists, resistance } => {
                let absorbed = self.absorbed(friction, twists, ExtraWork::Nothing, resistance)?;
                require(self.power(load, twists)? > absorbed, Refusal::NoWork)?;
            }
            AssemblyProof::Bounds {
                friction,
                load,
                directions,
                taken,
                normal,
                bound,
                twists,
                resistance,
            } => {
                require(directions.len() == normal.len(), Refusal::Shape)?;
                require(taken.is_empty() || taken.len() == directions.len(), Refusal::Shape)?;
                for (place, (direction, normal)) in directions.iter().zip(normal).enumerate() {
                    let taken = taken.get(place).map_or(&[][..], Vec::as_slice);
                    let gained = self.power(direction, twists)? + self.shrunk(taken, resistance)?;
                    require(gained == *normal, Refusal::NoWork)?;
                }
                let absorbed = self.absorbed(friction, twists, ExtraWork::Nothing, resistance)?;
                require(absorbed - self.power(load, twists)? <= *bound, Refusal::NoWork)?;
            }
            AssemblyProof::ForceAtLeast { friction, load, contact, direction, bound, twists, resistance } => {
                let besides = ExtraWork::Velocity(*contact, direction);
                require(*contact < self.contacts.len(), Refusal::Shape)?;
                let absorbed = self.absorbed(friction, twists, besides, resistance)?;
                require(self.power(load, twists)? - absorbed >= *bound, Refusal::NoWork)?;
            }
            AssemblyProof::AtLeast { friction, load, weights, bound, twists, resistance } => {
                self.one_each(weights.len())?;
                let absorbed = self.absorbed(friction, twists, ExtraWork::Weights(weights), resistance)?;
                require(self.power(load, twists)? - absorbed >= *bound, Refusal::NoWork)?;
            }
        }
        Ok(Verified::accepted(proof))
    }

    fn well_formed(&self) -> Check {
        for contact in &self.contacts {
            let known = contact.sides().all(|(body, _)| body < self.bodies.len());
            let two = contact.sides().count() > 0 && contact.on != contact.against;
            require(
                known && two && contact.touch.is_sound(),
                Refusal::Contact(contact.touch.id().to_owned()),
            )?;
        }
        let components = T::Screw::default().as_ref().len();
        self.bodies.iter().try_for_each(|body| {
            let fits = body.freedoms.as_ref().is_none_or(|freedoms| freedoms.len() == components);
            require(fits, Refusal::Shape)
        })
    }

    fn one_each(&self, found: usize) -> Check {
        let contacts = self.contacts.len();
        require(found == contacts, Refusal::Length { contacts, forces: found })
    }

    fn unbalanced(&self, body: usize, rest: &[Rational]) -> Refusal {
        Refusal::UnbalancedBody { body: self.bodies[body].name.clone(), rest: rest.to_vec() }
    }

    /// What is left of each body's load, in its freedoms, if all pushes are in their cones and limits.
    fn left_over(
        &self,
        friction: &FrictionUse,
        load: &[T::Screw],
        forces: &[T::Push],
    ) -> Result<Vec<T::Screw>, Refusal> {
        check_use(friction)?;
        self.one_each(forces.len())?;
        require(load.len() == self.bodies.len(), Refusal::Shape)?;
        let mut sums = self.no_load();
        let cones = self.contacts.iter().zip(self.coefficients(friction));
        for ((contact, coefficients), push) in cones.zip(forces) {
            let (touch, id) = (&contact.touch, || contact.touch.id().to_owned());
            require(touch.is_within_limit(&coefficients, push), Refusal::Limit(id()))?;
            let wrench = touch.wrench(&coefficients, push).ok_or_else(|| Refusal::Cone(id()))?;
            for (body, positive) in contact.sides() {
                for (sum, part) in sums[body].as_mut().iter_mut().zip(wrench.as_ref()) {
                    if positive { *sum += part } else { *sum -= part }
                }
            }
        }
        let rest = |((body, sum), load): ((&super::AssemblyBody<T>, T::Screw), &T::Screw)| {
            let mut rest = T::about(sum, &body.reference);
            for (component, (entry, load)) in rest.as_mut().iter_mut().zip(load.as_ref()).enumerate() {
                if body.is_free(component) { *entry += load } else { *entry = Rational::zero() }
            }
            rest
        };
        Ok(self.bodies.iter().zip(sums).zip(load).map(rest).collect())
    }

    /// The work of a load on twists that are in the freedoms of the bodies.
    fn power(&self, load: &[T::Screw], twists: &[T::Screw]) -> Result<Rational, Refusal> {
        let count = self.bodies.len();
        require(load.len() == count && twists.len() == count, Refusal::Shape)?;
        let mut total = Rational::zero();
        for (load, twist) in load.iter().zip(twists) {
            for (force, velocity) in load.as_ref().iter().zip(twist.as_ref()) {
                if !velocity.is_zero() && !force.is_zero() {
                    total += force * velocity;
                }
            }
        }
        Ok(total)
    }

    /// What limited contacts take up less for each multiple of what shrinks their limits.
    fn shrunk(&self, taken: &[Rational], resistance: &[Rational]) -> Result<Rational, Refusal> {
        if taken.is_empty() || resistance.is_empty() {
            return Ok(Rational::zero());
        }
        self.one_each(taken.len())?;
        self.one_each(resistance.len())?;
        // Contacts without limits take up nothing, which is seen where the rest is summed.
        Ok(taken.iter().zip(resistance).map(|(taken, resisted)| taken * resisted).sum())
    }

    /// Most work that the contacts can take up beyond the weights, if the resistances are large enough, and zero where
    /// there is no limit.
    fn absorbed(
        &self,
        friction: &FrictionUse,
        twists: &[T::Screw],
        besides: ExtraWork<'_, T>,
        resistance: &[Rational],
    ) -> Result<Rational, Refusal> {
        check_use(friction)?;
        require(twists.len() == self.bodies.len(), Refusal::Shape)?;
        if !resistance.is_empty() {
            self.one_each(resistance.len())?;
        }
        for (body, twist) in self.bodies.iter().zip(twists) {
            let mut entries = twist.as_ref().iter().enumerate();
            let kept = entries.all(|(component, entry)| entry.is_zero() || body.is_free(component));
            require(kept, Refusal::Freedom(body.name.clone()))?;
        }
        let (zero, mut total) = (Rational::zero(), Rational::zero());
        for (index, (contact, coefficients)) in
            self.contacts.iter().zip(self.coefficients(friction)).enumerate()
        {
            let touch = &contact.touch;
            let resisted = resistance.get(index).unwrap_or(&zero);
            let (mut allowed, mut relative) = (resisted.clone(), self.relative(contact, twists));
            match besides {
                ExtraWork::Weights(weights) => allowed += weights.get(index).unwrap_or(&zero),
                ExtraWork::Velocity(of, direction) if of == index => {
                    for (sum, part) in relative.linear.as_mut().iter_mut().zip(direction.as_ref()) {
                        *sum += part;
                    }
                }
                ExtraWork::Velocity(..) | ExtraWork::Nothing => {}
            }
            let enough = !resisted.is_negative() && touch.resists_at_most(&coefficients, &relative, &allowed);
            require(enough, Refusal::Resists(touch.id().to_owned()))?;
            match touch.most() {
                Some(most) => total += most * resisted,
                None => require(resisted.is_zero(), Refusal::Resists(touch.id().to_owned()))?,
            }
        }
        Ok(total)
    }
}
