//! One more finger: Figure 4b of Balkcom and Trinkle and Exercise 12.15b of Modern Robotics, and the places by trying.

use crate::wrenches::parts::{Random, pair};
use stiction_geometry::shape::{Outline, Piece, Turn};
use stiction_modes::wrenches::{Along, completing_places, finger_at, one_more, rings, with_finger};
use stiction_proof::{FrictionUse, PlanarContact, PlanarProblem, Proof, Rational};
use stiction_scene::Decision;
use stiction_statics::closure::{closure, flips_along};

fn finger(point: [i64; 2], normal: [i64; 2], friction: Rational) -> PlanarContact {
    PlanarContact::new(
        &format!("{point:?}{normal:?}"),
        pair(point[0], point[1]),
        pair(normal[0], normal[1]),
        friction,
    )
}

fn square() -> Vec<Vec<Piece>> {
    let outer = [[0, 0], [4, 0], [4, 4], [0, 4]].map(|[x, y]| pair(x, y)).to_vec();
    let hole = [[1, 1], [1, 2], [3, 2], [3, 1]].map(|[x, y]| pair(x, y)).to_vec();
    rings(&Outline::Polygon { outer, holes: vec![hole] })
}

fn closes(problem: &PlanarProblem, finger: &PlanarContact) -> bool {
    matches!(closure(&with_finger(problem, finger), &FrictionUse::Given).unwrap(), Decision::Yes(_))
}

/// At every sixteenth of every edge, of holes too, a finger closes exactly where it is said to.
#[test]
fn one_more_finger_closes_exactly_where_it_is_said_to() {
    let (mut yes, mut no) = (0, 0);
    let outline = square();
    for seed in 0..60 {
        let mut random = Random(seed ^ 0xf1);
        let count = 2 + random.below(3) as usize;
        let contacts = (0..count).map(|_| {
            let along = random.below(17) as i64;
            let at = |along: i64| Rational::new(along, 4);
            let friction = Rational::new(random.below(2) as i64, 3);
            let (point, normal) = match random.below(4) {
                0 => ([at(along), at(0)], [0, 1]),
                1 => ([at(16), at(along)], [-1, 0]),
                2 => ([at(along), at(16)], [0, -1]),
                _ => ([at(0), at(along)], [1, 0]),
            };
            let mut contact = finger([0, 0], normal, friction);
            contact.point = point;
            contact
        });
        let problem = PlanarProblem::new(pair(2, 2), contacts.collect());
        if matches!(closure(&problem, &FrictionUse::Given).unwrap(), Decision::Yes(_)) {
            continue;
        }
        let found = one_more(&problem, &outline).unwrap();
        for completion in &found {
            let stretch = &completion.stretch;
            let closed: Vec<bool> = completion
                .shown
                .iter()
                .map(|one| matches!(one.proof.proof(), Proof::Closed { .. }))
                .collect();
            assert_eq!(closed, [!stretch.from.open, true, true, !stretch.to.open], "{seed}");
        }
        for (ring, pieces) in outline.iter().enumerate() {
            for (piece, shape) in pieces.iter().enumerate() {
                for step in 0..=16 {
                    let part = Rational::new(step, 16);
                    let within = found.iter().any(|one| {
                        let stretch = &one.stretch;
                        let (Along::Part(from), Along::Part(to)) = (&stretch.from.at, &stretch.to.at) else {
                            return false;
                        };
                        let after = *from < part || *from == part && !stretch.from.open;
                        let before = part < *to || *to == part && !stretch.to.open;
                        (stretch.ring, stretch.piece) == (ring, piece) && after && before
                    });
                    let tried = closes(&problem, &finger_at(shape, &Along::Part(part)).unwrap());
                    assert_eq!(within, tried, "{seed} {ring} {piece} {step}");
                    if tried { yes += 1 } else { no += 1 }
                }
            }
        }
    }
    assert!(yes > 100 && no > 1000, "{yes} {no}");
}

