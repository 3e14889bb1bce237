//! The contacts of a scene after detection and expansion, in the form of the scene file.

use crate::answer::AnswerWithNotes;
use crate::report::Answered;
use serde::ser::{SerializeMap, Serializer};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fmt::{self, Write};
use std::sync::Arc;
use stiction::scene::{
    Contact, ContactModel, Curvature, Friction, LengthUnit, Party, Patch, Scene, Spread, ToleranceSection,
    push_quoted,
};
use stiction::shape::Geometry;
use stiction_proof::{NonZero, Rational};

/// The contacts, with the names of the bodies they join.
#[derive(Debug, Clone, PartialEq)]
pub struct ContactsAnswer {
    /// The contacts in the order of the scene.
    pub contacts: Vec<ListedContact>,
    /// Which of them stand for one line or area.
    pub patches: Vec<ListedPatch>,
    /// What the file counts its lengths in: the text is to be pasted into it.
    pub unit: Option<LengthUnit>,
}

/// A line, an arc or an area of contact, of the plane or of space.
pub type ListedPatch = Patch<Vec<Rational>>;

/// A contact of the plane or of space, as it is written in a scene file.  What the points of a patch have in
/// common they share.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedContact {
    /// Unique name.
    pub id: String,
    /// Names of the body the normal points into, and of the other one.
    pub between: [Arc<str>; 2],
    /// Where, in world coordinates.
    pub point: Vec<Rational>,
    /// Its directions.
    pub directions: Arc<Directions>,
    /// What it may push with.
    pub law: Arc<ListedLaw>,
    /// Distance still to go.
    pub gap: Rational,
    /// Force of a force-controlled contact.
    pub force: Option<Vec<Rational>>,
    /// Curvatures of `on` and of `against`.
    pub curvature: Option<[Curvature; 2]>,
}

/// The directions at a contact.
#[derive(Debug, Clone, PartialEq)]
pub struct Directions {
    /// Into `on`.
    pub normal: Vec<Rational>,
    /// Across the normal; none in the plane.
    pub tangents: Vec<Vec<Rational>>,
}

/// What a contact may push with.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedLaw {
    /// Coulomb's coefficients.
    pub friction: Friction,
    /// Kinematic model.
    pub model: ContactModel,
    /// Torsional coefficient.
    pub soft: Option<Rational>,
    /// Largest normal force.
    pub limit: Option<Rational>,
    /// Normal force of a preloaded contact.
    pub preload: Option<Rational>,
    /// Stiffness of the spring behind it, and how far the part has moved into that.
    pub spring: Option<[Rational; 2]>,
    /// How far its own numbers may be off.
    pub tolerance: Option<ToleranceSection>,
}

/// The same thing as the last one where it is equal.
fn shared<T: PartialEq>(one: T, last: Option<&Arc<T>>) -> Arc<T> {
    last.filter(|last| ***last == one).cloned().unwrap_or_else(|| Arc::new(one))
}

impl ListedContact {
    /// The contact as it is listed after another one.
    fn new<S: Geometry>(contact: &Contact<S>, scene: &Scene<S>, last: Option<&Self>) -> Self {
        let name = |party: Party, at: usize| {
            let name = scene.party_name(party);
            let last = last.map(|last| &last.between[at]).filter(|last| ***last == *name);
            last.cloned().unwrap_or_else(|| name.into())
        };
        let directions = Directions {
            normal: contact.normal.as_ref().to_vec(),
            tangents: contact.tangents.iter().map(|tangent| tangent.as_ref().to_vec()).collect(),
        };
        let law = ListedLaw {
            friction: contact.friction.clone(),
            model: contact.model,
            soft: contact.soft.clone(),
            limit: contact.limit.clone(),
            preload: contact.preload.clone(),
            spring: contact.stiffness.clone().map(|stiffness| [stiffness, contact.approach.clone()]),
            tolerance: contact.tolerance.clone(),
        };
        Self {
            id: contact.id.clone(),
            between: [name(contact.on, 0), name(contact.against, 1)],
            point: contact.point.as_ref().to_vec(),
            directions: shared(directions, last.map(|last| &last.directions)),
            law: shared(law, last.map(|last| &last.law)),
            gap: contact.gap.clone(),
            force: contact.force.clone(),
            curvature: contact.curvature.clone(),
        }
    }
}

