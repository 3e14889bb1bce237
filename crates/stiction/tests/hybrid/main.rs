//! Motion and force at a robot's contact: laws of the special basis, contacts of scenes, robots, runs in time.

mod arms;
mod laws;
mod robots;
mod run;
mod scene;
