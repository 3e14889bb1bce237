//! Laws of motions and labels, tried on many scenes.

use crate::motions::plane::{exact, found, part, set};
use proptest::prelude::*;
use stiction_geometry::cone::WrenchCone;
use stiction_geometry::screw::Planar;
use stiction_modes::labels::{planar_edges, wrench_cone};
use stiction_modes::motions::regions::{mode, regions};
use stiction_proof::Rational;
use stiction_scene::scene::{Contact, Party};

fn contacts(most: usize) -> impl Strategy<Value = Vec<Contact<Planar>>> {
    let normal = (-3i64..4, -3i64..4).prop_filter("a direction", |(x, y)| (*x, *y) != (0, 0));
    let one = ((-4i64..5, -4i64..5), normal, 0i64..3).prop_map(|((x, y), (nx, ny), mu)| {
        Contact::planar(Party::Body(0), [x, y], [nx, ny]).with_friction(Rational::new(mu, 2))
    });
    prop::collection::vec(one, 0..=most)
}

fn twist() -> impl Strategy<Value = [i64; 3]> {
    [-4i64..5, -4i64..5, -4i64..5]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn motions_are_the_dual_of_the_normals(contacts in contacts(7)) {
        let (problem, forms) = found(&part(contacts));
        let pushes: Vec<[Rational; 3]> =
            problem.contacts.iter().map(|contact| contact.normal.row.clone().try_into().unwrap()).collect();
        let dual = WrenchCone::<Planar>::from_generators(&pushes, &[]).unwrap().dual();
        let rows = |rows: &stiction_geometry::cone::Rows| {
            rows.iter().map(|row| row.iter().cloned().map(Rational::from).collect::<Vec<_>>()).collect::<Vec<_>>()
        };
        prop_assert_eq!(set(&forms.rays), set(&rows(dual.cone().rays())));
        prop_assert_eq!(set(&forms.lines), set(&rows(dual.cone().lines())));
    }

    #[test]
    fn order_length_and_naming_of_the_partners_do_not_matter(contacts in contacts(6), shift in [-9i64..9, -9i64..9]) {
        let (_, forms) = found(&part(contacts.clone()));
        let mut changed: Vec<Contact<Planar>> = contacts.into_iter().rev().collect();
        for contact in &mut changed {
            let three = Rational::from(3);
            contact.normal = contact.normal.each_ref().map(|entry| -(entry * &three));
            std::mem::swap(&mut contact.on, &mut contact.against);
            contact.point = std::array::from_fn(|i| &contact.point[i] + &Rational::from(shift[i]));
        }
        let mut scene = part(changed);
        scene.bodies[0].com = exact(shift);
        let (_, again) = found(&scene);
        prop_assert_eq!(set(&forms.rays), set(&again.rays));
        prop_assert_eq!(set(&forms.lines), set(&again.lines));
        prop_assert_eq!(set(&forms.normals), set(&again.normals));
    }

    #[test]
    fn a_scene_that_is_turned_has_turned_motions(contacts in contacts(6)) {
        let turned = |[x, y]: &[Rational; 2]| [Rational::from(3) * x - Rational::from(4) * y, Rational::from(4) * x + Rational::from(3) * y];
        let (_, forms) = found(&part(contacts.clone()));
        let (problem, _) = found(&part(contacts.into_iter().map(|contact| Contact {
            point: turned(&contact.point), normal: turned(&contact.normal), ..contact
        })));
        // Lengths are five times as large, and so are velocities at the same rate.
        for ray in forms.rays.iter().chain(&forms.lines) {
            let [x, y] = turned(&[ray[1].clone(), ray[2].clone()]);
            prop_assert!(problem.allows(&[ray[0].clone(), x, y]));
        }
    }

    #[test]
    fn a_further_contact_never_enlarges_the_set(contacts in contacts(6)) {
        let (_, fewer) = found(&part(contacts.clone()));
        let less: Vec<Contact<Planar>> = contacts.iter().skip(1).cloned().collect();
        let (without, _) = found(&part(less));
        for ray in fewer.rays.iter().chain(&fewer.lines) {
            prop_assert!(without.allows(ray));
        }
    }

    #[test]
    fn every_allowed_motion_is_in_a_region_with_its_letters(contacts in contacts(4), twist in twist()) {
        let (problem, forms) = found(&part(contacts));
        let regions = regions(&problem, &forms.rays, &forms.lines).unwrap();
        for region in &regions {
            prop_assert!(problem.allows(&region.twist));
            prop_assert_eq!(&mode(&problem, &region.twist), &region.mode);
            let sign = if region.twist[0].is_zero() { '0' } else if region.twist[0].is_positive() { '+' } else { '-' };
            prop_assert_eq!(sign, region.sign);
        }
        let motion = exact(twist);
        if twist != [0, 0, 0] && problem.allows(&motion) {
            let sign = match twist[0].signum() { 0 => '0', 1 => '+', _ => '-' };
            let letters = mode(&problem, &motion);
            prop_assert!(regions.iter().any(|region| region.sign == sign && region.mode == letters), "{} {}", sign, letters);
        }
    }

    #[test]
    fn redundant_contacts_can_all_be_left_out(contacts in contacts(8)) {
        let (problem, forms) = found(&part(contacts.clone()));
        let described = stiction_modes::forms::describe(3, &problem.rows(false)).unwrap();
        let kept = contacts.into_iter().enumerate().filter(|(at, _)| !described.redundant.contains(at));
        let kept: Vec<Contact<Planar>> = kept.map(|(_, contact)| contact).collect();
        prop_assert_eq!(&found(&part(kept.clone())).1, &forms);
        // And no further one.
        for at in 0..kept.len() {
            let fewer: Vec<Contact<Planar>> =
                kept.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, contact)| contact.clone()).collect();
            prop_assert_ne!(&found(&part(fewer)).1, &forms);
        }
    }

    #[test]
    fn friction_only_adds_wrenches_and_takes_no_motion(contacts in contacts(5)) {
        let scene = part(contacts);
        let mut smooth = scene.clone();
        smooth.contacts.iter_mut().for_each(|contact| contact.friction = Default::default());
        prop_assert_eq!(found(&scene).1, found(&smooth).1);
        let cone = |scene| wrench_cone(3, &planar_edges(scene, None).unwrap().0.edges).unwrap().forms;
        let (rough, smooth) = (cone(&scene), cone(&smooth));
        for ray in smooth.rays.iter().chain(&smooth.lines) {
            let power = |normal: &Vec<Rational>| normal.iter().zip(ray).map(|(a, b)| a * b).sum::<Rational>();
            prop_assert!(rough.normals.iter().all(|normal| !power(normal).is_negative()));
            prop_assert!(rough.equalities.iter().all(|normal| power(normal).is_zero()));
        }
    }
}
