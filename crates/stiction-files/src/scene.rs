//! The file as a whole: version, dimension, gravity, bodies, contacts, detection.

use crate::files::Files;
use crate::findings::Findings;
use crate::keys::{ALONE, TOP};
use crate::node::{At, Kind, Node};
use crate::number::{known_keys, number, required, shown, text, vector, wrong_type};
use crate::read::Sources;
use crate::tolerance::Of;
use crate::world::World;
use crate::{
    body, contact, detect, hybrid, jam, load, meter_stick, overlap, peg, place, robot_section, tolerance,
};
use stiction::detect::Detectable;
use stiction::scene::{AnyScene, Party, Scene};
use stiction::screw::{Planar, Spatial};
use stiction_proof::Rational;

/// Reads a scene as far as it goes; it is good if nothing was noted as a fault.
pub(crate) fn read(root: &Node, sources: &Sources<'_>, found: &mut Findings<'_>) -> AnyScene {
    let at = At::root(root);
    match known_keys(&at, TOP, found) {
        None => AnyScene::Planar(Scene::new()),
        Some(()) if is_in_space(&at) => AnyScene::Spatial(read_in::<Spatial>(&at, sources, found)),
        Some(()) => AnyScene::Planar(read_in::<Planar>(&at, sources, found)),
    }
}

/// Whether the file says three dimensions; one that says nothing sensible is read as planar after that fault.
fn is_in_space(at: &At<'_>) -> bool {
    let three = |at: At<'_>| {
        matches!(&at.node.kind, Kind::Number(text) | Kind::Text(text)
        if Rational::parse_bounded(text) == Ok(Rational::from(3)))
    };
    at.get("dimension").is_some_and(three)
}

fn read_in<S: World + Detectable>(at: &At<'_>, sources: &Sources<'_>, found: &mut Findings<'_>) -> Scene<S> {
    let files = sources.files;
    let mut scene = Scene::new();
    scene.unit.clone_from(&found.unit);
    version(at, found);
    dimension(at, found);
    scene.title = at.get("title").and_then(|title| text(&title, found));
    if let Some(gravity) = at.get("gravity") {
        scene.gravity = vector(&gravity, S::POINT, found).unwrap_or_default();
    }
    bodies(at, files, &mut scene, found);
    let touched = robot_section::read_all(at, files, &mut scene, found);
    if let Some(contacts) = at.get("contacts") {
        let read = contact::read_all(&contacts, &scene, found);
        scene.contacts = read.contacts;
        scene.patches = read.patches;
        scene.rounded.extend(read.rounded);
    }
    if let Some(section) = at.get("detect") {
        detect::read(&section, sources.import.tolerance.as_ref(), &mut scene, found);
    } else if let (Some(bodies), false) = (at.get("bodies"), found.has_faults()) {
        overlap::warn(&bodies, &scene, found);
    }
    if let Some(loads) = at.get("loads") {
        load::read_all(&loads, &mut scene, found);
    }
    scene.jam = at.get("jam").and_then(|section| jam::read(&section, found));
    scene.peg = at.get("peg").and_then(|section| peg::read(&section, &mut scene.rounded, found));
    scene.meter_stick = at.get("meter_stick").and_then(|section| meter_stick::read(&section, found));
    if let Some(section) = at.get("hybrid") {
        scene.hybrid = hybrid::read(&section, touched, &scene, found);
    }
    if let Some(section) = at.get("place") {
        scene.place = place::read(&section, at.get("bodies").as_ref(), files, &scene, found);
    }
    scene.tolerance = at.get("tolerance").and_then(|section| tolerance::read(&section, Of::Scene, found));
    doubts(at, &scene, found);
    doubt_units(at, &scene, found);
    scene
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
    let help = "say in how many dimensions: dimension = 2 or dimension = 3";
    let Some(given) = required(at, "dimension", help, found) else { return };
    match number(&given, found) {
        Some(dimension) if dimension != Rational::from(2) && dimension != Rational::from(3) => {
            let message = format!("dimension {} is neither 2 nor 3", shown(&dimension));
            found.fault("dimension", &given, message, "write dimension = 2 or dimension = 3");
        }
        _ => {}
    }
}

fn bodies<S: World>(at: &At<'_>, files: &dyn Files, scene: &mut Scene<S>, found: &mut Findings<'_>) {
    let Some(bodies) = at.get("bodies") else {
        if ALONE.iter().all(|section| at.get(section).is_none()) {
            required(at, "bodies", "give at least one body: [bodies.part]", found);
        }
        return;
    };
    let Kind::Table(entries) = &bodies.node.kind else {
        return wrong_type(&bodies, "a table of bodies: [bodies.NAME]", found);
    };
    for entry in entries {
        let body = body::read(&bodies.entry(entry), &entry.key, files, &mut scene.rounded, found);
        scene.bodies.push(body);
    }
}

/// How many times as large as the places of its contacts a shape is where one of the two is probably in other units: a
/// thousand is.
const OTHER_UNIT: f64 = 300.0;

/// A shape whose contacts, listed by hand, all lie within a small part of it, or far around it: one of the two is in
/// millimetres.
fn doubt_units<S: World>(at: &At<'_>, scene: &Scene<S>, found: &mut Findings<'_>) {
    let Some(bodies) = at.get("bodies").filter(|_| !found.has_faults() && at.get("detect").is_none()) else {
        return;
    };
    for (index, body) in scene.bodies.iter().enumerate() {
        let size = body.shape.as_ref().map(|shape| S::size(&S::surface(shape)));
        let Some(size) = size.filter(|size| size.is_finite() && *size > 0.0) else { continue };
        let own = Party::Body(index);
        let points: Vec<Vec<f64>> = scene
            .contacts_of(own)
            .map(|(_, contact)| contact.point.as_ref().iter().map(Rational::to_f64).collect())
            .collect();
        let [first, rest @ ..] = &points[..] else { continue };
        let apart = |point: &Vec<f64>| -> f64 {
            point.iter().zip(first).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
        };
        let spread = rest.iter().map(apart).fold(0.0, f64::max);
        let ratio = size / spread;
        if spread == 0.0 || (1.0 / OTHER_UNIT..OTHER_UNIT).contains(&ratio) {
            continue;
        }
        let Some(written) = bodies.get(&body.name) else { continue };
        let (whole, places) = (found.shown_length(size), found.shown_length(spread));
        let message = format!(
            "the shape is {whole} from end to end, and its contacts lie within {places}: is one of them in other units?"
        );
        let help =
            if S::DIMENSION == 3 && written.get("shape").is_some_and(|shape| shape.get("mesh").is_some()) {
                "say the unit of the mesh: mesh = { file = \"…\", unit = \"mm\" }"
            } else {
                "write all lengths in one unit: unit = \"mm\" at the top, or \"12 mm\" in place of a number"
            };
        found.warn("units", &written, message, help);
    }
}

/// Shapes that nothing brings into contact.
fn doubts<S: World>(at: &At<'_>, scene: &Scene<S>, found: &mut Findings<'_>) {
    let says_contacts =
        at.get("contacts").is_some() || at.get("detect").is_some() || at.get("place").is_some();
    if let Some(bodies) = at.get("bodies").filter(|_| !says_contacts)
        && scene.bodies.iter().any(|body| body.shape.is_some())
    {
        let help = "add [detect] to find them, or list them as [[contacts]]";
        found.warn("no-contacts", &bodies, "the scene has shapes but no contacts", help);
    }
}
