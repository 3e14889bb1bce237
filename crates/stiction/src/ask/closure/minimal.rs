//! Which few contacts hold the body, and which few would let it go?
//!
//! Both questions are one: an escape that only the contacts `H` resist says that *every closing set meets `H`*; a squeeze
//! of the contacts `P` says that *every set whose loss opens the grasp meets `P`*.  A smallest set that meets all those
//! found so far is tried; either it does what was asked, and nothing smaller can, or the answer is one more set to be
//! met:
//!
//! ```text
//!     sufficient   S closes by itself;  every smaller set misses some H, and an escape remains            (1)
//!     guilty       without G it is open; every smaller set misses some P, and a squeeze remains           (2)
//! ```
//!
//! So each answer comes with the proofs of why nothing smaller will do.  Beyond [`MOST_SEARCHED`] contacts one after
//! the other is left out where it can be: such a set is irreducible, not always the smallest.
//!
//! References: \[MR 12.1.7.1\]; Exercise 12.5.

use super::{closure_in_space_without, closure_without, essential};
use crate::ask::{Decision, Refused, Verdict};
use crate::work;
use std::collections::HashSet;
use stiction_proof::{
    FrictionUse, PlanarContact, PlanarProblem, Problem, Proof, Refusal, SpatialContact, SpatialProblem,
    SpatialProof, Touch, Verified,
};

/// Contacts up to which the smallest set is searched for.
pub const MOST_SEARCHED: usize = 12;
/// Contacts up to which an irreducible set is.
pub const MOST_REDUCED: usize = 64;
/// Sets tried before the search is given up.
const MOST_TRIED: usize = 512;

const GIVEN: FrictionUse = FrictionUse::Given;

/// A set of contacts that does what was asked, and why nothing less would.
#[derive(Debug, Clone, PartialEq)]
pub struct FewContacts<P> {
    /// Indices of the contacts.
    pub contacts: Vec<usize>,
    /// Whether no smaller set does it; otherwise no part of this one does.
    pub smallest: bool,
    /// That it does.
    pub proof: Verified<P>,
    /// Escapes or squeezes that every such set must meet, (1) and (2).
    pub reasons: Vec<Verified<P>>,
}

/// How the search for such a set ended.
#[derive(Debug, Clone, PartialEq)]
pub enum Few<P> {
    /// With a set.
    Found(FewContacts<P>),
    /// Asked of closed grasps.
    NotClosed,
    /// More contacts, or more sets to try, than this version takes on.
    TooMany,
    /// A grasp on the way was neither proved closed nor open.
    Undecided,
    /// Not at all: time was up.
    Unfinished,
}

/// The smallest sets of both sorts.
#[derive(Debug, Clone, PartialEq)]
pub struct Minimal<P> {
    /// Contacts that close by themselves.
    pub sufficient: Few<P>,
    /// Contacts whose loss opens the grasp.
    pub guilty: Few<P>,
}

/// Finds both sets.
///
/// ```
/// use stiction::ask::closure::{Few, minimal};
/// use stiction_proof::{PlanarContact, PlanarProblem, Rational};
/// let whole = |x: i64, y: i64| [Rational::from(x), Rational::from(y)];
/// let finger = |id: &str, x: i64, y: i64| PlanarContact::new(id, whole(x, y), whole(-x, -y), Rational::new(1, 2));
/// let grip = [finger("west", -1, 0), finger("east", 1, 0), finger("south", 0, -1), finger("north", 0, 1)];
/// let found = minimal(&PlanarProblem::new(whole(0, 0), grip.to_vec())).unwrap();
/// let Few::Found(sufficient) = found.sufficient else { panic!("it closes") };
/// assert_eq!(sufficient.contacts.len(), 2);
/// ```
pub fn minimal<T: Closing>(problem: &Problem<T>) -> Result<Minimal<Proof<T>>, Refused> {
    both(problem, T::likely(problem)?)
}

/// Contacts of plane or space, of whose grasps closure is decided.
pub trait Closing: Touch {
    /// Whether a grasp closes without some of its contacts.
    fn without(problem: &Problem<Self>, without: &[usize]) -> Result<Verdict<Proof<Self>>, Refused>;

    /// Contacts with which the search for few begins.
    fn likely(problem: &Problem<Self>) -> Result<Vec<usize>, Refused> {
        Ok((0..problem.contacts.len()).collect())
    }
}

