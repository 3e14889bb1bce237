//! The words of `simulate` for people.

use super::{SimulateAnswer, json};
use crate::number::spoken;
use crate::report::{Options, Presentation, paths};
use crate::text::{Lines, plain};
use serde_json::Value;
use stiction::ask::simulate::{Apart, Comparison, Event, EventKind, Reason, Run};

/// Events that a person is shown.
const MOST_SHOWN: usize = 12;

impl Presentation for SimulateAnswer {
    fn keys(&self, _: &Options) -> Value {
        json::keys(self)
    }

    fn lines(&self, _: &Options) -> Lines {
        let run = &self.run;
        let mut lines = Vec::new();
        let folded = folded(&run.events);
        for (event, count) in folded.iter().take(MOST_SHOWN) {
            let times = if *count > 1 { format!(", {count} times") } else { String::new() };
            lines.push(("event", told(event) + &times));
        }
        if folded.len() > MOST_SHOWN {
            let more: usize = folded[MOST_SHOWN..].iter().map(|(_, count)| count).sum();
            lines.push(("", format!("and {more} more; --json lists all")));
        }
        if let Some(last) = run.frames.last() {
            for (name, place) in run.bodies.iter().zip(&last.places) {
                let [x, y] = place.com.map(told_number);
                let [spin, along, up] = place.twist.map(told_number);
                let turned = told_number(place.angle);
                let text =
                    format!("centre at [{x}, {y}] m, turned by {turned} rad, twist [{spin}, {along}, {up}]");
                lines.push(("end", format!("\"{}\" {text}", plain(name))));
            }
            let energy = last.energy;
            let [kinetic, dissipated, work] =
                [energy.kinetic, energy.dissipated, energy.work].map(told_number);
            lines.push((
                "energy",
                format!("kinetic {kinetic} J, dissipated {dissipated} J, work put in {work} J"),
            ));
        }
        lines.extend(self.comparison.as_ref().map(|one| ("compare", compared(one))));
        lines.push(("balance", balance(run)));
        lines.extend(stops(run).map(|text| ("stops", text)));
        for branch in &run.branches {
            let (t, mode) = branch.branched.clone().unwrap_or_default();
            lines.push(("branch", format!("at {} s by mode {mode}: {}", spoken(t), ends(branch))));
        }
        Lines { heading: format!("simulate: {}", ends(run)), lines, proved: false }
    }

    fn subject(&self) -> &str {
        &self.subject
    }

    fn words(&self) -> String {
        format!("in time: {}", ends(&self.run))
    }

    fn computed(&self) -> Vec<String> {
        paths("frames events energy stopped residual branches compare")
    }
}

/// Events with how often they are told alike, one after the other: bounces that die out are one instant to a person.
fn folded(events: &[Event]) -> Vec<(&Event, usize)> {
    let mut folded: Vec<(&Event, usize)> = Vec::new();
    for event in events {
        match folded.last_mut() {
            Some((last, count)) if told(last) == told(event) => *count += 1,
            _ => folded.push((event, 1)),
        }
    }
    folded
}

/// Where a trajectory leaves every lawful one.
fn compared(comparison: &Comparison) -> String {
    let Comparison { tolerance, records, leaves, until } = comparison;
    let tolerance = spoken(*tolerance);
    if let Some(Apart { time, body, apart }) = leaves {
        let (t, off) = (spoken(*time), spoken(*apart));
        return format!(
            "leaves every lawful motion by {t} s: \"{}\" is {off} m off, more than {tolerance} m",
            plain(body)
        );
    }
    let most = records.iter().map(|one| one.apart).fold(0.0, f64::max);
    let count = records.len();
    format!(
        "{count} records stay within {} m of a lawful motion, of {tolerance} m; known until {} s",
        spoken(most),
        spoken(*until)
    )
}

fn ends(run: &Run) -> String {
    let t = spoken(run.stopped.time);
    match run.stopped.reason {
        Reason::Until => format!("moves on after {t} s, {}", counted(run)),
        Reason::Rest if run.stopped.time == 0.0 => "at rest, and stays".to_owned(),
        Reason::Rest => format!("comes to rest after {t} s, {}", counted(run)),
        Reason::Ambiguous => format!("after {t} s rigid bodies may do several things"),
        Reason::Inconsistent => format!("after {t} s rigid bodies with friction cannot go on (Painlevé)"),
        Reason::Events => format!("too many events by {t} s"),
        Reason::Time => {
            format!("known until {t} s, {}; the time for computing it was over then", counted(run))
        }
    }
}

fn counted(run: &Run) -> String {
    match run.events.len() {
        0 => "without an event".to_owned(),
        1 => "with one event".to_owned(),
        count => format!("with {count} events"),
    }
}

/// A number of a run, without the noise of its last digits.
fn told_number(value: f64) -> String {
    spoken(if value.abs() < NOISE { 0.0 } else { value })
}

/// Numbers of a run below this, in metres, seconds and kilogrammes, are nothing to a person.
const NOISE: f64 = 1e-9;

/// How well the energies balance.
fn balance(run: &Run) -> String {
    let sizes = run.frames.iter().flat_map(|frame| [frame.energy.kinetic, frame.energy.potential]);
    let scale = sizes.fold(0.0_f64, |most, size| most.max(size.abs()));
    if run.residual <= NOISE * scale {
        "no energy is missing beyond rounding".to_owned()
    } else {
        format!("{} J of energy are missing at most", spoken(run.residual))
    }
}

/// Why a run stopped that could not go on.
fn stops(run: &Run) -> Option<String> {
    match run.stopped.reason {
        Reason::Ambiguous => Some(format!(
            "modes {} are all consistent; `--ambiguous stick` takes the first, `--ambiguous branch` follows all",
            run.stopped.modes.join(", ")
        )),
        Reason::Inconsistent => Some(match &run.stopped.compliant {
            Some(twists) => {
                let told = twists.iter().map(|(name, twist)| {
                    let [spin, along, up] = twist.map(spoken);
                    format!("\"{}\" [{spin}, {along}, {up}]", plain(name))
                });
                let told: Vec<String> = told.collect();
                format!(
                    "no forces satisfy Newton and Coulomb; bodies that give way a little would be struck without any approach and go on with {}",
                    told.join(", ")
                )
            }
            None => "no forces satisfy Newton and Coulomb".to_owned(),
        }),
        _ => None,
    }
}

fn told(event: &Event) -> String {
    let [a, b] = event.between.each_ref().map(|name| plain(name));
    let [x, y] = event.point.map(told_number);
    let word = match event.kind {
        EventKind::Touch if event.died_out => "have stopped bouncing",
        EventKind::Touch => "touch",
        EventKind::Impact => "collide",
        EventKind::Leave => "part",
        EventKind::Stick => "stick",
        EventKind::Slip => "slip",
        EventKind::Rest => "are at rest",
    };
    let law = if event.stronge { ", by Stronge's restitution" } else { "" };
    let together = if event.simultaneous { ", with others" } else { "" };
    format!("{} s  \"{a}\" and \"{b}\" {word} at [{x}, {y}]{law}{together}", spoken(event.time))
}
