//! The words about orders of building.

use super::BuildingOrder;
use super::json::every;
use crate::text::plain;
use stiction::ask::stand::assembly::Searched;
use stiction::ask::stand::order::{OrderEnd, Step};
use stiction_proof::Answer;

pub(super) fn building<S: Searched>(building: &BuildingOrder<S>) -> Vec<(&'static str, String)> {
    let sequence = &building.sequence;
    let name = |body: usize| plain(&building.problem.bodies[body].name).to_string();
    let order = |steps: &[Step<S>]| steps.iter().map(|step| name(step.body)).collect::<Vec<_>>().join(", ");
    let mut lines =
        vec![("order", format!("{}: {}", order(&sequence.given), at_every_step(every(&sequence.given))))];
    for step in sequence.given.iter().filter(|step| step.answer != Answer::Yes) {
        let word = if step.answer == Answer::No { "falls" } else { "is undecided" };
        lines.push(("step", format!("with \"{}\" it {word}", name(step.body))));
    }
    match &sequence.found {
        OrderEnd::Order(found) if found != &sequence.given => {
            lines.push(("instead", format!("{}: {}", order(found), at_every_step(Answer::Yes))));
        }
        OrderEnd::Order(_) => {}
        OrderEnd::None(_) => lines.push(("instead", "no order stands at every step".to_owned())),
        OrderEnd::Undecided => lines.push(("instead", "whether some order does is undecided".to_owned())),
    }
    if let Some(supports) = &sequence.supports {
        let held: Vec<String> = supports.held.iter().map(|&body| name(body)).collect();
        let many = match supports.at_least {
            _ if supports.is_fewest() => format!("the fewest: {}", held.len()),
            0 => format!("at most {}", held.len()),
            at_least => format!("at least {at_least}, at most {}", held.len()),
        };
        lines.push(("supports", format!("{many}, holding {}", held.join(", "))));
        lines.push(("then", order(&supports.order)));
    }
    lines
}

/// Whether an order stands.
fn at_every_step(answer: Answer) -> &'static str {
    match answer {
        Answer::Yes => "stands at every step",
        Answer::No => "does not stand at every step",
        Answer::Undecided => "whether it stands at every step is undecided",
    }
}
