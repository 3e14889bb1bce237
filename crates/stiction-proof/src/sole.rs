//! Why a complementarity problem has one solution at most, whatever `q` is: its matrix is a P-matrix, all
//! principal minors are positive \[CPS 3.3.7\].
//!
//! ```text
//!     M + Mᵀ is positive definite                                                                      (1)
//!     mᵢᵢ·dᵢ > Σⱼ≠ᵢ |mᵢⱼ|·dⱼ for some d > 0: M is an H-matrix with a positive diagonal \[CPS 3.3.13\]     (2)
//!     XM + (XM)ᵀ is positive definite for some positive diagonal X, whose minors are positive multiples   (4)
//!     m₁₁ > 0, and the rest of M and the rest less its part through m₁₁ (Schur) are P-matrices         (3)
//! ```
//!
//! (3) is all minors, and doubles with each row.  Minors of a matrix that is block triangular in some order
//! are products of those of its blocks, and the blocks are indices that reach each other through entries that
//! are not zero; so (3) is asked of each block, up to a size.

use crate::{LcpProblem, Rational};
use serde::{Deserialize, Serialize};

/// What shows that there is one solution at most.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Sole {
    /// (1).
    Definite,
    /// (2).
    Dominant {
        /// `d`.
        scale: Vec<Rational>,
    },
    /// (4): M with its rows multiplied.
    Scaled {
        /// The diagonal of X.
        scale: Vec<Rational>,
    },
    /// (3).
    Minors,
}

/// Rows of a block up to which all its minors are looked at.
pub const MOST_MINORS: usize = 14;

/// Rows of a matrix up to which its blocks are sought.
const MOST_BLOCKED: usize = 300;

impl Sole {
    /// Whether it holds of a problem.
    pub fn holds(&self, problem: &LcpProblem) -> bool {
        let size = problem.q.len();
        let square = problem.matrix.len() == size && problem.matrix.iter().all(|row| row.len() == size);
        square
            && match self {
                Self::Definite => problem.is_definite(),
                Self::Dominant { scale } => is_dominant(&problem.matrix, scale),
                Self::Scaled { scale } => is_definite_scaled(&problem.matrix, scale),
                Self::Minors => has_positive_minors(&problem.matrix),
            }
    }
}

fn is_dominant(matrix: &[Vec<Rational>], scale: &[Rational]) -> bool {
    let row = |(at, row): (usize, &Vec<Rational>)| {
        let pairs = row.iter().zip(scale).enumerate().filter(|(column, _)| *column != at);
        let others: Rational = pairs.map(|(_, (entry, scale))| entry.abs() * scale).sum();
        &row[at] * &scale[at] > others
    };
    scale.len() == matrix.len()
        && scale.iter().all(Rational::is_positive)
        && matrix.iter().enumerate().all(row)
}

/// (4).
fn is_definite_scaled(matrix: &[Vec<Rational>], scale: &[Rational]) -> bool {
    if scale.len() != matrix.len() || !scale.iter().all(Rational::is_positive) {
        return false;
    }
    let row = |(row, by): (&Vec<Rational>, &Rational)| row.iter().map(|entry| entry * by).collect();
    let scaled = matrix.iter().zip(scale).map(row).collect();
    LcpProblem { matrix: scaled, q: vec![Rational::zero(); matrix.len()] }.is_definite()
}

/// (3) of each block.
fn has_positive_minors(matrix: &[Vec<Rational>]) -> bool {
    if matrix.len() > MOST_BLOCKED || (0..matrix.len()).any(|at| !matrix[at][at].is_positive()) {
        return false;
    }
    let blocks = blocks(matrix);
    let part = |block: &Vec<usize>| -> Vec<Vec<Rational>> {
        let row = |&row: &usize| block.iter().map(|&column| matrix[row][column].clone()).collect();
        block.iter().map(row).collect()
    };
    blocks.iter().all(|block| block.len() <= MOST_MINORS)
        && blocks.iter().all(|block| is_p_matrix(&part(block)))
}