/// Exercise 12.15: five frictionless fingers on a square of side 4 (places of our own) do not close it; one
/// more does, on two sides.
#[test]
fn exercise_12_15_one_more_frictionless_finger_closes_the_square() {
    let none = Rational::zero;
    // Two at the left, two below, and one above that balances them left of the middle.
    let contacts = vec![
        finger([0, 1], [1, 0], none()),
        finger([0, 3], [1, 0], none()),
        finger([1, 0], [0, 1], none()),
        finger([3, 0], [0, 1], none()),
        finger([2, 4], [0, -1], none()),
    ];
    let problem = PlanarProblem::new(pair(2, 2), contacts);
    assert!(matches!(closure(&problem, &FrictionUse::Given).unwrap(), Decision::No(_)));
    let outer = [[0, 0], [4, 0], [4, 4], [0, 4]].map(|[x, y]| pair(x, y)).to_vec();
    let outline = rings(&Outline::Polygon { outer, holes: Vec::new() });
    let ends: Vec<[[f64; 2]; 2]> = completing_places(&problem, &outline)
        .unwrap()
        .iter()
        .map(|stretch| [stretch.from.point, stretch.to.point])
        .collect();
    // It must push to the left, and the four others bear whatever it turns: anywhere along the right side.
    assert_eq!(ends, [[[4.0, 0.0], [4.0, 4.0]]]);
}

/// Figure 4b with geometry of our own: a part on three fixels with friction, of which no two see each other
/// within their cones.
#[test]
fn figure_4b_one_frictionless_finger_completes_the_closure_of_three_fixels() {
    let mu = || Rational::new(1, 4);
    let contacts =
        vec![finger([-2, 0], [0, 1], mu()), finger([2, 0], [0, 1], mu()), finger([-3, 2], [1, 0], mu())];
    let problem = PlanarProblem::new(pair(0, 2), contacts);
    let outer = [[-3, 0], [3, 0], [3, 4], [-3, 4]].map(|[x, y]| pair(x, y)).to_vec();
    let outline = rings(&Outline::Polygon { outer, holes: Vec::new() });
    let found = one_more(&problem, &outline).unwrap();
    assert!(!found.is_empty());
    for one in &found {
        // From above or from the right, never from where the fixels are.
        assert!([1, 2].contains(&one.stretch.piece), "{one:?}");
    }
}

/// On a round part a push towards the centre completes two fixels below it within the directions between them.
#[test]
fn one_more_finger_on_an_arc_pushes_between_the_opposites_of_the_fixels() {
    let mu = Rational::new(1, 3);
    let contacts = vec![finger([-3, -4], [3, 4], mu.clone()), finger([3, -4], [-3, 4], mu)];
    let problem = PlanarProblem::new(pair(0, 0), contacts);
    let (start, center) = (pair(5, 0), pair(0, 0));
    let disc = vec![vec![Piece::Arc { from: start.clone(), to: start, center, turn: Turn::Left }]];
    let found = one_more(&problem, &disc).unwrap();
    assert_eq!(found.len(), 1);
    let Along::Direction([x, y]) = &found[0].stretch.from.at else { panic!() };
    // Its line is through the centre: the friction of both fixels is not needed, and the ends are opposite to them.
    assert_eq!(y.checked_div(x), Some(Rational::new(4, 3)));
    assert!(found[0].shown.len() == 4 && found[0].stretch.from.open && found[0].stretch.to.open);
}

/// Exercise 12.17 on an L-shaped part of our own: with friction at both fingers the height of the first may
/// vary between two ends; with friction at one alone there are three edges, which close nowhere.
#[test]
fn exercise_12_17_how_far_a_finger_may_move() {
    let grasp = |second: Rational| {
        let contacts = vec![finger([0, 1], [1, 0], Rational::one()), finger([2, 2], [-1, 0], second)];
        PlanarProblem::new(pair(1, 1), contacts)
    };
    let side = [&pair(0, 4), &pair(0, 0)];
    let rough = grasp(Rational::one());
    assert!(matches!(closure(&rough, &FrictionUse::Given).unwrap(), Decision::Yes(_)));
    let flips = flips_along(&rough, 0, side).unwrap().unwrap();
    // The line between the fingers stays within both cones while its slope is below one: heights 0 to 4.
    let height = |flip: Option<stiction_statics::closure::Flip>| flip.map(|flip| flip.point[1].clone());
    assert_eq!(height(flips.backward), Some(Rational::from(4)));
    assert_eq!(height(flips.forward), Some(Rational::zero()));
    let smooth = grasp(Rational::zero());
    assert!(matches!(closure(&smooth, &FrictionUse::Given).unwrap(), Decision::No(_)));
    let flips = flips_along(&smooth, 0, side).unwrap().unwrap();
    assert_eq!((flips.forward, flips.backward), (None, None));
}
