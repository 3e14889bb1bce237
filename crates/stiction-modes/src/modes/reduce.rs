//! From the rows of a scene to independent groups of rows in as few coordinates as they need.
//!
//! Twists `x` of all free bodies obey the equations of rolling contacts and frozen freedoms; what is left is
//! `x = h·x₀ + Z·z` with `h = 1`, and every row is a row over `(z, h)`.  Rows are independent of others when
//! no linear relation joins them: write each row as a combination of a basis of rows, and join what one
//! combination uses, and the rows of one contact.  The row spaces of the groups so found have a direct sum,
//! hence any values that one group's rows can have go with any of another's, and the modes are the product of
//! the groups' modes.  Two bodies that touch the ground and not each other are such groups, and so are the
//! joints of a stack, whose relative twists are free of each other; only closed chains of contacts couple.

use super::cells::GroupRows;
use dashu_int::{IBig, UBig};
use stiction_exact::equations::reduce;
use stiction_exact::integers;
use stiction_exact::vector::{dot, leading};
use stiction_proof::{NonZero, Rational};

/// A row over the twists: entries and constant.
pub(super) type Affine = (Vec<Rational>, Rational);

/// The rows of one contact.
#[derive(Debug, Clone)]
pub(super) struct ContactRow {
    /// Along the normal.
    pub(super) normal: Affine,
    /// Along the tangents.
    pub(super) tangents: Vec<Affine>,
}

impl ContactRow {
    fn rows(&self) -> impl Iterator<Item = &Affine> {
        [&self.normal].into_iter().chain(&self.tangents)
    }
}

/// A group: which contacts, their rows, and what a point of its coordinates means for the twists.
#[derive(Debug, Clone)]
pub(super) struct Group {
    /// Positions among the contacts given.
    pub(super) contacts: Vec<usize>,
    /// Their rows.
    pub(super) rows: GroupRows,
    /// For each coordinate but the fixed one, the change of the twists along it.
    pub(super) lift: Vec<Vec<Rational>>,
}

/// The motions that the equations leave.
#[derive(Debug, Clone)]
pub(super) struct Freedom {
    /// One of them, for `h = 1`.
    pub(super) start: Vec<Rational>,
    /// Directions that may be added.
    pub(super) directions: Vec<Vec<Rational>>,
}

/// The motions with these equations, or `None` if there is none.
pub(super) fn freedom(width: usize, frozen: &[usize], equations: &[Affine]) -> Option<Freedom> {
    let columns: Vec<usize> = (0..width).filter(|column| !frozen.contains(column)).collect();
    let mut rows: Vec<Vec<Rational>> = equations
        .iter()
        .map(|(row, constant)| {
            columns.iter().map(|&column| row[column].clone()).chain([-constant.clone()]).collect()
        })
        .collect();
    let pivots = reduce(&mut rows, columns.len());
    let mut start = vec![Rational::zero(); width];
    for (row, &pivot) in rows.iter().zip(&pivots) {
        start[columns[pivot]] = row[columns.len()].clone();
    }
    if rows[pivots.len()..].iter().any(|row| row.last().is_some_and(|last| !last.is_zero())) {
        return None;
    }
    let free = (0..columns.len()).filter(|column| !pivots.contains(column));
    let direction = |column: usize| {
        let mut direction = vec![Rational::zero(); width];
        direction[columns[column]] = Rational::one();
        for (row, &pivot) in rows.iter().zip(&pivots) {
            direction[columns[pivot]] = -row[column].clone();
        }
        direction
    };
    Some(Freedom { start, directions: free.map(direction).collect() })
}

/// The rows over the directions of a freedom.
pub(super) fn over(freedom: &Freedom, (row, constant): &Affine) -> Affine {
    let entries = freedom.directions.iter().map(|direction| dot(row, direction)).collect();
    (entries, dot(row, &freedom.start) + constant)
}

/// The independent groups of contacts; `single` takes all as one, which is right too.
pub(super) fn groups(contacts: &[ContactRow], width: usize, single: bool) -> Vec<Group> {
    if contacts.is_empty() {
        return Vec::new();
    }
    if single {
        let all: Vec<usize> = (0..contacts.len()).collect();
        let columns = pivot_columns(contacts, &all, width);
        let unit = |&column: &usize| (0..width).map(|i| Rational::from(i64::from(i == column))).collect();
        return vec![group(contacts, all, &columns, columns.iter().map(unit).collect())];
    }
    let (basis, members) = joined(contacts, width);
    let lifted = lifts(&basis, width);
    let mut groups = Vec::new();
    for members in members {
        let columns = pivot_columns(contacts, &members, width);
        // A coordinate means: the basis rows of this group take the values they have on its column, the others none.
        let lift = |&column: &usize| {
            let mut sum = vec![Rational::zero(); width];
            for ((contact, row), lifted) in basis.iter().zip(&lifted) {
                if members.contains(contact) && !row[column].is_zero() {
                    sum.iter_mut().zip(lifted).for_each(|(sum, entry)| *sum += &(&row[column] * entry));
                }
            }
            sum
        };
        let lift = columns.iter().map(lift).collect();
        groups.push(group(contacts, members, &columns, lift));
    }
    groups
}

/// Rows, each with its contact.
type Basis = Vec<(usize, Vec<Rational>)>;

