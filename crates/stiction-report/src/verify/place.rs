//! Placements in a report, made again: those that are told close by their proofs and are measured again, the bound and
//! the intervals are checked, and with the scene the conditions are asked again.

use super::{Case, NotedFailure, Notes, RemadeAnswer};
use crate::place::{PlaceAnswer, asked};
use crate::report::Answered;
use serde_json::json;
use stiction::answer::meets;
use stiction::ask::place::{Place, place_problem, with_contacts};
use stiction::scene::{AnyScene, Scene};
use stiction::screw::Planar;
use stiction_proof::place::PlaceProblem;
use stiction_verify::place::PlaceKeys;
use stiction_verify::reading::FromJson;

pub(crate) fn again(case: &Case<'_>, notes: &mut Notes<'_>) -> Result<RemadeAnswer, NotedFailure> {
    let report = case.report;
    if let Some(AnyScene::Spatial(_)) = case.scene {
        let why = "the scene is in space, and this is asked in the plane".to_owned();
        notes.need("problem: of the scene", Err::<(), _>(why))?;
    }
    let scene: Option<Scene<Planar>> = match case.plane() {
        Some(scene) => Some(notes.need("asked", asked(scene, &case.options).map_err(super::why))?),
        None => None,
    };
    let (problem, body, rounded) = match &scene {
        Some(scene) => {
            let lowered = place_problem(scene, &case.options.length).map_err(super::why);
            let (problem, body, rounded) = notes.need("problem: of the scene", lowered)?;
            notes.of_scene("problem", &report["problem"], &json!(problem));
            (problem, body, rounded)
        }
        None => {
            let problem = notes.need("problem", PlaceProblem::deserialize_from(&report["problem"]))?;
            (problem, 0, notes.need("rounded", case.rounded())?)
        }
    };
    let told = notes.need("the keys of a report of `place`", PlaceKeys::deserialize_from(report))?;
    let keys = PlaceKeys { problem, ..told };
    let placements = notes.claim("contacts and alternatives: they close", keys.check_placements())?;
    let bound = notes.claim("bound: over all placements", keys.check_bound())?;
    let along = notes.claim("where: along every edge", keys.check_along())?;
    let mut found = Vec::new();
    for (contacts, proof) in placements {
        if let Some(scene) = &scene {
            let placed = with_contacts(scene, body, &contacts);
            let met = meets(scene, &placed).map_err(|why| why.to_string());
            let met = met.and_then(|met| if met { Ok(()) } else { Err("a condition is not met".to_owned()) });
            notes.need("conditions", met)?;
        }
        let again = Place::again(&keys.problem, contacts, proof.into_proof());
        found.push(notes.need("quality", again)?);
    }
    let place = Place { problem: keys.problem, body, found, bound, along, rounded: rounded.clone() };
    let subject = match &scene {
        Some(scene) => scene.bodies[body].name.clone(),
        None => String::new(),
    };
    let answer = PlaceAnswer { place, subject };
    let warnings = scene.as_ref().map(|scene| answer.warnings(scene));
    Ok(RemadeAnswer::new(Answered::Place(Box::new(answer)), rounded, warnings))
}
