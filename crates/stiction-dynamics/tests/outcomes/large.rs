//! Many contacts and many bodies: what rests, what falls apart into groups, and searches that are not finished.

use crate::outcomes::random::{Random, at_rest, on_a_line};
use stiction_dynamics::lcp::{Status, all_solutions};
use stiction_dynamics::outcomes::{Outcome, lower, outcomes, outcomes_within};
use stiction_exact::work::{Allowance, within};
use stiction_geometry::screw::Planar;
use stiction_proof::{ContactLaw, LcpProblem, OutcomeProblem, Rational};
use stiction_scene::scene::{Body, Contact, Curvature, Party, Scene};

fn half() -> Rational {
    Rational::new(1, 2)
}

/// Blocks of one metre on each other, each on two points, the lowest on the ground; the highest is pushed.
fn tower(blocks: i64, push: i64) -> OutcomeProblem {
    let mut scene = Scene::<Planar>::new().with_gravity([0, -10]);
    for level in 0..blocks {
        let com = [Rational::zero(), Rational::new(2 * level + 1, 2)];
        let pushed = if level + 1 == blocks { push } else { 0 };
        let mut block =
            Body::new(format!("b{level}")).with_mass(1).with_inertia(1).with_wrench([0, pushed, 0]);
        block.com = com;
        scene = scene.with_body(block);
        for side in [-1, 1] {
            let point = [Rational::new(side, 2), Rational::from(level)];
            let mut contact =
                Contact::planar(Party::Body(level as usize), point, [0, 1]).with_friction(half());
            if level > 0 {
                contact.against = Party::Body(level as usize - 1);
            }
            scene = scene.with_contact(contact);
        }
    }
    lower(&scene).unwrap().problem
}

/// Blocks beside each other, each on two points, all pushed alike.
fn blocks(count: i64, wrench: [i64; 3], friction: Rational) -> OutcomeProblem {
    let mut scene = Scene::<Planar>::new().with_gravity([0, -10]);
    for place in 0..count {
        let block = Body::new(format!("b{place}")).with_mass(1).with_inertia(1).with_wrench(wrench);
        scene = scene.with_body(block.with_com([3 * place, 1]));
        for side in [-1, 1] {
            let point = [3 * place + side, 0];
            let contact = Contact::planar(Party::Body(place as usize), point, [0, 1]);
            scene = scene.with_contact(contact.with_friction(friction.clone()));
        }
    }
    lower(&scene).unwrap().problem
}

#[test]
fn a_tower_whose_normals_carry_it_rests_by_one_refutation_however_high_it_is() {
    for height in [1, 3, 20] {
        let problem = tower(height, 0);
        let all = outcomes(&problem).unwrap();
        assert_eq!((all.outcome, all.happenings.len(), all.proof.excluded.len()), (Outcome::Unique, 1, 1));
        assert!(all.happenings[0].mode.chars().all(|letter| letter == 'n'));
        assert!(all.happenings[0].solution.accelerations.iter().flatten().all(Rational::is_zero));
        assert!(!all.happenings[0].determined.force, "squeezing between two feet changes nothing");
        // The refutation is about what moves: it does not say that nothing rests.
        let mut nothing = all.proof.clone();
        nothing.held.clear();
        assert!(problem.answers(&all.laid, &nothing).is_err());
        let mut less = all.proof.clone();
        less.excluded.clear();
        assert!(problem.answers(&all.laid, &less).is_err());
    }
}

#[test]
fn a_law_of_bodies_at_rest_is_no_law_of_bodies_that_move() {
    // The same multipliers say nothing once the tower moves, or something under it does.
    let problem = tower(2, 0);
    let all = outcomes(&problem).unwrap();
    let mut moving = problem.clone();
    moving.bodies.iter_mut().for_each(|body| body.twist[1] = Rational::one());
    let laid = moving.laid();
    assert!(laid.is_err() || laid.is_ok_and(|laid| moving.answers(&laid, &all.proof).is_err()));
}

