//! The two controllers, and what they are to follow.
//!
//! The outer loop on the force is \[Featherstone §6\].

use super::plant::{Geometry, Plant, Setup};
use super::vector::{
    Six, Three, cross, halves, joined, minus, plus, product, scaled, shifted, shifted_inverse, tangents,
    transposed, turn_vector,
};
use crate::hybrid::fast::{Fast, FastBasis};
use stiction_geometry::robot::{Reference as About, StateFault};
use stiction_geometry::screw::{Spatial, Twist};
use stiction_scene::scene::RunSection;

/// How force and motion are put together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Controller {
    /// By the special basis.
    Decoupled,
    /// In operational space, the force's error through the operational inertia.
    Operational,
}

/// What is wanted in time, and which parts of it vary.
#[derive(Debug, Clone, Copy)]
pub struct Reference {
    /// Whether the tip goes round; else it stays.
    pub moves: bool,
    /// Whether the force varies; else it keeps its mean.
    pub varies: bool,
}

/// Damping of the motions that leave the tip where it is, 1/s.
const IDLE_DAMPING: f64 = 5.0;

/// Time in which the path comes to its speed, s.
const RAMP: f64 = 1.0;

/// A wanted point, its velocity and its acceleration.
pub(super) struct Aim {
    pub(super) point: Three,
    pub(super) velocity: Three,
    pub(super) acceleration: Three,
}

impl Reference {
    /// Along a circle through `start` in the plane of two directions, coming to its speed within a second.
    pub(super) fn aim(&self, run: &RunSection, start: Three, [a, b]: [Three; 2], time: f64) -> Aim {
        let full = std::f64::consts::TAU / run.period;
        let (angle, speed, rate) = if time < RAMP {
            (full * time * time / (2.0 * RAMP), full * time / RAMP, full / RAMP)
        } else {
            (full * (time - 0.5 * RAMP), full, 0.0)
        };
        let radius = if self.moves { run.radius } else { 0.0 };
        let (sine, cosine) = angle.sin_cos();
        let mix = |x: f64, y: f64| plus(scaled(radius * x, a), scaled(radius * y, b));
        Aim {
            point: plus(start, mix(cosine - 1.0, sine)),
            velocity: scaled(speed, mix(-sine, cosine)),
            acceleration: plus(scaled(rate, mix(-sine, cosine)), scaled(-speed * speed, mix(cosine, sine))),
        }
    }

    /// The wanted force.
    pub(super) fn force(&self, run: &RunSection, time: f64) -> f64 {
        let swing = (std::f64::consts::TAU * time / run.force_period).sin();
        let swing = if run.square { if swing >= 0.0 { 1.0 } else { -1.0 } } else { swing };
        run.force[0] + if self.varies { run.force[1] * swing } else { 0.0 }
    }
}

/// A controller with what it remembers.
pub(super) struct Control {
    kind: Controller,
    reference: Reference,
    /// Where the tip and the link's axes were when the run began, and two directions in the plane.
    start: Three,
    axes: [Three; 3],
    plane: [Three; 2],
    /// Integral of the force's error.
    owed: f64,
    columns: Vec<Twist<Spatial>>,
    pub(super) torques: Vec<f64>,
    zeros: Vec<f64>,
    /// Torques that hold the joints.
    held: Vec<f64>,
}

/// What a controller did.
pub(super) struct ControlStep {
    pub(super) aim: Aim,
    pub(super) force: f64,
    /// uₘ and u_f.
    pub(super) motion: [f64; 5],
    pub(super) push: f64,
    pub(super) basis: FastBasis,
    /// What a unit of the force's feedback does at once to the motion, and a unit of each motion to the
    /// force, without friction.
    pub(super) leaks: [f64; 2],
    /// Whether a joint was at its limit.
    pub(super) saturated: bool,
}

impl Control {
    pub(super) fn new(kind: Controller, reference: Reference, setup: &Setup, here: &Geometry) -> Self {
        let freedoms = setup.arm.tree.freedoms();
        Self {
            kind,
            reference,
            start: here.tip,
            axes: here.axes,
            plane: tangents(here.normal),
            owed: 0.0,
            columns: vec![Twist::zero(); freedoms],
            torques: vec![0.0; freedoms],
            zeros: vec![0.0; freedoms],
            held: vec![0.0; freedoms],
        }
    }

