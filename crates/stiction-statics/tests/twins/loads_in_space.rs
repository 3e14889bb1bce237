//! Loads on round cones between those on pyramids inside and outside of them, and against closed forms.

use crate::grasps::number;
use stiction_geometry::screw::Spatial;
use stiction_proof::{Answer, FrictionUse, Rational, SpatialContact, SpatialProblem, Vector};
use stiction_scene::Extent;
use stiction_scene::Verdict;
use stiction_statics::closure::{Few, LoadAnswer, closure_without, load_answer, minimal, task};
use stiction_statics::stand::assembly::StandProof;

fn vector(entries: [i64; 3]) -> Vector {
    entries.map(Rational::from)
}

fn wrench(entries: [i64; 6]) -> [Rational; 6] {
    entries.map(Rational::from)
}

/// A small generator of integers.
struct Dice(u64);

impl Dice {
    fn next(&mut self, sides: i64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % sides as u64) as i64
    }
}

/// Fingers on the faces of a cube of edge 8, normals along the axes.
fn cube(dice: &mut Dice, fingers: usize, soft: bool) -> SpatialProblem {
    let finger = |index: usize| {
        let (axis, sign) = (index % 3, if (index / 3).is_multiple_of(2) { 1 } else { -1 });
        let mut point = [dice.next(7) - 3, dice.next(7) - 3, dice.next(7) - 3];
        point[axis] = 4 * sign;
        let mut normal = [0; 3];
        normal[axis] = -sign * (1 + dice.next(3));
        let mu = Rational::new(2 + dice.next(6), 5);
        let mut contact = SpatialContact::new(&format!("{index}"), vector(point), vector(normal), mu);
        contact.torsion = soft.then(|| Rational::new(1, 2));
        contact
    };
    SpatialProblem::new(vector([0, 0, 0]), (0..fingers).map(finger).collect())
}

/// Points of the unit circle; the largest gap between them is 36.9°.
const CIRCLE: [[i64; 2]; 12] = [
    [5, 0],
    [4, 3],
    [3, 4],
    [0, 5],
    [-3, 4],
    [-4, 3],
    [-5, 0],
    [-4, -3],
    [-3, -4],
    [0, -5],
    [3, -4],
    [4, -3],
];

/// The same grasp with pyramids: inscribed, or with directions longer by a tenth, more than 1/cos 18.5°.
fn pyramids(problem: &SpatialProblem, outside: bool) -> SpatialProblem {
    let mut pyramids = problem.clone();
    for contact in &mut pyramids.contacts {
        let axis = contact.normal.iter().position(|x| !x.is_zero()).unwrap();
        let length = contact.normal[axis].abs();
        let longer = if outside { Rational::new(11, 50) } else { Rational::new(1, 5) };
        let direction = |[x, y]: &[i64; 2]| -> Vector {
            let mut d = vector([0, 0, 0]);
            d[(axis + 1) % 3] = Rational::from(*x) * &longer * &length;
            d[(axis + 2) % 3] = Rational::from(*y) * &longer * &length;
            d
        };
        contact.across = Some(CIRCLE.iter().map(direction).collect());
    }
    pyramids
}

fn load(dice: &mut Dice) -> [Rational; 6] {
    std::array::from_fn(|_| Rational::from(dice.next(9) - 4))
}

fn ends(extent: &Extent<StandProof<Spatial>>) -> Option<[Rational; 2]> {
    extent.bracket().map(|bracket| [bracket.lower.0.clone(), bracket.upper.0.clone()])
}

fn answer(problem: &SpatialProblem, load: &[Rational; 6]) -> LoadAnswer<Spatial> {
    load_answer::<Spatial>(problem, load).unwrap()
}

