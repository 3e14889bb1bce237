//! The `stiction` command: will it hold, slide, jam, tip or fall?
//!
//! Thin: it reads a scene (`stiction-files`), asks (`stiction-report`), draws (`stiction-draw`) and
//! prints.  Exit status: 0 when the question was answered, 1 for a failure of the program, 2 for bad input, 3
//! when `--expect` was not met.

mod animated;
mod args;
mod ask;
mod examples;
mod file;
mod json;
mod lcp;
mod outcome;
mod outcomes;
mod picture;
mod progress;
mod robot;
mod setup;
mod terminal;
mod time;
mod usage;
mod verify;

use args::{Command, PlanWord};
use outcome::Outcome;
use std::io::BufWriter;
use stiction_proof::wrenches::Plan;
use stiction_report::{Question, Unknown};
use time::Time;

fn main() {
    let args = match usage::understood(std::env::args_os().collect()) {
        Ok(args) => args,
        Err(outcome) => finish(outcome),
    };
    args.color.choice().write_global();
    let color = args.color.is_on();
    let time = Time::begin(args.time);
    let time = &time;
    let outcome = match args.command {
        Command::Check(question) => ask::ask(Question::Check, &question, color, time, |_| ()),
        Command::Contacts(question) => ask::ask(Question::Contacts, &question, color, time, |_| ()),
        Command::Motions(question) => ask::motions(&question, color, time),
        Command::Labels(question) => ask::labels(&question, color, time),
        Command::Closure(question) => ask::ask(Question::Closure, &question, color, time, |_| ()),
        Command::Stand(asked) => ask::ask(Question::Stand, &asked.ask, color, time, |options| {
            options.body.clone_from(&asked.body);
            options.push = asked.push.iter().map(|push| push.0.clone()).collect();
            options.besides.sequence = asked.sequence.as_deref().map(args::Names::joined);
            options.besides.ranges = asked.ranges.as_deref().map(args::Names::joined);
            options.besides.accelerate = asked.accelerate.iter().map(|list| list.0.clone()).collect();
            let within = asked.within.as_ref().map(|within| within.0.clone());
            options.besides.solve = asked.solve.clone().map(|path| Unknown { path, within });
            options.besides.region = asked.region;
        }),
        Command::Cone(asked) => ask::ask(Question::Cone, &asked.ask, color, time, |options| {
            options.mode = Some(asked.mode.clone());
            options.least.clone_from(&asked.least);
            options.only.clone_from(&asked.only);
            options.and.clone_from(&asked.and);
            options.not.clone_from(&asked.not);
            options.body.clone_from(&asked.body);
        }),
        Command::Stability(asked) => ask::ask(Question::Stability, &asked.ask, color, time, |options| {
            options.insert.finger.clone_from(&asked.finger);
            options.body.clone_from(&asked.body);
        }),
        Command::Insert(asked) => ask::ask(Question::Insert, &asked.ask, color, time, |options| {
            options.body.clone_from(&asked.body);
            options.insert.plan = match asked.plan {
                PlanWord::Complete => Plan::Complete,
                PlanWord::Conservative => Plan::Conservative,
            };
            options.insert.finger.clone_from(&asked.finger);
            options.insert.largest_friction = asked.largest_friction;
        }),
        Command::Modes(modes) => ask::ask(Question::Modes, &modes.ask, color, time, |options| {
            options.contacts_only = modes.contacts_only;
            options.explain.clone_from(&modes.explain);
            options.most = modes.most;
        }),
        Command::Outcomes(question) => outcomes::outcomes(question, color, time),
        Command::Lcp(lcp) => lcp::lcp(&lcp, color, time),
        Command::Robot(robot) => robot::robot(&robot, color),
        Command::Jam(jam) => ask::ask(Question::Jam, &jam.ask, color, time, |options| {
            options.boundary = jam.boundary.clone().map(|two| two.0);
            options.map.clone_from(&jam.map);
            options.compliance.clone_from(&jam.compliance);
            options.interference.clone_from(&jam.interference);
        }),
        Command::Quasistatic(asked) => ask::ask(Question::Quasistatic, &asked.ask, color, time, |options| {
            options.most = asked.most;
        }),
        Command::Push(asked) => ask::ask(Question::Push, &asked.ask, color, time, |options| {
            options.most = asked.most;
        }),
        Command::Simulate(asked) => animated::simulate(&asked, color, time),
        Command::Hybrid(asked) => animated::hybrid(&asked, color, time),
        Command::Verify(verify) => verify::verify(&verify, color),
        Command::Schema(asked) => setup::schema(&asked),
        Command::New(new) => setup::new(&new),
        Command::Examples(examples) => examples::examples(&examples),
        Command::Completions { shell } => setup::completions(shell),
    };
    time.done();
    finish(outcome)
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
