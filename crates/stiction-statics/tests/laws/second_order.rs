//! Laws of second order: what does not change it, and what can only help or harm.

use crate::grasps::*;
use proptest::prelude::*;
use stiction_proof::{Bound, Curvature, PlanarContact, PlanarProblem, Rational};
use stiction_statics::closure::{Doubt, Metric, SecondOrder, second_order, stiffness};

#[derive(Debug, PartialEq, Eq, Clone, Copy)]
enum Word {
    FirstOrder,
    Immobile,
    Mobile,
    Undecided,
    Unknown,
}

fn word(problem: &PlanarProblem) -> Word {
    match second_order(problem).unwrap() {
        None => Word::FirstOrder,
        Some(SecondOrder::Immobile(_)) => Word::Immobile,
        Some(SecondOrder::Mobile(_)) => Word::Mobile,
        Some(SecondOrder::Glides(_) | SecondOrder::Undecided(Doubt::Boundary)) => Word::Undecided,
        Some(SecondOrder::Undecided(Doubt::Unknown(_))) => Word::Unknown,
        Some(SecondOrder::Undecided(Doubt::Effort)) => panic!("a few contacts are no effort"),
    }
}

fn bends() -> impl Strategy<Value = [Curvature; 2]> {
    let exactly = |(a, b): (i64, u64)| Curvature::Exactly(fraction(a, b));
    prop_oneof![
        3 => (-6..=6_i64, 1..=4_u64).prop_map(move |bend| [exactly(bend), Curvature::Vertex]),
        1 => (-6..=6_i64, 1..=4_u64).prop_map(move |bend| [Curvature::Vertex, exactly(bend)]),
        1 => (-3..=6_i64, 7..=9_i64, 1..=3_u64).prop_map(move |(a, b, c)| [exactly((a, c)), exactly((b, c))]),
    ]
}

/// Contacts whose normals go through the origin, or lie on one line through it; they often press.
fn bent_grasp() -> impl Strategy<Value = PlanarProblem> {
    let directions = vec![[0, 1], [0, -1], [4, -3], [-4, -3], [1, 0], [-1, 0]];
    let contact = |directions: Vec<[i64; 2]>| {
        (prop::sample::select(directions), 1..=4_i64, any::<bool>(), bends()).prop_map(
            |(direction, far, inside, [body, finger])| {
                let normal = numbers(direction);
                let far = Rational::from(if inside { far } else { -far });
                touch(times(&normal, &far), normal, Rational::zero()).with_curvature(body, finger)
            },
        )
    };
    let line = prop::collection::vec(contact(vec![[0, 1], [0, -1]]), 2..=4);
    let point = prop::collection::vec(contact(directions.clone()), 3..=5);
    let aside = (point_and_normal(), bends()).prop_map(|((point, normal), [body, finger])| {
        touch(point, normal, Rational::zero()).with_curvature(body, finger)
    });
    (prop_oneof![line, point], prop::option::of(aside)).prop_map(|(mut contacts, aside)| {
        contacts.extend(aside);
        grasp_of(contacts)
    })
}

fn point_and_normal() -> impl Strategy<Value = ([Rational; 2], [Rational; 2])> {
    (point(), normal())
}

fn bent(contact: &mut PlanarContact, change: impl Fn(&Rational) -> Rational) {
    for curvature in contact.curvature.iter_mut().flatten() {
        if let Curvature::Exactly(bend) = curvature {
            *bend = change(bend);
        }
    }
}

/// The margin, if there is one, in a form that can be compared.
fn margin(problem: &PlanarProblem, length: f64) -> Option<f64> {
    let bound = match word(problem) {
        Word::Immobile => Bound::Upper,
        Word::Mobile => Bound::Lower,
        _ => return None,
    };
    Some(stiffness(problem, Metric { length }, bound).unwrap())
}

