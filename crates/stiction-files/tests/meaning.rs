//! What each key of a scene means, where no other test says it: motion, loads, shapes, patches, tangents, overlaps.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use stiction::scene::{AnyScene, Contact, ContactModel, Curvature, Role, Scene};
use stiction::screw::{Planar, Spatial};
use stiction_files::{Fault, Format, ReadScene, read_scene};
use stiction_proof::Rational;

fn read(dimension: u8, body: &str, contact: &str) -> ReadScene {
    let contact =
        if contact.is_empty() { String::new() } else { format!("[[contacts]]\non = \"part\"\n{contact}\n") };
    whole(&format!("stiction = 1\ndimension = {dimension}\n[bodies.part]\n{body}\n{contact}"))
}

fn whole(text: &str) -> ReadScene {
    let read = read_scene(text, Format::Toml, "t");
    read.unwrap_or_else(|faults| panic!("{}", faults.render("t", text, false)))
}

fn plane(body: &str, contact: &str) -> Scene<Planar> {
    let AnyScene::Planar(scene) = read(2, body, contact).scene else { panic!("not planar") };
    scene
}

fn space(body: &str, contact: &str) -> Scene<Spatial> {
    let AnyScene::Spatial(scene) = read(3, body, contact).scene else { panic!("not in space") };
    scene
}

fn faults(text: &str) -> Vec<Fault> {
    read_scene(text, Format::Toml, "t").expect_err(text).faults
}

fn numbers<const N: usize>(entries: [&str; N]) -> [Rational; N] {
    entries.map(|entry| entry.parse().unwrap())
}

const AT2: &str = "point = [0, 0]\nnormal = [0, 1]";
const AT3: &str = "point = [0, 0, 0]\nnormal = [0, 0, 1]";

#[test]
fn a_trajectory_lists_polynomials_in_the_order_of_a_twist() {
    let body = "role = \"driven\"\ntrajectory = { x = [0, 2], y = [0, 0, \"1/3\"], theta = [0, 1, 4], pivot = [5, 6], duration = 3 }";
    let scene = plane(body, AT2);
    let trajectory = scene.bodies[0].trajectory.as_ref().unwrap();
    assert_eq!(trajectory.coefficients[0], numbers(["0", "1", "4"]), "theta first");
    assert_eq!(trajectory.coefficients[1], numbers(["0", "2"]));
    assert_eq!(trajectory.coefficients[2], numbers(["0", "0", "1/3"]), "lowest power first");
    assert_eq!((trajectory.pivot.clone(), trajectory.duration.clone()), (numbers(["5", "6"]), 3.into()));
    let body = "role = \"driven\"\ncom = [7, 8, 9]\n\
                trajectory = { x = [0, 1], z = [0, 3], roll = [0, 4], yaw = [0, 6], duration = 1 }";
    let scene = space(body, AT3);
    let trajectory = scene.bodies[0].trajectory.as_ref().unwrap();
    let rates: Vec<Option<Rational>> =
        trajectory.coefficients.iter().map(|list| list.get(1).cloned()).collect();
    let given = |rate: i64| Some(Rational::from(rate));
    assert_eq!(rates, [given(4), None, given(6), given(1), None, given(3)], "roll, pitch, yaw, x, y, z");
    assert_eq!(trajectory.pivot, numbers(["7", "8", "9"]), "the centre of mass by default");
}

#[test]
fn a_driven_body_may_be_given_its_acceleration() {
    let scene = plane("role = \"driven\"\nacceleration = [1, 2, 3]\ntwist = [4, 5, 6]", AT2);
    assert_eq!(scene.bodies[0].role, Role::Driven);
    assert_eq!(scene.bodies[0].acceleration.as_ref().unwrap()[..], numbers(["1", "2", "3"]));
    assert_eq!(scene.bodies[0].twist[..], numbers(["4", "5", "6"]));
    let scene = space("role = \"driven\"\nacceleration = [1, 2, 3, 4, 5, 6]", AT3);
    assert_eq!(scene.bodies[0].acceleration.as_ref().unwrap()[..], numbers(["1", "2", "3", "4", "5", "6"]));
}

