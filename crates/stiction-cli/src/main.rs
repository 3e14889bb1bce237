//! The `stiction` command: will it hold, slide, jam, tip or fall?
//!
//! Thin: it reads a scene (`stiction-files`), asks (`stiction-report`), draws (`stiction-draw`) and
//! prints.  Exit status: 0 when the question was answered, 1 for a failure of the program, 2 for bad input, 3
//! when `--expect` was not met.

mod args;
mod ask;
mod examples;
mod hybrid;
mod lcp;
mod outcome;
mod outcomes;
mod picture;
mod progress;
mod robot;
mod setup;
mod verify;

use args::{Args, Command, PlanWord};
use clap::Parser;
use outcome::Outcome;
use std::io::{BufWriter, Write};
use stiction_proof::wrenches::Plan;
use stiction_report::Question;

fn main() {
    let args = Args::parse();
    args.color.choice().write_global();
    let color = args.color.is_on();
    let outcome = match args.command {
        Command::Check(question) => ask::ask(Question::Check, &question, color, |_| ()),
        Command::Contacts(question) => ask::ask(Question::Contacts, &question, color, |_| ()),
        Command::Motions(question) => ask::motions(&question, color),
        Command::Labels(question) => ask::labels(&question, color),
        Command::Closure(question) => ask::ask(Question::Closure, &question, color, |_| ()),
        Command::Stand(asked) => ask::ask(Question::Stand, &asked.ask, color, |options| {
            options.body.clone_from(&asked.body);
            options.push = asked.push.iter().map(|push| push.0.clone()).collect();
            options.sequence.clone_from(&asked.sequence);
            options.ranges.clone_from(&asked.ranges);
            options.accelerate = asked.accelerate.iter().map(|list| list.0.clone()).collect();
        }),
        Command::Cone(asked) => ask::ask(Question::Cone, &asked.ask, color, |options| {
            options.mode = Some(asked.mode.clone());
            options.least.clone_from(&asked.least);
            options.only.clone_from(&asked.only);
            options.and.clone_from(&asked.and);
            options.not.clone_from(&asked.not);
            options.body.clone_from(&asked.body);
        }),
        Command::Stability(asked) => ask::ask(Question::Stability, &asked.ask, color, |options| {
            options.finger.clone_from(&asked.finger);
            options.body.clone_from(&asked.body);
        }),
        Command::Insert(asked) => ask::ask(Question::Insert, &asked.ask, color, |options| {
            options.body.clone_from(&asked.body);
            options.plan = match asked.plan {
                PlanWord::Complete => Plan::Complete,
                PlanWord::Conservative => Plan::Conservative,
            };
            options.finger.clone_from(&asked.finger);
            options.largest_friction = asked.largest_friction;
        }),
        Command::Modes(modes) => ask::ask(Question::Modes, &modes.ask, color, |options| {
            options.contacts_only = modes.contacts_only;
            options.explain.clone_from(&modes.explain);
            options.most = modes.most;
        }),
        Command::Outcomes(question) => outcomes::outcomes(question, color),
        Command::Lcp(lcp) => lcp::lcp(&lcp, color),
        Command::Robot(robot) => robot::robot(&robot, color),
        Command::Jam(jam) => ask::ask(Question::Jam, &jam.ask, color, |options| {
            options.boundary = jam.boundary.clone().map(|two| two.0);
            options.map.clone_from(&jam.map);
            options.compliance.clone_from(&jam.compliance);
            options.interference.clone_from(&jam.interference);
        }),
        Command::Hybrid(asked) => hybrid::hybrid(&asked, color),
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
