//! What contacts that are pressed in by an interference push with, once they give: in fractions.
//!
//! All of them stick and have one stiffness, across and along; at the displacement that is told the springs balance the load.

use crate::answer::AskError;
use crate::number::spoken;
use crate::text::plain;
use serde_json::{Map, Value, json};
use stiction::ask::jam::{Settled, load, settled, settled_in_space};
use stiction::ask::lower::{ConeModel, Misfit, length, one_body, one_body_in_space, spatial_length};
use stiction::exact::root::Root;
use stiction::scene::{Rounding, Scene};
use stiction::screw::{Planar, Spatial};
use stiction::shape::Geometry;
use stiction_proof::{PlanarProblem, Rational, SpatialProblem};

/// A body on springs, at rest.
#[derive(Debug, Clone, PartialEq)]
pub struct SettledAnswer {
    /// Stiffness of every contact, N/m.
    pub stiffness: Rational,
    /// How far each is pressed in, m.
    pub interference: Rational,
    /// In the plane or in space.
    pub at_rest: AtRest,
}

/// The springs, their load and their rest.
// There is one in a report.
#[allow(clippy::large_enum_variant)]
#[derive(Debug, Clone, PartialEq)]
pub enum AtRest {
    /// In the plane; forces are `[fn, ft]`.
    Plane(PlanarProblem, [Rational; 3], Settled),
    /// In space; forces are vectors.
    Space(SpatialProblem, [Rational; 6], Settled<6, 3>),
}

/// Springs whose normals have length one, and the load.
pub(crate) fn springs_in_plane(
    scene: &Scene<Planar>,
    rounded: &mut Vec<Rounding>,
) -> Result<(PlanarProblem, [Rational; 3]), Vec<Misfit>> {
    let mut lowered = one_body(scene)?;
    refuse_given(scene)?;
    for contact in &mut lowered.problem.contacts {
        let size = length(&contact.normal);
        shorten(&contact.id, &mut contact.normal, &size, rounded);
    }
    Ok((lowered.problem, load(scene, &scene.bodies[lowered.body])))
}

/// A contact whose force is given is no spring.
fn refuse_given<S: Geometry>(scene: &Scene<S>) -> Result<(), Vec<Misfit>> {
    let given = scene.contacts.iter().filter(|contact| contact.force.is_some());
    let misfits: Vec<Misfit> = given
        .map(|contact| {
            let path = ["contacts", contact.id.as_str(), "force"];
            let message = "a contact whose force is given does not give";
            Misfit::new(
                "interference",
                &path,
                message,
                "leave `force` out, or give it as the body's `wrench`",
            )
        })
        .collect();
    if misfits.is_empty() { Ok(()) } else { Err(misfits) }
}

/// The same in space.
pub(crate) fn springs_in_space(
    scene: &Scene<Spatial>,
    rounded: &mut Vec<Rounding>,
) -> Result<(SpatialProblem, [Rational; 6]), Vec<Misfit>> {
    let mut lowered = one_body_in_space(scene, ConeModel::Round)?;
    refuse_given(scene)?;
    for contact in &mut lowered.problem.contacts {
        let size = spatial_length(&contact.normal);
        shorten(&contact.id, &mut contact.normal, &size, rounded);
    }
    Ok((lowered.problem, load(scene, &scene.bodies[lowered.body])))
}

/// Makes a normal one of length one.
fn shorten<const D: usize>(id: &str, normal: &mut [Rational; D], size: &Root, rounded: &mut Vec<Rounding>) {
    normal.iter_mut().for_each(|entry| *entry = entry.checked_div(&size.value).unwrap_or_default());
    if !size.exact {
        let why =
            "springs push along a normal of length one, and its length is an irrational root".to_owned();
        rounded.push(Rounding { path: format!("contacts.{id}.normal"), why });
    }
}

fn loose() -> AskError {
    let message = "springs at these contacts leave a motion free";
    let help = "give contacts that hold the body: at least two, with friction";
    AskError::Misfits(vec![Misfit::new("interference", &["--interference"], message, help)])
}

