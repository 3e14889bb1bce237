//! Worked examples, figures and exercises of the sources, each under its own name.

#![allow(clippy::unwrap_used)] // What cannot be made fails the test.

mod dupont_yamajako;
