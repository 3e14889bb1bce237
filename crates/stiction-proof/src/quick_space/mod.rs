//! Closure in space in doubles, with every rounding error bounded: what is accepted is certain.
//!
//! The problem is what the doubles say *exactly*, under a [`QuickModel`]; an accepted [`QuickSpatialProof`] proves
//! that the contacts close or that they do not, and what is refused may still be true.  Comparisons are written
//! so that NaN is refused.  How contacts become [`Frame`]s and edges is told in [`frame`].
//!
//! # Closed
//! Each contact pushes with a force and spin inside its cone ([`Frame::interior`]), of wrench `Gᵢ` and weight
//! `wᵢ > 0` ([`crate::quick::weight`]).  The witness names six pushes in the cones, of wrenches `Bⱼ`.  If
//!
//! ```text
//!     B is regular   and   −Σ wᵢGᵢ = Bλ  with  λ > 0                                                (1)
//! ```
//!
//! then `Σ wᵢGᵢ + Bλ = 0` is a balance whose force at every contact is inside its cone, and the wrenches of the
//! cones span the space: closure, by Stiemke's lemma.  With the witness comes an approximate inverse `R` of `B`.
//! For `b = −Σ wᵢGᵢ`, `δⱼ = Σₖ |I − RB|ⱼₖ` and `δ = max δⱼ < 1`, `B` is regular, and since `λ = Rb + (I − RB)λ`,
//!
//! ```text
//!     |λⱼ − (Rb)ⱼ| ≤ δⱼΛ,    Λ = max |Rb| / (1 − δ) ≥ max |λ|                                       (2)
//! ```
//!
//! # Error bounds of closed
//! Moments are divided by [`length`], a power of two, so points and torsions are at most 1.  With `u = 2⁻⁵³`,
//! `F ≥` every component of every force and normal, `ρⱼ = Σₗ |Rⱼₗ|`, `W = Σ wᵢ`, n contacts (first order; the second
//! is covered by the slack of the constants):
//!
//! ```text
//!     entry of B: a moment p × f + s·n ≤ 3F, computed within 8uF; forces are exact
//!     (I − RB)ⱼₖ within ρⱼ(6·3 + 8)uF = 26uFρⱼ and u of itself;   δⱼ within 6·26 → 192uFρⱼ           (3)
//!     b: moments ≤ 3F within 8uF, weighted and summed within (8 + 3 + 3n)uFW
//!     (Rb)ⱼ within ρⱼ(11 + 3n + 6·3)uFW → (3n + 40)uFWρⱼ                                            (4)
//! ```
//!
//! A push of a pyramid is an edge by its index.  A push of a round cone is a force `f` and a spin `s` (its
//! moment is `s·n`), inside if `|f × n|² + (μ(s/γ)|n|²)² ≤ (μ f·n)²`.  The root of the left side is computed within
//! `4u|f||n| + 8u` of itself, `f·n` within `4u|f||n|`; so
//!
//! ```text
//!     μ f·n − root > 16u(1 + μ)|f||n|,    f·n > 0                                                   (5)
//! ```
//!
//! is enough.  The force `n` with `|s| ≤ γ` needs no bound.
//!
//! # Open
//! A twist `[w, v]` that breaks every contact: with `u = v + w × p` the velocity there, `f·u > 0` for each
//! edge, or `n·u > √(μ²|n × u|² + γ²(w·n)²)` for the round cone.  With `U ≥ |u|` and `ω ≥ |w|` by largest
//! components, `R` the sum of those of `n`, `T` of those of the slopes: `u` is within `3uU`, `n·u` within
//! `7uRU`, a slope's product within `7uTU`, and what an edge lost in rounding `3u(R + T)U`; `n × u` within
//! `9uRU`, the root within `(20μRU + 10γRω)u`.  The bounds
//!
//! ```text
//!     24u((R + T)U + γRω)  of an edge,    24u((1 + μ)RU + γRω)  of a round cone                     (6)
//! ```
//!
//! cover that.
//!
//! Two contacts that press against each other allow no twist that breaks them, and with others may still not
//! close: nothing they do stops a turn about the line through their points.  If that turn breaks all others,
//! it is an escape.  There `w` is a difference of points and so is the arm of a contact; the relative error
//! of each is `u`, that of the velocity `4uU` instead of `3uU`, which (6) covers too.  At most two contacts
//! without torsion never close.
//!
//! Scaled normals are of order 1; extents, velocities and the twist are kept within `[1e-140, 1e140]`, where
//! what underflow loses is far below the bounds; beyond, the check refuses.
//!
//! References: \[Higham 3.1\] for the error calculus, \[Rump 10\] for (2), \[Stiemke\].

mod check;
pub mod exact;
pub mod frame;

pub use check::{check, check_frames};
pub use frame::{Frame, MOST_EDGES, Pyramid, QuickModel, QuickSpatialContact, STEEPEST, length};

/// The unit of rounding.
const UNIT: f64 = f64::EPSILON / 2.0;

/// A push within the round cone of a contact.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Push {
    /// Which contact.
    pub contact: usize,
    /// The force, in the cone of the contact.
    pub force: [f64; 3],
    /// The moment is this times the scaled normal.
    pub spin: f64,
}

/// Six pushes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Pushes {
    /// Edges of pyramids of K edges: contact `i` has the edges `(K + 2)i + k`, those with `k = K` and `K + 1`
    /// being the normal with the torsional moment `γ` and `−γ` about it.
    Edges([usize; 6]),
    /// Of round cones.
    Round([Push; 6]),
}

/// A proof in doubles.  It is kept in place, large as it is: millions are made and few kept.
#[allow(clippy::large_enum_variant)]
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum QuickSpatialProof {
    /// The contacts close, statement (1).
    Closed {
        /// The six pushes.
        pushes: Pushes,
        /// About the inverse of their wrenches `[m / length, f]`: entry `[l][j]` is how much of push `j` makes the
        /// unit wrench `l`.
        inverse: [[f64; 6]; 6],
    },
    /// The contacts do not close: a twist `[wx, wy, wz, vx, vy, vz]` that breaks every one of them.
    Open([f64; 6]),
    /// The contacts do not close: a turn about the line through two points without torsion, right-handed from the
    /// first to the second unless `backwards`, breaks every other contact.
    Turn {
        /// The two contacts.
        axis: [usize; 2],
        /// Whether the turn is left-handed.
        backwards: bool,
    },
    /// The contacts do not close: they are two at most and without torsion.
    Aligned,
}

impl QuickSpatialProof {
    /// Whether it is a proof that the contacts close.
    #[inline]
    pub fn is_closed(&self) -> bool {
        matches!(self, Self::Closed { .. })
    }
}
