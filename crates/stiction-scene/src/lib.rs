//! Bodies and the contacts between them: the scene that was validated, the contacts that its shapes make, and what both
//! are converted to before a question is asked ([`lower`]).

pub mod bracket;
pub mod contact;
pub mod detect;
pub mod lower;
pub mod mode;
pub mod near;
pub mod scene;
mod verdict;

pub use bracket::{Bracket, Extent, Threshold, is_narrow};
pub use verdict::{Decision, Refused, Verdict, checked};
