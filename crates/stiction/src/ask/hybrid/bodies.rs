//! How a body accelerates under a force: free, with fewer freedoms, driven, or fixed; in rationals.
//!
//! About the centre of mass, with `R` the freedoms that the body has, `M` its mass matrix, `v` its twist:
//!
//! ```text
//!     RᵀM R ν̇ = Rᵀ(f − v ×* Mv + M(0, ω × v)),   a = R ν̇ − (0, ω × v)                               (1)
//!     Φ = R(RᵀMR)⁻¹Rᵀ
//! ```
//!
//! `a` is the spatial acceleration, `R ν̇` the classical one; both move to the common point like twists.
//!
//! References: \[Featherstone (2)\]; \[Featherstone Section 4\] for `Φ = 0` of what does not yield.

use super::spatial::{
    Six, Triple, cross, halves, inner, joined, minus, plus, shifted_inverse, shifted_motion,
};
use crate::ask::jam::matrix::solve;
use crate::ask::lower::Misfit;
use crate::scene::{Body, Party, Role, Scene, Trajectory};
use crate::screw::Spatial;
use stiction_proof::{BodyDynamics, Rational};

/// A body about the common point.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Side {
    /// Φ and b.
    pub(super) dynamics: BodyDynamics,
    /// Its twist.
    pub(super) twist: Six,
}

/// A party that does not move.
pub(super) fn still() -> Side {
    let zero = Six::default();
    Side { dynamics: BodyDynamics::driven(zero.to_vec()), twist: zero }
}

/// A party of a scene about a point; held by springs where `support` has their stiffness and damping.
pub(super) fn side(
    scene: &Scene<Spatial>,
    party: Party,
    point: &Triple,
    support: Option<&[[f64; 6]; 2]>,
) -> Result<Side, Vec<Misfit>> {
    let Some(body) = scene.body_of(party).filter(|body| party != Party::Ground && body.role != Role::Fixed)
    else {
        return Ok(still());
    };
    let lever = minus(point, &body.com);
    match body.role {
        Role::Driven => Ok(driven(body, &lever)),
        _ => free(scene, body, &lever, support),
    }
}

fn driven(body: &Body<Spatial>, lever: &Triple) -> Side {
    let (twist, classical) = match &body.trajectory {
        Some(trajectory) => begun(trajectory, &body.com),
        None => (body.twist.clone(), body.acceleration.clone().unwrap_or_default()),
    };
    let spatial = spatial_of(&classical, &twist);
    Side {
        dynamics: BodyDynamics::driven(shifted_motion(&spatial, lever).to_vec()),
        twist: shifted_motion(&twist, lever),
    }
}

/// `(α, a − ω × v)`.
fn spatial_of(classical: &Six, twist: &Six) -> Six {
    let ((alpha, linear), (omega, velocity)) = (halves(classical), halves(twist));
    joined(alpha, minus(&linear, &cross(&omega, &velocity)))
}

/// Twist and classical acceleration of the centre of mass when a trajectory begins: rotations about fixed axes, from zero.
fn begun(trajectory: &Trajectory<Spatial>, com: &Triple) -> (Six, Six) {
    let of = |power: usize, factor: i64, index: usize| -> Rational {
        let coefficient = trajectory.coefficients.get(index).and_then(|list| list.get(power)).cloned();
        coefficient.unwrap_or_default() * Rational::from(factor)
    };
    let rate: Six = std::array::from_fn(|index| of(1, 1, index));
    let second: Six = std::array::from_fn(|index| of(2, 2, index));
    let ((omega, velocity), (turning, linear)) = (halves(&rate), halves(&second));
    let along = |axis: usize| -> Triple {
        std::array::from_fn(|k| if k == axis { omega[k].clone() } else { Rational::zero() })
    };
    // The axes are turned by those after them: z by none, y by z, x by both.
    let carried = plus(&cross(&along(2), &plus(&along(1), &along(0))), &cross(&along(1), &along(0)));
    let alpha = plus(&turning, &carried);
    let arm = minus(com, &trajectory.pivot);
    let turned = plus(&cross(&alpha, &arm), &cross(&omega, &cross(&omega, &arm)));
    (joined(omega.clone(), plus(&velocity, &cross(&omega, &arm))), joined(alpha, plus(&linear, &turned)))
}

