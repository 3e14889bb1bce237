//! What a body of a scene weighs, what pulls at it, and forces that are given along unit vectors.

use super::Misfit;
use super::Standing;
use crate::scene::{Body, Contact, Rounding, Scene};
use stiction_exact::root::square_root;
use stiction_exact::vector::dot;
use stiction_geometry::shape::Geometry;
use stiction_proof::Rational;

/// The mass matrix of a mass and an inertia, angular first; without an inertia the identity stands for it.
pub fn mass_block<S: Standing>(mass: &Rational, inertia: Option<&S::Inertia>) -> Vec<Vec<Rational>> {
    let turns = S::FREEDOMS - S::DIMENSION;
    // The axes about which a body of this world turns are the last ones of space.
    let axis = |at: usize| std::array::from_fn(|k| Rational::from(i64::from(k + turns == at + 3)));
    let columns: Vec<[Rational; 3]> = (0..turns)
        .map(|at| inertia.map_or_else(|| axis(at), |inertia| S::turned(inertia, &axis(at))))
        .collect();
    let entry = |row: usize, column: usize| match (row < turns, column < turns) {
        (true, true) => columns[column][3 - turns + row].clone(),
        (false, false) if row == column => mass.clone(),
        _ => Rational::zero(),
    };
    (0..S::FREEDOMS).map(|row| (0..S::FREEDOMS).map(|column| entry(row, column)).collect()).collect()
}

/// The mass matrix of a body, angular first: as it is written, or of its mass and inertia; or else the keys
/// that are missing.
pub fn mass_matrix<S: Standing>(body: &Body<S>) -> Result<Vec<Vec<Rational>>, Vec<&'static str>> {
    match (&body.mass_matrix, &body.mass, &body.inertia) {
        (Some(matrix), ..) => Ok(matrix.clone()),
        (_, Some(mass), Some(inertia)) => Ok(mass_block::<S>(mass, Some(inertia))),
        (_, mass, inertia) => {
            let keys = [(mass.is_none(), "mass"), (inertia.is_none(), "inertia")];
            Err(keys.into_iter().filter(|(missing, _)| *missing).map(|(_, key)| key).collect())
        }
    }
}

/// That a body has no mass or inertia, and why that matters.
pub fn without_mass<S: Geometry>(body: &Body<S>, key: &str, why: &str) -> Misfit {
    let message = format!("body \"{}\" has no {key}, {why}", body.name);
    let help = format!("give `{key}`, or `density` with a `shape`");
    Misfit::new("missing-mass", &["bodies", &body.name, key], message, help)
}

/// Weight and wrench of a body about its centre of mass.
pub fn load<S: Geometry>(scene: &Scene<S>, body: &Body<S>) -> S::Screw {
    let turns = S::FREEDOMS - S::DIMENSION;
    let gravity = scene.gravity.as_ref();
    let mut load = body.wrench.clone();
    for (row, sum) in load.as_mut().iter_mut().enumerate() {
        *sum += &match (&body.mass_matrix, &body.mass) {
            (Some(matrix), _) => dot(&matrix[row][turns..], gravity),
            (None, Some(mass)) if row >= turns => mass * &gravity[row - turns],
            _ => Rational::zero(),
        };
    }
    load
}

/// Multiples of directions from parts along unit vectors, and whether nothing was rounded; none of a
/// direction that is zero.
pub fn multiples<V: AsRef<[Rational]>>(
    parts: &[Rational],
    directions: &[V],
) -> Option<(Vec<Rational>, bool)> {
    let mut exact = true;
    let mut multiple = |(part, direction): (&Rational, &V)| {
        let length = square_root(&dot(direction.as_ref(), direction.as_ref()));
        exact &= length.exact || part.is_zero();
        part.checked_div(&length.value)
    };
    let multiples = parts.iter().zip(directions).map(&mut multiple).collect::<Option<_>>()?;
    Some((multiples, exact))
}

/// The force of a contact that is controlled, as multiples of its normal and of the directions across it.
pub fn given_multiples<S: Geometry>(
    contact: &Contact<S>,
    force: &[Rational],
    directions: &[S::Vector],
    rounded: &mut Vec<Rounding>,
) -> Result<Vec<Rational>, Misfit> {
    let (multiples, exact) = multiples(force, directions).ok_or_else(|| zero_direction(&contact.id))?;
    if !exact {
        let path = format!("contacts.{}.force", contact.id);
        let why = "along unit vectors, whose lengths are irrational roots".to_owned();
        rounded.push(Rounding { path, why });
    }
    Ok(multiples)
}

/// That a normal or a tangent of a contact is zero.
pub fn zero_direction(id: &str) -> Misfit {
    let message = "a direction of the contact is zero, so nothing has a part along it";
    let help = "give a `normal` and `tangents` that are not zero";
    Misfit::new("normal", &["contacts", id, "normal"], message, help)
}
