//! What a spatial proof says, word by word from the definitions of the cones, with none of the checker's algebra:
//! forces are split into a multiple of the normal and a part across it, pyramids are judged by the gauge of their
//! cross-section, statements about every coefficient by several of them.

use stiction_proof::{
    Coefficients, FrictionUse, Generator, Push, Rational, SpatialContact, SpatialProblem, SpatialProof,
    Vector,
};

pub fn dot(a: &Vector, b: &Vector) -> Rational {
    &a[0] * &b[0] + &a[1] * &b[1] + &a[2] * &b[2]
}

pub fn cross(a: &Vector, b: &Vector) -> Vector {
    [&a[1] * &b[2] - &a[2] * &b[1], &a[2] * &b[0] - &a[0] * &b[2], &a[0] * &b[1] - &a[1] * &b[0]]
}

/// `v = a·n + x` with `x` across `n`.
fn split(vector: &Vector, normal: &Vector) -> (Rational, Vector) {
    let along = dot(vector, normal).checked_div(&dot(normal, normal)).unwrap();
    let across = std::array::from_fn(|i| &vector[i] - &(&along * &normal[i]));
    (along, across)
}

/// Least `Σk` with `x = Σ kⱼdⱼ`, `k ≥ 0`: over all pairs of sides, since two suffice across a normal.
fn gauge(sides: &[Vector], normal: &Vector, x: &Vector) -> Option<Rational> {
    let turned = |a: &Vector, b: &Vector| dot(&cross(a, b), normal);
    let mut least: Option<Rational> = None;
    for (one, other) in sides.iter().flat_map(|one| sides.iter().map(move |other| (one, other))) {
        let area = turned(one, other);
        let parts = (turned(x, other).checked_div(&area), turned(one, x).checked_div(&area));
        if let (Some(a), Some(b)) = parts
            && !a.is_negative()
            && !b.is_negative()
            && least.as_ref().is_none_or(|least| &(&a + &b) < least)
        {
            least = Some(a + b);
        }
    }
    least
}

/// Whether a force and a moment are in a contact's cone; with `strictly`, in its relative interior.
pub fn inside(contact: &SpatialContact, cone: &Coefficients, push: &Generator, strictly: bool) -> bool {
    let (along, across) = split(&push.force, &contact.normal);
    if !along.is_positive() {
        return !strictly
            && along.is_zero()
            && push.spin.is_zero()
            && push.force.iter().all(Rational::is_zero);
    }
    let slips = across.iter().any(|entry| !entry.is_zero());
    if (slips && cone.friction.is_zero()) || (!push.spin.is_zero() && cone.torsion.is_zero()) {
        return false;
    }
    let of = |part: Rational, coefficient: &Rational| part.checked_div(coefficient).unwrap_or_default();
    let turn = of(push.spin.abs(), &cone.torsion);
    let (used, most) = match &contact.across {
        Some(sides) if slips => {
            let Some(gauge) = gauge(sides, &contact.normal, &across) else { return false };
            (of(gauge, &cone.friction) + turn, along)
        }
        Some(_) => (turn, along),
        None => {
            let square = &cone.friction * &cone.friction * dot(&contact.normal, &contact.normal);
            (of(dot(&across, &across), &square) + &turn * &turn, &along * &along)
        }
    };
    if strictly { used < most } else { used <= most }
}

/// The velocity of the body's point at the contact.
fn speed(problem: &SpatialProblem, contact: &SpatialContact, twist: &[Rational; 6]) -> (Vector, Vector) {
    let [w, v] = [0, 3].map(|first| std::array::from_fn(|i| twist[first + i].clone()));
    let arm: Vector = std::array::from_fn(|i| &contact.point[i] - &problem.reference[i]);
    let turned = cross(&w, &arm);
    (std::array::from_fn(|i| &v[i] + &turned[i]), w)
}

/// The least work of a force with normal part 1 is `n·u − μ|n||ut|`, with torsion as the second leg; whether it is
/// not negative, or positive.
fn works(
    problem: &SpatialProblem,
    contact: &SpatialContact,
    cone: &Coefficients,
    twist: &[Rational; 6],
    strictly: bool,
) -> bool {
    let (velocity, turn) = speed(problem, contact, twist);
    let (part, slip) = split(&velocity, &contact.normal);
    let length = dot(&contact.normal, &contact.normal);
    let apart = part * &length;
    let spun = dot(&contact.normal, &turn) * &cone.torsion;
    let least = match &contact.across {
        // A pyramid: the worst side, or the worst turn.
        Some(sides) => {
            let side = |d: &Vector| &apart + &(&cone.friction * &dot(d, &slip));
            sides.iter().map(side).chain([&apart - &spun.abs()]).min().unwrap()
        }
        None => {
            let legs = &cone.friction * &cone.friction * dot(&slip, &slip) * &length + &spun * &spun;
            if apart.is_negative() { apart } else { &apart * &apart - legs }
        }
    };
    if strictly { least.is_positive() } else { !least.is_negative() }
}

