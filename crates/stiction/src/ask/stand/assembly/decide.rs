//! Does an assembly stand: forces that balance the load, or the motion on which it collapses.

use super::edges::{EdgeEnd, Edged, Edges};
use crate::ask::{Refused, Verdict};
use stiction_proof::{AssemblyProblem, AssemblyProof, FrictionUse, Rational, Touch};

/// The answer with its proof.
pub type Stands<S> = Verdict<AssemblyProof<<S as super::Standing>::Touch>>;

/// Rows up to which the exact program is asked.
pub(super) const FEW_ROWS: usize = 60;

/// Decides whether the contacts can balance the load.
pub fn stands<S: Edged>(
    problem: &AssemblyProblem<S::Touch>,
    load: &[S::Screw],
    friction: &FrictionUse,
) -> Result<Stands<S>, Refused> {
    match Edges::<S>::new(problem, friction).filter(|edges| edges.rows() <= FEW_ROWS) {
        Some(edges) => by_edges(problem, &edges, load, friction),
        None => Ok(Verdict::Undecided),
    }
}

fn by_edges<S: Edged>(
    problem: &AssemblyProblem<S::Touch>,
    edges: &Edges<'_, S>,
    load: &[S::Screw],
    friction: &FrictionUse,
) -> Result<Stands<S>, Refused> {
    let (friction, load) = (friction.clone(), load.to_vec());
    match edges.least(&load, &[], |contact| normal_length(&problem.contacts[contact].touch)) {
        EdgeEnd::Best { pushes: forces, .. } | EdgeEnd::Unbounded { pushes: forces } => {
            let proof = AssemblyProof::Rests { friction, load, forces };
            problem.check(proof).map(Verdict::Yes).map_err(Refused)
        }
        EdgeEnd::Impossible { twists, resistance } => {
            let proof = AssemblyProof::Falls { friction, load, twists, resistance };
            problem.check(proof).map(Verdict::No).map_err(Refused)
        }
    }
}

/// One: costs choose among solutions, they decide nothing.
fn normal_length<T: Touch>(_: &T) -> Rational {
    Rational::one()
}
