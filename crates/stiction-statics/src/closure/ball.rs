//! What proves the radius of the ball of wrenches that a grasp resists, or its distance from resisting any?
//!
//! From inside a polytope grows where it is nearest, as in [`stiction_exact::hull`], but in integers:
//!
//! ```text
//!     a point q takes away the facets that it is strictly above, and is joined to the ridges around the hole       (1)
//!     the nearest facet has no point of the body above it:  its distance is that of the body                       (2)
//! ```
//!
//! Since *strictly* is decided exactly, a new facet is never flat: were `q` in the flat of a ridge, it would
//! be in the plane of the facet that it takes away.  So the facets stay a closed surface of true simplices
//! whatever points share a plane, which doubles cannot promise.  From outside doubles find the nearest point,
//! and the checker bounds what they are off.
//!
//! References: \[Bergen\], \[Wolfe\].

use super::quality::Origin;
use dashu_int::IBig;
use std::collections::HashMap;
use stiction_exact::elimination::kernel_vector;
use stiction_exact::hull::{Effort as Steps, Points, Workspace};
use stiction_exact::integers::dot;
use stiction_exact::integers::to_doubles;
use stiction_exact::work;
use stiction_proof::{BallBracket, BallProof, MOST_FACETS, Rational, Weighted, WrenchBody};

/// A proof of a signed distance, with the ends that it shows.
#[derive(Debug, Clone, PartialEq)]
pub struct ProvedBall {
    /// The proof; it was accepted.
    pub proof: BallProof,
    /// What it shows.
    pub bracket: BallBracket,
}

impl ProvedBall {
    /// A proof that the checker accepts.
    pub fn checked<const D: usize>(body: &WrenchBody<D>, proof: BallProof) -> Result<Self, String> {
        let bracket = body.check(&proof).map_err(|refusal| refusal.to_string())?;
        Ok(Self { proof, bracket })
    }

    /// The ends as doubles, rounded outward.
    pub fn ends(&self) -> [f64; 2] {
        let below = |end: &Rational| {
            let near = end.to_f64();
            let is_above = Rational::from_f64(near).is_none_or(|near| near > *end);
            if is_above { near.next_down() } else { near }
        };
        [below(&self.bracket.lower), -below(&-&self.bracket.upper)]
    }

    /// Whether the ends name a number to nine digits, which is the one that is told.
    pub fn names(&self, told: f64) -> bool {
        let BallBracket { lower, upper } = &self.bracket;
        let slack = Rational::new(1, 1_000_000_000) * lower.abs().min(upper.abs());
        let told = Rational::from_f64(told);
        upper - lower <= slack && told.is_some_and(|told| lower - &slack <= told && told <= upper + &slack)
    }
}

const TOO_MANY_FACETS: &str =
    "its proof would have more than 2000 facets; it is computed, with bounds of its rounding";
const TOO_MANY_CONTACTS: &str = "a proof of so many contacts is too long; it is computed";
const NOT_PROVED: &str = "nothing that was found proves it";

/// Edges of all contacts up to which a proof is looked for.
const MOST_EDGES: usize = 1000;
/// Facets that are made on the way, at most.
const MOST_MADE: usize = 4 * MOST_FACETS;

/// A proof of the signed distance of the origin, which is where the caller says, or why there is none.
/// Nothing is to be proved on the boundary.
pub fn prove_ball<const D: usize>(body: &WrenchBody<D>, origin: Origin) -> Result<ProvedBall, &'static str> {
    if body.edge_counts().sum::<usize>() > MOST_EDGES {
        return Err(TOO_MANY_CONTACTS);
    }
    let proof = match origin {
        Origin::Inside => Growing::new(body).ok_or(NOT_PROVED)?.around()?,
        Origin::Outside => apart(body).ok_or(NOT_PROVED)?,
        Origin::Boundary => return Err(NOT_PROVED),
    };
    ProvedBall::checked(body, proof).map_err(|_| NOT_PROVED)
}

