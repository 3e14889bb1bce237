//! Where one more frictionless finger completes closure, as keys, a line, and back.

use super::extent::accepted;
use super::setting::Statement;
use super::{Keys, same};
use crate::wrenches::places;
use serde_json::{Value, json};
use stiction::ask::Refused;
use stiction::ask::wrenches::{
    Along, Completion, Shown, completing_places, finger_at, one_more, rings, with_finger,
};
use stiction::shape::{Outline, Piece};
use stiction_proof::{PlanarProblem, Proof, Rational};

/// The stretches on which one more finger closes, with the outline, or why they are not asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct OneMore {
    /// The pieces of the outline, ring by ring.
    pub outline: Vec<Vec<Piece>>,
    /// The stretches.
    pub found: Vec<Completion>,
}

pub(super) type Asked = Result<OneMore, &'static str>;

/// Asks, where the contacts do not close and there is an outline to push.
pub(super) fn asked(
    problem: &PlanarProblem,
    outline: Option<&Outline>,
    closed: bool,
) -> Result<Asked, Refused> {
    if closed {
        return Ok(Err("the contacts close already"));
    }
    let Some(outline) = outline else { return Ok(Err("the body has no outline to push")) };
    let outline = rings(outline);
    Ok(Ok(OneMore { found: one_more(problem, &outline)?, outline }))
}

fn closes(shown: &Shown) -> bool {
    matches!(shown.proof.proof(), Proof::Closed { .. })
}

fn place(at: &Along) -> Value {
    match at {
        Along::Part(part) => json!({ "part": part }),
        Along::Direction(way) => json!({ "direction": way }),
    }
}

/// The key, and its mirror.
pub(super) fn keys(asked: &Asked, keys: &mut Keys) {
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
pub(super) fn line(asked: &Asked) -> Option<(&'static str, String)> {
    let asked = asked.as_ref().ok().filter(|asked| !asked.found.is_empty())?;
    let stretches: Vec<_> = asked.found.iter().map(|one| one.stretch.clone()).collect();
    Some(("one more", format!("a frictionless finger at {} closes it", places::spoken(&stretches))))
}

/// Re-checks the key of a report: the stretches are found again from the problem and the outline, and every proof is put to its checker.
pub(super) fn verify(
    problem: &PlanarProblem,
    report: &Value,
    note: &mut dyn FnMut(String, Result<(), String>),
) {
    let (listed, exact) = (&report["one_more"], &report["exact"]["one_more"]);
    if listed.is_null() && exact.is_null() {
        return;
    }
    note("one_more".to_owned(), verified(problem, listed, exact));
}

fn verified(problem: &PlanarProblem, listed: &Value, exact: &Value) -> Result<(), String> {
    let outline = places::read_rings(&exact["outline"])?;
    let stretches = completing_places(problem, &outline).map_err(|fault| fault.to_string())?;
    let mut expected = places::write_stretches(&stretches);
    let listed = listed.as_array().ok_or("these are no stretches")?;
    let mirrors = exact["shown"].as_array().ok_or("the mirror is missing")?;
    if listed.len() != stretches.len() || mirrors.len() != stretches.len() {
        return Err("these are not the stretches of the problem".to_owned());
    }
    for (at, stretch) in stretches.iter().enumerate() {
        let (shown, mirror) = (&listed[at]["shown"], &mirrors[at]);
        let piece = &outline[stretch.ring][stretch.piece];
        let places: Vec<Along> = read_places(mirror)?;
        let ends = places.first() == Some(&stretch.from.at) && places.last() == Some(&stretch.to.at);
        let count = shown.as_array().map_or(0, Vec::len);
        if !ends || count != places.len() {
            return Err("a stretch is shown at other places than its own".to_owned());
        }
        for (index, place) in places.iter().enumerate() {
            let within = if index == 0 {
                !stretch.from.open
            } else if index + 1 == count {
                !stretch.to.open
            } else {
                true
            };
            let finger = finger_at(piece, place).ok_or("a place is not on its piece")?;
            let closes = match accepted(&with_finger(problem, &finger), &shown[index]["proof"])? {
                Statement::Closed { without } if without.is_empty() => true,
                Statement::Open { without } if without.is_empty() => false,
                _ => return Err("the proof is of another statement".to_owned()),
            };
            if closes != within || shown[index]["closes"] != json!(closes) {
                return Err("a finger does not do there what is said".to_owned());
            }
        }
        expected[at]["shown"] = shown.clone();
    }
    same("one_more", &Value::Array(listed.clone()), &expected)
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
