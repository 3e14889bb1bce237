//! The section `[place]`: how many contacts are to be placed on which body, and where they may be.

use crate::files::Files;
use crate::findings::Findings;
use crate::keys::PLACE;
use crate::node::{At, Kind, Node};
use crate::number::{known_keys, list, not_negative, number, text, vector, word, wrong_type};
use crate::world::World;
use stiction::scene::{PlaceSection, Role, Scene};
use stiction_proof::Rational;
use stiction_proof::place::Aim;

/// The words for what is to be good.
const MEASURES: [(&str, Aim); 4] = [
    ("epsilon_l1", Aim::EpsilonL1),
    ("epsilon_linf", Aim::EpsilonLinf),
    ("least_friction", Aim::LeastFriction),
    ("margin", Aim::Margin),
];

/// Most contacts that are placed at once.
pub const MOST_PLACED: usize = 12;

/// Reads the section.
pub(crate) fn read<S: World>(
    at: &At<'_>,
    bodies: Option<&At<'_>>,
    files: &dyn Files,
    scene: &Scene<S>,
    found: &mut Findings<'_>,
) -> Option<PlaceSection<S>> {
    known_keys(at, PLACE, found)?;
    let on = body(at, scene, found)?;
    let contacts = match at.get("contacts") {
        None => Some(1),
        Some(given) => count(&given, found),
    };
    let mut section = PlaceSection::new(on, contacts?);
    let mut at_least_zero = |key: &str, into: &mut Rational| {
        if let Some(value) = at.get(key).and_then(|given| not_negative(&given, "place", found)) {
            *into = value;
        }
    };
    at_least_zero("friction", &mut section.friction);
    at_least_zero("inset", &mut section.inset);
    at_least_zero("spacing", &mut section.spacing);
    if let Some(measure) = at.get("measure").and_then(|given| word(&given, "measure", &MEASURES, found)) {
        section.measure = measure;
    }
    section.edges = edges(at, found);
    if let Some(shapes) = at.get("keep_out") {
        for shape in list(&shapes, "a list of shapes", found)? {
            section.keep_out.extend(S::read_shape(&shape, files, found));
        }
    }
    if let Some(given) = at.get("insertable") {
        match &given.node.kind {
            Kind::Flag(value) => section.insertable = *value,
            _ => wrong_type(&given, "true or false", found),
        }
    }
    if let Some(given) = at.get("holds") {
        for wrench in list(&given, "a list of wrenches", found)? {
            section.holds.extend(wrench_of::<S>(&wrench, found));
        }
    }
    let name = &scene.bodies.get(on)?.name;
    let shape = bodies.and_then(|bodies| value(bodies.node, name)).and_then(|body| value(body, "shape"));
    section.reversed = shape.map(reversed).unwrap_or_default();
    if let Some(scene_body) = scene.bodies.get(on)
        && scene_body.shape.is_none()
    {
        let message = format!("\"{name}\" has no shape");
        found.fault("no-shape", at, message, "give it one: contacts are placed on its outline");
    }
    Some(section)
}

fn wrench_of<S: World>(at: &At<'_>, found: &mut Findings<'_>) -> Option<Vec<Rational>> {
    let read: S::Screw = vector(at, S::WRENCH, found)?;
    Some(read.as_ref().to_vec())
}

/// The body that is named, or the only free one.
fn body<S: World>(at: &At<'_>, scene: &Scene<S>, found: &mut Findings<'_>) -> Option<usize> {
    let Some(given) = at.get("on") else {
        let free: Vec<usize> =
            (0..scene.bodies.len()).filter(|&index| scene.bodies[index].role == Role::Free).collect();
        if let [only] = free[..] {
            return Some(only);
        }
        let message = format!("{} bodies are free, and none is named", free.len());
        found.fault("missing-key", at, message, "say on which body: on = \"part\"");
        return None;
    };
    let name = text(&given, found)?;
    let place = scene.bodies.iter().position(|body| body.name == name);
    if place.is_none() {
        let names: Vec<&str> = scene.bodies.iter().map(|body| body.name.as_str()).take(8).collect();
        let help = format!("the bodies are {}", names.join(", "));
        found.fault("unknown-body", &given, format!("there is no body \"{name}\""), help);
    }
    place
}

fn whole(at: &At<'_>, found: &mut Findings<'_>) -> Option<usize> {
    let value = number(at, found)?;
    let read = value.to_string().parse().ok();
    if read.is_none() {
        found.fault("place", at, format!("{value} is no whole number from 0"), "write a whole number");
    }
    read
}

fn count(at: &At<'_>, found: &mut Findings<'_>) -> Option<usize> {
    let value = whole(at, found)?;
    if !(1..=MOST_PLACED).contains(&value) {
        let message = format!("{value} contacts are to be placed");
        found.fault("place", at, message, format!("ask for 1 to {MOST_PLACED} contacts"));
        return None;
    }
    Some(value)
}

/// `edges` in the plane, `faces` in space; either word is understood.
fn edges(at: &At<'_>, found: &mut Findings<'_>) -> Option<Vec<usize>> {
    let given = at.get("edges").or_else(|| at.get("faces"))?;
    let listed = list(&given, "a list of numbers, from 0", found)?;
    let edges: Vec<Option<usize>> = listed.map(|edge| whole(&edge, found)).collect();
    edges.into_iter().collect()
}

fn value<'a>(node: &'a Node, key: &str) -> Option<&'a Node> {
    let Kind::Table(entries) = &node.kind else { return None };
    entries.iter().find(|entry| entry.key == key).map(|entry| &entry.value)
}

fn values(node: Option<&Node>) -> &[Node] {
    match node.map(|node| &node.kind) {
        Some(Kind::List(nodes)) => nodes,
        _ => &[],
    }
}

/// A corner of a polygon, or the end of a step of a path.
fn corner(node: &Node) -> Option<[f64; 2]> {
    let node = value(node, "to").or_else(|| value(node, "at")).unwrap_or(node);
    let number = |node: &Node| match &node.kind {
        Kind::Number(text) | Kind::Text(text) => Rational::parse_bounded(text).ok().map(|x| x.to_f64()),
        _ => None,
    };
    let [x, y] = values(Some(node)) else { return None };
    Some([number(x)?, number(y)?])
}

/// Whether each ring of a polygon, or a path, is listed clockwise where it is walked counter-clockwise.
fn reversed(shape: &Node) -> Vec<bool> {
    let outer = value(shape, "polygon").or_else(|| value(shape, "path"));
    let holes = values(value(shape, "holes"));
    let area = |ring: &Node| -> f64 {
        let corners: Vec<[f64; 2]> = values(Some(ring)).iter().filter_map(corner).collect();
        let next = corners.iter().cycle().skip(1);
        corners.iter().zip(next).map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum()
    };
    let outer = outer.map(|ring| area(ring) < 0.0);
    outer.into_iter().chain(holes.iter().map(|hole| area(hole) > 0.0)).collect()
}
