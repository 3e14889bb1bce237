//! Standing, made again from its proofs: on a base at rest in `assembly`, on a moving base in `moving`.

use super::assembly::assembly;
use super::moving::{is_moving, moving};
use super::{Case, NotedFailure, Notes, RemadeAnswer};
use crate::report::StandExtras;
use stiction::screw::{Planar, Spatial};

/// A report of `stand`, of whatever it is.
pub(crate) fn any(case: &Case<'_>, notes: &mut Notes<'_>) -> Result<RemadeAnswer, NotedFailure> {
    let rides = match (case.plane(), case.space()) {
        (Some(scene), _) => stiction::ask::stand::moving::is_moving(scene),
        (_, Some(scene)) => stiction::ask::stand::moving::is_moving(scene),
        (None, None) => is_moving(case.report),
    };
    if rides {
        // The command refuses these flags on a base that moves, so no report of one was asked with them.
        if case.options.extras != StandExtras::default() {
            let why = "flags that are asked of assemblies on a base at rest".to_owned();
            return notes.need("asked", Err(why));
        }
        return if case.in_space(case.at("problem.moving.gravity")) {
            moving::<Spatial>(case, case.space(), notes)
        } else {
            moving::<Planar>(case, case.plane(), notes)
        };
    }
    if case.in_space(case.at("problem.bodies.0.reference")) {
        return assembly::<Spatial>(case, case.space(), notes);
    }
    assembly::<Planar>(case, case.plane(), notes)
}
