//! Data on the edge, and scenes that are too large: nothing hangs, nothing overflows unseen.

use crate::modes::scenes::{Dice, contact_in_space, listed, sorted, whole};
use stiction_exact::work::{Allowance, within};
use stiction_geometry::screw::{Planar, Spatial};
use stiction_modes::modes::{MOST, Unlisted, modes};
use stiction_proof::Rational;
use stiction_scene::scene::{Body, Contact, Party, Scene};

fn body() -> Scene<Planar> {
    Scene::new().with_body(Body::new("part"))
}

#[test]
fn without_contacts_there_is_the_empty_mode() {
    assert_eq!(listed(&body(), false), [""]);
    assert_eq!(listed(&Scene::<Spatial>::new(), false), [""]);
    let near = body().with_contact(Contact::planar(Party::Body(0), [0, 0], [0, 1]).with_gap(1));
    assert_eq!(listed(&near, false), ["u"]);
}

#[test]
fn a_contact_that_is_there_twice_has_the_same_letter_twice() {
    let foot = || Contact::planar(Party::Body(0), [1, 0], [0, 1]);
    let scene = body().with_contact(foot()).with_contact(foot());
    assert_eq!(sorted(listed(&scene, false)), ["ll", "nn", "rr", "ss"]);
}

#[test]
fn a_body_without_freedoms_sticks() {
    let mut scene = body().with_contact(Contact::planar(Party::Body(0), [1, 0], [0, 1]));
    scene.bodies[0].freedoms.fill(false);
    assert_eq!(listed(&scene, false), ["n"]);
}

#[test]
fn opposite_normals_at_one_point_keep_each_other() {
    let scene = body()
        .with_contact(Contact::planar(Party::Body(0), [1, 0], [0, 1]))
        .with_contact(Contact::planar(Party::Body(0), [1, 0], [0, -3]));
    assert_eq!(sorted(listed(&scene, false)), ["lr", "nn", "rl"]);
}

/// A hair's breadth decides: exactly in line the three feet keep each other, a little beside they do not.
#[test]
fn a_foot_that_is_too_short_by_a_hair_is_not_kept_with_the_others() {
    let tilted = |hair: &str| {
        let [nx, ny]: [Rational; 2] = [hair.parse().unwrap(), Rational::one()];
        let scene = body()
            .with_contact(Contact::planar(Party::Body(0), [-1, 0], [0, 1]))
            .with_contact(Contact::planar(Party::Body(0), [0, 0], [nx, ny]))
            .with_contact(Contact::planar(Party::Body(0), [1, 0], [0, 1]));
        sorted(listed(&scene, true))
    };
    assert_eq!(tilted("0"), ["mmm", "mss", "ssm", "sss"]);
    assert_eq!(tilted("1e-30").len(), 8);
    assert_eq!(tilted("1e-300").len(), 8);
}

/// Rows as long as the format allows do not fit words, and the modes are those of the short ones.
#[test]
fn long_numbers_leave_the_words_and_change_nothing() {
    let scene = |unit: &str| {
        let unit: Rational = unit.parse().unwrap();
        let mut scene = Scene::<Spatial>::new().with_body(Body::new("part"));
        for (x, y) in [(-1, -1), (-1, 2), (3, -1), (2, 2), (0, 3)] {
            let mut contact = contact_in_space(Party::Body(0), [x, y, 0], [0, 0, 1]);
            contact.point[0] = &contact.point[0] * &unit;
            contact.point[1] = &contact.point[1] * &unit;
            scene = scene.with_contact(contact);
        }
        listed(&scene, false)
    };
    assert_eq!(scene("12345678901234567890123456789/7"), scene("1"));
}

#[test]
fn a_thousand_contacts_in_the_plane_are_listed() {
    // Around a disc: every normal up, none redundant.
    let mut scene = body();
    for at in -500i64..500 {
        scene = scene.with_contact(Contact::planar(Party::Body(0), [at, at * at], [0, 1]));
    }
    // The feet are in one line for the rows: only the ends matter.
    assert_eq!(modes(&scene, false, MOST).unwrap().count(), 10u8.into());
    let mut dice = Dice::new(5);
    let mut scene = body();
    for _ in 0..1000 {
        let normal = [dice.around(40), 1 + dice.around(40).abs()];
        scene =
            scene.with_contact(Contact::planar(Party::Body(0), [dice.around(900), dice.around(900)], normal));
    }
    let found = modes(&scene, false, MOST).unwrap();
    assert!(found.count() >= 10u8.into());
}

