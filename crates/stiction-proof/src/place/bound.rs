//! No placement is better than a bound, or none closes: a tree over all of them.

use super::heights::{Heights, coefficients, edges, part};
use super::stretch::{Group, Stretch, dealt};
use super::{Aim, PlaceProblem, distance_square};
use crate::check::{Refusal, Verified};
use crate::{FrictionUse, Rational};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// A node of a tree over all placements; every node but a leaf is followed by those below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Node {
    /// The stretch of this group is halved: one node for every way of dealing its contacts out, all of them in the
    /// first half first.
    Split(usize),
    /// This direction shows it.
    Below(usize),
    /// Any two contacts of these groups, or of this one group, are nearer than the spacing.
    Crowded([usize; 2]),
    /// Any contact of this group is nearer than the spacing to this one of those that stand.
    Beside([usize; 2]),
}

/// A statement about all placements, with what shows it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "proves", rename_all = "kebab-case", deny_unknown_fields)]
pub enum PlaceProof {
    /// **No placement has a larger quality.**
    AtMost {
        /// The bound.
        bound: Rational,
        /// Directions, in whole numbers, as few of them as are different.
        directions: Vec<[Rational; 3]>,
        /// The tree.
        tree: Vec<Node>,
    },
    /// **No placement closes** with these coefficients, and with no smaller ones.
    Never {
        /// The coefficients meant.
        friction: FrictionUse,
        /// Directions.
        directions: Vec<[Rational; 3]>,
        /// The tree.
        tree: Vec<Node>,
    },
    /// **No placement closes**: there are too few edges of friction cones, whatever they are.
    TooFew {
        /// How many there are.
        edges: usize,
    },
}

/// Nodes that a tree has at most.
pub const MOST_NODES: usize = 4_000_000;

const WALK: Refusal = Refusal::Place("the tree is none");
const NOT_SHOWN: Refusal = Refusal::Place("a direction does not show it");
const NOT_NEAR: Refusal = Refusal::Place("contacts that are said to be too near may be apart");

impl PlaceProblem {
    /// Accepts a statement about all placements, or says why it is none.
    ///
    /// # Errors
    /// It is not shown.
    pub fn check(&self, proof: PlaceProof) -> Result<Verified<PlaceProof>, Refusal> {
        let sound = self.tracks.iter().all(super::Track::is_sound) && self.length.is_positive();
        if !sound || self.friction.is_negative() || self.spacing.is_negative() {
            return Err(Refusal::Place("the problem is none"));
        }
        match &proof {
            PlaceProof::TooFew { edges } => {
                let (standing, new) = coefficients(self, &FrictionUse::Given);
                let of = |friction: &Rational| if friction.is_zero() { 1 } else { 2 };
                let found = standing.iter().map(of).sum::<usize>() + self.count * of(&new);
                if found != *edges || found > 3 {
                    return Err(Refusal::Place("there are enough edges"));
                }
            }
            PlaceProof::AtMost { bound, directions, tree } => {
                let each = self.aim == Aim::EpsilonLinf;
                if self.aim == Aim::LeastFriction {
                    return Err(Refusal::Place("of the least friction no bound from above is asked"));
                }
                let mut heights = Heights::new(self, each).ok_or(WALK)?;
                self.walk(directions, tree, &mut |groups, direction| {
                    heights.is_below(groups, direction, bound) == Some(true)
                })?;
            }
            PlaceProof::Never { friction, directions, tree } => {
                crate::check::check_use(friction)?;
                let mut exact = Exact::new(self, friction);
                self.walk(directions, tree, &mut |groups, direction| exact.is_open(groups, direction))?;
            }
        }
        Ok(Verified::accepted(proof))
    }

