//! Proofs of the radius of the largest ball of wrenches: they show what doubles find, and what is tampered with shows
//! nothing false.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use stiction_proof::{
    BallProof, Effort, FrictionUse, PlanarContact, PlanarProblem, Rational, SpatialContact, SpatialProblem,
    WrenchBody,
};
use stiction_scene::Decision;
use stiction_statics::closure::{
    Ball, Metric, Origin, boundary, closure, epsilon_l1, epsilon_linf, prove_ball,
};

const GIVEN: FrictionUse = FrictionUse::Given;

/// Numbers that look random: a linear congruence.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % count
    }

    fn whole(&mut self) -> Rational {
        Rational::from(self.below(5) as i64 - 2)
    }
}

/// Contacts at points of a small grid with normals of a small grid: many are parallel, coincide or share a plane.
fn grasp(dice: &mut Dice) -> PlanarProblem {
    let count = 3 + dice.below(5);
    let contact = |index: u64| {
        let mut normal = [dice.whole(), dice.whole()];
        if normal.iter().all(Rational::is_zero) {
            normal[1] = Rational::one();
        }
        let friction = Rational::new(dice.below(3) as i64, 2);
        let mut contact =
            PlanarContact::new(&index.to_string(), [dice.whole(), dice.whole()], normal, friction);
        if dice.below(4) == 0 {
            contact.most = Some(Rational::from(3));
        }
        contact
    };
    PlanarProblem::new([Rational::zero(), Rational::zero()], (0..count).map(contact).collect())
}

fn origin(problem: &PlanarProblem) -> Origin {
    match closure(problem, &GIVEN).unwrap() {
        Decision::Yes(_) => Origin::Inside,
        Decision::No(_) => match boundary(problem, &GIVEN).unwrap() {
            Decision::Yes(_) => Origin::Boundary,
            Decision::No(_) => Origin::Outside,
        },
    }
}

#[test]
fn what_is_proved_of_the_ball_is_what_doubles_find() {
    let mut dice = Dice(5);
    let (mut inside, mut outside) = (0, 0);
    for _ in 0..400 {
        let problem = grasp(&mut dice);
        let length = Rational::new(1 + dice.below(3) as i64, 2);
        let metric = Metric { length: length.to_f64() };
        let origin = origin(&problem);
        if origin == Origin::Boundary {
            continue;
        }
        let shared = problem.wrench_body(&GIVEN, &length, Effort::Shared).unwrap();
        let proved = prove_ball(&shared, origin).unwrap();
        assert!(
            proved.names(epsilon_l1(&problem, &Ball::new(&GIVEN, metric, origin)).unwrap()),
            "{problem:?}"
        );
        if origin == Origin::Inside {
            inside += 1;
            let each = problem.wrench_body(&GIVEN, &length, Effort::Each).unwrap();
            let proved = prove_ball(&each, origin).unwrap();
            assert!(
                proved.names(epsilon_linf(&problem, &Ball::new(&GIVEN, metric, origin)).unwrap()),
                "{problem:?}"
            );
        } else {
            outside += 1;
        }
    }
    assert!(inside > 50 && outside > 20, "{inside} {outside}");
}

/// A proof with something changed, and whether it must be refused, or may show another true bracket.
fn changed(proof: &BallProof) -> Vec<(BallProof, bool)> {
    let mut found = Vec::new();
    match proof {
        BallProof::Around { corners, facets, direction } => {
            let with = |facets: Vec<Vec<usize>>| BallProof::Around {
                corners: corners.clone(),
                facets,
                direction: direction.clone(),
            };
            for at in 0..facets.len() {
                let (mut fewer, mut more, mut turned) = (facets.clone(), facets.clone(), facets.clone());
                fewer.remove(at);
                more.push(facets[at].clone());
                turned[at].swap(0, 1);
                found.extend([fewer, more, turned].map(|facets| (with(facets), true)));
                for place in 0..facets[at].len() {
                    let mut other = facets.clone();
                    other[at][place] = (other[at][place] + 1) % corners.len();
                    found.push((with(other), true));
                }
                let mut short = facets.clone();
                short[at].pop();
                found.push((with(short), true));
            }
            found.push((with(Vec::new()), true));
            for at in 0..corners.len() {
                let mut moved = corners.clone();
                match moved[at].first_mut() {
                    Some(part) => part[1] = 1 - part[1].min(1),
                    None => moved[at].push([0, 0]),
                }
                let proof = BallProof::Around {
                    corners: moved,
                    facets: facets.clone(),
                    direction: direction.clone(),
                };
                found.push((proof, false));
                let mut none = corners.clone();
                none[at] = vec![[usize::MAX, 0]];
                let proof =
                    BallProof::Around { corners: none, facets: facets.clone(), direction: direction.clone() };
                found.push((proof, true));
            }
            let opposite: Vec<Rational> = direction.iter().map(|entry| -entry).collect();
            for (direction, refused) in [(opposite, false), (vec![Rational::zero(); direction.len()], true)] {
                let proof = BallProof::Around { corners: corners.clone(), facets: facets.clone(), direction };
                found.push((proof, refused));
            }
        }
        BallProof::Apart { point, direction } => {
            let opposite = direction.iter().map(|entry| -entry).collect();
            found.push((BallProof::Apart { point: point.clone(), direction: opposite }, true));
            for at in 0..point.len() {
                let (mut heavy, mut gone, mut other) = (point.clone(), point.clone(), point.clone());
                heavy[at].weight = &heavy[at].weight * &Rational::from(2);
                gone.remove(at);
                other[at].edge[0] += 100;
                let apart = |point| (BallProof::Apart { point, direction: direction.clone() }, true);
                found.extend([heavy, gone, other].map(apart));
            }
        }
    }
    found
}

