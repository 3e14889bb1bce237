//! A quantity between two proofs: as a number, as its exact ends, and back from its proofs.

use super::setting::{Setting, Statement, lengths};
use crate::number::{ReachedEnd, is_named, named};
use serde_json::{Value, json};
use stiction::ask::Bracket;
use stiction::ask::Extent;
use stiction::ask::stand::assembly::StandProof;
use stiction_proof::{Rational, Verified};

/// Which quantity of the forces that balance a wrench.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Quantity {
    /// The least total normal force.
    Internal,
    /// The largest multiple of the wrench.
    Largest,
    /// The least normal force of a contact.
    Least(usize),
    /// Its greatest normal force.
    Greatest(usize),
}

/// Two ends.
pub(super) type Ends = [Rational; 2];

/// The ends of an extent.
pub(super) fn ends<P>(extent: &Extent<P>) -> Option<Ends> {
    extent.bracket().map(|bracket| [bracket.lower.0.clone(), bracket.upper.0.clone()])
}

/// The number that stands for two ends, of which one is reached, times a length.
pub(super) fn shown(ends: Option<&Ends>, reached: ReachedEnd, length: &Rational) -> Value {
    ends.map_or(Value::Null, |ends| json!((number(ends, reached) * length).to_f64()))
}

/// The number that stands for two ends.
pub(super) fn number([lower, upper]: &Ends, reached: ReachedEnd) -> Rational {
    named([lower, upper], Rational::simplest_between(lower, upper), reached)
}

/// The proofs of an extent.
pub(super) fn proofs<P: serde::Serialize>(extent: &Extent<P>) -> Value {
    match extent {
        Extent::Between(bracket) => {
            json!({ "lower": bracket.lower.1.proof(), "upper": bracket.upper.1.proof() })
        }
        Extent::Unlimited(proof) => json!({ "unbounded": proof.proof() }),
        Extent::Absent | Extent::Undecided => json!({}),
    }
}

/// Why there is no number.
pub(super) fn reason<P>(extent: &Extent<P>) -> Option<&'static str> {
    match extent {
        Extent::Between(_) => None,
        Extent::Unlimited(_) => Some("unbounded: forces can be added again and again"),
        Extent::Absent => Some("the contacts do not resist the wrench"),
        Extent::Undecided => Some("not proved: on or very near the boundary of a round cone"),
    }
}

/// A proof in JSON, accepted, and what it says.
pub(super) fn accepted<Q: Setting>(
    problem: &Q,
    value: &Value,
) -> Result<(Verified<Q::Proof>, Statement), String> {
    let proof: Q::Proof = serde_json::from_value(value.clone()).map_err(|error| error.to_string())?;
    let verified = problem.accept(proof).map_err(|refusal| refusal.to_string())?;
    let statement = problem.statement(verified.proof());
    Ok((verified, statement))
}

/// An accepted proof about balance, and what it says.
type Balanced<Q> = (Verified<StandProof<<Q as Setting>::World>>, Statement);

/// A proof about balance in JSON, accepted, and what it says.
pub(super) fn balance<Q: Setting>(problem: &Q, value: &Value) -> Result<Balanced<Q>, String> {
    let proof: StandProof<Q::World> =
        serde_json::from_value(value.clone()).map_err(|error| error.to_string())?;
    let verified = problem.body().check(proof).map_err(|refusal| refusal.to_string())?;
    let statement = problem.balance(verified.proof());
    Ok((verified, statement))
}

/// The extent that proofs in JSON prove; where they prove nothing, it is absent of a wrench that is not
/// balanced, and otherwise undecided, which the plane never is.
pub(super) fn read<Q: Setting>(
    problem: &Q,
    wrench: &[Rational],
    quantity: Quantity,
    proofs: &Value,
    balanced: Option<bool>,
) -> Result<Extent<StandProof<Q::World>>, String> {
    let keys = proofs.as_object().ok_or("the proofs are missing")?;
    if keys.is_empty() {
        return match (balanced, quantity) {
            (Some(false), Quantity::Internal) => Ok(Extent::Absent),
            _ if Q::IS_EXACT => Err("nothing proves it".to_owned()),
            _ => Ok(Extent::Undecided),
        };
    }
    if let Some(forces) = keys.get("unbounded") {
        let (verified, statement) = balance(problem, forces)?;
        unbounded(problem, wrench, quantity, &statement)?;
        return Ok(Extent::Unlimited(verified));
    }
    let end = |key: &str| -> Result<_, String> {
        let (verified, statement) = balance(problem, &proofs[key])?;
        let end = end_of(problem, wrench, quantity, &statement)?;
        Ok((verified, end))
    };
    match [end("lower")?, end("upper")?] {
        [(below, (ExtentSide::Lower, lower)), (above, (ExtentSide::Upper, upper))] if lower <= upper => {
            if Q::IS_EXACT && !is_named([&lower, &upper]) {
                return Err("the proved ends are too far apart to name a number".to_owned());
            }
            Ok(Extent::Between(Bracket::new((lower, below), (upper, above))))
        }
        _ => Err("the proofs are not of two ends".to_owned()),
    }
}

