//! All tests of the crate in one program: each links all that it tests, and many programs take minutes to link.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

mod asked;
mod beside;
mod cases;
mod check;
mod claims;
mod closure_agrees;
mod compas;
mod form;
mod further;
mod garbage;
mod hostile;
mod hybrid;
mod jam;
mod keys;
mod lcp;
mod leaves;
mod limits;
mod maps;
mod modes;
mod moving;
#[path = "../../stiction-files/tests/mutation/mod.rs"]
mod mutation;
mod mutations;
mod of_scene;
mod outcomes_space;
mod overlooked;
mod push;
mod pyramids_stand;
mod radii;
mod ranges;
mod referee;
mod robot;
mod robust;
mod schema;
mod sets;
mod simulate;
mod slow;
mod space;
mod special_forgeries;
mod units;
mod unknown;
mod wrenches;
