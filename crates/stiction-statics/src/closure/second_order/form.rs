//! Quadratic forms on a plane of motions: the curvature sums of pairs of opposed contacts.
//!
//! Where the wrenches of all contacts that press are multiples `sᵢ·W` of one, the extreme equilibria are the pairs of
//! contacts with opposed signs, `λ = 1/|s|` each, and their sums are `hᵢ/|sᵢ| + hⱼ/|sⱼ|`.

use super::{Grip, Screw, combined, power};
use stiction_proof::{Bound, Curvature, PlanarContact, PlanarProblem, Rational};

/// `a·x² + m·xy + c·y²`.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Form(pub(super) [Rational; 3]);

impl Form {
    pub(super) fn at(&self, [x, y]: &[Rational; 2]) -> Rational {
        let [a, m, c] = &self.0;
        a * x * x + m * x * y + c * y * y
    }

    fn plus(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|entry| &self.0[entry] + &other.0[entry]))
    }

    /// Whether it is nowhere below another.
    fn is_above(&self, other: &Self) -> bool {
        let [a, m, c]: [Rational; 3] = std::array::from_fn(|entry| &self.0[entry] - &other.0[entry]);
        !a.is_negative() && !c.is_negative() && &m * &m <= Rational::from(4) * a * c
    }
}

/// Two opposed contacts with the multiples of their normals that cancel.
pub(super) struct Pair {
    contacts: [(usize, Rational); 2],
    pub(super) form: Form,
}

impl Pair {
    /// The multiples of all normals.
    pub(super) fn equilibrium(&self, contacts: usize) -> Vec<Rational> {
        let mut multipliers = vec![Rational::zero(); contacts];
        self.contacts.iter().for_each(|(index, multiplier)| multipliers[*index] = multiplier.clone());
        multipliers
    }
}

/// One contact of a pair.
pub(super) struct Half {
    index: usize,
    multiplier: Rational,
    pub(super) form: Form,
}

/// Pairs that are tried at most.
const MOST_PAIRS: usize = 256;
/// Contacts of one side that are compared with each other.
const MOST_HALVES: usize = 1000;

/// The pairs whose sums matter; none if they are too many.
pub(super) fn pairs(grip: &Grip<'_>, basis: &[Screw; 2], bound: Bound) -> Option<Vec<Pair>> {
    let [ahead, behind] = halves(grip, basis, bound)?;
    let join = |one: &Half, other: &Half| Pair {
        contacts: [(one.index, one.multiplier.clone()), (other.index, other.multiplier.clone())],
        form: one.form.plus(&other.form),
    };
    (ahead.len() * behind.len() <= MOST_PAIRS)
        .then(|| ahead.iter().flat_map(|one| behind.iter().map(move |other| join(one, other))).collect())
}

/// The contacts that push one way and those that push the other, without those that are nowhere the lower ones.
pub(super) fn halves(grip: &Grip<'_>, basis: &[Screw; 2], bound: Bound) -> Option<[Vec<Half>; 2]> {
    let first = &grip.pushes[*grip.pressing.first()?];
    if grip.pressing.len() > MOST_HALVES {
        return None;
    }
    let mut sides = [Vec::new(), Vec::new()];
    for &index in &grip.pressing {
        let multiple = power(&grip.pushes[index], first).checked_div(&power(first, first))?;
        let multiplier = multiple.abs().recip()?;
        let form = scaled(&form(grip.problem, &grip.problem.contacts[index], basis, bound)?, &multiplier);
        sides[usize::from(multiple.is_negative())].push(Half { index, multiplier, form });
    }
    Some(sides.map(lowest))
}

fn lowest(halves: Vec<Half>) -> Vec<Half> {
    let mut kept: Vec<Half> = Vec::new();
    for half in halves {
        if kept.iter().all(|other| !half.form.is_above(&other.form)) {
            kept.retain(|other| !other.form.is_above(&half.form));
            kept.push(half);
        }
    }
    kept
}

fn scaled(form: &Form, factor: &Rational) -> Form {
    Form(form.0.each_ref().map(|entry| entry * factor))
}

/// `h` of a contact on a plane of motions that keep it.
fn form(problem: &PlanarProblem, contact: &PlanarContact, basis: &[Screw; 2], bound: Bound) -> Option<Form> {
    let (zero, one) = (Rational::zero(), Rational::one());
    let at = |x: &Rational, y: &Rational| {
        problem.opening(contact, &combined(basis, &[x.clone(), y.clone()]), bound)
    };
    let (a, c) = (at(&one, &zero)?, at(&zero, &one)?);
    let mixed = at(&one, &one)? - &a - &c;
    Some(Form([a, mixed, c]))
}

/// The motion of a plane in which one outline of a contact moves in itself: `κτ + w = 0` of the body's,
/// `κ'τ − w = 0` of the other.
pub(super) fn in_itself(
    problem: &PlanarProblem,
    contact: &PlanarContact,
    basis: &[Screw; 2],
    of_body: bool,
) -> Option<Screw> {
    let [body, finger] = contact.curvature.as_ref()?;
    let (curvature, sign) = if of_body { (body, 1) } else { (finger, -1) };
    let value = |twist: &Screw| {
        let [_, slip] = problem.velocity(contact, twist);
        match curvature {
            Curvature::Arc(bend) => Some(bend * slip + Rational::from(sign) * &twist[0]),
            Curvature::Vertex => Some(slip),
            Curvature::Exactly(_) | Curvature::Between(_) => None,
        }
    };
    Some(combined(basis, &[-value(&basis[1])?, value(&basis[0])?]))
}
