//! The check in doubles accepts nothing that the exact check would refuse.

use proptest::prelude::*;
use stiction_proof::quick::{QuickContact, QuickProof, check, weight};
use stiction_proof::{FrictionUse, PlanarContact, PlanarProblem, Proof, Rational};

const SMALLEST: f64 = 5e-324;

fn finger(point: [f64; 2], normal: [f64; 2], friction: f64) -> QuickContact {
    QuickContact { point, normal, friction }
}

fn grip() -> Vec<QuickContact> {
    vec![finger([-1.0, 0.0], [1.0, 0.0], 0.5), finger([1.0, 0.25], [-1.0, 0.0], 0.5)]
}

/// All triples of edges.
fn bases(contacts: &[QuickContact]) -> Vec<[usize; 3]> {
    let edges = 2 * contacts.len();
    let pairs = |a: usize| (a + 1..edges).flat_map(move |b| (b + 1..edges).map(move |c| [a, b, c]));
    (0..edges).flat_map(pairs).collect()
}

fn closes(contacts: &[QuickContact]) -> bool {
    bases(contacts).iter().any(|basis| check(contacts, &QuickProof::Closed(*basis)))
}

/// The problem that the doubles say exactly; none if they say none.
fn exact(contacts: &[QuickContact]) -> Option<PlanarProblem> {
    let pair = |[x, y]: [f64; 2]| Some([Rational::from_f64(x)?, Rational::from_f64(y)?]);
    let touch = |(index, contact): (usize, &QuickContact)| {
        let friction = Rational::from_f64(contact.friction)?;
        Some(PlanarContact::new(&index.to_string(), pair(contact.point)?, pair(contact.normal)?, friction))
    };
    let contacts = contacts.iter().enumerate().map(touch).collect::<Option<Vec<_>>>()?;
    Some(PlanarProblem::new(Default::default(), contacts))
}

/// The exact proof that an accepted quick one stands for, made from its definition by Cramer's rule.
fn exact_proof(problem: &PlanarProblem, quick: &QuickProof) -> Option<Proof> {
    let friction = FrictionUse::Given;
    match quick {
        QuickProof::Open(twist) => {
            let [w, vx, vy] = twist.map(Rational::from_f64);
            Some(Proof::Breaks { friction, twist: [w?, vx?, vy?] })
        }
        QuickProof::Closed(basis) => {
            let across = |edge: usize| {
                let mu = &problem.contacts[edge / 2].friction;
                if edge.is_multiple_of(2) { mu.clone() } else { -mu }
            };
            let wrench = |edge: usize| {
                Some(problem.wrench(problem.contacts.get(edge / 2)?, &Rational::one(), &across(edge)))
            };
            let mut sum: [Rational; 3] = Default::default();
            let mut multipliers = Vec::new();
            for edge in 0..2 * problem.contacts.len() {
                let weight = Rational::from_f64(weight(edge))?;
                for (entry, part) in sum.iter_mut().zip(wrench(edge)?) {
                    *entry -= &(&weight * &part);
                }
                multipliers.push(weight);
            }
            let [a, b, c] = [wrench(basis[0])?, wrench(basis[1])?, wrench(basis[2])?];
            let whole = determinant(&a, &b, &c);
            let parts = [determinant(&sum, &b, &c), determinant(&a, &sum, &c), determinant(&a, &b, &sum)];
            for (edge, part) in basis.iter().zip(&parts) {
                multipliers[*edge] += part.checked_div(&whole)?;
            }
            let force = |contact: usize| {
                let (plus, minus) = (&multipliers[2 * contact], &multipliers[2 * contact + 1]);
                [plus + minus, &problem.contacts[contact].friction * &(plus - minus)]
            };
            let forces = (0..problem.contacts.len()).map(force).collect();
            Some(Proof::Closed { friction, without: vec![], forces })
        }
    }
}

fn determinant(a: &[Rational; 3], b: &[Rational; 3], c: &[Rational; 3]) -> Rational {
    let minor = |x: &[Rational; 3], y: &[Rational; 3]| &x[1] * &y[2] - &x[2] * &y[1];
    &a[0] * &minor(b, c) - &b[0] * &minor(a, c) + &c[0] * &minor(a, b)
}

