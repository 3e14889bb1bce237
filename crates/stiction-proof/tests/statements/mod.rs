//! What a spatial proof in doubles says, in rationals.

use stiction_proof::Rational;
use stiction_proof::quick::weight;
use stiction_proof::quick_space::{Frame, Push, Pushes, QuickModel, QuickSpatialContact, QuickSpatialProof};

type Vector = [Rational; 3];

fn exact<const D: usize>(doubles: &[f64; D]) -> [Rational; D] {
    doubles.map(|entry| Rational::from_f64(entry).unwrap())
}

fn dot<const D: usize>(a: &[Rational; D], b: &[Rational; D]) -> Rational {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn cross(a: &Vector, b: &Vector) -> Vector {
    [&a[1] * &b[2] - &a[2] * &b[1], &a[2] * &b[0] - &a[0] * &b[2], &a[0] * &b[1] - &a[1] * &b[0]]
}

fn wrench(contact: &QuickSpatialContact, force: &[f64; 3], spin: f64) -> [Rational; 6] {
    let frame = Frame::of(contact).unwrap();
    let (f, n, spin) = (exact(force), exact(frame.normal()), Rational::from_f64(spin).unwrap());
    let moment = cross(&exact(&contact.point), &f);
    let turned = |axis: usize| &moment[axis] + &(&spin * &n[axis]);
    [turned(0), turned(1), turned(2), f[0].clone(), f[1].clone(), f[2].clone()]
}

/// `(|ft|/μ)² + (m/γ)² ≤ fn²` without quotients.
pub fn in_cone(contact: &QuickSpatialContact, force: &[f64; 3], spin: f64) -> bool {
    let n = exact(Frame::of(contact).unwrap().normal());
    let [f, [mu, gamma, spin]] = [exact(force), exact(&[contact.friction, contact.torsion, spin])];
    let (along, square) = (dot(&f, &n), dot(&n, &n));
    let across = dot(&f, &f) * &square - &along * &along;
    let turn = &spin * &square;
    if gamma.is_zero() || mu.is_zero() {
        let turns = if gamma.is_zero() { spin.is_zero() } else { spin.abs() * &square <= &gamma * &along };
        return !along.is_negative() && turns && across <= &mu * &mu * &along * &along;
    }
    let (mu2, gamma2) = (&mu * &mu, &gamma * &gamma);
    !along.is_negative() && across * &gamma2 + &turn * &turn * &mu2 <= &mu2 * &gamma2 * &along * &along
}

/// The solution of `Bλ = b`, columns given; none if B is singular.
fn solve(columns: &[[Rational; 6]], target: &[Rational; 6]) -> Option<Vec<Rational>> {
    let mut rows: Vec<Vec<Rational>> = (0..6)
        .map(|row| columns.iter().map(|c| c[row].clone()).chain([target[row].clone()]).collect())
        .collect();
    for pivot in 0..6 {
        let found = (pivot..6).find(|row| !rows[*row][pivot].is_zero())?;
        rows.swap(pivot, found);
        let by = rows[pivot][pivot].clone();
        for entry in &mut rows[pivot] {
            *entry = entry.checked_div(&by)?;
        }
        let head = rows[pivot].clone();
        for (index, row) in rows.iter_mut().enumerate().filter(|(index, _)| *index != pivot) {
            let factor = row[pivot].clone();
            for (entry, other) in row.iter_mut().zip(&head) {
                *entry -= &(&factor * other);
            }
            assert!(index < 6);
        }
    }
    Some(rows.into_iter().map(|mut row| row.pop().unwrap()).collect())
}

/// Statement (1) of the module in rationals.
fn squeezes(contacts: &[QuickSpatialContact], columns: &[[Rational; 6]]) -> bool {
    let mut target: [Rational; 6] = Default::default();
    for (index, contact) in contacts.iter().enumerate() {
        let (force, spin) = Frame::of(contact).unwrap().interior(index);
        let part = wrench(contact, &force, spin);
        let weight = Rational::from_f64(weight(index)).unwrap();
        for (sum, entry) in target.iter_mut().zip(&part) {
            *sum -= &(&weight * entry);
        }
        if !in_cone(contact, &force, spin) {
            return false;
        }
    }
    solve(columns, &target).is_some_and(|parts| parts.iter().all(Rational::is_positive))
}

/// Whether the motion breaks the contact, or (for a turn) at least does not press on it.
fn opens(contact: &QuickSpatialContact, model: &QuickModel, w: &Vector, u: &Vector) -> bool {
    let frame = Frame::of(contact).unwrap();
    let n = exact(frame.normal());
    let [mu, gamma] = exact(&[contact.friction, contact.torsion]);
    let (apart, spin) = (dot(&n, u), dot(&n, w) * &gamma);
    match model {
        QuickModel::Round => {
            let across = cross(&n, u);
            apart.is_positive() && &apart * &apart > &mu * &mu * dot(&across, &across) + &spin * &spin
        }
        QuickModel::Pyramid(pyramid) => {
            let edge = |direction: &[f64; 2]| dot(&exact(&frame.force(*direction)), u).is_positive();
            pyramid.directions().iter().all(edge) && apart > spin.abs()
        }
    }
}

/// What an accepted proof says, in rationals.
pub fn true_in_rationals(
    contacts: &[QuickSpatialContact],
    model: &QuickModel,
    proof: &QuickSpatialProof,
) -> bool {
    match (proof, model) {
        (QuickSpatialProof::Closed { pushes: Pushes::Edges(edges), .. }, QuickModel::Pyramid(pyramid)) => {
            let stride = pyramid.edges() + 2;
            let column = |edge: &usize| {
                let (contact, side) = (&contacts[edge / stride], edge % stride);
                let frame = Frame::of(contact).unwrap();
                match pyramid.directions().get(side) {
                    Some(direction) => wrench(contact, &frame.force(*direction), 0.0),
                    None if side == stride - 2 => wrench(contact, frame.normal(), contact.torsion),
                    None => wrench(contact, frame.normal(), -contact.torsion),
                }
            };
            squeezes(contacts, &edges.iter().map(column).collect::<Vec<_>>())
        }
        (QuickSpatialProof::Closed { pushes: Pushes::Round(pushes), .. }, QuickModel::Round) => {
            let inside = |push: &Push| in_cone(&contacts[push.contact], &push.force, push.spin);
            let column = |push: &Push| wrench(&contacts[push.contact], &push.force, push.spin);
            pushes.iter().all(inside) && squeezes(contacts, &pushes.iter().map(column).collect::<Vec<_>>())
        }
        (QuickSpatialProof::Open(twist), _) => {
            let [wx, wy, wz, vx, vy, vz] = exact(twist);
            let (w, v) = ([wx, wy, wz], [vx, vy, vz]);
            contacts.iter().all(|contact| {
                let turned = cross(&w, &exact(&contact.point));
                let u = [&v[0] + &turned[0], &v[1] + &turned[1], &v[2] + &turned[2]];
                opens(contact, model, &w, &u)
            })
        }
        (QuickSpatialProof::Turn { axis: [from, to], backwards }, _) => {
            let (start, end) = (exact(&contacts[*from].point), exact(&contacts[*to].point));
            let minus = |a: &Vector, b: &Vector| [&a[0] - &b[0], &a[1] - &b[1], &a[2] - &b[2]];
            let w = if *backwards { minus(&start, &end) } else { minus(&end, &start) };
            w.iter().any(|entry| !entry.is_zero())
                && contacts.iter().enumerate().all(|(index, contact)| {
                    let u = cross(&w, &minus(&exact(&contact.point), &start));
                    let axis = index == *from || index == *to;
                    if axis { contact.torsion == 0.0 } else { opens(contact, model, &w, &u) }
                })
        }
        (QuickSpatialProof::Aligned, _) => contacts.len() <= 2,
        _ => false,
    }
}
