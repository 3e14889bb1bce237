//! The report on slow manipulation: every mode under the driven motion, with forces that balance or why none
//! do; a stick on two fingers in time.

mod json;
pub(crate) mod map;
mod text;

use crate::answer::{AskError, Found};
use crate::map::MapAnswer;
use crate::modes::{listable, unlisted};
use crate::number::spoken;
use crate::report::{Answered, Options};
use crate::text::plain;
use stiction::ask::Refused;
use stiction::ask::modes::{MOST, Mode, complete, modes, witnessed};
use stiction::ask::slow::SlowCell;
use stiction::ask::slow::{balance, meant, slow_problem, stick_run};
use stiction::scene::{Role, Scene};
use stiction::screw::Planar;
use stiction_proof::slow::{MeterStick, SlowProblem, SlowProof, StickRun};
use stiction_proof::{ModeProof, Rational, Verified};

/// A mode that some twist has, and whether it balances.
#[derive(Debug, Clone, PartialEq)]
pub struct SlowMode {
    /// The mode, with a motion that a checker accepted.
    pub mode: Mode,
    /// Forces that balance, or a virtual motion that shows that none do.
    pub proof: Verified<SlowProof>,
}

/// The stick on two fingers.
#[derive(Debug, Clone, PartialEq)]
pub struct StickAnswer {
    /// The stick.
    pub stick: MeterStick,
    /// What happens in time.
    pub run: Verified<StickRun>,
}

/// The answer of `quasistatic`.
#[derive(Debug, Clone, PartialEq)]
pub struct SlowAnswer {
    /// Bodies, contacts, friction and loads; of a stick as it begins.
    pub problem: SlowProblem,
    /// Every mode that some twist has.
    pub modes: Vec<SlowMode>,
    /// Impossible modes that stand for everything that is not listed; none where there are too many to show it.
    pub excluded: Option<Vec<ModeProof>>,
    /// The stick on two fingers, where it is what is asked about.
    pub stick: Option<StickAnswer>,
    /// What slides and what tips over two numbers of the scene, where that is asked.
    pub map: Option<MapAnswer<SlowCell>>,
    /// The free bodies, as they are spoken of.
    subject: String,
}

pub(crate) fn slow_answer(scene: &Scene<Planar>, options: &Options) -> Result<Found, AskError> {
    let moving = meant(scene)?;
    let problem = slow_problem(&moving)?;
    let most = if options.most == MOST { listable(&problem.modes) } else { options.most };
    let found = modes(&moving, false, most).map_err(|why| unlisted(why, &problem.modes))?;
    let mut listed = Vec::new();
    for mode in found.iter() {
        witnessed(&problem.modes, &mode).map_err(Refused)?;
        let proof = balance(&problem, &mode).map_err(Refused)?;
        listed.push(SlowMode { mode, proof });
    }
    let plain: Vec<Mode> = listed.iter().map(|one| one.mode.clone()).collect();
    let excluded = complete(&problem.modes, false, &plain).map_err(Refused)?;
    let run = |stick: &MeterStick| -> Result<StickAnswer, Refused> {
        Ok(StickAnswer { stick: stick.clone(), run: stick_run(stick).map_err(Refused)? })
    };
    let stick = scene.meter_stick.as_ref().map(run).transpose()?;
    let mut answer = SlowAnswer::new(problem, listed, excluded, stick);
    answer.map = map::mapped(scene, &options.map)?;
    let warnings = warnings(scene, &answer);
    Ok(Found { answered: Answered::Slow(Box::new(answer)), rounded: scene.rounded.clone(), warnings })
}

/// What is worth knowing besides.
pub(crate) fn warnings(scene: &Scene<Planar>, answer: &SlowAnswer) -> Vec<String> {
    let mut warnings = Vec::new();
    if answer.modes.is_empty() {
        warnings
            .push("no motion is possible: what is driven would penetrate, or break what rolls".to_owned());
    }
    let driven = scene.bodies.iter().any(|body| body.role == Role::Driven);
    if answer.stick.is_none() && !driven {
        warnings.push(
            "nothing is driven: a body that is brought along has `role = \"driven\"` and a `twist`"
                .to_owned(),
        );
    }
    if !scene.rounded.is_empty() {
        warnings.push("some input was rounded: these are the modes of the rounded numbers".to_owned());
    }
    let Some(stick) = &answer.stick else { return warnings };
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
    pub(crate) fn new(
        problem: SlowProblem,
        modes: Vec<SlowMode>,
        excluded: Option<Vec<ModeProof>>,
        stick: Option<StickAnswer>,
    ) -> Self {
        let names: Vec<String> = problem.modes.bodies.iter().map(|body| plain(&body.name)).collect();
        Self { problem, modes, excluded, stick, map: None, subject: names.join(", ") }
    }

    /// The modes whose forces balance the loads, each with the forces in newtons along normal and tangent,
    /// contact by contact.
    pub fn balanced(&self) -> impl Iterator<Item = (&Mode, Vec<[f64; 2]>)> {
        self.modes.iter().filter_map(|one| Some((&one.mode, self.forces(one.proof.proof())?)))
    }

    /// Forces along unit vectors, where they balance.
    pub(crate) fn forces(&self, proof: &SlowProof) -> Option<Vec<[f64; 2]>> {
        let SlowProof::Balanced { forces, .. } = proof else { return None };
        let contacts = self.problem.modes.contacts.iter();
        let newtons = |(contact, force): (&stiction_proof::ModeContact, &[Rational; 2])| {
            // The linear part of a normal row is the normal; one that no free body feels pushes nothing.
            let normal = contact.normal.parts.values().next();
            let [x, y] = normal.map_or([0.0; 2], |part| [part[1].to_f64(), part[2].to_f64()]);
            force.each_ref().map(|multiple| multiple.to_f64() * x.hypot(y))
        };
        Some(contacts.zip(forces).map(newtons).collect())
    }
}
