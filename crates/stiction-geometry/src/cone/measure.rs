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
use dashu_int::IBig;
use dashu_int::ops::{BitTest, SquareRoot, UnsignedAbs};
use std::f64::consts::PI;
use stiction_exact::whole::Whole;
use stiction_exact::{equations, integers};
use stiction_proof::Rational;

/// The deepest direction of a cone.
#[derive(Debug, Clone, PartialEq)]
pub struct Deepest {
    /// Of length one.
    pub direction: Vec<f64>,
    /// Its depth (2), rounded down; the direction before rounding has at least this.
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
    /// use stiction_geometry::cone::{Cone, Rows};
    /// let octant = Cone::from_generators(&Rows::axes(3), &Rows::none(3))?;
    /// assert!((octant.solid_angle()? - std::f64::consts::FRAC_PI_2).abs() < 1e-15);
    /// # Ok::<(), stiction_geometry::cone::ConeFault>(())
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

    /// How deep a direction lies, equation (2): the radius of the largest ball about the point at distance
    /// one, negative outside.  In a flat cone balls are those of its span, and off the span the depth is less
    /// than zero by the distance from it; of a linear space the depth is 1.
    pub fn depth(&self, direction: &[Rational]) -> Result<f64, ConeFault> {
        same(self.space(), direction.len())?;
        if direction.iter().all(Rational::is_zero) {
            return Err(ConeFault::NoDirection);
        }
        Ok(self.depth_of(&integers::primitive(direction)))
    }

    fn depth_of(&self, direction: &[IBig]) -> f64 {
        if self.equalities().iter().any(|plane| !dot(plane, direction).is_zero()) {
            let length = dot(direction, direction);
            let share = |plane: &Vec<IBig>| {
                let product = dot(plane, direction);
                ratio(&product * &product, &length * dot(plane, plane))
            };
            return -self.across().iter().map(share).sum::<Rational>().to_f64().sqrt();
        }
        let products: Vec<(IBig, Vec<IBig>)> =
            self.flat_normals().into_iter().map(|normal| (dot(&normal, direction), normal)).collect();
        let least = products.iter().min_by(|one, other| signed_square(one).cmp(&signed_square(other)));
        least.map_or(1.0, |(_, normal)| cosine(normal, direction))
    }

    /// The deepest direction, equation (3), or `None` of a linear space.  `depth` and `at_most` bracket the
    /// largest depth.
    ///
    /// ```
    /// use stiction_geometry::cone::{Cone, Rows};
    /// let octant = Cone::from_generators(&Rows::axes(3), &Rows::none(3))?;
    /// let deepest = octant.deepest().unwrap();
    /// assert_eq!(deepest.active.len(), 3);
    /// assert!(deepest.depth <= 1.0 / 3f64.sqrt() && 1.0 / 3f64.sqrt() <= deepest.at_most);
    /// # Ok::<(), stiction_geometry::cone::ConeFault>(())
    /// ```
    pub fn deepest(&self) -> Option<Deepest> {
        let normals = self.flat_normals();
        if normals.is_empty() {
            return None;
        }
        let precision = precision(&normals);
        let points: Vec<Vec<IBig>> = normals.iter().map(|normal| unit(normal, precision)).collect();
        let Nearest { set, sum } = nearest(&points);
        // Rounded normals of a flat cone leave its span a little.
        let direction = orthogonal(&integers::primitive(&sum), &self.across());
        let least = self.depth_of(&direction);
        let square: Rational = sum.iter().map(|entry| entry * entry).sum();
        let scale = Rational::from(IBig::ONE << (2 * precision));
        let length = square.checked_div(&scale)?.to_f64().sqrt();
        // A quotient of exact integers is rounded twice and its root once: 4u cover it, here doubled and more.
        let slack = 8.0 * f64::EPSILON;
        Some(Deepest {
            direction: integers::unit_doubles(&direction),
            depth: least - slack * least.abs(),
            at_most: length * (1.0 + slack),
            active: set,
        })
    }

    /// The normals as vectors of the cone's span.
    fn flat_normals(&self) -> Vec<Vec<IBig>> {
        if self.equalities().is_empty() {
            return self.normals().iter().map(<[IBig]>::to_vec).collect();
        }
        let across = self.across();
        self.normals().iter().map(|normal| orthogonal(normal, &across)).collect()
    }

    /// Directions across the cone's span, orthogonal to each other.
    fn across(&self) -> Vec<Vec<IBig>> {
        let mut across: Vec<Vec<IBig>> = Vec::new();
        for plane in self.equalities().iter() {
            let next = orthogonal(plane, &across);
            across.push(next);
        }
        across
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
        IBig::shorten(&mut rest);
    }
    rest
}

