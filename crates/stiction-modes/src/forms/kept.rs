//! Few rows that press against each other: their sums of multiples are all multiples of the equalities.

use super::Reduced;
use stiction_exact::linear::farkas;
use stiction_geometry::cone::{Cone, Rows};
use stiction_proof::{ConeRow, Mixture, Rational};

/// What proves the equalities of a set.
#[derive(Default)]
pub(super) struct Pressing {
    /// Owners of the rows that are needed.
    pub(super) owners: Vec<usize>,
    /// Each equality, and its opposite, from given rows.
    pub(super) mixtures: Vec<[Mixture; 2]>,
}

/// A column of a program: a given row, turned round or not.
struct Column {
    row: usize,
    turned: bool,
    owner: Option<usize>,
    entries: Vec<Rational>,
}

/// The least of the rows that vanish on the set from which its equalities follow.
pub(super) fn pressing(
    given: &[(Option<usize>, ConeRow)],
    reduced: &[Reduced],
    equalities: &[Vec<Rational>],
) -> Pressing {
    if equalities.is_empty() {
        return Pressing::default();
    }
    let mut columns = columns(given, reduced);
    let used: Vec<Option<usize>> = mixtures(&columns, equalities)
        .iter()
        .flatten()
        .flat_map(|mixture| &mixture.rows)
        .map(|(row, _)| given[*row].0)
        .collect();
    let mut owners: Vec<usize> = used.into_iter().flatten().collect();
    owners.sort_unstable();
    owners.dedup();
    columns.retain(|column| column.owner.is_none_or(|owner| owners.binary_search(&owner).is_ok()));
    for owner in owners.clone().into_iter().rev() {
        let others = |column: &&Column| column.owner != Some(owner);
        if spans(columns.iter().filter(others), equalities.len()) {
            columns.retain(|column| column.owner != Some(owner));
            owners.retain(|kept| *kept != owner);
        }
    }
    Pressing { owners, mixtures: mixtures(&columns, equalities) }
}

/// The rows that vanish on the set, equalities both ways and before the others.
fn columns(given: &[(Option<usize>, ConeRow)], reduced: &[Reduced]) -> Vec<Column> {
    let vanishing = |row: &usize| reduced[*row].rest.iter().all(Rational::is_zero);
    let column = |row: usize, turned: bool| {
        let (owner, given) = &given[row];
        let entries = given.row.iter().map(|entry| if turned { -entry } else { entry.clone() }).collect();
        Column { row, turned, owner: *owner, entries }
    };
    let hard = (0..given.len()).filter(vanishing).filter(|&row| given[row].1.equality);
    let mut columns: Vec<Column> = hard.flat_map(|row| [column(row, false), column(row, true)]).collect();
    let soft = (0..given.len()).filter(vanishing).filter(|&row| !given[row].1.equality);
    columns.extend(soft.map(|row| column(row, false)));
    columns
}

/// Each equality and its opposite as sums of multiples of the columns.
fn mixtures(columns: &[Column], equalities: &[Vec<Rational>]) -> Vec<[Mixture; 2]> {
    let entries: Vec<Vec<Rational>> = columns.iter().map(|column| column.entries.clone()).collect();
    let mixture = |target: &[Rational]| {
        let weights = farkas(&entries, target, &[]).unwrap_or_default();
        let mut rows: Vec<(usize, Rational)> = Vec::new();
        for (column, weight) in columns.iter().zip(weights).filter(|(_, weight)| !weight.is_zero()) {
            rows.push((column.row, if column.turned { -weight } else { weight }));
        }
        Mixture { rows, equalities: Vec::new() }
    };
    let both = |equality: &Vec<Rational>| {
        let opposite: Vec<Rational> = equality.iter().map(|entry| -entry).collect();
        [mixture(equality), mixture(&opposite)]
    };
    equalities.iter().map(both).collect()
}

/// Whether sums of multiples of the columns are a space of this dimension.
fn spans<'c>(columns: impl Iterator<Item = &'c Column>, dimension: usize) -> bool {
    let rows: Vec<&Vec<Rational>> = columns.map(|column| &column.entries).collect();
    let Some(width) = rows.first().map(|row| row.len()) else { return false };
    let cone =
        Rows::from_rationals(width, &rows).and_then(|rays| Cone::from_generators(&rays, &Rows::none(width)));
    cone.is_ok_and(|cone| cone.lines().len() == dimension)
}
