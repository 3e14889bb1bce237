//! Closure in space: round cones, soft fingers, pyramids, and mixtures of them.
//!
//! The contacts close when some pushes, each strictly inside its cone, cancel and their directions span; they do not
//! when some motion is resisted by none (equation (4) of the spatial problem).  For cones with edges, and without
//! friction, linear programming in integers decides between the two.  For round cones
//!
//! ```text
//!     maximise t   such that   Σ Gᵢxᵢ = 0,   xᵢ − t·eᵢ ∈ Kᵢ,   Σ eᵢ·xᵢ ≤ 1                 (1)
//! ```
//!
//! is a second-order cone program: `t > 0` is a squeeze, and at `t = 0` the multipliers of the balance are a motion in
//! the middle of those that nothing resists.  The solver only proposes.  Yes: its forces are taken as rationals, the
//! rest of their balance is taken up by six directions of contacts that push, exactly, and the checker sees whether
//! they are still inside.  No: the directions of all contacts do not span, which elimination shows; or its motion is
//! taken as rationals, and where contacts neither slip nor lift it is put exactly into the space where they do not.
//! What neither proves is left undecided.
//!
//! References: \[MR 12.2.3\]; Exercises 12.26 and 12.28.
//!
//! ```
//! use stiction_statics::closure::closure;
//! use stiction_proof::{Answer, FrictionUse, Rational, SpatialContact, SpatialProblem};
//! let vector = |x: i64, y: i64, z: i64| [x, y, z].map(Rational::from);
//! let finger = |id: &str, x: i64, y: i64| {
//!     SpatialContact::new(id, vector(x, y, 0), vector(-x, -y, 0), Rational::new(3, 5))
//! };
//! let grip = SpatialProblem::new(vector(0, 0, 0), vec![finger("a", 4, 3), finger("b", -4, 3), finger("c", 0, -5)]);
//! assert_eq!(closure(&grip, &FrictionUse::Given).unwrap().answer(), Answer::Yes);
//! assert_eq!(closure(&grip, &FrictionUse::None).unwrap().answer(), Answer::No);
//! ```
//!
//! Three fingers reduced to their plane, \[MR (12.17)\] to \[MR (12.30)\], are a special case.

pub(super) mod doubt;
mod essential;
mod least_friction;
mod motion;
mod polish;
mod quality;
mod round;
mod squeeze;

pub use essential::WithoutEach;
pub use quality::Bounded;

use super::Closing;
use round::Cones;
use std::collections::HashSet;
use stiction_exact::linear::{Balance, gordan, stiemke};
use stiction_exact::{elimination, integers};
use stiction_proof::{
    Coefficients, FrictionUse, Push, Rational, SpatialContact, SpatialProblem, SpatialProof, Verified,
};
use stiction_scene::{Refused, Verdict};

/// Margins of (1) above which a squeeze is tried first.  Only the order depends on it.
const SQUEEZED: f64 = 1e-9;

impl Closing for SpatialContact {
    type Decided = Verdict<SpatialProof>;

    fn closure_without(
        problem: &SpatialProblem,
        friction: &FrictionUse,
        without: &[usize],
    ) -> Result<Verdict<SpatialProof>, Refused> {
        let asked = ClosureQuestion::new(problem, friction, without);
        if let Some(twist) = asked.unspanned() {
            return Ok(Verdict::No(asked.checked(asked.open(twist))?));
        }
        if asked.has_edges_only() { asked.by_edges() } else { Ok(asked.by_cones()) }
    }

    fn boundary(problem: &SpatialProblem, friction: &FrictionUse) -> Result<Verdict<SpatialProof>, Refused> {
        let asked = ClosureQuestion::new(problem, friction, &[]);
        let touching = |forces| SpatialProof::Touching { friction: friction.clone(), forces };
        let breaks = |twist| SpatialProof::Breaks { friction: friction.clone(), twist };
        if asked.has_edges_only() {
            let (columns, owners) = asked.columns();
            return Ok(match gordan(&columns) {
                Ok(multipliers) => {
                    Verdict::Yes(asked.checked(touching(asked.pushes_of_edges(owners, multipliers)))?)
                }
                Err(direction) => Verdict::No(asked.checked(breaks(sixfold(direction.into_iter())))?),
            });
        }
        let cones = Cones::new(&asked);
        let Some(proposal) = cones.centre() else { return Ok(Verdict::Undecided) };
        let accepted = |proof: SpatialProof| problem.check(proof).ok();
        let breaking = motion::twists(&asked, &cones, &proposal.y).find_map(|twist| accepted(breaks(twist)));
        let squeeze =
            || squeeze::forces(&asked, &cones, &proposal.x).and_then(|forces| accepted(touching(forces)));
        let touching = || squeeze().map_or(Verdict::Undecided, Verdict::Yes);
        Ok(breaking.map_or_else(touching, Verdict::No))
    }
}

/// A question about some contacts of a problem.
pub(super) struct ClosureQuestion<'a> {
    pub(super) problem: &'a SpatialProblem,
    pub(super) friction: &'a FrictionUse,
    pub(super) coefficients: Vec<Coefficients>,
    /// Indices of the contacts that count.
    pub(super) kept: Vec<usize>,
    without: Vec<String>,
}

