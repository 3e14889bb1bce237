//! What the command asks of a robot: torques of its joints, or the deflection of a wrist.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use stiction::ask::hybrid::{Arm, deflection};
use stiction::robot::Realised;
use stiction::scene::Wrist;
use stiction_proof::Rational;

/// Torques act alike where their accelerations differ by no more than this part of the sum of what each joint
/// adds to them: some hundred roundings for each of ten joints stay far below it.
const ALIKE: f64 = 1e-9;

/// What is between the motors and the body that touches.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Joints {
    /// Columns of the Jacobian of the body about the common point, one for each velocity.
    pub jacobian: Vec<[f64; 6]>,
    /// Columns of `JM⁻¹` about that point.
    pub accelerating: Vec<[f64; 6]>,
    /// Torques besides the command.
    pub own: Vec<f64>,
    /// Largest torques; none where the file is silent.
    pub limits: Vec<Option<f64>>,
    /// What became of the command.
    pub found: Realisation,
}

/// Torques that act like the command, or why there are none.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Realisation {
    /// These, within the limits.
    Within(Vec<f64>),
    /// None within the limits: weights under which every torques that act so have more than the limits allow.
    Beyond(Vec<f64>),
    /// Neither was shown, or no command is given.
    Unsettled,
}

/// A wrist and how fast it is being deflected.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SpringTravel {
    /// By rows.
    pub stiffness: Vec<Vec<Rational>>,
    /// By rows.
    pub damping: Vec<Vec<Rational>>,
    /// Velocity of the arm's end less that of the body.
    pub velocity: Vec<Rational>,
}

impl Joints {
    /// The joints of an arm, and torques for a command.
    pub(super) fn new(arm: &Arm, point: [f64; 3], command: Option<&[Rational]>) -> Option<Self> {
        let unit = |index: usize| arm.column(index, point);
        let jacobian = (0..arm.tree.freedoms()).map(unit).collect::<Option<Vec<_>>>()?;
        let efforts =
            arm.tree.limits().iter().map(|limits| Some(limits.effort).filter(|effort| effort.is_finite()));
        let wrench = command.map(|command| std::array::from_fn(|k| command[k].to_f64()));
        let found = match wrench.and_then(|wrench| arm.realise(point, wrench)) {
            Some(Realised::Within { torques, .. }) => Realisation::Within(torques),
            Some(Realised::Beyond { weights, .. }) => Realisation::Beyond(weights),
            _ => Realisation::Unsettled,
        };
        let accelerating = arm.accelerating(point)?;
        Some(Self {
            jacobian,
            accelerating,
            own: arm.joints.torques.clone(),
            limits: efforts.collect(),
            found,
        })
    }

    /// `τ + Jᵀf`.
    fn torques(&self, force: &[Rational]) -> Vec<f64> {
        let power = |column: &[f64; 6]| column.iter().zip(force).map(|(a, b)| a * b.to_f64()).sum::<f64>();
        self.jacobian.iter().zip(&self.own).map(|(column, own)| own + power(column)).collect()
    }

    /// `τ + Jᵀf`, and what acts alike within the limits: the residual is `JM⁻¹` of the difference, recomputed.
    pub(super) fn json(&self, force: &[Rational]) -> Value {
        let needed = self.torques(force);
        let within = |torques: &[f64]| {
            let inside =
                |(torque, limit): (&f64, &Option<f64>)| limit.is_none_or(|limit| torque.abs() <= limit);
            torques.len() == self.limits.len() && torques.iter().zip(&self.limits).all(inside)
        };
        let mut told = json!({ "needed": needed, "limits": self.limits, "within": false });
        match &self.found {
            Realisation::Within(torques) => {
                let missing = |k: usize| -> f64 {
                    let parts = self.accelerating.iter().zip(torques.iter().zip(&needed));
                    parts.map(|(column, (torque, needed))| column[k] * (torque - needed)).sum()
                };
                let sizes = |k: usize| -> f64 {
                    let parts = self.accelerating.iter().zip(torques.iter().zip(&needed));
                    parts
                        .map(|(column, (torque, needed))| column[k].abs() * (torque.abs() + needed.abs()))
                        .sum()
                };
                let most =
                    |of: &dyn Fn(usize) -> f64| (0..6).map(of).fold(0.0, |most: f64, x| most.max(x.abs()));
                let residual = most(&missing);
                told["chosen"] = json!(torques);
                told["residual"] = json!(residual);
                told["within"] = json!(within(torques) && residual <= ALIKE * most(&sizes));
            }
            Realisation::Beyond(weights) => {
                let most = weights.iter().zip(&self.limits).filter(|(weight, _)| **weight != 0.0);
                let most: f64 =
                    most.map(|(weight, limit)| weight.abs() * limit.unwrap_or(f64::INFINITY)).sum();
                let needs: f64 = weights.iter().zip(&needed).map(|(weight, torque)| weight * torque).sum();
                told["beyond"] = json!({ "weights": weights, "needed": needs, "most": most });
            }
            Realisation::Unsettled => told["within"] = json!(within(&needed)),
        }
        told
    }
}

impl SpringTravel {
    pub(super) fn new(wrist: &Wrist, velocity: Vec<Rational>) -> Self {
        Self { stiffness: wrist.stiffness.clone(), damping: wrist.damping.clone(), velocity }
    }

    /// By how much the arm must lead.
    pub(super) fn deflection(&self, force: &[Rational]) -> Option<Vec<Rational>> {
        let wrist = Wrist { stiffness: self.stiffness.clone(), damping: self.damping.clone() };
        deflection(&wrist, force, &self.velocity)
    }
}
