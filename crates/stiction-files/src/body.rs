//! `[bodies.NAME]`: what a body weighs, where it is, how it moves.

use crate::findings::Findings;
use crate::keys::{BODY, TRAJECTORY};
use crate::node::{At, quoted_key};
use crate::number::{known_keys, list, note_length, numbers, positive, required, shown, vector, word};
use crate::shape;
use stiction::scene::{Body, GROUND, Role, Rounding, Trajectory};
use stiction::screw::Planar;
use stiction::shape::{Moments, Outline, Point, Pose};
use stiction_proof::Rational;

const ROLES: [(&str, Role); 3] = [("free", Role::Free), ("fixed", Role::Fixed), ("driven", Role::Driven)];

/// The freedoms of a planar body by name, each with its component of a twist.
const FREEDOMS: [(&str, usize); 3] = [("theta", 0), ("x", 1), ("y", 2)];

/// Reads a body as far as it goes; what is wrong with it has been noted.
pub(crate) fn read(
    at: &At<'_>,
    name: &str,
    rounded: &mut Vec<Rounding>,
    found: &mut Findings<'_>,
) -> Body<Planar> {
    let mut body = Body::new(name);
    if name.is_empty() {
        found.fault("empty-name", at, "a body without a name", "name it: [bodies.part]");
    }
    if known_keys(at, BODY, found).is_none() {
        return body;
    }
    let mut roundings = Roundings { body: name, list: rounded };
    body.role = role(at, name, found);
    let placement = place(&mut body, at, &mut roundings, found);
    weigh(&mut body, at, &placement, &mut roundings, found);
    body.freedoms = freedoms(at, found).unwrap_or(body.freedoms);
    body.twist = optional(at, "twist", |v| vector(&v, "[w, vx, vy]", found)).unwrap_or_default();
    body.wrench = optional(at, "wrench", |v| vector(&v, "[m, fx, fy]", found)).unwrap_or_default();
    check_twist(&body, at, found);
    drive(&mut body, at, found);
    body
}

/// Reads the value under a key where there is one.
fn optional<'c, T>(at: &'c At<'_>, key: &'c str, read: impl FnOnce(At<'c>) -> Option<T>) -> Option<T> {
    at.get(key).and_then(read)
}

/// The list of roundings, seen from one body.
struct Roundings<'r> {
    body: &'r str,
    list: &'r mut Vec<Rounding>,
}

impl Roundings<'_> {
    fn note(&mut self, key: &str, why: &str) {
        let path = format!("bodies.{}.{key}", quoted_key(self.body));
        self.list.push(Rounding { path, why: why.into() });
    }
}

fn role(at: &At<'_>, name: &str, found: &mut Findings<'_>) -> Role {
    let given = at.get("role");
    let role = given.as_ref().and_then(|role| word(role, "role", &ROLES, found));
    if name != GROUND {
        return role.unwrap_or_default();
    }
    if let (Some(given), Some(Role::Free | Role::Driven)) = (&given, role) {
        found.fault(
            "role",
            given,
            "the ground is always fixed",
            "leave out its role, or name the body otherwise",
        );
    }
    Role::Fixed
}

/// What follows from shape and pose for the weight of a body.
struct Placement {
    moments: Option<Moments>,
    pose: Option<(Pose, Rational)>,
}

/// Shape and centre of mass, in world coordinates.
fn place(
    body: &mut Body<Planar>,
    at: &At<'_>,
    roundings: &mut Roundings<'_>,
    found: &mut Findings<'_>,
) -> Placement {
    let shape = optional(at, "shape", |shape| shape::read(&shape, found));
    let com = optional(at, "com", |com| vector(&com, "[x, y]", found));
    let pose = optional(at, "pose", |pose| read_pose(&pose, found));
    let moments = shape.as_ref().and_then(Outline::moments);
    if com.is_none() && moments.as_ref().is_some_and(|m| m.centroid_rounded) {
        roundings.note("com", "the centroid of a path with arcs");
    }
    let com: Point = com.or_else(|| moments.as_ref().map(|m| m.centroid.clone())).unwrap_or_default();
    match &pose {
        None => (body.com, body.shape) = (com, shape),
        Some((pose, angle)) => {
            if pose.rounded {
                note_turn(shape.is_some(), angle, roundings);
            }
            body.com = pose.place(&com);
            body.shape = shape.map(|shape| shape.moved(pose));
        }
    }
    Placement { moments, pose }
}

fn note_turn(has_shape: bool, angle: &Rational, roundings: &mut Roundings<'_>) {
    let why = format!("turned by {} rad", shown(angle));
    roundings.note("com", &why);
    if has_shape {
        roundings.note("shape", &why);
    }
}

