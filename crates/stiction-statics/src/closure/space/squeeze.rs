//! Forces in doubles that nearly cancel, made into rationals that do.

use super::round::{Cone, Cones, size};
use super::{ClosureQuestion, nothing};
use stiction_exact::double::norm;
use stiction_exact::equations::combination;
use stiction_exact::integers;
use stiction_proof::{Generator, Push, Rational};

/// One unknown of the balance: a multiple of a direction at a contact.
struct Unknown {
    cone: usize,
    /// How the direction enters the push.
    direction: Generator,
    /// Its wrench in doubles.
    wrench: [f64; 6],
    value: Rational,
}

/// Pushes that cancel exactly, close to multiples `x` of the cones' columns.
pub(super) fn forces(asked: &ClosureQuestion, cones: &Cones, x: &[f64]) -> Option<Vec<Push>> {
    forces_against(asked, cones, x, &Default::default())
}

/// Parts of the largest multiple to which short ones are rounded.
const FINE: f64 = 281_474_976_710_656.0;

/// As [`forces`], in short integers: a squeeze has no scale, and numbers beyond a double's are worth nothing.
pub(super) fn short_forces(asked: &ClosureQuestion, cones: &Cones, x: &[f64]) -> Option<Vec<Push>> {
    let mut unknowns = unknowns(asked, cones, x)?;
    let largest = unknowns.iter().fold(0.0_f64, |most, unknown| most.max(unknown.value.to_f64().abs()));
    for unknown in &mut unknowns {
        unknown.value = Rational::from_f64((unknown.value.to_f64() / largest * FINE).round())?;
    }
    balance(asked, cones, &mut unknowns, &Default::default())?;
    let values: Vec<Rational> = unknowns.iter().map(|unknown| unknown.value.clone()).collect();
    let (whole, _) = integers::scaled(&values);
    for (unknown, value) in unknowns.iter_mut().zip(whole) {
        unknown.value = Rational::from(value);
    }
    Some(pushes(asked, cones, &unknowns))
}

/// Pushes that balance a load exactly, close to multiples `x` of the cones' columns.
pub(super) fn forces_against(
    asked: &ClosureQuestion,
    cones: &Cones,
    x: &[f64],
    load: &[Rational; 6],
) -> Option<Vec<Push>> {
    let mut unknowns = unknowns(asked, cones, x)?;
    balance(asked, cones, &mut unknowns, load)?;
    Some(pushes(asked, cones, &unknowns))
}

/// Changes at most six unknowns so that all balance a load exactly.
fn balance(
    asked: &ClosureQuestion,
    cones: &Cones,
    unknowns: &mut [Unknown],
    load: &[Rational; 6],
) -> Option<()> {
    let mut chosen = independent(unknowns);
    let wrench = |unknown: &Unknown| {
        let contact = &asked.problem.contacts[cones.cones[unknown.cone].contact];
        asked.problem.wrench(contact, &unknown.direction).to_vec()
    };
    let mut rest: Vec<Rational> = load.iter().map(|entry| -entry).collect();
    for unknown in unknowns.iter() {
        rest.iter_mut().zip(wrench(unknown)).for_each(|(sum, part)| *sum -= &(part * &unknown.value));
    }
    let mut columns: Vec<Vec<Rational>> = chosen.iter().map(|&index| wrench(&unknowns[index])).collect();
    // A last column that is independent by rounding alone is no help.
    let changes = combination(&columns, &rest).or_else(|| {
        columns.pop();
        chosen.pop();
        combination(&columns, &rest)
    })?;
    for (index, change) in chosen.into_iter().zip(changes) {
        unknowns[index].value += change;
    }
    Some(())
}

/// The proposal as multiples of rational directions: edges, or the axes of the world and the moment.
fn unknowns(asked: &ClosureQuestion, cones: &Cones, x: &[f64]) -> Option<Vec<Unknown>> {
    let mut unknowns = Vec::new();
    let mut rest = x;
    for (index, cone) in cones.cones.iter().enumerate() {
        let (own, others) = rest.split_at_checked(cone.columns.len())?;
        rest = others;
        for (direction, wrench, value) in directions(asked, cones, cone, own) {
            unknowns.push(Unknown { cone: index, direction, wrench, value: Rational::from_f64(value)? });
        }
    }
    Some(unknowns)
}

