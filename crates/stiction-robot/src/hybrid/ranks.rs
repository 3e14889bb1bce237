//! How many motions and forces of a contact a robot has, decided once, in doubles; and columns near the given
//! ones of which that is exactly true.
//!
//! The columns Y of a robot are the twists of its body that its joints span; F are the wrenches of the
//! contact, `Sᶜ = F⊥`.  Rounded to doubles, columns that depend on each other do not, and a robot that cannot
//! push seems to push a little: divided by that little, commands are noise.  So
//!
//! ```text
//!     F Y    has the rank r of its pivots above SINGULAR, in columns P:     F Y_j ≈ F Y_P x_j                  (1)
//!     Z_j  = Y_j − Y_P x_j   lies in Sᶜ but for rounding; Z has the rank s, in columns Q:   Z_j ≈ Z_Q x′_j      (2)
//!     Ỹ_P  = Y_P,    Ỹ_j = Y_P x_j + (Π Z_Q) x′_j   for the others, Π on Sᶜ along a complement                  (3)
//! ```
//!
//! **Theorem.**  For any doubles x, x′ with unit columns at P and Q, `F Y_P` of rank r and `ΠZ_Q` of rank s:
//! `Ỹ` has rank r + s, and its range meets `Sᶜ` in s dimensions.  *Proof.*  `FỸ = F Y_P x` has rank r since
//! `FΠ = 0`; what of the range lies in `Sᶜ` is spanned by `Ỹ_j − Ỹ_P x_j = ΠZ_Q x′_j`. ∎
//!
//! Then `Φ̃ = Σ ỹỹᵀ/D` is positive semidefinite of rank r + s without rounding, and everything else is
//! computed exactly from it.  Columns of doubles of a chain of joints are off by some 1e-15 of their size for
//! each joint; SINGULAR leaves that five orders.

use super::spatial::{Six, exactly};
use stiction_exact::double::elimination::{self, Pivot, largest, reduce_by};
use stiction_exact::double::{inner as product, norm};
use stiction_exact::matrix::{dot, solve, times};
use stiction_exact::vector::{add, combined};
use stiction_proof::{Columns, Rational};

/// A pivot below this, of columns and wrenches of length one, lengths in units of the robot's reach, is none.
pub const SINGULAR: f64 = 1e-10;

/// Columns of which ranks hold exactly.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RankedColumns {
    /// Ỹ.
    pub(super) columns: Vec<Six>,
    /// By how much they were moved at most, as a part of a column's length.
    pub(super) moved: f64,
    /// The smallest pivot that counts: how near the robot is to having fewer motions or forces.
    pub(super) weakest: f64,
}

/// What elimination with the largest entry first finds of a matrix.
struct Pivots {
    /// Columns of the pivots.
    columns: Vec<usize>,
    /// For every column, its factors of the pivots' columns.
    factors: Vec<Vec<f64>>,
    /// The smallest pivot.
    weakest: f64,
}

/// Equations (1) to (3); none where the wrenches depend on each other or a number is not finite.
pub(super) fn settled(columns: &[[f64; 6]], freedoms: &Columns, forces: &Columns) -> Option<RankedColumns> {
    let exact: Vec<Six> = columns.iter().map(exactly).collect::<Option<_>>()?;
    let reach = reach(columns);
    let lengths: Vec<f64> = columns.iter().map(|column| norm(&in_units(column, reach))).collect();
    let unit = |column: &[f64; 6], length: f64| {
        let scaled = in_units(column, reach);
        scaled.map(|entry| if length > 0.0 { entry / length } else { 0.0 })
    };
    let units: Vec<[f64; 6]> =
        columns.iter().zip(&lengths).map(|(column, length)| unit(column, *length)).collect();
    let wrenches: Vec<[f64; 6]> = forces.iter().map(|force| unit_wrench(force, reach)).collect();
    let pushed: Vec<Vec<f64>> =
        units.iter().map(|column| wrenches.iter().map(|wrench| product(wrench, column)).collect()).collect();
    let first = eliminate(&pushed);
    let left: Vec<Vec<f64>> = (0..units.len()).map(|j| rest(&units, &first, j)).collect();
    let second = eliminate(&left);
    let weakest = first.weakest.min(second.weakest);
    if first.columns.len() + second.columns.len() == 6 {
        return Some(RankedColumns { columns: exact, moved: 0.0, weakest });
    }
    let onto = projection(freedoms, forces, reach)?;
    let factor = |pivots: &Pivots, j: usize, k: usize| -> Option<Rational> {
        let scale =
            if lengths[pivots.columns[k]] > 0.0 { lengths[j] / lengths[pivots.columns[k]] } else { 0.0 };
        Rational::from_f64(pivots.factors[j][k] * scale)
    };
    let own = |j: usize| -> Option<Six> {
        let mut total = Six::default();
        for (k, &column) in first.columns.iter().enumerate() {
            add(&mut total, &factor(&first, j, k)?, &exact[column]);
        }
        Some(total)
    };
    let inside: Vec<Six> = second
        .columns
        .iter()
        .map(|&j| {
            let pushed = own(j)?;
            let away: Vec<Rational> = exact[j].iter().zip(&pushed).map(|(a, b)| a - b).collect();
            times(&onto, &away).try_into().ok()
        })
        .collect::<Option<_>>()?;
    let mut found = exact.clone();
    let mut moved = 0.0_f64;
    for j in (0..columns.len()).filter(|j| !first.columns.contains(j)) {
        let mut total = own(j)?;
        for (k, column) in inside.iter().enumerate() {
            add(&mut total, &factor(&second, j, k)?, column);
        }
        let away = std::array::from_fn(|k| (&total[k] - &exact[j][k]).to_f64());
        if lengths[j] > 0.0 {
            moved = moved.max(norm(&in_units(&away, reach)) / lengths[j]);
        }
        found[j] = total;
    }
    Some(RankedColumns { columns: found, moved, weakest })
}

