//! A closed surface of simplices that grows by one point at a time.
//!
//! Facets are `D` corners, a plane, and the facet across each corner.  A point takes away the facets that it is
//! above, and is joined to the ridges around the hole:
//!
//! ```text
//!     f taken away, g kept, ridge R = f ∩ g:    new facet R ∪ {q}                               (1)
//!     its plane, of heights H over f and g:     N = H_f(q) N_g − H_g(q) N_f                      (2)
//!     two new facets share S ∪ {q}:             turn about S through facets that go               (3)
//! ```
//!
//! By (3) the surface stays closed whatever rounding decided about who is above whom.  By (2), with `H_f > 0 ≥ H_g`,
//! a new plane lies between two old ones: a sliver, whose corners determine no plane, still gets one that makes
//! sense, and a point in the plane of its neighbour gets the very plane of that neighbour.  All coordinates are
//! at most 1.

use super::support::Farthest;
use crate::double::elimination::null_vector;
use crate::double::{dot, minus, reach, unit};

/// A point that the surface has reached.
#[derive(Debug, Clone, Copy)]
pub(super) struct Corner<const D: usize> {
    pub(super) at: [f64; D],
    pub(super) index: Option<usize>,
    /// The direction along which it was farthest.
    pub(super) asked: [f64; D],
}

impl<const D: usize> Corner<D> {
    pub(super) fn new(farthest: Farthest<D>, asked: &[f64; D]) -> Self {
        Corner { at: farthest.point, index: farthest.index, asked: *asked }
    }
}

/// A simplex of the surface.
#[derive(Debug, Clone, Copy)]
pub(super) struct Facet<const D: usize> {
    /// Outward, of length 1.
    pub(super) normal: [f64; D],
    /// Height of the highest corner along the normal.
    pub(super) offset: f64,
    /// Height of the lowest one: the same but for rounding.
    pub(super) floor: f64,
    pub(super) corners: [u32; D],
    /// The facet that shares all corners but this one.
    across: [u32; D],
    /// Of the point now added over the plane.
    height: f64,
    /// When it was last looked at: twice the count of points, and one more if the point is above it.
    seen: u32,
    /// Differs for each facet that ever used this place; 0 for a place that is free.
    pub(super) birth: u32,
}

/// Set in `across` when the facet there is new.
const NEW: u32 = 1 << 31;
const NOBODY: u32 = u32::MAX;

/// How far above a plane a point must at least be to count as above it, in units of the unit box's reach: a plane
/// through its corners is known to a few roundings, and a sliver as thin as that is worth nothing.
const ABOVE: f64 = 64.0 * f64::EPSILON;
/// Spread of the corners' heights above which a plane is computed afresh from its corners.
const SPREAD: f64 = 16.0 * f64::EPSILON;

/// The surface, and room that is kept for the next one.
#[derive(Debug, Clone)]
pub(super) struct Surface<const D: usize> {
    pub(super) corners: Vec<Corner<D>>,
    pub(super) facets: Vec<Facet<D>>,
    /// The facets that the last point brought.
    pub(super) fresh: Vec<u32>,
    /// Where each of them came from: a facet that goes, and the place of the corner replaced.
    sources: Vec<(u32, u32)>,
    free: Vec<u32>,
    gone: Vec<u32>,
    rounds: u32,
    births: u32,
    /// A point inside.
    middle: [f64; D],
    /// How far above a plane a point must be to count, in units of the unit box's reach.
    above: f64,
}

impl<const D: usize> Surface<D> {
    pub(super) fn new() -> Self {
        Surface {
            corners: Vec::new(),
            facets: Vec::new(),
            fresh: Vec::new(),
            sources: Vec::new(),
            free: Vec::new(),
            gone: Vec::new(),
            rounds: 0,
            births: 0,
            middle: [0.0; D],
            above: ABOVE,
        }
    }

    /// How many facets were ever made.
    pub(super) fn made(&self) -> usize {
        self.births as usize
    }

    pub(super) fn living(&self) -> impl Iterator<Item = &Facet<D>> {
        self.facets.iter().filter(|facet| facet.birth != 0)
    }

