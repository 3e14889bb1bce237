//! The contacts of a scene after expansion, in the form of the scene file.

use crate::answer::Found;
use crate::report::Answered;
use stiction::scene::{Contact, Scene};
use stiction::screw::Planar;

/// The contacts, with the names of the bodies they join.
#[derive(Debug, Clone, PartialEq)]
pub struct ContactsAnswer {
    /// Each contact with the names of `on` and `against`.
    pub contacts: Vec<(Contact<Planar>, String, String)>,
}

pub(crate) fn contacts_answer(scene: &Scene<Planar>) -> Found {
    let named = |contact: &Contact<Planar>| {
        let name = |party| scene.party_name(party).to_owned();
        (contact.clone(), name(contact.on), name(contact.against))
    };
    let contacts = scene.contacts.iter().map(named).collect();
    Found {
        answered: Answered::Contacts(ContactsAnswer { contacts }),
        rounded: scene.rounded.clone(),
        warnings: Vec::new(),
    }
}
