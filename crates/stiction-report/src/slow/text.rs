//! The words of `quasistatic` for people.

use super::{SlowAnswer, json};
use crate::number::spoken;
use crate::report::{Options, Presentation, paths};
use crate::text::{Lines, plain};
use serde_json::Value;
use stiction::ask::slow::StickInTime;
use stiction_proof::Rational;
use stiction_proof::slow::{StickReason, StickState};

/// Modes or phases that a person is shown.
const MOST_SHOWN: usize = 12;

impl Presentation for SlowAnswer {
    fn keys(&self, _: &Options) -> Value {
        json::keys(self)
    }

    fn lines(&self, _: &Options) -> Lines {
        let mut lines = vec![crate::modes::lettered(&self.found.problem.modes)];
        for (mode, forces) in self.balanced().take(MOST_SHOWN) {
            lines.push(("balances", format!("{}  {}", mode.text, pushes(self, &forces))));
        }
        let shown = self.balanced().count();
        if shown > MOST_SHOWN {
            lines.push(("", format!("and {} more; --json lists all", shown - MOST_SHOWN)));
        }
        lines.extend(unbalanced(self).map(|text| ("not", text)));
        if let Some(stick) = &self.found.stick {
            lines.extend(phases(stick));
        }
        lines.extend(self.map.as_ref().map(|map| ("map", map.words())));
        Lines { heading: self.words().replacen("slowly", "quasistatic", 1), lines, proved: true }
    }

    fn subject(&self) -> &str {
        &self.subject
    }

    fn words(&self) -> String {
        let (balanced, all) = (self.balanced().count(), self.found.modes.len());
        let verb = if balanced == 1 { "balances" } else { "balance" };
        let now = format!("{balanced} of {all} modes {verb}");
        match &self.found.stick {
            None => format!("slowly: {now}"),
            Some(stick) => format!("slowly: {}; at first {now}", ends(stick)),
        }
    }

    fn computed(&self) -> Vec<String> {
        let mut computed = if self.found.impossible.is_none() { paths("count") } else { Vec::new() };
        computed.extend(self.map.iter().flat_map(|_| paths("map")));
        computed
    }
}

fn ends(StickInTime { run, .. }: &StickInTime) -> String {
    let run = run.proof();
    match (run.end.reason, run.endless, run.phases.len()) {
        (StickReason::Fall, ..) => "it falls at once".to_owned(),
        (_, true, _) => format!("the fingers meet after {} s, in endless phases", seconds(&run.end.t)),
        (_, _, 1) => format!("the fingers meet after {} s, in one phase", seconds(&run.end.t)),
        (_, _, count) => format!("the fingers meet after {} s, in {count} phases", seconds(&run.end.t)),
    }
}

fn seconds(t: &Rational) -> String {
    spoken(t.to_f64())
}

/// `"1" [2, 0.5] N, …` of the contacts that push.
fn pushes(answer: &SlowAnswer, forces: &[[f64; 2]]) -> String {
    let contacts = answer.found.problem.modes.contacts.iter().zip(forces);
    let pushing = contacts.filter(|(_, [along, _])| *along > 0.0);
    let told = pushing.map(|(contact, [along, across])| {
        format!("\"{}\" [{}, {}] N", plain(&contact.id), spoken(*along), spoken(*across))
    });
    let told: Vec<String> = told.collect();
    if told.is_empty() { "without any force".to_owned() } else { told.join(", ") }
}

/// The modes that no forces balance.
fn unbalanced(answer: &SlowAnswer) -> Option<String> {
    let others = answer.found.modes.iter().filter(|one| !one.is_balanced());
    let texts: Vec<&str> = others.map(|one| one.mode.text.as_str()).collect();
    let more = texts.len().saturating_sub(MOST_SHOWN);
    let listed = texts[..texts.len() - more].join(", ");
    let rest = if more == 0 { String::new() } else { format!(" and {more} more") };
    (!texts.is_empty()).then(|| format!("{listed}{rest}: no forces of theirs balance"))
}

fn phases(StickInTime { run, .. }: &StickInTime) -> Vec<(&'static str, String)> {
    let run = run.proof();
    let place = |state: &StickState| {
        let [left, right, com] = [&state.left, &state.right, &state.com].map(|at| spoken(at.to_f64()));
        format!("fingers at {left} and {right}, centre at {com}")
    };
    let shown = run.phases.iter().take(MOST_SHOWN);
    let mut lines: Vec<_> = shown
        .map(|phase| {
            ("phase", format!("{}  from {} s: {}", phase.mode, seconds(&phase.t), place(&phase.state)))
        })
        .collect();
    if run.endless || run.phases.len() > MOST_SHOWN {
        lines.push(("", "and so on, ever shorter".to_owned()));
    }
    let reason = match run.end.reason {
        StickReason::Touch => "the fingers meet",
        StickReason::Fall => "it falls",
    };
    lines.push(("end", format!("{reason} at {} s: {}", seconds(&run.end.t), place(&run.end.state))));
    lines
}
