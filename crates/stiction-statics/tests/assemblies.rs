//! Assemblies: worked examples, laws, and two ways that must agree.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::piles::{half_circle, lean, number};
use stiction_geometry::screw::{Planar, Spatial};
use stiction_proof::{
    AssemblyBody, AssemblyContact, AssemblyProblem, AssemblyProof, FrictionUse, PlanarContact, Rational,
    SpatialContact, Touch,
};
use stiction_scene::Extent;
use stiction_scene::Threshold;
use stiction_scene::Verdict;
use stiction_scene::lower::ConeModel;
use stiction_scene::lower::{Assembly, assembly};
use stiction_scene::scene::{Body, Contact, Party, Scene};
use stiction_statics::stand::assembly::{
    ContactRange, Extreme, Searched, Sideways, Stands, counts, deepest, indeterminacy, least_friction,
    most_load, ranges, sideways, stands,
};

fn lowered(scene: &Scene<Planar>) -> Assembly<Planar> {
    assembly::<Planar>(scene, ConeModel::Round).unwrap()
}

fn decided(scene: &Scene<Planar>) -> Stands<Planar> {
    let assembly = lowered(scene);
    stands::<Planar>(&assembly.problem, &assembly.load, &FrictionUse::Given).unwrap()
}

/// `count` blocks two wide and two high, each shifted by `shift` on the one below.
fn stack(count: i64, shift: Rational, friction: Rational) -> Scene<Planar> {
    let mut scene = Scene::<Planar>::new().with_gravity([0, -10]);
    for block in 0..count {
        let middle = Rational::from(block) * &shift;
        let body = Body::new(block.to_string()).with_mass(1).with_inertia(1);
        scene = scene.with_body(body.with_com([middle, Rational::from(2 * block + 1)]));
    }
    for block in 0..count {
        let left = Rational::from(block) * &shift - Rational::one();
        let right =
            if block == 0 { Rational::one() } else { Rational::from(block - 1) * &shift + Rational::one() };
        for x in [left, right] {
            let contact =
                Contact::planar(Party::Body(block as usize), [x, Rational::from(2 * block)], [0, 1]);
            let below = if block == 0 { Party::Ground } else { Party::Body(block as usize - 1) };
            scene = scene.with_contact(contact.with_against(below).with_friction(friction.clone()));
        }
    }
    scene
}

#[test]
fn exercise_12_24_leaning_bodies_have_six_equations_and_eight_unknowns() {
    let mut scene = lean(Rational::one());
    scene = scene.with_contact(
        Contact::planar(Party::Body(0), [0, 3], [-1, 0])
            .with_against(Party::Body(1))
            .with_friction(Rational::one()),
    );
    let counts = counts::<Planar>(&lowered(&scene).problem);
    assert_eq!((counts.equations, counts.unknowns), (6, 8));
}

#[test]
fn leaning_rods_need_the_friction_of_their_slope() {
    // Each foot carries 10 N, and the rods push each other with 10·(3/2)/4 N: μ = 3/8.
    assert!(matches!(decided(&lean(number(3, 8))), Verdict::Yes(_)));
    assert!(matches!(decided(&lean(number(374, 1000))), Verdict::No(_)));
    let rods = lowered(&lean(Rational::one()));
    let Threshold::Between(bracket) = least_friction::<Planar>(&rods.problem, &rods.load).unwrap() else {
        panic!("rods need friction")
    };
    assert!(bracket.lower.0 < number(3, 8) && bracket.upper.0 == number(3, 8));
}

#[test]
fn blocks_overhang_as_far_as_the_harmonic_series_allows() {
    // Of three blocks two wide the second may be shifted by 1/2 and the third by 1; here all by the same.
    assert!(matches!(decided(&stack(3, number(2, 3), number(1, 2))), Verdict::Yes(_)));
    assert!(matches!(decided(&stack(3, number(201, 300), number(1, 2))), Verdict::No(_)));
}

