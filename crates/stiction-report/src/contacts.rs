//! The contacts of a scene after detection and expansion, in the form of the scene file.

use crate::answer::Found;
use crate::report::Answered;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fmt::{self, Write};
use stiction::scene::{Contact, ContactModel, Curvature, Friction, Patch, Scene};
use stiction::shape::Geometry;
use stiction_proof::Rational;

/// The contacts, with the names of the bodies they join.
#[derive(Debug, Clone, PartialEq)]
pub struct ContactsAnswer {
    /// The contacts in the order of the scene.
    pub contacts: Vec<ListedContact>,
    /// Which of them stand for one line or area.
    pub patches: Vec<ListedPatch>,
}

/// A line, an arc or an area of contact.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedPatch {
    /// Unique name among patches.
    pub id: String,
    /// The ids of its contacts, in order.
    pub contacts: Vec<String>,
    /// Its ends, points or corners in order.
    pub outline: Vec<Vec<Rational>>,
}

/// A contact of the plane or of space, as it is written in a scene file.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedContact {
    /// Unique name.
    pub id: String,
    /// Name of the body the normal points into.
    pub on: String,
    /// Name of the other one.
    pub against: String,
    /// Where, in world coordinates.
    pub point: Vec<Rational>,
    /// Direction into `on`.
    pub normal: Vec<Rational>,
    /// Directions across the normal; none in the plane.
    pub tangents: Vec<Vec<Rational>>,
    /// Coulomb's coefficients.
    pub friction: Friction,
    /// Distance still to go.
    pub gap: Rational,
    /// Kinematic model.
    pub model: ContactModel,
    /// Torsional coefficient.
    pub soft: Option<Rational>,
    /// Largest normal force.
    pub limit: Option<Rational>,
    /// Force of a force-controlled contact.
    pub force: Option<Vec<Rational>>,
    /// Curvatures of `on` and of `against`.
    pub curvature: Option<[Curvature; 2]>,
}

impl ListedContact {
    fn new<S: Geometry>(contact: &Contact<S>, scene: &Scene<S>) -> Self {
        let name = |party| scene.party_name(party).to_owned();
        Self {
            id: contact.id.clone(),
            on: name(contact.on),
            against: name(contact.against),
            point: contact.point.as_ref().to_vec(),
            normal: contact.normal.as_ref().to_vec(),
            tangents: contact.tangents.iter().map(|tangent| tangent.as_ref().to_vec()).collect(),
            friction: contact.friction.clone(),
            gap: contact.gap.clone(),
            model: contact.model,
            soft: contact.soft.clone(),
            limit: contact.limit.clone(),
            force: contact.force.clone(),
            curvature: contact.curvature.clone(),
        }
    }

    /// The entries beside bodies, place and friction that differ from their defaults.
    fn extras<T>(&self, number: impl Fn(&Rational) -> T, write: Writers<T>) -> Vec<(&'static str, T)> {
        let mut extras = Vec::new();
        if !self.gap.is_zero() {
            extras.push(("gap", number(&self.gap)));
        }
        if let Some(word) = model_word(self.model) {
            extras.push(("model", (write.word)(word)));
        }
        extras.extend(self.soft.as_ref().map(|soft| ("soft", number(soft))));
        extras.extend(self.limit.as_ref().map(|limit| ("limit", number(limit))));
        extras.extend(self.force.as_ref().map(|force| ("force", (write.list)(force))));
        extras.extend(self.curvature.as_ref().map(|pair| ("curvature", (write.curvature)(pair))));
        extras
    }
}

/// How the values of the file are written: as JSON or as TOML.
struct Writers<T> {
    word: fn(&str) -> T,
    list: fn(&[Rational]) -> T,
    curvature: fn(&[Curvature; 2]) -> T,
}

fn model_word(model: ContactModel) -> Option<&'static str> {
    match model {
        ContactModel::Frictionless => None,
        ContactModel::Point => Some("point"),
        ContactModel::Soft => Some("soft"),
    }
}

pub(crate) fn contacts_answer<S: Geometry>(scene: &Scene<S>) -> Found {
    let contacts = scene.contacts.iter().map(|contact| ListedContact::new(contact, scene)).collect();
    let patch = |patch: &Patch<S>| ListedPatch {
        id: patch.id.clone(),
        contacts: patch.contacts.clone(),
        outline: patch.outline.iter().map(|corner| corner.as_ref().to_vec()).collect(),
    };
    let patches = scene.patches.iter().map(patch).collect();
    Found {
        answered: Answered::Contacts(ContactsAnswer { contacts, patches }),
        rounded: scene.rounded.clone(),
        warnings: Vec::new(),
    }
}

/// The contacts as entries of a scene file, numbers as doubles, and their exact values.
pub(crate) fn to_json(answer: &ContactsAnswer) -> Value {
    let entries: Vec<Value> = answer.contacts.iter().map(json_entry).collect();
    let exact: Vec<Value> = answer.contacts.iter().map(exactly).collect();
    let patches: Vec<Value> = answer.patches.iter().map(json_patch).collect();
    json!({ "contacts": entries, "patches": patches, "exact": { "contacts": exact } })
}

