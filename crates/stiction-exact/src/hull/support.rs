//! Convex bodies, known by the point of them that is farthest along a direction.

use crate::double::{dot, times};

/// A convex body in `Rᴰ`, not empty and bounded.
pub trait Support<const D: usize> {
    /// The point that is farthest along `direction`, which is not zero and has any length.
    fn farthest(&self, direction: &[f64; D]) -> Farthest<D>;

    /// How far a coordinate of that point may be off by rounding, as a part of that coordinate's largest
    /// absolute value on the body.
    fn rounding(&self) -> f64 {
        0.0
    }

    /// About how many [steps](crate::work::spend) it takes to find that point.
    fn steps(&self) -> usize {
        1
    }
}

/// A point of a body that no other is beyond.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Farthest<const D: usize> {
    /// The point.
    pub point: [f64; D],
    /// Which one it is, where the body is the hull of a list.
    pub index: Option<usize>,
}

/// The convex hull of a list of points.
#[derive(Debug, Clone, Copy)]
pub struct Points<'a, const D: usize>(pub &'a [[f64; D]]);

impl<const D: usize> Support<D> for Points<'_, D> {
    fn farthest(&self, direction: &[f64; D]) -> Farthest<D> {
        let (mut best, mut height) = (0, f64::NEG_INFINITY);
        for (index, point) in self.0.iter().enumerate() {
            let along = dot(point, direction);
            if along > height {
                (best, height) = (index, along);
            } else if along.is_nan() {
                return Farthest { point: *point, index: Some(index) };
            }
        }
        let point = self.0.get(best).copied().unwrap_or([f64::NAN; D]);
        Farthest { point, index: Some(best) }
    }

    fn steps(&self) -> usize {
        self.0.len() * D / STRIDE
    }
}

/// Products of doubles that take as long as a step.
const STRIDE: usize = 32;

/// The convex hull of ellipses `centre + cos θ · first + sin θ · second`, each given by these three vectors: with
/// unit normal parts these are round friction cones.
#[derive(Debug, Clone, Copy)]
pub struct Ellipses<'a, const D: usize>(pub &'a [[[f64; D]; 3]]);

impl<const D: usize> Support<D> for Ellipses<'_, D> {
    fn farthest(&self, direction: &[f64; D]) -> Farthest<D> {
        let (mut best, mut height) = (0, f64::NEG_INFINITY);
        for (index, [centre, first, second]) in self.0.iter().enumerate() {
            let along = dot(centre, direction) + dot(first, direction).hypot(dot(second, direction));
            if along > height {
                (best, height) = (index, along);
            }
        }
        let Some([centre, first, second]) = self.0.get(best) else {
            return Farthest { point: [f64::NAN; D], index: None };
        };
        let (x, y) = (dot(first, direction), dot(second, direction));
        let radius = x.hypot(y);
        let (cosine, sine) = if radius > 0.0 { (x / radius, y / radius) } else { (1.0, 0.0) };
        let point = std::array::from_fn(|k| centre[k] + cosine * first[k] + sine * second[k]);
        Farthest { point, index: Some(best) }
    }

    fn rounding(&self) -> f64 {
        // Three products and two sums of parts none of which exceeds twice the largest coordinate.
        16.0 * f64::EPSILON
    }

    fn steps(&self) -> usize {
        4 * self.0.len() * D / STRIDE
    }
}

/// The Minkowski sum of hulls that each hold the origin too, `Σᵢ conv ({0} ∪ Bᵢ)`: every body pushes up to its own
/// limit, or not at all.
#[derive(Debug, Clone, Copy)]
pub struct Sum<'a, B>(pub &'a [B]);

impl<B> Sum<'_, B> {
    /// The point of `conv ({0} ∪ Bᵢ)` that is farthest along a direction, for each body; `None` is the origin.
    pub fn parts<'b, const D: usize>(
        &'b self,
        direction: &'b [f64; D],
    ) -> impl Iterator<Item = Option<Farthest<D>>> + 'b
    where
        B: Support<D>,
    {
        let part = |body: &B| {
            let farthest = body.farthest(direction);
            let along = dot(&farthest.point, direction);
            // What is not a number is kept, and refused later.
            (along > 0.0 || along.is_nan()).then_some(farthest)
        };
        self.0.iter().map(part)
    }
}