impl ListedContact {
    /// The contact with its lengths in a unit.
    fn counted_in(&self, metres: &NonZero) -> Self {
        let length = |value: &Rational| value / metres;
        let curvature = |curvature: &Curvature| match curvature {
            Curvature::Finite(value) => Curvature::Finite(value * metres),
            Curvature::Vertex => Curvature::Vertex,
        };
        Self {
            point: self.point.iter().map(length).collect(),
            gap: length(&self.gap),
            law: Arc::new(ListedLaw {
                soft: self.law.soft.as_ref().map(length),
                tolerance: self
                    .law
                    .tolerance
                    .clone()
                    .map(|own| ToleranceSection { point: own.point.as_ref().map(length), ..own }),
                ..ListedLaw::clone(&self.law)
            }),
            curvature: self.curvature.as_ref().map(|both| both.each_ref().map(curvature)),
            ..self.clone()
        }
    }
}

pub(crate) fn model_word(model: ContactModel) -> Option<&'static str> {
    match model {
        ContactModel::Frictionless => None,
        ContactModel::Point => Some("point"),
        ContactModel::Soft => Some("soft"),
    }
}

pub(crate) fn contacts_answer<S: Geometry>(scene: &Scene<S>) -> AnswerWithNotes {
    let mut contacts: Vec<ListedContact> = Vec::with_capacity(scene.contacts.len());
    for contact in &scene.contacts {
        contacts.push(ListedContact::new(contact, scene, contacts.last()));
    }
    let patch = |patch: &Patch<S::Vector>| ListedPatch {
        id: patch.id.clone(),
        contacts: patch.contacts.clone(),
        outline: patch.outline.iter().map(|corner| corner.as_ref().to_vec()).collect(),
    };
    let patches = scene.patches.iter().map(patch).collect();
    AnswerWithNotes {
        answered: Answered::Contacts(ContactsAnswer { contacts, patches, unit: scene.unit.clone() }),
        rounded: scene.rounded.clone(),
        warnings: Vec::new(),
    }
}

/// The keys of the answer: the entries of a scene file, numbers as doubles, and their exact values.  They are
/// written one after another, since there may be a hundred thousand of them.
impl Serialize for ContactsAnswer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut keys = serializer.serialize_map(Some(3))?;
        keys.serialize_entry("contacts", &List(&self.contacts, InDoubles))?;
        keys.serialize_entry("patches", &List(&self.patches, PatchInDoubles))?;
        keys.serialize_entry("exact", &ExactKeys(self))?;
        keys.end()
    }
}

/// A patch with its corners as doubles.
struct PatchInDoubles<'a>(&'a ListedPatch);

impl Serialize for PatchInDoubles<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut entry = serializer.serialize_map(Some(3))?;
        entry.serialize_entry("id", &self.0.id)?;
        entry.serialize_entry("contacts", &self.0.contacts)?;
        entry.serialize_entry("outline", &List(&self.0.outline, Doubles))?;
        entry.end()
    }
}

struct ExactKeys<'a>(&'a ContactsAnswer);

impl<'a> Serialize for ExactKeys<'a> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut keys = serializer.serialize_map(Some(2))?;
        keys.serialize_entry("contacts", &List(&self.0.contacts, Exactly::of))?;
        let outline = |patch: &'a ListedPatch| OutlineOf { outline: &patch.outline };
        keys.serialize_entry("patches", &List(&self.0.patches, outline))?;
        keys.end()
    }
}

/// A list whose elements are written in a way of their own.
struct List<'a, T, W>(&'a [T], W);

