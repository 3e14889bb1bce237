//! What a load asks of the contacts: can they balance it, how hard must they press, how much of it would be too much?
//!
//! Contact forces `aᵢ·n + bᵢ·t` balance a load `w` in general in many ways.  Over all of them, with a weight for each
//! contact, linear programming duality says: the least of `Σ weightsᵢ·aᵢ` is the largest of
//!
//! ```text
//!     w·V − Σ Lᵢ·max(0, rᵢ(V) − weightsᵢ),   rᵢ = μ|t·u| − n·u                              (1)
//! ```
//!
//! over the motions `V` with `rᵢ ≤ weightsᵢ` where there is no limit `Lᵢ`: forces on one side and a motion on the other,
//! and where they meet both are proofs.  Weights `|nᵢ|` give the least total normal force, weights `±1` at one contact
//! the range of its normal force (Exercise 12.21).  Multiples of the load are those of `stand`.
//!
//! References: \[MR 12.2\] for the forces; \[Farkas\] for (1).

use crate::ask::bracket::Bracket;
use crate::ask::lower::length;
use crate::ask::stand::balance::{Balance, Balanced};
use crate::ask::stand::{MostLoad, idle_limited, indeterminacy, most_load, stands};
use crate::ask::{Decision, Refused, Verdict, checked};
use crate::exact::root::Root;
use stiction_proof::{
    FrictionUse, Indeterminacy, PlanarContact, PlanarProblem, Proof, Rational, SpatialContact, Verified,
};

/// A quantity of the balancing forces.
#[derive(Debug, Clone, PartialEq)]
pub enum Extent<P = Proof> {
    /// Between two numbers that are proved.
    Between(Bracket<P>),
    /// As large as one likes, by forces that can be added again and again.
    Unbounded(Verified<P>),
    /// Asked of loads that are balanced.
    Absent,
    /// Not proved: on or very near a boundary that is round.
    Undecided,
}

impl<P> Extent<P> {
    /// The ends, if it has two.
    pub fn bracket(&self) -> Option<&Bracket<P>> {
        match self {
            Self::Between(bracket) => Some(bracket),
            _ => None,
        }
    }
}

/// Least and greatest normal force of one contact among all that balance the load, in multiples of its normal.
#[derive(Debug, Clone, PartialEq)]
pub struct Range<P = Proof> {
    /// The least.
    pub least: Extent<P>,
    /// The greatest.
    pub greatest: Extent<P>,
}

/// Everything about one load.
#[derive(Debug, Clone, PartialEq)]
pub struct LoadAnswer<P, const D: usize> {
    /// The total external wrench about the reference.
    pub wrench: [Rational; D],
    /// Whether the contacts can balance it.
    pub resists: Verdict<P>,
    /// The least total normal force that does, N.
    pub internal: Extent<P>,
    /// The largest multiple of it that they balance.
    pub largest: Extent<P>,
    /// For each contact, the range of its normal force.
    pub ranges: Vec<Range<P>>,
    /// Dimension of the set of balancing forces.
    pub indeterminacy: Option<Dimensions>,
}

impl<P, const D: usize> LoadAnswer<P, D> {
    /// Dimension of the set of balancing forces.
    pub fn dimension(&self) -> Option<usize> {
        self.indeterminacy.as_ref().map(Dimensions::count)
    }
}

/// The dimension of balancing forces, as the checker accepted it, in the plane or in space.
#[derive(Debug, Clone, PartialEq)]
pub enum Dimensions {
    /// In the plane.
    Plane(Verified<Indeterminacy<PlanarContact>>),
    /// In space.
    Space(Verified<Indeterminacy<SpatialContact>>),
}

impl From<Verified<Indeterminacy<PlanarContact>>> for Dimensions {
    fn from(found: Verified<Indeterminacy<PlanarContact>>) -> Self {
        Self::Plane(found)
    }
}

impl From<Verified<Indeterminacy<SpatialContact>>> for Dimensions {
    fn from(found: Verified<Indeterminacy<SpatialContact>>) -> Self {
        Self::Space(found)
    }
}

