//! The report on motion and force at a robot's contact: the special basis, the command, what follows from it.

mod effort;
mod json;
mod reach;
mod run;
mod task;
mod text;

pub use effort::{Joints, Realisation, SpringTravel};
use json::hybrid_json;
pub(crate) use json::read;
pub(crate) use reach::out_of_reach;
pub(crate) use run::consistent;
pub use run::{RunAnswer, Skeleton};
pub use stiction::ask::hybrid::run::{Compared, Sample};
pub use stiction::ask::hybrid::{Axis, twist_axis, wrench_axis};

use crate::answer::{AnswerWithNotes, AskError};
use crate::number::spoken;
use crate::report::{Answered, Options, Presentation, paths};
use crate::robot::beyond_words;
use crate::text::Lines;
use serde_json::Value;
use stiction::ask::hybrid::run::{compare, setup};
use stiction::ask::hybrid::{Arm, Forbidden, Interface, arm, by_matrices, interface};
use stiction::ask::lower::Misfit;
use stiction::scene::{ROBOT, Scene};
use stiction::screw::{Planar, Spatial, Twist};
use stiction::shape::Geometry;
use stiction_proof::{Answer, ContactState, Decoupling, Rational, Verified};

/// Below this part of a joint's motion a direction is told to be nearly lost; only words depend on it.
const NEARLY_SINGULAR: f64 = 1e-4;

/// Everything that is said about a robot's contact.
#[derive(Debug, Clone, PartialEq)]
pub struct HybridAnswer {
    /// The two bodies and their contact.
    pub interface: Interface,
    /// The basis, the command and what follows.
    pub decoupling: Verified<Decoupling>,
    /// The joints that must bring the command about.
    pub joints: Option<Joints>,
    /// The wrist that must.
    pub wrist: Option<SpringTravel>,
    /// The arm, from its root over the joints to the contact; empty without one.
    pub skeleton: Vec<[f64; 3]>,
    /// A run in time, where it was asked for.
    pub run: Option<Box<RunAnswer>>,
}

impl HybridAnswer {
    /// An answer from what was accepted.
    pub(crate) fn new(interface: Interface, decoupling: Verified<Decoupling>) -> Self {
        Self { interface, decoupling, joints: None, wrist: None, skeleton: Vec::new(), run: None }
    }

    /// A contact whose normal force would be negative.
    pub fn pulls(&self) -> Option<&str> {
        let (interface, proof) = (&self.interface, self.decoupling.proof());
        let ContactState::Kept { force, .. } = &proof.contact else { return None };
        let wanted = interface.wanted.as_deref()?;
        let negative = |(twist, wrench): (&Vec<Rational>, &Vec<Rational>)| {
            let row = interface.rows.get(wanted.iter().position(|one| one == wrench)?)?;
            let amount: Rational = twist.iter().zip(force).map(|(a, b)| a * b).sum();
            (row.forbids == Forbidden::Normal && amount.is_negative()).then_some(row.contact.as_str())
        };
        proof.basis.s2.iter().zip(&proof.basis.t2).find_map(negative)
    }

    /// Whether motion and force are commanded apart and the contact can be kept.
    pub fn verdict(&self) -> Answer {
        match &self.decoupling.proof().contact {
            ContactState::Kept { .. } => Answer::Yes,
            ContactState::Impossible { .. } => Answer::No,
        }
    }
}

/// The answer to `hybrid` in the plane: of matrices.
pub(crate) fn hybrid_in_plane_answer(scene: &Scene<Planar>) -> Result<AnswerWithNotes, AskError> {
    let Some(section) = scene.hybrid.as_ref().filter(|section| section.is_by_matrices()) else {
        let message =
            "in the plane `hybrid` is asked of a robot's contact by matrices, and [hybrid] has none";
        let help = "give `phi_robot`, `bias_robot`, `phi_environment`, `bias_environment` and `freedom`, or the scene in space";
        return Err(AskError::Misfits(vec![Misfit::new("missing-key", &["hybrid"], message, help)]));
    };
    found(resolved(by_matrices(section).map_err(AskError::Misfits)?)?)
}

/// The answer to `hybrid` in space.
pub(crate) fn hybrid_answer(scene: &Scene<Spatial>, options: &Options) -> Result<AnswerWithNotes, AskError> {
    let interface = interface(scene).map_err(AskError::Misfits)?;
    out_of_reach(scene).map_err(AskError::Misfits)?;
    let mut answer = resolved(interface)?;
    if options.simulate {
        answer.run = Some(Box::new(simulated(scene)?));
    }
    found(realised(scene, answer)?)
}

