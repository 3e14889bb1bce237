//! Asking about a robot's contact, and its run as a moving picture.

use crate::args::{Hybrid, Theme};
use crate::ask::ask;
use crate::outcome::{Out, Outcome};
use std::path::Path;
use stiction_draw::animation;
use stiction_report::{Answered, Question, Report};

/// Asks `hybrid`.
pub fn hybrid(asked: &Hybrid, color: bool) -> Outcome {
    if let Some(file) = &asked.animation
        && file.extension().is_none_or(|extension| extension != "svg")
    {
        let message = format!("error: {}: a moving picture is named FILE.svg", file.display());
        return Outcome::bad_input(&message);
    }
    let outcome = ask(Question::Hybrid, &asked.ask, color, |options| options.simulate = asked.simulate);
    let Some(file) = &asked.animation else { return outcome };
    let written = match &outcome.out {
        Out::Report(report, _) => write(file, report, asked.ask.theme),
        Out::Json(printed) => write(file, &printed.report, asked.ask.theme),
        Out::Text(_) => Ok(()),
    };
    written.err().unwrap_or(outcome)
}

fn write(file: &Path, report: &Report, theme: Theme) -> Result<(), Outcome> {
    let Answered::Hybrid(answer) = &report.answered else { return Ok(()) };
    let Some(run) = &answer.run else { return Ok(()) };
    let theme = match theme {
        Theme::Light => stiction_draw::Theme::Light,
        Theme::Dark => stiction_draw::Theme::Dark,
    };
    let title = report.title.clone().unwrap_or_else(|| "A robot's contact".to_owned());
    std::fs::write(file, animation(run, &title, theme))
        .map_err(|error| Outcome::failed(&format!("cannot write {}: {error}", file.display())))
}