#[test]
fn a_pencil_on_its_tip_stands_and_has_nothing_to_spare() {
    let pencil = Body::new("pencil").with_mass(1).with_inertia(1).with_com([0, 5]);
    let scene = Scene::<Planar>::new()
        .with_gravity([0, -10])
        .with_body(pencil)
        .with_contact(Contact::planar(Party::Body(0), [0, 0], [0, 1]).with_friction(Rational::one()));
    let pencil = lowered(&scene);
    assert!(matches!(decided(&scene), Verdict::Yes(_)));
    let Sideways::Tilts(tilts) = sideways::<Planar>(&pencil, &scene.gravity, 8).unwrap() else { panic!() };
    assert_eq!(tilts.radius(), (0.0, 0.0));
}

#[test]
fn the_order_of_partners_changes_nothing() {
    for friction in [number(1, 3), number(3, 8), number(1, 2)] {
        let scene = lean(friction);
        let mut other = scene.clone();
        for contact in &mut other.contacts {
            (contact.on, contact.against) = (contact.against, contact.on);
            contact.normal = contact.normal.clone().map(|entry| -entry);
        }
        assert_eq!(decided(&scene).answer(), decided(&other).answer());
    }
}

#[test]
fn the_unit_of_length_and_the_place_change_no_verdict() {
    for friction in [number(1, 3), number(2, 5)] {
        let scene = lean(friction);
        for (scale, shift) in [(1000, 0), (1, 777), (3, -50)] {
            let moved = |[x, y]: &[Rational; 2]| {
                [
                    x * &Rational::from(scale) + Rational::from(shift),
                    y * &Rational::from(scale) + Rational::from(shift),
                ]
            };
            let mut other = scene.clone();
            other.bodies.iter_mut().for_each(|body| body.com = moved(&body.com));
            other.contacts.iter_mut().for_each(|contact| contact.point = moved(&contact.point));
            assert_eq!(decided(&scene).answer(), decided(&other).answer());
        }
    }
}

#[test]
fn interior_points_and_the_exact_program_agree_on_stacks() {
    // Up to four blocks the exact program decides, from five on an interior point.
    for count in [2, 4, 5, 9] {
        for (shift, stands) in [(number(1, 20), true), (number(11, 10), false)] {
            let verdict = decided(&stack(count, shift.clone(), number(1, 2)));
            assert_eq!(matches!(verdict, Verdict::Yes(_)), stands, "{count} {shift}");
            assert!(verdict.verified().is_some());
        }
    }
}

#[test]
fn margins_of_tall_stacks_are_bracketed_closely_and_small_ones_exactly() {
    for count in [2_i64, 6, 12] {
        let scene = stack(count, Rational::zero(), number(1, 2));
        let tower = lowered(&scene);
        let Sideways::Tilts(tilts) = sideways::<Planar>(&tower, &scene.gravity, 8).unwrap() else { panic!() };
        // It tips about its foot at one to its half height, or slides.
        let expected = (1.0 / count as f64).min(0.5);
        let (inner, outer) = tilts.radius();
        assert!(inner <= expected + 1e-12 && outer >= expected - 1e-12);
        assert!(outer - inner <= 1e-7, "{count}: {inner} {outer}");
    }
}

#[test]
fn the_deepest_forces_are_deeper_where_there_is_more_friction() {
    let depth = |mu: Rational| {
        let rods = lowered(&lean(mu.clone()));
        let stands = mu >= number(3, 8);
        let (most, pull) = deepest::<Planar>(&rods, stands).unwrap();
        let Extent::Between(bracket) = most else { panic!("no depth at {mu}") };
        (&bracket.lower.0 - &pull).to_f64()
    };
    let depths: Vec<f64> =
        [number(1, 4), number(3, 8), number(1, 2), number(1, 1)].into_iter().map(depth).collect();
    assert!(
        depths[0] < 0.0 && depths[1].abs() < 1e-12 && depths[2] > 0.0 && depths[3] > depths[2],
        "{depths:?}"
    );
}

#[test]
fn a_push_on_the_upper_block_is_limited_by_its_own_friction() {
    let tower = lowered(&stack(2, Rational::zero(), number(1, 4)));
    let push = [[0, 0, 0], [0, 1, 0]].map(|entries| entries.map(Rational::from));
    let Extent::Between(bracket) = most_load::<Planar>(&tower.problem, &tower.load, &push).unwrap() else {
        panic!()
    };
    assert!(bracket.is_exact() && bracket.upper.0 == number(5, 2));
}

