//! `[[contacts]]`: where bodies touch, in which direction, with how much friction.

use crate::findings::{Findings, nearest_word, shortened};
use crate::keys::{CONTACT, CURVATURE, FRICTION};
use crate::node::{At, Kind};
use crate::number::{
    is_not_finite, known_keys, list, name, not_negative, number, required, shown, vector, word,
};
use crate::placement::{Stage, Surroundings};
use std::collections::HashSet;
use stiction::scene::{Contact, ContactModel, Curvature, Friction, GROUND, Party, Rounding, Scene};
use stiction::screw::Planar;
use stiction::shape::Point;
use stiction_proof::Rational;

const MODELS: [(&str, ContactModel); 3] = [
    ("frictionless", ContactModel::Frictionless),
    ("point", ContactModel::Point),
    ("soft", ContactModel::Soft),
];

/// A coefficient beyond which an angle in degrees was probably meant.
const STEEP: i64 = 10;

/// What the contacts of a file become.
pub(crate) struct Contacts {
    pub contacts: Vec<Contact<Planar>>,
    pub rounded: Vec<Rounding>,
    ids: HashSet<String>,
}

/// Reads all contacts of a scene whose bodies are known.
pub(crate) fn read_all(at: &At<'_>, scene: &Scene<Planar>, found: &mut Findings<'_>) -> Contacts {
    let stage = Stage::new(scene);
    let mut contacts = Contacts { contacts: Vec::new(), rounded: Vec::new(), ids: HashSet::new() };
    for (index, element) in
        list(at, "a list of contacts: [[contacts]]", found).into_iter().flatten().enumerate()
    {
        read(&element, index, &stage, &mut contacts, found);
    }
    contacts
}

/// Reads one entry, which is several contacts if it has `points`.
fn read(at: &At<'_>, index: usize, stage: &Stage<'_>, read: &mut Contacts, found: &mut Findings<'_>) {
    if known_keys(at, CONTACT, found).is_none() {
        return;
    }
    let id = match at.get("id") {
        None => Some((index + 1).to_string()),
        Some(id) => name(&id, found),
    };
    let parties = parties(at, stage, found);
    let points = points(at, found);
    let common = common(at, parties, found);
    let surroundings = Surroundings::new(stage, parties, &common.gap, index);
    let normals = surroundings.normals(at, points.as_deref(), found);
    let ids = expanded_ids(at, id, points.as_ref().map_or(0, Vec::len));
    for id in ids.iter().filter(|id| !read.ids.insert(id.to_string())) {
        let help = "give each contact its own id; without one it is called by its position";
        found.fault("duplicate-id", at, format!("the id \"{}\" is taken", shortened(id)), help);
    }
    let (Some(points), Some(normals)) = (points, normals) else { return };
    for (id, (point, normal)) in ids.into_iter().zip(points.into_iter().zip(normals)) {
        let mut contact = Contact { id, point, normal, ..common.clone() };
        if at.get("curvature").is_none() && at.get("vertex").is_none() {
            contact.curvature = surroundings.curvature(&contact, &mut read.rounded);
        }
        read.contacts.push(contact);
    }
    if at.get("normal").is_none() {
        read.rounded.extend(surroundings.rounded_normal());
    }
}

/// The id of each point: `id` itself, or `id.1`, `id.2`, … for the points of a line contact.
fn expanded_ids(at: &At<'_>, id: Option<String>, count: usize) -> Vec<String> {
    let Some(id) = id else { return Vec::new() };
    match at.get("points") {
        None => vec![id],
        Some(_) => (1..=count).map(|k| format!("{id}.{k}")).collect(),
    }
}

