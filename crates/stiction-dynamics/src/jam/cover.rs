//! All patterns of signs of a group, by branch and bound.
//!
//! A node is a pattern in which some signs are open.  It is refuted by one vector for each open sign
//! ([`super::turning`]), else split at the sign whose ignorance costs most; a node without open signs is one
//! program.  So a refutation is found as far above the patterns as it holds, and what was found at one scale
//! is tried first at the next.

use super::cone::{Parts, Pushes, full};
use super::decide::Locker;
use super::known::Critical;
use super::turning::Proposal;
use stiction_exact::matrix::{Rows, dot};
use stiction_exact::work;
use stiction_proof::{Case, ForceSign, Rational, Refutation};

/// Which boxes are asked about.
#[derive(Debug, Clone, Copy)]
pub(super) enum Boxes<'a> {
    /// That of a scale.
    At(&'a Rational),
    /// Every smaller one.
    Below(&'a Rational),
    /// Every one.
    All,
}

/// Patterns of signs of a group, and what refuted them last.
#[derive(Debug, Clone)]
pub(super) struct Node {
    /// Whether λ is negative, where that is known.
    signs: Vec<Option<bool>>,
    by: Option<Refutation<Vec<Rational>>>,
}

/// How one pattern ends.
pub(super) enum Leaf<T> {
    Refuted(Refutation<Vec<Rational>>),
    Found(T),
    Open,
}

/// How all patterns of a group end.
pub(super) enum Covered<T> {
    Refuted(Vec<Case<Vec<Rational>>>),
    Found(T),
    Open,
}

impl Locker<'_> {
    /// Refutes every pattern of a group, or finds one that `leaf` does not refute.
    pub(super) fn cover<T>(
        &self,
        group: usize,
        boxes: Boxes<'_>,
        leaf: impl Fn(&Pushes) -> Leaf<T>,
    ) -> Covered<T> {
        let pushes = &self.groups[group].pushes;
        let scale = match boxes {
            Boxes::At(scale) | Boxes::Below(scale) => scale.to_f64(),
            Boxes::All => 0.0,
        };
        let middle = self.doubles[group].middle(scale);
        let mut waiting = match boxes {
            Boxes::All => Vec::new(),
            Boxes::At(_) | Boxes::Below(_) => self.known.nodes(group),
        };
        if waiting.is_empty() {
            waiting.push(Node { signs: self.root(group), by: None });
        }
        let (mut refuted, mut open, mut found) = (Vec::new(), Vec::new(), None);
        while let Some(node) = waiting.pop() {
            let Node { signs, by } = node;
            let holds = |by: &Refutation<Vec<Rational>>| pushes.are_refuted(&signs, by, boxes);
            if let Some(by) = by.filter(holds) {
                refuted.push(Node { signs, by: Some(by) });
                continue;
            }
            let proposal = middle.as_ref().map_or(Proposal::Nothing, |middle| middle.propose(&signs));
            let mut split = signs.iter().position(Option::is_none);
            match proposal {
                Proposal::Refutes(vectors) => {
                    let by = Refutation::Opposed(vectors);
                    if holds(&by) {
                        refuted.push(Node { signs, by: Some(by) });
                        continue;
                    }
                }
                Proposal::Split(at) => split = Some(at),
                Proposal::Nothing => {}
            }
            if let Some(at) = split {
                for negative in [true, false] {
                    let mut signs = signs.clone();
                    signs[at] = Some(negative);
                    waiting.push(Node { signs, by: None });
                }
                continue;
            }
            let negative: Vec<bool> = signs.iter().map(|sign| *sign == Some(true)).collect();
            match leaf(&pushes.signed(&negative)) {
                Leaf::Refuted(by) => {
                    let shorter = shortened(&by).filter(holds);
                    refuted.push(Node { signs, by: Some(shorter.unwrap_or(by)) });
                }
                Leaf::Found(what) => {
                    open.push(Node { signs, by: None });
                    self.known.locked(group, &negative);
                    found = Some(what);
                    break;
                }
                Leaf::Open => open.push(Node { signs, by: None }),
            }
        }
        let is_open = !open.is_empty();
        if !matches!(boxes, Boxes::All) {
            let nodes = refuted.iter().cloned().chain(open).chain(waiting).collect();
            self.known.keep(group, nodes);
        }
        match found {
            Some(what) => Covered::Found(what),
            None if is_open => Covered::Open,
            None => Covered::Refuted(refuted.into_iter().filter_map(case).collect()),
        }
    }

    /// What is known before anything is told apart: where every sign of a group is free, the first is taken
    /// to be positive.
    fn root(&self, group: usize) -> Vec<Option<bool>> {
        let members = &self.groups[group].pushes.members;
        let sign = |&member: &usize| match self.problem.constraints[member].sign {
            ForceSign::Positive => Some(false),
            ForceSign::Negative => Some(true),
            ForceSign::Free => None,
        };
        let mut signs: Vec<Option<bool>> = members.iter().map(sign).collect();
        if signs.iter().all(Option::is_none)
            && let Some(first) = signs.first_mut()
        {
            *first = Some(false);
        }
        signs
    }

    /// Patterns that are likely to lock at a scale.
    pub(super) fn likely(&self, scale: &Rational) -> Vec<Critical> {
        let mut found: Vec<Critical> = Vec::new();
        for (group, doubles) in self.doubles.iter().enumerate() {
            let root = self.root(group);
            for start in STARTS {
                let Some(mut negative) = doubles.likely(scale.to_f64(), start) else { continue };
                let agrees = |negative: &[bool]| {
                    root.iter().zip(negative).all(|(root, is)| root.is_none_or(|root| root == *is))
                };
                if !agrees(&negative) {
                    negative.iter_mut().for_each(|is| *is = !*is);
                }
                let pattern = Critical { group, negative };
                if agrees(&pattern.negative) && !found.contains(&pattern) {
                    found.push(pattern);
                }
            }
        }
        found
    }
}