fn dimension(assembly: &Assembly<Planar>) -> Option<usize> {
    let found = indeterminacy::<Planar>(&assembly.problem, &assembly.load).unwrap();
    found.map(|found| found.proof().dimension)
}

#[test]
fn a_stack_on_smooth_joints_must_stay_and_its_forces_are_unique() {
    let tower = lowered(&stack(3, Rational::zero(), Rational::zero()));
    assert_eq!(dimension(&tower), Some(0));
    let rough = lowered(&stack(3, Rational::zero(), number(1, 2)));
    assert_eq!(dimension(&rough), Some(3));
}

#[test]
fn a_wall_of_many_bricks_stands_exactly_and_falls_when_pushed() {
    let tower = lowered(&stack(40, Rational::zero(), number(1, 2)));
    let verdict = stands::<Planar>(&tower.problem, &tower.load, &FrictionUse::Given).unwrap();
    let Verdict::Yes(proof) = &verdict else { panic!("a tower stands") };
    assert!(matches!(proof.proof(), AssemblyProof::Rests { .. }));
    let mut pushed = tower.load.clone();
    pushed[39] = [0, 6, -10].map(Rational::from);
    assert!(matches!(
        stands::<Planar>(&tower.problem, &pushed, &FrictionUse::Given).unwrap(),
        Verdict::No(_)
    ));
}

#[test]
fn limits_are_obeyed_by_interior_points_too() {
    let mut tower = lowered(&stack(6, Rational::zero(), number(1, 2)));
    let limit = |tower: &mut Assembly<Planar>, most: i64| {
        tower.problem.contacts[0].touch.most = Some(Rational::from(most));
        stands::<Planar>(&tower.problem, &tower.load, &FrictionUse::Given).unwrap()
    };
    // Each foot carries 30 N; nothing else holds the tower upright.
    assert!(matches!(limit(&mut tower, 31), Verdict::Yes(_)));
    assert!(matches!(limit(&mut tower, 29), Verdict::No(_)));
}

#[test]
fn both_worlds_name_their_contacts_alike() {
    let point = [0, 0, 0].map(Rational::from);
    let up = [0, 0, 1].map(Rational::from);
    let flat =
        PlanarContact::new("a", [0, 0].map(Rational::from), [0, 1].map(Rational::from), Rational::zero());
    assert_eq!(flat.id(), SpatialContact::new("a", point, up, Rational::zero()).id());
}

#[test]
fn example_12_11_an_arch_has_nine_equations_and_sixteen_unknowns() {
    // Three stones, two points at each of four joints, all with friction.
    let stone = |name: &str, x: i64, y: i64| Body::new(name).with_mass(1).with_inertia(1).with_com([x, y]);
    let mut scene = Scene::<Planar>::new()
        .with_gravity([0, -10])
        .with_body(stone("left", -6, 4))
        .with_body(stone("keystone", 0, 8))
        .with_body(stone("right", 6, 4));
    let joints = [
        (0, Party::Ground, [[-9, 0], [-6, 0]], [0, 1]),
        (1, Party::Body(0), [[-3, 6], [-4, 9]], [3, 1]),
        (1, Party::Body(2), [[3, 6], [4, 9]], [-3, 1]),
        (2, Party::Ground, [[9, 0], [6, 0]], [0, 1]),
    ];
    for (on, against, points, normal) in joints {
        for point in points {
            let contact = Contact::planar(Party::Body(on), point, normal).with_against(against);
            scene = scene.with_contact(contact.with_friction(Rational::one()));
        }
    }
    let arch = lowered(&scene);
    let counts = counts::<Planar>(&arch.problem);
    assert_eq!((counts.equations, counts.unknowns), (9, 16));
    assert!(matches!(decided(&scene), Verdict::Yes(_)));
    assert_eq!(dimension(&arch), Some(7));
}

