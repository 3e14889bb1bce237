//! Closure and standing by trying every motion that could matter.
//!
//! What a body gains on a motion V, `w·V − Σ Lᵢ·max(0, −minⱼ Fⱼ·V)`, is linear between the planes `Fⱼ·V = 0` and
//! `(Fⱼ − Fₖ)·V = 0`.  With the three coordinate planes these cut the space of motions into pointed cones, whose
//! edges are cross products of pairs of their normals: if some motion gains, one of these does.

use crate::grasps::*;
use proptest::prelude::*;
use stiction_proof::{FrictionUse, PlanarProblem, Rational};

type Vector = [Rational; 3];

fn inner(a: &Vector, b: &Vector) -> Rational {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    let minor = |i: usize, j: usize| &a[i] * &b[j] - &a[j] * &b[i];
    [minor(1, 2), minor(2, 0), minor(0, 1)]
}

/// Wrenches of the cone edges of each contact, from the definition.
fn cones(problem: &PlanarProblem) -> Vec<Vec<Vector>> {
    let cone = |contact: &stiction_proof::PlanarContact| {
        let edge = |across: &Rational| {
            let force = plus(&contact.normal, &times(&turned(&contact.normal), across));
            let lever = plus(&contact.point, &times(&problem.reference, &Rational::from(-1)));
            let [fx, fy] = force;
            [&lever[0] * &fy - &lever[1] * &fx, fx, fy]
        };
        vec![edge(&contact.friction), edge(&-&contact.friction)]
    };
    problem.contacts.iter().map(cone).collect()
}

/// Every motion that could matter, both ways.
fn candidates(cones: &[Vec<Vector>]) -> Vec<Vector> {
    let mut planes: Vec<Vector> = vec![numbers([1, 0, 0]), numbers([0, 1, 0]), numbers([0, 0, 1])];
    for cone in cones {
        planes.extend(cone.iter().cloned());
        planes.push(plus(&cone[0], &times(&cone[1], &Rational::from(-1))));
    }
    let mut found = Vec::new();
    for (index, one) in planes.iter().enumerate() {
        for other in &planes[index + 1..] {
            let ray = cross(one, other);
            if ray.iter().any(|x| !x.is_zero()) {
                found.push(times(&ray, &Rational::from(-1)));
                found.push(ray);
            }
        }
    }
    found
}

/// How strongly a contact resists a motion with one unit of normal force.
fn resisted(cone: &[Vector], twist: &Vector) -> Rational {
    let most = cone.iter().map(|edge| -inner(edge, twist)).max().unwrap();
    most.max(Rational::zero())
}

fn escapes(problem: &PlanarProblem) -> bool {
    let cones = cones(problem);
    let free = |twist: &Vector| cones.iter().all(|cone| resisted(cone, twist).is_zero());
    candidates(&cones).iter().any(free)
}

fn falls(problem: &PlanarProblem, load: &Vector) -> bool {
    let cones = cones(problem);
    candidates(&cones).iter().any(|twist| {
        let mut gain = inner(load, twist);
        for (contact, cone) in problem.contacts.iter().zip(&cones) {
            let resisted = resisted(cone, twist);
            match &contact.most {
                Some(most) => gain -= &(most * &resisted),
                None if resisted.is_positive() => return false,
                None => {}
            }
        }
        gain.is_positive()
    })
}

/// Forces at three edges at most, found by Cramer's rule: enough where there are no limits.
fn balances(problem: &PlanarProblem, load: &Vector) -> bool {
    let edges: Vec<Vector> = cones(problem).into_iter().flatten().collect();
    let target = times(load, &Rational::from(-1));
    let solves = |a: &Vector, b: &Vector, c: &Vector| {
        let whole = inner(a, &cross(b, c));
        let parts =
            [inner(&target, &cross(b, c)), inner(a, &cross(&target, c)), inner(a, &cross(b, &target))];
        parts.iter().all(|part| part.checked_div(&whole).is_some_and(|part| !part.is_negative()))
    };
    // Directions that are not used stand in where fewer than three edges are: their part must be zero.
    let axes: [Vector; 3] = [numbers([1, 0, 0]), numbers([0, 1, 0]), numbers([0, 0, 1])];
    let both = |x: &Vector, y: &Vector, z: &Vector, back: [bool; 3]| {
        let turn = |v: &Vector, back: bool| if back { times(v, &Rational::from(-1)) } else { v.clone() };
        solves(x, y, z) && solves(&turn(x, back[0]), &turn(y, back[1]), &turn(z, back[2]))
    };
    if load.iter().all(Rational::is_zero) {
        return true;
    }
    for (i, a) in edges.iter().enumerate() {
        for (p, one) in axes.iter().enumerate() {
            if axes[p + 1..].iter().any(|other| {
                both(a, one, other, [false, true, true]) && both(a, one, other, [false, true, false])
            }) {
                return true;
            }
        }
        for (j, b) in edges.iter().enumerate().skip(i + 1) {
            if axes.iter().any(|axis| both(a, b, axis, [false, false, true])) {
                return true;
            }
            if edges[j + 1..].iter().any(|c| solves(a, b, c)) {
                return true;
            }
        }
    }
    false
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn closure_is_that_no_motion_of_all_that_matter_escapes(grasp in any_grasp(0..=5)) {
        prop_assert_eq!(closes(&grasp, FrictionUse::Given), !escapes(&grasp));
        let smooth = each(&grasp, |_, contact| contact.friction = Rational::zero());
        prop_assert_eq!(closes(&grasp, FrictionUse::None), !escapes(&smooth));
    }

    #[test]
    fn standing_is_that_no_motion_of_all_that_matter_gains(
        grasp in any_grasp(0..=4), limits in limits(), load in load(),
    ) {
        let body = limited(grasp, &limits);
        prop_assert_eq!(carries(&body, &load), !falls(&body, &load));
    }

    #[test]
    fn standing_is_that_three_edges_balance(grasp in any_grasp(1..=4), load in load()) {
        prop_assert_eq!(carries(&grasp, &load), balances(&grasp, &load));
    }
}
