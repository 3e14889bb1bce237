//! Whether partial choices together leave no choice out.
//!
//! What is open is a set of choices for each site, a box; an entry is one, too.  A box is covered when it
//! lies in an entry, or when its parts are covered.  The choices of a site fall apart into classes: two are
//! in one class when an entry has both.
//!
//! ```text
//!     several classes at a site: each entry reaches into one part alone                            (1)
//!     one class at every site:   the choices that no entry tells apart stay together               (2)
//! ```
//!
//! An entry that rests on a law leaves out what the law excepts; of a box inside such an entry others cover that.
//!
//! Entries that are the leaves of a tree of splits, which is how a search finds them, fall apart by (1) at
//! the root of every subtree: whichever site that is, each entry is on one side of it.  So each entry is
//! looked at once for every split above it, and there are fewer of these than choices: with e entries and c
//! choices at all sites together a tree takes at most e·c looks.  Lists that are no tree, such as those of
//! several hands, may take more.

use super::{Choices, Objection, Partial};

/// Looks that are always allowed; a list that is no tree may need more than a tree of as many leaves.
const LOOKS: usize = 20_000_000;

/// A box of choices, or one without what a law excepts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The box.
    pub all: Partial,
    /// The law that it rests on, by its index.
    pub law: Option<usize>,
}

impl From<Partial> for Entry {
    fn from(all: Partial) -> Self {
        Self { all, law: None }
    }
}

/// Whether one box lies in another.
fn lies_in(inner: &[u32], outer: &[u32]) -> bool {
    inner.iter().zip(outer).all(|(inner, outer)| inner & !outer == 0)
}

impl Choices {
    /// Whether the entries together leave no choice out.
    pub fn covered(&self, entries: &[Entry]) -> Result<(), Objection> {
        self.covered_at(&(0..self.sites.len()).collect::<Vec<_>>(), entries)
    }

    /// Whether they leave none out at some sites, whatever is chosen at the others; of these the entries say nothing.
    pub(crate) fn covered_at(&self, sites: &[usize], entries: &[Entry]) -> Result<(), Objection> {
        let fits = |entry: &Entry| {
            entry.all.len() == self.sites.len() && entry.law.is_none_or(|law| law < self.laws.len())
        };
        if !entries.iter().all(fits) {
            return Err(Objection::Shape);
        }
        let choices: usize = sites.iter().map(|&site| self.sites[site].choices.len()).sum();
        let looks = LOOKS.max(entries.len().saturating_mul(choices + 1));
        let mut cover = Cover { choices: self, sites, looks };
        cover.part(&mut self.everything(), &entries.iter().collect::<Vec<_>>())
    }
}

struct Cover<'c> {
    choices: &'c Choices,
    sites: &'c [usize],
    /// How many looks at an entry are left.
    looks: usize,
}

impl<'c> Cover<'c> {
    /// Whether a box is covered by entries that all reach into it.
    fn part(&mut self, open: &mut Partial, entries: &[&Entry]) -> Result<(), Objection> {
        self.looks = self.looks.checked_sub(1 + entries.len()).ok_or(Objection::Effort)?;
        let mut around = entries.iter().filter(|entry| lies_in(open, &entry.all));
        if around.clone().any(|entry| entry.law.is_none()) {
            return Ok(());
        }
        if let Some(without) = around.next().and_then(|entry| self.without(entry)) {
            return self.left(open, without, entries);
        }
        let missing = || Objection::Missing(self.choices.spell(open));
        let (site, parts) = self.split(open, entries).ok_or_else(missing)?;
        let before = open[site];
        for part in parts {
            open[site] = part;
            let near = entries.iter().filter(|entry| entry.all[site] & part != 0 && self.says(entry, open));
            let near: Vec<&Entry> = near.copied().collect();
            self.part(open, &near)?;
        }
        open[site] = before;
        Ok(())
    }

