//! Jamming and wedging: a system under constraints with friction, statements about it, and their checker.
//!
//! A system with mass matrix `M` obeys constraints with rows `Φᵢ`; the force of constraint i is `λᵢ(Φᵢ + μᵢΦ̂ᵢ)`, the
//! second part being its friction.  A vector μ of coefficients makes the equations of motion singular when
//!
//! ```text
//!     M β = Σ λᵢ(Φᵢ + μᵢΦ̂ᵢ),   Φ β = 0,   λ ≠ 0                                            (1)
//! ```
//!
//! has a solution: **jamming** when β ≠ 0 and the rows `Φᵢ + μᵢΦ̂ᵢ` span no less than the `Φᵢ`, accelerations and forces go
//! to infinity together; **wedging** when β = 0, the forces cancel among themselves.  The question is whether some μ in
//! the box `0 ≤ μᵢ ≤ s·μ̄ᵢ` does so.  With the signs σ of λ fixed, what the constraints can push is the cone of the edges
//!
//! ```text
//!     σᵢΦᵢ,   σᵢ(Φᵢ + s·μ̄ᵢΦ̂ᵢ)                                                             (2)
//! ```
//!
//! so a vector `z` with `z·e > 0` on every edge refutes wedging, and one with `M z = Φᵀy` besides refutes (1) altogether:
//! `z·Mβ = y·Φβ = 0` could not be the positive sum that (1) makes it.  One refutation for each pattern of signs is a proof.
//!
//! References: \[DY 11\], \[DY Theorem 1\], \[DY Theorem 2\].

use crate::Rational;
use crate::check::{Check, Refusal, Verified, require};
use crate::mass::is_mass;
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
    /// Either.
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
    /// Whether, for wedging, friction may act along `−Φ̂ᵢ` as well: contacts at rest do not know which way they will slip.
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

/// Why one pattern of signs does not jam.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Refutation {
    /// An acceleration on which every edge does positive work.
    Opposed(Pushed),
    /// For every smaller scale: accelerations one after the other, on each of which the edges of the constraints that are left
    /// do no negative work; those on whose edge without friction it is positive can carry no force, since at a smaller
    /// scale that edge has a part in every force, and are left out from there on.
    Below(Vec<Pushed>),
    /// What is singular has β = 0: for `±` each coordinate `c` in turn, `z·e ≥ c·e` on every edge, so that `c·Mβ ≤ 0`.
    Still(Vec<Pushed>),
}

/// Why one pattern of signs jams at no scale at all.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NeverJams {
    /// One after the other: on each the rows `σΦⱼ`, `σμ̄ⱼΦ̂ⱼ` of the constraints that are left do no negative work, and those
    /// on whose `σΦⱼ` it is positive can carry no force and are left out from there on.
    pub chain: Vec<Pushed>,
    /// As [`Refutation::Still`] for the constraints that remain, if any do.
    pub still: Vec<Pushed>,
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
        /// One for each pattern, in the order of [`JamProblem::patterns`].
        refutations: Vec<Refutation>,
    },
    /// **No friction jams it**, however large, in proportion to the box.
    NeverJams {
        /// One for each pattern.
        refutations: Vec<NeverJams>,
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
    /// **No friction in the box wedges it.**  Witness: for each pattern of signs a motion on which every edge does positive
    /// work; for smaller boxes alone, motions as in [`Refutation::Below`].
    Loose {
        /// Factor on the box.
        scale: Rational,
        /// Whether the statement is about the box itself; if not, about every smaller one.
        included: bool,
        /// One list for each pattern.
        motions: Vec<Vec<Vec<Rational>>>,
    },
    /// **No friction wedges it**, however large, in proportion to the box.
    NeverWedges {
        /// One for each pattern: as [`NeverJams::chain`], motions of any kind.
        chains: Vec<Vec<Vec<Rational>>>,
    },
}

