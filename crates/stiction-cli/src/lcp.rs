//! Solving a linear complementarity problem.

use crate::args::Lcp;
use crate::ask::{answered_in_time, file_name, head, json_faults, unfinished};
use crate::outcome::{Out, Outcome, Printed};
use crate::time::Time;
use stiction_files::{
    Format, Limits, UnreadFile, misfit_faults, read_lcp, read_lcp_file, sha256, shown_path,
};
use stiction_report::work::Stopped;
use stiction_report::{AskError, LcpQuery, Options, Query, SceneName, lcp_report};

/// All solutions of the problem in a file.
pub fn lcp(asked: &Lcp, color: bool, time: &Time) -> Outcome {
    let limits = Limits { size: asked.max_size.saturating_mul(1 << 20) };
    let read = match &asked.held {
        Some(text) => read_lcp(text)
            .map(|problem| (problem, text.clone()))
            .map_err(|faults| UnreadFile { faults, text: text.clone() }),
        None => read_lcp_file(&asked.problem, &limits),
    };
    let (problem, text) = match read {
        Ok(read) => read,
        Err(unread) => return refused(&unread, asked, color),
    };
    let name = SceneName { name: file_name(&asked.problem), sha256: Some(sha256(text.as_bytes())) };
    let (question, options) = Query::Lcp(LcpQuery { one: asked.one }).with(Options::default());
    let told = |stopped: &Stopped| {
        if asked.json { head(question, &name, None, &options, (stopped, None)) } else { String::new() }
    };
    time.in_place_of_an_answer(|| told(&time.stop(question.word())));
    let progress = time.progress();
    let asked_so = Options { allowance: time.allowance(&progress), ..options.clone() };
    let report = lcp_report(problem, name.clone(), &asked_so);
    progress.clear();
    match report {
        Ok(report) if asked.json => {
            let status = answered_in_time(&report);
            let printed = Printed { report, scene_warnings: Vec::new() };
            Outcome { out: Out::Json(Box::new(printed)), status, ..Outcome::default() }
        }
        Ok(report) => {
            let status = answered_in_time(&report);
            Outcome { out: Out::Report(Box::new(report)), status, ..Outcome::default() }
        }
        Err(AskError::Stopped(stopped) | AskError::Unfinished { stopped, .. }) => {
            unfinished(told(&stopped), (&stopped, None), time)
        }
        Err(AskError::Refused(refused)) => Outcome::failed(&refused.to_string()),
        Err(AskError::Misfits(misfits)) => {
            let faults = misfit_faults(&misfits, &text, Format::Json, Vec::new());
            refused(&UnreadFile { faults, text }, asked, color)
        }
    }
}

fn refused(unread: &UnreadFile, asked: &Lcp, color: bool) -> Outcome {
    if asked.json {
        let told = json_faults(&unread.faults);
        // Another program shows them to people as well.
        let err = asked.held.as_ref().map(|_| unread.render(&shown_path(&asked.problem), color));
        return Outcome { err: err.unwrap_or_default(), ..told };
    }
    Outcome::bad_input(&unread.render(&shown_path(&asked.problem), color))
}
