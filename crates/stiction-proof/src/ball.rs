//! How large a ball of wrenches can a grasp resist, or how far is it from resisting any?
//!
//! The body of wrenches is, in `(m/length, f)` with the Euclidean norm and the friction edges `Eⱼ` of unit normal part,
//!
//! ```text
//!     shared     conv {Eⱼ}                             one unit of normal force among all contacts
//!     each       Σᵢ conv {0, limitᵢ·Eⱼ : j of i}       each contact up to its own limit
//! ```
//!
//! An edge is `Eⱼ = tᵢ·Wⱼ` with a rational wrench `Wⱼ` and one factor of its contact, `1/|n|` or the limit
//! over it.  The factor is rational or enclosed, `0 < t⁻ ≤ t ≤ t⁺`.  The signed distance from the origin to
//! the boundary of the body is at least
//!
//! ```text
//!     r,   for facets σ = (x₁ … xₙ) of points of the body with t⁻ in place of t, if             (1)
//!             det σ > 0 for each of them,
//!             the boundary of their sum is zero: each ridge as often in one direction as in the other,
//!             and the plane of each is at least r from the origin;
//!    −|x|, for a point x of the body                                                            (2)
//! ```
//!
//! and at most
//!
//! ```text
//!     h(V)/|V|,   h(V) the largest V·x of the body,   for any V                                  (3)
//! ```
//!
//! Why (1): let `u` not lie in the cone over any ridge, and count the facets whose cone holds `u`.  Where `u`
//! crosses the cone over a ridge, the facets on it that are on the far side are entered and those on the near
//! side left.  Since all determinants are positive, the ridge has one direction in the former and the other
//! one in the latter; there are as many of either, so the count is the same for all `u`.  It is not zero,
//! since there is a facet.  So every ray from the origin meets a facet, at a distance of at least r.  A point
//! of a facet is made of edges `t⁻W`, each of which is `Eⱼ` or shorter; opposite rays show the origin to be
//! in the body, so that what is shorter is in it too.  So the ball is in the body.
//!
//! References: \[MR 12.1.7.3\]; the count is the degree of the radial projection.

use crate::check::Refusal;
use crate::rational::Rational;
use crate::spatial::Generator;
use crate::vectors::dot;
use crate::{FrictionUse, PlanarProblem, SpatialProblem};
use dashu_int::IBig;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// Facets that a proof has at most.
pub const MOST_FACETS: usize = 2000;

/// Which contacts push how hard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// All normal forces sum to 1.
    Shared,
    /// Each normal force is at most its limit, 1 where none is given.
    Each,
}

/// The body of wrenches of a grasp.
#[derive(Debug, Clone, PartialEq)]
pub struct WrenchBody<const D: usize> {
    effort: Effort,
    groups: Vec<Group<D>>,
}

/// The edges of one contact.
#[derive(Debug, Clone, PartialEq)]
struct Group<const D: usize> {
    /// The wrenches `Wⱼ`.
    edges: Vec<[Rational; D]>,
    /// `t⁻` and `t⁺`.
    factor: [Rational; 2],
}

/// What shows the signed distance.  An edge is named by the number of its contact and its own number there.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum BallProof {
    /// The origin is inside, by (1) and (3).
    Around {
        /// Points: an edge, or where each contact has its limit one of each contact that pushes.
        corners: Vec<Vec<[usize; 2]>>,
        /// Numbers of corners.
        facets: Vec<Vec<usize>>,
        /// `V`.
        direction: Vec<Rational>,
    },
    /// The origin is outside, by (2) and (3).
    Apart {
        /// Edges whose weights sum to 1.
        point: Vec<Weighted>,
        /// `V`.
        direction: Vec<Rational>,
    },
}

/// An edge with its weight.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weighted {
    /// Contact and edge.
    pub edge: [usize; 2],
    /// The weight.
    pub weight: Rational,
}

/// The ends between which the signed distance is proved to be.
#[derive(Debug, Clone, PartialEq)]
pub struct BallBracket {
    /// It is no less.
    pub lower: Rational,
    /// It is no more.
    pub upper: Rational,
}

