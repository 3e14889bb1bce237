//! Robots from URDF: what is read, and that every fault is told at its place.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use proptest::prelude::*;
use stiction::robot::JointKind;
use stiction_files::{
    Following, Limits, Reach, RobotOptions, read_urdf, read_urdf_file, read_urdf_file_within, read_urdf_with,
};

const ARM: &str = include_str!("../../../examples/arm.urdf");

/// A robot around some joints: links `base`, `one` and `two`.
fn robot(joints: &str) -> String {
    let link = |name: &str| {
        format!(
            "<link name=\"{name}\"><inertial><mass value=\"1\"/>\
             <inertia ixx=\"1\" ixy=\"0\" ixz=\"0\" iyy=\"1\" iyz=\"0\" izz=\"1\"/></inertial></link>\n"
        )
    };
    format!("<robot name=\"r\">\n<link name=\"base\"/>\n{}{}{joints}</robot>", link("one"), link("two"))
}

fn joint(name: &str, kind: &str, parent: &str, child: &str, inside: &str) -> String {
    format!(
        "<joint name=\"{name}\" type=\"{kind}\"><parent link=\"{parent}\"/><child link=\"{child}\"/>{inside}</joint>\n"
    )
}

/// Two joints that make a good robot.
fn good() -> String {
    robot(&(joint("a", "continuous", "base", "one", "") + &joint("b", "floating", "one", "two", "")))
}

/// Codes and lines of the faults of a text.
fn faults(text: &str) -> Vec<(&'static str, Option<usize>)> {
    let faults = read_urdf(text).unwrap_err();
    assert!(faults.faults.iter().all(|fault| !fault.help.is_empty() && !fault.message.is_empty()));
    faults.faults.iter().map(|fault| (fault.code, fault.line)).collect()
}

fn warnings(text: &str) -> Vec<&'static str> {
    read_urdf(text).unwrap().warnings.iter().map(|warning| warning.code).collect()
}

#[test]
fn an_arm_of_seven_axes_is_read_with_its_limits() {
    let read = read_urdf(ARM).unwrap();
    assert!(read.warnings.is_empty(), "{:?}", read.warnings);
    assert_eq!(read.model.joints.iter().filter(|joint| joint.kind == JointKind::Revolute).count(), 7);
    assert_eq!(read.model.joints[1].limits.effort, 180.0);
    assert_eq!(read.model.links.len(), 9);
}

#[test]
fn a_good_robot_has_no_fault_and_defaults_are_those_of_the_format() {
    let read = read_urdf(&good()).unwrap();
    assert_eq!(read.model.joints[0].axis, [1.0, 0.0, 0.0]);
    assert!(read.model.joints[0].limits.effort.is_infinite());
    assert_eq!(read.model.joints[1].kind, JointKind::Floating);
}

#[test]
fn origins_turn_about_x_then_y_then_z_of_the_parent() {
    let origin = "<origin xyz=\"1 2 3\" rpy=\"1.5707963267948966 0 1.5707963267948966\"/>";
    let text = robot(&(joint("a", "fixed", "base", "one", origin) + &joint("b", "fixed", "one", "two", "")));
    let [x, y, z] = read_urdf(&text).unwrap().model.joints[0].place.point([0.0, 1.0, 0.0]);
    assert!((x - 1.0).abs() + (y - 2.0).abs() + (z - 4.0).abs() < 1e-12, "{x} {y} {z}");
}

#[test]
fn every_fault_is_told_at_once_and_at_its_line() {
    let text = robot(
        &(joint("a", "revolut", "base", "on", "<axis xyz=\"0 0\"/>")
            + &joint(
                "b",
                "revolute",
                "one",
                "two",
                "<axis xyz=\"0 0 0\"/><limit lower=\"1\" upper=\"-1\"/>",
            )
            + &joint("b", "planar", "one", "two", "<origin xyz=\"0 nan x\"/>")),
    );
    let found = faults(&text);
    for expected in [
        ("joint-type", 5),
        ("unknown-link", 5),
        ("axis", 6),
        ("same-name", 7),
        ("not-finite", 7),
        ("not-a-number", 7),
    ] {
        assert!(found.contains(&(expected.0, Some(expected.1))), "{expected:?} in {found:?}");
    }
}