    /// Whether what an entry around a box leaves out is covered by others.
    fn left(&mut self, open: &Partial, without: &Partial, entries: &[&Entry]) -> Result<(), Objection> {
        let mut rest: Partial = open.iter().zip(without).map(|(open, without)| open & without).collect();
        if rest.contains(&0) {
            return Ok(());
        }
        let meets = |entry: &Entry| entry.all.iter().zip(&rest).all(|(entry, rest)| entry & rest != 0);
        let others = entries.iter().filter(|entry| meets(entry) && self.says(entry, &rest));
        let others: Vec<&Entry> = others.copied().collect();
        self.part(&mut rest, &others)
    }

    /// What an entry leaves out.
    fn without(&self, entry: &Entry) -> Option<&'c Partial> {
        entry.law.map(|law| &self.choices.laws[law].except)
    }

    /// Whether an entry means anything in a box.
    fn says(&self, entry: &Entry, open: &Partial) -> bool {
        !self.without(entry).is_some_and(|without| lies_in(open, without))
    }

    /// A site and the parts of what is open there: by (1), or else by (2) at the first site where an entry says less.
    fn split(&self, open: &Partial, entries: &[&Entry]) -> Option<(usize, Vec<u32>)> {
        if entries.is_empty() {
            return None;
        }
        let masks = |site: usize| entries.iter().map(move |entry| entry.all[site] & open[site]);
        let several = self.sites.iter().copied().filter(|&site| open[site].count_ones() > 1);
        let clean = several.clone().map(|site| (site, classes(open[site], masks(site))));
        let told = several.filter(|&site| masks(site).any(|mask| mask != open[site]));
        let apart = |site: usize| {
            let mut parts = vec![open[site]];
            for mask in masks(site) {
                parts = parts.into_iter().flat_map(|part| [part & mask, part & !mask]).collect();
                parts.retain(|part| *part != 0);
            }
            (site, parts)
        };
        clean.into_iter().find(|(_, classes)| classes.len() > 1).or_else(|| told.map(apart).next())
    }
}

