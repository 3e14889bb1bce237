//! Worked examples, figures and exercises of the sources, each under its own name.

#![allow(clippy::unwrap_used)] // What cannot be made fails the test.

mod modern_robotics;
mod modern_robotics_space;
