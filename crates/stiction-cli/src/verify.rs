//! Re-checking a report.

use crate::args::Verify;
use crate::json;
use crate::outcome::{ANSWERED, FAILED, Out, Outcome};
use serde_json::{Value, json};
use std::path::Path;
use stiction_files::{
    Limits, Reach, UnreadFile, read_lcp_file, read_scene_file_within, read_text, read_urdf_file_within,
    sha256, shown_path,
};
use stiction_report::verify::{
    Against, Subject, Verification, read_report, told_to_reader, verify as verify_report, verify_of,
};

/// Verifies the report in a file.  A proof that is refused is a failure: exit 1.
pub fn verify(asked: &Verify, color: bool) -> Outcome {
    let limits = Limits { size: asked.max_size.saturating_mul(1 << 20) };
    let unread =
        |file: &Path, unread: &UnreadFile| Outcome::bad_input(&unread.render(&shown_path(file), color));
    let text = match read_text(&asked.report, &limits) {
        Ok(text) => text,
        Err(fault) => return unread(&asked.report, &fault),
    };
    let report = match read_report(&text) {
        Ok(report) => report,
        Err(error) => {
            return Outcome::bad_input(&format!(
                "error: {} is not the JSON of a report: {error}\n = help: give a report, as a question writes it with --json",
                shown_path(&asked.report)
            ));
        }
    };
    let mut found = match &asked.scene {
        None => verify_report(&report),
        Some(file) => match verified_of(&report, file, &limits, &asked.elsewhere.reach()) {
            Ok(found) => found,
            Err(fault) => return unread(file, &fault),
        },
    };
    if let Some(cone) = asked.cone
        && report["asked"]["cone"].as_str().unwrap_or("round") != cone.to_string()
    {
        found.failed.push(("asked.cone".to_owned(), format!("it was not asked with the cone {cone}")));
    }
    let out = if asked.json { Out::Data(json::text(&found.to_json())) } else { Out::Text(found.to_string()) };
    let status = if found.holds() { ANSWERED } else { FAILED };
    Outcome { out, status, judged: true, ..Outcome::default() }
}

/// Verifies a report against the file that it must be about: a scene, a robot or a complementarity problem.
fn verified_of(
    report: &Value,
    file: &Path,
    limits: &Limits,
    reach: &Reach,
) -> Result<Verification, UnreadFile> {
    match report["question"].as_str() {
        Some("robot") => {
            let (read, text) = read_urdf_file_within(file, &crate::robot::read_as(report), limits, reach)?;
            let (hash, warnings) = (sha256(text.as_bytes()), json!(read.warnings));
            let subject = Subject::Robot(&read.model);
            Ok(verify_of(report, &Against { subject, sha256: Some(&hash), warnings: Some(&warnings) }))
        }
        Some("lcp") => {
            let (problem, text) = read_lcp_file(file, limits)?;
            let hash = sha256(text.as_bytes());
            let subject = Subject::Lcp(&problem);
            Ok(verify_of(report, &Against { subject, sha256: Some(&hash), warnings: Some(&json!([])) }))
        }
        _ => {
            let import = crate::ask::import(&told_to_reader(report));
            let read = read_scene_file_within(file, limits, reach, &import, &|_, _, _| ())?;
            let warnings = json!(read.warnings);
            let subject = Subject::Scene(&read.scene);
            let against = Against { subject, sha256: Some(&read.sha256), warnings: Some(&warnings) };
            Ok(verify_of(report, &against))
        }
    }
}
