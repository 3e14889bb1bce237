//! `[detect]`: contacts found between touching shapes.

use crate::contact::party;
use crate::findings::{Findings, shortened};
use crate::friction;
use crate::keys::{DETECT, DETECT_PAIR};
use crate::node::At;
use crate::number::{known_keys, list, not_negative, note_length, positive, required, shown};
use crate::observer::Work;
use crate::placement::{Stage, scaled_to_one};
use crate::world::World;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use stiction::detect::{Detectable, Detected, Finding, Note, PairFriction, Settings, detect_observed, merge};
use stiction::scene::{Contact, Near, Overlooked, Party, Scene, Touching, TouchingLaw};
use stiction_proof::Rational;

/// Finds the contacts of a scene that has no faults so far, beside those that it lists.
pub(crate) fn read<S: World + Detectable>(
    at: &At<'_>,
    tolerance: Option<&Rational>,
    scene: &mut Scene<S>,
    found: &mut Findings<'_>,
) {
    let read = touching(at, scene, found);
    let (Some(mut touching), false) = (read, found.has_faults()) else { return };
    if let Some(tolerance) = tolerance {
        touching.tolerance = Some(tolerance.clone());
    }
    let settings = settings(&touching);
    scene.touching = Some(touching);
    if scene.bodies.iter().all(|body| body.shape.is_none()) {
        let help = "give bodies a `shape`, or leave out [detect] and list [[contacts]]";
        return found.warn("no-shapes", at, "no body has a shape, so nothing can touch", help);
    }
    find(scene, &settings, &Section { path: at.path.to_string(), span: at.caret() }, found);
}

/// What asked for detection, to be pointed at.
pub(crate) struct Section {
    pub path: String,
    pub span: Range<usize>,
}

/// Finds the contacts of a scene and warns of what was seen and not guessed.
pub(crate) fn find<S: World + Detectable>(
    scene: &mut Scene<S>,
    settings: &Settings,
    section: &Section,
    found: &mut Findings<'_>,
) {
    let listed = scene.contacts.len();
    let detected =
        detect_observed(scene, settings, &|done, total| found.observe(Work::Contacts, done, total));
    let merged = merge(std::mem::take(&mut scene.contacts), detected);
    check_ids(section, &merged, listed, found);
    warn(section, scene, &merged, found);
    let overlooked = overlooked(scene, &merged, listed, &settings.settled);
    scene.overlooked.extend(overlooked);
    scene.contacts = merged.contacts;
    scene.patches.extend(merged.patches);
    scene.rounded.extend(merged.rounded);
    direct(&mut scene.contacts[listed..], found);
}

/// What follows from the normal of a detected contact.
struct Directions<S: World> {
    /// As it was found.
    found: S::Vector,
    /// The same, its largest component ±1.
    normal: S::Vector,
    tangents: Vec<S::Vector>,
}

/// Gives contacts normals with their largest component ±1, and the usual tangents.  Many have one normal: each is
/// worked out once.
pub(crate) fn direct<S: World>(contacts: &mut [Contact<S>], found: &mut Findings<'_>) {
    let mut known: HashMap<Vec<Rational>, usize> = HashMap::new();
    let mut worked_out: Vec<Directions<S>> = Vec::new();
    let mut last = 0;
    for contact in contacts {
        // The points of a patch stand together.
        if worked_out.get(last).is_none_or(|directions| directions.found != contact.normal) {
            last = *known.entry(contact.normal.as_ref().to_vec()).or_insert_with(|| {
                let normal = scaled_to_one::<S>(&contact.normal);
                let tangents = S::tangents(None, &normal, found);
                worked_out.push(Directions { found: contact.normal.clone(), normal, tangents });
                worked_out.len() - 1
            });
        }
        let Directions { normal, tangents, .. } = &worked_out[last];
        (contact.normal, contact.tangents) = (normal.clone(), tangents.clone());
    }
}

/// What detection needs of it.
fn settings(touching: &Touching) -> Settings {
    let pair = |(between, law): &([Party; 2], TouchingLaw)| PairFriction {
        between: *between,
        friction: law.friction.clone(),
    };
    Settings {
        tolerance: touching.tolerance.clone(),
        friction: touching.law.friction.clone(),
        pairs: touching.pairs.iter().map(pair).collect(),
        ..Settings::default()
    }
}