impl PlanarProblem {
    /// The body of wrenches, moments divided by `length`.
    pub fn wrench_body(
        &self,
        friction: &FrictionUse,
        length: &Rational,
        effort: Effort,
    ) -> Result<WrenchBody<3>, Refusal> {
        let mut groups = Vec::with_capacity(self.contacts.len());
        for (contact, mu) in self.contacts.iter().zip(self.coefficients(friction)) {
            let mu = mu.friction;
            let across = if mu.is_zero() { vec![mu] } else { vec![-&mu, mu] };
            let edge = |across: Rational| {
                let [m, fx, fy] = self.wrench(contact, &Rational::one(), &across);
                Some([m.checked_div(length)?, fx, fy])
            };
            let square = contact.normal.iter().map(|entry| entry * entry).sum();
            let edges = across.into_iter().map(edge).collect::<Option<Vec<_>>>();
            groups.push(group(&contact.id, edges, &square, contact.most.as_ref(), effort)?);
        }
        Ok(WrenchBody { effort, groups })
    }
}

impl SpatialProblem {
    /// The body of wrenches, moments divided by `length`; none where a cone is round.
    pub fn wrench_body(
        &self,
        friction: &FrictionUse,
        length: &Rational,
        effort: Effort,
    ) -> Result<Option<WrenchBody<6>>, Refusal> {
        let mut groups = Vec::with_capacity(self.contacts.len());
        for (contact, coefficients) in self.contacts.iter().zip(self.coefficients(friction)) {
            let generators = match &contact.across {
                Some(_) => contact.edges(&coefficients),
                None if coefficients.friction.is_positive() || coefficients.torsion.is_positive() => {
                    return Ok(None);
                }
                None => vec![Generator { force: contact.normal.clone(), spin: Rational::zero() }],
            };
            let edge = |push: &Generator| {
                let [mx, my, mz, fx, fy, fz] = self.wrench(contact, push);
                let [mx, my, mz] = [mx, my, mz].map(|moment| moment.checked_div(length));
                Some([mx?, my?, mz?, fx, fy, fz])
            };
            let square = contact.normal.iter().map(|entry| entry * entry).sum();
            let edges = generators.iter().map(edge).collect::<Option<Vec<_>>>();
            groups.push(group(&contact.id, edges, &square, contact.most.as_ref(), effort)?);
        }
        Ok(Some(WrenchBody { effort, groups }))
    }
}

/// The edges of a contact with the square of its normal's length.  A limit is a multiple of the normal: with
/// it the length cancels.
fn group<const D: usize>(
    id: &str,
    edges: Option<Vec<[Rational; D]>>,
    square: &Rational,
    most: Option<&Rational>,
    effort: Effort,
) -> Result<Group<D>, Refusal> {
    let contact = || Refusal::Contact(id.to_owned());
    let edges = edges.filter(|edges| !edges.is_empty()).ok_or_else(contact)?;
    let factor = match most.filter(|_| effort == Effort::Each) {
        Some(most) if most.is_negative() => return Err(contact()),
        Some(most) => [most.clone(), most.clone()],
        None => {
            let inverse = square.recip().filter(Rational::is_positive).ok_or_else(contact)?;
            [inverse.square_root(), root_above(&inverse)]
        }
    };
    Ok(Group { edges, factor })
}

/// A number that is not below the square root of one, and above it by no more than 2⁻⁶² of it.
fn root_above(square: &Rational) -> Rational {
    let below = square.square_root();
    if &below * &below == *square { below } else { below * (Rational::one() + Rational::new(1, 1 << 62)) }
}

