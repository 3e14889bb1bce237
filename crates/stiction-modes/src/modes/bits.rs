//! Sets of rows as bits of a fixed number of words.

/// A set of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    pub(super) const EMPTY: Self = Self([0; W]);

    /// The rows from `start` up to `end`.
    pub(super) fn range(start: usize, end: usize) -> Self {
        let mut bits = Self::EMPTY;
        (start..end).for_each(|row| bits.insert(row));
        bits
    }

    pub(super) fn insert(&mut self, row: usize) {
        self.0[row / 64] |= 1 << (row % 64);
    }

    pub(super) fn contains(&self, row: usize) -> bool {
        self.0[row / 64] >> (row % 64) & 1 == 1
    }

    pub(super) fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    pub(super) fn or(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    pub(super) fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    pub(super) fn is_within(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(one, other)| one & !other == 0)
    }

    pub(super) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The rows in the set.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            std::iter::successors(Some(word).filter(|word| *word != 0), |word| {
                Some(word & (word - 1)).filter(|word| *word != 0)
            })
            .map(move |word| 64 * index + word.trailing_zeros() as usize)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_gives_back_its_rows() {
        let mut bits = Bits::<2>::range(60, 70);
        bits.insert(3);
        assert_eq!(bits.iter().collect::<Vec<_>>(), [3, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69]);
        assert_eq!(bits.len(), 11);
        let less = bits.without(&Bits::range(0, 64));
        assert!(less.is_within(&bits) && !bits.is_within(&less) && less.contains(64) && !less.contains(63));
    }
}