/// A wall of bricks in running bond, with the ends of every joint as contacts.
fn wall(rows: usize, columns: usize) -> Scene<Planar> {
    let mut scene = Scene::<Planar>::new();
    let place = |row: usize, column: usize| (4 * column + 2 * (row % 2)) as i64;
    for row in 0..rows {
        for column in 0..columns {
            let (brick, x, y) = (row * columns + column, place(row, column), 2 * row as i64);
            let on = Party::Body(brick);
            scene = scene.with_body(Body::new(format!("{row} {column}")));
            let mut touch = |against: Party, at: [i64; 2], normal: [i64; 2]| {
                let mut contact = Contact::planar(on, at, normal);
                contact.against = against;
                scene.contacts.push(contact);
            };
            if column > 0 {
                [y, y + 2].into_iter().for_each(|y| touch(Party::Body(brick - 1), [x, y], [1, 0]));
            }
            if row == 0 {
                [x, x + 4].into_iter().for_each(|x| touch(Party::Ground, [x, y], [0, 1]));
                continue;
            }
            for below in 0..columns {
                let (left, right) = (x.max(place(row - 1, below)), (x + 4).min(place(row - 1, below) + 4));
                if left < right {
                    let against = Party::Body((row - 1) * columns + below);
                    [left, right].into_iter().for_each(|x| touch(against, [x, y], [0, 1]));
                }
            }
        }
    }
    scene
}

#[test]
fn the_modes_of_a_wall_are_refused_by_their_dimension_before_any_is_looked_for() {
    let allowance = Allowance::unlimited().of_steps(30_000_000);
    for (rows, columns) in [(4, 5), (6, 8)] {
        let scene = wall(rows, columns);
        let refused = within(&allowance, || modes(&scene, true, MOST).unwrap_err()).unwrap();
        let Unlisted::Power { power, .. } = refused else { panic!("{refused}") };
        // Every brick can be lifted off, so there are nearly as many dimensions as freedoms, up to those that
        // are looked at.
        assert!(power >= 40, "{power}");
    }
    // What can be listed is: two bricks on each other have no more modes than the bound says, and no fewer.
    let small = wall(2, 1);
    assert!(modes(&small, true, MOST).unwrap().count() >= 16u8.into());
}

#[test]
fn modes_that_take_too_long_are_told_by_their_number() {
    let allowance = Allowance::unlimited().of_steps(2_000_000);
    let scene = wall(2, 3);
    match within(&allowance, || modes(&scene, false, usize::MAX)).unwrap() {
        Err(stopped @ Unlisted::Stopped { .. }) => {
            assert!(stopped.to_string().ends_with("modes were found by then"), "{stopped}");
        }
        other => panic!("{:?}", other.map(|modes| modes.count())),
    }
}

#[test]
fn more_modes_than_allowed_are_refused_with_their_number() {
    let mut scene = Scene::<Planar>::new();
    for index in 0..7 {
        let foot = |x: i64| Contact::planar(Party::Body(index), [x, 0], [0, 1]);
        scene = scene.with_body(Body::new(format!("{index}"))).with_contact(foot(-1)).with_contact(foot(1));
    }
    let refused = modes(&scene, false, MOST).unwrap_err();
    assert_eq!(refused, Unlisted::TooMany { most: MOST, count: Some(10_000_000u64.into()) });
    assert!(refused.to_string().contains("10000000"), "{refused}");
    assert!(modes(&scene, false, 10_000_000).is_ok());
    let mut cube = Scene::<Spatial>::new().with_body(Body::new("cube"));
    for (x, y) in [(-1, -1), (-1, 1), (1, -1), (1, 1)] {
        cube = cube.with_contact(contact_in_space(Party::Body(0), [x, y, 0], [0, 0, 1]));
    }
    assert_eq!(modes(&cube, false, 195).unwrap_err(), Unlisted::TooMany { most: 195, count: None });
    assert_eq!(modes(&cube, false, 196).unwrap().count(), 196u8.into());
}

#[test]
fn sixty_contacts_in_space_end_in_a_list_or_a_refusal() {
    let mut dice = Dice::new(11);
    let mut scene = Scene::<Spatial>::new().with_body(Body::new("part"));
    for _ in 0..60 {
        let point = [dice.around(20), dice.around(20), dice.around(20)];
        let normal = [dice.around(5), dice.around(5), 1 + dice.around(5).abs()];
        let mut contact = contact_in_space(Party::Body(0), point, [0, 0, 1]);
        contact.normal = whole(normal);
        scene = scene.with_contact(contact);
    }
    match modes(&scene, false, 20_000) {
        Ok(found) => assert!(found.count() > 1000u32.into()),
        Err(refused) => assert!(refused.to_string().contains("20000"), "{refused}"),
    }
}
