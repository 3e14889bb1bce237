//! Robots: their dynamics at a frame, and motion and force at a contact with what they do not know.

pub mod dynamics;
pub mod hybrid;