#[test]
fn what_is_no_tree_is_refused_where_it_is_none() {
    let two_roots = robot(&joint("a", "fixed", "base", "one", ""));
    assert_eq!(faults(&two_roots), [("two-roots", Some(4))]);
    let looped = robot(&(joint("a", "fixed", "one", "two", "") + &joint("b", "fixed", "two", "one", "")));
    assert_eq!(faults(&looped), [("loop", Some(3))]);
    let twice = robot(
        &(joint("a", "fixed", "base", "one", "")
            + &joint("b", "fixed", "base", "two", "")
            + &joint("c", "fixed", "one", "two", "")),
    );
    assert_eq!(faults(&twice), [("two-parents", Some(7))]);
    let own = robot(&(joint("a", "fixed", "base", "one", "") + &joint("b", "fixed", "two", "two", "")));
    assert_eq!(faults(&own), [("loop", Some(4))]);
    assert_eq!(faults("<robot name=\"r\"/>"), [("empty", Some(1))]);
}

#[test]
fn what_would_change_the_dynamics_and_is_not_taken_is_refused() {
    for xacro in [
        good().replace("mass value=\"1\"", "mass value=\"${mass}\""),
        good().replace("<link name=\"base\"/>", "<xacro:include filename=\"x\"/><link name=\"base\"/>"),
        good()
            .replace("<robot ", "<robot xmlns:xacro=\"http://ros.org/wiki/xacro\" ")
            .replace("<link name=\"base\"/>", "<xacro:macro/><link name=\"base\"/>"),
        robot(
            &(joint("a", "revolute", "base", "one", "<limit lower=\"${-pi}\" upper=\"1\"/>")
                + &joint("b", "fixed", "one", "two", "")),
        ),
    ] {
        assert!(faults(&xacro).iter().all(|fault| fault.0 == "xacro"), "{:?}", faults(&xacro));
    }
}

#[test]
fn damping_and_friction_of_all_joints_are_one_warning() {
    let damped = good().replace("</joint>", "<dynamics damping=\"0.5\" friction=\"1\"/></joint>");
    assert_eq!(warnings(&damped), ["dynamics"]);
    assert!(read_urdf(&damped).unwrap().warnings[0].message.starts_with("a, b: "));
}

#[test]
fn masses_and_inertias_are_those_of_bodies() {
    assert_eq!(faults(&good().replacen("mass value=\"1\"", "mass value=\"-1\"", 1)), [("mass", Some(3))]);
    assert_eq!(faults(&good().replacen("ixx=\"1\"", "ixx=\"-1\"", 1)), [("inertia", Some(3))]);
    assert_eq!(faults(&good().replacen("ixy=\"0\"", "ixy=\"2\"", 1)), [("inertia", Some(3))]);
    assert_eq!(faults(&good().replacen(" izz=\"1\"", "", 1)), [("missing-key", Some(3))]);
    assert_eq!(warnings(&good().replacen("izz=\"1\"", "izz=\"3\"", 1)), ["inertia"]);
    assert_eq!(warnings(&good().replacen("ixx=\"1\"", "ixx=\"0\"", 1)), ["inertia"]);
    assert_eq!(warnings(&good().replacen("mass value=\"1\"", "mass value=\"0\"", 1)), ["inertia"]);
    assert_eq!(warnings(&good().replacen(" ixy=\"0\"", "", 1)), ["inertia"]);
    let weightless = good().replace("value=\"1\"", "value=\"0\"").replace("=\"1\"", "=\"0\"");
    assert!(read_urdf(&weightless).unwrap().model.links.iter().all(|link| link.inertia.is_none()));
}

#[test]
fn six_equal_moments_and_a_part_of_a_sound_body_are_taken_with_a_note() {
    let equal = good().replace("=\"0\"", "=\"0.001\"").replace("ixx=\"1\"", "ixx=\"0.001\"");
    let equal = equal.replace("iyy=\"1\"", "iyy=\"0.001\"").replace("izz=\"1\"", "izz=\"0.001\"");
    assert!(warnings(&equal).iter().all(|code| *code == "inertia"), "{:?}", warnings(&equal));
    // By itself the second link is no body; fixed to the first, which turns, it is part of one.
    let negative = |kind: &str| {
        let joints = joint("a", "continuous", "base", "one", "") + &joint("b", kind, "one", "two", "");
        let (head, tail) =
            robot(&joints).rsplit_once("izz=\"1\"").map(|(a, b)| (a.to_owned(), b.to_owned())).unwrap();
        format!("{head}izz=\"-0.5\"{tail}")
    };
    assert_eq!(warnings(&negative("fixed")), ["inertia"]);
    assert_eq!(faults(&negative("continuous")), [("inertia", Some(4))]);
}

