//! From a scene in space to the problem that proofs speak about.
//!
//! Pyramids are the one thing that is made here.  With unit tangents `t₁`, `t₂` the directions of an inscribed one are
//! `dₖ = |n|(cos(2πk/K)·t₁ + sin(2πk/K)·t₂)`, those of a circumscribed one half a step further and `1/cos(π/K)` longer
//! (conventions).  A direction that is not rational is rounded once, inwards or outwards, by less than 2⁻⁴⁴ of it, and
//! so that the directions still add up to zero.

use super::Rounding;
use crate::scene::Contact;
use stiction_exact::root::{Root, square_root};
use stiction_exact::vector::{along, cross, default_tangent, dot, minus};
use stiction_geometry::screw::Spatial;
use stiction_proof::{Rational, Vector};

/// Which cone of friction is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ConeModel {
    /// Coulomb's round cone.
    #[default]
    Round,
    /// The pyramid with this many edges inscribed in it.
    Inner(usize),
    /// The pyramid with this many edges circumscribed about it.
    Outer(usize),
}

/// Edges that a pyramid may have.
pub const PYRAMID_EDGES: std::ops::RangeInclusive<usize> = 3..=1000;

impl std::str::FromStr for ConeModel {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let edges = |count: &str| {
            let count = count.parse::<usize>().ok().filter(|count| PYRAMID_EDGES.contains(count));
            count.ok_or_else(|| {
                let (least, most) = (PYRAMID_EDGES.start(), PYRAMID_EDGES.end());
                format!("`{text}` does not say how many edges: a whole number from {least} to {most}, as in inner:8")
            })
        };
        match text.split_once(':') {
            None if text == "round" => Ok(Self::Round),
            Some(("inner", count)) => edges(count).map(Self::Inner),
            Some(("outer", count)) => edges(count).map(Self::Outer),
            _ => Err(format!("`{text}` is no cone: give round, inner:K or outer:K")),
        }
    }
}

impl std::fmt::Display for ConeModel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Round => f.write_str("round"),
            Self::Inner(count) => write!(f, "inner:{count}"),
            Self::Outer(count) => write!(f, "outer:{count}"),
        }
    }
}

/// The directions of a contact's pyramid about a normal; none of a round cone, and none about nothing.
pub fn pyramid_of(
    contact: &Contact<Spatial>,
    normal: &Vector,
    model: ConeModel,
    rounded: &mut Vec<Rounding>,
) -> Option<Vec<Vector>> {
    let circle = pyramid(model)?;
    let (across, exact) = directions(contact, normal, &circle)?;
    if !exact {
        let path = format!("contacts.{}.tangents", contact.id);
        let why = format!("the edges of the pyramid {model} are irrational; rounded {}", circle.sense);
        rounded.push(Rounding { path, why });
    }
    Some(across)
}

/// The length of a vector.
pub fn spatial_length(vector: &Vector) -> Root {
    square_root(&dot(vector, vector))
}

/// Points of a regular polygon, as multiples of the two tangents.
struct Circle {
    points: Vec<[Rational; 2]>,
    exact: bool,
    sense: &'static str,
}

fn pyramid(model: ConeModel) -> Option<Circle> {
    let whole = |points: [[i64; 2]; 4]| points.map(|point| point.map(Rational::from)).to_vec();
    match model {
        ConeModel::Round => None,
        ConeModel::Inner(4) => {
            let points = whole([[1, 0], [0, 1], [-1, 0], [0, -1]]);
            Some(Circle { points, exact: true, sense: "inwards" })
        }
        ConeModel::Outer(4) => {
            let points = whole([[1, 1], [-1, 1], [-1, -1], [1, -1]]);
            Some(Circle { points, exact: true, sense: "outwards" })
        }
        ConeModel::Inner(count) => {
            let points = polygon(count, 0.0, 1.0 - SLACK);
            Some(Circle { points, exact: false, sense: "inwards" })
        }
        ConeModel::Outer(count) => {
            let longer = (std::f64::consts::PI / count as f64).cos().recip();
            let points = polygon(count, 0.5, longer * (1.0 + SLACK));
            Some(Circle { points, exact: false, sense: "outwards" })
        }
    }
}

/// More than the sines' and cosines' own rounding, and that of adding up to a thousand of them.
const SLACK: f64 = 1.0 / (1_u64 << 45) as f64;

