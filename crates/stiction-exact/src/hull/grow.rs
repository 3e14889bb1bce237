//! The expanding polytope.

use super::nearest::{Nearest, affine_weights};
use super::simplex::{Flat, simplex};
use super::support::{Points, ScaledBody, Support};
use super::surface::{Corner, Facet, Surface};
use super::{Distance, Effort, Origin, Refusal, Share};
use crate::double::{dot, length, reach, times, unit};
use crate::work;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Room for facets, kept between calls so that the next one allocates nothing.
#[derive(Debug, Clone)]
pub struct Workspace<const D: usize> {
    pub(super) surface: Surface<D>,
    queue: BinaryHeap<Waiting>,
    nearest: Nearest<D>,
    pub(super) simplex: Vec<Corner<D>>,
    points: Vec<[f64; D]>,
}

/// How many times a few roundings a point must be above a plane to count: where rounding breaks the surface, a
/// coarser one is tried, and the brackets of all of them hold.
pub(super) const PATIENCE: [f64; 4] = [1.0, 32.0, 1024.0, 32768.0];

/// A facet and how near it is.
#[derive(Debug, Clone, Copy)]
struct Waiting {
    key: f64,
    facet: u32,
    birth: u32,
}

impl Ord for Waiting {
    /// The nearest is the greatest, and of two equally near ones the one that was made first.
    fn cmp(&self, other: &Self) -> Ordering {
        other.key.total_cmp(&self.key).then(other.birth.cmp(&self.birth))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Waiting {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Waiting {}

impl<const D: usize> Default for Workspace<D> {
    fn default() -> Self {
        Self::new()
    }
}

/// The body in its box, with what rounding may do there.
struct Inside<'a, B, const D: usize> {
    scaled: ScaledBody<'a, B, D>,
    /// The body's own rounding and that of an inner product, in units of the box's reach.
    blur: f64,
}

/// The least height so far, and along what.
struct Witness<const D: usize> {
    upper: f64,
    value: f64,
    /// In the box, of length 1.
    normal: [f64; D],
    /// Height along it of the lowest corner of the facet that asked.
    floor: f64,
}

impl<B: Support<D>, const D: usize> Inside<'_, B, D> {
    /// The length in the metric of the body of a unit normal in the box.
    fn stretch(&self, normal: &[f64; D]) -> f64 {
        let normal = times(normal, &self.scaled.factors);
        let square = dot(&normal, &normal);
        if square > f64::MIN_POSITIVE / f64::EPSILON && square.is_finite() {
            square.sqrt()
        } else {
            length(&normal)
        }
    }

    /// (3): a facet is at least so far from the origin.
    fn least(&self, facet: &Facet<D>) -> f64 {
        // The length of a unit normal and the division round too, by less than one more `blur` together.
        let low = facet.floor - self.blur * reach(&facet.normal);
        low / self.stretch(&facet.normal)
    }

    /// (2): the height of a point farthest along a normal.
    fn most(&self, normal: &[f64; D], point: &[f64; D]) -> (f64, f64) {
        let (height, stretch) = (dot(normal, point), self.stretch(normal));
        ((height + self.blur * reach(normal)) / stretch, height / stretch)
    }
}

impl<const D: usize> Workspace<D> {
    /// Room for nothing yet.
    pub fn new() -> Self {
        Workspace {
            surface: Surface::new(),
            queue: BinaryHeap::new(),
            nearest: Nearest::new(),
            simplex: Vec::new(),
            points: Vec::new(),
        }
    }

    /// The signed distance from the origin to the boundary of a body, the origin being where the caller says.
    pub fn distance<B: Support<D>>(
        &mut self,
        body: &B,
        origin: Origin,
        effort: Effort,
    ) -> Result<Distance<D>, Refusal> {
        let scaled = ScaledBody::into_box(body).ok_or(Refusal::NotFinite)?;
        let found = match origin {
            Origin::Outside => self.outside(body, &scaled, effort),
            Origin::Inside | Origin::Boundary => self.inside(scaled, effort)?,
        };
        let elsewhere = match origin {
            Origin::Inside => found.upper < 0.0,
            Origin::Boundary => found.lower > 0.0 || found.upper < 0.0,
            // Where nothing separates, the origin may well be inside.
            Origin::Outside => {
                let scaled = ScaledBody::into_box(body).ok_or(Refusal::NotFinite)?;
                found.upper > 0.0 && self.inside(scaled, effort)?.lower > 0.0
            }
        };
        if elsewhere { Err(Refusal::Elsewhere) } else { Ok(found.on_side(origin)) }
    }

    fn outside<B: Support<D>>(&mut self, body: &B, scaled: &ScaledBody<B, D>, effort: Effort) -> Distance<D> {
        let size = scaled.factors.map(|factor| 1.0 / factor);
        let found = self.nearest.find(body, &size, effort.tolerance, effort.facets);
        let height = dot(&found.normal, &body.farthest(&found.normal).point);
        Distance {
            lower: -found.most,
            upper: -found.least,
            value: height,
            normal: found.normal,
            face: shares(&self.nearest.corners, &self.nearest.weights),
            facets: 0,
        }
    }