fn free(
    scene: &Scene<Spatial>,
    body: &Body<Spatial>,
    lever: &Triple,
    support: Option<&[[f64; 6]; 2]>,
) -> Result<Side, Vec<Misfit>> {
    let mass = mass_matrix(body)?;
    let twist = &body.twist;
    let (omega, velocity) = halves(twist);
    let times = |vector: &Six| -> Six { std::array::from_fn(|row| inner(&mass[row], vector)) };
    let (spin, momentum) = halves(&times(twist));
    let gyroscopic =
        joined(plus(&cross(&omega, &spin), &cross(&velocity, &momentum)), cross(&omega, &momentum));
    let products = joined(Triple::default(), cross(&omega, &velocity));
    // Springs that hold the body where it is carry its weight, and damp it.
    let pull = match support {
        Some([_, damping]) => {
            std::array::from_fn(|k| -(Rational::from_f64(damping[k]).unwrap_or_default() * &twist[k]))
        }
        None => times(&joined(Triple::default(), scene.gravity.clone())),
    };
    let carried = times(&products);
    let push: Six = std::array::from_fn(|k| &pull[k] + &body.wrench[k] - &gyroscopic[k] + &carried[k]);
    let own: Vec<usize> = (0..6).filter(|&k| body.freedoms[k]).collect();
    let block: Vec<Vec<Rational>> =
        own.iter().map(|&row| own.iter().map(|&column| mass[row][column].clone()).collect()).collect();
    let rights: Vec<Vec<Rational>> = (0..own.len())
        .map(|k| (0..own.len()).map(|j| Rational::from(i64::from(j == k))).collect())
        .chain([own.iter().map(|&k| push[k].clone()).collect()])
        .collect();
    let Some(mut solved) = solve(&block, &rights) else {
        let path = ["bodies", body.name.as_str(), "mass_matrix"];
        let message = format!("the mass matrix of \"{}\" is singular", body.name);
        return Err(vec![Misfit::new("mass-matrix", &path, message, "give every freedom inertia")]);
    };
    let rates = solved.pop().unwrap_or_default();
    let mut phi = vec![vec![Rational::zero(); 6]; 6];
    let mut bias = Six::default();
    for (k, &row) in own.iter().enumerate() {
        bias[row] = rates[k].clone();
        for (j, &column) in own.iter().enumerate() {
            phi[row][column] = solved[k][j].clone();
        }
    }
    let bias: Six = std::array::from_fn(|k| &bias[k] - &products[k]);
    Ok(Side {
        dynamics: BodyDynamics {
            inverse_inertia: shifted_inverse(&phi, lever),
            bias: shifted_motion(&bias, lever).to_vec(),
        },
        twist: shifted_motion(twist, lever),
    })
}

fn mass_matrix(body: &Body<Spatial>) -> Result<Vec<Vec<Rational>>, Vec<Misfit>> {
    if let Some(matrix) = &body.mass_matrix {
        return Ok(matrix.clone());
    }
    let mut misfits = Vec::new();
    for (known, key) in [(body.mass.is_some(), "mass"), (body.inertia.is_some(), "inertia")] {
        if !known {
            let message = format!("body \"{}\" has no {key}, on which its acceleration depends", body.name);
            let help = format!("give `{key}`, or `density` with a `shape`, or `role = \"fixed\"`");
            misfits.push(Misfit::new("missing-mass", &["bodies", &body.name, key], message, help));
        }
    }
    let (Some(mass), Some(inertia)) = (&body.mass, &body.inertia) else { return Err(misfits) };
    let mut matrix = vec![vec![Rational::zero(); 6]; 6];
    for row in 0..3 {
        matrix[row + 3][row + 3] = mass.clone();
        for column in 0..3 {
            matrix[row][column] = inertia[row][column].clone();
        }
    }
    Ok(matrix)
}
