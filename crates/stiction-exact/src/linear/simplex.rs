//! Is a vector in a cone?  The fast simplex: doubles, fixed size, no allocation.
//!
//! Given columns `Fⱼ ∈ Rᴰ` and a target `b`, exactly one of these holds (Farkas):
//!
//! ```text
//!     some λ ≥ 0 has  Σ λⱼFⱼ = b                                                           (1)
//!     some y has      y·Fⱼ ≤ 0 for all j  and  y·b > 0                                     (2)
//! ```
//!
//! Phase one of the simplex method with artificial columns `±eᵢ` finds a basis for (1) or the `y` of (2).
//! What comes back is a [`Hint`]: whoever wants to rely on it must check it, in doubles with an error bound
//! or in integers.
//!
//! References: \[Farkas\].
//!
//! **A basis instead of numbers.** The fast simplex returns which columns are basic, or a direction; never
//! values to be believed. Whoever relies on it checks it with an error bound, or continues from that basis in
//! integers. So one simplex in doubles and one in integers suffice, and neither is generic over scalars.

use crate::double::dot;

/// What the fast simplex believes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Hint<const D: usize> {
    /// The target is in the cone of these columns.
    Inside([usize; D]),
    /// This direction separates: its product with every column is positive or (on `tight`) about zero,
    /// with the target negative.
    Outside {
        /// The direction `−y`.
        direction: [f64; D],
        /// Columns of the last basis, on which the direction vanishes; only the first `count` count.
        tight: [usize; D],
        /// How many are tight.
        count: usize,
    },
    /// No end was found, or the numbers are not finite.
    Lost,
}

/// Pivots after which the search is given up; a degenerate or overflowing problem goes to the integers.
const MOST_PIVOTS: usize = 64;
/// A column enters only if it improves by more than this part of what is left to gain.  A larger value
/// ends too early and wrongly separates, a smaller one chases rounding; both are caught by the check.
const IMPROVEMENT: f64 = 1e-13;
/// Marks a row whose basic column is still artificial.
const ARTIFICIAL: usize = usize::MAX;

/// Searches for `target` in the cone of `columns`.
///
/// ```
/// use stiction_exact::linear::simplex::{search, Hint};
/// let columns = [[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
/// assert!(matches!(search(&columns, &[3.0, 1.0]), Hint::Inside(_)));
/// assert!(matches!(search(&columns, &[-3.0, 1.0]), Hint::Outside { .. }));
/// ```
#[inline]
pub fn search<const D: usize>(columns: &[[f64; D]], target: &[f64; D]) -> Hint<D> {
    let mut state = Basis::new(target);
    for _ in 0..MOST_PIVOTS {
        let (entering, gain) = state.price(columns);
        // NaN does not improve, so that it ends the search too.
        let improves = gain > IMPROVEMENT * state.scale;
        if !improves {
            return state.separated(gain);
        }
        if !state.pivot(entering, &columns[entering]) {
            return Hint::Lost;
        }
        if state.artificials == 0 {
            return Hint::Inside(state.basis);
        }
    }
    Hint::Lost
}

/// The inverse of the current basis, its solution, and the prices.
struct Basis<const D: usize> {
    basis: [usize; D],
    inverse: [[f64; D]; D],
    value: [f64; D],
    price: [f64; D],
    artificials: usize,
    scale: f64,
}

impl<const D: usize> Basis<D> {
    #[inline(always)]
    fn new(target: &[f64; D]) -> Self {
        let mut inverse = [[0.0; D]; D];
        let mut price = [0.0; D];
        let mut value = [0.0; D];
        let mut scale = 0.0;
        for row in 0..D {
            let side = if target[row] < 0.0 { -1.0 } else { 1.0 };
            inverse[row][row] = side;
            price[row] = side;
            value[row] = side * target[row];
            scale += value[row];
        }
        Self { basis: [ARTIFICIAL; D], inverse, value, price, artificials: D, scale }
    }

    /// The column that reduces the artificial part fastest, and how fast.
    #[inline(always)]
    fn price(&self, columns: &[[f64; D]]) -> (usize, f64) {
        let mut best = (0, 0.0);
        for (index, column) in columns.iter().enumerate() {
            let gain = dot(&self.price, column);
            if gain > best.1 {
                best = (index, gain);
            }
        }
        best
    }

    /// Brings a column into the basis; false if nothing bounds it.
    #[inline(always)]
    fn pivot(&mut self, entering: usize, column: &[f64; D]) -> bool {
        let mut step = [0.0; D];
        for row in 0..D {
            step[row] = dot(&self.inverse[row], column);
        }
        let Some(leaving) = self.leaving(&step) else { return false };
        let inverse_pivot = 1.0 / step[leaving];
        let pivot_row = self.inverse[leaving].map(|entry| entry * inverse_pivot);
        let length = self.value[leaving] * inverse_pivot;
        self.price = [0.0; D];
        for row in 0..D {
            if row == leaving {
                self.inverse[row] = pivot_row;
                self.value[row] = length;
                continue;
            }
            for (entry, other) in self.inverse[row].iter_mut().zip(&pivot_row) {
                *entry -= step[row] * other;
            }
            self.value[row] -= step[row] * length;
            if self.basis[row] == ARTIFICIAL {
                for (price, entry) in self.price.iter_mut().zip(&self.inverse[row]) {
                    *price += entry;
                }
            }
        }
        if self.basis[leaving] == ARTIFICIAL {
            self.artificials -= 1;
        }
        self.basis[leaving] = entering;
        true
    }

