//! Does curvature hold what first order lets go?
//!
//! Without friction, let `Fᵢ` be the wrench of the normal of contact `i`, and `hᵢ(V)` the rate at which its
//! gap grows with half the square of time on a motion `V` that keeps it.  Where first order leaves motions
//! that break no contact,
//!
//! 1. an *equilibrium* is `λ ≥ 0` with `Σ λᵢFᵢ = 0`; `E` are the contacts that some equilibrium uses.
//! 2. The motions left are `C`: `Fᵢ·V = 0` on `E` and `Fᵢ·V ≥ 0` on the others.  The wrenches of `E` have
//!    rank 1 or 2, so
//!    `C` is part of a plane or of a line.
//! 3. The body is immobile if every `V ≠ 0` of `C` has an equilibrium with `Σ λᵢhᵢ(V) < 0`.
//! 4. It is mobile if for some `V` of `C` all of these sums are positive; by Farkas that is: if some
//!    acceleration `A` has
//!    `Fᵢ·A + hᵢ(V) > 0` at every contact that `V` keeps.
//! 5. Where the worst `V` gives zero, second order does not decide.  Arcs and straight edges may: if every outline that
//!    is kept moves in itself, the body glides.
//!
//! On a line, 3 and 4 are one linear program.  On a plane the equilibria are pairs of opposed contacts, their sums
//! are quadratic forms of two variables, and a fan of motions around the plane decides (see `fan`).
//!
//! ```
//! use stiction_statics::closure::{SecondOrder, second_order};
//! use stiction_proof::{Curvature, PlanarContact, PlanarProblem, Rational};
//! // Two point fingers on one line, from below on an arc of radius 1, from above on a straight edge.
//! let whole = |x: i64, y: i64| [Rational::from(x), Rational::from(y)];
//! let finger = |id: &str, y: i64, bend: i64| PlanarContact::new(id, whole(0, y), whole(0, -y), Rational::zero())
//!     .with_curvature(Curvature::Exactly(bend.into()), Curvature::Vertex);
//! let grip = |bend| PlanarProblem::new(whole(0, 0), vec![finger("below", -1, bend), finger("above", 1, 0)]);
//! assert!(matches!(second_order(&grip(-1)).unwrap(), Some(SecondOrder::Immobile(_)))); // a hollow
//! assert!(matches!(second_order(&grip(1)).unwrap(), Some(SecondOrder::Mobile(_)))); // a bulge
//! ```
//!
//! References: \[RB\]; \[MR 12.1.7\], Figure 12.14.

mod fan;
mod form;
mod margin;
mod root;

pub use margin::stiffness;

use super::twist;
use form::Form;
use stiction_exact::linear::{Program, Solution, farkas, minimise};
use stiction_exact::vector::cross;
use stiction_exact::{elimination, integers};
use stiction_proof::{Blocked, Bound, FrictionUse, PlanarProblem, Proof, Rational, Spoke, Verified};
use stiction_scene::contact::edges;
use stiction_scene::{Refused, checked};

/// A wrench or a twist.
type Screw = [Rational; 3];

/// What second order says of a body that first order leaves on the boundary.
#[derive(Debug, Clone, PartialEq)]
pub enum SecondOrder {
    /// Curvature holds it.
    Immobile(Verified),
    /// It can move away.
    Mobile(Verified),
    /// It can move along its contacts: their outlines move in themselves.
    Glides(Verified),
    /// Neither is proved.
    Undecided(Doubt),
}

/// Why second order says nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Doubt {
    /// These contacts are needed and have no curvature; their indices.
    Unknown(Vec<usize>),
    /// The worst motion gives zero: a higher order would decide.
    Boundary,
    /// More pairs of opposed contacts than are tried.
    Effort,
}

