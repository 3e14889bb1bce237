//! Laws of contact modes.

use crate::modes::scenes::{
    Cast, Dice, contact_in_space, listed, planar_scene, sorted, spatial_scene, turned, whole,
};
use std::collections::{BTreeSet, HashSet};
use stiction_geometry::screw::{Planar, Spatial};
use stiction_modes::modes::{MOST, Mark, mode_graph, mode_problem, modes};
use stiction_modes::motions::{Motions, Outlined, motion_problem, motions};
use stiction_proof::{ContactKind, ModeRow, MotionRow, Rational};
use stiction_scene::mode::Kinematics;
use stiction_scene::scene::{Body, Contact, Party, Role, Scene};

/// The letters of a mode with its contacts in another order.
fn permuted(mode: &str, order: &[usize], blank: bool) -> String {
    let labels: Vec<String> = if blank {
        mode.split(' ').map(str::to_owned).collect()
    } else {
        mode.chars().map(String::from).collect()
    };
    let gap = if blank { " " } else { "" };
    order.iter().map(|&at| labels[at].clone()).collect::<Vec<_>>().join(gap)
}

#[test]
fn the_order_of_the_contacts_only_reorders_the_letters() {
    for seed in 0..60 {
        let who = Cast::ALL[seed as usize % 3];
        let scene = planar_scene(seed, 5, who);
        let order = [3, 1, 4, 0, 2];
        let mut other = scene.clone();
        other.contacts = order.iter().map(|&at| scene.contacts[at].clone()).collect();
        let expected = listed(&scene, false).iter().map(|mode| permuted(mode, &order, false)).collect();
        assert_eq!(sorted(listed(&other, false)), sorted(expected), "seed {seed}");
        let scene = spatial_scene(seed, 3, who);
        let order = [2, 0, 1];
        let mut other = scene.clone();
        other.contacts = order.iter().map(|&at| scene.contacts[at].clone()).collect();
        let expected = listed(&scene, false).iter().map(|mode| permuted(mode, &order, true)).collect();
        assert_eq!(sorted(listed(&other, false)), sorted(expected), "seed {seed}");
    }
}

#[test]
fn units_and_lengths_of_normals_change_no_mode() {
    for seed in 0..60 {
        let scene = planar_scene(seed, 4, Cast::ALL[seed as usize % 2]);
        let unit: Rational = ["1e-9", "1000", "7/3"][seed as usize % 3].parse().unwrap();
        let mut other = scene.clone();
        for (at, contact) in other.contacts.iter_mut().enumerate() {
            contact.point = contact.point.clone().map(|entry| entry * &unit);
            contact.normal = contact.normal.clone().map(|entry| entry * Rational::new(2 + at as i64, 3));
        }
        for body in &mut other.bodies {
            body.com = body.com.clone().map(|entry| entry * &unit);
        }
        assert_eq!(listed(&other, false), listed(&scene, false), "seed {seed}");
    }
}

#[test]
fn a_turned_and_moved_scene_has_the_same_planar_modes() {
    // By the angle with sine 3/5.
    let turn = turned([Rational::new(4, 5), Rational::new(3, 5)]);
    for seed in 0..60 {
        let mut scene = planar_scene(seed, 4, Cast::ALL[seed as usize % 3]);
        scene.bodies.iter_mut().for_each(|body| body.freedoms.fill(true));
        let mut other = scene.clone();
        let shifted = |point: [Rational; 2]| {
            let [x, y] = point;
            [x + Rational::from(3), y - Rational::new(1, 7)]
        };
        for contact in &mut other.contacts {
            contact.normal = turn(&contact.normal);
            contact.point = shifted(turn(&contact.point));
        }
        for body in &mut other.bodies {
            body.com = shifted(turn(&body.com));
            let [w, x, y] = body.twist.clone();
            let [x, y] = turn(&[x, y]);
            body.twist = [w, x, y];
        }
        assert_eq!(listed(&other, false), listed(&scene, false), "seed {seed}");
    }
}

#[test]
fn exchanging_the_partners_of_every_contact_changes_no_planar_letter() {
    for seed in 0..60 {
        let mut scene = planar_scene(seed, 4, Cast::Two);
        for contact in &mut scene.contacts {
            contact.against = Party::Body(1 - usize::from(contact.on == Party::Body(1)));
        }
        let mut other = scene.clone();
        for contact in &mut other.contacts {
            std::mem::swap(&mut contact.on, &mut contact.against);
            contact.normal = contact.normal.clone().map(|entry| -entry);
        }
        assert_eq!(listed(&other, false), listed(&scene, false), "seed {seed}");
    }
}

