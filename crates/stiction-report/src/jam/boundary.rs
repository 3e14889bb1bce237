//! The boundary of what locks in the plane of two coefficients, as a report tells it.

use super::{Locks, unfit};
use crate::answer::AskError;
use serde_json::{Value, json};
use stiction::ask::Threshold;
use stiction::ask::jam::{FARTHEST, Locking, MapError, Ray, boundary};
use stiction::ask::lower::Misfit;
use stiction_proof::{JamProof, Rational, Verified};

/// Rays of the quadrant.
pub(crate) const RAYS: usize = 16;

/// The boundary of both kinds of locking.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct BoundaryAnswer {
    /// The two constraints.
    pub(crate) of: [usize; 2],
    /// The rays of jamming.
    pub(crate) jam: Vec<Edge>,
    /// The rays of wedging.
    pub(crate) wedge: Vec<Edge>,
}

/// One ray, and what is proved of it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Edge {
    pub(crate) direction: [Rational; 2],
    pub(crate) threshold: Threshold<JamProof>,
}

impl Edge {
    /// The coefficients at its threshold.
    pub(super) fn point(&self) -> Option<[f64; 2]> {
        let Threshold::Between(bracket) = &self.threshold else { return None };
        Some(self.direction.each_ref().map(|part| (part * &bracket.upper.0).to_f64()))
    }
}

impl BoundaryAnswer {
    pub(super) fn new(locks: Option<&Locks>, of: &[String; 2]) -> Result<Self, AskError> {
        let problem = locks.map(|locks| &locks.system.problem);
        let index = |id: &String| problem?.constraints.iter().position(|one| one.id == *id);
        let (Some(problem), [Some(i), Some(j)]) = (problem, of.each_ref().map(index)) else {
            return Err(unknown(of));
        };
        if i == j {
            return Err(unknown(of));
        }
        let Some(system) = locks.map(|locks| &locks.system) else { return Err(unknown(of)) };
        let edges = |kind| -> Result<Vec<Edge>, AskError> {
            let asked = if kind == Locking::Jam { problem } else { system.wedge_problem() };
            let pair = [i, j].map(|index| system.members(kind, index));
            let rays = boundary(asked, kind, &pair, RAYS).map_err(|error| match error {
                MapError::Unfit(cause) => unfit(cause),
                MapError::Refused(refused) => refused.into(),
            })?;
            let edge = |ray: Ray| Edge { direction: ray.direction, threshold: ray.threshold };
            Ok(rays.into_iter().map(edge).collect())
        };
        Ok(Self { of: [i, j], jam: edges(Locking::Jam)?, wedge: edges(Locking::Wedge)? })
    }
}

fn unknown(of: &[String; 2]) -> AskError {
    let message = format!("there are no two contacts or constraints \"{}\" and \"{}\"", of[0], of[1]);
    let help = "name two of them by their ids, as in --boundary 1,2";
    AskError::Misfits(vec![Misfit::new("boundary", &["--boundary"], message, help)])
}

/// The keys of a boundary.
pub(super) fn boundary_json(answer: &BoundaryAnswer, locks: &Locks) -> Value {
    let rays = |edges: &[Edge]| -> Vec<Value> { edges.iter().map(ray).collect() };
    json!({
        "of": answer.of.map(|index| locks.system.problem.constraints[index].id.as_str()),
        "farthest": FARTHEST,
        "jam": rays(&answer.jam),
        "wedge": rays(&answer.wedge),
    })
}

fn ray(edge: &Edge) -> Value {
    let proof = |verified: &Verified<JamProof>| serde_json::to_value(verified.proof()).unwrap_or(Value::Null);
    let mut told = json!({ "direction": edge.direction });
    match &edge.threshold {
        Threshold::Between(bracket) => {
            told["state"] = json!("between");
            told["mu"] = json!(edge.point());
            told["bracket"] = json!([bracket.lower.0, bracket.upper.0]);
            told["lower"] = proof(&bracket.lower.1);
            told["upper"] = proof(&bracket.upper.1);
        }
        Threshold::None(locked) => {
            told["state"] = json!("always");
            told["proof"] = proof(locked);
        }
        Threshold::Never(free) => {
            told["state"] = json!("beyond");
            told["proof"] = proof(free);
        }
        Threshold::Undecided => told["state"] = json!("undecided"),
    }
    told
}
