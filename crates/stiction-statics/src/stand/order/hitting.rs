//! The fewest bodies that hit every set of a list.
//!
//! Some body of a set that is not hit must be chosen: one branch for each.  Sets that have nothing in common
//! need a body each, which ends a branch that cannot be better than the best known.

use super::known::{Set, members, one};

/// Branches that are looked at.
const MOST_BRANCHES: usize = 20_000;

/// Bodies that hit every set, and how many are needed at least: as many, unless the search was given up.
pub(super) fn hitting(sets: &[Set]) -> (Set, usize) {
    let mut search = Search { sets, best: greedy(sets), branches: 0 };
    let at_least = apart(sets, 0);
    search.below(0, 0);
    let count = search.best.count_ones() as usize;
    (search.best, if search.branches < MOST_BRANCHES { count } else { at_least })
}

struct Search<'a> {
    sets: &'a [Set],
    best: Set,
    branches: usize,
}

impl Search<'_> {
    /// Looks at every choice that has `chosen`, and none of `left_out`.
    fn below(&mut self, chosen: Set, mut left_out: Set) {
        self.branches += 1;
        let open = self.sets.iter().filter(|&&set| set & chosen == 0).map(|&set| set & !left_out);
        let Some(next) = open.min_by_key(|set| set.count_ones()) else {
            if chosen.count_ones() < self.best.count_ones() {
                self.best = chosen;
            }
            return;
        };
        for body in members(next) {
            let needed = chosen.count_ones() as usize + apart(self.sets, chosen);
            if self.branches >= MOST_BRANCHES || needed >= self.best.count_ones() as usize {
                return;
            }
            self.below(chosen | one(body), left_out);
            left_out |= one(body);
        }
    }
}

/// How many of the sets that are not hit are found to have nothing in common.
fn apart(sets: &[Set], chosen: Set) -> usize {
    let mut open: Vec<Set> = sets.iter().copied().filter(|set| set & chosen == 0).collect();
    open.sort_by_key(|set| set.count_ones());
    let (mut taken, mut count) = (0, 0);
    for set in open {
        if set & taken == 0 {
            taken |= set;
            count += 1;
        }
    }
    count
}

/// Always the body that hits most.
fn greedy(sets: &[Set]) -> Set {
    let mut chosen = 0;
    loop {
        let open: Vec<Set> = sets.iter().copied().filter(|set| set & chosen == 0).collect();
        let bodies = members(open.iter().fold(0, |all, set| all | set));
        let hits = |body: &usize| open.iter().filter(|&&set| set & one(*body) != 0).count();
        // The first of those that hit most.
        let Some(most) = bodies.rev_max(hits) else { return chosen };
        chosen |= one(most);
    }
}

/// The first of those with the largest value.
trait RevMax: Iterator<Item = usize> + Sized {
    fn rev_max(self, value: impl Fn(&usize) -> usize) -> Option<usize> {
        self.fold(None, |best: Option<usize>, next| match best {
            Some(best) if value(&best) >= value(&next) => Some(best),
            _ => Some(next),
        })
    }
}
impl<I: Iterator<Item = usize>> RevMax for I {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_hit_by_every_second_place() {
        let path: Vec<Set> = (0..8).map(|at| 0b11 << at).collect();
        let (chosen, at_least) = hitting(&path);
        assert_eq!((chosen.count_ones(), at_least), (4, 4));
        assert!(path.iter().all(|set| set & chosen != 0));
        assert_eq!(hitting(&[]), (0, 0));
    }

    #[test]
    fn a_ring_of_five_needs_three_though_two_pairs_are_apart() {
        let ring: Vec<Set> = (0..5).map(|at| one(at) | one((at + 1) % 5)).collect();
        assert_eq!(apart(&ring, 0), 2);
        assert_eq!((hitting(&ring).0.count_ones(), hitting(&ring).1), (3, 3));
    }

    #[test]
    fn every_small_list_is_hit_by_as_few_as_trying_everything_finds() {
        let mut state = 1_u64;
        for _ in 0..200 {
            let mut next = || {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                Set::from(state >> 58).max(1)
            };
            let sets: Vec<Set> = (0..6).map(|_| next()).collect();
            let hits = |chosen: &Set| sets.iter().all(|set| set & chosen != 0);
            let fewest = (0..64).filter(hits).map(Set::count_ones).min().unwrap();
            let (chosen, at_least) = hitting(&sets);
            assert!(hits(&chosen));
            assert_eq!((chosen.count_ones(), at_least), (fewest, fewest as usize), "{sets:?}");
        }
    }
}