/// Whether an extent has ends that are too far apart to name the number between them.
pub(super) fn is_wide<P>(extent: &Extent<P>) -> bool {
    extent.bracket().is_some_and(|bracket| !is_named([&bracket.lower.0, &bracket.upper.0]))
}

/// On which side of the quantity a number is.
#[derive(PartialEq)]
enum ExtentSide {
    Lower,
    Upper,
}

const OTHER: &str = "the proof is of another statement";

fn end_of<Q: Setting>(
    problem: &Q,
    wrench: &[Rational],
    quantity: Quantity,
    statement: &Statement,
) -> Result<(ExtentSide, Rational), String> {
    let count = problem.ids().len();
    let only = |weights: &[Rational], index: usize, sign: i64| {
        weights.len() == count
            && (0..count).all(|i| weights[i] == Rational::from(if i == index { sign } else { 0 }))
    };
    let lengths = lengths(problem);
    match (statement, quantity) {
        (Statement::Rests { load, along }, Quantity::Internal) if load == wrench => {
            let total = along.iter().zip(&lengths).map(|(along, [_, above])| along * above).sum();
            Ok((ExtentSide::Upper, total))
        }
        (Statement::AtLeast { load, weights, bound }, Quantity::Internal) if load == wrench => {
            let squares = problem.squares();
            let light = |(weight, square): (&Rational, &Rational)| {
                !weight.is_negative() && weight * weight <= *square
            };
            let all = weights.len() == count && weights.iter().zip(&squares).all(light);
            all.then(|| (ExtentSide::Lower, bound.clone())).ok_or_else(|| OTHER.to_owned())
        }
        (Statement::Rests { load, .. }, Quantity::Largest) => {
            let part = |(load, wrench): (&Rational, &Rational)| load.checked_div(wrench);
            let multiple = load.iter().zip(wrench).find_map(part).unwrap_or_default();
            let same = load.iter().zip(wrench).all(|(load, wrench)| *load == wrench * &multiple);
            let right = same && !multiple.is_negative();
            right.then_some((ExtentSide::Lower, multiple)).ok_or_else(|| OTHER.to_owned())
        }
        (Statement::FallsBeyond { direction, multiple }, Quantity::Largest) if direction == wrench => {
            Ok((ExtentSide::Upper, multiple.clone()))
        }
        (Statement::Rests { load, along }, Quantity::Least(index)) if load == wrench => {
            Ok((ExtentSide::Upper, along[index].clone()))
        }
        (Statement::Rests { load, along }, Quantity::Greatest(index)) if load == wrench => {
            Ok((ExtentSide::Lower, along[index].clone()))
        }
        (Statement::AtLeast { load, weights, bound }, Quantity::Least(index))
            if load == wrench && only(weights, index, 1) =>
        {
            Ok((ExtentSide::Lower, bound.clone()))
        }
        (Statement::AtLeast { load, weights, bound }, Quantity::Greatest(index))
            if load == wrench && only(weights, index, -1) =>
        {
            Ok((ExtentSide::Upper, -bound))
        }
        _ => Err(OTHER.to_owned()),
    }
}

/// Forces that use no limited contact can be added again and again.
fn unbounded<Q: Setting>(
    problem: &Q,
    wrench: &[Rational],
    quantity: Quantity,
    statement: &Statement,
) -> Result<(), String> {
    let free = |along: &[Rational]| {
        along.iter().zip(problem.limits()).all(|(along, limit)| limit.is_none() || along.is_zero())
    };
    let holds = match (statement, quantity) {
        (Statement::Rests { load, along }, Quantity::Largest) => load == wrench && free(along),
        // Forces that balance nothing.
        (Statement::Rests { load, along }, Quantity::Greatest(index)) => {
            load.iter().all(Rational::is_zero) && free(along) && along[index].is_positive()
        }
        _ => false,
    };
    holds.then_some(()).ok_or_else(|| OTHER.to_owned())
}

/// A proof as JSON.
pub(super) fn proof<P: serde::Serialize>(verified: &Verified<P>) -> Value {
    serde_json::to_value(verified.proof()).unwrap_or(Value::Null)
}