/// Decides by curvature, if first order leaves it open; none if first order closes, or some motion breaks
/// every contact.
pub fn second_order(problem: &PlanarProblem) -> Result<Option<SecondOrder>, Refused> {
    let Some(grip) = Grip::new(problem) else { return Ok(None) };
    let unknown: Vec<usize> = grip.unknown();
    let known: Vec<usize> = grip.pressing.iter().copied().filter(|index| !unknown.contains(index)).collect();
    let holding = Grip::among(problem, known);
    let found = match &holding {
        Some(holding) => holding.immobile(),
        None => Ok(None),
    };
    let proof = match found {
        Err(TooMany) => return Ok(Some(SecondOrder::Undecided(Doubt::Effort))),
        Ok(Some(proof)) => return checked(problem, proof).map(SecondOrder::Immobile).map(Some),
        Ok(None) if !unknown.is_empty() => return Ok(Some(SecondOrder::Undecided(Doubt::Unknown(unknown)))),
        Ok(None) => grip.mobile(),
    };
    match proof {
        Err(TooMany) => Ok(Some(SecondOrder::Undecided(Doubt::Effort))),
        Ok(Some(proof)) => checked(problem, proof).map(SecondOrder::Mobile).map(Some),
        Ok(None) => Ok(Some(match grip.gliding() {
            Some(glides) => SecondOrder::Glides(glides),
            None => SecondOrder::Undecided(Doubt::Boundary),
        })),
    }
}

/// Too many pairs of contacts to try.
#[derive(Debug)]
struct TooMany;

/// Contacts that press against each other without moving the body, and what they leave.
struct Grip<'p> {
    problem: &'p PlanarProblem,
    /// The wrenches of all normals.
    pushes: Vec<Screw>,
    /// `E`, or a part of it: contacts that some equilibrium uses.
    pressing: Vec<usize>,
    /// An equilibrium that uses all of them: the multiple of each one's normal.
    squeeze: Vec<Rational>,
    /// The motions with `F·V = 0` on them.
    left: MotionsLeft,
}

/// The space of motions that is left.
enum MotionsLeft {
    /// All multiples of one.
    Line(Screw),
    /// All combinations of two.
    Plane([Screw; 2]),
}

impl<'p> Grip<'p> {
    /// The grip of all contacts, unless they do not press against each other or hold at first order.
    fn new(problem: &'p PlanarProblem) -> Option<Self> {
        Self::among(problem, (0..problem.contacts.len()).collect())
    }

    /// The grip of some of the contacts.
    fn among(problem: &'p PlanarProblem, contacts: Vec<usize>) -> Option<Self> {
        let pushes: Vec<Screw> =
            edges(problem, &FrictionUse::None).into_iter().map(|edge| edge.wrench).collect();
        let (pressing, squeeze) = pressing(&pushes, contacts);
        let left = left(&pushes, &pressing)?;
        Some(Self { problem, pushes, pressing, squeeze, left })
    }

    fn unknown(&self) -> Vec<usize> {
        let unknown = |&index: &usize| self.problem.contacts[index].curvature.is_none();
        self.pressing.iter().copied().filter(unknown).collect()
    }