/// `product·|product| / |normal|²`, which orders as `product / |normal|` does.
fn signed_square((product, normal): &(IBig, Vec<IBig>)) -> Rational {
    let size = if *product < IBig::ZERO { -product } else { product.clone() };
    ratio(product * size, dot(normal, normal))
}

/// A fraction over squares of lengths of rays, normals and directions, none of which is zero.
fn ratio(numerator: IBig, denominator: IBig) -> Rational {
    Rational::quotient(&numerator, &denominator)
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

/// So many binary digits that unit normals rounded to them are as good as exact: the depth of a cone is a quotient of
/// determinants of its normals, and with twice their digits it keeps more than a double's.
fn precision(normals: &[Vec<IBig>]) -> usize {
    let bits = normals.iter().flatten().map(|entry| entry.unsigned_abs().bit_len()).max().unwrap_or(0);
    128 + 2 * bits * normals.first().map_or(0, Vec::len)
}

/// The vector of length one that points the way of another, times two to the power of `precision`, in integers.
fn unit(vector: &[IBig], precision: usize) -> Vec<IBig> {
    let length = IBig::from(((dot(vector, vector).unsigned_abs()) << (2 * precision)).sqrt());
    vector.iter().map(|entry| (entry << (2 * precision)) / &length).collect()
}

/// The point of a hull that is nearest to the origin, and the corners it is a sum of.
struct Nearest {
    set: Vec<usize>,
    sum: Vec<Rational>,
}

/// Exchanges corners one by one, in rationals: every step comes nearer, so it ends \[Wolfe\].
fn nearest(points: &[Vec<IBig>]) -> Nearest {
    let (mut set, mut weights) = (vec![0], vec![Rational::one()]);
    loop {
        let sum = combined(points, &set, &weights);
        let along = |point: &[IBig]| {
            point.iter().zip(&sum).map(|(a, b)| &Rational::from(a.clone()) * b).sum::<Rational>()
        };
        let square: Rational = sum.iter().map(|entry| entry * entry).sum();
        let heights = points.iter().map(|point| along(point)).enumerate();
        match heights.min_by(|one, other| one.1.cmp(&other.1)) {
            Some((lowest, height)) if height < square && !set.contains(&lowest) => {
                set.push(lowest);
                weights.push(Rational::zero());
                descend(points, &mut set, &mut weights);
            }
            _ => return Nearest { set, sum },
        }
    }
}

/// Moves the weights towards the nearest point of the flat through the set; corners whose weight vanishes leave it.
fn descend(points: &[Vec<IBig>], set: &mut Vec<usize>, weights: &mut Vec<Rational>) {
    while let Some(target) = flat_weights(points, set) {
        let steps = weights.iter().zip(&target).filter(|(_, target)| !target.is_positive());
        let steps = steps.filter_map(|(weight, target)| weight.checked_div(&(weight - target)));
        let step = steps.min();
        let factor = step.clone().unwrap_or_else(Rational::one);
        for (weight, target) in weights.iter_mut().zip(&target) {
            *weight = &*weight + &(&factor * &(target - &*weight));
        }
        let kept: Vec<usize> = (0..set.len()).filter(|&at| weights[at].is_positive()).collect();
        *set = kept.iter().map(|&at| set[at]).collect();
        *weights = kept.iter().map(|&at| weights[at].clone()).collect();
        if step.is_none() {
            return;
        }
    }
}

fn combined(points: &[Vec<IBig>], set: &[usize], weights: &[Rational]) -> Vec<Rational> {
    let entry = |at: usize| {
        let terms = set
            .iter()
            .zip(weights)
            .map(|(&point, weight)| &Rational::from(points[point][at].clone()) * weight);
        terms.sum()
    };
    (0..points[0].len()).map(entry).collect()
}

/// Weights of sum one of the point nearest to the origin in the flat through independent points: with G the
/// products of the points, `(G + 11ᵀ) w ∥ 1`, which is regular even when the flat holds the origin.
fn flat_weights(points: &[Vec<IBig>], set: &[usize]) -> Option<Vec<Rational>> {
    let product = |i: usize, j: usize| Rational::from(dot(&points[i], &points[j]) + IBig::ONE);
    let columns: Vec<Vec<Rational>> =
        set.iter().map(|&i| set.iter().map(|&j| product(i, j)).collect()).collect();
    let weights = equations::combination(&columns, &vec![Rational::one(); set.len()])?;
    let total: Rational = weights.iter().cloned().sum();
    weights.iter().map(|weight| weight.checked_div(&total)).collect()
}
