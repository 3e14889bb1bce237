//! A part of an assembly: some of its bodies are placed, and some of those are held.
//!
//! A body that is not placed touches nothing.  One that is held stays where it is, whatever pulls at it, like
//! the ground; so a proof about the part speaks of the other placed bodies, with what pulls at them in the
//! whole.

use crate::Touch;
use crate::assembly::{AssemblyContact, AssemblyProblem};

impl<T: Touch> AssemblyProblem<T> {
    /// The part in which the bodies that are `placed`, by position, are there, and those that are `held`
    /// stay; with the positions in the whole of the bodies that may move.
    pub fn part(&self, placed: &[bool], held: &[bool]) -> (Self, Vec<usize>) {
        let is = |flags: &[bool], body: usize| flags.get(body).copied().unwrap_or(false);
        let moves: Vec<usize> =
            (0..self.bodies.len()).filter(|&body| is(placed, body) && !is(held, body)).collect();
        let position = |body: Option<usize>| body.and_then(|body| moves.binary_search(&body).ok());
        let there = |body: Option<usize>| body.is_none_or(|body| is(placed, body));
        let touching = self.contacts.iter().filter(|contact| there(contact.on) && there(contact.against));
        let contacts = touching.filter_map(|contact| {
            let (on, against) = (position(contact.on), position(contact.against));
            (on.is_some() || against.is_some()).then(|| AssemblyContact {
                on,
                against,
                touch: contact.touch.clone(),
            })
        });
        let bodies = moves.iter().map(|&body| self.bodies[body].clone()).collect();
        (Self { bodies, contacts: contacts.collect() }, moves)
    }
}
