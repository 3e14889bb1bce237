//! Checks the proofs of a report, from its JSON alone and without a solver.
//!
//! A report embeds the problem that it is about and the proofs of what it says.  [`verify`] reads both, puts every
//! proof to its checker in `stiction-proof`, requires it to make the very statement that the report needs, and compares
//! the verdicts.  This crate depends on `stiction-proof`, serde and serde_json: Cargo itself shows that no solver has a
//! part in it.  It reads no files and no clocks and starts no threads.
//!
//! What no proof shows is left to others, and told as unchecked: numbers in doubles, words, warnings, and
//! whether the problem is that of a scene.  `stiction verify` takes the accepted proofs of the modules here
//! and makes all that again, with the functions that made it first.
//!
//! ```
//! let report = stiction_verify::read_report(r#"{ "question": "closure", "force": { "verdict": "yes" } }"#).unwrap();
//! assert!(!stiction_verify::verify(&report).holds());
//! ```
//!
//! [`Report`] is a report as data: a [`Head`] and the keys of its question, such as [`push::PushKeys`] and
//! [`lcp::LcpKeys`], which the program that answers writes and the checker here reads.
//!
//! It builds where there are no threads, files and clocks: `cargo build -p stiction-verify --lib --target
//! wasm32-unknown-unknown` is the library for a page, `--target wasm32-wasip1` the program for any host of WASI.

pub mod closure;
pub mod cone;
mod findings;
pub mod insert;
pub mod jam;
pub mod lcp;
pub mod modes;
pub mod outcomes;
pub mod place;
pub mod push;
pub mod reading;
mod report;
pub mod robust;
pub mod stability;
pub mod stand;
mod strict;

pub use findings::{Findings, each};
pub use report::{About, Head, Report, Warning};
pub use strict::read_report;

use serde_json::Value;

/// Why a proof proves nothing here.
pub const OTHER: &str = "the proof is of another statement";

/// Checks the proofs of a report; of a `check`, those of each of its answers.
pub fn verify(report: &Value) -> Findings {
    let mut found = Findings::default();
    verify_at("", report, &mut found);
    found
}

fn verify_at(prefix: &str, report: &Value, found: &mut Findings) {
    let question = report["question"].as_str().unwrap_or_default();
    if let Some(cases) = report["cases"].as_array() {
        return each_case(prefix, cases, found);
    }
    let mut inner = Findings::default();
    match question {
        "check" => return answers(prefix, report, found),
        "closure" => closure::check(report, &mut inner),
        "stand" => stand::check(report, &mut inner),
        "lcp" => lcp::check(report, &mut inner),
        "modes" => modes::check(report, &mut inner),
        "outcomes" => outcomes::check(report, &mut inner),
        "cone" => cone::check(report, &mut inner),
        "jam" => jam::check(report, &mut inner),
        "place" => place::check(report, &mut inner),
        "push" => push::check(report, &mut inner),
        "robust" => robust::check(report, &mut inner),
        "stability" => stability::check(report, &mut inner),
        "insert" => insert::check(report, &mut inner),
        "" => inner.note("question", Err("this is not a report".to_owned())),
        other => inner.unchecked.push(format!("the report: proofs of `{other}` are not checked here")),
    }
    inner.tell_rest(report);
    found.take(prefix, inner);
}

fn each_case(prefix: &str, cases: &[Value], found: &mut Findings) {
    for (index, case) in cases.iter().enumerate() {
        let inner = format!("{prefix}cases.{index}.");
        if case.get("cases").is_some() {
            found.note(&inner, Err("a case has no cases of its own".to_owned()));
        } else {
            verify_at(&inner, case, found);
        }
    }
    found.unchecked.push(format!("{prefix}verdict and all else beside the load cases"));
}

fn answers(prefix: &str, report: &Value, found: &mut Findings) {
    let Some(answers) = report["answers"].as_array() else {
        return found.note(&format!("{prefix}answers"), Err("there are none".to_owned()));
    };
    for (index, answer) in answers.iter().enumerate() {
        let inner = format!("{prefix}answers.{index}.");
        // A check within a check is no report: its depth could be that of the file.
        if answer["question"] == "check" {
            found.note(&inner, Err("a check is no answer".to_owned()));
        } else {
            verify_at(&inner, answer, found);
        }
    }
    found.unchecked.push(format!("{prefix}verdict and all else beside the answers of a check"));
}
