//! Refutations that leave no pattern of signs out.
//!
//! Every vector `z` here has `z·Σ λᵢ(Φᵢ + μᵢΦ̂ᵢ) = 0`: for jamming because `M z = Φᵀy` and `Φβ = 0`, for
//! wedging because the sum itself vanishes.
//!
//! ```text
//!     a group         z·Φᵢ = z·Φ̂ᵢ = 0 outside of it, so that the sum over the group alone is zero                 (1)
//!     a chain         z·e ≥ 0 on every edge of the constraints that are left: those on whose edges that have a
//!                     part in every force it is positive carry none, and are left out from there on                (2)
//!     what is still   z·e ≥ c·e on the edges that are left, for ± every coordinate c: the sum they make is zero    (3)
//!     signs left open z(σ) = z₀ + Σ σⱼzⱼ over the signs that are open: of a constraint whose sign σᵢ is known
//!                     σᵢz₀·e > Σ |zⱼ·e|, of one whose sign is open zᵢ·e > |z₀·e| + Σ_{j≠i} |zⱼ·e|;
//!                     then σᵢz(σ)·e > 0 whatever the open signs are                                                (4)
//! ```
//!
//! By (4) one case refutes 2ᵏ patterns: it is how an interval matrix is seen to be regular from one inverse,
//! with weights.  By (1) groups are refuted one by one, and the patterns of signs of independent groups do
//! not multiply.  A group all of whose signs are free is looked at with its first sign positive, since (1)
//! holds for −λ as well.
//!
//! References: \[DY Theorem 1\], \[DY Theorem 2\].

use super::{Constraint, ForceSign, JamProblem, Kind, Pushed};
use crate::Rational;
use crate::check::{Check, Refusal, require};
use crate::vectors::dot;
use serde::{Deserialize, Serialize};

/// Refutations of every pattern of signs of a group of constraints.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cover<V> {
    /// The constraints of the group, by number.
    pub group: Vec<usize>,
    /// What refutes its patterns.
    pub cases: Vec<Case<V>>,
}

/// Some patterns of signs of a group, and what refutes them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case<V> {
    /// The sign of each constraint of the group; `free` where the case is about either.
    pub signs: Vec<ForceSign>,
    /// The refutation.
    pub by: Refutation<V>,
}

/// Why a pattern of signs does not lock.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refutation<V> {
    /// (4): first `z₀`, then one vector for each sign that is open, in order.  Where none is, a single vector
    /// on which every edge does positive work.
    Opposed(Vec<V>),
    /// (2), then (3); no sign is open.
    Chain {
        /// One after the other.
        chain: Vec<V>,
        /// For `±` each coordinate in turn; none where the chain leaves nothing.
        still: Vec<V>,
    },
}

/// A vector of a refutation, with what shows that the sum does no work on it.
pub(super) trait Direction {
    /// The vector.
    fn motion(&self) -> &[Rational];
    /// Accepts or refuses it.
    fn check(&self, problem: &JamProblem) -> Check;
}

impl Direction for Pushed {
    fn motion(&self) -> &[Rational] {
        &self.motion
    }

    fn check(&self, problem: &JamProblem) -> Check {
        problem.is_pushed(self)
    }
}

impl Direction for Vec<Rational> {
    fn motion(&self) -> &[Rational] {
        self
    }

    fn check(&self, problem: &JamProblem) -> Check {
        problem.sized(self)
    }
}

/// Which boxes are refuted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Boxes<'a> {
    /// The box of a scale.
    At(&'a Rational),
    /// Every smaller one: there the edge without friction has a part in every force.
    Below(&'a Rational),
    /// Every box.
    All,
}

/// A row of a constraint for a positive λ, and whether it has a part in every force, so that it must be
/// positive to leave the constraint out.
struct Edge {
    row: Vec<Rational>,
    decisive: bool,
}

/// The constraints of a group with their signs, and the edges of every constraint of the problem.
#[derive(Clone, Copy)]
struct Pattern<'a> {
    group: &'a [usize],
    signs: &'a [ForceSign],
    edges: &'a [Vec<Edge>],
}

