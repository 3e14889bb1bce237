//! How a body may move and what its contacts can resist: motions, contact modes, wrench cones, insertion, and motion so
//! slow that only forces count.

pub mod forms;
pub mod insert;
pub mod labels;
pub mod modes;
pub mod motions;
pub mod push;
pub mod slow;
pub mod wrenches;
