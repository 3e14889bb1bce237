//! Where one more frictionless finger completes closure, as keys, a line, and back.

use super::extent::accepted;
use super::setting::Statement;
use super::{Keys, Note, Outlined};
use crate::closure::Rings;
use crate::wrenches::places;
use serde_json::{Value, json};
use stiction::ask::Refused;
use stiction::ask::wrenches::{
    Along, Completion, OneMoreFinger, Stretch, completing_places, finger_at, one_more, with_finger,
};
use stiction::shape::Piece;
use stiction_proof::{PlanarProblem, Proof, Rational};

/// The stretches on which one more finger closes, with the outline, or why they are not asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct OneMore {
    /// The pieces of the outline, ring by ring.
    pub outline: Vec<Vec<Piece>>,
    /// The stretches.
    pub found: Vec<Completion>,
}

const CLOSED: &str = "the contacts close already";
const NO_OUTLINE: &str = "the body has no outline to push";

pub(super) type Places = Result<OneMore, &'static str>;

/// Asks, where the contacts do not close and there is an outline to push.
pub(super) fn asked(
    problem: &PlanarProblem,
    outline: Option<&Rings>,
    closed: bool,
) -> Result<Places, Refused> {
    if closed {
        return Ok(Err(CLOSED));
    }
    let Some(outline) = outline else { return Ok(Err(NO_OUTLINE)) };
    Ok(Ok(OneMore { found: one_more(problem, outline)?, outline: outline.clone() }))
}

fn closes(shown: &OneMoreFinger) -> bool {
    matches!(shown.proof.proof(), Proof::Closed { .. })
}

fn place(at: &Along) -> Value {
    match at {
        Along::Part(part) => json!({ "part": part }),
        Along::Direction(way) => json!({ "direction": way }),
    }
}

/// The key, and its mirror.
pub(super) fn keys(asked: &Places, keys: &mut Keys) {
    let asked = match asked {
        Ok(asked) => asked,
        Err(reason) => {
            keys.report.insert("one_more".to_owned(), Value::Null);
            keys.reasons.insert("one_more".to_owned(), (*reason).to_owned());
            return;
        }
    };
    let stretches: Vec<_> = asked.found.iter().map(|one| one.stretch.clone()).collect();
    let mut listed = places::write_stretches(&stretches);
    for (one, completion) in listed.as_array_mut().into_iter().flatten().zip(&asked.found) {
        let shown = completion.shown.iter();
        one["shown"] =
            shown.map(|one| json!({ "closes": closes(one), "proof": one.proof.proof() })).collect();
    }
    let exact: Vec<Vec<Value>> =
        asked.found.iter().map(|one| one.shown.iter().map(|one| place(&one.at)).collect()).collect();
    keys.report.insert("one_more".to_owned(), listed);
    keys.exact.insert(
        "one_more".to_owned(),
        json!({ "outline": places::write_rings(&asked.outline), "shown": exact }),
    );
}

/// A line, where one more finger would do.
pub(super) fn line(asked: &Places) -> Option<(&'static str, String)> {
    let asked = asked.as_ref().ok().filter(|asked| !asked.found.is_empty())?;
    let stretches: Vec<_> = asked.found.iter().map(|one| one.stretch.clone()).collect();
    Some(("one more", format!("a frictionless finger at {} closes it", places::spoken(&stretches))))
}

/// The stretches, found again from the problem and the outline, with every proof of the report put to its checker.
pub(super) fn read(
    Outlined { problem, outline, closed }: Outlined<'_>,
    report: &Value,
    note: Note<'_>,
) -> Result<Places, String> {
    if closed {
        return Ok(Err(CLOSED));
    }
    let Some(outline) = outline else { return Ok(Err(NO_OUTLINE)) };
    let found = completions(problem, outline, &report["one_more"], &report["exact"]["one_more"]["shown"]);
    note("one_more".to_owned(), found.as_ref().map(|_| ()).map_err(String::clone));
    Ok(Ok(OneMore { outline: outline.clone(), found: found? }))
}

fn completions(
    problem: &PlanarProblem,
    outline: &Rings,
    listed: &Value,
    mirrors: &Value,
) -> Result<Vec<Completion>, String> {
    let stretches = completing_places(problem, outline).map_err(|fault| fault.to_string())?;
    let completion = |(at, stretch): (usize, Stretch)| {
        let (shown, mirror) = (&listed[at]["shown"], &mirrors[at]);
        let piece = &outline[stretch.ring][stretch.piece];
        let places: Vec<Along> = read_places(mirror)?;
        if places.first() != Some(&stretch.from.at) || places.last() != Some(&stretch.to.at) {
            return Err("a stretch is shown at other places than its own".to_owned());
        }
        let mut seen = Vec::new();
        let count = places.len();
        for (index, place) in places.into_iter().enumerate() {
            let within = if index == 0 {
                !stretch.from.open
            } else if index + 1 == count {
                !stretch.to.open
            } else {
                true
            };
            let finger = finger_at(piece, &place).ok_or("a place is not on its piece")?;
            let (proof, closes) = match accepted(&with_finger(problem, &finger), &shown[index]["proof"])? {
                (proof, Statement::Closed { without }) if without.is_empty() => (proof, true),
                (proof, Statement::Open { without }) if without.is_empty() => (proof, false),
                _ => return Err("the proof is of another statement".to_owned()),
            };
            if closes != within {
                return Err("a finger does not do there what is said".to_owned());
            }
            seen.push(OneMoreFinger { at: place, finger, proof });
        }
        Ok(Completion { stretch, shown: seen })
    };
    stretches.into_iter().enumerate().map(completion).collect()
}

fn read_places(mirror: &Value) -> Result<Vec<Along>, String> {
    let read = |value: &Value| -> Result<Along, String> {
        let text = |error: serde_json::Error| error.to_string();
        match value.get("part") {
            Some(part) => Ok(Along::Part(serde_json::from_value(part.clone()).map_err(text)?)),
            None => {
                let way: [Rational; 2] = serde_json::from_value(value["direction"].clone()).map_err(text)?;
                Ok(Along::Direction(way))
            }
        }
    };
    mirror.as_array().ok_or("the mirror is missing")?.iter().map(read).collect()
}
