//! Robots from MJCF: what is read, what is told, what is refused.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::robots::{near, place, read};
use stiction::robot::{JointKind, Link, LinkInertia, State, Tree};
use stiction_files::{Limits, RobotOptions, read_urdf, read_urdf_file};

fn file(compiler: &str, inside: &str) -> String {
    format!("<mujoco model=\"m\">\n{compiler}\n<worldbody>\n{inside}\n</worldbody>\n</mujoco>")
}

fn codes(text: &str) -> Vec<&'static str> {
    read_urdf(text).unwrap_err().faults.iter().map(|fault| fault.code).collect()
}

const INERTIAL: &str = "<inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 1 1\"/>";

#[test]
fn several_joints_of_a_body_act_one_after_the_other_about_their_own_points() {
    let text = file(
        "<compiler angle=\"radian\"/>",
        &format!(
            "<body name=\"a\" pos=\"1 0 0\">{INERTIAL}<joint name=\"s\" type=\"slide\" axis=\"0 1 0\"/>\
             <joint name=\"h\" pos=\"-1 0 0\" range=\"-2 2\"/><body name=\"b\" pos=\"1 0 0\">{INERTIAL}</body></body>"
        ),
    );
    let robot = read(&text);
    let kinds: Vec<JointKind> = robot.model.joints.iter().map(|joint| joint.kind).collect();
    assert_eq!(kinds, [JointKind::Prismatic, JointKind::Revolute, JointKind::Fixed, JointKind::Fixed]);
    near(place(&robot, "b", &[0.0, 0.0]), [2.0, 0.0, 0.0]);
    // A quarter turn about the origin of the world, which slid up by one.
    near(place(&robot, "b", &[1.0, std::f64::consts::FRAC_PI_2]), [0.0, 3.0, 0.0]);
    near(place(&robot, "a", &[1.0, std::f64::consts::FRAC_PI_2]), [0.0, 2.0, 0.0]);
}

#[test]
fn angles_are_degrees_unless_the_compiler_says_otherwise_and_classes_are_inherited() {
    let defaults = "<default><joint axis=\"0 1 0\"/><default class=\"x\"><joint damping=\"1\"/>\
                    <default class=\"y\"><joint axis=\"1 0 0\" range=\"-90 90\"/></default></default></default>";
    let body = |name: &str, class: &str| {
        format!("<body name=\"{name}\" euler=\"0 0 90\">{INERTIAL}<joint name=\"j{name}\" {class}/></body>")
    };
    let text = file(
        defaults,
        &format!(
            "{}<body name=\"q\" childclass=\"y\">{INERTIAL}{}</body>{}",
            body("a", ""),
            body("b", ""),
            body("c", "class=\"x\"")
        ),
    );
    let robot = read(&text);
    let joint = |name: &str| robot.model.joints.iter().find(|joint| joint.name == name).unwrap();
    assert_eq!(joint("ja").axis, [0.0, 1.0, 0.0]);
    assert_eq!((joint("jb").axis, joint("jc").axis), ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0]));
    assert!((joint("jb").limits.upper - std::f64::consts::FRAC_PI_2).abs() < 1e-15);
    near(joint("ja").place.vector([1.0, 0.0, 0.0]), [0.0, 1.0, 0.0]);
    // One warning for both joints that are damped.
    let told: Vec<_> = robot.warnings.iter().map(|warning| warning.code).collect();
    assert_eq!(told, ["dynamics"]);
    assert!(robot.warnings[0].message.starts_with("jb, jc: "), "{}", robot.warnings[0].message);
}

