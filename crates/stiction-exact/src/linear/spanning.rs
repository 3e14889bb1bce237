//! Do columns positively span their space?
//!
//! For columns `Fⱼ ∈ Rᴰ` exactly one of these holds, and each is its own proof:
//!
//! ```text
//!     some k > 0 has  Σ kⱼFⱼ = 0, and the Fⱼ span                    (Stiemke, and a rank test)   (1)
//!     some V ≠ 0 has  Fⱼ·V ≥ 0 for every j                                                        (2)
//! ```
//!
//! and likewise exactly one of
//!
//! ```text
//!     some k ≥ 0, k ≠ 0 has  Σ kⱼFⱼ = 0                              (Gordan)                     (3)
//!     some V has             Fⱼ·V > 0 for every j                                                 (4)
//! ```
//!
//! (1) is the linear program 12.14 with `k = 1 + λ`: is `−Σ Fⱼ` in the cone of the columns?
//!
//! It takes `D` columns to span, and `D + 1` to span positively: of `D` independent ones there is a `V` with
//! `Fⱼ·V = 1`, which is (2); \[MR Fact 1\], \[MR Fact 2\].
//!
//! References: \[Stiemke\], \[Gordan\], \[MR 12.1.7.2\] for (1).

use super::program::farkas;
use super::simplex::{self, Hint};
use crate::{elimination, integers};
use dashu_int::IBig;
use stiction_proof::{NonZero, Rational};

/// Which of (1) and (2) holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Balance {
    /// The multipliers `k` of (1).
    Multipliers(Vec<Rational>),
    /// The direction `V` of (2).
    Direction(Vec<Rational>),
}

/// Decides (1) against (2) for columns of length `D`, exactly.
///
/// ```
/// use stiction_exact::linear::{stiemke, Balance};
/// use stiction_proof::{NonZero, Rational};
/// let columns = [[1, 0], [0, 1], [-1, -1]].map(|c| c.map(|x: i64| Rational::from(x)));
/// assert!(matches!(stiemke(&columns), Balance::Multipliers(_)));
/// assert!(matches!(stiemke(&columns[..2]), Balance::Direction(_)));
/// ```
pub fn stiemke<const D: usize>(columns: &[[Rational; D]]) -> Balance {
    let integer: Vec<Vec<IBig>> = columns.iter().map(|column| integers::primitive(column)).collect();
    if let Some(kernel) = elimination::kernel_vector(integer.clone(), D) {
        return Balance::Direction(kernel.into_iter().map(Rational::from).collect());
    }
    if columns.len() > MANY {
        return stiemke_of_many(columns);
    }
    let vectors: Vec<Vec<Rational>> = columns.iter().map(|column| column.to_vec()).collect();
    match farkas(&vectors, &reversed_sum(columns), &hint::<D>(&integer)) {
        Ok(extra) => Balance::Multipliers(extra.into_iter().map(|extra| extra + Rational::one()).collect()),
        Err(direction) => Balance::Direction(direction),
    }
}

/// Columns above which their sum is taken of shortest integer vectors, so that denominators cannot pile up.
const MANY: usize = 64;

fn stiemke_of_many<const D: usize>(columns: &[[Rational; D]]) -> Balance {
    let (whole, scales): (Vec<Vec<IBig>>, Vec<NonZero>) =
        columns.iter().map(|column| integers::scaled(column)).unzip();
    let vectors: Vec<Vec<Rational>> =
        whole.iter().map(|column| column.iter().cloned().map(Rational::from).collect()).collect();
    let target: Vec<Rational> =
        (0..D).map(|row| Rational::from(-whole.iter().map(|column| &column[row]).sum::<IBig>())).collect();
    match farkas(&vectors, &target, &hint::<D>(&whole)) {
        Ok(extra) => Balance::Multipliers(
            extra.into_iter().zip(&scales).map(|(extra, scale)| (extra + Rational::one()) * scale).collect(),
        ),
        Err(direction) => Balance::Direction(direction),
    }
}

/// The multipliers of (3), or the direction of (4), for columns of length `D`.
pub fn gordan<const D: usize>(columns: &[[Rational; D]]) -> Result<Vec<Rational>, Vec<Rational>> {
    // Σ kⱼFⱼ = 0 with Σ kⱼ = 1: one more row.  Its Farkas vector (V, z) has Fⱼ·V + z ≥ 0 and z < 0.
    let lifted = columns.iter().map(|column| column.iter().cloned().chain([Rational::one()]).collect());
    let mut right = vec![Rational::zero(); D];
    right.push(Rational::one());
    farkas(&lifted.collect::<Vec<_>>(), &right, &[]).map_err(|mut direction| {
        direction.truncate(D);
        direction
    })
}

