//! Mass and inertia: given, as a mass matrix, or from density and shape.

use crate::body::{Placement, Roundings, optional};
use crate::findings::Findings;
use crate::node::At;
use crate::number::{list, note_length, positive, shown, vector};
use crate::world::World;
use stiction::exact::matrix::determinant;
use stiction::scene::Body;
use stiction_proof::Rational;

/// Mass and inertia of a body.
pub(crate) fn weigh<S: World>(
    body: &mut Body<S>,
    at: &At<'_>,
    placement: &Placement<S>,
    roundings: &mut Roundings<'_>,
    found: &mut Findings<'_>,
) {
    body.mass = optional(at, "mass", |mass| positive(&mass, "mass", found));
    let inertia = optional(at, "inertia", |inertia| S::read_inertia(&inertia, found));
    body.inertia = inertia.map(|inertia| turned::<S>(inertia, placement));
    if let Some(matrix) = at.get("mass_matrix") {
        conflicts(at, "mass_matrix", &["mass", "inertia", "density"], found);
        let matrix = mass_matrix::<S>(&matrix, found);
        body.mass_matrix = matrix.map(|matrix| turned_mass_matrix(matrix, placement, roundings));
    } else if let Some(density) = at.get("density") {
        conflicts(at, "density", &["mass", "inertia"], found);
        fill(body, at, &density, placement, roundings, found);
    }
}

fn turned<S: World>(inertia: S::Inertia, placement: &Placement<S>) -> S::Inertia {
    match &placement.pose {
        Some(pose) => S::turned_inertia(pose, inertia),
        None => inertia,
    }
}

/// Fills the shape with a density.
fn fill<S: World>(
    body: &mut Body<S>,
    at: &At<'_>,
    density: &At<'_>,
    placement: &Placement<S>,
    roundings: &mut Roundings<'_>,
    found: &mut Findings<'_>,
) {
    let value = positive(density, "density", found);
    if at.get("shape").is_none() {
        let help = "give the body a shape, or its mass instead";
        found.fault("density", density, "a density without a shape", help);
    } else if let (Some(_), None) = (&body.shape, &placement.filling) {
        let help = "give mass and inertia instead";
        found.fault("density", density, "this shape encloses nothing finite", help);
    }
    let (Some(value), Some(filling)) = (value, &placement.filling) else { return };
    if filling.rounded {
        roundings.note("mass", "the area or volume of a curved shape");
        roundings.note("inertia", "the second moment of a curved shape");
    }
    body.mass = Some(&value * &filling.content);
    body.inertia = Some(turned::<S>(S::scaled_inertia(&filling.second, &value), placement));
}

fn conflicts(at: &At<'_>, key: &str, others: &[&str], found: &mut Findings<'_>) {
    for other in others.iter().filter_map(|other| at.get(other)) {
        let message = format!("given together with `{key}`");
        found.fault("conflict", &other, message, format!("keep either this or `{key}`"));
    }
}

fn mass_matrix<S: World>(at: &At<'_>, found: &mut Findings<'_>) -> Option<Vec<Vec<Rational>>> {
    let size = S::FREEDOMS;
    let form = format!("{size} rows of {size} numbers, angular first");
    let rows = list(at, &form, found)?;
    let count = rows.len();
    let rows: Vec<Option<S::Screw>> = rows.map(|row| vector(&row, &form, found)).collect();
    if count != size {
        note_length(at, count, size, &form, found);
        return None;
    }
    let matrix: Vec<Vec<Rational>> =
        rows.into_iter().map(|row| Some(row?.as_ref().to_vec())).collect::<Option<_>>()?;
    let help = "every motion must have positive kinetic energy";
    (is_symmetric(at, "mass-matrix", &matrix, found)
        && is_positive_definite(at, "mass-matrix", &matrix, help, found))
    .then_some(matrix)
}

/// Whether a matrix equals its transpose; the first entries that differ are noted.
pub(crate) fn is_symmetric(
    at: &At<'_>,
    code: &'static str,
    matrix: &[Vec<Rational>],
    found: &mut Findings<'_>,
) -> bool {
    let pairs = (0..matrix.len()).flat_map(|i| (i + 1..matrix.len()).map(move |j| (i, j)));
    let Some((i, j)) = pairs.into_iter().find(|&(i, j)| matrix[i][j] != matrix[j][i]) else { return true };
    let (row, column) = (i + 1, j + 1);
    let message = format!(
        "not symmetric: entry ({row}, {column}) is {}, entry ({column}, {row}) is {}",
        shown(&matrix[i][j]),
        shown(&matrix[j][i])
    );
    found.fault(code, at, message, "make it equal to its transpose");
    false
}

/// Whether a symmetric matrix is positive definite; the leading minor that is not positive is noted.
pub(crate) fn is_positive_definite(
    at: &At<'_>,
    code: &'static str,
    matrix: &[Vec<Rational>],
    help: &str,
    found: &mut Findings<'_>,
) -> bool {
    let Some((order, minor)) = failing_minor(matrix) else { return true };
    let message = format!("not positive definite: its leading {order}×{order} minor is {}", shown(&minor));
    found.fault(code, at, message, help);
    false
}

/// Sylvester: the first leading minor that is not positive.
pub(crate) fn failing_minor(matrix: &[Vec<Rational>]) -> Option<(usize, Rational)> {
    let leading = |size: usize| matrix[..size].iter().map(|row| row[..size].to_vec()).collect::<Vec<_>>();
    let minors = (1..=matrix.len()).map(|size| (size, determinant(&leading(size))));
    minors.into_iter().find(|(_, minor)| !minor.is_positive())
}

/// With a pose, the matrix is in body axes: `diag(R, R) M diag(R, R)ᵀ` is it in the world's.
fn turned_mass_matrix<S: World>(
    matrix: Vec<Vec<Rational>>,
    placement: &Placement<S>,
    roundings: &mut Roundings<'_>,
) -> Vec<Vec<Rational>> {
    let Some(pose) = &placement.pose else { return matrix };
    if let Some(why) = S::pose_rounds(pose) {
        roundings.note("mass_matrix", &why);
    }
    let half: Vec<Vec<Rational>> = matrix.iter().map(|row| S::turned_screw(pose, row)).collect();
    let column = |j: usize| half.iter().map(|row| row[j].clone()).collect::<Vec<_>>();
    (0..matrix.len()).map(|j| S::turned_screw(pose, &column(j))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(rows: &[&[i64]]) -> Vec<Vec<Rational>> {
        rows.iter().map(|row| row.iter().map(|&x| x.into()).collect()).collect()
    }

    #[test]
    fn the_first_minor_that_fails_is_named() {
        assert_eq!(failing_minor(&matrix(&[&[2, 1], &[1, 2]])), None);
        assert_eq!(failing_minor(&matrix(&[&[1, 2], &[2, 1]])), Some((2, (-3).into())));
        assert_eq!(failing_minor(&matrix(&[&[0, 0], &[0, 1]])), Some((1, 0.into())));
        assert_eq!(failing_minor(&matrix(&[&[1, 1, 0], &[1, 1, 0], &[0, 0, 1]])), Some((2, 0.into())));
    }
}
