//! What would have to change for another verdict: `changes`.

use super::extent::{Ends, accepted, number, proof, shown};
use super::setting::Statement;
use super::{Keys, Note, Outlined};
use crate::closure::Rings;
use crate::number::{ReachedEnd, spoken};
use crate::text::plain;
use serde_json::{Map, Value, json};
use stiction::ask::Refused;
use stiction::ask::Threshold;
use stiction::ask::closure::{Flip, Flips, LeastFriction, flips_along, straight_edge};
use stiction_proof::{PlanarProblem, Rational, Touch, Verified};

/// Contacts up to which places are looked for.
const MOST_PLACED: usize = 12;

/// What is known of the least friction.
pub(super) enum Least {
    /// Its ends.
    Ends(Ends),
    /// Closed without friction.
    Frictionless,
    /// No coefficient closes.
    Never,
    /// Not proved.
    Undecided,
}

impl<T: Touch> From<&LeastFriction<T>> for Least {
    fn from(least: &LeastFriction<T>) -> Self {
        match least {
            Threshold::Between(bracket) => Self::Ends([bracket.lower.0.clone(), bracket.upper.0.clone()]),
            Threshold::None(_) => Self::Frictionless,
            Threshold::Never(_) => Self::Never,
            Threshold::Undecided => Self::Undecided,
        }
    }
}

/// The change of a common coefficient that changes the verdict.
#[derive(Debug, Clone, PartialEq)]
pub struct FrictionChange {
    /// The coefficient now.
    pub from: Rational,
    /// Between these it changes.
    pub to: [Rational; 2],
}

/// The least change of the common coefficient, or why there is none.
pub(super) fn friction_change(
    frictions: &[&Rational],
    least: &Least,
) -> Result<FrictionChange, &'static str> {
    let mut rough = frictions.iter().filter(|mu| mu.is_positive());
    let from = rough.next().map_or_else(Rational::zero, |mu| (**mu).clone());
    if rough.any(|mu| **mu != from) {
        return Err("the coefficients of the contacts differ");
    }
    match least {
        Least::Ends(to) => Ok(FrictionChange { from, to: to.clone() }),
        Least::Frictionless => Err("closed without friction: no coefficient opens it"),
        Least::Never => Err("no coefficient of friction closes"),
        Least::Undecided => Err("the least friction is not proved"),
    }
}

/// Where moving a contact along its edge changes the verdict, or why that was not asked.
pub(super) type Place = Result<Flips, &'static str>;

const OFF_EDGE: &str = "not exactly on a straight edge of the outline with its normal";

/// The outline along which contacts are moved, or why they are not.
fn outline_of<'o>(problem: &PlanarProblem, outline: Option<&'o Rings>) -> Result<&'o Rings, &'static str> {
    let rings = outline.ok_or("the body has no outline to move along")?;
    if problem.contacts.len() > MOST_PLACED {
        return Err("not asked of more than 12 contacts");
    }
    Ok(rings)
}

/// For each contact, where moving it along the outline's edge changes the verdict.
pub(super) fn places(
    problem: &PlanarProblem,
    outline: Option<&Rings>,
) -> Result<Result<Vec<Place>, &'static str>, Refused> {
    let rings = match outline_of(problem, outline) {
        Ok(rings) => rings,
        Err(reason) => return Ok(Err(reason)),
    };
    let place = |(index, contact): (usize, &stiction_proof::PlanarContact)| {
        let Some([from, to]) = straight_edge(rings, &contact.point, &contact.normal) else {
            return Ok(Err(OFF_EDGE));
        };
        let flips = flips_along(problem, index, [&from, &to])?;
        Ok(flips.ok_or(OFF_EDGE))
    };
    problem.contacts.iter().enumerate().map(place).collect::<Result<Vec<_>, _>>().map(Ok)
}

/// The key of friction.
pub(super) fn friction_keys(change: &Result<FrictionChange, &'static str>, keys: &mut Keys) -> Value {
    match change {
        Ok(change) => {
            let (number, exact) = friction_json(change);
            keys.exact.entry("changes").or_insert_with(|| json!({}))["friction"] = exact;
            number
        }
        Err(reason) => {
            keys.reasons.insert("changes.friction".to_owned(), (*reason).to_owned());
            Value::Null
        }
    }
}

fn friction_json(FrictionChange { from, to }: &FrictionChange) -> (Value, Value) {
    let one = Rational::one();
    let by = to.each_ref().map(|end| end - from);
    // Above the upper end it closes.
    let simplest = number(to, ReachedEnd::Upper);
    (
        json!({ "from": from.to_f64(), "to": shown(Some(to), ReachedEnd::Upper, &one), "by": (simplest - from).to_f64() }),
        json!({ "from": from, "to": to, "by": by }),
    )
}