/// A length, a power of two, by which the columns' linear parts are about as large as the angular ones.
fn reach(columns: &[[f64; 6]]) -> f64 {
    let most = |range: std::ops::Range<usize>| {
        columns.iter().flat_map(|column| &column[range.clone()]).fold(0.0, |most: f64, x| most.max(x.abs()))
    };
    let (angular, linear) = (most(0..3), most(3..6));
    let ratio = linear / angular;
    if angular > 0.0 && linear > 0.0 && ratio.is_normal() {
        ratio.log2().round().clamp(-500.0, 500.0).exp2()
    } else {
        1.0
    }
}

fn in_units(column: &[f64; 6], reach: f64) -> [f64; 6] {
    std::array::from_fn(|k| if k < 3 { column[k] } else { column[k] / reach })
}

/// A wrench in those units, of length one.
fn unit_wrench(force: &[Rational], reach: f64) -> [f64; 6] {
    let wrench: [f64; 6] =
        std::array::from_fn(|k| if k < 3 { force[k].to_f64() } else { force[k].to_f64() * reach });
    let length = norm(&wrench);
    wrench.map(|entry| if length > 0.0 { entry / length } else { 0.0 })
}

/// What of a column the pivots' columns leave.
fn rest(units: &[[f64; 6]], pivots: &Pivots, j: usize) -> Vec<f64> {
    if pivots.columns.contains(&j) {
        return vec![0.0; 6];
    }
    let mut left = units[j];
    for (&column, factor) in pivots.columns.iter().zip(&pivots.factors[j]) {
        left.iter_mut().zip(&units[column]).for_each(|(left, entry)| *left -= factor * entry);
    }
    left.to_vec()
}

/// Elimination of columns, the largest entry that is left first.
fn eliminate(columns: &[Vec<f64>]) -> Pivots {
    let height = columns.first().map_or(0, Vec::len);
    let mut open: Vec<usize> = (0..height).collect();
    let pivots = reduce_by(&mut columns.to_vec(), |left| largest(left, &mut open, SINGULAR));
    Pivots {
        factors: factors(columns, &pivots),
        columns: pivots.iter().map(|pivot| pivot.row).collect(),
        weakest: pivots.iter().fold(f64::INFINITY, |weakest, pivot| weakest.min(pivot.size)),
    }
}

/// Every column as a combination of the pivots' columns in the pivots' rows; those themselves exactly.
fn factors(columns: &[Vec<f64>], pivots: &[Pivot]) -> Vec<Vec<f64>> {
    let count = pivots.len();
    // What was a row there is a column here.
    let taken: Vec<usize> = pivots.iter().map(|pivot| pivot.row).collect();
    let in_order = || taken.iter().copied().chain(0..columns.len());
    let mut rows: Vec<Vec<f64>> =
        pivots.iter().map(|pivot| in_order().map(|j| columns[j][pivot.column]).collect()).collect();
    let solved = elimination::solve(&mut rows, count, 0.0);
    let factor = |j: usize, k: usize| match taken.iter().position(|&own| own == j) {
        Some(own) => f64::from(u8::from(k == own)),
        None if solved => rows[k][count + j],
        None => 0.0,
    };
    (0..columns.len()).map(|j| (0..count).map(|k| factor(j, k)).collect()).collect()
}

/// The projection on `Sᶜ` along `C = DFᵀ(FDFᵀ)⁻¹`, with D the squares of the units: `1 − C F`.
fn projection(freedoms: &Columns, forces: &Columns, reach: f64) -> Option<Vec<Vec<Rational>>> {
    if freedoms.is_empty() {
        return Some(vec![vec![Rational::zero(); 6]; 6]);
    }
    let square = Rational::from_f64(reach * reach)?;
    let weighed: Columns = forces
        .iter()
        .map(|force| {
            force.iter().enumerate().map(|(k, x)| if k < 3 { x.clone() } else { x * &square }).collect()
        })
        .collect();
    let gram: Columns =
        forces.iter().map(|one| weighed.iter().map(|other| dot(one, other)).collect()).collect();
    // Columns of C, one for each force.
    let identity: Columns = (0..forces.len())
        .map(|k| (0..forces.len()).map(|j| Rational::from(i64::from(j == k))).collect())
        .collect();
    let inverse = solve(&gram, &identity)?;
    let complement: Columns = inverse.iter().map(|factors| combined(&weighed, factors, 6)).collect();
    let along = |row: usize, column: usize| -> Rational {
        let taken: Rational = complement.iter().zip(forces).map(|(c, f)| &c[row] * &f[column]).sum();
        Rational::from(i64::from(row == column)) - taken
    };
    Some((0..6).map(|row| (0..6).map(|column| along(row, column)).collect()).collect())
}