fn touching<S: World>(at: &At<'_>, scene: &Scene<S>, found: &mut Findings<'_>) -> Option<Touching> {
    known_keys(at, DETECT, found)?;
    let mut touching = Touching::default();
    if let Some(tolerance) = at.get("tolerance") {
        touching.tolerance = positive(&tolerance, "tolerance", found);
    }
    touching.law = law(at, &TouchingLaw::default(), found);
    if let Some(pairs) = at.get("pairs") {
        let stage = Stage::new(scene);
        let form = "a list of pairs: [[detect.pairs]]";
        let read = list(&pairs, form, found)?.filter_map(|at| pair(&at, &stage, &touching.law, found));
        touching.pairs = read.collect();
    }
    Some(touching)
}

/// Friction and restitution as they are written; what is not is as usual.
fn law(at: &At<'_>, usual: &TouchingLaw, found: &mut Findings<'_>) -> TouchingLaw {
    let friction = at.get("friction").and_then(|given| friction::read(&given, found));
    let restitution = at.get("restitution").and_then(|given| {
        let value = not_negative(&given, "restitution", found)?;
        if value > Rational::one() {
            let message = format!("{} of the normal speed would come back", shown(&value));
            found.fault(
                "restitution",
                &given,
                message,
                "give a number from 0 (no bounce) to 1 (nothing is lost)",
            );
            return None;
        }
        Some(value)
    });
    TouchingLaw {
        friction: friction.unwrap_or_else(|| usual.friction.clone()),
        restitution: restitution.unwrap_or_else(|| usual.restitution.clone()),
    }
}

fn pair<S: World>(
    at: &At<'_>,
    stage: &Stage<'_, S>,
    usual: &TouchingLaw,
    found: &mut Findings<'_>,
) -> Option<([Party; 2], TouchingLaw)> {
    known_keys(at, DETECT_PAIR, found)?;
    let help = "name the two bodies: between = [\"a\", \"b\"]";
    let parties = required(at, "between", help, found).and_then(|between| {
        let names = list(&between, help, found)?;
        let count = names.len();
        let parties: Vec<_> = names.map(|name| party(&name, stage, found)).collect();
        if count != 2 {
            note_length(&between, count, 2, "between = [\"a\", \"b\"]", found);
        }
        let parties: Option<Vec<_>> = parties.into_iter().collect();
        match parties?[..] {
            [a, b] if a == b => {
                found.fault("self-contact", &between, "a body and itself", "name two different bodies");
                None
            }
            [a, b] => Some([a, b]),
            _ => None,
        }
    });
    if at.get("restitution").is_none() {
        required(at, "friction", "say how rough the pair is: friction = 0.3", found);
    }
    let law = law(at, usual, found);
    parties.map(|parties| (parties, law))
}

/// Detected contacts are called `on/against.k`, and so no listed one may be.
fn check_ids<S: World>(section: &Section, merged: &Detected<S>, listed: usize, found: &mut Findings<'_>) {
    let (listed, detected) = merged.contacts.split_at(listed);
    let ids: HashSet<&str> = listed.iter().map(|contact| contact.id.as_str()).collect();
    for contact in detected.iter().filter(|contact| ids.contains(contact.id.as_str())) {
        let message = format!("the id \"{}\" of a detected contact is taken", shortened(&contact.id));
        let (path, span) = (section.path.clone(), section.span.clone());
        found.fault("duplicate-id", (path, span), message, "give the listed contact another id");
    }
}