fn reversed_sum<const D: usize>(columns: &[[Rational; D]]) -> Vec<Rational> {
    (0..D).map(|row| -columns.iter().map(|column| column[row].clone()).sum::<Rational>()).collect()
}

/// The basis at which the fast simplex ends: where the exact one begins.
fn hint<const D: usize>(columns: &[Vec<IBig>]) -> Vec<usize> {
    let mut target = [0.0; D];
    let mut doubles = Vec::with_capacity(columns.len());
    for column in columns {
        let mut double = [0.0; D];
        for ((entry, sum), value) in double.iter_mut().zip(&mut target).zip(integers::to_doubles(column)) {
            *entry = value;
            *sum -= value;
        }
        doubles.push(double);
    }
    match simplex::search(&doubles, &target) {
        Hint::Inside(basis) => basis.to_vec(),
        Hint::Outside { tight, count, .. } => tight[..count].to_vec(),
        Hint::Lost => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns<const D: usize>(entries: &[[i64; D]]) -> Vec<[Rational; D]> {
        entries.iter().map(|column| column.map(Rational::from)).collect()
    }

    fn dot(a: &[Rational], b: &[Rational]) -> Rational {
        a.iter().zip(b).map(|(a, b)| a * b).sum()
    }

    fn holds<const D: usize>(columns: &[[Rational; D]], balance: &Balance) -> bool {
        match balance {
            Balance::Multipliers(k) => {
                let sum = |row: usize| columns.iter().zip(k).map(|(c, k)| &c[row] * k).sum::<Rational>();
                k.iter().all(|k| *k >= Rational::one()) && (0..D).all(|row| sum(row).is_zero())
            }
            Balance::Direction(v) => {
                v.iter().any(|x| !x.is_zero()) && columns.iter().all(|c| !dot(c, v).is_negative())
            }
        }
    }

    /// `[MR Facts 1, 2]` in a space of `D` dimensions, for the axes and columns that lean.
    fn fewest_that_span<const D: usize>() {
        let axis =
            |lean: i64| move |j: usize| std::array::from_fn(|i| i64::from(i == j) + lean * (i < j) as i64);
        for lean in [0, 1, -3] {
            let basis: Vec<[i64; D]> = (0..D).map(axis(lean)).collect();
            let few = columns(&basis);
            let balance = stiemke(&few);
            assert!(matches!(balance, Balance::Direction(_)) && holds(&few, &balance), "{D} columns");
            let opposite = std::array::from_fn(|i| -basis.iter().map(|column| column[i]).sum::<i64>());
            let enough = columns(&[&basis[..], &[opposite]].concat());
            let balance = stiemke(&enough);
            assert!(
                matches!(balance, Balance::Multipliers(_)) && holds(&enough, &balance),
                "{D} and one more"
            );
            // Without one of them they do not even span.
            assert!(
                elimination::kernel_vector(few[1..].iter().map(|c| integers::primitive(c)).collect(), D)
                    .is_some()
            );
        }
    }

    #[test]
    fn as_many_columns_as_dimensions_span_and_one_more_spans_positively() {
        let spaces =
            [fewest_that_span::<1>, fewest_that_span::<2>, fewest_that_span::<3>, fewest_that_span::<6>];
        spaces.iter().for_each(|asserted| asserted());
    }

    #[test]
    fn planes_and_lines_do_not_span_however_they_balance() {
        let flat = columns(&[[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]]);
        let balance = stiemke(&flat);
        assert!(matches!(balance, Balance::Direction(_)) && holds(&flat, &balance));
        assert!(matches!(stiemke::<3>(&[]), Balance::Direction(_)));
        let zero = columns(&[[0, 0, 0]]);
        assert!(holds(&zero, &stiemke(&zero)));
    }

    #[test]
    fn each_answer_proves_itself_on_small_integers() {
        let mut seen = [0; 2];
        for code in 0..3000_u64 {
            let entry =
                |k: u64| ((code.wrapping_mul(2654435761).rotate_left(7 * k as u32) >> 9) % 5) as i64 - 2;
            let grasp: Vec<[i64; 3]> =
                (0..5).map(|i| [entry(3 * i), entry(3 * i + 1), entry(3 * i + 2)]).collect();
            let grasp = columns(&grasp);
            let balance = stiemke(&grasp);
            assert!(holds(&grasp, &balance), "{grasp:?} {balance:?}");
            seen[usize::from(matches!(balance, Balance::Multipliers(_)))] += 1;
            match gordan(&grasp) {
                Ok(k) => assert!(dot(&k, &vec![Rational::one(); k.len()]).is_positive()),
                Err(v) => assert!(grasp.iter().all(|column| dot(column, &v).is_positive())),
            }
        }
        assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
    }
}