#[test]
fn blocks_beside_each_other_do_what_each_does_alone() {
    for (wrench, friction) in
        [([0, 3, 0], half()), ([0, 8, 0], half()), ([0, 5, 0], half()), ([0, 0, 0], Rational::zero())]
    {
        let alone = outcomes(&blocks(1, wrench, friction.clone())).unwrap();
        let many = outcomes(&blocks(7, wrench, friction)).unwrap();
        let modes: Vec<&str> = alone.happenings.iter().map(|happening| happening.mode.as_str()).collect();
        assert_eq!(many.outcome, alone.outcome);
        assert_eq!(many.happenings.len(), modes.len().pow(7));
        assert_eq!(many.proof.excluded.len(), 7 * alone.proof.excluded.len());
        for happening in &many.happenings {
            let letters: Vec<char> = happening.mode.chars().collect();
            assert!(letters.chunks(2).all(|two| modes.contains(&two.iter().collect::<String>().as_str())));
            assert_eq!(happening.determined.force, alone.happenings.iter().all(|one| one.determined.force));
        }
    }
}

/// Rods that drag their feet, each lifted a little: it comes off, or jams against its foot.
fn rods(count: i64) -> OutcomeProblem {
    let mut scene = Scene::<Planar>::new();
    for place in 0..count {
        let mut rod = Body::new(format!("rod{place}")).with_mass(1).with_inertia(Rational::new(1, 12));
        rod.com = [Rational::new(5, 26) + Rational::from(9 * place), Rational::new(12, 26)];
        rod.twist = [0, -1, 0].map(Rational::from);
        scene = scene.with_body(rod.with_wrench([0, 0, 1]));
        let mut foot = Contact::planar(Party::Body(place as usize), [9 * place, 0], [0, 1]);
        foot.curvature = Some([Curvature::Vertex, Curvature::Finite(Rational::zero())]);
        scene = scene.with_contact(foot.with_friction(Rational::from(2)));
    }
    lower(&scene).unwrap().problem
}

#[test]
fn a_product_without_one_of_its_modes_is_refused() {
    assert_eq!(outcomes(&rods(1)).unwrap().happenings.len(), 2);
    let problem = rods(4);
    let all = outcomes(&problem).unwrap();
    assert_eq!((all.outcome, all.happenings.len()), (Outcome::Ambiguous, 16));
    for gone in 0..all.proof.held.len() {
        let mut less = all.proof.clone();
        less.held.remove(gone);
        assert!(problem.answers(&all.laid, &less).is_err(), "mode {gone}");
    }
    let mut twice = all.proof.clone();
    twice.held[0] = twice.held[1].clone();
    assert!(problem.answers(&all.laid, &twice).is_err());
}

#[test]
fn more_products_than_can_be_listed_are_told_by_group() {
    let many = outcomes(&rods(20)).unwrap();
    assert_eq!((many.outcome, many.groups.len(), many.happenings.len()), (Outcome::Ambiguous, 20, 0));
    assert!(many.groups.iter().all(|group| group.happenings.len() == 2));
}

/// A block on feet in a row from −1 to 1.
fn row(feet: i64, wrench: [i64; 3]) -> OutcomeProblem {
    let block = Body::new("block").with_mass(2).with_inertia(1).with_com([0, 1]).with_wrench(wrench);
    let mut scene = Scene::<Planar>::new().with_gravity([0, -10]).with_body(block);
    for foot in 0..feet {
        let point = [Rational::new(2 * foot, (feet - 1) as u64) - Rational::one(), Rational::zero()];
        scene = scene.with_contact(
            Contact::planar(Party::Body(0), point, [Rational::zero(), Rational::one()]).with_friction(half()),
        );
    }
    lower(&scene).unwrap().problem
}