    /// The row that reaches zero first; among ties an artificial one.
    #[inline(always)]
    fn leaving(&self, step: &[f64; D]) -> Option<usize> {
        let mut best = None;
        let mut shortest = f64::INFINITY;
        for row in 0..D {
            let ratio = self.value[row] / step[row];
            let sooner = ratio < shortest || (ratio == shortest && self.basis[row] == ARTIFICIAL);
            if step[row] > 0.0 && sooner {
                shortest = ratio;
                best = Some(row);
            }
        }
        best
    }

    #[inline(always)]
    fn separated(&self, gain: f64) -> Hint<D> {
        if gain.is_nan() {
            return Hint::Lost;
        }
        let (mut tight, mut count) = ([0; D], 0);
        for column in self.basis {
            if column != ARTIFICIAL {
                tight[count] = column;
                count += 1;
            }
        }
        Hint::Outside { direction: self.price.map(|price| -price), tight, count }
    }
}

/// A column is grazed when the direction is within this angle of being square to it: far more than rounding
/// makes, far less than matters for a direction that is about to be moved.
const GRAZING: f64 = 1e-9;

/// Moves a separating direction off the columns it is tight on, and off others that it grazes, so that its
/// product with *every* column is positive if the cone allows that at all.
#[inline]
pub fn loosened<const D: usize>(columns: &[[f64; D]], direction: &[f64; D], tight: &[usize]) -> [f64; D] {
    // Towards the sum of the unit vectors of the tight columns: positive on each unless two are opposite.
    let mut toward = [0.0; D];
    for &column in tight {
        add_unit(&mut toward, &columns[column]);
    }
    let size = dot(direction, direction);
    let grazed =
        |column: &[f64; D], slack: f64| slack * slack <= GRAZING * GRAZING * size * dot(column, column);
    for column in columns {
        if dot(&toward, column) <= 0.0 && grazed(column, dot(direction, column)) {
            add_unit(&mut toward, column);
        }
    }
    let pull = dot(&toward, &toward);
    if pull == 0.0 {
        return *direction;
    }
    // Half way to where the first other column would become tight.
    let mut step = (size / pull).sqrt();
    for column in columns {
        let (slack, rate) = (dot(direction, column), dot(&toward, column));
        if rate < 0.0 && !grazed(column, slack) {
            step = step.min(-0.5 * slack / rate);
        }
    }
    let mut moved = *direction;
    for (entry, other) in moved.iter_mut().zip(&toward) {
        *entry += step * other;
    }
    moved
}

#[inline(always)]
fn add_unit<const D: usize>(sum: &mut [f64; D], column: &[f64; D]) {
    let length = dot(column, column).sqrt();
    for (sum, entry) in sum.iter_mut().zip(column) {
        *sum += entry / length;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_contains_nothing_but_the_origin() {
        assert!(matches!(search::<2>(&[], &[1.0, 0.0]), Hint::Outside { count: 0, .. }));
        assert!(matches!(search(&[[f64::NAN, 1.0]], &[1.0, 0.0]), Hint::Outside { .. } | Hint::Lost));
        assert!(matches!(search(&[[1.0, 0.0]], &[f64::NAN, 0.0]), Hint::Outside { .. } | Hint::Lost));
    }

    #[test]
    fn a_loosened_direction_is_positive_on_all_columns() {
        let columns = [[1.0, 0.0, 0.2], [0.0, 1.0, -0.3], [-0.2, 0.1, 1.0]];
        let target = [-1.0, -0.5, -2.0];
        let Hint::Outside { direction, tight, count } = search(&columns, &target) else { panic!() };
        let moved = loosened(&columns, &direction, &tight[..count]);
        assert!(columns.iter().all(|column| dot(column, &moved) > 0.0), "{moved:?}");
    }

    #[test]
    fn spatial_columns_are_searched_by_the_same_code() {
        let mut columns = [[0.0; 6]; 12];
        for axis in 0..6 {
            columns[2 * axis][axis] = 1.0;
            columns[2 * axis + 1][axis] = -1.0;
        }
        assert!(matches!(search(&columns, &[1.0, -2.0, 3.0, -4.0, 5.0, -6.0]), Hint::Inside(_)));
        assert!(matches!(search(&columns[..11], &[1.0, -2.0, 3.0, -4.0, 5.0, -6.0]), Hint::Outside { .. }));
    }
}
