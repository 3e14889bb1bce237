//! Solving a linear complementarity problem.

use crate::args::Lcp;
use crate::ask::{file_name, json_faults};
use crate::outcome::{Out, Outcome, Printed};
use stiction_files::{Format, Limits, UnreadFile, misfit_faults, read_lcp_file, sha256};
use stiction_report::{AskError, SceneName, lcp_report};

/// All solutions of the problem in a file.
pub fn lcp(asked: &Lcp, color: bool) -> Outcome {
    let limits = Limits { size: asked.max_size.saturating_mul(1 << 20) };
    let (problem, text) = match read_lcp_file(&asked.problem, &limits) {
        Ok(read) => read,
        Err(unread) => return refused(&unread, asked, color),
    };
    let name = SceneName { name: file_name(&asked.problem), sha256: Some(sha256(text.as_bytes())) };
    match lcp_report(problem, name) {
        Ok(report) if asked.json => {
            let printed = Printed { report, scene_warnings: Vec::new() };
            Outcome { out: Out::Json(Box::new(printed)), ..Outcome::default() }
        }
        Ok(report) => Outcome { out: Out::Report(Box::new(report), None), ..Outcome::default() },
        Err(AskError::Refused(refused)) => Outcome::failed(&refused.to_string()),
        Err(AskError::Misfits(misfits)) => {
            let faults = misfit_faults(&misfits, &text, Format::Json, Vec::new());
            refused(&UnreadFile { faults, text }, asked, color)
        }
    }
}

fn refused(unread: &UnreadFile, asked: &Lcp, color: bool) -> Outcome {
    if asked.json {
        return json_faults(&serde_json::to_value(&unread.faults).unwrap_or_default());
    }
    Outcome::bad_input(&unread.render(&asked.problem.display().to_string(), color))
}