/// Corners of the box from which walks start: no friction, all of it, and some of each.
const STARTS: [usize; 6] = [
    0,
    usize::MAX,
    0x5555_5555_5555_5555,
    0x3333_3333_3333_3333,
    0x0f0f_0f0f_0f0f_0f0f,
    0x6996_9669_9669_6996,
];

fn case(node: Node) -> Option<Case<Vec<Rational>>> {
    let sign = |sign: &Option<bool>| match sign {
        None => ForceSign::Free,
        Some(false) => ForceSign::Positive,
        Some(true) => ForceSign::Negative,
    };
    Some(Case { signs: node.signs.iter().map(sign).collect(), by: node.by? })
}

/// The same with shorter vectors.
fn shortened(by: &Refutation<Vec<Rational>>) -> Option<Refutation<Vec<Rational>>> {
    let all = |vectors: &Rows| -> Option<Rows> { vectors.iter().map(|vector| short(vector)).collect() };
    Some(match by {
        Refutation::Opposed(vectors) if vectors.len() == 1 => Refutation::Opposed(all(vectors)?),
        Refutation::Chain { chain, still } if still.is_empty() => {
            Refutation::Chain { chain: all(chain)?, still: Vec::new() }
        }
        _ => return None,
    })
}

/// Bits of a short vector, relative to its largest entry.
const BITS: i32 = 20;

/// A vector with few bits near another one.
fn short(vector: &[Rational]) -> Option<Vec<Rational>> {
    let entries: Vec<f64> = vector.iter().map(Rational::to_f64).collect();
    let most = entries.iter().fold(0.0_f64, |most, entry| most.max(entry.abs()));
    if !(most.is_finite() && most > 0.0) {
        return None;
    }
    let unit = f64::from(most.log2().floor() as i32 - BITS).exp2();
    // A multiple of a vector refutes as much: integers.
    entries.into_iter().map(|entry| Rational::from_f64((entry / unit).round())).collect()
}

impl Pushes {
    /// Whether vectors refute every pattern of a node; `self` has every λ positive.
    fn are_refuted(&self, signs: &[Option<bool>], by: &Refutation<Vec<Rational>>, boxes: Boxes<'_>) -> bool {
        match by {
            Refutation::Opposed(vectors) => self.are_opposed(signs, vectors, boxes),
            Refutation::Chain { chain, still } => still.is_empty() && self.are_emptied(signs, chain, boxes),
        }
    }

    fn are_opposed(&self, signs: &[Option<bool>], vectors: &Rows, boxes: Boxes<'_>) -> bool {
        let mut own = 0;
        self.images.iter().zip(signs).all(|(parts, sign)| {
            own += usize::from(sign.is_none());
            let lead = if sign.is_none() { own } else { 0 };
            edges(parts, boxes).into_iter().all(|(edge, decisive)| {
                let mut least = Rational::zero();
                for (index, vector) in vectors.iter().enumerate() {
                    work::spend(edge.len());
                    let along = dot(vector, &edge);
                    least += &match (index == lead, sign) {
                        (true, Some(true)) => -along,
                        (true, _) => along,
                        (false, _) => -along.abs(),
                    };
                }
                if decisive { least.is_positive() } else { !least.is_negative() }
            })
        })
    }

    /// Whether vectors, one after the other, leave no constraint that can carry a force, as [`Pushes::chain`] does.
    fn are_emptied(&self, signs: &[Option<bool>], chain: &Rows, boxes: Boxes<'_>) -> bool {
        let mut left: Vec<usize> = (0..self.images.len()).collect();
        for direction in chain {
            let mut still = Vec::with_capacity(left.len());
            for &index in &left {
                let mut carries = false;
                for (edge, decisive) in edges(&self.images[index], boxes) {
                    work::spend(edge.len());
                    let along = dot(direction, &edge);
                    let along = if signs[index] == Some(true) { -along } else { along };
                    if along.is_negative() {
                        return false;
                    }
                    carries |= decisive && !along.is_positive();
                }
                if carries {
                    still.push(index);
                }
            }
            left = still;
        }
        left.is_empty()
    }
}

/// The edges of a constraint, and whether they have a part in every force.
fn edges(parts: &Parts, boxes: Boxes<'_>) -> Vec<(Vec<Rational>, bool)> {
    let mut edges = vec![(parts.bare.clone(), true)];
    edges.extend(parts.rubs.iter().map(|rub| match boxes {
        Boxes::At(scale) => (full(&parts.bare, scale, rub), true),
        Boxes::Below(scale) => (full(&parts.bare, scale, rub), false),
        Boxes::All => (rub.clone(), false),
    }));
    edges
}
