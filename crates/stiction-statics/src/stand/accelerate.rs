//! With which accelerations along a line can a base carry what stands on it?
//!
//! A base that accelerates with `a·e` and does not turn adds the load `−a·m·e` to every body, so the accelerations
//! that are carried are multiples of a load, [`interval`](super::interval()).
//!
//! References: \[MR Example 12.9\].

use super::assembly::Searched;
use stiction_scene::lower::Assembly;
use stiction_scene::lower::Misfit;
use stiction_scene::scene::Scene;

/// The load of an acceleration of 1 along a direction.
pub fn direction_load<S: Searched>(
    scene: &Scene<S>,
    assembly: &Assembly<S>,
    direction: &S::Vector,
) -> Result<Vec<S::Screw>, Vec<Misfit>> {
    let turns = S::FREEDOMS - S::DIMENSION;
    let (mut load, mut misfits) = (assembly.problem.no_load(), Vec::new());
    for (wrench, &body) in load.iter_mut().zip(&assembly.bodies) {
        // What is not of the scene has no mass.
        let Some(body) = scene.bodies.get(body) else { continue };
        let from_matrix = || Some(body.mass_matrix.as_ref()?.last()?.last()?.clone());
        let Some(mass) = body.mass.clone().or_else(from_matrix) else {
            let message = format!("body \"{}\" has no mass, which its load needs", body.name);
            let help = "give `mass`, or `density` with a `shape`";
            misfits.push(Misfit::new("missing-mass", &["bodies", &body.name, "mass"], message, help));
            continue;
        };
        for (entry, along) in wrench.as_mut()[turns..].iter_mut().zip(direction.as_ref()) {
            *entry = -(&mass * along);
        }
    }
    if misfits.is_empty() { Ok(load) } else { Err(misfits) }
}
