//! The checkers of spatial statements: put a witness into the statement and see, in rationals, without a solver.

use crate::check::{Check, Refusal, Verified, check_use, require};
use crate::planar::FrictionUse;
use crate::rank::rank;
use crate::rational::Rational;
use crate::spatial::{Coefficients, Generator, Push, SpatialContact, SpatialProblem, Vector, cross, dot};
use crate::spatial_proof::SpatialProof;
use std::collections::HashSet;

/// How strictly a push must be inside its cone.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Inside {
    /// On the boundary is fine.
    Closed,
    /// In the relative interior, or absent.
    Strict,
    /// On the boundary of friction, but not of torsion: strictly inside as soon as friction grows.
    Growing,
}

/// How strictly a motion must be unresisted.
#[derive(Clone, Copy, PartialEq)]
enum Unresisted {
    /// Grazing is fine.
    Closed,
    /// The contact breaks.
    Strict,
}

impl SpatialProblem {
    /// Accepts a proof about this problem, or says why it is none.
    pub fn check(&self, proof: SpatialProof) -> Result<Verified<SpatialProof>, Refusal> {
        self.contacts.iter().try_for_each(well_formed)?;
        match &proof {
            SpatialProof::Closed { friction, without, forces } => {
                self.balanced(&self.pushes(friction, without, forces, Inside::Strict)?, &Default::default())?;
                let coefficients = self.coefficients(friction);
                let rubs: Vec<bool> = coefficients.iter().map(|c| c.friction.is_positive()).collect();
                self.spans(forces, &coefficients, &rubs)?;
            }
            SpatialProof::ClosedAbove { mu, forces } => {
                let friction = FrictionUse::Common(mu.clone());
                self.balanced(&self.pushes(&friction, &[], forces, Inside::Growing)?, &Default::default())?;
                self.spans(forces, &self.coefficients(&friction), &self.sharing())?;
            }
            SpatialProof::Open { friction, without, twist } => {
                self.unresisted(friction, without, twist, Unresisted::Closed)?;
            }
            SpatialProof::OpenUpTo { mu, twist } => {
                self.unresisted(&FrictionUse::Common(mu.clone()), &[], twist, Unresisted::Closed)?;
            }
            SpatialProof::NeverClosed { twist } => self.never_closed(twist)?,
            SpatialProof::Breaks { friction, twist } => {
                self.unresisted(friction, &[], twist, Unresisted::Strict)?;
            }
            SpatialProof::Touching { friction, forces } => {
                let pushes = self.pushes(friction, &[], forces, Inside::Closed)?;
                require(!forces.iter().all(absent), Refusal::NoForce)?;
                self.balanced(&pushes, &Default::default())?;
            }
            SpatialProof::Rests { friction, load, forces } => {
                let pushes = self.pushes(friction, &[], forces, Inside::Closed)?;
                self.within_limits(&pushes)?;
                self.balanced(&pushes, load)?;
            }
            SpatialProof::Falls { friction, load, twist, resistance } => {
                let left = power(load, twist) - self.absorbed(friction, twist, None, resistance)?;
                require(left.is_positive(), Refusal::NoWork)?;
            }
            SpatialProof::FallsBeyond { load, direction, multiple, twist, resistance } => {
                let rate = power(direction, twist);
                let absorbed = self.absorbed(&FrictionUse::Given, twist, None, resistance)?;
                let left = power(load, twist) + multiple * &rate - absorbed;
                require(rate.is_positive() && !left.is_negative(), Refusal::NoWork)?;
            }
            SpatialProof::AtLeast { load, weights, bound, twist, resistance } => {
                let absorbed = self.absorbed(&FrictionUse::Given, twist, Some(weights), resistance)?;
                require(power(load, twist) - absorbed >= *bound, Refusal::NoWork)?;
            }
        }
        Ok(Verified::accepted(proof))
    }

