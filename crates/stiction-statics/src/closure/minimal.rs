//! Which few contacts hold the body, and which few would let it go?
//!
//! Both questions are one: an escape that only the contacts `H` resist says that *every closing set meets `H`*; a
//! squeeze of the contacts `P` says that *every set whose loss opens the grasp meets `P`*. A smallest set that meets
//! all those found so far is tried; either it does what was asked, and nothing smaller can, or the answer is one more
//! set to be met:
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

use super::{Closing, Removing, closure_without};
use std::collections::HashSet;
use stiction_exact::work;
use stiction_proof::{FrictionUse, Problem, Proof, Refusal, Touch, Verified};
use stiction_scene::{Refused, Verdict};

/// Contacts up to which the smallest set is searched for.
pub const MOST_SEARCHED: usize = 12;
/// Contacts up to which an irreducible set is.
pub const MOST_REDUCED: usize = 64;
/// Sets tried before the search is given up.
const MOST_TRIED: usize = 512;

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
/// use stiction_statics::closure::{Few, minimal};
/// use stiction_proof::{PlanarContact, PlanarProblem, Rational};
/// let whole = |x: i64, y: i64| [Rational::from(x), Rational::from(y)];
/// let finger = |id: &str, x: i64, y: i64| PlanarContact::new(id, whole(x, y), whole(-x, -y), Rational::new(1, 2));
/// let grip = [finger("west", -1, 0), finger("east", 1, 0), finger("south", 0, -1), finger("north", 0, 1)];
/// let found = minimal(&PlanarProblem::new(whole(0, 0), grip.to_vec())).unwrap();
/// let Few::Found(sufficient) = found.sufficient else { panic!("it closes") };
/// assert_eq!(sufficient.contacts.len(), 2);
/// ```
pub fn minimal<T: Removing>(problem: &Problem<T>) -> Result<Minimal<Proof<T>>, Refused> {
    both(problem, T::likely(problem)?)
}

/// Whether the grasp closes without some of its contacts.
fn decided<T: Closing>(grasp: &Problem<T>, without: &[usize]) -> Result<Verdict<Proof<T>>, Refused> {
    closure_without(grasp, &FrictionUse::Given, without).map(Into::into)
}

/// The same statement with other contacts left out.
fn restated<T: Touch>(
    grasp: &Problem<T>,
    proof: &Proof<T>,
    without: &[usize],
) -> Result<Verified<Proof<T>>, Refusal> {
    let mut proof = proof.clone();
    if let Proof::Closed { without: out, .. } | Proof::Open { without: out, .. } = &mut proof {
        *out = without.iter().map(|&index| grasp.contacts[index].id().to_owned()).collect();
    }
    grasp.check(proof)
}

/// Contacts that push in a squeeze.
pub(super) fn pushing<T: Touch>(squeeze: &Proof<T>) -> Vec<usize> {
    let Proof::Closed { forces, .. } = squeeze else { return Vec::new() };
    (0..forces.len()).filter(|&index| !T::is_absent(&forces[index])).collect()
}

/// Contacts that resist an escape: those that do by themselves.
fn resisting<T: Touch>(grasp: &Problem<T>, escape: &Proof<T>) -> Vec<usize> {
    let alone = |index: usize| Problem::new(grasp.reference.clone(), vec![grasp.contacts[index].clone()]);
    (0..grasp.contacts.len()).filter(|&index| restated(&alone(index), escape, &[]).is_err()).collect()
}

fn others<T: Touch>(grasp: &Problem<T>, set: &[usize]) -> Vec<usize> {
    let set: HashSet<usize> = set.iter().copied().collect();
    (0..grasp.contacts.len()).filter(|index| !set.contains(index)).collect()
}

