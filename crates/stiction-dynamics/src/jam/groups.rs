//! Constraints that have nothing to do with each other.
//!
//! An image has entries in rows.  Constraints and rows that are joined by entries that are not zero make
//! groups; a vector on the rows of a group does no work on the edges of the others, so groups lock or do not
//! lock one by one, and the patterns of their signs do not multiply.

use super::cone::{Parts, Pushes};
use stiction_proof::Rational;

/// A group of constraints.
#[derive(Debug, Clone)]
pub(super) struct Group {
    /// Rows in which its images have entries.
    pub(super) rows: Vec<usize>,
    /// Its edges, every λ positive.
    pub(super) pushes: Pushes,
}

/// The groups of all constraints; `whole` has every edge.
pub(super) fn groups(whole: &Pushes) -> Vec<Group> {
    let count = whole.images.len();
    let touches = |parts: &Parts, row: usize| -> bool {
        std::iter::once(&parts.bare).chain(&parts.rubs).any(|image| !Rational::is_zero(&image[row]))
    };
    let mut group_of_row: Vec<Option<usize>> = vec![None; whole.rows];
    let mut group_of: Vec<Option<usize>> = vec![None; count];
    let mut found = 0;
    for first in 0..count {
        if group_of[first].is_some() {
            continue;
        }
        group_of[first] = Some(found);
        let mut reached = vec![first];
        while let Some(one) = reached.pop() {
            let rows = (0..whole.rows).filter(|&row| touches(&whole.images[one], row));
            let fresh: Vec<usize> = rows.filter(|&row| group_of_row[row].is_none()).collect();
            fresh.iter().for_each(|&row| group_of_row[row] = Some(found));
            for other in 0..count {
                if group_of[other].is_none() && fresh.iter().any(|&row| touches(&whole.images[other], row)) {
                    group_of[other] = Some(found);
                    reached.push(other);
                }
            }
        }
        found += 1;
    }
    let of = |all: &[Option<usize>], group: usize| -> Vec<usize> {
        (0..all.len()).filter(|&index| all[index] == Some(group)).collect()
    };
    (0..found)
        .map(|group| {
            let (members, rows) = (of(&group_of, group), of(&group_of_row, group));
            Group { pushes: whole.part(&members, &rows), rows }
        })
        .collect()
}
