//! Asking about a robot's contact, and its run as a moving picture.

use crate::args::{Hybrid, Theme};
use crate::ask::ask;
use crate::outcome::{BAD_INPUT, Drawing, Out, Outcome};
use crate::picture;
use crate::time::Time;
use std::path::PathBuf;
use stiction_draw::animation;
use stiction_files::shown_path;
use stiction_report::{Answered, Options, Question};

/// Asks `hybrid`.
pub fn hybrid(asked: &Hybrid, color: bool, time: &Time) -> Outcome {
    if let Some(file) = &asked.animation {
        if file.extension().is_none_or(|extension| extension != "svg") {
            let message = format!("error: {}: a moving picture is named FILE.svg", shown_path(file));
            return Outcome::bad_input(&message);
        }
        if let Some(bad) = picture::over_input(file, &[Some(&asked.ask.scene), asked.ask.picture.as_deref()])
        {
            return bad;
        }
    }
    let set = |options: &mut Options| options.simulate = asked.simulate;
    let mut outcome = ask(Question::Hybrid, &asked.ask, color, time, set);
    if outcome.status != BAD_INPUT && outcome.out.report().is_some() {
        outcome.drawings.extend(asked.animation.clone().map(|file| moving(file, asked.ask.theme)));
    }
    outcome
}

/// The run as a moving picture.
fn moving(file: PathBuf, theme: Theme) -> Drawing {
    let draw = move |out: &Out| {
        let report = out.report().ok_or("there is no report to draw")?;
        let Answered::Hybrid(answer) = &report.answered else { return Err("there is no run to draw".into()) };
        let run = answer.run.as_ref().ok_or("there is no run to draw")?;
        let title = report.title.clone().unwrap_or_else(|| "A robot's contact".to_owned());
        Ok(animation(run, &title, picture::colours(theme)).into_bytes())
    };
    Drawing { file, draw: Box::new(draw) }
}