#[test]
fn where_nothing_is_driven_rest_is_a_mode_and_comes_first() {
    for seed in 0..40 {
        let who = [Cast::One, Cast::Two][seed as usize % 2];
        let rest = modes(&spatial_scene(seed, 3, who), false, MOST).unwrap().iter().next().unwrap();
        assert!(rest.marks.iter().all(|mark| *mark == Mark::Zero), "{rest:?}");
        assert!(rest.twists.iter().flatten().all(Rational::is_zero));
        let rest = modes(&planar_scene(seed, 3, who), true, MOST).unwrap().iter().next().unwrap();
        assert!(rest.text.chars().all(|letter| "mu".contains(letter)));
    }
}

#[test]
fn kept_contacts_alone_are_the_modes_with_their_slips_forgotten() {
    for seed in 0..60 {
        let scene = planar_scene(seed, 4, Cast::ALL[seed as usize % 3]);
        let forgotten = |mode: &String| mode.replace(['l', 'r', 'n'], "m");
        let expected: BTreeSet<String> = listed(&scene, false).iter().map(forgotten).collect();
        assert_eq!(listed(&scene, true).into_iter().collect::<BTreeSet<_>>(), expected, "seed {seed}");
    }
}

#[test]
fn no_mode_is_listed_twice() {
    for seed in 0..60 {
        let found = listed(&spatial_scene(seed, 4, Cast::ALL[seed as usize % 2]), false);
        assert_eq!(found.iter().collect::<HashSet<_>>().len(), found.len(), "seed {seed}");
    }
}

/// Motions of two modes joined have, contact by contact, a label that follows from the two, and it is listed.
#[test]
fn a_motion_and_a_little_of_another_have_a_listed_mode() {
    for seed in 0..30 {
        let scene = planar_scene(seed, 4, [Cast::One, Cast::Two][seed as usize % 2]);
        let found: Vec<_> = modes(&scene, false, MOST).unwrap().iter().collect();
        let known: HashSet<&[Mark]> = found.iter().map(|mode| &mode.marks[..]).collect();
        let rows = Kinematics::new(&scene);
        let mut dice = Dice::new(seed);
        for _ in 0..40 {
            let (one, other) =
                (&found[dice.below(found.len() as u64)], &found[dice.below(found.len() as u64)]);
            let factor = Rational::new(1, 1_000_000);
            let sum = |a: &Vec<Rational>, b: &Vec<Rational>| -> [Rational; 3] {
                std::array::from_fn(|i| &a[i] + &(&factor * &b[i]))
            };
            let twists: Vec<[Rational; 3]> =
                one.twists.iter().zip(&other.twists).map(|(a, b)| sum(a, b)).collect();
            let mut marks = Vec::new();
            let mut next = rows.contacts.iter().peekable();
            for index in 0..scene.contacts.len() {
                let Some(contact) = next.next_if(|contact| contact.contact == index) else {
                    marks.push(Mark::Open);
                    continue;
                };
                let normal = contact.normal.velocity(&twists);
                let slip = contact.tangents[0].velocity(&twists);
                marks.push(if normal.is_zero() { Mark::Zero } else { Mark::Positive });
                marks.push(match () {
                    () if !normal.is_zero() => Mark::Open,
                    () if slip.is_zero() => Mark::Zero,
                    () if slip.is_positive() => Mark::Positive,
                    () => Mark::Negative,
                });
            }
            assert!(known.contains(&marks[..]), "seed {seed}: {marks:?}");
        }
    }
}

#[test]
fn independent_bodies_multiply() {
    let foot = |body: usize, x: i64| Contact::planar(Party::Body(body), [x, 0], [0, 1]);
    let block = |scene: Scene<Planar>, body: usize| {
        scene.with_body(Body::new(format!("{body}"))).with_contact(foot(body, -1)).with_contact(foot(body, 1))
    };
    let one = block(Scene::new(), 0);
    let three = block(block(block(Scene::new(), 0), 1), 2);
    let (one, all) = (modes(&one, false, MOST).unwrap(), modes(&three, false, MOST).unwrap());
    assert_eq!((one.count(), one.groups()), (10u8.into(), 1));
    assert_eq!((all.count(), all.groups()), (1000u32.into(), 3));
    assert_eq!(listed(&three, false).len(), 1000);
}

#[test]
fn a_stack_of_two_boxes_is_a_product_and_its_modes_have_motions() {
    let box_on = |body: usize, against: Party, height: i64| {
        [[-1, -1], [-1, 1], [1, -1], [1, 1]].map(|[x, y]| {
            contact_in_space(Party::Body(body), [x, y, height], [0, 0, 1]).with_against(against)
        })
    };
    let mut scene = Scene::<Spatial>::new().with_body(Body::new("lower")).with_body(Body::new("upper"));
    for contact in box_on(0, Party::Ground, 0).into_iter().chain(box_on(1, Party::Body(0), 1)) {
        scene = scene.with_contact(contact);
    }
    let found = modes(&scene, false, MOST).unwrap();
    assert_eq!((found.count(), found.groups()), (38_416u32.into(), 2));
    let kept = listed(&scene, true);
    assert_eq!(kept.len(), 100);
    let problem = mode_problem(&scene);
    for mode in found.iter().step_by(211) {
        stiction_modes::modes::witnessed(&problem, &mode).unwrap();
    }
}

