//! Contacts claim nothing that could be proved: they are those of the scene, and without one their doubles
//! are those of the exact numbers beside them.

use super::reading::FromJson;
use super::{Case, NotedFailure, Notes, RemadeAnswer};
use crate::contacts::{
    ContactsAnswer, Directions, ListedContact, ListedLaw, ListedPatch, contacts_answer, model_word,
    tolerance_told,
};
use crate::report::Answered;
use serde_json::{Map, Value};
use std::sync::Arc;
use stiction::scene::{AnyScene, ContactModel, Curvature, Friction};
use stiction_proof::Rational;

pub(crate) fn again(case: &Case<'_>, notes: &mut Notes<'_>) -> Result<RemadeAnswer, NotedFailure> {
    if let Some(scene) = case.scene {
        let found = match scene {
            AnyScene::Planar(scene) => contacts_answer(scene),
            AnyScene::Spatial(scene) => contacts_answer(scene),
        };
        notes.note("contacts: of the scene", Ok(()));
        return Ok(RemadeAnswer::new(found.answered, found.rounded, Some(Vec::new())));
    }
    let answer = notes.claim("contacts", told(case.report))?;
    let rounded = notes.need("rounded", case.rounded())?;
    Ok(RemadeAnswer::new(Answered::Contacts(answer), rounded, None))
}

fn told(report: &Value) -> Result<ContactsAnswer, String> {
    let list = |key: &str| report[key].as_array().ok_or_else(|| format!("{key} is no list"));
    let exact = |key: &str, index: usize| &report["exact"][key][index];
    let contacts = list("contacts")?.iter().enumerate().map(|(index, told)| {
        contact(told, exact("contacts", index)).map_err(|why| format!("contacts.{index}: {why}"))
    });
    let contacts = contacts.collect::<Result<Vec<_>, _>>()?;
    super::distinct(contacts.iter().map(|contact| contact.id.as_str()))?;
    let patches = list("patches")?.iter().enumerate().map(|(index, told)| {
        let outline = &exact("patches", index)["outline"];
        Ok(ListedPatch {
            id: String::deserialize_from(&told["id"])?,
            contacts: Vec::deserialize_from(&told["contacts"])?,
            outline: Vec::deserialize_from(outline)?,
        })
    });
    Ok(ContactsAnswer { contacts, patches: patches.collect::<Result<_, String>>()?, unit: None })
}

fn contact(told: &Value, exact: &Value) -> Result<ListedContact, String> {
    let model = [ContactModel::Frictionless, ContactModel::Point, ContactModel::Soft]
        .into_iter()
        .find(|model| model_word(*model) == told["model"].as_str());
    let friction = &exact["friction"];
    let none = Map::new();
    let curvature = |key: &str| -> Result<Curvature, String> {
        match &exact["curvature"][key] {
            Value::String(word) if word == "inf" => Ok(Curvature::Vertex),
            value => Rational::deserialize_from(value).map(Curvature::Finite),
        }
    };
    Ok(ListedContact {
        id: String::deserialize_from(&told["id"])?,
        between: [
            String::deserialize_from(&told["on"])?.into(),
            String::deserialize_from(&told["against"])?.into(),
        ],
        point: Vec::deserialize_from(&exact["point"])?,
        directions: Arc::new(Directions {
            normal: Vec::deserialize_from(&exact["normal"])?,
            tangents: match exact.as_object().unwrap_or(&none).get("tangents") {
                Some(tangents) => Vec::deserialize_from(tangents)?,
                None => Vec::new(),
            },
        }),
        law: Arc::new(ListedLaw {
            friction: Friction {
                at_rest: Rational::deserialize_from(&friction["static"])?,
                sliding: Rational::deserialize_from(&friction["kinetic"])?,
            },
            model: model.ok_or("no such model")?,
            soft: Option::deserialize_from(&exact["soft"])?,
            limit: Option::deserialize_from(&exact["limit"])?,
            preload: Option::deserialize_from(&exact["preload"])?,
            spring: Option::deserialize_from(&exact["spring"])?,
            tolerance: tolerance_told(&exact["tolerance"])?,
        }),
        gap: Rational::deserialize_from(&exact["gap"])?,
        force: Option::deserialize_from(&exact["force"])?,
        curvature: match &exact["curvature"] {
            Value::Null => None,
            _ => Some([curvature("on")?, curvature("against")?]),
        },
    })
}
