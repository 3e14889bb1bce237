//! Standing with pyramids for cones: verdicts that friction orders, and names that survive.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use serde_json::Value;
use stiction::work::Allowance;
use stiction_files::{Format, read_scene};
use stiction_report::verify::verify;
use stiction_report::{Options, Question, SceneName, answer};

/// Two boxes beside each other on the ground, under a gravity that is inclined.
fn boxes(gravity: &str) -> String {
    let shape = |name: &str, x: i64| {
        format!(
            "[bodies.{name}]\ndensity = 1000\nshape.box = {{ center = [{x}, 0, 0.5], size = [2, 1, 1] }}\n"
        )
    };
    let ground =
        "[bodies.ground]\nrole = \"fixed\"\nshape.box = { center = [0, 0, -0.5], size = [50, 50, 1] }\n";
    let head = format!("stiction = 1\ndimension = 3\ngravity = {gravity}\n");
    format!("{head}{ground}{}{}[detect]\nfriction = 0.5\n", shape("left", 0), shape("right", 2))
}

fn stands(gravity: &str, cone: &str) -> (Value, String) {
    let scene = read_scene(&boxes(gravity), Format::Toml, "boxes.toml").unwrap().scene;
    let options = Options { cone: cone.parse().unwrap(), ..Options::default() };
    let report = answer(&scene, &SceneName::unnamed(), Question::Stand, &options).unwrap();
    let json = report.to_json();
    assert!(verify(&json).holds(), "{cone}: {:?}", verify(&json).failed);
    (json, report.to_string())
}

#[test]
fn a_collapse_of_pyramids_names_its_bodies_and_its_contacts() {
    for cone in ["inner:4", "inner:8", "outer:4"] {
        let (json, text) = stands("[0, 6, -9]", cone);
        assert_eq!(json["verdict"], "no", "{cone}: {text}");
        assert!(text.contains("a virtual motion of \"left\", \"right\""), "{text}");
        let collapse = json["collapse"].as_object().unwrap();
        assert!(collapse.contains_key("left") && collapse.contains_key("right"), "{json:#}");
        let ids = json["problem"]["contacts"].as_array().unwrap().iter();
        assert!(ids.clone().any(|contact| contact["touch"]["id"] == "left/right.1"), "{json:#}");
        assert!(ids.clone().any(|contact| contact["touch"]["id"] == "left/ground.1"), "{json:#}");
    }
}

#[test]
fn wider_pyramids_hold_what_narrower_ones_hold() {
    // As steep as √20/9 = 0.497 along no edge: the round cone holds it, and the square along the tangents,
    // 6/9, does not.
    let order = ["inner:4", "inner:8", "round", "outer:4"];
    let verdicts: Vec<bool> =
        order.iter().map(|cone| stands("[2, 4, -9]", cone).0["verdict"] == "yes").collect();
    assert!(verdicts.is_sorted(), "{verdicts:?}");
    assert_eq!((verdicts[0], verdicts[2]), (false, true));
}

/// Three blocks between two walls that lean, none of them on the ground: they press as hard as they like.
fn squeezed() -> String {
    let mut text = "stiction = 1\ndimension = 3\ngravity = [0, 0, -9.81]\n".to_owned();
    for block in 0..3 {
        text += &format!("[bodies.b{block}]\nmass = 1\ncom = [{block}.5, 0.5, 0.5]\n");
    }
    let joints = [
        ("b0", "", "[1, 0, 0.2]"),
        ("b1", "against = \"b0\"\n", "[1, 0, 0]"),
        ("b2", "against = \"b1\"\n", "[1, 0, 0]"),
        ("b2", "", "[-1, 0, 0.2]"),
    ];
    let corners = || [[0, 0], [0, 1], [1, 0], [1, 1]].into_iter();
    let contacts = joints.into_iter().enumerate().flat_map(|(x, (on, against, normal))| {
        let law = format!("normal = {normal}\nfriction = 0.6");
        corners().map(move |[y, z]| {
            format!("[[contacts]]\non = \"{on}\"\n{against}point = [{x}, {y}, {z}]\n{law}\n")
        })
    });
    text + &contacts.collect::<String>()
}

#[test]
fn blocks_squeezed_between_leaning_walls_have_a_least_friction_with_proofs_at_both_ends() {
    let scene = read_scene(&squeezed(), Format::Toml, "squeezed.toml").unwrap().scene;
    let report = answer(&scene, &SceneName::unnamed(), Question::Stand, &Options::default()).unwrap();
    let json = report.to_json();
    assert!(verify(&json).holds(), "{:?}", verify(&json).failed);
    assert_eq!(json["verdict"], "yes");
    let bracket = &json["brackets"]["friction"];
    let [lower, upper] = [0, 1].map(|at: usize| bracket[at].as_f64().unwrap());
    // A joint carries half of the weight W of a block, μH = W/2, and a wall that pushes with H lifts a block and a
    // half, H(1/5 − μ) = 3W(1 + μ/5)/2: so 3μ² + 20μ = 1, and the given friction is 3/5.
    let threshold = (103.0_f64.sqrt() - 10.0) / 3.0 / 0.6;
    assert!(
        lower <= threshold && threshold <= upper && upper - lower < 1e-6,
        "{bracket}, {threshold}: {report}"
    );
    assert!(
        json["margins"]["friction"]
            .as_f64()
            .is_some_and(|about| (about - threshold).abs() < 1e-6 || (about - 0.6 * threshold).abs() < 1e-6)
    );
}

/// Steps that suffice for the margins of [`wall_on_a_slope`] with round cones, and twice as many.
const STEPS: u64 = 60_000_000;

/// Three courses of bricks on a slope.
fn wall_on_a_slope() -> String {
    let mut text = "stiction = 1\ndimension = 3\ngravity = [0.6, 0.8, -9.7]\n[bodies.ground]\n\
                    shape.half_space = { point = [0, 0, 0], normal = [0, 0, 1] }\n[detect]\nfriction = 0.4\n"
        .to_owned();
    for course in 0..3 {
        for brick in 0..3 {
            let (x, z) = (f64::from(brick) + 0.5 * f64::from(course % 2), 0.25 + 0.5 * f64::from(course));
            text += &format!(
                "[bodies.b{course}_{brick}]\ndensity = 1000\nshape.box = {{ center = [{x}, 0, {z}], size = [1, 0.5, 0.5] }}\n"
            );
        }
    }
    text
}

#[test]
fn margins_of_a_wall_with_pyramids_of_eight_take_no_more_steps_than_with_round_cones() {
    let scene = read_scene(&wall_on_a_slope(), Format::Toml, "wall.toml").unwrap().scene;
    for cone in ["round", "inner:8"] {
        let allowance = Allowance::unlimited().of_steps(STEPS);
        let options = Options { cone: cone.parse().unwrap(), allowance, ..Options::default() };
        let report = answer(&scene, &SceneName::unnamed(), Question::Stand, &options).unwrap();
        assert_eq!(report.caveats.stopped, None, "{cone}");
        let json = report.to_json();
        assert_eq!(json["verdict"], "yes", "{cone}");
        let [low, high] = [0, 1].map(|end| json["brackets"]["load"][end].as_f64().unwrap());
        assert!(low > 0.2 && high < 0.26 && high - low < 1e-6, "{cone}: {low} {high}");
    }
}
