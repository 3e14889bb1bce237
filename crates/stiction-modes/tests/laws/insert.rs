//! Laws of insertion and of where to push.

use proptest::prelude::*;
use stiction_geometry::cone::Union;
use stiction_geometry::shape::Outline;
use stiction_modes::insert::{Insertion, LargestFriction, Seeker, largest_friction};
use stiction_modes::wrenches::{Along, Finger, Stability, push, rings, tilts};
use stiction_proof::Rational;
use stiction_proof::wrenches::{
    Move, PartContact, Plan, PlanarPart, Seatable, Seating, SpatialPart, SpatialPartContact,
};

fn pair(x: i64, y: i64) -> [Rational; 2] {
    [Rational::from(x), Rational::from(y)]
}

fn part(fixels: &[([i64; 2], [i64; 2])], friction: &Rational) -> PlanarPart {
    let unit = |i: usize| std::array::from_fn(|j| Rational::from(i64::from(i == j)));
    let contacts = fixels
        .iter()
        .enumerate()
        .map(|(at, (point, normal))| {
            let id = (at + 1).to_string();
            PartContact::new(&id, pair(point[0], point[1]), pair(normal[0], normal[1]), friction.clone())
        })
        .collect();
    PlanarPart { reference: pair(0, 0), mass: [unit(0), unit(1), unit(2)], contacts }
}

/// The same part as a body in space, with pyramids of four edges.
fn lifted(flat: &PlanarPart) -> SpatialPart {
    let zero = Rational::zero;
    let raised = |[x, y]: &[Rational; 2]| [x.clone(), y.clone(), zero()];
    let contact = |one: &PartContact| {
        let along = [-&one.normal[1], one.normal[0].clone(), zero()];
        let length = &one.normal[0] * &one.normal[0] + &one.normal[1] * &one.normal[1];
        let up = [zero(), zero(), length];
        let back = |vector: &[Rational; 3]| vector.each_ref().map(|entry| -entry);
        SpatialPartContact {
            id: one.id.clone(),
            point: raised(&one.point),
            normal: raised(&one.normal),
            friction: one.friction.clone(),
            across: vec![along.clone(), up.clone(), back(&along), back(&up)],
            tangents: Vec::new(),
            near: false,
        }
    };
    let mass = (0..6).map(|i| (0..6).map(|j| Rational::from(i64::from(i == j))).collect()).collect();
    SpatialPart {
        reference: raised(&flat.reference),
        mass,
        contacts: flat.contacts.iter().map(contact).collect(),
    }
}

fn fixels() -> impl Strategy<Value = Vec<([i64; 2], [i64; 2])>> {
    let small = || -3_i64..=3;
    let normal = [small(), small()].prop_filter("a direction", |n| n != &[0, 0]);
    proptest::collection::vec(([small(), small()], normal), 1..=3)
}

