//! Groups of bodies that no contact joins, and what moves a group that is at rest.
//!
//! A contact whose force follows from the motion joins the free bodies that it touches; so does one that is
//! being left or that pushes with a given force, since what it does is about both.  Bodies that are joined,
//! at whatever remove, are a group.  The accelerations and forces of one group do not enter the rows of
//! another, so all solutions are the products of those of the groups.
//!
//! A group is at rest when its bodies, and whatever they touch, neither move nor are accelerated by a drive.
//! Then the accelerations `A` of its bodies part the points of a contact with `a = (an, at)` linear in `A`,
//! and by Newton and Euler, with `g` for what acts besides the contacts,
//!
//! ```text
//!     A·MA = g·A + Σ f·a                                                                           (1)
//!     f·a ≤ 0 at each contact: it has no force, or a = 0, or an = 0 and friction is against at      (2)
//!     so g·A ≥ A·MA > 0 in every solution that moves the group                                     (3)
//! ```
//!
//! and a solution that does not move it has `a = 0` at each of its contacts: they all stick.  So `g·A`, which
//! is a row over the multiples of the edges, is a [`Law`](crate::choice::Law) that excepts the choices in
//! which all contacts of the group stick.  Normal forces that balance the loads are multipliers by which (3)
//! is impossible at once: the group rests, whatever the friction.
//!
//! References: \[BT 7\] for the last sentence.

use super::answer::ContactLaw;
use super::rows::OutcomeRows;
use crate::Rational;
use crate::choice::{Entry, Objection, Partial, Signs, Site};

/// Free bodies that contacts join.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The bodies, by index.
    pub bodies: Vec<usize>,
    /// The contacts that touch one of them; one that joins nothing is the first body's.
    pub contacts: Vec<usize>,
    /// The law (3), where the group is at rest: its index among those of the choices.
    pub law: Option<usize>,
}

/// Finds the groups, and gives those at rest their law.
pub(super) fn grouped<P: ContactLaw<A, F>, const A: usize, const F: usize>(
    problem: &P,
    mut laid: OutcomeRows<A, F>,
) -> Result<OutcomeRows<A, F>, Objection> {
    let [bodies, contacts] = problem.counts();
    let free: Vec<bool> = (0..bodies).map(|body| problem.is_free_body(body)).collect();
    let joins = |contact: usize| laid.choices.sites()[contact].choices.len() > 1;
    let parties: Vec<Vec<usize>> = (0..contacts)
        .map(|contact| problem.parties(contact).into_iter().flatten().filter(|&body| free[body]).collect())
        .collect();
    let pushes = |contact: usize| laid.given[contact].iter().any(|entry| !entry.is_zero());
    let is_left = |contact: usize| laid.choices.sites()[contact].choices.iter().all(|only| only.label == "s");
    let connects = |&contact: &usize| joins(contact) || pushes(contact) || is_left(contact);
    // The group of a body is called by its first one.
    let mut name: Vec<usize> = (0..bodies).collect();
    for touched in (0..contacts).filter(connects).map(|contact| &parties[contact]) {
        if let [one, other] = touched[..] {
            let (least, most) = (name[one].min(name[other]), name[one].max(name[other]));
            name.iter_mut().filter(|name| **name == most).for_each(|name| *name = least);
        }
    }
    let firsts: Vec<usize> = (0..bodies).filter(|&body| free[body] && name[body] == body).collect();
    let mut choices = laid.choices.clone();
    for first in firsts {
        let members: Vec<usize> = (0..bodies).filter(|&body| free[body] && name[body] == first).collect();
        let owned = |contact: &usize| parties[*contact].first().is_some_and(|&body| name[body] == first);
        let contacts: Vec<usize> = (0..contacts).filter(owned).collect();
        let touched = contacts.iter().filter(|&&contact| joins(contact));
        let mut around = touched.flat_map(|&contact| problem.parties(contact)).flatten();
        let rests =
            members.iter().all(|&body| problem.is_still(body)) && around.all(|body| problem.is_still(body));
        let law = rests.then(|| choices.laws().len());
        if rests {
            let except = stuck(choices.sites(), &contacts);
            choices = choices.with_law(&work(problem, &laid, &members), except)?;
        }
        laid.groups.push(Group { bodies: members, contacts, law });
    }
    laid.choices = choices;
    Ok(laid)
}

/// `g·A` of some bodies as a row.
fn work<P: ContactLaw<A, F>, const A: usize, const F: usize>(
    problem: &P,
    laid: &OutcomeRows<A, F>,
    bodies: &[usize],
) -> Vec<Rational> {
    let loads: Vec<[Rational; A]> = bodies.iter().map(|&body| problem.acting(body)).collect();
    let power = |body: usize, acceleration: &[Rational; A]| -> Rational {
        let load = bodies.iter().position(|&other| other == body).map(|place| &loads[place]);
        load.map_or_else(Rational::zero, |load| load.iter().zip(acceleration).map(|(g, a)| g * a).sum())
    };
    let of_edge = |response: &Vec<(usize, [Rational; A])>| -> Rational {
        response.iter().map(|(body, change)| power(*body, change)).sum()
    };
    let constant = bodies.iter().map(|&body| power(body, &laid.unforced[body])).sum();
    laid.responses.iter().map(of_edge).chain([constant]).collect()
}

