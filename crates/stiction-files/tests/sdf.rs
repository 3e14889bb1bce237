//! Robots from SDF: poses of links and joints, axes, what is told and refused.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use stiction::robot::{JointKind, State, Tree};
use stiction_files::{ReadRobot, read_urdf};

fn read(text: &str) -> ReadRobot {
    read_urdf(text).unwrap_or_else(|faults| panic!("{faults}"))
}

fn arm(version: &str, joint: &str) -> String {
    let link = |name: &str, x: f64| {
        format!(
            "<link name=\"{name}\"><pose>{x} 0 0 0 0 1.5707963267948966</pose><inertial><mass>2</mass>\
             <inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial></link>"
        )
    };
    format!(
        "<sdf version=\"{version}\"><model name=\"m\">{}{}<joint name=\"j\" type=\"revolute\"><parent>a</parent>\
         <child>b</child>{joint}</joint></model></sdf>",
        link("a", 1.0),
        link("b", 2.0)
    )
}

fn place(robot: &ReadRobot, link: &str, q: &[f64]) -> [f64; 3] {
    let tree = Tree::new(&robot.model, [0.0; 3]).unwrap();
    let mut state = State::new(&tree);
    tree.place(&mut state, q, &vec![0.0; tree.freedoms()]).unwrap();
    tree.pose(&state, tree.frame(link).unwrap()).translation()
}

fn near(found: [f64; 3], expected: [f64; 3]) {
    assert!((0..3).all(|k| (found[k] - expected[k]).abs() < 1e-12), "{found:?} {expected:?}");
}

#[test]
fn links_are_where_the_model_puts_them_and_a_joint_turns_about_its_own_pose() {
    let robot = read(&arm("1.7", "<axis><xyz>0 0 1</xyz></axis>"));
    near(place(&robot, "b", &[0.0]), [2.0, 0.0, 0.0]);
    near(place(&robot, "b", &[1.0]), [2.0, 0.0, 0.0]);
    assert_eq!(robot.warnings[0].code, "floating");
    // One metre along the link's x, which is the model's y.
    let robot = read(&arm("1.7", "<pose>1 0 0 0 0 0</pose><axis><xyz>0 0 1</xyz></axis>"));
    near(place(&robot, "b", &[0.0]), [2.0, 0.0, 0.0]);
    near(place(&robot, "b", &[std::f64::consts::PI]), [2.0, 2.0, 0.0]);
    assert_eq!(robot.model.links[1].inertia.unwrap().mass, 2.0);
}

#[test]
fn an_axis_is_in_the_joints_frame_and_before_1_5_in_the_models() {
    let axis = |text: &str| {
        let model = read(text).model;
        model.joints.iter().find(|joint| joint.kind == JointKind::Revolute).unwrap().axis
    };
    near(axis(&arm("1.6", "<axis><xyz>1 0 0</xyz></axis>")), [1.0, 0.0, 0.0]);
    near(axis(&arm("1.4", "<axis><xyz>1 0 0</xyz></axis>")), [0.0, -1.0, 0.0]);
    let asked = "<axis><xyz>1 0 0</xyz><use_parent_model_frame>1</use_parent_model_frame></axis>";
    near(axis(&arm("1.6", asked)), [0.0, -1.0, 0.0]);
}

#[test]
fn what_is_no_rigid_tree_is_refused() {
    let code = |text: &str| read_urdf(text).unwrap_err().faults[0].code;
    assert_eq!(code("<sdf version=\"1.6\"/>"), "not-taken");
    assert_eq!(code(&arm("1.6", "").replace("revolute", "screw")), "joint-type");
    assert_eq!(code(&arm("1.6", "").replace("<parent>a<", "<parent>c<")), "unknown-link");
    assert_eq!(
        code("<sdf><model name=\"m\"><link name=\"a\"/><link name=\"b\"/></model></sdf>"),
        "two-roots"
    );
}
