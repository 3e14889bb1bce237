//! Which contacts may be removed, in space.
//!
//! A contact is *essential* when the others alone do not close. Of few contacts each is asked in turn. Among many a
//! few that lie apart mostly close by themselves, and their squeeze shows that each of the others may be removed; a
//! second such few shows it of the first. Only contacts of which neither says anything are asked.
//!
//! References: \[MR 12.1.7.1\].

use super::super::{Removing, closure_without};
use std::collections::HashSet;
use stiction_exact::work;
use stiction_proof::{FrictionUse, Push, SpatialContact, SpatialProblem, SpatialProof};
use stiction_scene::{Refused, Verdict};

/// For each contact what becomes of a closed grasp without it: no is an escape, so the contact is essential.
pub type WithoutEach = Vec<Verdict<SpatialProof>>;

/// Contacts up to which each is asked in turn.
const FEW: usize = 48;
/// Steps for each contact of a squeeze that is checked.
const CHECKED: usize = 20;
/// Contacts that are tried together among more.
const CORE: usize = 16;

impl Removing for SpatialContact {
    type Essential = WithoutEach;

    fn essential(problem: &SpatialProblem, friction: &FrictionUse) -> Result<WithoutEach, Refused> {
        let count = problem.contacts.len();
        let mut cores = Vec::new();
        for offset in (0..2).filter(|_| count > FEW) {
            cores.extend(Core::found(problem, friction, offset)?);
        }
        let without = |index: usize| match cores.iter().find(|core| !core.contacts.contains(&index)) {
            Some(core) => core.without(problem, friction, index),
            None => closure_without(problem, friction, &[index]),
        };
        (0..count).map(without).collect()
    }
}

/// A few contacts that close by themselves.
struct Core {
    contacts: HashSet<usize>,
    /// Their squeeze; the other contacts are idle.
    forces: Vec<Push>,
}

impl Core {
    /// Every so many-th contact, from one of the first, if these close.
    fn found(
        problem: &SpatialProblem,
        friction: &FrictionUse,
        offset: usize,
    ) -> Result<Option<Self>, Refused> {
        let count = problem.contacts.len();
        let contacts: HashSet<usize> = (offset..count).step_by(count / CORE).collect();
        let others: Vec<usize> = (0..count).filter(|index| !contacts.contains(index)).collect();
        Ok(match closure_without(problem, friction, &others)? {
            Verdict::Yes(squeeze) => match squeeze.into_proof() {
                SpatialProof::Closed { forces, .. } => Some(Self { contacts, forces }),
                _ => None,
            },
            Verdict::No(_) | Verdict::Undecided => None,
        })
    }

    /// That the grasp closes without a contact that is not of the few.
    fn without(
        &self,
        problem: &SpatialProblem,
        friction: &FrictionUse,
        index: usize,
    ) -> Result<Verdict<SpatialProof>, Refused> {
        work::spend(CHECKED * problem.contacts.len());
        let proof = SpatialProof::Closed {
            friction: friction.clone(),
            without: vec![problem.contacts[index].id.clone()],
            forces: self.forces.clone(),
        };
        problem.check(proof).map(Verdict::Yes).map_err(Refused)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::essential;
    use super::*;
    use stiction_proof::Rational;

    /// Fingers all over a cube, pressing towards its middle.
    fn fingers(each: i64) -> SpatialProblem {
        let mut contacts = Vec::new();
        for place in 0..each {
            for axis in 0..6 {
                let (side, sign) = (axis % 3, if axis < 3 { 1 } else { -1 });
                let mut point =
                    [Rational::new(place, 100), Rational::new(-place, 90), Rational::new(place + 1, 110)];
                point[side] = Rational::from(sign);
                let mut normal = [0, 0, 0];
                normal[side] = -sign;
                let id = format!("{place}.{axis}");
                contacts.push(SpatialContact::new(
                    &id,
                    point,
                    normal.map(Rational::from),
                    Rational::new(1, 2),
                ));
            }
        }
        SpatialProblem::new([0, 0, 0].map(Rational::from), contacts)
    }

    #[test]
    fn among_many_fingers_each_may_be_removed_and_the_proof_leaves_it_out() {
        for friction in [FrictionUse::Given, FrictionUse::None] {
            let problem = fingers(11);
            let found = essential(&problem, &friction).unwrap();
            assert_eq!(found.len(), problem.contacts.len());
            for (contact, verdict) in problem.contacts.iter().zip(found) {
                match verdict {
                    Verdict::Yes(proof) => {
                        let SpatialProof::Closed { without, .. } = proof.into_proof() else {
                            panic!("a squeeze")
                        };
                        assert_eq!(without, std::slice::from_ref(&contact.id));
                    }
                    _ => assert_eq!(friction, FrictionUse::None, "{}", contact.id),
                }
            }
        }
    }
}
