//! From the section `[jam]`, or from a scene whose bodies slide, to the system that is asked about.
//!
//! At a contact with normal `n` and tangent `t` the normal row is `Φᵢ`, the tangential one `Tᵢ`, both over the twists of the
//! free bodies.  Friction opposes the slip, `Φ̂ᵢ = −sign(vₜ)·Tᵢ`, and a contact pushes: `λ ≥ 0`.
//!
//! References: \[DY 5\], \[DY 6\], \[DY 9\], \[DY 10\].

use super::cone::Locking;
use super::matrix::dot;
use crate::ask::lower::{Misfit, length};
use crate::mode::Kinematics;
use crate::scene::{Body, Contact, Curvature, JamSection, Party, Role, Scene};
use crate::screw::Planar;
use stiction_proof::{Constraint, ForceSign, JamProblem, Rational};

/// A system, and what drives it.
#[derive(Debug, Clone, PartialEq)]
pub struct System {
    /// What is asked about.
    pub problem: JamProblem,
    /// What is asked about wedging, where that is another one: in space, an edge of a pyramid each.
    pub wedging: Option<JamProblem>,
    /// For each constraint of that other problem, which of `problem` it is an edge of.
    pub owners: Vec<usize>,
    /// Names of the coordinates.
    pub names: Vec<String>,
    /// τ − h, where it is known.
    pub force: Option<Vec<Rational>>,
    /// Γ, where it is known.
    pub gamma: Option<Vec<Rational>>,
    /// q̇, where it is known.
    pub rate: Option<Vec<Rational>>,
    /// `Φ̂ᵢ q̇ + Φ̂ₜᵢ`: how fast friction is being slid along, where it is known \[DY 28\].
    pub slips: Option<Vec<Rational>>,
}

impl System {
    /// The problem whose wedging is asked about.
    pub fn wedge_problem(&self) -> &JamProblem {
        self.wedging.as_ref().unwrap_or(&self.problem)
    }

    /// The constraints that stand for one of `problem` in the question of one kind of locking: itself, or the edges of its pyramid.
    pub fn members(&self, kind: Locking, constraint: usize) -> Vec<usize> {
        if kind == Locking::Jam || self.wedging.is_none() {
            return vec![constraint];
        }
        (0..self.owners.len()).filter(|&edge| self.owners[edge] == constraint).collect()
    }

    /// The coefficients while sliding.
    pub fn mu(&self) -> Vec<Rational> {
        self.problem.constraints.iter().map(|one| one.mu.clone()).collect()
    }

    /// `Φₜ = −Φ q̇`: how the constraints themselves move, where q̇ is known \[DY 9\].
    pub fn constraint_rates(&self) -> Option<Vec<Rational>> {
        let rate = self.rate.as_ref()?;
        Some(self.problem.constraints.iter().map(|one| -dot(&one.normal, rate)).collect())
    }
}

/// The system of a section `[jam]`.
pub fn given(section: &JamSection) -> System {
    let constraint = |index: usize| Constraint {
        id: (index + 1).to_string(),
        normal: section.constraints[index].clone(),
        friction: section.friction[index].clone(),
        mu: section.mu[index].clone(),
        at_rest: section.mu[index].clone(),
        sign: section.signs[index],
        square: Rational::one(),
    };
    let constraints: Vec<Constraint> = (0..section.constraints.len()).map(constraint).collect();
    let slips =
        section.rate.as_ref().map(|rate| constraints.iter().map(|one| dot(&one.friction, rate)).collect());
    System {
        problem: JamProblem { mass: section.mass.clone(), constraints, either_way: false },
        wedging: None,
        owners: Vec::new(),
        names: (1..=section.mass.len()).map(|index| format!("q{index}")).collect(),
        force: section.force.clone(),
        gamma: section.gamma.clone(),
        rate: section.rate.clone(),
        slips,
    }
}

