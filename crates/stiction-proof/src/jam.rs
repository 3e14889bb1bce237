//! Jamming and wedging: a system under constraints with friction, statements about it, and their checker.
//!
//! A system with mass matrix `M` obeys constraints with rows `Φᵢ`; the force of constraint i is `λᵢ(Φᵢ + μᵢΦ̂ᵢ)`, the
//! second part being its friction.  A vector μ of coefficients makes the equations of motion singular when
//!
//! ```text
//!     M β = Σ λᵢ(Φᵢ + μᵢΦ̂ᵢ),   Φ β = 0,   λ ≠ 0                                            (1)
//! ```
//!
//! has a solution: **jamming** when β ≠ 0 and the rows `Φᵢ + μᵢΦ̂ᵢ` span no less than the `Φᵢ`, accelerations
//! and forces go to infinity together; **wedging** when β = 0, the forces cancel among themselves.  The
//! question is whether some μ in the box `0 ≤ μᵢ ≤ s·μ̄ᵢ` does so.  With the signs σ of λ fixed, what the
//! constraints can push is the cone of the edges
//!
//! ```text
//!     σᵢΦᵢ,   σᵢ(Φᵢ + s·μ̄ᵢΦ̂ᵢ)                                                             (2)
//! ```
//!
//! so a vector `z` with `z·e > 0` on every edge refutes wedging, and one with `M z = Φᵀy` besides refutes (1)
//! altogether: `z·Mβ = y·Φβ = 0` could not be the positive sum that (1) makes it.  Refutations of every
//! pattern of signs are a proof ([`Cover`]).
//!
//! References: \[DY 11\], \[DY Theorem 1\], \[DY Theorem 2\].
//!
//! The ranks are \[DY 20\] and \[DY 21\]; that a witness of jamming makes (11) singular is \[DY 29\]; that
//! columns which depend stick together is \[DY 31\] and \[DY 32\].

mod cover;

pub use cover::{Case, Cover, Refutation};

use crate::Rational;
use crate::check::{Check, Refusal, Verified, require};
use crate::mass::is_mass;
use crate::vectors::{combined, determinant, dot, rank};
use cover::Boxes;
use serde::{Deserialize, Serialize};

/// Which sign the force of a constraint can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ForceSign {
    /// It pushes: `λ ≥ 0`, as contacts do.
    #[serde(rename = "+")]
    Positive,
    /// `λ ≤ 0`.
    #[serde(rename = "-")]
    Negative,
    /// A force of either sign.
    Free,
}

/// One constraint and its friction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Constraint {
    /// Its name.
    pub id: String,
    /// The row `Φᵢ`.
    pub normal: Vec<Rational>,
    /// The row `Φ̂ᵢ` for a coefficient of one.
    pub friction: Vec<Rational>,
    /// The coefficient while sliding: the bound of the box for jamming.
    pub mu: Rational,
    /// The coefficient at rest: the bound of the box for wedging.
    pub at_rest: Rational,
    /// The signs that `λᵢ` may have.
    pub sign: ForceSign,
    /// Square of the length of the contact's normal as it was written; 1 where rows are given.
    pub square: Rational,
}

/// A system under constraints with friction.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JamProblem {
    /// The mass matrix, by rows.
    pub mass: Vec<Vec<Rational>>,
    /// The constraints.
    pub constraints: Vec<Constraint>,
    /// Whether, for wedging, friction may act along `−Φ̂ᵢ` as well: contacts at rest do not know which way
    /// they will slip.
    pub either_way: bool,
}

/// A vector `z` with what makes it one of (2): `M z = Φᵀy`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pushed {
    /// `y`: pushes along the constraints, without friction.
    pub pushes: Vec<Rational>,
    /// `z`: the acceleration they give.
    pub motion: Vec<Rational>,
}