    /// The contacts that only bound the motions from one side.
    fn bounding(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.pushes.len()).filter(|index| self.pressing.binary_search(index).is_err())
    }

    /// The contact that forbids a motion at first order.
    fn forbidding(&self, twist: &Screw) -> Option<usize> {
        self.bounding().find(|&index| power(&self.pushes[index], twist).is_negative())
    }

    /// The proof that nothing moves, if there is one.
    fn immobile(&self) -> Result<Option<Proof>, TooMany> {
        match &self.left {
            MotionsLeft::Line(line) => Ok(self.immobile_on_line(line)),
            MotionsLeft::Plane(basis) => self.immobile_on_plane(basis),
        }
    }

    fn immobile_on_line(&self, line: &Screw) -> Option<Proof> {
        let held = self.least_sum(line, &self.pressing, Bound::Upper).filter(|least| least.sum.is_negative());
        let mut equilibria: Vec<Vec<Rational>> = held.map(|least| least.equilibrium).into_iter().collect();
        // Without an equilibrium of negative sum a motion can only be forbidden, and so can its opposite.
        let spoke = |twist: Screw| {
            let blocked = match self.forbidding(&twist) {
                Some(contact) => Blocked::Contact(self.problem.contacts[contact].id.clone()),
                None if equilibria.is_empty() => return None,
                None => Blocked::Equilibrium(0),
            };
            Some(Spoke { twist, blocked })
        };
        let fan = vec![spoke(line.clone())?, spoke(line.clone().map(|entry| -entry))?];
        // The best equilibrium may need few contacts, which leave more than the line; all of them leave no more.
        equilibria.push(self.of_all(&self.squeeze));
        Some(Proof::Immobile { equilibria, fan })
    }

    /// Multiples for all contacts from those for the contacts that press.
    fn of_all(&self, multipliers: &[Rational]) -> Vec<Rational> {
        let mut all = vec![Rational::zero(); self.pushes.len()];
        self.pressing
            .iter()
            .zip(multipliers)
            .for_each(|(&index, multiplier)| all[index] = multiplier.clone());
        all
    }

    fn immobile_on_plane(&self, basis: &[Screw; 2]) -> Result<Option<Proof>, TooMany> {
        let pairs = form::pairs(self, basis, Bound::Upper).ok_or(TooMany)?;
        let quadratic: Vec<Form> = pairs.iter().map(|pair| pair.form.clone()).collect();
        let linear = self.linear(basis);
        let fan = fan::Fan::new(&quadratic, &linear);
        let Some(sectors) = fan.sectors() else { return Ok(None) };
        let mut used: Vec<usize> = Vec::new();
        let mut spokes = Vec::new();
        for (direction, blocker) in sectors {
            let blocked = match blocker {
                fan::Blocker::Quadratic(index) => {
                    let place = used.iter().position(|&known| known == index);
                    Blocked::Equilibrium(place.unwrap_or_else(|| {
                        used.push(index);
                        used.len() - 1
                    }))
                }
                fan::Blocker::Linear(index) => {
                    let contact = self.bounding().nth(index).unwrap_or_default();
                    Blocked::Contact(self.problem.contacts[contact].id.clone())
                }
            };
            spokes.push(Spoke { twist: combined(basis, &direction), blocked });
        }
        let equilibria = used.iter().map(|&index| pairs[index].equilibrium(self.pushes.len())).collect();
        Ok(Some(Proof::Immobile { equilibria, fan: spokes }))
    }

    /// `F·V` of the bounding contacts on a plane of motions.
    fn linear(&self, basis: &[Screw; 2]) -> Vec<[Rational; 2]> {
        self.bounding().map(|index| basis.each_ref().map(|twist| power(&self.pushes[index], twist))).collect()
    }

    /// The proof that it moves away, if there is one.
    fn mobile(&self) -> Result<Option<Proof>, TooMany> {
        Ok(self.candidates()?.into_iter().find_map(|twist| self.leaving(twist)))
    }

    /// Motions of which one moves away, if any does.
    fn candidates(&self) -> Result<Vec<Screw>, TooMany> {
        match &self.left {
            MotionsLeft::Line(line) => Ok(vec![line.clone(), line.clone().map(|entry| -entry)]),
            MotionsLeft::Plane(basis) => {
                let pairs = form::pairs(self, basis, Bound::Lower).ok_or(TooMany)?;
                let quadratic: Vec<Form> = pairs.into_iter().map(|pair| pair.form).collect();
                let open = fan::Fan::new(&quadratic, &self.linear(basis)).open();
                Ok(open.iter().map(|direction| combined(basis, direction)).collect())
            }
        }
    }

    /// The acceleration that opens what a motion keeps, if there is one.
    fn leaving(&self, twist: Screw) -> Option<Proof> {
        if self.forbidding(&twist).is_some() {
            return None;
        }
        let kept: Vec<usize> =
            (0..self.pushes.len()).filter(|&index| power(&self.pushes[index], &twist).is_zero()).collect();
        let least = self.least_sum(&twist, &kept, Bound::Lower)?;
        least.sum.is_positive().then_some(Proof::Mobile { twist, acceleration: least.acceleration })
    }

    /// The least sum `Σ λᵢhᵢ(V)` of an equilibrium of these contacts with `Σ λᵢ = 1`; none if a curvature is missing.
    fn least_sum(&self, twist: &Screw, contacts: &[usize], bound: Bound) -> Option<Least> {
        let opening = |&index: &usize| self.problem.opening(&self.problem.contacts[index], twist, bound);
        let cost: Vec<Rational> = contacts.iter().map(opening).collect::<Option<_>>()?;
        let column = |&index: &usize| self.pushes[index].iter().cloned().chain([Rational::one()]).collect();
        let right = vec![Rational::zero(), Rational::zero(), Rational::zero(), Rational::one()];
        let program = Program { columns: contacts.iter().map(column).collect(), right, cost };
        let Solution::Best { x, y, cost: sum } = minimise(&program) else { return None };
        let mut equilibrium = vec![Rational::zero(); self.pushes.len()];
        contacts.iter().zip(x).for_each(|(&index, multiplier)| equilibrium[index] = multiplier);
        let acceleration = self::twist(y.into_iter().map(|entry| -entry).collect());
        Some(Least { sum, equilibrium, acceleration })
    }

    /// A motion in which every outline that is kept moves in itself, if the checker finds one among those
    /// that the first contact allows.
    fn gliding(&self) -> Option<Verified> {
        let first = &self.problem.contacts[*self.pressing.first()?];
        let motions = match &self.left {
            MotionsLeft::Line(line) => vec![line.clone()],
            MotionsLeft::Plane(basis) => [true, false]
                .iter()
                .filter_map(|&of_body| form::in_itself(self.problem, first, basis, of_body))
                .collect(),
        };
        let both = motions.into_iter().flat_map(|twist| [twist.clone(), twist.map(|entry| -entry)]);
        both.into_iter().find_map(|twist| self.problem.check(Proof::Glides { twist }).ok())
    }
}

