//! Signs of directions in R³: of coordinates, of cross products, of determinants.  In doubles where a bound
//! on their error allows, else in integers \[Shewchuk\].

use dashu_int::IBig;
use dashu_int::ops::{BitTest, UnsignedAbs};
use std::cmp::Ordering;
pub(super) use stiction_exact::double::{cross, dot};
use stiction_exact::integers;
use stiction_exact::whole::Whole;

/// Directions of which signs are asked by index.
pub(super) trait Signs {
    fn count(&self) -> usize {
        self.near().len()
    }
    /// The sign of a coordinate.
    fn coordinate(&self, a: usize, axis: usize) -> Ordering;
    /// The sign of a coordinate of `a × b`.
    fn cross(&self, a: usize, b: usize, axis: usize) -> Ordering;
    /// The sign of `det(a, b, c)`.
    fn determinant(&self, a: usize, b: usize, c: usize) -> Ordering;
    /// Doubles near the directions, or NaN: to guess by, never to decide.
    fn near(&self) -> &[[f64; 3]];

    /// The sign of `det(a, b, c)` where `across` is `a × b` of the doubles: for many `c` with the same two.
    fn side(&self, _across: &[f64; 3], [a, b]: [usize; 2], c: usize) -> Ordering {
        self.determinant(a, b, c)
    }

    /// An axis along which `a × b` is not zero, with its sign.
    fn across(&self, a: usize, b: usize) -> Option<(usize, Ordering)> {
        (0..3).map(|axis| (axis, self.cross(a, b, axis))).find(|(_, sign)| sign.is_ne())
    }

    /// Of two parallel directions: whether they point the same way.
    fn agree(&self, a: usize, b: usize) -> bool {
        (0..3).all(|axis| self.coordinate(a, axis) == self.coordinate(b, axis))
    }
}

/// Short directions, exact in words and in doubles.
#[derive(Debug, Clone, Default)]
pub(super) struct Words {
    pub(super) exact: Vec<[i64; 3]>,
    near: Vec<[f64; 3]>,
    /// Places of the rows by their hash, one more than the index: a row that comes again is not kept.
    places: Vec<u32>,
    /// The longest entry.
    longest: i64,
    /// A determinant of doubles farther from zero than this has its sign.
    sure: f64,
}

impl Words {
    pub(super) fn clear(&mut self, count: usize) {
        self.exact.clear();
        self.near.clear();
        self.places.clear();
        self.places.resize((4 * count).max(2).next_power_of_two(), 0);
    }

    /// Keeps a row unless it is there already.
    pub(super) fn push(&mut self, row: [i64; 3]) {
        let mask = self.places.len() - 1;
        let [x, y, z] = row.map(|entry| entry as u64);
        let hash = x.wrapping_mul(0x9E37_79B9_7F4A_7C15)
            ^ y.wrapping_mul(0xBF58_476D_1CE4_E5B9)
            ^ z.wrapping_mul(0x94D0_49BB_1331_11EB);
        let mut place = (hash >> 33) as usize & mask;
        while self.places[place] != 0 {
            if self.exact[self.places[place] as usize - 1] == row {
                return;
            }
            place = (place + 1) & mask;
        }
        self.exact.push(row);
        self.near.push(row.map(|entry| entry as f64)); // Below 2⁵³: exact.
        self.places[place] = self.exact.len() as u32;
    }

    /// Sets the bound, with entries of at most M.  Up to 2¹⁶ all products and sums are integers below 2⁵³ and exact.
    /// Beyond, with u = 2⁻⁵³, a coordinate of `b × c` has error 4uM² and size 2M², its product with an entry of `a`
    /// 6uM³ and 2M³, and the sum of three 18uM³ + 12uM³ to first order; 64uM³ covers what is left.
    pub(super) fn bound(&mut self, longest: i64) {
        self.longest = longest;
        let longest = longest as f64;
        self.sure = if longest <= 65536.0 { 0.0 } else { 32.0 * f64::EPSILON * longest * longest * longest };
    }
}

impl Signs for Words {
    fn near(&self) -> &[[f64; 3]] {
        &self.near
    }

    fn coordinate(&self, a: usize, axis: usize) -> Ordering {
        self.exact[a][axis].cmp(&0)
    }

    fn cross(&self, a: usize, b: usize, axis: usize) -> Ordering {
        let (a, b, [j, k]) = (&self.exact[a], &self.exact[b], others(axis));
        (a[j] * b[k]).cmp(&(a[k] * b[j])) // Entries are shorter than 2³⁰.
    }

