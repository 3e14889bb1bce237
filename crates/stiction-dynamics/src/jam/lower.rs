//! From the section `[jam]`, or from a scene whose bodies slide, to the system that is asked about.
//!
//! At a contact with normal `n` and tangent `t` the normal row is `Φᵢ`, the tangential one `Tᵢ`, both over
//! the twists of the free bodies.  Friction opposes the slip, `Φ̂ᵢ = −sign(vₜ)·Tᵢ`, and a contact pushes:
//! `λ ≥ 0`.  In space a contact that slides with the velocity `v` across its normal has friction `Φ̂ᵢ` along
//! `−|n|·v/|v|`, its round cone's edge, rational where that root is; in the plane it always is.  For wedging
//! the slip does not matter: forces of the whole static cone may cancel.  A pyramid `Σ kⱼ(n + μ·dⱼ)` is a sum
//! of constraints that share their normal,
//!
//! ```text
//!     Σⱼ λⱼ(Φᵢ + μⱼΦ̂ᵢⱼ),   0 ≤ μⱼ ≤ μ̄,   λⱼ ≥ 0                                              (1)
//! ```
//!
//! one for each of its edges, so that Theorem 2 and its proofs apply to (1) as they are.  A force-controlled
//! contact constrains nothing: what it pushes with, `fn·Φᵢ + ft·Tᵢ` over the lengths of normal and tangents,
//! is part of the load.
//!
//! References: \[DY 5\], \[DY 6\], \[DY 9\], \[DY 10\], \[DY Theorem 2\].
//!
//! The constraints are \[DY 3\], holonomic and possibly moving.

use super::cone::Locking;
use stiction_exact::root::square_root;
use stiction_exact::vector::{cross, dot, is_zero, multiple_of, quarter_turn};
use stiction_geometry::screw::{Planar, Spatial};
use stiction_geometry::shape::Geometry;
use stiction_proof::{Constraint, ForceSign, JamProblem, Rational, Vector};
use stiction_scene::lower::Standing;
use stiction_scene::lower::bodies::{given_multiples, load, mass_matrix, without_mass, zero_direction};
use stiction_scene::lower::{ConeModel, Misfit, length, pyramid_of};
use stiction_scene::mode::{ContactRows, Kinematics, Row};
use stiction_scene::scene::{Contact, Curvature, JamSection, Party, Role, Rounding, Scene};

/// The pyramid in which wedging is decided where the cone is round.
const WEDGING: ConeModel = ConeModel::Inner(8);

/// A system, and what drives it.
#[derive(Debug, Clone, PartialEq)]
pub struct System {
    /// What is asked about.
    pub problem: JamProblem,
    /// What is asked about wedging, where that is another one: in space, an edge of a pyramid each.
    pub wedging: Option<Wedging>,
    /// Names of the coordinates.
    pub names: Vec<String>,
    /// What drives it.
    pub driven: Driven,
}

/// What drives a system, where it is known.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Driven {
    /// τ − h, where it is known.
    pub force: Option<Vec<Rational>>,
    /// Γ, where it is known.
    pub gamma: Option<Vec<Rational>>,
    /// q̇, where it is known.
    pub rate: Option<Vec<Rational>>,
    /// `Φ̂ᵢ q̇ + Φ̂ₜᵢ`: how fast friction is being slid along, where it is known \[DY 28\].
    pub slips: Option<Vec<Rational>>,
}

/// The problem of wedging in space.
#[derive(Debug, Clone, PartialEq)]
pub struct Wedging {
    /// An edge of a pyramid each.
    pub problem: JamProblem,
    /// For each of its constraints, which one of the system it is an edge of.
    pub owners: Vec<usize>,
}

impl System {
    /// The problem whose wedging is asked about.
    pub fn wedge_problem(&self) -> &JamProblem {
        self.wedging.as_ref().map_or(&self.problem, |wedging| &wedging.problem)
    }

