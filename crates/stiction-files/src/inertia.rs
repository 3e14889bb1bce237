//! `inertia` of a body in space: three rows about the centre of mass, which some distribution of mass must have.

use crate::findings::Findings;
use crate::mass::{is_positive_definite, is_symmetric};
use crate::node::At;
use crate::number::{list, note_length, shown, vector};
use stiction_proof::Rational;

/// How much of half the trace an inertia may exceed the triangle inequality by: what rounding to a few digits does.
const ROUNDING: (i64, u64) = (1, 1000);

/// Reads a symmetric, positive definite matrix that obeys the triangle inequality.
pub(crate) fn read(at: &At<'_>, found: &mut Findings<'_>) -> Option<[[Rational; 3]; 3]> {
    let form = "three rows of three numbers";
    let elements = list(at, form, found)?;
    let count = elements.len();
    let rows: Vec<Option<[Rational; 3]>> = elements.map(|row| vector(&row, form, found)).collect();
    if count != 3 {
        note_length(at, count, 3, form, found);
        return None;
    }
    let rows: Vec<[Rational; 3]> = rows.into_iter().collect::<Option<_>>()?;
    let matrix: Vec<Vec<Rational>> = rows.iter().map(|row| row.to_vec()).collect();
    let help = "every rotation must have positive kinetic energy";
    let sound = is_symmetric(at, "inertia", &matrix, found)
        && is_positive_definite(at, "inertia", &matrix, help, found)
        && obeys_triangle_inequality(at, &matrix, found);
    if sound { rows.try_into().ok() } else { None }
}

/// No principal moment is greater than the sum of the two others: `tr(I)/2·1 − I` is the second moment of mass,
/// `∫ r rᵀ dm`, and so positive semidefinite.
fn obeys_triangle_inequality(at: &At<'_>, inertia: &[Vec<Rational>], found: &mut Findings<'_>) -> bool {
    let half: Rational = (0..3).map(|k| &inertia[k][k] * &Rational::new(1, 2)).sum();
    if is_semidefinite(&second_moment(inertia, &half)) {
        return true;
    }
    let slack = &half * &Rational::new(ROUNDING.0, ROUNDING.1);
    let nearly = is_semidefinite(&second_moment(inertia, &(&half + &slack)));
    let message = format!("breaks the triangle inequality: {}", broken(inertia));
    let help = "no principal moment of a body is greater than the sum of the two others";
    match nearly {
        true => found.warn("inertia", at, format!("{message}, by about a rounding"), help),
        false => found.fault("inertia", at, message, help),
    }
    nearly
}

fn second_moment(inertia: &[Vec<Rational>], half_trace: &Rational) -> Vec<Vec<Rational>> {
    let entry = |i: usize, j: usize| if i == j { half_trace - &inertia[i][j] } else { -&inertia[i][j] };
    (0..3).map(|i| (0..3).map(|j| entry(i, j)).collect()).collect()
}

/// Whether every principal minor of a symmetric 3×3 matrix is at least zero.
fn is_semidefinite(m: &[Vec<Rational>]) -> bool {
    let two = |i: usize, j: usize| &m[i][i] * &m[j][j] - &m[i][j] * &m[i][j];
    let part = |i: usize, j: usize| &m[1][i] * &m[2][j] - &m[1][j] * &m[2][i];
    let three = &m[0][0] * &part(1, 2) - &m[0][1] * &part(0, 2) + &m[0][2] * &part(0, 1);
    let minors = [m[0][0].clone(), m[1][1].clone(), m[2][2].clone(), two(0, 1), two(0, 2), two(1, 2), three];
    minors.iter().all(|minor| !minor.is_negative())
}

/// The inequality that fails, on the diagonal if it does there.
fn broken(inertia: &[Vec<Rational>]) -> String {
    let names = ["Ixx", "Iyy", "Izz"];
    let fails = (0..3).find(|&k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        inertia[k][k] > &inertia[i][i] + &inertia[j][j]
    });
    match fails {
        None => "about its principal axes".into(),
        Some(k) => {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            let [a, b, c] = [k, i, j].map(|m| shown(&inertia[m][m]));
            format!("{} = {a} is greater than {} + {} = {b} + {c}", names[k], names[i], names[j])
        }
    }
}
