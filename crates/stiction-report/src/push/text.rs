//! The words of `push` for people.

use super::{Allowed, PushAnswer, json};
use crate::number::spoken;
use crate::report::{Options, Presentation, paths};
use crate::text::Lines;
use serde_json::Value;
use stiction_proof::Answer;
use stiction_proof::push::{Sense, Support};

/// Modes that a person is shown.
const MOST_SHOWN: usize = 12;

impl Presentation for PushAnswer {
    fn verdict(&self) -> Option<Answer> {
        self.found.stays()
    }

    fn keys(&self, _: &Options) -> Value {
        crate::json::written(&json::keys(self))
    }

    fn lines(&self, _: &Options) -> Lines {
        let mut lines = vec![crate::modes::lettered(&self.found.problem.modes)];
        lines.extend(self.allowed().take(MOST_SHOWN).map(|one| ("may", motion(&one))));
        let excluded: Vec<&str> = self
            .found
            .modes()
            .into_iter()
            .filter(|mode| {
                self.found
                    .motions
                    .iter()
                    .filter(|one| one.mode == *mode)
                    .all(|one| one.allowed() == Some(false))
            })
            .collect();
        if !excluded.is_empty() {
            lines.push(("not", format!("{}: no pressure allows them", excluded.join(", "))));
        }
        if let Some((twist, within)) = self.twist() {
            let [w, x, y] = twist.map(spoken);
            lines.push(("twist", format!("[{w}, {x}, {y}] at the com, within {}", spoken(within))));
        }
        match self.found.stays() {
            Some(Answer::Yes) => {
                lines.push(("stable", "yes, it stays with its pushers under every pressure".to_owned()))
            }
            Some(Answer::No) => lines.push(("stable", "no, some pressure lets it leave".to_owned())),
            Some(Answer::Undecided) => lines.push(("stable", "undecided".to_owned())),
            None => {}
        }
        Lines { heading: self.words().replacen("pushed", "push", 1), lines, proved: true }
    }

    fn subject(&self) -> &str {
        &self.subject
    }

    fn words(&self) -> String {
        let known = matches!(self.found.problem.support, Support::Points { pressure: Some(_), .. });
        let whatever = if known { "under this pressure" } else { "whatever the pressure" };
        // What is open may turn otherwise, unless it has the sense that is told.
        let alone =
            |turn: Sense| self.found.motions.iter().all(|one| one.proof.is_some() || one.turn == turn);
        match (self.found.stays(), &self.found.turns()[..]) {
            (Some(Answer::Yes), _) => format!("pushed: stays with its pushers, {whatever}"),
            (_, []) => "pushed: no motion was found".to_owned(),
            (_, [turn]) if alone(*turn) => format!("pushed: {}, {whatever}", does(*turn)),
            (_, [turn]) => format!("pushed: {}, as far as is shown", does(*turn)),
            (_, turns) => {
                let all: Vec<&str> = turns.iter().map(|turn| does(*turn)).collect();
                format!("pushed: {}, depending on the pressure", all.join(" or "))
            }
        }
    }

    fn computed(&self) -> Vec<String> {
        paths("modes.*.pressure")
    }
}

fn does(turn: Sense) -> &'static str {
    match turn {
        Sense::Ccw => "turns counter-clockwise",
        Sense::Cw => "turns clockwise",
        Sense::None => "does not turn",
    }
}

/// `n  turns clockwise: [w, vx, vy]; pressure 0.5 at [0, 1], …`.
fn motion(one: &Allowed<'_>) -> String {
    let [w, x, y] = one.twist.map(spoken);
    let at = |([x, y], pressure): &([f64; 2], f64)| {
        format!("{} at [{}, {}]", spoken(*pressure), spoken(*x), spoken(*y))
    };
    let most = one.pressure.iter().take(6).map(at).collect::<Vec<_>>().join(", ");
    let more = if one.pressure.len() > 6 { ", …" } else { "" };
    let under = if most.is_empty() { String::new() } else { format!(", for one with pressure {most}{more}") };
    format!("{}  {}: [{w}, {x}, {y}]{under}", one.mode, does(one.turn))
}