/// A statement about a system, and its witness.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "proves", rename_all = "kebab-case", deny_unknown_fields)]
pub enum JamProof {
    /// **Some friction in the box jams it.**  Witness: (1) itself, with β ≠ 0 and no rank lost.
    Jams {
        /// Factor on the box.
        scale: Rational,
        /// The coefficients.
        mu: Vec<Rational>,
        /// λ: the forces that go to infinity, in proportion.
        forces: Vec<Rational>,
        /// β: the accelerations that do.
        acceleration: Vec<Rational>,
    },
    /// **No friction in the box jams it.**  Witness: a refutation for each pattern of signs.
    Slides {
        /// Factor on the box.
        scale: Rational,
        /// Whether the statement is about the box itself; if not, about every smaller one.
        included: bool,
        /// One for each group of constraints.
        refutations: Vec<Cover<Pushed>>,
    },
    /// **No friction jams it**, however large, in proportion to the box.
    NeverJams {
        /// One for each group of constraints; its edges are `σΦⱼ` and `σμ̄ⱼΦ̂ⱼ` apart.
        refutations: Vec<Cover<Pushed>>,
    },
    /// **Some friction in the box wedges it.**  Witness: forces that cancel.
    Wedges {
        /// Factor on the box.
        scale: Rational,
        /// The coefficients, negative where friction acts along `−Φ̂ᵢ`.
        mu: Vec<Rational>,
        /// λ.
        forces: Vec<Rational>,
    },
    /// **No friction in the box wedges it.**  Witness: motions on which the edges of each pattern of signs do positive
    /// work.
    Loose {
        /// Factor on the box.
        scale: Rational,
        /// Whether the statement is about the box itself; if not, about every smaller one.
        included: bool,
        /// One for each group of constraints.
        motions: Vec<Cover<Vec<Rational>>>,
    },
    /// **No friction wedges it**, however large, in proportion to the box.
    NeverWedges {
        /// As of [`JamProof::NeverJams`], motions of any kind.
        chains: Vec<Cover<Vec<Rational>>>,
    },
}

/// Free signs above which patterns are not told apart: each may double the work.
pub const MOST_FREE_SIGNS: usize = 64;

/// Which locking a box is about.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Jam,
    Wedge,
}

impl JamProblem {
    /// Number of coordinates.
    pub fn coordinates(&self) -> usize {
        self.mass.len()
    }

    /// Whether not too many signs are free.
    pub fn has_few_free_signs(&self) -> bool {
        self.constraints.iter().filter(|one| one.sign == ForceSign::Free).count() <= MOST_FREE_SIGNS
    }

    /// The rows `Φᵢ + μᵢΦ̂ᵢ`.
    pub fn loaded_rows(&self, mu: &[Rational]) -> Vec<Vec<Rational>> {
        self.constraints.iter().zip(mu).map(|(constraint, mu)| constraint.loaded(mu)).collect()
    }

    /// The rank of `Φ̄ = Φ + μΦ̂`.
    pub fn rank(&self, mu: &[Rational]) -> usize {
        rank(&self.loaded_rows(mu))
    }

    /// The determinant of (11), `[[M, −Φ̄ᵀ], [Φ, 0]]`, with normals of length one \[DY 11\]; none where a normal has no
    /// length.
    pub fn determinant(&self, mu: &[Rational]) -> Option<Rational> {
        let count = self.constraints.len();
        let loaded = self.loaded_rows(mu);
        let above = self.mass.iter().enumerate().map(|(row, mass)| {
            mass.iter().cloned().chain(loaded.iter().map(|loaded| -&loaded[row])).collect()
        });
        let zeros = || std::iter::repeat_n(Rational::zero(), count);
        let below = self.constraints.iter().map(|one| one.normal.iter().cloned().chain(zeros()).collect());
        let determinant = determinant(above.chain(below).collect());
        self.constraints.iter().try_fold(determinant, |value, one| value.checked_div(&one.square))
    }

    /// Accepts or refuses a proof.
    pub fn check(&self, proof: JamProof) -> Result<Verified<JamProof>, Refusal> {
        self.well_formed()?;
        match &proof {
            JamProof::Jams { scale, mu, forces, acceleration } => {
                self.in_box(Kind::Jam, scale, mu)?;
                self.signed(forces)?;
                self.jams(mu, forces, acceleration)?;
            }
            JamProof::Wedges { scale, mu, forces } => {
                self.in_box(Kind::Wedge, scale, mu)?;
                self.signed(forces)?;
                let sum = self.sum(mu, forces);
                require(sum.iter().all(Rational::is_zero), Refusal::Unbalanced(sum))?;
                require(forces.iter().any(|force| !force.is_zero()), Refusal::NoForce)?;
            }
            JamProof::Slides { scale, included, refutations } => {
                require(!scale.is_negative(), Refusal::Bound)?;
                self.covered(Kind::Jam, refutations, boxes(scale, *included))?;
            }
            JamProof::Loose { scale, included, motions } => {
                require(!scale.is_negative(), Refusal::Bound)?;
                self.covered(Kind::Wedge, motions, boxes(scale, *included))?;
            }
            JamProof::NeverJams { refutations } => self.covered(Kind::Jam, refutations, Boxes::All)?,
            JamProof::NeverWedges { chains } => self.covered(Kind::Wedge, chains, Boxes::All)?,
        }
        Ok(Verified::accepted(proof))
    }

