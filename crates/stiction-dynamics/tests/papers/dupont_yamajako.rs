//! Dupont and Yamajako, jamming and wedging in constrained rigid-body dynamics: figures, theorems and both rods.

use stiction_dynamics::jam::{
    Formulations, LeastScale, Locker, Locking, Rod, is_excited, motion, settled, turned,
};
use stiction_proof::{
    Constraint, ForceSign, JamProblem, JamProof, PlanarContact, PlanarProblem, Rational, Refutation,
};
use stiction_scene::Threshold;
use stiction_scene::Verdict;

fn whole(entries: &[i64]) -> Vec<Rational> {
    entries.iter().map(|&entry| Rational::from(entry)).collect()
}

fn rod(half_tangent: Rational) -> Rod {
    Rod {
        mass: Rational::new(3, 2),
        inertia: Rational::new(2, 5),
        half: Rational::new(7, 4),
        turned: turned(&half_tangent),
    }
}

fn least(problem: &JamProblem, kind: Locking) -> LeastScale {
    Locker::new(problem, kind).unwrap().least_scale().unwrap()
}

/// The least scale where it is known exactly.
fn exactly(problem: &JamProblem, kind: Locking) -> Option<Rational> {
    match least(problem, kind) {
        Threshold::Between(bracket) => {
            assert!(bracket.is_exact(), "{:?}", bracket.width());
            Some(bracket.upper.0)
        }
        Threshold::Never(_) => None,
        other => panic!("{other:?}"),
    }
}

fn constraint(normal: &[i64], friction: &[i64], mu: Rational) -> Constraint {
    Constraint {
        id: "surface".to_owned(),
        normal: whole(normal),
        friction: whole(friction),
        mu: mu.clone(),
        at_rest: mu,
        sign: ForceSign::Positive,
        square: Rational::one(),
    }
}

/// Cosine over sine.
fn cotangent(rod: &Rod) -> Rational {
    rod.turned[0].checked_div(&rod.turned[1]).unwrap()
}

#[test]
fn example_1_the_rod_jams_from_equation_43_on_and_only_when_it_is_pushed() {
    for k in 1..10 {
        let rod = rod(Rational::new(k, 10));
        let critical = rod.critical_friction(false).unwrap();
        let pushed = rod.on_wall(false, &Rational::one());
        assert_eq!(exactly(&pushed, Locking::Jam), Some(critical.clone()));
        assert_eq!(rod.critical_friction(true), None);
        assert_eq!(exactly(&rod.on_wall(true, &Rational::one()), Locking::Jam), None);
        // One contact cannot wedge.
        assert_eq!(exactly(&pushed, Locking::Wedge), None);
        // Closed: at the critical friction itself it is locked.
        let locker = |mu: &Rational| {
            let problem = rod.on_wall(false, mu);
            Locker::new(&problem, Locking::Jam).unwrap().locks(&Rational::one()).unwrap()
        };
        assert!(matches!(locker(&critical), Verdict::Yes(_)));
        assert!(matches!(locker(&(critical - Rational::new(1, 1 << 40))), Verdict::No(_)));
    }
}

#[test]
fn equations_39_to_42_are_the_matrices_of_the_rod() {
    let rod = rod(Rational::new(1, 3));
    let mu = [Rational::new(1, 5)];
    let problem = rod.on_wall(false, &mu[0]);
    let [cosine, sine] = rod.turned.clone();
    // Γ = −l θ̇² sin θ with θ̇ = 2, (35).
    let gamma = vec![-(&rod.half * &sine) * Rational::from(4)];
    let forms = Formulations::new(&problem, &mu, Some(&gamma));
    let (zero, one) = (Rational::zero(), Rational::one());
    let slope = (&rod.half * &cosine).recip().unwrap();
    let a = vec![vec![one.clone(), zero.clone()], vec![zero.clone(), one.clone()], vec![zero.clone(), slope]];
    assert_eq!((forms.independent, forms.a), (vec![0, 1], a));
    // (39): b = (0, 0, θ̇² tan θ).
    let tangent = sine.checked_div(&cosine).unwrap();
    assert_eq!(forms.b, Some(vec![zero.clone(), zero.clone(), Rational::from(4) * &tangent]));
    // (41): both rows are orthogonal to Φ̄, with s = −1.
    let loaded = &problem.loaded_rows(&mu)[0];
    let printed =
        [vec![one.clone(), -&mu[0], zero.clone()], vec![-(&rod.half * &sine), &rod.half * &cosine, one]];
    let orthogonal =
        |row: &Vec<Rational>| row.iter().zip(loaded).map(|(a, b)| a * b).sum::<Rational>().is_zero();
    assert!(printed.iter().all(orthogonal) && forms.t.iter().all(orthogonal) && forms.t.len() == 2);
}

