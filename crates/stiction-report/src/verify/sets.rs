//! Re-checks the reports on sets: motions and wrenches.
//!
//! The listed forms must be accepted as those of the problem that the report embeds; then everything else is
//! read off them again and compared, every number with its mirror.

use super::reading::FromJson;
use super::{Case, NotedFailure, Notes, RemadeAnswer};
use crate::labels::{Active, LabelsAnswer, active};
use crate::motions::{MotionsAnswer, bare};
use crate::report::Answered;
use serde_json::{Value, json};
use stiction::ask::labels::{ActiveEdge, Edges};
use stiction::ask::motions::{Motions, motion_problem};
use stiction::scene::{AnyScene, Rounding};
use stiction_proof::{ConeForms, ConeRow, Mixture, MotionProblem, PolyhedronForms, Rational, RowsProof};

pub(crate) fn motions(case: &Case<'_>, notes: &mut Notes<'_>) -> Result<RemadeAnswer, NotedFailure> {
    let (problem, rounded) = problem(case, notes)?;
    let answer = notes.claim("proof", motions_again(case, problem))?;
    let warnings = case.scene.map(|_| Vec::new());
    Ok(RemadeAnswer::new(Answered::Motions(Box::new(answer)), rounded, warnings))
}

/// The contacts and what they make of a motion; where twists replace them, no contacts.
fn problem(case: &Case<'_>, notes: &mut Notes<'_>) -> Result<(MotionProblem, Vec<Rounding>), NotedFailure> {
    let mut embedded = case.report["problem"].clone();
    embedded.as_object_mut().map(|problem| problem.remove("twists"));
    let Some(scene) = case.scene else {
        let problem = notes.need("problem", MotionProblem::deserialize_from(&embedded))?;
        return Ok((problem, notes.need("rounded", case.rounded())?));
    };
    let given = !case.options.twists.is_empty();
    let (lowered, rounded) = match scene {
        AnyScene::Planar(scene) if given => (Ok(bare(scene)), Vec::new()),
        AnyScene::Spatial(scene) if given => (Ok(bare(scene)), Vec::new()),
        AnyScene::Planar(scene) => (motion_problem(scene).map_err(super::why), scene.rounded.clone()),
        AnyScene::Spatial(scene) => (motion_problem(scene).map_err(super::why), scene.rounded.clone()),
    };
    let problem = notes.need("problem: of the scene", lowered)?;
    notes.of_scene("problem", &embedded, &json!(problem));
    Ok((problem, rounded))
}

pub(crate) fn labels(case: &Case<'_>, notes: &mut Notes<'_>) -> Result<RemadeAnswer, NotedFailure> {
    let Felt { edges, rounded, warnings } = edges(case, notes)?;
    let answer = notes.claim("proof", labels_again(case, edges))?;
    Ok(RemadeAnswer::new(Answered::Labels(Box::new(answer)), rounded, warnings))
}

/// What is known of the scene.
struct Felt {
    edges: Edges,
    rounded: Vec<Rounding>,
    warnings: Option<Vec<String>>,
}

/// The active edges of the scene, or the given wrenches in their place; without a scene those of the report.
fn edges(case: &Case<'_>, notes: &mut Notes<'_>) -> Result<Felt, NotedFailure> {
    let (report, options) = (case.report, &case.options);
    let Some(scene) = case.scene else {
        let edges = notes.need("problem", told_edges(case))?;
        let given: Vec<Vec<Rational>> = edges.edges.iter().map(|edge| edge.wrench.clone()).collect();
        let named = edges.edges.iter().any(|edge| edge.contact.is_some());
        // Either all edges are of contacts, or there are none, or they are the given wrenches.
        let replaced = !options.wrenches.is_empty();
        let of_contacts = named || edges.edges.is_empty();
        if if replaced { named || given != options.wrenches } else { !of_contacts } {
            let why = "the wrenches that replace the contacts are not those that were asked for";
            return notes.need("problem", Err(why.to_owned()));
        }
        return Ok(Felt { edges, rounded: notes.need("rounded", case.rounded())?, warnings: None });
    };
    let found = match scene {
        AnyScene::Planar(scene) => active(scene, options),
        AnyScene::Spatial(scene) => active(scene, options),
    };
    let found = notes.need("problem: of the scene", found.map_err(|error| error.to_string()))?;
    let Active { edges, rounded, warnings } = found;
    let edge = |edge: &ActiveEdge| json!({ "contact": edge.contact, "wrench": edge.wrench });
    let listed: Value = edges.edges.iter().map(edge).collect();
    notes.of_scene("problem.reference", case.at("problem.reference"), &json!(edges.reference));
    notes.of_scene("problem.edges", case.at("problem.edges"), &listed);
    notes.of_scene("problem.mode", case.at("problem.mode"), &json!(options.mode));
    notes.of_scene("body", &report["body"], &json!(edges.body));
    Ok(Felt { edges, rounded, warnings: Some(warnings) })
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

fn motions_again(case: &Case<'_>, problem: MotionProblem) -> Result<MotionsAnswer, String> {
    let (report, options) = (case.report, &case.options);
    if options.tests.iter().any(|test| test.len() != problem.dimension()) {
        return Err("a tested twist has another number of entries".to_owned());
    }
    if !options.twists.is_empty() {
        return spanned_again(report, problem, options.twists.clone());
    }
    if report["empty"] == true {
        let proof = Mixture::deserialize_from(&report["proof"])?;
        problem.check_empty(&proof).map_err(|refusal| refusal.to_string())?;
        return Ok(MotionsAnswer::new(problem, None, Motions::Empty(proof), &options.tests));
    }
    let (forms, proof) = (polyhedron(report)?, RowsProof::deserialize_from(&report["proof"])?);
    problem.check(&forms, &proof).map_err(|refusal| refusal.to_string())?;
    let found = Motions::Set { forms: Box::new(forms), proof };
    Ok(MotionsAnswer::new(problem, None, found, &options.tests))
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

/// The edges that a report tells.
fn told_edges(case: &Case<'_>) -> Result<Edges, String> {
    let problem = &case.report["problem"];
    let edge = |edge: &Value| -> Result<ActiveEdge, String> {
        Ok(ActiveEdge {
            contact: Option::deserialize_from(&edge["contact"])?,
            wrench: Vec::deserialize_from(&edge["wrench"])?,
        })
    };
    let edges = problem["edges"].as_array().ok_or("there are no edges")?;
    Ok(Edges {
        body: String::deserialize_from(&case.report["body"])?,
        reference: Vec::<Rational>::deserialize_from(&problem["reference"])?,
        edges: edges.iter().map(edge).collect::<Result<_, _>>()?,
    })
}

fn labels_again(case: &Case<'_>, edges: Edges) -> Result<LabelsAnswer, String> {
    let report = case.report;
    let dimension = match edges.reference.len() {
        2 => 3,
        3 => 6,
        other => return Err(format!("a reference point with {other} coordinates")),
    };
    let (forms, proof) = (cone(report)?, RowsProof::deserialize_from(&report["proof"])?);
    let vectors: Vec<Vec<Rational>> = edges.edges.iter().map(|edge| edge.wrench.clone()).collect();
    generated(&forms, dimension, &vectors, &proof)?;
    let (mode, points) = (case.options.mode.clone(), &case.options.points);
    Ok(LabelsAnswer::new(edges, mode, forms, proof, points))
}
