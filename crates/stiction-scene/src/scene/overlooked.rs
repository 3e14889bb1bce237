//! Two bodies of which it is not known where they touch: a doubt that verdicts have to live with.

use stiction_proof::Answer;

/// A pair of bodies that overlap or gape by more than what counts as touching, that meet where there is no normal, that
/// were not compared, or whose contacts were taken although they are not where the bodies are.
///
/// Contacts only ever help a thing to stand.  So what stands without this pair stands; what falls without it may
/// stand with it.  Contacts that were taken and may not be there ([`Near::is_taken`]) leave both open.
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
    /// Corner meets corner, or edge meets edge along a line: there is no normal, and no contact was guessed.
    NoNormal,
    /// A contact was taken as it was stored, and is away from one of the two by so much, m.
    Stray(f64),
    /// Contacts were taken as they were stored, and the two lie in each other by at least so much, m.
    StoredOverlap(f64),
}

impl Near {
    /// Whether the contacts in doubt are among those that were taken, so that a *yes* may rest on them.
    pub fn is_taken(self) -> bool {
        matches!(self, Self::Stray(_) | Self::StoredOverlap(_))
    }
}

/// What pairs of a scene leave open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Doubt {
    /// Contacts may be missing: a *no* may rest on that.
    Missing,
    /// Contacts were taken that may not be there: a *yes* may rest on them as well.
    Stray,
}

impl Doubt {
    /// What some pairs leave open; none of no pairs.
    pub fn of<'p>(pairs: impl IntoIterator<Item = &'p Overlooked>) -> Option<Self> {
        let doubts =
            pairs.into_iter().map(|pair| if pair.why.is_taken() { Self::Stray } else { Self::Missing });
        doubts.max()
    }

    /// Whether it leaves this verdict open.
    pub fn opens(self, verdict: Answer) -> bool {
        match self {
            Self::Missing => verdict == Answer::No,
            Self::Stray => verdict != Answer::Undecided,
        }
    }
}
