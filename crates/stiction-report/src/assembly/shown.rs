//! What the reports on assemblies show of a contact's push, in the plane and in space.

use super::AssemblyAnswer;
use crate::check::Demanding;
use crate::closure_space::total;
use crate::outcomes::outcomes_answer;
use crate::pyramids::model_of;
use crate::report::{Answered, Options};
use serde::Serialize;
use serde::de::DeserializeOwned;
use stiction::ask::stand::assembly::Searched;
use stiction::ask::strong::{ByModes, strong_by_modes};
use stiction::exact::vector::{cross, default_tangent};
use stiction::scene::Scene;
use stiction::screw::{Planar, Space, Spatial};
use stiction_proof::{
    AssemblyProblem, Coefficients, Faced, ForceState, Motion, OutcomeProblem, PlanarContact, PlanarProblem,
    Push, Rational, SpatialContact, Touch,
};

/// A world whose pushes are shown.
pub trait PushFormat:
    Searched<Touch: Faced>
    + crate::adrift::Apart
    + Space<Screw: Serialize + DeserializeOwned, Vector: Serialize + DeserializeOwned>
{
    /// The answer by the name of its world.
    fn answered(answer: Box<AssemblyAnswer<Self>>) -> Answered;
    /// What happens to what falls, in a person's words, where that is one thing and quickly found.
    fn happens(_: &Scene<Self>) -> Option<String> {
        None
    }
    /// Whether the bodies must stay, by their contact modes; none where that is not decided so.
    fn by_modes(scene: &Scene<Self>) -> Option<ByModes>;
    /// Whether a problem of modes is of this assembly under this load: the same bodies, touching contacts and loads.
    fn is_of(
        problem: &OutcomeProblem,
        assembly: &AssemblyProblem<Self::Touch>,
        load: &[Self::Screw],
    ) -> Result<(), String>;
    /// Which cones of friction the contacts have: `plane`, `round`, `inner:K` or `outer:K`; or which contact
    /// has another.
    fn cone(problem: &AssemblyProblem<Self::Touch>) -> Result<String, String>;
    /// `[fn, ft]` in the plane, `[fn, ft1, ft2]` and the moment about the normal in space, N.
    fn components(
        touch: &Self::Touch,
        coefficients: &Coefficients,
        push: &<Self::Touch as Touch>::Push,
    ) -> Vec<f64>;
    /// The force in world axes, N.
    fn force(
        touch: &Self::Touch,
        coefficients: &Coefficients,
        push: &<Self::Touch as Touch>::Push,
    ) -> Vec<f64>;
}

impl PushFormat for Planar {
    fn answered(answer: Box<AssemblyAnswer<Self>>) -> Answered {
        Answered::Assembly(answer)
    }

    fn happens(scene: &Scene<Self>) -> Option<String> {
        // As `check` goes on to what happens.
        let found = Self::tells_motion(scene).then(|| outcomes_answer(scene, &Options::default()).ok());
        match found??.answered {
            Answered::Outcomes(answer) => answer.deed(),
            _ => None,
        }
    }

    fn by_modes(scene: &Scene<Self>) -> Option<ByModes> {
        strong_by_modes(scene)
    }

    fn cone(_: &AssemblyProblem<PlanarContact>) -> Result<String, String> {
        Ok("plane".to_owned())
    }

