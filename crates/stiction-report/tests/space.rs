//! Reports on closure in space, and the rules that hold in plane and space alike.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

use crate::leaves::nulls;
use serde_json::Value;
use stiction::ask::lower::{ConeModel, one_body};
use stiction::scene::{AnyScene, Body, Contact, Friction, Party, Rounding, Scene};
use stiction::screw::{Planar, Spatial};
use stiction_proof::{Answer, Rational};
use stiction_report::verify::verify;
use stiction_report::{Options, Question, Report, SceneName, answer};

fn number(text: &str) -> Rational {
    text.parse().unwrap()
}

fn finger(id: &str, point: [i64; 3], normal: [i64; 3], mu: &str) -> Contact<Spatial> {
    Contact {
        id: id.to_owned(),
        friction: Friction::new(number(mu)),
        ..Contact::new(Party::Body(0), point.map(Rational::from), normal.map(Rational::from))
    }
}

fn scene(contacts: Vec<Contact<Spatial>>) -> Scene<Spatial> {
    contacts.into_iter().fold(Scene::new().with_body(Body::new("part")), Scene::with_contact)
}

/// Three fingers whose normals lean out of the plane of their points by `lean`/20.
fn tripod(lean: i64, mu: &str) -> Scene<Spatial> {
    let place = |id, x: i64, y: i64| finger(id, [x, y, 0], [-4 * x, -4 * y, lean], mu);
    scene(vec![place("thumb", 5, 0), place("index", -3, 4), place("middle", -3, -4)])
}

fn ask(scene: &Scene<Spatial>, question: Question, cone: ConeModel) -> Report {
    let options = Options { cone, ..Options::default() };
    answer(&AnyScene::Spatial(scene.clone()), &SceneName::unnamed(), question, &options).unwrap()
}

fn closure(scene: &Scene<Spatial>) -> Value {
    let report = ask(scene, Question::Closure, ConeModel::Round).to_json();
    assert!(verify(&report).holds(), "{:?}", verify(&report).failed);
    report
}

fn has(report: &Value, paths: &[&str]) {
    for path in paths {
        assert!(report.pointer(&format!("/{path}")).is_some(), "{path} is missing in {report:#}");
    }
}

#[test]
fn closure_in_space_has_the_keys_of_the_manual_and_a_reason_for_every_null() {
    let mut soft = tripod(0, "1/2");
    soft.contacts[0].soft = Some(number("1/10"));
    // Open, closed, soft, without any contact, and so near the boundary of round cones that nothing may be proved.
    for scene in [tripod(15, "1/2"), tripod(3, "1/2"), soft, scene(Vec::new()), tripod(15, "3/4")] {
        let report = closure(&scene);
        has(
            &report,
            &["stiction", "question", "scene/name", "problem", "cone", "reasons", "exact", "rounded"],
        );
        has(&report, &["form/verdict", "form/order", "form/escape", "form/proof", "form/margin"]);
        has(&report, &["force/verdict", "force/proof", "force/margin", "force/forces", "force/escape"]);
        has(&report, &["essential", "quality/epsilon_l1", "quality/epsilon_linf", "quality/min_singular"]);
        has(
            &report,
            &["quality/volume", "quality/isotropy", "quality/length", "quality/origin", "quality/norm"],
        );
        has(&report, &["min_friction/mu", "min_friction/bracket", "exact/min_friction/mu"]);
        let mut found = Vec::new();
        nulls(&report, "", &mut found);
        assert!(!found.is_empty());
        for path in found {
            assert!(report["reasons"][&path].is_string(), "{path} is null without a reason in {report:#}");
        }
    }
}

#[test]
fn a_grasp_on_the_edge_of_its_round_cones_is_never_called_closed() {
    let report = closure(&tripod(15, "3/4"));
    assert_ne!(report["force"]["verdict"], "yes");
    if report["force"]["verdict"] == "undecided" {
        assert!(report["force"]["proof"].is_null() && report["reasons"]["force.verdict"].is_string());
        let text = ask(&tripod(15, "3/4"), Question::Closure, ConeModel::Round).to_string();
        assert!(text.contains("force closure: undecided") && text.contains("proof     none"), "{text}");
    }
    for (verdict, proof) in [("yes", "Closed"), ("no", "Open")] {
        let mut tampered = report.clone();
        tampered["force"]["verdict"] = verdict.into();
        let kept = report["force"]["verdict"] == verdict;
        assert_eq!(verify(&tampered).holds(), kept, "{verdict} needs a proof of {proof}");
    }
}

#[test]
fn a_frictionless_grasp_that_touches_all_round_has_the_margin_zero() {
    let report = closure(&tripod(0, "1/2"));
    assert_eq!(report["form"]["escape"], "rolling");
    assert_eq!(report["form"]["margin"], 0.0);
    assert_eq!(closure(&tripod(3, "1/2"))["form"]["escape"], "breaking");
}

