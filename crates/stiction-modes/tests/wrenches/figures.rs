//! Figures 3 to 11 of Balkcom and Trinkle, as far as their text says what they show; geometry that the text
//! does not give is ours.

use crate::wrenches::parts::{diagonal, disc, mode, pair, touch, vector};
use stiction_geometry::cone::{Cone, Union};
use stiction_geometry::shape::{Outline, Piece};
use stiction_modes::insert::Insertion;
use stiction_modes::wrenches::{
    Along, Finger, Stability, Stretch, feasible_modes, finger_at, push, rings, weak_set, wrench_set,
};
use stiction_proof::Rational;
use stiction_proof::wrenches::Seatable;
use stiction_proof::wrenches::{Part, PartContact, Plan, PlanarPart};

fn wrenches_of(part: &PlanarPart, letters: &str) -> Union {
    Union::from(wrench_set(&part.system(&mode(letters)).unwrap(), false).over().clone())
}

fn near(mut contact: PartContact) -> PartContact {
    contact.near = true;
    contact
}

/// Two generators lie on the edges of fixel 1, and the third is a force to the right at the top of the disc.
#[test]
fn figure_3_the_third_generator_is_a_push_at_the_top() {
    let set = wrench_set(&disc().system(&mode("na")).unwrap(), false);
    let rays = set.cone().unwrap().closure().rays().rationals();
    let [m, fx, fy] = [-1, 1, 0].map(Rational::from);
    let top = rays.iter().find(|ray| ray[2].is_zero()).unwrap();
    assert_eq!((&top[0], &top[1], &top[2]), (&m, &fx, &fy));
    // A force (1, 0) with moment −1 about the centre acts along y = 1.
    let edges: Vec<Vec<Rational>> = disc().system(&mode("na")).unwrap().edges;
    for edge in edges {
        let opposite: Vec<Rational> = edge.iter().map(|entry| -entry).collect();
        let along = |ray: &Vec<Rational>| {
            (0..3).all(|i| (0..3).all(|j| (&ray[i] * &opposite[j] - &ray[j] * &opposite[i]).is_zero()))
        };
        assert!(rays.iter().any(along));
    }
}

fn sliding_plate() -> PlanarPart {
    let mu = || Rational::new(1, 5);
    PlanarPart {
        reference: pair(0, 0),
        mass: diagonal([3, 2, 2]),
        contacts: vec![
            touch([-2, -1], [0, 1], mu()),
            touch([2, -1], [0, 1], mu()),
            near(touch([-3, 1], [1, 0], mu())),
        ],
    }
}

/// Of the generators of `lla` two are the opposites of the edges that left sliding is rubbed by, the others
/// make fixel 3 come nearer without a load.
#[test]
fn figure_4a_two_generators_saturate_the_edges_of_the_sliding_contacts() {
    let part = sliding_plate();
    let system = part.system(&mode("lla")).unwrap();
    let set = wrench_set(&system, false);
    let cone = set.cone().unwrap();
    assert_eq!(system.edges.len(), 2);
    for edge in &system.edges {
        let opposite: Vec<Rational> = edge.iter().map(|entry| -entry).collect();
        assert!(cone.closure().contains(&opposite).unwrap());
        // Along an edge alone nothing approaches: the generator itself is not of the mode.
        assert!(!cone.contains(&opposite).unwrap());
    }
    // Sliding to the left needs a force to the left beyond friction.
    assert!(cone.contains(&vector(&[0, -3, -1])).unwrap() && !cone.contains(&vector(&[0, 3, -1])).unwrap());
}

/// "There is a cone of wrenches consistent with seating the workpiece, but all of these wrenches are also
/// consistent with the mode nn, in which jamming occurs."
#[test]
fn figures_4c_and_4d_every_wrench_that_may_seat_the_peg_may_jam_it() {
    let mu = || Rational::new(3, 2);
    let peg = PlanarPart {
        reference: pair(0, 0),
        mass: diagonal([1, 1, 1]),
        contacts: vec![
            touch([-1, -1], [1, 0], mu()),
            touch([1, 1], [-1, 0], mu()),
            near(touch([0, -2], [0, 1], mu())),
        ],
    };
    // Down is to the right of the first normal and to the left of the second.
    let (seats, jams) = (wrenches_of(&peg, "rla"), wrenches_of(&peg, "nnu"));
    assert!(!seats.is_empty());
    assert!(seats.difference(&jams).unwrap().is_empty());
    // With little friction it does not jam everywhere.
    let mut smooth = peg.clone();
    smooth.contacts.iter_mut().for_each(|one| one.friction = [Rational::new(1, 10), Rational::new(1, 10)]);
    let (seats, jams) = (wrenches_of(&smooth, "rla"), wrenches_of(&smooth, "nnu"));
    assert!(!seats.difference(&jams).unwrap().is_empty());
}

