//! `[[contacts]]`: where bodies touch, in which direction, with how much friction.

use crate::findings::{Findings, near_word, shortened};
use crate::friction;
use crate::keys::CONTACT;
use crate::node::{At, Kind};
use crate::number::{known_keys, list, name, not_negative, number, positive, required, shown, vector, word};
use crate::placement::{Stage, Surroundings};
use crate::tolerance::{self, Of};
use crate::world::{Reproof, World};
use std::collections::HashSet;
use stiction::scene::{Contact, ContactModel, GROUND, Party, Patch, Rounding, Scene};
use stiction_proof::Rational;

const MODELS: [(&str, ContactModel); 3] = [
    ("frictionless", ContactModel::Frictionless),
    ("point", ContactModel::Point),
    ("soft", ContactModel::Soft),
];

/// So many names are listed where none is like the one that was written.
const FEW: usize = 4;

/// What the contacts of a file become.
pub(crate) struct Contacts<S: World> {
    pub contacts: Vec<Contact<S>>,
    pub patches: Vec<Patch<S::Vector>>,
    pub rounded: Vec<Rounding>,
    ids: HashSet<String>,
}

/// Reads all contacts of a scene whose bodies are known.
pub(crate) fn read_all<S: World>(at: &At<'_>, scene: &Scene<S>, found: &mut Findings<'_>) -> Contacts<S> {
    let stage = Stage::new(scene);
    let mut contacts =
        Contacts { contacts: Vec::new(), patches: Vec::new(), rounded: Vec::new(), ids: HashSet::new() };
    for (index, element) in
        list(at, "a list of contacts: [[contacts]]", found).into_iter().flatten().enumerate()
    {
        read(&element, index, &stage, &mut contacts, found);
    }
    contacts
}

/// Reads one entry, which is several contacts if it has `points`.
fn read<S: World>(
    at: &At<'_>,
    index: usize,
    stage: &Stage<'_, S>,
    read: &mut Contacts<S>,
    found: &mut Findings<'_>,
) {
    if known_keys(at, CONTACT, found).is_none() {
        return;
    }
    let id = match at.get("id") {
        None => Some((index + 1).to_string()),
        Some(id) => name(&id, found),
    };
    let parties = parties(at, stage, found);
    let tool = at_tool(at, stage.scene, found);
    if tool.is_some() {
        let path = format!("contacts[{index}].point");
        read.rounded.push(Rounding { path, why: "where the robot's tool is, in doubles".to_owned() });
    }
    let points = tool.map(|point| vec![point]).or_else(|| points::<S>(at, found));
    let common = common(at, parties, found);
    let surroundings = Surroundings::new(stage, parties, &common.gap, index);
    let points = points.map(|points| surroundings.snapped(at, points, found));
    let normals = surroundings.normals(at, points.as_deref(), found);
    let ids = expanded_ids(at, id.clone(), points.as_ref().map_or(0, Vec::len));
    for id in ids.iter().filter(|id| !read.ids.insert(id.to_string())) {
        let help = "give each contact its own id; without one it is called by its position";
        found.fault("duplicate-id", at, format!("the id \"{}\" is taken", shortened(id)), help);
    }
    let (Some(points), Some(normals)) = (points, normals) else { return };
    if let Some(id) = id.filter(|_| at.get("points").is_some()) {
        read.patches.push(Patch { id, contacts: ids.clone(), outline: points.clone() });
    }
    let mut shared: SharedTangents<'_, S> = SharedTangents { at: at.get("tangents"), last: None };
    for (id, (point, normal)) in ids.into_iter().zip(points.into_iter().zip(normals)) {
        let tangents = shared.of(&normal, found);
        let mut contact = Contact { id, point, normal, tangents, ..common.clone() };
        if at.get("curvature").is_none() && at.get("vertex").is_none() {
            contact.curvature = surroundings.curvature(&contact, &mut read.rounded);
        }
        read.contacts.push(contact);
    }
    if at.get("normal").is_none() {
        read.rounded.extend(surroundings.rounded_normal());
    }
}