impl<'a, T, W: Fn(&'a T) -> E, E: Serialize> Serialize for List<'a, T, W> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(&self.1))
    }
}

/// Numbers as doubles.
struct Doubles<'a>(&'a Vec<Rational>);

impl Serialize for Doubles<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        doubles(self.0).serialize(serializer)
    }
}

fn doubles(values: &[Rational]) -> List<'_, Rational, fn(&Rational) -> f64> {
    List(values, Rational::to_f64)
}

/// A contact as it stands in a scene file.
struct InDoubles<'a>(&'a ListedContact);

impl Serialize for InDoubles<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let contact = self.0;
        let mut entry = serializer.serialize_map(None)?;
        entry.serialize_entry("id", &contact.id)?;
        entry.serialize_entry("on", &*contact.between[0])?;
        entry.serialize_entry("against", &*contact.between[1])?;
        entry.serialize_entry("point", &doubles(&contact.point))?;
        entry.serialize_entry("normal", &doubles(&contact.directions.normal))?;
        let Friction { at_rest, sliding } = &contact.law.friction;
        if at_rest == sliding {
            entry.serialize_entry("friction", &at_rest.to_f64())?;
        } else {
            let both = json!({ "static": at_rest.to_f64(), "kinetic": sliding.to_f64() });
            entry.serialize_entry("friction", &both)?;
        }
        if !contact.directions.tangents.is_empty() {
            entry.serialize_entry("tangents", &List(&contact.directions.tangents, Doubles))?;
        }
        if !contact.gap.is_zero() {
            entry.serialize_entry("gap", &contact.gap.to_f64())?;
        }
        if let Some(word) = model_word(contact.law.model) {
            entry.serialize_entry("model", word)?;
        }
        if let Some(soft) = &contact.law.soft {
            entry.serialize_entry("soft", &soft.to_f64())?;
        }
        if let Some(limit) = &contact.law.limit {
            entry.serialize_entry("limit", &limit.to_f64())?;
        }
        if let Some(force) = &contact.force {
            entry.serialize_entry("force", &doubles(force))?;
        }
        if let Some(preload) = &contact.law.preload {
            entry.serialize_entry("preload", &preload.to_f64())?;
        }
        if let Some([stiffness, approach]) = &contact.law.spring {
            entry.serialize_entry("stiffness", &stiffness.to_f64())?;
            entry.serialize_entry("approach", &approach.to_f64())?;
        }
        if let Some(own) = &contact.law.tolerance {
            entry.serialize_entry("tolerance", &tolerances(own, |value| json!(value.to_f64())))?;
        }
        if let Some(both) = &contact.curvature {
            entry.serialize_entry("curvature", &curvatures(both, |value| json!(value.to_f64())))?;
        }
        entry.end()
    }
}

/// The tolerance of a contact as a scene file has it; a part of a coefficient in percent.
fn tolerances(own: &ToleranceSection, number: fn(&Rational) -> Value) -> Value {
    let mut told = serde_json::Map::new();
    let lengths = [("point", &own.point), ("normal", &own.normal)];
    let given =
        lengths.into_iter().filter_map(|(key, value)| Some((key.to_owned(), number(value.as_ref()?))));
    told.extend(given);
    if let Some(friction) = &own.friction {
        let value = match friction {
            Spread::By(by) => number(by),
            Spread::Part(part) => json!(format!("{}%", part * Rational::from(100))),
        };
        told.insert("friction".to_owned(), value);
    }
    Value::Object(told)
}

/// The tolerance of a contact, from its exact values.
pub(crate) fn tolerance_told(told: &Value) -> Result<Option<ToleranceSection>, String> {
    if told.is_null() {
        return Ok(None);
    }
    let number = |value: &Value| Rational::deserialize(value).map_err(|error| error.to_string());
    let given = |key: &str| told.get(key).map(number).transpose();
    let friction = match told.get("friction") {
        None => None,
        Some(value) => Some(match value.as_str().and_then(|text| text.strip_suffix('%')) {
            Some(percent) => Spread::Part(number(&json!(percent))? * Rational::new(1, 100)),
            None => Spread::By(number(value)?),
        }),
    };
    Ok(Some(ToleranceSection {
        point: given("point")?,
        normal: given("normal")?,
        friction,
        ..Default::default()
    }))
}

