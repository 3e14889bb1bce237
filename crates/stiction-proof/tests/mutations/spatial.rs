//! Proofs in space that were changed: the checker refuses every lie about round, soft and pyramid cones.

mod definitions;
mod examples;
mod forces;
mod laws;
mod nudges;
mod problems;
mod text;
mod twists;
