//! In how many dimensions can the forces that balance a load change?
//!
//! The forces of cones and limits that balance a load `w` are a convex set F.  With `Wᵢ` for the wrenches of
//! contact i, its dimension is
//!
//! ```text
//!     dim F = Σ dim(face i) − rank [W₁ … ] on the directions of the faces                                     (1)
//! ```
//!
//! once each cone is cut down to the smallest face that holds its part of F.  That is shown from both sides:
//!
//! ```text
//!     forces f of F, fᵢ in the relative interior of face i: nothing smaller would do                            (2)
//!     motions V, on each of which fᵢ takes up as much as any force of what is left of cone i can:               (3)
//!     all of F takes up the work w·V, as f does, so every force of F takes up as much as f at every contact,
//!     and is in the face of cone i whose forces do
//! ```
//!
//! For (2) and (3) make F, near f, all of `f + d` with `dᵢ` along face i and `Σ Wᵢdᵢ = 0`.  Cones with edges
//! need one motion (Goldman and Tucker); a round cone whose face was found may need another one after the
//! first (facial reduction).
//!
//! The rank in (1) is at least that modulo a prime, and at most what independent motions leave that no
//! direction does work on, (4); where the two do not meet, and the bodies are few, elimination in fractions
//! decides.
//!
//! References: \[BorweinWolkowicz\].

use super::face::{Face, Faced, Faces};
use super::{AssemblyProblem, AssemblyProof};
use crate::Touch;
use crate::check::{Check, Refusal, Verified, require};
use crate::rank::{Sparse, sparse_rank, sparse_rank_modulo};
use crate::{FrictionUse, Rational};
use serde::{Deserialize, Serialize};

/// **The forces that balance a load with the coefficients of the problem have this many dimensions.**
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Indeterminacy<T: Touch> {
    /// What pulls at each body, about its reference.
    pub load: Vec<T::Screw>,
    /// The forces (2), one for each contact.
    pub forces: Vec<T::Push>,
    /// The motions (3), one after the other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tight: Vec<TightMotion<T>>,
    /// Independent motions on which no direction of a face does work, (4); needed where there are some.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unresisted: Vec<Vec<T::Screw>>,
    /// The dimension.
    pub dimension: usize,
}

/// A motion on which given forces take up as much as any can.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct TightMotion<T: Touch> {
    /// A twist of each body.
    pub twists: Vec<T::Screw>,
    /// For each contact, the most that one normal of it takes up; nothing where there is no limit.  May be
    /// left out if all are zero.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub resistance: Vec<Rational>,
}

/// Equations up to which a rank is found by elimination in fractions.
const MOST_EQUATIONS: usize = 240;

impl<T: Faced> AssemblyProblem<T> {
    /// Accepts the dimension of the balancing forces, or says why it is not shown.
    pub fn check_indeterminacy(
        &self,
        proof: Indeterminacy<T>,
    ) -> Result<Verified<Indeterminacy<T>>, Refusal> {
        let friction = FrictionUse::Given;
        let (load, forces) = (proof.load.clone(), proof.forces.clone());
        self.check(AssemblyProof::Rests { friction: friction.clone(), load, forces })?;
        let coefficients = self.coefficients(&friction);
        let mut contacts = Vec::new();
        for ((contact, coefficients), push) in self.contacts.iter().zip(&coefficients).zip(&proof.forces) {
            let outside = || Refusal::Cone(contact.touch.id().to_owned());
            contacts.push(Faces::new(&contact.touch, coefficients, push).ok_or_else(outside)?);
        }
        let mut faces: Vec<Face> = contacts.iter().map(Faces::whole).collect();
        for motion in &proof.tight {
            self.reduce(&contacts, &mut faces, motion)?;
        }
        for (contact, face) in contacts.iter().zip(&faces) {
            let id = || Refusal::Cone(contact.touch.id().to_owned());
            require(contact.is_inside(face), id())?;
        }
        let (mut unknowns, mut columns) = (0, Vec::new());
        for ((at, contact), face) in self.contacts.iter().zip(&contacts).zip(&faces) {
            let directions = contact.directions(face);
            unknowns += own_rank(&directions);
            columns.extend(directions.iter().map(|direction| self.column(at, direction)));
        }
        let rank = self.rank(&columns, &proof.unresisted)?;
        let found = unknowns - rank.min(unknowns);
        require(found == proof.dimension, Refusal::Dimension { found, stated: proof.dimension })?;
        Ok(Verified::accepted(proof))
    }

