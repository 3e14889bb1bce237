//! Every rule of a scene file is broken once, and the fault says where.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::cases::{cases, found_in_bodies};
use stiction::scene::{AnyScene, Curvature, Party, Role, Scene};
use stiction::screw::Planar;
use stiction_files::{Fault, Format, Limits, ReadScene, read_scene, read_scene_file};
use stiction_proof::Rational;

const BRICK: &str = "shape.polygon = [[0, 0], [4, 0], [4, 2], [0, 2]]";

/// A scene with one body and one contact, each with these lines.
fn scene_text(body: &str, contact: &str) -> String {
    format!("stiction = 1\ndimension = 2\n[bodies.part]\n{body}\n[[contacts]]\non = \"part\"\n{contact}\n")
}

fn read(text: &str) -> Result<ReadScene, stiction_files::Faults> {
    read_scene(text, Format::Toml, "test")
}

fn good(body: &str, contact: &str) -> (Scene<Planar>, Vec<Fault>) {
    let text = scene_text(body, contact);
    match read(&text) {
        Ok(read) => {
            let AnyScene::Planar(scene) = read.scene else { panic!("not planar") };
            (scene, read.warnings)
        }
        Err(faults) => panic!("{}", faults.render("test", &text, false)),
    }
}

fn faults(text: &str) -> Vec<(&'static str, String)> {
    let faults = read(text).expect_err(text);
    faults.faults.iter().map(|fault| (fault.code, fault.path.clone())).collect()
}

fn assert_faults(body: &str, contact: &str, expected: &[(&str, &str)]) {
    let found = faults(&scene_text(body, contact));
    let found: Vec<_> = found.iter().map(|(code, path)| (*code, path.as_str())).collect();
    assert_eq!(found, expected, "{body}\n{contact}");
}

fn number(text: &str) -> Rational {
    text.parse().unwrap()
}

const AT: &str = "point = [0, 0]\nnormal = [0, 1]";

#[test]
fn bodies_with_impossible_values_are_refused() {
    found_in_bodies(include_str!("cases/bodies.txt"), |body| faults(&scene_text(body, AT)));
}

#[test]
fn holes_are_judged_where_they_are_written() {
    let with = |hole: &str| format!("{BRICK}\nshape.holes = [{hole}]");
    let hole = "[[5, 5], [6, 5], [6, 6]]";
    let at = "point = [2, 0]";
    assert_faults(
        &with(hole),
        at,
        &[("hole-outside", "bodies.part.shape.holes[0]"), ("missing-key", "contacts[0].normal")],
    );
}

#[test]
fn masses_are_given_once() {
    let body = format!("mass = 1\ninertia = 1\ndensity = 2\n{BRICK}");
    assert_faults(
        &body,
        "point = [2, 0]",
        &[("conflict", "bodies.part.mass"), ("conflict", "bodies.part.inertia")],
    );
    let body = "mass = 1\nmass_matrix = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]";
    assert_faults(body, AT, &[("conflict", "bodies.part.mass")]);
    let body = "role = \"driven\"\nacceleration = [0, 0, 0]\ntrajectory = { duration = 1 }";
    assert_faults(body, AT, &[("conflict", "bodies.part.trajectory")]);
}

#[test]
fn contacts_with_impossible_values_are_refused() {
    for (contact, code, path) in cases(include_str!("cases/contact_places.txt")) {
        assert_faults("", &contact, &[(code, &format!("contacts[0].{path}"))]);
    }
    for (contact, code, path) in cases(include_str!("cases/contacts.txt")) {
        assert_faults("", &format!("{AT}\n{contact}"), &[(code, &format!("contacts[0].{path}"))]);
    }
}