    fn is_of(
        problem: &OutcomeProblem,
        assembly: &AssemblyProblem<PlanarContact>,
        load: &[[Rational; 3]],
    ) -> Result<(), String> {
        let free: Vec<usize> = (0..problem.bodies.len())
            .filter(|&body| matches!(problem.bodies[body].motion, Motion::Free { .. }))
            .collect();
        let mut total: Vec<[Rational; 3]> = Vec::new();
        for &body in &free {
            let Motion::Free { load, .. } = &problem.bodies[body].motion else { continue };
            total.push(load.clone());
        }
        let place = |body: Option<usize>| body.and_then(|body| free.iter().position(|&one| one == body));
        let mut touching = Vec::new();
        for contact in &problem.contacts {
            let (on, against) = (place(contact.on), place(contact.against));
            match &contact.force {
                ForceState::Touching if on != against => touching.push((contact, on, against)),
                ForceState::Given([along, across]) => {
                    let touch = PlanarContact::new(
                        "",
                        contact.point.clone(),
                        contact.normal.clone(),
                        Rational::zero(),
                    );
                    for (body, positive) in [(on, true), (against, false)] {
                        let Some(body) = body else { continue };
                        let frame = PlanarProblem::new(problem.bodies[free[body]].com.clone(), Vec::new());
                        for (sum, part) in total[body].iter_mut().zip(frame.wrench(&touch, along, across)) {
                            if positive { *sum += part } else { *sum -= &part }
                        }
                    }
                }
                _ => {}
            }
        }
        let bodies = free.len() == assembly.bodies.len()
            && free.iter().zip(&assembly.bodies).all(|(&body, other)| {
                let body = &problem.bodies[body];
                let freedoms = match &body.motion {
                    Motion::Free { freedoms, .. } => (0..3).all(|k| freedoms[k] == other.is_free(k)),
                    Motion::Given { .. } => false,
                };
                body.name == other.name && body.com == other.reference && freedoms
            });
        let contacts = touching.len() == assembly.contacts.len()
            && touching.iter().zip(&assembly.contacts).all(|((one, on, against), other)| {
                let touch = &other.touch;
                // A limit would be another law of contact than that of the modes.
                touch.most.is_none()
                    && (*on, *against) == (other.on, other.against)
                    && one.point == touch.point
                    && one.normal == touch.normal
                    && one.friction[0] == touch.friction
            });
        let same = bodies && contacts && total == load;
        same.then_some(()).ok_or_else(|| "the problem of modes is not of this assembly".to_owned())
    }

    fn components(touch: &PlanarContact, _: &Coefficients, [along, across]: &[Rational; 2]) -> Vec<f64> {
        let [x, y] = touch.normal.each_ref().map(Rational::to_f64);
        let length = x.hypot(y);
        vec![along.to_f64() * length, across.to_f64() * length]
    }

    fn force(touch: &PlanarContact, _: &Coefficients, [along, across]: &[Rational; 2]) -> Vec<f64> {
        let [x, y] = touch.normal.each_ref().map(Rational::to_f64);
        let (along, across) = (along.to_f64(), across.to_f64());
        vec![along * x - across * y, along * y + across * x]
    }
}

impl PushFormat for Spatial {
    fn answered(answer: Box<AssemblyAnswer<Self>>) -> Answered {
        Answered::AssemblyInSpace(answer)
    }

    fn by_modes(_: &Scene<Self>) -> Option<ByModes> {
        None
    }

    fn cone(problem: &AssemblyProblem<SpatialContact>) -> Result<String, String> {
        model_of(problem.contacts.iter().map(|contact| &contact.touch)).map(|model| model.to_string())
    }

    fn is_of(
        _: &OutcomeProblem,
        _: &AssemblyProblem<SpatialContact>,
        _: &[[Rational; 6]],
    ) -> Result<(), String> {
        Err("contact modes are of the plane".to_owned())
    }

    fn components(touch: &SpatialContact, coefficients: &Coefficients, push: &Push) -> Vec<f64> {
        let force = total(touch, push, &touch.edges(coefficients)).force;
        let first = default_tangent(&touch.normal);
        let second = cross(&touch.normal, &first);
        let mut shown: Vec<f64> = [&touch.normal, &first, &second]
            .map(|direction| {
                let length = direction.iter().map(|x| x.to_f64().powi(2)).sum::<f64>().sqrt();
                // Exactly, up to the length: a component may be a small part of the force.
                let along: Rational = direction.iter().zip(&force).map(|(a, b)| a * b).sum();
                along.to_f64() / length
            })
            .to_vec();
        let spin = total(touch, push, &touch.edges(coefficients)).spin.to_f64();
        if spin != 0.0 {
            let normal = touch.normal.each_ref().map(Rational::to_f64);
            shown.push(spin * normal.iter().map(|x| x * x).sum::<f64>().sqrt());
        }
        shown
    }

    fn force(touch: &SpatialContact, coefficients: &Coefficients, push: &Push) -> Vec<f64> {
        total(touch, push, &touch.edges(coefficients)).force.iter().map(Rational::to_f64).collect()
    }
}
