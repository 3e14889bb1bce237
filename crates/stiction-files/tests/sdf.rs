//! Robots from SDF: poses of links and joints, axes, what is told and refused.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::robots::{near, place, read};
use stiction::robot::{JointKind, Reference, State, Tree};
use stiction::screw::Twist;
use stiction_files::{Limits, Reach, ReadRobot, RobotOptions, read_urdf, read_urdf_file_within};

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
    near(axis(&arm("1.11", "<axis><xyz>1 0 0</xyz></axis>")), [1.0, 0.0, 0.0]);
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

/// The same arm in three formats: lengths, masses and moments are sums of powers of two, so that no reader rounds.
const ARM_SDF: &str = r#"<sdf version="1.7"><world name="w"><gravity>0 0 -9.81</gravity><model name="arm">
  <link name="base"/>
  <link name="upper"><pose>0 0 0.5 0 0 0</pose><inertial><pose>0.25 0 0.125 0 0 0</pose><mass>2</mass>
    <inertia><ixx>0.25</ixx><iyy>0.5</iyy><izz>0.375</izz><ixy>0.0625</ixy><ixz>0.03125</ixz><iyz>-0.03125</iyz></inertia></inertial></link>
  <link name="lower"><pose>0.75 0 0.5 0 0 0</pose><inertial><pose>0.125 0.5 0 0 0 0</pose><mass>1.5</mass>
    <inertia><ixx>0.125</ixx><iyy>0.25</iyy><izz>0.25</izz></inertia></inertial></link>
  <link name="hand"><pose relative_to="lower">0.5 0 -0.25 0 0 0</pose><inertial><mass>0.5</mass>
    <inertia><ixx>0.0625</ixx><iyy>0.0625</iyy><izz>0.0625</izz></inertia></inertial></link>
  <joint name="shoulder" type="revolute"><parent>base</parent><child>upper</child><axis><xyz>0 0 1</xyz></axis></joint>
  <joint name="elbow" type="revolute"><parent>upper</parent><child>lower</child><axis><xyz>0 1 0</xyz></axis></joint>
  <joint name="reach" type="prismatic"><parent>lower</parent><child>hand</child><axis><xyz>1 0 0</xyz></axis></joint>
</model></world></sdf>"#;

const ARM_URDF: &str = r#"<robot name="arm">
  <link name="base"/>
  <link name="upper"><inertial><origin xyz="0.25 0 0.125"/><mass value="2"/>
    <inertia ixx="0.25" iyy="0.5" izz="0.375" ixy="0.0625" ixz="0.03125" iyz="-0.03125"/></inertial></link>
  <link name="lower"><inertial><origin xyz="0.125 0.5 0"/><mass value="1.5"/>
    <inertia ixx="0.125" iyy="0.25" izz="0.25" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="hand"><inertial><mass value="0.5"/>
    <inertia ixx="0.0625" iyy="0.0625" izz="0.0625" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="shoulder" type="continuous"><parent link="base"/><child link="upper"/><origin xyz="0 0 0.5"/><axis xyz="0 0 1"/></joint>
  <joint name="elbow" type="continuous"><parent link="upper"/><child link="lower"/><origin xyz="0.75 0 0"/><axis xyz="0 1 0"/></joint>
  <joint name="reach" type="prismatic"><parent link="lower"/><child link="hand"/><origin xyz="0.5 0 -0.25"/><axis xyz="1 0 0"/>
    <limit lower="-9" upper="9" effort="1" velocity="1"/></joint>
</robot>"#;

const ARM_MJCF: &str = r#"<mujoco model="arm"><compiler angle="radian"/><worldbody>
  <body name="base"><body name="upper" pos="0 0 0.5"><joint name="shoulder" axis="0 0 1"/>
    <inertial pos="0.25 0 0.125" mass="2" fullinertia="0.25 0.5 0.375 0.0625 0.03125 -0.03125"/>
    <body name="lower" pos="0.75 0 0"><joint name="elbow" axis="0 1 0"/>
      <inertial pos="0.125 0.5 0" mass="1.5" diaginertia="0.125 0.25 0.25"/>
      <body name="hand" pos="0.5 0 -0.25"><joint name="reach" type="slide" axis="1 0 0"/>
        <inertial pos="0 0 0" mass="0.5" diaginertia="0.0625 0.0625 0.0625"/></body></body></body></body>
