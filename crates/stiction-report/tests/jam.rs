//! The report on jamming and wedging: its keys, its faults, and that changed numbers are refused.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::asked::{PEG, held, of_text};
use serde_json::{Value, json};
use stiction_report::verify::verify;
use stiction_report::{AskError, Options, Question};

/// A rod pushed along the floor: jams from 13/9 on.
const ROD: &str = r#"
stiction = 1
dimension = 2
gravity = [0, -10]
[bodies.rod]
mass = 1
inertia = "1/3"
com = ["3/5", "4/5"]
twist = [0, -1, 0]
[[contacts]]
id = "end"
on = "rod"
point = [0, 0]
normal = [0, 1]
friction = 1
vertex = "on"
"#;

fn jam(text: &str) -> Value {
    held(text, Question::Jam)
}

fn codes(text: &str) -> Vec<&'static str> {
    match of_text(text, Question::Jam, &Options::default()) {
        Err(AskError::Misfits(misfits)) => misfits.iter().map(|misfit| misfit.code).collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn jam_has_the_keys_of_the_manual() {
    for text in [ROD, PEG, &ROD.replace("friction = 1", "friction = 2"), &PEG.replace("0.5", "0.1")] {
        let report = jam(text);
        for path in [
            "verdict",
            "jam/verdict",
            "jam/mu",
            "jam/scale",
            "jam/jumping",
            "wedge/verdict",
            "wedge/mu",
            "wedge/scale",
            "determinant",
            "rank",
            "problem",
            "exact/determinant",
            "constraint_rates",
            "formulations/A",
        ] {
            assert!(report.pointer(&format!("/{path}")).is_some(), "{path} in {report:#}");
        }
        // A floor and walls that do not move.
        assert!(report["constraint_rates"].as_array().unwrap().iter().all(|rate| *rate == 0.0));
        for kind in ["jam", "wedge"] {
            for part in ["mu", "scale", "bracket", "margin"] {
                let path = format!("{kind}.{part}");
                assert!(!report[kind][part].is_null() || report["reasons"][&path].is_string(), "{path}");
            }
        }
    }
}

#[test]
fn a_jam_says_what_jumps_and_which_sliding_stops() {
    let report = jam(&ROD.replace("friction = 1", "friction = 2"));
    assert_eq!(report["jam"]["verdict"], "yes");
    assert_eq!(report["exact"]["jam"]["scale"], "13/18");
    assert_eq!(report["exact"]["jam"]["mu"][0], "13/9");
    let jumping = &report["jam"]["jumping"];
    assert_eq!(jumping["excited"], true);
    assert_eq!(jumping["accelerations"].as_object().unwrap().len(), 3);
    assert_eq!(jumping["forces"], json!({ "end": 1.0 }));
    assert_eq!(report["lost"][0]["constraint"], "end");
    assert_eq!(report["lost"][0]["slip"], -1.0);
    // The equations of motion would make the floor pull.
    assert_eq!(report["motion"]["consistent"], false);
    assert!(report["motion"]["forces"]["end"].as_f64().unwrap() < 0.0);
    assert_eq!((&jam(ROD)["lost"], &jam(ROD)["motion"]["consistent"]), (&json!([]), &json!(true)));
}

#[test]
fn the_motion_of_a_sliding_rod_is_that_of_newton_and_euler() {
    // Turning, so that the end has a centripetal part: w = 2, the end still slides along the floor.
    let turning = ROD.replace("twist = [0, -1, 0]", "twist = [2, \"-13/5\", \"6/5\"]");
    for text in [ROD, &turning] {
        let report = jam(text);
        let acceleration = &report["motion"]["acceleration"];
        let of = |name: &str| acceleration[name].as_f64().unwrap();
        let (alpha, ax, ay) = (of("rod.theta"), of("rod.x"), of("rod.y"));
        let force = report["motion"]["forces"]["end"].as_f64().unwrap();
        let w = if text == ROD { 0.0 } else { 2.0 };
        // Friction 1 to the right, against the slip to the left; contact at (−3/5, −4/5) from the centre.
        assert!((ax - force).abs() < 1e-12 && (ay - (force - 10.0)).abs() < 1e-12);
        assert!((alpha - 3.0 * (-0.6 * force + 0.8 * force)).abs() < 1e-12);
        // The end stays on the floor: a + α×r − w²r has no part along the normal.
        assert!((ay + alpha * -0.6 - w * w * -0.8).abs() < 1e-12, "{acceleration}");
    }
}

#[test]
fn a_contact_that_does_not_slide_is_a_fault_of_jam() {
    assert_eq!(codes(&ROD.replace("twist = [0, -1, 0]", "twist = [0, 0, 0]")), ["no-slip"]);
    assert_eq!(codes(&ROD.replace("twist = [0, -1, 0]", "twist = [0, -1, -1]")), ["impact"]);
    assert_eq!(
        codes(&ROD.replace("mass = 1\n", "").replace("inertia = \"1/3\"", "")),
        ["missing-mass", "missing-mass"]
    );
    // Without friction no slip is needed, and what separates carries no force.
    assert_eq!(
        jam(&ROD.replace("friction = 1", "friction = 0").replace("[0, -1, 0]", "[0, 0, 0]"))["jam"]["scale"],
        Value::Null
    );
    let leaves = PEG.replace("twist = [0, 0, -1]", "twist = [1, 0, -1]");
    assert_eq!(jam(&leaves)["problem"]["system"]["constraints"].as_array().unwrap().len(), 0);
}

#[test]
fn jamming_takes_the_kinetic_friction_and_wedging_the_static_one() {
    let both = ROD.replace("friction = 1", "friction = { static = 2, kinetic = 1 }");
    let constraint = jam(&both)["problem"]["system"]["constraints"][0].clone();
    assert_eq!((&constraint["mu"], &constraint["at_rest"]), (&json!("1"), &json!("2")));
    assert_eq!(jam(&both)["exact"]["jam"]["scale"], "13/9");
    let walls = PEG.replace("friction = 0.5", "friction = { static = 0.5, kinetic = 0.1 }");
    assert_eq!(jam(&walls)["exact"]["wedge"]["scale"], "2/3");
}

#[test]
fn a_redundant_constraint_is_left_out_of_the_equations_and_said() {
    let system = |rows: &str, friction: &str, mu: &str| {
        format!(
            "stiction = 1\ndimension = 2\n[jam]\nmass = [[2, -1], [-1, 3]]\nconstraints = {rows}\nfriction = {friction}\nmu = {mu}\nsigns = [\"+\", \"+\"]\n"
        )
    };
    let twice = jam(&system("[[0, 1], [0, 2]]", "[[-1, 0], [-2, 0]]", "[1, 1]"));
    assert_eq!(twice["dependent"], json!(["2"]));
    assert!(twice["warnings"][0]["message"].as_str().unwrap().contains("not independent"));
    // Both push the same way, so it jams where one alone does, at 2.
    assert_eq!(twice["exact"]["jam"]["scale"], "2");
    assert_eq!(twice["wedge"]["scale"], Value::Null);
    assert_eq!(twice["determinant"], 0.0);
}

#[test]
fn a_peg_between_walls_is_recognised() {
    let peg = jam(PEG)["peg"].clone();
    assert_eq!((&peg["recognised"], &peg["width"], &peg["depth"]), (&json!(true), &json!(6.0), &json!(2.0)));
    // Friction 1/2 sees across 6 wide up to 3 deep.
    assert_eq!((&peg["wedge"]["verdict"], &peg["wedge"]["up_to_depth"]), (&json!("yes"), &json!(3.0)));
    // Its weight acts through the middle: straight in.
    assert_eq!((&peg["push"], &peg["place"]), (&json!([0.0, 0.0, -10.0]), &json!("slides in")));
    assert_eq!(jam(&PEG.replace("0.5", "0.3"))["peg"]["wedge"]["verdict"], "no");
    assert!(jam(ROD)["peg"].is_null());
}

#[test]
fn a_peg_section_needs_no_bodies() {
    let text = "stiction = 1\ndimension = 2\n[peg]\nwidth = 2\nhole = 2.1\nfriction = 0.5\ndepth = 1.5\npush = [0, 3, -1]\n";
    let report = jam(text);
    assert!(report["jam"].is_null() && report["reasons"]["jam"].is_string());
    let peg = &report["peg"];
    assert_eq!(
        (&peg["place"], &peg["jam"]["verdict"], &peg["wedge"]["verdict"]),
        (&json!("jams"), &json!("yes"), &json!("no"))
    );
    assert_eq!(report["verdict"], "yes");
    crate::leaves::all_refused(
        &report,
        &[
            ("/peg/jam/point/0", json!(0.1)),
            ("/peg/place", json!("slides in")),
            ("/exact/peg/depth", json!("1")),
            ("/peg/wedge/verdict", json!("yes")),
        ],
    );
}

#[test]
fn check_asks_jam_of_what_slides() {
    let report = of_text(ROD, Question::Check, &Options::default()).unwrap();
    let questions: Vec<&str> = report["answers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|answer| answer["question"].as_str().unwrap())
        .collect();
    assert_eq!(questions, ["outcomes", "jam"]);
    assert!(verify(&report).holds());
}

#[test]
fn a_rounded_scene_on_the_boundary_is_left_open_by_jam() {
    // The same rod, placed by a pose that is turned: its centre of mass is rounded, by less than 1e-15.
    let turned = ROD
        .replace("com = [\"3/5\", \"4/5\"]", "com = [1, 0]\npose = [0, 0, 0.9272952180016122]")
        .replace("friction = 1", "friction = \"13/9\"");
    let report = jam(&turned);
    assert_eq!(report["jam"]["verdict"], "undecided");
    assert_eq!(report["wedge"]["verdict"], "no");
    assert!(!report["rounded"].as_array().unwrap().is_empty());
    assert_eq!(jam(&ROD.replace("friction = 1", "friction = \"13/9\""))["jam"]["verdict"], "yes");
}

#[test]
fn a_boundary_is_proved_ray_by_ray() {
    let options = Options { boundary: Some(["1".to_owned(), "2".to_owned()]), ..Options::default() };
    let report = of_text(PEG, Question::Jam, &options).unwrap();
    assert!(verify(&report).holds(), "{:?}", verify(&report).failed);
    let wedge = report["boundary"]["wedge"].as_array().unwrap();
    assert_eq!(wedge.len(), 17);
    // Both coefficients must reach 1/3.
    let middle = wedge[8]["mu"].as_array().unwrap();
    assert!(middle.iter().all(|mu| (mu.as_f64().unwrap() - 1.0 / 3.0).abs() < 1e-6), "{middle:?}");
    let mut changed = report.clone();
    changed["boundary"]["wedge"][8]["mu"][0] = json!(0.2);
    assert!(!verify(&changed).holds());
    changed["boundary"]["wedge"][8]["bracket"][1] = json!("1/5");
    assert!(!verify(&changed).holds());
    let nobody = Options { boundary: Some(["1".to_owned(), "9".to_owned()]), ..Options::default() };
    assert!(of_text(PEG, Question::Jam, &nobody).is_err());
    assert!(of_text(PEG, Question::Contacts, &options).is_err());
}

#[test]
fn a_force_controlled_contact_loads_and_does_not_constrain() {
    // A finger that presses the rod's middle down with 4 N and rubs with 1 N, as a contact and as a wrench.
    let finger = "\n[[contacts]]\nid = \"finger\"\non = \"rod\"\npoint = [\"3/5\", \"4/5\"]\nnormal = [0, -1]\nfriction = 0.5\nforce = [4, 1]\n";
    let pressed = jam(&format!("{ROD}{finger}"));
    // The tangent of a normal that points down is to the right.
    let loaded = jam(&ROD.replace("twist =", "wrench = [0, 1, -4]\ntwist ="));
    for key in ["jam", "wedge", "motion", "determinant", "rank"] {
        assert_eq!(pressed[key], loaded[key], "{key}");
    }
    assert_eq!(pressed["problem"]["system"]["constraints"].as_array().map(Vec::len), Some(1));
}

#[test]
fn contacts_that_give_are_told_and_claim_nothing() {
    let options = Options { compliance: Some(1_000_000.into()), ..Options::default() };
    let report = of_text(&ROD.replace("friction = 1", "friction = 2"), Question::Jam, &options).unwrap();
    let ends: Vec<&str> =
        report["compliance"].as_array().unwrap().iter().map(|one| one["ends"].as_str().unwrap()).collect();
    assert_eq!(ends, ["stops"; 4]);
    assert!(verify(&report).holds(), "{:?}", verify(&report).failed);
    let walls = of_text(PEG, Question::Outcomes, &options).unwrap_err();
    assert!(walls.to_string().contains("`outcomes` takes no `--compliance`"), "{walls}");
}

/// The rod and the peg of the plane in space, where they keep to their plane.
fn in_space(text: &str) -> String {
    let raised = |line: &str| -> String {
        let vector = |line: &str| line.replacen(']', ", 0]", 1);
        match line.split_once(" = ").map(|(key, _)| key) {
            Some("dimension") => "dimension = 3".to_owned(),
            Some("gravity" | "com" | "point") => vector(line),
            Some("normal") => {
                let across = if line.contains("[0, 1]") { "[-1, 0, 0]" } else { "[0, 1, 0]" };
                format!("{}\ntangents = [{across}, [0, 0, 1]]", vector(line))
            }
            Some("twist") => format!(
                "{}\nfreedoms = [\"rz\", \"x\", \"y\"]",
                line.replace("[0,", "[0, 0, 0,").replace(']', ", 0]")
            ),
            Some("inertia") => {
                let value = line.trim_start_matches("inertia = ");
                format!("inertia = [[1, 0, 0], [0, 1, 0], [0, 0, {value}]]")
            }
            Some("vertex") => String::new(),
            _ => line.to_owned(),
        }
    };
    text.lines().map(raised).collect::<Vec<_>>().join("\n")
}

#[test]
fn what_slides_in_space_locks_as_it_does_in_the_plane() {
    for text in [ROD.to_owned(), ROD.replace("friction = 1", "friction = 2"), PEG.to_owned()] {
        let plane = jam(&text);
        let options = Options { cone: stiction_report::ConeModel::Inner(4), ..Options::default() };
        let space =
            of_text(&in_space(&text), Question::Jam, &options).unwrap_or_else(|error| panic!("{error}"));
        let found = verify(&space);
        assert!(found.holds(), "{:?}", found.failed);
        for key in ["jam", "wedge"] {
            for part in ["verdict", "scale"] {
                assert_eq!(plane[key][part], space[key][part], "{key}.{part} of {text}");
            }
        }
        // Forces that wedge are those of the pyramid's edges, and of nothing else.
        let mut tampered = space.clone();
        tampered["problem"]["wedging"] = Value::Null;
        assert!(space["wedge"]["verdict"] == "no" || !verify(&tampered).holds());
    }
}

#[test]
fn a_bar_that_friction_across_its_way_holds_wedges_in_space_alone() {
    // Two walls face each other across x, shifted along z; the bar moves along y, and friction along z is
    // what wedges it.
    let bar = |shift: &str| {
        let contact = |x: i64, z: &str| {
            format!(
                "[[contacts]]\non = \"bar\"\npoint = [{x}, 0, {z}]\nnormal = [{}, 0, 0]\nfriction = 0.5\n",
                -x
            )
        };
        format!(
            "stiction = 1\ndimension = 3\n[bodies.bar]\nmass = 1\ninertia = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]\ntwist = [0, 0, 0, 0, 1, 0]\n{}{}",
            contact(-1, &format!("\"-{shift}\"")),
            contact(1, &format!("\"{shift}\""))
        )
    };
    let verdict = |shift: &str| {
        let report = of_text(&bar(shift), Question::Jam, &Options::default())
            .unwrap_or_else(|error| panic!("{error}"));
        assert!(verify(&report).holds(), "{:?}", verify(&report).failed);
        report["wedge"]["verdict"].clone()
    };
    // The line between the contacts leans by its shift: inside the cones up to one half.
    assert_eq!([verdict("2/5"), verdict("3/5")], ["yes", "no"]);
}

fn mapped(text: &str, axes: [&str; 2], cone: stiction_report::ConeModel) -> Value {
    let map = axes.map(|axis| stiction_report::Axis::parse(axis).unwrap()).to_vec();
    let report = of_text(text, Question::Jam, &Options { map, cone, ..Options::default() })
        .unwrap_or_else(|error| panic!("{error}"));
    let found = verify(&report);
    assert!(found.holds(), "{:?}", found.failed);
    report
}

const ROUND: stiction_report::ConeModel = stiction_report::ConeModel::Round;
const SQUARE: stiction_report::ConeModel = stiction_report::ConeModel::Inner(4);

#[test]
fn a_map_tells_what_locks_where_with_a_proof_for_each_kind_of_cell() {
    // Wedges from 1/3 at both, jams from 1 + 2/(1 + 9) at the one that drags the peg into its wall.
    let frictions = ["contacts.1.friction=0:2:9", "contacts.2.friction=0.1:0.5:5"];
    let report = mapped(PEG, frictions, ROUND);
    let rows: Vec<&str> =
        report["map"]["rows"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
    assert_eq!(rows[4].chars().nth(1), Some('-'));
    assert_eq!(rows[4].chars().nth(2), Some('w'));
    assert!(rows[..3].iter().all(|row| !row.contains(['w', 'b'])), "{rows:?}");
    let kinds: Vec<&str> = report["map"]["cells"]
        .as_array()
        .unwrap()
        .iter()
        .map(|cell| cell["kind"].as_str().unwrap())
        .collect();
    // One of each kind, then the cells along the borders.
    assert_eq!(kinds[..4], ["free", "jams", "wedges", "both"], "{rows:?}");
    assert!(kinds.len() > 4, "{kinds:?}");
    assert_eq!(report["map"]["counts"]["undecided"], 0);
    // What was changed is refused.
    let changes: [(&str, Value); 9] = [
        ("/map/rows/4", json!("wwwwwwwww")),
        ("/map/counts/free", json!(1)),
        ("/map/cells/0/kind", json!("jams")),
        ("/map/cells/0/column", json!(8)),
        ("/map/cells/0/row", json!(99)),
        ("/map/cells/1/values/0", json!(0.123)),
        ("/map/cells/1/jam", report["map"]["cells"][0]["jam"].clone()),
        ("/map/cells/2/wedge", Value::Null),
        ("/map/cells", json!([])),
    ];
    for (place, value) in changes {
        crate::leaves::refused(&report, place, value);
    }
    for wrong in
        [vec!["contacts.1.friction=0:1:3"], vec!["contacts.1.friction=0:1:3", "contacts.9.gap=0:1:2"]]
    {
        let map = wrong.iter().map(|axis| stiction_report::Axis::parse(axis).unwrap()).collect();
        let error = of_text(PEG, Question::Jam, &Options { map, ..Options::default() }).unwrap_err();
        assert!(matches!(&error, AskError::Misfits(misfits) if misfits[0].code == "map"), "{error}");
    }
}

#[test]
fn a_map_in_space_of_what_keeps_to_a_plane_is_that_of_the_plane() {
    let frictions = ["contacts.1.friction=0:2:9", "contacts.2.friction=0.1:0.5:5"];
    let (plane, space) = (mapped(PEG, frictions, ROUND), mapped(&in_space(PEG), frictions, SQUARE));
    assert_eq!(plane["map"]["rows"], space["map"]["rows"]);
    assert_eq!(plane["map"]["counts"], space["map"]["counts"]);
    // A coordinate beyond the plane has a number of its own.
    let across = mapped(&in_space(PEG), ["bodies.peg.com.2=-1:1:3", "bodies.peg.inertia.2.2=1:2:2"], SQUARE);
    assert_eq!(across["map"]["counts"]["fault"], 0);
}

#[test]
fn a_map_of_a_peg_tells_where_it_does_not_fit_and_one_of_a_system_takes_its_matrices() {
    let peg = "stiction = 1\ndimension = 2\n[peg]\nwidth = 0.02\nhole = 0.0201\nfriction = 0.3\ndepth = 0.012\npush = [0, 1, -10]\n";
    let report = mapped(peg, ["peg.depth=0.004:0.02:5", "peg.tilt=0:0.01:3"], ROUND);
    // ℓ ≤ μd = 6 mm wedges; leaning by 10 mrad 10 mm deep it would be inside a wall.
    assert_eq!(report["map"]["rows"], json!(["b----", "b----", "b-fff"]));
    let pushes = mapped(peg, ["peg.push.1=-40:40:3", "peg.push.0=-1:1:3"], ROUND);
    assert_eq!(pushes["map"]["rows"][1], "j-j", "{}", pushes["map"]);
    let screw = "stiction = 1\ndimension = 2\n[jam]\nmass = [[2, 0], [0, 1]]\nconstraints = [[1, -1]]\nfriction = [[-1, -1]]\nmu = [0.5]\nsigns = [\"+\"]\n";
    let report = mapped(screw, ["jam.mu.0=0:4:9", "jam.mass.1.1=-1:4:6"], ROUND);
    assert_eq!(report["map"]["rows"][0], "fffffffff");
    assert_eq!(report["map"]["rows"][1], "fffffffff");
    // (1 − μ)/2 + (1 + μ)/k vanishes at μ = 3 for k = 4.
    assert_eq!(report["map"]["rows"][5], "------jjj", "{}", report["map"]);
}

#[test]
fn the_boundary_in_space_of_what_keeps_to_a_plane_is_that_of_the_plane() {
    let options =
        |cone| Options { boundary: Some(["1".to_owned(), "2".to_owned()]), cone, ..Options::default() };
    let plane = of_text(PEG, Question::Jam, &options(ROUND)).unwrap();
    let space = of_text(&in_space(PEG), Question::Jam, &options(SQUARE)).unwrap();
    assert!(verify(&space).holds(), "{:?}", verify(&space).failed);
    for kind in ["jam", "wedge"] {
        let rays = |report: &Value| report["boundary"][kind].as_array().unwrap().clone();
        for (one, other) in rays(&plane).iter().zip(&rays(&space)) {
            assert_eq!((&one["state"], &one["direction"]), (&other["state"], &other["direction"]), "{kind}");
            for k in 0..2 {
                let [a, b] = [one, other].map(|ray| ray["mu"][k].as_f64().unwrap_or(0.0));
                assert!((a - b).abs() < 1e-6, "{kind}: {a} {b}");
            }
        }
    }
    // An edge belongs to the contact whose normal it shares.
    let mut tampered = space.clone();
    let count = space["problem"]["owners"].as_array().unwrap().len();
    tampered["problem"]["owners"] = json!(vec![0; count]);
    assert!(!verify(&tampered).holds());
}

#[test]
fn contacts_that_give_in_space_stop_the_rod_as_they_do_in_the_plane() {
    let text = ROD.replace("friction = 1", "friction = 2");
    let free = in_space(&text).replace("freedoms = [\"rz\", \"x\", \"y\"]", "");
    let options = Options { compliance: Some(1_000_000.into()), ..Options::default() };
    let (plane, space) =
        (of_text(&text, Question::Jam, &options).unwrap(), of_text(&free, Question::Jam, &options).unwrap());
    assert!(verify(&space).holds(), "{:?}", verify(&space).failed);
    for level in 0..4 {
        let [a, b] = [&plane, &space].map(|report| report["compliance"][level]["impulse"].as_f64().unwrap());
        assert!((a - b).abs() < 2e-3 * a, "{a} {b}");
    }
    // A body that may not turn is not what springs at its corner let go.
    let held = of_text(&in_space(&text), Question::Jam, &options).unwrap_err();
    assert!(held.to_string().contains("freedoms"), "{held}");
}

#[test]
fn a_peg_in_space_is_told_by_its_patches_and_a_changed_report_of_it_is_refused() {
    let text = include_str!("../../../examples/peg_in_space.toml");
    let report = jam(text);
    let peg = &report["peg"];
    assert_eq!(peg["patches"], json!(["peg/left:1", "peg/right:1"]));
    assert_eq!([&peg["wedge"]["verdict"], &peg["jam"]["verdict"]], ["no", "no"]);
    // The line between the contacts leans by 115988/202380, the rim's cone besides by the tilt, tan = 200/9999.
    let (line, tilt) = (115_988.0 / 202_380.0, 200.0 / 9999.0);
    let expected = (line + tilt) / (1.0 - line * tilt) / 0.3;
    assert!((peg["wedge"]["scale"].as_f64().unwrap() - expected).abs() < 1e-5, "{peg}");
    let wedged = jam(&text.replace("friction = 0.3", "friction = 0.61"));
    assert_eq!(wedged["peg"]["wedge"]["verdict"], "yes");
    assert_eq!(wedged["wedge"]["verdict"], "yes");
    let pyramid = Options { cone: SQUARE, ..Options::default() };
    let edges = of_text(text, Question::Jam, &pyramid).unwrap();
    assert!(verify(&edges).holds(), "{:?}", verify(&edges).failed);
    for (place, value) in [
        ("/peg/wedge/verdict", json!("yes")),
        ("/peg/wedge/proof", peg["jam"]["proof"].clone()),
        ("/peg/jam/proof", peg["wedge"]["proof"].clone()),
        ("/peg/jam/scale", json!(0.5)),
        ("/peg/wedge/lower", peg["wedge"]["upper"].clone()),
        ("/peg/depth", json!(1.0)),
        ("/exact/peg/push/5", json!("10")),
        ("/problem/peg/contacts/0/friction", json!("2")),
    ] {
        crate::leaves::refused(&report, place, value);
    }
}

#[test]
fn check_asks_jam_of_what_slides_in_space() {
    let text = include_str!("../../../examples/peg_in_space.toml");
    let report = of_text(text, Question::Check, &Options::default()).unwrap();
    let questions: Vec<&str> =
        report["answers"].as_array().unwrap().iter().map(|one| one["question"].as_str().unwrap()).collect();
    assert_eq!(questions.last(), Some(&"jam"), "{questions:?}");
    assert!(verify(&report).holds(), "{:?}", verify(&report).failed);
}

#[test]
fn wedged_contacts_have_forces_once_they_are_pressed_in() {
    // Walls of 10⁶ N/m that face each other, pressed in by 10 µm: 10 N each, and half of the weight along each wall.
    let options = |interference: Option<&str>| Options {
        compliance: Some(1_000_000.into()),
        interference: interference.map(|text| text.parse().unwrap()),
        ..Options::default()
    };
    let bar = PEG.replace("[-3, -1]", "[-3, 0]").replace("[3, 1]", "[3, 0]");
    let report = of_text(&bar, Question::Jam, &options(Some("1/100000"))).unwrap();
    assert!(verify(&report).holds(), "{:?}", verify(&report).failed);
    assert_eq!(report["exact"]["settled"]["forces"], json!({ "1": ["10", "5"], "2": ["10", "-5"] }));
    assert_eq!(report["settled"]["holds"], true);
    let loose = of_text(&bar, Question::Jam, &options(Some("9/1000000"))).unwrap();
    assert_eq!(loose["settled"]["holds"], false);
    for (place, value) in [
        ("/exact/settled/displacement/2", json!("1")),
        ("/exact/settled/forces/1/0", json!("11")),
        ("/settled/forces/1/0", json!(11.0)),
        ("/settled/holds", json!(false)),
        ("/exact/settled/load/2", json!("-9")),
        ("/problem/springs/contacts/0/friction", json!("1/10")),
    ] {
        crate::leaves::refused(&report, place, value);
    }
    // In space the patches of a peg share the squeeze.
    let text = include_str!("../../../examples/peg_in_space.toml");
    let peg = of_text(text, Question::Jam, &options(Some("1/100000"))).unwrap();
    assert!(verify(&peg).holds(), "{:?}", verify(&peg).failed);
    let forces = peg["settled"]["forces"].as_object().unwrap();
    let sum: f64 = forces.values().map(|force| force[2].as_f64().unwrap()).sum();
    assert!(forces.len() == 4 && (sum - 10.0).abs() < 1e-9, "{forces:?}");
    // One contact holds nothing, and a stiffness is needed.
    let rod = of_text(ROD, Question::Jam, &options(Some("1/1000"))).unwrap_err();
    assert!(matches!(&rod, AskError::Misfits(misfits) if misfits[0].code == "interference"), "{rod}");
    let soft = Options { interference: Some(1.into()), ..Options::default() };
    assert!(of_text(&bar, Question::Jam, &soft).is_err());
}