impl Dimensions {
    /// How many there are.
    pub fn count(&self) -> usize {
        match self {
            Self::Plane(found) => found.proof().dimension,
            Self::Space(found) => found.proof().dimension,
        }
    }
}

/// A load in the plane.
pub type PlanarLoad = LoadAnswer<Proof, 3>;

/// Answers for one load.
///
/// ```
/// use stiction::ask::closure::planar_load;
/// use stiction_proof::{PlanarContact, PlanarProblem, Rational};
/// let whole = |x: i64, y: i64| [Rational::from(x), Rational::from(y)];
/// let finger = |id: &str, x: i64| PlanarContact::new(id, whole(x, 0), whole(-x, 0), Rational::new(1, 2));
/// let grip = PlanarProblem::new(whole(0, 0), vec![finger("left", -1), finger("right", 1)]);
/// // A weight of 10 N between two fingers with μ = 1/2: each must press with 10 N.
/// let load = planar_load(&grip, &[0, 0, -10].map(Rational::from)).unwrap();
/// assert_eq!(load.internal.bracket().unwrap().lower.0, Rational::from(20));
/// ```
pub fn planar_load(problem: &PlanarProblem, wrench: &[Rational; 3]) -> Result<PlanarLoad, Refused> {
    let given = FrictionUse::Given;
    let decision = stands(problem, wrench, &given)?;
    let balanced = decision.is_yes();
    let resists = match decision {
        Decision::Yes(forces) => Verdict::Yes(forces),
        Decision::No(collapse) => Verdict::No(collapse),
    };
    let asked = Asked { problem, wrench, balance: Balance::new(problem, &given) };
    let ranges = (0..problem.contacts.len()).map(|index| asked.range(index));
    Ok(PlanarLoad {
        wrench: wrench.clone(),
        resists,
        internal: if balanced { asked.internal()? } else { Extent::Absent },
        largest: largest_multiple(problem, wrench)?,
        ranges: if balanced { ranges.collect::<Result<_, _>>()? } else { Vec::new() },
        indeterminacy: indeterminacy(problem, wrench)?.map(Dimensions::Plane),
    })
}

/// The largest multiple of a wrench that the contacts balance within their limits.
pub fn largest_multiple(problem: &PlanarProblem, wrench: &[Rational; 3]) -> Result<Extent, Refused> {
    match most_load(problem, &Default::default(), wrench)? {
        MostLoad::Multiple { multiple, carried, beyond } => {
            Ok(Extent::Between(Bracket { lower: (multiple.clone(), carried), upper: (multiple, beyond) }))
        }
        MostLoad::Unlimited(forces) => Ok(Extent::Unbounded(forces)),
        // Not reached: nothing at all is always balanced.
        MostLoad::Falls => Ok(Extent::Undecided),
    }
}

/// The largest multiple with which every one of several wrenches, and so their hull with zero, is balanced.
#[derive(Debug, Clone, PartialEq)]
pub struct Task<Q, P> {
    /// The problem with a limit of 1 N where none is given.
    pub problem: Q,
    /// The largest multiple of each wrench.
    pub each: Vec<Extent<P>>,
}

impl<Q, P> Task<Q, P> {
    /// The least of the largest multiples, as `[lower, upper]`; `None` if every one is unbounded or one undecided.
    pub fn scale(&self) -> Option<[Rational; 2]> {
        if self.each.iter().any(|extent| matches!(extent, Extent::Undecided | Extent::Absent)) {
            return None;
        }
        let end = |pick: fn(&Bracket<P>) -> &Rational| {
            self.each.iter().filter_map(|extent| extent.bracket().map(pick)).min().cloned()
        };
        Some([end(|bracket| &bracket.lower.0)?, end(|bracket| &bracket.upper.0)?])
    }
}

/// Asks for the largest common multiple of several wrenches, each contact pressing with its limit at most, or with 1 N.
pub fn planar_task(
    problem: &PlanarProblem,
    wrenches: &[[Rational; 3]],
) -> Result<Task<PlanarProblem, Proof>, Refused> {
    let mut limited = problem.clone();
    for contact in limited.contacts.iter_mut().filter(|contact| contact.most.is_none()) {
        contact.most = Some(one_newton(length(&contact.normal)));
    }
    let each =
        wrenches.iter().map(|wrench| largest_multiple(&limited, wrench)).collect::<Result<Vec<_>, _>>()?;
    Ok(Task { problem: limited, each })
}

