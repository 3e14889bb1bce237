//! Asking what happens, over a grid or beside a log.

use crate::args::AskOutcomes;
use crate::ask::{ask, json_faults};
use crate::outcome::Outcome;
use stiction_files::{Limits, read_log_file};
use stiction_report::Question;

/// Asks `outcomes`.
pub fn outcomes(asked: AskOutcomes, color: bool) -> Outcome {
    let AskOutcomes { ask: question, map, log } = asked;
    let limits = Limits { size: question.max_size.saturating_mul(1 << 20) };
    let log = match log.map(|file| (read_log_file(&file, &limits), file)) {
        None => None,
        Some((Ok(log), _)) => Some(log),
        Some((Err(unread), _)) if question.json => {
            return json_faults(&serde_json::to_value(&unread.faults).unwrap_or_default());
        }
        Some((Err(unread), file)) => {
            return Outcome::bad_input(&unread.render(&file.display().to_string(), color));
        }
    };
    ask(Question::Outcomes, &question, color, |options| {
        options.map = map;
        options.log = log;
    })
}