    fn inside<B: Support<D>>(
        &mut self,
        scaled: ScaledBody<B, D>,
        effort: Effort,
    ) -> Result<Distance<D>, Refusal> {
        let rounding = scaled.rounding();
        let body = Inside { blur: (D as f64 + 4.0) * f64::EPSILON + rounding, scaled };
        let mut best = Witness { upper: f64::INFINITY, value: f64::INFINITY, normal: [0.0; D], floor: 0.0 };
        if let Err(Flat { normal }) = simplex(&body.scaled, &mut self.simplex) {
            return Ok(self.flat(&body, normal));
        }
        let (mut lower, mut facets) = (f64::NEG_INFINITY, 0);
        for patience in PATIENCE {
            self.surface.start(&self.simplex, rounding, patience);
            self.queue.clear();
            let ended = self.grow(&body, effort, &mut lower, &mut best);
            facets += self.surface.made();
            if ended {
                break;
            }
        }
        let normal = unit(&times(&best.normal, &body.scaled.factors)).ok_or(Refusal::NotFinite)?;
        let face = self.face(&body, &best);
        Ok(Distance { lower, upper: best.upper, value: best.value, normal, face, facets })
    }

    /// Grows the surface until its nearest facet is one of the body, or the bracket is good enough; `false` when
    /// rounding breaks the surface first.
    fn grow<B: Support<D>>(
        &mut self,
        body: &Inside<B, D>,
        effort: Effort,
        lower: &mut f64,
        best: &mut Witness<D>,
    ) -> bool {
        loop {
            work::spend(body.scaled.steps() + D * self.surface.fresh.len());
            for &id in &self.surface.fresh {
                let facet = &self.surface.facets[id as usize];
                let key = body.least(facet);
                if key.is_nan() {
                    return false;
                }
                // A facet that is farther than some height is not the nearest.
                if key < best.upper {
                    self.queue.push(Waiting { key, facet: id, birth: facet.birth });
                }
            }
            let Some(next) = self.queue.pop_living(&self.surface) else {
                *lower = lower.max(best.value);
                return true;
            };
            *lower = lower.max(next.key);
            let facet = self.surface.facets[next.facet as usize];
            let narrow = best.upper - *lower <= effort.tolerance * *lower;
            if narrow || best.upper < 0.0 || self.surface.made() > effort.facets {
                return true;
            }
            let farthest = body.scaled.farthest(&facet.normal);
            let (upper, value) = body.most(&facet.normal, &farthest.point);
            let above = dot(&facet.normal, &farthest.point) - facet.offset;
            if above.is_nan() {
                return false;
            }
            let last = above <= self.surface.slack(&facet.normal);
            // The last facet is the face, even if some other height is less by a rounding.
            if upper < best.upper || last {
                let upper = upper.min(best.upper);
                *best = Witness { upper, value, normal: facet.normal, floor: facet.floor };
            }
            if last {
                return true;
            }
            if !self.surface.add(next.facet, Corner::new(farthest, &facet.normal)) {
                return false;
            }
        }
    }

    /// A body that is flat to within rounding, and along what.
    fn flat<B: Support<D>>(&self, body: &Inside<B, D>, normal: [f64; D]) -> Distance<D> {
        let opposite = normal.map(|entry| -entry);
        let sides = [normal, opposite].map(|side| {
            let (upper, value) = body.most(&side, &body.scaled.farthest(&side).point);
            Witness { upper, value, normal: side, floor: value }
        });
        let [one, other] = sides;
        let best = if one.upper <= other.upper { one } else { other };
        Distance {
            lower: 0.0,
            upper: best.upper,
            value: best.value,
            normal: unit(&times(&best.normal, &body.scaled.factors)).unwrap_or(best.normal),
            face: Vec::new(),
            facets: 0,
        }
    }

    /// The corners in the witness's plane whose hull holds the foot of the perpendicular, with its weights.
    fn face<B: Support<D>>(&mut self, body: &Inside<B, D>, best: &Witness<D>) -> Vec<Share<D>> {
        let inverse = body.scaled.factors.map(|factor| 1.0 / factor);
        let Workspace { surface, nearest, simplex: near, points, .. } = self;
        let slack = 4.0 * surface.slack(&best.normal);
        near.clear();
        for corner in &surface.corners {
            if dot(&best.normal, &corner.at) >= best.floor - slack {
                let asked = times(&corner.asked, &body.scaled.factors);
                near.push(Corner { at: times(&corner.at, &inverse), asked, ..*corner });
            }
        }
        if near.len() <= D
            && affine_weights(near, &mut nearest.weights)
            && nearest.weights.iter().all(|weight| *weight >= 0.0)
        {
            return shares(near, &nearest.weights);
        }
        // Several simplices share the plane, and the foot is in another one than the facet.
        points.clear();
        points.extend(near.iter().map(|corner| corner.at));
        nearest.find(&Points(points), &inverse, 1e-14, 100 + 10 * points.len());
        for corner in &mut nearest.corners {
            *corner = near[corner.index.unwrap_or(0)];
        }
        shares(&nearest.corners, &nearest.weights)
    }
}

trait Living {
    fn pop_living<const D: usize>(&mut self, surface: &Surface<D>) -> Option<Waiting>;
}

impl Living for BinaryHeap<Waiting> {
    /// The nearest facet that is still there.
    fn pop_living<const D: usize>(&mut self, surface: &Surface<D>) -> Option<Waiting> {
        loop {
            let next = self.pop()?;
            if surface.facets[next.facet as usize].birth == next.birth {
                return Some(next);
            }
        }
    }
}

fn shares<const D: usize>(corners: &[Corner<D>], weights: &[f64]) -> Vec<Share<D>> {
    let share = |(corner, weight): (&Corner<D>, &f64)| Share {
        point: corner.at,
        index: corner.index,
        asked: corner.asked,
        weight: *weight,
    };
    corners.iter().zip(weights).map(share).collect()
}
