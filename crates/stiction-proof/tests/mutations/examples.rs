//! Small problems with a true proof of every sort, each as tight as it can be.

use super::second_order;
use serde::{Deserialize, Serialize};
use stiction_proof::{
    AssemblyProof, FrictionUse, PlanarContact, PlanarProblem, Proof, Rational, Refusal, Verified,
};

/// A statement about closure, or about balance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Stated {
    Closure(Proof),
    Balance(AssemblyProof<PlanarContact>),
}

impl From<Proof> for Stated {
    fn from(proof: Proof) -> Self {
        Self::Closure(proof)
    }
}

impl From<AssemblyProof<PlanarContact>> for Stated {
    fn from(proof: AssemblyProof<PlanarContact>) -> Self {
        Self::Balance(proof)
    }
}

pub fn fraction(numerator: i64, denominator: u64) -> Rational {
    Rational::new(numerator, denominator)
}

pub fn half() -> Rational {
    fraction(1, 2)
}

/// 10⁻³⁰: far below anything a double would notice.
pub fn tiny() -> Rational {
    "1e-30".parse().unwrap()
}

pub fn numbers<const N: usize>(entries: [i64; N]) -> [Rational; N] {
    entries.map(Rational::from)
}

fn touch(id: &str, point: [Rational; 2], normal: [i64; 2], friction: Rational) -> PlanarContact {
    PlanarContact::new(id, point, numbers(normal), friction)
}

fn about_origin(contacts: Vec<PlanarContact>) -> PlanarProblem {
    PlanarProblem::new(numbers([0, 0]), contacts)
}

/// Two fingers squeeze a bar; the right one is `height` above the left one.
pub fn bar(height: Rational) -> PlanarProblem {
    let right = [Rational::from(1), height];
    about_origin(vec![
        touch("left", numbers([-1, 0]), [1, 0], half()),
        touch("right", right, [-1, 0], half()),
    ])
}

/// Four fingers without friction hold a square like a pinwheel.
pub fn pinwheel() -> PlanarProblem {
    let none = Rational::zero;
    about_origin(vec![
        touch("left", [fraction(-1, 1), half()], [1, 0], none()),
        touch("right", [fraction(1, 1), fraction(-1, 2)], [-1, 0], none()),
        touch("below", [half(), fraction(-1, 1)], [0, 1], none()),
        touch("above", [fraction(-1, 2), fraction(1, 1)], [0, -1], none()),
    ])
}

/// One foot on the floor below the reference.
pub fn foot() -> PlanarProblem {
    about_origin(vec![touch("foot", numbers([0, -1]), [0, 1], half())])
}

/// Two opposed fingers on one line, without friction: the wrenches span a line only.
pub fn tug() -> PlanarProblem {
    about_origin(vec![
        touch("left", numbers([-1, 0]), [1, 0], Rational::zero()),
        touch("right", numbers([1, 0]), [-1, 0], Rational::zero()),
    ])
}

/// A table on two feet, each limited to a force of `most`.
pub fn table(most: Option<i64>) -> PlanarProblem {
    let mut table = about_origin(vec![
        touch("left", numbers([-1, -1]), [0, 1], half()),
        touch("right", numbers([1, -1]), [0, 1], half()),
    ]);
    table.contacts.iter_mut().for_each(|contact| contact.most = most.map(Rational::from));
    table
}

/// A problem and a true proof about it, for every sort of proof.
pub fn all() -> Vec<(PlanarProblem, Stated)> {
    let ones = |count: usize| vec![numbers([1, 0]); count];
    let along_the_line = vec![numbers([2, 1]), numbers([2, 1])];
    let given = FrictionUse::Given;
    let none = FrictionUse::None;
    let slide = || numbers([0, 2, 1]);
    let closure = vec![
        (bar(Rational::zero()), Proof::Closed { friction: given.clone(), without: vec![], forces: ones(2) }),
        (pinwheel(), Proof::Closed { friction: none.clone(), without: vec![], forces: ones(4) }),
        (foot(), Proof::Open { friction: given.clone(), without: vec![], twist: slide() }),
        (bar(Rational::one()), Proof::ClosedAbove { mu: half(), forces: along_the_line }),
        (
            bar(Rational::one()),
            Proof::OpenUpTo { mu: half(), twist: [fraction(1, 1), half(), fraction(0, 1)] },
        ),
        (foot(), Proof::NeverClosed { twist: numbers([1, -1, 0]) }),
        (foot(), Proof::Breaks { friction: given.clone(), twist: numbers([0, 1, 1]) }),
        (tug(), Proof::Touching { friction: none, forces: ones(2) }),
        second_order::pinched(),
        second_order::turned_both_ways(),
        second_order::leaving(),
        second_order::sliding(),
    ];
    let balance = vec![
        (
            table(Some(10)),
            AssemblyProof::Rests {
                friction: FrictionUse::Given,
                load: vec![numbers([0, 4, -16])],
                // Left on the edge of its cone, right at its limit.
                forces: vec![numbers([6, 3]), numbers([10, 1])],
            },
        ),
        (
            table(None),
            AssemblyProof::Falls {
                friction: FrictionUse::Given,
                load: vec![[fraction(0, 1), fraction(5, 1) + tiny(), fraction(-10, 1)]],
                twists: vec![slide()],
                resistance: Vec::new(),
            },
        ),
        (table(None), beyond(numbers([0, 0, -10]), numbers([0, 1, 0]), fraction(5, 1), slide())),
    ];
    let closure = closure.into_iter().map(|(problem, proof)| (problem, Stated::Closure(proof)));
    closure.chain(balance.into_iter().map(|(problem, proof)| (problem, Stated::Balance(proof)))).collect()
}

/// That nothing of `load + s·direction` stands for `s > multiple`.
pub fn beyond(
    load: [Rational; 3],
    direction: [Rational; 3],
    multiple: Rational,
    twist: [Rational; 3],
) -> AssemblyProof<PlanarContact> {
    let rate: Rational = direction.iter().zip(&twist).map(|(a, b)| a * b).sum();
    AssemblyProof::Bounds {
        friction: FrictionUse::Given,
        load: vec![load],
        directions: vec![vec![direction]],
        taken: Vec::new(),
        bound: multiple * &rate,
        normal: vec![rate],
        twists: vec![twist],
        resistance: Vec::new(),
    }
}

pub fn refusal(problem: &PlanarProblem, proof: impl Into<Stated>) -> Option<Refusal> {
    match proof.into() {
        Stated::Closure(proof) => problem.check(proof).err(),
        Stated::Balance(proof) => problem.as_assembly("body").check(proof).map(Verified::into_proof).err(),
    }
}

/// Whether forces were refused because something is left of the load.
pub fn is_unbalanced(refusal: Option<&Refusal>) -> bool {
    matches!(refusal, Some(Refusal::Unbalanced(_) | Refusal::UnbalancedBody { .. }))
}
