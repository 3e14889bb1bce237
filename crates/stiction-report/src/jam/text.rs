//! The words of `jam` for people.

use super::patches::patches_lines;
use super::peg::peg_lines;
use super::{JamAnswer, Lock, Locks};
use crate::number::{length_words, spoken};
use crate::text::{Lines, many, plain};
use serde_json::Value;
use stiction::ask::Threshold;
use stiction_proof::{Answer, JamProblem, JamProof, Rational, Verified};

/// `locks: no; jams at 2 times its friction; never wedges`.
pub(super) fn words(answer: &JamAnswer) -> String {
    let mut words = format!("locks: {}", answer.verdict());
    if let Some(locks) = &answer.locks {
        let (jam, wedge) = (
            briefly(&locks.jam, "jams", answer.left_open.rounded),
            briefly(&locks.wedge, "wedges", answer.left_open.rounded),
        );
        words += &format!("; {jam}; {wedge}");
    } else if let Some(peg) = &answer.pushed.peg {
        let depth = length_words(peg.inserted.peg.wedging_depth().to_f64(), None);
        words += &format!("; two-point contact wedges up to {depth} deep");
        words += &peg.place().map(|place| format!("; the push {place}")).unwrap_or_default();
    }
    words
}

fn briefly(lock: &Lock, word: &str, rounded: bool) -> String {
    match (lock.verdict(rounded), &lock.least) {
        (Answer::Yes, _) => format!("{word} with {} of its friction", part(lock)),
        (Answer::No, Threshold::Never(_)) => format!("never {word}"),
        (Answer::No, _) => format!("{word} at {} times its friction", part(lock)),
        (Answer::Undecided, _) => format!("whether it {word} is undecided"),
    }
}

fn part(lock: &Lock) -> String {
    lock.scale().map_or_else(|| "some multiple".to_owned(), |scale| spoken(scale.to_f64()))
}

pub(super) fn lines(answer: &JamAnswer) -> Lines {
    let mut lines = Vec::new();
    if let Some(locks) = &answer.locks {
        lines.extend(locking(locks, answer));
    }
    if let Some(peg) = &answer.pushed.peg {
        lines.extend(peg_lines(peg));
    }
    if let Some(patches) = &answer.pushed.patches {
        lines.extend(patches_lines(patches, answer.left_open.rounded));
    }
    if let (Some(boundary), Some(locks)) = (&answer.boundary, &answer.locks) {
        let [i, j] = boundary.of.map(|index| plain(&locks.system.problem.constraints[index].id));
        let rays = boundary.jam.len();
        lines.push(("boundary", format!("of \"{i}\" against \"{j}\" along {rays} rays: with --json")));
    }
    lines.extend(answer.map.iter().map(|map| ("map", map.map.words())));
    lines.extend(super::compliance::lines(answer));
    lines.extend(answer.giving.settled.iter().map(|settled| ("pressed", settled.words())));
    let proved = answer
        .locks
        .as_ref()
        .is_none_or(|locks| locks.jam.found.verified().is_some() || locks.wedge.found.verified().is_some());
    Lines { heading: format!("locks: {}", answer.verdict()), lines, proved }
}

