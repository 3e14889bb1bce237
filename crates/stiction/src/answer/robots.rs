//! Robots at a frame, and in contact with what they do not know.

use super::NoAnswer;
use crate::ask::hybrid::{Interface, interface};
use crate::scene::Scene;
use crate::screw::Spatial;
use stiction_proof::{Decoupling, Verified};

pub use crate::ask::robot::{RobotDynamics, RobotQuestion, dynamics as robot};

/// Motion and force at a robot's contact, apart \[FE\].
#[derive(Debug, Clone, PartialEq)]
pub struct Decoupled {
    /// The two bodies at the contact, and what was rounded or assumed.
    pub interface: Interface,
    /// Bases of motion and force, and the command that brings about what is wanted.
    pub decoupling: Verified<Decoupling>,
}

/// Motion and force at a robot's contact, each commanded without disturbing the other, whatever it touches.
///
/// # Errors
/// The scene has no section `hybrid` or one that does not fit, or a proof was refused.
pub fn hybrid(scene: &Scene<Spatial>) -> Result<Decoupled, NoAnswer> {
    let interface = interface(scene)?;
    let decoupling = interface.resolve()?;
    Ok(Decoupled { interface, decoupling })
}