    /// The constraints that stand for one of `problem` in the question of one kind of locking: itself, or the
    /// edges of its pyramid.
    pub fn members(&self, kind: Locking, constraint: usize) -> Vec<usize> {
        match &self.wedging {
            Some(Wedging { owners, .. }) if kind != Locking::Jam => {
                (0..owners.len()).filter(|&edge| owners[edge] == constraint).collect()
            }
            _ => vec![constraint],
        }
    }

    /// The coefficients while sliding.
    pub fn mu(&self) -> Vec<Rational> {
        self.problem.constraints.iter().map(|one| one.mu.clone()).collect()
    }

    /// `Φₜ = −Φ q̇`: how the constraints themselves move, where q̇ is known \[DY 9\].
    pub fn constraint_rates(&self) -> Option<Vec<Rational>> {
        let rate = self.driven.rate.as_ref()?;
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
        names: (1..=section.mass.len()).map(|index| format!("q{index}")).collect(),
        driven: Driven {
            force: section.force.clone(),
            gamma: section.gamma.clone(),
            rate: section.rate.clone(),
            slips,
        },
    }
}

/// The plane or space, as bodies slide in it.
pub trait Sliding: Standing {
    /// Names of the components of a twist.
    const COMPONENTS: &'static [&'static str];
    /// Whether the static cone has no more than the two edges along the slip, so that one row rubs either way.
    const EITHER_WAY: bool;

    /// The directions of the pyramid in which wedging is decided, where the cone has more edges than two.
    fn edges(
        contact: &Contact<Self>,
        model: ConeModel,
        rounded: &mut Vec<Rounding>,
    ) -> Option<Vec<Self::Vector>>;
    /// What the velocities, and the accelerations of driven bodies, add to the rate of `vₙ`, in the length of
    /// the normal as it is written; none where that is not known.
    fn velocity_products(
        scene: &Scene<Self>,
        contact: &Contact<Self>,
        slip: &Self::Vector,
    ) -> Option<Rational>;
}

impl Sliding for Planar {
    const COMPONENTS: &'static [&'static str] = &["theta", "x", "y"];
    const EITHER_WAY: bool = true;

    fn edges(_: &Contact<Self>, _: ConeModel, _: &mut Vec<Rounding>) -> Option<Vec<[Rational; 2]>> {
        None
    }

    fn velocity_products(
        scene: &Scene<Self>,
        contact: &Contact<Self>,
        slip: &[Rational; 2],
    ) -> Option<Rational> {
        let across = &dot(&quarter_turn(&contact.normal), slip);

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
            let Some([alpha, ax, ay]) = body.acceleration.as_ref().filter(|_| body.role == Role::Driven)
            else {
                return inward;
            };
            let turned = ny * &arm[0] - nx * &arm[1];
            inward + nx * ax + ny * ay + alpha * &turned
        };
        let (w_on, w_against) = (turning(contact.on), turning(contact.against));
        let relative = &w_on - &w_against;
        let straight =
            carried(contact.on) - carried(contact.against) + Rational::from(2) * &w_against * across;
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
}

impl Sliding for Spatial {
    const COMPONENTS: &'static [&'static str] = &["rx", "ry", "rz", "x", "y", "z"];
    const EITHER_WAY: bool = false;

    fn edges(contact: &Contact<Self>, model: ConeModel, rounded: &mut Vec<Rounding>) -> Option<Vec<Vector>> {
        let pyramid = if model == ConeModel::Round { WEDGING } else { model };
        pyramid_of(contact, &contact.normal, pyramid, rounded)
    }

    fn velocity_products(_: &Scene<Self>, _: &Contact<Self>, _: &Vector) -> Option<Rational> {
        None
    }
}

/// The constraints of the contacts that slide.
struct Slid {
    sliding: Vec<Constraint>,
    wedging: Vec<Constraint>,
    owners: Vec<usize>,
    slips: Vec<Rational>,
    gamma: Option<Vec<Rational>>,
}

