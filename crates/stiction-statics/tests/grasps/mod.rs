//! Grasps for tests: on small grids, where degenerate ones are common, and just beside them.

#![allow(dead_code)] // Each test uses its own part.

pub mod space;

use proptest::prelude::*;
use stiction_geometry::screw::Planar;
use stiction_proof::{FrictionUse, PlanarContact, PlanarProblem, Rational};
use stiction_scene::Extent;
use stiction_scene::Verdict;
use stiction_statics::closure::closure;
use stiction_statics::stand::assembly::{self, Most, Stands};

pub fn fraction(numerator: i64, denominator: u64) -> Rational {
    Rational::new(numerator, denominator)
}

pub fn number(text: &str) -> Rational {
    text.parse().unwrap()
}

pub fn numbers<const N: usize>(entries: [i64; N]) -> [Rational; N] {
    entries.map(Rational::from)
}

pub fn pair(x: &str, y: &str) -> [Rational; 2] {
    [number(x), number(y)]
}

/// A contact; the names are given by [`grasp_of`].
pub fn touch(point: [Rational; 2], normal: [Rational; 2], friction: Rational) -> PlanarContact {
    PlanarContact::new("", point, normal, friction)
}

/// The same with 1, 2, 3 … for names.
fn numbered<T>(mut contacts: Vec<T>, id: impl Fn(&mut T) -> &mut String) -> Vec<T> {
    contacts.iter_mut().enumerate().for_each(|(index, contact)| *id(contact) = format!("{}", index + 1));
    contacts
}

/// Contacts named 1, 2, 3 …, moments about the origin.
pub fn grasp_of(contacts: Vec<PlanarContact>) -> PlanarProblem {
    PlanarProblem::new(Default::default(), numbered(contacts, |contact| &mut contact.id))
}

pub fn closes(problem: &PlanarProblem, friction: FrictionUse) -> bool {
    closure(problem, &friction).unwrap().is_yes()
}

/// Whether a body alone stands, as an assembly of one.
pub fn stands(problem: &PlanarProblem, load: &[Rational; 3], friction: &FrictionUse) -> Stands<Planar> {
    let body = problem.as_assembly("body");
    let stands = assembly::stands::<Planar>(&body, std::slice::from_ref(load), friction).unwrap();
    assert!(!matches!(stands, Verdict::Undecided), "edges are always decided");
    stands
}

/// How far a direction may be added to the load of a body alone; what is not without end is known exactly.
pub fn most_load(problem: &PlanarProblem, load: &[Rational; 3], direction: &[Rational; 3]) -> Most<Planar> {
    let (body, one) = (problem.as_assembly("body"), std::slice::from_ref);
    let most = assembly::most_load::<Planar>(&body, one(load), one(direction)).unwrap();
    assert!(!matches!(most, Extent::Undecided), "edges are always decided");
    assert!(most.bracket().is_none_or(|bracket| bracket.is_exact()));
    most
}

/// How many dimensions the forces have that balance a load.
pub fn dimension(problem: &PlanarProblem, load: &[Rational; 3]) -> Option<usize> {
    let body = problem.as_assembly("body");
    let found = assembly::indeterminacy::<Planar>(&body, std::slice::from_ref(load)).unwrap();
    found.map(|found| found.proof().dimension)
}

pub fn carries(problem: &PlanarProblem, load: &[Rational; 3]) -> bool {
    carries_with(problem, load, FrictionUse::Given)
}

pub fn carries_with(problem: &PlanarProblem, load: &[Rational; 3], friction: FrictionUse) -> bool {
    matches!(stands(problem, load, &friction), Verdict::Yes(_))
}

pub fn dot(a: &[Rational; 2], b: &[Rational; 2]) -> Rational {
    &a[0] * &b[0] + &a[1] * &b[1]
}

/// A vector turned by +90°.
pub fn turned([x, y]: &[Rational; 2]) -> [Rational; 2] {
    [-y, x.clone()]
}

pub fn plus<const N: usize>(a: &[Rational; N], b: &[Rational; N]) -> [Rational; N] {
    std::array::from_fn(|i| &a[i] + &b[i])
}

pub fn times<const N: usize>(a: &[Rational; N], factor: &Rational) -> [Rational; N] {
    std::array::from_fn(|i| &a[i] * factor)
}