#[test]
fn freedoms_leave_twists_their_full_length() {
    let scene = plane("freedoms = [\"y\", \"theta\"]\ntwist = [1, 0, 2]", AT2);
    assert_eq!(scene.bodies[0].freedoms, [true, false, true]);
    assert_eq!(scene.bodies[0].twist[..], numbers(["1", "0", "2"]));
    let scene = space("freedoms = [\"z\", \"rx\"]\ntwist = [1, 0, 0, 0, 0, 2]", AT3);
    assert_eq!(scene.bodies[0].freedoms, [true, false, false, false, false, true]);
    assert_eq!(plane("freedoms = []", AT2).bodies[0].freedoms, [false; 3]);
    assert_eq!(space("", AT3).bodies[0].freedoms, [true; 6]);
}

#[test]
fn wrench_and_twist_are_in_world_axes_whatever_the_pose() {
    let scene = plane("pose = [1, 2, 1]\nwrench = [1, 2, 3]\ntwist = [4, 5, 6]", AT2);
    assert_eq!(scene.bodies[0].wrench[..], numbers(["1", "2", "3"]));
    assert_eq!(scene.bodies[0].twist[..], numbers(["4", "5", "6"]));
    let scene = space("pose.quaternion_wxyz = [1, 1, 0, 0]\nwrench = [1, 2, 3, 4, 5, 6]", AT3);
    assert_eq!(scene.bodies[0].wrench[..], numbers(["1", "2", "3", "4", "5", "6"]));
}

#[test]
fn com_and_inertia_are_in_body_coordinates_with_a_pose_and_in_the_world_without() {
    let inertia = "mass = 1\ncom = [1, 0, 0]\ninertia = [[1, 0, 0], [0, 2, 0], [0, 0, 2]]";
    let scene = space(inertia, AT3);
    assert_eq!(scene.bodies[0].com, numbers(["1", "0", "0"]));
    // A quarter turn about z, from a quaternion of length 3√2, puts x to y.
    let scene =
        space(&format!("{inertia}\npose = {{ position = [0, 0, 5], quaternion_wxyz = [3, 0, 0, 3] }}"), AT3);
    assert_eq!(scene.bodies[0].com, numbers(["0", "1", "5"]));
    let turned = scene.bodies[0].inertia.clone().unwrap();
    assert_eq!([&turned[0][0], &turned[1][1], &turned[2][2]].map(Clone::clone), numbers(["2", "1", "2"]));
}

#[test]
fn quaternions_of_every_length_turn_alike() {
    let com = |quaternion: &str| {
        space(&format!("com = [1, 2, 3]\npose.quaternion_wxyz = {quaternion}"), AT3).bodies[0].com.clone()
    };
    for longer in
        ["[2, 4, 6, 8]", "[-1, -2, -3, -4]", "[0.001, 0.002, 0.003, 0.004]", "[1e200, 2e200, 3e200, 4e200]"]
    {
        assert_eq!(com(longer), com("[1, 2, 3, 4]"), "{longer}");
    }
}

#[test]
fn polygons_are_given_in_either_order_and_holes_are_empty() {
    let solid = |corners: &str| plane(&format!("density = 1\nshape.polygon = {corners}"), "point = [1, 0]");
    let (left, right) =
        (solid("[[0, 0], [4, 0], [4, 2], [0, 2]]"), solid("[[0, 2], [4, 2], [4, 0], [0, 0]]"));
    for scene in [&left, &right] {
        assert_eq!(scene.bodies[0].mass, Some(8.into()));
        assert_eq!(scene.contacts[0].normal, numbers(["0", "1"]));
    }
    for hole in ["[[1, 0.5], [3, 0.5], [3, 1.5], [1, 1.5]]", "[[1, 1.5], [3, 1.5], [3, 0.5], [1, 0.5]]"] {
        let body =
            format!("density = 1\nshape.polygon = [[0, 0], [4, 0], [4, 2], [0, 2]]\nshape.holes = [{hole}]");
        let scene = plane(&body, "point = [2, 0.5]");
        assert_eq!(scene.bodies[0].mass, Some(6.into()));
        assert_eq!(scene.contacts[0].normal, numbers(["0", "-1"]), "the rim of a hole is boundary too");
    }
}