/// Indices that reach each other through entries that are not zero.
fn blocks(matrix: &[Vec<Rational>]) -> Vec<Vec<usize>> {
    let size = matrix.len();
    let reached = |from: usize| {
        let (mut seen, mut open) = (vec![false; size], vec![from]);
        seen[from] = true;
        while let Some(at) = open.pop() {
            for next in (0..size).filter(|&next| !matrix[at][next].is_zero()) {
                if !std::mem::replace(&mut seen[next], true) {
                    open.push(next);
                }
            }
        }
        seen
    };
    let reach: Vec<Vec<bool>> = (0..size).map(reached).collect();
    let mut blocks: Vec<Vec<usize>> = Vec::new();
    for at in 0..size {
        match blocks.iter_mut().find(|block| reach[at][block[0]] && reach[block[0]][at]) {
            Some(block) => block.push(at),
            None => blocks.push(vec![at]),
        }
    }
    blocks
}

/// (3).
fn is_p_matrix(matrix: &[Vec<Rational>]) -> bool {
    let Some((first, rest)) = matrix.split_first() else { return true };
    let Some(inverse) = first[0].recip().filter(Rational::is_positive) else { return false };
    let without: Vec<Vec<Rational>> = rest.iter().map(|row| row[1..].to_vec()).collect();
    let reduced = |row: &Vec<Rational>| -> Vec<Rational> {
        let factor = &row[0] * &inverse;
        row[1..].iter().zip(&first[1..]).map(|(entry, top)| entry - &factor * top).collect()
    };
    let through: Vec<Vec<Rational>> = rest.iter().map(reduced).collect();
    is_p_matrix(&through) && is_p_matrix(&without)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem<const N: usize>(rows: [[i64; N]; N]) -> LcpProblem {
        let matrix = rows.iter().map(|row| row.iter().copied().map(Rational::from).collect()).collect();
        LcpProblem { matrix, q: vec![Rational::zero(); N] }
    }

    #[test]
    fn a_matrix_with_positive_minors_need_not_be_definite_or_dominant() {
        let turned = problem([[1, -9], [0, 1]]);
        assert!(Sole::Minors.holds(&turned) && !Sole::Definite.holds(&turned));
        let ones = Sole::Dominant { scale: vec![Rational::one(), Rational::one()] };
        let wide = Sole::Dominant { scale: vec![Rational::from(10), Rational::one()] };
        assert!(!ones.holds(&turned) && wide.holds(&turned));
        assert!(!Sole::Dominant { scale: vec![Rational::from(-10), Rational::one()] }.holds(&turned));
        assert!(!Sole::Dominant { scale: vec![Rational::from(10)] }.holds(&turned));
        // The minor of both is 1·3 − 4·2 < 0; that of the last two of the next is 0.
        assert!(!Sole::Minors.holds(&problem([[1, 4], [2, 3]])));
        assert!(!Sole::Minors.holds(&problem([[1, 0, 0], [0, 1, 1], [0, 1, 1]])));
        assert!(Sole::Minors.holds(&problem([[1, 2, 0], [0, 1, 2], [2, 0, 1]])));
        assert!(!Sole::Minors.holds(&problem([[1, -2, 0], [0, 1, -2], [-2, 0, 1]])));
    }

    #[test]
    fn rows_of_a_matrix_may_be_scaled_to_be_definite() {
        // Rows 1 and 1/100 of [[2, 1], [1, 2]], columns 1 and 100.
        let hidden = problem([[200, 10000], [1, 200]]);
        let scale = |x: i64, y: i64| Sole::Scaled { scale: vec![Rational::from(x), Rational::from(y)] };
        assert!(!Sole::Definite.holds(&hidden) && scale(1, 10000).holds(&hidden));
        assert!(
            !scale(1, 1).holds(&hidden) && !scale(-1, -10000).holds(&hidden) && !scale(0, 1).holds(&hidden)
        );
        assert!(!Sole::Scaled { scale: vec![Rational::one()] }.holds(&hidden));
        assert!(!scale(1, 1).holds(&problem([[1, 2], [2, 1]])));
    }

    #[test]
    fn minors_of_a_large_matrix_are_those_of_its_blocks() {
        let size = 60;
        let entry = |row: usize, column: usize| match (row, column) {
            (row, column) if row == column => 1,
            (row, column) if row < column => -7,
            _ => 0,
        };
        let row = |row| (0..size).map(|column| Rational::from(entry(row, column))).collect();
        let mut large = LcpProblem { matrix: (0..size).map(row).collect(), q: vec![Rational::zero(); size] };
        assert!(Sole::Minors.holds(&large));
        large.matrix[size - 1][0] = Rational::one();
        assert!(!Sole::Minors.holds(&large), "one block of {size} rows is not looked at");
    }
}
