//! A robot of a scene as one of the two bodies: Φ and b at the link that touches, from its tree.
//!
//! The columns and weights of which Φ and b are sums are doubles, and are then taken exactly, at the ranks
//! that [`super::ranks`] settles.
//!
//! References: \[Featherstone (1)\], Figure 3a.

use super::bodies::BodyAtPoint;
use super::fast::Fast;
use super::spatial::{Six, Triple, exactly};
use crate::dynamics::{Beyond, beyond};
use stiction_geometry::robot::{Frame, Model, Realised, Reference, ResponseParts, State, StateFault, Tree};
use stiction_geometry::screw::{Spatial, Twist, Wrench};
use stiction_proof::{BodyDynamics, Rational};
use stiction_scene::lower::Misfit;
use stiction_scene::scene::{Joints, RobotSection};

/// A robot in a state.
#[derive(Debug, Clone)]
pub struct Arm {
    /// Its tree.
    pub tree: Tree,
    /// The frame of the body that touches.
    pub frame: Frame,
    /// Its joints.
    pub joints: Joints,
    /// Limits of joints that the state is beyond.
    pub beyond: Vec<Beyond>,
    /// The links from the root to the one that touches.
    chain: Vec<Frame>,
}

impl Arm {
    /// The robot of a section, or everything that is wrong with it; `path` is where the section stands.
    pub fn new(section: &RobotSection, gravity: [f64; 3], path: &[&str]) -> Result<Self, Vec<Misfit>> {
        let place = |key: &str| -> Vec<String> {
            path.iter().map(|step| (*step).to_owned()).chain([key.to_owned()]).collect()
        };
        let misfit = |code, key: &str, message: String, help: &str| {
            let place = place(key);
            let steps: Vec<&str> = place.iter().map(String::as_str).collect();
            Misfit::new(code, &steps, message, help.to_owned())
        };
        let model = section.placed();
        let tree = Tree::new(&model, gravity).map_err(|faults| {
            let faults =
                faults.iter().map(|fault| misfit("robot", "urdf", fault.to_string(), "fix the robot's file"));
            faults.collect::<Vec<_>>()
        })?;
        let mut misfits = Vec::new();
        let frame = tree.frame(&section.frame);
        if frame.is_none() {
            let message = format!("the robot has no link \"{}\"", section.frame);
            let help = format!("its links are {}", tree.names().join(", "));
            misfits.push(misfit("frame", "frame", message, &help));
        }
        let mut numbers = |given: &Option<Vec<f64>>, key: &str, default: Vec<f64>| {
            let Some(given) = given else { return default };
            if given.len() != default.len() {
                let message = format!("{} numbers, where the robot has {}", given.len(), default.len());
                let help = format!("give {} numbers, in the order of the joints of its file", default.len());
                misfits.push(misfit("length", key, message, &help));
            }
            given.clone()
        };
        let zeros = || vec![0.0; tree.freedoms()];
        let positions = numbers(&section.joints.positions, "q", tree.neutral());
        let velocities = numbers(&section.joints.velocities, "v", zeros());
        let torques = numbers(&section.joints.torques, "tau", zeros());
        match frame {
            Some(frame) if misfits.is_empty() => {
                let chain = chain(&model, &tree, frame);
                let beyond = beyond(&model, &positions, &velocities, &torques);
                let joints = Joints { positions, velocities, torques };
                let arm = Self { tree, frame, joints, beyond, chain };
                match arm.joints.place(&arm.tree, &mut State::new(&arm.tree)) {
                    Ok(()) => Ok(arm),
                    Err(fault) => Err(vec![misfit("robot", "q", fault.to_string(), "give another state")]),
                }
            }
            _ => Err(misfits),
        }
    }

    /// The body that touches, about a point, and the terms of its dynamics.
    pub(super) fn side(
        &self,
        point: &Triple,
        path: &[&str],
    ) -> Result<(BodyAtPoint, ResponseParts), Vec<Misfit>> {
        let fault =
            |message: String| vec![Misfit::new("robot", path, message, "give another state of the robot")];
        let mut state = State::new(&self.tree);
        self.joints.place(&self.tree, &mut state).map_err(|why| fault(why.to_string()))?;
        let at = point.each_ref().map(Rational::to_f64);
        let parts = self
            .tree
            .response_parts(&mut state, self.frame, at, &self.joints.torques)
            .map_err(|why| fault(why.to_string()))?;
        let read = || -> Option<BodyAtPoint> {
            let columns: Vec<Six> = parts.columns.iter().map(exactly).collect::<Option<_>>()?;
            Some(BodyAtPoint {
                dynamics: dynamics(&parts, &columns)?,
                twist: exactly(&parts.twist.to_array())?,
            })
        };
        match read() {
            Some(side) => Ok((side, parts)),
            None => Err(fault("its dynamics are not finite here".to_owned())),
        }
    }

    /// Columns of the Jacobian of the body about a point.
    fn jacobian(&self, state: &State, point: [f64; 3]) -> Result<Vec<[f64; 6]>, StateFault> {
        let mut columns = vec![Twist::<Spatial>::zero(); self.tree.freedoms()];
        self.tree.jacobian(state, self.frame, Reference::World, &mut columns)?;
        Ok(columns.iter().map(|column| column.shifted_to(point).to_array()).collect())
    }

    /// A column of the Jacobian of the body about a point.
    pub fn column(&self, index: usize, point: [f64; 3]) -> Option<[f64; 6]> {
        self.jacobian(&self.state()?, point).ok()?.get(index).copied()
    }

