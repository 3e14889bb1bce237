//! The quality of planar grasps by brute force over pairs and triples of wrenches, against the library's polytope
//! that grows where it is nearest.
//!
//! Inside, `min h(V)` over unit `V` is attained at the normal of a facet; outside at the normal of any face.  So it is
//! enough to evaluate `h` at the normals that pairs and triples of generators define, and no tolerance is
//! needed: a direction that is not a face's normal only gives a weaker bound.

use crate::grasps::*;
use crate::twins::sampled::edges;
use proptest::prelude::*;
use stiction_proof::{FrictionUse, PlanarContact, Rational};
use stiction_statics::closure::{Ball, Measuring, Metric, Origin, boundary, epsilon_l1, epsilon_linf};

const GIVEN: FrictionUse = FrictionUse::Given;

/// A wrench with the digits of its doubles, exactly: the normals of nearly flat triples lose none of theirs.
type Vector = [Rational; 3];

/// `min h(V)` over the normals of all triples.
fn inside(points: &[Vector]) -> f64 {
    let mut least = f64::INFINITY;
    each_triple_normal(points, |normal| {
        least = least.min(support(points, normal)).min(support(points, &minus(&zero(), normal)));
    });
    least
}

/// `max min pⱼ·V` over the normals of vertices, edges and triples.
fn outside(points: &[Vector]) -> f64 {
    let mut most = 0.0_f64;
    let mut consider = |normal: &Vector| {
        if !is_zero(normal) {
            most = most.max(-support(points, &minus(&zero(), normal)));
        }
    };
    for (index, point) in points.iter().enumerate() {
        consider(point);
        for other in &points[index + 1..] {
            nearest_on_line(point, other).iter().for_each(&mut consider);
        }
    }
    each_triple_normal(points, |normal| {
        consider(normal);
        consider(&minus(&zero(), normal));
    });
    most
}

/// `min h(V)` for a sum of triangles `conv {0, a, b}`: a facet of the sum is spanned by edges of two of them, or
/// is a facet of one.
fn inside_sum(contacts: &[Vec<Vector>]) -> f64 {
    let directions: Vec<Vector> = contacts.iter().flat_map(|edges| directions(edges)).collect();
    let height = |normal: &Vector| -> f64 {
        let highest = |edges: &Vec<Vector>| edges.iter().map(|edge| dot(edge, normal)).max();
        let positive = contacts.iter().filter_map(highest).filter(Rational::is_positive);
        of_unit(&positive.sum(), normal)
    };
    let mut least = f64::INFINITY;
    for (index, first) in directions.iter().enumerate() {
        for second in &directions[index + 1..] {
            let normal = cross(first, second);
            if !is_zero(&normal) {
                least = least.min(height(&normal)).min(height(&minus(&zero(), &normal)));
            }
        }
    }
    least
}

/// The directions of the sides of `conv {0, a, b}`.
fn directions(edges: &[Vector]) -> Vec<Vector> {
    let mut directions = edges.to_vec();
    if let [a, b] = edges {
        directions.push(minus(a, b));
    }
    directions
}

fn each_triple_normal(points: &[Vector], mut visit: impl FnMut(&Vector)) {
    for (i, a) in points.iter().enumerate() {
        for (j, b) in points.iter().enumerate().skip(i + 1) {
            let first = minus(b, a);
            for c in &points[j + 1..] {
                let normal = cross(&first, &minus(c, a));
                if !is_zero(&normal) {
                    visit(&normal);
                }
            }
        }
    }
}

/// `h(V)` of the hull of points, for the unit vector along `normal`.
fn support(points: &[Vector], normal: &Vector) -> f64 {
    let highest = points.iter().map(|point| dot(point, normal)).max();
    highest.map_or(f64::NEG_INFINITY, |highest| of_unit(&highest, normal))
}

/// A product with `normal` as it is with the unit vector along it.
fn of_unit(product: &Rational, normal: &Vector) -> f64 {
    product.to_f64() / dot(normal, normal).to_f64().sqrt()
}

/// The point of a line that is nearest to the origin.
fn nearest_on_line(a: &Vector, b: &Vector) -> Option<Vector> {
    let along = minus(b, a);
    let share = dot(a, &along).checked_div(&dot(&along, &along))?;
    Some(minus(a, &along.map(|entry| entry * &share)))
}

fn exact(wrench: &[f64; 3]) -> Vector {
    wrench.map(|entry| Rational::from_f64(entry).unwrap())
}

fn zero() -> Vector {
    std::array::from_fn(|_| Rational::zero())
}

