//! Stretches of the tracks, one after the other, and how they are cut.

use serde::{Deserialize, Serialize};

/// Places on one track: all places are whole numbers, track after track.
pub const FULL: u64 = 1 << 20;

/// Everything between two places, which are on one track or at ends of tracks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Stretch {
    /// Where it begins.
    pub from: u64,
    /// Where it ends.
    pub to: u64,
}

/// So many of the contacts are in a stretch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Group {
    /// The stretch.
    pub stretch: Stretch,
    /// How many.
    pub count: usize,
}

impl Stretch {
    /// All tracks.
    pub fn whole(tracks: usize) -> Self {
        Self { from: 0, to: tracks as u64 * FULL }
    }

    /// The parts of the tracks that it is made of: the track, and the first and the last place on it.
    pub fn pieces(self) -> impl Iterator<Item = (usize, u64, u64)> {
        (self.from / FULL..self.to.div_ceil(FULL)).map(move |track| {
            let start = track * FULL;
            (track as usize, self.from.max(start) - start, self.to.min(start + FULL) - start)
        })
    }

    /// The two halves: cut between two tracks, if there are several, else in the middle; none of what is too short.
    pub fn halves(self) -> Option<[Self; 2]> {
        let several = self.to.div_ceil(FULL) - self.from / FULL > 1;
        let middle = u64::midpoint(self.from, self.to);
        let cut = if several { (middle + FULL / 2) / FULL * FULL } else { middle };
        let cut =
            if several { cut.clamp((self.from / FULL + 1) * FULL, (self.to - 1) / FULL * FULL) } else { cut };
        (self.from < cut && cut < self.to)
            .then_some([Self { from: self.from, to: cut }, Self { from: cut, to: self.to }])
    }
}

/// Every way of dealing the contacts of one group out to the halves of its stretch.
pub(super) fn dealt(groups: &[Group], which: usize) -> Option<Vec<Vec<Group>>> {
    let group = groups.get(which)?;
    let [first, second] = group.stretch.halves()?;
    let deal = |here: usize| {
        let parts = [(first, here), (second, group.count - here)];
        let parts = parts.into_iter().filter(|(_, count)| *count > 0);
        let parts = parts.map(|(stretch, count)| Group { stretch, count });
        groups[..which].iter().copied().chain(parts).chain(groups[which + 1..].iter().copied()).collect()
    };
    Some((0..=group.count).rev().map(deal).collect())
}
