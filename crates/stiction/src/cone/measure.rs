//! How large a cone is, and how deep a direction lies in it: numbers in doubles, choices in integers.
//!
//! ```text
//!     tan(Ω/2) = det(a, b, c) / (abc + a·b c + b·c a + c·a b)      the solid angle of three rays                 (1)
//!     depth(x) = min nᵢ·x / |nᵢ||x|                                 the sine of the angle to the nearest facet    (2)
//!     max depth = min |Σ λᵢ nᵢ/|nᵢ||,  λ ≥ 0, Σ λᵢ = 1             attained along the shortest sum               (3)
//! ```
//!
//! References: \[VanOosterom\] for (1), \[Wolfe\] for the shortest sum of (3).

use super::linear_map::same;
use super::open::OpenCone;
use super::polyhedral::Cone;
use super::rows::{ConeFault, dot};
use super::union::Union;
use super::wrap;
use crate::exact::integers;
use dashu_int::IBig;
use std::f64::consts::PI;
use stiction_proof::Rational;

/// The deepest direction of a cone.
#[derive(Debug, Clone, PartialEq)]
pub struct Deepest {
    /// Of length one.
    pub direction: Vec<f64>,
    /// Its depth (2), rounded down.
    pub depth: f64,
    /// No direction is deeper than this: the length of a sum (3), rounded up.
    pub at_most: f64,
    /// Indices of the normals that hold it back.
    pub active: Vec<usize>,
}

impl Cone {
    /// The solid angle of a cone in R³, equation (1): 4π is the whole space, and a flat cone has none.
    ///
    /// ```
    /// use stiction::cone::{Cone, Rows};
    /// let octant = Cone::from_generators(&Rows::axes(3), &Rows::none(3))?;
    /// assert!((octant.solid_angle()? - std::f64::consts::FRAC_PI_2).abs() < 1e-15);
    /// # Ok::<(), stiction::cone::ConeFault>(())
    /// ```
    pub fn solid_angle(&self) -> Result<f64, ConeFault> {
        same(3, self.space())?;
        if !self.equalities().is_empty() {
            return Ok(0.0);
        }
        Ok(match self.lines().len() {
            0 => {
                let ring = wrap::ring(self.rays().entries());
                ring.windows(2).skip(1).map(|pair| solid_angle_of([&ring[0], &pair[0], &pair[1]])).sum()
            }
            1 => 2.0 * self.dihedral(),
            2 => 2.0 * PI,
            _ => 4.0 * PI,
        })
    }

    /// The angle of a wedge between two planes: what the angle of their normals leaves of π.
    fn dihedral(&self) -> f64 {
        let normals: Vec<&[IBig]> = self.normals().iter().collect();
        let [one, other] = normals[..] else { return PI };
        PI - sine_of_cross(one, other).atan2(cosine(one, other))
    }

    /// How deep a direction lies, equation (2): the radius of the largest ball about the point at distance one, negative
    /// outside.  In a flat cone balls are those of its span; of a linear space the depth is 1.
    pub fn depth(&self, direction: &[Rational]) -> Result<f64, ConeFault> {
        same(self.space(), direction.len())?;
        let direction = integers::primitive(direction);
        let products: Vec<(IBig, Vec<IBig>)> =
            self.flat_normals().into_iter().map(|normal| (dot(&normal, &direction), normal)).collect();
        let least = products.iter().min_by(|one, other| signed_square(one).cmp(&signed_square(other)));
        Ok(least.map_or(1.0, |(_, normal)| cosine(normal, &direction)))
    }

