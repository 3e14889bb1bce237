//! The section `[jam]`: mass matrix, constraints and their friction, as matrices of the sizes they must have.

use crate::findings::Findings;
use crate::keys::JAM;
use crate::mass::{is_positive_definite, is_symmetric};
use crate::node::At;
use crate::number::{known_keys, list, not_negative, note_length, numbers, required, word};
use stiction::scene::JamSection;
use stiction_proof::{ForceSign, Rational};

/// The words for the signs of a force.
const SIGNS: &[(&str, ForceSign)] =
    &[("+", ForceSign::Positive), ("-", ForceSign::Negative), ("free", ForceSign::Free)];

/// Reads the section; every fault is noted.
pub(crate) fn read(at: &At<'_>, found: &mut Findings<'_>) -> Option<JamSection> {
    known_keys(at, JAM, found)?;
    let mass = required(at, "mass", "give the mass matrix M, n rows of n numbers", found);
    let mass = mass.and_then(|mass| mass_matrix(&mass, found));
    let size = mass.as_ref().map(Vec::len);
    let constraints =
        required(at, "constraints", "give the rows of the constraints' Jacobian, m rows of n", found)
            .and_then(|rows| matrix(&rows, None, size, found));
    let count = constraints.as_ref().map(Vec::len);
    let friction = required(
        at,
        "friction",
        "give a row for each constraint: its friction for a coefficient of one",
        found,
    )
    .and_then(|rows| matrix(&rows, count, size, found));
    let mu = required(at, "mu", "give the coefficient of friction of each constraint", found)
        .and_then(|mu| coefficients(&mu, count, found));
    let force = optional(at, "force", size, found);
    let gamma = optional(at, "gamma", count, found);
    let rate = optional(at, "rate", size, found);
    let signs = match at.get("signs") {
        Some(signs) => read_signs(&signs, count, found),
        None => count.map(|count| vec![ForceSign::Free; count]),
    };
    Some(JamSection {
        mass: mass?,
        constraints: constraints?,
        friction: friction?,
        mu: mu?,
        force: force.ok()?,
        gamma: gamma.ok()?,
        rate: rate.ok()?,
        signs: signs?,
    })
}

fn mass_matrix(at: &At<'_>, found: &mut Findings<'_>) -> Option<Vec<Vec<Rational>>> {
    let count = list(at, "the mass matrix, n rows of n numbers", found)?.len();
    let rows = matrix(at, None, Some(count), found)?;
    let help = "every motion must have positive kinetic energy";
    let sound = is_symmetric(at, "mass-matrix", &rows, found)
        && is_positive_definite(at, "mass-matrix", &rows, help, found);
    sound.then_some(rows)
}

/// Rows of numbers: at least one of each, as many as are wanted where that is known.
fn matrix(
    at: &At<'_>,
    rows: Option<usize>,
    columns: Option<usize>,
    found: &mut Findings<'_>,
) -> Option<Vec<Vec<Rational>>> {
    let elements = list(at, "rows of numbers", found)?;
    let count = elements.len();
    let read: Vec<Option<Vec<Rational>>> = elements.map(|row| sized(&row, columns, found)).collect();
    let wanted = rows.unwrap_or(count.max(1));
    if count != wanted {
        note_length(at, count, wanted, "one row for each constraint", found);
        return None;
    }
    read.into_iter().collect()
}

/// Numbers, as many as are wanted where that is known.
fn sized(at: &At<'_>, wanted: Option<usize>, found: &mut Findings<'_>) -> Option<Vec<Rational>> {
    let values = numbers(at, found)?;
    if let Some(wanted) = wanted.filter(|wanted| *wanted != values.len()) {
        note_length(at, values.len(), wanted, &format!("a list of {wanted} numbers"), found);
        return None;
    }
    values.into_iter().collect()
}

fn coefficients(at: &At<'_>, count: Option<usize>, found: &mut Findings<'_>) -> Option<Vec<Rational>> {
    let elements = list(at, "a list of coefficients", found)?;
    let length = elements.len();
    let values: Vec<Option<Rational>> =
        elements.map(|element| not_negative(&element, "friction", found)).collect();
    if let Some(wanted) = count.filter(|wanted| *wanted != length) {
        note_length(at, length, wanted, "one coefficient for each constraint", found);
        return None;
    }
    values.into_iter().collect()
}

/// A list that may be left out; `Err` where it is there and bad.
fn optional(
    at: &At<'_>,
    key: &str,
    size: Option<usize>,
    found: &mut Findings<'_>,
) -> Result<Option<Vec<Rational>>, ()> {
    match at.get(key) {
        None => Ok(None),
        Some(value) => sized(&value, size, found).map(Some).ok_or(()),
    }
}

fn read_signs(at: &At<'_>, count: Option<usize>, found: &mut Findings<'_>) -> Option<Vec<ForceSign>> {
    let elements = list(at, "a list of signs, \"+\", \"-\" or \"free\"", found)?;
    let length = elements.len();
    let signs: Vec<Option<ForceSign>> =
        elements.map(|element| word(&element, "sign", SIGNS, found)).collect();
    if let Some(wanted) = count.filter(|wanted| *wanted != length) {
        note_length(at, length, wanted, "one sign for each constraint", found);
        return None;
    }
    signs.into_iter().collect()
}
