//! Preloaded contacts: the normal force is given, and friction reacts within its cone.
//!
//! A clamp, a spring or a gripper's drive pushes with `N` whatever the rest does. Take a **plunger** without mass
//! between the two partners that may slide along the normal and neither turn nor slip across it, pushed against `on`
//! with `N` by what is behind it:
//!
//! ```text
//!     on  ←contact→  plunger  ←guides, spring N→  against
//! ```
//!
//! Along the normal the plunger balances exactly when the contact pushes with `N`; across it the guides pass on
//! whatever friction does. So forces with a given normal part are forces of an assembly with one more body, and every
//! proof about assemblies is one about preloads.
//!
//! Behind a plunger may stand a **spring** of stiffness `k`, N/m. Where the part has moved into it by `x` since it
//! pushed with the preload `N`, the plunger is pushed with `N + k x`. That is linear in `x`, so that the approaches
//! with which a part stands are an interval as loads are: the least of them is how far a load drives the part into
//! its clamp before it holds. The contacts are taken where they are drawn: `x` is small beside the part.

use super::Standing;
use super::assembly::{add, joined, lifted, unit_along};
use crate::scene::{Body, Contact, Party, Rounding, Scene};
use std::borrow::Cow;
use stiction_exact::vector::{cross, minus};
use stiction_proof::Rational;

/// How the name of a plunger ends.
pub const PLUNGER: &str = " (preload)";

/// The scene with a plunger in place of every preload.
pub fn plunged<S: Standing>(scene: &Scene<S>) -> Cow<'_, Scene<S>> {
    let loaded = |contact: &Contact<S>| contact.preload.is_some() && contact.is_touching();
    if !scene.contacts.iter().any(loaded) {
        return Cow::Borrowed(scene);
    }
    let mut changed = scene.clone();
    for index in (0..scene.contacts.len()).filter(|&index| loaded(&scene.contacts[index])) {
        plunge(&mut changed, index);
    }
    Cow::Owned(changed)
}

/// Puts a plunger between the partners of a contact.
fn plunge<S: Standing>(scene: &mut Scene<S>, index: usize) {
    let contact = scene.contacts[index].clone();
    let Some(preload) = contact.pushed() else { return };
    let (unit, exact) = unit_along::<S>(&contact.normal);
    let push: Vec<Rational> = unit.as_ref().iter().map(|entry| entry * &preload).collect();
    if !exact && !preload.is_zero() {
        let path = format!("contacts.{}.preload", contact.id);
        let why = "divided by the length of the normal, an irrational root".to_owned();
        scene.rounded.push(Rounding { path, why });
    }
    let plunger = Party::Body(scene.bodies.len());
    let mut body = Body::new(free_name(scene, &contact.id));
    body.mass = Some(Rational::zero());
    body.com = contact.point.clone();
    let turns = S::FREEDOMS - S::DIMENSION;
    body.freedoms = (0..S::FREEDOMS).map(|k| k >= turns).collect();
    body.wrench = joined::<S>(&Default::default(), &lifted(&push));
    scene.bodies.push(body);
    if let Party::Body(behind) = contact.against {
        let behind = &mut scene.bodies[behind];
        let lever = minus(&lifted(contact.point.as_ref()), &lifted(behind.com.as_ref()));
        let back = joined::<S>(&cross(&lever, &lifted(&push)), &lifted(&push));
        add(behind.wrench.as_mut(), back.as_ref(), false);
    }
    for (number, normal) in guides::<S>(&contact).into_iter().enumerate() {
        let guide = Contact::new(plunger, contact.point.clone(), normal)
            .with_against(contact.against)
            .with_id(format!("{}/guide.{}", contact.id, number + 1));
        scene.contacts.push(guide);
    }
    scene.contacts[index].against = plunger;
}

/// Directions across the normal that together push every way across it.
fn guides<S: Standing>(contact: &Contact<S>) -> Vec<S::Vector> {
    let mut guides: Vec<S::Vector> = S::across(contact).into_iter().take(S::DIMENSION - 1).collect();
    let mut back = S::Vector::default();
    for guide in &guides {
        add(back.as_mut(), guide.as_ref(), false);
    }
    guides.push(back);
    guides
}

/// A name that no body has.
fn free_name<S: Standing>(scene: &Scene<S>, id: &str) -> String {
    let mut name = format!("{id}{PLUNGER}");
    while scene.body(&name).is_some() {
        name.insert(0, '\'');
    }
    name
}