/// The rank of a list of wrenches, by elimination with columns.
fn rank(mut rows: Vec<[Rational; 6]>) -> usize {
    let mut rank = 0;
    for column in 0..6 {
        let Some(pivot) = rows.iter().position(|row| !row[column].is_zero()) else { continue };
        let head = rows.swap_remove(pivot);
        for row in &mut rows {
            let factor = row[column].checked_div(&head[column]).unwrap();
            row.iter_mut().zip(&head).for_each(|(entry, other)| *entry -= &(&factor * other));
        }
        rank += 1;
    }
    rank
}

fn wrench(problem: &SpatialProblem, contact: &SpatialContact, push: &Generator) -> [Rational; 6] {
    let arm: Vector = std::array::from_fn(|i| &contact.point[i] - &problem.reference[i]);
    let moment = cross(&arm, &push.force);
    std::array::from_fn(|i| match i {
        0..3 => &moment[i] + &(&push.spin * &contact.normal[i]),
        _ => push.force[i - 3].clone(),
    })
}

/// Members of a cone that span it: those it is made of, or of a round one its normal, that with the friction of
/// each axis, that with torsion.
fn members(contact: &SpatialContact, cone: &Coefficients) -> Vec<Generator> {
    let plus = |d: &Vector| std::array::from_fn(|i| &contact.normal[i] + &(&cone.friction * &d[i]));
    let axes = || {
        (0..3).map(|i| split(&std::array::from_fn(|j| Rational::from(i64::from(i == j))), &contact.normal).1)
    };
    let sides: Vec<Vector> = contact.across.clone().unwrap_or_else(|| axes().collect());
    let mut members: Vec<Generator> =
        sides.iter().map(|d| Generator { force: plus(d), spin: Rational::zero() }).collect();
    for spin in [Rational::zero(), cone.torsion.clone()] {
        members.push(Generator { force: contact.normal.clone(), spin });
    }
    members
}

fn zero(push: &Generator) -> bool {
    push.spin.is_zero() && push.force.iter().all(Rational::is_zero)
}

/// The total of a push; none where it is not one of this contact's cone.
fn total(contact: &SpatialContact, cone: &Coefficients, push: &Push) -> Option<Generator> {
    match (push, &contact.across) {
        (Push::Force { force, spin }, None) => Some(Generator { force: force.clone(), spin: spin.clone() }),
        (Push::Edges { edges }, Some(sides)) => {
            let soft = cone.torsion.is_positive();
            if edges.iter().any(Rational::is_negative)
                || edges.len() != sides.len() + if soft { 2 } else { 0 }
            {
                return None;
            }
            let mut sum = Generator { force: Default::default(), spin: Rational::zero() };
            for (index, multiple) in edges.iter().enumerate() {
                let d = sides.get(index).cloned().unwrap_or_default();
                for i in 0..3 {
                    sum.force[i] += multiple * &(&contact.normal[i] + &(&cone.friction * &d[i]));
                }
                let side = Rational::from([0, 1, -1][(index + 1).saturating_sub(sides.len()).min(2)]);
                sum.spin += multiple * &cone.torsion * side;
            }
            Some(sum)
        }
        // Nothing is nothing, however it is written.
        (Push::Force { force, spin }, Some(_)) => {
            let sum = Generator { force: force.clone(), spin: spin.clone() };
            zero(&sum).then_some(sum)
        }
        (Push::Edges { edges }, None) => {
            let none = Generator { force: Default::default(), spin: Rational::zero() };
            edges.iter().all(Rational::is_zero).then_some(none)
        }
    }
}

