//! How many modes a group of contacts has at least, known before any of them is looked for.
//!
//! ```text
//!     without its lines the cone C = {x : nᵢ(x) ≥ 0} of motions is pointed, of some dimension d, and has at
//!     least 2ᵈ faces                                                                                               (1)
//!     d ≥ rank N − rank N₀, where N₀ are the rows that vanish at some x of C                                       (2)
//! ```
//!
//! (1): take a facet F and a ray that is not in it.  The faces of F, and the faces that have the ray, which
//! are those of a pointed cone of dimension d − 1, are different faces, and by induction at least 2ᵈ⁻¹ each.
//! Different faces keep different contacts, so there are as many modes.  (2): rows that vanish on all of C
//! are among N₀, and d is the rank of all rows without that of these.  So one motion that opens many contacts
//! at once, found by one program, shows that a wall has more modes than anyone can list.  Motions that move
//! some of the coordinates alone are motions too; of many coordinates the last ones do.

use super::cells::GroupRows;
use dashu_int::IBig;
use stiction_exact::linear::Solution;
use stiction_exact::linear::sparse::{SparseProgram, minimise, span};
use stiction_exact::work::{Allowance, attempt_with};
use stiction_proof::Rational;

/// Coordinates that are looked at.
const MOST_COORDINATES: usize = 96;
/// Steps that the bound may take, about a second.
const STEPS: u64 = 20_000_000;

/// The largest number d of equation (1) that the rows leave possible.
pub(super) fn at_most(rows: &GroupRows) -> usize {
    rows.width.min(rows.normals.len())
}

/// A number d of equation (1); 0 where nothing is known.
pub(super) fn dimension(rows: &GroupRows) -> usize {
    if rows.is_affine {
        return 0;
    }
    let first = rows.width.saturating_sub(MOST_COORDINATES);
    let normals: Vec<&[IBig]> =
        rows.normals.iter().map(|row| &row[first..]).filter(|row| moves(row)).collect();
    let limit = Allowance::unlimited().of_steps(STEPS);
    attempt_with("how many modes there are", &limit, || of_normals(&normals, rows.width - first)).unwrap_or(0)
}

fn moves(row: &[IBig]) -> bool {
    row.iter().any(|entry| !entry.is_zero())
}

fn of_normals(normals: &[&[IBig]], width: usize) -> usize {
    let Some(opening) = opening(normals, width) else { return 0 };
    let speed = |row: &[IBig]| -> Rational {
        row.iter()
            .zip(&opening)
            .filter(|(entry, _)| !entry.is_zero())
            .map(|(entry, x)| fraction(entry) * x)
            .sum()
    };
    let speeds: Vec<Rational> = normals.iter().map(|row| speed(row)).collect();
    if speeds.iter().any(Rational::is_negative) {
        return 0;
    }
    let kept = normals.iter().zip(&speeds).filter(|(_, speed)| speed.is_zero()).map(|(row, _)| *row);
    rank(normals.iter().copied(), width) - rank(kept, width)
}

fn rank<'r>(rows: impl Iterator<Item = &'r [IBig]>, width: usize) -> usize {
    span(rows.map(sparse).collect(), width).0
}

fn fraction(entry: &IBig) -> Rational {
    Rational::from(entry.clone())
}

fn sparse(row: &[IBig]) -> Vec<(usize, Rational)> {
    let entries = row.iter().enumerate().filter(|(_, entry)| !entry.is_zero());
    entries.map(|(at, entry)| (at, fraction(entry))).collect()
}

/// A motion that opens as much as it can, each contact counted up to a speed of one: the prices of the program
/// `min Σu` such that `Nᵀy = 0`, `y + u − v = 1`, all of them not negative.
fn opening(normals: &[&[IBig]], width: usize) -> Option<Vec<Rational>> {
    let count = normals.len();
    let mut program = SparseProgram {
        right: (0..width + count).map(|row| Rational::from(i64::from(row >= width))).collect(),
        ..SparseProgram::default()
    };
    for (at, row) in normals.iter().enumerate() {
        let mut column = sparse(row);
        column.push((width + at, Rational::one()));
        program.columns.push(column);
        program.cost.push(Rational::zero());
    }
    for (sign, cost) in [(1, 1), (-1, 0)] {
        for at in 0..count {
            program.columns.push(vec![(width + at, Rational::from(sign))]);
            program.cost.push(Rational::from(cost));
        }
    }
    let hint: Vec<usize> = (count..2 * count).collect();
    let Solution::Best { y: prices, .. } = minimise(&program, &hint).0 else { return None };
    Some(prices.into_iter().take(width).map(|price| -price).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(normals: &[&[i64]]) -> GroupRows {
        GroupRows {
            width: normals[0].len(),
            normals: normals.iter().map(|row| row.iter().map(|&entry| entry.into()).collect()).collect(),
            tangents: vec![Vec::new(); normals.len()],
            is_affine: false,
        }
    }

    #[test]
    fn an_orthant_has_as_many_dimensions_as_rows() {
        assert_eq!(dimension(&rows(&[&[1, 0, 0], &[0, 1, 0], &[0, 0, 1]])), 3);
        // A fourth row cuts off a corner and no dimension; a line has none.
        assert_eq!(dimension(&rows(&[&[1, 0, 0], &[0, 1, 0], &[0, 0, 1], &[-1, 2, 2]])), 3);
        assert_eq!(dimension(&rows(&[&[1, 0, 0], &[0, 1, 0]])), 2);
    }

    #[test]
    fn contacts_that_never_separate_count_nothing() {
        assert_eq!(dimension(&rows(&[&[1, 0], &[-1, 0], &[0, 1]])), 1);
        assert_eq!(dimension(&rows(&[&[1, 0], &[-1, 0]])), 0);
        assert_eq!(dimension(&rows(&[&[1, 1], &[-1, 0], &[0, -1]])), 0);
    }
}