    pub(super) fn middle(&self) -> &[f64; D] {
        &self.middle
    }

    /// The surface of a simplex, whose `D + 1` corners span the space; of a body that is known to `rounding`.  A
    /// point that is `patience` times a few roundings above a plane counts as above it.
    pub(super) fn start(&mut self, simplex: &[Corner<D>], rounding: f64, patience: f64) {
        self.above = patience * (ABOVE + 2.0 * rounding);
        self.corners.clear();
        self.corners.extend_from_slice(simplex);
        for list in [&mut self.fresh, &mut self.free, &mut self.gone] {
            list.clear();
        }
        self.facets.clear();
        (self.rounds, self.births) = (0, 0);
        let share = 1.0 / simplex.len() as f64;
        self.middle = std::array::from_fn(|k| simplex.iter().map(|corner| corner.at[k] * share).sum());
        for opposite in 0..=D {
            let corners = std::array::from_fn(|k| (k + usize::from(k >= opposite)) as u32);
            let facet = Facet {
                normal: [0.0; D],
                offset: 0.0,
                floor: 0.0,
                corners,
                across: corners,
                height: 0.0,
                seen: 0,
                birth: self.births + 1,
            };
            self.births += 1;
            let normal = self.normal_through(&corners).unwrap_or([0.0; D]);
            self.facets.push(self.fitted(facet, normal));
            self.fresh.push(opposite as u32);
        }
    }

    /// A facet with a given normal, its heights read off its corners.
    fn fitted(&self, mut facet: Facet<D>, normal: [f64; D]) -> Facet<D> {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for corner in facet.corners {
            let height = dot(&normal, &self.corners[corner as usize].at);
            (low, high) = (low.min(height), high.max(height));
        }
        (facet.normal, facet.offset, facet.floor) = (normal, high, low);
        facet
    }

    /// The unit normal of the plane through corners, away from the middle.
    fn normal_through(&self, corners: &[u32; D]) -> Option<[f64; D]> {
        let base = self.corners[corners[0] as usize].at;
        let mut rows = [[0.0; D]; D];
        for k in 1..D {
            rows[k - 1] = minus(&self.corners[corners[k] as usize].at, &base);
        }
        let normal = unit(&null_vector(rows)?)?;
        let outward = dot(&normal, &base) >= dot(&normal, &self.middle);
        Some(if outward { normal } else { normal.map(|entry| -entry) })
    }

    /// How far above a plane with this normal a point must be to count.
    pub(super) fn slack(&self, normal: &[f64; D]) -> f64 {
        self.above * reach(normal)
    }

    /// Adds a point that is above the facet `seed`: the new facets are in `fresh`.  `false` when rounding has left
    /// nothing to join it to: then the surface is of no more use.
    pub(super) fn add(&mut self, seed: u32, corner: Corner<D>) -> bool {
        self.rounds += 1;
        let point = corner.at;
        let new = self.corners.len() as u32;
        self.corners.push(corner);
        self.look(seed, &point);
        self.join(new);
        let closed = self.glue();
        for &gone in &self.gone {
            self.facets[gone as usize].birth = 0;
            self.free.push(gone);
        }
        closed && !self.fresh.is_empty()
    }

    /// Fills `gone` with the facets that a point is above, all joined to the seed.
    fn look(&mut self, seed: u32, point: &[f64; D]) {
        let (below, above) = (2 * self.rounds, 2 * self.rounds + 1);
        let slack = self.above;
        self.gone.clear();
        self.gone.push(seed);
        let facet = &mut self.facets[seed as usize];
        facet.height = dot(&facet.normal, point) - facet.offset;
        facet.seen = above;
        let mut next = 0;
        while let Some(&current) = self.gone.get(next) {
            next += 1;
            for neighbour in self.facets[current as usize].across {
                let facet = &mut self.facets[neighbour as usize];
                if facet.seen >= below {
                    continue;
                }
                facet.height = dot(&facet.normal, point) - facet.offset;
                facet.seen = below;
                if facet.height > slack * reach(&facet.normal) {
                    facet.seen = above;
                    self.gone.push(neighbour);
                }
            }
        }
    }

