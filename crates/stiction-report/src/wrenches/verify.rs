//! The reports on wrenches, made again: proofs by their checkers, and everything that is shown from the
//! problem and the proofs.

use super::cone::{self, Choice, ConeAnswer, Consistency, JudgedWrench};
use super::insert::{self, Inquiry, InsertAnswer, SeatedWrench};
use super::stability::{self, Loads, StabilityAnswer, TouchedBodies};
use super::{NamedPart, held_warning, places};
use crate::report::{Answered, Options};
use crate::verify::{Case, NotedFailure, Notes, RemadeAnswer, why};
use serde_json::{Value, json};
use stiction::ask::insert::largest_friction;
use stiction::ask::lower::length;
use stiction::ask::wrenches::{PartAsked, own_load, part, rings};
use stiction::scene::{AnyScene, Rounding};
use stiction::shape::Piece;
use stiction_proof::Rational;
use stiction_proof::wrenches::{AnyPart, Part, Seatable};
use stiction_verify::insert::seating;
use stiction_verify::stability::stable;

fn read<T: serde::de::DeserializeOwned>(value: &Value, what: &str) -> Result<T, String> {
    serde_json::from_value(value.clone()).map_err(|error| format!("{what}: {error}"))
}

/// What is known of the scene.
struct Facts {
    body: String,
    part: AnyPart,
    outline: Vec<Vec<Piece>>,
    /// The scene's own load on the body; none without a scene.
    load: Option<Vec<Rational>>,
    held: Vec<String>,
    rounded: Vec<Rounding>,
}

/// The part of the scene, or without one that of the report, whose numbers must be those of a well-formed one.
fn facts(case: &Case<'_>, least: Option<&Rational>, notes: &mut Notes<'_>) -> Result<Facts, NotedFailure> {
    let (report, body) = (case.report, case.options.body.as_deref());
    let asked = PartAsked { least, model: case.options.cone };
    let facts = match case.scene {
        Some(AnyScene::Planar(scene)) => part(scene, body, asked).map_err(why).map(|lowered| {
            let body = &scene.bodies[lowered.body];
            let part = AnyPart::Planar(Box::new(lowered.part));
            Facts {
                body: body.name.clone(),
                outline: body.shape.as_ref().map(rings).unwrap_or_default(),
                load: Some(own_load(&part, &scene.gravity, &body.wrench)),
                part,
                held: lowered.held,
                rounded: lowered.rounded,
            }
        }),
        Some(AnyScene::Spatial(scene)) => part(scene, body, asked).map_err(why).map(|lowered| {
            let body = &scene.bodies[lowered.body];
            let part = AnyPart::Spatial(lowered.part);
            Facts {
                body: body.name.clone(),
                outline: Vec::new(),
                load: Some(own_load(&part, &scene.gravity, &body.wrench)),
                part,
                held: lowered.held,
                rounded: lowered.rounded,
            }
        }),
        None => told(case, least),
    };
    let path = if case.scene.is_some() { "problem: of the scene" } else { "problem" };
    let facts = notes.need(path, facts)?;
    if case.scene.is_some() {
        notes.of_scene("problem", &report["problem"], &json!(facts.part));
        notes.of_scene("body", &report["body"], &json!(facts.body));
    }
    Ok(facts)
}

fn told(case: &Case<'_>, least: Option<&Rational>) -> Result<Facts, String> {
    let report = case.report;
    let part: AnyPart = read(&report["problem"], "problem")?;
    part.rest().map_err(|refusal| refusal.to_string())?;
    crate::verify::distinct(part.ids().into_iter())?;
    if let AnyPart::Planar(part) = &part {
        let wanted = |normal: &[Rational; 2]| least.map(|least| least * &length(normal).value);
        if part.contacts.iter().any(|contact| contact.least != wanted(&contact.normal)) {
            return Err("the least acceleration is not the one that was asked for".to_owned());
        }
    }
    let outline = match case.at("exact.outline") {
        Value::Null => Vec::new(),
        outline => places::read_rings(outline)?,
    };
    Ok(Facts {
        body: read(&report["body"], "body")?,
        part,
        outline,
        load: None,
        held: Vec::new(),
        rounded: case.rounded()?,
    })
}

/// The wrenches that were asked about, each as the report judges it.
fn judged<'a>(case: &Case<'a>, wrenches: &[Vec<Rational>]) -> Vec<(Vec<Rational>, &'a Value)> {
    let entries = wrenches.iter().enumerate();
    entries.map(|(at, wrench)| (wrench.clone(), &case.report["wrenches"][at])).collect()
}

fn fit(wrenches: &[Vec<Rational>], part: &AnyPart) -> Result<(), String> {
    let fits = wrenches.iter().all(|wrench| wrench.len() == part.dimension());
    fits.then_some(()).ok_or_else(|| "a wrench has another number of entries".to_owned())
}