/// Who touches whom: two different bodies, at least one of them free.
fn parties(at: &At<'_>, stage: &Stage<'_>, found: &mut Findings<'_>) -> Option<(Party, Party)> {
    let on = required(at, "on", "name the body the normal points into: on = \"part\"", found)
        .and_then(|on| party(&on, stage, found));
    let against = match at.get("against") {
        None => Some(Party::Ground),
        Some(against) => party(&against, stage, found),
    };
    let (on, against) = (on?, against?);
    let scene = stage.scene;
    if on == against {
        let message = format!("\"{}\" touches itself", shortened(scene.party_name(on)));
        found.fault("self-contact", at, message, "`on` and `against` are two different bodies");
        return None;
    }
    if !scene.is_free(on) && !scene.is_free(against) {
        let message = format!(
            "neither \"{}\" nor \"{}\" is free",
            shortened(scene.party_name(on)),
            shortened(scene.party_name(against))
        );
        found.warn(
            "no-free-body",
            at,
            message,
            "such a contact decides nothing: leave it out, or free a body",
        );
    }
    Some((on, against))
}

fn party(at: &At<'_>, stage: &Stage<'_>, found: &mut Findings<'_>) -> Option<Party> {
    let wanted = name(at, found)?;
    let party = stage.party(&wanted);
    if party.is_none() {
        let names = stage
            .scene
            .bodies
            .iter()
            .map(|body| body.name.as_str())
            .chain([GROUND])
            .filter(|_| !found.only_counts());
        let nearest = nearest_word(&wanted, names).unwrap_or(GROUND);
        let message = format!("there is no body \"{}\"", shortened(&wanted));
        let help =
            format!("the nearest name is \"{}\"; bodies are written as [bodies.NAME]", shortened(nearest));
        found.fault("unknown-body", at, message, help);
    }
    party
}

/// The point, or the points of a line contact.
fn points(at: &At<'_>, found: &mut Findings<'_>) -> Option<Vec<Point>> {
    match (at.get("point"), at.get("points")) {
        (Some(point), None) => vector(&point, "[x, y]", found).map(|point| vec![point]),
        (None, Some(points)) => line_points(&points, found),
        (Some(_), Some(points)) => {
            found.fault("conflict", &points, "given together with `point`", "keep one of the two");
            None
        }
        (None, None) => {
            required(at, "point", "say where the bodies touch: point = [x, y]", found);
            None
        }
    }
}

fn line_points(at: &At<'_>, found: &mut Findings<'_>) -> Option<Vec<Point>> {
    let points: Vec<_> =
        list(at, "a list of points", found)?.map(|point| vector(&point, "[x, y]", found)).collect();
    if points.len() < 2 {
        let message = format!("a line contact with {} point(s)", points.len());
        found.fault(
            "length",
            at,
            message,
            "give both ends: points = [[x, y], [x, y]]; a single one is `point`",
        );
        return None;
    }
    points.into_iter().collect()
}

/// Everything that the points of one entry share.
fn common(at: &At<'_>, parties: Option<(Party, Party)>, found: &mut Findings<'_>) -> Contact<Planar> {
    let zero = Point::default;
    let (on, against) = parties.unwrap_or((Party::Ground, Party::Ground));
    let mut contact = Contact::planar(on, zero(), zero()).with_against(against);
    if let Some(given) = at.get("friction") {
        contact.friction = friction(&given, found).unwrap_or_default();
    }
    if let Some(gap) = at.get("gap") {
        contact.gap = not_negative(&gap, "gap", found).unwrap_or_default();
    }
    if let Some(model) = at.get("model") {
        contact.model = word(&model, "model", &MODELS, found).unwrap_or_default();
    }
    contact.soft = at.get("soft").and_then(|soft| not_negative(&soft, "soft", found));
    contact.limit = at.get("limit").and_then(|limit| not_negative(&limit, "limit", found));
    contact.force = at.get("force").and_then(|force| read_force(&force, &contact, found));
    contact.curvature = curvature(at, found);
    if let Some(tangents) = at.get("tangents") {
        let help = "in the plane the tangent is the normal turned left; leave it out";
        found.warn("not-read", &tangents, "tangents belong to contacts in space", help);
    }
    contact
}

fn friction(at: &At<'_>, found: &mut Findings<'_>) -> Option<Friction> {
    if !matches!(at.node.kind, Kind::Table(_)) {
        return coefficient(at, found).map(Friction::new);
    }
    known_keys(at, FRICTION, found)?;
    let mut read = |key: &str| {
        let value = required(at, key, "give both: { static = 0.3, kinetic = 0.2 }", found)?;
        coefficient(&value, found)
    };
    let (at_rest, sliding) = (read("static"), read("kinetic"));
    let (at_rest, sliding) = (at_rest?, sliding?);
    if sliding > at_rest {
        let message = format!("kinetic {} is greater than static {}", shown(&sliding), shown(&at_rest));
        found.fault("friction-order", at, message, "sliding friction is at most static friction");
        return None;
    }
    Some(Friction { at_rest, sliding })
}

