//! What happens now and next: every outcome, complementarity problems, jamming, and motion in time.

pub mod alternatives;
pub mod jam;
pub mod lcp;
pub mod outcomes;
pub mod simulate;
pub mod strong;
