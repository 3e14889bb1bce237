//! The JSON has the keys that the manual promises, exact numbers beside the doubles, and a reason for every null.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::leaves::nulls;
use serde_json::{Value, json};
use stiction::scene::{AnyScene, Body, Contact, ContactModel, Curvature, Party, Role, Scene};
use stiction::screw::Planar;
use stiction_proof::Rational;
use stiction_report::{Options, Question, SceneName, answer};

fn grasp(friction: Rational, mass: i64) -> Scene<Planar> {
    let finger = |x: i64| Contact::planar(Party::Body(0), [x, 0], [-x, 0]).with_friction(friction.clone());
    Scene::new()
        .with_gravity([0, -10])
        .with_body(Body::new("box").with_mass(mass).with_inertia(1))
        .with_contact(finger(-1))
        .with_contact(finger(1))
}

fn report(scene: Scene<Planar>, question: Question) -> Value {
    let scene = AnyScene::Planar(scene);
    answer(&scene, &SceneName::unnamed(), question, &Options::default()).unwrap().to_json()
}

fn has(report: &Value, paths: &[&str]) {
    for path in paths {
        assert!(report.pointer(&format!("/{path}")).is_some(), "{path} is missing in {report:#}");
    }
}

/// Every null outside of the mirror has a reason.
fn reasoned(report: &Value) {
    let mut found = Vec::new();
    nulls(report, "", &mut found);
    assert!(!found.is_empty());
    for path in found {
        assert!(report["reasons"][&path].is_string(), "{path} is null without a reason in {report:#}");
    }
}

const SHARED: &[&str] =
    &["stiction", "question", "scene/name", "scene/sha256", "problem", "reasons", "exact", "rounded"];

#[test]
fn closure_has_the_keys_of_the_manual() {
    for scene in
        [grasp(Rational::new(1, 2), 1), grasp(Rational::zero(), 1), Scene::new().with_body(Body::new("box"))]
    {
        let report = report(scene, Question::Closure);
        has(&report, SHARED);
        has(&report, &["form/verdict", "form/order", "form/escape", "form/proof", "form/margin"]);
        has(&report, &["force/verdict", "force/proof", "force/margin", "essential"]);
        has(
            &report,
            &["quality/epsilon_l1", "quality/epsilon_linf", "quality/min_singular", "quality/volume"],
        );
        has(
            &report,
            &[
                "quality/gradient",
                "quality/gradient_linf",
                "quality/isotropy",
                "min_friction/mu",
                "min_friction/bracket",
                "exact/min_friction/mu",
            ],
        );
        reasoned(&report);
    }
}

#[test]
fn stand_has_the_keys_of_the_manual() {
    for scene in [grasp(Rational::new(1, 2), 1), grasp(Rational::zero(), 1), grasp(Rational::new(1, 2), 0)] {
        let report = report(scene, Question::Stand);
        has(&report, SHARED);
        has(&report, &["verdict", "strong", "forces", "indeterminacy", "proof", "first_failure"]);
        has(
            &report,
            &["margins/friction", "margins/load", "margins/tilt", "exact/load", "exact/margins/load"],
        );
        reasoned(&report);
    }
}

#[test]
fn the_mirror_is_exact() {
    let mut scene = grasp(Rational::new(1, 3), 1);
    scene.bodies[0].com = [Rational::new(1, 7), Rational::zero()];
    let closure = report(scene.clone(), Question::Closure);
    assert_eq!(closure["exact"]["quality"]["origin"][0], "1/7");
    assert_eq!(closure["quality"]["origin"][0], 1.0 / 7.0);
    let contacts = report(scene, Question::Contacts);
    assert_eq!(contacts["exact"]["contacts"][0]["friction"]["static"], "1/3");
    assert_eq!(contacts["contacts"][0]["friction"], 1.0 / 3.0);
}

#[test]
fn what_is_beyond_doubles_is_null_with_a_reason_and_still_verified() {
    let mut scene = grasp(Rational::new(1, 2), 1);
    scene.bodies[0].mass = Some("1e350".parse().unwrap());
    let report = report(scene, Question::Stand);
    let body = report["body"].as_str().unwrap();
    assert!(report["load"][body][2].is_null());
    assert!(report["reasons"][format!("load.{body}.2")].is_string());
    let found = stiction_report::verify::verify(&report);
    assert!(found.holds(), "{:?}", found.failed);
}

#[test]
fn misfits_name_the_way_to_what_is_missing() {
    let mut scene = grasp(Rational::new(1, 2), 1);
    scene.bodies[0].mass = None;
    let ask = |scene: Scene<Planar>| {
        answer(&AnyScene::Planar(scene), &SceneName::unnamed(), Question::Stand, &Options::default())
    };
    let error = ask(scene.clone()).unwrap_err().to_string();
    assert!(error.starts_with("bodies.box.mass: "), "{error}");
    scene.bodies[0].role = Role::Fixed;
    let error = ask(scene).unwrap_err().to_string();
    assert!(error.contains("there is none"), "{error}");
}