fn locking(locks: &Locks, answer: &JamAnswer) -> Vec<(&'static str, String)> {
    let system = &locks.system;
    let rubs = |problem: &JamProblem| problem.constraints.iter().any(|one| one.at_rest.is_positive());
    let how = LockingWords { rounded: answer.left_open.rounded, listed: true, rubs: rubs(&system.problem) };
    let wedges = LockingWords { listed: system.wedging.is_none(), rubs: rubs(system.wedge_problem()), ..how };
    let mut lines = vec![("jams", lock(&locks.jam, how)), ("wedges", lock(&locks.wedge, wedges))];
    let told = super::jam_json(answer);
    if locks.jam.critical().is_some() {
        let jumping = &told["jam"]["jumping"];
        let (accelerations, forces) = (listed(&jumping["accelerations"]), listed(&jumping["forces"]));
        lines.push(("infinite", format!("accelerations {accelerations}; forces at {forces}")));
    }
    for lost in told["lost"].as_array().into_iter().flatten() {
        let id = plain(lost["constraint"].as_str().unwrap_or_default());
        let now = |slip: f64| format!(", now {} m/s", spoken(slip.abs()));
        let slip = lost["slip"].as_f64().map(now).unwrap_or_default();
        lines.push(("lost", format!("the sliding at \"{id}\"{slip}: it stops at once")));
    }
    let mu = system.mu();
    let determinant =
        system.problem.determinant(&mu).map_or_else(|| "none".to_owned(), |value| spoken(value.to_f64()));
    let rank = system.problem.rank(&mu);
    let constraints = system.problem.constraints.len();
    let singular = match determinant.as_str() {
        "0" => "have no unique solution (determinant 0)".to_owned(),
        "none" => "have no determinant".to_owned(),
        determinant => format!("have one solution (determinant {determinant})"),
    };
    // Of equations that have one solution there is nothing to tell; programs read it in the JSON.
    if rank < constraints || ["0", "none"].contains(&determinant.as_str()) {
        let independent = format!("{rank} of {} with friction independent", many(constraints, "constraint"));
        lines.push(("equations", format!("of motion {singular}; {independent}")));
    }
    if let Some(moved) = told["motion"].as_object() {
        let words = match moved["consistent"].as_bool() {
            Some(true) => format!("accelerates {}", amounts(&moved["acceleration"])),
            _ => "none that keeps the contacts: the equations want one to pull".to_owned(),
        };
        lines.push(("motion", words));
    }
    lines
}

/// How one kind of locking is told.
#[derive(Clone, Copy)]
struct LockingWords {
    /// Whether something was rounded.
    rounded: bool,
    /// Whether each coefficient is that of one contact, and not of an edge of its pyramid.
    listed: bool,
    /// Whether there is friction at all, so that multiples of it mean something.
    rubs: bool,
}

fn lock(lock: &Lock, LockingWords { rounded, listed, rubs }: LockingWords) -> String {
    let verdict = lock.verdict(rounded);
    let friction = |proof: &Verified<JamProof>| match proof.proof() {
        JamProof::Jams { mu, .. } | JamProof::Wedges { mu, .. } => {
            mu.iter().map(|mu| spoken(mu.abs().to_f64())).collect::<Vec<_>>().join(", ")
        }
        _ => String::new(),
    };
    match (verdict, &lock.least) {
        (Answer::Yes, Threshold::None(_)) => "yes: without any friction".to_owned(),
        (Answer::Yes, _) if !listed => format!("yes: from {} of the given friction on", part(lock)),
        (Answer::Yes, _) => {
            let mu = lock.critical().map(friction).unwrap_or_default();
            format!("yes: from μ = {mu} on, {} of the given friction", part(lock))
        }
        (Answer::No, Threshold::Never(_)) if !rubs => "no: there is no friction".to_owned(),
        (Answer::No, Threshold::Never(_)) => "never, whatever the friction".to_owned(),
        (Answer::No, Threshold::Between(bracket)) => {
            let mu = friction(&bracket.upper.1);
            let scale = bracket.simplest();
            let at = if bracket.upper.0 == Rational::one() { "1".to_owned() } else { spoken(scale.to_f64()) };
            if listed {
                format!("no; it would with {at} times this friction, from μ = {mu} on")
            } else {
                format!("no; it would with {at} times this friction")
            }
        }
        (Answer::No, _) => "no".to_owned(),
        (Answer::Undecided, _) if rounded => {
            "undecided: on the boundary, and some input was rounded".to_owned()
        }
        (Answer::Undecided, _) => {
            "undecided: time was up, or the friction that was found makes constraints depend on each other too"
                .to_owned()
        }
    }
}

/// `"1", "2"`.
fn listed(names: &Value) -> String {
    let names = names.as_object().into_iter().flatten().map(|(name, _)| format!("\"{}\"", plain(name)));
    names.collect::<Vec<_>>().join(", ")
}

/// `part.x −3.1, part.y 0`.
fn amounts(values: &Value) -> String {
    let entries = values.as_object().into_iter().flatten();
    entries
        .map(|(name, value)| format!("{} {}", plain(name), spoken(value.as_f64().unwrap_or(f64::NAN))))
        .collect::<Vec<_>>()
        .join(", ")
}