/// A scene whose bodies slide, over the twists of its free bodies.
struct Lowering<'a, S: Sliding> {
    scene: &'a Scene<S>,
    kinematics: &'a Kinematics<S>,
    /// The components of the composite twist that are not frozen.
    moves: Vec<usize>,
    twists: Vec<S::Screw>,
}

/// The system of a scene whose touching contacts slide, and what was rounded; or everything that stands against it.
///
/// # Errors
/// Every misfit at once.
pub fn moving<S: Sliding>(
    scene: &Scene<S>,
    model: ConeModel,
) -> Result<(System, Vec<Rounding>), Vec<Misfit>> {
    let kinematics = &Kinematics::new(scene);
    let (mut misfits, mut rounded) = (unfit(scene, kinematics), scene.rounded.clone());
    let frozen: Vec<usize> = kinematics.frozen().collect();
    let moves: Vec<usize> = (0..kinematics.dimension()).filter(|k| !frozen.contains(k)).collect();
    let twists = kinematics.free.iter().map(|&body| scene.bodies[body].twist.clone()).collect();
    let lowering = Lowering { scene, kinematics, moves, twists };
    let mut slid =
        Slid { sliding: vec![], wedging: vec![], owners: vec![], slips: vec![], gamma: Some(vec![]) };
    for rows in &kinematics.contacts {
        misfits.extend(lowering.constrain(rows, model, &mut slid, &mut rounded).err());
    }
    let mass = lowering.mass(&mut misfits);
    let force = lowering.force(&mass, &mut rounded).unwrap_or_else(|misfit| {
        misfits.push(misfit);
        None
    });
    if !misfits.is_empty() {
        return Err(misfits);
    }
    let name = |&component: &usize| {
        let (body, axis) = (component / S::FREEDOMS, component % S::FREEDOMS);
        format!("{}.{}", scene.bodies[kinematics.free[body]].name, S::COMPONENTS[axis])
    };
    let Slid { sliding, wedging, owners, slips, gamma } = slid;
    let rate = kept(
        &lowering.moves,
        &lowering.twists.iter().flat_map(|twist| twist.as_ref()).cloned().collect::<Vec<_>>(),
    );
    let mass = kept(&lowering.moves, &mass).iter().map(|row| kept(&lowering.moves, row)).collect::<Vec<_>>();
    let wedging = (!S::EITHER_WAY).then(|| Wedging {
        problem: JamProblem { mass: mass.clone(), constraints: wedging, either_way: false },
        owners,
    });
    let system = System {
        problem: JamProblem { mass, constraints: sliding, either_way: S::EITHER_WAY },
        wedging,
        names: lowering.moves.iter().map(name).collect(),
        driven: Driven { force, gamma, rate: Some(rate), slips: Some(slips) },
    };
    Ok((system, rounded))
}

/// The components that are not frozen.
fn kept<T: Clone>(moves: &[usize], all: &[T]) -> Vec<T> {
    moves.iter().map(|&component| all[component].clone()).collect()
}