fn disc_between(points: [[Rational; 2]; 2], friction: &Rational) -> PlanarPart {
    let fixel = |point: &[Rational; 2]| {
        PartContact::new("", point.clone(), point.each_ref().map(|entry| -entry), friction.clone())
    };
    let mut mass = diagonal([1, 1, 1]);
    mass[0][0] = Rational::new(1, 2);
    PlanarPart { reference: pair(0, 0), mass, contacts: points.iter().map(fixel).collect() }
}

fn around(set: &Union) -> Vec<Stretch> {
    let outline = Outline::disc(pair(0, 0), Rational::one());
    push(&rings(&outline), &pair(0, 0), set, &Finger::default()).unwrap()
}

/// "The kinematically feasible contact modes are SS, Sl, Sr, Sn, lS, rS, nS, ll, and rr", and rest; the
/// fixels see each other within their cones, so that every wrench may be balanced; and yet the disc must stay
/// only where the finger pushes along a part of it.
#[test]
fn figure_5_every_wrench_may_be_balanced_and_not_every_push_must() {
    let at = |x: i64, y: i64| [Rational::new(x, 5), Rational::new(y, 5)];
    let part = disc_between([at(4, 3), at(-4, 3)], &Rational::from(2));
    let mut modes: Vec<String> = feasible_modes(&part).unwrap().iter().map(|one| one.mode.concat()).collect();
    modes.sort();
    assert_eq!(modes, ["ll", "ls", "nn", "ns", "rr", "rs", "sl", "sn", "sr", "ss"]);
    assert_eq!(weak_set(&part).unwrap(), Cone::whole(3));
    let sets = Stability::of(&part).unwrap();
    let stretches = around(&sets.strong);
    assert!(!stretches.is_empty());
    // From below, towards both fixels; at their own side it may be pushed away.
    assert!(sets.strong.contains(&vector(&[0, 0, 1])).unwrap());
    assert!(!sets.strong.contains(&vector(&[0, 0, -1])).unwrap());
    assert!(stretches.iter().all(|one| one.from.point[1] < 0.7 && one.to.point[1] < 0.7));
}

fn disc_of_figure_6() -> PlanarPart {
    disc_between([pair(1, 0), pair(0, 1)], &Rational::new(1, 5))
}

/// "The workpiece would be strongly stable with respect to any wrench generated by pushing with a
/// frictionless finger anywhere in the third quadrant", and the region that seats it is smaller.
#[test]
fn figure_6_the_strong_region_holds_the_third_quadrant_and_the_seating_one_is_smaller() {
    let part = disc_of_figure_6();
    let strong = Stability::of(&part).unwrap().strong;
    for (x, y) in [(1, 0), (4, 1), (1, 1), (1, 7), (0, 1)] {
        assert!(strong.contains(&vector(&[0, x, y])).unwrap(), "{x} {y}");
    }
    let seats = Insertion::new(&part).unwrap().conservative().unwrap();
    let (wide, [narrow]) = (around(&strong), &around(&seats)[..]) else { panic!() };
    let angle = |point: [f64; 2]| point[1].atan2(point[0]).rem_euclid(std::f64::consts::TAU);
    let holds = |one: &Stretch| {
        angle(one.from.point) < angle(narrow.from.point) && angle(narrow.to.point) < angle(one.to.point)
    };
    assert!(wide.iter().any(holds), "{wide:?} {narrow:?}");
}

/// Equation (21): what is left are the wrenches that allow none of su, us, sm and ms.
#[test]
fn figure_7_the_backward_and_self_transitions_are_four_sets() {
    let part = disc_of_figure_6();
    let mut bad = Union::empty(3);
    for (state, letters) in [("10", "su"), ("01", "us"), ("01", "sm"), ("10", "ms")] {
        let mut there = part.clone();
        for (contact, touches) in there.contacts.iter_mut().zip(state.chars()) {
            contact.near = touches == '0';
        }
        bad = bad.union(&wrenches_of(&there, letters)).unwrap();
    }
    let goal = Insertion::new(&part).unwrap().conservative().unwrap();
    assert!(goal.is_same_as(&bad.complement()).unwrap());
}

fn seated(friction: &Rational) -> PlanarPart {
    let half = |x: i64, y: i64| [Rational::new(x, 2), Rational::new(y, 2)];
    let fixel = |point: [Rational; 2], normal: [i64; 2]| {
        PartContact::new("", point, pair(normal[0], normal[1]), friction.clone())
    };
    PlanarPart {
        reference: pair(0, 0),
        mass: diagonal([2, 2, 2]),
        contacts: vec![fixel(half(-3, -2), [0, 1]), fixel(half(3, -2), [0, 1]), fixel(half(4, 0), [-1, 0])],
    }
}