/// The system of a scene whose touching contacts slide, or everything that stands against it.
pub fn moving(scene: &Scene<Planar>) -> Result<System, Vec<Misfit>> {
    let kinematics = Kinematics::new(scene);
    let mut misfits = unfit(scene, &kinematics);
    let moves: Vec<usize> = (0..kinematics.dimension())
        .filter(|component| !kinematics.frozen().any(|frozen| frozen == *component))
        .collect();
    let free = |dense: Vec<Rational>| -> Vec<Rational> {
        moves.iter().map(|&component| dense[component].clone()).collect()
    };
    let twists: Vec<[Rational; 3]> =
        kinematics.free.iter().map(|&body| scene.bodies[body].twist.clone()).collect();
    let (mut constraints, mut gamma, mut slips) = (Vec::new(), Some(Vec::new()), Vec::new());
    for rows in &kinematics.contacts {
        let contact = &scene.contacts[rows.contact];
        if contact.force.is_some() {
            continue;
        }
        let (along, across) = (rows.normal.velocity(&twists), rows.tangents[0].velocity(&twists));
        if along.is_positive() {
            continue;
        }
        let rubs = contact.friction.at_rest.is_positive();
        if let Some(misfit) = motion_fault(contact, &along, &across, rubs) {
            misfits.push(misfit);
            continue;
        }
        let against = if across.is_positive() { -1 } else { 1 };
        let opposing =
            |row: Vec<Rational>| row.into_iter().map(|entry| entry * Rational::from(against)).collect();
        constraints.push(Constraint {
            id: contact.id.clone(),
            normal: free(kinematics.dense(&rows.normal)),
            friction: opposing(free(kinematics.dense(&rows.tangents[0]))),
            mu: contact.friction.sliding.clone(),
            at_rest: contact.friction.at_rest.clone(),
            sign: ForceSign::Positive,
            square: dot(&contact.normal, &contact.normal),
        });
        slips.push(-across.abs());
        let products = velocity_products(scene, contact, &across);
        gamma = gamma.zip(products).map(|(mut gamma, product)| {
            gamma.push(-product);
            gamma
        });
    }
    let mass = mass_matrix(scene, &kinematics.free, &moves, &mut misfits);
    if !misfits.is_empty() {
        return Err(misfits);
    }
    let words = ["theta", "x", "y"];
    let name = |component: &usize| {
        format!("{}.{}", scene.bodies[kinematics.free[component / 3]].name, words[component % 3])
    };
    let controlled = controlled(scene, &kinematics);
    let force = moves
        .iter()
        .map(|&component| load(scene, kinematics.free[component / 3], component % 3) + &controlled[component])
        .collect();
    Ok(System {
        problem: JamProblem { mass, constraints, either_way: true },
        wedging: None,
        owners: Vec::new(),
        names: moves.iter().map(name).collect(),
        force: Some(force),
        gamma,
        rate: Some(moves.iter().map(|&component| twists[component / 3][component % 3].clone()).collect()),
        slips: Some(slips),
    })
}

/// What force-controlled contacts push with: no constraints, but loads, `fn·Φᵢ + ft·Tᵢ` over the length of the normal.
fn controlled(scene: &Scene<Planar>, kinematics: &Kinematics<Planar>) -> Vec<Rational> {
    let mut sum = vec![Rational::zero(); kinematics.dimension()];
    for rows in &kinematics.contacts {
        let contact = &scene.contacts[rows.contact];
        let Some(force) = &contact.force else { continue };
        let size = length(&contact.normal).value;
        for (part, row) in force.iter().zip([&rows.normal, &rows.tangents[0]]) {
            let factor = part.checked_div(&size).unwrap_or_default();
            sum.iter_mut().zip(kinematics.dense(row)).for_each(|(sum, entry)| *sum += &factor * &entry);
        }
    }
    sum
}

fn unfit(scene: &Scene<Planar>, kinematics: &Kinematics<Planar>) -> Vec<Misfit> {
    let mut misfits = Vec::new();
    if kinematics.free.is_empty() {
        let help = "leave `role` out of the body that slides, or give the section [jam]";
        misfits.push(Misfit::new(
            "no-free-body",
            &["bodies"],
            "the question is about free bodies, and there is none",
            help,
        ));
    } else if kinematics.contacts.iter().all(|rows| scene.contacts[rows.contact].force.is_some()) {
        let help = "list the contacts it slides on, or add [detect]";
        misfits.push(Misfit::new(
            "no-contact",
            &["contacts"],
            "nothing touches a free body, so nothing can lock it",
            help,
        ));
    }
    misfits
}

/// What the motion at a contact must be: kept, and sliding where there is friction.
fn motion_fault(
    contact: &Contact<Planar>,
    along: &Rational,
    across: &Rational,
    rubs: bool,
) -> Option<Misfit> {
    let path = ["contacts", contact.id.as_str()];
    if along.is_negative() {
        let message =
            format!("the bodies approach each other here, vn = {}: that is an impact", along.to_f64());
        return Some(Misfit::new("impact", &path, message, "give a `twist` that keeps the contact"));
    }
    if rubs && across.is_zero() {
        let message = "nothing slips here, so friction has no direction";
        let help = "give a free body a `twist` that slides at this contact, or make it frictionless";
        return Some(Misfit::new("no-slip", &path, message, help));
    }
    None
}