impl<S: Sliding> Lowering<'_, S> {
    fn free(&self, row: &Row<S>) -> Vec<Rational> {
        kept(&self.moves, &self.kinematics.dense(row))
    }

    /// The constraint of a contact that slides; one that is controlled or leaves has none.
    fn constrain(
        &self,
        rows: &ContactRows<S>,
        model: ConeModel,
        slid: &mut Slid,
        rounded: &mut Vec<Rounding>,
    ) -> Result<(), Misfit> {
        let contact = &self.scene.contacts[rows.contact];
        let along = rows.normal.velocity(&self.twists);
        if contact.force.is_some() || along.is_positive() {
            return Ok(());
        }
        let tangents = S::across(contact);
        let slip = slip(&tangents, rows, &self.twists).ok_or_else(|| zero_direction(&contact.id))?;
        let rubs = contact.friction.at_rest.is_positive();
        if along.is_negative() || rubs && is_zero(slip.as_ref()) {
            return Err(motion_fault(contact, &along));
        }
        let normal = contact.normal.as_ref();
        let square = dot(normal, normal);
        let mut drag = slip.clone();
        // Friction without slip has no direction, and there is none.
        if let Some(ratio) = square.checked_div(&dot(slip.as_ref(), slip.as_ref())) {
            let root = square_root(&ratio);
            if rubs && !root.exact {
                let why = "friction is against the slip, whose length is an irrational root".to_owned();
                rounded.push(Rounding { path: format!("contacts.{}.friction", contact.id), why });
            }
            drag.as_mut().iter_mut().for_each(|entry| *entry = -(&*entry * &root.value));
        }
        let normal = self.free(&rows.normal);
        let one = |id: String, friction: Vec<Rational>| Constraint {
            id,
            normal: normal.clone(),
            friction,
            mu: contact.friction.sliding.clone(),
            at_rest: contact.friction.at_rest.clone(),
            sign: ForceSign::Positive,
            square: square.clone(),
        };
        let row = |direction: &S::Vector| {
            self.combined(&tangents, rows, direction).ok_or_else(|| zero_direction(&contact.id))
        };
        slid.slips.push(dot(drag.as_ref(), slip.as_ref()));
        slid.sliding.push(one(contact.id.clone(), row(&drag)?));
        if !S::EITHER_WAY {
            match S::edges(contact, model, rounded).filter(|_| rubs) {
                Some(across) => {
                    for (k, direction) in across.iter().enumerate() {
                        slid.wedging.push(one(format!("{}:e{k}", contact.id), row(direction)?));
                    }
                }
                None => slid.wedging.push(one(contact.id.clone(), vec![Rational::zero(); self.moves.len()])),
            }
            slid.owners.resize(slid.wedging.len(), slid.sliding.len() - 1);
        }
        let products = S::velocity_products(self.scene, contact, &slip);
        slid.gamma = slid.gamma.take().zip(products).map(|(mut gamma, product)| {
            gamma.push(-product);
            gamma
        });
        Ok(())
    }

    /// The row of the velocity along a direction across the normal.
    fn combined(
        &self,
        tangents: &[S::Vector],
        rows: &ContactRows<S>,
        direction: &S::Vector,
    ) -> Option<Vec<Rational>> {
        let mut sum = vec![Rational::zero(); self.moves.len()];
        for (tangent, row) in tangents.iter().zip(&rows.tangents).take(S::DIMENSION - 1) {
            let part = multiple_of(tangent.as_ref(), direction.as_ref())?;
            sum.iter_mut().zip(self.free(row)).for_each(|(sum, entry)| *sum += &part * &entry);
        }
        Some(sum)
    }

    /// The mass matrix over the composite twist.
    fn mass(&self, misfits: &mut Vec<Misfit>) -> Vec<Vec<Rational>> {
        let (size, mut rows) = (self.kinematics.dimension(), Vec::new());
        for (place, &body) in self.kinematics.free.iter().enumerate() {
            let body = &self.scene.bodies[body];
            let block = mass_matrix(body).unwrap_or_else(|keys| {
                misfits.extend(keys.iter().map(|key| without_mass(body, key, "which jamming depends on")));
                Vec::new()
            });
            for row in block {
                let mut wide = vec![Rational::zero(); size];
                wide[place * S::FREEDOMS..].iter_mut().zip(row).for_each(|(entry, part)| *entry = part);
                rows.push(wide);
            }
        }
        rows.resize(size, vec![Rational::zero(); size]);
        rows
    }

    /// τ − h: weights and wrenches, what the turning of the bodies asks for, `w × Iw`, and what
    /// force-controlled contacts push with, which are no constraints but loads.  None where a body turns
    /// whose mass matrix couples turning with moving.
    fn force(
        &self,
        mass: &[Vec<Rational>],
        rounded: &mut Vec<Rounding>,
    ) -> Result<Option<Vec<Rational>>, Misfit> {
        let mut sum: Vec<Rational> = Vec::with_capacity(self.kinematics.dimension());
        for &body in &self.kinematics.free {
            sum.extend(load(self.scene, &self.scene.bodies[body]).as_ref().iter().cloned());
        }
        for rows in &self.kinematics.contacts {
            let contact = &self.scene.contacts[rows.contact];
            let Some(force) = &contact.force else { continue };
            let directions: Vec<S::Vector> =
                std::iter::once(contact.normal.clone()).chain(S::across(contact)).collect();
            let multiples = given_multiples(contact, force, &directions, rounded)?;
            for (factor, row) in multiples.iter().zip(std::iter::once(&rows.normal).chain(&rows.tangents)) {
                let dense = self.kinematics.dense(row);
                sum.iter_mut().zip(dense).for_each(|(sum, entry)| *sum += factor * &entry);
            }
        }
        let turns = S::FREEDOMS - S::DIMENSION;
        for (place, twist) in self.twists.iter().enumerate().filter(|_| turns == 3) {
            let (start, twist) = (place * S::FREEDOMS, twist.as_ref());
            let turn: Vector = std::array::from_fn(|at| twist[at].clone());
            if is_zero(&turn) {
                continue;
            }
            let block = |row: usize| &mass[start + row][start..start + S::FREEDOMS];
            if (0..turns).any(|row| !is_zero(&block(row)[turns..])) {
                return Ok(None);
            }
            let momentum = std::array::from_fn(|row| dot(&block(row)[..turns], &turn));
            let asked = cross(&turn, &momentum);
            sum[start..].iter_mut().zip(&asked).for_each(|(sum, asked)| *sum -= asked);
        }
        Ok(Some(kept(&self.moves, &sum)))
    }
}