fn wrench() -> impl Strategy<Value = Vec<Rational>> {
    [-4_i64..=4, -4..=4, -4..=4].prop_map(|w| w.map(Rational::from).to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The sets and the decision of single wrenches are two ways to one answer; the checker accepts every proof.
    #[test]
    fn the_sets_hold_exactly_the_wrenches_that_seat(fixels in fixels(), wrenches in proptest::collection::vec(wrench(), 6)) {
        let insertion = Insertion::new(&part(&fixels, &Rational::new(1, 3))).unwrap();
        let (conservative, complete) = (insertion.conservative().unwrap(), insertion.complete_set().unwrap());
        for wrench in wrenches {
            let seats = |plan| insertion.seats(plan, &wrench).unwrap().seats;
            prop_assert_eq!(seats(Plan::Conservative), conservative.contains(&wrench).unwrap());
            prop_assert_eq!(seats(Plan::Complete), complete.contains(&wrench).unwrap());
            // In every state something is possible: from rest there is a solution.
            let possible = insertion.possible(&wrench);
            prop_assert!((0..=insertion.goal()).all(|state| possible.iter().any(|step| step.state == state)));
        }
    }

    /// One wrench by a tree of what the fixels do, and by the cones of all wrenches of every step: the same answer;
    /// and the same again in space, where the fixels push along the plane and across it.
    #[test]
    fn a_tree_of_steps_seats_what_the_cones_seat_in_the_plane_and_in_space(fixels in fixels(), wrench in wrench()) {
        let flat = part(&fixels, &Rational::new(1, 3));
        let by_cones = Insertion::new(&flat).unwrap();
        let unit = |size: usize| (0..size).map(|i| (0..size).map(|j| Rational::from(i64::from(i == j))).collect()).collect::<Vec<Vec<_>>>();
        let tall = lifted(&flat);
        let zero = Rational::zero;
        let lifted = [zero(), zero(), wrench[0].clone(), wrench[1].clone(), wrench[2].clone(), zero()];
        for plan in [Plan::Conservative, Plan::Complete] {
            let seats = by_cones.seats(plan, &wrench).unwrap().seats;
            let by_tree = Seeker::new(&flat, &unit(3)).unwrap().seats(plan, &wrench).unwrap();
            prop_assert_eq!(by_tree.map(|proof| matches!(proof, Seating::Seats { .. })), Some(seats));
            let in_space = Seeker::new(&tall, &unit(6)).unwrap().seats(plan, &lifted).unwrap();
            prop_assert_eq!(in_space.map(|proof| matches!(proof, Seating::Seats { .. })), Some(seats));
        }
    }

    /// What the paper's plan promises outside of the goal, the complete plan knows; friction only takes wrenches away.
    #[test]
    fn less_friction_and_more_knowledge_seat_more(fixels in fixels()) {
        let [rough, smooth] = [Rational::new(1, 2), Rational::new(1, 8)].map(|mu| Insertion::new(&part(&fixels, &mu)).unwrap());
        let set = |insertion: &Insertion| insertion.complete_set().unwrap();
        prop_assert!(set(&rough).difference(&set(&smooth)).unwrap().is_empty());
        let paper = |insertion: &Insertion| insertion.conservative().unwrap();
        prop_assert!(paper(&rough).difference(&paper(&smooth)).unwrap().is_empty());
    }

    /// A place is in a stretch exactly when the finger's wrench there is in the set.
    #[test]
    fn a_finger_may_push_exactly_where_its_wrench_is_in_the_set(fixels in fixels(), places in proptest::collection::vec((0_usize..4, 0_i64..=12), 12), rough in any::<bool>()) {
        let insertion = Insertion::new(&part(&fixels, &Rational::new(1, 4))).unwrap();
        let set = insertion.complete_set().unwrap();
        let set = if set.is_empty() { Union::from(insertion.steps()[0].1.clone()) } else { set };
        let corners = [pair(-3, -2), pair(4, -3), pair(3, 3), pair(-2, 2)];
        let outline = Outline::polygon(corners.to_vec(), Vec::new());
        let friction = if rough { Rational::new(1, 5) } else { Rational::zero() };
        let stretches = push(&rings(&outline), &pair(0, 0), &set, &Finger { friction: friction.clone() }).unwrap();
        let pieces = outline.rings();
        for (piece, twelfth) in places {
            let at = Rational::new(twelfth, 12);
            let (from, to) = (pieces[0][piece].from(), pieces[0][piece].to());
            let along = [&to[0] - &from[0], &to[1] - &from[1]];
            let point = [&from[0] + &at * &along[0], &from[1] + &at * &along[1]];
            let normal = [-&along[1], along[0].clone()];
            let tangent = [-&normal[1], normal[0].clone()];
            let allowed = |share: i64| {
                let across = &friction * Rational::new(share, 4);
                let force: [Rational; 2] = std::array::from_fn(|i| &normal[i] + &across * &tangent[i]);
                let moment = &point[0] * &force[1] - &point[1] * &force[0];
                let [fx, fy] = force;
                set.contains(&[moment, fx, fy]).unwrap()
            };
            let listed = stretches.iter().filter(|stretch| stretch.piece == piece).any(|stretch| {
                let (Along::Part(low), Along::Part(high)) = (&stretch.from.at, &stretch.to.at) else { return false };
                (*low < at || *low == at && !stretch.from.open) && (at < *high || at == *high && !stretch.to.open)
            });
            if rough {
                // Sampled forces can only refute.
                prop_assert!(!listed || (-4..=4).all(allowed));
            } else {
                prop_assert_eq!(listed, allowed(0));
            }
        }
    }
}

/// \[BT 8\]: the disc against two fixels of Figure 6; pushing towards both seats it.
#[test]
fn the_disc_of_figure_6_is_seated_by_a_push_between_the_fixels() {
    let disc = part(&[([1, 0], [-1, 0]), ([0, 1], [0, -1])], &Rational::new(1, 5));
    let insertion = Insertion::new(&disc).unwrap();
    let wrench = |w: [i64; 3]| w.map(Rational::from);
    for plan in [Plan::Conservative, Plan::Complete] {
        assert!(insertion.seats(plan, &wrench([0, 1, 1])).unwrap().seats);
        assert!(!insertion.seats(plan, &wrench([0, -1, 1])).unwrap().seats);
    }
    let outline = Outline::disc(pair(0, 0), Rational::one());
    let set = insertion.conservative().unwrap();
    let stretches = push(&rings(&outline), &pair(0, 0), &set, &Finger::default()).unwrap();
    let [stretch] = &stretches[..] else { panic!("one stretch: {stretches:?}") };
    // Opposite the fixels, symmetric about the diagonal.
    assert!(stretch.from.point[0] < 0.0 && stretch.to.point[1] < 0.0);
    assert!((stretch.from.point[0] - stretch.to.point[1]).abs() < 1e-15);
    // Weight does what a push at the centre does.
    let weights = tilts(&set).unwrap();
    assert_eq!(weights.len(), 1);
}

/// \[BT 8\]: two fixels have four sets that are not forwards, three have twelve where near fixels are not told apart.
#[test]
fn the_three_fixel_table_has_the_steps_that_are_not_forwards() {
    let distinct = |fixels: usize| {
        let goal = (1_usize << fixels) - 1;
        let mut sets: Vec<(usize, usize, bool)> = Move::all(fixels)
            .filter(|step| step.state != goal && !step.is_forwards())
            // What is lost, what is kept; near fixels are free where something is lost, and not approached
            // where nothing is.
            .map(|step| (step.lost, step.state & !step.lost, step.lost == 0))
            .collect();
        sets.sort_unstable();
        sets.dedup();
        sets
    };
    // su, us; ss with nothing touching counts as an approach to none; sm, ms keep one.
    assert_eq!(distinct(2).iter().filter(|(lost, ..)| *lost != 0).count(), 2);
    let three = distinct(3);
    // Lost one, two, or one with one kept: s.., .s., ..s, ss., s.s, .ss, and six with one kept.
    assert_eq!(three.iter().filter(|(lost, ..)| *lost != 0).count(), 12);
}

/// \[BT 8\], Figure 8: with friction a force along an edge of one fixel's cone is balanced there but for a
/// moment, so that the disc need not approach the other.
#[test]
fn figure_8_a_force_between_the_edges_of_one_cone_need_not_seat_the_disc() {
    let disc = part(&[([1, 0], [-1, 0]), ([0, 1], [0, -1])], &Rational::new(1, 5));
    let insertion = Insertion::new(&disc).unwrap();
    // Steeper than the friction of either fixel it seats, within the cone of one it need not.
    let force = |x: i64, y: i64| [0, x, y].map(Rational::from);
    assert!(insertion.seats(Plan::Complete, &force(2, 10)).is_ok_and(|found| !found.seats));
    assert!(insertion.seats(Plan::Complete, &force(3, 10)).is_ok_and(|found| found.seats));
    let smooth = Insertion::new(&part(&[([1, 0], [-1, 0]), ([0, 1], [0, -1])], &Rational::zero())).unwrap();
    assert!(smooth.seats(Plan::Complete, &force(2, 10)).is_ok_and(|found| found.seats));
}

/// \[BT (20)\]: every step forwards is possible, and yet the disc of Figure 8 may stay on one fixel.
#[test]
fn equation_20_a_wrench_that_allows_every_step_forwards_need_not_seat() {
    let disc = part(&[([1, 0], [-1, 0]), ([0, 1], [0, -1])], &Rational::new(1, 5));
    let insertion = Insertion::new(&disc).unwrap();
    let found = |x: i64, y: i64| {
        let wrench = [0, x, y].map(Rational::from);
        (insertion.enables(&wrench), insertion.seats(Plan::Complete, &wrench).unwrap().seats)
    };
    assert_eq!(found(3, 10), (true, true));
    assert_eq!(found(2, 10), (true, false));
    assert_eq!(found(-1, 10), (false, false), "it moves away from the first fixel");
}

/// \[BT 25\] for three fixels with independent normals: what seats the part then holds it.
#[test]
fn three_independent_fixels_that_seat_a_part_hold_it() {
    let plate = part(&[([-1, -1], [0, 1]), ([1, -1], [0, 1]), ([1, 0], [-1, 0])], &Rational::new(1, 5));
    let seats = Insertion::new(&plate).unwrap().conservative().unwrap();
    assert!(!seats.is_empty());
    let strong = Stability::of(&plate).unwrap().strong;
    assert!(seats.difference(&strong).unwrap().is_empty());
}

/// \[Errata BT 5\]: in the goal, and yet it turns: seated is not at rest with two fixels.
#[test]
fn the_disc_of_the_erratum_is_seated_and_spins() {
    let mut disc = part(&[([1, 0], [-1, 0]), ([0, 1], [0, -1])], &Rational::new(1, 5));
    disc.mass[0][0] = Rational::new(1, 2);
    let wrench = [-3, 1, 1].map(Rational::from);
    let insertion = Insertion::new(&disc).unwrap();
    assert!(insertion.seats(Plan::Conservative, &wrench).unwrap().seats);
    let strong = Stability::of(&disc).unwrap().strong;
    assert!(!strong.contains(&wrench).unwrap());
    // So that seated and then still needs both sets.
    let both = insertion.conservative().unwrap().meet(&strong).unwrap();
    assert!(!both.contains(&wrench).unwrap());
}

#[test]
fn there_is_a_largest_friction_that_leaves_a_plan() {
    let disc = part(&[([1, 0], [-1, 0]), ([0, 1], [0, -1])], &Rational::zero());
    let LargestFriction::Between { leaves, loses, wrench } =
        largest_friction(&disc, Plan::Conservative).unwrap()
    else {
        panic!("the plan is lost at some friction")
    };
    assert!(&loses - &leaves < Rational::new(1, 100_000_000));
    let at = |mu: &Rational| {
        let mut part = disc.clone();
        part.contacts.iter_mut().for_each(|contact| contact.friction = [mu.clone(), mu.clone()]);
        Insertion::new(&part).unwrap()
    };
    assert!(at(&leaves).seats(Plan::Conservative, &wrench).unwrap().seats);
    assert!(at(&loses).conservative().unwrap().is_empty());
}

#[test]
fn a_mutated_proof_of_seating_is_refused() {
    let disc = part(&[([1, 0], [-1, 0]), ([0, 1], [0, -1])], &Rational::new(1, 5));
    let insertion = Insertion::new(&disc).unwrap();
    let yes = [0, 1, 1].map(Rational::from);
    let no = [0, -1, 1].map(Rational::from);
    let seats = insertion.seats(Plan::Complete, &yes).unwrap().proof;
    let wanders = insertion.seats(Plan::Complete, &no).unwrap().proof;
    assert!(disc.check_seating(Plan::Complete, &yes, &seats).is_ok());
    assert!(disc.check_seating(Plan::Complete, &no, &seats).is_err(), "another wrench");
    assert!(disc.check_seating(Plan::Complete, &yes, &wanders).is_err(), "another wrench");
    let Seating::Seats { ranks, impossible, possible } = seats else { panic!("it seats") };
    for gone in 0..impossible.len() {
        let mut fewer = impossible.clone();
        fewer.remove(gone);
        let proof = Seating::Seats { ranks: ranks.clone(), impossible: fewer, possible: possible.clone() };
        assert!(disc.check_seating(Plan::Complete, &yes, &proof).is_err(), "a step is not excluded");
    }
    for gone in 0..possible.len() {
        let mut fewer = possible.clone();
        fewer.remove(gone);
        let proof = Seating::Seats { ranks: ranks.clone(), impossible: impossible.clone(), possible: fewer };
        assert!(disc.check_seating(Plan::Complete, &yes, &proof).is_err(), "a state may be a dead end");
    }
    let flat = Seating::Seats { ranks: vec![0; 4], impossible, possible };
    assert!(disc.check_seating(Plan::Complete, &yes, &flat).is_err(), "ranks that nothing raises");
    let Seating::Wanders { mut circle } = wanders else { panic!("it wanders") };
    circle[0].response.acceleration[1] += Rational::one();
    assert!(disc.check_seating(Plan::Complete, &no, &Seating::Wanders { circle }).is_err());
    assert!(disc.check_seating(Plan::Complete, &no, &Seating::Wanders { circle: Vec::new() }).is_err());
}
