//! An assembly as JSON: the keys of `stand`, by body and by contact.

use super::{AssemblyAnswer, PartDepth, PushFormat, StrongProof};
use crate::number::{ReachedEnd, named};
use serde::Serialize;
use serde_json::{Map, Value, json};
use stiction::ask::Extent;
use stiction::ask::Threshold;
use stiction::ask::stand::assembly::{Reserve, Sideways};
use stiction::ask::strong::ByModes;
use stiction_proof::{AssemblyProof, Rational, Touch, Verified};

/// What limits mean for the theorem.
pub(crate) const STRONG_LIMITS: &str = "some contact has a limit, and this version decides only without";

pub(crate) fn assembly_json<S: PushFormat>(answer: &AssemblyAnswer<S>, length: &Rational) -> Value {
    let (friction, friction_ends) = friction(answer);
    let (load, load_ends) = load(answer);
    let deepest = answer
        .margins
        .deepest
        .as_ref()
        .map(|(bracket, pull)| [&bracket.lower.0 - pull, &bracket.upper.0 - pull]);
    let reserve =
        answer.margins.reserve.as_ref().and_then(Reserve::margin).map(|margin| [margin.clone(), margin]);
    let ends = deepest.or(reserve);
    let margin = ends.as_ref().map(middle);
    let exact_load = match &answer.margins.sideways {
        Some(Sideways::Tilts(tilts)) => tilts.exact_radius(),
        _ => None,
    };
    let norm = match &answer.margins.reserve {
        Some(_) => format!("sum of absolute values of (m / {length} m, f)"),
        None => "normal force that every contact can spare, N".to_owned(),
    };
    let mut report = json!({
        "body": answer.subject,
        "bodies": names(answer),
        "cone": S::cone(&answer.problem).ok(),
        "problem": answer.problem,
        "load": by_body(answer, &answer.load, doubles),
        "weight": by_body(answer, &answer.weights, doubles),
        "verdict": answer.verdict,
        "margin": margin,
        "margin_norm": norm,
        "strong": answer.strong.verdict,
        "forces": forces(answer, S::components),
        "vectors": forces(answer, S::force),
        "collapse": collapse(answer),
        "indeterminacy": answer.indeterminacy.as_ref().map(|found| found.proof().dimension),
        "indeterminacy_proof": answer.indeterminacy.as_ref().map(proof),
        "equations": answer.counts.equations,
        "unknowns": answer.counts.unknowns,
        "residual": residual(answer),
        "proof": answer.proof.as_ref().map(proof),
        "strong_proof": answer.strong.proof.as_ref().map(strong),
        "margins": { "friction": friction, "load": load, "tilt": load.map(f64::atan) },
        "brackets": {
            "margin": ends.as_ref().map(|ends| ends.each_ref().map(Rational::to_f64)),
            "friction": friction_ends.as_ref().map(|ends| ends.each_ref().map(Rational::to_f64)),
            "load": load_ends,
        },
        "margin_proofs": margin_proofs(answer),
        "tilts": tilts(answer),
        "further": further(answer),
        "first_failure": null,
        "reasons": answer.reasons,
        "exact": {
            "load": by_body(answer, &answer.load, exact),
            "weight": by_body(answer, &answer.weights, exact),
            "margin": ends.as_ref().filter(|ends| ends[0] == ends[1]).map(|ends| ends[0].clone()),
            "margins": {
                "friction": friction_ends,
                "load": exact_load,
            },
            "brackets": { "margin": ends, "friction": friction_ends },
        },
    });
    if answer.margins.reserve.is_some() {
        report["length"] = json!(length.to_f64());
        report["exact"]["length"] = json!(length);
    }
    report["reasons"]["first_failure"] = json!("the base does not follow a trajectory");
    report
}

fn proof<P: Serialize>(verified: &Verified<P>) -> Value {
    serde_json::to_value(verified.proof()).unwrap_or(Value::Null)
}

/// The number that two ends stand for; forces were found at the lower one.
fn middle(ends: &[Rational; 2]) -> f64 {
    let [lower, upper] = ends;
    let between = if lower == upper { lower.clone() } else { (lower + upper) * Rational::new(1, 2) };
    named([lower, upper], between, ReachedEnd::Lower).to_f64()
}

/// The end at which forces were found, as a double that is not above it: what is printed stands.
fn carried([lower, _]: &[Rational; 2]) -> f64 {
    let nearest = lower.to_f64();
    let is_above = Rational::from_f64(nearest).is_some_and(|nearest| nearest > *lower);
    if is_above { nearest.next_down() } else { nearest }
}