    /// The bound is that of the determinant: these are its operations.
    #[inline]
    fn side(&self, across: &[f64; 3], [a, b]: [usize; 2], c: usize) -> Ordering {
        let value = dot(across, &self.near[c]);
        if value > self.sure {
            Ordering::Greater
        } else if -value > self.sure {
            Ordering::Less
        } else {
            self.determinant(a, b, c)
        }
    }

    #[inline]
    fn determinant(&self, a: usize, b: usize, c: usize) -> Ordering {
        let (x, y, z) = (&self.near[a], &self.near[b], &self.near[c]);
        let value = x[0] * (y[1] * z[2] - y[2] * z[1])
            + x[1] * (y[2] * z[0] - y[0] * z[2])
            + x[2] * (y[0] * z[1] - y[1] * z[0]);
        if value > self.sure {
            Ordering::Greater
        } else if -value > self.sure {
            Ordering::Less
        } else if self.sure == 0.0 {
            Ordering::Equal
        } else if self.longest <= 1 << 20 {
            // Six products of at most 2⁶⁰ fit a word.
            let [a, b, c] = [a, b, c].map(|at| &self.exact[at]);
            let minors = <i64 as Triple>::cross(b, c);
            (a[0] * minors[0] + a[1] * minors[1] + a[2] * minors[2]).cmp(&0)
        } else {
            let [a, b, c] = [a, b, c].map(|at| self.exact[at].map(i128::from));
            let minor = |axis: usize| {
                let [j, k] = others(axis);
                b[j] * c[k] - b[k] * c[j]
            };
            (a[0] * minor(0) + a[1] * minor(1) + a[2] * minor(2)).cmp(&0)
        }
    }
}

/// Directions of any length.
#[derive(Debug, Clone, Default)]
pub(super) struct Long {
    pub(super) exact: Vec<[IBig; 3]>,
    /// The nearest doubles, or NaN where a product of three could leave their range: then the integers decide.
    near: Vec<[f64; 3]>,
}

impl Long {
    pub(super) fn new(rows: impl Iterator<Item = [IBig; 3]>) -> Self {
        let exact: Vec<[IBig; 3]> = rows.collect();
        let near = |entry: &IBig| match entry.unsigned_abs().bit_len() <= 300 {
            true => entry.to_f64().value(),
            false => f64::NAN,
        };
        let near = exact.iter().map(|row| [near(&row[0]), near(&row[1]), near(&row[2])]).collect();
        Self { exact, near }
    }
}

impl Signs for Long {
    fn near(&self) -> &[[f64; 3]] {
        &self.near
    }

    fn coordinate(&self, a: usize, axis: usize) -> Ordering {
        Whole::sign(&self.exact[a][axis])
    }

    fn cross(&self, a: usize, b: usize, axis: usize) -> Ordering {
        let (a, b, [j, k]) = (&self.exact[a], &self.exact[b], others(axis));
        (&a[j] * &b[k]).cmp(&(&a[k] * &b[j]))
    }

    /// The doubles have a relative error of u each, every product of three five roundings in all, and their sum five
    /// more: 16u of the sum of their sizes cover it, here doubled.
    fn determinant(&self, a: usize, b: usize, c: usize) -> Ordering {
        let (x, y, z) = (&self.near[a], &self.near[b], &self.near[c]);
        let (mut value, mut size) = (0.0, 0.0);
        for axis in 0..3 {
            let [j, k] = others(axis);
            let (plus, minus) = (x[axis] * y[j] * z[k], x[axis] * y[k] * z[j]);
            value += plus - minus;
            size += plus.abs() + minus.abs();
        }
        let error = 16.0 * f64::EPSILON * size;
        if value > error {
            return Ordering::Greater;
        }
        if -value > error {
            return Ordering::Less;
        }
        let product: IBig = IBig::cross(&self.exact[b], &self.exact[c])
            .iter()
            .zip(&self.exact[a])
            .map(|(minor, entry)| minor * entry)
            .sum();
        Whole::sign(&product)
    }
}

/// The two axes after one, in turn.
pub(super) fn others(axis: usize) -> [usize; 2] {
    [(axis + 1) % 3, (axis + 2) % 3]
}

/// Entries that have cross products.
pub(super) trait Triple: Whole {
    /// `a × b`.
    fn cross(a: &[Self; 3], b: &[Self; 3]) -> [Self; 3];
}

impl Triple for i64 {
    fn cross(a: &[i64; 3], b: &[i64; 3]) -> [i64; 3] {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    }
}

impl Triple for IBig {
    fn cross(a: &[IBig; 3], b: &[IBig; 3]) -> [IBig; 3] {
        integers::cross(a, b)
    }
}