fn is_safe<const D: usize>(body: &WrenchBody<D>, proof: &BallProof, value: f64) {
    for (forged, must_be_refused) in changed(proof) {
        let Ok(bracket) = body.check(&forged) else { continue };
        assert!(!must_be_refused, "{forged:?}");
        let (lower, upper) = (bracket.lower.to_f64(), bracket.upper.to_f64());
        let slack = 1e-9 * value.abs();
        assert!(lower <= value + slack && value - slack <= upper, "{lower} {value} {upper}: {forged:?}");
    }
}

#[test]
fn a_proof_of_a_ball_that_is_tampered_with_is_refused_or_shows_no_more_than_is_so() {
    let mut dice = Dice(77);
    for _ in 0..60 {
        let problem = grasp(&mut dice);
        let origin = origin(&problem);
        if origin == Origin::Boundary {
            continue;
        }
        let metric = Metric::default();
        let body = problem.wrench_body(&GIVEN, &Rational::one(), Effort::Shared).unwrap();
        let proved = prove_ball(&body, origin).unwrap();
        is_safe(&body, &proved.proof, epsilon_l1(&problem, &Ball::new(&GIVEN, metric, origin)).unwrap());
        if origin == Origin::Inside {
            let body = problem.wrench_body(&GIVEN, &Rational::one(), Effort::Each).unwrap();
            let proved = prove_ball(&body, origin).unwrap();
            is_safe(
                &body,
                &proved.proof,
                epsilon_linf(&problem, &Ball::new(&GIVEN, metric, origin)).unwrap(),
            );
        }
    }
}

/// A cube held at its six faces, friction a pyramid of four edges: all is symmetric, and many edges share a plane.
fn cube(friction: Rational) -> SpatialProblem {
    let zero = Rational::zero;
    let mut contacts = Vec::new();
    for axis in 0..3 {
        for side in [1, -1] {
            let along = |axis: usize, value: i64| {
                let mut vector = [zero(), zero(), zero()];
                vector[axis] = Rational::from(value);
                vector
            };
            let id = format!("{axis}{side}");
            let mut contact =
                SpatialContact::new(&id, along(axis, side), along(axis, -side), friction.clone());
            let (one, two) = ((axis + 1) % 3, (axis + 2) % 3);
            contact.across = Some(vec![along(one, 1), along(two, 1), along(one, -1), along(two, -1)]);
            contacts.push(contact);
        }
    }
    SpatialProblem::new([zero(), zero(), zero()], contacts)
}

#[test]
fn a_cube_held_at_its_faces_has_proofs_in_six_dimensions() {
    let problem = cube(Rational::new(1, 2));
    let (length, metric) = (Rational::one(), Metric::default());
    let shared = problem.wrench_body(&GIVEN, &length, Effort::Shared).unwrap().unwrap();
    let proved = prove_ball(&shared, Origin::Inside).unwrap();
    let bounded = epsilon_l1(&problem, &Ball::new(&GIVEN, metric, Origin::Inside)).unwrap();
    assert!(proved.names(bounded.value), "{:?} {bounded:?}", proved.ends());
    is_safe(&shared, &proved.proof, bounded.value);
    let each = problem.wrench_body(&GIVEN, &length, Effort::Each).unwrap().unwrap();
    let bounded = epsilon_linf(&problem, &Ball::new(&GIVEN, metric, Origin::Inside)).unwrap();
    match prove_ball(&each, Origin::Inside) {
        Ok(proved) => assert!(proved.names(bounded.value), "{:?} {bounded:?}", proved.ends()),
        Err(why) => assert!(why.contains("facets"), "{why}"),
    }
}

#[test]
fn round_cones_have_no_body_of_edges_unless_nothing_rubs() {
    let mut problem = cube(Rational::new(1, 2));
    problem.contacts.iter_mut().for_each(|contact| contact.across = None);
    let body =
        |friction: &FrictionUse| problem.wrench_body(friction, &Rational::one(), Effort::Shared).unwrap();
    assert!(body(&GIVEN).is_none());
    assert!(body(&FrictionUse::None).is_some());
}
