//! Contacts listed by hand beside those that were found.

use super::Detected;
use crate::scene::{Contact, Party, Rounding};
use std::collections::{HashMap, HashSet};
use stiction_geometry::screw::Space;
use stiction_proof::Rational;

/// The listed contacts, then the detected ones that they do not replace.
///
/// A listed contact replaces every detected one of the same two bodies within the tolerance of its point: the
/// others of the pair stay, and all keep their ids; a patch loses the contact that was replaced.
pub fn merge<S: Space>(listed: Vec<Contact<S>>, detected: Detected<S>) -> Detected<S> {
    if listed.is_empty() {
        return detected;
    }
    let reach = detected.tolerance.to_f64();
    let mut of_pair: HashMap<[Party; 2], Vec<&Contact<S>>> = HashMap::new();
    for own in &listed {
        of_pair.entry(pair(own)).or_default().push(own);
    }
    let replaced = |found: &Contact<S>| {
        let near = |own: &&Contact<S>| distance(own.point.as_ref(), found.point.as_ref()) <= reach;
        of_pair.get(&pair(found)).is_some_and(|own| own.iter().any(near))
    };
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

#[cfg(test)]
mod tests {
    use super::*;
    use stiction_geometry::screw::Planar;

    fn contact(id: &str, on: Party, against: Party, x: i64) -> Contact<Planar> {
        Contact::planar(on, [x, 0], [0, 1]).with_against(against).with_id(id)
    }

    #[test]
    fn a_listed_contact_replaces_what_is_at_its_place_between_the_same_bodies_in_either_order() {
        let (a, b) = (Party::Body(0), Party::Body(1));
        let rounded = |id: &str| Rounding { path: format!("contacts.{id}.point"), why: String::new() };
        let detected = Detected {
            contacts: vec![
                contact("0/1.1", a, b, 1),
                contact("0/1.2", a, b, 2),
                contact("0/ground.1", a, Party::Ground, 1),
                contact("1/ground.1", b, Party::Ground, 1),
            ],
            notes: Vec::new(),
            patches: Vec::new(),
            rounded: vec![rounded("0/1.1"), rounded("0/1.2")],
            tolerance: Rational::new(1, 10),
        };
        let untouched = merge(Vec::new(), detected.clone());
        assert_eq!(untouched, detected);
        let listed =
            vec![contact("mine", b, a, 1), contact("other", a, Party::Ground, 1), contact("far", b, a, 9)];
        let merged = merge(listed, detected);
        let ids: Vec<&str> = merged.contacts.iter().map(|contact| contact.id.as_str()).collect();
        assert_eq!(ids, ["mine", "other", "far", "0/1.2", "1/ground.1"]);
        assert_eq!(merged.rounded, [rounded("0/1.2")]);
    }
}
