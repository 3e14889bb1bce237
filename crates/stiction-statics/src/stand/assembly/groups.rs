//! The parts of an assembly that do not touch each other.
//!
//! Forces pass from body to body through contacts alone, and what does not move takes up any force.  So
//! bodies that are not joined by contacts between bodies that may move stand or fall by themselves: the
//! assembly stands where each group does, and the collapse of one group is a collapse of the whole.  Each
//! group is measured by its own sizes and loads, so that a pebble beside a dam is no less than one alone.

use stiction_proof::{AssemblyContact, AssemblyProblem, AssemblyProof, FrictionUse, Rational, Touch};
use stiction_scene::lower::Standing;

/// A part of an assembly.
#[derive(Debug, Clone)]
pub(super) struct Group<S: Standing> {
    /// The part as an assembly of its own.
    pub(super) problem: AssemblyProblem<S::Touch>,
    /// For each of its bodies the place in the whole.
    pub(super) bodies: Vec<usize>,
    /// For each of its contacts the place in the whole.
    pub(super) contacts: Vec<usize>,
}

impl<S: Standing> Group<S> {
    /// Its part of what there is for every body of the whole.
    pub(super) fn part(&self, load: &[S::Screw]) -> Vec<S::Screw> {
        self.bodies.iter().map(|&body| load[body].clone()).collect()
    }
}

/// For each body the number of its group, and how many groups there are.
pub(super) fn numbered<T: Touch>(problem: &AssemblyProblem<T>) -> (Vec<usize>, usize) {
    let mut parent: Vec<usize> = (0..problem.bodies.len()).collect();
    fn root(parent: &mut [usize], mut body: usize) -> usize {
        while parent[body] != body {
            parent[body] = parent[parent[body]];
            body = parent[body];
        }
        body
    }
    for contact in &problem.contacts {
        if let (Some(on), Some(against)) = (contact.on, contact.against) {
            let (on, against) = (root(&mut parent, on), root(&mut parent, against));
            parent[on.max(against)] = on.min(against);
        }
    }
    let mut numbers = vec![usize::MAX; parent.len()];
    let mut count = 0;
    for body in 0..parent.len() {
        let first = root(&mut parent, body);
        if numbers[first] == usize::MAX {
            numbers[first] = count;
            count += 1;
        }
        numbers[body] = numbers[first];
    }
    (numbers, count)
}

/// Whether contacts join all bodies: then nothing is to be taken apart.
pub(super) fn is_one<T: Touch>(problem: &AssemblyProblem<T>) -> bool {
    numbered(problem).1 == 1
}

/// The groups of an assembly, in the order of their first bodies.
pub(super) fn groups<S: Standing>(problem: &AssemblyProblem<S::Touch>) -> Vec<Group<S>> {
    let (numbers, count) = numbered(problem);
    let empty = || Group {
        problem: AssemblyProblem { bodies: Vec::new(), contacts: Vec::new() },
        bodies: Vec::new(),
        contacts: Vec::new(),
    };
    let mut groups: Vec<Group<S>> = (0..count).map(|_| empty()).collect();
    let mut places = vec![0; numbers.len()];
    for (body, &number) in numbers.iter().enumerate() {
        let group = &mut groups[number];
        places[body] = group.bodies.len();
        group.bodies.push(body);
        group.problem.bodies.push(problem.bodies[body].clone());
    }
    for (index, contact) in problem.contacts.iter().enumerate() {
        let Some(body) = contact.on.or(contact.against) else { continue };
        let group = &mut groups[numbers[body]];
        group.contacts.push(index);
        let place = |body: Option<usize>| body.map(|body| places[body]);
        let (on, against) = (place(contact.on), place(contact.against));
        group.problem.contacts.push(AssemblyContact { on, against, touch: contact.touch.clone() });
    }
    groups
}

/// The collapse of a group as one of the whole: the others stay where they are.
pub(super) fn collapse<S: Standing>(
    problem: &AssemblyProblem<S::Touch>,
    group: &Group<S>,
    (friction, load): (&FrictionUse, &[S::Screw]),
    twists: &[S::Screw],
    resistance: &[Rational],
) -> AssemblyProof<S::Touch> {
    let mut all = problem.no_load();
    for (&body, twist) in group.bodies.iter().zip(twists) {
        all[body] = twist.clone();
    }
    let mut taken = Vec::new();
    if !resistance.is_empty() {
        taken = vec![Rational::zero(); problem.contacts.len()];
        for (&contact, resisted) in group.contacts.iter().zip(resistance) {
            taken[contact] = resisted.clone();
        }
    }
    AssemblyProof::Falls { friction: friction.clone(), load: load.to_vec(), twists: all, resistance: taken }
}
