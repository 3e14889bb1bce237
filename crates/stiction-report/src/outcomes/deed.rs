//! What happens, as a person would say it: `crate slides down "ramp"`.
//!
//! The words are read off the one mode that has a solution, or that all modes with solutions share: letters say which
//! contacts slide, stick and open, the acceleration or, of what moves already, the velocity says whereto.  "Up" is
//! along y.

use super::{OutcomesAnswer, labels};
use crate::number::spoken;
use crate::text::plain;
use stiction::ask::outcomes::{Cell, Outcome};
use stiction_proof::{OutcomeContact, OutcomeProblem, OutcomeSolution, Rational};

/// Part of a speed below which it is no part of the direction that is told.
const LEVEL: f64 = 0.02;

/// Bodies that are named.
const MOST_NAMED: usize = 4;

pub(super) fn deed(answer: &OutcomesAnswer) -> Option<String> {
    let (problem, all) = (&answer.problem, &answer.all);
    let first = all.happenings.first().filter(|_| all.outcome == Outcome::Unique)?;
    let solution = &first.solution;
    let free = problem.free();
    let moves = |body: usize| {
        let rests = |screw: &[Rational; 3]| screw.iter().all(Rational::is_zero);
        [!rests(&solution.accelerations[body]), !rests(&problem.bodies[body].twist)]
    };
    let moving: Vec<usize> = free.iter().copied().filter(|&body| moves(body) != [false; 2]).collect();
    let name = |body: usize| plain(&problem.bodies[body].name).to_string();
    match moving[..] {
        [] if free.len() == 1 => Some(format!("{} stays at rest", name(free[0]))),
        [] => Some("nothing moves".to_owned()),
        [body] => {
            let solutions: Vec<&OutcomeSolution> =
                all.happenings.iter().map(|happening| &happening.solution).collect();
            let modes: Vec<&str> = all.happenings.iter().map(|happening| happening.mode.as_str()).collect();
            let alone = free.len() == 1;
            let cell = alone.then(|| Cell::of(problem, all.outcome, &solutions, &modes));
            let does = verb(problem, body, solution, &first.mode, cell);
            let rest = if alone { "" } else { "; nothing else moves" };
            Some(format!("{} {does}{}{rest}", name(body), pace(solution, body)))
        }
        _ => {
            let mut names: Vec<String> = moving.iter().take(MOST_NAMED).map(|&body| name(body)).collect();
            let more = moving.len() - names.len();
            if more > 0 {
                names.push(format!("{more} more"));
            }
            Some(format!("{} move", and(&names)))
        }
    }
}

/// `a, b and c`.
pub(crate) fn and(names: &[String]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.concat(),
    }
}

/// How fast it gets faster.
fn pace(solution: &OutcomeSolution, body: usize) -> String {
    let [alpha, ax, ay] = solution.accelerations[body].each_ref().map(Rational::to_f64);
    let mut parts = Vec::new();
    if ax.hypot(ay) > 0.0 {
        parts.push(format!("{} m/s²", spoken(ax.hypot(ay))));
    }
    if alpha != 0.0 {
        parts.push(format!("{} rad/s²", spoken(alpha.abs())));
    }
    if parts.is_empty() {
        " at constant speed".to_owned()
    } else {
        format!(", accelerating with {}", and(&parts))
    }
}

/// What a body does, by its contacts.
fn verb(
    problem: &OutcomeProblem,
    body: usize,
    solution: &OutcomeSolution,
    mode: &str,
    cell: Option<Cell>,
) -> String {
    let (twist, acceleration) = (&problem.bodies[body].twist, &solution.accelerations[body]);
    let in_motion = twist.iter().any(|entry| !entry.is_zero());
    let [w, vx, vy] =
        if in_motion { twist.each_ref() } else { acceleration.each_ref() }.map(Rational::to_f64);
    let turns = w != 0.0 || !acceleration[0].is_zero();
    let sense = if w > 0.0 { "counter-clockwise" } else { "clockwise" };
    let letters = labels(mode, problem.contacts.len());
    let own: Vec<(&OutcomeContact, &str)> = problem
        .contacts
        .iter()
        .zip(&letters)
        .filter(|(contact, _)| contact.on == Some(body) || contact.against == Some(body))
        .filter(|(contact, _)| problem.situation(contact).is_ok_and(|one| one.is_engaged()))
        .map(|(contact, letter)| (contact, letter.as_str()))
        .collect();
    let with = |letters: &[&str]| own.iter().find(|(_, letter)| letters.contains(letter)).map(|one| one.0);
    let (slides, sticks, opens) = (with(&["l", "r"]), with(&["n"]), with(&["s"]));
    let other = |contact: &OutcomeContact| {
        let other = if contact.on == Some(body) { contact.against } else { contact.on };
        // What does not move is no body of the problem; contacts that were found are called after both.
        let own = problem.bodies[body].name.as_str();
        let found = contact.id.rsplit_once('.').and_then(|(between, _)| {
            let rest = between.strip_prefix(own).and_then(|rest| rest.strip_prefix('/'));
            rest.or_else(|| between.strip_suffix(own).and_then(|rest| rest.strip_suffix('/')))
        });
        match other.map(|other| problem.bodies[other].name.as_str()).or(found) {
            Some("ground") => Some("the ground".to_owned()),
            Some(name) => Some(format!("\"{}\"", plain(name))),
            None => None,
        }
    };
    let after = |word: &str, contact: &OutcomeContact| {
        other(contact).map_or_else(String::new, |other| format!(" {word} {other}"))
    };
    let along = |contact: &OutcomeContact| {
        let size = vx.hypot(vy);
        let other = other(contact);
        let way = match () {
            () if size == 0.0 => return after("along", contact),
            () if vy < -LEVEL * size => "down",
            () if vy > LEVEL * size => "up",
            () if vx < 0.0 => "left",
            () => "right",
        };
        match other {
            None => format!(" {way}"),
            Some(other) if ["left", "right"].contains(&way) => format!(" {way} along {other}"),
            Some(other) => format!(" {way} {other}"),
        }
    };
    match (slides, sticks, opens) {
        _ if cell == Some(Cell::Jams) => "jams".to_owned(),
        (None, None, None) if vy < 0.0 && vx.abs() <= LEVEL * vy.abs() => "falls freely".to_owned(),
        (None, None, None) => "moves freely".to_owned(),
        (None, None, Some(contact)) => match other(contact) {
            Some(other) => format!("comes off {other}"),
            None => "comes off".to_owned(),
        },
        (Some(contact), _, None) if !turns => format!("slides{}", along(contact)),
        (Some(contact), _, None) => {
            format!("slides{} and turns {sense}", after("on", contact))
        }
        (Some(contact), _, Some(_)) if turns => format!("slips and tips {sense}{}", after("on", contact)),
        (Some(contact), _, Some(_)) => {
            format!("slides{} and comes off elsewhere", along(contact))
        }
        (None, Some(contact), Some(_)) if turns => {
            format!("tips {sense} about \"{}\"", plain(&contact.id))
        }
        (None, Some(contact), _) if turns => format!("rolls{}", after("on", contact)),
        (None, Some(contact), _) => format!("moves{}", after("with", contact)),
    }
}