/// The nearest point of the hull of edges, with its direction.
fn apart<const D: usize>(body: &WrenchBody<D>) -> Option<BallProof> {
    let counts = body.edge_counts().enumerate();
    let edges: Vec<[usize; 2]> =
        counts.flat_map(|(contact, count)| (0..count).map(move |edge| [contact, edge])).collect();
    let points: Option<Vec<[f64; D]>> =
        edges.iter().map(|edge| Some(body.corner(&[*edge])?.map(|entry| entry.to_f64()))).collect();
    let found = Workspace::new().distance(&Points(&points?), Origin::Outside, Steps::default()).ok()?;
    let shares = found.face.iter().filter_map(|share| {
        let weight = Rational::from_f64(share.weight).filter(Rational::is_positive)?;
        Some(Weighted { edge: edges[share.index?], weight })
    });
    let mut point: Vec<Weighted> = shares.collect();
    let total: Rational = point.iter().map(|part| part.weight.clone()).sum();
    for part in &mut point {
        part.weight = part.weight.checked_div(&total)?;
    }
    let direction = found.normal.iter().map(|entry| Rational::from_f64(*entry)).collect::<Option<_>>()?;
    Some(BallProof::Apart { point, direction })
}

struct Corner<const D: usize> {
    parts: Vec<[usize; 2]>,
    /// The point times a positive integer, which comes last.
    row: Vec<IBig>,
    near: [f64; D],
}

struct Facet<const D: usize> {
    corners: [usize; D],
    /// `(N, −c)`: the plane is `N·x = c`, the body mostly below it.
    plane: Vec<IBig>,
    /// `N` of length 1.
    normal: [f64; D],
    offset: f64,
}

struct Growing<'a, const D: usize> {
    body: &'a WrenchBody<D>,
    corners: Vec<Corner<D>>,
    facets: Vec<Facet<D>>,
    /// A point inside, as a row.
    middle: Vec<IBig>,
    made: usize,
}

impl<'a, const D: usize> Growing<'a, D> {
    /// The surface of a simplex; none of a flat body.
    fn new(body: &'a WrenchBody<D>) -> Option<Self> {
        let mut growing = Self { body, corners: Vec::new(), facets: Vec::new(), middle: Vec::new(), made: 0 };
        for _ in 0..=D {
            let rows = growing.corners.iter().map(|corner| corner.row.clone()).collect();
            let plane = kernel_vector(rows, D + 1)?;
            let opposite: Vec<IBig> = plane.iter().map(|entry| -entry).collect();
            let beyond = [&plane, &opposite].into_iter().find_map(|plane| {
                let corner = growing.asked(plane)?;
                (growing.corners.is_empty() || dot(plane, &corner.row) != IBig::ZERO).then_some(corner)
            });
            growing.corners.push(beyond?);
        }
        growing.middle = growing.inside();
        for without in 0..=D {
            let corners = std::array::from_fn(|k| k + usize::from(k >= without));
            let facet = growing.facet(corners)?;
            growing.facets.push(facet);
        }
        Some(growing)
    }

    /// The mean of the corners.
    fn inside(&self) -> Vec<IBig> {
        let common: IBig = self.corners.iter().map(|corner| &corner.row[D]).product();
        let mut sum = vec![IBig::ZERO; D + 1];
        for corner in &self.corners {
            let factor = &common / &corner.row[D];
            for (entry, part) in sum.iter_mut().zip(&corner.row) {
                *entry += part * &factor;
            }
        }
        sum
    }

    /// The corner farthest along the normal of a plane.
    fn asked(&self, plane: &[IBig]) -> Option<Corner<D>> {
        let direction = std::array::from_fn(|k| Rational::from(plane[k].clone()));
        let parts = self.body.farthest(&direction);
        let point = self.body.corner(&parts)?;
        let (mut row, scale) = stiction_exact::integers::scaled(&point);
        // The shortest integers point the way; the point is those over the scale.
        let scale = scale.get();
        if !scale.denominator().is_one() {
            let factor = IBig::from(scale.denominator().clone());
            row.iter_mut().for_each(|entry| *entry *= &factor);
        }
        row.push(scale.numerator().clone());
        Some(Corner { parts, row, near: point.map(|entry| entry.to_f64()) })
    }