fn coefficient(at: &At<'_>, found: &mut Findings<'_>) -> Option<Rational> {
    let value = not_negative(at, "friction", found)?;
    if value > Rational::from(STEEP) {
        let tangent = value.to_f64().to_radians().tan();
        let help =
            format!("give the tangent of the friction angle: for {} degrees {tangent:.4}", shown(&value));
        found.warn("steep-friction", at, format!("{} looks like an angle in degrees", shown(&value)), help);
    }
    Some(value)
}

/// A force of a force-controlled contact lies in its own cone.
fn read_force(at: &At<'_>, contact: &Contact<Planar>, found: &mut Findings<'_>) -> Option<Vec<Rational>> {
    let [normal, tangential] = vector::<2>(at, "[fn, ft]", found)?;
    let most = &contact.friction.at_rest * &normal;
    let (message, help) = if normal.is_negative() {
        (format!("the normal force {} pulls", shown(&normal)), "contacts only push: fn is at least zero")
    } else if tangential.abs() > most {
        let (ft, most) = (shown(&tangential.abs()), shown(&most));
        (
            format!("the tangential force {ft} is greater than friction × normal force, {most}"),
            "keep |ft| <= mu·fn",
        )
    } else if contact.limit.as_ref().is_some_and(|limit| normal > *limit) {
        (format!("the normal force {} is beyond the contact's limit", shown(&normal)), "keep fn <= limit")
    } else if contact.gap.is_positive() && !normal.is_zero() {
        (
            "a force across a gap".into(),
            "contacts that do not touch carry no force: leave out the gap or the force",
        )
    } else {
        return Some(vec![normal, tangential]);
    };
    found.fault("force", at, message, help);
    None
}

fn curvature(at: &At<'_>, found: &mut Findings<'_>) -> Option<[Curvature; 2]> {
    let flat = || Curvature::Finite(Rational::zero());
    match (at.get("curvature"), at.get("vertex")) {
        (None, None) => None,
        (Some(_), Some(vertex)) => {
            found.fault("conflict", &vertex, "given together with `curvature`", "keep one of the two");
            None
        }
        (None, Some(vertex)) => {
            let words = [("on", [Curvature::Vertex, flat()]), ("against", [flat(), Curvature::Vertex])];
            word(&vertex, "vertex", &words, found)
        }
        (Some(given), None) => read_curvatures(&given, found),
    }
}

fn read_curvatures(at: &At<'_>, found: &mut Findings<'_>) -> Option<[Curvature; 2]> {
    known_keys(at, CURVATURE, found)?;
    let mut read = |key: &str| {
        let value =
            required(at, key, "give both: { on = k, against = k }, 0 for flat, \"inf\" for a vertex", found)?;
        one_curvature(&value, found)
    };
    let (on, against) = (read("on"), read("against"));
    let pair = [on?, against?];
    let message = match &pair {
        [Curvature::Vertex, Curvature::Vertex] => "a vertex against a vertex".into(),
        [Curvature::Finite(k), Curvature::Finite(l)] if !(k + l).is_positive() => {
            format!("the curvatures add up to {}", shown(&(k + l)))
        }
        _ => return Some(pair),
    };
    let help =
        "surfaces that touch in a point have curvatures with a positive sum, at most one of them infinite";
    found.fault("curvature", at, message, help);
    None
}

/// A number, or `"inf"` for a vertex.
fn one_curvature(at: &At<'_>, found: &mut Findings<'_>) -> Option<Curvature> {
    match &at.node.kind {
        Kind::Text(text) | Kind::Number(text)
            if is_not_finite(text) && text.trim().trim_start_matches('+') == "inf" =>
        {
            Some(Curvature::Vertex)
        }
        _ => number(at, found).map(Curvature::Finite),
    }
}