fn curvatures([on, against]: &[Curvature; 2], number: fn(&Rational) -> Value) -> Value {
    let one = |curvature: &Curvature| match curvature {
        Curvature::Finite(value) => number(value),
        Curvature::Vertex => json!("inf"),
    };
    json!({ "on": one(on), "against": one(against) })
}

/// The exact values of a contact.
#[derive(Serialize)]
struct Exactly<'a> {
    point: &'a [Rational],
    normal: &'a [Rational],
    friction: ExactFriction<'a>,
    gap: &'a Rational,
    limit: &'a Option<Rational>,
    force: &'a Option<Vec<Rational>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    preload: &'a Option<Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    spring: &'a Option<[Rational; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tolerance: Option<Value>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    tangents: &'a [Vec<Rational>],
    #[serde(skip_serializing_if = "Option::is_none")]
    soft: &'a Option<Rational>,
    #[serde(skip_serializing_if = "Option::is_none")]
    curvature: Option<Value>,
}

impl<'a> Exactly<'a> {
    fn of(contact: &'a ListedContact) -> Self {
        let Friction { at_rest, sliding } = &contact.law.friction;
        Self {
            point: &contact.point,
            normal: &contact.directions.normal,
            friction: ExactFriction { at_rest, sliding },
            gap: &contact.gap,
            limit: &contact.law.limit,
            force: &contact.force,
            preload: &contact.law.preload,
            spring: &contact.law.spring,
            tolerance: contact.law.tolerance.as_ref().map(|own| tolerances(own, |value| json!(value))),
            tangents: &contact.directions.tangents,
            soft: &contact.law.soft,
            curvature: contact.curvature.as_ref().map(|both| curvatures(both, |value| json!(value))),
        }
    }
}

/// The exact corners of a patch.
#[derive(Serialize)]
struct OutlineOf<'a> {
    outline: &'a [Vec<Rational>],
}

/// The exact coefficients of a contact.
#[derive(Serialize)]
struct ExactFriction<'a> {
    #[serde(rename = "static")]
    at_rest: &'a Rational,
    #[serde(rename = "kinetic")]
    sliding: &'a Rational,
}

/// The contacts as TOML to be pasted into a scene, where they read back as themselves.
impl fmt::Display for ContactsAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // One buffer for all.
        let mut text = String::new();
        let mut beginning: HashMap<&str, Vec<&ListedPatch>> = HashMap::new();
        for (first, patch) in self.patches.iter().filter_map(|patch| Some((patch.contacts.first()?, patch))) {
            beginning.entry(first).or_default().push(patch);
        }
        for contact in &self.contacts {
            text.clear();
            for patch in beginning.get(contact.id.as_str()).into_iter().flatten() {
                push_patch(&mut text, patch);
            }
            match &self.unit {
                Some(unit) => push_entry(&mut text, &contact.counted_in(&unit.metres)),
                None => push_entry(&mut text, contact),
            }
            f.write_str(&text)?;
        }
        Ok(())
    }
}

/// A comment that says which contacts belong together, before the first of them.
fn push_patch(text: &mut String, patch: &ListedPatch) {
    text.push_str(match &patch.outline[..] {
        [_, _] => "# line ",
        [place, ..] if place.len() == 2 => "# arc ",
        _ => "# area ",
    });
    push_quoted(text, &patch.id);
    for (index, id) in patch.contacts.iter().enumerate() {
        text.push_str(if index == 0 { ": " } else { ", " });
        push_quoted(text, id);
    }
    text.push('\n');
}

