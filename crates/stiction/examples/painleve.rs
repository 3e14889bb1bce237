//! A rod slides on its tip, as Painlevé's did: with enough friction two things, or none, can happen next.
//!
//! `cargo run --release -p stiction --example painleve`

#![allow(clippy::print_stdout)] // An example shows what it found.

use stiction::prelude::*;

/// Asks, and prints what was found.
pub fn main() -> Result<(), NoAnswer> {
    for friction in [0.5, 1.0, 2.0] {
        // A rod of length 2 at 45°, sliding along the floor while something presses it down.
        let scene = plane()
            .gravity([0, -10])
            .body(body("rod").mass(1).inertia("1/3").com([-0.7, 0.7]).twist([0, 1, 0]))
            .contact(contact("tip").on("rod").point([0, 0]).normal([0, 1]).friction(friction).vertex())
            .build()?;
        let next = outcomes(&scene, &OutcomesOptions::default())?;
        println!("friction {friction}: {} ({})", next.outcome().word(), next.modes().join(", "));
    }
    Ok(())
}