impl<B: Support<D>, const D: usize> Support<D> for Sum<'_, B> {
    fn farthest(&self, direction: &[f64; D]) -> Farthest<D> {
        let mut point = [0.0; D];
        for part in self.parts(direction).flatten() {
            for k in 0..D {
                point[k] += part.point[k];
            }
        }
        Farthest { point, index: None }
    }

    fn rounding(&self) -> f64 {
        // The absolute values of a coordinate of all parts add up to no more than twice its largest absolute
        // value on the sum, since parts of one sign are a point of the sum; each sum rounds once.
        let worst = self.0.iter().map(Support::rounding).fold(0.0, f64::max);
        2.0 * (worst + f64::EPSILON * self.0.len() as f64)
    }

    fn steps(&self) -> usize {
        self.0.iter().map(Support::steps).sum()
    }
}

/// The sum of triangles `Σᵢ conv {0, aᵢ, bᵢ}`: a [`Sum`] of pairs of points, without its detours, for thousands of
/// contacts in the plane.
#[derive(Debug, Clone, Copy)]
pub struct Triangles<'a, const D: usize>(pub &'a [[[f64; D]; 2]]);

impl<const D: usize> Support<D> for Triangles<'_, D> {
    fn farthest(&self, direction: &[f64; D]) -> Farthest<D> {
        let mut point = [0.0; D];
        for [a, b] in self.0 {
            let (along_a, along_b) = (dot(a, direction), dot(b, direction));
            let (chosen, along) = if along_a >= along_b { (a, along_a) } else { (b, along_b) };
            // A choice instead of a jump; what is not a number stays one.
            let share = if along <= 0.0 { 0.0 } else { 1.0 };
            for k in 0..D {
                point[k] += share * chosen[k];
            }
        }
        Farthest { point, index: None }
    }

    fn rounding(&self) -> f64 {
        // As of a sum.
        2.0 * f64::EPSILON * self.0.len() as f64
    }

    fn steps(&self) -> usize {
        2 * self.0.len() * D / STRIDE
    }
}

/// The convex hull of a body and one more point.
#[derive(Debug, Clone, Copy)]
pub struct With<'a, B, const D: usize> {
    /// The body.
    pub body: &'a B,
    /// The point.
    pub point: [f64; D],
}

impl<B: Support<D>, const D: usize> Support<D> for With<'_, B, D> {
    fn farthest(&self, direction: &[f64; D]) -> Farthest<D> {
        let farthest = self.body.farthest(direction);
        if dot(&self.point, direction) > dot(&farthest.point, direction) {
            return Farthest { point: self.point, index: None };
        }
        farthest
    }

    fn rounding(&self) -> f64 {
        self.body.rounding()
    }

    fn steps(&self) -> usize {
        self.body.steps()
    }
}

/// A body seen through a scaling of the axes by powers of two, which rounds nothing.
pub(super) struct ScaledBody<'a, B, const D: usize> {
    pub(super) body: &'a B,
    /// What a coordinate is multiplied by.
    pub(super) factors: [f64; D],
}

/// Coordinates beyond this leave no room for sums and inverses.
const LARGEST: f64 = 1e300;

impl<'a, B: Support<D>, const D: usize> ScaledBody<'a, B, D> {
    /// The body scaled into the box of half width 1; none if it is not finite, or nearly so.
    pub(super) fn into_box(body: &'a B) -> Option<Self> {
        let mut factors = [1.0; D];
        for k in 0..D {
            let mut most = 0.0_f64;
            for side in [1.0, -1.0] {
                let mut axis = [0.0; D];
                axis[k] = side;
                let along = body.farthest(&axis).point[k];
                if !along.is_finite() {
                    return None;
                }
                most = most.max(along.abs());
            }
            if most > LARGEST {
                return None;
            }
            if most > 0.0 {
                // Into [1/2, 1); what is nearly too small for doubles ends below that.
                let exponent = most.log2().floor().max(-1000.0) as i32;
                factors[k] = 0.5_f64.powi(exponent + 1);
            }
        }
        Some(ScaledBody { body, factors })
    }
}

impl<B: Support<D>, const D: usize> Support<D> for ScaledBody<'_, B, D> {
    fn farthest(&self, direction: &[f64; D]) -> Farthest<D> {
        let direction = times(direction, &self.factors);
        let mut farthest = self.body.farthest(&direction);
        farthest.point = times(&farthest.point, &self.factors);
        farthest
    }

    fn rounding(&self) -> f64 {
        self.body.rounding()
    }

    fn steps(&self) -> usize {
        self.body.steps()
    }
}