/// A double that is not below a number.
fn upwards(number: &Rational) -> f64 {
    let nearest = number.to_f64();
    let is_below = Rational::from_f64(nearest).is_some_and(|nearest| nearest < *number);
    if is_below { nearest.next_up() } else { nearest }
}

fn doubles(entries: &[Rational]) -> Value {
    json!(entries.iter().map(Rational::to_f64).collect::<Vec<_>>())
}

fn exact(entries: &[Rational]) -> Value {
    json!(entries)
}

fn names<S: PushFormat>(answer: &AssemblyAnswer<S>) -> Vec<&str> {
    answer.problem.bodies.iter().map(|body| body.name.as_str()).collect()
}

fn by_body<S: PushFormat, V: AsRef<[Rational]>>(
    answer: &AssemblyAnswer<S>,
    vectors: &[V],
    entry: impl Fn(&[Rational]) -> Value,
) -> Value {
    let entries = answer.problem.bodies.iter().zip(vectors);
    Value::Object(
        entries.map(|(body, vector)| (body.name.clone(), entry(vector.as_ref()))).collect::<Map<_, _>>(),
    )
}

type Push<S> = <<S as stiction::ask::lower::Standing>::Touch as Touch>::Push;

fn forces<S: PushFormat>(
    answer: &AssemblyAnswer<S>,
    entry: impl Fn(&S::Touch, &stiction_proof::Coefficients, &Push<S>) -> Vec<f64>,
) -> Value {
    let Some(AssemblyProof::Rests { forces, friction, .. }) = answer.proof.as_ref().map(Verified::proof)
    else {
        return Value::Null;
    };
    let coefficients = answer.problem.coefficients(friction);
    let cones = answer.problem.contacts.iter().zip(&coefficients).zip(forces);
    let one = |((contact, coefficients), push): ((&stiction_proof::AssemblyContact<S::Touch>, _), _)| {
        (contact.touch.id().to_owned(), json!(entry(&contact.touch, coefficients, push)))
    };
    Value::Object(cones.map(one).collect::<Map<_, _>>())
}

fn collapse<S: PushFormat>(answer: &AssemblyAnswer<S>) -> Value {
    let Some(twists) = answer.collapse() else { return Value::Null };
    let entries = answer.problem.bodies.iter().zip(twists);
    Value::Object(entries.map(|(body, twist)| (body.name.clone(), json!(twist))).collect::<Map<_, _>>())
}

/// What a balance leaves: nothing.
fn residual<S: PushFormat>(answer: &AssemblyAnswer<S>) -> Value {
    if answer.stands() { json!(0.0) } else { Value::Null }
}

fn strong<S: PushFormat>(found: &StrongProof<S>) -> Value {
    match found {
        StrongProof::Normals(forces) => proof(forces),
        StrongProof::Modes(modes) => by_modes(modes),
    }
}

/// A decision by contact modes.
pub(crate) fn by_modes(modes: &ByModes) -> Value {
    json!({ "modes": { "problem": modes.problem, "proof": proof(&modes.proof) } })
}

fn friction<S: PushFormat>(answer: &AssemblyAnswer<S>) -> (Option<f64>, Option<[Rational; 2]>) {
    match &answer.margins.friction {
        Some(Threshold::Between(bracket)) => {
            let ends = bracket.ends();
            let between = Rational::from_f64(bracket.estimate()).unwrap_or_default();
            let factor = named(ends, between, ReachedEnd::Upper).to_f64();
            (Some(factor), Some(ends.map(Clone::clone)))
        }
        Some(Threshold::None(_)) => (Some(0.0), Some([Rational::zero(), Rational::zero()])),
        _ => (None, None),
    }
}

fn load<S: PushFormat>(answer: &AssemblyAnswer<S>) -> (Option<f64>, Option<[f64; 2]>) {
    match &answer.margins.sideways {
        Some(Sideways::Tilts(tilts)) => {
            if let Some(exact) = tilts.exact_radius() {
                return (Some(exact.to_f64()), Some([exact.to_f64(), exact.to_f64()]));
            }
            // The radius that is proved to stand.
            let (inner, outer) = tilts.radius();
            (outer.is_finite().then_some(inner), outer.is_finite().then_some([inner, outer]))
        }
        _ => (None, None),
    }
}