fn is_zero(vector: &Vector) -> bool {
    vector.iter().all(Rational::is_zero)
}

fn dot(a: &Vector, b: &Vector) -> Rational {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn minus(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|k| &a[k] - &b[k])
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    std::array::from_fn(|k| {
        let (next, last) = ((k + 1) % 3, (k + 2) % 3);
        &a[next] * &b[last] - &a[last] * &b[next]
    })
}

/// The library reports nine digits of the distance and of the body's size, whichever is larger
/// (`quality::NARROW`); both sides round the wrenches to doubles, which moves a distance by no more than them.
fn agree(one: f64, other: f64, size: f64) -> bool {
    (one - other).abs() <= 1e-9 * one.abs().max(other.abs()) + 1e-14 * size
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn the_ball_that_grows_is_the_ball_of_all_pairs_and_triples(
        grasp in prop_oneof![inward_grasp(2..=6), any_grasp(1..=6)],
        length in prop::sample::select(vec![0.1, 1.0, 7.0]),
    ) {
        let metric = Metric { length };
        let groups: Vec<Vec<Vector>> =
            edges(&grasp, length).iter().map(|pair| pair.iter().map(exact).collect()).collect();
        let points: Vec<Vector> = groups.iter().flatten().cloned().collect();
        let size = points.iter().map(|point| dot(point, point).to_f64().sqrt()).fold(0.0, f64::max);
        if closes(&grasp, GIVEN) {
            let found = epsilon_l1(&grasp, &Ball::new(&GIVEN, metric, Origin::Inside)).unwrap();
            prop_assert!(agree(found, inside(&points), size), "{found} {} {size}", inside(&points));
            let found = epsilon_linf(&grasp, &Ball::new(&GIVEN, metric, Origin::Inside)).unwrap();
            let own = inside_sum(&groups);
            prop_assert!(agree(found, own, size * groups.len() as f64), "{found} {own} {size}");
        } else if !boundary(&grasp, &GIVEN).unwrap().is_yes() {
            let found = epsilon_l1(&grasp, &Ball::new(&GIVEN, metric, Origin::Outside)).unwrap();
            prop_assert!(agree(found, -outside(&points), size), "{found} {} {size}", -outside(&points));
        }
    }
}

#[test]
fn a_thousand_fingers_around_a_disc_hold_as_well_as_their_closed_form() {
    // Rational points of the unit circle, pushed inward with friction 1/2: the hull's edges on top and bottom are
    // the lines of moment ±1/2.
    let finger = |index: i64| {
        let t = Rational::new(index, 100);
        let square = &t * &t;
        let below = Rational::from(1) + &square;
        let point = [(Rational::from(1) - &square).checked_div(&below), (&t + &t).checked_div(&below)]
            .map(Option::unwrap);
        touch(point.clone(), point.map(|x| -x), Rational::new(1, 2))
    };
    let disc = grasp_of((-1000..=1000).map(finger).collect());
    let start = std::time::Instant::now();
    let shared = epsilon_l1(&disc, &Ball::new(&GIVEN, Metric::default(), Origin::Inside)).unwrap();
    let own = epsilon_linf(&disc, &Ball::new(&GIVEN, Metric::default(), Origin::Inside)).unwrap();
    assert!((shared - 0.5).abs() < 1e-9, "{shared}");
    assert!(own > 100.0 * shared && own < 2001.0 * shared, "{own}");
    assert!(PlanarContact::volume(&disc, &GIVEN, Metric::default()).unwrap() > 3.0);
    // Far below this even unoptimised; brute force over a thousand million triples is not.
    assert!(start.elapsed().as_secs() < 60);
}

#[test]
fn the_ball_in_a_cube_has_radius_one_although_its_faces_have_four_corners() {
    let corners: Vec<Vector> = (0..8)
        .map(|bits| std::array::from_fn(|k| Rational::from(if bits >> k & 1 == 1 { 1 } else { -1 })))
        .collect();
    assert!((inside(&corners) - 1.0).abs() < 1e-15);
    let moved = |by: [i64; 3]| -> Vec<Vector> {
        corners.iter().map(|corner| minus(corner, &by.map(|entry| Rational::from(-entry)))).collect()
    };
    assert!((outside(&moved([3, 0, 0])) - 2.0).abs() < 1e-15);
    assert!((outside(&moved([4, 5, 0])) - 5.0).abs() < 1e-14);
    assert!((outside(&moved([3, 3, 3])) - 12f64.sqrt()).abs() < 1e-14);
}