impl<const D: usize> WrenchBody<D> {
    /// The numbers of edges of each contact.
    pub fn edge_counts(&self) -> impl Iterator<Item = usize> + '_ {
        self.groups.iter().map(|group| group.edges.len())
    }

    /// The point of a corner with `t⁻` in place of `t`; none where it names no point of the body.
    pub fn corner(&self, parts: &[[usize; 2]]) -> Option<[Rational; D]> {
        let single = parts.len() == 1;
        let increasing = parts.windows(2).all(|pair| pair[0][0] < pair[1][0]);
        if !(single || self.effort == Effort::Each && increasing) {
            return None;
        }
        let mut point = [(); D].map(|()| Rational::zero());
        for &[contact, edge] in parts {
            let group = self.groups.get(contact)?;
            for (entry, part) in point.iter_mut().zip(group.edges.get(edge)?) {
                *entry = &*entry + &(part * &group.factor[0]);
            }
        }
        Some(point)
    }

    /// The corner that is farthest along a direction, with `t⁻` in place of `t`.
    pub fn farthest(&self, direction: &[Rational; D]) -> Vec<[usize; 2]> {
        let mut best: Vec<(Rational, [usize; 2])> = Vec::new();
        for (contact, group) in self.groups.iter().enumerate() {
            let heights = group.edges.iter().map(|edge| dot(edge, direction) * &group.factor[0]);
            // The first of equals.
            let highest = heights.enumerate().reduce(|a, b| if b.1 > a.1 { b } else { a });
            let Some((edge, height)) = highest else { continue };
            match self.effort {
                Effort::Each if height.is_positive() => best.push((height, [contact, edge])),
                Effort::Each => {}
                Effort::Shared if best.first().is_none_or(|(before, _)| height > *before) => {
                    best = vec![(height, [contact, edge])];
                }
                Effort::Shared => {}
            }
        }
        best.into_iter().map(|(_, part)| part).collect()
    }

    /// A number that `V·x` does not exceed on the body.
    fn height(&self, direction: &[Rational; D]) -> Option<Rational> {
        let highest = |group: &Group<D>| {
            let along = |edge: &[Rational; D]| {
                let height = dot(edge, direction);
                let factor = &group.factor[usize::from(height.is_positive())];
                height * factor
            };
            group.edges.iter().map(along).max()
        };
        let heights = self.groups.iter().filter_map(highest);
        match self.effort {
            Effort::Shared => heights.max(),
            Effort::Each => Some(heights.filter(Rational::is_positive).sum()),
        }
    }

    /// The ends that a proof shows.
    pub fn check(&self, proof: &BallProof) -> Result<BallBracket, Refusal> {
        let (lower, direction) = match proof {
            BallProof::Around { corners, facets, direction } => (self.around(corners, facets)?, direction),
            BallProof::Apart { point, direction } => (self.apart(point)?, direction),
        };
        let direction: &[Rational; D] = direction.as_slice().try_into().map_err(|_| Refusal::Shape)?;
        let square = dot(direction, direction);
        let height = self.height(direction).ok_or(Refusal::Shape)?;
        let ratio = (&height * &height).checked_div(&square).ok_or(Refusal::Ball("the direction is zero"))?;
        let upper = if height.is_negative() { -ratio.square_root() } else { root_above(&ratio) };
        match proof {
            BallProof::Apart { .. } if !upper.is_negative() => {
                Err(Refusal::Ball("the direction does not separate"))
            }
            _ => Ok(BallBracket { lower, upper }),
        }
    }

    /// (1): the least distance of a facet's plane.
    fn around(&self, corners: &[Vec<[usize; 2]>], facets: &[Vec<usize>]) -> Result<Rational, Refusal> {
        if facets.is_empty() || facets.len() > MOST_FACETS {
            return Err(Refusal::Ball("there is no facet, or there are too many"));
        }
        if corners.len() > D * facets.len() {
            return Err(Refusal::Ball("there are corners of no facet"));
        }
        let rows = corners.iter().map(|parts| self.corner(parts).map(|point| row(&point)));
        let rows: Vec<Vec<IBig>> = rows.collect::<Option<_>>().ok_or(Refusal::Ball("a corner is none"))?;
        let mut ridges: HashMap<Vec<usize>, i64> = HashMap::new();
        let mut least: Option<Rational> = None;
        for facet in facets {
            let matrix = facet.iter().map(|&corner| rows.get(corner).cloned()).collect::<Option<Vec<_>>>();
            let matrix = matrix.filter(|matrix| matrix.len() == D).ok_or(Refusal::Shape)?;
            let square = distance_squared(matrix).ok_or(Refusal::Ball("a facet is not around the origin"))?;
            least = Some(least.map_or(square.clone(), |least| least.min(square)));
            for without in 0..D {
                let mut ridge = facet.clone();
                ridge.remove(without);
                let turned = (without % 2 == 1) ^ sorts_oddly(&mut ridge);
                *ridges.entry(ridge).or_default() += if turned { -1 } else { 1 };
            }
        }
        if ridges.values().any(|count| *count != 0) {
            return Err(Refusal::Ball("the facets do not close up"));
        }
        Ok(least.unwrap_or_default().square_root())
    }

    /// (2): minus the length of a point of the hull of edges.
    fn apart(&self, point: &[Weighted]) -> Result<Rational, Refusal> {
        if self.effort == Effort::Each {
            return Err(Refusal::Ball("the origin is in a sum of hulls that have it"));
        }
        let total: Rational = point.iter().map(|part| &part.weight).cloned().sum();
        if total != Rational::one() || point.iter().any(|part| part.weight.is_negative()) {
            return Err(Refusal::Ball("the weights are not those of a point"));
        }
        let mut ends = [(); D].map(|()| [Rational::zero(), Rational::zero()]);
        for Weighted { edge: [contact, edge], weight } in point {
            let group = self.groups.get(*contact).ok_or(Refusal::Shape)?;
            for (end, part) in ends.iter_mut().zip(group.edges.get(*edge).ok_or(Refusal::Shape)?) {
                let mut both = group.factor.each_ref().map(|factor| part * factor * weight);
                both.sort();
                let [low, high] = &both;
                *end = [&end[0] + low, &end[1] + high];
            }
        }
        let square = ends.iter().map(|[low, high]| {
            let most = low.abs().max(high.abs());
            &most * &most
        });
        Ok(-root_above(&square.sum()))
    }
}

