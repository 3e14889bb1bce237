//! Is a report about this scene?
//!
//! The proofs of a report are about the problem that it embeds.  Here the scene is lowered again, as the question lowers it and without
//! any solver, and must give that very problem, with the same loads and weights: then whatever is proved is proved of the scene.
//!
//! What flags add to a problem is read off the report: the cone of friction where it is told, the body, the mode, the direction of an
//! acceleration.  Wrenches that are judged are in the report as they were given.

use super::assembly::is_assembly;
use super::{FromJson, Verification, at};
use crate::contacts::contacts_answer;
use crate::jam::{asked_in_plane, asked_in_space, springs_in_plane, springs_in_space};
use crate::labels::unguided;
use crate::report::Answered;
use crate::wrenches::places;
use serde_json::{Map, Value, json};
use stiction::ask::hybrid::{Interface, by_matrices, interface};
use stiction::ask::jam::{Asked, System, given, inserted, moving, moving_in_space, seated};
use stiction::ask::labels::{Edges, planar_edges, spatial_edges};
use stiction::ask::lower::{ConeModel, Misfit, load, one_body, one_body_in_space};
use stiction::ask::modes::mode_problem;
use stiction::ask::motions::{motion_problem, planar_motion_problem};
use stiction::ask::outcomes::{lower, lower_in_space};
use stiction::ask::stand::assembly::{Assembly, Standing, assembly};
use stiction::ask::stand::direction_load;
use stiction::ask::stand::moving::{is_moving, riding};
use stiction::ask::wrenches::{planar_part, rings, spatial_part};
use stiction::scene::{AnyScene, Axis, Scene, Varied};
use stiction::screw::{Planar, Spatial};
use stiction_proof::Rational;
use stiction_proof::moving::Rides;

/// A key of the report and what the scene says of it.
type Expected = Vec<(String, Value)>;

/// Compares a report with a scene; `cone` is the model of friction where the report does not tell it.
pub(super) fn of_scene(
    prefix: &str,
    report: &Value,
    scene: &AnyScene,
    cone: ConeModel,
    found: &mut Verification,
) {
    if report["question"] == "check" {
        for (index, answer) in report["answers"].as_array().into_iter().flatten().enumerate() {
            of_scene(&format!("{prefix}answers.{index}."), answer, scene, cone, found);
        }
        return;
    }
    let told = report["cone"].as_str().and_then(|word| word.parse().ok());
    let cone = told.unwrap_or(cone);
    let expected = match scene {
        AnyScene::Planar(scene) => in_plane(report, scene),
        AnyScene::Spatial(scene) => in_space(report, scene, cone),
    };
    match expected {
        Ok(expected) => {
            for (path, value) in expected {
                let same = without_least(at(report, &path)) == value;
                let why = "the scene says otherwise".to_owned();
                found.note(format!("{prefix}{path}: of the scene"), same.then_some(()).ok_or(why));
            }
        }
        Err(why) => found.note(format!("{prefix}problem: of the scene"), Err(why)),
    }
}

/// A problem without the least accelerations that a flag asks for.
fn without_least(value: &Value) -> Value {
    let mut value = value.clone();
    let contacts = value.get_mut("contacts").and_then(Value::as_array_mut);
    for contact in contacts.into_iter().flatten() {
        contact.as_object_mut().map(|keys| keys.remove("least"));
    }
    value
}

fn why(misfits: Vec<Misfit>) -> String {
    let words = misfits.iter().map(|misfit| format!("{}: {}", misfit.path.join("."), misfit.message));
    words.collect::<Vec<_>>().join("; ")
}

fn one(path: &str, value: Value) -> (String, Value) {
    (path.to_owned(), value)
}

