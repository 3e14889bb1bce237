//! What the command asks of a robot: torques of its joints, or the deflection of a wrist.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use stiction::ask::hybrid::{Arm, deflection};
use stiction::scene::Wrist;
use stiction_proof::Rational;

/// What is between the motors and the body that touches.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Joints {
    /// Columns of the Jacobian of the body about the common point, one for each velocity.
    pub jacobian: Vec<[f64; 6]>,
    /// Torques besides the command.
    pub own: Vec<f64>,
    /// Largest torques; none where the file is silent.
    pub limits: Vec<Option<f64>>,
}

/// A wrist and how fast it is being deflected.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprung {
    /// By rows.
    pub stiffness: Vec<Vec<Rational>>,
    /// By rows.
    pub damping: Vec<Vec<Rational>>,
    /// Velocity of the arm's end less that of the body.
    pub velocity: Vec<Rational>,
}

impl Joints {
    pub(super) fn new(arm: &Arm, point: [f64; 3]) -> Option<Self> {
        let unit = |index: usize| arm.column(index, point);
        let jacobian = (0..arm.tree.freedoms()).map(unit).collect::<Option<Vec<_>>>()?;
        let efforts =
            arm.tree.limits().iter().map(|limits| Some(limits.effort).filter(|effort| effort.is_finite()));
        Some(Self { jacobian, own: arm.torques.clone(), limits: efforts.collect() })
    }

    /// `τ + Jᵀf`.
    fn torques(&self, force: &[Rational]) -> Vec<f64> {
        let power = |column: &[f64; 6]| column.iter().zip(force).map(|(a, b)| a * b.to_f64()).sum::<f64>();
        self.jacobian.iter().zip(&self.own).map(|(column, own)| own + power(column)).collect()
    }

    pub(super) fn json(&self, force: &[Rational]) -> Value {
        let needed = self.torques(force);
        let over = |(torque, limit): (&f64, &Option<f64>)| limit.is_none_or(|limit| torque.abs() <= limit);
        let within = needed.iter().zip(&self.limits).all(over);
        json!({ "needed": needed, "limits": self.limits, "within": within })
    }
}

impl Sprung {
    pub(super) fn new(wrist: &Wrist, velocity: Vec<Rational>) -> Self {
        Self { stiffness: wrist.stiffness.clone(), damping: wrist.damping.clone(), velocity }
    }

    /// By how much the arm must lead.
    pub(super) fn deflection(&self, force: &[Rational]) -> Option<Vec<Rational>> {
        let wrist = Wrist { stiffness: self.stiffness.clone(), damping: self.damping.clone() };
        deflection(&wrist, force, &self.velocity)
    }
}