fn margin_proofs<S: PushFormat>(answer: &AssemblyAnswer<S>) -> Value {
    let mut proofs = Map::new();
    let mut put = |key: &str, value: Value| proofs.insert(key.to_owned(), value);
    match &answer.margins.friction {
        Some(Threshold::Between(bracket)) => {
            put("friction_lower", proof(&bracket.lower.1));
            put("friction_upper", proof(&bracket.upper.1));
        }
        Some(Threshold::None(forces)) => {
            put("friction_upper", proof(forces));
        }
        Some(Threshold::Never(collapse)) => {
            put("friction_never", proof(collapse));
        }
        _ => {}
    }
    if let Some((bracket, pull)) = &answer.margins.deepest {
        put("margin_lower", proof(&bracket.lower.1));
        put("margin_upper", proof(&bracket.upper.1));
        put("margin_pull", json!(pull));
    }
    if !answer.margins.parts.is_empty() {
        put("margin_parts", answer.margins.parts.iter().map(PartDepth::to_json).collect());
    }
    if let Some(forces) = &answer.margins.depth_unlimited {
        put("margin_unlimited", proof(forces));
    }
    match &answer.margins.reserve {
        Some(Reserve::Stands(_, proofs) | Reserve::Falls(_, proofs)) => {
            put("margin_carried", proofs.carried.iter().map(proof).collect());
            put("margin_beyond", proof(&proofs.beyond));
        }
        Some(Reserve::Unlimited(forces)) => {
            put("margin_unlimited", forces.iter().map(proof).collect());
        }
        Some(Reserve::Undecided) | None => {}
    }
    if let Some(Sideways::Tilts(tilts) | Sideways::Unlimited(tilts)) = &answer.margins.sideways {
        let rays = tilts.rays.iter().map(|ray| {
            json!({
                "way": ray.way,
                "multiple": ray.carried.0,
                "carried": proof(&ray.carried.1),
                "bound": ray.bound.as_ref().map(proof),
                "any": ray.any.as_ref().map(proof),
            })
        });
        put(
            "load",
            json!({ "directions": tilts.directions.iter().map(|d| json!(d)).collect::<Vec<_>>(), "rays": rays.collect::<Vec<_>>() }),
        );
    }
    Value::Object(proofs)
}

/// The region of loads across gravity as points that stand and half-planes that hold all that do.
fn tilts<S: PushFormat>(answer: &AssemblyAnswer<S>) -> Value {
    let Some(Sideways::Tilts(tilts)) = &answer.margins.sideways else { return Value::Null };
    let half = |(normal, bound): &(Vec<f64>, f64)| json!({ "normal": normal, "bound": bound });
    json!({
        "points": tilts.points(),
        "half_spaces": tilts.half_spaces().iter().map(half).collect::<Vec<_>>(),
    })
}

fn further<S: PushFormat>(answer: &AssemblyAnswer<S>) -> Value {
    let one = |load: &super::FurtherLoad<S>| {
        let (multiple, ends, proofs) = match &load.most {
            Extent::Between(bracket) => {
                let ends = [bracket.lower.0.clone(), bracket.upper.0.clone()];
                let proofs = json!({ "carried": proof(&bracket.lower.1), "beyond": proof(&bracket.upper.1) });
                (Some(carried(&ends)), Some(ends), proofs)
            }
            Extent::Unlimited(forces) => (None, None, json!({ "any": proof(forces) })),
            Extent::Absent | Extent::Undecided => (None, None, Value::Null),
        };
        let word = match &load.most {
            Extent::Between(_) => "bounded",
            Extent::Unlimited(_) => "unlimited",
            Extent::Absent => "falls",
            Extent::Undecided => "undecided",
        };
        let mut told = json!({
            "name": load.name, "state": word, "multiple": multiple,
            "bracket": ends.as_ref().map(|ends| ends.each_ref().map(Rational::to_f64)),
            "load": load.load, "exact": ends, "proofs": proofs,
        });
        if let (Some(least), Some(less)) = (load.least(), &load.less) {
            told["least"] = json!(upwards(&least[1]));
            told["least_bracket"] = json!(least.each_ref().map(Rational::to_f64));
            told["less"] = json!([less.lower.0, less.upper.0]);
            told["proofs"]["less_carried"] = proof(&less.lower.1);
            told["proofs"]["less_beyond"] = proof(&less.upper.1);
        }
        told
    };
    json!(answer.margins.further.iter().map(one).collect::<Vec<_>>())
}