fn doubles(values: &[Rational]) -> Value {
    values.iter().map(|value| json!(value.to_f64())).collect()
}

fn json_entry(contact: &ListedContact) -> Value {
    let friction = &contact.friction;
    let mut entry = json!({
        "id": contact.id, "on": contact.on, "against": contact.against,
        "point": doubles(&contact.point), "normal": doubles(&contact.normal),
        "friction": if friction.at_rest == friction.sliding {
            json!(friction.at_rest.to_f64())
        } else {
            json!({ "static": friction.at_rest.to_f64(), "kinetic": friction.sliding.to_f64() })
        },
    });
    if !contact.tangents.is_empty() {
        entry["tangents"] = contact.tangents.iter().map(|tangent| doubles(tangent)).collect();
    }
    let curvature = |[on, against]: &[Curvature; 2]| {
        let one = |curvature: &Curvature| match curvature {
            Curvature::Finite(value) => json!(value.to_f64()),
            Curvature::Vertex => json!("inf"),
        };
        json!({ "on": one(on), "against": one(against) })
    };
    let writers = Writers { word: |word| json!(word), list: doubles, curvature };
    for (key, value) in contact.extras(|value| json!(value.to_f64()), writers) {
        entry[key] = value;
    }
    entry
}

fn json_patch(patch: &ListedPatch) -> Value {
    let outline: Vec<Value> = patch.outline.iter().map(|corner| doubles(corner)).collect();
    json!({ "id": patch.id, "contacts": patch.contacts, "outline": outline })
}

fn exactly(contact: &ListedContact) -> Value {
    let friction = json!({ "static": contact.friction.at_rest, "kinetic": contact.friction.sliding });
    let mut exact = json!({
        "point": contact.point, "normal": contact.normal, "friction": friction,
        "gap": contact.gap, "limit": contact.limit, "force": contact.force,
    });
    if !contact.tangents.is_empty() {
        exact["tangents"] = json!(contact.tangents);
    }
    exact
}

/// The contacts as TOML to be pasted into a scene, where they read back as themselves.
impl fmt::Display for ContactsAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut beginning: HashMap<&str, Vec<&ListedPatch>> = HashMap::new();
        for (first, patch) in self.patches.iter().filter_map(|patch| Some((patch.contacts.first()?, patch))) {
            beginning.entry(first).or_default().push(patch);
        }
        for contact in &self.contacts {
            for patch in beginning.get(contact.id.as_str()).into_iter().flatten() {
                writeln!(f, "{}", patch_line(patch))?;
            }
            writeln!(f, "{}", toml_entry(contact))?;
        }
        Ok(())
    }
}

/// A comment that says which contacts belong together, before the first of them.
fn patch_line(patch: &ListedPatch) -> String {
    let kind = match &patch.outline[..] {
        [_, _] => "line",
        [place, ..] if place.len() == 2 => "arc",
        _ => "area",
    };
    let ids: Vec<String> = patch.contacts.iter().map(|id| toml_text(id)).collect();
    format!("# {kind} {}: {}", toml_text(&patch.id), ids.join(", "))
}

fn toml_entry(contact: &ListedContact) -> String {
    let mut text = String::from("[[contacts]]\n");
    let mut line = |key: &str, value: String| {
        let _ = writeln!(text, "{key} = {value}");
    };
    line("id", toml_text(&contact.id));
    line("on", toml_text(&contact.on));
    line("against", toml_text(&contact.against));
    line("point", toml_list(&contact.point));
    line("normal", toml_list(&contact.normal));
    if !contact.tangents.is_empty() {
        let tangents: Vec<String> = contact.tangents.iter().map(|tangent| toml_list(tangent)).collect();
        line("tangents", format!("[{}]", tangents.join(", ")));
    }
    line("friction", toml_friction(&contact.friction));
    let writers = Writers { word: toml_text, list: toml_list, curvature: toml_curvature };
    for (key, value) in contact.extras(toml_number, writers) {
        line(key, value);
    }
    text
}

fn toml_friction(friction: &Friction) -> String {
    let (at_rest, sliding) = (toml_number(&friction.at_rest), toml_number(&friction.sliding));
    if friction.at_rest == friction.sliding {
        at_rest
    } else {
        format!("{{ static = {at_rest}, kinetic = {sliding} }}")
    }
}

fn toml_curvature([on, against]: &[Curvature; 2]) -> String {
    let one = |curvature: &Curvature| match curvature {
        Curvature::Finite(value) => toml_number(value),
        Curvature::Vertex => "\"inf\"".into(),
    };
    format!("{{ on = {}, against = {} }}", one(on), one(against))
}

/// A string; the escapes of JSON are those of TOML too.
fn toml_text(text: &str) -> String {
    json!(text).to_string()
}

/// A number that reads back as itself: an integer, or a fraction in a string.
fn toml_number(value: &Rational) -> String {
    let text = value.to_string();
    if text.contains('/') || text.len() > 15 { format!("{text:?}") } else { text }
}

fn toml_list(entries: &[Rational]) -> String {
    format!("[{}]", entries.iter().map(toml_number).collect::<Vec<_>>().join(", "))
}
