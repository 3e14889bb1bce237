//! Two fingers squeeze a box: how much friction do they need, and what happens without it?
//!
//! `cargo run --release -p stiction --example gripper`

#![allow(clippy::print_stdout)] // An example shows what it found.

use stiction::prelude::*;

/// Asks, and prints what was found.
pub fn main() -> Result<(), NoAnswer> {
    let finger = |id: &str, x: i32, y: f64| {
        contact(id).on("box").point([f64::from(x), y]).normal([f64::from(-x), 0.0]).friction(0.3)
    };
    // The fingers do not oppose each other: one is 0.2 higher.
    let scene = plane()
        .title("Two fingers squeeze a box")
        .body(body("box"))
        .contact(finger("left", -1, 0.1))
        .contact(finger("right", 1, -0.1))
        .build()?;
    let held = closure(&scene, &ClosureOptions::default())?;
    println!("force closure: {}", held.force.answer());
    println!("form closure: {}", held.form.answer());
    if let Some([lower, upper]) = held.friction_needed() {
        println!("least friction: between {:.9} and {:.9}", lower.to_f64(), upper.to_f64());
    }
    if let Verdict::No(escape) = &held.form {
        println!("without friction it moves so: {:?}", escape.proof());
    }
    Ok(())
}
