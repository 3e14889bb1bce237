//! From a scene in space whose bodies slide to the system that is asked about, and to the one whose wedging is.
//!
//! A contact that slides with the velocity `v` across its normal has friction `Φ̂ᵢ` along `−|n|·v/|v|`, its round cone's edge, rational where
//! that root is.  For wedging the slip does not matter: forces of the whole static cone may cancel.  A pyramid `Σ kⱼ(n + μ·dⱼ)` is a
//! sum of constraints that share their normal,
//!
//! ```text
//!     Σⱼ λⱼ(Φᵢ + μⱼΦ̂ᵢⱼ),   0 ≤ μⱼ ≤ μ̄,   λⱼ ≥ 0                                              (1)
//! ```
//!
//! one for each of its edges, so that Theorem 2 and its proofs apply to (1) as they are.
//!
//! References: \[DY 5\], \[DY 6\], \[DY Theorem 2\].

use super::lower::System;
use crate::ask::lower::{ConeModel, Misfit, pyramid_of};
use crate::exact::root::square_root;
use crate::exact::vector::{cross, default_tangent, dot};
use crate::mode::{ContactRows, Kinematics, Row};
use crate::scene::{Body, Contact, Rounding, Scene};
use crate::screw::Spatial;
use stiction_proof::{Constraint, ForceSign, JamProblem, Rational, Vector};

/// The pyramid in which wedging is decided where the cone is round.
const WEDGING: ConeModel = ConeModel::Inner(8);

/// The system of a scene in space, and what was rounded; or everything that stands against it.
///
/// # Errors
/// Every misfit at once.
pub fn moving_in_space(
    scene: &Scene<Spatial>,
    model: ConeModel,
) -> Result<(System, Vec<Rounding>), Vec<Misfit>> {
    let kinematics = Kinematics::new(scene);
    let (mut misfits, mut rounded) = (unfit(scene, &kinematics), scene.rounded.clone());
    let frozen: Vec<usize> = kinematics.frozen().collect();
    let moves: Vec<usize> = (0..kinematics.dimension()).filter(|k| !frozen.contains(k)).collect();
    let free = |row: &Row<Spatial>| -> Vec<Rational> {
        let dense = kinematics.dense(row);
        moves.iter().map(|&component| dense[component].clone()).collect()
    };
    let twists: Vec<[Rational; 6]> =
        kinematics.free.iter().map(|&body| scene.bodies[body].twist.clone()).collect();
    let (mut sliding, mut wedging, mut owners, mut slips) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for rows in &kinematics.contacts {
        let contact = &scene.contacts[rows.contact];
        let along = rows.normal.velocity(&twists);
        if along.is_positive() {
            continue;
        }
        let slip = slip(contact, rows, &twists);
        let rubs = contact.friction.at_rest.is_positive();
        let still = slip.iter().all(Rational::is_zero);
        if along.is_negative() || rubs && still {
            misfits.push(motion_fault(contact, &along));
            continue;
        }
        let square = dot(&contact.normal, &contact.normal);
        let root = square_root(&square.checked_div(&dot(&slip, &slip)).unwrap_or_default());
        if rubs && !root.exact {
            let why = "friction is against the slip, whose length is an irrational root".to_owned();
            rounded.push(Rounding { path: format!("contacts.{}.friction", contact.id), why });
        }
        let normal = free(&rows.normal);
        let one = |id: String, friction: Vec<Rational>| Constraint {
            id,
            normal: normal.clone(),
            friction,
            mu: contact.friction.sliding.clone(),
            at_rest: contact.friction.at_rest.clone(),
            sign: ForceSign::Positive,
            square: square.clone(),
        };
        let drag = slip.each_ref().map(|entry| -(entry * &root.value));
        let along_row = |direction: &Vector| combined(contact, rows, direction, &free);
        slips.push(dot(&drag, &slip));
        sliding.push(one(contact.id.clone(), along_row(&drag)));
        let pyramid = if model == ConeModel::Round { WEDGING } else { model };
        match pyramid_of(contact, &contact.normal, pyramid, &mut rounded).filter(|_| rubs) {
            Some(across) => wedging.extend(
                across.iter().enumerate().map(|(k, d)| one(format!("{}:e{k}", contact.id), along_row(d))),
            ),
            None => wedging.push(one(contact.id.clone(), vec![Rational::zero(); moves.len()])),
        }
        owners.resize(wedging.len(), sliding.len() - 1);
    }
    let mass = mass_matrix(scene, &kinematics.free, &moves, &mut misfits);
    if !misfits.is_empty() {
        return Err(misfits);
    }
    let words = ["rx", "ry", "rz", "x", "y", "z"];
    let name = |component: &usize| {
        format!("{}.{}", scene.bodies[kinematics.free[component / 6]].name, words[component % 6])
    };
    let problem = JamProblem { mass: mass.clone(), constraints: sliding, either_way: false };
    let wedging = JamProblem { mass, constraints: wedging, either_way: false };
    let system = System {
        problem,
        wedging: Some(wedging),
        owners,
        names: moves.iter().map(name).collect(),
        force: None,
        gamma: None,
        rate: Some(moves.iter().map(|&component| twists[component / 6][component % 6].clone()).collect()),
        slips: Some(slips),
    };
    Ok((system, rounded))
}