#[test]
fn all_faults_come_at_once_in_the_order_of_the_file() {
    let text = "stiction = 2\ntitel = \"x\"\ngravity = [0]\n[bodies.part]\nmass = -1\n[[contacts]]\non = \"prat\"\nnormal = [0, 0]\n";
    let found: Vec<_> = faults(text).into_iter().map(|(code, _)| code).collect();
    // The missing dimension has no place of its own: it is reported at the beginning.
    let expected = [
        "missing-key",
        "version",
        "unknown-key",
        "length",
        "mass",
        "missing-key",
        "unknown-body",
        "zero-normal",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_fault_names_line_column_and_remedy() {
    let faults = read("stiction = 1\ndimension = 2\n[bodies.part]\n  masss = 1\n").unwrap_err();
    let fault = &faults.faults[0];
    assert_eq!((fault.line, fault.column, fault.path.as_str()), (Some(4), Some(3), "bodies.part.masss"));
    assert!(fault.help.contains("`mass`"), "{}", fault.help);
    let faults = read(&scene_text("", AT).replace("on = \"part\"", "on = \"prat\"")).unwrap_err();
    assert!(faults.faults[0].help.contains("\"part\""), "{}", faults.faults[0].help);
}

#[test]
fn all_faults_of_toml_syntax_come_at_once() {
    let found = faults("stiction = \ndimension = = 2\n[bodies.part\n");
    assert!(found.len() >= 3 && found.iter().all(|(code, _)| *code == "syntax"), "{found:?}");
}

#[test]
fn json_is_read_strictly() {
    let start = "{\"stiction\": 1, \"dimension\": 2, \"bodies\": {\"part\": {}}";
    assert!(read_scene(&format!("{start}}}"), Format::Json, "j").is_ok());
    for (text, code) in [
        (format!("{start},}}"), "syntax"),
        (format!("{start}}} // said"), "syntax"),
        (format!("{start}, 'title': 1}}"), "syntax"),
        (format!("{start}, \"gravity\": [0, 01]}}"), "syntax"),
        (format!("{start}, \"gravity\": [0, +1]}}"), "syntax"),
        (format!("{start}, \"gravity\": [0, NaN]}}"), "syntax"),
        (format!("{start}, \"title\": \"a\nb\"}}"), "syntax"),
        (format!("{start}, \"dimension\": 2}}"), "duplicate-key"),
        (format!("{start}, \"title\": null}}"), "type"),
        ("[]".into(), "type"),
        (String::new(), "syntax"),
    ] {
        let faults = read_scene(&text, Format::Json, "j").expect_err(&text);
        assert_eq!(faults.faults[0].code, code, "{text}: {faults}");
    }
}

#[test]
fn names_and_ids_are_unique_and_not_empty() {
    let contact = "[[contacts]]\non = \"part\"\npoint = [1, 0]\nnormal = [0, 1]\n";
    let two = scene_text("", &format!("{AT}\nid = \"2\"\n{contact}"));
    assert_eq!(faults(&two), [("duplicate-id", "contacts[1]".to_string())]);
    assert_eq!(
        faults("stiction = 1\ndimension = 2\n[bodies.\"\"]\n"),
        [("empty-name", "bodies.\"\"".to_string())]
    );
    assert_faults("", &format!("{AT}\nagainst = \"part\""), &[("self-contact", "contacts[0]")]);
}

#[test]
fn a_dimension_is_two_or_three() {
    for (given, code) in [("4", "dimension"), ("\"two\"", "number"), ("2.5", "dimension")] {
        let text = scene_text("", AT).replace("dimension = 2", &format!("dimension = {given}"));
        assert_eq!(faults(&text), [(code, "dimension".to_string())]);
    }
}

#[test]
fn a_scene_is_bodies_or_a_section() {
    let stick = "stiction = 1\ndimension = 2\n[meter_stick]\nleft = 0\nright = 1\ncom = 0.5\nspeed = 1\nfriction = 0.5\n";
    assert!(read(stick).is_ok());
    let faulty = [
        (stick.replace("right = 1", "right = 0"), "meter-stick", "meter_stick"),
        (stick.replace("speed = 1", "speed = 0"), "meter-stick", "meter_stick.speed"),
        (stick.replace("friction = 0.5", "friction = 0"), "meter-stick", "meter_stick.friction"),
        (stick.replace("com = 0.5\n", ""), "missing-key", "meter_stick.com"),
        (stick.replace("com =", "con ="), "unknown-key", "meter_stick.con"),
    ];
    for (text, code, path) in faulty {
        assert!(faults(&text).contains(&(code, path.to_string())), "{:?}", faults(&text));
    }
    assert_eq!(faults("stiction = 1\ndimension = 2\n"), [("missing-key", "bodies".to_string())]);
}

#[test]
fn pressure_is_given_at_points_and_centred_at_the_com() {
    let points = "support = [[0, 0], [2, 0], [1, 3]]";
    let with = |lines: &str| format!("com = [1, 1]\n{lines}");
    let (scene, _) = good(&with(&format!("{points}\npressure = [1, 1, 1]")), AT);
    assert_eq!(scene.bodies[0].support.as_ref().map(Vec::len), Some(3));
    assert_eq!(
        good(&with(&format!("{BRICK}\nsupport = \"shape\"")), AT).0.bodies[0].support,
        Some(Vec::new())
    );
    for (lines, code, key) in [
        (format!("{points}\npressure = [1, 1, 2]"), "pressure", "pressure"),
        (format!("{points}\npressure = [2, 2, -1]"), "pressure", "pressure"),
        (format!("{points}\npressure = [0, 0, 0]"), "pressure", "pressure"),
        (format!("{points}\npressure = [1, 1]"), "length", "pressure"),
        ("pressure = [1]".to_owned(), "pressure", "pressure"),
        ("support = []".to_owned(), "support", "support"),
        ("support = \"feet\"".to_owned(), "support", "support"),
        ("support = [[0, 0], [1]]".to_owned(), "length", "support[1]"),
    ] {
        assert_faults(&with(&lines), AT, &[(code, &format!("bodies.part.{key}"))]);
    }
    // Points are those of the body, where it has a pose.
    let (turned, _) = good("pose = [5, 0, 0]\nsupport = [[0, 0]]", AT);
    assert_eq!(turned.bodies[0].support, Some(vec![[Rational::from(5), Rational::zero()]]));
}

#[test]
fn an_angle_beyond_a_turn_is_doubted() {
    let (_, warnings) = good("pose = [0, 0, 90]", AT);
    assert_eq!((warnings[0].code, warnings[0].path.as_str()), ("pose-angle", "bodies.part.pose"));
    assert!(warnings[0].help.contains("1.570796"), "{}", warnings[0].help);
    assert_eq!(good("pose = [0, 0, 6.28]", AT).1, []);
}

#[test]
fn an_inverted_normal_is_a_warning_that_says_the_right_one() {
    let (_, warnings) = good(BRICK, "point = [1, 0]\nnormal = [0, -1]");
    assert_eq!((warnings[0].code, warnings[0].path.as_str()), ("inverted-normal", "contacts[0].normal"));
    assert!(warnings[0].help.contains("[0, 1]"), "{}", warnings[0].help);
    // At a convex corner every normal between the two edges is possible, and only the opposite ones are not.
    for (normal, count) in [("[1, 1]", 0), ("[1, -0.5]", 0), ("[-1, -1]", 1), ("[-1, 0]", 1)] {
        let (_, warnings) = good(BRICK, &format!("point = [0, 0]\nnormal = {normal}"));
        assert_eq!(warnings.len(), count, "{normal}");
    }
}

#[test]
fn a_stray_point_is_a_warning_that_names_the_nearest_place() {
    let (_, warnings) = good(BRICK, "point = [1, -0.5]\nnormal = [0, 1]");
    assert_eq!(warnings[0].code, "stray-point");
    assert!(warnings[0].help.contains("[1, 0]"), "{}", warnings[0].help);
    let (_, warnings) = good(BRICK, "point = [1, -0.5]\nnormal = [0, 1]\ngap = 0.5");
    assert_eq!(warnings, [], "a near contact may be as far away as its gap");
    let (_, warnings) = good(BRICK, "point = [1, -1e-7]\nnormal = [0, 1]");
    assert_eq!(warnings, [], "a ten-millionth is not far");
}

#[test]
fn doubtful_scenes_are_warned_about() {
    let (_, warnings) = good("", &format!("{AT}\nfriction = 30"));
    assert_eq!(warnings[0].code, "steep-friction");
    let (_, warnings) = good("role = \"fixed\"", AT);
    assert_eq!(warnings[0].code, "no-free-body");
    let (_, warnings) = good("", &format!("{AT}\ntangents = [[1, 0]]"));
    assert_eq!(warnings[0].code, "not-read");
    let read = read(&format!("stiction = 1\ndimension = 2\n[bodies.part]\n{BRICK}\n")).unwrap();
    assert_eq!(read.warnings[0].code, "no-contacts");
    assert!(read.warnings[0].help.contains("[detect]"));
}

#[test]
fn a_normal_is_taken_from_the_outline_but_not_at_a_corner_or_far_away() {
    let (scene, _) = good(BRICK, "point = [4, 1]");
    assert_eq!(scene.contacts[0].normal, [number("-1"), number("0")]);
    for (point, part) in [("[0, 0]", "[1, 0] or [0, 1]"), ("[2, 1]", "move it to")] {
        let faults = read(&scene_text(BRICK, &format!("point = {point}"))).unwrap_err();
        assert_eq!(faults.faults[0].code, "no-normal");
        assert!(faults.faults[0].help.contains(part), "{}", faults.faults[0].help);
    }
}

#[test]
fn the_ends_of_a_line_contact_take_the_normal_square_to_it() {
    let (scene, _) = good(BRICK, "points = [[0, 0], [4, 0]]");
    assert!(scene.contacts.iter().all(|contact| contact.normal == [number("0"), number("1")]));
    let ids: Vec<_> = scene.contacts.iter().map(|contact| contact.id.as_str()).collect();
    assert_eq!(ids, ["1.1", "1.2"]);
}

#[test]
fn defaults_are_those_of_the_format() {
    let (scene, warnings) = good("", AT);
    assert_eq!(warnings, []);
    let (body, contact) = (&scene.bodies[0], &scene.contacts[0]);
    assert_eq!((scene.gravity.clone(), body.com.clone()), (Default::default(), Default::default()));
    assert_eq!((body.role, body.freedoms.as_slice(), body.mass.as_ref()), (Role::Free, &[true; 3][..], None));
    assert_eq!((contact.on, contact.against, contact.id.as_str()), (Party::Body(0), Party::Ground, "1"));
    assert!(contact.is_touching() && contact.friction.at_rest.is_zero() && contact.curvature.is_none());
}

#[test]
fn a_decimal_means_the_decimal() {
    let (scene, _) = good("mass = \"8169/75881\"", &format!("{AT}\nfriction = 0.3"));
    assert_eq!(scene.bodies[0].mass, Some(number("8169/75881")));
    assert_eq!(scene.contacts[0].friction.at_rest, Rational::new(3, 10));
}

#[test]
fn bodies_keep_the_order_of_the_file() {
    let text = "stiction = 1\ndimension = 2\n[bodies.z]\n[bodies.a]\n[bodies.m]\n";
    let AnyScene::Planar(scene) = read(text).unwrap().scene else { panic!() };
    let names: Vec<_> = scene.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["z", "a", "m"]);
}

#[test]
fn density_fills_the_shape() {
    let (scene, _) = good(&format!("density = 3\n{BRICK}"), "point = [1, 0]");
    assert_eq!(scene.bodies[0].mass, Some(number("24")));
    assert_eq!(scene.bodies[0].inertia, Some(number("40")));
    assert_eq!(scene.bodies[0].com, [number("2"), number("1")]);
    assert_eq!(scene.rounded, []);
    let (scene, _) = good("density = 1\nshape.disc.radius = 1", "point = [0, -1]");
    assert_eq!(scene.bodies[0].mass.as_ref().unwrap().to_f64(), std::f64::consts::PI);
    let paths: Vec<_> = scene.rounded.iter().map(|rounding| rounding.path.as_str()).collect();
    assert_eq!(paths, ["bodies.part.mass", "bodies.part.inertia"]);
}

#[test]
fn with_a_pose_the_body_has_its_own_coordinates() {
    let (scene, _) = good(&format!("pose = [10, 0, 0]\n{BRICK}"), "point = [11, 0]");
    assert_eq!(scene.bodies[0].com, [number("12"), number("1")]);
    assert_eq!(scene.rounded, []);
    let (scene, _) = good("pose = [10, 20, 0]", AT);
    assert_eq!(scene.bodies[0].com, [number("10"), number("20")], "without a shape: the origin of the body");
    // A quarter turn puts the brick's right side on top.
    let turned = format!("pose = [0, 0, 1.5707963267948966]\n{BRICK}");
    let (scene, warnings) = good(&turned, "point = [-1, 4]");
    assert_eq!(warnings, []);
    let normal = scene.contacts[0].normal.clone().map(|x| x.to_f64());
    assert!(normal[0].abs() < 1e-15 && (normal[1] + 1.0).abs() < 1e-15, "{normal:?}");
    let paths: Vec<_> = scene.rounded.iter().map(|rounding| rounding.path.as_str()).collect();
    assert_eq!(paths, ["bodies.part.com", "bodies.part.shape", "contacts[0].normal"]);
}

#[test]
fn a_mass_matrix_turns_with_its_body() {
    let matrix = "mass_matrix = [[1, 0, 0], [0, 2, 0], [0, 0, 3]]\npose = [5, 5, 1.5707963267948966]";
    let (scene, _) = good(matrix, AT);
    let turned = scene.bodies[0].mass_matrix.clone().unwrap();
    assert!((turned[1][1].to_f64() - 3.0).abs() < 1e-12 && (turned[2][2].to_f64() - 2.0).abs() < 1e-12);
    assert_eq!(turned[1][2], turned[2][1]);
    assert_eq!(&turned[1][1] + &turned[2][2], number("5"), "a turn keeps the trace");
}

#[test]
fn the_ground_may_have_a_shape_but_not_a_role() {
    let ground = "[bodies.ground]\nshape.half_plane = { point = [0, 0], normal = [0, 1] }\n";
    let (scene, _) = good(&format!("{BRICK}\n{ground}"), "points = [[0, 0], [4, 0]]\nnormal = [0, 1]");
    assert_eq!(scene.contacts[0].against, Party::Ground);
    assert_eq!(scene.body("ground").unwrap().role, Role::Fixed);
    let vertex_on_flat = [Curvature::Vertex, Curvature::Finite(Rational::zero())];
    assert_eq!(scene.contacts[0].curvature, Some(vertex_on_flat), "a corner of the brick on the flat ground");
    assert_faults("[bodies.ground]\nrole = \"free\"", AT, &[("role", "bodies.ground.role")]);
}

#[test]
fn curvatures_come_from_two_outlines_or_are_given() {
    let floor = "[bodies.ground]\nshape.half_plane = { point = [0, -2], normal = [0, 1] }\n";
    let (scene, _) = good(&format!("shape.disc.radius = 2\n{floor}"), "point = [0, -2]");
    let expected = [Curvature::Finite(Rational::new(1, 2)), Curvature::Finite(Rational::zero())];
    assert_eq!(scene.contacts[0].curvature, Some(expected));
    let (scene, _) = good("shape.disc.radius = 2", "point = [0, -2]");
    assert_eq!(scene.contacts[0].curvature, None, "the ground has no outline");
    let (scene, _) = good("", &format!("{AT}\nvertex = \"against\""));
    assert_eq!(scene.contacts[0].curvature.as_ref().unwrap()[1], Curvature::Vertex);
    let (scene, _) = good("", &format!("{AT}\ncurvature = {{ on = \"inf\", against = -1 }}"));
    assert_eq!(scene.contacts[0].curvature, Some([Curvature::Vertex, Curvature::Finite(number("-1"))]));
}

#[test]
fn a_step_with_a_centre_turns_counter_clockwise() {
    let half =
        "density = 1\nshape.path = [{ at = [-1, 0] }, { to = [1, 0] }, { to = [-1, 0], center = [0, 0] }]";
    let (scene, _) = good(half, "point = [0.6, 0.8]");
    let mass = scene.bodies[0].mass.as_ref().unwrap().to_f64();
    assert!((mass - std::f64::consts::FRAC_PI_2).abs() < 1e-15);
    assert_eq!(scene.contacts[0].normal, [number("-3/4"), number("-1")]);
    let circle = "density = 1\nshape.path = [{ at = [1, 0] }, { to = [1, 0], center = [0, 0] }]";
    let (scene, _) = good(circle, "point = [0, -1]");
    let mass = scene.bodies[0].mass.as_ref().unwrap().to_f64();
    assert!((mass - std::f64::consts::PI).abs() < 1e-15);
}

#[test]
fn a_trajectory_pivots_about_the_centre_of_mass_by_default() {
    let (scene, _) =
        good("role = \"driven\"\ncom = [1, 2]\ntrajectory = { theta = [0, 0, 0.5], duration = 3 }", AT);
    let trajectory = scene.bodies[0].trajectory.as_ref().unwrap();
    assert_eq!(trajectory.pivot, [number("1"), number("2")]);
    assert_eq!(trajectory.coefficients, [vec![number("0"), number("0"), number("1/2")], vec![], vec![]]);
}

#[test]
fn files_that_cannot_be_read_have_faults_like_any_other() {
    let folder = tempfile::tempdir().unwrap();
    let code = |name: &str, bytes: &[u8], limits: Limits| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let unread = read_scene_file(&path, &limits).unwrap_err();
        assert!(unread.render(name, false).contains(&format!("error[{}]", unread.faults.faults[0].code)));
        (unread.faults.faults[0].code, unread.faults.faults[0].line)
    };
    assert_eq!(code("a.toml", b"stiction = 1\ntitle = \"\xff\"", Limits::default()), ("not-utf8", Some(2)));
    assert_eq!(code("b.toml", b"stiction = 1", Limits { size: 5 }), ("too-large", None));
    assert_eq!(code("c.json", "[".repeat(100).as_bytes(), Limits::default()), ("too-deep", Some(1)));
    let missing = read_scene_file(&folder.path().join("none.toml"), &Limits::default()).unwrap_err();
    assert_eq!(missing.faults.faults[0].code, "no-file");
    let folder_itself = read_scene_file(folder.path(), &Limits::default()).unwrap_err();
    assert_eq!(folder_itself.faults.faults[0].code, "no-file");
}

