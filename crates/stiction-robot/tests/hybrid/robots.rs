//! Equations (14) and (15) over random robots, states and surroundings, in doubles, against a direct solution
//! of the contact.

use crate::hybrid::arms::arm;
use nalgebra::{DMatrix, DVector};
use stiction_geometry::robot::{Reference, State};
use stiction_geometry::screw::Pose;
use stiction_robot::hybrid::{Arm, Fast};
use stiction_scene::scene::{Joints, RobotSection};

struct Dice(u64);

impl Dice {
    /// Between −1 and 1.
    fn roll(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    fn vector<const N: usize>(&mut self) -> [f64; N] {
        std::array::from_fn(|_| self.roll())
    }

    /// An arm of six to eight joints with random axes, in a random state.
    fn robot(&mut self, joints: usize) -> Arm {
        let axes: Vec<[f64; 3]> = (0..joints).map(|_| self.vector()).collect();
        let lengths: Vec<f64> = (0..joints).map(|_| 0.25 + 0.1 * self.roll()).collect();
        let mut list = || Some((0..joints).map(|_| 2.0 * self.roll()).collect());
        let section = RobotSection {
            model: arm(&axes, &lengths),
            frame: format!("link{joints}"),
            joints: Joints { positions: list(), velocities: list(), torques: list() },
            base: Pose::translation_by([0.1, -0.2, 0.3]),
        };
        Arm::new(&section, [0.3, -0.1, -9.81], &["robot"]).unwrap()
    }

    fn semidefinite(&mut self, rank: usize) -> DMatrix<f64> {
        let root = DMatrix::from_fn(6, rank, |_, _| self.roll());
        &root * root.transpose()
    }
}

/// A basis of the wrenches reciprocal to some twists.
fn complement(freedoms: &[[f64; 6]]) -> Vec<[f64; 6]> {
    let count = freedoms.len();
    let rows = DMatrix::from_fn(6, 6, |row, column| if row < count { freedoms[row][column] } else { 0.0 });
    let decomposed = rows.svd(false, true).v_t.unwrap();
    (count..6).map(|row| std::array::from_fn(|column| decomposed[(row, column)])).collect()
}

fn columns(list: &[[f64; 6]]) -> DMatrix<f64> {
    DMatrix::from_fn(6, list.len(), |row, column| list[column][row])
}

/// Robots so near a singular state that doubles alone could hide the law are left out.
const WORST: f64 = 1e6;

#[test]
fn random_robots_obey_their_commands_whatever_they_touch() {
    let mut dice = Dice(11);
    let (mut judged, mut worst) = (0, 0.0_f64);
    for round in 0..120 {
        let robot = dice.robot(6 + round % 3);
        let mut state = State::new(&robot.tree);
        robot.tree.place(&mut state, &robot.joints.positions, &robot.joints.velocities).unwrap();
        let response =
            robot.tree.response(&mut state, robot.frame, Reference::Aligned, &robot.joints.torques).unwrap();
        let (phi, bias) = (response.phi.rows(), response.bias.to_array());
        let matrix = DMatrix::from_fn(6, 6, |row, column| phi[row][column]);
        let values = matrix.singular_values();
        if values.max() / values.min() > WORST {
            continue;
        }
        let count = 1 + round % 5;
        let freedoms: Vec<[f64; 6]> = (0..count).map(|_| dice.vector()).collect();
        let forces = complement(&freedoms);
        let fast = Fast::new(&phi).unwrap();
        let basis = fast.basis(&freedoms, &forces).unwrap();
        let motion: Vec<f64> = (0..count).map(|_| dice.roll()).collect();
        let force: Vec<f64> = (0..6 - count).map(|_| dice.roll()).collect();
        let own = fast.command(&bias, &freedoms, &motion, &forces, &force);
        // Several environments, from one that does not yield to a free body.
        for rank in [0, 3, 6] {
            let environment = dice.semidefinite(rank);
            let (be, bc) =
                (DVector::from_row_slice(&dice.vector::<6>()), DVector::from_row_slice(&dice.vector::<6>()));
            let t2 = columns(&forces);
            let free = &matrix * DVector::from_row_slice(&own) + DVector::from_row_slice(&bias);
            let felt = t2.transpose() * (&matrix + &environment) * &t2;
            let right = t2.transpose() * (&free - &be - &bc);
            let f2 = felt.lu().solve(&right).unwrap();
            let contact = &t2 * &f2;
            let moved = &free - &matrix * &contact;
            let moved: [f64; 6] = std::array::from_fn(|k| moved[k]);
            let contact: [f64; 6] = std::array::from_fn(|k| contact[k]);
            let size = 1.0 + own.iter().chain(&moved).fold(0.0, |most: f64, x| most.max(x.abs()));
            let a1 = basis.motion_part(&moved);
            let variable = basis.force_variable(&contact, &moved).unwrap();
            let off =
                a1.iter().zip(&motion).chain(variable.iter().zip(&force)).map(|(a, b)| (a - b).abs() / size);
            worst = off.fold(worst, f64::max);
        }
        judged += 1;
    }
    assert!(judged > 60, "{judged} robots");
    assert!(worst < 1e-9, "off by {worst:e}");
}

/// Λ = Φ⁻¹ and μ + p = −Λb: what the joints' own equations say of the force that holds the body still.
#[test]
fn the_operational_inertia_is_the_inverse_of_phi() {
    let mut dice = Dice(12);
    let robot = dice.robot(7);
    let mut state = State::new(&robot.tree);
    robot.tree.place(&mut state, &robot.joints.positions, &robot.joints.velocities).unwrap();
    let response =
        robot.tree.response(&mut state, robot.frame, Reference::Aligned, &robot.joints.torques).unwrap();
    let fast = Fast::new(&response.phi.rows()).unwrap();
    let hold = fast.solve(&response.bias.to_array()).map(|x| -x);
    let wrench = stiction_geometry::screw::Wrench::from_array(hold);
    robot.tree.push(&mut state, robot.frame, Reference::Aligned, &wrench);
    let rates = robot.tree.forward_dynamics(&mut state, &robot.joints.torques).unwrap().to_vec();
    let still = robot.tree.acceleration(&mut state, robot.frame, Reference::Aligned, &rates).unwrap();
    assert!(still.max_abs() < 1e-8, "{still:?}");
}
