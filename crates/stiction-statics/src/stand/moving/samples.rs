//! Many instants of one motion, by what is known of all of them.
//!
//! Instants before the first failure stand by the proof that everything rides along until then; later ones
//! fall where the half-space of the first failure excludes them too, and otherwise nothing is said: by then
//! the assembly is not together any more.  No program is asked.

use super::follow::Followed;
use super::pace::{Pace, Paced};
use crate::stand::assembly::{Searched, power};
use stiction_exact::double::inner as dot;
use stiction_proof::moving::{MovingProblem, MovingProof, Rides};
use stiction_proof::{Answer, Rational};

/// How one instant was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// The instant, s.
    pub time: f64,
    /// Whether everything rides along then.
    pub answer: Answer,
    /// The part of the way from the boundary, 0, to what the base gives at time 0, 1, measured along the
    /// half-space or facet that is nearest; negative beyond the boundary.  None where nothing is known.
    pub reserve: Option<f64>,
}

/// The instants of a motion that was followed, evenly spaced.
pub fn samples<S: Searched + Paced>(
    problem: &MovingProblem<S::Touch>,
    found: &Followed<S>,
    count: usize,
) -> Vec<Sample>
where
    S::Touch: Rides,
{
    let pace = Pace::new::<S, S::Touch>(problem, &found.speed);
    let end = problem.motion.duration.to_f64() / found.speed.to_f64();
    let start = pace.at(0.0);
    let doubles = |row: &Vec<Rational>| row.iter().map(Rational::to_f64).collect::<Vec<f64>>();
    // Rows of the cones, each with the time until which its cone holds; the single value of time 0 tells
    // nothing of others.
    let (mut cones, mut until) = (Vec::new(), Vec::new());
    if let Some(MovingProof::Stays { cones: all, stretches, .. }) =
        found.stays.as_ref().map(|one| one.proof())
    {
        cones = all.iter().map(|cone| cone.normals.iter().map(doubles).collect::<Vec<_>>()).collect();
        until = stretches.iter().map(|one| (one.to.to_f64(), one.cone)).collect();
    }
    let beyond = found.collapse.as_ref().map(|collapse| {
        let row: Vec<f64> =
            problem.loads().iter().map(|load| power::<S>(load, &collapse.twists).to_f64()).collect();
        (row, collapse.absorbed.to_f64())
    });
    let fails = found.fails_at().map(Rational::to_f64);
    let sample = |step: usize| {
        let time = end * step as f64 / count.max(2).saturating_sub(1) as f64;
        let value = pace.at(time);
        let room =
            beyond.as_ref().map(|(row, most)| (most - dot(row, &value)) / (most - dot(row, &start)).abs());
        let cone = until.iter().find(|(to, _)| time <= *to).map(|(_, cone)| *cone);
        let inside = cone.and_then(|cone| {
            let parts = cones[cone].iter().map(|row| dot(row, &value) / dot(row, &start).abs());
            parts.filter(|part| part.is_finite()).reduce(f64::min)
        });
        let answer = match (cone, room) {
            (Some(_), _) => Answer::Yes,
            (None, Some(room)) if room < 0.0 && fails.is_some_and(|fails| time >= fails) => Answer::No,
            _ => Answer::Undecided,
        };
        let reserve = match (room, inside) {
            (Some(room), Some(inside)) => Some(room.max(inside)),
            (one, other) => one.or(other),
        };
        Sample { time, answer, reserve: reserve.filter(|one| one.is_finite()) }
    };
    (0..count).map(sample).collect()
}