#[test]
fn every_solid_fills_its_shape() {
    for (shape, volume, center) in [
        ("box = { center = [1, 2, 3], size = [2, 3, 4] }", 24.0, [1.0, 2.0, 3.0]),
        ("box = { size = [1, 1, 1] }", 1.0, [0.0; 3]),
        ("sphere = { center = [1, 0, 0], radius = 3 }", 36.0 * std::f64::consts::PI, [1.0, 0.0, 0.0]),
        (
            "cylinder = { center = [0, 0, 2], axis = [0, 7, 0], radius = 2, height = 5 }",
            20.0 * std::f64::consts::PI,
            [0.0, 0.0, 2.0],
        ),
    ] {
        let scene = space(&format!("density = 1\nshape.{shape}"), "");
        let mass = scene.bodies[0].mass.as_ref().unwrap().to_f64();
        assert!((mass - volume).abs() < 1e-12 * volume, "{shape}: {mass}");
        assert_eq!(scene.bodies[0].com.clone().map(|x| x.to_f64()), center, "{shape}");
    }
}

#[test]
fn unbounded_shapes_have_their_normal_outwards() {
    // The body is below; what touches it from above presses down.
    let scene = plane("shape.half_plane = { point = [0, 1], normal = [0, 2] }", "point = [5, 1]");
    assert_eq!(scene.contacts[0].normal, numbers(["0", "-1"]));
    let scene = space("shape.half_space = { point = [0, 0, 1], normal = [0, 0, 2] }", "point = [5, 0, 1]");
    assert_eq!(scene.contacts[0].normal, numbers(["0", "0", "-1"]));
}

#[test]
fn every_point_of_a_patch_has_the_limit_friction_and_tangents_of_its_entry() {
    let entry = "id = \"seat\"\npoints = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]\nnormal = [0, 0, 1]\nlimit = 7\n\
                 friction = { static = 0.5, kinetic = 0.25 }\nsoft = 0.01\ntangents = [[1, 0, 0], [0, 1, 0]]";
    let scene = space("", entry);
    assert_eq!(scene.contacts.len(), 3);
    for (index, contact) in scene.contacts.iter().enumerate() {
        assert_eq!(contact.id, format!("seat.{}", index + 1));
        assert_eq!(contact.limit, Some(7.into()), "the limit is that of each point");
        assert_eq!(contact.friction.at_rest, Rational::new(1, 2));
        assert_eq!(contact.friction.sliding, Rational::new(1, 4));
        assert_eq!(contact.soft, Some(Rational::new(1, 100)));
        assert_eq!(contact.tangents, [numbers(["1", "0", "0"]), numbers(["0", "1", "0"])]);
    }
    let scene = plane("", "points = [[0, 0], [1, 0]]\nnormal = [0, 1]\nlimit = 2\ngap = 0.1");
    let each = |contact: &Contact<Planar>| contact.limit == Some(2.into()) && !contact.is_touching();
    assert!(scene.contacts.len() == 2 && scene.contacts.iter().all(each));
}

#[test]
fn a_contact_has_as_many_tangents_as_it_is_given() {
    let tangents = "[[1, 0, 0], [0, 2, 0], [1, 1, 0], [-3, 1, 0]]";
    let scene = space("", &format!("{AT3}\ntangents = {tangents}"));
    assert_eq!(scene.contacts[0].tangents.len(), 4, "only the first two have to be square to each other");
    assert_eq!(scene.contacts[0].tangents[3], numbers(["-3", "1", "0"]));
}

#[test]
fn models_are_kinematic_and_the_default_forbids_penetration_alone() {
    for (words, model) in [
        ("", ContactModel::Frictionless),
        ("friction = 0.5", ContactModel::Frictionless),
        ("model = \"point\"", ContactModel::Point),
        ("model = \"soft\"", ContactModel::Soft),
    ] {
        assert_eq!(plane("", &format!("{AT2}\n{words}")).contacts[0].model, model, "{words}");
        assert_eq!(space("", &format!("{AT3}\n{words}")).contacts[0].model, model, "{words}");
    }
}