</worldbody></mujoco>"#;

/// M row by row, h, and J of the hand, in a state of no particular kind.
fn numbers(text: &str) -> Vec<f64> {
    let robot = read(text);
    let tree = Tree::new(&robot.model, [0.0, 0.0, -9.81]).unwrap();
    let mut state = State::new(&tree);
    tree.place(&mut state, &[0.7, -1.1, 0.3], &[0.9, -0.4, 1.3]).unwrap();
    let mass = tree.mass_matrix(&mut state).to_vec();
    let bias = tree.bias_torques(&mut state).to_vec();
    let mut columns = vec![Twist::zero(); tree.freedoms()];
    tree.jacobian(&state, tree.frame("hand").unwrap(), Reference::Local, &mut columns).unwrap();
    mass.into_iter().chain(bias).chain(columns.iter().flat_map(Twist::to_array)).collect()
}

#[test]
fn one_arm_has_the_same_dynamics_to_the_last_bit_in_urdf_mjcf_and_sdf() {
    let urdf = numbers(ARM_URDF);
    assert_eq!(numbers(ARM_SDF), urdf);
    assert_eq!(numbers(ARM_MJCF), urdf);
    // The slide carries the hand alone, and the dynamics of the whole is not trivial.
    assert_eq!(urdf[8], 0.5);
    assert!(urdf[9..12].iter().all(|torque| torque.abs() > 1e-3), "{urdf:?}");
}

#[test]
fn a_world_includes_a_model_of_a_package_and_what_is_static_is_no_robot() {
    let place = tempfile::tempdir().unwrap();
    let model = ARM_SDF.replace("<world name=\"w\"><gravity>0 0 -9.81</gravity>", "").replace("</world>", "");
    std::fs::create_dir(place.path().join("arm_model")).unwrap();
    std::fs::write(place.path().join("arm_model/model.sdf"), model).unwrap();
    let world = "<sdf version=\"1.7\"><world name=\"w\"><gravity>0 0 -1.62</gravity>\
                 <model name=\"ground\"><static>true</static><link name=\"plane\"/></model>\
                 <include><uri>model://arm</uri><name>mine</name><pose>0 0 2 0 0 0</pose></include></world></sdf>";
    let file = place.path().join("world.sdf");
    std::fs::write(&file, world).unwrap();
    let within = |packages: Vec<(String, std::path::PathBuf)>| {
        let reach = Reach { root: None, packages };
        read_urdf_file_within(&file, &RobotOptions::default(), &Limits::default(), &reach)
    };
    let missing = within(Vec::new()).unwrap_err().faults.faults;
    assert_eq!(missing[0].code, "robot-file");
    assert!(missing[0].message.contains("--package arm=DIR"), "{}", missing[0].message);
    let (robot, _) = within(vec![("arm".to_owned(), place.path().join("arm_model"))]).unwrap();
    assert_eq!((robot.model.name.as_str(), robot.gravity), ("mine", Some([0.0, 0.0, -1.62])));
    near(self::place(&robot, "upper", &[0.0; 3]), [0.0, 0.0, 2.5]);
}

/// Two links one after the other: `first` hangs on the world by j, `second` on it by k.
fn chain(first: &str, second: &str, axis: &str) -> String {
    let joint = |name: &str, parent: &str, child: &str, axis: &str| {
        format!(
            "<joint name=\"{name}\" type=\"revolute\"><parent>{parent}</parent><child>{child}</child>\
             <axis><xyz>0 1 0</xyz>{axis}</axis></joint>"
        )
    };
    format!(
        "<sdf version=\"1.11\"><model name=\"m\"><link name=\"a\"/>\n<link name=\"b\">{first}</link>\n\
         <link name=\"c\">{second}</link><joint name=\"w\" type=\"fixed\"><parent>world</parent><child>a</child></joint>\
         {}\n{}</model></sdf>",
        joint("j", "a", "b", ""),
        joint("k", "b", "c", axis)
    )
}

