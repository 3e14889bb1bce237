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
use stiction_exact::matrix::solve;
use stiction_geometry::screw::Spatial;
use stiction_proof::{BodyDynamics, Rational};
use stiction_scene::lower::Misfit;
use stiction_scene::scene::{Body, Party, Role, Scene};

/// A body about the common point.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct BodyAtPoint {
    /// Φ and b.
    pub(super) dynamics: BodyDynamics,
    /// Its twist.
    pub(super) twist: Six,
}

/// A party that does not move.
pub(super) fn still() -> BodyAtPoint {
    let zero = Six::default();
    BodyAtPoint { dynamics: BodyDynamics::driven(zero.to_vec()), twist: zero }
}

/// A party of a scene about a point; held by springs where `support` has their stiffness and damping.
pub(super) fn side(
    scene: &Scene<Spatial>,
    party: Party,
    point: &Triple,
    support: Option<&[[f64; 6]; 2]>,
) -> Result<BodyAtPoint, Vec<Misfit>> {
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

fn driven(body: &Body<Spatial>, lever: &Triple) -> BodyAtPoint {
    let (twist, classical) = body.driven_motion();
    let spatial = spatial_of(&classical, &twist);
    BodyAtPoint {
        dynamics: BodyDynamics::driven(shifted_motion(&spatial, lever).to_vec()),
        twist: shifted_motion(&twist, lever),
    }
}

/// `(α, a − ω × v)`.
fn spatial_of(classical: &Six, twist: &Six) -> Six {
    let ((alpha, linear), (omega, velocity)) = (halves(classical), halves(twist));
    joined(alpha, minus(&linear, &cross(&omega, &velocity)))
}

fn free(
    scene: &Scene<Spatial>,
    body: &Body<Spatial>,
    lever: &Triple,
    support: Option<&[[f64; 6]; 2]>,
) -> Result<BodyAtPoint, Vec<Misfit>> {
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
    Ok(BodyAtPoint {
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