/// The best equilibrium against a motion.
struct Least {
    sum: Rational,
    equilibrium: Vec<Rational>,
    /// The dual solution: `Fᵢ·A + hᵢ ≥ sum`.
    acceleration: Screw,
}

/// The contacts, of those given, that some equilibrium of them uses, by Stiemke: either all press, or some
/// motion keeps all and breaks some, which then never press.  With them an equilibrium that uses all of them.
fn pressing(pushes: &[Screw], mut contacts: Vec<usize>) -> (Vec<usize>, Vec<Rational>) {
    loop {
        let columns: Vec<Vec<Rational>> = contacts.iter().map(|&index| pushes[index].to_vec()).collect();
        let reversed: Vec<Rational> =
            (0..3).map(|row| -columns.iter().map(|column| column[row].clone()).sum::<Rational>()).collect();
        match farkas(&columns, &reversed, &[]) {
            Ok(extra) => {
                return (contacts, extra.into_iter().map(|extra| extra + Rational::one()).collect());
            }
            Err(direction) => {
                let direction = twist(direction);
                contacts.retain(|&index| power(&pushes[index], &direction).is_zero());
            }
        }
    }
}

/// The motions that the wrenches of some contacts leave: none if there are no contacts, or only rest is left.
fn left(pushes: &[Screw], contacts: &[usize]) -> Option<MotionsLeft> {
    let first = &pushes[*contacts.first()?];
    let whole = |index: &usize| integers::primitive(&pushes[*index]);
    let second = contacts.iter().map(|index| cross(first, &pushes[*index])).find(|line| !is_zero(line));
    match (elimination::rank(contacts.iter().map(whole).collect()), second) {
        (1, _) => {
            let axes =
                [0, 1, 2].map(|axis| cross(first, &std::array::from_fn(|k| i64::from(k == axis).into())));
            let along = axes.into_iter().find(|twist| !is_zero(twist))?;
            Some(MotionsLeft::Plane([along.clone(), cross(first, &along)]))
        }
        (2, Some(line)) => Some(MotionsLeft::Line(line)),
        _ => None,
    }
}

fn combined(basis: &[Screw; 2], [x, y]: &[Rational; 2]) -> Screw {
    std::array::from_fn(|entry| x * &basis[0][entry] + y * &basis[1][entry])
}

fn is_zero(screw: &Screw) -> bool {
    screw.iter().all(Rational::is_zero)
}

fn power(wrench: &Screw, twist: &Screw) -> Rational {
    wrench.iter().zip(twist).map(|(force, velocity)| force * velocity).sum()
}
