//! Where contacts may be put along an outline, how good they can be at best, and where one more closes.
//!
//! The outline is cut into **tracks**: pieces of edges that may be touched, each a straight line or at most a quarter
//! of a circle. A contact on a track has the wrenches of its friction edges, per unit of its normal force
//!
//! ```text
//!     E(s) = W(s)/|n|,     W affine in the place s of a straight track, and in the direction of an arc's point     (1)
//! ```
//!
//! so all wrenches that a stretch of a track can give lie in the hull of those of its two ends, and of an arc's where
//! the tangents of the ends meet. Let `h(V)` be the height along `V` of the hull of what stands and of everything
//! that the new contacts could give in their stretches. For every placement in them
//!
//! ```text
//!     quality  ≤  h(V)/|V|                             for any V ≠ 0                                               (2)
//!     it does not close                                if h(V) ≤ 0: nothing resists −V                             (3)
//! ```
//!
//! A **bound** is a tree: its root says that every new contact may be anywhere, each node cuts the stretch of some
//! contacts in two and looks at every way of dealing them out, and each leaf has a `V`. Contacts are alike, so a
//! stretch comes with how many of them it holds.
//!
//! In the plane three wrenches or fewer never positively span the space of wrenches (4).
//!
//! References: \[MR 12.1.7.4\], \[MR (12.15)\]; \[MR 12.1.7.1\] for (4).

mod along;
mod bound;
mod heights;
mod stretch;
mod track;

pub use along::{AlongProof, EndProof, Knot};
pub use bound::{Node, PlaceProof};
pub use stretch::{FULL, Group, Stretch};
pub use track::{Course, Track};

use crate::{FrictionUse, PlanarContact, PlanarProblem, Rational};
use serde::{Deserialize, Serialize};

/// What is to be large, or for the last one small.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Default)]
#[serde(rename_all = "snake_case")]
pub enum Aim {
    /// Radius of the largest ball in the hull of all edges with unit normal part.
    #[default]
    EpsilonL1,
    /// The same of the sum over contacts of the hulls of 0 and the edges, each up to its limit.
    EpsilonLinf,
    /// The least common coefficient of friction that closes.
    LeastFriction,
    /// The margin of closure, which is the first of these.
    Margin,
}

/// Contacts that stay and contacts that are to be put somewhere.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaceProblem {
    /// The point about which moments are taken.
    pub reference: [Rational; 2],
    /// What moments are divided by, m.
    pub length: Rational,
    /// The contacts that stay.
    pub standing: Vec<PlanarContact>,
    /// How many are to be placed.
    pub count: usize,
    /// Coefficient of friction of each of them.
    pub friction: Rational,
    /// Where they may touch.
    pub tracks: Vec<Track>,
    /// Least distance between contacts; 0 where there is none.
    pub spacing: Rational,
    /// What is sought.
    pub aim: Aim,
}

impl PlaceProblem {
    /// The contacts that stay, with new ones.
    pub fn with(&self, placed: &[PlanarContact]) -> PlanarProblem {
        let contacts = self.standing.iter().chain(placed).cloned().collect();
        PlanarProblem::new(self.reference.clone(), contacts)
    }

    /// A new contact at a part of a track.
    pub fn contact(&self, id: &str, track: usize, part: &Rational) -> Option<PlanarContact> {
        let (point, normal) = self.tracks.get(track)?.place(part);
        Some(PlanarContact::new(id, point, normal, self.friction.clone()))
    }

    /// Whether a new contact is on a track, pushes as it would there, and is as rough as all of them.
    pub fn may_have(&self, contact: &PlanarContact) -> bool {
        let fits = contact.friction == self.friction && contact.most.is_none();
        fits && self.tracks.iter().any(|track| track.carries(&contact.point, &contact.normal))
    }

    /// Whether new contacts are as many as asked, each where it may be, and none nearer than the spacing to another
    /// one.
    pub fn allows(&self, placed: &[PlanarContact]) -> bool {
        let square = &self.spacing * &self.spacing;
        let apart = |a: &PlanarContact, b: &PlanarContact| distance_square(&a.point, &b.point) >= square;
        placed.len() == self.count
            && placed.iter().all(|one| self.may_have(one))
            && placed.iter().enumerate().all(|(index, one)| {
                placed[index + 1..].iter().chain(&self.standing).all(|other| apart(one, other))
            })
    }
}

impl PlaceProblem {
    /// Wrenches about the reference, moments not divided by anything, whose cone holds all that the standing contacts
    /// and those of these groups can give.
    pub fn reachable(&self, friction: &FrictionUse, groups: &[Group]) -> Vec<[Rational; 3]> {
        let (each, new) = heights::coefficients(self, friction);
        let standing = self.standing.iter().zip(&each);
        let mut found: Vec<[Rational; 3]> =
            standing.flat_map(|(contact, friction)| heights::edges(self, contact, friction)).collect();
        for group in groups {
            for (track, from, to) in group.stretch.pieces() {
                let ends = [heights::part(from), heights::part(to)];
                found.extend(self.tracks[track].wrenches([&ends[0], &ends[1]], &self.reference, &new));
            }
        }
        found
    }
}

/// The square of the distance of two points.
pub(super) fn distance_square(a: &[Rational; 2], b: &[Rational; 2]) -> Rational {
    let (x, y) = (&a[0] - &b[0], &a[1] - &b[1]);
    &x * &x + &y * &y
}