#[test]
fn theorem_1_at_the_critical_friction_all_formulations_are_singular() {
    let rod = rod(Rational::new(2, 7));
    let critical = rod.critical_friction(false).unwrap();
    let problem = rod.on_wall(false, &critical);
    let forms = Formulations::new(&problem, std::slice::from_ref(&critical), None);
    assert!(forms.dae.is_zero() && forms.embedded.is_zero() && forms.forces.is_zero());
    assert!(forms.reduced.is_some_and(|value| value.is_zero()));
    assert_eq!(problem.rank(&[critical]), 1);
}

#[test]
fn example_2_the_rod_between_walls_wedges_at_the_cotangent() {
    for k in 1..9 {
        let rod = rod(Rational::new(k, 9));
        let limit = cotangent(&rod);
        let (one, two) = (Rational::one(), Rational::from(2));
        let equal = rod.between_walls([false, true], &[one.clone(), one.clone()]);
        assert_eq!(exactly(&equal, Locking::Wedge), Some(limit.clone()));
        // Unequal boxes wedge when the smaller one reaches it.
        let unequal = rod.between_walls([false, true], &[two, one.clone()]);
        assert_eq!(exactly(&unequal, Locking::Wedge), Some(limit));
        // The other slips do not wedge with these signs of λ.
        for slips in [[true, false], [true, true], [false, false]] {
            let other = rod.between_walls(slips, &[one.clone(), one.clone()]);
            assert_eq!(exactly(&other, Locking::Wedge), None, "{slips:?}");
        }
    }
}

#[test]
fn theorem_2_at_wedging_the_reduced_equations_are_not_among_the_singular_ones() {
    let rod = rod(Rational::new(1, 2));
    let limit = cotangent(&rod);
    let problem = rod.between_walls([false, true], &[limit.clone(), limit.clone()]);
    let mu = [limit.clone(), limit];
    let forms = Formulations::new(&problem, &mu, None);
    assert_eq!(problem.rank(&mu), 1);
    assert!(forms.dae.is_zero() && forms.embedded.is_zero() && forms.forces.is_zero());
    // T is not unique there: two rows for one acceleration, and TMA has full rank.
    assert_eq!((forms.reduced, forms.t.len()), (None, 2));
    // (53): an orthogonal complement of MA is the plane of y and θ.
    assert!(forms.s.iter().all(|row| row[0].is_zero()) && forms.s.len() == 2);
}

#[test]
fn unequal_coefficients_jam_the_rod_between_walls_although_equal_ones_do_not() {
    let rod = rod(Rational::new(1, 3));
    let limit = cotangent(&rod);
    let mu = [&limit * &Rational::new(3, 2), &limit * &Rational::new(1, 2)];
    let problem = rod.between_walls([false, true], &mu);
    let forms = Formulations::new(&problem, &mu, None);
    assert!(forms.dae.is_zero() && forms.embedded.is_zero() && forms.forces.is_zero());
    assert_eq!(problem.rank(&mu), 2);
    assert_eq!(exactly(&problem, Locking::Jam), Some(Rational::one()));
    // With equal ones the box touches the singular line first where it wedges: the infimum is not attained.
    let equal = rod.between_walls([false, true], &[limit.clone(), limit]);
    let locker = Locker::new(&equal, Locking::Jam).unwrap();
    let Verdict::No(proof) = locker.locks(&Rational::one()).unwrap() else { panic!() };
    let JamProof::Slides { refutations, .. } = proof.proof() else { panic!() };
    let [cover] = &refutations[..] else { panic!() };
    let [case] = &cover.cases[..] else { panic!() };
    assert!(matches!(&case.by, Refutation::Chain { chain, still } if chain.is_empty() && !still.is_empty()));
    let Threshold::Between(bracket) = least(&equal, Locking::Jam) else { panic!() };
    assert!(bracket.lower.0 == Rational::one() && bracket.width() < 1e-9);
}

