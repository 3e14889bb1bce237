//! Arms with fewer than six joints, turned by angles that no decimals hold: the motions and forces that they
//! have are those of their geometry, not those of rounding.

use crate::hybrid::arms::arm;
use stiction_geometry::robot::{JointKind, Realised, Reference, State, Tree};
use stiction_geometry::screw::{Pose, Spatial, Wrench};
use stiction_proof::{ContactState, Rational};
use stiction_robot::hybrid::{Arm, Interface, interface};
use stiction_scene::scene::{Body, Contact, ContactModel, HybridSection, Joints, Party, RobotSection, Scene};

const TURNS: [[f64; 4]; 3] = [[1.0, 0.0, 0.0, 0.0], [0.3, 0.9, -0.4, 0.7], [-0.5, 0.1, 0.8, 0.2]];

fn exact(vector: [f64; 3]) -> [Rational; 3] {
    vector.map(|entry| Rational::from_f64(entry).unwrap())
}

/// An arm whose base is turned, touching at the end of its last link along a direction of its base.
struct Touching {
    axes: Vec<[f64; 3]>,
    lengths: Vec<f64>,
    positions: Vec<f64>,
    velocities: Option<Vec<f64>>,
    base: Pose<Spatial>,
    normal: [f64; 3],
    model: ContactModel,
}

impl Touching {
    fn tip(&self) -> [f64; 3] {
        let mut place = Pose::<Spatial>::translation_by([0.0, 0.0, 0.3]);
        for (index, (axis, angle)) in self.axes.iter().zip(&self.positions).enumerate() {
            if index > 0 {
                place = place * Pose::translation_by([0.0, 0.0, self.lengths[index - 1]]);
            }
            place = place * Pose::from_axis_angle(*axis, *angle, [0.0; 3]).unwrap();
        }
        let last = self.lengths[self.lengths.len() - 1];
        (self.base * place).point([0.0, 0.0, last])
    }

    fn section(&self) -> RobotSection {
        RobotSection {
            model: arm(&self.axes, &self.lengths),
            frame: format!("link{}", self.axes.len()),
            joints: Joints {
                positions: Some(self.positions.clone()),
                velocities: self.velocities.clone(),
                torques: None,
            },
            base: self.base,
        }
    }

    fn interface(&self, motion: Option<Vec<f64>>, force: Option<Vec<f64>>) -> Interface {
        let across = if self.normal[1] == 0.0 { [0.0, 1.0, 0.0] } else { [1.0, 0.0, 0.0] };
        let [a, b, c] = self.normal;
        let [x, y, z] = across;
        let third = [b * z - c * y, c * x - a * z, a * y - b * x];
        let turned = |vector: [f64; 3]| exact(self.base.vector(vector));
        let contact = Contact {
            id: "tip".to_owned(),
            model: self.model,
            tangents: vec![turned(across), turned(third)],
            ..Contact::new(Party::Body(0), exact(self.tip()), turned(self.normal))
        };
        let mut scene = Scene::<Spatial>::new();
        scene.bodies = vec![Body::new("robot")];
        scene.gravity = exact([0.0, 0.0, -9.81]);
        scene.contacts = vec![contact];
        scene.robot = Some(self.section());
        let list = |given: Option<Vec<f64>>| {
            given.map(|list| list.into_iter().map(|entry| Rational::from_f64(entry).unwrap()).collect())
        };
        scene.hybrid =
            Some(HybridSection { motion: list(motion), force: list(force), ..HybridSection::default() });
        interface(&scene).unwrap()
    }

    fn counts(&self) -> (usize, usize) {
        let proof = self.interface(None, None).resolve().unwrap().into_proof();
        assert!(matches!(proof.contact, ContactState::Kept { .. }), "the ground holds what is at rest");
        (proof.basis.s1.len(), proof.basis.s2.len())
    }
}

fn planar(turn: [f64; 4], normal: [f64; 3]) -> Touching {
    Touching {
        axes: vec![[0.0, 1.0, 0.0]; 2],
        lengths: vec![0.4, 0.3],
        positions: vec![0.3, 0.9],
        velocities: None,
        base: Pose::from_quaternion(turn, [0.7, -1.3, 0.2]).unwrap(),
        normal,
        model: ContactModel::Frictionless,
    }
}