#[test]
fn contacts_that_press_against_each_other_never_separate() {
    let scene = Scene::<Planar>::new()
        .with_body(Body::new("sheet"))
        .with_contact(Contact::planar(Party::Body(0), [-1, 1], [0, -1]))
        .with_contact(Contact::planar(Party::Body(0), [-1, -1], [0, 1]))
        .with_contact(Contact::planar(Party::Body(0), [3, -1], [0, 1]));
    let found = modes(&scene, false, MOST).unwrap();
    assert_eq!(found.never_separate(), [0, 1]);
}

#[test]
fn a_contact_between_a_driven_body_and_the_ground_does_what_it_is_told() {
    let moving = |twist: [i64; 3]| {
        let mut finger = Body::<Planar>::new("finger").with_role(Role::Driven);
        finger.twist = whole(twist);
        let scene = Scene::<Planar>::new().with_body(finger).with_contact(Contact::planar(
            Party::Body(0),
            [0, 0],
            [0, 1],
        ));
        listed(&scene, false)
    };
    assert_eq!(moving([0, -1, 0]), ["l"]);
    assert_eq!(moving([0, 0, 1]), ["s"]);
    assert_eq!(moving([0, 0, 0]), ["n"]);
    assert!(moving([0, 0, -1]).is_empty());
}

#[test]
fn the_graph_of_modes_joins_neighbours_and_leads_from_rest_to_separation() {
    let scene = Scene::<Planar>::new()
        .with_body(Body::new("block"))
        .with_contact(Contact::planar(Party::Body(0), [-1, 0], [0, 1]))
        .with_contact(Contact::planar(Party::Body(0), [1, 0], [0, 1]));
    let found: Vec<_> = modes(&scene, false, MOST).unwrap().iter().collect();
    let edges: BTreeSet<String> = mode_graph(&found)
        .into_iter()
        .map(|(low, high)| format!("{}<{}", found[low].text, found[high].text))
        .collect();
    let expected = [
        "nn<ll", "nn<rr", "nn<ns", "nn<sn", "ll<ls", "ll<sl", "rr<rs", "rr<sr", "ns<ls", "ns<rs", "sn<sl",
        "sn<sr", "ls<ss", "rs<ss", "sl<ss", "sr<ss",
    ];
    assert_eq!(edges, expected.map(str::to_owned).into());
}

/// The two problems that proofs speak of have the same rows, and a scene has a mode exactly if it has a motion.
fn speaks_of_the_same_motions<S: Outlined>(scene: &Scene<S>) -> usize {
    let (of_modes, of_motions) = (mode_problem(scene), motion_problem(scene).unwrap());
    for contact in &of_motions.contacts {
        let other = of_modes.contacts.iter().find(|other| other.id == contact.id).unwrap();
        let dense = |row: &ModeRow| MotionRow {
            row: of_modes
                .bodies
                .iter()
                .flat_map(|body| {
                    row.parts.get(&body.name).cloned().unwrap_or_else(|| vec![Rational::zero(); S::FREEDOMS])
                })
                .collect(),
            constant: row.constant.clone(),
        };
        assert_eq!(contact.normal, dense(&other.normal));
        assert_eq!(contact.tangents, other.tangents.iter().map(dense).collect::<Vec<_>>());
        assert_eq!(contact.spin, other.spin.as_ref().map(dense));
        assert_eq!(contact.rolls, other.kind == ContactKind::Rolls);
    }
    let found = modes(scene, true, MOST).unwrap();
    let twists = found.iter().map(|mode| mode.twists.concat());
    let allowed = twists.filter(|twist| of_motions.allows(twist)).count();
    assert_eq!(found.count(), allowed.into());
    assert_eq!(allowed == 0, matches!(motions(&of_motions), Ok(Motions::Empty(_))));
    allowed
}

#[test]
fn modes_and_motions_speak_of_the_same_rows() {
    let mut empty = 0;
    for seed in 0..60 {
        let cast = Cast::ALL[seed as usize % 3];
        empty += usize::from(speaks_of_the_same_motions(&planar_scene(seed, 4, cast)) == 0);
        empty += usize::from(speaks_of_the_same_motions(&spatial_scene(seed, 3, cast)) == 0);
    }
    assert!(empty > 0, "some driven scene should leave no motion");
}
