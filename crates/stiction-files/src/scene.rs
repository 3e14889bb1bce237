//! The file as a whole: version, dimension, gravity, bodies, contacts.

use crate::findings::Findings;
use crate::keys::{NOT_READ, TOP};
use crate::node::{At, Kind, Node};
use crate::number::{known_keys, number, required, shown, text, vector, wrong_type};
use crate::{body, contact};
use stiction::scene::Scene;
use stiction::screw::Planar;
use stiction_proof::Rational;

/// Reads a scene as far as it goes; it is good if nothing was noted as a fault.
pub(crate) fn read(root: &Node, found: &mut Findings<'_>) -> Scene<Planar> {
    let at = At::root(root);
    let mut scene = Scene::new();
    if is_in_space(&at, found) || known_keys(&at, TOP, found).is_none() {
        return scene;
    }
    version(&at, found);
    dimension(&at, found);
    scene.title = at.get("title").and_then(|title| text(&title, found));
    if let Some(gravity) = at.get("gravity") {
        scene.gravity = vector(&gravity, "[gx, gy]", found).unwrap_or_default();
    }
    bodies(&at, &mut scene, found);
    if let Some(contacts) = at.get("contacts") {
        let read = contact::read_all(&contacts, &scene, found);
        scene.contacts = read.contacts;
        scene.rounded.extend(read.rounded);
    }
    sections(&at, &scene, found);
    scene
}

/// A scene in space has one fault, and nothing else about it is worth saying.
fn is_in_space(at: &At<'_>, found: &mut Findings<'_>) -> bool {
    let dimension = at.get("dimension");
    let three = |at: &&At<'_>| {
        matches!(&at.node.kind, Kind::Number(text) | Kind::Text(text)
        if Rational::parse_bounded(text) == Ok(Rational::from(3)))
    };
    let Some(dimension) = dimension.as_ref().filter(three) else { return false };
    let help = "this version reads scenes in the plane: dimension = 2";
    found.fault("dimension", dimension, "scenes in space are not read by this version", help);
    true
}

fn version(at: &At<'_>, found: &mut Findings<'_>) {
    let help = "begin the file with stiction = 1, the version of its format";
    let Some(given) = required(at, "stiction", help, found) else { return };
    match number(&given, found) {
        Some(version) if version != Rational::one() => {
            let message = format!("format version {} is not known", shown(&version));
            found.fault("version", &given, message, "this version reads format 1: stiction = 1");
        }
        _ => {}
    }
}

fn dimension(at: &At<'_>, found: &mut Findings<'_>) {
    let Some(given) = required(at, "dimension", "say in how many dimensions: dimension = 2", found) else {
        return;
    };
    match number(&given, found) {
        Some(dimension) if dimension != Rational::from(2) => {
            let message = format!("dimension {} is neither 2 nor 3", shown(&dimension));
            found.fault("dimension", &given, message, "write dimension = 2");
        }
        _ => {}
    }
}

fn bodies(at: &At<'_>, scene: &mut Scene<Planar>, found: &mut Findings<'_>) {
    let Some(bodies) = at.get("bodies") else {
        if NOT_READ.iter().all(|section| at.get(section).is_none()) {
            required(at, "bodies", "give at least one body: [bodies.part]", found);
        }
        return;
    };
    let Kind::Table(entries) = &bodies.node.kind else {
        return wrong_type(&bodies, "a table of bodies: [bodies.NAME]", found);
    };
    for entry in entries {
        let body = body::read(&bodies.entry(entry), &entry.key, &mut scene.rounded, found);
        scene.bodies.push(body);
    }
}

/// Sections that this version does not read, and shapes that nothing brings into contact.
fn sections(at: &At<'_>, scene: &Scene<Planar>, found: &mut Findings<'_>) {
    if let Some(detect) = at.get("detect") {
        let help = "list the contacts by hand as [[contacts]], each with on, point and friction";
        found.fault("detect", &detect, "contacts are not detected by this version", help);
    } else if let (Some(bodies), true) =
        (at.get("bodies"), scene.contacts.is_empty() && at.get("contacts").is_none())
        && scene.bodies.iter().any(|body| body.shape.is_some())
    {
        let help = "list them as [[contacts]], or find them with [detect] where that is read";
        found.warn("no-contacts", &bodies, "the scene has shapes but no contacts", help);
    }
    for section in NOT_READ.iter().filter_map(|section| at.get(section)) {
        found.warn(
            "not-read",
            &section,
            "this version does not read this section",
            "the rest of the scene is read",
        );
    }
}