#[test]
fn what_is_fixed_to_the_world_may_weigh_anything_unless_the_root_floats() {
    let joints = joint("a", "fixed", "base", "one", "") + &joint("b", "continuous", "one", "two", "");
    let text = robot(&joints).replacen("mass value=\"1\"", "mass value=\"-1\"", 1);
    let read = read_urdf(&text).unwrap();
    assert_eq!(read.warnings[0].code, "inertia");
    assert!(read.model.links[1].inertia.is_none());
    let floating = RobotOptions { floating: true, ..RobotOptions::default() };
    assert_eq!(read_urdf_with(&text, &floating).unwrap_err().faults[0].code, "mass");
}

#[test]
fn limits_that_no_joint_has_are_warnings() {
    for limit in [
        "lower=\"1\" upper=\"-1\"",
        "lower=\"-1\" upper=\"1\" effort=\"-3\"",
        "lower=\"-1\" upper=\"1\" velocity=\"fast\"",
    ] {
        let joints = joint("a", "revolute", "base", "one", &format!("<limit {limit}/>"));
        let text = robot(&(joints + &joint("b", "fixed", "one", "two", "")));
        assert_eq!(warnings(&text), ["limit"], "{limit}");
    }
    let text = robot(
        &(joint("a", "revolute", "base", "one", "<limit lower=\"1\" upper=\"-1\"/>")
            + &joint("b", "fixed", "one", "two", "")),
    );
    assert!(read_urdf(&text).unwrap().model.joints[0].limits.lower.is_infinite());
}

#[test]
fn blank_lines_marks_and_prefixes_that_nobody_declared_are_no_matter() {
    for text in [
        format!("\n\n<?xml version=\"1.0\"?>\n{}", good()),
        format!("\u{feff}<?xml version=\"1.0\"?>\n{}", good()),
        format!("<!-- made by hand --><?xml version=\"1.0\"?>\n{}", good()),
        good().replace("<link name=\"base\"/>", "<link name=\"base\"/><sensor:camera a:b=\"c:d\"/>"),
    ] {
        assert_eq!(read_urdf(&text).unwrap().model, read_urdf(&good()).unwrap().model, "{text}");
    }
    // Faults keep their places.
    let broken = format!("\n\n<?xml version=\"1.0\"?>{}", good().replacen("value=\"1\"", "value=\"-1\"", 1));
    assert_eq!(faults(&broken), [("mass", Some(5))]);
}

#[test]
fn joints_that_mimic_others_follow_them_or_move_by_themselves() {
    let text = |mimic: &str| {
        let joints = joint("a", "continuous", "base", "one", "")
            + &joint("b", "prismatic", "one", "two", &format!("<limit upper=\"1\"/>{mimic}"));
        robot(&joints)
    };
    let follows = text("<mimic joint=\"a\" multiplier=\"-2\" offset=\"0.5\"/>");
    let read = read_urdf(&follows).unwrap();
    let coupling = read.model.couplings[0];
    assert_eq!((coupling.joint, coupling.of, coupling.multiplier, coupling.offset), (1, 0, -2.0, 0.5));
    assert!(read.warnings.is_empty());
    let alone = RobotOptions { following: Following::Independent, ..RobotOptions::default() };
    let read = read_urdf_with(&follows, &alone).unwrap();
    assert!(read.model.couplings.is_empty());
    assert_eq!(read.warnings[0].code, "mimic");
    assert!(read.warnings[0].message.contains(stiction_files::PASSED_OVER));
    let held = text("<mimic joint=\"a\"/>").replace("prismatic", "fixed");
    assert_eq!(warnings(&held), ["mimic"]);
    assert_eq!(faults(&text("<mimic joint=\"c\"/>")), [("mimic", Some(6))]);
    assert_eq!(faults(&text("<mimic joint=\"b\"/>")), [("mimic", Some(6))]);
    assert_eq!(faults(&text("<mimic joint=\"a\" multiplier=\"x\"/>")), [("not-a-number", Some(6))]);
    assert!(
        faults(&good().replace("</joint>", "<mimic joint=\"a\"/></joint>")).iter().all(|it| it.0 == "mimic")
    );
}

#[test]
fn a_planar_joint_is_two_slides_and_a_turn() {
    let joints =
        joint("a", "planar", "base", "one", "<axis xyz=\"0 0 1\"/>") + &joint("b", "fixed", "one", "two", "");
    let model = read_urdf(&robot(&joints)).unwrap().model;
    let names: Vec<&str> = model.joints.iter().map(|joint| joint.name.as_str()).collect();
    assert_eq!(names, ["a.x", "a.y", "a.theta", "b"]);
    let kinds: Vec<JointKind> = model.joints.iter().map(|joint| joint.kind).collect();
    assert_eq!(kinds[..3], [JointKind::Prismatic, JointKind::Prismatic, JointKind::Continuous]);
    assert_eq!(model.joints[0].axis, [1.0, 0.0, 0.0]);
}

