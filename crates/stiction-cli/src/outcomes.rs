//! Asking what happens, over a grid or beside a log.

use crate::args::{AskOutcomes, axes};
use crate::ask::{ask, json_faults};
use crate::outcome::Outcome;
use crate::time::Time;
use stiction_files::{Limits, read_log_file, shown_path};
use stiction_report::{OutcomesQuery, Query};

/// Asks `outcomes`.
pub fn outcomes(asked: AskOutcomes, color: bool, time: &Time) -> Outcome {
    let AskOutcomes { ask: question, map, log, log_tolerance } = asked;
    let limits = Limits { size: question.max_size.saturating_mul(1 << 20) };
    let log = match log.map(|file| (read_log_file(&file, &limits), file)) {
        None => None,
        Some((Ok(log), _)) => Some(log),
        Some((Err(unread), _)) if question.json => {
            return json_faults(&unread.faults);
        }
        Some((Err(unread), file)) => {
            return Outcome::bad_input(&unread.render(&shown_path(&file), color));
        }
    };
    let log_tolerance = log_tolerance.unwrap_or_default();
    let map = axes(&map);
    ask(Query::Outcomes(OutcomesQuery { map, log, log_tolerance }), &question, color, time)
}
