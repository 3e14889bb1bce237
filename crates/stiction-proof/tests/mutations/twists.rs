//! Motions that a contact resists, that do no work, or that are none.

use super::examples::*;
use stiction_proof::{AssemblyProof, FrictionUse, PlanarProblem, Proof, Rational, Refusal};

fn twist_of(proof: &mut Stated) -> Option<&mut [Rational; 3]> {
    match proof {
        Stated::Closure(proof) => proof.twist_mut(),
        Stated::Balance(AssemblyProof::Falls { twists, .. } | AssemblyProof::Bounds { twists, .. }) => {
            twists.first_mut()
        }
        Stated::Balance(_) => None,
    }
}

fn each_by_motion(visit: impl Fn(&PlanarProblem, &Stated)) {
    let by_motion = all().into_iter().filter_map(|(problem, mut proof)| {
        twist_of(&mut proof)?;
        Some((problem, proof))
    });
    let seen = by_motion.map(|(problem, proof)| visit(&problem, &proof)).count();
    assert_eq!(seen, 6);
}

fn with_twist(proof: &Stated, twist: [Rational; 3]) -> Stated {
    let mut proof = proof.clone();
    *twist_of(&mut proof).unwrap() = twist;
    proof
}

#[test]
fn rest_is_no_motion() {
    each_by_motion(|problem, proof| {
        let why = refusal(problem, with_twist(proof, Default::default()));
        assert!(matches!(why, Some(Refusal::NoMotion | Refusal::NoWork)), "{proof:?}: {why:?}");
    });
}

#[test]
fn the_opposite_motion_is_resisted() {
    each_by_motion(|problem, proof| {
        let mut back = proof.clone();
        let twist = twist_of(&mut back).unwrap();
        *twist = twist.clone().map(|x| -x);
        // Turning about a point of contact is the same both ways: nothing there resists it.
        let both_ways = matches!(proof, Stated::Closure(Proof::NeverClosed { .. }));
        assert_eq!(refusal(problem, back).is_none(), both_ways, "{proof:?}");
    });
}

#[test]
fn a_motion_along_the_edge_of_what_is_allowed_cannot_be_nudged_over_it() {
    let open = |twist| Proof::Open { friction: FrictionUse::Given, without: vec![], twist };
    // Sliding up and to the right at slope 1/2 just escapes a foot with friction 1/2.
    let along = |nudge: Rational| [Rational::zero(), Rational::from(2) + nudge, Rational::one()];
    let resists = Some(Refusal::Resists("foot".into()));
    assert_eq!(refusal(&foot(), open(along(Rational::zero()))), None);
    assert_eq!(refusal(&foot(), open(along(-tiny()))), None);
    assert_eq!(refusal(&foot(), open(along(tiny()))), resists);
    let breaks = |twist| Proof::Breaks { friction: FrictionUse::Given, twist };
    assert_eq!(refusal(&foot(), breaks(along(-tiny()))), None);
    assert_eq!(refusal(&foot(), breaks(along(Rational::zero()))), resists);
}

#[test]
fn an_escape_tight_on_both_fingers_has_no_room_at_all() {
    let twist = [Rational::one(), half(), Rational::zero()];
    let open = |mu: Rational, twist| Proof::OpenUpTo { mu, twist };
    let bar = bar(Rational::one());
    assert_eq!(refusal(&bar, open(half(), twist.clone())), None);
    assert_eq!(refusal(&bar, open(half() - tiny(), twist.clone())), None);
    assert!(matches!(refusal(&bar, open(half() + tiny(), twist.clone())), Some(Refusal::Resists(_))));
    assert_eq!(refusal(&bar, open(-tiny(), twist.clone())), Some(Refusal::Bound));
    for nudge in [tiny(), -tiny()] {
        let mut turned = twist.clone();
        turned[1] += nudge;
        assert!(matches!(refusal(&bar, open(half(), turned)), Some(Refusal::Resists(_))));
    }
}

#[test]
fn an_escape_from_every_friction_rolls_and_does_not_slide() {
    let never = |w, vx, vy| refusal(&foot(), Proof::NeverClosed { twist: [w, vx, vy] });
    let (zero, one) = (Rational::zero, Rational::one);
    let resists = Some(Refusal::Resists("foot".into()));
    assert_eq!(never(one(), -one(), zero()), None);
    assert_eq!(never(one(), -one(), tiny()), None);
    assert_eq!(never(one(), -one(), -tiny()), resists);
    assert_eq!(never(one(), tiny() - one(), zero()), resists);
    assert_eq!(never(one() + tiny(), -one(), zero()), resists);
}

#[test]
fn only_who_is_left_out_may_resist() {
    let open = |without: &[&str], twist| Proof::Open {
        friction: FrictionUse::None,
        without: without.iter().map(|id| (*id).to_owned()).collect(),
        twist,
    };
    let up = || numbers([0, 0, 1]);
    let tug_up = |without: &[&str]| refusal(&pinwheel(), open(without, up()));
    assert_eq!(tug_up(&["above"]), None);
    assert_eq!(tug_up(&[]), Some(Refusal::Resists("above".into())));
    assert_eq!(tug_up(&["below"]), Some(Refusal::Resists("above".into())));
    assert_eq!(tug_up(&["above", "ceiling"]), Some(Refusal::LeftOut("ceiling".into())));
    assert_eq!(tug_up(&["Above"]), Some(Refusal::LeftOut("Above".into())));
}

