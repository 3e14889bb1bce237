//! Re-checks the reports on sets: motions and wrenches.
//!
//! The listed forms must be accepted as those of the problem that the report embeds; then everything else is read off them again
//! and compared, every number with its mirror.

use super::{FromJson, Verification, alike};
use crate::labels::LabelsAnswer;
use crate::motions::MotionsAnswer;
use crate::report::{Options, Told};
use serde_json::Value;
use stiction::ask::labels::ActiveEdge;
use stiction::ask::motions::Motions;
use stiction_proof::{ConeForms, ConeRow, Mixture, MotionProblem, PolyhedronForms, Rational, RowsProof};

pub(super) fn motions(prefix: &str, report: &Value, found: &mut Verification) {
    match motions_again(report) {
        Ok(answer) => {
            found.note(format!("{prefix}proof"), Ok(()));
            compare(prefix, report, &answer.keys(&Options::default()), found);
        }
        Err(why) => found.note(format!("{prefix}proof"), Err(why)),
    }
}

pub(super) fn labels(prefix: &str, report: &Value, found: &mut Verification) {
    match labels_again(report) {
        Ok(answer) => {
            found.note(format!("{prefix}proof"), Ok(()));
            compare(prefix, report, &answer.keys(&Options::default()), found);
        }
        Err(why) => found.note(format!("{prefix}proof"), Err(why)),
    }
}

/// Every key of the answer must be in the report as it follows from what is proved.
fn compare(prefix: &str, report: &Value, again: &Value, found: &mut Verification) {
    let keys = again.as_object().into_iter().flatten();
    for (key, again) in keys.filter(|(key, _)| !["problem", "proof", "reasons"].contains(&key.as_str())) {
        let why = "it is not what follows from the proved set".to_owned();
        found.note(format!("{prefix}{key}"), alike(&report[key], again).then_some(()).ok_or(why));
    }
}

fn rows(report: &Value, key: &str) -> Result<Vec<Vec<Rational>>, String> {
    Vec::deserialize_from(&report["exact"][key]).map_err(|why| format!("exact.{key}: {why}"))
}

fn polyhedron(report: &Value) -> Result<PolyhedronForms, String> {
    let offsets = |key: &str| {
        Vec::<Rational>::deserialize_from(&report["exact"][key]).map_err(|why| format!("exact.{key}: {why}"))
    };
    Ok(PolyhedronForms {
        vertices: rows(report, "vertices")?,
        rays: rows(report, "rays")?,
        lines: rows(report, "lines")?,
        normals: rows(report, "normals")?,
        offsets: offsets("offsets")?,
        equalities: rows(report, "equalities")?,
        equality_offsets: offsets("equality_offsets")?,
    })
}

fn motions_again(report: &Value) -> Result<MotionsAnswer, String> {
    let mut embedded = report["problem"].clone();
    let twists = embedded.as_object_mut().and_then(|problem| problem.remove("twists"));
    let problem = MotionProblem::deserialize_from(&embedded)?;
    let tests: Vec<Vec<Rational>> = match report["exact"]["tests"].as_array() {
        Some(tests) => {
            tests.iter().map(|test| Vec::deserialize_from(&test["twist"])).collect::<Result<_, _>>()?
        }
        None => return Err("exact.tests is missing".to_owned()),
    };
    if tests.iter().any(|test| test.len() != problem.dimension()) {
        return Err("a tested twist has another number of entries".to_owned());
    }
    if let Some(twists) = twists {
        let twists = Vec::<Vec<Rational>>::deserialize_from(&twists)?;
        return spanned_again(report, problem, twists);
    }
    if report["empty"] == true {
        let proof = Mixture::deserialize_from(&report["proof"])?;
        problem.check_empty(&proof).map_err(|refusal| refusal.to_string())?;
        return Ok(MotionsAnswer::new(problem, None, Motions::Empty(proof), &tests));
    }
    let (forms, proof) = (polyhedron(report)?, RowsProof::deserialize_from(&report["proof"])?);
    problem.check(&forms, &proof).map_err(|refusal| refusal.to_string())?;
    Ok(MotionsAnswer::new(problem, None, Motions::Set { forms: Box::new(forms), proof }, &tests))
}

fn spanned_again(
    report: &Value,
    problem: MotionProblem,
    twists: Vec<Vec<Rational>>,
) -> Result<MotionsAnswer, String> {
    let (forms, proof) = (cone(report)?, RowsProof::deserialize_from(&report["proof"])?);
    if !problem.is_well_formed() || !problem.contacts.is_empty() || !problem.frozen.is_empty() {
        return Err("twists replace the contacts; there are both".to_owned());
    }
    generated(&forms, problem.dimension(), &twists, &proof)?;
    let described = stiction::ask::forms::Described { forms, proof, redundant: Vec::new() };
    Ok(MotionsAnswer::of_twists(problem, twists, described))
}

fn cone(report: &Value) -> Result<ConeForms, String> {
    Ok(ConeForms {
        rays: rows(report, "rays")?,
        lines: rows(report, "lines")?,
        normals: rows(report, "normals")?,
        equalities: rows(report, "equalities")?,
    })
}

/// Whether the cone is the one that vectors generate: the dual of the one that they bound.
fn generated(
    forms: &ConeForms,
    dimension: usize,
    vectors: &[Vec<Rational>],
    proof: &RowsProof,
) -> Result<(), String> {
    let given: Vec<ConeRow> =
        vectors.iter().map(|row| ConeRow { row: row.clone(), equality: false }).collect();
    let dual = forms.clone().dual();
    dual.check(dimension).and_then(|()| dual.check_rows(&given, proof)).map_err(|refusal| refusal.to_string())
}

fn labels_again(report: &Value) -> Result<LabelsAnswer, String> {
    let problem = &report["problem"];
    let reference = Vec::<Rational>::deserialize_from(&problem["reference"])?;
    let dimension = match reference.len() {
        2 => 3,
        3 => 6,
        other => return Err(format!("a reference point with {other} coordinates")),
    };
    let edge = |edge: &Value| -> Result<ActiveEdge, String> {
        Ok(ActiveEdge {
            contact: Option::deserialize_from(&edge["contact"])?,
            wrench: Vec::deserialize_from(&edge["wrench"])?,
        })
    };
    let edges: Vec<ActiveEdge> = problem["edges"]
        .as_array()
        .ok_or("there are no edges")?
        .iter()
        .map(edge)
        .collect::<Result<_, _>>()?;
    let (forms, proof) = (cone(report)?, RowsProof::deserialize_from(&report["proof"])?);
    let vectors: Vec<Vec<Rational>> = edges.iter().map(|edge| edge.wrench.clone()).collect();
    generated(&forms, dimension, &vectors, &proof)?;
    let points = report["exact"]["points"].as_array().ok_or("exact.points is missing")?;
    let points: Vec<[Rational; 2]> = points
        .iter()
        .map(|point| <[Rational; 2]>::deserialize_from(&point["point"]))
        .collect::<Result<_, _>>()?;
    let body = String::deserialize_from(&report["body"])?;
    let mode = Option::deserialize_from(&problem["mode"])?;
    Ok(LabelsAnswer::new(body, reference, mode, edges, forms, proof, &points))
}