/// The same problem with every contact changed.
pub fn each(problem: &PlanarProblem, change: impl Fn(usize, &mut PlanarContact)) -> PlanarProblem {
    let mut problem = problem.clone();
    problem.contacts.iter_mut().enumerate().for_each(|(index, contact)| change(index, contact));
    problem
}

/// A rotation by an angle with rational cosine and sine.
#[derive(Debug, Clone)]
pub struct Turn(Rational, Rational);

impl Turn {
    pub fn apply(&self, [x, y]: &[Rational; 2]) -> [Rational; 2] {
        let Turn(cosine, sine) = self;
        [cosine * x - sine * y, sine * x + cosine * y]
    }

    /// The whole problem turned about the origin.
    pub fn problem(&self, problem: &PlanarProblem) -> PlanarProblem {
        let mut turned = each(problem, |_, contact| {
            contact.point = self.apply(&contact.point);
            contact.normal = self.apply(&contact.normal);
        });
        turned.reference = self.apply(&problem.reference);
        turned
    }
}

pub fn turn() -> impl Strategy<Value = Turn> {
    let pythagorean =
        [(3, 4, 5), (-4, 3, 5), (5, -12, 13), (-1, 0, 1), (0, 1, 1), (-20, -21, 29), (399, 40, 401)];
    prop::sample::select(pythagorean.to_vec()).prop_map(|(a, b, c)| Turn(fraction(a, c), fraction(b, c)))
}

/// An integer of −3 … 3, sometimes 10⁻³⁰ beside it.
pub fn coordinate() -> impl Strategy<Value = Rational> {
    let beside = |(whole, by): (i64, i64)| Rational::from(whole) + Rational::from(by) * number("1e-30");
    prop_oneof![
        5 => (-3..=3_i64).prop_map(Rational::from),
        1 => (-3..=3_i64, -1..=1_i64).prop_map(beside),
        1 => (-9..=9_i64, 1..=7_u64).prop_map(|(a, b)| fraction(a, b)),
    ]
}

pub fn point() -> impl Strategy<Value = [Rational; 2]> {
    [coordinate(), coordinate()]
}

pub fn normal() -> impl Strategy<Value = [Rational; 2]> {
    point().prop_filter("a normal has a direction", |[x, y]| !x.is_zero() || !y.is_zero())
}

pub fn friction() -> impl Strategy<Value = Rational> {
    let common = [(0, 1), (0, 1), (1, 3), (1, 2), (1, 1), (2, 1)];
    prop::sample::select(common.to_vec()).prop_map(|(a, b)| fraction(a, b))
}

pub fn contact() -> impl Strategy<Value = PlanarContact> {
    (point(), normal(), friction()).prop_map(|(point, normal, friction)| touch(point, normal, friction))
}

/// A grasp with so many contacts; the reference is anywhere.
pub fn grasp(contacts: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = PlanarProblem> {
    (prop::collection::vec(contact(), contacts), point()).prop_map(|(contacts, reference)| {
        let mut grasp = grasp_of(contacts);
        grasp.reference = reference;
        grasp
    })
}

/// A grasp whose normals point inwards, more or less, so that it often closes.
pub fn inward_grasp(contacts: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = PlanarProblem> {
    let away = |point: &[Rational; 2]| point.iter().any(|x| !x.is_zero());
    let contact = (point().prop_filter("not at the centre", away), -1..=1_i64, friction());
    let inward = |(point, aside, friction): ([Rational; 2], i64, Rational)| {
        let normal = plus(&times(&point, &Rational::from(-1)), &times(&turned(&point), &fraction(aside, 2)));
        touch(point, normal, friction)
    };
    prop::collection::vec(contact.prop_map(inward), contacts).prop_map(grasp_of)
}

/// Both sorts.
pub fn any_grasp(contacts: std::ops::RangeInclusive<usize>) -> impl Strategy<Value = PlanarProblem> {
    prop_oneof![grasp(contacts.clone()), inward_grasp(contacts)]
}

pub fn load() -> impl Strategy<Value = [Rational; 3]> {
    [coordinate(), coordinate(), coordinate()]
}

/// Limits for some of the contacts.
pub fn limited(problem: PlanarProblem, limits: &[Option<i64>]) -> PlanarProblem {
    each(&problem, |index, contact| {
        contact.most = limits[index % limits.len()].map(Rational::from);
    })
}

pub fn limits() -> impl Strategy<Value = Vec<Option<i64>>> {
    prop::collection::vec(prop::option::of(0..=4_i64), 4)
}
