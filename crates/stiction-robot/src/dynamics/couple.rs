//! Joints that follow others: the coordinates that are left, and the dynamics in them.
//!
//! With q_i = m q_j + o for every joint i that follows, the velocities of all joints are G v, and
//!
//! ```text
//!     M_r = Gᵀ M G,   h_r = Gᵀ h,   J_r = J G,   Φ = J_r M_r⁻¹ J_rᵀ,   b = J_r M_r⁻¹ (τ − h_r) + J̇ G v       (1)
//! ```
//!
//! G is constant, and has one entry a row.  A torque τ is that of the joint which leads.

use stiction_geometry::robot::{JointKind, Model};

/// Multipliers and offsets, one after the other.
type Steps = Vec<(f64, f64)>;

/// How the coordinates of all joints come from those of the joints that lead.
#[derive(Debug, Clone, PartialEq)]
pub struct Couplings {
    /// For every position of all joints: which one that leads, and multipliers and offsets on the way from it.
    positions: Vec<(Option<usize>, Steps)>,
    /// For every velocity of all joints: which one that leads, and the multiplier.
    velocities: Vec<Option<(usize, f64)>>,
    /// Positions and velocities of the joints that lead.
    pub count: (usize, usize),
}

/// Why joints cannot follow each other as they should.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CouplingFault {
    /// This coupling names a joint that is not there, or one that neither turns nor slides.
    Kind(usize),
    /// This coupling is part of a circle.
    Circle(usize),
    /// The joint of this coupling follows another one already.
    Twice(usize),
}

impl Couplings {
    /// Those of a model, or what is wrong with them.
    pub fn of(model: &Model) -> Result<Self, Vec<CouplingFault>> {
        let faults = faults(model);
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut own = Vec::new();
        let mut next = (0, 0);
        for (index, joint) in model.joints.iter().enumerate() {
            own.push(next);
            if leader(model, index).is_none() {
                next = (next.0 + joint.kind.positions(), next.1 + joint.kind.freedoms());
            }
        }
        let mut all = Self { positions: Vec::new(), velocities: Vec::new(), count: next };
        for (index, joint) in model.joints.iter().enumerate() {
            let (position, velocity) = own[index];
            if leader(model, index).is_none() {
                all.positions.extend((0..joint.kind.positions()).map(|k| (Some(position + k), Vec::new())));
                all.velocities.extend((0..joint.kind.freedoms()).map(|k| Some((velocity + k, 1.0))));
                continue;
            }
            let (last, steps) = chain(model, index);
            let leads = (model.joints[last].kind != JointKind::Fixed).then_some(own[last]);
            let multiplier = steps.iter().map(|step| step.0).product();
            all.positions.push((leads.map(|own| own.0), steps));
            all.velocities.push(leads.map(|own| (own.1, multiplier)));
        }
        Ok(all)
    }

    /// Positions of all joints.
    pub fn positions(&self, q: &[f64]) -> Vec<f64> {
        let of = |(leads, steps): &(Option<usize>, Vec<(f64, f64)>)| {
            let start = leads.map_or(0.0, |k| q[k]);
            steps.iter().fold(start, |at, (multiplier, offset)| multiplier * at + offset)
        };
        self.positions.iter().map(of).collect()
    }

    /// Of the positions of all joints, those of the joints that lead.
    pub fn leading(&self, all: &[f64]) -> Vec<f64> {
        let mut leading = vec![0.0; self.count.0];
        for (value, (leads, steps)) in all.iter().zip(&self.positions) {
            if let Some(k) = leads.filter(|_| steps.is_empty()) {
                leading[k] = *value;
            }
        }
        leading
    }

    /// G v.
    pub fn velocities(&self, v: &[f64]) -> Vec<f64> {
        self.velocities.iter().map(|row| row.map_or(0.0, |(k, multiplier)| multiplier * v[k])).collect()
    }

    /// Torques of all joints, those that follow having none.
    pub fn torques(&self, model: &Model, tau: &[f64]) -> Vec<f64> {
        let mut own = tau.iter();
        let leads = model.joints.iter().enumerate().flat_map(|(index, joint)| {
            std::iter::repeat_n(leader(model, index).is_none(), joint.kind.freedoms())
        });
        leads.map(|leads| if leads { own.next().copied().unwrap_or_default() } else { 0.0 }).collect()
    }

    /// Gᵀ x.
    pub fn reduced(&self, all: &[f64]) -> Vec<f64> {
        let mut sum = vec![0.0; self.count.1];
        for (value, row) in all.iter().zip(&self.velocities) {
            if let Some((k, multiplier)) = row {
                sum[*k] += multiplier * value;
            }
        }
        sum
    }

    /// Gᵀ A G of a symmetric matrix.
    pub fn reduced_matrix(&self, all: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let rows: Vec<Vec<f64>> = all.iter().map(|row| self.reduced(row)).collect();
        (0..self.count.1).map(|k| self.reduced(&rows.iter().map(|row| row[k]).collect::<Vec<_>>())).collect()
    }
}

/// The joint that another one follows, with multiplier and offset.
fn leader(model: &Model, joint: usize) -> Option<(usize, f64, f64)> {
    let coupling = model.couplings.iter().find(|coupling| coupling.joint == joint)?;
    Some((coupling.of, coupling.multiplier, coupling.offset))
}

/// The joint at the end of a chain, and the steps back from it.  There is no circle.
fn chain(model: &Model, joint: usize) -> (usize, Vec<(f64, f64)>) {
    let (mut at, mut steps) = (joint, Vec::new());
    while let Some((of, multiplier, offset)) = leader(model, at) {
        steps.push((multiplier, offset));
        at = of;
    }
    steps.reverse();
    (at, steps)
}

fn faults(model: &Model) -> Vec<CouplingFault> {
    let kind = |joint: usize| model.joints.get(joint).map(|joint| joint.kind);
    let single = |joint: usize| kind(joint).is_some_and(|kind| kind.freedoms() == 1);
    let mut found = Vec::new();
    for (index, coupling) in model.couplings.iter().enumerate() {
        if !single(coupling.joint) || !(single(coupling.of) || kind(coupling.of) == Some(JointKind::Fixed)) {
            found.push(CouplingFault::Kind(index));
        } else if model.couplings[..index].iter().any(|other| other.joint == coupling.joint) {
            found.push(CouplingFault::Twice(index));
        } else if circles(model, coupling.joint) {
            found.push(CouplingFault::Circle(index));
        }
    }
    found
}

fn circles(model: &Model, joint: usize) -> bool {
    let mut at = Some(joint);
    for _ in 0..=model.couplings.len() {
        at = at.and_then(|joint| leader(model, joint)).map(|(of, ..)| of);
    }
    at.is_some()
}