#[test]
fn the_forces_of_a_squeeze_cancel_in_world_axes() {
    let scene = tripod(3, "1/2");
    let report = closure(&scene);
    let mut sum = [0.0; 3];
    let mut most = 0.0_f64;
    for contact in &scene.contacts {
        let list = |key: &str| -> Vec<f64> {
            serde_json::from_value(report["force"][key][&contact.id].clone()).unwrap()
        };
        let (parts, vector) = (list("forces"), list("vectors"));
        let normal = contact.normal.each_ref().map(Rational::to_f64);
        let length = normal.iter().map(|entry| entry * entry).sum::<f64>().sqrt();
        let along: f64 = vector.iter().zip(&normal).map(|(f, n)| f * n / length).sum();
        assert!((along - parts[0]).abs() < 1e-12, "{contact:?}");
        let size = |entries: &[f64]| entries.iter().map(|entry| entry * entry).sum::<f64>();
        assert!((size(&parts) - size(&vector)).abs() < 1e-12);
        assert!(parts[1].hypot(parts[2]) < 0.5 * parts[0], "strictly inside its cone");
        sum.iter_mut().zip(&vector).for_each(|(sum, part)| *sum += part);
        most = most.max(parts[0]);
    }
    assert!(sum.iter().all(|entry| entry.abs() < 1e-12), "{sum:?}");
    assert!((most - 1.0).abs() < 1e-12);
}

#[test]
fn the_least_friction_is_between_its_ends() {
    // Three fingers that lean by 3/20 need exactly as much friction.
    let report = closure(&tripod(3, "1/2"));
    let ends: Vec<f64> = serde_json::from_value(report["min_friction"]["bracket"].clone()).unwrap();
    let mu = report["min_friction"]["mu"].as_f64();
    assert!(ends[0] <= 0.15 && 0.15 <= ends[1] && ends[1] - ends[0] < 1e-4, "{ends:?}");
    match mu {
        Some(mu) => assert!(ends[0] <= mu && mu <= ends[1] && ends[1] - ends[0] <= 1e-8, "{mu} {ends:?}"),
        None => assert!(report["reasons"]["min_friction.mu"].is_string() && ends[1] - ends[0] > 1e-8),
    }
}

fn planar(contacts: Vec<Contact<Planar>>) -> Scene<Planar> {
    contacts.into_iter().fold(Scene::new().with_body(Body::new("part")), Scene::with_contact)
}

fn ask_planar(scene: Scene<Planar>, cone: ConeModel) -> Report {
    let options = Options { cone, ..Options::default() };
    answer(&AnyScene::Planar(scene), &SceneName::unnamed(), Question::Closure, &options).unwrap()
}

fn side(id: &str, x: i64) -> Contact<Planar> {
    Contact::planar(Party::Body(0), [x, 0], [-x, 0]).with_friction(Rational::one()).with_id(id)
}

#[test]
fn a_force_controlled_contact_resists_nothing_in_plane_and_space() {
    let pushed = |contact: Contact<Planar>| Contact { force: Some(vec![Rational::one()]), ..contact };
    let top = Contact::planar(Party::Body(0), [0, 1], [0, -1]).with_id("push");
    let told = |report: &Report| report.caveats.warnings.iter().any(|note| note.contains("force-controlled"));
    let held = ask_planar(planar(vec![side("left", -1), side("right", 1), pushed(top)]), ConeModel::Round);
    assert_eq!(held.verdict(), Some(Answer::Yes));
    assert!(told(&held) && verify(&held.to_json()).holds());
    let loose = ask_planar(planar(vec![side("left", -1), pushed(side("right", 1))]), ConeModel::Round);
    assert_eq!(loose.verdict(), Some(Answer::No), "a push is no finger");
    assert!(told(&loose) && verify(&loose.to_json()).holds());

    let mut grasp = tripod(3, "1/2");
    grasp.contacts[0].force = Some(vec![Rational::one()]);
    let loose = ask(&grasp, Question::Closure, ConeModel::Round);
    assert_eq!(loose.verdict(), Some(Answer::No));
    assert!(told(&loose) && verify(&loose.to_json()).holds());
    assert_eq!(loose.to_json()["problem"]["contacts"].as_array().unwrap().len(), 2);
    let mut more = tripod(3, "1/2");
    let push = Contact { force: Some(vec![Rational::one()]), ..finger("push", [0, 0, 1], [0, 0, -1], "0") };
    more.contacts.push(push);
    assert_eq!(ask(&more, Question::Closure, ConeModel::Round).verdict(), Some(Answer::Yes));
}