/// The velocity across the normal, from its parts along orthogonal tangents; none where one of these is zero.
fn slip<S: Sliding>(tangents: &[S::Vector], rows: &ContactRows<S>, twists: &[S::Screw]) -> Option<S::Vector> {
    let mut slip = S::Vector::default();
    for (tangent, row) in tangents.iter().zip(&rows.tangents).take(S::DIMENSION - 1) {
        let tangent = tangent.as_ref();
        let part = row.velocity(twists).checked_div(&dot(tangent, tangent))?;
        slip.as_mut().iter_mut().zip(tangent).for_each(|(sum, entry)| *sum += &part * entry);
    }
    Some(slip)
}

fn unfit<S: Geometry>(scene: &Scene<S>, kinematics: &Kinematics<S>) -> Vec<Misfit> {
    let mut misfits = Vec::new();
    if kinematics.free.is_empty() {
        let message = "the question is about free bodies, and there is none";
        let help = "leave `role` out of the body that slides, or give the section [jam]";
        misfits.push(Misfit::new("no-free-body", &["bodies"], message, help));
    } else if kinematics.contacts.iter().all(|rows| scene.contacts[rows.contact].force.is_some()) {
        let message = "nothing touches a free body, so nothing can lock it";
        let help = "list the contacts it slides on, or add [detect]";
        misfits.push(Misfit::new("no-contact", &["contacts"], message, help));
    }
    for contact in scene.contacts.iter().filter(|contact| S::DIMENSION == 3 && contact.soft.is_some()) {
        let message = "`soft` of a contact is not taken by `jam`";
        misfits.push(Misfit::new("soft", &["contacts", &contact.id, "soft"], message, "leave `soft` out"));
    }
    misfits
}

/// What stands against the motion at a contact: it must be kept, and slide where there is friction.
fn motion_fault<S: Geometry>(contact: &Contact<S>, along: &Rational) -> Misfit {
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