#[test]
fn a_root_that_floats_has_a_joint_before_all_others() {
    let floating = RobotOptions { floating: true, ..RobotOptions::default() };
    let model = read_urdf_with(&good(), &floating).unwrap().model;
    assert_eq!((model.joints[0].kind, model.joints[0].child), (JointKind::Floating, 0));
    assert_eq!(model.links.last().unwrap().name, "world");
}

#[test]
fn limits_that_are_left_out_are_told_and_axes_that_are_not_unit_vectors_too() {
    let slide = robot(
        &(joint("a", "prismatic", "base", "one", "<axis xyz=\"0 0 2\"/>")
            + &joint("b", "fixed", "one", "two", "")),
    );
    assert_eq!(warnings(&slide), ["limit", "axis"]);
    let typed = good().replace("<link name=\"base\"/>", "<link name=\"base\"/><jiont name=\"x\"/><gazebo/>");
    assert_eq!(warnings(&typed), ["unknown-element"]);
}

#[test]
fn files_that_are_no_urdf_are_refused_plainly() {
    assert_eq!(faults("")[0].0, "syntax");
    assert_eq!(faults("stiction = 1")[0].0, "syntax");
    assert_eq!(faults("<svg/>"), [("not-urdf", Some(1))]);
    assert_eq!(faults("<robot>\n<link name=\"a\">\n</robot>"), [("syntax", Some(3))]);
    assert_eq!(faults("<!DOCTYPE r [<!ENTITY a \"b\">]><robot name=\"&a;\"/>")[0].0, "syntax");
    assert_eq!(
        faults(&format!("<robot>{}{}</robot>", "<a>".repeat(10_000), "</a>".repeat(10_000)))[0].0,
        "too-deep"
    );
    assert_eq!(faults("<robot><link/><joint/></robot>").len(), 5);
    let missing =
        read_urdf_file("no/such.urdf".as_ref(), &RobotOptions::default(), &Limits::default()).unwrap_err();
    assert_eq!(missing.faults.faults.len(), 1);
}

#[test]
fn a_robot_of_many_links_is_read_in_time_that_grows_with_them() {
    let count = 20_000;
    let links: String = (0..=count).map(|k| format!("<link name=\"l{k}\"/>")).collect();
    // Children before their parents.
    let joints: String = (0..count)
        .rev()
        .map(|k| joint(&format!("j{k}"), "continuous", &format!("l{k}"), &format!("l{}", k + 1), ""))
        .collect();
    let read = read_urdf(&format!("<robot name=\"snake\">{links}{joints}</robot>")).unwrap();
    assert_eq!(read.model.joints.len(), count);
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "[ -~\\n<>/=\"]{0,200}") {
        let _ = read_urdf(&text);
    }

    #[test]
    fn a_file_that_is_cut_or_garbled_is_read_or_refused(cut in 0..ARM.len(), at in 0..ARM.len(), byte in 32u8..127) {
        let floor = |at: usize| (0..=at).rev().find(|k| ARM.is_char_boundary(*k)).unwrap();
        let _ = read_urdf(&ARM[..floor(cut)]);
        let mut garbled = ARM.as_bytes().to_vec();
        garbled[at] = byte;
        let _ = read_urdf(&String::from_utf8_lossy(&garbled));
    }
}