impl JamProblem {
    /// That these cover every pattern of signs, and refute each.
    pub(super) fn covered<V: Direction>(&self, kind: Kind, covers: &[Cover<V>], boxes: Boxes<'_>) -> Check {
        self.are_groups(covers)?;
        let edges: Vec<Vec<Edge>> =
            self.constraints.iter().map(|one| self.rows_of(kind, one, boxes)).collect();
        for cover in covers {
            self.leaves_none_out(cover)?;
            for case in &cover.cases {
                self.refutes(kind, cover, case, &edges)?;
            }
        }
        Ok(())
    }

    /// Every constraint is in one group.
    fn are_groups<V>(&self, covers: &[Cover<V>]) -> Check {
        let mut members: Vec<usize> = covers.iter().flat_map(|cover| cover.group.iter().copied()).collect();
        members.sort_unstable();
        let each_once = members.iter().copied().eq(0..self.constraints.len());
        require(each_once, Refusal::Locks("not every constraint is in one group"))
    }

    fn rows_of(&self, kind: Kind, one: &Constraint, boxes: Boxes<'_>) -> Vec<Edge> {
        let mut rows = vec![Edge { row: one.normal.clone(), decisive: true }];
        let (most, all) = match boxes {
            Boxes::At(scale) | Boxes::Below(scale) => (scale * one.most(kind), false),
            Boxes::All => (one.most(kind).clone(), true),
        };
        let decisive = matches!(boxes, Boxes::At(_));
        let mut rub = |most: &Rational| {
            let row = match all {
                true => one.friction.iter().map(|entry| entry * most).collect(),
                false => one.loaded(most),
            };
            rows.push(Edge { row, decisive });
        };
        rub(&most);
        if kind == Kind::Wedge && self.either_way {
            rub(&-most);
        }
        rows
    }

    /// Whether the cases of a group leave no pattern of its signs out.
    fn leaves_none_out<V>(&self, cover: &Cover<V>) -> Check {
        let size = cover.group.len();
        let fits = cover.cases.iter().all(|case| case.signs.len() == size);
        require(fits, Refusal::Locks("a pattern has not one sign for each constraint of its group"))?;
        let mut known: Vec<ForceSign> = cover.group.iter().map(|&one| self.constraints[one].sign).collect();
        if known.iter().all(|&sign| sign == ForceSign::Free)
            && let Some(first) = known.first_mut()
        {
            *first = ForceSign::Positive;
        }
        let agrees = |case: &&[ForceSign]| {
            let pairs = case.iter().zip(&known);
            pairs.into_iter().all(|(sign, known)| sign == known || [sign, known].contains(&&ForceSign::Free))
        };
        let cases: Vec<&[ForceSign]> =
            cover.cases.iter().map(|case| &case.signs[..]).filter(agrees).collect();
        require(are_all(&cases, &mut known), Refusal::Locks("not every pattern of signs is refuted"))
    }

    fn refutes<V: Direction>(
        &self,
        kind: Kind,
        cover: &Cover<V>,
        case: &Case<V>,
        edges: &[Vec<Edge>],
    ) -> Check {
        let pattern = Pattern { group: &cover.group, signs: &case.signs, edges };
        let vectors: &mut dyn Iterator<Item = &V> = match &case.by {
            Refutation::Opposed(turning) => &mut turning.iter(),
            Refutation::Chain { chain, still } => &mut chain.iter().chain(still),
        };
        for vector in vectors {
            vector.check(self)?;
            self.is_idle_outside(kind, &cover.group, vector.motion())?;
        }
        match &case.by {
            Refutation::Opposed(turning) => self.opposed(pattern, turning),
            Refutation::Chain { chain, still } => {
                let decided = case.signs.iter().all(|&sign| sign != ForceSign::Free);
                require(decided, Refusal::Locks("a chain is about one pattern of signs"))?;
                let left = self.chained(pattern, chain)?;
                if left.is_empty() {
                    return Ok(());
                }
                let jam = kind == Kind::Jam;
                require(jam, Refusal::Locks("some constraints can still carry forces"))?;
                self.still(pattern, still, &left)
            }
        }
    }

    /// (1).
    fn is_idle_outside(&self, kind: Kind, group: &[usize], z: &[Rational]) -> Check {
        for (index, one) in self.constraints.iter().enumerate().filter(|(index, _)| !group.contains(index)) {
            let idle = dot(z, &one.normal).is_zero()
                && (one.most(kind).is_zero() || dot(z, &one.friction).is_zero());
            require(idle, Refusal::Resists(self.constraints[index].id.clone()))?;
        }
        Ok(())
    }