/// A polygon whose corners add up to exactly zero: opposite corners are opposite, or, where their number is odd,
/// corners come in mirrored pairs and the one between them balances the rest.
fn polygon(count: usize, offset: f64, radius: f64) -> Vec<[Rational; 2]> {
    let angle = |k: usize| std::f64::consts::TAU * (k as f64 + offset) / count as f64;
    let exact = |value: f64| Rational::from_f64(value * radius).unwrap_or_default();
    let corner = |k: usize| [exact(angle(k).cos()), exact(angle(k).sin())];
    if count.is_multiple_of(2) {
        let half: Vec<[Rational; 2]> = (0..count / 2).map(corner).collect();
        let opposite: Vec<[Rational; 2]> = half.iter().map(|[x, y]| [-x, -y]).collect();
        return half.into_iter().chain(opposite).collect();
    }
    let mut corners = vec![[Rational::zero(), Rational::zero()]; count];
    // The corner on the axis of mirroring: the first for an inscribed polygon, the middle one otherwise.
    let single = if offset == 0.0 { 0 } else { count / 2 };
    for k in 0..count {
        let mirrored = if offset == 0.0 { (count - k) % count } else { count - 1 - k };
        if k < mirrored {
            let [x, y] = corner(k);
            corners[mirrored] = [x.clone(), -&y];
            corners[k] = [x, y];
        }
    }
    let sum: Rational = corners.iter().map(|[x, _]| x.clone()).sum();
    corners[single] = [-sum, Rational::zero()];
    corners
}

/// The directions of a contact's pyramid, and whether they are exactly those meant.
fn directions(contact: &Contact<Spatial>, normal: &Vector, circle: &Circle) -> Option<(Vec<Vector>, bool)> {
    let [first, second] = tangents(contact, normal);
    let length = dot(normal, normal);
    let factor = |tangent: &Vector| Some(square_root(&length.checked_div(&dot(tangent, tangent))?));
    let (Root { value: a, exact: a_exact }, Root { value: b, exact: b_exact }) =
        (factor(&first)?, factor(&second)?);
    // Roots are rounded down: right for an inscribed pyramid, and made up for by the slack of a circumscribed one.
    let outwards = circle.sense == "outwards" && !(a_exact && b_exact);
    let stretch = if outwards { Rational::one() + Rational::new(1, 1 << 62) } else { Rational::one() };
    let (a, b) = (a * &stretch, b * stretch);
    let direction =
        |[x, y]: &[Rational; 2]| std::array::from_fn(|i| x * &a * &first[i] + y * &b * &second[i]);
    Some((circle.points.iter().map(direction).collect(), circle.exact && a_exact && b_exact))
}

/// The directions along which the entries of a given force count: the contact's own tangents, or the usual two.
pub fn tangents_of(contact: &Contact<Spatial>) -> Vec<Vector> {
    if contact.tangents.is_empty() {
        tangents(contact, &contact.normal).to_vec()
    } else {
        contact.tangents.clone()
    }
}

/// The first two tangents, exactly across the normal: the contact's own, or those of the conventions.
fn tangents(contact: &Contact<Spatial>, normal: &Vector) -> [Vector; 2] {
    let own = contact.tangents.first().map(|tangent| minus(tangent, &along(normal, tangent)));
    let first: Vector = own
        .filter(|tangent: &Vector| tangent.iter().any(|x| !x.is_zero()))
        .unwrap_or_else(|| default_tangent(normal));
    // As listed, the second one's side of the first matters for odd pyramids.
    let second = cross(normal, &first);
    let mirrored = contact.tangents.get(1).is_some_and(|given| dot(given, &second).is_negative());
    let second = if mirrored { second.map(|entry| -entry) } else { second };
    [first, second]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polygons_add_up_to_nothing_and_stay_on_their_side_of_the_circle() {
        for count in PYRAMID_EDGES.step_by(7).chain([4, 5, 6, 8, 16]) {
            for (model, inner) in [(ConeModel::Inner(count), true), (ConeModel::Outer(count), false)] {
                let circle = pyramid(model).unwrap();
                assert_eq!(circle.points.len(), count);
                for axis in 0..2 {
                    assert!(
                        circle.points.iter().map(|point| point[axis].clone()).sum::<Rational>().is_zero()
                    );
                }
                let longer = (std::f64::consts::PI / count as f64).cos().recip();
                for (k, [x, y]) in circle.points.iter().enumerate() {
                    let radius = (x * x + y * y).to_f64().sqrt();
                    let (turn, target) = if inner { (0.0, 1.0) } else { (0.5, longer) };
                    assert!((radius / target - 1.0).abs() < 1e-12, "{model} {k}");
                    assert!(
                        if inner { (x * x + y * y) <= Rational::one() } else { radius >= longer },
                        "{model} {k}"
                    );
                    let angle = std::f64::consts::TAU * (k as f64 + turn) / count as f64;
                    assert!(
                        (x.to_f64() - target * angle.cos()).abs() < 1e-12 * target.max(1.0),
                        "{model} {k}"
                    );
                    assert!(
                        (y.to_f64() - target * angle.sin()).abs() < 1e-12 * target.max(1.0),
                        "{model} {k}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_cone_is_read_as_it_is_written() {
        for text in ["round", "inner:4", "outer:12"] {
            assert_eq!(text.parse::<ConeModel>().unwrap().to_string(), text);
        }
        for text in ["inner", "inner:2", "inner:-4", "outer:1001", "square", "", "round:3"] {
            assert!(text.parse::<ConeModel>().is_err(), "{text}");
        }
    }
}