fn push_entry(text: &mut String, contact: &ListedContact) {
    text.push_str("[[contacts]]\nid = ");
    push_quoted(text, &contact.id);
    text.push_str("\non = ");
    push_quoted(text, &contact.between[0]);
    text.push_str("\nagainst = ");
    push_quoted(text, &contact.between[1]);
    text.push_str("\npoint = ");
    push_list(text, &contact.point, push_number);
    text.push_str("\nnormal = ");
    push_list(text, &contact.directions.normal, push_number);
    if !contact.directions.tangents.is_empty() {
        text.push_str("\ntangents = ");
        push_list(text, &contact.directions.tangents, |text, tangent| push_list(text, tangent, push_number));
    }
    text.push_str("\nfriction = ");
    push_friction(text, &contact.law.friction);
    if !contact.gap.is_zero() {
        text.push_str("\ngap = ");
        push_number(text, &contact.gap);
    }
    if let Some(word) = model_word(contact.law.model) {
        text.push_str("\nmodel = ");
        push_quoted(text, word);
    }
    if let Some(soft) = &contact.law.soft {
        text.push_str("\nsoft = ");
        push_number(text, soft);
    }
    if let Some(limit) = &contact.law.limit {
        text.push_str("\nlimit = ");
        push_number(text, limit);
    }
    if let Some(force) = &contact.force {
        text.push_str("\nforce = ");
        push_list(text, force, push_number);
    }
    if let Some(preload) = &contact.law.preload {
        text.push_str("\npreload = ");
        push_number(text, preload);
    }
    if let Some([stiffness, approach]) = &contact.law.spring {
        text.push_str("\nstiffness = ");
        push_number(text, stiffness);
        if !approach.is_zero() {
            text.push_str("\napproach = ");
            push_number(text, approach);
        }
    }
    if let Some(own) = &contact.law.tolerance {
        push_tolerance(text, own);
    }
    if let Some([on, against]) = &contact.curvature {
        text.push_str("\ncurvature = { on = ");
        push_curvature(text, on);
        text.push_str(", against = ");
        push_curvature(text, against);
        text.push_str(" }");
    }
    text.push_str("\n\n");
}

fn push_tolerance(text: &mut String, own: &ToleranceSection) {
    text.push_str("\ntolerance = {");
    let mut before = " ";
    for (key, value) in [("point", &own.point), ("normal", &own.normal)] {
        if let Some(value) = value {
            text.push_str(&format!("{before}{key} = "));
            push_number(text, value);
            before = ", ";
        }
    }
    match &own.friction {
        Some(Spread::By(by)) => {
            text.push_str(&format!("{before}friction = "));
            push_number(text, by);
        }
        Some(Spread::Part(part)) => {
            text.push_str(&format!("{before}friction = "));
            push_quoted(text, &format!("{}%", part * Rational::from(100)));
        }
        None => {}
    }
    text.push_str(" }");
}

fn push_friction(text: &mut String, friction: &Friction) {
    if friction.at_rest == friction.sliding {
        return push_number(text, &friction.at_rest);
    }
    text.push_str("{ static = ");
    push_number(text, &friction.at_rest);
    text.push_str(", kinetic = ");
    push_number(text, &friction.sliding);
    text.push_str(" }");
}

fn push_curvature(text: &mut String, curvature: &Curvature) {
    match curvature {
        Curvature::Finite(value) => push_number(text, value),
        Curvature::Vertex => text.push_str("\"inf\""),
    }
}

/// A number that reads back as itself: an integer, or a fraction in a string.
fn push_number(text: &mut String, value: &Rational) {
    let start = text.len();
    let _ = write!(text, "{value}");
    if text[start..].contains('/') || text.len() - start > 15 {
        text.insert(start, '"');
        text.push('"');
    }
}

fn push_list<T>(text: &mut String, entries: &[T], push: impl Fn(&mut String, &T)) {
    text.push('[');
    for (index, entry) in entries.iter().enumerate() {
        if index > 0 {
            text.push_str(", ");
        }
        push(text, entry);
    }
    text.push(']');
}