impl Closing for PlanarContact {
    fn without(problem: &PlanarProblem, without: &[usize]) -> Result<Verdict<Proof>, Refused> {
        Ok(match closure_without(problem, &GIVEN, without)? {
            Decision::Yes(squeeze) => Verdict::Yes(squeeze),
            Decision::No(escape) => Verdict::No(escape),
        })
    }

    /// Few contacts of a large grasp press in its core.
    fn likely(problem: &PlanarProblem) -> Result<Vec<usize>, Refused> {
        Ok(match essential(problem, &GIVEN)? {
            Some(found) if problem.contacts.len() > MOST_SEARCHED => problem.pushing(found.core.proof()),
            _ => (0..problem.contacts.len()).collect(),
        })
    }
}

impl Closing for SpatialContact {
    fn without(problem: &SpatialProblem, without: &[usize]) -> Result<Verdict<SpatialProof>, Refused> {
        closure_in_space_without(problem, &GIVEN, without)
    }
}

/// A grasp of which contacts can be taken away.
trait Grasp: Sized {
    type Proof: Clone;
    fn count(&self) -> usize;
    fn id(&self, index: usize) -> String;
    fn without(&self, without: &[usize]) -> Result<Verdict<Self::Proof>, Refused>;
    /// The same statement with other contacts left out.
    fn restated(&self, proof: &Self::Proof, without: Vec<String>) -> Result<Verified<Self::Proof>, Refusal>;
    /// Contacts that push in a squeeze.
    fn pushing(&self, squeeze: &Self::Proof) -> Vec<usize>;

    /// One contact by itself.
    fn alone(&self, index: usize) -> Self;

    /// Contacts that resist an escape: those that do by themselves.
    fn resisting(&self, escape: &Self::Proof) -> Vec<usize> {
        let resists = |index: &usize| self.alone(*index).restated(escape, Vec::new()).is_err();
        (0..self.count()).filter(resists).collect()
    }

    fn ids(&self, indices: impl Iterator<Item = usize>) -> Vec<String> {
        indices.map(|index| self.id(index)).collect()
    }

    fn others(&self, set: &[usize]) -> Vec<usize> {
        let set: HashSet<usize> = set.iter().copied().collect();
        (0..self.count()).filter(|index| !set.contains(index)).collect()
    }
}

impl<T: Closing> Grasp for Problem<T> {
    type Proof = Proof<T>;

    fn count(&self) -> usize {
        self.contacts.len()
    }

    fn id(&self, index: usize) -> String {
        self.contacts[index].id().to_owned()
    }

    fn alone(&self, index: usize) -> Self {
        Self { reference: self.reference.clone(), contacts: vec![self.contacts[index].clone()] }
    }

    fn without(&self, without: &[usize]) -> Result<Verdict<Proof<T>>, Refused> {
        T::without(self, without)
    }

    fn restated(&self, proof: &Proof<T>, without: Vec<String>) -> Result<Verified<Proof<T>>, Refusal> {
        let mut proof = proof.clone();
        if let Proof::Closed { without: out, .. } | Proof::Open { without: out, .. } = &mut proof {
            *out = without;
        }
        self.check(proof)
    }

    fn pushing(&self, squeeze: &Proof<T>) -> Vec<usize> {
        let Proof::Closed { forces, .. } = squeeze else { return Vec::new() };
        (0..forces.len()).filter(|&index| !T::is_absent(&forces[index])).collect()
    }
}

fn both<G: Grasp>(grasp: &G, start: Vec<usize>) -> Result<Minimal<G::Proof>, Refused> {
    match grasp.without(&[])? {
        Verdict::No(_) => return Ok(Minimal { sufficient: Few::NotClosed, guilty: Few::NotClosed }),
        Verdict::Undecided => return Ok(Minimal { sufficient: Few::Undecided, guilty: Few::Undecided }),
        Verdict::Yes(_) => {}
    }
    Ok(if grasp.count() <= MOST_SEARCHED {
        Minimal { sufficient: smallest(grasp, Sort::Sufficient)?, guilty: smallest(grasp, Sort::Guilty)? }
    } else {
        Minimal {
            sufficient: irreducible(grasp, Sort::Sufficient, start)?,
            guilty: irreducible(grasp, Sort::Guilty, (0..grasp.count()).collect())?,
        }
    })
}

/// Which sort of set is sought.
#[derive(Clone, Copy, PartialEq)]
enum Sort {
    /// (1).
    Sufficient,
    /// (2).
    Guilty,
}

/// Steps for each contact of a question about a set.
const ASKED: usize = 20;

/// Whether a set does what its sort asks.
enum Tried<P> {
    Does(Verified<P>),
    /// It does not; any set that does must meet these contacts, by this proof.
    Misses(Vec<usize>, Verified<P>),
    Undecided,
}