#[test]
fn exercise_12_22_a_second_contact_balances_a_rod_beyond_its_centre() {
    // A level rod with its centre at 3 lies on a support at 0; a second support balances it at or beyond the centre.
    let rod = |at: i64| {
        let rod = Body::new("rod").with_mass(1).with_com([3, 0]);
        let support = |x: i64| Contact::planar(Party::Body(0), [x, 0], [0, 1]);
        Scene::<Planar>::new()
            .with_gravity([0, -10])
            .with_body(rod)
            .with_contact(support(0))
            .with_contact(support(at))
    };
    assert!(matches!(decided(&rod(4)), Verdict::Yes(_)));
    assert!(matches!(decided(&rod(3)), Verdict::Yes(_)));
    assert!(matches!(decided(&rod(2)), Verdict::No(_)));
}

#[test]
fn an_arch_of_many_stones_falls_without_friction_and_its_least_friction_is_bracketed() {
    for stones in [9, 20, 50] {
        let arch = lowered(&half_circle(stones, number(7, 10)));
        let smooth = stands::<Planar>(&arch.problem, &arch.load, &FrictionUse::None).unwrap();
        assert!(matches!(smooth, Verdict::No(_)), "{stones}");
        let Threshold::Between(bracket) = least_friction::<Planar>(&arch.problem, &arch.load).unwrap() else {
            panic!("no least friction of {stones} stones")
        };
        let (low, about, high) = (bracket.lower.0.to_f64(), bracket.estimate(), bracket.upper.0.to_f64());
        assert!(low < about && about < high && high - low < 1e-7, "{stones}: {low} {about} {high}");
        assert!((about * 0.7 - 0.309).abs() < 1e-3, "{stones}: {about}");
        let at = |factor: &Rational| {
            stands::<Planar>(&arch.problem, &arch.load, &FrictionUse::Scaled(factor.clone()))
                .unwrap()
                .answer()
        };
        assert!(at(&(&bracket.lower.0 - &number(1, 1000))) == stiction_proof::Answer::No);
        assert!(at(&(&bracket.upper.0 + &number(1, 1000))) == stiction_proof::Answer::Yes);
    }
}

/// A box between two fingers that press with at most twelve newtons, friction 2/5.
fn gripped(weight: i64) -> Assembly<Planar> {
    let finger = |x: i64| Contact::planar(Party::Body(0), [x, 0], [-x, 0]).with_friction(number(2, 5));
    let scene = Scene::<Planar>::new().with_gravity([0, -1]);
    let scene = scene.with_body(Body::new("box").with_mass(weight).with_com([0, 0]));
    let mut gripped = lowered(&scene.with_contact(finger(-1)).with_contact(finger(1)));
    gripped.problem.contacts.iter_mut().for_each(|contact| contact.touch.most = Some(Rational::from(12)));
    gripped
}

#[test]
fn what_contacts_can_spare_is_within_their_limits() {
    // Each finger carries half the weight w; of its 12 N it needs (w/2)/μ and can spare the rest: 12 − 5w/4.
    for (weight, spared) in [(4, 7), (8, 2), (12, -3)] {
        let gripped = gripped(weight);
        let (most, pull) = deepest::<Planar>(&gripped, spared >= 0).unwrap();
        let Extent::Between(bracket) = most else { panic!("no margin at {weight}") };
        assert_eq!(&bracket.lower.0 - &pull, Rational::from(spared), "{weight}");
        assert!(bracket.is_exact());
    }
}