    /// The total force and moment of each contact, if all are in their cones.
    fn pushes(
        &self,
        friction: &FrictionUse,
        without: &[String],
        forces: &[Push],
        inside: Inside,
    ) -> Result<Vec<Generator>, Refusal> {
        check_use(friction)?;
        let left_out = self.known(without)?;
        let lengths = Refusal::Length { contacts: self.contacts.len(), forces: forces.len() };
        require(forces.len() == self.contacts.len(), lengths)?;
        let cones = self.contacts.iter().zip(self.coefficients(friction));
        let push = |((contact, coefficients), push): ((&SpatialContact, Coefficients), &Push)| {
            if absent(push) {
                return Ok(Generator { force: Default::default(), spin: Rational::zero() });
            }
            require(!left_out.contains(&contact.id), Refusal::LeftOut(contact.id.clone()))?;
            in_cone(contact, &coefficients, push, inside).ok_or_else(|| Refusal::Cone(contact.id.clone()))
        };
        cones.zip(forces).map(push).collect()
    }

    /// The multiple of the normal that a push has is within its contact's limit.
    fn within_limits(&self, pushes: &[Generator]) -> Check {
        self.contacts.iter().zip(pushes).try_for_each(|(contact, push)| {
            let along = dot(&push.force, &contact.normal);
            let ok = contact
                .most
                .as_ref()
                .is_none_or(|most| along <= most * dot(&contact.normal, &contact.normal));
            require(ok, Refusal::Limit(contact.id.clone()))
        })
    }

    /// Most work that the contacts can take up on a motion beyond the weights, `Σ most·resistance`, if the resistances
    /// are large enough, and zero where there is no limit.
    fn absorbed(
        &self,
        friction: &FrictionUse,
        twist: &[Rational; 6],
        weights: Option<&[Rational]>,
        resistance: &[Rational],
    ) -> Result<Rational, Refusal> {
        check_use(friction)?;
        let count = self.contacts.len();
        for given in weights.into_iter().chain([resistance]) {
            require(given.len() == count, Refusal::Length { contacts: count, forces: given.len() })?;
        }
        let mut total = Rational::zero();
        let cones = self.contacts.iter().zip(self.coefficients(friction)).zip(resistance);
        for (index, ((contact, coefficients), resistance)) in cones.enumerate() {
            let weight = weights.and_then(|weights| weights.get(index)).cloned().unwrap_or_default();
            let enough = !resistance.is_negative()
                && self.resists(contact, &coefficients, twist, &(resistance + &weight));
            require(enough, Refusal::Resists(contact.id.clone()))?;
            match &contact.most {
                Some(most) => total += most * resistance,
                None => require(resistance.is_zero(), Refusal::Resists(contact.id.clone()))?,
            }
        }
        Ok(total)
    }

    /// Whether a push with one normal does at least the work `−bound` on a motion.
    fn resists(
        &self,
        contact: &SpatialContact,
        coefficients: &Coefficients,
        twist: &[Rational; 6],
        bound: &Rational,
    ) -> bool {
        let (velocity, spin) = self.velocity(contact, twist);
        resists_at_most(contact, coefficients, (&velocity, &spin), bound)
    }

    /// `load + Σ wrench = 0`.
    fn balanced(&self, pushes: &[Generator], load: &[Rational; 6]) -> Check {
        let mut rest = load.clone();
        for (contact, push) in self.contacts.iter().zip(pushes) {
            for (sum, part) in rest.iter_mut().zip(self.wrench(contact, push)) {
                *sum += part;
            }
        }
        require(rest.iter().all(Rational::is_zero), Refusal::Unbalanced(rest.to_vec()))
    }

    /// Whether the contacts that push have directions that span the wrench space.
    fn spans(&self, forces: &[Push], coefficients: &[Coefficients], rubs: &[bool]) -> Check {
        let mut rows: Vec<[Rational; 6]> = Vec::new();
        for (((contact, push), coefficients), &rubs) in
            self.contacts.iter().zip(forces).zip(coefficients).zip(rubs)
        {
            if absent(push) {
                continue;
            }
            for direction in contact.directions(rubs, coefficients.torsion.is_positive()) {
                rows.push(self.wrench(contact, &direction));
            }
        }
        let found = rank(&rows);
        require(found == 6, Refusal::Rank { found, needed: 6 })
    }