fn read_pose(at: &At<'_>, found: &mut Findings<'_>) -> Option<(Pose, Rational)> {
    let values = vector::<3>(at, "[x, y, theta]", found)?;
    let angle = values[2].clone();
    if angle.abs() > Rational::from(1_000_000) {
        let help = "give an angle in radians, between -1e6 and 1e6";
        found.fault("pose-angle", at, format!("the angle is {} rad", shown(&angle)), help);
        return None;
    }
    Some((Pose::new(values)?, angle))
}

/// Mass and inertia: given, from a mass matrix, or from density and shape.
fn weigh(
    body: &mut Body<Planar>,
    at: &At<'_>,
    placement: &Placement,
    roundings: &mut Roundings<'_>,
    found: &mut Findings<'_>,
) {
    body.mass = optional(at, "mass", |mass| positive(&mass, "mass", found));
    body.inertia = optional(at, "inertia", |inertia| positive(&inertia, "inertia", found));
    if let Some(matrix) = at.get("mass_matrix") {
        conflicts(at, "mass_matrix", &["mass", "inertia", "density"], found);
        let matrix = mass_matrix(&matrix, found);
        body.mass_matrix = matrix.map(|matrix| turned_mass_matrix(matrix, placement, roundings));
    } else if let Some(density) = at.get("density") {
        conflicts(at, "density", &["mass", "inertia"], found);
        fill(body, at, &density, placement, roundings, found);
    }
}

/// Fills the shape with a density.
fn fill(
    body: &mut Body<Planar>,
    at: &At<'_>,
    density: &At<'_>,
    placement: &Placement,
    roundings: &mut Roundings<'_>,
    found: &mut Findings<'_>,
) {
    let value = positive(density, "density", found);
    if at.get("shape").is_none() {
        found.fault(
            "density",
            density,
            "a density without a shape",
            "give the body a shape, or its mass instead",
        );
    } else if let (Some(_), None) = (&body.shape, &placement.moments) {
        found.fault("density", density, "this shape has no finite area", "give mass and inertia instead");
    }
    let (Some(value), Some(moments)) = (value, &placement.moments) else { return };
    if moments.rounded {
        roundings.note("mass", "the area of a curved outline");
        roundings.note("inertia", "the second moment of a curved outline");
    }
    body.mass = Some(&value * &moments.area);
    body.inertia = Some(value * &moments.second);
}

fn conflicts(at: &At<'_>, key: &str, others: &[&str], found: &mut Findings<'_>) {
    for other in others.iter().filter_map(|other| at.get(other)) {
        let message = format!("given together with `{key}`");
        found.fault("conflict", &other, message, format!("keep either this or `{key}`"));
    }
}

fn mass_matrix(at: &At<'_>, found: &mut Findings<'_>) -> Option<Vec<Vec<Rational>>> {
    let form = "three rows of three numbers, angular first";
    let rows = list(at, form, found)?;
    let count = rows.len();
    let rows: Vec<Option<[Rational; 3]>> = rows.map(|row| vector(&row, form, found)).collect();
    if count != 3 {
        note_length(at, count, 3, form, found);
        return None;
    }
    let matrix: Vec<Vec<Rational>> = rows.into_iter().map(|row| row.map(Vec::from)).collect::<Option<_>>()?;
    if let Some((i, j)) = asymmetric(&matrix) {
        let message = format!(
            "not symmetric: entry ({i}, {j}) is {}, entry ({j}, {i}) is {}",
            shown(&matrix[i - 1][j - 1]),
            shown(&matrix[j - 1][i - 1])
        );
        found.fault("mass-matrix", at, message, "a mass matrix equals its transpose");
        return None;
    }
    if let Some((order, minor)) = failing_minor(&matrix) {
        let message =
            format!("not positive definite: its leading {order}×{order} minor is {}", shown(&minor));
        found.fault("mass-matrix", at, message, "every motion must have positive kinetic energy");
        return None;
    }
    Some(matrix)
}

/// The first pair of entries, counted from 1, that differ across the diagonal.
fn asymmetric(m: &[Vec<Rational>]) -> Option<(usize, usize)> {
    [(0, 1), (0, 2), (1, 2)].into_iter().find(|&(i, j)| m[i][j] != m[j][i]).map(|(i, j)| (i + 1, j + 1))
}

/// Sylvester: the first leading minor that is not positive.
fn failing_minor(m: &[Vec<Rational>]) -> Option<(usize, Rational)> {
    let two = |i: usize, j: usize, k: usize, l: usize| &m[i][k] * &m[j][l] - &m[i][l] * &m[j][k];
    let three = &m[0][0] * two(1, 2, 1, 2) - &m[0][1] * two(1, 2, 0, 2) + &m[0][2] * two(1, 2, 0, 1);
    let minors = [m[0][0].clone(), two(0, 1, 0, 1), three];
    minors.into_iter().enumerate().find(|(_, minor)| !minor.is_positive()).map(|(k, minor)| (k + 1, minor))
}