#[test]
fn figure_1_a_block_on_a_flat_surface_never_jams() {
    let mass = vec![whole(&[2, 0]), whole(&[0, 2])];
    let surface = constraint(&[0, 1], &[-1, 0], Rational::from(5));
    let block = JamProblem { mass, constraints: vec![surface], either_way: false };
    assert_eq!(exactly(&block, Locking::Jam), None);
    // Sliding right under its weight it is slowed by μg, on a surface that rises with 3 m/s² by μ(g + 3), (2).
    for (rise, slowed) in [(0, -50), (3, -65)] {
        let moved = motion(&block, &[Rational::from(5)], &whole(&[0, -20]), &whole(&[rise])).unwrap();
        assert_eq!(moved.acceleration, whole(&[slowed, rise]));
    }
}

#[test]
fn figure_2_inertial_coupling_jams_the_block_when_its_inertial_force_meets_the_cone() {
    // Inertial forces lie along M(1, 0) = (2, −1), the active edge along (−μ, 1): parallel at μ = 2.
    let mass = vec![whole(&[2, -1]), whole(&[-1, 3])];
    let with = |mu: Rational| JamProblem {
        mass: mass.clone(),
        constraints: vec![constraint(&[0, 1], &[-1, 0], mu)],
        either_way: false,
    };
    assert_eq!(exactly(&with(Rational::one()), Locking::Jam), Some(Rational::from(2)));
    // Coming close, force and acceleration grow without bound, (24), (27).
    let force = |below: Rational| {
        let mu = Rational::from(2) - below;
        motion(&with(mu.clone()), &[mu], &whole(&[0, -20]), &whole(&[1])).unwrap()
    };
    let (near, nearer) = (force(Rational::new(1, 1000)), force(Rational::new(1, 2000)));
    let ratio = |a: &Rational, b: &Rational| (b.to_f64() / a.to_f64() - 2.0).abs() < 0.01;
    assert!(ratio(&near.forces[0], &nearer.forces[0]));
    assert!(ratio(&near.acceleration[0], &nearer.acceleration[0]));
    // The constrained acceleration stays what it must be.
    assert_eq!(nearer.acceleration[1], Rational::one());
}

#[test]
fn equation_26_a_load_within_reach_makes_nothing_infinite() {
    let mass = vec![whole(&[2, -1]), whole(&[-1, 3])];
    let constraints = vec![constraint(&[0, 1], &[-1, 0], Rational::from(2))];
    let block = JamProblem { mass, constraints, either_way: false };
    let mu = [Rational::from(2)];
    assert!(is_excited(&block, &mu, &whole(&[0, -20]), &whole(&[0])));
    // Along the inertial force itself: accelerates with (1, 0) and needs no contact force.
    assert!(!is_excited(&block, &mu, &whole(&[2, -1]), &whole(&[0])));
}

#[test]
fn equation_27_a_coordinate_that_takes_no_part_does_not_jump() {
    // The block of Figure 2 beside a mass that nothing couples to it.
    let mass = vec![whole(&[2, -1, 0]), whole(&[-1, 3, 0]), whole(&[0, 0, 1])];
    let constraints = vec![constraint(&[0, 1, 0], &[-1, 0, 0], Rational::from(2))];
    let problem = JamProblem { mass, constraints, either_way: false };
    let locker = Locker::new(&problem, Locking::Jam).unwrap();
    let Verdict::Yes(proof) = locker.locks(&Rational::one()).unwrap() else { panic!() };
    let JamProof::Jams { acceleration, .. } = proof.proof() else { panic!() };
    assert!(!acceleration[0].is_zero() && acceleration[1].is_zero() && acceleration[2].is_zero());
}