/// One newton as a multiple of a normal, never too large.
pub(crate) fn one_newton(root: Root) -> Rational {
    above(root).recip().unwrap_or_default()
}

/// A number that is not below a root, and is it where that is rational.
pub(crate) fn above(Root { value, exact }: Root) -> Rational {
    if exact { value } else { value * (Rational::one() + Rational::new(1, 1 << 62)) }
}

/// Weights that are `sign` at one contact and zero at the others.
pub(crate) fn one_weight(count: usize, index: usize, sign: i64) -> Vec<Rational> {
    (0..count).map(|other| Rational::from(if other == index { sign } else { 0 })).collect()
}

struct Asked<'a> {
    problem: &'a PlanarProblem,
    wrench: &'a [Rational; 3],
    balance: Balance<'a>,
}

impl Asked<'_> {
    /// Equation (1): the least weighted sum as two proofs, the upper one with what its forces weigh.
    fn least(
        &self,
        weights: Vec<Rational>,
        weigh: impl Fn(&[[Rational; 2]]) -> Rational,
    ) -> Result<Option<Bracket>, Refused> {
        let (load, friction) = (self.wrench.clone(), FrictionUse::Given);
        match self.balance.least_weighted(self.wrench, &weights) {
            Balanced::Best { forces, twist, cost } => {
                let value = weigh(&forces);
                let upper = checked(self.problem, Proof::Rests { friction, load: load.clone(), forces })?;
                let lower =
                    Proof::AtLeast { load, weights, bound: cost.clone(), twist, resistance: Vec::new() };
                Ok(Some(Bracket { lower: (cost, checked(self.problem, lower)?), upper: (value, upper) }))
            }
            Balanced::Unbounded { .. } | Balanced::Impossible { .. } => Ok(None),
        }
    }

    fn internal(&self) -> Result<Extent, Refused> {
        let lengths: Vec<Root> =
            self.problem.contacts.iter().map(|contact| length(&contact.normal)).collect();
        let below = lengths.iter().map(|root| root.value.clone()).collect();
        let weigh = |forces: &[[Rational; 2]]| {
            forces.iter().zip(&lengths).map(|([along, _], root)| along * &above(root.clone())).sum()
        };
        Ok(self.least(below, weigh)?.map_or(Extent::Undecided, Extent::Between))
    }

    fn range(&self, index: usize) -> Result<Range, Refused> {
        let count = self.problem.contacts.len();
        let along = |forces: &[[Rational; 2]]| forces[index][0].clone();
        let least = self.least(one_weight(count, index, 1), along)?;
        let most = self.least(one_weight(count, index, -1), along)?;
        let greatest = match most {
            Some(bracket) => Extent::Between(mirrored(bracket)),
            None => self.ray(index)?.map_or(Extent::Undecided, Extent::Unbounded),
        };
        Ok(Range { least: least.map_or(Extent::Undecided, Extent::Between), greatest })
    }

    /// Forces of contacts without limit that cancel, this contact pressing.
    fn ray(&self, index: usize) -> Result<Option<Verified>, Refused> {
        let mut capped = idle_limited(self.problem);
        capped.contacts[index].most = Some(Rational::one());
        let weights = one_weight(capped.contacts.len(), index, -1);
        let balance = Balance::new(&capped, &FrictionUse::Given);
        match balance.least_weighted(&Default::default(), &weights) {
            Balanced::Best { forces, cost, .. } if cost.is_negative() => {
                checked(self.problem, Proof::Touching { friction: FrictionUse::Given, forces }).map(Some)
            }
            _ => Ok(None),
        }
    }
}

/// A bracket of `−a` with the value of `a` at its upper end, as one of `a`.
pub(crate) fn mirrored<P>(bracket: Bracket<P>) -> Bracket<P> {
    let Bracket { lower: (bound, proof), upper } = bracket;
    Bracket { lower: upper, upper: (-bound, proof) }
}