/// With a pose, the matrix is in body axes: `diag(1, R) M diag(1, R)ᵀ` is it in the world's.
fn turned_mass_matrix(
    matrix: Vec<Vec<Rational>>,
    placement: &Placement,
    roundings: &mut Roundings<'_>,
) -> Vec<Vec<Rational>> {
    let Some((pose, angle)) = placement.pose.as_ref().filter(|(pose, _)| pose.rounded) else { return matrix };
    roundings.note("mass_matrix", &format!("turned by {} rad", shown(angle)));
    let turned_row = |row: &Vec<Rational>| {
        let [x, y] = pose.turn(&[row[1].clone(), row[2].clone()]);
        vec![row[0].clone(), x, y]
    };
    let half: Vec<Vec<Rational>> = matrix.iter().map(turned_row).collect();
    let transposed = (0..3).map(|j| half.iter().map(|row| row[j].clone()).collect());
    transposed.map(|row| turned_row(&row)).collect()
}

fn freedoms(at: &At<'_>, found: &mut Findings<'_>) -> Option<Vec<bool>> {
    let at = at.get("freedoms")?;
    let mut allowed = vec![false; FREEDOMS.len()];
    for element in list(&at, "a list of \"theta\", \"x\", \"y\"", found)? {
        let Some(component) = word(&element, "freedom", &FREEDOMS, found) else { continue };
        if std::mem::replace(&mut allowed[component], true) {
            let message = format!("\"{}\" is given twice", FREEDOMS[component].0);
            found.fault("freedom", &element, message, "name each freedom once");
        }
    }
    Some(allowed)
}

/// A body that cannot move, or not so, has no such velocity.
fn check_twist(body: &Body<Planar>, at: &At<'_>, found: &mut Findings<'_>) {
    let Some(twist) = at.get("twist").filter(|_| !body.is_at_rest()) else { return };
    if body.role == Role::Fixed {
        found.fault("twist", &twist, "a fixed body has a velocity", "make it driven, or leave out the twist");
    }
    for (name, component) in FREEDOMS {
        if !body.freedoms[component] && !body.twist[component].is_zero() {
            let message = format!(
                "moves in \"{name}\" by {}, which its freedoms leave out",
                shown(&body.twist[component])
            );
            found.fault("twist", &twist, message, "add the freedom, or make that component zero");
        }
    }
}

/// Acceleration or trajectory of a driven body.
fn drive(body: &mut Body<Planar>, at: &At<'_>, found: &mut Findings<'_>) {
    for given in ["acceleration", "trajectory"].iter().filter_map(|key| at.get(key)) {
        if body.role != Role::Driven {
            let help = "add role = \"driven\", or leave it out: free bodies move as the forces tell them";
            found.fault("not-driven", &given, "given for a body that is not driven", help);
        }
    }
    if let (Some(_), Some(trajectory)) = (at.get("acceleration"), at.get("trajectory")) {
        found.fault("conflict", &trajectory, "given together with `acceleration`", "keep one of the two");
    }
    body.acceleration = optional(at, "acceleration", |a| vector(&a, "[alpha, ax, ay]", found));
    body.trajectory = optional(at, "trajectory", |t| trajectory(&t, &body.com, found));
}

fn trajectory(at: &At<'_>, com: &Point, found: &mut Findings<'_>) -> Option<Trajectory<Planar>> {
    known_keys(at, TRAJECTORY, found)?;
    let coefficients: Vec<_> = FREEDOMS.iter().map(|(key, _)| coefficients(at, key, found)).collect();
    let pivot = match at.get("pivot") {
        None => Some(com.clone()),
        Some(pivot) => vector(&pivot, "[x, y]", found),
    };
    let duration = required(at, "duration", "say how long the motion lasts, in seconds", found)
        .and_then(|duration| positive(&duration, "duration", found));
    let coefficients = coefficients.into_iter().collect::<Option<_>>()?;
    Some(Trajectory { coefficients, pivot: pivot?, duration: duration? })
}

/// Coefficients of one freedom, none if it is left out; the displacement is zero at time 0.
fn coefficients(at: &At<'_>, key: &str, found: &mut Findings<'_>) -> Option<Vec<Rational>> {
    let Some(at) = at.get(key) else { return Some(Vec::new()) };
    let values: Vec<Rational> = numbers(&at, found)?.into_iter().collect::<Option<_>>()?;
    if let Some(first) = values.first().filter(|first| !first.is_zero()) {
        let message = format!("the displacement at time 0 is {}", shown(first));
        found.fault("trajectory", &at, message, "begin with 0: the scene itself says where the body starts");
        return None;
    }
    Some(values)
}