#[test]
fn the_format_is_guessed_where_the_name_does_not_say() {
    let guess = |name: &str, text: &str| Format::of(name.as_ref(), text);
    assert_eq!(guess("a.TOML", "{"), Format::Toml);
    assert_eq!(guess("a.json", "x"), Format::Json);
    assert_eq!(guess("scene", " \n{"), Format::Json);
    assert_eq!(guess("scene", "stiction = 1"), Format::Toml);
}

#[test]
fn beyond_a_hundred_faults_they_are_counted() {
    let lines: String = (0..250).map(|k| format!("key{k} = 1\n")).collect();
    let faults = read(&format!("stiction = 1\ndimension = 2\n{lines}[bodies.part]\n")).unwrap_err();
    assert_eq!(faults.faults.len(), 101);
    assert!(faults.faults[100].message.contains("150 more"), "{}", faults.faults[100].message);
}

#[test]
fn a_preload_is_given_once_and_within_its_limit() {
    let scene = |contact: &str| {
        let head = "stiction = 1\ndimension = 2\n[bodies.b]\nmass = 1\n[[contacts]]\non = \"b\"\npoint = [0, 0]\nnormal = [0, 1]\n";
        format!("{head}{contact}")
    };
    let code = |contact: &str| {
        let faults = read_scene(&scene(contact), Format::Toml, "scene.toml").err()?;
        faults.faults.first().map(|fault| fault.code.to_owned())
    };
    assert_eq!(code("preload = 5"), None);
    assert_eq!(code("preload = 5\nlimit = 5"), None);
    for wrong in
        ["preload = -5", "preload = 5\nlimit = 4", "preload = 5\nforce = [1, 0]", "preload = 5\ngap = 0.1"]
    {
        assert!(code(wrong).is_some(), "{wrong}");
    }
}