    /// (3) for one motion.
    fn reduce(&self, contacts: &[Faces<'_, T>], faces: &mut [Face], motion: &TightMotion<T>) -> Check {
        self.is_free_motion(&motion.twists)?;
        let given = motion.resistance.is_empty() || motion.resistance.len() == contacts.len();
        require(given, Refusal::Length { contacts: contacts.len(), forces: motion.resistance.len() })?;
        let zero = Rational::zero();
        for (index, (contact, face)) in contacts.iter().zip(faces).enumerate() {
            let relative = self.relative(&self.contacts[index], &motion.twists);
            let bound = motion.resistance.get(index).unwrap_or(&zero);
            let resists = || Refusal::Resists(contact.touch.id().to_owned());
            *face = contact.reduced(face, &relative, bound).ok_or_else(resists)?;
        }
        Ok(())
    }

    fn is_free_motion(&self, twists: &[T::Screw]) -> Check {
        require(twists.len() == self.bodies.len(), Refusal::Shape)?;
        self.bodies.iter().zip(twists).try_for_each(|(body, twist)| {
            let mut entries = twist.as_ref().iter().enumerate();
            let kept = entries.all(|(component, entry)| entry.is_zero() || body.is_free(component));
            require(kept, Refusal::Freedom(body.name.clone()))
        })
    }

    /// What a direction of force of a contact adds to the equations of balance.
    fn column(&self, contact: &super::AssemblyContact<T>, direction: &[Rational]) -> Sparse {
        let wrench = contact.touch.generator_wrench(direction);
        let size = wrench.as_ref().len();
        let mut sides: Vec<(usize, bool)> = contact.sides().collect();
        sides.sort_unstable();
        let mut column = Vec::new();
        for (body, positive) in sides {
            let about = T::about(wrench.clone(), &self.bodies[body].reference);
            for (component, entry) in about.as_ref().iter().enumerate() {
                if self.bodies[body].is_free(component) && !entry.is_zero() {
                    let entry = if positive { entry.clone() } else { -entry };
                    column.push((body * size + component, entry));
                }
            }
        }
        column
    }

    /// The rank of the columns: (4), or by elimination.
    fn rank(&self, columns: &[Sparse], unresisted: &[Vec<T::Screw>]) -> Result<usize, Refusal> {
        let size = T::Screw::default().as_ref().len();
        let dimension = self.bodies.len() * size;
        let free = |body: &super::AssemblyBody<T>| (0..size).filter(|&k| body.is_free(k)).count();
        let equations: usize = self.bodies.iter().map(free).sum();
        let least = sparse_rank_modulo(columns, dimension);
        let mut motions: Vec<Sparse> = Vec::new();
        for twists in unresisted {
            self.is_free_motion(twists)?;
            let entries: Vec<&Rational> = twists.iter().flat_map(|twist| twist.as_ref()).collect();
            let work =
                |column: &Sparse| -> Rational { column.iter().map(|(at, entry)| entries[*at] * entry).sum() };
            require(columns.iter().all(|column| work(column).is_zero()), Refusal::NoWork)?;
            let entries = entries.into_iter().enumerate().filter(|(_, entry)| !entry.is_zero());
            motions.push(entries.map(|(place, entry)| (place, entry.clone())).collect());
        }
        let most = equations.saturating_sub(sparse_rank_modulo(&motions, dimension)).min(columns.len());
        if least == most {
            return Ok(least);
        }
        require(equations <= MOST_EQUATIONS, Refusal::Rank { found: least, needed: most })?;
        Ok(sparse_rank(columns, dimension))
    }
}

/// The rank of a few short vectors.
fn own_rank(vectors: &[Vec<Rational>]) -> usize {
    let sparse: Vec<Sparse> = vectors
        .iter()
        .map(|vector| vector.iter().cloned().enumerate().filter(|(_, entry)| !entry.is_zero()).collect())
        .collect();
    sparse_rank(&sparse, vectors.first().map_or(0, Vec::len))
}