#[test]
fn a_row_of_many_feet_does_what_its_two_ends_do() {
    for wrench in [[0, 0, 0], [0, 6, 0], [0, 15, 0], [25, 0, 0], [-20, 0, 0], [0, 30, 0], [-60, 0, 0]] {
        let two = outcomes(&row(2, wrench)).unwrap();
        let many = outcomes(&row(60, wrench)).unwrap();
        assert_eq!(many.outcome, two.outcome, "{wrench:?}");
        for (one, other) in two.happenings.iter().zip(&many.happenings) {
            assert_eq!(one.solution.accelerations, other.solution.accelerations);
            assert_eq!(one.mode[..1], other.mode[..1]);
            assert_eq!(one.mode[1..], other.mode[59..]);
            let inner = if one.mode.contains('s') { "s" } else { &one.mode[..1] };
            assert_eq!(other.mode[1..59], inner.repeat(58));
            let [left, right] = [0, 1].map(|foot| one.solution.forces[foot][0].is_positive());
            assert_eq!(other.determined.force, one.determined.force && !(left && right));
        }
    }
}

#[test]
fn what_a_contact_between_others_does_cannot_be_told_otherwise() {
    let mut changed = 0;
    for seed in 0..12 {
        let problem = lower(&on_a_line(seed)).unwrap().problem;
        let all = outcomes(&problem).unwrap();
        let letters = ["s", "n", "l", "r"];
        for (contact, _) in all.laid.between.iter().enumerate().filter(|(_, two)| two.is_some()) {
            for (index, held) in all.proof.held.iter().enumerate() {
                for letter in letters.iter().filter(|letter| held.mode[contact..=contact] != ***letter) {
                    let mut other = all.proof.clone();
                    other.held[index].mode.replace_range(contact..=contact, letter);
                    assert!(problem.answers(&all.laid, &other).is_err(), "seed {seed}");
                    changed += 1;
                }
            }
        }
    }
    assert!(changed > 20);
}

#[test]
fn multiples_that_are_said_to_be_zero_are_zero_by_multipliers() {
    let mut shown = 0;
    let random = |seed: u64| {
        lower(&if seed.is_multiple_of(2) { at_rest(seed, 4) } else { on_a_line(seed) }).unwrap().problem
    };
    // A block that is about to tip stands on its first foot alone, though it touches them all.
    let about_to_tip = (3..6).map(|feet| row(feet, [20, 0, 0]));
    for (seed, problem) in about_to_tip.chain((0..60).map(random)).enumerate() {
        let all = outcomes(&problem).unwrap();
        for (index, held) in all.proof.held.iter().enumerate() {
            let Some(fixed) = &held.fixed else { continue };
            shown += 1;
            let determined = problem.answers(&all.laid, &all.proof).unwrap()[index];
            let mut turned = all.proof.clone();
            turned.held[index].fixed = Some(fixed.iter().map(|entry| -entry).collect());
            assert!(problem.answers(&all.laid, &turned).is_err(), "seed {seed}");
            let mut without = all.proof.clone();
            without.held[index].fixed = None;
            let left = problem.answers(&all.laid, &without);
            assert!(left.is_err() || left.unwrap()[index] == determined, "seed {seed}");
        }
    }
    assert!(shown > 0, "none was needed");
}

#[test]
fn a_search_that_is_not_finished_tells_what_it_knows_and_no_more() {
    let problem = tower(6, 9);
    let all = outcomes(&problem).unwrap();
    assert_eq!(all.outcome, Outcome::Unique);
    let few = outcomes_within(&problem, 5).unwrap();
    assert_eq!((few.outcome, few.unfinished.is_some()), (Outcome::Undecided, true));
    assert!(problem.answers(&few.laid, &few.proof).is_err());
    assert!(problem.knows(&few.laid, &few.proof).is_ok());
    let stopped = within(&Allowance::unlimited().of_steps(20_000), || outcomes(&problem)).unwrap().unwrap();
    assert_eq!((stopped.outcome, stopped.unfinished.is_some()), (Outcome::Undecided, true));
}

