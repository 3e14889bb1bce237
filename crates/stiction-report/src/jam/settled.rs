//! What contacts that are pressed in by an interference push with, once they give: in fractions.
//!
//! All of them stick and have one stiffness, across and along; at the displacement that is told the springs balance
//! the load.

use crate::answer::AskError;
use crate::number::spoken;
use crate::text::plain;
use serde_json::{Map, Value, json};
use stiction::ask::jam::{Springy, load, settled, settled_at};
use stiction::ask::lower::Standing;
use stiction::ask::lower::{ConeModel, Misfit, one_body};
use stiction::exact::root::{Root, square_root};
use stiction::scene::{Rounding, Scene};
use stiction::shape::Geometry;
use stiction_proof::{NonZero, Problem, Rational, Touch};

/// A body on springs, at rest.
#[derive(Debug, Clone, PartialEq)]
pub struct SettledAnswer {
    /// Stiffness of every contact, N/m.
    pub stiffness: Rational,
    /// How far each is pressed in, m.
    pub interference: Rational,
    /// The springs, as the checker reads them.
    springs: Value,
    load: Vec<Rational>,
    displacement: Vec<Rational>,
    /// Names of the contacts, each with its force: `[fn, ft]` in the plane, a vector in space.
    forces: Vec<(String, Vec<Rational>)>,
    holds: bool,
}

/// A body in the plane or in space whose contacts are springs, and what pulls at it.
pub(crate) struct Springs<T: Touch> {
    /// Normals have length one.
    pub(crate) problem: Problem<T>,
    pub(crate) load: T::Screw,
}

impl<T: Springy> Springs<T> {
    /// Those of a scene.
    pub(crate) fn of<S: Standing<Touch = T>>(
        scene: &Scene<S>,
        rounded: &mut Vec<Rounding>,
    ) -> Result<Self, Vec<Misfit>>
    where
        T: Touch<Vector = S::Vector, Screw = S::Screw>,
    {
        let lowered = one_body(scene, ConeModel::Round)?;
        refuse_given(scene)?;
        let mut problem = lowered.problem;
        for contact in &mut problem.contacts {
            let size = square_root(&contact.normal_square());
            shorten(contact, &size, rounded);
        }
        Ok(Self { problem, load: load(scene, &scene.bodies[lowered.body]) })
    }

    /// What they do, all pressed in alike: at the displacement that is given, or where they come to rest.
    pub(crate) fn at_rest(
        self,
        [stiffness, interference]: [&Rational; 2],
        displacement: Option<T::Screw>,
    ) -> Option<SettledAnswer> {
        let Self { problem, load } = self;
        let both = [stiffness.clone(), stiffness.clone()];
        let pressed = vec![interference.clone(); problem.contacts.len()];
        let found = match displacement {
            Some(displacement) => settled_at(&problem, &both, &pressed, &load, displacement)?,
            None => settled(&problem, &both, &pressed, &load)?,
        };
        let ids = problem.contacts.iter().map(|contact| contact.id().to_owned());
        Some(SettledAnswer {
            stiffness: stiffness.clone(),
            interference: interference.clone(),
            springs: json!(problem),
            load: load.as_ref().to_vec(),
            displacement: found.displacement.as_ref().to_vec(),
            forces: ids.zip(found.forces.iter().map(|force| force.as_ref().to_vec())).collect(),
            holds: found.holds,
        })
    }
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

/// Makes a normal one of length one.
fn shorten<T: Springy>(contact: &mut T, size: &Root, rounded: &mut Vec<Rounding>) {
    let Some(length) = NonZero::new(size.value.clone()) else { return };
    contact.normal_mut().as_mut().iter_mut().for_each(|entry| *entry = &*entry / &length);
    if !size.exact {
        let why =
            "springs push along a normal of length one, and its length is an irrational root".to_owned();
        rounded.push(Rounding { path: format!("contacts.{}.normal", contact.id()), why });
    }
}

fn loose() -> AskError {
    let message = "springs at these contacts leave a motion free";
    let help = "give contacts that hold the body: at least two, with friction";
    AskError::Misfits(vec![Misfit::new("interference", &["--interference"], message, help)])
}

impl SettledAnswer {
    /// Lets the contacts of a scene give.
    pub(super) fn new<S: Standing<Touch: Springy>>(
        scene: &Scene<S>,
        pressed: [&Rational; 2],
        rounded: &mut Vec<Rounding>,
    ) -> Result<Self, AskError> {
        Springs::of(scene, rounded)?.at_rest(pressed, None).ok_or_else(loose)
    }

    /// The keys, their exact mirror, and the springs.
    pub(super) fn to_json(&self) -> [Value; 3] {
        let doubles = |entries: &[Rational]| entries.iter().map(Rational::to_f64).collect::<Vec<_>>();
        let by_contact = |entry: &dyn Fn(&[Rational]) -> Value| -> Map<String, Value> {
            self.forces.iter().map(|(id, force)| (id.clone(), entry(force))).collect()
        };
        let told = json!({
            "stiffness": self.stiffness.to_f64(), "interference": self.interference.to_f64(),
            "displacement": doubles(&self.displacement), "forces": by_contact(&|force| json!(doubles(force))),
            "holds": self.holds,
        });
        let mirror = json!({
            "stiffness": self.stiffness, "interference": self.interference, "load": self.load,
            "displacement": self.displacement, "forces": by_contact(&|force| json!(force)),
        });
        [told, mirror, self.springs.clone()]
    }

    pub(super) fn words(&self) -> String {
        let force = |(id, force): &(String, Vec<Rational>)| {
            let size = force.iter().map(|entry| entry.to_f64().powi(2)).sum::<f64>().sqrt();
            format!("\"{}\" {} N", plain(id), spoken(size))
        };
        let forces: Vec<String> = self.forces.iter().take(MOST_LISTED).map(force).collect();
        let holds = if self.holds { "all inside their cones" } else { "something slides or lifts" };
        let [pressed, stiffness] = [&self.interference, &self.stiffness].map(|value| spoken(value.to_f64()));
        format!("by {pressed} m at {stiffness} N/m: {}; {holds}", forces.join(", "))
    }
}

/// Contacts listed in a text; the JSON has them all.
const MOST_LISTED: usize = 8;