    /// (1): a new facet on every ridge between what goes and what stays.
    fn join(&mut self, new: u32) {
        let above = 2 * self.rounds + 1;
        self.fresh.clear();
        self.sources.clear();
        for at in 0..self.gone.len() {
            let going = self.gone[at];
            for place in 0..D {
                let going_facet = self.facets[going as usize];
                let neighbour = going_facet.across[place];
                let kept = self.facets[neighbour as usize];
                if kept.seen == above {
                    continue;
                }
                let mut facet = Facet { across: [NOBODY; D], seen: 0, ..going_facet };
                facet.corners[place] = new;
                facet.across[place] = neighbour;
                self.births += 1;
                facet.birth = self.births;
                let facet = self.between(facet, &going_facet, &kept);
                let id = match self.free.pop() {
                    Some(id) => {
                        self.facets[id as usize] = facet;
                        id
                    }
                    None => {
                        self.facets.push(facet);
                        self.facets.len() as u32 - 1
                    }
                };
                let back = self.facets[neighbour as usize].across.iter().position(|other| *other == going);
                if let Some(back) = back {
                    self.facets[neighbour as usize].across[back] = id;
                }
                self.facets[going as usize].across[place] = id | NEW;
                self.fresh.push(id);
                self.sources.push((going, place as u32));
            }
        }
    }

    /// (2): the plane of a new facet between those of the facet that goes and the one that stays.
    fn between(&self, facet: Facet<D>, going: &Facet<D>, kept: &Facet<D>) -> Facet<D> {
        if kept.height >= 0.0 {
            return self.fitted(facet, kept.normal);
        }
        let (a, b) = (-kept.height, going.height);
        let sum: [f64; D] = std::array::from_fn(|k| a * going.normal[k] + b * kept.normal[k]);
        let length = dot(&sum, &sum).sqrt();
        let normal = sum.map(|entry| entry / length);
        let facet = self.fitted(facet, normal);
        if facet.offset - facet.floor <= SPREAD * reach(&normal) {
            return facet;
        }
        self.afresh(facet, length < 1e-3 * (a + b))
    }

    /// The plane of a facet from its corners alone, where that fits them better; unless the old one is
    /// `doubtful`, it must be nearly the same, or the corners determine none.
    fn afresh(&self, facet: Facet<D>, doubtful: bool) -> Facet<D> {
        let Some(normal) = self.normal_through(&facet.corners) else { return facet };
        let again = self.fitted(facet, normal);
        let same = dot(&normal, &facet.normal) > 1.0 - 1e-9;
        let better = again.offset - again.floor < facet.offset - facet.floor || facet.offset.is_nan();
        if better && (doubtful || same) { again } else { facet }
    }

    /// (3): new facets that share all but one corner learn of each other; `false` if one does not find its other.
    fn glue(&mut self) -> bool {
        for at in 0..self.fresh.len() {
            let (id, (source, place)) = (self.fresh[at], self.sources[at]);
            for side in 0..D {
                if self.facets[id as usize].across[side] != NOBODY {
                    continue;
                }
                let Some((other, back)) = self.around(source as usize, side, place as usize) else {
                    return false;
                };
                self.facets[id as usize].across[side] = other;
                self.facets[other as usize].across[back] = id;
            }
        }
        true
    }

    /// Turns about the corners of `current` without those at `drop` and at `keep`, through facets that go, up to a
    /// new facet and the corner of it across which it began.
    fn around(&self, mut current: usize, mut drop: usize, mut keep: usize) -> Option<(u32, usize)> {
        // No facet is passed twice.
        for _ in 0..=self.gone.len() {
            let next = self.facets[current].across[drop];
            if next & NEW != 0 {
                return Some((next & !NEW, keep));
            }
            let (kept, facet) = (self.facets[current].corners[keep], &self.facets[next as usize]);
            let entered = facet.across.iter().position(|back| *back as usize == current)?;
            drop = facet.corners.iter().position(|corner| *corner == kept)?;
            (current, keep) = (next as usize, entered);
        }
        None
    }
}
