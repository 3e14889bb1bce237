//! A stool on three legs, in space: how far to one side may a person sit?
//!
//! `cargo run --release -p stiction --example stool`

#![allow(clippy::print_stdout)] // An example shows what it found.

use stiction::prelude::*;

/// A stool with a person whose centre of mass is so far from its middle, along the line to one leg's far side.
fn stool(aside: &Rational) -> Result<Scene<Spatial>, Vec<Misfit>> {
    let leg = |id: &str, x: f64, y: f64| {
        contact(id).on("stool").point([x, y, 0.0]).normal([0.0, 0.0, 1.0]).friction(0.5)
    };
    space()
        .gravity([0.0, 0.0, -9.81])
        .body(body("stool").mass(80).com([-aside, Rational::zero(), Rational::new(7, 10)]))
        .contact(leg("front", 0.2, 0.0))
        .contact(leg("left", -0.1, 0.17))
        .contact(leg("right", -0.1, -0.17))
        .build()
}

/// Asks, and prints what was found.
pub fn main() -> Result<(), NoAnswer> {
    for millimetres in [0, 50, 99, 100, 101, 150] {
        let answer = stand(&stool(&Rational::new(millimetres, 1000))?, &StandOptions::default())?;
        println!("{millimetres:3} mm aside: stands: {}", answer.answer());
        for (leg, force) in answer.forces() {
            println!("      {leg}: {force:?}");
        }
        for (body, twist) in answer.collapse() {
            println!("      {body} turns about its edge: {twist:?}");
        }
    }
    Ok(())
}