    /// (4).
    fn opposed<V: Direction>(&self, pattern: Pattern<'_>, turning: &[V]) -> Check {
        let Pattern { group, signs, edges } = pattern;
        let open = signs.iter().filter(|&&sign| sign == ForceSign::Free).count();
        let counted = turning.len() == open + 1;
        require(counted, Refusal::Locks("not one vector for each sign that is open"))?;
        let mut own = 0;
        for (&index, &sign) in group.iter().zip(signs) {
            own += usize::from(sign == ForceSign::Free);
            let lead = if sign == ForceSign::Free { own } else { 0 };
            for edge in &edges[index] {
                let mut rest = Rational::zero();
                for (vector, turned) in turning.iter().enumerate() {
                    let work = dot(turned.motion(), &edge.row);
                    let helps = vector == lead;
                    let part = match (helps, sign) {
                        (true, ForceSign::Negative) => -work,
                        (true, _) => work,
                        (false, _) => -work.abs(),
                    };
                    rest += &part;
                }
                let holds = if edge.decisive { rest.is_positive() } else { !rest.is_negative() };
                require(holds, Refusal::Resists(self.constraints[index].id.clone()))?;
            }
        }
        Ok(())
    }

    /// (2): the constraints that a chain leaves, by their place in the group.
    fn chained<V: Direction>(&self, pattern: Pattern<'_>, chain: &[V]) -> Result<Vec<usize>, Refusal> {
        let Pattern { group, signs, edges } = pattern;
        let mut left: Vec<usize> = (0..group.len()).collect();
        for z in chain {
            let mut kept = Vec::new();
            for &place in &left {
                let index = group[place];
                let mut carries = false;
                for edge in &edges[index] {
                    let work = signed(dot(z.motion(), &edge.row), signs[place]);
                    require(!work.is_negative(), Refusal::Resists(self.constraints[index].id.clone()))?;
                    carries |= edge.decisive && !work.is_positive();
                }
                if carries {
                    kept.push(place);
                }
            }
            left = kept;
        }
        Ok(left)
    }

    /// (3).
    fn still<V: Direction>(&self, pattern: Pattern<'_>, still: &[V], left: &[usize]) -> Check {
        let Pattern { group, signs, edges } = pattern;
        require(still.len() == 2 * self.coordinates(), Refusal::Locks("not every coordinate is bounded"))?;
        for (bound, z) in still.iter().enumerate() {
            let (coordinate, backwards) = (bound / 2, bound % 2 == 1);
            for &place in left {
                let index = group[place];
                for edge in &edges[index] {
                    let along = &edge.row[coordinate];
                    let along = if backwards { -along } else { along.clone() };
                    let exceeds = signed(dot(z.motion(), &edge.row) - along, signs[place]);
                    require(!exceeds.is_negative(), Refusal::Resists(self.constraints[index].id.clone()))?;
                }
            }
        }
        Ok(())
    }
}

fn signed(work: Rational, sign: ForceSign) -> Rational {
    if sign == ForceSign::Negative { -work } else { work }
}

/// Whether partial patterns, none of them against what is known, hold every pattern that agrees with what is
/// known: one of them says nothing more, or all of them say something about one sign, and hold every pattern
/// with it and every pattern against it.
fn are_all(cases: &[&[ForceSign]], known: &mut [ForceSign]) -> bool {
    let asks =
        |case: &[ForceSign], place: usize| case[place] != ForceSign::Free && known[place] == ForceSign::Free;
    if cases.iter().any(|case| (0..known.len()).all(|place| !asks(case, place))) {
        return true;
    }
    let split = |place: usize| !cases.is_empty() && cases.iter().all(|case| asks(case, place));
    let Some(place) = (0..known.len()).find(|&place| split(place)) else { return false };
    let whole = [ForceSign::Positive, ForceSign::Negative].into_iter().all(|sign| {
        let with: Vec<&[ForceSign]> = cases.iter().filter(|case| case[place] == sign).copied().collect();
        known[place] = sign;
        are_all(&with, known)
    });
    known[place] = ForceSign::Free;
    whole
}
