//! The keys of `jam`, all of them functions of the system and of the proofs, so that a verifier can make them again.

use super::boundary::boundary_json;
use super::patches::patches_json;
use super::peg::peg_json;
use super::{JamAnswer, Lock, Locks};
use serde_json::{Map, Value, json};
use stiction::ask::Threshold;
use stiction::ask::jam::{Formulations, Lost, Motion, System, is_excited, motion};
use stiction_proof::{Constraint, JamProblem, JamProof, Rational, Verified};

/// The keys: those of the system, of a peg, of a boundary.
pub(crate) fn jam_json(answer: &JamAnswer) -> Value {
    let mut keys = match &answer.locks {
        Some(locks) => locks_json(locks, answer),
        None => without_system(),
    };
    keys["body"] = json!(answer.subject);
    keys["verdict"] = json!(answer.verdict());
    if let Some(reason) = answer.left_open() {
        keys["reasons"]["verdict"] = json!(reason);
    }
    if let Some(peg) = &answer.pushed.peg {
        let (told, exact) = peg_json(peg);
        keys["peg"] = told;
        keys["exact"]["peg"] = exact;
    }
    if let Some(patches) = &answer.pushed.patches {
        let (told, exact, reasons) = patches_json(patches, answer.left_open.rounded);
        keys["peg"] = told;
        keys["exact"]["peg"] = exact;
        keys["problem"]["peg"] = json!(patches.seated.problem);
        for (key, why) in reasons {
            keys["reasons"][key] = why;
        }
    }
    if let Some(settled) = &answer.giving.settled {
        let [told, exact, springs] = settled.to_json();
        keys["settled"] = told;
        keys["exact"]["settled"] = exact;
        keys["problem"]["springs"] = springs;
    }
    if !answer.giving.compliance.is_empty() {
        keys["compliance"] = super::compliance::compliance_json(answer);
    }
    if let Some(map) = &answer.map {
        keys["map"] = map.to_json();
    }
    if let (Some(boundary), Some(locks)) = (&answer.boundary, &answer.locks) {
        keys["boundary"] = boundary_json(boundary, locks);
    }
    keys
}

/// A peg alone is pushed slowly and has no masses.
fn without_system() -> Value {
    let keys = ["jam", "wedge", "determinant", "rank"];
    let why = "asked of a system with masses: [jam], or bodies that slide";
    let reasons: Map<String, Value> = keys.iter().map(|key| ((*key).to_owned(), json!(why))).collect();
    json!({ "problem": {}, "jam": null, "wedge": null, "determinant": null, "rank": null, "reasons": reasons, "exact": {} })
}

/// What the proofs are about.
pub(crate) fn system_json(system: &System) -> Value {
    json!({
        "system": system.problem, "names": system.names, "force": system.driven.force,
        "gamma": system.driven.gamma, "rate": system.driven.rate, "slips": system.driven.slips,
        "wedging": system.wedging.as_ref().map(|wedging| &wedging.problem),
        "owners": system.wedging.as_ref().map_or(&[][..], |wedging| &wedging.owners),
    })
}

fn locks_json(locks: &Locks, answer: &JamAnswer) -> Value {
    let (system, mu) = (&locks.system, locks.system.mu());
    let determinant = system.problem.determinant(&mu);
    let forms = Formulations::new(&system.problem, &mu, system.driven.gamma.as_deref());
    let moved = solved(system, &mu);
    let mut reasons = Map::new();
    let (jam, exact_jam) = lock("jam", &locks.jam, system, answer.left_open.rounded, &mut reasons);
    let (wedge, exact_wedge) = lock("wedge", &locks.wedge, system, answer.left_open.rounded, &mut reasons);
    if moved.is_none() {
        let why = if system.driven.force.is_none() {
            "needs `force`"
        } else if system.driven.gamma.is_none() {
            "needs `gamma`, or in a scene the curvatures at the contacts"
        } else {
            "the equations of motion are singular at this friction"
        };
        reasons.insert("motion".to_owned(), json!(why));
    }
    json!({
        "problem": system_json(system),
        "jam": jam,
        "wedge": wedge,
        "determinant": determinant.as_ref().map(Rational::to_f64),
        "rank": system.problem.rank(&mu),
        "dependent": locks.dependent(),
        "constraint_rates": system.constraint_rates().map(|rates| doubles(&rates)),
        "lost": lost(locks),
        "motion": moved.as_ref().map(|moved| told_motion(system, moved)),
        "formulations": formulations(system, &forms),
        "reasons": reasons,
        "exact": {
            "jam": exact_jam, "wedge": exact_wedge, "determinant": determinant,
            "constraint_rates": system.constraint_rates(),
            "motion": moved.map(|moved| json!({ "acceleration": named(&system.names, &moved.acceleration) })),
        },
    })
}

