//! Cones by double description, by wrapping in R³, and by brute force over all subsets of rows in rationals.

use crate::cone_families::{Random, Table, rows, table, trials};
use dashu_int::IBig;
use std::collections::BTreeSet;
use stiction_exact::integers::primitive;
use stiction_geometry::cone::{Cone, LONGEST, Rows, Workspace};
use stiction_proof::Rational;

type Vector = Vec<Rational>;

fn dot(left: &[Rational], right: &[Rational]) -> Rational {
    left.iter().zip(right).map(|(a, b)| a * b).sum()
}

/// A basis of all vectors orthogonal to the rows, by Gauss and Jordan.
fn kernel(width: usize, rows: &[Vector]) -> Vec<Vector> {
    let mut rows = rows.to_vec();
    let mut pivots = Vec::new();
    for column in 0..width {
        let step = pivots.len();
        let Some(pivot) = (step..rows.len()).find(|&row| !rows[row][column].is_zero()) else { continue };
        rows.swap(step, pivot);
        let lead = rows[step][column].recip().unwrap();
        rows[step].iter_mut().for_each(|entry| *entry = &*entry * &lead);
        let row = rows[step].clone();
        for (at, other) in rows.iter_mut().enumerate() {
            let factor = other[column].clone();
            if at != step && !factor.is_zero() {
                other.iter_mut().zip(&row).for_each(|(entry, lead)| *entry -= &(&factor * lead));
            }
        }
        pivots.push(column);
    }
    let free = (0..width).filter(|column| !pivots.contains(column));
    free.map(|free| {
        let mut vector = vec![Rational::zero(); width];
        vector[free] = Rational::one();
        pivots.iter().zip(&rows).for_each(|(&pivot, row)| vector[pivot] = -row[free].clone());
        vector
    })
    .collect()
}

fn subsets(count: usize, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let with = |last: usize| subsets(last, size - 1).into_iter().map(move |set| [set, vec![last]].concat());
    (0..count).flat_map(with).collect()
}

/// The lines of `{x : rows·x ≥ 0}`, and its extreme rays orthogonal to them: each is where rows of rank one less than
/// all meet.
fn brute(width: usize, rows: &[Vector]) -> (Vec<Vector>, BTreeSet<Vec<IBig>>) {
    let lines = kernel(width, rows);
    let mut rays = BTreeSet::new();
    let Some(size) = (width - lines.len()).checked_sub(1) else { return (lines, rays) };
    for subset in subsets(rows.len(), size) {
        let chosen: Vec<Vector> = subset.iter().map(|&row| rows[row].clone()).chain(lines.clone()).collect();
        let [edge] = &kernel(width, &chosen)[..] else { continue };
        for sign in [1, -1] {
            let ray: Vector = edge.iter().map(|entry| entry * &Rational::from(sign)).collect();
            if rows.iter().all(|row| !dot(row, &ray).is_negative()) {
                rays.insert(primitive(&ray));
            }
        }
    }
    (lines, rays)
}

fn rationals(rows: &Rows) -> Vec<Vector> {
    rows.iter().map(|row| row.iter().cloned().map(Rational::from).collect()).collect()
}

/// The part of a vector that is orthogonal to lines, and its direction.
fn across(lines: &[Vector], vector: &Vector) -> Vec<IBig> {
    let mut basis: Vec<Vector> = Vec::new();
    let subtract = |vector: &Vector, basis: &[Vector]| {
        basis.iter().fold(vector.clone(), |rest, line| {
            let factor = dot(&rest, line).checked_div(&dot(line, line)).unwrap();
            rest.iter().zip(line).map(|(a, b)| a - &(&factor * b)).collect()
        })
    };
    for line in lines {
        let next = subtract(line, &basis);
        basis.push(next);
    }
    primitive(&subtract(vector, &basis))
}

fn agrees(width: usize, table: &Table) {
    let given = rows(width, table);
    let exact = rationals(&given);
    let cone = Cone::from_halfspaces(&given, &Rows::none(width)).unwrap();
    let (lines, rays) = brute(width, &exact);
    assert_eq!(cone.lines().len(), lines.len(), "{table:?}");
    assert!(rationals(cone.lines()).iter().all(|line| exact.iter().all(|row| dot(row, line).is_zero())));
    let found: Vec<Vec<IBig>> = rationals(cone.rays()).iter().map(|ray| across(&lines, ray)).collect();
    assert_eq!(found.iter().cloned().collect::<BTreeSet<_>>(), rays, "{table:?}");
    assert_eq!(found.len(), rays.len(), "a ray twice: {table:?}");
    assert_eq!(Cone::from_generators(&given, &Rows::none(width)).unwrap(), cone.dual());
}

#[test]
fn cones_are_those_of_all_subsets_of_their_rows() {
    for trial in 0..trials(300) {
        let mut random = Random(trial);
        let width = 1 + random.below(6);
        let count = random.below(if width == 3 { 10 } else { 8 });
        agrees(width, &table(&mut random, width, count));
    }
}

#[test]
fn wrapping_in_space_finds_what_double_description_finds() {
    for trial in 0..trials(1000) {
        let mut random = Random(trial);
        let (count, few) = (random.below(40), random.below(3));
        let (many, few) =
            (table(&mut random, 3, count), if few == 0 { table(&mut random, 3, 1) } else { Vec::new() });
        let (many, few) = (rows(3, &many), rows(3, &few));
        let described = Cone::by_double_description(&many, &few).unwrap();
        assert_eq!(Cone::from_halfspaces(&many, &few).unwrap(), described, "{many:?} {few:?}");
    }
}

#[test]
fn a_workspace_that_is_used_again_gives_what_a_new_cone_has() {
    let mut workspace = Workspace::new();
    let mut short = 0;
    for trial in 0..trials(500) {
        let mut random = Random(trial ^ 0x3af);
        let count = random.below(30);
        let table = table(&mut random, 3, count);
        let given: Vec<[i64; 3]> = table.iter().map(|row| [row[0], row[1], row[2]]).collect();
        let Some(sides) = workspace.from_halfspaces(&given) else {
            assert!(given.iter().flatten().any(|entry| entry.abs() >= LONGEST));
            continue;
        };
        let rows = |rows: &[[i64; 3]]| Rows::from_integers(3, rows).unwrap();
        let cone = Cone::by_double_description(&rows(&given), &Rows::none(3)).unwrap();
        assert_eq!(Cone::from_generators(&rows(sides.rays), &rows(sides.lines)).unwrap(), cone);
        assert_eq!(Cone::from_halfspaces(&rows(sides.normals), &rows(sides.equalities)).unwrap(), cone);
        assert_eq!((sides.rays.len(), sides.normals.len()), (cone.rays().len(), cone.normals().len()));
        assert_eq!(
            (sides.lines.len(), sides.equalities.len()),
            (cone.lines().len(), cone.equalities().len())
        );
        let dual = workspace.from_generators(&given).unwrap();
        assert_eq!(Cone::from_generators(&rows(dual.rays), &rows(dual.lines)).unwrap(), cone.dual());
        short += 1;
    }
    assert!(short > 200);
}
