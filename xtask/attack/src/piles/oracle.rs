//! Whether multiples of edges, none negative, balance the weights: the first phase of the simplex method on a full
//! tableau of fractions, by the least index.

use super::pile::{Edge, Pile, Vector, crossed};
use stiction_proof::Rational;

/// Whether pushes along the edges of contacts, and no others, balance the weights of a pile.
pub(super) fn carries(pile: &Pile, edges: &[Edge]) -> bool {
    let rows = pile.bodies.len() * 6;
    let mut tableau: Vec<Vec<Rational>> = vec![vec![Rational::zero(); edges.len() + 1]; rows];
    for (column, edge) in edges.iter().enumerate() {
        let contact = &pile.contacts[edge.contact];
        for (body, sign) in [(contact.on, 1), (contact.against, -1)] {
            let Some(body) = body else { continue };
            let sign = Rational::from(sign);
            let wrench = wrench(&contact.point, &edge.force, &pile.bodies[body].centre);
            for (row, entry) in wrench.into_iter().enumerate() {
                tableau[6 * body + row][column] = entry * &sign;
            }
        }
    }
    for (index, body) in pile.bodies.iter().enumerate() {
        for (axis, weight) in body.weight.iter().enumerate() {
            tableau[6 * index + 3 + axis][edges.len()] = -weight;
        }
    }
    for row in &mut tableau {
        if row.last().is_some_and(Rational::is_negative) {
            row.iter_mut().for_each(|entry| *entry = -&*entry);
        }
    }
    is_feasible(tableau, edges.len())
}

/// Moment about a centre, then force.
fn wrench(point: &Vector, force: &Vector, centre: &Vector) -> [Rational; 6] {
    let arm: Vector = std::array::from_fn(|k| &point[k] - &centre[k]);
    let [x, y, z] = crossed(&arm, force);
    let [fx, fy, fz] = force.clone();
    [x, y, z, fx, fy, fz]
}

/// Whether the artificial variables of rows `A x = b`, `b ≥ 0`, can all become zero.
fn is_feasible(mut rows: Vec<Vec<Rational>>, columns: usize) -> bool {
    // The sum of the rows is what artificial variables still carry.
    let mut gains: Vec<Rational> =
        (0..=columns).map(|column| rows.iter().map(|row| row[column].clone()).sum()).collect();
    let mut basis: Vec<usize> = (columns..columns + rows.len()).collect();
    loop {
        let Some(entering) = (0..columns).find(|&column| gains[column].is_positive()) else {
            return gains[columns].is_zero();
        };
        let mut leaving: Option<(usize, Rational)> = None;
        for (index, row) in rows.iter().enumerate().filter(|(_, row)| row[entering].is_positive()) {
            let Some(ratio) = row[columns].checked_div(&row[entering]) else { continue };
            let first =
                leaving.as_ref().is_none_or(|(other, least)| (&ratio, basis[index]) < (least, basis[*other]));
            if first {
                leaving = Some((index, ratio));
            }
        }
        // Where something is gained some row has a positive entry.
        let Some((leaving, _)) = leaving else { return false };
        basis[leaving] = entering;
        let pivot = rows[leaving][entering].clone();
        let taken: Vec<Rational> =
            rows[leaving].iter().map(|entry| entry.checked_div(&pivot).unwrap_or_default()).collect();
        rows[leaving] = taken.clone();
        let others = rows.iter_mut().enumerate().filter(|(index, _)| *index != leaving);
        for row in others.map(|(_, row)| row).chain([&mut gains]) {
            let factor = row[entering].clone();
            if !factor.is_zero() {
                row.iter_mut().zip(&taken).for_each(|(entry, part)| *entry -= &(&factor * part));
            }
        }
    }
}