/// A point as integers over a positive one, which comes last.
fn row<const D: usize>(point: &[Rational; D]) -> Vec<IBig> {
    let mut denominator = IBig::ONE;
    for entry in point {
        let own = IBig::from(entry.denominator().clone());
        if &denominator % &own != IBig::ZERO {
            denominator *= own;
        }
    }
    let over =
        |entry: &Rational| entry.numerator() * (&denominator / IBig::from(entry.denominator().clone()));
    let mut row: Vec<IBig> = point.iter().map(over).collect();
    row.push(denominator);
    row
}

/// The square of the distance of a facet's plane, whose points have a positive determinant; else none.
///
/// The plane is `y·x = 1` with `Z y = d` for the rows `(Z, d)`: by elimination without fractions `y` is the
/// last column over the determinant, and the plane is `1/|y|` from the origin.
fn distance_squared(mut rows: Vec<Vec<IBig>>) -> Option<Rational> {
    let count = rows.len();
    let mut before = IBig::ONE;
    let mut turned = false;
    for step in 0..count {
        let pivot = (step..count).find(|&at| rows[at][step] != IBig::ZERO)?;
        if pivot != step {
            rows.swap(pivot, step);
            turned = !turned;
        }
        let chosen = rows[step].clone();
        for (_, row) in rows.iter_mut().enumerate().filter(|(at, _)| *at != step) {
            let factor = row[step].clone();
            for column in step + 1..=count {
                // The division leaves nothing, since the entries are determinants.
                row[column] = (&chosen[step] * &row[column] - &factor * &chosen[column]) / &before;
            }
            row[step] = IBig::ZERO;
        }
        before = chosen[step].clone();
    }
    // Row swaps turn the sign of the determinant, and leave the solution.
    let positive = (before > IBig::ZERO) != turned;
    let length: IBig = rows.iter().map(|row| &row[count] * &row[count]).sum();
    if !positive || length == IBig::ZERO {
        return None;
    }
    Rational::from_parts(&before * &before, length)
}

/// Sorts, and tells whether by an odd number of exchanges.
fn sorts_oddly(list: &mut [usize]) -> bool {
    let mut odd = false;
    for end in (1..list.len()).rev() {
        for at in 0..end {
            if list[at] > list[at + 1] {
                list.swap(at, at + 1);
                odd = !odd;
            }
        }
    }
    odd
}