#[test]
fn all_ways_to_write_a_turn_agree() {
    for turn in [
        "quat=\"0.70710678118654752 0 0 0.70710678118654752\"",
        "axisangle=\"0 0 2 90\"",
        "euler=\"0 0 90\"",
        "xyaxes=\"0 2 0 -1 1 0\"",
    ] {
        let robot =
            read(&file("", &format!("<body name=\"a\" {turn}><body name=\"b\" pos=\"1 0 0\"/></body>")));
        near(place(&robot, "b", &[]), [0.0, 1.0, 0.0]);
    }
    let robot = read(&file("", "<body name=\"a\" zaxis=\"1 0 0\"><body name=\"b\" pos=\"0 0 1\"/></body>"));
    near(place(&robot, "b", &[]), [1.0, 0.0, 0.0]);
    // About the parent's axes: first x, then z.
    let outer = read(&file(
        "<compiler eulerseq=\"XZY\"/>",
        "<body name=\"a\" euler=\"90 90 0\"><body name=\"b\" pos=\"0 1 0\"/></body>",
    ));
    near(place(&outer, "b", &[]), [0.0, 0.0, 1.0]);
}

#[test]
fn a_body_without_inertial_weighs_what_its_geoms_weigh() {
    let robot = read(&file(
        "",
        "<body name=\"a\"><joint name=\"j\"/><geom type=\"box\" size=\"0.1 0.1 0.1\" pos=\"1 0 0\"/>\
         <geom type=\"box\" size=\"0.1 0.1 0.1\" pos=\"-1 0 0\" density=\"1000\"/><geom type=\"plane\" size=\"1 1 1\"/></body>",
    ));
    let inertia = robot.model.links[1].inertia.unwrap();
    assert!((inertia.mass - 16.0).abs() < 1e-12);
    // Two cubes of 8 kg and side 0.2, one metre away.
    let own = 16.0 * 0.04 / 6.0;
    assert!((inertia.rotational[0][0] - own).abs() < 1e-12);
    assert!((inertia.rotational[2][2] - own - 16.0).abs() < 1e-12);
    let mesh = "<body name=\"a\"><joint/><geom type=\"mesh\" mesh=\"m\"/></body>";
    assert_eq!(codes(&file("", mesh)), ["inertia"]);
    let weightless = "<body name=\"a\"><joint/><geom type=\"mesh\" mesh=\"m\" mass=\"0\"/></body>";
    assert!(read(&file("", weightless)).model.links[1].inertia.is_none());
}

#[test]
fn a_linear_equality_couples_two_joints_and_others_are_told() {
    let bodies = format!(
        "<body name=\"a\">{INERTIAL}<joint name=\"p\"/></body><body name=\"b\">{INERTIAL}<joint name=\"q\"/></body>"
    );
    let text = |inside: &str| {
        file("<compiler angle=\"radian\"/>", &bodies)
            .replace("</mujoco>", &format!("<equality>{inside}</equality></mujoco>"))
    };
    let robot = read(&text("<joint joint1=\"q\" joint2=\"p\" polycoef=\"0.5 -2 0 0 0\"/>"));
    let coupling = robot.model.couplings[0];
    assert_eq!((coupling.joint, coupling.of, coupling.multiplier, coupling.offset), (1, 0, -2.0, 0.5));
    for other in ["<weld body1=\"a\"/>", "<joint joint1=\"q\" joint2=\"p\" polycoef=\"0 1 3\"/>"] {
        let robot = read(&text(other));
        assert_eq!(robot.warnings[0].code, "not-read");
        assert!(robot.model.couplings.is_empty());
    }
}

#[test]
fn a_total_mass_scales_every_mass_and_inertia_alike() {
    let bodies =
        format!("<body name=\"a\">{INERTIAL}<joint/><body name=\"b\">{INERTIAL}<joint/></body></body>");
    let plain = read(&file("", &bodies)).model;
    let scaled = read(&file("<compiler settotalmass=\"14\"/>", &bodies));
    assert_eq!(scaled.warnings[0].code, "total-mass");
    let weighed =
        |links: &[Link]| -> Vec<LinkInertia> { links.iter().filter_map(|link| link.inertia).collect() };
    let (before, after) = (weighed(&plain.links), weighed(&scaled.model.links));
    let total: f64 = after.iter().map(|inertia| inertia.mass).sum();
    assert!((total - 14.0).abs() < 1e-12, "{total}");
    for (before, after) in before.iter().zip(&after) {
        let factor = after.mass / before.mass;
        assert!((after.rotational[0][0] / before.rotational[0][0] - factor).abs() < 1e-12 * factor);
        assert_eq!(before.place, after.place);
    }
    assert_eq!(read(&file("<compiler settotalmass=\"-1\"/>", &bodies)).model, plain);
    assert_eq!(codes(&file("<compiler settotalmass=\"14\"/>", "<body name=\"a\"/>")), ["mass"]);
}

