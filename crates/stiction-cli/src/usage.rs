//! A command line that cannot be understood, and what `--help` and `--version` print.
//!
//! For programs (`--json`) a fault of the command line has the form of a fault of a file, with the code `usage`.  What is printed
//! passes the same gate as an answer: where it cannot be written, the status is 1.

use crate::args::Args;
use crate::json;
use crate::outcome::{ANSWERED, BAD_INPUT, Out, Outcome};
use clap::Parser;
use clap::error::ErrorKind;
use serde_json::json;
use std::ffi::OsString;

/// The command line, or what to say instead of an answer.
pub fn understood(words: Vec<OsString>) -> Result<Args, Outcome> {
    let for_programs = words.iter().any(|word| word == "--json");
    Args::try_parse_from(words).map_err(|error| said(&error, for_programs))
}

fn said(error: &clap::Error, for_programs: bool) -> Outcome {
    let asked = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    let styled = error.render();
    if asked {
        let seen = anstream::AutoStream::choice(&std::io::stdout()) != anstream::ColorChoice::Never;
        let text = if seen { styled.ansi().to_string() } else { styled.to_string() };
        return Outcome { out: Out::Data(text), status: ANSWERED, ..Outcome::default() };
    }
    if !for_programs {
        return Outcome { err: styled.ansi().to_string(), status: BAD_INPUT, ..Outcome::default() };
    }
    // The first paragraph says what is wrong; tips and the usage follow.
    let text = styled.to_string();
    let (message, help) = text.trim().split_once("\n\n").unwrap_or((text.trim(), "try --help"));
    let message = message.trim_start_matches("error: ");
    let fault = json!({
        "code": "usage", "path": "", "line": null, "column": null, "message": message, "help": help.trim(),
    });
    let faults = json::text(&json!({ "faults": [fault], "warnings": [] }));
    Outcome { out: Out::Data(faults), status: BAD_INPUT, ..Outcome::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(words: &[&str]) -> Outcome {
        understood(words.iter().map(OsString::from).collect()).unwrap_err()
    }

    fn printed(outcome: &Outcome) -> String {
        let mut text = Vec::new();
        outcome.out.write(&mut text).unwrap();
        String::from_utf8(text).unwrap()
    }

    #[test]
    fn a_wrong_flag_is_a_fault_for_people_or_for_programs() {
        let outcome = told(&["stiction", "stand", "scene.toml", "--nope", "--json"]);
        let faults: serde_json::Value = serde_json::from_str(&printed(&outcome)).unwrap();
        assert_eq!(outcome.status, BAD_INPUT);
        assert_eq!(faults["faults"][0]["code"], "usage");
        let message = faults["faults"][0]["message"].as_str().unwrap();
        assert!(message.contains("--nope") && !message.contains("error:"), "{message}");
        let outcome = told(&["stiction", "stand", "scene.toml", "--nope"]);
        assert_eq!((outcome.status, printed(&outcome).as_str()), (BAD_INPUT, ""));
        assert!(outcome.err.contains("--nope"));
    }

    #[test]
    fn help_is_an_answer_on_standard_output() {
        for words in
            [&["stiction", "--help"][..], &["stiction", "stand", "--help"], &["stiction", "--version"]]
        {
            let outcome = told(words);
            assert_eq!((outcome.status, outcome.err.as_str()), (ANSWERED, ""));
            assert!(printed(&outcome).contains("stiction"));
        }
    }
}
