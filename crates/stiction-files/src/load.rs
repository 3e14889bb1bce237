//! `[[loads]]`: forces and moments where they act.

use crate::body::optional;
use crate::findings::Findings;
use crate::keys::LOAD;
use crate::node::At;
use crate::number::{known_keys, list, name as word, number, required, text, vector};
use crate::world::World;
use stiction::scene::{Load, Scene};
use stiction_proof::Rational;

/// Adds the loads of a file to the wrenches of their bodies.
pub(crate) fn read_all<S: World>(at: &At<'_>, scene: &mut Scene<S>, found: &mut Findings<'_>) {
    let Some(entries) = list(at, "a list of loads: [[loads]]", found) else { return };
    for (index, entry) in entries.enumerate() {
        let Some(load) = read(&entry, index, scene, found) else { continue };
        if scene.loads.iter().any(|other| other.name == load.name) {
            let message = format!("there are two loads \"{}\"", load.name);
            found.fault("duplicate", &entry, message, "give each its own `name`");
            continue;
        }
        *scene = std::mem::take(scene).with_load(load);
    }
}

fn read<S: World>(at: &At<'_>, index: usize, scene: &Scene<S>, found: &mut Findings<'_>) -> Option<Load<S>> {
    known_keys(at, LOAD, found)?;
    let name = at.get("name").and_then(|name| text(&name, found)).unwrap_or_else(|| (index + 1).to_string());
    let given = required(at, "on", "say which body it acts on: on = \"part\"", found)?;
    let body = text(&given, found)?;
    let Some(on) = scene.bodies.iter().position(|one| one.name == body) else {
        let names: Vec<&str> = scene.bodies.iter().map(|one| one.name.as_str()).take(8).collect();
        let help = format!("the bodies are {}", names.join(", "));
        found.fault("unknown-body", &given, format!("there is no body \"{body}\""), help);
        return None;
    };
    let case = match at.get("case") {
        Some(case) => Some(word(&case, found)?),
        None => None,
    };
    let point = optional(at, "point", |v| vector(&v, S::POINT, found));
    let force = optional(at, "force", |v| vector(&v, S::POINT, found)).unwrap_or_default();
    let moment = match at.get("moment") {
        Some(moment) => read_moment::<S>(&moment, found)?,
        None => Vec::new(),
    };
    if at.get("force").is_none() && at.get("moment").is_none() {
        found.fault("missing", at, "a load without force and moment", "give `force`, `moment` or both");
        return None;
    }
    Some(Load { name, on, point, force, moment, case })
}

/// One number in the plane, three in space.
fn read_moment<S: World>(at: &At<'_>, found: &mut Findings<'_>) -> Option<Vec<Rational>> {
    if S::DIMENSION == 2 {
        return number(at, found).map(|moment| vec![moment]);
    }
    vector::<[Rational; 3]>(at, "[mx, my, mz]", found).map(Vec::from)
}
