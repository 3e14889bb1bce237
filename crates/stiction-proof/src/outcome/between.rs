//! Contacts that lie between two others, and do what these let them do.
//!
//! Contacts of the plane between the same two bodies, with one normal, one friction and one pair of
//! curvatures, whose points lie on a line across the normal, while the bodies do not turn relative to each
//! other: let c lie between a and b, `P_c = (1 − s)P_a + sP_b`.  Then
//!
//! ```text
//!     an_c = (1 − s)·an_a + s·an_b,    at_c = at_a = at_b                                          (1)
//!     c separates when a or b does; else it does what both do                                     (2)
//!     a force of c does what its parts (1 − s) at a and s at b do                                  (3)
//! ```
//!
//! By (1), `an ≥ 0` at a and b, so (2); two that are both kept slide alike.  By (3) every motion has forces
//! without c, and c may have none.  So the modes of a and b alone say everything, and those of c follow.

use super::{OutcomeContact, OutcomeProblem, Situation};
use crate::Rational;
use std::collections::BTreeMap;

impl OutcomeProblem {
    /// For each contact the two, not between others themselves, between which it lies; the same one twice
    /// where it is at its place.
    pub(super) fn between(&self, situations: &[Situation]) -> Vec<Option<[usize; 2]>> {
        let mut lines: BTreeMap<Vec<Rational>, Vec<usize>> = BTreeMap::new();
        for (index, contact) in self.contacts.iter().enumerate() {
            let asks = situations[index].is_engaged();
            if asks && self.turn_alike(contact) {
                lines.entry(self.line(contact)).or_default().push(index);
            }
        }
        let mut between = vec![None; self.contacts.len()];
        for line in lines.into_values() {
            // The first contact of the line says how the others are; one that differs in what has no order is
            // left alone.
            let Some(&first) = line.first() else { continue };
            let alike = |index: &usize| {
                situations[*index] == situations[first]
                    && self.contacts[*index].curvature == self.contacts[first].curvature
            };
            let mut line: Vec<usize> = line.into_iter().filter(alike).collect();
            line.sort_by_cached_key(|&index| self.place(&self.contacts[index]));
            let (Some(&least), Some(&most)) = (line.first(), line.last()) else { continue };
            for &index in line.iter().filter(|&&index| index != least && index != most) {
                let at =
                    |other: usize| self.place(&self.contacts[index]) == self.place(&self.contacts[other]);
                between[index] = Some(match (at(least), at(most)) {
                    (true, _) => [least, least],
                    (_, true) => [most, most],
                    _ => [least, most],
                });
            }
        }
        between
    }

    /// What contacts of one line have in common: bodies, normal, friction, and how far along the normal they are.
    fn line(&self, contact: &OutcomeContact) -> Vec<Rational> {
        let body = |body: Option<usize>| Rational::from(body.map_or(-1, |body| body as i64));
        let ([nx, ny], [px, py]) = (&contact.normal, &contact.point);
        let along = nx * px + ny * py;
        let [at_rest, sliding] = contact.friction.clone();
        vec![body(contact.on), body(contact.against), nx.clone(), ny.clone(), at_rest, sliding, along]
    }

    /// Where on its line a contact is.
    fn place(&self, contact: &OutcomeContact) -> Rational {
        let ([tx, ty], [px, py]) = (contact.tangent(), &contact.point);
        tx * px + ty * py
    }

    /// Whether the bodies of a contact do not turn relative to each other.
    fn turn_alike(&self, contact: &OutcomeContact) -> bool {
        let rate = |body: Option<usize>| {
            body.and_then(|body| self.bodies.get(body)).map(|body| body.twist[0].clone()).unwrap_or_default()
        };
        rate(contact.on) == rate(contact.against)
    }
}
