//! Laws of jamming and wedging: what does not change when the description does, and three thresholds that are one.

use super::carries;
use proptest::prelude::*;
use stiction_dynamics::jam::peg::{Lean, Peg, Push};
use stiction_dynamics::jam::{
    Formulations, Locked, Locker, Locking, Rod, boundary, locked_at, locking_map, turned,
};
use stiction_proof::{Constraint, Cover, ForceSign, FrictionUse, JamProblem, JamProof, Rational, Refutation};
use stiction_scene::Threshold;
use stiction_scene::Verdict;

fn small() -> impl Strategy<Value = Rational> {
    (-6..=6_i64, 1..=3_u64).prop_map(|(above, below)| Rational::new(above, below))
}

fn positive() -> impl Strategy<Value = Rational> {
    (1..=8_i64, 1..=3_u64).prop_map(|(above, below)| Rational::new(above, below))
}

fn rows(count: usize) -> impl Strategy<Value = Vec<Vec<Rational>>> {
    prop::collection::vec(prop::collection::vec(small(), 3), count)
}

/// A system of three coordinates: a mass matrix `BᵀB + 1`, some constraints, their friction.
fn system(signs: &'static [ForceSign]) -> impl Strategy<Value = JamProblem> {
    (1..=3_usize).prop_flat_map(move |count| {
        let sign = prop::sample::select(signs);
        (rows(3), rows(count), rows(count), prop::collection::vec((positive(), sign), count)).prop_map(
            |(root, normals, frictions, rest)| {
                let entry = |i: usize, j: usize| -> Rational {
                    let product: Rational = (0..3).map(|k| &root[k][i] * &root[k][j]).sum();
                    product + Rational::from(i64::from(i == j))
                };
                let mass = (0..3).map(|i| (0..3).map(|j| entry(i, j)).collect()).collect();
                let parts = normals.into_iter().zip(frictions).zip(rest).enumerate();
                let constraints = parts
                    .map(|(index, ((normal, friction), (mu, sign)))| Constraint {
                        id: index.to_string(),
                        normal,
                        friction,
                        at_rest: mu.clone(),
                        mu,
                        sign,
                        square: Rational::one(),
                    })
                    .collect();
                JamProblem { mass, constraints, either_way: false }
            },
        )
    })
}

const PUSHING: &[ForceSign] = &[ForceSign::Positive];
const ANY: &[ForceSign] = &[ForceSign::Positive, ForceSign::Negative, ForceSign::Free];
const FREE: &[ForceSign] = &[ForceSign::Free];

fn locks(problem: &JamProblem, kind: Locking) -> Verdict<JamProof> {
    Locker::new(problem, kind).unwrap().locks(&Rational::one()).unwrap()
}

