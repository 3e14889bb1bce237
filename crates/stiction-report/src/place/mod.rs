//! The report on placements: where contacts should be, and how good they can be at best.

mod json;
mod text;

use crate::answer::{AnswerWithNotes, AskError};
use crate::report::{Answered, Options};
use std::collections::BTreeMap;
use stiction::answer::{PlaceOptions, place};
use stiction::ask::lower::Misfit;
use stiction::ask::place::Place;
pub use stiction::ask::place::{Placement, heat, with_contacts};
use stiction::scene::{PlaceSection, Scene};
use stiction::screw::Planar;
use stiction_proof::place::{Aim, AlongProof, PlaceProof};
use stiction_proof::{Answer, Rational, Verified};
use stiction_verify::place::is_never;

/// The answer of `place`.
#[derive(Debug, Clone, PartialEq)]
pub struct PlaceAnswer {
    /// What is known.
    pub place: Place,
    /// The body, as it is spoken of.
    pub subject: String,
}

/// What the command line says instead of the section.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PlaceOverrides {
    /// The body that they are placed on.
    pub on: Option<String>,
    /// How many contacts are to be placed.
    pub contacts: Option<usize>,
    /// What is to be good.
    pub measure: Option<Aim>,
    /// The edges that may be touched.
    pub edges: Option<Vec<usize>>,
    /// Distance to keep from corners.
    pub inset: Option<Rational>,
    /// Least distance between contacts.
    pub spacing: Option<Rational>,
    /// Whether some wrench must seat the part.
    pub insertable: bool,
    /// Total wrenches under which the part must stay.
    pub holds: Vec<Vec<Rational>>,
}

/// The scene with what the command line says in place of its section.
pub(crate) fn asked(scene: &Scene<Planar>, options: &Options) -> Result<Scene<Planar>, Vec<Misfit>> {
    let wanted = &options.place;
    let mut scene = scene.clone();
    if scene.place.is_none() && *wanted != PlaceOverrides::default() {
        let free: Vec<usize> = scene.free_bodies().map(|(index, _)| index).collect();
        if let [only] = free[..] {
            scene.place = Some(PlaceSection::new(only, 1));
        }
    }
    let bodies: Vec<String> = scene.bodies.iter().map(|body| body.name.clone()).collect();
    let Some(section) = &mut scene.place else { return Ok(scene) };
    if let Some(contacts) = wanted.contacts {
        if !(1..=MOST_CONTACTS).contains(&contacts) {
            let message = format!("{contacts} contacts are to be placed");
            let help = format!("ask for 1 to {MOST_CONTACTS}");
            return Err(vec![Misfit::new("place", &["--contacts"], message, help)]);
        }
        section.contacts = contacts;
    }
    section.friction = options.reader.joint_friction.clone().unwrap_or_else(|| section.friction.clone());
    section.measure = wanted.measure.unwrap_or(section.measure);
    section.edges = wanted.edges.clone().or_else(|| section.edges.clone());
    section.inset = wanted.inset.clone().unwrap_or_else(|| section.inset.clone());
    section.spacing = wanted.spacing.clone().unwrap_or_else(|| section.spacing.clone());
    section.insertable |= wanted.insertable;
    if !wanted.holds.is_empty() {
        section.holds.clone_from(&wanted.holds);
    }
    if let Some(name) = &wanted.on {
        let Some(body) = bodies.iter().position(|body| body == name) else {
            let message = format!("there is no body \"{name}\"");
            return Err(vec![Misfit::new("unknown-body", &["--on"], message, "name a body of the scene")]);
        };
        section.on = body;
    }
    Ok(scene)
}

/// Most contacts that are placed at once.
const MOST_CONTACTS: usize = 12;

pub(crate) fn place_answer(scene: &Scene<Planar>, options: &Options) -> Result<AnswerWithNotes, AskError> {
    let scene = asked(scene, options)?;
    let found = place(&scene, &PlaceOptions { length: options.length.clone() })?;
    let rounded = found.rounded.clone();
    let answer = PlaceAnswer::new(&scene, found);
    let warnings = answer.warnings(&scene);
    Ok(AnswerWithNotes { answered: Answered::Place(Box::new(answer)), rounded, warnings })
}

impl PlaceAnswer {
    pub(crate) fn new(scene: &Scene<Planar>, place: Place) -> Self {
        let subject = scene.bodies.get(place.body).map(|body| body.name.clone()).unwrap_or_default();
        Self { place, subject }
    }

    /// The best placement.
    pub fn best(&self) -> Option<&Placement> {
        self.place.found.first()
    }

    /// Whether there is a placement that closes.
    pub fn answer(&self) -> Answer {
        match (self.best(), is_never(self.bound_proof(), self.along().as_deref())) {
            (Some(_), _) => Answer::Yes,
            (None, true) => Answer::No,
            (None, false) => Answer::Undecided,
        }
    }

    fn bound_proof(&self) -> Option<&PlaceProof> {
        self.place.bound.as_ref().map(Verified::proof)
    }

    fn along(&self) -> Option<Vec<AlongProof>> {
        Some(self.place.along.as_ref()?.iter().map(|one| one.proof().clone()).collect())
    }

    pub(crate) fn warnings(&self, scene: &Scene<Planar>) -> Vec<String> {
        let mut warnings = Vec::new();
        let asks =
            scene.place.as_ref().is_some_and(|section| section.insertable || !section.holds.is_empty());
        if asks {
            let words = "`bound` and `where` are of all placements, whether or not they meet `insertable` and `holds`";
            warnings.push(words.to_owned());
        }
        if asks && self.best().is_none() && !is_never(self.bound_proof(), self.along().as_deref()) {
            warnings.push("none of the placements that close and were tried meets the conditions".to_owned());
        }
        warnings
    }

    /// Why something is null.
    pub(crate) fn reasons(&self) -> BTreeMap<String, String> {
        let never = is_never(self.bound_proof(), self.along().as_deref());
        let none = if never { "no placement closes" } else { "no placement that closes was found" };
        let bound = if self.place.problem.aim == Aim::LeastFriction {
            "it was not shown that nothing closes with less friction"
        } else {
            none
        };
        let places = match self.place.problem.count {
            1 => "an edge is an arc, or a place was not decided",
            _ => "asked of one contact alone",
        };
        let all = [
            ("quality", self.best().is_none(), none),
            ("proof", self.best().is_none(), none),
            ("bound", self.place.bound().is_none(), bound),
            ("bound_proof", self.place.bound.is_none(), "nothing was shown of all placements"),
            ("where", self.place.along.is_none(), places),
            ("along", self.place.along.is_none(), places),
        ];
        let missing = all.into_iter().filter(|(_, missing, _)| *missing);
        missing.map(|(key, _, why)| (key.to_owned(), why.to_owned())).collect()
    }
}