/// The tangents of the points of one entry, read once for each normal so that their faults are said once.
struct SharedTangents<'a, S: World> {
    at: Option<At<'a>>,
    last: Option<(S::Vector, Vec<S::Vector>)>,
}

impl<S: World> SharedTangents<'_, S> {
    fn of(&mut self, normal: &S::Vector, found: &mut Findings<'_>) -> Vec<S::Vector> {
        let known = self.last.take().filter(|(last, _)| last == normal);
        let (_, tangents) = self
            .last
            .insert(known.unwrap_or_else(|| (normal.clone(), S::tangents(self.at.as_ref(), normal, found))));
        tangents.clone()
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
fn parties<S: World>(at: &At<'_>, stage: &Stage<'_, S>, found: &mut Findings<'_>) -> Option<(Party, Party)> {
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

pub(crate) fn party<S: World>(at: &At<'_>, stage: &Stage<'_, S>, found: &mut Findings<'_>) -> Option<Party> {
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
        let names: Vec<&str> = names.collect();
        let message = format!("there is no body \"{}\"", shortened(&wanted));
        let help = match near_word(&wanted, names.iter().copied()) {
            Some(near) => {
                format!("the nearest name is \"{}\"; bodies are written as [bodies.NAME]", shortened(near))
            }
            None if names.len() > FEW => "bodies are written as [bodies.NAME]".to_owned(),
            None => {
                let names: Vec<String> =
                    names.iter().map(|name| format!("\"{}\"", shortened(name))).collect();
                format!("the bodies here are {}; they are written as [bodies.NAME]", names.join(" and "))
            }
        };
        found.fault("unknown-body", at, message, help);
    }
    party
}

/// The place of the robot's tool, where that is meant: `point = "tool"`, or a contact on the robot without a point.
fn at_tool<S: World>(at: &At<'_>, scene: &Scene<S>, found: &mut Findings<'_>) -> Option<S::Vector> {
    let is_word = |at: &At<'_>, word: &str| matches!(&at.node.kind, Kind::Text(text) if text == word);
    let on_robot = ["on", "against"]
        .iter()
        .any(|key| at.get(key).is_some_and(|party| is_word(&party, stiction::scene::ROBOT)));
    let given = at.get("point");
    let meant = match &given {
        Some(point) => is_word(point, "tool"),
        None => on_robot && at.get("points").is_none(),
    };
    let place = S::tool(scene).filter(|_| meant && on_robot);
    if let (Some(point), None, true) = (&given, &place, meant) {
        let help = "give the point, or name the robot as `on` or `against`, in a state `q` that fits it";
        found.fault("point", point, "there is no tool of a robot here", help);
    }
    place
}

/// The point, or the points of a line contact.
fn points<S: World>(at: &At<'_>, found: &mut Findings<'_>) -> Option<Vec<S::Vector>> {
    match (at.get("point"), at.get("points")) {
        (Some(point), None) => vector(&point, S::POINT, found).map(|point| vec![point]),
        (None, Some(points)) => patch::<S>(&points, found),
        (Some(_), Some(points)) => {
            found.fault("conflict", &points, "given together with `point`", "keep one of the two");
            None
        }
        (None, None) => {
            required(at, "point", &format!("say where the bodies touch: point = {}", S::POINT), found);
            None
        }
    }
}

/// The ends of a line contact, or the corners of a patch.
fn patch<S: World>(at: &At<'_>, found: &mut Findings<'_>) -> Option<Vec<S::Vector>> {
    let points: Vec<_> =
        list(at, "a list of points", found)?.map(|point| vector(&point, S::POINT, found)).collect();
    if points.len() < 2 {
        let message =
            format!("a line contact with {} point{}", points.len(), if points.len() == 1 { "" } else { "s" });
        let help = format!("give both ends: points = [{0}, {0}]; a single one is `point`", S::POINT);
        found.fault("length", at, message, help);
        return None;
    }
    let points: Vec<S::Vector> = points.into_iter().collect::<Option<_>>()?;
    S::check_patch(at, &points, found)?;
    Some(points)
}

/// Everything that the points of one entry share.
fn common<S: World>(at: &At<'_>, parties: Option<(Party, Party)>, found: &mut Findings<'_>) -> Contact<S> {
    let (on, against) = parties.unwrap_or((Party::Ground, Party::Ground));
    let mut contact = bare(on, against);
    if let Some(given) = at.get("friction") {
        contact.friction = friction::read(&given, found).unwrap_or_default();
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
    contact.preload = at.get("preload").and_then(|preload| read_preload(&preload, &contact, found));
    read_spring(at, &mut contact, found);
    S::read_special(at, &mut contact, found);
    contact.tolerance = at.get("tolerance").and_then(|own| tolerance::read(&own, Of::Contact, found));
    contact
}

/// A touching, frictionless contact, its place still to be said.
fn bare<S: World>(on: Party, against: Party) -> Contact<S> {
    Contact { against, ..Contact::new(on, S::Vector::default(), S::Vector::default()) }
}

/// A preload pushes, is not beyond the limit, and is not given twice.
fn read_preload<S: World>(at: &At<'_>, contact: &Contact<S>, found: &mut Findings<'_>) -> Option<Rational> {
    let preload = not_negative(at, "preload", found)?;
    let reproof: Reproof = if contact.force.is_some() {
        ("a preload beside a given force".into(), "give one: `force` is all of it, `preload` its normal part")
    } else if contact.limit.as_ref().is_some_and(|limit| preload > *limit) {
        (format!("the preload {} is beyond the contact's limit", shown(&preload)), "keep preload <= limit")
    } else if contact.gap.is_positive() && !preload.is_zero() {
        let help = "contacts that do not touch carry no force: leave out the gap or the preload";
        ("a preload across a gap".into(), help)
    } else {
        return Some(preload);
    };
    found.fault("preload", at, reproof.0, reproof.1);
    None
}

/// A spring is behind a preload, and pushes where it is.
fn read_spring<S: World>(at: &At<'_>, contact: &mut Contact<S>, found: &mut Findings<'_>) {
    let given = at.get("stiffness");
    contact.stiffness = given.as_ref().and_then(|stiffness| positive(stiffness, "stiffness", found));
    if let Some(stiffness) = given.filter(|_| at.get("preload").is_none()) {
        let help = "say with what it pushes where it is drawn: `preload = 0` if it only touches";
        found.fault("stiffness", &stiffness, "a spring without a preload", help);
    }
    let Some(approach) = at.get("approach") else { return };
    contact.approach = number(&approach, found).unwrap_or_default();
    if at.get("stiffness").is_none() {
        let help = "give `stiffness`, N/m, or leave `approach` out";
        found.fault("stiffness", &approach, "an approach to no spring", help);
    } else if let Some(pushed) = contact.pushed().filter(Rational::is_negative) {
        let message = format!("there the spring would pull with {} N", shown(&-pushed));
        found.fault("stiffness", &approach, message, "keep preload + stiffness * approach at least zero");
    }
}

/// A force of a force-controlled contact pushes, lies in its own cone, and is not beyond its limit.
fn read_force<S: World>(
    at: &At<'_>,
    contact: &Contact<S>,
    found: &mut Findings<'_>,
) -> Option<Vec<Rational>> {
    let (force, outside) = S::read_force(at, contact, found)?;
    let normal = force.first()?;
    let reproof: Option<Reproof> = if normal.is_negative() {
        let message = format!("the normal force {} pulls", shown(normal));
        Some((message, "contacts only push: fn is at least zero"))
    } else if outside.is_some() {
        outside
    } else if contact.limit.as_ref().is_some_and(|limit| normal > limit) {
        let message = format!("the normal force {} is beyond the contact's limit", shown(normal));
        Some((message, "keep fn <= limit"))
    } else if contact.gap.is_positive() && !normal.is_zero() {
        let help = "contacts that do not touch carry no force: leave out the gap or the force";
        Some(("a force across a gap".into(), help))
    } else {
        return Some(force);
    };
    if let Some((message, help)) = reproof {
        found.fault("force", at, message, help);
    }
    None
}