    fn facet(&self, corners: [usize; D]) -> Option<Facet<D>> {
        work::spend(1000);
        let rows = corners.iter().map(|&corner| self.corners[corner].row.clone()).collect();
        let mut plane = kernel_vector(rows, D + 1)?;
        if dot(&plane, &self.middle) > IBig::ZERO {
            plane.iter_mut().for_each(|entry| *entry = -&*entry);
        }
        let near = to_doubles(&plane);
        let length = near[..D].iter().fold(0.0_f64, |sum, entry| sum.hypot(*entry));
        let normal = std::array::from_fn(|k| near[k] / length);
        Some(Facet { corners, plane, normal, offset: -near[D] / length })
    }

    /// (1) until (2).
    fn around(mut self) -> Result<BallProof, &'static str> {
        loop {
            let distance = |facet: &Facet<D>| facet.offset;
            let nearest =
                self.facets.iter().enumerate().min_by(|a, b| distance(a.1).total_cmp(&distance(b.1)));
            let (at, _) = nearest.ok_or(NOT_PROVED)?;
            let corner = self.asked(&self.facets[at].plane).ok_or(NOT_PROVED)?;
            if !self.is_above(&self.facets[at], &corner) {
                return self.told(at).ok_or(NOT_PROVED);
            }
            self.add(corner).ok_or(NOT_PROVED)?;
            if self.facets.len() > MOST_FACETS || self.made > MOST_MADE {
                return Err(TOO_MANY_FACETS);
            }
        }
    }

    /// Whether a point is strictly above a plane: in doubles where these are sure, else exactly.
    fn is_above(&self, facet: &Facet<D>, corner: &Corner<D>) -> bool {
        let (mut height, mut size) = (-facet.offset, facet.offset.abs());
        for (normal, entry) in facet.normal.iter().zip(&corner.near) {
            height += normal * entry;
            size += (normal * entry).abs();
        }
        // Each product has three factors rounded a few times each, and there are D + 1 sums: far less than this.
        let blur = 64.0 * f64::EPSILON * size;
        if height.abs() > blur { height > 0.0 } else { dot(&facet.plane, &corner.row) > IBig::ZERO }
    }

    /// (1): joins a point to the ridges around what it takes away.
    fn add(&mut self, corner: Corner<D>) -> Option<()> {
        work::spend(self.facets.len());
        let mut ridges: HashMap<[usize; D], usize> = HashMap::new();
        let mut kept = Vec::with_capacity(self.facets.len());
        for facet in std::mem::take(&mut self.facets) {
            if !self.is_above(&facet, &corner) {
                kept.push(facet);
                continue;
            }
            for without in 0..D {
                let mut ridge = facet.corners;
                ridge[without] = usize::MAX;
                ridge.sort_unstable();
                *ridges.entry(ridge).or_default() += 1;
            }
        }
        self.facets = kept;
        let new = self.corners.len();
        self.corners.push(corner);
        // The same surface whatever the order of a table.
        let mut around: Vec<[usize; D]> =
            ridges.into_iter().filter(|(_, count)| *count == 1).map(|(ridge, _)| ridge).collect();
        around.sort_unstable();
        for mut ridge in around {
            ridge[D - 1] = new;
            let facet = self.facet(ridge)?;
            self.facets.push(facet);
            self.made += 1;
        }
        Some(())
    }

    /// The surface as a proof, with the normal of the nearest facet.
    fn told(self, nearest: usize) -> Option<BallProof> {
        let mut names: HashMap<usize, usize> = HashMap::new();
        let mut corners = Vec::new();
        let mut facets = Vec::with_capacity(self.facets.len());
        for facet in &self.facets {
            let mut ordered = facet.corners;
            let rows = ordered.iter().map(|&at| self.corners[at].row[..D].to_vec()).collect();
            if stiction_exact::elimination::determinant(rows) < IBig::ZERO {
                ordered.swap(0, 1);
            }
            let named = ordered.map(|at| {
                *names.entry(at).or_insert_with(|| {
                    corners.push(self.corners[at].parts.clone());
                    corners.len() - 1
                })
            });
            facets.push(named.to_vec());
        }
        let normal = self.facets[nearest].normal;
        let direction = normal.iter().map(|entry| Rational::from_f64(*entry)).collect::<Option<_>>()?;
        Some(BallProof::Around { corners, facets, direction })
    }
}