fn in_plane(report: &Value, scene: &Scene<Planar>) -> Result<Expected, String> {
    let body = report["body"].as_str();
    Ok(match report["question"].as_str() {
        Some("contacts") => contacts(scene)?,
        Some("closure") => {
            let lowered = one_body(scene).map_err(why)?;
            let body = &scene.bodies[lowered.body];
            let mut expected = vec![one("problem", json!(lowered.problem)), one("body", json!(body.name))];
            if !at(report, "exact.one_more").is_null() {
                let outline = body.shape.as_ref().map(rings).unwrap_or_default();
                expected.push(one("exact.one_more.outline", places::write_rings(&outline)));
            }
            expected
        }
        Some("stand") if is_moving(scene) => on_moving_base(scene, ConeModel::Round)?,
        Some("stand") if is_assembly(report) => standing(report, scene, ConeModel::Round)?,
        Some("stand") => {
            let mut expected = standing_alone(scene)?;
            expected.extend(besides(report, scene, &assembly(scene, ConeModel::Round).map_err(why)?)?);
            expected
        }
        Some("motions") => motions(report, planar_motion_problem(scene).map_err(why)?)?,
        Some("labels") => {
            let mode = at(report, "problem.mode").as_str();
            labels(report, planar_edges(&unguided(scene).0, mode).map_err(why)?)?
        }
        Some("cone" | "stability" | "insert") => {
            let part = planar_part(scene, body, None).map_err(why)?;
            let mut expected = vec![one("problem", json!(part.part))];
            if !at(report, "exact.outline").is_null() {
                let outline = scene.bodies[part.body].shape.as_ref().map(rings).unwrap_or_default();
                expected.push(one("exact.outline", places::write_rings(&outline)));
            }
            expected
        }
        Some("modes") => vec![one("problem", json!(mode_problem(scene)))],
        Some("outcomes") => vec![one("problem", json!(lower(scene).map_err(why)?.problem))],
        Some("jam") => {
            let system = match (&scene.jam, report["jam"].is_null()) {
                (Some(section), _) => Some(given(section)),
                (None, true) => None,
                (None, false) => Some(moving(scene).map_err(why)?),
            };
            let mut expected = system.as_ref().map(jam).unwrap_or_default();
            if !report["settled"].is_null() {
                let (springs, load) = springs_in_plane(scene, &mut Vec::new()).map_err(why)?;
                expected[0].1["springs"] = json!(springs);
                expected.push(one("exact.settled.load", json!(load)));
            }
            expected.extend(cells(report, scene, asked_in_plane, |cell, scene| {
                inserted(scene).is_some_and(|peg| super::jam::is_peg(cell, &peg))
            })?);
            if !report["peg"].is_null() {
                let same = inserted(scene).is_some_and(|peg| super::jam::is_peg(report, &peg));
                expected.push(one("peg", if same { report["peg"].clone() } else { Value::Null }));
            }
            expected
        }
        Some("hybrid") => {
            let section = scene.hybrid.as_ref().ok_or("the scene has no [hybrid]")?;
            hybrid(&by_matrices(section).map_err(why)?)
        }
        other => return Err(not_lowered(other)),
    })
}

fn in_space(report: &Value, scene: &Scene<Spatial>, cone: ConeModel) -> Result<Expected, String> {
    let body = report["body"].as_str();
    Ok(match report["question"].as_str() {
        Some("contacts") => contacts(scene)?,
        Some("closure") => {
            let lowered = one_body_in_space(scene, cone).map_err(why)?;
            let name = &scene.bodies[lowered.body].name;
            vec![one("problem", json!(lowered.problem)), one("body", json!(name))]
        }
        Some("stand") if is_moving(scene) => on_moving_base(scene, cone)?,
        Some("stand") => standing(report, scene, cone)?,
        Some("motions") => motions(report, motion_problem(scene).map_err(why)?)?,
        Some("labels") => {
            let mode = at(report, "problem.mode").as_str();
            labels(report, spatial_edges(&unguided(scene).0, cone, mode).map_err(why)?)?
        }
        Some("cone" | "stability") => {
            vec![one("problem", json!(spatial_part(scene, body, cone).map_err(why)?.part))]
        }
        Some("modes") => vec![one("problem", json!(mode_problem(scene)))],
        Some("outcomes") => vec![one("problem", json!(lower_in_space(scene, cone).map_err(why)?.problem))],
        Some("jam") => {
            let system = match &scene.jam {
                Some(section) => given(section),
                None => moving_in_space(scene, cone).map_err(why)?.0,
            };
            let mut expected = jam(&system);
            if !report["settled"].is_null() {
                let (springs, load) = springs_in_space(scene, &mut Vec::new()).map_err(why)?;
                expected[0].1["springs"] = json!(springs);
                expected.push(one("exact.settled.load", json!(load)));
            }
            if let Some(seated) = seated(scene, cone).filter(|_| scene.jam.is_none()) {
                expected[0].1["peg"] = json!(seated.problem);
                expected.push(one("exact.peg.push", json!(seated.push)));
                expected.push(one("exact.peg.into", json!(seated.into)));
            }
            expected.extend(cells(report, scene, |scene| asked_in_space(scene, cone), |_, _| false)?);
            expected
        }
        Some("hybrid") => hybrid(&interface(scene).map_err(why)?),
        other => return Err(not_lowered(other)),
    })
}

fn not_lowered(question: Option<&str>) -> String {
    format!("a report of `{}` is not about a scene", question.unwrap_or("nothing"))
}

fn contacts<S: stiction::shape::Geometry>(scene: &Scene<S>) -> Result<Expected, String> {
    let Answered::Contacts(answer) = contacts_answer(scene).answered else { return Ok(Vec::new()) };
    let keys = serde_json::to_value(answer).map_err(|error| error.to_string())?;
    let keys = keys.as_object().cloned().unwrap_or_default();
    Ok(keys.into_iter().collect())
}