fn mass_matrix(
    scene: &Scene<Planar>,
    bodies: &[usize],
    moves: &[usize],
    misfits: &mut Vec<Misfit>,
) -> Vec<Vec<Rational>> {
    let blocks: Vec<Option<[[Rational; 3]; 3]>> =
        bodies.iter().map(|&body| block(&scene.bodies[body], misfits)).collect();
    let entry = |&row: &usize, &column: &usize| match &blocks[row / 3] {
        Some(block) if row / 3 == column / 3 => block[row % 3][column % 3].clone(),
        _ => Rational::zero(),
    };
    moves.iter().map(|row| moves.iter().map(|column| entry(row, column)).collect()).collect()
}

fn block(body: &Body<Planar>, misfits: &mut Vec<Misfit>) -> Option<[[Rational; 3]; 3]> {
    if let Some(matrix) = &body.mass_matrix {
        return Some(std::array::from_fn(|row| std::array::from_fn(|column| matrix[row][column].clone())));
    }
    for (value, key) in [(&body.mass, "mass"), (&body.inertia, "inertia")] {
        if value.is_none() {
            let message = format!("body \"{}\" has no {key}, which jamming depends on", body.name);
            let help = format!("give `{key}`, or `density` with a `shape`");
            misfits.push(Misfit::new("missing-mass", &["bodies", &body.name, key], message, help));
        }
    }
    let diagonal = [body.inertia.clone()?, body.mass.clone()?, body.mass.clone()?];
    Some(std::array::from_fn(|row| {
        std::array::from_fn(|column| if row == column { diagonal[row].clone() } else { Rational::zero() })
    }))
}

/// Weight and wrench of a body about its centre of mass.
pub fn load_in_plane(scene: &Scene<Planar>, body: usize) -> [Rational; 3] {
    std::array::from_fn(|component| load(scene, body, component))
}

/// A component of weight and wrench of a body.
fn load(scene: &Scene<Planar>, body: usize, component: usize) -> Rational {
    let body = &scene.bodies[body];
    let pull = [&Rational::zero(), &scene.gravity[0], &scene.gravity[1]];
    let weight = match &body.mass_matrix {
        Some(matrix) => matrix[component].iter().zip(pull).map(|(entry, pull)| entry * pull).sum(),
        None if component == 0 => Rational::zero(),
        None => body.mass.clone().unwrap_or_default() * pull[component],
    };
    &body.wrench[component] + &weight
}

/// What the velocities, and the accelerations of driven bodies, add to the rate of `vₙ`, in the length of the normal as it is
/// written; none where the curvature is not known, or an irrational length would round it.
fn velocity_products(
    scene: &Scene<Planar>,
    contact: &Contact<Planar>,
    across: &Rational,
) -> Option<Rational> {
    let turning = |party: Party| {
        scene.body_of(party).map_or_else(Rational::zero, |body| match body.role {
            Role::Fixed => Rational::zero(),
            _ => body.twist[0].clone(),
        })
    };
    let carried = |party: Party| -> Rational {
        let Some(body) = scene.body_of(party).filter(|body| body.role != Role::Fixed) else {
            return Rational::zero();
        };
        let arm = [&contact.point[0] - &body.com[0], &contact.point[1] - &body.com[1]];
        let [nx, ny] = &contact.normal;
        let inward = -(&body.twist[0] * &body.twist[0]) * (nx * &arm[0] + ny * &arm[1]);
        let Some([alpha, ax, ay]) = body.acceleration.as_ref().filter(|_| body.role == Role::Driven) else {
            return inward;
        };
        let turned = ny * &arm[0] - nx * &arm[1];
        inward + nx * ax + ny * ay + alpha * &turned
    };
    let (w_on, w_against) = (turning(contact.on), turning(contact.against));
    let relative = &w_on - &w_against;
    let straight = carried(contact.on) - carried(contact.against) + Rational::from(2) * &w_against * across;
    let length = length(&contact.normal);
    if !length.exact {
        let still = relative.is_zero() && across.is_zero();
        return still.then_some(straight);
    }
    let slip = across.checked_div(&length.value)?;
    let two = Rational::from(2);
    let curved = match contact.curvature.as_ref()? {
        [Curvature::Vertex, Curvature::Finite(k)] => k * &slip * &slip,
        [Curvature::Finite(k), Curvature::Vertex] => k * &slip * &slip + two * &relative * &slip,
        [Curvature::Finite(on), Curvature::Finite(against)] => {
            let products =
                on * against * &slip * &slip + two * against * &relative * &slip - &relative * &relative;
            products.checked_div(&(on + against))?
        }
        [Curvature::Vertex, Curvature::Vertex] => return None,
    };
    Some(straight + curved * length.value)
}
