//! How far is it from the origin to the boundary of a convex body?
//!
//! The body is known by the point of it that is farthest along a direction, with height `h(V) = max x·V`.  With
//! unit `V`, and negative outside,
//!
//! ```text
//!     distance  =  min h(V)                                                                     (1)
//!     distance  ≤  h(V)                        for every V                                      (2)
//!     distance  ≥  the least distance of a facet, for a closed surface around the origin
//!                  with corners in the body                                                     (3)
//!     distance  ≥  −|x|                        for every x in the body                          (4)
//! ```
//!
//! From inside a polytope grows where it is nearest: its nearest facet is asked for the point farthest along its
//! normal; if none is beyond, (2) and (3) meet, else the polytope takes the point in.  So only the part of the
//! boundary around the nearest facet is ever built, and of a round body too.  From outside it is the distance
//! of the nearest point, (2) and (4).
//!
//! (3) needs neither that the surface be convex nor that its planes be exact: a facet is as far as its lowest
//! corner along a unit vector near its normal, a number with one rounded inner product.  A closed surface that
//! goes around the origin once does so for every point of the ball that no facet meets, and it goes around no
//! point outside the hull of its corners.  That it goes around once is not checked by itself: it follows while a
//! point that comes in and the origin are on opposite sides of every facet that goes, which the heights decide.
//! There is no perturbation: points that are above a plane by less than a few roundings count as in it, and the
//! bracket says what that costs.
//!
//! Whether the origin is inside is the caller's to say, who knows it exactly.
//!
//! ```
//! use stiction_exact::hull::{Effort, Origin, Points, Workspace};
//! let corners = [[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]];
//! let square = Points(&corners);
//! let found = Workspace::new().distance(&square, Origin::Inside, Effort::default()).unwrap();
//! assert!(found.lower <= 1.0 && 1.0 <= found.upper && found.upper - found.lower < 1e-14);
//! ```
//!
//! References: \[Bergen\] for the expanding polytope, \[Wolfe\] for the nearest point.
//!
//! **A polytope that grows where it is nearest.** The quality of a grasp is the distance from the origin to
//! the boundary of a body of wrenches, which in six dimensions has thousands of facets; only those around the
//! nearest one are built. Each bound is a rounded inner product: a facet is as far as its lowest corner, and
//! a direction as high as the farthest point, so the number comes as a bracket, for pyramids, sums and round
//! cones alike. Its sign is never taken from it. Where the body has edges the same growth in integers, in
//! which no facet is ever flat, leaves a closed surface as a proof: a checker that counts ridges and solves
//! one small system for each facet.

mod grow;
mod nearest;
mod simplex;
mod support;
mod surface;
mod tree;
mod volume;

pub use grow::Workspace;
pub use support::{Ellipses, Farthest, Points, Sum, Support, Triangles, With};
pub use tree::Tree;
pub use volume::MANY;
pub use volume::volume;

/// Where the origin is, as decided exactly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Inside.
    Inside,
    /// On the boundary, which is all of a flat body.
    Boundary,
    /// Outside.
    Outside,
}

/// When to stop.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Effort {
    /// A bracket narrower than this part of the distance is good enough.
    pub tolerance: f64,
    /// Facets, or steps toward the nearest point, after which the bracket is returned as it is.
    pub facets: usize,
}

impl Default for Effort {
    /// Until the facet of a polytope is found; at most a million facets.
    fn default() -> Self {
        Effort { tolerance: 1e-14, facets: 1_000_000 }
    }
}

/// The signed distance from the origin to the boundary of a body, bracketed, with the place where it is attained.
#[derive(Debug, Clone, PartialEq)]
pub struct Distance<const D: usize> {
    /// It is no less than this: by facets whose corners are in the body, (3), or by a point of it, (4).
    pub lower: f64,
    /// It is no more than this: the height of the body along the normal, (2).
    pub upper: f64,
    /// The height of the body along the normal as computed; between the two.
    pub value: f64,
    /// The outward unit normal `V` there.
    pub normal: [f64; D],
    /// Points of the body whose weights make the nearest point of the boundary.
    pub face: Vec<Share<D>>,
    /// How many facets were made.
    pub facets: usize,
}

