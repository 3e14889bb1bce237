//! The reports on wrenches: the set of a contact mode, and stability.

pub mod cone;
pub mod insert;
pub(crate) mod places;
pub(crate) mod show;
pub mod stability;
pub(crate) mod verify;

use crate::answer::AskError;
use crate::report::Options;
use stability::TouchedBodies;
use stiction::ask::Refused;
use stiction::ask::lower::Misfit;
use stiction::ask::wrenches::{PartWorld, rings};
use stiction::mode::ModeFault;
use stiction::scene::Body;
use stiction::screw::{Planar, Spatial};
use stiction_proof::wrenches::AnyPart;
use stiction_proof::{Answer, Rational, Refusal};

/// What the proofs are about.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedPart {
    /// Name of the body.
    pub body: String,
    /// That body among its contacts.
    pub part: AnyPart,
}

/// The verdict about several wrenches: that of the worst.
fn worst(answers: &[Answer]) -> Answer {
    let worst = [Answer::No, Answer::Undecided].into_iter().find(|answer| answers.contains(answer));
    worst.unwrap_or(Answer::Yes)
}

/// The plane or space, with what is told of a part and of nothing else.
pub(crate) trait Parting: PartWorld {
    /// What a finger may push, in the plane.
    fn touched(_body: &Body<Self>, _options: &Options) -> TouchedBodies {
        TouchedBodies::default()
    }
}

impl Parting for Planar {
    fn touched(body: &Body<Self>, options: &Options) -> TouchedBodies {
        let outline = body.shape.as_ref().map(rings).unwrap_or_default();
        TouchedBodies { outline, finger: options.insert.finger.clone() }
    }
}

impl Parting for Spatial {}

/// What a checker refused is a defect of this program.
pub(crate) fn refused(refusal: Refusal) -> AskError {
    AskError::Refused(Refused(refusal))
}

/// Every listed wrench has one entry for each freedom.
pub(crate) fn wrench_misfits(wrenches: &[Vec<Rational>], freedoms: usize) -> Vec<Misfit> {
    let wrong = wrenches.iter().enumerate().filter(|(_, wrench)| wrench.len() != freedoms);
    wrong
        .map(|(at, wrench)| {
            let message = format!("wrench {} has {} numbers, not {freedoms}", at + 1, wrench.len());
            let help = if freedoms == 3 { "give m,fx,fy" } else { "give mx,my,mz,fx,fy,fz" };
            Misfit::new("length", &["--wrench"], message, help)
        })
        .collect()
}

/// Faults of a mode as misfits of the flag that gave it.
pub(crate) fn mode_misfits(flag: &str, faults: Vec<ModeFault>) -> Vec<Misfit> {
    faults.into_iter().map(|fault| Misfit::new("mode", &[flag], fault.message, fault.help)).collect()
}

/// What is worth knowing about bodies that are not asked about.
pub(crate) fn held_warning(held: &[String]) -> Option<String> {
    (!held.is_empty()).then(|| {
        let names: Vec<String> = held.iter().map(|name| format!("\"{name}\"")).collect();
        format!("the other free bodies are held where they are: {}", names.join(", "))
    })
}