    fn unresisted(
        &self,
        friction: &FrictionUse,
        without: &[String],
        twist: &[Rational; 6],
        strictly: Unresisted,
    ) -> Check {
        check_use(friction)?;
        let left_out = self.known(without)?;
        moves(twist)?;
        for (contact, coefficients) in self.contacts.iter().zip(self.coefficients(friction)) {
            let free = left_out.contains(&contact.id) || self.gives(contact, &coefficients, twist, strictly);
            require(free, Refusal::Resists(contact.id.clone()))?;
        }
        Ok(())
    }

    /// Equation (4) at one contact; for a pyramid, that no edge does negative work.
    fn gives(
        &self,
        contact: &SpatialContact,
        coefficients: &Coefficients,
        twist: &[Rational; 6],
        strictly: Unresisted,
    ) -> bool {
        let (velocity, spin) = self.velocity(contact, twist);
        let enough = |work: &Rational| match strictly {
            Unresisted::Closed => !work.is_negative(),
            Unresisted::Strict => work.is_positive(),
        };
        if contact.across.is_some() {
            let work = |edge: &Generator| dot(&edge.force, &velocity) + &edge.spin * &spin;
            return contact.edges(coefficients).iter().all(|edge| enough(&work(edge)));
        }
        let Coefficients { friction, torsion } = coefficients;
        let normal = dot(&contact.normal, &velocity);
        let square = &normal * &normal;
        let across = dot(&velocity, &velocity) * dot(&contact.normal, &contact.normal) - &square;
        let left = square - friction * friction * across - torsion * torsion * &spin * &spin;
        enough(&normal) && enough(&left)
    }

    /// A motion without slip where friction is shared: not even unlimited friction resists it.
    fn never_closed(&self, twist: &[Rational; 6]) -> Check {
        moves(twist)?;
        let nothing = FrictionUse::Common(Rational::zero());
        let cones = self.contacts.iter().zip(self.coefficients(&nothing)).zip(self.sharing());
        for ((contact, coefficients), shares) in cones {
            let (velocity, _) = self.velocity(contact, twist);
            let slips = shares && cross(&contact.normal, &velocity).iter().any(|entry| !entry.is_zero());
            let free = !slips && self.gives(contact, &coefficients, twist, Unresisted::Closed);
            require(free, Refusal::Resists(contact.id.clone()))?;
        }
        Ok(())
    }

    fn known<'a>(&self, without: &'a [String]) -> Result<HashSet<&'a String>, Refusal> {
        let ids: HashSet<&String> = self.contacts.iter().map(|contact| &contact.id).collect();
        without.iter().try_for_each(|id| require(ids.contains(id), Refusal::LeftOut(id.clone())))?;
        Ok(without.iter().collect())
    }
}

fn well_formed(contact: &SpatialContact) -> Check {
    require(spatial_contact_is_sound(contact), Refusal::Contact(contact.id.clone()))
}

/// Whether a push with one normal does at least the work `−bound` on a velocity and a turn about the normal.
pub(crate) fn resists_at_most(
    contact: &SpatialContact,
    coefficients: &Coefficients,
    (velocity, spin): (&Vector, &Rational),
    bound: &Rational,
) -> bool {
    if contact.across.is_some() {
        let work = |edge: &Generator| dot(&edge.force, velocity) + &edge.spin * spin;
        return contact.edges(coefficients).iter().all(|edge| !(work(edge) + bound).is_negative());
    }
    let Coefficients { friction, torsion } = coefficients;
    let normal = dot(&contact.normal, velocity);
    let across = dot(velocity, velocity) * dot(&contact.normal, &contact.normal) - &normal * &normal;
    let square = friction * friction * across + torsion * torsion * spin * spin;
    let reach = normal + bound;
    !reach.is_negative() && square <= &reach * &reach
}