#[test]
fn round_cones_ask_for_less_than_pyramids_inside_and_more_than_those_outside() {
    let (mut compared, mut refused) = (0, 0);
    for seed in 1..=24_u64 {
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let problem = cube(&mut dice, 3 + seed as usize % 4, false);
        let load = load(&mut dice);
        let [inner, round, outer] =
            [&pyramids(&problem, false), &problem, &pyramids(&problem, true)].map(|p| answer(p, &load));
        let word = |answer: &LoadAnswer<Spatial>| answer.resists.answer();
        assert!(word(&inner) != Answer::Yes || word(&round) == Answer::Yes, "{seed}");
        assert!(word(&outer) != Answer::No || word(&round) == Answer::No, "{seed}");
        assert_ne!(word(&round), Answer::Undecided, "{seed}");
        refused += usize::from(word(&round) == Answer::No);
        let (Some(most), Some(round_ends), Some(least)) =
            (ends(&inner.internal), ends(&round.internal), ends(&outer.internal))
        else {
            continue;
        };
        compared += 1;
        assert!(least[0] <= round_ends[1] && round_ends[0] <= most[1], "{seed}");
        let width = (&round_ends[1] - &round_ends[0]).to_f64() / round_ends[1].to_f64().max(1.0);
        assert!((0.0..1e-6).contains(&width), "{seed}: {width}");
        // A pyramid's edges are a linear program: its ends meet.
        assert!(most[0] == most[1] && least[0] == least[1]);
        for (inner, (round, outer)) in inner.ranges.iter().zip(round.ranges.iter().zip(&outer.ranges)) {
            if let (Some(inner), Some(round)) = (ends(&inner.least), ends(&round.least)) {
                assert!(round[0] <= inner[1], "{seed}");
            }
            if let (Some(round), Some(outer)) = (ends(&round.least), ends(&outer.least)) {
                assert!(outer[0] <= round[1], "{seed}");
            }
            assert!(!matches!(outer.greatest, Extent::Undecided));
        }
    }
    assert!(compared >= 6 && refused >= 3, "{compared} compared, {refused} refused");
}

#[test]
fn tasks_on_round_cones_are_between_those_on_pyramids() {
    let mut narrow = 0;
    for seed in 1..=10_u64 {
        let mut dice = Dice(seed.wrapping_mul(0x2545_F491_4F6C_DD1D));
        let problem = cube(&mut dice, 4 + seed as usize % 3, false);
        let wrenches = [load(&mut dice), load(&mut dice)];
        let scale = |problem: &SpatialProblem| task::<Spatial>(problem, &wrenches).unwrap().scale();
        let (Some(inner), Some(round), Some(outer)) =
            (scale(&pyramids(&problem, false)), scale(&problem), scale(&pyramids(&problem, true)))
        else {
            continue;
        };
        assert!(inner[0] <= round[1] && round[0] <= outer[1], "{seed}");
        assert!(round[0] <= round[1] && inner[0] == inner[1] && outer[0] == outer[1], "{seed}");
        narrow += usize::from((&round[1] - &round[0]).to_f64() < 1e-6);
    }
    assert!(narrow >= 8, "{narrow}");
}

#[test]
fn two_soft_fingers_carry_a_weight_by_friction_and_a_torque_by_torsion() {
    let finger = |id: &str, x: i64| {
        let mut contact = SpatialContact::new(id, vector([x, 0, 0]), vector([-x, 0, 0]), Rational::new(1, 2));
        contact.torsion = Some(Rational::new(1, 10));
        contact
    };
    let grip = SpatialProblem::new(vector([0, 0, 0]), vec![finger("left", -1), finger("right", 1)]);
    // Weight 10 N: |ft|/μ = 10 N at each finger.  A torque of 1 N m about the axis: m/γ = 5 N at each.
    for (load, expected) in [
        (wrench([0, 0, 0, 0, 0, -10]), 20.0),
        (wrench([1, 0, 0, 0, 0, 0]), 10.0),
        (wrench([1, 0, 0, 0, 0, -10]), 2.0 * 10.0_f64.hypot(5.0)),
    ] {
        let answer = answer(&grip, &load);
        let [lower, upper] = ends(&answer.internal).unwrap();
        assert!(lower <= upper && (&upper - &lower).to_f64() < 1e-6);
        assert!((lower.to_f64() - expected).abs() < 1e-6, "{} is not {expected}", lower.to_f64());
        assert!(matches!(answer.largest, Extent::Unlimited(_)));
        assert!(answer.ranges.iter().all(|range| matches!(range.greatest, Extent::Unlimited(_))));
        // Eight components of force and moment, six equations.
        assert_eq!(answer.dimension(), Some(2));
    }
}