/// Screw and nut: q = (travel of the nut, turn of the screw); the thread rises with the angle whose cosine
/// and sine are given.
fn screw(nut: i64, inertia: i64, radius: i64, [cosine, sine]: &[Rational; 2], up: bool) -> JamProblem {
    let radius = Rational::from(radius);
    let slip = Rational::from(if up { 1 } else { -1 });
    let normal = vec![cosine.clone(), -(&radius * sine)];
    let friction = vec![-(&slip * sine), -(&slip * &radius * cosine)];
    let one = Constraint { normal, friction, ..constraint(&[], &[], Rational::one()) };
    JamProblem {
        mass: vec![whole(&[nut, 0]), whole(&[0, inertia])],
        constraints: vec![one],
        either_way: false,
    }
}

#[test]
fn a_screw_and_nut_jam_by_inertial_coupling() {
    let thread = turned(&Rational::new(1, 5));
    let [cosine, sine] = &thread;
    // J > m r²: jams when the nut is driven up the thread, at (J cos² + m r² sin²)/(sin cos (J − m r²)).
    let expected = (Rational::from(20) * cosine * cosine + Rational::from(8) * sine * sine)
        .checked_div(&(Rational::from(12) * sine * cosine))
        .unwrap();
    assert_eq!(exactly(&screw(2, 20, 2, &thread, true), Locking::Jam), Some(expected));
    assert_eq!(exactly(&screw(2, 20, 2, &thread, false), Locking::Jam), None);
    // J < m r²: the other way round.
    assert_eq!(exactly(&screw(20, 2, 2, &thread, true), Locking::Jam), None);
    assert!(exactly(&screw(20, 2, 2, &thread, false), Locking::Jam).is_some());
    // J = m r²: no coupling, no jam.
    for up in [true, false] {
        assert_eq!(exactly(&screw(2, 8, 2, &thread, up), Locking::Jam), None);
    }
}

#[test]
fn equation_32_columns_that_depend_stick_together() {
    // At μ_W the loaded rows are parallel, so on every motion that keeps both constraints the slips are proportional.
    let rod = rod(Rational::new(1, 2));
    let limit = cotangent(&rod);
    let problem = rod.between_walls([false, true], &[limit.clone(), limit.clone()]);
    let rows = problem.loaded_rows(&[limit.clone(), limit]);
    let ratio = rows[1][0].checked_div(&rows[0][0]).unwrap();
    assert!(rows[0].iter().zip(&rows[1]).all(|(a, b)| *b == a * &ratio));
}

#[test]
fn section_6_wedged_forces_have_values_once_the_walls_give() {
    // A bar between walls, its friction enough to wedge; too long by an interference, it is pressed in proportion.
    let whole = |x: i64, y: i64| [Rational::from(x), Rational::from(y)];
    let wall = |id: &str, x: i64| PlanarContact::new(id, whole(x, x), whole(-x, 0), Rational::from(1));
    let bar = PlanarProblem::new(whole(0, 0), vec![wall("left", -1), wall("right", 1)]);
    let tight = |parts: i64| {
        let interference = [Rational::new(parts, 1000), Rational::new(parts, 1000)];
        settled(&bar, &whole(1000, 1000), &interference, &Default::default()).unwrap()
    };
    let (one, two) = (tight(1), tight(2));
    assert!(one.holds && two.holds);
    for (one, two) in one.forces.iter().zip(&two.forces) {
        assert!(one[0].is_positive());
        assert_eq!([&one[0] + &one[0], &one[1] + &one[1]], *two);
    }
    // Opposite forces along the line between the contacts: exactly what the rigid equations leave open.
    assert_eq!(one.forces[0], one.forces[1]);
}

#[test]
fn equation_7_friction_is_square_to_the_constraint_in_contact_coordinates() {
    let rod = rod(Rational::new(3, 8));
    let problem = rod.on_wall(false, &Rational::one());
    // p = (x, y) of the end and θ: the inverse of its Jacobian takes rows over q to rows over p.
    let [cosine, sine] = rod.turned.each_ref().map(|part| part * &rod.half);
    let across =
        |row: &[Rational]| [row[0].clone(), row[1].clone(), &row[2] - &(&row[0] * &sine) + &row[1] * &cosine];
    let one = &problem.constraints[0];
    let (normal, friction) = (across(&one.normal), across(&one.friction));
    assert_eq!(normal, [Rational::zero(), Rational::one(), Rational::zero()]);
    assert_eq!(friction, [Rational::one(), Rational::zero(), Rational::zero()]);
}
