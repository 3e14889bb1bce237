//! The section `[hybrid]`: a robot's contact, by matrices or by the bodies that touch; the command.

mod run;

use crate::findings::{Findings, shortened};
use crate::keys::{HYBRID, HYBRID_CURVATURE, WRIST};
use crate::mass::{is_positive_definite, is_symmetric};
use crate::node::{At, Kind};
use crate::number::{known_keys, list, note_length, number, numbers, required, shown, text};
use crate::world::World;
use stiction::scene::{Curvature, GROUND, HybridSection, Party, RobotSection, Scene, Wrist};
use stiction_proof::{BodyDynamics, Columns, Rational};

/// The keys that give the contact by matrices.
const MATRICES: [&str; 6] =
    ["phi_robot", "bias_robot", "phi_environment", "bias_environment", "freedom", "freedom_rate"];

/// The keys that name bodies of the scene.
const BODIES: [&str; 5] = ["robot", "environment", "curvature", "point", "wrist"];

/// Reads the section; every fault is noted.
pub(crate) fn read<S: World>(
    at: &At<'_>,
    touched: Option<RobotSection>,
    scene: &Scene<S>,
    found: &mut Findings<'_>,
) -> Option<HybridSection> {
    known_keys(at, HYBRID, found)?;
    let size = S::FREEDOMS;
    let mut section = HybridSection {
        motion: optional(at, "um", found),
        force: optional(at, "uf", found),
        rank: at.get("rank").and_then(|rank| count(&rank, size, found)),
        environment_robot: touched,
        ..HybridSection::default()
    };
    section.force_basis = at.get("force_basis").and_then(|basis| columns(&basis, size, found));
    if MATRICES.iter().any(|key| at.get(key).is_some()) {
        by_matrices(at, size, &mut section, found);
        for other in BODIES.iter().filter_map(|key| at.get(key)) {
            let help = "keep the matrices, or the bodies that touch";
            found.fault("conflict", &other, "given together with the contact's matrices", help);
        }
    } else {
        by_bodies(at, scene, &mut section, found);
    }
    section.run = at.get("simulate").and_then(|run| run::read::<S>(&run, found));
    Some(section)
}

fn by_matrices(at: &At<'_>, size: usize, section: &mut HybridSection, found: &mut Findings<'_>) {
    let mut dynamics = |phi: &str, bias: &str| -> Option<BodyDynamics> {
        let help =
            format!("give {size} rows of {size} numbers, angular first; zeros where the body does not yield");
        let matrix = required(at, phi, &help, found).and_then(|matrix| symmetric(&matrix, size, found));
        let help = format!("give {size} numbers: the spatial acceleration without the force");
        let bias = required(at, bias, &help, found).and_then(|bias| sized(&bias, size, found));
        Some(BodyDynamics { inverse_inertia: matrix?, bias: bias? })
    };
    section.robot = dynamics("phi_robot", "bias_robot");
    section.environment = dynamics("phi_environment", "bias_environment");
    let help = format!("give {size} rows, one column for each relative motion that the contact allows");
    section.freedoms =
        required(at, "freedom", &help, found).and_then(|freedom| columns(&freedom, size, found));
    section.freedom_rate = match at.get("freedom_rate") {
        None => Some(vec![Rational::zero(); size]),
        Some(rate) => sized(&rate, size, found),
    };
}

fn by_bodies<S: World>(at: &At<'_>, scene: &Scene<S>, section: &mut HybridSection, found: &mut Findings<'_>) {
    let mut body = |key: &str| at.get(key).and_then(|name| party(&name, scene, found));
    section.robot_body = body("robot");
    if section.environment_robot.is_none() {
        section.environment_body = body("environment");
    }
    section.curvature = at.get("curvature").and_then(|given| curvature(&given, found));
    section.point = at.get("point").and_then(|point| sized(&point, S::DIMENSION, found));
    section.wrist = at.get("wrist").and_then(|wrist| read_wrist(&wrist, S::FREEDOMS, found));
}

fn party<S: World>(at: &At<'_>, scene: &Scene<S>, found: &mut Findings<'_>) -> Option<Party> {
    let name = text(at, found)?;
    let known = scene.party(&name);
    if known.is_none() {
        let names: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).chain([GROUND]).collect();
        let help = format!("the bodies are {}", names.join(", "));
        found.fault("unknown-body", at, format!("there is no body \"{}\"", shortened(&name)), help);
    }
    known
}

