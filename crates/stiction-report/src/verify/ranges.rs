//! Ranges of contact forces: every end is checked, and the keys are made again from what is proved.

use super::extras::{Asking, OTHER, accepted};
use super::reading::FromJson;
use crate::extras::{Ranges, chosen};
use serde_json::Value;
use stiction::ask::Bracket;
use stiction::ask::Extent;
use stiction::ask::stand::assembly::{ContactRange, Extreme, Range, Searched, component, directions};
use stiction_proof::{AssemblyProblem, AssemblyProof, FrictionUse, Rational, Touch};

pub(super) fn ranges<S: Searched>(asking: &Asking<'_, '_, S>, names: &[String]) -> Result<Ranges<S>, String> {
    let told = &asking.case.report["ranges"];
    let (problem, load) = asking.problem(told)?;
    let mut misfits = Vec::new();
    let chosen = chosen(&problem, names, &mut misfits).ok_or_else(|| super::why(misfits))?;
    let read = RangeReading::<S> { problem: &problem, load: &load };
    let found = chosen.into_iter().map(|contact| {
        let id = problem.contacts[contact].touch.id();
        read.contact(contact, &told["contacts"][id]["ends"])
    });
    let found = found.collect::<Result<Vec<_>, _>>()?;
    Ok(Ranges { problem, load, found })
}

struct RangeReading<'a, S: Searched> {
    problem: &'a AssemblyProblem<S::Touch>,
    load: &'a [S::Screw],
}

impl<S: Searched> RangeReading<'_, S> {
    fn contact(&self, contact: usize, ends: &Value) -> Result<ContactRange<S>, String> {
        let mut components = Vec::new();
        for (index, direction) in directions::<S>(&self.problem.contacts[contact].touch).iter().enumerate() {
            let told = if index == 0 { &ends["normal"] } else { &ends["across"][index - 1] };
            let mut back = direction.clone();
            back.as_mut().iter_mut().for_each(|entry| *entry = -&*entry);
            let least = self.extreme(contact, &back, direction, &told[0], true)?;
            let most = self.extreme(contact, direction, &back, &told[1], false)?;
            components.push(Range { least, most });
        }
        Ok(ContactRange { contact, components })
    }

    /// One end: how far the force goes along a direction, `back` being the opposite one.
    fn extreme(
        &self,
        contact: usize,
        direction: &S::Vector,
        back: &S::Vector,
        told: &Value,
        turned: bool,
    ) -> Result<Extreme<S>, String> {
        let proofs = &told["proofs"];
        let coefficients = self.problem.coefficients(&FrictionUse::Given);
        let of = |proof: &AssemblyProof<S::Touch>, load: &[S::Screw]| match proof {
            AssemblyProof::Rests { friction: FrictionUse::Given, load: balanced, forces }
                if balanced[..] == *load =>
            {
                let touch = &self.problem.contacts[contact].touch;
                component::<S>(touch, &coefficients[contact], &forces[contact], direction)
                    .ok_or_else(|| OTHER.to_owned())
            }
            _ => Err(OTHER.to_owned()),
        };
        match told["state"].as_str() {
            Some("bounded") => {
                let ends = <[Rational; 2]>::deserialize_from(&told["exact"])?;
                let [lower, upper] = if turned { [-&ends[1], -&ends[0]] } else { ends };
                let attained = accepted::<S>(self.problem, &proofs["attained"])?;
                let bound = accepted::<S>(self.problem, &proofs["bound"])?;
                if of(attained.proof(), self.load)? != lower {
                    return Err("no balance has this force".to_owned());
                }
                match bound.proof() {
                    AssemblyProof::ForceAtLeast {
                        friction: FrictionUse::Given,
                        load,
                        contact: place,
                        direction: against,
                        bound,
                        ..
                    } if load[..] == *self.load
                        && *place == contact
                        && against == back
                        && *bound == -&upper => {}
                    _ => return Err(OTHER.to_owned()),
                }
                Ok(Extent::Between(Bracket::new((lower, attained), (upper, bound))))
            }
            Some("unlimited") => {
                // Multiples of these forces are within limits only where limited contacts push with nothing.
                let mut idle = self.problem.clone();
                for one in idle.contacts.iter_mut().filter(|one| one.touch.most().is_some()) {
                    one.touch.set_most(Some(Rational::zero()));
                }
                let wedged = accepted::<S>(&idle, &proofs["wedged"])?;
                if !of(wedged.proof(), &self.problem.no_load())?.is_positive() {
                    return Err("the force does not grow".to_owned());
                }
                Ok(Extent::Unlimited(wedged))
            }
            Some("undecided") => Ok(Extent::Undecided),
            _ => Err("no such state of an end".to_owned()),
        }
    }
}