impl<'a> ClosureQuestion<'a> {
    pub(super) fn new(problem: &'a SpatialProblem, friction: &'a FrictionUse, without: &[usize]) -> Self {
        let gone: HashSet<usize> = without.iter().copied().collect();
        Self {
            problem,
            friction,
            coefficients: problem.coefficients(friction),
            kept: (0..problem.contacts.len()).filter(|index| !gone.contains(index)).collect(),
            without: without
                .iter()
                .filter_map(|&index| Some(problem.contacts.get(index)?.id.clone()))
                .collect(),
        }
    }

    pub(super) fn contact(&self, index: usize) -> (&SpatialContact, &Coefficients) {
        (&self.problem.contacts[index], &self.coefficients[index])
    }

    fn checked(&self, proof: SpatialProof) -> Result<Verified<SpatialProof>, Refused> {
        self.problem.check(proof).map_err(Refused)
    }

    fn open(&self, twist: [Rational; 6]) -> SpatialProof {
        SpatialProof::Open { friction: self.friction.clone(), without: self.without.clone(), twist }
    }

    fn closed(&self, forces: Vec<Push>) -> SpatialProof {
        SpatialProof::Closed { friction: self.friction.clone(), without: self.without.clone(), forces }
    }

    /// A motion that no direction of any contact feels, if the directions do not span.
    fn unspanned(&self) -> Option<[Rational; 6]> {
        let mut rows: Vec<Vec<dashu_int::IBig>> = Vec::new();
        for &index in &self.kept {
            let (contact, Coefficients { friction, torsion }) = self.contact(index);
            for direction in contact.directions(friction.is_positive(), torsion.is_positive()) {
                rows.push(integers::primitive(&self.problem.wrench(contact, &direction)));
                if elimination::rank(rows.clone()) < rows.len() {
                    rows.pop();
                }
                if rows.len() == 6 {
                    return None;
                }
            }
        }
        elimination::kernel_vector(rows, 6).map(|kernel| sixfold(kernel.into_iter().map(Rational::from)))
    }

    /// Whether every cone is given by edges: pyramids, and normals without friction.
    fn has_edges_only(&self) -> bool {
        self.kept.iter().all(|&index| {
            let (contact, coefficients) = self.contact(index);
            contact.across.is_some() || *coefficients == Coefficients::default()
        })
    }

    /// Linear programming in integers over all edges.
    fn by_edges(&self) -> Result<Verdict<SpatialProof>, Refused> {
        let (columns, owners) = self.columns();
        match stiemke(&columns) {
            Balance::Direction(direction) => {
                Ok(Verdict::No(self.checked(self.open(sixfold(direction.into_iter())))?))
            }
            Balance::Multipliers(multipliers) => {
                let forces = self.pushes_of_edges(owners, multipliers);
                Ok(Verdict::Yes(self.checked(self.closed(forces))?))
            }
        }
    }

    /// The wrenches of all edges, and whose they are.
    fn columns(&self) -> (Vec<[Rational; 6]>, Vec<usize>) {
        let (mut columns, mut owners) = (Vec::new(), Vec::new());
        for &index in &self.kept {
            let (contact, _) = self.contact(index);
            for edge in self.edges(index) {
                columns.push(self.problem.wrench(contact, &edge));
                owners.push(index);
            }
        }
        (columns, owners)
    }

    fn pushes_of_edges(&self, owners: Vec<usize>, multipliers: Vec<Rational>) -> Vec<Push> {
        let mut multiples = vec![Vec::new(); self.problem.contacts.len()];
        for (owner, multiplier) in owners.into_iter().zip(multipliers) {
            multiples[owner].push(multiplier);
        }
        multiples.into_iter().enumerate().map(|(index, own)| self.push_of_edges(index, own)).collect()
    }

    /// The edges of a contact's cone: those of its pyramid, or its normal.
    pub(super) fn edges(&self, index: usize) -> Vec<stiction_proof::Generator> {
        let (contact, coefficients) = self.contact(index);
        match contact.across {
            Some(_) => contact.edges(coefficients),
            None => contact.directions(false, false),
        }
    }

    /// A push given by multiples of the edges; none where the contact is left out.
    pub(super) fn push_of_edges(&self, index: usize, multiples: Vec<Rational>) -> Push {
        let (contact, _) = self.contact(index);
        match (&contact.across, &multiples[..]) {
            (Some(_), _) => Push::Edges { edges: multiples },
            (None, [multiple]) => Push::Force {
                force: contact.normal.clone().map(|entry| entry * multiple),
                spin: Rational::zero(),
            },
            _ => nothing(),
        }
    }

    /// Second-order cone programming, repaired.
    fn by_cones(&self) -> Verdict<SpatialProof> {
        let cones = Cones::new(self);
        let Some(proposal) = cones.centre() else { return Verdict::Undecided };
        let accepted = |proof: SpatialProof| self.problem.check(proof).ok();
        let squeezed = || squeeze::forces(self, &cones, &proposal.x).and_then(|f| accepted(self.closed(f)));
        let escaping = || motion::twists(self, &cones, &proposal.y).find_map(|v| accepted(self.open(v)));
        let yes = || squeezed().map(Verdict::Yes);
        let no = || escaping().map(Verdict::No);
        let found = if proposal.margin > SQUEEZED { yes().or_else(no) } else { no().or_else(yes) };
        found.unwrap_or(Verdict::Undecided)
    }
}

/// Six entries.
pub(super) fn sixfold(mut entries: impl Iterator<Item = Rational>) -> [Rational; 6] {
    std::array::from_fn(|_| entries.next().unwrap_or_default())
}

/// No push.
pub(super) fn nothing() -> Push {
    Push::Force { force: Default::default(), spin: Rational::zero() }
}