#[test]
fn a_row_of_books_spares_what_its_ends_do_not_need_of_their_limits() {
    // Twelve books of 1 N, a tenth wide and two high, pressed between two hands of at most 10 N at each of
    // their two points: at an end two points carry 6 N across, with friction 1/2 they need 6 N each, and can
    // spare 4.
    let mut scene = Scene::<Planar>::new().with_gravity([0, -1]);
    for book in 0..12_i64 {
        let com = [number(2 * book + 1, 20), Rational::zero()];
        scene = scene.with_body(Body::new(book.to_string()).with_mass(1).with_com(com));
    }
    for joint in 0..=12_i64 {
        for y in [-1, 1] {
            let (on, against, sign) = match joint {
                0 => (Party::Body(0), Party::Ground, 1),
                12 => (Party::Body(11), Party::Ground, -1),
                other => (Party::Body(other as usize), Party::Body(other as usize - 1), 1),
            };
            let point = [number(joint, 10), Rational::from(y)];
            let contact = Contact::planar(on, point, [Rational::from(sign), Rational::zero()]);
            scene = scene.with_contact(contact.with_against(against).with_friction(number(1, 2)));
        }
    }
    let mut row = lowered(&scene);
    for contact in row.problem.contacts.iter_mut().filter(|contact| contact.against.is_none()) {
        contact.touch.most = Some(Rational::from(10));
    }
    let (most, pull) = deepest::<Planar>(&row, true).unwrap();
    let Extent::Between(bracket) = most else { panic!("no margin") };
    let ends = [&bracket.lower.0 - &pull, &bracket.upper.0 - &pull].map(|end| end.to_f64());
    assert!(ends[0] <= 4.0 && ends[1] >= 4.0 && ends[1] - ends[0] < 1e-6, "{ends:?}");
    // With friction less by 3/5 the ends need all that they have: 6/(10·2).
    let Threshold::Between(bracket) = least_friction::<Planar>(&row.problem, &row.load).unwrap() else {
        panic!("books need friction")
    };
    let (low, about, high) = (bracket.lower.0.to_f64(), bracket.estimate(), bracket.upper.0.to_f64());
    assert!((about - 0.6).abs() < 1e-6 && high - low < 1e-3, "{low} {about} {high}");
}

fn range<S: Searched>(assembly: &Assembly<S>, contact: usize) -> ContactRange<S> {
    ranges::<S>(&assembly.problem, &assembly.load, &[contact], &|_, _| ()).unwrap().remove(0)
}

/// The ends of a component, infinite where it is unlimited.
fn ends<S: Searched>(range: &ContactRange<S>, component: usize) -> (f64, f64) {
    let end = |extreme: &Extreme<S>| match extreme {
        Extent::Between(bracket) => {
            let (lower, upper) = (bracket.lower.0.to_f64(), bracket.upper.0.to_f64());
            assert!(lower <= upper && upper - lower <= 1e-6 * upper.abs().max(1.0), "{lower} {upper}");
            upper
        }
        Extent::Unlimited(_) => f64::INFINITY,
        Extent::Absent | Extent::Undecided => panic!("undecided"),
    };
    let range = &range.components[component];
    (-end(&range.least), end(&range.most))
}

#[test]
fn the_feet_of_a_table_share_its_weight_within_ranges() {
    // 12 N on smooth feet at −1, 0 and 1: the outer ones carry alike, up to half each; the middle one up to all.
    let foot = |x: i64| Contact::planar(Party::Body(0), [x, 0], [0, 1]);
    let table = |mu: Rational| {
        let scene = Scene::<Planar>::new().with_gravity([0, -1]);
        let scene = scene.with_body(Body::new("table").with_mass(12).with_com([0, 1]));
        let scene = [-1, 0, 1]
            .into_iter()
            .fold(scene, |scene, x| scene.with_contact(foot(x).with_friction(mu.clone())));
        lowered(&scene)
    };
    let smooth = table(Rational::zero());
    assert_eq!(ends(&range(&smooth, 0), 0), (0.0, 6.0));
    assert_eq!(ends(&range(&smooth, 1), 0), (0.0, 12.0));
    assert_eq!(ends(&range(&smooth, 1), 1), (0.0, 0.0));
    // With friction 1/2 the middle foot is pushed sideways by at most as much as it and the others resist: 6
    // N at 12 N of its own would need 6 N against it, so 3 N and 3 N.
    let rough = table(number(1, 2));
    assert_eq!(ends(&range(&rough, 1), 1), (-3.0, 3.0));
}

