//! What an engineer chooses and what he cannot know: where contacts should be, and whether an answer survives numbers
//! that are a little off.

pub mod place;
pub mod robust;
