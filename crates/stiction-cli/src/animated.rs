//! Questions whose answer can be written as a moving picture.

use crate::args::{AmbiguousWord, Ask, Hybrid, Simulate};
use crate::ask::{ask, json_faults};
use crate::outcome::{BAD_INPUT, Drawing, Out, Outcome};
use crate::picture;
use crate::time::Time;
use std::path::PathBuf;
use stiction_draw::{Theme, animation, run_animation};
use stiction_files::{Limits, read_trajectory_file, shown_path};
use stiction_report::simulate::InTime;
use stiction_report::{Ambiguous, Answered, HybridQuery, Query, Report};

/// Asks `hybrid`.
pub fn hybrid(asked: &Hybrid, color: bool, time: &Time) -> Outcome {
    let query = Query::Hybrid(HybridQuery { simulate: asked.simulate });
    moving((query, &asked.ask, asked.animation.clone()), color, time, |report, theme| {
        let Answered::Hybrid(answer) = &report.answered else { return None };
        let title = report.title.clone().unwrap_or_else(|| "A robot's contact".to_owned());
        Some(animation(answer.run.as_ref()?, &title, theme))
    })
}

/// Asks `simulate`.
pub fn simulate(asked: &Simulate, color: bool, time: &Time) -> Outcome {
    let ambiguous = match asked.ambiguous {
        AmbiguousWord::Stop => Ambiguous::Stop,
        AmbiguousWord::Stick => Ambiguous::Stick,
        AmbiguousWord::Branch => Ambiguous::Branch,
    };
    let limits = Limits { size: asked.ask.max_size.saturating_mul(1 << 20) };
    let compare = match asked.compare.as_ref().map(|file| (read_trajectory_file(file, &limits), file)) {
        None => Vec::new(),
        Some((Ok(log), _)) => log,
        Some((Err(unread), _)) if asked.ask.json => return json_faults(&unread.faults),
        Some((Err(unread), file)) => return Outcome::bad_input(&unread.render(&shown_path(file), color)),
    };
    let query = Query::Simulate(InTime {
        until: Some(asked.until.clone()),
        frames: asked.frames,
        ambiguous,
        compare,
        within: asked.compare_tolerance.clone(),
    });
    moving((query, &asked.ask, asked.animation.clone()), color, time, |report, theme| {
        let Answered::Simulate(answer) = &report.answered else { return None };
        let title = report.title.clone().unwrap_or_else(|| "Motion in time".to_owned());
        Some(run_animation(answer, &title, theme))
    })
}

/// Asks a question, and writes its run as a moving picture where a file is named for it.
fn moving(
    (query, asked, file): (Query, &Ask, Option<PathBuf>),
    color: bool,
    time: &Time,
    draw: fn(&Report, Theme) -> Option<String>,
) -> Outcome {
    if let Some(file) = &file {
        if file.extension().is_none_or(|extension| extension != "svg") {
            let message = format!("error: {}: a moving picture is named FILE.svg", shown_path(file));
            return Outcome::bad_input(&message);
        }
        if let Some(bad) = picture::over_input(file, &[Some(&asked.scene), asked.picture.as_deref()]) {
            return bad;
        }
    }
    let mut outcome = ask(query, asked, color, time);
    if outcome.status != BAD_INPUT && outcome.out.report().is_some() {
        let theme = picture::colours(asked.theme);
        outcome.drawings.extend(file.map(|file| Drawing {
            file,
            draw: Box::new(move |out: &Out| {
                let report = out.report().ok_or("there is no report to draw")?;
                draw(report, theme).map(String::into_bytes).ok_or_else(|| "there is no run to draw".into())
            }),
        }));
    }
    outcome
}