/// The key of places.
pub(super) fn place_keys(
    problem: &PlanarProblem,
    places: &Result<Vec<Place>, &'static str>,
    keys: &mut Keys,
) -> Value {
    let places = match places {
        Ok(places) => places,
        Err(reason) => {
            keys.reasons.insert("changes.place".to_owned(), (*reason).to_owned());
            return Value::Null;
        }
    };
    let (mut listed, mut exact) = (Map::new(), Map::new());
    for (contact, place) in problem.contacts.iter().zip(places) {
        let id = contact.id.clone();
        let path = format!("changes.place.{id}");
        match place {
            Err(reason) => {
                keys.reasons.insert(path, (*reason).to_owned());
                listed.insert(id, Value::Null);
            }
            Ok(flips) => {
                let (mut one, mut mirror) = (Map::new(), Map::new());
                for (key, flip) in [("forward", &flips.forward), ("backward", &flips.backward)] {
                    if flip.is_none() {
                        let why = "the verdict is the same as far as the edge goes";
                        keys.reasons.insert(format!("{path}.{key}"), why.to_owned());
                    }
                    one.insert(
                        key.to_owned(),
                        flip.as_ref().map_or(Value::Null, |flip| flip_json(&contact.point, flip)),
                    );
                    let exact = |flip: &Flip| json!({ "point": flip.point, "shown_at": flip.shown_at, "kept_at": flip.kept_at });
                    mirror.insert(key.to_owned(), flip.as_ref().map_or(Value::Null, exact));
                }
                listed.insert(id.clone(), Value::Object(one));
                exact.insert(id, Value::Object(mirror));
            }
        }
    }
    keys.exact.entry("changes").or_insert_with(|| json!({}))["place"] = Value::Object(exact);
    Value::Object(listed)
}

/// Ways along an edge on which the verdict is said never to change.
pub(super) fn computed(problem: &PlanarProblem, places: &Result<Vec<Place>, &'static str>) -> Vec<String> {
    let mut paths = Vec::new();
    for (contact, place) in problem.contacts.iter().zip(places.iter().flatten()) {
        let Ok(flips) = place else { continue };
        for (key, flip) in [("forward", &flips.forward), ("backward", &flips.backward)] {
            if flip.is_none() {
                paths.push(format!("changes.place.{}.{key}", contact.id));
            }
        }
    }
    paths
}

fn opens(flip: &Flip) -> bool {
    matches!(flip.proof.proof(), stiction_proof::Proof::Open { .. })
}

fn flip_json(from: &[Rational; 2], flip: &Flip) -> Value {
    json!({
        "distance": distance(from, &flip.point),
        "point": flip.point.each_ref().map(Rational::to_f64),
        "verdict": if opens(flip) { "no" } else { "yes" },
        "proof": proof(&flip.proof),
        "kept": proof(&flip.kept),
    })
}

fn distance(from: &[Rational; 2], to: &[Rational; 2]) -> f64 {
    (&to[0] - &from[0]).to_f64().hypot((&to[1] - &from[1]).to_f64())
}

/// Lines about friction and the contact that may be moved the least.
pub(super) fn place_line(
    problem: &PlanarProblem,
    places: &Result<Vec<Place>, &'static str>,
) -> Option<(&'static str, String)> {
    let places = places.as_ref().ok()?;
    let mut nearest: Option<(f64, &str, &Flip)> = None;
    for (contact, place) in problem.contacts.iter().zip(places) {
        let Ok(flips) = place else { continue };
        for flip in [&flips.forward, &flips.backward].into_iter().flatten() {
            let far = distance(&contact.point, &flip.point);
            if nearest.is_none_or(|(least, ..)| far < least) {
                nearest = Some((far, &contact.id, flip));
            }
        }
    }
    let (far, id, flip) = nearest?;
    let verb = if opens(flip) { "opens" } else { "closes" };
    Some(("moved", format!("\"{}\" {verb} it {} m along its edge", plain(id), spoken(far))))
}