fn directions(
    asked: &ClosureQuestion,
    cones: &Cones,
    cone: &Cone,
    x: &[f64],
) -> Vec<(Generator, [f64; 6], f64)> {
    let contact = &asked.problem.contacts[cone.contact];
    let (largest, rest) = size(&contact.normal);
    let length = largest.get().to_f64() * rest;
    if !cone.round {
        let edges = asked.edges(cone.contact).into_iter().zip(&cone.columns).zip(x);
        return edges.map(|((edge, column), &x)| (edge, *column, x / length)).collect();
    }
    let mut own = x[1..].iter();
    let mut force = cone.frame[0].map(|entry| entry * x[0]);
    let (rubs, twists) = (cone.columns.len() > 2, cone.columns.len() != 3);
    if rubs {
        for (tangent, &x) in cone.frame[1..].iter().zip(&mut own) {
            force.iter_mut().zip(tangent).for_each(|(sum, part)| *sum += x * part);
        }
    }
    let mut directions: Vec<(Generator, [f64; 6], f64)> = if rubs {
        let [n, first, second] = &cone.frame;
        // The axes' wrenches in doubles from those of the frame, whose tangents are μ long.
        let mu = first.iter().map(|x| x * x).sum::<f64>().sqrt();
        let axis = |i: usize| {
            let parts = [n[i], first[i] / (mu * mu), second[i] / (mu * mu)];
            std::array::from_fn(|row| (0..3).map(|k| parts[k] * cone.columns[k][row]).sum())
        };
        let unit = |i: usize| Generator {
            force: std::array::from_fn(|j| Rational::from(i64::from(i == j))),
            spin: Rational::zero(),
        };
        (0..3).map(|i| (unit(i), axis(i), force[i])).collect()
    } else {
        let normal = Generator { force: contact.normal.clone(), spin: Rational::zero() };
        vec![(normal, cone.columns[0], x[0] / length)]
    };
    if let Some((&x, true)) = own.next().map(|x| (x, twists)) {
        let column = cone.columns[cone.columns.len() - 1];
        let gamma = asked.coefficients[cone.contact].torsion.to_f64();
        let spin = Generator { force: Default::default(), spin: Rational::one() };
        // The column is γ/length long, the direction is as long as the normal.
        let scale = length * cones.length.recip() / (gamma / cones.length);
        directions.push((spin, column.map(|entry| entry * scale), x * gamma / length));
    }
    directions
}

/// Parts of the first unknown's size below which what is left of the others counts as nothing.
const DEPENDENT: f64 = 1e-15;

/// Unknowns, at most six, that can take up any rest: those at contacts that push hardest, as independent as can be.
fn independent(unknowns: &[Unknown]) -> Vec<usize> {
    let weight = |unknown: &Unknown| {
        let of_cone = unknowns.iter().filter(|other| other.cone == unknown.cone);
        of_cone.fold(0.0_f64, |most, other| most.max(other.value.to_f64().abs()))
    };
    let mut columns: Vec<[f64; 6]> = unknowns
        .iter()
        .map(|unknown| {
            let norm = norm(&unknown.wrench).max(f64::MIN_POSITIVE);
            let weight = weight(unknown);
            unknown.wrench.map(|entry| entry * weight / norm)
        })
        .collect();
    let (mut chosen, mut first) = (Vec::new(), None);
    for _ in 0..6 {
        let size = |index: &usize| norm(&columns[*index]);
        let free = (0..columns.len()).filter(|index| !chosen.contains(index));
        let Some(best) = free.max_by(|a, b| size(a).total_cmp(&size(b))) else { break };
        let length = size(&best);
        let enough = length > DEPENDENT * *first.get_or_insert(length);
        if !enough {
            break;
        }
        let direction = columns[best].map(|entry| entry / length);
        for column in &mut columns {
            let along: f64 = column.iter().zip(&direction).map(|(a, b)| a * b).sum();
            column.iter_mut().zip(&direction).for_each(|(entry, part)| *entry -= along * part);
        }
        chosen.push(best);
    }
    chosen
}

fn pushes(asked: &ClosureQuestion, cones: &Cones, unknowns: &[Unknown]) -> Vec<Push> {
    let mut pushes = vec![nothing(); asked.problem.contacts.len()];
    for (index, cone) in cones.cones.iter().enumerate() {
        let own: Vec<&Unknown> = unknowns.iter().filter(|unknown| unknown.cone == index).collect();
        pushes[cone.contact] = if cone.round {
            let total = |part: &dyn Fn(&Generator) -> Rational| {
                own.iter().map(|unknown| part(&unknown.direction) * &unknown.value).sum::<Rational>()
            };
            let force = std::array::from_fn(|axis| total(&|g| g.force[axis].clone()));
            Push::Force { force, spin: total(&|g| g.spin.clone()) }
        } else {
            asked.push_of_edges(cone.contact, own.iter().map(|unknown| unknown.value.clone()).collect())
        };
    }
    pushes
}