#[test]
fn two_joints_in_a_plane_have_one_motion_and_one_force_in_it_and_none_across() {
    for turn in TURNS {
        assert_eq!(planar(turn, [0.0, 0.0, 1.0]).counts(), (1, 1), "{turn:?}");
        assert_eq!(planar(turn, [0.6, 0.0, 0.8]).counts(), (1, 1), "{turn:?}");
        assert_eq!(planar(turn, [0.0, 1.0, 0.0]).counts(), (2, 0), "a wall beside the plane: {turn:?}");
    }
}

#[test]
fn a_tip_that_is_held_leaves_two_joints_no_motion_and_is_no_contradiction_at_rest() {
    for turn in TURNS {
        let held = Touching { model: ContactModel::Point, ..planar(turn, [0.0, 0.0, 1.0]) };
        assert_eq!(held.counts(), (0, 2), "{turn:?}");
    }
}

#[test]
fn an_axis_through_the_contact_moves_without_pushing() {
    for turn in TURNS {
        // Shoulder about y, a twist about z, and a wrist whose axis goes along the last link through its end.
        let arm = Touching {
            axes: vec![[0.0, 1.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            lengths: vec![0.4, 0.3, 0.2],
            positions: vec![0.3, 0.9, 0.4],
            ..planar(turn, [0.0, 0.0, 1.0])
        };
        let held = Touching { model: ContactModel::Point, ..arm };
        assert_eq!(held.counts(), (1, 2), "{turn:?}");
    }
}

#[test]
fn the_commands_of_short_arms_are_of_the_size_of_their_loads() {
    for turn in TURNS {
        let arm = planar(turn, [0.6, 0.0, 0.8]);
        let found = arm.interface(Some(vec![0.5]), Some(vec![10.0]));
        let proof = found.resolve().unwrap().into_proof();
        let most = proof.command.iter().fold(0.0, |most: f64, entry| most.max(entry.to_f64().abs()));
        assert!(most < 500.0, "{most:e}");
        let robot = Arm::new(&arm.section(), [0.0, 0.0, -9.81], &["robot"]).unwrap();
        let wrench = std::array::from_fn(|k| proof.command[k].to_f64());
        let realised = robot.realise(arm.tip(), wrench).unwrap();
        let Realised::Within { residual, torques, .. } = realised else {
            panic!("400 N m are enough: {realised:?}")
        };
        assert!(residual < 1e-9 * most && torques.iter().all(|torque| torque.abs() < 100.0), "{torques:?}");
    }
}

#[test]
fn a_robot_near_a_singular_state_is_resolved_and_says_how_near() {
    let (y, z) = ([0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
    for bend in [1e-3, 1e-6, 1e-8, 0.0] {
        // Six axes; with the fifth straight, the fourth and the sixth are one line.
        let arm = Touching {
            axes: vec![z, y, y, z, y, z],
            lengths: vec![0.1, 0.3, 0.1, 0.3, 0.1, 0.1],
            positions: vec![0.3, 0.5, 0.9, 0.2, bend, 0.4],
            ..planar(TURNS[1], [0.6, 0.0, 0.8])
        };
        let found = arm.interface(None, None);
        let proof = found.resolve().unwrap().into_proof();
        let rank = if bend == 0.0 { 5 } else { 6 };
        assert_eq!(proof.basis.rank(), rank, "{bend:e}");
        let weakest = found.weakest.unwrap();
        assert!(if bend == 0.0 { weakest > 1e-3 } else { weakest > 1e-2 * bend && weakest < 1e2 * bend });
    }
}

/// A floating base has no motors: only what its joints can do counts.
#[test]
fn a_floating_base_has_no_motors() {
    let mut model = arm(&[[0.0, 1.0, 0.0]], &[0.4]);
    model.joints[0].kind = JointKind::Floating;
    let tree = Tree::new(&model, [0.0, 0.0, -9.81]).unwrap();
    assert!(tree.limits().iter().all(|limits| limits.effort == 0.0));
    let frame = tree.frame("link1").unwrap();
    let mut state = State::new(&tree);
    tree.place(&mut state, &tree.neutral(), &[0.0; 6]).unwrap();
    let push = Wrench::<Spatial>::from_array([0.0, 0.0, 0.0, 0.0, 0.0, 10.0]);
    let found = tree.realise(&mut state, frame, Reference::World, &push, &[0.0; 6]).unwrap();
    let Realised::Beyond { needed, most, .. } = found else { panic!("nothing drives it: {found:?}") };
    assert!(needed > most);
}
