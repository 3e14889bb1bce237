//! The fast simplex where columns are not listed but priced: as many as a round cone has edges.
//!
//! Phase one as in [`super::simplex`], with the question of which column to take left to [`Columns::best`], for
//! columns of order 1, which the caller sees to.  The inverse of the basis is kept by columns, so that each step is
//! a few operations on whole columns without branches, and is there at the end for a proof.
//!
//! References: \[Farkas\], \[DantzigWolfe\] for columns made when prices ask for them.
//!
//! **Columns priced, not listed.** A round cone has edges without number. The simplex for spatial grasps asks
//! each contact for its best edge at the current prices, a square root, and never lists any; a pyramid is the
//! same with its nearest edge.

/// Columns that can say which of them is worth most.
pub trait Columns<const D: usize> {
    /// What a column is known by.
    type Name: Copy;

    /// The column with the largest product with the prices, and that product.
    fn best(&self, price: &[f64; D]) -> (Self::Name, f64);

    /// A column in full.
    fn column(&self, name: Self::Name) -> [f64; D];
}

/// A step below this ends nothing: it is rounding.  Larger, and bases near the end are missed; smaller, and the
/// inverse is lost.
const LEAST_STEP: f64 = 1e-12;

/// What counts as zero in the solution: one can divide by it.
const NOTHING: f64 = 1e-200;

/// A basis on the way: its inverse, its solution, and the prices.
#[derive(Debug, Clone)]
pub struct Basis<const D: usize, N> {
    /// The columns of the basis; none where it is still artificial.
    pub names: [Option<N>; D],
    /// Entry `[l][j]`: how much of column `j` makes the unit vector `l`.
    pub inverse: [[f64; D]; D],
    /// The columns in full.
    pub columns: [[f64; D]; D],
    /// The prices: the column with the largest product helps most.
    pub price: [f64; D],
    value: [f64; D],
    artificial: [bool; D],
    artificials: usize,
}

impl<const D: usize, N: Copy> Basis<D, N> {
    /// The unit vectors.
    const UNITS: [[f64; D]; D] = {
        let mut units = [[0.0; D]; D];
        let mut row = 0;
        while row < D {
            units[row][row] = 1.0;
            row += 1;
        }
        units
    };

    /// The artificial basis that makes the target.
    #[inline(always)]
    pub fn new(target: &[f64; D]) -> Self {
        let mut inverse = [[0.0; D]; D];
        let side = target.map(|entry| if entry < 0.0 { -1.0 } else { 1.0 });
        for row in 0..D {
            inverse[row][row] = side[row];
        }
        Self {
            names: [None; D],
            columns: inverse,
            inverse,
            price: side,
            value: target.map(|entry| entry.abs().max(NOTHING)),
            artificial: [true; D],
            artificials: D,
        }
    }

    /// Whether no column is artificial any more: the target is in the cone of the columns.
    #[inline(always)]
    pub fn is_whole(&self) -> bool {
        self.artificials == 0
    }

    /// Brings a column with that product with the prices into the basis; false if nothing bounds it.
    #[inline(always)]
    pub fn pivot(&mut self, name: N, column: &[f64; D], gain: f64) -> bool {
        let mut step = [0.0; D];
        for (unit, entry) in self.inverse.iter().zip(column) {
            for row in 0..D {
                step[row] += unit[row] * entry;
            }
        }
        let leaving = self.leaving(&step);
        let bounded = step[leaving] > LEAST_STEP;
        if !bounded {
            return false;
        }
        let per_pivot = 1.0 / step[leaving];
        // The row that leaves becomes the pivot row; this makes it come out right without a case of its own.
        let mut less = [0.0; D];
        for row in 0..D {
            less[row] = (step[row] - Self::UNITS[leaving][row]) * per_pivot;
        }
        for (unit, price) in self.inverse.iter_mut().zip(&mut self.price) {
            let pivot = unit[leaving];
            for row in 0..D {
                unit[row] -= less[row] * pivot;
            }
            *price -= gain * per_pivot * pivot;
        }
        let length = self.value[leaving];
        for row in 0..D {
            let value = self.value[row] - less[row] * length;
            self.value[row] = if value > NOTHING { value } else { NOTHING };
        }
        self.artificials -= usize::from(self.artificial[leaving]);
        self.artificial[leaving] = false;
        self.names[leaving] = Some(name);
        self.columns[leaving] = *column;
        true
    }

    /// The row that reaches zero first: where step over value is largest; among rows that are zero already that with
    /// the largest step.  Without branches, which nobody could predict.
    #[inline(always)]
    fn leaving(&self, step: &[f64; D]) -> usize {
        let mut haste = [0.0; D];
        for row in 0..D {
            haste[row] = if step[row] > LEAST_STEP { step[row] } else { 0.0 };
        }
        for row in 0..D {
            haste[row] /= self.value[row];
        }
        let (mut best, mut most) = (0, haste[0]);
        for row in 1..D {
            let sooner = haste[row] > most;
            most = if sooner { haste[row] } else { most };
            best = if sooner { row } else { best };
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The edges of the round cone about the third axis whose half angle has this tangent.
    struct Round(f64);

    impl Columns<3> for Round {
        type Name = [f64; 2];

        fn best(&self, [x, y, z]: &[f64; 3]) -> ([f64; 2], f64) {
            let across = x.hypot(*y);
            ([x / across, y / across], z + self.0 * across)
        }

        fn column(&self, [x, y]: [f64; 2]) -> [f64; 3] {
            [self.0 * x, self.0 * y, 1.0]
        }
    }

    fn inside(cone: &Round, target: &[f64; 3]) -> bool {
        let mut basis = Basis::new(target);
        for _ in 0..40 {
            let (name, gain) = cone.best(&basis.price);
            if gain <= 1e-12 || !basis.pivot(name, &cone.column(name), gain) {
                return false;
            }
            if basis.is_whole() {
                return true;
            }
        }
        false
    }

    #[test]
    fn a_round_cone_holds_what_leans_less_than_its_edges() {
        for turn in 0..50 {
            let angle = f64::from(turn);
            let leaning = |lean: f64| [lean * angle.cos(), lean * angle.sin(), 1.0];
            assert!(inside(&Round(0.5), &leaning(0.49)), "{turn}");
            assert!(!inside(&Round(0.5), &leaning(0.51)), "{turn}");
        }
    }

    #[test]
    fn the_inverse_is_one_after_every_pivot() {
        let mut basis = Basis::new(&[0.1, -0.2, 1.0]);
        let cone = Round(0.5);
        for _ in 0..3 {
            let (name, gain) = cone.best(&basis.price);
            assert!(basis.pivot(name, &cone.column(name), gain));
            for (row, unit) in basis.inverse.iter().enumerate() {
                for axis in 0..3 {
                    let made: f64 = (0..3).map(|j| unit[j] * basis.columns[j][axis]).sum();
                    assert!((made - f64::from(u8::from(axis == row))).abs() < 1e-12);
                }
            }
        }
    }
}
