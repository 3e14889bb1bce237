//! Integer rows of one length, in one piece.

use dashu_int::IBig;
use std::fmt;
use stiction_exact::integers;
pub(super) use stiction_exact::integers::dot;
use stiction_exact::whole::Whole;
use stiction_proof::Rational;

/// Why rows or cones do not go together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ConeFault {
    /// Every row has one entry for each dimension of the space.
    Length {
        /// Index of the first row that has not.
        row: usize,
        /// How many entries it has.
        found: usize,
        /// The dimension.
        expected: usize,
    },
    /// Cones that are compared or joined, and maps, belong to one space.
    Dimension {
        /// The dimension of the other one.
        found: usize,
        /// The dimension of the first.
        expected: usize,
    },
    /// A direction is not zero.
    NoDirection,
}

impl fmt::Display for ConeFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { row, found, expected } => {
                write!(out, "cone: row {row} has {found} entries; give {expected}, one for each dimension")
            }
            Self::NoDirection => {
                out.write_str("cone: the direction is zero; give one with an entry that is not")
            }
            Self::Dimension { found, expected } => {
                write!(
                    out,
                    "cone: one lies in dimension {expected}, the other in {found}; give both in one space"
                )
            }
        }
    }
}

impl std::error::Error for ConeFault {}

/// Directions with integer entries, each the shortest that points its way.
///
/// ```
/// use stiction_geometry::cone::Rows;
/// let rows = Rows::from_integers(2, &[[2, -4], [0, 3]])?;
/// assert_eq!(rows, Rows::from_integers(2, &[[1, -2], [0, 1]])?);
/// # Ok::<(), stiction_geometry::cone::ConeFault>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rows {
    width: usize,
    entries: Vec<IBig>,
    /// How many rows there are; in dimension 0 the entries do not tell.
    count: usize,
}

impl Rows {
    /// No rows, in a space of this dimension.
    pub fn none(width: usize) -> Self {
        Self { width, entries: Vec::new(), count: 0 }
    }

    /// The rows of the unit matrix.
    pub fn axes(width: usize) -> Self {
        let entry = |at: usize| IBig::from(u8::from(at / width == at % width));
        Self { width, entries: (0..width * width).map(entry).collect(), count: width }
    }

    /// Rows from integers.
    pub fn from_integers<R: AsRef<[i64]>>(width: usize, rows: &[R]) -> Result<Self, ConeFault> {
        Self::collect(width, rows, |row, entries| entries.extend(row.as_ref().iter().map(|&x| IBig::from(x))))
    }

    /// Rows that point the way of rational ones.
    pub fn from_rationals<R: AsRef<[Rational]>>(width: usize, rows: &[R]) -> Result<Self, ConeFault> {
        Self::collect(width, rows, |row, entries| entries.extend(integers::primitive(row.as_ref())))
    }

    /// Rows from integers of any length.
    pub fn from_big<R: AsRef<[IBig]>>(width: usize, rows: &[R]) -> Result<Self, ConeFault> {
        Self::collect(width, rows, |row, entries| entries.extend_from_slice(row.as_ref()))
    }

    fn collect<R>(width: usize, rows: &[R], put: impl Fn(&R, &mut Vec<IBig>)) -> Result<Self, ConeFault> {
        let mut entries = Vec::with_capacity(width * rows.len());
        for (row, given) in rows.iter().enumerate() {
            let start = entries.len();
            put(given, &mut entries);
            let found = entries.len() - start;
            if found != width {
                return Err(ConeFault::Length { row, found, expected: width });
            }
            IBig::shorten(&mut entries[start..]);
        }
        Ok(Self { width, entries, count: rows.len() })
    }

    /// Rows that are short already.
    pub(super) fn from_flat<T: Whole>(width: usize, entries: &[T]) -> Self {
        Self { width, entries: entries.iter().map(T::to_big).collect(), count: entries.len() / width.max(1) }
    }

    /// The dimension of the space.
    pub fn width(&self) -> usize {
        self.width
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The rows one by one.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &[IBig]> + ExactSizeIterator + Clone {
        (0..self.count).map(|row| &self.entries[row * self.width..(row + 1) * self.width])
    }

    /// One row.
    pub fn get(&self, row: usize) -> Option<&[IBig]> {
        self.iter().nth(row)
    }

    /// The rows as fractions.
    ///
    /// ```
    /// # use stiction_geometry::cone::Rows;
    /// assert_eq!(Rows::from_integers(2, &[[4, -6]])?.rationals(), [[2.into(), (-3).into()]]);
    /// # Ok::<(), stiction_geometry::cone::ConeFault>(())
    /// ```
    pub fn rationals(&self) -> Vec<Vec<Rational>> {
        self.iter().map(|row| row.iter().cloned().map(Rational::from).collect()).collect()
    }

    /// Nearby doubles of length one that point the way of the rows, however long their entries are; a row of
    /// zeros stays.
    ///
    /// ```
    /// # use stiction_geometry::cone::Rows;
    /// assert_eq!(Rows::from_integers(2, &[[3, -4]])?.doubles(), [[0.6, -0.8]]);
    /// # Ok::<(), stiction_geometry::cone::ConeFault>(())
    /// ```
    pub fn doubles(&self) -> Vec<Vec<f64>> {
        self.iter().map(integers::unit_doubles).collect()
    }

    /// All entries, row after row.
    pub fn entries(&self) -> &[IBig] {
        &self.entries
    }

    /// Puts a row at the end, made as short as it can be.
    pub(super) fn push(&mut self, row: impl IntoIterator<Item = IBig>) {
        let start = self.entries.len();
        self.entries.extend(row);
        IBig::shorten(&mut self.entries[start..]);
        self.count += 1;
    }

    /// The rows followed by others of the same width.
    pub(super) fn with(&self, others: &Self) -> Self {
        let entries = self.entries.iter().chain(&others.entries).cloned().collect();
        Self { width: self.width, entries, count: self.count + others.count }
    }

    /// The rows in order, each once.
    pub(super) fn sorted(&self) -> Self {
        let mut rows: Vec<&[IBig]> = self.iter().collect();
        rows.sort_unstable();
        rows.dedup();
        let count = rows.len();
        Self { width: self.width, entries: rows.into_iter().flatten().cloned().collect(), count }
    }

    /// The rows turned round.
    pub(super) fn negated(&self) -> Self {
        let entries = self.entries.iter().map(|entry| -entry).collect();
        Self { width: self.width, entries, count: self.count }
    }
}

impl fmt::Debug for Rows {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts = |row: &[IBig]| row.iter().map(IBig::to_string).collect::<Vec<_>>().join(" ");
        out.debug_list().entries(self.iter().map(texts)).finish()
    }
}
