//! A command line that cannot be understood, and what `--help` and `--version` print.
//!
//! For programs (`--json`) a fault of the command line has the form of a fault of a file, with the code
//! `usage`.  What is printed passes the same gate as an answer: where it cannot be written, the status is 1.

use crate::args::Args;
use crate::json;
use crate::outcome::{ANSWERED, BAD_INPUT, Out, Outcome};
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches};
use serde_json::json;
use std::ffi::OsString;
use stiction_report::{FLAGS, Question};

/// The command line, or what to say instead of an answer.
pub fn understood(words: Vec<OsString>) -> Result<Args, Outcome> {
    let for_programs = words.iter().any(|word| word == "--json");
    let mut command = command();
    let matches = command.try_get_matches_from_mut(words);
    let read = matches
        .and_then(|matches| Args::from_arg_matches(&matches).map_err(|error| error.format(&mut command)));
    read.map_err(|mut error| {
        keep_near(&mut error);
        name_takers(&mut error, &command);
        said(&error, for_programs)
    })
}

/// The command, with the help of each question cut down to the flags that change its answer.
pub fn command() -> clap::Command {
    Question::every().fold(Args::command(), |command, question| {
        let idle = FLAGS.iter().filter(|flag| !flag.effect.contain(question)).flat_map(|flag| flag.names);
        command.mut_subcommand(question.word(), |asked| idle.fold(asked, |asked, name| hidden(asked, name)))
    })
}

/// A flag that stays in force, but is not in the help.
fn hidden(command: clap::Command, name: &str) -> clap::Command {
    let known = command.get_arguments().find(|arg| arg.get_long() == Some(name));
    match known.map(|arg| arg.get_id().clone()) {
        Some(id) => command.mut_arg(id, |arg| arg.hide(true)),
        None => command,
    }
}

/// Where a flag belongs to other questions or commands, says to which.
fn name_takers(error: &mut clap::Error, command: &clap::Command) {
    let (ErrorKind::UnknownArgument, Some(ContextValue::String(word))) =
        (error.kind(), error.get(ContextKind::InvalidArg))
    else {
        return;
    };
    let flag = bare(word).to_owned();
    let takes = |one: &&clap::Command| {
        one.get_arguments().any(|arg| arg.get_long() == Some(&*flag) && !arg.is_hide_set())
    };
    let takers: Vec<String> =
        command.get_subcommands().filter(takes).map(|one| format!("`{}`", one.get_name())).collect();
    if takers.is_empty() {
        return;
    }
    let tip = format!("`--{flag}` is a flag of {}", listed(&takers));
    error.remove(ContextKind::SuggestedArg);
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(tip)]));
}

/// Names as people list them.
fn listed(names: &[String]) -> String {
    match names {
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
        [] => String::new(),
    }
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
    fn a_flag_of_another_question_names_who_takes_it() {
        for (words, takers) in [
            (&["stand", "a.toml", "--mode", "nn"][..], "`--mode` is a flag of `labels` and `cone`"),
            (&["closure", "a.toml", "--simulate"], "`--simulate` is a flag of `hybrid`"),
            (&["jam", "a.toml", "--from", "b.stl"], "`--from` is a flag of `new`"),
            (&["lcp", "a.json", "--expect", "yes"], "`--expect` is a flag of `check`"),
        ] {
            let outcome = told(&[&["stiction"], words].concat());
            assert!(outcome.err.contains(takers) && !outcome.err.contains("similar"), "{}", outcome.err);
        }
    }

    #[test]
    fn the_help_of_a_question_shows_the_flags_that_change_its_answer_and_no_other() {
        let help = |question: Question| printed(&told(&["stiction", question.word(), "--help"]));
        let shows = |help: &str, name: &str| {
            let rest =
                |line: &'_ str| line.trim_start().strip_prefix("--")?.strip_prefix(name)?.chars().next();
            help.lines()
                .any(|line| line.trim() == format!("--{name}") || matches!(rest(line), Some(' ' | '[')))
        };
        for question in Question::every() {
            let help = help(question);
            for flag in FLAGS {
                let shown = shows(&help, flag.names[0]);
                assert_eq!(shown, flag.effect.contain(question), "{question} --{}", flag.names[0]);
            }
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
