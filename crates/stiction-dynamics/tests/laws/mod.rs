//! Laws that hold whatever the data.

#![allow(clippy::unwrap_used)] // What cannot be made fails the test.

mod jam;
mod jam_compliant;
mod jam_grid;
mod jam_space;

use stiction_geometry::screw::Planar;
use stiction_proof::{FrictionUse, PlanarProblem, Rational};
use stiction_scene::Verdict;
use stiction_statics::stand::assembly::stands;

/// Whether the contacts of a body alone balance a load.
fn carries(problem: &PlanarProblem, load: &[Rational; 3]) -> bool {
    let body = problem.as_assembly("body");
    let stands = stands::<Planar>(&body, std::slice::from_ref(load), &FrictionUse::Given).unwrap();
    assert!(!matches!(stands, Verdict::Undecided), "edges are always decided");
    matches!(stands, Verdict::Yes(_))
}
