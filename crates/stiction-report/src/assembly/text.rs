//! An assembly in words.

use super::{AssemblyAnswer, PushFormat, StrongProof};
use crate::number::{is_named, spoken};
use crate::text::{Lines, counted, joined, many, motion_about, plain};
use crate::timely::NOT_PROVED;
use stiction::ask::Extent;
use stiction::ask::Threshold;
use stiction::ask::lower::PLUNGER;
use stiction::ask::stand::assembly::{Reserve, Sideways};
use stiction::ask::strong::ByModes;
use stiction_proof::{Answer, AssemblyContact, AssemblyProblem, AssemblyProof, Rational, RestProof, Touch};

/// Contacts and bodies named in a line.
const MOST_LISTED: usize = 8;
/// Contacts of a body alone in a line.
const MOST_ALONE: usize = 12;

pub(super) fn words<S: PushFormat>(answer: &AssemblyAnswer<S>) -> String {
    let mut words = format!("holds: {}", answer.verdict);
    if let Some(friction) = friction(answer) {
        words += &format!("; {friction}");
    }
    match (largest(answer), answer.collapse()) {
        (Some(_), _) if answer.margins.reserve.is_some() => {
            words += &format!("; {} {}", pushing_word(answer), pushes(answer));
        }
        (Some((id, size)), _) => {
            words += &format!("; pushes of up to {} N, at \"{}\"", spoken(size), plain(&id))
        }
        (None, Some(_)) => words += &format!("; {}", collapse(answer)),
        _ => {}
    }
    words
}

pub(super) fn lines<S: PushFormat>(answer: &AssemblyAnswer<S>, length: &Rational) -> Lines {
    let counts = answer.counts;
    let counted = || {
        format!(
            "{}, {}; {}, {}",
            answer.problem.bodies.iter().filter(|body| !body.name.ends_with(PLUNGER)).count(),
            many(
                answer.problem.contacts.iter().filter(|contact| !is_guide(&answer.problem, contact)).count(),
                "contact"
            ),
            many(counts.equations, "equation"),
            many(counts.unknowns, "unknown")
        )
    };
    let mut lines = vec![match (&answer.margins.reserve, &answer.load[..]) {
        (Some(_), [load]) => ("load", load_words::<S>(load)),
        _ => ("bodies", counted()),
    }];
    if let Some(forces) = forces(answer) {
        lines.push(("forces", forces));
    }
    lines.extend(answer.happens.iter().map(|deed| ("then", deed.clone())));
    if answer.collapse().is_some() {
        lines.push(("collapse", collapse(answer)));
    }
    if let Some((bracket, pull)) = &answer.margins.deepest {
        let (lower, upper) = (&bracket.lower.0 - pull, &bracket.upper.0 - pull);
        lines.push(("margin", margin(&lower, &upper)));
    }
    if let Some(reserve) = &answer.margins.reserve {
        lines.push(("margin", reserve_words(reserve, length)));
    }
    match &answer.margins.sideways {
        Some(Sideways::Tilts(tilts)) => lines.push(("sideways", sideways(tilts.radius()))),
        // A body alone whose every load is carried has said so.
        Some(Sideways::Unlimited(_)) if answer.margins.reserve.is_none() => {
            lines.push(("sideways", "stands any push sideways".to_owned()))
        }
        _ => {}
    }
    if let Some(friction) = friction(answer) {
        lines.push(("friction", friction));
    }
    for load in &answer.margins.further {
        lines.push(("further", further(load)));
    }
    lines.push(("must stay", strong(answer)));
    if let Some(found) = &answer.indeterminacy {
        let loads = if answer.margins.reserve.is_some() { "load" } else { "loads" };
        lines.push(("unique", unique(found.proof().dimension, loads)));
    }
    Lines { heading: format!("stands: {}", answer.verdict), lines, proved: answer.proof.is_some() }
}

fn unique(dimension: usize, loads: &str) -> String {
    match dimension {
        0 => format!("yes: no other forces balance the {loads}"),
        1 => "no: the forces have 1 free dimension".to_owned(),
        many => format!("no: the forces have {many} free dimensions"),
    }
}