fn pawl() -> Vec<Vec<Piece>> {
    let half = |[x, y]: [i64; 2]| [Rational::new(x, 2), Rational::new(y, 2)];
    let outer = [[-4, -2], [4, -2], [4, 1], [2, 3], [-2, 3], [-4, 1]].map(half).to_vec();
    rings(&Outline::Polygon { outer, holes: Vec::new() })
}

fn places(friction: &Rational) -> Vec<Stretch> {
    let part = seated(friction);
    let set = Insertion::new(&part).unwrap().conservative().unwrap();
    push(&pawl(), &part.reference, &set, &Finger::default()).unwrap()
}

/// "Pushing along the thick black curve with a frictionless finger will seat the workpiece, regardless of
/// initial state", with μ = 0.2 and a table of twelve sets (Figure 9).
#[test]
fn figures_9_and_10_a_push_within_the_stretch_seats_the_part_on_three_fixels() {
    let mu = Rational::new(1, 5);
    let part = seated(&mu);
    let insertion = Insertion::new(&part).unwrap();
    let stretches = places(&mu);
    assert!(!stretches.is_empty());
    for stretch in &stretches {
        let (Along::Part(from), Along::Part(to)) = (&stretch.from.at, &stretch.to.at) else { panic!() };
        for step in 1..8 {
            let part_of = from + &((to - from) * Rational::new(step, 8));
            let finger = finger_at(&pawl()[stretch.ring][stretch.piece], &Along::Part(part_of)).unwrap();
            let [x, y] = &finger.point;
            let [fx, fy] = finger.normal.clone();
            let wrench = [x * &fy - y * &fx, fx, fy];
            let seated = insertion.seats(Plan::Conservative, &wrench).unwrap();
            assert!(seated.seats);
            part.check_seating(Plan::Conservative, &wrench, &seated.proof).unwrap();
        }
    }
}

/// "Fairly large when μ = 0.01, but quite small when μ = 0.6": with friction the places become fewer.
#[test]
fn figure_11_friction_leaves_fewer_places_to_push() {
    let long = |friction: &Rational| {
        places(friction)
            .iter()
            .map(|one| (one.to.point[0] - one.from.point[0]).hypot(one.to.point[1] - one.from.point[1]))
            .sum::<f64>()
    };
    let lengths = [(1, 100), (1, 5), (2, 5), (3, 5)].map(|(p, q)| long(&Rational::new(p, q)));
    assert!(lengths[0] > lengths[1] && lengths[1] > lengths[2] && lengths[2] >= lengths[3], "{lengths:?}");
    assert!(lengths[0] > 0.5 && lengths[3] < 0.1, "{lengths:?}");
}

/// A finger with friction on a disc: within the stretches every force of its cone is in the set, a little
/// beyond their ends some force is not.
#[test]
fn a_rough_finger_may_push_a_disc_where_all_its_forces_are_in_the_set() {
    let part = disc_of_figure_6();
    let strong = Stability::of(&part).unwrap().strong;
    let outline = rings(&Outline::disc(pair(0, 0), Rational::one()));
    for (p, q) in [(1, 10), (1, 5), (1, 2)] {
        let mu = Rational::new(p, q);
        let stretches = push(&outline, &pair(0, 0), &strong, &Finger { friction: mu.clone() }).unwrap();
        // Pushing inwards at e with λ: the force −(e + λ rot90 e), and the moment −λ about the centre.
        let inside = |angle: f64| {
            (-8..=8).all(|eighth| {
                let across = f64::from(eighth) / 8.0 * mu.to_f64();
                let (sine, cosine) = angle.sin_cos();
                let wrench = [-across, -cosine + across * sine, -sine - across * cosine];
                strong.contains(&wrench.map(|entry| Rational::from_f64(entry).unwrap())).unwrap()
            })
        };
        let angle = |point: [f64; 2]| point[1].atan2(point[0]).rem_euclid(std::f64::consts::TAU);
        // A finger with more friction than the fixels may turn the disc wherever it is.
        assert_eq!(
            stretches.is_empty(),
            (0..360).all(|degree| !inside(f64::from(degree).to_radians())),
            "{mu}"
        );
        assert_eq!(stretches.is_empty(), q == 2, "{mu}");
        for stretch in &stretches {
            let (from, to) = (angle(stretch.from.point), angle(stretch.to.point));
            assert!(from < to);
            for step in 0..=20 {
                let at = from + (to - from) * (f64::from(step) + 0.5) / 21.0;
                assert!(inside(at), "{mu} {at}");
            }
            assert!(!inside(from - 1e-4) && !inside(to + 1e-4), "{mu} {from} {to}");
        }
    }
}