fn attempt<G: Grasp>(grasp: &G, sort: Sort, set: &[usize]) -> Result<Tried<G::Proof>, Refused> {
    work::spend(ASKED * grasp.count());
    let out = if sort == Sort::Sufficient { grasp.others(set) } else { set.to_vec() };
    Ok(match (grasp.without(&out)?, sort) {
        (Verdict::Yes(squeeze), Sort::Sufficient) => Tried::Does(squeeze),
        (Verdict::No(escape), Sort::Guilty) => Tried::Does(escape),
        (Verdict::No(escape), Sort::Sufficient) => {
            let resisting = grasp.resisting(escape.proof());
            let ids = grasp.ids(resisting.iter().copied());
            Tried::Misses(resisting, grasp.restated(escape.proof(), ids).map_err(Refused)?)
        }
        (Verdict::Yes(squeeze), Sort::Guilty) => {
            let pushing = grasp.pushing(squeeze.proof());
            let ids = grasp.ids(grasp.others(&pushing).into_iter());
            Tried::Misses(pushing, grasp.restated(squeeze.proof(), ids).map_err(Refused)?)
        }
        (Verdict::Undecided, _) => Tried::Undecided,
    })
}

/// Tries smallest sets that meet all that must be met, until one does what is asked.
fn smallest<G: Grasp>(grasp: &G, sort: Sort) -> Result<Few<G::Proof>, Refused> {
    let (mut must_meet, mut reasons) = (Vec::new(), Vec::new());
    for _ in 0..MOST_TRIED {
        let Some(contacts) = smallest_meeting(grasp.count(), &must_meet) else { return Ok(Few::Undecided) };
        match attempt(grasp, sort, &contacts)? {
            Tried::Undecided => return Ok(Few::Undecided),
            Tried::Does(proof) => {
                return Ok(Few::Found(FewContacts { contacts, smallest: true, proof, reasons }));
            }
            Tried::Misses(met, reason) => {
                let (met, reason) = sharpened(grasp, sort, &contacts, met, reason)?;
                must_meet.push(mask(&met));
                reasons.push(reason);
            }
        }
    }
    Ok(Few::TooMany)
}

/// The same miss with as few contacts to be met as can be: those that are not needed for the squeeze, or whose push does
/// not stop every escape, are put into the set that misses.
fn sharpened<G: Grasp>(
    grasp: &G,
    sort: Sort,
    set: &[usize],
    mut met: Vec<usize>,
    mut reason: Verified<G::Proof>,
) -> Result<(Vec<usize>, Verified<G::Proof>), Refused> {
    let mut set = set.to_vec();
    for index in grasp.others(&set) {
        let more: Vec<usize> = set.iter().copied().chain([index]).collect();
        if let Tried::Misses(fewer, sharper) = attempt(grasp, sort, &more)? {
            (set, met, reason) = (more, fewer, sharper);
        }
    }
    Ok((met, reason))
}

fn mask(set: &[usize]) -> u32 {
    set.iter().fold(0, |mask, index| mask | 1 << index)
}

/// A smallest set, the first of them, that has a contact of each of the others; there are few contacts.
fn smallest_meeting(count: usize, others: &[u32]) -> Option<Vec<usize>> {
    let meets = |set: &u32| others.iter().all(|other| set & other != 0);
    let set = (0..1_u32 << count).filter(meets).min_by_key(|set| set.count_ones())?;
    Some((0..count).filter(|index| set & (1 << index) != 0).collect())
}

/// Leaves out one contact after the other, as long as the rest still does what is asked.
fn irreducible<G: Grasp>(grasp: &G, sort: Sort, start: Vec<usize>) -> Result<Few<G::Proof>, Refused> {
    if start.len() > MOST_REDUCED {
        return Ok(Few::TooMany);
    }
    let Tried::Does(mut proof) = attempt(grasp, sort, &start)? else { return Ok(Few::Undecided) };
    let mut reasons = Vec::new();
    let mut contacts = start.clone();
    for index in start {
        let fewer: Vec<usize> = contacts.iter().copied().filter(|&other| other != index).collect();
        match attempt(grasp, sort, &fewer)? {
            Tried::Undecided => return Ok(Few::Undecided),
            Tried::Does(found) => (contacts, proof) = (fewer, found),
            Tried::Misses(_, reason) => reasons.push(reason),
        }
    }
    Ok(Few::Found(FewContacts { contacts, smallest: false, proof, reasons }))
}