/// Curvatures of the robot's surface and of the environment's, the same in all directions.
fn curvature(at: &At<'_>, found: &mut Findings<'_>) -> Option<[Curvature; 2]> {
    known_keys(at, HYBRID_CURVATURE, found)?;
    let mut one = |key: &str| -> Option<Curvature> {
        let given = required(at, key, "give both curvatures, 1/m; \"inf\" for a tip, 0 for a flat", found)?;
        if matches!(&given.node.kind, Kind::Text(text) if text == "inf") {
            return Some(Curvature::Vertex);
        }
        number(&given, found).map(Curvature::Finite)
    };
    let (robot, environment) = (one("robot"), one("environment"));
    let pair = [robot?, environment?];
    let overlaps = match &pair {
        [Curvature::Finite(a), Curvature::Finite(b)] => (a + b).is_negative(),
        [Curvature::Vertex, Curvature::Vertex] => true,
        _ => false,
    };
    if overlaps {
        let message = "surfaces of these curvatures do not touch in a point";
        found.fault("curvature", at, message, "their sum is at least zero, and at most one is \"inf\"");
        return None;
    }
    Some(pair)
}

fn read_wrist(at: &At<'_>, size: usize, found: &mut Findings<'_>) -> Option<Wrist> {
    known_keys(at, WRIST, found)?;
    let help = "give the stiffness of the wrist: as many numbers as freedoms, or a matrix";
    let stiffness = required(at, "stiffness", help, found).and_then(|given| {
        let rows = diagonal_or_matrix(&given, size, found)?;
        let help = "every deflection must store energy";
        is_positive_definite(&given, "wrist", &rows, help, found).then_some(rows)
    });
    let damping = match at.get("damping") {
        None => Some(vec![vec![Rational::zero(); size]; size]),
        Some(given) => diagonal_or_matrix(&given, size, found),
    };
    Some(Wrist { stiffness: stiffness?, damping: damping? })
}

fn diagonal_or_matrix(at: &At<'_>, size: usize, found: &mut Findings<'_>) -> Option<Vec<Vec<Rational>>> {
    let nested = list(at, "a list of numbers, or rows of them", found)?
        .next()
        .is_some_and(|first| first.elements().is_some());
    if nested {
        return symmetric(at, size, found);
    }
    let diagonal = sized(at, size, found)?;
    let entry =
        |row: usize, column: usize| if row == column { diagonal[row].clone() } else { Rational::zero() };
    Some((0..size).map(|row| (0..size).map(|column| entry(row, column)).collect()).collect())
}

/// A symmetric matrix.
fn symmetric(at: &At<'_>, size: usize, found: &mut Findings<'_>) -> Option<Vec<Vec<Rational>>> {
    let rows = rows(at, size, Some(size), found)?;
    is_symmetric(at, "inverse-inertia", &rows, found).then_some(rows)
}

/// `size` rows, all of one length.
fn rows(
    at: &At<'_>,
    size: usize,
    width: Option<usize>,
    found: &mut Findings<'_>,
) -> Option<Vec<Vec<Rational>>> {
    let elements = list(at, "rows of numbers", found)?;
    let count = elements.len();
    let mut wanted = width;
    let mut read = Vec::new();
    for row in elements {
        let Some(values) = numbers(&row, found) else { continue };
        let width = *wanted.get_or_insert(values.len());
        if values.len() != width {
            note_length(&row, values.len(), width, &format!("{width} numbers in each row"), found);
            continue;
        }
        read.extend(values.into_iter().collect::<Option<Vec<Rational>>>());
    }
    if count != size {
        note_length(at, count, size, &format!("{size} rows, angular first"), found);
        return None;
    }
    (read.len() == size).then_some(read)
}

/// A matrix of `size` rows, as its columns.
fn columns(at: &At<'_>, size: usize, found: &mut Findings<'_>) -> Option<Columns> {
    let rows = rows(at, size, None, found)?;
    let width = rows[0].len();
    if width > size {
        let message = format!("{width} columns, where there are {size} dimensions");
        found.fault("length", at, message, format!("give at most {size} independent columns"));
        return None;
    }
    Some((0..width).map(|column| rows.iter().map(|row| row[column].clone()).collect()).collect())
}

/// Numbers, `size` of them.
fn sized(at: &At<'_>, size: usize, found: &mut Findings<'_>) -> Option<Vec<Rational>> {
    let values = numbers(at, found)?;
    if values.len() != size {
        note_length(at, values.len(), size, &format!("a list of {size} numbers"), found);
        return None;
    }
    values.into_iter().collect()
}

/// A list that may be left out.
fn optional(at: &At<'_>, key: &str, found: &mut Findings<'_>) -> Option<Vec<Rational>> {
    at.get(key).and_then(|value| numbers(&value, found)).and_then(|values| values.into_iter().collect())
}

/// A whole number from 0 to `most`.
fn count(at: &At<'_>, most: usize, found: &mut Findings<'_>) -> Option<usize> {
    let value = number(at, found)?;
    let whole = (0..=most).find(|&whole| Rational::from(whole as i64) == value);
    if whole.is_none() {
        let message = format!("{} is not a whole number from 0 to {most}", shown(&value));
        found.fault("rank", at, message, "give the number of freedoms that the robot has at the contact");
    }
    whole
}