#[test]
fn what_makes_other_bodies_is_refused_and_faults_have_a_place() {
    assert_eq!(codes(&file("", "<replicate count=\"3\"><body/></replicate>")), ["not-taken"]);
    assert_eq!(codes(&file("<compiler coordinate=\"global\"/>", "")), ["coordinate"]);
    assert_eq!(codes("<mujoco/>"), ["empty"]);
    let faults =
        read_urdf(&file("", "<body pos=\"0 x 0\"/>\n<body><joint type=\"hing\"/></body>")).unwrap_err();
    let lines: Vec<_> = faults.faults.iter().map(|fault| (fault.code, fault.line)).collect();
    assert_eq!(lines, [("not-a-number", Some(4)), ("joint-type", Some(5))]);
}

#[test]
fn a_file_includes_others_of_its_folder_and_no_further() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("arm.xml", &file("", &format!("<body name=\"a\">{INERTIAL}<joint name=\"j\"/></body>")));
    write("scene.xml", "<mujoco model=\"s\"><include file=\"arm.xml\"/></mujoco>");
    write("circle.xml", "<mujoco><include file=\"circle.xml\"/></mujoco>");
    write("out.xml", "<mujoco><include file=\"../arm.xml\"/></mujoco>");
    let open =
        |name: &str| read_urdf_file(&folder.path().join(name), &RobotOptions::default(), &Limits::default());
    assert_eq!(open("scene.xml").unwrap().0.model.joints.len(), 1);
    for name in ["circle.xml", "out.xml"] {
        assert_eq!(open(name).unwrap_err().faults.faults[0].code, "robot-file", "{name}");
    }
}

#[test]
fn the_gravity_of_a_file_is_told_and_kept() {
    let body = "<worldbody><body name=\"a\"><joint/><inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 1 1\"/></body></worldbody>";
    let with = |option: &str| read(&format!("<mujoco>{option}{body}</mujoco>"));
    assert_eq!((with("").gravity, with("").warnings.len()), (None, 0));
    let moon = with("<option gravity=\"0 0 -1.62\"/>");
    assert_eq!((moon.gravity, moon.warnings[0].code), (Some([0.0, 0.0, -1.62]), "gravity"));
    let usual = with("<option gravity=\"0 0 -9.81\"/>");
    assert_eq!((usual.gravity, usual.warnings.len()), (Some([0.0, 0.0, -9.81]), 0));
    assert_eq!(with("<option><flag gravity=\"disable\"/></option>").gravity, Some([0.0; 3]));
    assert_eq!(codes(&format!("<mujoco><option gravity=\"0 0\"/>{body}</mujoco>")), ["length"]);
}

/// The moment about the hinge of one arm, and what was told.
fn about_the_hinge(compiler: &str, inside: &str) -> (f64, Vec<&'static str>) {
    let joint = "<joint name=\"j\" axis=\"0 1 0\"/>";
    let text = file(
        &format!("<compiler {compiler}/>"),
        &format!("<body name=\"arm\" pos=\"0 0 1\">{joint}{inside}</body>"),
    );
    let robot = read(&text);
    let tree = Tree::new(&robot.model, [0.0; 3]).unwrap();
    let mut state = State::new(&tree);
    tree.place(&mut state, &[0.0], &[0.0]).unwrap();
    let moment = tree.mass_matrix(&mut state)[0];
    (moment, robot.warnings.iter().map(|warning| warning.code).collect())
}