/// The places of every contact, from their proofs in JSON. Where an edge is said to have none, they are looked for
/// again.
pub(super) fn read_places(
    Outlined { problem, outline, closed }: Outlined<'_>,
    report: &Value,
    note: Note<'_>,
) -> Result<Result<Vec<Place>, &'static str>, String> {
    let rings = match outline_of(problem, outline) {
        Ok(rings) => rings,
        Err(reason) => return Ok(Err(reason)),
    };
    let (told, exact) = (&report["changes"]["place"], &report["exact"]["changes"]["place"]);
    let mut places = Vec::new();
    for (index, contact) in problem.contacts.iter().enumerate() {
        let Some(edge) = straight_edge(rings, &contact.point, &contact.normal) else {
            places.push(Err(OFF_EDGE));
            continue;
        };
        let (told, exact) = (&told[&contact.id], &exact[&contact.id]);
        let flips = read_flips(problem, index, closed, &edge, told, exact);
        note(format!("changes.place.{}", contact.id), flips.as_ref().map(|_| ()).map_err(String::clone));
        places.push(flips?.ok_or(OFF_EDGE));
    }
    Ok(Ok(places))
}

/// Both ways along an edge.
fn read_flips(
    problem: &PlanarProblem,
    index: usize,
    closed: bool,
    [from, to]: &[[Rational; 2]; 2],
    told: &Value,
    exact: &Value,
) -> Result<Option<Flips>, String> {
    let flip = |key: &str, end: &[Rational; 2]| {
        if told[key].is_null() {
            return Ok(None);
        }
        read_flip(problem, index, closed, key, end, &told[key], &exact[key]).map(Some)
    };
    let (backward, forward) = (flip("backward", from)?, flip("forward", to)?);
    if let (Some(_), Some(_)) = (&backward, &forward) {
        return Ok(Some(Flips { part: Rational::zero(), backward, forward }));
    }
    let again = flips_along(problem, index, [from, to]).map_err(|refused| refused.to_string())?;
    Ok(again.map(|again| Flips {
        part: Rational::zero(),
        backward: backward.or(again.backward),
        forward: forward.or(again.forward),
    }))
}

/// A change is shown within a millionth of the way to it, or of a metre.
const NEAR: i64 = 1_000_000;

fn read_flip(
    problem: &PlanarProblem,
    index: usize,
    closed: bool,
    key: &str,
    end: &[Rational; 2],
    flip: &Value,
    exact: &Value,
) -> Result<Flip, String> {
    let point = |key: &str| -> Result<[Rational; 2], String> {
        serde_json::from_value(exact[key].clone()).map_err(|error| error.to_string())
    };
    let (at, shown_at, kept_at) = (point("point")?, point("shown_at")?, point("kept_at")?);
    let contact = &problem.contacts[index];
    // Counter-clockwise around the solid is along −t.
    let sign = Rational::from(if key == "forward" { -1 } else { 1 });
    let way = |to: &[Rational; 2]| {
        let step = [&to[0] - &contact.point[0], &to[1] - &contact.point[1]];
        let dot = |a: &[Rational; 2]| &a[0] * &step[0] + &a[1] * &step[1];
        (dot(&contact.normal), dot(&contact.tangent()) * &sign)
    };
    let places = [&at, &shown_at, &kept_at].map(way);
    let [(_, along), (_, along_shown), (_, along_kept)] = &places;
    // Closed up to just before it and open there, or open there and closed just beyond.
    let order = if closed {
        shown_at == at && along_kept < along && !along_kept.is_negative()
    } else {
        kept_at == at && along_shown > along
    };
    let within = *along <= way(end).1;
    if places.iter().any(|(aside, _)| !aside.is_zero()) || along.is_negative() || !order || !within {
        return Err(format!("{key} is not along the edge"));
    }
    let gap = if closed { along - along_kept } else { along_shown - along };
    let square: Rational = contact.normal.iter().map(|entry| entry * entry).sum();
    let [part, whole] = [&gap * &gap * Rational::from(NEAR) * Rational::from(NEAR), along * along];
    if part > square.max(whole) {
        return Err(format!("{key} is shown too far from where the verdict changes"));
    }
    let verdict = |point: &[Rational; 2], proof: &Value| -> Result<(Verified, bool), String> {
        let mut moved = problem.clone();
        moved.contacts[index].point = point.clone();
        match accepted(&moved, proof)? {
            (proof, Statement::Open { without }) if without.is_empty() => Ok((proof, false)),
            (proof, Statement::Closed { without }) if without.is_empty() => Ok((proof, true)),
            _ => Err("the proof is of another statement".to_owned()),
        }
    };
    let ((proof, there), (kept, before)) =
        (verdict(&shown_at, &flip["proof"])?, verdict(&kept_at, &flip["kept"])?);
    if there == closed || before != closed {
        let why = "the verdict there is not the other one, or that before it not the same";
        return Err(why.to_owned());
    }
    Ok(Flip { part: Rational::zero(), point: at, shown_at, proof, kept_at, kept })
}