/// Free signs above which patterns are not listed: they would be too many.
pub const MOST_FREE_SIGNS: usize = 12;

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

    /// The patterns of signs of λ that must be refuted, `true` for negative: all that the constraints allow; where every
    /// sign is free the first is taken to be positive, since (1) holds for −λ, −β as well.  None if there are too many.
    pub fn patterns(&self) -> Option<Vec<Vec<bool>>> {
        let free: Vec<usize> =
            (0..self.constraints.len()).filter(|&i| self.constraints[i].sign == ForceSign::Free).collect();
        let varied = if free.len() == self.constraints.len() { free.get(1..).unwrap_or(&[]) } else { &free };
        if varied.len() >= MOST_FREE_SIGNS {
            return None;
        }
        let fixed: Vec<bool> =
            self.constraints.iter().map(|constraint| constraint.sign == ForceSign::Negative).collect();
        let pattern = |bits: usize| {
            let mut signs = fixed.clone();
            varied.iter().enumerate().for_each(|(bit, &index)| signs[index] = bits >> bit & 1 == 1);
            signs
        };
        Some((0..1_usize << varied.len()).map(pattern).collect())
    }

    /// The rows `Φᵢ + μᵢΦ̂ᵢ`.
    pub fn loaded_rows(&self, mu: &[Rational]) -> Vec<Vec<Rational>> {
        self.constraints.iter().zip(mu).map(|(constraint, mu)| constraint.loaded(mu)).collect()
    }

    /// The rank of `Φ̄ = Φ + μΦ̂`.
    pub fn rank(&self, mu: &[Rational]) -> usize {
        eliminate(self.loaded_rows(mu)).0
    }

    /// The determinant of (11), `[[M, −Φ̄ᵀ], [Φ, 0]]`, with normals of length one \[DY 11\].
    pub fn determinant(&self, mu: &[Rational]) -> Rational {
        let count = self.constraints.len();
        let loaded = self.loaded_rows(mu);
        let above = self.mass.iter().enumerate().map(|(row, mass)| {
            mass.iter().cloned().chain(loaded.iter().map(|loaded| -&loaded[row])).collect()
        });
        let zeros = || std::iter::repeat_n(Rational::zero(), count);
        let below = self.constraints.iter().map(|one| one.normal.iter().cloned().chain(zeros()).collect());
        let (_, determinant) = eliminate(above.chain(below).collect());
        self.constraints
            .iter()
            .fold(determinant, |value, one| value.checked_div(&one.square).unwrap_or_default())
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
                self.each_pattern(refutations, |signs, refutation| {
                    self.refutes(signs, scale, *included, refutation)
                })?;
            }
            JamProof::Loose { scale, included, motions } => {
                require(!scale.is_negative(), Refusal::Bound)?;
                self.each_pattern(motions, |signs, chain| match &chain[..] {
                    [motion] if *included => self.opposed(Kind::Wedge, signs, scale, motion),
                    chain if !included => self.emptied(Kind::Wedge, signs, Some(scale), chain),
                    _ => Err(Refusal::Locks("a box is refuted by one motion")),
                })?;
            }
            JamProof::NeverJams { refutations } => {
                self.each_pattern(refutations, |signs, never| self.never_jams(signs, never))?;
            }
            JamProof::NeverWedges { chains } => {
                self.each_pattern(chains, |signs, chain| self.emptied(Kind::Wedge, signs, None, chain))?;
            }
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
        let mut sum = vec![Rational::zero(); self.coordinates()];
        for (row, force) in self.loaded_rows(mu).iter().zip(forces) {
            sum.iter_mut().zip(row).for_each(|(sum, entry)| *sum += force * entry);
        }
        sum
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

    fn each_pattern<T>(&self, given: &[T], check: impl Fn(&[bool], &T) -> Check) -> Check {
        let patterns = self.patterns().ok_or(Refusal::Locks("there are too many patterns of signs"))?;
        require(patterns.len() == given.len(), Refusal::Locks("not every pattern of signs is refuted"))?;
        patterns.iter().zip(given).try_for_each(|(signs, given)| check(signs, given))
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

    fn refutes(&self, signs: &[bool], scale: &Rational, included: bool, refutation: &Refutation) -> Check {
        match refutation {
            Refutation::Opposed(pushed) => {
                self.is_pushed(pushed)?;
                self.opposed(Kind::Jam, signs, scale, &pushed.motion)
            }
            Refutation::Below(chain) => {
                require(!included, Refusal::Locks("the box itself is not refuted"))?;
                chain.iter().try_for_each(|pushed| self.is_pushed(pushed))?;
                self.emptied(Kind::Jam, signs, Some(scale), &motions(chain))
            }
            Refutation::Still(bounds) => self.still(
                bounds,
                |one, z, c| {
                    let negative = signs[one];
                    let (bare, full) = self.edges(Kind::Jam, one, negative, scale);
                    std::iter::once(bare).chain(full).all(|edge| dot(z, &edge) >= component(&edge, c))
                },
                &(0..self.constraints.len()).collect::<Vec<_>>(),
            ),
        }
    }

    /// The edges (2) of a constraint: without friction, and with all of it.
    fn edges(
        &self,
        kind: Kind,
        index: usize,
        negative: bool,
        scale: &Rational,
    ) -> (Vec<Rational>, Vec<Vec<Rational>>) {
        let one = &self.constraints[index];
        let most = scale * one.most(kind);
        let signed =
            |row: Vec<Rational>| if negative { row.into_iter().map(|entry| -entry).collect() } else { row };
        let mut full = vec![signed(one.loaded(&most))];
        if kind == Kind::Wedge && self.either_way {
            full.push(signed(one.loaded(&-most)));
        }
        (signed(one.normal.clone()), full)
    }

    /// `z·e > 0` on every edge.
    fn opposed(&self, kind: Kind, signs: &[bool], scale: &Rational, z: &[Rational]) -> Check {
        self.sized(z)?;
        for (index, &negative) in signs.iter().enumerate() {
            let (bare, full) = self.edges(kind, index, negative, scale);
            let positive = std::iter::once(&bare).chain(&full).all(|edge| dot(z, edge).is_positive());
            require(positive, Refusal::Resists(self.constraints[index].id.clone()))?;
        }
        Ok(())
    }

    /// A chain that leaves no constraint.
    fn emptied(
        &self,
        kind: Kind,
        signs: &[bool],
        scale: Option<&Rational>,
        chain: &[Vec<Rational>],
    ) -> Check {
        let left = self.chained(kind, signs, scale, chain)?;
        require(left.is_empty(), Refusal::Locks("some constraints can still carry forces"))
    }

    /// For `±` each coordinate in turn the vector exceeds it on what `holds` asks of each constraint.
    fn still(
        &self,
        bounds: &[Pushed],
        holds: impl Fn(usize, &[Rational], (usize, bool)) -> bool,
        constraints: &[usize],
    ) -> Check {
        require(bounds.len() == 2 * self.coordinates(), Refusal::Locks("not every coordinate is bounded"))?;
        for (index, pushed) in bounds.iter().enumerate() {
            self.is_pushed(pushed)?;
            for &one in constraints {
                let bounded = holds(one, &pushed.motion, (index / 2, index % 2 == 1));
                require(bounded, Refusal::Resists(self.constraints[one].id.clone()))?;
            }
        }
        Ok(())
    }

    fn never_jams(&self, signs: &[bool], never: &NeverJams) -> Check {
        never.chain.iter().try_for_each(|pushed| self.is_pushed(pushed))?;
        let left = self.chained(Kind::Jam, signs, None, &motions(&never.chain))?;
        if left.is_empty() {
            return Ok(());
        }
        let holds = |one: usize, z: &[Rational], c: (usize, bool)| {
            let parts = self.parts(Kind::Jam, one, signs[one]);
            parts.iter().all(|part| dot(z, part) >= component(part, c))
        };
        self.still(&never.still, holds, &left)
    }

    /// `σΦⱼ`, then `σμ̄ⱼΦ̂ⱼ` in each direction that it may have.
    fn parts(&self, kind: Kind, index: usize, negative: bool) -> Vec<Vec<Rational>> {
        let one = &self.constraints[index];
        let times = |factor: &Rational| -> Vec<Rational> {
            one.friction.iter().map(|entry| factor * entry).collect()
        };
        let most = if negative { -one.most(kind) } else { one.most(kind).clone() };
        let bare =
            if negative { one.normal.iter().map(|entry| -entry).collect() } else { one.normal.clone() };
        let mut parts = vec![bare, times(&most)];
        if kind == Kind::Wedge && self.either_way {
            parts.push(times(&-most));
        }
        parts
    }

    /// The constraints that a chain leaves, over the edges at a scale, or without one over normals and friction apart.
    fn chained(
        &self,
        kind: Kind,
        signs: &[bool],
        scale: Option<&Rational>,
        chain: &[Vec<Rational>],
    ) -> Result<Vec<usize>, Refusal> {
        let mut left: Vec<usize> = (0..self.constraints.len()).collect();
        for z in chain {
            self.sized(z)?;
            let mut kept = Vec::new();
            for &index in &left {
                let rows = match scale {
                    None => self.parts(kind, index, signs[index]),
                    Some(scale) => {
                        let (bare, full) = self.edges(kind, index, signs[index], scale);
                        std::iter::once(bare).chain(full).collect()
                    }
                };
                let works: Vec<Rational> = rows.iter().map(|part| dot(z, part)).collect();
                let fair = works.iter().all(|work| !work.is_negative());
                require(fair, Refusal::Resists(self.constraints[index].id.clone()))?;
                if !works[0].is_positive() {
                    kept.push(index);
                }
            }
            left = kept;
        }
        Ok(left)
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

fn motions(chain: &[Pushed]) -> Vec<Vec<Rational>> {
    chain.iter().map(|pushed| pushed.motion.clone()).collect()
}

fn dot(a: &[Rational], b: &[Rational]) -> Rational {
    a.iter().zip(b).filter(|(a, b)| !a.is_zero() && !b.is_zero()).map(|(a, b)| a * b).sum()
}

/// `±` one coordinate of a row.
fn component(row: &[Rational], (coordinate, negative): (usize, bool)) -> Rational {
    if negative { -&row[coordinate] } else { row[coordinate].clone() }
}

/// Rank of a matrix, and its determinant if it is square (0 otherwise).
fn eliminate(mut rows: Vec<Vec<Rational>>) -> (usize, Rational) {
    let width = rows.first().map_or(0, Vec::len);
    let mut determinant = if width == rows.len() { Rational::one() } else { Rational::zero() };
    let mut rank = 0;
    for column in 0..width {
        let Some(pivot) = (rank..rows.len()).find(|&row| !rows[row][column].is_zero()) else {
            determinant = Rational::zero();
            continue;
        };
        if pivot != rank {
            rows.swap(pivot, rank);
            determinant = -determinant;
        }
        let (above, below) = rows.split_at_mut(rank + 1);
        let lead = &above[rank];
        determinant = determinant * &lead[column];
        for row in below.iter_mut().filter(|row| !row[column].is_zero()) {
            let factor = row[column].checked_div(&lead[column]).unwrap_or_default();
            row.iter_mut().zip(lead).for_each(|(entry, other)| *entry -= &(&factor * other));
        }
        rank += 1;
    }
    (rank, determinant)
}