/// An accepted quick proof is confirmed in rationals.
fn confirmed(contacts: &[QuickContact], quick: &QuickProof) -> bool {
    let proof = |problem: &PlanarProblem| exact_proof(problem, quick);
    let exact = exact(contacts);
    exact.is_some_and(|problem| proof(&problem).is_some_and(|proof| problem.check(proof).is_ok()))
}

#[test]
fn what_is_not_a_finite_number_is_refused_everywhere() {
    assert!(closes(&grip()) && check(&grip()[..1], &QuickProof::Open([0.0, 1.0, 0.0])));
    for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for place in 0..5 {
            for index in 0..2 {
                let mut contacts = grip();
                let contact = &mut contacts[index];
                match place {
                    0 | 1 => contact.point[place] = bad,
                    2 | 3 => contact.normal[place - 2] = bad,
                    _ => contact.friction = bad,
                }
                assert!(!closes(&contacts), "{bad} at {place} of {index}");
                let one = &contacts[index..=index];
                for twist in [[0.0, 1.0, 0.0], [0.0, -1.0, 0.0], [1.0, 1.0, 1.0]] {
                    assert!(!check(one, &QuickProof::Open(twist)), "{bad} at {place}");
                }
            }
        }
        for place in 0..3 {
            let mut twist = [0.0, 1.0, 0.0];
            twist[place] = bad;
            assert!(!check(&grip()[..1], &QuickProof::Open(twist)), "{bad} in the twist");
            assert!(!check(&[], &QuickProof::Open(twist)), "{bad} in the twist of a free body");
        }
    }
}

#[test]
fn negative_friction_and_no_direction_are_refused() {
    for friction in [-1.0, -1e-300] {
        let mut contacts = grip();
        contacts[0].friction = friction;
        assert!(!closes(&contacts) && !check(&contacts[..1], &QuickProof::Open([0.0, 1.0, 0.0])));
    }
    let mut contacts = grip();
    contacts.push(finger([0.0, 1.0], [0.0, 0.0], 0.5));
    assert!(!closes(&contacts), "a contact without direction is none");
}

#[test]
fn a_basis_must_be_three_different_edges_of_the_grasp() {
    let right: Vec<[usize; 3]> =
        bases(&grip()).into_iter().filter(|basis| check(&grip(), &QuickProof::Closed(*basis))).collect();
    assert!(!right.is_empty() && right.len() < 4, "{right:?}");
    for [a, b, c] in right {
        for wrong in [[a, a, b], [a, b, b], [a, a, a], [a, b, 4], [a, b, usize::MAX], [c, c, c]] {
            assert!(!check(&grip(), &QuickProof::Closed(wrong)), "{wrong:?}");
        }
        // The order of the edges does not matter.
        for same in [[b, a, c], [c, a, b]] {
            assert!(check(&grip(), &QuickProof::Closed(same)));
        }
    }
    // Without friction both edges of a contact are one.
    let smooth = [finger([-1.0, 0.0], [1.0, 0.0], 0.0), finger([1.0, 0.0], [-1.0, 0.0], 0.0)];
    assert!(!closes(&smooth));
}

#[test]
fn products_that_underflow_do_not_make_an_escape() {
    // Velocities of a few of the smallest doubles: w·p rounds by half of one, and the huge normal makes that count.
    let (w, step) = (1e-200, SMALLEST / 1e-200);
    let contact = finger([-1.4 * step, -1.6 * step], [5e99, 4.5e99], 0.0);
    let proof = QuickProof::Open([w, -SMALLEST, 0.0]);
    assert!(!confirmed(&[contact], &proof), "the example should be a lie");
    assert!(!check(&[contact], &proof));
}

