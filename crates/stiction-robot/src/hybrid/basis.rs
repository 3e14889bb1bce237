//! The special basis (2) of the module above, in rationals.

use stiction_exact::matrix::{
    Rows, dot, joined, kernel, kernel_by_size, kernel_of, product, reduced, reduced_by_size, solve, times,
    transposed,
};
use stiction_exact::vector::{combined, difference};
use stiction_proof::{Columns, Rational, SpecialBasis};

/// Why there is no special basis for what was given.
#[derive(Debug, Clone, PartialEq)]
pub enum BasisFault {
    /// The inverse inertia is singular although elimination says otherwise, or not positive semidefinite.
    InverseInertia,
    /// The freedoms depend on each other.
    Freedoms,
    /// The force basis has fewer independent vectors that the robot feels than are needed.
    ForceBasis {
        /// How many vectors the basis must have.
        needed: usize,
        /// How many independent ones there are.
        found: usize,
    },
}

/// Vectors added up with factors: one column for each column of factors.
fn mixed(columns: &[Vec<Rational>], factors: &[Vec<Rational>], size: usize) -> Columns {
    factors.iter().map(|factors| combined(columns, factors, size)).collect()
}

/// The products of each left column with each right one, by rows.
fn products(left: &[Vec<Rational>], right: &[Vec<Rational>]) -> Rows {
    left.iter().map(|one| right.iter().map(|other| dot(one, other)).collect()).collect()
}

fn less(columns: Columns, others: &Columns) -> Columns {
    columns.into_iter().zip(others).map(|(a, b)| difference(&a, b)).collect()
}

/// The vectors that are independent of those before them, by index.
fn independent(columns: &[Vec<Rational>]) -> Vec<usize> {
    reduced(&transposed(columns)).1
}

/// Solutions of `A x = b`, one for each right-hand side, with the free unknowns zero; none where one has none.
pub(super) fn any_solutions(
    matrix: &[Vec<Rational>],
    rights: &[Vec<Rational>],
    width: usize,
) -> Option<Columns> {
    let (reduced, pivots) = reduced_by_size(&joined(matrix, rights), width);
    if reduced[pivots.len()..].iter().flatten().any(|entry| !entry.is_zero()) {
        return None;
    }
    let solution = |k: usize| {
        let mut solution = vec![Rational::zero(); width];
        pivots.iter().zip(&reduced).for_each(|(&pivot, row)| solution[pivot] = row[width + k].clone());
        solution
    };
    Some((0..rights.len()).map(solution).collect())
}

/// The special basis of an inverse inertia and of a contact's freedoms.  Where a basis of the contact's
/// forces is wanted, `T2` is that basis, each vector less what does work on the freedoms (nothing, where it
/// is reciprocal to them), and of vectors that the robot feels alike the first.
pub fn special_basis(
    phi: &[Vec<Rational>],
    freedoms: &[Vec<Rational>],
    wanted: Option<&[Vec<Rational>]>,
) -> Result<SpecialBasis, BasisFault> {
    let size = phi.len();
    if independent(freedoms).len() != freedoms.len() {
        return Err(BasisFault::Freedoms);
    }
    let unfelt = kernel_by_size(phi, size);
    // What the freedoms do to the wrenches that the robot does not feel: rows N, columns Sᶜ.
    let reaching = products(&unfelt, freedoms);
    let (echelon, mut reached) = reduced_by_size(&reaching, freedoms.len());
    let inside = kernel_of((echelon, reached.clone()), freedoms.len());
    let s1 = mixed(freedoms, &inside, size);
    reached.sort_unstable();
    let beyond: Columns = reached.into_iter().map(|index| freedoms[index].clone()).collect();
    let dual = dual_part(&beyond, &unfelt, size).ok_or(BasisFault::InverseInertia)?;
    let rest = mixed(&unfelt, &kernel_by_size(&products(freedoms, &unfelt), unfelt.len()), size);
    let t1 = driving(phi, &s1, &beyond, &dual).ok_or(BasisFault::InverseInertia)?;
    let needed = size - unfelt.len() - s1.len();
    let t2 = match wanted {
        Some(wanted) => {
            let working = mixed(&t1, &products(wanted, &s1), size);
            let reaching = mixed(&dual, &products(wanted, &beyond), size);
            felt(phi, &less(less(wanted.to_vec(), &working), &reaching))
        }
        None => felt(phi, &kernel(freedoms, size)),
    };
    if t2.len() != needed {
        return Err(BasisFault::ForceBasis { needed, found: t2.len() });
    }
    reciprocal([t1, t2, dual, rest], beyond.len()).ok_or(BasisFault::InverseInertia)
}

/// Wrenches out of `unfelt` that are a dual basis to `beyond`.
fn dual_part(beyond: &Columns, unfelt: &Columns, size: usize) -> Option<Columns> {
    let identity: Columns = (0..beyond.len())
        .map(|k| (0..beyond.len()).map(|j| Rational::from(i64::from(j == k))).collect())
        .collect();
    let factors = any_solutions(&products(beyond, unfelt), &identity, unfelt.len())?;
    Some(mixed(unfelt, &factors, size))
}

/// `T1 = YG⁻¹` with `ΦY = S1`, reciprocal to what lies beyond the robot.
fn driving(phi: &[Vec<Rational>], s1: &Columns, beyond: &Columns, dual: &Columns) -> Option<Columns> {
    let size = phi.len();
    let pushes = any_solutions(phi, s1, size)?;
    let gram = products(s1, &pushes);
    let identity: Columns =
        (0..s1.len()).map(|k| (0..s1.len()).map(|j| Rational::from(i64::from(j == k))).collect()).collect();
    let inverse = solve(&gram, &identity)?;
    let t1 = mixed(&pushes, &inverse, size);
    let reaching = mixed(dual, &products(&t1, beyond), size);
    Some(less(t1, &reaching))
}

/// The first of some wrenches that the robot feels independently of each other.
fn felt(phi: &[Vec<Rational>], wrenches: &[Vec<Rational>]) -> Columns {
    let yielded: Columns = wrenches.iter().map(|wrench| times(phi, wrench)).collect();
    independent(&yielded).into_iter().map(|index| wrenches[index].clone()).collect()
}

/// The basis of twists that is reciprocal to wrenches.
fn reciprocal([t1, t2, dual, rest]: [Columns; 4], beyond: usize) -> Option<SpecialBasis> {
    let wrenches: Rows = t1.iter().chain(&t2).chain(&dual).chain(&rest).cloned().collect();
    let size = wrenches.len();
    let identity: Columns =
        (0..size).map(|k| (0..size).map(|j| Rational::from(i64::from(j == k))).collect()).collect();
    let mut s1 = solve(&wrenches, &identity)?;
    let mut s2 = s1.split_off(t1.len());
    let s0 = s2.split_off(t2.len());
    let t0 = dual.into_iter().chain(rest).collect();
    Some(SpecialBasis { s1, s2, s0, t1, t2, t0, beyond })
}

/// `LᵀΦR`, by rows.
pub(super) fn congruent(phi: &[Vec<Rational>], left: &[Vec<Rational>], right: &[Vec<Rational>]) -> Rows {
    let yielded: Columns = right.iter().map(|column| times(phi, column)).collect();
    if yielded.is_empty() { vec![Vec::new(); left.len()] } else { product(left, &transposed(&yielded)) }
}
