//! How bodies rub and bounce wherever they touch: what `[detect]` says for contacts that come and go.

use super::{Friction, Party, Scene};
use stiction_geometry::shape::Geometry;
use stiction_proof::Rational;

/// Friction and restitution of contacts that are found, not listed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Touching {
    /// Wherever no pair says otherwise.
    pub law: TouchingLaw,
    /// A gap or overlap below this length is touching, where it is given.
    pub tolerance: Option<Rational>,
    /// Pairs with a law of their own; of two entries for one pair the last one holds.
    pub pairs: Vec<([Party; 2], TouchingLaw)>,
}

/// Friction and restitution of two bodies.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TouchingLaw {
    /// Coulomb's coefficients.
    pub friction: Friction,
    /// Newton's restitution: the part of the normal speed that comes back, from 0 to 1.
    pub restitution: Rational,
}

impl<S: Geometry> Scene<S> {
    /// How two bodies rub and bounce: as `[detect]` says; without it, with the friction of a contact that is
    /// listed between them.
    pub fn touching_between(&self, a: Party, b: Party) -> TouchingLaw {
        let of = |between: &[Party; 2]| *between == [a, b] || *between == [b, a];
        match &self.touching {
            Some(touching) => {
                let own = touching.pairs.iter().rev().find(|(between, _)| of(between));
                own.map_or_else(|| touching.law.clone(), |(_, law)| law.clone())
            }
            None => {
                let listed = self.contacts.iter().find(|contact| of(&[contact.on, contact.against]));
                let friction = listed.map(|contact| contact.friction.clone()).unwrap_or_default();
                TouchingLaw { friction, ..TouchingLaw::default() }
            }
        }
    }
}