fn doubles(values: &[Rational]) -> Vec<f64> {
    values.iter().map(Rational::to_f64).collect()
}

fn rows(rows: &[Vec<Rational>]) -> Vec<Vec<f64>> {
    rows.iter().map(|row| doubles(row)).collect()
}

fn named(names: &[String], values: &[Rational]) -> Value {
    Value::Object(names.iter().zip(values).map(|(name, value)| (name.clone(), json!(value))).collect())
}

fn proof(verified: &Verified<JamProof>) -> Value {
    serde_json::to_value(verified.proof()).unwrap_or(Value::Null)
}

/// One kind of locking, and its exact mirror.
fn lock(
    key: &str,
    lock: &Lock,
    system: &System,
    rounded: bool,
    reasons: &mut Map<String, Value>,
) -> (Value, Value) {
    let critical = lock.critical().map(Verified::proof);
    let mu: Option<Vec<Rational>> = critical.and_then(coefficients);
    let scale = lock.scale();
    let mut entry = json!({
        "verdict": lock.verdict(rounded),
        "mu": mu.as_deref().map(doubles),
        "scale": scale.as_ref().map(Rational::to_f64),
        "margin": scale.as_ref().map(|scale| (Rational::one() - scale).to_f64()),
        "proof": lock.found.verified().map(proof),
        "bracket": Value::Null,
    });
    let mut exact = json!({ "mu": mu, "scale": Value::Null, "bracket": Value::Null });
    match &lock.least {
        Threshold::Between(bracket) => {
            let ends = [&bracket.lower.0, &bracket.upper.0];
            entry["bracket"] = json!(ends.map(Rational::to_f64));
            entry["lower"] = proof(&bracket.lower.1);
            entry["upper"] = proof(&bracket.upper.1);
            exact["bracket"] = json!(ends);
            if bracket.is_exact() {
                exact["scale"] = json!(ends[0]);
            }
        }
        Threshold::None(verified) => {
            entry["bracket"] = json!([0.0, 0.0]);
            entry["frictionless"] = proof(verified);
            exact["bracket"] = json!(["0", "0"]);
            exact["scale"] = json!("0");
        }
        Threshold::Never(verified) => entry["never"] = proof(verified),
        Threshold::Undecided => {}
    }
    if key == "jam" {
        entry["jumping"] = critical.map_or(Value::Null, |proof| jumping(system, proof));
    } else {
        entry["forces"] = critical.map_or(Value::Null, |proof| wedging(system, proof));
    }
    explain(key, lock, &entry, reasons);
    (entry, exact)
}

/// Why a part of a lock is null.
fn explain(key: &str, lock: &Lock, entry: &Value, reasons: &mut Map<String, Value>) {
    let beyond = match &lock.least {
        Threshold::Undecided => "not found within the stated effort",
        _ => "no scale locks",
    };
    for (part, why) in [
        ("mu", "no friction in the box locks it"),
        ("jumping", "no friction in the box jams it"),
        ("forces", "no friction in the box wedges it"),
        ("scale", beyond),
        ("margin", beyond),
        ("bracket", beyond),
        (
            "proof",
            "time was up, or every friction that was found makes constraints depend on each other as well",
        ),
    ] {
        if entry.get(part).is_some_and(Value::is_null) {
            reasons.insert(format!("{key}.{part}"), json!(why));
        }
    }
}

/// The coefficients of a statement that some friction locks, without the directions.
fn coefficients(proof: &JamProof) -> Option<Vec<Rational>> {
    match proof {
        JamProof::Jams { mu, .. } | JamProof::Wedges { mu, .. } => {
            Some(mu.iter().map(Rational::abs).collect())
        }
        _ => None,
    }
}