#[test]
fn what_is_wedged_between_walls_is_pressed_without_end_unless_something_gives() {
    let wall =
        |x: i64, y: i64| Contact::planar(Party::Body(0), [x, y], [-x, 0]).with_friction(Rational::one());
    let scene = Scene::<Planar>::new().with_gravity([0, -10]).with_body(Body::new("block").with_mass(1));
    let scene = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
        .into_iter()
        .fold(scene, |scene, (x, y)| scene.with_contact(wall(x, y)));
    let wedged = lowered(&scene);
    let (least, most) = ends(&range(&wedged, 0), 0);
    assert_eq!((least, most), (0.0, f64::INFINITY));
    let mut limited = wedged.clone();
    for contact in &mut limited.problem.contacts[2..] {
        contact.touch.most = Some(Rational::from(7));
    }
    assert_eq!(ends(&range(&limited, 0), 0), (0.0, 14.0));
}

#[test]
fn ranges_by_search_are_those_by_the_exact_program() {
    // Of stacks the exact program is asked up to twelve blocks, and a search beyond: the feet of a tall one
    // carry what those of a low one do, for each block.
    for friction in [number(1, 2), Rational::zero()] {
        let (low, tall) = (
            lowered(&stack(4, Rational::zero(), friction.clone())),
            lowered(&stack(16, Rational::zero(), friction.clone())),
        );
        for component in [0, 1] {
            let (one, other) = (ends(&range(&low, 0), component), ends(&range(&tall, 0), component));
            assert!(
                (4.0 * one.0 - other.0).abs() < 1e-4 && (4.0 * one.1 - other.1).abs() < 1e-4,
                "{one:?} {other:?}"
            );
        }
    }
}

#[test]
fn the_feet_of_a_box_in_space_have_round_ranges() {
    // 40 N on four corners with friction 1/2: a corner carries up to half, and is pushed across as far as the
    // opposite one resists.
    let body = AssemblyBody::new("box", [0, 0, 1].map(Rational::from));
    let corner = |(place, (x, y)): (usize, (i64, i64))| {
        let (point, up) = ([x, y, 0].map(Rational::from), [0, 0, 1].map(Rational::from));
        let touch = SpatialContact::new(&place.to_string(), point, up, number(1, 2));
        AssemblyContact { on: Some(0), against: None, touch }
    };
    let corners = [(-1, -1), (-1, 1), (1, -1), (1, 1)].into_iter().enumerate().map(corner);
    let problem = AssemblyProblem { bodies: vec![body], contacts: corners.collect() };
    let weight = [[0, 0, 0, 0, 0, -40].map(Rational::from)];
    let corner = ranges::<Spatial>(&problem, &weight, &[0], &|_, _| ()).unwrap().remove(0);
    let (least, most) = ends(&corner, 0);
    assert!(least.abs() < 1e-6 && (most - 20.0).abs() < 1e-6, "{least} {most}");
    for component in [1, 2] {
        let (least, most) = ends(&corner, component);
        assert!((least + most).abs() < 1e-5 && most > 4.9 && most < 10.0, "{least} {most}");
    }
}

/// Boxes of edge 2 and weight 10 in space, each shifted by 1/5 along x and 1/10 along y on the one below, on
/// the corners that they share; cones of four edges, or round ones.
fn tower(count: usize, pyramids: bool) -> (AssemblyProblem<SpatialContact>, Vec<[Rational; 6]>) {
    piled(count, pyramids, |block| [number(block as i64, 5), number(block as i64, 10)])
}

/// The same with their middles elsewhere.
fn piled(
    count: usize,
    pyramids: bool,
    middle: impl Fn(usize) -> [Rational; 2],
) -> (AssemblyProblem<SpatialContact>, Vec<[Rational; 6]>) {
    let bodies = (0..count).map(|block| {
        let [x, y] = middle(block);
        AssemblyBody::new(&block.to_string(), [x, y, Rational::from(2 * block as i64 + 1)])
    });
    let mut contacts = Vec::new();
    for block in 0..count {
        let ([x, y], [below_x, below_y]) = (middle(block), middle(block.saturating_sub(1)));
        let one = Rational::one();
        for corner_x in [&x - &one, &below_x + &one] {
            for corner_y in [&y - &one, &below_y + &one] {
                let point = [corner_x.clone(), corner_y, Rational::from(2 * block as i64)];
                let up = [0, 0, 1].map(Rational::from);
                let mut touch = SpatialContact::new(&contacts.len().to_string(), point, up, number(1, 2));
                let across = [[1, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0]];
                touch.across = pyramids.then(|| across.map(|way| way.map(Rational::from)).to_vec());
                contacts.push(AssemblyContact { on: Some(block), against: block.checked_sub(1), touch });
            }
        }
    }
    let load = vec![[0, 0, 0, 0, 0, -10].map(Rational::from); count];
    (AssemblyProblem { bodies: bodies.collect(), contacts }, load)
}