/// The classes of what is open at a site: choices that some mask has together are in one; one that no mask
/// has is in none with others.
fn classes(open: u32, masks: impl Iterator<Item = u32>) -> Vec<u32> {
    let mut classes: Vec<u32> =
        (0..32).map(|bit| 1 << bit & open).filter(|choice: &u32| *choice != 0).collect();
    for mask in masks {
        if classes.len() == 1 {
            break;
        }
        let joined = classes.iter().filter(|class| *class & mask != 0).fold(0, |all, class| all | class);
        if joined != 0 {
            classes.retain(|class| class & mask == 0);
            classes.push(joined);
        }
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rational;
    use crate::choice::{Choice, Site};

    /// Sites with four choices each, one of which may be grouped against three.
    fn choices(sites: usize) -> Choices {
        let choice = |label: &'static str| Choice { label: label.into(), signs: vec![], open: vec![] };
        let site =
            Site { choices: ["s", "n", "l", "r"].map(choice).to_vec(), groups: vec![("m".into(), 0b1110)] };
        Choices::new(0, &[], vec![site; sites]).unwrap()
    }

    fn entries(boxes: &[Partial]) -> Vec<Entry> {
        boxes.iter().cloned().map(Entry::from).collect()
    }

    /// The leaves of a tree that first tells apart what is kept at every site, then how; of what is kept the
    /// first few have one way each.
    fn tree(choices: &Choices) -> Vec<Partial> {
        let mut leaves = Vec::new();
        let everything = choices.everything();
        for site in 0..everything.len() {
            let mut leaf = everything.clone();
            leaf[..site].fill(0b1110);
            leaf[site] = 1;
            leaves.push(leaf);
        }
        let mut kept = vec![0b1110; everything.len()];
        for site in 0..everything.len() {
            for way in [0b0100, 0b1000] {
                kept[site] = way;
                leaves.push(kept.clone());
            }
            kept[site] = 0b0010;
        }
        leaves.push(kept);
        leaves
    }

    #[test]
    fn the_leaves_of_a_tree_cover_everything_however_many_sites_there_are() {
        for sites in [1, 2, 8, 40, 120] {
            let choices = choices(sites);
            let mut leaves = tree(&choices);
            assert_eq!(choices.covered(&entries(&leaves)), Ok(()));
            // Each of them is needed, in whatever order they are told.
            leaves.rotate_left(sites / 2);
            for gone in [0, sites, leaves.len() - 1] {
                let mut fewer = leaves.clone();
                fewer.remove(gone);
                assert!(
                    matches!(choices.covered(&entries(&fewer)), Err(Objection::Missing(_))),
                    "{sites} {gone}"
                );
            }
        }
    }

    #[test]
    fn a_tree_takes_no_more_looks_than_its_leaves_times_its_choices() {
        let choices = choices(60);
        let leaves = tree(&choices);
        let looks = leaves.len() * (4 * 60 + 1);
        let (leaves, sites) = (entries(&leaves), (0..60).collect::<Vec<_>>());
        let mut cover = Cover { choices: &choices, sites: &sites, looks };
        assert_eq!(cover.part(&mut choices.everything(), &leaves.iter().collect::<Vec<_>>()), Ok(()));
    }

    #[test]
    fn entries_that_overlap_cover_what_their_union_covers() {
        let choices = choices(2);
        let [s, m, all] = [0b0001, 0b1110, 0b1111];
        let covered = |boxes: &[Partial]| choices.covered(&entries(boxes));
        assert_eq!(covered(&[vec![s, all], vec![all, s], vec![m, m]]), Ok(()));
        assert_eq!(covered(&[vec![all, all], vec![s, s]]), Ok(()));
        let left = covered(&[vec![s, all], vec![all, s], vec![m, 0b0110]]).unwrap_err();
        assert_eq!(left, Objection::Missing("mr".to_owned()));
        assert!(covered(&[]).is_err());
        assert_eq!(covered(&[vec![all]]), Err(Objection::Shape));
    }

    #[test]
    fn what_an_entry_leaves_out_needs_another() {
        let [n, all] = [0b0010, 0b1111];
        let law = |choices: Choices, except| choices.with_law(&[Rational::one()], except).unwrap();
        let choices = law(law(choices(3), vec![n; 3]), vec![1, all, all]);
        let moving = Entry { all: vec![all; 3], law: Some(0) };
        let stuck = Entry::from(vec![n; 3]);
        assert_eq!(choices.covered(&[moving.clone(), stuck.clone()]), Ok(()));
        assert_eq!(choices.covered(&[stuck.clone(), moving.clone()]), Ok(()));
        assert_eq!(choices.covered(std::slice::from_ref(&moving)), Err(Objection::Missing("nnn".to_owned())));
        // Twice the same does not help, one that leaves something else out does.
        assert!(choices.covered(&[moving.clone(), moving.clone()]).is_err());
        let elsewhere = Entry { all: vec![all, n, n], law: Some(1) };
        assert_eq!(choices.covered(&[moving, elsewhere]), Ok(()));
    }

    #[test]
    fn boxes_drawn_at_random_are_covered_exactly_if_every_choice_is() {
        let mut state = 7_u64;
        let mut next = |most: u64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) % most
        };
        let mut seen = [0; 2];
        for _ in 0..2000 {
            let count = 2 + next(9);
            let mut drawn = || (0..3).map(|_| ((1 + next(15)) | (1 + next(15))) as u32).collect::<Partial>();
            let mut choices = choices(3);
            for _ in 0..2 {
                choices = choices.with_law(&[Rational::one()], drawn()).unwrap();
            }
            let law = |index: u64| (index % 3 == 2).then_some(index as usize % 2);
            let boxes: Vec<Entry> = (0..count).map(|index| Entry { all: drawn(), law: law(index) }).collect();
            let is_in = |choice: usize, one: &Partial| {
                (0..3).all(|site| one[site] >> (choice >> (2 * site) & 3) & 1 == 1)
            };
            let meant = |choice: usize, entry: &Entry| {
                is_in(choice, &entry.all)
                    && !entry.law.is_some_and(|law| is_in(choice, &choices.laws()[law].except))
            };
            let all = (0..64).all(|choice| boxes.iter().any(|entry| meant(choice, entry)));
            let told = choices.covered(&boxes);
            assert_eq!(told.is_ok(), all, "{boxes:?}");
            seen[usize::from(all)] += 1;
        }
        assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
    }
}