fn margin(lower: &Rational, upper: &Rational) -> String {
    if lower.is_zero() && upper.is_zero() {
        return "0: exactly on the boundary, nothing to spare".to_owned();
    }
    if upper.is_negative() {
        return format!("every contact would have to be able to pull with {} N", spoken(-upper.to_f64()));
    }
    format!("every contact can spare {} N of its normal force", spoken(lower.to_f64()))
}

fn sideways((inner, outer): (f64, f64)) -> String {
    if outer <= 0.0 {
        return "stands no push sideways; may not be tilted".to_owned();
    }
    let degrees = |tangent: f64| spoken(tangent.atan().to_degrees());
    let narrow = inner >= outer * (1.0 - 1e-6);
    if narrow {
        return format!(
            "stands a push sideways of up to {} of its weight; may be tilted by {}°",
            spoken(inner),
            degrees(inner)
        );
    }
    format!(
        "stands a push of {} of its weight in every sideways direction, and in some no more than {}; may be tilted by {}°",
        spoken(inner),
        spoken(outer),
        degrees(inner)
    )
}

fn further<S: PushFormat>(load: &super::FurtherLoad<S>) -> String {
    match &load.most {
        Extent::Between(bracket) => {
            let from = load.least().map(|[_, least]| format!("from {} ", spoken(least.to_f64())));
            let most = spoken(bracket.lower.0.to_f64());
            format!("{}: {}up to {most}", load.name, from.unwrap_or_default())
        }
        Extent::Unlimited(_) => format!("{}: any amount", load.name),
        Extent::Absent => format!("{}: falls without it", load.name),
        Extent::Undecided => format!("{}: undecided", load.name),
    }
}

/// How much friction standing needs.
fn friction<S: PushFormat>(answer: &AssemblyAnswer<S>) -> Option<String> {
    let Threshold::Between(bracket) = answer.margins.friction.as_ref()? else {
        let Threshold::None(_) = answer.margins.friction.as_ref()? else { return None };
        return Some("needs no friction".to_owned());
    };
    let stands = answer.verdict == Answer::Yes;
    if bracket.lower.0.is_zero() && is_named([&bracket.lower.0, &bracket.upper.0]) {
        return Some("any friction will do".to_owned());
    }
    let mut coefficients = answer.problem.contacts.iter().map(|contact| contact.touch.friction());
    let first = coefficients.next()?.clone();
    let common = coefficients.all(|other| *other == first).then_some(first);
    let (lower, upper) = (bracket.lower.0.to_f64(), bracket.upper.0.to_f64());
    if stands && spoken(lower) != spoken(upper) && !is_named([&bracket.lower.0, &bracket.upper.0]) {
        return Some(between_factors(lower, upper, common.map(|mu| mu.to_f64())));
    }
    // Of what is missing by less than is told, only the bound itself can be said.
    let barely = spoken(upper) == "1";
    Some(match (common, stands) {
        (Some(mu), true) => format!("slips below μ = {}", spoken(bracket.estimate() * mu.to_f64())),
        (Some(mu), false) if barely => format!("would hold above μ = {}", spoken(mu.to_f64())),
        (None, false) if barely => "would hold with any more friction".to_owned(),
        (Some(mu), false) => format!("would hold with μ = {}", spoken(upper * mu.to_f64())),
        (None, true) => spared_friction(bracket.estimate()),
        (None, false) => format!("would hold with {} times its friction", spoken(upper)),
    })
}

/// What two factors of friction that are far from each other tell of what stands: nothing of those between.
fn between_factors(lower: f64, upper: f64, common: Option<f64>) -> String {
    match common {
        Some(mu) if lower == 0.0 => format!("stands from μ = {} on, and not without", spoken(upper * mu)),
        Some(mu) => {
            format!("slips below μ = {}, and stands from μ = {} on", spoken(lower * mu), spoken(upper * mu))
        }
        None if lower == 0.0 => {
            format!("needs some friction, at most {} % of what it has", spoken(100.0 * upper))
        }
        None => {
            format!(
                "needs {} to {} % of its friction at every contact",
                spoken(100.0 * lower),
                spoken(100.0 * upper)
            )
        }
    }
}

/// What is spared by less than this, the width of brackets, is nothing.
const NEXT_TO_ALL: f64 = 1e-9;