/// Whether a contact has a direction, coefficients that are not negative, and a pyramid about its normal.
pub(crate) fn spatial_contact_is_sound(contact: &SpatialContact) -> bool {
    let directed = contact.normal.iter().any(|x| !x.is_zero());
    let positive = |value: &Option<Rational>| !value.as_ref().is_some_and(Rational::is_negative);
    let signs = !contact.friction.is_negative() && positive(&contact.torsion) && positive(&contact.most);
    let pyramid = contact.across.as_ref().is_none_or(|across| {
        let sum = |i: usize| across.iter().map(|d| &d[i]).fold(Rational::zero(), |sum, x| sum + x);
        across.len() >= 3
            && (0..3).all(|i| sum(i).is_zero())
            && across.iter().all(|d| dot(d, &contact.normal).is_zero())
    });
    directed && signs && pyramid
}

fn power(wrench: &[Rational; 6], twist: &[Rational; 6]) -> Rational {
    wrench.iter().zip(twist).map(|(force, velocity)| force * velocity).sum()
}

fn moves(twist: &[Rational; 6]) -> Check {
    require(twist.iter().any(|x| !x.is_zero()), Refusal::NoMotion)
}

pub(crate) fn absent(push: &Push) -> bool {
    match push {
        Push::Force { force, spin } => spin.is_zero() && force.iter().all(Rational::is_zero),
        Push::Edges { edges } => edges.iter().all(Rational::is_zero),
    }
}

/// The total of a push, if it is in its cone.
pub(crate) fn in_cone(
    contact: &SpatialContact,
    coefficients: &Coefficients,
    push: &Push,
    inside: Inside,
) -> Option<Generator> {
    match (push, &contact.across) {
        (Push::Edges { edges }, Some(across)) => {
            in_pyramid(contact, coefficients, edges, across.len(), inside)
        }
        (Push::Force { force, spin }, None) => {
            let push = Generator { force: force.clone(), spin: spin.clone() };
            in_round_cone(contact, coefficients, &push, inside).then_some(push)
        }
        _ => None,
    }
}

/// Equation (3).  Where friction grows, the first `friction_edges` leave some of their normal force to all edges.
fn in_pyramid(
    contact: &SpatialContact,
    coefficients: &Coefficients,
    multiples: &[Rational],
    friction_edges: usize,
    inside: Inside,
) -> Option<Generator> {
    let edges = contact.edges(coefficients);
    let fits = edges.len() == multiples.len()
        && match inside {
            Inside::Strict => multiples.iter().all(Rational::is_positive),
            Inside::Closed => !multiples.iter().any(Rational::is_negative),
            Inside::Growing => {
                !multiples.iter().any(Rational::is_negative)
                    && multiples.iter().take(friction_edges).any(Rational::is_positive)
            }
        };
    let mut total = Generator { force: Default::default(), spin: Rational::zero() };
    for (edge, multiple) in edges.iter().zip(multiples) {
        total.force.iter_mut().zip(&edge.force).for_each(|(sum, part)| *sum += multiple * part);
        total.spin += multiple * &edge.spin;
    }
    fits.then_some(total)
}

/// Equations (1) and (2), multiplied through by the squares of the coefficients.
fn in_round_cone(
    contact: &SpatialContact,
    Coefficients { friction, torsion }: &Coefficients,
    push: &Generator,
    inside: Inside,
) -> bool {
    let length = dot(&contact.normal, &contact.normal);
    let along = dot(&push.force, &contact.normal);
    let (square, mu, gamma) = (&along * &along, friction * friction, torsion * torsion);
    let slip = dot(&push.force, &push.force) * &length - &square;
    let turn = &push.spin * &push.spin * &length * &length;
    // Without a coefficient its part must vanish, and what is left is the other's cone.
    let rigid = (friction.is_positive() || slip.is_zero()) && (torsion.is_positive() || turn.is_zero());
    let reach = match (friction.is_positive(), torsion.is_positive()) {
        (true, true) => &mu * &gamma * &square - slip * &gamma - &turn * &mu,
        (true, false) => &mu * &square - slip,
        (false, true) => &gamma * &square - &turn,
        (false, false) => square.clone(),
    };
    let enough = match inside {
        Inside::Strict => reach.is_positive(),
        Inside::Closed => !reach.is_negative(),
        Inside::Growing => {
            !reach.is_negative() && (!torsion.is_positive() || (gamma * square - turn).is_positive())
        }
    };
    along.is_positive() && rigid && enough
}