#[test]
fn boxes_exactly_above_an_edge_have_ranges_and_a_dimension_with_round_cones() {
    // All boxes but the first stand with their middle above its edge at x = 1: the two corners there carry all of
    // them, half and half, and push along the edge by at most half of that against each other; the others carry
    // nothing.
    for count in [2, 4] {
        let (problem, load) = piled(count, false, |block| [number(i64::from(block > 0), 1), number(0, 1)]);
        let weight = 10.0 * (count - 1) as f64;
        let found = ranges::<Spatial>(&problem, &load, &[4, 5, 6, 7], &|_, _| ()).unwrap();
        let near = |(a, b): (f64, f64), (c, d): (f64, f64)| (a - c).abs() < 1e-6 && (b - d).abs() < 1e-6;
        for range in &found {
            let edge = problem.contacts[range.contact].touch.point[0] == Rational::one();
            let (normal, across) = if edge { (weight / 2.0, weight / 4.0) } else { (0.0, 0.0) };
            assert!(near(ends(range, 0), (normal, normal)), "{count} {:?}", ends(range, 0));
            assert!(ends(range, 0).0 >= 0.0, "no contact pulls: {:?}", ends(range, 0));
            // The first tangent is along y.
            let [y, x] = [1, 2].map(|component| ends(range, component));
            assert!(near(x, (0.0, 0.0)) && near(y, (-across, across)), "{count} {x:?} {y:?}");
        }
        // One along the edge, six of each box on four corners.
        let dimension = indeterminacy::<Spatial>(&problem, &load).unwrap().unwrap();
        assert_eq!(dimension.proof().dimension, 6 * (count - 1) + 1);
        assert_eq!(dimension.proof().tight.len(), 1);
    }
}

#[test]
fn a_tower_with_pyramids_spares_no_more_than_one_with_the_round_cones_around_them() {
    for count in [3, 5] {
        let mut ends = Vec::new();
        for pyramids in [true, false] {
            let (problem, load) = tower(count, pyramids);
            let verdict = stands::<Spatial>(&problem, &load, &FrictionUse::Given).unwrap();
            assert!(matches!(verdict, Verdict::Yes(_)), "{count} {pyramids}");
            assert!(matches!(least_friction::<Spatial>(&problem, &load).unwrap(), Threshold::None(_)));
            let mut push = problem.no_load();
            (push[count - 1][3], push[count - 1][4]) = (Rational::one(), Rational::one());
            let Extent::Between(most) = most_load::<Spatial>(&problem, &load, &push).unwrap() else {
                panic!("{count} {pyramids}")
            };
            ends.push((most.lower.0.to_f64(), most.upper.0.to_f64()));
        }
        let [(inner_low, inner_high), (round_low, round_high)] = ends[..] else { panic!("{ends:?}") };
        assert!(inner_low > 0.0 && inner_low <= round_high, "{ends:?}");
        assert!(inner_high - inner_low < 1e-9 && round_high - round_low < 1e-6, "{ends:?}");
    }
}