/// The right-hand sides are those of MuJoCo 4.0 (`mj_fullM`).
#[test]
fn groups_shells_bounds_and_balance_weigh_as_in_mujoco() {
    let near = |(found, codes): (f64, Vec<&str>), expected: f64, told: &[&str]| {
        assert!((found - expected).abs() <= 1e-13 * expected, "{found} {expected}");
        assert_eq!(codes, told);
    };
    let cube = "<geom type=\"box\" size=\".1 .1 .1\" mass=\"1\" group=\"3\"/>";
    let far = "<geom type=\"box\" size=\".1 .1 .1\" mass=\"5\" group=\"2\" pos=\"0 0 .3\"/>";
    near(about_the_hinge("inertiagrouprange=\"3 4\"", &format!("{far}{cube}")), 0.006666666666666668, &[]);
    let hidden = "<geom type=\"box\" size=\".1 .1 .1\" mass=\"1\" group=\"7\"/>";
    near(about_the_hinge("", &format!("{hidden}{cube}")), 0.006666666666666668, &[]);
    let mesh = "<geom type=\"mesh\" mesh=\"m\" group=\"2\"/>";
    near(about_the_hinge("inertiagrouprange=\"3 4\"", &format!("{mesh}{cube}")), 0.006666666666666668, &[]);
    for (shape, expected) in [
        ("type=\"box\" size=\".1 .2 .3\"", 42.13333333333334),
        ("type=\"box\" size=\".1 .2 .3\" mass=\"2\"", 0.09575757575757576),
        ("size=\".2\"", 13.404128655316454),
        ("type=\"capsule\" size=\".1 .2\"", 12.985249634837814),
        ("type=\"cylinder\" size=\".1 .2\"", 7.278022980816355),
    ] {
        near(about_the_hinge("", &format!("<geom {shape} shellinertia=\"true\"/>")), expected, &[]);
    }
    let slab = "<geom type=\"box\" size=\".1 .2 .3\" mass=\"1\"/>";
    near(about_the_hinge("boundmass=\"3\" boundinertia=\"1\"", slab), 1.0, &["inertia"]);
    let odd = "<inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 .1 .1\"/>";
    near(about_the_hinge("balanceinertia=\"true\"", odd), 0.4, &["inertia"]);
    let both = "<inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 .1 .2\"/>";
    near(
        about_the_hinge("balanceinertia=\"true\" boundinertia=\"0.3\"", both),
        1.6 / 3.0,
        &["inertia", "inertia"],
    );
    let even = "<inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 .7 .9\"/>";
    near(about_the_hinge("balanceinertia=\"true\" boundinertia=\"0.3\" boundmass=\".5\"", even), 0.7, &[]);
}

#[test]
fn what_cannot_be_weighed_is_refused_where_it_moves_and_only_there() {
    let arm = format!("<body name=\"arm\" pos=\"0 0 1\">{INERTIAL}<joint name=\"j\"/></body>");
    for geom in ["type=\"mesh\" mesh=\"m\"", "type=\"ellipsoid\" size=\".1 .2 .3\" shellinertia=\"true\""] {
        let base = |joint: &str| format!("<body name=\"base\">{joint}<geom {geom}/>{arm}</body>");
        assert!(read(&file("", &base(""))).warnings.is_empty());
        assert_eq!(codes(&file("", &base("<joint/>"))), ["inertia"]);
        // What stands on what moves moves along.
        let inner = format!("<body name=\"o\">{INERTIAL}<joint/>{}</body>", base(""));
        assert_eq!(codes(&file("", &inner)), ["inertia"]);
        // With a free root all of it moves.
        let floating = RobotOptions { floating: true, ..RobotOptions::default() };
        let faults = stiction_files::read_urdf_with(&file("", &base("")), &floating).unwrap_err();
        assert_eq!(faults.faults[0].code, "inertia");
    }
    let bound = "<compiler boundmass=\"1\" boundinertia=\"1\"/>";
    assert_eq!(codes(&file(bound, "<body name=\"a\"><joint/></body>")), ["inertia"]);
    let framed = "<body name=\"a\"><frame><joint/></frame></body>";
    assert_eq!(codes(&file("", framed)), ["not-taken"]);
}