pub(crate) fn cone(case: &Case<'_>, notes: &mut Notes<'_>) -> Result<RemadeAnswer, NotedFailure> {
    let facts = facts(case, case.options.least.as_ref(), notes)?;
    let part = facts.part;
    notes.need("wrenches", fit(&case.options.wrenches, &part))?;
    let labels = |key: &str, text: &str| {
        cone::labels(&part, text).map_err(|misfits| format!("{key}: {}", why(misfits)))
    };
    let lists = |key: &str, texts: &[String]| -> Result<Vec<Vec<String>>, String> {
        texts.iter().map(|text| labels(key, text)).collect()
    };
    let options = &case.options;
    let mode = options.mode.as_deref().ok_or_else(|| "asked.mode is missing".to_owned());
    let mode = notes.need("mode", mode.and_then(|text| labels("mode", text)))?;
    let choice = Choice {
        only: notes.need("only", lists("only", &options.only))?,
        and: notes.need("and", lists("and", &options.and))?,
        not: notes.need("not", lists("not", &options.not))?,
    };
    let cases = notes.need("mode", part.cases(&mode).map_err(|refusal| refusal.to_string()))?;
    let mut wrenches = Vec::new();
    for (at, (wrench, shown)) in judged(case, &options.wrenches).into_iter().enumerate() {
        let outcome = read::<Consistency>(&shown["proof"], "proof").and_then(|proof| {
            proof.check(&part, &cases, &wrench).map(|()| proof).map_err(|refusal| refusal.to_string())
        });
        let proof = notes.claim(&format!("wrenches.{at}"), outcome)?;
        wrenches.push(JudgedWrench { wrench, proof });
    }
    let again = ConeAnswer::assemble(NamedPart { body: facts.body, part }, mode, wrenches, choice);
    let again = notes.claim("sets", again.map_err(|refusal| refusal.to_string()))?;
    let mut rounded = facts.rounded;
    if case.scene.is_some() {
        rounded.extend(cone::known_directions(&again));
    }
    let warnings = case.scene.map(|scene| {
        let mut warnings: Vec<String> = held_warning(&facts.held).into_iter().collect();
        if matches!(scene, AnyScene::Spatial(_)) {
            warnings.extend(cone::pyramid_warning(options.cone));
        }
        warnings
    });
    Ok(RemadeAnswer::new(Answered::Cone(Box::new(again)), rounded, warnings))
}

/// The outline of a planar part, and the finger that was asked about.
fn touched(part: &AnyPart, outline: Vec<Vec<Piece>>, options: &Options) -> TouchedBodies {
    match part {
        AnyPart::Planar(_) => TouchedBodies { outline, finger: options.insert.finger.clone() },
        AnyPart::Spatial(_) => TouchedBodies::default(),
    }
}

pub(crate) fn stability(case: &Case<'_>, notes: &mut Notes<'_>) -> Result<RemadeAnswer, NotedFailure> {
    let facts = facts(case, None, notes)?;
    let (part, options) = (facts.part, &case.options);
    let own = options.wrenches.is_empty();
    let asked = match (own, facts.load) {
        (false, _) => options.wrenches.clone(),
        (true, Some(load)) => vec![load],
        (true, None) => {
            let told = read::<Vec<Vec<Rational>>>(case.at("exact.wrenches"), "exact.wrenches");
            notes.need(
                "wrenches",
                told.and_then(|list| match list.len() {
                    1 => Ok(list),
                    _ => Err("there is one load of its own".to_owned()),
                }),
            )?
        }
    };
    notes.need("wrenches", fit(&asked, &part))?;
    let mut wrenches = Vec::new();
    for (at, (wrench, shown)) in judged(case, &asked).into_iter().enumerate() {
        let outcome = stable(&part, wrench, shown);
        wrenches.push(notes.claim(&format!("wrenches.{at}"), outcome)?);
    }
    let touched = touched(&part, facts.outline, options);
    let again =
        StabilityAnswer::assemble(NamedPart { body: facts.body, part }, Loads { wrenches, own }, touched);
    let again = notes.claim("sets", again.map_err(|refusal| refusal.to_string()))?;
    let warnings = case.scene.map(|scene| {
        let mut warnings: Vec<String> = held_warning(&facts.held).into_iter().collect();
        if matches!(scene, AnyScene::Spatial(_)) {
            warnings.extend(stability::pyramid_warning(options.cone));
        }
        warnings
    });
    Ok(RemadeAnswer::new(Answered::Stability(Box::new(again)), facts.rounded, warnings))
}

pub(crate) fn insert(case: &Case<'_>, notes: &mut Notes<'_>) -> Result<RemadeAnswer, NotedFailure> {
    let facts = facts(case, None, notes)?;
    let (part, options) = (facts.part, &case.options);
    notes.need("wrenches", fit(&options.wrenches, &part))?;
    notes.need("problem", part.is_seatable().map_err(|refusal| refusal.to_string()))?;
    let mut wrenches = Vec::new();
    for (at, (wrench, shown)) in judged(case, &options.wrenches).into_iter().enumerate() {
        let outcome = seating(&part, options.insert.plan, &wrench, shown);
        let proof = notes.claim(&format!("wrenches.{at}"), outcome)?;
        wrenches.push(SeatedWrench { wrench, proof });
    }
    // A threshold is found again: it rests on sets that are empty, which no short proof shows.
    let friction = match (&part, options.insert.largest_friction) {
        (AnyPart::Planar(part), true) => {
            let found = largest_friction(part, options.insert.plan).map_err(|fault| format!("{fault:?}"));
            Some(notes.need("largest_friction", found)?)
        }
        (AnyPart::Spatial(_), true) => {
            return notes.need("largest_friction", Err("it is found for planar parts".to_owned()));
        }
        _ => None,
    };
    let asked = Inquiry { plan: options.insert.plan, touched: touched(&part, facts.outline, options) };
    let of = NamedPart { body: facts.body, part };
    let again = InsertAnswer::assemble(asked, of, wrenches, friction);
    let again = notes.claim("sets", again.map_err(|fault| fault.to_string()))?;
    let warnings = case.scene.map(|scene| {
        let mut warnings = insert::warnings(&facts.held);
        if matches!(scene, AnyScene::Spatial(_)) {
            warnings.extend(cone::pyramid_warning(options.cone));
        }
        warnings
    });
    Ok(RemadeAnswer::new(Answered::Insert(Box::new(again)), facts.rounded, warnings))
}
