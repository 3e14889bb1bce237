//! The words for people about a moving base.

use super::json::{pace, twists};
use super::{Moves, MovingAnswer};
use crate::number::{seconds_below, spoken};
use crate::text::{Lines, plain};
use stiction::ask::stand::moving::{Fastest, Manner};
use stiction_proof::Answer;
use stiction_proof::moving::Rides;

/// A time with as many digits as its bracket allows, at least three.
fn instant(time: f64, width: f64) -> String {
    let wanted = if width > 0.0 { (-width.log10()).floor().clamp(2.0, 9.0) as usize } else { 9 };
    let text = format!("{time:.wanted$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// `tips about "left"`.
fn manner<S: Moves>(answer: &MovingAnswer<S>) -> Option<String>
where
    S::Touch: Rides,
{
    let told = |(id, manner): (&str, Manner)| {
        let id = plain(id);
        match manner {
            Manner::Slides => format!("slides at \"{id}\""),
            Manner::Tips => format!("tips about \"{id}\""),
            Manner::Lifts => format!("lifts off at \"{id}\""),
        }
    };
    let first = told(answer.manner()?);
    Some(answer.also().map_or_else(|| first.clone(), |other| format!("{first} and {}", told(other))))
}

pub(super) fn failure<S: Moves>(answer: &MovingAnswer<S>) -> Option<String>
where
    S::Touch: Rides,
{
    let [until, at] = answer.found.bracket()?.map(|one| one.to_f64());
    let Some(first) = answer.found.first_failure() else {
        return Some(format!("between {} and {} s", spoken(until), spoken(at)));
    };
    let how = manner(answer).map(|how| format!(", {how}")).unwrap_or_default();
    Some(format!("at {} s{how}", instant(first.to_f64(), at - until)))
}

pub(super) fn fastest<S: Moves>(answer: &MovingAnswer<S>) -> String
where
    S::Touch: Rides,
{
    match &answer.fastest {
        Fastest::Between { slower, .. } => {
            let pace = pace(slower);
            let duration = answer.problem.motion.duration.checked_div(pace);
            let within = duration.map(|duration| format!(", in {} s", instant(duration.to_f64(), 1e-4)));
            format!("at {} times this pace{}", instant(pace.to_f64(), 1e-4), within.unwrap_or_default())
        }
        Fastest::Unlimited(slower) => {
            format!(
                "at {} times this pace it stays together, and no pace was proved to be too fast",
                spoken(pace(slower).to_f64())
            )
        }
        Fastest::Never => "not known: at no pace that was tried does it stay together".to_owned(),
    }
}

pub(super) fn lines<S: Moves>(answer: &MovingAnswer<S>) -> Lines
where
    S::Touch: Rides,
{
    let duration = spoken(answer.problem.motion.duration.to_f64());
    let mut lines =
        vec![("rides", format!("{} on \"{}\", {duration} s", plain(&answer.bodies), plain(&answer.base)))];
    if let Some(failure) = failure(answer) {
        lines.push(("fails", failure));
    } else if let Some(until) = answer.found.until().filter(|_| answer.verdict() != Answer::Yes) {
        lines.push(("until", format!("{} s is proved", seconds_below(until.to_f64()))));
    }
    if let Some(collapse) = &answer.found.collapse {
        let moving = answer.problem.assembly.bodies.iter().zip(twists::<S>(collapse));
        let moving = moving.filter(|(_, twist)| twist.iter().any(|entry| entry.abs() > 1e-9));
        for (body, twist) in moving.take(6) {
            let twist: Vec<String> = twist.iter().map(|&entry| spoken(entry)).collect();
            lines.push(("motion", format!("{} [{}]", plain(&body.name), twist.join(", "))));
        }
    }
    lines.push(("fastest", fastest(answer)));
    let proved = answer.found.stays.is_some() || answer.found.falls.is_some();
    Lines { heading: format!("stays together: {}", answer.verdict()), lines, proved }
}