/// Which accelerations and forces go to infinity, in proportion to the largest of each, and whether this load
/// makes them.
fn jumping(system: &System, proof: &JamProof) -> Value {
    let JamProof::Jams { mu, forces, acceleration, .. } = proof else { return Value::Null };
    let excited = match (&system.driven.force, &system.driven.gamma) {
        (Some(force), Some(gamma)) => json!(is_excited(&system.problem, mu, force, gamma)),
        _ => json!("unknown"),
    };
    json!({
        "accelerations": proportions(system.names.iter().map(String::as_str), doubles(acceleration)),
        "forces": proportions(ids(&system.problem), physical(&system.problem, forces)),
        "excited": excited,
    })
}

/// The forces that cancel, in proportion: normal, and along the friction row.
fn wedging(system: &System, proof: &JamProof) -> Value {
    let JamProof::Wedges { mu, forces, .. } = proof else { return Value::Null };
    let problem = system.wedge_problem();
    let normal = physical(problem, forces);
    let most = normal.iter().fold(0.0, |most: f64, force| most.max(force.abs()));
    let entry = |((id, normal), mu): ((&str, f64), &Rational)| {
        (id.to_owned(), json!([normal / most, normal / most * mu.to_f64()]))
    };
    Value::Object(ids(problem).zip(normal).zip(mu).map(entry).collect())
}

fn ids(problem: &JamProblem) -> impl Iterator<Item = &str> {
    problem.constraints.iter().map(|one| one.id.as_str())
}

/// Forces in newtons: λ times the length of the normal.
fn physical(problem: &JamProblem, forces: &[Rational]) -> Vec<f64> {
    let force = |(force, one): (&Rational, &Constraint)| force.to_f64() * one.square.to_f64().sqrt();
    forces.iter().zip(&problem.constraints).map(force).collect()
}

/// Those that are not zero, the largest of size one.
fn proportions<'a>(names: impl Iterator<Item = &'a str>, values: Vec<f64>) -> Value {
    let most = values.iter().fold(0.0, |most: f64, value| most.max(value.abs()));
    let entries = names.zip(values).filter(|(_, value)| *value != 0.0);
    Value::Object(entries.map(|(name, value)| (name.to_owned(), json!(value / most))).collect())
}

/// The freedoms that a jam takes away.
fn lost(locks: &Locks) -> Vec<Value> {
    let Some(JamProof::Jams { forces, .. }) = locks.jam.critical().map(Verified::proof) else {
        return Vec::new();
    };
    let entry = |lost: Lost| {
        let mut entry = json!({ "constraint": lost.constraint, "row": lost.row });
        if let Some(slip) = lost.slip {
            entry["slip"] = json!(slip);
        }
        entry
    };
    locks.system.lost(forces).into_iter().map(entry).collect()
}

fn solved(system: &System, mu: &[Rational]) -> Option<Motion> {
    motion(&system.problem, mu, system.driven.force.as_ref()?, system.driven.gamma.as_ref()?)
}

fn told_motion(system: &System, moved: &Motion) -> Value {
    let by_name = |names: &mut dyn Iterator<Item = &str>, values: Vec<f64>| -> Value {
        Value::Object(names.zip(values).map(|(name, value)| (name.to_owned(), json!(value))).collect())
    };
    json!({
        "acceleration": by_name(&mut system.names.iter().map(String::as_str), doubles(&moved.acceleration)),
        "forces": by_name(&mut ids(&system.problem), physical(&system.problem, &moved.forces)),
        "consistent": moved.is_consistent(&system.problem),
    })
}

fn formulations(system: &System, forms: &Formulations) -> Value {
    let mut told = json!({
        "independent": forms.independent.iter().map(|&index| system.names[index].as_str()).collect::<Vec<_>>(),
        "A": rows(&forms.a),
        "T": rows(&forms.t),
        "S": rows(&forms.s),
        "determinants": {
            "11": forms.dae.to_f64(), "15": forms.embedded.to_f64(), "19": forms.forces.to_f64(),
        },
    });
    if let Some(b) = &forms.b {
        told["b"] = json!(doubles(b));
    }
    if let Some(reduced) = &forms.reduced {
        told["determinants"]["17"] = json!(reduced.to_f64());
    }
    told
}
