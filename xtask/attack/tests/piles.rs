//! A few hundred piles, about all of which solver and oracle agree, and so do twins.

use std::time::{Duration, Instant};
use stiction_attack::Attack;
use stiction_attack::piles::Piles;

#[test]
fn verdicts_on_piles_are_those_of_a_program_of_its_own_and_of_their_twins() {
    let long = Instant::now() + Duration::from_secs(3600);
    let outcome = Piles.run(long, 150, 3);
    assert_eq!(outcome.attempts, 150);
    assert!(outcome.defects.is_empty(), "{:#?}", outcome.defects);
    let count = |what: &str| -> usize {
        let counted = outcome.figures.iter().filter(|(kind, _)| kind.ends_with(what));
        counted.map(|(_, count)| count).sum()
    };
    assert!(count("yes") > 30 && count("no") > 30, "{:?}", outcome.figures);
}
