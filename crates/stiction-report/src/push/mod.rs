//! The report on pushing: how a part on a table moves, whatever the pressure under it.

mod json;
mod text;

use crate::answer::{AskError, Found};
use crate::modes::{listable, unlisted};
use crate::report::{Answered, Options, Told, paths};
use crate::text::{Lines, plain};
use serde_json::Value;
use stiction::ask::Refused;
use stiction::ask::modes::{MOST, Mode, complete, modes};
pub use stiction::ask::push::{Centre, centres};
use stiction::ask::push::{Known, motions, push_problem, stays};
use stiction::ask::slow::driven_now;
use stiction::scene::{Role, Scene};
use stiction::screw::Planar;
use stiction_proof::push::{Balance, PushProblem, PushProof, Sense, Support};
use stiction_proof::{Answer, ModeProof, Rational, Refusal, Verified};
use stiction_verify::push::{Shown, allows, stable, turns};

/// The answer of `push`.
#[derive(Debug, Clone, PartialEq)]
pub struct PushAnswer {
    /// The part, its pushers and its support.
    pub problem: PushProblem,
    /// Every mode that some twist has, with each sense of rotation.
    pub motions: Vec<Shown>,
    /// Impossible modes that stand for everything that is not listed.
    pub impossible: Vec<ModeProof>,
    /// That the pushers hold the part that stays with them, whatever the pressure.
    pub stays: Option<Verified<PushProof>>,
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

pub(crate) fn push_answer(scene: &Scene<Planar>, options: &Options) -> Result<Found, AskError> {
    let moving = driven_now(scene);
    let problem = push_problem(&moving)?;
    let most = if options.most == MOST { listable(&problem.modes) } else { options.most };
    let found = modes(&moving, false, most).map_err(|why| unlisted(why, &problem.modes))?;
    let listed: Vec<Mode> = found.iter().collect();
    let mut shown = Vec::new();
    for mode in &listed {
        for motion in motions(&problem, &mode.text)? {
            let proof = match motion.known {
                Known::Allowed(proof) | Known::Excluded(proof) => Some(proof),
                Known::Open => None,
            };
            shown.push(Shown { mode: motion.mode, turn: motion.turn, proof });
        }
    }
    let impossible = complete(&problem.modes, false, &listed).map_err(Refused)?;
    let impossible = impossible.ok_or(Refused(Refusal::NotReached))?;
    let stays = if problem.modes.contacts.len() > 1 { stays(&problem)? } else { None };
    let answer = PushAnswer::new(problem, shown, impossible, stays);
    let warnings = warnings(scene, &answer);
    Ok(Found { answered: Answered::Push(Box::new(answer)), rounded: scene.rounded.clone(), warnings })
}

/// What is worth knowing besides.
pub(crate) fn warnings(scene: &Scene<Planar>, answer: &PushAnswer) -> Vec<String> {
    let mut warnings = Vec::new();
    if !scene.bodies.iter().any(|body| body.role == Role::Driven) {
        let words = "nothing pushes: a pusher has `role = \"driven\"` and a `twist`";
        warnings.push(words.to_owned());
    }
    let open = answer.motions.iter().filter(|one| one.proof.is_none()).count();
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
    pub(crate) fn new(
        problem: PushProblem,
        mut motions: Vec<Shown>,
        impossible: Vec<ModeProof>,
        stays: Option<Verified<PushProof>>,
    ) -> Self {
        let of: Vec<(String, Option<bool>)> =
            motions.iter().map(|one| (one.mode.clone(), one.allowed())).collect();
        let place = |mode: &String| {
            let own = || of.iter().filter(|(name, _)| name == mode).map(|(_, allowed)| *allowed);
            match (own().any(|one| one == Some(true)), own().all(|one| one == Some(false))) {
                (true, _) => 0,
                (_, true) => 1,
                _ => 2,
            }
        };
        motions.sort_by_key(|one| place(&one.mode));
        let subject = problem.modes.bodies.first().map_or_else(String::new, |body| plain(&body.name));
        Self { problem, motions, impossible, stays, subject }
    }

    /// Whether the part stays with its pushers under every pressure; nothing is said of one contact.
    pub fn stable(&self) -> Option<Answer> {
        stable(&self.problem, &self.motions, self.stays.is_some())
    }

    /// The senses of rotation that some pressure allows.
    pub fn turns(&self) -> Vec<Sense> {
        turns(&self.motions)
    }

    /// Every motion that some pressure allows.
    pub fn allowed(&self) -> impl Iterator<Item = Allowed<'_>> {
        self.motions.iter().filter_map(|one| match one.proof.as_ref()?.proof() {
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
        let (points, pressure) = match (&self.problem.support, balance) {
            (Support::Points { points, pressure: Some(pressure) }, _) => (&points[..], &pressure[..]),
            (_, Balance::Along { points, pressure, .. }) => (&points[..], &pressure[..]),
            (_, Balance::Near(near)) => (&near.points[..], &near.pressure[..]),
            (_, Balance::Rest) => (&[][..], &[][..]),
        };
        let com = &self.problem.com;
        let place = |point: &[Rational; 2]| [0, 1].map(|axis| (&point[axis] + &com[axis]).to_f64());
        points.iter().zip(pressure).map(|(point, one)| (place(point), one.to_f64())).collect()
    }

    /// The part's motion under a known pressure, where there is one and no other, and how far it is off at most.
    pub fn twist(&self) -> Option<([f64; 3], f64)> {
        let known = matches!(self.problem.support, Support::Points { pressure: Some(_), .. });
        let mut allowed = self.motions.iter().filter_map(|one| match one.proof.as_ref()?.proof() {
            PushProof::Allowed { mode, turn, balance } => Some((mode, *turn, balance)),
            _ => None,
        });
        let (mode, turn, balance) = allowed.next().filter(|_| known)?;
        let within = self.problem.within(mode, turn, balance).ok()?;
        let alone = allowed.all(|(_, _, other)| other.twist() == balance.twist());
        alone.then(|| (balance.twist().map(|entry| entry.to_f64()), within))
    }
}

/// Whether a mode with a sense is allowed, where it is known.
trait Decided {
    fn allowed(&self) -> Option<bool>;
}

impl Decided for Shown {
    fn allowed(&self) -> Option<bool> {
        self.proof.as_ref().map(|proof| allows(proof.proof()))
    }
}

impl Told for PushAnswer {
    fn verdict(&self) -> Option<Answer> {
        self.stable()
    }

    fn keys(&self, _: &Options) -> Value {
        crate::json::written(&json::keys(self))
    }

    fn lines(&self, _: &Options) -> Lines {
        text::lines(self)
    }

    fn subject(&self) -> &str {
        &self.subject
    }

    fn words(&self) -> String {
        text::words(self)
    }

    fn computed(&self) -> Vec<String> {
        paths("modes.*.pressure")
    }
}
