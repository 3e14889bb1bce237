//! Robots at a frame, and in contact with what they do not know.

use super::NoAnswer;
use crate::ask::hybrid::{Interface, interface};
use crate::robot::Model;
use crate::scene::Scene;
use crate::screw::Spatial;
use stiction_proof::{Decoupling, Verified};

pub use crate::ask::robot::{RobotDynamics, RobotQuestion};

/// The dynamics of a robot at one of its frames: M, h, J, Φ and b of `a = Φ f + b`, each within a proved bound.
///
/// ```
/// use stiction::prelude::*;
/// use stiction::robot::{Joint, JointKind, Limits, Link, LinkInertia, Model};
/// use stiction::screw::Pose;
///
/// // A rod of 2 kg on a hinge across gravity.
/// let rod = LinkInertia {
///     mass: 2.0,
///     place: Pose::translation_by([0.5, 0.0, 0.0]),
///     rotational: [[0.01, 0.0, 0.0], [0.0, 0.1, 0.0], [0.0, 0.0, 0.1]],
/// };
/// let hinge = Joint {
///     name: "hinge".to_owned(),
///     kind: JointKind::Continuous,
///     parent: 0,
///     child: 1,
///     place: Pose::identity(),
///     axis: [0.0, 0.0, 1.0],
///     limits: Limits::NONE,
/// };
/// let link = |name: &str, inertia| Link { name: name.to_owned(), inertia };
/// let model = Model {
///     name: "pendulum".to_owned(),
///     links: vec![link("base", None), link("rod", Some(rod))],
///     joints: vec![hinge],
///     couplings: Vec::new(),
/// };
/// let question = RobotQuestion { gravity: [0.0, -9.81, 0.0], ..RobotQuestion::default() };
/// let found = robot(&model, &question)?;
/// assert_eq!(found.velocities, ["hinge"]);
/// # Ok::<(), NoAnswer>(())
/// ```
///
/// # Errors
/// The robot has faults, or the question does not fit it.
pub fn robot(model: &Model, question: &RobotQuestion) -> Result<RobotDynamics, NoAnswer> {
    Ok(crate::ask::robot::dynamics(model, question)?)
}

/// Motion and force at a robot's contact, apart \[Featherstone (1)\].
#[derive(Debug, Clone, PartialEq)]
pub struct Decoupled {
    /// The two bodies at the contact, and what was rounded or assumed.
    pub interface: Interface,
    /// Bases of motion and force, and the command that brings about what is wanted.
    pub decoupling: Verified<Decoupling>,
}

/// Motion and force at a robot's contact, each commanded without disturbing the other, whatever it touches.
///
/// ```
/// use stiction::prelude::*;
/// use stiction::scene::HybridSection;
/// use stiction_proof::BodyDynamics;
///
/// // A robot that is free in all six ways and a wall that does not move: it may do all but go into it.
/// let unit = |at: usize, by: i64| (0..6).map(|row| Rational::from(if row == at { by } else { 0 })).collect();
/// let body = |by: i64| BodyDynamics {
///     inverse_inertia: (0..6).map(|row| unit(row, by)).collect(),
///     bias: vec![0.into(); 6],
/// };
/// let mut scene = space().build()?;
/// scene.hybrid = Some(HybridSection {
///     robot: Some(body(1)),
///     environment: Some(body(0)),
///     freedoms: Some((0..5).map(|column| unit(column, 1)).collect()),
///     freedom_rate: Some(vec![0.into(); 6]),
///     ..HybridSection::default()
/// });
/// let found = hybrid(&scene)?;
/// let basis = &found.decoupling.proof().basis;
/// assert_eq!((basis.s1.len(), basis.t2.len()), (5, 1)); // five ways to move, one to push
/// # Ok::<(), NoAnswer>(())
/// ```
///
/// # Errors
/// The scene has no section `hybrid` or one that does not fit, or a proof was refused.
pub fn hybrid(scene: &Scene<Spatial>) -> Result<Decoupled, NoAnswer> {
    let interface = interface(scene)?;
    let decoupling = interface.resolve()?;
    Ok(Decoupled { interface, decoupling })
}
