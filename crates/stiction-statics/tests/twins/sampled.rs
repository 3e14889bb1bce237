//! The quality of a grasp against its definition, direction by direction.

use crate::grasps::*;
use proptest::prelude::*;
use stiction_proof::{FrictionUse, PlanarProblem};
use stiction_statics::closure::{Ball, Metric, Origin, epsilon_l1, epsilon_linf};

type Vector = [f64; 3];

/// Friction edges of each contact with unit normal part, moments divided by `length`.
pub fn edges(problem: &PlanarProblem, length: f64) -> Vec<[Vector; 2]> {
    let doubles = |pair: &[stiction_proof::Rational; 2]| [pair[0].to_f64(), pair[1].to_f64()];
    let reference = doubles(&problem.reference);
    let of = |contact: &stiction_proof::PlanarContact| {
        let ([px, py], [nx, ny]) = (doubles(&contact.point), doubles(&contact.normal));
        let (norm, mu) = (nx.hypot(ny), contact.friction.to_f64());
        let edge = |across: f64| {
            let (fx, fy) = ((nx - across * ny) / norm, (ny + across * nx) / norm);
            [((px - reference[0]) * fy - (py - reference[1]) * fx) / length, fx, fy]
        };
        [edge(mu), edge(-mu)]
    };
    problem.contacts.iter().map(of).collect()
}

fn inner(a: &Vector, b: &Vector) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Directions spread evenly over the sphere (a spiral).
fn directions(count: usize) -> impl Iterator<Item = Vector> {
    (0..count).map(move |index| {
        let height = 1.0 - (2.0 * index as f64 + 1.0) / count as f64;
        let (angle, ring) = (2.399_963_229_728_653 * index as f64, (1.0 - height * height).sqrt());
        [height, ring * angle.cos(), ring * angle.sin()]
    })
}

/// The farthest that one unit of normal force reaches along a direction, shared, and that each contact's own does.
fn reach(edges: &[[Vector; 2]], way: &Vector) -> [f64; 2] {
    let own = edges.iter().map(|pair| inner(&pair[0], way).max(inner(&pair[1], way)));
    let (mut shared, mut sum) = (f64::NEG_INFINITY, 0.0);
    for own in own {
        shared = shared.max(own);
        sum += own.max(0.0);
    }
    [shared, sum]
}

const MANY: usize = 6000;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn a_ball_of_wrenches_is_resisted_in_every_direction_and_barely_in_one(
        grasp in inward_grasp(2..=5), length in prop::sample::select(vec![0.5, 1.0, 3.0]),
    ) {
        prop_assume!(closes(&grasp, FrictionUse::Given));
        let metric = Metric { length };
        let shared = epsilon_l1(&grasp, &Ball::new(&FrictionUse::Given, metric, Origin::Inside)).unwrap();
        let own = epsilon_linf(&grasp, &Ball::new(&FrictionUse::Given, metric, Origin::Inside)).unwrap();
        let edges = edges(&grasp, length);
        let mut least = [f64::INFINITY; 2];
        for way in directions(MANY) {
            let reach = reach(&edges, &way);
            least = [least[0].min(reach[0]), least[1].min(reach[1])];
        }
        prop_assert!(least[0] >= shared - 1e-9 && least[1] >= own - 1e-9, "{least:?} {shared} {own}");
        // Neighbouring directions are within 0.06 of each other, and no reach changes faster than its
        // wrenches are long.
        let lengths: Vec<f64> = edges.iter().flatten().map(|edge| inner(edge, edge).sqrt()).collect();
        let slack = 0.06 * lengths.iter().fold(0.0_f64, |most, length| most.max(*length));
        prop_assert!(least[0] <= shared + slack, "{least:?} {shared}");
        prop_assert!(least[1] <= own + slack * edges.len() as f64, "{least:?} {own}");
    }

    #[test]
    fn an_open_grasp_misses_by_the_largest_gap(grasp in any_grasp(1..=4)) {
        let metric = Metric::default();
        let open = !stiction_statics::closure::boundary(&grasp, &FrictionUse::Given).unwrap().is_yes();
        prop_assume!(open);
        let margin = epsilon_l1(&grasp, &Ball::new(&FrictionUse::Given, metric, Origin::Outside)).unwrap();
        let edges = edges(&grasp, 1.0);
        let most = directions(MANY).map(|way| -reach(&edges, &way)[0]).fold(f64::NEG_INFINITY, f64::max);
        let longest = edges.iter().flatten().map(|edge| inner(edge, edge).sqrt()).fold(0.0_f64, f64::max);
        prop_assert!(margin < 0.0);
        prop_assert!(most <= -margin + 1e-9, "{most} {margin}");
        prop_assert!(most >= -margin - 0.06 * longest, "{most} {margin}");
    }
}
