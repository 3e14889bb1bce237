//! All tests of the crate in one program: each links all that it tests, and many programs take minutes to link.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

mod assemblies;
mod cases;
mod detection;
mod diagnostics;
mod examples;
mod faults;
mod format_document;
mod hostile;
mod hybrid;
mod jam;
mod meaning;
mod meshes;
mod mjcf;
mod mutation;
mod mutations;
mod observer;
mod robots;
mod sdf;
mod sections;
mod space;
mod units;
mod urdf;
