//! A few scenes that nobody would write, put to the command where it was built.

use std::time::{Duration, Instant};
use stiction_attack::Attack;
use stiction_attack::command::Commands;

#[test]
fn the_command_answers_or_says_what_is_wrong_whatever_it_is_given() {
    // `cargo test -p stiction-attack` alone does not build the command; the whole workspace does.
    let Some(commands) = Commands::beside() else { return };
    let outcome = commands.run(Instant::now() + Duration::from_secs(600), 60, 11);
    assert!(outcome.attempts > 0);
    assert!(outcome.defects.is_empty(), "{:#?}", outcome.defects);
}
