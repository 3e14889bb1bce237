//! The `stiction` command: will it hold, slide, jam, tip or fall?
//!
//! Thin: it reads a scene (`stiction-files`), asks (`stiction-report`), draws (`stiction-draw`) and
//! prints.  Exit status: 0 when the question was answered, 1 for a failure of the program, 2 for bad input, 3
//! when `--expect` was not met.
//!
//! [`run`] is the whole command; [`embedded`] is for other languages, which ask with its flags and have scenes of their
//! own.

mod animated;
mod args;
mod ask;
pub mod embedded;
mod examples;
mod file;
mod json;
mod lcp;
mod many;
mod outcome;
mod outcomes;
mod picture;
mod placed;
mod progress;
mod robot;
mod setup;
mod terminal;
mod time;
mod usage;
mod verify;
mod words;

use args::Command;
use outcome::Outcome;
use std::ffi::OsString;
use std::io::BufWriter;
use time::Time;

/// Runs the command with these words, the first its own name, and leaves the program with its status.
pub fn run(words: Vec<OsString>) -> ! {
    let args = match usage::understood(words) {
        Ok(args) => args,
        Err(outcome) => finish(outcome),
    };
    args.color.choice().write_global();
    let color = args.color.is_on();
    let time = Time::begin(args.time);
    let outcome = done(args.command, color, &time);
    time.done();
    finish(outcome)
}

/// Does what a command says.
fn done(mut command: Command, color: bool, time: &Time) -> Outcome {
    command.note_units();
    match command {
        Command::Motions(question) => ask::motions(&question, color, time),
        Command::Outcomes(question) => outcomes::outcomes(question, color, time),
        Command::Place(asked) => placed::place(&asked, color, time),
        Command::Simulate(asked) => animated::simulate(&asked, color, time),
        Command::Hybrid(asked) => animated::hybrid(&asked, color, time),
        Command::Lcp(lcp) => lcp::lcp(&lcp, color, time),
        Command::Robot(robot) => robot::robot(&robot, color),
        Command::Verify(verify) => verify::verify(&verify, color),
        Command::Schema(asked) => setup::schema(&asked),
        Command::New(new) => setup::new(&new),
        Command::Examples(examples) => examples::examples(&examples),
        Command::Completions { shell } => setup::completions(shell),
        plain => match plain.query() {
            Some((asked, query)) => ask::ask(query, asked, color, time),
            None => Outcome::failed("this command is not known here"),
        },
    }
}

/// Prints what there is to print, draws, and leaves with the status.
fn finish(mut outcome: Outcome) -> ! {
    if outcome.is_to_be_read() && terminal::goes_nowhere() {
        outcome.err += "error: standard output is closed, and the answer was for it alone; \
                        `--expect` asks for a status, `> /dev/null` for none of it\n";
        outcome.status = outcome::FAILED;
    }
    let mut out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    let status = outcome.leave(&mut out, &mut anstream::stderr());
    // Without taking a large report apart first.
    std::process::exit(status.into())
}
