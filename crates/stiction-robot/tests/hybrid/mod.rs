//! Motion and force at a robot's contact: laws of the special basis, contacts of scenes, robots, runs in time.

#![allow(clippy::unwrap_used)] // helpers of tests may panic

mod arms;
mod laws;
mod robots;
mod run;
mod scene;
mod short;