#[test]
fn the_cone_of_the_plane_is_its_two_edges() {
    let grasp = || planar(vec![side("left", -1), side("right", 1)]);
    let (round, pyramid) = (ask_planar(grasp(), ConeModel::Round), ask_planar(grasp(), ConeModel::Inner(8)));
    assert_eq!(round.answered, pyramid.answered);
    assert_eq!(round.caveats.warnings, Vec::<String>::new());
    assert!(pyramid.caveats.warnings[0].contains("inner:8"), "{:?}", pyramid.caveats.warnings);
}

#[test]
fn a_pyramid_follows_the_tangents_of_its_contact() {
    let vector = |entries: [i64; 3]| entries.map(Rational::from);
    let edges = |tangents: Vec<[i64; 3]>, model| {
        let contact = Contact {
            tangents: tangents.into_iter().map(vector).collect(),
            ..finger("a", [0, 0, 0], [0, 0, 2], "1/2")
        };
        let lowered = one_body(&scene(vec![contact]), model).unwrap();
        lowered.problem.contacts[0].across.clone().unwrap()
    };
    let inner = ConeModel::Inner(4);
    // The default: n × e_x, then n × that; as long as the normal.
    let default = edges(Vec::new(), inner);
    assert_eq!(default, [[0, 2, 0], [-2, 0, 0], [0, -2, 0], [2, 0, 0]].map(vector));
    assert_eq!(edges(vec![[0, 7, 0], [-1, 0, 0]], inner), default, "their lengths do not count");
    assert_eq!(edges(vec![[0, 7, 0], [1, 0, 0]], inner)[1], vector([2, 0, 0]), "the side of the second does");
    let diagonal = edges(vec![[3, 4, 0], [-4, 3, 0]], inner);
    assert_eq!(diagonal[0], ["6/5", "8/5", "0"].map(number));
    assert_eq!(edges(Vec::new(), ConeModel::Outer(4))[0], vector([-2, 2, 0]), "corners between the tangents");
}

#[test]
fn a_pyramid_is_rounded_to_its_own_side_and_says_so() {
    for (model, inner) in [(ConeModel::Inner(5), true), (ConeModel::Outer(5), false)] {
        let report = ask(&tripod(0, "1/2"), Question::Closure, model);
        assert_eq!(report.verdict(), Some(Answer::Yes), "{model}");
        assert_eq!(report.caveats.rounded.len(), 3);
        let side = if inner { "inwards" } else { "outwards" };
        assert!(
            report.caveats.rounded.iter().all(|Rounding { why, .. }| why.ends_with(side)),
            "{:?}",
            report.caveats.rounded
        );
        let json = report.to_json();
        assert_eq!(json["cone"], model.to_string());
        assert!(verify(&json).holds(), "{:?}", verify(&json).failed);
        // A report that claims the cone itself, or the pyramid on the other side, is refused.
        for other in ["round", "inner:4", if inner { "outer:5" } else { "inner:5" }] {
            let mut tampered = json.clone();
            tampered["cone"] = other.into();
            assert!(!verify(&tampered).holds(), "{model} is not {other}");
        }
    }
    assert_eq!(ask(&tripod(0, "1/2"), Question::Closure, ConeModel::Inner(4)).caveats.rounded, []);
}

#[test]
fn check_in_space_answers_closure_of_one_body_and_says_what_it_does_not() {
    let report = ask(&tripod(3, "1/2"), Question::Check, ConeModel::Round);
    assert_eq!(report.verdict(), Some(Answer::Yes));
    assert_eq!(report.caveats.warnings, Vec::<String>::new());
    assert!(report.to_string().starts_with("part holds: yes; slips below μ = 0.15\n"), "{report}");
    let mut heavy = tripod(3, "1/2");
    heavy.gravity[2] = Rational::from(-10);
    heavy.bodies[0].mass = Some(Rational::one());
    let report = ask(&heavy, Question::Check, ConeModel::Round);
    assert_eq!(
        (report.verdict(), report.to_json()["answers"][1]["question"].as_str()),
        (Some(Answer::Yes), Some("stand"))
    );
    heavy.bodies[0].mass = None;
    let report = ask(&heavy, Question::Check, ConeModel::Round);
    assert_eq!(report.verdict(), Some(Answer::Undecided));
    assert!(report.to_string().contains("stand: not answered\n  because   bodies.part.mass"), "{report}");
    let two = tripod(3, "1/2").with_body(Body::new("other"));
    let report = ask(&two, Question::Check, ConeModel::Round);
    assert_eq!(report.verdict(), None, "the contacts alone");
    assert_eq!(report.to_string().lines().count(), 2, "how many there are, and who lists them: {report}");
    let mut none = tripod(3, "1/2");
    none.bodies[0].role = stiction::scene::Role::Fixed;
    let refused =
        answer(&AnyScene::Spatial(none), &SceneName::unnamed(), Question::Check, &Options::default());
    assert!(refused.unwrap_err().to_string().contains("there is none"));
}
