//! The rows and columns of a program on bodies that touch, never written out as a matrix.
//!
//! Contacts between the same two bodies form a patch.  A column is a wrench about the patch's own centre; the
//! patch takes the sum of its columns to the rows of either body.  So `A x`, `Aᵀy` and the blocks of `A H Aᵀ`
//! cost a few products a contact, and the matrix has a block for each pair of bodies alone.

use super::blocks::Block;
use super::scaling::{Cone, dot};

/// Two bodies that touch, or one and what does not move.
pub struct Patch<const B: usize> {
    /// The bodies with the maps of a wrench about the patch's centre to their rows.
    pub sides: Vec<(usize, Block<B>)>,
}

/// The variables of one contact.
pub struct Group<const B: usize> {
    /// Its patch.
    pub patch: usize,
    /// Whether they form one round cone; else they are half-lines.
    pub round: bool,
    /// A column a variable.
    pub columns: Vec<[f64; B]>,
    /// The most that the normal part may be: of a round cone the first variable, of half-lines their sum.
    pub limit: Option<f64>,
}

/// Minimise `c·x` such that `A x = b`, `x` in the cones and limits.
pub struct System<const B: usize> {
    /// Rows, one vector a body.
    pub right: Vec<[f64; B]>,
    /// Pairs.
    pub patches: Vec<Patch<B>>,
    /// Contacts.
    pub groups: Vec<Group<B>>,
    /// One more variable that is not negative, with a column in all rows.
    pub further: Option<Rows<B>>,
    /// Costs of the variables: those of the groups, one slack a limit, the further one.
    pub cost: Vec<f64>,
    /// Where the variables of each group begin.
    pub starts: Vec<usize>,
    /// The groups with limits.
    pub limited: Vec<usize>,
    /// Components of bodies that are not free, in which every map to the body's rows is zero.
    pub held: Vec<(usize, usize)>,
}

/// Multipliers or residuals of the rows: of the bodies, and of the limits.
#[derive(Debug, Clone)]
pub struct Rows<const B: usize> {
    /// Of each body.
    pub bodies: Vec<[f64; B]>,
    /// Of each limit.
    pub limits: Vec<f64>,
}

impl<const B: usize> Rows<B> {
    /// The scalar product.
    pub fn dot(&self, other: &Self) -> f64 {
        let bodies: f64 = self.bodies.iter().zip(&other.bodies).map(|(a, b)| dot(a, b)).sum();
        bodies + dot(&self.limits, &other.limits)
    }

    /// `self + factor·other`.
    pub fn add(&mut self, other: &Self, factor: f64) {
        for (sum, part) in self.bodies.iter_mut().zip(&other.bodies) {
            sum.iter_mut().zip(part).for_each(|(sum, part)| *sum += factor * part);
        }
        self.limits.iter_mut().zip(&other.limits).for_each(|(sum, part)| *sum += factor * part);
    }

    /// The Euclidean length.
    pub fn norm(&self) -> f64 {
        self.dot(self).sqrt()
    }
}

impl<const B: usize> System<B> {
    /// A system without cost, of patches between bodies and groups of columns.
    pub fn new(
        right: Vec<[f64; B]>,
        patches: Vec<Patch<B>>,
        groups: Vec<Group<B>>,
        further: Option<Rows<B>>,
    ) -> Self {
        let mut starts = vec![0];
        for group in &groups {
            starts.push(starts.last().copied().unwrap_or(0) + group.columns.len());
        }
        let limited: Vec<usize> = (0..groups.len()).filter(|&k| groups[k].limit.is_some()).collect();
        let count = starts.last().copied().unwrap_or(0) + limited.len() + usize::from(further.is_some());
        Self { right, patches, groups, further, cost: vec![0.0; count], starts, limited, held: Vec::new() }
    }

    /// Variables.
    pub fn variables(&self) -> usize {
        self.cost.len()
    }

    /// Where the slacks begin.
    pub fn slacks(&self) -> usize {
        self.starts.last().copied().unwrap_or(0)
    }

    /// The cones in the order of the variables.
    pub fn cones(&self) -> Vec<Cone> {
        let mut cones = Vec::new();
        for group in &self.groups {
            if group.round {
                cones.push(Cone::Round(group.columns.len()));
            } else {
                cones.extend(group.columns.iter().map(|_| Cone::Line));
            }
        }
        let lines = self.limited.len() + usize::from(self.further.is_some());
        cones.extend((0..lines).map(|_| Cone::Line));
        cones
    }

    /// The right-hand side: of the bodies, and the limits.
    pub fn rows(&self) -> Rows<B> {
        let limits = self.limited.iter().map(|&group| self.groups[group].limit.unwrap_or(0.0)).collect();
        Rows { bodies: self.right.clone(), limits }
    }

    /// `A x`.
    pub fn product(&self, x: &[f64]) -> Rows<B> {
        let mut local = vec![[0.0; B]; self.patches.len()];
        for (group, &start) in self.groups.iter().zip(&self.starts) {
            let sum = &mut local[group.patch];
            for (column, x) in group.columns.iter().zip(&x[start..]) {
                for k in 0..B {
                    sum[k] += column[k] * x;
                }
            }
        }
        let mut bodies = vec![[0.0; B]; self.right.len()];
        for (patch, local) in self.patches.iter().zip(&local) {
            for (body, shift) in &patch.sides {
                let target = &mut bodies[*body];
                for (target, row) in target.iter_mut().zip(shift) {
                    *target += dot(row, local);
                }
            }
        }
        let slack = self.slacks();
        let normal = |(place, &group): (usize, &usize)| x[slack + place] + self.normal_part(group, x);
        let limits = self.limited.iter().enumerate().map(normal).collect();
        let mut rows = Rows { bodies, limits };
        if let (Some(column), Some(x)) = (&self.further, x.last()) {
            rows.add(column, *x);
        }
        rows
    }

    fn normal_part(&self, group: usize, x: &[f64]) -> f64 {
        let own = &x[self.starts[group]..self.starts[group + 1]];
        if self.groups[group].round { own[0] } else { own.iter().sum() }
    }

    /// `Aᵀy`.
    pub fn transposed(&self, y: &Rows<B>) -> Vec<f64> {
        let local: Vec<[f64; B]> = self
            .patches
            .iter()
            .map(|patch| {
                let mut twist = [0.0; B];
                for (body, shift) in &patch.sides {
                    for (y, row) in y.bodies[*body].iter().zip(shift) {
                        (0..B).for_each(|k| twist[k] += y * row[k]);
                    }
                }
                twist
            })
            .collect();
        let mut out = Vec::with_capacity(self.variables());
        for group in &self.groups {
            out.extend(group.columns.iter().map(|column| dot(column, &local[group.patch])));
        }
        for (&group, y) in self.limited.iter().zip(&y.limits) {
            let range = self.starts[group]..self.starts[group + 1];
            let range = if self.groups[group].round { range.start..range.start + 1 } else { range };
            out[range].iter_mut().for_each(|entry| *entry += y);
        }
        out.extend_from_slice(&y.limits);
        if let Some(column) = &self.further {
            out.push(column.dot(y));
        }
        out
    }
}