/// How much of its friction, different from contact to contact, an assembly can lose.
pub(crate) fn spared_friction(needed: f64) -> String {
    match spoken(100.0 * needed).as_str() {
        "100" if needed < 1.0 - NEXT_TO_ALL => {
            let spared = spoken(100.0 * (1.0 - needed));
            format!("needs all but {spared} % of its friction at every contact: with less it slips")
        }
        "100" => "needs all of its friction: with any less it slips".to_owned(),
        needed => format!("needs {needed} % of its friction at every contact: with less it slips"),
    }
}

fn strong<S: PushFormat>(answer: &AssemblyAnswer<S>) -> String {
    let word = answer.strong.verdict.map_or_else(|| "unknown".to_owned(), |strong| strong.to_string());
    match (answer.reasons.get("strong"), &answer.strong.proof) {
        (Some(reason), _) => format!("{word}: {reason}"),
        (None, Some(StrongProof::Normals(_))) if answer.margins.reserve.is_some() => word,
        (None, Some(StrongProof::Normals(_))) => format!("{word}: normal forces alone balance the loads"),
        (None, Some(StrongProof::Modes(modes))) => format!("{word}: {}", mode_words(modes)),
        (None, None) => word,
    }
}

/// What the contact modes show.
pub(crate) fn mode_words(modes: &ByModes) -> String {
    match modes.proof.proof() {
        RestProof::Stays(outcomes) => {
            format!("in no contact mode can it move ({} proofs)", outcomes.excluded.len())
        }
        RestProof::Apart(groups) => {
            let refuted: usize = groups.iter().map(Vec::len).sum();
            format!("in no contact mode can it move ({refuted} proofs)")
        }
        RestProof::Moves(held) => format!("it may also move, in mode {}", held.mode),
    }
}

fn rests<S: PushFormat>(answer: &AssemblyAnswer<S>) -> Option<Vec<(String, Vec<f64>)>> {
    let AssemblyProof::Rests { forces, friction, .. } = answer.proof.as_ref()?.proof() else { return None };
    let coefficients = answer.problem.coefficients(friction);
    let cones = answer.problem.contacts.iter().zip(&coefficients).zip(forces);
    let one = |((contact, coefficients), push): ((&AssemblyContact<S::Touch>, _), _)| {
        (contact.touch.id().to_owned(), S::components(&contact.touch, coefficients, push))
    };
    let shown = cones.filter(|((contact, _), _)| !is_guide(&answer.problem, contact));
    Some(shown.map(one).collect())
}

/// Whether a contact guides the plunger of a preload: nobody wrote it.
fn is_guide<T: Touch>(problem: &AssemblyProblem<T>, contact: &AssemblyContact<T>) -> bool {
    contact.on.is_some_and(|body| problem.bodies[body].name.ends_with(PLUNGER))
}

fn largest<S: PushFormat>(answer: &AssemblyAnswer<S>) -> Option<(String, f64)> {
    let size = |parts: &[f64]| parts.iter().take(3).map(|part| part * part).sum::<f64>().sqrt();
    let sizes = rests(answer)?.into_iter().map(|(id, parts)| (id, size(&parts)));
    sizes.max_by(|a, b| a.1.total_cmp(&b.1))
}

fn forces<S: PushFormat>(answer: &AssemblyAnswer<S>) -> Option<String> {
    let rests = rests(answer)?;
    let most = if answer.margins.reserve.is_some() { MOST_ALONE } else { MOST_LISTED };
    let more = rests.len().saturating_sub(most);
    let across = |parts: &[f64]| match parts {
        [_, across] if answer.margins.reserve.is_some() => *across,
        _ => parts[1..parts.len().min(3)].iter().map(|part| part * part).sum::<f64>().sqrt(),
    };
    let mut entries: Vec<String> = rests
        .iter()
        .take(most)
        .map(|(id, parts)| {
            format!("\"{}\" {} N normal, {} N across", plain(id), spoken(parts[0]), spoken(across(parts)))
        })
        .collect();
    if more > 0 {
        entries.push(format!("and {more} more"));
    }
    Some(entries.join("; "))
}