/// A basis of all rows, and the groups of contacts.
fn joined(contacts: &[ContactRow], width: usize) -> (Basis, Vec<Vec<usize>>) {
    let rows: Vec<(usize, &Vec<Rational>)> = contacts
        .iter()
        .enumerate()
        .flat_map(|(contact, rows)| rows.rows().map(move |(row, _)| (contact, row)))
        .collect();
    // Columns are the rows of the contacts: reduced, each says how it is a combination of the pivots.
    let mut table: Vec<Vec<Rational>> =
        (0..width).map(|entry| rows.iter().map(|(_, row)| row[entry].clone()).collect()).collect();
    let pivots = reduce(&mut table, rows.len());
    let mut root: Vec<usize> = (0..contacts.len()).collect();
    for (step, &pivot) in pivots.iter().enumerate() {
        for (column, entry) in table[step].iter().enumerate() {
            if !entry.is_zero() {
                let (a, b) = (find(&root, rows[pivot].0), find(&root, rows[column].0));
                root[a.max(b)] = a.min(b);
            }
        }
    }
    let mut members: Vec<Vec<usize>> = vec![Vec::new(); contacts.len()];
    for contact in 0..contacts.len() {
        members[find(&root, contact)].push(contact);
    }
    members.retain(|members| !members.is_empty());
    (pivots.iter().map(|&pivot| (rows[pivot].0, rows[pivot].1.clone())).collect(), members)
}

fn find(root: &[usize], mut contact: usize) -> usize {
    while root[contact] != contact {
        contact = root[contact];
    }
    contact
}

/// For each row of a basis a vector on which it is 1 and the other rows are 0.
fn lifts(basis: &[(usize, Vec<Rational>)], width: usize) -> Vec<Vec<Rational>> {
    let count = basis.len();
    let unit = |at: usize| (0..count).map(move |i| Rational::from(i64::from(i == at)));
    let mut rows: Vec<Vec<Rational>> = basis
        .iter()
        .enumerate()
        .map(|(at, (_, row))| row.iter().cloned().chain(unit(at)).collect())
        .collect();
    let pivots = reduce(&mut rows, width);
    let lift = |at: usize| {
        let mut lift = vec![Rational::zero(); width];
        for (row, &pivot) in rows.iter().zip(&pivots) {
            lift[pivot] = row[width + at].clone();
        }
        lift
    };
    (0..count).map(lift).collect()
}

/// Columns on which the rows of some contacts have the rank that they have on all.
fn pivot_columns(contacts: &[ContactRow], members: &[usize], width: usize) -> Vec<usize> {
    // Rows are added until the rank is full or there are none left.
    let mut echelon: Vec<(usize, NonZero, Vec<Rational>)> = Vec::new();
    for (row, _) in members.iter().flat_map(|&contact| contacts[contact].rows()) {
        if echelon.len() == width {
            break;
        }
        let mut row = row.clone();
        for (pivot, lead, other) in &echelon {
            if !row[*pivot].is_zero() {
                let factor = &row[*pivot] / lead;
                row.iter_mut().zip(other).for_each(|(entry, other)| *entry -= &(&factor * other));
            }
        }
        if let Some((pivot, lead)) = leading(&row) {
            echelon.push((pivot, lead, row));
        }
    }
    let mut columns: Vec<usize> = echelon.into_iter().map(|(pivot, ..)| pivot).collect();
    columns.sort_unstable();
    columns
}

fn group(contacts: &[ContactRow], members: Vec<usize>, columns: &[usize], lift: Vec<Vec<Rational>>) -> Group {
    let rows = || members.iter().flat_map(|&contact| contacts[contact].rows());
    let is_affine = rows().any(|(_, constant)| !constant.is_zero());
    let whole = |(row, constant): &Affine| -> Vec<IBig> {
        let entries = || columns.iter().map(|&column| &row[column]).chain(is_affine.then_some(constant));
        // Most rows are whole numbers as they are; a common divisor does no harm.
        if entries().all(|entry| *entry.denominator() == UBig::ONE) {
            return entries().map(|entry| entry.numerator().clone()).collect();
        }
        integers::primitive(&entries().cloned().collect::<Vec<_>>())
    };
    let rows = GroupRows {
        width: columns.len() + usize::from(is_affine),
        normals: members.iter().map(|&contact| whole(&contacts[contact].normal)).collect(),
        tangents: members
            .iter()
            .map(|&contact| contacts[contact].tangents.iter().map(whole).collect())
            .collect(),
        is_affine,
    };
    Group { contacts: members, rows, lift }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row<const N: usize>(entries: [i64; N]) -> Affine {
        (entries.map(Rational::from).to_vec(), Rational::zero())
    }

    #[test]
    fn the_joints_of_a_stack_are_independent_and_a_ring_is_not() {
        // Three heights: on the ground, on each other.
        let joint = |normal| ContactRow { normal, tangents: Vec::new() };
        let stack = [joint(row([1, 0, 0])), joint(row([-1, 1, 0])), joint(row([0, -1, 1]))];
        assert_eq!(groups(&stack, 3, false).len(), 3);
        let mut ring = stack.to_vec();
        ring.push(joint(row([0, 0, 1])));
        assert_eq!(groups(&ring, 3, false).len(), 1);
        // The lift of the first joint moves all three.
        let first = &groups(&stack, 3, false)[0];
        assert_eq!(first.lift, [vec![Rational::one(); 3]]);
    }

    #[test]
    fn equations_leave_what_they_leave() {
        let left = freedom(3, &[2], &[row([1, 1, 5])]).unwrap();
        assert_eq!(left.directions, [row([-1, 1, 0]).0]);
        assert!(freedom(2, &[], &[(row([0, 0]).0, Rational::one())]).is_none());
        let moved = freedom(2, &[], &[(row([2, 0]).0, Rational::from(-4))]).unwrap();
        assert_eq!(moved.start, row([2, 0]).0);
    }
}
