//! Re-checking a report.

use crate::args::Verify;
use crate::outcome::{ANSWERED, FAILED, Outcome};
use std::fmt::Write;
use stiction_files::{Limits, read_scene_file, read_text};
use stiction_report::verify::{Verification, verify as verify_report, verify_of};

/// Verifies the report in a file.  A proof that is refused is a failure: exit 1.
pub fn verify(asked: &Verify, color: bool) -> Outcome {
    let text = match read_text(&asked.report, &Limits { size: asked.max_size.saturating_mul(1 << 20) }) {
        Ok(text) => text,
        Err(unread) => return Outcome::bad_input(&unread.render(&asked.report.display().to_string(), color)),
    };
    let report = match serde_json::from_str(&text) {
        Ok(report) => report,
        Err(error) => {
            return Outcome::bad_input(&format!(
                "error: {} is not JSON: {error}\n = help: give a report, as a question writes it with --json",
                asked.report.display()
            ));
        }
    };
    let found = match &asked.scene {
        None => verify_report(&report),
        Some(file) => {
            let limits = Limits { size: asked.max_size.saturating_mul(1 << 20) };
            match read_scene_file(file, &limits) {
                Ok(read) => verify_of(&report, &read.scene, asked.cone),
                Err(unread) => return Outcome::bad_input(&unread.render(&file.display().to_string(), color)),
            }
        }
    };
    let out = if asked.json { format!("{:#}\n", found.to_json()) } else { spoken(&found) };
    Outcome { status: if found.holds() { ANSWERED } else { FAILED }, ..Outcome::answered(out) }
}

fn spoken(found: &Verification) -> String {
    let mut text = String::new();
    for path in &found.verified {
        let _ = writeln!(text, "verified  {path}");
    }
    for (path, why) in &found.failed {
        let _ = writeln!(text, "REFUSED   {path}: {why}");
    }
    let _ = writeln!(text, "{} verified, {} refused", found.verified.len(), found.failed.len());
    text
}