/// An answer with what must bring its command about: the joints of an arm, or a wrist.
pub(crate) fn realised(scene: &Scene<Spatial>, mut answer: HybridAnswer) -> Result<HybridAnswer, AskError> {
    let Some(point) = answer.interface.point.clone() else { return Ok(answer) };
    let at: [f64; 3] = std::array::from_fn(|k| point[k].to_f64());
    let arm = arm(scene).map_err(AskError::Misfits)?;
    let beyond = arm.iter().flat_map(|arm| &arm.beyond);
    answer.interface.warnings.extend(beyond.map(beyond_words));
    if let Some((arm, tip)) = arm.as_ref().and_then(|arm| Some((arm, arm.local(at)?))) {
        answer.skeleton = arm.skeleton(&arm.joints.positions, tip);
    }
    let wrist = scene.hybrid.as_ref().and_then(|section| section.wrist.as_ref());
    if let Some(wrist) = wrist {
        answer.wrist = Some(SpringTravel::new(wrist, leading(scene, arm.as_ref(), at, &answer)));
    } else if let Some(arm) = arm.filter(|_| answer.interface.parties[0] == ROBOT) {
        let command = answer.interface.problem.command.is_some();
        let command = command.then(|| answer.decoupling.proof().command.as_slice());
        answer.joints = Joints::new(&arm, at, command);
    }
    Ok(answer)
}

/// The velocity of an arm's end less that of the body that it holds; zero without an arm.
fn leading(scene: &Scene<Spatial>, arm: Option<&Arm>, at: [f64; 3], answer: &HybridAnswer) -> Vec<Rational> {
    let own = scene.body(&answer.interface.parties[0]).map(|body| {
        let com = body.com.each_ref().map(Rational::to_f64);
        Twist::<Spatial>::from_array(std::array::from_fn(|k| body.twist[k].to_f64()))
            .shifted_to(std::array::from_fn(|k| at[k] - com[k]))
    });
    let led = arm.and_then(|arm| arm.twist_about(at)).zip(own);
    let difference = led.map_or([0.0; 6], |(arm, own)| {
        let (arm, own) = (arm.to_array(), own.to_array());
        std::array::from_fn(|k| arm[k] - own[k])
    });
    difference.iter().map(|entry| Rational::from_f64(*entry).unwrap_or_default()).collect()
}

/// Both controllers in time.
pub(crate) fn simulated(scene: &Scene<Spatial>) -> Result<RunAnswer, AskError> {
    let setup = setup(scene).map_err(AskError::Misfits)?;
    let runs = compare(&setup).map_err(|diverged| {
        let message = format!(
            "the run diverged after {} s, at {} steps a second: its speeds grow beyond all bounds",
            spoken(diverged.time),
            spoken(setup.section.rate)
        );
        let help = "a larger `rate`, softer gains, or softer springs in `support` with more damping";
        AskError::Misfits(vec![Misfit::new("simulate", &["hybrid", "simulate"], message, help)])
    })?;
    Ok(RunAnswer::new(&setup, runs))
}

fn resolved(interface: Interface) -> Result<HybridAnswer, AskError> {
    let decoupling = interface.resolve()?;
    Ok(HybridAnswer::new(interface, decoupling))
}

fn found(answer: HybridAnswer) -> Result<AnswerWithNotes, AskError> {
    let rounded = answer.interface.rounded.clone();
    let warnings = warnings(&answer);
    Ok(AnswerWithNotes { answered: Answered::Hybrid(Box::new(answer)), rounded, warnings })
}

/// What is worth knowing besides.
pub(crate) fn warnings(answer: &HybridAnswer) -> Vec<String> {
    let (rank, size) = (answer.decoupling.proof().basis.rank(), answer.interface.problem.size());
    let mut warnings = answer.interface.warnings.clone();
    if let Some(weakest) = answer.interface.weakest.filter(|weakest| *weakest < NEARLY_SINGULAR) {
        warnings.push(format!(
            "the robot nearly has fewer freedoms at the contact: {weakest:.1e} of a joint's motion is all that counts in some direction, and commands there are as large as that is small"
        ));
    }
    if rank < size {
        warnings.push(format!(
            "the robot's inverse inertia has rank {rank} of {size}: the method for {size} freedoms is refused, and the answer is that in its range"
        ));
    }
    if let (Some(joints), Some(_)) = (&answer.joints, &answer.interface.problem.command)
        && joints.json(&answer.decoupling.proof().command)["within"] == false
    {
        warnings.push("the command needs more torque than some joint has".to_owned());
    }
    if let Some(negative) = answer.pulls() {
        warnings.push(format!("the contact would have to pull at \"{negative}\": it opens instead"));
    }
    warnings
}

impl Presentation for HybridAnswer {
    fn verdict(&self) -> Option<Answer> {
        Some(Self::verdict(self))
    }
    fn keys(&self, _: &Options) -> Value {
        hybrid_json(self)
    }
    /// `motion and force apart: yes; 5 motions, 1 force`.
    fn words(&self) -> String {
        let basis = &self.decoupling.proof().basis;
        let count =
            |number: usize, word: &str| format!("{number} {word}{}", if number == 1 { "" } else { "s" });
        let (motions, forces) = (count(basis.s1.len(), "motion"), count(basis.s2.len(), "force"));
        format!("motion and force apart: {}; {motions}, {forces}", Self::verdict(self))
    }
    fn lines(&self, _: &Options) -> Lines {
        text::lines(self)
    }
    fn subject(&self) -> &str {
        &self.interface.parties[0]
    }

    fn computed(&self) -> Vec<String> {
        paths("operational torques simulation")
    }
}

/// Whether a scene gives a robot's contact.
pub(crate) fn is_hybrid<S: Geometry>(scene: &Scene<S>) -> bool {
    scene.hybrid.is_some()
}