const HEAVY: &str =
    "<inertial><mass>2</mass><inertia><ixx>.1</ixx><iyy>.2</iyy><izz>.25</izz></inertia></inertial>";

#[test]
fn a_joint_follows_another_as_mimic_says() {
    let mimic = |of: &str| {
        let inside = "<multiplier>2</multiplier><offset>0.1</offset><reference>0.5</reference>";
        chain(HEAVY, HEAVY, &format!("<mimic joint=\"{of}\">{inside}</mimic>"))
    };
    let robot = read(&mimic("j"));
    let coupling = robot.model.couplings[0];
    let name = |joint: usize| robot.model.joints[joint].name.as_str();
    assert_eq!((name(coupling.joint), name(coupling.of)), ("k", "j"));
    assert_eq!((coupling.multiplier, coupling.offset), (2.0, 0.1 - 2.0 * 0.5));
    let independent =
        RobotOptions { following: stiction_files::Following::Independent, ..RobotOptions::default() };
    let robot = stiction_files::read_urdf_with(&mimic("j"), &independent).unwrap();
    assert!(robot.model.couplings.is_empty());
    assert_eq!(robot.warnings[0].code, "mimic");
    for wrong in ["x", "k"] {
        let faults = read_urdf(&mimic(wrong)).unwrap_err().faults;
        assert_eq!((faults[0].code, faults[0].line), ("mimic", Some(4)), "{wrong}");
    }
}

#[test]
fn a_link_without_inertial_weighs_what_the_format_says_and_auto_what_its_shapes_weigh() {
    let robot = read(&chain("", HEAVY, ""));
    let inertia = |robot: &ReadRobot, link: &str| {
        robot.model.links.iter().find(|known| known.name == link).unwrap().inertia
    };
    let given = inertia(&robot, "b").unwrap();
    assert_eq!((given.mass, given.rotational[1][1]), (1.0, 1.0));
    // That of the base does not matter, and is not told.
    assert!(inertia(&robot, "a").is_none());
    let told: Vec<_> = robot.warnings.iter().map(|warning| (warning.code, &*warning.message)).collect();
    assert_eq!(told.len(), 1);
    assert!(told[0].0 == "inertia" && told[0].1.starts_with("b: "), "{told:?}");
    let cubes = "<inertial auto=\"true\"><density>5</density></inertial>\
        <collision name=\"c\"><geometry><box><size>1 1 1</size></box></geometry></collision>\
        <collision name=\"d\"><pose>0 0 2 0 0 0</pose><density>10</density><geometry><box><size>1 1 1</size></box></geometry></collision>";
    let weighed = inertia(&read(&chain(cubes, HEAVY, "")), "b").unwrap();
    assert_eq!(weighed.mass, 15.0);
    // 5 kg at 0 and 10 kg at 2 m: the centre at 4/3 m, and 5·16/9 + 10·4/9 about it beside 15/6.
    assert!((weighed.place.translation()[2] - 4.0 / 3.0).abs() < 1e-15);
    assert!((weighed.rotational[0][0] - (120.0 / 9.0 + 2.5)).abs() < 1e-13);
    let mesh = cubes.replace("<box><size>1 1 1</size></box>", "<mesh><uri>x.stl</uri></mesh>");
    let faults = read_urdf(&chain(&mesh, HEAVY, "")).unwrap_err().faults;
    assert_eq!((faults[0].code, faults[0].line), ("inertia", Some(2)));
}

#[test]
fn gravity_passes_by_all_that_moves_or_the_file_is_refused() {
    let light = format!("<gravity>false</gravity>{HEAVY}");
    let robot = read(&chain(&light, &light, ""));
    assert_eq!(robot.gravity, Some([0.0; 3]));
    assert_eq!(robot.warnings[0].code, "gravity");
    let faults = read_urdf(&chain(HEAVY, &light, "")).unwrap_err().faults;
    assert_eq!((faults[0].code, faults[0].line), ("gravity", Some(3)));
    assert_eq!(read(&chain(HEAVY, HEAVY, "")).gravity, None);
}