/// The questions of bodies at rest.
const AT_REST: [Question; 4] = [Question::Check, Question::Contacts, Question::Closure, Question::Stand];

#[test]
fn a_report_is_written_as_its_tree_is() {
    let mut listed = grasp(Rational::new(1, 3), 1);
    listed.contacts[0].limit = Some(Rational::new(7, 3));
    listed.contacts[0].curvature = Some([Curvature::Finite(Rational::new(-1, 3)), Curvature::Vertex]);
    listed.contacts[1].gap = Rational::new(1, 1000);
    listed.contacts[1].model = ContactModel::Soft;
    listed.contacts[1].friction.sliding = Rational::zero();
    let several = listed.clone().with_body(Body::new("other"));
    let scenes = [(grasp(Rational::new(1, 2), 1), &AT_REST[..]), (several, &[Question::Check])];
    let asked = scenes.into_iter().chain([(listed, &[Question::Contacts][..])]);
    for (scene, question) in asked.flat_map(|(scene, all)| all.iter().map(move |one| (scene.clone(), *one))) {
        let scene = AnyScene::Planar(scene);
        let mode = (question == Question::Cone).then(|| "nn".to_owned());
        let options = Options { mode, ..Options::default() };
        let report = answer(&scene, &SceneName::unnamed(), question, &options).unwrap();
        let written = serde_json::to_string_pretty(&report).unwrap();
        assert_eq!(written, format!("{:#}", report.to_json()), "{question}");
    }
}

#[test]
fn what_a_contact_says_besides_its_place_is_listed_in_text_and_json() {
    let mut scene = grasp(Rational::new(1, 3), 1);
    let contact = &mut scene.contacts[0];
    contact.limit = Some(Rational::new(7, 2));
    contact.gap = Rational::new(1, 4);
    contact.soft = Some(Rational::new(1, 5));
    contact.model = ContactModel::Soft;
    contact.force = Some(vec![2.into(), Rational::new(1, 8)]);
    contact.curvature = Some([Curvature::Finite(Rational::new(-1, 3)), Curvature::Vertex]);
    contact.friction.sliding = Rational::zero();
    let scene = AnyScene::Planar(scene);
    let report = answer(&scene, &SceneName::unnamed(), Question::Contacts, &Options::default()).unwrap();
    let text = report.to_string();
    let entry = "friction = { static = \"1/3\", kinetic = 0 }\ngap = \"1/4\"\nmodel = \"soft\"\nsoft = \"1/5\"\n\
                 limit = \"7/2\"\nforce = [2, \"1/8\"]\ncurvature = { on = \"-1/3\", against = \"inf\" }\n\n";
    assert!(text.contains(entry), "{text}");
    let json = report.to_json();
    let listed = &json["contacts"][0];
    assert_eq!(
        (&listed["gap"], &listed["model"], &listed["soft"]),
        (&json!(0.25), &json!("soft"), &json!(0.2))
    );
    assert_eq!((&listed["limit"], &listed["force"]), (&json!(3.5), &json!([2.0, 0.125])));
    assert_eq!(listed["curvature"]["against"], "inf");
    assert_eq!(listed["friction"]["kinetic"], 0.0);
    assert_eq!(json["exact"]["contacts"][0]["limit"], "7/2");
}

#[test]
fn a_body_at_its_least_friction_that_falls_needs_more_than_that() {
    // The line between the fingers is on the edge of both cones, and the weight is off it.
    let mut scene = grasp(Rational::new(1, 2), 1);
    scene.contacts[1].point[1] = Rational::one();
    let text = |scene: &Scene<Planar>| {
        let scene = AnyScene::Planar(scene.clone());
        answer(&scene, &SceneName::unnamed(), Question::Stand, &Options::default()).unwrap().to_string()
    };
    assert!(text(&scene).contains("would hold above μ = 0.5"), "{}", text(&scene));
    scene.contacts[0].friction.at_rest = Rational::new(1, 4);
    scene.contacts[1].point[1] = Rational::new(1, 2);
    assert!(text(&scene).contains("would hold with any more friction"), "{}", text(&scene));
}

#[test]
fn what_must_stay_misses_is_named() {
    let mut scene = grasp(Rational::new(1, 2), 1);
    scene.bodies[0].inertia = None;
    let reason = |scene: &Scene<Planar>| {
        report(scene.clone(), Question::Stand)["reasons"]["strong"].as_str().unwrap().to_owned()
    };
    assert!(reason(&scene).contains("`inertia`"), "{}", reason(&scene));
    (scene.gravity, scene.bodies[0].mass) = (Default::default(), None);
    assert_eq!(reason(&scene), "needs mass and inertia");
}