    fn walk(
        &self,
        directions: &[[Rational; 3]],
        tree: &[Node],
        shows: &mut dyn FnMut(&[Group], &[Rational; 3]) -> bool,
    ) -> Result<(), Refusal> {
        if tree.len() > MOST_NODES || directions.iter().any(|one| one.iter().all(Rational::is_zero)) {
            return Err(WALK);
        }
        let mut open = Vec::new();
        if self.count > 0 {
            let stretch = Stretch::whole(self.tracks.len());
            // Without a track there is no place for any of them.
            if self.tracks.is_empty() {
                return if tree.is_empty() { Ok(()) } else { Err(WALK) };
            }
            open.push(vec![Group { stretch, count: self.count }]);
        } else {
            open.push(Vec::new());
        }
        let mut near = Nearness { problem: self, known: HashMap::new() };
        for node in tree {
            let groups = open.pop().ok_or(WALK)?;
            match node {
                Node::Split(which) => open.extend(dealt(&groups, *which).ok_or(WALK)?.into_iter().rev()),
                Node::Below(direction) => {
                    let direction = directions.get(*direction).ok_or(WALK)?;
                    if !shows(&groups, direction) {
                        return Err(NOT_SHOWN);
                    }
                }
                Node::Crowded([a, b]) => {
                    let (first, second) = (groups.get(*a).ok_or(WALK)?, groups.get(*b).ok_or(WALK)?);
                    if a == b && first.count < 2 || !near.crowded(first.stretch, second.stretch) {
                        return Err(NOT_NEAR);
                    }
                }
                Node::Beside([group, standing]) => {
                    let group = groups.get(*group).ok_or(WALK)?;
                    let point = &self.standing.get(*standing).ok_or(WALK)?.point;
                    if !near.beside(group.stretch, point) {
                        return Err(NOT_NEAR);
                    }
                }
            }
        }
        if open.is_empty() { Ok(()) } else { Err(WALK) }
    }
}

/// Wrenches as they are, without roots.
struct Exact<'p> {
    problem: &'p PlaceProblem,
    standing: Vec<[Rational; 3]>,
    friction: Rational,
    known: HashMap<(usize, u64, u64), Vec<[Rational; 3]>>,
}

fn is_not_resisted(wrenches: &[[Rational; 3]], direction: &[Rational; 3]) -> bool {
    let power =
        |wrench: &[Rational; 3]| -> Rational { wrench.iter().zip(direction).map(|(f, v)| f * v).sum() };
    wrenches.iter().all(|wrench| !power(wrench).is_positive())
}

impl<'p> Exact<'p> {
    fn new(problem: &'p PlaceProblem, friction: &FrictionUse) -> Self {
        let (each, new) = coefficients(problem, friction);
        let of = |(contact, friction)| edges(problem, contact, friction);
        let standing = problem.standing.iter().zip(&each).flat_map(of).collect();
        Self { problem, standing, friction: new, known: HashMap::new() }
    }

    /// Equation (3); the direction is a motion turned round, moments not divided by anything.
    fn is_open(&mut self, groups: &[Group], direction: &[Rational; 3]) -> bool {
        let Self { problem, standing, friction, known } = self;
        is_not_resisted(standing, direction)
            && groups.iter().all(|group| {
                group.stretch.pieces().all(|(track, from, to)| {
                    let wrenches = known.entry((track, from, to)).or_insert_with(|| {
                        let (a, b) = (part(from), part(to));
                        problem.tracks[track].wrenches([&a, &b], &problem.reference, friction)
                    });
                    is_not_resisted(wrenches, direction)
                })
            })
    }
}

/// Which stretches are too near to each other.
struct Nearness<'p> {
    problem: &'p PlaceProblem,
    known: HashMap<Stretch, Vec<[Rational; 2]>>,
}

impl Nearness<'_> {
    fn points(&mut self, stretch: Stretch) -> Vec<[Rational; 2]> {
        let problem = self.problem;
        let find = || {
            let of =
                |(track, from, to): (usize, u64, u64)| problem.tracks[track].around([&part(from), &part(to)]);
            stretch.pieces().flat_map(of).collect()
        };
        self.known.entry(stretch).or_insert_with(find).clone()
    }

    /// The farthest points of two hulls are corners of them.
    fn crowded(&mut self, a: Stretch, b: Stretch) -> bool {
        let (a, b) = (self.points(a), self.points(b));
        let square = &self.problem.spacing * &self.problem.spacing;
        a.iter().all(|p| b.iter().all(|q| distance_square(p, q) < square))
    }

    fn beside(&mut self, a: Stretch, point: &[Rational; 2]) -> bool {
        let square = &self.problem.spacing * &self.problem.spacing;
        self.points(a).iter().all(|p| distance_square(p, point) < square)
    }
}