#[test]
fn a_vertex_is_a_curvature_without_end_on_a_flat() {
    let flat = || Curvature::Finite(Rational::zero());
    let curvature =
        |words: &str| plane("", &format!("{AT2}\n{words}")).contacts[0].curvature.clone().unwrap();
    assert_eq!(curvature("vertex = \"on\""), [Curvature::Vertex, flat()]);
    assert_eq!(curvature("vertex = \"against\""), [flat(), Curvature::Vertex]);
    for infinite in ["\"inf\"", "inf", "+inf"] {
        assert_eq!(
            curvature(&format!("curvature = {{ on = {infinite}, against = 0 }}")),
            [Curvature::Vertex, flat()]
        );
    }
    // Given ones win over those of the outlines.
    let disc = "shape.disc = { radius = 1 }\n[bodies.ground]\nshape.half_plane = { point = [0, -1], normal = [0, 1] }";
    let contact = "point = [0, -1]\ncurvature = { on = 3, against = 0 }";
    assert_eq!(plane(disc, contact).contacts[0].curvature, Some([Curvature::Finite(3.into()), flat()]));
}

#[test]
fn an_unknown_key_names_the_nearest_one_at_every_level() {
    let scene = |dimension: u8, body: &str, contact: &str, rest: &str| {
        format!(
            "stiction = 1\ndimension = {dimension}\n{rest}\n[bodies.part]\n{body}\n[[contacts]]\non = \"part\"\n{contact}\n"
        )
    };
    let cases = [
        (scene(2, "", AT2, "gravty = [0, 0]"), "gravty", "`gravity`"),
        (scene(2, "inertai = 1", AT2, ""), "bodies.part.inertai", "`inertia`"),
        (scene(2, "shape.polygn = []", AT2, ""), "bodies.part.shape.polygn", "`polygon`"),
        (
            scene(2, "shape.disc = { radius = 1, centre = [0, 0] }", AT2, ""),
            "bodies.part.shape.disc.centre",
            "`center`",
        ),
        (scene(2, "", &format!("{AT2}\nfricton = 1"), ""), "contacts[0].fricton", "`friction`"),
        (
            scene(2, "", &format!("{AT2}\nfriction = {{ statik = 1, kinetic = 1 }}"), ""),
            "contacts[0].friction.statik",
            "`static`",
        ),
        (
            scene(3, "pose.quaternion = [1, 0, 0, 0]", AT3, ""),
            "bodies.part.pose.quaternion",
            "`quaternion_wxyz`",
        ),
        (
            scene(3, "role = \"driven\"\ntrajectory = { yawn = [0], duration = 1 }", AT3, ""),
            "bodies.part.trajectory.yawn",
            "`yaw`",
        ),
        (scene(2, "", AT2, "detect.tolerence = 1"), "detect.tolerence", "`tolerance`"),
    ];
    for (text, path, nearest) in cases {
        let found = faults(&text);
        let fault =
            found.iter().find(|fault| fault.code == "unknown-key").unwrap_or_else(|| panic!("{found:?}"));
        assert_eq!(fault.path, path);
        assert!(fault.help.contains(nearest), "{path}: {}", fault.help);
    }
}

#[test]
fn the_values_of_warnings_are_those_that_mend_them() {
    // What each warning offers, put in its place, leaves no warning.
    let square = "shape.polygon = [[0, 0], [4, 0], [4, 4], [0, 4]]";
    let solid = "shape.box = { size = [4, 4, 4] }";
    for (dimension, body, wrong, code, offered, right) in [
        (
            2,
            square,
            "point = [1, 0]\nnormal = [0, -1]",
            "inverted-normal",
            "[0, 1]",
            "point = [1, 0]\nnormal = [0, 1]",
        ),
        (
            2,
            square,
            "point = [1, -1]\nnormal = [0, 1]",
            "stray-point",
            "[1, 0]",
            "point = [1, 0]\nnormal = [0, 1]",
        ),
        (
            3,
            solid,
            "point = [2, 1, 1]\nnormal = [2, 0, 0]",
            "inverted-normal",
            "[-2, 0, 0]",
            "point = [2, 1, 1]\nnormal = [-2, 0, 0]",
        ),
        (
            3,
            solid,
            "point = [3, 1, 1]\nnormal = [-1, 0, 0]",
            "stray-point",
            "[2, 1, 1]",
            "point = [2, 1, 1]\nnormal = [-1, 0, 0]",
        ),
    ] {
        let warnings = read(dimension, body, wrong).warnings;
        assert_eq!((warnings.len(), warnings[0].code), (1, code), "{wrong}");
        assert!(warnings[0].help.contains(offered), "{}", warnings[0].help);
        assert_eq!(read(dimension, body, right).warnings, [], "{right}");
    }
}