#[test]
fn a_planar_joint_follows_nothing_and_one_of_its_three_coordinates_leads() {
    let file = |mimic: &str, of: &str| {
        let link = |name: &str| {
            format!(
                "<link name=\"{name}\"><inertial><mass value=\"1\"/><inertia ixx=\"1\" iyy=\"1\" izz=\"1\" ixy=\"0\" ixz=\"0\" iyz=\"0\"/></inertial></link>"
            )
        };
        let joint = |name: &str, kind: &str, child: &str, inside: &str| {
            format!(
                "<joint name=\"{name}\" type=\"{kind}\"><parent link=\"base\"/><child link=\"{child}\"/><axis xyz=\"0 0 1\"/>{inside}</joint>"
            )
        };
        let follow =
            |of: &str| if of.is_empty() { String::new() } else { format!("<mimic joint=\"{of}\"/>") };
        format!(
            "<robot name=\"r\"><link name=\"base\"/>{}{}{}{}</robot>",
            link("a"),
            link("b"),
            joint("slab", "planar", "a", &follow(mimic)),
            joint("hinge", "continuous", "b", &follow(of))
        )
    };
    let refused = read_urdf(&file("hinge", "")).unwrap_err().faults;
    assert_eq!(refused[0].code, "mimic");
    assert!(refused[0].message.contains("this one is planar"), "{}", refused[0].message);
    let leads = read_urdf(&file("", "slab")).unwrap_err().faults;
    assert_eq!(leads[0].message, "`slab` is planar, and has three coordinates");
    assert!(leads[0].help.contains("`slab.x`, `slab.y` or `slab.theta`"), "{}", leads[0].help);
    let followed = read_urdf(&file("", "slab.theta")).unwrap();
    assert_eq!(followed.model.couplings.len(), 1);
    let unknown = read_urdf(&file("", "wheel")).unwrap_err().faults;
    assert!(
        unknown[0].help.starts_with("the joints are `hinge`, `slab.theta`, `slab.x`, `slab.y`;"),
        "{}",
        unknown[0].help
    );
}

#[test]
fn meshes_of_packages_are_looked_for_where_the_person_says_packages_lie() {
    let place = tempfile::tempdir().unwrap();
    std::fs::create_dir_all(place.path().join("arm/meshes")).unwrap();
    std::fs::write(place.path().join("arm/meshes/base.stl"), "").unwrap();
    let mesh =
        |name: &str| format!("<visual><geometry><mesh filename=\"package://{name}\"/></geometry></visual>");
    let inside = [mesh("arm/meshes/base.stl"), mesh("arm/meshes/none.stl"), mesh("hand/palm.stl")].concat();
    let file = place.path().join("arm.urdf");
    std::fs::write(&file, format!("<robot name=\"r\"><link name=\"base\">{inside}</link></robot>")).unwrap();
    let warnings = |packages: Vec<(String, std::path::PathBuf)>| {
        let reach = Reach { root: None, packages };
        let read = read_urdf_file_within(&file, &RobotOptions::default(), &Limits::default(), &reach);
        read.unwrap().0.warnings
    };
    // Looks are no part of the dynamics: who says nothing is told nothing.
    assert_eq!(warnings(Vec::new()), []);
    let told = warnings(vec![("arm".to_owned(), place.path().join("arm"))]);
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told[0].message.starts_with("package://arm/meshes/none.stl: "), "{told:?}");
    assert!(told[1].message.contains("--package hand=DIR"), "{told:?}");
}

#[test]
fn a_mesh_and_a_scene_are_no_robots_and_the_right_command_is_named() {
    let place = tempfile::tempdir().unwrap();
    for (name, command) in [("part.stl", "new scene.toml --from"), ("scene.toml", "check")] {
        let file = place.path().join(name);
        std::fs::write(&file, "stiction = 1\n").unwrap();
        let fault = read_urdf_file(&file, &RobotOptions::default(), &Limits::default()).unwrap_err().faults;
        assert_eq!(fault.faults[0].code, "not-urdf");
        assert!(fault.faults[0].help.contains(&format!("stiction {command}")), "{}", fault.faults[0].help);
    }
}

#[test]
fn what_xacro_left_in_any_attribute_is_told_with_how_to_expand_it() {
    let numbers = [
        good().replace("mass value=\"1\"", "mass value=\"$(optenv MASS 1)\""),
        good().replace("mass value=\"1\"", "mass value=\"${2 * m}\""),
        good().replace("<parent link", "<origin xyz=\"$(arg x) 0 0\"/><parent link"),
        good().replace("<parent link", "<origin xyz=\"$(optenv X 0 0 0)\"/><parent link"),
    ];
    for text in &numbers {
        let faults = read_urdf(text).unwrap_err().faults;
        assert!(faults.iter().all(|fault| fault.code == "xacro"), "{faults:?}");
        assert!(faults[0].help.contains("xacro robot.urdf.xacro"), "{}", faults[0].help);
    }
    // A name is a name, whatever is in it.
    for word in ["$(arg prefix)tool", "${prefix}tool", "$(optenv PREFIX)tool"] {
        let text = good().replace("</robot>", &format!("<gazebo reference=\"{word}\"/></robot>"));
        let warnings = read_urdf(&text).unwrap().warnings;
        let told: Vec<_> = warnings.iter().filter(|warning| warning.code == "xacro").collect();
        assert_eq!(told.len(), 1, "{warnings:?}");
        assert!(told[0].message.contains(word) && told[0].help.contains("pip install xacro"));
    }
}
