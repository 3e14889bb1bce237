//! A command line that cannot be understood, and what `--help` and `--version` print.
//!
//! For programs (`--json`) a fault of the command line has the form of a fault of a file, with the code `usage`.  What is printed
//! passes the same gate as an answer: where it cannot be written, the status is 1.

use crate::args::Args;
use crate::json;
use crate::outcome::{ANSWERED, BAD_INPUT, Out, Outcome};
use clap::Parser;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use serde_json::json;
use std::ffi::OsString;

/// The command line, or what to say instead of an answer.
pub fn understood(words: Vec<OsString>) -> Result<Args, Outcome> {
    let for_programs = words.iter().any(|word| word == "--json");
    Args::try_parse_from(words).map_err(|mut error| {
        keep_near(&mut error);
        said(&error, for_programs)
    })
}

/// Takes out what the parser offers for words that are not near to it: `robot` for `frobnicate`.
fn keep_near(error: &mut clap::Error) {
    for (given, offered) in [
        (ContextKind::InvalidSubcommand, ContextKind::SuggestedSubcommand),
        (ContextKind::InvalidArg, ContextKind::SuggestedArg),
        (ContextKind::InvalidValue, ContextKind::SuggestedValue),
    ] {
        let Some(ContextValue::String(word)) = error.get(given) else { continue };
        let word = bare(word).to_owned();
        let near = |other: &String| stiction::near::resembles(&word, bare(other));
        let kept = match error.get(offered) {
            Some(ContextValue::String(other)) => near(other).then(|| ContextValue::String(other.clone())),
            Some(ContextValue::Strings(others)) => {
                let kept: Vec<String> = others.iter().filter(|other| near(other)).cloned().collect();
                (!kept.is_empty()).then_some(ContextValue::Strings(kept))
            }
            _ => continue,
        };
        match kept {
            Some(kept) => error.insert(offered, kept),
            None => error.remove(offered),
        };
    }
}

/// A word of the command line without dashes and value.
fn bare(word: &str) -> &str {
    let word = word.trim_start_matches('-');
    word.split_once([' ', '=']).map_or(word, |(name, _)| name)
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
    fn only_near_words_are_offered() {
        for (words, near) in [
            (&["stiction", "stan", "a.toml"][..], Some("'stand'")),
            (&["stiction", "frobnicate"], None),
            (&["stiction", "stand", "a.toml", "--jsn"], Some("'--json'")),
            (&["stiction", "robot", "a.urdf", "--reference", "q"], None),
        ] {
            let outcome = told(words);
            assert_eq!(outcome.err.contains("similar"), near.is_some(), "{}", outcome.err);
            // Words in the text have colours between them and their quotes.
            assert!(near.is_none_or(|near| outcome.err.contains(near.trim_matches('\''))), "{}", outcome.err);
        }
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