#[test]
fn a_definite_matrix_has_one_solution_and_needs_no_refutation() {
    let mut random = Random::new(3);
    for size in [1, 5, 30] {
        let b: Vec<Vec<i64>> =
            (0..size).map(|_| (0..size).map(|_| random.below(7) as i64 - 3).collect()).collect();
        let entry = |i: usize, j: usize| -> i64 {
            let product: i64 = (0..size).map(|k| b[i][k] * b[j][k]).sum();
            // What is skew does no work.
            product + i64::from(i == j) + (i as i64 - j as i64)
        };
        let matrix = (0..size).map(|i| (0..size).map(|j| Rational::from(entry(i, j))).collect()).collect();
        let q = (0..size).map(|_| Rational::from(random.below(19) as i64 - 9)).collect();
        let problem = LcpProblem { matrix, q };
        let all = all_solutions(&problem).unwrap();
        assert_eq!((all.status(), all.found.excluded.len()), (Some(Status::Unique), 0));
        let sole = all.found.sole.as_ref().unwrap();
        problem.answers_alone(&all.found.pieces[0], sole).unwrap();
        // Without the solution nothing is proved, and of another matrix one solution is not all.
        assert!(problem.answers(&[], &[]).is_err());
        let mut other = problem.clone();
        other.matrix[0][0] = Rational::from(-1000);
        assert!(other.answers_alone(&all.found.pieces[0], sole).is_err());
    }
}

#[test]
fn rows_that_vanish_leave_their_unknowns_free() {
    let zero = |size: usize| LcpProblem {
        matrix: vec![vec![Rational::zero(); size]; size],
        q: vec![Rational::zero(); size],
    };
    for size in [1, 3, 24] {
        let all = all_solutions(&zero(size)).unwrap();
        assert_eq!(
            (all.status(), all.found.pieces.len(), all.found.families.len()),
            (Some(Status::Continuum), 1, 1)
        );
        assert_eq!(all.found.families[0].rays.len(), size);
    }
    // One row that does not vanish keeps its choice.
    let mut problem = zero(3);
    problem.q[1] = Rational::one();
    let all = all_solutions(&problem).unwrap();
    assert_eq!((all.found.pieces.len(), all.found.families[0].rays.len()), (1, 2));
    problem.q[1] = Rational::from(-1);
    assert_eq!(all_solutions(&problem).unwrap().status(), Some(Status::None));
}

/// Two free bodies beside each other and one contact between them.
fn pair(contact: Contact<Planar>, twist: [i64; 3]) -> Scene<Planar> {
    let body = |name: &str| Body::new(name).with_mass(2).with_inertia(1);
    Scene::<Planar>::new()
        .with_gravity([0, -10])
        .with_body(body("left").with_com([-1, 0]))
        .with_body(body("right").with_com([1, 0]).with_twist(twist))
        .with_contact(contact.with_against(Party::Body(0)))
}

#[test]
fn bodies_that_only_a_given_force_or_a_parting_contact_joins_are_one_group() {
    let touch = || Contact::planar(Party::Body(1), [0, 0], [1, 0]);
    let mut pushing = touch();
    pushing.force = Some([6, 0].map(Rational::from).to_vec());
    let all = outcomes(&lower(&pair(pushing, [0, 0, 0])).unwrap().problem).unwrap();
    let accelerations = &all.happenings[0].solution.accelerations;
    assert_eq!((all.outcome, all.happenings[0].mode.as_str()), (Outcome::Unique, "u"));
    assert_eq!(accelerations[0], [0, -3, -10].map(Rational::from));
    assert_eq!(accelerations[1], [0, 3, -10].map(Rational::from));
    let mut parting = touch().with_friction(half());
    parting.curvature = Some([Curvature::Vertex, Curvature::Finite(Rational::zero())]);
    let all = outcomes(&lower(&pair(parting, [0, 7, 1])).unwrap().problem).unwrap();
    assert_eq!((all.outcome, all.happenings[0].mode.as_str()), (Outcome::Unique, "s"));
}