    fn well_formed(&self) -> Check {
        let size = self.coordinates();
        require(
            is_mass(&self.mass),
            Refusal::Locks("the mass matrix is not symmetric and positive definite"),
        )?;
        self.constraints.iter().try_for_each(|one| {
            let sizes = one.normal.len() == size && one.friction.len() == size;
            let signs = !one.mu.is_negative() && !one.at_rest.is_negative() && one.square.is_positive();
            require(sizes && signs, Refusal::Contact(one.id.clone()))
        })
    }

    fn sized(&self, vector: &[Rational]) -> Check {
        require(vector.len() == self.coordinates(), Refusal::Locks("a vector has the wrong length"))
    }

    fn counted(&self, numbers: &[Rational]) -> Check {
        let (contacts, forces) = (self.constraints.len(), numbers.len());
        require(contacts == forces, Refusal::Length { contacts, forces })
    }

    fn in_box(&self, kind: Kind, scale: &Rational, mu: &[Rational]) -> Check {
        self.counted(mu)?;
        require(!scale.is_negative(), Refusal::Bound)?;
        self.constraints.iter().zip(mu).try_for_each(|(one, mu)| {
            let backwards = mu.is_negative() && !(kind == Kind::Wedge && self.either_way);
            let inside = mu.abs() <= scale * one.most(kind);
            require(inside && !backwards, Refusal::Cone(one.id.clone()))
        })
    }

    fn signed(&self, forces: &[Rational]) -> Check {
        self.counted(forces)?;
        self.constraints.iter().zip(forces).try_for_each(|(one, force)| {
            let allowed = match one.sign {
                ForceSign::Positive => !force.is_negative(),
                ForceSign::Negative => !force.is_positive(),
                ForceSign::Free => true,
            };
            require(allowed, Refusal::Cone(one.id.clone()))
        })
    }

    /// `Σ λᵢ(Φᵢ + μᵢΦ̂ᵢ)`.
    fn sum(&self, mu: &[Rational], forces: &[Rational]) -> Vec<Rational> {
        combined(&self.loaded_rows(mu), forces, self.coordinates())
    }

    /// Equation (1) with β ≠ 0 and no rank lost.
    fn jams(&self, mu: &[Rational], forces: &[Rational], acceleration: &[Rational]) -> Check {
        self.sized(acceleration)?;
        require(acceleration.iter().any(|entry| !entry.is_zero()), Refusal::NoMotion)?;
        let mut rest = self.sum(mu, forces);
        rest.iter_mut().zip(&self.mass).for_each(|(rest, row)| *rest -= &dot(row, acceleration));
        require(rest.iter().all(Rational::is_zero), Refusal::Unbalanced(rest))?;
        for one in &self.constraints {
            let kept = dot(&one.normal, acceleration).is_zero();
            require(kept, Refusal::Locks("the acceleration breaks a constraint"))?;
        }
        let none = vec![Rational::zero(); self.constraints.len()];
        let (found, needed) = (self.rank(mu), self.rank(&none));
        require(found >= needed, Refusal::Rank { found, needed })
    }

    /// `M z = Φᵀy`.
    fn is_pushed(&self, pushed: &Pushed) -> Check {
        self.sized(&pushed.motion)?;
        self.counted(&pushed.pushes)?;
        let mut rest: Vec<Rational> = self.mass.iter().map(|row| dot(row, &pushed.motion)).collect();
        for (one, push) in self.constraints.iter().zip(&pushed.pushes) {
            rest.iter_mut().zip(&one.normal).for_each(|(rest, entry)| *rest -= &(push * entry));
        }
        require(rest.iter().all(Rational::is_zero), Refusal::Unbalanced(rest))
    }
}

impl Constraint {
    /// The bound of the box.
    fn most(&self, kind: Kind) -> &Rational {
        if kind == Kind::Jam { &self.mu } else { &self.at_rest }
    }

    /// `Φᵢ + μΦ̂ᵢ`.
    fn loaded(&self, mu: &Rational) -> Vec<Rational> {
        if mu.is_zero() {
            return self.normal.clone();
        }
        self.normal.iter().zip(&self.friction).map(|(normal, friction)| normal + &(mu * friction)).collect()
    }
}

fn boxes(scale: &Rational, included: bool) -> Boxes<'_> {
    if included { Boxes::At(scale) } else { Boxes::Below(scale) }
}