fn unfit(scene: &Scene<Spatial>, kinematics: &Kinematics<Spatial>) -> Vec<Misfit> {
    let mut misfits = Vec::new();
    if kinematics.free.is_empty() {
        let message = "the question is about free bodies, and there is none";
        let help = "leave `role` out of the body that slides, or give the section [jam]";
        misfits.push(Misfit::new("no-free-body", &["bodies"], message, help));
    } else if kinematics.contacts.is_empty() {
        let message = "nothing touches a free body, so nothing can lock it";
        misfits.push(Misfit::new("no-contact", &["contacts"], message, "list its contacts, or add [detect]"));
    }
    for contact in &scene.contacts {
        for (given, key) in [(contact.soft.is_some(), "soft"), (contact.force.is_some(), "force")] {
            if given {
                let message = format!("`{key}` of a contact is not taken by `jam` in space");
                let path = ["contacts", contact.id.as_str(), key];
                misfits.push(Misfit::new(key, &path, message, format!("leave `{key}` out")));
            }
        }
    }
    misfits
}

/// The two tangents of a contact's rows.
pub(super) fn tangents(contact: &Contact<Spatial>) -> [Vector; 2] {
    match &contact.tangents[..] {
        [first, second, ..] => [first.clone(), second.clone()],
        _ => {
            let first = default_tangent(&contact.normal);
            let second = cross(&contact.normal, &first);
            [first, second]
        }
    }
}

/// The velocity across the normal, from its parts along two orthogonal tangents.
fn slip(contact: &Contact<Spatial>, rows: &ContactRows<Spatial>, twists: &[[Rational; 6]]) -> Vector {
    let mut slip = Vector::default();
    for (tangent, row) in tangents(contact).iter().zip(&rows.tangents) {
        let part = row.velocity(twists).checked_div(&dot(tangent, tangent)).unwrap_or_default();
        slip.iter_mut().zip(tangent).for_each(|(sum, entry)| *sum += &part * entry);
    }
    slip
}

/// The row of the velocity along a direction across the normal.
fn combined(
    contact: &Contact<Spatial>,
    rows: &ContactRows<Spatial>,
    direction: &Vector,
    free: &dyn Fn(&Row<Spatial>) -> Vec<Rational>,
) -> Vec<Rational> {
    let mut sum: Vec<Rational> = Vec::new();
    for (tangent, row) in tangents(contact).iter().zip(&rows.tangents) {
        let part = dot(direction, tangent).checked_div(&dot(tangent, tangent)).unwrap_or_default();
        let row = free(row);
        sum.resize(row.len(), Rational::zero());
        sum.iter_mut().zip(&row).for_each(|(sum, entry)| *sum += &part * entry);
    }
    sum
}

fn motion_fault(contact: &Contact<Spatial>, along: &Rational) -> Misfit {
    let path = ["contacts", contact.id.as_str()];
    if along.is_negative() {
        let message =
            format!("the bodies approach each other here, vn = {}: that is an impact", along.to_f64());
        return Misfit::new("impact", &path, message, "give a `twist` that keeps the contact");
    }
    let message = "nothing slips here, so friction has no direction";
    let help = "give a free body a `twist` that slides at this contact, or make it frictionless";
    Misfit::new("no-slip", &path, message, help)
}

fn mass_matrix(
    scene: &Scene<Spatial>,
    bodies: &[usize],
    moves: &[usize],
    misfits: &mut Vec<Misfit>,
) -> Vec<Vec<Rational>> {
    let blocks: Vec<Option<Vec<Vec<Rational>>>> =
        bodies.iter().map(|&body| block(&scene.bodies[body], misfits)).collect();
    let entry = |&row: &usize, &column: &usize| match &blocks[row / 6] {
        Some(block) if row / 6 == column / 6 => block[row % 6][column % 6].clone(),
        _ => Rational::zero(),
    };
    moves.iter().map(|row| moves.iter().map(|column| entry(row, column)).collect()).collect()
}

fn block(body: &Body<Spatial>, misfits: &mut Vec<Misfit>) -> Option<Vec<Vec<Rational>>> {
    if let Some(matrix) = &body.mass_matrix {
        return Some(matrix.clone());
    }
    for (missing, key) in [(body.mass.is_none(), "mass"), (body.inertia.is_none(), "inertia")] {
        if missing {
            let message = format!("body \"{}\" has no {key}, which jamming depends on", body.name);
            let help = format!("give `{key}`, or `density` with a `shape`");
            misfits.push(Misfit::new("missing-mass", &["bodies", &body.name, key], message, help));
        }
    }
    let (mass, inertia) = (body.mass.clone()?, body.inertia.clone()?);
    let entry = |i: usize, j: usize| match (i < 3, j < 3) {
        (true, true) => inertia[i][j].clone(),
        (false, false) if i == j => mass.clone(),
        _ => Rational::zero(),
    };
    Some((0..6).map(|i| (0..6).map(|j| entry(i, j)).collect()).collect())
}
