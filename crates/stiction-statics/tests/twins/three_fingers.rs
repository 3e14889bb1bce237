//! Three fingers in space: closure by the plane through their points.
//!
//! Three point contacts with friction close in space exactly when the plane S through them meets each
//! friction cone in a planar cone and these close S \[MR 12.2.3.1, Theorem 12.8\].  With S the x-y plane, `h`
//! the length of the part of the normal in S and `z` the rest of it, the round cone of μ meets S in a cone of
//! the coefficient
//!
//! ```text
//!     μ' = √(μ²h² − z²)/√(h² + z²)                                                           (1)
//! ```
//!
//! about that part, if the root is real and positive.  S is closed unless some centre of rotation escapes, and if one
//! does, one where two edges meet does.  All this is in doubles; what is too close to call is left out.

use crate::grasps::fraction;
use crate::grasps::space::*;
use proptest::prelude::*;
use stiction_proof::{Answer, FrictionUse, Rational, SpatialContact, SpatialProblem};

/// Relative sizes below which doubles do not call a sign.
const BLUR: f64 = 1e-7;

/// Whether some finger sees another along the edge of its cone.
fn grazes(problem: &SpatialProblem) -> bool {
    let pairs = problem.contacts.iter().flat_map(|a| problem.contacts.iter().map(move |b| (a, b)));
    pairs.into_iter().any(|(a, b)| {
        let way: [f64; 3] = std::array::from_fn(|i| (&b.point[i] - &a.point[i]).to_f64());
        let normal = a.normal.each_ref().map(Rational::to_f64);
        let dot = |a: &[f64; 3], b: &[f64; 3]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let whole = dot(&way, &way) * dot(&normal, &normal);
        let inside = dot(&way, &normal).powi(2) * (1.0 + a.friction.to_f64().powi(2));
        a.id != b.id && (inside - whole).abs() <= BLUR * whole
    })
}

/// Closure of S, or `None` where it is too close to call.
fn by_the_plane(problem: &SpatialProblem) -> Option<bool> {
    if grazes(problem) {
        return None;
    }
    let mut edges: Vec<[f64; 3]> = Vec::new();
    for contact in &problem.contacts {
        let [x, y, _] = contact.point.each_ref().map(Rational::to_f64);
        let [nx, ny, nz] = contact.normal.each_ref().map(Rational::to_f64);
        let (h, mu) = (nx.hypot(ny), contact.friction.to_f64());
        let square = (mu * h).powi(2) - nz * nz;
        if square.abs() <= BLUR * (h * h + nz * nz) {
            return None;
        }
        if square < 0.0 {
            return Some(false);
        }
        let planar = square.sqrt() / h.hypot(nz);
        for side in [planar, -planar] {
            let (fx, fy) = (nx - side * ny, ny + side * nx);
            let edge = [x * fy - y * fx, fx, fy];
            let size = edge.iter().fold(0.0_f64, |sum, entry| sum.hypot(*entry));
            edges.push(edge.map(|entry| entry / size));
        }
    }
    let mut doubtful = false;
    for (i, a) in edges.iter().enumerate() {
        for b in &edges[..i] {
            let centre = cross([*a, *b]);
            let size = centre.iter().fold(0.0_f64, |sum, entry| sum.hypot(*entry));
            if size <= BLUR {
                doubtful = true;
                continue;
            }
            for sense in [1.0, -1.0] {
                let works = edges.iter().filter(|edge| *edge != a && *edge != b).map(|edge| {
                    edge.iter()
                        .zip(&centre)
                        .map(|(force, velocity)| sense * force * velocity / size)
                        .sum::<f64>()
                });
                let least = works.fold(f64::INFINITY, f64::min);
                if least > BLUR {
                    return Some(false);
                }
                doubtful |= least >= -BLUR;
            }
        }
    }
    (!doubtful).then_some(true)
}

fn cross([a, b]: [[f64; 3]; 2]) -> [f64; 3] {
    std::array::from_fn(|i| a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3])
}

/// Three fingers in the x-y plane, not in one line, whose normals lean out of it.
fn three_fingers() -> impl Strategy<Value = SpatialProblem> {
    let finger = |[x, y, aside, lean, mu]: [i64; 5]| {
        let normal = [
            Rational::from(-4 * x) + fraction(-y * aside, 1),
            Rational::from(-4 * y) + fraction(x * aside, 1),
            Rational::from(lean),
        ];
        finger([Rational::from(x), Rational::from(y), Rational::zero()], normal, fraction(mu, 4))
    };
    let entries = [-5..=5_i64, -5..=5, -2..=2, -6..=6, 1..=5];
    let inward = entries.prop_filter("not at the centre", |[x, y, ..]| *x != 0 || *y != 0);
    prop::collection::vec(inward.prop_map(finger), 3).prop_map(grip).prop_filter(
        "not in one line",
        |problem| {
            let [a, b, c] = &problem.contacts[..] else { return false };
            let side = |p: &SpatialContact, i: usize| &p.point[i] - &a.point[i];
            side(b, 0) * side(c, 1) != side(b, 1) * side(c, 0)
        },
    )
}

#[test]
fn the_plane_calls_enough_grasps_each_way() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut called = [0, 0, 0];
    for _ in 0..400 {
        let grasp = three_fingers().new_tree(&mut runner).unwrap().current();
        called[by_the_plane(&grasp).map_or(2, usize::from)] += 1;
    }
    let [no, yes, doubtful] = called;
    assert!(yes > 20 && no > 20 && doubtful < 100, "{called:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(120))]

    #[test]
    fn theorem_12_8_three_fingers_close_in_space_when_they_close_the_plane_through_them(
        grasp in three_fingers(), turn in turn3(),
    ) {
        if let Some(closed) = by_the_plane(&grasp) {
            let expected = if closed { Answer::Yes } else { Answer::No };
            prop_assert_eq!(closure_of(&turn.problem(&grasp), FrictionUse::Given), expected);
        }
    }
}

#[test]
fn theorem_12_8_a_cone_that_only_touches_the_plane_does_not_close() {
    // The normals lean by 3/4 and μ = 3/4: S touches each cone in a line.
    let touching = |[x, y]: [i64; 2], mu| finger(vector([x, y, 0]), vector([-4 * x, -4 * y, 15]), mu);
    let fingers =
        |mu: Rational| grip([[5, 0], [-3, 4], [-3, -4]].map(|place| touching(place, mu.clone())).to_vec());
    assert_ne!(closure_of(&fingers(fraction(3, 4)), FrictionUse::Given), Answer::Yes);
    assert_eq!(closure_of(&fingers(fraction(3_001, 4_000)), FrictionUse::Given), Answer::Yes);
    assert_eq!(closure_of(&fingers(fraction(2_999, 4_000)), FrictionUse::Given), Answer::No);
}

#[test]
fn theorem_12_8_three_fingers_in_one_line_never_close() {
    for mu in [fraction(1, 2), Rational::from(1_000_000)] {
        let rough = |x: i64, up: i64| finger(vector([x, 0, 0]), vector([0, 0, up]), mu.clone());
        let row = grip(vec![rough(-1, 1), rough(0, -1), rough(1, 1)]);
        assert_eq!(closure_of(&row, FrictionUse::Given), Answer::No);
    }
}