#[test]
fn a_collapse_needs_work_to_spare() {
    let falls = |push: Rational, friction| AssemblyProof::Falls {
        friction,
        load: vec![[Rational::zero(), push, Rational::from(-10)]],
        twists: vec![numbers([0, 2, 1])],
        resistance: Vec::new(),
    };
    let five = || Rational::from(5);
    let check = |push, friction| refusal(&table(None), falls(push, friction));
    assert_eq!(check(five() + tiny(), FrictionUse::Given), None);
    assert_eq!(check(five(), FrictionUse::Given), Some(Refusal::NoWork));
    assert_eq!(check(-five(), FrictionUse::Given), Some(Refusal::NoWork));
    let resists = Some(Refusal::Resists("left".into()));
    assert_eq!(check(Rational::from(9), FrictionUse::Common(half() + tiny())), resists);
    assert_eq!(check(Rational::from(9), FrictionUse::Scaled(Rational::one() + tiny())), resists);
    assert_eq!(check(Rational::from(9), FrictionUse::Common(-half())), Some(Refusal::Bound));
}

#[test]
fn contacts_with_a_limit_take_up_what_they_can() {
    // Sliding along the floor, each foot takes up at most 10/2 for every metre.
    let falls = |push: Rational| AssemblyProof::Falls {
        friction: FrictionUse::Given,
        load: vec![[Rational::zero(), push, Rational::zero()]],
        twists: vec![numbers([0, 1, 0])],
        resistance: vec![half(), half()],
    };
    let ten = || Rational::from(10);
    assert_eq!(refusal(&table(Some(10)), falls(ten() + tiny())), None);
    assert_eq!(refusal(&table(Some(10)), falls(ten())), Some(Refusal::NoWork));
    assert_eq!(refusal(&table(None), falls(ten() + tiny())), Some(Refusal::Resists("left".into())));
    let mut one_unlimited = table(Some(10));
    one_unlimited.contacts[1].most = None;
    assert_eq!(refusal(&one_unlimited, falls(Rational::from(1000))), Some(Refusal::Resists("right".into())));
}

#[test]
fn the_most_that_is_carried_cannot_be_understated() {
    let slide = || numbers([0, 2, 1]);
    let beyond = |multiple: Rational, direction: [i64; 3]| {
        beyond(numbers([0, 0, -10]), numbers(direction), multiple, slide())
    };
    let five = || Rational::from(5);
    assert_eq!(refusal(&table(None), beyond(five(), [0, 1, 0])), None);
    assert_eq!(refusal(&table(None), beyond(five() + tiny(), [0, 1, 0])), None);
    assert_eq!(refusal(&table(None), beyond(five() - tiny(), [0, 1, 0])), Some(Refusal::NoWork));
    // Of a direction that does no work on the motion, or hinders it, nothing is bounded from above.
    for harmless in [[0, -1, 0], [0, 0, 0], [0, 1, -2], [1, 0, 0]] {
        let AssemblyProof::Bounds { normal, .. } = beyond(Rational::from(99), harmless) else { panic!() };
        assert!(!normal[0].is_positive());
    }
    // And the work that a direction does is not overstated.
    let mut faster = beyond(five(), [0, 1, 0]);
    if let AssemblyProof::Bounds { normal, .. } = &mut faster {
        normal[0] = normal[0].clone() + tiny();
    }
    assert_eq!(refusal(&table(None), faster), Some(Refusal::NoWork));
    let mut heavier = beyond(five(), [0, 1, 0]);
    if let AssemblyProof::Bounds { load, .. } = &mut heavier {
        load[0][2] = load[0][2].clone() - tiny();
    }
    assert_eq!(refusal(&table(None), heavier), Some(Refusal::NoWork));
}

#[test]
fn nothing_holds_a_body_without_contacts_but_rest() {
    let free = PlanarProblem::new(Default::default(), vec![]);
    let open = |twist| Proof::Open { friction: FrictionUse::Given, without: vec![], twist };
    assert_eq!(refusal(&free, open(numbers([0, 0, 1]))), None);
    assert_eq!(refusal(&free, open(numbers([0, 0, 0]))), Some(Refusal::NoMotion));
    let closed = Proof::Closed { friction: FrictionUse::Given, without: vec![], forces: vec![] };
    assert_eq!(refusal(&free, closed), Some(Refusal::Rank { found: 0, needed: 3 }));
    let touching = Proof::Touching { friction: FrictionUse::Given, forces: vec![] };
    assert_eq!(refusal(&free, touching), Some(Refusal::NoForce));
    let rests =
        |load| AssemblyProof::Rests { friction: FrictionUse::Given, load: vec![load], forces: vec![] };
    assert_eq!(refusal(&free, rests(numbers([0, 0, 0]))), None);
    assert!(is_unbalanced(refusal(&free, rests(numbers([0, 0, 1]))).as_ref()));
}