/// Which bodies move, and what their contacts do.
fn collapse<S: PushFormat>(answer: &AssemblyAnswer<S>) -> String {
    let Some(twists) = answer.collapse() else { return String::new() };
    let own = answer.problem.bodies.iter().filter(|body| !body.name.ends_with(PLUNGER)).count();
    if let (1, [body, ..], [twist, ..]) = (own, &answer.problem.bodies[..], &twists[..])
        && let ([w, x, y], [rx, ry]) = (&twist[..], body.reference.as_ref())
    {
        return format!("no contact resists a virtual motion {}", motion_about(&[*w, *x, *y], [rx, ry]));
    }
    // A plunger, which stands for a preload, is no body that somebody wrote.
    let own = answer.problem.bodies.iter().zip(&twists).filter(|(body, _)| !body.name.ends_with(PLUNGER));
    let moving: Vec<&str> = own
        .filter(|(_, twist)| twist.iter().any(|entry| entry.abs() > 1e-6))
        .map(|(body, _)| body.name.as_str())
        .collect();
    let touched = |name: &&str| {
        let body = answer.problem.bodies.iter().position(|body| body.name == **name);
        answer.problem.contacts.iter().any(|contact| contact.on == body || contact.against == body)
    };
    let (moving, loose): (Vec<&str>, Vec<&str>) = moving.into_iter().partition(touched);
    if !loose.is_empty() {
        let word = if loose.len() == 1 { "touches" } else { "touch" };
        let rest =
            if moving.is_empty() { String::new() } else { format!(", and {} move with it", moving.len()) };
        return format!("{} {word} nothing{rest}", listed(&loose));
    }
    format!("no contact resists a virtual motion of {}", listed(&moving))
}

/// Names in quotes, not too many of them.
fn listed(names: &[&str]) -> String {
    let named: Vec<String> =
        names.iter().take(MOST_LISTED).map(|name| format!("\"{}\"", plain(name))).collect();
    let more = names.len().saturating_sub(MOST_LISTED);
    let tail = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("{}{tail}", named.join(", "))
}

/// How far the load of a body alone is from the boundary.
fn reserve_words<S: PushFormat>(reserve: &Reserve<S>, length: &Rational) -> String {
    let counted = counted(length);
    match reserve {
        Reserve::Stands(distance, _) if distance.is_zero() => {
            "0: exactly on the boundary, nothing to spare".to_owned()
        }
        Reserve::Stands(distance, _) => {
            format!("{} N of any further load, {counted}", spoken(distance.to_f64()))
        }
        Reserve::Falls(distance, _) => format!("{} N is missing, {counted}", spoken(distance.to_f64())),
        Reserve::Unlimited(_) => "unbounded: every load is balanced".to_owned(),
        Reserve::Undecided => NOT_PROVED.to_owned(),
    }
}

fn load_words<S: PushFormat>(load: &S::Screw) -> String {
    let (turn, push) = load.as_ref().split_at(S::FREEDOMS - S::DIMENSION);
    let list = |entries: &[Rational]| {
        entries.iter().map(|entry| spoken(entry.to_f64())).collect::<Vec<_>>().join(", ")
    };
    let mut words = format!("[{}] N", list(push));
    if turn.iter().any(|entry| entry.to_f64() != 0.0) {
        words += &format!(" and {} N m", list(turn));
    }
    words
}

/// Fingers that face each other squeeze, supports push.
fn pushing_word<S: PushFormat>(answer: &AssemblyAnswer<S>) -> &'static str {
    let contacts = &answer.problem.contacts;
    let inward = |contact: &AssemblyContact<S::Touch>| {
        let sign = if contact.on.is_some() { 1.0 } else { -1.0 };
        S::normal(&contact.touch).map(|entry| sign * entry)
    };
    let normals: Vec<[f64; 3]> = contacts.iter().map(inward).collect();
    let faces = |a: &[f64; 3], b: &[f64; 3]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>() < 0.0;
    let opposed = |a: &[f64; 3]| normals.iter().any(|b| faces(a, b));
    if normals.iter().any(opposed) { "squeeze" } else { "pushes of" }
}

/// How hard each contact pushes.
fn pushes<S: PushFormat>(answer: &AssemblyAnswer<S>) -> String {
    let size = |(_, parts): (String, Vec<f64>)| parts.iter().map(|part| part * part).sum::<f64>().sqrt();
    joined(&rests(answer).unwrap_or_default().into_iter().map(size).collect::<Vec<_>>())
}