#[test]
fn magnitudes_at_which_products_overflow_are_refused_or_right() {
    let exponents = [-320, -200, -100, -61, -30, 0, 30, 61, 77, 100, 150, 200, 300];
    for (force, arm) in exponents.iter().flat_map(|force| exponents.map(|arm| (*force, arm))) {
        let scaled = |contact: &QuickContact| QuickContact {
            point: contact.point.map(|x| x * 10f64.powi(arm)),
            normal: contact.normal.map(|x| x * 10f64.powi(force)),
            ..*contact
        };
        for contacts in [grip(), vec![grip()[0], grip()[0]]] {
            let contacts: Vec<QuickContact> = contacts.iter().map(scaled).collect();
            for basis in bases(&contacts) {
                let proof = QuickProof::Closed(basis);
                assert!(!check(&contacts, &proof) || confirmed(&contacts, &proof), "{contacts:?}");
            }
            for twist in [[0.0, 1.0, 0.0], [1e-200, 0.0, 0.0], [1e200, 1e-200, 0.0]] {
                let proof = QuickProof::Open(twist);
                assert!(!check(&contacts, &proof) || confirmed(&contacts, &proof), "{contacts:?}");
            }
        }
    }
}

/// A number of a small grid, a few ulps beside it, or of any size at all.
fn coordinate() -> impl Strategy<Value = f64> {
    let ulps = |value: f64, ulps: i64| match value == 0.0 {
        true => ulps as f64 * f64::EPSILON,
        false => f64::from_bits((value.to_bits() as i64 + ulps) as u64),
    };
    let grid = (-3..=3_i8).prop_map(f64::from);
    prop_oneof![
        4 => grid.clone(),
        4 => (grid, -3..=3_i64).prop_map(move |(value, by)| ulps(value, by)),
        2 => -3.0..3.0_f64,
        1 => (-2.0..2.0_f64, -330..300_i32).prop_map(|(value, exponent)| value * 10f64.powi(exponent)),
    ]
}

fn contact() -> impl Strategy<Value = QuickContact> {
    let friction = prop_oneof![Just(0.0), Just(0.5), Just(1.0 / 3.0), 0.0..2.0_f64];
    ([coordinate(), coordinate()], [coordinate(), coordinate()], friction)
        .prop_map(|(point, normal, friction)| finger(point, normal, friction))
}

/// Two fingers whose line lies on, or a few ulps beside, an edge of both cones.
fn on_the_boundary() -> impl Strategy<Value = Vec<QuickContact>> {
    (1..=9_i8, 1..=9_i8, -4..=4_i64, -4..=4_i64).prop_map(|(length, height, by, other)| {
        let (x, y) = (f64::from(length), f64::from(height));
        let nudged = |value: f64, ulps: i64| f64::from_bits((value.to_bits() as i64 + ulps) as u64);
        let mu = nudged(y / x, by);
        vec![finger([0.0, 0.0], [1.0, 0.0], mu), finger([nudged(x, other), y], [-1.0, 0.0], mu)]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn an_accepted_squeeze_is_always_confirmed_exactly(contacts in prop::collection::vec(contact(), 2..5)) {
        for basis in bases(&contacts) {
            let proof = QuickProof::Closed(basis);
            if check(&contacts, &proof) {
                prop_assert!(confirmed(&contacts, &proof), "{:?}", proof);
            }
        }
    }

    #[test]
    fn an_accepted_escape_is_always_confirmed_exactly(
        contacts in prop::collection::vec(contact(), 1..3), twist in [coordinate(), coordinate(), coordinate()],
    ) {
        let proof = QuickProof::Open(twist);
        if check(&contacts, &proof) {
            prop_assert!(confirmed(&contacts, &proof), "{:?}", proof);
        }
    }

    #[test]
    fn near_the_boundary_a_squeeze_or_an_escape_is_accepted_but_never_wrongly(contacts in on_the_boundary()) {
        for basis in bases(&contacts) {
            let proof = QuickProof::Closed(basis);
            if check(&contacts, &proof) {
                prop_assert!(confirmed(&contacts, &proof), "{:?}", proof);
            }
        }
        // The escape of the exact boundary, turned a little both ways.
        let [px, py] = contacts[1].point;
        for by in [-1e-15, -1e-16, 0.0, 1e-16, 1e-15] {
            let proof = QuickProof::Open([1.0, 0.5 * py + by, -0.5 * px * (1.0 + by)]);
            if check(&contacts, &proof) {
                prop_assert!(confirmed(&contacts, &proof), "{:?}", proof);
            }
        }
    }
}
