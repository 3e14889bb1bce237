//! The section `[hybrid]`: a robot's contact by matrices, or by the bodies that touch; the command; a run in time.

use super::{Curvature, Party, RobotSection};
use stiction_proof::{BodyDynamics, Columns, Rational};

/// What the section says.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct HybridSection {
    /// `phi_robot` and `bias_robot`.
    pub robot: Option<BodyDynamics>,
    /// `phi_environment` and `bias_environment`.
    pub environment: Option<BodyDynamics>,
    /// Columns of Sᶜ.
    pub freedoms: Option<Columns>,
    /// Ṡᶜα.
    pub freedom_rate: Option<Vec<Rational>>,
    /// Columns of T2 that are wanted.
    pub force_basis: Option<Columns>,
    /// uₘ.
    pub motion: Option<Vec<Rational>>,
    /// u_f.
    pub force: Option<Vec<Rational>>,
    /// The robot's freedoms, where its inverse inertia is rounded and would hide them.
    pub rank: Option<usize>,
    /// The robot's body, where it is one of the scene's.
    pub robot_body: Option<Party>,
    /// The body that it touches, where the contacts leave it open.
    pub environment_body: Option<Party>,
    /// The robot that is touched, where the environment is one.
    pub environment_robot: Option<RobotSection>,
    /// Curvatures of the robot's surface and of the environment's; none for a tip on a flat.
    pub curvature: Option<[Curvature; 2]>,
    /// The point about which everything is told.
    pub point: Option<Vec<Rational>>,
    /// The spring and damper between an arm and the robot's body.
    pub wrist: Option<Wrist>,
    /// A run in time.
    pub run: Option<RunSection>,
}

/// A generalised spring and damper between the end of an arm and the body that touches.
#[derive(Debug, Clone, PartialEq)]
pub struct Wrist {
    /// Stiffness, symmetric and positive definite, by rows, angular first.
    pub stiffness: Vec<Vec<Rational>>,
    /// Damping, by rows.
    pub damping: Vec<Vec<Rational>>,
}

/// `[hybrid.simulate]`: an arm slides on something that it does not know.
#[derive(Debug, Clone, PartialEq)]
pub struct RunSection {
    /// How long, s.
    pub duration: f64,
    /// Control steps a second.
    pub rate: f64,
    /// Radius of the circle that the tip draws in the plane of contact, m.
    pub radius: f64,
    /// Time for one round, s.
    pub period: f64,
    /// The wanted contact force: mean, amplitude, N.
    pub force: [f64; 2],
    /// Period of the wanted force, s.
    pub force_period: f64,
    /// Whether the wanted force jumps between its extremes; else it swings.
    pub square: bool,
    /// Stiffness and damping of the springs that hold the body that is touched, angular first.
    pub support: Option<[[f64; 6]; 2]>,
    /// Gains of position (1/s²) and velocity (1/s).
    pub gains: [f64; 2],
    /// Gain of the force: of the slow outer loop, 1/s.
    pub force_gain: f64,
    /// Time constant of the force sensor, s; 0 for one that is right at once.
    pub sensor: f64,
}

/// What is meant where nothing is said: ten seconds around a small circle with a steady push.
impl Default for RunSection {
    fn default() -> Self {
        Self {
            duration: 10.0,
            rate: 1000.0,
            radius: 0.05,
            period: 4.0,
            force: [10.0, 0.0],
            force_period: 2.0,
            square: false,
            support: None,
            gains: [100.0, 20.0],
            force_gain: 5.0,
            sensor: 0.0,
        }
    }
}

impl HybridSection {
    /// Whether the contact is given by matrices.
    pub fn is_by_matrices(&self) -> bool {
        self.robot.is_some()
    }
}