    /// The deepest direction, equation (3), or `None` of a linear space.  `depth` and `at_most` bracket the largest depth.
    ///
    /// ```
    /// use stiction::cone::{Cone, Rows};
    /// let octant = Cone::from_generators(&Rows::axes(3), &Rows::none(3))?;
    /// let deepest = octant.deepest().unwrap();
    /// assert_eq!(deepest.active.len(), 3);
    /// assert!(deepest.depth <= 1.0 / 3f64.sqrt() && 1.0 / 3f64.sqrt() <= deepest.at_most);
    /// # Ok::<(), stiction::cone::ConeFault>(())
    /// ```
    pub fn deepest(&self) -> Option<Deepest> {
        let normals: Vec<Vec<f64>> = self.flat_normals().iter().map(|normal| unit(normal)).collect();
        if normals.is_empty() {
            return None;
        }
        let (active, weights) = shortest(&normals);
        let mut sum = vec![0.0; self.space()];
        for (&at, weight) in active.iter().zip(&weights) {
            sum.iter_mut().zip(&normals[at]).for_each(|(sum, entry)| *sum += weight * entry);
        }
        let total: f64 = weights.iter().sum();
        let length = inner(&sum, &sum).sqrt();
        let direction: Vec<f64> = sum.iter().map(|entry| entry / length).collect();
        let least = normals.iter().map(|normal| inner(normal, &direction)).fold(f64::INFINITY, f64::min);
        // Unit vectors to within 3u a component, sums of n products: (n + 8)·2u covers each inner product of them.
        let error = (self.space() + 8 + active.len()) as f64 * f64::EPSILON;
        Some(Deepest { direction, depth: least - error, at_most: length / total + error, active })
    }

    /// The normals as vectors of the cone's span.
    fn flat_normals(&self) -> Vec<Vec<IBig>> {
        if self.equalities().is_empty() {
            return self.normals().iter().map(<[IBig]>::to_vec).collect();
        }
        let mut across: Vec<Vec<IBig>> = Vec::new();
        for plane in self.equalities().iter() {
            let next = orthogonal(plane, &across);
            across.push(next);
        }
        self.normals().iter().map(|normal| orthogonal(normal, &across)).collect()
    }
}

impl OpenCone {
    /// The solid angle in R³; faces that are missing do not count.
    pub fn solid_angle(&self) -> Result<f64, ConeFault> {
        self.closure().solid_angle()
    }
}

impl Union {
    /// The solid angle in R³, what is covered twice once.
    pub fn solid_angle(&self) -> Result<f64, ConeFault> {
        self.disjoint().cones().iter().map(OpenCone::solid_angle).sum()
    }
}

/// A vector's direction without its parts along others, which are orthogonal to each other.
fn orthogonal(vector: &[IBig], others: &[Vec<IBig>]) -> Vec<IBig> {
    let mut rest = vector.to_vec();
    for other in others {
        let (along, square) = (dot(&rest, other), dot(other, other));
        rest.iter_mut().zip(other).for_each(|(rest, other)| *rest = &*rest * &square - &along * other);
        super::whole::shorten(&mut rest);
    }
    rest
}

/// `product·|product| / |normal|²`, which orders as `product / |normal|` does.
fn signed_square((product, normal): &(IBig, Vec<IBig>)) -> Rational {
    let size = if *product < IBig::ZERO { -product } else { product.clone() };
    ratio(product * size, dot(normal, normal))
}

fn ratio(numerator: IBig, denominator: IBig) -> Rational {
    Rational::from_parts(numerator, denominator).unwrap_or_else(Rational::zero)
}

/// `a·b / |a||b|`, from the exact square.
fn cosine(a: &[IBig], b: &[IBig]) -> f64 {
    let product = dot(a, b);
    let square = ratio(&product * &product, dot(a, a) * dot(b, b)).to_f64();
    if product < IBig::ZERO { -square.sqrt() } else { square.sqrt() }
}

/// `|a × b| / |a||b|`, from the exact square 1 − cos².
fn sine_of_cross(a: &[IBig], b: &[IBig]) -> f64 {
    let (product, size) = (dot(a, b), dot(a, a) * dot(b, b));
    ratio(&size - &product * &product, size).to_f64().sqrt()
}

