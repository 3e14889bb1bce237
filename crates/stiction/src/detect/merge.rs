//! Contacts listed by hand beside those that were found.

use super::Detected;
use crate::scene::{Contact, Party, Rounding};
use crate::screw::Space;
use std::collections::HashSet;
use stiction_proof::Rational;

/// The listed contacts, then the detected ones that they do not replace.
///
/// A listed contact replaces every detected one of the same two bodies within the tolerance of its point: the
/// others of the pair stay, and all keep their ids; a patch loses the contact that was replaced.
pub fn merge<S: Space>(listed: Vec<Contact<S>>, detected: Detected<S>) -> Detected<S> {
    let reach = detected.tolerance.to_f64();
    let replaced = |found: &Contact<S>| listed.iter().any(|own| same_place(own, found, reach));
    let (gone, kept): (Vec<_>, Vec<_>) = detected.contacts.into_iter().partition(replaced);
    let gone: HashSet<&str> = gone.iter().map(|contact| contact.id.as_str()).collect();
    let rounded = detected.rounded.into_iter().filter(|rounding| !gone.contains(id_of(rounding))).collect();
    let mut patches = detected.patches;
    for patch in &mut patches {
        patch.contacts.retain(|id| !gone.contains(id.as_str()));
    }
    patches.retain(|patch| !patch.contacts.is_empty());
    let contacts = listed.into_iter().chain(kept).collect();
    Detected { contacts, patches, rounded, ..detected }
}

/// The contact that a path such as `contacts.ID.point` speaks of; the id itself may hold dots.
fn id_of(rounding: &Rounding) -> &str {
    let path = rounding.path.strip_prefix("contacts.").unwrap_or(&rounding.path);
    path.rsplit_once('.').map_or(path, |(id, _)| id)
}

fn same_place<S: Space>(a: &Contact<S>, b: &Contact<S>, reach: f64) -> bool {
    pair(a) == pair(b) && distance(a.point.as_ref(), b.point.as_ref()) <= reach
}

/// The two bodies, whichever is called `on`.
fn pair<S: Space>(contact: &Contact<S>) -> [Party; 2] {
    let rank = |party: &Party| match party {
        Party::Body(index) => *index,
        Party::Ground => usize::MAX,
    };
    let mut pair = [contact.on, contact.against];
    pair.sort_by_key(rank);
    pair
}

fn distance(a: &[Rational], b: &[Rational]) -> f64 {
    a.iter().zip(b).map(|(x, y)| (x - y).to_f64().powi(2)).sum::<f64>().sqrt()
}