fn both<T: Closing>(grasp: &Problem<T>, start: Vec<usize>) -> Result<Minimal<Proof<T>>, Refused> {
    match decided(grasp, &[])? {
        Verdict::No(_) => return Ok(Minimal { sufficient: Few::NotClosed, guilty: Few::NotClosed }),
        Verdict::Undecided => return Ok(Minimal { sufficient: Few::Undecided, guilty: Few::Undecided }),
        Verdict::Yes(_) => {}
    }
    Ok(if grasp.contacts.len() <= MOST_SEARCHED {
        Minimal { sufficient: smallest(grasp, Sort::Sufficient)?, guilty: smallest(grasp, Sort::Guilty)? }
    } else {
        Minimal {
            sufficient: irreducible(grasp, Sort::Sufficient, start)?,
            guilty: irreducible(grasp, Sort::Guilty, (0..grasp.contacts.len()).collect())?,
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
enum SetTest<P> {
    Does(Verified<P>),
    /// It does not; any set that does must meet these contacts, by this proof.
    Misses(Vec<usize>, Verified<P>),
    Undecided,
}

fn attempt<T: Closing>(grasp: &Problem<T>, sort: Sort, set: &[usize]) -> Result<SetTest<Proof<T>>, Refused> {
    work::spend(ASKED * grasp.contacts.len());
    let out = if sort == Sort::Sufficient { others(grasp, set) } else { set.to_vec() };
    Ok(match (decided(grasp, &out)?, sort) {
        (Verdict::Yes(squeeze), Sort::Sufficient) => SetTest::Does(squeeze),
        (Verdict::No(escape), Sort::Guilty) => SetTest::Does(escape),
        (Verdict::No(escape), Sort::Sufficient) => {
            let resisting = resisting(grasp, escape.proof());
            let proof = restated(grasp, escape.proof(), &resisting).map_err(Refused)?;
            SetTest::Misses(resisting, proof)
        }
        (Verdict::Yes(squeeze), Sort::Guilty) => {
            let pushing = pushing(squeeze.proof());
            let proof = restated(grasp, squeeze.proof(), &others(grasp, &pushing)).map_err(Refused)?;
            SetTest::Misses(pushing, proof)
        }
        (Verdict::Undecided, _) => SetTest::Undecided,
    })
}

/// Tries smallest sets that meet all that must be met, until one does what is asked.
fn smallest<T: Closing>(grasp: &Problem<T>, sort: Sort) -> Result<Few<Proof<T>>, Refused> {
    let (mut must_meet, mut reasons) = (Vec::new(), Vec::new());
    for _ in 0..MOST_TRIED {
        let Some(contacts) = smallest_meeting(grasp.contacts.len(), &must_meet) else {
            return Ok(Few::Undecided);
        };
        match attempt(grasp, sort, &contacts)? {
            SetTest::Undecided => return Ok(Few::Undecided),
            SetTest::Does(proof) => {
                return Ok(Few::Found(FewContacts { contacts, smallest: true, proof, reasons }));
            }
            SetTest::Misses(met, reason) => {
                let (met, reason) = sharpened(grasp, sort, &contacts, met, reason)?;
                must_meet.push(mask(&met));
                reasons.push(reason);
            }
        }
    }
    Ok(Few::TooMany)
}

/// The same miss with as few contacts to be met as can be: those that are not needed for the squeeze, or whose push
/// does not stop every escape, are put into the set that misses.
fn sharpened<T: Closing>(
    grasp: &Problem<T>,
    sort: Sort,
    set: &[usize],
    mut met: Vec<usize>,
    mut reason: Verified<Proof<T>>,
) -> Result<(Vec<usize>, Verified<Proof<T>>), Refused> {
    let mut set = set.to_vec();
    for index in others(grasp, &set) {
        let more: Vec<usize> = set.iter().copied().chain([index]).collect();
        if let SetTest::Misses(fewer, sharper) = attempt(grasp, sort, &more)? {
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
fn irreducible<T: Closing>(
    grasp: &Problem<T>,
    sort: Sort,
    start: Vec<usize>,
) -> Result<Few<Proof<T>>, Refused> {
    if start.len() > MOST_REDUCED {
        return Ok(Few::TooMany);
    }
    let SetTest::Does(mut proof) = attempt(grasp, sort, &start)? else { return Ok(Few::Undecided) };
    let mut reasons = Vec::new();
    let mut contacts = start.clone();
    for index in start {
        let fewer: Vec<usize> = contacts.iter().copied().filter(|&other| other != index).collect();
        match attempt(grasp, sort, &fewer)? {
            SetTest::Undecided => return Ok(Few::Undecided),
            SetTest::Does(found) => (contacts, proof) = (fewer, found),
            SetTest::Misses(_, reason) => reasons.push(reason),
        }
    }
    Ok(Few::Found(FewContacts { contacts, smallest: false, proof, reasons }))
}
