//! The matrix `A H Aᵀ` of a system at a scaling, factored.
//!
//! A limit touches its own contact alone, so its row is eliminated there: with `e` the normal part and `h`
//! the scaling of the slack, `H` loses `H e eᵀH/(eᵀHe + h)`.  The further column is dense and enters by the
//! formula of Sherman and Morrison.

use super::blocks::{Block, BlockMatrix, transpose};
use super::scaling::{MOST, Scale, dot};
use super::system::{Rows, System};
use std::collections::HashMap;

/// The factored matrix.
pub struct Normal<const B: usize> {
    matrix: BlockMatrix<B>,
    /// For each patch of two bodies its pair.
    pairs: Vec<Option<usize>>,
    /// For each limit: `A H e` about the patch's centre, and `eᵀHe + h`.
    limits: Vec<([f64; B], f64)>,
    /// The further column through the inverse, and its scaling.
    further: Option<(Rows<B>, f64)>,
}

impl<const B: usize> Normal<B> {
    /// The pattern of the normal equations, ordered once.
    pub fn new(system: &System<B>) -> Self {
        let mut listed = HashMap::new();
        let mut names: Vec<(usize, usize)> = Vec::new();
        let mut pair = |one: usize, other: usize| {
            *listed.entry((one, other)).or_insert_with(|| {
                names.push((one, other));
                names.len() - 1
            })
        };
        let of_patch = |patch: &super::system::Patch<B>| match &patch.sides[..] {
            [(one, _), (other, _)] => Some(pair(*one, *other)),
            _ => None,
        };
        let pairs = system.patches.iter().map(of_patch).collect();
        Self {
            matrix: BlockMatrix::new(system.right.len(), &names),
            pairs,
            limits: Vec::new(),
            further: None,
        }
    }

    /// Assembles and factors the matrix at a scaling, one scale a cone.
    pub fn factor(&mut self, system: &System<B>, scales: &[Scale]) {
        let mut local = vec![[[0.0; B]; B]; system.patches.len()];
        self.limits.clear();
        let slacks = scales.len() - system.limited.len() - usize::from(system.further.is_some());
        let mut rest = scales;
        for group in &system.groups {
            let (own, after) = rest.split_at(if group.round { 1 } else { group.columns.len() });
            rest = after;
            let target = &mut local[group.patch];
            let (pushed, stiffness) = if group.round {
                add_round(target, &group.columns, &own[0])
            } else {
                add_lines(target, &group.columns, own)
            };
            if group.limit.is_some() {
                let total = stiffness + scales[slacks + self.limits.len()].square();
                outer(target, &pushed, &pushed, -1.0 / total);
                self.limits.push((pushed, total));
            }
        }
        self.matrix.clear();
        for ((patch, block), pair) in system.patches.iter().zip(&local).zip(&self.pairs) {
            for (place, (body, shift)) in patch.sides.iter().enumerate() {
                let half = product(shift, block);
                self.matrix.add_diagonal(*body, &product_transposed(&half, shift));
                if let (0, Some(pair), Some((_, other))) = (place, pair, patch.sides.get(1)) {
                    self.matrix.add_pair(*pair, &product_transposed(&half, other));
                }
            }
        }
        self.matrix.ground(system.held.iter());
        self.matrix.factor();
        self.further = None;
        if let (Some(column), Some(scale)) = (&system.further, scales.last()) {
            self.further = Some((self.without_further(system, column), scale.square()));
        }
    }

    /// Solves with the factor; rounding is reduced by [`Normal::solve`]'s caller.
    pub fn solve(&self, system: &System<B>, right: &Rows<B>) -> Rows<B> {
        let mut y = self.without_further(system, right);
        if let (Some((through, weight)), Some(column)) = (&self.further, &system.further) {
            let part = weight * column.dot(&y) / (1.0 + weight * column.dot(through));
            y.add(through, -part);
        }
        y
    }

    fn without_further(&self, system: &System<B>, right: &Rows<B>) -> Rows<B> {
        let mut bodies = right.bodies.clone();
        for ((&group, (pushed, total)), limit) in system.limited.iter().zip(&self.limits).zip(&right.limits) {
            for (body, shift) in &system.patches[system.groups[group].patch].sides {
                for (target, row) in bodies[*body].iter_mut().zip(shift) {
                    *target -= dot(row, pushed) * limit / total;
                }
            }
        }
        let bodies = self.matrix.solve(&bodies);
        let mut limits = Vec::with_capacity(right.limits.len());
        for ((&group, (pushed, total)), limit) in system.limited.iter().zip(&self.limits).zip(&right.limits) {
            let mut work = 0.0;
            for (body, shift) in &system.patches[system.groups[group].patch].sides {
                work += bodies[*body].iter().zip(shift).map(|(y, row)| y * dot(row, pushed)).sum::<f64>();
            }
            limits.push((limit - work) / total);
        }
        Rows { bodies, limits }
    }
}

/// Adds `C H Cᵀ` of a round cone; `C H e` and `eᵀHe` for its normal part.
fn add_round<const B: usize>(target: &mut Block<B>, columns: &[[f64; B]], scale: &Scale) -> ([f64; B], f64) {
    let count = columns.len();
    let mut normal = ([0.0; B], 0.0);
    for a in 0..count {
        let (mut unit, mut image) = ([0.0; MOST], [0.0; MOST]);
        unit[a] = 1.0;
        scale.twice(&unit[..count], &mut image[..count]);
        let mut sum = [0.0; B];
        for (column, image) in columns.iter().zip(image) {
            (0..B).for_each(|k| sum[k] += column[k] * image);
        }
        outer(target, &columns[a], &sum, 1.0);
        if a == 0 {
            normal = (sum, image[0]);
        }
    }
    normal
}

/// The same for half-lines, whose normal part is their sum.
fn add_lines<const B: usize>(
    target: &mut Block<B>,
    columns: &[[f64; B]],
    scales: &[Scale],
) -> ([f64; B], f64) {
    let mut normal = ([0.0; B], 0.0);
    for (column, scale) in columns.iter().zip(scales) {
        let square = scale.square();
        outer(target, column, column, square);
        (0..B).for_each(|k| normal.0[k] += column[k] * square);
        normal.1 += square;
    }
    normal
}

/// `target += factor·a·bᵀ`.
fn outer<const B: usize>(target: &mut Block<B>, a: &[f64; B], b: &[f64; B], factor: f64) {
    for (row, a) in target.iter_mut().zip(a) {
        let part = factor * a;
        (0..B).for_each(|k| row[k] += part * b[k]);
    }
}

/// `shift·block`: most of a shift is zero.
fn product<const B: usize>(shift: &Block<B>, block: &Block<B>) -> Block<B> {
    let mut whole = [[0.0; B]; B];
    for (sum, factors) in whole.iter_mut().zip(shift) {
        for (factor, row) in factors.iter().zip(block).filter(|(factor, _)| **factor != 0.0) {
            (0..B).for_each(|k| sum[k] += factor * row[k]);
        }
    }
    whole
}

/// `block·shiftᵀ`.
fn product_transposed<const B: usize>(block: &Block<B>, shift: &Block<B>) -> Block<B> {
    transpose(&product(shift, &transpose(block)))
}