/// Equation (1), with an exact determinant: thin cones keep their digits.
fn solid_angle_of([a, b, c]: [&[IBig; 3]; 3]) -> f64 {
    let minor = |j: usize, k: usize| &b[j] * &c[k] - &b[k] * &c[j];
    let determinant = &a[0] * minor(1, 2) + &a[1] * minor(2, 0) + &a[2] * minor(0, 1);
    let volume = ratio(&determinant * &determinant, dot(a, a) * dot(b, b) * dot(c, c)).to_f64().sqrt();
    2.0 * volume.atan2(1.0 + cosine(a, b) + cosine(b, c) + cosine(c, a))
}

fn unit(vector: &[IBig]) -> Vec<f64> {
    let near = integers::to_doubles(vector);
    let length = inner(&near, &near).sqrt();
    near.iter().map(|entry| entry / length).collect()
}

fn inner(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The points whose hull comes nearest to the origin, and their weights.
///
/// The set only chooses: whatever it is, the numbers that are made of it are bounds.  So the constants are no tolerances
/// of an answer; they end the search where doubles have nothing more to say.
fn shortest(points: &[Vec<f64>]) -> (Vec<usize>, Vec<f64>) {
    const ENOUGH: f64 = 1e-14;
    let (mut set, mut weights) = (vec![0], vec![1.0]);
    for _ in 0..100 + 10 * points.len() {
        let nearest = combine(points, &set, &weights);
        let square = inner(&nearest, &nearest);
        let heights = points.iter().map(|point| inner(point, &nearest));
        let Some((best, height)) = heights.enumerate().min_by(|a, b| a.1.total_cmp(&b.1)) else { break };
        if height >= square - ENOUGH || set.contains(&best) {
            break;
        }
        set.push(best);
        weights.push(0.0);
        // Towards the nearest point of the flat through the set; points whose weight vanishes leave it.
        while let Some(target) = flat_weights(points, &set) {
            let step = weights.iter().zip(&target).filter(|(_, target)| **target <= 0.0);
            let step = step.map(|(weight, target)| weight / (weight - target)).fold(1.0, f64::min);
            weights.iter_mut().zip(&target).for_each(|(weight, target)| *weight += step * (target - *weight));
            if step >= 1.0 {
                break;
            }
            let kept: Vec<usize> = (0..set.len()).filter(|&at| weights[at] > ENOUGH).collect();
            let smaller = kept.len() < set.len();
            set = kept.iter().map(|&at| set[at]).collect();
            weights = kept.iter().map(|&at| weights[at]).collect();
            if !smaller {
                break;
            }
        }
    }
    (set, weights)
}

fn combine(points: &[Vec<f64>], set: &[usize], weights: &[f64]) -> Vec<f64> {
    let mut sum = vec![0.0; points[0].len()];
    for (&at, weight) in set.iter().zip(weights) {
        sum.iter_mut().zip(&points[at]).for_each(|(sum, entry)| *sum += weight * entry);
    }
    sum
}

/// Weights of sum 1 of the point nearest to the origin in the flat through some points: `G w = 1`, scaled.
fn flat_weights(points: &[Vec<f64>], set: &[usize]) -> Option<Vec<f64>> {
    let size = set.len();
    // 1 added to every product keeps the matrix regular when the flat holds the origin.
    let product = |i: usize, j: usize| 1.0 + inner(&points[set[i]], &points[set[j]]);
    let mut rows: Vec<Vec<f64>> =
        (0..size).map(|i| (0..size).map(|j| product(i, j)).chain([1.0]).collect()).collect();
    for step in 0..size {
        let pivot = (step..size).max_by(|&a, &b| rows[a][step].abs().total_cmp(&rows[b][step].abs()))?;
        rows.swap(step, pivot);
        let lead = rows[step].clone();
        if lead[step].abs() < 1e-15 {
            return None;
        }
        for (at, row) in rows.iter_mut().enumerate() {
            if at != step {
                let factor = row[step] / lead[step];
                row.iter_mut().zip(&lead).for_each(|(entry, lead)| *entry -= factor * lead);
            }
        }
    }
    let weights: Vec<f64> = (0..size).map(|at| rows[at][size] / rows[at][at]).collect();
    let total: f64 = weights.iter().sum();
    (total.abs() > 1e-300).then(|| weights.iter().map(|weight| weight / total).collect())
}