#[test]
fn a_spring_without_a_preload_or_that_would_pull_is_a_fault() {
    let scene = |contact: &str| {
        let head = "stiction = 1\ndimension = 2\nunit = \"mm\"\n[bodies.b]\nmass = 1\n[[contacts]]\non = \"b\"\npoint = [0, 0]\nnormal = [0, 1]\n";
        format!("{head}{contact}")
    };
    let read = |contact: &str| read_scene(&scene(contact), Format::Toml, "scene.toml");
    let found = read("preload = 5\nstiffness = \"2 N/mm\"\napproach = 3").unwrap();
    let AnyScene::Planar(found) = found.scene else { panic!("a scene of the plane") };
    // 5 N and 3 mm of 2 N/mm.
    assert_eq!(found.contacts[0].pushed(), Some(Rational::from(11)));
    for (wrong, words) in [
        ("stiffness = 5", "a spring without a preload"),
        ("preload = 5\napproach = 1", "an approach to no spring"),
        ("preload = 5\nstiffness = 1000\napproach = -6", "would pull with 1 N"),
        ("preload = 5\nstiffness = 0", "greater than zero"),
    ] {
        let faults = read(wrong).unwrap_err();
        assert!(faults.faults.iter().any(|fault| fault.message.contains(words)), "{wrong}: {faults:?}");
    }
}

#[test]
fn a_load_names_a_body_and_has_a_force_or_a_moment() {
    let scene = |load: &str| format!("stiction = 1\ndimension = 2\n[bodies.b]\nmass = 1\n[[loads]]\n{load}");
    let is_read = |load: &str| read_scene(&scene(load), Format::Toml, "scene.toml").is_ok();
    assert!(is_read("on = \"b\"\nforce = [1, 0]\npoint = [0, 1]"));
    assert!(is_read("on = \"b\"\nmoment = 3"));
    assert!(is_read("on = \"b\"\nforce = [1, 0]\ncase = \"roughing\""));
    for wrong in [
        "on = \"c\"\nforce = [1, 0]",
        "on = \"b\"",
        "force = [1, 0]",
        "on = \"b\"\nforce = [1, 0]\ncase = \"\"",
        "on = \"b\"\nforce = [1, 0]\ncase = 3",
    ] {
        assert!(!is_read(wrong), "{wrong}");
    }
}
