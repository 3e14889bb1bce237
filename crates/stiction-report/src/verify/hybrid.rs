//! A report of `hybrid` is made again from its bodies and its decoupling, which the checker must accept.

use super::{Case, NotedFailure, Notes, RemadeAnswer};
use crate::hybrid::{HybridAnswer, consistent, out_of_reach, read, realised, simulated, warnings};
use crate::report::Answered;
use serde_json::json;
use stiction::ask::hybrid::{by_matrices, interface};
use stiction::scene::AnyScene;

pub(crate) fn again(case: &Case<'_>, notes: &mut Notes<'_>) -> Result<RemadeAnswer, NotedFailure> {
    let (told, proof, (joints, wrist)) = notes.need("problem", read(case.report))?;
    let interface = match case.scene {
        None => told,
        Some(scene) => {
            let lowered = match scene {
                AnyScene::Planar(scene) => match &scene.hybrid {
                    Some(section) => by_matrices(section).map_err(super::why),
                    None => Err("the scene has no [hybrid]".to_owned()),
                },
                AnyScene::Spatial(scene) => {
                    out_of_reach(scene).and_then(|()| interface(scene)).map_err(super::why)
                }
            };
            let interface = notes.need("problem: of the scene", lowered)?;
            notes.of_scene("problem.bodies", case.at("problem.bodies"), &json!(interface.problem));
            notes.of_scene("problem.force_basis", case.at("problem.force_basis"), &json!(interface.wanted));
            notes.of_scene("problem.point", case.at("problem.point"), &json!(interface.point));
            notes.of_scene("body", &case.report["body"], &json!(interface.parties[0]));
            notes.of_scene("environment", &case.report["environment"], &json!(interface.parties[1]));
            interface
        }
    };
    let verified = interface.problem.check(proof).map_err(|refusal| refusal.to_string());
    let verified = notes.claim("decoupling", verified)?;
    let mut answer = HybridAnswer::new(interface, verified);
    let mut kept = Vec::new();
    match case.scene {
        None => {
            (answer.joints, answer.wrist) = (joints, wrist);
            if case.options.simulate {
                // A run proves nothing; its instants must agree with what is measured of it.
                notes.need("simulation", consistent(&case.report["simulation"]))?;
                kept.push("simulation");
            }
        }
        Some(AnyScene::Planar(_)) => {}
        Some(AnyScene::Spatial(scene)) => {
            answer =
                notes.need("problem: of the scene", realised(scene, answer).map_err(|e| e.to_string()))?;
            if case.options.simulate {
                let run = simulated(scene).map_err(|error| error.to_string());
                answer.run = Some(Box::new(notes.need("simulation", run)?));
            }
        }
    }
    let rounded = match case.scene {
        Some(_) => answer.interface.rounded.clone(),
        None => notes.need("rounded", case.rounded())?,
    };
    let warnings = case.scene.map(|_| warnings(&answer));
    Ok(RemadeAnswer { kept, ..RemadeAnswer::new(Answered::Hybrid(Box::new(answer)), rounded, warnings) })
}