/// A pile of smooth discs of radius 5/2, a row of `rows` at the bottom, each between two walls, and one less
/// in each row above: normals are three to four.
fn discs(rows: usize) -> Scene<Planar> {
    let mut scene = Scene::<Planar>::new().with_gravity([0, -1]);
    let place = |row: usize, column: usize| (6 * column + 3 * row, 4 * row);
    let mut first = vec![0];
    for row in 0..rows {
        for column in 0..rows - row {
            let (x, y) = place(row, column);
            let name = format!("{row}.{column}");
            scene = scene.with_body(Body::new(name).with_mass(1).with_com([x as i64, y as i64]));
        }
        first.push(first[row] + rows - row);
    }
    for row in 0..rows {
        for column in 0..rows - row {
            let on = Party::Body(first[row] + column);
            let (x, y) = place(row, column);
            let at = |dx: i64, dy: i64| [number(2 * x as i64 + dx, 2), number(2 * y as i64 + dy, 2)];
            if row == 0 {
                for (point, normal) in [(at(0, -5), [0, 1]), (at(-5, 0), [1, 0]), (at(5, 0), [-1, 0])] {
                    scene = scene.with_contact(Contact::planar(on, point, normal));
                }
            } else {
                let below = [(column, at(-3, -4), [3, 4]), (column + 1, at(3, -4), [-3, 4])];
                for (other, point, normal) in below {
                    let against = Party::Body(first[row - 1] + other);
                    scene = scene.with_contact(Contact::planar(on, point, normal).with_against(against));
                }
            }
        }
    }
    scene
}

#[test]
fn a_pile_of_smooth_discs_between_walls_stands_exactly() {
    let pile = decided(&discs(4));
    let AssemblyProof::Rests { forces, .. } = pile.verified().unwrap().proof() else { panic!("it stands") };
    // The disc at the top rests on two, each with 5/8 of its weight: of a normal of length 5, 1/8.
    let (left, right) = (&forces[forces.len() - 2], &forces[forces.len() - 1]);
    assert_eq!((&left[0], &right[0]), (&number(1, 8), &number(1, 8)));
}

#[test]
fn a_contact_that_would_have_to_pull_a_little_beside_huge_levers_lets_go() {
    // The lower contact is far away and pushes up; a load of 1e-9 N lifts the body, and 5e9 N pull it sideways.
    let fraction = |text: &str| text.parse::<Rational>().unwrap();
    let vector = |entries: [&str; 3]| entries.map(fraction);
    let bodies = vec![
        AssemblyBody::new("b0", vector(["3", "1/250000000", "-1/10000"])),
        AssemblyBody::new("b1", vector(["-3", "-1/2500", "-3/1000000000"])),
    ];
    let touch = |id: &str, point: [&str; 3], normal: [i64; 3], friction: &str| {
        SpatialContact::new(id, vector(point), normal.map(Rational::from), fraction(friction))
    };
    let contacts = vec![
        AssemblyContact {
            on: Some(0),
            against: Some(1),
            touch: touch("c0", ["-4000000000", "1/500000000", "-20000"], [0, 0, 1], "3/4"),
        },
        AssemblyContact {
            on: Some(1),
            against: None,
            touch: touch("c1", ["2", "-1", "4"], [1, 0, 0], "5/12"),
        },
    ];
    let load = [
        ["40000", "1/250000000", "-20000", "-5000000000", "-1/2000", "1/1000000000"].map(fraction),
        ["0"; 6].map(fraction),
    ];
    let problem = AssemblyProblem { bodies, contacts };
    assert!(matches!(stands::<Spatial>(&problem, &load, &FrictionUse::Given).unwrap(), Verdict::No(_)));
}

#[test]
fn a_side_without_an_end_does_not_limit_the_load_across_gravity() {
    // A light block against a wall on its right, under a weight that lets it slide to the left only beyond
    // 5000 times its own.
    let block = Body::new("block").with_mass(1).with_inertia(1).with_com([0, 1]).with_wrench([0, 0, -99_990]);
    let foot = |x: i64| Contact::planar(Party::Body(0), [x, 0], [0, 1]).with_friction(number(1, 2));
    let wall = Contact::planar(Party::Body(0), [10_000, 1], [-1, 0]);
    let scene = Scene::<Planar>::new().with_gravity([0, -10]).with_body(block);
    let scene = scene.with_contact(foot(-10_000)).with_contact(foot(10_000)).with_contact(wall);
    let assembly = lowered(&scene);
    let Sideways::Tilts(tilts) = sideways::<Planar>(&assembly, &scene.gravity, 8).unwrap() else {
        panic!("one side has an end")
    };
    let (inner, outer) = tilts.radius();
    assert!((inner - 5000.0).abs() < 1e-6 && (outer - 5000.0).abs() < 1e-6, "{inner} {outer}");
}
