//! Does the program say what others worked out without it?
//!
//! A *case* is a scene, a question and what the report must say ([`case`]); a *key* of its expectation
//! names a place in the report and how to compare there ([`expect`], [`compare`]). The *plan* says which
//! cases run and which are known to fail ([`plan`]). A *runner* turns a case into a report, through the
//! library or through the command ([`run`], [`library`]), and the *tally* counts ([`tally`]).
//!
//! The format of the cases is described in `corpus/cases/README.md`.

pub mod case;
pub mod compare;
pub mod expect;
pub mod library;
pub mod plan;
pub mod python;
pub mod run;
pub mod tally;