/// The pairs whose contacts may be missing; of a pair with a listed contact its author has said what touches.
/// Of a pair that is settled by what another program stored, an overlap is told all the same.
fn overlooked<S: World>(
    scene: &Scene<S>,
    merged: &Detected<S>,
    listed: usize,
    settled: &HashSet<[Party; 2]>,
) -> Vec<Overlooked> {
    let said: HashSet<[&str; 2]> = merged.contacts[..listed]
        .iter()
        .flat_map(|contact| {
            let [on, against] = [contact.on, contact.against].map(|party| scene.party_name(party));
            [[on, against], [against, on]]
        })
        .collect();
    let doubtful = merged.notes.iter().filter(|note| note.leaves_out_contacts());
    let entry = |note: &Note| {
        let stored = settled.contains(&note.between);
        let between = note.between.map(|party| scene.party_name(party));
        let why = match note.finding {
            Finding::Overlap { depth } if stored => Near::StoredOverlap(depth),
            Finding::Overlap { depth } => Near::Overlap(depth),
            Finding::Gap { distance } => Near::Gap(distance),
            Finding::CornerOnCorner | Finding::EdgeLine => Near::NoNormal,
            Finding::NotCompared { .. } | Finding::Conforming { .. } => Near::NotCompared,
        };
        let (tolerance, takes) = (note.tolerance, note.takes);
        let between = (stored || !said.contains(&between)).then(|| between.map(str::to_owned))?;
        Some(Overlooked { between, why, tolerance, takes })
    };
    doubtful.filter_map(entry).collect()
}

/// Notes of one kind that are told one by one; more are told together.
const TOLD_APART: usize = 3;

/// What detection saw and did not guess.
fn warn<S: World>(section: &Section, scene: &Scene<S>, detected: &Detected<S>, found: &mut Findings<'_>) {
    let mut warn = |code, message: &str, help: &str| {
        found.warn(code, (section.path.clone(), section.span.clone()), message, help);
    };
    let mut kinds: Vec<(&'static str, Vec<&Note>)> = Vec::new();
    for note in &detected.notes {
        let code = code(&note.finding);
        match kinds.iter_mut().find(|(known, _)| *known == code) {
            Some((_, notes)) => notes.push(note),
            None => kinds.push((code, vec![note])),
        }
    }
    for (code, notes) in kinds {
        let told = if notes.len() > TOLD_APART { 1 } else { notes.len() };
        for note in &notes[..told] {
            let sentence = note.text(scene);
            let (message, help) =
                sentence.rsplit_once("; ").unwrap_or((&sentence, "list the contact by hand"));
            match notes.len() - told {
                0 => warn(code, message, help),
                more => warn(
                    code,
                    &format!("{message}; and {}", and_so(scene, &notes, more)),
                    &gathered_help(&notes, help),
                ),
            }
        }
    }
    if detected.contacts.is_empty() {
        let message = format!("no shapes touch within {:.3e} m", detected.tolerance.to_f64());
        warn("no-contacts", &message, "raise `tolerance`, or list the contacts by hand");
    }
}

/// `29 more pairs, by up to 2.3e-4: a/b, b/c, …`.
fn and_so<S: World>(scene: &Scene<S>, notes: &[&Note], more: usize) -> String {
    let by = |note: &&Note| match note.finding {
        Finding::Overlap { depth: by } | Finding::Gap { distance: by } => Some(by),
        _ => None,
    };
    let most = notes.iter().filter_map(by).reduce(f64::max);
    let most = most.map(|most| format!(", by up to {most:.3e}")).unwrap_or_default();
    let name = |note: &&Note| note.between.map(|party| shortened(scene.party_name(party))).join("/");
    let names: Vec<String> = notes[1..].iter().take(TOLD_APART).map(name).collect();
    let dots = if more > TOLD_APART { ", …" } else { "" };
    format!("{more} more such pairs{most}: {}{dots}", names.join(", "))
}

/// The help of many notes: the tolerance that takes all of them, or as many as one does.
fn gathered_help(notes: &[&Note], help: &str) -> String {
    let takes: Vec<f64> = notes.iter().filter_map(|note| note.takes).collect();
    let Some(most) = takes.iter().copied().reduce(f64::max) else { return help.to_owned() };
    let (all, some) = (notes.len(), takes.len());
    let which = if all == some { "all of them".to_owned() } else { format!("{some} of these {all} pairs") };
    format!("take {which} as touching: tolerance = \"{most:e} m\" under [detect], or --tolerance {most:e}")
}

fn code(finding: &Finding) -> &'static str {
    match finding {
        Finding::CornerOnCorner => "corner-on-corner",
        Finding::EdgeLine => "edge-line",
        Finding::Overlap { .. } => "overlap",
        Finding::Gap { .. } => "gap",
        Finding::Conforming { .. } => "conforming",
        Finding::NotCompared { .. } => "not-compared",
    }
}