    /// Columns of `JM⁻¹` about a point: what a unit of each torque does to the body's acceleration.
    pub fn accelerating(&self, point: [f64; 3]) -> Option<Vec<[f64; 6]>> {
        let mut state = self.state()?;
        let mut torques = vec![0.0; self.tree.freedoms()];
        let mut bias = |torques: &[f64]| -> Option<[f64; 6]> {
            let response = self.tree.response(&mut state, self.frame, Reference::World, torques).ok()?;
            Some(response.bias.shifted_to(point).to_array())
        };
        let still = bias(&torques)?;
        let mut columns = Vec::new();
        for index in 0..torques.len() {
            torques[index] = 1.0;
            let moved = bias(&torques)?;
            torques[index] = 0.0;
            columns.push(std::array::from_fn(|k| moved[k] - still[k]));
        }
        Some(columns)
    }

    /// Torques within the limits that act on the body like a wrench about a point together with the torques
    /// that act already; the smallest of them in parts of the limits.
    pub fn realise(&self, point: [f64; 3], wrench: [f64; 6]) -> Option<Realised> {
        let mut total = wrench;
        if self.joints.torques.iter().any(|torque| *torque != 0.0) {
            // The wrench that acts like the torques that are there, where the body has all freedoms.
            let mut state = self.state()?;
            let zeros = vec![0.0; self.tree.freedoms()];
            let response = self.tree.response(&mut state, self.frame, Reference::World, &zeros).ok()?;
            let fast = Fast::new(&response.phi.shifted_to(point).rows())?;
            let columns = self.accelerating(point)?;
            let moved = std::array::from_fn(|k| {
                columns.iter().zip(&self.joints.torques).map(|(column, torque)| column[k] * torque).sum()
            });
            let own = fast.solve(&moved);
            total = std::array::from_fn(|k| wrench[k] + own[k]);
        }
        let about = |k: usize| {
            let (i, j) = ((k + 1) % 3, (k + 2) % 3);
            total[k] + point[i] * total[3 + j] - point[j] * total[3 + i]
        };
        let world = [about(0), about(1), about(2), total[3], total[4], total[5]];
        let zeros = vec![0.0; self.tree.freedoms()];
        let wrench = Wrench::<Spatial>::from_array(world);
        self.tree.realise(&mut self.state()?, self.frame, Reference::World, &wrench, &zeros).ok()
    }

    /// The twist of the body about a point.
    pub fn twist_about(&self, point: [f64; 3]) -> Option<Twist<Spatial>> {
        Some(self.tree.twist(&self.state()?, self.frame, Reference::World).shifted_to(point))
    }

    /// Where the links' frames are for positions of the joints, from the root on, and a point of the last.
    pub fn skeleton(&self, joints: &[f64], tip: [f64; 3]) -> Vec<[f64; 3]> {
        let (mut state, zeros) = (State::new(&self.tree), vec![0.0; self.tree.freedoms()]);
        if self.tree.place(&mut state, joints, &zeros).is_err() {
            return Vec::new();
        }
        let mut points: Vec<[f64; 3]> =
            self.chain.iter().map(|frame| self.tree.place_of(&state, *frame).1).collect();
        let (axes, origin) = self.tree.place_of(&state, self.frame);
        points.push(std::array::from_fn(|row| {
            origin[row] + axes[row].iter().zip(tip).map(|(axis, tip)| axis * tip).sum::<f64>()
        }));
        points
    }

    /// A point of the world in the frame of the body.
    pub fn local(&self, point: [f64; 3]) -> Option<[f64; 3]> {
        let (axes, origin) = self.tree.place_of(&self.state()?, self.frame);
        Some(std::array::from_fn(|k| (0..3).map(|row| axes[row][k] * (point[row] - origin[row])).sum()))
    }

    fn state(&self) -> Option<State> {
        let mut state = State::new(&self.tree);
        self.joints.place(&self.tree, &mut state).ok()?;
        Some(state)
    }
}

/// `Φ = Σ yyᵀ/D` and `b = Σ yz/D + J̇v` of columns y, exactly; none where a number is not finite.
pub(super) fn dynamics(parts: &ResponseParts, columns: &[Six]) -> Option<BodyDynamics> {
    let mut phi = vec![vec![Rational::zero(); 6]; 6];
    let mut bias = exactly(&parts.product.to_array())?;
    for ((column, weight), rest) in columns.iter().zip(&parts.weights).zip(&parts.rests) {
        let (weight, moved) = (Rational::from_f64(*weight)?, Rational::from_f64(weight * rest)?);
        for row in 0..6 {
            bias[row] += &(&moved * &column[row]);
            let scaled = &weight * &column[row];
            for other in 0..=row {
                phi[row][other] += &(&scaled * &column[other]);
            }
        }
    }
    for row in 0..6 {
        for column in row + 1..6 {
            phi[row][column] = phi[column][row].clone();
        }
    }
    Some(BodyDynamics { inverse_inertia: phi, bias: bias.to_vec() })
}

/// The links on the way from the root to the one that touches.
fn chain(model: &Model, tree: &Tree, frame: Frame) -> Vec<Frame> {
    let mut link = model.links.iter().position(|link| link.name == tree.name(frame));
    let mut chain = Vec::new();
    while let Some(at) = link {
        chain.extend(tree.frame(&model.links[at].name));
        link = model.joints.iter().find(|joint| joint.child == at).map(|joint| joint.parent);
    }
    chain.reverse();
    chain
}
