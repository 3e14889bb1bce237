//! The report on pushing: how a part on a table moves, whatever the pressure under it.

mod json;
mod text;

use crate::answer::{AnswerWithNotes, AskError};
use crate::modes::{listable, unlisted};
use crate::report::{Answered, Options};
use crate::text::plain;
use stiction::ask::modes::{MOST, Mode, modes};
pub use stiction::ask::push::{Centre, centres};
use stiction::ask::push::{push_problem, pushing};
use stiction::ask::slow::driven_now;
use stiction::scene::{Role, Scene};
use stiction::screw::Planar;
use stiction_proof::Rational;
use stiction_proof::push::{Balance, PushProof, Pushing, Sense, Support};

/// The answer of `push`.
#[derive(Debug, Clone, PartialEq)]
pub struct PushAnswer {
    /// What is proved of it.
    pub found: Pushing,
    /// The part, as it is spoken of.
    subject: String,
}

/// A motion that some pressure allows, in doubles.
#[derive(Debug, Clone, PartialEq)]
pub struct Allowed<'a> {
    /// The mode.
    pub mode: &'a str,
    /// The sense of rotation.
    pub turn: Sense,
    /// `[w, vx, vy]` of the part.
    pub twist: [f64; 3],
    /// Where it presses, in the world, and how hard.
    pub pressure: Vec<([f64; 2], f64)>,
}

pub(crate) fn push_answer(scene: &Scene<Planar>, options: &Options) -> Result<AnswerWithNotes, AskError> {
    let moving = driven_now(scene);
    let problem = push_problem(&moving)?;
    let most = if options.most == MOST { listable(&problem.modes) } else { options.most };
    let found = modes(&moving, false, most).map_err(|why| unlisted(why, &problem.modes))?;
    let listed: Vec<Mode> = found.iter().collect();
    let answer = PushAnswer::new(pushing(problem, &listed)?);
    let warnings = warnings(scene, &answer);
    Ok(AnswerWithNotes {
        answered: Answered::Push(Box::new(answer)),
        rounded: scene.rounded.clone(),
        warnings,
    })
}

/// What is worth knowing besides.
pub(crate) fn warnings(scene: &Scene<Planar>, answer: &PushAnswer) -> Vec<String> {
    let mut warnings = Vec::new();
    if !scene.bodies.iter().any(|body| body.role == Role::Driven) {
        let words = "nothing pushes: a pusher has `role = \"driven\"` and a `twist`";
        warnings.push(words.to_owned());
    }
    let open = answer.found.motions.iter().filter(|one| one.proof.is_none()).count();
    if open > 0 {
        let words = match open {
            1 => "one motion was neither shown to be allowed nor excluded".to_owned(),
            _ => format!("{open} motions were neither shown to be allowed nor excluded"),
        };
        warnings.push(words + "; they are very near the boundary, or need more pieces than were made");
    }
    if !scene.rounded.is_empty() {
        warnings.push("some input was rounded: these are the motions of the rounded numbers".to_owned());
    }
    warnings
}

impl PushAnswer {
    /// The modes of a problem, each with its proofs; allowed ones first, then excluded ones, then open ones.
    pub(crate) fn new(mut found: Pushing) -> Self {
        let of: Vec<(String, Option<bool>)> =
            found.motions.iter().map(|one| (one.mode.clone(), one.allowed())).collect();
        let place = |mode: &String| {
            let own = || of.iter().filter(|(name, _)| name == mode).map(|(_, allowed)| *allowed);
            match (own().any(|one| one == Some(true)), own().all(|one| one == Some(false))) {
                (true, _) => 0,
                (_, true) => 1,
                _ => 2,
            }
        };
        found.motions.sort_by_key(|one| place(&one.mode));
        let subject = found.problem.modes.bodies.first().map_or_else(String::new, |body| plain(&body.name));
        Self { found, subject }
    }

    /// Every motion that some pressure allows.
    pub fn allowed(&self) -> impl Iterator<Item = Allowed<'_>> {
        self.found.motions.iter().filter_map(|one| match one.proof.as_ref()?.proof() {
            PushProof::Allowed { mode, turn, balance } => Some(Allowed {
                mode,
                turn: *turn,
                twist: balance.twist().map(|entry| entry.to_f64()),
                pressure: self.pressed(balance),
            }),
            _ => None,
        })
    }

    /// Where a balance presses; what is known comes from the problem.
    fn pressed(&self, balance: &Balance) -> Vec<([f64; 2], f64)> {
        let (points, pressure) = match (&self.found.problem.support, balance) {
            (Support::Points { points, pressure: Some(pressure) }, _) => (&points[..], &pressure[..]),
            (_, Balance::Along { points, pressure, .. }) => (&points[..], &pressure[..]),
            (_, Balance::Near(near)) => (&near.points[..], &near.pressure[..]),
            (_, Balance::Rest) => (&[][..], &[][..]),
        };
        let com = &self.found.problem.com;
        let place = |point: &[Rational; 2]| [0, 1].map(|axis| (&point[axis] + &com[axis]).to_f64());
        points.iter().zip(pressure).map(|(point, one)| (place(point), one.to_f64())).collect()
    }

    /// The part's motion under a known pressure, where there is one and no other, and how far it is off at most.
    pub fn twist(&self) -> Option<([f64; 3], f64)> {
        let known = matches!(self.found.problem.support, Support::Points { pressure: Some(_), .. });
        let mut allowed = self.found.motions.iter().filter_map(|one| match one.proof.as_ref()?.proof() {
            PushProof::Allowed { mode, turn, balance } => Some((mode, *turn, balance)),
            _ => None,
        });
        let (mode, turn, balance) = allowed.next().filter(|_| known)?;
        let within = self.found.problem.within(mode, turn, balance).ok()?;
        let alone = allowed.all(|(_, _, other)| other.twist() == balance.twist());
        alone.then(|| (balance.twist().map(|entry| entry.to_f64()), within))
    }
}