/// The pushes, made with the coefficients `with`, balance; each is nothing or inside the cone of `cones`.
fn squeeze(
    problem: &SpatialProblem,
    forces: &[Push],
    with: &FrictionUse,
    cones: &FrictionUse,
    without: &[String],
    strictly: bool,
) -> Option<Vec<Generator>> {
    let totals: Vec<Generator> = (problem.contacts.iter().zip(problem.coefficients(with)).zip(forces))
        .map(|((contact, cone), push)| total(contact, &cone, push))
        .collect::<Option<_>>()?;
    let mut sum: [Rational; 6] = Default::default();
    for ((contact, cone), push) in problem.contacts.iter().zip(problem.coefficients(cones)).zip(&totals) {
        let acts = !zero(push);
        if acts && (without.contains(&contact.id) || !inside(contact, &cone, push, strictly)) {
            return None;
        }
        sum.iter_mut().zip(wrench(problem, contact, push)).for_each(|(sum, part)| *sum += part);
    }
    (forces.len() == problem.contacts.len() && sum.iter().all(Rational::is_zero)).then_some(totals)
}

fn closes(
    problem: &SpatialProblem,
    forces: &[Push],
    with: &FrictionUse,
    cones: &FrictionUse,
    without: &[String],
) -> bool {
    let Some(totals) = squeeze(problem, forces, with, cones, without, true) else { return false };
    let pushing = problem.contacts.iter().zip(problem.coefficients(cones)).zip(&totals);
    let rows = pushing
        .filter(|(_, push)| !zero(push))
        .flat_map(|((contact, cone), _)| {
            members(contact, &cone).into_iter().map(|member| wrench(problem, contact, &member))
        })
        .collect();
    rank(rows) == 6
}

fn free(
    problem: &SpatialProblem,
    friction: &FrictionUse,
    without: &[String],
    twist: &[Rational; 6],
    strictly: bool,
) -> bool {
    twist.iter().any(|entry| !entry.is_zero())
        && problem.contacts.iter().zip(problem.coefficients(friction)).all(|(contact, cone)| {
            without.contains(&contact.id) || works(problem, contact, &cone, twist, strictly)
        })
}

/// A contact that has a direction, coefficients that are not negative, and a pyramid about its normal.
fn sane(contact: &SpatialContact) -> bool {
    let negative = |value: &Option<Rational>| value.as_ref().is_some_and(Rational::is_negative);
    let about = |sides: &Vec<Vector>| {
        let sum: Vector = std::array::from_fn(|i| sides.iter().map(|side| side[i].clone()).sum());
        sum.iter().all(Rational::is_zero) && sides.iter().all(|side| dot(side, &contact.normal).is_zero())
    };
    contact.normal.iter().any(|entry| !entry.is_zero())
        && !contact.friction.is_negative()
        && !negative(&contact.torsion)
        && !negative(&contact.most)
        && contact.across.as_ref().is_none_or(about)
}

/// Whether the witness shows what the proof says.
pub fn holds(problem: &SpatialProblem, proof: &SpatialProof) -> bool {
    let common = |mu: Rational| FrictionUse::Common(mu);
    let powers = ["1e-150", "1e-3", "1", "1e60"].map(|text| text.parse::<Rational>().unwrap());
    let sensible = |friction: &FrictionUse| match friction {
        FrictionUse::Common(value) | FrictionUse::Scaled(value) => !value.is_negative(),
        _ => true,
    };
    problem.contacts.iter().all(sane)
        && match proof {
            SpatialProof::Closed { friction, without, forces } => {
                sensible(friction) && closes(problem, forces, friction, friction, without)
            }
            SpatialProof::ClosedAbove { mu, forces } => {
                let above =
                    |more: &Rational| closes(problem, forces, &common(mu.clone()), &common(mu + more), &[]);
                !mu.is_negative() && powers.iter().all(above)
            }
            SpatialProof::Open { friction, without, twist } => {
                sensible(friction) && free(problem, friction, without, twist, false)
            }
            SpatialProof::OpenUpTo { mu, twist } => {
                !mu.is_negative() && free(problem, &common(mu.clone()), &[], twist, false)
            }
            SpatialProof::NeverClosed { twist } => {
                powers.iter().all(|mu| free(problem, &common(mu.clone()), &[], twist, false))
            }
            SpatialProof::Breaks { friction, twist } => {
                sensible(friction) && free(problem, friction, &[], twist, true)
            }
            SpatialProof::Touching { friction, forces } => {
                sensible(friction)
                    && squeeze(problem, forces, friction, friction, &[], false)
                        .is_some_and(|totals| !totals.iter().all(zero))
            }
            SpatialProof::Immobile { .. } | SpatialProof::Mobile { .. } | SpatialProof::Glides { .. } => {
                false
            }
        }
}
