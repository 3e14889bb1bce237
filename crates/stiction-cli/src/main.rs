//! The `stiction` command: will it hold, slide, jam, tip or fall?
//!
//! Thin: it reads a scene (`stiction-files`), asks (`stiction-report`), draws (`stiction-draw`) and
//! prints.  Exit status: 0 when the question was answered, 1 for a failure of the program, 2 for bad input, 3
//! when `--expect` was not met.

mod args;
mod ask;
mod examples;
mod outcome;
mod picture;
mod progress;
mod setup;
mod verify;

use args::{Args, Command};
use clap::Parser;
use outcome::Outcome;
use std::io::{BufWriter, Write};
use stiction_report::Question;

fn main() {
    let args = Args::parse();
    args.color.choice().write_global();
    let color = args.color.is_on();
    let outcome = match args.command {
        Command::Check(question) => ask::ask(Question::Check, &question, color, |_| ()),
        Command::Contacts(question) => ask::ask(Question::Contacts, &question, color, |_| ()),
        Command::Closure(question) => ask::ask(Question::Closure, &question, color, |_| ()),
        Command::Stand(question) => ask::ask(Question::Stand, &question, color, |_| ()),
        Command::Jam(jam) => ask::ask(Question::Jam, &jam.ask, color, |options| {
            options.boundary = jam.boundary.clone().map(|two| two.0);
        }),
        Command::Verify(verify) => verify::verify(&verify, color),
        Command::Schema => setup::schema(),
        Command::New(new) => setup::new(&new),
        Command::Examples(examples) => examples::examples(&examples),
        Command::Completions { shell } => setup::completions(shell),
    };
    finish(&outcome)
}

/// Prints what there is to print and leaves with its status.
fn finish(outcome: &Outcome) -> ! {
    // A reader that closes the pipe early (`| head`) is no failure of ours.
    let mut out = BufWriter::with_capacity(1 << 16, std::io::stdout().lock());
    let _ = outcome.out.write(&mut out).and_then(|()| out.flush());
    let _ = anstream::stderr().write_all(outcome.err.as_bytes());
    // Without taking a large report apart first.
    std::process::exit(outcome.status.into())
}