/// The choices in which these contacts stick, or nothing is asked of them; all choices at the others.
fn stuck(sites: &[Site], contacts: &[usize]) -> Partial {
    let still = |signs: &Signs| signs.admit(&Rational::zero());
    let mut except: Partial = sites.iter().map(Site::all).collect();
    for &contact in contacts {
        let sticking = sites[contact].choices.iter().enumerate();
        let sticking = sticking.filter(|(_, choice)| choice.signs.iter().all(|(_, signs)| still(signs)));
        except[contact] = sticking.fold(0, |mask, (index, _)| mask | 1 << index);
    }
    except
}

impl<const A: usize, const F: usize> OutcomeRows<A, F> {
    /// Whether the modes that are held and those that are excluded are all: for each group by itself where
    /// every exclusion is about one of them; then the modes that are held are all products of what is held of
    /// the groups.  Contacts between two others are left to these.
    pub fn leaves_nothing_out(&self, held: &[Partial], excluded: &[Entry]) -> Result<(), Objection> {
        let held: Vec<Partial> =
            held.iter().map(|mode| self.without_between(mode)).collect::<Result<_, _>>()?;
        let excluded: Vec<Entry> = excluded
            .iter()
            .map(|entry| Ok(Entry { all: self.without_between(&entry.all)?, law: entry.law }))
            .collect::<Result<_, Objection>>()?;
        let sites = |contacts: &mut dyn Iterator<Item = usize>| -> Vec<usize> {
            contacts.filter(|&contact| self.between[contact].is_none()).collect()
        };
        let whole = || {
            let held = held.iter().cloned().map(Entry::from);
            let entries: Vec<Entry> = held.chain(excluded.iter().cloned()).collect();
            self.choices.covered_at(&sites(&mut (0..self.between.len())), &entries)
        };
        let mut parts: Vec<Vec<Entry>> = vec![Vec::new(); self.groups.len()];
        for entry in &excluded {
            match self.group_of(entry) {
                Some(group) => parts[group].push(entry.clone()),
                None => return whole(),
            }
        }
        let covered = |group: &Group, part: &[Entry]| {
            self.choices.covered_at(&sites(&mut group.contacts.iter().copied()), part)
        };
        if self.groups.len() < 2 {
            return whole();
        }
        if held.is_empty() {
            // One group without a way on is enough.
            let mut ends = self.groups.iter().zip(&parts);
            let ends = ends.any(|(group, part)| covered(group, part).is_ok());
            return if ends {
                Ok(())
            } else {
                Err(Objection::Missing(self.choices.spell(&self.choices.everything())))
            };
        }
        let mut product = 1_usize;
        for (group, part) in self.groups.iter().zip(&mut parts) {
            let mut own: Vec<Partial> = held.iter().map(|mode| self.only(group, mode)).collect();
            own.sort_unstable();
            own.dedup();
            product = product.saturating_mul(own.len());
            part.extend(own.into_iter().map(Entry::from));
            covered(group, part)?;
        }
        let mut modes: Vec<&Partial> = held.iter().collect();
        modes.sort_unstable();
        modes.dedup();
        if modes.len() == product { Ok(()) } else { Err(Objection::Missing("a product of modes".to_owned())) }
    }

    /// What a partial mode lets a contact between two others do: separate where one of them may, else what both may.
    pub fn followed(&self, [one, other]: [usize; 2], mode: &[u32]) -> u32 {
        let separates = 1;
        (mode[one] | mode[other]) & separates | mode[one] & mode[other] & !separates
    }

    /// A partial mode, open at the contacts between others, which must have at least what follows.
    fn without_between(&self, mode: &Partial) -> Result<Partial, Objection> {
        let mut open = mode.clone();
        for (contact, two) in self.between.iter().enumerate() {
            let Some(two) = *two else { continue };
            if self.followed(two, mode) & !mode[contact] != 0 {
                return Err(Objection::Missing(self.choices.spell(mode)));
            }
            open[contact] = self.choices.sites()[contact].all();
        }
        Ok(open)
    }

    /// The group that an exclusion is about; none of one about several, or about everything.
    fn group_of(&self, entry: &Entry) -> Option<usize> {
        let law = entry.law.and_then(|law| self.groups.iter().position(|group| group.law == Some(law)));
        let everything = self.choices.everything();
        let says = |group: &Group| group.contacts.iter().any(|&site| entry.all[site] != everything[site]);
        let mut said = (0..self.groups.len()).filter(|&index| says(&self.groups[index]));
        match (law, said.next(), said.next()) {
            (_, _, Some(_)) => None,
            (Some(law), Some(said), None) if law != said => None,
            (law, said, None) => law.or(said),
        }
    }

    /// A mode at the contacts of a group, open at the others.
    fn only(&self, group: &Group, mode: &Partial) -> Partial {
        let mut only = self.choices.everything();
        group.contacts.iter().for_each(|&site| only[site] = mode[site]);
        only
    }
}