/// A point of a body with its weight in a convex combination.
///
/// When the points `Fⱼ` that make up a body change, the distance changes by `Σ λⱼ V·dFⱼ`: to first order nothing else
/// matters, since foot and normal are where the distance is stationary.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share<const D: usize> {
    /// The point.
    pub point: [f64; D],
    /// Which one it is, where the body is the hull of a list.
    pub index: Option<usize>,
    /// The direction along which it was farthest: asking again gives what the point is made of.
    pub asked: [f64; D],
    /// Not negative; all of them sum to 1.
    pub weight: f64,
}

/// Why there is no distance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The body is empty, unbounded or not a number.
    NotFinite,
    /// The numbers, with their rounding bounds, prove that the origin is elsewhere than was said.
    Elsewhere,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, out: &mut std::fmt::Formatter) -> std::fmt::Result {
        out.write_str(match self {
            Refusal::NotFinite => "the body is empty, unbounded or not a number",
            Refusal::Elsewhere => "the origin is not where it was said to be",
        })
    }
}

impl std::error::Error for Refusal {}

/// Lengths of spikes, as parts of the distance, and how sharply is looked past them.
const SPIKES: [(f64, f64); 2] = [(1e-3, 1e-4), (1e-6, 1e-9)];

impl<const D: usize> Distance<D> {
    /// The bracket cut to the side where the origin is known to be.
    fn on_side(mut self, origin: Origin) -> Self {
        (self.lower, self.upper) = match origin {
            Origin::Inside => (self.lower.max(0.0), self.upper),
            Origin::Boundary => (0.0, 0.0),
            Origin::Outside => (self.lower, self.upper.min(0.0)),
        };
        self.lower = self.lower.min(self.upper);
        self.value = self.value.max(self.lower).min(self.upper);
        self
    }

    /// Whether the boundary comes as near, to nine digits, somewhere else than here, the origin inside: then
    /// the distance has a kink.  The body is given a spike here, first a long one that is quickly seen past,
    /// and asked again.
    ///
    /// ```
    /// use stiction_exact::hull::{Effort, Origin, Points, Workspace};
    /// let tied = |corners: &[[f64; 2]]| {
    ///     let body = Points(corners);
    ///     let found = Workspace::new().distance(&body, Origin::Inside, Effort::default()).unwrap();
    ///     found.is_tied(&body, Effort::default())
    /// };
    /// assert!(tied(&[[1.0, 1.0], [1.0, -1.0], [-1.0, 1.0], [-1.0, -1.0]]));
    /// assert!(!tied(&[[1.0, 1.0], [1.0, -1.0], [-2.0, 1.5], [-2.0, -2.0]]));
    /// ```
    pub fn is_tied(&self, body: &impl Support<D>, effort: Effort) -> bool {
        for (spike, tolerance) in SPIKES {
            let beyond = With { body, point: self.normal.map(|entry| entry * self.value * (1.0 + spike)) };
            let effort = Effort { tolerance, ..effort };
            match Workspace::new().distance(&beyond, Origin::Inside, effort) {
                Ok(other) if other.value > self.value * (1.0 + 2.0 * tolerance) => return false,
                _ => {}
            }
        }
        true
    }

    /// How the distance changes when the points of a list change by `changes`.
    pub fn change(&self, changes: &[[f64; D]]) -> f64 {
        let along = |share: &Share<D>| {
            let change = share.index.and_then(|index| changes.get(index));
            change.map_or(0.0, |change| share.weight * crate::double::dot(change, &self.normal))
        };
        self.face.iter().map(along).sum()
    }
}