#[test]
fn a_limit_bounds_the_multiple_and_the_greatest_force() {
    let finger = |id: &str, x: i64| {
        let mut contact = SpatialContact::new(id, vector([x, 0, 0]), vector([-x, 0, 0]), Rational::new(1, 2));
        contact.torsion = Some(Rational::new(1, 10));
        contact.most = Some(Rational::from(30));
        contact
    };
    let grip = SpatialProblem::new(vector([0, 0, 0]), vec![finger("left", -1), finger("right", 1)]);
    let answer = answer(&grip, &wrench([0, 0, 0, 0, 0, -10]));
    let near = |extent: &Extent<StandProof<Spatial>>, value: f64| {
        let [lower, upper] = ends(extent).unwrap();
        lower.to_f64() <= value + 1e-12
            && upper.to_f64() >= value - 1e-12
            && (&upper - &lower).to_f64() < 1e-6
    };
    assert!(near(&answer.largest, 3.0));
    for range in &answer.ranges {
        assert!(near(&range.least, 10.0) && near(&range.greatest, 30.0));
    }
    let more = number("3.0001");
    let beyond = load_answer::<Spatial>(&grip, &wrench([0, 0, 0, 0, 0, -10]).map(|x| x * &more)).unwrap();
    assert_eq!(beyond.resists.answer(), Answer::No);
}

#[test]
fn scaling_the_load_scales_the_squeeze_and_one_more_finger_never_raises_it() {
    for seed in 1..=8_u64 {
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let problem = cube(&mut dice, 6, seed % 2 == 0);
        let load = load(&mut dice);
        let before = answer(&problem, &load);
        let Verdict::Yes(_) = before.resists else { continue };
        let [lower, upper] = ends(&before.internal).unwrap();
        let thrice = answer(&problem, &load.clone().map(|x| x * Rational::from(3)));
        let [low, high] = ends(&thrice.internal).unwrap();
        let three = Rational::from(3);
        assert!(low <= &upper * &three && high >= &lower * &three, "{seed}");
        let mut wider = cube(&mut dice, 7, false);
        wider.contacts.splice(..6, problem.contacts.clone());
        let after = ends(&answer(&wider, &load).internal).unwrap();
        assert!(after[0] <= upper, "{seed}");
    }
}

#[test]
fn a_load_beyond_doubles_is_decided_in_fractions() {
    let problem = cube(&mut Dice(7), 6, true);
    let mut load = wrench([0, 0, 0, 0, 0, -1]);
    load[5] = number("-1e390");
    // The cube's six fingers close: they resist every wrench, however large.
    assert_eq!(closure_without(&problem, &FrictionUse::Given, &[]).unwrap().answer(), Answer::Yes);
    assert_eq!(answer(&problem, &load).resists.answer(), Answer::Yes);
}

#[test]
fn no_subset_in_space_is_smaller() {
    let mut found_some = 0;
    for seed in 1..=12_u64 {
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let problem = cube(&mut dice, 6, seed % 3 == 0);
        let Few::Found(sufficient) = minimal(&problem).unwrap().sufficient else { continue };
        let Few::Found(guilty) = minimal(&problem).unwrap().guilty else { continue };
        let closed = |mask: u32| {
            let without: Vec<usize> = (0..6).filter(|i| mask & (1 << i) == 0).collect();
            closure_without(&problem, &FrictionUse::Given, &without).unwrap().answer() == Answer::Yes
        };
        let smallest = (0..64).filter(|&set| closed(set)).map(u32::count_ones).min().unwrap();
        let fewest = (0..64).filter(|&lost| !closed(63 & !lost)).map(u32::count_ones).min().unwrap();
        assert_eq!(
            (sufficient.contacts.len() as u32, guilty.contacts.len() as u32),
            (smallest, fewest),
            "{seed}"
        );
        found_some += 1;
    }
    assert!(found_some >= 6, "{found_some}");
}