    /// The torques for the next step; none where the robot has lost a freedom.
    pub(super) fn act(
        &mut self,
        plant: &mut Plant<'_>,
        here: &Geometry,
        measured: f64,
        step: f64,
    ) -> Result<Option<ControlStep>, StateFault> {
        let setup = plant.setup;
        let (run, tree, frame) = (&setup.section, &setup.arm.tree, setup.arm.frame);
        let response = tree.response(&mut plant.state, frame, About::World, &self.zeros)?;
        tree.jacobian(&plant.state, frame, About::World, &mut self.columns)?;
        let phi = shifted_inverse(&response.phi.rows(), here.tip);
        let bias = shifted(&response.bias.to_array(), here.tip);
        let Some(fast) = Fast::new(&phi) else { return Ok(None) };
        let [a, b] = tangents(here.normal);
        let none = [0.0; 3];
        let turns = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(|axis| joined(axis, none));
        let freedoms = [turns[0], turns[1], turns[2], joined(none, a), joined(none, b)];
        let forces = [joined(none, scaled(-1.0, here.normal))];
        let Some(basis) = fast.basis(&freedoms, &forces) else { return Ok(None) };
        let aim = self.reference.aim(run, self.start, self.plane, plant.time);
        let wanted = self.reference.force(run, plant.time);
        let motion = self.motion(run, here, &aim, [a, b]);
        // Without contact nothing is learned of the force, and what was pulled back before must not keep the tip away.
        if plant.touches {
            self.owed += step * (wanted - measured);
        } else {
            self.owed = self.owed.max(0.0);
        }
        let feedback = run.force_gain * self.owed;
        let push = wanted + feedback;
        // What a unit of feedback adds to the robot's own force.
        let unit: Six = match self.kind {
            Controller::Decoupled => forces[0],
            Controller::Operational => fast.solve(&joined(none, scaled(-basis.phi22[0][0], here.normal))),
        };
        // What is fed forward, and what goes through `unit`.
        let (forward, error) = match self.kind {
            Controller::Decoupled => (wanted, feedback),
            Controller::Operational => (measured, wanted - measured + feedback),
        };
        let mut own = fast.command(&bias, &freedoms, &motion, &forces, &[forward]);
        own.iter_mut().zip(&unit).for_each(|(own, unit)| *own += error * unit);
        let leaks = leaks(&phi, &basis, &unit);
        let saturated = self.torques(plant, here, &fast, (&own, &bias))?;
        Ok(Some(ControlStep { aim, force: wanted, motion, push, basis, leaks, saturated }))
    }

    /// uₘ: the link keeps its axes, the tip follows; spatial accelerations about the tip.
    fn motion(&self, run: &RunSection, here: &Geometry, aim: &Aim, [a, b]: [Three; 2]) -> [f64; 5] {
        let [stiff, damped] = run.gains;
        let (omega, linear) = halves(&here.robot);
        let velocity = plus(linear, cross(omega, here.tip));
        let away = turn_vector(&product(&self.axes, &transposed(&here.axes)));
        let alpha = minus(scaled(stiff, away), scaled(damped, omega));
        let pulled =
            plus(scaled(stiff, minus(aim.point, here.tip)), scaled(damped, minus(aim.velocity, velocity)));
        let classical = plus(aim.acceleration, pulled);
        let spatial = minus(classical, cross(omega, velocity));
        let along = |axis: Three| super::vector::dot(axis, spatial);
        [alpha[0], alpha[1], alpha[2], along(a), along(b)]
    }

    /// `τ = Jᵀf`, and for motions that the tip does not feel what holds and damps them: `τ₀ = h − dMv`
    /// without what the tip would feel of it, `τ₀ − JᵀΦ⁻¹JM⁻¹τ₀`.  Under `h` the tip has `J̇v` alone, so that
    /// `JM⁻¹h = J̇v − b`.
    fn torques(
        &mut self,
        plant: &mut Plant<'_>,
        here: &Geometry,
        fast: &Fast,
        (own, bias): (&Six, &Six),
    ) -> Result<bool, StateFault> {
        let (tree, frame) = (&plant.setup.arm.tree, plant.setup.arm.frame);
        let count = tree.freedoms();
        let redundant = count > 6;
        let mut total = *own;
        if redundant {
            self.held.copy_from_slice(tree.bias_torques(&mut plant.state));
            let held = tree.response(&mut plant.state, frame, About::World, &self.held)?;
            let held = shifted(&held.bias.to_array(), here.tip);
            let moving = shifted(&here.robot, here.tip);
            let felt = fast.solve(&std::array::from_fn(|k| held[k] - bias[k] - IDLE_DAMPING * moving[k]));
            total.iter_mut().zip(&felt).for_each(|(total, felt)| *total -= felt);
        }
        let (moment, force) = halves(&total);
        // About the origin, as the columns are.
        let wrench = joined(plus(moment, cross(here.tip, force)), force);
        for (torque, column) in self.torques.iter_mut().zip(&self.columns) {
            *torque = super::vector::dot6(&column.to_array(), &wrench);
        }
        if redundant {
            let mass = tree.mass_matrix(&mut plant.state);
            for (row, torque) in self.torques.iter_mut().enumerate() {
                let moved: f64 =
                    mass[row * count..(row + 1) * count].iter().zip(&plant.v).map(|(m, v)| m * v).sum();
                *torque += self.held[row] - IDLE_DAMPING * moved;
            }
        }
        let mut saturated = false;
        for (torque, limits) in self.torques.iter_mut().zip(tree.limits()) {
            let most = limits.effort;
            if torque.abs() > most {
                *torque = torque.clamp(-most, most);
                saturated = true;
            }
        }
        Ok(saturated)
    }
}

/// What a unit of the force's feedback does at once to the motion, `|T1ᵀΦu|` with the contact's answer, which
/// lies along `S2`; and what a unit of motion does to the force, `|S2ᵀΦ⁻¹S1|`, both largest entries.
fn leaks(phi: &[Six; 6], basis: &FastBasis, unit: &Six) -> [f64; 2] {
    let moved = super::vector::times6(phi, unit);
    let largest = |list: [f64; 6]| list.iter().fold(0.0, |most: f64, entry| most.max(entry.abs()));
    let motion = largest(basis.motion_part(&moved));
    let force = (0..basis.freedoms)
        .map(|k| super::vector::dot6(&basis.wrenches[basis.freedoms], &basis.twists[k]).abs())
        .fold(0.0, f64::max);
    [motion, force / basis.phi22[0][0]]
}
