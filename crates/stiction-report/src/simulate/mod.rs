//! The report on a motion in time: frames, events, energy and how it ended.  It proves nothing and says so;
//! what checks it is the balance of energy, and that it comes out the same when it is run again.

mod json;
mod text;

pub(crate) use json::{KEYS, balances};

use crate::answer::{AnswerWithNotes, AskError};
use crate::report::{Answered, Options};
use crate::text::plain;
use stiction::ask::lower::Misfit;
pub use stiction::ask::simulate::Run;
use stiction::ask::simulate::{Ambiguous, Asked, Event, comparable, compare, simulate_as_far};
pub use stiction::ask::simulate::{Comparison, Energy, Frame, Place, Reason, Recorded};
use stiction::scene::{Body, Role, Scene};
use stiction::screw::Planar;
use stiction_proof::Rational;

/// What is asked of a run in time.
#[derive(Debug, Clone, PartialEq)]
pub struct InTime {
    /// How long it lasts, s.
    pub until: Option<Rational>,
    /// Into how many equal times it is divided.
    pub frames: usize,
    /// What to do where several things can happen.
    pub ambiguous: Ambiguous,
    /// The trajectory of another program, to be compared.
    pub compare: Vec<Recorded>,
    /// Up to what it counts as the same, m.
    pub within: Option<Rational>,
}

impl Default for InTime {
    fn default() -> Self {
        Self {
            until: None,
            frames: USUAL_FRAMES,
            ambiguous: Ambiguous::Stop,
            compare: Vec::new(),
            within: None,
        }
    }
}

/// Frames of a run, where nobody says how many.
const USUAL_FRAMES: usize = 100;

/// Frames beyond which a report would be larger than anybody reads.
const MOST_FRAMES: usize = 100_000;

/// The answer of `simulate`.
#[derive(Debug, Clone, PartialEq)]
pub struct SimulateAnswer {
    /// The run, with those that branch off.
    pub run: Run,
    /// What was asked.
    pub asked: InTime,
    /// The trajectory of another program beside it.
    pub comparison: Option<Comparison>,
    /// The bodies as they begin, for those who draw them; none where the scene is not known.
    pub bodies: Vec<Body<Planar>>,
    /// The free bodies, as they are spoken of.
    subject: String,
}

impl SimulateAnswer {
    /// A run of these bodies that was asked for.
    pub(crate) fn new(run: Run, asked: InTime, bodies: Vec<Body<Planar>>) -> Self {
        let free = bodies.iter().filter(|body| body.role == Role::Free);
        let subject = free.map(|body| plain(&body.name)).collect::<Vec<_>>().join(", ");
        Self { run, asked, comparison: None, bodies, subject }
    }
}

/// What is asked, in doubles.
fn asked(options: &InTime) -> Result<Asked, Misfit> {
    let until = options.until.as_ref().filter(|until| until.is_positive());
    let Some(until) = until else {
        let message = "a run needs a time that it lasts, greater than zero";
        return Err(Misfit::new("until", &["--until"], message, "give `--until T`, in seconds"));
    };
    if !(1..=MOST_FRAMES).contains(&options.frames) {
        let message = format!("{} frames; there are 1 to {MOST_FRAMES}", options.frames);
        return Err(Misfit::new("frames", &["--frames"], message, "give `--frames 100`"));
    }
    if options.within.as_ref().is_some_and(|within| !within.is_positive()) {
        let message = "what counts as the same place is a length, greater than zero";
        return Err(Misfit::new("tolerance", &["--compare-tolerance"], message, "give it in metres"));
    }
    // Where a trajectory is compared it may be any of the lawful ones.
    let compared = !options.compare.is_empty() && options.ambiguous == Ambiguous::Stop;
    let ambiguous = if compared { Ambiguous::Branch } else { options.ambiguous };
    Ok(Asked { until: until.to_f64(), frames: options.frames, ambiguous })
}

pub(crate) fn simulate_answer(scene: &Scene<Planar>, options: &Options) -> Result<AnswerWithNotes, AskError> {
    let answer = simulated(scene, options, f64::INFINITY)?;
    let warnings = warnings(scene, &answer);
    Ok(AnswerWithNotes {
        answered: Answered::Simulate(Box::new(answer)),
        rounded: scene.rounded.clone(),
        warnings,
    })
}

/// The run of a scene, as far as a frame if it was known no further.
pub(crate) fn simulated(
    scene: &Scene<Planar>,
    options: &Options,
    last: f64,
) -> Result<SimulateAnswer, Vec<Misfit>> {
    let asked = asked(&options.in_time).map_err(|misfit| vec![misfit])?;
    let InTime { compare: log, within, .. } = &options.in_time;
    comparable(scene, &asked, log)?;
    let times: Vec<f64> = log.iter().map(|(time, _)| *time).collect();
    let run = simulate_as_far(scene, &asked, &times, last)?;
    let mut answer = SimulateAnswer::new(run, options.in_time.clone(), scene.bodies.clone());
    if !log.is_empty() {
        let within = within.as_ref().map(Rational::to_f64);
        answer.comparison = Some(compare(scene, &answer.run, log, within)?);
    }
    Ok(answer)
}

/// What is worth knowing besides.
pub(crate) fn warnings(scene: &Scene<Planar>, answer: &SimulateAnswer) -> Vec<String> {
    let mut warnings = Vec::new();
    let shaped = scene.bodies.iter().filter(|body| body.shape.is_some()).count();
    if scene.touching.is_none() && shaped > 1 {
        let words =
            "without [detect] bodies touch with the friction of listed contacts, or none, and do not bounce";
        warnings.push(words.to_owned());
    }
    let is = |of: fn(&Event) -> bool| answer.run.events.iter().filter(|event| of(event)).count();
    let (stronge, several) = (is(|event| event.stronge), is(|event| event.simultaneous));
    if stronge > 0 {
        let s = if stronge == 1 { "" } else { "s" };
        warnings.push(format!(
            "at {stronge} impact{s} Newton's restitution would gain energy; Stronge's was taken"
        ));
    }
    if several > 0 {
        let words =
            "impacts happened at several points at once, where rigid bodies do not say in which order";
        warnings.push(words.to_owned());
    }
    warnings
}