fn standing_alone(scene: &Scene<Planar>) -> Result<Expected, String> {
    let lowered = one_body(scene).map_err(why)?;
    let wrench = load(scene, &lowered).map_err(why)?.wrench;
    let weight = crate::stand::weight(scene, &lowered);
    Ok(vec![
        one("problem", json!(lowered.problem)),
        one("body", json!(scene.bodies[lowered.body].name)),
        one("exact.load", json!(wrench)),
        one("exact.weight", json!(weight)),
    ])
}

fn standing<S: Standing + stiction::ask::stand::assembly::Searched>(
    report: &Value,
    scene: &Scene<S>,
    cone: ConeModel,
) -> Result<Expected, String> {
    let lowered = assembly(scene, cone).map_err(why)?;
    let by_body = |entries: Vec<Value>| -> Value {
        let names = lowered.problem.bodies.iter().map(|body| body.name.clone());
        Value::Object(names.zip(entries).collect::<Map<_, _>>())
    };
    let loads = lowered.load.iter().map(|load| json!(load.as_ref())).collect();
    let weights = lowered.weights.iter().map(|weight| json!(weight.as_ref())).collect();
    let mut expected = vec![
        one("problem", json!(lowered.problem)),
        one("exact.load", by_body(loads)),
        one("exact.weight", by_body(weights)),
    ];
    expected.extend(besides(report, scene, &lowered)?);
    Ok(expected)
}

/// The loads of accelerations along directions.
fn besides<S: Standing + stiction::ask::stand::assembly::Searched>(
    report: &Value,
    scene: &Scene<S>,
    lowered: &Assembly<S>,
) -> Result<Expected, String> {
    let mut expected = Vec::new();
    for (index, told) in report["accelerations"].as_array().into_iter().flatten().enumerate() {
        let entries = Vec::<Rational>::deserialize_from(&told["exact"]["direction"])?;
        let mut direction = S::Vector::default();
        if entries.len() != direction.as_ref().len() {
            return Err("a direction has another length".to_owned());
        }
        direction.as_mut().clone_from_slice(&entries);
        let unit = direction_load(scene, lowered, &direction).map_err(why)?;
        let unit: Vec<Value> = unit.iter().map(|wrench| json!(wrench.as_ref())).collect();
        expected.push((format!("accelerations.{index}.problem.unit"), json!(unit)));
    }
    Ok(expected)
}

fn on_moving_base<S: Standing>(scene: &Scene<S>, cone: ConeModel) -> Result<Expected, String>
where
    S::Touch: Rides,
{
    let riding = riding(scene, cone).map_err(why)?;
    Ok(vec![one("problem.moving", json!(riding.problem)), one("base", json!(riding.base))])
}

fn motions(report: &Value, problem: stiction_proof::MotionProblem) -> Result<Expected, String> {
    if !at(report, "problem.twists").is_null() {
        return Err("twists were given instead of the scene's contacts".to_owned());
    }
    Ok(vec![one("problem", json!(problem))])
}

fn labels(report: &Value, edges: Edges) -> Result<Expected, String> {
    let given = at(report, "problem.edges").as_array().into_iter().flatten();
    if given.into_iter().any(|edge| edge["contact"].is_null()) {
        return Err("wrenches were given instead of the scene's contacts".to_owned());
    }
    let edge =
        |edge: &stiction::ask::labels::ActiveEdge| json!({ "contact": edge.contact, "wrench": edge.wrench });
    Ok(vec![
        one("problem.reference", json!(edges.reference)),
        one("problem.edges", edges.edges.iter().map(edge).collect()),
    ])
}

/// The systems of the cells of a map, each of the scene with the values of its cell; a peg is compared by itself.
fn cells<S: Varied>(
    report: &Value,
    scene: &Scene<S>,
    asked: impl Fn(&Scene<S>) -> Asked,
    is_peg: impl Fn(&Value, &Scene<S>) -> bool,
) -> Result<Expected, String> {
    let map = &report["map"];
    let mut expected = Vec::new();
    for (index, cell) in map["cells"].as_array().into_iter().flatten().enumerate() {
        let mut changed = scene.clone();
        for place in [1, 0] {
            let path = map["axes"][place]["path"].as_str().unwrap_or_default();
            let value = Rational::deserialize_from(&cell["exact"]["values"][place])?;
            Axis::of(path).set(&mut changed, value)?;
        }
        let path = format!("map.cells.{index}");
        expected.push(match asked(&changed) {
            Asked::System(system, _) => {
                (format!("{path}.problem"), json!({ "system": system.problem, "wedging": system.wedging }))
            }
            _ if is_peg(cell, &changed) => (format!("{path}.peg"), cell["peg"].clone()),
            _ => (path, Value::Null),
        });
    }
    Ok(expected)
}

fn jam(system: &System) -> Expected {
    vec![one("problem", crate::jam::system_json(system))]
}

fn hybrid(interface: &Interface) -> Expected {
    vec![
        one("problem.bodies", json!(interface.problem)),
        one("problem.force_basis", json!(interface.wanted)),
        one("problem.point", json!(interface.point)),
    ]
}