fn close(one: Option<f64>, other: Option<f64>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => (one - other).abs() <= 1e-6 * (1.0 + one.abs().max(other.abs())),
        (one, other) => one == other,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn neither_frame_nor_reference_changes_second_order(
        grasp in bent_grasp(), turn in turn(), by in point(), reference in point(),
    ) {
        let mut moved = each(&turn.problem(&grasp), |_, contact| contact.point = plus(&contact.point, &by));
        prop_assert_eq!(word(&moved), word(&grasp));
        moved.reference = reference;
        prop_assert_eq!(word(&moved), word(&grasp));
    }

    #[test]
    fn a_mirror_changes_nothing_of_second_order(grasp in bent_grasp()) {
        let mirrored = |[x, y]: &[Rational; 2]| [-x, y.clone()];
        let image = each(&grasp, |_, contact| {
            contact.point = mirrored(&contact.point);
            contact.normal = mirrored(&contact.normal);
        });
        prop_assert_eq!(word(&image), word(&grasp));
        prop_assert!(close(margin(&image, 1.0), margin(&grasp, 1.0)));
    }

    #[test]
    fn the_unit_of_length_changes_second_order_only_in_its_unit(
        grasp in bent_grasp(), unit in prop::sample::select(vec!["1e-3", "1/7", "1e3"]),
    ) {
        let unit = number(unit);
        let scaled = each(&grasp, |_, contact| {
            contact.point = times(&contact.point, &unit);
            bent(contact, |bend| bend * unit.recip().unwrap());
        });
        prop_assert_eq!(word(&scaled), word(&grasp));
        let stiff = margin(&scaled, unit.to_f64()).map(|stiff| stiff * unit.to_f64());
        prop_assert!(close(stiff, margin(&grasp, 1.0)));
    }

    #[test]
    fn the_lengths_of_normals_change_nothing_of_second_order(
        grasp in bent_grasp(), lengths in prop::collection::vec(prop::sample::select(vec!["1e-6", "1/3", "7"]), 6),
    ) {
        let longer = each(&grasp, |index, contact| {
            let length = number(lengths[index]);
            contact.normal = times(&contact.normal, &length);
            bent(contact, |bend| bend * length.recip().unwrap());
        });
        prop_assert_eq!(word(&longer), word(&grasp));
        prop_assert!(close(margin(&longer, 1.0), margin(&grasp, 1.0)));
    }

    #[test]
    fn the_order_of_contacts_changes_nothing_of_second_order(
        (grasp, shuffled) in bent_grasp()
            .prop_flat_map(|grasp| (Just(grasp.clone()), Just(grasp.contacts).prop_shuffle())),
    ) {
        let shuffled = PlanarProblem::new(grasp.reference.clone(), shuffled);
        prop_assert_eq!(word(&shuffled), word(&grasp));
        prop_assert!(close(margin(&shuffled, 1.0), margin(&grasp, 1.0)));
    }

    #[test]
    fn a_flatter_outline_never_frees_a_body_and_a_rounder_one_never_holds_it(
        grasp in bent_grasp(), which in 0..5_usize, by in 1..=4_i64,
    ) {
        let which = which % grasp.contacts.len();
        let pointed = matches!(grasp.contacts[which].curvature, Some([_, Curvature::Vertex]));
        prop_assume!(pointed);
        let shifted = |by: Rational| each(&grasp, |index, contact| {
            if index == which {
                bent(contact, |bend| bend + &by);
            }
        });
        let (before, by) = (word(&grasp), fraction(by, 2));
        if before == Word::Immobile {
            prop_assert_eq!(word(&shifted(-&by)), Word::Immobile);
        }
        if before == Word::Mobile {
            prop_assert_eq!(word(&shifted(by)), Word::Mobile);
        }
    }

    #[test]
    fn one_more_contact_never_frees_a_body(grasp in bent_grasp(), more in contact(), bends in bends()) {
        prop_assume!(word(&grasp) == Word::Immobile);
        let mut grown = grasp;
        let [body, finger] = bends;
        let more = more.with_curvature(body, finger);
        grown.contacts.push(PlanarContact { id: "more".into(), ..more.clone() });
        prop_assert!(matches!(word(&grown), Word::Immobile | Word::FirstOrder));
        // Not even one of which nothing but its place is known.
        grown.contacts.pop();
        grown.contacts.push(PlanarContact { id: "more".into(), curvature: None, ..more });
        prop_assert!(matches!(word(&grown), Word::Immobile | Word::FirstOrder));
    }

    #[test]
    fn without_curvatures_nothing_is_said(grasp in bent_grasp()) {
        let bare = each(&grasp, |_, contact| contact.curvature = None);
        let expected = if word(&grasp) == Word::FirstOrder { Word::FirstOrder } else { Word::Unknown };
        prop_assert_eq!(word(&bare), expected);
    }

    #[test]
    fn the_margin_has_the_sign_of_the_answer(grasp in bent_grasp(), length in prop::sample::select(vec![0.2, 1.0, 5.0])) {
        match word(&grasp) {
            Word::Immobile => prop_assert!(margin(&grasp, length).unwrap() > 0.0),
            Word::Mobile => prop_assert!(margin(&grasp, length).unwrap() < 0.0),
            _ => {}
        }
    }
}

#[test]
fn a_disc_turns_whatever_presses_and_a_bar_slides() {
    let arc = |bend: i64| [Curvature::Arc(Rational::from(bend)), Curvature::Vertex];
    let pressed = |directions: &[[i64; 2]], bend: i64| {
        let contact = |&direction: &[i64; 2]| {
            let normal = times(&numbers(direction), &fraction(1, 5));
            let [body, finger] = arc(bend);
            touch(times(&normal, &Rational::from(-1)), normal, Rational::zero()).with_curvature(body, finger)
        };
        second_order(&grasp_of(directions.iter().map(contact).collect())).unwrap()
    };
    for directions in [
        vec![[0, 5], [4, -3], [-4, -3]],
        vec![[5, 0], [-5, 0], [0, 5], [0, -5]],
        vec![[3, 4], [-3, -4], [4, -3], [-4, 3], [5, 0]],
    ] {
        assert!(matches!(pressed(&directions, 1), Some(SecondOrder::Glides(_))), "{directions:?}");
    }
    assert!(matches!(pressed(&[[0, 5], [0, -5]], 0), Some(SecondOrder::Glides(_))));
    // Two fingers across a disc: it is squeezed out sideways.
    assert!(matches!(pressed(&[[0, 5], [0, -5]], 1), Some(SecondOrder::Mobile(_))));
}