impl SettledAnswer {
    pub(super) fn in_plane(
        scene: &Scene<Planar>,
        [stiffness, interference]: [&Rational; 2],
        rounded: &mut Vec<Rounding>,
    ) -> Result<Self, AskError> {
        let (problem, load) = springs_in_plane(scene, rounded)?;
        let pressed = vec![interference.clone(); problem.contacts.len()];
        let found =
            settled(&problem, &[stiffness.clone(), stiffness.clone()], &pressed, &load).ok_or_else(loose)?;
        let at_rest = AtRest::Plane(problem, load, found);
        Ok(Self { stiffness: stiffness.clone(), interference: interference.clone(), at_rest })
    }

    pub(super) fn in_space(
        scene: &Scene<Spatial>,
        [stiffness, interference]: [&Rational; 2],
        rounded: &mut Vec<Rounding>,
    ) -> Result<Self, AskError> {
        let (problem, load) = springs_in_space(scene, rounded)?;
        let pressed = vec![interference.clone(); problem.contacts.len()];
        let found = settled_in_space(&problem, &[stiffness.clone(), stiffness.clone()], &pressed, &load)
            .ok_or_else(loose)?;
        let at_rest = AtRest::Space(problem, load, found);
        Ok(Self { stiffness: stiffness.clone(), interference: interference.clone(), at_rest })
    }

    /// Names of the contacts, each with its force.
    fn forces(&self) -> Vec<(&str, Vec<Rational>)> {
        match &self.at_rest {
            AtRest::Plane(problem, _, found) => {
                let ids = problem.contacts.iter().map(|contact| contact.id.as_str());
                ids.zip(found.forces.iter().map(|force| force.to_vec())).collect()
            }
            AtRest::Space(problem, _, found) => {
                let ids = problem.contacts.iter().map(|contact| contact.id.as_str());
                ids.zip(found.forces.iter().map(|force| force.to_vec())).collect()
            }
        }
    }

    fn holds(&self) -> bool {
        match &self.at_rest {
            AtRest::Plane(_, _, found) => found.holds,
            AtRest::Space(_, _, found) => found.holds,
        }
    }

    /// The keys, their exact mirror, and the springs.
    pub(super) fn to_json(&self) -> [Value; 3] {
        let (springs, load, displacement) = match &self.at_rest {
            AtRest::Plane(problem, load, found) => {
                (json!(problem), load.to_vec(), found.displacement.to_vec())
            }
            AtRest::Space(problem, load, found) => {
                (json!(problem), load.to_vec(), found.displacement.to_vec())
            }
        };
        let doubles = |entries: &[Rational]| entries.iter().map(Rational::to_f64).collect::<Vec<_>>();
        let forces = self.forces();
        let shown: Map<String, Value> =
            forces.iter().map(|(id, force)| ((*id).to_owned(), json!(doubles(force)))).collect();
        let exact: Map<String, Value> =
            forces.iter().map(|(id, force)| ((*id).to_owned(), json!(force))).collect();
        let told = json!({
            "stiffness": self.stiffness.to_f64(), "interference": self.interference.to_f64(),
            "displacement": doubles(&displacement), "forces": shown, "holds": self.holds(),
        });
        let mirror = json!({
            "stiffness": self.stiffness, "interference": self.interference, "load": load,
            "displacement": displacement, "forces": exact,
        });
        [told, mirror, springs]
    }

    pub(super) fn words(&self) -> String {
        let force = |(id, force): &(&str, Vec<Rational>)| {
            let size = force.iter().map(|entry| entry.to_f64().powi(2)).sum::<f64>().sqrt();
            format!("\"{}\" {} N", plain(id), spoken(size))
        };
        let forces: Vec<String> = self.forces().iter().take(MOST_LISTED).map(force).collect();
        let holds = if self.holds() { "all inside their cones" } else { "something slides or lifts" };
        let [pressed, stiffness] = [&self.interference, &self.stiffness].map(|value| spoken(value.to_f64()));
        format!("by {pressed} m at {stiffness} N/m: {}; {holds}", forces.join(", "))
    }
}

/// Contacts listed in a text; the JSON has them all.
const MOST_LISTED: usize = 8;
