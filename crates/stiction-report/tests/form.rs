//! Form closure in reports: which order decides, what is named, and that the numbers follow the proofs.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use serde_json::{Value, json};
use stiction_files::{Format, read_scene};
use stiction_report::verify::verify;
use stiction_report::{Options, Question, SceneName, answer};

fn closure(bodies: &str, contacts: &[&str]) -> Value {
    let contacts: String =
        contacts.iter().map(|contact| format!("[[contacts]]\non = \"part\"\n{contact}\n")).collect();
    let text = format!("stiction = 1\ndimension = 2\n[bodies.part]\n{bodies}\n{contacts}");
    let read = read_scene(&text, Format::Toml, "scene.toml").unwrap();
    let report = answer(&read.scene, &SceneName::unnamed(), Question::Closure, &Options::default()).unwrap();
    let json = report.to_json();
    assert!(verify(&json).holds(), "{:?}", verify(&json).failed);
    json
}

fn said(report: &Value) -> Value {
    let form = &report["form"];
    json!([form["verdict"], form["order"], form["second_order"], form["escape"], form["exceptional"]["kind"]])
}

/// Two point fingers on the y-axis, below and above.
fn pinch(below: &str, above: &str) -> Value {
    let low = format!("point = [0, -1]\nnormal = [0, 1]\n{below}");
    let high = format!("point = [0, 1]\nnormal = [0, -1]\n{above}");
    closure("", &[&low, &high])
}

#[test]
fn each_answer_of_second_order_has_its_words() {
    let bend = |k: &str| format!("curvature = {{ on = \"{k}\", against = \"inf\" }}");
    let held = pinch(&bend("-1"), &bend("0"));
    assert_eq!(said(&held), json!(["yes", 2, "immobile", null, "collinear"]));
    assert!(held["form"]["margin"].as_f64().unwrap() > 0.2);
    let free = pinch(&bend("1"), &bend("0"));
    assert_eq!(said(&free), json!(["no", null, "mobile", "rolling", "collinear"]));
    assert!(free["form"]["margin"].as_f64().unwrap() < -0.2);
    // Straight sides: undecided as curvatures go, sliding where the outline says that they are straight.
    let flat = pinch(&bend("0"), &bend("0"));
    assert_eq!(said(&flat), json!(["undecided", null, "undecided", "rolling", "collinear"]));
    assert_eq!(flat["form"]["margin"], 0.0);
    let bar = closure(
        "shape.polygon = [[-2, -1], [2, -1], [2, 1], [-2, 1]]",
        &["point = [0, -1]\nvertex = \"against\"", "point = [0, 1]\nvertex = \"against\""],
    );
    assert_eq!(said(&bar), json!(["no", null, "glides", "rolling", "collinear"]));
    let bare = pinch("", &bend("-1"));
    assert_eq!(said(&bare), json!(["no", null, null, "rolling", "collinear"]));
    assert_eq!(bare["reasons"]["form.second_order"], "the curvature is not known at \"1\"");
}

#[test]
fn a_disc_is_named_with_and_without_curvatures() {
    let fingers = |more: &str| {
        ["[0, -1]", "[\"4/5\", \"3/5\"]", "[\"-4/5\", \"3/5\"]"].map(|at| format!("point = {at}\n{more}"))
    };
    let ask = |more: &str| {
        let fingers = fingers(more);
        closure("shape.disc = { radius = 1 }", &fingers.each_ref().map(String::as_str))
    };
    assert_eq!(said(&ask("")), json!(["no", null, null, "rolling", "disc"]));
    assert_eq!(
        said(&ask("curvature = { on = 1, against = 2 }")),
        json!(["no", null, "glides", "rolling", "disc"])
    );
    // Curvatures that contradict the outline are taken as they are given.
    assert_eq!(said(&ask("curvature = { on = 0, against = 2 }"))[0], "yes");
    assert_eq!(ask("")["exact"]["form"]["exceptional"]["motion"], json!(["1", "0", "0"]));
}

#[test]
fn normals_of_irrational_length_are_decided_off_the_boundary() {
    let diagonal = |bend: &str| {
        let low = "point = [-1, -1]\nnormal = [1, 1]\ncurvature = { on = -1, against = \"inf\" }";
        let high = format!("point = [1, 1]\nnormal = [-3, -3]\ncurvature = {{ on = {bend}, against = 7 }}");
        closure("", &[low, &high])
    };
    let held = diagonal("-0.5");
    assert_eq!(said(&held), json!(["yes", 2, "immobile", null, "collinear"]));
    assert!(held["problem"]["contacts"][0]["curvature"][0]["between"].is_array());
    assert_eq!(said(&diagonal("5"))[0], "no");
}

#[test]
fn exchanging_the_partners_of_a_contact_changes_nothing() {
    let scene = |contact: &str| {
        let other = "point = [0, 1]\nnormal = [0, -1]\ncurvature = { on = 0, against = \"inf\" }";
        let text = format!(
            "stiction = 1\ndimension = 2\n[bodies.part]\n[bodies.pin]\nrole = \"fixed\"\n[[contacts]]\n{contact}\n[[contacts]]\non = \"part\"\n{other}\n"
        );
        let read = read_scene(&text, Format::Toml, "scene.toml").unwrap();
        let report =
            answer(&read.scene, &SceneName::unnamed(), Question::Closure, &Options::default()).unwrap();
        report.to_json()["form"].clone()
    };
    let one = scene(
        "on = \"part\"\nagainst = \"pin\"\npoint = [0, -1]\nnormal = [0, 1]\ncurvature = { on = -1, against = 3 }",
    );
    let two = scene(
        "on = \"pin\"\nagainst = \"part\"\npoint = [0, -1]\nnormal = [0, -1]\ncurvature = { on = 3, against = -1 }",
    );
    assert_eq!(one, two);
    assert_eq!(one["verdict"], "yes");
}

#[test]
fn what_second_order_proves_cannot_be_changed_by_hand() {
    let bend = |k: &str| format!("curvature = {{ on = \"{k}\", against = \"inf\" }}");
    let bar = closure(
        "shape.polygon = [[-2, -1], [2, -1], [2, 1], [-2, 1]]",
        &["point = [0, -1]\nvertex = \"against\"", "point = [0, 1]\nvertex = \"against\""],
    );
    for report in [pinch(&bend("-1"), &bend("0")), pinch(&bend("1"), &bend("0")), bar] {
        let opposite = if report["form"]["verdict"] == "yes" { "no" } else { "yes" };
        for (place, lie) in [
            ("/form/verdict", json!(opposite)),
            ("/form/order", json!(1)),
            ("/form/second_order", json!("held")),
            ("/form/second_order", json!(null)),
            ("/form/escape", json!("breaking")),
            ("/form/margin", json!(1.5)),
            ("/form/margin", json!(null)),
            ("/form/first_order", json!(null)),
            ("/form/openness", json!(null)),
            ("/form/proof", report["form"]["first_order"].clone()),
            ("/form/exceptional/kind", json!("parallel")),
            ("/form/exceptional/motion/0", json!(0.5)),
            ("/form/exceptional", json!(null)),
            ("/exact/form/exceptional/motion/2", json!("1")),
            ("/problem/contacts/0/curvature/0", json!({ "exactly": "1000" })),
            ("/problem/contacts/0/curvature/0", json!({ "exactly": "-1000" })),
            ("/problem/contacts/0/curvature", json!(null)),
        ] {
            let mut tampered = report.clone();
            *tampered.pointer_mut(place).unwrap() = lie.clone();
            assert!(!verify(&tampered).holds(), "{place} may be {lie} in {}", report["form"]);
        }
    }
}