fn dot(a: &[Rational], b: &[Rational]) -> Rational {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn is_full(problem: &JamProblem) -> bool {
    problem.rank(&vec![Rational::zero(); problem.constraints.len()]) == problem.constraints.len()
}

/// A refutation of every pattern with something of it taken away or turned round.
fn damaged(proof: &JamProof, at: usize) -> Vec<JamProof> {
    match proof {
        JamProof::Slides { scale, included, refutations } => damaged_covers(refutations, at, |pushed| {
            pushed.pushes.iter_mut().chain(&mut pushed.motion).for_each(|entry| *entry = -&*entry);
        })
        .into_iter()
        .map(|refutations| JamProof::Slides { scale: scale.clone(), included: *included, refutations })
        .collect(),
        JamProof::Loose { scale, included, motions } => damaged_covers(motions, at, |motion| {
            motion.iter_mut().for_each(|entry| *entry = -&*entry);
        })
        .into_iter()
        .map(|motions| JamProof::Loose { scale: scale.clone(), included: *included, motions })
        .collect(),
        _ => Vec::new(),
    }
}

fn damaged_covers<V: Clone>(covers: &[Cover<V>], at: usize, turn: impl Fn(&mut V)) -> Vec<Vec<Cover<V>>> {
    let mut damaged = Vec::new();
    let mut with = |change: &dyn Fn(&mut Vec<Cover<V>>)| {
        let mut changed = covers.to_vec();
        change(&mut changed);
        damaged.push(changed);
    };
    let group = at % covers.len();
    let case = at % covers[group].cases.len();
    let place = at % covers[group].group.len();
    with(&|covers| drop(covers.pop()));
    with(&|covers| covers.push(covers[group].clone()));
    with(&|covers| drop(covers[group].cases.remove(case)));
    with(&|covers| {
        let sign = &mut covers[group].cases[case].signs[place];
        *sign = match sign {
            ForceSign::Positive => ForceSign::Negative,
            ForceSign::Negative => ForceSign::Positive,
            ForceSign::Free => ForceSign::Positive,
        };
    });
    with(&|covers| match &mut covers[group].cases[case].by {
        Refutation::Opposed(vectors) => vectors.iter_mut().for_each(&turn),
        Refutation::Chain { chain, still } => {
            chain.iter_mut().for_each(&turn);
            drop(still.pop());
        }
    });
    with(&|covers| match &mut covers[group].cases[case].by {
        Refutation::Opposed(vectors) => drop(vectors.pop()),
        Refutation::Chain { chain, still } => {
            chain.clear();
            still.clear();
        }
    });
    damaged
}

/// Systems side by side: none of them pushes on the coordinates of another.
fn beside(parts: &[JamProblem]) -> JamProblem {
    let size: usize = parts.iter().map(JamProblem::coordinates).sum();
    let mut whole = JamProblem { mass: Vec::new(), constraints: Vec::new(), either_way: false };
    let mut before = 0;
    for part in parts {
        let wide = |row: &Vec<Rational>| {
            let mut wide = vec![Rational::zero(); size];
            wide[before..before + row.len()].clone_from_slice(row);
            wide
        };
        whole.mass.extend(part.mass.iter().map(wide));
        whole.constraints.extend(part.constraints.iter().map(|one| Constraint {
            id: format!("{before}:{}", one.id),
            normal: wide(&one.normal),
            friction: wide(&one.friction),
            ..one.clone()
        }));
        before += part.coordinates();
    }
    whole
}

/// A system of as many coordinates as constraints, all free, by entries of a sequence that repeats late.
fn dense(size: usize, seed: u64, mu: &Rational) -> JamProblem {
    let mut state = seed.wrapping_mul(2).wrapping_add(1);
    let mut next = || -> Rational {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        Rational::new((state >> 33) as i64 % 101 - 50, 50)
    };
    let row = |next: &mut dyn FnMut() -> Rational| -> Vec<Rational> { (0..size).map(|_| next()).collect() };
    let diagonal = |i: usize, j: usize| Rational::from(i64::from(i == j));
    let mass = (0..size).map(|i| (0..size).map(|j| diagonal(i, j)).collect()).collect();
    let constraints = (0..size)
        .map(|index| {
            let mut normal = row(&mut next);
            normal[index] = &normal[index] + &Rational::from(3);
            Constraint {
                id: index.to_string(),
                normal,
                friction: row(&mut next),
                mu: mu.clone(),
                at_rest: mu.clone(),
                sign: ForceSign::Free,
                square: Rational::one(),
            }
        })
        .collect();
    JamProblem { mass, constraints, either_way: false }
}

/// Whether all corners of the box have determinants of one sign, by exact elimination of each.
fn corners_agree(problem: &JamProblem, scale: &Rational) -> bool {
    let count = problem.constraints.len();
    let corner = |bits: usize| -> Rational {
        let mu: Vec<Rational> = (0..count)
            .map(|i| if bits >> i & 1 == 1 { scale * &problem.constraints[i].mu } else { Rational::zero() })
            .collect();
        problem.determinant(&mu).unwrap()
    };
    let first = corner(0).is_positive();
    (0..1 << count).all(|bits| {
        let value = corner(bits);
        !value.is_zero() && value.is_positive() == first
    })
}

#[test]
fn six_free_constraints_lock_where_two_corners_of_the_box_have_determinants_of_unlike_signs() {
    let mut seen = [0; 2];
    for seed in 0..6 {
        let problem = dense(6, seed, &Rational::new(1, 2));
        for scale in [Rational::one(), Rational::from(6), Rational::from(20)] {
            let neither = [Locking::Jam, Locking::Wedge].into_iter().all(|kind| {
                matches!(Locker::new(&problem, kind).unwrap().locks(&scale).unwrap(), Verdict::No(_))
            });
            assert_eq!(corners_agree(&problem, &scale), neither, "seed {seed}, scale {scale}");
            seen[usize::from(neither)] += 1;
        }
    }
    assert!(seen.iter().all(|&count| count > 2), "{seen:?}");
}

#[test]
fn ten_free_constraints_are_refuted_by_fewer_cases_than_there_are_patterns() {
    let problem = dense(10, 1, &Rational::new(1, 20));
    // As many constraints as coordinates: nothing can move, so nothing jams, and the forces can only cancel.
    let jam = Locker::new(&problem, Locking::Jam).unwrap().least_scale().unwrap();
    assert!(matches!(jam, Threshold::Never(_)), "{jam:?}");
    let least = Locker::new(&problem, Locking::Wedge).unwrap().least_scale().unwrap();
    let Threshold::Between(bracket) = least else { panic!("{least:?}") };
    assert!(bracket.width() < 1e-9, "{}", bracket.width());
    let JamProof::Loose { motions, .. } = bracket.lower.1.proof() else { panic!() };
    let cases: usize = motions.iter().map(|cover| cover.cases.len()).sum();
    assert!(cases < 1 << 9, "{cases}");
    for damaged in damaged(bracket.lower.1.proof(), 5) {
        assert!(problem.check(damaged).is_err());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn systems_side_by_side_lock_where_one_of_them_does(parts in prop::collection::vec(system(ANY), 2..4)) {
        let whole = beside(&parts);
        for kind in [Locking::Jam, Locking::Wedge] {
            let alone: Vec<Verdict<JamProof>> = parts.iter().map(|part| locks(part, kind)).collect();
            match locks(&whole, kind) {
                Verdict::Yes(_) => prop_assert!(alone.iter().any(|one| !matches!(one, Verdict::No(_)))),
                Verdict::No(proof) => {
                    prop_assert!(alone.iter().all(|one| matches!(one, Verdict::No(_))));
                    let (JamProof::Slides { .. } | JamProof::Loose { .. }) = proof.proof() else { panic!() };
                    for damaged in damaged(proof.proof(), 1) {
                        prop_assert!(whole.check(damaged).is_err());
                    }
                }
                Verdict::Undecided => prop_assert!(!alone.iter().any(|one| matches!(one, Verdict::Yes(_)))),
            }
        }
    }

    #[test]
    fn every_verdict_has_a_proof_and_the_least_scale_agrees(problem in system(ANY)) {
        for kind in [Locking::Jam, Locking::Wedge] {
            let locker = Locker::new(&problem, kind).unwrap();
            let found = locker.locks(&Rational::one()).unwrap();
            let least = locker.least_scale().unwrap();
            match (&found, locked_at(&least, &Rational::one())) {
                (Verdict::Yes(_), Locked::No) | (Verdict::No(_), Locked::Yes) => prop_assert!(false, "{found:?} {least:?}"),
                _ => {}
            }
            if let Threshold::Between(bracket) = least {
                prop_assert!(bracket.lower.0 <= bracket.upper.0 && bracket.width() < 1e-9);
            }
        }
    }

    #[test]
    fn the_determinant_is_that_of_the_mass_times_that_of_the_constraints(problem in system(ANY), mu in prop::collection::vec(small(), 3)) {
        prop_assume!(is_full(&problem));
        let mu = &mu[..problem.constraints.len()];
        let forms = Formulations::new(&problem, mu, None);
        prop_assert_eq!(&forms.dae, &problem.determinant(mu).unwrap());
        // (15) and (19) vanish exactly where (11) does, (17) only together with them.
        prop_assert_eq!(forms.dae.is_zero(), forms.embedded.is_zero());
        prop_assert_eq!(forms.dae.is_zero(), forms.forces.is_zero());
        if let Some(reduced) = forms.reduced {
            prop_assert_eq!(forms.dae.is_zero(), reduced.is_zero());
        }
    }

    #[test]
    fn units_of_rows_and_order_of_constraints_do_not_matter(problem in system(PUSHING), factor in positive()) {
        let mut other = problem.clone();
        other.constraints.reverse();
        for one in &mut other.constraints {
            one.normal.iter_mut().chain(&mut one.friction).for_each(|entry| *entry = &*entry * &factor);
        }
        for kind in [Locking::Jam, Locking::Wedge] {
            prop_assert_eq!(locks(&problem, kind).answer(), locks(&other, kind).answer());
        }
    }

    #[test]
    fn other_coordinates_do_not_change_a_verdict(problem in system(PUSHING), turn in rows(3)) {
        // q = B p with B = 1 + strictly lower part: rows become Φ B, the mass matrix Bᵀ M B.
        let b = |i: usize, j: usize| match i.cmp(&j) {
            std::cmp::Ordering::Equal => Rational::one(),
            std::cmp::Ordering::Greater => turn[i][j].clone(),
            std::cmp::Ordering::Less => Rational::zero(),
        };
        let through = |row: &[Rational]| -> Vec<Rational> {
            (0..3).map(|j| (0..3).map(|k| &row[k] * &b(k, j)).sum()).collect()
        };
        let mut other = problem.clone();
        let half: Vec<Vec<Rational>> = problem.mass.iter().map(|row| through(row)).collect();
        other.mass = (0..3).map(|i| (0..3).map(|j| (0..3).map(|k| b(k, i) * &half[k][j]).sum()).collect()).collect();
        for one in &mut other.constraints {
            (one.normal, one.friction) = (through(&one.normal), through(&one.friction));
        }
        for kind in [Locking::Jam, Locking::Wedge] {
            prop_assert_eq!(locks(&problem, kind).answer(), locks(&other, kind).answer());
        }
    }

    #[test]
    fn more_friction_never_frees(problem in system(ANY), more in positive()) {
        let mut larger = problem.clone();
        for one in &mut larger.constraints {
            (one.mu, one.at_rest) = (&one.mu + &more, &one.at_rest + &more);
        }
        for kind in [Locking::Jam, Locking::Wedge] {
            if let Verdict::Yes(_) = locks(&problem, kind) {
                prop_assert!(!matches!(locks(&larger, kind), Verdict::No(_)));
            }
        }
    }

    #[test]
    fn a_determinant_that_is_affine_in_each_coefficient_vanishes_in_the_box_iff_corners_disagree(problem in system(FREE)) {
        prop_assume!(is_full(&problem));
        let count = problem.constraints.len();
        let corner = |bits: usize| -> Rational {
            let mu: Vec<Rational> = (0..count)
                .map(|i| if bits >> i & 1 == 1 { problem.constraints[i].mu.clone() } else { Rational::zero() })
                .collect();
            problem.determinant(&mu).unwrap()
        };
        let corners: Vec<Rational> = (0..1 << count).map(corner).collect();
        let same = corners.iter().all(Rational::is_positive) || corners.iter().all(Rational::is_negative);
        let locked = [Locking::Jam, Locking::Wedge].map(|kind| locks(&problem, kind));
        let neither = locked.iter().all(|found| matches!(found, Verdict::No(_)));
        prop_assert_eq!(same, neither, "{:?}", corners);
    }

    #[test]
    fn a_changed_witness_is_refused(problem in system(ANY), at in 0..3_usize, by in positive()) {
        for kind in [Locking::Jam, Locking::Wedge] {
            match locks(&problem, kind) {
                Verdict::Yes(proof) => {
                    let mut changed = proof.proof().clone();
                    let (JamProof::Jams { forces, .. } | JamProof::Wedges { forces, .. }) = &mut changed else { panic!() };
                    let index = at % forces.len();
                    forces[index] = &forces[index] + &by;
                    // Only a push that does nothing could pass unnoticed.
                    let (JamProof::Jams { mu, .. } | JamProof::Wedges { mu, .. }) = &changed else { panic!() };
                    let idle = problem.loaded_rows(mu)[index].iter().all(Rational::is_zero);
                    prop_assert!(idle || problem.check(changed).is_err());
                    let mut outside = proof.proof().clone();
                    let (JamProof::Jams { mu, .. } | JamProof::Wedges { mu, .. }) = &mut outside else { panic!() };
                    mu[index] = Rational::from(1_000_000);
                    prop_assert!(problem.check(outside).is_err());
                }
                Verdict::No(proof) => {
                    for fewer in damaged(proof.proof(), at) {
                        prop_assert!(problem.check(fewer).is_err());
                    }
                }
                Verdict::Undecided => {}
            }
        }
    }

    #[test]
    fn jamming_erdmanns_dip_and_the_painleve_zero_are_one_number(
        mass in positive(), gyration in positive(), half in 1..12_i64, x in small(), y in small(), left in any::<bool>(),
    ) {
        // One sliding contact: normal n0 and tangent ts from the half angle, contact at (x, y) from the centre of mass.
        let [ny, nx] = turned(&Rational::new(half, 12));
        let sign = Rational::from(if left { 1 } else { -1 });
        let slide = [&sign * &-&ny, &sign * &nx];
        let moment = |fx: &Rational, fy: &Rational| &x * fy - &y * fx;
        let normal = vec![nx.clone(), ny.clone(), moment(&nx, &ny)];
        let friction = vec![slide[0].clone(), slide[1].clone(), moment(&slide[0], &slide[1])];
        let inertia = &mass * &gyration * &gyration;
        // Painlevé: the zero of n·M⁻¹(n + μ t).
        let weights = [&mass, &mass, &inertia];
        let work = |row: &[Rational]| -> Rational {
            normal.iter().zip(row).zip(weights).map(|((a, b), m)| (a * b).checked_div(m).unwrap()).sum()
        };
        let zero = (-work(&normal)).checked_div(&work(&friction)).filter(Rational::is_positive);
        // Erdmann: in (x, y, ρθ) with ρ the radius of gyration, tr⊥ is across n and the turning about the contact.
        let n = [nx.clone(), ny.clone(), normal[2].checked_div(&gyration).unwrap()];
        // r points from the contact to the centre: tr ∥ (−r_y, r_x, ρ) with r = −(x, y).
        let tr = [y.clone(), -&x, gyration.clone()];
        let cross = |a: &[Rational; 3], b: &[Rational; 3]| -> [Rational; 3] {
            std::array::from_fn(|i| &a[(i + 1) % 3] * &b[(i + 2) % 3] - &a[(i + 2) % 3] * &b[(i + 1) % 3])
        };
        // The edge n + μ·vf lies in the plane of n and tr⊥; it leaves the side of n at |tr⊥·ts| / |tr⊥·n0|.
        let across = cross(&n, &tr);
        let flat = |v: &[Rational; 2]| dot(&across[..2], v);
        let dip = flat(&slide).abs().checked_div(&flat(&[nx.clone(), ny.clone()]).abs());
        // Dupont and Yamajako.
        let zero_entry = Rational::zero();
        let mass_rows = (0..3).map(|i| (0..3).map(|j| if i == j { weights[i].clone() } else { zero_entry.clone() }).collect()).collect();
        let constraint = Constraint {
            id: "1".into(), normal, friction, mu: Rational::one(), at_rest: Rational::one(),
            sign: ForceSign::Positive, square: Rational::one(),
        };
        let problem = JamProblem { mass: mass_rows, constraints: vec![constraint], either_way: false };
        let jam = match Locker::new(&problem, Locking::Jam).unwrap().least_scale().unwrap() {
            Threshold::Between(bracket) => { prop_assert!(bracket.is_exact()); Some(bracket.upper.0) }
            Threshold::Never(_) => None,
            other => panic!("{other:?}"),
        };
        prop_assert_eq!(&jam, &zero);
        // The dip: the edge n + μ vf leaves the side of n where (n + μ vf)·n = 0 in that space.
        let vf = [slide[0].clone(), slide[1].clone(), moment(&slide[0], &slide[1]).checked_div(&gyration).unwrap()];
        let begins = (-dot(&n, &n)).checked_div(&dot(&n, &vf)).filter(Rational::is_positive);
        prop_assert_eq!(&jam, &begins);
        if let Some(jam) = jam {
            prop_assert_eq!(Some(jam), dip);
        }
    }

    #[test]
    fn a_push_is_inside_the_diagram_iff_no_pair_of_contacts_holds_it(
        width in positive(), extra in positive(), friction in positive(), depth in positive(), push in prop::collection::vec(small(), 2), inwards in positive(),
    ) {
        let hole = &width + &extra;
        let peg = Peg { width, hole, friction };
        let wrench = [push[0].clone(), push[1].clone(), -inwards];
        let held = [Lean::TipLeft, Lean::TipRight, Lean::AlongLeft, Lean::AlongRight].iter().any(|lean| {
            carries(&peg.problem(&depth, *lean), &wrench)
        });
        let wedged = peg.wedges(&depth);
        match peg.push(&depth, &wrench) {
            Push::SlidesIn if !wedged => prop_assert!(!held),
            Push::Jams | Push::Evenly => prop_assert!(held),
            _ => {}
        }
    }

    #[test]
    fn a_centre_of_compliance_between_its_heights_passes_every_push_that_any_centre_does(
        width in positive(), friction in positive(), depth in positive(), part in 0..=4_i64,
    ) {
        let peg = Peg { hole: &width + &Rational::new(1, 100), width, friction };
        let [low, high] = peg.compliance_centre(&depth);
        let height = &low + &((&high - &low) * Rational::new(part, 4));
        let most = peg.most_sideways(&depth, &height).unwrap();
        prop_assert_eq!(&most, &peg.friction.recip().unwrap());
        let beside = &high + &Rational::one();
        prop_assert!(peg.most_sideways(&depth, &beside).unwrap() < most);
        // That push is on the boundary of the diagram, and a little less is inside.
        let push = |fx: &Rational, height: &Rational| peg.push(&depth, &[-(fx * height), fx.clone(), Rational::from(-1)]);
        prop_assert_eq!(push(&most, &height), Push::Evenly);
        prop_assert_eq!(push(&(&most * &Rational::new(99, 100)), &height), Push::SlidesIn);
        let bounded = peg.most_sideways(&depth, &beside).unwrap();
        prop_assert_eq!(push(&bounded, &beside), Push::Evenly);
    }
}

#[test]
fn a_peg_wedges_exactly_when_its_cones_see_each_other() {
    let peg = Peg { width: Rational::from(2), hole: Rational::new(21, 10), friction: Rational::new(1, 2) };
    for (depth, wedged) in
        [(Rational::new(99, 100), true), (Rational::one(), true), (Rational::new(101, 100), false)]
    {
        assert_eq!(peg.wedges(&depth), wedged);
        let forces =
            stiction_statics::closure::closure(&peg.problem(&depth, Lean::TipLeft), &FrictionUse::Given)
                .unwrap();
        // On the boundary the cones see each other only along their edges, which is no closure.
        assert_eq!(forces.is_yes(), wedged && depth != Rational::one());
    }
    // Entering leaned over by 3-4-5: touches twice at (2.1 − 1.6)/0.6, where friction of 5/12 would wedge it.
    let turned = [Rational::new(4, 5), Rational::new(3, 5)];
    assert_eq!(peg.two_point_depth(&turned), Some(Rational::new(5, 6)));
    assert_eq!(peg.most_friction(&turned), Some(Rational::new(5, 12)));
    assert_eq!(peg.least_hole(&turned), Rational::new(11, 5));
    // At that depth a peg that leans more and more touches twice well before.
    let (sine, cosine) = peg.two_point_tilt(5.0 / 6.0).sin_cos();
    assert!((2.0 * cosine + 5.0 / 6.0 * sine - 2.1).abs() < 1e-12 && sine < 0.2, "{sine}");
}

#[test]
fn a_map_of_the_rod_agrees_with_the_closed_form_in_every_cell() {
    let one = Rational::one();
    let rods: Vec<Rod> = (1..30)
        .map(|k| Rod {
            mass: one.clone(),
            inertia: Rational::new(1, 3),
            half: one.clone(),
            turned: turned(&Rational::new(k, 30)),
        })
        .collect();
    let systems: Vec<JamProblem> = rods.iter().map(|rod| rod.on_wall(false, &one)).collect();
    let factors: Vec<Rational> = (0..40).map(|k| Rational::new(k, 10)).collect();
    let map = locking_map(&systems, &factors).unwrap();
    for (rod, row) in rods.iter().zip(&map) {
        let critical = rod.critical_friction(false).unwrap();
        for (factor, cell) in factors.iter().zip(&row.cells) {
            let expected = if *factor >= critical { Locked::Yes } else { Locked::No };
            assert_eq!(*cell, [expected, Locked::No]);
        }
    }
}

#[test]
fn the_boundary_of_two_walls_is_a_corner_for_wedging_and_a_line_for_jamming() {
    let rod = Rod {
        mass: Rational::one(),
        inertia: Rational::one(),
        half: Rational::one(),
        turned: [Rational::new(4, 5), Rational::new(3, 5)],
    };
    let problem = rod.between_walls([false, true], &[Rational::one(), Rational::one()]);
    let threshold = |kind: Locking| -> Vec<Option<f64>> {
        let rays = boundary(&problem, kind, &[vec![0], vec![1]], 4).unwrap();
        rays.iter()
            .map(|ray| match &ray.threshold {
                Threshold::Between(bracket) => Some(bracket.upper.0.to_f64()),
                _ => None,
            })
            .collect()
    };
    // cot θ = 4/3: both coefficients must reach it to wedge; along (3/4, 1/4) that needs 16/3.
    let expected = [None, Some(16.0 / 3.0), Some(8.0 / 3.0), Some(16.0 / 3.0), None];
    for (found, expected) in threshold(Locking::Wedge).iter().zip(expected) {
        assert!(
            matches!((found, expected), (Some(a), Some(b)) if (a - b).abs() < 1e-6) || *found == expected
        );
    }
    // Jamming begins on μ₁ + μ₂ = 2·cot θ, in every direction: the singular line, with λ of the right signs.
    for found in threshold(Locking::Jam) {
        assert!(found.is_some_and(|found| (found - 8.0 / 3.0).abs() < 1e-6), "{found:?}");
    }
}
