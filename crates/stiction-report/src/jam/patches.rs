//! What is said about a peg in space that touches in patches, pushed slowly.

use crate::number::{ReachedEnd, named, spoken};
use crate::text::plain;
use serde::Serialize;
use serde_json::{Map, Value, json};
use stiction::ask::Refused;
use stiction::ask::Threshold;
use stiction::ask::jam::{LARGEST, PatchLock, Seated};
use stiction::ask::stand::assembly::StandProof;
use stiction::screw::Spatial;
use stiction_proof::{Answer, Rational, SpatialProof, Verified};

/// A peg by its patches, and the proofs about it.
#[derive(Debug, Clone, PartialEq)]
pub struct PatchesAnswer {
    /// The peg.
    pub seated: Seated,
    /// The patches, by name.
    pub patches: Vec<String>,
    /// Forces that cancel, or the motion that breaks every contact.
    pub wedge: PatchLock<SpatialProof>,
    /// Forces that hold the push, or the motion on which it does work; none where nothing pushes.
    pub jam: Option<PatchLock<StandProof<Spatial>>>,
}

/// How close to 1 a factor may come before rounded data leave the verdict open: wider than a bracket is.
const CLOSE: f64 = 1e-5;

impl PatchesAnswer {
    pub(super) fn new(seated: Seated, patches: Vec<String>) -> Result<Self, Refused> {
        let pushed = seated.push.iter().any(|entry| !entry.is_zero());
        let jam = if pushed { Some(seated.jamming()?) } else { None };
        Ok(Self { wedge: seated.wedging()?, jam, seated, patches })
    }
}

/// The factor from which on something is held: the simplest of its bracket, or, where that is wide, its upper
/// end, which holds.
fn scale<P>(held: &PatchLock<P>) -> Option<Rational> {
    match &held.onset {
        Threshold::Between(bracket) => {
            Some(named([&bracket.lower.0, &bracket.upper.0], bracket.simplest(), ReachedEnd::Upper))
        }
        Threshold::None(_) => Some(Rational::zero()),
        Threshold::Never(_) | Threshold::Undecided => None,
    }
}

/// The verdict; of rounded data none on the boundary.
pub(super) fn verdict<P>(held: &PatchLock<P>, rounded: bool) -> Answer {
    let boundary = scale(held).is_some_and(|scale| (scale.to_f64() - 1.0).abs() < CLOSE);
    if rounded && boundary { Answer::Undecided } else { held.found.answer() }
}

fn proof<P: Serialize>(verified: &Verified<P>) -> Value {
    serde_json::to_value(verified.proof()).unwrap_or(Value::Null)
}

fn held_json<P: Serialize>(
    key: &str,
    held: &PatchLock<P>,
    rounded: bool,
    reasons: &mut Map<String, Value>,
) -> Value {
    let scale = scale(held);
    let mut told = json!({
        "verdict": verdict(held, rounded),
        "scale": scale.as_ref().map(Rational::to_f64),
        "margin": scale.as_ref().map(|scale| (Rational::one() - scale).to_f64()),
        "proof": held.found.verified().map(proof),
    });
    match &held.onset {
        Threshold::Between(bracket) => {
            told["bracket"] = json!([bracket.lower.0.to_f64(), bracket.upper.0.to_f64()]);
            told["lower"] = proof(&bracket.lower.1);
            told["upper"] = proof(&bracket.upper.1);
        }
        Threshold::None(verified) => told["frictionless"] = proof(verified),
        Threshold::Never(verified) => told["beyond"] = proof(verified),
        Threshold::Undecided => {}
    }
    if scale.is_none() {
        let why = match held.onset {
            Threshold::Never(_) => format!("not up to {LARGEST} times the friction"),
            _ => "not found within the stated effort".to_owned(),
        };
        reasons.insert(format!("peg.{key}.scale"), json!(why));
    }
    told
}

/// The keys of a peg by its patches, their exact mirror, and why some are null.
pub(super) fn patches_json(answer: &PatchesAnswer, rounded: bool) -> (Value, Value, Map<String, Value>) {
    let (seated, mut reasons) = (&answer.seated, Map::new());
    let doubles = |entries: &[Rational]| entries.iter().map(Rational::to_f64).collect::<Vec<_>>();
    let ids: Vec<&str> = seated.problem.contacts.iter().map(|contact| contact.id.as_str()).collect();
    let mut told = json!({
        "patches": answer.patches,
        "contacts": ids,
        "into": doubles(&seated.into),
        "depth": seated.depth(),
        "push": doubles(&seated.push),
        "inwards": seated.pushes_inwards(),
        "wedge": held_json("wedge", &answer.wedge, rounded, &mut reasons),
        "jam": Value::Null,
    });
    match &answer.jam {
        Some(jam) => told["jam"] = held_json("jam", jam, rounded, &mut reasons),
        None => {
            reasons.insert("peg.jam".to_owned(), json!("nothing pushes: give a `wrench`, or gravity"));
        }
    }
    (told, json!({ "into": seated.into, "push": seated.push }), reasons)
}

/// Words for the text of a report.
pub(super) fn patches_lines(answer: &PatchesAnswer, rounded: bool) -> Vec<(&'static str, String)> {
    let (seated, count) = (&answer.seated, answer.seated.problem.contacts.len());
    let names: Vec<String> = answer.patches.iter().map(|name| plain(name)).collect();
    let patches = match names.len() {
        0 => String::new(),
        1 => format!(" in \"{}\"", names[0]),
        few if few <= 4 => format!(" in \"{}\"", names.join("\", \"")),
        many => format!(" in {many} patches"),
    };
    let mut lines =
        vec![("peg", format!("{count} contacts{patches}, {} m apart along its way", spoken(seated.depth())))];
    lines.push(("squeezed", held_words(&answer.wedge, rounded, ["stays", "comes free"])));
    if let Some(jam) = &answer.jam {
        let inwards = if seated.pushes_inwards() { "" } else { "; it does not push inwards" };
        lines.push(("push", held_words(jam, rounded, ["jams", "moves it"]) + inwards));
    }
    lines
}

fn held_words<P>(held: &PatchLock<P>, rounded: bool, [yes, no]: [&str; 2]) -> String {
    let factor = scale(held).map(|scale| spoken(scale.to_f64()));
    match (verdict(held, rounded), &held.onset, factor) {
        (Answer::Yes, Threshold::None(_), _) => format!("{yes}: without any friction"),
        (Answer::Yes, _, Some(factor)) => format!("{yes}: from {factor} of the given friction on"),
        (Answer::Yes, ..) => yes.to_owned(),
        (Answer::No, Threshold::Never(_), _) => {
            format!("{no}: with up to {LARGEST} times the given friction")
        }
        (Answer::No, _, Some(factor)) => format!("{no}: below {factor} times the given friction"),
        (Answer::No, ..) => no.to_owned(),
        (Answer::Undecided, ..) => "undecided: on the boundary, or no proof was found".to_owned(),
    }
}