/// A box on a table that it sinks into by `depth`, with its contact listed, in the plane and in space.
fn sunk(depth: &str) -> [String; 2] {
    let plane = format!(
        "stiction = 1\ndimension = 2\n[bodies.box]\nshape.polygon = [[0, -{depth}], [2, -{depth}], [2, 1], [0, 1]]\n\
         [bodies.table]\nrole = \"fixed\"\nshape.polygon = [[-1, -1], [3, -1], [3, 0], [-1, 0]]\n\
         [[contacts]]\non = \"box\"\nagainst = \"table\"\npoint = [1, -{depth}]\n"
    );
    let space = format!(
        "stiction = 1\ndimension = 3\n[bodies.box]\nshape.box = {{ center = [0, 0, \"{}\"], size = [1, 1, 1] }}\n\
         [bodies.ground]\nshape.half_space = {{ point = [0, 0, 0], normal = [0, 0, 1] }}\n\
         [[contacts]]\non = \"box\"\npoint = [0, 0, -{depth}]\n",
        Rational::new(1, 2) - depth.parse::<Rational>().unwrap()
    );
    [plane, space]
}

#[test]
fn bodies_that_lie_in_each_other_are_doubted_though_their_contacts_are_listed() {
    let overlaps = |text: &str| {
        let warnings = whole(text).warnings;
        warnings.into_iter().filter(|warning| warning.code == "overlap").collect::<Vec<_>>()
    };
    for text in sunk("0.1") {
        let found = overlaps(&text);
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!((found[0].path.as_str(), found[0].line), ("bodies.box", Some(3)), "{text}");
        assert!(found[0].message.contains("overlap by 0.1 m at ["), "{}", found[0].message);
        assert!(found[0].help.contains("move"), "{}", found[0].help);
    }
    for text in sunk("0.0").iter().chain(&sunk("1e-9")) {
        assert_eq!(overlaps(text), [], "touching within the tolerance is no overlap: {text}");
    }
    // Of two bodies that never move nobody asks.
    let [plane, _] = sunk("0.1");
    let fixed = plane.replacen("[bodies.box]", "[bodies.box]\nrole = \"fixed\"", 1);
    assert_eq!(overlaps(&fixed), []);
    // With [detect] it is said there, once.
    let detected = overlaps(&format!("{plane}[detect]\n"));
    assert_eq!(detected.iter().map(|warning| warning.path.as_str()).collect::<Vec<_>>(), ["detect"]);
    // Without any contacts too.
    let bare = plane.split("[[contacts]]").next().unwrap();
    assert_eq!(overlaps(bare).len(), 1);
}

#[test]
fn a_normal_beyond_all_sizes_keeps_its_direction() {
    let scene = space("mass = 1", "point = [0, 0, 0]\nnormal = [\"1e300\", 0, \"-5e299\"]");
    assert_eq!(scene.contacts[0].normal, numbers(["1", "0", "-1/2"]));
    let scene = plane("mass = 1", "point = [0, 0]\nnormal = [\"1e-300\", \"3e-300\"]");
    assert_eq!(scene.contacts[0].normal, numbers(["1/3", "1"]));
    let scene = plane("mass = 1", "point = [0, 0]\nnormal = [\"4e30\", 0]");
    assert_eq!(scene.contacts[0].normal, numbers(["4e30", "0"]));
}
