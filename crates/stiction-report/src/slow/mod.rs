//! The report on slow manipulation: every mode under the driven motion, with forces that balance or why none
//! do; a stick on two fingers in time.

mod json;
pub(crate) mod map;
mod text;

use crate::answer::{AnswerWithNotes, AskError};
use crate::map::MapAnswer;
use crate::modes::{listable, unlisted};
use crate::number::spoken;
use crate::report::{Answered, Options};
use crate::text::plain;
use stiction::ask::modes::{MOST, Mode, modes};
pub use stiction::ask::slow::StickInTime;
use stiction::ask::slow::{Manipulation, SlowCell, manipulation, meant, slow_problem};
use stiction::scene::{Role, Scene};
use stiction::screw::Planar;
use stiction_proof::Rational;
use stiction_proof::slow::SlowProof;

/// The answer of `quasistatic`.
#[derive(Debug, Clone, PartialEq)]
pub struct SlowAnswer {
    /// What is proved.
    pub found: Manipulation,
    /// What slides and what tips over two numbers of the scene, where that is asked.
    pub map: Option<MapAnswer<SlowCell>>,
    /// The free bodies, as they are spoken of.
    subject: String,
}

pub(crate) fn slow_answer(scene: &Scene<Planar>, options: &Options) -> Result<AnswerWithNotes, AskError> {
    let moving = meant(scene)?;
    let problem = slow_problem(&moving)?;
    let most = if options.most == MOST { listable(&problem.modes) } else { options.most };
    let found = modes(&moving, false, most).map_err(|why| unlisted(why, &problem.modes))?;
    let found = manipulation(problem, found.iter().collect(), scene.meter_stick.as_ref())?;
    let mut answer = SlowAnswer::new(found);
    answer.map = map::mapped(scene, &options.map)?;
    let warnings = warnings(scene, &answer);
    Ok(AnswerWithNotes {
        answered: Answered::Slow(Box::new(answer)),
        rounded: scene.rounded.clone(),
        warnings,
    })
}

/// What is worth knowing besides.
pub(crate) fn warnings(scene: &Scene<Planar>, answer: &SlowAnswer) -> Vec<String> {
    let mut warnings = Vec::new();
    if answer.found.modes.is_empty() {
        warnings
            .push("no motion is possible: what is driven would penetrate, or break what rolls".to_owned());
    }
    let driven = scene.bodies.iter().any(|body| body.role == Role::Driven);
    if answer.found.stick.is_none() && !driven {
        warnings.push(
            "nothing is driven: a body that is brought along has `role = \"driven\"` and a `twist`"
                .to_owned(),
        );
    }
    if !scene.rounded.is_empty() {
        warnings.push("some input was rounded: these are the modes of the rounded numbers".to_owned());
    }
    let Some(stick) = &answer.found.stick else { return warnings };
    let run = stick.run.proof();
    if let (Some(first), [_, _]) = (run.phases.first(), stick.stick.first(&stick.stick.start)) {
        let mode = first.mode;
        warnings.push(format!("both fingers carry the same at first, so either may slip; here it is {mode}"));
    }
    if let Some(gap) = json::resolution(run) {
        warnings.push(format!(
            "the phases shrink without end; the first {} are listed, until the fingers are {} m apart, and the end is their limit",
            run.phases.len(),
            spoken(gap.to_f64())
        ));
    }
    warnings
}

impl SlowAnswer {
    /// The modes of a problem, each with its proof.
    pub(crate) fn new(found: Manipulation) -> Self {
        let names: Vec<String> = found.problem.modes.bodies.iter().map(|body| plain(&body.name)).collect();
        Self { found, map: None, subject: names.join(", ") }
    }

    /// The modes whose forces balance the loads, each with the forces in newtons along normal and tangent,
    /// contact by contact.
    pub fn balanced(&self) -> impl Iterator<Item = (&Mode, Vec<[f64; 2]>)> {
        self.found.modes.iter().filter_map(|one| Some((&one.mode, self.forces(one.proof.proof())?)))
    }

    /// Forces along unit vectors, where they balance.
    pub(crate) fn forces(&self, proof: &SlowProof) -> Option<Vec<[f64; 2]>> {
        let SlowProof::Balanced { forces, .. } = proof else { return None };
        let contacts = self.found.problem.modes.contacts.iter();
        let newtons = |(contact, force): (&stiction_proof::ModeContact, &[Rational; 2])| {
            // The linear part of a normal row is the normal; one that no free body feels pushes nothing.
            let normal = contact.normal.parts.values().next();
            let [x, y] = normal.map_or([0.0; 2], |part| [part[1].to_f64(), part[2].to_f64()]);
            force.each_ref().map(|multiple| multiple.to_f64() * x.hypot(y))
        };
        Some(contacts.zip(forces).map(newtons).collect())
    }
}
