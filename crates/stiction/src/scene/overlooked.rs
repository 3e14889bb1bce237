//! Two bodies that may touch although no contact between them was taken: a doubt that every *no* has to live with.

/// A pair of bodies that overlap or gape by more than what counts as touching, or that were not compared.
///
/// Contacts only ever help a thing to stand.  So what stands without this pair stands; what falls without it may
/// stand with it.
#[derive(Debug, Clone, PartialEq)]
pub struct Overlooked {
    /// The names of the two bodies, the earlier one first, the ground last.
    pub between: [String; 2],
    /// Why no contact was taken, or not all of it.
    pub why: Near,
    /// What counted as touching between these two, m.
    pub tolerance: f64,
    /// A tolerance with which they touch, m, where one was found that is small beside them.
    pub takes: Option<f64>,
}

/// How two bodies fail to touch.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Near {
    /// They lie in each other by at least so much, m.
    Overlap(f64),
    /// They are apart by about so much where they would touch, m.
    Gap(f64),
    /// They were not compared.
    NotCompared,
}
